"""The store: games come back as they were, nothing of another window's is lost, and lists show what there is."""

from __future__ import annotations

import io
import os
import random
import shutil
import signal
import sqlite3
import subprocess
import sys
from datetime import UTC, date, datetime
from pathlib import Path

import pytest

from solitaire_tui.folders import data_folder
from solitaire_tui.record import RecordError, check_record, read_records
from solitaire_tui.session import Session
from solitaire_tui.store import database as database_module
from solitaire_tui.store.endings import Result
from solitaire_tui.store.games import Store
from solitaire_tui.store.kept import Kept, Wanted
from solitaire_tui.store.rows import Refused
from solitaire_tui.store.schema import MIGRATIONS
from solitaire_tui.store.statistics import statistics
from tests.helpers import DATA, record_of, vectors
from tests.store_helpers import LOST, NOON, WON, FakeClock, fresh, open_store, play, simple_move


def test_the_folder_is_the_platforms_or_the_one_named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("SOLITAIRE_TUI_HOME", str(tmp_path / "home"))
    assert data_folder() == tmp_path / "home"
    monkeypatch.delenv("SOLITAIRE_TUI_HOME")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    if sys.platform == "linux":
        assert data_folder() == tmp_path / "data" / "solitaire-tui"


def test_the_store_needs_no_screen() -> None:
    code = "import solitaire_tui.store.statistics, sys; print(sorted({'textual', 'rich'} & set(sys.modules)))"
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=DATA.parent.parent)
    assert ran.stdout == "[]\n", ran.stderr


@pytest.mark.parametrize("game", ["raspad", "garem"])
@pytest.mark.parametrize("seed", range(4))
def test_undo_and_redo_come_back_exactly(tmp_path: Path, game: str, seed: int) -> None:
    """Steps of one and of several moves, undone in part; every position of the line is the same after a restart."""
    rng = random.Random(seed)
    session = Session.new(game, {"jokers": True} if game == "raspad" else {}, seed + 1)
    session.wishes = {2: "a  \u201cwish\u201d, and 猫"} if game == "garem" else {}
    with open_store(tmp_path) as store:
        attempt = store.begin(session)
        for _ in range(25):
            moves, copy = [], session.branched()
            for _ in range(rng.choice([1, 1, 3])):
                move = simple_move(copy, rng)
                if move is not None:
                    copy.play(move)
                    moves.append(move)
            if moves:
                session.play(*moves)
            for _ in range(rng.choice([0, 0, 1, 2])):
                session.undo()
            attempt.saved(session)
        attempt.released(session)
    with open_store(tmp_path) as store:
        id_ = store.unfinished(game)[0].id if store.unfinished(game) else store.games()[0].id
        found = store.resume(id_)[0] if store.unfinished(game) else store.session(id_)
    assert found.history.steps == session.history.steps
    assert found.history.cursor == session.history.cursor
    assert found.wishes == session.wishes
    assert found.wishes_locked == session.wishes_locked
    assert (found.deal, found.deck, found.rules) == (session.deal, session.deck, session.rules)
    for cursor in range(len(session.history.steps) + 1):
        found.history.jump(cursor)
        session.history.jump(cursor)
        assert found.state.model_dump_json() == session.state.model_dump_json()


def test_time_played_goes_on_after_a_restart_of_the_program(tmp_path: Path) -> None:
    session, line = fresh("raspad", WON)
    with open_store(tmp_path) as store:
        attempt = store.begin(session, clock=100.0)
        session.play(line[0])
        attempt.saved(session, 107.5)
        attempt.released(session, 108.0)
    with open_store(tmp_path) as store:
        session, attempt = store.resume(store.unfinished()[0].id, clock=0.0)
        assert attempt.seconds == 8.0
        session.play(line[1])
        attempt.saved(session, 2.0)
        session.play(line[2])
        attempt.saved(session, 0.5)  # a stopwatch begun anew
        assert attempt.seconds == 10.5


