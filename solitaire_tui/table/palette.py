"""Which variable of the theme colours what on the table. Pure data: the canvas looks the colours up.

A theme gives these variables in ``app/themes.py``. A table is coloured by them rather than by a style sheet because
resolving some thirty component classes costs more than the rest of its first picture.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple


class Ink(NamedTuple):
    """How a text is written.

    Attributes:
        variable: the theme's variable that colours it.
        style: further attributes, as Rich names them.
    """

    variable: str
    style: str = ""


GROUNDS: Final[Mapping[str, str]] = {
    "felt": "felt",
    "paper": "paper",
    "paper-odd": "paper-odd",
    "paper-picked": "paper-picked",
    "paper-target": "paper-target",
    "paper-hint": "paper-hint",
    "paper-last": "paper",
    "beaten": "dead",
    "fallen": "fallen",
    "back": "back",
    "run": "paper-odd",
    "preview": "felt-accent",
}
"""What lies under a text, and the variable that colours it."""

INKS: Final[Mapping[str, Ink]] = {
    "felt": Ink("felt"),
    "beaten": Ink("dead-ink"),
    "fallen": Ink("dead-ink"),
    "back": Ink("back-ink"),
    "place": Ink("felt-muted"),
    "shadow": Ink("felt-shadow"),
    "cursor": Ink("cursor"),
    "mark": Ink("mark", "bold"),
    "clubs": Ink("suit-black", "bold"),
    "diamonds": Ink("suit-red", "bold"),
    "hearts": Ink("suit-red", "bold"),
    "spades": Ink("suit-black", "bold"),
    "gold": Ink("gold"),
    "red": Ink("suit-red", "bold"),
    "black": Ink("suit-black", "bold"),
    "label": Ink("felt-muted"),
    "number": Ink("felt-muted", "bold"),
    "value": Ink("felt-accent", "bold"),
    "preview": Ink("felt", "bold"),
    "falls": Ink("felt-error", "bold"),
    "spent": Ink("felt-muted"),
    "wrap": Ink("felt-accent"),
    "wish": Ink("felt-text", "italic"),
    "run": Ink("suit-black", "bold"),
    "need": Ink("felt-text", "bold"),
    "blocked": Ink("felt-muted"),
    "doomed": Ink("felt-muted", "strike"),
    "granted": Ink("felt-accent", "bold"),
}
"""Every kind of text on the table."""

NO_INK: Final = ""
"""The ink of blank cells, of which only the ground is to be seen."""

SEEN_ON_BLANKS: Final = frozenset(
    name for name, ink in INKS.items() if {"strike", "underline", "reverse"} & set(ink.style.split())
)
"""The inks that draw a line where no text is."""

FOUR_COLOURS: Final[Mapping[str, Ink]] = {
    "clubs": Ink("suit-green", "bold"),
    "diamonds": Ink("suit-blue", "bold"),
}
"""The inks that a four-colour deck has of its own."""


def ink(name: str, colours: str) -> Ink:
    """The ink of this name in a deck of ``two`` or ``four`` colours."""
    return FOUR_COLOURS.get(name, INKS[name]) if colours == "four" else INKS[name]
