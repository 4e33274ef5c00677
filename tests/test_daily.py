"""Daily deals: their numbers, a player's date, results, streaks and the calendar."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta, timezone, tzinfo
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solitaire_tui.daily import (
    SUNDAY,
    Attempt,
    CalendarDay,
    DayResult,
    When,
    date_of,
    is_daily,
    month,
    number_of,
    on_its_day,
    results,
    streak,
    today,
)

WON = DayResult(1, on_its_day=True)
LATE = DayResult(1, on_its_day=False)

TOKYO = timezone(timedelta(hours=9))
HONOLULU = timezone(timedelta(hours=-10))
KIRITIMATI = timezone(timedelta(hours=14))


class Berlin(tzinfo):
    """Berlin in 2026: an hour ahead of UTC, two from 29 March 01:00 UTC to 25 October 01:00 UTC."""

    def fromutc(self, dt: datetime) -> datetime:
        summer = datetime(2026, 3, 29, 1) <= dt.replace(tzinfo=None) < datetime(2026, 10, 25, 1)
        return dt + timedelta(hours=2 if summer else 1)

    def utcoffset(self, dt: datetime | None) -> timedelta:
        return timedelta(hours=1)  # not asked for here: a date is made from UTC

    def dst(self, dt: datetime | None) -> timedelta:
        return timedelta(0)

    def tzname(self, dt: datetime | None) -> str:
        return "Berlin"


def days(first: date, count: int) -> list[date]:
    return [first + timedelta(days=n) for n in range(count)]


def test_the_number_is_the_date() -> None:
    assert number_of(date(2026, 11, 30)) == 20261130
    assert number_of(date(2027, 1, 2)) == 20270102


@given(st.dates(date(1000, 1, 1), date(9999, 12, 31)))
def test_number_and_date_go_both_ways(day: date) -> None:
    assert date_of(number_of(day)) == day
    assert str(number_of(day)) == day.isoformat().replace("-", "")


@pytest.mark.parametrize(
    "number",
    [0, -20261130, 1742, 999_999, 20261131, 20260229, 20261301, 20260001, 20261100, 202611301, 2**63 - 1],
)
def test_other_numbers_are_no_daily_deals(number: int) -> None:
    assert date_of(number) is None
    assert not is_daily(number, {})


def test_a_daily_deal_has_no_options() -> None:
    assert date_of(20280229) == date(2028, 2, 29)
    assert is_daily(20280229, {})
    assert is_daily(20280229, {"jokers": False, "ace_high": False})
    assert not is_daily(20280229, {"jokers": True})
    assert not is_daily(20280229, {"jokers": False, "must_beat": True})
    assert not is_daily(None, {})


@pytest.mark.parametrize(
    ("now", "zone", "expected"),
    [
        # Midnight, seen from three places.
        (datetime(2026, 11, 30, 23, 59, 59, tzinfo=UTC), UTC, date(2026, 11, 30)),
        (datetime(2026, 12, 1, tzinfo=UTC), UTC, date(2026, 12, 1)),
        (datetime(2026, 11, 30, 14, 59, tzinfo=UTC), TOKYO, date(2026, 11, 30)),
        (datetime(2026, 11, 30, 15, 0, tzinfo=UTC), TOKYO, date(2026, 12, 1)),
        (datetime(2026, 11, 30, 9, 59, tzinfo=UTC), HONOLULU, date(2026, 11, 29)),
        (datetime(2026, 11, 30, 10, 30, tzinfo=UTC), HONOLULU, date(2026, 11, 30)),
        (datetime(2026, 11, 30, 10, 30, tzinfo=UTC), KIRITIMATI, date(2026, 12, 1)),
        # A time of another zone is taken for the moment it is.
        (datetime(2026, 12, 1, 8, tzinfo=TOKYO), HONOLULU, date(2026, 11, 30)),
        # The nights around both changes of the clocks, whose local midnight moves by an hour.
        (datetime(2026, 3, 28, 22, 59, tzinfo=UTC), Berlin(), date(2026, 3, 28)),
        (datetime(2026, 3, 28, 23, 0, tzinfo=UTC), Berlin(), date(2026, 3, 29)),
        (datetime(2026, 3, 29, 21, 59, tzinfo=UTC), Berlin(), date(2026, 3, 29)),
        (datetime(2026, 3, 29, 22, 0, tzinfo=UTC), Berlin(), date(2026, 3, 30)),
        (datetime(2026, 10, 24, 22, 0, tzinfo=UTC), Berlin(), date(2026, 10, 25)),
        (datetime(2026, 10, 25, 22, 59, tzinfo=UTC), Berlin(), date(2026, 10, 25)),
        (datetime(2026, 10, 25, 23, 0, tzinfo=UTC), Berlin(), date(2026, 10, 26)),
    ],
)
def test_today_is_the_date_where_the_player_is(now: datetime, zone: tzinfo, expected: date) -> None:
    assert today(now, zone) == expected


def test_today_where_the_computer_is() -> None:
    now = datetime(2026, 11, 30, 12, tzinfo=UTC)
    assert today(now) == now.astimezone().date()


def test_a_time_without_zone_is_refused() -> None:
    naive = datetime(2026, 11, 30, 12)
    with pytest.raises(ValueError, match="without its zone"):
        today(naive, UTC)


@pytest.mark.parametrize(
    ("number", "started_on", "expected"),
    [
        (20261130, date(2026, 11, 30), True),
        (20261130, date(2026, 12, 1), False),
        (20261130, date(2026, 11, 29), False),
        (1742, date(2026, 11, 30), False),
    ],
)
def test_on_its_day(number: int, started_on: date, expected: bool) -> None:
    assert on_its_day(number, started_on) is expected


def attempt(number: int, started: datetime, score: int) -> Attempt:
    """An attempt of a player who was where the start's zone is."""
    return Attempt(number, started, started.date(), score)


