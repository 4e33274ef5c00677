"""Lessons: each can be finished by what it asks for, what it says is true, and nothing of it is kept."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from textwrap import wrap
from typing import Any

import pytest
from textual.pilot import Pilot
from textual.widgets import Static

from solitaire_tui.app.keeping import Keeper
from solitaire_tui.app.keymap import action, key_of
from solitaire_tui.app.main import SolitaireApp
from solitaire_tui.app.panels import ChoicePanel, InfoPanel, WishPanel
from solitaire_tui.app.teaching import open_lesson
from solitaire_tui.cards import Card, Rank
from solitaire_tui.game import REGISTRY, IllegalMove, Move, load
from solitaire_tui.garem.rules import NEXT, hopeless, placements, still_to_come
from solitaire_tui.garem.view import GaremView
from solitaire_tui.language import use
from solitaire_tui.lesson import Course, Step, lesson_for
from solitaire_tui.phrases import named
from solitaire_tui.raspad.beating import BeatRule
from solitaire_tui.raspad.rules import LAY_DOWN, Beat
from solitaire_tui.raspad.view import RaspadView
from solitaire_tui.settings import Settings
from solitaire_tui.store.games import Store
from solitaire_tui.table.faces import UNICODE
from solitaire_tui.table.lesson import LessonScreen
from solitaire_tui.table.view import TableView
from tests.helpers import conceivable_moves, pictures, until

VIEWS: dict[str, type[TableView]] = {"raspad": RaspadView, "garem": GaremView}
TABLES = {(80, 24): 15, (50, 15): 7}
"""Windows, and how many lines a lesson leaves for the table in them."""
COULD = {
    "close": "You could close the round, but ",
    "laydown": "You could lay down, but ",
    "next": "You could deal a row, but ",
}
"""How a lesson begins to say that it asks for another move than one of these."""


def walk(game_id: str) -> Iterator[tuple[Course, Move | None]]:
    """A lesson from its first position to its last, each with the move that is made in it; None for none."""
    course = Course(lesson_for(game_id))
    while True:
        move = course.next_move()
        yield course, move
        if move is not None:
            number, done = course.number, course.is_last and len(course.left) == 1
            course.session.play(move)
            if course.made([move]):
                assert course.number == number + 1
            elif done:
                return
        else:
            if course.step.does == "undo":
                course.session.undo()
            if not course.forward():
                return


def step_about(game_id: str, words: str) -> int:
    """The number of the only step whose English text has these words."""
    (number,) = (n for n, step in enumerate(lesson_for(game_id).steps) if words in step.text)
    return number


def at_step(game_id: str, words: str) -> Course:
    """A lesson at the step whose English text has these words."""
    course = Course(lesson_for(game_id))
    course.go_to(step_about(game_id, words))
    return course


@pytest.mark.parametrize("game_id", REGISTRY)
def test_a_lesson_is_finished_by_the_moves_it_asks_for(game_id: str) -> None:
    seen, last = [], None
    for course, move in walk(game_id):
        if course.step.moves:
            assert move is not None, course.step.text
            assert str(move) in course.step.moves
        else:
            assert course.step.is_read or action(course.step.does)
        seen.append(course.number)
        last = course
    assert last is not None
    assert sorted(set(seen)) == list(range(len(last.lesson.steps)))
    assert last.step.is_read  # it ends with something to read, not in the middle of a move


@pytest.mark.parametrize("game_id", REGISTRY)
def test_going_to_a_step_gives_the_position_that_walking_there_gives(game_id: str) -> None:
    before = -1
    for course, _move in walk(game_id):
        if course.number != before:
            before = course.number
            other = Course(course.lesson)
            other.go_to(before)
            assert other.session.state == course.session.state
            assert other.left == course.left


@pytest.mark.parametrize("game_id", REGISTRY)
def test_a_new_position_comes_only_after_something_to_read(game_id: str) -> None:
    """Or else the outcome of the player's move would be gone before it is seen."""
    steps = lesson_for(game_id).steps
    assert steps[0].deal is not None
    for before, step in pairwise(steps):
        assert step.deal is None or before.is_read


@pytest.mark.parametrize("language", ["en", "ru"])
@pytest.mark.parametrize("game_id", REGISTRY)
def test_every_other_legal_move_is_explained(game_id: str, language: str) -> None:
    use(language)
    for course, _move in walk(game_id):
        state = course.session.state
        for legal in load(game_id).legal_moves(state):
            why_not = course.why_not([legal])
            assert (why_not == "") == (str(legal) in course.left)
            if why_not:
                does = load(game_id).explain(state, legal)
                if str(legal) in COULD:
                    assert why_not.startswith(COULD[str(legal)] if language == "en" else "Можно ")
                else:
                    assert does[1:] in why_not  # its capital may be another
                assert len(why_not) > len(COULD.get(str(legal), does)) + 20
        assert course.session.state is state


