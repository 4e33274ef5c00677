"""Raspad: the rules page's own examples, the ends of a game, and what a player is told."""

from __future__ import annotations

import pytest

from solitaire_tui.cards import DECK_52, DECK_54, Card
from solitaire_tui.game import IllegalMove, Outcome
from solitaire_tui.raspad.beating import BeatRule, how_beats
from solitaire_tui.raspad.refusals import beats_nothing
from solitaire_tui.raspad.rules import (
    CLOSE,
    LAY_DOWN,
    RASPAD,
    Beat,
    RaspadRules,
    RaspadState,
    TableCard,
    row_after_laying_down,
)
from solitaire_tui.raspad.words import what_beats


def cards(text: str) -> tuple[Card, ...]:
    return tuple(Card.parse(code) for code in text.split())


def position(
    hand: str, table: str, *, stock: str = "", rules: RaspadRules | None = None, discard: str = ""
) -> RaspadState:
    """A position; a table card written in brackets is beaten."""
    row = tuple(TableCard(card=Card.parse(code.strip("[]")), beaten=code.startswith("[")) for code in table.split())
    return RaspadState(
        rules=rules or RaspadRules(), hand=cards(hand), table=row, stock=cards(stock), discard=cards(discard)
    )


def beat(state: RaspadState, text: str) -> RaspadState:
    return RASPAD.apply(state, RASPAD.parse_move(text))


def open_values(state: RaspadState) -> list[tuple[str, int]]:
    return [(slot.card.code, state.lowered(i)) for i, slot in enumerate(state.table) if not slot.beaten]


def test_a_jack_between_two_beaten_cards() -> None:
    beaten_by = {card.code for card in DECK_52 if how_beats(card, Card.parse("JS"), 2) and card.code != "JS"}
    any_suit = {rank + suit for rank in "9TJ" for suit in "CDHS"} - {"JS"}
    assert beaten_by == any_suit | {"QS", "KS"}


def test_the_chain_of_the_source() -> None:
    state = position("JH 7C 5D AC", "JS 8H 6C 2D", stock="3C")
    state = beat(state, "JH>JS")
    assert open_values(state) == [("8H", 1), ("6C", 0), ("2D", 0)]
    state = beat(state, "7C>8H")
    assert open_values(state) == [("6C", 1), ("2D", 0)]
    state = beat(state, "5D>6C")
    assert open_values(state) == [("2D", 1)]
    # Lowered to 1: any ace, any two, any card of its suit, or left alone.
    takers = {card.code for card in DECK_52 if how_beats(card, Card.parse("2D"), 1) and card.code != "2D"}
    assert takers == {"AC", "AD", "AH", "AS", "2C", "2H", "2S"} | {rank + "D" for rank in "3456789TJQK"}
    assert CLOSE in RASPAD.legal_moves(state)


def test_an_ace_falls_apart_beside_a_beaten_card() -> None:
    state = beat(position("5C", "2H 5S AD 9C", stock="3C"), "5C>5S")
    assert [slot.beaten for slot in state.table] == [False, True, True, False]
    assert state.table[2].spent is None
    assert open_values(state) == [("2H", 1), ("9C", 1)]


def test_a_two_falls_apart_between_two_beaten_cards() -> None:
    state = beat(position("5C 5D", "5S 2C 5H"), "5C>5S")
    assert open_values(state) == [("2C", 1), ("5H", 0)]
    state = beat(state, "5D>5H")
    assert all(slot.beaten for slot in state.table)


def test_a_run_of_aces_falls_like_dominoes() -> None:
    state = beat(position("9H", "9S AC AD AH AS 2C KD", stock="3C"), "9H>9S")
    assert [slot.beaten for slot in state.table] == [True] * 5 + [False, False]
    assert open_values(state) == [("2C", 1), ("KD", 0)]


def test_a_joker_never_falls_apart_and_needs_a_beaten_neighbour() -> None:
    state = position("3H KD 9S", "RJ 9C KC", stock="4C", rules=RaspadRules(jokers=True))
    with pytest.raises(IllegalMove, match="only when a card beside it is beaten"):
        beat(state, "3H>RJ")
    state = beat(state, "9S>9C")
    assert not state.table[0].beaten
    assert state.lowered(0) == 1
    assert beat(state, "3H>RJ").table[0].spent == Card.parse("3H")


