"""Fixtures for all tests."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from solitaire_tui import language
from solitaire_tui.app.keymap import hold


@pytest.fixture(autouse=True)
def _own_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever a test makes the program keep goes to a folder of that test's own."""
    monkeypatch.setenv("SOLITAIRE_TUI_HOME", str(tmp_path / "home"))


@pytest.fixture(autouse=True)
def _no_motion(monkeypatch: pytest.MonkeyPatch) -> None:
    """Cards do not glide, nothing fades; a test of motion sets ``app.animation_level`` itself."""
    monkeypatch.setattr("textual.constants.TEXTUAL_ANIMATIONS", "none")


@pytest.fixture(autouse=True)
def _in_english(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The program speaks English, whatever the locale, unless a test asks for another language."""
    monkeypatch.setenv("LANGUAGE", "en")
    language.use("en")
    yield
    language.use("en")


@pytest.fixture(autouse=True)
def _keys_of_the_table() -> Iterator[None]:
    """The keys that a test has had hold are let go after it."""
    yield
    hold({})
