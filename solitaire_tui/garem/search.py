"""With all cards known: the most wishes any play of Garem can get, and a line that gets them.

Until the gate opens nothing can be chosen. After it, a row is shared among the piles, and four facts keep
the search small: placing never hurts, so only shares that leave nothing to place are tried; piles with the
same base are interchangeable; a pile that could not get complete if it alone were fed is left out; and
piles that need more cards of a rank than are left can't all get complete. Each of them can be switched off
to check it against the others.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from solitaire_tui.garem.compact import (
    RANKS,
    Counts,
    bases_of,
    can_complete,
    counts_of,
    feed_gate,
    heights_of,
    ranks_of,
    rows_of,
    shares,
)
from solitaire_tui.garem.rules import GAREM, NEXT, PILE_SIZE, GaremState, NextRow, Place, placements

_LOOK_EVERY: Final = 64
"""Nodes between two looks at the clock and at the caller's wish to cancel."""

Pile = tuple[int, int, int]
"""The rank a pile asks for, the number of cards it misses, and which pile it is (0..7)."""


@dataclass(frozen=True, slots=True)
class Prunings:
    """What the search leaves out; none of it changes an answer.

    Attributes:
        maximal: shares of a row that leave a card which could be placed.
        interchangeable: positions that differ only in which of two piles with the same base is which.
        doomed: piles that the rest of the rows can't complete.
        bound: shares after which the cards left can't grant more wishes than a share tried before.
    """

    maximal: bool = True
    interchangeable: bool = True
    doomed: bool = True
    bound: bool = True


@dataclass(frozen=True, slots=True)
class Optimum:
    """What all play can get from a position when every card is known.

    Attributes:
        most_wishes: the complete piles at the end of ``line``, those complete already included.
        decided: whether no play gets more; False only if the budget ran out or the search was cancelled.
        line: legal moves from the position to the end of the game.
        nodes: positions between two rows looked at.
        seconds: time taken.
    """

    most_wishes: int
    decided: bool
    line: tuple[Place | NextRow, ...]
    nodes: int
    seconds: float


class _Stopped(Exception):
    """The budget has run out or the caller has cancelled."""


class RowSearch:
    """The best way to share known play rows among piles once the gate is open.

    Args:
        rows: the play rows, the present one first.
        prunings: what to leave out.
        tick: called at every node; may raise to stop the search.
    """

    def __init__(
        self, rows: Sequence[Counts], prunings: Prunings = Prunings(), tick: Callable[[], None] | None = None
    ) -> None:
        self._rows = rows
        self._prunings = prunings
        self._tick = tick
        # How many cards of each rank are in the rows from each number on.
        self._supply: list[Counts] = [[0] * RANKS]
        for row in reversed(rows):
            self._supply.append([here + later for here, later in zip(row, self._supply[-1], strict=True)])
        self._supply.reverse()
        self._known: dict[tuple[object, ...], int] = {}
        self._path: list[dict[int, int]] = []
        self._done = 0
        self.best = -1
        self.best_path: tuple[Mapping[int, int], ...] = ()

    def most(self, piles: Sequence[Pile], first: int = 0) -> int:
        """How many of the piles can get complete from the rows from number ``first`` on."""
        return self._most(self._kept(piles, first), first)

    def _most(self, piles: Sequence[Pile], first: int) -> int:
        if self._done > self.best:
            self.best, self.best_path = self._done, tuple(self._path)
        if first == len(self._rows) or not piles:
            return 0
        if self._tick is not None:
            self._tick()
        if self._prunings.interchangeable:
            key: tuple[object, ...] = (first, *[pile[:2] for pile in piles])
        else:
            key = (first, *piles)
        known = self._known.get(key)
        if known is not None:
            return known
        most, limit = 0, self._limit(piles, first)
        for taken in shares([pile[:2] for pile in piles], self._rows[first], maximal=self._prunings.maximal):
            left, completed = after_share(piles, taken)
            left = self._kept(left, first + 1)
            if completed + self._limit(left, first + 1) <= most:
                continue
            self._path.append({pile[2]: number for pile, number in zip(piles, taken, strict=True)})
            self._done += completed
            most = max(most, completed + self._most(left, first + 1))
            self._done -= completed
            self._path.pop()
            if most >= limit:
                break
        self._known[key] = most
        return most

    def _kept(self, piles: Sequence[Pile], first: int) -> list[Pile]:
        """The piles that can still get complete, the closest to it first."""
        if self._prunings.doomed:
            piles = [pile for pile in piles if can_complete(pile[0], pile[1], self._rows, first)]
        return sorted(piles, key=_closest_first)

    def _limit(self, piles: Sequence[Pile], first: int) -> int:
        """No more of the piles than this get complete: each needs its own card of every rank it misses."""
        if not self._prunings.bound:
            return RANKS  # more than there are piles, so nothing is left out
        lacking = 0
        if len(piles) > 1:
            left = self._supply[first].copy()
            for rank, missing, _ in piles:
                for step in range(rank, rank + missing):
                    left[step % RANKS] -= 1
            lacking = max(0, -min(left))
        return len(piles) - lacking

    def best_line(self, piles: Sequence[Pile], first: int = 0) -> list[Mapping[int, int]]:
        """For each row from number ``first`` on, how many cards each pile takes on a way to ``most``."""
        line: list[Mapping[int, int]] = []
        wanted = self.most(piles, first)
        while wanted:
            piles = self._kept(piles, first)
            for taken in shares([pile[:2] for pile in piles], self._rows[first], maximal=self._prunings.maximal):
                left, completed = after_share(piles, taken)
                if completed + self.most(left, first + 1) == wanted:
                    break
            line.append({pile[2]: number for pile, number in zip(piles, taken, strict=True)})
            piles, first, wanted = left, first + 1, wanted - completed
        return line