def test_a_game_is_dated_by_the_players_clock(tmp_path: Path) -> None:
    from datetime import timedelta, timezone

    tonga = timezone(timedelta(hours=13))
    clock = FakeClock(datetime(2026, 3, 14, 23, 59, tzinfo=tonga))
    session, line = fresh("raspad", LOST)
    with open_store(tmp_path, clock) as store:
        attempt = store.begin(session, daily=date(2026, 3, 14))
        clock.on(minutes=5)  # past midnight: it stays the deal of the day on which it was begun
        play(session, attempt, line)
        attempt.left(session)
        kept = store.games()[0]
        assert kept.day == date(2026, 3, 14)
        assert kept.ended_day == date(2026, 3, 15)
        assert kept.started == datetime(2026, 3, 14, 10, 59, tzinfo=UTC)
        assert kept.marks == ()
        late = session.again()
        attempt = store.begin(late, daily=date(2026, 3, 14))
        play(late, attempt, line[:3])
        assert store.games()[0].marks == ("seen", "old daily")


def test_lists_filters_notes_and_bookmarks(tmp_path: Path) -> None:
    clock = FakeClock()
    with open_store(tmp_path, clock) as store:
        for game, number in (("raspad", WON), ("raspad", LOST), ("garem", 3)):
            session, line = fresh(game, number)
            attempt = store.begin(session)
            play(session, attempt, line)
            attempt.left(session)
            clock.on(hours=1)
        numbered = Session.new("raspad", {"must_beat": True}, 1742)
        attempt = store.begin(numbered)
        play(numbered, attempt, [numbered.game.legal_moves(numbered.state)[0]])

        assert [(kept.name, kept.result) for kept in store.games()] == [
            ("Raspad #1742", None),
            ("Garem, own deck", "finished"),
            ("Raspad, own deck", "lost"),
            ("Raspad, own deck", "won"),
        ]
        assert [kept.result for kept in store.games(Wanted(game="raspad"), limit=1, offset=1)] == ["lost"]
        assert store.count(Wanted(game="raspad")) == 3
        assert [kept.game for kept in store.games(Wanted(result=Result.FINISHED))] == ["garem"]
        assert [kept.rules for kept in store.games(Wanted(unfinished=True))] == [{"must_beat": True}]
        first = store.games()[-1]
        store.note(first.id, "  close at the end  ")
        store.bookmark(first.id, on=True)
        assert store.game(first.id) == store.games(Wanted(bookmarked=True))[0]
        assert [kept.note for kept in store.games(Wanted(text="END"))] == ["close at the end"]
        assert [kept.deal for kept in store.games(Wanted(text="#174"))] == [1742]
        assert store.record(first.id).note == "close at the end"
        play(numbered, attempt, [numbered.game.legal_moves(numbered.state)[0]])
        assert store.game(first.id) is not None
        store.note(store.games()[0].id, "in play")
        play(numbered, attempt, [numbered.game.legal_moves(numbered.state)[-1]])
        assert store.games()[0].note == "in play"  # saving leaves the note alone


def test_positions_are_marked_and_found_again(tmp_path: Path) -> None:
    session, line = fresh("raspad", WON)
    with open_store(tmp_path) as store:
        attempt = store.begin(session)
        play(session, attempt, line[:6])
        attempt.mark(session, "before the gamble")
        play(session, attempt, line[6:9])
        attempt.released(session)
    with open_store(tmp_path) as store:
        _, attempt = store.resume(store.unfinished()[0].id)
        (found,) = attempt.bookmarks()
        assert found.label == "before the gamble"
        assert found.steps == tuple((str(move),) for move in line[:6])


@pytest.mark.parametrize(("game", "number"), [("raspad", WON), ("raspad", LOST), ("garem", 5)])
def test_records_go_out_and_come_in(tmp_path: Path, game: str, number: int) -> None:
    data = vectors({"raspad": "raspad_games.jsonl", "garem": "garem_games.jsonl"}[game])[number]
    with open_store(tmp_path) as store:
        kept = store.add_record(check_record(record_of(data["record"])))
        assert kept is not None
        assert kept.result == {"won": "won", "lost": "lost"}.get(data["result"].get("outcome"), "finished")
        assert kept.score == (len(data["result"]["wishes_granted"]) if game == "garem" else None)
        assert kept.marks == ("imported",)
        assert not kept.unfinished
        out = store.record(kept.id)
        assert out.moves == data["record"]["moves"]
        (again,) = read_records(io.BytesIO(out.to_json().encode()), "out")
        assert Session.from_record(again).state == store.session(kept.id).state
        # To continue: a branch of its own, marked too.
        session = store.session(kept.id)
        attempt = store.begin(session)
        session.undo()
        attempt.saved(session)
        assert store.games()[0].marks == ("seen", "undo", "imported")
        attempt.left(session)
        assert store.games()[0].result is not None
        assert statistics(store) == []  # neither counts


