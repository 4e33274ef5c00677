"""The adviser at the table: hints, chances, peek, review and difficulty, with the real engine process."""

from __future__ import annotations

import asyncio
import os
import random
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from functools import partial
from typing import Any

import pytest
from textual.pilot import Pilot
from textual.widgets import OptionList, Select

from solitaire_tui.app.bar import TextBar
from solitaire_tui.app.main import SolitaireApp
from solitaire_tui.app.newdeal import NewDealPanel
from solitaire_tui.app.panels import ChoicePanel
from solitaire_tui.counsel import counsel_for
from solitaire_tui.engine.client import Engine
from solitaire_tui.game import Outcome, load
from solitaire_tui.review import Decision, Summary, review
from solitaire_tui.session import PEEKED, Session
from solitaire_tui.table.curve import curve
from solitaire_tui.table.faces import UNICODE
from solitaire_tui.table.review import ReviewScreen
from solitaire_tui.table.screen import TableScreen
from solitaire_tui.table.watch import WatchScreen
from tests.helpers import recorded_session
from tests.terminal import alive

Play = Pilot[None]


@asynccontextmanager
async def playing(session: Session, size: tuple[int, int] = (80, 24)) -> AsyncIterator[tuple[SolitaireApp, Play]]:
    app = SolitaireApp(session, charset=UNICODE, engine=Engine())
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        yield app, pilot


def table(app: SolitaireApp) -> TableScreen[Any]:
    return next(screen for screen in reversed(app.screen_stack) if isinstance(screen, TableScreen))


def said(app: SolitaireApp) -> str:
    return " ".join(table(app).query_one("#status", TextBar).text.split())


def header(app: SolitaireApp) -> str:
    return table(app).query_one("#header", TextBar).text


async def until(pilot: Play, condition: Callable[[], object], seconds: float = 20.0) -> None:
    """Wait until something has come true, at most so long."""
    for _ in range(int(seconds / 0.05)):
        await pilot.pause()
        if condition():
            return
        await asyncio.sleep(0.05)
    raise AssertionError("it never came true")


def refined(app: SolitaireApp) -> bool:
    """Whether the adviser has spent its whole budget."""
    advice = table(app).advice
    return advice is not None and advice.samples >= 2000


async def test_hints_come_in_three_steps() -> None:
    session = Session.new("raspad", {}, 1742)
    async with playing(session) as (app, pilot):
        await until(pilot, lambda: table(app).advice)
        await pilot.press("h")
        advice = table(app).advice
        assert advice is not None
        assert advice.move is not None
        move = session.game.parse_move(advice.move)
        assert table(app).hint == move
        assert "Hint: " in said(app)
        assert session.history.cursor == 0
        await pilot.press("h")
        assert "The plan: " in said(app)
        assert session.history.cursor == 0
        plan = table(app)._plan
        for count, text in enumerate(plan, 1):
            await pilot.press("h")
            assert session.history.cursor == count
            assert str(session.history.moves[-1]) == text
            following = table(app)._in_words(plan[count : count + 1])  # what the key would play next
            assert table(app).message.partition(". h: ")[2] == following
        await pilot.press("u")
        assert session.history.cursor == len(plan) - 1


@pytest.mark.parametrize(("game_id", "deal"), [("raspad", 21), ("garem", 12)])
async def test_following_the_hints_ends_and_never_loops(game_id: str, deal: int) -> None:
    session = Session.new(game_id, {}, deal)
    async with playing(session) as (app, pilot):
        seen = set()
        for _ in range(120):
            if session.over:
                break
            await until(pilot, lambda: table(app).advice or session.over)
            cursor = session.history.cursor
            for _ in range(3):
                if session.history.cursor == cursor:
                    table(app).action_hint()
            assert session.history.cursor == cursor + 1
            assert session.state.model_dump_json() not in seen
            seen.add(session.state.model_dump_json())
        assert session.over


async def test_chances_are_shown_on_request() -> None:
    session = Session.new("garem", {}, 12)
    async with playing(session) as (app, pilot):
        assert "wishes" not in header(app)
        await pilot.press("c", "o")
        await until(pilot, lambda: table(app).advice)
        await pilot.pause()
        advice = table(app).advice
        assert advice is not None
        assert "wishes 0." in header(app)
        scene = table(app).table.scene
        assert scene is not None
        shown = [label.text for label in scene.labels if label.text.endswith("%")]
        assert len(shown) == 8
        assert sum(advice.wish_odds) == pytest.approx(advice.odds)
        await pilot.press("o")
        assert "wishes" not in header(app)


