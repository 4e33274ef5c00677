"""The program on a real terminal: how it starts and ends, what it leaves behind, and keys as terminals send them."""

from __future__ import annotations

import re
import shlex
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from solitaire_tui.app.keymap import APP_ACTIONS, actions_for
from tests.terminal import PLAY, Terminal

MENU = PLAY[:3]
TABLE = (*PLAY, "raspad", "--deal", "1742")
CTRL_Q = b"\x11"

FAULTY = """
import sys
from solitaire_tui.app.main import run
from solitaire_tui.session import Session
from solitaire_tui.table.canvas import CardTable
from solitaire_tui.table.screen import TableScreen

def fall(self, *args):
    raise RuntimeError("a fault on purpose")

def action_hint(self):
    {place} = fall
    self.table.refresh()
    self.draw()

TableScreen.action_hint = action_hint
sys.exit(run(Session.new("raspad", deal=1742)))
"""
"""A table that breaks when a hint is asked for."""

AT_REST = {
    "?1049": b"l",  # the alternate screen
    "?1000": b"l",  # the mouse, four times over
    "?1003": b"l",
    "?1006": b"l",
    "?1015": b"l",
    "?2004": b"l",  # bracketed paste
    "?1004": b"l",  # reports of focus
    "?25": b"h",  # the cursor
    "?7": b"h",  # wrapping of long lines
}
"""How a terminal wants to be left: the last word on each of these modes."""


def left_behind(terminal: Terminal) -> dict[str, bytes]:
    """The modes that the program changed and has not put back."""
    last = {f"?{mode.decode()}": word for mode, word in re.findall(rb"\x1b\[\?(\d+)([hl])", bytes(terminal.output))}
    assert last.keys() >= AT_REST.keys(), "the program has not even been on the full screen"
    return {mode: last[mode] for mode, word in AT_REST.items() if last[mode] != word}


def assert_clean(terminal: Terminal) -> None:
    """Nothing of the program is left in the terminal: modes, kitty's keyboard, and how lines are typed."""
    assert left_behind(terminal) == {}
    pushed, popped = terminal.output.rfind(b"\x1b[>25u"), terminal.output.rfind(b"\x1b[<u")
    assert 0 <= pushed < popped
    assert terminal.echoes


def started(terminal: Terminal) -> None:
    """Wait until something has been painted: from then on keys reach the program."""
    terminal.read_until(lambda: b"\x1b[1;1H" in terminal.output, "a first frame")


def shows(terminal: Terminal, text: str) -> None:
    """Wait until a text is on the screen."""
    terminal.read_until(lambda: any(text in line for line in terminal.lines), f"{text!r} on the screen")


@pytest.mark.parametrize("place", ["TableScreen.draw", "CardTable.render_line"])
def test_a_fault_leaves_a_clean_terminal(place: str) -> None:
    with Terminal([sys.executable, "-c", FAULTY.format(place=place)]) as terminal:
        shows(terminal, "Hint")
        assert len(left_behind(terminal)) == len(AT_REST)
        assert not terminal.echoes
        terminal.send(b"h")
        assert terminal.wait() not in (0, None)
        assert_clean(terminal)
        assert b"a fault on purpose" in terminal.output


@pytest.mark.parametrize(
    ("keys", "home", "asked"),
    [
        ((CTRL_Q,), None, ""),
        ((b"1", CTRL_Q), None, ""),  # the game is kept, so leaving asks nothing
        ((b"1", CTRL_Q, b"y"), "/proc", "not finished"),  # where nothing can be kept
        ((b"q", b"q"), None, ""),
    ],
)
def test_leaving_gives_status_0_and_a_clean_terminal(keys: tuple[bytes, ...], home: str | None, asked: str) -> None:
    with Terminal(TABLE, env={"SOLITAIRE_TUI_HOME": home} if home else None) as terminal:
        shows(terminal, "Hint")
        for key in keys:
            terminal.send(key)
            terminal.settle(0.1)
        assert terminal.wait() == 0
        assert_clean(terminal)
        assert b"Traceback" not in terminal.output
        assert asked.encode() in terminal.output


