"""What every patience provides, and the registry through which the rest of the program knows them."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from enum import StrEnum
from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING, Any, ClassVar, Final, Generic, TypeVar

from pydantic import BaseModel, ConfigDict

from solitaire_tui.cards import Card
from solitaire_tui.language import _, n_, spoken

if TYPE_CHECKING:
    from solitaire_tui.table.lesson import LessonScreen
    from solitaire_tui.table.screen import TableScreen
    from solitaire_tui.table.watch import WatchScreen


class Rules(BaseModel):
    """The options of a game that are chosen before dealing. Every field is a bool that defaults to off;

    its ``title`` is the label and its ``description`` the explanation that a player reads, in English.
    """

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)


class State(BaseModel):
    """One position of a game, hidden cards included."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class Move(BaseModel):
    """One move of a game; ``str(move)`` is its notation."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class Outcome(StrEnum):
    """How a position stands."""

    PLAYING = "playing"
    WON = "won"
    LOST = "lost"
    FINISHED = "finished"
    """Over, for games that are scored rather than won or lost."""


class IllegalMove(ValueError):
    """A move that the rules refuse.

    Attributes:
        reason: why, and what would be allowed, in words for the player.
    """

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


RulesT = TypeVar("RulesT", bound=Rules)
StateT = TypeVar("StateT", bound=State)
MoveT = TypeVar("MoveT", bound=Move)


class Game(ABC, Generic[RulesT, StateT, MoveT]):
    """A patience: its rules as pure functions over frozen models.

    Attributes:
        id: the name in commands and records.
        name: the name that players read, in English.
        motto: the game in half a sentence, for the menu, in English.
        rules_type: the model of its options.
        wish_piles: how many base cards take a wish (0: the game has no wishes).
    """

    id: ClassVar[str]
    name: ClassVar[str]
    motto: ClassVar[str]
    rules_type: type[RulesT]
    wish_piles: ClassVar[int] = 0

    @property
    def title(self) -> str:
        """The name in the language that is spoken."""
        return _(self.name)

    @property
    def tagline(self) -> str:
        """The motto in the language that is spoken."""
        return _(self.motto)

    @abstractmethod
    def deck(self, rules: RulesT) -> tuple[Card, ...]:
        """The unshuffled deck these rules are played with."""

    @abstractmethod
    def deal(self, rules: RulesT, cards: Sequence[Card]) -> StateT:
        """The first position, from a shuffled deck whose first card is drawn first.

        Raises:
            ValueError: if the cards are not exactly those of ``deck(rules)``.
        """

    @abstractmethod
    def legal_moves(self, state: StateT) -> tuple[MoveT, ...]:
        """Every legal move, best explained first; empty when the game is over."""

    @abstractmethod
    def apply(self, state: StateT, move: MoveT) -> StateT:
        """The position after a move, with all that follows from it by itself.

        Raises:
            IllegalMove: if the move is not in ``legal_moves(state)``.
        """

    @abstractmethod
    def outcome(self, state: StateT) -> Outcome:
        """How the position stands."""

    @abstractmethod
    def parse_move(self, text: str) -> MoveT:
        """Read a move in notation.

        Raises:
            ValueError: if the text is no move of this game.
        """

    @abstractmethod
    def public(self, state: StateT) -> dict[str, Any]:
        """The position as JSON-ready data that shows no hidden card."""

    @abstractmethod
    def summary(self, state: StateT) -> str:
        """How the position stands, in one sentence for people."""

    @abstractmethod
    def standing(self, state: StateT) -> str:
        """How far a game being played is, in a few words."""

    @abstractmethod
    def explain(self, state: StateT, move: MoveT) -> str:
        """Why a legal move is possible and what it brings, in one sentence for people."""

    def grounds(self, state: StateT, move: MoveT) -> str:
        """Why a legal move is possible, without what it brings, where ``explain`` tells both."""
        return self.explain(state, move)

    def rounds(self, moves: Sequence[str]) -> int | None:
        """How many rounds these moves, in notation, have closed; None in a game without rounds."""
        return None

    def score(self, state: StateT) -> dict[str, Any]:
        """Further JSON-ready figures of a position, beside its outcome."""
        return {}

    @abstractmethod
    def screen(self) -> type[TableScreen[Any]]:
        """The Textual screen that plays this game; importing it is put off until it is asked for."""

    @abstractmethod
    def watch_screen(self) -> type[WatchScreen[Any]]:
        """The Textual screen on which a line of this game is watched."""

    @abstractmethod
    def lesson_screen(self) -> type[LessonScreen[Any]]:
        """The Textual screen on which this game is learned."""


AnyGame = Game[Any, Any, Any]

REGISTRY: Final[Mapping[str, str]] = {
    "raspad": "solitaire_tui.raspad.rules:RASPAD",
    "garem": "solitaire_tui.garem.rules:GAREM",
}
"""Every patience: its id, and where its Game object lives (``module:name``)."""


def load(game_id: str) -> AnyGame:
    """The game of this id; its module is imported on first use.

    Raises:
        KeyError: if there is no such game.
    """
    module, _, name = REGISTRY[game_id].partition(":")
    game: AnyGame = getattr(import_module(module), name)
    return game


def package_of(game_id: str) -> str:
    """The package in which a game lives.

    Raises:
        KeyError: if there is no such game.
    """
    return REGISTRY[game_id].partition(":")[0].rpartition(".")[0]


def part_of(game_id: str, module: str) -> ModuleType:
    """A module of a game's package, such as ``lesson``; it is imported on first use.

    Raises:
        KeyError: if there is no such game.
    """
    return import_module(f"{package_of(game_id)}.{module}")


def rules_text(game_id: str) -> str:
    """The rules of a game in the language that is spoken, as Markdown.

    Raises:
        KeyError: if there is no such game.
    """
    from importlib.resources import files  # a table is laid without it

    return files(package_of(game_id)).joinpath(f"rules.{spoken()}.md").read_text(encoding="utf-8")


def check_deck(cards: Sequence[Card], deck: Sequence[Card]) -> None:
    """Check that the cards are exactly those of a deck, in any order.

    Raises:
        ValueError: naming a card too many or too few.
    """
    left = list(deck)
    for card in cards:
        try:
            left.remove(card)
        except ValueError:
            fault = _("the deck holds {card} but does not belong to it")
            if card in deck:
                fault = _("the deck holds {card} too often")
            raise ValueError(fault.format(card=card)) from None
    if left:
        fault = n_(
            "the deck has {number} card instead of {all}: {card} is missing",
            "the deck has {number} cards instead of {all}: {card} is missing",
            len(cards),
        )
        raise ValueError(fault.format(number=len(cards), all=len(deck), card=left[0]))
