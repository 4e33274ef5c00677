"""The list of games: what is listed, and everything that can be done with a game or a record, by keys and by mouse."""

from __future__ import annotations

import json
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot
from textual.widgets import Input, OptionList, TextArea

from solitaire_tui.app import gamelist
from solitaire_tui.app.asking import LinePanel, NotePanel
from solitaire_tui.app.bar import TextBar
from solitaire_tui.app.games import GamesScreen
from solitaire_tui.app.main import SolitaireApp
from solitaire_tui.app.menu import MenuScreen
from solitaire_tui.app.panels import ChoicePanel
from solitaire_tui.raspad.watch import RaspadWatch
from solitaire_tui.session import Session
from solitaire_tui.store.endings import Result
from solitaire_tui.store.games import Store
from solitaire_tui.store.kept import Wanted
from solitaire_tui.store.statistics import statistics
from solitaire_tui.table.faces import ASCII, UNICODE
from solitaire_tui.table.screen import TableScreen
from solitaire_tui.table.watch import WatchScreen
from tests.helpers import vectors
from tests.store_helpers import LOST, NOON, WON, FakeClock, app_of, fresh
from tests.test_statistics import ended

RECORD = vectors("raspad_games.jsonl")[WON]["record"]


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """A store with five games, the newest first: an unfinished one, one left, Garem, lost, won."""
    folder = tmp_path / "kept"
    clock = FakeClock()
    with Store.open(folder, now=clock) as store:
        for game, number, moves in (("raspad", WON, None), ("raspad", LOST, None), ("garem", 3, None)):
            ended(store, game, number, moves, 100.0)
            clock.on(days=1)
        ended(store, "raspad", 6, 9, 70.0)
        clock.on(days=1)
        session = Session.new("raspad", {}, 1742)
        attempt = store.begin(session)
        for _move in range(3):
            session.play(session.game.legal_moves(session.state)[0])
        attempt.saved(session, 30.0)
        attempt.released(session, 30.0)
    return folder


def games_of(app: SolitaireApp) -> GamesScreen:
    return next(screen for screen in app.screen_stack if isinstance(screen, GamesScreen))


def bar(app: SolitaireApp, name: str) -> str:
    return games_of(app).query_one(f"#{name}", TextBar).text


def rows(app: SolitaireApp) -> list[str]:
    return [str(option.prompt) for option in games_of(app).query_one("#games", OptionList).options]


async def opened(app: SolitaireApp, pilot: Pilot[None], at: int = 0) -> GamesScreen:
    """The list, with the cursor on a game."""
    app.open_games()
    await pilot.pause()
    screen = games_of(app)
    if screen.games:
        screen.query_one("#games", OptionList).highlighted = at
    await pilot.pause()
    return screen


async def typed(pilot: Pilot[None], text: str) -> None:
    """Put a line into the dialog that asks for one."""
    panel = pilot.app.screen
    assert isinstance(panel, LinePanel)
    panel.query_one(Input).value = text
    await pilot.press("enter")
    await pilot.pause()


def table(app: SolitaireApp) -> Session:
    assert isinstance(app.screen, TableScreen)
    assert not isinstance(app.screen, WatchScreen)
    return app.screen.session


def on_top(app: SolitaireApp) -> type[object]:
    return type(app.screen)


async def test_games_are_listed_newest_first_and_can_be_narrowed(home: Path) -> None:
    app = app_of(home)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("m")
        screen = games_of(app)
        assert [kept.result for kept in screen.games] == [None, Result.LEFT, Result.FINISHED, Result.LOST, Result.WON]
        first = rows(app)[0]
        when = NOON.astimezone() + timedelta(days=4)
        assert first.split() == [*f"{when:%Y-%m-%d %H:%M}".split(), "Raspad", "#1742", "unfinished"]
        assert "2 wishes" in rows(app)[2]
        assert "5 games" in bar(app, "header")
        assert "Unfinished: 3 moves, 0:00:30." in bar(app, "status")
        await pilot.press("п")  # g on a Russian layout
        assert [kept.game for kept in screen.games] == ["raspad"] * 4
        await pilot.press("f")
        assert [kept.result for kept in screen.games] == [Result.WON]
        for _step in range(5):
            await pilot.press("f")
        assert [kept.deal for kept in screen.games] == [1742]
        assert "Result: unfinished" in bar(app, "filters")
        await pilot.press("f", "o")
        assert screen.games == []
        assert "No game is like that" in bar(app, "empty")
        await pilot.press("o", "s")
        await typed(pilot, "#1742")
        assert [kept.deal for kept in screen.games] == [1742]


