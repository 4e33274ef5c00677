"""Studies: the same table whoever computes it, honest intervals, and a checkpoint that survives a kill."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from solitaire_tui import study as module
from solitaire_tui.cards import DOUBLE_DECK
from solitaire_tui.checkpoint import CheckpointRefused
from solitaire_tui.deals import shuffled
from solitaire_tui.garem.players import at_random, greedy
from solitaire_tui.garem.rules import GAREM, GaremRules, GaremState
from solitaire_tui.intervals import mean_interval, wilson
from solitaire_tui.study import StudyError, StudyResult, deal_seed, players, study


def table(result: StudyResult) -> dict[str, object]:
    line = result.to_json()
    del line["seconds"]
    return line


def deal(number: int) -> GaremState:
    return GAREM.deal(GaremRules(), shuffled(DOUBLE_DECK, number))


def test_wilson_by_hand() -> None:
    """8 of 10, z = 1.96: centre (0.8 + 3.8416 / 20) / 1.38416 = 0.71675,

    half 1.96 / 1.38416 * sqrt(0.16 / 10 + 3.8416 / 400) = 0.22658.
    """
    assert wilson(8, 10) == pytest.approx((0.4902, 0.9433), abs=1e-4)
    assert wilson(0, 0) == (0.0, 1.0)
    low, high = wilson(0, 10)
    assert low == 0.0
    assert high == pytest.approx(3.8416 / 13.8416, abs=1e-4)  # z^2 / (n + z^2)
    assert wilson(10, 10) == pytest.approx((1 - high, 1.0))
    with pytest.raises(ValueError, match="no rate"):
        wilson(3, 2)


def test_mean_interval_by_hand() -> None:
    """0, 0, 1, 3: mean 1, squares 1 + 1 + 0 + 4 = 6, standard error sqrt(6 / 3 / 4) = 0.70711."""
    assert mean_interval({0: 2, 1: 1, 3: 1}, 8) == pytest.approx((0.0, 1 + 1.96 * 0.70711), abs=1e-4)
    assert mean_interval({2: 1}, 8) == (0.0, 8.0)
    assert mean_interval({}, 8) == (0.0, 8.0)
    assert mean_interval({8: 3}, 8) == (8.0, 8.0)


def test_a_garem_study_counts_what_the_player_gets() -> None:
    line = study("garem", 11, 60, "greedy").to_json()
    wishes = [greedy(deal(number)) for number in range(11, 61)]
    assert list(line) == ["game", "player", "deals", "played", "wishes", "mean", "interval", "seconds"]
    assert (line["game"], line["player"]) == ("garem", "greedy")
    assert line["deals"] == [11, 60]
    assert line["played"] == 50
    assert line["wishes"] == {str(k): wishes.count(k) for k in sorted(set(wishes))}
    assert line["mean"] == pytest.approx(sum(wishes) / 50)
    low, high = line["interval"]
    assert low < line["mean"] < high


def test_each_deal_has_its_own_seed() -> None:
    result = study("garem", 1, 30, "random", seed=5)
    wishes = [at_random(deal(number), deal_seed(5, number)) for number in range(1, 31)]
    assert result.scores == {k: wishes.count(k) for k in set(wishes)}
    seeds = {deal_seed(seed, number) for seed in range(20) for number in range(1, 51)}
    assert len(seeds) == 1000
    assert all(0 <= seed < 2**63 for seed in seeds)


def test_won_and_lost_deals_have_a_rate_and_undecided_ones_stand_apart() -> None:
    result = StudyResult("raspad", "solver", (1, 12), {1: 8, 0: 2}, 2, 1, 0.5)
    line = result.to_json()
    assert line.pop("interval") == pytest.approx([0.4902, 0.9433], abs=1e-4)
    assert line == {
        "game": "raspad",
        "player": "solver",
        "deals": [1, 12],
        "played": 12,
        "won": 8,
        "undecided": 2,
        "rate": 0.8,
        "seconds": 0.5,
    }
    nothing = StudyResult("raspad", "solver", (1, 2), {}, 2, 1, 0.5)
    assert (nothing.mean, nothing.interval) == (None, (0.0, 1.0))


def test_undecided_deals_are_not_scores(monkeypatch: pytest.MonkeyPatch) -> None:
    def doubtful(state: GaremState, seed: int) -> int | None:
        wishes = greedy(state)
        return None if wishes == 1 else wishes

    monkeypatch.setattr(module, "players", lambda game_id: {"doubtful": doubtful})
    line = study("garem", 1, 40, "doubtful").to_json()
    wishes = [greedy(deal(number)) for number in range(1, 41)]
    assert line["undecided"] == wishes.count(1) > 0
    assert "1" not in line["wishes"]
    assert line["played"] == 40
    assert line["mean"] == pytest.approx(sum(w for w in wishes if w != 1) / (40 - wishes.count(1)))


def test_the_result_does_not_depend_on_jobs_or_executor() -> None:
    alone = table(study("garem", 1, 60, "random", seed=3))
    assert table(study("garem", 1, 60, "random", seed=3, jobs=2)) == alone
    with ThreadPoolExecutor(3) as executor:
        assert table(study("garem", 1, 60, "random", seed=3, jobs=3, executor=executor)) == alone
    assert table(study("garem", 1, 60, "random", seed=4)) != alone


def test_progress_is_told() -> None:
    told: list[tuple[int, int]] = []
    study("garem", 1, 100, "greedy", progress=lambda done, total: told.append((done, total)))
    assert told[0] == (0, 100)
    assert told[-1] == (100, 100)
    assert told == sorted(told)


def test_what_can_not_be_studied_is_refused() -> None:
    with pytest.raises(StudyError, match="choose adviser, greedy, random or solver"):
        study("garem", 1, 2, "nobody")
    with pytest.raises(StudyError, match="no deals from 3 to 2"):
        study("garem", 3, 2, "greedy")
    with pytest.raises(StudyError, match="choose garem or raspad"):
        players("bridge")
    with pytest.raises(ValueError, match="a deal number is from 1"):
        study("garem", 0, 2, "greedy")
    with pytest.raises(StudyError, match="at least one job"):
        study("garem", 1, 2, "greedy", jobs=0)


KILLED = """
import sys
from pathlib import Path
from solitaire_tui.study import study