def test_a_record_with_an_illegal_move_is_refused(tmp_path: Path) -> None:
    data = dict(vectors("raspad_games.jsonl")[WON]["record"])
    data["moves"] = [*data["moves"][:3], "AC>AC"]
    with open_store(tmp_path) as store:
        with pytest.raises(RecordError, match="move 3"):
            store.add_record(check_record(record_of(data)))
        assert store.games() == []


def test_reset_keeps_a_copy_and_unfinished_games(tmp_path: Path) -> None:
    with open_store(tmp_path) as store:
        ended, line = fresh("raspad", WON)
        attempt = store.begin(ended)
        play(ended, attempt, line)  # still on the table
        open_, other = fresh("garem", 3)
        play(open_, store.begin(open_), other[:9])
        before = {kept.id for kept in store.games()}
        assert store.reset("garem") is not None
        assert {kept.id for kept in store.games()} == before
        copy = store.reset()
        assert copy is not None
        assert [kept.game for kept in store.games()] == ["garem"]
        ended.undo()
        attempt.saved(ended)
        assert len(store.games()) == 1  # forgotten is forgotten, though its table is still there
    put_back = tmp_path / "other"
    put_back.mkdir()
    shutil.copy(copy, put_back / "games.db")
    with open_store(put_back) as store:
        assert {kept.id for kept in store.games()} == before


def test_nothing_is_kept_by_a_forgetful_store() -> None:
    with Store.forgetful() as store:
        session, line = fresh("raspad", WON)
        play(session, store.begin(session), line)
        assert store.games()[0].result is Result.WON
        assert not store.keeping
        assert store.warning is None


# Two windows.

CHILD = """
import random, sys, time
from pathlib import Path
from solitaire_tui.session import Session
from solitaire_tui.store.games import Store
from tests.store_helpers import simple_move
store = Store.open(Path(sys.argv[1]))
rng = random.Random(int(sys.argv[2]))
for deal in range(int(sys.argv[3])):
    session = Session.new("raspad", {}, 1000 * int(sys.argv[2]) + deal + 1)
    attempt = store.begin(session)
    while (move := simple_move(session, rng)) is not None:
        session.play(move)
        attempt.saved(session)
        assert store.keeping, store.warning
    print(session.deal, len(session.history.moves), flush=True)
    if deal + 1 < int(sys.argv[3]):
        attempt.left(session)
for _ in range(3):
    session.undo()
attempt.saved(session)
print("ready", flush=True)
sys.stdin.readline()
"""


def child(folder: Path, number: int, deals: int) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-c", CHILD, str(folder), str(number), str(deals)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        cwd=DATA.parent.parent,
        env={**os.environ, "PYTHONPATH": str(DATA.parent.parent)},
    )


def read_until_ready(process: subprocess.Popen[str]) -> dict[int, int]:
    assert process.stdout is not None
    played: dict[int, int] = {}
    for line in process.stdout:
        if line == "ready\n":
            return played
        deal, moves = line.split()
        played[int(deal)] = int(moves)
    raise AssertionError(f"ended with {process.wait()}")


def test_two_processes_share_a_store(tmp_path: Path) -> None:
    """Both play at once; every game of both is there, an open one is refused to the other until its process is dead."""
    first, second = child(tmp_path, 1, 12), child(tmp_path, 2, 12)
    try:
        played = read_until_ready(first) | read_until_ready(second)
        assert len(played) == 24
        with Store.open(tmp_path) as store:
            kept = store.games()
            assert {entry.deal: entry.moves for entry in kept if entry.result} == {
                deal: moves for deal, moves in played.items() if deal not in (1012, 2012)
            }
            by_deal = {entry.deal: entry for entry in store.unfinished("raspad")}
            assert {deal: entry.process for deal, entry in by_deal.items()} == {1012: first.pid, 2012: second.pid}
            with pytest.raises(Refused, match=f"another window .process {first.pid}"):
                store.resume(by_deal[1012].id)
            first.send_signal(signal.SIGKILL)
            first.wait()
            session, _ = store.resume(by_deal[1012].id)
            assert len(session.history.steps) == played[1012]
            assert session.history.cursor == played[1012] - 3
            assert store.unfinished()[-1].process in (None, second.pid)
    finally:
        for process in (first, second):
            process.kill()
            process.communicate()


