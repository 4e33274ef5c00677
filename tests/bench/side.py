"""What the side panel costs: the time from key to last byte with it and without it, in turn on two terminals.

Run as ``python -m tests.bench.side [--samples N] [--size 160x50]``.
"""

from __future__ import annotations

import argparse

from solitaire_tui.raspad.view import RaspadView
from solitaire_tui.session import Session
from tests.bench.table import DEAL, FRAME_QUIET, KEY_QUIET, TABLE, Figures, figures, some_moves
from tests.terminal import Terminal


def measured(size: tuple[int, int], samples: int) -> dict[str, tuple[Figures, Figures]]:
    """The figures of each key, with the panel and without."""
    session = Session.new("raspad", deal=DEAL)
    single = next(i for i in range(6) if len(RaspadView(session).targets(f"hand:{i}")) == 1)
    keys = {"play": str(single + 1).encode(), "undo": b"u"}
    all_keys = {"undo all": b"U", "redo all": b"R", "cursor": b"\x1b[C"}
    result = {name: (figures(), figures()) for name in (*keys, *all_keys)}
    with Terminal(TABLE, size=size) as beside, Terminal(TABLE, size=size) as alone:
        both = (beside, alone)
        for terminal in both:
            terminal.settle(FRAME_QUIET, since=terminal.started, enough=size[0] * size[1])
        alone.send(b"s")
        alone.settle(FRAME_QUIET)

        def in_turn(group: dict[str, bytes]) -> None:
            for number in range(-3, samples):
                for name, key in group.items():
                    pairs = list(zip(both, result[name], strict=True))
                    for terminal, times in pairs if number % 2 else reversed(pairs):
                        terminal.send(key)
                        burst = terminal.settle(KEY_QUIET)
                        if number >= 0:
                            times.add(burst)

        in_turn(keys)
        for key in some_moves():
            for terminal in both:
                terminal.send(key)
                terminal.settle(KEY_QUIET)
        in_turn(all_keys)
    return result


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--samples", type=int, default=100, help="keys of each kind (100)")
    parser.add_argument("--size", default="160x50", metavar="WxH", help="the window's size (160x50)")
    options = parser.parse_args()
    columns, lines = (int(part) for part in options.size.split("x"))
    print(f"{'key':<10} {'':>4} {'with, ms':>10} {'without':>10} {'ratio':>7} {'bytes':>12}")
    for name, (beside, alone) in measured((columns, lines), options.samples).items():
        for what, one, other in (("p50", beside.p50, alone.p50), ("p95", beside.p95, alone.p95)):
            sizes = f"{beside.bytes:.0f} / {alone.bytes:.0f}"
            print(f"{name:<10} {what:>4} {one:>10.1f} {other:>10.1f} {one / other:>7.2f} {sizes:>12}")


if __name__ == "__main__":
    main()
