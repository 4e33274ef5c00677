"""Why a try at the table of Raspad that is no move comes to nothing, in words. Refused moves are told by the rules."""

from __future__ import annotations

from solitaire_tui.cards import Card, Rank
from solitaire_tui.language import _, n_
from solitaire_tui.phrases import named
from solitaire_tui.raspad import words
from solitaire_tui.raspad.beating import low
from solitaire_tui.raspad.rules import RaspadState


def beats_nothing(state: RaspadState, hand: Card) -> str:
    """Why a hand card can't be picked."""
    if not state.table:
        return _(words.GAME_WON)
    if Rank.TWO <= hand.value <= Rank.TEN:  # it would beat an ace, and a card that counts as 1 looks like one [R5]
        for at in state.open_indices():
            card, lowered = state.table[at].card, state.lowered(at)
            if lowered and not card.is_joker and low(card, lowered) == Rank.ACE:
                text = _(
                    "{card} beats no card on the table now: the {target} is lowered to 1, but that makes it no ace"
                )
                return text.format(card=named(hand), target=named(card))
    return _("{card} beats no card on the table now").format(card=named(hand))


def not_beaten(state: RaspadState, at: int) -> str:
    """Why a card of the row can't be picked.

    Args:
        state: the position.
        at: where in the row it lies.
    """
    slot = state.table[at]
    if slot.beaten:
        return words.already_beaten(slot.card)
    asked = words.asks_for(slot.card, state.lowered(at), state.rules)
    return _("no card in your hand beats the {card}: {asked}").format(card=named(slot.card), asked=asked)


def both_in_hand(one: Card, other: Card) -> str:
    text = _("the {card} and the {other} are both in your hand: a hand card is played on a card of the row")
    return text.format(card=named(one), other=named(other))


def both_in_row(one: Card, other: Card) -> str:
    text = _("the {card} and the {other} both lie in the row: a card of your hand is played on one of them")
    return text.format(card=named(one), other=named(other))


def on_discard(card: Card) -> str:
    return _("the {card} can't be put out of play: only beaten cards go there, with the card that beat them").format(
        card=named(card)
    )


def beside(card: Card) -> str:
    return _("the {card} goes back: it was let go beside the cards").format(card=named(card))


def no_such_card(number: int, held: int) -> str:
    """Why a digit means no card of the hand.

    Args:
        number: the digit.
        held: how many cards the hand has.
    """
    text = n_(
        "there is no card {number}: your hand has {held} card",
        "there is no card {number}: your hand has {held} cards",
        held,
    )
    return text.format(number=number, held=held)
