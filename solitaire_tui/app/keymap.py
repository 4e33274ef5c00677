"""The one table of actions: what they are called, on which keys they are and where they apply. Pure data.

Bindings, footer, command palette and the page of keys are all made from it. The Cyrillic twin of a key, the letter
that the same key gives on a ЙЦУКЕН layout, is derived here and written nowhere else.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from solitaire_tui.language import N_, _

_LATIN: Final = "qwertyuiop[]asdfghjkl;'zxcvbnm,."
_CYRILLIC: Final = "йцукенгшщзхъфывапролджэячсмитьбю"
_TWINS: Final = dict(zip(_LATIN, _CYRILLIC, strict=True))


@dataclass(frozen=True, slots=True)
class Action:
    """Something a player can do.

    Attributes:
        id: the name of the method that does it, without ``action_``.
        keys: Latin keys as Textual names them; the first is the one shown.
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
        """The keys and their Cyrillic twins, as Textual names them."""
        twins = tuple(found for key in self.keys if (found := twin(key)) is not None)
        return self.keys + twins

    @property
    def shown_key(self) -> str:
        """The first key as a player reads it."""
        return readable(self.keys[0])


def twin(key: str) -> str | None:
    """The key name that a Russian layout sends for a Latin letter key; None if the key has no twin.

    ``u`` gives ``г``, ``U`` gives ``Г``, ``ctrl+q`` gives ``ctrl+й``.
    """
    prefix, plus, last = key.rpartition("+")
    if len(last) != 1:
        return None
    found = _TWINS.get(last.lower())
    if found is None:
        return None
    return f"{prefix}{plus}{found.upper() if last.isupper() else found}"


def with_twins(*keys: str) -> str:
    """Keys and their twins, as a binding takes them."""
    return ",".join([*keys, *(found for key in keys if (found := twin(key)) is not None)])


_READABLE: Final = {
    "question_mark": "?",
    "escape": N_("Esc"),
    "enter": N_("Enter"),
    "space": N_("Space"),
    "backspace": N_("Backspace"),
    "f1": "F1",
}


def readable(key: str) -> str:
    """A key as a player reads it: ``?``, ``Ctrl+Q``, ``Esc``."""
    prefix, plus, last = key.rpartition("+")
    shown = _(_READABLE[last]) if last in _READABLE else last
    return f"{prefix.title()}+{shown.upper()}" if plus else shown


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
    Action("unpick", ("x", "escape"), N_("Unpick"), N_("Put a picked card back.")),
    Action(
        "restart", ("U",), N_("Restart"), N_("Take everything back to the deal; redo all brings it back."), footer=11
    ),
    Action("redo_all", ("R",), N_("Redo all"), N_("Play every step again that was taken back.")),
    Action("new", ("n",), N_("New"), N_("Deal another game."), footer=6),
    Action("give_up", ("g",), N_("Give up"), N_("Give this deal up."), footer=12),
    Action("rules", ("question_mark", "f1"), N_("Rules"), N_("Read the rules and the keys."), footer=7),
    Action("statistics", ("t",), N_("Statistics"), N_("See what has been played and won.")),
    Action("games", ("m",), N_("Games"), N_("Look through the games played here.")),
    Action("menu", ("q",), N_("Menu"), N_("Go to the menu; the game stays on the table."), footer=5),
)
"""What can be done at a table, apart from moving the cursor, picking and choosing by digits."""

APP_ACTIONS: Final = (
    Action("command_palette", ("ctrl+p",), N_("Commands"), N_("Search every action by name.")),
    Action("quit", ("ctrl+q",), N_("Quit"), N_("Leave the program.")),
    Action("suspend_process", ("ctrl+z",), N_("Suspend"), N_("Go back to the shell for a while (Unix).")),
)
"""What can be done everywhere."""

CURSOR_KEYS: Final = (
    (N_("Arrows"), N_("Move the cursor; with a card picked, from one possible target to the next.")),
    (N_("Enter"), N_("Pick the card under the cursor, or play the picked card on it.")),
    (
        "1-9",
        N_("Pick a hand or play-row card; with one target it is played at once, else choose by the next digit."),
    ),
)
"""The keys that are no actions of the table above, for the page of keys."""


def actions_for(game_id: str) -> tuple[Action, ...]:
    """The table actions that a game has."""
    return tuple(action for action in TABLE_ACTIONS if action.belongs_to(game_id))
