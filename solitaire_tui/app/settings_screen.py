"""The settings on screen: each with its value, changed at once; what is wrong with their file; and where it is."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from textwrap import shorten
from typing import ClassVar, Final

from textual import constants, events, on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.geometry import Size
from textual.screen import Screen
from textual.widgets import OptionList
from textual.widgets.option_list import Option

from solitaire_tui.app.bar import Part, TextBar, as_many_as_fit, in_charset, paragraphs, spread, wrapped
from solitaire_tui.app.keymap import with_twins
from solitaire_tui.app.keys import bound
from solitaire_tui.app.opening import DrawnOnce
from solitaire_tui.app.panels import keep_focus
from solitaire_tui.app.themes import CONTRAST, TERMINAL
from solitaire_tui.app.within import InSolitaire
from solitaire_tui.cards import Card
from solitaire_tui.folders import NoFolder, settings_file
from solitaire_tui.language import _, n_, p_
from solitaire_tui.phrases import sentence
from solitaire_tui.settings import CHOSEN, TITLES, Loaded, Settings, choices, read_settings
from solitaire_tui.table.canvas import CardTable
from solitaire_tui.table.paint import Marks
from solitaire_tui.table.scene import CardSize, Face, Placed, Scene, centred

_SHOWN: Final = (("JC", Face.OPEN), ("QH", Face.OPEN), ("AD", Face.OPEN), ("KS", Face.BEATEN))
"""The cards that show what the settings look like."""

_SAMPLE_WIDTH: Final = 64
"""Columns of a window from which on there is room for them."""

_FILE: Final = "file"
"""The id of the row that tells where the file is."""


def title(name: str) -> str:
    """What a setting is called."""
    return _(Settings.model_fields[name].title or name)


def values(name: str) -> tuple[bool | str, ...]:
    """The values that a setting can have, in the order to show."""
    return choices(name) or (True, False)


def value_title(name: str, value: bool | str) -> str:
    """What a value of a setting is called."""
    if isinstance(value, bool):
        return p_("setting", "on") if value else p_("setting", "off")
    return _(TITLES.get(name, {}).get(value, value))


class SettingsScreen(InSolitaire, DrawnOnce, Screen[None]):
    """Shows and changes the settings."""

    CSS_PATH = "settings_screen.tcss"

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding(with_twins("escape", "q", "x"), "close", "Close", show=False),
        bound("settings", "close"),
        bound("rules"),
        bound("cursor_left", "next(-1)"),
        bound("cursor_right", "next(1)"),
        bound("cursor_up", "row(-1)"),
        bound("cursor_down", "row(1)"),
        Binding("space", "next(1)", show=False),
    ]

    def __init__(self, name: str = "") -> None:
        """Make the screen.

        Args:
            name: the setting to begin at; empty for the first.
        """
        super().__init__()
        self._first = name
        self._loaded = Loaded(Settings(), ())
        self._file: Path | None = None

    def compose(self) -> ComposeResult:
        yield TextBar(id="header")
        with Horizontal():
            yield OptionList(markup=False, id="settings")
            yield CardTable(id="sample", charset=self.solitaire.charset)
        yield TextBar(id="about")
        yield TextBar(id="choices")
        yield TextBar(id="footer")

    def on_mount(self) -> None:
        self.query_one(CardTable).can_focus = False
        rows = self.query_one(OptionList)
        rows.focus()
        self._read()
        rows.set_options(self._rows())
        rows.highlighted = CHOSEN.index(self._first) if self._first in CHOSEN else 0

    def on_resize(self, event: events.Resize) -> None:
        self.set_class(event.size.width < _SAMPLE_WIDTH, "-narrow")
        keep_focus(self)
        self.call_after_refresh(self._draw)

    def settings_changed(self) -> None:
        """Show everything anew, by the settings as they are now."""
        self.query_one(CardTable).charset = self.solitaire.charset
        self._show_sample()
        self._read()
        rows = self.query_one(OptionList)
        at = rows.highlighted
        rows.set_options(self._rows())
        rows.highlighted = min(at or 0, rows.option_count - 1)
        self._draw()

    @on(CardTable.Resized)
    def _show_sample(self) -> None:
        """Show some cards as the settings have them, two in a row."""
        table = self.query_one(CardTable)
        table.colours = self.solitaire.settings.colours
        width, height = table.size
        largest = CardSize.LARGE if height >= 2 * CardSize.LARGE.height + 3 else CardSize.MEDIUM
        wanted = {size.name.lower(): size for size in CardSize}.get(self.solitaire.settings.size, largest)
        size = min(wanted, largest, key=lambda size: size.width)
        left, top = centred(width, 2 * size.width + 2), centred(height, 2 * size.height + 1)
        cards = tuple(
            Placed(
                "",
                Card.parse(code),
                face,
                size,
                left + at % 2 * (size.width + 2),
                top + at // 2 * (size.height + 1),
            )
            for at, (code, face) in enumerate(_SHOWN)
        )
        table.show(Scene(width=width, height=height, size=size, cards=cards), Marks())

    def _read(self) -> None:
        """Look what the file says now, for its faults."""
        try:
            self._file = settings_file()
        except NoFolder as error:
            self._loaded = Loaded(Settings(), (str(error),))
            return
        self._loaded = read_settings(self._file)

    def _faults(self) -> list[str]:
        """What could not be used of the file, without its name."""
        faults = [*self._loaded.faults, *self.solitaire.key_faults]
        return [fault.removeprefix(f"{self._file}: ") for fault in faults]

    def _rows(self) -> list[Option]:
        width = max(len(title(name)) for name in CHOSEN)
        shown = self.solitaire.charset.text
        rows = []
        for name in CHOSEN:
            value = value_title(name, getattr(self.solitaire.settings, name))
            sign = "!" if name in self._loaded.bad else " "
            rows.append(Option(shown(f"{sign}{title(name):<{width}}  {value}"), id=name))
        rows += [
            Option(shown(f"!{shorten(fault, 200)}"), id=f"fault-{number}")
            for number, fault in enumerate(self._faults())
        ]
        rows.append(Option(shown(" " + _("Settings file")), id=_FILE))
        return rows

    def _row(self) -> str:
        """The id of the row that is highlighted."""
        rows = self.query_one(OptionList)
        at = rows.highlighted
        return "" if at is None else rows.get_option_at_index(at).id or ""

    @on(OptionList.OptionHighlighted)
    def _draw(self) -> None:
        row = self._row()
        faults = self._faults()
        count = n_("{number} fault in the file", "{number} faults in the file", len(faults))
        warning = [Part(count.format(number=len(faults)) + " ", "warning")] if faults else []
        self._bar("header", [spread([Part(" " + _("Settings") + " ", "title")], warning, self.size.width)])
        about, choices = self.query_one("#about", TextBar), self._choices(row)
        low = self.has_class("-low")
        # In a low window the words on a row have the room that its choices do not need.
        room = Size(about.size.width, max(2, 4 - len(choices))) if low else about.size
        about.styles.height = room.height if low else None
        self.query_one("#choices").styles.height = len(choices) if low else None
        self._bar("about", paragraphs(self._about(row), room))
        self._bar("choices", choices)
        self._bar("footer", [self._footer()])

    def _about(self, row: str) -> list[Part]:
        """What is said of a row."""
        if row == _FILE:
            where = _("the settings are in {file}").format(file=self._file) if self._file else self._faults()[0]
            return [
                Part(sentence(where)),
                Part(sentence(_("keys of your own go there too; the page of keys tells how")), "aside"),
            ]
        if row in CHOSEN:
            about = [Part(sentence(_(Settings.model_fields[row].description or row)))]
            if overruled := self._overruled(row):
                about.insert(0, Part(sentence(overruled), "warning"))
            if row in self._loaded.bad:
                about.insert(0, Part(self._loaded.bad[row].removeprefix(f"{self._file}: "), "warning"))
            return about
        number = row.removeprefix("fault-")
        return [Part(self._faults()[int(number)], "warning")] if number.isdecimal() else []

    def _overruled(self, row: str) -> str:
        """Why a setting is not what is shown, whatever is chosen; empty for one that is."""
        if self.solitaire.no_color and row in ("theme", "colours"):
            return _("NO_COLOR is set: nothing is coloured, whatever is chosen here")
        if self.solitaire.no_color and row == "cards":
            return _("NO_COLOR is set: in place of filled faces there are outlines")
        if self.solitaire.sixteen_colors and row == "theme":
            text = _("sixteen colours can show only {contrast} and {terminal}")
            return text.format(
                contrast=value_title("theme", CONTRAST.name), terminal=value_title("theme", TERMINAL.name)
            )
        if row == "animation" and constants.TEXTUAL_ANIMATIONS == "none":
            return _("TEXTUAL_ANIMATIONS is “none”: nothing moves, whatever is chosen here")
        return ""

    def _choices(self, row: str) -> list[Sequence[Part]]:
        """The values of the row's setting, each to be clicked, in as many lines as they need."""
        if row not in CHOSEN:
            return []
        held = getattr(self.solitaire.settings, row)
        groups = []
        for at, value in enumerate(values(row)):
            text = value_title(row, value)
            part = Part(f" [{text}] " if value == held else f"  {text}  ", "key" if value == held else "text", str(at))
            groups.append([part])
        return wrapped(groups, self.size.width - 1)

    def _footer(self) -> list[Part]:
        left, right, change = _("Left"), _("Right"), _("Change")
        up, down, choose = _("Up"), _("Down"), p_("settings", "Choose")
        escape, leave = _("Esc"), p_("dialog", "Close")
        groups = [
            (Part(f" {left} {right}", "key", "next(1)"), Part(f" {change} ", "text", "next(1)")),
            (Part(f" {up} {down}", "key"), Part(f" {choose} ")),
        ]
        close = (Part(f" {escape}", "key", "close"), Part(f" {leave} ", "ready", "close"))
        return as_many_as_fit(groups, close, self.size.width)

    def _bar(self, name: str, lines: Sequence[Sequence[Part]]) -> None:
        self.query_one(f"#{name}", TextBar).show(in_charset(lines, self.solitaire.charset.text))

    @on(OptionList.OptionSelected)
    def _selected(self) -> None:
        self.action_next(1)

    def action_next(self, step: int) -> None:
        """Give the highlighted setting its next value, or the one before."""
        row = self._row()
        if row in CHOSEN:
            held = values(row)
            self.solitaire.change(**{row: held[(held.index(getattr(self.solitaire.settings, row)) + step) % len(held)]})

    def action_row(self, step: int) -> None:
        """Go to the next row, or the one before."""
        rows = self.query_one(OptionList)
        rows.highlighted = ((rows.highlighted or 0) + step) % rows.option_count

    def action_rules(self) -> None:
        self.solitaire.open_rules("keys")

    @on(TextBar.Chosen)
    async def _bar_chosen(self, event: TextBar.Chosen) -> None:
        row = self._row()
        if not event.action.isdecimal():
            await self.run_action(event.action)
        elif row in CHOSEN:
            self.solitaire.change(**{row: values(row)[int(event.action)]})

    def action_close(self) -> None:
        if self.is_active:
            self.dismiss(None)
