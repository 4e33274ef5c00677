"""By mouse alone: every screen and dialog is left by a click; what has no room in a footer is one click away."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from textual import events
from textual.pilot import Pilot
from textual.screen import Screen
from textual.widgets import Button, OptionList

from solitaire_tui.app.bar import TextBar
from solitaire_tui.app.main import SolitaireApp
from solitaire_tui.app.menu import MenuScreen
from solitaire_tui.app.palette import Palette
from solitaire_tui.app.panels import SearchPanel
from solitaire_tui.app.sidedialog import SideDialog
from solitaire_tui.engine.client import Engine
from solitaire_tui.raspad.rules import Beat
from solitaire_tui.session import Session
from solitaire_tui.table.faces import UNICODE
from solitaire_tui.table.review import ReviewScreen
from solitaire_tui.table.screen import TableScreen
from solitaire_tui.table.side import SidePanel
from solitaire_tui.table.watch import WatchScreen
from tests.helpers import recorded_session
from tests.terminal import PLAY, Terminal

SMALL, USUAL = (40, 12), (80, 24)
Play = Pilot[None]


class NoEngine(Engine):
    """An adviser that never answers, without a process."""

    def ask(self, *_args: Any, **_request: Any) -> None:
        pass

    def stop(self) -> None:
        pass


def table(app: SolitaireApp) -> TableScreen[Any]:
    screen = app.screen
    assert isinstance(screen, TableScreen)
    return screen


async def click_at(pilot: Play, x: int, y: int) -> None:
    """A click on a cell of the window, by the events of a terminal."""
    for kind in (events.MouseDown, events.MouseUp):
        pilot.app.post_message(kind(None, x, y, 0, 0, 1, False, False, False, x, y))
    await pilot.pause()


async def on_bar(pilot: Play, label: str) -> None:
    """A click on a part of the footer."""
    bar = pilot.app.screen.query_one("#footer", TextBar)
    while bar.region.bottom != pilot.app.size.height or label not in bar.text:
        await pilot.pause(0.01)
    await click_at(pilot, bar.region.x + bar.text.index(label), bar.region.y)


async def on_frame(pilot: Play) -> None:
    """A click on the word in the lower edge of a panel's frame."""
    panel = pilot.app.screen.query_one(".panel").region
    await click_at(pilot, panel.right - 5, panel.bottom - 1)


async def outside(pilot: Play) -> None:
    """A click beside a dialog: above it, or the line below where it is that high."""
    await click_at(pilot, 1, 0)


async def on_cancel(pilot: Play) -> None:
    """A click on the button, scrolled into sight by the wheel first."""
    button = pilot.app.screen.query_one("#cancel", Button)
    panel = pilot.app.screen.query_one(".panel").region
    for _ in range(12):
        if panel.y < button.region.y < panel.bottom - 1 and button.region.area:
            break
        x, y = panel.x + 5, panel.y + 3
        pilot.app.post_message(events.MouseScrollDown(None, x, y, 0, 0, 0, False, False, False, x, y))
        await pilot.pause()
    await click_at(pilot, button.region.x + 3, button.region.y)


async def on_side_close(pilot: Play) -> None:
    side = pilot.app.screen.query_one(SidePanel).region
    await click_at(pilot, side.right - 3, side.y)


async def on_option(pilot: Play, label: str) -> None:
    options = pilot.app.screen.query_one(OptionList)
    rows = [str(options.get_option_at_index(at).prompt) for at in range(options.option_count)]
    at = next(row for row, text in enumerate(rows) if label in text)
    await click_at(pilot, options.content_region.x + 4, options.content_region.y + at)


def review(screen: TableScreen[Any]) -> Screen[Any]:
    return ReviewScreen(screen.session, screen.VIEW, NoEngine(), UNICODE)


def search(screen: TableScreen[Any]) -> Screen[Any]:
    return SearchPanel(NoEngine(), screen.GAME_ID, {}, ("easy", "Easy"))


