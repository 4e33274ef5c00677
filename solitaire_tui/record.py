"""Game records: reading them from files that nobody vouches for, replaying them, writing them."""

from __future__ import annotations

import io
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, BinaryIO, Final, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from solitaire_tui import language
from solitaire_tui.cards import Card
from solitaire_tui.deals import FIRST_DEAL, LAST_DEAL, shuffled
from solitaire_tui.game import REGISTRY, AnyGame, IllegalMove, Move, Rules, State, load
from solitaire_tui.language import N_, _
from solitaire_tui.phrases import listed

FORMAT: Final = "solitaire-tui"
VERSION: Final = 1
RECORD_LIMIT: Final = 1_000_000
"""The largest record that is read, in bytes."""
WISH_LIMIT: Final = 200
NOTE_LIMIT: Final = 2_000
_FAULTS: Final = {
    "extra_forbidden": N_("there is no such key"),
    "missing": N_("this key is missing"),
    "bool_type": N_("Input should be a valid boolean"),
    "dict_type": N_("Input should be a valid dictionary"),
    "greater_than_equal": N_("Input should be greater than or equal to {ge}"),
    "int_type": N_("Input should be a valid integer"),
    "less_than_equal": N_("Input should be less than or equal to {le}"),
    "list_type": N_("Input should be a valid list"),
    "literal_error": N_("Input should be {expected}"),
    "string_too_long": N_("String should have at most {max_length} characters"),
    "string_type": N_("Input should be a valid string"),
    "too_long": N_("List should have at most {max_length} items after validation, not {actual_length}"),
}
"""What pydantic finds wrong with a record, by the type of its errors, so that it can be said in every language."""
_JSON_FAULTS: Final = (
    N_("Expecting value"),
    N_("Expecting property name enclosed in double quotes"),
    N_("Expecting ':' delimiter"),
    N_("Expecting ',' delimiter"),
    N_("Extra data"),
    N_("Illegal trailing comma before end of array"),
    N_("Illegal trailing comma before end of object"),
    N_("Invalid \\escape"),
    N_("Invalid \\uXXXX escape"),
    N_("Invalid control character at"),
    N_("Unterminated string starting at"),
)
"""What Python's JSON reader finds wrong, here for the catalogue."""
MOVES_LIMIT: Final = 1_000
"""More moves than any deal can have."""


class RecordError(ValueError):
    """A record that can't be used. The message is one line that names the file, the record and the move."""


