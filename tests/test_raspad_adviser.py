"""The adviser of Raspad: it does not peek, its plans are legal, its certainties are right, following it ends."""

from __future__ import annotations

import itertools
import random

import pytest

from solitaire_tui.cards import Card
from solitaire_tui.deals import shuffled
from solitaire_tui.game import IllegalMove, Outcome
from solitaire_tui.raspad import encoding, reasons
from solitaire_tui.raspad.adviser import Advice, Adviser, advise, judge
from solitaire_tui.raspad.candidates import Candidate, End
from solitaire_tui.raspad.rules import (
    CLOSE,
    LAY_DOWN,
    RASPAD,
    Beat,
    Close,
    LayDown,
    RaspadRules,
    RaspadState,
    TableCard,
)
from solitaire_tui.raspad.search import Verdict, solve
from solitaire_tui.sampling import Shuffles
from tests.test_raspad_encoding import OPTIONS, small_state
from tests.test_raspad_search import POSITIONS, can_be_won, of_record


def dealt(number: int, rules: RaspadRules) -> RaspadState:
    return RASPAD.deal(rules, shuffled(RASPAD.deck(rules), number))


def state_of(hand: str, table: str, stock: str, **options: bool) -> RaspadState:
    """A position written as cards; it need not be one that a deal leads to."""
    return RaspadState(
        rules=RaspadRules(**options),
        hand=tuple(Card.parse(card) for card in hand.split()),
        table=tuple(TableCard(card=Card.parse(card)) for card in table.split()),
        stock=tuple(Card.parse(card) for card in stock.split()),
    )


def some_positions(rules: RaspadRules, count: int, rng: random.Random) -> list[RaspadState]:
    """Positions met in random play, at any moment."""
    met: list[RaspadState] = []
    while len(met) < count:
        state = dealt(rng.randrange(1, 10**6), rules)
        while moves := RASPAD.legal_moves(state):
            state = RASPAD.apply(state, rng.choice(moves))
            if rng.random() < 0.2:
                met.append(state)
    return met[:count]


def check_plan(state: RaspadState, advice: Advice) -> RaspadState:
    """The plan is legal and ends the turn; returns the position after it."""
    assert advice.move == (advice.plan[0] if advice.plan else None)
    assert advice.reason
    for i, move in enumerate(advice.plan):
        assert isinstance(move, Beat) or i == len(advice.plan) - 1
        state = RASPAD.apply(state, move)
    return state


@pytest.mark.parametrize("rules", OPTIONS, ids=str)
def test_the_order_of_the_stock_changes_nothing(rules: RaspadRules) -> None:
    rng = random.Random(str(rules))
    for state in some_positions(rules, 20, rng):
        stock = list(state.stock)
        rng.shuffle(stock)
        other = state.model_copy(update={"stock": tuple(stock)})
        assert list(Adviser(state, seed=7).improve(60)) == list(Adviser(other, seed=7).improve(60))
        closes = [move for move in RASPAD.legal_moves(state) if move == CLOSE]
        for move in closes:
            assert judge(state, move, samples=60) == judge(other, move, samples=60)


def test_another_seed_takes_other_shuffles() -> None:
    state = dealt(5, RaspadRules())
    assert advise(state, seed=1, samples=200) == advise(state, seed=1, samples=200)
    assert list(Adviser(state, seed=1).improve(200)) != list(Adviser(state, seed=2).improve(200))


@pytest.mark.parametrize("rules", OPTIONS, ids=str)
def test_following_hints_one_at_a_time_ends(rules: RaspadRules) -> None:
    for number in (11, 12):
        state = dealt(number, rules)
        for _ in range(2 * len(RASPAD.deck(rules))):  # each move beats a card, or draws one, or is the last close
            advice = advise(state, samples=30)
            if advice.move is None:
                break
            check_plan(state, advice)
            assert advice.move in RASPAD.legal_moves(state)
            state = RASPAD.apply(state, advice.move)
        assert RASPAD.outcome(state) is not Outcome.PLAYING


def test_a_plan_that_is_followed_is_kept() -> None:
    kept = changed = 0
    for number in range(1, 7):
        state = dealt(number, RaspadRules())
        plan: tuple[Beat | Close | LayDown, ...] = ()
        while RASPAD.outcome(state) is Outcome.PLAYING:
            advice = advise(state, samples=60, plan=plan)
            check_plan(state, advice)
            if plan:
                kept, changed = kept + (advice.plan == plan), changed + (advice.plan != plan)
            plan = advice.plan[1:]
            state = RASPAD.apply(state, advice.plan[0])
    assert kept > 10 * changed


