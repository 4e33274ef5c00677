"""Tables of how the solver and the adviser of Raspad do: what is decided, what is won, and in what time.

python tests/bench/raspad_search.py fresh --deals 1-1000
python tests/bench/raspad_search.py positions --each 200
python tests/bench/raspad_search.py adviser --deals 1-400 [--jokers]
python tests/bench/raspad_search.py deal 101339 --seconds 900
"""

from __future__ import annotations

import argparse
import random
import resource
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from solitaire_tui.deals import shuffled
from solitaire_tui.game import Outcome
from solitaire_tui.raspad.adviser import DEFAULT_SAMPLES, Adviser
from solitaire_tui.raspad.rules import HAND_SIZE, RASPAD, Beat, RaspadRules, RaspadState
from solitaire_tui.raspad.search import Solution, Verdict, solve

CLOCKS: dict[str, Callable[[], float]] = {"wall": time.perf_counter, "cpu": time.process_time}
BUCKETS = {"0": (0, 0), "1-5": (1, 5), "6-11": (6, 11), "12-17": (12, 17), "18+": (18, 99)}
HEAD = f"{'':>8} {'count':>6} {'won':>6} {'lost':>6} {'open':>5} {'median':>9} {'p95':>9} {'p99':>9} {'max':>9}"


def dealt(rules: RaspadRules, number: int) -> RaspadState:
    """The first position of a deal."""
    return RASPAD.deal(rules, shuffled(RASPAD.deck(rules), number))


def checked(state: RaspadState, solution: Solution) -> Solution:
    """The solution, its winning line replayed by the rules."""
    for move in solution.line:
        state = RASPAD.apply(state, move)
    assert solution.verdict is not Verdict.WINNABLE or RASPAD.outcome(state) is Outcome.WON
    return solution


def spread(seconds: Sequence[float]) -> str:
    """Median, p95, p99 and maximum in milliseconds."""
    ordered = sorted(seconds)
    at = [ordered[min(len(ordered) - 1, int(len(ordered) * part))] for part in (0.5, 0.95, 0.99)]
    return " ".join(f"{1000 * value:>9.3f}" for value in (*at, ordered[-1]))


def row(name: str, solutions: Sequence[Solution]) -> str:
    """One line of the table."""
    counts = [sum(s.verdict is verdict for s in solutions) for verdict in Verdict]
    return f"{name:>8} {len(solutions):>6} {counts[0]:>6} {counts[1]:>6} {counts[2]:>5} " + spread(
        [s.seconds for s in solutions]
    )


def random_positions(rules: RaspadRules, rng: random.Random, *, legal: bool) -> Iterator[RaspadState]:
    """Every position of games played at random: of the player *random*, or uniform among all legal moves."""
    while True:
        state = dealt(rules, 1 + int(rng.random() * 10**9))
        while moves := RASPAD.legal_moves(state):
            if not legal:
                beats = [move for move in moves if isinstance(move, Beat)]
                if len(state.open_indices()) > 1 and beats:
                    moves = tuple(beats)
                else:
                    moves = tuple(move for move in moves if not isinstance(move, Beat)) or moves
            state = RASPAD.apply(state, moves[int(rng.random() * len(moves))])
            yield state


def fresh(arguments: argparse.Namespace, rules: RaspadRules) -> None:
    print(HEAD + "   (ms)")
    deals = [dealt(rules, number) for number in arguments.deals]
    print(row("fresh", [checked(deal, solve(deal, seconds=2)) for deal in deals]))


def positions(arguments: argparse.Namespace, rules: RaspadRules) -> None:
    print(HEAD + "   (ms)")
    everything: list[Solution] = []
    chosen: dict[str, list[RaspadState]] = {name: [] for name in BUCKETS}
    rng = random.Random(arguments.seed)
    for state in random_positions(rules, rng, legal=arguments.legal):
        # One position of each bucket and game at most would favour long games: take one in ten of what is met.
        if rng.random() < 0.1 and RASPAD.outcome(state) is Outcome.PLAYING:
            name = next(name for name, (low, high) in BUCKETS.items() if low <= len(state.stock) <= high)
            if len(chosen[name]) < arguments.each:
                chosen[name].append(state)
        if all(len(states) == arguments.each for states in chosen.values()):
            break
    for name, states in chosen.items():
        solutions = []
        for state in states:
            solution = checked(state, solve(state, seconds=arguments.seconds))
            solutions.append(solution)
            if solution.verdict is Verdict.UNDECIDED and arguments.show:
                print(
                    f"open: stock {len(state.stock)}, {len(state.open_indices())} of {len(state.table)} cards open, "
                    f"hand {len(state.hand)}, {solution.nodes} nodes"
                )
                if arguments.show > 1:
                    print(state.model_dump_json())
        print(row(name, solutions), flush=True)
        everything += solutions
    print(row("all", everything))


def advised(arguments: argparse.Namespace, rules: RaspadRules) -> None:
    first: list[float] = []
    complete: list[float] = []
    lost = [
        number for number in arguments.deals if not play_advised(dealt(rules, number), arguments, [], first, complete)
    ]
    played = len(arguments.deals)
    low, high = wilson(played - len(lost), played)
    print(f"won {played - len(lost)} of {played} (95%: {low:.3f} to {high:.3f}); lost {lost}")
    print(f"{'':>8} {'count':>6} {'median':>9} {'p95':>9} {'p99':>9} {'max':>9}   (ms)")
    print(f"{'first':>8} {len(first):>6} {spread(first)}")
    print(f"{'complete':>8} {len(complete):>6} {spread(complete)}")


