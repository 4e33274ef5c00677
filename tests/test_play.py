"""Whole games and everything around them, played in the real application."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from typing import Any, TypeVar

import pytest
from textual import events
from textual.pilot import Pilot
from textual.widgets import Input, OptionList

from solitaire_tui.app.bar import TextBar
from solitaire_tui.app.keymap import twin
from solitaire_tui.app.main import SolitaireApp
from solitaire_tui.app.menu import MenuScreen
from solitaire_tui.app.newdeal import NewDealPanel
from solitaire_tui.app.panels import ChoicePanel, InfoPanel, Tick, WishPanel
from solitaire_tui.app.reader import RulesScreen
from solitaire_tui.game import Move, Outcome
from solitaire_tui.garem.rules import NEXT, Place
from solitaire_tui.raspad.rules import CLOSE, LAY_DOWN, Beat
from solitaire_tui.session import Session
from solitaire_tui.table.faces import UNICODE, Mark
from solitaire_tui.table.screen import TableScreen
from tests.helpers import pictures, record_of, recorded_session, vectors

WON_GAME = 4
"""A recorded game of Raspad that is won; with lay-downs, closes and beats."""
WISH_GAME = 5
"""A recorded game of Garem that grants three wishes."""

App = SolitaireApp
Play = Pilot[None]
ScreenT = TypeVar("ScreenT")


@asynccontextmanager
async def playing(session: Session | None = None, size: tuple[int, int] = (80, 24)) -> AsyncIterator[tuple[App, Play]]:
    app = SolitaireApp(session, charset=UNICODE)
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        yield app, pilot


def table(app: App) -> TableScreen[Any]:
    return shown(app, TableScreen)


def shown(app: App, kind: type[ScreenT]) -> ScreenT:
    """The screen on top, which must be of a kind."""
    screen = app.screen
    assert isinstance(screen, kind), screen
    return screen


def status(app: App) -> str:
    return next(s for s in reversed(app.screen_stack) if isinstance(s, TableScreen)).query_one("#status", TextBar).text


def footer(app: App) -> str:
    return table(app).query_one("#footer", TextBar).text


def at(app: App, target: str) -> tuple[int, int]:
    """A cell of a card, as an offset in the table."""
    scene = table(app).table.scene
    assert scene is not None
    placed = scene.find(target)
    assert placed is not None, target
    return placed.x + placed.width // 2, placed.y


def keys_for(app: App, move: Move) -> Iterator[str]:
    """The keys that play a move, as a player would find them: digits, and the number shown on the target."""
    screen = table(app)
    match move:
        case Beat() | Place():
            ends = screen.view.ends(move)
            assert ends is not None
            source, target = ends
            yield str(int(source.partition(":")[2]) + 1)
            if screen.picked:
                targets = list(screen.view.targets(source))
                yield screen.view.numbered(targets, source)[target]
        case _ if move in (CLOSE, NEXT):
            yield "c"
        case _:
            assert move == LAY_DOWN
            yield "l"
            yield "l"


def recorded_moves(game_id: str, number: int) -> tuple[Session, list[Move]]:
    """The deal of a recorded game, and its moves."""
    session = recorded_session(game_id, number, 0)
    record = record_of(vectors(f"{game_id}_games.jsonl")[number]["record"])
    return session, [session.game.parse_move(text) for text in record.moves]


@pytest.mark.parametrize(
    ("game_id", "number", "cyrillic"),
    [
        ("raspad", WON_GAME, False),
        ("raspad", WON_GAME, True),
        pytest.param("garem", WISH_GAME, False, marks=pytest.mark.campaign),
    ],
)
async def test_a_whole_game_by_keys(game_id: str, number: int, cyrillic: bool) -> None:
    session, moves = recorded_moves(game_id, number)
    async with playing(session) as (app, pilot):
        for count, move in enumerate(moves, 1):
            for key in keys_for(app, move):
                await pilot.press((twin(key) or key) if cyrillic else key)
            assert session.history.cursor == count, (move, status(app))
        assert session.history.moves == tuple(moves)
        shown(app, ChoicePanel)
        if game_id == "raspad":
            assert session.outcome is Outcome.WON
        else:
            assert session.state.complete == (1, 4, 8)
        await pilot.press("г" if cyrillic else "u")
        assert not session.over
        assert session.history.cursor == len(moves) - 1


async def test_a_card_picked_or_played_by_key_is_drawn_once(monkeypatch: pytest.MonkeyPatch) -> None:
    session = recorded_session("raspad", 0, 1)
    async with playing(session) as (app, pilot):
        screen = table(app)
        several = next(t for t, found in screen.view.partners().items() if len(found) > 1 and t.startswith("hand"))
        scenes = pictures(screen.table, monkeypatch)
        await pilot.press(str(int(several.partition(":")[2]) + 1))
        assert (screen.picked, len(scenes)) == (several, 1)
        assert screen.cursor == min(screen.view.targets(several))
        await pilot.press("enter")
        assert (session.history.cursor, len(scenes)) == (2, 2)


@pytest.mark.parametrize(
    ("game_id", "number"),
    [("raspad", WON_GAME), pytest.param("garem", WISH_GAME, marks=pytest.mark.campaign)],
)
async def test_a_whole_game_by_mouse(game_id: str, number: int) -> None:
    session, moves = recorded_moves(game_id, number)
    async with playing(session) as (app, pilot):
        for count, move in enumerate(moves, 1):
            ends = table(app).view.ends(move)
            if ends is None:
                label = {"close": "Close", "laydown": "Lay down", "next": "Next row"}[str(move)]
                for _ in range(2 if move == LAY_DOWN else 1):
                    await pilot.click("#footer", offset=(footer(app).index(label), 0))
            elif count % 3 == 0:
                await drag(app, pilot, *ends)
            else:
                await pilot.click("#table", offset=at(app, ends[count % 2]))
                await pilot.click("#table", offset=at(app, ends[1 - count % 2]))
            assert session.history.cursor == count, (move, status(app))
        panel = shown(app, ChoicePanel)
        options = panel.query_one(OptionList)
        await pilot.click(OptionList, offset=(8, options.get_option_index("again")))
        assert app.sessions[game_id].deck == session.deck
        assert not app.sessions[game_id].history.can_undo


def mouse(kind: type[events.MouseEvent], x: int, y: int, button: int) -> events.MouseEvent:
    return kind(
        None, x=x, y=y, delta_x=0, delta_y=0, button=button, shift=False, meta=False, ctrl=False, screen_x=x, screen_y=y
    )


async def drag(app: App, pilot: Play, source: str, target: str, *, lose: bool = False) -> None:
    """Drag a card onto another, by events as a terminal sends them; or lose the release on the way."""
    offset = table(app).table.region.offset
    (x0, y0), (x1, y1) = at(app, source), at(app, target)
    x0, y0, x1, y1 = x0 + offset.x, y0 + offset.y, x1 + offset.x, y1 + offset.y
    app.post_message(mouse(events.MouseDown, x0, y0, 1))
    app.post_message(mouse(events.MouseMove, (x0 + x1) // 2, (y0 + y1) // 2, 1))
    app.post_message(mouse(events.MouseMove, x1, y1, 1))
    if lose:
        app.post_message(mouse(events.MouseMove, x1, y1, 0))
    else:
        app.post_message(mouse(events.MouseUp, x1, y1, 1))
    await pilot.pause()


async def test_a_drag_shows_the_card_under_the_pointer_and_a_lost_release_puts_it_back() -> None:
    session = recorded_session("raspad", 0, 1)
    async with playing(session) as (app, pilot):
        source, target = table(app).view.ends(Beat.model_validate({"hand": "9S", "table": "2S"})) or ("", "")
        await drag(app, pilot, source, target, lose=True)
        assert session.history.cursor == 1
        assert table(app).table.dragging == ""
        assert table(app).picked == ""
        await drag(app, pilot, source, "hand:0")  # beside every target
        assert session.history.cursor == 1
        assert table(app).picked == ""
        await drag(app, pilot, source, "table:0")  # a card it does not beat
        assert session.history.cursor == 1
        assert "does not beat K♠" in status(app)
        await drag(app, pilot, source, target)
        assert session.history.cursor == 2


async def test_a_double_click_plays_the_only_target() -> None:
    session = recorded_session("raspad", 0, 1)
    async with playing(session) as (app, pilot):
        only = next(t for t, found in table(app).view.partners().items() if len(found) == 1 and t.startswith("hand"))
        several = next(t for t, found in table(app).view.partners().items() if len(found) > 1 and t.startswith("hand"))
        await pilot.click("#table", offset=at(app, several), times=2)
        assert session.history.cursor == 1
        assert table(app).picked == several
        await pilot.press("escape")
        await pilot.click("#table", offset=at(app, only), times=2)
        assert session.history.cursor == 2


async def test_hovering_shows_what_a_card_can_do_and_leaves_no_trace() -> None:
    session = recorded_session("raspad", 0, 1)
    async with playing(session) as (app, pilot):
        await pilot.hover("#table", offset=at(app, "hand:2"))
        await pilot.pause()
        assert "9♠ can beat A♣ or 2♠" in status(app)
        marks = table(app)._marks().marks
        assert set(marks.values()) == {Mark.TARGET}
        assert len(marks) == 2
        await pilot.hover("#header")
        await pilot.pause()
        assert "9♠" not in status(app)


async def test_right_click_explains_a_card() -> None:
    async with playing(recorded_session("raspad", 0, 1)) as (app, pilot):
        offset = table(app).table.region.offset
        x, y = at(app, "hand:2")
        app.post_message(mouse(events.MouseDown, x + offset.x, y + offset.y, 3))
        await pilot.pause()
        shown(app, InfoPanel)
        assert "9♠ beats the 2♠: same suit, higher" in shown(app, InfoPanel).body


async def test_a_refused_move_says_why_and_changes_nothing() -> None:
    session = recorded_session("raspad", 0, 1)
    async with playing(session) as (app, pilot):
        before = session.state
        await pilot.press("c")
        assert "10 cards are still open: a round closes with at most one." in status(app)
        await pilot.press("3")
        await pilot.click("#table", offset=at(app, "table:1"))
        assert "9♠ does not beat J♦: it can be beaten by a jack or a diamond from queen up." in status(app)
        assert session.state is before


async def test_enter_picks_either_card_first() -> None:
    session = recorded_session("raspad", 0, 1)
    async with playing(session) as (app, pilot):
        screen = table(app)
        screen.cursor = "table:9"
        await pilot.press("enter")
        assert screen.picked == "table:9"
        await pilot.press("3")
        assert session.history.moves[-1] == Beat.model_validate({"hand": "9S", "table": "2S"})
        await pilot.press("u")
        screen.cursor = "hand:2"
        await pilot.press("enter", "right", "enter")
        assert session.history.moves[-1] == Beat.model_validate({"hand": "9S", "table": "2S"})


async def test_a_preview_shows_what_playing_would_lower_and_what_would_fall() -> None:
    session = recorded_session("raspad", 0, 1)
    async with playing(session) as (app, pilot):
        await pilot.press("3", "right")  # the 9 of spades, its second target: the two of spades
        scene = table(app).table.scene
        assert scene is not None
        shown = {label.role: label.text for label in scene.labels if label.role in {"preview", "falls"}}
        assert shown == {"preview": "6▸5", "falls": "✗✗✗"}  # the six of diamonds beyond the ace
        assert "A♣ falls apart" in status(app)
        await pilot.press("escape")
        scene = table(app).table.scene
        assert scene is not None
        assert not [label for label in scene.labels if label.role in {"preview", "falls"}]


async def test_laying_down_is_shown_before_it_is_done() -> None:
    session = recorded_session("raspad", 0, 2)
    async with playing(session) as (app, pilot):
        before = session.state
        await pilot.press("l")
        scene = table(app).table.scene
        assert scene is not None
        shown = [placed.card for placed in scene.cards if placed.target.startswith("table")]
        expected = [slot.card for slot in before.table if not slot.beaten] + list(before.hand)
        assert shown == expected
        assert session.state is before
        await pilot.press("x")
        assert session.state is before
        await pilot.press("l", "enter")
        assert [slot.card for slot in session.state.table] == expected


async def test_hints_cycle_through_the_legal_moves_and_enter_plays_one() -> None:
    session = recorded_session("raspad", 0, 1)
    async with playing(session) as (app, pilot):
        legal = session.game.legal_moves(session.state)
        shown = []
        for number in range(1, len(legal) + 1):
            await pilot.press("h")
            shown.append(table(app).hint)
            assert f"Move {number} of {len(legal)}: " in status(app)
        assert tuple(shown) == legal
        await pilot.press("h")
        assert table(app).hint == legal[0]
        await pilot.press("enter")
        assert session.history.moves[-1] == legal[0]
        assert table(app).hint is None


async def test_undo_redo_and_restart() -> None:
    session = recorded_session("raspad", 0, 8)
    end = session.state
    async with playing(session) as (app, pilot):
        await pilot.press("u", "backspace")
        assert session.history.cursor == 6
        await pilot.press("r")
        assert session.history.cursor == 7
        await pilot.press("U")
        assert session.history.cursor == 0
        assert "back at the deal" in status(app).lower()
        await pilot.press("u")
        assert "nothing to take back" in status(app)
        await pilot.press("R")
        assert session.state == end


async def test_giving_up_asks_and_undo_takes_it_back() -> None:
    session = recorded_session("raspad", 0, 8)
    async with playing(session) as (app, pilot):
        await pilot.press("g", "n")
        assert table(app).view.can("give_up")
        await pilot.press("g", "y")
        assert session.given_up
        assert shown(app, ChoicePanel).title_text == "Given up"
        await pilot.press("x")
        await pilot.press("l")
        assert "given up" in status(app)
        assert session.history.cursor == 8
        await pilot.press("u")
        assert table(app).view.can("give_up")
        assert session.history.cursor == 8
        assert table(app)


async def test_a_new_deal_asks_before_a_game_is_lost() -> None:
    session = Session.new("raspad", {}, 1742)
    async with playing(session) as (app, pilot):
        await pilot.press("n")
        shown(app, NewDealPanel)
        await pilot.press("enter")
        assert app.sessions["raspad"] is not session  # nothing had been played
        second = app.sessions["raspad"]
        await pilot.press("l", "l", "n", "enter")
        shown(app, ChoicePanel)
        await pilot.press("n")
        assert app.sessions["raspad"] is second
        await pilot.press("n", "enter", "y")
        assert app.sessions["raspad"] is not second


async def test_new_deal_by_number_and_with_options() -> None:
    async with playing() as (app, pilot):
        await pilot.press("enter")
        panel = shown(app, NewDealPanel)
        panel.query_one(Input).value = "0"
        await pilot.press("enter")
        assert app.screen is panel
        assert "1 to 9223372036854775807" in str(panel.query_one("#fault").render())
        panel.query_one(Input).value = "#1742"
        panel.query_one(Input).focus()
        panel.query_one("#rule-jokers", Tick).value = True
        await pilot.press("enter")
        session = app.sessions["raspad"]
        golden = next(
            line["deck"] for line in vectors("deals.jsonl") if line["deal"] == 1742 and line["rules"].get("jokers")
        )
        assert [card.code for card in session.deck] == golden
        assert "#1742" in table(app).query_one("#header", TextBar).text
        assert "54 cards" in table(app).query_one("#header", TextBar).text


async def test_the_menu_leads_back_to_both_games() -> None:
    async with playing(recorded_session("raspad", 0, 3)) as (app, pilot):
        raspad = app.sessions["raspad"]
        await pilot.press("q")
        shown(app, MenuScreen)
        await pilot.press("2", "enter")  # Garem
        garem = app.sessions["garem"]
        await pilot.press("c", "q")
        options = app.screen.query_one(OptionList)
        assert [options.get_option_at_index(i).id for i in range(2)] == ["continue-raspad", "continue-garem"]
        await pilot.press("a")
        assert table(app).session is raspad
        await pilot.press("q", "b")
        assert table(app).session is garem
        await pilot.press("q", "4")  # a new game of Garem while one is on the table
        shown(app, ChoicePanel)
        await pilot.press("n")
        assert app.sessions["garem"] is garem


async def test_leaving_asks_when_a_game_would_be_lost() -> None:
    async with playing(recorded_session("raspad", 0, 3)) as (app, pilot):
        await pilot.press("ctrl+q")
        shown(app, ChoicePanel)
        await pilot.press("n")
        assert table(app)
        await pilot.press("ctrl+й", "y")
        await pilot.pause()
        assert not app.is_running or app._exit


async def test_the_end_panel_offers_what_comes_next() -> None:
    session = Session.from_record(recorded_played("raspad", WON_GAME))
    async with playing(session) as (app, pilot):
        await pilot.pause()
        assert shown(app, ChoicePanel).title_text == "Won"
        await pilot.press("x")
        assert table(app)
        await pilot.press("u", "c")
        shown(app, ChoicePanel)
        await pilot.press("n")
        assert app.sessions["raspad"].deck != session.deck


def recorded_played(game_id: str, number: int) -> Any:
    from solitaire_tui.record import check_record

    return check_record(record_of(vectors(f"{game_id}_games.jsonl")[number]["record"]))


async def test_next_number_follows_the_deal() -> None:
    session = Session.new("raspad", {"jokers": True}, 7)
    async with playing(session) as (app, pilot):
        await pilot.press("l", "l", "g", "y", "t")
        assert app.sessions["raspad"].deal == 8
        assert app.sessions["raspad"].rules.model_dump()["jokers"] is True
        await pilot.press("l", "l", "g", "y", "s")
        assert app.sessions["raspad"].deal == 8
        assert not app.sessions["raspad"].history.can_undo


async def test_wishes_are_written_before_the_first_row_and_told_at_the_end() -> None:
    session, moves = recorded_moves("garem", WISH_GAME)
    async with playing(session) as (app, pilot):
        await pilot.press("w")
        panel = shown(app, WishPanel)
        panel.query_one("#wish-1", Input).value = "a long rest"
        panel.query_one("#wish-2", Input).value = "snow [b]at[/b] last"
        await pilot.press("enter")
        assert session.wishes == {1: "a long rest", 2: "snow [b]at[/b] last"}
        scene = table(app).table.scene
        assert scene is not None
        assert [label.text for label in scene.labels if label.role == "wish"] == ["1 a long…", "2 snow […"]
        await pilot.press("c", "w")
        shown(app, InfoPanel)  # locked: only to read
        assert "a long rest" in shown(app, InfoPanel).body
        await pilot.press("escape", "u", "w")
        shown(app, InfoPanel)  # undoing the first row does not unlock them
        await pilot.press("escape", "c", "U", "w")
        shown(app, WishPanel)  # a restart does, and keeps the texts
        assert shown(app, WishPanel).query_one("#wish-1", Input).value == "a long rest"
        await pilot.press("escape")
        for move in moves:
            table(app).play(move)
        await pilot.pause()
        end = shown(app, ChoicePanel)
        assert end.title_text == "3 wishes granted"
        true, later = end.body.split("Not this time")
        assert "a long rest" in true
        assert "snow [b]at[/b] last" in later


async def test_forced_placements_are_one_undo_step() -> None:
    session, _ = recorded_moves("garem", 0)
    async with playing(session) as (app, pilot):
        await pilot.press("c", "a")
        assert session.history.cursor == 2
        assert sorted(str(move) for move in session.history.last_step) == ["2>3", "5>1"]
        assert "Placed A♣ and 10♣" in status(app)
        await pilot.press("u")
        assert session.history.cursor == 1
        await pilot.press("r", "a")
        assert session.history.cursor == 2
        assert "no card can be placed" in status(app).lower()


async def test_the_cards_that_are_out_and_unseen_can_be_looked_through() -> None:
    session = recorded_session("raspad", 0, 8)
    async with playing(session) as (app, pilot):
        await pilot.press("d")
        shown(app, InfoPanel)
        for card in session.state.discard:
            assert card.name in shown(app, InfoPanel).body.partition("Discard")[2]
        await pilot.press("escape")
        await pilot.click("#table", offset=at(app, "discard"))
        shown(app, InfoPanel)


async def test_nothing_shows_the_order_of_hidden_cards() -> None:
    """Two positions that differ only in the order of the stock look and sound the same everywhere."""
    texts = []
    for turn in (False, True):
        session = recorded_session("raspad", 0, 8)
        history = session.history
        if turn:
            history._line.states[-1] = history.state.model_copy(update={"stock": history.state.stock[::-1]})
        async with playing(session) as (app, pilot):
            seen = []
            for key in ("h", "h", "d", "escape", "y", "escape", "l", "x"):
                await pilot.press(key)
                seen.append(app.export_screenshot(simplify=True).split("</style>")[1])
                if isinstance(app.screen, InfoPanel):
                    seen.append(shown(app, InfoPanel).body)
            texts.append([text.split("clip-path", 1)[-1] for text in seen])
    plain = [[re.sub(r"terminal-\d+", "terminal", text) for text in seen] for seen in texts]
    assert plain[0] == plain[1]


async def test_the_rules_reader_has_both_games_and_the_keys() -> None:
    async with playing(Session.new("garem", {}, 3)) as (app, pilot):
        await pilot.press("question_mark")
        shown(app, RulesScreen)
        assert "is Russian for harem" in app.export_screenshot(simplify=True).replace("&#160;", " ")
        await pilot.press("right")
        await pilot.pause()
        assert ">Keys<" in app.export_screenshot(simplify=True)
        await pilot.press("escape")
        assert table(app)


async def test_the_palette_lists_every_action() -> None:
    async with playing(Session.new("garem", {}, 3)) as (app, _):
        titles = [command.title for command in app.get_system_commands(app.screen)]
        for label in (
            "Undo (u)",
            "Next row (c)",
            "All forced (a)",
            "Wishes (w)",
            "Give up (g)",
            "Rules (?)",
            "Quit (Ctrl+Q)",
        ):
            assert label in titles


@pytest.mark.parametrize("size", [(1, 1), (5, 3), (39, 12), (40, 11)])
async def test_a_window_too_small_says_so_and_play_goes_on_when_it_grows(size: tuple[int, int]) -> None:
    session = Session.new("raspad", {}, 1742)
    async with playing(session) as (app, pilot):
        await pilot.resize_terminal(*size)
        await pilot.pause()
        await pilot.press("l", "l", "1", "enter", "left")
        assert session.history.cursor == 0
        if size[0] >= 39:
            assert "40 x 12 is needed" in app.export_screenshot(simplify=True).replace("&#160;", " ")
        await pilot.resize_terminal(40, 12)
        await pilot.pause()
        await pilot.press("l", "l")
        assert session.history.cursor == 1


async def test_keys_of_the_long_row_at_the_smallest_size_reach_every_card() -> None:
    session = recorded_session("raspad", 18)  # a row of 50 at the end
    async with playing(session, size=(40, 12)) as (app, pilot):
        await pilot.pause()
        app.screen.dismiss("")
        await pilot.pause()
        screen = table(app)
        assert screen.table.scene is not None
        assert screen.table.scene.max_scroll > 0
        screen.cursor = "table:0"
        screen.draw()
        seen = set()
        for _ in range(52):
            seen.add(screen.cursor)
            assert screen.table.scene.find(screen.cursor) is not None
            screen.action_move("RIGHT")
        assert {f"table:{i}" for i in range(50)} <= seen


@pytest.mark.parametrize("keys", ["uu", "xx", "ss", "nn", "qq", ["enter", "enter"], ["escape", "escape"]])
async def test_keys_typed_ahead_end_a_panel_once(keys: list[str]) -> None:
    async with playing(recorded_session("raspad", WON_GAME)) as (app, pilot):
        await pilot.pause()
        panel = shown(app, ChoicePanel)
        depth = len(app.screen_stack)
        for key in keys:
            app.post_message(events.Key(key, key if len(key) == 1 else None))
        await pilot.pause()
        await pilot.pause()
        assert len(app.screen_stack) <= depth
        assert app.screen is not panel
        assert app.is_running


async def test_a_hint_in_the_lay_down_preview_is_what_enter_plays() -> None:
    session = recorded_session("raspad", 0, 1)
    async with playing(session) as (app, pilot):
        await pilot.press("l", "h")
        hinted = table(app).hint
        assert hinted is not None
        await pilot.press("enter")
        assert session.history.moves[-1] == hinted


async def test_digits_and_clicks_in_the_lay_down_preview_mean_the_real_cards() -> None:
    session = recorded_session("raspad", 0, 1)
    async with playing(session) as (app, pilot):
        await pilot.press("l", "3")
        assert table(app).picked == "hand:2"
        await pilot.press("x", "l")
        await pilot.click("#table", offset=at(app, "table:3"))
        assert table(app).picked == ""
        assert not table(app).view.provisional
        assert "Press l again" not in status(app)
        await pilot.press("l", "c")
        assert not table(app).view.provisional
        assert "a round closes with at most one" in status(app)


async def test_a_double_click_on_a_target_plays_one_card() -> None:
    session = recorded_session("raspad", 0, 1)
    async with playing(session) as (app, pilot):
        await pilot.click("#table", offset=at(app, "table:9"))
        await pilot.click("#table", offset=at(app, "hand:2"), times=2)
        assert session.history.cursor == 2


async def test_a_given_up_deal_stays_as_it_is() -> None:
    session = recorded_session("raspad", 0, 8)
    async with playing(session) as (app, pilot):
        await pilot.press("u", "g", "y", "x", "r", "R")
        assert session.history.cursor == 7
        assert "given up" in table(app).query_one("#header", TextBar).text
        await pilot.press("y")
        body = shown(app, InfoPanel).body
        assert ("can beat" in body) == ("yes" in body)


async def test_wishes_and_undone_moves_are_not_lost_unasked() -> None:
    session = Session.new("garem", {}, 3)
    async with playing(session) as (app, pilot):
        await pilot.press("n", "escape")
        session.wishes = {2: "a wish"}
        await pilot.press("ctrl+q")
        shown(app, ChoicePanel)
    session = recorded_session("raspad", 0, 8)
    session.restart()
    assert session.in_play


async def test_a_card_that_beats_nothing_is_dragged_and_the_drop_says_why() -> None:
    session = recorded_session("raspad", 0, 7)  # the two of hearts beats nothing
    async with playing(session) as (app, pilot):
        assert not table(app).view.targets("hand:1")
        await drag(app, pilot, "hand:1", "table:0")
        assert "2♥ does not beat K♠" in status(app)
        await drag(app, pilot, "hand:1", "hand:1")  # an unsteady click
        assert table(app).table.dragging == ""


async def test_a_wide_or_hostile_wish_keeps_the_table_in_its_cells() -> None:
    session = Session.new("garem", {}, 3)
    session.wishes = {1: "\N{CHRISTMAS TREE}\N{CHRISTMAS TREE} tree", 8: "世界 peace"}
    async with playing(session) as (app, _):
        canvas = table(app).table
        for y in range(canvas.size.height):
            assert canvas.render_line(y).cell_length == canvas.size.width


async def test_the_rules_reader_is_left_by_mouse() -> None:
    async with playing(Session.new("garem", {}, 3)) as (app, pilot):
        await pilot.press("question_mark")
        bar = shown(app, RulesScreen).query_one("#footer", TextBar)
        await pilot.click("#footer", offset=(bar.text.index("Close"), 0))
        assert table(app)


async def test_the_end_panel_can_be_read_in_the_smallest_window() -> None:
    session, moves = recorded_moves("garem", WISH_GAME)
    session.wishes = {pile: f"wish number {pile}" for pile in range(1, 9)}
    for move in moves:
        session.play(move)
    async with playing(session, size=(40, 12)) as (app, pilot):
        await pilot.pause()
        seen = ""
        for _ in range(6):
            seen += app.export_screenshot(simplify=True).replace("&#160;", " ")
            await pilot.press("pagedown")
        assert "Undo" in seen
        for pile in range(1, 9):
            assert f"wish number {pile}" in seen


async def test_a_digit_typed_in_the_new_deal_panel_goes_to_the_number() -> None:
    async with playing(Session.new("raspad", {}, 3)) as (app, pilot):
        await pilot.press("n", "1", "7", "4", "2", "enter")
        assert app.sessions["raspad"].deal == 1742


async def test_a_round_that_can_no_longer_be_closed_is_told() -> None:
    session = recorded_session("raspad", 0)  # lost in the end, with the stock empty before
    async with playing(session) as (app, pilot):
        await pilot.pause()
        await pilot.press("u", "u")
        assert not session.state.stock
        assert not session.over
        assert "can no longer be closed" in status(app)
