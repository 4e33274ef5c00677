"""Statistics: questions asked of the finished attempts each time; there are no counters that could disagree with them.

Every figure has a sentence that says what it counts, in ``MEANINGS``.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta
from itertools import groupby
from statistics import median
from typing import Any, Final

from solitaire_tui.game import load
from solitaire_tui.intervals import mean_interval, wilson
from solitaire_tui.language import N_, _, number
from solitaire_tui.phrases import listed
from solitaire_tui.store.endings import Result
from solitaire_tui.store.games import Store
from solitaire_tui.store.rows import rules_dict

PERFECT: Final[Mapping[str, Mapping[int, float]]] = {
    "garem": {0: 0.446, 1: 0.380, 2: 0.149, 3: 0.024, 4: 0.001},
}
"""The share of deals in which so many wishes are the most that any play can get, knowing every card.

Source: 3,000 random deals, figures of the rules page."""

COUNTED_MOVES: Final[Mapping[str, Mapping[str, str]]] = {
    "raspad": {"rounds": "close", "laydowns": "laydown"},
}
"""Further figures of a game: how often a finished attempt has a certain move."""

MEANINGS: Final[Mapping[str, str]] = {
    "played": N_("Attempts that have a result and at least one move: won, lost, played to the end, given up or left."),
    "won": N_("Attempts won; in Garem those that granted at least one wish."),
    "rate": N_("Won of played."),
    "interval": N_("Where the win rate would lie in the long run, with 95% confidence (Wilson)."),
    "streak": N_("Wins in a row, in the order in which attempts ended: now, and the longest ever."),
    "seconds": N_("Time played in attempts that were won (Garem: played to the end): shortest and median, in seconds."),
    "moves": N_("Moves of attempts that were won (Garem: played to the end): fewest and median, without those undone."),
    "undos": N_("Steps taken back, on average for each attempt played."),
    "hints": N_("Hints taken, on average for each attempt played."),
    "rounds": N_("Rounds closed: on average for each attempt played, and on average in those won."),
    "laydowns": N_("Hands laid down: on average for each attempt played, and on average in those won."),
    "wishes": N_("How many attempts granted so many wishes."),
    "mean_wishes": N_("Wishes granted on average, and where that would lie in the long run with 95% confidence."),
    "perfect": N_("The share of deals in which so many wishes are the most that can be had, knowing every card."),
    "results": N_("How the attempts ended."),
}
"""What each figure counts, in a sentence for people, translated where it is shown."""

RULE_NAMES: Final[Mapping[str, str]] = {
    "jokers": N_("jokers"),
    "ace_high": N_("high aces"),
    "must_beat": N_("must beat"),
}
"""The options of the games in a word or two, translated where they are shown."""


@dataclass(frozen=True, slots=True)
class Without:
    """Which attempts to leave out of every figure.

    Attributes:
        seen: those at deals that had been on the table before.
        restarts: those that began with a restart.
        old_daily: those at a daily deal of another day than the day of playing.
        peeked: those in which hidden cards were looked at.
        undone: those in which a step was taken back.
    """

    seen: bool = False
    restarts: bool = False
    old_daily: bool = False
    peeked: bool = False
    undone: bool = False

    def condition(self) -> str:
        """The condition for the database."""
        parts = {
            "NOT seen": self.seen,
            "NOT restart": self.restarts,
            "(daily IS NULL OR daily = started_date)": self.old_daily,
            "peeks = 0": self.peeked,
            "undos = 0": self.undone,
        }
        return " AND ".join(["1", *(part for part, on in parts.items() if on)])


@dataclass(frozen=True, slots=True)
class Finished:
    """A finished attempt, as far as statistics look at it."""

    game: str
    rules: str
    strict: bool
    result: Result
    score: int | None
    seconds: float
    moves: tuple[str, ...]
    undos: int
    hints: int
    day: date

    @property
    def won(self) -> bool:
        """Whether it counts as won: in a game that is scored, with at least one wish granted."""
        return self.result is Result.WON if self.score is None else self.score > 0

    @property
    def timed(self) -> bool:
        """Whether its time and moves are those of a whole game."""
        return self.result is Result.WON or (self.score is not None and self.result is Result.FINISHED)


Kind = tuple[str, str, bool]
"""What has statistics of its own: the id of a game, the options that are on with commas between, and whether strict."""

_QUESTION: Final = """
    SELECT game, rules, strict, result, score, seconds, final, undos, hints, ended_date FROM attempts
    WHERE result IS NOT NULL AND result <> 'nothing' AND NOT imported AND (? IS NULL OR game = ?) AND {}
    ORDER BY ended, id
