"""From a scene to lines of styled text. Pure: the same scene and marks give the same lines."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from typing import Final, NamedTuple

from solitaire_tui.table.faces import Charset, Mark, Piece, face_lines
from solitaire_tui.table.palette import NO_INK, SEEN_ON_BLANKS
from solitaire_tui.table.scene import Face, Placed, Scene

FELT: Final = "felt"
_ON_PAPER: Final = frozenset({"run", "preview"})
"""The labels that have a ground of their own."""


class Span(NamedTuple):
    """A piece at its place in a line; later spans lie on top of earlier ones."""

    x: int
    piece: Piece


Line = tuple[Span, ...]


@dataclass(frozen=True, slots=True)
class Marks:
    """What stands out on the table.

    Attributes:
        cursor: the target under the cursor; empty for none.
        marks: marks by target.
        numbers: digits by target, shown instead of the mark's glyph.
    """

    cursor: str = ""
    marks: Mapping[str, Mark] = field(default_factory=dict)
    numbers: Mapping[str, str] = field(default_factory=dict)


def paint(scene: Scene, marks: Marks, charset: Charset) -> list[Line]:
    """The lines of a scene, ``scene.height`` of them. What lies outside the scene is left out."""
    lines: list[list[Span]] = [[] for _ in range(scene.height)]
    cards = sorted(scene.cards, key=lambda placed: placed.z)
    if charset.shadow:
        for placed in cards:
            if placed.face is not Face.PLACE and not placed.shown:
                _shadow(lines, placed, charset)
    for placed in cards:
        _card(lines, placed, marks, charset, top=scene.find(placed.target) is placed)
    for label in scene.labels:
        if 0 <= label.y < scene.height:
            ground = label.role if label.role in _ON_PAPER else FELT
            lines[label.y].append(Span(label.x, Piece(charset.text(label.text), ground, label.role)))
    if cursor := scene.find(marks.cursor):
        _cursor(lines, cursor, charset)
    return [tuple(line) for line in lines]


def paint_card(placed: Placed, height: int, mark: Mark | None, charset: Charset) -> dict[int, Line]:
    """The lines that one card takes, as when it is dragged over the table; by line number."""
    lines: list[list[Span]] = [[] for _ in range(height)]
    marks = Marks(marks={placed.target: mark} if mark else {})
    _card(lines, placed, marks, charset, top=True)
    return {y: tuple(line) for y, line in enumerate(lines) if line}


def _card(lines: list[list[Span]], placed: Placed, marks: Marks, charset: Charset, *, top: bool) -> None:
    """Draw a card; marks go on the top card of a pile only."""
    rows = face_lines(
        placed.card,
        placed.face,
        placed.size,
        Mark.HINT if placed.lit else marks.marks.get(placed.target) if top and placed.target else None,
        marks.numbers.get(placed.target, "") if top and placed.target else "",
        bool(placed.shown and placed.z % 2),
        charset,
    )
    if placed.face is Face.FALLEN and placed.crumbled < 1:
        from solitaire_tui.table.crumble import crumbled  # not needed for the first picture

        whole = face_lines(placed.card, Face.OPEN, placed.size, None, "", False, charset)
        rows = crumbled(whole, rows, placed.crumbled, charset)
    for dy, row in enumerate(rows[: placed.height]):
        y = placed.y + dy
        if not 0 <= y < len(lines):
            continue
        x = placed.x
        for piece in row:
            lines[y].append(Span(x, piece))
            x += len(piece.text)


def _shadow(lines: list[list[Span]], placed: Placed, charset: Charset) -> None:
    for y in range(placed.y + 1, placed.y + placed.height):
        if 0 <= y < len(lines):
            lines[y].append(Span(placed.x + placed.width, Piece(charset.shadow, FELT, "shadow")))


def _cursor(lines: list[list[Span]], placed: Placed, charset: Charset) -> None:
    left, right = list(charset.cursor)
    for y in range(placed.y, placed.y + placed.height):
        if 0 <= y < len(lines):
            lines[y].append(Span(placed.x - 1, Piece(left, FELT, "cursor")))
            lines[y].append(Span(placed.x + placed.width, Piece(right, FELT, "cursor")))


def cells(line: Iterable[Span], width: int) -> tuple[list[str], list[tuple[str, str]]]:
    """The characters of a line of exactly ``width`` cells, and ground and ink of each; clipped at both ends."""
    chars = [" "] * width
    styles = [(FELT, FELT)] * width
    for x, (text, ground, ink) in line:
        start, end = max(0, x), min(width, x + len(text))
        if start < end:
            chars[start:end] = text[start - x : end - x]
            styles[start:end] = [(ground, ink)] * (end - start)
    return chars, styles


def flatten(line: Iterable[Span], width: int) -> list[Piece]:
    """One line of exactly ``width`` cells as pieces from left to right, as few as look the same."""
    return joined(*cells(line, width))


def joined(chars: Sequence[str], styles: Sequence[tuple[str, str]]) -> list[Piece]:
    """Cells as pieces. Blank ones, which have no ink to be seen, belong to a piece beside them or have none."""
    pieces: list[Piece] = []
    at = 0
    for (ground, ink), run in groupby(styles):
        end = at + sum(1 for _ in run)
        text = "".join(chars[at:end])
        at = end
        if ink not in SEEN_ON_BLANKS and text.isspace():
            ink = NO_INK
        last = pieces[-1] if pieces else None
        fits = last and (ink == last.ink or (NO_INK in (last.ink, ink) and not SEEN_ON_BLANKS & {last.ink, ink}))
        if last and fits and last.ground == ground:
            pieces[-1] = Piece(last.text + text, ground, last.ink or ink)
        else:
            pieces.append(Piece(text, ground, ink))
    return pieces


def changed(before: list[Line], after: list[Line]) -> list[tuple[int, int, int]]:
    """Where two paintings differ: line, first cell and cell after the last, for each line that does."""
    regions = []
    for y, (old, new) in enumerate(zip(before, after, strict=True)):
        if old != new:
            differ = set(old).symmetric_difference(new) or {*old, *new}
            left = min(span.x for span in differ)
            right = max(span.x + len(span.piece.text) for span in differ)
            regions.append((y, left, right))
    return regions
