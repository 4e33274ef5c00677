"""Sharing from a table, and dealing by what was shared: typed or pasted, of this game or the other."""

from __future__ import annotations

from typing import Any

import pytest
from textual import events
from textual.pilot import Pilot
from textual.widgets import Button, Input, Static

from solitaire_tui.app.main import SolitaireApp
from solitaire_tui.app.newdeal import NewDealPanel
from solitaire_tui.app.panels import ChoicePanel, InfoPanel, Tick
from solitaire_tui.app.share import line_to_share
from solitaire_tui.session import PEEKED, Session
from solitaire_tui.store.games import Store
from solitaire_tui.table.faces import UNICODE
from solitaire_tui.table.screen import TableScreen
from tests.helpers import RECORDED, recorded_session, until, vectors
from tests.store_helpers import LOST, WON, fresh, play


def numbered(game: str, number: int) -> tuple[Session, list[Any], dict[str, Any]]:
    """A recorded game's deal as one with a number, its moves, and its record."""
    session, moves = fresh(game, number)
    session.deal = 1742
    return session, moves, vectors(RECORDED[game])[number]["record"]


@pytest.mark.parametrize(("number", "word"), [(WON, "won"), (LOST, "lost")])
def test_the_line_of_a_game_of_raspad(number: int, word: str) -> None:
    session, moves, record = numbered("raspad", number)
    with Store.forgetful() as store:
        attempt = store.begin(session)
        code = f"raspad-{54 if record['rules'].get('jokers') else 52}"
        assert line_to_share(session, attempt).startswith(code)
        play(session, attempt, moves)
        attempt.hinted(session)  # after a win it no longer counts
        hints = "0 hints" if word == "won" else "1 hint"
        closed = record["moves"].count("close")
        rounds = "1 round" if closed == 1 else f"{closed} rounds"
        line = line_to_share(session, attempt)
        assert line.endswith(f" #1742 · {word} · {rounds} · {hints}")
        session.undo()
        attempt.saved(session)
        if word == "won":  # a win stays one, whatever is undone after it
            assert line_to_share(session, attempt) == line
        else:
            assert "·" not in line_to_share(session, attempt)


def test_a_game_that_is_only_watched_has_the_result_of_its_table() -> None:
    session, moves, record = numbered("raspad", WON)
    for move in moves:
        session.play(move)
    assert line_to_share(session, None).endswith(f"#1742 · won · {record['moves'].count('close')} rounds")


def test_the_line_of_a_game_of_garem_tells_its_wishes() -> None:
    session, moves, _record = numbered("garem", 5)
    with Store.forgetful() as store:
        attempt = store.begin(session)
        play(session, attempt, moves)
        assert vectors(RECORDED["garem"])[5]["result"]["wishes_granted"] == [1, 4, 8]
        assert line_to_share(session, attempt) == "garem #1742 · 3 wishes · 0 hints"


def test_given_up_and_peeked_are_told() -> None:
    session, moves, _record = numbered("raspad", LOST)
    session.play(moves[0])
    session.marks.add(PEEKED)
    session.given_up = True
    assert line_to_share(session, None).endswith("#1742 · given up · 0 rounds · peeked")


async def test_a_deal_is_copied_and_shown() -> None:
    app = SolitaireApp(Session.new("raspad", {"jokers": True}, 1742), charset=UNICODE)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        await pilot.press("e")
        await pilot.pause()
        assert isinstance(app.screen, InfoPanel)
        assert app.clipboard == "raspad-54 #1742"
        assert app.screen.body.startswith("raspad-54 #1742\n")
        assert "Not every terminal takes it" in app.screen.body
        await pilot.press("e")
        await pilot.pause()
        assert isinstance(app.screen, TableScreen)


async def test_the_end_of_a_game_offers_its_line_and_comes_back() -> None:
    session, moves, _record = numbered("raspad", LOST)
    for move in moves:
        session.play(move)
    app = SolitaireApp(session, charset=UNICODE)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        assert isinstance(app.screen, ChoicePanel)
        await pilot.press("e")
        await pilot.pause()
        assert "· lost ·" in app.clipboard
        await pilot.press("escape")
        await pilot.pause()
        assert isinstance(app.screen, ChoicePanel)


