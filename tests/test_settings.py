"""The settings file: what is read from it, what is said of its faults, and how it is changed; and the folders."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from pydantic import ValidationError

from solitaire_tui.app.keymap import PRESETS
from solitaire_tui.app.themes import THEMES
from solitaire_tui.folders import HOME_VARIABLE, NoFolder, config_folder, data_folder, settings_file
from solitaire_tui.language import use
from solitaire_tui.settings import (
    CHOSEN,
    DEFAULTS,
    TITLES,
    Settings,
    SettingsNotKept,
    Value,
    choices,
    read_settings,
    write_settings,
)

NAMED = '"felt", "felt-light", "contrast", "walnut" or "terminal"'

COMMENTED = """\
# My own settings.

theme = "felt-light"   # by day
clock = true
  # the cards of a slow line
cards = 'ascii'
colour_of_the_moon = [1, 2,   3]  # what is this?

[from_the_future]
speed = 3
# the end
"""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "settings.toml"


def written(file: Path, text: str) -> Path:
    file.write_bytes(text.encode())
    return file


def test_what_holds_without_a_file(file: Path) -> None:
    loaded = read_settings(file)
    assert loaded.faults == ()
    assert not file.exists()
    assert loaded.settings.model_dump() == {
        "language": "auto",
        "cards": "auto",
        "theme": "felt",
        "colours": "two",
        "size": "auto",
        "animation": True,
        "confirmations": True,
        "clock": False,
        "chances": False,
        "auto_close": False,
        "auto_next": False,
        "strict": False,
        "keys_preset": "standard",
        "keys": {},
    }


def test_a_file_is_read(file: Path) -> None:
    loaded = read_settings(written(file, 'cards = "outlined"\nconfirmations = false\nstrict = true\n'))
    assert loaded.faults == ()
    assert loaded.settings == Settings(cards="outlined", confirmations=False, strict=True)


@pytest.mark.parametrize("text", ["", "# nothing yet\n", "\ufeffclock = true\n", "clock = true\r\n"])
def test_files_that_are_fine(file: Path, text: str) -> None:
    loaded = read_settings(written(file, text))
    assert loaded.faults == ()
    assert loaded.settings == Settings(clock="clock" in text)


def test_every_setting_tells_what_it_is() -> None:
    for field in Settings.model_fields.values():
        assert field.title
        assert field.description
    for name in CHOSEN:
        value = getattr(DEFAULTS, name)
        assert isinstance(value, bool) if not choices(name) else value in choices(name)
    assert choices("cards") == ("auto", "unicode", "outlined", "ascii")
    assert choices("theme") == tuple(theme.name for theme in THEMES)
    assert choices("clock") == choices("keys") == ()
    assert choices("keys_preset") == tuple(PRESETS)


def test_every_value_that_is_a_word_has_a_title() -> None:
    for name in CHOSEN:
        assert tuple(TITLES.get(name, ())) == choices(name)


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ('theme = "blue"', f'theme: "blue" should be {NAMED}; "felt" is used'),
        (
            "cards = true",
            'cards: true should be "auto", "unicode", "outlined" or "ascii"; "auto" is used',
        ),
        ('clock = "yes"', 'clock: "yes" should be true or false; false is used'),
        ("confirmations = 0", "confirmations: 0 should be true or false; true is used"),
        ("[clock]\nshown = true", "clock: {'shown': True} should be true or false; false is used"),
        ('theme = "\\u001b[2J\\nfelt"', f'theme: " [2J felt" should be {NAMED}; "felt" is used'),
        ("themes = 1", "themes: there is no such setting: theme is meant?"),
        ("moon = 1", "moon: there is no such setting"),
    ],
)
def test_a_bad_value_is_reported_and_the_rest_is_used(file: Path, text: str, fault: str) -> None:
    text = f"auto_next = true\n{text}\n"
    loaded = read_settings(written(file, text))
    assert loaded.faults == (f"{file}: {fault}",)
    assert loaded.settings == Settings(auto_next=True)
    assert file.read_bytes() == text.encode()


def test_every_fault_is_reported(file: Path) -> None:
    loaded = read_settings(written(file, "a = 1\nclock = 1\nstrict = true\ntheme = 3\nb = 2\n"))
    assert [fault.split(": ")[1] for fault in loaded.faults] == ["a", "clock", "theme", "b"]
    assert loaded.settings == Settings(strict=True)


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b"clock = \n", "not TOML (line 1, column 9)"),
        (b"clock = true\nclock = false\n", "not TOML ("),
        (b"\xff\xfec\x00", "not UTF-8 text"),
        (b"SQLite format 3\x00", "not TOML ("),
        (b"a = " + b"[" * 50_000, "n"),  # nested too deeply, or not TOML where Python can read on
        (b"a = " + b"9" * 5_000, "Exceeds the limit"),
        (b"#" * 1_000_001, "too long for a settings file"),
    ],
)
def test_a_file_that_is_no_settings_file(file: Path, content: bytes, reason: str) -> None:
    file.write_bytes(content)
    loaded = read_settings(file)
    assert loaded.settings == DEFAULTS
    (fault,) = loaded.faults
    assert fault.startswith(f"{file}: {reason}")
    assert fault.endswith(": the defaults are used")
    assert fault.isprintable()
    with pytest.raises(SettingsNotKept) as caught:
        write_settings(file, {"clock": True})
    assert str(caught.value).startswith(f"{file}: {reason}")
    assert str(caught.value).isprintable()
    assert file.read_bytes() == content
    assert list(file.parent.iterdir()) == [file]


def test_a_file_that_cannot_be_opened(file: Path) -> None:
    file.mkdir()
    loaded = read_settings(file)
    assert loaded.settings == DEFAULTS
    assert len(loaded.faults) == 1
    with pytest.raises(SettingsNotKept, match="the settings could not be kept"):
        write_settings(file, {"clock": True})
    assert file.is_dir()


@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(st.binary(max_size=80) | st.text(max_size=80).map(str.encode))
def test_any_file_is_read_or_reported_and_left_alone(file: Path, content: bytes) -> None:
    file.write_bytes(content)
    loaded = read_settings(file)
    assert all(fault.startswith(f"{file}: ") and fault.isprintable() for fault in loaded.faults)
    assert file.read_bytes() == content


def test_a_first_setting_makes_the_file(tmp_path: Path) -> None:
    file = tmp_path / "deep" / "down" / "settings.toml"
    write_settings(file, {"theme": "felt-light", "clock": True})
    assert file.read_text(encoding="utf-8") == 'theme = "felt-light"\nclock = true\n'
    assert list(file.parent.iterdir()) == [file]


def test_the_players_comments_order_and_unknown_keys_stay(file: Path) -> None:
    write_settings(written(file, COMMENTED), {"theme": "felt", "cards": "auto"})
    expected = COMMENTED.replace('"felt-light"', '"felt"').replace("'ascii'", '"auto"')
    assert file.read_text(encoding="utf-8") == expected


def test_a_new_setting_goes_in_before_the_tables(file: Path) -> None:
    write_settings(written(file, COMMENTED), {"strict": True})
    after = file.read_text(encoding="utf-8")
    assert tomllib.loads(after) == {**tomllib.loads(COMMENTED), "strict": True}
    added = [line for line in after.splitlines() if line not in COMMENTED.splitlines()]
    assert added == ["strict = true"]
    assert [line for line in after.splitlines() if line and line not in added] == [
        line for line in COMMENTED.splitlines() if line
    ]


def test_bad_values_that_nobody_changed_stay(file: Path) -> None:
    write_settings(written(file, 'theme = "blue"\ncards = "ascii"\n'), {"cards": "unicode"})
    assert file.read_text(encoding="utf-8") == 'theme = "blue"\ncards = "unicode"\n'


@pytest.mark.parametrize("bad", ['"yes"', "1", "[1, 2]", "1.0"])
def test_a_bad_value_is_put_right_by_setting_it(file: Path, bad: str) -> None:
    write_settings(written(file, f"clock = {bad} # shown\n"), {"clock": True})
    assert file.read_text(encoding="utf-8") == "clock = true # shown\n"


def test_line_ends_stay(file: Path) -> None:
    write_settings(written(file, "# mine\r\nclock = true\r\n"), {"clock": False})
    assert file.read_bytes() == b"# mine\r\nclock = false\r\n"


def test_a_setting_that_has_its_value_already_leaves_the_file_alone(file: Path) -> None:
    before = written(file, COMMENTED).stat()
    write_settings(file, {"clock": True})
    write_settings(file, {})
    assert (file.stat().st_ino, file.stat().st_mtime_ns) == (before.st_ino, before.st_mtime_ns)


def test_what_another_window_has_set_stays(file: Path) -> None:
    write_settings(file, {"clock": True})
    first, second = read_settings(file).settings, read_settings(file).settings
    assert first == second
    write_settings(file, {"theme": "felt-light"})
    write_settings(file, {"cards": "ascii"})
    assert read_settings(file).settings == Settings(clock=True, theme="felt-light", cards="ascii")


@pytest.mark.parametrize("changes", [{"theme": "blue"}, {"clock": "yes"}, {"moon": True}, {"clock": 1}])
def test_only_settings_are_written(file: Path, changes: dict[str, Value]) -> None:
    with pytest.raises(ValidationError):
        write_settings(file, changes)
    assert not file.exists()


_TOP_LEVEL = st.sampled_from(
    [
        "# a comment",
        "",
        'theme = "felt-light"  # trailing',
        "clock = false",
        "cards = 3",
        "strict.ness = 3",
        "auto_next = {a = 1, b = 2}",
        'other = """\nclock = true\n"""',
        "when = 1979-05-27T07:32:00Z",
        "list = [\n  1, # one\n  2,\n]",
    ]
)
_TABLES = st.sampled_from(
    ["[window]\nx = 1", "[[many]]\nn = 1\n[[many]]\nn = 2", "[a.b]\nc = 1\n\n# last\n", "[chances]"]
)
_CHANGES: dict[str, list[Value]] = {name: list(choices(name)) if choices(name) else [True, False] for name in CHOSEN}


@settings(max_examples=150, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(
    st.lists(_TOP_LEVEL, unique=True, max_size=6),
    st.lists(_TABLES, unique=True, max_size=2),
    st.dictionaries(st.sampled_from(list(_CHANGES)), st.integers(0, 9), min_size=1, max_size=3),
)
def test_nothing_else_changes(file: Path, top: list[str], tables: list[str], picked: dict[str, int]) -> None:
    before = "\n".join([*top, *tables]) + "\n"
    changes = {name: _CHANGES[name][n % len(_CHANGES[name])] for name, n in picked.items()}
    written(file, before)
    write_settings(file, changes)
    after = file.read_text(encoding="utf-8")
    assert tomllib.loads(after) == {**tomllib.loads(before), **changes}
    comments = [part for part in ("# a comment", "# trailing", "# one", "# last") if part in before]
    assert all(part in after for part in comments)
    assert all(getattr(read_settings(file).settings, name) == value for name, value in changes.items())


@pytest.mark.parametrize(
    ("content", "fault"),
    [
        ("clock = true\nsize = large\n", "это не TOML (строка 2, столбец 8): действуют настройки по умолчанию"),
        ("clock = true\nsize = ", "это не TOML (конец файла): действуют настройки по умолчанию"),
    ],
)
def test_where_a_file_is_no_toml_is_told_in_russian(file: Path, content: str, fault: str) -> None:
    use("ru")
    assert read_settings(written(file, content)).faults == (f"{file}: {fault}",)
    with pytest.raises(SettingsNotKept) as refused:
        write_settings(file, {"clock": False})
    assert not re.search("[A-Za-z]{3,}", str(refused.value).replace(str(file), "").replace("TOML", ""))


def test_no_slip_of_the_editing_costs_a_line(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    written(file, COMMENTED)
    monkeypatch.setattr("tomlkit.dumps", lambda document: COMMENTED.replace("felt-light", "felt").replace("3\n", "4\n"))
    with pytest.raises(SettingsNotKept, match="only by hand"):
        write_settings(file, {"theme": "felt"})
    assert file.read_text(encoding="utf-8") == COMMENTED


@pytest.mark.parametrize("failing", ["os.fsync", "pathlib.Path.replace"])
def test_a_failing_disk_costs_nothing(file: Path, failing: str, monkeypatch: pytest.MonkeyPatch) -> None:
    written(file, COMMENTED)

    def full(*args: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(failing, full)
    with pytest.raises(SettingsNotKept, match="No space left on device: the settings could not be kept"):
        write_settings(file, {"theme": "felt"})
    assert file.read_text(encoding="utf-8") == COMMENTED
    assert list(file.parent.iterdir()) == [file]


def test_the_new_file_is_on_the_disk_before_it_takes_the_place_of_the_old(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    written(file, COMMENTED)
    events: list[str] = []
    fsync, replace = os.fsync, Path.replace

    def synced(handle: int) -> None:
        events.append("sync")
        fsync(handle)

    def replaced(self: Path, target: Path) -> Path:
        assert file.read_text(encoding="utf-8") == COMMENTED
        assert 'theme = "felt" ' in self.read_text(encoding="utf-8")
        events.append("replace")
        return replace(self, target)

    monkeypatch.setattr(os, "fsync", synced)
    monkeypatch.setattr(Path, "replace", replaced)
    write_settings(file, {"theme": "felt"})
    assert events[:2] == ["sync", "replace"]


@pytest.mark.skipif(os.name != "posix", reason="links and modes of POSIX")
def test_a_linked_file_stays_linked_and_keeps_its_mode(tmp_path: Path, file: Path) -> None:
    real = written(tmp_path / "dotfiles.toml", COMMENTED)
    real.chmod(0o640)
    file.symlink_to(real)
    write_settings(file, {"theme": "felt"})
    assert file.is_symlink()
    assert 'theme = "felt" ' in real.read_text(encoding="utf-8")
    assert real.stat().st_mode & 0o777 == 0o640


@pytest.mark.skipif(os.name != "posix", reason="links of POSIX")
def test_links_in_a_circle(file: Path) -> None:
    file.symlink_to(file)
    assert read_settings(file).settings == DEFAULTS
    assert len(read_settings(file).faults) == 1
    with pytest.raises(SettingsNotKept):
        write_settings(file, {"theme": "felt"})


def test_a_read_only_file_is_respected(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    written(file, COMMENTED).chmod(0o444)
    # Root may write everything, so that the answer has to be given here.
    monkeypatch.setattr(os, "access", lambda path, mode: False)
    with pytest.raises(SettingsNotKept, match="it is read-only"):
        write_settings(file, {"theme": "felt"})
    assert file.read_text(encoding="utf-8") == COMMENTED


def test_one_variable_names_both_folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert config_folder({HOME_VARIABLE: str(tmp_path)}) == data_folder({HOME_VARIABLE: str(tmp_path)}) == tmp_path
    assert settings_file({HOME_VARIABLE: str(tmp_path)}) == tmp_path / "settings.toml"
    monkeypatch.chdir(tmp_path)
    relative = data_folder({HOME_VARIABLE: "here"})
    assert relative == tmp_path / "here"
    assert not relative.exists()
    monkeypatch.setenv("HOME", str(tmp_path / "me"))
    monkeypatch.setenv("USERPROFILE", str(tmp_path / "me"))
    assert config_folder({HOME_VARIABLE: "~/cards"}) == tmp_path / "me" / "cards"
    with pytest.raises(NoFolder, match=HOME_VARIABLE):
        config_folder({HOME_VARIABLE: "~nobody-of-this-name/cards"})


@pytest.mark.skipif(sys.platform != "linux", reason="the folders of Linux")
@pytest.mark.parametrize("own", [{}, {HOME_VARIABLE: ""}])
def test_the_folders_of_the_platform(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, own: dict[str, str]) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    monkeypatch.delenv("XDG_DATA_HOME", raising=False)
    monkeypatch.setenv("HOME", str(tmp_path / "me"))
    assert settings_file(own) == tmp_path / "config/solitaire-tui/settings.toml"
    assert data_folder(own) == tmp_path / "me/.local/share/solitaire-tui"


@pytest.mark.parametrize("folder", ["user_config_path", "user_data_path"])
def test_no_folder_named_tilde_is_made(monkeypatch: pytest.MonkeyPatch, folder: str) -> None:
    monkeypatch.setattr(f"platformdirs.{folder}", lambda *args, **kwargs: Path("~/solitaire-tui"))
    with pytest.raises(NoFolder, match=HOME_VARIABLE):
        (config_folder if folder == "user_config_path" else data_folder)({})


def test_reading_loads_no_writer_and_no_screen(tmp_path: Path) -> None:
    code = (
        "import sys; from solitaire_tui.folders import settings_file; from solitaire_tui.settings import read_settings;"
        "read_settings(settings_file()); import solitaire_tui.daily, solitaire_tui.sharing, solitaire_tui.stopwatch;"
        "print(*sys.modules)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, HOME_VARIABLE: str(tmp_path)},
        capture_output=True,
        text=True,
        check=True,
    )
    loaded = {name.split(".")[0] for name in done.stdout.split()}
    assert not loaded & {"tomlkit", "platformdirs", "difflib", "textual", "rich", "sqlite3"}
    assert "solitaire_tui" in loaded


OWN_KEYS = """\
# mine
clock = true

