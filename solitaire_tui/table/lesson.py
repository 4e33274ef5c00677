"""The screen of a lesson: the game's own table, a text above it, and only the moves that the lesson asks for."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

from textual import on
from textual.app import ComposeResult, SystemCommand
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.widgets import Static

from solitaire_tui.app.bar import Part, TextBar, as_many_as_fit, lines_of, spread
from solitaire_tui.app.keymap import action, actions_for, key_of
from solitaire_tui.app.keys import bound
from solitaire_tui.game import Move
from solitaire_tui.language import N_, _
from solitaire_tui.lesson import Course
from solitaire_tui.phrases import inline, sentence
from solitaire_tui.session import Session
from solitaire_tui.table.canvas import CardTable
from solitaire_tui.table.faces import Mark
from solitaire_tui.table.flow import ViewT
from solitaire_tui.table.paint import Marks
from solitaire_tui.table.screen import TableScreen, more_part

if TYPE_CHECKING:
    from solitaire_tui.table.motion import Glide

_PUT_TO_USE: Final = {"new": "skip", "peek": "back", "menu": "leave"}
"""Actions of a game whose keys do something else in a lesson, and what."""
_KEPT: Final = frozenset(
    {
        *("undo", "hint", "close", "lay_down", "next_row", "forced", "wishes", "discards", "why", "unpick", "rules"),
        "settings",
    }
)
"""Actions that are the same in a lesson as in a game, or nearly."""


class _Offer(NamedTuple):
    """Something that a lesson offers in its footer.

    Attributes:
        id: the action whose key it has.
        label: its name, in English, like ``help``.
        does: the action it does.
        help: what that is.
    """

    id: str
    label: str
    does: str
    help: str


_OFFERS: Final = (
    _Offer("enter", N_("Go on"), "enter", N_("Go on to the next step: this one is only to be read.")),
    _Offer("new", N_("Skip"), "skip", N_("Go to the next step, whatever this one asks for.")),
    _Offer("peek", N_("Step back"), "back", N_("Go back to the start of the step before.")),
    _Offer("hint", N_("Hint"), "hint", N_("Show the move or the key that the step asks for.")),
    _Offer("menu", N_("Leave"), "leave", N_("Leave the lesson; until the program ends you can go on where you left.")),
)


def lesson_bindings(game_id: str) -> list[BindingType]:
    """The bindings of a game's lesson that differ from those of its table."""
    return [
        *(bound(entry.id, _PUT_TO_USE.get(entry.id, "off")) for entry in actions_for(game_id) if entry.id not in _KEPT),
        Binding("pageup", "page(-1)", show=False),
        Binding("pagedown", "page(1)", show=False),
    ]


class _Text(VerticalScroll):
    """What the step says; a click on it goes on, if there is nothing else to do."""

    async def on_click(self) -> None:
        await self.screen.run_action("go_on")


