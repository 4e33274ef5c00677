"""Garem as lines of text."""

from __future__ import annotations

from collections.abc import Sequence

from solitaire_tui.counsel import Advice
from solitaire_tui.game import Move
from solitaire_tui.garem.rules import (
    PILE_SIZE,
    PILES,
    ROW_SIZE,
    GaremState,
    Place,
    forced_placements,
    hopeless,
    is_blocked,
    needed_rank,
    still_to_come,
    unseen_ranks,
)
from solitaire_tui.garem.view import GaremView
from solitaire_tui.garem.words import empty_slot
from solitaire_tui.language import _, n_, number, p_
from solitaire_tui.phrases import in_words, percent, rank_named, sentence
from solitaire_tui.plain.teller import Teller, cards_in_full, rank_counted, the_only, unseen_counted
from solitaire_tui.plain.vocabulary import Named, NotUnderstood, Piece, names_slot
from solitaire_tui.session import Session
from solitaire_tui.table.scene import index, kind


class GaremTeller(Teller):
    """Garem in words: the eight piles by number, the play row by slot."""

    def view(self, session: Session) -> GaremView:
        return GaremView(session)

    def position(self, session: Session) -> list[str]:
        state: GaremState = session.state
        lines = [sentence(", ".join(self._facts(session)))]
        lines += [self._pile(session, pile) for pile in range(PILES)]
        row = [
            _("slot {n}: {card}").format(n=i, card=in_words(card))
            for i, card in enumerate(state.row, 1)
            if card is not None
        ]
        lines.append(_("Play row: {cards}.").format(cards="; ".join(row)) if row else _("The play row is empty."))
        return lines

    def _pile(self, session: Session, at: int) -> str:
        """A pile: its base card, its height, its top and what it needs."""
        state: GaremState = session.state
        pile, name = state.piles[at], self._named(session, at)
        rank = needed_rank(pile)
        if rank is None:
            return _("{pile}: complete.").format(pile=name)
        facts = [n_("{number} card", "{number} cards", 1).format(number=1)]  # the base card, named already
        if len(pile) > 1:
            text = n_("{n} card, the top is {card}", "{n} cards, the top is {card}", len(pile))
            facts = [text.format(n=len(pile), card=in_words(pile[-1]))]
        text = _("once the gate is open it needs {rank:a}") if is_blocked(state, at) else _("it needs {rank:a}")
        facts.append(text.format(rank=rank_named(rank)))
        if hopeless(state)[at]:
            facts.append(_("it can no longer be completed"))
        return _("{pile}: {facts}.").format(pile=name, facts="; ".join(facts))

    def _named(self, session: Session, at: int) -> str:
        """A pile by its number, its base card and its wish."""
        base, wish = in_words(session.state.piles[at][0]), session.wishes.get(at + 1)
        text = _("Pile {n}, base {card}, wish “{wish}”") if wish else _("Pile {n}, base {card}")
        return text.format(n=at + 1, card=base, wish=wish)

    def _facts(self, session: Session) -> list[str]:
        """Gate, rows, stock and what is set aside."""
        state: GaremState = session.state
        waiting, stock, aside = state.waiting, len(state.stock), len(state.aside)
        shut = n_(
            "the gate is shut: {n} base card waits for its first card",
            "the gate is shut: {n} base cards wait for their first cards",
            waiting,
        )
        return [
            *([p_("result", "given up")] if session.given_up else []),
            shut.format(n=waiting) if waiting else _("the gate is open"),
            _("row {row} of 12").format(row=state.rows_dealt) if state.rows_dealt else _("no row yet"),
            n_("{n} card in the stock", "{n} cards in the stock", stock).format(n=stock)
            if stock
            else _("the stock is empty"),
            n_("{n} card set aside", "{n} cards set aside", aside).format(n=aside) if aside else _("nothing set aside"),
        ]

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
                    text = _("{card}: in pile {n}, card {height} from its base")
                    if height == 1:
                        text = _("{card}: the base card of pile {n}")
                    found.append((f"pile:{i}", text.format(card=in_words(card), n=i + 1, height=height)))
        found += [("", _("{card}: set aside").format(card=in_words(card))) for card in state.aside if named.fits(card)]
        left = sum(named.fits(card) for card in state.stock)
        if left:
            found.append(("", n_("{n} such card is unseen", "{n} such cards are unseen", left).format(n=left)))
        return found

    def numbered(self, number: int, text: str) -> str:
        if not 1 <= number <= PILES:
            return ""
        return f"{'row' if names_slot(text) else 'pile'}:{number - 1}"

    def explained(self, session: Session, target: str) -> list[str]:
        state: GaremState = session.state
        at = index(target)
        if kind(target) == "row":
            return super().explained(session, target) if state.row[at] else [sentence(empty_slot(at + 1))]
        pile = state.piles[at]
        lines = [sentence(self.view(session).describe(target))]
        if len(pile) > 1:
            lines.append(_("From the base card: {cards}.").format(cards=cards_in_full(pile)))
        if needed_rank(pile) is not None:
            lines.append(_("Still needed: {ranks}.").format(ranks="; ".join(self._needed(state, at))))
        return lines

    def _needed(self, state: GaremState, at: int) -> list[str]:
        """The ranks that a pile still needs, in order, with how many of each can still come."""
        unseen, coming, rank = unseen_ranks(state), still_to_come(state), needed_rank(state.piles[at])
        needed = []
        for _missing in range(PILE_SIZE - len(state.piles[at])):
            assert rank is not None  # the pile is not complete
            text = p_("cards of a rank", "{rank}, {number} unseen")
            if coming[rank] > unseen[rank]:
                text = p_("cards of a rank", "{rank}, {number} unseen and {row} in the row")
            elif not coming[rank]:
                text = p_("cards of a rank", "{rank}, none left")
            row = coming[rank] - unseen[rank]
            needed.append(text.format(rank=rank_counted(rank), number=unseen[rank], row=row))
            rank = rank.next_round
        return needed

    def ending(self, session: Session) -> list[str]:
        ending = self.view(session).ending()
        granted, wishes = session.state.complete, session.wishes
        lines = [sentence(ending.title), ending.lines[0]]
        if granted:
            lines.append(_("These come true:") if wishes else _("Complete:"))
            lines += [sentence(self._named(session, number - 1)) for number in granted]
        if later := sorted(wishes.keys() - set(granted)):
            lines.append(_("Not this time; the cards may be kinder tomorrow:"))
            lines += [sentence(self._named(session, number - 1)) for number in later]
        return lines

    def chances(self, advice: Advice) -> list[str]:
        chance = _("Pile {n}: {chance}")
        return [
            _("{number} wishes can be expected on average.").format(number=number(advice.odds, ".2f")),
            _("The chance of each pile to be completed:"),
            *(chance.format(n=n, chance=percent(odds)) for n, odds in enumerate(advice.wish_odds, 1)),
        ]

    def unseen(self, session: Session) -> list[str]:
        state: GaremState = session.state
        aside = cards_in_full(reversed(state.aside))
        told = _("Set aside, the latest first: {cards}.").format(cards=aside) if aside else _("Nothing is set aside.")
        return [unseen_counted(state.stock), told]


TELLER = GaremTeller()
