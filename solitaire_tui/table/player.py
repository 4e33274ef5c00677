"""Motions in time: which scene is due, and whether the line to the terminal can bear it. Pure; the time is given."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
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


def differences(before: Sequence[Line], after: Sequence[Line], width: int) -> list[tuple[int, int, int]]:
    """Where two paintings look different: line, first cell and cell after the last, for each line that does.

    Unlike ``paint.changed`` it goes by the cells: what lies in another order, or under a card, makes no difference.
    """
    regions = []
    for y, (old, new) in enumerate(zip(before, after, strict=True)):
        if old == new:
            continue
        cells = [
            x
            for x, (one, other) in enumerate(zip(_cells(old, width), _cells(new, width), strict=True))
            if one != other
        ]
        if cells:
            regions.append((y, cells[0], cells[-1] + 1))
    return regions


def _cells(line: Line, width: int) -> Iterable[tuple[str, str, str]]:
    return ((char, ground, ink) for text, ground, ink in flatten(line, width) for char in text)


def bytes_of(lines: Sequence[Line], regions: Iterable[tuple[int, int, int]], width: int) -> int:
    """About how many bytes the changed parts of some lines take.

    A line is always written from its left edge, as far as it has changed.

    Args:
        lines: the new lines.
        regions: line, first cell and cell after the last, as ``paint.changed`` gives them.
        width: cells of a line.
    """
    size = 0
    for y, _, end in regions:
        size += _POSITION
        x = 0
        for piece in flatten(lines[y], width):
            if x >= end:
                break
            size += _STYLE + len(piece.text[: end - x].encode())
            x += len(piece.text)
    return size
