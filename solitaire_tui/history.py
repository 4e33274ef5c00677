"""The undo stack around any game: a line of play with a cursor."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Generic

from solitaire_tui.game import Game, MoveT, RulesT, StateT


class History(Generic[RulesT, StateT, MoveT]):
    """A line of play. One step is one action of the player, which may be several moves.

    Playing after an undo replaces the rest of the line. Positions are kept, so undo and redo rebuild nothing.
    """

    def __init__(self, game: Game[RulesT, StateT, MoveT], start: StateT, moves: Iterable[MoveT] = ()) -> None:
        """Start at a position and play moves, each a step of its own.

        Raises:
            IllegalMove: if one of the moves is illegal.
        """
        self.game = game
        self._states: list[StateT] = [start]
        self._steps: list[tuple[MoveT, ...]] = []
        self._cursor = 0
        for move in moves:
            self.play(move)

    @property
    def state(self) -> StateT:
        """The present position."""
        return self._states[self._cursor]

    @property
    def start(self) -> StateT:
        """The position of the deal."""
        return self._states[0]

    @property
    def previous(self) -> StateT | None:
        """The position before the last step; None at the start."""
        return self._states[self._cursor - 1] if self._cursor else None

    @property
    def last_step(self) -> tuple[MoveT, ...]:
        """The moves of the step that led to the present position; empty at the start."""
        return self._steps[self._cursor - 1] if self._cursor else ()

    @property
    def cursor(self) -> int:
        """How many steps lead to the present position."""
        return self._cursor

    @property
    def can_undo(self) -> bool:
        return self._cursor > 0

    @property
    def can_redo(self) -> bool:
        return self._cursor < len(self._steps)

    @property
    def moves(self) -> tuple[MoveT, ...]:
        """The moves that lead from the start to the present position."""
        return tuple(move for step in self._steps[: self._cursor] for move in step)

    @property
    def steps(self) -> tuple[tuple[MoveT, ...], ...]:
        """Every step of the line, those that can be redone included."""
        return tuple(self._steps)

    def play(self, *moves: MoveT) -> StateT:
        """Play moves as one step; the steps that could have been redone are dropped.

        Raises:
            IllegalMove: if a move is illegal; nothing is changed then.
        """
        if not moves:
            return self.state
        state = self.state
        for move in moves:
            state = self.game.apply(state, move)
        del self._steps[self._cursor :], self._states[self._cursor + 1 :]
        self._steps.append(moves)
        self._states.append(state)
        self._cursor += 1
        return state

    def undo(self) -> bool:
        """Go one step back; False if there is none."""
        return self.jump(self._cursor - 1)

    def redo(self) -> bool:
        """Go one step forward again; False if there is none."""
        return self.jump(self._cursor + 1)

    def undo_all(self) -> bool:
        """Go back to the deal; redoing stays possible. False if already there."""
        return self.can_undo and self.jump(0)

    def redo_all(self) -> bool:
        """Go to the end of the line; False if already there."""
        return self.can_redo and self.jump(len(self._steps))

    def jump(self, cursor: int) -> bool:
        """Go to the position after ``cursor`` steps of the line; False if there is no such position."""
        if not 0 <= cursor <= len(self._steps):
            return False
        self._cursor = cursor
        return True
