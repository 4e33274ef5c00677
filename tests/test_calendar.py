"""Daily deals in the real application: the calendar, days begun and gone on with, midnight, and other games beside."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import UTC, date, datetime, timedelta, timezone, tzinfo
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from textual.widgets import OptionList

from solitaire_tui.app.bar import TextBar
from solitaire_tui.app.calendar import CalendarPanel
from solitaire_tui.app.dealing import lay
from solitaire_tui.app.keeping import Keeper
from solitaire_tui.app.main import SolitaireApp
from solitaire_tui.app.menu import MenuScreen
from solitaire_tui.app.panels import ChoicePanel
from solitaire_tui.cli import main
from solitaire_tui.session import Session
from solitaire_tui.settings import Settings
from solitaire_tui.store.endings import Result
from solitaire_tui.store.games import Store
from solitaire_tui.store.rows import Refused
from solitaire_tui.store.statistics import dailies, daily_streak, statistics
from solitaire_tui.table.faces import ASCII, UNICODE, Charset
from solitaire_tui.table.screen import TableScreen
from tests.store_helpers import LOST, WON, FakeClock, fresh
from tests.terminal import PLAY, Terminal

TODAY = date(2026, 11, 23)
"""A Monday."""
TOKYO = timezone(timedelta(hours=9))
HONOLULU = timezone(timedelta(hours=-10))


@pytest.fixture
def clock() -> FakeClock:
    return FakeClock(datetime(2026, 11, 23, 18, tzinfo=UTC))


@pytest.fixture
def store(clock: FakeClock) -> Iterator[Store]:
    with Store.forgetful(now=clock) as opened:
        yield opened


def app_on(store: Store, session: Session | None = None, charset: Charset = UNICODE) -> SolitaireApp:
    return SolitaireApp(session, charset=charset, keeper=Keeper(lambda: store))


def played(store: Store, clock: FakeClock, game: str, number: int, day: date, *, on: date, moves: int = -1) -> None:
    """Keep a recorded game, or its first moves, as a day's daily deal that was played on some day."""
    clock.now = datetime(on.year, on.month, on.day, 12, tzinfo=UTC)
    session, line = fresh(game, number)
    session.daily = day
    attempt = store.begin(session)
    for move in line if moves < 0 else line[:moves]:
        session.play(move)
        attempt.saved(session)
    (attempt.left if moves < 0 else attempt.released)(session)


def november(day: int) -> date:
    return date(2026, 11, day)


@pytest.fixture
def month_of_play(store: Store, clock: FakeClock) -> Store:
    """Four days of Raspad and one of Garem, seen from 23 November."""
    played(store, clock, "raspad", LOST, november(18), on=november(18))
    played(store, clock, "raspad", WON, november(20), on=november(22))
    played(store, clock, "raspad", WON, november(21), on=november(21))
    played(store, clock, "raspad", WON, november(22), on=november(22), moves=2)
    played(store, clock, "garem", 5, november(19), on=november(19))
    clock.now = datetime(2026, 11, 23, 18, tzinfo=UTC)
    return store


def calendar(app: SolitaireApp) -> CalendarPanel:
    assert isinstance(app.screen, CalendarPanel)
    return app.screen


def text(app: SolitaireApp, name: str) -> str:
    return app.screen.query_one(f"#{name}", TextBar).text


def table(app: SolitaireApp) -> TableScreen[Any]:
    assert isinstance(app.screen, TableScreen)
    return app.screen


def prompts(app: SolitaireApp) -> list[str]:
    options = app.screen.query_one(OptionList)
    return [str(options.get_option_at_index(n).prompt) for n in range(options.option_count)]


# The calendar.


@pytest.mark.parametrize(
    ("charset", "raspad", "garem"),
    [
        (UNICODE, ["18×", "19 ", "20✓'", "21✓ ", "22…", "[23  ]24"], "19³"),
        (ASCII, ["18:x", "19 ", "20'+", "21:+", "22:~", "[23  ]24"], "19:3"),
    ],
)
async def test_each_day_tells_how_it_went(
    month_of_play: Store, charset: Charset, raspad: list[str], garem: str
) -> None:
    app = app_on(month_of_play, charset=charset)
    async with app.run_test(size=(40, 12)) as pilot:
        app.open_calendar()
        await pilot.pause()
        days = text(app, "days")
        assert days.startswith(" Mo   Tu   We   Th   Fr   Sa   Su")
        assert all(day in days.replace("\n", "") for day in raspad), days
        assert "November 2026" in text(app, "top")
        assert text(app, "told") == " Today: not played."
        assert text(app, "streak") == " Streak: 0 now, 1 at best"
        told = {18: "lost", 19: "not played", 20: "won, late", 21: "won", 22: "not finished", 24: "not before its day"}
        for number, words in told.items():
            calendar(app).day = november(number)
            calendar(app).draw()
            assert text(app, "told") == f" {number} November: {words}."
        await pilot.press("tab")
        assert garem in text(app, "days")  # the recorded game grants three wishes
        assert "[Garem]" in text(app, "top")


