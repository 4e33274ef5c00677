"""Prints what the optimum and the adviser of Garem reach: figures for the closing note, on one core.

``python tests/bench/garem_search.py [--deals N] [--advised N]``: deals 1 to N for each.
"""

from __future__ import annotations

import argparse
import math
import statistics
import time
from collections import Counter
from collections.abc import Sequence

from solitaire_tui.cards import DOUBLE_DECK
from solitaire_tui.deals import shuffled
from solitaire_tui.garem.adviser import DEFAULT_SAMPLES, Adviser
from solitaire_tui.garem.players import greedy
from solitaire_tui.garem.rules import GAREM, GaremRules, GaremState
from solitaire_tui.garem.search import optimum

RULES_PAGE = {0: 44.6, 1: 38.0, 2: 14.9, 3: 2.4, 4: 0.1}
"""Percent of 3,000 random deals by the most wishes any play can get."""


def deal(number: int) -> GaremState:
    return GAREM.deal(GaremRules(), shuffled(DOUBLE_DECK, number))


def quantile(values: Sequence[float], share: float) -> float:
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))]


def times(name: str, values: Sequence[float]) -> None:
    shown = [quantile(values, share) * 1000 for share in (0.5, 0.95, 0.99)]
    print(
        f"{name:28} p50 {shown[0]:8.2f}  p95 {shown[1]:8.2f}  p99 {shown[2]:8.2f}  "
        f"max {max(values) * 1000:8.2f}  ms, {len(values)} times"
    )


def paired(name: str, values: Sequence[int], others: Sequence[int]) -> None:
    differences = [value - other for value, other in zip(values, others, strict=True)]
    half = 1.96 * statistics.stdev(differences) / math.sqrt(len(differences))
    mean = statistics.mean(differences)
    print(f"{name:28} {mean:+.4f}  95% [{mean - half:+.4f}, {mean + half:+.4f}]")


def bench_optimum(deals: int) -> list[int]:
    found = [optimum(deal(number)) for number in range(1, deals + 1)]
    most = [best.most_wishes for best in found]
    print(f"Optimum, deals 1 to {deals}, undecided {sum(not best.decided for best in found)}")
    times("time", [best.seconds for best in found])
    print(f"{'nodes':28} p50 {quantile([best.nodes for best in found], 0.5)}  max {max(b.nodes for b in found)}")
    for wishes, count in sorted(Counter(most).items()):
        print(f"{wishes} wishes: {100 * count / deals:5.1f}%   rules page {RULES_PAGE.get(wishes, 0.0):5.1f}%")
    print(f"mean {statistics.mean(most):.3f}   rules page 0.75\n")
    return most


def bench_adviser(deals: int, most: Sequence[int]) -> None:
    first: list[float] = []
    complete: list[float] = []
    advised: list[int] = []
    promised: list[float] = []
    for number in range(1, deals + 1):
        state = deal(number)
        while True:
            started = time.perf_counter()
            answering = Adviser(state, number).improve()
            advice = next(answering)
            first.append(time.perf_counter() - started)
            for better in answering:
                advice = better
            complete.append(time.perf_counter() - started)
            if not state.row_dealt:
                promised.append(advice.expected_wishes)
            if advice.move is None:
                break
            for move in advice.plan:
                state = GAREM.apply(state, move)
        advised.append(len(state.complete))
    simple = [greedy(deal(number)) for number in range(1, deals + 1)]
    best = most[:deals]
    print(f"Adviser, {DEFAULT_SAMPLES} shuffles a decision, deals 1 to {deals}")
    for name, values in (("optimum", best), ("adviser", advised), ("greedy", simple)):
        share = statistics.mean(values) / statistics.mean(best)
        print(f"{name:28} {statistics.mean(values):.4f}   {share:.3f} of the optimum")
    print(f"{'promised before the game':28} {statistics.mean(promised):.4f}")
    paired("adviser - greedy", advised, simple)
    paired("adviser - optimum", advised, best)
    times("first answer", first)
    times("complete answer", complete)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--deals", type=int, default=1000, help="deals for the optimum")
    parser.add_argument("--advised", type=int, default=1000, help="deals for the adviser, at most as many")
    options = parser.parse_args()
    most = bench_optimum(options.deals)
    bench_adviser(min(options.advised, options.deals), most)


if __name__ == "__main__":
    main()
