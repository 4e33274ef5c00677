"""The dialog for a new deal: its options, and its number or code, typed or pasted."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import ClassVar, Final

from textual import events, on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, VerticalScroll
from textual.widgets import Button, Checkbox, Input, Select, Static

from solitaire_tui.app.panels import Panel, Tick
from solitaire_tui.game import load
from solitaire_tui.language import _
from solitaire_tui.phrases import sentence
from solitaire_tui.sharing import DealCode, deal_code, parse_deal

LENGTH: Final = 200
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


class Fault(Static):
    """What is wrong, in as many lines as it needs; a low window is scrolled to it."""

    def on_resize(self) -> None:
        if self.content:
            self.scroll_visible(animate=False)


@dataclass(frozen=True, slots=True)
class NewDeal:
    """What a player asked to be dealt.

    Attributes:
        game: the id of the game, which may be another one than was asked about: a code says so.
        rules: the options by name.
        deal: the number; None to draw one.
        level: the id of a difficulty to look for; empty for any. A number goes before it.
    """

    game: str
    rules: Mapping[str, bool]
    deal: int | None
    level: str = ""


class NewDealPanel(Panel[NewDeal | None]):
    """Options and number of a new deal; the result is None when it was closed."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "close", "Close", show=False),
        Binding("down", "app.focus_next", show=False),
        Binding("up", "app.focus_previous", show=False),
    ]

    def __init__(
        self,
        game: str,
        title: str,
        options: Sequence[tuple[str, str, str]],
        rules: Mapping[str, bool],
        levels: Sequence[tuple[str, str]] = (),
    ) -> None:
        """Ask for a deal.

        Args:
            game: the id of the game.
            title: the game's title.
            options: name, title and description of each option.
            rules: the options' values to start with.
            levels: id and title of each difficulty that can be looked for; none without an adviser.
        """
        super().__init__()
        self._levels = tuple(levels)
        self._game = game
        self._title = title
        self._options = tuple(options)
        self._rules = rules

    def compose(self) -> ComposeResult:
        with VerticalScroll(classes="panel", can_focus=False) as panel:
            panel.border_title = _("{game}: new deal").format(game=self._title)
            for name, title, description in self._options:
                yield Tick(title, self._rules.get(name, False), id=f"rule-{name}", compact=True)
                yield Static(f"    {description}", classes="description")
            if self._levels:
                choices = [(_("Any difficulty"), ""), *((title, level) for level, title in self._levels)]
                yield Select(choices, value="", allow_blank=False, compact=True, id="level")
            with Horizontal(classes="field"):
                yield Static(_("Number or code") + " ")
                yield CodeField(
                    placeholder=_("any"), id="number", compact=True, max_length=LENGTH, select_on_focus=False
                )
            yield Fault("", id="fault", classes="fault")
            with Horizontal(classes="buttons"):
                yield Button(_("Deal"), id="deal", variant="primary", compact=True)
                yield Button(_("Cancel"), id="cancel", compact=True)

    def on_mount(self) -> None:
        self.query_one("#deal", Button).focus()

    def on_key(self, event: events.Key) -> None:
        """What is typed anywhere goes to the number, but for the keys that choose and press."""
        field = self.query_one(CodeField)
        if isinstance(self.focused, Button | Checkbox) and event.is_printable and event.character not in {" ", None}:
            field.focus()
            field.insert_text_at_cursor(event.character or "")
            event.stop()

    def on_paste(self, event: events.Paste) -> None:
        """What is pasted anywhere goes to the number."""
        event.stop()
        self.query_one(CodeField).take(event.text)

    @property
    def _ticked(self) -> dict[str, bool]:
        return {name: self.query_one(f"#rule-{name}", Checkbox).value for name, _title, _description in self._options}

    def _read(self) -> DealCode | None:
        """The deal in the field; None if it is empty.

        Raises:
            ValueError: saying what is wrong, in words for the player.
        """
        text = self.query_one(CodeField).value
        return parse_deal(text, self._game, self._ticked) if text.strip() else None

    def _tell(self, text: str) -> None:
        self.query_one("#fault", Static).update(text)

    @on(Input.Changed, "#number")
    def _typed(self) -> None:
        """A code ticks its house rules; what is wrong with it is not said before it is to be dealt."""
        self._tell("")
        with suppress(ValueError):
            code = self._read()
            if code is None:
                return
            if code.game != self._game:
                self._tell(_("This is a deal of {game}, and is dealt there.").format(game=load(code.game).title))
                return
            for name, on_ in code.rules.items():
                self.query_one(f"#rule-{name}", Checkbox).value = on_

    @on(Checkbox.Changed)
    def _chosen(self) -> None:
        """A code in the field follows the ticks."""
        with suppress(ValueError):
            code = self._read()
            if code is not None and code.game == self._game and code.rules != self._ticked:
                self.query_one(CodeField).value = str(deal_code(self._game, self._ticked, code.deal))

    @on(Input.Submitted)
    @on(Button.Pressed, "#deal")
    def _deal(self) -> None:
        try:
            code = self._read()
        except ValueError as error:
            self._tell(sentence(str(error)))
            return
        if code is not None:
            self.finish(NewDeal(code.game, code.rules, code.deal))
        else:
            level = str(self.query_one("#level", Select).value) if self._levels else ""
            self.finish(NewDeal(self._game, self._ticked, None, level))

    @on(Button.Pressed, "#cancel")
    def action_close(self) -> None:
        self.finish(None)
