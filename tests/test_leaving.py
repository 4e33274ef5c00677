"""What a question says that a game will count as is what it counts as once the question is answered."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from solitaire_tui.app.dealing import lay, what_it_counts
from solitaire_tui.app.keeping import Keeper
from solitaire_tui.app.main import SolitaireApp
from solitaire_tui.app.panels import ChoicePanel
from solitaire_tui.session import Session
from solitaire_tui.store.endings import Result
from solitaire_tui.store.games import Store
from solitaire_tui.store.statistics import statistics
from solitaire_tui.table.screen import TableScreen
from tests.store_helpers import LOST, WON, fresh


@pytest.fixture
def store() -> Iterator[Store]:
    with Store.forgetful() as opened:
        yield opened


def begun(app: SolitaireApp) -> Session:
    (session,) = app.sessions.values()
    return session


def playing(app: SolitaireApp, moves: list[Any], undone: int = 0) -> None:
    for move in moves:
        begun(app).play(move)
        app.keeper.saved(begun(app))
    for _ in range(undone):
        begun(app).undo()
        app.keeper.saved(begun(app))


def wishing(app: SolitaireApp) -> None:
    begun(app).wishes[3] = "a long walk"
    app.keeper.saved(begun(app))


@pytest.mark.parametrize(
    ("game", "number", "moves", "undone", "told", "result"),
    [
        ("raspad", LOST, 2, 0, "It counts as left.", "left"),
        ("raspad", LOST, -1, 1, "It counts as lost.", "lost"),  # the end of the line counts
        ("raspad", WON, -1, 1, "Its result stays: won.", "won"),
        ("garem", 0, 0, 0, "No move was made, so it counts as nothing.", None),
    ],
)
async def test_dealing_anew(
    store: Store, game: str, number: int, moves: int, undone: int, told: str, result: str | None
) -> None:
    session, line = fresh(game, number)
    app = SolitaireApp(session, keeper=Keeper(lambda: store))
    async with app.run_test() as pilot:
        await pilot.pause()
        playing(app, line if moves < 0 else line[:moves], undone)
        if not moves:
            wishing(app)
        lay(app, Session.new(game, {}, 7))
        await pilot.pause()
        assert isinstance(app.screen, ChoicePanel)
        assert told in app.screen.body
        await pilot.press("y")
        await pilot.pause()
        assert begun(app).deal == 7
        assert [kept.result for kept in store.games()] == ([result] if result else [])


@pytest.mark.parametrize(
    ("moves", "told", "result"),
    [(2, "It counts as given up.", "given up"), (0, "No move was made, so it counts as nothing.", None)],
)
async def test_giving_up(store: Store, moves: int, told: str, result: str | None) -> None:
    session, line = fresh("raspad", LOST)
    app = SolitaireApp(session, keeper=Keeper(lambda: store))
    async with app.run_test() as pilot:
        await pilot.pause()
        playing(app, line[:moves])
        assert isinstance(app.screen, TableScreen)
        app.screen.action_give_up()
        await pilot.pause()
        assert isinstance(app.screen, ChoicePanel)
        assert told in app.screen.body
        await pilot.press("y")
        await pilot.pause()
        assert [kept.result for kept in store.games()] == ([result] if result else [])


@pytest.mark.parametrize(("moves", "result"), [(3, Result.LEFT), (3, Result.GIVEN_UP), (-1, Result.WON)])
def test_an_imported_game_counts_in_no_statistics(store: Store, moves: int, result: Result) -> None:
    session, line = fresh("raspad", WON)
    session.play(line[0])  # what is laid with moves in it was played elsewhere
    keeper = Keeper(lambda: store)
    keeper.laid(session)
    for move in line[1:] if moves < 0 else line[1:moves]:
        session.play(move)
        keeper.saved(session)
    told = "It was imported and counts in no statistics."
    assert what_it_counts(keeper, session, result) == told
    session.restart()
    keeper.restarted(session)
    session.play(line[0])
    keeper.saved(session)
    assert what_it_counts(keeper, session, Result.LEFT) == told  # the deal once more is no deal of this program either
    keeper.laid(Session.new("raspad", deal=7))
    assert len(store.games()) == 2
    assert statistics(store) == []
