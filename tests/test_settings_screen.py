"""The settings screen, the palette and what is asked: changed by keys and mouse, shown at once, kept in the file."""

from __future__ import annotations

import html
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest
from textual.pilot import Pilot
from textual.widgets import OptionList

from solitaire_tui.app.bar import TextBar
from solitaire_tui.app.keeping import Keeper
from solitaire_tui.app.keymap import key_of
from solitaire_tui.app.main import SolitaireApp
from solitaire_tui.app.menu import MenuScreen
from solitaire_tui.app.newdeal import NewDealPanel
from solitaire_tui.app.palette import Palette
from solitaire_tui.app.panels import ChoicePanel
from solitaire_tui.app.settings_screen import SettingsScreen, title
from solitaire_tui.app.themes import THEMES
from solitaire_tui.folders import settings_file
from solitaire_tui.game import REGISTRY
from solitaire_tui.session import Session
from solitaire_tui.settings import CHOSEN, Settings, read_settings
from solitaire_tui.table.faces import ASCII, UNICODE, Charset
from solitaire_tui.table.screen import TableScreen
from tests.helpers import until


def written(text: str) -> None:
    settings_file().parent.mkdir(parents=True, exist_ok=True)
    settings_file().write_text(text, encoding="utf-8")


@asynccontextmanager
async def opened(
    name: str = "",
    *,
    size: tuple[int, int] = (80, 24),
    session: Session | None = None,
    charset: Charset = UNICODE,
) -> AsyncIterator[tuple[SolitaireApp, SettingsScreen, Pilot[Any]]]:
    """The program with the player's settings, at the settings screen."""
    app = SolitaireApp(session, keeper=Keeper(), charset=charset, settings=read_settings(settings_file()).settings)
    async with app.run_test(size=size) as pilot:
        app.open_settings(name)
        await pilot.pause()
        screen = app.screen
        assert isinstance(screen, SettingsScreen)
        yield app, screen, pilot


def rows(screen: SettingsScreen) -> list[str]:
    return [str(option.prompt) for option in screen.query_one(OptionList).options]


def bar(screen: SettingsScreen, name: str) -> str:
    return screen.query_one(f"#{name}", TextBar).text


async def test_every_setting_is_there_with_its_value_and_changes_from_the_keyboard() -> None:
    async with opened() as (app, screen, pilot):
        assert len(rows(screen)) == len(CHOSEN) + 1  # and where the file is
        before = app.settings
        for name, row in zip(CHOSEN, rows(screen), strict=False):
            assert title(name) in row
            held = getattr(before, name)
            screen.action_next(1)
            assert getattr(app.settings, name) != held, name
            screen.action_next(-1)
            assert getattr(app.settings, name) == held, name
            screen.action_row(1)
        await pilot.pause()
        assert str(settings_file().name) in bar(screen, "about").replace("\n", "")
    assert read_settings(settings_file()).settings == before


async def test_a_theme_is_shown_and_kept_at_once() -> None:
    async with opened("theme", session=Session.new("raspad", None, 7)) as (app, screen, pilot):
        await pilot.press("right")
        assert (app.theme, app.settings.theme) == ("felt-light", "felt-light")
        assert settings_file().read_text(encoding="utf-8") == 'theme = "felt-light"\n'
        assert "[Felt by day]" in bar(screen, "choices")
        await pilot.press("left")
        assert app.settings.theme.endswith("felt")
        await pilot.press("comma")
        assert isinstance(app.screen, TableScreen)


@pytest.mark.parametrize("size", [(80, 24), (40, 12)], ids=["80x24", "40x12"])
async def test_by_mouse_alone(size: tuple[int, int]) -> None:
    async with opened(size=size) as (app, screen, pilot):
        await pilot.click("#settings", offset=(5, 5))  # the sixth row
        changed = app.settings
        assert not changed.animation
        choices = screen.query_one("#choices", TextBar)
        assert choices.text.startswith("  on")
        await pilot.click(choices, offset=(3, 0))
        assert app.settings.animation
        footer = screen.query_one("#footer", TextBar)
        await pilot.click(footer, offset=(footer.text.index("Close"), 0))
        assert isinstance(app.screen, MenuScreen)


@pytest.mark.parametrize("size", [(1, 1), (39, 11), (40, 12), (50, 15), (80, 24), (160, 50)], ids=str)
async def test_any_size(size: tuple[int, int]) -> None:
    async with opened("theme", size=size) as (app, screen, pilot):
        await pilot.pause()
        if size >= (40, 12):
            assert "The colours of the table" in bar(screen, "about")
            assert screen.query_one(OptionList).size.height >= 5
        await pilot.resize_terminal(60, 20)
        await pilot.press("right")
        assert app.theme == "felt-light"