def watch(screen: TableScreen[Any]) -> Screen[Any]:
    shown: Screen[Any] = screen.session.game.watch_screen()(screen.session.branched(), "a line", running=False)
    return shown


Opened = str | Callable[[TableScreen[Any]], Screen[Any]]
Closing = Callable[[Play], Any]
CLOSINGS: list[tuple[str, Opened, Closing]] = [
    ("cards by its frame", "discards", on_frame),
    ("why by its frame", "why", on_frame),
    ("a question by its frame", "give_up", on_frame),
    ("a question by its answer", "give_up", lambda pilot: on_option(pilot, "Go on playing")),
    ("a new deal", "new", on_cancel),
    ("wishes", "wishes", on_cancel),
    ("the search for a deal", search, on_cancel),
    ("rules", "rules", lambda pilot: on_bar(pilot, "Close")),
    ("the palette", "app.command_palette", outside),
    ("the side panel", "side", on_side_close),
    ("a review", review, lambda pilot: on_bar(pilot, "Leave")),
    ("a line that is watched", watch, lambda pilot: on_bar(pilot, "Leave")),
]


IN_A_USUAL_WINDOW = {"cards by its frame", "the search for a deal", "rules", "a line that is watched"}
"""Where a larger window differs; rules after a search, whose bar of progress once made every footer narrower."""


@pytest.mark.parametrize("size", [USUAL, SMALL], ids=["usual", "small"])
async def test_each_screen_is_left_by_mouse(size: tuple[int, int]) -> None:
    session = Session.new("garem", {}, 7)
    app = SolitaireApp(session, charset=UNICODE)
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        screen = table(app)
        for name, opened, closing in CLOSINGS:
            if size == USUAL and name not in IN_A_USUAL_WINDOW:
                continue
            if isinstance(opened, str):
                await screen.run_action(opened)
            else:
                app.push_screen(opened(screen))
            await pilot.pause()
            assert app.screen is not screen, name
            await closing(pilot)
            for _ in range(100):
                if app.screen is screen:
                    break
                await pilot.pause(0.01)
            assert app.screen is screen, name


async def test_a_click_beside_a_dialog_closes_it_but_not_one_that_is_written_in() -> None:
    session = Session.new("garem", {}, 7)
    app = SolitaireApp(session, charset=UNICODE)
    async with app.run_test(size=USUAL) as pilot:
        await pilot.pause()
        screen: Screen[Any] = app.screen
        for action, stays in (
            ("discards", False),
            ("give_up", False),
            ("side", False),
            ("wishes", True),
            ("new", True),
        ):
            await screen.run_action(action)
            await pilot.pause()
            await outside(pilot)
            await pilot.pause()
            assert (app.screen is not screen) is stays, action
            if stays:
                await on_cancel(pilot)
                await pilot.pause()


async def test_the_footer_of_the_smallest_window_leads_to_every_action() -> None:
    session = recorded_session("raspad", 0, 8)
    app = SolitaireApp(session, charset=UNICODE)
    async with app.run_test(size=SMALL) as pilot:
        await pilot.pause()
        await on_bar(pilot, "More")
        assert isinstance(app.screen, Palette)
        await outside(pilot)
        await pilot.pause()
        table = app.screen
        assert isinstance(table, TableScreen)
        for label in ("Side panel (s)", "Mark (b)", "Jump (B)", "Unpick (x)", "Redo all (R)"):
            assert label in [command.title for command in app.get_system_commands(table)]
        app.push_screen(watch(table))
        await pilot.pause()
        shown: Screen[Any] = app.screen
        assert type(shown).__mro__[1] is WatchScreen
        titles = {command.title: command.callback for command in app.get_system_commands(shown)}
        assert "Undo (u)" not in titles  # a line that is watched is not played
        await titles["Forward (Right)"]()
        await on_bar(pilot, "More")
        assert isinstance(app.screen, Palette)
        await outside(pilot)
        await pilot.pause()
        await titles["Play on from here (Enter)"]()
        await pilot.pause()
        assert isinstance(app.screen, TableScreen)
        assert app.screen is not shown


