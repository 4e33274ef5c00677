"""The honest adviser of Raspad: the plan for the whole turn and its chance, from what the player has seen.

Nothing is revealed between two refills, so a turn is planned as a whole: its ends are enumerated and weighed by games
over shuffles of the cards the player has not seen, the same shuffles for all, more of them for the better ends
(sequential halving; Karnin, Koren and Somekh, 2013). The order of the stock is forgotten at the border.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from math import ceil, log2
from typing import Final

from solitaire_tui.language import _
from solitaire_tui.raspad import bounds, reasons, words
from solitaire_tui.raspad.candidates import (
    LAY_DOWNS,
    LAY_DOWNS_ALONE,
    Candidate,
    End,
    closes_of,
    lay_down_end,
    lay_downs_of,
)
from solitaire_tui.raspad.encoding import (
    BEATEN,
    Pair,
    Position,
    apply,
    collapsed,
    encode,
    legal_moves,
    moves_of,
    refilled,
    tables,
)
from solitaire_tui.raspad.playout import Log, play_out
from solitaire_tui.raspad.rules import CLOSE, HAND_SIZE, LAY_DOWN, RASPAD, Beat, Close, LayDown, RaspadState
from solitaire_tui.raspad.search import closing_beats
from solitaire_tui.raspad.turns import Turn, members
from solitaire_tui.sampling import Shuffles

DEFAULT_SAMPLES: Final = 2500
"""The default strength: how many games a decision may take."""

FIRST_GAMES: Final = 4
"""Quick games for each candidate before the first answer."""

BEAM: Final = 1500
"""Masks kept for each number of beats when a long row has more; rows up to eleven cards never do."""

MOST_WORK: Final = 2
"""Games that are searched take longer: a decision plays fewer when it took so many times the work of quick games."""

KEEP: Final = 0.02
"""A plan the player follows is kept unless another one's chance is better by more than this."""

RaspadMoves = tuple[Beat | Close | LayDown, ...]


@dataclass(frozen=True, slots=True)
class Advice:
    """What to do in a position.

    Attributes:
        move: the first move of the plan; None if the game is over.
        plan: the moves of the turn in order; the last one closes or lays down, unless the stock is empty and the
            round can't be closed any more.
        odds: the chance to win, 0 to 1, for a player who goes on following the advice.
        reason: why, as a clause for people.
        proven: whether the odds, then 0 or 1, are certain whatever the order of the stock.
        samples: the games that were played for it.
    """

    move: Beat | Close | LayDown | None
    plan: RaspadMoves
    odds: float
    reason: str
    proven: bool
    samples: int


@dataclass(frozen=True, slots=True)
class Judgement:
    """A player's move beside the adviser's.

    Attributes:
        odds_before: the chance to win before the move, with best play.
        odds_after: the chance after it; the difference is what the move cost, luck left out.
        best: what the adviser would have done.
    """

    odds_before: float
    odds_after: float
    best: Advice


def advise(state: RaspadState, *, seed: int = 0, samples: int = DEFAULT_SAMPLES, plan: RaspadMoves = ()) -> Advice:
    """The advice for a position (see `Adviser`).

    It is the same for the same seed, number of samples and plan, whatever the order of the stock.
    """
    return Adviser(state, seed=seed, plan=plan).advise(samples)


def judge(
    state: RaspadState, move: Beat | Close | LayDown, *, seed: int = 0, samples: int = DEFAULT_SAMPLES
) -> Judgement:
    """Weigh a legal move against the adviser's, over the same shuffles.

    Raises:
        IllegalMove: if the move is not legal.
    """
    after = RASPAD.apply(state, move)
    adviser = Adviser(state, seed=seed)
    best = adviser.advise(samples)
    if isinstance(move, Beat):
        odds = advise(after, seed=seed, samples=samples).odds
    else:
        odds = adviser.odds_of_ending(isinstance(move, Close), samples)
    if (best.proven and best.odds == 0) or (best.plan[:1] == (move,) and not isinstance(move, Beat)):
        odds = best.odds
    return Judgement(max(best.odds, odds), odds, best)


