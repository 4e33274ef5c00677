"""Hints, chances and peeks at a table: what is asked of the engine, and how its answers are told."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from solitaire_tui.app.keymap import key_of
from solitaire_tui.counsel import PEEK_SECONDS, Advice, Answer
from solitaire_tui.game import IllegalMove, Move
from solitaire_tui.language import _, p_
from solitaire_tui.session import PEEKED, Session
from solitaire_tui.table.flow import GameFlow, ViewT

if TYPE_CHECKING:
    from solitaire_tui.engine.client import Engine


class AdvisedFlow(GameFlow[ViewT]):
    """The part of a table's screen that talks to the adviser.

    Attributes:
        hint: the move that is shown as a hint; None for none.
        advice: the adviser's word on the present position, as far as it has come; None before its first.
        settling: whether the last action is still to be kept and its position to be thought about.
    """

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        self.cursor = ""
        self.picked = ""
        self.hint: Move | None = None
        self.advice: Advice | None = None
        self._hints = 0
        self._waiting = False
        self._unanswered = False
        self.settling = False
        self._plan: tuple[str, ...] = ()
        self._carrying = self._looking_ahead = False

    def consult(self) -> None:
        """Ask the adviser about the present position, in place of whatever was asked before."""
        self.advice = self.view.advice = None
        self._unanswered = False
        engine = self.solitaire.engine
        if engine is None:
            return
        if self.session.over:
            engine.stop()
            return
        record = self.session.record().model_dump(exclude_none=True)
        engine.ask(self._advised, do="advise", record=record, plan=list(self._plan))

    def _advised(self, reply: dict[str, Any]) -> None:
        if self.settling:
            return  # word on a position that has been left
        if "advice" in reply:
            self.advice = self.view.advice = Advice.from_data(reply["advice"])
        elif self.advice is None:
            # No adviser for this position: the legal moves are still there to show.
            self._unanswered = True
            if self._waiting:
                self._waiting = False
                self._next_legal()
            return
        if self._waiting or self._hints == 1:
            self._waiting = False
            self._show_move()
        elif self.solitaire.chances:
            self.draw()

    def step_made(self, *moves: Move) -> None:
        """Keep what is left of the plan that the player follows, or forget it."""
        self._waiting = False
        made = tuple(str(move) for move in moves)
        self._plan = self._plan[len(made) :] if self._plan[: len(made)] == made else ()
        self._carrying = self._carrying and bool(self._plan)

    def forget_plan(self) -> None:
        """The player goes another way."""
        self._waiting = False
        self._plan = ()
        self._carrying = False

    def action_hint(self) -> None:
        """First the move with its reason, then the plan of the round, then carry it out step by step."""
        self.settle()
        if self.session.over:
            self.say(_("the game is over: there is no move to show"), "warning")
            self.draw()
            return
        engine = self.solitaire.engine
        if engine is None or not engine.available or self._unanswered:
            self._next_legal()
        elif self._carrying or self._hints >= 2:
            self._carry_out()
        elif self.advice is None:
            self._waiting = True
            self.leave_preview()
            self.say(_("thinking…"))
            self.draw()
        elif self._hints == 1:
            self._show_plan()
        else:
            self._show_move()

    def _show_move(self) -> None:
        assert self.advice is not None
        if self.advice.move is None:
            return
        if self._hints != 1:  # shown for the first time, not refined
            self.solitaire.keeper.hinted(self.session)
        self._point_at(self.session.game.parse_move(self.advice.move))
        assert self.hint is not None
        self._hints = 1
        hint = self.view.hint_words(self.hint, self.advice.reason)
        self.say(_("Hint: {hint} {key} again: the plan").format(hint=hint, key=key_of("hint")))
        self.draw()

    def _show_plan(self) -> None:
        assert self.advice is not None
        self._plan = self.advice.plan
        self._point_at(self.session.game.parse_move(self._plan[0]))
        self._hints = 2
        moves = self._in_words(self._plan)
        self.say(_("The plan: {moves}. {key} again: the first step").format(moves=moves, key=key_of("hint")))
        self.draw()

    def _in_words(self, plan: tuple[str, ...]) -> str:
        """The moves of a plan as a list in words."""
        state, texts = self.session.state, []
        for text in plan:
            move = self.session.game.parse_move(text)
            texts.append(self.view.move_words(state, move, brief=True))
            try:
                state = self.session.game.apply(state, move)
            except IllegalMove:
                break
        if len(texts) < 2:
            return "".join(texts)
        return _("{moves}, then {last}").format(moves=", ".join(texts[:-1]), last=texts[-1])

    def _carry_out(self) -> None:
        """Play the next step of the plan, an undoable step like any other."""
        move = self.session.game.parse_move(self._plan[0])
        self._carrying = self._looking_ahead = True
        self.play(move)
        self._looking_ahead = False

    def outlook(self) -> str:
        """What the hint key, which has just played a step, would play next; empty for nothing, or another key."""
        if not (self._looking_ahead and self._carrying) or self.session.over:
            return ""
        return _("{key}: {move}").format(key=key_of("hint"), move=self._in_words(self._plan[:1]))

    def _next_legal(self) -> None:
        """Without an adviser: the legal moves in turn, each with its reason."""
        moves = self.view.legal()
        at = self._hints % len(moves)
        hints = self._hints + 1
        if not self._hints:
            self.solitaire.keeper.hinted(self.session)
        self._point_at(moves[at])
        self._hints = hints
        reason = self.view.explained(self.session.state, moves[at])
        text = _("Move {number} of {all}: {reason}. {enter} plays it")
        if len(moves) > 1:
            text = _("Move {number} of {all}: {reason}. {enter} plays it, {hint} shows the next")
        keys = {"enter": key_of("enter"), "hint": key_of("hint")}
        self.say(text.format(number=at + 1, all=len(moves), reason=reason, **keys))
        self.draw()

    def _point_at(self, move: Move) -> None:
        """Show a move as the hint, with the cursor on its card."""
        self.leave_preview()
        self.picked = ""
        self.hint = move
        ends = self.view.ends(move)
        if ends:
            self.cursor = ends[0]

    def action_chances(self) -> None:
        self.solitaire.chances = not self.solitaire.chances
        if self.solitaire.engine is None:
            self.solitaire.chances = False
            self.say(_("there is no adviser to tell the chances"), "warning")
        self.draw()

    def action_peek(self) -> None:
        """Tell whether the position can still be won, every card known, after asking since it spoils the game."""
        if self.solitaire.engine is None:
            self.say(_("there is no solver to ask"), "warning")
            self.draw()
            return
        labels = p_("peek", "Look"), _("Play on without")
        self.solitaire.confirm(_("Peek?"), _(self.view.PEEK), *labels, self._peek)

    def _peek(self) -> None:
        engine = self.solitaire.engine
        if engine is None:
            return
        self.solitaire.keeper.peeked(self.session)
        self.say(_("looking at every card…"))
        self.draw()
        record = self.session.record().model_dump(exclude_none=True)
        engine.ask(self._peeked, do="solve", record=record, seconds=PEEK_SECONDS)

    def _peeked(self, reply: dict[str, Any]) -> None:
        from solitaire_tui.app.panels import Choice, ChoicePanel

        if "answer" not in reply:
            fault = reply.get("error") or _("the solver gave up")
            self.say(_("no answer: {fault}").format(fault=fault), "warning")
            self.draw()
            return
        answer = Answer.from_data(reply["answer"])
        self.say("")
        self.draw()
        if not self.is_active:
            self.consult()
            return
        choices = [Choice("show", "s", _("Show how, step by step"))] if answer.line else []
        choices.append(Choice("", "x", _("Play on")))
        panel = ChoicePanel(_("Every card known"), [self.view.verdict_words(answer)], choices)

        def chosen(choice: str | None) -> None:
            if choice == "show":
                self.watch_line(self.session.continued(answer.line), _("a line of the solver"))
            else:
                self.consult()

        self.app.push_screen(panel, chosen)

    def action_review(self) -> None:
        """Review the game so far, in a screen of its own."""
        engine = self.solitaire.engine
        if engine is None or not self.session.history.moves:
            what = (
                _("there is no adviser to review the game") if engine is None else _("there is no move to review yet")
            )
            self.say(what, "warning")
            self.draw()
            return
        if self.session.over or PEEKED in self.session.marks:
            self._review(engine)
        else:
            question = _("The review looks at the hidden cards to tell what was lost. The game is marked.")
            labels = p_("peek", "Look"), _("Play on without")
            self.solitaire.confirm(
                _("Review a game that is still played?"), question, *labels, partial(self._review, engine)
            )

    def _review(self, engine: Engine) -> None:
        from solitaire_tui.table.review import ReviewScreen

        self.solitaire.keeper.reviewed(self.session)
        screen = ReviewScreen(self.session, self.VIEW, engine, self.solitaire.charset)
        self.app.push_screen(screen, self._taken_over)

    def _taken_over(self, taken: Session | None) -> None:
        if taken is not None:
            self.solitaire.open_table(taken, branch=True)
        else:
            self.consult()
            self.draw()

    def watch_line(self, session: Session, title: str) -> None:
        """Watch a line of play; the player may take it over from any point."""
        self.app.push_screen(self.session.game.watch_screen()(session, title), self._taken_over)
