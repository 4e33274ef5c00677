"""Games kept by the real application: resumed after a kill, held by one window, counted once."""

from __future__ import annotations

import json
import os
import random
import re
import signal
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from textual.widgets import OptionList

from solitaire_tui.app.bar import TextBar
from solitaire_tui.app.keeping import Keeper
from solitaire_tui.app.main import SolitaireApp
from solitaire_tui.app.menu import MenuScreen
from solitaire_tui.session import Session
from solitaire_tui.settings import Settings
from solitaire_tui.store.endings import by_leaving
from solitaire_tui.store.games import Store
from solitaire_tui.store.statistics import statistics
from solitaire_tui.table.faces import UNICODE
from solitaire_tui.table.screen import TableScreen
from tests.helpers import recorded_session
from tests.terminal import PLAY, Terminal

KILLS = int(os.environ.get("KILLS", "10"))
"""How often the program is killed; a longer campaign is a step of its own in CI."""


def table(app: SolitaireApp) -> TableScreen[Any]:
    return next(screen for screen in reversed(app.screen_stack) if isinstance(screen, TableScreen))


@pytest.mark.parametrize(("game_id", "number"), [("garem", 0), ("raspad", 12)])
async def test_a_game_that_is_over_in_another_window_is_not_offered(game_id: str, number: int, tmp_path: Path) -> None:
    """It has no result yet, for its end may be undone there; then it is a game that waits again."""
    whole = recorded_session(game_id, number)
    other, ours = Keeper(lambda: Store.open(tmp_path)), Keeper(lambda: Store.open(tmp_path))
    session = whole.again()
    other.laid(session)

    def offered() -> list[str]:
        return [kept.name for kept in ours.waiting()]

    for step in whole.history.steps:
        session.play(*step)
        other.saved(session)
        assert offered() == ([] if session.over else [session.name])
    attempt = other.attempt(session)
    assert session.over
    assert attempt is not None
    assert attempt.result is None
    app = SolitaireApp(charset=UNICODE, keeper=ours)
    async with app.run_test() as pilot:
        await pilot.pause()
        prompts = [str(option.prompt) for option in app.screen.query_one(OptionList).options]
        assert not [prompt for prompt in prompts if "Continue" in prompt]
        session.undo()
        other.saved(session)
        assert offered() == [session.name]
        session.redo()
        other.saved(session)
        other.close()
        assert offered() == []
        assert [kept.result for kept in ours.store.games()] == [by_leaving(whole)]


async def test_an_unfinished_game_comes_back_with_its_whole_line(tmp_path: Path) -> None:
    session = Session.new("raspad", {"jokers": True}, 1742)
    app = SolitaireApp(session, charset=UNICODE, keeper=Keeper(lambda: Store.open(tmp_path)))
    async with app.run_test() as pilot:
        await pilot.pause()
        for key in ("l", "l", "l", "l", "u"):
            await pilot.press(key)
        line, cursor = session.history.steps, session.history.cursor
        await pilot.press("ctrl+q")
    assert cursor == 1
    assert len(line) == 2
    keeper = Keeper(lambda: Store.open(tmp_path))
    app = SolitaireApp(charset=UNICODE, keeper=keeper)
    async with app.run_test() as pilot:
        await pilot.pause()
        assert isinstance(app.screen, MenuScreen)
        first = app.screen.query_one(OptionList).get_option_at_index(0)
        assert "Continue Raspad #1742" in str(first.prompt)
        await pilot.press("a")
        back = table(app).session
        assert (back.history.steps, back.history.cursor) == (line, cursor)
        assert back.rules == session.rules
        await pilot.press("r")
        assert back.history.cursor == 2


async def test_a_game_counts_once_and_a_win_stays_a_win(tmp_path: Path) -> None:
    won = recorded_session("raspad", 4, 0)
    store = Store.open(tmp_path)
    app = SolitaireApp(won, charset=UNICODE, keeper=Keeper(lambda: store))
    async with app.run_test() as pilot:
        await pilot.pause()
        for move in recorded_session("raspad", 4).history.moves:
            table(app).play(move)
        await pilot.pause()
        assert [entry["won"] for entry in statistics(store)] == [1]
        await pilot.press("u", "c", "s")  # undone and won again, then the same deal again
        await pilot.pause()
        await pilot.press("l", "l", "g", "y", "x")
        entry = statistics(store)[0]
        assert (entry["played"], entry["won"]) == (2, 1)
        await pilot.press("q")
    with Store.open(tmp_path) as again:
        assert (statistics(again)[0]["played"], statistics(again)[0]["won"]) == (2, 1)


