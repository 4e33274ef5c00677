"""The optimum of Garem: against the vectors, against brute force with the rules, and within budgets."""

from __future__ import annotations

import itertools
import json
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from solitaire_tui.cards import DOUBLE_DECK, Card, Rank, Suit
from solitaire_tui.deals import shuffled
from solitaire_tui.game import Outcome
from solitaire_tui.garem.compact import bases_of, counts_of, feed_gate, heights_of, ranks_of, shares
from solitaire_tui.garem.players import PLAYERS, at_random, greedy
from solitaire_tui.garem.quick import Shuffles, piles_of
from solitaire_tui.garem.rules import GAREM, NEXT, PILE_SIZE, GaremRules, GaremState, NextRow, Place
from solitaire_tui.garem.search import Prunings, RowSearch, optimum

OPTIMA = Path(__file__).parent / "data" / "garem_optimum.jsonl"


def deal(number: int) -> GaremState:
    return GAREM.deal(GaremRules(), shuffled(DOUBLE_DECK, number))


def card(rank: int) -> Card:
    """A card of a rank counted from 1 and round the corner."""
    return Card.of(Rank((rank - 1) % 13 + 1), Suit.CLUBS)


def ending(bases: list[int], heights: list[int], row: list[int], stock: list[int]) -> GaremState:
    """A position with these piles and cards, given as ranks from 1."""
    return GaremState(
        stock=tuple(card(rank) for rank in stock),
        piles=tuple(
            tuple(card(base + step) for step in range(height)) for base, height in zip(bases, heights, strict=True)
        ),
        row=(*[card(rank) for rank in row], *[None] * (8 - len(row))),
    )


def brute_force(state: GaremState, known: dict[object, int] | None = None) -> int:
    """The most wishes, by trying every legal move."""
    known = {} if known is None else known
    key = (state.piles, tuple(sorted(ranks_of(state.row))), len(state.stock))
    if key not in known:
        moves = GAREM.legal_moves(state)
        after = [brute_force(GAREM.apply(state, move), known) for move in moves]
        known[key] = max(after, default=len(state.complete))
    return known[key]


def positions(numbers: range) -> Iterator[GaremState]:
    """Every position of a random game of each of these deals."""
    for number in numbers:
        random, state = Random(number), deal(number)
        while moves := GAREM.legal_moves(state):
            yield state
            state = GAREM.apply(state, random.choice(moves))


def check_line(state: GaremState, line: tuple[Place | NextRow, ...], wishes: int) -> None:
    for move in line:
        state = GAREM.apply(state, move)
    assert GAREM.outcome(state) is Outcome.FINISHED
    assert len(state.complete) == wishes


@pytest.mark.parametrize("line", OPTIMA.read_text().splitlines())
def test_vectors(line: str) -> None:
    vector: dict[str, Any] = json.loads(line)
    state = GAREM.deal(GaremRules(), [Card.parse(code) for code in vector["record"]["deck"]])
    for move in vector["record"]["moves"]:
        state = GAREM.apply(state, GAREM.parse_move(move))
    best = optimum(state)
    assert best.decided
    assert best.most_wishes == vector["most_wishes"]
    check_line(state, best.line, best.most_wishes)


small_endings = st.builds(
    ending,
    bases=st.lists(st.integers(4, 6), min_size=8, max_size=8),
    heights=st.lists(st.sampled_from([9, 10, 11, 12, 12, 13, 13]), min_size=8, max_size=8),
    row=st.lists(st.integers(1, 5), max_size=8),
    stock=st.lists(st.integers(1, 5), max_size=12),
)
shut_endings = st.builds(
    ending,
    bases=st.lists(st.integers(4, 6), min_size=8, max_size=8),
    heights=st.lists(st.sampled_from([1, 2, 2, 2]), min_size=8, max_size=8),
    row=st.lists(st.integers(4, 9), max_size=8),
    stock=st.lists(st.integers(4, 9), max_size=8),
)


@settings(max_examples=60, deadline=None)
@given(small_endings)
def test_brute_force_agrees_with_each_pruning_on_and_off(state: GaremState) -> None:
    most = brute_force(state)
    for flags in itertools.product([True, False], repeat=4):
        best = optimum(state, prunings=Prunings(*flags))
        assert (best.most_wishes, best.decided) == (most, True), flags
        check_line(state, best.line, most)


@settings(max_examples=30, deadline=None)
@given(shut_endings)
def test_brute_force_agrees_while_the_gate_is_shut(state: GaremState) -> None:
    assert optimum(state).most_wishes == brute_force(state) == 0


def test_waiting_pays() -> None:
    """Piles 1 and 2 both need a 5, pile 2 a 6 after it; the next row has a 5 but no 6."""
    state = ending([6, 7, *[4] * 6], [12, 11, *[2] * 6], [5, 6], [5, *[1] * 7])
    best = optimum(state)
    assert best.most_wishes == 2
    assert [str(move) for move in best.line if isinstance(move, Place)][:2] == ["1>2", "2>2"]
    assert greedy(state) == 1