"""


def finished(store: Store, without: Without | None = None, game: str | None = None) -> list[Finished]:
    """The attempts that count, in the order in which they ended."""
    question = _QUESTION.format((without or Without()).condition())
    rows: list[Any] = store.database.read(lambda c: c.execute(question, (game, game)).fetchall(), [])
    attempts = []
    for name, rules, strict, result, score, seconds, final, undos, hints, day in rows:
        try:
            moves = tuple(json.loads(final))
            ended = date.fromisoformat(day)
            attempts.append(
                Finished(name, rules, bool(strict), Result(result), score, seconds, moves, undos, hints, ended)
            )
        except (ValueError, TypeError):
            continue  # not written by this program
    return attempts


def statistics(store: Store, without: Without | None = None, game: str | None = None) -> list[dict[str, Any]]:
    """The figures of every game, rule set and mode that has been played, JSON-ready.

    Returns:
        for each, strict mode apart: ``game``, ``rules`` (the options that are on), ``strict``, and the figures that
        ``MEANINGS`` explains; None stands for a figure of no attempts.
    """
    return figures_of(finished(store, without, game))


def figures_of(attempts: Iterable[Finished]) -> list[dict[str, Any]]:
    """What ``statistics`` returns, of attempts in the order in which they ended."""
    return [entry_of(group) for group in by_kind(attempts).values()]


def by_kind(attempts: Iterable[Finished]) -> dict[Kind, list[Finished]]:
    """Attempts by what has statistics of its own, each kind in the order in which they came."""
    return {kind: list(group) for kind, group in groupby(sorted(attempts, key=kind_of), key=kind_of)}


def kind_of(attempt: Finished) -> Kind:
    """In which statistics an attempt counts."""
    return attempt.game, attempt.rules, attempt.strict


def entry_of(attempts: Sequence[Finished]) -> dict[str, Any]:
    """The entry of ``statistics`` for attempts of one kind, at least one, in the order in which they ended."""
    game, rules, strict = kind_of(attempts[0])
    played = len(attempts)
    won = [attempt for attempt in attempts if attempt.won]
    whole = [attempt for attempt in attempts if attempt.timed]
    figures: dict[str, Any] = {
        "game": game,
        "rules": sorted(rules_dict(rules)),
        "strict": strict,
        "played": played,
        "won": len(won),
        "rate": len(won) / played,
        "interval": list(wilson(len(won), played)),
        "streak": streaks(attempt.won for attempt in attempts),
        "seconds": _best([attempt.seconds for attempt in whole]),
        "moves": _best([len(attempt.moves) for attempt in whole]),
        "undos": _mean(attempt.undos for attempt in attempts),
        "hints": _mean(attempt.hints for attempt in attempts),
        "results": dict(sorted(Counter(attempt.result.value for attempt in attempts).items())),
    }
    for name, move in COUNTED_MOVES.get(game, {}).items():
        figures[name] = {
            "mean": _mean(attempt.moves.count(move) for attempt in attempts),
            "mean_won": _mean(attempt.moves.count(move) for attempt in won),
        }
    scores = Counter(attempt.score for attempt in attempts if attempt.score is not None)
    if scores:
        most = max(8, *scores)
        low, high = mean_interval(scores, most)
        figures["wishes"] = {str(score): scores[score] for score in range(max(scores) + 1)}
        figures["mean_wishes"] = {"mean": _mean(scores.elements()), "interval": [low, high]}
        figures["perfect"] = {str(score): share for score, share in PERFECT.get(game, {}).items()}
    return figures


def kind_named(game: str, rules: Iterable[str], strict: bool) -> str:
    """What has statistics of its own, in words: ``Raspad (jokers), strict``."""
    strict_named = _(", strict") if strict else ""
    return f"{load(game).title}{rules_named(rules)}{strict_named}"


def rules_named(rules: Iterable[str]) -> str:
    """Options that are on, as they follow the name of a game: `` (jokers)``; empty without any."""
    names = [_(RULE_NAMES.get(name, name.replace("_", " "))) for name in rules]
    return f" ({listed(names)})" if names else ""


def in_words(entry: Mapping[str, Any]) -> str:
    """Write an entry of ``statistics`` as a few lines for people."""
    played = _("{game}: {played} played, {won} won ({rate}, in the long run {low} to {high})")
    streak = _("streak {now} now, {best} best; {undos} undos and {hints} hints a game")
    low, high = (f"{share:.0%}" for share in entry["interval"])
    lines = [
        played.format(
            game=kind_named(entry["game"], entry["rules"], entry["strict"]),
            played=entry["played"],
            won=entry["won"],
            rate=f"{entry['rate']:.0%}",
            low=low,
            high=high,
        ),
        streak.format(
            now=entry["streak"]["now"],
            best=entry["streak"]["best"],
            undos=number(entry["undos"], ".1f"),
            hints=number(entry["hints"], ".1f"),
        ),
    ]
    if entry["seconds"]:
        best, middle = (str(timedelta(seconds=round(entry["seconds"][key]))) for key in ("best", "median"))
        fewest, median_moves = (number(entry["moves"][key], "g") for key in ("best", "median"))
        text = _("time {best} best, {median} median; moves {fewest} fewest, {median_moves} median")
        lines.append(text.format(best=best, median=middle, fewest=fewest, median_moves=median_moves))
    if "wishes" in entry:
        counts = ", ".join(f"{wishes}: {count}" for wishes, count in entry["wishes"].items())
        perfect = ", ".join(f"{wishes}: {number(share, '.1%')}" for wishes, share in entry["perfect"].items())
        mean = number(entry["mean_wishes"]["mean"], ".2f")
        lines.append(_("wishes granted {counts}, {mean} on average").format(counts=counts, mean=mean))
        lines.append(_("the most that can be had, knowing every card: {shares}").format(shares=perfect))
    for name, text in (("rounds", _("rounds {mean} a game")), ("laydowns", _("lay-downs {mean} a game"))):
        if name in entry:
            lines.append(text.format(mean=number(entry[name]["mean"], ".1f")))
    return "\n  ".join(lines)


def streaks(wins: Iterable[bool]) -> dict[str, int]:
    """The number of wins in a row at the end, ``now``, and the greatest anywhere, ``best``."""
    now = best = 0
    for win in wins:
        now = now + 1 if win else 0
        best = max(best, now)
    return {"now": now, "best": best}


def _best(values: Sequence[float]) -> dict[str, float] | None:
    return {"best": min(values), "median": median(values)} if values else None


def _mean(values: Iterable[int]) -> float | None:
    items = list(values)
    return sum(items) / len(items) if items else None


@dataclass(frozen=True, slots=True)
class Span:
    """A day, or a week from Monday on.

    Attributes:
        first: its first day.
        played: attempts that ended in it.
        won: how many of them were won.
    """

    first: date
    played: int
    won: int


def over_time(attempts: Sequence[Finished], *, weeks: bool = False) -> list[Span]:
    """Attempts and wins by the player's date, from the first day or week with one to the last, empty ones included."""
    start: Callable[[date], date] = (lambda day: day - timedelta(days=day.weekday())) if weeks else (lambda day: day)
    played = Counter(start(attempt.day) for attempt in attempts)
    won = Counter(start(attempt.day) for attempt in attempts if attempt.won)
    if not played:
        return []
    step = 7 if weeks else 1
    days = (max(played) - min(played)).days // step + 1
    spans = (min(played) + timedelta(days=step * number) for number in range(days))
    return [Span(first, played[first], won[first]) for first in spans]


