"""Proofs that a position of Raspad is lost: what the hand and the stock can still take off the table.

Everything here errs on the side of hope: it assumes that every card is lowered as far as it can be.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Final

from solitaire_tui.raspad.encoding import BEATEN, LOWERED, NEVER, Position, Tables, mask_of
from solitaire_tui.raspad.rules import HAND_SIZE, TABLE_SIZE
from solitaire_tui.raspad.turns import Turn

LOW: Final = 8
"""Cards below this number, aces and twos, may fall apart by themselves."""


@cache
def _takes(need: tuple[tuple[int, ...], ...]) -> tuple[int, ...]:
    """For each card the bit mask of the table cards that it beats when they are lowered as far as can be."""
    return tuple(mask_of(t for t, least in enumerate(row) if least < NEVER) for row in need)


def longest_row(position: Position, table: Tables) -> int:
    """The longest row, aces and twos not counted, with which laying down now may still lead to a close.

    After that the hands of this round are known as long as the row holds four cards: the stock, six at a time. In
    each turn a card that beats takes one card off the row, one that beats nothing lengthens it by one.
    """
    takes = _takes(table.need)
    present = mask_of(cell // 3 for cell in position.row if cell != BEATEN) | mask_of(position.hand)
    longest, gained = TABLE_SIZE - 1, 0
    stock = position.stock
    for start in range(0, len(stock), HAND_SIZE):
        hand = stock[start : start + HAND_SIZE]
        useful = sum(1 for card in hand if takes[card] & present)
        # Below four cards the table takes from the stock too, and the hands are no longer known: no bound then.
        longest = max(longest, gained + max(TABLE_SIZE - 1, 1 + useful))
        gained += useful - sum(1 for card in hand if card >= LOW and not takes[card] & present)
        present |= mask_of(hand)
    return longest


def hopeless(position: Position, table: Tables) -> bool:
    """Whether the round of a position at the start of a turn can be seen never to be closed."""
    if not position.stock:
        return cannot_close(position, table)
    cards = [cell // 3 for cell in position.row if cell >= 3 * LOW and cell != BEATEN]
    return too_many_unmatched(cards, (*position.hand, *position.stock), table)


def too_many_unmatched(cards: Sequence[int], takers: Sequence[int], table: Tables) -> bool:
    """Whether two or more of some open cards must stay, each beaten by at most one of the takers.

    A maximum matching by augmenting paths.
    """
    takes = _takes(table.need)
    if len(cards) - 1 > len(takers):
        return True
    taken_by: dict[int, int] = {}

    def find(card: int, tried: set[int]) -> bool:
        for taker in takers:
            if takes[taker] >> card & 1 and taker not in tried:
                tried.add(taker)
                if taker not in taken_by or find(taken_by[taker], tried):
                    taken_by[taker] = card
                    return True
        return False

    unmatched = 0
    for card in cards:
        if not find(card, set()):
            unmatched += 1
            if unmatched > 1:
                return True
    return False


def cannot_close(position: Position, table: Tables) -> bool:
    """Whether the hand alone can be seen not to close the round: by number, by reach, then by matching.

    By reach: if every hand card could be played again and again, which cards would ever be beaten?
    """
    row = list(position.row)
    cards = [cell // 3 for cell in row if cell >= 3 * LOW and cell != BEATEN]
    if len(cards) - 1 > len(position.hand):
        return True
    hand = mask_of(position.hand)
    beaters = table.beaters
    waiting = [i for i, cell in enumerate(row) if beaters[cell] & hand]
    while waiting:
        place = waiting.pop()
        if row[place] == BEATEN:
            continue
        row[place] = BEATEN
        for near in (place - 1, place + 1):
            if 0 <= near < len(row) and row[near] != BEATEN:
                cell = LOWERED[row[near]]
                if cell == BEATEN:  # falls apart: treated like a beaten card
                    waiting.append(near)
                    continue
                row[near] = cell
                if beaters[cell] & hand:
                    waiting.append(near)
    if len(row) - row.count(BEATEN) > 1:
        return True
    return too_many_unmatched(cards, position.hand, table)


class Future:
    """What laying down in one turn may leave, seen from the cards still to come."""

    def __init__(self, turn: Turn, stock: Sequence[int], table: Tables, limit: int) -> None:
        takes = _takes(table.need)
        takable = (1 << LOW) - 1
        for card in stock:
            takable |= takes[card]
        self._turn = turn
        self._limit = limit
        # What no card to come can beat: at most one of them may stay. A row below four cards is topped up from the
        # stock, but what lies there still has to be beaten.
        self._stay = sum(1 << i for i, card in enumerate(turn.cards) if card >= 0 and not takable >> card & 1)
        self._low = sum(1 << i for i, card in enumerate(turn.cards) if 0 <= card < LOW)
        self._hand_low = sum(1 << j for j, card in enumerate(turn.hand) if card < LOW)
        self._hand_stay = sum(1 << j for j, card in enumerate(turn.hand) if not takable >> card & 1)

    def alive(self, mask: int, hands: int) -> int:
        """Of a set of hands those with which laying down is not seen to be lost."""
        staying = (self._stay & ~mask).bit_count()
        if staying > 1:
            return 0
        room = self._limit - self._turn.open_count(mask) + (self._low & ~mask).bit_count()
        if room < 0:
            return 0
        alive = 0
        while hands:
            bit = hands & -hands
            hands ^= bit
            subset = bit.bit_length() - 1
            if (subset & ~self._hand_low).bit_count() <= room and (
                staying + (subset & self._hand_stay).bit_count() <= 1
            ):
                alive |= bit
        return alive
