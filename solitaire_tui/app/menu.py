"""The menu: pick a game, go back to one on the table, read the rules."""

from __future__ import annotations

from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Center
from textual.screen import Screen
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from solitaire_tui.app.keymap import MENU_LETTERS, with_twins
from solitaire_tui.app.keys import bound
from solitaire_tui.app.opening import DrawnOnce
from solitaire_tui.app.panels import keep_focus
from solitaire_tui.app.within import InSolitaire
from solitaire_tui.cards import Card
from solitaire_tui.daily import in_words
from solitaire_tui.game import REGISTRY, load
from solitaire_tui.language import _
from solitaire_tui.store.rows import Refused
from solitaire_tui.table.canvas import CardTable
from solitaire_tui.table.paint import Marks
from solitaire_tui.table.scene import CardSize, Face, Placed, Scene, centred

_SHOWN = ("JC", "QH", "KS", "AD", "RJ")
"""The cards above the title."""

_HIGH = 20
"""Lines from which on there are cards above the title."""

_MOST_WAITING = 2
"""How many unfinished games are offered one by one."""


class MenuScreen(InSolitaire, DrawnOnce, Screen[None]):
    """The first screen."""

    BINDINGS: ClassVar[list[BindingType]] = [
        bound("rules"),
        bound("settings"),
        bound("statistics"),
        bound("games"),
        Binding(with_twins("q"), "app.quit", "Quit", show=False),
        # The games that wait have letters: the digits stand for what is always there, whatever games wait.
        *[Binding(with_twins(letter), f"go_on({n})", show=False) for n, letter in enumerate(MENU_LETTERS)],
        *[Binding(str(n), f"choose({n})", show=False) for n in range(1, 10)],
    ]

    def compose(self) -> ComposeResult:
        yield CardTable(id="showcase", charset=self.solitaire.charset)
        yield Static("S O L I T A I R E   T U I", id="title")
        yield Static(_("two rare patiences"), id="subtitle")
        with Center():
            yield OptionList(*self._options(), markup=False, id="menu")

    def _options(self) -> list[Option]:
        games: list[tuple[str, str]] = []
        for game_id, session in self.solitaire.sessions.items():
            games.append(
                (
                    f"continue-{game_id}",
                    _("Back to {game}: {standing}").format(game=session.name, standing=session.standing),
                )
            )
        waiting = self.solitaire.keeper.waiting()
        for kept in waiting[:_MOST_WAITING]:
            try:
                session = self.solitaire.keeper.store.session(kept.id)
            except Refused:
                continue  # the list of games tells what is wrong with it
            when = kept.saved.astimezone().strftime(_("%Y-%m-%d %H:%M"))
            text = _("Continue {game}: {standing}, {when}")
            if kept.process is not None:
                text = _("Continue {game}: {standing}, {when} (in another window, process {process})")
            text = text.format(game=kept.name, standing=session.standing, when=when, process=kept.process)
            games.append((f"resume-{kept.id}", text))
        if len(waiting) > _MOST_WAITING:
            games.append(("unfinished", _("All unfinished games")))
        entries: list[tuple[str, str]] = []
        for game_id in REGISTRY:
            game = load(game_id)
            entries.append((f"new-{game_id}", _("{game}: {tagline}").format(game=game.title, tagline=game.tagline)))
        today = self.solitaire.keeper.today
        entries.append(("daily", _("Daily deal of {date}, and the calendar").format(date=in_words(today))))
        lessons = _("Lessons: each game in five minutes")
        if self.solitaire.keeper.is_new and not self.solitaire.sessions:
            lessons = _("Lessons: new here? Each game is taught in five minutes")
        entries.append(("lessons", lessons))
        entries += [("statistics", _("Statistics")), ("games", _("Games"))]
        entries += [("rules", _("Rules and keys")), ("settings", _("Settings")), ("quit", _("Quit"))]
        keys = [*MENU_LETTERS[: len(games)], *(str(number) for number in range(1, len(entries) + 1))]
        shown = self.solitaire.charset.text
        return [
            Option(shown(f"{key}  {label}"), id=id_) for key, (id_, label) in zip(keys, [*games, *entries], strict=True)
        ]

    def on_mount(self) -> None:
        self.query_one(OptionList).focus()
        showcase = self.query_one(CardTable)
        showcase.can_focus = False

    def settings_changed(self) -> None:
        """Show everything anew, by the settings as they are now."""
        self.query_one(CardTable).charset = self.solitaire.charset
        self._show_cards()
        self.query_one("#subtitle", Static).update(_("two rare patiences"))
        options = self.query_one(OptionList)
        highlighted = options.highlighted
        options.set_options(self._options())
        options.highlighted = highlighted

    def day_changed(self) -> None:
        """Another day has begun."""
        self.settings_changed()

    def on_resize(self) -> None:
        keep_focus(self)
        # What stands above the list stays in sight; the list scrolls in the rest.
        above = 1 if self.size.height < _HIGH else 10
        self.query_one(OptionList).styles.max_height = max(3, self.size.height - above)

    @on(CardTable.Resized)
    def _show_cards(self) -> None:
        table = self.query_one(CardTable)
        table.colours = self.solitaire.settings.colours
        width, height = table.size
        step = CardSize.LARGE.width + 2
        left = centred(width, len(_SHOWN) * step - 2)
        cards = tuple(
            Placed("", Card.parse(code), Face.OPEN, CardSize.LARGE, left + i * step, 1) for i, code in enumerate(_SHOWN)
        )
        table.show(Scene(width=width, height=height, size=CardSize.LARGE, cards=cards), Marks())

    def action_choose(self, number: int) -> None:
        """Choose the entry with a digit."""
        self._choose(self._waiting + number - 1)

    def action_go_on(self, number: int) -> None:
        """Choose one of the games that wait, if there are so many."""
        if number < self._waiting:
            self._choose(number)

    @property
    def _waiting(self) -> int:
        """How many entries stand before what is always there."""
        return self.query_one(OptionList).get_option_index(f"new-{next(iter(REGISTRY))}")

    def _choose(self, number: int) -> None:
        options = self.query_one(OptionList)
        if number < options.option_count:
            options.highlighted = number
            options.action_select()

    @on(OptionList.OptionSelected)
    async def _chosen(self, event: OptionList.OptionSelected) -> None:
        if not self.is_active:
            return  # chosen twice, and a dialog has opened meanwhile
        kind, _dash, game_id = (event.option_id or "").partition("-")
        match kind:
            case "continue":
                self.solitaire.open_table(self.solitaire.sessions[game_id])
            case "resume":
                try:
                    self.solitaire.open_table(self.solitaire.keeper.resume(int(game_id)))
                except Refused as error:
                    self.notify(str(error), severity="warning")
            case "new":
                self.solitaire.new_game(game_id)
            case "daily":
                self.solitaire.open_calendar()
            case "lessons":
                from solitaire_tui.app.teaching import choose_lesson

                choose_lesson(self.solitaire)
            case "statistics":
                self.action_statistics()
            case "games":
                self.action_games()
            case "unfinished":
                self.solitaire.open_games(unfinished=True)
            case "rules":
                self.action_rules()
            case "settings":
                self.action_settings()
            case "quit":
                await self.solitaire.action_quit()

    def action_rules(self) -> None:
        self.solitaire.open_rules()

    def action_statistics(self) -> None:
        self.solitaire.open_statistics()

    def action_games(self) -> None:
        self.solitaire.open_games()

    def action_settings(self) -> None:
        self.solitaire.open_settings()
