"""The side panel: chances, the cards still unseen, and the line of play as a list from which to go anywhere in it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Final

from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.binding import Binding, BindingType
from textual.geometry import Region
from textual.message import Message
from textual.strip import Strip
from textual.widget import Widget

from solitaire_tui.app.bar import Part
from solitaire_tui.app.keys import bound
from solitaire_tui.language import _, p_
from solitaire_tui.table.faces import UNICODE, Charset
from solitaire_tui.table.movelist import Entry, MoveList, Standing
from solitaire_tui.table.scene import cut
from solitaire_tui.table.view import TableView

SIDE_WIDTH: Final = 38
"""Cells of the panel beside the table, as the style sheet has it too."""
_LEAST_LIST: Final = 6
"""With fewer lines left for the list, all that stands above it scrolls with it."""
_NOTATION: Final = 10
"""The most cells for the notation of a step."""
_SIGNS: Final = {Standing.MADE: " ", Standing.PRESENT: "▸", Standing.UNDONE: "·"}

Line = tuple[Part, ...]


@dataclass(frozen=True, slots=True)
class Side:
    """What the panel shows.

    Attributes:
        head: the lines above the list.
        moves: the list.
    """

    head: tuple[Line, ...]
    moves: MoveList

    @classmethod
    def of(cls, view: TableView, moves: MoveList, *, chances: bool) -> Side:
        """The panel for a position.

        Args:
            view: the session's view, with the advice that has come so far.
            moves: the line of play.
            chances: whether the player wants to see chances.
        """
        head: list[Line] = []
        if chances and not view.session.over:
            head += [_titled(view.chance_words(view.advice)), *((Part(f"   {line}"),) for line in view.chance_lines())]
            head.append(())
        title, counts = view.unseen_lines()
        head += [_titled(title), *((Part(f"   {line}"),) for line in counts), ()]
        head.append(_titled(_("Moves: {step} of {all}").format(step=moves.present, all=len(moves) - 1)))
        return cls(tuple(head), moves)


def _titled(text: str) -> Line:
    return (Part(f" {text[:1].upper()}{text[1:]}", "title"),)


class SidePanel(Widget, can_focus=True):
    """Paints a ``Side``; only the lines in sight are made, and only those that differ are painted again."""

    ALLOW_SELECT = False
    FOCUS_ON_CLICK = False
    BINDINGS: ClassVar[list[BindingType]] = [
        bound("cursor_up", "choose(-1)"),
        bound("cursor_down", "choose(1)"),
        Binding("pageup", "page(-1)", show=False),
        Binding("pagedown", "page(1)", show=False),
        Binding("home", "choose(-1000000)", show=False),
        Binding("end", "choose(1000000)", show=False),
        bound("enter", "go"),
    ]
    COMPONENT_CLASSES: ClassVar[set[str]] = {
        "side--text",
        "side--title",
        "side--close",
        "side--now",
        "side--undone",
        "side--chosen",
        "side--aside",
    }

    @dataclass
    class Chosen(Message):
        """An entry of the list was chosen.

        Attributes:
            step: the number of its position.
        """

        step: int

    @dataclass
    class Closed(Message):
        """The panel was asked to go."""

    def __init__(self, *, charset: Charset = UNICODE, id: str | None = None) -> None:  # noqa: A002
        super().__init__(id=id)
        self.charset = charset
        self._side: Side | None = None
        self._lines: list[Line] = []
        self._styles: dict[str, Style] = {}
        self._top = 0
        self._at = 0
        self._present = -1

    @property
    def text(self) -> str:
        """What is in sight, its lines joined."""
        return "\n".join("".join(part.text for part in line).rstrip() for line in self._lines)

    def show(self, side: Side) -> None:
        """Show this; the list goes to the present position when that is another one."""
        self._side = side
        self._top = min(self._top, self._last_top)
        self._at = min(self._at, len(side.moves) - 1)
        if side.moves.present != self._present:
            self._present = self._at = side.moves.present
            self._reveal(self._at)
        self._paint()

    # What stands where. The head stays above the list where there is room; else all but its last line scrolls too.

    @property
    def _fixed(self) -> tuple[Line, ...]:
        """The lines that do not scroll; the first of them has at its end what closes the panel."""
        head = self._side.head if self._side is not None else ()
        return head if self.size.height - len(head) >= _LEAST_LIST else head[-1:]

    @property
    def _scrolled(self) -> tuple[Line, ...]:
        """The lines that scroll before the list."""
        return self._side.head[: len(self._side.head) - len(self._fixed)] if self._side is not None else ()

    @property
    def _entries(self) -> int:
        return len(self._side.moves) if self._side is not None else 0

    @property
    def _room(self) -> int:
        return max(0, self.size.height - len(self._fixed))

    @property
    def _last_top(self) -> int:
        return max(0, len(self._scrolled) + self._entries - self._room)

    def _reveal(self, entry: int) -> None:
        row = len(self._scrolled) + entry
        self._top = min(max(self._top, row - self._room + 1), row, self._last_top) if self._room else 0

    def entry_at(self, y: int) -> int | None:
        """The number of the entry on a line of the panel; None if there is none."""
        fixed = len(self._fixed)
        number = y - fixed + self._top - len(self._scrolled)
        return number if y >= fixed and 0 <= number < self._entries else None

    def _paint(self) -> None:
        """Make the lines in sight, and repaint those that have changed."""
        width, height = self.size
        before, self._lines = self._lines, self._made(width, height)
        if len(before) != len(self._lines):
            self.refresh()
            return
        pairs = enumerate(zip(before, self._lines, strict=True))
        if changed := [Region(0, y, width, 1) for y, (old, new) in pairs if old != new]:
            self.refresh(*changed)

    def _made(self, width: int, height: int) -> list[Line]:
        """The lines in sight."""
        side = self._side
        if side is None or not width:
            return [()] * height
        fixed, scrolled, last_top = self._fixed, self._scrolled, self._last_top
        lines: list[Line] = [self._translated(line) for line in fixed]
        room, focus, entries = height - len(fixed), self.has_focus, len(side.moves)
        for row in range(self._top, self._top + room):
            number = row - len(scrolled)
            if row < len(scrolled):
                lines.append(self._translated(scrolled[row]))
            elif number < entries:
                chosen = focus and number == self._at
                lines.append(_entry_line(side.moves[number], width - 2, self.charset, chosen=chosen))
            else:
                lines.append(())
        lines[0] = _with_end(lines[0], _close_part(), width)
        if room > 1:
            for y, sign, more in ((len(fixed), "▲", self._top), (height - 1, "▼", self._top < last_top)):
                if more:
                    lines[y] = _with_end(lines[y], Part(self.charset.text(sign), "aside"), width)
        return lines[:height]

    def _translated(self, line: Line) -> Line:
        return tuple(part._replace(text=self.charset.text(part.text)) for part in line)

    def render_line(self, y: int) -> Strip:
        width = self.size.width
        ground = self._style("")
        line = self._lines[y] if y < len(self._lines) else ()
        segments = [Segment(part.text, self._style(part.role)) for part in line]
        return Strip(segments).extend_cell_length(width, ground).crop(0, width)

    def _style(self, role: str) -> Style:
        style = self._styles.get(role)
        if style is None:
            style = self.get_component_rich_style(f"side--{role}") if role else self.rich_style
            self._styles[role] = style
        return style

    def notify_style_update(self) -> None:
        super().notify_style_update()
        self._styles.clear()

    def on_resize(self) -> None:
        self._reveal(self._at)
        self._paint()

    def watch_has_focus(self, has_focus: bool) -> None:
        super().watch_has_focus(has_focus)
        if self.is_mounted:
            self._reveal(self._at)
            self._paint()

    # Keys and mouse.

    def action_choose(self, step: int) -> None:
        """Move along the list."""
        if self._side is not None:
            self._at = min(max(0, self._at + step), len(self._side.moves) - 1)
            self._reveal(self._at)
            if not self._at and step < 0:
                self._top = 0
            self._paint()

    def action_page(self, step: int) -> None:
        self.action_choose(step * max(1, self._room - 1))

    def action_go(self) -> None:
        self.post_message(self.Chosen(self._at))

    def scroll_list(self, lines: int) -> None:
        """Scroll the list, the chosen entry left where it is."""
        self._top = min(max(0, self._top + lines), self._last_top)
        self._paint()

    def on_mouse_scroll_up(self, event: events.MouseScrollUp) -> None:
        event.stop()
        self.scroll_list(-3)

    def on_mouse_scroll_down(self, event: events.MouseScrollDown) -> None:
        event.stop()
        self.scroll_list(3)

    def on_mouse_move(self, event: events.MouseMove) -> None:
        """What was cut from an entry is told beside it."""
        number = self.entry_at(event.y)
        entry = self._side.moves[number] if self._side is not None and number is not None else None
        whole = "" if entry is None else f"{entry.words}  {entry.notation}".rstrip()
        shown = "".join(part.text for part in self._lines[event.y]) if 0 <= event.y < len(self._lines) else ""
        tooltip = self.charset.text(whole) if "…" in shown or "~" in shown else None
        if tooltip != self.tooltip:
            self.tooltip = tooltip

    def on_click(self, event: events.Click) -> None:
        event.stop()
        if event.button != 1:
            return
        first, last = len(self._fixed), self.size.height - 1
        if event.x == self.size.width - 1 and event.y in (first, last) and self._last_top:
            self.scroll_list(-self._room if event.y == first else self._room)
        elif (number := self.entry_at(event.y)) is not None:
            self._at = number
            self._paint()
            self.post_message(self.Chosen(number))
        elif event.y == 0 and event.x >= self.size.width - len(_close_part().text):
            self.post_message(self.Closed())


def _close_part() -> Part:
    label = p_("dialog", "Close")
    return Part(f" s {label} ", "close")


def _with_end(line: Line, end: Part, width: int) -> Line:
    """A line of ``width`` cells with something at its right end."""
    room = max(0, width - len(end.text))
    parts = list(line)
    if (over := sum(len(part.text) for part in parts) - room) > 0 and parts:
        parts[-1] = parts[-1]._replace(text=cut(parts[-1].text, len(parts[-1].text) - over))
    return (*parts, Part(" " * max(0, -over), "text"), end)


def _entry_line(entry: Entry, width: int, charset: Charset, *, chosen: bool) -> Line:
    """An entry in ``width`` cells: signs, number, words, and the notation at the right end."""
    role = {Standing.MADE: "text", Standing.PRESENT: "now", Standing.UNDONE: "undone"}[entry.standing]
    role = "chosen" if chosen else role
    notation = cut(entry.notation, _NOTATION)
    start = f" {_SIGNS[entry.standing]}{'◆' if entry.marked else ' '}{entry.number:>3} "
    room = max(0, width - len(start) - len(notation) - 1)
    text = f"{start}{cut(entry.words, room):<{room}} {notation}"
    return (Part(charset.text(text), role),)
