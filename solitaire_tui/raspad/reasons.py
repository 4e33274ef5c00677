"""Why the adviser of Raspad advises what it advises, in words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from solitaire_tui.phrases import counted, listed
from solitaire_tui.raspad.encoding import CARDS

GAME_WON: Final = "the deal is won: no card is left on the table"
GAME_LOST: Final = "the deal is lost: nothing can be beaten and the stock is empty"
CLOSE_WINS: Final = "closing now wins the deal: the stock cannot fill the table again"
LAST_TURN_WINS: Final = "these beats close the last round and win the deal"
LAY_DOWN_WINS: Final = "after laying down, the hand drawn is known, and it closes the round and wins the deal"
ROUND_DEAD: Final = "no order of beats can close the round any more"
DEAL_DEAD: Final = "what is still to come cannot close the round, in whatever order it comes"


def close(kept: Sequence[int], other_row: int | None, other_hand: Sequence[int] | None, *, last: bool) -> str:
    """Why to close.

    Args:
        kept: the card numbers that stay in the hand.
        other_row: the length of the row that the best lay-down would leave; None if laying down is no choice.
        other_hand: the hand that the next best close would keep, if there is one.
        last: whether the last open card is beaten too.
    """
    head = "beating the last card too and closing" if last else "closing now"
    text = f"{head} keeps {_hand(kept)}"
    if other_row is not None:
        return f"{text}; laying down would leave {counted(other_row, 'card')} in the row"
    if other_hand is not None:
        return f"{text}; another order of beats would keep {_hand(other_hand)}"
    return text


def lay_down(row: int, drawn: int, other_hand: Sequence[int] | None) -> str:
    """Why to lay down.

    Args:
        row: the length of the row that it leaves.
        drawn: the number of cards that come to the hand.
        other_hand: the hand that the best close would keep; None if nothing closes the round.
    """
    text = f"laying down leaves a row of {row} and brings {counted(drawn, 'new card')} to the hand"
    if other_hand is None:
        return f"{text}; no order of beats closes the round this turn"
    return f"{text}; closing now would keep {_hand(other_hand)}"


def _hand(cards: Sequence[int]) -> str:
    return listed([CARDS[card].name for card in cards]) if cards else "no card"
