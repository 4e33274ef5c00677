"""The time played: how long a game lay before a player who could play."""

from __future__ import annotations

import time
from collections.abc import Callable
from enum import StrEnum
from typing import Final

LONGEST_STEP: Final = 5.0
"""Seconds between two readings from which on the computer or the process is taken to have slept."""


class Pause(StrEnum):
    """Why the stopwatch stands still. Several reasons can hold at once; it runs when none does."""

    SUSPENDED = "suspended"
    """The program was put in the background."""
    UNFOCUSED = "unfocused"
    """The terminal says that it has lost the focus."""
    COVERED = "covered"
    """A dialog or another screen lies over the table."""
    OVER = "over"
    """The game has ended; taking back its last move makes the time run again."""


class Stopwatch:
    """Adds up time played. It must be read at least every ``LONGEST_STEP`` seconds while it runs.

    Time is counted from reading to reading. A longer step between two of them is sleep of the computer or of the
    process, whatever the clock did meanwhile, and a step backward is a fault of the clock: neither is counted,
    so the time played never goes back and never jumps.
    """

    def __init__(self, played: float = 0.0, *, clock: Callable[[], float] = time.monotonic) -> None:
        """Start to count.

        Args:
            played: seconds played before, from an earlier run of the program.
            clock: gives the seconds since some moment; not the time of day, which can be set.

        Raises:
            ValueError: if the time played before is negative or not a number.
        """
        if not 0 <= played < float("inf"):
            raise ValueError(f"{played} seconds can't have been played")
        self._played = played
        self._clock = clock
        self._read_at = clock()
        self._pauses: set[Pause] = set()

    @property
    def running(self) -> bool:
        """Whether time is being counted."""
        return not self._pauses

    def read(self) -> float:
        """Count the time up to now; returns the seconds played, never fewer than the last time."""
        now = self._clock()
        step, self._read_at = now - self._read_at, now
        if self.running and 0 < step <= LONGEST_STEP:
            self._played += step
        return self._played

    def pause(self, reason: Pause) -> None:
        """Stand still for a reason; saying so again changes nothing."""
        self.read()
        self._pauses.add(reason)

    def resume(self, reason: Pause) -> None:
        """Drop a reason for standing still, if it held; the others go on holding."""
        self.read()
        self._pauses.discard(reason)
