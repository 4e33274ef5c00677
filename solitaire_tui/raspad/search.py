"""The solver of Raspad: with every card known, can a position still be won, and how?

Quick games with noise find nearly every win. What they leave is searched depth first over the ends of turns, with
proofs of loss from what the cards still to come can take off the table. Every shortcut is sound: "unwinnable" is a
proof, and a winning line is one the rules accept. No answer depends on the clock unless seconds are limited.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from time import perf_counter
from typing import Final

from solitaire_tui.raspad import bounds
from solitaire_tui.raspad.encoding import (
    Pair,
    Position,
    Tables,
    after_beat,
    after_close,
    after_lay_down,
    collapsed,
    encode,
    moves_of,
    refilled,
    tables,
)
from solitaire_tui.raspad.playout import Log, play_out
from solitaire_tui.raspad.rules import CLOSE, LAY_DOWN, Beat, Close, LayDown, RaspadState
from solitaire_tui.raspad.turns import Turn, members

FIRST_PLAYOUTS: Final = 1500
"""Quick games from the position itself before any search."""

MEMO_ENTRIES: Final = 500_000
"""Lost positions remembered at most, some 130 bytes each; what does not fit is searched again."""

DEFAULT_NODES: Final = 1_000_000
"""The budget when none is given: half a minute at most; one deal in 100,000 needs more."""


class Verdict(StrEnum):
    """What the solver found out."""

    WINNABLE = "winnable"
    UNWINNABLE = "unwinnable"
    UNDECIDED = "undecided"


@dataclass(frozen=True, slots=True)
class Solution:
    """An answer of the solver.

    Attributes:
        verdict: the answer; ``undecided`` when the budget ran out first.
        line: moves from the position to the won deal; empty unless winnable.
        nodes: the work done: quick games, masks of turns and ends of turns looked at.
        seconds: the time it took.
    """

    verdict: Verdict
    line: tuple[Beat | Close | LayDown, ...]
    nodes: int
    seconds: float


@dataclass(frozen=True, slots=True)
class Prunings:
    """Which sound shortcuts the search takes; each may be switched off to check it."""

    playouts: bool = True
    memo: bool = True
    bounds: bool = True


ALL_PRUNINGS: Final = Prunings()


class _Stopped(Exception):
    """The budget ran out or the caller cancelled."""


@dataclass(slots=True)
class Budget:
    """What a search may spend, and what it has spent (see `solve`)."""

    nodes: int
    seconds: float | None = None
    cancelled: Callable[[], bool] | None = None
    started: float = field(default_factory=perf_counter)
    spent: int = 0
    next_look: int = 0

    def spend(self, nodes: int) -> None:
        """Count work done.

        Raises:
            _Stopped: if the budget is used up or the caller cancelled.
        """
        self.spent += nodes
        if self.spent > self.nodes:
            raise _Stopped
        if self.spent >= self.next_look:
            self.next_look = self.spent + 500
            if self.seconds is not None and perf_counter() - self.started > self.seconds:
                raise _Stopped
            if self.cancelled is not None and self.cancelled():
                raise _Stopped


def solve(
    state: RaspadState,
    *,
    nodes: int | None = None,
    seconds: float | None = None,
    memory: int = MEMO_ENTRIES,
    cancelled: Callable[[], bool] | None = None,
    prunings: Prunings = ALL_PRUNINGS,
) -> Solution:
    """Decide whether a position can still be won, the order of the stock known.

    Args:
        state: any position, finished ones too.
        nodes: the most work to do (`Solution.nodes`); the answer depends on it alone when ``seconds`` is None.
        seconds: the most time to take, in seconds.
        memory: how many lost positions to remember at most.
        cancelled: asked every now and then; True ends the search as undecided.
        prunings: the shortcuts to take.
    """
    budget = Budget(DEFAULT_NODES if nodes is None else nodes, seconds, cancelled)
    position = encode(state)
    if not position.row:
        return Solution(Verdict.WINNABLE, (), 0, 0.0)
    search = _Search(tables(state.rules.ace_high), state.rules.must_beat, position, memory, budget, prunings)
    try:
        turns = search.run()
    except _Stopped:
        return Solution(Verdict.UNDECIDED, (), budget.spent, perf_counter() - budget.started)
    verdict = Verdict.UNWINNABLE if turns is None else Verdict.WINNABLE
    line = () if turns is None else line_of(position, turns)
    return Solution(verdict, line, budget.spent, perf_counter() - budget.started)


def round_is_dead(state: RaspadState) -> bool:
    """Whether, with an empty stock, no order of beats can close the round any more: then the deal is lost.

    Exact and fast (some milliseconds). Always False while the stock holds a card, since that takes hidden knowledge,
    and for a deal that is won.
    """
    position = encode(state)
    if position.stock or not position.row:
        return False
    return closing_beats(position, tables(state.rules.ace_high)) is None


def winnable(position: Position, table: Tables, budget: Budget, *, must_beat: bool, quick: int) -> bool | None:
    """Whether a position at the start of a turn can be won, the order of its stock known; None if undecided.

    Args:
        position: the position.
        table: the tables of its rules.
        budget: what may be spent; what is spent is added to it.
        must_beat: the option of that name.
        quick: how many quick games to try before the search.
    """
    search = _Search(table, must_beat, position, MEMO_ENTRIES, budget, ALL_PRUNINGS)
    try:
        if search.quick_games(position, range(quick)) is not None:
            return True
        return not bounds.hopeless(position, table) and search.win_from(position) is not None
    except _Stopped:
        return None


def closing_beats(position: Position, table: Tables, check: Callable[[int], None] | None = None) -> list[Pair] | None:
    """Beats after which the round may be closed, at once or in some order; None if there are none."""
    if position.open_cells <= 1:
        return []
    if bounds.cannot_close(position, table):
        return None
    turn = Turn(position._replace(row=collapsed(position.row)), table.need, limit=1, stop_at=1, check=check)
    for mask, hands in turn.levels[-1].items():
        if turn.open_count(mask) <= 1:
            return turn.beats_to(mask, next(members(hands)))
    return None


def line_of(position: Position, turns: Sequence[Sequence[Pair]]) -> tuple[Beat | Close | LayDown, ...]:
    """The moves of the turns played from a position; a turn ends with a close whenever it may."""
    line: list[Beat | Close | LayDown] = []
    for beats in turns:
        for pair in beats:
            position = after_beat(position, pair)
        closing = position.open_cells <= 1
        line += moves_of(beats, CLOSE if closing else LAY_DOWN)
        position = after_close(position) if closing else after_lay_down(position)
    return tuple(line)


def _key(position: Position) -> bytes:
    """A position at the start of a turn in few bytes; the order of the stock is the same in all of a search."""
    return bytes((len(position.stock), len(position.hand), *position.hand, *position.row))


class _Search:
    """One search from one position, the order of its stock known."""

    def __init__(
        self,
        table: Tables,
        must_beat: bool,
        root: Position,
        memory: int,
        budget: Budget,
        prunings: Prunings,
    ) -> None:
        self.table = table
        self.must_beat = must_beat
        self.root = root
        self.memory = memory
        self.budget = budget
        self.prunings = prunings
        self.lost: set[bytes] = set()

    def run(self) -> Log | None:
        """The beats of each turn of a winning line, or None if there is none."""
        root = self.root
        if self.prunings.playouts and root.stock:
            won = self.quick_games(root, range(FIRST_PLAYOUTS))
            if won is not None:
                return won
        return self.win_from(root._replace(row=collapsed(root.row)))

    def quick_games(self, position: Position, noises: range) -> Log | None:
        """The turns of the first of some quick games that wins."""
        hand, row, stock = position
        beaters = self.table.beaters
        for noise in noises:
            self.budget.spend(1)
            if play_out(hand, row, stock, beaters, noise, must_beat=self.must_beat):
                log: Log = []
                play_out(hand, row, stock, beaters, noise, log, must_beat=self.must_beat)
                return log
        return None

    def win_from(self, position: Position) -> Log | None:
        """The turns of a win from a position, by exhaustive search; None if there is none."""
        if not position.stock:
            beats = self._last_turn(position)
            return None if beats is None else [beats]
        limit = bounds.longest_row(position, self.table) if self.prunings.bounds else None
        turn = Turn(position, self.table.need, limit=limit, check=self.budget.spend)
        after: list[tuple[Position, int, int]] = []
        for child, mask, subset in self._ends(position, turn, limit):
            if not child.row:
                return [turn.beats_to(mask, subset)]
            self.budget.spend(1)
            key = _key(child)
            if key in self.lost:
                continue
            if self.prunings.bounds and bounds.hopeless(child, self.table):
                continue
            won: Log | None = None
            if not child.stock:
                won = self.win_from(child)
            else:
                if self.prunings.playouts:
                    won = self.quick_games(child, range(2))
                after.append((child, mask, subset))
            if won is not None:
                return [turn.beats_to(mask, subset), *won]
        for child, mask, subset in after:
            key = _key(child)
            if key in self.lost:
                continue
            won = self.win_from(child)
            if won is not None:
                return [turn.beats_to(mask, subset), *won]
            if self.prunings.memo and len(self.lost) < self.memory:
                self.lost.add(key)
        return None

    def _last_turn(self, position: Position) -> list[Pair] | None:
        """With an empty stock: beats that close the round and win, or None."""
        if self.prunings.bounds:
            return closing_beats(position, self.table, self.budget.spend)
        turn = Turn(position, self.table.need, check=self.budget.spend)
        for level in turn.levels:
            for mask, hands in level.items():
                if turn.open_count(mask) <= 1:
                    return turn.beats_to(mask, next(members(hands)))
        return None

    def _ends(self, position: Position, turn: Turn, limit: int | None) -> list[tuple[Position, int, int]]:
        """Every position that ending the turn can lead to, most promising first, with its mask and hand."""
        stock = position.stock
        closes: dict[int, int] = {}
        lays: list[tuple[int, int, int]] = []
        future = bounds.Future(turn, stock, self.table, limit) if limit is not None else None
        for level in turn.levels:
            for mask, hands in level.items():
                if turn.open_count(mask) <= 1:
                    for subset in members(hands):
                        closes.setdefault(subset, mask)
                    continue
                if self.must_beat:
                    hands = turn.stuck(mask, hands)
                if future is not None:
                    hands = future.alive(mask, hands)
                if hands:
                    left = turn.open_count(mask)
                    lays += [(left + subset.bit_count(), mask, subset) for subset in members(hands)]
        ends: list[tuple[Position, int, int]] = []
        # Few cards in hand win when the stock is nearly gone; before that a full hand is the better one.
        for subset, mask in sorted(closes.items(), key=lambda item: (-item[0].bit_count(), item[0])):
            child = refilled(turn.held(subset), (), stock)
            if not child.row:
                return [(child, mask, subset)]
            ends.append((child, mask, subset))
        for _, mask, subset in sorted(lays):
            row = [3 * card for card in turn.open_cards(mask)]
            row += [3 * card for card in turn.held(subset)]
            ends.append((refilled((), tuple(row), stock), mask, subset))
        return ends
