"""Every text can be read on its ground: contrast by the formula of the Web Content Accessibility Guidelines."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Final
from unicodedata import combining, east_asian_width

import pytest
from rich.color import Color as RichColor
from rich.color import ColorSystem, ColorType
from textual.color import Color
from textual.geometry import Region
from textual.pilot import Pilot
from textual.theme import Theme
from textual.widget import Widget

from solitaire_tui.app.main import SolitaireApp
from solitaire_tui.app.panels import SearchPanel, confirmation
from solitaire_tui.app.teaching import learn
from solitaire_tui.app.themes import CONTRAST, TERMINAL, THEMES, shown_theme
from solitaire_tui.cards import DECK_54
from solitaire_tui.engine.client import Engine
from solitaire_tui.settings import Settings
from solitaire_tui.table.faces import UNICODE, Mark, Piece, face_lines
from solitaire_tui.table.palette import GROUNDS, INKS, ink
from solitaire_tui.table.scene import CardSize, Face
from tests.helpers import recorded_session, until

Rgb = tuple[int, int, int]

LEAST: Final = 4.5
OWN_COLOURS: Final = [theme for theme in THEMES if not theme.ansi]

DRAWN: Final = frozenset("▐▌█▀▄▘▝▖▗▚▞▛▜▙▟░▒▓▂▁▊▎▕▔╱╲─│╭╮╰╯═║╔╗╚╝━┃·╸╺")
"""What is no text: blocks and lines, and the faint corners of empty places."""

LABELS: Final = frozenset(INKS) - {"felt", "beaten", "fallen", "back", "shadow", "mark", "gold", "cursor"} - {
    "clubs", "diamonds", "hearts", "spades", "red", "black"
}  # fmt: skip
"""The inks of texts beside the cards, which lie on the felt."""

TERMINALS: Final[dict[str, dict[str, str]]] = {
    # The sixteen colours as terminals set them: those that the theme of the terminal's colours puts together.
    "xterm": {"black": "#000000", "red": "#cd0000", "blue": "#0000ee", "bright_white": "#ffffff"},
    "Linux console": {"black": "#000000", "red": "#aa0000", "blue": "#0000aa", "bright_white": "#ffffff"},
    "GNOME (Tango)": {"black": "#2e3436", "red": "#cc0000", "blue": "#3465a4", "bright_white": "#eeeeec"},
    "Windows (Campbell)": {"black": "#0c0c0c", "red": "#c50f1f", "blue": "#0037da", "bright_white": "#f2f2f2"},
    "macOS Terminal": {"black": "#000000", "red": "#c23621", "blue": "#492ee1", "bright_white": "#e9ebeb"},
    "PuTTY": {"black": "#000000", "red": "#bb0000", "blue": "#0000bb", "bright_white": "#ffffff"},
}
BRIGHT_MAGENTA: Final = {
    "xterm": "#ff00ff",
    "Linux console": "#ff55ff",
    "GNOME (Tango)": "#ad7fa8",
    "Windows (Campbell)": "#b4009e",
    "macOS Terminal": "#f935f8",
    "PuTTY": "#ff55ff",
}


def luminance(rgb: Rgb) -> float:
    """Relative luminance, WCAG 2.1."""
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in (part / 255 for part in rgb)]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: Rgb, other: Rgb) -> float:
    dark, light = sorted((luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)


def in_256(rgb: Rgb) -> Rgb:
    """The colour that a terminal with 256 of them shows."""
    number = RichColor.from_rgb(*rgb).downgrade(ColorSystem.EIGHT_BIT).number
    assert number is not None
    if number >= 232:
        grey = 8 + (number - 232) * 10
        return grey, grey, grey
    if number >= 16:
        steps = (0, 95, 135, 175, 215, 255)
        return steps[(number - 16) // 36], steps[(number - 16) // 6 % 6], steps[(number - 16) % 6]
    return RichColor.from_ansi(number).get_truecolor()


def pairs() -> set[tuple[str, str, str]]:
    """Every ink and ground of a text on the table, as the faces and labels are painted, in both decks."""
    pieces: set[Piece] = {Piece("text", "felt", role) for role in LABELS - {"preview", "run"}}
    pieces |= {Piece("9▸8", "preview", "preview"), Piece("4…9", "run", "run")}
    for card, face, size, mark, odd in product(DECK_54, Face, CardSize, (None, *Mark), (False, True)):
        for row in face_lines(card, face, size, mark, "", odd, UNICODE):
            pieces.update(row)
    found = set()
    for text, ground, name in pieces:
        if name not in {"felt", "back", "gold"} and not set(text) <= DRAWN | {" "}:
            found |= {(ground, *ink(name, colours)[:1], name) for colours in ("two", "four")}
    return found


PAIRS: Final = sorted(pairs())


def variables_of(theme: Theme) -> dict[str, str]:
    return theme.to_color_system().generate() | theme.variables


def rgb_of(theme: Theme, variable: str) -> Rgb:
    return Color.parse(variables_of(theme)[variable]).rgb


def test_the_formula() -> None:
    """Values from the definition: black on white is 21, equal colours 1, #777777 on white just under 4.5."""
    assert contrast((0, 0, 0), (255, 255, 255)) == pytest.approx(21)
    assert contrast((9, 9, 9), (9, 9, 9)) == 1
    assert contrast((0x77, 0x77, 0x77), (255, 255, 255)) == pytest.approx(4.48, abs=0.01)