def test_every_position_of_a_game_is_bounded_by_the_one_before() -> None:
    for number in range(1, 6):
        before = 8
        for state in positions(range(number, number + 1)):
            best = optimum(state)
            assert best.decided
            assert best.most_wishes <= before
            check_line(state, best.line, best.most_wishes)
            before = best.most_wishes


def test_a_finished_game_has_an_empty_line() -> None:
    state = ending([4] * 8, [13, 13, *[5] * 6], [1], [])
    best = optimum(state)
    assert (best.most_wishes, best.decided, best.line) == (2, True, ())


def hard_deal() -> GaremState:
    return max((deal(number) for number in range(1, 60)), key=lambda state: optimum(state).nodes)


def test_a_budget_that_runs_out_leaves_the_answer_open() -> None:
    state = hard_deal()
    full = optimum(state)
    assert full.nodes > 20
    found = []
    for nodes in range(0, full.nodes + 1, max(1, full.nodes // 20)):
        best = optimum(state, nodes=nodes)
        assert best.nodes <= nodes
        assert best.decided is (nodes >= full.nodes)
        assert best.most_wishes <= full.most_wishes
        check_line(state, best.line, best.most_wishes)
        again = optimum(state, nodes=nodes)
        assert (again.line, again.nodes) == (best.line, best.nodes)
        found.append(best.most_wishes)
    assert optimum(state, nodes=full.nodes).decided
    assert not optimum(state, seconds=0.0).decided
    assert not optimum(state, cancelled=lambda: True).decided
    assert optimum(state, cancelled=lambda: False, seconds=60.0).line == full.line


def row_ends(state: GaremState) -> set[tuple[tuple[int, int], ...]]:
    """What the piles (base and height, sorted) are once nothing can be placed, by the rules."""
    ends, seen, waiting = set(), set(), [state]
    while waiting:
        now = waiting.pop()
        key = (heights_of(now), tuple(sorted(ranks_of(now.row))))
        if key in seen:
            continue
        seen.add(key)
        moves = [move for move in GAREM.legal_moves(now) if move != NEXT]
        waiting.extend(GAREM.apply(now, move) for move in moves)
        if not moves:
            ends.add(tuple(sorted(zip(bases_of(now), heights_of(now), strict=True))))
    return ends


def test_shares_are_the_ways_to_place_a_row() -> None:
    """Gate first, then the shares: the same ends of a row as all orders of legal moves lead to."""
    looked = several = 0
    for state in positions(range(100, 108)):
        bases, heights, counts = bases_of(state), list(heights_of(state)), counts_of(ranks_of(state.row))
        ends = set()
        if feed_gate(bases, heights, counts):
            piles = piles_of(bases, heights)
            for taken in shares([pile[:2] for pile in piles], counts):
                after = heights.copy()
                for (_, _, label), number in zip(piles, taken, strict=True):
                    after[label] += number
                ends.add(tuple(sorted(zip(bases, after, strict=True))))
        else:
            ends.add(tuple(sorted(zip(bases, heights, strict=True))))
        assert ends == row_ends(state)
        looked += 1
        several += len(ends) > 1
    assert looked > 200
    assert several > 40


piles_and_missing = st.lists(
    st.tuples(st.integers(0, 4), st.integers(1, 5))
    .map(lambda pile: (pile[0] + 10, pile[1]))
    .map(lambda pile: (pile[0] % 13, pile[1])),
    min_size=1,
    max_size=4,
)
some_ranks = st.integers(10, 18).map(lambda rank: rank % 13)


@settings(max_examples=150, deadline=None)
@given(piles_and_missing, st.lists(some_ranks, max_size=7), st.booleans())
def test_shares_against_all_numbers(piles: list[tuple[int, int]], ranks: list[int], maximal: bool) -> None:
    """Of all numbers of cards the piles could take, those that the row can pay for."""

    def paid(taken: tuple[int, ...]) -> bool:
        spent = [(r + s) % 13 for (r, _), number in zip(piles, taken, strict=True) for s in range(number)]
        return all(spent.count(rank) <= ranks.count(rank) for rank in spent)

    payable = {t for t in itertools.product(*[range(missing + 1) for _, missing in piles]) if paid(t)}
    if maximal:
        payable = {
            t for t in payable if not any((*t[:at], t[at] + 1, *t[at + 1 :]) in payable for at in range(len(piles)))
        }
    counts = counts_of(ranks)
    ways = shares(piles, counts, maximal=maximal)
    assert len(ways) == len(set(ways))
    assert set(ways) == payable
    assert counts == counts_of(ranks)


@settings(max_examples=150, deadline=None)
@given(piles_and_missing, st.lists(st.lists(some_ranks, max_size=5), max_size=5))
def test_row_search_against_single_placements(piles: list[tuple[int, int]], rows: list[list[int]]) -> None:
    known: dict[object, int] = {}

    def most(now: tuple[tuple[int, int], ...], at: int, row: tuple[int, ...]) -> int:
        """Place any card that fits, or go on to the next row."""
        key = (now, at, row)
        if key not in known:
            known[key] = max(
                [
                    most(
                        (*now[:i], ((rank + 1) % 13, missing - 1), *now[i + 1 :]),
                        at,
                        (*row[:j], *row[j + 1 :]),
                    )
                    for i, (rank, missing) in enumerate(now)
                    for j, held in enumerate(row)
                    if missing and rank == held
                ]
                + [most(now, at + 1, tuple(rows[at])) if at < len(rows) else sum(not m for _, m in now)]
            )
        return known[key]

    labelled = [(rank, missing, label) for label, (rank, missing) in enumerate(piles)]
    counts = [counts_of(row) for row in rows]
    expected = most(tuple(piles), 0, ())
    for flags in itertools.product([True, False], repeat=4):
        search = RowSearch(counts, Prunings(*flags))
        assert search.most(labelled) == expected, flags
        given_out = dict.fromkeys(range(len(piles)), 0)
        for taken in search.best_line(labelled):
            for label, number in taken.items():
                given_out[label] += number
        assert sum(given_out[label] == missing for _, missing, label in labelled) == expected


def test_quick_games_know_the_gate() -> None:
    """Shuffles before the first row, laid out as a stock: at most the optimum, and none only if that is."""
    several = 0
    for number in range(1, 9):
        state = deal(number)
        shuffles = Shuffles(ranks_of(state.stock), seed=number)
        for _ in range(15):
            shuffle = shuffles.draw()
            stock = [rank + 1 for row in shuffle.rows for rank in range(13) for _ in range(row[rank])]
            most = optimum(state.model_copy(update={"stock": tuple(map(card, stock))})).most_wishes
            done = shuffle.completed_from_shut(bases_of(state), heights_of(state)).bit_count()
            assert done <= most
            assert not most or done
            several += most > 0
    assert 30 < several < 110


def test_quick_games_promise_no_more_than_the_optimum() -> None:
    equal = several = 0
    for state in itertools.islice(positions(range(50, 60)), 0, None, 7):
        heights = heights_of(state)
        if min(heights) == 1:
            continue
        shuffles = Shuffles(ranks_of(state.stock), seed=7)
        piles = piles_of(bases_of(state), heights)
        for _ in range(20):
            shuffle = shuffles.draw()
            assert sum(map(sum, shuffle.rows)) == len(state.stock)
            done = shuffle.completed(piles)
            most = RowSearch(shuffle.rows).most(piles)
            assert done.bit_count() <= most
            assert not most or done  # one pile that can be completed is
            equal += done.bit_count() == most
            several += most > 1
    assert several > 30
    assert equal > 0.9 * 20 * 40


def literal_greedy(state: GaremState) -> int:
    while moves := GAREM.legal_moves(state):
        state = GAREM.apply(
            state,
            max(
                moves,
                key=lambda m: (len(state.piles[m.pile - 1]), -m.pile) if isinstance(m, Place) else (0, 0),
            ),
        )
    return len(state.complete)


def literal_random(state: GaremState, seed: int) -> int:
    random = Random(seed)
    while moves := GAREM.legal_moves(state):
        state = GAREM.apply(state, moves[int(random.random() * len(moves))])
    return len(state.complete)


def test_simple_players_play_as_the_rules_page_says() -> None:
    granted = 0
    for number in range(1, 41):
        state = deal(number)
        wishes = greedy(state)
        assert wishes == literal_greedy(state)
        assert at_random(state, number) == literal_random(state, number)
        granted += wishes
    assert granted > 10
    middle = [state for state in positions(range(41, 44)) if len(state.stock) == 48]
    for state in middle:
        assert greedy(state) == literal_greedy(state)
        assert at_random(state, 5) == literal_random(state, 5)
    assert middle


def test_greedy_mean() -> None:
    """The rules page: 0.67 on average; over 3,000 deals that is good to 0.03."""
    mean = sum(greedy(deal(number)) for number in range(1, 3001)) / 3000
    assert mean == pytest.approx(0.67, abs=0.035)


@pytest.mark.campaign
def test_players_stay_below_the_optimum() -> None:
    totals = dict.fromkeys(PLAYERS, 0)
    for number in range(1, 21):
        best = optimum(deal(number)).most_wishes
        for name, play in PLAYERS.items():
            wishes = play(deal(number), number)
            assert wishes is not None
            assert wishes <= best
            totals[name] += wishes
    assert totals["random"] < totals["greedy"] <= totals["adviser"] <= totals["solver"]


def test_complete_piles_ask_for_nothing() -> None:
    state = ending([4] * 8, [PILE_SIZE] * 8, [1, 2], [5] * 8)
    best = optimum(state)
    assert best.most_wishes == 8
    assert best.line == (NEXT,)
