"""Which deal comes to a table: one that was asked for, or that of a day; nothing is given up for it unasked."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING

from solitaire_tui.language import _
from solitaire_tui.session import Session

if TYPE_CHECKING:
    from solitaire_tui.app.calendar import DayChoice
    from solitaire_tui.app.main import SolitaireApp


def lay(app: SolitaireApp, session: Session) -> None:
    """Put a new deal on its game's table, asking first if a game there would be given up for it."""
    from solitaire_tui.app.panels import confirmation

    def answered(answer: str | None) -> None:
        if answer == "yes":
            app.open_table(session)

    held = app.sessions.get(session.game.id)
    if held is None or not held.at_stake:
        app.open_table(session)
        return
    question = _("{game} is not finished. Dealing anew gives it up.").format(game=held.name)
    app.push_screen(confirmation(_("Leave this game?"), question, _("Deal anew"), _("Go on playing")), answered)


def open_calendar(app: SolitaireApp, game_id: str = "") -> None:
    """Show the calendar of the daily deals, and put the day that is chosen there on its table."""
    from solitaire_tui.app.calendar import CalendarPanel

    def chosen(choice: DayChoice | None) -> None:
        if choice is not None:
            open_day(app, choice.game, choice.day)

    app.push_screen(CalendarPanel(game_id), chosen)


def open_day(app: SolitaireApp, game_id: str, day: date) -> None:
    """Put a day's deal on its game's table, or say which window has it."""
    from solitaire_tui.store.rows import Refused

    try:
        session = app.keeper.daily(game_id, day)
    except Refused as error:
        app.notify(str(error), severity="warning")
    else:
        held = app.sessions.get(game_id)
        again = held is not None and held is not session and held.daily == day
        app.open_table(session, restart=again)
