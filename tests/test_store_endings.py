"""The table of endings: every way to end an attempt, with no move made, some made, and won."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from solitaire_tui.session import Session
from solitaire_tui.store.attempts import Attempt
from solitaire_tui.store.endings import Result
from solitaire_tui.store.games import Store
from solitaire_tui.store.kept import Kept, Wanted
from solitaire_tui.store.statistics import statistics
from tests.store_helpers import LOST, WON, fresh, open_store, play

Ending = Callable[[Session, Attempt], None]


def give_up(session: Session, attempt: Attempt) -> None:
    session.given_up = True
    attempt.saved(session)
    attempt.left(session)


def leave(session: Session, attempt: Attempt) -> None:
    attempt.left(session)


def restart(session: Session, attempt: Attempt) -> None:
    session.restart()
    attempt.restarted(session)


def quit_program(session: Session, attempt: Attempt) -> None:
    attempt.released(session)


def crash(session: Session, attempt: Attempt) -> None:
    """The next opening finds what the process left; nothing is told."""


def undo_and_leave(session: Session, attempt: Attempt) -> None:
    if session.undo():
        attempt.saved(session)
    attempt.left(session)


def undo_and_crash(session: Session, attempt: Attempt) -> None:
    if session.undo():
        attempt.saved(session)


ENDINGS: dict[str, Ending] = {
    "given up": give_up,
    "left": leave,
    "restarted": restart,
    "program left": quit_program,
    "killed": crash,
    "undone, then left": undo_and_leave,
    "undone, then killed": undo_and_crash,
}
NONE, OPEN = "no row", None
RASPAD: dict[str, tuple[str | None, str | None, str | None, str | None]] = {
    # how it ends:        no move, some moves, lost on the table, won on the table
    "given up": (NONE, "given up", "given up", "won"),
    "left": (NONE, "left", "lost", "won"),
    "restarted": (NONE, "left", "lost", "won"),
    "program left": (NONE, OPEN, "lost", "won"),
    "killed": (NONE, OPEN, "lost", "won"),
    "undone, then left": (NONE, "left", "lost", "won"),
    "undone, then killed": (NONE, OPEN, OPEN, "won"),
}
GAREM: dict[str, tuple[str | None, str | None, str | None]] = {
    # how it ends:        no move, some moves, played to the end with two wishes
    "given up": (NONE, "given up", "given up"),
    "left": (NONE, "left", "finished"),
    "restarted": (NONE, "left", "finished"),
    "program left": (NONE, OPEN, "finished"),
    "killed": (NONE, OPEN, "finished"),
    "undone, then left": (NONE, "left", "finished"),
    "undone, then killed": (NONE, OPEN, OPEN),
}


def kept_after(folder: Path, game: str, number: int, moves: int | None, ending: str) -> list[Kept]:
    """Play so many moves (None: all), end in that way, and look with the next start."""
    session, line = fresh(game, number)
    store = open_store(folder)
    attempt = store.begin(session)
    play(session, attempt, line[:moves])
    ENDINGS[ending](session, attempt)
    store.close()  # gives up the sign of life, as the end of a process does
    with open_store(folder) as later:
        return later.games()


@pytest.mark.parametrize("ending", ENDINGS)
@pytest.mark.parametrize(("column", "number", "moves"), [(0, LOST, 0), (1, LOST, 7), (2, LOST, None), (3, WON, None)])
def test_raspad(tmp_path: Path, ending: str, column: int, number: int, moves: int | None) -> None:
    kept = kept_after(tmp_path, "raspad", number, moves, ending)
    expected = RASPAD[ending][column]
    assert [entry.result for entry in kept] == ([] if expected == NONE else [expected])


@pytest.mark.parametrize("ending", ENDINGS)
@pytest.mark.parametrize(("column", "moves"), [(0, 0), (1, 30), (2, None)])
def test_garem(tmp_path: Path, ending: str, column: int, moves: int | None) -> None:
    kept = kept_after(tmp_path, "garem", 3, moves, ending)
    expected = GAREM[ending][column]
    assert [entry.result for entry in kept] == ([] if expected == NONE else [expected])
    if column == 2:
        assert kept[0].score == 2  # the vector's result, whatever was only undone


def end(store: Store) -> dict[str, object]:
    figures = statistics(store)
    assert len(figures) == 1
    return figures[0]


def test_a_win_counts_once_whatever_is_undone_after_it(tmp_path: Path) -> None:
    session, line = fresh("raspad", WON)
    with open_store(tmp_path) as store:
        attempt = store.begin(session)
        play(session, attempt, line)
        assert attempt.result is Result.WON
        for _ in range(3):
            for _ in range(4):
                session.undo()
                attempt.saved(session, 99.0)
            session.redo_all()
            attempt.saved(session, 99.0)
        session.restart()
        attempt.restarted(session)
        session.redo_all()
        attempt.saved(session)
        session.undo()
        session.given_up = True
        attempt.saved(session)
        attempt.left(session)
        assert (end(store)["played"], end(store)["won"]) == (1, 1)
        kept = store.games()[0]
        assert (kept.undos, kept.seconds, kept.moves) == (0, 0.0, len(line))
        assert store.record(kept.id).moves == [str(move) for move in line]


def test_a_loss_that_is_undone_and_played_on_is_no_result_yet(tmp_path: Path) -> None:
    session, line = fresh("raspad", LOST)
    with open_store(tmp_path) as store:
        attempt = store.begin(session)
        play(session, attempt, line)
        assert attempt.result is None
        assert statistics(store) == []
        for _ in range(5):
            session.undo()
            attempt.saved(session)
        session.play(session.game.legal_moves(session.state)[-1])
        attempt.saved(session)
        assert attempt.result is None
        attempt.left(session)
        assert (end(store)["played"], end(store)["won"]) == (1, 0)
        assert store.games()[0].undos == 5


def test_giving_up_stands_when_it_is_taken_back(tmp_path: Path) -> None:
    session, line = fresh("raspad", WON)
    with open_store(tmp_path) as store:
        attempt = store.begin(session)
        play(session, attempt, line[:-1])
        session.given_up = True
        attempt.saved(session)
        session.undo()
        attempt.saved(session)
        play(session, attempt, line[-1:])
        assert attempt.result is Result.GIVEN_UP
        assert end(store)["results"] == {"given up": 1}


def test_a_restart_ends_one_attempt_and_the_first_move_begins_the_next(tmp_path: Path) -> None:
    session, line = fresh("raspad", LOST)
    with open_store(tmp_path) as store:
        attempt = store.begin(session)
        play(session, attempt, line)
        for _ in range(3):  # restarting again and again changes nothing
            session.restart()
            attempt.restarted(session)
        assert [kept.result for kept in store.games()] == [Result.LOST]
        play(session, attempt, line[:1])  # the same move as before, but made, not redone
        newest, oldest = store.games()
        assert (oldest.result, oldest.marks) == (Result.LOST, ())
        assert (newest.result, newest.marks) == (None, ("seen", "restart"))
        assert newest.moves == 1
        assert store.record(oldest.id).moves == [str(move) for move in line]


def test_redoing_takes_a_restart_back(tmp_path: Path) -> None:
    session, line = fresh("raspad", WON)
    store = open_store(tmp_path)
    attempt = store.begin(session)
    play(session, attempt, line[:10])
    session.restart()
    attempt.restarted(session)
    assert attempt.result is Result.LEFT
    store.close()
    with open_store(tmp_path) as store:  # the program may end between the two
        session, attempt = store.resume(store.unfinished("raspad")[0].id)
        session.redo_all()
        attempt.saved(session)
        assert attempt.result is None
        play(session, attempt, line[10:])
        assert [(kept.result, kept.marks) for kept in store.games()] == [(Result.WON, ("undo",))]


def test_a_deal_that_was_only_looked_at_counts_as_nothing_but_is_seen(tmp_path: Path) -> None:
    session, line = fresh("raspad", WON)
    with open_store(tmp_path) as store:
        attempt = store.begin(session)
        attempt.peeked(session)
        attempt.left(session)
        assert store.games() == []
        assert [kept.result for kept in store.games(Wanted(result=Result.NOTHING))] == [Result.NOTHING]
        assert statistics(store) == []
        again = session.again()
        attempt = store.begin(again)
        play(again, attempt, line)
        assert store.games()[0].marks == ("seen",)


def test_wishes_alone_are_kept_and_count_as_nothing(tmp_path: Path) -> None:
    session, _ = fresh("garem", 3)
    store = open_store(tmp_path)
    attempt = store.begin(session)
    session.wishes[3] = "рыбка"
    attempt.saved(session)
    store.close()
    with open_store(tmp_path) as store:
        session, attempt = store.resume(store.unfinished("garem")[0].id)
        assert session.wishes == {3: "рыбка"}
        assert session.in_play
        attempt.left(session)
        assert store.unfinished() == []
        assert statistics(store) == []


def test_looking_at_hidden_cards_after_the_end_marks_nothing(tmp_path: Path) -> None:
    session, line = fresh("raspad", LOST)
    with open_store(tmp_path) as store:
        attempt = store.begin(session)
        play(session, attempt, line)
        attempt.peeked(session)
        attempt.left(session)
        assert store.games()[0].marks == ()


def test_marks_are_kept_and_exported(tmp_path: Path) -> None:
    session, line = fresh("raspad", LOST)
    with open_store(tmp_path) as store:
        attempt = store.begin(session, strict=True)
        play(session, attempt, line[:5])
        session.marks.add("peeked")
        attempt.peeked(session)
        session.undo()
        attempt.saved(session)
        attempt.hinted(session)
        attempt.left(session)
        kept = store.games()[0]
        assert kept.marks == ("peeked", "undo", "strict")
        assert (kept.hints, kept.undos, kept.peeks) == (1, 1, 1)
        assert json.loads(store.record(kept.id).to_json())["marks"] == ["peeked", "undo", "strict"]