@pytest.mark.parametrize("command", [TABLE, MENU])
def test_no_terminal_on_standard_input(command: tuple[str, ...]) -> None:
    with Terminal(["/bin/sh", "-c", f"exec {shlex.join(command)} </dev/null"]) as terminal:
        assert terminal.wait() == 2
        (line,) = bytes(terminal.output).decode().splitlines()
        assert "needs a terminal" in line


def kitty(letter: str, modifiers: int = 1) -> bytes:
    """A key press as terminals with kitty's protocol send it: code point, modifiers, and the text if there is one."""
    code, plain = ord(letter.lower()), modifiers in (1, 2)
    return f"\x1b[{code};{modifiers};{ord(letter)}u".encode() if plain else f"\x1b[{code};{modifiers}u".encode()


@pytest.mark.parametrize(
    "press", [str.encode, lambda letter: kitty(letter, 2 if letter.isupper() else 1)], ids=["utf-8", "kitty"]
)
@pytest.mark.parametrize("letters", ["urhUR", "гкрГК"], ids=["latin", "cyrillic"])
def test_letters_of_both_layouts(letters: str, press: Callable[[str], bytes]) -> None:
    undo, redo, hint, undo_all, redo_all = list(letters)
    with Terminal(TABLE) as terminal:
        shows(terminal, "Hint")
        terminal.send(b"1")
        shows(terminal, "8♥ beats the 8♦")
        terminal.send(press(undo))
        shows(terminal, "One step taken back")
        terminal.send(press(redo))
        shows(terminal, "Played again: 8♥ beats")
        terminal.send(press(undo_all))
        shows(terminal, "Back at the deal")
        terminal.send(press(redo_all))
        shows(terminal, "Played again to the end")
        terminal.send(press(hint))
        shows(terminal, "Hint:")


NOTING = """
import sys
from solitaire_tui.app.main import SolitaireApp, run
from solitaire_tui.session import Session

noted = open(sys.argv[2], "a", buffering=1)

async def run_action(self, action, *args, **kwargs):
    noted.write(action + chr(10))
    return True

SolitaireApp.run_action = run_action
sys.exit(run(Session.new(sys.argv[1], deal=1742)))
"""
"""A table that notes what its keys ask for and does none of it."""

