"""The table of actions: no clashes, and a Cyrillic twin for every letter."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path
from textwrap import dedent
from typing import Any

import pytest

from solitaire_tui.app.keymap import (
    APP_ACTIONS,
    CURSOR_ACTIONS,
    PRESETS,
    actions_for,
    all_actions,
    hold,
    key_of,
    twin,
    twinned,
)
from solitaire_tui.app.keys import NoKey, key_named, keymap, settle
from solitaire_tui.app.reader import keys_text
from solitaire_tui.game import REGISTRY, load
from solitaire_tui.language import use
from solitaire_tui.settings import read_settings


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("game_id", REGISTRY)
def test_no_key_means_two_things(game_id: str, preset: str) -> None:
    hold(PRESETS[preset])
    actions = (*actions_for(game_id), *CURSOR_ACTIONS, *APP_ACTIONS)
    keys = Counter(key for entry in actions for key in twinned(entry.held_keys))
    assert [key for key, count in keys.items() if count > 1] == []
    assert not {"ctrl+h", "ctrl+i", "ctrl+m", "tab", *"123456789"} & set(keys)


@pytest.mark.parametrize("preset", PRESETS)
def test_a_preset_is_about_actions_there_are_and_keys_as_textual_names_them(preset: str) -> None:
    assert {*PRESETS[preset]} <= {entry.id for entry in all_actions()}
    for keys in PRESETS[preset].values():
        assert keys
        assert [key_named(key) for key in keys] == [*keys]


def test_the_vim_preset() -> None:
    """hjkl move, as the design has it; what was on them is elsewhere, and u is undo as ever."""
    keys = settle("vim", {}).keys
    for way, key in zip(("left", "down", "up", "right"), "hjkl", strict=True):
        assert keys[f"cursor_{way}"] == (way, key)
    assert not {*keys["hint"], *keys["lay_down"]} & {*"hjkl"}
    assert "undo" not in keys


@pytest.mark.parametrize(
    ("latin", "cyrillic"),
    # The key map of the design, twin by twin.
    [
        *zip("urURcldn qhawgyx", "гкГКсдвт йрфцпнч", strict=True),
        ("ctrl+q", "ctrl+й"),
        ("ctrl+p", "ctrl+з"),
        ("ctrl+z", "ctrl+я"),
    ],
)
def test_cyrillic_twins(latin: str, cyrillic: str) -> None:
    if latin != " ":
        assert twin(latin) == cyrillic


@pytest.mark.parametrize(
    ("one", "other"), [("comma", "б"), ("full_stop", "ю"), ("г", "u"), ("Г", "U"), ("ctrl+я", "ctrl+z"), ("Б", None)]
)
def test_twins_go_both_ways(one: str, other: str | None) -> None:
    assert twin(one) == other


def test_keys_that_are_no_letters_have_no_twin() -> None:
    assert all(twin(key) is None for key in ("escape", "f1", "1", "question_mark", "space", "backspace"))


@pytest.mark.parametrize("game_id", REGISTRY)
def test_every_action_has_a_method(game_id: str) -> None:
    screen = load(game_id).screen()
    for action in actions_for(game_id):
        assert callable(getattr(screen, f"action_{action.id}")), action.id


WORDS_TYPED = ("commands.py", "vocabulary.py")
"""Where the words are that a player types in both languages, which are no keys."""


def test_no_key_is_written_outside_the_table() -> None:
    """Cyrillic letters stand in the key map, in small dialogs with their own keys, and in what is about languages."""
    package = Path(__file__).parent.parent / "solitaire_tui"
    with_cyrillic = {
        path.name
        for path in package.rglob("*.py")
        if any("а" <= char <= "я" for char in path.read_text(encoding="utf-8").lower())
    }
    assert with_cyrillic <= {"keymap.py", "panels.py", "reader.py", "menu.py", "faces.py", "language.py", *WORDS_TYPED}


def test_every_action_is_explained() -> None:
    for action in all_actions():
        assert action.help.endswith(".")
        assert action.label


@pytest.mark.parametrize(
    ("written", "key"),
    [
        ("u", "u"),
        ("Z", "Z"),
        ("shift+z", "Z"),
        ("г", "г"),
        ("?", "question_mark"),
        ("question_mark", "question_mark"),
        (",", "comma"),
        ("+", "plus"),
        ("/", "slash"),
        ("Space", "space"),
        ("F5", "f5"),
        ("ctrl+e", "ctrl+e"),
        ("Ctrl+E", "ctrl+e"),
        ("ctrl++", "ctrl+plus"),
        ("shift+ctrl+up", "ctrl+shift+up"),
        ("alt+x", "alt+x"),
    ],
)
def test_keys_as_players_write_them(written: str, key: str) -> None:
    assert key_named(written) == key


@pytest.mark.parametrize("written", ["", " ", "foo", "ctrl+", "hyper+x", "ctrl+shift+e", "shift+,", "\x1b", "f25"])
def test_what_is_no_key(written: str) -> None:
    with pytest.raises(NoKey, match="is no key") as caught:
        key_named(written)
    assert str(caught.value).isprintable()


@pytest.mark.parametrize(
    ("written", "other"), [("ctrl+i", "Tab"), ("ctrl+m", "Enter"), ("ctrl+h", "Backspace"), ("ctrl+[", "Esc")]
)
def test_keys_that_terminals_cannot_tell_from_others(written: str, other: str) -> None:
    with pytest.raises(NoKey, match=f"is {other} in a terminal"):
        key_named(written)


def test_keys_may_be_exchanged() -> None:
    own = {"hint": ("l",), "lay_down": ("h",)}
    assert settle("standard", own) == (own, ())


def test_games_may_use_the_same_key_for_actions_that_only_one_of_them_has() -> None:
    own = {"wishes": ("l",)}  # l lays down in Raspad, which has no wishes
    assert settle("standard", own) == (own, ())


@pytest.mark.parametrize(
    ("preset", "own", "fault"),
    [
        ("standard", {"undo": ("h",)}, "keys.undo: h is the key for Hint; kept: u, Backspace"),
        ("standard", {"peek": ("enter",)}, "keys.peek: Enter is the key for Pick or play; kept: p"),
        ("standard", {"peek": ("left",)}, "keys.peek: Left is the key for Left; kept: p"),
        ("standard", {"peek": ("3",)}, "keys.peek: 3 is needed for something else; kept: p"),
        ("standard", {"games": ("a",)}, "keys.games: a is for a game that waits in the menu; kept: m"),
        ("standard", {"rules": ("f8", "d")}, "keys.rules: d is for a game that waits in the menu; kept: ?, F1"),
        ("standard", {"peek": ("tab",)}, "keys.peek: Tab is needed for something else; kept: p"),
        ("standard", {"peek": ("foo",)}, "keys.peek: foo is no key; kept: p"),
        ("standard", {"quit": ("e",)}, "keys.quit: e would be typed in texts; kept: Ctrl+Q"),
        ("standard", {"undoo": ("z",)}, "keys.undoo: there is no such action: undo is meant?"),
        ("standard", {"x\ty": ("z",)}, "keys.x y: there is no such action"),
        ("standard", {"undo": ("z",), "redo": ("я",)}, "keys.redo: я is the key for Undo; kept: r"),
        ("vim", {"hint": ("h",)}, "keys.hint: h is the key for Left; kept: H"),
    ],
)
def test_what_cannot_be_used_is_told_and_the_rest_holds(preset: str, own: dict[str, Any], fault: str) -> None:
    settled = settle(preset, {**own, "why": ("f",)})
    assert settled.faults == (fault,)
    good = {name: keys for name, keys in own.items() if not fault.startswith(f"keys.{name.replace(chr(9), ' ')}:")}
    assert settled.keys == {**PRESETS[preset], **good, "why": ("f",)}


@pytest.mark.parametrize(
    ("keys", "held", "faults"),
    [
        (("z", "р"), ("z",), ["keys.undo: р is the key for Hint; kept: z"]),
        (("y", "ctrl+e"), ("ctrl+e",), ["keys.undo: y is the key for Why; kept: Ctrl+E"]),
        (("н", "y", "z"), ("z",), ["keys.undo: y is the key for Why; kept: z"]),
        (
            ("h", "z", "y", "f5"),
            ("z", "f5"),
            ["keys.undo: h is the key for Hint; kept: z, F5", "keys.undo: y is the key for Why; kept: z, F5"],
        ),
    ],
)
def test_of_several_keys_those_that_clash_are_left_out(
    keys: tuple[str, ...], held: tuple[str, ...], faults: list[str]
) -> None:
    settled = settle("standard", {"undo": keys})
    assert settled.keys == {"undo": held}
    assert sorted(settled.faults) == faults


@pytest.mark.parametrize("preset", list(PRESETS))
@pytest.mark.parametrize("spoken", ["en", "ru"])
def test_the_example_on_the_page_of_keys_works(spoken: str, preset: str, tmp_path: Path) -> None:
    use(spoken)
    example = re.search(r"(?m)(^    .+\n)+", keys_text())
    assert example is not None
    file = tmp_path / "settings.toml"
    file.write_text(dedent(example[0]), encoding="utf-8")
    loaded = read_settings(file)
    assert not loaded.faults
    assert any(len(keys) > 1 for keys in loaded.settings.keys.values())
    assert settle(preset, loaded.settings.keys).faults == ()


def test_a_key_given_back_to_its_action_pushes_out_the_one_that_took_it() -> None:
    """Undo can't have h, so it keeps u, which Why has taken."""
    settled = settle("standard", {"why": ("u",), "undo": ("h",)})
    assert settled.keys == {}
    assert [fault.partition(":")[0] for fault in settled.faults] == ["keys.undo", "keys.why"]


def test_a_keymap_has_the_twins() -> None:
    assert keymap({"undo": ("z", "comma"), "why": ("f5",)}) == {"undo": "z,comma,я,б", "why": "f5"}


def test_keys_are_shown_as_they_hold() -> None:
    hold({"undo": ("ctrl+e",), "rules": ("slash",)})
    assert (key_of("undo"), key_of("undo", short=True), key_of("rules"), key_of("hint")) == ("Ctrl+E", "^E", "/", "h")
    page = keys_text()
    assert "- `Ctrl+E` **Undo**" in page
    assert "- `/` **Rules**" in page
