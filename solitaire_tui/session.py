"""One attempt at a deal: which game, rules and cards, the line of play, wishes, and whether it was given up."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date
from typing import TYPE_CHECKING, Any, Final

from solitaire_tui.cards import Card
from solitaire_tui.deals import check_number, new_number, shuffled
from solitaire_tui.game import AnyGame, IllegalMove, Outcome, Rules, load
from solitaire_tui.history import History
from solitaire_tui.language import N_, _, date_in_figures, p_
from solitaire_tui.phrases import is_aloud

if TYPE_CHECKING:
    from solitaire_tui.record import GameRecord, Played

PEEKED: Final = "peeked"
"""The mark of a game in which the solver was asked about hidden cards."""
GIVEN_UP: Final = N_("this deal has been given up: undo takes that back")
"""Why nothing can be played in a deal that was given up, in English."""


def deal_name(title: str, deal: int | None, daily: date | None) -> str:
    """What players call a deal: ``Raspad #1742``, ``Raspad · daily 2026-11-30`` or ``Raspad, own deck``."""
    if daily is not None and is_aloud():
        from solitaire_tui.daily import in_words

        return _("{game}, daily deal of {day} {year}").format(game=title, day=in_words(daily), year=daily.year)
    if daily is not None:
        return _("{game} · daily {date}").format(game=title, date=date_in_figures(daily))
    if deal is None:
        return _("{game}, own deck").format(game=title)
    return _("{game} #{number}").format(game=title, number=deal)


