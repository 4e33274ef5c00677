"""The store: every game ever played here, to go on with, look through, note, export and import."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Sequence
from datetime import date, datetime
from pathlib import Path
from typing import Any, Self

from solitaire_tui.folders import NoFolder, data_folder
from solitaire_tui.language import _
from solitaire_tui.record import NOTE_LIMIT, GameRecord, Played
from solitaire_tui.session import Session
from solitaire_tui.store.attempts import Attempt, Clock
from solitaire_tui.store.database import Database, backup, free_name, in_memory, open_database
from solitaire_tui.store.endings import Result, by_leaving, by_position, wishes_granted
from solitaire_tui.store.kept import OPEN, SELECT, Kept, Wanted, marks_of
from solitaire_tui.store.locks import process_of
from solitaire_tui.store.rows import COLUMNS, Refused, Row, flat, new_row, record_of_row, restored, utc


class Store:
    """Everything that is kept of games. No method raises for what is wrong with the file; see ``warning``.

    Used from one thread. A context manager that closes the file.
    """

    def __init__(self, database: Database, now: Clock) -> None:
        self.database = database
        self._now = now
        self._settle()

    @classmethod
    def open(cls, folder: Path | None = None, *, now: Clock = lambda: datetime.now().astimezone()) -> Self:
        """Open the store of a folder.

        Args:
            folder: where it is; None for the user's data folder.
            now: tells the time with the player's zone.
        """
        try:
            place = data_folder() if folder is None else folder
        except NoFolder as error:
            return cls(in_memory(_("{fault}: nothing is being kept").format(fault=error)), now)
        return cls(open_database(place, now()), now)

    @classmethod
    def forgetful(cls, *, now: Clock = lambda: datetime.now().astimezone()) -> Self:
        """A store that works while the program runs and keeps nothing, as for those who want nothing kept."""
        return cls(in_memory(), now)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the file. Games that are still held wait for the next start."""
        self.database.close()

    @property
    def keeping(self) -> bool:
        """Whether games are kept now."""
        return self.database.keeping

    @property
    def warning(self) -> str | None:
        """One line for people on why nothing, or the last action, is kept; None if all is well."""
        return self.database.warning

    @property
    def today(self) -> date:
        """The player's date now."""
        return self._now().date()

    # Playing.

    def begin(
        self,
        session: Session,
        *,
        strict: bool = False,
        daily: date | None = None,
        restart: bool = False,
        clock: float = 0.0,
    ) -> Attempt:
        """Begin to keep an attempt; nothing is written before the first move or wish.

        Args:
            session: the game. With moves in it already it counts as imported, and in no statistics.
            strict: played without undo and hints.
            daily: the date whose daily deal it is; None to take the session's word for it.
            restart: whether it is the deal just played once more.
            clock: what the stopwatch of time played shows now, in seconds.
        """
        day = daily or session.daily
        row = new_row(
            session,
            self._now(),
            strict=strict,
            daily=None if day is None else day.isoformat(),
            restart=restart,
            imported=bool(session.history.steps),
        )
        return Attempt(self.database, self._now, row, None, clock)

    def unfinished(self, game: str | None = None) -> list[Kept]:
        """The games that can be gone on with, the one played last first; those on another's table have a process."""
        where, values = Wanted(game=game, unfinished=True).condition()
        return self._list(f"{SELECT} WHERE {where} ORDER BY saved DESC, id DESC", values)

    def resume(self, id_: int, clock: float = 0.0) -> tuple[Session, Attempt]:
        """Take up an unfinished game with its whole line of play; nobody else can until it is let go.

        Args:
            id_: its number.
            clock: what the stopwatch of time played shows now, in seconds.

        Raises:
            Refused: if it is on the table of another process, is finished, gone, or does not follow the rules.
        """

        def take(connection: sqlite3.Connection) -> Row | str:
            found = connection.execute(f"{SELECT} WHERE id = ? AND {OPEN}", (id_,)).fetchone()
            if found is None:
                return _("that game is finished or gone")
            row = Row(*found[3:])
            if row.holder is not None and (process := self._process(row.holder)) is not None:
                text = _("that game is on the table in another window (process {process})")
                return text.format(process=process)
            row.holder = self.database.presence.token
            connection.execute("UPDATE attempts SET holder = ? WHERE id = ?", (row.holder, id_))
            return row

        row = self.database.write(take)
        if not isinstance(row, Row):
            raise Refused(row or self.warning or _("that game can't be taken up"))
        try:
            session = restored(row)
        except Refused:
            self.database.write(lambda c: c.execute("UPDATE attempts SET holder = NULL WHERE id = ?", (id_,)))
            raise
        return session, Attempt(self.database, self._now, row, id_, clock)

    # Looking back.

    def games(self, wanted: Wanted | None = None, limit: int = 100, offset: int = 0) -> list[Kept]:
        """Kept games, newest first."""
        where, values = (wanted or Wanted()).condition()
        return self._list(
            f"{SELECT} WHERE {where} ORDER BY started DESC, id DESC LIMIT ? OFFSET ?", [*values, limit, offset]
        )

    def count(self, wanted: Wanted | None = None) -> int:
        """How many games a list would show."""
        where, values = (wanted or Wanted()).condition()
        question = f"SELECT count(*) FROM attempts WHERE {where}"  # noqa: S608
        return int(self.database.read(lambda c: c.execute(question, values).fetchone()[0], 0))

    def game(self, id_: int) -> Kept | None:
        """A kept game; None if there is none of this number."""
        return next(iter(self._list(f"{SELECT} WHERE id = ?", [id_])), None)

    def session(self, id_: int) -> Session:
        """A kept game's session, for watching, review, or to play it again; what is done with it is not kept.

        A finished game stands where its result was fixed.

        Raises:
            Refused: if it is gone or does not follow the rules.
        """
        row, _note = self._row(id_)
        if row.final is not None:
            steps = [[move] for move in json.loads(row.final)]
            row.line, row.cursor, row.given_up = json.dumps(steps), len(steps), row.result == Result.GIVEN_UP
            row.trail = ""
        return restored(row)

    def record(self, id_: int) -> GameRecord:
        """A kept game as a record, its marks and note in it.

        Raises:
            Refused: if it is gone or does not follow the rules.
        """
        row, note = self._row(id_)
        return record_of_row(row, note, list(marks_of(row)))

    def add_record(self, played: Played) -> Kept | None:
        """Keep a record, to watch or to continue; it counts in no statistics.

        Returns:
            the kept game; None if it could not be written (see ``warning``).

        Raises:
            RecordError: if one of its moves is illegal.
        """
        session = Session.from_record(played)
        now = self._now()
        row = new_row(session, now, strict=False, daily=None, restart=False, imported=True)
        steps = [[str(move)] for move in session.history.moves]
        row.line, row.cursor = json.dumps(steps), len(steps)
        row.final = flat(row.line)
        row.standing = session.outcome.value
        row.score = wishes_granted(session, session.state)
        row.result = (by_position(session) or by_leaving(session)).value
        row.saved = row.ended = utc(now)
        row.saved_date = row.ended_date = now.date().isoformat()
        note = played.record.note or ""

        def write(connection: sqlite3.Connection) -> int | None:
            columns = ("note", *COLUMNS)
            question = f"INSERT INTO attempts ({', '.join(columns)}) VALUES ({', '.join('?' * len(columns))})"  # noqa: S608
            return connection.execute(question, (note, *_values(row))).lastrowid

        id_ = self.database.write(write)
        return None if id_ is None else self.game(id_)

    def note(self, id_: int, text: str) -> None:
        """Put a note on a game, in place of the one before; cut to the length that records allow."""
        self.database.write(
            lambda c: c.execute("UPDATE attempts SET note = ? WHERE id = ?", (text.strip()[:NOTE_LIMIT], id_))
        )

    def bookmark(self, id_: int, on: bool) -> None:
        """Set or take away the bookmark on a game."""
        self.database.write(lambda c: c.execute("UPDATE attempts SET bookmarked = ? WHERE id = ?", (on, id_)))

    def reset(self, game: str | None = None) -> Path | None:
        """Forget finished games, and with them their statistics, after a copy of everything has been made.

        Args:
            game: only those of this game; None for all.

        Returns:
            the copy, a database that can be put back in place; None, and nothing is forgotten, if it could not be made
            (see ``warning``).
        """
        path = self.database.path
        copy = None
        if path is not None:
            target = free_name(path, "backup", self._now())

            def copied(connection: sqlite3.Connection) -> bool:
                backup(connection, target)
                return True

            if not self.database.read(copied, False):
                return None
            copy = target
        self.database.write(
            lambda c: c.execute(
                "DELETE FROM attempts WHERE result IS NOT NULL AND NOT restarted AND (? IS NULL OR game = ?)",
                (game, game),
            )
        )
        return copy

    # Inside.

    def _list(self, question: str, values: Sequence[Any]) -> list[Kept]:
        rows: list[Any] = self.database.read(lambda connection: connection.execute(question, values).fetchall(), [])
        kept = []
        for id_, note, bookmarked, *columns in rows:
            row = Row(*columns)
            try:
                process = None if row.holder is None else self._process(row.holder)
                kept.append(Kept.read(id_, note, bookmarked, row, process))
            except (ValueError, TypeError):
                continue  # a row that someone else has written is no reason to show none
        return kept

    def _process(self, holder: str) -> int | None:
        """The other living process that holds a game; None if it is free or ours."""
        presence = self.database.presence
        return process_of(holder) if holder != presence.token and presence.lives(holder) else None

    def _row(self, id_: int) -> tuple[Row, str]:
        found = self.database.read(lambda c: c.execute(f"{SELECT} WHERE id = ?", (id_,)).fetchone(), None)
        if found is None:
            raise Refused(_("that game is gone"))
        return Row(*found[3:]), found[1]

    def _settle(self) -> None:
        """Fix the results of games that a process left decided on its table when it died, and free all it held."""
        question = "SELECT DISTINCT holder FROM attempts WHERE holder IS NOT NULL"
        holders: list[str] = self.database.read(lambda c: [row[0] for row in c.execute(question)], [])
        dead = [(holder,) for holder in holders if not self.database.presence.lives(holder)]
        if not dead:
            return

        def settle(connection: sqlite3.Connection) -> None:
            for (holder,) in dead:
                rows = connection.execute(
                    "SELECT id, standing, line FROM attempts WHERE holder = ? AND result IS NULL"
                    " AND standing IN ('lost', 'finished')",
                    (holder,),
                ).fetchall()
                for id_, standing, line in rows:
                    try:
                        moves = flat(line)
                    except (ValueError, TypeError):
                        continue  # not written by this program
                    connection.execute(
                        "UPDATE attempts SET result = ?, final = ?, ended = saved, ended_date = saved_date"
                        " WHERE id = ?",
                        (standing, moves, id_),
                    )
            connection.executemany("UPDATE attempts SET holder = NULL WHERE holder = ?", dead)

        self.database.write(settle)


def _values(row: Row) -> tuple[Any, ...]:
    return tuple(getattr(row, name) for name in COLUMNS)