_LETTERS: dict[str, list[tuple[str, str]]] = {
    # Actions, and the Latin and Cyrillic letters of their keys, as the design's table has them.
    "both": [
        ("undo", "uг"),
        ("redo", "rк"),
        ("restart", "UГ"),
        ("redo_all", "RК"),
        ("hint", "hр"),
        ("chances", "oщ"),
        ("peek", "pз"),
        ("discards", "dв"),
        ("why", "yн"),
        ("review", "vм"),
        ("unpick", "xч"),
        ("new", "nт"),
        ("give_up", "gп"),
        ("menu", "qй"),
        ("rules", "??"),
        ("settings", ",б"),
        ("side", "sы"),
        ("mark", "bи"),
        ("jump", "BИ"),
        ("share", "eу"),
        ("statistics", "tе"),
        ("games", "mь"),
        ("lesson", "iш"),
        *((f"digit({digit})", f"{digit}{digit}") for digit in range(1, 10)),
    ],
    "raspad": [("close", "cс"), ("close", "  "), ("lay_down", "lд")],
    "garem": [("next_row", "cс"), ("next_row", "  "), ("forced", "aф"), ("wishes", "wц")],
}
_SPECIAL: list[tuple[str, bytes, bytes]] = [
    # What terminals of the old kind send, and those with kitty's protocol.
    ("move('LEFT')", b"\x1b[D", b"\x1b[1;1D"),
    ("move('RIGHT')", b"\x1b[C", b"\x1b[1;1C"),
    ("move('UP')", b"\x1b[A", b"\x1b[1;1A"),
    ("move('DOWN')", b"\x1b[B", b"\x1b[1;1B"),
    ("enter", b"\r", b"\x1b[13u"),
    ("undo", b"\x7f", b"\x1b[127u"),
    ("rules", b"\x1bOP", b"\x1b[P"),
    ("command_palette", b"\x10", b"\x1b[112;5u"),
    ("command_palette", b"\x10", "\x1b[{};5u".format(ord("з")).encode()),
    ("suspend_process", b"\x1a", b"\x1b[122;5u"),
    ("suspend_process", b"\x1a", "\x1b[{};5u".format(ord("я")).encode()),
    ("quit", b"\x11", b"\x1b[113;5u"),
    ("quit", b"\x11", "\x1b[{};5u".format(ord("й")).encode()),
    ("unpick", b"\x1b", b"\x1b[27u"),
]
_OWN = """
keys_preset = "vim"
[keys]
hint = ["f", "f5"]
wishes = "Z"
rules = "/"
settings = "ctrl+e"
"""
_OWN_CHANGES: dict[str, list[tuple[str, str]]] = {
    # What holds besides and instead with that file: vi's cursor, and the player's own with their twins.
    "hint": [("hint", "fа")],
    "lay_down": [("lay_down", "LД")],
    "wishes": [("wishes", "ZЯ")],
    "rules": [("rules", "//")],
    "settings": [],
}
_OWN_BESIDES = [("move('LEFT')", "hр"), ("move('DOWN')", "jо"), ("move('UP')", "kл"), ("move('RIGHT')", "lд")]
_OWN_SPECIAL = [
    ("hint", b"\x1b[15~", b"\x1b[15;1~"),
    ("settings", b"\x05", b"\x1b[101;5u"),
    ("settings", b"\x05", "\x1b[{};5u".format(ord("у")).encode()),
    ("redo", b"\x12", b"\x1b[114;5u"),
]


@pytest.mark.parametrize(("game_id", "own"), [("raspad", False), ("garem", True)], ids=["raspad", "garem-own-keys"])
def test_every_key_of_both_layouts_as_terminals_send_it(game_id: str, own: bool, tmp_path: Path) -> None:
    letters = _LETTERS["both"] + _LETTERS[game_id]
    special = _SPECIAL
    if own:
        letters = [new for entry in letters for new in _OWN_CHANGES.get(entry[0], [entry])] + _OWN_BESIDES
        special = _OWN_SPECIAL + [entry for entry in special if entry[0] != "rules"]
        (tmp_path / "settings.toml").write_text(_OWN, encoding="utf-8")
    typed = [(action, letter.encode()) for action, pair in letters for letter in pair]
    typed += [(action, kitty(letter, 2 if letter.isupper() else 1)) for action, pair in letters for letter in pair]
    typed += [(action, data) for action, *both in special for data in both]
    assert {entry.id for entry in (*actions_for(game_id), *APP_ACTIONS)} <= {action for action, _data in typed}
    # Leaving overtakes all other keys, and the old Esc is told from the start of a sequence by what follows.
    typed.sort(key=lambda entry: (entry[0] != "quit", entry[1] == b"\x1b"))
    noted = tmp_path / "noted"
    argv = [sys.executable, "-c", NOTING, game_id, str(noted)]
    with Terminal(argv, env={"SOLITAIRE_TUI_HOME": str(tmp_path)}) as terminal:
        shows(terminal, "Undo")
        for _action, data in typed:
            terminal.send(data)
        found: list[str] = []

        def all_came() -> bool:
            found[:] = noted.read_text(encoding="utf-8").splitlines() if noted.exists() else []
            return len(found) >= len(typed)

        terminal.read_until(all_came, f"as many actions as keys ({len(typed)})")
    assert found == [action for action, _data in typed]


