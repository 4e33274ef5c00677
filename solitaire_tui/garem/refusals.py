"""Why a try at the table of Garem that is no move comes to nothing, in words. Refused moves are told by the rules."""

from __future__ import annotations

from solitaire_tui.cards import Card
from solitaire_tui.garem import words
from solitaire_tui.garem.rules import PILES, GaremState, is_blocked, needed_rank, placements
from solitaire_tui.language import _
from solitaire_tui.phrases import named, rank_named


def takes_nothing(state: GaremState, pile: int) -> str:
    """Why no card of the play row goes on a pile.

    Args:
        state: the position.
        pile: the pile, numbered from 1.
    """
    rank = needed_rank(state.piles[pile - 1])
    if rank is None:
        return words.pile_complete(pile)
    if is_blocked(state, pile - 1):
        return words.gate_shut(pile, state.waiting)
    return _("nothing in the play row goes on {pile}: it needs {rank:a}").format(
        pile=words.pile_named(pile), rank=rank_named(rank)
    )


def no_card_there(state: GaremState, slot: int) -> str:
    """Why there is no card to pick in a slot, numbered from 1."""
    if slot > PILES:
        return _("there is no slot or pile {number}: they go from 1 to {last}").format(number=slot, last=PILES)
    if not state.row_dealt:
        return _("slot {slot} is empty: no play row is dealt yet").format(slot=slot)
    return words.empty_slot(slot)


def both_in_row(one: Card, other: Card) -> str:
    text = _("the {card} and the {other} both lie in the play row: a card goes on a pile")
    return text.format(card=named(one), other=named(other))


def from_pile(top: Card) -> str:
    return _("the {card} stays where it is: cards of a pile are never moved").format(card=named(top))


def beside(card: Card) -> str:
    return _("the {card} goes back: it was let go beside the piles").format(card=named(card))


def nothing_forced(state: GaremState) -> str:
    """Why there is no card that has to be placed."""
    if not state.row_dealt:
        return _("no card can be placed: no play row is dealt yet")
    if placements(state):
        return _("each card that fits leaves a choice of piles")
    return _("no card can be placed")