async def test_peek_asks_marks_the_game_and_shows_a_line_that_wins() -> None:
    session = Session.new("raspad", {}, 1742)
    async with playing(session) as (app, pilot):
        await pilot.press("p", "n")
        assert PEEKED not in session.marks
        await pilot.press("p", "y")
        await until(pilot, lambda: isinstance(app.screen, ChoicePanel) and "can still be won" in app.screen.body)
        assert PEEKED in session.marks
        assert "peeked" in session.record().marks
        await pilot.press("s")
        await until(pilot, lambda: isinstance(app.screen, WatchScreen))
        watch = app.screen
        assert isinstance(watch, WatchScreen)
        await pilot.press("space", "end")
        assert watch.session.outcome is Outcome.WON
        await pilot.press("home", "right", "right", "left")
        assert watch.session.history.cursor == 1
        assert "step 1 of" in said(app)
        await pilot.press("minus", "plus")
        assert session.history.cursor == 0  # the player's own game has not moved
        await pilot.press("enter")
        assert app.sessions["raspad"] is not session
        assert app.sessions["raspad"].history.cursor == 1
        assert PEEKED in app.sessions["raspad"].marks


async def test_a_line_plays_by_itself_and_stops_at_its_end() -> None:
    session = recorded_session("raspad", 4, 26)
    async with playing(session) as (app, pilot):
        line = session.continued(["close"] if "close" in map(str, session.game.legal_moves(session.state)) else [])
        line.history.jump(line.history.cursor - 1)
        table(app).watch_line(line, "a line")
        await until(pilot, lambda: isinstance(app.screen, WatchScreen))
        for _ in range(4):
            await pilot.press("plus")
        await until(pilot, lambda: "paused" in said(app))
        assert not line.history.can_redo
        await pilot.press("escape")
        assert table(app).session is session


async def test_a_review_tells_what_each_move_cost_and_leads_back() -> None:
    session = recorded_session("raspad", 0)
    moves = session.history.moves
    async with playing(session, size=(100, 30)) as (app, pilot):
        await until(pilot, lambda: isinstance(app.screen, ChoicePanel))
        await pilot.press("v")
        await until(pilot, lambda: isinstance(app.screen, ReviewScreen))
        screen = app.screen
        assert isinstance(screen, ReviewScreen)
        await until(pilot, lambda: screen.finished, 60)
        assert [decision["move"] for decision in screen.decisions] == [str(move) for move in moves]
        assert screen.summary is not None
        assert screen.query_one(OptionList).highlighted == 0
        lost_at = screen.summary["lost_at"]
        assert lost_at is not None
        rows = screen.query_one(OptionList)
        assert str(rows.get_option_at_index(lost_at).prompt).startswith("✗")
        rows.highlighted = lost_at
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(app.screen, WatchScreen))
        await pilot.press("enter")
        await until(pilot, lambda: type(app.screen) is session.game.screen())
        taken = app.sessions["raspad"]
        assert taken.history.moves == moves[:lost_at]
        assert counsel_for("raspad").solve(taken.state).verdict == "winnable"


async def test_a_hard_deal_is_found_and_dealt() -> None:
    session = Session.new("raspad", {}, 3)
    async with playing(session) as (app, pilot):
        await pilot.press("n")
        panel = app.screen
        assert isinstance(panel, NewDealPanel)
        panel.query_one("#level", Select).value = "hard"
        await pilot.press("enter")
        await until(pilot, lambda: app.sessions["raspad"] is not session)
        found = app.sessions["raspad"]
        assert found.deal is not None
        assert counsel_for("raspad").has_level(found.state, "hard", seed=found.deal)


async def test_the_table_plays_on_when_the_adviser_dies() -> None:
    session = Session.new("raspad", {}, 1742)
    async with playing(session) as (app, pilot):
        await until(pilot, lambda: table(app).advice)
        assert app.engine is not None
        killed: set[int | None] = set()
        for _ in range(6):  # it is started again a few times, then no more
            if (pid := app.engine.pid) is not None:
                os.kill(pid, 9)
                killed.add(pid)
                await until(pilot, lambda: app.engine is not None and app.engine.pid not in killed)
            await pilot.press("l", "l", "u")
        await pilot.press("h")
        await until(pilot, lambda: table(app).hint)
        await pilot.press("enter")
        assert session.history.cursor == 1


async def test_a_hint_asked_of_a_dead_adviser_shows_a_legal_move() -> None:
    session = Session.new("raspad", {}, 1742)
    async with playing(session) as (app, pilot):
        await until(pilot, lambda: table(app).advice)
        table(app).consult()
        assert app.engine is not None
        app.engine.stop()  # it says nothing more of this position
        table(app)._advised({"error": "the adviser's process has ended", "final": True})
        await pilot.press("h")
        assert table(app).hint == session.game.legal_moves(session.state)[0]
        await pilot.press("h", "h", "h")
        assert session.history.cursor == 0
        assert "Move " in said(app)


