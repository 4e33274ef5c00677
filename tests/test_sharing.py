"""Codes of deals and lines with a result: written as promised, and read back however they were typed."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solitaire_tui import language
from solitaire_tui.deals import LAST_DEAL
from solitaire_tui.game import REGISTRY, load
from solitaire_tui.session import Session
from solitaire_tui.sharing import DealCode, deal_code, parse_code, parse_deal, result_line

PLAIN = {"jokers": False, "ace_high": False, "must_beat": False}

EXAMPLES: list[tuple[str, Mapping[str, bool], int, str]] = [
    ("raspad", {}, 1742, "raspad-52 #1742"),
    ("raspad", {"jokers": True}, 1742, "raspad-54 #1742"),
    ("raspad", {"ace_high": True}, 1, "raspad-52a #1"),
    ("raspad", {"must_beat": True}, 1, "raspad-52m #1"),
    ("raspad", {"must_beat": True, "ace_high": True}, 1742, "raspad-52am #1742"),
    ("raspad", {"jokers": True, "ace_high": True, "must_beat": True}, LAST_DEAL, "raspad-54am #9223372036854775807"),
    ("garem", {}, 7, "garem #7"),
]


@pytest.mark.parametrize(("game", "rules", "deal", "text"), EXAMPLES)
def test_codes(game: str, rules: Mapping[str, bool], deal: int, text: str) -> None:
    code = deal_code(game, rules, deal)
    assert str(code) == text
    assert parse_code(text) == code
    assert code.rules == ({**PLAIN, **rules} if game == "raspad" else {})


def test_result_lines() -> None:
    jokers = deal_code("raspad", {"jokers": True}, 1742)
    assert result_line(jokers, "won", rounds=7, hints=0) == "raspad-54 #1742 · won · 7 rounds · 0 hints"
    assert result_line(jokers, "given up", rounds=1, hints=1) == "raspad-54 #1742 · given up · 1 round · 1 hint"
    garem = deal_code("garem", {}, 7)
    assert result_line(garem, wishes=2) == "garem #7 · 2 wishes"
    assert result_line(garem, wishes=1, hints=3) == "garem #7 · 1 wish · 3 hints"
    assert result_line(garem) == "garem #7"


def _all_rules() -> list[tuple[str, dict[str, bool]]]:
    found = []
    for game in REGISTRY:
        names = list(load(game).rules_type.model_fields)
        found += [(game, dict(zip(names, on, strict=True))) for on in product((False, True), repeat=len(names))]
    return found


def test_every_set_of_options_has_a_code_of_its_own() -> None:
    codes = [str(deal_code(game, rules, 1)) for game, rules in _all_rules()]
    assert len(codes) == 2**3 + 1
    assert len(set(codes)) == len(codes)


_codes = st.builds(
    lambda chosen, deal: deal_code(chosen[0], chosen[1], deal), st.sampled_from(_all_rules()), st.integers(1, LAST_DEAL)
)
_counts = st.none() | st.integers(0, 99)


@given(_codes, st.sampled_from(["", "won", "lost", "given up"]), _counts, _counts, _counts, st.data())
def test_what_is_sent_is_what_is_read(
    code: DealCode, result: str, rounds: int | None, wishes: int | None, hints: int | None, data: st.DataObject
) -> None:
    assert parse_code(str(code)) == code
    line = result_line(code, result, rounds=rounds, wishes=wishes, hints=hints)
    dot = data.draw(st.sampled_from([" · ", " * ", " - ", " . ", ", ", " | ", " / ", "·", " • ", " — "]))
    pad = st.text(" \t\r\n", max_size=3)
    case = data.draw(st.sampled_from([str.lower, str.upper, str.title]))
    typed = data.draw(pad) + case(line.replace(" · ", dot)) + data.draw(pad)
    assert parse_code(typed) == code


@given(st.text(max_size=60) | st.from_regex(r"[a-zA-Z]{0,7}-?[0-9]{0,4}[a-z]{0,3} ?#?[0-9]{0,20}.{0,5}"))
def test_any_other_text_is_refused_in_one_line(text: str) -> None:
    try:
        code = parse_code(text)
    except ValueError as error:
        assert 0 < len(str(error)) < 120
        assert str(error).isprintable()
    else:
        assert parse_code(str(code)) == code


@pytest.mark.parametrize(
    ("typed", "expected"),
    [
        ("RASPAD-54 #1742", "raspad-54 #1742"),
        ("raspad-54#1742", "raspad-54 #1742"),
        ("raspad-54 1742", "raspad-54 #1742"),
        ("raspad - 54 # 1742", "raspad-54 #1742"),
        ("raspad-52ma #1742", "raspad-52am #1742"),
        ("Raspad #1742", "raspad-52 #1742"),
        ("Raspad 52 #3", "raspad-52 #3"),
        ("Raspad 54am#3", "raspad-54am #3"),
        ("raspad 52", "raspad-52 #52"),
        ("  Garem   #7  ", "garem #7"),
        ("garem #007", "garem #7"),
        ("garem #7.", "garem #7"),
        ("\n\nraspad-52 #1742 · won\nbeat that", "raspad-52 #1742"),
    ],
)
def test_how_codes_may_be_typed(typed: str, expected: str) -> None:
    assert str(parse_code(typed)) == expected


@pytest.mark.parametrize(
    ("typed", "reason"),
    [
        ("", "'' is no deal: type a number from 1 to 9223372036854775807, or a code such as raspad-52 #1742"),
        ("#1742", "'#1742' is no deal: type a number from 1 to 9223372036854775807, or a code such as raspad-52 #1742"),
        (
            "klondike 3",
            "'klondike 3' is no deal: type a number from 1 to 9223372036854775807, or a code such as raspad-52 #1742",
        ),
        ("klondike #3", "there is no game 'klondike', only raspad and garem"),
        ("raspad", "the number of the deal is missing, as in raspad #1742"),
        ("raspad-54 #", "the number of the deal is missing, as in raspad #1742"),
        ("raspad-53 #1742", "Raspad is played with 52 or 54 cards, not '53'"),
        ("raspad-am #1742", "Raspad is played with 52 or 54 cards: say which, as in raspad-52 #1742"),
        (
            "raspad-52ax #1742",
            "'x' is no house rule of Raspad: there are a (High aces) and m (Must beat)",
        ),
        ("raspad-52aa #1742", "'aa' names a house rule twice"),
        ("garem-104 #7", "Garem has no options: its deals are like garem #7"),
        ("garem #0", "a deal number is from 1 to 9223372036854775807"),
        ("garem #9223372036854775808", "a deal number is from 1 to 9223372036854775807"),
        ("garem #1" + "0" * 40, "a deal number is a whole number from 1 to 9223372036854775807"),
        ("garem #7 won", "'won' after the number of the deal is not understood: leave it out"),
        ("raspad-52 #1742 5 rounds", "'5 rounds' after the number of the deal is not understood: leave it out"),
        ("garem #7 2 wishes", "'2 wishes' after the number of the deal is not understood: leave it out"),
        ("garem #7 1000", "'1000' after the number of the deal is not understood: leave it out"),
        ("raspad 5 #3", "Raspad is played with 52 or 54 cards, not '5'"),
        ("garem 7 #3", "Garem has no options: its deals are like garem #7"),
        # Read on, these would be another deal than the one meant.
        ("garem #1 742", "'742' after the number of the deal is not understood: write the number in one"),
        ("garem #1,742", "',742' after the number of the deal is not understood: write the number in one"),
        ("garem #1'742'000", "''742'000' after the number of the deal is not understood: write the number in one"),
        ("garem #1.742", "'.742' after the number of the deal is not understood: write the number in one"),
    ],
)
def test_what_is_wrong_is_said(typed: str, reason: str) -> None:
    with pytest.raises(ValueError, match=r".") as caught:
        parse_code(typed)
    assert str(caught.value) == reason


def test_a_bare_number_is_a_deal_of_the_game_asked_for() -> None:
    assert parse_deal(" #1 742 ", "raspad", {"jokers": True}) == deal_code("raspad", {"jokers": True}, 1742)
    assert parse_deal("1742", "garem", {}) == deal_code("garem", {}, 1742)


def test_a_code_brings_its_own_game_and_options() -> None:
    assert parse_deal("raspad-52m #5 · lost", "garem", {}) == deal_code("raspad", {"must_beat": True}, 5)
    assert parse_deal("raspad-52 #5", "raspad", {"jokers": True}) == deal_code("raspad", {}, 5)


@pytest.mark.parametrize("typed", ["", "  ", "1.5", "#", "0", "-3"])
def test_a_bad_number_is_refused(typed: str) -> None:
    with pytest.raises(ValueError, match="a deal number is"):
        parse_deal(typed, "raspad", {})


@pytest.mark.parametrize(
    ("typed", "reason"),
    [
        ("abc", "'abc' is no deal: type a number from 1 to 9223372036854775807, or a code such as garem #1742"),
        ("x5", "'x5' is no deal: type a number from 1 to 9223372036854775807, or a code such as garem #1742"),
        ("1742 please", "'please' after the number of the deal is not understood: leave it out"),
        ("1e5", "'e5' after the number of the deal is not understood: leave it out"),
        ("1,742", "a deal number is a whole number and written in one, unlike '1,742'"),
        ("1.5", "a deal number is a whole number and written in one, unlike '1.5'"),
        ("-5", "a deal number is a whole number from 1 to 9223372036854775807"),
        ("0", "a deal number is from 1 to 9223372036854775807"),
        ("9223372036854775808", "a deal number is from 1 to 9223372036854775807"),
        ("2026-11-30", "2026-11-30 is a date: the cards of its daily deal have the number 20261130"),
        ("30.11.2026", "30.11.2026 is a date: the cards of its daily deal have the number 20261130"),
        ("2026/11/30", "2026/11/30 is a date: the cards of its daily deal have the number 20261130"),
        ("2026.11.30", "2026.11.30 is a date: the cards of its daily deal have the number 20261130"),
        ("garem #2026/11/30", "2026/11/30 is a date: the cards of its daily deal have the number 20261130"),
        ("2026/11-30", "a deal number is a whole number from 1 to 9223372036854775807"),
        (
            "Raspad · daily 2026-11-30",
            "2026-11-30 is a date: the cards of its daily deal have the number 20261130",
        ),
        ("2026-13-30", "a deal number is a whole number from 1 to 9223372036854775807"),
    ],
)
def test_what_is_typed_for_a_deal_and_is_none_is_told(typed: str, reason: str) -> None:
    with pytest.raises(ValueError, match=r".") as caught:
        parse_deal(typed, "garem", {})
    assert str(caught.value) == reason


def test_a_number_with_a_result_is_that_deal() -> None:
    assert parse_deal("#1742 · won · 7 rounds", "raspad", {"jokers": True}) == deal_code(
        "raspad", {"jokers": True}, 1742
    )


def test_a_game_may_be_called_what_the_player_reads() -> None:
    language.use("ru")
    assert parse_deal("Распад #1742", "garem", {}) == deal_code("raspad", {}, 1742)
    assert parse_deal("Гарем 5 · 2 желания", "raspad", {}) == deal_code("garem", {}, 5)


def test_an_own_deck_has_no_code() -> None:
    with pytest.raises(ValueError, match="a deck of your own has no number"):
        deal_code("raspad", {}, None)


def test_no_code_of_what_does_not_exist() -> None:
    with pytest.raises(KeyError):
        deal_code("klondike", {}, 1)
    with pytest.raises(ValueError, match="jokers"):
        deal_code("garem", {"jokers": True}, 1)
    with pytest.raises(ValueError, match="a deal number is"):
        deal_code("garem", {}, 0)


def test_a_code_deals_the_same_cards() -> None:
    sent = Session.new("raspad", {"jokers": True, "must_beat": True}, 1742)
    code = parse_code(str(deal_code(sent.game.id, sent.rules.model_dump(), sent.deal)))
    got = Session.new(code.game, code.rules, code.deal)
    assert (got.rules, got.deck) == (sent.rules, sent.deck)
