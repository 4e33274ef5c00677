"""Which keys hold: those of a preset and the player's own over the table of actions, and what can't be among them."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from typing import Final, NamedTuple

from textual.binding import Binding

from solitaire_tui.app.keymap import (
    APP_ACTIONS,
    CURSOR_ACTIONS,
    MARKS,
    MENU_LETTERS,
    ON_MENU,
    PRESETS,
    READABLE,
    action,
    actions_for,
    all_actions,
    mark,
    readable,
    twin,
    twinned,
)
from solitaire_tui.game import REGISTRY
from solitaire_tui.language import _
from solitaire_tui.settings import Keys

_NAMED: Final = frozenset({*READABLE, *(f"f{number}" for number in range(1, 25))})
"""The keys that give no character and those with a name of their own."""

_MODIFIERS: Final = ("alt", "ctrl", "shift")
"""In the order in which Textual names them."""

_SAME: Final = {"ctrl+h": "backspace", "ctrl+i": "tab", "ctrl+m": "enter", "ctrl+left_square_bracket": "escape"}
"""Keys that many terminals can't tell from another one."""

_TAKEN: Final = frozenset({*"0123456789", "tab", "shift+tab", "ctrl+c"})
"""Keys that choose cards, go through dialogs, and copy: no action can have them."""


class Settled(NamedTuple):
    """Which keys hold.

    Attributes:
        keys: the keys of all actions that have others than in the table of actions, without twins.
        faults: what of the player's own could not be used and why, one line each, without the file's name.
    """

    keys: Keys
    faults: tuple[str, ...]


class NoKey(ValueError):
    """A text is not the name of a usable key; the text says why."""


def key_named(text: str) -> str:
    """The key that a player calls so, as Textual names it.

    ``u``, ``Z``, ``?``, ``f5``, ``ctrl+e`` and ``shift+up`` are such texts; ``shift+z`` is another one for ``Z``, and
    ``question_mark`` for ``?``.

    Raises:
        NoKey: if there is no such key, or none that a terminal sends apart from others.
    """
    body = text.strip()
    ends_with_plus = body == "+" or body.endswith("++")
    *modifiers, last = [*body[:-1].split("+"), "+"] if ends_with_plus else body.split("+")
    modifiers = [modifier.lower() for modifier in modifiers if modifier]
    single = len(last) == 1 and last.isprintable()
    if single:
        last = last if last.isalnum() else _mark_named(last)
    elif (last := last.lower()) not in _NAMED and mark(last) is None:
        raise NoKey(_("{key} is no key").format(key=_shown(text)))
    if not set(modifiers) <= set(_MODIFIERS):
        raise NoKey(_("{key} is no key").format(key=_shown(text)))
    if single or mark(last):
        if "shift" in modifiers and (modifiers != ["shift"] or not last.isalpha() or len(last) > 1):
            raise NoKey(_("{key} is no key").format(key=_shown(text)))
        if modifiers:
            last = last.upper() if modifiers == ["shift"] else last.lower()
            modifiers = [modifier for modifier in modifiers if modifier != "shift"]
    key = "+".join([*sorted(set(modifiers)), last])
    if key in _SAME:
        raise NoKey(_("{key} is {other} in a terminal").format(key=readable(key), other=readable(_SAME[key])))
    return key


def _mark_named(char: str) -> str:
    """Textual's name of a punctuation mark."""
    if char == " ":
        return "space"
    named = {sign: name for name, sign in MARKS.items()}
    return named.get(char) or unicodedata.name(char, char).lower().replace("-", "_").replace(" ", "_")


def bound(action_id: str, does: str = "") -> Binding:
    """The binding of an action on a screen, which follows the keys that the player gives to the action.

    Args:
        action_id: the id of the action in the table.
        does: what it calls on that screen; the action's own id if it is missing.
    """
    entry = action(action_id)
    return Binding(",".join(entry.all_keys), does or action_id, entry.label, show=False, id=action_id)


