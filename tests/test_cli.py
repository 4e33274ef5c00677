"""The commands on good and bad input, as a user starts them."""

from __future__ import annotations

import contextlib
import json
import os
import resource
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from solitaire_tui.deals import LAST_DEAL
from tests.helpers import RECORDED, vectors

GOOD: dict[str, Any] = {"format": "solitaire-tui", "version": 1, "game": "raspad", "deal": 1742}


def run(*args: str, stdin: bytes = b"", limit: int | None = None) -> subprocess.CompletedProcess[bytes]:
    """Run the program; ``limit`` bounds its address space in bytes."""

    def bounded() -> None:
        if limit:
            resource.setrlimit(resource.RLIMIT_AS, (limit, limit))

    return subprocess.run(
        [sys.executable, "-m", "solitaire_tui", *args],
        input=stdin,
        capture_output=True,
        timeout=60,
        preexec_fn=bounded,
        check=False,
    )


def refused(result: subprocess.CompletedProcess[bytes], *words: str) -> str:
    """Check a refusal: status 2, one line on standard error, no traceback; returns the line."""
    error = result.stderr.decode()
    assert result.returncode == 2, error
    assert error.count("\n") == 1, error
    assert "Traceback" not in error
    for word in words:
        assert word in error, error
    return error


def records(*changes: dict[str, Any]) -> bytes:
    return b"\n".join(json.dumps({**GOOD, **change}).encode() for change in changes)


@pytest.mark.parametrize("game_id", RECORDED)
def test_replay_gives_the_recorded_states(game_id: str, tmp_path: Path) -> None:
    lines = vectors(RECORDED[game_id])
    file = tmp_path / "games.jsonl"
    file.write_text("\n\n".join(json.dumps(line["record"]) for line in lines), encoding="utf-8")
    result = run("replay", str(file), "--json")
    assert result.returncode == 0, result.stderr
    out = [json.loads(line) for line in result.stdout.splitlines()]
    expected = [
        {"record": number, "step": step, **position}
        for number, line in enumerate(lines)
        for step, position in enumerate(line["expect"])
    ]
    assert [{key: entry[key] for key in ("record", "step", "state", "legal")} for entry in out] == expected
    assert all(("wishes_granted" in entry) == (game_id == "garem") for entry in out)


def test_replay_for_people_and_a_record_over_several_lines() -> None:
    line = vectors("raspad_games.jsonl")[4]
    result = run("replay", "-", stdin=json.dumps(line["record"], indent=2).encode())
    assert result.stdout.decode() == "record 0: Raspad, 28 moves: won in 6 rounds with 1 lay-down\n"


def test_rules_may_be_missing_and_ten_be_written_as_digits() -> None:
    result = run("replay", "-", "--json", stdin=records({"moves": []}))
    deck = json.loads(result.stdout)["state"]["hand"]
    assert len(deck) == 6
    spelled = [code.replace("T", "10") for code in vectors("raspad_games.jsonl")[0]["record"]["deck"]]
    assert run("replay", "-", stdin=records({"deal": None, "deck": spelled})).returncode == 0


