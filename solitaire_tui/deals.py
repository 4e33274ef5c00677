"""Deals by number: the same number gives the same deal for ever, on every platform and Python version."""

from __future__ import annotations

import random
import secrets
from collections.abc import Sequence
from typing import Final

from solitaire_tui.cards import Card
from solitaire_tui.language import _

FIRST_DEAL: Final = 1
LAST_DEAL: Final = 2**63 - 1
LAST_DRAWN_DEAL: Final = 999_999
"""New deals draw their number up to here, so that it can be read out and typed."""


def shuffled(deck: Sequence[Card], number: int) -> tuple[Card, ...]:
    """Shuffle an unshuffled deck for a deal number; the first card of the result is drawn first.

    A Fisher-Yates shuffle from the end, driven by ``random.Random(number).random()``,
    the one stream that Python promises to keep.

    Raises:
        ValueError: if the number is outside ``FIRST_DEAL..LAST_DEAL``.
    """
    check_number(number)
    rng = random.Random(number)
    cards = list(deck)
    for i in range(len(cards) - 1, 0, -1):
        j = int(rng.random() * (i + 1))
        cards[i], cards[j] = cards[j], cards[i]
    return tuple(cards)


def check_number(number: int) -> int:
    """Return the deal number if it is one.

    Raises:
        ValueError: if the number is outside ``FIRST_DEAL..LAST_DEAL``.
    """
    if not FIRST_DEAL <= number <= LAST_DEAL:
        raise ValueError(_("a deal number is from {first} to {last}").format(first=FIRST_DEAL, last=LAST_DEAL))
    return number


def parse_number(text: str) -> int:
    """Read a deal number as a player types it (``1742``, ``#1742``, ``№1742``, ``1 742``).

    Raises:
        ValueError: if the text is no whole number from ``FIRST_DEAL`` to ``LAST_DEAL``.
    """
    digits = text.strip().removeprefix("#").removeprefix("№").replace(" ", "").replace("\N{NO-BREAK SPACE}", "")
    if not (digits.isascii() and digits.isdigit() and len(digits) <= len(str(LAST_DEAL))):
        fault = _("a deal number is a whole number from {first} to {last}")
        raise ValueError(fault.format(first=FIRST_DEAL, last=LAST_DEAL))
    return check_number(int(digits))


def new_number() -> int:
    """Draw a deal number for a new deal, from ``FIRST_DEAL`` to ``LAST_DRAWN_DEAL``."""
    return FIRST_DEAL + secrets.randbelow(LAST_DRAWN_DEAL)
