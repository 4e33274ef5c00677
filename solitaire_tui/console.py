"""What the commands share: reading records, a progress bar, and how they end when something is wrong."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO, NoReturn

import click

from solitaire_tui.faults import reason
from solitaire_tui.language import _, n_

if TYPE_CHECKING:
    from solitaire_tui.record import Played


@contextmanager
def reading(file: str) -> Iterator[tuple[BinaryIO, str]]:
    """Open FILE or standard input (``-``), with its name for messages.

    Every fault in it ends the program with status 2 and one line.
    """
    from solitaire_tui.record import RecordError

    name = _("standard input") if file == "-" else file
    try:
        if file == "-" and sys.stdin is None:
            fail(_("standard input is closed"))
        elif file == "-":
            yield sys.stdin.buffer, name
        else:
            with Path(file).open("rb") as stream:
                yield stream, name
    except RecordError as error:
        fail(str(error))
    except OSError as error:
        fail(f"{name}: {reason(error)}")


def heading(played: Played) -> str:
    """Which record it is, for people: ``record 0: Raspad #1742, 28 moves``."""
    deal = f" #{played.record.deal}" if played.record.deal is not None else ""
    moves = len(played.moves)
    text = n_("record {record}: {game}, {number} move", "record {record}: {game}, {number} moves", moves)
    return text.format(record=played.number, game=f"{played.game.title}{deal}", number=moves)


def say(line: str) -> None:
    """Print one line; when that can't be done, the program ends."""
    try:
        click.echo(line)
    except BrokenPipeError:
        _reader_left()
    except OSError as error:
        fail(_("standard output: {fault}").format(fault=reason(error)))


def say_json(data: dict[str, Any]) -> None:
    """Print one line of JSON."""
    say(json.dumps(data, separators=(",", ":")))


@contextmanager
def progress(label: str, length: int, *, shown: bool = True) -> Iterator[Callable[[int, int], None]]:
    """A bar on standard error, if that is a terminal; it is told how much is done and how much there is in all.

    What is done when it is told first was done earlier: the bar and the time left are about the rest.
    """
    if not (shown and sys.stderr is not None and sys.stderr.isatty()):
        yield lambda *_: None
        return
    with click.progressbar(length=length, label=label, file=sys.stderr, show_pos=True) as bar:
        told: int | None = None

        def tell(done: int, total: int) -> None:
            nonlocal told
            if told is None:
                bar.length = total - done
                told = done
            bar.update(done - told)
            told = done

        yield tell


def fail(message: str) -> NoReturn:
    """Say what is wrong on one line of standard error and end with status 2."""
    if sys.stdout is not None:
        sys.stdout.flush()
    line = " ".join(message.split())
    click.echo(f"solitaire-tui: {line}", err=True)
    sys.exit(2)


def _reader_left() -> NoReturn:
    """End quietly, as other filters do, when whoever reads our output has stopped."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    sys.exit(141)
