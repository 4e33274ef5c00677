"""A field for the number or the code of a deal, typed or pasted."""

from __future__ import annotations

from textual import events
from textual.widgets import Input

LENGTH = 200
"""Enough for a shared line in any language."""


class CodeField(Input):
    """An input that takes what is pasted whole, in place of what it held."""

    def on_paste(self, event: events.Paste) -> None:
        event.prevent_default()
        event.stop()
        self.take(event.text)

    def take(self, text: str) -> None:
        """Hold the first line of a text that is not empty."""
        line = next((line.strip() for line in text.splitlines() if line.strip()), "")
        if line:
            self.value = line[:LENGTH]
            self.cursor_position = len(self.value)
            self.focus()
