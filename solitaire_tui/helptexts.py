"""Commands that speak the player's language: help texts are translated when they are shown, click's own words too.

A help text is marked by ``N_`` where its command is made, since that is before the language is known.
"""

from __future__ import annotations

import gettext
import os
import sys
import tomllib
from collections.abc import Callable, Mapping
from copy import copy
from io import TextIOWrapper
from typing import Any, Final, TypeVar

import click

from solitaire_tui.folders import settings_file
from solitaire_tui.language import DOMAIN, FOLDER, _, chosen, use

_F = TypeVar("_F", bound=Callable[..., Any])
_VARIABLE: Final = "LANGUAGE"
"""The environment variable by which gettext's default domain, from which click takes its words, finds a catalogue."""


class Argument(click.Argument):
    """An argument whose stand-in for a value is translated when it is shown."""

    def make_metavar(self, *args: Any, **named: Any) -> str:
        return _(super().make_metavar(*args, **named))


class Option(click.Option):
    """An option whose help text, and the stand-in for its value, are translated when they are shown."""

    def make_metavar(self, *args: Any, **named: Any) -> str:
        return _(super().make_metavar(*args, **named))

    def get_help_extra(self, ctx: click.Context) -> Any:
        extra = super().get_help_extra(ctx)
        if isinstance(self.type, click.IntRange | click.FloatRange) and self.type.min is not None:
            extra["range"] = _range_in_words(self.type)
        return extra

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
        # A sign that the encoding of the output has not must not end a command.
        if isinstance(sys.stdout, TextIOWrapper):
            sys.stdout.reconfigure(errors="replace")
        speak()
        return super().main(*args, **kwargs)


def _range_in_words(range_: click.IntRange | click.FloatRange) -> str:
    """What an option takes, which click writes as a formula: ``1 to 9``, ``1 or more``, ``more than 0``."""
    if range_.max is not None:
        text = _("{first} to {last}")
    else:
        text = _("more than {first}") if range_.min_open else _("{first} or more")
    return text.format(first=range_.min, last=range_.max)


def _spoken(command: click.Command) -> click.Command:
    spoken = copy(command)
    spoken.help = _(command.help) if command.help else None
    spoken.epilog = _(command.epilog) if command.epilog else None
    return spoken


def argument(name: str, **attributes: Any) -> Callable[[_F], _F]:
    """Decorate a command with an ``Argument``; the arguments are those of ``click.argument``."""
    return click.argument(name, cls=Argument, **attributes)


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
