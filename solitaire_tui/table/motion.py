"""How cards get from one scene to the next: the scenes in between, for any part of the way. Pure geometry.

A card is followed by its face and, in a double deck, by its serial. One that comes into the game glides in from the
stock with its back up, one that leaves glides out, and one that beats another glides onto it. What a card turns into
at its place, it turns into when the card that causes it has arrived; cards fall apart one after another from there.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Final, NamedTuple, Protocol

from solitaire_tui.cards import Card
from solitaire_tui.table.scene import Face, Label, Placed, Scene

LONGEST: Final = 0.24
"""Seconds that a step takes at most, a chain of falling cards included."""
BACK: Final = 0.16
"""Seconds that taking a step back takes at most."""

_SWEEP: Final = 0.11
_GLIDE: Final = 0.13
_BEAT: Final = 0.09
_LAND: Final = 0.09
_CLOSE: Final = 0.06
_CRUMBLE: Final = 0.10
_ON_TOP: Final = 1000
"""Above all that lies on the table."""


class Piece(Protocol):
    """Something to be shown for a while, such as the motion of a step or what celebrates it."""

    @property
    def seconds(self) -> float:
        """How long it takes."""

    def at(self, part: float) -> Scene:
        """The scene when so much of it has passed, 0 to 1."""


@dataclass(frozen=True, slots=True)
class Glide:
    """How a new position is come to.

    Attributes:
        backwards: whether a step is taken back.
        dealt: whether the cards are dealt on an empty table, whatever was on it.
        gleam: the piles that gleam then.
        spread: the cards that are spread over the table then and gathered again.
    """

    backwards: bool = False
    dealt: bool = False
    gleam: tuple[str, ...] = ()
    spread: tuple[Card, ...] = ()


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
            z=_ON_TOP + self.order,
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


@dataclass(frozen=True, slots=True)
class Motion:
    """The way from one scene to another of the same size.

    Attributes:
        before: the scene at its beginning.
        after: the scene at its end.
        tracks: the cards that move.
        changes: the cards that change at their places.
        still: the cards that do neither.
        fixtures: until when the places of the scene before are shown, rather than those of the one after.
        whole: seconds that all takes if nothing is hurried.
    """

    before: Scene
    after: Scene
    tracks: tuple[Track, ...]
    changes: tuple[Change, ...]
    still: tuple[Placed, ...]
    fixtures: float
    whole: float

    @property
    def seconds(self) -> float:
        """How long it takes: what would be longer is hurried."""
        return min(LONGEST, self.whole)

    def at(self, part: float) -> Scene:
        """The scene when so much of the way is done, 0 to 1."""
        if part <= 0:
            return self.before
        if part >= 1:
            return self.after
        now = part * self.whole
        moving = [placed for track in self.tracks if (placed := track.at(now)) is not None]
        cards = [
            *_fixtures(self.before if now < self.fixtures else self.after),
            *self.still,
            *(change.at(now) for change in self.changes),
            *moving,
        ]
        held = {change.after.target for change in self.changes if change.when.part(now) < 1}
        labels = [label for label in self.after.labels if label.target not in held]
        labels += [label for label in self.before.labels if label.target and label.target in held]
        over = [placed for placed in moving if placed.z >= _ON_TOP]
        return replace(
            self.after, cards=tuple(cards), labels=tuple(label for label in labels if not _covered(label, over))
        )


@dataclass(frozen=True, slots=True)
class Reversed:
    """A motion from its end to its beginning."""

    forward: Motion
    seconds: float = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "seconds", min(BACK, self.forward.seconds))

    def at(self, part: float) -> Scene:
        """The scene when so much of the way back is done, 0 to 1."""
        return self.forward.at(1 - part)


def motion(before: Scene, after: Scene, *, backwards: bool = False) -> Motion | Reversed | None:
    """Plan the way from one scene to another; None if there is none worth showing.

    There is none between windows of different sizes and where rows scroll, since cards out of sight would seem to come
    and go.

    Args:
        before: the scene that is shown.
        after: the scene to come to.
        backwards: whether a step is taken back: then it is the step's own motion, played backwards.
    """
    if backwards:
        forward = motion(after, before)
        return Reversed(forward) if isinstance(forward, Motion) else None
    if (before.width, before.height) != (after.width, after.height) or before.hidden or after.hidden:
        return None
    plan = _Plan(before, after)
    plan.match()
    plan.schedule()
    if not plan.tracks and not plan.changes:
        return None
    times = [track.when for track in plan.tracks] + [change.when for change in plan.changes]
    end = max(when.end for when in times)
    if not end:
        return None
    return Motion(
        before, after, tuple(plan.tracks), tuple(plan.changes), tuple(plan.still), fixtures=plan.swept, whole=end
    )


def pieces(before: Scene | None, after: Scene, glide: Glide, dropped: Placed | None = None) -> list[Piece]:
    """What is to be shown on the way to a scene, one after another; empty for nothing.

    Args:
        before: the scene that is shown; None for none.
        after: the scene to come to.
        glide: how it is come to.
        dropped: a card of the scene before where the player has let it go.
    """
    if glide.dealt:
        before = replace(after, cards=(), labels=())
    elif before is not None and dropped is not None:
        lay = before.find(dropped.target)
        cards = [
            replace(card, x=dropped.x, y=dropped.y) if card is lay and card.card == dropped.card else card
            for card in before.cards
        ]
        before = replace(before, cards=tuple(cards))
    found: list[Piece] = []
    if before is not None and (way := motion(before, after, backwards=glide.backwards)):
        found.append(way)
    if glide.gleam or glide.spread:
        from solitaire_tui.table.celebration import Gleam, spread  # seldom needed

        if glide.gleam:
            found.append(Gleam(after, glide.gleam))
        if glide.spread and (fan := spread(after, glide.spread)):
            found.append(fan)
    return found


class _Plan:
    """Finds out which card goes where, and when."""

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
        going += [(card, other) for card, other in moved if _kind(card) != _kind(other)]
        lasts = _BEAT if self._falling() else _GLIDE
        arrived = begin
        for (card, other), when in zip(going, _row(begin, begin + lasts, len(going), 0.05), strict=True):
            place = other or onto[card.card]
            self._move(card, other, (place.x, place.y), when, lands=True)
            arrived = when.end

        close = max(begin, arrived - _CLOSE / 2)
        for card, other in moved:
            if _kind(card) == _kind(other):
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
                beaten.append(_number(other))
        falling.sort(key=lambda pair: min((abs(_number(pair[1]) - number) for number in beaten), default=0))
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


def _fixtures(scene: Scene) -> Iterable[Placed]:
    """What belongs to the table: backs, empty places and the discard, which are not followed."""
    return (placed for placed in scene.cards if not _is_card(placed))


def _cards(scene: Scene) -> list[Placed]:
    return [placed for placed in scene.cards if _is_card(placed)]


def _is_card(placed: Placed) -> bool:
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


def _kind(placed: Placed) -> str:
    return placed.target.partition(":")[0]


def _number(placed: Placed) -> int:
    return int(placed.target.partition(":")[2])


def _covered(label: Label, cards: Sequence[Placed]) -> bool:
    """Whether a card lies over a part of a label."""
    return any(
        card.y <= label.y < card.y + card.height
        and label.x < card.x + card.width + 1
        and card.x < label.x + len(label.text)
        for card in cards
    )
