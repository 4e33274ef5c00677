"""Every way to end a turn of Raspad: all that can happen between two refills, found at once.

Between two refills the beaten places of the row decide everything but the hand. So a turn is enumerated over bit
masks of beaten places, and all hands that can come with a mask are kept together in one 64-bit set: bit s stands for
the subset s of the (at most six) hand cards, bit j of s for the j-th card. Playing card j turns the set S into
``(S & HAS[j]) >> (1 << j)``: all hands move at once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Final

from solitaire_tui.raspad.encoding import BEATEN, NEVER, Pair, Position
from solitaire_tui.raspad.rules import HAND_SIZE

HAS: Final = tuple(sum(1 << s for s in range(1 << HAND_SIZE) if s >> j & 1) for j in range(HAND_SIZE))
"""``HAS[j]``: the set of all subsets that hold card j."""

SIZED: Final = tuple(
    sum(1 << s for s in range(1 << HAND_SIZE) if s.bit_count() == size) for size in range(HAND_SIZE + 1)
)
"""``SIZED[k]``: the set of all subsets of k cards."""


CHECKED: Final = 512
"""So many masks are worked on between two calls of ``check``, some milliseconds."""


def members(hands: int) -> Iterator[int]:
    """The subsets in a 64-bit set of subsets, smallest number first."""
    while hands:
        lowest = hands & -hands
        yield lowest.bit_length() - 1
        hands ^= lowest


class Turn:
    """A position and all that can be reached from it before the next refill.

    Attributes:
        hand: the card numbers of the hand in the order drawn.
        cards: the card number of each place of the row, -1 where it was beaten from the start.
        levels: for each number of cards played, the reachable masks of beaten places, each with its set of hands.
    """

    def __init__(
        self,
        position: Position,
        need: Sequence[Sequence[int]],
        *,
        limit: int | None = None,
        stop_at: int | None = None,
        beam: int | None = None,
        check: Callable[[int], None] | None = None,
    ) -> None:
        """Enumerate.

        Args:
            position: where the turn stands; some cards of its row may be beaten already.
            need: the table of that name of `solitaire_tui.raspad.encoding.tables`.
            limit: leave out masks that can no longer lead to a row of at most so many cards, aces and twos (which may
                fall apart) not counted, however the rest of the hand is played.
            stop_at: stop as soon as a mask leaves at most this many open cards.
            beam: keep at most so many masks for each number of cards played, those that beat most; what is found
                then is possible but not all.
            check: called with the number of masks about to be worked on; it may raise to give up.
        """
        self.hand = position.hand
        self.cards = tuple(-1 if cell == BEATEN else cell // 3 for cell in position.row)
        self._limit = limit
        size = len(self.cards)
        start = 0
        self._aces = self._twos = 0
        for i, card in enumerate(self.cards):
            if card < 0:
                start |= 1 << i
            elif card < 4:
                self._aces |= 1 << i
            elif card < 8:
                self._twos |= 1 << i
        # For each place and number of beaten neighbours, the hand cards that beat it, as (HAS[j], shift).
        self._plays: list[list[tuple[tuple[int, int], ...]]] = [
            [
                tuple((HAS[j], 1 << j) for j, h in enumerate(self.hand) if card >= 0 and need[h][card] <= lowered)
                for lowered in range(NEVER)
            ]
            for card in self.cards
        ]
        self._can = [sum(1 << i for i in range(size) if self._plays[i][lowered]) for lowered in range(NEVER)]
        self.levels: list[dict[int, int]] = [{start: 1 << ((1 << len(self.hand)) - 1)}]
        while stop_at is None or size - max(mask.bit_count() for mask in self.levels[-1]) > stop_at:
            following = self._following(self.levels[-1], len(self.hand) - len(self.levels), check)
            if not following:
                break
            if beam is not None and len(following) > beam:
                kept = sorted(following, key=int.bit_count, reverse=True)[:beam]
                following = {mask: following[mask] for mask in kept}
            self.levels.append(following)

    def _following(
        self, level: dict[int, int], left_in_hand: int, check: Callable[[int], None] | None
    ) -> dict[int, int]:
        """The masks and hands one beat further, when so many cards are left in the hand."""
        size = len(self.cards)
        # Beaten places needed: one less for each card that may still be played or fall apart by itself.
        least = 0 if self._limit is None else size - left_in_hand - self._limit
        can0, can1, can2 = self._can
        plays = self._plays
        low_cards = self._aces | self._twos
        following: dict[int, int] = {}
        get = following.get
        for count, (mask, hands) in enumerate(level.items()):
            if check is not None and not count % CHECKED:
                check(min(CHECKED, len(level) - count))
            left, right = mask << 1, mask >> 1
            both = left & right
            places = (can0 | can1 & (left | right) | can2 & both) & ~mask
            while places:
                place = places & -places
                places ^= place
                i = place.bit_length() - 1
                lowered = 2 if both & place else 1 if (left | right) & place else 0
                played = 0
                for has, shift in plays[i][lowered]:
                    played |= (hands & has) >> shift
                if played:
                    after = mask | place
                    if low_cards & ~after:
                        after = self._decayed(after)
                        if after.bit_count() + (low_cards & ~after).bit_count() < least:
                            continue
                    elif after.bit_count() < least:
                        continue
                    following[after] = get(after, 0) | played
        return following

    def _decayed(self, mask: int) -> int:
        """The mask after all that falls apart by itself [R7]."""
        while True:
            left, right = mask << 1, mask >> 1
            falling = (self._aces & (left | right) | self._twos & left & right) & ~mask
            if not falling:
                return mask
            mask |= falling

    def open_count(self, mask: int) -> int:
        """How many cards a mask leaves open."""
        return len(self.cards) - mask.bit_count()

    def open_cards(self, mask: int) -> list[int]:
        """The card numbers that a mask leaves open, from left to right."""
        return [card for i, card in enumerate(self.cards) if not mask >> i & 1]

    def held(self, subset: int) -> tuple[int, ...]:
        """The card numbers of a subset of the hand, in the order drawn."""
        return tuple(card for j, card in enumerate(self.hand) if subset >> j & 1)

    def stuck(self, mask: int, hands: int) -> int:
        """Of a set of hands those that can beat nothing more with this mask (for the option ``must_beat``)."""
        for _, plays in self._open_plays(mask):
            for has, _ in plays:
                hands &= ~has
        return hands

    def beats_to(self, mask: int, subset: int) -> list[Pair]:
        """An order of beats that leads to a mask and a hand.

        Raises:
            ValueError: if they can't be reached.
        """
        played = len(self.hand) - subset.bit_count()
        if played >= len(self.levels) or not self.levels[played].get(mask, 0) >> subset & 1:
            raise ValueError("no order of beats leads there")
        beats: list[Pair] = []
        for level in reversed(self.levels[:played]):
            mask, subset, pair = self._previous(level, mask, subset)
            beats.append(pair)
        return beats[::-1]

    def leading_to(self, goals: dict[int, int], played: int) -> list[dict[int, int]]:
        """The part of the levels from which some masks and hands can be reached, all after the same number of beats.

        Args:
            goals: masks with a set of hands each, all from ``levels[played]``.
            played: the number of beats.
        """
        parts = [goals]
        for level in reversed(self.levels[:played]):
            part: dict[int, int] = {}
            for before, hands in level.items():
                good = 0
                for i, plays in self._open_plays(before):
                    after = parts[-1].get(self._decayed(before | 1 << i))
                    if after:
                        for has, shift in plays:
                            good |= after << shift & has
                if good & hands:
                    part[before] = good & hands
            parts.append(part)
        return parts[::-1]

    def beats_from(self, mask: int, subset: int) -> Iterator[tuple[Pair, int, int]]:
        """Every beat possible with a mask and a hand, and the mask and hand after it."""
        for i, plays in self._open_plays(mask):
            for _, shift in plays:
                if subset & shift:
                    pair = (self.hand[shift.bit_length() - 1], self.cards[i])
                    yield pair, self._decayed(mask | 1 << i), subset ^ shift

    def _open_plays(self, mask: int) -> Iterator[tuple[int, tuple[tuple[int, int], ...]]]:
        """For each open place of a mask the hand cards that beat it."""
        left, right = mask << 1, mask >> 1
        for i, plays in enumerate(self._plays):
            if not mask >> i & 1:
                yield i, plays[(left >> i & 1) + (right >> i & 1)]

    def _previous(self, level: dict[int, int], mask: int, subset: int) -> tuple[int, int, Pair]:
        """One beat back: the mask, the hand and the beat that led from there."""
        for before, hands in level.items():
            if before & ~mask or not any(
                hands >> (subset | 1 << j) & 1 for j in range(len(self.hand)) if not subset >> j & 1
            ):
                continue
            for i, plays in self._open_plays(before):
                if self._decayed(before | 1 << i) != mask:
                    continue
                for _, shift in plays:
                    if not subset & shift and hands >> (subset | shift) & 1:
                        j = shift.bit_length() - 1
                        return before, subset | shift, (self.hand[j], self.cards[i])
        raise AssertionError("every mask but the first was reached from another")
