"""Garem: the gate, round the corner, forced completion of a row, and what a player is told."""

from __future__ import annotations

import pytest

from solitaire_tui.cards import DOUBLE_DECK, Card, Rank
from solitaire_tui.game import IllegalMove, Outcome
from solitaire_tui.garem.rules import (
    GAREM,
    NEXT,
    GaremRules,
    GaremState,
    Place,
    forced_placements,
    hopeless,
    placements,
)
from tests.helpers import random_line


def cards(text: str) -> tuple[Card, ...]:
    return tuple(Card.parse(code) for code in text.split())


def position(piles: str, row: str, *, stock: str = "") -> GaremState:
    """A position from piles separated by commas and a row in which ``-`` is an empty slot."""
    slots = tuple(None if code == "-" else Card.parse(code) for code in row.split())
    return GaremState(
        stock=cards(stock),
        piles=tuple(cards(pile) for pile in piles.split(",")),
        row=slots + (None,) * (8 - len(slots)),
    )


OPEN = "3C 4C, 5C 6C, 7C 8C, 9C TC, JC QC, KC AC, 2C 3C, 4D 5D"
SHUT = "3C 4C, 5C 6C, 7C 8C, 9C TC, JC QC, KC AC, 2C 3C, 4D"


def test_the_first_move_deals_the_play_row() -> None:
    state = GAREM.deal(GaremRules(), DOUBLE_DECK)
    assert GAREM.legal_moves(state) == (NEXT,)
    assert state.row == (None,) * 8
    state = GAREM.apply(state, NEXT)
    assert len(state.stock) == 88
    assert state.aside == ()


def test_after_the_king_comes_the_ace() -> None:
    state = position(OPEN, "AD 2D KD")
    assert GAREM.legal_moves(state) == (Place(slot=2, pile=6), Place(slot=3, pile=5))
    assert Rank.KING.next_round is Rank.ACE


def test_the_gate_opens_in_the_middle_of_a_row() -> None:
    state = position(SHUT, "5D 5H 7D", stock="")
    assert not state.gate_open
    assert {str(move) for move in GAREM.legal_moves(state)} == {"1>8", "2>8"}
    with pytest.raises(IllegalMove, match=r"the gate is shut: pile 1 grows again .*one base card still waits"):
        GAREM.apply(state, Place(slot=1, pile=1))
    state = GAREM.apply(state, Place(slot=1, pile=8))
    assert state.gate_open
    assert {str(move) for move in GAREM.legal_moves(state)} == {"2>1", "3>2"}


def test_a_row_must_be_placed_as_far_as_it_goes() -> None:
    state = position(OPEN, "5D", stock="AC 2C 3C 4C 5C 6C 7C 8C")
    with pytest.raises(IllegalMove, match="the 5♦ can still be placed on pile 1"):
        GAREM.apply(state, NEXT)
    state = GAREM.apply(GAREM.apply(state, Place(slot=1, pile=1)), NEXT)
    assert [card.code for card in state.row if card] == ["AC", "2C", "3C", "4C", "5C", "6C", "7C", "8C"]


def test_what_can_not_be_placed_is_set_aside_and_of_the_last_row_stays() -> None:
    state = position(OPEN, "8H - 8S", stock="KC KD KH KS KC KD KH KS")
    state = GAREM.apply(state, NEXT)
    assert [card.code for card in state.aside] == ["8H", "8S"]
    state = GAREM.apply(state, Place(slot=1, pile=5))
    assert GAREM.outcome(state) is Outcome.FINISHED
    assert GAREM.legal_moves(state) == ()
    with pytest.raises(IllegalMove, match="the stock is empty"):
        GAREM.apply(state, NEXT)
    assert sum(card is not None for card in state.row) == 7


def test_a_complete_pile_takes_no_more() -> None:
    full = "3C 4C 5C 6C 7C 8C 9C TC JC QC KC AC 2C"
    state = position(OPEN.replace("3C 4C", full, 1), "3D")
    assert state.complete == (1,)
    with pytest.raises(IllegalMove, match="pile 1 is complete"):
        GAREM.apply(state, Place(slot=1, pile=1))
    assert GAREM.score(state) == {"wishes_granted": [1]}


