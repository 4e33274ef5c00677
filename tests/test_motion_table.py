"""Motion at the real table: all is new from the first frame, any input ends it, and nothing is lost by it."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from textual import events
from textual.geometry import Size
from textual.pilot import Pilot

from solitaire_tui.app.keeping import Keeper
from solitaire_tui.app.keymap import APP_ACTIONS, actions_for
from solitaire_tui.app.main import SolitaireApp
from solitaire_tui.app.menu import MenuScreen
from solitaire_tui.app.panels import ChoicePanel
from solitaire_tui.game import Move
from solitaire_tui.garem.rules import NEXT
from solitaire_tui.raspad.rules import CLOSE, Beat
from solitaire_tui.session import Session
from solitaire_tui.settings import Settings
from solitaire_tui.store.games import Store
from solitaire_tui.store.statistics import statistics
from solitaire_tui.table.canvas import CardTable
from solitaire_tui.table.faces import UNICODE
from solitaire_tui.table.scene import Face
from solitaire_tui.table.screen import TableScreen
from tests.helpers import recorded_session, until
from tests.terminal import PLAY, Terminal

WON_GAME, WISH_GAME = 4, 5
"""A recorded game of Raspad that is won, and one of Garem with complete piles."""
FRAME = 1 / 30


class Clock:
    """The time by which cards move; it goes on only when told."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    made = Clock()
    monkeypatch.setattr("solitaire_tui.table.canvas.monotonic", made)
    return made


@asynccontextmanager
async def playing(session: Session, **options: Any) -> AsyncIterator[tuple[SolitaireApp, Pilot[None]]]:
    app = SolitaireApp(session, charset=UNICODE, **options)
    app.animation_level = "full"
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        yield app, pilot


def shown(app: SolitaireApp) -> TableScreen[Any]:
    assert isinstance(app.screen, TableScreen), app.screen
    return app.screen


def picture(table: CardTable) -> str:
    """What the table shows, in text."""
    return "\n".join(table.render_line(y).text for y in range(table.size.height))


def to_the_end(table: CardTable, clock: Clock) -> int:
    """Let the motion come to its end; how many frames later that was."""
    for frame in count():
        if not table.moving:
            return frame
        assert frame < 60
        clock.now += FRAME
        table.advance()
    raise AssertionError


def laid(app: SolitaireApp) -> bool:
    """Whether a table is on top that has been drawn."""
    return isinstance(app.screen, TableScreen) and app.screen.listening and app.screen.table.scene is not None


def moving(app: SolitaireApp) -> bool:
    """Whether cards are on their way on the table on top."""
    return shown(app).table.moving


def first_beat(screen: TableScreen[Any]) -> Move:
    return next(move for move in screen.view.legal() if isinstance(move, Beat))


async def test_position_and_hits_are_new_at_once_and_only_the_picture_takes_its_time(clock: Clock) -> None:
    async with playing(Session.new("raspad", deal=1742)) as (app, _):
        screen = shown(app)
        table = screen.table
        old = picture(table)
        move = first_beat(screen)
        screen.play(move)
        assert table.moving
        assert screen.session.history.cursor == 1
        assert table.scene == screen.view.lay_out(*table.size, 0, None)
        assert "beats" in screen.message
        first = picture(table)
        assert first != old  # the first frame moves already
        frames = to_the_end(table, clock)
        assert frames * FRAME <= 0.25 + FRAME
        last = picture(table)
        assert last not in (first, old)
    async with playing(Session.new("raspad", deal=1742), settings=Settings(animation=False)) as (app, _):
        screen = shown(app)
        screen.play(move)
        assert not screen.table.moving
        assert picture(screen.table) == last


@pytest.mark.parametrize("way", ["setting", "none", "basic", "small"])
async def test_there_is_no_motion(way: str, clock: Clock) -> None:
    settings = Settings(animation=way != "setting")
    async with playing(Session.new("raspad", deal=1742), settings=settings) as (app, pilot):
        if way in ("none", "basic"):
            app.animation_level = way  # type: ignore[assignment]
        if way == "small":
            app.post_message(events.Resize(Size(39, 11), Size(39, 11)))
            await pilot.pause()
        screen = shown(app)
        screen.play(first_beat(screen))
        screen.action_undo()
        assert screen.session.history.can_redo
        assert not screen.table.moving


