"""Pieces of sentences that both games use: cards, ranks and suits as nouns, lists and chances in words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from solitaire_tui.cards import JOKERS, Card, Rank, Suit
from solitaire_tui.language import CASES, Noun, p_, spoken

MOST_IN_WORDS: Final = 2
"""A list of more cards than this shows them by their signs in every language: whole names would be hard to take in."""

_aloud: Final = ContextVar("aloud", default=False)
"""Whether texts say in words what others show by signs."""


@contextmanager
def read_aloud() -> Iterator[None]:
    """Have the texts made meanwhile say in words what others show by signs: few screen readers know what ``9♠`` is."""
    before = _aloud.set(True)
    try:
        yield
    finally:
        _aloud.reset(before)


def is_aloud() -> bool:
    """Whether texts are to be read aloud now."""
    return _aloud.get()


@dataclass(frozen=True, slots=True)
class _Nouns:
    """The nouns of a language.

    Attributes:
        ranks: a card of each rank.
        suits: a card of each suit.
        jokers: the jokers.
        tails: the suits as they follow a rank: queen of *spades*.
        by_sign: whether sentences name a card by its sign, ``Q♠``.
    """

    ranks: Mapping[Rank, Noun]
    suits: Mapping[Suit, Noun]
    jokers: Mapping[Card, Noun]
    tails: Mapping[Suit, str]
    by_sign: bool


@lru_cache(maxsize=4)
def _nouns(_language: str) -> _Nouns:
    """The nouns of the language that is spoken; the argument is there to tell the languages apart."""
    ranks = (
        p_("noun", "ace"),
        p_("noun", "2"),
        p_("noun", "3"),
        p_("noun", "4"),
        p_("noun", "5"),
        p_("noun", "6"),
        p_("noun", "7"),
        p_("noun", "8"),
        p_("noun", "9"),
        p_("noun", "10"),
        p_("noun", "jack"),
        p_("noun", "queen"),
        p_("noun", "king"),
    )
    suits = (p_("noun", "club"), p_("noun", "diamond"), p_("noun", "heart"), p_("noun", "spade"))
    tails = (
        p_("suit after a rank", "clubs"),
        p_("suit after a rank", "diamonds"),
        p_("suit after a rank", "hearts"),
        p_("suit after a rank", "spades"),
    )
    jokers = (p_("noun", "red joker"), p_("noun", "black joker"))
    return _Nouns(
        ranks=dict(zip(Rank, map(Noun.parse, ranks), strict=True)),
        suits=dict(zip(Suit, map(Noun.parse, suits), strict=True)),
        jokers=dict(zip(JOKERS, map(Noun.parse, jokers), strict=True)),
        tails=dict(zip(Suit, tails, strict=True)),
        by_sign=p_("how sentences name cards: signs or words", "signs") == "signs",
    )


def named(card: Card) -> Noun:
    """A card as sentences name it: in English ``6♣``, in Russian and aloud its name in words, with all cases."""
    return Noun(card.name) if _nouns(spoken()).by_sign and not is_aloud() else in_words(card)


def sign(card: Card) -> Noun:
    """A card by its sign in every language, where there is no room for its name: ``6♣``; in words if read aloud."""
    return in_words(card) if is_aloud() else Noun(card.name)


def in_words(card: Card) -> Noun:
    """A card in words, as it is read out: ``queen of spades``, ``red joker``."""
    return _in_words(card, spoken())


@lru_cache(maxsize=128)
def _in_words(card: Card, language: str) -> Noun:
    nouns = _nouns(language)
    if card.rank is None or card.suit is None:
        return nouns.jokers[card]
    text, suit = p_("card", "{rank} of {suit}"), nouns.tails[card.suit]
    return nouns.ranks[card.rank].changed(lambda form: text.format(rank=form, suit=suit))


def rank_named(value: int) -> Noun:
    """A card of a value, 1 to 13, without its suit: ``ace``, ``5``, ``queen``; ``{rank:a}`` gives it its article."""
    return _nouns(spoken()).ranks[Rank(value)]


def suit_named(suit: Suit) -> Noun:
    """A card of a suit, whatever its rank: ``club``, ``diamond``, ``heart``, ``spade``."""
    return _nouns(spoken()).suits[suit]


def cards_named(cards: Sequence[Card], last: str = "and") -> Noun:
    """A list of cards as sentences name it; see ``listed``."""
    if len(cards) > MOST_IN_WORDS and not is_aloud():
        return listed([card.name for card in cards], last)
    return listed([named(card) for card in cards], last)


def listed(items: Sequence[str], last: str = "and") -> Noun:
    """A list in words: ``a``, ``a and b``, ``a, b and c``. A list of nouns is a noun, and has their cases.

    Args:
        items: texts or nouns.
        last: ``and`` or ``or``.
    """
    if not items:
        return Noun("")
    nouns = [item if isinstance(item, Noun) else Noun(item) for item in items]
    if len(nouns) == 1:
        return nouns[0]
    text = p_("list", "{items} or {last}") if last == "or" else p_("list", "{items} and {last}")
    cases = range(len(CASES)) if any(len(noun.forms) > 1 for noun in nouns) else range(1)
    forms = ([noun.form(case) for noun in nouns] for case in cases)
    return Noun(*(text.format(items=", ".join(form[:-1]), last=form[-1]) for form in forms))


def percent(chance: float) -> str:
    """A chance in percent; 0 and 100 are said only of what is certain."""
    if 0 < chance < 1:
        return f"{min(99, max(1, round(chance * 100)))}%"
    return f"{chance:.0%}"


def sentence(clause: str) -> str:
    """A clause with a capital and a full stop."""
    text = _capital(clause)
    return text if text.rstrip("”»").endswith((".", "!", "?")) else text + "."


def inline(clause: str) -> str:
    """A clause as it goes on after a colon: without its capital, unless it begins with a card's sign."""
    return clause[:1].lower() + clause[1:] if clause[1:2].islower() else clause


def sentences(clauses: Sequence[str]) -> str:
    """Clauses as sentences; the first is still without its capital, the last without its full stop."""
    return ". ".join([*clauses[:1], *map(_capital, clauses[1:])])


def _capital(clause: str) -> str:
    return clause[:1].upper() + clause[1:]
