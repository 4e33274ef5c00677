"""The commands. Importing this module loads neither Textual nor a game."""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Mapping
from importlib import import_module
from typing import TYPE_CHECKING, Final

import click

from solitaire_tui import __version__
from solitaire_tui.console import fail, heading, reading, say, say_json
from solitaire_tui.helptexts import Group, argument, option, spoken_enough
from solitaire_tui.language import N_, _

if TYPE_CHECKING:
    from solitaire_tui.session import Session

_LAST_DEAL = 2**63 - 1
_ELSEWHERE: Final[Mapping[str, str]] = {
    **dict.fromkeys(("advise", "review", "solve", "stats", "study"), "solitaire_tui.commands"),
    "serve": "solitaire_tui.web.command",
}
"""The commands that are imported when one of them is asked for, and the modules that have them under their names."""
_FILE = argument("file", metavar=N_("FILE|-"))
_JSON = option("--json", "as_json", is_flag=True, help=N_("One line of JSON for each position."))


def _show_version(context: click.Context, _parameter: click.Parameter, value: bool) -> None:
    if value and not context.resilient_parsing:
        say(_("{program}, version {version}").format(program="solitaire-tui", version=__version__))
        context.exit()


class _Commands(Group):
    """The group; commands that think about games or look back at them are imported when one of them is asked for."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return sorted([*super().list_commands(ctx), *_ELSEWHERE])

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in _ELSEWHERE:
            return super().get_command(ctx, cmd_name)
        command: click.Command = getattr(import_module(_ELSEWHERE[cmd_name]), cmd_name)
        return command


@click.group(
    cls=_Commands,
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"]},
    help=N_("Play the patiences Raspad and Garem on a full-screen table."),
    epilog=N_("Without a command the menu opens."),
)
@option(
    "--version",
    is_flag=True,
    expose_value=False,
    is_eager=True,
    callback=_show_version,
    help=N_("Show the version and exit."),
)
@click.pass_context
def main(context: click.Context) -> None:
    if context.invoked_subcommand is None:
        _need_terminal(
            _("the menu needs a terminal on standard input and output; `solitaire-tui play GAME --plain` needs none")
        )
        _prepare()
        from solitaire_tui.app.main import run

        sys.exit(run())


@main.command(
    help=N_(
        "Play GAME (raspad or garem), full screen.\n\n"
        "Without options the unfinished deal of the game is taken up, or a new one dealt."
    )
)
@argument("game", type=click.Choice(["raspad", "garem"]))
@option(
    "--deal", type=click.IntRange(1, _LAST_DEAL), metavar="N", help=N_("Deal this number; without it one is drawn.")
)
@option("--daily", is_flag=True, help=N_("Play the daily deal, the same for everybody; go on with it if it is begun."))
@option("--record", metavar=N_("FILE"), help=N_("Go on with the game of a record."))
@option("--jokers", is_flag=True, help=N_("Raspad: play with 54 cards."))
@option("--ace-high", is_flag=True, help=N_("Raspad: play with high aces: one in the hand beats all of its suit."))
@option("--must-beat", is_flag=True, help=N_("Raspad: lay down only when nothing can be beaten."))
@option("--plain", is_flag=True, help=N_("Play in lines of text, for a screen reader or a pipe; needs no terminal."))
def play(
    game: str,
    deal: int | None,
    daily: bool,
    record: str | None,
    jokers: bool,
    ace_high: bool,
    must_beat: bool,
    plain: bool,
) -> None:
    chosen = {"jokers": jokers, "ace_high": ace_high, "must_beat": must_beat}
    rules = {name: True for name, on in chosen.items() if on}
    if rules and game != "raspad":
        options = ", ".join("--" + name.replace("_", "-") for name in rules)
        raise click.UsageError(_("{options}: only Raspad has this option").format(options=options))
    if record is not None and (rules or deal is not None):
        raise click.UsageError(_("--record brings its own deal and rules: leave the other options out"))
    if daily and (rules or deal is not None or record is not None):
        raise click.UsageError(_("--daily is a deal of its own, without house rules: leave the other options out"))
    if not plain:
        text = _("play needs a terminal on standard input and output; `solitaire-tui play {game} --plain` needs none")
        _need_terminal(text.format(game=game))
        _prepare()
    from solitaire_tui.session import Session

    if record is not None:
        session = _session_from(record, game)
    elif rules or deal is not None:
        session = Session.new(game, rules, deal)
    else:
        session = None
    if plain:
        from solitaire_tui.plain.run import run as run_plain

        run_plain(session, game, daily=daily)
        return
    from solitaire_tui.app.main import run

    sys.exit(run(session, resume="" if session is not None else game, daily=daily))


@main.command(help=N_("Replay the game records in FILE (- is standard input) and show where they end."))
@_FILE
@_JSON
def replay(file: str, as_json: bool) -> None:
    from solitaire_tui.record import final_position, read_records, replay_lines

    with reading(file) as (stream, name):
        for played in read_records(stream, name):
            if as_json:
                for line in replay_lines(played):
                    say_json(line)
            else:
                say(f"{heading(played)}: {played.game.summary(final_position(played))}")


def _prepare() -> None:
    """Make the start quick.

    Starting makes many objects and no garbage, so the collector waits until the first frame is there; what has been
    made by then is left out of its later rounds, which would hold up keys. Pydantic need not look through every
    installed package for plugins.
    """
    spoken_enough()
    gc.disable()
    os.environ.setdefault("PYDANTIC_DISABLE_PLUGINS", "__all__")


def _session_from(file: str, game: str) -> Session:
    from solitaire_tui.game import load
    from solitaire_tui.record import RecordError, read_records
    from solitaire_tui.session import Session

    with reading(file) as (stream, name):
        played = next(read_records(stream, name))
        if played.game.id != game:
            text = _("{where}: it is a game of {game}, not of {wanted}")
            raise RecordError(text.format(where=played.where, game=played.game.title, wanted=load(game).title))
        return Session.from_record(played)


def _need_terminal(message: str) -> None:
    """End with a message that says so unless there is a terminal, or a browser's page in place of one."""
    if os.environ.get("TEXTUAL_DRIVER", "").endswith(":WebDriver"):
        return
    # A closed standard stream is None.
    if not all(stream is not None and stream.isatty() for stream in (sys.stdin, sys.stdout)):
        fail(message)
