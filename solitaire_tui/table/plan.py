"""Which card of a scene is which of the next one, where it goes, and when. Pure geometry."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from solitaire_tui.table.scene import Face, Placed, Scene, index, kind
from solitaire_tui.table.tracks import Change, Span, Track

LONGEST: Final = 0.24
"""Seconds that a step takes at most, a chain of falling cards included."""

_SWEEP: Final = 0.11
_GLIDE: Final = 0.13
_BEAT: Final = 0.09
_LAND: Final = 0.09
_CLOSE: Final = 0.06
_CRUMBLE: Final = 0.10
"""Seconds of a card that leaves, that goes to another place, that beats one and lets others fall, that is dealt, that
closes up with its neighbours, and that falls apart."""


class Plan:
    """The way of every card from one scene to the next.

    Attributes:
        tracks: the cards that move.
        changes: the cards that change at their places.
        still: the cards that do neither.
        swept: the seconds at which the last card that leaves has gone.
    """

    def __init__(self, before: Scene, after: Scene) -> None:
        self.before = before
        self.after = after
        self.tracks: list[Track] = []
        self.changes: list[Change] = []
        self.still: list[Placed] = []
        self.swept = 0.0
        self._pairs: list[tuple[Placed, Placed]] = []
        self._gone: list[Placed] = []
        self._come: list[Placed] = []
        self._hidden: list[Placed] = []
        self._shown: list[Placed] = []

    def match(self) -> None:
        """Find the cards of the scene before again in the scene after."""
        gone, come = _cards(self.before), _cards(self.after)
        for near in (True, False):
            for card in tuple(gone):
                fits = [other for other in come if _same(card, other) and (not near or card.target == other.target)]
                if fits:
                    found = min(fits, key=lambda other: (other.serial != card.serial, _distance(card, other)))
                    self._pairs.append((card, found))
                    gone.remove(card)
                    come.remove(found)
        # Cards that come into sight or go out of it in a pile of which others stay do so where they are.
        piles = {card.target for card, other in self._pairs if card.target == other.target}
        self._gone = [card for card in gone if card.target not in piles]
        self._come = [card for card in come if card.target not in piles]
        self._hidden = [card for card in gone if card.target in piles]
        self._shown = [card for card in come if card.target in piles]

    def schedule(self) -> None:
        """Give everything its time. Cards are swept away first, then go their ways, fall apart, and are dealt."""
        known = {placed.spent for placed in self.before.cards}
        onto = {placed.spent: placed for placed in self.after.cards if placed.spent not in known}
        x, y = self.after.out
        swept = [card for card in self._gone if card.card not in onto]
        swept.sort(key=lambda card: abs(card.x - x) + abs(card.y - y))
        for card, when in zip(swept, _row(0.0, _SWEEP, len(swept), 0.03), strict=True):
            self._move(card, None, self.after.out, when)
            self.swept = when.end
        begin = max(0.0, self.swept - 0.03)

        moved = [(card, other) for card, other in self._pairs if not _stays(card, other)]
        going: list[tuple[Placed, Placed | None]] = [(card, None) for card in self._gone if card.card in onto]
        going += [(card, other) for card, other in moved if kind(card.target) != kind(other.target)]
        lasts = _BEAT if self._falling() else _GLIDE
        arrived = begin
        for (card, other), when in zip(going, _row(begin, begin + lasts, len(going), 0.05), strict=True):
            place = other or onto[card.card]
            self._move(card, other, (place.x, place.y), when, lands=True)
            arrived = when.end

        close = max(begin, arrived - _CLOSE / 2)
        for card, other in moved:
            if kind(card.target) == kind(other.target):
                self._move(card, other, (other.x, other.y), Span(close, close + _CLOSE))
        self._change(arrived)
        spare = LONGEST - begin - _LAND
        # As one deals: first what lies near the player, and there what lies near the stock.
        x, y = self.after.stock
        self._come.sort(key=lambda card: (-card.y, abs(card.x - x)))
        for card, when in zip(self._come, _row(begin, begin + _LAND, len(self._come), spare), strict=True):
            self.tracks.append(Track(None, card, self.after.stock, (card.x, card.y), when, len(self.tracks)))

    def _falling(self) -> list[tuple[Placed, Placed]]:
        return [
            (card, other)
            for card, other in self._pairs
            if _stays(card, other) and other.face is Face.FALLEN and card.face is Face.OPEN
        ]

    def _change(self, arrived: float) -> None:
        """Cards that stay turn into what they become, those that fall apart one after another from the beaten one."""
        falling = self._falling()
        beaten = []
        for card, other in self._pairs:
            if not _stays(card, other) or (card, other) in falling:
                continue
            if _looks(card) == _looks(other) or self.before.size is not self.after.size:
                self.still.append(other)
            else:
                self.changes.append(Change(card, other, Span(arrived, arrived)))
            if other.face is Face.BEATEN and card.face is Face.OPEN:
                beaten.append(index(other.target))
        falling.sort(key=lambda pair: min((abs(index(pair[1].target) - number) for number in beaten), default=0))
        spare = LONGEST - arrived - _CRUMBLE
        for (card, other), when in zip(falling, _row(arrived, arrived + _CRUMBLE, len(falling), spare), strict=True):
            self.changes.append(Change(card, other, when))
        for card in self._hidden:
            self._move(card, None, (card.x, card.y), Span(arrived, arrived))
        for card in self._shown:
            self.tracks.append(Track(None, card, (card.x, card.y), (card.x, card.y), Span(arrived, arrived)))

    def _move(
        self, before: Placed, after: Placed | None, end: tuple[int, int], when: Span, *, lands: bool = False
    ) -> None:
        track = Track(before, after, (before.x, before.y), end, when, len(self.tracks), lands or after is not None)
        self.tracks.append(track)


def _row(start: float, end: float, count: int, spare: float) -> list[Span]:
    """Equally long times one after another, the last begun at most ``spare`` seconds after the first."""
    step = min(0.04, max(0.0, spare) / max(1, count - 1))
    return [Span(start + step * i, end + step * i) for i in range(count)]


def _cards(scene: Scene) -> list[Placed]:
    return [placed for placed in scene.cards if is_card(placed)]


def is_card(placed: Placed) -> bool:
    """Whether it is a card that is followed, not a back, an empty place or the discard."""
    return placed.card is not None and ":" in placed.target


def _same(one: Placed, other: Placed) -> bool:
    """Whether both may be the same card."""
    return one.card == other.card and (None in (one.serial, other.serial) or one.serial == other.serial)


def _stays(one: Placed, other: Placed) -> bool:
    """Whether a card does not move, or only as a pile is pushed together."""
    return (one.x, one.y) == (other.x, other.y) or (one.target == other.target and bool(one.shown or other.shown))


def _looks(placed: Placed) -> Placed:
    return replace(placed, target="", z=0)


def _distance(one: Placed, other: Placed) -> int:
    return abs(one.x - other.x) + abs(one.y - other.y)
