"""How cards and tables look: glyphs one cell wide, states told apart without colour, decks, sizes and windows."""

from __future__ import annotations

import re
from importlib import import_module
from itertools import combinations, product
from pathlib import Path
from pkgutil import walk_packages
from unicodedata import combining, east_asian_width

import pytest
import textual
from textual.screen import Screen
from textual.widget import Widget

import solitaire_tui
from solitaire_tui.app.main import SolitaireApp
from solitaire_tui.app.themes import FELT, TERMINAL, THEMES
from solitaire_tui.cards import DECK_54, Card, Suit
from solitaire_tui.garem.layout import layout as garem_layout
from solitaire_tui.garem.rules import GAREM, GaremRules
from solitaire_tui.raspad.layout import layout as raspad_layout
from solitaire_tui.raspad.rules import RaspadRules, RaspadState, TableCard
from solitaire_tui.settings import Settings, choices
from solitaire_tui.table.canvas import CardTable
from solitaire_tui.table.faces import ASCII, CHARSETS, OUTLINED, UNICODE, Charset, Mark, face_lines, ink_of
from solitaire_tui.table.paint import Marks, flatten, paint
from solitaire_tui.table.palette import ink
from solitaire_tui.table.scene import CardSize, Face, Scene
from solitaire_tui.table.screen import TableScreen
from tests.helpers import recorded_session

charsets = pytest.mark.parametrize("charset", CHARSETS, ids=["unicode", "outlined", "ascii"])
sizes = pytest.mark.parametrize("size", list(CardSize), ids=lambda size: size.name.lower())


def glyphs(charset: Charset) -> set[str]:
    """Every character that a face of this set can have."""
    found: set[str] = set()
    for card, face, size, mark in product((None, *DECK_54), Face, CardSize, (None, *Mark)):
        for row in face_lines(card, face, size, mark, "", False, charset):
            found.update(char for piece in row for char in piece.text)
    return found | set(charset.cursor) | set(charset.shadow) | set(charset.text("♣♦♥♠→┃✗★…●◆•▸▲▼·“”’"))


@charsets
def test_every_glyph_takes_one_cell(charset: Charset) -> None:
    """None is wide, none combines, none is an emoji by default; those of ambiguous width are all of old code pages.

    A terminal that was told to show ambiguous characters wide (a setting for Chinese or Japanese) is served by ASCII.
    """
    for char in glyphs(charset):
        assert not combining(char), char
        assert char.isprintable(), char
        assert east_asian_width(char) in {"N", "Na", "A"}, char
        assert ord(char) < 0x3000, char
        if charset is ASCII:
            assert char.isascii(), char


def row(*slots: TableCard) -> RaspadState:
    used = {slot.card for slot in slots} | {slot.spent for slot in slots}
    left = [card for card in DECK_54 if card not in used]
    rules = RaspadRules(jokers=True)
    return RaspadState(rules=rules, table=slots, hand=tuple(left[:6]), stock=tuple(left[6:]), discard=())


KING, NINE, FOUR = Card.parse("KS"), Card.parse("9D"), Card.parse("4C")
OPEN = row(TableCard(card=KING), TableCard(card=NINE), TableCard(card=FOUR))
BEATEN = row(TableCard(card=KING), TableCard(card=NINE, beaten=True, spent=Card.parse("TD")), TableCard(card=FOUR))
FALLEN = row(TableCard(card=KING), TableCard(card=NINE, beaten=True), TableCard(card=FOUR))
LOWERED = row(
    TableCard(card=KING, beaten=True, spent=Card.parse("AS")),
    TableCard(card=NINE),
    TableCard(card=FOUR),
)


IT = "table:1"
"""The nine of diamonds."""


def plain(scene: Scene, marks: Marks, charset: Charset) -> str:
    """The card, and what stands around it, in characters alone."""
    lines = ["".join(piece.text for piece in flatten(line, scene.width)) for line in paint(scene, marks, charset)]
    placed = scene.find(IT)
    assert placed is not None
    return "\n".join(line[placed.x - 1 : placed.x + placed.width + 1] for line in lines[: placed.y + placed.height + 1])


