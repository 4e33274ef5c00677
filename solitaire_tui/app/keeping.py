"""Keeping the games on the tables: each session's attempt in the store, and the time it has been played."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from functools import cached_property
from typing import TYPE_CHECKING

from solitaire_tui.game import Outcome
from solitaire_tui.session import PEEKED, Session
from solitaire_tui.stopwatch import Pause, Stopwatch

if TYPE_CHECKING:
    from solitaire_tui.store.attempts import Attempt
    from solitaire_tui.store.bookmarks import Way
    from solitaire_tui.store.games import Store
    from solitaire_tui.store.kept import Kept


class _Table:
    """A session on its table, with its attempt and its stopwatch."""

    def __init__(self, session: Session, attempt: Attempt) -> None:
        self.session = session
        self.attempt = attempt
        self.watch = Stopwatch(attempt.seconds)
        self.reviewed = False


class Keeper:
    """Tells the store what happens to the games on the tables, one of each kind.

    Attributes:
        strict: whether deals are begun as strict ones, without undo and hints.
    """

    def __init__(self, opened: Callable[[], Store] | None = None, *, strict: bool = False) -> None:
        """Begin with empty tables.

        Args:
            opened: opens the store when it is first needed, so that the first frame need not wait for it;
                None to keep nothing.
            strict: whether deals are begun as strict ones, without undo and hints.
        """
        self.strict = strict
        self._opened = opened
        self._tables: dict[str, _Table] = {}
        self._warned = ""

    @cached_property
    def store(self) -> Store:
        """Where the games are kept."""
        from solitaire_tui.store.games import Store

        return self._opened() if self._opened is not None else Store.forgetful()

    def news(self) -> str:
        """Why games are not being kept, once for each reason; empty if there is nothing to say."""
        before, self._warned = self._warned, self.store.warning or ""
        return "" if self._warned == before else self._warned

    def laid(self, session: Session, *, restart: bool = False) -> None:
        """A session is on its game's table now; the one before it has been left for it.

        A daily deal and another deal do not end each other: the one before is put aside unfinished then.
        """
        if self._table(session) is not None:
            return
        held = self._tables.get(session.game.id)
        self._clear(session.game.id, left=held is not None and held.session.daily == session.daily)
        self._tables[session.game.id] = _Table(session, self.store.begin(session, restart=restart, strict=self.strict))

    def branched(self, session: Session) -> None:
        """The player goes on with another session of the same deal: the attempt goes on."""
        table = self._tables.get(session.game.id)
        if table is None:
            self.laid(session)
        else:
            table.session = session
            self.saved(session)

    def waiting(self) -> list[Kept]:
        """The unfinished games that are on no table of this program, the one played last first.

        A daily deal of another day waits in the calendar, unless it has been played today. A game that is over has no
        result while it lies on the table of another window, where its end may still be undone, but nobody waits for it.
        """
        ours = {table.attempt.id for table in self._tables.values()}
        return [
            kept
            for kept in self.store.unfinished()
            if kept.id not in ours and kept.standing == Outcome.PLAYING and self._is_current(kept)
        ]

    def daily(self, game_id: str, day: date) -> Session:
        """A date's daily deal, to be put on the table: the unfinished attempt at it, or else a new one.

        Raises:
            Refused: with words for the player, if the attempt is on the table of another window.
        """
        from solitaire_tui.store.rows import Refused

        table = self._tables.get(game_id)
        if table is not None and table.session.daily == day:
            return table.session.again() if table.session.over else table.session
        refused = None
        for kept in self.store.unfinished(game_id):
            if kept.daily == day:
                try:
                    return self.resume(kept.id)
                except Refused as error:
                    refused = error
        if refused is not None:
            raise refused
        return Session.of_day(game_id, day)

    @property
    def is_new(self) -> bool:
        """Whether no game has been kept yet."""
        return not self.store.count()

    @property
    def today(self) -> date:
        """The player's date now."""
        return self.store.today

    def on_table(self, id_: int) -> Session | None:
        """The session of a kept game that is on a table of this program; None if it is not."""
        return next((table.session for table in self._tables.values() if table.attempt.id == id_), None)

    def resume(self, id_: int) -> Session:
        """Take an unfinished game up again; the one on its game's table is put aside unfinished.

        Raises:
            Refused: with words for the player, if it is on the table of another window or gone.
        """
        session, attempt = self.store.resume(id_)
        self._clear(session.game.id)
        self._tables[session.game.id] = _Table(session, attempt)
        return session

    def latest(self, game_id: str) -> Session | None:
        """The unfinished game of a kind that was played last, taken up again; None if there is none to be had."""
        from solitaire_tui.store.rows import Refused

        for kept in self.store.unfinished(game_id):
            if kept.process is None and self._is_current(kept):
                try:
                    return self.resume(kept.id)
                except Refused:
                    continue
        return None

    def saved(self, session: Session) -> None:
        """Keep a session as it is now; one that is only watched is not kept."""
        if (table := self._table(session)) is not None:
            (table.watch.pause if session.over else table.watch.resume)(Pause.OVER)
            table.attempt.saved(session, table.watch.read())
            if table.reviewed and not session.over and session.history.can_undo:
                table.reviewed = False
                self.peeked(session)  # an end that was reviewed is undone, to be played better

    def restarted(self, session: Session) -> None:
        """The deal has been restarted."""
        if (table := self._table(session)) is not None:
            table.watch.resume(Pause.OVER)
            table.attempt.restarted(session, table.watch.read())

    def hinted(self, session: Session) -> None:
        """A hint has been shown."""
        if (table := self._table(session)) is not None:
            table.attempt.hinted(session, table.watch.read())

    def peeked(self, session: Session) -> None:
        """The player is told of hidden cards: the game is marked, one that is only watched too."""
        session.marks.add(PEEKED)
        if (table := self._table(session)) is not None:
            table.attempt.peeked(session, table.watch.read())

    def reviewed(self, session: Session) -> None:
        """The player is told what each move cost: a peek, and for a game that is over one as soon as that is undone."""
        if not session.over:
            self.peeked(session)
        elif (table := self._table(session)) is not None:
            table.reviewed = True

    def marked(self, session: Session) -> None:
        """The present position has been marked."""
        if (table := self._table(session)) is not None:
            table.attempt.mark(session, clock=table.watch.read())

    def unmarked(self, session: Session) -> None:
        """The mark of the present position has been taken away."""
        if (table := self._table(session)) is not None:
            table.attempt.unmark(session, table.watch.read())

    def marks(self, session: Session) -> list[Way]:
        """The ways to the marked positions of a session, the oldest mark first; none for one that is only watched."""
        table = self._table(session)
        return [] if table is None else [mark.steps for mark in table.attempt.bookmarks()]

    def paused(self, reason: Pause, session: Session | None = None) -> None:
        """Time stands still on a session's table, or on all of them."""
        for table in self._tables.values():
            if session is None or table.session is session:
                table.watch.pause(reason)

    def resumed(self, reason: Pause, session: Session | None = None) -> None:
        """Time goes on."""
        for table in self._tables.values():
            if session is None or table.session is session:
                table.watch.resume(reason)

    def is_strict(self, session: Session) -> bool:
        """Whether a session is played without undo and hints."""
        table = self._table(session)
        return table is not None and table.attempt.strict

    def attempt(self, session: Session) -> Attempt | None:
        """The attempt that a session belongs to; None for one that is only watched."""
        table = self._table(session)
        return None if table is None else table.attempt

    def seconds(self, session: Session) -> float:
        """How long a session has been played."""
        table = self._table(session)
        return 0.0 if table is None else table.watch.read()

    def tick(self) -> None:
        """Read the stopwatches, so that the sleep of the computer is told from time played."""
        for table in self._tables.values():
            table.watch.read()

    def close(self) -> None:
        """The program ends: unfinished games wait for the next start."""
        for game_id in [*self._tables]:
            self._clear(game_id)
        self.store.close()

    def _table(self, session: Session) -> _Table | None:
        table = self._tables.get(session.game.id)
        return table if table is not None and table.session is session else None

    def _is_current(self, kept: Kept) -> bool:
        """Whether a game is offered without being looked for: not the daily deal of a day that is over."""
        return kept.daily is None or self.today in (kept.daily, kept.saved_day)

    def _clear(self, game_id: str, *, left: bool = False) -> None:
        """Take the game off a table, if there is one: it is put aside unfinished, or left for good."""
        if before := self._tables.pop(game_id, None):
            before.attempt.saved(before.session, before.watch.read())
            (before.attempt.left if left else before.attempt.released)(before.session, before.watch.read())


def deal_of_today(keeper: Keeper, game_id: str) -> Session:
    """Today's daily deal; the program ends with a line on why if another window has it."""
    from solitaire_tui.console import fail
    from solitaire_tui.store.rows import Refused

    try:
        return keeper.daily(game_id, keeper.today)
    except Refused as error:
        keeper.close()
        fail(str(error))
