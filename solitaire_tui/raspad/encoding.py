"""Raspad in small integers: the compact encoding that the search, the adviser and the simple players share.

A card is a number 0..53, ordered by rank, so the lowest set bit of a hand's bit mask is its cheapest card.
An open table card and the number r (0..2) of its beaten neighbours are one *cell*, ``3 * card + r``;
every beaten card is the cell ``BEATEN``. A row is a sequence of cells from left to right.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from typing import Final, NamedTuple

from solitaire_tui.cards import DECK_54
from solitaire_tui.raspad.beating import falls_apart, how_beats
from solitaire_tui.raspad.rules import (
    CLOSE,
    HAND_SIZE,
    LAY_DOWN,
    TABLE_SIZE,
    Beat,
    Close,
    LayDown,
    RaspadState,
)

CARDS: Final = tuple(sorted(DECK_54, key=lambda card: card.value or 99))
"""The card of each number: four aces, four twos, ..., four kings, red joker, black joker."""

NUMBER: Final = {card: number for number, card in enumerate(CARDS)}
"""The number of each card."""

BEATEN: Final = 3 * len(CARDS)
"""The cell of a beaten card."""

LOWERED: Final = (
    *(
        BEATEN if falls_apart(card, lowered + 1) else 3 * number + min(lowered + 1, 2)
        for number, card in enumerate(CARDS)
        for lowered in range(3)
    ),
    BEATEN,
)
"""The cell that each cell becomes when one more neighbour is beaten: ``BEATEN`` when the card falls apart."""

NEVER: Final = 3
"""In ``need``: more beaten neighbours than a card can have."""


class Tables(NamedTuple):
    """What beats what under one choice of the option ``ace_high``.

    Attributes:
        need: ``need[h][t]`` is the least number of beaten neighbours (0..2) with which hand card h beats
            table card t, or ``NEVER``. It says everything, since lowering only ever helps.
        beaters: ``beaters[cell]`` is the bit mask of the cards that beat a cell.
    """

    need: tuple[tuple[int, ...], ...]
    beaters: tuple[int, ...]


@cache
def tables(ace_high: bool) -> Tables:
    """The tables of the rules in `solitaire_tui.raspad.beating`, computed once."""
    need = tuple(
        tuple(
            next(
                (
                    lowered
                    for lowered in range(3)
                    if hand != table
                    and not falls_apart(table, lowered)
                    and how_beats(hand, table, lowered, ace_high=ace_high)
                ),
                NEVER,
            )
            for table in CARDS
        )
        for hand in CARDS
    )
    beaters = [
        mask_of(h for h in range(len(CARDS)) if need[h][t] <= lowered)
        for t in range(len(CARDS))
        for lowered in range(3)
    ]
    return Tables(need, (*beaters, 0))


def mask_of(cards: Iterable[int]) -> int:
    """The bit mask of a set of card numbers."""
    mask = 0
    for card in cards:
        mask |= 1 << card
    return mask


class Position(NamedTuple):
    """One position in card numbers; what is out of play does not matter.

    Attributes:
        hand: the hand in the order drawn [R2].
        row: the cells of the table from left to right.
        stock: the cards not drawn yet, the next one first.
    """

    hand: tuple[int, ...]
    row: tuple[int, ...]
    stock: tuple[int, ...]

    @property
    def open_cells(self) -> int:
        """How many cards of the row are open."""
        return len(self.row) - self.row.count(BEATEN)


Pair = tuple[int, int]
"""A beat: the number of the hand card and the number of the table card."""


def encode(state: RaspadState) -> Position:
    """The position of a state."""
    return Position(
        tuple(NUMBER[card] for card in state.hand),
        tuple(
            BEATEN if slot.beaten else 3 * NUMBER[slot.card] + state.lowered(i) for i, slot in enumerate(state.table)
        ),
        tuple(NUMBER[card] for card in state.stock),
    )


def collapsed(row: Sequence[int]) -> tuple[int, ...]:
    """The row with every run of beaten cards made one: what lies beside an open card stays the same."""
    return tuple(cell for i, cell in enumerate(row) if cell != BEATEN or not i or row[i - 1] != BEATEN)


def beat_move(pair: Pair) -> Beat:
    """The move of a beat."""
    return Beat(hand=CARDS[pair[0]], table=CARDS[pair[1]])


def moves_of(beats: Iterable[Pair], end: Close | LayDown | None) -> tuple[Beat | Close | LayDown, ...]:
    """The moves of one turn: its beats in order and how it ends."""
    line: list[Beat | Close | LayDown] = [beat_move(pair) for pair in beats]
    return (*line, end) if end is not None else tuple(line)


def beat(row: list[int], index: int) -> int:
    """Beat the card at an index of a row, in place; returns how many cards fell with it, itself included [R7]."""
    row[index] = BEATEN
    fallen = 1
    waiting = [index]
    while waiting:
        index = waiting.pop()
        for near in (index - 1, index + 1):
            if 0 <= near < len(row) and row[near] != BEATEN:
                row[near] = LOWERED[row[near]]
                if row[near] == BEATEN:
                    fallen += 1
                    waiting.append(near)
    return fallen


def refilled(hand: tuple[int, ...], row: tuple[int, ...], stock: tuple[int, ...]) -> Position:
    """Draw to the hand until it holds six, then to the row until it holds four, while the stock lasts."""
    drawn = max(0, HAND_SIZE - len(hand))
    laid = drawn + max(0, TABLE_SIZE - len(row))
    return Position(hand + stock[:drawn], row + tuple(3 * card for card in stock[drawn:laid]), stock[laid:])


def after_close(position: Position) -> Position:
    """The position after closing; an empty row means that the deal is won."""
    return refilled(position.hand, (), position.stock)


def after_lay_down(position: Position) -> Position:
    """The position after laying down: the open cards, then the hand, none of them lowered."""
    left = [cell - cell % 3 for cell in position.row if cell != BEATEN]
    return refilled((), (*left, *(3 * card for card in position.hand)), position.stock)


def after_beat(position: Position, pair: Pair) -> Position:
    """The position after a hand card beat an open table card."""
    row = list(position.row)
    beat(row, next(i for i, cell in enumerate(row) if cell != BEATEN and cell // 3 == pair[1]))
    return position._replace(hand=tuple(card for card in position.hand if card != pair[0]), row=tuple(row))


def legal_pairs(position: Position, beaters: Sequence[int]) -> list[Pair]:
    """Every beat that is possible, by table card from left to right and then by hand card."""
    return [(card, cell // 3) for cell in position.row for card in position.hand if beaters[cell] >> card & 1]


def may_lay_down(position: Position, beaters: Sequence[int], *, must_beat: bool) -> bool:
    """Whether laying down is legal."""
    if not position.stock or position.open_cells <= 1:
        return False
    return not (must_beat and legal_pairs(position, beaters))


def apply(position: Position, move: Beat | Close | LayDown) -> Position:
    """The position after a legal move."""
    match move:
        case Beat(hand=hand, table=table):
            return after_beat(position, (NUMBER[hand], NUMBER[table]))
        case Close():
            return after_close(position)
        case LayDown():
            return after_lay_down(position)


def legal_moves(position: Position, beaters: Sequence[int], *, must_beat: bool) -> set[Beat | Close | LayDown]:
    """Every legal move of a position."""
    moves: set[Beat | Close | LayDown] = {beat_move(pair) for pair in legal_pairs(position, beaters)}
    if position.row and position.open_cells <= 1:
        moves.add(CLOSE)
    if may_lay_down(position, beaters, must_beat=must_beat):
        moves.add(LAY_DOWN)
    return moves
