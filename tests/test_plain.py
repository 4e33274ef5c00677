"""Games in lines of text: whole recorded games by each way to name a move, every command, and lines of no use."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from hypothesis import given, settings
from hypothesis import strategies as st

from solitaire_tui import language
from solitaire_tui.app.keeping import Keeper
from solitaire_tui.app.keymap import APP_ACTIONS, actions_for
from solitaire_tui.cards import DECK_54, Rank
from solitaire_tui.cli import main
from solitaire_tui.counsel import Advice, Counsel
from solitaire_tui.plain.commands import COMMANDS, commands_for, find
from solitaire_tui.plain.table import Quit
from solitaire_tui.plain.vocabulary import Named, pieces
from solitaire_tui.session import Session
from solitaire_tui.sharing import parse_code
from solitaire_tui.store.games import Store
from solitaire_tui.store.statistics import rules_named
from tests.helpers import RECORDED, recorded_session, vectors
from tests.plain_helpers import (
    Played,
    beat,
    english,
    russian,
)


def in_notation(played: Played, move: str) -> str:
    return move.lower()


def by_number(played: Played, move: str) -> str:
    session = played.table.session
    return str([str(legal) for legal in session.game.legal_moves(session.state)].index(move) + 1)


def in_english(played: Played, move: str) -> str:
    if played.table.session.game.id == "garem":
        return "next row" if move == "next" else f"slot {move[0]} to pile {move[2]}"
    cards = beat(move)
    return f"{english(cards[0])} on the {english(cards[1])}" if cards else {"laydown": "lay down"}.get(move, move)


def in_russian(played: Played, move: str) -> str:
    if played.table.session.game.id == "garem":
        if move == "next":
            return "Следующий ряд"
        card = played.table.session.state.row[int(move[0]) - 1]
        return f"{russian(card, 1)} на стопку {move[2]}"
    cards = beat(move)
    if cards is None:
        return "Выложить" if move == "laydown" else "закрыть кон"
    return f"{russian(cards[0], 0)} бьёт {russian(cards[1], 1)}".capitalize()


@pytest.mark.parametrize("way", [in_notation, by_number, in_english, in_russian])
@pytest.mark.parametrize(("game_id", "number"), [("raspad", 0), ("raspad", 2), ("garem", 0)])
def test_a_recorded_game(game_id: str, number: int, way: Any) -> None:
    line = vectors(RECORDED[game_id])[number]
    played = Played(recorded_session(game_id, number, moves=0))
    for move, expected in zip(line["record"]["moves"], line["expect"][1:], strict=True):
        said = played.type(way(played, move))
        state = dict(played.public)
        for pile in ("row",):  # equal cards of the two decks may lie in either slot when a card is named in words
            if way is in_russian and game_id == "garem":
                state[pile] = expected["state"][pile]
        assert state == expected["state"], (move, said)
    assert played.table.session.over


def test_every_card_can_be_named() -> None:
    for card in DECK_54:
        for text in (card.code, card.code.lower(), english(card), russian(card, 0), russian(card, 1)):
            (found,) = pieces(text)
            assert isinstance(found, Named)
            assert [other for other in DECK_54 if found.fits(other)] == [card], text
    assert pieces("10♥ on 7 of clubs") == pieces("th 7c")
    assert pieces("пиковая дама на бубнового валета") == pieces("QS JD")
    assert pieces("slot 3 to pile 5") == pieces("3>5") == [3, 5]
    assert pieces("queen") == [Named(rank=Rank.QUEEN)]


def test_no_name_means_two_commands() -> None:
    for game_id in RECORDED:
        names = [name for command in commands_for(game_id) for names in command.names.values() for name in names]
        assert len(names) == len(set(names))
        for command in commands_for(game_id):
            for shown in command.names.values():
                found = find(shown[0].upper(), game_id)
                assert found is not None
                assert found[0] is command
    assert find("redo all", "raspad")[0].id == "redo_all"  # type: ignore[index]
    assert find("why not lay down", "raspad") == (next(c for c in COMMANDS if c.id == "why"), "lay down")


TYPED_FOR = {"discards": "cards", "command_palette": "help", "quit": "quit"}
"""Actions of the table and the commands that do the same, where they are called differently in the source."""
ONLY_ON_A_SCREEN = {
    "review", "share", "unpick", "side", "mark", "jump", "lesson", "statistics", "games", "settings", "menu",
    "suspend_process",
}  # fmt: skip
"""Actions that no command does."""


@pytest.mark.parametrize("spoken", ["en", "ru"])
@pytest.mark.parametrize("game_id", list(RECORDED))
def test_what_the_table_calls_an_action_can_be_typed(game_id: str, spoken: str) -> None:
    language.use(spoken)
    commands = {command.id: command for command in commands_for(game_id)}
    for action in (*actions_for(game_id), *APP_ACTIONS):
        command = commands.get(TYPED_FOR.get(action.id, action.id))
        assert (command is None) == (action.id in ONLY_ON_A_SCREEN), action.id
        if command is not None:
            for label in (action.label, language._(action.label), language._(action.label).lower()):
                assert find(label, game_id) == (command, ""), label


@pytest.mark.parametrize("spoken", ["en", "ru"])
@pytest.mark.parametrize("game_id", list(RECORDED))
def test_every_command_says_something(game_id: str, spoken: str) -> None:
    language.use(spoken)
    played = Played(Session.new(game_id, deal=7))
    for command in commands_for(game_id):
        if command.id not in ("quit", "peek"):
            said = played.type(command.shown(spoken))
            assert said, command.id
            assert all(line.isprintable() for line in said)
            # A sign such as that of spades is not read out.
            assert not set("♣♦♥♠") & set("".join(said)) or command.id == "rules"
    with pytest.raises(Quit):
        played.type("выход")


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("fnord", "“fnord” is no card, number or command."),
        ("99", "There are 5 moves to choose from."),
        ("0", "There are 5 moves to choose from."),
        ("KH>JH", "The king of hearts is not in the hand."),
        ("8 hearts on 7 spades", "8 of hearts does not beat 7 of spades: it can be beaten by a 7 or a spade"),
        ("ten", "A move names a hand card and a card of the row"),
        ("close", "4 cards are still open: a round closes with at most one."),
        ("why close", "4 cards are still open: a round closes with at most one."),
        ("hearts on 9 diamonds", "Which one is meant: 8 of hearts, jack of hearts or 9 of hearts?"),
        ("wish 1 more time", "“wish” is no card"),
        ("new fnord", "'fnord' is no deal: type a number from 1 to"),
        ("new 1.5", "A deal number is a whole number and written in one"),
        ("new garem #7", "That is a deal of another game: `solitaire-tui play garem --deal 7 --plain` plays it."),
        ("redo", "There is nothing to play again."),
        ("x" * 2_000, "That line is too long."),
        ("\x1b[2J\x00", "“[2j” is no card"),
    ],
)
def test_a_line_of_no_use_is_explained_in_one(line: str, says: str) -> None:
    played = Played(Session.new("raspad", deal=1742))
    before = played.public
    (said,) = played.type(line)
    assert says.lower() in said.lower()
    assert played.public == before


@pytest.mark.parametrize("code", ["raspad #5", "raspad-54am #5", "raspad-52m #1742"])
def test_a_deal_of_another_game_is_played_by_the_command_that_is_told(
    code: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (said,) = Played(Session.new("garem", deal=7)).type(f"new {code}")
    program, *words = said.split("`")[1].split()
    assert program == "solitaire-tui"
    monkeypatch.setenv("SOLITAIRE_TUI_HOME", str(tmp_path))
    played = CliRunner().invoke(main, words, input="quit\n")
    meant = parse_code(code)
    session = Session.new("raspad", meant.rules, meant.deal)
    rules = rules_named(name for name, on in session.rules if on)
    assert played.output.splitlines()[0] == f"{session.name}{rules}"


@given(st.text(max_size=60))
@settings(max_examples=150, deadline=None)
def test_no_line_ends_the_game(line: str) -> None:
    played = Played(Session.new("garem", deal=3))
    try:
        said = played.type(line)
    except Quit:
        return
    assert all(text.isprintable() for text in said)


def test_wishes_are_written_as_they_are_typed_until_the_first_row() -> None:
    played = Played(Session.new("garem", deal=7))
    played.type("wish 3 A Long Walk, at last")
    played.type("ЖЕЛАНИЕ 1 Выучить арабский")
    both = {3: "A Long Walk, at last", 1: "Выучить арабский"}
    assert played.table.session.wishes == both
    for line in ("wish 9 too much", "wish", "wish ³ x", "wish three"):
        (said,) = played.type(line)
        assert said == (
            "A wish goes on a pile, numbered from 1 to 8: “wish 3 a long walk”. “help” lists what can be typed."
        )
    (said,) = played.type("wish 1 " + "x" * 201)
    assert "200" in said
    assert played.type("wish 3") == ["Pile 3: A Long Walk, at last"]
    assert played.type("wish pile 4") == ["No wish is written on pile 4."]
    assert played.table.session.wishes == both
    assert played.type("wish 1 none") == ["The wish on pile 1 is removed."]
    assert played.type("wish 1 none") == ["No wish is written on pile 1."]
    assert played.table.session.wishes == {3: "A Long Walk, at last"}
    assert played.type("wish pile 2: sleep") == ["Pile 2: sleep"]
    assert played.type("желание 2 Нет") == ["The wish on pile 2 is removed."]
    played.type("next")
    for line in ("wish 4 too late", "wish 3 none", "wish 4 none"):
        (said,) = played.type(line)
        assert "before the first play row" in said
    assert played.type("wish 3") == ["Pile 3: A Long Walk, at last"]
    assert played.type("wish 4") == ["No wish is written on pile 4."]
    played.type("undo")  # as at the table, only a restart lets them be changed again
    assert "before the first play row" in played.type("wish 3 none")[0]
    played.type("restart")
    assert played.type("wish 3 none") == ["The wish on pile 3 is removed."]


def test_a_removed_wish_is_told_in_russian() -> None:
    language.use("ru")
    played = Played(Session.new("garem", deal=7))
    assert played.type("желание 3 долгая прогулка") == ["Стопка 3: долгая прогулка"]
    assert played.type("желание 3") == ["Стопка 3: долгая прогулка"]
    assert played.type("желание 3 нет") == ["Желание стопки 3 убрано."]
    assert played.type("желание 3") == ["На стопку 3 желания нет."]
    assert "«нет» — убрать" in " ".join(played.type("помощь"))


def test_undo_says_what_is_taken_back() -> None:
    played = Played(Session.new("raspad", deal=1742))
    played.type("lay down")
    played.type("give up")
    assert played.type("undo")[0] == "You play on."
    assert played.table.session.history.cursor == 1
    assert played.type("undo")[0] == "One step taken back."
    assert played.type("redo")[0] == "Played again."


def test_hint_plan_and_chances_of_a_position_are_thought_about_once(monkeypatch: pytest.MonkeyPatch) -> None:
    played = Played(Session.new("raspad", deal=1742))
    asked: list[Any] = []
    advise = Counsel.advise

    def noted(counsel: Counsel, state: Any) -> Advice:
        asked.append(state)
        return advise(counsel, state)

    # On the class: an attribute of the counsel would stay on it, and later tests share that one.
    monkeypatch.setattr(Counsel, "advise", noted)
    for line in ("hint", "plan", "chances", "lay down", "undo", "hint"):
        played.type(line)
    assert asked == [played.table.session.state]
    played.type("lay down")
    played.type("hint")
    assert asked[1:] == [played.table.session.state]


def test_strict_play_gives_no_hint_and_takes_nothing_back() -> None:
    played = Played(Session.new("raspad", deal=1742), Keeper(strict=True))
    played.type("10 diamonds on 9 diamonds")
    before = played.public
    for line in ("undo", "restart", "hint", "plan", "chances", "peek"):
        (said,) = played.type(line)
        assert "strict" in said
    assert played.public == before


def test_hint_and_peek_are_counted() -> None:
    keeper = Keeper(Store.open)
    played = Played(Session.new("raspad", deal=1742), keeper)
    assert "of" in " ".join(played.type("hint"))
    played.type("peek")
    played.type("lay down")
    keeper.close()
    with Store.open() as store:
        (kept,) = store.unfinished()
        assert kept.hints == 1
        assert kept.peeks == 1


def plain(game: str, *options: str, typed: str, **environ: str) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        [sys.executable, "-m", "solitaire_tui", "play", game, "--plain", *options],
        input=typed.encode(),
        capture_output=True,
        timeout=60,
        env={**os.environ, **environ},
    )


def test_through_a_pipe_and_on_after_the_end_of_input(tmp_path: Path) -> None:
    record = vectors("raspad_games.jsonl")[0]["record"]
    begun = plain("raspad", "--deal", "1742", typed="10 diamonds on 9 diamonds\nlay down\n")
    assert (begun.returncode, begun.stderr) == (0, b"")
    assert b"\x1b" not in begun.stdout
    again = plain("raspad", typed="undo\nquit\nclose\n", LANGUAGE="ru", LC_ALL="ru_RU.UTF-8")
    assert (again.returncode, again.stderr) == (0, b"")
    assert "Распад #1742" in again.stdout.decode().splitlines()[0]
    assert "бубен" in again.stdout.decode()
    file = tmp_path / "game.json"
    file.write_text(json.dumps(record))
    over = plain("raspad", "--record", str(file), typed="")
    assert over.returncode == 0
