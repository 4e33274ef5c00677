"""The daily deal: one a date and game, the same for everybody, and the month in which a calendar shows it.

The deal of a date has the number YYYYMMDD and is played without options (Raspad with 52 cards and no house rules).
A player's day is the date where the player is, so nothing here asks a clock.
"""

from __future__ import annotations

from datetime import date, timedelta
from typing import Final

from solitaire_tui.language import Noun, _, p_

FIRST_DAY: Final = date(1000, 1, 1)
LAST_DAY: Final = date(9998, 12, 31)
"""The days whose deals have a number of eight digits and a month that can be shown whole."""


def number_of(day: date) -> int:
    """The number of a date's deal: YYYYMMDD."""
    return day.year * 10_000 + day.month * 100 + day.day


def month(day: date) -> tuple[tuple[date | None, ...], ...]:
    """The weeks of a date's month, from Monday to Sunday; None stands for a day of another month."""
    from calendar import Calendar  # only the calendar's screen needs it

    weeks = Calendar().monthdatescalendar(day.year, day.month)
    return tuple(tuple(entry if entry.month == day.month else None for entry in week) for week in weeks)


def moved(day: date, *, days: int = 0, months: int = 0) -> date:
    """A date some days or months away, in a shorter month its last day; never outside ``FIRST_DAY..LAST_DAY``."""
    count = day.year * 12 + day.month - 1 + months
    count = min(max(count, FIRST_DAY.year * 12), LAST_DAY.year * 12 + 11)
    first = date(count // 12, count % 12 + 1, 1)
    last = (first + timedelta(days=31)).replace(day=1) - timedelta(days=1)
    there = first.replace(day=min(day.day, last.day)) + timedelta(days=days)
    return min(max(there, FIRST_DAY), LAST_DAY)


def month_named(day: date) -> Noun:
    """The name of a date's month."""
    months = (
        p_("month", "January"),
        p_("month", "February"),
        p_("month", "March"),
        p_("month", "April"),
        p_("month", "May"),
        p_("month", "June"),
        p_("month", "July"),
        p_("month", "August"),
        p_("month", "September"),
        p_("month", "October"),
        p_("month", "November"),
        p_("month", "December"),
    )
    return Noun.parse(months[day.month - 1])


def in_words(day: date) -> str:
    """A date without its year: ``30 November``."""
    return _("{day} {month}").format(day=day.day, month=month_named(day))


def weekdays() -> tuple[str, ...]:
    """The days of the week from Monday on, in two letters each."""
    return (
        p_("weekday", "Mo"),
        p_("weekday", "Tu"),
        p_("weekday", "We"),
        p_("weekday", "Th"),
        p_("weekday", "Fr"),
        p_("weekday", "Sa"),
        p_("weekday", "Su"),
    )
