"""The application: which screen is shown, which games are on the table, and what works everywhere."""

from __future__ import annotations

import asyncio
import codecs
import gc
import os
import signal
import sys
import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from datetime import date
from io import TextIOWrapper
from typing import TYPE_CHECKING, Any, ClassVar, Final, TextIO

from textual.app import App, SystemCommand
from textual.await_complete import AwaitComplete
from textual.binding import BindingType
from textual.screen import ModalScreen, Screen
from textual.widget import AwaitMount

from solitaire_tui.app.changing import Dated, apply
from solitaire_tui.app.keeping import Keeper, deal_of_today
from solitaire_tui.app.keymap import APP_ACTIONS, hold, key_of
from solitaire_tui.app.keys import bound, keymap, settle
from solitaire_tui.app.themes import THEMES, shown_theme
from solitaire_tui.engine.client import Engine
from solitaire_tui.folders import NoFolder, settings_file
from solitaire_tui.language import _, chosen, n_, use
from solitaire_tui.phrases import listed
from solitaire_tui.session import Session
from solitaire_tui.settings import Settings, SettingsNotKept, Value, own_settings, write_settings
from solitaire_tui.stopwatch import Pause
from solitaire_tui.table.faces import ASCII, OUTLINED, UNICODE, Charset
from solitaire_tui.table.scene import MIN_HEIGHT, MIN_WIDTH

if TYPE_CHECKING:
    from textual.command import Provider

    from solitaire_tui.app.newdeal import NewDeal
    from solitaire_tui.app.page import Page
    from solitaire_tui.lesson import Course
    from solitaire_tui.store.games import Store


_TOLD_AT_ONCE: Final = 2
"""Faults of the settings file that are told one by one."""
_CHARSETS = {"unicode": UNICODE, "outlined": OUTLINED, "ascii": ASCII}


def run(session: Session | None = None, *, resume: str = "", daily: bool = False) -> int:
    """Run the program full screen and return its exit status.

    Args:
        session: the game on the table; None for the menu.
        resume: the id of a game whose unfinished deal is taken up, if there is one, or else a new one dealt.
        daily: whether that is to be today's daily deal.
    """
    settings, faults, _bad = own_settings()
    keeper = Keeper(_opened_store, strict=settings.strict)
    if daily:
        session = deal_of_today(keeper, resume)
    elif resume:
        session = keeper.latest(resume) or Session.new(resume)
    app = SolitaireApp(session, engine=Engine(), keeper=keeper, settings=settings)
    app.faults = faults
    app.sixteen_colors = app.console.color_system not in {"256", "truecolor"}
    app.choose_looks()
    for stream in (sys.__stdout__, sys.__stderr__):
        if isinstance(stream, TextIOWrapper) and not carries_unicode(stream):
            stream.reconfigure(errors="replace")  # one cell for a letter that can't be shown, not six
    app.run()
    return app.return_code or 0


def _opened_store() -> Store:
    from solitaire_tui.store.games import Store

    return Store.open()


def charset_from_environment(environ: Mapping[str, str]) -> Charset:
    """The character set a terminal can show.

    ASCII when the first of LC_ALL, LC_CTYPE and LANG that is set names no UTF-8. Python itself turns ``LANG=C`` or an
    unset one into ``LC_CTYPE=C.UTF-8``, which therefore counts only if the user's LANG says UTF-8 too or LC_ALL does.
    """
    names = [environ.get(name, "") for name in ("LC_ALL", "LC_CTYPE", "LANG")]
    if not names[0] and names[1] == "C.UTF-8" and names[2] in ("", "C", "POSIX"):
        names[1] = ""
    chosen = next((name for name in names if name), "C")
    if "utf8" not in chosen.lower().replace("-", ""):
        return ASCII
    return OUTLINED if environ.get("NO_COLOR") else UNICODE


def carries_unicode(*streams: TextIO | None) -> bool:
    """Whether every one of some streams that is open can be given any character."""
    encodings = [stream.encoding for stream in streams if stream is not None]
    return all(codecs.lookup(encoding).name.startswith("utf") for encoding in encodings)


def charset_of(settings: Settings, *, no_color: bool, ansi: bool) -> Charset:
    """The character set that the settings name, or that the terminal can show if they leave it to that.

    Args:
        settings: the player's settings.
        no_color: whether nothing is coloured; sheets of paper become outlines then, whatever was set.
        ansi: whether the colours are the terminal's own, in which a sheet may look like the ground it lies on.
    """
    named = _CHARSETS.get(settings.cards)
    charset = named or charset_from_environment(os.environ)
    # It is one of these, by the platform, to which Textual draws.
    if named is None and not carries_unicode(sys.__stdout__, sys.__stderr__):
        charset = ASCII
    return OUTLINED if charset.filled and (no_color or (ansi and named is None)) else charset


