"""Opening lessons, at their beginning or where they were left, and going from one to a first deal."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from solitaire_tui.app.panels import Choice, ChoicePanel
from solitaire_tui.game import REGISTRY, load
from solitaire_tui.language import _
from solitaire_tui.lesson import Course, lesson_for
from solitaire_tui.session import Session

if TYPE_CHECKING:
    from solitaire_tui.app.main import SolitaireApp


def open_lesson(app: SolitaireApp, game_id: str, *, go_on: bool = False) -> None:
    """Open the lesson of a game above what is shown; the deal that may be asked for at its end comes to the table.

    Args:
        app: the program, which knows the place in the lesson as long as it runs.
        game_id: the game.
        go_on: whether to go on at the step where the lesson was left, if it was.
    """
    from solitaire_tui.app.dealing import lay

    def left(session: Session | None) -> None:
        if session is not None:
            lay(app, session)

    lesson, place = lesson_for(game_id), app.courses.get(game_id)
    course = Course(lesson, place.number, place.wishes) if go_on and place is not None else Course(lesson)
    app.courses[game_id] = course
    app.push_screen(load(game_id).lesson_screen()(course), left)


def learn(app: SolitaireApp, game_id: str) -> None:
    """Open the lesson of a game; if it was left half-way, ask whether to go on there."""
    if _is_under_way(app, game_id):
        _ask(app, _("Lesson: {game}").format(game=load(game_id).title), "", [game_id])
    else:
        open_lesson(app, game_id)


def choose_lesson(app: SolitaireApp) -> None:
    """Ask for the game whose lesson is to be opened, and where in it."""
    _ask(app, _("Lessons"), _("Five minutes with prepared cards; nothing of it counts."), REGISTRY)


def _is_under_way(app: SolitaireApp, game_id: str) -> bool:
    place = app.courses.get(game_id)
    return place is not None and place.is_under_way


def _ask(app: SolitaireApp, title: str, text: str, game_ids: Iterable[str]) -> None:
    """Ask for one of the lessons, each from its beginning or from where it was left half-way."""
    ways: list[tuple[str, str, bool]] = []
    for game_id in game_ids:
        name = load(game_id).title
        if _is_under_way(app, game_id):
            step = app.courses[game_id].number + 1
            ways.append((_("{game}: go on at step {number}").format(game=name, number=step), game_id, True))
            ways.append((_("{game}: from the beginning").format(game=name), game_id, False))
        else:
            ways.append((name, game_id, False))
    choices = [Choice(str(number), str(number), label) for number, (label, *_way) in enumerate(ways, 1)]
    choices.append(Choice("", "x", _("Back")))

    def chosen(choice: str | None) -> None:
        if choice:
            _label, game_id, go_on = ways[int(choice) - 1]
            open_lesson(app, game_id, go_on=go_on)

    shown = app.charset.text
    app.push_screen(ChoicePanel(title, [shown(text)] if text else [], choices), chosen)