def test_the_states_of_a_card_are_all_looked_at() -> None:
    grounds = {ground for ground, _, _ in PAIRS}
    assert grounds == set(GROUNDS) - {"back"}
    assert {name for _, _, name in PAIRS} >= {"clubs", "hearts", "red", "mark", "value", "beaten", "doomed", "preview"}


@pytest.mark.parametrize("theme", OWN_COLOURS, ids=lambda theme: theme.name)
def test_texts_on_the_table(theme: Theme) -> None:
    least = 7 if theme is CONTRAST else LEAST
    for ground, variable, name in PAIRS:
        front, back = rgb_of(theme, variable), rgb_of(theme, GROUNDS[ground])
        assert contrast(front, back) >= least, (name, ground, contrast(front, back))
        assert contrast(in_256(front), in_256(back)) >= LEAST, (name, ground, in_256(front), in_256(back))


@pytest.mark.parametrize("theme", OWN_COLOURS, ids=lambda theme: theme.name)
def test_texts_in_bars_dialogs_and_tooltips(theme: Theme) -> None:
    """What the style sheets put together, whether or not a screen happens to show it."""
    on = {
        "bar": ("bar-text", "bar-idle", "accent"),
        "background": ("foreground", "muted", "accent", "warning", "bar-idle"),
        "panel": ("foreground", "muted", "accent", "warning", "error", "bar-idle"),
        "surface": ("foreground", "muted", "accent"),
        "felt": ("felt-text", "felt-muted", "felt-accent", "felt-error"),
        "accent": ("bar",),  # the action that suggests itself
    }
    for ground, fronts in on.items():
        for front in fronts:
            ratio = contrast(rgb_of(theme, front), rgb_of(theme, ground))
            assert ratio >= LEAST, (front, ground, ratio)
            ratio = contrast(in_256(rgb_of(theme, front)), in_256(rgb_of(theme, ground)))
            assert ratio >= LEAST, (front, ground, ratio, "in 256 colours")


@pytest.mark.parametrize("theme", OWN_COLOURS, ids=lambda theme: theme.name)
def test_what_is_drawn_stands_out_from_its_ground(theme: Theme) -> None:
    """Three to one, which the guidelines ask of shapes that carry meaning."""
    for front, back in (("felt-accent", "felt"), ("paper", "felt"), ("gold", "paper"), ("back-ink", "back")):
        least = 1.2 if theme.name == "felt-light" and front == "paper" else 3
        assert contrast(rgb_of(theme, front), rgb_of(theme, back)) >= least, (front, back)