def _nothing() -> type[Provider]:
    from solitaire_tui.app.palette import Nothing

    return Nothing


class SolitaireApp(App[None]):
    """Solitaire TUI."""

    TITLE = "Solitaire TUI"
    CSS_PATH = "solitaire.tcss"
    ENABLE_COMMAND_PALETTE = True
    COMMANDS = App.COMMANDS | {_nothing}
    # Classes on every screen by the size of the window; the style sheet takes away what has no room.
    HORIZONTAL_BREAKPOINTS = [(0, "-too-narrow"), (MIN_WIDTH, "-wide-enough")]  # noqa: RUF012
    VERTICAL_BREAKPOINTS = [(0, "-too-low"), (MIN_HEIGHT, "-low"), (20, "-high")]  # noqa: RUF012
    BINDINGS: ClassVar[list[BindingType]] = [
        replace(bound(action.id), priority=action.id == "quit") for action in APP_ACTIONS
    ]

    def __init__(
        self,
        session: Session | None = None,
        *,
        charset: Charset | None = None,
        engine: Engine | None = None,
        keeper: Keeper | None = None,
        settings: Settings | None = None,
    ) -> None:
        """Make the application.

        Args:
            session: the game on the table at the start; None for the menu.
            charset: the characters to draw with; None for what the environment says.
            engine: the client of the adviser's process; None to do without advice.
            keeper: who keeps the games; None to keep nothing.
            settings: the player's settings; None for the defaults.
        """
        # Without colours Textual would still send greys, unless it is told to leave the terminal's own alone.
        super().__init__(ansi_color=True if "NO_COLOR" in os.environ else None)
        self.engine = engine
        self.keeper = keeper or Keeper()
        self._today: date | None = None
        self._starter = os.getppid()
        self.faults: tuple[str, ...] = ()
        self.key_faults: tuple[str, ...] = ()
        self.started = False
        self._leaving = False
        self.side: bool | None = None
        self.settings = settings or Settings()
        use(chosen(self.settings.language, os.environ))
        self.use_keys()
        self.chances = self.settings.chances
        self._given_charset = charset
        self.sessions: dict[str, Session] = {}
        self.courses: dict[str, Course] = {}
        if session is not None:
            self.sessions[session.game.id] = session
        self._first = session
        self.sixteen_colors = False
        for theme in THEMES:
            self.register_theme(theme)
        if not self.settings.animation:
            self.animation_level = "none"
        self.choose_looks()
        for name in self.available_themes.keys() - {theme.name for theme in THEMES}:
            self.unregister_theme(name)  # those of Textual know nothing of felt and paper

    def choose_looks(self) -> None:
        """Show the theme and the card set of the settings, or what stands for them where colours are missing."""
        self.theme = shown_theme(self.settings.theme, sixteen=self.sixteen_colors, no_color=self.no_color).name
        ansi = self.current_theme.ansi
        self.charset = self._given_charset or charset_of(self.settings, no_color=self.no_color, ansi=ansi)
        self.set_class(self.charset is ASCII, "ascii")

    def choose_cards(self) -> None:
        """Show the card set of the settings, no matter which one the application was made with."""
        self._given_charset = None
        self.choose_looks()

    def get_default_screen(self) -> Screen[Any]:
        if self._first is not None:
            screen: Screen[Any] = self._first.game.screen()(self._first)
            return screen
        from solitaire_tui.app.menu import MenuScreen

        return MenuScreen()

    def get_system_commands(self, screen: Screen[Any]) -> Iterable[SystemCommand]:
        from solitaire_tui.app.palette import commands

        return commands(self, screen)

    def action_change_theme(self) -> None:
        """Choose the colours: among ours, by the setting."""
        self.open_settings("theme")

    def on_ready(self) -> None:
        """The first frame is there: collect garbage from now on, what has been loaded by now left out."""
        self.started = True
        gc.enable()
        gc.freeze()
        self._tell_faults()
        self.set_interval(1.0, self._tick)
        self.app_suspend_signal.subscribe(self, lambda _app: self.keeper.paused(Pause.SUSPENDED))
        self.app_resume_signal.subscribe(self, self._resumed)
        if os.name == "posix":
            loop = asyncio.get_running_loop()
            for number in (signal.SIGTERM, signal.SIGHUP):
                loop.add_signal_handler(number, self.exit)

    def _tell_faults(self) -> None:
        """Say what can't be used of the settings file; more than a few faults would cover what is shown."""
        faults = [*self.faults, *self.key_faults]
        if len(faults) > _TOLD_AT_ONCE:
            text = n_(
                "{number} setting can't be used: see Settings",
                "{number} settings can't be used: see Settings",
                len(faults),
            )
            faults = [text.format(number=len(faults))]
        for fault in faults:
            self.notify(fault, title=_("Settings"), severity="warning", timeout=15)

    def _tick(self) -> None:
        if self.is_web and os.getppid() != self._starter:
            self.exit()  # the web server is gone, and nobody can look at this any more
            return
        from solitaire_tui.table.screen import TableScreen

        self.keeper.tick()
        self._look_at_the_date()
        if self.settings.clock and isinstance(self.screen, TableScreen):
            self.screen.draw_header()

    def _look_at_the_date(self) -> None:
        """Tell the screens when another day has begun where the player is."""
        if hasattr(time, "tzset"):
            time.tzset()  # the computer may have been taken to another time zone
        before, self._today = self._today, self.keeper.today
        if before in (None, self._today):
            return
        for screen in self.screen_stack:
            if screen.is_mounted and isinstance(screen, Dated):
                screen.day_changed()

    def _resumed(self, _app: App[Any]) -> None:
        self.keeper.resumed(Pause.SUSPENDED)
        self.refresh(layout=True)

    def on_key(self) -> None:
        """What moves on a table is at its end before a key acts; the key's action follows this, in the same message."""
        if skip := getattr(self.screen, "skip_motion", None):
            skip()

    def on_app_blur(self) -> None:
        self.keeper.paused(Pause.UNFOCUSED)

    def on_app_focus(self) -> None:
        self.keeper.resumed(Pause.UNFOCUSED)

    def use_keys(self) -> None:
        """Have the keys of the settings hold; what can't be used of them joins the faults."""
        settled = settle(self.settings.keys_preset, self.settings.keys)
        hold(settled.keys)
        self.set_keymap(keymap(settled.keys))
        self.key_faults = tuple(f"{settings_file()}: {fault}" for fault in settled.faults)

    def change(self, **values: Value) -> None:
        """Change settings, here and in the player's file; what can't be written holds as long as the program runs.

        Args:
            values: the new values by name.

        Raises:
            ValidationError: if there is no such setting or it can't have that value (a fault of the caller).
        """
        self.settings = Settings.model_validate({**self.settings.model_dump(), **values})
        try:
            write_settings(settings_file(), values)
        except (NoFolder, SettingsNotKept) as error:
            self.notify(str(error), title=_("Settings"), severity="warning", timeout=15)
        apply(self, values)

    def warn_if_not_kept(self) -> None:
        """Say, once for each reason, that games are not being kept."""
        if news := self.keeper.news():
            self.notify(news, title=_("Not kept"), severity="warning", timeout=15)

    async def on_unmount(self) -> None:
        self.keeper.close()
        if self.engine is not None:
            await self.engine.close()

    def action_command_palette(self) -> None:
        from solitaire_tui.app.palette import Palette

        if not isinstance(self.screen, Palette):
            placeholder = self.charset.text(_("Search for commands…"))
            self.push_screen(Palette(id="--command-palette", placeholder=placeholder))

    if not TYPE_CHECKING:  # to a type checker these are as Textual declares them

        def exit(self, *args: Any, **options: Any) -> None:
            self._leaving = True
            super().exit(*args, **options)

        def push_screen(self, *args: Any, **options: Any) -> AwaitMount:
            """Show a screen on top, unless the program is being left: one asked for then would never be laid."""
            return AwaitMount(self.screen, ()) if self._leaving else super().push_screen(*args, **options)

        def switch_screen(self, *args: Any, **options: Any) -> AwaitComplete:
            """Show a screen in place of the present one, unless the program is being left."""
            return AwaitComplete() if self._leaving else super().switch_screen(*args, **options)

    def _show(self, screen: Screen[Any]) -> None:
        """Show a screen in place of the present one. The very first one stays below, since it can't be replaced."""
        while len(self.screen_stack) > 2 or (len(self.screen_stack) > 1 and isinstance(self.screen, ModalScreen)):
            self.pop_screen()  # nothing may stay hidden under the new screen
        if len(self.screen_stack) == 1:
            retire = getattr(self.screen, "retire", None)
            if retire is not None:
                retire()
            self.push_screen(screen)
        else:
            self.switch_screen(screen)

    def open_table(self, session: Session, *, restart: bool = False, branch: bool = False) -> None:
        """Put a session on the table, in place of what is shown; it replaces the game's session before.

        Args:
            session: the game.
            restart: whether it is the deal that was on the table, from the start.
            branch: whether it goes on with the deal that is on the table, from another position.
        """
        self.sessions[session.game.id] = session
        if branch:
            self.keeper.branched(session)
        else:
            self.keeper.laid(session, restart=restart)
        self._show(session.game.screen()(session))

    def open_menu(self) -> None:
        """Go to the menu; sessions stay on their tables."""
        from solitaire_tui.app.menu import MenuScreen

        self._show(MenuScreen())

    def open_calendar(self, game_id: str = "") -> None:
        """Show the calendar of the daily deals, at a game."""
        from solitaire_tui.app.dealing import open_calendar

        open_calendar(self, game_id)

    def open_rules(self, game_id: str = "") -> None:
        """Open the rules reader, at a game's rules."""
        from solitaire_tui.app.reader import RulesScreen

        self.push_screen(RulesScreen(game_id))

    def open_statistics(self, session: Session | None = None) -> None:
        """Open the statistics, at those of a session's kind."""
        from solitaire_tui.app.statistics import StatisticsScreen
        from solitaire_tui.store.rows import rules_text

        kind = None
        if session is not None:
            rules = rules_text(session.rules.model_dump())
            kind = session.game.id, rules, self.keeper.is_strict(session)
        self._open_page(StatisticsScreen(kind))

    def open_games(self, game_id: str = "", *, unfinished: bool = False) -> None:
        """Open the list of past games, those of one game or the unfinished ones only if asked for."""
        from solitaire_tui.app.games import GamesScreen

        self._open_page(GamesScreen(game_id, unfinished=unfinished), self._games_closed)

    def _open_page(self, page: Page[Any], closed: Callable[[Any], None] | None = None) -> None:
        """Open a page over what is shown, in place of a page that is shown."""
        from solitaire_tui.app.page import Page

        if len(self.screen_stack) > 1 and isinstance(self.screen, Page):
            self.pop_screen()
        self.push_screen(page, closed)

    def _games_closed(self, session: Session | None) -> None:
        from solitaire_tui.table.screen import TableScreen

        if session is not None:
            self.open_table(session)
        elif isinstance(self.screen, TableScreen):
            self.screen.consult()  # a review may have come in between

    def open_settings(self, name: str = "") -> None:
        """Open the settings, at one of them."""
        from solitaire_tui.app.settings_screen import SettingsScreen

        self.push_screen(SettingsScreen(name))

    def confirm(self, title: str, question: str, yes: str, no: str, then: Callable[[], None]) -> None:
        """Ask before something is done, unless the player wants not to be asked.

        Args:
            title: what stands in the frame of the question.
            question: its text.
            yes: what the answer that does it says.
            no: what the other one says.
            then: does it.
        """
        if not self.settings.confirmations:
            then()
            return
        from solitaire_tui.app.panels import confirmation

        self.push_screen(confirmation(title, question, yes, no), lambda answer: then() if answer == "yes" else None)

    def new_game(self, game_id: str) -> None:
        """Ask for a new deal of a game and put it on the table; a game in play there is left for it."""
        from solitaire_tui.app.dealing import new_game

        new_game(self, game_id)

    def go_on(self, game_id: str) -> None:
        """Go to a game's table: to the game on it, to the unfinished one played last, or to a new deal."""
        session = self.sessions.get(game_id) or self.keeper.latest(game_id)
        if session is None:
            self.new_game(game_id)
        else:
            self.open_table(session)

    def ask_new_deal(self, game_id: str, then: Callable[[NewDeal | None], None]) -> None:
        """Ask for options and number of a new deal of a game."""
        from solitaire_tui.app.dealing import ask_new_deal

        ask_new_deal(self, game_id, then)

    def action_help_quit(self) -> None:
        """Tell, where ctrl+c is pressed out of habit, which key it is."""
        self.notify(_("{key} leaves the program").format(key=key_of("quit")))

    def _unfinished(self) -> list[str]:
        """The games that are not finished, on the tables and off them."""
        names = [session.name for session in self.sessions.values() if session.in_play]
        return names + [kept.name for kept in self.keeper.waiting()]

    async def action_quit(self) -> None:
        """Leave, asking first if a game would be lost because nothing is kept."""
        sure = not self.settings.confirmations or getattr(self.screen, "is_quit_question", False)
        unfinished = [] if sure or self.keeper.store.keeping else self._unfinished()
        if not unfinished:
            self.exit()
            return

        def answered(answer: str | None) -> None:
            if answer == "yes":
                self.exit()

        from solitaire_tui.app.panels import confirmation

        question = _("{games}: not finished, and lost when you leave.").format(games=listed(unfinished))
        panel = confirmation(_("Leave the program?"), question, _("Leave"), _("Go on playing"))
        panel.is_quit_question = True
        self.push_screen(panel, answered)