def _closest_first(pile: Pile) -> tuple[int, int, int]:
    """The order in which piles are served: the one that misses the fewest cards first."""
    return pile[1], pile[0], pile[2]


def after_share(piles: Sequence[Pile], taken: Sequence[int]) -> tuple[list[Pile], int]:
    """The unfinished piles after each has taken cards, and how many of them got complete."""
    left = [
        ((rank + number) % RANKS, missing - number, label)
        for (rank, missing, label), number in zip(piles, taken, strict=True)
        if number < missing
    ]
    return left, len(piles) - len(left)


def optimum(
    state: GaremState,
    *,
    nodes: int | None = None,
    seconds: float | None = None,
    cancelled: Callable[[], bool] | None = None,
    prunings: Prunings = Prunings(),
) -> Optimum:
    """The most wishes any play can get from a position, every card known, and a line that gets them.

    Args:
        state: any position of a game.
        nodes: how many nodes to look at, at most; the answer depends on nothing else.
        seconds: how long to search, at most.
        cancelled: asked now and then; True ends the search.
        prunings: what the search may leave out.
    """
    started = time.perf_counter()
    looked = 0

    def tick() -> None:
        nonlocal looked
        if nodes is not None and looked >= nodes:
            raise _Stopped
        if looked % _LOOK_EVERY == 0:
            if cancelled is not None and cancelled():
                raise _Stopped
            if seconds is not None and time.perf_counter() - started >= seconds:
                raise _Stopped
        looked += 1

    bases = bases_of(state)
    heights = list(heights_of(state))
    rows = [counts_of(ranks_of(state.row)), *rows_of(ranks_of(state.stock))]
    first = next((number for number, row in enumerate(rows) if feed_gate(bases, heights, row)), len(rows))
    piles = [
        ((base + height) % RANKS, PILE_SIZE - height, label)
        for label, (base, height) in enumerate(zip(bases, heights, strict=True))
        if height < PILE_SIZE
    ]
    search = RowSearch(rows, prunings, tick)
    try:
        search.most(piles, first)
        search._tick = None
        plan: Sequence[Mapping[int, int]] = search.best_line(piles, first)
        decided = True
    except _Stopped:
        plan = search.best_path
        decided = False
    line, wishes = _line(state, {first + number: taken for number, taken in enumerate(plan)})
    return Optimum(wishes, decided, line, looked, time.perf_counter() - started)


def _line(state: GaremState, plan: Mapping[int, Mapping[int, int]]) -> tuple[tuple[Place | NextRow, ...], int]:
    """Play a plan to the end of the game: the moves, and the complete piles at the end.

    Args:
        state: the position.
        plan: for each row (the present one is 0) how many cards each pile takes. What the plan says nothing
            about goes on the tallest pile that fits.
    """
    moves: list[Place | NextRow] = []
    number = 0
    while True:
        goal = dict(plan.get(number, {}))
        while legal := placements(state):
            gate_open = state.gate_open
            place = min(
                legal,
                key=lambda place: (
                    not (gate_open and goal.get(place.pile - 1, 0)),
                    -len(state.piles[place.pile - 1]),
                    place.pile,
                ),
            )
            if gate_open and goal.get(place.pile - 1, 0):
                goal[place.pile - 1] -= 1
            state = GAREM.apply(state, place)
            moves.append(place)
        if not state.stock:
            return tuple(moves), len(state.complete)
        state = GAREM.apply(state, NEXT)
        moves.append(NEXT)
        number += 1
