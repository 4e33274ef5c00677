"""The database file: opened, checked, brought to this version, or moved aside and done without.

Whatever is wrong with the file, opening gives a database that works: if need be one in memory that keeps nothing,
with one line for people that says so.
"""

from __future__ import annotations

import contextlib
import os
import sqlite3
import time
from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from typing import Final, TypeVar

from solitaire_tui.faults import reason
from solitaire_tui.language import _
from solitaire_tui.store.locks import Lock, Presence
from solitaire_tui.store.schema import APPLICATION_ID, MIGRATIONS, TABLES

FILE_NAME: Final = "games.db"
_BESIDE: Final = ("-wal", "-shm", "")
"""SQLite's files, the database itself last: a log without its database is harmless, a new database beside an old log
would take that log for its own."""
OPENING_LOCK_SECONDS = 2.0
"""Seconds to wait for another process that is opening the file."""
_OPENING_TIMEOUT = 1.0
_SAVING_TIMEOUT: Final = 1.0
_TRYING_TIMEOUT: Final = 0.02
"""Seconds to wait for another process's lock: at the start, for a save, and for the saves after one that failed, so
that a process that hangs holds up one key and not every one. A save that fails is made good by the next one."""
_PAUSE: Final = 0.001
"""Seconds between two tries. SQLite itself waits ever longer, and then a busy window can keep another one out."""
_CHECKED_BYTES: Final = 100_000_000
"""Files up to this size are checked whole at the start (10 MB take 5 ms)."""

_FAULTS: Final = (sqlite3.Error, UnicodeDecodeError)
"""What SQLite's module raises; the second when its message shows damaged text."""
_LOCKED: Final = (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED)
_DAMAGED: Final = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)

T = TypeVar("T")


class Damaged(Exception):
    """The file is no database of ours that can be read."""


class Database:
    """An open database.

    Attributes:
        connection: to SQLite, without implicit transactions.
        path: the file; None for one in memory.
        presence: this process's sign of life.
        warning: one line for people on why nothing, or the last action, is kept; None if all is well.
    """

    def __init__(self, connection: sqlite3.Connection, path: Path | None, presence: Presence) -> None:
        self.connection = connection
        self.path = path
        self.presence = presence
        self.warning: str | None = None

    @property
    def keeping(self) -> bool:
        """Whether what is written is kept: in a file, and the last write went well."""
        return self.path is not None and self.warning is None

    def read(self, question: Callable[[sqlite3.Connection], T], otherwise: T) -> T:
        """The answer to a question; after a fault, which becomes the warning, what is given for it."""
        try:
            return self._wait(lambda: question(self.connection))
        except _FAULTS as error:
            self._warn(_("the games kept could not be read"), error)
            return otherwise

    def write(self, action: Callable[[sqlite3.Connection], T]) -> T | None:
        """Do all of an action or none of it; it is on the disk when this returns.

        Returns:
            what the action returns; None after a fault, which becomes the warning.
        """
        connection = self.connection
        try:
            self._wait(lambda: connection.execute("BEGIN IMMEDIATE"))
            result = action(connection)
            connection.execute("COMMIT")
        except _FAULTS as error:
            self._warn(_("the last action was not kept"), error)
            return None
        finally:
            if connection.in_transaction:
                with contextlib.suppress(sqlite3.Error):
                    connection.execute("ROLLBACK")
        if self.path is not None:
            self.warning = None
        return result

    def _wait(self, action: Callable[[], T]) -> T:
        """Do what another process's lock may hold up for a while.

        Raises:
            sqlite3.Error: if it fails, or is held up for too long.
        """
        until = time.monotonic() + (_SAVING_TIMEOUT if self.warning is None else _TRYING_TIMEOUT)
        while True:
            try:
                return action()
            except sqlite3.OperationalError as error:
                if _code(error) not in _LOCKED or time.monotonic() > until:
                    raise
            time.sleep(_PAUSE)

    def _warn(self, what: str, error: Exception) -> None:
        if self.path is not None:  # with nothing kept at all there is something weightier to say
            self.warning = _("{what}: {fault} ({path})").format(what=what, fault=_reason(error), path=self.path)

    def close(self) -> None:
        """Close the file and take the sign of life away; the database can't be used any more."""
        with contextlib.suppress(sqlite3.Error):
            self.connection.close()
        self.presence.end()


