"""Commands that speak the player's language: help texts are translated when they are shown, click's own words too.

A help text is marked by ``N_`` where its command is made, since that is before the language is known.
"""

from __future__ import annotations

import gettext
import os
import tomllib
from collections.abc import Callable, Mapping
from copy import copy
from typing import Any, Final, TypeVar

import click

from solitaire_tui.folders import settings_file
from solitaire_tui.language import DOMAIN, FOLDER, _, chosen, use

_F = TypeVar("_F", bound=Callable[..., Any])
_VARIABLE: Final = "LANGUAGE"
"""The environment variable by which gettext's default domain, from which click takes its words, finds a catalogue."""


class Option(click.Option):
    """An option whose help text is translated when it is shown."""

    def get_help_record(self, ctx: click.Context) -> tuple[str, str] | None:
        spoken = copy(self)
        spoken.help = _(self.help) if self.help else None
        return click.Option.get_help_record(spoken, ctx)


class Command(click.Command):
    """A command whose help text is translated when it is shown."""

    def collect_usage_pieces(self, ctx: click.Context) -> list[str]:
        return [_(piece) for piece in super().collect_usage_pieces(ctx)]

    def format_help_text(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        click.Command.format_help_text(_spoken(self), ctx, formatter)

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        click.Command.format_epilog(_spoken(self), ctx, formatter)

    def get_short_help_str(self, limit: int = 45) -> str:
        return click.Command.get_short_help_str(_spoken(self), limit)


class Group(Command, click.Group):
    """Commands of which the first thing is to find out which language to speak."""

    command_class = Command

    def main(self, *args: Any, **kwargs: Any) -> Any:
        speak()
        return super().main(*args, **kwargs)


def _spoken(command: click.Command) -> click.Command:
    spoken = copy(command)
    spoken.help = _(command.help) if command.help else None
    spoken.epilog = _(command.epilog) if command.epilog else None
    return spoken


def option(*names: str, **attributes: Any) -> Callable[[_F], _F]:
    """Decorate a command with an ``Option``; the arguments are those of ``click.option``."""
    return click.option(*names, cls=Option, **attributes)


_before: str | None = None


def speak() -> None:
    """Speak the language that is set from now on, in click's own words too."""
    global _before
    code = chosen(language_set(os.environ), os.environ)
    use(code)
    _before = os.environ.get(_VARIABLE)
    os.environ[_VARIABLE] = code
    gettext.bindtextdomain(DOMAIN, str(FOLDER))
    gettext.textdomain(DOMAIN)


def spoken_enough() -> None:
    """Let the environment be as it was: click has nothing more to say."""
    if _before is None:
        os.environ.pop(_VARIABLE, None)
    else:
        os.environ[_VARIABLE] = _before


def language_set(environ: Mapping[str, str]) -> str:
    """The setting of the language, read without anything else of the settings; what is wrong with them is told later.

    Returns:
        a code, or ``auto``.
    """
    try:
        text = settings_file(environ).read_text(encoding="utf-8-sig")
        return str(tomllib.loads(text).get("language", "auto"))
    except (OSError, ValueError, RecursionError):
        return "auto"
