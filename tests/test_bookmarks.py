"""Marked positions and jumps: the history behind them, what is kept, and what is counted."""

from __future__ import annotations

import random
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot
from textual.widgets import OptionList

from solitaire_tui.app.keeping import Keeper
from solitaire_tui.app.main import SolitaireApp
from solitaire_tui.app.panels import ChoicePanel
from solitaire_tui.game import load
from solitaire_tui.history import History
from solitaire_tui.session import Session
from solitaire_tui.store.bookmarks import way_of
from solitaire_tui.store.endings import Result
from solitaire_tui.store.games import Store
from solitaire_tui.table.faces import UNICODE
from solitaire_tui.table.screen import TableScreen
from tests.store_helpers import LOST, WON, fresh, open_store, play

Place = tuple[Any, ...]


def place(history: History[Any, Any, Any]) -> Place:
    """Where a player stands: the whole line and how far it is played."""
    return history.steps, history.cursor


def line_of(*numbers: int) -> tuple[Session, list[Any]]:
    """A recorded game's deal, and its moves."""
    return fresh("raspad", numbers[0] if numbers else LOST)


def at_mark(moves: list[Any], count: int) -> tuple[tuple[Any, ...], ...]:
    return tuple((move,) for move in moves[:count])


def test_a_jump_back_in_the_line_is_one_step_and_what_follows_can_be_redone() -> None:
    session, moves = line_of()
    history = session.history
    for move in moves[:6]:
        session.play(move)
    before = place(history)
    assert history.jump_to(at_mark(moves, 2))
    assert (history.cursor, len(history.steps)) == (2, 6)
    assert history.undo()
    assert place(history) == before
    assert history.redo()
    assert history.cursor == 2
    assert history.redo()  # now along the line
    assert history.cursor == 3
    assert history.undo()
    assert history.undo()
    assert place(history) == before


def test_a_jump_brings_a_replaced_part_back_and_loses_nothing_of_the_present_line() -> None:
    session, moves = line_of()
    history = session.history
    for move in moves[:6]:
        session.play(move)
    marked, marked_state = history.way, history.state
    for _ in range(4):
        history.undo()
    other = next(move for move in session.game.legal_moves(history.state) if move != moves[2])
    history.play(other)
    history.undo()
    present = place(history)
    assert history.jump_to(marked)
    assert history.state == marked_state
    assert history.moves == tuple(moves[:6])
    history.play(moves[6])
    assert history.undo()
    assert history.undo()
    assert place(history) == present
    assert history.can_redo
    assert history.redo_all()
    assert history.moves == (*moves[:2], other)


def test_a_jump_to_where_one_is_does_nothing() -> None:
    session, moves = line_of()
    session.play(moves[0])
    assert not session.jump_to(at_mark(moves, 1))
    assert session.undo()
    assert not session.history.can_undo


def test_a_jump_to_the_deal_can_be_undone_there() -> None:
    session, moves = line_of()
    for move in moves[:3]:
        session.play(move)
    assert session.jump_to(())
    assert session.history.can_undo
    assert session.undo()
    assert session.history.cursor == 3


def test_after_a_restart_a_new_move_leaves_no_way_back_into_the_old_attempt() -> None:
    session, moves = line_of()
    for move in moves[:3]:
        session.play(move)
    session.jump_to(())
    session.redo_all()
    session.restart()
    assert not session.undo()
    session.play(moves[0])
    assert session.undo()
    assert not session.undo()


def test_a_deal_given_up_is_not_jumped_about_in() -> None:
    session, moves = line_of()
    for move in moves[:3]:
        session.play(move)
    session.given_up = True
    assert not session.jump_to(())
    assert not session.jump(1)
    assert session.history.cursor == 3


