"""The language of the program: chosen, changed while it runs, complete, and nothing cut off in Russian."""

from __future__ import annotations

import ast
import json
import os
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from datetime import date
from importlib.machinery import SourceFileLoader
from importlib.util import module_from_spec, spec_from_loader
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from rich.cells import cell_len
from textual.content import Content
from textual.pilot import Pilot
from textual.screen import Screen
from textual.widget import Widget
from textual.widgets import Button, Checkbox, Input, OptionList, Static, Tab, Tabs

from solitaire_tui.app.bar import TextBar
from solitaire_tui.app.keeping import Keeper
from solitaire_tui.app.keymap import actions_for
from solitaire_tui.app.main import SolitaireApp
from solitaire_tui.app.panels import ChoicePanel
from solitaire_tui.cli import main
from solitaire_tui.folders import settings_file
from solitaire_tui.game import load
from solitaire_tui.language import _, date_in_figures, number, spoken, use
from solitaire_tui.session import Session
from solitaire_tui.settings import Settings
from solitaire_tui.store.games import Store
from solitaire_tui.table.faces import UNICODE
from solitaire_tui.table.screen import TableScreen
from tests.helpers import RECORDED, recorded_session, vectors
from tests.store_helpers import FakeClock
from tests.test_statistics import simulate

ROOT = Path(__file__).parent.parent
RUSSIAN = Settings(language="ru", animation=False)
COMMANDS = ("advise", "play", "replay", "review", "serve", "solve", "stats", "study")

# What stays Latin in a Russian text: names, keys, file formats, notation, and what is typed as it stands.
NAMES = (
    r"Solitaire TUI|JOKER|RJ|BJ|English|ASCII|JSON|TOML|Unix|Dask|Enter|Esc|Backspace|Tab|Home|End|Ctrl|Alt|Shift|"
    r"laydown|raspad|garem|[2-9TJQKA][CDHS]"
)
LATIN = re.compile(r"[A-Za-z]{2,}")


def untranslated(text: str) -> list[str]:
    """The words of a text in Latin letters that are no names; single letters are cards, keys and signs."""
    return LATIN.findall(re.sub(rf"\b(?:{NAMES})\b", "", text))


def lines_of(screen: Screen[Any]) -> Iterator[str]:
    """The lines of text of a screen as they are painted."""
    svg = screen.app.export_screenshot(simplify=True)
    for text in re.findall(r"<text[^>]*>([^<]*)</text>", svg):
        yield text.replace("&#160;", " ").replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&")


def cut(screen: Screen[Any]) -> list[str]:
    """What has no room on a screen: texts of bars, labels and titles that are not shown whole."""
    found = []
    for widget in screen.walk_children(Widget):
        if not (widget.display and widget.size.width):
            continue
        width = widget.size.width
        if isinstance(widget, TextBar):
            found += [line for line in widget.text.split("\n") if cell_len(line) > width or line.endswith("…")]
        elif isinstance(widget, Button | Checkbox | Tab) and cell_len(str(widget.label)) > widget.content_size.width:
            found.append(str(widget.label))
        elif isinstance(widget, Input) and cell_len(widget.placeholder) > width:
            found.append(widget.placeholder)
        marked_up = (widget.border_title or "", widget.border_subtitle or "")
        titles = [Content.from_markup(title).plain for title in marked_up]
        found += [title for title in titles if title and cell_len(title) > widget.outer_size.width - 4]
    return found


async def nothing(pilot: Pilot[None]) -> None:
    """Stay where the app begins."""


def pressed(*keys: str) -> Callable[[Pilot[None]], Any]:
    async def press(pilot: Pilot[None]) -> None:
        await pilot.pause()  # a table being laid takes no keys yet
        await pilot.press(*keys)

    return press


def settings(name: str) -> Callable[[Pilot[None]], Any]:
    async def show(pilot: Pilot[None]) -> None:
        assert isinstance(pilot.app, SolitaireApp)
        pilot.app.open_settings(name)

    return show


