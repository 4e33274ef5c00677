"""The review of a game on screen: the chance over the game, what each move cost, and a way back into any position."""

from __future__ import annotations

from math import ceil
from typing import Any, ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.screen import Screen
from textual.widgets import OptionList
from textual.widgets.option_list import Option

from solitaire_tui.app.bar import Part, TextBar, as_many_as_fit, in_charset, paragraphs
from solitaire_tui.app.keymap import with_twins
from solitaire_tui.app.opening import DrawnOnce
from solitaire_tui.app.panels import keep_focus
from solitaire_tui.engine.client import Engine
from solitaire_tui.language import _, n_
from solitaire_tui.phrases import listed, sentence
from solitaire_tui.session import PEEKED, Session
from solitaire_tui.table.curve import curve
from solitaire_tui.table.faces import Charset
from solitaire_tui.table.view import TableView

PASSES = 2
"""A quick pass over the game, then a thorough one."""
_NOTED = 0.01
"""What a move must cost before another one is called better."""


class ReviewScreen(DrawnOnce, Screen[Session | None]):
    """Reviews the moves of a session up to its present position.

    The result is a session of the player's own when a position was taken over, else None.
    """

    CSS_PATH = "review.tcss"

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding(with_twins("escape", "q", "x"), "leave", "Leave", show=False),
        Binding(with_twins("n"), "next_costly", "Next costly move", show=False),
    ]

    def __init__(self, session: Session, view: type[TableView], engine: Engine, charset: Charset) -> None:
        super().__init__()
        self.line = session.branched()
        self.line.marks.add(PEEKED)  # who plays on from here has seen what comes
        self.engine = engine
        self.charset = charset
        self.decisions: list[dict[str, Any]] = []
        self.summary: dict[str, Any] | None = None
        self._deal_view = view(self.line)
        self._words = _move_texts(self.line, self._deal_view)
        self._reached = (0, 0)
        self._fault = ""

    @property
    def finished(self) -> bool:
        """Whether both passes are through."""
        return self._reached == (PASSES - 1, len(self.line.history.moves))

    def compose(self) -> ComposeResult:
        yield TextBar(id="header")
        yield TextBar(id="curve")
        yield OptionList(id="moves", markup=False)
        yield TextBar(id="status")
        yield TextBar(id="footer")

    def on_mount(self) -> None:
        self.query_one(OptionList).focus()
        record = self.line.record().model_dump(exclude_none=True)
        self.engine.ask(self._got, do="review", record=record)
        self._draw()

    def on_resize(self) -> None:
        keep_focus(self)
        self._draw()

    def settings_changed(self) -> None:
        """Show everything anew, in the language that is spoken now."""
        from solitaire_tui.app.main import SolitaireApp

        assert isinstance(self.app, SolitaireApp)
        self.charset = self.app.charset
        self._words = _move_texts(self.line, self._deal_view)
        self._mark_all()
        self._draw()

    def _got(self, reply: dict[str, Any]) -> None:
        if "decision" in reply:
            self._take(reply["decision"])
            self._reached = (reply["pass"], reply["decision"]["step"] + 1)
        elif "summary" in reply:
            self.summary = reply["summary"]["summary"]
            self._mark_all()
        elif "error" in reply:
            self._fault = reply["error"]
        self._draw()

    def _take(self, decision: dict[str, Any]) -> None:
        """A decision for the first time, or a better one in place of it."""
        step = decision["step"]
        moves = self.query_one(OptionList)
        if step < len(self.decisions):
            self.decisions[step] = decision
            moves.replace_option_prompt_at_index(step, self._row(step))
        else:
            self.decisions.append(decision)
            moves.add_option(Option(self._row(step)))
            if moves.highlighted is None:
                moves.highlighted = 0

    def _mark_all(self) -> None:
        for step in range(len(self.decisions)):
            self.query_one(OptionList).replace_option_prompt_at_index(step, self._row(step))

    def _row(self, step: int) -> str:
        decision = self.decisions[step]
        lost = self.summary is not None and self.summary["lost_at"] == step
        costly = self.summary is not None and step in self.summary["costly"]
        sign = "✗" if lost else "▼" if costly else " "
        best = decision["best"]
        cost = decision["odds_before"] - decision["odds_after"]
        better = "" if best == decision["move"] else _("better: {move}") if cost >= _NOTED else _("adviser: {move}")
        better = better and "  " + better.format(move=self._words.get((step, best), best))
        odds = [self._deal_view.odds_text(decision[key]) for key in ("odds_before", "odds_after")]
        text = f"{sign}{step + 1:>3}  {self._words[step, decision['move']]:<22} {odds[0]:>5} → {odds[1]:>5}{better}"
        return self.charset.text(text)

    def _draw(self) -> None:
        done, total = self._reached, len(self.line.history.moves)
        share = (done[0] * total + done[1]) / (PASSES * max(1, total))
        filled = round(share * 20)
        progress = _("pass {number} of {all}").format(number=done[0] + 1, all=PASSES)
        progress = f"{progress} {'█' * filled}{'·' * (20 - filled)} {share:.0%}"
        if self._fault:
            progress = _("stopped: {fault}").format(fault=self._fault)
        title = _("Review of {game}").format(game=self.line.name)
        self._bar("header", [[Part(f" {title} ", "title"), Part("" if share >= 1 else progress)]])
        after = [decision["odds_after"] for decision in self.decisions]
        room = self.query_one("#curve", TextBar).size
        # From nothing to certainty, or to the next whole wish: a small loss must not look like a great one.
        lines = curve(after, max(1.0, float(ceil(max(after, default=1.0)))), room.width, room.height)
        self._bar("curve", [[Part(line, "title")] for line in lines])
        status = self.query_one("#status", TextBar)
        self._bar("status", paragraphs([Part(self._told())], status.size))
        keys = [
            (_("Enter"), _("Look, and play on"), "look"),
            ("n", _("Next costly"), "next_costly"),
            (_("Esc"), _("Leave"), "leave"),
        ]
        groups = [(Part(f" {key}", "key", action), Part(f" {label} ", "text", action)) for key, label, action in keys]
        self._bar("footer", [as_many_as_fit(groups[:-1], groups[-1], self.size.width)])

    def _told(self) -> str:
        """What the review comes to."""
        if self.summary is None:
            return _("Each move with what could be expected before and after it.")
        costly = [self._words[step, self.decisions[step]["move"]] for step in self.summary["costly"][:3]]
        text = (
            _("The moves cost {cost} in all; the costliest: {moves}") if costly else _("The moves cost {cost} in all")
        )
        cost = self._deal_view.odds_text(self.summary["cost"])
        told = sentence(text.format(cost=cost, moves=listed(costly)))
        lost_at = self.summary["lost_at"]
        if lost_at is not None:
            lost = _("Move {number} lost a deal that could be won (✗)").format(number=lost_at + 1)
            told = f"{told} {sentence(lost)}"
        return told

    def _bar(self, name: str, lines: list[Any]) -> None:
        self.query_one(f"#{name}", TextBar).show(in_charset(lines, self.charset.text))

    @on(OptionList.OptionSelected)
    def _selected(self, event: OptionList.OptionSelected) -> None:
        self._look_at(event.option_index)

    def action_look(self) -> None:
        at = self.query_one(OptionList).highlighted
        if at is not None:
            self._look_at(at)

    def _look_at(self, step: int) -> None:
        """Show the position before a move; from there the line can be watched or taken over."""
        self.line.history.jump(step)
        moves = len(self.decisions)
        title = n_("Review, {number} move", "Review, {number} moves", moves).format(number=moves)
        self.app.push_screen(self.line.game.watch_screen()(self.line, title, running=False), self._looked)

    def _looked(self, taken: Session | None) -> None:
        if taken is not None and self.is_active:
            self.engine.stop()
            self.dismiss(taken)

    def action_next_costly(self) -> None:
        """Go to the next of the moves that cost most."""
        moves = self.query_one(OptionList)
        at = -1 if moves.highlighted is None else moves.highlighted
        costly = sorted(self.summary["costly"]) if self.summary else []
        if costly:
            moves.highlighted = next((step for step in costly if step > at), costly[0])

    def action_leave(self) -> None:
        if self.is_active:
            self.engine.stop()
            self.dismiss(None)

    @on(TextBar.Chosen)
    async def _bar_chosen(self, event: TextBar.Chosen) -> None:
        await self.run_action(event.action)


def _move_texts(line: Session, words: TableView) -> dict[tuple[int, str], str]:
    """Every legal move of every position of a line in words, by step and notation."""
    texts = {}
    state = line.history.start
    for step, made in enumerate(line.history.moves):
        for move in line.game.legal_moves(state):
            texts[step, str(move)] = words.move_words(state, move, brief=True)
        state = line.game.apply(state, made)
    return texts
