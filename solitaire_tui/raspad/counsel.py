"""Raspad's solver and adviser as every part of the program asks them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import ClassVar, Final

from solitaire_tui.counsel import DEFAULT_SEED, Advice, Answer, Counsel, Judged, Level
from solitaire_tui.game import Outcome
from solitaire_tui.language import N_
from solitaire_tui.raspad import adviser
from solitaire_tui.raspad.encoding import encode
from solitaire_tui.raspad.players import wins_at_random
from solitaire_tui.raspad.rules import RASPAD, Beat, Close, LayDown, RaspadState
from solitaire_tui.raspad.search import Verdict, round_is_dead, solve

LEVEL_GAMES: Final = 60
"""Games that the simple player plays to tell how hard a deal is."""
_SHARES: Final = {"easy": (0.75, 1.0), "normal": (0.4, 0.75), "hard": (0.0, 0.4)}
"""The share of those games it wins: at least, and less than (easy: at most)."""


class RaspadCounsel(Counsel):
    """Advises and solves Raspad."""

    levels: ClassVar[tuple[Level, ...]] = (
        Level("easy", N_("Easy")),
        Level("normal", N_("Normal")),
        Level("hard", N_("Hard")),
    )
    review_samples: ClassVar[tuple[int, int]] = (200, adviser.DEFAULT_SAMPLES)

    def improve(
        self,
        state: RaspadState,
        *,
        seed: int = DEFAULT_SEED,
        samples: int | None = None,
        plan: Sequence[Beat | Close | LayDown] = (),
    ) -> Iterator[Advice]:
        for advice in adviser.Adviser(state, seed=seed, plan=tuple(plan)).improve(samples or adviser.DEFAULT_SAMPLES):
            yield _told(advice)

    def solve(
        self,
        state: RaspadState,
        *,
        nodes: int | None = None,
        seconds: float | None = None,
        cancelled: Callable[[], bool] | None = None,
    ) -> Answer:
        if RASPAD.outcome(state) is Outcome.LOST:
            return Answer(Verdict.UNWINNABLE.value, None, (), 0, 0.0)
        found = solve(state, nodes=nodes, seconds=seconds, cancelled=cancelled)
        line = tuple(str(move) for move in found.line)
        decided = found.verdict is not Verdict.UNDECIDED
        return Answer(found.verdict.value, None, line, found.nodes, found.seconds, decided)

    def judge(
        self, state: RaspadState, move: Beat | Close | LayDown, *, seed: int = DEFAULT_SEED, samples: int
    ) -> Judged:
        found = adviser.judge(state, move, seed=seed, samples=samples)
        return Judged(found.odds_before, found.odds_after, str(found.best.move))

    def has_level(self, state: RaspadState, level: str, seed: int) -> bool:
        low, high = _SHARES[level]
        share = wins_at_random(encode(state), state.rules, LEVEL_GAMES, seed) / LEVEL_GAMES
        return low <= share < high or (level == "easy" and share == high)

    def lost_for_sure(self, state: RaspadState) -> bool:
        return RASPAD.outcome(state) is Outcome.PLAYING and round_is_dead(state)


def _told(advice: adviser.Advice) -> Advice:
    return Advice(
        move=None if advice.move is None else str(advice.move),
        plan=tuple(str(move) for move in advice.plan),
        odds=advice.odds,
        wish_odds=(),
        reason=advice.reason,
        samples=advice.samples,
        proven=advice.proven,
    )


COUNSEL: Final = RaspadCounsel()