class Session:
    """A game on the table.

    Attributes:
        game: its game.
        rules: its options.
        deal: the number of the deal; None if it came as a deck of cards.
        daily: the date whose daily deal it is; None if it is none.
        deck: the shuffled cards.
        history: the line of play.
        wishes: wishes by pile, 1 to 8.
        wishes_locked: whether the first play row has been dealt, after which only a restart lets them change [G1].
        marks: what is to be known of the attempt, such as ``PEEKED``.
        given_up: whether the player gave the deal up; undo takes that back.
    """

    def __init__(
        self,
        game: AnyGame,
        rules: Rules,
        deck: Sequence[Card],
        *,
        deal: int | None,
        wishes: Mapping[int, str],
        daily: date | None = None,
    ) -> None:
        self.game = game
        self.rules = rules
        self.deal = deal
        self.daily = daily
        self.deck = tuple(deck)
        self.history: History[Any, Any, Any] = History(game, game.deal(rules, self.deck))
        self.wishes = dict(wishes)
        self._first_wishes = dict(wishes)
        self.wishes_locked = False
        self.given_up = False
        self.marks: set[str] = set()

    @classmethod
    def new(cls, game_id: str, rules: Mapping[str, bool] | None = None, deal: int | None = None) -> Session:
        """Deal a game by number, drawing the number if none is given.

        Raises:
            KeyError: if there is no such game.
            ValueError: if the number is out of range or there is no such option.
        """
        game = load(game_id)
        options = game.rules_type.model_validate(dict(rules or {}))
        number = new_number() if deal is None else check_number(deal)
        return cls(game, options, shuffled(game.deck(options), number), deal=number, wishes={})

    @classmethod
    def of_day(cls, game_id: str, day: date) -> Session:
        """Deal the daily deal of a date.

        Raises:
            KeyError: if there is no such game.
        """
        from solitaire_tui.daily import number_of

        session = cls.new(game_id, deal=number_of(day))
        session.daily = day
        return session

    @classmethod
    def from_record(cls, played: Played) -> Session:
        """Take up the game of a record at its last position.

        Raises:
            RecordError: if one of its moves is illegal.
        """
        record = played.record
        if record.deck is not None:
            deck = tuple(Card.parse(text) for text in record.deck)
        else:
            assert record.deal is not None  # check_record has looked
            deck = shuffled(played.game.deck(played.rules), record.deal)
        session = cls(played.game, played.rules, deck, deal=record.deal, wishes=played.wishes)
        session.marks = set(record.marks)
        for move, _state in played.positions():
            if move is not None:
                session.play(move)
        return session

    def again(self) -> Session:
        """The same deal from the start, wishes kept."""
        return Session(self.game, self.rules, self.deck, deal=self.deal, wishes=self.wishes, daily=self.daily)

    @property
    def state(self) -> Any:
        """The present position."""
        return self.history.state

    @property
    def outcome(self) -> Outcome:
        """How the present position stands."""
        return self.game.outcome(self.state)

    @property
    def over(self) -> bool:
        """Whether the game has ended, by the rules or by giving up."""
        return self.given_up or self.outcome is not Outcome.PLAYING

    @property
    def in_play(self) -> bool:
        """Whether a game has been begun and not ended, so that leaving it would lose moves or wishes."""
        return bool(self.history.steps or self.wishes != self._first_wishes) and not self.over

    @property
    def name(self) -> str:
        """Game and deal, such as ``Raspad #1742``."""
        return deal_name(self.game.title, self.deal, self.daily)

    @property
    def standing(self) -> str:
        """How far the game is or how it ended, in a few words."""
        if self.given_up:
            return p_("result", "given up")
        return self.game.summary(self.state) if self.over else self.game.standing(self.state)

    def play(self, *moves: Any) -> None:
        """Play moves as one step.

        Raises:
            IllegalMove: if one is illegal or the deal has been given up; nothing is changed then.
        """
        if self.given_up:
            raise IllegalMove(_(GIVEN_UP))
        self.history.play(*moves)
        self._lock_wishes()

    def undo(self) -> bool:
        """Take back giving up, or the last step; False if there is nothing to take back."""
        if self.given_up:
            self.given_up = False
            return True
        return self.history.undo()

    def redo(self) -> bool:
        """Play an undone step again; False if there is none, or the deal has been given up."""
        done = not self.given_up and self.history.redo()
        self._lock_wishes()
        return done

    def restart(self) -> bool:
        """Go back to the deal and unlock the wishes, keeping their texts; False if already there."""
        done = self.history.undo_all() or self.given_up or self.wishes_locked
        self.given_up = False
        self.wishes_locked = False
        return done

    def redo_all(self) -> bool:
        """Go to the end of the line of play; False if already there, or the deal has been given up."""
        done = not self.given_up and self.history.redo_all()
        self._lock_wishes()
        return done

    def jump(self, cursor: int) -> bool:
        """Go to the position after so many steps of the line; False if it is the present one, or given up."""
        done = not self.given_up and cursor != self.history.cursor and self.history.jump(cursor)
        self._lock_wishes()
        return done

    def jump_to(self, way: Sequence[tuple[Any, ...]]) -> bool:
        """Jump to the position that some steps lead to, undoable as one step; False as for ``jump``.

        Raises:
            IllegalMove: if one of the moves is illegal; nothing is changed then.
        """
        done = not self.given_up and self.history.jump_to(way)
        self._lock_wishes()
        return done

    def continued(self, line: Sequence[str]) -> Session:
        """A copy for watching: the moves so far and a line of further ones, the cursor where it is here."""
        copy = self.branched()
        at = copy.history.cursor
        for text in line:
            copy.history.play(self.game.parse_move(text))
        copy.history.jump(at)
        return copy

    def branched(self) -> Session:
        """A session of its own with the same deal, marks and moves up to the present position."""
        copy = self.again()
        for move in self.history.moves:
            copy.history.play(move)
        copy.marks = set(self.marks)
        copy._lock_wishes()
        return copy

    def record(self) -> GameRecord:
        """The game up to the present position as a record."""
        from solitaire_tui.record import write_record  # a table is laid without it

        return write_record(
            self.game,
            self.rules,
            self.deck,
            self.history.moves,
            deal=self.deal,
            wishes=self.wishes,
            marks=sorted(self.marks),
        )

    def _lock_wishes(self) -> None:
        self.wishes_locked = self.wishes_locked or (bool(self.game.wish_piles) and self.history.can_undo)
