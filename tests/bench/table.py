"""Measures the table on a pseudo-terminal beside an empty Textual app, and prints one table with the aims.

Both programs are started, and get their keys, in turn, so that whatever else the machine does falls on both alike.
Run it from anywhere: ``python tests/bench/table.py [--samples N] [--starts N] [--size 100x40]``.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import chain, cycle
from pathlib import Path
from statistics import median, quantiles
from typing import Final, NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from solitaire_tui.raspad.view import RaspadView
from solitaire_tui.session import Session
from solitaire_tui.table.scene import Scene, index
from tests.terminal import PLAY, Burst, Terminal

DEAL: Final = 1742
TABLE: Final = (*PLAY, "raspad", "--deal", str(DEAL))
EMPTY: Final = (sys.executable, str(Path(__file__).with_name("empty.py")))
WORD: Final = (*EMPTY, "word")
SIZES: Final = ("100x40", "80x24")

FRAME_QUIET: Final = 0.25
"""A frame is complete when nothing has come for so many seconds after as many bytes as the window has cells."""
KEY_QUIET: Final = 0.03
MOVES: Final = 12
"""How many moves undo all takes back."""
AROUND: Final = 3
"""Lines of the screen that are not the table's, above (1) and below; one less in a window below 20 lines."""


class Figures(NamedTuple):
    """What was measured of one thing: milliseconds and bytes, sample by sample."""

    times: list[float]
    sizes: list[int]

    def add(self, burst: Burst) -> None:
        self.times.append(burst.seconds * 1000)
        self.sizes.append(burst.size)

    @property
    def p50(self) -> float:
        return median(self.times)

    @property
    def p95(self) -> float:
        return percentile(self.times, 95)

    @property
    def bytes(self) -> float:
        return median(self.sizes)


def percentile(values: Sequence[float], percent: int) -> float:
    return quantiles(values, n=100, method="inclusive")[percent - 1] if len(values) > 1 else values[0]


@dataclass
class Memory:
    """Resident memory of a process in MB: now, and the most there ever was."""

    now: float
    peak: float

    @classmethod
    def of(cls, terminal: Terminal) -> Memory:
        """Read it from /proc."""
        status = Path(f"/proc/{terminal.process.pid}/status").read_text()
        entries = dict(line.split(":", 1) for line in status.splitlines())
        return cls(*(int(entries[name].split()[0]) / 1024 for name in ("VmRSS", "VmHWM")))


def figures() -> Figures:
    return Figures([], [])


@dataclass
class Measured:
    """Everything measured at one window size."""

    table_frame: Figures = field(default_factory=figures)
    empty_frame: Figures = field(default_factory=figures)
    empty_key: Figures = field(default_factory=figures)
    play: Figures = field(default_factory=figures)
    undo: Figures = field(default_factory=figures)
    undo_all: Figures = field(default_factory=figures)
    redo_all: Figures = field(default_factory=figures)
    drag: Figures = field(default_factory=figures)
    table_memory: list[Memory] = field(default_factory=list)
    empty_memory: list[Memory] = field(default_factory=list)
    used_memory: Memory | None = None
    """The table's after all the keys and drags."""


