"""Raspad as lines of text."""

from __future__ import annotations

from collections.abc import Sequence

from solitaire_tui.cards import Card
from solitaire_tui.counsel import Advice
from solitaire_tui.game import Move
from solitaire_tui.language import _, n_, p_
from solitaire_tui.phrases import in_words, percent, sentence
from solitaire_tui.plain.teller import Teller, cards_in_full, the_only, unseen_counted
from solitaire_tui.plain.vocabulary import Named, NotUnderstood, Piece, choose
from solitaire_tui.raspad.beating import low
from solitaire_tui.raspad.rules import RASPAD, Beat, RaspadState
from solitaire_tui.raspad.view import RaspadView
from solitaire_tui.raspad.words import value_named
from solitaire_tui.session import Session


class RaspadTeller(Teller):
    """Raspad in words: the row from left to right, the hand in its order."""

    def view(self, session: Session) -> RaspadView:
        return RaspadView(session)

    def position(self, session: Session) -> list[str]:
        state: RaspadState = session.state
        stock, out = len(state.stock), len(state.discard)
        facts = [p_("result", "given up")] if session.given_up else []
        facts += [
            _("round {round}").format(round=state.round),
            n_("{n} card in the stock", "{n} cards in the stock", stock).format(n=stock)
            if stock
            else _("the stock is empty"),
            n_("{n} card in the discard", "{n} cards in the discard", out).format(n=out)
            if out
            else _("the discard is empty"),
        ]
        lines = [sentence(", ".join(facts))]
        row = [self._slot(state, i) for i in range(len(state.table))]
        lines.append(_("Row: {cards}.").format(cards="; ".join(row)) if row else _("The row is empty."))
        hand = cards_in_full(state.hand)
        lines.append(_("Hand: {cards}.").format(cards=hand) if hand else _("The hand is empty."))
        return lines

    def _slot(self, state: RaspadState, index: int) -> str:
        """A card of the row, and what has become of it."""
        slot = state.table[index]
        card = in_words(slot.card)
        if slot.beaten and slot.spent is not None:
            return _("{card}, beaten by {other:ins}").format(card=card, other=in_words(slot.spent))
        if slot.beaten:
            return _("{card}, fallen apart").format(card=card)
        lowered = state.lowered(index)
        if lowered and slot.card.is_joker:
            return _("{card}, beside a beaten card").format(card=card)
        if lowered:
            value = value_named(low(slot.card, lowered))
            return _("{card}, lowered to {rank:gen}").format(card=card, rank=value)
        return card

    def named_move(self, session: Session, found: Sequence[Piece]) -> Move:
        if len(found) != 2 or not all(isinstance(piece, Named) for piece in found):
            raise NotUnderstood(
                _("a move names a hand card and a card of the row, such as “king hearts on jack hearts” or KH>JH")
            )
        first, second = found
        assert isinstance(first, Named)
        assert isinstance(second, Named)
        state: RaspadState = session.state
        hand = self._one(first, state.hand, _("no such card is in the hand"))
        table = self._one(second, [slot.card for slot in state.table], _("no such card is in the row"))
        return Beat(hand=hand, table=table)

    def _one(self, named: Named, cards: Sequence[Card], nowhere: str) -> Card:
        """The card meant; one fully named is taken at its word, so that the rules can say what is wrong with it."""
        if named.rank is not None and named.suit is not None:
            return Card.of(named.rank, named.suit)
        return the_only(named, cards, nowhere)

    def where(self, session: Session, named: Named) -> list[tuple[str, str]]:
        state: RaspadState = session.state
        found = []
        for i, card in enumerate(state.hand):
            if named.fits(card):
                found.append((f"hand:{i}", _("{card}: card {n} of the hand").format(card=in_words(card), n=i + 1)))
        for i, slot in enumerate(state.table):
            if named.fits(slot.card):
                found.append((f"table:{i}", _("{card}: card {n} of the row").format(card=in_words(slot.card), n=i + 1)))
        spent = [slot.spent for slot in state.table if slot.spent is not None]
        found += [
            ("", _("{card}: out of play").format(card=in_words(card)))
            for card in choose(named, [*state.discard, *spent])
        ]
        found += [
            ("", _("{card}: not seen yet").format(card=in_words(card)))
            # In the order of the deck: that of the stock is hidden.
            for card in choose(named, RASPAD.deck(state.rules))
            if card in state.stock
        ]
        return found

    def unseen(self, session: Session) -> list[str]:
        state: RaspadState = session.state
        lines = [unseen_counted(state.stock)]
        # In the order of the deck: that of the stock is hidden.
        if unseen := cards_in_full(card for card in RASPAD.deck(state.rules) if card in state.stock):
            lines.append(_("Unseen one by one: {cards}.").format(cards=unseen))
        if out := cards_in_full(reversed(state.discard)):
            lines.append(_("Discard, the latest first: {cards}.").format(cards=out))
        else:
            lines.append(_("The discard is empty."))
        return lines

    def chances(self, advice: Advice) -> list[str]:
        return [_("The chance to win is {chance}.").format(chance=percent(advice.odds))]


TELLER = RaspadTeller()
