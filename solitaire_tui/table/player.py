"""Motions in time: which scene is due, and whether the line to the terminal can bear it. Pure; the time is given."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import Final

from solitaire_tui.table.motion import Piece
from solitaire_tui.table.paint import Line, flatten
from solitaire_tui.table.scene import Scene

FRAME: Final = 1 / 30
"""Seconds from one frame to the next."""
RATE: Final = 22_000
"""Bytes a second that motion may take in the long run."""
BURST: Final = 12_000
"""Bytes that it may take at once. With the last picture, which has to come, no second has more than 40 KB."""

_STYLE: Final = 36
"""Bytes that colours take for each stretch of a line in 24 bits, and setting them back."""
_POSITION: Final = 8
"""Bytes that placing the cursor takes."""


class Player:
    """Plays pieces one after another.

    Args:
        pieces: what to play.
        now: the time, in seconds. The first frame is that of one frame later: something moves at once.
    """

    def __init__(self, pieces: Sequence[Piece], now: float) -> None:
        self._pieces = tuple(pieces)
        self._began = now - FRAME

    def scene(self, now: float) -> Scene | None:
        """The scene due at a time; None when all has been played."""
        passed = max(0.0, now - self._began)
        for piece in self._pieces:
            if passed < piece.seconds:
                return piece.at(passed / piece.seconds)
            passed -= piece.seconds
        return None


class Budget:
    """Counts bytes, and lets them be forgotten at the rate of the line."""

    def __init__(self) -> None:
        self._owed = 0.0
        self._at = 0.0

    def affords(self, size: int, now: float) -> bool:
        """Whether the line can bear so many bytes now."""
        self._forget(now)
        return self._owed + size <= BURST

    def spend(self, size: int, now: float) -> None:
        """Note that so many bytes are written."""
        self._forget(now)
        self._owed += size

    def _forget(self, now: float) -> None:
        self._owed = max(0.0, self._owed - RATE * max(0.0, now - self._at))
        self._at = now


def differences(
    before: Sequence[Line], after: Sequence[Line], width: int, cuts: Sequence[int] = ()
) -> list[tuple[int, int, int]]:
    """Where two paintings look different: line, first cell and cell after the last, for each part of a line that does.

    Unlike ``paint.changed`` it goes by the cells: what lies in another order, or under a card, makes no difference.

    Args:
        before: lines.
        after: as many.
        width: cells of a line.
        cuts: the cells at which a line is cut, in ascending order.
    """
    regions = []
    edges = [0, *cuts, width]
    for y, (old, new) in enumerate(zip(before, after, strict=True)):
        if old == new:
            continue
        differ = [one != other for one, other in zip(_cells(old, width), _cells(new, width), strict=True)]
        for start, end in pairwise(edges):
            cells = [x for x in range(start, end) if differ[x]]
            if cells:
                regions.append((y, cells[0], cells[-1] + 1))
    return regions


def _cells(line: Line, width: int) -> Iterable[tuple[str, str, str]]:
    return ((char, ground, ink) for text, ground, ink in flatten(line, width) for char in text)


def bytes_of(
    lines: Sequence[Line], regions: Iterable[tuple[int, int, int]], width: int, cuts: Sequence[int] = ()
) -> int:
    """About how many bytes the changed parts of some lines take.

    Args:
        lines: the new lines.
        regions: line, first cell and cell after the last, as ``differences`` gives them.
        width: cells of a line.
        cuts: the cells at which a line is cut: it is written from the last one before what has changed.
    """
    size = 0
    for y, start, end in regions:
        size += _POSITION
        begin = max((cut for cut in cuts if cut <= start), default=0)
        x = 0
        for piece in flatten(lines[y], width):
            written = piece.text[max(0, begin - x) : max(0, end - x)]
            if written:
                size += _STYLE + len(written.encode())
            x += len(piece.text)
    return size
