"""Dialogs that any screen can ask for. Each returns a typed result; their texts are arguments."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, TypeVar

from textual import events, on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.screen import ModalScreen, Screen
from textual.widgets import Button, Checkbox, Input, OptionList, ProgressBar, Static
from textual.widgets.option_list import Option

from solitaire_tui.app.keymap import readable, twin, with_twins
from solitaire_tui.app.keys import bound
from solitaire_tui.app.opening import DrawnOnce
from solitaire_tui.deals import new_number
from solitaire_tui.engine.client import Engine
from solitaire_tui.language import _, n_

ResultT = TypeVar("ResultT")


def keep_focus(screen: Screen[Any]) -> None:
    """Focus something again after a window too small for anything has grown."""

    def focus() -> None:
        if screen.focused is None:
            screen.focus_next()

    screen.call_after_refresh(focus)


def _closing() -> str:
    """What says how a panel is closed, and closes it when it is clicked."""
    label = _("Esc closes")
    return f"[@click=screen.close]{label}[/]"


class Panel(DrawnOnce, ModalScreen[ResultT]):
    """A dialog that ends once, however many keys were typed ahead."""

    CSS_PATH = "panels.tcss"

    def on_resize(self) -> None:
        keep_focus(self)

    def finish(self, result: ResultT) -> None:
        """End with a result, unless the panel has ended already."""
        if self.is_active:
            self.dismiss(result)


class LightPanel(Panel[ResultT]):
    """A dialog in which nothing is written that could be lost: a click beside it closes it too."""

    @abstractmethod
    def action_close(self) -> None:
        """Close it without a result."""

    def on_click(self, event: events.Click) -> None:
        if event.widget is self:
            self.action_close()


@dataclass(frozen=True, slots=True)
class Choice:
    """One thing to choose in a panel.

    Attributes:
        id: the result.
        key: the Latin key that chooses it at once; its Cyrillic twin does too.
        label: what it says.
    """

    id: str
    key: str
    label: str


class ChoicePanel(LightPanel[str]):
    """Some lines of text and a list of choices. The result is the id of a choice; empty when it was closed.

    Attributes:
        title_text: what stands in its frame.
        body: its text.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding(with_twins("escape", "x"), "close", "Close", show=False),
        Binding("pageup", "page(-1)", show=False, priority=True),
        Binding("pagedown", "page(1)", show=False, priority=True),
    ]

    is_quit_question = False
    """Whether this is the question on leaving the program, which asking to leave again answers with yes."""

    def __init__(self, title: str, lines: Sequence[str], choices: Sequence[Choice]) -> None:
        super().__init__()
        self.title_text = title
        self.body = "\n".join(lines)
        self._choices = tuple(choices)

    def compose(self) -> ComposeResult:
        with Vertical(classes="panel") as panel:
            panel.border_title = self.title_text
            panel.border_subtitle = _closing()
            if self.body:
                with VerticalScroll(id="body", can_focus=False):
                    yield Static(self.body, markup=False)
            options = (Option(f"{readable(c.key):>5}  {c.label}", id=c.id) for c in self._choices)
            yield OptionList(*options, markup=False)

    def on_key(self, event: events.Key) -> None:
        for choice in self._choices:
            if event.key in (choice.key, twin(choice.key)):
                event.stop()
                self.finish(choice.id)
                return

    @on(OptionList.OptionSelected)
    def _chosen(self, event: OptionList.OptionSelected) -> None:
        self.finish(event.option_id or "")

    def action_page(self, step: int) -> None:
        for body in self.query("#body").results(VerticalScroll):
            body.scroll_relative(y=step * max(1, body.size.height - 1), animate=False)

    def action_close(self) -> None:
        self.finish("")


def confirmation(title: str, question: str, yes: str, no: str) -> ChoicePanel:
    """A panel that asks for a yes or no; ``yes`` and ``no`` say what each of them does."""
    return ChoicePanel(title, [question], [Choice("no", "n", no), Choice("yes", "y", yes)])