class GameRecord(BaseModel):
    """One game as it stands in a file. At least one of ``deal`` and ``deck`` is given."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)

    format: Literal["solitaire-tui"]
    version: Literal[1]
    game: str
    rules: dict[str, bool] = Field(default_factory=dict)
    deal: Annotated[int, Field(ge=FIRST_DEAL, le=LAST_DEAL)] | None = None
    deck: Annotated[list[str], Field(max_length=200)] | None = None
    moves: Annotated[list[str], Field(max_length=MOVES_LIMIT)] = Field(default_factory=list)
    wishes: dict[str, Annotated[str, Field(max_length=WISH_LIMIT)]] = Field(default_factory=dict)
    note: Annotated[str, Field(max_length=NOTE_LIMIT)] | None = None
    marks: list[Annotated[str, Field(max_length=100)]] = Field(default_factory=list, max_length=100)

    def to_json(self) -> str:
        """The record as one line of JSON; what is empty and may be missing is left out."""
        data = self.model_dump(exclude_none=True)
        for key in ("wishes", "marks"):
            if not data[key]:
                del data[key]
        return json.dumps(data, ensure_ascii=False, separators=(",", ":"))


@dataclass(frozen=True, slots=True)
class Played:
    """A record that has been checked against the rules up to its deal.

    Attributes:
        number: which record of the file it is, from 0.
        record: as it was read.
        game: its game.
        rules: its options.
        start: the position of the deal.
        moves: the moves in notation, already read but not yet tried.
        wishes: wishes by pile, 1 to 8.
        where: file and record, for messages.
    """

    number: int
    record: GameRecord
    game: AnyGame
    rules: Rules
    start: State
    moves: tuple[Move, ...]
    wishes: dict[int, str]
    where: str

    def positions(self) -> Iterator[tuple[Move | None, State]]:
        """Each position from the deal on, with the move that led to it (None for the deal).

        Raises:
            RecordError: at the first illegal move.
        """
        state = self.start
        yield None, state
        for step, move in enumerate(self.moves):
            try:
                state = self.game.apply(state, move)
            except IllegalMove as error:
                text = _("{where}, move {step} ({move}): {reason}")
                message = text.format(where=self.where, step=step, move=move, reason=error.reason)
                raise RecordError(message) from None
            yield move, state


def write_record(
    game: AnyGame,
    rules: Rules,
    deck: Sequence[Card],
    moves: Sequence[Move],
    *,
    deal: int | None = None,
    wishes: Mapping[int, str] | None = None,
    note: str | None = None,
    marks: Sequence[str] = (),
) -> GameRecord:
    """The record of a game. The deck is left out when the deal number says it all."""
    return GameRecord(
        format="solitaire-tui",
        version=1,
        game=game.id,
        rules=rules.model_dump(),
        deal=deal,
        deck=None if deal is not None else [card.code for card in deck],
        moves=[str(move) for move in moves],
        wishes={str(pile): text for pile, text in sorted((wishes or {}).items()) if text},
        note=note,
        marks=list(marks),
    )


def read_records(stream: BinaryIO, name: str) -> Iterator[Played]:
    """Read the records of a stream, one by one: a single JSON object or JSON Lines; blank lines are skipped.

    Args:
        stream: the bytes; at most one record is held in memory.
        name: what messages call the file.

    Raises:
        RecordError: at the first record that can't be used. Records before it have been yielded.
    """
    lines = _lines(stream, name)
    number = -1
    for number, line in enumerate(lines):
        where = _("{name}: record {number}").format(name=name, number=number)
        if number == 0:
            line = _whole_object(line, lines, where)
        yield check_record(_parse(line, where), number, where)
    if number < 0:
        raise RecordError(_("{name}: no record in it").format(name=name))


def _lines(stream: BinaryIO, name: str) -> Iterator[bytes]:
    """The lines that are not blank."""
    reader = io.BufferedReader(stream) if isinstance(stream, io.RawIOBase) else stream
    number = 0
    while line := reader.readline(RECORD_LIMIT + 2):
        if len(line.rstrip(b"\r\n")) > RECORD_LIMIT:
            raise _too_large(_("{name}: record {number}").format(name=name, number=number))
        if line.strip():
            yield line
            number += 1


def _whole_object(first: bytes, lines: Iterator[bytes], where: str) -> bytes:
    """The first record, which may be a JSON object spread over several lines."""
    if first.strip().endswith(b"}") or not first.lstrip().startswith(b"{"):
        return first
    parts, size = [first], len(first)
    for line in lines:
        parts.append(line)
        size += len(line)
        if size > RECORD_LIMIT:
            raise _too_large(where)
    return b"".join(parts)


def _too_large(where: str) -> RecordError:
    text = _("{where}: larger than {limit} bytes")
    return RecordError(text.format(where=where, limit=language.number(RECORD_LIMIT, ",")))


def _fault(error: ValidationError) -> tuple[str, str]:
    """The place and the nature of the first thing that is wrong with a record, in words."""
    first = error.errors(include_url=False)[0]
    place = ".".join(_shown(str(part)) for part in first["loc"])
    known = _FAULTS.get(first["type"])
    return place, _(known).format(**first.get("ctx", {})) if known else _shown(first["msg"])


def _parse(text: bytes, where: str) -> GameRecord:
    try:
        data = json.loads(text, object_pairs_hook=_without_repeats)
    except RecursionError:
        raise RecordError(_("{where}: nested too deeply").format(where=where)) from None
    except UnicodeDecodeError:
        raise RecordError(_("{where}: not UTF-8 text").format(where=where)) from None
    except json.JSONDecodeError as error:
        message = _("{where}: not JSON: {fault} at character {position}")
        raise RecordError(message.format(where=where, fault=_(error.msg), position=error.pos)) from None
    except ValueError as error:
        raise RecordError(f"{where}: {_shown(str(error))}") from None
    if not isinstance(data, dict):
        raise RecordError(_("{where}: not a JSON object").format(where=where))
    if data.get("format") != FORMAT:
        message = _('{where}: not a game record: "format" is not "{format}"')
        raise RecordError(message.format(where=where, format=FORMAT))
    version = data.get("version")
    if version != VERSION or type(version) is not int:
        message = _('{where}: "version" is {version}; this program reads version {known}')
        raise RecordError(message.format(where=where, version=_shown(json.dumps(version)), known=VERSION))
    try:
        return GameRecord.model_validate(data)
    except ValidationError as error:
        place, what = _fault(error)
        raise RecordError(f"{where}: {place}: {what}") from None


def _without_repeats(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    data: dict[str, Any] = {}
    for key, value in pairs:
        if key in data:
            raise ValueError(_("the key {key} stands twice").format(key=repr(key)))
        data[key] = value
    return data


def _shown(text: str, limit: int = 80) -> str:
    """Text from a record made safe for a message: printable, on one line, not long."""
    safe = "".join(char if char.isprintable() else "?" for char in text)
    return safe if len(safe) <= limit else safe[: limit - 1] + "…"


def check_record(record: GameRecord, number: int = 0, where: str = "record") -> Played:
    """Check a record's game, rules, deck, wishes and the notation of its moves.

    Raises:
        RecordError: naming ``where`` and what is wrong.
    """
    if record.game not in REGISTRY:
        text = _("{where}: game: {game} is not known; it is {games}")
        games = listed(list(REGISTRY), "or")
        raise RecordError(text.format(where=where, game=repr(_shown(record.game)), games=games))
    game = load(record.game)
    try:
        rules = game.rules_type.model_validate(record.rules)
    except ValidationError as error:
        place, what = _fault(error)
        raise RecordError(f"{where}: rules: {place}: {what}") from None
    try:
        cards = _cards(record, game.deck(rules))
        start = game.deal(rules, cards)
    except ValueError as error:
        raise RecordError(f"{where}: deck: {_shown(str(error))}") from None
    moves = []
    for step, text in enumerate(record.moves):
        try:
            moves.append(game.parse_move(text))
        except ValueError as error:
            message = _("{where}, move {step} ({move}): {reason}")
            reason = _shown(str(error), 120)
            raise RecordError(message.format(where=where, step=step, move=_shown(text, 20), reason=reason)) from None
    return Played(number, record, game, rules, start, tuple(moves), _wishes(record, game, where), where)


def _cards(record: GameRecord, deck: Sequence[Card]) -> tuple[Card, ...]:
    """The shuffled deck that a record gives by number, card by card, or both in agreement."""
    by_number = None if record.deal is None else shuffled(deck, record.deal)
    by_card = None if record.deck is None else tuple(Card.parse(text) for text in record.deck)
    if by_card is None:
        if by_number is None:
            raise ValueError(_("neither a deal number nor a deck is given"))
        return by_number
    if by_number is not None and by_number != by_card and sorted(map(str, by_card)) == sorted(map(str, deck)):
        raise ValueError(_("it is not the deck of deal {number}").format(number=record.deal))
    return by_card


def _wishes(record: GameRecord, game: AnyGame, where: str) -> dict[int, str]:
    """The wishes by pile, checked."""
    piles = [str(pile) for pile in range(1, game.wish_piles + 1)]
    wishes = {}
    for pile, text in record.wishes.items():
        if not piles:
            raise RecordError(_("{where}: wishes: {game} has none").format(where=where, game=game.title))
        if pile not in piles:
            fault = _("{where}: wishes: {pile} is not a pile from 1 to {last}")
            raise RecordError(fault.format(where=where, pile=repr(_shown(pile, 20)), last=len(piles)))
        if not text.isprintable():
            fault = _("{where}: wishes: pile {pile}: a wish is one line of printable text")
            raise RecordError(fault.format(where=where, pile=pile))
        wishes[int(pile)] = text
    return wishes


def replay_lines(played: Played) -> Iterator[dict[str, Any]]:
    """The lines of ``replay --json`` for one record, a position each.

    Raises:
        RecordError: at the first illegal move.
    """
    game = played.game
    for step, (move, state) in enumerate(played.positions()):
        yield {
            "record": played.number,
            "step": step,
            "move": None if move is None else str(move),
            "state": game.public(state),
            "legal": sorted(str(legal) for legal in game.legal_moves(state)),
            "outcome": game.outcome(state).value,
            **game.score(state),
        }


def final_position(played: Played) -> State:
    """The position after the last move of a record.

    Raises:
        RecordError: at the first illegal move.
    """
    *_, (_, state) = played.positions()
    return state