class Adviser:
    """Advice for one position, better and better."""

    def __init__(self, state: RaspadState, *, seed: int = 0, plan: RaspadMoves = ()) -> None:
        """Look at a position with the eyes of the player.

        Args:
            state: the position; the order of its stock is forgotten at once.
            seed: which shuffles of the unseen cards are taken.
            plan: what is left of an earlier plan that the player follows. It is kept unless another is clearly
                better, so that hints don't waver in the middle of a turn; a plan that is no longer legal is ignored.
        """
        seen = encode(state)
        self._position = Position(seen.hand, collapsed(seen.row), tuple(sorted(seen.stock)))
        self._table = tables(state.rules.ace_high)
        self._must_beat = state.rules.must_beat
        self._shuffles = Shuffles(self._position.stock, seed)
        self._games = 0
        self._followed = plan

    def advise(self, samples: int = DEFAULT_SAMPLES) -> Advice:
        """The advice after so many samples."""
        *_, last = self.improve(samples)
        return last

    def improve(self, samples: int = DEFAULT_SAMPLES) -> Iterator[Advice]:
        """Advice at once, then better and better, until so many samples are used.

        A caller may stop at any time; the last advice is the best one. While a plan is followed there are two
        answers only: it is confirmed at once, and in the end confirmed or given up.
        """
        if not self._position.stock or not self._position.row:
            yield self._all_known()
            return
        few = len(self._position.stock) <= HAND_SIZE
        turn = self._exact_turn() if few else self._beam_turn()
        closes = closes_of(turn, len(self._position.stock))
        known = self._nearly_known(turn, closes) if few else self._hopeless()
        if known is not None:
            yield known
            return
        lay_downs = self._lay_downs(turn, bool(closes))
        refined = self._halving(turn, [*closes, *lay_downs], samples)
        followed = self._followed_end(turn)
        if followed is None:
            yield from refined
            return
        candidate = self._candidate(followed)
        self._play_up_to(candidate, self._last_games(samples))
        kept = self._weighed(turn, [candidate], self._followed)
        yield kept
        *_, best = refined
        better = best if best.odds > candidate.chance + KEEP else kept
        yield replace(better, samples=self._games)

    def _followed_end(self, turn: Turn) -> End | None:
        """How the plan that the player follows would end the turn; None if it can't."""
        position, end = self._position, self._followed[-1] if self._followed else None
        for move in self._followed[:-1]:
            if move not in legal_moves(position, self._table.beaters, must_beat=self._must_beat):
                return None
            position = apply(position, move)
        if end not in (CLOSE, LAY_DOWN) or end not in legal_moves(
            position, self._table.beaters, must_beat=self._must_beat
        ):
            return None
        left = {cell // 3 for cell in position.row if cell != BEATEN}
        mask = sum(1 << i for i, card in enumerate(turn.cards) if card not in left)
        subset = sum(1 << j for j, card in enumerate(turn.hand) if card in position.hand)
        if end == CLOSE:
            return End(True, position.hand, (), mask, subset)
        return lay_down_end(turn, mask, subset)

    def _play_up_to(self, candidate: Candidate, games: int) -> None:
        """Play a candidate over the first so many shuffles."""
        for index in range(candidate.games, games):
            candidate.play(self._shuffles[index])
            self._games += 1

    def odds_of_ending(self, closing: bool, samples: int = DEFAULT_SAMPLES) -> float:
        """The chance to win after ending the turn now, with no more beats: closing it, or else laying down.

        It takes an eighth of the samples, as many as the advised end has at least.
        """
        hand, row, stock = self._position
        if closing:
            if len(hand) + len(stock) <= HAND_SIZE:
                return 1.0
            end = End(True, hand, (), 0, 0)
        else:
            left = [cell - cell % 3 for cell in row if cell != BEATEN]
            end = End(False, hand, (*left, *(3 * card for card in hand)), 0, 0)
            if len(stock) <= HAND_SIZE:
                return float(self._closes_after(end))
        candidate = self._candidate(end)
        self._play_up_to(candidate, self._last_games(samples))
        return candidate.chance

    def _all_known(self) -> Advice:
        """The advice when no card is hidden: an exact search."""
        position = self._position
        if not position.row:
            return Advice(None, (), 1.0, _(words.GAME_WON), True, 0)
        beats = closing_beats(position, self._table)
        if beats is not None:
            return self._certain(moves_of(beats, CLOSE), 1.0, reasons.LAST_TURN_WINS)
        turns: Log = []
        play_out(position.hand, position.row, (), self._table.beaters, log=turns)
        plan = moves_of(turns[0], None)
        return self._certain(plan, 0.0, reasons.ROUND_DEAD if plan else reasons.GAME_LOST)

    def _beam_turn(self) -> Turn:
        return Turn(self._position, self._table.need, beam=BEAM)

    def _exact_turn(self) -> Turn:
        """With at most six cards unseen, so that their order does not matter: all that may still win."""
        return Turn(self._position, self._table.need, limit=bounds.longest_row(self._position, self._table))

    def _nearly_known(self, turn: Turn, closes: Sequence[End]) -> Advice | None:
        """With at most six cards unseen: the advice when it is certain to win, or certain not to, in any order.

        Laying down brings all of the stock to the hand, so what follows is known.
        """
        stock = self._position.stock
        for end in closes:
            if len(end.hand) + len(stock) <= HAND_SIZE:
                return self._certain(self._plan(turn, end), 1.0, reasons.CLOSE_WINS)
        future = bounds.Future(turn, stock, self._table, bounds.longest_row(self._position, self._table))
        ends = []
        for level in turn.levels:
            for mask, hands in level.items():
                left = turn.open_count(mask)
                if left > 1:
                    hands = future.alive(mask, turn.stuck(mask, hands) if self._must_beat else hands)
                    ends += [(left + subset.bit_count(), mask, subset) for subset in members(hands)]
        for _left, mask, subset in sorted(ends):
            end = lay_down_end(turn, mask, subset)
            if self._closes_after(end):
                return self._certain(self._plan(turn, end), 1.0, reasons.LAY_DOWN_WINS)
        return None if closes else self._lost()

    def _hopeless(self) -> Advice | None:
        """The advice when the deal is lost in whatever order the stock comes; None if that can't be seen."""
        return self._lost() if bounds.hopeless(self._position, self._table) else None

    def _lost(self) -> Advice:
        """What to do when nothing helps: leave the easiest row."""
        turn = self._beam_turn()
        end = self._lay_downs(turn, closing=False)[0]
        return self._certain(self._plan(turn, end), 0.0, reasons.DEAL_DEAD)

    def _closes_after(self, end: End) -> bool:
        """With at most six cards unseen: whether the hand that comes after laying down closes the round."""
        return closing_beats(refilled((), end.row, self._position.stock), self._table) is not None

    def _lay_downs(self, turn: Turn, closing: bool) -> list[End]:
        """The lay-downs worth weighing."""
        if closing and len(self._position.stock) <= HAND_SIZE:
            return []  # none of them wins, or it would be known
        return lay_downs_of(
            turn,
            self._position.stock,
            self._table,
            must_beat=self._must_beat,
            most=LAY_DOWNS if closing else LAY_DOWNS_ALONE,
        )

    def _halving(self, turn: Turn, ends: Sequence[End], samples: int) -> Iterator[Advice]:
        """Weigh the ends against each other, the better half over more shuffles each time."""
        quick = [self._candidate(end) for end in ends]
        for candidate in quick:
            for index in range(FIRST_GAMES):
                candidate.play_quickly(self._shuffles[index])
        self._games += FIRST_GAMES * len(quick)
        quick.sort(key=lambda candidate: -candidate.chance)
        yield self._weighed(turn, quick)
        everyone = alive = [self._candidate(candidate.end) for candidate in quick]
        rounds = max(1, ceil(log2(len(alive))))
        seen = 0
        while len(alive) > 1:
            games = max(1, samples // (rounds * len(alive)))
            enough = MOST_WORK * samples / rounds + sum(candidate.work for candidate in alive)
            for _game in range(games):
                for candidate in alive:
                    candidate.play(self._shuffles[seen])
                seen += 1
                self._games += len(alive)
                if sum(candidate.work for candidate in alive) > enough:
                    break
            alive.sort(key=lambda candidate: -candidate.chance)
            rest = [candidate for candidate in everyone if candidate not in alive]
            everyone = [*alive, *rest]
            alive = alive[: (len(alive) + 1) // 2]
            yield self._weighed(turn, everyone)
        self._play_up_to(alive[0], self._last_games(samples))
        yield self._weighed(turn, everyone)

    def _last_games(self, samples: int) -> int:
        """The shuffles over which the advised end is weighed at least."""
        return max(1, samples // 8)

    def _candidate(self, end: End) -> Candidate:
        return Candidate(end, len(self._position.stock), self._table, must_beat=self._must_beat)

    def _certain(self, plan: RaspadMoves, chance: float, reason: str) -> Advice:
        return Advice(plan[0] if plan else None, plan, chance, _(reason), True, self._games)

    def _weighed(self, turn: Turn, ranked: Sequence[Candidate], plan: RaspadMoves | None = None) -> Advice:
        """The advice for candidates ranked best first; the plan to the first one is found if it is not given."""
        best = ranked[0].end
        closes = [c.end for c in ranked[1:] if c.end.closes]
        lays = [c.end for c in ranked[1:] if not c.end.closes]
        stock = len(self._position.stock)
        if best.closes:
            reason = reasons.close(
                best.hand,
                len(lays[0].row) if lays else None,
                closes[0].hand if closes else None,
                last=turn.open_count(best.mask) == 0,
            )
        else:
            reason = reasons.lay_down(len(best.row), min(HAND_SIZE, stock), closes[0].hand if closes else None)
        plan = self._plan(turn, best) if plan is None else plan
        return Advice(plan[0], plan, ranked[0].chance, reason, False, self._games)

    def _plan(self, turn: Turn, end: End) -> RaspadMoves:
        """The moves of a turn that ends so."""
        beats: list[Pair] = turn.beats_to(end.mask, end.subset)
        return moves_of(beats, CLOSE if end.closes else LAY_DOWN)
