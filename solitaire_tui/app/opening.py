"""How a screen opens: with one picture, rather than with a blank one and the whole again a moment later."""

from __future__ import annotations

from contextlib import ExitStack
from functools import partial
from typing import TYPE_CHECKING, ClassVar, Self

from textual import on
from textual.events import ScreenResume, Unmount
from textual.geometry import Region
from textual.message_pump import MessagePump

if TYPE_CHECKING:
    from textual.widget import Widget as _Screen
else:
    # No widget: Textual takes styles and component classes from the first base that is one, and that is to be Screen.
    _Screen = MessagePump


class DrawnOnce(_Screen):
    """A screen that is not drawn before its widgets know their sizes and have something to show.

    When a screen comes up Textual lays it out and draws it at once, while what depends on the size of a widget, such as
    the cards, is still to be worked out; then it draws everything again. The first of both is held back here. It would
    be a flash of empty felt, and double the bytes on a slow line.

    Attributes:
        COVERED: whether widgets cover the screen wholly. Then it opens by drawing these and not, in the same moment,
            itself as well.
    """

    COVERED: ClassVar[bool] = False

    _held: ExitStack | None = None
    _opening = False

    @on(ScreenResume)
    def _hold_back(self) -> None:
        self._held = self._held or ExitStack()
        self._held.enter_context(self.app.batch_update())
        self._opening = self.COVERED
        # Laying out asks for the first picture by a message to this screen; the one after it lets go.
        self.call_later(partial(self.call_later, self._let_go))

    @on(Unmount)
    def _release(self) -> None:
        if self._held is not None:
            self._held.close()

    def _let_go(self) -> None:
        self._release()
        if self._opening:
            for widget in self.query("*"):
                widget.refresh()
            self.call_after_refresh(self._opened)

    def _opened(self) -> None:
        self._opening = False

    def refresh(self, *regions: Region, repaint: bool = True, layout: bool = False, recompose: bool = False) -> Self:
        return super().refresh(*regions, repaint=repaint and not self._opening, layout=layout, recompose=recompose)