def ansi_pairs() -> Iterator[tuple[str, str]]:
    variables = variables_of(TERMINAL)
    for ground, variable, _ in PAIRS:
        yield variables[variable], variables[GROUNDS[ground]]


def test_the_terminals_own_colours_are_put_together_with_care() -> None:
    """Default on default is the terminal's own promise; of the others every common terminal keeps the contrast."""
    found = {pair for pair in ansi_pairs() if pair != ("ansi_default", "ansi_default")}
    assert found == {(f"ansi_{name}", "ansi_bright_white") for name in ("black", "red", "blue")}
    for name, colours in TERMINALS.items():
        for front, back in found | {("ansi_bright_white", "ansi_blue")}:
            ratio = contrast(*(Color.parse(colours[colour.removeprefix("ansi_")]).rgb for colour in (front, back)))
            assert ratio >= LEAST, (name, front, back, ratio)


DEFAULT, BLACK, RED, BLUE, WHITE, BRIGHT_WHITE = None, 0, 1, 4, 7, 15
TERMINAL_PAIRS: Final = {
    (DEFAULT, DEFAULT),
    (BRIGHT_WHITE, BLUE),
    (BLACK, WHITE),  # the cursor of an input
    *((colour, BRIGHT_WHITE) for colour in (BLACK, RED, BLUE)),
}
"""What the theme of the terminal's own colours may write on what."""


def texts(app: SolitaireApp) -> Iterator[tuple[str, RichColor, RichColor]]:
    """Every text on the screen, none behind a dialog, with the colours in which it goes to the terminal."""
    for widget in app.screen.walk_children(Widget):
        if not (widget.display and widget.visible and widget.region.area):
            continue
        for strip in widget.render_lines(Region(0, 0, *widget.outer_size)):
            for text, style, _ in strip:
                written = {char for char in text if char not in DRAWN and not char.isspace()}
                if written and style and style.color and style.bgcolor:
                    assert not style.dim, text  # how faint that is no one can tell
                    yield text, style.color, style.bgcolor


def foreign(app: SolitaireApp) -> Iterator[tuple[str, str]]:
    """What is on the screen, frames and blanks too, in a colour that is none of the terminal's own sixteen."""
    for widget in app.screen.walk_children(Widget):
        if not (widget.display and widget.visible and widget.region.area):
            continue
        for strip in widget.render_lines(Region(0, 0, *widget.outer_size)):
            for text, style, _ in strip:
                for colour in (style.color, style.bgcolor) if style else ():
                    if colour is not None and colour.type not in (ColorType.DEFAULT, ColorType.STANDARD):
                        yield f"{widget}: {text[:20]!r}", colour.name


async def test_every_text_of_every_screen() -> None:
    """What style sheets and Textual's own widgets make of the themes: cursors, placeholders, tooltips, dialogs."""
    app = SolitaireApp(recorded_session("raspad", 0, 8), charset=UNICODE)
    seen: set[str] = set()
    faults: set[tuple[str, ...]] = set()

    async def look(pilot: Pilot[None], name: str) -> None:
        for theme in THEMES:
            app.theme = theme.name
            await pilot.pause()
            if theme is TERMINAL:
                faults.update((theme.name, name, *found) for found in foreign(app))
            for text, front, back in texts(app):
                seen.add(text.strip())
                if theme is TERMINAL:
                    if (front.number, back.number) not in TERMINAL_PAIRS:
                        faults.add((theme.name, name, text.strip(), front.name, back.name))
                elif (ratio := contrast(front.get_truecolor(), back.get_truecolor())) < LEAST:
                    faults.add((theme.name, name, text.strip(), f"{ratio:.2f}"))

    async with app.run_test(size=(100, 40), tooltips=True, notifications=True) as pilot:
        app.notify("a word", title="Title", severity="warning", timeout=60)
        app.notify("another", severity="error", timeout=60)
        await look(pilot, "table")
        app.clear_notifications()
        await pilot.press("g")
        await look(pilot, "question")
        await pilot.press("escape")
        app.ask_new_deal("raspad", lambda _: None)
        await pilot.press("tab")
        await look(pilot, "new deal")
        await pilot.press("escape")
        app.open_calendar()
        await pilot.press("left")
        await look(pilot, "calendar")
        await pilot.press("escape", "question_mark")
        await look(pilot, "rules")
        await pilot.press("escape", "ctrl+p")
        await look(pilot, "palette")
    assert {"a word", "Number or code", "any", "Deal", "Cancel"} <= seen
    assert not faults, sorted(faults)
    for char in set("".join(seen)):
        assert east_asian_width(char) in {"N", "Na", "A"}, char
        assert not combining(char), char


