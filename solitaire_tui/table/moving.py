"""The part of a table's screen that lets cards glide, and that holds the panel at the end back until they have."""

from __future__ import annotations

from abc import abstractmethod
from typing import TYPE_CHECKING, Any

from textual import on
from textual.events import Click, MouseDown, ScreenResume, ScreenSuspend

from solitaire_tui.session import Session
from solitaire_tui.table.canvas import CardTable
from solitaire_tui.table.flow import ViewT
from solitaire_tui.table.line import LineFlow

if TYPE_CHECKING:
    from solitaire_tui.table.motion import Glide

_PATIENCE = 0.5
"""Seconds after which the panel at the end comes when the press of a button that skipped the motion became no click."""


class MovingFlow(LineFlow[ViewT]):
    """Position, hit-testing and words are the new ones at once; only the picture of the cards takes its time."""

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        self._ending = False
        # Set for the program's first table: its picture has to be there at once.
        self._laid = False

    @property
    @abstractmethod
    def table(self) -> CardTable:
        """The canvas."""

    @property
    @abstractmethod
    def listening(self) -> bool:
        """Whether the table is laid and acts on keys."""

    @property
    def animated(self) -> bool:
        """Whether the player wants to see motion, and the terminal's owner too."""
        return self.solitaire.settings.animation and self.app.animation_level == "full"

    def glide(self, *, backwards: bool = False) -> Glide | None:
        """How cards come to a new position; None for at once."""
        if not self.animated:
            return None
        from solitaire_tui.table.motion import Glide

        return Glide(backwards=backwards)

    def glide_of_step(self, before: Any) -> Glide | None:
        """How cards come to the position after a step, and what is celebrated there; None for at once."""
        if not self.animated:
            return None
        from solitaire_tui.table.motion import Glide

        return Glide(gleam=self.view.gleaming(before), spread=self.view.spread())

    def first_glide(self) -> Glide | None:
        """How cards come to a table when it is first drawn: a new deal is dealt."""
        laid, self._laid = self._laid, True
        if laid or not self.animated or self.session.history.steps:
            return None
        from solitaire_tui.table.motion import Glide

        return Glide(dealt=True)

    def warm_up(self) -> None:
        """Load what the first motion needs, so that it does not come late."""
        if self.animated:
            import solitaire_tui.table.motion
            import solitaire_tui.table.player  # noqa: F401

    def end_when_still(self) -> None:
        """Tell how the game ended, after the last card has come to its place."""
        if self.table.moving:
            self._ending = True
        else:
            self.end()

    def skip_motion(self) -> None:
        """A key has come: show at once where all goes; what it does comes before the panel at the end."""
        if self.listening:
            self.table.finish()
            self.app.call_later(self.rest)

    def rest(self) -> None:
        """Nothing moves any more: open the panel at the end, if it waits for that."""
        if self._ending and self.listening and self.is_active and not self.table.moving:
            self._ending = False
            if self.session.over:
                self.end()

    @on(CardTable.Rested)
    def _rested(self) -> None:
        self.rest()

    @on(MouseDown)
    def _button_pressed(self) -> None:
        if self.listening:
            self.table.finish()
            self.set_timer(_PATIENCE, self.rest)

    @on(Click)
    def _button_clicked(self) -> None:
        self.rest()

    @on(ScreenSuspend)
    def _left(self) -> None:
        for table in self.query(CardTable):  # a screen that is left may have none yet, or none any more
            table.finish()

    @on(ScreenResume)
    def _come_back(self) -> None:
        self.rest()
