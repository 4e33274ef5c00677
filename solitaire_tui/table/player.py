"""Motions in time: which scene is due, and whether the line to the terminal can bear it. Pure; the time is given."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Final, NamedTuple

from solitaire_tui.table.motion import Piece
from solitaire_tui.table.paint import Line, cells, joined
from solitaire_tui.table.scene import Scene

FRAME: Final = 1 / 30
"""Seconds from one frame to the next."""
RATE: Final = 21_000
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


class Writing(NamedTuple):
    """What has to be written for one painting to become another.

    Attributes:
        regions: line, first cell and cell after the last, for each part of a line that looks different.
        size: about how many bytes that takes.
    """

    regions: list[tuple[int, int, int]]
    size: int


def writing(before: Sequence[Line], after: Sequence[Line], width: int, cuts: Sequence[int] = ()) -> Writing:
    """Find out what has to be written.

    Unlike ``paint.changed`` it goes by the cells: what lies in another order, or under a card, makes no difference.

    Args:
        before: lines; too few of them for all that is to be written whole.
        after: lines.
        width: cells of a line.
        cuts: the cells at which a line is cut, in ascending order: it is written from the last one before a change.
    """
    regions = []
    size = 0
    parts = list(pairwise([0, *cuts, width]))
    whole = len(before) != len(after)
    for y, line in enumerate(after):
        if not whole and before[y] == line:
            continue
        chars, styles = cells(line, width)
        olds, old_styles = ([""] * width, styles) if whole else cells(before[y], width)
        for start, end in parts:
            differ = [x for x in range(start, end) if chars[x] != olds[x] or styles[x] != old_styles[x]]
            if differ:
                last = differ[-1] + 1
                regions.append((y, differ[0], last))
                pieces = joined(chars[differ[0] : last], styles[differ[0] : last])
                size += _POSITION + sum(_STYLE + len(piece.text.encode()) for piece in pieces)
    return Writing(regions, size)
