"""Opening lessons, and going from one to a first deal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from solitaire_tui.game import REGISTRY, load
from solitaire_tui.language import _
from solitaire_tui.lesson import lesson_for
from solitaire_tui.session import Session

if TYPE_CHECKING:
    from solitaire_tui.app.main import SolitaireApp


def open_lesson(app: SolitaireApp, game_id: str) -> None:
    """Open the lesson of a game above what is shown; the deal that may be asked for at its end comes to the table."""
    from solitaire_tui.app.dealing import lay

    def left(session: Session | None) -> None:
        if session is not None:
            lay(app, session)

    app.push_screen(load(game_id).lesson_screen()(lesson_for(game_id)), left)


def choose_lesson(app: SolitaireApp) -> None:
    """Ask for the game whose lesson is to be opened."""
    from solitaire_tui.app.panels import Choice, ChoicePanel

    games = [load(game_id) for game_id in REGISTRY]
    text = app.charset.text
    choices = [
        Choice(game.id, str(number), text(_("{game}: {tagline}").format(game=game.title, tagline=game.tagline)))
        for number, game in enumerate(games, 1)
    ]
    choices.append(Choice("", "x", _("Back to the menu")))

    def chosen(choice: str | None) -> None:
        if choice:
            open_lesson(app, choice)

    lines = [text(_("Five minutes with prepared cards; nothing of it is kept or counted."))]
    app.push_screen(ChoicePanel(_("Lessons"), lines, choices), chosen)
