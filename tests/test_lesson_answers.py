"""What a lesson answers to another move than its own: all of it can be read, and it is true of that move."""

from __future__ import annotations

from pathlib import Path
from textwrap import wrap
from typing import Any

import pytest

from solitaire_tui.app.bar import TextBar
from solitaire_tui.app.keymap import key_of
from solitaire_tui.cards import Card
from solitaire_tui.game import REGISTRY, IllegalMove, load
from solitaire_tui.language import use
from solitaire_tui.lesson import Course, lesson_for
from solitaire_tui.phrases import sentence
from solitaire_tui.raspad.rules import LAY_DOWN, Beat, RaspadState
from tests.helpers import conceivable_moves
from tests.test_lesson import at_step, opened, step_about, taught, walk

STATUS_LINES = 3
WINDOWS = [(80, 24), (60, 20)]


@pytest.mark.parametrize("language", ["en", "ru"])
@pytest.mark.parametrize("game_id", REGISTRY)
def test_every_answer_has_room_in_the_status(game_id: str, language: str) -> None:
    use(language)
    game = load(game_id)
    for width, _height in WINDOWS:
        for course, _move in walk(game_id):
            state = course.session.state
            for move in conceivable_moves(game, state):
                try:
                    game.apply(state, move)
                    answers = course.answers([move])
                except IllegalMove as refused:
                    answers = (sentence(refused.reason),)
                assert not answers or any(len(wrap(text, width - 2)) <= STATUS_LINES for text in answers), answers
                reason = course.step.reason_against([str(move)])
                assert all(reason[1:] in text for text in course.answers([move]))  # its capital may be another


def read(bar: TextBar) -> str:
    return " ".join(bar.text.split())


@pytest.mark.parametrize("size", WINDOWS)
async def test_the_answer_to_a_move_is_shown_uncut(tmp_path: Path, size: tuple[int, int]) -> None:
    app = taught(tmp_path, "ru")
    async with app.run_test(size=size) as pilot:
        screen = await opened(app, pilot, "raspad")
        bar = screen.query_one("#status", TextBar)
        for number in range(len(screen.course.lesson.steps)):
            screen._go_to(number)
            for move in screen.session.game.legal_moves(screen.session.state):
                if answer := screen.course.why_not([move]):
                    screen.play(move)
                    assert screen.message
                    assert len(screen.message) == len(answer) or size == (60, 20)
                    assert read(bar).startswith(screen.message)


@pytest.mark.parametrize("size", WINDOWS)
@pytest.mark.parametrize("by", ["pointer", "keys"])
async def test_a_refusal_is_read_before_the_card_it_is_about(tmp_path: Path, size: tuple[int, int], by: str) -> None:
    app = taught(tmp_path, "ru")
    async with app.run_test(size=size) as pilot:
        screen = await opened(app, pilot, "raspad")
        screen._go_to(step_about("raspad", "An ace counts as 1"))
        state = screen.session.state
        queen, ace = state.hand.index(Card.parse("QC")), state.index_of(Card.parse("AH"))
        screen.pick(f"hand:{queen}")
        if by == "pointer":
            screen.hovered = f"table:{ace}"
        screen.put(f"table:{ace}")
        told = "Дама треф не бьёт туза червей: его бьёт любая цифра, туз или любая черва."
        assert read(screen.query_one("#status", TextBar)).startswith(told)
        screen.hovered = f"table:{ace}"
        screen.play(Beat(hand=Card.parse("QC"), table=Card.parse("AC")))
        assert read(screen.query_one("#status", TextBar)).startswith(screen.message)


async def test_where_the_status_has_one_line_all_of_an_answer_can_be_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    app = taught(tmp_path, "ru")
    async with app.run_test(size=(50, 15)) as pilot:
        screen = await opened(app, pilot, "raspad")
        screen._go_to(1)
        move = Beat(hand=Card.parse("8H"), table=Card.parse("5H"))
        whole = screen.course.why_not([move])
        screen.play(move)
        assert screen._unread.startswith(whole)
        texts: list[tuple[str, str]] = []
        monkeypatch.setattr(screen, "inform", texts.append)
        screen.action_read_on()
        screen.action_why()
        assert all(whole in text for _title, text in texts)
        assert len(texts) == 2


# In Garem.


@pytest.mark.parametrize("language", ["en", "ru"])
@pytest.mark.parametrize("width", [80, 60, 50, 40])
async def test_the_header_keeps_the_gate(tmp_path: Path, width: int, language: str) -> None:
    app = taught(tmp_path, language)
    async with app.run_test(size=(width, 20)) as pilot:
        screen = await opened(app, pilot, "garem")
        shut, open_ = ("gate shut, {} to go", "gate open") if language == "en" else ("ворота закрыты: ещё {}", "ворота")
        for words, gate in (
            ("but the gate is shut", shut.format(6)),
            ("Three base cards still wait", shut.format(3)),
            ("The gate is open", open_),
        ):
            screen._go_to(step_about("garem", words))
            assert gate in screen.query_one("#header", TextBar).text


def test_unseen_cards_are_told_of_by_a_key_too() -> None:
    step = lesson_for("garem").steps[step_about("garem", "the unseen cards of each rank")]
    for language in ("en", "ru"):
        use(language)
        assert f" {key_of('discards')}" in step.told(key_of)


# What Raspad says against other moves, by the rules.


