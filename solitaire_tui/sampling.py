"""Shuffles of the cards a player has not seen: the same for all choices that are weighed against each other."""

from __future__ import annotations

import random
from collections.abc import Iterable


class Shuffles:
    """An endless, repeatable sequence of shuffles, made when asked for.

    It depends on the set of cards and on the seed, never on the order in which the cards are given.
    """

    def __init__(self, cards: Iterable[int], seed: int) -> None:
        """Take the cards, as numbers, and the seed."""
        self._cards = sorted(cards)
        # Only random() is promised to give the same stream in every Python version.
        self._random = random.Random(seed).random
        self._made: list[list[int]] = []

    def __getitem__(self, index: int) -> list[int]:
        """The shuffle of an index from 0; not to be changed."""
        made, draw = self._made, self._random
        while len(made) <= index:
            keys = {card: draw() for card in self._cards}
            made.append(sorted(self._cards, key=keys.__getitem__))
        return made[index]
