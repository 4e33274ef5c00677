"""Going about in the line of play at a table: marked positions, jumps, and the side panel with the list of moves.

The panel is imported when there is room for it or it is asked for: the first frame of a small window need not wait.
"""

from __future__ import annotations

from abc import abstractmethod
from itertools import chain
from typing import TYPE_CHECKING, Any, Final

from textual.app import ComposeResult

from solitaire_tui.game import IllegalMove
from solitaire_tui.language import _, n_
from solitaire_tui.session import GIVEN_UP, Session
from solitaire_tui.table.advice import AdvisedFlow
from solitaire_tui.table.flow import ViewT

if TYPE_CHECKING:
    from solitaire_tui.store.bookmarks import Way
    from solitaire_tui.table.movelist import MoveList
    from solitaire_tui.table.side import Side, SidePanel

SIDE_FROM: Final = 110
"""The window's width in cells from which on there is room for the side panel."""


class LineFlow(AdvisedFlow[ViewT]):
    """The part of a table's screen that leads to other positions of the game, and shows where it is."""

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        self.side_panel: SidePanel | None = None
        self._moves: MoveList | None = None
        self._side_shown: tuple[Any, ...] = ()

    @property
    def moves(self) -> MoveList:
        """The line of play as a list, as it was when it was shown last."""
        if self._moves is None:
            from solitaire_tui.table.movelist import MoveList

            self._moves = MoveList(self.view)
        return self._moves

    @abstractmethod
    def moved(self, done: bool, yes: str, no: str, *, redone: bool = False) -> None:
        """Show where undo, redo or a jump has led."""

    @property
    @abstractmethod
    def shows_chances(self) -> bool:
        """Whether the player wants to see chances here."""

    # Marks.

    def action_mark(self) -> None:
        """Mark the present position, or take its mark away."""
        self.settle()
        keeper = self.solitaire.keeper
        if self._here() in keeper.marks(self.session):
            keeper.unmarked(self.session)
            self.say(_("the mark of this position is taken away"))
        else:
            keeper.marked(self.session)
            self.say(_("this position is marked; B jumps here from anywhere"))
        self.solitaire.warn_if_not_kept()
        self.draw()

    def action_jump(self) -> None:
        """Jump to the marked position, or ask to which one if there are several."""
        self.settle()
        self.leave_preview()
        marks = self.solitaire.keeper.marks(self.session)
        others = [way for way in marks if way != self._here()]
        if len(others) == 1:
            self._jump_to(others[0])
        elif others:
            self._ask_where(others)
        else:
            what = _("no position is marked yet: b marks one")
            self.say(_("this is the only marked position") if marks else what, "warning")
            self.draw()

    def _here(self) -> Way:
        return tuple(tuple(str(move) for move in step) for step in self.session.history.way)

    def _ask_where(self, ways: list[Way]) -> None:
        from solitaire_tui.app.panels import Choice, ChoicePanel

        charset = self.solitaire.charset
        choices = [
            Choice(str(number), str(number) if number < 10 else "", charset.text(self._way_words(way)))
            for number, way in enumerate(ways, 1)
        ]
        choices.append(Choice("", "x", _("Stay here")))

        def chosen(choice: str | None) -> None:
            if choice:
                self._jump_to(ways[int(choice) - 1])

        self.app.push_screen(ChoicePanel(_("Marked positions"), [], choices), chosen)

    def _way_words(self, way: Way) -> str:
        """A marked position in words: how many steps lead to it, and the last of them."""
        from solitaire_tui.table.movelist import in_words

        if not way:
            return _("the deal")
        game, state = self.session.game, self.session.history.start
        try:
            *before, step = [[game.parse_move(text) for text in step] for step in way]
            for move in chain.from_iterable(before):
                state = game.apply(state, move)
            last = in_words(self.view, state, step)
        except (IllegalMove, ValueError):
            last = "?"
        return _("Step {number}: {move}").format(number=len(way), move=last)

    def _jump_to(self, way: Way) -> None:
        game = self.session.game
        try:
            steps = tuple(tuple(game.parse_move(text) for text in step) for step in way)
            done = self.session.jump_to(steps)
        except (IllegalMove, ValueError) as error:
            self.say(_("that position can't be reached: {fault}").format(fault=error), "warning")
            self.draw()
            return
        yes = n_(
            "jumped to the mark at step {number}; undo jumps back",
            "jumped to the mark at step {number}; undo jumps back",
            len(way),
        )
        self.moved(done, yes.format(number=len(way)), self._why_no_jump(), redone=True)

    def _why_no_jump(self) -> str:
        if self.session.given_up:
            return _(GIVEN_UP)
        return _("this is the present position")

    def go_to(self, number: int) -> None:
        """Go to a position of the line, as by undo or redo."""
        self.settle()
        history = self.session.history
        if number < history.cursor and not self.check_action("undo", ()):
            return
        forward = number > history.cursor
        yes = _("this is step {number} of {all}").format(number=number, all=len(history.steps))
        self.moved(self.session.jump(number), yes, self._why_no_jump(), redone=forward)

    # The side panel.

    @property
    def _side_wanted(self) -> bool:
        return self.app.size.width >= SIDE_FROM and self.solitaire.side is not False

    def compose_side(self) -> ComposeResult:
        """The panel, if there is room for it from the start."""
        if self._side_wanted:
            self.add_class("-side")
            yield self._new_panel()

    def _new_panel(self) -> SidePanel:
        from solitaire_tui.table.side import SidePanel

        self.side_panel = SidePanel(charset=self.solitaire.charset, id="side")
        return self.side_panel

    def on_resize(self) -> None:
        self._place_side()

    def _place_side(self) -> None:
        """Show the panel or take it away, by the room there is and what the player wants."""
        panel, wanted = self.side_panel, self._side_wanted
        if panel is None and wanted:
            self.mount(self._new_panel())
        if panel is not None and not wanted and panel.has_focus:
            self.focus_table()
        self.set_class(wanted, "-side")
        self._side_shown = ()

    @abstractmethod
    def focus_table(self) -> None:
        """Give the keys to the table."""

    def close_preview(self) -> None:
        """Show the cards as they are while a dialog is read; a hint and its plan stand."""
        if self.view.provisional:
            self.leave_preview()
            self.draw()

    def action_side(self) -> None:
        """Show or hide the panel beside the table; where it has no room, as a dialog."""
        if self.app.size.width >= SIDE_FROM:
            self.solitaire.side = not self._side_wanted
            self._place_side()
            self.draw()
            return
        from solitaire_tui.app.sidedialog import SideDialog

        def chosen(number: int | None) -> None:
            if number is not None:
                self.go_to(number)

        self.close_preview()
        self.app.push_screen(SideDialog(self._side(), self.solitaire.charset), chosen)

    def _side(self) -> Side:
        """What the panel shows now."""
        from solitaire_tui.table.side import Side

        self.moves.update(self.solitaire.keeper.marks(self.session))
        return Side.of(self.view, self.moves, chances=self.shows_chances)

    def forget_side(self) -> None:
        """Make the panel anew when it is drawn next, as after a change of language or characters."""
        self._moves = None
        self._side_shown = ()
        if (panel := self.side_panel) is not None:
            panel.charset = self.solitaire.charset

    def draw_side(self) -> None:
        """Bring the panel up to date, if it is there."""
        panel = self.side_panel if self.has_class("-side") else None
        if panel is None:
            return
        session, marks = self.session, self.solitaire.keeper.marks(self.session)
        # What the panel tells is compared with what it told, since a table is drawn for every move of the pointer.
        same = (id(panel), session.history.cursor, len(session.history.steps), session.over, self.shows_chances)
        shown = (session.state, self.advice, (*same, marks, dict(session.wishes)))
        before, self._side_shown = self._side_shown, shown
        if before and before[0] is shown[0] and before[1] is shown[1] and before[2] == shown[2]:
            return
        panel.show(self._side())

    def on_side_panel_chosen(self, event: SidePanel.Chosen) -> None:
        if self.is_active:
            self.go_to(event.step)

    def on_side_panel_closed(self) -> None:
        if self.is_active:
            self.action_side()
