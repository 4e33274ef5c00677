"""What solver and adviser tell about a position, in one form for every game: data that can cross a pipe.

Moves are texts in notation here. Each game has a ``Counsel`` in its ``counsel.py``; ``counsel_for`` finds it.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass
from typing import Any, ClassVar, Final

from solitaire_tui.game import State, part_of

DEFAULT_SEED: Final = 0
PEEK_SECONDS: Final = 20.0
"""The solver's time when a player peeks."""


@dataclass(frozen=True, slots=True)
class Advice:
    """What the honest adviser says of a position.

    Attributes:
        move: the move to make; None when the game is over.
        plan: the moves of the present round or row, that one first.
        odds: what to expect when the advice is followed: the chance to win (0..1), in Garem the wishes (0..8).
        wish_odds: the chance of each wish; empty in a game without wishes.
        reason: why, in words.
        samples: how many games or shuffles it rests on.
        proven: whether luck has no say in it any more.
    """

    move: str | None
    plan: tuple[str, ...]
    odds: float
    wish_odds: tuple[float, ...]
    reason: str
    samples: int
    proven: bool

    @classmethod
    def from_data(cls, data: dict[str, Any]) -> Advice:
        """Advice as it came over a pipe."""
        return cls(**{**data, "plan": tuple(data["plan"]), "wish_odds": tuple(data["wish_odds"])})

    def to_data(self) -> dict[str, Any]:
        """The advice as JSON-ready data."""
        return asdict(self)


@dataclass(frozen=True, slots=True)
class Answer:
    """What the solver says of a position, every card known to it.

    Attributes:
        verdict: ``winnable``, ``unwinnable`` or ``undecided``; in Garem winnable is at least one wish.
        most_wishes: the most wishes any play can get; None in a game without wishes.
        line: moves that win, or get the most wishes; empty if there is none to show.
        nodes: the work done.
        seconds: the time it took.
        decided: whether the search was done; if not, ``most_wishes`` is only the most it had found.
    """

    verdict: str
    most_wishes: int | None
    line: tuple[str, ...]
    nodes: int
    seconds: float
    decided: bool = True

    @classmethod
    def from_data(cls, data: dict[str, Any]) -> Answer:
        """An answer as it came over a pipe."""
        return cls(**{**data, "line": tuple(data["line"])})

    def to_data(self) -> dict[str, Any]:
        """The answer as JSON-ready data."""
        return asdict(self)


@dataclass(frozen=True, slots=True)
class Judged:
    """A move beside the adviser's, told from the same shuffles.

    Attributes:
        before: what could be expected before the move (see ``Advice.odds``).
        after: what can be expected after it.
        best: the adviser's move.
    """

    before: float
    after: float
    best: str


@dataclass(frozen=True, slots=True)
class Level:
    """A degree of difficulty that deals can be chosen by.

    Attributes:
        id: its name in requests.
        title: its name for players, in English.
    """

    id: str
    title: str


class Counsel(ABC):
    """Solver and adviser of one game.

    Attributes:
        levels: the degrees of difficulty, the easiest first.
        review_samples: the samples for each decision of a quick review and of a thorough one.
    """

    levels: ClassVar[tuple[Level, ...]]
    review_samples: ClassVar[tuple[int, int]]

    @abstractmethod
    def improve(
        self, state: Any, *, seed: int = DEFAULT_SEED, samples: int | None = None, plan: Sequence[Any] = ()
    ) -> Iterator[Advice]:
        """Advise at once, then better and better, from what the player knows alone.

        Args:
            state: the position.
            seed: which shuffles are taken; the same seed and samples give the same last advice.
            samples: the budget; None for the default strength.
            plan: what is left of an earlier plan that the player follows.
        """

    @abstractmethod
    def solve(
        self,
        state: Any,
        *,
        nodes: int | None = None,
        seconds: float | None = None,
        cancelled: Callable[[], bool] | None = None,
    ) -> Answer:
        """Solve a position, knowing every card."""

    @abstractmethod
    def judge(self, state: Any, move: Any, *, seed: int = DEFAULT_SEED, samples: int) -> Judged:
        """Weigh a legal move against the adviser's."""

    @abstractmethod
    def has_level(self, state: Any, level: str, seed: int) -> bool:
        """Whether a deal is of a degree of difficulty."""

    @abstractmethod
    def lost_for_sure(self, state: Any) -> bool:
        """Whether what the player has seen proves that nothing can be won any more, although moves are left."""

    def advise(self, state: State, *, seed: int = DEFAULT_SEED, samples: int | None = None) -> Advice:
        """The last advice of ``improve``."""
        *_, last = self.improve(state, seed=seed, samples=samples)
        return last


def counsel_for(game_id: str) -> Counsel:
    """The counsel of a game; its search is imported on first use.

    Raises:
        KeyError: if there is no such game.
    """
    counsel: Counsel = part_of(game_id, "counsel").COUNSEL
    return counsel
