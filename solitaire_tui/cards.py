"""Playing cards, their text notation and the decks they come in."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum, StrEnum
from typing import TYPE_CHECKING, Final

from pydantic_core import core_schema

from solitaire_tui.language import Noun, _, p_

if TYPE_CHECKING:
    from pydantic import GetCoreSchemaHandler


class Colour(StrEnum):
    """The colour of a suit or of a joker."""

    RED = "red"
    BLACK = "black"


class Suit(StrEnum):
    """A suit; its value is the letter of the notation. The order is the order of an unshuffled deck."""

    CLUBS = "C"
    DIAMONDS = "D"
    HEARTS = "H"
    SPADES = "S"

    @property
    def symbol(self) -> str:
        """The bare, one cell wide suit sign (no variation selector)."""
        return _SUIT_SYMBOLS[self]

    @property
    def colour(self) -> Colour:
        """Red for diamonds and hearts, black for clubs and spades."""
        return Colour.RED if self in (Suit.DIAMONDS, Suit.HEARTS) else Colour.BLACK


class Rank(IntEnum):
    """A rank; its value is what the card counts (ace 1, jack 11, queen 12, king 13)."""

    ACE = 1
    TWO = 2
    THREE = 3
    FOUR = 4
    FIVE = 5
    SIX = 6
    SEVEN = 7
    EIGHT = 8
    NINE = 9
    TEN = 10
    JACK = 11
    QUEEN = 12
    KING = 13

    @property
    def letter(self) -> str:
        """The one letter of the notation (``T`` is ten)."""
        return _RANK_LETTERS[self - 1]

    @property
    def index(self) -> str:
        """What is printed in a card's corner (``10`` is ten)."""
        return "10" if self is Rank.TEN else self.letter

    @property
    def next_round(self) -> Rank:
        """The rank one above, round the corner: after the king comes the ace."""
        return Rank(self % 13 + 1)


_SUIT_SYMBOLS: Final = {
    Suit.CLUBS: "\u2663",
    Suit.DIAMONDS: "\u2666",
    Suit.HEARTS: "\u2665",
    Suit.SPADES: "\u2660",
}
_RANK_LETTERS: Final = "A23456789TJQK"


@dataclass(frozen=True, slots=True, repr=False)
class Card:
    """One card. A joker has a colour but neither rank nor suit.

    Cards compare by face, so the two copies of a card in a double deck are equal.
    In JSON and pydantic models a card is its notation (``TH``, ``RJ``).
    """

    rank: Rank | None
    suit: Suit | None
    colour: Colour

    @classmethod
    def of(cls, rank: Rank, suit: Suit) -> Card:
        """The suited card of this rank and suit."""
        return cls(rank, suit, suit.colour)

    @classmethod
    def parse(cls, text: str) -> Card:
        """Read a card in notation: rank ``A 2..9 T J Q K`` (``10`` too) and suit ``C D H S``, or ``RJ``, ``BJ``.

        Raises:
            ValueError: if the text names no card.
        """
        card = _BY_CODE.get(text)
        if card is None:
            card = _BY_CODE.get(text.strip().upper().replace("10", "T"))
        if card is None:
            raise ValueError(_("{text} is not a card").format(text=repr(text[:20])))
        return card

    @property
    def is_joker(self) -> bool:
        """Whether the card is a joker."""
        return self.rank is None

    @property
    def value(self) -> int:
        """Ace 1 to king 13; 0 for a joker, which has no value."""
        return 0 if self.rank is None else int(self.rank)

    @property
    def code(self) -> str:
        """The card in notation, such as ``TH`` or ``RJ``."""
        if self.rank is None or self.suit is None:
            return "RJ" if self.colour is Colour.RED else "BJ"
        return self.rank.letter + self.suit.value

    @property
    def name(self) -> str:
        """The card in short, such as ``10♥`` or ``red joker``; ``phrases.named`` is for sentences."""
        if self.rank is None or self.suit is None:
            red = self.colour is Colour.RED
            return str(Noun.parse(p_("noun", "red joker") if red else p_("noun", "black joker")))
        return self.rank.index + self.suit.symbol

    def __str__(self) -> str:
        return self.code

    def __repr__(self) -> str:
        return f"Card.parse({self.code!r})"

    @classmethod
    def __get_pydantic_core_schema__(cls, source: object, handler: GetCoreSchemaHandler) -> core_schema.CoreSchema:
        return core_schema.no_info_plain_validator_function(
            cls._validate, serialization=core_schema.to_string_ser_schema()
        )

    @classmethod
    def _validate(cls, value: object) -> Card:
        if isinstance(value, Card):
            return value
        if isinstance(value, str):
            return cls.parse(value)
        raise ValueError(_("a card is written as text, such as 'TH'"))


JOKERS: Final = (Card(None, None, Colour.RED), Card(None, None, Colour.BLACK))
"""The red and the black joker, in the order of an unshuffled deck."""

DECK_52: Final = tuple(Card.of(rank, suit) for suit in Suit for rank in Rank)
"""Clubs A..K, diamonds, hearts, spades: the order in which every shuffle starts."""

DECK_54: Final = DECK_52 + JOKERS
"""One deck and its two jokers."""

DOUBLE_DECK: Final = DECK_52 * 2
"""Two decks of 52, one after the other."""

_BY_CODE: Final = {card.code: card for card in DECK_54}