def settle(preset: str, own: Keys) -> Settled:
    """Work out which keys hold.

    Of an entry of the player's, the keys that belong to another action are left out, and the others hold. One with a
    key that is none is left out whole. An action without a key of the player's then has those of the preset.

    Args:
        preset: a key of ``PRESETS``.
        own: the player's own keys by the id of an action, as they stand in the settings file.
    """
    faults: list[tuple[str, str]] = []
    wanted: dict[str, tuple[str, ...]] = {}
    for name, texts in own.items():
        try:
            wanted[name] = _keys(name, texts)
        except NoKey as error:
            faults.append((name, str(error)))
    while (clash := _clash(PRESETS[preset], wanted)) is not None:
        name, key, other = clash
        wanted[name] = tuple(own_key for own_key in wanted[name] if key not in twinned((own_key,)))
        if not wanted[name]:
            del wanted[name]
        what = _("{key} is the key for {action}").format(key=readable(key), action=_(action(other).label))
        faults.append((name, what))
    keys = {**PRESETS[preset], **wanted}
    return Settled(keys, tuple(f"keys.{_shown(name)}: {what}{_stays(keys, name)}" for name, what in faults))


def keymap(keys: Keys) -> dict[str, str]:
    """Keys as Textual's ``App.set_keymap`` takes them, twins included."""
    return {name: ",".join(dict.fromkeys(twinned(held))) for name, held in keys.items()}


def _keys(name: str, texts: Iterable[str]) -> tuple[str, ...]:
    """The keys of one entry of the player's.

    Raises:
        NoKey: if there is no such action, or it can't have one of these keys.
    """
    ids = [entry.id for entry in all_actions()]
    if name not in ids:
        from difflib import get_close_matches

        near = get_close_matches(name, ids, n=1)
        if near:
            raise NoKey(_("there is no such action: {name} is meant?").format(name=near[0]))
        raise NoKey(_("there is no such action"))
    keys = tuple(dict.fromkeys(key_named(text) for text in texts))
    for key in twinned(keys):
        if key in _TAKEN:
            raise NoKey(_("{key} is needed for something else").format(key=readable(key)))
        if name == "quit" and len(key.split("+")[-1]) == 1 and "+" not in key:
            raise NoKey(_("{key} would be typed in texts").format(key=readable(key)))
        if name in ON_MENU and key in twinned(MENU_LETTERS):
            raise NoKey(_("{key} is for a game that waits in the menu").format(key=readable(key)))
    return keys


def _clash(preset: Keys, wanted: Keys) -> tuple[str, str, str] | None:
    """The last entry of the player's that shares a key with another action, the key, and the other; None if none does.

    A preset is free of clashes by itself, so that one of the two actions is always the player's.
    """
    order = {name: at for at, name in enumerate(wanted)}
    clashes = []
    for game_id in REGISTRY:
        holders: dict[str, str] = {}
        for entry in (*actions_for(game_id), *CURSOR_ACTIONS, *APP_ACTIONS):
            for key in dict.fromkeys(twinned(wanted.get(entry.id) or preset.get(entry.id, entry.keys))):
                other = holders.setdefault(key, entry.id)
                if other != entry.id:
                    earlier, later = sorted((entry.id, other), key=lambda name: order.get(name, -1))
                    clashes.append((later, earlier, key))
    if not clashes:
        return None
    # Of a letter and its twin the one that was written; it comes first.
    name, other, key = max(clashes, key=lambda clash: order[clash[0]])
    return name, key if key in wanted[name] else twin(key) or key, other


def _stays(keys: Keys, name: str) -> str:
    """The end of a fault: which keys its action has after all."""
    try:
        held = keys.get(name, action(name).keys)
    except KeyError:
        return ""
    return "; " + _("kept: {keys}").format(keys=", ".join(readable(key) for key in held))


def _shown(text: str) -> str:
    """A text from outside in one short line that holds nothing a terminal would obey."""
    line = "".join(char if char.isprintable() else " " for char in text)
    return line if len(line) <= 40 else line[:39] + "…"
