"""How cards are drawn: the lines of a face, in text and in names of styles. Pure; nothing here knows a terminal.

A filled face is a sheet of paper on a ground of its own. An outlined face, for ASCII and for terminals without
colour, has a frame of line characters instead.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from typing import Final, NamedTuple

from solitaire_tui.cards import Card, Rank, Suit
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
        marks: a glyph for each mark.
        frame: corners and edges of an outline: ``╭ ╮ ╰ ╯ ─ │``.
        back: the pattern of a back.
        beaten: the filling of a beaten card.
        fallen: the filling of a card that fell apart.
        cursor: the bars left and right of the card under the cursor.
        shadow: the edge of a card's shadow at its right; empty for none.
        replace: what to put for other characters, for texts.
    """

    filled: bool
    suits: Mapping[Suit, str]
    marks: Mapping[Mark, str]
    frame: str
    back: str
    beaten: str
    fallen: str
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
    marks={Mark.PICKED: "●", Mark.TARGET: "◆", Mark.HINT: "★", Mark.LAST: "•"},
    frame="╭╮╰╯─│",
    back="▚",
    beaten="░",
    fallen="▒",
    cursor="▐▌",
    shadow="▌",
    replace={},
)
OUTLINED: Final = Charset(
    filled=False,
    suits=_SYMBOLS,
    marks=UNICODE.marks,
    frame=UNICODE.frame,
    back=UNICODE.back,
    beaten="░",
    fallen="▒",
    cursor=UNICODE.cursor,
    shadow="",
    replace={},
)
_ASCII_TEXT: Final = dict(
    zip(
        "♣♦♥♠→┃✗★…●◆•▸▲▼·“”’«»—\N{NO-BREAK SPACE}",
        'cdhs>|x*~*+.>^v.""\'""- ',
        strict=True,
    )
)
ASCII: Final = Charset(
    filled=False,
    suits={suit: suit.value.lower() for suit in Suit},
    marks={Mark.PICKED: "*", Mark.TARGET: "+", Mark.HINT: "!", Mark.LAST: "."},
    frame="++++-|",
    back="#",
    beaten=":",
    fallen="%",
    cursor="[]",
    shadow="",
    replace={ord(char): other for char, other in _ASCII_TEXT.items()},
)

_PIPS: Final[Mapping[int, tuple[str, ...]]] = {
    # The three lines between the indices of a large face, columns 1 to 5; * is the suit sign.
    1: ("     ", "  *  ", "     "),
    2: ("  *  ", "     ", "  *  "),
    3: ("  *  ", "  *  ", "  *  "),
    4: ("*   *", "     ", "*   *"),
    5: ("*   *", "  *  ", "*   *"),
    6: ("*   *", "*   *", "*   *"),
    7: ("*   *", "* * *", "*   *"),
    8: ("* * *", "*   *", "* * *"),
    9: ("* * *", "* * *", "* * *"),
    10: ("* * *", "** **", "* * *"),
}
_COURTS: Final[Mapping[Rank, tuple[str, ...]]] = {
    # The same lines of a court card.
    Rank.JACK: (" ▗▄▄╱", " ▐*▌ ", " ▟█▙ "),
    Rank.QUEEN: ("▗ ▄ ▖", "▝▙*▟▘", " ▟█▙ "),
    Rank.KING: ("▙▗█▖▟", "▜█*█▛", "▐███▌"),
}
_SMALL_COURTS: Final[Mapping[Rank, tuple[str, ...]]] = {
    # Two lines of a medium face, columns 1 to 3.
    Rank.JACK: ("▄▄╱", "▐█▌"),
    Rank.QUEEN: ("▖▄▗", "▜█▛"),
    Rank.KING: ("▙█▟", "▐█▌"),
}


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
    ink = ink_of(card)
    if face is Face.OPEN:
        rows = _open_rows(card, size, charset)
    else:
        ground = ink = face.value
        fill = charset.beaten if face is Face.BEATEN else charset.fallen
        rows = _dead_rows(card, size, charset, fill)
    return tuple(
        _marked(row, ground, ink, glyph) if i == _glyph_line(size, charset) else (Piece(row, ground, ink),)
        for i, row in enumerate(rows)
    )


def _glyph_line(size: CardSize, charset: Charset) -> int:
    """The line whose last free cell shows the mark."""
    return 0 if charset.filled or size is CardSize.TINY else 1


def _marked(row: str, ground: str, ink: str, glyph: str) -> tuple[Piece, ...]:
    """A line with a mark in its last cell, inside the frame if there is one."""
    if not glyph:
        return (Piece(row, ground, ink),)
    end = len(row) - 1 if row[-1] == " " else len(row) - 2
    pieces = [Piece(row[:end], ground, ink), Piece(glyph, ground, "mark" if ground.startswith("paper") else "value")]
    if row[end + 1 :]:
        pieces.append(Piece(row[end + 1 :], ground, ink))
    return tuple(pieces)