@pytest.mark.parametrize("game_id", ["raspad", "garem"])
async def test_every_cell_has_colours_of_the_terminal(game_id: str) -> None:
    """In the theme of the terminal's own colours, frames and what is drawn too."""
    session = recorded_session(game_id, 0, 8)
    app = SolitaireApp(session, charset=UNICODE, settings=Settings(theme="terminal"), engine=Engine())
    faults: set[tuple[str, ...]] = set()

    async def look(name: str) -> None:
        await app.workers.wait_for_complete([worker for worker in app.workers if worker.node is app.screen])
        await pilot.pause()
        faults.update((name, *found) for found in foreign(app))

    async with app.run_test(size=(130, 40), tooltips=True, notifications=True) as pilot:
        for severity in ("information", "warning", "error"):
            app.notify(severity, title="Title", severity=severity, timeout=60)
        await look("table")
        app.clear_notifications()
        app.action_command_palette()
        await until(pilot, lambda: list(app.screen.query("CommandList.--visible")))
        await look("palette")
        await pilot.press("n")
        await look("palette with a search")
        await pilot.press("escape")
        await until(pilot, lambda: len(app.screen_stack) == 1)
        for page in (app.open_statistics, app.open_games, app.open_settings, app.open_rules, app.open_calendar):
            page()
            await until(pilot, lambda: len(app.screen_stack) == 2 and app.screen.is_active)
            await look(page.__name__)
            app.pop_screen()
        assert app.engine is not None
        search = SearchPanel(app.engine, game_id, {}, ("easy", "easy"))
        for panel in (search, confirmation("Title", "Question?", "Yes", "No")):
            app.push_screen(panel)
            await until(pilot, lambda: app.screen.is_active and len(app.screen_stack) == 2)
            await look(type(panel).__name__)
            panel.action_close()
            await until(pilot, lambda: len(app.screen_stack) == 1)
        learn(app, game_id)
        await pilot.pause()
        await look("lesson")
        app.open_menu()
        await pilot.pause()
        await look("menu")
    assert not faults, sorted(faults)


def test_the_cursor_stands_out_beside_a_card_of_the_terminals_own_white() -> None:
    """On a dark ground and on a light one: a stripe of a strong hue, so less than the three to one of a thin line."""
    assert variables_of(TERMINAL)[INKS["cursor"].variable] == "ansi_bright_magenta"
    for name, colours in TERMINALS.items():
        stripe = Color.parse(BRIGHT_MAGENTA[name]).rgb
        for beside in ("bright_white", "black"):
            assert contrast(stripe, Color.parse(colours[beside]).rgb) >= 2.5, (name, beside)


def test_16_colours_and_none() -> None:
    for theme in THEMES:
        sixteen = shown_theme(theme.name, sixteen=True, no_color=False)
        assert sixteen.ansi or sixteen is CONTRAST
        assert shown_theme(theme.name, sixteen=False, no_color=True) is TERMINAL
        assert shown_theme(theme.name, sixteen=False, no_color=False) is theme
