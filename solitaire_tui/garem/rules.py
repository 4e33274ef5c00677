"""The rules of Garem: models of moves and positions, and the pure functions on them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from typing import Annotated, Any, ClassVar, Final, Literal

from pydantic import Field

from solitaire_tui.cards import DOUBLE_DECK, Card, Rank
from solitaire_tui.game import Game, IllegalMove, Move, Outcome, Rules, State, check_deck
from solitaire_tui.garem import words
from solitaire_tui.language import N_, _

PILES: Final = 8
ROW_SIZE: Final = 8
ROWS: Final = 12
"""Play rows in a game."""
PILE_SIZE: Final = 13
"""A complete pile, base card included."""


class GaremRules(Rules):
    """Garem has no options."""


class Place(Move):
    """A card of the play row goes on a pile; slots and piles are numbered 1..8 from the left."""

    kind: Literal["place"] = "place"
    slot: int = Field(ge=1, le=ROW_SIZE)
    pile: int = Field(ge=1, le=PILES)

    def __str__(self) -> str:
        return f"{self.slot}>{self.pile}"


class NextRow(Move):
    """The rest of the play row is set aside and the next one is dealt; the first one too."""

    kind: Literal["next"] = "next"

    def __str__(self) -> str:
        return "next"


GaremMove = Annotated[Place | NextRow, Field(discriminator="kind")]
"""Any move of Garem."""

NEXT: Final = NextRow()


class GaremState(State):
    """A position of Garem.

    Attributes:
        stock: the cards not dealt yet, the next one first.
        piles: eight piles, each with its base card first.
        row: the eight slots of the play row; None where a card was placed or none dealt yet.
        aside: the cards set aside, the oldest first.
    """

    stock: tuple[Card, ...]
    piles: tuple[tuple[Card, ...], ...]
    row: tuple[Card | None, ...]
    aside: tuple[Card, ...] = ()

    @property
    def gate_open(self) -> bool:
        """Whether every base card has its first card, so that the piles are independent [G2]."""
        return not self.waiting

    @property
    def waiting(self) -> int:
        """How many base cards still wait for their first card."""
        return sum(len(pile) == 1 for pile in self.piles)

    @property
    def row_dealt(self) -> bool:
        """Whether the first play row has been dealt."""
        return len(self.stock) < len(DOUBLE_DECK) - PILES

    @property
    def rows_dealt(self) -> int:
        """How many play rows have been dealt."""
        return ROWS - self.rows_left

    @property
    def rows_left(self) -> int:
        """How many play rows are still to be dealt."""
        return len(self.stock) // ROW_SIZE

    @property
    def complete(self) -> tuple[int, ...]:
        """The numbers of the complete piles."""
        return tuple(i for i, pile in enumerate(self.piles, 1) if len(pile) == PILE_SIZE)


def needed_rank(pile: Sequence[Card]) -> Rank | None:
    """The rank a pile asks for next, whether or not the gate lets it in; None for a complete pile."""
    if len(pile) == PILE_SIZE:
        return None
    rank = pile[-1].rank
    assert rank is not None  # no jokers in Garem
    return rank.next_round


def is_blocked(state: GaremState, pile: int) -> bool:
    """Whether the gate keeps the pile (numbered from 0) from growing."""
    cards = state.piles[pile]
    return 1 < len(cards) < PILE_SIZE and not state.gate_open


def takes(state: GaremState, pile: int, card: Card) -> bool:
    """Whether a card may go on a pile (numbered from 0) now."""
    return needed_rank(state.piles[pile]) is card.rank and not is_blocked(state, pile)


def still_to_come(state: GaremState) -> Counter[Rank]:
    """How many cards of each rank can still be placed: those unseen and those in the play row."""
    left: Counter[Rank] = Counter()
    for card in (*state.stock, *state.row):
        if card is not None and card.rank is not None:
            left[card.rank] += 1
    return left


def unseen_ranks(state: GaremState) -> Counter[Rank]:
    """How many cards of each rank the player has not seen yet."""
    return Counter(card.rank for card in state.stock if card.rank is not None)


def hopeless(state: GaremState) -> tuple[bool, ...]:
    """For each pile, whether it can no longer be completed, told from what the player has seen.

    A pile is hopeless when a rank it needs has run out, and every unfinished one is when the gate can never open:
    more base cards wait for a first card of some rank than cards of that rank are left.
    """
    left = still_to_come(state)
    over = not state.stock and not placements(state)
    waiting = Counter(needed_rank(pile) for pile in state.piles if len(pile) == 1)
    never_opens = any(rank is not None and left[rank] < count for rank, count in waiting.items())
    verdicts = []
    for pile in state.piles:
        missing = PILE_SIZE - len(pile)
        rank = needed_rank(pile)
        gone = False
        for _step in range(missing):
            assert rank is not None
            gone = gone or not left[rank]
            rank = rank.next_round
        verdicts.append(bool(missing) and (gone or never_opens or over))
    return tuple(verdicts)


class Garem(Game[GaremRules, GaremState, GaremMove]):
    """The patience Garem ("harem")."""

    id: ClassVar[str] = "garem"
    name: ClassVar[str] = N_("Garem")
    motto: ClassVar[str] = N_("eight wishes on eight base cards; a full pile grants one")
    rules_type = GaremRules
    wish_piles: ClassVar[int] = PILES

    def deck(self, rules: GaremRules) -> tuple[Card, ...]:
        return DOUBLE_DECK

    def deal(self, rules: GaremRules, cards: Sequence[Card]) -> GaremState:
        check_deck(cards, DOUBLE_DECK)
        return GaremState(
            stock=tuple(cards[PILES:]),
            piles=tuple((card,) for card in cards[:PILES]),
            row=(None,) * ROW_SIZE,
        )

    def legal_moves(self, state: GaremState) -> tuple[GaremMove, ...]:
        moves = placements(state)
        if moves:
            return moves
        return (NEXT,) if state.stock else ()  # [G3]

    def apply(self, state: GaremState, move: GaremMove) -> GaremState:
        reason = self._refusal(state, move)
        if reason is not None:
            raise IllegalMove(reason)
        match move:
            case Place(slot=slot, pile=pile):
                card = state.row[slot - 1]
                assert card is not None  # _refusal has looked
                row, piles = list(state.row), list(state.piles)
                row[slot - 1] = None
                piles[pile - 1] = (*piles[pile - 1], card)
                return state.model_copy(update={"row": tuple(row), "piles": tuple(piles)})
            case NextRow():
                rest = tuple(card for card in state.row if card is not None)
                return state.model_copy(
                    update={
                        "row": state.stock[:ROW_SIZE],
                        "stock": state.stock[ROW_SIZE:],
                        "aside": state.aside + rest,
                    }
                )

    def _refusal(self, state: GaremState, move: GaremMove) -> str | None:
        """Why a move is illegal, in words; None if it is legal."""
        match move:
            case Place(slot=slot, pile=number):
                card = state.row[slot - 1]
                pile = state.piles[number - 1]
                needed = needed_rank(pile)
                if card is None:
                    return words.empty_slot(slot)
                if needed is None:
                    return words.pile_complete(number)
                if needed is not card.rank:
                    return words.wrong_rank(card, number, pile[-1], needed)
                if is_blocked(state, number - 1):
                    return words.gate_shut(number, state.waiting)
            case NextRow():
                left = placements(state)
                if left:
                    card = state.row[left[0].slot - 1]
                    assert card is not None
                    return words.still_to_place(card, left[0].pile)
                if not state.stock:
                    return _(words.STOCK_EMPTY)
        return None

    def outcome(self, state: GaremState) -> Outcome:
        return Outcome.PLAYING if state.stock or placements(state) else Outcome.FINISHED

    def parse_move(self, text: str) -> GaremMove:
        if text == "next":
            return NEXT
        slot, arrow, pile = text.partition(">")
        digits = [f"{n}" for n in range(1, PILES + 1)]
        if not arrow or slot not in digits or pile not in digits:
            fault = _("{text} is not a move of Garem: write 3>5 (slot 3 to pile 5) or next")
            raise ValueError(fault.format(text=repr(text[:40])))
        return Place(slot=int(slot), pile=int(pile))

    def public(self, state: GaremState) -> dict[str, Any]:
        return {
            "piles": [[card.code for card in pile] for pile in state.piles],
            "row": [None if card is None else card.code for card in state.row],
            "aside": len(state.aside),
            "stock": len(state.stock),
        }

    def score(self, state: GaremState) -> dict[str, Any]:
        return {"wishes_granted": list(state.complete)}

    def summary(self, state: GaremState) -> str:
        return words.summary(state, self.outcome(state))

    def standing(self, state: GaremState) -> str:
        return words.standing(state)

    def explain(self, state: GaremState, move: GaremMove) -> str:
        reason = self._refusal(state, move)
        if reason is not None:
            raise IllegalMove(reason)
        match move:
            case Place(slot=slot, pile=number):
                card = state.row[slot - 1]
                assert card is not None
                return words.places(card, number, state.piles[number - 1], self.apply(state, move), state)
            case NextRow():
                return words.deals_next(state)

    def grounds(self, state: GaremState, move: GaremMove) -> str:
        card = state.row[move.slot - 1] if isinstance(move, Place) else None
        if not isinstance(move, Place) or card is None:
            return self.explain(state, move)
        return words.follows(card, move.pile, state.piles[move.pile - 1][-1])

    def screen(self) -> Any:
        from solitaire_tui.garem.screen import GaremScreen

        return GaremScreen

    def watch_screen(self) -> Any:
        from solitaire_tui.garem.watch import GaremWatch

        return GaremWatch

    def lesson_screen(self) -> Any:
        from solitaire_tui.garem.lesson_screen import GaremLesson

        return GaremLesson


def placements(state: GaremState) -> tuple[Place, ...]:
    """Every legal placement, by slot and then by pile."""
    return tuple(
        Place(slot=slot, pile=pile + 1)
        for slot, card in enumerate(state.row, 1)
        if card is not None
        for pile in range(PILES)
        if takes(state, pile, card)
    )


Heights = tuple[int, ...]


def forced_placements(state: GaremState) -> tuple[Place, ...]:
    """The placements that all complete ways to finish this play row have in common, in a playable order.

    Suits do not matter, so what counts is how high each pile gets: every pile is raised to the least height it has
    after any complete way. Of equal cards in the row the leftmost is taken.
    """
    bases = tuple(int(pile[0].value) for pile in state.piles)
    heights = tuple(len(pile) for pile in state.piles)
    row = tuple(sorted(card.value for card in state.row if card is not None))
    ends = _row_ends(bases, heights, row)
    least = tuple(min(column) for column in zip(*ends, strict=True))
    moves: list[Place] = []
    while True:
        place = next(
            (move for move in placements(state) if len(state.piles[move.pile - 1]) < least[move.pile - 1]),
            None,
        )
        if place is None:
            return tuple(moves)
        moves.append(place)
        state = GAREM.apply(state, place)


@lru_cache(maxsize=256)
def _row_ends(bases: Heights, heights: Heights, row: tuple[int, ...]) -> frozenset[Heights]:
    """The pile heights after every complete way to place a row, given as ranks in ascending order."""
    ends: set[Heights] = set()
    seen: set[Heights] = {heights}
    waiting = [(heights, row)]
    while waiting:
        now, left = waiting.pop()
        gate_open = all(height > 1 for height in now)
        final = True
        for pile, height in enumerate(now):
            if height == PILE_SIZE or (height > 1 and not gate_open):
                continue
            rank = (bases[pile] + height - 1) % 13 + 1
            if rank in left:
                final = False
                after = (*now[:pile], height + 1, *now[pile + 1 :])
                if after not in seen:
                    seen.add(after)
                    at = left.index(rank)
                    waiting.append((after, left[:at] + left[at + 1 :]))
        if final:
            ends.add(now)
    return frozenset(ends)


GAREM: Final = Garem()
