"""Dialogs that ask for a text: a line that is checked before it is taken, or a note of many lines."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, VerticalScroll
from textual.widgets import Button, Input, Static, TextArea

from solitaire_tui.app.keymap import with_twins
from solitaire_tui.app.panels import Panel
from solitaire_tui.language import _
from solitaire_tui.phrases import sentence


class LinePanel(Panel[str | None]):
    """Asks for a line of text. The result is the line as it was typed, or None when the dialog was closed."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "close", "Close", show=False),
        Binding("down", "app.focus_next", show=False),
        Binding("up", "app.focus_previous", show=False),
    ]

    def __init__(
        self, title: str, lines: Sequence[str], value: str, yes: str, check: Callable[[str], str] = lambda _text: ""
    ) -> None:
        """Ask for a line.

        Args:
            title: what stands in the frame.
            lines: what is asked, in sentences.
            value: the line to begin with.
            yes: what the button says that takes it.
            check: tells what is wrong with a line; empty if it can be taken.
        """
        super().__init__()
        self._title = title
        self._lines = tuple(lines)
        self._value = value
        self._yes = yes
        self._check = check

    def compose(self) -> ComposeResult:
        with VerticalScroll(classes="panel", can_focus=False) as panel:
            panel.border_title = self._title
            yield Static("\n".join(self._lines), markup=False)
            yield Input(self._value, id="line", compact=True, select_on_focus=False)
            yield Static("", id="fault", classes="fault", markup=False)
            with Horizontal(classes="buttons"):
                yield Button(self._yes, id="take", variant="primary", compact=True)
                yield Button(_("Cancel"), id="cancel", compact=True)

    def on_mount(self) -> None:
        self.query_one(Input).focus()

    @on(Input.Submitted)
    @on(Button.Pressed, "#take")
    def _take(self) -> None:
        if not self.is_active:
            return
        line = self.query_one(Input).value
        if fault := self._check(line):
            self.query_one("#fault", Static).update(sentence(fault))
        else:
            self.finish(line)

    @on(Input.Changed)
    def _typed(self) -> None:
        self.query_one("#fault", Static).update("")

    @on(Button.Pressed, "#cancel")
    def action_close(self) -> None:
        self.finish(None)


class NotePanel(Panel[str | None]):
    """Edits a note. The result is its text, or None when nothing is to be changed."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "close", "Close", show=False, priority=True),
        Binding(with_twins("ctrl+s"), "keep", "Keep", show=False, priority=True),
    ]

    def __init__(self, title: str, note: str, limit: int) -> None:
        """Edit a note.

        Args:
            title: what the note is on.
            note: its text so far.
            limit: the most characters of one.
        """
        super().__init__()
        self._title = title
        self._note = note
        self._limit = limit

    def compose(self) -> ComposeResult:
        with VerticalScroll(classes="panel", can_focus=False) as panel:
            panel.border_title = self._title
            panel.border_subtitle = _("Ctrl+S keeps it, Esc does not")
            yield TextArea(self._note, id="note", soft_wrap=True, show_line_numbers=False, tab_behavior="focus")
            yield Static("", id="room", classes="description", markup=False)
            with Horizontal(classes="buttons"):
                yield Button(_("Keep"), id="keep", variant="primary", compact=True)
                yield Button(_("Cancel"), id="cancel", compact=True)

    def on_mount(self) -> None:
        note = self.query_one(TextArea)
        note.focus()
        note.move_cursor(note.document.end)
        self._count()

    @on(TextArea.Changed)
    def _count(self) -> None:
        """Say how much room is left."""
        left = self._limit - len(self.query_one(TextArea).text.strip())
        room = self.query_one("#room", Static)
        room.set_class(left < 0, "fault")
        if left < 0:
            room.update(_("{number} characters too many.").format(number=-left))
        else:
            room.update(_("Room for {number} more characters.").format(number=left))

    @on(Button.Pressed, "#keep")
    def action_keep(self) -> None:
        if not self.is_mounted:
            return  # typed ahead
        text = self.query_one(TextArea).text.strip()
        if len(text) <= self._limit:
            self.finish(text)

    @on(Button.Pressed, "#cancel")
    def action_close(self) -> None:
        self.finish(None)
