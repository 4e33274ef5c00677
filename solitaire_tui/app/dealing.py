"""Which deal comes to a table: one that was asked for, or that of a day; no game is left for it unasked."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from typing import TYPE_CHECKING

from solitaire_tui.counsel import counsel_for
from solitaire_tui.game import load
from solitaire_tui.language import _
from solitaire_tui.session import Session

if TYPE_CHECKING:
    from solitaire_tui.app.calendar import DayChoice
    from solitaire_tui.app.keeping import Keeper
    from solitaire_tui.app.main import SolitaireApp
    from solitaire_tui.app.newdeal import NewDeal
    from solitaire_tui.store.endings import Result


def lay(app: SolitaireApp, session: Session) -> None:
    """Put a new deal on its game's table, asking first if a game there would be left for it."""
    held = at_stake(app, session.game.id, session.daily)
    ask_to_leave(app, held, _("Leave this game?"), _("Go on playing"), lambda: app.open_table(session))


def new_game(app: SolitaireApp, game_id: str) -> None:
    """Ask for a new deal of a game and put it on the table; a game in play there is left for it."""

    def dealt(choice: NewDeal | None) -> None:
        if choice is not None:
            session = Session.new(choice.game, choice.rules, choice.deal)
            if choice.game == game_id:
                app.open_table(session)
            else:
                lay(app, session)

    held = at_stake(app, game_id)
    ask_to_leave(app, held, _("Leave that game?"), _("Keep it"), lambda: ask_new_deal(app, game_id, dealt))


def at_stake(app: SolitaireApp, game_id: str, daily: date | None = None) -> Session | None:
    """The game on a table that is left for another deal laid there; None if none is.

    Args:
        app: the application.
        game_id: whose table it is.
        daily: the date whose daily deal is to be laid; None for a deal of no day. A daily deal and another deal do
            not end each other.
    """
    held = app.sessions.get(game_id)
    return held if held is not None and held.in_play and held.daily == daily else None


def ask_to_leave(app: SolitaireApp, held: Session | None, title: str, no: str, then: Callable[[], None]) -> None:
    """Ask before something is done for which a game is left.

    Args:
        app: the application.
        held: the game; None if none is left, and nothing needs to be asked.
        title: what stands in the frame of the question.
        no: what the answer that keeps the game says.
        then: does it.
    """
    if held is None:
        then()
        return
    from solitaire_tui.store.endings import by_leaving

    question = _("{game} is not finished. Dealing anew leaves it. {counts}")
    question = question.format(game=held.name, counts=what_it_counts(app.keeper, held, by_leaving(held)))
    app.confirm(title, question, _("Deal anew"), no, then)


def what_it_counts(keeper: Keeper, session: Session, result: Result) -> str:
    """What a game will count as, in a sentence.

    Args:
        keeper: who keeps it.
        session: the game.
        result: how it is about to end; a result that is fixed already stays.
    """
    from solitaire_tui.app.gamerows import result_named
    from solitaire_tui.store.endings import Result

    attempt = keeper.attempt(session)
    if attempt is not None and attempt.imported:
        return _("It was imported and counts in no statistics.")
    if attempt is not None and attempt.result is not None:
        return _("Its result stays: {result}.").format(result=result_named(attempt.result))
    if result is Result.NOTHING:
        return _("No move was made, so it counts as nothing.")
    return _("It counts as {result}.").format(result=result_named(result))


def ask_new_deal(app: SolitaireApp, game_id: str, then: Callable[[NewDeal | None], None]) -> None:
    """Ask for options and number of a new deal of a game."""
    from solitaire_tui.app.newdeal import NewDeal, NewDealPanel
    from solitaire_tui.app.panels import SearchPanel

    game = load(game_id)
    options = [
        (name, _(field.title or name), _(field.description) if field.description else "")
        for name, field in game.rules_type.model_fields.items()
    ]
    held = app.sessions.get(game_id)
    rules = held.rules.model_dump() if held else {}
    engine = app.engine
    levels = [] if engine is None else [(level.id, _(level.title)) for level in counsel_for(game_id).levels]

    def asked(choice: NewDeal | None) -> None:
        if choice is None or not choice.level or engine is None:
            then(choice)
            return
        level = next(entry for entry in levels if entry[0] == choice.level)

        def found(number: int | None) -> None:
            then(None if number is None else NewDeal(game_id, choice.rules, number))

        app.push_screen(SearchPanel(engine, game_id, choice.rules, level), found)

    app.push_screen(NewDealPanel(game_id, game.title, options, rules, levels), asked)


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