def test_the_first_attempt_on_the_day_itself_counts() -> None:
    def at(day: int, hour: int) -> datetime:
        return datetime(2026, 11, day, hour, tzinfo=UTC)

    found = results(
        [
            attempt(20261110, at(12, 9), 1),
            attempt(20261110, at(10, 20), 1),
            attempt(20261110, at(10, 8), 0),
            attempt(20261110, at(9, 9), 1),
            attempt(20261111, at(20, 9), 0),
            attempt(20261111, at(15, 9), 3),
            attempt(1742, at(10, 9), 1),
        ]
    )
    assert found == {
        date(2026, 11, 10): DayResult(0, on_its_day=True),
        date(2026, 11, 11): DayResult(3, on_its_day=False),
    }


_TODAY = date(2026, 3, 1)


@pytest.mark.parametrize(
    ("played", "now", "best"),
    [
        ([], 0, 0),
        ([_TODAY], 1, 1),
        (days(date(2026, 2, 26), 4), 4, 4),  # up to today, over the end of a month
        (days(date(2026, 2, 26), 3), 3, 3),  # today's is still waiting
        (days(date(2026, 2, 26), 2), 0, 2),  # yesterday's was missed
        (days(date(2026, 2, 10), 9) + days(date(2026, 2, 27), 2), 2, 9),
        (days(date(2025, 12, 28), 64), 64, 64),  # over the end of a year
        (days(date(2026, 2, 26), 5), 5, 5),  # a traveller has played tomorrow's where it was tomorrow
        ([*days(date(2026, 2, 26), 3), date(2026, 3, 2)], 3, 3),  # and can still play today's
        ([*days(date(2026, 2, 26), 3), date(2026, 3, 9)], 3, 3),  # a clock that once was wrong
    ],
)
def test_streak(played: list[date], now: int, best: int) -> None:
    counted = streak(dict.fromkeys(played, WON), _TODAY)
    assert (counted.now, counted.best) == (now, best)


