"""What celebrates a finished pile and a won game: light that runs up a pile, and a deck spread and gathered again.

Pure: both are scenes for any part of the time, as motions are.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from solitaire_tui.cards import Card
from solitaire_tui.table.scene import CardSize, Face, Label, Placed, Scene, centred

_RISE: Final = 0.3
"""Seconds that light takes to run up a pile."""
_STAGGER: Final = 0.08
"""Seconds from pile to pile."""
_SPREAD: Final = 0.9
_STEP: Final = 3
"""Cells of each spread card that the next one leaves in sight: its index."""
_MARGIN: Final = 3
_ARC: Final = 2
"""Lines by which the middle of the spread lies higher than its ends."""


@dataclass(frozen=True, slots=True)
class Gleam:
    """Light runs up some piles, one after another, once.

    Attributes:
        scene: what lies on the table.
        piles: their targets.
    """

    scene: Scene
    piles: Sequence[str]

    @property
    def seconds(self) -> float:
        """How long it takes."""
        return _RISE + _STAGGER * (len(self.piles) - 1)

    def at(self, part: float) -> Scene:
        """The scene when so much of it has passed, 0 to 1."""
        if not 0 < part < 1:
            return self.scene
        lit: set[Placed] = set()
        stars = []
        for number, target in enumerate(self.piles):
            risen = (part * self.seconds - number * _STAGGER) / _RISE
            cards = [placed for placed in self.scene.cards if placed.target == target]
            if cards and 0 <= risen < 1:
                top, bottom = min(card.y for card in cards), max(card.y + card.height for card in cards)
                line = bottom - 1 - int(risen * (bottom - top))
                lit |= {card for card in cards if card.contains(card.x, line)}
                stars += [Label(x, line, "★", "granted") for x in (cards[0].x - 1, cards[0].x + cards[0].width)]
        shown = [replace(card, lit=True) if card in lit else card for card in self.scene.cards]
        return replace(self.scene, cards=tuple(shown), labels=(*self.scene.labels, *stars))


@dataclass(frozen=True, slots=True)
class Spread:
    """Cards are spread over the table from where the discard lies, in an arc, and gathered there again.

    Attributes:
        scene: what lies on the table.
        fan: the spread cards, in the order in which they appear.
    """

    scene: Scene
    fan: tuple[Placed, ...]

    @property
    def seconds(self) -> float:
        """How long it takes."""
        return _SPREAD

    def at(self, part: float) -> Scene:
        """The scene when so much of it has passed, 0 to 1."""
        if not 0 < part < 1:
            return self.scene
        there = len(self.fan) * min(1.0, part / 0.4, (1 - part) / 0.35)
        return replace(self.scene, cards=(*self.scene.cards, *self.fan[: round(there)]))


def spread(scene: Scene, cards: Sequence[Card]) -> Spread | None:
    """Spread as many cards, from the last one on, as have room above all that lies on the table; None if none has."""
    room = min((card.y for card in scene.cards), default=scene.height)
    size = next((size for size in CardSize if size.height + 1 <= room and size.height <= scene.size.height), None)
    count = 0 if size is None else min(len(cards), (scene.width - 2 * _MARGIN - size.width) // _STEP + 1)
    if size is None or count < 2:
        return None
    arc = min(_ARC, room - size.height - 1)
    left = centred(scene.width, (count - 1) * _STEP + size.width)
    top = max(0, (room - size.height - arc) // 2)
    fan = []
    for number, card in enumerate(reversed(cards[-count:])):
        aside = 2 * number / (count - 1) - 1
        x = left + (count - 1 - number) * _STEP
        y = top + round(arc * aside * aside)
        fan.append(Placed("", card, Face.OPEN, size, x, y, z=2000 - number, shown=size.height))
    return Spread(scene, tuple(fan))
