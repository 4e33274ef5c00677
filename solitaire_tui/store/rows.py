"""The row that the database keeps of an attempt: made of a session, and made a session again."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass, fields, replace
from datetime import UTC, date, datetime
from typing import Final

from solitaire_tui.cards import Card
from solitaire_tui.deals import shuffled
from solitaire_tui.game import IllegalMove, load
from solitaire_tui.language import _
from solitaire_tui.record import GameRecord, write_record
from solitaire_tui.session import PEEKED, Session
from solitaire_tui.store.bookmarks import restore_trail


class Refused(Exception):
    """A game that can't be taken up. The message says why, in one sentence for people."""


@dataclass(slots=True)
class Row:
    """What the database keeps of an attempt and only the attempt itself changes; a column each."""

    game: str
    rules: str
    deal: int | None
    deck: str | None
    cards: str
    started: str
    started_date: str
    daily: str | None = None
    strict: bool = False
    restart: bool = False
    seen: bool = False
    imported: bool = False
    wishes: str = "{}"
    wishes_locked: bool = False
    given_up: bool = False
    marks: str = "[]"
    line: str = "[]"
    cursor: int = 0
    standing: str = "playing"
    score: int | None = None
    seconds: float = 0.0
    undos: int = 0
    hints: int = 0
    peeks: int = 0
    saved: str = ""
    saved_date: str = ""
    result: str | None = None
    ended: str | None = None
    ended_date: str | None = None
    final: str | None = None
    restarted: bool = False
    holder: str | None = None
    trail: str = ""


COLUMNS: Final = tuple(field.name for field in fields(Row))


def new_row(session: Session, now: datetime, *, strict: bool, daily: str | None, restart: bool, imported: bool) -> Row:
    """What is known of an attempt that begins."""
    codes = " ".join(card.code for card in session.deck)
    return Row(
        game=session.game.id,
        rules=rules_text(session.rules.model_dump()),
        deal=session.deal,
        deck=codes if session.deal is None else None,
        cards=hashlib.sha256(codes.encode()).hexdigest()[:16],
        started=utc(now),
        started_date=now.date().isoformat(),
        daily=daily,
        strict=strict,
        restart=restart,
        imported=imported,
        wishes=wishes_of(session),
        marks=json.dumps(sorted(session.marks)),
        cursor=session.history.cursor,
        peeks=int(PEEKED in session.marks),
    )


def restored(row: Row) -> Session:
    """The session of a kept attempt: line, cursor, wishes and marks as they were.

    Raises:
        Refused: if the rules or the moves no longer make a game.
    """
    try:
        game = load(row.game)
        rules = game.rules_type.model_validate(rules_dict(row.rules))
        deck = shuffled(game.deck(rules), row.deal) if row.deal is not None else _cards(row.deck or "")
        session = Session(game, rules, deck, deal=row.deal, wishes={})
        session.daily = None if row.daily is None else date.fromisoformat(row.daily)
        session.wishes = {int(pile): str(text) for pile, text in json.loads(row.wishes).items()}
        for step in json.loads(row.line):
            session.play(*(game.parse_move(move) for move in step))
        if row.restarted:
            restore_trail(session, row.trail)
            session.history.undo_all()
        elif session.history.jump(row.cursor):
            restore_trail(session, row.trail)
        else:
            raise ValueError(_("the present position is missing"))
        session.wishes_locked = bool(row.wishes_locked)
        session.given_up = bool(row.given_up)
        session.marks = set(json.loads(row.marks)) | ({PEEKED} if row.peeks else set())
    except (KeyError, ValueError, TypeError, AttributeError, IllegalMove) as error:
        fault = " ".join(str(error).split())[:200]
        raise Refused(_("that game can't be taken up: {fault}").format(fault=fault)) from None
    return session


def record_of_row(row: Row, note: str, marks: list[str]) -> GameRecord:
    """The record of a kept attempt: its moves when the result was fixed, else those up to the present position.

    Raises:
        Refused: if the moves no longer make a game.
    """
    session = restored(replace(row, line="[]", cursor=0, trail=""))
    game = session.game
    try:
        moves = [game.parse_move(text) for text in moves_of(row)]
    except ValueError as error:
        raise Refused(_("that game can't be written: {fault}").format(fault=error)) from None
    return write_record(
        game,
        session.rules,
        session.deck,
        moves,
        deal=row.deal,
        wishes=session.wishes,
        note=note or None,
        marks=marks,
    )


def moves_of(row: Row) -> list[str]:
    """The moves of a kept attempt when its result was fixed, else those that lead to the present position.

    Raises:
        ValueError: if they can't be read.
    """
    if row.final is not None:
        return [str(move) for move in json.loads(row.final)]
    return [str(move) for step in json.loads(row.line)[: row.cursor] for move in step]


def rules_text(rules: dict[str, bool]) -> str:
    """The options that are on, sorted, with commas between."""
    return ",".join(sorted(name for name, on in rules.items() if on))


def rules_dict(text: str) -> dict[str, bool]:
    """The options that are on."""
    return {name: True for name in text.split(",") if name}


def flat(line: str) -> str:
    """The moves of a line of steps, both JSON."""
    return json.dumps([move for step in json.loads(line) for move in step], separators=(",", ":"))


def utc(moment: datetime) -> str:
    """A moment in UTC as it is kept: to the millisecond, so that the texts sort as the moments do."""
    return moment.astimezone(UTC).isoformat(timespec="milliseconds")


def line_of(session: Session) -> str:
    """The steps of a session's line of play, those to redo included, as JSON."""
    return json.dumps([[str(move) for move in step] for step in session.history.steps], separators=(",", ":"))


def wishes_of(session: Session) -> str:
    """A session's wishes by pile as JSON."""
    wishes = {str(pile): text for pile, text in sorted(session.wishes.items()) if text}
    return json.dumps(wishes, ensure_ascii=False)


def _cards(codes: str) -> tuple[Card, ...]:
    return tuple(Card.parse(code) for code in codes.split())
