"""Raspad in words: why a card beats another or does not, and what a move brings."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from solitaire_tui.cards import Card, Colour, Rank, Suit
from solitaire_tui.game import Outcome
from solitaire_tui.phrases import bare_rank, counted, listed, rank_noun, the
from solitaire_tui.raspad.beating import BeatRule, low

if TYPE_CHECKING:
    from solitaire_tui.raspad.rules import RaspadRules, RaspadState

GAME_WON: Final = "the deal is won: no card is left on the table"
CLOSE_INSTEAD: Final = "at most one card is open: close the round instead of laying down"
ROUND_DEAD: Final = "with the stock empty this round can no longer be closed: the deal is lost unless you undo"
STOCK_EMPTY: Final = "the stock is empty: there is nothing to draw after laying down"


def suits_of(colour: Colour) -> str:
    """The suits of a colour: ``diamond or heart``, ``club or spade``."""
    return " or ".join(suit.noun for suit in Suit if suit.colour is colour)


def values_now(card: Card, lowered: int) -> str:
    """The values a lowered suited card has now, at most three cells: ``J-T``, ``6-4``; empty when not lowered."""
    if card.rank is None or not lowered:
        return ""
    return f"{card.rank.letter}-{Rank(max(low(card, lowered), 1)).letter}"


def what_beats(card: Card, lowered: int, rules: RaspadRules) -> str:
    """What an open card asks for: ``a 5, a 6 or a club from 5 up``."""
    if card.suit is None:
        if not lowered:
            return "nothing yet: first beat a card beside it"
        return f"any {suits_of(card.colour)}"
    lowest = low(card, lowered)
    if card.rank is Rank.ACE:
        wants = ["any number card", "an ace", f"any {card.suit.noun}"]
    else:
        wants = [rank_noun(value) for value in range(lowest, card.value + 1)]
        if lowest == 1:
            wants.append(f"any {card.suit.noun}")
        else:
            start = lowest if lowered else card.value + 1
            if start < Rank.KING:
                wants.append(f"a {card.suit.noun} from {bare_rank(start)} up")
            elif start == Rank.KING:
                wants.append(the(Card.of(Rank.KING, card.suit)))
            if rules.ace_high:
                wants.append(the(Card.of(Rank.ACE, card.suit)))
    if rules.jokers:
        wants.append(f"the {card.colour} joker")
    return listed(wants, "or")


def not_in_hand(card: Card) -> str:
    return f"{the(card)} is not in the hand"


def not_on_table(card: Card) -> str:
    return f"{the(card)} is not on the table"


def already_beaten(card: Card) -> str:
    return f"{the(card)} is beaten already"


def asks_for(card: Card, lowered: int, rules: RaspadRules) -> str:
    """How an open card stands and what beats it: ``the 6♣ is lowered to 5: play a 5, a 6 or a club from 5 up``."""
    if card.is_joker and not lowered:
        return f"{the(card)} can be taken only when a card beside it is beaten"
    wants = what_beats(card, lowered, rules)
    if card.is_joker:
        return f"{the(card)} lies beside a beaten card: play {wants}"
    if lowered:
        return f"{the(card)} is lowered to {bare_rank(low(card, lowered))}: play {wants}"
    return f"{the(card)} asks for {wants}"


def does_not_beat(hand: Card, table: Card, lowered: int, rules: RaspadRules) -> str:
    """Why a hand card does not beat an open table card, and what would."""
    if hand.is_joker and table.is_joker:
        return "a joker never beats the other joker"
    if hand.is_joker:
        return f"{the(hand)} beats {hand.colour} cards only, and {the(table)} is {table.colour}"
    return f"{hand.name} does not beat {table.name}: {asks_for(table, lowered, rules)}"


def cannot_close(count: int) -> str:
    return f"{count} cards are still open: a round closes with at most one"


def must_beat_first(hand: Card, table: Card) -> str:
    return f"house rule “must beat”: {the(hand)} can still beat {the(table)}"


def beats(hand: Card, table: Card, rule: BeatRule, lowered: int) -> str:
    """By which rule a hand card beats a table card, as a clause without a full stop."""
    head = f"{hand.name} beats {the(table)}"
    match rule:
        case BeatRule.SAME_VALUE:
            return f"{head}: same value"
        case BeatRule.HIGHER_IN_SUIT:
            return f"{head}: same suit, higher"
        case BeatRule.LOWERED_VALUE:
            why = "both its neighbours are" if lowered == 2 else "a neighbour is"
            return f"{head}: it is lowered to {bare_rank(low(table, lowered))} because {why} beaten"
        case BeatRule.ACE_BY_NUMBER:
            return f"{head}: any number card takes an ace"
        case BeatRule.ACE_HIGH:
            return f"{head}: an ace in the hand is high in its suit"
        case BeatRule.JOKER:
            return f"{head}: it beats every {hand.colour} card"
        case BeatRule.JOKER_TAKEN:
            return f"{head}: beside a beaten card any {suits_of(table.colour)} takes it"


def consequences(before: RaspadState, after: RaspadState, beaten: int) -> str:
    """What else a beat brings: cards that fall apart, neighbours lowered; empty or a sentence starting with ``. ``."""
    fallen = [
        slot.card.name
        for i, slot in enumerate(after.table)
        if slot.beaten and not before.table[i].beaten and i != beaten
    ]
    lowered = [
        f"{slot.card.name} to {bare_rank(low(slot.card, after.lowered(i)))}"
        for i, slot in enumerate(after.table)
        if not slot.beaten and not slot.card.is_joker and after.lowered(i) > before.lowered(i)
    ]
    text = ""
    if fallen:
        text += f". {listed(fallen)} {'falls' if len(fallen) == 1 else 'fall'} apart"
    if lowered:
        text += f". This lowers {listed(lowered)}"
    return text


def closes(state: RaspadState) -> str:
    """What closing the round brings."""
    left = [slot.card.name for slot in state.table if not slot.beaten]
    what = f"only {left[0]} is open" if left else "no card is open"
    kept = f"{listed([card.name for card in state.hand])} stay in the hand"
    if len(state.hand) == 1:
        kept = f"{state.hand[0].name} stays in the hand"
    if not state.hand:
        kept = "the hand is empty"
    return f"Close the round: {what}; {kept}"


def lays_down(state: RaspadState) -> str:
    """What laying down brings."""
    kept, laid = len(state.open_indices()), len(state.hand)
    if not laid:
        return f"Lay down: the {kept} open cards close up; {counted(min(6, len(state.stock)), 'new card')} to the hand"
    return (
        f"Lay down: {counted(kept, 'open card')} and {counted(laid, 'hand card')} make a row of {kept + laid}; "
        f"{counted(min(6, len(state.stock)), 'new card')} to the hand"
    )


def closed(before: RaspadState, after: RaspadState) -> str:
    """What closing a round has brought."""
    kept = len(before.hand)
    drawn, laid = len(after.hand) - kept, len(after.table)
    if not laid:
        return f"Round {before.round} is closed, and no card is left for the table"
    return f"Round {before.round} is closed; {counted(drawn, 'card')} drawn to the hand, {laid} laid on the table"


def laid_down(before: RaspadState, after: RaspadState) -> str:
    """What laying down has brought."""
    if not before.hand:
        return f"The open cards close up; {counted(len(after.hand), 'card')} drawn to the hand"
    return (
        f"Laid down {counted(len(before.hand), 'card')}: the row has {counted(len(after.table), 'card')} now; "
        f"{counted(len(after.hand), 'card')} drawn to the hand"
    )


def standing(state: RaspadState) -> str:
    """How far a game is, in a few words."""
    return f"round {state.round}, {len(state.stock)} cards in the stock"


def summary(state: RaspadState, outcome: Outcome) -> str:
    """How a position stands, in one sentence."""
    tail = f"round {state.round}, {counted(state.laydowns, 'lay-down')}"
    match outcome:
        case Outcome.WON:
            return f"won in {counted(state.round - 1, 'round')} with {counted(state.laydowns, 'lay-down')}"
        case Outcome.LOST:
            count = len(state.open_indices())
            return f"lost: the stock is empty, {count} cards are open and no hand card beats any ({tail})"
        case _:
            return f"still being played: {tail}, stock {len(state.stock)}"