async def test_faults_of_the_file_are_shown_and_it_stays_until_that_setting_is_changed() -> None:
    text = 'theme = "mauve"  # mine\nmoon = 1\n[keys]\nundo = "h"\n'
    written(text)
    async with opened("theme") as (app, screen, pilot):
        assert "3 faults in the file" in bar(screen, "header")
        assert 'theme: "mauve" should be' in bar(screen, "about").replace("\n ", " ")
        marked = [row for row in rows(screen) if row.startswith("!")]
        assert len(marked) == 4  # the setting and each of the faults
        assert [name in row for name, row in zip(("Theme", "theme:", "moon:", "keys.undo:"), marked, strict=True)]
        assert settings_file().read_text(encoding="utf-8") == text
        app.change(clock=True)
        assert settings_file().read_text(encoding="utf-8") == text.replace("[keys]", "clock = true\n\n[keys]")
        # The value that holds already is chosen: now it is the player's.
        choices = screen.query_one("#choices", TextBar)
        await pilot.click(choices, offset=(choices.text.index("[Felt]") + 1, 0))
        assert 'theme = "felt"  # mine\n' in settings_file().read_text(encoding="utf-8")
        assert "2 faults" in bar(screen, "header")


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("moon = 1\nsun = 2\n", ["moon", "sun"]),
        ("moon = 1\nclock = 7\n[keys]\nundo = 'h'\n", ["3 settings can't be used: see Settings"]),
    ],
)
async def test_few_faults_are_told_at_the_start_and_many_are_counted(
    monkeypatch: pytest.MonkeyPatch, text: str, told: list[str]
) -> None:
    written(text)
    loaded = read_settings(settings_file())
    app = SolitaireApp(keeper=Keeper(), settings=loaded.settings)
    app.faults = loaded.faults
    said: list[str] = []
    monkeypatch.setattr(app, "notify", lambda message, **_: said.append(message))
    async with app.run_test() as pilot:
        await until(pilot, lambda: said)
        assert len(said) == len(told)
        assert all(part in line for part, line in zip(told, said, strict=True))


@pytest.mark.parametrize("size", [(80, 24), (40, 12)], ids=["80x24", "40x12"])
async def test_a_theme_that_the_terminal_can_not_show_is_told(size: tuple[int, int]) -> None:
    async with opened("theme", size=size) as (app, screen, pilot):
        assert "Sixteen" not in bar(screen, "about")
        app.sixteen_colors = True
        app.change(theme="walnut")
        await pilot.pause()
        assert app.theme == "terminal"
        told = "Sixteen colours can show only High contrast and Terminal's own."
        assert told in " ".join(bar(screen, "about").split())


