"""The pictures on card faces and backs. Pure data, drawn by ``faces``.

A picture is a few lines between the indices of a face, five cells wide. ``*`` stands for the suit sign. A line may have
a second text of the same length that says which ink each cell has: ``g`` for gold, anything else for the suit's own.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

Row = tuple[str, str]
"""A line of a picture: its text and its inks."""
Picture = tuple[Row, ...]


def _plain(*lines: str) -> Picture:
    return tuple((line, " " * len(line)) for line in lines)


_LARGE_PIPS: Final[Mapping[str, Picture]] = {
    "A": _plain("     ", "  *  ", "     "),
    "2": _plain("  *  ", "     ", "  *  "),
    "3": _plain("  *  ", "  *  ", "  *  "),
    "4": _plain("*   *", "     ", "*   *"),
    "5": _plain("*   *", "  *  ", "*   *"),
    "6": _plain("*   *", "*   *", "*   *"),
    "7": _plain("*   *", "* * *", "*   *"),
    "8": _plain("* * *", "*   *", "* * *"),
    "9": _plain("* * *", "* * *", "* * *"),
    "T": _plain("** **", " * * ", "** **"),
}
_MEDIUM_PIPS: Final[Mapping[str, Picture]] = {
    "A": _plain("  *  ", "     "),
    "2": _plain("  *  ", "  *  "),
    "3": _plain("*   *", "  *  "),
    "4": _plain("*   *", "*   *"),
    "5": _plain("* * *", "*   *"),
    "6": _plain("* * *", "* * *"),
    "7": _plain("** **", "* * *"),
    "8": _plain("** **", "** **"),
    "9": _plain("*****", "** **"),
    "T": _plain("*****", "*****"),
}
_UNICODE_LARGE: Final[Mapping[str, Picture]] = {
    **_LARGE_PIPS,
    "clubsA": _plain(" ▟█▙ ", "▟▙█▟▙", "▝▘█▝▘"),
    "diamondsA": _plain(" ▗█▖ ", "▐███▌", " ▝█▘ "),
    "heartsA": _plain("▟█▄█▙", "▜███▛", " ▝█▘ "),
    "spadesA": _plain(" ▗█▖ ", "▟███▙", "▝▘█▝▘"),
    "J": (("▗▄▄▄╱", "ggggg"), ("▝•_•▘", "     "), ("▗█*█▖", "     ")),
    "Q": ((" ▄█▄ ", "ggggg"), ("▐•_•▌", "     "), ("▟▛*▜▙", "     ")),
    "K": (("▙▄█▄▟", "ggggg"), ("▐•▂•▌", "     "), ("██*██", "     ")),
    "joker": (("★ ★ ★", "ggggg"), ("JOKER", "     "), ("★ ★ ★", "ggggg")),
}
FILLED: Final[Mapping[str, Mapping[str, Picture]]] = {
    "large": _UNICODE_LARGE,
    "medium": {
        **_MEDIUM_PIPS,
        "J": (("▗▄▄▄╱", "ggggg"), ("▝•_•▘", "     ")),
        "Q": ((" ▄█▄ ", "ggggg"), ("▐•_•▌", "     ")),
        "K": (("▙▄█▄▟", "ggggg"), ("▐•▂•▌", "     ")),
        "joker": (("JOKER", "     "), ("★ ★ ★", "ggggg")),
    },
    "small": {
        "J": (("▗▄▄╱", "gggg"),),
        "Q": (("▗▟▙▖", "gggg"),),
        "K": (("▙▟▙▟", "gggg"),),
        "joker": (("★  ★", "gggg"),),
    },
}
"""Pictures by the size of the face and the rank, the suit before it where each suit has a picture of its own."""

_ONE_PIP: Final[Mapping[str, Picture]] = dict.fromkeys("A23456789T", _plain(" * ", "   "))
OUTLINED: Final[Mapping[str, Mapping[str, Picture]]] = {
    "large": _UNICODE_LARGE,
    "medium": {
        **_ONE_PIP,
        "J": (("▄▄╱", "ggg"), ("▐*▌", "   ")),
        "Q": (("▄█▄", "ggg"), ("▟*▙", "   ")),
        "K": (("▙█▟", "ggg"), ("█*█", "   ")),
        "joker": (("JOK", "   "), ("★★★", "ggg")),
    },
    "small": {
        "J": (("▄╱", "gg"),),
        "Q": (("▟▙", "gg"),),
        "K": (("▙▟", "gg"),),
        "joker": (("★★", "gg"),),
    },
}
"""The same in a frame, which leaves smaller faces less room."""

ASCII: Final[Mapping[str, Mapping[str, Picture]]] = {
    "large": {
        **_LARGE_PIPS,
        "A": _plain(" .-. ", "( * )", " '-' "),
        "J": _plain(" ___/", " (*) ", "/| |\\"),
        "Q": _plain(" ooo ", " (*) ", "/~~~\\"),
        "K": _plain(" WWW ", " (*) ", "/###\\"),
        "joker": _plain("* * *", "JOKER", "* * *"),
    },
    "medium": {
        **_ONE_PIP,
        "J": _plain("__/", "(*)"),
        "Q": _plain("ooo", "(*)"),
        "K": _plain("WWW", "(*)"),
        "joker": _plain("JOK", "ER!"),
    },
    "small": {
        "J": _plain("_/"),
        "Q": _plain("oo"),
        "K": _plain("WW"),
        "joker": _plain("!!"),
    },
}
"""The same in ASCII."""