async def test_a_deck_of_ones_own_has_no_code() -> None:
    session = recorded_session("raspad", LOST, 2)
    session.deal = None
    app = SolitaireApp(session, charset=UNICODE)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        table = app.screen
        assert isinstance(table, TableScreen)
        table.action_share()
        await pilot.pause()
        assert isinstance(app.screen, InfoPanel)
        assert "has no number" in app.screen.body
        assert app.clipboard == ""


# Dealing by code.


async def panel_of(app: SolitaireApp, pilot: Pilot[None], game: str = "raspad") -> NewDealPanel:
    """The dialog for a new deal, whose result goes where a table's does."""
    table = app.screen
    assert isinstance(table, TableScreen)
    table.action_new()
    await pilot.pause()
    panel = app.screen
    assert isinstance(panel, NewDealPanel)
    assert panel.focused is panel.query_one("#deal")
    return panel


async def paste(pilot: Pilot[None], text: str) -> None:
    pilot.app.post_message(events.Paste(text))
    await pilot.pause()
    await pilot.pause()


def ticks(panel: NewDealPanel) -> dict[str, bool]:
    return {str(tick.id).removeprefix("rule-"): tick.value for tick in panel.query(Tick)}


def fault(panel: NewDealPanel) -> str:
    return str(panel.query_one("#fault", Static).content)


async def test_a_pasted_line_ticks_its_house_rules_and_is_dealt() -> None:
    app = SolitaireApp(Session.new("raspad", {"jokers": True}, 7), charset=UNICODE)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        panel = await panel_of(app, pilot)
        await paste(pilot, "\n raspad-52am #1742 · won · 12 rounds · 0 hints\nlook!\n")
        assert ticks(panel) == {"jokers": False, "ace_high": True, "must_beat": True}
        assert panel.query_one("#number", Input).has_focus
        await paste(pilot, "raspad-54a #1742")  # into the field now, in place of what it holds
        assert ticks(panel) == {"jokers": True, "ace_high": True, "must_beat": False}
        panel.query_one("#rule-jokers", Tick).value = False  # the code follows the ticks
        await pilot.pause()
        assert panel.query_one("#number", Input).value == "raspad-52a #1742"
        await pilot.press("enter")
        await pilot.pause()
        session = app.sessions["raspad"]
        assert session.deal == 1742
        assert session.rules.model_dump() == {"jokers": False, "ace_high": True, "must_beat": False}


async def test_a_number_is_dealt_by_the_ticks_and_letters_may_be_typed_anywhere() -> None:
    app = SolitaireApp(Session.new("raspad", {"jokers": True}, 7), charset=UNICODE)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        panel = await panel_of(app, pilot)
        await pilot.press("r", "a", "space")
        assert panel.query_one("#number", Input).value == "ra "
        panel.query_one("#number", Input).value = "ra 5"
        panel.query_one("#deal", Button).press()
        await pilot.pause()
        assert fault(panel) == (
            "'ra 5' is no deal: type a number from 1 to 9223372036854775807, or a code such as raspad-54 #1742."
        )
        await paste(pilot, "#1742")
        assert fault(panel) == ""
        await pilot.press("enter")
        await pilot.pause()
        session = app.sessions["raspad"]
        assert (session.deal, session.rules.model_dump()["jokers"]) == (1742, True)


async def test_what_is_wrong_is_scrolled_to_in_a_low_window() -> None:
    app = SolitaireApp(Session.new("raspad", {}, 7), charset=UNICODE)
    async with app.run_test(size=(40, 12)) as pilot:
        await pilot.pause()
        panel = await panel_of(app, pilot)
        panel.query_one("#number", Input).value = "abc"
        panel.query_one("#deal", Button).press()
        told, body = panel.query_one("#fault"), panel.query_one(".panel")
        await until(pilot, lambda: told.size.height > 1 and body.content_region.contains_region(told.region))


async def test_a_code_of_the_other_game_is_dealt_there() -> None:
    app = SolitaireApp(Session.new("raspad", {}, 7), charset=UNICODE)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        await pilot.press("l", "l")
        panel = await panel_of(app, pilot)
        await paste(pilot, "Garem #9 · 2 wishes")
        assert fault(panel) == "This is a deal of Garem, and is dealt there."
        await pilot.press("enter")  # not asked, since the game of Raspad stays on its table
        await pilot.pause()
        assert isinstance(app.screen, TableScreen)
        assert app.screen.session.name == "Garem #9"
        assert app.sessions["raspad"].in_play
