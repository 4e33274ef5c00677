"""The commands that ask solver and adviser. Importing this module loads neither a game nor a solver."""

from __future__ import annotations

import math
import os
import sys
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NoReturn, TypeVar

import click

from solitaire_tui.console import fail, heading, progress, reading, say, say_json
from solitaire_tui.faults import reason
from solitaire_tui.helptexts import Command, argument, option
from solitaire_tui.language import N_, _, n_, number

if TYPE_CHECKING:
    from solitaire_tui.counsel import Advice, Answer
    from solitaire_tui.record import Played
    from solitaire_tui.review import Decision, Summary
    from solitaire_tui.store.statistics import Finished
    from solitaire_tui.study import StudyResult

_Command = TypeVar("_Command", bound=Callable[..., Any])

_FILE = argument("file", metavar=N_("FILE|-"))
_SEED = option("--seed", type=int, default=0, show_default=True, metavar="N", help=N_("Which shuffles are taken."))
_SAMPLES = option(
    "--samples", type=click.IntRange(1), metavar="N", help=N_("How many games or shuffles a decision may take.")
)
_UNBOUNDED: Final = sys.maxsize
_INTERRUPTED: Final = 130
"""The status of a program that Ctrl-C has ended: 128 and the number of SIGINT."""


def _json(help_text: str) -> Callable[[_Command], _Command]:
    return option("--json", "as_json", is_flag=True, help=help_text)


def _a_number(_context: click.Context, _option: click.Parameter, value: float | None) -> float | None:
    if value is not None and math.isnan(value):
        raise click.BadParameter(_("it is not a number."))
    return value


def _range(_context: click.Context, _option: click.Parameter, value: str) -> tuple[int, int]:
    """The first and the last deal of ``A-B``; ``A`` is that deal alone."""
    from solitaire_tui.deals import parse_number

    first, dash, last = value.partition("-")
    try:
        deals = parse_number(first), parse_number(last if dash else first)
    except ValueError as error:
        raise click.BadParameter(_("{value}: {fault}.").format(value=repr(value), fault=error)) from None
    if deals[0] > deals[1]:
        raise click.BadParameter(_("{value}: the first deal comes after the last.").format(value=repr(value)))
    return deals


@click.command(
    cls=Command,
    help=N_(
        "Tell whether the game of each record in FILE can still be won, every card known, and how.\n\n"
        "In Garem: the most wishes any play can get."
    ),
)
@_FILE
@_json(N_("One line of JSON for each record."))
@option("--nodes", type=click.IntRange(1), metavar="N", help=N_("The most work to do for a record."))
@option(
    "--seconds",
    type=click.FloatRange(0, min_open=True),
    callback=_a_number,
    metavar="S",
    help=N_("The most time to take for a record."),
)
def solve(file: str, as_json: bool, nodes: int | None, seconds: float | None) -> None:
    from solitaire_tui.counsel import counsel_for
    from solitaire_tui.record import final_position, read_records

    if nodes is None and seconds is not None:
        nodes = _UNBOUNDED  # who gives time wants all of it used
    with reading(file) as (stream, name):
        for played in read_records(stream, name):
            answer = counsel_for(played.game.id).solve(final_position(played), nodes=nodes, seconds=seconds)
            if as_json:
                say_json(_answer_data(played, answer))
            else:
                say(f"{heading(played)}: {_answer_text(answer)}")


def _answer_data(played: Played, answer: Answer) -> dict[str, Any]:
    found: dict[str, Any] = {"verdict": answer.verdict}
    if answer.most_wishes is not None:
        found = {"most_wishes": answer.most_wishes, "decided": answer.decided}
    return {
        "record": played.number,
        **found,
        "line": list(answer.line),
        "nodes": answer.nodes,
        "seconds": round(answer.seconds, 6),
    }