async def test_undo_and_redo_glide_and_their_all_does_not(clock: Clock) -> None:
    async with playing(recorded_session("raspad", WON_GAME, 9)) as (app, _):
        screen = shown(app)
        for action, moves in (
            (screen.action_undo, True),
            (screen.action_redo, True),
            (screen.action_redo, False),  # there is nothing more
            (screen.action_restart, False),
            (screen.action_redo_all, False),
        ):
            clock.now += 10
            action()
            assert screen.table.moving is moves, action
            to_the_end(screen.table, clock)


async def test_keys_in_quick_succession_all_act(clock: Clock) -> None:
    """The clock stands: whatever moves would move for ever."""
    async with playing(Session.new("raspad", deal=1742)) as (app, pilot):
        screen = shown(app)
        screen.play(first_beat(screen))
        assert moving(app)
        cursor = screen.cursor
        await pilot.press("right")
        assert not moving(app)
        assert screen.cursor != cursor
        await pilot.press("u", "r", "u", "r")
        assert screen.session.history.cursor == 1
        clock.now += 10
        await pilot.press("u")
        assert moving(app)
        app.post_message(events.Key("r", "r"))
        app.post_message(events.Key("u", "u"))
        await pilot.pause()
        assert (screen.session.history.cursor, len(screen.session.history.steps)) == (0, 1)


async def test_a_click_hits_where_the_card_really_lies(clock: Clock) -> None:
    async with playing(Session.new("raspad", deal=1742)) as (app, pilot):
        screen = shown(app)
        screen.play(first_beat(screen))
        scene = screen.table.scene
        assert scene is not None
        card = next(
            placed for placed in scene.cards if placed.target.startswith("hand") and screen.view.targets(placed.target)
        )
        await pilot.click(CardTable, offset=(card.x + 1, card.y + 1))
        assert not screen.table.moving
        assert screen.picked == card.target


async def test_a_press_on_the_footer_ends_it_and_acts(clock: Clock) -> None:
    async with playing(Session.new("raspad", deal=1742)) as (app, pilot):
        screen = shown(app)
        screen.play(first_beat(screen))
        await pilot.click("#footer", offset=(3, 0))
        assert screen.session.history.cursor == 0
        assert screen.session.history.can_redo


async def test_a_drag_begins_and_ends_in_motion(clock: Clock) -> None:
    async with playing(Session.new("raspad", deal=1742)) as (app, pilot):
        screen = shown(app)
        table = screen.table
        screen.play(first_beat(screen))
        scene = table.scene
        assert scene is not None
        hand = next(t for t in scene.targets if t.startswith("hand") and screen.view.targets(t))
        goal = next(iter(screen.view.targets(hand)))
        card, place = scene.find(hand), scene.find(goal)
        assert card is not None
        assert place is not None
        await pilot.mouse_down(CardTable, offset=(card.x + 1, card.y + 1))
        assert not moving(app)
        drag = [events.MouseMove(None, x, y, 0, 0, 1, False, False, False, x, y) for x, y in ((30, 9), (31, 9))]
        for event in drag:
            app.post_message(event)
        await pilot.pause()
        assert table.dragging == hand
        # Let go beside everything it glides back; taken up again on its way it can be played.
        clock.now += 10
        await pilot.mouse_up(CardTable, offset=(1, 1))
        assert moving(app)
        assert screen.session.history.cursor == 1
        await pilot.mouse_down(CardTable, offset=(card.x + 1, card.y + 1))
        assert not moving(app)
        for event in drag:
            app.post_message(events.MouseMove(None, event.x, event.y, 0, 0, 1, False, False, False, event.x, event.y))
        await pilot.pause()
        clock.now += 10
        await pilot.mouse_up(CardTable, offset=(place.x + 1, place.y + 1))
        assert screen.session.history.cursor == 2
        assert moving(app)


