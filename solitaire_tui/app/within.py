"""What a screen knows of the application that it belongs to."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual.message_pump import MessagePump

if TYPE_CHECKING:
    from solitaire_tui.app.main import SolitaireApp


class InSolitaire(MessagePump):
    """A screen of this application and of no other."""

    @property
    def solitaire(self) -> SolitaireApp:
        """The application."""
        from solitaire_tui.app.main import SolitaireApp

        assert isinstance(self.app, SolitaireApp)
        return self.app