class InfoPanel(LightPanel[None]):
    """Some lines to read. Any of the usual keys closes it.

    Attributes:
        title_text: what stands in its frame.
        body: its text.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding(with_twins("escape", "enter", "space", "x", "q"), "close", "Close", show=False),
        *[bound(name, "close") for name in ("discards", "why", "wishes", "share")],
    ]

    def __init__(self, title: str, body: str) -> None:
        super().__init__()
        self.title_text = title
        self.body = body

    def compose(self) -> ComposeResult:
        with VerticalScroll(classes="panel") as panel:
            panel.border_title = self.title_text
            panel.border_subtitle = _closing()
            yield Static(self.body, markup=False)

    def action_close(self) -> None:
        self.finish(None)


class Tick(Checkbox):
    """A checkbox whose box is empty when it is off, so that no one has to tell its states by hue."""

    BUTTON_LEFT = ""
    BUTTON_INNER = "[ ]"
    BUTTON_RIGHT = ""

    def watch_value(self) -> None:
        self.BUTTON_INNER = "[x]" if self.value else "[ ]"
        super().watch_value()


class WishPanel(Panel[dict[int, str] | None]):
    """A line for a wish under each base card; the result is the wishes by pile, or None when it was closed."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "close", "Close", show=False),
        Binding("down", "app.focus_next", show=False),
        Binding("up", "app.focus_previous", show=False),
    ]

    def __init__(self, bases: Sequence[str], wishes: Mapping[int, str], limit: int, first: int = 1) -> None:
        """Ask for wishes.

        Args:
            bases: the base cards' names, from pile 1 on.
            wishes: the wishes so far.
            limit: the most characters of one.
            first: the pile whose wish is written first.
        """
        super().__init__()
        self._first = first
        self._bases = tuple(bases)
        self._wishes = wishes
        self._limit = limit

    def compose(self) -> ComposeResult:
        with VerticalScroll(classes="panel", can_focus=False) as panel:
            panel.border_title = _("Wishes")
            panel.border_subtitle = _("Enter keeps them, Esc does not")
            yield Static(_("A wish for each base card, or for fewer. A pile of thirteen cards grants it."))
            for pile, base in enumerate(self._bases, 1):
                with Horizontal(classes="field"):
                    yield Static(f"{pile} {base:>3} ", classes="base")
                    yield Input(self._wishes.get(pile, ""), id=f"wish-{pile}", max_length=self._limit, compact=True)
            with Horizontal(classes="buttons"):
                yield Button(_("Keep"), id="keep", variant="primary", compact=True)
                yield Button(_("Cancel"), id="cancel", compact=True)

    def on_mount(self) -> None:
        self._focus_on(self._first)

    def on_click(self, event: events.Click) -> None:
        """A click on a base card goes to its line."""
        if event.widget is not None and event.widget.has_class("base"):
            self._focus_on(list(self.query(".base")).index(event.widget) + 1)

    def _focus_on(self, pile: int) -> None:
        self.query_one(f"#wish-{pile}", Input).focus()

    @on(Input.Submitted)
    @on(Button.Pressed, "#keep")
    def _keep(self) -> None:
        texts = {pile: self.query_one(f"#wish-{pile}", Input).value.strip() for pile in range(1, len(self._bases) + 1)}
        self.finish({pile: text for pile, text in texts.items() if text})

    @on(Button.Pressed, "#cancel")
    def action_close(self) -> None:
        self.finish(None)


class SearchPanel(Panel[int | None]):
    """Looks for a deal of some difficulty; the result is its number, or None when it was cancelled or not found."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding(with_twins("escape", "x", "q"), "close", "Close", show=False)]

    def __init__(self, engine: Engine, game_id: str, rules: Mapping[str, bool], level: tuple[str, str]) -> None:
        """Look for a deal.

        Args:
            engine: whom to ask.
            game_id: the game.
            rules: its options by name.
            level: id and title of the difficulty.
        """
        super().__init__()
        self._engine = engine
        self._request = {"game": game_id, "rules": dict(rules), "level": level[0], "seed": new_number()}
        self._level_title = level[1]

    def compose(self) -> ComposeResult:
        with Vertical(classes="panel") as panel:
            panel.border_title = _("Looking for a deal: {difficulty}").format(difficulty=self._level_title)
            yield Static(_("no deal tried yet"), id="tried")
            yield ProgressBar(show_percentage=False, show_eta=False)
            with Horizontal(classes="buttons"):
                yield Button(_("Cancel"), id="cancel", compact=True)

    def on_mount(self) -> None:
        self._engine.ask(self._got, do="find", **self._request)

    def _got(self, reply: dict[str, Any]) -> None:
        if reply.get("deal") is not None:
            self.finish(reply["deal"])
        elif reply.get("final"):
            self.query_one("#tried", Static).update(reply.get("error") or _("none was found: try other options"))
        else:
            tried = reply["tried"]
            text = n_("{number} tried", "{number} tried", tried).format(number=tried)
            self.query_one("#tried", Static).update(text)

    @on(Button.Pressed, "#cancel")
    def action_close(self) -> None:
        self._engine.stop()
        self.finish(None)
