"""Players of Garem that play a deal to its end, for studies; the simple ones are those of the rules page."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random
from typing import Final

from solitaire_tui.garem.adviser import Adviser
from solitaire_tui.garem.compact import (
    RANKS,
    bases_of,
    counts_of,
    feed_gate,
    finished,
    heights_of,
    longest_run,
    ranks_of,
    rows_of,
)
from solitaire_tui.garem.quick import piles_of
from solitaire_tui.garem.rules import GAREM, PILE_SIZE, ROW_SIZE, GaremState
from solitaire_tui.garem.search import optimum

_SOLVER_NODES: Final = 2_000_000
"""Nodes after which a deal is left undecided; of 1,000 deals none needed more than 400."""


def greedy(state: GaremState, seed: int = 0) -> int:
    """The wishes of one who always feeds the tallest pile that fits, the leftmost among equals."""
    bases, heights = bases_of(state), list(heights_of(state))
    for row in (counts_of(ranks_of(state.row)), *rows_of(ranks_of(state.stock))):
        if not feed_gate(bases, heights, row):
            continue
        # A pile that has been fed stays the tallest that fits, so each in turn takes all it can.
        for rank, missing, pile in piles_of(bases, heights):
            run = longest_run(row, rank, missing)
            heights[pile] += run
            for step in range(run):
                row[(rank + step) % RANKS] -= 1
    return finished(heights)


def at_random(state: GaremState, seed: int = 0) -> int:
    """The wishes of one who makes every legal move with equal chance, slot by slot and pile by pile."""
    draw = Random(seed).random
    bases, heights = bases_of(state), list(heights_of(state))
    stock = ranks_of(state.stock)
    row = ranks_of(state.row)
    while True:
        gate_open = min(heights) > 1
        legal = [
            (slot, pile)
            for slot, rank in enumerate(row)
            for pile, height in enumerate(heights)
            if height < PILE_SIZE and (bases[pile] + height) % RANKS == rank and (gate_open or height == 1)
        ]
        if legal:
            slot, pile = legal[int(draw() * len(legal))]
            heights[pile] += 1
            del row[slot]
        elif stock:
            row, stock = stock[:ROW_SIZE], stock[ROW_SIZE:]
            draw()  # the deal of a row is a move among one
        else:
            return finished(heights)


def adviser(state: GaremState, seed: int = 0) -> int:
    """The wishes of one who follows the adviser at its default strength."""
    while True:
        advising = Adviser(state, seed)
        if not advising.forced:
            for _ in advising.improve():
                pass
        plan = advising.plan()
        if not plan:
            return finished(heights_of(state))
        for move in plan:
            state = GAREM.apply(state, move)


def solver(state: GaremState, seed: int = 0) -> int | None:
    """The most wishes any play can get, every card known; None if the search was not done in its budget."""
    best = optimum(state, nodes=_SOLVER_NODES)
    return best.most_wishes if best.decided else None


PLAYERS: Final[Mapping[str, Callable[[GaremState, int], int | None]]] = {
    "solver": solver,
    "adviser": adviser,
    "greedy": greedy,
    "random": at_random,
}
"""Each player by name: from a position and a seed to the wishes granted at the end, None for undecided."""
