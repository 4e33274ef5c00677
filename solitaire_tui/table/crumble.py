"""How a card falls apart: the cells of a face give way, from below, to those of the fallen one. Pure."""

from __future__ import annotations

from itertools import groupby
from typing import Final

from solitaire_tui.table.faces import Charset, Piece

Rows = tuple[tuple[Piece, ...], ...]

_BITS: Final = "▘▗▖▝"
_ASCII_BITS: Final = "'.,`"


def crumbled(whole: Rows, fallen: Rows, part: float, charset: Charset) -> Rows:
    """The lines of a card of which a part has fallen apart.

    Args:
        whole: the lines of its open face.
        fallen: the lines of its fallen one, of the same size.
        part: 0 to 1.
        charset: the characters to draw with.
    """
    bits = _ASCII_BITS if charset.replace else _BITS
    rows = []
    for y, (old, new) in enumerate(zip(whole, fallen, strict=True)):
        cells = []
        for x, (before, after) in enumerate(zip(_cells(old), _cells(new), strict=True)):
            # When this cell breaks: by chance, but lines further down sooner.
            breaks = 0.05 + 0.45 * ((x * 7 + y * 5 + x * y) % 11) / 11 + 0.25 * (len(whole) - 1 - y) / len(whole)
            if part < breaks:
                cells.append(before)
            elif part < breaks + 0.25:
                cells.append(Piece(bits[(x + y) % len(bits)], "felt", "label"))
            else:
                cells.append(after)
        rows.append(
            tuple(
                Piece("".join(cell.text for cell in run), ground, ink)
                for (ground, ink), run in groupby(cells, key=lambda cell: (cell.ground, cell.ink))
            )
        )
    return tuple(rows)


def _cells(row: tuple[Piece, ...]) -> list[Piece]:
    return [piece._replace(text=char) for piece in row for char in piece.text]
