"""Statistics: worked by hand on small stores, and recomputed from the export of 500 simulated games."""

from __future__ import annotations

import json
import math
import re
from collections import Counter, defaultdict
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from textual.widgets import OptionList

from solitaire_tui.app.bar import TextBar
from solitaire_tui.app.keeping import Keeper
from solitaire_tui.app.main import SolitaireApp
from solitaire_tui.app.statistics import StatisticsScreen
from solitaire_tui.cli import main
from solitaire_tui.game import Outcome
from solitaire_tui.raspad.rules import RaspadRules
from solitaire_tui.raspad.view import RaspadView
from solitaire_tui.record import GameRecord, check_record
from solitaire_tui.session import Session
from solitaire_tui.store.games import Store
from solitaire_tui.store.statistics import (
    MEANINGS,
    RULE_NAMES,
    Daily,
    Kind,
    Without,
    dailies,
    daily_streak,
    export,
    finished,
    over_time,
    statistics,
    streaks,
)
from solitaire_tui.table.faces import UNICODE
from tests.store_helpers import LOST, NOON, WON, FakeClock, fresh, simulate


def ended(store: Store, game: str, number: int, moves: int | None, seconds: float, **begin: Any) -> None:
    """Play so much of a recorded game in so many seconds and leave it."""
    session, line = fresh(game, number)
    attempt = store.begin(session, **begin)
    for move in line[:moves]:
        session.play(move)
    attempt.saved(session, seconds)
    attempt.left(session)


@pytest.mark.parametrize(("rule", "words"), [("ace_high", "high aces"), ("must_beat", "must beat")])
def test_a_house_rule_has_one_name_everywhere(rule: str, words: str) -> None:
    assert RULE_NAMES[rule] == words
    assert str(RaspadRules.model_fields[rule].title).lower() == words
    assert words in RaspadView(Session.new("raspad", {rule: True}, 7)).header()
    assert (
        words in (Path(__file__).parent.parent / "solitaire_tui/raspad/rules.en.md").read_text(encoding="utf-8").lower()
    )
    help_ = " ".join(CliRunner().invoke(main, ["play", "--help"]).output.split())
    assert words in help_.replace("-", " ")


def test_figures_by_hand() -> None:
    """Won in 100 s, lost, won in 300 s, left, then won in 200 s: games 4, 0, 6, 0 and 6 of the vectors."""
    with Store.forgetful(now=FakeClock()) as store:
        for number, moves, seconds in ((4, None, 100), (0, None, 50), (6, None, 300), (0, 9, 70), (6, None, 200)):
            ended(store, "raspad", number, moves, seconds)
        (found,) = statistics(store)
    assert (found["game"], found["rules"], found["strict"]) == ("raspad", [], False)
    assert (found["played"], found["won"], found["rate"]) == (5, 3, 0.6)
    # Wilson, z = 1.96, 3 of 5: (0.6 + 0.38416 -+ 1.96 sqrt(0.048 + 0.038416)) / 1.76832
    assert found["interval"] == pytest.approx([0.2307, 0.8824], abs=1e-3)
    assert found["streak"] == {"now": 1, "best": 1}
    assert found["seconds"] == {"best": 100.0, "median": 200.0}
    assert found["moves"] == {"best": 28, "median": 28}  # games 4 and 6 have 28 moves each
    assert found["results"] == {"left": 1, "lost": 1, "won": 3}
    assert set(found) - {"game", "rules", "strict"} <= set(MEANINGS)
    json.dumps(found)