def play_advised(
    state: RaspadState,
    arguments: argparse.Namespace,
    met: list[tuple[int, float]],
    first: list[float],
    complete: list[float],
) -> bool:
    """Follow the advice to the end: whether it won. Adds the stock and odds of uncertain advice, and times in s."""
    while RASPAD.outcome(state) is Outcome.PLAYING:
        clock = CLOCKS[arguments.clock]
        started = clock()
        refined = Adviser(state, seed=arguments.seed).improve(arguments.samples)
        answers = [next(refined)]
        first.append(clock() - started)
        answers += refined
        complete.append(clock() - started)
        advice = answers[-1]
        if not advice.proven:
            met.append((len(state.stock), advice.odds))
        for move in advice.plan:
            state = RASPAD.apply(state, move)
    return RASPAD.outcome(state) is Outcome.WON


def calibration(arguments: argparse.Namespace, rules: RaspadRules) -> None:
    """How often a game followed by advice is won, by the odds given, from positions met in random play."""
    results: dict[tuple[str, int], list[tuple[int, float, bool]]] = {}
    rng = random.Random(arguments.seed)
    states = random_positions(rules, rng, legal=arguments.legal)
    for _ in range(arguments.count):
        state = next(state for state in states if len(state.stock) > HAND_SIZE and rng.random() < 0.1)
        met: list[tuple[int, float]] = []
        won = play_advised(state, arguments, met, [], [])
        for stock, odds in met:
            bucket = next(name for name, (low, high) in BUCKETS.items() if low <= stock <= high)
            results.setdefault((bucket, int(odds * 10)), []).append((stock, odds, won))
            if arguments.log:
                with Path(arguments.log).open("a") as log:
                    print(stock, f"{odds:.4f}", int(won), file=log)
    print(f"{'stock':>8} {'odds':>5} {'count':>6} {'given':>6} {'won':>6}")
    for (bucket, tenth), games in sorted(results.items()):
        given, won_rate = (sum(game[k] for game in games) / len(games) for k in (1, 2))
        print(f"{bucket:>8} {tenth / 10:>5.1f} {len(games):>6} {given:>6.3f} {won_rate:>6.3f}")


def wilson(won: int, played: int) -> tuple[float, float]:
    """The 95% interval of Wilson for a rate."""
    z = 1.96
    middle = (won + z * z / 2) / (played + z * z)
    half = z / (played + z * z) * (won * (played - won) / played + z * z / 4) ** 0.5
    return middle - half, middle + half


def one_deal(arguments: argparse.Namespace, rules: RaspadRules) -> None:
    state = dealt(rules, arguments.number)
    solution = checked(state, solve(state, nodes=10**12, seconds=arguments.seconds))
    print(arguments.number, solution.verdict, solution.nodes, "nodes", f"{solution.seconds:.1f} s")
    print(*solution.line)


def deal_range(text: str) -> range:
    first, _, last = text.partition("-")
    return range(int(first), int(last or first) + 1)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    for option in ("jokers", "ace-high", "must-beat"):
        parser.add_argument(f"--{option}", action="store_true")
    parser.add_argument("--clock", choices=CLOCKS, default="wall", help="how the adviser's time is taken")
    commands = parser.add_subparsers(required=True)
    command = commands.add_parser("fresh", help="the solver on fresh deals")
    command.add_argument("--deals", type=deal_range, default=range(1, 1001))
    command.set_defaults(run=fresh)
    command = commands.add_parser("positions", help="the solver on positions met in random play")
    command.add_argument("--each", type=int, default=200, help="positions for each bucket of the stock")
    command.add_argument("--seed", type=int, default=1)
    command.add_argument("--seconds", type=float, default=2.0)
    command.add_argument("--legal", action="store_true", help="play uniformly among all legal moves")
    command.add_argument("--show", action="count", default=0, help="describe undecided positions; twice: as JSON")
    command.set_defaults(run=positions)
    command = commands.add_parser("adviser", help="the adviser playing fresh deals")
    command.add_argument("--deals", type=deal_range, default=range(1, 401))
    command.add_argument("--samples", type=int, default=DEFAULT_SAMPLES)
    command.add_argument("--seed", type=int, default=0)
    command.set_defaults(run=advised)
    command = commands.add_parser("calibration", help="the odds that the adviser gives against results")
    command.add_argument("--count", type=int, default=200, help="games")
    command.add_argument("--samples", type=int, default=500)
    command.add_argument("--seed", type=int, default=0)
    command.add_argument("--legal", action="store_true", help="play uniformly among all legal moves")
    command.add_argument("--log", help="append stock, odds and result of every uncertain advice to this file")
    command.set_defaults(run=calibration)
    command = commands.add_parser("deal", help="the solver on one deal")
    command.add_argument("number", type=int)
    command.add_argument("--seconds", type=float, default=60.0)
    command.set_defaults(run=one_deal)
    arguments = parser.parse_args()
    rules = RaspadRules(jokers=arguments.jokers, ace_high=arguments.ace_high, must_beat=arguments.must_beat)
    started = time.perf_counter()
    arguments.run(arguments, rules)
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(f"{time.perf_counter() - started:.1f} s in all, at most {peak:.0f} MB")


if __name__ == "__main__":
    main()
