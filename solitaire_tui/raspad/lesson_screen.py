"""The screen on which Raspad is learned."""

from __future__ import annotations

from typing import ClassVar

from textual.binding import BindingType

from solitaire_tui.raspad.screen import RaspadScreen
from solitaire_tui.raspad.view import RaspadView
from solitaire_tui.table.lesson import LessonScreen, lesson_bindings


class RaspadLesson(LessonScreen[RaspadView], RaspadScreen):
    """Leads through the lesson of Raspad."""

    BINDINGS: ClassVar[list[BindingType]] = lesson_bindings("raspad")