def test_garem_by_hand() -> None:
    """The vectors' games 3, 0, 5 and 7 grant 2, 0, 3 and 1 wishes; the last is left early with none."""
    with Store.forgetful(now=FakeClock()) as store:
        for number, moves in ((3, None), (0, None), (5, None), (7, None), (3, 20)):
            ended(store, "garem", number, moves, 60.0)
        (found,) = statistics(store)
    assert found["wishes"] == {"0": 2, "1": 1, "2": 1, "3": 1}
    assert found["mean_wishes"]["mean"] == 6 / 5
    assert (found["played"], found["won"]) == (5, 3)
    assert found["streak"] == {"now": 0, "best": 2}
    assert found["moves"] == {"best": 53, "median": 63.5}  # of 70, 53, 68 and 59; the one left early is no whole game
    assert found["perfect"] == {"0": 0.446, "1": 0.38, "2": 0.149, "3": 0.024, "4": 0.001}
    assert set(found) - {"game", "rules", "strict"} <= set(MEANINGS)


def test_streaks() -> None:
    assert streaks([]) == {"now": 0, "best": 0}
    assert streaks([True, True, False, True]) == {"now": 1, "best": 2}
    assert streaks([True, False, True, True, True]) == {"now": 3, "best": 3}
    assert streaks([True, False]) == {"now": 0, "best": 1}


def test_modes_and_rule_sets_stand_apart() -> None:
    with Store.forgetful(now=FakeClock()) as store:
        ended(store, "raspad", WON, None, 1.0)
        ended(store, "raspad", LOST, None, 1.0, strict=True)
        ended(store, "raspad", 1, None, 1.0)  # with jokers
        ended(store, "garem", 0, None, 1.0)
        found = statistics(store)
        assert [(group["game"], group["rules"], group["strict"], group["played"]) for group in found] == [
            ("garem", [], False, 1),
            ("raspad", [], False, 1),
            ("raspad", [], True, 1),
            ("raspad", ["jokers"], False, 1),
        ]
        assert [group["game"] for group in statistics(store, game="garem")] == ["garem"]


def test_over_time() -> None:
    clock = FakeClock(datetime(2026, 3, 14, 12, tzinfo=UTC))  # a Saturday
    with Store.forgetful(now=clock) as store:
        for number, days in ((WON, 0), (LOST, 1), (WON, 2), (WON, 9)):
            clock.now = datetime(2026, 3, 14 + days, 12, tzinfo=UTC)
            ended(store, "raspad", number, None, 1.0)
        attempts = finished(store)
        days_ = over_time(attempts)
        assert len(days_) == 10
        assert [(span.played, span.won) for span in days_[:4]] == [(1, 1), (1, 0), (1, 1), (0, 0)]
        weeks = over_time(attempts, weeks=True)
        assert [(span.first, span.played, span.won) for span in weeks] == [
            (date(2026, 3, 9), 2, 1),
            (date(2026, 3, 16), 1, 1),
            (date(2026, 3, 23), 1, 1),
        ]
        assert over_time([]) == []


def test_daily_deals() -> None:
    clock = FakeClock()
    day = NOON.date()
    with Store.forgetful(now=clock) as store:
        for number, of, on in ((LOST, 0, 0), (WON, 0, 0), (WON, 1, 1), (WON, 2, 3), (WON, 3, 3), (LOST, 4, 4)):
            clock.now = NOON + timedelta(days=on)
            ended(store, "raspad", number, None, 1.0, daily=day + timedelta(days=of))
        found = dailies(store, "raspad")
        assert [(entry.day - day, entry.won, entry.on_the_day) for entry in found.values()] == [
            (timedelta(0), True, True),  # the second try of the day
            (timedelta(1), True, True),
            (timedelta(2), True, False),  # played a day late
            (timedelta(3), True, True),
            (timedelta(4), False, True),
        ]
        assert daily_streak(found, day + timedelta(days=1)) == {"now": 2, "best": 2}
        assert daily_streak(found, day + timedelta(days=4)) == {"now": 1, "best": 2}  # today is not over yet
        assert daily_streak(found, day + timedelta(days=5)) == {"now": 0, "best": 2}
        assert daily_streak({}, day) == {"now": 0, "best": 0}
        assert dailies(store, "garem") == {}
    assert isinstance(found[day], Daily)


