"""A review of a game: what each move of the player cost, and where a deal that could be won was lost."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass
from typing import Any, Final

from solitaire_tui.counsel import DEFAULT_SEED, counsel_for
from solitaire_tui.game import AnyGame, Move, Outcome, State

SOLVER_SECONDS: Final = 2.0
"""The time for the verdict on one position."""
COSTLY: Final = 5
"""How many of the costliest moves a summary names."""
_LEAST_COST: Final = 0.02
"""What a move must cost to be called costly."""


@dataclass(frozen=True, slots=True)
class Decision:
    """One move of a game.

    Attributes:
        step: which move of the game it is, from 0.
        move: the move made.
        before: what could be expected before it: the chance to win, in Garem the wishes.
        after: what can be expected after it.
        best: what the adviser would have done.
        verdict: whether the position after it can still be won (Garem: grant a wish), every card known.
        most_wishes: the most wishes any play can get from there; None in a game without wishes.
    """

    step: int
    move: str
    before: float
    after: float
    best: str
    verdict: str
    most_wishes: int | None

    @property
    def cost(self) -> float:
        """What the move cost; never below 0."""
        return max(0.0, self.before - self.after)

    def to_data(self) -> dict[str, Any]:
        """The decision as JSON-ready data, as ``review --json`` prints it."""
        data = {
            "step": self.step,
            "move": self.move,
            "odds_before": round(self.before, 4),
            "odds_after": round(self.after, 4),
            "best": self.best,
            "verdict": self.verdict,
        }
        if self.most_wishes is not None:
            data["most_wishes"] = self.most_wishes
        return data


@dataclass(frozen=True, slots=True)
class Summary:
    """What a whole review comes to.

    Attributes:
        outcome: how the game stands at its end.
        start: the verdict on the deal itself.
        decisions: how many moves were reviewed.
        costly: the steps of the costliest moves, the costliest first.
        cost: what all moves together cost.
        lost_at: the step after which a deal that could be won could not any more; None if there is none.
    """

    outcome: str
    start: str
    decisions: int
    costly: tuple[int, ...]
    cost: float
    lost_at: int | None

    def to_data(self) -> dict[str, Any]:
        """The summary as JSON-ready data."""
        return {"summary": {**asdict(self), "costly": list(self.costly), "cost": round(self.cost, 4)}}


def review(
    game: AnyGame,
    start: State,
    moves: Sequence[Move],
    *,
    samples: int,
    seed: int = DEFAULT_SEED,
    cancelled: Callable[[], bool] | None = None,
) -> Iterator[Decision | Summary]:
    """Review a game move by move; the last item is the summary.

    Args:
        game: its game.
        start: the position of the deal.
        moves: legal moves.
        samples: the adviser's budget for each move.
        seed: of the adviser's shuffles.
        cancelled: asked now and then; True ends the review without a summary.
    """
    counsel = counsel_for(game.id)
    state = start
    deal = verdict = counsel.solve(state, seconds=SOLVER_SECONDS, cancelled=cancelled)
    decisions: list[Decision] = []
    for step, move in enumerate(moves):
        judged = counsel.judge(state, move, seed=seed, samples=samples)
        state = game.apply(state, move)
        if verdict.line[:1] == (str(move),):
            # The solver's own line goes on.
            rest = verdict.line[1:]
            over = game.outcome(state) is not Outcome.PLAYING
            verdict = type(verdict)(verdict.verdict, verdict.most_wishes, rest, 0, 0.0)
            if over:
                verdict = counsel.solve(state)
        elif verdict.verdict != "unwinnable":
            verdict = counsel.solve(state, seconds=SOLVER_SECONDS, cancelled=cancelled)
        if cancelled is not None and cancelled():
            return
        decision = Decision(
            step, str(move), judged.before, judged.after, judged.best, verdict.verdict, verdict.most_wishes
        )
        decisions.append(decision)
        yield decision
    yield summarised(decisions, deal.verdict, game.outcome(state))


def summarised(decisions: Sequence[Decision], deal: str, outcome: Outcome) -> Summary:
    """The summary of reviewed moves."""
    by_cost = sorted(decisions, key=lambda decision: (-decision.cost, decision.step))
    costly = [decision.step for decision in by_cost[:COSTLY] if decision.cost >= _LEAST_COST]
    lost_at = None
    could = deal == "winnable"
    for decision in decisions:
        if could and decision.verdict == "unwinnable":
            lost_at = decision.step
        could = decision.verdict == "winnable"
    return Summary(
        outcome=outcome.value,
        start=deal,
        decisions=len(decisions),
        costly=tuple(costly),
        cost=sum(decision.cost for decision in decisions),
        lost_at=lost_at,
    )