def _answer_text(answer: Answer) -> str:
    most = answer.most_wishes
    if most is not None and answer.decided:
        text = n_("{number} wish at most", "{number} wishes at most", most).format(number=most)
    elif most is not None:
        text = n_(
            "{number} wish at least; the search was not done",
            "{number} wishes at least; the search was not done",
            most,
        ).format(number=most)
    else:
        text = {
            "winnable": _("can be won"),
            "unwinnable": _("can't be won"),
            "undecided": _("undecided after {seconds} s").format(seconds=number(answer.seconds, ".1f")),
        }[answer.verdict]
    return f"{text}: {' '.join(answer.line)}" if answer.line else text


@click.command(
    cls=Command,
    help=N_(
        "Advise a move for each record in FILE, from what its player has seen.\n\n"
        "The same seed and samples give the same advice."
    ),
)
@_FILE
@_json(N_("One line of JSON for each record."))
@_SEED
@_SAMPLES
def advise(file: str, as_json: bool, seed: int, samples: int | None) -> None:
    from solitaire_tui.counsel import counsel_for
    from solitaire_tui.record import final_position, read_records

    with reading(file) as (stream, name):
        for played in read_records(stream, name):
            advice = counsel_for(played.game.id).advise(final_position(played), seed=seed, samples=samples)
            if as_json:
                say_json(_advice_data(played, advice))
            else:
                say(f"{heading(played)}: {_advice_text(played, advice)}")


def _advice_data(played: Played, advice: Advice) -> dict[str, Any]:
    if played.game.wish_piles:
        odds: dict[str, Any] = {"wish_odds": list(advice.wish_odds), "expected_wishes": advice.odds}
    else:
        odds = {"odds": advice.odds}
    return {
        "record": played.number,
        "move": advice.move,
        "plan": list(advice.plan),
        **odds,
        "reason": advice.reason,
        "samples": advice.samples,
        "proven": advice.proven,
    }


def _advice_text(played: Played, advice: Advice) -> str:
    from solitaire_tui.phrases import sentence

    reason = sentence(advice.reason)
    if advice.move is None:
        return reason
    return f"{' '.join(advice.plan)} ({_chance(advice.odds, played)}). {reason}"


def _chance(odds: float, played: Played) -> str:
    """What can be expected, for people; what is not certain is never shown as 0% or 100%."""
    if played.game.wish_piles:
        return _("{number} wishes expected").format(number=number(odds, ".2f"))
    shown = min(max(odds, 0.001), 0.999) if 0 < odds < 1 else odds
    return _("chance {percent}").format(percent=number(shown, ".1%"))


@click.command(
    cls=Command,
    help=N_(
        "Review each game in FILE: what every move cost, what the adviser would have done, and where a win was lost."
    ),
)
@_FILE
@_json(N_("One line of JSON for each decision, then a summary."))
@_SEED
@_SAMPLES
def review(file: str, as_json: bool, seed: int, samples: int | None) -> None:
    from solitaire_tui.counsel import counsel_for
    from solitaire_tui.record import final_position, read_records
    from solitaire_tui.review import Decision, Summary
    from solitaire_tui.review import review as decisions_of

    with reading(file) as (stream, name):
        for played in read_records(stream, name):
            end = final_position(played)  # an illegal move is told before anything else
            budget = samples or counsel_for(played.game.id).review_samples[-1]
            made: list[Decision] = []
            if not as_json:
                say(f"{heading(played)}: {played.game.summary(end)}")
            total = len(played.moves)
            # Where the lines themselves are seen coming, they show the progress.
            hidden = sys.stdout is None or not sys.stdout.isatty()
            with progress(_("Reviewing"), total, shown=hidden) as told:
                for item in decisions_of(played.game, played.start, played.moves, samples=budget, seed=seed):
                    if as_json:
                        say_json({"record": played.number, **item.to_data()})
                    elif isinstance(item, Summary):
                        say(_summary_text(item, made))
                    else:
                        say(_decision_text(played, item))
                    if isinstance(item, Decision):
                        made.append(item)
                        told(len(made), total)


def _decision_text(played: Played, decision: Decision) -> str:
    could = {"winnable": _("can be won"), "unwinnable": _("can't be won"), "undecided": _("undecided")}[
        decision.verdict
    ]
    if decision.most_wishes is not None:
        could = _("at most {number}").format(number=decision.most_wishes)
    text = _("move {step} ({move}): {before} before, {after} after, {could}")
    if decision.best != decision.move:
        text = _("move {step} ({move}): {before} before, {after} after, {could}; advised: {best}")
    return "  " + text.format(
        step=decision.step,
        move=decision.move,
        before=_chance(decision.before, played),
        after=_chance(decision.after, played),
        could=could,
        best=decision.best,
    )


