"""The statistics screen: the numbers of the command, what is left out, what each counts, reset, and any size."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from textual.widgets import OptionList

from solitaire_tui.app.bar import TextBar
from solitaire_tui.app.main import SolitaireApp
from solitaire_tui.app.menu import MenuScreen
from solitaire_tui.app.panels import ChoicePanel, InfoPanel
from solitaire_tui.app.statistics import StatisticsScreen
from solitaire_tui.cli import main
from solitaire_tui.session import Session
from solitaire_tui.store.games import Store
from solitaire_tui.store.statistics import MEANINGS
from solitaire_tui.table.faces import ASCII, UNICODE
from solitaire_tui.table.screen import TableScreen
from tests.store_helpers import LOST, WON, FakeClock, app_of, fresh, simulate
from tests.test_statistics import ended, expected_text, pages_shown

SIZES = [(40, 12), (50, 15), (80, 24), (160, 50)]


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a store with games of every kind."""
    folder = tmp_path_factory.mktemp("kept")
    clock = FakeClock()
    with Store.open(folder, now=clock) as store:
        simulate(store, clock, 60)
    return folder


@pytest.fixture
def home(kept: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The same, and the program finds it by itself."""
    monkeypatch.setenv("SOLITAIRE_TUI_HOME", str(kept))
    return kept


def statistics_of(app: SolitaireApp) -> StatisticsScreen:
    return next(screen for screen in app.screen_stack if isinstance(screen, StatisticsScreen))


def bar(app: SolitaireApp, name: str) -> str:
    return statistics_of(app).query_one(f"#{name}", TextBar).text


@pytest.mark.parametrize(
    ("options", "keys"),
    [((), ""), (("seen", "undo"), "du"), (("restarts", "old-daily", "peeked"), "rop")],
)
async def test_the_numbers_are_those_of_the_command(options: tuple[str, ...], keys: str, home: Path) -> None:
    args = ["stats", "--json", *(f"--without-{option}" for option in options)]
    out = CliRunner().invoke(main, args, catch_exceptions=False).output
    entries = [json.loads(line) for line in out.splitlines()]
    assert len(entries) > 3
    shown = await pages_shown(home, keys)
    assert {kind for kind, page in shown.items() if page} == {
        (entry["game"], ",".join(entry["rules"]), entry["strict"]) for entry in entries
    }
    for entry in entries:
        page = shown[entry["game"], ",".join(entry["rules"]), entry["strict"]]
        text = expected_text(entry)
        assert {label: page.get(label) for label in text} == text


async def test_every_figure_says_what_it_counts(home: Path) -> None:
    app = app_of(home)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("t")
        screen = statistics_of(app)
        explained = set()
        for _page in screen._pages:
            for at, figure in enumerate(screen.figures):
                screen.query_one(OptionList).highlighted = at
                screen.draw()
                assert bar(app, "status").startswith(f" {figure.label}: ")
                assert figure.meaning.endswith(".")
                explained.add(figure.id)
            screen.action_turn(1)
        assert explained | {"wishes", "perfect"} == {*MEANINGS}  # those two are the bars, whose caption says it
        await pilot.press("enter")
        panel = app.screen
        assert isinstance(panel, InfoPanel)
        assert panel.body.endswith(screen.figures[screen.query_one(OptionList).highlighted or 0].meaning)


async def test_it_opens_where_one_is_and_leads_back(home: Path) -> None:
    app = app_of(home, Session.new("garem", {}, 7))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        await pilot.press("t")
        assert statistics_of(app).kind == ("garem", "", False)
        await pilot.press("t")
        assert isinstance(app.screen, TableScreen)
        app.open_menu()
        await pilot.pause()
        await pilot.press("е")  # the same key of a Russian layout
        assert isinstance(app.screen, StatisticsScreen)
        await pilot.press("escape")
        assert isinstance(app.screen, MenuScreen)


async def test_by_mouse(home: Path) -> None:
    app = app_of(home)
    async with app.run_test(size=(80, 24)) as pilot:
        app.open_statistics()
        await pilot.pause()
        screen = statistics_of(app)
        before = screen.kind
        await pilot.click("#header", offset=(bar(app, "header").index(">"), 0))
        assert screen.kind != before
        await pilot.click("#without", offset=(bar(app, "without").index("restarts"), 0))
        assert screen.without.restarts
        assert "[x] restarts" in bar(app, "without")
        await pilot.click("#footer", offset=(bar(app, "footer").index("Close"), 0))
        assert isinstance(app.screen, MenuScreen)


@pytest.mark.parametrize("charset", [UNICODE, ASCII])
async def test_any_size(charset: Any, home: Path) -> None:
    app = app_of(home, charset=charset)
    async with app.run_test(size=SIZES[0]) as pilot:
        app.open_statistics(Session.new("garem", {}, 7))
        await pilot.pause()
        screen = statistics_of(app)
        for columns, rows in SIZES:
            await pilot.resize_terminal(columns, rows)
            for view in (0, 1, 2):
                await pilot.pause()
                assert screen.query_one("#footer", TextBar).region.bottom == rows
                assert screen.query_one(OptionList).display == (view == 0)
                for name in ("header", "without", "footer"):
                    assert all(len(line) <= columns for line in bar(app, name).split("\n"))
                picture = screen.query_one("#picture", TextBar)
                assert picture.display == (view > 0 or columns >= 80)
                if picture.display:
                    lines = picture.text.split("\n")
                    assert len(lines) <= picture.size.height
                    assert all(len(line) <= picture.size.width for line in lines)
                    assert any("└" in line or "+--" in line for line in lines) == (view < 2)
                    assert any("%" in line for line in lines) == (view != 1)
                    assert charset is UNICODE or picture.text.isascii()
                screen.action_picture()


async def test_without_a_game_it_says_what_to_do(tmp_path: Path) -> None:
    app = app_of(tmp_path)
    async with app.run_test(size=(80, 24)) as pilot:
        app.open_statistics()
        await pilot.pause()
        assert "No game of Raspad has a result yet" in bar(app, "picture")
        assert bar(app, "warning") == ""
        for key in ("g", "enter", "right", "d", "left"):
            await pilot.press(key)
        assert "Every game here is left out" in bar(app, "picture")


async def test_where_nothing_is_kept_it_says_so_and_works() -> None:
    app = app_of(None)
    async with app.run_test(size=(80, 24)) as pilot:
        ended(app.keeper.store, "raspad", WON, None, 100.0)
        app.open_statistics()
        await pilot.pause()
        assert "Nothing is being kept" in bar(app, "warning")
        assert [figure.value for figure in statistics_of(app).figures[:3]] == ["1", "1", "100.0%"]


@pytest.mark.parametrize(("answer", "left"), [("n", 3), ("g", 1), ("a", 0)])
async def test_reset_asks_and_keeps_a_copy(answer: str, left: int, tmp_path: Path) -> None:
    with Store.open(tmp_path, now=FakeClock()) as store:
        ended(store, "raspad", WON, None, 100.0)
        ended(store, "raspad", LOST, None, 50.0)
        ended(store, "garem", 0, None, 50.0)
        session, moves = fresh("raspad", 6)
        attempt = store.begin(session)
        session.play(moves[0])
        attempt.saved(session)
        attempt.released(session)
    app = app_of(tmp_path)
    async with app.run_test(size=(80, 24)) as pilot:
        app.open_statistics(Session.new("raspad", {}, 1))
        await pilot.pause()
        await pilot.press("R")
        assert isinstance(app.screen, ChoicePanel)
        await pilot.press(answer)
        assert sum(len(attempts) for attempts in statistics_of(app)._attempts.values()) == left
        assert len(app.keeper.store.unfinished()) == 1
        copies = list(tmp_path.glob("games.backup-*.db"))
        assert len(copies) == (answer != "n")
        if copies:
            panel = app.screen
            assert isinstance(panel, InfoPanel)
            assert str(copies[0]) in panel.body
            assert "No game of Raspad has a result yet" in bar(app, "picture")
            (tmp_path / "other").mkdir()
            copies[0].rename(tmp_path / "other" / "games.db")
            with Store.open(tmp_path / "other") as store:
                assert store.count() == 4


async def test_a_copy_that_cannot_be_made_forgets_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with Store.open(tmp_path, now=FakeClock()) as store:
        ended(store, "raspad", WON, None, 100.0)
    monkeypatch.setattr("solitaire_tui.store.games.free_name", lambda *_: tmp_path / "no" / "such" / "folder.db")
    app = app_of(tmp_path)
    async with app.run_test(size=(80, 24)) as pilot:
        app.open_statistics()
        await pilot.pause()
        await pilot.press("R", "a")
        panel = app.screen
        assert isinstance(panel, InfoPanel)
        assert panel.title_text == "Nothing was forgotten"
        assert statistics_of(app).figures[0].value == "1"


def test_the_command_draws_the_plot(home: Path) -> None:
    out = CliRunner().invoke(main, ["stats"], catch_exceptions=False).output
    assert "Games by day: █ won, ░ not won." in out
    assert "0└" in out
