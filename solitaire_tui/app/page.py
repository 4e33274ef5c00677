"""What the screens beside the tables share: keys that make a footer too, and bars in the right character set."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from typing import ClassVar, NamedTuple, TypeVar

from textual import on
from textual.binding import Binding, BindingType
from textual.screen import Screen

from solitaire_tui.app.bar import Part, TextBar, as_many_as_fit, in_charset, paragraphs
from solitaire_tui.app.keymap import readable, with_twins
from solitaire_tui.app.opening import DrawnOnce
from solitaire_tui.app.panels import keep_focus
from solitaire_tui.app.within import InSolitaire
from solitaire_tui.language import _, p_

ResultT = TypeVar("ResultT")


class Key(NamedTuple):
    """Something that can be done on a page.

    Attributes:
        action: the name of the method that does it, without ``action_``.
        keys: Latin keys as Textual names them, the first is shown; their Cyrillic twins work too.
        label: its name in the footer, marked for translation; empty to keep it out.
    """

    action: str
    keys: tuple[str, ...]
    label: str = ""


def bindings_of(keys: Sequence[Key]) -> list[BindingType]:
    """The bindings of a page. Left and right would else scroll its list."""
    return [
        Binding(with_twins(*key.keys), key.action, show=False, priority="left" in key.keys or "right" in key.keys)
        for key in keys
    ]


class Page(InSolitaire, DrawnOnce, Screen[ResultT]):
    """A screen with a footer made from its keys."""

    KEYS: ClassVar[Sequence[Key]] = ()

    @abstractmethod
    def draw(self) -> None:
        """Show everything as it is now."""

    def action_close(self) -> None:
        """Leave the page without a result."""
        if self.is_active:
            self.dismiss(None)

    def settings_changed(self) -> None:
        """Show everything anew, by the settings as they are now."""
        self.draw()

    def on_resize(self) -> None:
        keep_focus(self)
        self.draw()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        # A key typed ahead may belong to a dialog that has opened meanwhile, or come before there is anything to show.
        return self.is_active and (self.is_mounted or action == "close")

    def show_bar(self, name: str, lines: Sequence[Sequence[Part]], *, fit: bool = False) -> None:
        """Show lines in a bar.

        Args:
            name: the id of the bar.
            lines: what to show.
            fit: whether the bar is to be as high as there are lines; without any it goes away.
        """
        bar = self.query_one(f"#{name}", TextBar)
        bar.show(in_charset(lines, self.solitaire.charset.text))
        if fit:
            bar.display = bool(lines)
            bar.styles.height = len(lines)

    def show_footer(self) -> None:
        """Show the keys that fit, and in any case the one that closes the page."""
        groups: list[Sequence[Part]] = []
        for key in self.KEYS:
            if key.label:
                shown = readable(key.keys[0])
                groups.append((Part(f" {shown}", "key", key.action), Part(f" {_(key.label)} ", "text", key.action)))
        leave = (Part(" " + _("Esc"), "key", "close"), Part(" " + p_("dialog", "Close") + " ", "text", "close"))
        self.show_bar("footer", [as_many_as_fit(groups, leave, self.size.width)])

    def show_warning(self) -> int:
        """Say in the bar ``warning`` that nothing is being kept, if that is so; returns how many lines that takes."""
        store = self.solitaire.keeper.store
        if store.keeping:
            self.show_bar("warning", [], fit=True)
            return 0
        text = store.warning or _("nothing is being kept: what is played now is forgotten when the program ends")
        room = self.size.with_height(1 if self.size.height < ROOMY else 2)
        lines = paragraphs([Part(f"{text[:1].upper()}{text[1:]}", "warning")], room)
        self.show_bar("warning", lines, fit=True)
        return len(lines)

    @on(TextBar.Chosen)
    async def _bar_chosen(self, event: TextBar.Chosen) -> None:
        await self.run_action(event.action)


ROOMY = 20
"""Lines from which on a page has room for more than the least."""
