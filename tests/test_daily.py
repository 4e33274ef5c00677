"""Daily deals: their numbers, the cards of a day, and the weeks of a month."""

from __future__ import annotations

from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solitaire_tui.daily import FIRST_DAY, LAST_DAY, in_words, month, moved, number_of, weekdays
from solitaire_tui.session import Session

DAYS = st.dates(FIRST_DAY, LAST_DAY)


@given(DAYS)
def test_the_number_is_the_date(day: date) -> None:
    assert str(number_of(day)) == day.isoformat().replace("-", "")


@pytest.mark.parametrize("game", ["raspad", "garem"])
def test_a_day_has_the_deal_of_its_number_without_house_rules(game: str) -> None:
    day = date(2026, 11, 30)
    session = Session.of_day(game, day)
    assert session.deal == 20261130
    assert session.deck == Session.new(game, {}, 20261130).deck
    assert not any(session.rules.model_dump().values())
    assert session.again().daily == session.branched().daily == day
    assert session.name == f"{game.title()} · daily 2026-11-30"


def test_a_month() -> None:
    # 1 November 2026 is a Sunday, 30 November a Monday.
    weeks = month(date(2026, 11, 5))
    assert [[day.day if day else 0 for day in week] for week in weeks] == [
        [0, 0, 0, 0, 0, 0, 1],
        [2, 3, 4, 5, 6, 7, 8],
        [9, 10, 11, 12, 13, 14, 15],
        [16, 17, 18, 19, 20, 21, 22],
        [23, 24, 25, 26, 27, 28, 29],
        [30, 0, 0, 0, 0, 0, 0],
    ]


@given(DAYS)
def test_a_month_is_whole_and_begins_its_weeks_on_monday(day: date) -> None:
    weeks = month(day)
    assert all(entry is None or entry.weekday() == place for week in weeks for place, entry in enumerate(week))
    days = [entry for week in weeks for entry in week if entry is not None]
    assert days[0].day == 1
    assert (days[-1] + timedelta(days=1)).day == 1
    assert days == [days[0] + timedelta(days=n) for n in range(len(days))]
    assert day in days


@pytest.mark.parametrize(
    ("day", "days", "months", "expected"),
    [
        (date(2026, 11, 30), 1, 0, date(2026, 12, 1)),
        (date(2026, 3, 1), -1, 0, date(2026, 2, 28)),
        (date(2026, 12, 31), 0, 1, date(2027, 1, 31)),
        (date(2027, 1, 31), 0, 1, date(2027, 2, 28)),
        (date(2028, 1, 31), 0, 1, date(2028, 2, 29)),
        (date(2026, 1, 15), 0, -1, date(2025, 12, 15)),
        (FIRST_DAY, -7, 0, FIRST_DAY),
        (FIRST_DAY, 0, -1, FIRST_DAY),
        (LAST_DAY, 1, 0, LAST_DAY),
        (LAST_DAY, 0, 1, LAST_DAY),
    ],
)
def test_moved(day: date, days: int, months: int, expected: date) -> None:
    assert moved(day, days=days, months=months) == expected


def test_dates_in_words() -> None:
    assert in_words(date(2026, 5, 1)) == "1 May"
    assert in_words(date(2026, 12, 31)) == "31 December"
    assert weekdays()[date(2026, 11, 30).weekday()] == "Mo"
