"""Garem in words: why a card may be placed or not, and what a move brings."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from solitaire_tui.cards import Card, Rank
from solitaire_tui.game import Outcome
from solitaire_tui.language import N_, Noun, _, n_, p_
from solitaire_tui.phrases import cards_named, listed, named, rank_named, sentences

if TYPE_CHECKING:
    from solitaire_tui.garem.rules import GaremState

STOCK_EMPTY: Final = N_("the stock is empty: there are no more play rows")


def pile_named(number: int) -> Noun:
    """A pile by its number: ``pile 3``."""
    return Noun.parse(p_("noun", "pile {number}")).changed(lambda form: form.format(number=number))


def empty_slot(slot: int) -> str:
    return _("slot {slot} of the play row is empty").format(slot=slot)


def pile_complete(pile: int) -> str:
    return _("{pile} is complete").format(pile=pile_named(pile))


def wrong_rank(card: Card, pile: int, top: Card, needed: Rank) -> str:
    text = _("{pile} needs {rank:a} on the {top}, not the {card}")
    return text.format(pile=pile_named(pile), rank=rank_named(needed), top=named(top), card=named(card))


def gate_shut(pile: int, missing: int) -> str:
    return n_(
        "the gate is shut: {pile} grows again when every base card has its first card (one base card still waits)",
        "the gate is shut: {pile} grows again when every base card has its first card ({number} base cards still wait)",
        missing,
    ).format(pile=pile_named(pile), number=missing)


def still_to_place(card: Card, pile: int) -> str:
    text = _("the {card} can still be placed on {pile}: first place all you can")
    return text.format(card=named(card), pile=pile_named(pile))


def follows(card: Card, pile: int, top: Card) -> str:
    """Why a card goes on a pile."""
    text = _("{card} goes on {pile}: {rank:a} follows the {top}")
    return text.format(card=named(card), pile=pile_named(pile), rank=rank_named(card.value), top=named(top))


def completes(pile: int, wish: str = "") -> str:
    """What it means that a pile is complete.

    Args:
        pile: its number.
        wish: what was wished on it; empty for nothing, or if that is not known.
    """
    text = (
        _("{pile} is complete: “{wish}” comes true") if wish else _("{pile} is complete and counts as a wish granted")
    )
    return text.format(pile=pile_named(pile), wish=wish)


def places(card: Card, pile: int, cards: Sequence[Card], after: GaremState, before: GaremState) -> str:
    """Why a card goes on a pile, and what that brings."""
    clauses = [follows(card, pile, cards[-1])]
    if pile in after.complete:
        clauses.append(completes(pile))
    elif after.gate_open and not before.gate_open:
        clauses.append(_("Every base card has its first card: the gate is open"))
    elif len(cards) == 1:
        text = n_(
            "{number} base card still to get a first card",
            "{number} base cards still to get a first card",
            after.waiting,
        )
        clauses.append(text.format(number=after.waiting))
    return sentences(clauses)


def deals_next(state: GaremState) -> str:
    """What dealing the next play row brings."""
    rest = [card for card in state.row if card is not None]
    if not state.row_dealt:
        return _("Deal the first play row of eight cards; wishes can't be changed after it")
    if not rest:
        return _("The whole row is placed: deal the next one")
    text = _("Nothing more can be placed: set {cards} aside and deal the next row")
    return text.format(cards=cards_named(rest))


def standing(state: GaremState) -> str:
    """How far a game is, in a few words."""
    complete = len(state.complete)
    if not state.rows_dealt:
        return _("no row dealt yet")
    text = n_("row {row} of 12, {number} complete pile", "row {row} of 12, {number} complete piles", complete)
    return text.format(row=state.rows_dealt, number=complete)


def summary(state: GaremState, outcome: Outcome) -> str:
    """How a position stands, in one sentence."""
    granted = state.complete
    if len(granted) == len(state.piles):
        result = _("the patience comes out: all eight piles are complete")
    elif granted:
        text = n_(
            "{number} wish granted (pile {piles} complete)",
            "{number} wishes granted (piles {piles} complete)",
            len(granted),
        )
        result = text.format(number=len(granted), piles=listed([str(number) for number in granted]))
    else:
        result = _("no pile is complete")
    if outcome is Outcome.FINISHED:
        return p_("the game", "finished: {result}").format(result=result)
    left = state.rows_left
    text = n_(
        "still being played: {result}, {number} row to come",
        "still being played: {result}, {number} rows to come",
        left,
    )
    return text.format(result=result, number=left)
