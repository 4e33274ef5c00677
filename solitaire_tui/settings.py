"""What a player has set: read from a TOML file that is the player's own, and changed in it key by key."""

from __future__ import annotations

import os
import re
import tomllib
from collections.abc import Mapping, MutableMapping
from pathlib import Path
from typing import Any, Final, Literal, NamedTuple, TypeAlias, get_args, get_origin

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from solitaire_tui.faults import reason
from solitaire_tui.files import replace_file
from solitaire_tui.folders import NoFolder, settings_file
from solitaire_tui.language import LANGUAGES, N_, _

Keys: TypeAlias = Mapping[str, tuple[str, ...]]
"""Keys by the id of an action, as a settings file names them."""

Value: TypeAlias = bool | str | Keys
"""The value of a setting."""

_TOO_LONG: Final = 1_000_000
"""Bytes from which on a file is taken for something else than settings."""


class Settings(BaseModel):
    """The settings. A field's ``title`` is its label and its ``description`` the explanation that a player reads,

    both translated where they are shown.
    """

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)

    language: Literal["auto", "en", "ru"] = Field(
        default="auto",
        title=N_("Language"),
        description=N_("what the program speaks; auto goes by the locale"),
    )
    cards: Literal["auto", "unicode", "outlined", "ascii"] = Field(
        default="auto",
        title=N_("Card set"),
        description=N_("how cards are drawn: filled faces, outlines, or plain ASCII; auto goes by the terminal"),
    )
    theme: Literal["felt", "felt-light", "contrast", "walnut", "terminal"] = Field(
        default="felt",
        title=N_("Theme"),
        description=N_("the colours of the table"),
    )
    colours: Literal["two", "four"] = Field(
        default="two",
        title=N_("Suit colours"),
        description=N_("red and black, or a colour for each suit"),
    )
    size: Literal["auto", "large", "medium", "small", "tiny"] = Field(
        default="auto",
        title=N_("Card size"),
        description=N_("the largest card faces to use; auto takes the largest that fit"),
    )
    animation: bool = Field(
        default=True,
        title=N_("Animation"),
        description=N_("let cards glide; any key skips it"),
    )
    confirmations: bool = Field(
        default=True,
        title=N_("Confirmations"),
        description=N_("ask before a game is left unfinished or given up, and before a peek"),
    )
    clock: bool = Field(
        default=False,
        title=N_("Clock"),
        description=N_("show the time played"),
    )
    chances: bool = Field(
        default=False,
        title=N_("Chances"),
        description=N_("show the chances from the start of a game"),
    )
    auto_close: bool = Field(
        default=False,
        title=N_("Automatic close"),
        description=N_("Raspad: a round is closed by itself when its last card is beaten"),
    )
    auto_next: bool = Field(
        default=False,
        title=N_("Automatic next row"),
        description=N_("Garem: the next row is dealt by itself when nothing can be placed"),
    )
    strict: bool = Field(
        default=False,
        title=N_("Strict play"),
        description=N_("neither undo nor hints; its games have statistics of their own"),
    )
    keys_preset: Literal["standard", "vim"] = Field(
        default="standard",
        title=N_("Keys"),
        description=N_("the keys to play with, but for those that you set yourself in the file"),
    )
    keys: Keys = Field(
        default_factory=dict,
        title=N_("Own keys"),
        description=N_("a table of your own keys by the name of an action"),
    )


DEFAULTS: Final = Settings()
"""What holds where the player has set nothing."""

CHOSEN: Final = tuple(name for name in Settings.model_fields if name != "keys")
"""The settings that are chosen from a few values, in the order to show."""

TITLES: Final[Mapping[str, Mapping[str, str]]] = {
    "language": {"auto": N_("Auto"), **LANGUAGES},
    "cards": {
        "auto": N_("Auto"),
        "unicode": N_("Filled"),
        "outlined": N_("Outlined"),
        "ascii": N_("ASCII"),
    },
    "theme": {
        "felt": N_("Felt"),
        "felt-light": N_("Felt by day"),
        "contrast": N_("High contrast"),
        "walnut": N_("Walnut"),
        "terminal": N_("Terminal's own"),
    },
    "colours": {"two": N_("Two colours"), "four": N_("Four colours")},
    "size": {
        "auto": N_("Auto"),
        "large": N_("Large"),
        "medium": N_("Medium"),
        "small": N_("Small"),
        "tiny": N_("Tiny"),
    },
    "keys_preset": {"standard": N_("Standard"), "vim": N_("As in vi")},
}
"""What the values that are words are called, by setting."""


