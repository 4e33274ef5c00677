"""Players of Raspad that play a deal to its end, for studies; the simple ones are those of the rules page's figures.

*random* beats at random while more than one card is open and anything can be beaten, closes as soon as it may and
lays down when stuck. *greedy* closes whenever some order of beats allows it and keeps the hand with the highest total
value; otherwise it beats as many cards as possible, then keeps the highest total, and lays down.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from typing import Final

from solitaire_tui.game import Outcome
from solitaire_tui.raspad.adviser import Adviser
from solitaire_tui.raspad.encoding import (
    BEATEN,
    CARDS,
    Pair,
    Position,
    Tables,
    after_close,
    after_lay_down,
    beat,
    beat_move,
    encode,
    legal_pairs,
    tables,
)
from solitaire_tui.raspad.rules import RASPAD, RaspadRules, RaspadState
from solitaire_tui.raspad.search import Verdict, solve
from solitaire_tui.raspad.turns import Turn, members

JOKER_VALUE: Final = 20
"""What greedy takes a joker to be worth."""

VALUES: Final = tuple(card.value or JOKER_VALUE for card in CARDS)
"""What greedy takes each card to be worth."""

TurnPlayer = Callable[[Position], list[Pair]]
"""Chooses the beats of a turn; then it closes if it may, else lays down if it may, else the deal is lost."""


def play(position: Position, choose: TurnPlayer) -> tuple[bool, list[list[Pair]]]:
    """Play a position to its end: whether it was won, and the beats of each turn."""
    turns: list[list[Pair]] = []
    while position.row:
        turns.append(choose(position))
        position = _after(position, turns[-1])
        if position.open_cells <= 1:
            position = after_close(position)
        elif position.stock:
            position = after_lay_down(position)
        else:
            return False, turns
    return True, turns


def random_player(rules: RaspadRules, rng: random.Random) -> TurnPlayer:
    """The player *random* with its own source of chance."""
    beaters = tables(rules.ace_high).beaters

    def choose(position: Position) -> list[Pair]:
        beats: list[Pair] = []
        while position.open_cells > 1:
            pairs = legal_pairs(position, beaters)
            if not pairs:
                break
            beats.append(pairs[int(rng.random() * len(pairs))])
            position = _after(position, beats[-1:])
        return beats

    return choose


def greedy_player(rules: RaspadRules) -> TurnPlayer:
    """The player *greedy*; ties go to the smallest list of moves as text."""
    table = tables(rules.ace_high)
    return lambda position: greedy_beats(position, table)


def greedy_beats(position: Position, table: Tables) -> list[Pair]:
    """The beats of greedy's turn."""
    turn = Turn(position, table.need)
    totals = [sum(VALUES[card] for card in turn.held(subset)) for subset in range(1 << len(turn.hand))]
    best: tuple[int, int, int] | None = None
    goals: dict[int, dict[int, int]] = {}  # by number of beats: masks and their hands
    for played, level in enumerate(turn.levels):
        for mask, hands in level.items():
            closes = turn.open_count(mask) <= 1
            for subset in members(hands):
                rank = (1, 0, totals[subset]) if closes else (0, mask.bit_count(), totals[subset])
                if best is None or rank >= best:
                    if rank != best:
                        best, goals = rank, {}
                    masks = goals.setdefault(played, {})
                    masks[mask] = masks.get(mask, 0) | 1 << subset
    return min(
        (_smallest(turn, masks, played) for played, masks in goals.items()),
        key=lambda beats: [_text(pair) for pair in beats] + ["z"],  # after the beats comes close or laydown
    )


def _smallest(turn: Turn, goals: dict[int, int], played: int) -> list[Pair]:
    """Of the lists of so many beats that reach one of the goals the smallest as text."""
    parts = turn.leading_to(goals, played)
    mask, subset = next(iter(turn.levels[0])), (1 << len(turn.hand)) - 1
    beats: list[Pair] = []
    for part in parts[1:]:
        pair, mask, subset = min(
            (
                (pair, after, left)
                for pair, after, left in turn.beats_from(mask, subset)
                if part.get(after, 0) >> left & 1
            ),
            key=lambda option: _text(option[0]),
        )
        beats.append(pair)
    return beats


def _text(pair: Pair) -> str:
    return str(beat_move(pair))


def _after(position: Position, beats: list[Pair]) -> Position:
    """The position after some beats."""
    row = list(position.row)
    for _, table in beats:
        beat(row, next(i for i, cell in enumerate(row) if cell != BEATEN and cell // 3 == table))
    played = {card for card, _ in beats}
    return Position(tuple(card for card in position.hand if card not in played), tuple(row), position.stock)


def wins_at_random(position: Position, rules: RaspadRules, games: int, seed: int = 0) -> int:
    """How many of some games the player *random* wins from this very position, the order of its stock as it is."""
    choose = random_player(rules, random.Random(seed))
    return sum(play(position, choose)[0] for _ in range(games))


def greedy(state: RaspadState, seed: int = 0) -> int:
    """Whether *greedy* wins."""
    return int(play(encode(state), greedy_player(state.rules))[0])


def at_random(state: RaspadState, seed: int = 0) -> int:
    """Whether *random* wins."""
    return wins_at_random(encode(state), state.rules, 1, seed)


def adviser(state: RaspadState, seed: int = 0) -> int:
    """Whether one wins who follows the adviser at its default strength, a whole turn at a time."""
    while RASPAD.outcome(state) is Outcome.PLAYING:
        *_, advice = Adviser(state, seed=seed).improve()
        for move in advice.plan:
            state = RASPAD.apply(state, move)
    return int(RASPAD.outcome(state) is Outcome.WON)


def solver(state: RaspadState, seed: int = 0) -> int | None:
    """Whether a deal can be won, every card known; None if the search was not done in its default budget."""
    verdict = solve(state).verdict
    return None if verdict is Verdict.UNDECIDED else int(verdict is Verdict.WINNABLE)


PLAYERS: Final[Mapping[str, Callable[[RaspadState, int], int | None]]] = {
    "solver": solver,
    "adviser": adviser,
    "greedy": greedy,
    "random": at_random,
}
"""Each player by name: from a position and a seed to 1 for a win, 0 for a loss and None for undecided."""
