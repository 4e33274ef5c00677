"""The command palette, made to close once however quickly a command is chosen twice."""

from __future__ import annotations

from typing import Any

from textual.await_complete import AwaitComplete
from textual.command import CommandPalette


class Palette(CommandPalette):
    """Textual's command palette; a second choice typed or clicked ahead is dropped instead of ending the program."""

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        # A key may come before the palette's list is there, or after it has been left.
        return self.is_mounted and self.is_active and super().check_action(action, parameters)

    def dismiss(self, result: Any = None) -> AwaitComplete:
        """Close, unless closed already."""
        return super().dismiss(result) if self.is_active else AwaitComplete()
