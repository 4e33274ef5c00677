"""The side panel as a dialog, for windows that have no room for it beside the table."""

from __future__ import annotations

from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical

from solitaire_tui.app.keymap import with_twins
from solitaire_tui.app.keys import bound
from solitaire_tui.app.panels import LightPanel
from solitaire_tui.table.faces import Charset
from solitaire_tui.table.side import Side, SidePanel


class SideDialog(LightPanel[int | None]):
    """Shows the side panel. The result is the position to go to, by its number in the line; None when it was closed."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding(with_twins("escape", "x", "q"), "close", "Close", show=False),
        bound("side", "close"),
    ]

    def __init__(self, side: Side, charset: Charset) -> None:
        super().__init__()
        self._side = side
        self._charset = charset

    def compose(self) -> ComposeResult:
        with Vertical(classes="panel"):
            yield SidePanel(charset=self._charset)

    def on_mount(self) -> None:
        panel = self.query_one(SidePanel)
        panel.show(self._side)
        panel.focus()

    @on(SidePanel.Chosen)
    def _chosen(self, event: SidePanel.Chosen) -> None:
        self.finish(event.step)

    @on(SidePanel.Closed)
    def action_close(self) -> None:
        self.finish(None)
