"""The command palette: what it offers, in the player's language, and that it closes once however often one chooses."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING, Any

from textual.app import SystemCommand
from textual.await_complete import AwaitComplete
from textual.command import CommandPalette, Hit, Hits, Provider
from textual.screen import Screen

from solitaire_tui.app.keymap import APP_ACTIONS, action
from solitaire_tui.app.menu import MenuScreen
from solitaire_tui.app.settings_screen import title, value_title, values
from solitaire_tui.app.teaching import learn
from solitaire_tui.game import REGISTRY, load
from solitaire_tui.language import _
from solitaire_tui.settings import CHOSEN, Settings
from solitaire_tui.table.screen import TableScreen

if TYPE_CHECKING:
    from solitaire_tui.app.main import SolitaireApp


def commands(app: SolitaireApp, screen: Screen[Any]) -> Iterator[SystemCommand]:
    """What the palette offers on a screen: the actions of its table first, then what can be done everywhere."""
    text = app.charset.text
    for command in _commands(app, screen):
        yield command._replace(title=text(command.title), help=text(command.help))


def _commands(app: SolitaireApp, screen: Screen[Any]) -> Iterator[SystemCommand]:
    own = ""
    if isinstance(screen, TableScreen):
        own = screen.GAME_ID
        yield from screen.commands()
    for game_id in REGISTRY:
        game = load(game_id)
        name = game.title
        if game_id != own:
            play = _("Go to its table: to the game on it, to the unfinished one, or to a new deal.")
            yield SystemCommand(_("Play {game}").format(game=name), play, partial(app.go_on, game_id))
            deal = _("{game}: new deal").format(game=name)
            yield SystemCommand(deal, game.tagline, partial(app.new_game, game_id))
        rules = _("{game}: rules").format(game=name)
        yield SystemCommand(rules, _("Read the rules of this game."), partial(app.open_rules, game_id))
        if game_id != own:
            lesson = _("{game}: lesson").format(game=name)
            yield SystemCommand(lesson, _(action("lesson").help), partial(learn, app, game_id))
    daily = _("Play the deal of a day, and see how the others went.")
    yield SystemCommand(_("Daily deal"), daily, partial(app.open_calendar, own))
    if not isinstance(screen, MenuScreen) and not own:
        menu = action("menu")
        yield SystemCommand(_(menu.label), _(menu.help), app.open_menu)
    yield SystemCommand(_("Keys"), _("Read which keys do what."), partial(app.open_rules, "keys"))
    if not own:
        settings, statistics, games = action("settings"), action("statistics"), action("games")
        yield SystemCommand(_(settings.label), _(settings.help), app.open_settings)
        yield SystemCommand(_(statistics.label), _(statistics.help), app.open_statistics)
        yield SystemCommand(_(games.label), _(games.help), app.open_games)
    for setting in CHOSEN:
        about = _(Settings.model_fields[setting].description or setting)
        label = _("Setting: {title}").format(title=title(setting))
        yield SystemCommand(label, about, partial(app.open_settings, setting))
    for value in values("theme"):
        label = _("Theme: {title}").format(title=value_title("theme", value))
        yield SystemCommand(label, _("Choose these colours."), partial(app.change, theme=value))
    for entry in APP_ACTIONS:
        if entry.id != "command_palette":
            yield SystemCommand(f"{_(entry.label)} ({entry.shown_key})", _(entry.help), _runner(app, entry.id))


def _runner(app: SolitaireApp, name: str) -> Any:
    async def run() -> None:
        await app.run_action(f"app.{name}")

    return run


class Palette(CommandPalette):
    """Textual's command palette; a second choice typed or clicked ahead is dropped instead of ending the program."""

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        # A key may come before the palette's list is there, or after it has been left.
        return self.is_mounted and self.is_active and super().check_action(action, parameters)

    def dismiss(self, result: Any = None) -> AwaitComplete:
        """Close, unless closed already."""
        return super().dismiss(result) if self.is_active else AwaitComplete()


class Nothing(Provider):
    """Says that no command is called so, before the palette itself says it in English."""

    async def search(self, query: str) -> Hits:
        """Find that there is nothing to find, if so."""
        matcher = self.matcher(query)
        if not any(matcher.match(command.title) for command in self.app.get_system_commands(self.screen)):
            yield Hit(0.0, _("No matches found"), _leave)


def _leave() -> None:
    """The palette closes, that is all."""
