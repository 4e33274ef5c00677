"""Kept games as lists show them, and what a list can be asked for."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime
from typing import Any, Final, Self

from solitaire_tui.game import REGISTRY, load
from solitaire_tui.session import deal_name
from solitaire_tui.store.endings import Result
from solitaire_tui.store.rows import COLUMNS, Row, moves_of, rules_dict

SELECT: Final = f"SELECT id, note, bookmarked, {', '.join(COLUMNS)} FROM attempts"  # noqa: S608
"""Asks for what ``Kept.read`` takes."""
OPEN: Final = "(result IS NULL OR restarted)"
"""The condition of games that can be gone on with."""


@dataclass(frozen=True, slots=True)
class Kept:
    """A kept game as lists show it.

    Attributes:
        id: its number in the store.
        game: the id of its game.
        rules: the options that are on.
        deal: the number of the deal; None if it came as a deck of cards.
        started: when, UTC.
        day: the player's date then.
        saved: when something was done in it last, UTC.
        saved_day: the player's date then.
        daily: the date whose daily deal it is; None if it is none.
        ended: when the result was fixed, UTC; None while it is not.
        ended_day: the player's date then.
        seconds: time played until the result was fixed.
        moves: how many moves were made until then.
        undos: steps taken back until then.
        hints: hints taken until then.
        peeks: looks at hidden cards until then.
        result: its result; None while it is not fixed.
        score: wishes granted at the end of the line; None in a game without wishes.
        standing: how the present position stands, as the game's outcome says.
        marks: of ``seen``, ``restart``, ``old daily``, ``peeked``, ``undo``, ``strict``, ``imported`` those that hold.
        note: the player's note.
        bookmarked: whether the player set a bookmark on it.
        process: the process on whose table it is, if that is another one than this; None if it is free.
        unfinished: whether it can be gone on with.
    """

    id: int
    game: str
    rules: dict[str, bool]
    deal: int | None
    started: datetime
    day: date
    saved: datetime
    saved_day: date
    daily: date | None
    ended: datetime | None
    ended_day: date | None
    seconds: float
    moves: int
    undos: int
    hints: int
    peeks: int
    result: Result | None
    score: int | None
    standing: str
    marks: tuple[str, ...]
    note: str
    bookmarked: bool
    process: int | None
    unfinished: bool

    @classmethod
    def read(cls, id_: int, note: str, bookmarked: int, row: Row, process: int | None) -> Self:
        """Make it of what the database holds.

        Raises:
            ValueError: if that is not what this program writes.
        """
        return cls(
            id=id_,
            game=row.game,
            rules=rules_dict(row.rules),
            deal=row.deal,
            started=datetime.fromisoformat(row.started),
            day=date.fromisoformat(row.started_date),
            saved=datetime.fromisoformat(row.saved),
            saved_day=date.fromisoformat(row.saved_date),
            daily=None if row.daily is None else date.fromisoformat(row.daily),
            ended=None if row.ended is None else datetime.fromisoformat(row.ended),
            ended_day=None if row.ended_date is None else date.fromisoformat(row.ended_date),
            seconds=row.seconds,
            moves=len(moves_of(row)),
            undos=row.undos,
            hints=row.hints,
            peeks=row.peeks,
            result=None if row.result is None else Result(row.result),
            score=row.score,
            standing=row.standing,
            marks=marks_of(row),
            note=note,
            bookmarked=bool(bookmarked),
            process=process,
            unfinished=row.result is None or bool(row.restarted),
        )

    @property
    def name(self) -> str:
        """Game and deal, such as ``Raspad #1742``."""
        title = load(self.game).title if self.game in REGISTRY else self.game
        return deal_name(title, self.deal, self.daily)


@dataclass(frozen=True, slots=True)
class Wanted:
    """Which games a list is to show; None or False asks nothing.

    Attributes:
        game: the id of the game.
        result: how it ended.
        bookmarked: only games with a bookmark.
        unfinished: only games that can be gone on with.
        text: only games whose note or deal number contains this.
    """

    game: str | None = None
    result: Result | None = None
    bookmarked: bool = False
    unfinished: bool = False
    text: str = ""

    def condition(self) -> tuple[str, list[Any]]:
        """The condition for the database and its values."""
        parts: list[str] = []
        values: list[Any] = []
        if self.game is not None:
            parts.append("game = ?")
            values.append(self.game)
        if self.result is not None:
            parts.append("result = ?")
            values.append(self.result.value)
        else:
            parts.append("(result IS NOT 'nothing' OR imported OR bookmarked OR note <> '')")
        if self.bookmarked:
            parts.append("bookmarked")
        if self.unfinished:
            parts.append(OPEN)
        if self.text:
            parts.append("(instr(lower(note), lower(?)) OR instr(CAST(deal AS TEXT), ?))")
            values += [self.text, self.text.lstrip("#")]
        return " AND ".join(parts), values


def marks_of(row: Row) -> tuple[str, ...]:
    """What is to be known of an attempt, in words."""
    marks = {
        "seen": row.seen,
        "restart": row.restart,
        "old daily": row.daily is not None and row.daily != row.started_date,
        "peeked": row.peeks,
        "undo": row.undos,
        "strict": row.strict,
        "imported": row.imported,
    }
    return tuple(mark for mark, holds in marks.items() if holds)
