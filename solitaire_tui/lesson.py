"""Lessons as data: the steps of one, which moves a step waits for, and why it asks for no other."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from solitaire_tui.cards import Card
from solitaire_tui.deals import shuffled
from solitaire_tui.game import IllegalMove, Move, load, part_of
from solitaire_tui.language import N_, _
from solitaire_tui.phrases import inline, named, sentence
from solitaire_tui.session import Session

_NONE: Final[Mapping[str, str]] = {}
_NO_WISHES: Final[Mapping[int, str]] = {}


@dataclass(frozen=True, slots=True, kw_only=True)
class Deal:
    """A prepared deal, and how far it has been played.

    Attributes:
        cards: the first cards in the order in which they are drawn, in notation; the others follow shuffled.
        moves: the moves that lead to the position, in notation.
        rules: the options that are on.
        wishes: wishes by pile, in English.
        number: the shuffle of the cards that are not given.
    """

    cards: str = ""
    moves: str = ""
    rules: Mapping[str, bool] = field(default_factory=dict)
    wishes: Mapping[int, str] = field(default_factory=dict)
    number: int = 1

    def laid(self, game_id: str) -> Session:
        """A session at the position.

        Raises:
            IllegalMove: if one of the moves is illegal.
            ValueError: if a card is in the deal too often.
        """
        game = load(game_id)
        rules = game.rules_type.model_validate(dict(self.rules))
        first = [Card.parse(code) for code in self.cards.split()]
        rest = list(shuffled(game.deck(rules), self.number))
        for card in first:
            rest.remove(card)
        wishes = {pile: _(text) for pile, text in self.wishes.items()}
        session = Session(game, rules, (*first, *rest), deal=None, wishes=wishes)
        for text in self.moves.split():
            session.play(game.parse_move(text))
        return session


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """One step of a lesson. Without moves and action it is only to be read.

    Attributes:
        text: what it says, in English, with the placeholders of ``cards`` and ``keys``; one to three sentences.
        cards: the cards in its texts by their placeholders, in notation.
        keys: the actions whose keys its texts name, by their placeholders.
        deal: the position it lays; None to go on with that of the step before.
        moves: the moves it waits for, in notation; all of them, in any order in which they are legal.
        does: the action it waits for, if it waits for no move.
        by: the action that makes its moves, if they are not made with cards or need not be.
        marks: the targets it speaks of, besides those of its moves.
        otherwise: why it asks for no other move, a clause in English.
        instead: the same for certain moves, by their notation.
    """

    text: str
    cards: Mapping[str, str] = field(default_factory=dict)
    keys: Mapping[str, str] = field(default_factory=dict)
    deal: Deal | None = None
    moves: tuple[str, ...] = ()
    does: str = ""
    by: str = ""
    marks: tuple[str, ...] = ()
    otherwise: str = N_("the lesson asks for something else here")
    instead: Mapping[str, str] = field(default_factory=dict)

    @property
    def is_read(self) -> bool:
        """Whether there is nothing to do but to read it."""
        return not self.moves and not self.does

    @property
    def wants(self) -> str:
        """The action that leads on from it, ``enter`` if it is only to be read; empty if moves of cards do."""
        return self.does or self.by or ("enter" if self.is_read else "")

    def told(self, key_of: Callable[[str], str]) -> str:
        """The text in the language that is spoken.

        Args:
            key_of: the key of an action, as a player reads it.
        """
        return sentence(self._filled(self.text, {name: key_of(action) for name, action in self.keys.items()}))

    def why_not(self, moves: Sequence[str]) -> str:
        """Why the step does not ask for these legal moves, as sentences."""
        return sentence(self.reason_against(moves))

    def reason_against(self, moves: Sequence[str]) -> str:
        """Answer ``why_not`` in a clause."""
        if self.is_read:
            return _("this step is only to be read: go on first")
        if self.does:
            return _("this step asks for something else first")
        reason = next((self.instead[move] for move in moves if move in self.instead), self.otherwise)
        return self._filled(reason, _NONE)

    def _filled(self, text: str, keys: Mapping[str, str]) -> str:
        cards = {name: named(Card.parse(code)) for name, code in self.cards.items()}
        return _(text).format(**cards, **keys)


@dataclass(frozen=True, slots=True)
class Lesson:
    """The lesson of a game.

    Attributes:
        game_id: the game.
        steps: its steps; the first one lays a deal.
        could: how to say of moves that no card tells of, by their notation, that they are possible ``{why}`` not here.
    """

    game_id: str
    steps: tuple[Step, ...]
    could: Mapping[str, str]


class Course:
    """A walk through a lesson.

    Attributes:
        lesson: the lesson.
        number: the present step, from 0.
        session: the game on the lesson's table; another one after each change of the deal and each ``go_to``.
        left: the moves that the present step still waits for, in notation.
        wishes: the player's wishes by pile; they stand on every table of the lesson.
    """

    def __init__(self, lesson: Lesson, number: int = 0, wishes: Mapping[int, str] = _NO_WISHES) -> None:
        """Begin a lesson, or go on with it.

        Args:
            lesson: the lesson.
            number: the step to begin with, from 0.
            wishes: the wishes that have been written.
        """
        self.lesson = lesson
        self.wishes = dict(wishes)
        self.go_to(number)

    @property
    def step(self) -> Step:
        """The present step."""
        return self.lesson.steps[self.number]

    @property
    def is_last(self) -> bool:
        """Whether the present step is the last one."""
        return self.number == len(self.lesson.steps) - 1

    @property
    def is_under_way(self) -> bool:
        """Whether the lesson has been begun, and its end not been reached."""
        return self.number > 0 and not self.is_last

    def go_to(self, number: int) -> None:
        """Go to the start of a step, whatever has been done before."""
        first = max(n for n, step in enumerate(self.lesson.steps[: number + 1]) if step.deal is not None)
        deal = self.lesson.steps[first].deal
        assert deal is not None
        self._lay(deal)
        for step in self.lesson.steps[first:number]:
            for text in step.moves:
                self.session.play(self.session.game.parse_move(text))
            if step.does == "undo":
                self.session.undo()
        self._begin(number)

    def _begin(self, number: int) -> None:
        self.number = number
        self.left = list(self.step.moves)

    def next_move(self) -> Move | None:
        """A legal move that the present step waits for; None if it waits for none."""
        game = self.session.game
        legal = {str(move): move for move in game.legal_moves(self.session.state)}
        return next((legal[text] for text in self.left if text in legal), None)

    def why_not(self, moves: Sequence[Move]) -> str:
        """What other moves than those of the lesson would do, and why it asks for others; see ``answers``."""
        return next(iter(self.answers(moves)), "")

    def answers(self, moves: Sequence[Move]) -> tuple[str, ...]:
        """Answer ``why_not`` at different lengths, the longest first, for as much room as there is.

        None for the lesson's own moves, and for illegal moves: of those the rules tell why.
        """
        texts = [str(move) for move in moves]
        if texts and all(text in self.left for text in texts):
            return ()
        state, game = self.session.state, self.session.game
        try:
            for move in moves[:-1]:
                state = game.apply(state, move)
            what = [game.explain(state, moves[-1]), game.grounds(state, moves[-1])]
        except IllegalMove:
            return ()
        reason = self.step.reason_against(texts)
        if texts[-1] in self.lesson.could:
            return (sentence(_(self.lesson.could[texts[-1]]).format(why=reason)),)
        text = _("Possible: {what}. {why}")
        told = [text.format(what=inline(clause), why=sentence(reason)) for clause in what]
        return (*told, sentence(_("Not now: {why}").format(why=reason)))

    def made(self, moves: Sequence[Move]) -> bool:
        """Moves of the lesson have been played; whether that was the end of the step.

        At the end the next step has begun, if there is one.
        """
        for move in moves:
            self.left.remove(str(move))
        return not self.left and self.forward()

    def forward(self) -> bool:
        """Begin the next step, in the position there is now unless it lays another; False after the last one."""
        if self.is_last:
            return False
        self._begin(self.number + 1)
        if self.step.deal is not None:
            self._lay(self.step.deal)
        return True

    def _lay(self, deal: Deal) -> None:
        self.session = deal.laid(self.lesson.game_id)
        self.session.wishes |= self.wishes


def lesson_for(game_id: str) -> Lesson:
    """The lesson of a game; it is imported on first use.

    Raises:
        KeyError: if there is no such game.
    """
    lesson: Lesson = part_of(game_id, "lesson").LESSON
    return lesson