def test_a_deal_played_late_is_no_part_of_a_streak() -> None:
    played = dict.fromkeys(days(date(2026, 2, 26), 4), WON)
    played[date(2026, 2, 27)] = LATE
    assert streak(played, _TODAY).now == 2
    assert streak(played, _TODAY).best == 2


def test_a_lost_deal_was_played() -> None:
    assert streak({_TODAY: DayResult(0, on_its_day=True)}, _TODAY).now == 1


def test_a_streak_over_a_journey() -> None:
    starts = [
        datetime(2026, 5, 4, 23, 50, tzinfo=TOKYO),
        datetime(2026, 5, 5, 9, 0, tzinfo=TOKYO),
        datetime(2026, 5, 5, 12, 0, tzinfo=HONOLULU),  # the same date once more, for a second attempt
        datetime(2026, 5, 6, 0, 5, tzinfo=HONOLULU),
    ]
    played = results(attempt(number_of(start.date()), start, 1) for start in starts)
    assert streak(played, date(2026, 5, 6)).now == 3


def test_the_date_of_a_start_is_the_one_where_the_player_was() -> None:
    # Evening in Honolulu, when UTC and all the east have the next date.
    moment = datetime(2026, 12, 1, 6, tzinfo=UTC)
    found = results(
        [Attempt(20261130, moment, today(moment, HONOLULU), 1), Attempt(20261201, moment, date(2026, 11, 30), 1)]
    )
    assert found == {date(2026, 11, 30): WON, date(2026, 12, 1): LATE}


def _days_of(weeks: tuple[tuple[CalendarDay, ...], ...]) -> list[CalendarDay]:
    return [entry for week in weeks for entry in week]


def test_calendar() -> None:
    played = {date(2026, 11, 3): WON, date(2026, 11, 4): LATE, date(2026, 10, 31): WON}
    weeks = month(2026, 11, played, date(2026, 11, 5))
    # 1 November 2026 is a Sunday: its week begins on 26 October, and the last one ends on 6 December.
    assert [week[0].day for week in weeks] == [date(2026, 10, 26), *days(date(2026, 11, 2), 29)[::7]]
    assert weeks[-1][-1].day == date(2026, 12, 6)
    assert [entry.day.day for entry in weeks[0] if entry.in_month] == [1]
    second = weeks[1]
    assert [entry.result for entry in second] == [None, WON, LATE, None, None, None, None]
    assert [entry.when for entry in second] == [When.PAST] * 3 + [When.TODAY] + [When.FUTURE] * 3
    assert weeks[0][5].result == WON
    assert not weeks[0][5].in_month


def test_calendar_of_weeks_that_begin_on_sunday() -> None:
    weeks = month(2026, 11, {}, date(2026, 11, 5), first_weekday=SUNDAY)
    assert weeks[0][0].day == date(2026, 11, 1)
    assert len(weeks) == 5


@given(st.integers(1000, 9998), st.integers(1, 12), st.integers(0, 6), st.dates())
def test_a_calendar_holds_its_month_in_whole_weeks(year: int, number: int, first: int, this_day: date) -> None:
    weeks = month(year, number, {}, this_day, first_weekday=first)
    entries = _days_of(weeks)
    assert all(len(week) == 7 and week[0].day.weekday() == first for week in weeks)
    assert all(after.day - before.day == timedelta(days=1) for before, after in pairwise(entries))
    inside = [entry.day for entry in entries if entry.in_month]
    assert inside[0].day == 1
    assert (inside[-1] + timedelta(days=1)).day == 1
    assert {(day.year, day.month) for day in inside} == {(year, number)}
    assert sum(entry.when is When.TODAY for entry in entries) == (this_day in {entry.day for entry in entries})


@pytest.mark.parametrize(("year", "number"), [(2026, 0), (2026, 13), (999, 5), (9999, 12)])
def test_there_is_no_such_month(year: int, number: int) -> None:
    with pytest.raises(ValueError, match="there is no calendar"):
        month(year, number, {}, _TODAY)
