"""What a game's table shows and says: cards, partners and words for one session. Pure; the screen does the rest."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from solitaire_tui.cards import Card
from solitaire_tui.counsel import Advice, Answer
from solitaire_tui.game import Move
from solitaire_tui.language import N_, _
from solitaire_tui.phrases import is_aloud, sentence
from solitaire_tui.session import GIVEN_UP, Session
from solitaire_tui.table.scene import CardSize, Scene, index


@dataclass(frozen=True, slots=True)
class Ending:
    """What the panel at the end of a game says.

    Attributes:
        title: the result in a word or two.
        lines: why, and what there is to tell.
    """

    title: str
    lines: tuple[str, ...]


class TableView(ABC):
    """One session as its table shows it. Targets are texts such as ``hand:2``, counted from the left, from 0.

    Attributes:
        session: the game on the table.
        provisional: whether the table shows what a move would make of it, until that is done or left.
        advice: the adviser's word on the present position; None before it comes.
        chances: whether the player wants to see chances.
        largest: the largest card faces to use.
        PEEK: what a peek looks at and tells, to be asked before it.
    """

    PEEK: ClassVar[str] = N_(
        "The solver looks at the hidden cards and tells whether this can still be won. The game is marked."
    )

    def __init__(self, session: Session) -> None:
        self.session = session
        self.provisional = False
        self.advice: Advice | None = None
        self.chances = False
        self.largest = CardSize.LARGE
        self._at: tuple[Any, bool] | None = None
        self._found: tuple[tuple[Move, ...], Mapping[str, Mapping[str, Move]]] = ((), {})

    @abstractmethod
    def lay_out(self, width: int, height: int, scroll: int, preview: Any | None) -> Scene:
        """Place the cards of the present position; ``preview`` is where a move being looked at leads."""

    @abstractmethod
    def ends(self, move: Move) -> tuple[str, str] | None:
        """Tell the two targets of a move from one card to another; None for a move without any."""

    @abstractmethod
    def pair(self, one: str, other: str) -> Move | None:
        """Make the move from one target to another, in whichever order, legal or not; None for no pair."""

    @abstractmethod
    def digit_target(self, digit: int, picked: str) -> str:
        """Tell what a digit means, given what is picked already."""

    @abstractmethod
    def numbered(self, targets: Sequence[str], picked: str) -> dict[str, str]:
        """Give the digits that choose among the targets of the picked card."""

    @abstractmethod
    def header(self) -> list[str]:
        """Tell the facts of the position, the most important last."""

    @abstractmethod
    def greeting(self) -> str:
        """Say what there is to do when nothing has happened yet."""

    @abstractmethod
    def describe(self, target: str) -> str:
        """Say what a card is and what it can do, in a sentence; empty for nothing to say."""

    @abstractmethod
    def explain_fully(self, target: str) -> tuple[str, str]:
        """Explain a card; a title and a text of several lines."""

    @abstractmethod
    def ending(self) -> Ending:
        """Say how the game ended."""

    @abstractmethod
    def cards_out(self) -> tuple[str, str]:
        """List the cards that are out and count those still unseen; a title and a text of several lines."""

    @abstractmethod
    def unseen_lines(self) -> tuple[str, list[str]]:
        """Count the cards that the player has not seen, by rank; a title and some lines of at most 34 cells."""

    def chance_lines(self) -> list[str]:
        """Tell the adviser's word in more detail than ``chance_words``, in lines of at most 34 cells."""
        return []

    def why_not(self, one: str, other: str) -> str:
        """Say why a card does not go to another target, in a clause.

        Args:
            one: the card that is picked or was to be picked.
            other: where it was to go; empty when nothing goes with it at all.
        """
        return _(GIVEN_UP) if self.session.given_up else self.reason_against(one, other)

    @abstractmethod
    def reason_against(self, one: str, other: str) -> str:
        """Answer ``why_not`` in a deal that has not been given up, naming the cards or the rule."""

    @abstractmethod
    def ready_action(self) -> str:
        """Name the action that suggests itself, for the footer to point out; empty for none."""

    def can(self, action: str) -> bool:
        """Whether an action would do something now."""
        history = self.session.history
        match action:
            case "undo":
                return history.can_undo or self.session.given_up
            case "redo":
                return history.can_redo
            case "give_up" | "hint":
                return not self.session.over
            case _:
                return True

    @abstractmethod
    def move_words(self, state: Any, move: Move, *, brief: bool = False) -> str:
        """Name a move in a few words, such as ``9♠ on 2♠`` or ``close the round``; ``brief`` for cards by signs."""

    def hint_words(self, move: Move, reason: str) -> str:
        """Name the adviser's move and say why, in sentences."""
        return f"{self.move_words(self.session.state, move, brief=True)}. {sentence(reason)}"

    @abstractmethod
    def chance_words(self, advice: Advice | None) -> str:
        """Say what the adviser expects, in a few words for the header."""

    @abstractmethod
    def odds_text(self, odds: float) -> str:
        """Write what can be expected: a chance in percent, or a number of wishes."""

    @abstractmethod
    def verdict_words(self, answer: Answer) -> str:
        """Say what the solver found out."""

    @abstractmethod
    def last_target(self) -> str:
        """Tell the card that the last step changed; empty if it was no card."""

    def gleaming(self, before: Any) -> tuple[str, ...]:
        """Tell the piles that light runs up in celebration, since the step from ``before`` finished them."""
        return ()

    def spread(self) -> tuple[Card, ...]:
        """Tell the cards that are spread over the table in celebration of the position; empty for none."""
        return ()

    def notice(self) -> str:
        """Say quietly what the position has come to, from what the player has seen; empty for nothing."""
        return ""

    def tooltip(self, target: str) -> str:
        """Say what there was no room for at a target; empty for nothing."""
        return ""

    def told(self, before: Any, moves: Sequence[Move]) -> str:
        """Say what a step brought, in a sentence."""
        state = before
        for move in moves[:-1]:
            state = self.session.game.apply(state, move)
        return self.explained(state, moves[-1])

    def explained(self, state: Any, move: Move) -> str:
        """Say why a move is legal and what it brings, in sentences without the last full stop.

        Raises:
            IllegalMove: if it is not legal.
        """
        return self.session.game.explain(state, move)

    def undone_words(self) -> str:
        """Say what undo is about to take back."""
        if self.session.given_up:
            return _("you play on")
        return _("the jump is taken back") if self.session.history.at_landing else _("one step taken back")

    def redone_words(self) -> str:
        """Say what redo is about to play again."""
        return _("jumped again") if self.session.history.at_leaving else _("played again")

    def legal(self) -> tuple[Move, ...]:
        """Every legal move; none once the deal has been given up."""
        return self._known()[0]

    def partners(self) -> Mapping[str, Mapping[str, Move]]:
        """For every card that has a legal move: its partners, and the move with each; none while provisional."""
        return {} if self.provisional else self._known()[1]

    def targets(self, target: str) -> Mapping[str, Move]:
        """Where a card can go, and the move for each."""
        return self.partners().get(target, {})

    def _known(self) -> tuple[tuple[Move, ...], Mapping[str, Mapping[str, Move]]]:
        """Legal moves and partners of the present position, worked out once for each."""
        at = (self.session.state, self.session.given_up)
        if self._at is None or self._at[0] is not at[0] or self._at[1] != at[1]:
            legal = () if self.session.given_up else self.session.game.legal_moves(self.session.state)
            partners: dict[str, dict[str, Move]] = {}
            for move in legal:
                if ends := self.ends(move):
                    partners.setdefault(ends[0], {})[ends[1]] = move
                    partners.setdefault(ends[1], {})[ends[0]] = move
            self._at, self._found = at, (legal, partners)
        return self._found


def in_order(targets: Iterable[str]) -> list[str]:
    """Targets of one kind from left to right."""
    return sorted(targets, key=index)


def in_column(answer: str, reason: str) -> str:
    """A line of an explanation that begins with yes or no; a sentence if it is read aloud."""
    if is_aloud():
        return sentence(_("{answer}: {reason}").format(answer=answer, reason=reason))
    return f"  {answer:<4} {reason}"
