"""Studies: a player plays every deal of a range, and what that says about all deals."""

from __future__ import annotations

import hashlib
import multiprocessing
import os
import signal
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import FIRST_COMPLETED, Executor, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from importlib import import_module
from itertools import islice
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any, Final

from solitaire_tui.checkpoint import Checkpoint, Scores
from solitaire_tui.deals import check_number, shuffled
from solitaire_tui.game import REGISTRY, AnyGame, Rules, load
from solitaire_tui.intervals import mean_interval, wilson
from solitaire_tui.language import _
from solitaire_tui.phrases import listed

Player = Callable[[Any, int], int | None]
"""Plays a position to its end: from a state of the game, whose cards are all there, and a seed to a score.

The score is 1 for a win and 0 for a loss (a bool will do), in a game with wishes the number granted, and None
when a solver leaves the deal undecided. The same state and seed must give the same score in every process.
"""

PLAYERS: Final[Mapping[str, str]] = {
    "raspad": "solitaire_tui.raspad.players:PLAYERS",
    "garem": "solitaire_tui.garem.players:PLAYERS",
}
"""For each game where its players live (``module:name``): a mapping from names to each ``Player``."""

_CHUNK_SECONDS: Final = 0.1
"""A worker gets more deals at a time while it plays them faster than this."""
_MOST_DEALS: Final = 64
"""Deals for a worker at a time, at most: so many a kill may cost."""


class StudyError(ValueError):
    """A study that can't be made: an unknown player, an empty range, a worker that died."""


@dataclass(frozen=True, slots=True)
class StudyResult:
    """What a study found.

    Attributes:
        game: the id of the game.
        player: the name of the player.
        deals: the first and the last deal.
        scores: how many deals got each score; undecided ones are in none.
        undecided: how many deals the player left undecided.
        most: the highest score there is: 1 where deals are won or lost, else the number of wishes.
        seconds: the time this run took, without what an earlier one had kept.
    """

    game: str
    player: str
    deals: tuple[int, int]
    scores: Mapping[int, int]
    undecided: int
    most: int
    seconds: float

    @property
    def decided(self) -> int:
        """How many deals were decided."""
        return sum(self.scores.values())

    @property
    def played(self) -> int:
        """How many deals were played, undecided ones included."""
        return self.decided + self.undecided

    @property
    def mean(self) -> float | None:
        """The mean score of the decided deals, where deals are won the rate of wins; None without any."""
        if not self.decided:
            return None
        return sum(score * count for score, count in self.scores.items()) / self.decided

    @property
    def interval(self) -> tuple[float, float]:
        """The 95% interval of the mean: Wilson's for a rate, else the normal one."""
        if self.most == 1:
            return wilson(self.scores.get(1, 0), self.decided)
        return mean_interval(self.scores, self.most)

    def to_json(self) -> dict[str, Any]:
        """The result in the shape of the command's last line; the rate and the mean are of decided deals."""
        line: dict[str, Any] = {
            "game": self.game,
            "player": self.player,
            "deals": list(self.deals),
            "played": self.played,
        }
        if self.most == 1:
            line |= {"won": self.scores.get(1, 0), "undecided": self.undecided, "rate": self.mean}
        else:
            line |= {"wishes": {str(score): count for score, count in sorted(self.scores.items())}}
            if self.undecided:
                line["undecided"] = self.undecided
            line["mean"] = self.mean
        return line | {"interval": list(self.interval), "seconds": round(self.seconds, 3)}


def players(game_id: str) -> Mapping[str, Player]:
    """The players of a game by name.

    Raises:
        StudyError: if there is no such game or nobody who plays it.
    """
    if game_id not in REGISTRY or game_id not in PLAYERS:
        text = _("nobody plays {game}: choose {games}")
        raise StudyError(text.format(game=repr(game_id), games=listed(sorted(PLAYERS), "or")))
    module, _colon, name = PLAYERS[game_id].partition(":")
    found: Mapping[str, Player] = getattr(import_module(module), name)
    return found


def deal_seed(seed: int, number: int) -> int:
    """The seed with which a deal is played: 0..2^63-1, from the study's seed and the deal number alone."""
    digest = hashlib.sha256(f"{seed} {number}".encode()).digest()
    return int.from_bytes(digest[:8], "big") >> 1


def play_deals(
    game_id: str, player: str, rules: Mapping[str, Any], seed: int, numbers: list[int]
) -> tuple[list[tuple[int, int | None]], float]:
    """Play some deals, in whatever process: each number with its score, and the seconds it took."""
    started = time.perf_counter()
    game = load(game_id)
    options = game.rules_type(**rules)
    play = players(game_id)[player]
    deck = game.deck(options)
    scores: list[tuple[int, int | None]] = []
    for number in numbers:
        score = play(game.deal(options, shuffled(deck, number)), deal_seed(seed, number))
        scores.append((number, None if score is None else int(score)))
    return scores, time.perf_counter() - started