def test_a_plan_that_is_not_legal_is_ignored() -> None:
    state = dealt(9, RaspadRules())
    nonsense: list[Beat | Close | LayDown] = [Beat(hand=state.table[0].card, table=state.hand[0]), CLOSE]
    for plan in (tuple(nonsense), tuple(nonsense[1:]), tuple(nonsense[:1])):
        assert advise(state, samples=60, plan=plan) == advise(state, samples=60)


def test_plans_end_the_turn() -> None:
    rng = random.Random(2)
    for rules in OPTIONS:
        for state in some_positions(rules, 10, rng):
            advice = advise(state, samples=30)
            check_plan(state, advice)
            if RASPAD.outcome(state) is not Outcome.PLAYING:
                assert advice.move is None and advice.proven
            elif state.stock:
                assert advice.plan[-1] in (CLOSE, LAY_DOWN)


def test_an_empty_stock_makes_the_odds_certain() -> None:
    rng = random.Random(3)
    sure = []
    for k in range(200):
        rules = OPTIONS[k % len(OPTIONS)]
        state = small_state(rules, rng, rng.randrange(0, 5), rng.randrange(2, 8), 0)
        advice = advise(state)
        assert advice.proven
        assert advice.odds == can_be_won(encoding.encode(state), rules)
        after = check_plan(state, advice)
        assert RASPAD.outcome(after) is (Outcome.WON if advice.odds else Outcome.LOST)
        sure.append(advice.odds)
    assert 30 < sum(sure) < 170


def test_certain_odds_are_right_whatever_the_order_of_the_stock() -> None:
    rng = random.Random(4)
    seen: list[float] = []
    for k in range(160):
        rules = OPTIONS[k % len(OPTIONS)]
        state = small_state(rules, rng, rng.randrange(0, 5), rng.randrange(2, 7), rng.randrange(1, 4))
        advice = advise(state, samples=40)
        if not advice.proven:
            assert 0 < advice.odds < 1
            continue
        seen.append(advice.odds)
        for stock in itertools.permutations(state.stock):
            other = state.model_copy(update={"stock": stock})
            if advice.odds == 0:
                assert not can_be_won(encoding.encode(other), rules)
            else:
                for _ in range(9):
                    for move in advise(other, samples=40).plan:
                        other = RASPAD.apply(other, move)
                assert RASPAD.outcome(other) is Outcome.WON
    assert seen.count(0) > 20 and seen.count(1) > 20


def test_certain_odds_with_a_full_hand_are_right_for_every_order_tried() -> None:
    """As above where the hand and the stock are too many for brute force; the solver stands for it."""
    rng = random.Random(6)
    seen: list[float] = []
    for k in range(110):
        rules = OPTIONS[k % len(OPTIONS)]
        state = small_state(rules, rng, 6, rng.randrange(3, 14), rng.randrange(4, 7))
        advice = advise(state, samples=1)
        if advice.proven:
            seen.append(advice.odds)
            stock = list(state.stock)
            rng.shuffle(stock)
            verdict = solve(state.model_copy(update={"stock": tuple(stock)})).verdict
            assert verdict is (Verdict.WINNABLE if advice.odds else Verdict.UNWINNABLE)
    assert seen.count(0) > 10 and seen.count(1) > 10


def test_known_lost_positions_get_no_better_odds_than_they_have() -> None:
    """A deal that no order of moves wins may look open to the player, but not once its stock is empty."""
    for position in POSITIONS:
        state = of_record(position["record"])
        if not state.stock:
            assert advise(state).odds == position["winnable"]


def test_advice_comes_at_once_and_gets_better() -> None:
    refined = list(Adviser(dealt(3, RaspadRules())).improve(400))
    assert len(refined) >= 4
    assert [advice.samples for advice in refined] == sorted(advice.samples for advice in refined)
    assert 300 <= refined[-1].samples <= 700  # the first look comes on top


def test_the_advised_end_costs_nothing() -> None:
    state = dealt(8, RaspadRules())
    for move in advise(state, samples=200).plan:
        judgement = judge(state, move, samples=200)
        assert judgement.odds_after == pytest.approx(judgement.odds_before, abs=0.1)
        state = RASPAD.apply(state, move)
    last = judge(dealt(8, RaspadRules()), advise(dealt(8, RaspadRules()), samples=200).plan[0], samples=200)
    assert last.odds_before >= last.odds_after