class Bench:
    """Measures at one window size.

    Args:
        size: columns and lines.
        starts: how often each program is started.
        samples: how many keys of each kind, and steps of a drag, are timed.
        env: what the programs find in their environment besides.
    """

    def __init__(self, size: tuple[int, int], *, starts: int, samples: int, env: dict[str, str]) -> None:
        self.size = size
        self.starts = starts
        self.samples = samples
        self.env = env
        self.measured = Measured()

    def run(self) -> Measured:
        self._frames()
        with self._started(TABLE) as table, self._started(WORD) as word:
            for terminal in (table, word):
                self._frame(terminal)
            self._keys(table, word)
            self.measured.used_memory = Memory.of(table)
        return self.measured

    def _started(self, argv: Sequence[str]) -> Terminal:
        return Terminal(argv, size=self.size, env=self.env)

    def _frame(self, terminal: Terminal) -> Burst:
        columns, lines = self.size
        return terminal.settle(FRAME_QUIET, since=terminal.started, enough=columns * lines)

    def _frames(self) -> None:
        """Start both in turn; what the first start of each compiles and reads from disk is not counted."""
        measured = self.measured
        for number in range(self.starts + 1):
            for argv, frames, memory in (
                (TABLE, measured.table_frame, measured.table_memory),
                (EMPTY, measured.empty_frame, measured.empty_memory),
            ):
                with self._started(argv) as terminal:
                    burst = self._frame(terminal)
                    if number:
                        frames.add(burst)
                        memory.append(Memory.of(terminal))

    def _keys(self, table: Terminal, word: Terminal) -> None:
        measured, scene = self.measured, self._scene()
        session = Session.new("raspad", deal=DEAL)
        single = next(i for i in range(6) if len(RaspadView(session).targets(f"hand:{i}")) == 1)
        digit = str(single + 1).encode()
        reference = measured.empty_key
        self._in_turn(table, [(digit, measured.play), (b"u", measured.undo)], word, reference)
        self._drags(table, scene, f"hand:{single}", word)
        for key in some_moves():
            self._key(table, key)
        self._in_turn(table, [(b"U", measured.undo_all), (b"R", measured.redo_all)], word, reference)

    def _key(self, terminal: Terminal, key: bytes) -> Burst:
        terminal.send(key)
        return terminal.settle(KEY_QUIET)

    def _in_turn(self, table: Terminal, keys: list[tuple[bytes, Figures]], word: Terminal, reference: Figures) -> None:
        for number in range(-2, self.samples):
            for key, times in keys:
                burst, empty = self._key(table, key), self._key(word, b"k")
                if number >= 0:  # The first few fill the caches.
                    times.add(burst)
                    reference.add(empty)

    def _scene(self) -> Scene:
        """Where the cards of the deal lie."""
        columns, lines = self.size
        height = lines - 1 - AROUND + (lines < 20)
        return RaspadView(Session.new("raspad", deal=DEAL)).lay_out(columns, height, 0, None)

    def _drags(self, table: Terminal, scene: Scene, target: str, word: Terminal) -> None:
        """Take a card up and lead it cell by cell round the row and over other cards, and put it back."""
        card = scene.find(target)
        assert card is not None
        # The terminal counts cells from 1; the table begins below the header.
        x, y = card.x + 2, card.y + 2
        table.send(mouse(0, x, y))
        steps = self._path(x, y, scene)
        for number in range(-10, self.samples):
            at = next(steps)
            table.send(mouse(32, *at))
            burst = table.settle(KEY_QUIET)
            if number >= 0:
                self.measured.drag.add(burst)
            if number % 4 == 0:
                self.measured.empty_key.add(self._key(word, b"k"))
        table.send(mouse(32, x, y))
        table.settle(KEY_QUIET)
        table.send(mouse(0, x, y, release=True))
        table.settle(KEY_QUIET)

    def _path(self, x: int, y: int, scene: Scene) -> Iterator[tuple[int, int]]:
        """Cells one step apart: up to the row, along it to its other end, and back again, for ever."""
        ends = [card for card in scene.cards if card.target.startswith("table:")]
        top = min(card.y for card in ends) + 2
        left, right = min(card.x for card in ends) + 1, max(card.x for card in ends) + 1
        up = [(x, line) for line in range(y - 1, top - 1, -1)]
        far = left if abs(left - x) > abs(right - x) else right
        step = 1 if far > x else -1
        along = [(column, top) for column in range(x + step, far + step, step)]
        there = [(x, y), *up, *along]
        cells = cycle(chain(there, reversed(there)))
        before = (x, y)
        for cell in cells:
            if cell != before:  # At both ends of the way the same cell comes twice.
                yield cell
            before = cell


def some_moves() -> Iterator[bytes]:
    """The keys of the first moves of the deal. No hint is asked for: the adviser would work beside what is measured."""
    session = Session.new("raspad", deal=DEAL)
    view = RaspadView(session)
    for _ in range(MOVES):
        move = view.legal()[0]
        ends = view.ends(move)
        if ends is None:
            yield from (b"c",) if str(move) == "close" else (b"l", b"l")
        else:
            hand, row = ends
            yield str(index(hand) + 1).encode()
            targets = list(view.targets(hand))
            if len(targets) > 1:
                yield view.numbered(targets, hand)[row].encode()
        session.play(move)


def mouse(button: int, x: int, y: int, *, release: bool = False) -> bytes:
    """A report in SGR form; 32 more than the button is for motion with it held. Cells are counted from 1."""
    return f"\x1b[<{button};{x};{y}{'m' if release else 'M'}".encode()


class Row(NamedTuple):
    """One line of the result."""

    what: str
    table: str
    empty: str
    compared: str
    aim: str = ""
    reached: bool | None = None


