"""The positions that a player has marked in an attempt, and the lines of play that jumps to them have left."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from solitaire_tui.game import AnyGame
from solitaire_tui.history import Left
from solitaire_tui.session import Session

Way = tuple[tuple[str, ...], ...]
"""Steps from the deal on, moves in notation."""


@dataclass(frozen=True, slots=True)
class Bookmark:
    """A position marked in a game.

    Attributes:
        label: what the player calls it; empty for nothing.
        steps: the steps that lead to it from the deal.
        made: when, UTC.
    """

    label: str
    steps: Way
    made: str


class Bookmarks:
    """The bookmarks of one attempt, the oldest first; they are written together with the attempt's row.

    Attributes:
        changed: whether they are still to be written.
    """

    def __init__(self, found: Sequence[Bookmark] = ()) -> None:
        self._marks = list(found)
        self.changed = False

    @classmethod
    def read(cls, connection: sqlite3.Connection, attempt: int) -> Bookmarks:
        """Those that the database holds; what this program has not written is left out."""
        found = []
        question = "SELECT label, line, made FROM bookmarks WHERE attempt = ? ORDER BY id"
        for label, line, made in connection.execute(question, (attempt,)):
            try:
                found.append(Bookmark(str(label), _way(json.loads(line)), str(made)))
            except (ValueError, TypeError):
                continue
        return cls(found)

    def write(self, connection: sqlite3.Connection, attempt: int) -> None:
        """Put them into the database, in place of those that it holds."""
        connection.execute("DELETE FROM bookmarks WHERE attempt = ?", (attempt,))
        connection.executemany(
            "INSERT INTO bookmarks (attempt, label, line, made) VALUES (?, ?, ?, ?)",
            [(attempt, mark.label, _text(mark.steps), mark.made) for mark in self._marks],
        )

    def __iter__(self) -> Iterator[Bookmark]:
        return iter(self._marks)

    def put(self, label: str, steps: Way, made: str) -> None:
        """Mark a position, in place of a mark that it has."""
        self._marks = [mark for mark in self._marks if mark.steps != steps] + [Bookmark(label, steps, made)]
        self.changed = True

    def take(self, steps: Way) -> None:
        """Take the mark of a position away."""
        self._marks = [mark for mark in self._marks if mark.steps != steps]
        self.changed = True


def way_of(session: Session) -> Way:
    """The steps that lead to a session's present position."""
    return _way(session.history.way)


def trail_of(session: Session) -> str:
    """The lines of play that jumps have left, as JSON; empty when there are none.

    Each line is told by what it does not share with the next one, of which the last is the present line.
    """
    behind = session.history.behind
    if not behind:
        return ""
    lines, following = [], _way(session.history.steps)
    for left in reversed(behind):
        steps = _way(left.steps)
        pairs = zip(steps, following, strict=False)
        shared = next((i for i, (one, other) in enumerate(pairs) if one != other), min(len(steps), len(following)))
        lines.append([shared, steps[shared:], left.cursor, left.landed])
        following = steps
    return json.dumps([session.history.landed, lines], separators=(",", ":"))


def restore_trail(session: Session, trail: str) -> None:
    """Put the lines that jumps have left behind the session's present one again.

    Raises:
        ValueError: if they are not what this program writes.
        TypeError: likewise.
        IllegalMove: if a move in them is illegal.
    """
    if not trail:
        return
    landed, lines = json.loads(trail)
    behind: list[Left[Any]] = []
    following = _way(session.history.steps)
    for shared, rest, cursor, was_landed in lines:
        steps = following[:shared] + _way(rest)
        behind.insert(0, Left(moves_of_way(session.game, steps), int(cursor), int(was_landed)))
        following = steps
    session.history.restore_behind(behind, int(landed))


def moves_of_way(game: AnyGame, way: Way) -> tuple[tuple[Any, ...], ...]:
    """The moves of steps in notation.

    Raises:
        ValueError: if one is none.
    """
    return tuple(tuple(game.parse_move(text) for text in step) for step in way)


def _way(steps: Iterable[Iterable[Any]]) -> Way:
    return tuple(tuple(str(move) for move in step) for step in steps)


def _text(way: Way) -> str:
    return json.dumps(way, separators=(",", ":"))
