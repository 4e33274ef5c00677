"""One attempt at a deal as it is kept: written after every action, and given its one result."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable
from dataclasses import astuple
from datetime import datetime
from typing import Final

from solitaire_tui.session import Session
from solitaire_tui.store.bookmarks import Bookmark, Bookmarks, trail_of, way_of
from solitaire_tui.store.database import Database
from solitaire_tui.store.endings import Result, by_leaving, by_position, end_of_line, wishes_granted
from solitaire_tui.store.rows import COLUMNS, Row, flat, line_of, new_row, utc, wishes_of

Clock = Callable[[], datetime]
"""Tells the time with the player's zone."""
_INSERT: Final = f"INSERT INTO attempts ({', '.join(COLUMNS)}) VALUES ({', '.join('?' * len(COLUMNS))})"  # noqa: S608
_CHANGING: Final = COLUMNS[COLUMNS.index("wishes") :]
_UPDATE: Final = f"UPDATE attempts SET {', '.join(f'{name} = ?' for name in _CHANGING)} WHERE id = ? AND holder = ?"  # noqa: S608
_EXISTS: Final = "SELECT 1 FROM attempts WHERE id = ?"
_SEEN: Final = (
    "SELECT EXISTS (SELECT 1 FROM attempts WHERE cards = ? AND game = ? AND (line <> '[]' OR hints > 0 OR peeks > 0))"
)


