"""The ends of a turn of Raspad that are worth weighing, and the games that weigh them."""

from __future__ import annotations

from collections.abc import Sequence
from math import exp, log
from typing import Final, NamedTuple

from solitaire_tui.raspad.encoding import Pair, Position, Tables
from solitaire_tui.raspad.playout import play_out
from solitaire_tui.raspad.rules import HAND_SIZE, TABLE_SIZE
from solitaire_tui.raspad.search import Budget, closing_beats, winnable
from solitaire_tui.raspad.turns import Turn, members

CONTAINED_ABOVE: Final = 12
"""With more cards than that in the stock a close that keeps less than another close is not weighed."""

LAY_DOWNS: Final = 6
"""How many lay-downs are weighed beside closes."""

LAY_DOWNS_ALONE: Final = 40
"""How many lay-downs are weighed when nothing closes."""

SEEN_THROUGH: Final = 6
"""With so few cards left in the stock games are seen through by search."""

QUICK_GAMES: Final = 4
"""How many quick games may stand for one game, each with its own noise."""

SEARCH_NODES: Final = 500
"""How long one game is searched before it counts as lost."""

SEEN_THROUGH_FIT: Final = (-1.4, 1.4)
QUICK_FIT: Final = (1.7, 1.25)
"""The log odds of a win are about the first number plus the second one times those of the games, seen through or quick.

Fitted to 800 games that the adviser played from positions met in random play (``calibration`` of the bench script).
"""

NODES_A_GAME: Final = 10
"""How many nodes of a search take about as long as a quick game."""


class End(NamedTuple):
    """One way to end a turn.

    Attributes:
        closes: whether it closes the round; otherwise the hand is laid down.
        hand: the card numbers kept (closing) or laid (laying down), in the order drawn.
        row: the cells of the row before anything is drawn, empty after a close.
        mask: the beaten places, as in `Turn`.
        subset: the hand, as in `Turn`.
    """

    closes: bool
    hand: tuple[int, ...]
    row: tuple[int, ...]
    mask: int
    subset: int


class Candidate:
    """An end of a turn and how the games after it went; shuffles are taken in order, so all candidates meet the same.

    With little stock left a game is seen through by search: by then luck has only the order of a few cards left to
    decide. Before that a quick game stands for it: a win counts whole if the plan alone wins, and less the more noise
    it took, since a player who looks ahead does better than the plan.

    Attributes:
        end: the end.
        games: how many games were counted.
        won: the sum of what they counted.
        work: what they took, in quick games.
    """

    def __init__(self, end: End, stock: int, table: Tables, *, must_beat: bool) -> None:
        """Nothing is played yet; ``stock`` is the number of unseen cards."""
        self.end = end
        self.games = 0
        self.won = 0.0
        self.work = 0.0
        self._table = table
        self._must_beat = must_beat
        self._kept = end.hand if end.closes else ()
        self._drawn = HAND_SIZE - len(self._kept)
        self._laid = self._drawn + max(0, TABLE_SIZE - len(end.row))
        self._left = stock - self._laid

    @property
    def chance(self) -> float:
        """The chance to win after this end for a player who goes on with care; never quite 0 or 1.

        Quick games promise too little and games seen through a little too much, since a player does not know the
        order of the stock; with no card left to draw the games are what will happen.
        """
        rate = (self.won + 0.5) / (self.games + 1)
        if self._left <= 0:
            return rate
        shift, slope = SEEN_THROUGH_FIT if self._left <= SEEN_THROUGH else QUICK_FIT
        return 1 / (1 + exp(-shift - slope * log(rate / (1 - rate))))

    def play(self, stock: Sequence[int]) -> None:
        """One more game, with this order of the stock."""
        self.games += 1
        self.work += 1
        row = self.end.row + tuple([3 * card for card in stock[self._drawn : self._laid]])
        hand = (*self._kept, *stock[: self._drawn])
        if self._left <= 0:  # nothing is left to draw
            self.won += not row or closing_beats(Position(hand, row, ()), self._table) is not None
        elif self._left <= SEEN_THROUGH:
            position = Position(hand, row, tuple(stock[self._laid :]))
            budget = Budget(SEARCH_NODES)
            won = winnable(position, self._table, budget, must_beat=self._must_beat, quick=QUICK_GAMES)
            self.work += budget.spent / NODES_A_GAME
            self.won += won or 0
        else:
            for noise in range(QUICK_GAMES):
                if play_out(hand, row, stock, self._table.beaters, noise, drawn=self._laid, must_beat=self._must_beat):
                    self.won += 1 / (1 + noise)
                    break

    def play_quickly(self, stock: Sequence[int]) -> None:
        """One more game, by the plan alone."""
        self.games += 1
        row = self.end.row + tuple([3 * card for card in stock[self._drawn : self._laid]])
        hand = (*self._kept, *stock[: self._drawn])
        drawn = min(self._laid, len(stock))
        self.won += not row or play_out(hand, row, stock, self._table.beaters, drawn=drawn)


def closes_of(turn: Turn, stock: int) -> list[End]:
    """The closes to weigh, one for each hand that can be kept; the fullest hand first."""
    masks: dict[int, int] = {}
    for level in turn.levels:
        for mask, hands in level.items():
            if turn.open_count(mask) <= 1:
                for subset in members(hands):
                    masks.setdefault(subset, mask)
    subsets = sorted(masks, key=lambda subset: (-subset.bit_count(), subset))
    if stock > CONTAINED_ABOVE:
        chosen: list[int] = []
        for subset in subsets:
            if all(subset & ~other for other in chosen):
                chosen.append(subset)
        subsets = chosen
    return [End(True, turn.held(subset), (), masks[subset], subset) for subset in subsets]


def lay_downs_of(turn: Turn, unseen: Sequence[int], table: Tables, *, must_beat: bool, most: int) -> list[End]:
    """The lay-downs that leave the shortest and easiest rows, the best first."""
    hardness = [_hardness(card, unseen, table) for card in turn.cards]
    laid_hardness = [_hardness(card, unseen, table) for card in turn.hand]
    laid = [
        sum(hard for j, hard in enumerate(laid_hardness) if subset >> j & 1) for subset in range(1 << len(turn.hand))
    ]
    ends: list[tuple[float, int, int]] = []
    for level in turn.levels:
        for mask, hands in level.items():
            if turn.open_count(mask) <= 1:
                continue
            if must_beat:
                hands = turn.stuck(mask, hands)
            if hands:
                left = sum(hard for i, hard in enumerate(hardness) if not mask >> i & 1)
                ends += [(left + laid[subset], mask, subset) for subset in members(hands)]
    ends.sort()
    return [lay_down_end(turn, mask, subset) for _, mask, subset in ends[:most]]


def lay_down_end(turn: Turn, mask: int, subset: int) -> End:
    """The end that lays a hand down behind what a mask leaves open."""
    hand = turn.held(subset)
    row = tuple([3 * card for card in (*turn.open_cards(mask), *hand)])
    return End(False, hand, row, mask, subset)


def _hardness(card: int, unseen: Sequence[int], table: Tables) -> float:
    """What a card in the row costs: one, and up to one more the fewer unseen cards beat it when lowered once."""
    if card < 0:
        return 0.0
    takers = sum(1 for other in unseen if table.beaters[3 * card + 1] >> other & 1)
    return 2.0 - takers / len(unseen)


def beats_of(turn: Turn, end: End) -> list[Pair]:
    """An order of beats that leads to an end."""
    return turn.beats_to(end.mask, end.subset)
