"""What several tests need: the reference data, games played by chance, and all conceivable moves of a position."""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from solitaire_tui.cards import Card
from solitaire_tui.game import AnyGame, Move, load
from solitaire_tui.garem.rules import NEXT, GaremState, Place
from solitaire_tui.raspad.rules import CLOSE, LAY_DOWN, Beat, RaspadState
from solitaire_tui.record import GameRecord, check_record
from solitaire_tui.session import Session

if TYPE_CHECKING:
    import pytest
    from textual.pilot import Pilot

    from solitaire_tui.table.canvas import CardTable
    from solitaire_tui.table.scene import Scene

DATA = Path(__file__).parent / "data"
RECORDED = {"raspad": "raspad_games.jsonl", "garem": "garem_games.jsonl"}


def vectors(name: str) -> list[dict[str, Any]]:
    """The lines of a file of reference data."""
    return [json.loads(line) for line in (DATA / name).read_text(encoding="utf-8").splitlines()]


def record_of(data: dict[str, Any]) -> GameRecord:
    """A record from reference data."""
    return GameRecord.model_validate(data)


def recorded_session(game_id: str, number: int, moves: int | None = None) -> Session:
    """A recorded game of the reference data at its end, or after so many moves."""
    data = dict(vectors(RECORDED[game_id])[number]["record"])
    if moves is not None:
        data["moves"] = data["moves"][:moves]
    return Session.from_record(check_record(record_of(data)))


def random_line(
    game_id: str, seed: int, rules: dict[str, bool] | None = None, limit: int = 300
) -> Iterator[tuple[Any, Move | None]]:
    """The positions of a game played by chance, each with the move played in it (None at the end)."""
    rng = random.Random(seed)
    session = Session.new(game_id, rules, seed + 1)
    game, state = session.game, session.state
    for _ in range(limit):
        legal = game.legal_moves(state)
        move = rng.choice(legal) if legal else None
        yield state, move
        if move is None:
            return
        state = game.apply(state, move)


def cards_of(state: Any) -> Counter[Card]:
    """Every card of a position, wherever it lies."""
    if isinstance(state, RaspadState):
        row = [card for slot in state.table for card in (slot.card, slot.spent) if card is not None]
        return Counter((*state.stock, *state.hand, *row, *state.discard))
    assert isinstance(state, GaremState)
    piled = [card for pile in state.piles for card in pile]
    return Counter((*state.stock, *piled, *(card for card in state.row if card), *state.aside))


def conceivable_moves(game: AnyGame, state: Any) -> list[Move]:
    """Every move that could be written down for a position, legal or not."""
    if isinstance(state, RaspadState):
        deck = game.deck(state.rules)
        table = {slot.card for slot in state.table} | {deck[0], deck[-1]}
        hands = {*state.hand, deck[1], deck[-2]}
        return [CLOSE, LAY_DOWN, *(Beat(hand=hand, table=card) for hand in hands for card in table)]
    return [NEXT, *(Place(slot=slot, pile=pile) for slot in range(1, 9) for pile in range(1, 9))]


def game_of(state: Any) -> AnyGame:
    """The game of a position."""
    return load("raspad" if isinstance(state, RaspadState) else "garem")


def pictures(table: CardTable, monkeypatch: pytest.MonkeyPatch) -> list[Scene]:
    """The scenes that a table is given to show from now on, for a test that counts them."""
    scenes: list[Scene] = []
    show = table.show

    def shown(scene: Scene, *rest: Any) -> None:
        scenes.append(scene)
        show(scene, *rest)

    monkeypatch.setattr(table, "show", shown)
    return scenes


async def until(pilot: Pilot[Any], condition: Callable[[], object]) -> None:
    """Wait until something has come true that the app has yet to draw, at most a hundred turns."""
    for _ in range(100):
        if condition():
            return
        await pilot.pause()
    raise AssertionError(f"it never came true on {pilot.app.screen}")