async def calendar(pilot: Pilot[None]) -> None:
    """Open the calendar of the daily deals."""
    assert isinstance(pilot.app, SolitaireApp)
    pilot.app.open_calendar()
    await pilot.press("left")


Way = Callable[[Pilot[None]], Any]
PLACES: list[tuple[str, Callable[[], Session] | None, Way]] = [
    ("menu", None, nothing),
    ("menu with a game", lambda: recorded_session("raspad", 0, 8), pressed("q")),
    ("calendar", None, calendar),
    ("share", lambda: Session.new("raspad", {}, 1742), pressed("e")),
    ("raspad", lambda: Session.new("raspad", {}, 1742), nothing),
    ("raspad picked", lambda: recorded_session("raspad", 0, 7), pressed("down", "2")),
    ("raspad hint", lambda: recorded_session("raspad", 0, 3), pressed("h")),
    ("raspad lay down", lambda: recorded_session("raspad", 1, 11), pressed("l")),
    ("raspad why", lambda: recorded_session("raspad", 0, 8), pressed("y")),
    ("raspad cards", lambda: recorded_session("raspad", 0, 8), pressed("d")),
    ("raspad won", lambda: recorded_session("raspad", 4), nothing),
    ("raspad lost", lambda: recorded_session("raspad", 0), nothing),
    ("raspad new deal", lambda: recorded_session("raspad", 0, 8), pressed("n")),
    ("give up", lambda: recorded_session("raspad", 0, 8), pressed("g")),
    ("leave", lambda: recorded_session("raspad", 0, 8), pressed("ctrl+q")),
    ("garem", lambda: Session.new("garem", {}, 7), nothing),
    ("garem late", lambda: recorded_session("garem", 5, 30), nothing),
    ("garem wishes", lambda: recorded_session("garem", 5, 0), pressed("w")),
    ("garem why", lambda: recorded_session("garem", 5, 30), pressed("y")),
    ("garem end", lambda: recorded_session("garem", 5), nothing),
    ("side panel", lambda: recorded_session("raspad", 0, 8), pressed("s")),
    ("marks", lambda: recorded_session("raspad", 0, 8), pressed("b", "u", "u", "b", "B")),
    ("settings", lambda: Session.new("garem", {}, 7), settings("language")),
    ("settings keys", lambda: Session.new("garem", {}, 7), settings("keys")),
    ("settings theme", None, settings("theme")),
    ("rules", lambda: Session.new("garem", {}, 7), pressed("question_mark")),
    ("keys", lambda: Session.new("garem", {}, 7), pressed("question_mark", "right")),
]


@pytest.mark.parametrize(("start", "way"), [pytest.param(*place[1:], id=place[0]) for place in PLACES])
async def test_in_russian_every_word_is_russian_and_none_is_cut_off(
    start: Callable[[], Session] | None, way: Way
) -> None:
    app = SolitaireApp(start() if start else None, charset=UNICODE, settings=RUSSIAN)
    async with app.run_test(size=(80, 24)) as pilot:
        await way(pilot)
        await pilot.pause()
        assert spoken() == "ru"
        assert {word for line in lines_of(app.screen) for word in untranslated(line)} == set()
        assert cut(app.screen) == []


async def test_statistics_and_games_are_russian_and_not_cut_off(tmp_path: Path) -> None:
    clock = FakeClock()
    with Store.open(tmp_path, now=clock) as store:
        simulate(store, clock, 40)
    app = SolitaireApp(keeper=Keeper(lambda: Store.open(tmp_path)), charset=UNICODE, settings=RUSSIAN)

    def check() -> None:
        words = {word for line in lines_of(app.screen) for word in untranslated(line)}
        assert words == set()
        assert cut(app.screen) == []

    async with app.run_test(size=(80, 24)) as pilot:
        for way in (app.open_statistics, app.open_games):
            way()
            await pilot.pause()
            check()
            for keys in (("right",), ("enter",), ("escape",), ("R",), ("escape",)):
                await pilot.press(*keys)
                await pilot.pause()
                check()


