"""Runs a game in lines of text on standard input and output."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import Final

from solitaire_tui.app.keeping import Keeper, deal_of_today
from solitaire_tui.console import fail, say
from solitaire_tui.language import _
from solitaire_tui.plain.table import PlainTable
from solitaire_tui.session import Session
from solitaire_tui.settings import own_settings
from solitaire_tui.store.games import Store

_MOST: Final = 100_000
"""Bytes of a line that are read at once: a line without end must not fill the memory."""


def run(session: Session | None, game_id: str, *, daily: bool = False) -> None:
    """Play until the input ends or the player quits; games are kept as those of the full-screen table are.

    Args:
        session: the game; None for the unfinished one of its kind, or a new deal.
        game_id: the game.
        daily: whether it is to be today's daily deal.
    """
    if sys.stdin is None or sys.stdout is None:
        fail(_("standard input is closed"))
    settings, faults, _bad = own_settings()
    for fault in faults:
        say(fault)
    keeper = Keeper(Store.open, strict=settings.strict)
    try:
        if daily:
            session = deal_of_today(keeper, game_id)
        table = PlainTable(session or keeper.latest(game_id) or Session.new(game_id), keeper, say)
        table.run(_lines())
    finally:
        keeper.close()


def _lines() -> Iterator[str]:
    """The lines of standard input; a person at a terminal is prompted."""
    asked = sys.stdin.isatty()
    while True:
        sys.stdout.flush()
        if asked:
            print("> ", end="", flush=True)
        try:
            line = sys.stdin.buffer.readline(_MOST)
        except KeyboardInterrupt:
            line = b""
        if not line:
            if asked:
                say("")
            return
        yield line.decode(sys.stdin.encoding or "utf-8", errors="replace")