async def test_a_note_and_a_bookmark(home: Path) -> None:
    app = app_of(home)
    async with app.run_test(size=(100, 24)) as pilot:
        screen = await opened(app, pilot, 4)
        await pilot.press("b", "n")
        panel = app.screen
        assert isinstance(panel, NotePanel)
        area = panel.query_one(TextArea)
        area.text = "x" * 2001
        await pilot.press("ctrl+s")
        assert app.screen is panel  # too long: it stays
        area.text = "the queen!\nat last"
        await pilot.press("ctrl+ы")
        await pilot.pause()
        (kept,) = app.keeper.store.games(Wanted(bookmarked=True))
        assert kept.note == "the queen!\nat last"
        assert rows(app)[4].startswith("★")
        assert rows(app)[4].endswith("the queen!")
        assert "the queen! at last" in bar(app, "status")
        await pilot.press("n", "y", "escape", "b")
        assert screen.games[4].note == "the queen!\nat last"
        assert not screen.games[4].bookmarked


async def test_a_note_from_outside_commands_no_terminal(home: Path) -> None:
    app = app_of(home)
    async with app.run_test(size=(100, 24)) as pilot:
        app.keeper.store.note(5, "a\x1b]0;owned\x07\x9b2J\nb[bold]")
        await opened(app, pilot)
        assert all(char.isprintable() for char in rows(app)[0] + bar(app, "status").replace("\n", ""))
        await pilot.press("enter")
        panel = app.screen
        assert isinstance(panel, ChoicePanel)
        assert all(line.isprintable() for line in panel.body.split("\n"))
        assert panel.body.endswith("b[bold]")


async def test_an_unfinished_game_is_gone_on_with(home: Path) -> None:
    app = app_of(home, Session.new("raspad", {}, 11))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        await pilot.press("m")
        await opened(app, pilot)
        await pilot.press("c")
        await pilot.pause()
        assert table(app).history.cursor == 3
        assert len(app.screen_stack) <= 2
        held = table(app)
        await opened(app, pilot)
        await pilot.press("c")
        await pilot.pause()
        assert table(app) is held  # it is on the table already
        app.keeper.saved(held)
        assert len(app.keeper.store.unfinished()) == 1


async def test_a_finished_game_is_played_again_as_seen_before(home: Path) -> None:
    app = app_of(home)
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await opened(app, pilot, 4)
        deal = screen.games[4].deal
        await pilot.press("c")
        assert "It is over" in bar(app, "status")
        await pilot.press("a")
        await pilot.pause()
        session = table(app)
        assert (session.deal, session.history.steps) == (deal, ())
        session.play(session.game.legal_moves(session.state)[0])
        app.keeper.saved(session)
        assert app.keeper.store.games()[0].marks == ("seen",)


async def test_a_game_in_play_is_not_given_up_unasked(home: Path) -> None:
    session = Session.new("raspad", {}, 11)
    app = app_of(home, session)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        session.play(session.game.legal_moves(session.state)[0])
        app.keeper.saved(session)
        await opened(app, pilot, 3)  # after the game on the table and the one that is unfinished
        await pilot.press("a")
        await pilot.pause()
        assert table(app).game.id == "garem"  # another table: nothing is lost
        await opened(app, pilot, 4)
        await pilot.press("a")
        assert isinstance(app.screen, ChoicePanel)
        await pilot.press("n")
        assert app.sessions["raspad"] is session
        await pilot.press("a", "y")
        await pilot.pause()
        assert app.sessions["raspad"] is table(app) is not session


