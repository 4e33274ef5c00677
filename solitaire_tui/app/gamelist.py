"""The list of past games itself: which ones are listed, fetched as they come in sight, each a line with its details."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import ClassVar, Final

from textual import on
from textual.app import ComposeResult
from textual.widgets import OptionList
from textual.widgets.option_list import Option

from solitaire_tui.app.asking import LinePanel
from solitaire_tui.app.bar import Part, TextBar, paragraphs, wrapped
from solitaire_tui.app.gamerows import details_of, result_named, result_of, row_of, safe
from solitaire_tui.app.page import ROOMY, Key, Page
from solitaire_tui.game import REGISTRY, load
from solitaire_tui.language import _, n_, number, p_
from solitaire_tui.phrases import sentence
from solitaire_tui.session import Session
from solitaire_tui.store.endings import Result
from solitaire_tui.store.games import Store
from solitaire_tui.store.kept import Kept, Wanted

PAGE: Final = 200
"""How many games are fetched at a time; the next ones when the end of these comes in sight."""
AHEAD: Final = 40
"""How many games before the end that is."""

_RESULTS: Final = (None, Result.WON, Result.LOST, Result.FINISHED, Result.GIVEN_UP, Result.LEFT)
"""What the list can be narrowed to, one after the other; after them come the unfinished games."""


class GameList(Page[Session | None]):
    """Lists past games, newest first, and narrows the list.

    Attributes:
        wanted: which games are listed.
        games: those fetched so far, in the order of the list.
    """

    FILTER_KEYS: ClassVar[Sequence[Key]] = (
        Key("next_game", ("g",)),
        Key("next_result", ("f",)),
        Key("bookmarked", ("o",)),
        Key("search", ("s", "slash")),
    )

    def __init__(self, game_id: str = "", *, unfinished: bool = False) -> None:
        """Make the screen.

        Args:
            game_id: list the games of this kind only; empty for all.
            unfinished: list only those that can be gone on with.
        """
        super().__init__()
        self.wanted = Wanted(game=game_id or None, unfinished=unfinished)
        self.games: list[Kept] = []
        self._asked = 0
        self._total = 0
        self._width = 0
        self._said: tuple[str, str] = ("", "text")

    def compose(self) -> ComposeResult:
        yield TextBar(id="header")
        yield TextBar(id="warning")
        yield TextBar(id="filters")
        yield OptionList(id="games", markup=False)
        yield TextBar(id="empty")
        yield TextBar(id="status")
        yield TextBar(id="footer")

    def on_mount(self) -> None:
        self.listing.focus()
        self.watch(self.listing, "scroll_y", self._scrolled, init=False)
        self.fetch_anew()

    @property
    def listing(self) -> OptionList:
        return self.query_one("#games", OptionList)

    @property
    def store(self) -> Store:
        return self.solitaire.keeper.store

    @property
    def chosen(self) -> Kept | None:
        """The game under the cursor; None if the list is empty."""
        at = self.listing.highlighted
        return self.games[at] if at is not None and at < len(self.games) else None

    # The list.

    def fetch_anew(self, keep: int | None = None) -> None:
        """Fetch the first games of what is wanted.

        Args:
            keep: the number of the game to go to; the first game if it is not listed.
        """
        self.games = []
        self._asked = 0
        self._total = self.store.count(self.wanted)
        self._width = self.size.width
        self.listing.clear_options()
        self._fetch()
        at = next((place for place, kept in enumerate(self.games) if kept.id == keep), 0)
        if self.games:
            self.listing.highlighted = at
        self.draw()

    def _fetch(self) -> None:
        """Fetch the next games; none comes twice, though another window may have moved them down by adding one."""
        found = self.store.games(self.wanted, PAGE, self._asked)
        self._asked += PAGE
        listed = {kept.id for kept in self.games}
        fresh = [kept for kept in found if kept.id not in listed]
        self.games += fresh
        self.listing.add_options([Option(self._row(kept)) for kept in fresh])

    @property
    def _more(self) -> bool:
        return self._asked < self._total

    def _row(self, kept: Kept) -> str:
        return row_of(kept, max(20, self.size.width - 4), self.solitaire.charset.text)

    def _scrolled(self) -> None:
        if self._more and self.listing.scroll_offset.y + self.listing.size.height > len(self.games) - AHEAD:
            self._fetch()

    @on(OptionList.OptionHighlighted)
    def _highlighted(self, event: OptionList.OptionHighlighted) -> None:
        if self._more and event.option_index > len(self.games) - AHEAD:
            self._fetch()
        self._said = ("", "text")
        self._draw_status()

    def game_changed(self, id_: int) -> None:
        """A game has been changed: show it as it is now."""
        kept = self.store.game(id_)
        at = next((place for place, old in enumerate(self.games) if old.id == id_), None)
        if kept is not None and at is not None:
            self.games[at] = kept
            self.listing.replace_option_prompt_at_index(at, self._row(kept))
        self.show_warning()
        self._draw_status()

    def settings_changed(self) -> None:
        self._width = 0
        self.draw()

    def draw(self) -> None:
        if not self.is_mounted:
            return
        if self._width != self.size.width:
            self._width = self.size.width
            for at, kept in enumerate(self.games):
                self.listing.replace_option_prompt_at_index(at, self._row(kept))
        total = n_("{number} game", "{number} games", self._total).format(number=number(self._total, ","))
        self.show_bar("header", [[Part(" " + _("Games") + " ", "title"), Part(f" {total} ")]])
        self.show_warning()
        self._draw_filters()
        self.listing.display = bool(self.games)
        empty = self.query_one("#empty", TextBar)
        empty.display = not self.games
        if not self.games:
            self.show_bar("empty", [[], *paragraphs([Part(self._nothing())], self.size.with_height(3))])
        self._draw_status()
        self.show_footer()

    def _draw_filters(self) -> None:
        wanted = self.wanted
        everything = p_("games", "all")
        game = everything if wanted.game is None else load(wanted.game).title
        result = everything
        if wanted.unfinished or wanted.result is not None:
            result = result_named(wanted.result)
        entries = [
            ("g", "next_game", _("Game: {game}").format(game=game), wanted.game is not None),
            ("f", "next_result", _("Result: {result}").format(result=result), result != everything),
            ("o", "bookmarked", f"[{'x' if wanted.bookmarked else ' '}] " + _("bookmarked"), wanted.bookmarked),
            ("s", "search", _("Search: {text}").format(text=wanted.text or "-"), bool(wanted.text)),
        ]
        groups = [
            (Part(f" {key}", "key", action), Part(f" {label} ", "text" if on else "idle", action))
            for key, action, label, on in entries
        ]
        self.show_bar("filters", wrapped(groups, self.size.width), fit=True)

    def _nothing(self) -> str:
        if self.wanted == Wanted():
            return _("No game has been played here yet. Play one, or press i to import a record.")
        return _("No game is like that. The keys above choose others.")

    def _draw_status(self) -> None:
        text, role = self._said
        kept = self.chosen
        blocks = [Part(text, role)] if text else []
        if kept is not None and not text:
            blocks.append(Part(sentence(f"{result_of(kept)}: {details_of(kept)}"), "aside"))
            if kept.note:
                blocks.append(Part(" ".join(safe(kept.note).split()), "text"))
        lines = 2 if self.size.height >= ROOMY else 1
        self.show_bar("status", paragraphs(blocks, self.size.with_height(lines)))

    def say(self, text: str, role: str = "text") -> None:
        self._said = (sentence(text), role)
        self._draw_status()

    # Which games are listed.

    def _narrow(self, wanted: Wanted) -> None:
        kept = self.chosen
        self.wanted = wanted
        self._said = ("", "text")
        self.fetch_anew(None if kept is None else kept.id)

    def action_next_game(self) -> None:
        games = [None, *REGISTRY]
        at = games.index(self.wanted.game)
        self._narrow(replace(self.wanted, game=games[(at + 1) % len(games)]))

    def action_next_result(self) -> None:
        at = len(_RESULTS) if self.wanted.unfinished else _RESULTS.index(self.wanted.result)
        at = (at + 1) % (len(_RESULTS) + 1)
        unfinished = at == len(_RESULTS)
        self._narrow(replace(self.wanted, result=None if unfinished else _RESULTS[at], unfinished=unfinished))

    def action_bookmarked(self) -> None:
        self._narrow(replace(self.wanted, bookmarked=not self.wanted.bookmarked))

    def action_search(self) -> None:
        def typed(text: str | None) -> None:
            if text is not None:
                self._narrow(replace(self.wanted, text=text.strip()))

        lines = [_("A part of the notes, or of the number of the deal; nothing for all games.")]
        self.app.push_screen(LinePanel(_("Search"), lines, self.wanted.text, _("Search")), typed)
