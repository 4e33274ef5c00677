"""The honest adviser for Garem: what to place where and how likely each wish is, from what the player knows.

Luck enters only between rows. So the ways to finish the present row are enumerated, those that differ in no
pile that can still be completed are taken as one, and each is weighed by quick games over shuffles of the
unseen ranks, the same shuffles for all; after each block of shuffles the better half goes on (sequential
halving). The order of the stock is never looked at.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from solitaire_tui.garem.compact import (
    RANKS,
    Heights,
    bases_of,
    counts_of,
    feed_gate,
    heights_of,
    ranks_of,
    shares,
)
from solitaire_tui.garem.quick import Shuffle, Shuffles, piles_of
from solitaire_tui.garem.reasons import reason
from solitaire_tui.garem.rules import (
    GAREM,
    NEXT,
    PILE_SIZE,
    PILES,
    ROW_SIZE,
    GaremState,
    NextRow,
    Place,
    placements,
)
from solitaire_tui.garem.search import Pile, RowSearch
from solitaire_tui.phrases import sentence

DEFAULT_SAMPLES: Final = 1024
"""Shuffles for each decision at default strength."""
_FIRST_GAMES: Final = 400
"""Quick games in the first block, about, so that the first answer comes at once however many the ways."""
_FIRST_SHUFFLES: Final = 32
"""Shuffles in the first block, at most."""


@dataclass(frozen=True, slots=True)
class Advice:
    """What the adviser says about a position.

    Attributes:
        move: the move to make now; None when the game is over.
        plan: the placements of the present row in a playable order, then ``next`` if a row is left to deal.
        wish_odds: for each pile the chance (0..1) that it gets complete if the adviser is followed.
        expected_wishes: the sum of the odds, the wishes granted already included.
        expected_after: for each legal move the expected wishes when it is made and the best follows, told
            from the same shuffles; for the move advised it is ``expected_wishes``, and for none is it more.
        reason: why, in words.
        samples: the shuffles it rests on.
        exact: whether luck has no say any more, so that the odds are 0 or 1.
    """

    move: Place | NextRow | None
    plan: tuple[Place | NextRow, ...]
    wish_odds: tuple[float, ...]
    expected_wishes: float
    expected_after: Mapping[Place | NextRow, float]
    reason: str
    samples: int
    exact: bool


@dataclass(slots=True, eq=False)
class _Way:
    """A way to finish the present row, and how it fared.

    Attributes:
        heights: the pile heights after it.
        gate_open: whether the gate is open after it.
        piles: the unfinished piles that can still be completed, the nearest first.
        granted: the complete piles, as bits.
        totals: after each shuffle the sum of the piles completed so far, granted ones not included.
        wishes: for each pile in how many shuffles it got complete.
    """

    heights: Heights
    gate_open: bool
    piles: tuple[Pile, ...]
    granted: int
    totals: list[int] = field(default_factory=list)
    wishes: list[int] = field(default_factory=lambda: [0] * PILES)

    def mean(self, samples: int) -> float:
        """The wishes to expect, judged by the first so many shuffles."""
        return self.granted.bit_count() + self.totals[samples - 1] / samples


class Adviser:
    """Weighs the ways to finish the present row, better with every block of shuffles.

    Args:
        state: the position; of its stock only the ranks are used, in no order.
        seed: the seed of the shuffles.
        samples: how many shuffles the last advice rests on (positive).
    """

    def __init__(self, state: GaremState, seed: int = 0, samples: int = DEFAULT_SAMPLES) -> None:
        if samples < 1:
            raise ValueError("an advice needs at least one sample")
        self._state = state
        self._bases = bases_of(state)
        unseen = ranks_of(state.stock)
        self._unseen = counts_of(unseen)
        self._shuffles = Shuffles(unseen, seed)
        self._known: dict[tuple[object, ...], _Way] = {}
        self._ways = self._endings(state)
        self._after = {move: self._endings(GAREM.apply(state, move)) for move in placements(state)}
        self._racing = list(self._known.values())
        # The last row is known before it is dealt: it is what is left.
        self.exact = len(unseen) <= ROW_SIZE or not any(way.piles for way in self._racing)
        self._budget = 1 if self.exact else samples
        self._samples = 0

    @property
    def forced(self) -> bool:
        """Whether all ways to finish the row come to the same."""
        return len(self._ways) == 1

    @property
    def complete(self) -> bool:
        """Whether the budget is spent."""
        return self._samples >= self._budget

    def improve(self) -> Iterator[Advice]:
        """Advice after each block of shuffles, each as large as all before it, until the budget is spent.

        The course depends on what the player sees, the seed and the budget alone.
        """
        while not self.complete:
            games = max(4, min(_FIRST_SHUFFLES, _FIRST_GAMES // len(self._racing)))
            block = min(self._samples or games, self._budget - self._samples)
            for _ in range(block):
                shuffle = self._shuffles.draw()
                for way in self._racing:
                    self._try(way, shuffle)
            self._samples += block
            best = self._best(self._ways)
            yield self._advice(best)
            self._halve(best)

    def plan(self) -> tuple[Place | NextRow, ...]:
        """The moves of the way that looks best so far; before the first block, of tallest pile first."""
        return self._plan(self._best(self._ways) if self._samples else self._ways[0])

    def _best(self, ways: Sequence[_Way]) -> _Way:
        """The best of some ways by all shuffles so far, the first among equals."""
        racing = [way for way in ways if len(way.totals) == self._samples]
        return max(racing, key=lambda way: way.totals[-1] / self._samples + way.granted.bit_count())

    def _halve(self, best: _Way) -> None:
        """Drop the worse half of the ways, but keep the best one after each legal move."""
        ranked = sorted(self._racing, key=lambda way: -way.mean(self._samples))
        kept = {id(way) for way in (best, *ranked[: (len(ranked) + 1) // 2])}
        kept.update(id(self._best(ways)) for ways in self._after.values())
        self._racing = [way for way in self._racing if id(way) in kept]

    def _endings(self, state: GaremState) -> list[_Way]:
        """The ways to finish a row that differ in piles with hope; the first one feeds the tallest."""
        heights, counts = list(heights_of(state)), counts_of(ranks_of(state.row))
        if not feed_gate(self._bases, heights, counts):
            return [self._way(heights, gate_open=False)]
        hopeful = [pile for pile in piles_of(self._bases, heights) if self._can_complete(pile, counts)]
        ways: dict[int, _Way] = {}
        for taken in shares([pile[:2] for pile in hopeful], counts):
            after = heights.copy()
            for (_, _, label), number in zip(hopeful, taken, strict=True):
                after[label] += number
            way = self._way(after, gate_open=True)
            ways[id(way)] = way
        return list(ways.values())

    def _way(self, heights: Sequence[int], *, gate_open: bool) -> _Way:
        """The way that ends with these heights, or one known already that comes to the same."""
        granted = sum(1 << label for label, height in enumerate(heights) if height == PILE_SIZE)
        piles = piles_of(self._bases, heights)
        key: tuple[object, ...] = (gate_open, granted.bit_count())
        if gate_open:
            piles = tuple(pile for pile in piles if self._can_complete(pile))
            key += tuple(sorted(pile[:2] for pile in piles))
        else:
            waiting = Counter(rank for rank, missing, _ in piles if missing == PILE_SIZE - 1)
            if any(self._unseen[rank] < count for rank, count in waiting.items()):
                piles = ()  # the gate never opens
            key += tuple(sorted(pile[:2] for pile in piles))
        return self._known.setdefault(key, _Way(tuple(heights), gate_open, piles, granted))

    def _can_complete(self, pile: Pile, counts: Sequence[int] = (0,) * RANKS) -> bool:
        """Whether no rank that a pile misses has run out, in a row and among the unseen cards."""
        rank, missing, _ = pile
        return all(self._unseen[r] + counts[r] for r in ((rank + step) % RANKS for step in range(missing)))

    def _try(self, way: _Way, shuffle: Shuffle) -> None:
        """Count the piles that a way completes with a shuffle."""
        if not way.piles:
            done = 0
        elif not way.gate_open:
            done = shuffle.completed_from_shut(self._bases, way.heights)
        elif self.exact:
            done = _best_of_last_row(way.piles, shuffle)
        else:
            done = shuffle.completed(way.piles)
        way.totals.append((way.totals[-1] if way.totals else 0) + done.bit_count())
        while done:
            label = done.bit_length() - 1
            way.wishes[label] += 1
            done ^= 1 << label

    def _advice(self, best: _Way) -> Advice:
        """The advice to finish the row in a way."""
        samples, wishes = self._samples, best.wishes
        odds = tuple(1.0 if best.granted >> label & 1 else wishes[label] / samples for label in range(PILES))
        expected = best.mean(samples)
        plan = self._plan(best)
        after: dict[Place | NextRow, float] = {
            move: min(expected, self._best(ways).mean(samples)) for move, ways in self._after.items()
        }
        if plan:
            # What is advised goes on to the best way, or to one that comes to the same.
            after[plan[0]] = expected
        return Advice(
            move=plan[0] if plan else None,
            plan=plan,
            wish_odds=odds,
            expected_wishes=expected,
            expected_after=after,
            reason=reason(self._state, plan[0], odds, after) if plan else sentence(GAREM.summary(self._state)),
            samples=samples,
            exact=self.exact,
        )

    def _plan(self, way: _Way) -> tuple[Place | NextRow, ...]:
        """The moves of a way: first what it feeds, from the left, then what fits elsewhere, tallest first."""
        state = self._state
        plan: list[Place | NextRow] = []
        while legal := placements(state):
            move = min(legal, key=lambda move: _order(state, move, way.heights))
            plan.append(move)
            state = GAREM.apply(state, move)
        return (*plan, NEXT) if state.stock else tuple(plan)


def _best_of_last_row(piles: Sequence[Pile], shuffle: Shuffle) -> int:
    """The piles, as bits, that the last row completes in the best way to place it."""
    missing = {label: number for _, number, label in piles}
    for taken in RowSearch(shuffle.rows).best_line(piles):
        missing = {label: number - taken.get(label, 0) for label, number in missing.items()}
    return sum(1 << label for label, number in missing.items() if not number)


def _order(state: GaremState, move: Place, goal: Heights) -> tuple[bool, int, int, int]:
    """The order of the moves of a plan that ends with certain heights."""
    height = len(state.piles[move.pile - 1])
    feeds = height < goal[move.pile - 1]
    return not feeds, 0 if feeds else -height, move.slot, move.pile


def advise(state: GaremState, *, seed: int = 0, samples: int = DEFAULT_SAMPLES) -> Advice:
    """The advice for a position that rests on the whole budget.

    Args:
        state: any position; only what the player has seen of it is used.
        seed: the seed of the shuffles: the same position, seed and budget give the same advice.
        samples: how many shuffles to weigh the choice by (positive).
    """
    *_, advice = Adviser(state, seed, samples).improve()
    return advice
