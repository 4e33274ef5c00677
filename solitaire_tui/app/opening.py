"""How a screen opens: with one picture, rather than with a blank one and the whole again a moment later."""

from __future__ import annotations

from contextlib import ExitStack
from functools import partial

from textual import on
from textual.events import ScreenResume, Unmount
from textual.message_pump import MessagePump


class DrawnOnce(MessagePump):
    """A screen that is not drawn before its widgets know their sizes and have something to show.

    When a screen comes up Textual lays it out and draws it at once, while what depends on the size of a widget, such as
    the cards, is still to be worked out; then it draws everything again. The first of both is held back here. It would
    be a flash of empty felt, and double the bytes on a slow line.
    """

    _held: ExitStack | None = None

    @on(ScreenResume)
    def _hold_back(self) -> None:
        self._held = self._held or ExitStack()
        self._held.enter_context(self.app.batch_update())
        # Laying out asks for the first picture by a message to this screen; the one after it lets go.
        self.call_later(partial(self.call_later, self._let_go))

    @on(Unmount)
    def _let_go(self) -> None:
        if self._held is not None:
            self._held.close()