DECK = vectors("raspad_games.jsonl")[0]["record"]["deck"]
HOSTILE: list[tuple[str, bytes, tuple[str, ...]]] = [
    ("nothing", b"", ("no record",)),
    ("blank lines", b"\n \n\t\n", ("no record",)),
    ("not JSON", b"hello", ("record 0", "not JSON")),
    ("cut off", records({})[:-5], ("record 0", "not JSON")),
    ("a list", b"[1, 2]", ("not a JSON object",)),
    ("a number", b"7", ("not a JSON object",)),
    ("not UTF-8", b'{"format":"\xff\xfe"}', ("not UTF-8",)),
    ("zero bytes", b"\x00" * 50, ("record 0",)),
    ("deep", b'{"format":' + b"[" * 400_000, ("nested too deeply",)),
    ("deep version", b'{"format":"solitaire-tui","version":' + b"[" * 900 + b"]" * 900 + b"}", ("version",)),
    ("a long number", b'{"format":"solitaire-tui","version":1,"deal":' + b"9" * 5000 + b"}", ("record 0",)),
    ("other format", records({"format": "other"}), ("format",)),
    ("no format", b'{"version":1}', ("format",)),
    ("other version", records({"version": 2}), ("version", "2")),
    ("version true", records({"version": True}), ("version",)),
    ("version 1.0", records({"version": 1.0}), ("version",)),
    ("many keys, one twice", b"{" + b",".join(b'"%d":1' % (n % 95_000) for n in range(95_001)) + b"}", ("twice",)),
    ("wish with escape codes", records({"game": "garem", "wishes": {"1": "\x1b[31mred"}}), ("printable",)),
    ("other game", records({"game": "klondike"}), ("klondike", "raspad or garem")),
    ("game number", records({"game": 5}), ("game",)),
    ("unknown key", records({"extra": 1}), ("extra",)),
    ("key twice", b'{"format":"solitaire-tui","format":"solitaire-tui"}', ("twice",)),
    ("unknown rule", records({"rules": {"wild": True}}), ("wild",)),
    ("rule not bool", records({"rules": {"jokers": 1}}), ("jokers",)),
    ("garem with rules", records({"game": "garem", "rules": {"jokers": True}}), ("jokers",)),
    ("deal 0", records({"deal": 0}), ("deal",)),
    ("deal too large", records({"deal": LAST_DEAL + 1}), ("deal",)),
    ("deal as text", records({"deal": "1742"}), ("deal",)),
    ("deal true", records({"deal": True}), ("deal",)),
    ("deal 1.5", records({"deal": 1.5}), ("deal",)),
    ("neither deal nor deck", records({"deal": None}), ("neither",)),
    ("deck and deal disagree", records({"deck": DECK}), ("not the deck of deal 1742",)),
    ("card twice", records({"deal": None, "deck": [DECK[1], *DECK[1:]]}), ("too often",)),
    ("card missing", records({"deal": None, "deck": DECK[1:]}), ("missing",)),
    ("no such card", records({"deal": None, "deck": ["1X", *DECK[1:]]}), ("'1X' is not a card",)),
    ("joker in 52", records({"deal": None, "deck": ["RJ", *DECK[1:]]}), ("RJ",)),
    ("deck of numbers", records({"deal": None, "deck": [1, 2, 3]}), ("deck",)),
    ("endless deck", records({"deal": None, "deck": DECK * 50}), ("deck",)),
    ("illegal move", records({"moves": ["close"]}), ("move 0 (close)", "4 cards are still open")),
    ("no such move", records({"moves": ["laydown", "fly"]}), ("move 1 (fly)", "not a move of Raspad")),
    ("move of numbers", records({"moves": [1]}), ("moves.0",)),
    ("endless moves", records({"moves": ["laydown"] * 2000}), ("moves",)),
    ("second move illegal", records({"moves": ["laydown", "KH>JH"]}), ("move 1 (KH>JH)",)),
    ("wish in Raspad", records({"wishes": {"1": "x"}}), ("wishes",)),
    ("ninth wish", records({"game": "garem", "wishes": {"9": "x"}}), ("'9'",)),
    ("long wish", records({"game": "garem", "wishes": {"1": "x" * 201}}), ("wishes",)),
    ("long note", records({"note": "x" * 2001}), ("note",)),
    ("escape codes", records({"game": "\x1b[31mred\x1b]0;title\x07"}), ("game",)),
    ("lone surrogate", b'{"format":"solitaire-tui","version":1,"game":"raspad","deal":1,"note":"\\ud800"}', ("note",)),
    ("10 MB without a line end", b"x" * 10_000_000, ("larger than 1,000,000 bytes",)),
    ("10 MB of lines in one record", b"{" + b'"a":1,\n' * 1_500_000, ("larger than 1,000,000 bytes",)),
    ("10 MB of string", b'{"note":"' + b"x" * 10_000_000 + b'"}', ("larger than 1,000,000 bytes",)),
]


@pytest.mark.parametrize(("stdin", "words"), [pytest.param(data, words, id=name) for name, data, words in HOSTILE])
def test_bad_records_are_refused_in_one_line(stdin: bytes, words: tuple[str, ...]) -> None:
    line = refused(run("replay", "-", "--json", stdin=stdin, limit=400_000_000), "standard input", *words)
    assert line.removesuffix("\n").isprintable()
    assert len(line) < 400


def test_the_largest_record_is_still_read() -> None:
    padding = 1_000_000 - len(records({"moves": []}))
    line = records({"moves": []})[:-1] + b" " * padding + b"}"
    assert len(line) == 1_000_000
    assert run("replay", "-", stdin=line + b"\n").returncode == 0
    refused(run("replay", "-", stdin=line[:-1] + b" }\n"), "larger than")


@pytest.mark.parametrize("args", ["play raspad", "replay -", ""])
def test_closed_standard_input_is_told(args: str) -> None:
    result = subprocess.run(
        ["sh", "-c", f"exec {sys.executable} -m solitaire_tui {args} <&-"], capture_output=True, check=False, timeout=60
    )
    refused(result, "input")