if __name__ == "__main__":
    study("garem", 1, 3000, "random", jobs=2, seed=9, checkpoint=Path(sys.argv[1]))
"""


def children(pid: int) -> list[int]:
    found = Path(f"/proc/{pid}/task/{pid}/children")
    return [int(child) for child in found.read_text().split()] if found.exists() else []


def running(pid: int) -> bool:
    """Whether a process runs (one that only waits to be reaped does not)."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0] != "Z"
    except OSError:
        return False


def until(condition: object, seconds: float = 20.0) -> None:
    assert callable(condition)
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, "waited too long"
        time.sleep(0.01)


def test_a_killed_study_goes_on_and_leaves_no_process(tmp_path: Path) -> None:
    script, checkpoint = tmp_path / "run.py", tmp_path / "study.jsonl"
    script.write_text(KILLED)
    process = subprocess.Popen([sys.executable, str(script), str(checkpoint)])
    try:
        until(lambda: checkpoint.exists() and checkpoint.read_bytes().count(b"\n") > 50)
        workers = children(process.pid)
    finally:
        process.send_signal(signal.SIGKILL)
        process.wait()
    kept = checkpoint.read_bytes().count(b"\n") - 1
    assert 50 <= kept < 3000
    assert workers or not Path("/proc").exists()
    until(lambda: not any(running(worker) for worker in workers))
    told: list[int] = []
    resumed = study(
        "garem",
        1,
        3000,
        "random",
        seed=9,
        checkpoint=checkpoint,
        progress=lambda done, total: told.append(done),
    )
    assert told[0] == kept
    assert table(resumed) == table(study("garem", 1, 3000, "random", seed=9))


