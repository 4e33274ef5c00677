"""The line of play as a list to read: each step in words and in notation, and how it stands to the present. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Any

from solitaire_tui.language import _
from solitaire_tui.table.view import TableView


class Standing(Enum):
    """How a step of the line stands to the present position."""

    MADE = "made"
    PRESENT = "present"
    UNDONE = "undone"


@dataclass(frozen=True, slots=True)
class Entry:
    """A position of the line, told by the step that led to it.

    Attributes:
        number: how many steps lead to it; 0 for the deal.
        words: its step in a few words.
        notation: the moves of the step.
        standing: how it stands to the present position.
        marked: whether the player has marked it.
    """

    number: int
    words: str
    notation: str
    standing: Standing
    marked: bool


class MoveList:
    """The entries of a session's line of play. What an entry says is worked out when it is first looked at.

    Attributes:
        present: the number of the present position.
    """

    def __init__(self, view: TableView) -> None:
        self._view = view
        self._steps: list[tuple[Any, ...]] = []
        self._notation: list[tuple[str, ...]] = []
        self._words: dict[int, str] = {}
        self._marked: frozenset[int] = frozenset()
        self.present = 0

    def update(self, marks: Iterable[Sequence[tuple[str, ...]]]) -> None:
        """Follow the session's line of play.

        Args:
            marks: the ways to the marked positions, steps of moves in notation; those of other lines are ignored.
        """
        history = self._view.session.history
        steps = history.steps
        same = 0
        while same < min(len(steps), len(self._steps)) and steps[same] is self._steps[same]:
            same += 1
        for number in range(same + 1, len(self._steps) + 1):
            self._words.pop(number, None)
        del self._steps[same:], self._notation[same:]
        self._steps += steps[same:]
        self._notation += [tuple(str(move) for move in step) for step in steps[same:]]
        self._marked = frozenset(len(way) for way in marks if list(way) == self._notation[: len(way)])
        self.present = history.cursor

    def __len__(self) -> int:
        return len(self._steps) + 1

    def __getitem__(self, number: int) -> Entry:
        standing = Standing.MADE if number < self.present else Standing.UNDONE
        return Entry(
            number=number,
            words=self._told(number),
            notation=" ".join(self._notation[number - 1]) if number else "",
            standing=Standing.PRESENT if number == self.present else standing,
            marked=number in self._marked,
        )

    def _told(self, number: int) -> str:
        if not number:
            return _("the deal")
        words = self._words.get(number)
        if words is None:
            state = self._view.session.history.states[number - 1]
            words = self._words[number] = in_words(self._view, state, self._steps[number - 1])
        return words


def in_words(view: TableView, state: Any, step: Sequence[Any]) -> str:
    """A step from a position in a few words: its moves one after the other."""
    texts = []
    for move in step:
        texts.append(view.move_words(state, move, brief=True))
        state = view.session.game.apply(state, move)
    return ", ".join(texts)
