"""Ways through a lesson: wishes stand, hints are never refused, the mouse alone is enough, and a place is kept."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from textual import events
from textual.pilot import Pilot
from textual.widgets import OptionList

from solitaire_tui.app.bar import Part, TextBar
from solitaire_tui.app.keymap import key_of
from solitaire_tui.app.main import SolitaireApp
from solitaire_tui.app.panels import ChoicePanel, InfoPanel, WishPanel
from solitaire_tui.app.teaching import choose_lesson, learn, open_lesson
from solitaire_tui.cards import Card
from solitaire_tui.game import REGISTRY, Outcome, load
from solitaire_tui.garem.view import GaremView
from solitaire_tui.lesson import Course, lesson_for
from solitaire_tui.raspad.plain import TELLER
from solitaire_tui.raspad.rules import LAY_DOWN, RaspadState
from solitaire_tui.table.canvas import CardTable
from solitaire_tui.table.lesson import LessonScreen
from tests.helpers import until
from tests.test_lesson import at_step, opened, step_about, taught, wished

WANTED = {
    "raspad": dict.fromkeys((5, 9, 13, 16, 26, 31), "close") | {18: "why", 19: "hint", 21: "undo", 23: "lay_down"},
    "garem": dict.fromkeys((3, 8, 11), "next_row") | dict.fromkeys((10, 14), "forced") | {2: "wishes"},
}
"""Steps, as players count them, whose text asks for something that is not done with cards."""


def click_on(bar: TextBar, part: Part) -> None:
    """A click on a part of a bar of one line."""
    (line,) = bar._lines
    x = sum(len(before.text) for before in line[: list(line).index(part)]) + 1
    bar.on_click(events.Click(bar, x, 0, 0, 0, 1, False, False, False, x, 0))


def ready(screen: LessonScreen[Any]) -> list[Part]:
    """What the footer points out."""
    return [part for part in screen.footer_parts() if part.role == "ready"]


# Wishes.


async def test_a_wish_stands_whichever_way_one_goes(tmp_path: Path) -> None:
    app = taught(tmp_path)
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await opened(app, pilot, "garem")
        await wished(app, pilot, "Pony")
        await pilot.press("c")
        assert screen.course.number == 3
        screen.action_undo()
        assert (screen.course.number, screen.session.wishes) == (2, {1: "Pony"})
        screen.action_back()
        assert (screen.course.number, screen.session.wishes) == (1, {1: "Pony"})
        for number in range(2, len(screen.course.lesson.steps)):
            screen.action_skip()
            assert screen.course.number == number
            assert screen.session.wishes[1] == "Pony"
            screen.action_back()
            assert screen.session.wishes[1] == "Pony"
            screen.action_skip()
        screen._go_to(step_about("garem", "So it goes for twelve rows"))
        screen.action_forward()
        assert screen.session.wishes[1] == "Pony"


def test_the_last_deal_has_wishes_of_its_own_beside_the_players() -> None:
    steps = len(lesson_for("garem").steps)
    assert Course(lesson_for("garem"), steps - 1).session.wishes[3] == "a summer by the sea"
    course = Course(lesson_for("garem"), steps - 1, {3: "Pony"})
    assert (course.session.wishes[3], course.session.wishes[7]) == ("Pony", "a new bicycle")


def test_a_pile_that_gets_complete_names_its_wish_if_there_is_one() -> None:
    course = at_step("garem", "lacks only one card")
    before, move = course.session.state, course.next_move()
    assert move is not None
    course.session.play(move)
    view = GaremView(course.session)
    assert view.told(before, [move]).endswith("Pile 3 is complete: “a summer by the sea” comes true")
    assert view.told(before, [move, move]).endswith("Pile 3 is complete: “a summer by the sea” comes true")
    course.session.wishes = {7: "a new bicycle"}
    for told in (view.told(before, [move]), load("garem").explain(before, move)):
        assert told.endswith("Pile 3 is complete and counts as a wish granted")
    course.session.wishes = {3: "x" * 200}
    assert len(view.told(before, [move])) < 150


# Keys.


@pytest.mark.parametrize("disarm", ["hint", "back", "undo", "skip"])
@pytest.mark.parametrize("number", [0, 1, 10])
async def test_a_lay_down_is_shown_no_longer_after_another_key(tmp_path: Path, disarm: str, number: int) -> None:
    app = taught(tmp_path)
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await opened(app, pilot, "raspad")
        screen._go_to(number)
        await screen.run_action("lay_down")
        assert screen.view.provisional
        getattr(screen, f"action_{disarm}")()
        assert not screen.view.provisional


@pytest.mark.parametrize("game_id", REGISTRY)
async def test_the_key_that_a_hint_names_is_never_refused(
    tmp_path: Path, game_id: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    app = taught(tmp_path)
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await opened(app, pilot, game_id)
        panels: list[Any] = []
        monkeypatch.setattr(app, "push_screen", lambda panel, *_then: panels.append(panel))
        for before in ("lay_down", "pick", "nothing"):
            for number in range(len(screen.course.lesson.steps)):
                screen._go_to(number)
                if before == "lay_down" and LAY_DOWN in screen.view.legal():
                    await screen.run_action("lay_down")
                elif before == "pick":
                    screen.pick(next(iter(screen.view.partners()), ""))
                screen.action_hint()
                state, step, opened_panels = screen.session.state, screen.course.number, len(panels)
                if screen.hint is not None:
                    assert "Enter plays it" in screen.message
                    screen.action_enter()
                else:
                    action = screen.course.step.wants
                    assert screen.message == f"press {key_of(action)}"
                    getattr(screen, f"action_{action}")()
                assert screen._message[1] != "warning", (before, number, screen.message)
                went_on = screen.course.number > step or screen.session.state is not state
                assert went_on or len(panels) > opened_panels, (before, number)


# The mouse.


@pytest.mark.parametrize("size", [(80, 24), (40, 12)])
@pytest.mark.parametrize("game_id", REGISTRY)
async def test_the_footer_begins_with_what_the_step_asks_for(
    tmp_path: Path, game_id: str, size: tuple[int, int]
) -> None:
    app = taught(tmp_path)
    async with app.run_test(size=size) as pilot:
        screen = await opened(app, pilot, game_id)
        for number, step in enumerate(screen.course.lesson.steps):
            screen._go_to(number)
            parts, wanted = screen.footer_parts(), WANTED[game_id].get(number + 1, "enter" if step.is_read else "")
            assert [part.action for part in ready(screen)] == ([wanted] if wanted else [])
            if ready(screen):
                assert parts[1] in ready(screen)
            assert len({part.action for part in parts}) * 2 == len(parts)  # nothing is there twice
            assert "leave" in {part.action for part in parts}
            titles = [command.title for command in screen.commands()]
            assert len(set(titles)) == len(titles)
            assert ("Go on (Enter)" in titles) == step.is_read
            assert all(command.help.endswith(".") for command in screen.commands())


async def by_mouse(pilot: Pilot[None], screen: LessonScreen[Any]) -> None:
    """Do what a step asks for by a click on the footer, or by clicks on a card and where it goes."""
    app, footer = screen.app, screen.query_one("#footer", TextBar)
    if pointed := [part for part in footer._lines[0] if part.role == "ready"]:
        click_on(footer, pointed[0])
    else:
        move = screen.course.next_move()
        assert move is not None
        for target in screen.view.ends(move) or ():
            screen._clicked(CardTable.Clicked(target, twice=False))
    await pilot.pause()
    match app.screen:
        case WishPanel() as panel:
            await pilot.click("#keep")
            await until(pilot, lambda: app.screen is not panel)
        case InfoPanel() as panel:
            await pilot.click(panel, offset=(0, 0))
            await until(pilot, lambda: app.screen is not panel)


@pytest.mark.parametrize("game_id", REGISTRY)
async def test_a_whole_lesson_is_learned_by_mouse(tmp_path: Path, game_id: str) -> None:
    app = taught(tmp_path)
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await opened(app, pilot, game_id)
        numbers = [0]
        for _click in range(80):
            await by_mouse(pilot, screen)
            if screen.course.number != numbers[-1]:
                numbers.append(screen.course.number)
            if isinstance(app.screen, ChoicePanel):
                break
        assert numbers == list(range(len(screen.course.lesson.steps)))
        assert isinstance(app.screen, ChoicePanel)


# The place.


def offered(app: SolitaireApp) -> list[str]:
    """What a panel offers, without the keys."""
    options = app.screen.query_one(OptionList).options
    return [str(option.prompt).split(maxsplit=1)[1] for option in options]


async def asked(app: SolitaireApp, pilot: Pilot[None]) -> list[str]:
    """What is offered once a panel is there."""
    await until(pilot, lambda: isinstance(app.screen, ChoicePanel) and app.screen.query(OptionList))
    return offered(app)


async def test_a_lesson_left_half_way_can_be_gone_on_with(tmp_path: Path) -> None:
    app = taught(tmp_path)
    async with app.run_test(size=(80, 24)) as pilot:
        choose_lesson(app)
        assert await asked(app, pilot) == ["Raspad", "Garem", "Back"]
        await pilot.press("2")
        await until(pilot, lambda: isinstance(app.screen, LessonScreen) and app.screen.query("#step"))
        garem = app.screen
        assert isinstance(garem, LessonScreen)
        garem._written({4: "Pony"})  # type: ignore[attr-defined]
        garem._go_to(8)
        garem.action_leave()
        choose_lesson(app)
        assert await asked(app, pilot) == [
            "Raspad",
            "Garem: go on at step 9",
            "Garem: from the beginning",
            "Back",
        ]
        await pilot.press("2")
        await until(pilot, lambda: isinstance(app.screen, LessonScreen) and app.screen.query("#step"))
        again = app.screen
        assert isinstance(again, LessonScreen)
        assert (again.course.number, again.session.wishes) == (8, {4: "Pony"})
        assert again.session.state == garem.session.state
        again.action_leave()
        learn(app, "garem")
        assert await asked(app, pilot) == ["Garem: go on at step 9", "Garem: from the beginning", "Back"]
        await pilot.press("2")
        await until(pilot, lambda: isinstance(app.screen, LessonScreen) and app.screen.query("#step"))
        anew = app.screen
        assert isinstance(anew, LessonScreen)
        assert (anew.course.number, anew.session.wishes) == (0, {})
        anew._go_to(len(anew.course.lesson.steps) - 1)
        anew.action_forward()
        await asked(app, pilot)
        await pilot.press("q")
        await until(pilot, lambda: not isinstance(app.screen, (LessonScreen, ChoicePanel)))
        choose_lesson(app)
        assert await asked(app, pilot) == ["Raspad", "Garem", "Back"]
        assert app.keeper.store.count() == 0


# What is said of losing, lowering and long rows.


def test_lowering_ends_with_laying_down() -> None:
    nine = Card.parse("9S")
    before = at_step("raspad", "so lay down").session.state
    after = at_step("raspad", "the {nine} counts as 9 again").session.state
    assert before.lowered(before.index_of(nine)) == 1
    assert [after.lowered(at) for at in range(len(after.table))] == [0] * 8
    assert after.table[after.index_of(nine)].card == nine


def test_a_deal_is_lost_as_the_lesson_says() -> None:
    text = lesson_for("raspad").steps[step_about("raspad", "A deal is lost only")].text
    assert "when the stock is empty, more than one card is open and nothing beats any" in text
    stuck: RaspadState = at_step("raspad", "so lay down").session.state
    game = load("raspad")
    assert game.outcome(stuck) is Outcome.PLAYING  # there is a stock, so one can lay down
    assert game.outcome(stuck.model_copy(update={"stock": ()})) is Outcome.LOST


def test_most_cards_beat_nothing_where_the_lesson_says_so() -> None:
    state: RaspadState = at_step("raspad", "Most of your cards beat nothing").session.state
    beats = [card.code for card in state.hand if any(state.rule_for(card, at) for at in state.open_indices())]
    assert (beats, len(state.hand)) == (["JC"], 6)


def test_a_card_lowered_to_1_is_beaten_as_the_lesson_says() -> None:
    session = at_step("raspad", "lowered to 1").session
    assert "2 of spades, lowered to 1" in TELLER.position(session)[1]
    state: RaspadState = session.state
    at = state.index_of(Card.parse("2S"))
    assert at is not None
    ranks, suits = "A23456789TJQK", "CDHS"
    others = [Card.parse(rank + suit) for rank in ranks for suit in suits if rank + suit != "2S"]
    assert {card.code for card in others if state.rule_for(card, at)} == {
        *(rank + suit for rank in "A2" for suit in suits if rank + suit != "2S"),
        *(f"{rank}S" for rank in ranks if rank != "2"),
    }


async def test_a_lesson_left_above_another_takes_no_place_from_it(tmp_path: Path) -> None:
    app = taught(tmp_path)
    async with app.run_test(size=(80, 24)) as pilot:
        lower = await opened(app, pilot, "garem")
        lower.action_skip()
        open_lesson(app, "garem")
        await until(pilot, lambda: isinstance(app.screen, LessonScreen) and app.screen is not lower)
        await pilot.press("q")
        assert app.screen is lower
        lower.action_skip()
        await pilot.press("q")
        assert app.courses["garem"].number == 2