async def test_a_day_is_found_by_keys_and_an_old_one_is_marked(month_of_play: Store) -> None:
    app = app_on(month_of_play)
    async with app.run_test(size=(80, 24)) as pilot:
        app.open_calendar("garem")
        await pilot.pause()
        await pilot.press("up", "left", "pageup")
        assert calendar(app).day == date(2026, 10, 15)
        assert "October 2026" in text(app, "top")
        await pilot.press("right", "enter")
        await pilot.pause()
        session = table(app).session
        assert session.name == "Garem · daily 2026-10-16"
        assert session.deck == Session.new("garem", {}, 20261016).deck
        table(app).play(*session.game.legal_moves(session.state)[:1])
        await pilot.pause()
        (kept,) = [kept for kept in month_of_play.games() if kept.daily == date(2026, 10, 16)]
        assert kept.marks == ("old daily",)
        assert kept.name == "Garem · daily 2026-10-16"


async def test_a_day_to_come_is_not_played_and_says_why(store: Store) -> None:
    app = app_on(store)
    async with app.run_test(size=(80, 24)) as pilot:
        app.open_calendar()
        await pilot.pause()
        await pilot.press("right", "enter")
        assert calendar(app).day == november(24)
        assert "24 November: not before its day" in text(app, "told")
        await pilot.press("pagedown", "home", "escape")
        await pilot.pause()
        assert isinstance(app.screen, MenuScreen)


async def test_the_calendar_by_mouse(month_of_play: Store) -> None:
    app = app_on(month_of_play)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        options = app.screen.query_one(OptionList)
        row = next(n for n, prompt in enumerate(prompts(app)) if "Daily deal of 23 November" in prompt)
        await pilot.click(options, offset=(6, row + 1))
        await pilot.pause()
        top, days = (app.screen.query_one(f"#{name}", TextBar) for name in ("top", "days"))
        await pilot.click(top, offset=(top.text.index("Garem"), 0))
        await pilot.click(top, offset=(top.text.index("◂"), 0))
        assert (calendar(app).game, calendar(app).day) == ("garem", date(2026, 10, 23))
        lines = days.text.split("\n")
        row = next(n for n, line in enumerate(lines) if " 9 " in line)
        await pilot.click(days, offset=(lines[row].index(" 9 ") + 1, row))
        await pilot.pause()
        assert table(app).session.daily == date(2026, 10, 9)


# Days and midnight.


@pytest.mark.parametrize("zone", [TOKYO, HONOLULU])
async def test_at_midnight_where_the_player_is_the_day_moves_on(zone: tzinfo) -> None:
    clock = FakeClock(datetime(2026, 11, 30, 23, 59, 30, tzinfo=zone))
    with Store.forgetful(now=clock) as store:
        app = app_on(store)
        async with app.run_test(size=(80, 24)) as pilot:
            await pilot.pause()
            app._tick()
            assert any("Daily deal of 30 November" in prompt for prompt in prompts(app))
            app.open_calendar()
            await pilot.pause()
            await pilot.press("enter")
            await pilot.pause()
            session = table(app).session
            clock.on(minutes=1)
            app._tick()
            await pilot.press("l", "l", "q")  # the first move is made after midnight
            await pilot.pause()
            assert any("Daily deal of 1 December" in prompt for prompt in prompts(app))
            assert any("Back to Raspad · daily 2026-11-30" in prompt for prompt in prompts(app))
            app.open_calendar()
            await pilot.pause()
            assert calendar(app).day == date(2026, 12, 1)
            clock.on(days=1)
            app._tick()
            assert calendar(app).day == calendar(app).today == date(2026, 12, 2)
            assert "‹" not in text(app, "days")  # the cursor frames today
            (day,) = dailies(store, "raspad").values()
            assert (day.day, day.on_the_day, day.unfinished) == (date(2026, 11, 30), True, True)
            assert session.daily == date(2026, 11, 30)


