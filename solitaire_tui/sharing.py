"""The code of a deal and the line with its result that players send each other, and reading them back.

A code is ``raspad-54 #1742``: the game, the number of cards and the number of the deal. The first letters of the house
rules follow the number of cards (``raspad-52am``); a game without options has neither (``garem #7``). A deck of one's
own has no code, since it has no number.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from datetime import date
from functools import cache
from itertools import product
from typing import Final

from solitaire_tui.daily import number_of
from solitaire_tui.deals import FIRST_DEAL, LAST_DEAL, check_number, parse_number
from solitaire_tui.game import REGISTRY, AnyGame, load
from solitaire_tui.language import _, n_, p_
from solitaire_tui.phrases import listed

SEPARATOR: Final = " · "

_CODE: Final = re.compile(
    r"(?P<game>[^\W\d_]+)\s*(?:(?:-\s*|(?=[0-9]+[a-z]*\s*#))(?P<cards>[0-9]*)(?P<letters>[a-z]*))?"
    r"\s*#?\s*(?P<deal>[0-9]*)\s*(?P<rest>.*)"
)
"""A number before a ``#`` is that of the cards without a hyphen too."""
_BARE: Final = re.compile(r"[#№]?\s*(?P<deal>[0-9]+)\s*(?P<rest>\D.*)")
"""A number with something behind it."""
_PARTED: Final = re.compile(r"[#№]?\s*[0-9]+(?:[.,'’][0-9]+)+")
"""A number with a comma or point in it."""
_DATE: Final = re.compile(
    r"\b(?P<year>[0-9]{4})(?P<sign>[-/.])(?P<month>[0-9]{1,2})(?P=sign)(?P<day>[0-9]{1,2})\b"
    r"|\b(?P<day_first>[0-9]{1,2})\.(?P<month_next>[0-9]{1,2})\.(?P<year_last>[0-9]{4})\b"
)
_GROUP_FOLLOWS: Final = re.compile(r"[.,'’ ]?[0-9]{3}\b")
"""The next three digits of a number written in groups."""
_RESULT_FOLLOWS: Final = re.compile(r"[·•∙⋅‧・]|[*.,;:|/\-–—](?![0-9])")
"""A dot, or what keyboards and other programs make of one; but 1,742 is no deal 1 with a result."""


@dataclass(frozen=True, slots=True)
class DealCode:
    """A deal that can be sent; ``str`` gives its code.

    Attributes:
        game: the id of the game.
        rules: its options by name, all of them.
        deal: the number of the deal.
    """

    game: str
    rules: Mapping[str, bool]
    deal: int

    def __str__(self) -> str:
        variant = _variant(load(self.game), self.rules)
        return f"{self.game}{variant and '-' + variant} #{self.deal}"


def deal_code(game: str, rules: Mapping[str, bool], deal: int | None) -> DealCode:
    """The code of a deal.

    Args:
        game: the id of the game.
        rules: its options by name; what is missing is off.
        deal: the number of the deal; None for a deck of one's own.

    Raises:
        KeyError: if there is no such game.
        ValueError: if the deal has no number, or one out of range, or there is no such option.
    """
    if deal is None:
        raise ValueError(_("a deck of your own has no number that could be sent: send the record of the game"))
    return DealCode(game, load(game).rules_type.model_validate(dict(rules)).model_dump(), check_number(deal))


def result_line(
    code: DealCode,
    result: str = "",
    *,
    rounds: int | None = None,
    wishes: int | None = None,
    hints: int | None = None,
    peeked: bool = False,
) -> str:
    """A code and a result, such as ``raspad-54 #1742 · won · 7 rounds · 0 hints`` or ``garem #7 · 2 wishes``.

    Args:
        code: the deal.
        result: how it ended, in a word or two; empty in a game that is scored only.
        rounds: rounds closed; None to say nothing of them, here and below.
        wishes: wishes granted.
        hints: hints taken.
        peeked: whether the hidden cards were asked about.
    """
    parts = [str(code), result]
    if rounds is not None:
        parts.append(n_("{number} round", "{number} rounds", rounds).format(number=rounds))
    if wishes is not None:
        parts.append(n_("{number} wish", "{number} wishes", wishes).format(number=wishes))
    if hints is not None:
        parts.append(n_("{number} hint", "{number} hints", hints).format(number=hints))
    if peeked:
        parts.append(p_("sent result", "peeked"))
    return SEPARATOR.join(part for part in parts if part)


def parse_code(text: str, *, like: str = "raspad-52 #1742") -> DealCode:
    """Read a code, or a whole line with a result, as it was typed or pasted; the result is not looked at.

    Upper case, spaces, a missing ``#`` or hyphen and other dots are understood, and the name of the game in the
    language that is spoken. Without a number of cards no option is on.

    Args:
        text: what was typed.
        like: a code to give as an example.

    Raises:
        ValueError: saying what is wrong, in words for the player.
    """
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    match = _CODE.fullmatch(lines[0].casefold()) if lines else None
    names = {load(name).title.casefold(): name for name in REGISTRY} | {name: name for name in REGISTRY}
    if match is None or (match["game"] not in names and not set("#-") & set(lines[0])):
        fault = _("{text} is no deal: type a number from {first} to {last}, or a code such as {code}")
        shown = _shown(lines[0] if lines else "")
        raise ValueError(fault.format(text=shown, first=FIRST_DEAL, last=LAST_DEAL, code=like))
    if match["game"] not in names:
        fault = _("there is no game {game}, only {games}")
        raise ValueError(fault.format(game=_shown(match["game"]), games=listed(list(REGISTRY))))
    game = load(names[match["game"]])
    rules = game.rules_type().model_dump() if match["cards"] is None else _rules(game, match["cards"], match["letters"])
    if not match["deal"]:
        raise ValueError(_("the number of the deal is missing, as in {game} #1742").format(game=game.id))
    _check_rest(match["rest"])
    return DealCode(game.id, rules, parse_number(match["deal"]))