def _summary_text(summary: Summary, made: list[Decision]) -> str:
    from solitaire_tui.phrases import listed

    moves = summary.decisions
    text = n_("{number} move cost {cost} in all", "{number} moves cost {cost} in all", moves)
    texts = [text.format(number=moves, cost=number(summary.cost, ".2f"))]
    if summary.costly:
        one = _("move {step} ({move}, {cost})")
        costly = [
            one.format(step=step, move=made[step].move, cost=number(made[step].cost, ".2f")) for step in summary.costly
        ]
        texts.append(_("the costliest: {moves}").format(moves=listed(costly)))
    if summary.lost_at is not None:
        text = _("with move {step} ({move}) it could no longer be won")
        texts.append(text.format(step=summary.lost_at, move=made[summary.lost_at].move))
    return f"  {'; '.join(texts)}"


@click.command(
    cls=Command,
    help=N_("Let a player play every deal of a range of GAME (raspad or garem), and tell how it fared."),
)
@argument("game", type=click.Choice(["raspad", "garem"]))
@option("--deals", metavar="A-B", callback=_range, required=True, help=N_("The first and the last deal."))
@option(
    "--player",
    type=click.Choice(["solver", "adviser", "greedy", "random"]),
    required=True,
    help=N_("Who plays; the solver knows every card."),
)
@option("--jobs", type=click.IntRange(1), metavar="N", help=N_("How many processes play; one for each CPU."))
@option("--jokers", is_flag=True, help=N_("Raspad: play with 54 cards."))
@option(
    "--seed",
    type=int,
    default=0,
    show_default=True,
    metavar="N",
    help=N_("From it and its number each deal has its luck."),
)
@option(
    "--checkpoint",
    type=click.Path(path_type=Path),
    metavar=N_("FILE"),
    help=N_("Keep results here, and go on from them."),
)
@option("--cluster", metavar=N_("ADDRESS"), help=N_("Let the workers of this Dask scheduler play."))
@_json(N_("The result as one line of JSON."))
def study(
    game: str,
    deals: tuple[int, int],
    player: str,
    jobs: int | None,
    jokers: bool,
    seed: int,
    checkpoint: Path | None,
    cluster: str | None,
    as_json: bool,
) -> None:
    if jokers and game != "raspad":
        raise click.UsageError(_("{options}: only Raspad has this option").format(options="--jokers"))
    done = 0
    total = deals[1] - deals[0] + 1
    try:
        from solitaire_tui.checkpoint import CheckpointRefused
        from solitaire_tui.game import load
        from solitaire_tui.study import StudyError
        from solitaire_tui.study import study as study_of

        try:
            with ExitStack() as stack:
                executor = None
                if cluster is not None:
                    from solitaire_tui.cluster import cluster as cluster_at

                    executor, threads = stack.enter_context(cluster_at(cluster))
                    jobs = jobs or threads
                bar = stack.enter_context(progress(f"{load(game).title}, {player}", total))

                def tell(now: int, of: int) -> None:
                    nonlocal done
                    done = now
                    bar(now, of)

                result = study_of(
                    game,
                    *deals,
                    player,
                    jobs=jobs or _cpus(),
                    rules=load(game).rules_type(**({"jokers": True} if jokers else {})),
                    seed=seed,
                    checkpoint=checkpoint,
                    progress=tell,
                    executor=executor,
                )
        except (StudyError, CheckpointRefused) as error:
            fail(str(error))
        except OSError as error:
            fail(f"{error.filename or 'study'}: {reason(error)}")
    except KeyboardInterrupt:
        _stopped(done, total, checkpoint)
    if as_json:
        say_json(result.to_json())
    else:
        say(_study_text(load(game).title, result))


