"""Where cards lie: any window size, nothing wrongly overlapping, and hit-testing as it is drawn."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from solitaire_tui.cards import DECK_54, Card
from solitaire_tui.garem.layout import layout as garem_layout
from solitaire_tui.garem.rules import GAREM, GaremRules
from solitaire_tui.raspad.layout import layout as raspad_layout
from solitaire_tui.raspad.rules import RaspadRules, RaspadState, TableCard
from solitaire_tui.raspad.words import values_now
from solitaire_tui.table.faces import ASCII, CHARSETS, UNICODE, Mark, Piece
from solitaire_tui.table.paint import Marks, Span, cells, changed, flatten, paint
from solitaire_tui.table.scene import MIN_HEIGHT, MIN_WIDTH, CardSize, Direction, Face, Scene
from tests.helpers import random_line

BARS = 3
"""Lines of a small window that header, status and footer take."""

widths, heights = st.integers(1, 300), st.integers(1, 100)


def row_of(count: int, hand: int = 6, stock: int = 10) -> RaspadState:
    """A position with so many cards in the row, in the order of an unshuffled deck."""
    deck = list(DECK_54)
    row = [TableCard(card=card) for card in deck[:count]]
    left = deck[count:]
    return RaspadState(
        rules=RaspadRules(jokers=True),
        table=tuple(row),
        hand=tuple(left[:hand]),
        stock=tuple(left[hand : hand + stock]),
        discard=tuple(left[hand + stock :]),
    )


def scenes(seed: int, width: int, height: int) -> list[Scene]:
    found = []
    for number, (state, _) in enumerate(random_line("raspad", seed, {"jokers": bool(seed % 2)})):
        if number % 5 == seed % 5:
            found.append(raspad_layout(state, width, height, scroll=seed % 3))
    wishes = dict.fromkeys((1, 4), "a long wish, longer than any column " * 3)
    for number, (state, _) in enumerate(random_line("garem", seed)):
        if number % 9 == seed % 9:
            found.append(garem_layout(state, width, height, wishes=wishes))
    return found


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 1000), widths, heights)
def test_no_size_is_too_odd(seed: int, width: int, height: int) -> None:
    for scene in scenes(seed, width, height):
        for charset in CHARSETS:
            marks = dict.fromkeys(scene.targets[::3], Mark.TARGET) | dict.fromkeys(scene.targets[1:2], Mark.PICKED)
            cursor = scene.targets[-1] if scene.targets else ""
            lines = paint(scene, Marks(cursor=cursor, marks=marks), charset)
            assert len(lines) == height
            for line in lines:
                assert sum(len(piece.text) for piece in flatten(line, width)) == width


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 1000), st.integers(MIN_WIDTH, 300), st.integers(MIN_HEIGHT - BARS, 100))
def test_everything_is_in_sight_from_the_smallest_window_on(seed: int, width: int, height: int) -> None:
    for scene in scenes(seed, width, height):
        for placed in scene.cards:
            assert placed.x >= 0, placed
            assert placed.x + placed.width <= width, placed
            assert placed.y >= 0, placed
            assert placed.y + placed.height <= height, placed
        for label in scene.labels:
            assert label.x >= 0, label
            assert label.x + len(label.text) <= width, label
            assert 0 <= label.y < height, label


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 1000), st.integers(MIN_WIDTH, 300), st.integers(MIN_HEIGHT - BARS, 100))
def test_only_cards_of_one_pile_overlap(seed: int, width: int, height: int) -> None:
    for scene in scenes(seed, width, height):
        taken: dict[tuple[int, int], str] = {}
        for n, placed in enumerate(scene.cards):
            name = placed.target or f"place {n}"
            for x in range(placed.x, placed.x + placed.width):
                for y in range(placed.y, placed.y + placed.height):
                    assert taken.setdefault((x, y), name) == name
        for label in scene.labels:
            for x in range(label.x, label.x + len(label.text)):
                assert taken.get((x, label.y), label.target) == label.target, label


@settings(max_examples=12, deadline=None)
@given(st.integers(0, 1000), st.integers(MIN_WIDTH, 120), st.integers(MIN_HEIGHT - BARS, 50))
def test_a_hit_is_what_is_drawn_there(seed: int, width: int, height: int) -> None:
    """Blot out what a target draws: exactly the cells of cards where a hit gives that target change."""
    for scene in scenes(seed, width, height)[:4]:
        with_all = [flatten(line, width) for line in paint(scene, Marks(), UNICODE)]
        cells = [[(char, p.ground) for p in line for char in p.text] for line in with_all]
        on_cards = {
            (x, y)
            for placed in scene.cards
            for x in range(placed.x, placed.x + placed.width)
            for y in range(placed.y, placed.y + placed.height)
        }
        for target in scene.targets:
            rest = Scene(
                width=width,
                height=height,
                size=scene.size,
                cards=tuple(placed for placed in scene.cards if placed.target != target),
                labels=tuple(label for label in scene.labels if label.target != target),
            )
            for y, line in enumerate(paint(rest, Marks(), UNICODE)):
                without = [(char, p.ground) for p in flatten(line, width) for char in p.text]
                for x in range(width):
                    if (x, y) in on_cards:
                        assert (without[x] != cells[y][x]) == (scene.hit(x, y) == target), (target, x, y)


@pytest.mark.parametrize("count", [22, 26])
def test_22_cards_and_a_hand_at_80x24(count: int) -> None:
    scene = raspad_layout(row_of(count), 80, 20)
    assert scene.max_scroll == 0
    assert scene.size is CardSize.MEDIUM
    assert {f"table:{i}" for i in range(count)} <= set(scene.targets)
    assert {f"hand:{i}" for i in range(6)} <= set(scene.targets)


def test_the_longest_rows_are_in_sight_at_80x24() -> None:
    for count in (46, 48, 52):
        scene = raspad_layout(row_of(count, hand=min(6, 54 - count), stock=0), 80, 20)
        assert scene.max_scroll == 0
        assert len([target for target in scene.targets if target.startswith("table")]) == count


def test_large_cards_while_they_fit() -> None:
    assert raspad_layout(row_of(4), 80, 20).size is CardSize.LARGE
    assert raspad_layout(row_of(4), 50, 12).size is CardSize.LARGE
    assert raspad_layout(row_of(30), 50, 12).size is CardSize.TINY


def test_neighbours_stay_neighbours_across_the_wrap() -> None:
    scene = raspad_layout(row_of(30), 80, 20)
    ends = [label for label in scene.labels if label.role == "wrap"]
    lines = sorted({placed.y for placed in scene.cards if placed.target.startswith("table")})
    assert len(lines) > 1
    assert len(ends) == 2 * (len(lines) - 1)  # a mark where a line ends and one where the next begins
    for i in range(29):
        here, there = scene.find(f"table:{i}"), scene.find(f"table:{i + 1}")
        assert here is not None
        assert there is not None
        assert scene.step(f"table:{i}", Direction.RIGHT) == f"table:{i + 1}"
        assert scene.step(f"table:{i + 1}", Direction.LEFT) == f"table:{i}"
        assert there.y > here.y or there.x > here.x


def test_in_the_smallest_window_a_long_row_scrolls_and_every_card_can_be_reached() -> None:
    state = row_of(46, hand=6, stock=2)
    height = MIN_HEIGHT - BARS
    scene = raspad_layout(state, MIN_WIDTH, height)
    assert scene.max_scroll > 0
    assert {f"hand:{i}" for i in range(6)} <= set(scene.targets)
    for direction, start in ((Direction.RIGHT, 0), (Direction.LEFT, 45)):
        target, scroll, seen = f"table:{start}", 0, set()
        for _ in range(46):
            while (scene := raspad_layout(state, MIN_WIDTH, height, scroll=scroll)).find(target) is None:
                scroll = (scroll + 1) % (scene.max_scroll + 1)
            seen.add(target)
            target = scene.step(target, direction)
        assert seen == {f"table:{i}" for i in range(46)}
    # Down goes line by line to the last one and then to the hand.
    target, scroll = "table:0", 0
    for _ in range(20):
        while (scene := raspad_layout(state, MIN_WIDTH, height, scroll=scroll)).find(target) is None:
            scroll = (scroll + 1) % (scene.max_scroll + 1)
        if target.startswith("hand"):
            break
        after = scene.step(target, Direction.DOWN)
        assert after.startswith("hand") or int(after[6:]) > int(target[6:])
        target = after
    assert target.startswith("hand")
    assert scene.scroll == scene.max_scroll


def test_a_shortened_pile_shows_base_run_and_top() -> None:
    state = GAREM.deal(GaremRules(), tuple(GAREM.deck(GaremRules())))
    ranks = ["3", "4", "5", "6", "7", "8", "9", "T", "J", "Q", "K", "A", "2"]
    pile = tuple(Card.parse(rank + "C") for rank in ranks)
    state = state.model_copy(update={"piles": (pile, *state.piles[1:])})
    for height in range(MIN_HEIGHT - BARS, 40):
        scene = garem_layout(state, 80, height)
        shown = [placed for placed in scene.cards if placed.target == "pile:0"]
        runs = [label.text.strip() for label in scene.labels if label.role == "run" and label.target == "pile:0"]
        assert shown[0].card == pile[0]
        assert shown[-1].card == pile[-1]
        if len(shown) < 13:
            assert len(runs) == 1 or len(shown) == 2
            for run in runs:
                first, last = run.split("…") if "…" in run else (run, run)
                left_out = ranks.index(last) - ranks.index(first) + 1
                assert left_out + len(shown) == 13
                assert ranks.index(first) == 1  # the gap is right under the base card
    assert len([placed for placed in garem_layout(state, 80, 40).cards if placed.target == "pile:0"]) == 13


def needs(scene: Scene) -> list[tuple[str, str]]:
    return [
        (label.text, label.role) for label in scene.labels if label.role in {"need", "blocked", "doomed", "granted"}
    ]


def test_what_piles_need_is_told_apart_by_glyph_too() -> None:
    seen: dict[str, str] = {}
    for seed in range(30):
        for state, _ in random_line("garem", seed):
            for text, role in needs(garem_layout(state, 80, 20)):
                sign = next(sign for sign in "→┃✗★" if sign in text)
                assert seen.setdefault(role, sign) == sign
    assert set(seen) >= {"need", "blocked", "doomed"}


@pytest.mark.parametrize(
    ("card", "lowered", "text"), [("JH", 2, "J-9"), ("JH", 1, "J-T"), ("2C", 1, "2-1"), ("3C", 2, "3-1"), ("KD", 0, "")]
)
def test_values_of_a_lowered_card_take_three_cells(card: str, lowered: int, text: str) -> None:
    assert values_now(Card.parse(card), lowered) == text


@pytest.mark.parametrize("size", list(CardSize))
@pytest.mark.parametrize("charset", CHARSETS, ids=["unicode", "outlined", "ascii"])
@pytest.mark.parametrize("face", list(Face))
def test_every_face_fills_its_size_with_cells_of_width_one(size: CardSize, charset: Any, face: Face) -> None:
    from rich.cells import cell_len

    from solitaire_tui.table.faces import face_lines

    for card in DECK_54:
        for mark in (None, *Mark):
            rows = face_lines(card, face, size, mark, "", False, charset)
            assert len(rows) == size.height
            for row in rows:
                text = "".join(piece.text for piece in row)
                assert len(text) == size.width == cell_len(text), (card, text)
                assert charset is not ASCII or text.isascii(), text
            if face is Face.OPEN and mark:
                assert any(piece.ink == "mark" for row in rows for piece in row)


@pytest.mark.parametrize("charset", CHARSETS, ids=["unicode", "outlined", "ascii"])
@pytest.mark.parametrize("size", list(CardSize))
def test_open_faces_of_different_cards_differ(size: CardSize, charset: Any) -> None:
    from solitaire_tui.table.faces import face_lines

    faces = {
        "\n".join(
            "".join(piece.text for piece in row) for row in face_lines(card, Face.OPEN, size, None, "", False, charset)
        )
        for card in DECK_54
    }
    assert len(faces) == 54


@settings(max_examples=15, deadline=None)
@given(st.integers(0, 1000), st.integers(20, 120))
def test_pieces_are_as_few_as_look_the_same(seed: int, width: int) -> None:
    """Ink matters but for blanks, unless it strikes them through; two pieces side by side never look the same."""
    for scene in scenes(seed, width, 20):
        for line in paint(scene, Marks(), UNICODE):
            pieces = flatten(line, width)
            each = [(char, piece.ground, piece.ink) for piece in pieces for char in piece.text]
            for (char, ground, ink), was, (old_ground, old_ink) in zip(each, *cells(line, width), strict=True):
                assert (char, ground) == (was, old_ground)
                assert ink == old_ink or (char == " " and "doomed" not in (ink, old_ink))
            for one, other in pairwise(pieces):
                alike = one.ground == other.ground and "doomed" not in (one.ink, other.ink)
                assert not alike or (one.ink != other.ink and one.text.strip() and other.text.strip())


def test_blanks_with_a_line_through_them_stay_struck() -> None:
    line = (Span(0, Piece("a", "felt", "label")), Span(2, Piece("b c", "felt", "doomed")))
    assert flatten(line, 8) == [
        Piece("a ", "felt", "label"),
        Piece("b c", "felt", "doomed"),
        Piece("   ", "felt", ""),
    ]


@settings(max_examples=30, deadline=None)
@given(st.integers(0, 500))
def test_changed_regions_cover_every_cell_that_differs(seed: int) -> None:
    pictures = [paint(scene, Marks(), UNICODE) for scene in scenes(seed, 80, 20)]
    for before, after in pairwise(pictures):
        regions = changed(before, after)
        for y, (old, new) in enumerate(zip(before, after, strict=True)):
            was, now = (list(zip(*cells(line, 80), strict=True)) for line in (old, new))
            for x in range(80):
                if was[x] != now[x]:
                    assert any(line == y and left <= x < right for line, left, right in regions)