async def test_a_window_that_changes_meanwhile(clock: Clock) -> None:
    async with playing(Session.new("raspad", deal=1742)) as (app, pilot):
        screen = shown(app)
        for size in ((100, 40), (39, 11), (40, 12), (80, 24)):
            clock.now += 10
            screen.action_undo()
            screen.play(first_beat(screen))
            app.post_message(events.Resize(Size(*size), Size(*size)))
            await pilot.pause()
            assert not screen.table.moving
            assert (screen.table.scene is None) == (size == (39, 11))
            screen.table.advance()


async def test_another_screen_and_a_pause_of_the_program(clock: Clock) -> None:
    async with playing(Session.new("raspad", deal=1742)) as (app, pilot):
        screen = shown(app)
        screen.play(first_beat(screen))
        await pilot.press("d")
        assert not screen.table.moving
        await pilot.press("escape")
        clock.now += 10
        screen.action_undo()
        assert moving(app)
        clock.now += 5000  # suspended and resumed
        await until(pilot, lambda: not screen.table.moving)
        clock.now += 10
        screen.action_redo()
        assert moving(app)
        app.open_menu()
        await until(pilot, lambda: isinstance(app.screen, MenuScreen) and app.screen.is_mounted)
        await until(pilot, lambda: not screen.table.moving)


async def test_what_else_is_drawn_meanwhile_does_not_stop_it(clock: Clock) -> None:
    async with playing(Session.new("raspad", deal=1742)) as (app, pilot):
        screen = shown(app)
        screen.play(first_beat(screen))
        screen.draw()  # as when advice comes
        await pilot.hover(CardTable, offset=(20, 3))
        assert screen.table.moving
        assert to_the_end(screen.table, clock) > 1


async def test_a_new_deal_is_dealt_and_the_first_picture_is_not(clock: Clock) -> None:
    async with playing(Session.new("raspad", deal=1742)) as (app, pilot):
        assert not shown(app).table.moving
        for game in ("raspad", "garem"):
            app.open_table(Session.new(game, deal=7))
            await until(pilot, lambda: laid(app))
            table = shown(app).table
            assert table.moving
            first = picture(table)
            to_the_end(table, clock)
            assert picture(table) != first
            clock.now += 10
        # A game that goes on lies there.
        app.open_table(recorded_session("raspad", WON_GAME, 5))
        await until(pilot, lambda: laid(app))
        assert not shown(app).table.moving


async def test_watching_and_carrying_out_glide(clock: Clock) -> None:
    async with playing(recorded_session("raspad", WON_GAME, 3)) as (app, pilot):
        screen = shown(app)
        await pilot.press("h", "enter")  # the hint of a table without an adviser, carried out
        assert screen.session.history.cursor == 4
        assert screen.table.moving
        to_the_end(screen.table, clock)
        clock.now += 10
        screen.watch_line(screen.session.continued([]), "a line")
        await pilot.pause()
        watch = shown(app)
        await pilot.press("left")
        assert watch.table.moving
        to_the_end(watch.table, clock)
        await pilot.press("home")
        assert not watch.table.moving


async def test_a_finished_pile_gleams(clock: Clock) -> None:
    session = recorded_session("garem", WISH_GAME)
    granted = session.state.complete
    assert granted
    while session.state.complete == granted:
        session.undo()
    async with playing(session) as (app, _):
        screen = shown(app)
        (move,) = screen.session.history.steps[screen.session.history.cursor]
        (number,) = set(granted) - set(session.state.complete)
        screen.play(move)
        lit: list[set[str]] = []
        while screen.table.moving:
            due = screen.table._player.scene(clock.now)  # type: ignore[union-attr]
            lit.append({placed.target for placed in due.cards if placed.lit} if due else set())
            clock.now += FRAME
            screen.table.advance()
        assert set().union(*lit) == {f"pile:{number - 1}"}


def nearly_won() -> Session:
    session = recorded_session("raspad", WON_GAME).again()
    for move in recorded_session("raspad", WON_GAME).history.moves[:-1]:
        session.play(move)
    return session


