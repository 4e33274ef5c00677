"""Measures motion on a pseudo-terminal: frames and bytes a second, first frame, and share of a processor.

Each action is done with motion and without, several times, from the same position; medians are printed. A frame is what
comes within a few milliseconds. Run it from anywhere: ``python tests/bench/motion.py [--samples N] [--size 100x40]``.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import select
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from statistics import median
from typing import Final, NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from solitaire_tui.cards import Card
from solitaire_tui.raspad.rules import RASPAD, Beat, RaspadState
from solitaire_tui.session import Session
from tests.helpers import recorded_session
from tests.terminal import PLAY, Terminal

SIZES: Final = ("80x24", "100x40", "160x50")
APART: Final = 0.008
"""Seconds without a byte between two frames."""
WATCHED: Final = 1.3
"""Seconds for which an action is watched."""
WITHIN: Final = 1.2
"""Seconds of that which count; what comes once in a second, such as nothing at all, falls outside."""


class Case(NamedTuple):
    """An action to measure.

    Attributes:
        name: what it is.
        session: the position it starts from.
        before: keys that lead to it, each of which is left to settle.
        key: the key that does it.
        after: keys that lead back to the position.
    """

    name: str
    session: Session
    before: tuple[bytes, ...]
    key: bytes
    after: tuple[bytes, ...]


class Take(NamedTuple):
    """One time that an action was done: seconds and bytes of each frame, and seconds of processor time."""

    frames: list[tuple[float, int]]
    cpu: float

    @property
    def first(self) -> float:
        """Milliseconds from the key to the first byte."""
        return self.frames[0][0] * 1000

    @property
    def seconds(self) -> float:
        """From the first frame to the last."""
        return self.frames[-1][0] - self.frames[0][0]

    @property
    def size(self) -> int:
        """Bytes in all."""
        return sum(size for _, size in self.frames)

    @property
    def worst(self) -> int:
        """Most bytes in any one second."""
        return max(sum(size for at, size in self.frames if start <= at < start + 1) for start, _ in self.frames)


def cpu_of(pid: int) -> float:
    """Seconds for which a process has run, all threads together."""
    total = 0
    for thread in Path(f"/proc/{pid}/task").iterdir():
        total += int((thread / "schedstat").read_text().split()[0])
    return total / 1e9


def watch(terminal: Terminal, key: bytes) -> Take:
    """Press a key and note what is written then."""
    descriptor = terminal.descriptor
    cpu, start = cpu_of(terminal.process.pid), time.perf_counter()
    frames: list[tuple[float, int]] = []
    last = 0.0
    os.write(descriptor, key)
    while (now := time.perf_counter() - start) < WATCHED:
        if not select.select([descriptor], [], [], max(0.0, WATCHED - now))[0]:
            break
        now, size = time.perf_counter() - start, len(os.read(descriptor, 1 << 16))
        if now > WITHIN:
            continue
        if frames and now - last < APART:
            frames[-1] = (frames[-1][0], frames[-1][1] + size)
        else:
            frames.append((now, size))
        last = now
    return Take(frames, cpu_of(terminal.process.pid) - cpu)


def chained() -> tuple[Session, Beat]:
    """A position of Raspad, and a beat in it after which as many cards as can be found fall apart."""
    rng = random.Random(1)
    most, found = 0, None
    for deal in range(1, 200):
        session = Session.new("raspad", {}, deal)
        for _ in range(30):
            legal = session.game.legal_moves(session.state)
            if not legal:
                break
            for move in legal:
                if isinstance(move, Beat) and fallen(session.state, move) > most and only_target(session.state, move):
                    most, found = fallen(session.state, move), (session.branched(), move)
            session.play(rng.choice(legal))
    assert found is not None
    return found


def fallen(state: RaspadState, move: Beat) -> int:
    after = RASPAD.apply(state, move)
    return sum(slot.beaten for slot in after.table) - sum(slot.beaten for slot in state.table) - 1


def only_target(state: RaspadState, move: Beat) -> bool:
    return sum(other.hand == move.hand for other in RASPAD.legal_moves(state) if isinstance(other, Beat)) == 1


def digit(session: Session, card: Card) -> bytes:
    """The key that plays a hand card."""
    return str(session.state.hand.index(card) + 1).encode()


def cases() -> list[Case]:
    """Everything that is measured."""
    deal = Session.new("raspad", {}, 1742)
    garem = Session.new("garem", {}, 7)
    middle = recorded_session("garem", 5, 30)
    while str(middle.game.legal_moves(middle.state)[0]) != "next":
        middle.play(middle.game.legal_moves(middle.state)[0])
    chain, beat = chained()
    long_game = recorded_session("raspad", 4)
    closing = recorded_session("raspad", 4, 0)
    for move in recorded_session("raspad", 4).history.moves:
        if str(move) == "close":
            break
        closing.play(move)
    winning = recorded_session("raspad", 4)
    winning.undo()
    winning = winning.branched()
    return [
        Case("Raspad: deal", deal, (b"g", b"y"), b"s", ()),
        Case("Raspad: show what laying down makes", deal, (), b"l", (b"x",)),
        Case("Raspad: lay down", deal, (b"l",), b"l", (b"u",)),
        Case(f"Raspad: a beat, {fallen(chain.state, beat)} cards fall", chain, (), digit(chain, beat.hand), (b"u",)),
        Case("Raspad: close and refill", closing, (), b"c", (b"u",)),
        Case("Raspad: undo", deal, (b"l", b"l"), b"u", ()),
        Case("Raspad: undo all", long_game, (b"x",), b"U", (b"R",)),
        Case("Raspad: win", winning, (), b"c", (b"u",)),
        Case("Garem: first row", garem, (), b" ", (b"u",)),
        Case("Garem: next row", middle, (), b" ", (b"u",)),
    ]


def measured(case: Case, size: tuple[int, int], level: str, samples: int, environ: dict[str, str]) -> list[Take]:
    """Do an action several times."""
    with tempfile.NamedTemporaryFile("w", suffix=".json") as file:
        file.write(json.dumps(case.session.record().model_dump(exclude_none=True)))
        file.flush()
        argv = (*PLAY, case.session.game.id, "--record", file.name)
        with Terminal(argv, size=size, env=environ | {"TEXTUAL_ANIMATIONS": level}) as terminal:
            terminal.settle(0.5, enough=size[0] * size[1])
            takes = []
            for number in range(-1, samples):  # the first one fills the caches
                for key in case.before:
                    terminal.send(key)
                    terminal.settle(0.3, enough=0)
                time.sleep(1.0)  # what was written to get here counts no more
                terminal.settle(0.1, enough=0)
                take = watch(terminal, case.key)
                if number >= 0 and take.frames:
                    takes.append(take)
                for key in case.after:
                    terminal.send(key)
                    terminal.settle(0.3, enough=0)
            return takes


def line(case: Case, moving: Sequence[Take], still: Sequence[Take]) -> tuple[str, ...]:
    seconds = median(take.seconds for take in moving)
    frames = median(len(take.frames) for take in moving)
    return (
        case.name,
        f"{seconds * 1000:.0f}",
        f"{frames:.0f}",
        f"{(frames - 1) / seconds:.0f}" if seconds > 0.05 else "",
        f"{median(take.size for take in moving):.0f}",
        f"{max(take.worst for take in moving):.0f}",
        f"{median(take.size for take in still):.0f}",
        f"{median(take.first for take in moving):.1f}",
        f"{median(take.first for take in still):.1f}",
        f"{median(take.cpu for take in moving) * 1000:.0f}",
        f"{median(take.cpu for take in still) * 1000:.0f}",
        f"{100 * median(take.cpu for take in moving) / seconds:.0f} %" if seconds > 0.05 else "",
    )


HEAD: Final = (
    "ms",
    "frames",
    "a second",
    "bytes",
    "most in 1 s",
    "bytes, still",
    "first byte ms",
    "still",
    "CPU ms",
    "still",
    "CPU share",
)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--samples", type=int, default=7, help="how often each action is done (7)")
    parser.add_argument("--size", action="append", metavar="WxH", help=f"a window size ({', '.join(SIZES)})")
    options = parser.parse_args()
    load = ", ".join(f"{number:.1f}" for number in os.getloadavg())
    print(f"{options.samples} samples, {os.cpu_count()} processors, load before {load}")
    with tempfile.TemporaryDirectory() as cache:
        environ = {"PYTHONPYCACHEPREFIX": cache, "PYTHONDONTWRITEBYTECODE": ""}
        for size in options.size or SIZES:
            columns, lines = (int(part) for part in size.split("x"))
            rows: list[tuple[str, ...]] = [(f"at {size}", *HEAD)]
            for case in cases():
                moving, still = (
                    measured(case, (columns, lines), level, options.samples, environ) for level in ("full", "none")
                )
                rows.append(line(case, moving, still))
            widths = [max(len(row[column]) for row in rows) for column in range(len(HEAD) + 1)]
            print()
            for row in rows:
                cells = [
                    row[0].ljust(widths[0]),
                    *(cell.rjust(width) for cell, width in zip(row[1:], widths[1:], strict=True)),
                ]
                print("  ".join(cells).rstrip(), flush=True)


if __name__ == "__main__":
    main()
