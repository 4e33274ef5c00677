"""What lies where on the table: placed cards and labels, and which of them is under a cell. Pure geometry."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum, StrEnum
from typing import Final
from unicodedata import combining, east_asian_width

from solitaire_tui.cards import Card

MIN_WIDTH: Final = 40
MIN_HEIGHT: Final = 12
"""The smallest window, in cells, in which a game can be played."""


class CardSize(Enum):
    """A card size in cells, largest first."""

    LARGE = (7, 5)
    MEDIUM = (5, 4)
    SMALL = (4, 3)
    TINY = (3, 1)

    @classmethod
    def up_to(cls, largest: CardSize) -> list[CardSize]:
        """The sizes that are no larger than this one, largest first."""
        return [size for size in cls if size.width <= largest.width]

    @property
    def width(self) -> int:
        return self.value[0]

    @property
    def height(self) -> int:
        return self.value[1]


class Face(StrEnum):
    """How a card is shown."""

    OPEN = "open"
    BEATEN = "beaten"
    FALLEN = "fallen"
    BACK = "back"
    PLACE = "place"
    """An empty place where a card could lie."""


class Direction(Enum):
    """A direction of the cursor: x and y of its step."""

    LEFT = (-1, 0)
    RIGHT = (1, 0)
    UP = (0, -1)
    DOWN = (0, 1)


@dataclass(frozen=True, slots=True)
class Placed:
    """A card, or the place for one, on the table.

    Attributes:
        target: what it is to the game, such as ``hand:2``; empty for what is only looked at.
        card: the card; None for a back or an empty place.
        face: how it is shown.
        size: the size of its face.
        x: left edge in cells.
        y: top edge in cells.
        z: what lies on top of what; the higher one is on top.
        shown: how many of its lines are in sight, from the top; a card in a fan shows one.
        spent: the card that lies under it, out of sight, since it beat it; None for none.
        serial: tells equal faces of a double deck apart, where that is known: cards with other numbers are other cards.
        crumbled: how much of a fallen card has fallen apart by now, 1 for all of it.
        lit: whether light falls on it.
    """

    target: str
    card: Card | None
    face: Face
    size: CardSize
    x: int
    y: int
    z: int = 0
    shown: int = 0
    spent: Card | None = None
    serial: int | None = None
    crumbled: float = 1.0
    lit: bool = False

    @property
    def width(self) -> int:
        return self.size.width

    @property
    def height(self) -> int:
        return self.shown or self.size.height

    def contains(self, x: int, y: int) -> bool:
        """Whether a cell lies on it."""
        return self.x <= x < self.x + self.width and self.y <= y < self.y + self.height


@dataclass(frozen=True, slots=True)
class Label:
    """A line of text on the table.

    Attributes:
        x: left edge in cells.
        y: line.
        text: what it says, one cell a character.
        role: how it is written, one of ``palette.INKS``.
        target: what a click on it means; empty for nothing.
    """

    x: int
    y: int
    text: str
    role: str = "label"
    target: str = ""

    def contains(self, x: int, y: int) -> bool:
        """Whether a cell lies on it."""
        return y == self.y and self.x <= x < self.x + len(self.text)


@dataclass(frozen=True, slots=True)
class Scene:
    """Everything on the table, for one position and one window size.

    Attributes:
        width: of the table in cells.
        height: of the table in cells.
        size: the card size that was chosen.
        cards: the placed cards, in no special order.
        labels: the texts.
        scroll: how many rows of cards are scrolled out at the top.
        max_scroll: how many could be.
        per_line: how many cards of a row stand in one line; 0 if rows do not wrap.
        hidden: the targets that are scrolled out.
        stock: left edge and top edge of where cards come from, in sight or beside the table.
        out: where cards go that leave the game.
    """

    width: int
    height: int
    size: CardSize
    cards: tuple[Placed, ...]
    labels: tuple[Label, ...] = ()
    scroll: int = 0
    max_scroll: int = 0
    per_line: int = 0
    hidden: frozenset[str] = frozenset()
    stock: tuple[int, int] = (0, 0)
    out: tuple[int, int] = (0, 0)
    _by_target: dict[str, Placed] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        by_target: dict[str, Placed] = {}
        for placed in self.cards:
            held = by_target.get(placed.target)
            if placed.target and (held is None or placed.z > held.z):
                by_target[placed.target] = placed
        object.__setattr__(self, "_by_target", by_target)

    def find(self, target: str) -> Placed | None:
        """The (topmost) card placed for a target; None if it is out of sight."""
        return self._by_target.get(target)

    @property
    def targets(self) -> tuple[str, ...]:
        """Every target in sight."""
        return tuple(self._by_target)

    def hit(self, x: int, y: int) -> str:
        """The target under a cell, the topmost one; empty if there is none."""
        under = [placed for placed in self.cards if placed.contains(x, y)]
        if under:
            return max(under, key=lambda placed: placed.z).target
        return next((label.target for label in self.labels if label.contains(x, y)), "")

    def step(self, start: str, direction: Direction) -> str:
        """The nearest target in a direction, for the cursor; the start itself if there is none.

        What lies straight ahead is nearer than what lies aside. Right of the last card of a line is the first of the
        next, and cards that are scrolled out are reached too.
        """
        here = self.find(start)
        if here is None:
            return next(iter(self._by_target), start)
        dx, dy = direction.value
        following = self._along(start, dx + dy * self.per_line)
        if following in self.hidden:
            return following
        ahead = []
        for target, placed in self._by_target.items():
            across = (placed.x - here.x) * dx + (placed.y - here.y) * dy
            aside = abs((placed.x - here.x) * dy) + abs((placed.y - here.y) * dx)
            if across > 0 and (dy or not aside):
                ahead.append((across * 3 + aside, target))
        if ahead:
            return min(ahead)[1]
        return following if dx and following in self._by_target else start

    def _along(self, start: str, step: int) -> str:
        """The target so many cards further in the same row; the last one when the row ends before."""
        number = index(start)
        if number < 0:
            return ""
        last = max((other for other in map(index, self.hidden) if other > number), default=number + step)
        return f"{kind(start)}:{min(number + step, last)}"


def index(target: str) -> int:
    """The number in a target, counted from 0; -1 for a target without one."""
    number = target.partition(":")[2]
    return int(number) if number.isdigit() else -1


def kind(target: str) -> str:
    """The kind of a target: what stands before the colon."""
    return target.partition(":")[0]


def fits(width: int, height: int) -> bool:
    """Whether a window of this size, in cells, is large enough to play in."""
    return width >= MIN_WIDTH and height >= MIN_HEIGHT


def centred(outer: int, inner: int) -> int:
    """Where something ``inner`` cells long starts when centred in ``outer`` cells; never below 0."""
    return max(0, (outer - inner) // 2)


def one_cell(text: str) -> str:
    """Text as long in cells as in characters: what takes no cell or two is replaced by a dot."""
    return "".join(
        char if char.isprintable() and not combining(char) and east_asian_width(char) not in "WF" else "·"
        for char in text
    )


def cut(text: str, width: int) -> str:
    """Text that fits into ``width`` cells, with an ellipsis when something is left out."""
    if len(text) <= width:
        return text
    return text[: max(0, width - 1)] + "…" if width > 0 else ""