@pytest.mark.parametrize("game_id", REGISTRY)
def test_marks_are_cards_in_sight(game_id: str) -> None:
    for course, move in walk(game_id):
        view = VIEWS[game_id](course.session)
        marks = (*course.step.marks, *((view.ends(move) if move else None) or ()))
        for (width, _height), height in TABLES.items():
            scene = view.lay_out(width, height, 0, None)
            assert all(placed.y + placed.height <= height for placed in scene.cards)
            if not set(course.step.moves) - set(course.left):  # what is marked may go as the step's moves are made
                assert [target for target in marks if scene.find(target) is None] == []


@pytest.mark.parametrize("language", ["en", "ru"])
@pytest.mark.parametrize("game_id", REGISTRY)
def test_texts_name_their_cards_and_keys_and_fit(game_id: str, language: str) -> None:
    use(language)
    for step in lesson_for(game_id).steps:
        told = step.told(key_of)
        assert "{" not in told
        assert len(wrap(told, 78)) <= 4
        assert len(wrap(told, 48)) <= 5
        assert 1 <= sum(told.count(mark) for mark in ".?!") <= 4
        first = next(iter(step.keys.values()), "")
        if first and len(key_of(first)) == 1:
            assert not told.startswith(key_of(first).upper() + " ")  # a key is not to be read as a capital
        if language == "en":
            for code in step.cards.values():
                texts = (told, step.why_not([]), *(step.why_not([move]) for move in step.instead))
                assert any(str(named(Card.parse(code))) in text for text in texts)


def test_reasons_for_certain_moves_belong_to_moves_that_are_legal() -> None:
    for game_id in REGISTRY:
        legal: dict[int, set[str]] = {}
        for course, _move in walk(game_id):
            moves = load(game_id).legal_moves(course.session.state)
            legal.setdefault(course.number, set()).update(map(str, moves))
        for number, step in enumerate(lesson_for(game_id).steps):
            assert {*step.instead} <= legal[number], step.text


# What the steps say, in the words of the rules.


@pytest.mark.parametrize(
    ("words", "rule"),
    [
        ("one of the same value", BeatRule.SAME_VALUE),
        ("a higher one of its suit", BeatRule.HIGHER_IN_SUIT),
        ("lowers its neighbours by one", BeatRule.LOWERED_VALUE),
        ("An ace counts as 1", BeatRule.ACE_BY_NUMBER),
        ("The other ace needs no card", BeatRule.LOWERED_VALUE),
        ("lowered to 1: an ace takes it", BeatRule.LOWERED_VALUE),
        ("A joker in the hand", BeatRule.JOKER),
        ("A joker in the row", BeatRule.JOKER_TAKEN),
    ],
)
def test_a_beat_of_the_lesson_is_by_the_rule_it_teaches(words: str, rule: BeatRule) -> None:
    course = at_step("raspad", words)
    move, state = course.next_move(), course.session.state
    assert isinstance(move, Beat)
    assert state.rule_for(move.hand, state.index_of(move.table)) is rule


@pytest.mark.parametrize(
    ("words", "fallen"),
    [
        ("The other ace needs no card", {"AC"}),
        ("one beat may run along the row", {"AD", "AC"}),
        ("A 2 falls apart between", set()),
        ("is lowered twice, to 0", {"2H"}),
    ],
)
def test_what_falls_apart_as_the_lesson_says(words: str, fallen: set[str]) -> None:
    course = at_step("raspad", words)
    move, before = course.next_move(), course.session.state
    after = course.session.game.apply(before, move)
    gone = {
        slot.card.code
        for slot, old in zip(after.table, before.table, strict=True)
        if slot.beaten and not old.beaten and slot.spent is None
    }
    assert gone == fallen


def test_closing_laying_down_and_the_long_row() -> None:
    game = load("raspad")
    for course, move in walk("raspad"):
        if str(move) == "close":
            assert len(course.session.state.open_indices()) <= 1
    only = at_step("raspad", "Only the {hand} beats anything")
    legal = game.legal_moves(only.session.state)
    assert [str(move) for move in legal if isinstance(move, Beat)] == ["JC>JD"]
    down = at_step("raspad", "so lay down")
    assert game.legal_moves(down.session.state) == (LAY_DOWN,)
    row = at_step("raspad", "a row of eight").session.state
    assert (len(row.table), len(row.hand), row.round) == (8, 6, 1)
    beaten = at_step("raspad", "Six cards beat seven").session.state
    assert [slot.card.code for slot in beaten.table if not slot.beaten] == ["KH"]
    assert [slot.card.code for slot in beaten.table if slot.beaten and slot.spent is None] == ["2C"]


