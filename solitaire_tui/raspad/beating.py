"""What beats what in Raspad, and by which rule.

An open table card whose value is v, with r of its direct neighbours beaten, has the values v down to v - r.
The lowest of them is called *low* here, as in the rules.
"""

from __future__ import annotations

from enum import StrEnum

from solitaire_tui.cards import Card, Rank


class BeatRule(StrEnum):
    """The rule by which a hand card beats a table card."""

    SAME_VALUE = "same value"
    LOWERED_VALUE = "one of the lowered values"
    HIGHER_IN_SUIT = "same suit, higher"
    ACE_BY_NUMBER = "an ace is taken by any number card"
    ACE_HIGH = "house rule: an ace in the hand is high in its suit"
    JOKER = "a joker beats every card of its colour"
    JOKER_TAKEN = "a joker beside a beaten card is taken by any card of its colour"


def low(card: Card, lowered: int) -> int:
    """The lowest value of a suited open card with ``lowered`` (0..2) beaten neighbours."""
    return card.value - lowered


def falls_apart(card: Card, lowered: int) -> bool:
    """Whether an open card decays: its low is 0 or less. A joker never does."""
    return not card.is_joker and low(card, lowered) <= 0


def how_beats(hand: Card, table: Card, lowered: int, *, ace_high: bool = False) -> BeatRule | None:
    """The rule by which a hand card beats an open table card, or None if it does not.

    Args:
        hand: the card played.
        table: the open card to beat; it must not be falling apart.
        lowered: how many of its direct neighbours are beaten (0..2).
        ace_high: the house rule of that name.
    """
    if hand.is_joker:
        same = hand.colour is table.colour and not table.is_joker  # [R6]
        return BeatRule.JOKER if same else None
    if table.is_joker:
        return BeatRule.JOKER_TAKEN if lowered and hand.colour is table.colour else None
    if hand.value == table.value:
        return BeatRule.SAME_VALUE
    if low(table, lowered) <= hand.value < table.value:
        return BeatRule.LOWERED_VALUE
    if hand.suit is table.suit and hand.value > table.value:
        return BeatRule.HIGHER_IN_SUIT
    if ace_high and hand.rank is Rank.ACE and hand.suit is table.suit:
        return BeatRule.ACE_HIGH
    # [R5]: only a real ace, not a card lowered to 1.
    if table.rank is Rank.ACE and Rank.TWO <= hand.value <= Rank.TEN:
        return BeatRule.ACE_BY_NUMBER
    return None
