"""What advice costs a key: key to last byte on a real terminal, with the adviser computing and without it.

``python tests/bench/advice.py [--keys N]``. The two programs take turns in the same run; every key plays or takes
back a card, so that with the adviser a new request is being computed while the next key arrives.
"""

from __future__ import annotations

import argparse
import statistics
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from tests.terminal import Terminal

QUIET = 0.03
"""Seconds without a byte after which an answer counts as complete."""
AIM = 1.5
"""Key latency while the adviser computes, at most so many times that without."""


def program(*, engine: bool) -> list[str]:
    """A table of Raspad, with or without the adviser's process."""
    code = (
        "from solitaire_tui.app.main import SolitaireApp; from solitaire_tui.engine.client import Engine;"
        "from solitaire_tui.session import Session;"
        f"SolitaireApp(Session.new('raspad', {{}}, 1742), engine={'Engine()' if engine else 'None'}).run()"
    )
    return [sys.executable, "-c", code]


def latency(terminal: Terminal, key: bytes) -> float:
    """Milliseconds from a key to the last byte of its answer."""
    since = time.perf_counter()
    terminal.send(key)
    return terminal.settle(QUIET, since=since).seconds * 1000


def main() -> None:
    """Measure and print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--keys", type=int, default=200, help="keys for each program")
    arguments = parser.parse_args()
    taken: dict[bool, list[float]] = {False: [], True: []}
    with (
        Terminal(program(engine=False), size=(100, 40)) as without,
        Terminal(program(engine=True), size=(100, 40)) as with_advice,
    ):
        for terminal in (without, with_advice):
            terminal.settle(1.0)
        for count in range(arguments.keys):
            key = b"1" if count % 2 == 0 else b"u"
            for engine, terminal in ((False, without), (True, with_advice)):
                taken[engine].append(latency(terminal, key))
    print(f"{'':<16}{'p50 ms':>8}{'p95 ms':>8}")
    figures = {}
    for engine, values in taken.items():
        cuts = statistics.quantiles(values, n=20)
        figures[engine] = (statistics.median(values), cuts[18])
        name = "with advice" if engine else "without"
        print(f"{name:<16}{figures[engine][0]:>8.2f}{figures[engine][1]:>8.2f}")
    ratios = [figures[True][i] / figures[False][i] for i in range(2)]
    reached = "reached" if ratios[0] <= AIM else "missed"
    print(f"{'ratio':<16}{ratios[0]:>8.2f}{ratios[1]:>8.2f}   aim: at most {AIM} ({reached})")


if __name__ == "__main__":
    main()
