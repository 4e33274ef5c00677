"""What keeping costs: the time of one save after an action, of opening, and of the statistics, as a table.

Run as ``python -m tests.bench.store [--folder DIR] [--games N]``; the folder decides which disk is measured.
"""

from __future__ import annotations

import argparse
import random
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from solitaire_tui.session import Session
from solitaire_tui.store.games import Store
from solitaire_tui.store.statistics import statistics


def percentile(values: list[float], share: float) -> float:
    return sorted(values)[min(len(values) - 1, int(len(values) * share))]


def row(name: str, values: list[float]) -> str:
    p50, p95, p99 = (percentile(values, share) for share in (0.5, 0.95, 0.99))
    return f"| {name} | {len(values)} | {p50:.2f} | {p95:.2f} | {p99:.2f} | {max(values):.2f} |"


def timed(action: Callable[[], object]) -> float:
    start = time.perf_counter()
    action()
    return (time.perf_counter() - start) * 1000


def played(store: Store, game: str, deal: int, times: list[float]) -> None:
    """Play a deal by chance to its end, keeping every action."""
    rng = random.Random(deal)
    session = Session.new(game, {}, deal)
    attempt = store.begin(session)
    for clock in range(300):
        legal = session.game.legal_moves(session.state)
        if not legal:
            break
        session.play(rng.choice(legal))
        times.append(timed(lambda clock=clock: attempt.saved(session, float(clock))))  # type: ignore[misc]
    attempt.left(session)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--folder", type=Path, help="where to make the store (default: the system's temporary folder)")
    parser.add_argument("--games", type=int, default=100, help="games of each kind to play")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(dir=options.folder) as folder:
        home = Path(folder)
        print("| ms | times | p50 | p95 | p99 | max |\n|---|---|---|---|---|---|")
        with Store.open(home) as store:
            for game in ("raspad", "garem"):
                times: list[float] = []
                for deal in range(1, options.games + 1):
                    played(store, game, deal, times)
                print(row(f"save after an action, {game}", times))
            print(row("all statistics", [timed(lambda: statistics(store)) for _ in range(20)]))
        print(row("open and close", [timed(lambda: Store.open(home).close()) for _ in range(20)]))
        size = (home / "games.db").stat().st_size
        print(f"\n{2 * options.games} games take {size / 1e6:.1f} MB.")


if __name__ == "__main__":
    main()
