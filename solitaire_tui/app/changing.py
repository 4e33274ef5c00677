"""What a changed setting changes in the running program."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Final, Protocol, runtime_checkable

from textual import constants

from solitaire_tui.language import chosen, use

if TYPE_CHECKING:
    from solitaire_tui.app.main import SolitaireApp


@runtime_checkable
class Changeable(Protocol):
    """A screen that shows something which depends on settings."""

    def settings_changed(self) -> None:
        """Show everything anew, by the settings, the language and the character set of the application."""


@runtime_checkable
class Dated(Protocol):
    """A screen that shows something which depends on the date."""

    def day_changed(self) -> None:
        """Show what holds on the day that has begun."""


def apply(app: SolitaireApp, names: Iterable[str]) -> None:
    """Have the application's present settings hold, those of these names having changed.

    A setting without an entry in the table is looked up where it is needed; each screen that is shown or lies below
    is told in any case.
    """
    for name in names:
        if name in _APPLIED:
            _APPLIED[name](app)
    for screen in app.screen_stack:
        if screen.is_mounted and isinstance(screen, Changeable):
            screen.settings_changed()


def _language(app: SolitaireApp) -> None:
    use(chosen(app.settings.language, os.environ))


def _cards(app: SolitaireApp) -> None:
    app.choose_cards()


def _theme(app: SolitaireApp) -> None:
    app.choose_looks()


def _animation(app: SolitaireApp) -> None:
    # Whoever has turned animations off for all Textual programs keeps them off.
    app.animation_level = constants.TEXTUAL_ANIMATIONS if app.settings.animation else "none"


def _chances(app: SolitaireApp) -> None:
    app.chances = app.settings.chances


def _strict(app: SolitaireApp) -> None:
    app.keeper.strict = app.settings.strict


def _keys(app: SolitaireApp) -> None:
    app.use_keys()


_APPLIED: Final[Mapping[str, Callable[[SolitaireApp], None]]] = {
    "language": _language,
    "cards": _cards,
    "theme": _theme,
    "animation": _animation,
    "chances": _chances,
    "strict": _strict,
    "keys_preset": _keys,
    "keys": _keys,
}
