"""A curve in lines of block characters, on a scale that does not follow the values. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

_BLOCKS: Final = " ▁▂▃▄▅▆▇█"


def curve(values: Sequence[float], top: float, width: int, height: int) -> list[str]:
    """Draw values from 0 to ``top`` as columns, from the left; the lines from the top, each ``width`` cells.

    Fewer values than cells get columns several cells wide; of more values some are left out, never the last.
    """
    if not values or width < 1 or top <= 0:
        return [" " * max(0, width)] * height
    cells = [
        values[(x + 1) * len(values) // width - 1 if len(values) > width else x * len(values) // width]
        for x in range(width)
    ]
    eighths = [round(min(max(value, 0.0), top) / top * height * 8) for value in cells]
    return [
        "".join(_BLOCKS[min(8, max(0, level - 8 * (height - 1 - line)))] for level in eighths) for line in range(height)
    ]