def test_lowering_ends_with_laying_down() -> None:
    state = beat(position("9H 2C 4C", "9S KC QD 8D", stock="3C 5D 6D"), "9H>9S")
    assert open_values(state)[0] == ("KC", 1)
    state = RASPAD.apply(state, LAY_DOWN)
    assert [slot.card.code for slot in state.table] == ["KC", "QD", "8D", "2C", "4C"]
    assert open_values(state) == [("KC", 0), ("QD", 0), ("8D", 0), ("2C", 0), ("4C", 0)]
    assert (state.round, state.laydowns) == (1, 1)
    assert [card.code for card in state.hand] == ["3C", "5D", "6D"]


def test_closing_refills_hand_and_table_and_counts_the_round() -> None:
    state = position("2C 3C", "[9S] [KC] QD", stock="4C 5C 6C 7C 8C TC")
    after = RASPAD.apply(state, CLOSE)
    assert [card.code for card in after.hand] == ["2C", "3C", "4C", "5C", "6C", "7C"]
    assert [slot.card.code for slot in after.table] == ["8C", "TC"]
    assert after.round == 2
    assert [card.code for card in after.discard] == ["9S", "KC", "QD"]


def test_won_when_no_card_is_left_for_the_table() -> None:
    after = RASPAD.apply(position("2C 3C", "[9S] KC", stock="4C 5C 6C 7C"), CLOSE)
    assert after.table == ()
    assert RASPAD.outcome(after) is Outcome.WON
    assert RASPAD.legal_moves(after) == ()
    with pytest.raises(IllegalMove, match="won"):
        RASPAD.apply(after, CLOSE)


def test_lost_only_when_no_move_is_legal() -> None:
    stuck = position("2C", "KS QD")
    assert RASPAD.outcome(stuck) is Outcome.LOST
    assert RASPAD.legal_moves(stuck) == ()
    # The round can't be closed any more, yet a beat is legal: still playing.
    assert RASPAD.outcome(position("2C", "KS QD 2H")) is Outcome.PLAYING


def test_laying_down_with_an_empty_hand() -> None:
    state = position("", "KS QD 9C", stock="2C 3C")
    assert RASPAD.legal_moves(state) == (LAY_DOWN,)
    assert [slot.card.code for slot in RASPAD.apply(state, LAY_DOWN).table] == ["KS", "QD", "9C"]


def test_a_table_of_one_card_may_be_closed_at_once() -> None:
    assert RASPAD.legal_moves(position("2C", "KS"))[0] == CLOSE


def test_must_beat_forbids_laying_down_while_something_can_be_beaten() -> None:
    rules = RaspadRules(must_beat=True)
    state = position("QH 2C", "QD 9C", stock="3C", rules=rules)
    assert LAY_DOWN not in RASPAD.legal_moves(state)
    with pytest.raises(IllegalMove, match="the Q♥ can still beat the Q♦"):
        RASPAD.apply(state, LAY_DOWN)
    assert LAY_DOWN in RASPAD.legal_moves(position("2C", "QD 9S", stock="3C", rules=rules))


def test_the_hand_keeps_the_order_in_which_it_was_drawn() -> None:
    state = RASPAD.deal(RaspadRules(), DECK_52)
    assert [card.code for card in state.hand] == ["AC", "2C", "3C", "4C", "5C", "6C"]
    assert [slot.card.code for slot in state.table] == ["7C", "8C", "9C", "TC"]
    state = beat(position("9H 2C 4C", "9S KC QD 8D", stock="3C 5D 6D"), "9H>9S")
    assert [card.code for card in state.hand] == ["2C", "4C"]
    assert [slot.card.code for slot in row_after_laying_down(state)][-2:] == ["2C", "4C"]


@pytest.mark.parametrize(
    ("hand", "table", "lowered", "rule"),
    [
        ("6D", "6C", 0, BeatRule.SAME_VALUE),
        ("7C", "6C", 0, BeatRule.HIGHER_IN_SUIT),
        ("5D", "6C", 1, BeatRule.LOWERED_VALUE),
        ("5C", "6C", 1, BeatRule.LOWERED_VALUE),
        ("9H", "AC", 0, BeatRule.ACE_BY_NUMBER),
        ("KC", "AC", 0, BeatRule.HIGHER_IN_SUIT),
        ("BJ", "6C", 0, BeatRule.JOKER),
        ("2D", "RJ", 1, BeatRule.JOKER_TAKEN),
        ("KH", "AC", 0, None),
        ("7D", "6C", 0, None),
        ("RJ", "6C", 0, None),
        ("RJ", "BJ", 2, None),
        ("AC", "6C", 0, None),
        ("AD", "2C", 1, BeatRule.LOWERED_VALUE),
        ("9D", "2C", 1, None),  # [R5]: lowered to 1 is not an ace
    ],
)
def test_by_which_rule(hand: str, table: str, lowered: int, rule: BeatRule | None) -> None:
    assert how_beats(Card.parse(hand), Card.parse(table), lowered) is rule


