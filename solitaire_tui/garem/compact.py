"""Garem in small integers: the encoding in which the search and the adviser count, converted at the border.

Ranks are 0 (ace) to 12 (king). A pile is its base rank and its height (1..13); it asks for rank
``(base + height) % 13``. A play row is a list of thirteen counts, one a rank. Suits never matter, and once
the gate is open the order of placing within a row does not either: what counts is how many cards of the row
each pile takes, and any numbers that the row can pay for can be played.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from solitaire_tui.cards import Card
from solitaire_tui.garem.rules import PILE_SIZE, ROW_SIZE, GaremState

RANKS: Final = 13

Heights = tuple[int, ...]
"""The height of each pile, from the left."""
Counts = list[int]
"""How many cards of each rank, ace first."""


def ranks_of(cards: Iterable[Card | None]) -> list[int]:
    """The ranks (0..12) of the cards, empty slots left out."""
    return [card.value - 1 for card in cards if card is not None]


def counts_of(ranks: Iterable[int]) -> Counts:
    """How many cards of each rank there are."""
    counts = [0] * RANKS
    for rank in ranks:
        counts[rank] += 1
    return counts


def bases_of(state: GaremState) -> tuple[int, ...]:
    """The rank (0..12) of each base card, from the left."""
    return tuple(pile[0].value - 1 for pile in state.piles)


def heights_of(state: GaremState) -> Heights:
    """The height of each pile, base card included (1..13)."""
    return tuple(len(pile) for pile in state.piles)


def rows_of(ranks: Sequence[int]) -> list[Counts]:
    """The play rows that a stock of these ranks gives, the next one first."""
    return [counts_of(ranks[at : at + ROW_SIZE]) for at in range(0, len(ranks), ROW_SIZE)]


def feed_gate(bases: Sequence[int], heights: list[int], counts: Counts) -> bool:
    """Give base cards their first cards from a row, and tell whether the gate is open after it.

    Changes ``heights`` and ``counts``. While the gate is shut nothing else can be placed, so there is no
    choice but between piles of the same base, of which the leftmost is served first.
    """
    gate_open = True
    for pile, height in enumerate(heights):
        if height == 1:
            rank = (bases[pile] + 1) % RANKS
            if counts[rank]:
                counts[rank] -= 1
                heights[pile] = 2
            else:
                gate_open = False
    return gate_open


def longest_run(counts: Counts, rank: int, missing: int) -> int:
    """How many cards in sequence from a rank on a row holds, at most the number missing."""
    run = 0
    while run < missing and counts[(rank + run) % RANKS]:
        run += 1
    return run


def shares(piles: Sequence[tuple[int, int]], counts: Counts, *, maximal: bool = True) -> list[tuple[int, ...]]:
    """Every way to share a row among piles: how many cards each takes, with the gate open.

    Args:
        piles: for each pile the rank it asks for and the number of cards it misses.
        counts: the row; not changed.
        maximal: only the ways that leave nothing to place. What the row can pay for, it can pay for with less
            taken, so a way is dominated by another exactly if some pile can take one more card.

    The first way serves the piles in the order given, each as far as it goes.
    """
    runs = [longest_run(counts, rank, missing) for rank, missing in piles]
    if maximal:
        left = counts.copy()
        for (rank, _), run in zip(piles, runs, strict=True):
            for step in range(run):
                left[(rank + step) % RANKS] -= 1
        if min(left) >= 0:
            return [tuple(runs)]  # no two piles ask for the same card
    ways: list[tuple[int, ...]] = []
    taken = [0] * len(piles)
    left = counts.copy()

    def share(at: int) -> None:
        if at == len(piles):
            if not maximal or not any(
                left[(rank + taken[pile]) % RANKS]
                for pile, (rank, missing) in enumerate(piles)
                if taken[pile] < missing
            ):
                ways.append(tuple(taken))
            return
        rank, missing = piles[at]
        run = longest_run(left, rank, min(missing, runs[at]))
        for step in range(run):
            left[(rank + step) % RANKS] -= 1
        for number in range(run, -1, -1):
            taken[at] = number
            share(at + 1)
            if number:
                left[(rank + number - 1) % RANKS] += 1

    share(0)
    return ways


def can_complete(rank: int, missing: int, rows: Sequence[Counts], first: int) -> bool:
    """Whether a pile gets complete from the rows from number ``first`` on if it alone is fed."""
    for number in range(first, len(rows)):
        missing_before = missing
        missing -= longest_run(rows[number], rank, missing)
        if not missing:
            return True
        rank = (rank + missing_before - missing) % RANKS
    return not missing


def finished(heights: Iterable[int]) -> int:
    """How many piles are complete."""
    return sum(height == PILE_SIZE for height in heights)
