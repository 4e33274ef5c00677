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

    def facts(self) -> list[str]:
        """The gate comes last: the lesson speaks of it, and the header leaves out what has no room from the front."""
        gate = self.view.gate()
        return [*(fact for fact in super().facts() if fact != gate), gate]

    def _written(self, wishes: dict[int, str] | None) -> None:
        super()._written(wishes)
        if wishes is not None:
            self.course.wishes = dict(self.session.wishes)
            self.did("wishes", self.message)
