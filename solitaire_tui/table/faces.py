"""How cards are drawn: the lines of a face, in text and in names of styles. Pure; nothing here knows a terminal.

A filled face is a sheet of paper on a ground of its own. An outlined face, for ASCII and for terminals without
colour, has a frame of line characters instead.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from itertools import groupby
from typing import Final, NamedTuple

from solitaire_tui.cards import Card, Suit
from solitaire_tui.table import art
from solitaire_tui.table.art import Row
from solitaire_tui.table.scene import CardSize, Face


class Piece(NamedTuple):
    """Some cells of a line with one style.

    Attributes:
        text: one cell a character.
        ground: what it lies on, one of ``palette.GROUNDS``.
        ink: how it is written, one of ``palette.INKS``.
    """

    text: str
    ground: str
    ink: str


class Mark(StrEnum):
    """What stands out about a card; each has a glyph of its own besides its ground."""

    PICKED = "picked"
    TARGET = "target"
    HINT = "hint"
    LAST = "last"


@dataclass(frozen=True, eq=False)
class Charset:
    """The characters of the table.

    Attributes:
        filled: whether faces are filled sheets rather than outlines.
        suits: a sign for each suit.
        pictures: what is between the indices, from ``art``.
        marks: a glyph for each mark.
        frame: corners and edges of an outline: ``╭ ╮ ╰ ╯ ─ │``.
        back: the frame of a back and its pattern: ``╔ ╗ ╚ ╝ ═ ║ ╱ ╲``.
        beaten: the filling of a beaten card.
        fallen: the filling of a card that fell apart.
        dead_last: the filling of a tiny dead card that the last move changed, in place of a mark.
        cursor: the bars left and right of the card under the cursor.
        shadow: the edge of a card's shadow at its right; empty for none.
        replace: what to put for other characters, for texts.
    """

    filled: bool
    suits: Mapping[Suit, str]
    pictures: Mapping[str, Mapping[str, art.Picture]]
    marks: Mapping[Mark, str]
    frame: str
    back: str
    beaten: str
    fallen: str
    dead_last: str
    cursor: str
    shadow: str
    replace: Mapping[int, str]

    def text(self, text: str) -> str:
        """A text in this character set, as long as it was."""
        return text.translate(self.replace) if self.replace else text


_SYMBOLS: Final = {suit: suit.symbol for suit in Suit}

UNICODE: Final = Charset(
    filled=True,
    suits=_SYMBOLS,
    pictures=art.FILLED,
    marks={Mark.PICKED: "●", Mark.TARGET: "◆", Mark.HINT: "★", Mark.LAST: "•"},
    frame="╭╮╰╯─│",
    back="╔╗╚╝═║╱╲",
    beaten="░",
    fallen="▒",
    dead_last="▓",
    cursor="▐▌",
    shadow="▌",
    replace={},
)
OUTLINED: Final = Charset(
    filled=False,
    suits=_SYMBOLS,
    pictures=art.OUTLINED,
    marks=UNICODE.marks,
    frame=UNICODE.frame,
    back=UNICODE.back,
    beaten="░",
    fallen="▒",
    dead_last="▓",
    cursor=UNICODE.cursor,
    shadow="",
    replace={},
)
_ASCII_TEXT: Final = dict(
    zip(
        "♣♦♥♠→┃✗★…●◆•▸▲▼·“”’«»—\N{NO-BREAK SPACE}",
        'cdhs>|x*~*@.>^v.""\'""- ',
        strict=True,
    )
)
ASCII: Final = Charset(
    filled=False,
    suits={suit: suit.value.lower() for suit in Suit},
    pictures=art.ASCII,
    marks={Mark.PICKED: "*", Mark.TARGET: "@", Mark.HINT: "!", Mark.LAST: "."},
    frame="++++-|",
    back="++++-|/\\",
    beaten=":",
    fallen="%",
    dead_last="=",
    cursor="[]",
    shadow="",
    replace={ord(char): other for char, other in _ASCII_TEXT.items()},
)


def ink_of(card: Card) -> str:
    """The ink of a card, one of ``palette.INKS``."""
    return card.colour.value if card.suit is None else card.suit.name.lower()


@lru_cache(maxsize=4096)
def face_lines(
    card: Card | None, face: Face, size: CardSize, mark: Mark | None, number: str, odd: bool, charset: Charset
) -> tuple[tuple[Piece, ...], ...]:
    """The lines of a card, from the top.

    Args:
        card: the card; None for a back or an empty place.
        face: how it is shown.
        size: which face.
        mark: what stands out about it.
        number: a digit to show instead of the mark's glyph.
        odd: the darker of the two papers, which tells the sheets of a fan apart.
        charset: the characters to draw with.
    """
    ground = f"paper-{mark.value}" if mark and face is Face.OPEN else ("paper-odd" if odd else "paper")
    glyph = number or (charset.marks[mark] if mark else "")
    if face is Face.PLACE:
        return _place(size, glyph, charset)
    if face is Face.BACK or card is None:
        return _back(size, charset)
    if face is Face.OPEN:
        rows = _open_rows(card, size, charset)
        inks = {" ": ink_of(card), "g": "gold"}
    else:
        ground = face.value
        inks = {" ": face.value}
        rows = _dead_rows(card, face, size, charset)
        if size is CardSize.TINY and mark is Mark.LAST and not number:
            glyph = charset.dead_last
    lines = [_pieces(row, ground, inks) for row in rows]
    if glyph:
        lines[0] = _marked(lines[0], glyph, "mark" if face is Face.OPEN else "value")
    return tuple(lines)


def _pieces(row: Row, ground: str, inks: Mapping[str, str]) -> tuple[Piece, ...]:
    """A line of a face in pieces of one ink each."""
    pieces = []
    for ink, cells in groupby(zip(*row, strict=True), lambda cell: cell[1]):
        pieces.append(Piece("".join(char for char, _ in cells), ground, inks[ink]))
    return tuple(pieces)


def _marked(row: tuple[Piece, ...], glyph: str, ink: str) -> tuple[Piece, ...]:
    """The top line with a mark in its last cell, where no face has anything but paper, hatching or a corner."""
    *rest, last = row
    return (*rest, last._replace(text=last.text[:-1]), Piece(glyph, last.ground, ink))


def _row(text: str) -> Row:
    return text, " " * len(text)


def _index(card: Card, charset: Charset, size: CardSize) -> str:
    """Rank and suit as in a card's corner."""
    if card.rank is None or card.suit is None:
        return card.code
    tight = size is CardSize.TINY or (size is CardSize.SMALL and not charset.filled)
    return (card.rank.letter if tight else card.rank.index) + charset.suits[card.suit]


