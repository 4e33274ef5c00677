"""A game in lines of text under test, and names of cards written by hand."""

from __future__ import annotations

from typing import Any

from solitaire_tui.app.keeping import Keeper
from solitaire_tui.cards import Card
from solitaire_tui.plain.table import PlainTable
from solitaire_tui.session import Session

ENGLISH_RANKS = ["ace", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king"]
ENGLISH_SUITS = {"C": "clubs", "D": "diamonds", "H": "hearts", "S": "spades"}
RUSSIAN_RANKS = (
    ("туз", "туза"), ("двойка", "двойку"), ("тройка", "тройку"), ("четвёрка", "четвёрку"), ("пятёрка", "пятёрку"),
    ("шестёрка", "шестёрку"), ("семёрка", "семёрку"), ("восьмёрка", "восьмёрку"), ("девятка", "девятку"),
    ("десятка", "десятку"), ("валет", "валета"), ("дама", "даму"), ("король", "короля"),
)  # fmt: skip
RUSSIAN_JOKERS = {"RJ": ("красный джокер", "красного джокера"), "BJ": ("чёрный джокер", "чёрного джокера")}
RUSSIAN_SUITS = {"C": "треф", "D": "бубен", "H": "червей", "S": "пик"}


class Played:
    """A game in lines, and what it has said since it was last asked."""

    def __init__(self, session: Session, keeper: Keeper | None = None) -> None:
        self.lines: list[str] = []
        self.table = PlainTable(session, keeper or Keeper(), self.lines.append)

    def type(self, line: str) -> list[str]:
        self.lines.clear()
        self.table.take(line)
        return list(self.lines)

    @property
    def public(self) -> dict[str, Any]:
        session = self.table.session
        return session.game.public(session.state)


def english(card: Card) -> str:
    if card.rank is None or card.suit is None:
        return f"{card.colour} joker"
    return f"{ENGLISH_RANKS[card.rank - 1]} of {ENGLISH_SUITS[card.suit]}"


def russian(card: Card, case: int) -> str:
    if card.rank is None or card.suit is None:
        return RUSSIAN_JOKERS[card.code][case]
    return f"{RUSSIAN_RANKS[card.rank - 1][case]} {RUSSIAN_SUITS[card.suit]}"


def cards(text: str) -> tuple[Card, ...]:
    return tuple(Card.parse(code) for code in text.split())


def beat(move: str) -> tuple[Card, Card] | None:
    hand, sign, table = move.partition(">")
    return (Card.parse(hand), Card.parse(table)) if sign else None
