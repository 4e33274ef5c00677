"""One card on its way or changing at its place, and when. Pure geometry."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final, NamedTuple

from solitaire_tui.table.scene import Face, Placed

ON_TOP: Final = 1000
"""Where moving cards lie: above all that lies on the table."""


class Span(NamedTuple):
    """When something happens: the seconds at which it begins and ends."""

    start: float
    end: float

    def part(self, now: float) -> float:
        """How much of it has passed, 0 to 1."""
        if now >= self.end:
            return 1.0
        return 0.0 if now <= self.start else (now - self.start) / (self.end - self.start)


@dataclass(frozen=True, slots=True)
class Track:
    """One card on its way.

    Attributes:
        before: the card as it was; None for one that comes.
        after: the card as it will be; None for one that goes.
        start: where it starts, left edge and top edge in cells.
        end: where it ends.
        when: the time of it.
        order: what lies on top of what while they move.
        lands: whether it slows down towards the end, rather than speeding up.
    """

    before: Placed | None
    after: Placed | None
    start: tuple[int, int]
    end: tuple[int, int]
    when: Span
    order: int = 0
    lands: bool = True

    def at(self, now: float) -> Placed | None:
        """The card at a time; None if it is not to be seen."""
        part = self.when.part(now)
        if part >= 1:
            return self.after
        if part <= 0:
            return None if self.before is None else replace(self.before, target="")
        eased = _eased(part, lands=self.lands)
        (x0, y0), (x1, y1) = self.start, self.end
        shown = self.before or self.after
        assert shown is not None
        comes = self.before is None
        return replace(
            shown,
            target="",
            card=None if comes else shown.card,
            face=Face.BACK if comes else shown.face,
            size=(self.after or shown).size,
            x=round(x0 + (x1 - x0) * eased),
            y=round(y0 + (y1 - y0) * eased),
            z=ON_TOP + self.order,
            shown=0,
        )


@dataclass(frozen=True, slots=True)
class Change:
    """A card that stays where it is and becomes another look of itself."""

    before: Placed
    after: Placed
    when: Span

    def at(self, now: float) -> Placed:
        """The card at a time."""
        part = self.when.part(now)
        if part >= 1:
            return self.after
        if self.after.face is Face.FALLEN and part > 0:
            return replace(self.after, crumbled=part)
        return replace(self.before, target=self.after.target)


def _eased(part: float, *, lands: bool) -> float:
    return 1 - (1 - part) ** 2 if lands else part * part