class Attempt:
    """An attempt that is being played. Nothing is written before there is something to keep.

    The session may be replaced by another of the same deal (a branch, say); the attempt goes on.

    An undo is counted whenever the position before does not lead to the present one: for a step taken back, and for a
    jump to a marked position, if that is not further on in the same line. Such a jump, like any undo, puts the attempt
    among those with undo; jumping forward is redoing, and counts as nothing. Marks belong to the attempt: the one that
    begins after a restart has none.

    Attributes:
        id: its number in the store; None while nothing is written.
    """

    def __init__(self, database: Database, now: Clock, row: Row, id_: int | None, clock: float) -> None:
        self._database = database
        self._now = now
        self._row = row
        self._clock = clock
        self._restarted = row.restarted
        self.id = id_
        self._closed = False
        self._first_wishes = row.wishes
        self._marks: Bookmarks | None = None

    @property
    def strict(self) -> bool:
        """Whether it is played without undo and hints."""
        return bool(self._row.strict)

    @property
    def imported(self) -> bool:
        """Whether it began with moves made elsewhere, and so counts in no statistics."""
        return bool(self._row.imported)

    @property
    def daily(self) -> str | None:
        """The date, as YYYY-MM-DD, whose daily deal it is; None if it is none."""
        return self._row.daily

    @property
    def hints(self) -> int:
        """How often a hint was taken before the result was fixed."""
        return self._row.hints

    @property
    def result(self) -> Result | None:
        """Its result, once that is fixed."""
        return None if self._row.result is None else Result(self._row.result)

    @property
    def final(self) -> tuple[str, ...]:
        """The moves, in notation, when the result was fixed; none while it is not."""
        return () if self._row.final is None else tuple(json.loads(self._row.final))

    @property
    def score(self) -> int | None:
        """Wishes granted at the end of the line; None in a game without wishes."""
        return self._row.score

    @property
    def seconds(self) -> float:
        """Time played so far, in seconds."""
        return self._row.seconds

    @property
    def undos(self) -> int:
        """How often a step was taken back before the result was fixed."""
        return self._row.undos

    def saved(self, session: Session, clock: float | None = None) -> None:
        """Keep the game as it is now; to be called after every action. It is on the disk when this returns.

        Args:
            session: the game.
            clock: what a stopwatch of time played shows, in seconds; only differences count, and a reading lower than
                the last one is that of a stopwatch begun anew.
        """
        if self._closed:
            return
        line = line_of(session)
        if self._restarted and line != self._row.line:
            self._begin_again(session)
        elif self._restarted and session.history.cursor:
            self._restarted = False
            if self._row.restarted:  # taken back, so it was but a long undo
                self._unfix()
                self._row.undos += 1
        self._take(session, line, clock)
        if self._worth_keeping:
            self._write()

    def hinted(self, session: Session, clock: float | None = None) -> None:
        """Count a hint."""
        if self._row.result is None:
            self._row.hints += 1
        self._take(session, line_of(session), clock)
        self._write()

    def peeked(self, session: Session, clock: float | None = None) -> None:
        """Count a look at hidden cards."""
        if self._row.result is None and not session.over:  # once it is over there is nothing left to learn
            self._row.peeks += 1
        self._take(session, line_of(session), clock)
        self._write()

    def restarted(self, session: Session, clock: float | None = None) -> None:
        """The deal has been restarted: fix the result. The next new move begins another attempt; redoing does not."""
        if not session.history.steps:
            self.saved(session, clock)
            return
        self._tick(clock)
        if self._row.result is None:
            self._fix(by_leaving(session), line_of(session))
            self._row.restarted = True
        self._restarted = True
        self._follow(session, line_of(session))
        self._write()

    def left(self, session: Session, clock: float | None = None) -> None:
        """The game is left for another deal: fix the result and let go of the game."""
        self._tick(clock)
        self._row.restarted = False
        if self._row.result is None:
            self._fix(by_leaving(session), line_of(session))
        self._let_go()

    def released(self, session: Session, clock: float | None = None) -> None:
        """The program is left: the game waits for the next start, unless the table has decided it."""
        self._tick(clock)
        if self._row.result is None and session.over:
            self._fix(by_leaving(session), line_of(session))
        self._let_go()

    def mark(self, session: Session, label: str = "", clock: float | None = None) -> None:
        """Mark the present position; it has one mark at most."""
        self._bookmarks.put(label, way_of(session), utc(self._now()))
        self._take(session, line_of(session), clock)
        self._write()

    def unmark(self, session: Session, clock: float | None = None) -> None:
        """Take away the mark of the present position."""
        self._bookmarks.take(way_of(session))
        self._take(session, line_of(session), clock)
        self._write()

    def bookmarks(self) -> list[Bookmark]:
        """The positions marked in this attempt, the oldest first."""
        return list(self._bookmarks)

    @property
    def _bookmarks(self) -> Bookmarks:
        if self._marks is None and (id_ := self.id) is not None:
            # Marks that can't be read now are asked for again: what is written must not take their place.
            self._marks = self._database.read(lambda connection: Bookmarks.read(connection, id_), None)
            return Bookmarks() if self._marks is None else self._marks
        if self._marks is None:
            self._marks = Bookmarks()
        return self._marks

    def _tick(self, clock: float | None) -> None:
        if clock is None:
            return
        played = clock - self._clock if clock >= self._clock else clock
        self._clock = clock
        if self._row.result is None:
            self._row.seconds += played

    def _take(self, session: Session, line: str, clock: float | None) -> None:
        """Take over how the game stands, and the result if the position fixes one."""
        row = self._row
        self._tick(clock)
        if row.result is None:
            undone = _went_back(row, line, session.history.cursor) or (row.given_up and not session.given_up)
            row.undos += int(undone)
            row.marks = json.dumps(sorted(session.marks))
            if line != row.line:
                row.score = wishes_granted(session, end_of_line(session))
        self._follow(session, line)
        if row.result is None and (result := by_position(session)) is not None:
            self._fix(result, line)

    def _follow(self, session: Session, line: str) -> None:
        """Take over line, cursor and wishes, which go on changing when the result is fixed."""
        row = self._row
        row.line = line
        row.cursor = session.history.cursor
        row.trail = trail_of(session)
        row.given_up = session.given_up
        row.standing = session.outcome.value
        row.wishes = wishes_of(session)
        row.wishes_locked = session.wishes_locked

    def _fix(self, result: Result, line: str) -> None:
        now = self._now()
        self._row.result = result.value
        self._row.ended, self._row.ended_date = utc(now), now.date().isoformat()
        self._row.final = flat(line)

    def _unfix(self) -> None:
        row = self._row
        row.result = row.ended = row.ended_date = row.final = None
        row.restarted = False

    def _begin_again(self, session: Session) -> None:
        """Let go of the attempt that was restarted and begin the next one at the same deal."""
        self._row.restarted = False
        old = self._row
        self._let_go()
        now = self._now()
        fresh = new_row(session, now, strict=old.strict, daily=old.daily, restart=True, imported=old.imported)
        self._row, self._first_wishes = fresh, fresh.wishes
        self._restarted = self._closed = False
        self.id = None
        self._marks = Bookmarks()

    @property
    def _worth_keeping(self) -> bool:
        return self.id is not None or self._row.line != "[]" or self._row.wishes != self._first_wishes

    def _let_go(self) -> None:
        """Write for the last time and let others take the game up."""
        if self._worth_keeping and not self._closed:
            self._write(held=False)
        self._closed = True

    def _write(self, *, held: bool = True) -> None:
        """Write the whole row, so that a write that failed is made good by the next one."""
        if self._closed:
            return
        row, token = self._row, self._database.presence.token
        now = self._now()
        row.saved, row.saved_date = utc(now), now.date().isoformat()
        row.holder = token if held else None

        marks = self._bookmarks

        def write(connection: sqlite3.Connection) -> int | None:
            values = astuple(row)
            if self.id is not None:
                changing = values[-len(_CHANGING) :]
                if connection.execute(_UPDATE, (*changing, self.id, token)).rowcount:
                    if marks.changed:
                        marks.write(connection, self.id)
                    return self.id
                if row.result is not None and not connection.execute(_EXISTS, (self.id,)).fetchone():
                    return None  # deleted with the statistics
            # New, or no longer ours because another process took us for dead: its game is not written over.
            row.seen = bool(connection.execute(_SEEN, (row.cards, row.game)).fetchone()[0])
            number = connection.execute(_INSERT, astuple(row)).lastrowid
            if number is not None:
                marks.write(connection, number)
            return number

        number = self._database.write(write)
        if number is not None:
            self.id = number
            marks.changed = False


def _went_back(row: Row, line: str, cursor: int) -> bool:
    """Whether the position of a row is not on the way to the one after so many steps of a line."""
    if cursor < row.cursor or line == row.line:
        return cursor < row.cursor
    before: list[list[str]] = json.loads(row.line)[: row.cursor]  # nothing, for an attempt that begins
    return bool(json.loads(line)[: len(before)] != before)