def open_database(folder: Path, now: datetime) -> Database:
    """Open the database of a folder, made if missing; never raises for what is wrong with it.

    Args:
        folder: made if missing.
        now: for the name of a file that is moved aside.
    """
    path = folder / FILE_NAME
    lock: Lock | None = None
    try:
        folder.mkdir(parents=True, exist_ok=True)
        # One process at a time: none may find the file half made, or move aside what another has just made.
        lock = Lock(folder / "opening.lock", OPENING_LOCK_SECONDS)
        return _opened(path, now)
    except TimeoutError:
        return in_memory(_("{path} is locked by another process: nothing is being kept").format(path=path))
    except OSError as error:
        text = _("{path} can't be used ({fault}): nothing is being kept")
        return in_memory(text.format(path=folder, fault=reason(error)))
    finally:
        if lock is not None:
            lock.release()


def in_memory(warning: str | None = None) -> Database:
    """A database that works as long as the program and keeps nothing.

    Args:
        warning: why; one line for people.
    """
    connection = sqlite3.connect(":memory:", isolation_level=None)
    connection.execute("PRAGMA foreign_keys = ON")
    for script in MIGRATIONS:
        connection.executescript(script)
    database = Database(connection, None, Presence(None))
    database.warning = warning
    return database


def _opened(path: Path, now: datetime) -> Database:
    """The database of a file, or one in memory that says what is wrong with the file.

    Raises:
        OSError: if the folder can't be written.
    """
    presence = Presence(path.parent / "running")
    connection: sqlite3.Connection | None = None
    try:
        if not path.exists():
            _move_aside(path, now)  # a log left without its database
            _create(path)
        version = _inspect(path)
        if version <= len(MIGRATIONS):
            connection = sqlite3.connect(path, timeout=_OPENING_TIMEOUT, isolation_level=None)
            _prepare(connection, path, version, now)
            return Database(connection, path, presence)
        text = _("{path} is of a newer version of the program and left alone: nothing is being kept")
        warning = text.format(path=path)
    except Damaged as error:
        warning = _set_aside(path, presence, str(error), now)
    except sqlite3.Error as error:
        text = _("{path} can't be used ({fault}): nothing is being kept")
        warning = text.format(path=path, fault=_reason(error))
    except OSError:
        presence.end()
        raise
    if connection is not None:
        connection.close()
    presence.end()
    return in_memory(warning)


def _inspect(path: Path) -> int:
    """The version of a file's schema.

    The file is looked at without leave to write: closing a damaged one could change it further.

    Raises:
        Damaged: if it is no sound database of ours.
        sqlite3.Error: if it can't be read for another reason.
    """
    _check_length(path)
    connection = sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", timeout=_OPENING_TIMEOUT, uri=True)
    connection.text_factory = _text
    try:
        version: int = connection.execute("PRAGMA user_version").fetchone()[0]
        if connection.execute("PRAGMA application_id").fetchone()[0] != APPLICATION_ID:
            raise Damaged(_("it is not a file of this program"))
        if path.stat().st_size <= _CHECKED_BYTES:
            found = connection.execute("PRAGMA integrity_check(1)").fetchone()[0]
            if found != "ok":
                raise Damaged(" ".join(str(found).split()))
        if version < 1:
            raise Damaged(_("it holds no version"))
        if version == len(MIGRATIONS):
            _check_tables(connection)
        return version
    except UnicodeDecodeError:  # SQLite's message shows a name that is none
        raise Damaged(_("its schema can't be read")) from None
    except sqlite3.Error as error:
        if _code(error) in _DAMAGED:
            raise Damaged(" ".join(str(error).split())) from None
        raise
    finally:
        connection.close()


def _check_length(path: Path) -> None:
    """Check that the file ends with a whole page: SQLite takes what is missing of the last one for zeros.

    With a log beside it a page torn by a power cut is no harm, since the log has it whole.

    Raises:
        Damaged: if the file has been cut.
        OSError: if it can't be read.
    """
    log = path.with_name(path.name + "-wal")
    with path.open("rb") as file:
        page = int.from_bytes(file.read(18)[16:18], "big")
    page = 65536 if page == 1 else page  # file format, section 1.3.2
    if page and path.stat().st_size % page and not (log.exists() and log.stat().st_size):
        raise Damaged(_("its end is missing"))


def _text(content: bytes) -> str:
    """Text as it is kept; what a fault of the disk made of it is no reason to read nothing."""
    return content.decode(errors="replace")


