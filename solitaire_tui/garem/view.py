"""What the table of Garem shows and says."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any, Final

from solitaire_tui.cards import Card, Rank
from solitaire_tui.counsel import Advice, Answer
from solitaire_tui.game import IllegalMove, Move
from solitaire_tui.garem import refusals, words
from solitaire_tui.garem.layout import layout
from solitaire_tui.garem.rules import (
    NEXT,
    PILE_SIZE,
    PILES,
    GaremState,
    Place,
    forced_placements,
    hopeless,
    is_blocked,
    needed_rank,
    placements,
    still_to_come,
    takes,
    unseen_ranks,
)
from solitaire_tui.garem.words import pile_named
from solitaire_tui.language import N_, _, n_, number, p_
from solitaire_tui.phrases import cards_named, listed, named, percent, rank_named, sentence, sentences, sign
from solitaire_tui.table.scene import Scene, cut, index, kind, one_cell
from solitaire_tui.table.view import Ending, TableView, in_column

MOST_OF_A_WISH: Final = 60
"""Characters of a wish in a sentence; the whole of it stands in the list of wishes."""


class GaremView(TableView):
    """A session of Garem. Targets are ``row:0..7`` and ``pile:0..7``."""

    PEEK = N_(
        "The solver looks at the hidden cards and tells how many wishes can still be granted. The game is marked."
    )

    @property
    def state(self) -> GaremState:
        """The present position."""
        state: GaremState = self.session.state
        return state

    def lay_out(self, width: int, height: int, scroll: int, preview: Any | None) -> Scene:
        odds = self.advice.wish_odds if self.chances and self.advice is not None else () if self.chances else None
        wishes = self.session.wishes
        return layout(self.state, width, height, wishes=wishes, preview=preview, odds=odds, largest=self.largest)

    def ends(self, move: Move) -> tuple[str, str] | None:
        return (f"row:{move.slot - 1}", f"pile:{move.pile - 1}") if isinstance(move, Place) else None

    def pair(self, one: str, other: str) -> Move | None:
        numbers = {kind(target): index(target) + 1 for target in (one, other)}
        if numbers.keys() != {"row", "pile"} or max(numbers.values()) > PILES:
            return None
        return Place(slot=numbers["row"], pile=numbers["pile"])

    def digit_target(self, digit: int, picked: str) -> str:
        return f"{'pile' if kind(picked) == 'row' else 'row'}:{digit - 1}"

    def numbered(self, targets: Sequence[str], picked: str) -> dict[str, str]:
        return {target: str(index(target) + 1) for target in targets}

    def header(self) -> list[str]:
        state = self.state
        gate = _("gate open") if state.gate_open else _("gate shut, {number} to go").format(number=state.waiting)
        row = state.rows_dealt
        return [
            _("aside {number}").format(number=len(state.aside)),
            _("row {row} of 12").format(row=row) if row else _("no row yet"),
            _("stock {number}").format(number=len(state.stock)),
            p_("result", "given up") if self.session.given_up else gate,  # in a narrow window the last is kept
        ]

    def greeting(self) -> str:
        if not self.session.history.can_undo:
            return _("Write wishes on base cards, or none, then deal the first row")
        return self.session.game.summary(self.state)

    def describe(self, target: str) -> str:
        match kind(target):
            case "unseen":
                return _("how many cards of each rank are still unseen: click for more")
            case "pile":
                return self._about_pile(index(target))
            case "row" if card := self.state.row[index(target)]:
                return self._about_card(card)
            case _:
                return ""

    def _about_pile(self, at: int) -> str:
        pile = self.state.piles[at]
        rank = needed_rank(pile)
        wish = self.session.wishes.get(at + 1)
        name = pile_named(at + 1)
        if wish:
            name = name.changed(lambda form: _("{pile} (“{wish}”)").format(pile=form, wish=wish))
        if rank is None:
            text = _("{pile} is complete: its wish comes true") if wish else _("{pile} is complete")
            return text.format(pile=name)
        if hopeless(self.state)[at]:
            text = n_(
                "{pile} has {number} card and can no longer be completed",
                "{pile} has {number} cards and can no longer be completed",
                len(pile),
            )
            return text.format(pile=name, number=len(pile))
        unseen = unseen_ranks(self.state)[rank]
        in_row = still_to_come(self.state)[rank] - unseen
        seen = p_("cards of a rank", "{number} unseen").format(number=unseen)
        if in_row:
            seen = p_("cards of a rank", "{number} unseen, {row} in the row").format(number=unseen, row=in_row)
        text = n_(
            "{pile}: {number} card, needs {rank:a} ({seen})",
            "{pile}: {number} cards, needs {rank:a} ({seen})",
            len(pile),
        )
        about = text.format(pile=name, number=len(pile), rank=rank_named(rank), seen=seen)
        return _("{about}; the gate is shut").format(about=about) if is_blocked(self.state, at) else about

    def _about_card(self, card: Card) -> str:
        fitting = [str(i + 1) for i in range(PILES) if takes(self.state, i, card)]
        waiting = [str(i + 1) for i, pile in enumerate(self.state.piles) if needed_rank(pile) is card.rank]
        if fitting:
            text = n_("{card} goes on pile {piles}", "{card} goes on piles {piles}", len(fitting))
        elif waiting:
            text = n_(
                "{card} can't be placed yet: pile {piles} needs it, but the gate is shut",
                "{card} can't be placed yet: piles {piles} need it, but the gate is shut",
                len(waiting),
            )
        else:
            text = _("{card} can't be placed: no pile needs {rank:a}")
        piles = listed(fitting, "or") if fitting else listed(waiting)
        return text.format(card=named(card), piles=piles, rank=rank_named(card.value))

    def explain_fully(self, target: str) -> tuple[str, str]:
        at = index(target)
        lines = [sentence(self.describe(target)), ""]
        if kind(target) == "row" and self.state.row[at]:
            lines += [self._verdict(at, pile) for pile in range(PILES)]
            return _("Slot {number}").format(number=at + 1), "\n".join(lines)
        if kind(target) != "pile":
            return self.session.game.title, sentence(self.session.game.summary(self.state))
        pile = self.state.piles[at]
        lines.append(_("From the base card: {cards}").format(cards=" ".join(card.name for card in pile)))
        rank = needed_rank(pile)
        if rank is not None:
            left = still_to_come(self.state)
            lines += ["", _("Still needed, with how many of each can still come:")]
            needed = []
            for _missing in range(PILE_SIZE - len(pile)):
                needed.append(f"{rank.index}:{left[rank]}")
                rank = rank.next_round
            lines.append("  ".join(needed))
        return _("Pile {number}").format(number=at + 1), "\n".join(lines)

    def _verdict(self, slot: int, pile: int) -> str:
        """One line about a card and a pile: whether and why it goes there."""
        move = Place(slot=slot + 1, pile=pile + 1)
        try:
            reason, answer = self.explained(self.state, move), p_("column", "yes")
        except IllegalMove as error:
            reason, answer = error.reason, p_("column", "no")
        return in_column(answer, reason)

    def ending(self) -> Ending:
        state = self.state
        granted = state.complete
        if self.session.given_up:
            title = p_("result", "Given up")
        elif len(granted) == PILES:
            title = _("The patience comes out")
        elif granted:
            title = n_("One wish granted", "{number} wishes granted", len(granted)).format(number=len(granted))
        else:
            title = _("No pile is complete")
        text = n_("{game}: {number} complete pile of 8.", "{game}: {number} complete piles of 8.", len(granted))
        lines = [text.format(game=self.session.name, number=len(granted))]
        wishes = self.session.wishes
        unwritten = _("no wish was written on it")
        true = [f"  ★ {pile} {state.piles[pile - 1][0].name}  {wishes.get(pile) or unwritten}" for pile in granted]
        later = [
            f"  · {pile} {state.piles[pile - 1][0].name}  {text}"
            for pile, text in sorted(wishes.items())
            if pile not in granted
        ]
        if true:
            lines += ["", _("These come true:") if wishes else _("Complete:"), *true]
        if later:
            lines += ["", _("Not this time; the cards may be kinder tomorrow:"), *later]
        return Ending(title, tuple(lines))

    def cards_out(self) -> tuple[str, str]:
        state = self.state
        unseen, row, placed, aside = (
            unseen_ranks(state),
            Counter(card.rank for card in state.row if card),
            Counter(card.rank for pile in state.piles for card in pile),
            Counter(card.rank for card in state.aside),
        )
        lines = ["            " + " ".join(rank.letter for rank in Rank)]
        for title, counts in (
            (p_("place of a card", "unseen"), unseen),
            (p_("place of a card", "play row"), row),
            (p_("place of a card", "in piles"), placed),
            (p_("place of a card", "set aside"), aside),
        ):
            lines.append(f"{title:<12}" + " ".join(str(counts[rank] or "·") for rank in Rank))
        lines += ["", _("Set aside, the latest first ({number}):").format(number=len(state.aside))]
        lines.append(" ".join(card.name for card in reversed(state.aside)) or p_("set aside", "nothing yet"))
        return p_("title", "Cards"), "\n".join(lines)

    def unseen_lines(self) -> tuple[str, list[str]]:
        unseen = unseen_ranks(self.state)
        lines = [
            "  " + " ".join(rank.letter for rank in Rank),
            "  " + " ".join(str(unseen[rank] or "·") for rank in Rank) + f" {len(self.state.stock):>3}",
        ]
        return _("Unseen: {number}").format(number=len(self.state.stock)), lines

    def chance_lines(self) -> list[str]:
        if self.advice is None:
            return []
        lines = []
        for pile, chance in enumerate(self.advice.wish_odds, 1):
            wish = one_cell(" ".join(self.session.wishes.get(pile, "").split()))
            text = f"{pile} {self.state.piles[pile - 1][0].name:>3} {percent(chance):>5}"
            lines.append(f"{text}  {cut(wish, 34 - len(text) - 2)}".rstrip())
        return lines

    def reason_against(self, one: str, other: str) -> str:
        state, at = self.state, index(one)
        if kind(one) == "pile" and at < PILES:
            if kind(other) in ("pile", "unseen"):
                return refusals.from_pile(state.piles[at][-1])
            return refusals.no_card_there(state, index(other) + 1) if other else refusals.takes_nothing(state, at + 1)
        card = state.row[at] if kind(one) == "row" and at < PILES else None
        if card is None:
            return refusals.no_card_there(state, at + 1)
        if kind(other) == "row":
            held = state.row[index(other)] if index(other) < PILES else None
            return refusals.both_in_row(card, held) if held else refusals.no_card_there(state, index(other) + 1)
        if kind(other) == "pile":
            return refusals.no_card_there(state, index(other) + 1)
        return refusals.beside(card) if self.targets(one) else self._about_card(card)

    def ready_action(self) -> str:
        if self.legal() == (NEXT,):
            return "next_row"
        return "forced" if self.can("forced") else ""

    def can(self, action: str) -> bool:
        match action:
            case "next_row":
                return NEXT in self.legal()
            case "forced":
                return bool(self.legal() and forced_placements(self.state))
            case _:
                return super().can(action)

    def told(self, before: Any, moves: Sequence[Move]) -> str:
        if len(moves) > 1 and moves[-1] == NEXT:  # the rest, and the next row dealt by itself
            dealt = _("Row {row} of 12 is dealt by itself").format(row=self.state.rows_dealt)
            return sentences([self.told(before, moves[:-1]), dealt])
        if len(moves) > 1:
            cards = [before.row[move.slot - 1] for move in moves if isinstance(move, Place)]
            placed = _("Placed {cards}: there was nothing to decide").format(cards=cards_named(cards))
            complete = [self._completed(pile) for pile in self.state.complete if pile not in before.complete]
            return sentences([placed, *complete])
        if moves[0] == NEXT:
            rest = [card for card in before.row if card]
            text = _("row {row} of 12 is dealt")
            if not placements(self.state):
                text = _("row {row} of 12 is dealt: nothing in it can be placed")
            dealt = text.format(row=self.state.rows_dealt)
            if not rest:
                return dealt
            text = n_("{cards} set aside; {dealt}", "{cards} set aside; {dealt}", len(rest))
            return text.format(cards=cards_named(rest), dealt=dealt)
        return super().told(before, moves)

    def explained(self, state: GaremState, move: Move) -> str:
        told = super().explained(state, move)
        if isinstance(move, Place) and move.pile in self.session.wishes:
            card, pile = state.row[move.slot - 1], state.piles[move.pile - 1]
            if card is not None and len(pile) + 1 == PILE_SIZE:
                return sentences([words.follows(card, move.pile, pile[-1]), self._completed(move.pile)])
        return told

    def _completed(self, pile: int) -> str:
        """What it means that a pile is complete, its wish named if one was written."""
        wish = one_cell(" ".join(self.session.wishes.get(pile, "").split()))
        return words.completes(pile, cut(wish, MOST_OF_A_WISH))

    def tooltip(self, target: str) -> str:
        return self.session.wishes.get(index(target) + 1, "") if kind(target) == "pile" else ""

    def wish_list(self) -> str:
        """The wishes with their base cards, for reading."""
        bases = [pile[0].name for pile in self.state.piles]
        lines = [f"{pile} {bases[pile - 1]:>3}  {wish}" for pile, wish in sorted(self.session.wishes.items())]
        closing = _("Wishes can be changed only before the first play row; restart (U) unlocks them.")
        return "\n".join([*(lines or [_("No wish was written.")]), "", closing])

    def move_words(self, state: GaremState, move: Move, *, brief: bool = False) -> str:
        if isinstance(move, Place) and (card := state.row[move.slot - 1]):
            name = sign if brief else named
            return p_("move", "{card} on {pile}").format(card=name(card), pile=pile_named(move.pile))
        return p_("move", "deal the next row")

    def hint_words(self, move: Move, reason: str) -> str:
        return sentence(reason)  # it names the move itself

    def chance_words(self, advice: Advice | None) -> str:
        wishes = " …" if advice is None else number(advice.odds, ".2f")
        return _("wishes {number}").format(number=wishes)

    def odds_text(self, odds: float) -> str:
        return number(odds, ".2f")

    def verdict_words(self, answer: Answer) -> str:
        most = answer.most_wishes or 0
        if answer.verdict == "undecided":
            return _("The solver could not settle it in time.")
        if not most:
            return _("No wish can be granted any more, whatever you play.")
        text = n_(
            "At most {number} wish can be granted from here.", "At most {number} wishes can be granted from here.", most
        )
        return text.format(number=most)

    def last_target(self) -> str:
        move = self.session.history.last_step[-1] if self.session.history.last_step else None
        return f"pile:{move.pile - 1}" if isinstance(move, Place) else ""

    def gleaming(self, before: GaremState) -> tuple[str, ...]:
        # At the end light runs up all of them once more.
        known = () if self.session.over else before.complete
        return tuple(f"pile:{number - 1}" for number in self.state.complete if number not in known)

    def notice(self) -> str:
        if self.session.over or self.state.complete or not all(hopeless(self.state)):
            return ""
        return _("no pile can be completed any more")
