"""Games in lines of text: whole recorded games by each way to name a move, every command, and lines of no use."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from solitaire_tui import language
from solitaire_tui.app.keeping import Keeper
from solitaire_tui.app.keymap import APP_ACTIONS, actions_for
from solitaire_tui.cards import DECK_54, Card, Rank
from solitaire_tui.counsel import Advice, Counsel, counsel_for
from solitaire_tui.garem.rules import GaremState
from solitaire_tui.plain.commands import COMMANDS, commands_for, find
from solitaire_tui.plain.table import PlainTable, Quit
from solitaire_tui.plain.vocabulary import Named, pieces
from solitaire_tui.session import Session
from solitaire_tui.store.games import Store
from tests.helpers import RECORDED, conceivable_moves, recorded_session, vectors

ENGLISH_RANKS = ["ace", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king"]
ENGLISH_SUITS = {"C": "clubs", "D": "diamonds", "H": "hearts", "S": "spades"}
RUSSIAN_RANKS = (
    ("туз", "туза"), ("двойка", "двойку"), ("тройка", "тройку"), ("четвёрка", "четвёрку"), ("пятёрка", "пятёрку"),
    ("шестёрка", "шестёрку"), ("семёрка", "семёрку"), ("восьмёрка", "восьмёрку"), ("девятка", "девятку"),
    ("десятка", "десятку"), ("валет", "валета"), ("дама", "даму"), ("король", "короля"),
)  # fmt: skip
RUSSIAN_JOKERS = {"RJ": ("красный джокер", "красного джокера"), "BJ": ("чёрный джокер", "чёрного джокера")}
RUSSIAN_SUITS = {"C": "треф", "D": "бубен", "H": "червей", "S": "пик"}


class Played:
    """A game in lines, and what it has said since it was last asked."""

    def __init__(self, session: Session, keeper: Keeper | None = None) -> None:
        self.lines: list[str] = []
        self.table = PlainTable(session, keeper or Keeper(), self.lines.append)

    def type(self, line: str) -> list[str]:
        self.lines.clear()
        self.table.take(line)
        return list(self.lines)

    @property
    def public(self) -> dict[str, Any]:
        session = self.table.session
        return session.game.public(session.state)


def english(card: Card) -> str:
    if card.rank is None or card.suit is None:
        return f"{card.colour} joker"
    return f"{ENGLISH_RANKS[card.rank - 1]} of {ENGLISH_SUITS[card.suit]}"


def russian(card: Card, case: int) -> str:
    if card.rank is None or card.suit is None:
        return RUSSIAN_JOKERS[card.code][case]
    return f"{RUSSIAN_RANKS[card.rank - 1][case]} {RUSSIAN_SUITS[card.suit]}"


def cards(text: str) -> tuple[Card, ...]:
    return tuple(Card.parse(code) for code in text.split())


def beat(move: str) -> tuple[Card, Card] | None:
    hand, sign, table = move.partition(">")
    return (Card.parse(hand), Card.parse(table)) if sign else None


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
        ("new garem #7", "That is a deal of another game: `solitaire-tui play garem --plain` plays it."),
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


# What is told can be read aloud.

SIGNS = re.compile(
    "[^\\w\\s.,:;!?()%#'’“”«»…`—–/-]"  # suits, arrows, dots between words and the like
    "|\\b(10|[2-9AJQKT]):[0-9]"  # a rank and its number
    "|\\b[A-Z0-9]+-[A-Z0-9]+\\b(?<!--plain)"  # the values of a lowered card
    "|^ |  |^$"  # columns and empty lines
    "|(^|[ ,.:;])-([ ,.:;]|$)"  # nothing, as a dash
)


NOMINATIVES = "|".join((*(rank for rank, _accusative in RUSSIAN_RANKS), "красный", "чёрный", "джокер", "стопка"))
MISPUT = re.compile(rf"\bна (?:{NOMINATIVES})\b", re.IGNORECASE)
"""A card or pile in the nominative after «на», which asks for the accusative."""
SMALL = re.compile(r"(?:^|[.!?»] )[а-яё]")
"""A sentence without its capital; the end of a quotation ends none, unless a capital should follow it."""


@pytest.mark.parametrize(
    ("game_id", "number"), [("raspad", 0), ("raspad", 4), ("raspad", 14), ("raspad", 28), ("garem", 0), ("garem", 3)]
)
def test_hints_plans_and_refusals_are_good_russian(game_id: str, number: int, monkeypatch: pytest.MonkeyPatch) -> None:
    language.use("ru")
    advice, advised = Counsel.advise, list[Advice]()

    def hasty(counsel: Counsel, state: Any, **_options: Any) -> Advice:
        advised.append(advice(counsel, state, samples=2))
        return advised[-1]

    monkeypatch.setattr(Counsel, "advise", hasty)
    session = recorded_session(game_id, number)
    played, said = Played(session), set()
    for cursor in range(0, len(session.history.steps), 1 if game_id == "raspad" else 9):
        session.history.jump(cursor)
        legal = [str(move) for move in session.game.legal_moves(session.state)]
        (hint,) = played.type("подсказка")
        if cards := beat(str(advised[-1].move)) if game_id == "raspad" else None:
            assert hint.startswith(f"{russian(cards[0], 0)} на {russian(cards[1], 1)}. ".capitalize())
        refused = [line for move in conceivable_moves(session.game, session.state) if (line := str(move)) not in legal]
        said |= {hint, *(text for line in ("план", *refused) for text in played.type(line))}
    assert len(said) > 50
    assert [line for line in said if MISPUT.search(line)] == []
    assert [line for line in said if SMALL.search(line)] == []


def aloud(game_id: str, spoken: str, number: int, moves: int | None) -> Iterator[str]:
    """Every line that the commands say at a position, but for the rules and a peek."""
    language.use(spoken)
    session = recorded_session(game_id, number, moves)
    if session.game.wish_piles:
        session.wishes = {2: "sleep", 5: "fly"}
    played = Played(session)
    commands = [c for c in commands_for(game_id) if not c.move and c.id not in ("new", "peek", "quit", "rules")]
    asked = ["why 9", "why queen of hearts", "where 9", "where queen", *(f"why pile {n}" for n in range(1, 9))]
    played.table.greet()
    yield from played.lines
    for line in [*asked, *(command.shown(spoken) for command in commands)]:
        if line not in ("wish", "желание"):
            yield from played.type(line)


@pytest.mark.parametrize("spoken", ["en", "ru"])
@pytest.mark.parametrize(
    ("game_id", "number", "moves"),
    [("raspad", 0, 0), ("raspad", 0, 30), ("raspad", 4, None), ("garem", 5, 0), ("garem", 5, 40), ("garem", 5, None)],
)
def test_no_command_needs_signs_to_be_understood(game_id: str, number: int, moves: int | None, spoken: str) -> None:
    lines = list(aloud(game_id, spoken, number, moves))
    assert len(lines) > 30
    assert [line for line in lines if SIGNS.search(line)] == []


@pytest.mark.parametrize("game_id", ["raspad", "garem"])
@pytest.mark.parametrize("spoken", ["en", "ru"])
def test_the_rules_leave_out_what_the_table_shows_by_signs(game_id: str, spoken: str) -> None:
    language.use(spoken)
    lines = Played(Session.new(game_id, deal=7)).type("rules")
    assert len(lines) > 25
    assert not set("→┃✗★#*`") & set("".join(lines))


def test_a_pile_tells_what_it_needs_and_how_many_can_still_come() -> None:
    """Bases 3♣ 9♣ J♠ A♥ 6♠ 7♠ Q♥ 8♦, the first row 6♥ J♥ K♣ A♥ 4♠ 7♠ 9♠ K♠: counted by hand, eight of each rank."""
    played = Played(Session.new("garem", deal=7))
    played.type("next")
    assert played.type("why pile 1") == [
        "Pile 1: 1 card, needs a 4 (7 unseen, 1 in the row).",
        (
            "Still needed: "
            "four, 7 unseen and 1 in the row; five, 8 unseen; six, 6 unseen and 1 in the row; "
            "seven, 6 unseen and 1 in the row; eight, 7 unseen; nine, 6 unseen and 1 in the row; ten, 8 unseen; "
            "jack, 6 unseen and 1 in the row; queen, 7 unseen; king, 6 unseen and 2 in the row; "
            "ace, 6 unseen and 1 in the row; two, 8 unseen."
        ),
    ]
    assert played.type("why slot 3")[0] == "King of clubs goes on pile 7."
    told = played.type("where")
    assert told[0] == (
        "The gate is shut: 8 base cards wait for their first cards, row 1 of 12, 88 cards in the stock, "
        "nothing set aside."
    )
    assert told[1] == "Pile 1, base 3 of clubs: nothing on it yet; it needs a 4."
    assert told[9].startswith("Play row: slot 1: 6 of hearts; slot 2: jack of hearts; slot 3: king of clubs; ")
    played.type("4 spades on pile 1")
    told = played.type("where")
    assert told[1] == "Pile 1, base 3 of clubs: 2 cards, the top is 4 of spades; once the gate is open it needs a 5."
    assert played.type("why slot 5") == ["Slot 5 of the play row is empty."]
    language.use("ru")
    assert played.type("где")[1] == (
        "Стопка 1, базовая карта — тройка треф: 2 карты, верхняя — четвёрка пик; когда откроются ворота, нужна пятёрка."
    )
    assert played.type("почему стопка 1")[-1].startswith(
        "Ещё нужны: пятёрка, в колоде 8; шестёрка, в колоде 6 и в ряду"
    )


def test_a_pile_goes_round_the_corner_and_dies() -> None:
    """All eight nines are out: pile 8 needs one, the others have theirs; the gate is open."""
    piles = ("QS KS", "9C TC", "9D TD", "9H TH", "9S TS", "9C TC", "9D TD", "8D 9H")
    aside, stock = "9S", "2C 2D 2H 2S 3C 3D 3H 3S"
    session = Session.new("garem", deal=1)
    session.history._line.states[0] = GaremState(
        stock=cards(stock), piles=tuple(map(cards, piles)), row=(None,) * 8, aside=cards(aside)
    )
    told = Played(session).type("where")
    assert told[0].startswith("The gate is open, row 11 of 12, 8 cards in the stock, 1 card set aside")
    assert told[1] == (
        "Pile 1, base queen of spades: 2 cards, the top is king of spades; it needs an ace; "
        "it can no longer be completed."
    )
    needed = Played(session).type("why pile 1")[-1]
    assert needed.startswith("Still needed: ace, none left; two, 4 unseen; three, 4 unseen; four, none left;")


def test_the_end_of_garem_is_told_pile_by_pile() -> None:
    session = recorded_session("garem", 5)
    assert session.state.complete == (1, 4, 8)
    session.wishes = {1: "fly", 2: "sleep"}
    played = Played(session)
    told = list(played.table._teller.ending(session))
    bases = [english(pile[0]) for pile in session.state.piles]
    # English names of these piles' bases are written with digits from 2 to 10.
    digits = {name: str(n) for n, name in enumerate(ENGLISH_RANKS, 1) if 2 <= n <= 10}
    bases = [" ".join(digits.get(word, word) for word in base.split()) for base in bases]
    assert told[0] == "3 wishes granted."
    assert told[2:] == [
        "These come true:",
        f"Pile 1, base {bases[0]}, wish “fly”.",
        f"Pile 4, base {bases[3]}.",
        f"Pile 8, base {bases[7]}.",
        "Not this time; the cards may be kinder tomorrow:",
        f"Pile 2, base {bases[1]}, wish “sleep”.",
    ]


def test_the_discard_of_raspad_is_told_when_it_is_empty() -> None:
    played = Played(Session.new("raspad", {"jokers": True, "ace_high": True}, 1742))
    played.table.greet()
    assert played.lines[:2] == [
        "Raspad #1742 (jokers and high aces)",
        "Round 1, 44 cards in the stock, the discard is empty.",
    ]
    told = played.type("cards")
    # In the row and the hand: 10♦ J♥ K♥ J♦, the black joker, 9♠ 6♦ 7♠ 9♣ Q♦.
    assert told[0] == (
        "44 cards are unseen: ace, 4; two, 4; three, 4; four, 4; five, 4; six, 3; seven, 3; eight, 4; nine, 2; "
        "ten, 3; jack, 2; queen, 3; king, 3; joker, 1."
    )
    assert told[-1] == "The discard is empty."


def test_another_deal_tells_what_becomes_of_the_one_before() -> None:
    keeper = Keeper(Store.forgetful)
    played = Played(Session.new("raspad", deal=1742), keeper)
    assert played.type("new raspad-54a #5")[0] == "Raspad #5 (jokers and high aces)"
    played.type("lay down")
    said = played.type("new 7")
    assert said[:2] == [
        "Raspad #5 is not finished and is left. It counts as left.",
        "Raspad #7 (jokers and high aces)",
    ]
    assert [kept.result for kept in keeper.store.games()] == ["left"]


def test_a_daily_deal_is_called_by_its_date_in_words() -> None:
    session = Session.of_day("garem", date(2026, 11, 30))
    played = Played(session)
    played.table.greet()
    assert played.lines[0] == "Garem, daily deal of 30 November 2026"
    assert session.name == "Garem · daily 2026-11-30"  # elsewhere it stays short
    language.use("ru")
    played.table.greet()
    assert "Гарем, расклад дня на 30 ноября 2026 года" in played.lines


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
    counsel = counsel_for("raspad")
    asked: list[Any] = []
    advise = counsel.advise

    def noted(state: Any) -> Advice:
        asked.append(state)
        return advise(state)

    monkeypatch.setattr(counsel, "advise", noted)
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
