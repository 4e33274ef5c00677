"""Statistics as pictures made of text: wins over time, and how many wishes were granted. Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from solitaire_tui.language import _, date_in_figures, n_, number, p_
from solitaire_tui.store.statistics import Finished, Span, over_time

_WIDEST: Final = 6
"""The most cells of a column, its gap included; a few columns should not become walls."""
_CELLS: Final = 3
"""The most lines that one game takes, for the same reason."""
_UNITS: Final = (1, 2, 3, 4, 5, 6, 8)
"""How many games a line may stand for, and ten times, a hundred times as many."""
_LEAST_WIDTH: Final = 16
_LEAST_HEIGHT: Final = 4


@dataclass(frozen=True, slots=True)
class Ink:
    """What a plot is drawn with; each a character one cell wide.

    Attributes:
        won: filled by so many eighths from below, from none to all of a cell.
        lost: of a column what was played and not won.
        upright: the vertical axis.
        tick: the vertical axis beside a number.
        corner: where the axes meet.
        level: the horizontal axis.
        bar: filled by so many eighths from the left, from none to all of a cell.
    """

    won: str
    lost: str
    upright: str
    tick: str
    corner: str
    level: str
    bar: str


BLOCKS: Final = Ink(" ▁▂▃▄▅▆▇█", "░", "│", "┤", "└", "─", " ▏▎▍▌▋▊▉█")
PLAIN: Final = Ink("    #####", ":", "|", "+", "+", "-", "    #####")


@dataclass(frozen=True, slots=True)
class Plot:
    """A plot.

    Attributes:
        lines: from the top; the last two are the horizontal axis and its dates. Empty if there is nothing to show.
        days: how many days a column stands for.
    """

    lines: tuple[str, ...]
    days: int


def wins_over_time(attempts: Sequence[Finished], width: int, height: int, ink: Ink = BLOCKS) -> Plot:
    """Plot how many attempts were played and won, by the player's date, from the first to the last.

    A column is a day if there is room for all of them, else a week, or as many weeks as it takes. Where that is
    possible a cell stands for a whole number of attempts, or an attempt for a whole number of cells.

    Args:
        attempts: in any order.
        width: cells there are, the axis with its numbers included.
        height: lines there are, the axis with its dates included.
        ink: what to draw with.
    """
    if not attempts or width < _LEAST_WIDTH or height < _LEAST_HEIGHT:
        return Plot((), 0)
    # The numbers at the axis are those of the busiest column, which no column can be busier than all together.
    days, spans = _spans(attempts, width - len(str(len(attempts))) - 1)
    unit, rows = _scale(max(span.played for span in spans), height - 2)
    labels = _labels(rows, unit)
    margin = max(map(len, labels))
    room = width - margin - 1
    cell = min(_WIDEST, room // len(spans))
    bar = cell - 1 if cell > 1 else 1
    columns = [_column(span, rows, unit, ink) for span in spans]
    lines = []
    for row in range(rows):
        drawn = "".join((column[row] * bar).ljust(cell) for column in columns)
        tick = ink.tick if labels[row] else ink.upright
        lines.append(f"{labels[row]:>{margin}}{tick}{drawn:<{room}}")
    lines.append(f"{'0':>{margin}}{ink.corner}{ink.level * room}")
    lines.append(" " * (margin + 1) + _dates(spans, cell * len(spans), room))
    return Plot(tuple(lines), days)


def caption(days: int, ink: Ink = BLOCKS) -> str:
    """What a column of a plot stands for, and how wins are told from the rest."""
    won, other = ink.won[-1], ink.lost
    if days == 1:
        return _("Games by day: {won} won, {other} not won.").format(won=won, other=other)
    weeks = days // 7
    if weeks == 1:
        return _("Games by week: {won} won, {other} not won.").format(won=won, other=other)
    text = n_(
        "Games, {weeks} week a column: {won} won, {other} not won.",
        "Games, {weeks} weeks a column: {won} won, {other} not won.",
        weeks,
    )
    return text.format(weeks=weeks, won=won, other=other)


def distribution(wishes: Mapping[str, int], perfect: Mapping[str, float], width: int, ink: Ink = BLOCKS) -> list[str]:
    """How many attempts granted so many wishes, as bars, beside the bars of what perfect knowledge gets.

    Args:
        wishes: attempts by the number of wishes they granted.
        perfect: shares of all deals by the most wishes that can be had.
        width: cells there are.
        ink: what to draw with.

    Returns:
        a line that says which bars are whose, and a line for each number of wishes.
    """
    total = sum(wishes.values())
    numbers = sorted({*wishes, *perfect}, key=int)
    mine = {key: wishes.get(key, 0) / total if total else 0.0 for key in numbers}
    top = max([*mine.values(), *perfect.values(), 0.01])
    counts = _column_of([number(wishes.get(key, 0), ",") for key in numbers])
    shares = _column_of([number(mine[key], ".1%") for key in numbers])
    best = _column_of([number(perfect.get(key, 0.0), ".1%") for key in numbers])
    labels = max(map(len, numbers), default=1) + 1
    texts = sum(len(texts[0]) if texts else 0 for texts in (counts, shares, best))
    room = max(1, (width - labels - texts - 5) // 2)
    rows = [
        f"{key:<{labels}}{_bar(mine[key] / top, room, ink):<{room}} {count} {share}  "
        f"{_bar(perfect.get(key, 0.0) / top, room, ink):<{room}} {bound}"
        for key, count, share, bound in zip(numbers, counts, shares, best, strict=True)
    ]
    left = len(rows[0]) - room - len(best[0]) - 1 - labels if rows else 0
    heading = " " * labels + p_("wishes granted", "yours").ljust(left) + p_("wishes granted", "at best")
    return [line[:width] for line in (heading, *rows)]


def _column_of(texts: Sequence[str]) -> list[str]:
    """The texts as wide as the widest, at the right."""
    widest = max(map(len, texts), default=0)
    return [text.rjust(widest) for text in texts]


def _bar(share: float, room: int, ink: Ink) -> str:
    """A bar so long, and at least a sliver of it for what is not nothing."""
    eighths = max(round(share * room * 8), int(share > 0))
    whole, rest = divmod(eighths, 8)
    return (ink.bar[-1] * whole + (ink.bar[rest] if rest else "")).rstrip()


def _spans(attempts: Sequence[Finished], room: int) -> tuple[int, list[Span]]:
    """The days, weeks or groups of weeks that have room, and how many days each has."""
    days = over_time(attempts)
    if len(days) <= room:
        return 1, days
    weeks = over_time(attempts, weeks=True)
    size = -(-len(weeks) // room)
    groups = [weeks[at : at + size] for at in range(0, len(weeks), size)]
    return 7 * size, [
        Span(group[0].first, sum(span.played for span in group), sum(span.won for span in group)) for group in groups
    ]


def _scale(most: int, room: int) -> tuple[float, int]:
    """How many attempts a cell stands for, and how many lines the busiest column takes."""
    if most <= room:
        cells = min(_CELLS, room // most)
        return 1 / cells, cells * most
    unit = next(step * 10**power for power in range(19) for step in _UNITS if step * 10**power * room >= most)
    return float(unit), -(-most // unit)


def _labels(rows: int, unit: float) -> list[str]:
    """The number at the top edge of each line that gets one, from the top line down; the others are empty."""
    # Every second line at least stays empty, and what is counted is whole.
    step = next(lines for lines in (2, 3, 4, 5) if (lines * unit).is_integer() and (lines > 2 or unit >= 0.5))
    values = [(rows - row) * unit for row in range(rows)]  # the first is whole, see _scale
    return [f"{values[row]:.0f}" if not row or ((rows - row) % step == 0 and row > 1) else "" for row in range(rows)]


def _column(span: Span, rows: int, unit: float, ink: Ink) -> str:
    """The cells of a column from the top down."""
    eighths = round(span.won / unit * 8)
    if span.won:
        eighths = max(1, eighths)  # a single win among many shows
    cells = [ink.won[min(8, max(0, eighths - 8 * row))] for row in range(rows)]
    lost = (span.played - span.won) / unit
    if lost:
        first, top = -(-eighths // 8), max(1, round(span.played / unit))
        if top <= first and lost >= span.won / unit - (first - 1):
            first -= 1  # both end in the same cell, and more was lost in it
        cells[first:top] = ink.lost * (top - first)
    return "".join(reversed(cells))


def _dates(spans: Sequence[Span], used: int, room: int) -> str:
    """The first day of the first column at the left, that of the last at its right end, if there is room for both."""
    first, last = (date_in_figures(span.first) for span in (spans[0], spans[-1]))
    if len(spans) == 1 or room < len(first) + len(last) + 1:
        return first[:room]
    return first + last.rjust(max(used, len(first) + len(last) + 1) - len(first))