def test_a_blunder_costs_the_deal() -> None:
    """Closing wins at once: hand and stock fill no table. After laying down the last hand, 2C, closes nothing."""
    state = state_of("KH KD 5C", "KC", "2C")
    assert advise(state).plan == (CLOSE,)
    assert advise(state).reason == "closing now wins the deal: the stock cannot fill the table again"
    assert judge(state, CLOSE).odds_after == 1
    state = state_of("5C 4C", "5D KH", "2C")
    judgement = judge(state, LAY_DOWN)
    assert (judgement.odds_before, judgement.odds_after) == (1, 0)
    assert [str(move) for move in judgement.best.plan] == ["5C>5D", "close"]
    with pytest.raises(IllegalMove):
        judge(state, CLOSE)
    state = state_of("2C 3C 4C", "KH KD KS", "5C 6C 7C 8C 9C TC 5S 6S")  # lost whatever one does
    assert (judge(state, LAY_DOWN).odds_before, judge(state, LAY_DOWN).odds_after) == (0, 0)


def test_reasons_in_words() -> None:
    """Two kings and no king, queen or jack to come: none of the deals below can be closed."""
    advice = advise(state_of("2C", "2H KH KD", ""))
    assert advice.reason == "no order of beats can close the round any more"
    assert [str(move) for move in advice.plan] == ["2C>2H"]
    advice = advise(state_of("2C", "KH KD", ""))
    assert advice.reason == "the deal is lost: nothing can be beaten and the stock is empty"
    advice = advise(state_of("KC", "KH KD", ""))
    assert advice.reason == "these beats close the last round and win the deal"
    advice = advise(state_of("2C 3C 4C", "KH KD KS", "5C 6C 7C 8C 9C TC 5S 6S"))
    assert advice.reason == "what is still to come cannot close the round, in whatever order it comes"
    assert advice.plan == (LAY_DOWN,) and advice.proven and advice.odds == 0
    advice = advise(state_of("5C", "5H KH KD", "KC KS 2D"))
    assert advice.reason == ("after laying down, the hand drawn is known, and it closes the round and wins the deal")
    assert [str(move) for move in advice.plan] == ["5C>5H", "laydown"]
    kept = [encoding.NUMBER[Card.parse(card)] for card in ("KS", "9D")]
    other = [encoding.NUMBER[Card.parse(card)] for card in ("4H",)]
    assert reasons.close(kept, 8, other, last=False) == (
        "closing now keeps K\u2660 and 9\u2666; laying down would leave 8 cards in the row"
    )
    assert reasons.close([], None, other, last=True) == (
        "beating the last card too and closing keeps no card; another order of beats would keep 4\u2665"
    )
    assert reasons.lay_down(7, 6, None) == (
        "laying down leaves a row of 7 and brings 6 new cards to the hand; no order of beats closes the round this turn"
    )
    assert reasons.lay_down(5, 1, other) == (
        "laying down leaves a row of 5 and brings 1 new card to the hand; closing now would keep 4\u2665"
    )


@pytest.mark.parametrize("stock", [1, 6, 12, 16, 17, 42])
def test_what_the_chance_is_made_of_is_monotone(stock: int) -> None:
    """More games won never give a smaller chance, and only a proof gives 0 or 1."""
    hand = tuple(encoding.NUMBER[Card.parse(card)] for card in ("KS", "9D"))
    candidate = Candidate(End(True, hand, (), 0, 0), stock, encoding.tables(False), must_beat=False)
    candidate.games = 100
    chances = []
    for won in range(101):
        candidate.won = won
        chances.append(candidate.chance)
    assert chances == sorted(chances)
    assert 0 < chances[0] < 0.2 and 0.8 < chances[-1] < 1


def test_shuffles_depend_on_the_seed_and_the_set_of_cards_only() -> None:
    one, other = Shuffles([3, 1, 2, 9], 5), Shuffles([9, 2, 1, 3], 5)
    assert other[7] == one[7] and other[0] == one[0] and sorted(one[4]) == [1, 2, 3, 9]
    counts: dict[tuple[int, ...], int] = {}
    shuffles = Shuffles(range(3), 1)
    for index in range(6000):
        key = tuple(shuffles[index])
        counts[key] = counts.get(key, 0) + 1
    assert len(counts) == 6
    assert all(850 < count < 1150 for count in counts.values())  # 1000 and five standard deviations
