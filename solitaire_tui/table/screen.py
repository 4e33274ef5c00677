"""The screen on which a game is played: keys and clicks become moves, moves become a new picture of the table.

A game's own screen fills in what is left open here: where cards lie, which card goes with which, and the words.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import timedelta
from typing import TYPE_CHECKING, Any

from textual import on
from textual.app import ComposeResult, SystemCommand
from textual.binding import Binding, BindingType

from solitaire_tui.app.bar import Part, TextBar, as_many_as_fit, in_charset, lines_of, paragraphs, spread
from solitaire_tui.app.keymap import actions_for, key_of
from solitaire_tui.app.keys import bound
from solitaire_tui.game import IllegalMove, Move
from solitaire_tui.language import _, n_, spoken
from solitaire_tui.phrases import sentence
from solitaire_tui.session import GIVEN_UP, PEEKED, Session
from solitaire_tui.stopwatch import Pause
from solitaire_tui.table.canvas import CardTable
from solitaire_tui.table.faces import Mark
from solitaire_tui.table.flow import ViewT
from solitaire_tui.table.moving import MovingFlow
from solitaire_tui.table.paint import Marks
from solitaire_tui.table.scene import MIN_HEIGHT, MIN_WIDTH, CardSize, Direction, Scene, fits, index, kind
from solitaire_tui.table.seam import Seam
from solitaire_tui.table.view import in_order

if TYPE_CHECKING:
    from solitaire_tui.table.motion import Glide


def largest_size(setting: str) -> CardSize:
    """The largest card faces that a setting allows, such as ``medium``; ``auto`` allows all."""
    return CardSize.LARGE if setting == "auto" else CardSize[setting.upper()]


def table_bindings(game_id: str) -> list[BindingType]:
    """The bindings of a game's screen, made from the table of actions."""
    bindings: list[BindingType] = [bound(action.id) for action in actions_for(game_id)]
    bindings += [bound(f"cursor_{direction.name.lower()}", f"move('{direction.name}')") for direction in Direction]
    bindings.append(bound("enter"))
    bindings += [Binding(str(digit), f"digit({digit})", f"Card {digit}", show=False) for digit in range(1, 10)]
    return bindings


def more_part() -> tuple[Part, Part]:
    """What opens the command palette, for the end of a footer."""
    label = _("More")
    key = key_of("command_palette", short=True)
    return Part(f" {key}", "key", "command_palette"), Part(f" {label} ", "text", "command_palette")


_NOT_IN_STRICT_PLAY = frozenset({"undo", "restart", "jump", "hint", "chances", "peek", "review"})


