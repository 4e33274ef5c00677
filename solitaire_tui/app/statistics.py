"""The statistics screen: every figure of each game and rule set with what it counts, and wins over time as a plot."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import fields, replace
from itertools import groupby
from typing import Any, ClassVar, Final

from textual import on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal
from textual.widgets import OptionList
from textual.widgets.option_list import Option

from solitaire_tui.app.bar import Part, TextBar, paragraphs, wrapped
from solitaire_tui.app.keys import bound
from solitaire_tui.app.page import ROOMY, Key, Page, bindings_of
from solitaire_tui.app.panels import Choice, ChoicePanel, InfoPanel
from solitaire_tui.game import REGISTRY, load
from solitaire_tui.language import N_, _
from solitaire_tui.phrases import sentence
from solitaire_tui.store.figures import Figure, figures
from solitaire_tui.store.plot import BLOCKS, PLAIN, Ink, caption, distribution, wins_over_time
from solitaire_tui.store.statistics import (
    MEANINGS,
    Finished,
    Kind,
    Without,
    by_kind,
    entry_of,
    finished,
    kind_named,
    kind_of,
)
from solitaire_tui.table.faces import ASCII

_BESIDE: Final = 76
"""Columns from which on the pictures stand beside the figures."""
_LIST_WIDTH: Final = 40
_WIDEST: Final = 46
"""Cells of a figure's line: where there are more, its number would be far from its name."""

_LEFT_OUT: Final = {
    "seen": ("d", N_("seen"), N_("deals seen before")),
    "restarts": ("r", N_("restarts"), N_("restarted deals")),
    "old_daily": ("o", N_("old daily"), N_("daily deals of another day")),
    "peeked": ("p", N_("peeks"), N_("games in which hidden cards were asked about")),
    "undone": ("u", N_("undo"), N_("games with undo")),
}
"""The games that can be left out: by field of ``Without`` the key, the label and what it leaves out."""