[keys]
undo = "z"  # as in editors
redo = ["y", "ctrl+r"]

[from_the_future]
speed = 3
"""


def test_a_table_of_keys_is_read(file: Path) -> None:
    loaded = read_settings(written(file, OWN_KEYS))
    assert loaded.settings.keys == {"undo": ("z",), "redo": ("y", "ctrl+r")}
    assert [fault.split(": ")[1] for fault in loaded.faults] == ["from_the_future"]


def test_keys_of_a_wrong_form_are_reported_and_the_others_are_used(file: Path) -> None:
    text = '[keys]\nundo = 3\nredo = []\nhint = ["a", 1]\nwhy = "e"\n[keys.peek]\nkey = "p"\n'
    loaded = read_settings(written(file, text))
    assert loaded.settings.keys == {"why": ("e",)}
    assert [fault.split(": ")[1] for fault in loaded.faults] == ["keys.undo", "keys.redo", "keys.hint", "keys.peek"]
    assert file.read_text(encoding="utf-8") == text
    loaded = read_settings(written(file, 'keys = "z"\nclock = true\n'))
    assert loaded.settings == Settings(clock=True)
    assert loaded.faults == (f'{file}: keys: "z" should be a table; not used',)


def test_keys_are_written_one_by_one(file: Path) -> None:
    written(file, OWN_KEYS)
    write_settings(file, {"keys": {"redo": ("Z",), "hint": ("f2", "i")}, "keys_preset": "vim"})
    assert file.read_text(encoding="utf-8") == OWN_KEYS.replace(
        'redo = ["y", "ctrl+r"]\n', 'redo = "Z"\nhint = ["f2", "i"]\n'
    ).replace("clock = true\n", 'clock = true\nkeys_preset = "vim"\n')
    write_settings(file, {"keys": {"redo": (), "hint": (), "why": ()}})
    assert read_settings(file).settings.keys == {"undo": ("z",)}


def test_keys_are_not_written_in_place_of_something_else(file: Path) -> None:
    written(file, "keys = 3\n")
    with pytest.raises(SettingsNotKept, match="keys is no table"):
        write_settings(file, {"keys": {"undo": ("z",)}})
    assert file.read_text(encoding="utf-8") == "keys = 3\n"


def test_one_bad_value_is_told_apart_from_other_faults(file: Path) -> None:
    loaded = read_settings(written(file, 'theme = "mauve"\nmoon = 1\n'))
    assert [*loaded.bad] == ["theme"]
    assert loaded.bad["theme"] in loaded.faults
    assert len(loaded.faults) == 2