async def test_the_panel_at_the_end_comes_after_the_celebration(clock: Clock) -> None:
    async with playing(nearly_won()) as (app, pilot):
        screen = shown(app)
        screen.play(CLOSE)
        await pilot.pause()
        assert app.screen is screen
        frames = to_the_end(screen.table, clock)
        assert 0.5 < frames * FRAME < 1.25
        await until(pilot, lambda: isinstance(app.screen, ChoicePanel))
        await pilot.press("x")
        assert app.screen is screen


@pytest.mark.parametrize(("key", "then"), [("enter", ChoicePanel), ("k", ChoicePanel), ("u", TableScreen)])
async def test_a_key_skips_the_celebration_and_acts(key: str, then: type[Any], clock: Clock) -> None:
    async with playing(nearly_won()) as (app, pilot):
        screen = shown(app)
        screen.play(CLOSE)
        await pilot.press(key)
        await pilot.pause()
        assert isinstance(app.screen, then)
        assert screen.session.over is (key != "u")


async def test_a_click_skips_the_celebration_and_acts(clock: Clock) -> None:
    async with playing(nearly_won()) as (app, pilot):
        screen = shown(app)
        screen.play(CLOSE)
        await pilot.click("#footer", offset=(3, 0))  # undo
        await pilot.pause()
        assert app.screen is screen
        assert not screen.session.over
        clock.now += 10
        screen.action_redo()
        await pilot.click(CardTable, offset=(1, 1))
        await until(pilot, lambda: isinstance(app.screen, ChoicePanel))


ACTS = [
    action.keys[0]
    for action in (*actions_for("raspad"), *APP_ACTIONS)
    if action.id not in {"quit", "suspend_process"}  # the process of the tests goes on
]


async def test_every_action_in_the_celebration_counts_the_win_once(tmp_path: Path, clock: Clock) -> None:
    """Each action at a frame of its own, so that all frames have their turn; each time another attempt is won."""
    store = Store.open(tmp_path)
    recorded = recorded_session("raspad", WON_GAME)
    *moves, last = recorded.history.moves
    async with playing(Session.new("raspad", deal=1), keeper=Keeper(lambda: store)) as (app, pilot):
        for won, key in enumerate([*ACTS, "enter", "1", "left"], 1):
            clock.now += 10
            session = recorded.again()
            app.open_table(session)
            await until(pilot, lambda: laid(app))
            screen = shown(app)
            table = screen.table
            for move in moves:
                session.play(move)
            screen.play(last)
            for _ in range(won * 7 % 34):
                clock.now += FRAME
                table.advance()
            app.post_message(events.Key(key, key if len(key) == 1 else None))
            await pilot.pause()
            assert app.is_running
            assert not table.moving or session.history.can_redo, key
            screen.settle()
            assert sum(entry["won"] for entry in statistics(store)) == won, key


def test_the_line_to_the_terminal_is_not_flooded() -> None:
    """A real program deals: many frames in a quarter of a second, at most thirty a second and 40 KB in any second."""
    with Terminal((*PLAY, "raspad", "--deal", "1742"), size=(100, 40), env={"TEXTUAL_ANIMATIONS": "full"}) as terminal:
        terminal.read_until(lambda: b"Hint" in terminal.output, "the table")
        terminal.settle(0.3, enough=0)
        assert len(terminal.output) < 20_000  # a table that opens is drawn once
        for _ in range(3):
            terminal.send(b"ll")
            assert terminal.settle(0.3).size < 40_000


async def test_the_first_row_of_garem_is_dealt_from_beside_the_table(clock: Clock) -> None:
    async with playing(Session.new("garem", deal=7)) as (app, _):
        screen = shown(app)
        screen.play(NEXT)
        due = screen.table._player.scene(clock.now)  # type: ignore[union-attr]
        assert due is not None
        backs = [placed for placed in due.cards if placed.face is Face.BACK]
        assert backs
        assert all(placed.x < 30 for placed in backs)