async def test_hints_undos_and_peeks_are_counted(tmp_path: Path) -> None:
    session = Session.new("raspad", {}, 1742)
    store = Store.open(tmp_path)
    app = SolitaireApp(session, charset=UNICODE, keeper=Keeper(lambda: store))
    async with app.run_test() as pilot:
        await pilot.pause()
        await pilot.press("l", "l", "u", "h", "enter")
        (kept,) = store.games()
        assert (kept.undos, kept.hints) == (1, 1)
        assert kept.unfinished


async def test_a_table_in_another_window_is_told(tmp_path: Path) -> None:
    environ = {"SOLITAIRE_TUI_HOME": str(tmp_path)}
    with Terminal((*PLAY, "raspad", "--deal", "1742"), env=environ) as other:
        other.read_until(lambda: b"Hint" in other.output, "the other table")
        other.send(b"ll")
        other.settle(0.3)
        app = SolitaireApp(charset=UNICODE, keeper=Keeper(lambda: Store.open(tmp_path)))
        async with app.run_test() as pilot:
            await pilot.pause()
            prompt = str(app.screen.query_one(OptionList).get_option_at_index(0).prompt)
            assert f"process {other.process.pid}" in prompt
            await pilot.press("a")
            await pilot.pause()
            assert isinstance(app.screen, MenuScreen)


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_a_signal_saves_and_leaves_a_clean_terminal(number: signal.Signals, tmp_path: Path) -> None:
    environ = {"SOLITAIRE_TUI_HOME": str(tmp_path)}
    with Terminal((*PLAY, "raspad", "--deal", "1742"), env=environ) as terminal:
        terminal.read_until(lambda: b"Hint" in terminal.output, "the table")
        terminal.send(b"ll")
        terminal.settle(0.3)
        started = time.monotonic()
        terminal.process.send_signal(number)
        terminal.wait()
        assert time.monotonic() - started < 3
        assert b"\x1b[?1049l" in terminal.output
        assert terminal.echoes
    with Store.open(tmp_path) as store:
        (kept,) = store.unfinished()
        assert kept.process is None
        assert kept.moves == 1


def test_a_kill_costs_the_last_action_at_most(tmp_path: Path) -> None:
    """Kill the program at random moments of play, and go on each time where the game stood."""
    rng = random.Random(3)
    shown, home = 0, tmp_path / "0"
    for kill in range(KILLS):
        if shown > 10:  # the game is nearly through: a new one
            shown, home = 0, tmp_path / str(kill)
        with Terminal((*PLAY, "garem"), env={"SOLITAIRE_TUI_HOME": str(home)}) as terminal:
            terminal.read_until(lambda out=terminal.output: b"Hint" in out, "the table")  # type: ignore[misc]
            assert row_shown(terminal) >= shown - 1
            for _ in range(rng.randrange(1, 4)):
                terminal.send(b"c" if rng.random() < 0.6 else b"a")
                with suppress(TimeoutError):
                    terminal.settle(0.02, cap=0.3)
            shown = row_shown(terminal)
            terminal.process.send_signal(signal.SIGKILL)
            terminal.process.wait()
        with Store.open(home) as store:
            assert store.warning is None
            assert statistics(store) == []
            for kept in store.games():
                # An action is on the disk before the next one can be made.
                assert store.session(kept.id).state.rows_dealt >= shown - 1


def row_shown(terminal: Terminal) -> int:
    """Which play row the header speaks of; 0 before the first."""
    found = re.search(r"row (\d+) of 12", terminal.lines[0])
    return int(found[1]) if found else 0


def test_where_nothing_can_be_kept_play_goes_on_with_a_warning() -> None:
    with Terminal((*PLAY, "raspad", "--deal", "1742"), env={"SOLITAIRE_TUI_HOME": "/proc/nothing"}) as terminal:
        terminal.read_until(lambda: b"Not kept" in terminal.output, "the warning")
        terminal.send(b"ll")
        terminal.settle(0.3)
        terminal.send(b"u")
        terminal.read_until(lambda: any("One step taken back" in line for line in terminal.lines), "the undo")