async def test_a_daily_deal_is_not_given_up_for_another_deal(home: Path) -> None:
    session = Session.of_day("raspad", NOON.date())
    app = app_of(home, session)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        session.play(session.game.legal_moves(session.state)[0])
        app.keeper.saved(session)
        await opened(app, pilot, 4)
        await pilot.press("a")
        await pilot.pause()
        again = table(app)  # it was not asked whether to leave the daily deal: that waits
        assert again.daily is None
        again.play(again.game.legal_moves(again.state)[0])
        app.keeper.saved(again)
        waiting = [kept.name for kept in app.keeper.store.unfinished("raspad")]
        assert waiting[:2] == [again.name, session.name]
        await pilot.press("m")
        await pilot.pause()
        (at,) = [at for at, kept in enumerate(games_of(app).games) if kept.daily is not None]
        games_of(app).query_one("#games", OptionList).highlighted = at
        await pilot.press("a")
        await pilot.pause()
        assert table(app).daily == session.daily  # the same day's deal, but another deal is on the table: that waits
        table(app).play(table(app).game.legal_moves(table(app).state)[0])
        app.keeper.saved(table(app))
        await pilot.press("m")
        await pilot.pause()
        (at, _other) = [at for at, kept in enumerate(games_of(app).games) if kept.daily is not None]
        games_of(app).query_one("#games", OptionList).highlighted = at
        await pilot.press("a")
        await pilot.pause()
        assert isinstance(app.screen, ChoicePanel)  # the daily deal that is held would be given up for the same deal


async def test_a_game_is_watched_and_taken_over(home: Path) -> None:
    app = app_of(home)
    async with app.run_test(size=(80, 24)) as pilot:
        await opened(app, pilot, 4)
        await pilot.press("w")
        await pilot.pause()
        watch = app.screen
        assert isinstance(watch, WatchScreen)
        assert (watch.session.history.cursor, len(watch.session.history.steps)) == (0, 28)
        await pilot.press("right", "right", "escape")
        assert isinstance(app.screen, GamesScreen)
        await pilot.press("w")
        await pilot.pause()
        await pilot.press("right", "right", "enter")
        await pilot.pause()
        session = table(app)
        assert len(session.history.steps) == 2
        before = statistics(app.keeper.store)
        app.keeper.close()
        with Store.open(home) as store:
            assert statistics(store) == before  # it counts in none


async def test_review_needs_an_adviser_and_a_result(home: Path) -> None:
    app = app_of(home)
    async with app.run_test(size=(80, 24)) as pilot:
        await opened(app, pilot)
        await pilot.press("v")
        assert "There is no adviser" in bar(app, "status")