@pytest.mark.parametrize("seed", range(12))
def test_undo_and_redo_reverse_each_other_whatever_was_done(seed: int) -> None:
    """A storm of plays, undos, jumps and clicks. After each, both ways, the place is the same and its state is true."""
    rng = random.Random(seed)
    game = load("raspad" if seed % 2 else "garem")
    start = Session.new(game.id, {}, seed + 1).state
    history: History[Any, Any, Any] = History(game, start)
    marks: list[tuple[Any, ...]] = [()]
    jumps = 0
    for _ in range(120):
        before = place(history)
        match rng.choice(("play", "play", "play", "undo", "undo", "redo", "mark", "jump", "click", "all")):
            case "play":
                if legal := game.legal_moves(history.state):
                    history.play(rng.choice(legal))
                    after = place(history)
                    assert history.undo()
                    assert place(history) == ((*before[0][: before[1]], after[0][-1]), before[1])
                    assert history.redo()
                    assert place(history) == after
            case "undo" if history.undo():
                assert history.redo()
                assert place(history) == before
                history.undo()
            case "redo" if history.redo():
                assert history.undo()
                assert place(history) == before
                history.redo()
            case "mark":
                marks.append(history.way)
            case "jump":
                way = rng.choice(marks)
                if history.jump_to(way):
                    jumps += 1
                    assert history.way == way
                    assert history.undo()
                    assert place(history) == before
                    assert history.redo()
                    assert history.way == way
            case "click":
                history.jump(rng.randint(0, len(history.steps)))
            case "all":
                (history.undo_all if rng.random() < 0.5 else history.redo_all)()
        assert history.state == History(game, start, history.moves).state
    assert jumps > 3
    for _ in range(3_000):
        if not history.undo():
            break
    assert history.state == start


# What is kept.


def test_marks_and_jumps_come_back_with_the_game(tmp_path: Path) -> None:
    session, moves = line_of()
    with open_store(tmp_path) as store:
        attempt = store.begin(session)
        play(session, attempt, moves[:5])
        attempt.mark(session)
        for _ in range(3):
            session.undo()
            attempt.saved(session)
        other = next(move for move in session.game.legal_moves(session.state) if move != moves[2])
        play(session, attempt, [other])
        attempt.mark(session)
        present = place(session.history)
        session.jump_to(at_mark(moves, 5))
        attempt.saved(session)
        session.jump_to(at_mark(moves, 1))
        attempt.saved(session)
        attempt.released(session)
    with open_store(tmp_path) as store:
        again, attempt = store.resume(store.unfinished()[0].id)
        assert [len(mark.steps) for mark in attempt.bookmarks()] == [5, 3]
        assert (again.history.cursor, len(again.history.steps)) == (1, 5)
        assert again.undo()
        assert again.history.moves == tuple(moves[:5])
        assert again.undo()
        assert place(again.history) == present
        again.redo()
        attempt.unmark(again)
        attempt.released(again)
    with open_store(tmp_path) as store:
        _, attempt = store.resume(store.unfinished()[0].id)
        assert [len(mark.steps) for mark in attempt.bookmarks()] == [3]


def test_a_position_has_one_mark() -> None:
    session, moves = line_of()
    with Store.forgetful() as store:
        attempt = store.begin(session)
        play(session, attempt, moves[:2])
        attempt.mark(session, "here")
        attempt.mark(session, "still here")
        assert [mark.label for mark in attempt.bookmarks()] == ["still here"]


def test_jumping_back_counts_as_an_undo_and_forward_as_nothing() -> None:
    session, moves = line_of()
    with Store.forgetful() as store:
        attempt = store.begin(session)
        play(session, attempt, moves[:5])
        for way, undos in ((at_mark(moves, 2), 1), (at_mark(moves, 4), 1), ((), 2), (at_mark(moves, 5), 2)):
            session.jump_to(way)
            attempt.saved(session)
            assert attempt.undos == undos
        session.undo()  # back to the deal, from where the last jump was made
        attempt.saved(session)
        assert attempt.undos == 3
        play(session, attempt, moves[:1])
        play(session, attempt, [next(move for move in session.game.legal_moves(session.state) if move != moves[1])])
        assert attempt.undos == 3
        session.jump_to(at_mark(moves, 5))  # further on, but in another line
        attempt.saved(session)
        assert attempt.undos == 4
        assert "undo" in store.games()[0].marks


def test_a_win_stays_a_win_after_a_jump_back(tmp_path: Path) -> None:
    session, moves = line_of(WON)
    with open_store(tmp_path) as store:
        attempt = store.begin(session)
        play(session, attempt, moves)
        session.jump_to(at_mark(moves, 3))
        attempt.saved(session)
        assert attempt.result is Result.WON
        assert attempt.undos == 0
        assert len(store.record(store.games()[0].id).moves) == len(moves)


def test_a_lost_game_that_was_jumped_back_in_is_lost_when_it_is_left(tmp_path: Path) -> None:
    session, moves = line_of(LOST)
    with open_store(tmp_path) as store:
        attempt = store.begin(session)
        play(session, attempt, moves)
        session.jump_to(at_mark(moves, 3))
        attempt.saved(session)
        assert attempt.result is None
        attempt.left(session)
        assert store.games()[0].result == "lost"


