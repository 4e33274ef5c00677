"""What the table of Garem shows and says."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from solitaire_tui.cards import Card, Rank
from solitaire_tui.counsel import Advice, Answer
from solitaire_tui.game import IllegalMove, Move
from solitaire_tui.garem import refusals
from solitaire_tui.garem.layout import layout
from solitaire_tui.garem.rules import (
    NEXT,
    PILE_SIZE,
    PILES,
    ROWS,
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
from solitaire_tui.language import _
from solitaire_tui.phrases import counted, listed, percent, rank_noun, sentence
from solitaire_tui.table.scene import Scene, cut, one_cell
from solitaire_tui.table.view import Ending, TableView, index, kind


class GaremView(TableView):
    """A session of Garem. Targets are ``row:0..7`` and ``pile:0..7``."""

    @property
    def state(self) -> GaremState:
        """The present position."""
        state: GaremState = self.session.state
        return state

    def lay_out(self, width: int, height: int, scroll: int, preview: Any | None) -> Scene:
        odds = self.advice.wish_odds if self.chances and self.advice is not None else () if self.chances else None
        return layout(self.state, width, height, wishes=self.session.wishes, preview=preview, odds=odds)

    def ends(self, move: Move) -> tuple[str, str] | None:
        return (f"row:{move.slot - 1}", f"pile:{move.pile - 1}") if isinstance(move, Place) else None

    def pair(self, one: str, other: str) -> Move | None:
        numbers = {kind(target): index(target) + 1 for target in (one, other)}
        if numbers.keys() != {"row", "pile"}:
            return None
        return Place(slot=numbers["row"], pile=numbers["pile"])

    def digit_target(self, digit: int, picked: str) -> str:
        return f"{'pile' if kind(picked) == 'row' else 'row'}:{digit - 1}"

    def numbered(self, targets: Sequence[str], picked: str) -> dict[str, str]:
        return {target: str(index(target) + 1) for target in targets}

    def header(self) -> list[str]:
        state = self.state
        missing = sum(len(pile) == 1 for pile in state.piles)
        gate = "gate open" if not missing else f"gate shut, {missing} to go"
        row = state.rows_dealt
        return [
            "given up" if self.session.given_up else gate,
            f"aside {len(state.aside)}",
            f"row {row} of 12" if row else "no row yet",
            f"stock {len(state.stock)}",
        ]

    def greeting(self) -> str:
        if not self.session.history.can_undo:
            return "Write wishes on base cards (w), or none, then deal the first row (space)"
        return self.session.game.summary(self.state)

    def describe(self, target: str) -> str:
        match kind(target):
            case "unseen":
                return "how many cards of each rank are still unseen: click for more"
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
        name = f"pile {at + 1}" + (f" (“{wish}”)" if wish else "")
        if rank is None:
            return f"{name} is complete: its wish comes true" if wish else f"{name} is complete"
        unseen = unseen_ranks(self.state)[rank]
        in_row = still_to_come(self.state)[rank] - unseen
        text = f"{name}: {counted(len(pile), 'card')}, needs {rank_noun(rank)} ({unseen} unseen"
        text += f", {in_row} in the row)" if in_row else ")"
        if hopeless(self.state)[at]:
            return f"{name} has {counted(len(pile), 'card')} and can no longer be completed"
        if is_blocked(self.state, at):
            text += "; the gate is shut"
        return text

    def _about_card(self, card: Card) -> str:
        piles = [str(i + 1) for i in range(PILES) if takes(self.state, i, card)]
        if piles:
            return f"{card.name} goes on {'pile' if len(piles) == 1 else 'piles'} {listed(piles, 'or')}"
        waiting = [str(i + 1) for i, pile in enumerate(self.state.piles) if needed_rank(pile) is card.rank]
        if waiting:
            who = f"pile {waiting[0]} needs" if len(waiting) == 1 else f"piles {listed(waiting)} need"
            return f"{card.name} can't be placed yet: {who} it, but the gate is shut"
        return f"{card.name} can't be placed: no pile needs {rank_noun(card.value)}"

    def explain_fully(self, target: str) -> tuple[str, str]:
        at = index(target)
        lines = [sentence(self.describe(target)), ""]
        if kind(target) == "row" and self.state.row[at]:
            lines += [self._verdict(at, pile) for pile in range(PILES)]
            return f"Slot {at + 1}", "\n".join(lines)
        if kind(target) != "pile":
            return "Garem", sentence(self.session.game.summary(self.state))
        pile = self.state.piles[at]
        lines.append("From the base card: " + " ".join(card.name for card in pile))
        rank = needed_rank(pile)
        if rank is not None:
            left = still_to_come(self.state)
            lines += ["", "Still needed, with how many of each can still come:"]
            needed = []
            for _ in range(PILE_SIZE - len(pile)):
                needed.append(f"{rank.index}:{left[rank]}")
                rank = rank.next_round
            lines.append("  ".join(needed))
        return f"Pile {at + 1}", "\n".join(lines)

    def _verdict(self, slot: int, pile: int) -> str:
        """One line about a card and a pile: whether and why it goes there."""
        move = Place(slot=slot + 1, pile=pile + 1)
        try:
            return f"  yes  {self.session.game.explain(self.state, move)}"
        except IllegalMove as error:
            return f"  no   {error.reason}"

    def ending(self) -> Ending:
        state = self.state
        granted = state.complete
        if self.session.given_up:
            title = "Given up"
        elif len(granted) == PILES:
            title = "The patience comes out"
        else:
            title = {0: "No pile is complete", 1: "One wish granted"}.get(
                len(granted), f"{len(granted)} wishes granted"
            )
        lines = [f"{self.session.name}: {counted(len(granted), 'complete pile')} of {PILES}."]
        wishes = self.session.wishes
        true = [
            f"  ★ {pile} {state.piles[pile - 1][0].name}  {wishes.get(pile) or 'no wish was written on it'}"
            for pile in granted
        ]
        later = [
            f"  · {pile} {state.piles[pile - 1][0].name}  {text}"
            for pile, text in sorted(wishes.items())
            if pile not in granted
        ]
        if true:
            lines += ["", "These come true:" if wishes else "Complete:", *true]
        if later:
            lines += ["", "Not this time; the cards may be kinder tomorrow:", *later]
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
            ("unseen", unseen),
            ("play row", row),
            ("in piles", placed),
            ("set aside", aside),
        ):
            lines.append(f"{title:<12}" + " ".join(str(counts[rank] or "·") for rank in Rank))
        lines += ["", f"Set aside, the latest first ({len(state.aside)}):"]
        lines.append(" ".join(card.name for card in reversed(state.aside)) or "nothing yet")
        return "Cards", "\n".join(lines)

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
        for number, chance in enumerate(self.advice.wish_odds, 1):
            wish = one_cell(" ".join(self.session.wishes.get(number, "").split()))
            text = f"{number} {self.state.piles[number - 1][0].name:>3} {percent(chance):>5}"
            lines.append(f"{text}  {cut(wish, 34 - len(text) - 2)}".rstrip())
        return lines

    def why_not(self, one: str, other: str) -> str:
        if self.session.given_up:
            return _("this deal has been given up: undo takes that back")
        state, at = self.state, index(one)
        if kind(one) == "pile" and at < PILES:
            if kind(other) == "pile":
                return refusals.from_pile(state.piles[at][-1])
            return (
                refusals.takes_nothing(state, at + 1)
                if other == ""
                else refusals.no_card_there(state, index(other) + 1)
            )
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
            return f"{self.told(before, moves[:-1])}. Row {self.state.rows_dealt} of {ROWS} is dealt by itself"
        if len(moves) > 1:
            cards = [before.row[move.slot - 1].name for move in moves if isinstance(move, Place)]
            return f"Placed {listed(cards)}: there was nothing to decide"
        if moves[0] == NEXT:
            rest = [card.name for card in before.row if card]
            fits = bool(placements(self.state))
            text = f"{listed(rest)} set aside; " if rest else ""
            return f"{text}row {self.state.rows_dealt} of 12 is dealt" + (
                "" if fits else ": nothing in it can be placed"
            )
        return super().told(before, moves)

    def tooltip(self, target: str) -> str:
        return self.session.wishes.get(index(target) + 1, "") if kind(target) == "pile" else ""

    def wish_list(self) -> str:
        """The wishes with their base cards, for reading."""
        bases = [pile[0].name for pile in self.state.piles]
        lines = [f"{pile} {bases[pile - 1]:>3}  {wish}" for pile, wish in sorted(self.session.wishes.items())]
        closing = "Wishes can be changed only before the first play row; restart (U) unlocks them."
        return "\n".join([*(lines or ["No wish was written."]), "", closing])

    def move_words(self, state: GaremState, move: Move) -> str:
        if isinstance(move, Place) and (card := state.row[move.slot - 1]):
            return f"{card.name} on pile {move.pile}"
        return "deal the next row"

    def hint_words(self, move: Move, reason: str) -> str:
        return sentence(reason)  # it names the move itself

    def chance_words(self, advice: Advice | None) -> str:
        return "wishes  …" if advice is None else f"wishes {advice.odds:.2f}"

    def odds_text(self, odds: float) -> str:
        return f"{odds:.2f}"

    def verdict_words(self, answer: Answer) -> str:
        most = answer.most_wishes or 0
        if answer.verdict == "undecided":
            return "The solver could not settle it in time."
        if not most:
            return "No wish can be granted any more, whatever you play."
        return f"At most {counted(most, 'wish', 'wishes')} can be granted from here."

    def last_target(self) -> str:
        move = self.session.history.last_step[-1] if self.session.history.last_step else None
        return f"pile:{move.pile - 1}" if isinstance(move, Place) else ""

    def notice(self) -> str:
        if self.session.over or self.state.complete or not all(hopeless(self.state)):
            return ""
        return "no pile can be completed any more"
