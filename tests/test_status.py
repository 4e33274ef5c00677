"""What a table says above and below the cards: strict play, questions before a mark, and what had no room."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from textual.geometry import Region
from textual.pilot import Pilot
from textual.screen import Screen
from textual.widget import Widget
from textual.widgets import Input, Static

from solitaire_tui.app.bar import TextBar
from solitaire_tui.app.keeping import Keeper
from solitaire_tui.app.main import SolitaireApp
from solitaire_tui.app.panels import ChoicePanel, InfoPanel, WishPanel
from solitaire_tui.engine.client import Engine
from solitaire_tui.session import PEEKED, Session
from solitaire_tui.settings import Settings
from solitaire_tui.store.games import Store
from solitaire_tui.table.faces import UNICODE
from solitaire_tui.table.review import ReviewScreen
from solitaire_tui.table.screen import TableScreen
from tests.helpers import recorded_session, until


@asynccontextmanager
async def at_table(
    session: Session, size: tuple[int, int] = (80, 24), *, strict: bool = False, chances: bool = False
) -> AsyncIterator[tuple[Pilot[None], TableScreen[Any]]]:
    app = SolitaireApp(
        session, charset=UNICODE, engine=Engine(), keeper=Keeper(strict=strict), settings=Settings(chances=chances)
    )
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        assert isinstance(app.screen, TableScreen)
        yield pilot, app.screen


def bar(screen: TableScreen[Any], name: str) -> TextBar:
    return screen.query_one(f"#{name}", TextBar)


def shown(pilot: Pilot[None]) -> Screen[Any]:
    return pilot.app.screen


def role(screen: TableScreen[Any], action: str) -> str:
    """How the label of an action in the footer is written."""
    return next(part.role for part in screen.footer_parts() if part.action == action and part.role != "key")


async def test_strict_play_tells_no_chances_and_what_it_does_not_allow() -> None:
    session = recorded_session("raspad", 0, 4)
    async with at_table(session, strict=True, chances=True) as (pilot, screen):
        await until(pilot, lambda: screen.advice is not None)
        screen.draw()
        header = bar(screen, "header").text
        assert "strict" in header
        assert "win" not in header
        assert (role(screen, "undo"), role(screen, "hint"), role(screen, "lay_down")) == ("idle", "idle", "text")
    async with at_table(recorded_session("raspad", 0, 4), chances=True) as (pilot, screen):
        await until(pilot, lambda: screen.advice is not None)
        screen.draw()
        header = bar(screen, "header").text
        assert "strict" not in header
        assert "win" in header
        assert role(screen, "undo") == "text"


async def test_a_review_of_a_game_still_played_asks_before_it_marks_it() -> None:
    session = recorded_session("raspad", 0, 4)
    async with at_table(session) as (pilot, screen):
        screen.action_review()
        await pilot.pause()
        assert isinstance(shown(pilot), ChoicePanel)
        await pilot.press("n")
        assert shown(pilot) is screen
        assert PEEKED not in session.marks
        screen.action_review()
        await pilot.pause()
        await pilot.press("y")
        assert isinstance(shown(pilot), ReviewScreen)
        assert PEEKED in session.marks
        await pilot.press("escape")
        screen.action_review()  # marked already: nothing to ask
        await pilot.pause()
        assert isinstance(shown(pilot), ReviewScreen)


@pytest.mark.parametrize("how", ["click", "why"])
async def test_what_the_status_has_no_room_for_can_be_read(how: str) -> None:
    long = "a message that is much too long for a window of forty columns, and ends here"
    async with at_table(recorded_session("raspad", 0, 4), (40, 12)) as (pilot, screen):
        screen.say(long)
        screen.draw()
        assert bar(screen, "status").text.endswith("…")
        if how == "click":
            await pilot.click("#status", offset=(5, 0))
        else:
            screen.action_why()
        await pilot.pause()
        panel = pilot.app.screen
        assert isinstance(panel, InfoPanel)
        assert panel.body.startswith(
            "A message that is much too long for a window of forty columns, and ends here.\n\n"
        )
        await pilot.press("escape")
        screen.say("short")
        screen.hovered = ""
        screen.draw()


async def test_what_has_room_does_not_ask_to_be_clicked() -> None:
    async with at_table(recorded_session("raspad", 0, 4), (160, 50)) as (pilot, screen):
        await pilot.click("#status", offset=(5, 0))
        assert pilot.app.screen is screen


async def test_the_gate_is_told_in_the_smallest_window() -> None:
    async with at_table(Session.new("garem", deal=7), (40, 12)) as (pilot, screen):
        await pilot.press("c")
        assert "gate" in bar(screen, "header").text


async def test_wishes_begin_at_the_pile_under_the_cursor_and_go_where_one_clicks() -> None:
    session = Session.new("garem", deal=7)
    async with at_table(session) as (pilot, screen):
        screen.cursor = "pile:4"
        await pilot.press("w")
        panel = pilot.app.screen
        assert isinstance(panel, WishPanel)
        assert panel.focused is panel.query_one("#wish-5", Input)
        await pilot.click(list(panel.query(".base").results(Static))[1])
        assert panel.focused is panel.query_one("#wish-2", Input)
        await pilot.press("x", "enter")
    assert session.wishes == {2: "x"}


async def test_a_lost_game_that_was_reviewed_is_marked_when_it_is_played_on(tmp_path: Path) -> None:
    session = recorded_session("raspad", 0)
    app = SolitaireApp(session, charset=UNICODE, engine=Engine(), keeper=Keeper(lambda: Store.open(tmp_path)))
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: isinstance(app.screen, ChoicePanel))
        await pilot.press("v")
        await until(pilot, lambda: isinstance(app.screen, ReviewScreen))
        assert PEEKED not in session.marks
        await pilot.press("escape", "u", "u")
        assert PEEKED in session.marks


async def test_a_table_that_has_opened_is_drawn_anew_when_asked() -> None:
    """Only while it opens are its widgets drawn in its place."""
    async with at_table(recorded_session("raspad", 0, 4)) as (pilot, screen):
        await pilot.pause()
        asked: list[bool] = []
        whole = Widget.refresh

        def spy(self: Widget, *regions: Region, repaint: bool = True, **options: bool) -> Widget:
            asked.append(repaint)
            return whole(self, *regions, repaint=repaint, **options)

        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(Widget, "refresh", spy)
            screen.refresh()
        assert asked == [True]


@pytest.mark.parametrize("key", ["y", "s", "d"])
async def test_a_plan_stands_while_something_else_is_read(key: str) -> None:
    session = Session.new("raspad", deal=5)
    async with at_table(session) as (pilot, screen):
        await until(pilot, lambda: screen.advice is not None)
        await pilot.press("h", "h")
        assert "plan" in screen.message
        await pilot.press(key)
        assert shown(pilot) is not screen
        await pilot.press("escape", "h")
        assert session.history.cursor == 1