def _prepare(connection: sqlite3.Connection, path: Path, version: int, now: datetime) -> None:
    """Bring a sound file to this version and see that it can be written."""
    if version < len(MIGRATIONS):
        backup(connection, free_name(path, f"version-{version}", now))
        _run(connection, version)
    connection.text_factory = _text
    connection.execute("PRAGMA foreign_keys = ON")
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute("BEGIN IMMEDIATE")
    connection.execute(f"PRAGMA user_version = {len(MIGRATIONS)}")  # refused where nothing can be written
    connection.execute("ROLLBACK")
    connection.execute("PRAGMA busy_timeout = 0")


def _create(path: Path) -> None:
    """Make a new file under another name and put it in its place whole, so that no crash leaves a half made one."""
    draft = path.with_name(f"{path.name}.new")
    for ending in _BESIDE:
        draft.with_name(draft.name + ending).unlink(missing_ok=True)
    connection = sqlite3.connect(draft, isolation_level=None)
    try:
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
        _run(connection, 0)
    except sqlite3.Error:
        connection.close()
        for ending in _BESIDE:
            draft.with_name(draft.name + ending).unlink(missing_ok=True)
        raise
    connection.close()
    draft.rename(path)


def _run(connection: sqlite3.Connection, version: int) -> None:
    """Bring the schema from a version to this one, all or nothing."""
    steps = "".join(MIGRATIONS[version:])
    connection.executescript(f"BEGIN IMMEDIATE; {steps}; PRAGMA user_version = {len(MIGRATIONS)}; COMMIT;")


def _check_tables(connection: sqlite3.Connection) -> None:
    for table, column in TABLES.items():
        if column not in [row[1] for row in connection.execute(f"PRAGMA table_info({table})")]:
            raise Damaged(_("the table {table} is missing or incomplete").format(table=table))


def backup(connection: sqlite3.Connection, target: Path) -> None:
    """Copy a database into a new file, on the disk when this returns.

    Raises:
        sqlite3.Error: if that fails; no file is left then.
    """
    copy = sqlite3.connect(target)
    try:
        connection.backup(copy)
    except sqlite3.Error:
        copy.close()
        target.unlink(missing_ok=True)
        raise
    copy.execute("PRAGMA journal_mode = DELETE")  # one file that holds all
    copy.close()


def _set_aside(path: Path, presence: Presence, what: str, now: datetime) -> str:
    """Move a damaged file aside unless another process uses it; returns the warning."""
    if presence.others():
        text = _("{path} is damaged ({fault}) and in use by another window: nothing is being kept")
        return text.format(path=path, fault=what)
    moved = _move_aside(path, now)
    text = _("{path} was damaged ({fault}) and is now {moved}: nothing is being kept until the next start")
    return text.format(path=path, fault=what, moved=moved)


def _move_aside(path: Path, now: datetime) -> str:
    """Give a database and the files beside it a new name that nothing has; returns the name.

    Raises:
        OSError: if the folder can't be written.
    """
    target = free_name(path, "damaged", now)
    for ending in _BESIDE:
        source = path.with_name(path.name + ending)
        if source.exists():
            source.rename(target.with_name(target.name + ending))
    return target.name


def free_name(path: Path, why: str, now: datetime) -> Path:
    """A name beside the database that no file has, such as ``games.damaged-20260314-150926.db``."""
    stamp = f"{path.stem}.{why}-{now:%Y%m%d-%H%M%S}"
    number = 1
    while True:
        target = path.with_name(f"{stamp}{'' if number == 1 else f'-{number}'}{path.suffix}")
        if not any(os.path.lexists(f"{target}{ending}") for ending in _BESIDE):
            return target
        number += 1


def _code(error: Exception) -> int:
    """SQLite's primary code of what went wrong; 0 if it gave none."""
    code: int = getattr(error, "sqlite_errorcode", 0)
    return code & 0xFF


def _reason(error: Exception) -> str:
    """What went wrong, in words."""
    code = _code(error)
    if code == sqlite3.SQLITE_FULL:
        return _("the disk is full")
    if code in _LOCKED:
        return _("it is locked by another process")
    if code in (sqlite3.SQLITE_READONLY, sqlite3.SQLITE_PERM):
        return _("it can't be written")
    if code in _DAMAGED:
        return _("it is damaged")
    return " ".join(str(error).split())
