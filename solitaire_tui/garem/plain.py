"""Garem as lines of text."""

from __future__ import annotations

from collections.abc import Sequence

from solitaire_tui.game import Move
from solitaire_tui.garem.rules import PILES, ROW_SIZE, GaremState, Place, forced_placements, needed_rank
from solitaire_tui.garem.view import GaremView
from solitaire_tui.language import _, n_
from solitaire_tui.phrases import in_words, sentence
from solitaire_tui.plain.teller import Teller, cards_in_full, the_only, unseen_counted
from solitaire_tui.plain.vocabulary import Named, NotUnderstood, Piece
from solitaire_tui.session import Session


class GaremTeller(Teller):
    """Garem in words: the eight piles by number, the play row by slot."""

    def view(self, session: Session) -> GaremView:
        return GaremView(session)

    def position(self, session: Session) -> list[str]:
        state: GaremState = session.state
        facts = ", ".join(self.view(session).header())
        lines = [sentence(facts)]
        lines += [self._pile(session, pile) for pile in range(PILES)]
        row = [
            _("slot {n} {card}").format(n=i, card=in_words(card))
            for i, card in enumerate(state.row, 1)
            if card is not None
        ]
        lines.append(_("Play row: {cards}.").format(cards="; ".join(row)) if row else _("The play row is empty."))
        return lines

    def _pile(self, session: Session, at: int) -> str:
        """A pile: its base card, its height, its top and what it needs."""
        state: GaremState = session.state
        pile = state.piles[at]
        wish = session.wishes.get(at + 1)
        base = in_words(pile[0])
        name = (
            _("Pile {n}, base {card}, wish “{wish}”").format(n=at + 1, card=base, wish=wish)
            if wish
            else _("Pile {n}, base {card}").format(n=at + 1, card=base)
        )
        if needed_rank(pile) is None:
            return _("{pile}: complete.").format(pile=name)
        if len(pile) == 1:
            return _("{pile}: nothing on it yet.").format(pile=name)
        return n_("{pile}: {n} card, the top is {card}.", "{pile}: {n} cards, the top is {card}.", len(pile)).format(
            pile=name, n=len(pile), card=in_words(pile[-1])
        )

    def named_move(self, session: Session, found: Sequence[Piece]) -> Move:
        if len(found) != 2:
            raise NotUnderstood(
                _("a move names a card or slot and a pile, such as “seven hearts on pile 3” or 2>3; “next” deals a row")
            )
        state: GaremState = session.state
        return Place(slot=self._slot(state, found[0]), pile=self._pile_number(state, found[1]))

    def _slot(self, state: GaremState, piece: Piece) -> int:
        if isinstance(piece, int):
            if not 1 <= piece <= ROW_SIZE:
                raise NotUnderstood(_("the slots are numbered from 1 to 8"))
            return piece
        card = the_only(piece, [card for card in state.row if card is not None], _("no such card is in the play row"))
        return state.row.index(card) + 1

    def _pile_number(self, state: GaremState, piece: Piece) -> int:
        """The pile of a number, or the one with this card on top."""
        if isinstance(piece, int):
            if not 1 <= piece <= PILES:
                raise NotUnderstood(_("the piles are numbered from 1 to 8"))
            return piece
        piles = [i for i, pile in enumerate(state.piles, 1) if piece.fits(pile[-1])]
        if len(piles) != 1:
            reason = _("no pile has such a card on top") if not piles else _("more than one pile has that card on top")
            raise NotUnderstood(_("{reason}: name the pile by its number").format(reason=reason))
        return piles[0]

    def forced(self, session: Session) -> tuple[Move, ...]:
        return () if session.over else forced_placements(session.state)

    def where(self, session: Session, named: Named) -> list[tuple[str, str]]:
        state: GaremState = session.state
        found = []
        for i, card in enumerate(state.row):
            if card is not None and named.fits(card):
                found.append((f"row:{i}", _("{card}: slot {n} of the play row").format(card=in_words(card), n=i + 1)))
        for i, pile in enumerate(state.piles):
            for height, card in enumerate(pile, 1):
                if named.fits(card):
                    text = _("{card}: in pile {n}, card {height} from its base").format(
                        card=in_words(card), n=i + 1, height=height
                    )
                    found.append((f"pile:{i}", text))
        found += [("", _("{card}: set aside").format(card=in_words(card))) for card in state.aside if named.fits(card)]
        left = sum(named.fits(card) for card in state.stock)
        if left:
            found.append(("", n_("{n} such card is unseen", "{n} such cards are unseen", left).format(n=left)))
        return found

    def numbered(self, number: int) -> str:
        return f"pile:{number - 1}" if 1 <= number <= PILES else ""

    def unseen(self, session: Session) -> list[str]:
        state: GaremState = session.state
        return [
            unseen_counted(state.stock),
            _("Set aside, the latest first: {cards}.").format(cards=cards_in_full(reversed(state.aside)) or "-"),
        ]


TELLER = GaremTeller()
