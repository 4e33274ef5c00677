"""The undo stack around any game: a line of play with a cursor, and the jumps from one line to another."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Generic

from solitaire_tui.game import Game, MoveT, RulesT, StateT
from solitaire_tui.language import _


@dataclass(slots=True)
class _Line(Generic[StateT, MoveT]):
    """A line of play and where in it the player stands.

    Attributes:
        states: the positions, the deal first.
        steps: what leads from each position to the next.
        cursor: how many steps lead to the present position.
        landed: where a jump has led into this line; 0 too for the line that no jump has led into.
        left: where the jump that may be made again leaves this line; of no meaning when there is none.
    """

    states: list[StateT]
    steps: list[tuple[MoveT, ...]]
    cursor: int = 0
    landed: int = 0
    left: int = 0


@dataclass(frozen=True, slots=True)
class Left(Generic[MoveT]):
    """A line of play that a jump has left, as it is written down.

    Attributes:
        steps: its steps, those that could be redone included.
        cursor: how many of them lead to the position that was left.
        landed: where the jump before that one had led into it.
    """

    steps: tuple[tuple[MoveT, ...], ...]
    cursor: int
    landed: int


class History(Generic[RulesT, StateT, MoveT]):
    """A line of play. One step is one action of the player, which may be several moves.

    Playing after an undo replaces the rest of the line. Positions are kept, so undo and redo rebuild nothing.

    A jump to a marked position is a step of its own kind. The position may lie on this line, or on a part of it that
    was replaced, which the jump brings back. Either way the line that is left stays whole behind the jump: undo at the
    position where the jump landed returns to it, at the position that was left, and redo there jumps again. So undo
    and redo are the reverse of each other also where jumps were made. A new move that replaces the position where a
    jump landed replaces what lies behind the jump too.
    """

    def __init__(self, game: Game[RulesT, StateT, MoveT], start: StateT, moves: Iterable[MoveT] = ()) -> None:
        """Start at a position and play moves, each a step of its own.

        Raises:
            IllegalMove: if one of the moves is illegal.
        """
        self.game = game
        self._line: _Line[StateT, MoveT] = _Line([start], [])
        self._behind: list[_Line[StateT, MoveT]] = []
        self._ahead: list[_Line[StateT, MoveT]] = []
        self._walked = False  # whether undo all or redo, not a jump, led to where a jump landed
        for move in moves:
            self.play(move)

    @property
    def state(self) -> StateT:
        """The present position."""
        return self._line.states[self._line.cursor]

    @property
    def start(self) -> StateT:
        """The position of the deal."""
        return self._line.states[0]

    @property
    def end(self) -> StateT:
        """The last position of the line, the steps that can be redone included."""
        return self._line.states[-1]

    @property
    def states(self) -> Sequence[StateT]:
        """Every position of the line, the deal first; not to be changed."""
        return self._line.states

    @property
    def previous(self) -> StateT | None:
        """The position before the last step; None at the start."""
        line = self._line
        return line.states[line.cursor - 1] if line.cursor else None

    @property
    def last_step(self) -> tuple[MoveT, ...]:
        """The moves of the step that led to the present position; empty at the start."""
        line = self._line
        return line.steps[line.cursor - 1] if line.cursor else ()

    @property
    def cursor(self) -> int:
        """How many steps lead to the present position."""
        return self._line.cursor

    @property
    def can_undo(self) -> bool:
        return self._line.cursor > 0 or self.at_landing

    @property
    def can_redo(self) -> bool:
        return self._line.cursor < len(self._line.steps) or self.at_leaving

    @property
    def at_landing(self) -> bool:
        """Whether a jump led here, so that undo takes the jump back."""
        return bool(self._behind) and self._line.cursor == self._line.landed and not self._walked

    @property
    def at_leaving(self) -> bool:
        """Whether a jump from here was taken back, so that redo makes it again."""
        return bool(self._ahead) and self._line.cursor == self._line.left

    @property
    def moves(self) -> tuple[MoveT, ...]:
        """The moves that lead from the start to the present position."""
        return tuple(move for step in self.way for move in step)

    @property
    def way(self) -> tuple[tuple[MoveT, ...], ...]:
        """The steps that lead from the start to the present position."""
        return tuple(self._line.steps[: self._line.cursor])

    @property
    def steps(self) -> tuple[tuple[MoveT, ...], ...]:
        """Every step of the line, those that can be redone included."""
        return tuple(self._line.steps)

    def play(self, *moves: MoveT) -> StateT:
        """Play moves as one step; the steps that could have been redone are dropped.

        Raises:
            IllegalMove: if a move is illegal; nothing is changed then.
        """
        if not moves:
            return self.state
        state = self._after(self.state, moves)
        line = self._line
        # The position where the jump landed is gone, and with it the way back; so it is after undo all.
        if line.cursor < line.landed or (not line.cursor and self._walked):
            self._behind.clear()
            line.landed = 0
        self._ahead.clear()
        del line.steps[line.cursor :], line.states[line.cursor + 1 :]
        line.steps.append(moves)
        line.states.append(state)
        self._go(line.cursor + 1)
        return state

    def undo(self) -> bool:
        """Go one step back, or take back the jump that led here; False if there is neither."""
        if self.at_landing:
            self._ahead.append(self._line)
            self._line = self._behind.pop()
            self._walked = False
            return True
        return self._line.cursor > 0 and self._go(self._line.cursor - 1)

    def redo(self) -> bool:
        """Go one step forward again, or make a jump again; False if there is neither."""
        if self.at_leaving:
            self._behind.append(self._line)
            self._line = self._ahead.pop()
            self._walked = False
            return True
        return self._line.cursor < len(self._line.steps) and self._go(self._line.cursor + 1)

    def undo_all(self) -> bool:
        """Go back to the deal; redoing stays possible. False if already there."""
        if not self._line.cursor:
            return False
        self._go(0)
        self._walked = True
        return True

    def redo_all(self) -> bool:
        """Go to the end of the line; False if already there."""
        return self._line.cursor < len(self._line.steps) and self._go(len(self._line.steps))

    def jump(self, cursor: int) -> bool:
        """Go to the position after ``cursor`` steps of the line, as by undo or redo; False if there is none.

        A jump that led to a position further on leads here now, so that undo goes back behind it from here.
        """
        line = self._line
        if not 0 <= cursor <= len(line.steps):
            return False
        self._go(cursor)
        line.landed = min(line.landed, cursor)
        self._walked = False
        return True

    def jump_to(self, way: Sequence[tuple[MoveT, ...]]) -> bool:
        """Jump to the position that some steps lead to from the deal; one undo takes it back.

        On this line the steps that follow can be redone there. From elsewhere the way is brought back as it is.

        Returns:
            False if this is the present position.

        Raises:
            IllegalMove: if one of the moves is illegal; nothing is changed then.
        """
        line = self._line
        shared = self._shared(way)
        if shared == len(way) == line.cursor:
            return False
        steps, states = list(line.steps), list(line.states)
        if shared < len(way):
            del steps[shared:], states[shared + 1 :]
            for step in way[shared:]:
                steps.append(tuple(step))
                states.append(self._after(states[-1], step))
        line.left = line.cursor
        self._behind.append(line)
        self._ahead.clear()
        self._line = _Line(states, steps, len(way), len(way))
        self._walked = False
        return True

    @property
    def behind(self) -> tuple[Left[MoveT], ...]:
        """The lines that jumps have left, the oldest first."""
        return tuple(Left(tuple(line.steps), line.cursor, line.landed) for line in self._behind)

    @property
    def landed(self) -> int:
        """Where in the line the last jump has led; 0 too if none has."""
        return self._line.landed

    def restore_behind(self, lines: Iterable[Left[MoveT]], landed: int) -> None:
        """Put lines behind the present one again, as they were written down.

        Args:
            lines: what ``behind`` was.
            landed: what ``landed`` was.

        Raises:
            IllegalMove: if one of their moves is illegal; nothing is changed then.
            ValueError: if a position that was left or landed on does not exist.
        """
        behind = []
        for left in lines:
            states = [self.start]
            for step in left.steps:
                states.append(self._after(states[-1], step))
            if not 0 <= left.landed <= len(left.steps) or not 0 <= left.cursor <= len(left.steps):
                raise ValueError(_("a position that was left is missing"))
            behind.append(_Line(states, list(left.steps), left.cursor, left.landed, left.cursor))
        if not 0 <= landed <= len(self._line.steps):
            raise ValueError(_("a position that a jump led to is missing"))
        self._behind = behind
        self._line.landed = landed

    def _go(self, cursor: int) -> bool:
        line = self._line
        self._walked = line.cursor < cursor == line.landed
        line.cursor = cursor
        return True

    def _after(self, state: StateT, step: Iterable[MoveT]) -> StateT:
        for move in step:
            state = self.game.apply(state, move)
        return state

    def _shared(self, way: Sequence[tuple[MoveT, ...]]) -> int:
        """How many steps from the start on a way has in common with the line."""
        pairs = zip(way, self._line.steps, strict=False)
        return next((i for i, (one, other) in enumerate(pairs) if one != other), min(len(way), len(self._line.steps)))