@pytest.mark.parametrize("name", ["theme", "colours", "cards"])
async def test_what_no_color_overrules_is_told(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    async with opened(name) as (_app, screen, _pilot):
        assert "NO_COLOR is set" in bar(screen, "about")


async def test_animation_that_is_off_for_all_programs_is_told() -> None:
    async with opened("animation") as (_app, screen, _pilot):  # tests run with TEXTUAL_ANIMATIONS=none
        assert "nothing moves, whatever is chosen here" in " ".join(bar(screen, "about").split())


async def test_a_change_that_cannot_be_kept_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    written("theme = \n")
    async with opened("clock") as (app, screen, pilot):
        said: list[str] = []
        monkeypatch.setattr(app, "notify", lambda message, **_: said.append(message))
        screen.action_next(1)
        await pilot.pause()
        assert app.settings.clock
        assert len(said) == 1
        assert str(settings_file()) in said[0]
    assert settings_file().read_text(encoding="utf-8") == "theme = \n"


# Keys of the player's.


async def test_own_keys_hold_with_their_twins_and_are_shown() -> None:
    # One beat is all that the first card of this deal allows.
    written('keys_preset = "vim"\n[keys]\nundo = ["z", "ctrl+u"]\n')
    app = SolitaireApp(
        Session.new("raspad", None, 1742), keeper=Keeper(), settings=read_settings(settings_file()).settings
    )
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        screen = app.screen
        assert isinstance(screen, TableScreen)
        await pilot.press("1")
        assert len(screen.session.history.moves) == 1
        await pilot.press("u")
        assert len(screen.session.history.moves) == 1 and screen.session.history.cursor == 1
        await pilot.press("я")
        assert screen.session.history.cursor == 0
        assert " z Undo " in screen.query_one("#footer", TextBar).text
        assert "Undo (z)" in [command.title for command in app.get_system_commands(screen)]
        cursor = screen.cursor
        await pilot.press("l")
        assert screen.cursor != cursor
        app.change(keys_preset="standard")
        await pilot.press("l")  # Lay down again
        assert "Press l again (or Enter) to do it" in screen.message
    assert key_of("undo") == "z"


async def test_the_key_that_opened_an_explanation_closes_it() -> None:
    app = SolitaireApp(Session.new("raspad", None, 7), keeper=Keeper(), settings=Settings(keys={"why": ("f",)}))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        await pilot.press("f")
        assert len(app.screen_stack) == 2
        await pilot.press("а")  # its twin
        assert len(app.screen_stack) == 1


async def test_who_presses_ctrl_c_is_told_the_key_that_holds(monkeypatch: pytest.MonkeyPatch) -> None:
    app = SolitaireApp(keeper=Keeper(), settings=Settings(keys={"quit": ("f10",)}))
    said: list[str] = []
    monkeypatch.setattr(app, "notify", lambda message, **_: said.append(message))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("ctrl+q", "ctrl+c")
        assert app.is_running
        assert said == ["F10 leaves the program"]
        await pilot.press("f10")
    assert app.return_code == 0


# The palette.


async def test_the_palette_of_every_screen_has_games_and_settings() -> None:
    app = SolitaireApp(keeper=Keeper(), charset=UNICODE)
    async with app.run_test(size=(80, 24)) as pilot:
        app.open_rules()
        await pilot.pause()
        for screen in app.screen_stack:
            offered = {command.title: command.callback for command in app.get_system_commands(screen)}
            for name in ("Raspad", "Garem"):
                assert {f"Play {name}", f"{name}: new deal", f"{name}: rules"} <= {*offered}
            assert {f"Setting: {title(name)}" for name in CHOSEN} <= {*offered}
            assert len([label for label in offered if label.startswith("Theme: ")]) == len(THEMES)
        assert "Menu" in offered  # on the rules, but not on the menu itself
        assert "Menu" not in {command.title for command in app.get_system_commands(app.screen_stack[0])}
        offered["Theme: Felt by day"]()
        assert app.theme == "felt-light"
        assert 'theme = "felt-light"' in settings_file().read_text(encoding="utf-8")
        offered["Garem: new deal"]()
        await pilot.pause()
        assert isinstance(app.screen, NewDealPanel)


async def test_a_game_is_opened_from_the_palette_where_it_was_left() -> None:
    session = Session.new("garem", None, 3)
    app = SolitaireApp(session, keeper=Keeper(), charset=UNICODE)
    async with app.run_test(size=(80, 24)) as pilot:
        app.open_menu()
        await pilot.pause()
        app.go_on("garem")
        await pilot.pause()
        assert isinstance(app.screen, TableScreen)
        assert app.screen.session is session
        app.go_on("raspad")
        await pilot.pause()
        assert isinstance(app.screen, NewDealPanel)


async def test_the_palette_in_ascii() -> None:
    app = SolitaireApp(Session.new("raspad", None, 7), keeper=Keeper(), charset=ASCII)
    async with app.run_test(size=(80, 24)) as pilot:
        app.action_command_palette()
        await pilot.pause()
        assert isinstance(app.screen, Palette)
        await pilot.press("t", "h", "e", "m", "e")
        for _attempt in range(100):
            text = app_text(app.export_screenshot(simplify=True))
            if "Theme: Felt" in text:
                break
            await pilot.pause(0.02)
        else:
            pytest.fail(text)
        assert [char for char in text if not char.isascii()] == []


def app_text(svg: str) -> str:
    """The texts of a picture of the screen."""
    texts = re.findall(r"<text [^>]*>([^<]*)</text>", svg)
    return html.unescape("".join(texts)).replace("\N{NO-BREAK SPACE}", " ")


# Questions.


@pytest.mark.parametrize("asked", [True, False])
@pytest.mark.parametrize("game_id", REGISTRY)
async def test_questions_are_asked_only_if_wanted(game_id: str, asked: bool) -> None:
    session = Session.new(game_id, None, 7)
    session.play(session.game.legal_moves(session.state)[0])
    app = SolitaireApp(session, keeper=Keeper(), charset=UNICODE, settings=Settings(confirmations=asked))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        screen = app.screen
        assert isinstance(screen, TableScreen)
        app.new_game(game_id)
        await pilot.pause()
        assert type(app.screen) is (ChoicePanel if asked else NewDealPanel)
        app.pop_screen()
        screen.action_give_up()
        await pilot.pause()
        assert session.given_up is not asked
        assert isinstance(app.screen, ChoicePanel)  # the question, or how the game ended


@pytest.mark.parametrize("spoken", ["en", "ru"])
async def test_every_word_and_every_choice_is_in_sight_in_the_smallest_window(spoken: str) -> None:
    spoken_in = Settings.model_validate({"language": spoken})
    app = SolitaireApp(Session.new("raspad", deal=5), charset=UNICODE, settings=spoken_in)
    async with app.run_test(size=(40, 12)) as pilot:
        await pilot.pause()
        app.open_settings()
        await pilot.pause()
        screen: Any = app.screen
        list_of_rows = screen.query_one(OptionList)
        for row, name in enumerate(CHOSEN):
            if name == "animation":
                continue  # which is off for all programs here, and that is said first
            list_of_rows.highlighted = row
            await pilot.pause()
            about, choices = screen.query_one("#about", TextBar), screen.query_one("#choices", TextBar)
            assert not about.text.endswith("…"), about.text
            assert about.text.count("\n") < about.size.height
            assert choices.text.count("\n") < choices.size.height, choices.text
            assert "[" in choices.text