@sizes
@charsets
def test_states_differ_without_colour(charset: Charset, size: CardSize) -> None:
    def table(state: RaspadState, preview: RaspadState | None = None) -> Scene:
        scene = raspad_layout(state, 80, 20, preview=preview, largest=size)
        assert scene.size is size
        return scene

    states = {
        "open": plain(table(OPEN), Marks(), charset),
        "picked": plain(table(OPEN), Marks(marks={IT: Mark.PICKED}), charset),
        "target": plain(table(OPEN), Marks(marks={IT: Mark.TARGET}), charset),
        "numbered target": plain(table(OPEN), Marks(marks={IT: Mark.TARGET}, numbers={IT: "2"}), charset),
        "hint": plain(table(OPEN), Marks(marks={IT: Mark.HINT}), charset),
        "last move": plain(table(OPEN), Marks(marks={IT: Mark.LAST}), charset),
        "cursor": plain(table(OPEN), Marks(cursor=IT), charset),
        "cursor on a target": plain(table(OPEN), Marks(cursor=IT, marks={IT: Mark.TARGET}), charset),
        "beaten": plain(table(BEATEN), Marks(), charset),
        "beaten last": plain(table(BEATEN), Marks(marks={IT: Mark.LAST}), charset),
        "fallen": plain(table(FALLEN), Marks(), charset),
        "lowered": plain(table(LOWERED), Marks(), charset),
        "would be lowered": plain(table(OPEN, LOWERED), Marks(), charset),
        "would fall": plain(table(OPEN, FALLEN), Marks(), charset),
    }
    for (one, text), (other, same) in combinations(states.items(), 2):
        assert text != same, (one, other)
    for name, text in states.items():  # whatever the state, which card it is can still be read
        cut = text.replace(" ", "")
        assert f"9{charset.suits[Suit.DIAMONDS]}" in cut, name


@sizes
@charsets
def test_the_last_beaten_card_is_told_from_an_open_one_by_its_face_alone(charset: Charset, size: CardSize) -> None:
    faces = [
        [[piece.text for piece in row] for row in face_lines(NINE, face, size, mark, "", False, charset)]
        for face in (Face.OPEN, Face.BEATEN, Face.FALLEN)
        for mark in (None, Mark.LAST)
        if (face, mark) != (Face.FALLEN, Mark.LAST)  # what falls apart is never what was played on
    ]
    for one, other in combinations(faces, 2):
        assert one != other


@sizes
@charsets
def test_a_mark_hides_nothing_of_the_index(charset: Charset, size: CardSize) -> None:
    for card, mark, face in product(DECK_54, Mark, (Face.OPEN, Face.BEATEN)):
        text = "".join(p.text for r in face_lines(card, face, size, mark, "", False, charset) for p in r)
        letters = [card.code] if card.suit is None else [
            rank + charset.suits[card.suit] for rank in (card.rank.index, card.rank.letter) if card.rank
        ] if card.rank else []  # fmt: skip
        assert any(name in text for name in letters), (card, text)


@pytest.mark.parametrize("charset", [UNICODE, OUTLINED, ASCII], ids=["unicode", "outlined", "ascii"])
def test_a_large_number_card_has_as_many_pips_as_it_counts(charset: Charset) -> None:
    for card in DECK_54:
        if card.suit is None or not 2 <= card.value <= 10:
            continue
        rows = face_lines(card, Face.OPEN, CardSize.LARGE, None, "", False, charset)
        inner = "".join(piece.text for line in rows[1:-1] for piece in line)
        assert inner.count(charset.suits[card.suit]) == card.value, card


def test_a_filled_medium_number_card_has_its_pips_too() -> None:
    for card in DECK_54:
        if card.suit is not None and card.value <= 10:
            rows = face_lines(card, Face.OPEN, CardSize.MEDIUM, None, "", False, UNICODE)
            inner = "".join(piece.text for line in rows[1:-1] for piece in line)
            assert inner.count(card.suit.symbol) == card.value, card


def test_suits_have_two_colours_or_four() -> None:
    suits = [ink_of(card) for card in DECK_54 if card.value == 7]
    assert len(suits) == 4
    for theme in THEMES:
        two, four = ({theme.variables[ink(suit, colours).variable] for suit in suits} for colours in ("two", "four"))
        assert len(two) == 2
        assert len(four) == (3 if theme is TERMINAL else 4)  # no green of sixteen colours can be read on white


@pytest.mark.parametrize("largest", list(CardSize), ids=lambda size: size.name.lower())
def test_no_card_is_larger_than_the_setting(largest: CardSize) -> None:
    garem = GAREM.deal(GaremRules(), tuple(GAREM.deck(GaremRules())))
    for width, height in ((40, 9), (50, 12), (80, 20), (160, 46), (300, 26)):
        for scene in (
            raspad_layout(OPEN, width, height, largest=largest),
            garem_layout(garem, width, height, largest=largest),
        ):
            assert scene.size.width <= largest.width
    for scene in (raspad_layout(OPEN, 160, 46, largest=largest), garem_layout(garem, 160, 46, largest=largest)):
        assert scene.size is largest