@pytest.mark.parametrize("keys", [CTRL_Q, kitty("q", 5), kitty("й", 5)], ids=["legacy", "kitty", "kitty-cyrillic"])
def test_quit_as_terminals_send_it(keys: bytes) -> None:
    with Terminal(TABLE) as terminal:
        shows(terminal, "Hint")
        terminal.send(keys)
        assert terminal.wait() == 0


@pytest.mark.parametrize("size", [(1, 1), (39, 11), (40, 12), (300, 100)], ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("command", [TABLE, (*PLAY, "garem"), MENU], ids=["raspad", "garem", "menu"])
def test_starts_and_quits_at_any_size(command: tuple[str, ...], size: tuple[int, int]) -> None:
    with Terminal(command, size=size) as terminal:
        started(terminal)
        terminal.settle(0.1, enough=0)
        assert terminal.process.poll() is None, terminal.tail
        terminal.send(CTRL_Q)
        assert terminal.wait() == 0
        assert_clean(terminal)


@pytest.mark.parametrize("size", [(1, 1), (6, 3), (8, 3), (39, 11)], ids=lambda size: f"{size[0]}x{size[1]}")
def test_a_question_comes_to_rest_in_a_small_window_and_comes_back(size: tuple[int, int]) -> None:
    with Terminal(TABLE) as terminal:
        shows(terminal, "Hint")
        terminal.send(b"1")
        shows(terminal, "8♥ beats the 8♦")
        terminal.send(b"g")
        shows(terminal, "counts as given up")
        terminal.resize(*size)
        terminal.settle(0.2, enough=0, cap=10)
        terminal.resize(80, 24)
        shows(terminal, "counts as given up")
        terminal.send(b"n")
        terminal.settle(0.1)
        terminal.send(b"u")
        shows(terminal, "One step taken back")


def test_no_screen_is_ever_blank_or_half_there() -> None:
    """Menu, table, dialog, new table, lesson and menu, each drawn as a whole when it is drawn at all."""
    with Terminal(MENU) as terminal:
        shows(terminal, "Garem")
        for key, text in (
            (b"1", "Number or code"),
            (b"\r", "stock 4"),
            (b"n", "Number or code"),
            (b"\r", "stock 4"),
            (b"i", "Lesson"),
            (b"q", "stock 4"),
            (b"q", "Statistics"),
        ):
            terminal.send(key)
            shows(terminal, text)
            terminal.settle(0.3, enough=0)
        begun = next(i for i, picture in enumerate(terminal.pictures) if any(picture))
        for picture in terminal.pictures[begun:]:
            assert sum(map(bool, picture)) > 8, "\n".join(picture)


@pytest.mark.parametrize(
    ("encoding", "locale", "cards", "shown"),
    [
        ("ascii", "C.UTF-8", "auto", "|"),
        ("koi8-r", "ru_RU.UTF-8", "auto", "|"),
        ("utf-8", "C.UTF-8", "auto", "♦"),
        ("ascii", "C.UTF-8", "unicode", "?"),
    ],
)
def test_the_table_is_drawn_with_what_the_encoding_of_the_terminal_has(
    encoding: str, locale: str, cards: str, shown: str, tmp_path: Path
) -> None:
    """No sign takes the six cells of its number; a card set that was asked for by name stays."""
    (tmp_path / "settings.toml").write_text(f'cards = "{cards}"\n', encoding="utf-8")
    env = {"PYTHONIOENCODING": encoding, "LC_ALL": locale, "SOLITAIRE_TUI_HOME": str(tmp_path)}
    with Terminal(TABLE, env=env) as terminal:
        started(terminal)
        terminal.settle(0.5, enough=0)
        output = terminal.output.decode(encoding, errors="replace")
        assert "\\u" not in output
        # Of an ASCII table, the frames of the cards; of the others, the suits.
        assert shown in output
        if shown == "|":
            assert not set("♣♦♥♠│╭█▐") & set(output)
            assert len([line for line in terminal.lines if "+-" in line]) >= 2
        assert encoding != "ascii" or output.isascii()
        terminal.send(CTRL_Q)
        assert terminal.wait() == 0
