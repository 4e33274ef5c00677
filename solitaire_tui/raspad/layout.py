"""Where the cards of Raspad lie, for any window size."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product
from typing import Final

from solitaire_tui.language import _, p_
from solitaire_tui.raspad.rules import HAND_SIZE, RaspadState, TableCard
from solitaire_tui.raspad.words import values_now
from solitaire_tui.table.scene import CardSize, Face, Label, Placed, Scene, centred

GAP: Final = 1
"""Cells between two cards of a line."""
MARGIN: Final = 2
"""Cells left free at both sides of the row, for the marks where it wraps."""

LONGEST_LINE: Final = 136
"""Cells of the row in one line, where another line has room too: an eye finds its way back no further."""


@dataclass(frozen=True, slots=True)
class _Plan:
    """A way to place everything: card size, cards a line, lines, lines in sight, and spare lines between."""

    size: CardSize
    per_line: int
    lines: int
    in_sight: int
    roomy: bool

    @property
    def line_height(self) -> int:
        """A line of the row with the values under it."""
        return self.size.height + 1

    @property
    def hand_height(self) -> int:
        """The hand with its numbers, and room to raise a picked card."""
        return self.size.height + 1 + (1 if self.roomy else 0)

    @property
    def height(self) -> int:
        return self.in_sight * self.line_height + self.hand_height + (1 if self.roomy else 0)


def layout(
    state: RaspadState,
    width: int,
    height: int,
    *,
    scroll: int = 0,
    preview: RaspadState | None = None,
    largest: CardSize = CardSize.LARGE,
) -> Scene:
    """Place hand and row in a table of ``width`` by ``height`` cells.

    The largest card size that shows everything is taken; when even tiny cards do not fit, the row scrolls.

    Args:
        state: the position.
        width: cells.
        height: cells.
        scroll: how many lines of the row to leave out at the top, if it has to scroll.
        preview: the position a move would lead to; the values it would give are shown instead of the present ones.
        largest: the largest card faces to use.
    """
    plan = _plan(len(state.table), width, height, largest)
    max_scroll = plan.lines - plan.in_sight
    scroll = min(max(0, scroll), max_scroll)
    top = centred(height, plan.height)
    spare = max(0, height - plan.height)
    cards, labels = _row(state, plan, width, top, scroll, preview)
    hand_top = top + plan.in_sight * plan.line_height + (1 if plan.roomy else 0) + min(2, spare // 4)
    hand_top += 1 if plan.roomy else 0
    hand_cards, hand_labels = _hand(state, plan.size, width, hand_top)
    # Stock and discard; where they have no room, cards come from beside the table and go there.
    beside = [(placed.x, placed.y) for placed in hand_cards[HAND_SIZE:]]
    beside = beside or [(-plan.size.width - 1, hand_top), (width, hand_top)]
    return Scene(
        width=width,
        height=height,
        size=plan.size,
        cards=(*cards, *hand_cards),
        labels=(*labels, *hand_labels),
        scroll=scroll,
        max_scroll=max_scroll,
        per_line=plan.per_line,
        hidden=frozenset(f"table:{i}" for i in range(len(state.table))) - {placed.target for placed in cards},
        stock=beside[0],
        out=beside[-1],
    )


def _plan(count: int, width: int, height: int, largest: CardSize) -> _Plan:
    for size, across in product(CardSize.up_to(largest), sorted({min(width, LONGEST_LINE), width})):
        per_line = max(1, (across - 2 * MARGIN + GAP) // (size.width + GAP))
        lines = max(1, -(-count // per_line))
        if _hand_width(size) > width:
            continue
        for roomy in (True, False):
            plan = _Plan(size, -(-max(count, 1) // lines), lines, lines, roomy)
            if plan.height <= height:
                return plan
    size = CardSize.TINY
    per_line = max(1, (width - 2 * MARGIN + GAP) // (size.width + GAP))
    lines = max(1, -(-count // per_line))
    in_sight = max(1, (height - size.height - 1) // (size.height + 1))
    return _Plan(size, per_line, lines, min(lines, in_sight), roomy=False)


def _hand_width(size: CardSize) -> int:
    return HAND_SIZE * (size.width + GAP) - GAP


def _row(
    state: RaspadState, plan: _Plan, width: int, top: int, scroll: int, preview: RaspadState | None
) -> tuple[list[Placed], list[Label]]:
    """The row, line by line, with the values under the cards and marks where it wraps."""
    cards: list[Placed] = []
    labels: list[Label] = []
    step = plan.size.width + GAP
    count = len(state.table)
    for line in range(scroll, scroll + plan.in_sight):
        first = line * plan.per_line
        indices = range(first, min(first + plan.per_line, count))
        if not indices:
            break
        # Every line but a short last one is equally long, so all start at the same column.
        left = centred(width, min(plan.per_line, count) * step - GAP)
        y = top + (line - scroll) * plan.line_height
        middle = y + plan.size.height // 2
        for i in indices:
            x = left + (i - first) * step
            slot = state.table[i]
            cards.append(Placed(f"table:{i}", slot.card, _face(slot), plan.size, x, y, spent=slot.spent))
            text, role = _value(state, preview, i)
            if text:
                under = x + centred(plan.size.width, len(text))
                labels.append(Label(under, y + plan.size.height, text, role, f"table:{i}"))
        if line + 1 < plan.lines:
            end = left + len(indices) * step - GAP
            more = line + 1 == scroll + plan.in_sight
            labels.append(Label(end + 1, middle, "▼" if more else "▸", "wrap"))
        if line > 0:
            more = line == scroll
            labels.append(Label(max(0, left - 2), middle, "▲" if more and scroll else "▸", "wrap"))
    return cards, labels


def _face(slot: TableCard) -> Face:
    if not slot.beaten:
        return Face.OPEN
    return Face.FALLEN if slot.spent is None else Face.BEATEN


def _value(state: RaspadState, preview: RaspadState | None, index: int) -> tuple[str, str]:
    """What stands under a card of the row, and its style.

    The values a lowered card has, the card that beat a beaten one, or what a previewed move would make of it.
    """
    slot = state.table[index]
    if slot.beaten:
        return (
            (f"{slot.spent.rank.letter}{slot.spent.suit.symbol}", "spent")
            if (slot.spent is not None and slot.spent.rank and slot.spent.suit)
            else ((p_("at most three letters", "jok"), "spent") if slot.spent is not None else ("", "spent"))
        )
    now = values_now(slot.card, state.lowered(index))
    joker = p_("at most three letters", "any") if slot.card.is_joker and state.lowered(index) else ""
    if preview is None:
        return (now or joker, "value")
    after = preview.table[index]
    if after.beaten:
        return ("✗✗✗", "falls") if after.spent is None else ("", "value")
    if preview.lowered(index) == state.lowered(index):
        return (now or joker, "value")
    # As 9▸8 rather than 9-8: what would be is told from what is without any colour.
    value = values_now(after.card, preview.lowered(index)).replace("-", "▸")
    return (value or p_("at most three letters", "any"), "preview")


def _hand(state: RaspadState, size: CardSize, width: int, top: int) -> tuple[list[Placed], list[Label]]:
    """The hand with its numbers; stock and discard at its sides where there is room."""
    cards: list[Placed] = []
    labels: list[Label] = []
    step = size.width + GAP
    left = centred(width, _hand_width(size))
    below = top + size.height
    for i in range(HAND_SIZE):
        x = left + i * step
        if i < len(state.hand):
            cards.append(Placed(f"hand:{i}", state.hand[i], Face.OPEN, size, x, top, z=1))
            labels.append(Label(x + (size.width - 1) // 2, below, str(i + 1), "number", f"hand:{i}"))
        else:
            cards.append(Placed("", None, Face.PLACE, size, x, top))
    if left >= size.width + 5:
        near = min(left, 3 * size.width)  # not lost in the corners of a wide window
        x = left - near + centred(near, size.width)
        face = Face.BACK if state.stock else Face.PLACE
        cards.append(Placed("", None, face, size, x, top))
        labels.append(_under(_("stock {number}").format(number=len(state.stock)), x, size, below, ""))
        x = width - x - size.width
        top_card = state.discard[-1] if state.discard else None
        face = Face.BEATEN if top_card else Face.PLACE
        cards.append(Placed("discard" if top_card else "", top_card, face, size, x, top))
        out = _("out {number}").format(number=len(state.discard))
        labels.append(_under(out, x, size, below, "discard" if top_card else ""))
    return cards, labels


def _under(text: str, x: int, size: CardSize, y: int, target: str) -> Label:
    """A text centred under a card."""
    return Label(max(0, x + (size.width - len(text)) // 2), y, text, "label", target)