class TableScreen(MovingFlow[ViewT]):
    """Plays one session. Its state is the session's; all else here is only about what is picked and shown."""

    COVERED = True

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        self.hovered = ""
        self._mounted = False
        self._ready = False
        self._scroll = 0
        self._message: tuple[str, str] = ("", "text")
        self._unread = ""
        self._language = spoken()

    def leave_preview(self) -> None:
        """Show the position as it is again, not what a hint or a pending action would make of it."""
        if self.hint is not None or self.view.provisional:
            self.say("")
        self.hint = None
        self._hints = 0
        self.view.provisional = False

    def compose(self) -> ComposeResult:
        if self.animated:
            yield Seam()
        yield TextBar(id="header")
        yield CardTable(id="table", charset=self.solitaire.charset)
        yield TextBar(id="status")
        yield TextBar(id="footer")
        yield from self.compose_side()

    @property
    def table(self) -> CardTable:
        return self.query_one("#table", CardTable)

    @property
    def listening(self) -> bool:
        return self._ready

    @property
    def message(self) -> str:
        """What the status says of what happened last."""
        return self._message[0]

    def on_mount(self) -> None:
        self._mounted = True
        self.say(self.view.greeting())
        self.table.focus()
        self._laid = not self.solitaire.started
        if self.solitaire.started:
            self._begin()
        else:
            self.call_after_refresh(self._begin)

    def _begin(self) -> None:
        """Open the store, ask the adviser, and listen to keys; at the program's start after the first picture."""
        self.begin_keeping()
        self.warm_up()
        self._ready = True
        if self.session.over:
            self.call_after_refresh(self.end)
        else:
            self.consult()

    def begin_keeping(self) -> None:
        """Have the game kept from now on."""
        self.solitaire.keeper.laid(self.session)
        self.solitaire.warn_if_not_kept()

    def retire(self) -> None:
        """Draw and do nothing any more: the game goes on at another screen."""
        self.settle()
        self._mounted = self._ready = False

    def on_resize(self) -> None:
        self.table.cancel_drag()

    def focus_table(self) -> None:
        self.table.focus()

    def settings_changed(self) -> None:
        """Show everything anew, by the settings as they are now."""
        if not self._mounted:
            return
        self.table.charset = self.solitaire.charset
        self.forget_side()
        if self._language != spoken():
            self._language = spoken()
            self._speak_anew()
        self.draw()

    def _speak_anew(self) -> None:
        """Say in another language what is still to be said; what was said of the past is not said again."""
        self.leave_preview()
        self.say(self.view.greeting())
        if self._ready:
            self.settle()
            self.consult()

    @on(CardTable.Resized)
    def _table_resized(self) -> None:
        self.draw(self.first_glide())

    @property
    def shows_chances(self) -> bool:
        """Whether the player wants to see chances here."""
        return self.solitaire.chances and not self.is_strict

    def say(self, text: str, role: str = "text") -> None:
        """Put a message in the status."""
        self._message = (text, role)

    def draw(self, glide: Glide | None = None) -> None:
        if not self._mounted:
            return
        table = self.table
        width, height = table.size
        if not fits(*self.size):
            table.show_message(
                _("The window is too small:"),
                _("{width} x {height} is needed,").format(width=MIN_WIDTH, height=MIN_HEIGHT),
                _("this is {width} x {height}.").format(width=self.size.width, height=self.size.height),
            )
            return
        self.view.chances = self.shows_chances
        table.colours = self.solitaire.settings.colours
        self.view.largest = largest_size(self.solitaire.settings.size)
        scene = self.view.lay_out(width, height, self._scroll, self._previewed())
        if self.cursor and scene.find(self.cursor) is None and scene.max_scroll:
            scene = self._scrolled_to_cursor(scene)
        if scene.find(self.cursor) is None and not self.view.provisional:
            self.cursor = self._home(scene)
        self._scroll = scene.scroll
        # A card without a target can be dragged too: the drop tells why it does not go there.
        source = kind(self.view.digit_target(1, ""))
        table.draggable = frozenset(self.view.partners()) | {t for t in scene.targets if kind(t) == source}
        table.show(scene, self._marks(), glide)
        self._draw_bars()
        self.draw_side()

    def _scrolled_to_cursor(self, scene: Scene) -> Scene:
        """The scene scrolled so that the cursor is in sight, if that can be."""
        for scroll in range(scene.max_scroll + 1):
            moved = self.view.lay_out(scene.width, scene.height, scroll, self._previewed())
            if moved.find(self.cursor) is not None:
                return moved
        return scene

    def _home(self, scene: Scene) -> str:
        """Where the cursor goes when its card is gone: the card of the same kind at its place, or the first."""
        same = [target for target in scene.targets if kind(target) == kind(self.cursor) and index(target) >= 0]
        if same:
            return min(same, key=lambda target: abs(index(target) - index(self.cursor)))
        start = kind(self.view.digit_target(1, ""))
        first = [target for target in scene.targets if kind(target) == start] or list(scene.targets)
        return first[0] if first else ""

    def _draw_bars(self) -> None:
        self.draw_header()
        self._draw_status()
        self._bar("footer", [self.footer_parts()])

    def draw_header(self) -> None:
        """Show game, deal and the facts of the position."""
        facts = self.view.header()
        name = _("{game} · strict") if self.is_strict else "{game}"
        if PEEKED in self.session.marks:
            name = _("{game} · peeked").format(game=name)
        if self.shows_chances and not self.session.over:
            facts.append(self.view.chance_words(self.advice))
        if self.solitaire.settings.clock:
            facts.append(str(timedelta(seconds=int(self.solitaire.keeper.seconds(self.session)))))
        right = [Part(f"  {fact}", "text") for fact in facts]
        self._bar(
            "header",
            [spread([Part(f" {name.format(game=self.session.name)} ", "title")], [*right, Part(" ")], self.size.width)],
        )

    def _draw_status(self) -> None:
        bar = self.query_one("#status", TextBar)
        about = "" if self.hint else self._about(self.hovered or self.cursor)
        about = about if self.hovered or self.picked else self.view.notice() or about
        message, role = self._message
        blocks = [Part(sentence(message), role)] if message else []
        if about and sentence(about) != sentence(message):
            blocks.append(Part(sentence(about), "aside"))
        self._unread = ""
        if lines_of(blocks, bar.size.width) > bar.size.height:
            self._unread = "\n\n".join(part.text for part in blocks)
            if self.hovered or self.picked:
                blocks.reverse()  # what the pointer or the cursor is at comes first where there is no room for all
        self._bar("status", paragraphs([part._replace(action="read_on") for part in blocks], bar.size))

    def _about(self, target: str) -> str:
        """What the status says of the card under the pointer or the cursor: its move, if another is picked for it."""
        move = self._looked_at()
        if move is not None:
            return _("If played: {what}").format(what=self.view.explained(self.session.state, move))
        return self.view.describe(target) if target else ""

    def _bar(self, name: str, lines: list[Sequence[Part]]) -> None:
        self.query_one(f"#{name}", TextBar).show(in_charset(lines, self.solitaire.charset.text))

    def footer_parts(self) -> list[Part]:
        """The actions, the most used first, as many as fit; the others are in the palette."""
        ready = self.view.ready_action()
        groups = []
        for action in sorted(actions_for(self.GAME_ID), key=lambda action: action.footer):
            if action.footer:
                allowed = self.view.can(action.id) and not (self.is_strict and action.id in _NOT_IN_STRICT_PLAY)
                role = "ready" if action.id == ready else "text" if allowed else "idle"
                key = "idle" if role == "idle" else "key"
                groups.append(
                    (Part(f" {action.shown_key}", key, action.id), Part(f" {_(action.label)} ", role, action.id))
                )
        return as_many_as_fit(groups, more_part(), self.size.width)

    # What is picked, and what goes with it.

    def _looked_at(self) -> Move | None:
        """The move of the picked card that is under the pointer or the cursor, the one that enter would play."""
        return self.view.targets(self.picked).get(self.cursor) if self.picked else None

    def _previewed(self) -> Any | None:
        """The position that the move being looked at would lead to."""
        move = self.hint or self._looked_at()
        return self.session.game.apply(self.session.state, move) if move and self.view.ends(move) else None

    def _marks(self) -> Marks:
        marks: dict[str, Mark] = {}
        numbers: dict[str, str] = {}
        if self.hint is not None:
            marks = dict.fromkeys(self.view.ends(self.hint) or (), Mark.HINT)
        elif self.picked:
            targets = self.view.targets(self.picked)
            marks = dict.fromkeys(targets, Mark.TARGET) | {self.picked: Mark.PICKED}
            if len(targets) > 1:
                numbers = self.view.numbered(list(targets), self.picked)
        elif not self.view.provisional:
            if last := self.view.last_target():
                marks[last] = Mark.LAST
            marks |= dict.fromkeys(self.view.targets(self.hovered or self.cursor), Mark.TARGET)
        return Marks(cursor=self.cursor, marks=marks, numbers=numbers)

    def pick(self, target: str) -> None:
        """Pick a card, if it goes anywhere."""
        self.leave_preview()
        targets = self.view.targets(target)
        if not targets:
            self.say(self.view.why_not(target, "") or _("nothing can be picked there"), "warning")
        else:
            self.picked = target
            places = n_(
                "{number} place to choose from: click one or press its number",
                "{number} places to choose from: click one or press its number",
                len(targets),
            )
            self.say("" if len(targets) == 1 else places.format(number=len(targets)))
        self.draw()

    def put(self, target: str) -> None:
        """Play the picked card with a target, or say why that is not possible."""
        move = self.view.targets(self.picked).get(target)
        if move is not None:
            self.play(move)
            return
        tried = self.view.pair(self.picked, target)
        if tried is not None:
            self.refuse(tried)
            return
        picked, self.picked = self.picked, ""
        if target in ("", picked):
            self.say("")
            self.draw()
        elif self.view.targets(target):
            self.pick(target)
        else:
            self.say(self.view.why_not(picked, target), "warning")
            self.draw()

    def refuse(self, move: Move, glide: Glide | None = None) -> None:
        """Say why a move is illegal."""
        if self.session.given_up:
            self.say(_(GIVEN_UP), "warning")
        else:
            try:
                self.session.game.apply(self.session.state, move)
            except IllegalMove as error:
                self.say(error.reason, "warning")
        self.draw(glide)

    def play(self, *moves: Move) -> None:
        """Play moves as one step and say what happened, or why not."""
        self.settle()
        self.leave_preview()
        before = self.session.state
        try:
            self.session.play(*moves, *self.following(moves))
        except IllegalMove as error:
            self.say(error.reason, "warning")
            self.draw()
            return
        moves = self.session.history.last_step
        self.step_made(*moves)
        told, outlook = self.view.told(before, moves), self.outlook()
        self.changed(f"{sentence(told)} {outlook}" if outlook else told, self.glide_of_step(before))
        if self.session.over:
            self.end_when_still()

    def following(self, moves: Sequence[Move]) -> Sequence[Move]:
        """Moves that follow by themselves, if the player has set it so; they belong to the same step."""
        return ()

    def changed(self, message: str, glide: Glide | None = None) -> None:
        """The position has changed: forget what was picked and shown for the old one."""
        self.table.cancel_drag()
        self.picked = ""
        self.hovered = ""
        self.leave_preview()
        self.say(message)
        self._ending = False
        self.draw(glide)
        # The picture first, then what nobody sees; the next action waits for it in any case.
        self.settling = True
        self.advice = self.view.advice = None
        self.call_after_refresh(self.settle)

    def settle(self) -> None:
        """Have the last action kept and its position thought about, if that has not been done."""
        if self.settling:
            self.settling = False
            self.keep()
            self.consult()

    def keep(self) -> None:
        """Have the game kept as it is now."""
        self.solitaire.keeper.saved(self.session)
        self.solitaire.warn_if_not_kept()

    # Keys.

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if not (self.is_active and self._ready):
            return False  # a key typed ahead, of a table not laid yet or a dialog that has opened meanwhile
        if action in {"menu", "quit", "command_palette"}:
            return True
        if action in _NOT_IN_STRICT_PLAY and self.is_strict and not (action == "review" and self.session.over):
            self.say(_("this deal is played strictly: without undo, hints and peeks"), "warning")
            self.draw()
            return False
        return fits(*self.size) or not any(entry.id == action for entry in actions_for(self.GAME_ID))

    def action_move(self, direction: str) -> None:
        scene = self.table.scene
        if scene is None:
            return
        self.hovered = ""
        towards = Direction[direction]
        if self.picked:
            self.cursor = self._next_target(sum(towards.value))
        else:
            self.cursor = scene.step(self.cursor, towards)
        self.leave_preview()
        self.draw()

    def _next_target(self, step: int) -> str:
        """The next place the picked card could go, round and round."""
        targets = in_order(self.view.targets(self.picked))
        at = targets.index(self.cursor) + step if self.cursor in targets else 0
        return targets[at % len(targets)] if targets else self.cursor

    def action_enter(self) -> None:
        if self.table.scene is None:
            return
        if self.hint is not None:
            self.play(self.hint)
        elif self.cursor in {"discard", "unseen"}:
            self.action_discards()
        elif self.picked and self.cursor == self.picked:
            self.action_unpick()
        elif self.picked:
            self.put(self.cursor)
        else:
            self._pick_by_key(self.cursor)

    def _pick_by_key(self, target: str) -> None:
        """Pick a card, with the cursor where it would go."""
        self.hovered = ""
        self.leave_preview()
        self.cursor = next(iter(in_order(self.view.targets(target))), self.cursor)
        self.pick(target)

    def action_digit(self, digit: int) -> None:
        if self.table.scene is None:
            return
        previewed = self.hint is not None or self.view.provisional
        self.leave_preview()
        if self.picked:
            self._choose(digit)
            return
        if previewed:
            self.draw()
        target = self.view.digit_target(digit, self.picked)
        targets = self.view.targets(target)
        if len(targets) == 1:
            self.play(*targets.values())
        elif self.table.scene is None or self.table.scene.find(target) is None:
            self.say(self.view.why_not(target, ""), "warning")
            self.draw()
        else:
            self.cursor = target
            self._pick_by_key(target)

    def _choose(self, digit: int) -> None:
        """A digit while a card is picked: the numbered target, or the card of the other kind with that number."""
        targets = self.view.targets(self.picked)
        numbers = self.view.numbered(list(targets), self.picked) if len(targets) > 1 else {}
        for target, number in numbers.items():
            if number == str(digit):
                self.play(targets[target])
                return
        self.put(self.view.digit_target(digit, self.picked))

    def action_unpick(self) -> None:
        if self.table.dragging:
            self.table.cancel_drag()
        if self.picked:
            self.cursor = self.picked
        self.picked = ""
        self.leave_preview()
        self.say("")
        self.draw()

    def action_undo(self) -> None:
        self.settle()
        # A jump leads over many steps at once.
        glide = None if self.session.history.at_landing else self.glide(backwards=True)
        yes, no = self.view.undone_words(), _("there is nothing to take back: this is the deal")
        self.moved(self.session.undo(), yes, no, glide=glide)

    def action_redo(self) -> None:
        self.settle()
        glide = None if self.session.history.at_leaving else self.glide()
        yes = self.view.redone_words()
        self.moved(self.session.redo(), yes, self._nothing_to_redo(), redone=True, glide=glide)

    def _nothing_to_redo(self) -> str:
        if self.session.given_up:
            return _(GIVEN_UP)
        return _("there is nothing to play again: no step has been taken back")

    def action_restart(self) -> None:
        self.settle()
        done = self.session.restart()
        if done:
            self.solitaire.keeper.restarted(self.session)
        self.moved(
            done,
            _("back at the deal; redo all ({key}) brings everything back").format(key=key_of("redo_all")),
            _("this is the deal"),
        )

    def action_redo_all(self) -> None:
        self.settle()
        yes = _("played again to the end")
        self.moved(self.session.redo_all(), yes, self._nothing_to_redo(), redone=True)

    def moved(self, done: bool, yes: str, no: str, *, redone: bool = False, glide: Glide | None = None) -> None:
        """Show where undo or redo led."""
        self.table.cancel_drag()
        if not done:
            self.picked = ""
            self.leave_preview()
            self.say(no, "warning")
            self.draw()
            return
        history = self.session.history
        self.forget_plan()
        if redone and history.previous is not None:
            told = self.view.told(history.previous, history.last_step)
            both = _("{done}: {what}").format(done=yes, what=told)
            room = self.query_one("#status", TextBar).size
            yes = both if lines_of([Part(sentence(both))], room.width) <= room.height else told
        self.changed(yes, glide)
        if redone and self.session.over:
            self.end_when_still()

    def action_discards(self) -> None:
        self.inform(self.view.cards_out())

    def action_why(self) -> None:
        self.explain(self.hovered or self.cursor, self._unread)

    def action_read_on(self) -> None:
        """Show in full what the status had no room for: what a click on it does."""
        if self._unread:
            self.inform((_("In full"), self._unread))

    def explain(self, target: str, before: str = "") -> None:
        """Open the explanation of a card.

        Args:
            target: the card.
            before: what is to be read first.
        """
        self.close_preview()
        if target:
            title, text = self.view.explain_fully(target)
            self.inform((title, f"{before}\n\n{text}" if before else text))

    def inform(self, texts: tuple[str, str]) -> None:
        """Open a panel with a title and a text to read."""
        from solitaire_tui.app.panels import InfoPanel

        title, body = (self.solitaire.charset.text(text) for text in texts)
        self.app.push_screen(InfoPanel(title, body))

    def action_rules(self) -> None:
        self.solitaire.open_rules(self.GAME_ID)

    def action_settings(self) -> None:
        self.solitaire.open_settings()

    # The mouse.

    @on(CardTable.Clicked)
    def _clicked(self, event: CardTable.Clicked) -> None:
        target = event.target
        if self.view.provisional:  # the cards shown are not where they seem
            self.leave_preview()
            self.draw()
            return
        self.leave_preview()
        if ":" in target:
            self.cursor = target
        if target in {"discard", "unseen"}:
            self.action_discards()
        elif event.twice and target == self.picked and len(self.view.targets(target)) == 1:
            self.play(*self.view.targets(target).values())
        elif self.picked and target != self.picked:
            self.put(target)
        elif self.picked and not event.twice:
            self.action_unpick()
        elif target and not self.picked:
            self.pick(target)
        else:
            self.draw()

    @on(CardTable.Explained)
    def _explained(self, event: CardTable.Explained) -> None:
        self.explain(event.target)

    @on(CardTable.Hovered)
    def _hovered(self, event: CardTable.Hovered) -> None:
        self.hovered = event.target
        if self.picked and event.target in self.view.targets(self.picked):
            self.cursor = event.target
        self.table.tooltip = self.view.tooltip(event.target) or None
        self.draw()

    @on(CardTable.DragBegan)
    def _drag_began(self, event: CardTable.DragBegan) -> None:
        self.leave_preview()
        self.picked = event.target
        self.draw()

    @on(CardTable.Dropped)
    def _dropped(self, event: CardTable.Dropped) -> None:
        if self.picked != event.source:
            return
        move = self.view.targets(event.source).get(event.target)
        tried = self.view.pair(event.source, event.target) if event.target else None
        self.picked = ""
        if move is not None:
            self.play(move)
        elif tried is not None:
            self.refuse(tried, self.glide())
        elif event.source == event.target:
            self.say("")
            self.draw()
        else:
            self.say(self.view.why_not(event.source, event.target), "warning")
            self.draw(self.glide())

    def on_screen_suspend(self) -> None:
        self.table.cancel_drag()
        self.solitaire.keeper.paused(Pause.COVERED, self.session)

    def on_screen_resume(self) -> None:
        self.solitaire.keeper.resumed(Pause.COVERED, self.session)

    @on(CardTable.Wheeled)
    def _wheeled(self, event: CardTable.Wheeled) -> None:
        scene = self.table.scene
        if scene is not None and scene.max_scroll:
            self._scroll = min(max(0, scene.scroll + event.lines), scene.max_scroll)
            self.cursor = ""
            self.draw()

    @on(TextBar.Chosen)
    async def _bar_chosen(self, event: TextBar.Chosen) -> None:
        await self.run_action(event.action if event.action != "command_palette" else "app.command_palette")

    def commands(self) -> Iterable[SystemCommand]:
        """The actions of this table for the command palette."""
        for action in actions_for(self.GAME_ID):
            yield SystemCommand(f"{_(action.label)} ({action.shown_key})", _(action.help), self.runner(action.id))

    def runner(self, action: str) -> Any:
        """What does an action, for the command palette."""

        async def run() -> None:
            await self.run_action(action)

        return run