def test_the_attempt_after_a_restart_has_no_marks(tmp_path: Path) -> None:
    session, moves = line_of()
    with open_store(tmp_path) as store:
        attempt = store.begin(session)
        play(session, attempt, moves[:4])
        attempt.mark(session)
        session.restart()
        attempt.restarted(session)
        assert len(attempt.bookmarks()) == 1
        play(session, attempt, moves[:1])
        assert attempt.bookmarks() == []


def test_a_damaged_trail_or_mark_is_no_reason_to_crash(tmp_path: Path) -> None:
    session, moves = line_of()
    with open_store(tmp_path) as store:
        attempt = store.begin(session)
        play(session, attempt, moves[:3])
        attempt.mark(session)
        attempt.released(session)
        number = attempt.id
        connection = store.database.connection
        connection.execute("UPDATE bookmarks SET line = '{nonsense'")
        _, attempt = store.resume(store.unfinished()[0].id)
        assert attempt.bookmarks() == []
        attempt.released(session)
        connection.execute("UPDATE attempts SET trail = '[7,[[1,[[\"KH>KH\"]],9,9]]]' WHERE id = ?", (number,))
        with pytest.raises(Exception, match="can't be taken up"):
            store.resume(store.unfinished()[0].id)


# At the table.


@asynccontextmanager
async def at_table(session: Session, *, strict: bool = False) -> AsyncIterator[tuple[Pilot[None], TableScreen[Any]]]:
    app = SolitaireApp(session, charset=UNICODE, keeper=Keeper(strict=strict))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        screen = app.screen
        assert isinstance(screen, TableScreen)
        yield pilot, screen


async def test_keys_mark_and_jump_and_undo_jumps_back() -> None:
    session, moves = line_of()
    async with at_table(session) as (_, screen):
        screen.action_jump()
        assert "b marks one" in screen.message
        for move in moves[:3]:
            screen.play(move)
        screen.action_mark()
        for move in moves[3:6]:
            screen.play(move)
        screen.action_jump()  # one mark: at once
        assert session.history.cursor == 3
        assert "jumped to the mark at step 3" in screen.message
        screen.action_jump()
        assert "only marked position" in screen.message
        screen.action_undo()
        assert session.history.cursor == 6
        assert "jump is taken back" in screen.message
        screen.action_redo()
        assert session.history.cursor == 3
        screen.action_mark()  # again: the mark is taken away
        assert screen.solitaire.keeper.marks(session) == []


async def test_several_marks_are_listed_with_step_and_move() -> None:
    session, moves = line_of()
    async with at_table(session) as (pilot, screen):
        for count, move in enumerate(moves[:6], 1):
            screen.play(move)
            if count in (2, 4):
                screen.action_mark()
        screen.action_jump()
        await pilot.pause()
        panel = pilot.app.screen
        assert isinstance(panel, ChoicePanel)
        options = panel.query_one(OptionList)
        rows = [str(options.get_option_at_index(at).prompt) for at in range(options.option_count)]
        assert rows[0].split(maxsplit=1)[1] == f"Step 2: {moves[1].hand.name} on {moves[1].table.name}"
        assert rows[1].split()[1:3] == ["Step", "4:"]
        await pilot.press("2")
        assert session.history.cursor == 4


async def test_strict_play_knows_no_jump_back() -> None:
    session, moves = line_of()
    async with at_table(session, strict=True) as (_, screen):
        for move in moves[:2]:
            screen.play(move)
        screen.action_mark()
        screen.play(moves[2])
        assert screen.check_action("jump", ()) is False
        screen.go_to(1)
        assert session.history.cursor == 3
        assert "strictly" in screen.message


async def test_a_jump_survives_leaving_the_program(tmp_path: Path) -> None:
    session, moves = line_of()
    app = SolitaireApp(session, charset=UNICODE, keeper=Keeper(lambda: Store.open(tmp_path)))
    async with app.run_test() as pilot:
        await pilot.pause()
        screen = app.screen
        assert isinstance(screen, TableScreen)
        screen.play(moves[0])
        await pilot.press("b")
        screen.play(moves[1])
        await pilot.press("B")
        assert session.history.cursor == 1
    keeper = Keeper(lambda: Store.open(tmp_path))
    back = keeper.latest("raspad")
    assert back is not None
    assert keeper.marks(back) == [way_of(back)]
    app = SolitaireApp(back, charset=UNICODE, keeper=keeper)
    async with app.run_test() as pilot:
        await pilot.pause()
        await pilot.press("и", "u")
        assert back.history.moves == tuple(moves[:2])
        assert isinstance(app.screen, TableScreen)
        assert "jump is taken back" in app.screen.message
