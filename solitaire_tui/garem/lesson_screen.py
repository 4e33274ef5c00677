"""The screen on which Garem is learned."""

from __future__ import annotations

from typing import ClassVar

from textual.binding import BindingType

from solitaire_tui.garem.screen import GaremScreen
from solitaire_tui.garem.view import GaremView
from solitaire_tui.table.lesson import LessonScreen, lesson_bindings


class GaremLesson(LessonScreen[GaremView], GaremScreen):
    """Leads through the lesson of Garem."""

    BINDINGS: ClassVar[list[BindingType]] = lesson_bindings("garem")

    def _written(self, wishes: dict[int, str] | None) -> None:
        super()._written(wishes)
        if wishes is not None:
            self.course.wishes = dict(self.session.wishes)
            self.did("wishes", self.message)
