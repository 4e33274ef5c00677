"""The app that the table is measured against: nothing in it or, with an argument, one word that a key changes."""

from __future__ import annotations

import sys

from textual.app import App, ComposeResult
from textual.widget import Widget


class Word(Widget):
    """A word that is one or the other."""

    DEFAULT_CSS = "Word { width: 8; height: 1; }"
    odd = False

    def render(self) -> str:
        return "odd" if self.odd else "even"


class EmptyApp(App[None]):
    """Shows nothing."""


class WordApp(App[None]):
    """Shows one word; any key shows the other one."""

    def compose(self) -> ComposeResult:
        yield Word()

    def on_key(self) -> None:
        word = self.query_one(Word)
        word.odd = not word.odd
        word.refresh()


if __name__ == "__main__":
    (WordApp() if sys.argv[1:] else EmptyApp()).run()
