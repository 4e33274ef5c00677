"""The compact encoding of Raspad says the same as the models, move by move and turn by turn."""

from __future__ import annotations

import random
from collections import defaultdict

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from solitaire_tui.cards import DECK_54, Card
from solitaire_tui.deals import shuffled
from solitaire_tui.game import Outcome
from solitaire_tui.raspad import encoding
from solitaire_tui.raspad.beating import how_beats
from solitaire_tui.raspad.rules import RASPAD, Beat, RaspadRules, RaspadState, TableCard
from solitaire_tui.raspad.turns import Turn, members

OPTIONS = [
    RaspadRules(jokers=jokers, ace_high=ace_high, must_beat=must_beat)
    for jokers in (False, True)
    for ace_high in (False, True)
    for must_beat in (False, True)
]


def small_state(rules: RaspadRules, rng: random.Random, hand: int, table: int, stock: int) -> RaspadState:
    """A position of a few cards, rich in aces and twos; it need not be one that a deal leads to."""
    low = [card for card in DECK_54 if card.value in (1, 2)]
    others = [card for card in DECK_54 if card.value > 2 or (rules.jokers and card.is_joker)]
    rng.shuffle(low)
    rng.shuffle(others)
    cards = low[: rng.randrange(5)]
    cards += others[: hand + table + stock - len(cards)]
    rng.shuffle(cards)
    return RaspadState(
        rules=rules,
        hand=tuple(cards[:hand]),
        table=tuple(TableCard(card=card) for card in cards[hand : hand + table]),
        stock=tuple(cards[hand + table : hand + table + stock]),
    )


def same_row(position: encoding.Position, state: RaspadState) -> bool:
    return position == encoding.encode(state)


@pytest.mark.parametrize("ace_high", [False, True])
def test_the_tables_say_what_the_rules_say(ace_high: bool) -> None:
    table = encoding.tables(ace_high)
    for t, card in enumerate(encoding.CARDS):
        for lowered in range(3):
            if not card.is_joker and card.value - lowered <= 0:
                continue  # falls apart
            for h, hand in enumerate(encoding.CARDS):
                if hand != card:
                    beats = how_beats(hand, card, lowered, ace_high=ace_high) is not None
                    assert bool(table.beaters[3 * t + lowered] >> h & 1) == beats


def test_lower_numbers_are_cheaper_cards() -> None:
    assert [encoding.CARDS[number].code for number in (0, 3, 4, 51, 52, 53)] == [
        "AC",
        "AS",
        "2C",
        "KS",
        "RJ",
        "BJ",
    ]


@given(st.sampled_from(OPTIONS), st.integers(1, 10**6), st.randoms(use_true_random=False))
@settings(max_examples=60, deadline=None)
def test_states_and_legal_moves_are_equal_after_random_moves(
    rules: RaspadRules, number: int, rng: random.Random
) -> None:
    state = RASPAD.deal(rules, shuffled(RASPAD.deck(rules), number))
    position = encoding.encode(state)
    beaters = encoding.tables(rules.ace_high).beaters
    while True:
        legal = RASPAD.legal_moves(state)
        assert encoding.legal_moves(position, beaters, must_beat=rules.must_beat) == set(legal)
        if not legal:
            break
        move = rng.choice(legal)
        state = RASPAD.apply(state, move)
        position = encoding.apply(position, move)
        assert same_row(position, state)
    assert (RASPAD.outcome(state) is Outcome.WON) == (not position.row)


def ends_by_the_rules(state: RaspadState) -> dict[tuple[bool, ...], set[frozenset[Card]]]:
    """Every row and hand that beats alone can lead to, by trying every order of moves of the models."""
    found: dict[tuple[bool, ...], set[frozenset[Card]]] = defaultdict(set)
    waiting = [state]
    while waiting:
        state = waiting.pop()
        row, hand = tuple(slot.beaten for slot in state.table), frozenset(state.hand)
        if hand not in found[row]:
            found[row].add(hand)
            waiting += [RASPAD.apply(state, m) for m in RASPAD.legal_moves(state) if isinstance(m, Beat)]
    return found


@given(
    st.sampled_from(OPTIONS),
    st.randoms(use_true_random=False),
    st.integers(0, 5),
    st.integers(2, 7),
    st.integers(0, 2),
)
@settings(max_examples=60, deadline=None)
def test_a_turn_is_all_that_the_rules_allow(
    rules: RaspadRules, rng: random.Random, hand: int, table: int, beaten: int
) -> None:
    state = small_state(rules, rng, hand, table, 1)
    for _ in range(beaten):  # start in the middle of a turn
        beats = [move for move in RASPAD.legal_moves(state) if isinstance(move, Beat)]
        if beats:
            state = RASPAD.apply(state, rng.choice(beats))
    turn = Turn(encoding.encode(state), encoding.tables(rules.ace_high).need)
    found: dict[tuple[bool, ...], set[frozenset[Card]]] = defaultdict(set)
    for level in turn.levels:
        for mask, hands in level.items():
            row = tuple(bool(mask >> i & 1) for i in range(table))
            for subset in members(hands):
                found[row].add(frozenset(encoding.CARDS[card] for card in turn.held(subset)))
                after = state
                for move in encoding.moves_of(turn.beats_to(mask, subset), None):
                    after = RASPAD.apply(after, move)
                assert tuple(slot.beaten for slot in after.table) == row
    assert found == ends_by_the_rules(state)


def test_runs_of_beaten_cards_collapse() -> None:
    b = encoding.BEATEN
    assert encoding.collapsed((b, b, 7, b, b, b, 10, b)) == (b, 7, b, 10, b)