async def test_the_language_changes_on_every_screen_at_once() -> None:
    app = SolitaireApp(Session.new("raspad", {}, 1742), charset=UNICODE)
    async with app.run_test(size=(80, 24)) as pilot:
        table = app.screen
        assert isinstance(table, TableScreen)
        app.open_rules("raspad")
        await pilot.pause()
        app.change(language="ru")
        await pilot.pause()
        assert [str(tab.label) for tab in app.screen.query(Tab)][-1] == "Клавиши"
        assert "Закрыть" in app.screen.query_one(TextBar).text
        assert app.screen.query_one(Tabs).active == "raspad"
        footer, status = table.query_one("#footer", TextBar).text, table.query_one("#status", TextBar).text
        assert "Отменить" in footer
        assert untranslated(footer + status + table.query_one("#header", TextBar).text) == []
        app.open_menu()
        await pilot.pause()
        app.change(language="en")
        await pilot.pause()
        options = app.screen.query_one(OptionList)
        labels = [str(options.get_option_at_index(i).prompt) for i in range(options.option_count)]
        assert labels[-1].endswith("Quit")
        assert str(app.screen.query_one("#subtitle", Static).content) == "two rare patiences"
        app.change(language="ru")
        assert str(options.get_option_at_index(options.option_count - 1).prompt).endswith("Выйти")
        assert options.highlighted == 0


async def test_a_palette_without_a_match_says_so_in_russian() -> None:
    app = SolitaireApp(charset=UNICODE, settings=RUSSIAN)
    async with app.run_test(size=(80, 24)) as pilot:
        app.action_command_palette()
        await pilot.pause()
        palette = app.screen
        assert palette.query_one(Input).placeholder == "Поиск команды…"
        palette.query_one(Input).value = "щщщ"
        options = palette.query_one(OptionList)
        for _try in range(100):
            await pilot.pause(0.02)
            if options.option_count:
                break
        assert "Ничего не найдено" in "".join(lines_of(palette))
        assert "No matches" not in "".join(lines_of(palette))


@pytest.mark.parametrize("game_id", ["raspad", "garem"])
def test_the_footer_holds_what_is_used_most_in_russian(game_id: str) -> None:
    """Whole labels, undo to menu, in 80 columns."""
    use("ru")
    labels = [_(action.label) for action in actions_for(game_id) if 1 <= action.footer <= 5]
    assert len(labels) >= 5
    # Each takes its key and three spaces; the last entry is "^P Ещё".
    assert sum(len(label) + 4 for label in labels) + len(" ^P Ещё ") <= 80


async def test_a_question_shows_its_choices_whole_in_a_small_window() -> None:
    app = SolitaireApp(recorded_session("raspad", 4), charset=UNICODE, settings=RUSSIAN)
    async with app.run_test(size=(50, 15)) as pilot:
        await pilot.pause()
        assert isinstance(app.screen, ChoicePanel)
        assert cut(app.screen) == []


# The choice.


