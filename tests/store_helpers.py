"""What the tests of the store need: a clock that stands, recorded games, and games played by a simple player."""

from __future__ import annotations

import random
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from functools import cache
from pathlib import Path
from typing import Any

from solitaire_tui.app.keeping import Keeper
from solitaire_tui.app.main import SolitaireApp
from solitaire_tui.game import Move, Outcome
from solitaire_tui.session import Session
from solitaire_tui.store.attempts import Attempt
from solitaire_tui.store.games import Store
from solitaire_tui.table.faces import UNICODE
from tests.helpers import recorded_session

WON, LOST = 4, 0
"""Recorded games of Raspad that were won and lost."""
NOON = datetime(2026, 3, 14, 12, 0, tzinfo=UTC)


class FakeClock:
    """A clock that goes on only when told."""

    def __init__(self, now: datetime = NOON) -> None:
        self.now = now

    def __call__(self) -> datetime:
        return self.now

    def on(self, **by: float) -> None:
        self.now += timedelta(**by)


@cache
def _recorded(game: str, number: int) -> Session:
    return recorded_session(game, number)


def fresh(game: str, number: int) -> tuple[Session, list[Move]]:
    """A recorded game's deal with no move made, and its moves."""
    session = _recorded(game, number)
    return session.again(), list(session.history.moves)


def play(session: Session, attempt: Attempt, moves: list[Move]) -> None:
    for move in moves:
        session.play(move)
        attempt.saved(session)


def open_store(folder: Path, now: Callable[[], datetime] | None = None) -> Store:
    store = Store.open(folder, now=now or FakeClock())
    assert store.keeping, store.warning
    return store


def simple_move(session: Session, rng: random.Random) -> Move | None:
    """Close as soon as possible, else beat or place at random, else what is left."""
    legal: tuple[Move, ...] = session.game.legal_moves(session.state)
    if session.outcome is not Outcome.PLAYING or not legal:
        return None
    if str(legal[0]) == "close":
        legal = legal[:1]
    acting = [move for move in legal if ">" in str(move)]
    return rng.choice(acting or list(legal))


def app_of(folder: Path | None, session: Session | None = None, **options: Any) -> SolitaireApp:
    """The app with the games of a folder, or with nothing kept."""
    keeper = Keeper(None if folder is None else lambda: Store.open(folder))
    return SolitaireApp(session, keeper=keeper, **{"charset": UNICODE, **options})