def test_the_moves_of_the_long_row_may_come_in_any_order() -> None:
    def orders(course: Course, state: Any, left: frozenset[str]) -> bool:
        """Whether each order leads on to the end; every set of moves is looked at once."""
        if not left or left in seen:
            return True
        seen.add(left)
        legal = {str(move): move for move in course.session.game.legal_moves(state)}
        ways = [text for text in left if text in legal]
        return bool(ways) and all(
            orders(course, course.session.game.apply(state, legal[text]), left - {text}) for text in ways
        )

    for game_id in REGISTRY:
        for number, step in enumerate(lesson_for(game_id).steps):
            if len(step.moves) > 1:
                seen: set[frozenset[str]] = set()
                course = Course(lesson_for(game_id))
                course.go_to(number)
                assert orders(course, course.session.state, frozenset(step.moves))


def test_what_the_lesson_says_of_jokers() -> None:
    course = at_step("raspad", "A joker in the hand")
    state = course.session.state
    assert len(course.session.deck) == 54
    king, joker = (state.index_of(Card.parse(code)) for code in ("KH", "BJ"))
    assert [card.code for card in state.hand if state.rule_for(card, king)] == ["RJ"]
    assert [card.code for card in state.hand if state.rule_for(card, joker)] == []
    course = at_step("raspad", "A joker in the row")
    after = course.session.state
    takers = [card.value for card in after.hand if after.rule_for(card, joker)]
    assert min(takers) == Card.parse("5C").value


def test_what_the_lesson_says_of_the_gate_and_of_choosing() -> None:
    game = load("garem")
    shut = at_step("garem", "but the gate is shut").session.state
    assert not shut.gate_open
    with pytest.raises(IllegalMove, match="gate is shut"):
        game.apply(shut, game.parse_move("5>1"))
    assert at_step("garem", "Nothing more can be placed").next_move() == NEXT
    opening = at_step("garem", "Three base cards still wait")
    assert sum(len(pile) == 1 for pile in opening.session.state.piles) == len(opening.step.moves) == 3
    opened = at_step("garem", "The gate is open")
    assert opened.session.state.gate_open
    assert {str(move) for move in placements(opened.session.state)} == {*opened.step.moves}
    choice = at_step("garem", "this is what you decide").session.state
    assert {move.pile for move in placements(choice) if move.slot == 2} == {1, 6}
    assert (len(choice.piles[0]), len(choice.piles[5])) == (4, 2)


def test_what_the_lesson_says_of_hopeless_and_complete_piles() -> None:
    course = at_step("garem", "All eight 9s are out")
    state = course.session.state
    assert still_to_come(state)[Rank.NINE] == 0
    assert [pile for pile, gone in enumerate(hopeless(state), 1) if gone] == [2, 7, 8]
    assert len(state.piles[2]) == 12
    assert 3 in course.session.wishes
    assert at_step("garem", "Thirteen cards").session.state.complete == (3,)


# On the screen.


def taught(tmp_path: Path, language: str = "en") -> SolitaireApp:
    """The program with a store, at its menu."""
    settings = Settings.model_validate({"language": language, "animation": False})
    return SolitaireApp(keeper=Keeper(lambda: Store.open(tmp_path)), settings=settings, charset=UNICODE)


async def opened(app: SolitaireApp, pilot: Pilot[None], game_id: str) -> LessonScreen[Any]:
    """The screen of a lesson."""
    open_lesson(app, game_id)
    screen = app.screen
    assert isinstance(screen, LessonScreen)
    await until(pilot, lambda: screen.query("#step") and screen.table.scene is not None and screen.is_active)
    await pilot.pause()
    return screen


async def test_raspad_is_learned_by_keys(tmp_path: Path) -> None:
    app = taught(tmp_path)
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await opened(app, pilot, "raspad")
        before = screen.session.state
        await pilot.press("6")  # 8H on 5H, while the step is only to be read
        assert screen.session.state is before
        assert "only to be read" in screen.message
        await pilot.press("enter")
        assert screen.course.number == 1
        await pilot.press("6")
        assert screen.session.state is before
        assert "8♥ beats the 5♥" in screen.message
        assert "the lesson asks for the 9♠ on the 9♦" in screen.message
        await pilot.press("c")
        assert screen.message.startswith("4 cards are still open")
        await pilot.press("1")
        assert screen.course.number == 2
        assert screen.session.state.index_of(Card.parse("9D")) == 1
        assert "9♠ beats the 9♦" in screen.message
        screen.action_undo()
        assert (screen.course.number, screen.session.state) == (1, before)
        screen.action_skip()
        assert screen.course.number == 2
        await pilot.press("v")
        assert screen.message == "not in a lesson; q leaves it"
        screen._go_to(step_about("raspad", "Most of your cards"))
        await pilot.press("y")
        await until(pilot, lambda: isinstance(app.screen, InfoPanel))
        await pilot.press("x", "h")
        assert "J♣ beats the J♦" in screen.message
        await pilot.press("enter", "u", "4")
        assert screen.course.number == step_about("raspad", "so lay down")
        await pilot.press("l")
        assert screen.view.provisional
        await pilot.press("l")
        assert screen.course.number == step_about("raspad", "a row of eight")
        screen._go_to(len(screen.course.lesson.steps) - 1)
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(app.screen, ChoicePanel))
        assert app.keeper.store.count() == 0
        await pilot.press("n")
        await until(pilot, lambda: bool(app.sessions))
        assert app.sessions["raspad"].deal is not None  # a first deal, which is kept
        await until(pilot, lambda: app.keeper.attempt(app.sessions["raspad"]) is not None)