async def test_export_asks_before_a_file_is_replaced(
    home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    (tmp_path / "mine.json").write_text("precious", encoding="utf-8")
    app = app_of(home)
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await opened(app, pilot)
        await pilot.press("e")
        panel = app.screen
        assert isinstance(panel, LinePanel)
        name = panel.query_one(Input).value
        assert name == "~/raspad-1742-20260318.json"
        await typed(pilot, "~")
        assert app.screen is panel  # a folder: the dialog stays, with the reason
        await typed(pilot, "~/mine.json")
        assert isinstance(app.screen, ChoicePanel)
        await pilot.press("n")
        await pilot.pause()
        assert (tmp_path / "mine.json").read_text(encoding="utf-8") == "precious"
        await typed(pilot, name)
        assert "Written to" in bar(app, "status")
        written = json.loads((tmp_path / name[2:]).read_text(encoding="utf-8"))
        session = app.keeper.store.session(screen.games[0].id)
        assert (written["deal"], written["moves"]) == (1742, [str(move) for move in session.history.moves])
        await pilot.press("e")
        await typed(pilot, "~/mine.json")
        await pilot.press("y")
        await pilot.pause()
        assert json.loads((tmp_path / "mine.json").read_text(encoding="utf-8")) == written


async def test_a_record_is_imported_watched_and_gone_on_with(home: Path, tmp_path: Path) -> None:
    (tmp_path / "half.json").write_text(
        json.dumps({**RECORD, "moves": RECORD["moves"][:9], "note": "from a friend"}), encoding="utf-8"
    )
    app = app_of(home)
    async with app.run_test(size=(80, 24)) as pilot:
        before = statistics(app.keeper.store)
        screen = await opened(app, pilot)
        await pilot.press("i")
        panel = app.screen
        assert isinstance(panel, LinePanel)
        for wrong in ("", str(tmp_path / "gone.json"), '{"format":"x"}', json.dumps({**RECORD, "moves": ["2C>3H"]})):
            await typed(pilot, wrong)
            assert app.screen is panel
        assert len(app.keeper.store.games()) == 5
        await typed(pilot, str(tmp_path / "half.json"))
        assert isinstance(app.screen, ChoicePanel)
        await pilot.press("w")
        await pilot.pause()
        assert isinstance(app.screen, WatchScreen)
        await pilot.press("escape")
        kept = screen.chosen
        assert kept is not None
        assert (kept.note, kept.marks) == ("from a friend", ("imported",))
        await pilot.press("c")
        await pilot.pause()
        assert len(table(app).history.steps) == 9
        assert statistics(app.keeper.store) == before


async def test_where_nothing_is_kept_it_says_so_and_imports_all_the_same() -> None:
    app = app_of(None)
    async with app.run_test(size=(80, 24)) as pilot:
        await opened(app, pilot)
        assert "Nothing is being kept" in bar(app, "warning")
        assert "press i to import" in bar(app, "empty")
        for key in ("enter", "w", "v", "c", "a", "n", "b", "e"):
            await pilot.press(key)
        await pilot.press("i")
        await typed(pilot, json.dumps(RECORD))
        await pilot.press("x")
        assert len(rows(app)) == 1


async def test_a_long_list_comes_page_by_page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """More games than a page; one that another window adds meanwhile does not come twice, nor end the program."""
    monkeypatch.setattr(gamelist, "PAGE", 30)
    monkeypatch.setattr(gamelist, "AHEAD", 5)
    clock = FakeClock()
    with Store.open(tmp_path, now=clock) as store:
        for _game in range(70):
            clock.on(minutes=1)
            ended(store, "raspad", 6, 1, 5.0)
    app = app_of(tmp_path)
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await opened(app, pilot)
        assert len(screen.games) == 30
        assert f"{70} games" in bar(app, "header")
        with Store.open(tmp_path, now=clock) as store:
            ended(store, "raspad", 6, 1, 5.0)
        for _page in range(4):
            screen.query_one("#games", OptionList).action_last()
            await pilot.pause()
        assert len(screen.games) == len({kept.id for kept in screen.games}) == 70


@pytest.mark.parametrize("charset", [UNICODE, ASCII])
async def test_any_size(charset: Any, home: Path) -> None:
    app = app_of(home, charset=charset)
    async with app.run_test(size=(40, 12)) as pilot:
        app.keeper.store.note(1, "ein langer Text 私の長いテキスト " * 9)
        app.keeper.store.bookmark(1, True)
        await opened(app, pilot)
        for columns, lines in ((40, 12), (50, 15), (80, 24), (160, 50)):
            await pilot.resize_terminal(columns, lines)
            await pilot.pause()
            screen = games_of(app)
            assert screen.query_one("#footer", TextBar).region.bottom == lines
            assert "Close" in bar(app, "footer")
            listing = screen.query_one("#games", OptionList)
            assert listing.virtual_size.height == 5  # none is wrapped
            for name in ("header", "filters", "footer"):
                assert all(len(line) <= columns for line in bar(app, name).split("\n"))
            if charset is ASCII:
                assert all(row.isascii() for row in rows(app)[:4])


async def test_by_mouse(home: Path) -> None:
    app = app_of(home)
    async with app.run_test(size=(40, 12)) as pilot:
        screen = await opened(app, pilot)
        await pilot.click("#filters", offset=(bar(app, "filters").index("Game"), 0))
        assert screen.wanted.game == "raspad"
        await pilot.click("#games", offset=(5, 1))
        assert on_top(app) is ChoicePanel
        await pilot.click(OptionList, offset=(10, 0))  # the first choice
        await pilot.pause()
        assert on_top(app) is RaspadWatch
        await pilot.press("escape")
        await pilot.click("#footer", offset=(bar(app, "footer").index("Close"), 0))
        assert on_top(app) is MenuScreen


@pytest.mark.parametrize("size", [(80, 24), (50, 15), (40, 12)])
async def test_the_menu_has_room_for_everything(size: tuple[int, int], home: Path) -> None:
    """Its last entry can be seen and chosen, nothing is hidden by a frame, and only the list scrolls."""
    with Store.open(home) as store:
        for number in (8, 9, 10):
            session, line = fresh("raspad", number)
            attempt = store.begin(session)
            session.play(line[0])
            attempt.saved(session)
            attempt.released(session)
    app = app_of(home)
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        menu = app.screen.query_one(OptionList)
        labels = [str(option.prompt) for option in menu.options]
        assert sum("Continue" in label for label in labels) == 2
        assert any("All unfinished games" in label for label in labels)
        assert menu.region.bottom <= size[1]
        assert app.screen.max_scroll_y == 0
        await pilot.press("end")
        await pilot.pause()
        assert menu.scroll_offset.y == menu.max_scroll_y
        await pilot.press("home", "down", "down", "enter")
        await pilot.pause()
        assert games_of(app).wanted.unfinished
        assert len(games_of(app).games) == 4
