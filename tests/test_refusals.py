"""A sweep over recorded positions: whatever is tried and refused says why, in words that name the cards or the rule."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from solitaire_tui.app.main import SolitaireApp
from solitaire_tui.garem.rules import GaremState
from solitaire_tui.raspad.rules import RaspadState
from solitaire_tui.table.canvas import CardTable
from solitaire_tui.table.faces import UNICODE
from solitaire_tui.table.screen import TableScreen
from tests.helpers import recorded_session

RULE_WORDS = {
    "close": "cards are still open|the deal is won",
    "lay_down": "close the round|the stock is empty|the deal is won",
    "next_row": "can still be placed|the stock is empty",
    "forced": "choice of piles|no card can be placed",
    "undo": "this is the deal",
    "restart": "this is the deal",
    "redo": "no step has been taken back",
    "redo_all": "no step has been taken back",
    "jump": "no position is marked",
}
"""What the refusal of each action has to speak of; one of the words."""


def targets(state: Any) -> list[str]:
    """Everything that can be pointed at, and some that is not there."""
    if isinstance(state, RaspadState):
        return [*(f"hand:{i}" for i in range(7)), *(f"table:{i}" for i in range(len(state.table))), "discard"]
    return [*(f"row:{i}" for i in range(9)), *(f"pile:{i}" for i in range(8)), "unseen"]


def names(state: Any, target: str) -> set[str]:
    """What a sentence may call a target: its card, or its place."""
    kind, _, number = target.partition(":")
    at = int(number or 0)
    if isinstance(state, RaspadState):
        cards = {"hand": state.hand, "table": tuple(slot.card for slot in state.table)}.get(kind, ())
        return {cards[at].name} if at < len(cards) else {f"no card {at + 1}:"}
    assert isinstance(state, GaremState)
    if kind == "pile":
        return {f"pile {at + 1}", state.piles[at][-1].name}
    card = state.row[at] if kind == "row" and at < 8 else None
    return {card.name} if card is not None else {f"slot {at + 1}", f"pile {at + 1}", "slot or pile"}


class Tries:
    """Tries things at a table, and holds what came of each against what it must say."""

    def __init__(self, screen: TableScreen[Any]) -> None:
        self.screen = screen
        self.refused = 0

    @property
    def place(self) -> tuple[Any, ...]:
        history = self.screen.session.history
        return history.steps, history.cursor

    def __call__(self, what: str, named: set[str], *, picked: str = "") -> None:
        """Do it; if it changed nothing it must have said why.

        Args:
            what: the method, with its argument after a space.
            named: words of which one must be said.
            picked: the card that is picked before.
        """
        screen, history = self.screen, self.screen.session.history
        screen.picked, before = picked, self.place
        screen.session.wishes_locked = False  # or restart has something to do at the deal too
        screen.say("")
        method, _, argument = what.partition(" ")
        match method:
            case "put":
                screen.put(argument)
            case "drop":
                screen._dropped(CardTable.Dropped(picked, argument))
            case "pick":
                screen.pick(argument)
            case "digit":
                screen.action_digit(int(argument))
            case _:
                getattr(screen, f"action_{method}")()
        if self.place == before and screen.picked in ("", picked) and not screen.view.provisional:
            self.refused += 1
            assert screen.message, (picked, what)
            assert any(name in screen.message for name in named), (picked, what, screen.message, named)
            assert screen._message[1] == "warning", (picked, what, screen.message)
        elif self.place != before and method in ("put", "drop"):
            move = history.last_step[0]
            earlier = history.previous
            assert move in screen.session.game.legal_moves(earlier)
        screen.picked = ""
        screen.leave_preview()


def tries(state: Any) -> Iterator[tuple[str, str, set[str]]]:
    """The card that is picked, what is tried, and what a refusal may name."""
    every = targets(state)
    for one in every:
        if one not in ("discard", "unseen"):
            yield "", f"pick {one}", names(state, one) | {"the deal is won"}
        for other in every:
            picked_card = ":" in one and not any(name.startswith(("no card", "slot")) for name in names(state, one))
            if one != other and picked_card:
                for how in ("put", "drop"):
                    yield one, f"{how} {other}", names(state, one) | names(state, other)
    kind = "hand" if isinstance(state, RaspadState) else "row"
    for digit in range(1, 10):
        yield "", f"digit {digit}", names(state, f"{kind}:{digit - 1}") | {"the deal is won"}


@pytest.mark.parametrize(
    ("game_id", "number", "steps"),
    [("raspad", 0, (0, 3, 8, 15, 21, 28)), ("raspad", 4, (12, 28)), ("garem", 5, (0, 2, 9, 30, 61, 70))],
)
async def test_whatever_is_refused_says_why(
    game_id: str, number: int, steps: tuple[int, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    session = recorded_session(game_id, number)
    app = SolitaireApp(session, charset=UNICODE)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        screen = next(screen for screen in app.screen_stack if isinstance(screen, TableScreen))
        monkeypatch.setattr(screen, "draw", lambda glide=None: None)  # what is drawn is not the point here
        monkeypatch.setattr(screen, "end", lambda: None)
        monkeypatch.setattr(screen, "keep", lambda: None)
        line = session.history.moves
        attempt = Tries(screen)
        for step in steps:
            session.history.jump(0)
            for move in line[:step]:
                session.history.play(move)
            state = session.state
            for picked, what, named in tries(state):
                attempt(what, named, picked=picked)
                session.history.jump(step)
            own = {"close", "lay_down"} if game_id == "raspad" else {"next_row", "forced"}
            for action in sorted(own | {"undo", "redo", "restart", "redo_all", "jump"}):
                attempt(action, set(RULE_WORDS[action].split("|")))
                session.history.jump(0)
                for move in line[:step]:
                    session.history.play(move)
            session.given_up = True
            for picked, what, _named in tries(state):
                attempt(what, {"given up"}, picked=picked)
            for action in sorted(own | {"redo", "redo_all"}):
                attempt(action, {"given up"})
            session.given_up = False
        assert attempt.refused > 300
