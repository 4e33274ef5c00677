"""Settings changed while the program runs: they hold at once, on every screen, and are kept in the file."""

from __future__ import annotations

import pytest
from pydantic import ValidationError

from solitaire_tui.app.keeping import Keeper
from solitaire_tui.app.main import SolitaireApp
from solitaire_tui.folders import settings_file
from solitaire_tui.language import spoken
from solitaire_tui.session import Session
from solitaire_tui.settings import Settings
from solitaire_tui.table.canvas import CardTable
from solitaire_tui.table.faces import ASCII, UNICODE


def file_text() -> str:
    """The settings file as it is."""
    return settings_file().read_text(encoding="utf-8")


async def test_a_change_holds_on_all_screens_and_is_kept() -> None:
    app = SolitaireApp(Session.new("raspad", None, 7), keeper=Keeper(), charset=UNICODE)
    async with app.run_test(size=(80, 24)) as pilot:
        table = app.screen.query_one(CardTable)
        app.open_rules()
        await pilot.pause()
        app.change(cards="ascii", theme="felt-light", chances=True, strict=True)
        await pilot.pause()
        assert (app.charset, app.theme, app.chances, app.keeper.strict) == (ASCII, "felt-light", True, True)
        assert table.charset is ASCII
        assert app.has_class("ascii")
        app.change(language="ru")
        assert spoken() == "ru"
        painted = {char for y in range(table.size.height) for char in table.render_line(y).text}
        assert all(char.isascii() or "а" <= char.lower() <= "ё" for char in painted)
    assert sorted(file_text().splitlines()) == [
        'cards = "ascii"',
        "chances = true",
        'language = "ru"',
        "strict = true",
        'theme = "felt-light"',
    ]


async def test_animation_is_off_and_on_as_set(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("textual.constants.TEXTUAL_ANIMATIONS", "full")
    app = SolitaireApp(settings=Settings(animation=False), keeper=Keeper())
    async with app.run_test():
        levels = [str(app.animation_level)]
        for on in (True, False):
            app.change(animation=on)
            levels.append(str(app.animation_level))
    assert levels == ["none", "full", "none"]


async def test_what_cannot_be_written_is_said_and_holds_for_this_run(monkeypatch: pytest.MonkeyPatch) -> None:
    settings_file().mkdir(parents=True)  # a folder in place of the file
    app = SolitaireApp(keeper=Keeper(), charset=UNICODE)
    said: list[str] = []
    monkeypatch.setattr(app, "notify", lambda message, **_: said.append(message))
    async with app.run_test(size=(80, 24)):
        app.change(clock=True)
        assert app.settings.clock
    (line,) = said
    assert str(settings_file()) in line
    assert "\n" not in line


async def test_a_value_that_cannot_be_is_a_fault_of_the_caller_and_changes_nothing() -> None:
    app = SolitaireApp(keeper=Keeper(), charset=UNICODE)
    async with app.run_test(size=(80, 24)):
        with pytest.raises(ValidationError):
            app.change(theme="mauve")
        assert app.settings.theme == "felt"
        assert not settings_file().exists()
