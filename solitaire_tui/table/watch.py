"""Watching a line of play at a table: step by step or by itself, and taking it over from any point."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, ClassVar

from textual.app import SystemCommand
from textual.binding import Binding, BindingType
from textual.timer import Timer

from solitaire_tui.app.bar import Part, as_many_as_fit
from solitaire_tui.app.keymap import with_twins
from solitaire_tui.app.keys import bound
from solitaire_tui.language import N_, _, number
from solitaire_tui.phrases import sentence
from solitaire_tui.session import Session
from solitaire_tui.table.flow import ViewT
from solitaire_tui.table.screen import TableScreen, more_part

if TYPE_CHECKING:
    from solitaire_tui.table.motion import Glide

SPEEDS = (0.25, 0.5, 1.0, 2.0, 4.0)
"""Seconds a step."""


class WatchScreen(TableScreen[ViewT]):
    """Shows a session whose line of play is complete; its cursor moves, its line does not change.

    The result is a session of the player's own when the line is taken over, else None.
    """

    WATCH_BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left", "back", "Back", show=False),
        Binding("right", "forward", "Forward", show=False),
        Binding("home", "first", "First", show=False),
        Binding("end", "last", "Last", show=False),
        bound("undo", "back"),
        bound("redo", "forward"),
        bound("restart", "first"),
        bound("redo_all", "last"),
        Binding("space", "pause", "Pause", show=False),
        Binding("plus,equals_sign,up", "faster", "Faster", show=False),
        Binding("minus,down", "slower", "Slower", show=False),
        Binding("enter", "take_over", "Play on from here", show=False),
        Binding(with_twins("escape", "x", "q"), "leave", "Leave", show=False),
        bound("discards"),
        bound("why"),
        bound("side"),
    ]
    _FOOTER: ClassVar[tuple[tuple[str, str, str], ...]] = (
        (N_("Left"), N_("Back"), "back"),
        (N_("Right"), N_("Forward"), "forward"),
        (N_("Space"), N_("Pause"), "pause"),
        (N_("Enter"), N_("Play on from here"), "take_over"),
        ("+", N_("Faster"), "faster"),
        ("-", N_("Slower"), "slower"),
        (N_("Esc"), N_("Leave"), "leave"),
    )
    _MORE: ClassVar[tuple[tuple[str, str, str], ...]] = (
        (N_("Home"), N_("First"), "first"),
        (N_("End"), N_("Last"), "last"),
        ("d", N_("Cards"), "discards"),
        ("y", N_("Why"), "why"),
        ("s", N_("Side panel"), "side"),
    )

    def __init__(self, session: Session, title: str, *, running: bool = True) -> None:
        super().__init__(session)
        self._line_name = title
        self._going = running
        self._speed = 2
        self._clock: Timer | None = None

    def on_mount(self) -> None:
        self._restart_timer()
        self.call_after_refresh(self._tell)

    def _speak_anew(self) -> None:
        self._tell()

    def begin_keeping(self) -> None:
        """A line that is watched is not kept."""

    def consult(self) -> None:
        """A line that is watched needs no advice."""

    @property
    def shows_chances(self) -> bool:
        return False

    def end(self) -> None:
        """The end of a line that is watched asks nothing."""

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        return self.is_active

    def footer_parts(self) -> list[Part]:
        groups = [
            (Part(f" {_(key)}", "key", action), Part(f" {_(label)} ", "text", action))
            for key, label, action in self._FOOTER
        ]
        return as_many_as_fit(groups[:-1], (*more_part(), *groups[-1]), self.size.width)

    def commands(self) -> Iterable[SystemCommand]:
        """What can be done while watching, for the command palette."""
        for key, label, action in (*self._FOOTER, *self._MORE):
            title, shown = _(label), _(key)
            yield SystemCommand(f"{title} ({shown})", self._line_name, self.runner(action))

    def go_to(self, number: int) -> None:
        """Show another position of the line."""
        self._stop()
        self.session.history.jump(number)
        self._tell()

    def _restart_timer(self) -> None:
        if self._clock is not None:
            self._clock.stop()
        self._clock = self.set_interval(SPEEDS[self._speed], self._tick) if self._going else None

    def _tick(self) -> None:
        if self.is_active and not self._step(1):
            self._going = False
            self._restart_timer()
            self._tell()

    def _step(self, step: int) -> bool:
        history = self.session.history
        moved = history.jump(history.cursor + step)
        if moved:
            self._tell(self.glide(backwards=step < 0))
        return moved

    def _tell(self, glide: Glide | None = None) -> None:
        """Say where in the line we are, and what the last step was."""
        history = self.session.history
        step = ""
        if history.previous is not None:
            step = sentence(self.view.told(history.previous, history.last_step))
        pace = _("{seconds} s a step").format(seconds=number(SPEEDS[self._speed], "g")) if self._going else _("paused")
        where = _("{line}, step {step} of {all} ({pace}).").format(
            line=self._line_name, step=history.cursor, all=len(history.steps), pace=pace
        )
        self.changed(f"{where} {step}".rstrip(), glide)

    def _stop(self) -> None:
        self._going = False
        self._restart_timer()

    def action_back(self) -> None:
        self._stop()
        if not self._step(-1):
            self._tell()

    def action_forward(self) -> None:
        self._stop()
        if not self._step(1):
            self._tell()

    def action_first(self) -> None:
        self._stop()
        self.session.history.jump(0)
        self._tell()

    def action_last(self) -> None:
        self._stop()
        self.session.history.redo_all()
        self._tell()

    def action_pause(self) -> None:
        self._going = not self._going
        self._restart_timer()
        self._tell()

    def action_faster(self) -> None:
        self._pace(-1)

    def action_slower(self) -> None:
        self._pace(1)

    def _pace(self, step: int) -> None:
        self._speed = min(max(0, self._speed + step), len(SPEEDS) - 1)
        self._restart_timer()
        self._tell()

    def action_take_over(self) -> None:
        if self.is_active:
            self.dismiss(self.session.branched())

    def action_leave(self) -> None:
        if self.is_active:
            self.dismiss(None)

    def play(self, *moves: object) -> None:
        """Cards are looked at here, not played."""
        self.say(_("watching only: enter plays on from here"), "warning")
        self.draw()