def wilson_roots(won: int, played: int) -> list[float]:
    """The ends of the interval as the roots of (p - x)^2 = z^2 x (1 - x) / n."""
    z2 = 1.959963984540054**2 / played
    rate = won / played
    middle, spread = 2 * rate + z2, math.sqrt(z2 * (z2 + 4 * rate * (1 - rate)))
    return [(middle - spread) / (2 + 2 * z2), (middle + spread) / (2 + 2 * z2)]


def replayed(lines: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """What the export says of each finished attempt, its outcome found by playing its record through."""
    games = []
    for line in lines:
        record = GameRecord.model_validate(line["record"])
        if line["ended"] is None or not record.moves:
            continue
        session = Session.from_record(check_record(record))
        wishes = session.game.score(session.state).get("wishes_granted")
        marks = set(record.marks)
        games.append(
            {
                "kind": (record.game, ",".join(sorted(k for k, on in record.rules.items() if on)), "strict" in marks),
                "marks": marks,
                "won": session.outcome is Outcome.WON if wishes is None else bool(wishes),
                "whole": session.outcome in (Outcome.WON, Outcome.FINISHED) and line["result"] != "given up",
                "wishes": None if wishes is None else len(wishes),
                "moves": record.moves,
                **line,
            }
        )
    return games


def recomputed(attempts: list[dict[str, Any]], skipped: set[str]) -> dict[tuple[str, str, bool], dict[str, Any]]:
    """The figures by kind, from the export alone."""
    groups: dict[tuple[str, str, bool], list[dict[str, Any]]] = defaultdict(list)
    for attempt in attempts:
        if not attempt["marks"] & skipped:
            groups[attempt["kind"]].append(attempt)
    result = {}
    for kind, games in groups.items():
        games.sort(key=lambda game: game["ended"])
        won = [game for game in games if game["won"]]
        runs = "".join("w" if game["won"] else "." for game in games).split(".")
        whole = [game for game in games if game["whole"]]
        figures: dict[str, Any] = {
            "played": len(games),
            "won": len(won),
            "rate": len(won) / len(games),
            "interval": wilson_roots(len(won), len(games)),
            "streak": {"now": len(runs[-1]), "best": max(map(len, runs))},
            "undos": sum(game["undos"] for game in games) / len(games),
            "hints": sum(game["hints"] for game in games) / len(games),
        }
        for name, values in (
            ("seconds", sorted(game["seconds"] for game in whole)),
            ("moves", sorted(len(game["moves"]) for game in whole)),
        ):
            half = len(values) // 2
            middle = (values[half] + values[~half]) / 2 if values else 0
            figures[name] = {"best": values[0], "median": middle} if values else None
        if kind[0] == "raspad":
            for name, word in (("rounds", "close"), ("laydowns", "laydown")):
                counts = [len([move for move in game["moves"] if move == word]) for game in games]
                of_won = [n for n, game in zip(counts, games, strict=True) if game["won"]]
                figures[name] = {
                    "mean": sum(counts) / len(counts),
                    "mean_won": sum(of_won) / len(of_won) if of_won else None,
                }
        else:
            counted = Counter(game["wishes"] for game in games)
            figures["wishes"] = {str(n): counted[n] for n in range(max(counted) + 1)}
        result[kind] = figures
    return result


def expected_text(figures: dict[str, Any]) -> dict[str, str]:
    """How recomputed figures stand on the screen, by label; written without the code that writes them there."""

    def time(seconds: float) -> str:
        whole = round(seconds)
        return f"{whole // 3600}:{whole // 60 % 60:02d}:{whole % 60:02d}"

    def mean(value: float | None) -> str:
        return "-" if value is None else f"{value:.2f}"

    low, high = (f"{100 * end:.1f}%" for end in figures["interval"])
    text = {
        "Played": str(figures["played"]),
        "Won": str(figures["won"]),
        "Win rate": f"{100 * figures['rate']:.1f}%",
        "In the long run": f"{low} to {high}",
        "Streak now": str(figures["streak"]["now"]),
        "Best streak": str(figures["streak"]["best"]),
        "Undos a game": mean(figures["undos"]),
        "Hints a game": mean(figures["hints"]),
    }
    for key, labels in (("seconds", ("Best time", "Median time")), ("moves", ("Fewest moves", "Median moves"))):
        for label, part in zip(labels, ("best", "median"), strict=True):
            value = figures[key] and figures[key][part]
            text[label] = "-" if value is None else time(value) if key == "seconds" else str(value).removesuffix(".0")
    if "wishes" in figures:
        total = sum(int(wishes) * count for wishes, count in figures["wishes"].items())
        text["Wishes a game"] = mean(total / figures["played"])
        text |= {wishes: str(count) for wishes, count in figures["wishes"].items()}
    else:
        for key, name in (("rounds", "Rounds"), ("laydowns", "Lay-downs")):
            text[f"{name} a game"] = mean(figures[key]["mean"])
            text[f"{name} in games won"] = mean(figures[key]["mean_won"])
    return text


async def pages_shown(folder: Path, keys: str) -> dict[Kind, dict[str, str]]:
    """What stands on each page of the screen after keys have been pressed, by label; wishes by their number."""
    app = SolitaireApp(charset=UNICODE, keeper=Keeper(lambda: Store.open(folder)))
    shown: dict[Kind, dict[str, str]] = {}
    async with app.run_test(size=(80, 24)) as pilot:
        app.open_statistics()
        await pilot.pause()
        await pilot.press(*keys)
        screen = app.screen
        assert isinstance(screen, StatisticsScreen)
        while screen.kind not in shown:
            lines = [str(option.prompt) for option in screen.query_one(OptionList).options]
            page = {label: value.strip() for label, _gap, value in (line.partition("  ") for line in lines)}
            bars = re.findall(
                r"(?m)^ (\d) [\u2588-\u258f]* +(\d+) +[\d.]+%", screen.query_one("#picture", TextBar).text
            )
            shown[screen.kind] = {**page, **dict(bars)} if page else {}
            screen.action_turn(1)
    return shown


async def test_500_games_recomputed_from_the_export(tmp_path: Path) -> None:
    clock = FakeClock()
    with Store.open(tmp_path, now=clock) as store:
        simulate(store, clock, 500)
        assert store.keeping
        lines = [json.loads(json.dumps(line)) for line in export(store)]
        attempts = replayed(lines)
        total = 0
        for without, skipped in (
            (Without(), set[str]()),
            (Without(seen=True), {"seen"}),
            (Without(restarts=True, peeked=True), {"restart", "peeked"}),
            (Without(old_daily=True, undone=True), {"old daily", "undo"}),
            (Without(True, True, True, True, True), {"seen", "restart", "old daily", "peeked", "undo"}),
        ):
            mine = recomputed(attempts, skipped)
            theirs = {(f["game"], ",".join(f["rules"]), f["strict"]): f for f in statistics(store, without)}
            assert theirs.keys() == mine.keys()
            for kind, figures in mine.items():
                assert {name: theirs[kind][name] for name in figures} == {
                    name: pytest.approx(value) if name == "interval" else value for name, value in figures.items()
                }, (kind, without)
            total += sum(figures["played"] for figures in mine.values())
            if skipped in (set(), {"old daily", "undo"}):
                options = {"seen": "d", "restart": "r", "old daily": "o", "peeked": "p", "undo": "u"}
                shown = await pages_shown(tmp_path, "".join(options[mark] for mark in skipped))
                assert {kind for kind, page in shown.items() if page} == mine.keys()
                for kind, figures in mine.items():
                    text = expected_text(figures)
                    assert {label: shown[kind].get(label) for label in text} == text, (kind, without)
        assert total > 1000
        marks = Counter(mark for line in lines for mark in line["record"].get("marks", []))
        assert all(marks[mark] > 5 for mark in ("seen", "restart", "old daily", "peeked", "undo", "strict"))
        assert len({line["result"] for line in lines}) >= 6
