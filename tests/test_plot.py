"""Statistics as pictures of text: columns and bars worked out by hand, and any number of games in any room."""

from __future__ import annotations

from datetime import date, timedelta

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from solitaire_tui.store.endings import Result
from solitaire_tui.store.plot import BLOCKS, PLAIN, Ink, caption, distribution, wins_over_time
from solitaire_tui.store.statistics import Finished

DAY = date(2026, 3, 14)


def game(days: int, won: bool) -> Finished:
    """A game that ended so many days after the first."""
    result = Result.WON if won else Result.LOST
    return Finished("raspad", "", False, result, None, 1.0, (), 0, 0, DAY + timedelta(days=days))


def games(*ended: tuple[int, int, int]) -> list[Finished]:
    """Games by day: how many were won on it and how many not."""
    return [game(day, at < won) for day, won, lost in ended for at in range(won + lost)]


def test_no_game_makes_no_plot() -> None:
    assert wins_over_time([], 40, 8).lines == ()
    assert wins_over_time(games((0, 1, 0)), 15, 8).lines == ()
    assert wins_over_time(games((0, 1, 0)), 40, 3).lines == ()


def test_one_game() -> None:
    assert wins_over_time(games((0, 1, 0)), 20, 5).lines == (
        "1┤█████             ",
        " │█████             ",
        " │█████             ",
        "0└──────────────────",
        "  2026-03-14",
    )


def test_two_games_of_two_days() -> None:
    plot = wins_over_time(games((0, 0, 1), (2, 1, 0)), 26, 4)
    assert plot.days == 1
    assert plot.lines == (
        "1┤░░░░░       █████       ",
        " │░░░░░       █████       ",
        "0└────────────────────────",
        "  2026-03-14 2026-03-16",
    )


def test_games_that_were_not_won_stand_on_those_that_were() -> None:
    """Two of three won, one of one lost, in three lines: a line each."""
    assert wins_over_time(games((0, 2, 1), (1, 0, 1)), 30, 5, PLAIN).lines == (
        "3+:::::                       ",
        " |#####                       ",
        " |##### :::::                 ",
        "0+----------------------------",
        "  2026-03-14 2026-03-15",
    )


def test_a_line_stands_for_a_whole_number_of_games() -> None:
    """Twelve games in four lines: three a line; seven won are two lines and an eighth times 2.67."""
    assert wins_over_time(games((0, 7, 5)), 20, 6).lines == (
        "12┤░░░░░            ",
        "  │▃▃▃▃▃            ",
        " 6┤█████            ",
        "  │█████            ",
        " 0└─────────────────",
        "   2026-03-14",
    )


@pytest.mark.parametrize(
    ("last", "days", "columns"),
    # In 20 cells there is room for 18 columns: 18 days, or 18 weeks (14 March 2026 is a Saturday), or pairs of weeks.
    [(17, 1, 18), (18, 7, 4), (17 * 7, 7, 18), (17 * 7 + 2, 14, 10), (600, 35, 18)],
)
def test_columns_are_days_or_weeks_or_more(last: int, days: int, columns: int) -> None:
    plot = wins_over_time(games((0, 1, 0), (last, 1, 0)), 20, 6)
    assert plot.days == days
    cell = min(6, 18 // columns)
    assert len(plot.lines[0].rstrip()) - 2 == columns * cell - (cell > 1)  # the last column without its gap


def test_what_a_column_stands_for() -> None:
    assert caption(1) == "Games by day: █ won, ░ not won."
    assert caption(7, PLAIN) == "Games by week: # won, : not won."
    assert caption(21) == "Games, 3 weeks a column: █ won, ░ not won."


@settings(max_examples=60, deadline=None)
@given(
    ended=st.lists(st.tuples(st.integers(0, 900), st.integers(0, 40), st.integers(0, 40)), min_size=1, max_size=40),
    width=st.integers(16, 120),
    height=st.integers(4, 30),
    ink=st.sampled_from([BLOCKS, PLAIN]),
)
def test_it_fits_and_tells_wins_from_the_rest(
    ended: list[tuple[int, int, int]], width: int, height: int, ink: Ink
) -> None:
    attempts = games(*ended)
    plot = wins_over_time(attempts, width, height, ink)
    if not attempts:
        assert plot.lines == ()
        return
    assert 3 <= len(plot.lines) <= height
    assert all(len(line) <= width for line in plot.lines)
    assert plot.lines[-2].lstrip().startswith(f"0{ink.corner}")
    drawn = "".join(line.partition(ink.tick)[2] or line.partition(ink.upright)[2] for line in plot.lines[:-2])
    if not any(attempt.won for attempt in attempts):
        assert set(drawn) <= {" ", ink.lost}
        assert ink.lost in drawn
    if all(attempt.won for attempt in attempts):
        assert ink.lost not in drawn
        assert set(drawn) & set(ink.won[1:])
    if ink is PLAIN:
        assert "".join(plot.lines).isascii()


def test_500_games_keep_their_proportions() -> None:
    """Ten days with 50 games each, of which 10, 20, 30, 40, 50, ... were won: in ten lines five games a line."""
    attempts = games(*((day, won, 50 - won) for day, won in enumerate([10, 20, 30, 40, 50] * 2)))
    lines = wins_over_time(attempts, 60, 12).lines
    assert lines[0].startswith("50┤")
    column = {day: "".join(line[3 + day * 5] for line in lines[:10]) for day in range(5)}
    assert [column[day].count("█") for day in range(5)] == [2, 4, 6, 8, 10]
    assert [column[day].count("░") for day in range(5)] == [8, 6, 4, 2, 0]


def test_wishes_beside_what_can_be_had() -> None:
    """Of four games three granted none and one granted two; bars are as long as shares, the longest fills its room."""
    lines = distribution({"0": 3, "1": 0, "2": 1}, {"0": 0.5, "1": 0.25, "2": 0.25}, 43)
    assert lines == [
        "  yours                 at best",
        "0 ████████████ 3 75.0%  ████████     50.0%",
        "1              0  0.0%  ████         25.0%",
        "2 ████         1 25.0%  ████         25.0%",
    ]


def test_bars_in_ascii_and_in_hardly_any_room() -> None:
    for width in range(12, 60):
        lines = distribution({"0": 3, "12": 1}, {"0": 0.999, "1": 0.001}, width, PLAIN)
        assert all(len(line) <= width and line.isascii() for line in lines)
        assert len(lines) == 4
