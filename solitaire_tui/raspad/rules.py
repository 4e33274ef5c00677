"""The rules of Raspad: models of options, moves and positions, and the pure functions on them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Annotated, Any, ClassVar, Final, Literal

from pydantic import Field

from solitaire_tui.cards import DECK_52, DECK_54, Card
from solitaire_tui.game import Game, IllegalMove, Move, Outcome, Rules, State, check_deck
from solitaire_tui.language import N_, _
from solitaire_tui.phrases import sentences
from solitaire_tui.raspad import words
from solitaire_tui.raspad.beating import BeatRule, falls_apart, how_beats

HAND_SIZE: Final = 6
TABLE_SIZE: Final = 4
"""The table is filled up to this many cards; laying down makes it longer."""


class RaspadRules(Rules):
    """The options of Raspad."""

    jokers: bool = Field(
        default=False,
        title=N_("Two jokers"),
        description=N_("54 cards; a joker beats its colour"),
    )
    ace_high: bool = Field(
        default=False,
        title=N_("High aces"),
        description=N_("an ace in the hand beats all of its suit"),
    )
    must_beat: bool = Field(
        default=False,
        title=N_("Must beat"),
        description=N_("lay down only when nothing can be beaten"),
    )


class Beat(Move):
    """A hand card beats an open table card."""

    kind: Literal["beat"] = "beat"
    hand: Card
    table: Card

    def __str__(self) -> str:
        return f"{self.hand}>{self.table}"


class Close(Move):
    """The round is closed and hand and table are filled again."""

    kind: Literal["close"] = "close"

    def __str__(self) -> str:
        return "close"


class LayDown(Move):
    """The beaten cards go, the hand is laid after the open ones, and hand and table are filled again."""

    kind: Literal["laydown"] = "laydown"

    def __str__(self) -> str:
        return "laydown"


RaspadMove = Annotated[Beat | Close | LayDown, Field(discriminator="kind")]
"""Any move of Raspad."""

CLOSE: Final = Close()
LAY_DOWN: Final = LayDown()


class TableCard(State):
    """A card of the table's row.

    Attributes:
        card: the card.
        beaten: whether it is beaten; a card that fell apart counts as beaten.
        spent: the hand card that beat it; None for an open card and for one that fell apart.
    """

    card: Card
    beaten: bool = False
    spent: Card | None = None


class RaspadState(State):
    """A position of Raspad.

    Attributes:
        rules: the options played with.
        stock: the cards not drawn yet, the next one first.
        hand: the player's cards in the order drawn [R2].
        table: the row from left to right.
        discard: the cards out of play, the oldest first.
        round: the number of the present round, from 1; only closing counts it up.
        laydowns: how often the hand was laid down.
    """

    rules: RaspadRules
    stock: tuple[Card, ...]
    hand: tuple[Card, ...]
    table: tuple[TableCard, ...]
    discard: tuple[Card, ...] = ()
    round: int = 1
    laydowns: int = 0

    def lowered(self, index: int) -> int:
        """How many direct neighbours of an open table card are beaten (0..2); 0 for a beaten card."""
        return _lowered([slot.beaten for slot in self.table], index)

    def open_indices(self) -> list[int]:
        """Where in the row the open cards lie, from left to right."""
        return [i for i, slot in enumerate(self.table) if not slot.beaten]

    def index_of(self, card: Card) -> int | None:
        """Where in the row a card lies; None if it does not."""
        return next((i for i, slot in enumerate(self.table) if slot.card == card), None)

    def rule_for(self, hand: Card, index: int) -> BeatRule | None:
        """The rule by which a hand card beats the card at an index of the row, or None."""
        slot = self.table[index]
        if slot.beaten:
            return None
        return how_beats(hand, slot.card, self.lowered(index), ace_high=self.rules.ace_high)


def _lowered(beaten: Sequence[bool], index: int) -> int:
    if beaten[index]:
        return 0
    left = index > 0 and beaten[index - 1]
    right = index + 1 < len(beaten) and beaten[index + 1]
    return int(left) + int(right)


def _decay(cards: Sequence[Card], beaten: list[bool], start: int) -> None:
    """Let the neighbours of a card just beaten fall apart, and theirs in turn [R7]; changes ``beaten``."""
    waiting = [start]
    while waiting:
        index = waiting.pop()
        for near in (index - 1, index + 1):
            if not 0 <= near < len(cards) or beaten[near]:
                continue
            if falls_apart(cards[near], _lowered(beaten, near)):
                beaten[near] = True
                waiting.append(near)


def _refilled(state: RaspadState) -> RaspadState:
    """Draw to the hand until it holds six, then to the table until it holds four, while the stock lasts."""
    to_hand = max(0, HAND_SIZE - len(state.hand))
    drawn, rest = state.stock[:to_hand], state.stock[to_hand:]
    to_table = max(0, TABLE_SIZE - len(state.table))
    laid, stock = rest[:to_table], rest[to_table:]
    return state.model_copy(
        update={
            "stock": stock,
            "hand": state.hand + drawn,
            "table": state.table + tuple(TableCard(card=card) for card in laid),
        }
    )


def _beaten_cards(state: RaspadState) -> Iterator[Card]:
    """The beaten cards from left to right, each followed by the card that beat it."""
    for slot in state.table:
        if slot.beaten:
            yield slot.card
            if slot.spent is not None:
                yield slot.spent


class Raspad(Game[RaspadRules, RaspadState, RaspadMove]):
    """The patience Raspad ("decay")."""

    id: ClassVar[str] = "raspad"
    name: ClassVar[str] = N_("Raspad")
    motto: ClassVar[str] = N_("beat the row but one card; the beaten drag neighbours down")
    rules_type = RaspadRules

    def deck(self, rules: RaspadRules) -> tuple[Card, ...]:
        return DECK_54 if rules.jokers else DECK_52

    def deal(self, rules: RaspadRules, cards: Sequence[Card]) -> RaspadState:
        check_deck(cards, self.deck(rules))
        return _refilled(RaspadState(rules=rules, stock=tuple(cards), hand=(), table=()))

    def legal_moves(self, state: RaspadState) -> tuple[RaspadMove, ...]:
        if not state.table:
            return ()
        beaten = [slot.beaten for slot in state.table]
        beats = [
            Beat(hand=card, table=slot.card)
            for i, slot in enumerate(state.table)
            if not slot.beaten
            for lowered in (_lowered(beaten, i),)
            for card in state.hand
            if how_beats(card, slot.card, lowered, ace_high=state.rules.ace_high)
        ]
        moves: list[RaspadMove] = list(beats)
        if len(state.open_indices()) <= 1:
            moves.insert(0, CLOSE)
        elif state.stock and not (beats and state.rules.must_beat):
            moves.append(LAY_DOWN)
        return tuple(moves)

    def apply(self, state: RaspadState, move: RaspadMove) -> RaspadState:
        reason = self._refusal(state, move)
        if reason is not None:
            raise IllegalMove(reason)
        match move:
            case Beat():
                return self._beat(state, move)
            case Close():
                return self._close(state)
            case LayDown():
                return self._lay_down(state)

    def _refusal(self, state: RaspadState, move: RaspadMove) -> str | None:
        """Why a move is illegal, in words; None if it is legal."""
        if not state.table:
            return _(words.GAME_WON)
        match move:
            case Beat():
                return self._beat_refusal(state, move)
            case Close():
                count = len(state.open_indices())
                return words.cannot_close(count) if count > 1 else None
            case LayDown():
                return self._laydown_refusal(state)

    def _beat_refusal(self, state: RaspadState, move: Beat) -> str | None:
        index = state.index_of(move.table)
        if move.hand not in state.hand:
            return words.not_in_hand(move.hand)
        if index is None:
            return words.not_on_table(move.table)
        if state.table[index].beaten:
            return words.already_beaten(move.table)
        if state.rule_for(move.hand, index) is None:
            return words.does_not_beat(move.hand, move.table, state.lowered(index), state.rules)
        return None

    def _laydown_refusal(self, state: RaspadState) -> str | None:
        if len(state.open_indices()) <= 1:
            return _(words.CLOSE_INSTEAD)
        if not state.stock:
            return _(words.STOCK_EMPTY)
        if state.rules.must_beat:
            for i in state.open_indices():
                for card in state.hand:
                    if state.rule_for(card, i):
                        return words.must_beat_first(card, state.table[i].card)
        return None

    def _beat(self, state: RaspadState, move: Beat) -> RaspadState:
        index = state.index_of(move.table)
        assert index is not None  # _refusal has looked
        cards = [slot.card for slot in state.table]
        beaten = [slot.beaten for slot in state.table]
        beaten[index] = True
        _decay(cards, beaten, index)
        table = list(state.table)
        table[index] = TableCard(card=move.table, beaten=True, spent=move.hand)
        for i, slot in enumerate(table):
            if beaten[i] and not slot.beaten:
                table[i] = TableCard(card=slot.card, beaten=True)
        hand = tuple(card for card in state.hand if card != move.hand)
        return state.model_copy(update={"hand": hand, "table": tuple(table)})

    def _close(self, state: RaspadState) -> RaspadState:
        left = tuple(slot.card for slot in state.table if not slot.beaten)  # [R3]
        gone = state.discard + tuple(_beaten_cards(state)) + left
        return _refilled(state.model_copy(update={"table": (), "discard": gone, "round": state.round + 1}))

    def _lay_down(self, state: RaspadState) -> RaspadState:
        return _refilled(
            state.model_copy(
                update={
                    "table": row_after_laying_down(state),
                    "hand": (),
                    "discard": state.discard + tuple(_beaten_cards(state)),
                    "laydowns": state.laydowns + 1,
                }
            )
        )

    def outcome(self, state: RaspadState) -> Outcome:
        if not state.table:
            return Outcome.WON
        if state.stock or len(state.open_indices()) <= 1:
            # With cards in the stock laying down is legal, or under must_beat some beat is.
            return Outcome.PLAYING
        return Outcome.PLAYING if self.legal_moves(state) else Outcome.LOST

    def parse_move(self, text: str) -> RaspadMove:
        match text:
            case "close":
                return CLOSE
            case "laydown":
                return LAY_DOWN
        hand, arrow, table = text.partition(">")
        if not arrow:
            fault = _("{text} is not a move of Raspad: write KH>JH, close or laydown")
            raise ValueError(fault.format(text=repr(text[:40])))
        return Beat(hand=Card.parse(hand), table=Card.parse(table))

    def public(self, state: RaspadState) -> dict[str, Any]:
        return {
            "hand": [card.code for card in state.hand],
            "table": [
                {"card": slot.card.code, "beaten": slot.beaten, "lowered": state.lowered(i)}
                for i, slot in enumerate(state.table)
            ],
            "stock": len(state.stock),
        }

    def summary(self, state: RaspadState) -> str:
        return words.summary(state, self.outcome(state))

    def standing(self, state: RaspadState) -> str:
        return words.standing(state)

    def explain(self, state: RaspadState, move: RaspadMove) -> str:
        reason = self._refusal(state, move)
        if reason is not None:
            raise IllegalMove(reason)
        match move:
            case Beat(table=card):
                index = state.index_of(card)
                assert index is not None
                why = self.grounds(state, move)
                return sentences([why, *words.consequences(state, self._beat(state, move), index)])
            case Close():
                return words.closes(state)
            case LayDown():
                return words.lays_down(state)

    def grounds(self, state: RaspadState, move: RaspadMove) -> str:
        index = state.index_of(move.table) if isinstance(move, Beat) else None
        rule = state.rule_for(move.hand, index) if isinstance(move, Beat) and index is not None else None
        if not isinstance(move, Beat) or index is None or rule is None:
            return self.explain(state, move)
        return words.beats(move.hand, move.table, rule, state.lowered(index))

    def rounds(self, moves: Sequence[str]) -> int:
        return list(moves).count(str(CLOSE))

    def screen(self) -> Any:
        from solitaire_tui.raspad.screen import RaspadScreen

        return RaspadScreen

    def watch_screen(self) -> Any:
        from solitaire_tui.raspad.watch import RaspadWatch

        return RaspadWatch

    def lesson_screen(self) -> Any:
        from solitaire_tui.raspad.lesson_screen import RaspadLesson

        return RaspadLesson


def row_after_laying_down(state: RaspadState) -> tuple[TableCard, ...]:
    """The row as laying down would make it, before any card is drawn: the open cards, then the hand."""
    left = [slot.card for slot in state.table if not slot.beaten]
    return tuple(TableCard(card=card) for card in (*left, *state.hand))


RASPAD: Final = Raspad()