class LessonScreen(TableScreen[ViewT]):
    """Leads through a lesson on the table of its game. Nothing of it is stored.

    The result is a new session when the player wants to play at the end, else None.

    Attributes:
        course: where in the lesson the player is.
    """

    CSS_PATH = Path(__file__).with_name("lesson.tcss")  # the screens of the games lie in other folders

    def __init__(self, course: Course) -> None:
        self.course = course
        super().__init__(course.session)

    def on_unmount(self) -> None:
        # A lesson opened from within this one and left before it may have noted its own place.
        self.solitaire.courses[self.GAME_ID] = self.course

    def compose(self) -> ComposeResult:
        for widget in super().compose():
            yield widget
            if widget.id == "header":
                lines = Static(markup=False, id="told"), Static(markup=False, id="step")
                yield _Text(*lines, id="lesson", can_focus=False)

    @property
    def text(self) -> str:
        """What the present step says."""
        return self.course.step.told(key_of)

    # What a game does and a lesson does not.

    def _begin(self) -> None:
        self._ready = True
        self._show_step("")

    def consult(self) -> None:
        """A lesson gives its own advice."""

    def keep(self) -> None:
        """A lesson is not kept."""

    def end(self) -> None:
        """The end of a lesson's deal asks nothing."""

    @property
    def is_strict(self) -> bool:
        return False

    @property
    def shows_chances(self) -> bool:
        return False

    @property
    def _side_wanted(self) -> bool:
        return False

    def following(self, moves: Sequence[Move]) -> Sequence[Move]:
        return ()

    def _speak_anew(self) -> None:
        self._show_step("")

    def action_off(self) -> None:
        """Say that a key has no place here."""
        self.say(_("not in a lesson; {key} leaves it").format(key=key_of("menu")), "warning")
        self.draw()

    # The steps.

    def changed(self, message: str, glide: Glide | None = None) -> None:
        """The position has changed, or the step has laid another deal, which is there at once."""
        if self.session is not self.course.session:
            self.session = self.course.session
            self.view = self.VIEW(self.session)
            self.cursor = ""
            glide = None
        super().changed(message, glide)
        self._to_top()

    def _show_step(self, message: str, role: str = "text", *, hint: Move | None = None) -> None:
        """Show the present step and nothing else: no card is picked, and no move shown but the hint.

        Args:
            message: a word on what has just been done.
            role: how the word is shown.
            hint: a move to show.
        """
        if self.session is not self.course.session:
            self.changed(message)
            return
        self.picked = ""
        self.leave_preview()
        if hint is not None:
            self._point_at(hint)
        self.say(message, role)
        self.draw()
        self._to_top()

    def _to_top(self) -> None:
        self.query_one("#lesson").scroll_home(animate=False)

    def _go_to(self, number: int) -> None:
        self.table.cancel_drag()
        self.course.go_to(number)
        self._show_step("")

    def action_forward(self) -> None:
        """Go on after a step that is only read."""
        if self.course.is_last:
            self._finish()
        else:
            self.course.forward()
            self._show_step("")

    def action_go_on(self) -> None:
        """Go on, unless the step waits for something."""
        if self.course.step.is_read:
            self.action_forward()

    def action_skip(self) -> None:
        """Go to the next step, whatever this one asks for."""
        if self.course.is_last:
            self._finish()
        else:
            self._go_to(self.course.number + 1)

    def action_back(self) -> None:
        """Go to the step before."""
        if self.course.number:
            self._go_to(self.course.number - 1)
        else:
            self._show_step(_("this is the first step of the lesson"), "warning")

    def action_undo(self) -> None:
        if self.course.step.does == "undo":
            self.session.undo()
            self.course.forward()
            self.changed(_("one step taken back"), self.glide(backwards=True))
        elif self.course.left != list(self.course.step.moves):
            self._go_to(self.course.number)
        else:
            self.action_back()

    def action_page(self, step: int) -> None:
        """Scroll the text."""
        text = self.query_one("#lesson")
        text.scroll_relative(y=step * max(1, text.size.height - 1), animate=False)

    def action_leave(self) -> None:
        """Leave the lesson."""
        if self.is_active:
            self.dismiss(None)

    def _finish(self) -> None:
        """The lesson is through: offer a first deal."""
        from solitaire_tui.app.panels import Choice, ChoicePanel

        title = self.session.game.title
        lines = [_("You have seen all of {game}. The rules are always at hand: {key}.")]
        lines = [line.format(game=title, key=key_of("rules")) for line in lines]
        choices = [
            Choice("play", "n", _("Play a first deal")),
            Choice("again", "s", _("The lesson again")),
            Choice("leave", "q", _("Leave")),
        ]
        panel = ChoicePanel(_("End of the lesson"), [self.solitaire.charset.text(line) for line in lines], choices)
        self.app.push_screen(panel, self._after_lesson)

    def _after_lesson(self, choice: str | None) -> None:
        match choice:
            case "play":
                self.dismiss(Session.new(self.GAME_ID))
            case "again":
                self._go_to(0)
            case "leave":
                self.dismiss(None)

    def did(self, name: str, message: str) -> None:
        """An action has been done; if the step waits for it, the next one begins."""
        if self.course.step.does == name:
            self.course.forward()
            self._show_step(message)

    # Moves.

    def play(self, *moves: Move) -> None:
        """Play moves that the lesson asks for; say of others what they would do and why not now."""
        answers = self.course.answers(moves)
        if answers:
            self.picked = ""
            self.leave_preview()
            self.say(self._fitting(answers), "warning")
            self.draw()
            return
        super().play(*moves)  # which also says why an illegal move is none

    def _fitting(self, texts: Sequence[str]) -> str:
        """The first text that the status has room for, else the very first: it stands above, where it scrolls."""
        room = self.query_one("#status", TextBar).size
        return next((text for text in texts if lines_of([Part(text)], room.width) <= room.height), texts[0])

    def refuse(self, move: Move, glide: Glide | None = None) -> None:
        self.picked = ""
        super().refuse(move, glide)

    def say(self, text: str, role: str = "text") -> None:
        """Put a message in the status; a refusal is read before what the pointer is at, until it goes elsewhere."""
        super().say(text, role)
        if role == "warning":
            self.hovered = ""

    def step_made(self, *moves: Move) -> None:
        super().step_made(*moves)
        self.course.made(moves)

    def action_enter(self) -> None:
        if self.course.step.is_read and not (self.picked or self.hint or self.view.provisional):
            self.action_forward()
        else:
            super().action_enter()

    def action_hint(self) -> None:
        """Show the move that the lesson waits for."""
        if self.course.step.does == "hint":
            self.course.forward()
        move = self.course.next_move()
        if move is None:
            self._show_step(_("press {key}").format(key=key_of(self.course.step.wants)))
            return
        state = self.session.state
        text, enter = _("Hint: {why}. {enter} plays it"), key_of("enter")
        whys = self.view.explained(state, move), self.session.game.grounds(state, move)
        self._show_step(self._fitting([text.format(why=inline(why), enter=enter) for why in whys]), hint=move)

    def explain(self, target: str, before: str = "") -> None:
        super().explain(target, before)
        self.did("why", "")

    # What is shown.

    def _marks(self) -> Marks:
        marks = super()._marks()
        if self.picked or self.hint is not None or self.view.provisional:
            return marks
        move = self.course.next_move() if len(self.course.step.moves) == 1 else None
        ends = (self.view.ends(move) if move is not None else None) or ()
        return Marks(
            cursor=marks.cursor,
            marks=dict.fromkeys((*self.course.step.marks, *ends), Mark.HINT),
            numbers=marks.numbers,
        )

    def draw_header(self) -> None:
        title = _("Lesson: {game}").format(game=self.session.game.title)
        number = _("step {number} of {all}").format(number=self.course.number + 1, all=len(self.course.lesson.steps))
        *others, chief = self.view.header()  # the last fact is kept in a narrow window: in Garem how the gate stands
        right = [Part(f"  {fact}", "text") for fact in (*others, number, chief)]
        self._bar("header", [spread([Part(f" {title} ", "title")], [*right, Part(" ")], self.size.width)])

    def _draw_status(self) -> None:
        super()._draw_status()
        if not self.query("#step"):
            self.call_after_refresh(self.draw)  # the table is there before what lies in the box of the text
            return
        shown = self.solitaire.charset.text
        status = self.query_one("#status", TextBar).size
        message = sentence(self.message) if self.message else ""
        long = lines_of([Part(message)], status.width) > status.height
        told = self.query_one("#told", Static)
        told.display = long
        told.update(shown(message) if long else "")
        self.query_one("#step", Static).update(shown(self.text))

    def footer_parts(self) -> list[Part]:
        wanted = self.course.step.wants
        groups = []
        for offer in self._offers():
            role = "ready" if offer.id == wanted else "text"
            key = Part(f" {key_of(offer.id)}", "key", offer.does)
            groups.append((key, Part(f" {_(offer.label)} ", role, offer.does)))
        return as_many_as_fit(groups[:-1], (*more_part(), *groups[-1]), self.size.width)

    def _offers(self) -> list[_Offer]:
        """What can be done at the present step besides moves of cards: what it asks for first, leaving last."""
        step = self.course.step
        offers = [offer for offer in _OFFERS if offer.id != "enter" or step.is_read]
        if step.wants and all(offer.id != step.wants for offer in offers):
            entry = action(step.wants)
            offers.append(_Offer(entry.id, entry.label, entry.id, entry.help))
        return sorted(offers, key=lambda offer: (offer.id != step.wants, offer.id == "menu"))

    def commands(self) -> Iterable[SystemCommand]:
        """What can be done in a lesson, for the command palette."""
        offers = self._offers()
        known = {offer.id for offer in offers}
        offers += [
            _Offer(entry.id, entry.label, entry.id, entry.help)
            for entry in actions_for(self.GAME_ID)
            if entry.id in _KEPT - known
        ]
        for offer in offers:
            yield SystemCommand(f"{_(offer.label)} ({key_of(offer.id)})", _(offer.help), self.runner(offer.does))

    @on(CardTable.Resized)
    def _text_resized(self) -> None:
        self._to_top()
