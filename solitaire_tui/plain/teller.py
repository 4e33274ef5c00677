"""What a game provides to be played as lines of text: its position in words, and the moves and cards that are typed."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Iterable, Sequence

from solitaire_tui.cards import Card, Rank
from solitaire_tui.counsel import Advice
from solitaire_tui.game import Move, part_of
from solitaire_tui.language import _, n_, p_
from solitaire_tui.phrases import in_words, listed, rank_named, sentence
from solitaire_tui.plain.vocabulary import Named, NotUnderstood, Piece, choose, pieces
from solitaire_tui.session import Session
from solitaire_tui.table.view import TableView


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

    def numbered(self, number: int, text: str) -> str:
        """The target that a number names, such as a pile; empty for none.

        Args:
            number: the number.
            text: the words it was typed with.
        """
        return ""

    def explained(self, session: Session, target: str) -> list[str]:
        """All that there is to say of a card, line by line."""
        return [line for line in self.view(session).explain_fully(target)[1].splitlines() if line]

    def ending(self, session: Session) -> list[str]:
        """How the game ended, line by line."""
        ending = self.view(session).ending()
        return [sentence(ending.title), *ending.lines]

    @abstractmethod
    def chances(self, advice: Advice) -> list[str]:
        """What the adviser expects, line by line."""

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


def cards_in_full(cards: Iterable[Card]) -> str:
    """Cards in words, one after the other."""
    return ", ".join(map(in_words, cards))


def rank_counted(rank: Rank) -> str:
    """A rank as it stands beside a number, from which it is to be told: ``nine`` rather than ``9``."""
    spelled = {
        Rank.TWO: p_("rank beside a number", "two"),
        Rank.THREE: p_("rank beside a number", "three"),
        Rank.FOUR: p_("rank beside a number", "four"),
        Rank.FIVE: p_("rank beside a number", "five"),
        Rank.SIX: p_("rank beside a number", "six"),
        Rank.SEVEN: p_("rank beside a number", "seven"),
        Rank.EIGHT: p_("rank beside a number", "eight"),
        Rank.NINE: p_("rank beside a number", "nine"),
        Rank.TEN: p_("rank beside a number", "ten"),
    }
    return spelled.get(rank) or rank_named(rank)


def unseen_counted(cards: Sequence[Card]) -> str:
    """How many cards are unseen, all in all and of each rank: ``6 cards are unseen: ace, 2; two, 4.``"""
    if not cards:
        return _("No card is unseen.")
    counts = Counter(card.rank for card in cards if card.rank is not None)
    text = p_("cards of a rank", "{rank}, {number}")
    ranks = [text.format(rank=rank_counted(rank), number=counts[rank]) for rank in Rank if counts[rank]]
    if jokers := sum(card.is_joker for card in cards):
        ranks.append(text.format(rank=p_("rank beside a number", "joker"), number=jokers))
    text = n_("{n} card is unseen: {ranks}.", "{n} cards are unseen: {ranks}.", len(cards))
    return text.format(n=len(cards), ranks="; ".join(ranks))


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