async def test_the_menu_moves_on_with_the_day(store: Store, clock: FakeClock) -> None:
    app = app_on(store)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        app._tick()
        options = app.screen.query_one(OptionList)
        options.highlighted = 1
        clock.on(hours=6)
        app._tick()
        assert any("Daily deal of 24 November" in prompt for prompt in prompts(app))
        assert options.highlighted == 1


# A daily deal beside another game.


async def test_a_daily_deal_and_another_game_both_wait(store: Store) -> None:
    ordinary = Session.new("raspad", {}, 1742)
    app = app_on(store, ordinary)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        await pilot.press("l", "l")
        app.open_calendar()
        await pilot.pause()
        await pilot.press("enter")  # not asked, since nothing is given up
        await pilot.pause()
        assert table(app).session.name == "Raspad · daily 2026-11-23"
        await pilot.press("l", "l", "q")
        await pilot.pause()
        assert "Back to Raspad · daily 2026-11-23" in prompts(app)[0]
        assert "Continue Raspad #1742" in prompts(app)[1]
        await pilot.press("b")
        await pilot.pause()
        assert table(app).session.deal == 1742
        assert table(app).session.history.cursor == 1
        await pilot.press("q")
        await pilot.pause()
        assert "Continue Raspad · daily 2026-11-23" in prompts(app)[1]
        await pilot.press("b")
        await pilot.pause()
        lay(app, Session.new("raspad", {}, 7))  # another deal over the daily one: that waits too
        await pilot.pause()
        assert table(app).session.deal == 7
        lay(app, Session.new("raspad", {}, 8))  # nothing has been done at deal 7
        await pilot.press("l", "l")
        lay(app, Session.new("raspad", {}, 9))  # but now deal 8 would be given up
        await pilot.pause()
        assert isinstance(app.screen, ChoicePanel)
        assert [kept.name for kept in store.games() if kept.result is not None] == []
        assert statistics(store) == []
        waiting = {kept.name for kept in store.unfinished()}
        assert waiting == {"Raspad #1742", "Raspad · daily 2026-11-23", "Raspad #8"}


def test_a_day_that_is_over_waits_in_the_calendar_only(store: Store, clock: FakeClock) -> None:
    played(store, clock, "raspad", WON, november(20), on=november(20), moves=2)
    clock.now = datetime(2026, 11, 21, 0, 10, tzinfo=UTC)
    keeper = Keeper(lambda: store)
    assert keeper.waiting() == []
    assert keeper.latest("raspad") is None
    session = keeper.daily("raspad", november(20))
    assert session.history.cursor == 2
    keeper.laid(Session.new("raspad"))  # it has been played today, and is offered
    assert [kept.daily for kept in keeper.waiting()] == [november(20)]
    assert keeper.daily("raspad", november(20)).history.cursor == 2
    assert keeper.daily("raspad", november(21)).history.cursor == 0


def test_a_daily_deal_that_is_over_is_played_once_more(store: Store, clock: FakeClock) -> None:
    keeper = Keeper(lambda: store)
    session, moves = fresh("raspad", LOST)
    session.daily = TODAY
    keeper.laid(session)
    for move in moves:
        session.play(move)
        keeper.saved(session)
    entry = dailies(store, "raspad")[TODAY]
    assert (entry.result, entry.unfinished) == (Result.LOST, False)  # before the table is left
    again = keeper.daily("raspad", TODAY)
    assert again is not session
    assert (again.deck, again.daily, again.history.cursor) == (session.deck, TODAY, 0)
    keeper.laid(again, restart=True)
    again.play(moves[0])
    keeper.saved(again)
    entry = dailies(store, "raspad")[TODAY]
    assert (entry.result, entry.unfinished) == (Result.LOST, True)
    assert [kept.marks for kept in store.games()] == [("seen", "restart"), ()]
    assert daily_streak(dailies(store, "raspad"), TODAY) == {"now": 0, "best": 0}


