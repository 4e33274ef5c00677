"""The side panel: what it tells, where it has room, and going to any position of the game from its list."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest
from textual import events
from textual.geometry import Region
from textual.pilot import Pilot

from solitaire_tui.app.main import SolitaireApp
from solitaire_tui.app.sidedialog import SideDialog
from solitaire_tui.cards import Rank
from solitaire_tui.counsel import Advice
from solitaire_tui.session import Session
from solitaire_tui.table.faces import ASCII, UNICODE, Charset
from solitaire_tui.table.line import SIDE_FROM
from solitaire_tui.table.scene import MIN_HEIGHT, MIN_WIDTH
from solitaire_tui.table.screen import TableScreen
from solitaire_tui.table.side import SIDE_WIDTH, SidePanel
from tests.helpers import recorded_session

WIDE = (120, 40)


@asynccontextmanager
async def at_table(
    session: Session, size: tuple[int, int] = WIDE, charset: Charset = UNICODE
) -> AsyncIterator[tuple[Pilot[None], TableScreen[Any]]]:
    app = SolitaireApp(session, charset=charset)
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        screen = app.screen
        assert isinstance(screen, TableScreen)
        yield pilot, screen


def long_game(game_id: str) -> Session:
    """A recorded game just before its end."""
    session = recorded_session(game_id, 0)
    while session.over:
        session.undo()
    return session


def panel(screen: TableScreen[Any]) -> SidePanel:
    found = screen.side_panel
    assert found is not None
    return found


def line(screen: TableScreen[Any], number: int) -> str:
    """The line of the list that has a step's number."""
    rows = panel(screen).text.partition("Moves:")[2].splitlines()[1:]
    return next(text for text in rows if re.match(rf"..?.? *{number} ", text))


async def test_it_is_there_by_itself_where_it_has_room_and_as_a_dialog_where_not() -> None:
    async with at_table(recorded_session("raspad", 0, 8), size=(SIDE_FROM, 24)) as (pilot, screen):
        assert panel(screen).size.width == SIDE_WIDTH
        assert screen.table.size.width == SIDE_FROM - SIDE_WIDTH
        scene = screen.table.scene
        assert scene is not None
        assert scene.width == SIDE_FROM - SIDE_WIDTH
        await pilot.press("s")
        await pilot.pause()
        assert screen.table.size.width == SIDE_FROM
        assert not panel(screen).display
        await pilot.resize_terminal(SIDE_FROM + 10, 24)  # the player's word holds as long as the program runs
        await pilot.pause()
        assert screen.table.size.width == SIDE_FROM + 10
        await pilot.press("ы")
        await pilot.pause()
        assert panel(screen).display
        await pilot.resize_terminal(80, 24)
        await pilot.pause()
        assert screen.table.size.width == 80
        await pilot.press("s")
        await pilot.pause()
        assert [type(shown) for shown in pilot.app.screen_stack[1:]] == [SideDialog]
        await pilot.press("s")
        assert pilot.app.screen is screen


async def test_the_list_tells_every_step_in_words_and_notation_and_how_it_stands() -> None:
    session = recorded_session("raspad", 0, 6)
    async with at_table(session) as (_, screen):
        screen.action_undo()
        screen.action_mark()
        screen.action_undo()
        beat = session.history.steps[1][0]
        assert line(screen, 0).split()[1:] == ["the", "deal"]
        told = line(screen, 2)
        assert f"2 {beat.hand.name} on {beat.table.name}" in told
        assert told.endswith(str(beat))
        assert told.lstrip().startswith("2 ")  # made, and no more
        assert line(screen, 4).lstrip().startswith("▸")  # the present one
        assert line(screen, 5).lstrip().startswith("·◆")  # undone, and marked
        assert line(screen, 6).lstrip().startswith("·  ")
        assert "Moves: 4 of 6" in panel(screen).text


@pytest.mark.parametrize("game_id", ["raspad", "garem"])
async def test_the_counter_counts_what_has_not_been_seen(game_id: str) -> None:
    session = recorded_session(game_id, 0, 6)
    async with at_table(session) as (_, screen):
        text = panel(screen).text
        assert f"Unseen: {len(session.state.stock)}" in text
        sums = next(row for row in text.splitlines()[1:] if re.fullmatch(r"[\d· ]+", row) and len(row.split()) == 14)
        *ranks, total = sums.split()
        assert int(total) == len(session.state.stock)
        expected = [sum(card.rank is rank for card in session.state.stock) for rank in Rank]
        assert [0 if cell == "·" else int(cell) for cell in ranks] == expected
        if game_id == "raspad":
            row = next(row for row in text.splitlines() if row.lstrip().startswith("♥"))
            hearts = {card.rank.letter for card in session.state.stock if card.rank and card.name.endswith("♥")}
            assert set(row.split()[1:14]) - {"·"} == hearts
            assert row.split()[14] == str(len(hearts))


async def test_chances_are_told_only_when_they_are_wanted() -> None:
    session = recorded_session("garem", 0, 6)
    session.wishes = {2: "a boat"}
    odds = (0.5, 0.25, 0.0, 1.0, 0.1, 0.1, 0.1, 0.1)
    async with at_table(session) as (_, screen):
        screen.advice = screen.view.advice = Advice("next", ("next",), 2.15, odds, "", 10, False)
        screen.draw()
        assert "25%" not in panel(screen).text
        screen.solitaire.chances = True
        screen.draw()
        rows = panel(screen).text.splitlines()
        assert "2.15" in rows[0]
        assert re.fullmatch(rf" +2 +{session.state.piles[1][0].name} +25%  a boat", rows[2])
        assert [row.split()[2] for row in rows[1:9]][2:4] == ["0%", "100%"]


