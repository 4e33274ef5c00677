"""The command palette: it closes once however quickly a command is chosen twice, and speaks the player's language."""

from __future__ import annotations

from typing import Any

from textual.await_complete import AwaitComplete
from textual.command import CommandPalette, Hit, Hits, Provider

from solitaire_tui.language import _


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