@pytest.mark.parametrize(
    ("move", "reason"),
    [
        ("2>1", "slot 2 of the play row is empty"),
        ("1>2", "pile 2 needs a 7 on the 6♣, not the 5♦"),
        ("3>4", "pile 4 needs a jack on the 10♣, not the A♦"),
    ],
)
def test_reasons_of_refusal(move: str, reason: str) -> None:
    with pytest.raises(IllegalMove) as refused:
        GAREM.apply(position(OPEN, "5D - AD"), GAREM.parse_move(move))
    assert refused.value.reason == reason


@pytest.mark.parametrize("text", ["", "3", "3>", ">5", "0>1", "9>1", "1>9", "³>1", "3>5>1", "Next", "33>1"])
def test_notation_that_is_no_move(text: str) -> None:
    with pytest.raises(ValueError, match="not a move"):
        GAREM.parse_move(text)


def final_heights(state: GaremState) -> set[tuple[int, ...]]:
    """The pile heights after every complete way to place a row, by brute force over the orders of its slots."""
    slots = [slot for slot, card in enumerate(state.row, 1) if card]
    ends: set[tuple[int, ...]] = set()

    def go(now: GaremState) -> None:
        moves = placements(now)
        if not moves:
            ends.add(tuple(len(pile) for pile in now.piles))
        for move in moves:
            go(GAREM.apply(now, move))

    assert len(slots) <= 8
    go(state)
    return ends


def test_forced_placements_are_what_all_complete_ways_share() -> None:
    """Brute force: the piles' least heights, reached, and not one placement more."""
    checked = branching = 0
    for seed in range(40):
        for state, _ in random_line("garem", seed):
            if checked >= 250:
                break
            if not placements(state) or len(placements(state)) > 6:
                continue
            ends = final_heights(state)
            least = tuple(min(column) for column in zip(*ends, strict=True))
            after = state
            for move in forced_placements(state):
                after = GAREM.apply(after, move)
            assert tuple(len(pile) for pile in after.piles) == least
            checked += 1
            branching += len(ends) > 1
    assert checked == 250
    assert branching > 20


def test_two_piles_that_want_the_same_card_are_left_to_the_player() -> None:
    state = position("3C 4C, 3D 4D, 7C 8C, 9C TC, JC QC, KC AC, 2C 3C, 4D 5D", "5D 9D")
    assert [str(move) for move in forced_placements(state)] == ["2>3"]
    state = position("3C 4C, 3D 4D, 7C 8C, 9C TC, JC QC, KC AC, 2C 3C, 4D 5D", "5D 5H 9D")
    assert {str(move) for move in forced_placements(state)} in ({"1>1", "2>2", "3>3"}, {"1>2", "2>1", "3>3"})


def test_a_pile_whose_rank_has_run_out_is_hopeless() -> None:
    # Pile 1 needs 5..K, A, 2; no jack is left in row or stock.
    stock = " ".join(f"{rank}{suit}" for rank in "A23456789TQK" for suit in "CD")
    state = position(OPEN, "5D", stock=stock)
    # Pile 5 has a jack as base and needs none; every other pile does until it has one.
    assert hopeless(state) == (True, True, True, True, False, True, True, True)
    state = position(OPEN.replace("9C TC", "9C TC JD"), "5D", stock=stock)
    assert hopeless(state)[3:5] == (False, False)


def test_no_pile_can_be_completed_when_the_gate_can_never_open() -> None:
    stock = " ".join(f"{rank}{suit}" for rank in "A2346789TJQK" for suit in "CDHS")
    assert all(hopeless(position(SHUT, "KD", stock=stock)))  # pile 8 waits for a five, and none is left
    two_wait = "3C 4C, 5C 6C, 7C 8C, 9C TC, JC QC, KC AC, 4C, 4D"
    assert all(hopeless(position(two_wait, "5D", stock=stock)))  # two wait for one five
    assert not all(hopeless(position(SHUT, "5D", stock=stock)))


def test_suits_never_matter() -> None:
    suits = dict(zip("CDHS", "HSDC", strict=True))

    def other(card: Card) -> Card:
        return Card.parse(card.code[0] + suits[card.code[1]])

    for seed in range(5):
        for state, _ in random_line("garem", seed):
            turned = state.model_copy(
                update={
                    "piles": tuple(tuple(other(card) for card in pile) for pile in state.piles),
                    "row": tuple(card and other(card) for card in state.row),
                    "stock": tuple(other(card) for card in state.stock),
                }
            )
            assert GAREM.legal_moves(turned) == GAREM.legal_moves(state)
            assert hopeless(turned) == hopeless(state)
