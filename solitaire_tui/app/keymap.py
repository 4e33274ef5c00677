"""The one table of actions: what they are called, on which keys they are and where they apply. Pure data.

Bindings, footer, command palette and the page of keys are all made from it. The Cyrillic twin of a key, the letter
that the same key gives on a ЙЦУКЕН layout, is derived here and written nowhere else. Keys that a preset or the player
puts in place of those in the table are worked out in ``app/keys.py`` and held here.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final

from solitaire_tui.language import N_, _

_LATIN: Final = (
    *"qwertyuiop",
    "left_square_bracket",
    "right_square_bracket",
    *"asdfghjkl",
    "semicolon",
    "apostrophe",
    *"zxcvbnm",
    "comma",
    "full_stop",
)
_CYRILLIC: Final = "йцукенгшщзхъфывапролджэячсмитьбю"
_TWINS: Final = dict(zip((*_LATIN, *_CYRILLIC), (*_CYRILLIC, *_LATIN), strict=True))


class _Held:
    """The keys that hold in place of those in the table, by action; one map for the process, as the keyboard is."""

    keys: Mapping[str, tuple[str, ...]] = {}


def hold(keys: Mapping[str, tuple[str, ...]]) -> None:
    """Have other keys than those of the table hold from now on.

    Args:
        keys: keys by the id of an action; an action that is missing has those of the table.
    """
    _Held.keys = keys


@dataclass(frozen=True, slots=True)
class Action:
    """Something a player can do.

    Attributes:
        id: the name of the method that does it, without ``action_``.
        keys: Latin keys as Textual names them, if no others are held for it; the first is the one shown.
        label: its name in footer and palette, in English; translated where it is shown, like ``help``.
        help: what it does, in a sentence.
        games: ids of the games it belongs to; empty for all.
        footer: its place in the footer, the lowest first; 0 keeps it out.
    """

    id: str
    keys: tuple[str, ...]
    label: str
    help: str
    games: frozenset[str] = frozenset()
    footer: int = 0

    def belongs_to(self, game_id: str) -> bool:
        """Whether the game has this action."""
        return not self.games or game_id in self.games

    @property
    def all_keys(self) -> tuple[str, ...]:
        """The keys of the table and their Cyrillic twins, as Textual names them."""
        return twinned(self.keys)

    @property
    def held_keys(self) -> tuple[str, ...]:
        """The keys that really hold, without twins."""
        return _Held.keys.get(self.id, self.keys)

    @property
    def shown_key(self) -> str:
        """The first of the keys that really hold, as a player reads it."""
        return readable(self.held_keys[0])


def twin(key: str) -> str | None:
    """The key name that the same key sends in the other layout; None if the key has no twin.

    ``u`` gives ``г``, ``U`` gives ``Г``, ``ctrl+q`` gives ``ctrl+й``, and the other way round.
    """
    prefix, plus, last = key.rpartition("+")
    found = _TWINS.get(last.lower())
    if found is None:
        return None
    if last.isupper():
        if len(found) > 1:
            return None  # the shifted key of a punctuation mark is another mark
        found = found.upper()
    return f"{prefix}{plus}{found}"


def twinned(keys: Iterable[str]) -> tuple[str, ...]:
    """Keys, and after them the twins of those that have one."""
    keys = tuple(keys)
    return keys + tuple(found for key in keys if (found := twin(key)) is not None)


def with_twins(*keys: str) -> str:
    """Keys and their twins, as a binding takes them."""
    return ",".join(twinned(keys))


READABLE: Final = {
    "escape": N_("Esc"),
    "enter": N_("Enter"),
    "space": N_("Space"),
    "backspace": N_("Backspace"),
    "tab": "Tab",
    "delete": "Del",
    "insert": "Ins",
    "home": "Home",
    "end": "End",
    "pageup": "PgUp",
    "pagedown": "PgDn",
    "left": N_("Left"),
    "right": N_("Right"),
    "up": N_("Up"),
    "down": N_("Down"),
}
"""The keys that have a name of their own here, translated where they are shown."""

MARKS: Final = {
    "slash": "/",
    "backslash": "\\",
    "at": "@",
    "minus": "-",
    "plus": "+",
    "underscore": "_",
}
"""The marks to which Textual gives other names than Unicode does."""


def mark(name: str) -> str | None:
    """The mark that Textual's name of a key stands for: ``question_mark`` gives ``?``; None if it is no mark's name."""
    if name in MARKS:
        return MARKS[name]
    try:
        found = unicodedata.lookup(name.replace("_", " "))
    except KeyError:
        return None
    return found if not found.isalnum() and found.isprintable() and found != " " else None


def readable(key: str) -> str:
    """A key as a player reads it: ``?``, ``Ctrl+Q``, ``Esc``."""
    prefix, plus, last = key.rpartition("+")
    if last in READABLE:
        shown = _(READABLE[last])
    elif len(last) == 1:
        shown = last.upper() if plus else last
    else:
        shown = mark(last) or last.upper()
    return f"{prefix.title()}+{shown}" if plus else shown


def terse(key: str) -> str:
    """A key as shortly as it can be written: ``^P`` for ``Ctrl+P``."""
    prefix, _plus, last = key.rpartition("+")
    return f"^{last.upper()}" if prefix == "ctrl" and len(last) == 1 else readable(key)


_RASPAD: Final = frozenset({"raspad"})
_GAREM: Final = frozenset({"garem"})

TABLE_ACTIONS: Final = (
    Action(
        "undo",
        ("u", "backspace"),
        N_("Undo"),
        N_("Take the last step back, also after the game has ended."),
        footer=1,
    ),
    Action("redo", ("r",), N_("Redo"), N_("Play the step again that was taken back."), footer=9),
    Action(
        "hint", ("h",), N_("Hint"), N_("Advise a move and why; again for the plan, again to carry it out."), footer=2
    ),
    Action("chances", ("o",), N_("Chances"), N_("Show or hide what the adviser expects."), footer=13),
    Action(
        "peek",
        ("p",),
        N_("Peek"),
        N_("Ask whether this can still be won, every card known; marks the game."),
        footer=14,
    ),
    Action("close", ("c", "space"), N_("Close"), N_("Close the round while at most one card is open."), _RASPAD, 3),
    Action("lay_down", ("l",), N_("Lay down"), N_("Show the row that laying down makes; again to do it."), _RASPAD, 4),
    Action("next_row", ("c", "space"), N_("Next row"), N_("Set the rest aside and deal the next play row."), _GAREM, 3),
    Action("forced", ("a",), N_("All forced"), N_("Place every card on which there is nothing to decide."), _GAREM, 4),
    Action("wishes", ("w",), N_("Wishes"), N_("Write wishes before the first play row; read them later."), _GAREM, 5),
    Action(
        "discards",
        ("d",),
        N_("Cards"),
        N_("Look through the cards that are out, and count the unseen ones."),
        footer=8,
    ),
    Action("why", ("y",), N_("Why"), N_("Explain the card under the cursor: what beats it, where it goes."), footer=10),
    Action(
        "review",
        ("v",),
        N_("Review"),
        N_("See what each move cost, and play on from any position; marks the game."),
        footer=15,
    ),
    Action("share", ("e",), N_("Share"), N_("Copy the deal's code, with the result once there is one."), footer=16),
    Action("unpick", ("x", "escape"), N_("Unpick"), N_("Put a picked card back.")),
    Action(
        "restart", ("U",), N_("Restart"), N_("Take everything back to the deal; redo all brings it back."), footer=11
    ),
    Action("redo_all", ("R",), N_("Redo all"), N_("Play every step again that was taken back.")),
    Action("side", ("s",), N_("Side panel"), N_("Show or hide chances, unseen cards and the moves."), footer=16),
    Action("mark", ("b",), N_("Mark"), N_("Mark this position, or take its mark away."), footer=17),
    Action("jump", ("B",), N_("Jump"), N_("Jump to a marked position; undo jumps back."), footer=18),
    Action("new", ("n",), N_("New"), N_("Deal another game."), footer=6),
    Action("give_up", ("g",), N_("Give up"), N_("Give this deal up."), footer=12),
    Action("rules", ("question_mark", "f1"), N_("Rules"), N_("Read the rules and the keys."), footer=7),
    Action("lesson", ("i",), N_("Lesson"), N_("Learn the game step by step, with prepared cards."), footer=22),
    Action("statistics", ("t",), N_("Statistics"), N_("See what has been played and won."), footer=20),
    Action("games", ("m",), N_("Games"), N_("Look through the games played here."), footer=21),
    Action("settings", ("comma",), N_("Settings"), N_("Change the settings."), footer=19),
    Action("menu", ("q",), N_("Menu"), N_("Go to the menu; the game stays on the table."), footer=5),
)
"""What can be done at a table, apart from moving the cursor, picking and choosing by digits."""

CURSOR_ACTIONS: Final = (
    Action("cursor_left", ("left",), N_("Left"), N_("Move the cursor to the left.")),
    Action("cursor_right", ("right",), N_("Right"), N_("Move the cursor to the right.")),
    Action("cursor_up", ("up",), N_("Up"), N_("Move the cursor up.")),
    Action("cursor_down", ("down",), N_("Down"), N_("Move the cursor down.")),
    Action(
        "enter",
        ("enter",),
        N_("Pick or play"),
        N_("Pick the card under the cursor, or play the picked card on it."),
    ),
)
"""Moving the cursor at a table, and playing with it."""

APP_ACTIONS: Final = (
    Action("command_palette", ("ctrl+p",), N_("Commands"), N_("Search every action by name.")),
    Action("quit", ("ctrl+q",), N_("Quit"), N_("Leave the program.")),
    Action("suspend_process", ("ctrl+z",), N_("Suspend"), N_("Go back to the shell for a while (Unix).")),
)
"""What can be done everywhere."""

MENU_LETTERS: Final = "abcde"
"""The keys of games that wait in the menu: those on a table, some unfinished ones, and all of these."""

ON_MENU: Final = frozenset({"rules", "settings", "statistics", "games"} | {entry.id for entry in APP_ACTIONS})
"""The actions whose keys the menu knows too."""

PRESETS: Final[Mapping[str, Mapping[str, tuple[str, ...]]]] = {
    "standard": {},
    "vim": {
        "cursor_left": ("left", "h"),
        "cursor_right": ("right", "l"),
        "cursor_up": ("up", "k"),
        "cursor_down": ("down", "j"),
        "hint": ("H",),
        "lay_down": ("L",),
        "redo": ("r", "ctrl+r"),
        "command_palette": ("ctrl+p", "colon"),
    },
}
"""What each choice of the setting ``keys_preset`` has in place of the keys of the tables above."""


def action(action_id: str) -> Action:
    """The action of this id.

    Raises:
        KeyError: if there is none.
    """
    return _BY_ID[action_id]


def key_of(action_id: str, *, short: bool = False) -> str:
    """The key that really holds for an action, as a player reads it, or as shortly as it can be written."""
    key = action(action_id).held_keys[0]
    return terse(key) if short else readable(key)


def all_actions() -> tuple[Action, ...]:
    """Every action, each once."""
    return (*TABLE_ACTIONS, *CURSOR_ACTIONS, *APP_ACTIONS)


_BY_ID: Final = {entry.id: entry for entry in all_actions()}


def actions_for(game_id: str) -> tuple[Action, ...]:
    """The table actions that a game has."""
    return tuple(action for action in TABLE_ACTIONS if action.belongs_to(game_id))