def _stopped(done: int, total: int, checkpoint: Path | None) -> NoReturn:
    """Say how a study that Ctrl-C has ended can go on, and end."""
    if checkpoint is None:
        how = _("nothing is kept; with --checkpoint FILE the same command goes on where it was")
    else:
        how = _("their results are in {path}; the same command goes on from there").format(path=checkpoint)
    text = n_("Stopped after {done} of {all} deal: {how}.", "Stopped after {done} of {all} deals: {how}.", total)
    click.echo(text.format(done=number(done, ","), all=number(total, ","), how=how), err=True)
    sys.exit(_INTERRUPTED)


def _cpus() -> int:
    """How many CPUs this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def _study_text(title: str, result: StudyResult) -> str:
    spec = ".1%" if result.most == 1 else ".3f"
    mean, low, high = (number(figure, spec) for figure in (result.mean or 0.0, *result.interval))
    if result.mean is None:
        found = _("none decided")
    elif result.most == 1:
        text = _("{won} of {all} won, {rate} (95% interval {low} to {high})")
        won, decided = number(result.scores.get(1, 0), ","), number(result.decided, ",")
        found = text.format(won=won, all=decided, rate=mean, low=low, high=high)
    else:
        counts = [
            n_("{wishes} wish in {deals}", "{wishes} wishes in {deals}", score).format(
                wishes=score, deals=number(count, ",")
            )
            for score, count in sorted(result.scores.items())
        ]
        text = _("{wishes}; {mean} a deal (95% interval {low} to {high})")
        found = text.format(wishes=", ".join(counts), mean=mean, low=low, high=high)
    parts = [found]
    if result.undecided:
        parts.append(_("{number} undecided, counted apart").format(number=number(result.undecided, ",")))
    parts.append(_("{seconds} s").format(seconds=number(result.seconds, ".1f")))
    first, last = result.deals
    text = _("{game}, {player}, deals {first} to {last}: {what}")
    return text.format(game=title, player=result.player, first=first, last=last, what="; ".join(parts))


@click.command(
    cls=Command,
    help=N_("Show the statistics of the games kept here."),
)
@option("--json", "as_json", is_flag=True, help=N_("One line of JSON for each game and set of rules."))
@option("--without-seen", is_flag=True, help=N_("Leave out deals that had been played before."))
@option("--without-restarts", is_flag=True, help=N_("Leave out restarted deals."))
@option("--without-old-daily", is_flag=True, help=N_("Leave out daily deals of another day."))
@option("--without-peeked", is_flag=True, help=N_("Leave out games in which hidden cards were asked about."))
@option("--without-undo", is_flag=True, help=N_("Leave out games with undo."))
def stats(
    as_json: bool,
    without_seen: bool,
    without_restarts: bool,
    without_old_daily: bool,
    without_peeked: bool,
    without_undo: bool,
) -> None:
    from solitaire_tui.store.games import Store
    from solitaire_tui.store.statistics import Without, by_kind, entry_of, finished, in_words

    without = Without(
        seen=without_seen,
        restarts=without_restarts,
        old_daily=without_old_daily,
        peeked=without_peeked,
        undone=without_undo,
    )
    with Store.open() as store:
        if store.warning:
            fail(store.warning)
        attempts = finished(store, without)
    for group in by_kind(attempts).values():
        entry = entry_of(group)
        if as_json:
            say_json(entry)
        else:
            say(in_words(entry))
            _say_plot(group)
    if not attempts and not as_json:
        say(_("no game has a result yet"))


def _say_plot(attempts: Sequence[Finished]) -> None:
    """Show wins over time below figures, as wide as the terminal allows."""
    from shutil import get_terminal_size

    from solitaire_tui.store.plot import BLOCKS, PLAIN, caption, wins_over_time

    encoding = getattr(sys.stdout, "encoding", None) or ""
    ink = BLOCKS if encoding.lower().replace("-", "") == "utf8" else PLAIN
    plot = wins_over_time(attempts, min(get_terminal_size().columns, 100) - 4, 8, ink)
    if plot.lines:
        say(f"  {caption(plot.days, ink)}")
        for line in plot.lines:
            say(f"    {line.rstrip()}")
