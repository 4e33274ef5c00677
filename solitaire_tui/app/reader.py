"""The rules reader: each game's rules from its Markdown file, and the page of keys from the table of actions."""

from __future__ import annotations

from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.screen import Screen
from textual.widgets import Markdown, Tab, Tabs

from solitaire_tui.app.bar import Part, TextBar, as_many_as_fit
from solitaire_tui.app.keymap import (
    APP_ACTIONS,
    CURSOR_ACTIONS,
    TABLE_ACTIONS,
    Action,
    key_of,
    readable,
    twin,
    with_twins,
)
from solitaire_tui.app.keys import bound
from solitaire_tui.app.opening import DrawnOnce
from solitaire_tui.game import REGISTRY, load, rules_text
from solitaire_tui.language import _, p_
from solitaire_tui.table.faces import ASCII, Charset


def keys_text() -> str:
    """The page of keys, as Markdown, with the keys that really hold."""
    *ways, enter = CURSOR_ACTIONS
    moves = _("Move the cursor; with a card picked, from one possible target to the next.")
    digits = _("Pick a hand or play-row card; with one target it is played at once, else choose by the next digit.")
    tab = _("Go to the list of moves in the side panel and back; arrows and enter go anywhere in the game.")
    lines = [
        _("# Keys"),
        "",
        f"- {_keys(*ways)}: {moves}",
        f"- {_keys(enter)}: {_(enter.help)}",
        f"- `1-9`: {digits}",
        f"- `Tab`: {tab}",
    ]
    for entry in (*TABLE_ACTIONS, *APP_ACTIONS):
        games = f" ({', '.join(load(game).title for game in sorted(entry.games))})" if entry.games else ""
        lines.append(f"- {_keys(entry)} **{_(entry.label)}**{games}: {_(entry.help)}")
    lines += ["", *_layouts()]
    lines += [
        "",
        _("**Mouse.** Click a card to pick it and click where it should go, or drag it there."),
        _("A double click plays a card's only target. The right button explains a card."),
        _("Everything in the footer can be clicked; `{key} More` there lists every action.").format(
            key=key_of("command_palette", short=True)
        ),
        _("A click on a move in the side panel goes to it, the wheel scrolls the list."),
        _("A click beside a dialog that asks for no text closes it, and so does one on the words in its frame."),
        "",
        _("The keys can be changed in the settings file, in a table `[keys]`:"),
        "",
        "    [keys]",
        '    undo = ["z", "ctrl+u"]',
        '    hint = "f5"',
        "",
        _("The names of the actions there:"),
        ", ".join(f"`{entry.id}`" for entry in (*TABLE_ACTIONS, *CURSOR_ACTIONS, *APP_ACTIONS)),
    ]
    return "\n".join(lines)


def _keys(*actions: Action) -> str:
    """The keys of some actions, as Markdown: first those that come first."""
    held = [entry.held_keys for entry in actions]
    ranks = range(max(len(keys) for keys in held))
    return ", ".join(f"`{readable(keys[rank])}`" for rank in ranks for keys in held if rank < len(keys))


def _layouts() -> list[str]:
    """A word on the Russian layout, by the example of two keys that are letters."""
    letters = [(key, other) for entry in TABLE_ACTIONS for key in entry.held_keys[:1] if (other := twin(key))]
    if len(letters) < 2:
        return []
    (one, other_one), (two, other_two) = letters[0], letters[2 % len(letters)]
    text = _("With a Russian layout the same keys work: {one} is {other_one}, {two} is {other_two}, and so on.")
    return [text.format(one=one, other_one=other_one, two=two, other_two=other_two)]


class RulesScreen(DrawnOnce, Screen[None]):
    """Reads the rules of the games and the page of keys."""

    CSS_PATH = "reader.tcss"

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding(with_twins("escape", "q", "x"), "close", "Close", show=False),
        bound("rules", "close"),
        Binding("left", "turn(-1)", show=False, priority=True),
        Binding("right", "turn(1)", show=False, priority=True),
    ]

    def __init__(self, game_id: str = "") -> None:
        super().__init__()
        self._pages = [*REGISTRY, "keys"]
        self._first = game_id or self._pages[0]

    def compose(self) -> ComposeResult:
        yield Tabs(*(Tab(self._title(page), id=page) for page in self._pages), active=self._first)
        with VerticalScroll():
            yield Markdown(open_links=False)
        yield TextBar(id="footer")

    @property
    def _charset(self) -> Charset:
        from solitaire_tui.app.main import SolitaireApp

        assert isinstance(self.app, SolitaireApp)
        return self.app.charset

    def on_mount(self) -> None:
        self.query_one(VerticalScroll).focus()
        self._draw_footer()
        if self._charset is ASCII:
            self.query_one(Markdown).BULLETS = ["* ", "- "]

    def settings_changed(self) -> None:
        """Show everything anew, in the language that is spoken now."""
        for tab in self.query(Tab):
            tab.label = self._title(tab.id or "")
        self._draw_footer()
        self.call_later(self._show_page, self.query_one(Tabs).active)

    def _draw_footer(self) -> None:
        entries = [
            (_("Left Right"), _("Pages"), "text", ""),
            (_("Up Down"), _("Scroll"), "text", ""),
            (_("Esc"), p_("dialog", "Close"), "ready", "close"),
        ]
        groups = [
            (Part(f" {key}", "key", action), Part(f" {label} ", role, action)) for key, label, role, action in entries
        ]
        self.query_one(TextBar).show([as_many_as_fit(groups[:-1], groups[-1], self.size.width)])

    def on_resize(self) -> None:
        self._draw_footer()

    async def on_tabs_tab_activated(self, event: Tabs.TabActivated) -> None:
        await self._show_page(event.tab.id or self._first)
        self.query_one(VerticalScroll).scroll_home(animate=False)

    async def _show_page(self, page: str) -> None:
        text = keys_text() if page == "keys" else rules_text(page)
        await self.query_one(Markdown).update(self._charset.text(text))

    def _title(self, page: str) -> str:
        return _("Keys") if page == "keys" else load(page).title

    def action_turn(self, step: int) -> None:
        tabs = self.query_one(Tabs)
        at = self._pages.index(tabs.active or self._first)
        tabs.active = self._pages[(at + step) % len(self._pages)]

    @on(TextBar.Chosen)
    def action_close(self) -> None:
        if self.is_active and self.is_mounted:
            self.dismiss(None)