def test_a_daily_deal_on_the_table_of_another_window_is_told(tmp_path: Path, clock: FakeClock) -> None:
    with Store.open(tmp_path, now=clock) as one, Store.open(tmp_path, now=clock) as other:
        session = Session.of_day("raspad", TODAY)
        attempt = one.begin(session)
        session.play(session.game.legal_moves(session.state)[0])
        attempt.saved(session)
        keeper = Keeper(lambda: other)
        with pytest.raises(Refused, match="another window"):
            keeper.daily("raspad", TODAY)
        attempt.released(session)
        assert keeper.daily("raspad", TODAY).history.cursor == 1


# The command.


@pytest.mark.parametrize(
    "options", [["--deal", "5"], ["--record", "x.json"], ["--jokers"], ["--ace-high", "--must-beat"]]
)
def test_daily_is_a_deal_of_its_own(options: list[str]) -> None:
    result = CliRunner().invoke(main, ["play", "raspad", "--daily", *options])
    assert result.exit_code == 2
    assert "--daily is a deal of its own" in result.output
    assert result.output.startswith("Usage: ")


def test_a_command_for_a_daily_deal_that_another_window_has_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SOLITAIRE_TUI_HOME", str(tmp_path))

    def told() -> str:
        return CliRunner().invoke(main, ["play", "garem", "--daily", "--plain"], input="quit\n").output

    assert told().startswith("Garem, daily deal of ")
    with Store.open(tmp_path) as store:
        for day in (store.today, store.today + timedelta(days=1)):  # it may become midnight now
            session = Session.of_day("garem", day)
            attempt = store.begin(session)
            session.play(session.game.legal_moves(session.state)[0])
            attempt.saved(session)
        (line,) = told().splitlines()
        assert "in another window" in line


def test_the_daily_deal_is_begun_and_gone_on_with(tmp_path: Path) -> None:
    environ = {"SOLITAIRE_TUI_HOME": str(tmp_path), "TZ": "Pacific/Kiritimati"}
    days = {datetime.now(UTC).astimezone(timezone(timedelta(hours=14))).date().isoformat()}
    for expected in ("stock 42", "stock 36"):
        with Terminal((*PLAY, "raspad", "--daily"), env=environ) as terminal:
            terminal.read_until(lambda shown=terminal: b"Hint" in shown.output, "the table")  # type: ignore[misc]
            days.add(datetime.now(UTC).astimezone(timezone(timedelta(hours=14))).date().isoformat())
            assert any(f"Raspad · daily {day}" in terminal.lines[0] for day in days)
            assert expected in terminal.lines[0]
            terminal.send(b"ll")
            terminal.settle(0.3)
    with Store.open(tmp_path) as store:
        (kept,) = store.unfinished()
        assert kept.daily is not None
        assert kept.daily.isoformat() in days
        assert kept.marks == ()


@pytest.mark.parametrize("size", [(80, 24), (60, 20)])
async def test_the_legend_breaks_between_signs_only(store: Store, size: tuple[int, int]) -> None:
    app = SolitaireApp(keeper=Keeper(lambda: store), settings=Settings(language="ru"), charset=UNICODE)
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        for game, signs in (
            ("raspad", ["✓ выигран", "× не выигран", "… не окончен", "' с опозданием"]),
            ("garem", ["² два желания", "… не окончен", "' с опозданием"]),
        ):
            app.open_calendar()
            await pilot.pause()
            calendar(app).show_game(game)
            await pilot.pause()
            await pilot.pause()
            lines = text(app, "legend").split("\n")
            assert [sign for line in lines for sign in re.split(" {2,}", line.strip())][: len(signs)] == signs
            assert lines[-1].strip().startswith("Серия")
            panel, legend = app.screen.query_one(".panel"), app.screen.query_one("#legend")
            assert legend.size.height == len(lines)
            assert legend.region.bottom < panel.region.bottom <= size[1]
            await pilot.press("escape")
            await pilot.pause()


async def test_what_waits_reads_well_in_russian(store: Store, clock: FakeClock) -> None:
    played(store, clock, "garem", 5, november(19), on=november(19), moves=1)
    app = SolitaireApp(
        Session.new("garem", deal=7), keeper=Keeper(lambda: store), settings=Settings(language="ru"), charset=UNICODE
    )
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        await pilot.press("c", "q")
        await pilot.pause()
        assert "Вернуться к игре «Гарем #7» — ряд 1 из 12" in prompts(app)[0]
        assert "Продолжить игру «Гарем · расклад дня 19.11.2026» — ряд 1 из 12" in prompts(app)[1]
