"""Where the cards of Garem lie, for any window size."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from solitaire_tui.cards import DOUBLE_DECK, Card, Rank
from solitaire_tui.garem.rules import (
    PILE_SIZE,
    PILES,
    GaremState,
    hopeless,
    is_blocked,
    needed_rank,
    unseen_ranks,
)
from solitaire_tui.language import p_
from solitaire_tui.phrases import percent
from solitaire_tui.table.scene import CardSize, Face, Label, Placed, Scene, centred, cut, one_cell

WIDEST_COLUMN: Final = 16
"""Columns grow with the window up to this many cells, for the wishes' sake."""


@dataclass(frozen=True, slots=True)
class _Plan:
    """A way to place everything: card size, cells a column, lines for piles and needs, spare lines, counter or not."""

    size: CardSize
    column: int
    pile_lines: int
    needs: int
    gap: int
    counter: bool

    @property
    def height(self) -> int:
        """Lines from the wishes to the numbers of the play row."""
        return 1 + self.pile_lines + self.needs + self.gap + self.size.height + 1


def layout(
    state: GaremState,
    width: int,
    height: int,
    *,
    wishes: Mapping[int, str] | None = None,
    preview: GaremState | None = None,
    odds: Sequence[float] | None = None,
    largest: CardSize = CardSize.LARGE,
) -> Scene:
    """Place piles and play row in a table of ``width`` by ``height`` cells.

    The largest card size is taken that leaves a pile its base card and its top card in sight; the run between them
    is shortened when it does not fit, since a pile is always consecutive.

    Args:
        state: the position.
        width: cells.
        height: cells.
        wishes: wishes by pile, 1 to 8.
        preview: the position a move would lead to; what the piles would hold and need then is shown where it differs.
        odds: the chance of each wish, for a line of its own; empty while they are not known yet, None for no line.
        largest: the largest card faces to use.
    """
    plan = _plan(width, height, 1 if odds is None else 2, largest)
    left = centred(width, plan.column * PILES)
    wishes = wishes or {}
    doomed = hopeless(state)
    later = doomed if preview is None else hopeless(preview)
    cards: list[Placed] = []
    labels: list[Label] = []
    top = centred(height - 2 * plan.counter, plan.height)
    needs = top + 1 + plan.pile_lines
    row_top = needs + plan.needs + plan.gap
    for pile in range(PILES):
        column = left + pile * plan.column
        x = column + (plan.column - plan.size.width) // 2
        target = f"pile:{pile}"
        head = f"{pile + 1} {wishes[pile + 1]}" if wishes.get(pile + 1) else f"{pile + 1}"
        role = "wish" if wishes.get(pile + 1) else "number"
        head = cut(one_cell(" ".join(head.split())), plan.column - 1)
        head_x = column + centred(plan.column - 1, len(head)) if role == "wish" else x + plan.size.width // 2
        labels.append(Label(head_x, top, head, role, target))
        pile_cards, pile_labels = _pile(state.piles[pile], target, plan, x, top + 1)
        cards += pile_cards
        labels += pile_labels
        text, role = _need(state, pile, doomed=doomed[pile])
        if preview is not None and (then := _need(preview, pile, doomed=later[pile])[0]) != text:
            text, role = then, "preview"
        labels.append(Label(x + centred(plan.size.width, len(text)), needs, text, role, target))
        if odds:
            chance = percent(odds[pile])
            labels.append(Label(x + centred(plan.size.width, len(chance)), needs + 1, chance, "value", target))
        card = state.row[pile]
        face = Face.OPEN if card else Face.PLACE
        serial = len(DOUBLE_DECK) - len(state.stock) - PILES + pile if card else None
        cards.append(Placed(f"row:{pile}" if card else "", card, face, plan.size, x, row_top, z=50, serial=serial))
        if card:
            number = Label(x + plan.size.width // 2, row_top + plan.size.height, str(pile + 1), "number", f"row:{pile}")
            labels.append(number)
    if plan.counter:
        labels += _counter(state, width, min(height - 1, row_top + plan.size.height + 3))
    return Scene(
        width=width,
        height=height,
        size=plan.size,
        cards=tuple(cards),
        labels=tuple(labels),
        stock=(-plan.size.width, row_top),
        out=(centred(width, plan.size.width), height),
    )


def _plan(width: int, height: int, needs: int, largest: CardSize) -> _Plan:
    column = max(4, min(width // PILES, WIDEST_COLUMN))
    for size in CardSize.up_to(largest):
        if size.width + 1 > column:
            continue
        for counter, gap in ((True, 1), (False, 1), (False, 0)):
            # A line each for the wishes and for the numbers of the play row, one or two for what the piles need.
            pile_lines = height - 2 - needs - gap - size.height - counter
            if pile_lines >= size.height + 3 or (size is CardSize.TINY and pile_lines >= 3):
                most = size.height + PILE_SIZE - 1
                return _Plan(size, column, min(pile_lines, most), needs, gap, counter)
    return _Plan(CardSize.TINY, column, max(1, height - 3 - needs), needs, 0, counter=False)


def _pile(pile: Sequence[Card], target: str, plan: _Plan, x: int, y: int) -> tuple[list[Placed], list[Label]]:
    """A pile as a fan from the base card down, shortened in the middle if it has to be."""
    room = plan.pile_lines - plan.size.height
    above = list(pile[:-1])
    labels: list[Label] = []
    cards: list[Placed] = []
    if len(above) > room:
        # The base card, a line that tells the run left out, then the last cards.
        keep = max(0, room - 2)
        hidden = above[1 : len(above) - keep]
        if room >= 2 and hidden:
            cards.append(Placed(target, pile[0], Face.OPEN, plan.size, x, y, z=0, shown=1))
            labels.append(Label(x, y + 1, _run(hidden, plan.size.width), "run", target))
            y += 2
            above = above[len(above) - keep :]
        else:
            above = above[:room]
    for i, card in enumerate(above):
        cards.append(Placed(target, card, Face.OPEN, plan.size, x, y, z=i + 1, shown=1))
        y += 1
    cards.append(Placed(target, pile[-1], Face.OPEN, plan.size, x, y, z=PILE_SIZE + 1))
    return cards, labels


def _run(hidden: Sequence[Card], width: int) -> str:
    """The run left out, as in ``4…9``, padded to the card's width."""
    first, last = _letter(hidden[0].rank), _letter(hidden[-1].rank)
    text = first if len(hidden) == 1 else f"{first}…{last}"
    return text.center(width)[:width]


def _letter(rank: Rank | None) -> str:
    return "" if rank is None else rank.letter


def _need(state: GaremState, pile: int, *, doomed: bool) -> tuple[str, str]:
    """What a pile holds and needs, as in ``6→T``, and its style."""
    cards = state.piles[pile]
    rank = needed_rank(cards)
    if rank is None:
        return "13★", "granted"
    if doomed:
        return f"{len(cards)}✗{rank.letter}", "doomed"
    if is_blocked(state, pile):
        return f"{len(cards)}┃{rank.letter}", "blocked"
    return f"{len(cards)}→{rank.letter}", "need"


def _counter(state: GaremState, width: int, y: int) -> list[Label]:
    """How many unseen cards of each rank there are, on one line; nothing where it does not fit."""
    counts = unseen_ranks(state)
    unseen = p_("place of a card", "unseen")
    for separator, title in (("  ", f"{unseen}  "), (" ", f"{unseen} "), (" ", "")):
        entries = [f"{rank.letter}:{counts[rank]}" for rank in Rank]
        if len(title) + len(separator.join(entries)) <= width:
            break
    else:
        return []
    x = centred(width, len(title) + len(separator.join(entries)))
    labels = [Label(x, y, title, "label", "unseen")] if title else []
    x += len(title)
    for rank, entry in zip(Rank, entries, strict=True):
        labels.append(Label(x, y, entry, "label" if counts[rank] else "spent", "unseen"))
        x += len(entry) + len(separator)
    return labels
