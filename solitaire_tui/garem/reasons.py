"""Why the adviser places a card where it does, in words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from solitaire_tui.garem.rules import GAREM, PILE_SIZE, GaremState, NextRow, Place
from solitaire_tui.garem.words import pile_named
from solitaire_tui.language import Noun, _, n_, number
from solitaire_tui.phrases import listed, named, sentence

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
        further = _("No further pile is likely to get complete, so where cards go matters little.")
        return f"{why} {further}"
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
        text = n_(
            "on {piles} the {card} would leave {there} wishes to expect, here it leaves {here}",
            "on {piles} the {card} would leave at best {there} wishes to expect, here it leaves {here}",
            len(worse),
        )
        there = number(max(worse.values()), ".2f")
        comparison = text.format(piles=_piles(worse), card=named(card), there=there, here=number(here, ".2f"))
        if missing == 1:
            return f"{why} {sentence(comparison)}"
        text = n_(
            "{pile} misses {number} card and gets complete with a chance of {chance}; {comparison}",
            "{pile} misses {number} cards and gets complete with a chance of {chance}; {comparison}",
            missing,
        )
        pile = pile_named(move.pile)
        chances = text.format(pile=pile, number=missing, chance=_percent(chance), comparison=comparison)
        return f"{why} {sentence(chances)}"
    if rivals:
        text = n_(
            "{piles} would be as good a place for the {card}",
            "{piles} would be as good a place for the {card}",
            len(rivals),
        )
        return f"{why} {sentence(text.format(piles=_piles(rivals), card=named(card)))}"
    if not chance and state.gate_open:
        text = _("The pile will hardly get complete, but all that fits has to be placed.")
    else:
        text = _("No other pile can take the {card} now.")
    return f"{why} {text.format(card=named(card))}"


def _percent(chance: float) -> str:
    """A chance in whole percent, certain and impossible only when it is so in every game played."""
    if 0 < chance < 0.01:
        return _("less than 1%")
    if 0.99 < chance < 1:
        return _("more than 99%")
    return f"{chance:.0%}"


def _piles(values: Mapping[int, float]) -> Noun:
    """Piles in words: ``pile 3 or pile 5``."""
    return listed([pile_named(pile) for pile in sorted(values)], "or")


def _same_rank(state: GaremState, one: Place, other: Place) -> bool:
    """Whether two placements play a card of the same rank."""
    first, second = state.row[one.slot - 1], state.row[other.slot - 1]
    return first is not None and second is not None and first.rank is second.rank
