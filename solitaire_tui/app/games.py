"""The list of games: every game kept here, newest first, to watch, go on with, play again, note, export and import."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from typing import ClassVar, Final

from textual import on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.widgets import OptionList
from textual.widgets.option_list import Option

from solitaire_tui.app.asking import LinePanel, NotePanel
from solitaire_tui.app.bar import Bar, Part, paragraphs, wrapped
from solitaire_tui.app.gamerows import details_of, name_of, result_named, result_of, row_of, safe
from solitaire_tui.app.keys import bound
from solitaire_tui.app.page import ROOMY, Key, Page, bindings_of
from solitaire_tui.app.panels import Choice, ChoicePanel, confirmation
from solitaire_tui.app.recordfiles import FileRefused, check_target, path_of, read_typed, write_file
from solitaire_tui.game import REGISTRY, load
from solitaire_tui.language import N_, _, n_, number, p_
from solitaire_tui.phrases import sentence
from solitaire_tui.record import NOTE_LIMIT, Played, RecordError
from solitaire_tui.session import Session
from solitaire_tui.store.endings import Result
from solitaire_tui.store.games import Store
from solitaire_tui.store.kept import Kept, Wanted
from solitaire_tui.store.rows import Refused

PAGE: Final = 200
"""How many games are fetched at a time; the next ones when the end of these comes in sight."""
_AHEAD: Final = 40
"""How many games before the end that is."""

_RESULTS: Final = (None, Result.WON, Result.LOST, Result.FINISHED, Result.GIVEN_UP, Result.LEFT)
"""What the list can be narrowed to, one after the other; after them come the unfinished games."""


_OVER: Final = (Result.WON, Result.LOST, Result.FINISHED)
"""Results after which there is nothing to go on with."""


class GamesScreen(Page[Session | None]):
    """Lists past games. The result is a session to put on the table; None when the list was just closed.

    Attributes:
        wanted: which games are listed.
        games: those fetched so far, in the order of the list.
    """

    CSS_PATH = "games.tcss"

    KEYS: ClassVar[Sequence[Key]] = (
        Key("actions", ("enter",), N_("Open")),
        Key("import_record", ("i",), N_("Import")),
        Key("watch", ("w",), N_("Watch")),
        Key("review", ("v",), N_("Review")),
        Key("go_on", ("c",), N_("Continue")),
        Key("again", ("a",), N_("Again")),
        Key("note", ("n",), N_("Note")),
        Key("bookmark", ("b",), N_("Bookmark")),
        Key("export", ("e",), N_("Export")),
        Key("next_game", ("g",)),
        Key("next_result", ("f",)),
        Key("bookmarked", ("o",)),
        Key("search", ("s", "slash")),
        Key("close", ("escape", "q", "x")),
    )
    BINDINGS: ClassVar[list[BindingType]] = [*bindings_of(KEYS), bound("games", "close")]

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
        yield Bar(id="header")
        yield Bar(id="warning")
        yield Bar(id="filters")
        yield OptionList(id="games", markup=False)
        yield Bar(id="empty")
        yield Bar(id="status")
        yield Bar(id="footer")

    def on_mount(self) -> None:
        self._list.focus()
        self.watch(self._list, "scroll_y", self._scrolled, init=False)
        self._fetch_anew()

    @property
    def _list(self) -> OptionList:
        return self.query_one("#games", OptionList)

    @property
    def _store(self) -> Store:
        return self.solitaire.keeper.store

    @property
    def chosen(self) -> Kept | None:
        """The game under the cursor; None if the list is empty."""
        at = self._list.highlighted
        return self.games[at] if at is not None and at < len(self.games) else None

    # The list.

    def _fetch_anew(self, keep: int | None = None) -> None:
        """Fetch the first games of what is wanted.

        Args:
            keep: the number of the game to go to; the first game if it is not listed.
        """
        self.games = []
        self._asked = 0
        self._total = self._store.count(self.wanted)
        self._list.clear_options()
        self._fetch()
        at = next((place for place, kept in enumerate(self.games) if kept.id == keep), 0)
        if self.games:
            self._list.highlighted = at
        self.draw()

    def _fetch(self) -> None:
        """Fetch the next games; none comes twice, though another window may have moved them down by adding one."""
        found = self._store.games(self.wanted, PAGE, self._asked)
        self._asked += PAGE
        listed = {kept.id for kept in self.games}
        fresh = [kept for kept in found if kept.id not in listed]
        self.games += fresh
        self._list.add_options([Option(self._row(kept)) for kept in fresh])

    @property
    def _more(self) -> bool:
        return self._asked < self._total

    def _row(self, kept: Kept) -> str:
        return row_of(kept, max(20, self.size.width - 4), self.solitaire.charset.text)

    def _scrolled(self) -> None:
        if self._more and self._list.scroll_offset.y + self._list.size.height > len(self.games) - _AHEAD:
            self._fetch()

    @on(OptionList.OptionHighlighted)
    def _highlighted(self, event: OptionList.OptionHighlighted) -> None:
        if self._more and event.option_index > len(self.games) - _AHEAD:
            self._fetch()
        self._said = ("", "text")
        self._draw_status()

    def _changed(self, id_: int) -> None:
        """A game has been changed: show it as it is now."""
        kept = self._store.game(id_)
        at = next((place for place, old in enumerate(self.games) if old.id == id_), None)
        if kept is not None and at is not None:
            self.games[at] = kept
            self._list.replace_option_prompt_at_index(at, self._row(kept))
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
                self._list.replace_option_prompt_at_index(at, self._row(kept))
        total = n_("{number} game", "{number} games", self._total).format(number=number(self._total, ","))
        self.show_bar("header", [[Part(" " + _("Games") + " ", "title"), Part(f" {total} ")]])
        self.show_warning()
        self._draw_filters()
        self._list.display = bool(self.games)
        empty = self.query_one("#empty", Bar)
        empty.display = not self.games
        if not self.games:
            self.show_bar("empty", [[], *paragraphs([Part(self._nothing())], self.size.with_height(3))])
        self._draw_status()
        self.show_footer()

    def _draw_filters(self) -> None:
        wanted = self.wanted
        everything = p_("games", "all")
        game = everything if wanted.game is None else _(load(wanted.game).title)
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

    def _say(self, text: str, role: str = "text") -> None:
        self._said = (sentence(text), role)
        self._draw_status()

    # Which games are listed.

    def _narrow(self, wanted: Wanted) -> None:
        kept = self.chosen
        self.wanted = wanted
        self._said = ("", "text")
        self._fetch_anew(None if kept is None else kept.id)

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

    # What can be done with a game.

    def _session(self, kept: Kept | None) -> Session | None:
        """A game's session to look at; without one, it is said why."""
        if kept is None:
            return None
        try:
            return self._store.session(kept.id)
        except Refused as error:
            self._say(str(error), "warning")
            return None

    @on(OptionList.OptionSelected)
    def action_actions(self) -> None:
        """Show all there is to know of a game, and what can be done with it."""
        kept = self.chosen
        if kept is None:
            return
        lines = [sentence(f"{result_of(kept)}: {details_of(kept)}")]
        if kept.note:
            lines += ["", safe(kept.note)]
        labels = {
            "watch": _("Watch it, step by step"),
            "review": _("Review: what each move cost"),
            "go_on": _("Continue it"),
            "again": _("Play this deal again"),
            "note": _("Write a note on it"),
            "bookmark": _("Take its bookmark away") if kept.bookmarked else _("Set a bookmark on it"),
            "export": _("Export it to a file"),
        }
        if kept.result in _OVER and not kept.unfinished:
            del labels["go_on"]
        keys = {key.action: key.keys[0] for key in self.KEYS}
        text = self.solitaire.charset.text
        choices = [Choice(action, keys[action], label) for action, label in labels.items()]
        panel = ChoicePanel(text(name_of(kept)), [text(line) for line in lines], choices)
        self.app.push_screen(panel, self._act)

    async def _act(self, action: str | None) -> None:
        if action:
            await self.run_action(action)

    def action_watch(self) -> None:
        session = self._session(self.chosen)
        if session is None:
            return
        if not session.history.steps:
            self._say(_("no move was made in it: there is nothing to watch"), "warning")
            return
        self._watch(session)

    def _watch(self, session: Session) -> None:
        session.history.undo_all()
        session.given_up = False
        screen = session.game.watch_screen()(session, session.name, running=False)
        self.app.push_screen(screen, self._taken_over)

    def _taken_over(self, taken: Session | None) -> None:
        """Go on from a position of a game that was watched or reviewed."""
        if taken is not None:
            self._lay(taken)

    def action_review(self) -> None:
        from solitaire_tui.table.review import ReviewScreen

        engine = self.solitaire.engine
        kept = self.chosen
        if kept is None or (session := self._session(kept)) is None:
            return
        if engine is None:
            self._say(_("there is no adviser to review the game"), "warning")
        elif not session.history.moves:
            self._say(_("there is no move to review yet"), "warning")
        elif kept.result is None:
            self._say(_("it has no result yet: continue it, and review it at its table"), "warning")
        else:
            screen = ReviewScreen(session, session.game.screen().VIEW, engine, self.solitaire.charset)
            self.app.push_screen(screen, self._taken_over)

    def action_go_on(self) -> None:
        kept = self.chosen
        if kept is None:
            return
        on_table = self.solitaire.keeper.on_table(kept.id)
        if on_table is not None:
            self._open(on_table)
        elif kept.unfinished:
            try:
                self._open(self.solitaire.keeper.resume(kept.id))
            except Refused as error:
                self._say(str(error), "warning")
        elif (session := self._session(kept)) is not None:
            self._go_on_from(session)

    def _go_on_from(self, session: Session) -> None:
        """Go on with a copy of a game that has its result, or was imported."""
        session.given_up = False
        if session.over:
            self._say(_("it is over: it can be watched, and its deal played again"), "warning")
        else:
            self._lay(session.branched())

    def action_again(self) -> None:
        session = self._session(self.chosen)
        if session is not None:
            self._lay(session.again())

    def _lay(self, session: Session) -> None:
        """Put a session on the table, asking first if a game there would be given up for it."""
        held = self.solitaire.sessions.get(session.game.id)
        if held is None or not held.in_play:
            self._open(session)
            return
        question = _("{game} is not finished. Dealing anew gives it up.").format(game=held.name)
        labels = _("Deal anew"), _("Keep it")
        self.solitaire.confirm(_("Leave that game?"), question, *labels, lambda: self._open(session))

    def _open(self, session: Session) -> None:
        if self.is_active:
            self.dismiss(session)

    def action_note(self) -> None:
        kept = self.chosen
        if kept is None:
            return

        def written(text: str | None) -> None:
            if text is not None:
                self._store.note(kept.id, text)
                self._changed(kept.id)

        title = self.solitaire.charset.text(_("Note on {game}").format(game=kept.name))
        self.app.push_screen(NotePanel(title, safe(kept.note), NOTE_LIMIT), written)

    def action_bookmark(self) -> None:
        kept = self.chosen
        if kept is not None:
            self._store.bookmark(kept.id, not kept.bookmarked)
            self._changed(kept.id)

    # Records.

    def action_export(self) -> None:
        kept = self.chosen
        if kept is not None:
            number = "" if kept.deal is None else f"-{kept.deal}"
            self._ask_target(kept, f"~/{kept.game}{number}-{kept.day:%Y%m%d}.json")

    def _ask_target(self, kept: Kept, name: str) -> None:
        def fault(text: str) -> str:
            try:
                check_target(path_of(text))
            except FileRefused as error:
                return str(error)
            return ""

        def typed(text: str | None) -> None:
            if text is None:
                return
            with suppress(FileRefused):
                if check_target(path_of(text)):
                    self._ask_to_replace(kept, text)
                    return
            self._write(kept, text, replace_it=False)

        lines = [_("The file to write the record to:")]
        self.app.push_screen(
            LinePanel(_("Export {game}").format(game=kept.name), lines, name, _("Write"), fault), typed
        )

    def _ask_to_replace(self, kept: Kept, text: str) -> None:
        def answered(answer: str | None) -> None:
            if answer == "yes":
                self._write(kept, text, replace_it=True)
            else:
                self._ask_target(kept, text)

        question = _("{path} is there already.").format(path=path_of(text))
        self.app.push_screen(
            confirmation(_("Replace that file?"), question, _("Replace it"), _("Another name")), answered
        )

    def _write(self, kept: Kept, text: str, *, replace_it: bool) -> None:
        try:
            path = path_of(text)
            write_file(path, self._store.record(kept.id), replace=replace_it)
        except (FileRefused, Refused) as error:
            self._say(str(error), "warning")
        else:
            self._say(_("written to {path}").format(path=path))

    def action_import_record(self) -> None:
        found: list[tuple[Played, Session]] = []

        def fault(text: str) -> str:
            """Read the record as far as it can be refused; the dialog stays open with the reason."""
            try:
                played = read_typed(text)
                found[:] = [(played, Session.from_record(played))]
            except (FileRefused, RecordError) as error:
                return str(error)
            return ""

        def typed(text: str | None) -> None:
            if text is not None and found:
                self._imported(*found[-1])

        lines = [_("The file of the record, or the record itself:")]
        self.app.push_screen(LinePanel(_("Import a record"), lines, "", _("Import"), fault), typed)

    def _imported(self, played: Played, session: Session) -> None:
        """Keep a record that was imported, and ask what to do with it."""
        kept = self._store.add_record(played)
        self.wanted = Wanted()
        self._fetch_anew(None if kept is None else kept.id)
        if kept is None:
            self._say(self._store.warning or _("the record could not be kept"), "warning")

        def chosen(choice: str | None) -> None:
            if choice == "watch":
                self._watch(session)
            elif choice == "go_on":
                self._go_on_from(session)

        lines = [sentence(session.standing), "", _("It counts in no statistics.")]
        choices = [Choice("watch", "w", _("Watch it, step by step"))] if session.history.steps else []
        if not session.over:
            choices.append(Choice("go_on", "c", _("Continue it")))
        choices.append(Choice("", "x", _("Leave it in the list")))
        text = self.solitaire.charset.text
        panel = ChoicePanel(
            text(_("Imported: {game}").format(game=session.name)), [text(line) for line in lines], choices
        )
        self.app.push_screen(panel, chosen)

    def action_close(self) -> None:
        if self.is_active:
            self.dismiss(None)