def study(
    game_id: str,
    first: int,
    last: int,
    player: str,
    *,
    jobs: int = 1,
    rules: Rules | None = None,
    seed: int = 0,
    checkpoint: Path | None = None,
    progress: Callable[[int, int], None] | None = None,
    executor: Executor | None = None,
) -> StudyResult:
    """Let a player play every deal of a range. The result does not depend on who computes what, or when.

    Args:
        game_id: the game.
        first: the first deal.
        last: the last deal.
        player: a name among ``players(game_id)``.
        jobs: how many processes play (spawned, so the caller's main module must be importable).
        rules: the options of the game; none by default.
        seed: from it and the deal number comes the seed of each deal.
        checkpoint: a file that keeps every score, and from which a study that was killed goes on.
        progress: told, now and then, how many deals are done and how many there are.
        executor: who computes instead of own processes, such as a cluster's; it is given twice ``jobs`` tasks
            at a time.

    Raises:
        StudyError: if there is no such player, the range is empty, or a process died.
        CheckpointRefused: if the checkpoint is that of another study; it is left alone.
        ValueError: if a number is no deal number.
        OSError: if the checkpoint can't be read or written.
    """
    started = time.perf_counter()
    if player not in players(game_id):
        text = _("{game} has no player {player}: choose {players}")
        raise StudyError(text.format(game=game_id, player=repr(player), players=listed(sorted(players(game_id)), "or")))
    if check_number(first) > check_number(last):
        raise StudyError(_("no deals from {first} to {last}").format(first=first, last=last))
    if jobs < 1:
        raise StudyError(_("a study needs at least one job"))
    game = load(game_id)
    options = (rules or game.rules_type()).model_dump()
    numbers = range(first, last + 1)
    scores: Scores = {}
    with ExitStack() as stack:
        kept: Checkpoint | None = None
        if checkpoint is not None:
            identity = {
                "study": 1,
                "game": game_id,
                "player": player,
                "rules": options,
                "seed": seed,
                "deals": [first, last],
            }
            kept = stack.enter_context(Checkpoint(checkpoint, identity, numbers))
            scores.update(kept.scores)
        if progress is not None:
            progress(len(scores), len(numbers))
        waiting = (number for number in numbers if number not in kept.scores) if kept else iter(numbers)
        if jobs > 1 and executor is None and len(scores) < len(numbers):
            executor = stack.enter_context(_processes(min(jobs, len(numbers) - len(scores))))
        task = (game_id, player, options, seed)
        for part in _played(task, waiting, jobs, executor):
            scores.update(part)
            if kept is not None:
                kept.add(part)
            if progress is not None:
                progress(len(scores), len(numbers))
    return _result(game, player, (first, last), scores, time.perf_counter() - started)


def _result(game: AnyGame, player: str, deals: tuple[int, int], scores: Scores, seconds: float) -> StudyResult:
    """Count the scores."""
    counts = Counter(score for score in scores.values() if score is not None)
    undecided = sum(score is None for score in scores.values())
    return StudyResult(game.id, player, deals, counts, undecided, game.wish_piles or 1, seconds)


def _played(
    task: tuple[str, str, dict[str, Any], int], numbers: Iterator[int], jobs: int, executor: Executor | None
) -> Iterator[list[tuple[int, int | None]]]:
    """The scores of all deals, in parts as they get ready."""
    size = 1
    running: set[Future[tuple[list[tuple[int, int | None]], float]]] = set()
    try:
        while True:
            # Twice as many tasks as processes, so that none waits for the next one.
            while len(running) < 2 * jobs and (chunk := list(islice(numbers, size))):
                if executor is None:
                    scores, seconds = play_deals(*task, chunk)
                    size = _next_size(size, seconds)
                    yield scores
                else:
                    running.add(executor.submit(play_deals, *task, chunk))
            if not running:
                return
            done, running = wait(running, return_when=FIRST_COMPLETED)
            for future in done:
                scores, seconds = future.result()
                size = _next_size(size, seconds)
                yield scores
    except BrokenProcessPool as error:
        raise StudyError(_("a process that played deals has died")) from error
    finally:
        # Own processes are ended instead, and a pool whose processes die stumbles over what was cancelled.
        for future in running if not isinstance(executor, _Pool) else ():
            future.cancel()


def _next_size(size: int, seconds: float) -> int:
    """How many deals the next task has, after one of this size took so long."""
    return min(2 * size, _MOST_DEALS) if seconds < _CHUNK_SECONDS else max(1, size // 2)


class _Pool(ProcessPoolExecutor):
    """Processes that leave Ctrl-C to the one that started them."""

    def submit(self, fn: Any, /, *args: Any, **kwargs: Any) -> Future[Any]:
        # A process started here inherits what is blocked, so that it is deaf from its first moment on.
        if not hasattr(signal, "pthread_sigmask"):
            return super().submit(fn, *args, **kwargs)
        before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
        try:
            return super().submit(fn, *args, **kwargs)
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)


@contextmanager
def _processes(jobs: int) -> Iterator[Executor]:
    """Processes that play deals; they die at once when this one does, or when the study is broken off."""
    context = multiprocessing.get_context("spawn")
    ours, theirs = context.Pipe()
    with ours, theirs, _Pool(jobs, context, _end_with, (theirs,)) as pool:
        try:
            yield pool
        except BaseException:
            ours.close()
            raise


def _end_with(pipe: Connection) -> None:
    """End this process as soon as the other end of a pipe is closed, however that comes about."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)

    def watch() -> None:
        with suppress(EOFError, OSError):
            pipe.recv_bytes()
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()
