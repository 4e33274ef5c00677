"""The commands that ask solver and adviser, as a user starts them."""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pexpect
import pytest

from solitaire_tui.game import AnyGame, Outcome, load
from solitaire_tui.record import GameRecord, check_record, final_position
from tests.helpers import RECORDED, vectors
from tests.test_cli import GOOD, records, refused, run

POSITIONS = vectors("raspad_positions.jsonl")
OPTIMA = vectors("garem_optimum.jsonl")
PLAYED = {game_id: vectors(name) for game_id, name in RECORDED.items()}


def asked(command: str, *data: dict[str, Any], options: str = "") -> list[dict[str, Any]]:
    """The lines of JSON that a command prints for some records."""
    stdin = b"\n".join(json.dumps(record).encode() for record in data)
    result = run(command, "-", "--json", *options.split(), stdin=stdin)
    assert result.returncode == 0, result.stderr
    assert result.stderr == b""
    return [json.loads(line) for line in result.stdout.splitlines()]


def position(data: dict[str, Any]) -> tuple[AnyGame, Any]:
    """The game and the last position of a record."""
    played = check_record(GameRecord.model_validate(data))
    return played.game, final_position(played)


def outcome(data: dict[str, Any]) -> Outcome:
    game, state = position(data)
    return game.outcome(state)


def played_on(data: dict[str, Any], moves: list[str]) -> Any:
    """The position after further moves, each checked by the rules."""
    game, state = position(data)
    for move in moves:
        state = game.apply(state, game.parse_move(move))
    return state


def cut(data: dict[str, Any], moves: int) -> dict[str, Any]:
    return {**data, "moves": data["moves"][:moves]}