def test_a_game_taken_over_is_not_written_over(tmp_path: Path) -> None:
    """Where locks do not work a living process may be taken for dead: then both lines of play are kept."""
    session, line = fresh("raspad", WON)
    with open_store(tmp_path) as store:
        attempt = store.begin(session)
        play(session, attempt, line[:5])
        with sqlite3.connect(tmp_path / "games.db") as other:
            other.execute("UPDATE attempts SET holder = '1-00000000'")
        other.close()
        play(session, attempt, line[5:8])
        assert sorted(kept.moves for kept in store.games()) == [5, 8]
        play(session, attempt, line[8:9])
        assert sorted(kept.moves for kept in store.games()) == [5, 9]


def test_a_game_that_breaks_the_rules_is_refused_not_fatal(tmp_path: Path) -> None:
    session, line = fresh("raspad", WON)
    with open_store(tmp_path) as store:
        attempt = store.begin(session)
        play(session, attempt, line[:5])
        attempt.released(session)
        for text in ('[["close"]]', '[["QQ>??"]]', "[[7]]", "{}", "not JSON"):
            store.database.connection.execute("UPDATE attempts SET line = ?, cursor = 1, deal = NULL", (text,))
            with pytest.raises(Refused, match="can't be taken up"):
                store.resume(1)
            store.games()
            store.unfinished()
        with pytest.raises(Refused, match="finished or gone"):
            store.resume(77)


# Versions.

GOLDEN = DATA / "store-1.db"


def described(kept: Kept) -> tuple[object, ...]:
    return kept.name, kept.result, kept.moves, kept.score, kept.marks, kept.note, kept.seconds


def test_a_store_of_version_1_opens(tmp_path: Path) -> None:
    """This file is of the first version and is never made anew: all later versions must open it."""
    shutil.copy(GOLDEN, tmp_path / "games.db")
    with open_store(tmp_path) as store:
        assert [described(kept) for kept in store.games()] == [
            ("Garem #42", None, 2, 0, ("undo",), "", 3.0),
            ("Garem, own deck", "finished", 70, 2, (), "", 70.0),
            ("Raspad, own deck", "lost", 28, None, (), "лучше закрыть раньше", 28.0),
            ("Raspad, own deck", "won", 28, None, ("strict",), "", 28.0),
        ]
        session, attempt = store.resume(store.unfinished("garem")[0].id)
        assert [[str(move) for move in step] for step in session.history.steps] == [["next"], ["2>7"], ["8>1", "next"]]
        assert session.history.cursor == 2
        assert session.wishes == {1: "a boat"}
        assert [(found.label, len(found.steps)) for found in attempt.bookmarks()] == [("here", 2)]
        assert [kept.bookmarked for kept in store.games()] == [False, True, False, False]


def test_an_older_file_is_brought_up_to_date_and_a_copy_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shutil.copy(GOLDEN, tmp_path / "games.db")
    later = (*MIGRATIONS, "ALTER TABLE attempts ADD COLUMN later TEXT;")
    monkeypatch.setattr(database_module, "MIGRATIONS", later)
    with open_store(tmp_path, FakeClock()) as store:
        assert len(store.games()) == 4
        assert store.database.connection.execute("PRAGMA user_version").fetchone()[0] == len(later)
        store.database.connection.execute("SELECT later FROM attempts")
    monkeypatch.undo()
    copies = list(tmp_path.glob("games.version-1-*.db"))
    assert [path.name for path in copies] == [f"games.version-1-{NOON:%Y%m%d-%H%M%S}.db"]
    # A program of the older version leaves the newer file alone.
    before = (tmp_path / "games.db").read_bytes()
    store = Store.open(tmp_path)
    assert not store.keeping
    assert store.warning is not None
    assert "newer version" in store.warning
    store.close()
    assert (tmp_path / "games.db").read_bytes() == before
