"""The screen on which a line of Garem is watched."""

from __future__ import annotations

from typing import ClassVar

from textual.binding import BindingType

from solitaire_tui.garem.view import GaremView
from solitaire_tui.table.watch import WatchScreen


class GaremWatch(WatchScreen[GaremView]):
    """Watches a line of Garem."""

    GAME_ID: ClassVar[str] = "garem"
    VIEW = GaremView
    BINDINGS: ClassVar[list[BindingType]] = WatchScreen.WATCH_BINDINGS
