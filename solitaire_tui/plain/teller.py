"""What a game provides to be played as lines of text: its position in words, and the moves and cards that are typed."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Final

from solitaire_tui.cards import Card, Rank, Suit
from solitaire_tui.game import Move, part_of
from solitaire_tui.language import _, n_
from solitaire_tui.phrases import in_words, listed, rank_named
from solitaire_tui.plain.vocabulary import Named, NotUnderstood, Piece, choose, pieces
from solitaire_tui.session import Session
from solitaire_tui.table.view import TableView

_FACE: Final = re.compile("(10|[2-9AJQK])([♣♦♥♠])")
_BY_INDEX: Final = {rank.index: rank for rank in Rank}
_BY_SYMBOL: Final = {suit.symbol: suit for suit in Suit}


class Teller(ABC):
    """A game in words. Targets are those of its ``TableView``, such as ``hand:2``."""

    @abstractmethod
    def view(self, session: Session) -> TableView:
        """The words of the game's table for a session."""

    @abstractmethod
    def position(self, session: Session) -> list[str]:
        """The whole position, a few lines."""

    def move(self, session: Session, text: str) -> Move:
        """The move that a typed line means, in notation or in words, legal or not.

        Raises:
            NotUnderstood: if it names no move, or more than one.
        """
        try:
            move: Move = session.game.parse_move(text.strip())
        except ValueError:
            return self.named_move(session, pieces(text))
        return move

    @abstractmethod
    def named_move(self, session: Session, found: Sequence[Piece]) -> Move:
        """The move that the cards and numbers of a line mean, legal or not.

        Raises:
            NotUnderstood: if they name no move, or more than one.
        """

    def forced(self, session: Session) -> tuple[Move, ...]:
        """The moves on which there is nothing to decide, in a playable order; none in a game without such."""
        return ()

    @abstractmethod
    def where(self, session: Session, named: Named) -> list[tuple[str, str]]:
        """Where the cards are that may be meant: their targets (empty for one that is out of play) and the place."""

    def numbered(self, number: int) -> str:
        """The target that a bare number names, such as a pile; empty for none."""
        return ""

    @abstractmethod
    def unseen(self, session: Session) -> list[str]:
        """The cards that are out, and those still unseen, counted as a careful player would."""


def teller_for(game_id: str) -> Teller:
    """The teller of a game.

    Raises:
        KeyError: if there is no such game.
    """
    teller: Teller = part_of(game_id, "plain").TELLER
    return teller


def all_in_full(text: str) -> str:
    """A text in which every card is in words, since few screen readers know what ``9♠`` is."""
    return _FACE.sub(lambda match: in_words(Card.of(_BY_INDEX[match[1]], _BY_SYMBOL[match[2]])), text)


def cards_in_full(cards: Iterable[Card]) -> str:
    """Cards in words, one after the other."""
    return ", ".join(map(in_words, cards))


def unseen_counted(cards: Sequence[Card]) -> str:
    """How many cards are unseen, all in all and of each rank: ``6 cards are unseen: ace: 2; 2: 4; 3: 0 …``."""
    counts = Counter(card.rank for card in cards)
    ranks = "; ".join(f"{rank_named(rank)}: {counts[rank]}" for rank in Rank)
    text = n_("{n} card is unseen: {ranks}.", "{n} cards are unseen: {ranks}.", len(cards))
    return text.format(n=len(cards), ranks=ranks)


def the_only(named: Named, cards: Iterable[Card], nowhere: str) -> Card:
    """The one card that can be meant.

    Raises:
        NotUnderstood: if it is none of the cards (``nowhere`` says so), or may be one of several.
    """
    found = choose(named, cards)
    if not found:
        raise NotUnderstood(nowhere)
    if len(found) > 1:
        names = [in_words(card) for card in found]
        raise NotUnderstood(_("which one is meant: {cards}?").format(cards=listed(names, "or")))
    return found[0]