def opens(state: RaspadState, move: Any) -> int:
    """How many cards are open after a move."""
    return len(load("raspad").apply(state, move).open_indices())


def test_how_many_cards_stay_open_before_the_last_round_is_closed() -> None:
    course = at_step("raspad", "leaves one card open")
    state = course.session.state
    legal = load("raspad").legal_moves(state)
    assert {opens(state, move) for move in legal if move != LAY_DOWN} == {1}
    assert opens(state, LAY_DOWN) == 6
    answer = course.why_not([LAY_DOWN])
    assert answer == "You could lay down, but then six cards would be open; the 6♠ on the 6♦ leaves only one."
    (beat,) = (move for move in legal if move not in (LAY_DOWN, course.next_move()))
    assert course.why_not([beat]).endswith("That leaves as few open, but the lesson plays the 6♠ on the 6♦.")


def test_laying_down_is_put_off_because_a_card_can_still_be_beaten() -> None:
    for course, move in walk("raspad"):
        state = course.session.state
        if len(course.step.moves) == 1 and isinstance(move, Beat) and LAY_DOWN in load("raspad").legal_moves(state):
            answer = course.why_not([LAY_DOWN])
            assert f"the {move.hand.name}" in answer or f"the {move.hand.name.lower()}" in answer
            assert "open" not in answer or "six cards would be open" in answer


def can_close(state: RaspadState, known: dict[Any, bool]) -> bool:
    """Whether some order of beats leaves one card open at most."""
    game = load("raspad")
    key = (state.hand, state.table)
    if key not in known:
        beats = [move for move in game.legal_moves(state) if isinstance(move, Beat)]
        known[key] = len(state.open_indices()) <= 1 or any(can_close(game.apply(state, move), known) for move in beats)
    return known[key]


def test_what_is_said_against_other_beats_of_the_long_row() -> None:
    game, known = load("raspad"), dict[Any, bool]()
    course = at_step("raspad", "In a long row")
    waiting, seen, sayings = [(course.session.state, frozenset(course.step.moves))], set(), set()
    while waiting:
        state, left = waiting.pop()
        for move in game.legal_moves(state):
            if str(move) in left:
                after = (game.apply(state, move), left - {str(move)})
                if after[1] and after[1] not in seen:
                    seen.add(after[1])
                    waiting.append(after)
                continue
            told = course.step.why_not([str(move)])
            sayings.add(told)
            if "missing" in told:
                assert not can_close(game.apply(state, move), known), move
            if move == LAY_DOWN:
                assert told == "The hand can close this round: look for the beats first."
                assert can_close(state, known)
    assert len(sayings) == 3


def test_close_is_asked_for_only_when_a_beat_is_not_needed() -> None:
    for course, _move in walk("raspad"):
        state = course.session.state
        if course.step.moves == ("close",):
            assert len(state.open_indices()) <= 1
            for move in load("raspad").legal_moves(state):
                if isinstance(move, Beat):
                    assert "one open card is enough here" in course.why_not([move]).lower()
                    assert len(state.open_indices()) == 1


def test_an_ace_that_falls_by_itself_and_a_two_that_does() -> None:
    for words, claim in (("The other ace needs no card", "AC"), ("is lowered twice, to 0", "2H")):
        course = at_step("raspad", words)
        state, own = course.session.state, course.next_move()
        after = load("raspad").apply(state, own)
        fallen = after.table[after.index_of(Card.parse(claim))]
        assert fallen.beaten
        assert fallen.spent is None
    both = at_step("raspad", "one beat may run along the row")
    after = load("raspad").apply(both.session.state, both.next_move())
    assert sum(slot.beaten and slot.spent is None for slot in after.table) == 2
    assert opens(both.session.state, both.next_move()) == 1  # "clears nearly all of the row"


def test_a_lesson_says_in_short_what_it_says_at_length() -> None:
    course = Course(lesson_for("raspad"), 1)
    answers = course.answers([Beat(hand=Card.parse("8H"), table=Card.parse("5H"))])
    why = "ere the lesson asks for the 9♠ on the 9♦, and the other cards are needed later."
    assert answers == (
        f"Possible: 8♥ beats the 5♥: same suit, higher. This lowers 9♦ to 8 and K♠ to queen. H{why}",
        f"Possible: 8♥ beats the 5♥: same suit, higher. H{why}",
        f"Not now: h{why}",
    )
    use("ru")
    answers = course.answers([Beat(hand=Card.parse("8H"), table=Card.parse("5H"))])
    assert answers[1] == (
        "Так можно: восьмёрка червей бьёт пятёрку червей: та же масть, старше. "
        "Здесь урок просит сыграть девятку пик на девятку бубен, а прочие карты пригодятся позже."
    )


@pytest.mark.parametrize("size", WINDOWS)
async def test_a_long_wish_does_not_cut_the_hint(tmp_path: Path, size: tuple[int, int]) -> None:
    app = taught(tmp_path, "ru")
    async with app.run_test(size=size) as pilot:
        screen = await opened(app, pilot, "garem")
        screen._go_to(step_about("garem", "lacks only one card"))
        screen.session.wishes = {3: "тепла и лета у моря " * 3}
        screen.action_hint()
        assert screen.message.startswith("Подсказка: пятёрка пик ложится в стопку 3")
        assert screen.message.endswith("Сыграет Enter")
        assert read(screen.query_one("#status", TextBar)) == f"{screen.message}."
