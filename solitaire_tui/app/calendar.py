"""The calendar of the daily deals: a month of one game, how each day went, and a day to be played."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import ClassVar, Final

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical

from solitaire_tui.app.bar import Part, TextBar, in_charset, paragraphs, spread, wrapped
from solitaire_tui.app.keymap import with_twins
from solitaire_tui.app.panels import LightPanel
from solitaire_tui.app.within import InSolitaire
from solitaire_tui.daily import in_words, month, month_named, moved, weekdays
from solitaire_tui.game import REGISTRY, load
from solitaire_tui.language import N_, _, n_, p_
from solitaire_tui.phrases import sentence
from solitaire_tui.store.endings import Result
from solitaire_tui.store.statistics import Daily, dailies, daily_streak
from solitaire_tui.table.faces import ASCII

_CELL: Final = 5
"""Columns of a day: what frames it or a gap, its number in two, its signs in two."""
_WEEK: Final = 7 * _CELL + 1
_WEEKS: Final = 6
"""The most weeks that a month touches; every month has their lines, so that nothing below jumps."""


@dataclass(frozen=True, slots=True)
class DayChoice:
    """A daily deal to be played.

    Attributes:
        game: the id of the game.
        day: its date.
    """

    game: str
    day: date


@dataclass(frozen=True, slots=True)
class _Signs:
    """The signs of a calendar.

    Attributes:
        won, lost, unfinished: how a day went.
        wishes: so many wishes granted, from none on.
        on_the_day, late: what stands beside the sign of a day played then.
        late_first: whether that stands before the sign.
        today: what frames today.
        pages: the month before, the month after.
    """

    won: str
    lost: str
    unfinished: str
    wishes: str
    on_the_day: str
    late: str
    late_first: bool
    today: str
    pages: str


_UNICODE: Final = _Signs("✓", "×", "…", "⁰¹²³⁴⁵⁶⁷⁸", " ", "'", late_first=False, today="‹›", pages="◂▸")
_ASCII: Final = _Signs("+", "x", "~", "012345678", ":", "'", late_first=True, today="<>", pages="<>")

_ENDED: Final[Mapping[Result, str]] = {
    Result.WON: N_("{date}: won"),
    Result.LOST: N_("{date}: lost"),
    Result.FINISHED: N_("{date}: played to the end"),
    Result.GIVEN_UP: N_("{date}: given up"),
    Result.LEFT: N_("{date}: left"),
}


class CalendarPanel(InSolitaire, LightPanel[DayChoice | None]):
    """Daily deals by month. The result is the day to be played, or None when it was closed.

    Attributes:
        game: the id of the game that is shown.
        day: the day under the cursor; its month is shown.
    """

    CSS_PATH: ClassVar[list[str]] = ["panels.tcss", "calendar.tcss"]  # type: ignore[assignment]
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left", "move(-1)", show=False),
        Binding("right", "move(1)", show=False),
        Binding("up", "move(-7)", show=False),
        Binding("down", "move(7)", show=False),
        Binding("pageup", "turn(-1)", show=False),
        Binding("pagedown", "turn(1)", show=False),
        Binding("home", "today", show=False),
        Binding("tab", "other_game(1)", show=False),
        Binding("shift+tab", "other_game(-1)", show=False),
        *[Binding(str(number), f"game({number})", show=False) for number in range(1, len(REGISTRY) + 1)],
        Binding("enter,space", "play", show=False),
        Binding(with_twins("escape", "q", "x"), "close", show=False),
    ]

    def __init__(self, game: str = "") -> None:
        """Show this month.

        Args:
            game: the id of the game to begin with; empty for the first one.
        """
        super().__init__()
        self.game = game or next(iter(REGISTRY))

    def compose(self) -> ComposeResult:
        with Vertical(classes="panel"):
            for name in ("top", "days", "told", "streak", "legend"):
                yield TextBar(id=name)

    def on_mount(self) -> None:
        self.today = self.day = self.solitaire.keeper.today
        self._read()
        self.call_after_refresh(self.draw)

    def on_resize(self) -> None:
        self.call_after_refresh(self.draw)

    def day_changed(self) -> None:
        """Another day has begun: the cursor goes on with it if it was on today."""
        before, self.today = self.today, self.solitaire.keeper.today
        if self.day == before:
            self.day = self.today
        self._read()
        self.draw()

    def settings_changed(self) -> None:
        """Show everything anew, by the settings as they are now."""
        self.draw()

    def _read(self) -> None:
        self._played = dailies(self.solitaire.keeper.store, self.game)

    # The picture.

    @property
    def _signs(self) -> _Signs:
        return _ASCII if self.solitaire.charset is ASCII else _UNICODE

    def draw(self, *, refused: bool = False) -> None:
        """Show the month, and what there is to say of the day under the cursor.

        Args:
            refused: whether it has just been tried to play a day that is not offered yet.
        """
        if not self.query(".panel"):
            return  # keys typed ahead have closed it before its first picture
        panel = self.query_one(".panel")
        panel.border_title = _("Daily deals")
        how = _("Enter plays, Esc closes")
        panel.border_subtitle = f"[@click=screen.close]{how}[/]"
        width = self.query_one("#top", TextBar).size.width
        self._bar("top", [self._top(width)])
        pad = Part(" " * max(0, (width - _WEEK) // 2))
        names = "".join(f"{name:>3}  " for name in weekdays())
        weeks = month(self.day)
        empty: tuple[date | None, ...] = (None,) * 7
        lines = [self._week(weeks[n] if n < len(weeks) else empty) for n in range(_WEEKS)]
        self._bar("days", [[pad, Part(names, "aside")], *([pad, *line] for line in lines)])
        told = self.query_one("#told", TextBar)
        blocks = [Part(sentence(self._standing()), "warning" if refused else "text")]
        if told.size.height > 1 and self.day <= self.today:
            blocks.append(Part(sentence(self._offer()), "aside"))
        self._bar("told", paragraphs(blocks, told.size))
        streak = daily_streak(self._played, self.today)
        text = _("Streak: {now} now, {best} at best").format(now=streak["now"], best=streak["best"])
        self._bar("streak", [[Part(f" {text}", "title")]])
        legend = self.query_one("#legend", TextBar)
        signs: list[Sequence[Part]] = [(Part(f" {sign} ", "aside"),) for sign in self._legend()]
        streaks = Part(_("Streak: days in a row, won on time."), "aside")
        explained = [*wrapped(signs, legend.size.width), *paragraphs([streaks], legend.size)]
        legend.styles.height = len(explained)
        self._bar("legend", explained)

    def _bar(self, name: str, lines: Sequence[Sequence[Part]]) -> None:
        self.query_one(f"#{name}", TextBar).show(in_charset(lines, self.solitaire.charset.text))

    def _top(self, width: int) -> list[Part]:
        tabs = []
        for id_ in REGISTRY:
            chosen, title = id_ == self.game, load(id_).title
            tabs.append(Part(f"[{title}]" if chosen else f" {title} ", "ready" if chosen else "text", f"game {id_}"))
        before, after = tuple(self._signs.pages)
        name = _("{month} {year}").format(month=month_named(self.day), year=self.day.year)
        name = name[:1].upper() + name[1:]
        return spread(
            tabs, [Part(f" {before} ", "key", "turn -1"), Part(name), Part(f" {after}", "key", "turn 1")], width
        )

    def _week(self, week: Sequence[date | None]) -> list[Part]:
        line: list[Part] = []
        for before, day in zip((None, *week), (*week, None), strict=True):
            line.append(self._gap(day, before))
            line.append(self._cell(day))
        return line[:-1]

    def _cell(self, day: date | None) -> Part:
        if day is None:
            return Part(" " * (_CELL - 1))
        text = f"{day.day:>2}{self._sign(self._played.get(day))}"
        return Part(text, self._role(day), f"day {day.isoformat()}")

    def _role(self, day: date) -> str:
        if day == self.day:
            return "ready"
        return "idle" if day > self.today else "title" if day == self.today else "text"

    def _gap(self, day: date | None, before: date | None) -> Part:
        """What stands between two days: what frames the cursor or today, else a space."""
        for framed, frame in ((self.day, "[]"), (self.today, self._signs.today)):
            if framed in (day, before):
                return Part(frame[framed == before], self._role(framed), f"day {framed.isoformat()}")
        return Part(" ")

    def _sign(self, daily: Daily | None) -> str:
        """How a day went, in two columns."""
        signs = self._signs
        if daily is None:
            return "  "
        if daily.unfinished and not daily.won:
            sign = signs.unfinished
        elif daily.score is not None:
            sign = signs.wishes[min(daily.score, len(signs.wishes) - 1)]
        else:
            sign = signs.won if daily.won else signs.lost
        when = signs.on_the_day if daily.on_the_day else signs.late
        return when + sign if signs.late_first else sign + when

    def _standing(self) -> str:
        """How the day under the cursor went."""
        day, daily = self.day, self._played.get(self.day)
        date_ = _("today") if day == self.today else in_words(day)
        if day > self.today:
            return _("{date}: not before its day").format(date=date_)
        if daily is None or (daily.result is None and not daily.unfinished):
            return _("{date}: not played").format(date=date_)
        if daily.unfinished and not daily.won:
            return _("{date}: not finished").format(date=date_)
        if daily.score is not None:
            text = n_("{date}: {number} wish", "{date}: {number} wishes", daily.score)
        else:
            text = _(_ENDED[daily.result or Result.LEFT])
        text = text.format(date=date_, number=daily.score)
        return text if daily.on_the_day else _("{result}, late").format(result=text)

    def _offer(self) -> str:
        """What playing the day under the cursor means."""
        daily = self._played.get(self.day)
        if daily is not None and daily.unfinished:
            return _("Enter goes on with it")
        if daily is not None:
            return _("Enter plays it once more; it is marked as seen before")
        if self.day < self.today:
            return _("Enter plays it; it is marked as a daily deal of another day, and no part of a streak")
        return _("Enter plays it")

    def _legend(self) -> list[str]:
        """The signs and what they mean."""
        signs = self._signs
        if load(self.game).wish_piles:
            results = [p_("calendar", "{sign} two wishes").format(sign=signs.wishes[2])]
        else:
            results = [
                p_("calendar", "{sign} won").format(sign=signs.won),
                p_("calendar", "{sign} not won").format(sign=signs.lost),
            ]
        results += [
            p_("calendar", "{sign} not finished").format(sign=signs.unfinished),
            p_("calendar", "{sign} late").format(sign=signs.late),
        ]
        return results

    # What can be done.

    def action_move(self, days: int) -> None:
        self._go(moved(self.day, days=days))

    def action_turn(self, months: int) -> None:
        self._go(moved(self.day, months=months))

    def action_today(self) -> None:
        self._go(self.today)

    def action_game(self, number: int) -> None:
        self.show_game(list(REGISTRY)[number - 1])

    def action_other_game(self, step: int) -> None:
        games = list(REGISTRY)
        self.show_game(games[(games.index(self.game) + step) % len(games)])

    def action_play(self) -> None:
        if self.day > self.today:
            self.draw(refused=True)
        else:
            self.finish(DayChoice(self.game, self.day))

    def action_close(self) -> None:
        self.finish(None)

    def show_game(self, game: str) -> None:
        """Show another game's month."""
        self.game = game
        self._read()
        self.draw()

    def _go(self, day: date) -> None:
        self.day = day
        self.draw()

    @on(TextBar.Chosen)
    def _chosen(self, event: TextBar.Chosen) -> None:
        what, _space, which = event.action.partition(" ")
        match what:
            case "game":
                self.show_game(which)
            case "turn":
                self.action_turn(int(which))
            case "day":
                self.day = date.fromisoformat(which)
                self.action_play()
