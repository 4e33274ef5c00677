"""Quick games of Raspad: play a position to its end by a simple plan, in some tens of microseconds.

The plan: beat the open card that the fewest hand cards beat, with the cheapest of them; close as soon as possible;
lay down when nothing can be beaten. The last open card is beaten only if that wins the deal.

One long function on purpose: it is what the search and the adviser spend most of their time in.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from solitaire_tui.raspad.encoding import BEATEN, LOWERED, Pair, mask_of
from solitaire_tui.raspad.rules import HAND_SIZE, TABLE_SIZE

Log = list[list[Pair]]
"""The beats of each turn played; whether a turn closed or laid down follows from what they leave open."""

# With noise, a beat is drawn from all that are possible (one time in 2 to 16), or the hand is laid down early
# (one time in 32 to 256). The deals that the plan loses need different amounts of either.
_STRAY_MASKS: Final = (1, 3, 7, 15)
_EARLY_MASKS: Final = (31, 63, 127, 255)
_MULTIPLIER: Final = 1103515245
_SPREAD: Final = 0x9E3779B1
_MODULUS_MASK: Final = 0x7FFFFFFF


def play_out(  # noqa: C901 - the hot loop of every search stays in one piece
    hand: Sequence[int],
    cells: Sequence[int],
    stock: Sequence[int],
    beaters: Sequence[int],
    noise: int = 0,
    log: Log | None = None,
    drawn: int = 0,
    must_beat: bool = False,
) -> bool:
    """Play a position to its end; returns whether it was won.

    Args:
        hand: card numbers in the order drawn.
        cells: the row.
        stock: card numbers, the next one at ``drawn``.
        beaters: the table of that name of `solitaire_tui.raspad.encoding.tables`.
        noise: 0 plays by the plan alone; any other number varies it, each number in its own way.
        log: takes the beats of each turn.
        drawn: how many cards of ``stock`` are gone already.
        must_beat: the option of that name; the plan alone keeps to it in any case.
    """
    strays = _STRAY_MASKS[noise & 3]
    early = 0 if must_beat else _EARLY_MASKS[noise >> 2 & 3]
    noise = noise * _SPREAD & _MODULUS_MASK
    size = len(stock)
    held = list(hand)
    mask = mask_of(held)
    count = len(held)
    row = [BEATEN, *cells, BEATEN]
    lowered = LOWERED
    while True:
        left = len(row) - row.count(BEATEN)
        beats: list[Pair] = []
        if log is not None:
            log.append(beats)
        while left > 1 or (left and count + size - drawn == HAND_SIZE + 1):
            fewest = 99
            if noise:
                noise = noise * _MULTIPLIER + 12345 & _MODULUS_MASK
                bits = noise >> 8
                if early and not bits & early and drawn < size:
                    break
                if not bits & strays:
                    options = [(i, beaters[cell] & mask) for i, cell in enumerate(row) if beaters[cell] & mask]
                    if not options:
                        break
                    place, takers = options[(bits >> 4) % len(options)]
                    for _ in range((bits >> 10) % takers.bit_count()):
                        takers &= takers - 1
                    fewest = 1
                else:
                    turn = bits % len(row)
                    for i in range(turn - len(row), turn):
                        some = beaters[row[i]] & mask
                        if some:
                            number = some.bit_count()
                            if number < fewest:
                                fewest, place, takers = number, i % len(row), some
                                if number == 1:
                                    break
            else:
                for i, cell in enumerate(row):
                    some = beaters[cell] & mask
                    if some:
                        number = some.bit_count()
                        if number < fewest:
                            fewest, place, takers = number, i, some
                            if number == 1:
                                break
            if fewest == 99:
                break
            card = takers & -takers
            if log is not None:
                beats.append((card.bit_length() - 1, row[place] // 3))
            mask ^= card
            count -= 1
            row[place] = BEATEN
            left -= 1
            cell = row[place - 1]
            if cell != BEATEN:
                cell = row[place - 1] = lowered[cell]
                if cell == BEATEN:
                    left -= 1 + _fallen(row, place - 1)
            cell = row[place + 1]
            if cell != BEATEN:
                cell = row[place + 1] = lowered[cell]
                if cell == BEATEN:
                    left -= 1 + _fallen(row, place + 1)
        if left <= 1:
            if count + size - drawn <= HAND_SIZE:
                return True
            held = [card for card in held if mask >> card & 1]
            new = stock[drawn : drawn + HAND_SIZE - count]
            held += new
            drawn += len(new)
            row = [BEATEN]
        else:
            if drawn >= size:
                return False
            row = [cell - cell % 3 for cell in row if cell != BEATEN]
            row += [3 * card for card in held if mask >> card & 1]
            row.insert(0, BEATEN)
            new = stock[drawn : drawn + HAND_SIZE]
            held = list(new)
            drawn += len(new)
            mask = 0
        for card in new:
            mask |= 1 << card
        count = len(held)
        short = TABLE_SIZE + 1 - len(row)
        if short > 0:
            row += [3 * card for card in stock[drawn : drawn + short]]
            drawn += short
            drawn = min(drawn, size)
        row.append(BEATEN)


def _fallen(row: list[int], place: int) -> int:
    """Lower the neighbours of a card that fell apart, and so on [R7]; returns how many more fell."""
    fallen = 0
    waiting = [place]
    while waiting:
        place = waiting.pop()
        for near in (place - 1, place + 1):
            if row[near] != BEATEN:
                row[near] = LOWERED[row[near]]
                if row[near] == BEATEN:
                    fallen += 1
                    waiting.append(near)
    return fallen