async def test_a_hint_waited_for_is_forgotten_when_the_player_moves() -> None:
    session = Session.new("raspad", {}, 1742)
    async with playing(session) as (app, pilot):
        await until(pilot, lambda: table(app).advice)
        table(app).consult()
        assert app.engine is not None
        app.engine.stop()
        table(app).action_hint()  # no word yet: it is waited for
        await pilot.press("l", "l")
        await until(pilot, lambda: table(app).advice)
        assert table(app).hint is None


async def test_200_fast_moves_leave_no_late_advice_and_no_process() -> None:
    session = Session.new("raspad", {}, 7)
    rng = random.Random(5)
    pids = set()
    async with playing(session) as (app, pilot):
        await until(pilot, lambda: table(app).advice)
        assert app.engine is not None
        for count in range(200):
            legal = session.game.legal_moves(session.state)
            if legal:
                table(app).play(rng.choice(legal))
            else:
                await pilot.pause()
                if isinstance(app.screen, ChoicePanel):
                    app.screen.finish("")
                table(app).action_restart()
            pids.add(app.engine.pid)
            advice = table(app).advice
            if advice is not None and advice.move is not None:
                assert advice.move in {str(move) for move in session.game.legal_moves(session.state)}
            if count % 10 == 0:
                await pilot.pause()
        await until(pilot, lambda: table(app).advice or session.over)
        advice = table(app).advice
        if advice is not None:
            assert advice.move in {str(move) for move in session.game.legal_moves(session.state)}
    assert len(pids - {None}) == 1
    for pid in pids - {None}:
        assert pid is not None
        assert not alive(pid)


async def test_what_the_table_shows_does_not_depend_on_the_hidden_order() -> None:
    """Two tables whose stocks differ in order only hint, plan and expect the same."""
    told = []
    for turn in (False, True):
        dealt = Session.new("raspad", {}, 1742)
        deck = list(dealt.deck)
        if turn:
            deck[10:] = deck[:9:-1]
        session = Session(dealt.game, dealt.rules, deck, deal=None, wishes={})
        async with playing(session) as (app, pilot):
            await pilot.press("o")
            await until(pilot, partial(refined, app))
            await pilot.press("h")
            first = said(app)
            await pilot.press("h")
            told.append((first, said(app), header(app).split("stock")[1]))
    assert told[0] == told[1]


def test_the_curve_is_drawn_on_a_scale_of_its_own() -> None:
    assert curve([1.0, 0.5, 0.25, 0.0], 1.0, 4, 2) == ["█   ", "██▄ "]
    assert curve([0.96, 0.95], 1.0, 4, 1) == ["████"]  # a loss of one in a hundred does not look like a collapse
    assert curve([1.0, 0.0], 1.0, 4, 1) == ["██  "]
    assert curve([0.0] * 9 + [1.0], 1.0, 3, 1) == ["  █"]
    assert curve([], 1.0, 3, 2) == ["   ", "   "]


@pytest.mark.parametrize(("game_id", "number"), [("raspad", 0), ("garem", 3)])
def test_a_review_of_a_recorded_game(game_id: str, number: int) -> None:
    session = recorded_session(game_id, number)
    moves = session.history.moves
    *decisions, summary = review(session.game, session.history.start, moves, samples=60)
    assert isinstance(summary, Summary)
    assert [item.step for item in decisions if isinstance(item, Decision)] == list(range(len(moves)))
    state = session.history.start
    counsel = counsel_for(game_id)
    lost_at = None
    could = counsel.solve(state).verdict == "winnable"
    for item, move in zip(decisions, moves, strict=True):
        assert isinstance(item, Decision)
        assert item.best in {str(legal) for legal in session.game.legal_moves(state)}
        assert item.before >= item.after - 1e-9
        state = session.game.apply(state, move)
        verdict = counsel.solve(state).verdict
        assert item.verdict == verdict, item
        if could and verdict == "unwinnable":
            lost_at = item.step
        could = verdict == "winnable"
    assert summary.lost_at == lost_at
    assert summary.outcome == session.outcome.value


@pytest.mark.parametrize("game_id", ["raspad", "garem"])
def test_levels_differ(game_id: str) -> None:
    counsel, game = counsel_for(game_id), load(game_id)
    rules = game.rules_type()
    counts = {level.id: 0 for level in counsel.levels}
    for deal in range(1, 41):
        start = Session.new(game_id, {}, deal).state
        levels = [level.id for level in counsel.levels if counsel.has_level(start, level.id, seed=deal)]
        assert len(levels) <= 1
        for level in levels:
            counts[level] += 1
    assert all(counts.values()), counts
    assert rules == game.rules_type()