async def test_from_the_menu_and_back_by_mouse() -> None:
    app = SolitaireApp(charset=UNICODE)
    async with app.run_test(size=USUAL) as pilot:
        await pilot.pause()
        await on_option(pilot, "Garem:")
        await pilot.pause()
        await pilot.click("#deal")
        await pilot.pause()
        assert isinstance(app.screen, TableScreen)
        await on_bar(pilot, "Menu")
        await pilot.pause()
        assert isinstance(app.screen, MenuScreen)


async def test_a_panel_beside_the_table_is_taken_away_by_its_own_word() -> None:
    app = SolitaireApp(recorded_session("raspad", 0, 8), charset=UNICODE)
    async with app.run_test(size=(120, 30)) as pilot:
        await pilot.pause()
        table = app.screen
        assert isinstance(table, TableScreen)
        await on_side_close(pilot)
        await pilot.pause()
        assert not table.has_class("-side")
        assert not any(isinstance(screen, SideDialog) for screen in app.screen_stack)


def sgr(button: int, x: int, y: int, *, release: bool = False) -> bytes:
    """A report of the mouse; cells are counted from 1, 32 more than the button is for motion with it held."""
    return f"\x1b[<{button};{x};{y}{'m' if release else 'M'}".encode()


@pytest.mark.skipif(shutil.which("tmux") is None, reason="tmux is not installed")
def test_in_tmux_a_card_is_dragged_and_a_right_click_explains(tmp_path: Path) -> None:
    """A client of tmux on a terminal of its own gets the reports that tmux hands on to the program."""
    socket = str(tmp_path / "tmux.sock")
    settings = tmp_path / "tmux.conf"
    settings.write_text("set -g mouse on\nset -g status off\n", encoding="utf-8")
    record = tmp_path / "game.json"
    session = recorded_session("raspad", 0, 1)
    record.write_text(session.record().model_dump_json(exclude_none=True), encoding="utf-8")
    home = f"SOLITAIRE_TUI_HOME={tmp_path / 'home'}"
    program = ["env", home, f"PYTHONPATH={os.environ.get('PYTHONPATH', '')}", *PLAY, "raspad", "--record", str(record)]
    view = session.game.screen().VIEW(session)
    beat = Beat.model_validate({"hand": "9S", "table": "2S"})
    scene = view.lay_out(80, 20, 0, None)  # below the header, above two lines of status and the footer
    ends = [scene.find(target) for target in view.ends(beat) or ()]
    (x0, y0), (x1, y1) = [(card.x + 2, card.y + 2) for card in ends if card is not None]
    with Terminal(["tmux", "-f", str(settings), "-S", socket, "new-session", *program], size=(80, 24)) as terminal:
        try:
            terminal.read_until(lambda: any("Hint" in row for row in terminal.lines), "the table")
            terminal.settle(0.3, enough=0)
            terminal.send(sgr(2, x0, y0))
            terminal.send(sgr(2, x0, y0, release=True))
            terminal.read_until(lambda: any("Why 9♠" in row for row in terminal.lines), "the explanation")
            terminal.send(b"x")
            terminal.read_until(lambda: not any("Why 9♠" in row for row in terminal.lines), "the table again")
            terminal.settle(0.3, enough=0)
            terminal.send(sgr(0, x0, y0))
            for step in range(1, 5):
                terminal.send(sgr(32, x0 + (x1 - x0) * step // 4, y0 + (y1 - y0) * step // 4))
            terminal.send(sgr(0, x1, y1, release=True))
            terminal.read_until(lambda: any("9♠ beats the 2♠" in row for row in terminal.lines), "the move")
        finally:
            subprocess.run(["tmux", "-S", socket, "kill-server"], check=False, capture_output=True)