def _check_rest(rest: str) -> None:
    """Look at what follows the number of a deal: nothing, or a result.

    Raises:
        ValueError: if it is anything else.
    """
    if not rest or _RESULT_FOLLOWS.match(rest):
        return
    fault = _("{text} after the number of the deal is not understood: leave it out")
    if _GROUP_FOLLOWS.match(rest):  # read on, the number would be another one than was meant
        fault = _("{text} after the number of the deal is not understood: write the number in one")
    raise ValueError(fault.format(text=_shown(rest)))


def parse_deal(text: str, game: str, rules: Mapping[str, bool]) -> DealCode:
    """Read what was typed where a deal is asked for: a bare number or a code.

    Args:
        text: a number is a deal of ``game`` with ``rules``; a code brings its own game and options.
        game: the id of the game.
        rules: its options by name; what is missing is off.

    Raises:
        KeyError: if there is no such game.
        ValueError: saying what is wrong, in words for the player.
    """
    try:
        return _parse_deal(text.strip(), game, rules)
    except ValueError:
        if (day := _day_in(text)) is None:
            raise
    fault = _("{date} is a date: the cards of its daily deal have the number {number}")
    raise ValueError(fault.format(date=day[0], number=number_of(day[1])))


def _parse_deal(text: str, game: str, rules: Mapping[str, bool]) -> DealCode:
    if (match := _BARE.fullmatch(text)) and any(char.isalpha() for char in text):
        _check_rest(match["rest"])
        text = match["deal"]
    elif any(char.isalpha() for char in text):
        return parse_code(text, like=str(deal_code(game, rules, 1742)))
    elif _PARTED.fullmatch(text):
        raise ValueError(
            _("a deal number is a whole number and written in one, unlike {text}").format(text=_shown(text))
        )
    return deal_code(game, rules, parse_number(text))


def _day_in(text: str) -> tuple[str, date] | None:
    """The first date in a text, as it stands there and as a date; None if there is none."""
    match = _DATE.search(text)
    if match is None:
        return None
    names = ("year", "month", "day") if match["year"] else ("year_last", "month_next", "day_first")
    with suppress(ValueError):
        year, month, day = map(int, match.group(*names))
        return match[0], date(year, month, day)
    return None


def _variant(game: AnyGame, rules: Mapping[str, bool]) -> str:
    """The options as a code has them; empty for a game without any."""
    if not game.rules_type.model_fields:
        return ""
    cards = len(game.deck(game.rules_type.model_validate(dict(rules))))
    return f"{cards}{''.join(sorted(letter for letter, name in _letters(game.id).items() if rules.get(name)))}"


@cache
def _letters(game_id: str) -> dict[str, str]:
    """The letter and the name of each option that leaves the deck as it is; the others show in the number of cards."""
    game = load(game_id)
    plain = len(game.deck(game.rules_type()))
    same_deck = [
        name
        for name in game.rules_type.model_fields
        if len(game.deck(game.rules_type.model_validate({name: True}))) == plain
    ]
    return {name[0]: name for name in same_deck}


@cache
def _variants(game_id: str) -> dict[str, dict[str, bool]]:
    """The options that each variant of a game stands for."""
    game = load(game_id)
    names = list(game.rules_type.model_fields)
    combinations = (dict(zip(names, values, strict=True)) for values in product((False, True), repeat=len(names)))
    return {_variant(game, rules): rules for rules in combinations}


def _rules(game: AnyGame, cards: str, letters: str) -> dict[str, bool]:
    """The options that a number of cards and letters in any order stand for."""
    variants = _variants(game.id)
    found = variants.get(cards + "".join(sorted(letters)))
    if found is not None:
        return dict(found)
    options = _letters(game.id)
    sizes = sorted({variant.rstrip("".join(options)) for variant in variants})
    if not game.rules_type.model_fields:
        fault = _("{game} has no options: its deals are like {id} #7")
        raise ValueError(fault.format(game=game.title, id=game.id))
    if cards not in sizes:
        fault = _("{game} is played with {sizes} cards: say which, as in {id}-{size} #1742")
        if cards:
            fault = _("{game} is played with {sizes} cards, not {cards}")
        names = {"game": game.title, "id": game.id, "sizes": listed(sizes, "or"), "size": sizes[0]}
        raise ValueError(fault.format(**names, cards=_shown(cards)))
    wrong = next((letter for letter in letters if letter not in options), None)
    if wrong is None:
        raise ValueError(_("{letters} names a house rule twice").format(letters=_shown(letters)))
    fields = game.rules_type.model_fields
    meanings = [f"{letter} ({_(fields[name].title or name)})" for letter, name in options.items()]
    fault = _("{letter} is no house rule of {game}: there are {rules}")
    raise ValueError(fault.format(letter=_shown(wrong), game=game.title, rules=listed(meanings)))


def _shown(text: str) -> str:
    line = "".join(char if char.isprintable() else " " for char in text)
    return f"'{line if len(line) <= 20 else line[:19] + '…'}'"