def rows(measured: Measured) -> list[Row]:
    """The result, with the aims."""
    m = measured
    move = Figures(m.play.times + m.undo.times, m.play.sizes + m.undo.sizes)
    everything = Figures(m.undo_all.times + m.redo_all.times, m.undo_all.sizes + m.redo_all.sizes)
    frame = m.table_frame.p50 / m.empty_frame.p50
    used = m.used_memory
    assert used is not None
    peak, now = (
        (median(getattr(memory, name) for memory in memories) for memories in (m.table_memory, m.empty_memory))
        for name in ("peak", "now")
    )
    table_peak, empty_peak = peak
    table_now, empty_now = now
    result = [
        Row(
            "first frame p50, ms",
            f"{m.table_frame.p50:.0f}",
            f"{m.empty_frame.p50:.0f}",
            f"{frame:.2f} times",
            "at most 1.5 times",
            frame <= 1.5,
        ),
        Row(
            "first frame p95, ms",
            f"{m.table_frame.p95:.0f}",
            f"{m.empty_frame.p95:.0f}",
            f"{m.table_frame.p95 / m.empty_frame.p95:.2f} times",
        ),
        Row("first frame, bytes", f"{m.table_frame.bytes:.0f}", f"{m.empty_frame.bytes:.0f}", ""),
    ]
    for what, figure, slack in (
        ("move a card (play, undo)", move, 4),
        ("undo all, redo all", everything, 12),
    ):
        more = figure.p95 - m.empty_key.p95
        result += [
            Row(
                f"{what} p50, ms", f"{figure.p50:.1f}", f"{m.empty_key.p50:.1f}", f"{figure.p50 - m.empty_key.p50:+.1f}"
            ),
            Row(
                f"{what} p95, ms",
                f"{figure.p95:.1f}",
                f"{m.empty_key.p95:.1f}",
                f"{more:+.1f}",
                f"at most +{slack}",
                more <= slack,
            ),
            Row(f"{what}, bytes p50", f"{figure.bytes:.0f}", f"{m.empty_key.bytes:.0f}", ""),
        ]
    for name, figure in (("play", m.play), ("undo", m.undo), ("undo all", m.undo_all), ("redo all", m.redo_all)):
        result.append(Row(f"  {name} alone p50 / p95, ms", f"{figure.p50:.1f} / {figure.p95:.1f}", "", ""))
        result.append(Row(f"  {name} alone, bytes p50", f"{figure.bytes:.0f}", "", ""))
    drag_bytes = percentile(m.drag.sizes, 95)
    result += [
        Row("drag step p50, ms", f"{m.drag.p50:.1f}", "", "", "at most 5", m.drag.p50 <= 5),
        Row("drag step p95, ms", f"{m.drag.p95:.1f}", "", ""),
        Row("drag step p50, bytes", f"{m.drag.bytes:.0f}", "", "", "at most 4096", m.drag.bytes <= 4096),
        Row("drag step p95, bytes", f"{drag_bytes:.0f}", "", ""),
        Row(
            "RSS peak at the first frame, MB",
            f"{table_peak:.1f}",
            f"{empty_peak:.1f}",
            f"{table_peak / empty_peak:.2f} times",
            "at most 1.6 times",
            table_peak <= 1.6 * empty_peak,
        ),
        Row(
            "RSS now at the first frame, MB",
            f"{table_now:.1f}",
            f"{empty_now:.1f}",
            f"{table_now / empty_now:.2f} times",
        ),
        Row(
            "RSS peak after all keys, MB",
            f"{used.peak:.1f}",
            f"{empty_peak:.1f}",
            f"{used.peak / empty_peak:.2f} times",
            "at most 1.6 times",
            used.peak <= 1.6 * empty_peak,
        ),
        Row("RSS now after all keys, MB", f"{used.now:.1f}", f"{empty_now:.1f}", f"{used.now / empty_now:.2f} times"),
    ]
    return result


def printed(size: str, result: list[Row]) -> str:
    """The result as text, one line a row."""
    reached = {None: "", True: "reached", False: "MISSED"}
    cells = [(row.what, row.table, row.empty, row.compared, row.aim, reached[row.reached]) for row in result]
    cells.insert(0, (f"at {size}", "table", "empty app", "compared", "aim", ""))
    widths = [max(len(row[column]) for row in cells) for column in range(6)]
    left: Callable[[str, int], str] = str.ljust
    form = (left, str.rjust, str.rjust, str.rjust, left, left)
    return "\n".join(
        "  ".join(pad(cell, width) for pad, cell, width in zip(form, row, widths, strict=True)).rstrip()
        for row in cells
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--samples", type=int, default=100, help="keys of each kind and steps of the drag (100)")
    parser.add_argument("--starts", type=int, default=12, help="starts of each program (12)")
    parser.add_argument("--size", action="append", metavar="WxH", help="a window size (100x40 and 80x24)")
    options = parser.parse_args()
    load = ", ".join(f"{number:.1f}" for number in os.getloadavg())
    print(f"{options.samples} samples, {options.starts} starts, {os.cpu_count()} processors, load before {load}")
    with tempfile.TemporaryDirectory() as cache:
        # Compiled once and read back, as installed programs are.
        env = {"PYTHONPYCACHEPREFIX": cache, "PYTHONDONTWRITEBYTECODE": ""}
        for size in options.size or SIZES:
            columns, lines = (int(part) for part in size.split("x"))
            bench = Bench((columns, lines), starts=options.starts, samples=options.samples, env=env)
            print(f"\n{printed(size, rows(bench.run()))}", flush=True)


if __name__ == "__main__":
    main()
