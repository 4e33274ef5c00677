"""Reading what a player types: cards, numbers and commands, in English and Russian words or in notation. Pure.

Words of both languages are understood whichever is spoken. Russian words are known by their beginnings, so that any
case will do: ``король``, ``короля``, ``королём``.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, TypeVar

from solitaire_tui.cards import JOKERS, Card, Colour, Rank, Suit
from solitaire_tui.language import _

_RANKS: Final[Mapping[str, Rank]] = {
    **{rank.letter.lower(): rank for rank in Rank},
    **{rank.index.lower(): rank for rank in Rank},
    **{name: rank for rank, name in zip(
        Rank,
        ("ace", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king"),
        strict=True,
    )},
    "deuce": Rank.TWO,
    "knave": Rank.JACK,
}  # fmt: skip
_RANK_STEMS: Final[Mapping[str, Rank]] = {
    stem: rank
    for rank, stems in zip(
        Rank,
        ("туз", "двойк два две", "тройк три", "четверк четыр", "пят", "шест", "сем", "вос", "девят", "десят", "валет",
         "дам", "корол"),
        strict=True,
    )
    for stem in stems.split()
}  # fmt: skip
_SUITS: Final[Mapping[str, Suit]] = {
    **{suit.value.lower(): suit for suit in Suit},
    **{suit.name.lower(): suit for suit in Suit},
    **{suit.name.lower().removesuffix("s"): suit for suit in Suit},
    **{suit.symbol: suit for suit in Suit},
}
_SUIT_STEMS: Final[Mapping[str, Suit]] = {
    "пик": Suit.SPADES,
    "вин": Suit.SPADES,
    "треф": Suit.CLUBS,
    "крест": Suit.CLUBS,
    "буб": Suit.DIAMONDS,
    "черв": Suit.HEARTS,
}
_FoundT = TypeVar("_FoundT")
_COLOURS: Final[Mapping[str, Colour]] = {"red": Colour.RED, "black": Colour.BLACK}
_COLOUR_STEMS: Final[Mapping[str, Colour]] = {"красн": Colour.RED, "черн": Colour.BLACK}
_ENGLISH_FILLERS: Final = "a on onto to upon at with by and card beats beat takes goes play put"
_RUSSIAN_FILLERS: Final = "на и в карта карту карты картой бьет"
_WITHIN: Final = frozenset({"an", "the", "of"})
_FILLERS: Final = frozenset(f"{_ENGLISH_FILLERS} {_RUSSIAN_FILLERS}".split())
_WISH: Final = re.compile(r"(?:(?:pile|стопк\w*)\s+)?(\d+)(?:[\s.,:]+(.*))?", re.IGNORECASE)
NO_WISH: Final = frozenset({"none", "нет", "-"})
"""What is typed in place of a wish to remove it, in lower case."""
_CARD: Final = re.compile(r"(10|[2-9atjqk])([cdhs♣♦♥♠])")


class NotUnderstood(ValueError):
    """A typed line that can't be used; the text says why, and what would do."""


@dataclass(frozen=True, slots=True)
class Named:
    """A card as it was named: a rank, a suit or both, or a joker.

    Attributes:
        rank: its rank; None if it was left open, or of a joker.
        suit: its suit; None if it was left open, or of a joker.
        joker: the colour of a joker; None for any other card.
        is_joker: whether it is a joker, of a colour told or not.
    """

    rank: Rank | None = None
    suit: Suit | None = None
    joker: Colour | None = None
    is_joker: bool = False

    def fits(self, card: Card) -> bool:
        """Whether the card may be meant."""
        if self.is_joker:
            return card.is_joker and self.joker in (None, card.colour)
        return not card.is_joker and self.rank in (None, card.rank) and self.suit in (None, card.suit)


Piece = Named | int
"""What a typed line is made of: cards, and numbers that stand for themselves."""


def plain(text: str) -> str:
    """A line as it is compared: lower case, ``ё`` as ``е``, signs between words as spaces."""
    return " ".join(re.sub(r"[>,.:;!?\"'«»“”()_/-]+", " ", text.lower().replace("ё", "е")).split())


def pieces(text: str) -> list[Piece]:
    """The cards and numbers in a line, in order.

    A number counts as a rank only when a suit follows it: ``7 hearts`` is a card, ``pile 7`` a number.

    Raises:
        NotUnderstood: naming the first word that means nothing here.
    """
    # An empty word stands between cards, so that a suit before it and a rank after it make no card.
    words = ["" if word in _FILLERS else word for word in plain(text).split() if word not in _WITHIN]
    found: list[Piece] = []
    at = 0
    while at < len(words):
        if not words[at]:
            at += 1
            continue
        used, piece = _piece(words[at:])
        if piece is None:
            # A name such as "pile" says what the number after it is.
            if not _is_label(words[at]):
                raise NotUnderstood(_("“{word}” is no card, number or command").format(word=words[at][:30]))
        else:
            found.append(piece)
        at += used
    return found


def _piece(words: Sequence[str]) -> tuple[int, Piece | None]:
    """The piece that the words begin with, and how many of them it takes."""
    first = words[0]
    second = words[1] if len(words) > 1 else ""
    if first in ("rj", "bj"):
        return 1, Named(joker=JOKERS[first == "bj"].colour, is_joker=True)
    if match := _CARD.fullmatch(first):
        return 1, Named(rank=_RANKS[match[1]], suit=_SUITS[match[2]])
    if _is_joker(first):
        return 1, Named(is_joker=True)
    colour = _COLOURS.get(first) or _by_stem(_COLOUR_STEMS, first)
    if colour is not None and _is_joker(second):
        return 2, Named(joker=colour, is_joker=True)
    suit = _suit(first)
    rank = _rank(first)
    if rank is not None:
        if (after := _suit(second)) is not None:
            return 2, Named(rank=rank, suit=after)
        return 1, int(first) if first.isdigit() else Named(rank=rank)
    if suit is not None:  # «пиковая дама»
        other = _rank(second)
        return (2, Named(rank=other, suit=suit)) if other is not None else (1, Named(suit=suit))
    return 1, int(first) if first.isascii() and first.isdigit() and len(first) < 6 else None


def _rank(word: str) -> Rank | None:
    return _RANKS.get(word) or _by_stem(_RANK_STEMS, word)


def _suit(word: str) -> Suit | None:
    return _SUITS.get(word) or _by_stem(_SUIT_STEMS, word)


def _is_joker(word: str) -> bool:
    return word == "joker" or word.startswith("джокер")


def _is_label(word: str) -> bool:
    return word in ("pile", "slot", "row", "hand", "base", "number", "no") or word.startswith(
        ("стопк", "мест", "ряд", "рук", "базов", "номер")
    )


def _by_stem(stems: Mapping[str, _FoundT], word: str) -> _FoundT | None:
    return next((found for stem, found in stems.items() if word.startswith(stem)), None)


def wish_in(text: str) -> tuple[int, str]:
    """The number of a pile and what stands behind it, as it was typed: ``3 A long walk``; 0 for no number."""
    typed = _WISH.fullmatch(text)
    return (0, "") if typed is None else (int(typed[1]), (typed[2] or "").strip())


def names_slot(text: str) -> bool:
    """Whether the number in a typed text is that of a slot of the play row."""
    return any(word.startswith(("slot", "мест")) for word in plain(text).split())


def choose(named: Named, cards: Iterable[Card]) -> list[Card]:
    """The cards that may be meant, each once."""
    return list(dict.fromkeys(card for card in cards if named.fits(card)))
