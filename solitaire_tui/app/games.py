"""What can be done with past games: watch, review, go on, play again, write a note, export; and import of records."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from typing import ClassVar, Final

from textual import on
from textual.binding import BindingType
from textual.widgets import OptionList

from solitaire_tui.app.asking import LinePanel, NotePanel
from solitaire_tui.app.dealing import ask_to_leave, at_stake
from solitaire_tui.app.gamelist import GameList
from solitaire_tui.app.gamerows import details_of, name_of, result_of, safe
from solitaire_tui.app.keys import bound
from solitaire_tui.app.page import Key, bindings_of
from solitaire_tui.app.panels import Choice, ChoicePanel, confirmation
from solitaire_tui.app.recordfiles import FileRefused, check_target, path_of, read_typed, write_file
from solitaire_tui.language import N_, _
from solitaire_tui.phrases import sentence
from solitaire_tui.record import NOTE_LIMIT, Played, RecordError
from solitaire_tui.session import Session
from solitaire_tui.store.endings import Result
from solitaire_tui.store.kept import Kept, Wanted
from solitaire_tui.store.rows import Refused

_OVER: Final = (Result.WON, Result.LOST, Result.FINISHED)
"""Results after which there is nothing to go on with."""


class GamesScreen(GameList):
    """Lists past games and does things with them. The result is a session for the table; None when it was closed."""

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
        *GameList.FILTER_KEYS,
        Key("close", ("escape", "q", "x")),
    )
    BINDINGS: ClassVar[list[BindingType]] = [*bindings_of(KEYS), bound("games", "close")]

    # What can be done with a game.

    def _session(self, kept: Kept | None) -> Session | None:
        """A game's session to look at; without one, it is said why."""
        if kept is None:
            return None
        try:
            return self.store.session(kept.id)
        except Refused as error:
            self.say(str(error), "warning")
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
            self.say(_("no move was made in it: there is nothing to watch"), "warning")
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
            self.say(_("there is no adviser to review the game"), "warning")
        elif not session.history.moves:
            self.say(_("there is no move to review yet"), "warning")
        elif kept.result is None:
            self.say(_("it has no result yet: continue it, and review it at its table"), "warning")
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
                self.say(str(error), "warning")
        elif (session := self._session(kept)) is not None:
            self._go_on_from(session)

    def _go_on_from(self, session: Session) -> None:
        """Go on with a copy of a game that has its result, or was imported."""
        session.given_up = False
        if session.over:
            self.say(_("it is over: it can be watched, and its deal played again"), "warning")
        else:
            self._lay(session.branched())

    def action_again(self) -> None:
        session = self._session(self.chosen)
        if session is not None:
            self._lay(session.again())

    def _lay(self, session: Session) -> None:
        """Put a session on the table, asking first if a game there would be left for it."""
        held = at_stake(self.solitaire, session.game.id, session.daily)
        ask_to_leave(self.solitaire, held, _("Leave that game?"), _("Keep it"), lambda: self._open(session))

    def _open(self, session: Session) -> None:
        if self.is_active:
            self.dismiss(session)

    def action_note(self) -> None:
        kept = self.chosen
        if kept is None:
            return

        def written(text: str | None) -> None:
            if text is not None:
                self.store.note(kept.id, text)
                self.game_changed(kept.id)

        title = self.solitaire.charset.text(_("Note on {game}").format(game=name_of(kept)))
        self.app.push_screen(NotePanel(title, safe(kept.note), NOTE_LIMIT), written)

    def action_bookmark(self) -> None:
        kept = self.chosen
        if kept is not None:
            self.store.bookmark(kept.id, not kept.bookmarked)
            self.game_changed(kept.id)

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
            LinePanel(_("Export {game}").format(game=name_of(kept)), lines, name, _("Write"), fault), typed
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
            write_file(path, self.store.record(kept.id), replace=replace_it)
        except (FileRefused, Refused) as error:
            self.say(str(error), "warning")
        else:
            self.say(_("written to {path}").format(path=path))

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
        kept = self.store.add_record(played)
        self.wanted = Wanted()
        self.fetch_anew(None if kept is None else kept.id)
        if kept is None:
            self.say(self.store.warning or _("the record could not be kept"), "warning")

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
