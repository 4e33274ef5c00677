"""The store and bad files: whatever is wrong, the program starts, says so in one line, and destroys nothing."""

from __future__ import annotations

import os
import random
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from solitaire_tui.session import Session
from solitaire_tui.store.games import Store
from solitaire_tui.store.locks import Lock, Presence, is_locked
from solitaire_tui.store.statistics import statistics
from tests.helpers import DATA
from tests.store_helpers import WON, FakeClock, fresh, open_store, play

ROOT = DATA.parent.parent
ENVIRONMENT = {**os.environ, "PYTHONPATH": str(ROOT)}


def filled(folder: Path, games: int = 40) -> Path:
    """A store of some games; returns its file."""
    with open_store(folder) as store:
        for number in range(games):
            session, line = fresh("raspad", number % 30)
            attempt = store.begin(session)
            for move in line:
                session.play(move)
            attempt.saved(session)
            attempt.left(session)
    return folder / "games.db"


@pytest.fixture(scope="module")
def sound(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """The bytes of a sound store with 40 games."""
    return filled(tmp_path_factory.mktemp("sound")).read_bytes()


def check_moved_aside(store: Store, folder: Path, content: bytes) -> None:
    """The damaged file is there under another name, whole, and the store says so and still works."""
    assert not store.keeping
    assert store.warning is not None
    assert "\n" not in store.warning
    moved = [path for path in folder.glob("games.damaged-*") if path.suffix == ".db"]
    assert len(moved) == 1
    assert moved[0].read_bytes() == content
    assert moved[0].name in store.warning
    assert not (folder / "games.db").exists()
    session, line = fresh("raspad", WON)
    play(session, store.begin(session), line)
    assert len(store.games()) == 1
    assert statistics(store)[0]["won"] == 1
    assert not store.keeping


def test_truncated_anywhere(tmp_path: Path, sound: bytes) -> None:
    """200 lengths from nothing to one byte short: never an exception, never fewer games without a word."""
    step = len(sound) / 200
    for number in range(200):
        size = min(round(number * step), len(sound) - 1)
        folder = tmp_path / str(number)
        folder.mkdir()
        (folder / "games.db").write_bytes(sound[:size])
        with Store.open(folder, now=FakeClock()) as store:
            check_moved_aside(store, folder, sound[:size])
        if number % 20 == 0:
            with open_store(folder) as store:  # the next start begins anew
                assert store.games() == []
        shutil.rmtree(folder)


def test_a_log_truncated_anywhere_loses_the_last_actions_only(tmp_path: Path) -> None:
    """What a power cut leaves: the log of a process that did not end, cut at 60 lengths."""
    live = tmp_path / "live"
    session, line = fresh("raspad", WON)
    with open_store(live) as store:
        play(session, store.begin(session), line)
        files = {name: (live / name).read_bytes() for name in ("games.db", "games.db-wal")}
    kept = []
    for number in range(61):
        folder = tmp_path / str(number)
        folder.mkdir()
        size = len(files["games.db-wal"]) * number // 60
        (folder / "games.db").write_bytes(files["games.db"])
        (folder / "games.db-wal").write_bytes(files["games.db-wal"][:size])
        with open_store(folder) as store:
            kept.append(sum(entry.moves for entry in store.games()))
    assert kept == sorted(kept)
    assert kept[0] == 0
    assert kept[-1] == len(line)
    assert len(set(kept)) > 20


def test_bytes_changed_anywhere(tmp_path: Path, sound: bytes) -> None:
    """Faults of a disk: whatever the file then holds, nothing raises and every list is one of games."""
    rng = random.Random(1)
    aside = 0
    for number in range(60):
        folder = tmp_path / str(number)
        folder.mkdir()
        content = bytearray(sound)
        for _ in range(rng.choice([1, 20, 300])):
            content[rng.randrange(len(content))] = rng.randrange(256)
        (folder / "games.db").write_bytes(content)
        with Store.open(folder, now=FakeClock()) as store:
            if not store.keeping:
                aside += 1
                check_moved_aside(store, folder, bytes(content))
            else:
                store.games()
                store.unfinished()
                statistics(store)
        shutil.rmtree(folder)
    assert aside > 20


@pytest.mark.parametrize("content", [b"", b"\0" * 4096, b"not a database, but longer than a header " * 99])
def test_no_database_at_all(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "games.db").write_bytes(content)
    with Store.open(tmp_path, now=FakeClock()) as store:
        check_moved_aside(store, tmp_path, content)


def test_a_database_of_another_program(tmp_path: Path) -> None:
    connection = sqlite3.connect(tmp_path / "games.db")
    connection.execute("CREATE TABLE attempts (x)")
    connection.execute("PRAGMA user_version = 1")
    connection.close()
    content = (tmp_path / "games.db").read_bytes()
    with Store.open(tmp_path, now=FakeClock()) as store:
        check_moved_aside(store, tmp_path, content)


def test_moving_aside_never_replaces_a_file(tmp_path: Path) -> None:
    """At the same second several times: every damaged file stays, with the files beside it."""
    for number in range(3):
        for ending in ("", "-wal", "-shm"):
            (tmp_path / f"games.db{ending}").write_bytes(f"damaged {number}{ending}".encode())
        Store.open(tmp_path, now=FakeClock()).close()
    names = [f"games.damaged-20260314-120000{again}.db" for again in ("", "-2", "-3")]
    for number, name in enumerate(names):
        assert (tmp_path / name).read_bytes() == f"damaged {number}".encode()
        assert (tmp_path / f"{name}-wal").read_bytes().startswith(f"damaged {number}".encode())


def test_a_log_without_its_database_is_no_part_of_the_next_one(tmp_path: Path) -> None:
    live = tmp_path / "live"
    with open_store(live) as store:
        session, line = fresh("raspad", WON)
        play(session, store.begin(session), line[:5])
        log = (live / "games.db-wal").read_bytes()
    home = tmp_path / "home"
    home.mkdir()
    (home / "games.db-wal").write_bytes(log)
    with open_store(home) as store:
        assert store.games() == []
    assert any(path.read_bytes() == log for path in home.glob("games.damaged-*"))


def test_a_damaged_file_in_use_is_left_in_place(tmp_path: Path) -> None:
    path = filled(tmp_path, 3)
    other = Presence(tmp_path / "running")
    content = path.read_bytes()[:5000]
    path.write_bytes(content)
    with Store.open(tmp_path) as store:
        assert not store.keeping
        assert "in use by another window" in (store.warning or "")
    assert path.read_bytes() == content
    other.end()


def test_of_a_newer_version_it_is_left_alone(tmp_path: Path) -> None:
    path = filled(tmp_path, 3)
    connection = sqlite3.connect(path)
    connection.execute("PRAGMA user_version = 99")
    connection.close()
    content = path.read_bytes()
    with Store.open(tmp_path) as store:
        assert not store.keeping
        assert "newer version" in (store.warning or "")
    assert path.read_bytes() == content
    assert list(tmp_path.glob("games.damaged*")) == []


def test_the_folder_can_not_be_made(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    for folder in (tmp_path / "file", tmp_path / "file" / "below"):
        with Store.open(folder) as store:
            assert not store.keeping
            assert "nothing is being kept" in (store.warning or "")
    (tmp_path / "home" / "games.db").mkdir(parents=True)
    with Store.open(tmp_path / "home") as store:
        assert "nothing is being kept" in (store.warning or "")
    assert (tmp_path / "home" / "games.db").is_dir()


READ_ONLY = """
import os, sys
from pathlib import Path
from solitaire_tui.session import Session
from solitaire_tui.store.games import Store
from solitaire_tui.store.statistics import statistics
import solitaire_tui.raspad.rules, solitaire_tui.garem.rules
if os.getuid() == 0:
    os.setuid(65534)  # nothing is read-only to root
store = Store.open(Path(sys.argv[1]))
session = Session.new("raspad", {}, 7)
attempt = store.begin(session)
session.play(session.game.legal_moves(session.state)[0])
attempt.saved(session)
assert len(store.games()) == 1 and statistics(store) == []
assert not store.keeping
print(store.warning)
store.close()
"""


@pytest.fixture
def open_folder() -> Iterator[Path]:
    """A folder that another user can reach."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        folder.chmod(0o755)
        yield folder
        folder.chmod(0o755)


@pytest.mark.skipif(sys.platform == "win32", reason="there are other rights there")
@pytest.mark.parametrize("what", ["file", "folder", "empty folder"])
def test_read_only(open_folder: Path, what: str) -> None:
    before = b""
    if what != "empty folder":
        before = filled(open_folder, 3).read_bytes()
    if what == "file":
        (open_folder / "games.db").chmod(0o444)
        (open_folder / "opening.lock").chmod(0o666)
        open_folder.chmod(0o777)
    else:
        open_folder.chmod(0o555)
    ran = subprocess.run(
        [sys.executable, "-c", READ_ONLY, str(open_folder)], capture_output=True, text=True, cwd=ROOT, env=ENVIRONMENT
    )
    assert ran.returncode == 0, ran.stderr
    assert "nothing is being kept" in ran.stdout
    assert ran.stdout.count("\n") == 1
    open_folder.chmod(0o755)
    if before:
        assert (open_folder / "games.db").read_bytes() == before


def test_locked_at_the_start(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("solitaire_tui.store.database._OPENING_TIMEOUT", 0.05)
    path = filled(tmp_path, 3)
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("PRAGMA locking_mode = EXCLUSIVE")
    other.execute("BEGIN EXCLUSIVE")
    other.execute("UPDATE attempts SET note = 'mine'")
    with Store.open(tmp_path) as store:
        assert not store.keeping
        assert "locked by another process" in (store.warning or "")
    other.close()
    with open_store(tmp_path) as store:
        assert len(store.games()) == 3


def test_locked_while_playing(tmp_path: Path) -> None:
    """An action that could not be written is made good by the next one."""
    with open_store(tmp_path) as store:
        session, line = fresh("raspad", WON)
        attempt = store.begin(session)
        other = sqlite3.connect(tmp_path / "games.db", isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        start = time.monotonic()
        play(session, attempt, line[:10])
        assert time.monotonic() - start < 5  # one key is held up for a second, not every one
        assert "locked by another process" in (store.warning or "")
        other.execute("ROLLBACK")
        other.close()
        play(session, attempt, line[10:11])
        assert store.warning is None
        assert [kept.moves for kept in store.games()] == [11]


def test_another_process_that_hangs_while_opening(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("solitaire_tui.store.database.OPENING_LOCK_SECONDS", 0.05)
    filled(tmp_path, 1)
    lock = Lock(tmp_path / "opening.lock")
    with Store.open(tmp_path) as store:
        assert "locked by another process" in (store.warning or "")
    lock.release()
    open_store(tmp_path).close()


FULL_DISK = """
import resource, sys
from pathlib import Path
from solitaire_tui.store.games import Store
from tests.store_helpers import fresh, WON
folder = Path(sys.argv[1])
resource.setrlimit(resource.RLIMIT_FSIZE, (int(sys.argv[2]), resource.RLIM_INFINITY))
store = Store.open(folder)
print(store.keeping)
session, line = fresh("raspad", WON)
attempt = store.begin(session)
failed = False
for move in line:
    session.play(move)
    attempt.saved(session)
    failed = failed or not store.keeping
print(failed, store.warning)
resource.setrlimit(resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
session.undo()
attempt.saved(session)
print(store.keeping)
print(store.database.connection.execute("PRAGMA integrity_check").fetchone()[0])
store.close()
"""


@pytest.mark.skipif(sys.platform == "win32", reason="files have no limit there")
@pytest.mark.parametrize("space", [0, 100, 5_000, 30_000, 40_000, 70_000])
def test_full_disk(tmp_path: Path, space: int) -> None:
    """No file may grow past so many bytes, from the first opening on; then there is room again."""
    ran = subprocess.run(
        [sys.executable, "-c", FULL_DISK, str(tmp_path), str(space)],
        capture_output=True,
        text=True,
        cwd=ROOT,
        env=ENVIRONMENT,
    )
    assert ran.returncode == 0, ran.stderr
    opened, failed, again, check = ran.stdout.splitlines()
    assert failed.startswith("True")
    assert "not kept" in failed or "nothing is being kept" in failed
    assert again == opened  # where the file could be made at all, keeping goes on
    assert check == "ok"
    with open_store(tmp_path) as store:
        assert [kept.result for kept in store.games()] == (["won"] if opened == "True" else [])
    assert list(tmp_path.glob("games.damaged*")) == []


KILLED = """
import os, sys, time, random, signal
from pathlib import Path
from solitaire_tui.session import Session
from solitaire_tui.store.games import Store
from tests.store_helpers import simple_move
folder, rounds = Path(sys.argv[1]), int(sys.argv[2])
rng = random.Random(5)
for number in range(rounds):
    reader, writer = os.pipe()
    process = os.fork()
    if not process:
        store = Store.open(folder)
        for deal in range(number * 1000 + 1, number * 1000 + 1000):
            session = Session.new("raspad", {}, deal)
            attempt = store.begin(session)
            while (move := simple_move(session, rng)) is not None:
                session.play(move)
                attempt.saved(session)
                os.write(writer, b"%d %d\\n" % (deal, len(session.history.steps)))
            attempt.left(session)
    os.close(writer)
    time.sleep(rng.uniform(0.01, 0.25))
    os.kill(process, signal.SIGKILL)
    os.waitpid(process, 0)
    said = os.fdopen(reader, "rb").read().split(b"\\n")
    store = Store.open(folder)
    assert store.keeping, store.warning
    assert store.database.connection.execute("PRAGMA integrity_check").fetchone()[0] == "ok"
    kept = {entry.deal: entry for entry in store.games(limit=-1)}
    moves = {}
    for line in said[:-1]:
        deal, made = map(int, line.split())
        moves[deal] = made
    for deal, made in moves.items():
        assert 0 <= kept[deal].moves - made <= (deal == max(moves)), (deal, made, kept[deal])
        assert kept[deal].result or deal >= max(moves)
    for entry in store.unfinished():
        session, attempt = store.resume(entry.id)
        assert len(session.history.steps) == entry.moves
        attempt.left(session)
    store.close()
    print(len(moves), sum(moves.values()))
"""


@pytest.mark.skipif(sys.platform == "win32", reason="there is no SIGKILL there")
def test_killed_while_saving(tmp_path: Path) -> None:
    """At 10 random moments: at most the last action is missing, and all before it is whole."""
    ran = subprocess.run(
        [sys.executable, "-c", KILLED, str(tmp_path), "10"], capture_output=True, text=True, cwd=ROOT, env=ENVIRONMENT
    )
    assert ran.returncode == 0, ran.stderr
    saves = [int(line.split()[1]) for line in ran.stdout.splitlines()]
    assert len(saves) == 10
    assert sum(saves) > 50


def test_locks(tmp_path: Path) -> None:
    lock = Lock(tmp_path / "x")
    assert is_locked(tmp_path / "x")
    with pytest.raises(TimeoutError):
        Lock(tmp_path / "x", 0.01)
    lock.release()
    assert not is_locked(tmp_path / "x")
    assert not (tmp_path / "x").exists()  # nobody's, so it was removed
    first, second = Presence(tmp_path), Presence(tmp_path)
    assert first.lives(second.token)
    assert first.others()
    second.end()
    assert not first.lives(second.token)
    assert not first.others()
    (tmp_path / "valuable").write_text("kept")
    assert not first.lives("../valuable")
    assert not first.lives("valuable")
    assert (tmp_path / "valuable").exists()
    first.end()


def test_sessions_play_on_when_nothing_is_kept(tmp_path: Path) -> None:
    (tmp_path / "games.db").write_bytes(b"broken")
    with Store.open(tmp_path) as store:
        session = Session.new("garem", {}, 5)
        attempt = store.begin(session)
        for _ in range(10):
            session.play(session.game.legal_moves(session.state)[0])
            attempt.saved(session)
        attempt.released(session)
        again, _ = store.resume(store.unfinished("garem")[0].id)
        assert again.state == session.state
        assert not store.keeping
