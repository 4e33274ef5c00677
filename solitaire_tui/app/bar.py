"""Lines of text at the edge of a screen: header, status and footer. Changing one repaints only itself."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from textwrap import wrap
from typing import ClassVar, NamedTuple

from rich.segment import Segment
from textual import events
from textual.geometry import Size
from textual.message import Message
from textual.strip import Strip
from textual.widget import Widget


class Part(NamedTuple):
    """Some text of a line.

    Attributes:
        text: what it says.
        role: its component class, without ``bar--``.
        action: the action a click on it asks for; empty for none.
    """

    text: str
    role: str = "text"
    action: str = ""


class TextBar(Widget):
    """One or more lines made of parts; a click on a part that has an action posts ``Chosen``."""

    ALLOW_SELECT = False
    COMPONENT_CLASSES: ClassVar[set[str]] = {
        "bar--text",
        "bar--title",
        "bar--key",
        "bar--ready",
        "bar--idle",
        "bar--warning",
        "bar--aside",
    }

    @dataclass
    class Chosen(Message):
        """A part was clicked.

        Attributes:
            action: the id of its action.
        """

        action: str

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002
        super().__init__(id=id)
        self._lines: list[Sequence[Part]] = []

    @property
    def text(self) -> str:
        """What the bar says, its lines joined."""
        return "\n".join("".join(part.text for part in line).rstrip() for line in self._lines)

    def show(self, lines: list[Sequence[Part]]) -> None:
        """Show these lines, if they are not shown already."""
        if lines != self._lines:
            self._lines = lines
            self.refresh()

    def render_line(self, y: int) -> Strip:
        width = self.size.width
        ground = self.rich_style
        if y >= len(self._lines):
            return Strip.blank(width, ground)
        segments = [Segment(part.text, self.get_component_rich_style(f"bar--{part.role}")) for part in self._lines[y]]
        return Strip(segments).extend_cell_length(width, ground).crop(0, width)

    def on_click(self, event: events.Click) -> None:
        if event.button != 1 or not 0 <= event.y < len(self._lines):
            return
        x = 0
        for part in self._lines[event.y]:
            x += len(part.text)
            if event.x < x:
                if part.action:
                    event.stop()
                    self.post_message(self.Chosen(part.action))
                return


def spread(left: Sequence[Part], right: Sequence[Part], width: int) -> list[Part]:
    """A line with parts at both ends; the right end gives way where there is no room for both."""
    used = sum(len(part.text) for part in left)
    rest = list(right)
    while rest and used + sum(len(part.text) for part in rest) > width:
        rest.pop(0)
    gap = max(0, width - used - sum(len(part.text) for part in rest))
    return [*left, Part(" " * gap), *rest]


def lines_of(blocks: Sequence[Part], width: int) -> int:
    """How many lines blocks of text take, each block from a line of its own."""
    return sum(len(wrap(text, max(10, width - 2))) for text, _role, _action in blocks)


def paragraphs(blocks: Sequence[Part], size: Size) -> list[Sequence[Part]]:
    """Blocks of text wrapped into lines, each block from a line of its own, as many as the size has room for."""
    width, room = max(10, size.width - 2), max(1, size.height)
    lines: list[Sequence[Part]] = []
    for text, role, _ in blocks:
        # A block that has to be cut ends with an ellipsis; one that has not even a line of its own is left out.
        cut = wrap(text, width, max_lines=room - len(lines), placeholder=" …") if len(lines) < room else []
        lines += [[Part(f" {line}", role)] for line in cut]
    return lines


def as_many_as_fit(groups: Sequence[Sequence[Part]], last: Sequence[Part], width: int) -> list[Part]:
    """A line of groups, none of them cut, that ends with ``last``; what does not fit in ``width`` is left out."""
    room = width - sum(len(part.text) for part in last)
    line: list[Part] = []
    for group in groups:
        room -= sum(len(part.text) for part in group)
        if room < 0:
            break
        line += group
    return [*line, *last]


def in_charset(lines: Sequence[Sequence[Part]], text: Callable[[str], str]) -> list[Sequence[Part]]:
    """Lines whose texts have been put in the character set of the terminal by ``text``."""
    return [[part._replace(text=text(part.text)) for part in line] for line in lines]


def wrapped(groups: Sequence[Sequence[Part]], width: int) -> list[Sequence[Part]]:
    """Lines of groups, as many in each as fit; no group is broken, and one too long for a line is cut by its bar."""
    lines: list[list[Part]] = [[]]
    used = 0
    for group in groups:
        size = sum(len(part.text) for part in group)
        if lines[-1] and used + size > width:
            lines.append([])
            used = 0
        lines[-1] += group
        used += size
    return [*lines]
