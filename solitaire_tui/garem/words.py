"""Garem in words: why a card may be placed or not, and what a move brings."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from solitaire_tui.cards import Card, Rank
from solitaire_tui.game import Outcome
from solitaire_tui.phrases import counted, listed, rank_noun, the

if TYPE_CHECKING:
    from solitaire_tui.garem.rules import GaremState

STOCK_EMPTY: Final = "the stock is empty: there are no more play rows"


def empty_slot(slot: int) -> str:
    return f"slot {slot} of the play row is empty"


def pile_complete(pile: int) -> str:
    return f"pile {pile} is complete"


def wrong_rank(card: Card, pile: int, top: Card, needed: Rank) -> str:
    return f"pile {pile} needs {rank_noun(needed)} on {the(top)}, not {the(card)}"


def gate_shut(pile: int, missing: int) -> str:
    waits = "one base card still waits" if missing == 1 else f"{missing} base cards still wait"
    return f"the gate is shut: pile {pile} grows again when every base card has its first card ({waits})"


def still_to_place(card: Card, pile: int) -> str:
    return f"{the(card)} can still be placed on pile {pile}: first place all you can"


def places(card: Card, pile: int, cards: Sequence[Card], after: GaremState, before: GaremState) -> str:
    """Why a card goes on a pile, and what that brings."""
    text = f"{card.name} goes on pile {pile}: {rank_noun(card.value)} follows {the(cards[-1])}"
    if pile in after.complete:
        return text + ". The pile is complete: a wish comes true"
    if after.gate_open and not before.gate_open:
        return text + ". Every base card has its first card: the gate is open"
    if len(cards) == 1:
        missing = sum(len(p) == 1 for p in after.piles)
        return text + f". {counted(missing, 'base card')} still to get a first card"
    return text


def deals_next(state: GaremState) -> str:
    """What dealing the next play row brings."""
    rest = [card.name for card in state.row if card is not None]
    if not state.row_dealt:
        return "Deal the first play row of eight cards; wishes can't be changed after it"
    if not rest:
        return "The whole row is placed: deal the next one"
    return f"Nothing more can be placed: set {listed(rest)} aside and deal the next row"


def standing(state: GaremState) -> str:
    """How far a game is, in a few words."""
    row = state.rows_dealt
    return f"row {row} of 12, {counted(len(state.complete), 'complete pile')}" if row else "no row dealt yet"


def summary(state: GaremState, outcome: Outcome) -> str:
    """How a position stands, in one sentence."""
    granted = [str(number) for number in state.complete]
    result = "no pile is complete"
    if granted:
        piles = "pile" if len(granted) == 1 else "piles"
        result = f"{counted(len(granted), 'wish', 'wishes')} granted ({piles} {listed(granted)} complete)"
    if len(granted) == len(state.piles):
        result = "the patience comes out: all eight piles are complete"
    if outcome is Outcome.FINISHED:
        return f"finished: {result}"
    return f"still being played: {result}, {counted(state.rows_left, 'row')} to come"
