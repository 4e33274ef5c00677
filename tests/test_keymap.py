"""The table of actions: no clashes, and a Cyrillic twin for every letter."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from solitaire_tui.app.keymap import APP_ACTIONS, TABLE_ACTIONS, actions_for, twin
from solitaire_tui.game import REGISTRY, load


@pytest.mark.parametrize("game_id", REGISTRY)
def test_no_key_means_two_things(game_id: str) -> None:
    keys = Counter(key for action in (*actions_for(game_id), *APP_ACTIONS) for key in action.all_keys)
    assert [key for key, count in keys.items() if count > 1] == []
    assert not {"ctrl+h", "ctrl+i", "ctrl+m", "enter", *"123456789"} & set(keys)


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


def test_keys_that_are_no_letters_have_no_twin() -> None:
    assert all(twin(key) is None for key in ("escape", "f1", "1", "question_mark", "space", "backspace"))


@pytest.mark.parametrize("game_id", REGISTRY)
def test_every_action_has_a_method(game_id: str) -> None:
    screen = load(game_id).screen()
    for action in actions_for(game_id):
        assert callable(getattr(screen, f"action_{action.id}")), action.id


def test_no_key_is_written_outside_the_table() -> None:
    """Cyrillic letters stand in the key map, in small dialogs with their own keys, and in what is about languages."""
    package = Path(__file__).parent.parent / "solitaire_tui"
    with_cyrillic = {
        path.name
        for path in package.rglob("*.py")
        if any("а" <= char <= "я" for char in path.read_text(encoding="utf-8").lower())
    }
    assert with_cyrillic <= {"keymap.py", "panels.py", "reader.py", "menu.py", "faces.py", "language.py"}


def test_every_action_is_explained() -> None:
    for action in (*TABLE_ACTIONS, *APP_ACTIONS):
        assert action.help.endswith(".")
        assert action.label
