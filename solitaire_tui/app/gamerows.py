"""Past games in words: a line of their list, the details of one, and what is shown of a note. No screen is needed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from rich.cells import cell_len

from solitaire_tui.game import REGISTRY, load
from solitaire_tui.language import N_, _, date_in_figures, n_, p_
from solitaire_tui.session import deal_name
from solitaire_tui.store.endings import Result
from solitaire_tui.store.figures import time_played
from solitaire_tui.store.kept import Kept
from solitaire_tui.store.statistics import rules_named

NARROW: Final = 70
"""Columns below which a line has no time of day."""
ROOMY: Final = 72
"""Cells from which on a line has room for the name of a daily deal."""
ROOMY_NAME_WIDTH: Final = 32
NAME_WIDTH: Final = 24
RESULT_WIDTH: Final = 14
NARROW_RESULT_WIDTH: Final = 11

MARKS: Final = {
    "seen": N_("seen before"),
    "restart": N_("a restart"),
    "old daily": N_("the daily deal of another day"),
    "peeked": N_("peeked"),
    "undo": N_("with undo"),
    "strict": N_("strict"),
    "imported": N_("imported: counts in no statistics"),
}
"""What is to be known of a game, translated where it is shown."""


def result_named(result: Result | None) -> str:
    """A result in a word or two; None is a game that has none yet."""
    match result:
        case Result.WON:
            return p_("game", "won")
        case Result.LOST:
            return p_("game", "lost")
        case Result.FINISHED:
            return p_("game", "played to the end")
        case Result.GIVEN_UP:
            return p_("game", "given up")
        case Result.LEFT:
            return p_("game", "left")
        case Result.NOTHING:
            return p_("game", "not played")
    return p_("game", "unfinished")


def result_of(kept: Kept) -> str:
    """How a game ended; of one that is scored, its wishes."""
    if kept.score is not None and kept.result is Result.FINISHED:
        return n_("{number} wish", "{number} wishes", kept.score).format(number=kept.score)
    return result_named(kept.result)


def name_of(kept: Kept, *, short: bool = False) -> str:
    """Game, deal and options that are on: ``Raspad #1742 (jokers)``; in short a daily deal goes by its number too."""
    name = kept.name
    if short and kept.daily is not None and kept.game in REGISTRY:
        name = deal_name(load(kept.game).title, kept.deal, None)
    return name + rules_named(kept.rules)


def row_of(kept: Kept, width: int, text: Callable[[str], str]) -> str:
    """A game as a line of the list: bookmark, when, which, how it ended, and what has room of its note.

    Args:
        kept: the game.
        width: cells there are.
        text: puts a text in the character set of the terminal, as long as it was.
    """
    started = kept.started.astimezone()
    mark = "★" if kept.bookmarked else " "
    if width < NARROW:
        when = started.strftime(_("%m-%d"))
        result = _fit(result_of(kept), NARROW_RESULT_WIDTH)
        room = max(8, width - cell_len(when) - NARROW_RESULT_WIDTH - 6)
        return text(f"{mark} {when}  {_fit(name_of(kept, short=True), min(room, NAME_WIDTH))}  {result}".rstrip())
    when = started.strftime(_("%Y-%m-%d %H:%M"))
    short = width < ROOMY
    name = _fit(name_of(kept, short=short), NAME_WIDTH if short else ROOMY_NAME_WIDTH)
    line = f"{mark} {when}  {name}  {_fit(result_of(kept), RESULT_WIDTH)}"
    room = width - cell_len(line) - 2
    note = safe(kept.note).partition("\n")[0] if room > 4 else ""
    return text(f"{line}  {_fit(note, room) if note else ''}".rstrip())


def details_of(kept: Kept) -> str:
    """What is to be known of a game beside its name and result, in a sentence or two."""
    parts = [n_("{number} move", "{number} moves", kept.moves).format(number=kept.moves), time_played(kept.seconds)]
    for number, words in (
        (kept.undos, n_("{number} undo", "{number} undos", kept.undos)),
        (kept.hints, n_("{number} hint", "{number} hints", kept.hints)),
    ):
        if number:
            parts.append(words.format(number=number))
    parts += [_(MARKS[mark]) for mark in kept.marks if mark in MARKS and not (mark == "undo" and kept.undos)]
    if kept.daily is not None:
        parts.append(_("daily deal of {date}").format(date=date_in_figures(kept.daily)))
    if kept.process is not None:
        parts.append(_("on the table of another window (process {process})").format(process=kept.process))
    return ", ".join(parts)


def safe(text: str) -> str:
    """A text that came from outside with nothing in it that a terminal would obey; its lines stay lines."""
    return "\n".join("".join(char if char.isprintable() else " " for char in line) for line in text.splitlines())


def _fit(text: str, width: int) -> str:
    """A text as wide as that, cut with an ellipsis if it has to be."""
    if cell_len(text) > width:
        while text and cell_len(text) > width - 1:
            text = text[:-1]
        text = f"{text.rstrip()}…"
    return text + " " * (width - cell_len(text))
