"""Records written to and read from files whose path was typed: nothing of the player's is lost, nothing odd is read."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from solitaire_tui.app.recordfiles import FileRefused, check_target, path_of, read_typed, write_file
from solitaire_tui.record import RecordError
from tests.helpers import record_of, vectors

RECORD = vectors("raspad_games.jsonl")[4]["record"]


@pytest.mark.parametrize("typed", ["~/a b.json", " ~/a b.json ", "'~/a b.json'", '"~/a b.json"', "{home}/a b.json"])
def test_paths_as_they_are_typed(typed: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    assert path_of(typed.format(home=tmp_path)) == tmp_path / "a b.json"


@pytest.mark.parametrize("typed", ["", "  ", "''", "a\nb", "a\0b", "\x1b[2J", "~nobody-of-that-name/x"])
def test_what_is_no_path(typed: str) -> None:
    with pytest.raises(FileRefused) as caught:
        path_of(typed)
    assert str(caught.value).isprintable()


def test_a_record_is_written_and_read_again(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    assert not check_target(path)
    write_file(path, record_of(RECORD), replace=False)
    assert read_typed(str(path)).record == record_of(RECORD)
    assert path.read_text(encoding="utf-8").count("\n") == 1


def test_a_file_that_is_there_is_replaced_only_when_asked(tmp_path: Path) -> None:
    path = tmp_path / "mine.txt"
    path.write_text("precious", encoding="utf-8")
    path.chmod(0o640)
    assert check_target(path)
    with pytest.raises(FileRefused, match="is there already"):
        write_file(path, record_of(RECORD), replace=False)
    assert path.read_text(encoding="utf-8") == "precious"
    write_file(path, record_of(RECORD), replace=True)
    assert json.loads(path.read_text(encoding="utf-8"))["game"] == "raspad"
    assert path.stat().st_mode & 0o777 == 0o640
    assert [entry.name for entry in tmp_path.iterdir()] == ["mine.txt"]


@pytest.mark.parametrize("replace", [False, True])
def test_a_failed_write_leaves_what_was_there(replace: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "game.json"
    if replace:
        path.write_text("precious", encoding="utf-8")

    def full(_file: int) -> None:
        raise OSError(28, os.strerror(28))

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(FileRefused, match=r"game\.json: No space left on device"):
        write_file(path, record_of(RECORD), replace=replace)
    assert [entry.read_text(encoding="utf-8") for entry in tmp_path.iterdir()] == ["precious"] * replace


def test_what_cannot_be_written_to(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    for name, what in (("", "is a folder"), ("pipe", "no ordinary file"), ("missing/x.json", "there is no folder")):
        with pytest.raises(FileRefused, match=what) as caught:
            check_target(tmp_path / name)
        assert "\n" not in str(caught.value)


def test_what_cannot_be_read(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")  # reading it would wait for ever
    (tmp_path / "big.json").write_text(json.dumps({**RECORD, "note": "x" * 1_000_001}), encoding="utf-8")
    (tmp_path / "text.txt").write_text("dear diary", encoding="utf-8")
    (tmp_path / "empty").touch()
    for name, what in (("", "is a folder"), ("pipe", "no ordinary file"), ("gone", "No such file or directory")):
        with pytest.raises(FileRefused, match=what):
            read_typed(str(tmp_path / name))
    for name, what in (("big.json", "larger than 1,000,000 bytes"), ("text.txt", "not JSON"), ("empty", "no record")):
        with pytest.raises(RecordError, match=what):
            read_typed(str(tmp_path / name))


def test_a_record_may_be_pasted(tmp_path: Path) -> None:
    assert read_typed(f"  {json.dumps(RECORD)}\n").record == record_of(RECORD)
    with pytest.raises(RecordError, match="the pasted text: record 0"):
        read_typed('{"format": "other"}')


def test_of_several_records_the_first_is_read(tmp_path: Path) -> None:
    path = tmp_path / "two.jsonl"
    path.write_text(f"\n{json.dumps(RECORD)}\nno record\n", encoding="utf-8")
    assert read_typed(str(path)).record == record_of(RECORD)
