"""Why the adviser places a card where it does, in words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from solitaire_tui.garem.rules import GAREM, PILE_SIZE, GaremState, NextRow, Place
from solitaire_tui.phrases import counted, listed, sentence, the

_ALIKE: Final = 0.005
"""Differences in expected wishes below this are not worth a word."""


def reason(
    state: GaremState,
    move: Place | NextRow,
    odds: Sequence[float],
    expected_after: Mapping[Place | NextRow, float],
) -> str:
    """Why a move is advised, in one or two sentences.

    Args:
        state: the position.
        move: the move advised.
        odds: for each pile the chance that it gets complete if the advice is followed.
        expected_after: the wishes to expect after each legal move.
    """
    why = sentence(GAREM.explain(state, move))
    if isinstance(move, NextRow):
        return why
    missing = PILE_SIZE - len(state.piles[move.pile - 1])
    chance = odds[move.pile - 1]
    if not any(odd for odd, pile in zip(odds, state.piles, strict=True) if len(pile) < PILE_SIZE):
        return f"{why} No further pile is likely to get complete, so where cards go matters little."
    rivals = {
        other.pile: value
        for other, value in expected_after.items()
        if isinstance(other, Place) and other.pile != move.pile and _same_rank(state, other, move)
    }
    card = state.row[move.slot - 1]
    assert card is not None  # the move is legal
    here = expected_after[move]
    worse = {pile: value for pile, value in rivals.items() if here - value >= _ALIKE}
    if worse:
        would = "would leave" if len(worse) == 1 else "would leave at best"
        text = (
            f"on {_piles(worse)} {the(card)} {would} {max(worse.values()):.2f} wishes to expect, "
            f"here it leaves {here:.2f}."
        )
        if missing == 1:
            return f"{why} {sentence(text)}"
        return (
            f"{why} Pile {move.pile} misses {counted(missing, 'card')} and gets complete with a chance of "
            f"{_percent(chance)}; {text}"
        )
    if rivals:
        return f"{why} {sentence(f'{_piles(rivals)} would be as good a place for {the(card)}')}"
    if not chance and state.gate_open:
        return f"{why} The pile will hardly get complete, but all that fits has to be placed."
    return f"{why} No other pile can take {the(card)} now."


def _percent(chance: float) -> str:
    """A chance in whole percent, certain and impossible only when it is so in every game played."""
    if 0 < chance < 0.01:
        return "less than 1%"
    if 0.99 < chance < 1:
        return "more than 99%"
    return f"{chance:.0%}"


def _piles(numbers: Mapping[int, float]) -> str:
    """Piles in words: ``pile 3 or pile 5``."""
    return listed([f"pile {number}" for number in sorted(numbers)], "or")


def _same_rank(state: GaremState, one: Place, other: Place) -> bool:
    """Whether two placements play a card of the same rank."""
    first, second = state.row[one.slot - 1], state.row[other.slot - 1]
    return first is not None and second is not None and first.rank is second.rank
