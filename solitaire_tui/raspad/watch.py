"""The screen on which a line of Raspad is watched."""

from __future__ import annotations

from typing import ClassVar

from textual.binding import BindingType

from solitaire_tui.raspad.view import RaspadView
from solitaire_tui.table.watch import WatchScreen


class RaspadWatch(WatchScreen[RaspadView]):
    """Watches a line of Raspad."""

    GAME_ID: ClassVar[str] = "raspad"
    VIEW = RaspadView
    BINDINGS: ClassVar[list[BindingType]] = WatchScreen.WATCH_BINDINGS