@dataclass(frozen=True, slots=True)
class Daily:
    """How a day's daily deal went, by the best attempt at it.

    Attributes:
        day: the date of the deal.
        on_the_day: whether that attempt was begun on the day itself, which alone counts for the streak.
        won: whether it was won; in Garem, whether it granted a wish.
        score: wishes granted; None in a game without wishes.
        result: its result, or what the table has decided; None while it is being played.
        unfinished: whether an attempt at it waits to be gone on with.
    """

    day: date
    on_the_day: bool
    won: bool
    score: int | None
    result: Result | None
    unfinished: bool


def dailies(store: Store, game: str) -> dict[date, Daily]:
    """The daily deals of a game that were played, by date; won before not won, on the day before later."""
    # A lost table has no result before it is left, but a calendar need not wait for that.
    question = """
        SELECT daily, daily = started_date,
            CASE WHEN result IS NULL AND standing IN ('lost', 'finished') THEN standing ELSE result END, score
        FROM attempts
        WHERE daily IS NOT NULL AND game = ? AND NOT imported AND result IS NOT 'nothing' AND line <> '[]'
        ORDER BY started, id
    """
    rows: list[Any] = store.database.read(lambda c: c.execute(question, (game,)).fetchall(), [])
    best: dict[date, Daily] = {}
    waiting: set[date] = set()
    for text, on_the_day, result, score in rows:
        try:
            day, ended = date.fromisoformat(text), None if result is None else Result(result)
        except ValueError:
            continue  # not written by this program
        won = ended is not None and (ended is Result.WON if score is None else score > 0)
        if ended is None:
            waiting.add(day)
        found = Daily(day, bool(on_the_day), won, score, ended, unfinished=False)
        if day not in best or _merit(found) > _merit(best[day]):
            best[day] = found
    return {day: replace(daily, unfinished=day in waiting) for day, daily in sorted(best.items())}