def _index(card: Card, charset: Charset, size: CardSize) -> str:
    """Rank and suit as in a card's corner."""
    if card.rank is None or card.suit is None:
        return card.code
    tight = size is CardSize.TINY or (size is CardSize.SMALL and not charset.filled)
    return (card.rank.letter if tight else card.rank.index) + charset.suits[card.suit]


def _open_rows(card: Card, size: CardSize, charset: Charset) -> tuple[str, ...]:
    if charset.filled:
        return _filled_rows(card, size, charset)
    return _framed(_outlined_rows(card, size, charset), size, charset)


def _filled_rows(card: Card, size: CardSize, charset: Charset) -> tuple[str, ...]:
    width, height = size.value
    index = _index(card, charset, size)
    if size is CardSize.TINY:
        return (index.ljust(width),)
    rows = [index.ljust(width), *[" " * width] * (height - 2), index.rjust(width)]
    if size is CardSize.SMALL:
        return tuple(rows)
    sign = _sign(card, charset)
    picture = _small_picture(card) if size is CardSize.MEDIUM else _picture(card)
    rows[1:-1] = [line.replace("*", sign).center(width) for line in picture]
    return tuple(rows)


def _sign(card: Card, charset: Charset) -> str:
    if card.suit is None:
        return "★" if charset.filled else "*"
    return charset.suits[card.suit]


def _picture(card: Card) -> tuple[str, ...]:
    """The lines between the indices of a large face."""
    if card.rank is None:
        return ("* * *", "JOKER", "* * *")
    return _COURTS.get(card.rank) or _PIPS[card.value]


def _small_picture(card: Card) -> tuple[str, ...]:
    """The lines between the indices of a medium face."""
    if card.rank is None:
        return ("JOKER", "* * *")
    return _SMALL_COURTS.get(card.rank) or (("*", " ") if card.rank is Rank.ACE else ("*", "*"))


def _outlined_rows(card: Card, size: CardSize, charset: Charset) -> tuple[str, ...]:
    """What stands inside the frame (or alone, on a tiny face)."""
    index = _index(card, charset, size)
    sign = _sign(card, charset)
    match size:
        case CardSize.LARGE:
            corner = card.rank.index if card.rank else card.code
            return (corner.ljust(5), sign.center(5), corner.rjust(5))
        case CardSize.MEDIUM:
            return (index.ljust(3), "   ")
        case CardSize.SMALL:
            return (index.ljust(2),)
        case CardSize.TINY:
            return (index.ljust(3),)


def _framed(rows: tuple[str, ...], size: CardSize, charset: Charset) -> tuple[str, ...]:
    if size is CardSize.TINY:
        return rows
    nw, ne, sw, se, across, down = list(charset.frame)
    edge = across * (size.width - 2)
    return (nw + edge + ne, *(down + row + down for row in rows), sw + edge + se)


def _dead_rows(card: Card, size: CardSize, charset: Charset, fill: str) -> tuple[str, ...]:
    """A beaten card, or one that fell apart: hatched, the index still readable."""
    index = _index(card, charset, size)
    width, height = size.value
    if size is CardSize.TINY:
        return (index + fill * (width - len(index)),)
    if charset.filled:
        middle = height // 2
        rows = [fill * width] * height
        rows[middle] = index.center(width, fill)
        if fill == charset.fallen:
            rows = [_crumbled(row, i, index) for i, row in enumerate(rows)]
        return tuple(rows)
    inner = [fill * (width - 2)] * (height - 2)
    inner[len(inner) // 2] = index.center(width - 2, fill)
    top, *sides, bottom = _framed(tuple(inner), size, charset)
    if size is CardSize.SMALL:
        # The index takes all the room inside, so the frame has to tell.
        sides = [fill + row[1:-1] + fill for row in sides]
    return (top, *sides, bottom)


def _crumbled(row: str, line: int, index: str) -> str:
    """A line of a card that fell apart: its filling has holes."""
    if index in row:
        return row
    return "".join(" " if (i * 2 + line * 3) % 5 < 2 else char for i, char in enumerate(row))


def _back(size: CardSize, charset: Charset) -> tuple[tuple[Piece, ...], ...]:
    if charset.filled or size is CardSize.TINY:
        return tuple((Piece(charset.back * size.width, "back", "back"),) for _ in range(size.height))
    inner = (charset.back * (size.width - 2),) * (size.height - 2)
    return tuple((Piece(row, "back", "back"),) for row in _framed(inner, size, charset))


def _place(size: CardSize, glyph: str, charset: Charset) -> tuple[tuple[Piece, ...], ...]:
    """An empty place: four faint corners that no one takes for a card."""
    width, height = size.value
    if size is CardSize.TINY:
        return ((Piece(("." if charset.replace else "·").center(width), "felt", "place"),),)
    dot = "·" if not charset.replace else "."
    edge = dot + " " * (width - 2) + dot
    rows = [edge, *[" " * width] * (height - 2), edge]
    if glyph:
        rows[height // 2] = glyph.center(width)
    return tuple((Piece(row, "felt", "place"),) for row in rows)


CHARSETS: Final = (UNICODE, OUTLINED, ASCII)
"""Every character set."""