class Loaded(NamedTuple):
    """What a settings file says.

    Attributes:
        settings: its settings, the default in place of whatever could not be used.
        faults: what could not be used and why, one line each, naming file and key; empty if all is well.
        bad: the faults that are about the value of one setting, by its name.
    """

    settings: Settings
    faults: tuple[str, ...]
    bad: Mapping[str, str] = {}


class SettingsNotKept(Exception):
    """The settings file could not be changed and is as it was; the text says why, in one line."""


def choices(name: str) -> tuple[str, ...]:
    """What the setting of this name can be, in the order to show; empty for one that is on or off, or a table.

    Raises:
        KeyError: if there is no such setting.
    """
    annotation = Settings.model_fields[name].annotation
    return get_args(annotation) if get_origin(annotation) is Literal else ()


def own_settings() -> Loaded:
    """What the player's settings file says; without a place for one, the defaults and why there is none."""
    try:
        return read_settings(settings_file())
    except NoFolder as error:
        return Loaded(Settings(), (str(error),))


def read_settings(file: Path) -> Loaded:
    """Read the settings file, which is never changed by that. A missing one is an empty one."""
    try:
        values = tomllib.loads(_text(file))
    except FileNotFoundError:
        return Loaded(DEFAULTS, ())
    except (OSError, ValueError, RecursionError) as error:
        return Loaded(DEFAULTS, (_("{file}: {fault}: the defaults are used").format(file=file, fault=_reason(error)),))
    known = {name: value for name, value in values.items() if name in Settings.model_fields}
    key_faults: list[str] = []
    if isinstance(table := known.get("keys"), dict):
        known["keys"], key_faults = _keys(file, table)
    bad: dict[str, str] = {}
    try:
        settings = Settings.model_validate(known)
    except ValidationError as error:
        names = {str(fault["loc"][0]) for fault in error.errors(include_url=False)}
        bad = {name: _bad(file, name, values[name]) for name in known if name in names}
        settings = Settings.model_validate({name: value for name, value in known.items() if name not in bad})
    faults = [bad[name] if name in bad else _unknown(file, name) for name in values if name in bad or name not in known]
    return Loaded(settings, (*faults, *key_faults), bad)


def _keys(file: Path, table: Mapping[str, object]) -> tuple[Keys, list[str]]:
    """The entries of the table of keys that have the right form, and what is wrong with the others."""
    keys: dict[str, tuple[str, ...]] = {}
    faults = []
    for name, value in table.items():
        texts = [value] if isinstance(value, str) else value
        if isinstance(texts, list) and texts and all(isinstance(text, str) for text in texts):
            keys[name] = tuple(texts)
        else:
            text = _('{file}: {name}: {value} should be a key such as "z" or a list of keys; not used')
            faults.append(text.format(file=file, name=f"keys.{_shown(name)}", value=_toml(value)))
    return keys, faults


def write_settings(file: Path, changes: Mapping[str, Value]) -> None:
    """Set some settings in the file, making it if it is missing.

    All else in it stays: comments, order, unknown keys, bad values, and what another window has set meanwhile; of the
    table of keys, the entries that are not among the changes.
    The file is replaced in one go, so that at any moment it is the old or the new one.

    Args:
        file: the settings file.
        changes: the new values by name; a table holds the entries to set, one without keys is to be taken out.

    Raises:
        ValidationError: if there is no such setting or it can't have that value (a fault of the caller).
        SettingsNotKept: if the file can't be changed, or is not TOML.
    """
    Settings.model_validate(dict(changes))
    try:
        # A link is followed, so that a file kept elsewhere (dotfiles) is changed there and stays linked.
        target = file.resolve()
        try:
            before = _text(target)
        except FileNotFoundError:
            before = ""
        else:
            if not os.access(target, os.W_OK):
                raise PermissionError(None, _("it is read-only"))
        if (after := _changed(before, changes)) != before:
            target.parent.mkdir(parents=True, exist_ok=True)
            replace_file(target, after)
    except (OSError, ValueError, RuntimeError) as error:  # a RuntimeError: deep nesting, links in a circle
        text = _("{file}: {fault}: the settings could not be kept")
        raise SettingsNotKept(text.format(file=file, fault=_reason(error))) from error


