"""The screen of Garem: dealing rows, placing what is forced, and the wishes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from textual.binding import BindingType

from solitaire_tui.app.keymap import key_of
from solitaire_tui.game import Move
from solitaire_tui.garem import refusals
from solitaire_tui.garem.rules import NEXT, forced_placements, placements
from solitaire_tui.garem.view import GaremView
from solitaire_tui.language import _, n_, p_
from solitaire_tui.record import WISH_LIMIT
from solitaire_tui.session import GIVEN_UP
from solitaire_tui.table.scene import index, kind
from solitaire_tui.table.screen import TableScreen, table_bindings


class GaremScreen(TableScreen[GaremView]):
    """Plays Garem."""

    GAME_ID: ClassVar[str] = "garem"
    VIEW = GaremView
    BINDINGS: ClassVar[list[BindingType]] = table_bindings("garem")

    def following(self, moves: Sequence[Move]) -> Sequence[Move]:
        if not self.solitaire.settings.auto_next or moves[-1] == NEXT:
            return ()
        after = self.view.state
        for move in moves:
            after = self.session.game.apply(after, move)
        return (NEXT,) if after.stock and not placements(after) else ()

    def action_next_row(self) -> None:
        self.play(NEXT)

    def action_forced(self) -> None:
        state = self.view.state
        moves = forced_placements(state)
        if moves:
            self.play(*moves)
            return
        self.say(_(GIVEN_UP) if self.session.given_up else refusals.nothing_forced(state), "warning")
        self.draw()

    def action_wishes(self) -> None:
        bases = [pile[0].name for pile in self.view.state.piles]
        charset = self.solitaire.charset
        if self.session.wishes_locked:
            self.inform((p_("title", "Wishes"), self.view.wish_list()))
        else:
            from solitaire_tui.app.panels import WishPanel

            names = [charset.text(name) for name in bases]
            first = index(self.cursor) + 1 if kind(self.cursor) == "pile" else 1
            self.app.push_screen(WishPanel(names, self.session.wishes, WISH_LIMIT, first), self._written)

    def _written(self, wishes: dict[int, str] | None) -> None:
        if wishes is not None:
            self.session.wishes = {
                pile: "".join(char for char in text if char.isprintable()) for pile, text in wishes.items()
            }
            self.keep()
            text = n_(
                "{number} wish written; {key} deals the first play row",
                "{number} wishes written; {key} deals the first play row",
                len(wishes),
            )
            self.say(text.format(number=len(wishes), key=key_of("next_row")))
            self.draw()