def kept_study(path: Path) -> tuple[StudyResult, list[bytes]]:
    result = study("garem", 1, 40, "greedy", checkpoint=path)
    return result, path.read_bytes().splitlines(keepends=True)


@pytest.mark.parametrize("cut", [1, 5, 20, 21, 22])
def test_a_torn_last_line_is_played_again(tmp_path: Path, cut: int) -> None:
    path = tmp_path / "study.jsonl"
    result, lines = kept_study(path)
    path.write_bytes(b"".join(lines[:20]) + lines[20][:cut])
    assert table(study("garem", 1, 40, "greedy", checkpoint=path)) == table(result)
    after = [json.loads(line) for line in path.read_text().splitlines()]
    assert sorted(line["deal"] for line in after[1:]) == list(range(1, 41))


@pytest.mark.parametrize("cut", [0, 1, 30])
def test_a_torn_header_is_written_again(tmp_path: Path, cut: int) -> None:
    path = tmp_path / "study.jsonl"
    result, lines = kept_study(path)
    path.write_bytes(lines[0][:cut])
    assert table(study("garem", 1, 40, "greedy", checkpoint=path)) == table(result)
    assert path.read_bytes().splitlines(keepends=True)[0] == lines[0]


def test_a_finished_study_is_read_back(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "study.jsonl"
    result, lines = kept_study(path)
    monkeypatch.setattr(module, "play_deals", lambda *task: pytest.fail("nothing is left to play"))
    assert table(study("garem", 1, 40, "greedy", checkpoint=path)) == table(result)
    assert path.read_bytes() == b"".join(lines)


@pytest.mark.parametrize(
    ("last", "player", "seed", "message"),
    [
        (41, "greedy", 0, r"another study: deals is \[1, 40\] there and \[1, 41\] here"),
        (40, "random", 0, 'player is "greedy" there and "random" here'),
        (40, "greedy", 1, "seed is 0 there and 1 here"),
    ],
)
def test_the_checkpoint_of_another_study_is_left_alone(
    tmp_path: Path, last: int, player: str, seed: int, message: str
) -> None:
    path = tmp_path / "study.jsonl"
    kept_study(path)
    path.write_bytes(path.read_bytes() + b'{"deal": 4')
    before = path.read_bytes()
    with pytest.raises(CheckpointRefused, match=message):
        study("garem", 1, last, player, seed=seed, checkpoint=path)
    assert path.read_bytes() == before


@pytest.mark.parametrize(
    "content",
    [
        b"my diary",
        b"my diary\n",
        b'{"format":"solitaire-tui","version":1}\n',
        b"[1]\n",
        b"\xff\xfe\n",
    ],
)
def test_another_file_is_left_alone(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "study.jsonl"
    path.write_bytes(content)
    with pytest.raises(CheckpointRefused, match="not a checkpoint of a study"):
        study("garem", 1, 40, "greedy", checkpoint=path)
    assert path.read_bytes() == content


@pytest.mark.parametrize(
    "line",
    [
        "",
        "x",
        '{"deal": 41, "score": 0}',
        '{"deal": 3, "score": "1"}',
        '{"deal": true, "score": 1}',
        '{"deal": 3}',
    ],
)
def test_a_spoilt_line_is_refused(tmp_path: Path, line: str) -> None:
    path = tmp_path / "study.jsonl"
    _, lines = kept_study(path)
    path.write_bytes(b"".join(lines[:5]) + line.encode() + b"\n" + b"".join(lines[5:]))
    before = path.read_bytes()
    with pytest.raises(CheckpointRefused, match="line 6: not a result of this study"):
        study("garem", 1, 40, "greedy", checkpoint=path)
    assert path.read_bytes() == before
