"""Quick games: how many piles a shuffle of the unseen cards completes, told in some twenty microseconds.

A quick game feeds only the piles which the shuffle can complete at all, each row to the pile that misses
the fewest cards first; if that does not complete them all, two fixed orders are tried as well: the pile
that misses most first, and the same without the nearest one. That is more foresight than a player has, but
about as much as good choices in the rows to come are worth: over deals 20001 to 23000 quick games on the
true stock complete 0.699 piles and a player who follows their advice 0.702, where tallest-pile-first gets
0.650 and the optimum is 0.722.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from random import Random
from typing import Final

from solitaire_tui.garem.compact import RANKS, Counts, feed_gate
from solitaire_tui.garem.rules import PILE_SIZE, ROW_SIZE
from solitaire_tui.garem.search import Pile

_BITS: Final = tuple(1 << rank | 1 << rank + RANKS for rank in range(RANKS))
"""Each rank as a bit, written twice so that a shift looks round the corner."""
_RANK_OF: Final = {bit: rank for rank, bit in enumerate(_BITS)}


class Shuffle:
    """One order of the unseen cards, by rows.

    Attributes:
        masks: for each row the ranks it holds, as bits, twice over.
    """

    __slots__ = ("_bits", "_counts", "_known", "masks")

    def __init__(self, bits: Sequence[int]) -> None:
        self._bits = tuple(bits)
        self._counts: list[Counts] | None = None
        self._known: dict[tuple[Pile, ...], int] = {}
        masks: list[int] = []
        for at in range(0, len(bits), ROW_SIZE):
            mask = 0
            for bit in bits[at : at + ROW_SIZE]:
                mask |= bit
            masks.append(mask)
        self.masks = masks

    @property
    def rows(self) -> list[Counts]:
        """For each row how many cards of each rank it holds."""
        if self._counts is None:
            self._counts = []
            for at in range(0, len(self._bits), ROW_SIZE):
                counts = [0] * RANKS
                for bit in self._bits[at : at + ROW_SIZE]:
                    counts[_RANK_OF[bit]] += 1
                self._counts.append(counts)
        return self._counts

    def completed(self, piles: tuple[Pile, ...]) -> int:
        """The piles that a quick game completes, as bits by number, with the gate open.

        Args:
            piles: the unfinished piles, the one that misses the fewest cards first.
        """
        alive = tuple([pile for pile in piles if self._alone(pile[0], pile[1])])
        if not alive:
            return 0
        if len(alive) == 1:
            return 1 << alive[0][2]
        known = self._known.get(alive)
        if known is None:
            known = self._known[alive] = _quick_game(alive, self.rows)
        return known

    def completed_from_shut(self, bases: Sequence[int], heights: Sequence[int]) -> int:
        """The piles that a quick game completes, as bits by number, with the gate still shut."""
        now = list(heights)
        for number, row in enumerate(self.rows):
            left = row.copy()
            if feed_gate(bases, now, left):
                rest = Shuffle(self._bits[number * ROW_SIZE :])
                rest._counts = [left, *self.rows[number + 1 :]]
                rest.masks[0] = sum(_BITS[rank] for rank in range(RANKS) if left[rank])
                return rest.completed(piles_of(bases, now))
        return 0

    def _alone(self, rank: int, missing: int) -> bool:
        """Whether the rows complete a pile if it alone is fed."""
        for mask in self.masks:
            # The run of ranks from `rank` on: the trailing ones of the mask shifted there.
            shifted = mask >> rank
            run = (~shifted & (shifted + 1)).bit_length() - 1
            if run:
                if run >= missing:
                    return True
                missing -= run
                rank += run
                if rank >= RANKS:
                    rank -= RANKS
        return False


def piles_of(bases: Sequence[int], heights: Sequence[int]) -> tuple[Pile, ...]:
    """The unfinished piles, the one that misses the fewest cards first, the leftmost among equals."""
    piles = [
        ((base + height) % RANKS, PILE_SIZE - height, label)
        for label, (base, height) in enumerate(zip(bases, heights, strict=True))
        if height < PILE_SIZE
    ]
    return tuple(sorted(piles, key=lambda pile: (pile[1], pile[2])))


class Shuffles:
    """Shuffles of the unseen cards, the same ones for the same seed whatever their true order.

    Args:
        unseen: the ranks (0..12) of the unseen cards, in any order.
        seed: the seed of the generator, whose ``random`` is the one stream that Python promises to keep.
    """

    def __init__(self, unseen: Iterable[int], seed: int) -> None:
        self._bits = sorted(_BITS[rank] for rank in unseen)  # forgets the order of the stock
        self._random = Random(seed).random

    def draw(self) -> Shuffle:
        """The next shuffle."""
        draw = self._random
        self._bits.sort(key=lambda _: draw())
        return Shuffle(self._bits)


def _quick_game(piles: Sequence[Pile], rows: Sequence[Counts]) -> int:
    """The most piles, as bits, that one of three simple ways to feed them completes."""
    done = _feed(piles, rows, nearest_first=True)
    if done.bit_count() == len(piles):
        return done
    backwards = piles[::-1]
    for order in (backwards, backwards[:-1]) if len(piles) > 2 else (backwards,):
        other = _feed(order, rows, nearest_first=False)
        if other.bit_count() > done.bit_count():
            done = other
    return done


def _feed(piles: Iterable[Pile], rows: Iterable[Counts], *, nearest_first: bool) -> int:
    """The piles, as bits, that get complete when each row is offered to them in order.

    Args:
        piles: the piles in the order in which they are fed.
        rows: the rows; not changed.
        nearest_first: sort the piles anew after each row by the number of cards they miss.
    """
    feeding = [[missing, rank, label] for rank, missing, label in piles]
    done = 0
    for row in rows:
        left = row.copy()
        completed = False
        for pile in feeding:
            missing, rank, label = pile
            if left[rank]:
                while left[rank]:
                    left[rank] -= 1
                    missing -= 1
                    rank = rank + 1 if rank < RANKS - 1 else 0
                    if not missing:
                        done |= 1 << label
                        completed = True
                        break
                pile[0] = missing
                pile[1] = rank
        if completed:
            feeding = [pile for pile in feeding if pile[0]]
            if not feeding:
                break
        if nearest_first:
            feeding.sort()
    return done