def test_what_was_printed_before_a_bad_record_stands(tmp_path: Path) -> None:
    file = tmp_path / "mixed.jsonl"
    file.write_bytes(
        records({"moves": []}, {"moves": ["laydown"]}) + b"\n\n" + records({"moves": ["laydown", "close"]})
    )
    result = run("replay", str(file), "--json")
    refused(result, f"{file}: record 2, move 1 (close)")
    steps = [(entry["record"], entry["step"]) for entry in map(json.loads, result.stdout.splitlines())]
    assert steps == [(0, 0), (1, 0), (1, 1), (2, 0), (2, 1)]


def test_files_that_can_not_be_read(tmp_path: Path) -> None:
    refused(run("replay", str(tmp_path / "missing")), "missing", "No such file")
    refused(run("replay", str(tmp_path)), "directory")


def test_a_thousand_records_without_slowing_down() -> None:
    line = json.dumps(vectors("raspad_games.jsonl")[0]["record"]).encode() + b"\n"
    rss = []
    with subprocess.Popen(
        [sys.executable, "-m", "solitaire_tui", "replay", "-"], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as process:
        assert process.stdin
        assert process.stdout
        for _ in range(4):
            for _ in range(300):
                # The answer must come before the next record is sent: it streams.
                process.stdin.write(line)
                process.stdin.flush()
                assert process.stdout.readline().startswith(b"record ")
            status = Path(f"/proc/{process.pid}/status").read_text(encoding="utf-8")
            rss.append(int(status.partition("VmRSS:")[2].split()[0]))
        process.stdin.close()
        assert process.stdout.read() == b""
        assert process.wait() == 0
    assert rss[-1] < rss[1] * 1.2, rss


def test_a_reader_who_leaves_early_is_no_error() -> None:
    data = b"\n".join(json.dumps(line["record"]).encode() for line in vectors("raspad_games.jsonl")) * 3
    pipe = subprocess.PIPE
    with subprocess.Popen(
        [sys.executable, "-m", "solitaire_tui", "replay", "-", "--json"], stdin=pipe, stdout=pipe, stderr=pipe
    ) as process:
        assert process.stdin
        assert process.stdout
        assert process.stderr
        process.stdout.close()
        with contextlib.suppress(BrokenPipeError):
            process.stdin.write(data)
            process.stdin.close()
        assert process.stderr.read() == b""
        assert process.wait(timeout=30) == 141


@pytest.mark.parametrize(
    "args",
    [
        ("play", "raspad", "--deal", "0"),
        ("play", "raspad", "--deal", str(LAST_DEAL + 1)),
        ("play", "raspad", "--deal", "x"),
        ("play", "klondike"),
        ("play", "raspad", "--wild"),
        ("play", "garem", "--jokers"),
        ("play", "garem", "--ace-high"),
        ("play", "raspad", "--record", "x", "--deal", "4"),
        ("play", "raspad", "--record", "x", "--jokers"),
        ("replay",),
        ("fly",),
    ],
)
def test_wrong_options_end_with_status_2(args: tuple[str, ...]) -> None:
    result = run(*args)
    assert result.returncode == 2
    assert b"Traceback" not in result.stderr
    assert b"Error: " in result.stderr


@pytest.mark.parametrize(
    ("args", "without"),
    [((), "GAME"), (("play", "raspad"), "raspad"), (("play", "garem", "--deal", "7"), "garem")],
)
def test_playing_needs_a_terminal(args: tuple[str, ...], without: str) -> None:
    refused(run(*args), "needs a terminal", f"`solitaire-tui play {without} --plain` needs none")


@pytest.mark.parametrize(
    ("code", "forbidden"),
    [
        ("import solitaire_tui.cli", ("textual", "rich", "pydantic", "solitaire_tui.raspad", "solitaire_tui.app")),
        ("import solitaire_tui.record, solitaire_tui.session", ("textual", "rich", "solitaire_tui.app")),
        (
            "import solitaire_tui.raspad.view, solitaire_tui.garem.view, solitaire_tui.table.paint",
            ("textual", "rich", "solitaire_tui.app"),
        ),
        ("import solitaire_tui.raspad.rules", ("solitaire_tui.garem",)),
        ("import solitaire_tui.garem.rules", ("solitaire_tui.raspad",)),
        ("import solitaire_tui.app.main", ("solitaire_tui.raspad", "solitaire_tui.garem")),
    ],
)
def test_what_an_import_does_not_load(code: str, forbidden: tuple[str, ...]) -> None:
    show = f"{code}\nimport sys\nprint(*sys.modules)"
    out = subprocess.run([sys.executable, "-c", show], capture_output=True, text=True, check=True, env=os.environ)
    loaded = out.stdout.split()
    assert not [name for name in loaded if any(name == bad or name.startswith(bad + ".") for bad in forbidden)]
