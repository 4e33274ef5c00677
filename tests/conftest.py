"""Fixtures for all tests."""

from __future__ import annotations

from pathlib import Path

import pytest


@pytest.fixture(autouse=True)
def _own_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever a test makes the program keep goes to a folder of that test's own."""
    monkeypatch.setenv("SOLITAIRE_TUI_HOME", str(tmp_path / "home"))
