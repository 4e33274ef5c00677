"""Measures what keeping games costs: the program with its database beside the same program that keeps nothing.

Both are started, and get their keys, in turn. A key is timed until its last byte, which is when the picture is there.
Run it from anywhere: ``python tests/bench/keep.py [--samples N] [--starts N] [--size 100x40]``.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
from pathlib import Path
from statistics import median, quantiles
from typing import Final

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from solitaire_tui.raspad.view import RaspadView
from solitaire_tui.session import Session
from tests.terminal import Terminal

DEAL: Final = 1742
FRAME_QUIET: Final = 0.25
KEY_QUIET: Final = 0.03
ON, OFF = "keeping on", "keeping off"
PROGRAM: Final = """
import sys
from solitaire_tui.cli import _prepare
_prepare()
from solitaire_tui.app.keeping import Keeper
from solitaire_tui.app.main import SolitaireApp
from solitaire_tui.engine.client import Engine
from solitaire_tui.session import Session
from solitaire_tui.settings import Settings
from solitaire_tui.store.games import Store
keeper = Keeper(Store.open) if sys.argv[1] == "on" else Keeper()
SolitaireApp(Session.new("raspad", {}, int(sys.argv[2])), engine=Engine(), keeper=keeper, settings=Settings()).run()
"""


def percentile(values: list[float], percent: int) -> float:
    return quantiles(values, n=100, method="inclusive")[percent - 1]


def started(which: str, size: tuple[int, int], env: dict[str, str]) -> Terminal:
    argv = (sys.executable, "-c", PROGRAM, "on" if which == ON else "off", str(DEAL))
    return Terminal(argv, size=size, env=env)


def frame(terminal: Terminal, size: tuple[int, int]) -> float:
    """Seconds from the start to the last byte of the first picture."""
    return terminal.settle(FRAME_QUIET, since=terminal.started, enough=size[0] * size[1]).seconds


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--samples", type=int, default=200, help="moves and as many undos (200)")
    parser.add_argument("--starts", type=int, default=15, help="starts of each (15)")
    parser.add_argument("--size", default="100x40", metavar="WxH", help="the window's size (100x40)")
    options = parser.parse_args()
    columns, lines = (int(part) for part in options.size.split("x"))
    size = (columns, lines)
    load = ", ".join(f"{number:.1f}" for number in os.getloadavg())
    print(f"{options.samples} samples, {options.starts} starts, {options.size}, load before {load}")
    view = RaspadView(Session.new("raspad", deal=DEAL))
    single = next(i for i in range(6) if len(view.targets(f"hand:{i}")) == 1)
    starts: dict[str, list[float]] = {ON: [], OFF: []}
    keys: dict[str, list[float]] = {ON: [], OFF: []}
    with tempfile.TemporaryDirectory() as cache:
        # Compiled once and read back, as installed programs are; without motion, which takes its own time.
        env = {"PYTHONPYCACHEPREFIX": cache, "PYTHONDONTWRITEBYTECODE": "", "TEXTUAL_ANIMATIONS": "none"}
        for number in range(options.starts + 1):
            for which in (ON, OFF) if number % 2 else (OFF, ON):
                with started(which, size, env) as terminal:
                    seconds = frame(terminal, size)
                    if number:
                        starts[which].append(seconds * 1000)
        with started(ON, size, env) as on, started(OFF, size, env) as off:
            for terminal in (on, off):
                frame(terminal, size)
            for number in range(-3, options.samples):
                for key in (str(single + 1).encode(), b"u"):
                    for which, terminal in ((ON, on), (OFF, off)) if number % 2 else ((OFF, off), (ON, on)):
                        terminal.send(key)
                        burst = terminal.settle(KEY_QUIET)
                        if number >= 0:
                            keys[which].append(burst.seconds * 1000)
    more_key = percentile(keys[ON], 95) - percentile(keys[OFF], 95)
    more_start = median(starts[ON]) - median(starts[OFF])
    print(f"{'':28}{ON:>13}{OFF:>13}{'more':>8}  aim")
    for what, on_ms, off_ms, aim in (
        ("key to last byte p50, ms", median(keys[ON]), median(keys[OFF]), ""),
        ("key to last byte p95, ms", percentile(keys[ON], 95), percentile(keys[OFF], 95), "at most +2"),
        ("first frame p50, ms", median(starts[ON]), median(starts[OFF]), "at most +15"),
    ):
        print(f"{what:28}{on_ms:13.1f}{off_ms:13.1f}{on_ms - off_ms:+8.1f}  {aim}")
    print("reached" if more_key <= 2 and more_start <= 15 else "MISSED")


if __name__ == "__main__":
    main()
