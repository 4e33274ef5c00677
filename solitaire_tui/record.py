"""Game records: reading them from files that nobody vouches for, replaying them, writing them."""

from __future__ import annotations

import io
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, BinaryIO, Final, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from solitaire_tui.cards import Card
from solitaire_tui.deals import FIRST_DEAL, LAST_DEAL, shuffled
from solitaire_tui.game import REGISTRY, AnyGame, IllegalMove, Move, Rules, State, load

FORMAT: Final = "solitaire-tui"
VERSION: Final = 1
RECORD_LIMIT: Final = 1_000_000
"""The largest record that is read, in bytes."""
WISH_LIMIT: Final = 200
NOTE_LIMIT: Final = 2_000
_FAULTS: Final = {"extra_forbidden": "there is no such key", "missing": "this key is missing"}
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
                raise RecordError(f"{self.where}, move {step} ({move}): {error.reason}") from None
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
        where = f"{name}: record {number}"
        if number == 0:
            line = _whole_object(line, lines, where)
        yield check_record(_parse(line, where), number, where)
    if number < 0:
        raise RecordError(f"{name}: no record in it")


def _lines(stream: BinaryIO, name: str) -> Iterator[bytes]:
    """The lines that are not blank."""
    reader = io.BufferedReader(stream) if isinstance(stream, io.RawIOBase) else stream
    number = 0
    while line := reader.readline(RECORD_LIMIT + 2):
        if len(line.rstrip(b"\r\n")) > RECORD_LIMIT:
            raise RecordError(f"{name}: record {number}: larger than {RECORD_LIMIT:,} bytes")
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
            raise RecordError(f"{where}: larger than {RECORD_LIMIT:,} bytes")
    return b"".join(parts)


def _parse(text: bytes, where: str) -> GameRecord:
    try:
        data = json.loads(text, object_pairs_hook=_without_repeats)
    except RecursionError:
        raise RecordError(f"{where}: nested too deeply") from None
    except UnicodeDecodeError:
        raise RecordError(f"{where}: not UTF-8 text") from None
    except json.JSONDecodeError as error:
        raise RecordError(f"{where}: not JSON: {error.msg} at character {error.pos}") from None
    except ValueError as error:
        raise RecordError(f"{where}: {_shown(str(error))}") from None
    if not isinstance(data, dict):
        raise RecordError(f"{where}: not a JSON object")
    if data.get("format") != FORMAT:
        raise RecordError(f'{where}: not a game record: "format" is not "{FORMAT}"')
    version = data.get("version")
    if version != VERSION or type(version) is not int:
        raise RecordError(f'{where}: "version" is {_shown(json.dumps(version))}; this program reads version {VERSION}')
    try:
        return GameRecord.model_validate(data)
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        place = ".".join(_shown(str(part)) for part in first["loc"])
        what = _FAULTS.get(first["type"]) or _shown(first["msg"])
        raise RecordError(f"{where}: {place}: {what}") from None


def _without_repeats(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    data: dict[str, Any] = {}
    for key, value in pairs:
        if key in data:
            raise ValueError(f"the key {key!r} stands twice")
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
        known = " or ".join(REGISTRY)
        raise RecordError(f"{where}: game: {_shown(record.game)!r} is not known; it is {known}")
    game = load(record.game)
    try:
        rules = game.rules_type.model_validate(record.rules)
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        raise RecordError(f"{where}: rules: {_shown(str(first['loc'][0]))}: {first['msg']}") from None
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
            message = f"{where}, move {step} ({_shown(text, 20)}): {_shown(str(error), 120)}"
            raise RecordError(message) from None
    return Played(number, record, game, rules, start, tuple(moves), _wishes(record, game, where), where)


def _cards(record: GameRecord, deck: Sequence[Card]) -> tuple[Card, ...]:
    """The shuffled deck that a record gives by number, card by card, or both in agreement."""
    by_number = None if record.deal is None else shuffled(deck, record.deal)
    by_card = None if record.deck is None else tuple(Card.parse(text) for text in record.deck)
    if by_card is None:
        if by_number is None:
            raise ValueError("neither a deal number nor a deck is given")
        return by_number
    if by_number is not None and by_number != by_card and sorted(map(str, by_card)) == sorted(map(str, deck)):
        raise ValueError(f"it is not the deck of deal {record.deal}")
    return by_card


def _wishes(record: GameRecord, game: AnyGame, where: str) -> dict[int, str]:
    """The wishes by pile, checked."""
    piles = [str(pile) for pile in range(1, game.wish_piles + 1)]
    wishes = {}
    for pile, text in record.wishes.items():
        if not piles:
            raise RecordError(f"{where}: wishes: {game.title} has none")
        if pile not in piles:
            raise RecordError(f"{where}: wishes: {_shown(pile, 20)!r} is not a pile from 1 to {len(piles)}")
        if not text.isprintable():
            raise RecordError(f"{where}: wishes: pile {pile}: a wish is one line of printable text")
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
