"""Games in lines of text can be read aloud: every card in words, no signs, good sentences in both languages."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date, timedelta
from typing import Any

import pytest

from solitaire_tui import language
from solitaire_tui.app.keeping import Keeper
from solitaire_tui.counsel import Advice, Counsel
from solitaire_tui.garem.rules import GaremState
from solitaire_tui.plain.commands import commands_for
from solitaire_tui.session import Session
from solitaire_tui.store.games import Store
from tests.helpers import conceivable_moves, recorded_session
from tests.plain_helpers import (
    ENGLISH_RANKS,
    RUSSIAN_RANKS,
    Played,
    beat,
    cards,
    english,
    russian,
)
from tests.store_helpers import NOON, FakeClock

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
    assert told[1] == "Pile 1, base 3 of clubs: 1 card; it needs a 4."
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
        "Leaving Raspad #5, which is not finished. It counts as left.",
        "Raspad #7 (jokers and high aces)",
    ]
    assert [kept.result for kept in keeper.store.games()] == ["left"]


@pytest.mark.parametrize(
    ("ago", "where"),
    [
        (0, "It waits: `solitaire-tui play garem --daily --plain`."),
        (1, "It waits in the calendar of the program."),
        (-1, "It waits in the calendar of the program."),
    ],
)
def test_another_deal_tells_where_the_daily_deal_before_it_waits(ago: int, where: str) -> None:
    keeper = Keeper(lambda: Store.forgetful(now=FakeClock()))
    day = NOON.date() - timedelta(days=ago)
    played = Played(Session.of_day("garem", day), keeper)
    played.type("next")
    assert played.type("new 7")[0] == f"Garem, daily deal of {day.day} March 2026 is not finished. {where}"
    assert [(kept.daily, kept.result) for kept in keeper.store.games()] == [(day, None)]


def test_an_imported_game_that_is_left_counts_in_no_statistics() -> None:
    keeper = Keeper(Store.forgetful)
    played = Played(recorded_session("raspad", 4, 3), keeper)
    name = played.table.session.name
    told = f"Leaving {name}, which is not finished. It was imported and counts in no statistics."
    assert played.type("new 7")[0] == told


def test_why_says_no_of_a_card_with_its_article() -> None:
    """In the row of #1742 with jokers lie 10♦ J♥ K♥ J♦; Q♦ is in the hand."""
    played = Played(Session.new("raspad", {"jokers": True, "ace_high": True}, 1742))
    assert "No: the queen of diamonds does not beat it." in played.type("why king of hearts")


def test_a_daily_deal_is_called_by_its_date_in_words() -> None:
    session = Session.of_day("garem", date(2026, 11, 30))
    played = Played(session)
    played.table.greet()
    assert played.lines[0] == "Garem, daily deal of 30 November 2026"
    assert session.name == "Garem · daily 2026-11-30"  # elsewhere it stays short
    language.use("ru")
    played.table.greet()
    assert "Гарем, расклад дня на 30 ноября 2026 года" in played.lines
