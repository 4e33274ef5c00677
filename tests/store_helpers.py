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


def simulate(store: Store, clock: FakeClock, games: int) -> None:
    """Play games of all kinds and ends by chance."""
    rng = random.Random(11)
    for _ in range(games):
        clock.on(minutes=rng.randrange(1, 900))
        game = rng.choice(["raspad", "raspad", "raspad", "garem"])
        rules = {"jokers": rng.random() < 0.3} if game == "raspad" else {}
        session = Session.new(game, rules, rng.randrange(1, 400))
        today = clock.now.date()
        daily = rng.choice([None, None, today, today - timedelta(days=rng.randrange(1, 5))])
        attempt = store.begin(session, strict=rng.random() < 0.15, daily=daily)
        seconds = 0.0
        end = rng.choice(["play", "play", "play", "leave", "give up", "restart", "nothing"])
        length = {"play": 300, "nothing": 0}.get(end, rng.randrange(1, 20))
        for _ in range(length):
            move = simple_move(session, rng)
            if move is None:
                break
            session.play(move)
            seconds += rng.randrange(1, 20)
            if rng.random() < 0.02:
                attempt.saved(session, seconds)
                session.undo()
                attempt.saved(session, seconds)
            if rng.random() < 0.01:
                attempt.hinted(session, seconds)
            if rng.random() < 0.003:
                attempt.peeked(session, seconds)
        attempt.saved(session, seconds)
        if end == "give up":
            session.given_up = True
            attempt.saved(session, seconds)
        if end == "restart":
            session.restart()
            attempt.restarted(session, seconds)
            clock.on(seconds=30)
            for _ in range(rng.randrange(4)):
                session.play(simple_move(session, rng))
                attempt.saved(session, seconds + 5)
        if rng.random() < 0.1:
            attempt.released(session, seconds)
        else:
            attempt.left(session, seconds)


def app_of(folder: Path | None, session: Session | None = None, **options: Any) -> SolitaireApp:
    """The app with the games of a folder, or with nothing kept."""
    keeper = Keeper(None if folder is None else lambda: Store.open(folder))
    return SolitaireApp(session, keeper=keeper, **{"charset": UNICODE, **options})