def _merit(daily: Daily) -> tuple[bool, bool, int, bool, bool]:
    won = daily.won and daily.on_the_day
    return won, daily.won, (daily.score or 0) * (daily.result is not None), daily.result is not None, daily.on_the_day


def daily_streak(days: Mapping[date, Daily], today: date) -> dict[str, int]:
    """Days in a row whose daily deal was won on the day itself: up to today (or yesterday), and the most ever.

    Args:
        days: what ``dailies`` tells.
        today: the player's date; a deal of today that is not won yet breaks no streak.
    """
    won = {day for day, daily in days.items() if daily.won and daily.on_the_day}
    best = max((_run(won, day, 1) for day in won if day - timedelta(days=1) not in won), default=0)
    return {"now": _run(won, today if today in won else today - timedelta(days=1), -1), "best": best}


def _run(days: set[date], day: date, step: int) -> int:
    length = 0
    while day in days:
        length += 1
        day += timedelta(days=step)
    return length


def export(store: Store) -> Iterator[dict[str, Any]]:
    """Every kept game, the oldest first, as JSON-ready data that is enough to compute every figure again.

    Each has the game as ``record``, beside it what a record has no place for.
    """
    for kept in reversed(store.games(limit=-1)):
        yield {
            "record": store.record(kept.id).model_dump(exclude_none=True),
            "started": kept.started.isoformat(),
            "date": kept.day.isoformat(),
            "daily": None if kept.daily is None else kept.daily.isoformat(),
            "ended": None if kept.ended is None else kept.ended.isoformat(),
            "ended_date": None if kept.ended_day is None else kept.ended_day.isoformat(),
            "seconds": kept.seconds,
            "undos": kept.undos,
            "hints": kept.hints,
            "peeks": kept.peeks,
            "result": kept.result,
            "score": kept.score,
            "bookmarked": kept.bookmarked,
        }
