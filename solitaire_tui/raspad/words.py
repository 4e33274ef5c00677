"""Raspad in words: why a card beats another or does not, and what a move brings."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from solitaire_tui.cards import Card, Colour, Rank, Suit
from solitaire_tui.game import Outcome
from solitaire_tui.language import N_, Noun, _, n_, np_, p_
from solitaire_tui.phrases import cards_named, listed, named, rank_named, suit_named
from solitaire_tui.raspad.beating import BeatRule, low

if TYPE_CHECKING:
    from solitaire_tui.raspad.rules import RaspadRules, RaspadState

GAME_WON: Final = N_("the deal is won: no card is left on the table")
CLOSE_INSTEAD: Final = N_("at most one card is open: close the round instead of laying down")
ROUND_DEAD: Final = N_("with the stock empty this round can no longer be closed: the deal is lost unless you undo")
STOCK_EMPTY: Final = N_("the stock is empty: there is nothing to draw after laying down")


def values_now(card: Card, lowered: int) -> str:
    """The values a lowered suited card has now, at most three cells: ``J-T``, ``2-1``; empty when not lowered."""
    if card.rank is None or not lowered:
        return ""
    lowest = low(card, lowered)
    return f"{card.rank.letter}-{Rank(lowest).letter if lowest > 1 else 1}"


def value_named(value: int) -> Noun:
    """What a lowered card counts as: ``queen``, ``5``, or ``1``, since that makes it no ace [R5]."""
    return Noun("1") if value == Rank.ACE else rank_named(value)


def what_beats(card: Card, lowered: int, rules: RaspadRules) -> str:
    """What an open card asks for, in the nominative: ``a 5, a 6 or a club from 5 up``."""
    if card.suit is None:
        if not lowered:
            return _("nothing yet: first beat a card beside it")
        if card.colour is Colour.RED:
            return _("any diamond or heart")
        return _("any club or spade")
    return listed([*_suited_wants(card, card.suit, lowered, rules), *_joker_wants(card, rules)], "or")


def _suited_wants(card: Card, suit: Suit, lowered: int, rules: RaspadRules) -> list[str]:
    """The suited cards that beat an open suited card."""
    any_of_suit = p_("what beats a card", "any {suit}").format(suit=suit_named(suit))
    lowest = low(card, lowered)
    if card.rank is Rank.ACE:
        return [p_("what beats a card", "any number card"), _of_rank(Rank.ACE), any_of_suit]
    wants = [_of_rank(value) for value in range(lowest, card.value + 1)]
    if lowest == 1:
        return [*wants, any_of_suit]
    start = lowest if lowered else card.value + 1
    if start < Rank.KING:
        text = p_("what beats a card", "a {suit} from {rank} up")
        wants.append(text.format(suit=suit_named(suit), rank=rank_named(start)))
    elif start == Rank.KING:
        wants.append(_the(Card.of(Rank.KING, suit)))
    return [*wants, _the(Card.of(Rank.ACE, suit))] if rules.ace_high else wants


def _of_rank(value: int) -> str:
    return p_("what beats a card", "{rank:a}").format(rank=rank_named(value))


def _the(card: Card) -> str:
    return p_("what beats a card", "the {card}").format(card=named(card))


def _joker_wants(card: Card, rules: RaspadRules) -> list[str]:
    return [_the(Card(None, None, card.colour))] if rules.jokers else []


def not_in_hand(card: Card) -> str:
    return _("the {card} is not in the hand").format(card=named(card))


def not_on_table(card: Card) -> str:
    return _("the {card} is not on the table").format(card=named(card))


def already_beaten(card: Card) -> str:
    return _("the {card} is beaten already").format(card=named(card))


def asks_for(card: Card, lowered: int, rules: RaspadRules) -> str:
    """How an open card stands and what beats it: ``the 6♣ is lowered to 5: play a 5, a 6 or a club from 5 up``."""
    wants = what_beats(card, lowered, rules)
    if card.is_joker and not lowered:
        text = _("the {card} can be taken only when a card beside it is beaten")
    elif card.is_joker:
        text = _("the {card} lies beside a beaten card: play {wants}")
    elif lowered:
        text = _("the {card} is lowered to {rank}: play {wants}")
        return text.format(card=named(card), rank=value_named(low(card, lowered)), wants=wants)
    else:
        text = _("the {card} can be beaten by {wants}")
    return text.format(card=named(card), wants=wants)


def does_not_beat(hand: Card, table: Card, lowered: int, rules: RaspadRules) -> str:
    """Why a hand card does not beat an open table card, and what would."""
    if hand.is_joker and table.is_joker:
        return _("a joker never beats the other joker")
    if hand.is_joker and hand.colour is Colour.RED:
        text = _("the {card} beats red cards only, and the {target} is black")
    elif hand.is_joker:
        text = _("the {card} beats black cards only, and the {target} is red")
    elif lowered or table.is_joker:
        text = _("{card} does not beat {target}: {reason}")
        return text.format(card=named(hand), target=named(table), reason=asks_for(table, lowered, rules))
    else:
        text = _("{card} does not beat {target}: it can be beaten by {wants}")
    return text.format(card=named(hand), target=named(table), wants=what_beats(table, lowered, rules))


def cannot_close(count: int) -> str:
    return n_(
        "{number} card is still open: a round closes with at most one",
        "{number} cards are still open: a round closes with at most one",
        count,
    ).format(number=count)


def must_beat_first(hand: Card, table: Card) -> str:
    text = _("house rule “must beat”: the {card} can still beat the {target}")
    return text.format(card=named(hand), target=named(table))


def beats(hand: Card, table: Card, rule: BeatRule, lowered: int) -> str:
    """By which rule a hand card beats a table card, as a clause without a full stop."""
    red = table.colour is Colour.RED
    rank = None
    match rule:
        case BeatRule.SAME_VALUE:
            text = _("{card} beats the {target}: same value")
        case BeatRule.HIGHER_IN_SUIT:
            text = _("{card} beats the {target}: same suit, higher")
        case BeatRule.LOWERED_VALUE:
            rank = value_named(low(table, lowered))
            text = _("{card} beats the {target}: it is lowered to {rank} because a neighbour is beaten")
            if lowered == 2:
                text = _("{card} beats the {target}: it is lowered to {rank} because both its neighbours are beaten")
        case BeatRule.ACE_BY_NUMBER:
            text = _("{card} beats the {target}: any number card takes an ace")
        case BeatRule.ACE_HIGH:
            text = _("{card} beats the {target}: an ace in the hand is high in its suit")
        case BeatRule.JOKER:
            text = _("{card} beats the {target}: it beats every black card")
            if red:
                text = _("{card} beats the {target}: it beats every red card")
        case BeatRule.JOKER_TAKEN:
            text = _("{card} beats the {target}: beside a beaten card any club or spade takes it")
            if red:
                text = _("{card} beats the {target}: beside a beaten card any diamond or heart takes it")
    return text.format(card=named(hand), target=named(table), rank=rank)


def consequences(before: RaspadState, after: RaspadState, beaten: int) -> list[str]:
    """What else a beat brings, as clauses: cards that fall apart, neighbours lowered."""
    fallen = [
        slot.card for i, slot in enumerate(after.table) if slot.beaten and not before.table[i].beaten and i != beaten
    ]
    text = p_("by beaten neighbours", "{card} to {rank}")
    lowered = [
        text.format(card=named(slot.card), rank=value_named(low(slot.card, after.lowered(i))))
        for i, slot in enumerate(after.table)
        if not slot.beaten and not slot.card.is_joker and after.lowered(i) > before.lowered(i)
    ]
    clauses = []
    if fallen:
        text = n_("{cards} falls apart", "{cards} fall apart", len(fallen))
        clauses.append(text.format(cards=cards_named(fallen)))
    if lowered:
        text = n_("This lowers {cards}", "This lowers {cards}", len(lowered))
        clauses.append(text.format(cards=listed(lowered)))
    return clauses


def closes(state: RaspadState) -> str:
    """What closing the round brings."""
    left = [slot.card for slot in state.table if not slot.beaten]
    kept = len(state.hand)
    if left and kept:
        text = n_(
            "Close the round: only {card} is open; {cards} stays in the hand",
            "Close the round: only {card} is open; {cards} stay in the hand",
            kept,
        )
    elif kept:
        text = n_(
            "Close the round: no card is open; {cards} stays in the hand",
            "Close the round: no card is open; {cards} stay in the hand",
            kept,
        )
    elif left:
        text = _("Close the round: only {card} is open; the hand is empty")
    else:
        text = _("Close the round: no card is open; the hand is empty")
    return text.format(card=named(left[0]) if left else "", cards=cards_named(state.hand))


def lays_down(state: RaspadState) -> str:
    """What laying down brings."""
    kept, laid, drawn = len(state.open_indices()), len(state.hand), min(6, len(state.stock))
    new = np_("come to the hand", "{number} new card", "{number} new cards", drawn).format(number=drawn)
    if not laid:
        return n_(
            "Lay down: the {number} open card closes up; {new} to the hand",
            "Lay down: the {number} open cards close up; {new} to the hand",
            kept,
        ).format(number=kept, new=new)
    return _("Lay down: {open} and {hand} make a row of {row}; {new} to the hand").format(
        open=np_("make a row", "{number} open card", "{number} open cards", kept).format(number=kept),
        hand=np_("make a row", "{number} hand card", "{number} hand cards", laid).format(number=laid),
        row=row_of(kept + laid),
        new=new,
    )


def row_of(count: int) -> str:
    """How long a row is, as it follows ``a row of``."""
    return np_("a row of", "{number}", "{number}", count).format(number=count)


def _drawn(count: int) -> str:
    return np_("drawn to the hand", "{number} card", "{number} cards", count).format(number=count)


def closed(before: RaspadState, after: RaspadState) -> str:
    """What closing a round has brought."""
    drawn, laid = len(after.hand) - len(before.hand), len(after.table)
    if not laid:
        return _("Round {round} is closed, and no card is left for the table").format(round=before.round)
    return n_(
        "Round {round} is closed; {drawn} drawn to the hand, {laid} laid on the table",
        "Round {round} is closed; {drawn} drawn to the hand, {laid} laid on the table",
        laid,
    ).format(round=before.round, drawn=_drawn(drawn), laid=laid)


def laid_down(before: RaspadState, after: RaspadState) -> str:
    """What laying down has brought."""
    laid, row = len(before.hand), len(after.table)
    if not laid:
        return _("The open cards close up; {drawn} drawn to the hand").format(drawn=_drawn(len(after.hand)))
    return _("Laid down {laid}: the row has {row} now; {drawn} drawn to the hand").format(
        laid=np_("laid down", "{number} card", "{number} cards", laid).format(number=laid),
        row=np_("the row has", "{number} card", "{number} cards", row).format(number=row),
        drawn=_drawn(len(after.hand)),
    )


def standing(state: RaspadState) -> str:
    """How far a game is, in a few words."""
    stock = len(state.stock)
    text = n_("round {round}, {number} card in the stock", "round {round}, {number} cards in the stock", stock)
    return text.format(round=state.round, number=stock)


def summary(state: RaspadState, outcome: Outcome) -> str:
    """How a position stands, in one sentence."""
    laydowns = n_("{number} lay-down", "{number} lay-downs", state.laydowns).format(number=state.laydowns)
    match outcome:
        case Outcome.WON:
            rounds = state.round - 1
            return _("won in {rounds} with {laydowns}").format(
                rounds=np_("won in", "{number} round", "{number} rounds", rounds).format(number=rounds),
                laydowns=np_("won with", "{number} lay-down", "{number} lay-downs", state.laydowns).format(
                    number=state.laydowns
                ),
            )
        case Outcome.LOST:
            count = len(state.open_indices())
            return n_(
                "lost: the stock is empty, {number} card is open and no hand card beats it (round {round}, {laydowns})",
                "lost: the stock is empty, {number} cards are open and no hand card beats any "
                "(round {round}, {laydowns})",
                count,
            ).format(number=count, round=state.round, laydowns=laydowns)
        case _:
            text = p_("the game", "still being played: round {round}, {laydowns}, stock {stock}")
            return text.format(round=state.round, laydowns=laydowns, stock=len(state.stock))