async def test_what_a_lesson_does_is_drawn_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    app = taught(tmp_path)
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await opened(app, pilot, "raspad")
        scenes = pictures(screen.table, monkeypatch)
        for key, number in (("enter", 1), ("6", 1), ("1", 2)):
            scenes.clear()
            await pilot.press(key)
            assert (screen.course.number, len(scenes)) == (number, 1), key
        assert str(screen.query_one("#step", Static).render()) == screen.text
        undo = next(number for number, step in enumerate(screen.course.lesson.steps) if step.does == "undo")
        screen._go_to(undo)
        scenes.clear()
        await pilot.press("u")
        assert (screen.course.number, len(scenes)) == (undo + 1, 1)
        assert screen.message == "one step taken back"


async def wished(app: SolitaireApp, pilot: Pilot[None], wish: str) -> None:
    """From the first step of Garem's lesson, write a wish on the first pile by keys."""
    screen = app.screen
    await pilot.press("enter", "w")
    await until(pilot, lambda: isinstance(app.screen, WishPanel))
    await pilot.press(*wish, "enter")
    await until(pilot, lambda: app.screen is screen)


async def test_garem_is_learned_by_keys(tmp_path: Path) -> None:
    app = taught(tmp_path)
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await opened(app, pilot, "garem")
        await wished(app, pilot, "to")
        assert (screen.course.number, screen.session.wishes) == (2, {1: "to"})
        await pilot.press("c", "2")
        assert "A♦ goes on pile 2" in screen.message
        assert screen.session.state.piles[1] == (Card.parse("KD"),)
        await pilot.press("1")
        assert screen.course.number == 4
        screen._go_to(step_about("garem", "The gate is open"))
        await pilot.press("a")
        assert screen.course.number == step_about("garem", "Place all you can")
        await pilot.press("q")
        await until(pilot, lambda: app.screen is not screen)
        assert app.keeper.store.count() == 0
        assert not app.sessions


@pytest.mark.parametrize("size", TABLES)
async def test_the_longest_russian_text_has_room(tmp_path: Path, size: tuple[int, int]) -> None:
    app = taught(tmp_path, "ru")
    async with app.run_test(size=size) as pilot:
        screen = await opened(app, pilot, "raspad")
        steps = screen.course.lesson.steps
        screen._go_to(max(range(len(steps)), key=lambda number: len(steps[number].told(key_of))))
        await pilot.pause()
        text = screen.query_one("#lesson")
        assert text.virtual_size.height <= text.size.height == (4 if size[1] > 20 else 5)
        assert screen.table.size == (size[0], TABLES[size])


async def test_a_long_explanation_stands_above_where_the_status_has_no_room(tmp_path: Path) -> None:
    app = taught(tmp_path)
    async with app.run_test(size=(50, 15)) as pilot:
        screen = await opened(app, pilot, "raspad")
        await pilot.press("6")
        await pilot.pause()
        told = screen.query_one("#told")
        assert told.display
        assert str(told.render()).endswith("go on first.")
        text = screen.query_one("#lesson")
        assert text.max_scroll_y > 0
        await pilot.press("pagedown")
        await until(pilot, lambda: text.scroll_y > 0)
        await pilot.click("#lesson")
        assert screen.course.number == 1


def test_every_conceivable_move_is_the_lessons_or_gets_a_reason() -> None:
    for game_id in REGISTRY:
        course, game = Course(lesson_for(game_id)), load(game_id)
        course.go_to(3)
        for move in conceivable_moves(game, course.session.state):
            try:
                game.apply(course.session.state, move)
            except IllegalMove as error:
                assert error.reason
            else:
                assert course.why_not([move]) or str(move) in course.step.moves


def test_a_step_says_at_least_that_it_asks_for_something_else() -> None:
    assert Step(text="", moves=("close",)).why_not(["laydown"]) == "The lesson asks for something else here."
