"""Garem's solver and adviser as every part of the program asks them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import ClassVar, Final

from solitaire_tui.counsel import DEFAULT_SEED, Advice, Answer, Counsel, Judged, Level
from solitaire_tui.game import Outcome
from solitaire_tui.garem import adviser
from solitaire_tui.garem.rules import GAREM, GaremState, NextRow, Place, hopeless
from solitaire_tui.garem.search import optimum
from solitaire_tui.language import N_


class GaremCounsel(Counsel):
    """Advises and solves Garem."""

    levels: ClassVar[tuple[Level, ...]] = (Level("lucky", N_("Lucky: two wishes can be had")),)
    review_samples: ClassVar[tuple[int, int]] = (128, adviser.DEFAULT_SAMPLES)

    def improve(
        self,
        state: GaremState,
        *,
        seed: int = DEFAULT_SEED,
        samples: int | None = None,
        plan: Sequence[Place | NextRow] = (),
    ) -> Iterator[Advice]:
        for advice in adviser.Adviser(state, seed, samples or adviser.DEFAULT_SAMPLES).improve():
            yield Advice(
                move=None if advice.move is None else str(advice.move),
                plan=tuple(str(move) for move in advice.plan),
                odds=advice.expected_wishes,
                wish_odds=advice.wish_odds,
                reason=advice.reason,
                samples=advice.samples,
                proven=advice.exact,
            )

    def solve(
        self,
        state: GaremState,
        *,
        nodes: int | None = None,
        seconds: float | None = None,
        cancelled: Callable[[], bool] | None = None,
    ) -> Answer:
        found = optimum(state, nodes=nodes, seconds=seconds, cancelled=cancelled)
        verdict = "winnable" if found.most_wishes else "unwinnable" if found.decided else "undecided"
        line = tuple(str(move) for move in found.line) if found.most_wishes else ()
        return Answer(verdict, found.most_wishes, line, found.nodes, found.seconds, found.decided)

    def judge(self, state: GaremState, move: Place | NextRow, *, seed: int = DEFAULT_SEED, samples: int) -> Judged:
        advice = adviser.advise(state, seed=seed, samples=samples)
        after = advice.expected_after.get(move, advice.expected_wishes)
        return Judged(advice.expected_wishes, after, str(advice.move))

    def has_level(self, state: GaremState, level: str, seed: int) -> bool:
        return level == "lucky" and optimum(state).most_wishes >= 2

    def lost_for_sure(self, state: GaremState) -> bool:
        return GAREM.outcome(state) is Outcome.PLAYING and not state.complete and all(hopeless(state))


COUNSEL: Final = GaremCounsel()