def _text(file: Path) -> str:
    """The text of the file, line ends as they are.

    Raises:
        OSError: if it can't be read.
        ValueError: if it is no UTF-8, or too long.
    """
    with file.open("rb") as stream:
        content = stream.read(_TOO_LONG + 1)
    if len(content) > _TOO_LONG:
        raise ValueError(_("too long for a settings file"))
    # Some editors begin a file with a byte order mark, which TOML knows nothing of.
    return content.decode("utf-8-sig")


def _changed(text: str, changes: Mapping[str, Value]) -> str:
    """The text of a TOML file with some top-level keys, and some entries of the table of keys, set.

    Raises:
        ValueError: if it is not TOML, or the keys can't be set without touching others.
    """
    before, expected = tomllib.loads(text), tomllib.loads(text)
    _set(expected, before, changes)
    # By what is written: a number is no bool, though Python finds 1 and True equal.
    if repr(expected) == repr(before):
        return text
    # Only a change of settings needs it.
    import tomlkit
    from tomlkit.exceptions import TOMLKitError

    try:
        document = tomlkit.parse(text)
        _set(document, before, changes)
        after = tomlkit.dumps(document)
        found = tomllib.loads(after)
    except (TOMLKitError, ValueError) as error:
        raise ValueError(_("it can't be changed here, only by hand")) from error
    # What is written is read back first: the file is the player's, and no slip of the editing may cost a line of it.
    if found != expected:
        raise ValueError(_("it can't be changed here, only by hand"))
    return after


def _set(document: MutableMapping[str, Any], before: Mapping[str, Any], changes: Mapping[str, Value]) -> None:
    """Set values in a document, leaving alone those that are as they should be.

    Raises:
        ValueError: if there is something else in the place of the table of keys.
    """
    for name, value in changes.items():
        if not isinstance(value, Mapping):
            if _typed(value) != _typed(before.get(name)):
                document[name] = value
            continue
        table = before.get(name, {})
        if not isinstance(table, dict):
            raise ValueError(_("{name} is no table").format(name=name))
        for entry, texts in value.items():
            plain = texts[0] if len(texts) == 1 else [*texts]
            if not texts and entry in table:
                del document[name][entry]
            elif texts and table.get(entry) != plain:
                document.setdefault(name, {})[entry] = plain


def _typed(value: object) -> tuple[type, object]:
    return type(value), value


def _reason(error: Exception) -> str:
    """What is wrong with a file, in one line."""
    if isinstance(error, OSError):
        return reason(error)
    if isinstance(error, UnicodeDecodeError):
        return _("not UTF-8 text")
    if isinstance(error, tomllib.TOMLDecodeError):
        return _not_toml(str(error))
    if isinstance(error, RecursionError):
        return _("nested too deeply")
    return _shown(str(error))


def _not_toml(fault: str) -> str:
    """Where a file stops being TOML; what Python says of it is in English, but for the place."""
    place = re.search(r"\(at line (\d+), column (\d+)\)", fault)
    if place is None:
        return _("not TOML (at its end)")
    return _("not TOML (line {line}, column {column})").format(line=place[1], column=place[2])


def _unknown(file: Path, name: str) -> str:
    from difflib import get_close_matches

    near = get_close_matches(name, Settings.model_fields, n=1)
    text = _("{file}: {name}: there is no such setting")
    if near:
        text = _("{file}: {name}: there is no such setting: {near} is meant?")
    return text.format(file=file, name=_shown(name), near="".join(near))


def _bad(file: Path, name: str, value: object) -> str:
    if name == "keys":
        text = _("{file}: {name}: {value} should be a table; not used")
        return text.format(file=file, name=name, value=_toml(value))
    allowed = [_toml(choice) for choice in choices(name)] or ["true", "false"]
    default: Any = getattr(DEFAULTS, name)
    text = _("{file}: {name}: {value} should be {choices} or {last}; {default} is used")
    return text.format(
        file=file,
        name=name,
        value=_toml(value),
        choices=", ".join(allowed[:-1]),
        last=allowed[-1],
        default=_toml(default),
    )


def _toml(value: object) -> str:
    """A value as a settings file has it, shortened."""
    if isinstance(value, bool):
        return str(value).lower()
    return f'"{_shown(value)}"' if isinstance(value, str) else _shown(str(value))


def _shown(text: str) -> str:
    """A text from outside, in one short line that holds nothing a terminal would obey."""
    line = "".join(char if char.isprintable() else " " for char in text)
    return line if len(line) <= 80 else line[:79] + "…"
