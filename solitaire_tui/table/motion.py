"""How cards get from one scene to the next: the scenes in between, for any part of the way. Pure geometry.

A card is followed by its face and, in a double deck, by its serial. One that comes into the game glides in from the
stock with its back up, one that leaves glides out, and one that beats another glides onto it. What a card turns into
at its place, it turns into when the card that causes it has arrived; cards fall apart one after another from there.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Final, Protocol

from solitaire_tui.cards import Card
from solitaire_tui.table.plan import LONGEST, Plan, is_card
from solitaire_tui.table.scene import Label, Placed, Scene
from solitaire_tui.table.tracks import ON_TOP, Change, Track

BACK: Final = 0.16
"""Seconds that taking a step back takes at most."""


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
        over = [placed for placed in moving if placed.z >= ON_TOP]
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
    plan = Plan(before, after)
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


def _fixtures(scene: Scene) -> Iterable[Placed]:
    """What belongs to the table: backs, empty places and the discard, which are not followed."""
    return (placed for placed in scene.cards if not is_card(placed))


def _covered(label: Label, cards: Sequence[Placed]) -> bool:
    """Whether a card lies over a part of a label."""
    return any(
        card.y <= label.y < card.y + card.height
        and label.x < card.x + card.width + 1
        and card.x < label.x + len(label.text)
        for card in cards
    )
