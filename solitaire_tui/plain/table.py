"""Plays a game line by line: what is typed becomes commands and moves, what comes of them is told in words."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from typing import Final

from solitaire_tui.app.keeping import Keeper
from solitaire_tui.cards import Rank
from solitaire_tui.counsel import PEEK_SECONDS, Advice, Counsel, counsel_for
from solitaire_tui.game import IllegalMove, Move, State, rules_text
from solitaire_tui.language import _, n_, p_, spoken
from solitaire_tui.phrases import read_aloud, sentence
from solitaire_tui.plain.commands import commands_for, find
from solitaire_tui.plain.teller import teller_for
from solitaire_tui.plain.vocabulary import NO_WISH, Named, NotUnderstood, pieces, wish_in
from solitaire_tui.record import WISH_LIMIT
from solitaire_tui.session import Session
from solitaire_tui.sharing import parse_deal
from solitaire_tui.store.endings import by_leaving
from solitaire_tui.store.statistics import rules_named

_TOO_LONG: Final = 1_000
"""Characters from which on a line is not read."""
_AS_TYPED: Final = frozenset({"wish", "new"})
"""The commands whose text is the player's own: nothing in it is made lower case, and no sign is left out."""


class Quit(Exception):
    """The player is done."""


class PlainTable:
    """One game at a time, told to ``say`` line by line.

    Attributes:
        session: the game being played.
    """

    def __init__(self, session: Session, keeper: Keeper, say: Callable[[str], None]) -> None:
        """Lay a game.

        Args:
            session: the game.
            keeper: who keeps it.
            say: takes each line of output, without its end.
        """
        self._keeper = keeper
        self._say = say
        self._teller = teller_for(session.game.id)
        self._counsel: Counsel = counsel_for(session.game.id)
        self._known: tuple[State, Advice] | None = None
        self._lay(session)

    def run(self, lines: Iterable[str]) -> None:
        """Read lines until they end or one of them says to quit."""
        self.greet()
        try:
            for line in lines:
                self.take(line)
        except Quit:
            pass

    def greet(self) -> None:
        """Tell which game it is, how it stands and what can be typed."""
        with read_aloud():
            self._tell(self.session.name + rules_named(name for name, on in self.session.rules if on))
            self.do_where("")
            self.do_moves("")
            self._tell(_("Type a move, the number of one, or “help”."))

    def take(self, line: str) -> None:
        """Do what a typed line says; one that can't be used gets a line of explanation.

        Raises:
            Quit: if it says so.
        """
        text = "".join(char if char.isprintable() else " " for char in line).strip()
        if not text:
            return
        try:
            if len(text) > _TOO_LONG:
                raise NotUnderstood(_("that line is too long"))
            with read_aloud():
                self._do(text)
        except NotUnderstood as error:
            self._tell(_("{reason} “help” lists what can be typed.").format(reason=sentence(str(error))))
        except IllegalMove as error:
            self._tell(sentence(error.reason))

    def _do(self, text: str) -> None:
        number = re.fullmatch(r"#?(\d{1,4})", text)
        if number:
            self._play_number(int(number[1]))
            return
        found = find(text, self.session.game.id)
        if found is None:
            self.play(self._teller.move(self.session, text))
            return
        command, rest = found
        if command.move:
            self.play(self._parsed(command.move))
            return
        if command.id in _AS_TYPED:
            rest = text.partition(" ")[2].lstrip()
        getattr(self, f"do_{command.id}")(rest)

    # Moves.

    def _play_number(self, number: int) -> None:
        legal = self._view.legal()
        if not 1 <= number <= len(legal):
            raise NotUnderstood(
                n_("there is {n} move to choose from", "there are {n} moves to choose from", len(legal)).format(
                    n=len(legal)
                )
            )
        self.play(legal[number - 1])

    def play(self, *moves: Move) -> None:
        """Play moves as one step and tell what came of it.

        Raises:
            IllegalMove: if one is illegal.
        """
        before = self.session.state
        self.session.play(*moves)
        self._keep()
        self._tell(sentence(self._view.told(before, moves)))
        self._tell_position()

    def do_forced(self, rest: str) -> None:
        moves = self._teller.forced(self.session)
        if not moves:
            raise IllegalMove(_("there is no card on which there is nothing to decide"))
        self.play(*moves)

    def _parsed(self, notation: str) -> Move:
        move: Move = self.session.game.parse_move(notation)
        return move

    # Back and forth.

    def do_undo(self, rest: str) -> None:
        yes = sentence(self._view.undone_words())
        self._moved(self._allowed() and self.session.undo(), yes, _("There is nothing to take back."))

    def do_redo(self, rest: str) -> None:
        yes = sentence(self._view.redone_words())
        self._moved(self.session.redo(), yes, _("There is nothing to play again."))

    def do_restart(self, rest: str) -> None:
        done = self._allowed() and self.session.restart()
        if done:
            self._keeper.restarted(self.session)
        self._moved(done, _("Back at the deal."), _("This is the deal."))

    def do_redo_all(self, rest: str) -> None:
        self._moved(self.session.redo_all(), _("Played again to the end."), _("There is nothing to play again."))

    def _moved(self, done: bool, yes: str, no: str) -> None:
        self._tell(yes if done else no)
        if done:
            self._keep()
            self._tell_position()

    def _allowed(self) -> bool:
        """Whether this game lets the player take back and ask.

        Raises:
            IllegalMove: if it is played strictly.
        """
        if self._keeper.is_strict(self.session):
            raise IllegalMove(_("this deal is played strictly: without undo, hints and peeks"))
        return True

    # Games.

    def do_new(self, rest: str) -> None:
        game, number = self.session.game, None
        rules: Mapping[str, bool] = self.session.rules.model_dump()
        if rest:
            try:
                code = parse_deal(rest, game.id, rules)
            except ValueError as error:
                raise NotUnderstood(str(error)) from None
            if code.game != game.id:
                options = "".join(f" --{name.replace('_', '-')}" for name, on in code.rules.items() if on)
                text = _(
                    "that is a deal of another game: "
                    "`solitaire-tui play {game} --deal {deal}{options} --plain` plays it"
                )
                raise NotUnderstood(text.format(game=code.game, deal=code.deal, options=options))
            rules, number = code.rules, code.deal
        self._tell_what_is_left()
        self._lay(Session.new(game.id, rules, number))
        self.greet()

    def do_give_up(self, rest: str) -> None:
        if self.session.over:
            raise IllegalMove(_("the game is over"))
        self.session.given_up = True
        self._keep()
        self._tell_position()

    def do_quit(self, rest: str) -> None:
        raise Quit

    def _tell_what_is_left(self) -> None:
        """Say what becomes of the game on the table when another deal is laid."""
        if not self.session.in_play:
            return
        from solitaire_tui.app.dealing import what_it_counts

        counts = ""
        if self.session.daily is None:
            text = _("Leaving {game}, which is not finished. {counts}")
            counts = what_it_counts(self._keeper, self.session, by_leaving(self.session))
        elif self.session.daily == self._keeper.today:
            text = _("{game} is not finished. It waits: `solitaire-tui play {id} --daily --plain`.")
        else:
            text = _("{game} is not finished. It waits in the calendar of the program.")
        self._tell(text.format(game=self.session.name, id=self.session.game.id, counts=counts))

    def _lay(self, session: Session) -> None:
        self.session = session
        self._view = self._teller.view(session)
        self._keeper.laid(session)
        self._warn()

    def _keep(self) -> None:
        self._keeper.saved(self.session)
        self._warn()

    def _warn(self) -> None:
        """Say, once for each reason, that the game is not being kept."""
        if news := self._keeper.news():
            self._tell(news)

    # Words.

    def _tell(self, text: str) -> None:
        for line in text.splitlines():
            self._say(line.rstrip())

    def _tell_position(self) -> None:
        if self.session.over:
            for line in self._teller.ending(self.session):
                self._tell(line)
            return
        self.do_where("")
        if notice := self._view.notice():
            self._tell(sentence(notice))
        self.do_moves("")

    def do_where(self, rest: str) -> None:
        if not rest:
            for line in self._teller.position(self.session):
                self._tell(line)
            return
        places = self._teller.where(self.session, self._card(rest))
        if not places:
            raise NotUnderstood(_("there is no such card in this game"))
        for target, place in places:
            can = self._view.describe(target) if target else ""
            self._tell(f"{sentence(place)} {sentence(can)}" if can else sentence(place))

    def do_moves(self, rest: str) -> None:
        legal = self._view.legal()
        if not legal:
            self._tell(_("No move is left."))
            return
        self._tell(_("Moves:"))
        for number, move in enumerate(legal, 1):
            self._tell(f"{number}. {self._view.move_words(self.session.state, move)}")

    def do_why(self, rest: str) -> None:
        if not rest:
            self._tell(sentence(self.session.game.summary(self.session.state)))
            return
        found = find(rest, self.session.game.id)
        notation = found[0].move if found else ""
        named = [] if notation else pieces(rest)
        if notation or len(named) == 2:
            move = self._parsed(notation) if notation else self._teller.move(self.session, rest)
            self._tell(sentence(self.session.game.explain(self.session.state, move)))
            return
        if len(named) == 1 and isinstance(named[0], int) and (target := self._teller.numbered(named[0], rest)):
            targets = [target]
        else:
            places = self._teller.where(self.session, self._card(rest))
            targets = list(dict.fromkeys(target for target, _place in places if target))
        if not targets:
            self.do_where(rest)
        for target in targets:
            for line in self._teller.explained(self.session, target):
                self._tell(line)

    def _card(self, text: str) -> Named:
        found = pieces(text)
        if len(found) == 1 and isinstance(found[0], Named):
            return found[0]
        if len(found) == 1 and found[0] in list(Rank):
            return Named(rank=Rank(found[0]))
        raise NotUnderstood(_("name one card, such as “king of hearts” or KH"))

    def do_cards(self, rest: str) -> None:
        for line in self._teller.unseen(self.session):
            self._tell(line)

    def do_wish(self, rest: str) -> None:
        number, wish = wish_in(rest)
        if not 1 <= number <= self.session.game.wish_piles:
            text = _("a wish goes on a pile, numbered from 1 to {n}: “wish 3 a long walk”")
            raise NotUnderstood(text.format(n=self.session.game.wish_piles))
        if not wish:
            self._tell_wish(number)
        elif self.session.wishes_locked:
            raise IllegalMove(_("wishes can be changed only before the first play row; “restart” unlocks them"))
        elif len(wish) > WISH_LIMIT:
            raise IllegalMove(_("a wish has room for {n} characters").format(n=WISH_LIMIT))
        elif wish.casefold() not in NO_WISH:
            self.session.wishes[number] = wish
            self._keep()
            self._tell_wish(number)
        elif number in self.session.wishes:
            del self.session.wishes[number]
            self._keep()
            self._tell(_("The wish on pile {n} is removed.").format(n=number))
        else:
            self._tell_wish(number)

    def _tell_wish(self, number: int) -> None:
        """Read the wish of a pile."""
        wish = self.session.wishes.get(number)
        text = _("No wish is written on pile {n}.") if wish is None else _("Pile {n}: {wish}")
        self._tell(text.format(n=number, wish=wish))

    def do_wishes(self, rest: str) -> None:
        if not self.session.wishes:
            self._tell(_("No wish was written."))
        for number in sorted(self.session.wishes):
            self._tell_wish(number)

    def do_rules(self, rest: str) -> None:
        # What the table shows by signs is not to be seen here.
        of_the_table = p_("heading of a part of the rules", "On the table")
        for part in re.split(r"(?m)^(?=#)", rules_text(self.session.game.id)):
            if part.partition("\n")[0] != f"## {of_the_table}":
                # Signs of Markdown are noise to the ear.
                self._tell(re.sub(r"(?m)[*`]|^#+ |^- ", "", part))

    def do_help(self, rest: str) -> None:
        self._tell(_("A move is typed in words, in notation, or by its number in the list. These are the commands:"))
        for command in commands_for(self.session.game.id):
            text = _("{command}, {takes}: {help}") if command.takes else _("{command}: {help}")
            shown = command.shown(spoken())
            self._tell(text.format(command=shown, takes=_(command.takes), help=_(command.help)))

    # The adviser.

    def do_hint(self, rest: str) -> None:
        advice = self._advised()
        if advice.move is not None:
            self._tell(sentence(self._view.hint_words(self._parsed(advice.move), advice.reason)))

    def do_plan(self, rest: str) -> None:
        state, texts = self.session.state, []
        for notation in self._advised().plan:
            move = self._parsed(notation)
            texts.append(self._view.move_words(state, move))
            state = self.session.game.apply(state, move)
        self._tell(sentence(_(", then ").join(texts)))

    def _advised(self) -> Advice:
        """What the adviser says of the position, as a hint that is counted.

        Raises:
            IllegalMove: if there is nothing to say, or nothing may be asked.
        """
        self._allowed()
        if self.session.over:
            raise IllegalMove(_("the game is over: there is no move to show"))
        self._keeper.hinted(self.session)
        return self._advice()

    def _advice(self) -> Advice:
        """What the adviser says of the position, thought about once for each."""
        state = self.session.state
        if self._known is None or self._known[0] is not state:
            self._known = (state, self._counsel.advise(state))
        return self._known[1]

    def do_chances(self, rest: str) -> None:
        self._allowed()
        if self.session.over:
            self._tell(sentence(self.session.standing))
            return
        advice = self._advice()
        for line in self._teller.chances(advice):
            self._tell(line)

    def do_peek(self, rest: str) -> None:
        self._allowed()
        self._keeper.peeked(self.session)
        self._tell(self._view.verdict_words(self._counsel.solve(self.session.state, seconds=PEEK_SECONDS)))
