"""Pictures of the real screens, compared cell by cell."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from solitaire_tui.app.keeping import Keeper
from solitaire_tui.app.main import SolitaireApp
from solitaire_tui.session import Session
from solitaire_tui.store.games import Store
from solitaire_tui.table.faces import ASCII, OUTLINED, UNICODE, Charset
from tests.helpers import recorded_session
from tests.store_helpers import FakeClock


def recorded(game_id: str, number: int, moves: int | None = None) -> Callable[[], Session]:
    return lambda: recorded_session(game_id, number, moves)


def dealt(game_id: str, deal: int) -> Callable[[], Session]:
    return lambda: Session.new(game_id, {}, deal)


def wishing() -> Session:
    session = recorded_session("garem", 5, 0)
    session.wishes = {1: "a long rest", 4: "snow for the holidays", 7: "an old friend's letter"}
    return session


def wished() -> Session:
    session = recorded_session("garem", 5)
    session.wishes = wishing().wishes
    return session


Case = tuple[str, Callable[[], Session] | None, tuple[int, int], list[str], Charset]
CASES: list[Case] = [
    ("menu", None, (80, 24), [], UNICODE),
    ("menu-small", None, (50, 15), [], UNICODE),
    ("menu-ascii", None, (80, 24), [], ASCII),
    ("raspad-deal", dealt("raspad", 1742), (80, 24), [], UNICODE),
    ("raspad-picked", recorded("raspad", 0, 7), (80, 24), ["down", "2"], UNICODE),
    ("raspad-preview", recorded("raspad", 0, 1), (80, 24), ["3", "right"], UNICODE),
    ("raspad-hint", recorded("raspad", 0, 3), (80, 24), ["h"], UNICODE),
    ("raspad-lay-down", recorded("raspad", 1, 11), (80, 24), ["l"], UNICODE),
    ("raspad-long-row", recorded("raspad", 18, 10), (80, 24), ["x"], UNICODE),
    ("raspad-wide", recorded("raspad", 0, 8), (160, 50), [], UNICODE),
    ("raspad-small", recorded("raspad", 1, 11), (50, 15), [], UNICODE),
    ("raspad-smallest", recorded("raspad", 1, 11), (40, 12), [], UNICODE),
    ("raspad-ascii", recorded("raspad", 0, 8), (80, 24), [], ASCII),
    ("raspad-outlined", recorded("raspad", 0, 8), (80, 24), [], OUTLINED),
    ("raspad-won", recorded("raspad", 4), (80, 24), [], UNICODE),
    ("raspad-lost", recorded("raspad", 0), (80, 24), [], UNICODE),
    ("raspad-why", recorded("raspad", 0, 8), (80, 24), ["y"], UNICODE),
    ("raspad-cards", recorded("raspad", 0, 8), (80, 24), ["d"], UNICODE),
    ("garem-deal", wishing, (80, 24), [], UNICODE),
    ("garem-wishes", wishing, (80, 24), ["w"], UNICODE),
    ("garem-gate-shut", recorded("garem", 0, 12), (80, 24), [], UNICODE),
    ("garem-picked", recorded("garem", 5, 30), (80, 24), ["right", "enter"], UNICODE),
    ("garem-late", recorded("garem", 5, 60), (100, 30), [], UNICODE),
    ("garem-small", recorded("garem", 5, 60), (50, 15), [], UNICODE),
    ("garem-smallest", recorded("garem", 5, 60), (40, 12), [], UNICODE),
    ("garem-ascii", recorded("garem", 5, 60), (80, 24), [], ASCII),
    ("garem-end", wished, (80, 24), [], UNICODE),
    ("new-deal", dealt("raspad", 1742), (80, 24), ["n"], UNICODE),
    ("rules", dealt("garem", 7), (80, 24), ["question_mark"], UNICODE),
    ("too-small", dealt("raspad", 1742), (39, 11), [], UNICODE),
]


@pytest.mark.parametrize(("session", "size", "keys", "charset"), [pytest.param(*c[1:], id=c[0]) for c in CASES])
def test_picture(
    session: Callable[[], Session] | None, size: tuple[int, int], keys: list[str], charset: Charset, snap_compare: Any
) -> None:
    keeper = Keeper(lambda: Store.forgetful(now=FakeClock()))  # the menu names the day
    app = SolitaireApp(session() if session else None, charset=charset, keeper=keeper)
    assert snap_compare(app, terminal_size=size, press=keys)


def test_picture_in_the_light_theme(snap_compare: Any) -> None:
    app = SolitaireApp(recorded_session("raspad", 0, 8), charset=UNICODE)
    app.theme = "felt-light"
    assert snap_compare(app)


def test_there_are_at_most_40_pictures() -> None:
    assert len(CASES) + 1 <= 40