def test_ace_high_is_a_house_rule_of_the_hand() -> None:
    ace, six = Card.parse("AC"), Card.parse("6C")
    assert how_beats(ace, six, 0, ace_high=True) is BeatRule.ACE_HIGH
    assert how_beats(Card.parse("AD"), six, 0, ace_high=True) is None


@pytest.mark.parametrize(
    ("card", "lowered", "words"),
    [
        ("6C", 1, "a 5, a 6 or a club from 5 up"),
        ("6C", 0, "a 6 or a club from 7 up"),
        ("QC", 0, "a queen or the K♣"),
        ("KC", 0, "a king"),
        ("KC", 1, "a queen, a king or a club from queen up"),
        ("2D", 1, "an ace, a 2 or any diamond"),
        ("AS", 0, "any number card, an ace or any spade"),
        ("RJ", 1, "any diamond or heart"),
    ],
)
def test_what_an_open_card_asks_for(card: str, lowered: int, words: str) -> None:
    assert what_beats(Card.parse(card), lowered, RaspadRules()) == words


@pytest.mark.parametrize(
    ("move", "reason"),
    [
        ("4H>6C", "4♥ does not beat 6♣: the 6♣ is lowered to 5: play a 5, a 6 or a club from 5 up"),
        ("4H>KD", "4♥ does not beat K♦: it can be beaten by a king"),
        ("9H>6C", "the 9♥ is not in the hand"),
        ("4H>2C", "the 2♣ is not on the table"),
        ("4H>9S", "the 9♠ is beaten already"),
        ("close", "2 cards are still open: a round closes with at most one"),
        ("laydown", "the stock is empty: there is nothing to draw after laying down"),
    ],
)
def test_reasons_of_refusal(move: str, reason: str) -> None:
    with pytest.raises(IllegalMove) as refused:
        beat(position("4H", "[9S] 6C KD"), move)
    assert refused.value.reason == reason


def test_a_card_lowered_to_1_is_told_as_a_1_and_no_ace() -> None:
    state = position("TC JC AH", "[6H] 2S KC 6D")  # [R5]
    told = RASPAD.explain(state, RASPAD.parse_move("AH>2S"))
    assert told == "A♥ beats the 2♠: it is lowered to 1 because a neighbour is beaten. This lowers K♣ to queen"
    with pytest.raises(IllegalMove) as refused:
        beat(state, "TC>2S")
    assert refused.value.reason == "10♣ does not beat 2♠: the 2♠ is lowered to 1: play an ace, a 2 or any spade"
    why = "10♣ beats no card on the table now: the 2♠ is lowered to 1, but that makes it no ace"
    assert beats_nothing(state, Card.parse("TC")) == why
    assert beats_nothing(state, Card.parse("JC")) == "J♣ beats no card on the table now"  # nor would it beat an ace
    assert RASPAD.explain(position("5H", "2S 5C KD 9D"), RASPAD.parse_move("5H>5C")).endswith(
        "This lowers 2♠ to 1 and K♦ to queen"
    )


def test_a_legal_move_is_explained_with_what_it_brings() -> None:
    state = position("5H", "[9S] 6C 7D AD KD", stock="3C")
    told = RASPAD.explain(state, RASPAD.parse_move("5H>6C"))
    assert told == "5♥ beats the 6♣: it is lowered to 5 because a neighbour is beaten. This lowers 7♦ to 6"
    told = RASPAD.explain(position("7H", "6C 7D AD KD", stock="3C"), RASPAD.parse_move("7H>7D"))
    assert told == "7♥ beats the 7♦: same value. A♦ falls apart. This lowers 6♣ to 5 and K♦ to queen"


@pytest.mark.parametrize("text", ["", "KH", "KH>", ">JH", "KH>XX", "Close", "KH>JH>9C", "laydown "])
def test_notation_that_is_no_move(text: str) -> None:
    with pytest.raises(ValueError, match="not a"):
        RASPAD.parse_move(text)


def test_ten_may_be_written_as_digits() -> None:
    assert RASPAD.parse_move("10H>TC") == Beat(hand=Card.parse("TH"), table=Card.parse("TC"))


def test_a_wrong_deck_is_refused() -> None:
    with pytest.raises(ValueError, match="AC too often"):
        RASPAD.deal(RaspadRules(), (DECK_52[0], *DECK_52[:-1]))
    with pytest.raises(ValueError, match="missing"):
        RASPAD.deal(RaspadRules(), DECK_52[:-1])
    with pytest.raises(ValueError, match="RJ but does not belong"):
        RASPAD.deal(RaspadRules(), DECK_54)
