"""Pieces of sentences that both games use: cards, numbers and lists in words."""

from __future__ import annotations

from typing import Final

from solitaire_tui.cards import Card, Rank

_RANK_NOUNS: Final = {
    Rank.ACE: "an ace",
    Rank.EIGHT: "an 8",
    Rank.JACK: "a jack",
    Rank.QUEEN: "a queen",
    Rank.KING: "a king",
}


def counted(number: int, noun: str, plural: str | None = None) -> str:
    """A number with its noun: ``1 card``, ``2 cards``."""
    return f"{number} {noun if number == 1 else plural or noun + 's'}"


def listed(items: list[str], last: str = "and") -> str:
    """A list in words: ``a``, ``a and b``, ``a, b and c``; with ``, then`` as last word ``a, b, then c``."""
    if len(items) < 2:
        return "".join(items)
    joint = last if last.startswith(",") else f" {last}"
    return f"{', '.join(items[:-1])}{joint} {items[-1]}"


def rank_noun(value: int) -> str:
    """A card of this value with its article: ``an ace``, ``a 5``, ``an 8``, ``a queen``."""
    rank = Rank(value)
    return _RANK_NOUNS.get(rank, f"a {rank.index}")


def bare_rank(value: int) -> str:
    """A card of this value without article: ``ace``, ``5``, ``queen``."""
    return rank_noun(value).split(" ", 1)[1]


def the(card: Card) -> str:
    """A card with its article: ``the 6♣``."""
    return f"the {card.name}"


def percent(chance: float) -> str:
    """A chance in percent; 0 and 100 are said only of what is certain."""
    if 0 < chance < 1:
        return f"{min(99, max(1, round(chance * 100)))}%"
    return f"{chance:.0%}"


def sentence(clause: str) -> str:
    """A clause with a capital and a full stop."""
    text = clause[:1].upper() + clause[1:]
    return text if text.endswith((".", "!", "?", "”")) else text + "."
