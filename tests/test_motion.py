"""Motion between two scenes: exact at both ends, sane and paintable in between, short, and within what a line bears."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import pairwise
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from solitaire_tui.cards import DOUBLE_DECK, Card
from solitaire_tui.garem.layout import layout as garem_layout
from solitaire_tui.garem.rules import GAREM, NEXT, GaremState
from solitaire_tui.raspad.layout import layout as raspad_layout
from solitaire_tui.raspad.rules import RASPAD, Beat, RaspadRules, RaspadState, TableCard
from solitaire_tui.table.celebration import Gleam, spread
from solitaire_tui.table.crumble import crumbled
from solitaire_tui.table.faces import ASCII, CHARSETS, UNICODE, face_lines
from solitaire_tui.table.faces import Piece as FacePiece
from solitaire_tui.table.motion import Glide, Motion, Piece, motion, pieces
from solitaire_tui.table.paint import Marks, Span, cells, changed, flatten, paint
from solitaire_tui.table.player import BURST, RATE, Budget, Player, writing
from solitaire_tui.table.scene import CardSize, Face, Placed, Scene
from tests.helpers import random_line

PARTS = (0.05, 0.2, 0.4, 0.5, 0.65, 0.8, 0.99)


def cards(*names: str) -> tuple[Card, ...]:
    return tuple(Card.parse(name) for name in names)


def lay_out(state: Any, width: int, height: int) -> Scene:
    lay = raspad_layout if isinstance(state, RaspadState) else garem_layout
    return lay(state, width, height)


def steps(seed: int, width: int, height: int) -> list[tuple[Scene, Scene]]:
    """The scenes before and after some moves of games played by chance."""
    found = []
    for game in ("raspad", "garem"):
        line = [state for state, _ in random_line(game, seed, limit=60)]
        pairs = list(pairwise(line))
        for before, after in Random(seed).sample(pairs, min(4, len(pairs))):
            found.append((lay_out(before, width, height), lay_out(after, width, height)))
    return found


def every_piece(before: Scene, after: Scene) -> list[Piece]:
    """All that can be shown on the way from one scene to another."""
    piles = tuple(target for target in after.targets if target.startswith("pile"))[:3]
    deck = DOUBLE_DECK[:60]
    found = pieces(before, after, Glide(gleam=piles, spread=deck))
    return found + pieces(before, after, Glide(backwards=True)) + pieces(None, after, Glide(dealt=True))


def faces(scene: Scene) -> Counter[Card]:
    return Counter(placed.card for placed in scene.cards if placed.card is not None)


def followed(scene: Scene) -> Counter[Card]:
    """The cards of hand, table and piles: equal faces of play rows may be two cards, the discard is no matter."""
    kinds = ("hand", "table", "pile")
    return Counter(placed.card for placed in scene.cards if placed.card and placed.target.startswith(kinds))


@settings(max_examples=7, deadline=None)
@given(st.integers(0, 500), st.integers(1, 300), st.integers(1, 100))
def test_any_window_bears_any_frame(seed: int, width: int, height: int) -> None:
    charset = CHARSETS[seed % len(CHARSETS)]
    for before, after in steps(seed, width, height):
        for piece in every_piece(before, after):
            for part in PARTS:
                scene = piece.at(part)
                lines = paint(scene, Marks(cursor="hand:0"), charset)
                assert len(lines) == height
                for line in lines:
                    pieces_of_line = flatten(line, width)
                    assert sum(len(text) for text, _, _ in pieces_of_line) == width


@settings(max_examples=25, deadline=None)
@given(st.integers(0, 500), st.integers(40, 200), st.integers(12, 60))
def test_both_ends_are_exact_and_no_card_is_lost_or_doubled_between(seed: int, width: int, height: int) -> None:
    for before, after in steps(seed, width, height):
        for backwards in (False, True):
            way = motion(before, after, backwards=backwards)
            if way is None:
                continue
            assert (way.at(0), way.at(1)) == (before, after)
            assert way.seconds <= 0.25
            for part in PARTS:
                shown = faces(way.at(part))
                assert shown <= faces(before) | faces(after)
                assert shown >= followed(before) & followed(after)
        for piece in pieces(before, after, Glide(gleam=after.targets)):
            assert piece.at(1) == after


@settings(max_examples=30, deadline=None)
@given(st.integers(0, 500), st.integers(40, 200), st.integers(12, 60))
def test_cards_move_on_the_way(seed: int, width: int, height: int) -> None:
    """Somewhere between, a card lies where it lies neither before nor after, or has not turned yet."""
    for before, after in steps(seed, width, height):
        way = motion(before, after)
        if isinstance(way, Motion) and way.tracks:
            ends = {(placed.x, placed.y) for scene in (before, after) for placed in scene.cards}
            between = {(placed.x, placed.y) for part in PARTS for placed in way.at(part).cards}
            assert between - ends or before.size is not after.size


def chain() -> tuple[RaspadState, Beat]:
    """The five of hearts beats the three; the twos beside it go to one and fall, and so does the two beside them."""
    rules = RaspadRules()
    row = [TableCard(card=card) for card in cards("9S", "AD", "AC", "3H", "AH", "KD")]
    return RaspadState(rules=rules, stock=(), hand=cards("5H", "7C"), table=tuple(row)), Beat(
        hand=Card.parse("5H"), table=Card.parse("3H")
    )


def test_a_chain_falls_apart_from_the_beaten_card_on() -> None:
    state, beat = chain()
    before, after = lay_out(state, 80, 20), lay_out(RASPAD.apply(state, beat), 80, 20)
    fallen = [i for i in range(6) if (placed := after.find(f"table:{i}")) and placed.face is Face.FALLEN]
    assert fallen == [1, 2, 4]
    way = motion(before, after)
    assert way is not None
    turned: dict[int, float] = {}
    flying = []
    for step in range(1, 200):
        scene = way.at(step / 200)
        for number in (1, 2, 3, 4):
            placed = scene.find(f"table:{number}")
            assert placed is not None
            if placed.face is not Face.OPEN:
                turned.setdefault(number, step / 200)
        flying += [placed for placed in scene.cards if placed.card == Card.parse("5H")]
    # The beaten card when the five lies on it; then its neighbours; then the neighbour of one of them.
    assert turned[3] <= min(turned[2], turned[4])
    assert max(turned[2], turned[4]) < turned[1]
    beaten, hand = after.find("table:3"), before.find("hand:0")
    assert beaten is not None
    assert hand is not None
    assert abs(flying[-1].x - beaten.x) <= 1
    assert abs(flying[-1].y - beaten.y) <= 1
    ways = [placed.y for placed in flying]
    assert ways == sorted(ways, reverse=True)
    assert all(beaten.y <= y <= hand.y for y in ways)


def test_labels_wait_for_the_card_that_changes_them() -> None:
    state, beat = chain()
    before, after = lay_out(state, 80, 20), lay_out(RASPAD.apply(state, beat), 80, 20)
    way = motion(before, after)
    assert way is not None
    assert "5♥" in [label.text for label in after.labels]
    assert "5♥" not in [label.text for label in way.at(0.1).labels]
    assert "5♥" in [label.text for label in way.at(0.95).labels]


def test_equal_faces_of_a_double_deck_are_told_apart() -> None:
    """A five of spades is set aside in slot 2, and another one is dealt to slot 6: it is not the same card."""
    deck = list(DOUBLE_DECK)
    bases = cards("2C", "3C", "5C", "6C", "7C", "8C", "9C", "TC")
    row: list[Card | None] = [None] * 8
    row[1] = Card.parse("5S")
    dealt = cards("AC", "KC", "QC", "JC", "TC", "5S", "2D", "3D")
    for card in (*bases, *dealt, Card.parse("5S")):
        deck.remove(card)
    state = GaremState(stock=(*dealt, *deck[:-7]), piles=tuple((card,) for card in bases), row=tuple(row))
    after_state = GAREM.apply(state, NEXT)
    before, after = lay_out(state, 100, 30), lay_out(after_state, 100, 30)
    way = motion(before, after)
    assert way is not None
    slot, dealt_to = before.find("row:1"), after.find("row:5")
    assert slot is not None
    assert dealt_to is not None
    early = [placed for placed in way.at(0.1).cards if placed.card == Card.parse("5S")]
    assert [placed.y >= slot.y for placed in early] == [True]
    assert any(placed.face is Face.BACK for part in PARTS for placed in way.at(part).cards)
    for part in PARTS:
        fives = [placed for placed in way.at(part).cards if placed.card == Card.parse("5S")]
        # The one on its way out lies lower and lower, the other has not been turned up before it lies in its slot.
        assert all(placed.y > slot.y or placed.x == dealt_to.x for placed in fives if part >= 0.1)


def test_there_is_none_where_cards_would_only_seem_to_come_and_go() -> None:
    state, beat = chain()
    after = RASPAD.apply(state, beat)
    assert motion(lay_out(state, 80, 20), lay_out(after, 100, 20)) is None
    assert motion(lay_out(state, 80, 20), lay_out(state, 80, 20)) is None
    long_row = tuple(TableCard(card=card) for card in DOUBLE_DECK[:46])
    scrolled = state.model_copy(update={"table": long_row, "hand": ()})
    assert lay_out(scrolled, 40, 9).hidden
    assert motion(lay_out(scrolled, 40, 9), lay_out(state, 40, 9)) is None
    assert pieces(None, lay_out(state, 80, 20), Glide()) == []


def test_a_dropped_card_glides_from_where_it_was_let_go() -> None:
    state, beat = chain()
    before, after = lay_out(state, 80, 20), lay_out(RASPAD.apply(state, beat), 80, 20)
    hand = before.find("hand:0")
    assert hand is not None
    way = pieces(before, after, Glide(), replace(hand, x=70, y=1))[0]
    first = next(placed for placed in way.at(0.001).cards if placed.card == hand.card)
    assert (first.x, first.y) == (70, 1)
    # Let go beside everything it goes back.
    back = pieces(before, before, Glide(), replace(hand, x=70, y=1))[0]
    assert back.at(1) == before
    assert next(placed for placed in back.at(0.5).cards if placed.card == hand.card).x not in (70, hand.x)


@pytest.mark.parametrize("charset", CHARSETS, ids=["unicode", "outlined", "ascii"])
@pytest.mark.parametrize("size", CardSize)
def test_a_card_falls_apart_bit_by_bit(size: CardSize, charset: Any) -> None:
    card = Card.parse("7H")
    whole, fallen = (face_lines(card, face, size, None, "", False, charset) for face in (Face.OPEN, Face.FALLEN))

    def cells(rows: Any) -> list[tuple[str, str, str]]:
        return [(char, piece.ground, piece.ink) for row in rows for piece in row for char in piece.text]

    def broken(part: float) -> int:
        seen = cells(crumbled(whole, fallen, part, charset))
        assert len(seen) == len(cells(whole))
        return sum(now != then for now, then in zip(seen, cells(whole), strict=True))

    parts = [step / 20 for step in range(21)]
    assert cells(crumbled(whole, fallen, 1.0, charset)) == cells(fallen)
    assert broken(0.3) < broken(0.9)
    assert broken(0) == 0
    if charset is ASCII:
        assert all(char.isascii() for part in parts for char, _, _ in cells(crumbled(whole, fallen, part, charset)))


def test_light_runs_up_a_pile_once() -> None:
    pile = cards("2C", "3C", "4C", "5C", "6C")
    state = GaremState(stock=DOUBLE_DECK[:40], piles=(pile,) * 8, row=(None,) * 8)
    scene = lay_out(state, 100, 36)
    gleam = Gleam(scene, ("pile:2",))
    lit = []
    for step in range(1, 100):
        shown = [placed for placed in gleam.at(step / 100).cards if placed.lit]
        assert {placed.target for placed in shown} <= {"pile:2"}
        lit += [placed.y for placed in shown]
    assert len(set(lit)) == len(pile)
    assert lit == sorted(lit, reverse=True)
    assert gleam.at(1) is scene
    assert Gleam(scene, tuple(f"pile:{i}" for i in range(8))).seconds < 1
    assert paint(gleam.at(0.5), Marks(), UNICODE) != paint(scene, Marks(), UNICODE)


@pytest.mark.parametrize(("width", "height"), [(80, 20), (100, 36), (160, 46), (50, 12), (40, 9)])
def test_a_deck_is_spread_over_the_bare_felt_and_gathered(width: int, height: int) -> None:
    won = RaspadState(rules=RaspadRules(), stock=(), hand=cards("2H"), table=(), discard=DOUBLE_DECK[:51], round=9)
    scene = lay_out(won, width, height)
    fan = spread(scene, won.discard)
    assert fan is not None
    assert fan.seconds < 1
    counts = [len(fan.at(step / 50).cards) - len(scene.cards) for step in range(51)]
    most = max(counts)
    assert counts[0] == counts[-1] == 0
    assert most >= 8
    assert counts[: counts.index(most)] == sorted(counts[: counts.index(most)])
    assert counts[counts.index(most) :] == sorted(counts[counts.index(most) :], reverse=True)
    floor = min(placed.y for placed in scene.cards)
    for placed in fan.fan:
        assert 0 <= placed.x <= width - placed.width
        assert 0 <= placed.y <= floor - placed.height
    assert (
        spread(replace(scene, cards=(*scene.cards, Placed("", None, Face.PLACE, scene.size, 0, 0))), DOUBLE_DECK)
        is None
    )


def test_no_second_has_more_than_the_line_bears() -> None:
    rng = Random(5)
    budget = Budget()
    now = 100.0
    written: list[tuple[float, int]] = []
    for _ in range(3000):
        now += rng.random() / 20
        size = rng.randint(100, 6000)
        if budget.affords(size, now):
            budget.spend(size, now)
            written.append((now, size))
    assert len(written) > 100
    for start, _ in written:
        assert sum(size for at, size in written if start <= at < start + 1) <= BURST + RATE <= 40_000


def test_a_player_plays_one_piece_after_the_other() -> None:
    state, beat = chain()
    before, after = lay_out(state, 80, 20), lay_out(RASPAD.apply(state, beat), 80, 20)
    found = pieces(before, after, Glide(spread=DOUBLE_DECK[:30]))
    player = Player(found[:1], 50.0)
    assert player.scene(50.0) not in (None, before, after)
    assert player.scene(49.0) is not None  # a clock set back
    assert player.scene(50.0 + found[0].seconds) is None
    both = Player([found[0], found[0]], 50.0)
    assert both.scene(50.0 + found[0].seconds) is not None
    assert both.scene(1e9) is None


@settings(max_examples=20, deadline=None)
@given(st.integers(0, 200), st.integers(20, 120), st.integers(10, 40))
def test_what_looks_the_same_is_not_written(seed: int, width: int, height: int) -> None:
    for before, after in steps(seed, width, height):
        old, new = (paint(scene, Marks(), UNICODE) for scene in (before, after))
        cuts = [width // 3, 2 * width // 3]
        changes = writing(old, new, width, cuts)
        written = {(x, y) for y, start, end in changes.regions for x in range(start, end)}
        for y, (one, other) in enumerate(zip(old, new, strict=True)):
            then, now = ([(char, *look) for char, *look in each(line, width)] for line in (one, other))
            for x in range(width):
                assert then[x] == now[x] or (x, y) in written
        assert all(end <= cuts[0] or start >= cuts[0] for _, start, end in changes.regions)
        assert {y for y, _, _ in changes.regions} <= {y for y, _, _ in changed(old, new)}
        # What is cut costs less than what is not, and nothing more than all.
        assert changes.size <= writing([], new, width, cuts).size
        assert changes.size <= writing(old, new, width).size + 50 * len(changes.regions)


def each(line: Any, width: int) -> list[tuple[str, str, str]]:
    """Character, ground and ink of every cell."""
    return [(char, *style) for char, style in zip(*cells(line, width), strict=True)]


def test_bytes_are_reckoned_as_the_terminal_gets_them() -> None:
    """Thirty stretches of ten cells in 24-bit colours: some 36 bytes each for the colours, and the text itself."""
    line = tuple(Span(10 * i, FacePiece("♥" + "x" * 9, f"paper{i % 2}", "hearts")) for i in range(30))
    style = len("\x1b[38;2;238;243;234;48;2;20;64;43m\x1b[0m")
    assert writing([()], [line], 300).size == pytest.approx(30 * (style + 12), rel=0.1)
    # Only as far as it has changed, from the last cut before that.
    changed_end = (*line[:29], Span(290, FacePiece("♠" + "x" * 9, "paper1", "hearts")))
    assert writing([line], [changed_end], 300, [200]).regions == [(0, 290, 291)]
    assert writing([line], [changed_end], 300, [200]).size < 10 * (style + 12)