def midgame(game_id: str, number: int) -> list[dict[str, Any]]:
    """Some recorded games, each broken off somewhere before its end."""
    chosen = random.Random(number).choices(PLAYED[game_id], k=number)
    return [cut(line["record"], at * len(line["record"]["moves"]) // (number + 1)) for at, line in enumerate(chosen, 1)]


# solve


def test_solve_settles_the_reference_positions_of_raspad() -> None:
    lines = asked("solve", *(entry["record"] for entry in POSITIONS))
    assert [line["record"] for line in lines] == list(range(len(POSITIONS)))
    for line, entry in zip(lines, POSITIONS, strict=True):
        assert list(line) == ["record", "verdict", "line", "nodes", "seconds"]
        assert line["verdict"] == ("winnable" if entry["winnable"] else "unwinnable")
        if entry["winnable"]:
            assert load("raspad").outcome(played_on(entry["record"], line["line"])) is Outcome.WON
        else:
            assert line["line"] == []


def test_solve_finds_the_optimum_of_the_reference_deals_of_garem() -> None:
    lines = asked("solve", *(entry["record"] for entry in OPTIMA))
    for number, (line, entry) in enumerate(zip(lines, OPTIMA, strict=True)):
        assert list(line) == ["record", "most_wishes", "decided", "line", "nodes", "seconds"]
        assert (line["record"], line["most_wishes"], line["decided"]) == (number, entry["most_wishes"], True)
        assert bool(line["line"]) == (entry["most_wishes"] > 0)
        if line["line"]:
            end = played_on(entry["record"], line["line"])
            assert load("garem").outcome(end) is Outcome.FINISHED
            assert len(end.complete) == entry["most_wishes"]


@pytest.mark.parametrize("game_id", RECORDED)
def test_finished_games(game_id: str) -> None:
    ended = [line["record"] for line in PLAYED[game_id]]
    ended = [data for data in ended if outcome(data) is not Outcome.PLAYING]
    assert len(ended) > 3
    outcomes = set()
    for data, answer, advice in zip(ended, asked("solve", *ended), asked("advise", *ended), strict=True):
        game, state = position(data)
        outcomes.add(game.outcome(state))
        assert answer["line"] == []
        assert advice["move"] is None
        assert advice["plan"] == []
        assert advice["reason"]
        if game_id == "raspad":
            won = game.outcome(state) is Outcome.WON
            assert answer["verdict"] == ("winnable" if won else "unwinnable")
            assert advice["odds"] == float(won)
        else:
            granted = game.score(state)["wishes_granted"]
            assert (answer["most_wishes"], answer["decided"]) == (len(granted), True)
            assert advice["wish_odds"] == [float(pile in granted) for pile in range(1, 9)]
            assert advice["expected_wishes"] == len(granted)
    assert outcomes == ({Outcome.WON, Outcome.LOST} if game_id == "raspad" else {Outcome.FINISHED})


def test_what_a_small_budget_leaves_open_is_undecided() -> None:
    lost = next(entry["record"] for entry in POSITIONS if not entry["winnable"] and position(entry["record"])[1].stock)
    line, garem = asked("solve", lost, OPTIMA[1]["record"], options="--nodes 1")
    assert (line["verdict"], line["line"]) == ("undecided", [])
    assert garem["decided"] is False
    assert garem["most_wishes"] <= OPTIMA[1]["most_wishes"]
    assert asked("solve", lost, options="--seconds 20")[0]["verdict"] == "unwinnable"
    text = run("solve", "-", "--nodes", "1", stdin=json.dumps(lost).encode()).stdout.decode()
    assert "undecided after 0.0 s" in text


def test_answers_for_people() -> None:
    won, lost = (next(entry["record"] for entry in POSITIONS if entry["winnable"] is could) for could in (True, False))
    text = run("solve", "-", stdin=b"\n".join(json.dumps(data).encode() for data in (won, lost, OPTIMA[1]["record"])))
    lines = text.stdout.decode().splitlines()
    assert lines[0].startswith(f"record 0: Raspad, {len(won['moves'])} moves: can be won: ")
    played_on(won, lines[0].partition("can be won: ")[2].split())
    assert lines[1] == f"record 1: Raspad, {len(lost['moves'])} moves: can't be won"
    assert lines[2].startswith("record 2: Garem, 0 moves: 2 wishes at most: next ")
    told = run("advise", "-", stdin=records({"moves": []}, {"moves": ["laydown"]}) + b"\n").stdout.decode()
    assert told.count("\n") == 2
    assert told.startswith("record 0: Raspad #1742, 0 moves: ")
    assert "chance 9" in told
    game = PLAYED["raspad"][4]["record"]
    told = run("review", "-", "--samples", "20", stdin=json.dumps(cut(game, 3)).encode()).stdout.decode()
    assert len(told.splitlines()) == 1 + 3 + 1
    assert f"move 0 ({game['moves'][0]}): chance " in told
    assert "3 moves cost " in told


def test_answers_stream() -> None:
    line = json.dumps(POSITIONS[0]["record"]).encode() + b"\n"
    with subprocess.Popen(
        [sys.executable, "-m", "solitaire_tui", "solve", "-", "--json"], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as process:
        assert process.stdin
        assert process.stdout
        for number in range(3):
            process.stdin.write(line)
            process.stdin.flush()
            assert json.loads(process.stdout.readline())["record"] == number
        process.stdin.close()
        assert process.wait(timeout=30) == 0


# advise


def test_advice_for_raspad_is_a_legal_plan_with_its_chance() -> None:
    chosen = midgame("raspad", 8)
    for data, line in zip(chosen, asked("advise", *chosen, options="--samples 200"), strict=True):
        assert list(line) == ["record", "move", "plan", "odds", "reason", "samples", "proven"]
        assert line["plan"][0] == line["move"]
        assert 0 <= line["odds"] <= 1
        assert line["plan"][-1] in ("close", "laydown") or not position(data)[1].stock
        played_on(data, line["plan"])


def test_advice_for_garem_is_a_legal_row_with_the_chance_of_each_wish() -> None:
    chosen = midgame("garem", 5)
    for data, line in zip(chosen, asked("advise", *chosen, options="--samples 64"), strict=True):
        assert list(line) == ["record", "move", "plan", "wish_odds", "expected_wishes", "reason", "samples", "proven"]
        assert line["plan"][0] == line["move"]
        assert line["plan"][-1] == "next" or not position(data)[1].stock
        assert len(line["wish_odds"]) == 8
        assert all(0 <= odds <= 1 for odds in line["wish_odds"])
        assert sum(line["wish_odds"]) == pytest.approx(line["expected_wishes"])
        played_on(data, line["plan"])


@pytest.mark.parametrize(("game_id", "options"), [("raspad", "--samples 300"), ("garem", "--samples 64")])
def test_advice_depends_on_seed_and_samples_but_not_on_the_order_of_the_stock(game_id: str, options: str) -> None:
    rng = random.Random(game_id)
    chosen = [data for data in midgame(game_id, 6) if len(position(data)[1].stock) > 3]
    assert len(chosen) > 3
    shuffled = []
    for data in chosen:
        state = position(data)[1]
        deck = data["deck"]
        unseen = rng.sample(deck[-len(state.stock) :], len(state.stock))
        assert unseen != deck[-len(state.stock) :]
        shuffled.append({**data, "deck": deck[: -len(state.stock)] + unseen})
    first = asked("advise", *chosen, options=f"{options} --seed 5")
    assert asked("advise", *chosen, options=f"{options} --seed 5") == first
    assert asked("advise", *shuffled, options=f"{options} --seed 5") == first
    assert asked("advise", *chosen, options=f"{options} --seed 6") != first


# review


def test_a_review_tells_what_each_move_cost_and_where_the_win_was_lost() -> None:
    entry = next(entry for entry in POSITIONS if not entry["winnable"] and len(entry["record"]["moves"]) < 18)
    data = entry["record"]
    *lines, last = asked("review", data, options="--samples 20")
    assert [line["step"] for line in lines] == list(range(len(data["moves"])))
    assert [line["move"] for line in lines] == data["moves"]
    for line in lines:
        assert list(line) == ["record", "step", "move", "odds_before", "odds_after", "best", "verdict"]
        assert 0 <= line["odds_after"] <= line["odds_before"] <= 1
        game, before = position(cut(data, line["step"]))
        assert line["best"] in {str(move) for move in game.legal_moves(before)}
    verdicts = [line["verdict"] for line in lines]
    assert verdicts[-1] == "unwinnable"
    summary = last["summary"]
    assert list(last) == ["record", "summary"]
    assert (summary["decisions"], summary["start"]) == (len(lines), "winnable")
    assert summary["cost"] == pytest.approx(
        sum(line["odds_before"] - line["odds_after"] for line in lines), abs=2e-4 * len(lines)
    )
    at = summary["lost_at"]
    assert verdicts[at] == "unwinnable"
    assert verdicts[at - 1] == "winnable"


def test_a_review_of_garem_tells_the_wishes_that_can_still_be_had() -> None:
    data = next(line["record"] for line in PLAYED["garem"] if len(line["record"]["moves"]) > 30)
    *lines, last = asked("review", data, cut(data, 2), options="--samples 8")
    assert len(lines) == len(data["moves"]) + 1 + 2
    most = [line["most_wishes"] for line in lines[: len(data["moves"])]]
    assert most == sorted(most, reverse=True)
    assert most[-1] == len(position(data)[1].complete)
    assert (last["record"], last["summary"]["decisions"]) == (1, 2)


# bad input


@pytest.mark.parametrize("command", ["solve", "advise", "review"])
def test_what_was_printed_before_a_bad_record_stands(command: str, tmp_path: Path) -> None:
    file = tmp_path / "mixed.jsonl"
    file.write_bytes(records({"moves": []}) + b"\n\n" + records({"moves": ["laydown", "close"]}, {}))
    options = () if command == "solve" else ("--samples", "10")
    result = run(command, str(file), "--json", *options)
    refused(result, f"{file}: record 1, move 1 (close)")
    assert {json.loads(line)["record"] for line in result.stdout.splitlines()} == {0}
    refused(run(command, "-", stdin=b"hello"), "standard input: record 0", "not JSON")
    refused(run(command, str(tmp_path / "missing")), "missing", "No such file")


@pytest.mark.parametrize(
    "args",
    [
        "solve",
        "solve - --nodes 0",
        "solve - --seconds 0",
        "solve - --seconds nan",
        "solve - --seconds x",
        "advise - --samples 0",
        "advise - --seed x",
        "study",
        "study garem --deals 1-5",
        "study garem --player greedy",
        "study garem --deals 0-5 --player greedy",
        "study garem --deals 5-1 --player greedy",
        "study garem --deals 1-x --player greedy",
        f"study garem --deals 1-{2**63} --player greedy",
        "study garem --deals 1-5 --player nobody",
        "study garem --deals 1-5 --player greedy --jobs 0",
        "study garem --deals 1-5 --player greedy --jokers",
        "study bridge --deals 1-5 --player greedy",
    ],
)
def test_wrong_options_end_with_status_2(args: str) -> None:
    result = run(*args.split())
    assert result.returncode == 2
    assert b"Traceback" not in result.stderr
    assert b"Error: " in result.stderr


def test_importing_the_commands_loads_no_game_and_no_solver() -> None:
    show = "import solitaire_tui.cli\nimport sys\nprint(*sys.modules)"
    loaded = subprocess.run([sys.executable, "-c", show], capture_output=True, text=True, check=True).stdout.split()
    ours = {name for name in loaded if name.startswith("solitaire_tui.")}
    assert ours == {
        f"solitaire_tui.{name}" for name in ("cli", "console", "faults", "folders", "helptexts", "language")
    }
    assert not {"pydantic", "textual", "rich", "distributed", "dask", "multiprocessing"} & set(loaded)


# study


def studied(*options: str, game_id: str = "garem", deals: str = "1-120", player: str = "random") -> dict[str, Any]:
    """The result of a study without the seconds it took."""
    result = run("study", game_id, "--deals", deals, "--player", player, "--json", *options)
    assert result.returncode == 0, result.stderr
    assert result.stderr == b""  # no progress bar where there is no terminal
    line: dict[str, Any] = json.loads(result.stdout)
    assert line.pop("seconds") >= 0
    return line


def test_a_study_does_not_depend_on_jobs() -> None:
    alone = studied("--jobs", "1", "--seed", "3")
    assert list(alone) == ["game", "player", "deals", "played", "wishes", "mean", "interval"]
    assert (alone["game"], alone["player"], alone["deals"], alone["played"]) == ("garem", "random", [1, 120], 120)
    assert sum(alone["wishes"].values()) == 120
    assert studied("--jobs", "2", "--seed", "3") == alone
    assert studied("--seed", "4") != alone


def test_the_solver_gets_the_optimum_of_a_deal() -> None:
    (optimum,) = asked("solve", {**GOOD, "game": "garem", "deal": 7})
    assert studied("--jobs", "1", deals="7-7", player="solver")["mean"] == optimum["most_wishes"]


@pytest.mark.parametrize(
    ("player", "rate", "with_jokers"), [("random", 0.550, 0.597), ("greedy", 0.737, 0.781), ("solver", 1.0, 1.0)]
)
@pytest.mark.campaign
def test_studies_of_raspad_win_as_often_as_the_rules_page_says(player: str, rate: float, with_jokers: float) -> None:
    """Figures of 2,000 deals; the bounds are four standard errors of the difference to 600 deals."""
    for options, wanted in (("--seed", "1"), rate), (("--jokers",), with_jokers):
        line = studied(*options, game_id="raspad", deals="1-600", player=player)
        assert list(line) == ["game", "player", "deals", "played", "won", "undecided", "rate", "interval"]
        assert (line["played"], line["undecided"], line["rate"]) == (600, 0, line["won"] / 600)
        assert line["rate"] == pytest.approx(wanted, abs=4 * (wanted * (1 - wanted) * (1 / 600 + 1 / 2000)) ** 0.5)
        low, high = line["interval"]
        assert low < line["rate"] <= high


@pytest.mark.campaign
def test_the_adviser_of_raspad_wins_and_jobs_do_not_matter() -> None:
    """It wins some 99% of all deals."""
    alone = studied("--jobs", "1", game_id="raspad", deals="1-4", player="adviser")
    assert alone["won"] >= 3
    assert studied("--jobs", "2", game_id="raspad", deals="1-4", player="adviser") == alone


def test_a_study_for_people() -> None:
    result = run("study", "garem", "--deals", "1-20", "--player", "greedy", "--jobs", "1")
    line = result.stdout.decode()
    assert line.count("\n") == 1
    assert line.startswith("Garem, greedy, deals 1 to 20: 0 wishes in ")
    assert " a deal (95% interval 0." in line


def study_command(checkpoint: Path) -> list[str]:
    args = f"study garem --deals 1-4000 --player random --seed 9 --jobs 2 --json --checkpoint {checkpoint}"
    return [sys.executable, "-m", "solitaire_tui", *args.split()]


def until_lines(path: Path, lines: int) -> None:
    end = time.monotonic() + 30
    while not path.exists() or path.read_bytes().count(b"\n") < lines:
        assert time.monotonic() < end, "waited too long"
        time.sleep(0.01)


def test_a_killed_study_goes_on_to_the_same_table(tmp_path: Path) -> None:
    checkpoint = tmp_path / "study.jsonl"
    with subprocess.Popen(study_command(checkpoint), stdout=subprocess.PIPE) as process:
        until_lines(checkpoint, 50)
        process.send_signal(signal.SIGKILL)
    assert 50 <= checkpoint.read_bytes().count(b"\n") < 4000
    options = ("--seed", "9", "--jobs", "1")
    whole = studied(*options, deals="1-4000")
    assert studied(*options, "--checkpoint", str(checkpoint), deals="1-4000") == whole
    refused(
        run("study", "garem", "--deals", "1-9", "--player", "random", "--checkpoint", str(checkpoint)),
        "checkpoint of another study",
    )


@pytest.mark.parametrize(
    ("jobs", "lines", "seconds"),
    [
        pytest.param(1, 3, 0.0, id="playing"),
        pytest.param(2, 3, 0.0, id="workers playing"),
        pytest.param(2, 1, 0.05, id="workers starting"),
        pytest.param(2, 1, 0.15, id="workers importing"),
    ],
)
def test_ctrl_c_ends_a_study_with_a_sentence(tmp_path: Path, jobs: int, lines: int, seconds: float) -> None:
    checkpoint = tmp_path / "study.jsonl"
    args = f"study garem --deals 1-100000 --player adviser --jobs {jobs} --checkpoint {checkpoint}"
    process = pexpect.spawn(
        sys.executable, ["-m", "solitaire_tui", *args.split()], encoding="utf-8", timeout=30, dimensions=(24, 200)
    )
    process.expect("Garem, adviser .*/100000")
    until_lines(checkpoint, lines)
    time.sleep(seconds)
    process.sendintr()  # reaches every process at the terminal
    process.expect(pexpect.EOF)
    process.close()
    assert process.exitstatus == 130
    told = process.before
    assert told is not None
    assert "Stopped after " in told
    assert f" of 100,000 deals: their results are in {checkpoint}; the same command goes on from there." in told
    assert "Traceback" not in told
    assert "Interrupt" not in told


def test_a_study_on_a_cluster_equals_the_local_one() -> None:
    import distributed

    start: Any = distributed.LocalCluster  # it has no types
    with start(n_workers=1, threads_per_worker=2, processes=False, protocol="tcp", dashboard_address=None) as cluster:
        address = cluster.scheduler_address
        found = studied("--seed", "3", "--cluster", address)
    assert found == studied("--seed", "3", "--jobs", "1")


def test_what_can_not_be_written_is_told(tmp_path: Path) -> None:
    study = ("study", "garem", "--deals", "1-9", "--player", "greedy", "--jobs", "1")
    refused(run(*study, "--checkpoint", str(tmp_path)), f"{tmp_path} is not a file")
    refused(run(*study, "--checkpoint", "/dev/zero", limit=2_000_000_000), "/dev/zero is not a file")
    refused(run(*study, "--checkpoint", str(tmp_path / "none" / "x")), "No such file")
    file = tmp_path / "game.json"
    file.write_bytes(records({}))
    for command in (study, ("solve", str(file)), ("replay", str(file), "--json")):
        program = [sys.executable, "-m", "solitaire_tui", *command]
        with Path("/dev/full").open("wb") as full:
            told = subprocess.run(program, stdout=full, stderr=subprocess.PIPE, check=False)
        assert told.returncode == 2
        assert told.stderr == b"solitaire-tui: standard output: No space left on device\n"
        with subprocess.Popen(program, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
            assert process.stdout
            assert process.stderr
            process.stdout.close()
            assert process.stderr.read() == b""
            assert process.wait(timeout=30) == 141


def test_a_cluster_that_is_not_there_is_told() -> None:
    args = ("study", "garem", "--deals", "1-9", "--player", "greedy", "--cluster")
    refused(run(*args, "nowhere"), "no Dask scheduler answers at nowhere")
    missing = "import sys\nsys.modules['distributed'] = None\nfrom solitaire_tui.cli import main\nmain(sys.argv[1:])"
    result = subprocess.run(
        [sys.executable, "-c", missing, *args, "tcp://127.0.0.1:1"], capture_output=True, check=False, env=os.environ
    )
    refused(result, f"{sys.executable} -m pip install 'distributed>=2026.1'")
