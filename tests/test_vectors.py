"""Everything the reference implementation recorded: deals, the beat tables, states, legal moves and results."""

from __future__ import annotations

import os
import subprocess
import sys
from typing import Any

import pytest

from solitaire_tui.cards import DECK_54, Card
from solitaire_tui.deals import shuffled
from solitaire_tui.game import load
from solitaire_tui.raspad.beating import falls_apart, how_beats
from solitaire_tui.record import check_record, replay_lines
from tests.helpers import RECORDED, record_of, vectors


@pytest.mark.parametrize("line", vectors("deals.jsonl"), ids=lambda line: f"{line['game']}-{line['deal']}")
def test_golden_deals(line: dict[str, Any]) -> None:
    game = load(line["game"])
    rules = game.rules_type.model_validate(line["rules"])
    assert [card.code for card in shuffled(game.deck(rules), line["deal"])] == line["deck"]


@pytest.mark.parametrize("hash_seed", ["0", "1", "4242"])
def test_deals_do_not_depend_on_the_hash_seed(hash_seed: str) -> None:
    code = (
        "from solitaire_tui.cards import DECK_52; from solitaire_tui.deals import shuffled;"
        "print(' '.join(c.code for c in shuffled(DECK_52, 1742)))"
    )
    environ = {**os.environ, "PYTHONHASHSEED": hash_seed}
    out = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, env=environ)
    golden = next(line["deck"] for line in vectors("deals.jsonl") if line["deal"] == 1742)
    assert out.stdout.split() == golden


@pytest.mark.parametrize(("name", "ace_high"), [("raspad_beats.jsonl", False), ("raspad_beats_ace_high.jsonl", True)])
def test_what_beats_what(name: str, ace_high: bool) -> None:
    lines = vectors(name)
    assert len(lines) == 54 * 3
    for line in lines:
        table, lowered = Card.parse(line["table"]), line["lowered"]
        assert falls_apart(table, lowered) == line.get("falls_apart", False), line
        if not falls_apart(table, lowered):
            beaten_by = {
                card.code for card in DECK_54 if card != table and how_beats(card, table, lowered, ace_high=ace_high)
            }
            assert beaten_by == set(line["beaten_by"]), line


@pytest.mark.parametrize(
    ("game_id", "number"),
    [(game_id, number) for game_id, name in RECORDED.items() for number in range(len(vectors(name)))],
)
def test_recorded_games(game_id: str, number: int) -> None:
    line = vectors(RECORDED[game_id])[number]
    replayed = list(replay_lines(check_record(record_of(line["record"]))))
    assert [entry["move"] for entry in replayed] == [None, *line["record"]["moves"]]
    for entry, expected in zip(replayed, line["expect"], strict=True):
        assert entry["state"] == expected["state"], entry["step"]
        assert entry["legal"] == expected["legal"], entry["step"]
    for key, value in line["result"].items():
        assert replayed[-1][key] == value
    assert all(entry["outcome"] == "playing" for entry in replayed[:-1])
