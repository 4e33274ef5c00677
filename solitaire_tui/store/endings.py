"""What counts as the result of an attempt at a deal, and when it is fixed.

An attempt has one result, and it is fixed once:

| how it ends                                | no move made | moves made             | at the winning move |
|--------------------------------------------|--------------|------------------------|---------------------|
| won                                        | -            | -                      | won                 |
| given up                                   | nothing      | given up               | stays won           |
| left for another deal                      | nothing      | lost, finished or left | stays won           |
| restarted                                  | goes on      | lost, finished or left | stays won           |
| program left, game still being played      | goes on      | goes on                | stays won           |
| program left or killed, the table decided  | -            | lost or finished       | stays won           |
| undone, redone or played on after the end  | -            | no result yet          | stays won           |

*Lost* and *finished* (Garem) are what the rules call the end of the line of play, the undone steps included; *left* is
any other end. All of them, and *given up*, count as games that were not won; *nothing* counts nowhere. A restart is
taken back by redoing: as long as no other move has been made the attempt goes on as if it had only been undone. Giving
up is not taken back: one may undo it and play on, but the result stands. What is done after the result is fixed, and
the time it takes, changes nothing. Garem is scored by the wishes granted at the end of the line, whatever ended it; all
eight are a win that is fixed at once, the end of the stock alone is fixed by leaving, as a loss is.

A daily deal and a deal of another kind or day are not left for each other: the one before waits.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Any

from solitaire_tui.game import Outcome
from solitaire_tui.session import Session


class Result(StrEnum):
    """How an attempt ended."""

    WON = "won"
    LOST = "lost"
    FINISHED = "finished"
    """Played to the end, for games that are scored rather than won or lost."""
    GIVEN_UP = "given up"
    LEFT = "left"
    NOTHING = "nothing"
    """No move was made, so it counts nowhere."""


def by_position(session: Session) -> Result | None:
    """The result that the present position fixes at once; None while there is none."""
    if session.given_up:
        return Result.GIVEN_UP if session.history.steps else Result.NOTHING
    outcome = session.outcome
    complete = outcome is Outcome.FINISHED and wishes_granted(session, session.state) == session.game.wish_piles
    return Result.WON if outcome is Outcome.WON or complete else None


def by_leaving(session: Session) -> Result:
    """The result of an attempt that is left, or restarted, while it has none."""
    if not session.history.steps:
        return Result.NOTHING
    match session.game.outcome(end_of_line(session)):
        case Outcome.LOST:
            return Result.LOST
        case Outcome.FINISHED:
            return Result.FINISHED
    return Result.LEFT


def end_of_line(session: Session) -> Any:
    """The last position of the line of play, the undone steps included."""
    return session.history.end


def wishes_granted(session: Session, state: Any) -> int | None:
    """How many wishes a position grants; None in a game without wishes."""
    granted = session.game.score(state).get("wishes_granted")
    return None if granted is None else len(granted)
