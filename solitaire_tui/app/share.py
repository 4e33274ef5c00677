"""Sharing a deal: its code, with the result once there is one, copied and shown."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from solitaire_tui.app.panels import InfoPanel
from solitaire_tui.language import _, p_
from solitaire_tui.phrases import sentence
from solitaire_tui.session import PEEKED, Session
from solitaire_tui.sharing import deal_code, result_line
from solitaire_tui.store.endings import Result, by_leaving, by_position, wishes_granted

if TYPE_CHECKING:
    from solitaire_tui.app.main import SolitaireApp
    from solitaire_tui.store.attempts import Attempt

_ENDED: Final = frozenset({Result.WON, Result.LOST, Result.FINISHED, Result.GIVEN_UP})
"""The results that are told; a game that was left or not begun has nothing to tell."""


def line_to_share(session: Session, attempt: Attempt | None) -> str:
    """The code of a session's deal, with the result if there is one: the one that is fixed, or that of the table.

    Raises:
        ValueError: with words for the player, if the deal has no number.
    """
    code = deal_code(session.game.id, session.rules.model_dump(), session.deal)
    hints = None if attempt is None else attempt.hints
    if attempt is not None and attempt.result in _ENDED:
        result, moves, wishes = attempt.result, attempt.final, attempt.score
    elif session.over:
        moves = tuple(str(move) for move in session.history.moves)
        result = Result.GIVEN_UP if session.given_up else by_position(session) or by_leaving(session)
        wishes = wishes_granted(session, session.state)
    else:
        return str(code)
    return result_line(
        code,
        _word(result, wishes),
        rounds=session.game.rounds(moves),
        wishes=wishes,
        hints=hints,
        peeked=PEEKED in session.marks,
    )


def _word(result: Result, wishes: int | None) -> str:
    """How it ended; nothing for a game whose wishes tell it."""
    if result is Result.GIVEN_UP:
        return p_("sent result", "given up")
    if wishes is not None:
        return ""
    return p_("sent result", "won") if result is Result.WON else p_("sent result", "lost")


def share(app: SolitaireApp, session: Session, then: Callable[[], None] | None = None) -> None:
    """Copy a session's line to the clipboard and show it, or say why there is none.

    Args:
        app: the application.
        session: the game.
        then: what to do when the dialog has been closed.
    """
    try:
        line = line_to_share(session, app.keeper.attempt(session))
    except ValueError as error:
        title, text = _("Nothing to share"), sentence(str(error))
    else:
        app.copy_to_clipboard(line)
        hint = _(
            "This has been sent to the clipboard. Not every terminal takes it: if yours does not, copy it from here. "
            "Whoever types or pastes it as a deal number is dealt the same cards."
        )
        title, text = _("Share"), f"{line}\n\n{hint}"
    panel = InfoPanel(title, app.charset.text(text))
    app.push_screen(panel, None if then is None else lambda _result: then())
