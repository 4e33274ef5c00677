"""What the table of Raspad shows and says."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from solitaire_tui.cards import JOKERS, Card, Rank, Suit
from solitaire_tui.counsel import Advice, Answer
from solitaire_tui.game import Move, Outcome
from solitaire_tui.language import _, n_, p_
from solitaire_tui.phrases import cards_named, listed, named, percent, sentence, sentences, sign
from solitaire_tui.raspad import refusals, words
from solitaire_tui.raspad.layout import layout
from solitaire_tui.raspad.rules import CLOSE, LAY_DOWN, Beat, RaspadState, row_after_laying_down
from solitaire_tui.table.scene import Scene, index, kind
from solitaire_tui.table.view import Ending, TableView, in_column, in_order


class RaspadView(TableView):
    """A session of Raspad. Targets are ``hand:0..5`` and ``table:0..``; laying down is shown before it is done."""

    _judged: RaspadState | None = None
    _dead = False

    @property
    def state(self) -> RaspadState:
        """The present position."""
        state: RaspadState = self.session.state
        return state

    def lay_out(self, width: int, height: int, scroll: int, preview: Any | None) -> Scene:
        state = self.state
        if self.provisional:
            state = state.model_copy(update={"table": row_after_laying_down(state), "hand": ()})
            preview = None
        return layout(state, width, height, scroll=scroll, preview=preview, largest=self.largest)

    def ends(self, move: Move) -> tuple[str, str] | None:
        if not isinstance(move, Beat):
            return None
        return f"hand:{self.state.hand.index(move.hand)}", f"table:{self.state.index_of(move.table)}"

    def pair(self, one: str, other: str) -> Move | None:
        cards = {kind(target): self._card(target) for target in (one, other)}
        hand, table = cards.get("hand"), cards.get("table")
        return Beat(hand=hand, table=table) if hand and table else None

    def _card(self, target: str) -> Card | None:
        """The card of a target; None if there is none."""
        cards: Sequence[Card] = ()
        if kind(target) == "hand":
            cards = self.state.hand
        elif kind(target) == "table":
            cards = [slot.card for slot in self.state.table]
        return cards[index(target)] if 0 <= index(target) < len(cards) else None

    def digit_target(self, digit: int, picked: str) -> str:
        return f"hand:{digit - 1}"

    def numbered(self, targets: Sequence[str], picked: str) -> dict[str, str]:
        if kind(picked) == "table":
            return {target: str(index(target) + 1) for target in targets}
        return {target: str(n) for n, target in enumerate(in_order(targets)[:9], 1)}

    def header(self) -> list[str]:
        rules = self.state.rules
        houses = [name for name, on in ((_("high aces"), rules.ace_high), (_("must beat"), rules.must_beat)) if on]
        cards = 54 if rules.jokers else 52
        standing = _("round {round}").format(round=self.state.round) if self.state.table else p_("result", "won")
        facts = [
            listed(houses),
            n_("{number} card", "{number} cards", cards).format(number=cards),
            _("discard {number}").format(number=len(self.state.discard)),
            p_("result", "given up") if self.session.given_up else standing,
            _("stock {number}").format(number=len(self.state.stock)),
        ]
        return [fact for fact in facts if fact]

    def greeting(self) -> str:
        if self.session.over:
            return self.session.game.summary(self.state)
        if self.notice():
            return ""
        return _("Beat all of the row but one with your cards, then close the round")

    def describe(self, target: str) -> str:
        card = self._card(target)
        if card is None or self.provisional:
            if target == "discard":
                count = len(self.state.discard)
                text = n_(
                    "{number} card out of play: click to look through them",
                    "{number} cards out of play: click to look through them",
                    count,
                )
                return text.format(number=count)
            return ""
        if kind(target) == "hand":
            beaten = [self.state.table[i].card for i in self.state.open_indices() if self.state.rule_for(card, i)]
            if not self.state.table:
                return ""
            if not beaten:
                return refusals.beats_nothing(self.state, card)
            return _("{card} can beat {targets}").format(card=named(card), targets=cards_named(beaten, "or"))
        slot = self.state.table[index(target)]
        if slot.beaten and slot.spent:
            return _("{card} was beaten by {other}").format(card=named(card), other=named(slot.spent))
        if slot.beaten:
            return _("{card} fell apart").format(card=named(card))
        return words.asks_for(card, self.state.lowered(index(target)), self.state.rules)

    def explain_fully(self, target: str) -> tuple[str, str]:
        card = self._card(target)
        if card is None:
            return self.session.game.title, sentence(self.session.game.summary(self.state))
        lines = [sentence(self.describe(target)), ""]
        if kind(target) == "hand":
            verdicts = [self._verdict(card, i, of_hand=False) for i in self.state.open_indices()]
        elif self.state.table[index(target)].beaten:
            verdicts = []
        else:
            verdicts = [self._verdict(hand, index(target), of_hand=True) for hand in self.state.hand]
        # Those that beat come first; the order within both kinds stays that of the table.
        lines += [text for beats, text in sorted(verdicts, key=lambda verdict: not verdict[0])]
        return _("Why {card}").format(card=named(card)), "\n".join(lines).rstrip()

    def _verdict(self, hand: Card, at: int, *, of_hand: bool) -> tuple[bool, str]:
        """Whether a hand card beats a card of the row, and a line that says by which rule or what would.

        Args:
            hand: the hand card.
            at: where in the row the other lies.
            of_hand: whether the line is one of several about hand cards, rather than about cards of the row.
        """
        table, lowered = self.state.table[at].card, self.state.lowered(at)
        rule = self.state.rule_for(hand, at)
        if rule is not None:
            return True, in_column(p_("column", "yes"), words.beats(hand, table, rule, lowered))
        reason = words.asks_for(table, lowered, self.state.rules)
        if of_hand:
            reason = _("the {card} does not beat it").format(card=named(hand))
        return False, in_column(p_("column", "no"), reason)

    def ending(self) -> Ending:
        state = self.state
        if self.session.given_up:
            text = _("{game} was given up in round {round}.").format(game=self.session.name, round=state.round)
            return Ending(p_("result", "Given up"), (text,))
        text = _("{game}: {summary}.").format(game=self.session.name, summary=self.session.game.summary(state))
        if self.session.outcome is Outcome.WON:
            return Ending(p_("result", "Won"), (text, _("No card is left for the table.")))
        return Ending(p_("result", "Lost"), (text,))

    def cards_out(self) -> tuple[str, str]:
        state = self.state
        places: dict[Card, str] = dict.fromkeys(state.discard, "out")
        for slot in state.table:
            places[slot.card] = "row"
            if slot.spent is not None:
                places[slot.spent] = "out"
        places |= dict.fromkeys(state.hand, "hand")
        row, hand = p_("sign of a card in the row", "r"), p_("sign of a card in the hand", "h")
        signs = {"out": "·", "row": row, "hand": hand}
        names = {"out": p_("place of a card", "out"), "row": p_("place of a card", "row")}
        names |= {"hand": p_("place of a card", "hand"), "": p_("place of a card", "unseen")}
        unseen = Counter(card.rank for card in state.stock)
        lines = [f"? {names['']}  {hand} {names['hand']}  {row} {names['row']}  · {names['out']}", ""]
        lines.append("    " + " ".join(rank.letter for rank in Rank))
        for suit in Suit:
            cells = [signs.get(places.get(Card.of(rank, suit), ""), "?") for rank in Rank]
            lines.append(f"  {suit.symbol} " + " ".join(cells))
        lines.append("")
        counts = " ".join(str(unseen[rank]) for rank in Rank)
        lines.append(f"  ? {counts}   {names['']} ({len(state.stock)})")
        if state.rules.jokers:
            lines.append("    " + ", ".join(f"{card.name}: {names[places.get(card, '')]}" for card in JOKERS))
        lines += ["", _("Discard, the latest first ({number}):").format(number=len(state.discard))]
        lines.append(" ".join(card.name for card in reversed(state.discard)) or p_("discard", "nothing yet"))
        return p_("title", "Cards"), "\n".join(lines)

    def unseen_lines(self) -> tuple[str, list[str]]:
        unseen = set(self.state.stock)
        lines = []
        for suit in Suit:
            left = [Card.of(rank, suit) in unseen for rank in Rank]
            row = " ".join(rank.letter if there else "·" for rank, there in zip(Rank, left, strict=True))
            lines.append(f"{suit.symbol} {row} {sum(left):>3}")
        ranks = Counter(card.rank for card in unseen)
        lines.append("  " + " ".join(str(ranks[rank] or "·") for rank in Rank) + f" {len(unseen):>3}")
        if jokers := [card.name for card in JOKERS if card in unseen]:
            lines.append("  " + listed(jokers))
        return _("Unseen: {number}").format(number=len(unseen)), lines

    def reason_against(self, one: str, other: str) -> str:
        card, where = self._card(one), self._card(other)
        if card is None:
            return refusals.no_such_card(index(one) + 1, len(self.state.hand)) if kind(one) == "hand" else ""
        if other == "discard":
            return refusals.on_discard(card)
        if kind(other) == "hand" and where is None:
            return refusals.no_such_card(index(other) + 1, len(self.state.hand))
        if where is not None:
            return (refusals.both_in_hand if kind(one) == "hand" else refusals.both_in_row)(card, where)
        if self.targets(one):
            return refusals.beside(card)
        if kind(one) == "hand":
            return refusals.beats_nothing(self.state, card)
        return refusals.not_beaten(self.state, index(one))

    def told(self, before: RaspadState, moves: Sequence[Move]) -> str:
        if len(moves) > 1:  # the last beat, and the round closed by itself
            beaten = self.session.game.apply(before, moves[0])
            return sentences([super().told(before, moves[:1]), words.closed(beaten, self.state)])
        if moves[-1] == CLOSE:
            return words.closed(before, self.state)
        if moves[-1] == LAY_DOWN:
            return words.laid_down(before, self.state)
        return super().told(before, moves)

    def move_words(self, state: RaspadState, move: Move, *, brief: bool = False) -> str:
        name = sign if brief else named
        match move:
            case Beat(hand=hand, table=table):
                return p_("move", "{card} on {target}").format(card=name(hand), target=name(table))
        return p_("move", "close the round") if move == CLOSE else p_("move", "lay down")

    def chance_words(self, advice: Advice | None) -> str:
        chance = " …" if advice is None else percent(advice.odds)
        return _("win {chance}").format(chance=chance)

    def odds_text(self, odds: float) -> str:
        return percent(odds)

    def verdict_words(self, answer: Answer) -> str:
        moves = len(answer.line)
        match answer.verdict:
            case "winnable":
                text = n_(
                    "This can still be won, in {number} move.", "This can still be won, in {number} moves.", moves
                )
                return text.format(number=moves)
            case "unwinnable":
                return _("This can't be won any more, whatever you play.")
        return _("The solver could not settle it in time: it may be won or not.")

    def last_target(self) -> str:
        move = self.session.history.last_step[-1] if self.session.history.last_step else None
        at = self.state.index_of(move.table) if isinstance(move, Beat) else None
        return "" if at is None else f"table:{at}"

    def spread(self) -> tuple[Card, ...]:
        return self.state.discard if self.session.outcome is Outcome.WON else ()

    def notice(self) -> str:
        if self.state.stock or self.session.over:
            return ""
        if self._judged is not self.state:
            from solitaire_tui.raspad.search import round_is_dead  # not needed for most of a game

            self._judged, self._dead = self.state, round_is_dead(self.state)
        return _(words.ROUND_DEAD) if self._dead else ""

    def ready_action(self) -> str:
        legal = self.legal()
        if CLOSE in legal:
            return "close"
        return "lay_down" if legal == (LAY_DOWN,) else ""

    def can(self, action: str) -> bool:
        match action:
            case "close":
                return CLOSE in self.legal()
            case "lay_down":
                return LAY_DOWN in self.legal()
            case _:
                return super().can(action)