def _open_rows(card: Card, size: CardSize, charset: Charset) -> tuple[Row, ...]:
    """An open card: its index in two corners, or in the frame, and its picture between them."""
    width = size.width
    index = _index(card, charset, size)
    if size is CardSize.TINY:
        return (_row(index.ljust(width)),)
    middle = width if charset.filled else width - 2
    sign = charset.suits[card.suit] if card.suit else "*"
    picture = [
        (text.replace("*", sign).center(middle), inks.center(middle)) for text, inks in _picture(card, size, charset)
    ] or [_row(" " * middle)]
    if charset.filled:
        return (_row(index.ljust(width)), *picture, _row(index.rjust(width)))
    nw, ne, sw, se, across, down = list(charset.frame)
    edges = [(down + text + down, f" {inks} ") for text, inks in picture]
    return (
        _row(nw + index.ljust(width - 2, across) + ne),
        *edges,
        _row(sw + index.rjust(width - 2, across) + se),
    )


def _picture(card: Card, size: CardSize, charset: Charset) -> art.Picture:
    """What is between the indices."""
    drawn = charset.pictures[size.name.lower()]
    if card.rank is None or card.suit is None:
        return drawn["joker"]
    return drawn.get(card.suit.name.lower() + card.rank.letter) or drawn.get(card.rank.letter, ())


def _framed(rows: tuple[str, ...], charset: Charset) -> tuple[str, ...]:
    nw, ne, sw, se, across, down = list(charset.frame)
    edge = across * len(rows[0])
    return (nw + edge + ne, *(down + row + down for row in rows), sw + edge + se)


def _dead_rows(card: Card, face: Face, size: CardSize, charset: Charset) -> tuple[Row, ...]:
    """A beaten card, or one that fell apart: hatched, the index still readable."""
    fallen = face is Face.FALLEN
    fill = charset.fallen if fallen else charset.beaten
    index = _index(card, charset, size)
    width, height = size.value
    if size is CardSize.TINY:
        return (_row(index.ljust(width, fill)),)
    if charset.filled:
        rows = [fill * width] * height
        if fallen:
            rows = [_crumbled(row, i) for i, row in enumerate(rows)]
        rows[height // 2] = index.center(width, fill)
        return tuple(_row(row) for row in rows)
    inner = [fill * (width - 2)] * (height - 2)
    inner[len(inner) // 2] = index.center(width - 2, fill)
    top, *sides, bottom = _framed(tuple(inner), charset)
    if size is CardSize.SMALL:
        # The index takes all the room inside, so the frame has to tell.
        sides = [fill + row[1:-1] + fill for row in sides]
    return tuple(_row(row) for row in (top, *sides, bottom))


def _crumbled(row: str, line: int) -> str:
    """A line of a card that fell apart: its filling has holes."""
    return "".join(" " if (i * 2 + line * 3) % 5 < 2 else char for i, char in enumerate(row))


def _back(size: CardSize, charset: Charset) -> tuple[tuple[Piece, ...], ...]:
    """A lattice in a frame."""
    *frame, rising, falling = list(charset.back)
    width, height = size.value
    if size is CardSize.TINY:
        return ((Piece((rising + falling + rising)[:width], "back", "back"),),)
    lattice = tuple(
        "".join(rising if (x + y) % 2 == 0 else falling for x in range(width - 2)) for y in range(height - 2)
    )
    nw, ne, sw, se, across, down = frame
    edge = across * (width - 2)
    rows = (nw + edge + ne, *(down + row + down for row in lattice), sw + edge + se)
    return tuple((Piece(row, "back", "back"),) for row in rows)


def _place(size: CardSize, glyph: str, charset: Charset) -> tuple[tuple[Piece, ...], ...]:
    """An empty place: four faint corners that no one takes for a card."""
    width, height = size.value
    dot = "." if charset.replace else "·"
    if size is CardSize.TINY:
        return ((Piece((glyph or dot).center(width), "felt", "place"),),)
    edge = dot + " " * (width - 2) + dot
    rows = [edge, *[" " * width] * (height - 2), edge]
    if glyph:
        rows[height // 2] = glyph.center(width)
    return tuple((Piece(row, "felt", "place"),) for row in rows)


CHARSETS: Final = (UNICODE, OUTLINED, ASCII)
"""Every character set."""