async def test_a_click_on_an_entry_goes_there_and_leaves_the_keys_to_the_table() -> None:
    session = recorded_session("raspad", 0, 12)
    end = session.state
    async with at_table(session) as (pilot, screen):
        side = panel(screen)
        row = next(y for y in range(side.size.height) if side.entry_at(y) == 3)
        await pilot.click(SidePanel, offset=(5, row))
        assert session.history.cursor == 3
        assert len(session.history.steps) == 12
        assert "step 3 of 12" in screen.message
        assert screen.table.has_focus
        row = next(y for y in range(side.size.height) if side.entry_at(y) == 12)
        await pilot.click(SidePanel, offset=(5, row))
        assert session.state is end
        await pilot.click(SidePanel, offset=(5, row))
        assert "present position" in screen.message


async def test_tab_leads_to_the_list_and_back_and_enter_goes_there() -> None:
    session = recorded_session("raspad", 0, 12)
    async with at_table(session) as (pilot, screen):
        await pilot.press("tab")
        assert panel(screen).has_focus
        chosen = [
            panel(screen)._lines[y][0].role for y in range(panel(screen).size.height) if panel(screen).entry_at(y) == 12
        ]
        assert chosen == ["chosen"]
        cursor = screen.cursor
        await pilot.press("up", "enter")
        assert session.history.cursor == 11
        assert screen.cursor == cursor  # the table's own cursor has stayed
        screen.go_to(0)
        await pilot.press("u", "tab")  # the other keys are the table's, wherever the focus is
        assert "this is the deal" in screen.message
        assert screen.table.has_focus
        await pilot.press("tab")
        screen.action_side()  # taken away while it has the focus
        await pilot.pause()
        assert screen.table.has_focus


async def test_the_wheel_scrolls_the_list_and_nothing_else() -> None:
    session = long_game("raspad")
    async with at_table(session, size=(120, 24)) as (pilot, screen):
        side = panel(screen)
        last = session.history.cursor
        assert any(side.entry_at(y) == last for y in range(side.size.height))  # the present one is in sight
        before, cursor = side.text, screen.cursor
        x, y = side.region.x + 4, side.region.y + side.size.height - 2
        for _ in range(20):
            pilot.app.post_message(events.MouseScrollUp(None, x, y, 0, 0, 0, False, False, False, x, y))
        await pilot.pause()
        assert side.text != before
        assert any(side.entry_at(y) == 0 for y in range(side.size.height))
        assert (screen.cursor, session.history.cursor) == (cursor, last)


async def test_only_the_lines_in_sight_are_made() -> None:
    session = long_game("raspad")
    async with at_table(session, size=(120, 24)) as (_, screen):
        made = screen.moves._words
        assert len(session.history.steps) > 20
        assert 0 < len(made) <= panel(screen).size.height


async def test_what_differs_is_what_is_painted_again(monkeypatch: pytest.MonkeyPatch) -> None:
    session = recorded_session("raspad", 0, 12)
    async with at_table(session) as (_, screen):
        side = panel(screen)
        painted: list[tuple[Region, ...]] = []
        monkeypatch.setattr(side, "refresh", lambda *regions: painted.append(regions))
        screen.draw()
        assert painted == []
        before = side.text.splitlines()
        screen.action_undo()
        after = side.text.splitlines()
        (regions,) = painted
        assert {region.y for region in regions} == {
            y for y, pair in enumerate(zip(before, after, strict=True)) if pair[0] != pair[1]
        }
        assert len(regions) < 10


@pytest.mark.parametrize(
    ("game_id", "size", "charset"),
    [
        ("raspad", (MIN_WIDTH, MIN_HEIGHT), ASCII),
        ("garem", (MIN_WIDTH, MIN_HEIGHT), UNICODE),
        ("garem", (80, 24), ASCII),
        ("raspad", (110, 12), UNICODE),
        ("raspad", (160, 50), ASCII),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
async def test_every_line_fits_its_cells(game_id: str, size: tuple[int, int], charset: Charset) -> None:
    session = long_game(game_id)
    async with at_table(session, size, charset) as (pilot, screen):
        screen.go_to(20)
        screen.action_mark()
        if size[0] < SIDE_FROM:
            screen.action_side()
            await pilot.pause()
        side = pilot.app.screen.query_one(SidePanel)
        for y in range(side.size.height):
            assert side.render_line(y).cell_length == side.size.width
        if charset is ASCII:
            assert side.text.isascii(), side.text
        assert any(side.entry_at(y) == 20 for y in range(side.size.height))
        side.focus()
        side.action_choose(-1000)
        side.action_choose(1000)
        assert any(side.entry_at(y) == len(session.history.steps) for y in range(side.size.height))


async def test_a_position_chosen_in_the_dialog_is_gone_to() -> None:
    session = recorded_session("garem", 5, 20)
    async with at_table(session, (50, 15)) as (pilot, screen):
        await pilot.press("s", "up", "enter")
        await pilot.pause()
        assert pilot.app.screen is screen
        assert session.history.cursor == 19


async def test_a_line_that_is_watched_is_gone_through_by_its_list() -> None:
    session = recorded_session("raspad", 0, 12)
    async with at_table(session) as (pilot, screen):
        screen.watch_line(session.branched(), "a line")
        await pilot.pause()
        watch = pilot.app.screen
        assert isinstance(watch, TableScreen)
        assert watch is not screen
        await pilot.pause()
        watch.go_to(4)
        assert watch.session.history.cursor == 4
        assert "Moves: 4 of 12" in panel(watch).text
        assert session.history.cursor == 12
