"""The daily deal: one a date and game, the same for everybody, and what a calendar shows of them.

The deal of a date has the number YYYYMMDD and is played without options (Raspad with 52 cards and no house rules).
A player's day is the date where the player is, so every function takes the time or the date as an argument.
"""

from __future__ import annotations

from calendar import Calendar
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date, datetime, timedelta, tzinfo
from enum import StrEnum
from typing import Final

MONDAY: Final = 0
SUNDAY: Final = 6

_DAY: Final = timedelta(days=1)


def today(now: datetime, zone: tzinfo | None = None) -> date:
    """The player's date.

    Args:
        now: the time, with its zone.
        zone: the player's zone; None for the one the computer is set to.

    Raises:
        ValueError: if the time says nothing of its zone.
    """
    if now.utcoffset() is None:
        raise ValueError("a time without its zone does not say what date it is")
    return now.astimezone(zone).date()


def number_of(day: date) -> int:
    """The number of a date's deal: YYYYMMDD."""
    return day.year * 10_000 + day.month * 100 + day.day


def date_of(number: int) -> date | None:
    """The date whose deal has this number; None if it is not the number of a daily deal."""
    if not 1000_01_01 <= number <= 9999_12_31:
        return None
    try:
        return date(number // 10_000, number // 100 % 100, number % 100)
    except ValueError:
        return None


def is_daily(number: int | None, rules: Mapping[str, bool]) -> bool:
    """Whether a deal with these options is a daily one, of whatever date; None is a deck without number."""
    return number is not None and date_of(number) is not None and not any(rules.values())


@dataclass(frozen=True, slots=True)
class Attempt:
    """An attempt at a daily deal that has its result.

    Attributes:
        number: the number of the deal.
        started: when it was dealt.
        started_on: the date when it was dealt, where the player was then.
        score: 1 for a win and 0 for none; in a game that is scored, its score.
    """

    number: int
    started: datetime
    started_on: date
    score: int


@dataclass(frozen=True, slots=True)
class DayResult:
    """The result of a date's deal.

    Attributes:
        score: as in ``Attempt``.
        on_its_day: whether the deal was begun on its own date; if not, it is to be marked.
    """

    score: int
    on_its_day: bool


def on_its_day(number: int, started_on: date) -> bool:
    """Whether a daily deal was begun on its own date, wherever the player was then.

    A game begun before midnight and ended after it counts for the day it was begun on.
    """
    return date_of(number) == started_on


def results(attempts: Iterable[Attempt]) -> dict[date, DayResult]:
    """The result of each date's deal, from one game's attempts without options, in any order.

    The first attempt on the date itself counts; where there is none, the first one of any other date, marked.
    Attempts at deals that are not daily are left out.
    """
    best: dict[date, tuple[tuple[bool, datetime], DayResult]] = {}
    for attempt in attempts:
        day = date_of(attempt.number)
        if day is None:
            continue
        own = on_its_day(attempt.number, attempt.started_on)
        order = (not own, attempt.started)
        if day not in best or order < best[day][0]:
            best[day] = (order, DayResult(attempt.score, own))
    return {day: result for day, (_, result) in best.items()}


@dataclass(frozen=True, slots=True)
class Streak:
    """Dates in a row whose deals were played on their own day.

    Attributes:
        now: how many up to today; today's deal may still be waiting.
        best: the most there ever were.
    """

    now: int
    best: int


def streak(played: Mapping[date, DayResult], this_day: date) -> Streak:
    """The streaks of a player whose date is ``this_day``.

    A traveller may have played tomorrow's deal already, where it was tomorrow: that breaks no streak, and counts.
    """
    lengths: dict[date, int] = {}
    for day in sorted(day for day, result in played.items() if result.on_its_day):
        lengths[day] = lengths.get(day - _DAY, 0) + 1
    now = max(lengths.get(this_day + days * _DAY, 0) for days in (-1, 0, 1))
    return Streak(now, max(lengths.values(), default=0))


class When(StrEnum):
    """Where a date lies from today."""

    PAST = "past"
    TODAY = "today"
    FUTURE = "future"
    """Its deal is not offered yet."""


@dataclass(frozen=True, slots=True)
class CalendarDay:
    """A date in a month's calendar.

    Attributes:
        day: the date.
        in_month: whether it belongs to the month, and not to the week at its edge only.
        when: where it lies from today.
        result: the result of its deal; None if it has none.
    """

    day: date
    in_month: bool
    when: When
    result: DayResult | None


def month(
    year: int, number: int, played: Mapping[date, DayResult], this_day: date, *, first_weekday: int = MONDAY
) -> tuple[tuple[CalendarDay, ...], ...]:
    """The calendar of a month: whole weeks of seven days, which hold all of the month.

    Args:
        year: the year.
        number: the month, 1 to 12.
        played: results by date.
        this_day: the player's date.
        first_weekday: what a week begins with, ``MONDAY`` to ``SUNDAY``.

    Raises:
        ValueError: if there is no such month.
    """
    if not (1 <= number <= 12 and 1000 <= year < 9999):
        raise ValueError(f"there is no calendar of {year}-{number:02}")

    def entry(day: date) -> CalendarDay:
        when = When.TODAY if day == this_day else When.PAST if day < this_day else When.FUTURE
        return CalendarDay(day, day.month == number, when, played.get(day))

    weeks = Calendar(first_weekday).monthdatescalendar(year, number)
    return tuple(tuple(entry(day) for day in week) for week in weeks)