class StatisticsScreen(Page[None]):
    """Shows the statistics, a page for each game, rule set and mode.

    Attributes:
        without: which games are left out.
    """

    CSS_PATH = "statistics.tcss"

    KEYS: ClassVar[Sequence[Key]] = (
        Key("explain", ("enter",), N_("Explain")),
        Key("picture", ("g",), N_("Plot")),
        Key("reset", ("R",), N_("Reset")),
        Key("turn(-1)", ("left",)),
        Key("turn(1)", ("right", "tab"), N_("Next page")),
        *(Key(f"leave_out('{name}')", (key,)) for name, (key, _label, _what) in _LEFT_OUT.items()),
        Key("close", ("escape", "q", "x")),
    )
    BINDINGS: ClassVar[list[BindingType]] = [*bindings_of(KEYS), bound("statistics", "close")]

    def __init__(self, kind: Kind | None = None) -> None:
        """Make the screen.

        Args:
            kind: the page to open; None for that of the game played last.
        """
        super().__init__()
        self.without = Without()
        self._wanted = kind
        self._pages: list[Kind] = []
        self._page = 0
        self._every: list[Finished] = []
        self._attempts: dict[Kind, list[Finished]] = {}
        self._entries: dict[Kind, dict[str, Any]] = {}
        self._view = 0
        self._said = ""

    def compose(self) -> ComposeResult:
        yield TextBar(id="header")
        yield TextBar(id="warning")
        yield TextBar(id="without")
        with Horizontal(id="body"):
            yield OptionList(id="figures", markup=False)
            yield TextBar(id="picture")
        yield TextBar(id="status")
        yield TextBar(id="footer")

    def on_mount(self) -> None:
        self._ask()
        self.query_one(OptionList).focus()

    # What is shown.

    @property
    def kind(self) -> Kind:
        """Whose page it is."""
        return self._pages[self._page]

    @property
    def figures(self) -> list[Figure]:
        """The figures on the page, in the order of its list; none if nothing has been counted."""
        return figures(self._entry) if self._entry else []

    def _ask(self) -> None:
        """Ask the store which attempts there are; the pages stay the same whatever is left out of them."""
        self._every = finished(self.solitaire.keeper.store)
        kinds = sorted({*map(kind_of, self._every), *((game, "", False) for game in REGISTRY)})
        if self._wanted is None and self._every:
            self._wanted = kind_of(self._every[-1])
        before = self.kind if self._pages else self._wanted or (next(iter(REGISTRY)), "", False)
        if before not in kinds:
            before = (before[0], "", False)
        self._pages = kinds
        self._page = kinds.index(before)
        self._count()

    def _count(self) -> None:
        """Make the figures of what is not left out."""
        whole = self.without == Without()
        attempts = self._every if whole else finished(self.solitaire.keeper.store, self.without)
        self._attempts = by_kind(attempts)
        self._entries = {kind: entry_of(group) for kind, group in self._attempts.items()}

    def draw(self) -> None:
        if not self._pages:
            return
        self._draw_header()
        taken = self.show_warning() + self._draw_toggles()
        self._draw_list()
        # Header, status and footer have their fixed heights; what the bars will have is not known to them before the
        # next layout.
        self._draw_picture(self.size.height - taken - (4 if self.size.height >= ROOMY else 3))
        self._draw_status()
        self.show_footer()

    def _named(self) -> str:
        game, rules, strict = self.kind
        return kind_named(game, [name for name in rules.split(",") if name], strict)

    def _draw_header(self) -> None:
        number = _("{number} of {total}").format(number=self._page + 1, total=len(self._pages))
        narrow = self.size.width < _BESIDE
        parts = [] if narrow else [Part(" " + _("Statistics") + " ", "title")]
        parts += [
            Part(" < ", "key", "turn(-1)"),
            Part(self._named(), "title"),
            Part(" > ", "key", "turn(1)"),
            Part(f" {number}"),
        ]
        self.show_bar("header", [parts])

    def _draw_toggles(self) -> int:
        groups: list[Sequence[Part]] = [(Part(" " + _("Without:")),)]
        for name, (key, label, _what) in _LEFT_OUT.items():
            on = getattr(self.without, name)
            action = f"leave_out('{name}')"
            groups.append((
                Part(f" {key}", "key", action),
                Part(f" [{'x' if on else ' '}] {_(label)}", "text" if on else "idle", action),
            ))  # fmt: skip
        lines = wrapped(groups, self.size.width)
        self.show_bar("without", lines, fit=True)
        return len(lines)

    def _draw_list(self) -> None:
        listing = self.query_one(OptionList)
        highlighted = listing.highlighted
        width = min(_WIDEST, (_LIST_WIDTH if self._beside else self.size.width) - 4)
        text = self.solitaire.charset.text
        lines = [text(f"{figure.label} {figure.value:>{width - len(figure.label) - 1}}") for figure in self.figures]
        if lines != [str(listing.get_option_at_index(at).prompt) for at in range(listing.option_count)]:
            listing.set_options([Option(line) for line in lines])
            if lines:
                listing.highlighted = min(highlighted or 0, len(lines) - 1)

    @property
    def _beside(self) -> bool:
        """Whether figures and pictures stand side by side."""
        return self._view == 0 and self.size.width >= _BESIDE and self.size.height >= ROOMY and bool(self._entry)

    def _draw_picture(self, height: int) -> None:
        """Beside the figures all pictures that fit, or one picture alone; where there is nothing to show, why."""
        listing, picture = self.query_one(OptionList), self.query_one("#picture", TextBar)
        listing.display = bool(self._entry) and self._view == 0
        picture.display = self._beside or not listing.display
        self.query_one("#body").set_class(self._beside, "-beside")
        if not picture.display:
            return
        width = self.size.width - (_LIST_WIDTH if self._beside else 0) - 2
        lines = self._picture(width, height) if self._entry else self._nothing(width, height)
        self.show_bar("picture", [[Part(" "), *_coloured(line)] for line in lines])

    def _picture(self, width: int, height: int) -> list[str]:
        bars = self._bars(width) if "wishes" in self._entry else []
        if self._view == 2:
            return bars[:height]
        if self._view == 0 and bars and height - len(bars) - 1 >= ROOMY // 3:
            return [*self._plot(width, height - len(bars) - 1), "", *bars]
        return self._plot(width, height)

    @property
    def _entry(self) -> dict[str, Any]:
        """The entry of the page; empty if nothing has been counted."""
        return self._entries.get(self.kind, {})

    @property
    def _ink(self) -> Ink:
        return PLAIN if self.solitaire.charset is ASCII else BLOCKS

    def _plot(self, width: int, height: int) -> list[str]:
        legend = paragraphs([Part("x" * 200)], self.size.with_width(width))  # the widest it can be
        plot = wins_over_time(self._attempts[self.kind], width, height - min(2, len(legend)), self._ink)
        lines = paragraphs([Part(caption(plot.days, self._ink))], self.size.with_width(width + 1).with_height(2))
        return [*("".join(part.text for part in line).strip() for line in lines), *plot.lines]

    def _bars(self, width: int) -> list[str]:
        bars = distribution(self._entry["wishes"], self._entry["perfect"], width, self._ink)
        meaning = _("Games by wishes granted, and the most that every card known would get.")
        lines = paragraphs([Part(meaning)], self.size.with_width(width + 1).with_height(2))
        return [*("".join(part.text for part in line).strip() for line in lines), *bars]

    def _nothing(self, width: int, height: int) -> list[str]:
        """Why there are no figures, and what to do."""
        game = load(self.kind[0]).title
        if self.without == Without():
            text = _("No game of {game} has a result yet. Play one to its end, or give it up, and it is counted here.")
            text = text.format(game=game)
        else:
            text = _("Every game here is left out. The keys above count them again.")
        lines = paragraphs([Part(text)], self.size.with_width(width).with_height(max(1, height - 1)))
        return ["", *("".join(part.text for part in line).strip() for line in lines)]

    def _draw_status(self) -> None:
        shown = self.figures
        at = self.query_one(OptionList).highlighted
        text = self._said
        if not text and shown and self._view == 0:
            figure = shown[min(at or 0, len(shown) - 1)]
            text = _("{figure}: {meaning}").format(figure=figure.label, meaning=figure.meaning)
        elif not text and shown:
            text = _(MEANINGS["perfect"]) if self._view == 2 else _(MEANINGS["played"])
        status = self.size.with_height(2 if self.size.height >= ROOMY else 1)
        self.show_bar("status", paragraphs([Part(text, "aside")] if text else [], status))

    # What can be done.

    @on(OptionList.OptionHighlighted)
    def _highlighted(self) -> None:
        self._said = ""
        self._draw_status()

    @on(OptionList.OptionSelected)
    def action_explain(self) -> None:
        """Say at length what the figure under the cursor counts."""
        at = self.query_one(OptionList).highlighted
        if at is not None and at < len(self.figures):
            figure = self.figures[at]
            text = self.solitaire.charset.text
            self.app.push_screen(
                InfoPanel(text(self._named()), text(f"{figure.label}: {figure.value}\n\n{figure.meaning}"))
            )

    def action_turn(self, step: int) -> None:
        self._page = (self._page + step) % len(self._pages)
        self._view = min(self._view, 1)
        self._said = ""
        self.draw()

    def action_picture(self) -> None:
        """From the figures to the plot, to the bars where there are any, and back."""
        if self._entry:
            views = 3 if "wishes" in self._entry else 2
            self._view = (self._view + 1) % views
            self._said = ""
            self.draw()
            if self._view == 0:
                self.call_after_refresh(self.query_one(OptionList).focus)

    def action_leave_out(self, name: str) -> None:
        assert name in {field.name for field in fields(Without)}
        out = not getattr(self.without, name)
        self.without = replace(self.without, **{name: out})
        self._count()
        what = _(_LEFT_OUT[name][2])
        text = _("left out: {games}") if out else _("counted again: {games}")
        self._said = sentence(text.format(games=what))
        self.draw()

    def action_reset(self) -> None:
        """Forget finished games after a copy of everything has been made."""
        game = load(self.kind[0])
        lines = [
            _("The games that have a result are forgotten, their notes and moves too, and counting begins anew."),
            "",
            _("Unfinished games stay. A copy of everything is kept first."),
        ]
        choices = [
            Choice("keep", "n", _("Keep everything")),
            Choice("game", "g", _("Forget the games of {game}").format(game=game.title)),
            Choice("all", "a", _("Forget the games of every kind")),
        ]
        self.app.push_screen(ChoicePanel(_("Reset the statistics?"), lines, choices), self._reset)

    def _reset(self, choice: str | None) -> None:
        if choice not in {"game", "all"}:
            return
        store = self.solitaire.keeper.store
        kept_in_file = store.database.path is not None
        copy = store.reset(self.kind[0] if choice == "game" else None)
        if copy is not None:
            lines = [_("A copy of all games is in {path}").format(path=copy)]
            lines.append(
                _("To have them back, end the program and give that file the name {name}.").format(name="games.db")
            )
            self.app.push_screen(InfoPanel(_("The statistics begin anew"), "\n\n".join(lines)))
        elif kept_in_file:
            fault = store.warning or _("the copy could not be made")
            self.app.push_screen(InfoPanel(_("Nothing was forgotten"), sentence(fault)))
        self._ask()
        self.draw()


def _coloured(line: str) -> list[Part]:
    """A line of a picture with what was won, or is a bar, set off."""
    ink = set(BLOCKS.won[1:] + BLOCKS.bar[1:] + PLAIN.won[-1])
    return [Part("".join(run), "title" if won else "text") for won, run in groupby(line, key=lambda char: char in ink)]