def test_the_stats_command(tmp_path: Path) -> None:
    keeper = Keeper(lambda: Store.open(tmp_path))
    for number in range(3):
        session = recorded_session("raspad", 4 if number else 0, 0)
        keeper.laid(session)
        for move in recorded_session("raspad", 4 if number else 0).history.moves:
            session.play(move)
            keeper.saved(session)
    keeper.close()
    run = [sys.executable, "-m", "solitaire_tui", "stats"]
    environ = {**os.environ, "SOLITAIRE_TUI_HOME": str(tmp_path)}
    out = subprocess.run([*run, "--json"], capture_output=True, text=True, check=True, env=environ).stdout
    (entry,) = map(json.loads, out.splitlines())
    assert (entry["played"], entry["won"], entry["streak"]["now"]) == (3, 2, 2)
    out = subprocess.run(run, capture_output=True, text=True, check=True, env=environ).stdout
    assert out.startswith("Raspad: 3 played, 2 won (67%, in the long run 21% to 94%)\n")
    out = subprocess.run([*run, "--without-seen"], capture_output=True, text=True, check=True, env=environ).stdout
    assert out.startswith("Raspad: 2 played, 1 won")


async def test_strict_play_has_neither_undo_nor_hints(tmp_path: Path) -> None:
    session = Session.new("raspad", {}, 1742)
    keeper = Keeper(lambda: Store.open(tmp_path), strict=True)
    app = SolitaireApp(session, charset=UNICODE, keeper=keeper)
    async with app.run_test() as pilot:
        await pilot.pause()
        await pilot.press("l", "l", "u", "U", "h")
        assert session.history.cursor == 1
        assert table(app).hint is None
        assert "played strictly" in table(app).message
        await pilot.press("g", "y")
        assert not [choice for choice in app.screen._choices if choice.id == "undo"]  # type: ignore[attr-defined]
        await pilot.press("x", "u")
        assert session.given_up
        assert [entry["strict"] for entry in statistics(keeper.store)] == [True]


def line_to_a_fully_beaten_round() -> tuple[Session, list[Any]]:
    """A deal and moves of which the last one beats the last open card of the row, the first that do."""
    for deal in range(1, 200):
        session, moves = Session.new("raspad", {}, deal), []
        state = session.state
        while legal := session.game.legal_moves(state):
            beats = [move for move in legal if str(move) not in ("close", "laydown")]
            moves.append((beats or legal)[0])
            state = session.game.apply(state, moves[-1])
            if beats and not state.open_indices():
                return session, moves
    raise AssertionError("no such line")


async def test_a_fully_beaten_round_closes_by_itself_if_set_so() -> None:
    session, moves = line_to_a_fully_beaten_round()
    app = SolitaireApp(session, charset=UNICODE, settings=Settings(auto_close=True))
    async with app.run_test() as pilot:
        await pilot.pause()
        for move in moves:
            table(app).play(move)
        assert [str(move) for move in session.history.last_step] == [str(moves[-1]), "close"]
        assert session.history.cursor == len(moves)
        assert "is closed" in table(app).message
        await pilot.press("u")
        assert session.history.moves == tuple(moves[:-1])


async def test_the_next_row_is_dealt_by_itself_if_set_so() -> None:
    session = Session.new("garem", {}, 7)
    app = SolitaireApp(session, charset=UNICODE, settings=Settings(auto_next=True, clock=True, theme="felt-light"))
    async with app.run_test() as pilot:
        await pilot.pause()
        assert app.theme == "felt-light"
        assert "0:00:0" in table(app).query_one("#header", TextBar).text
        await pilot.press("c", "a")
        assert str(session.history.last_step[-1]) == "next"
        assert session.state.rows_dealt == 2
        assert "dealt by itself" in table(app).message
        await pilot.press("u")
        assert session.state.rows_dealt == 1  # one step, with what followed from it


def test_a_bad_setting_is_told_and_left_as_it_is(tmp_path: Path) -> None:
    file = tmp_path / "settings.toml"
    file.write_text('theme = "blue"  # mine\n', encoding="utf-8")
    with Terminal((*PLAY, "raspad", "--deal", "7"), env={"SOLITAIRE_TUI_HOME": str(tmp_path)}) as terminal:
        terminal.read_until(lambda: b'"blue"' in terminal.output, "what is wrong with the setting")
    assert file.read_text(encoding="utf-8") == 'theme = "blue"  # mine\n'
