"""Why the adviser of Raspad advises what it advises, in words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from solitaire_tui.language import N_, _, n_, np_, p_
from solitaire_tui.phrases import cards_named
from solitaire_tui.raspad.encoding import CARDS
from solitaire_tui.raspad.words import row_of

GAME_LOST: Final = N_("the deal is lost: nothing can be beaten and the stock is empty")
CLOSE_WINS: Final = N_("closing now wins the deal: the stock cannot fill the table again")
LAST_TURN_WINS: Final = N_("these beats close the last round and win the deal")
LAY_DOWN_WINS: Final = N_("after laying down, the hand drawn is known, and it closes the round and wins the deal")
ROUND_DEAD: Final = N_("no order of beats can close the round any more")
DEAL_DEAD: Final = N_("what is still to come cannot close the round, in whatever order it comes")


def close(kept: Sequence[int], other_row: int | None, other_hand: Sequence[int] | None, *, last: bool) -> str:
    """Why to close.

    Args:
        kept: the card numbers that stay in the hand.
        other_row: the length of the row that the best lay-down would leave; None if laying down is no choice.
        other_hand: the hand that the next best close would keep, if there is one.
        last: whether the last open card is beaten too.
    """
    text = _("closing now keeps {hand}")
    if last:
        text = _("beating the last card too and closing keeps {hand}")
    clause = text.format(hand=_hand(kept))
    if other_row is not None:
        text = n_(
            "{closing}; laying down would leave {number} card in the row",
            "{closing}; laying down would leave {number} cards in the row",
            other_row,
        )
        return text.format(closing=clause, number=other_row)
    if other_hand is not None:
        text = _("{closing}; another order of beats would keep {hand}")
        return text.format(closing=clause, hand=_hand(other_hand))
    return clause


def lay_down(row: int, drawn: int, other_hand: Sequence[int] | None) -> str:
    """Why to lay down.

    Args:
        row: the length of the row that it leaves.
        drawn: the number of cards that come to the hand.
        other_hand: the hand that the best close would keep; None if nothing closes the round.
    """
    text = _(
        "laying down leaves a row of {row} and brings {new} to the hand; no order of beats closes the round this turn"
    )
    if other_hand is not None:
        text = _("laying down leaves a row of {row} and brings {new} to the hand; closing now would keep {hand}")
    new = np_("brings to the hand", "{number} new card", "{number} new cards", drawn).format(number=drawn)
    return text.format(row=row_of(row), new=new, hand=_hand(other_hand or ()))


def _hand(cards: Sequence[int]) -> str:
    return cards_named([CARDS[card] for card in cards]) if cards else p_("hand kept", "no card")
