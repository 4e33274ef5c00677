"""The screen of Raspad: closing a round, and laying down after a look at the row it makes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from textual.binding import BindingType

from solitaire_tui.app.keymap import key_of
from solitaire_tui.game import Move
from solitaire_tui.language import _
from solitaire_tui.phrases import sentences
from solitaire_tui.raspad.rules import CLOSE, LAY_DOWN, Beat
from solitaire_tui.raspad.view import RaspadView
from solitaire_tui.table.screen import TableScreen, table_bindings


class RaspadScreen(TableScreen[RaspadView]):
    """Plays Raspad."""

    GAME_ID: ClassVar[str] = "raspad"
    VIEW = RaspadView
    BINDINGS: ClassVar[list[BindingType]] = table_bindings("raspad")

    def following(self, moves: Sequence[Move]) -> Sequence[Move]:
        if not self.solitaire.settings.auto_close or not isinstance(moves[-1], Beat):
            return ()
        after = self.session.game.apply(self.session.state, moves[-1])
        return () if after.open_indices() else (CLOSE,)

    def action_close(self) -> None:
        self.play(CLOSE)

    def action_lay_down(self) -> None:
        if LAY_DOWN not in self.view.legal() or self.view.provisional:
            self.play(LAY_DOWN)
            return
        self.leave_preview()
        self.picked = ""
        self.table.cancel_drag()
        self.view.provisional = True
        brings = self.session.game.explain(self.session.state, LAY_DOWN)
        again = _("Press {key} again (or {enter}) to do it").format(key=key_of("lay_down"), enter=key_of("enter"))
        self.say(sentences([brings, again]))
        self.draw(self.glide())

    def action_enter(self) -> None:
        if self.view.provisional:
            self.action_lay_down()
        else:
            super().action_enter()