def test_in_a_wide_window_the_table_stays_together() -> None:
    slots = tuple(TableCard(card=card) for card in DECK_54[:40])
    scene = raspad_layout(row(*slots), 300, 46)
    lines: dict[int, list[int]] = {}
    for placed in scene.cards:
        if placed.target.startswith("table"):
            lines.setdefault(placed.y, []).extend((placed.x, placed.x + placed.width))
    assert all(max(ends) - min(ends) <= 140 for ends in lines.values())
    left, right = min(map(min, lines.values())), max(map(max, lines.values()))
    assert abs(left - (300 - right)) <= CardSize.LARGE.width + 1
    hand = [placed.x for placed in scene.cards if placed.target.startswith("hand")]
    stock = next(placed for placed in scene.cards if placed.face is Face.BACK)
    assert min(hand) - stock.x <= 3 * CardSize.LARGE.width
    # In a low window it takes the whole width rather than smaller cards.
    assert raspad_layout(row(*slots), 300, 20).size is CardSize.LARGE


async def test_looks_change_while_the_program_runs() -> None:
    app = SolitaireApp(recorded_session("raspad", 0, 8), charset=UNICODE)
    async with app.run_test(size=(100, 30)):
        screen = app.screen
        assert isinstance(screen, TableScreen)

        def inks(sign: str) -> set[str]:
            table = screen.query_one(CardTable)
            strips = [table.render_line(y) for y in range(table.size.height)]
            styles = [style for strip in strips for text, style, _ in strip if sign in text and style and style.bold]
            return {style.color.name for style in styles if style.color}

        assert inks("♦") == inks("♥")
        app.change(colours="four")
        assert inks("♦").isdisjoint(inks("♥"))
        assert inks("♣").isdisjoint(inks("♠"))
        app.change(size="small")
        assert screen.table.scene is not None
        assert screen.table.scene.size is CardSize.SMALL
        for name in choices("theme"):
            app.change(theme=name)
            assert app.theme == name
        app.change(cards="auto", theme="terminal")
        assert screen.table.charset is not UNICODE
        assert not screen.table.charset.filled


async def test_no_color_sends_no_colour(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    app = SolitaireApp(recorded_session("raspad", 0, 8), settings=Settings(cards="unicode", theme="felt"))
    assert app.charset is OUTLINED
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("g")  # a dialog over the table
        for screen in app.screen_stack:
            for widget in screen.walk_children(Widget):
                for strip in widget.render_lines(widget.size.region):
                    for _, style, _ in strip:
                        if style is not None:
                            assert style.color is None or style.color.is_default
                            assert style.bgcolor is None or style.bgcolor.is_default


async def test_sixteen_colours_show_the_terminals_own() -> None:
    app = SolitaireApp()
    assert app.theme == FELT.name
    app.sixteen_colors = True
    app.choose_looks()
    assert app.theme == TERMINAL.name
    assert app.settings.theme == FELT.name


def test_only_themes_that_know_the_table_are_offered() -> None:
    assert list(SolitaireApp().available_themes) == list(choices("theme")) == [theme.name for theme in THEMES]


def import_all() -> None:
    for module in walk_packages(solitaire_tui.__path__, "solitaire_tui."):
        if not module.name.endswith("__main__"):
            import_module(module.name)


def test_every_screen_takes_its_styles_from_textuals_own() -> None:
    """Textual looks for styles and component classes from base to base, the first widget among the bases each time."""
    import_all()
    rest: list[type[Widget]] = [Screen]
    while rest:
        for kind in rest.pop().__subclasses__():
            rest.append(kind)
            chain: list[type[Widget]] = [kind]
            while Screen not in chain and (bases := [base for base in chain[-1].__bases__ if issubclass(base, Widget)]):
                chain.append(bases[0])
            assert Screen in chain, chain


def test_no_widget_has_the_name_of_one_of_textual() -> None:
    """Style sheets go by the names of classes: those of Textual's widget of the same name would hold for ours too."""
    theirs = set()
    for file in Path(textual.__file__).parent.rglob("*.py"):
        theirs |= set(re.findall(r"^class (\w+)\(", file.read_text(encoding="utf-8"), re.MULTILINE))
    assert {"Bar", "OptionList"} <= theirs
    import_all()
    ours, rest = set(), [Widget]
    while rest:
        for kind in rest.pop().__subclasses__():
            rest.append(kind)
            if kind.__module__.startswith("solitaire_tui."):
                ours.add(kind.__name__)
    assert {"TextBar", "CardTable"} <= ours
    assert not ours & theirs