@pytest.mark.parametrize(
    ("setting", "locale", "expected"),
    [
        ("auto", "C.UTF-8", "en"),
        ("auto", "ru_RU.UTF-8", "ru"),
        ("auto", "de_DE.UTF-8", "en"),
        ("en", "ru_RU.UTF-8", "en"),
        ("ru", "C.UTF-8", "ru"),
    ],
)
def test_the_app_speaks_by_the_setting_or_the_locale(
    setting: Any, locale: str, expected: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("LANGUAGE")
    monkeypatch.setenv("LC_ALL", locale)
    SolitaireApp(settings=Settings(language=setting))
    assert spoken() == expected


def run(*args: str, locale: str = "ru_RU.UTF-8", stdin: bytes = b"") -> subprocess.CompletedProcess[str]:
    """Run the program in a locale."""
    environ = {name: value for name, value in os.environ.items() if name != "LANGUAGE"} | {"LC_ALL": locale}
    return subprocess.run(
        [sys.executable, "-m", "solitaire_tui", *args],
        input=stdin.decode(),
        capture_output=True,
        encoding="utf-8",
        timeout=60,
        check=False,
        env=environ,
    )


def test_a_command_speaks_by_the_setting_before_the_locale() -> None:
    settings_file().parent.mkdir(parents=True)
    settings_file().write_text('language = "ru"\n', encoding="utf-8")
    assert run("--version", locale="C.UTF-8").stdout.startswith("solitaire-tui, версия ")
    assert "Ошибка: Нет такой команды" in run("shuffle", locale="C.UTF-8").stderr
    settings_file().write_text('language = "en"\n', encoding="utf-8")
    assert run("--version").stdout.startswith("solitaire-tui, version ")
    settings_file().write_text("language = [[[", encoding="utf-8")
    assert run("--version").stdout.startswith("solitaire-tui, версия ")


# The commands.


def in_one_process(*calls: tuple[str, ...]) -> list[str]:
    """What commands say in Russian, all of it; one fresh process runs them one after the other."""
    script = (
        "import json, sys\nfrom click.testing import CliRunner\nfrom solitaire_tui.cli import main\n"
        "for args in json.load(sys.stdin):\n"
        "    print(json.dumps(CliRunner().invoke(main, args, prog_name='solitaire-tui').output))\n"
    )
    environ = {name: value for name, value in os.environ.items() if name != "LANGUAGE"} | {"LC_ALL": "ru_RU.UTF-8"}
    done = subprocess.run(
        [sys.executable, "-c", script],
        input=json.dumps(calls),
        capture_output=True,
        encoding="utf-8",
        check=True,
        env=environ,
    )
    return [json.loads(line) for line in done.stdout.splitlines()]


def typed_as_it_stands(text: str) -> str:
    """A text of a command without what is typed as it stands: options, letters for numbers, names of games."""
    text = re.sub(r"--?[a-z][a-z-]*|\b[A-Z]\b|\bJSON\b|\bsolitaire-tui\b", "", text)
    names = (*COMMANDS, "raspad", "garem", "solver", "adviser", "greedy", "random")
    return re.sub(rf"\b(?:{'|'.join(names)})\b", "", text)


def test_help_of_every_command_is_russian() -> None:
    helps = in_one_process(("--help",), *((command, "--help") for command in COMMANDS))
    assert len(helps) == len(COMMANDS) + 1
    for text in helps:
        assert text.startswith("Использование: solitaire-tui ")
        assert "Показать эту справку" in text
        assert untranslated(typed_as_it_stands(text)) == []


def test_usage_errors_are_russian() -> None:
    calls = [
        ("shuffle",),
        ("repaly", "x"),
        ("solve",),
        ("solve", "--fast", "-"),
        ("solve", "--node", "3", "-"),
        ("solve", "--nodes"),
        ("solve", "--nodes", "many", "-"),
        ("solve", "--nodes", "0", "-"),
        ("solve", "--seconds", "nan", "-"),
        ("solve", "--json=yes", "-"),
        ("replay", "one", "two"),
        ("play", "whist"),
        ("play", "garem", "--jokers"),
        ("play", "raspad", "--record", "x", "--deal", "3"),
        ("study", "raspad", "--player", "solver"),
        ("study", "raspad", "--player", "me", "--deals", "1-2"),
        ("study", "raspad", "--player", "solver", "--deals", "9-2"),
    ]
    for call, text in zip(calls, in_one_process(*calls), strict=True):
        said = typed_as_it_stands(text)
        for word in call:
            said = said.replace(word, "")
        assert "Ошибка" in text, call
        assert untranslated(said) == [], call


def test_what_is_wrong_with_a_file_is_said_in_russian(tmp_path: Path) -> None:
    missing, folder = str(tmp_path / "missing"), str(tmp_path)
    assert run("replay", missing).stderr == f"solitaire-tui: {missing}: нет такого файла или каталога\n"
    assert run("replay", folder).stderr == f"solitaire-tui: {folder}: это каталог\n"
    assert run("play", "raspad").stderr.startswith("solitaire-tui: игре нужен терминал")
    assert run("stats").stdout == "ни одна игра ещё не закончена\n"


def test_options_tell_in_words_what_they_take() -> None:
    play, solve, study = (" ".join(text.split()) for text in in_one_process(
        ("play", "--help"), ("solve", "--help"), ("study", "--help")
    ))  # fmt: skip
    assert "--deal N Раздать расклад с этим номером; иначе номер случайный. [от 1 до 9223372036854775807]" in play
    assert "--record ФАЙЛ " in play
    assert "Играть в ИГРУ (raspad или garem)" in play
    assert "solve [ПАРАМЕТРЫ] ФАЙЛ|- " in solve
    assert "[не меньше 1]" in solve
    assert "[больше 0]" in solve
    assert "--cluster АДРЕС " in study


@pytest.mark.parametrize("encoding", ["ascii", "latin-1", "koi8-r"])
@pytest.mark.parametrize("code", ["en", "ru"])
def test_no_command_ends_because_of_the_encoding_of_its_output(
    code: str, encoding: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LANGUAGE", code)
    monkeypatch.setenv("LC_ALL", f"{code}.UTF-8")
    record = json.dumps(vectors(RECORDED["raspad"])[0]["record"])
    games = ("raspad", "garem")
    calls = [
        ("--version",),
        ("--help",),
        *((command, "--help") for command in COMMANDS),
        *((command, "-") for command in ("replay", "solve")),
        ("advise", "-", "--samples", "2"),
        ("stats",),
        *(("study", game, "--deals", "1-2", "--player", "greedy", "--jobs", "1") for game in games),
        *(("play", game, "--deal", "3", "--plain") for game in games),
    ]
    runner = CliRunner(charset=encoding)
    for call in calls:
        done = runner.invoke(main, call, input=record)
        assert done.exit_code == 0, (call, done.exception)
        assert done.stdout_bytes, call
    for call in (("play", "whist"), ("solve",), ("replay", "missing")):
        assert runner.invoke(main, call).exit_code == 2, call


def test_dates_and_numbers_are_written_as_the_language_has_them() -> None:
    assert date_in_figures(date(2026, 3, 9)) == "2026-03-09"
    assert [number(0.5, ".1f"), number(12345, ","), number(0.123, ".1%")] == ["0.5", "12,345", "12.3%"]
    use("ru")
    assert date_in_figures(date(2026, 3, 9)) == "09.03.2026"
    assert [number(0.5, ".1f"), number(12345, ","), number(0.123, ".1%")] == ["0,5", "12\N{NO-BREAK SPACE}345", "12,3%"]


# The catalogue.


def literals(path: Path) -> Iterator[str]:
    """The texts that a module gives to the functions of the language, as Python reads them."""
    at = {"_": 0, "N_": 0, "n_": 0, "p_": 1, "np_": 1}
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in at:
            argument = node.args[at[node.func.id]]
            if isinstance(argument, ast.Constant):
                yield str(argument.value)
            assert not isinstance(argument, ast.JoinedStr), f"{path}:{node.lineno}: no text to collect"


def test_every_text_is_collected() -> None:
    """What stands within an f-string is not: the collector of Python 3.11 does not look there."""
    spec = spec_from_loader("catalogues", SourceFileLoader("catalogues", str(ROOT / ".ci" / "catalogues")))
    assert spec is not None
    assert spec.loader is not None
    catalogues = module_from_spec(spec)
    spec.loader.exec_module(catalogues)
    ids = (message.id for message in catalogues.collected() if message.id)
    collected = {id_ if isinstance(id_, str) else id_[0] for id_ in ids}
    written = {text for path in (ROOT / "solitaire_tui").rglob("*.py") for text in literals(path)}
    assert written - collected == set()


def test_games_have_titles_in_russian() -> None:
    use("ru")
    assert [_(load(game_id).title) for game_id in ("raspad", "garem")] == ["Распад", "Гарем"]
