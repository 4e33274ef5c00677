"""The figures of the statistics as a screen lists them: each with a label, its value in words and what it counts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from solitaire_tui.language import _, number, p_
from solitaire_tui.store.endings import Result
from solitaire_tui.store.statistics import MEANINGS


class Figure(NamedTuple):
    """A figure.

    Attributes:
        id: its key in the entries of ``statistics`` and in ``MEANINGS``.
        label: what it is called.
        value: the figure as a text; a dash stands for a figure of no attempts.
    """

    id: str
    label: str
    value: str

    @property
    def meaning(self) -> str:
        """What it counts, in a sentence."""
        return _(MEANINGS[self.id])


def figures(entry: Mapping[str, Any]) -> list[Figure]:
    """The figures of an entry of ``statistics``, the most asked for first; a distribution is not among them."""
    found = [
        Figure("played", _("Played"), number(entry["played"], ",")),
        Figure("won", _("Won"), number(entry["won"], ",")),
        Figure("rate", _("Win rate"), number(entry["rate"], ".1%")),
        Figure("interval", _("In the long run"), _range(entry["interval"], ".1%")),
        Figure("streak", _("Streak now"), str(entry["streak"]["now"])),
        Figure("streak", _("Best streak"), str(entry["streak"]["best"])),
    ]
    if "mean_wishes" in entry:
        wishes = entry["mean_wishes"]
        found.append(Figure("mean_wishes", _("Wishes a game"), _mean(wishes["mean"], ".2f")))
        found.append(Figure("mean_wishes", _("Wishes in the long run"), _range(wishes["interval"], ".2f")))
    seconds, moves = entry["seconds"], entry["moves"]
    found += [
        Figure("seconds", _("Best time"), time_played(seconds["best"]) if seconds else "-"),
        Figure("seconds", _("Median time"), time_played(seconds["median"]) if seconds else "-"),
        Figure("moves", _("Fewest moves"), number(moves["best"], "g") if moves else "-"),
        Figure("moves", _("Median moves"), number(moves["median"], "g") if moves else "-"),
        Figure("undos", _("Undos a game"), _mean(entry["undos"], ".2f")),
        Figure("hints", _("Hints a game"), _mean(entry["hints"], ".2f")),
    ]
    for name, of_all, of_won in (
        ("rounds", _("Rounds a game"), _("Rounds in games won")),
        ("laydowns", _("Lay-downs a game"), _("Lay-downs in games won")),
    ):
        if name in entry:
            found.append(Figure(name, of_all, _mean(entry[name]["mean"], ".2f")))
            found.append(Figure(name, of_won, _mean(entry[name]["mean_won"], ".2f")))
    for result, count in entry["results"].items():
        # A win of a game that is not scored stands above already.
        if result != Result.WON or "wishes" in entry:
            found.append(Figure("results", _ended(Result(result)), number(count, ",")))
    return found


def time_played(seconds: float) -> str:
    """A time in hours, minutes and seconds, such as ``0:01:40``."""
    minutes, rest = divmod(round(seconds), 60)
    return f"{minutes // 60}:{minutes % 60:02}:{rest:02}"


def _ended(result: Result) -> str:
    """How many ended so: the label of that figure."""
    return {
        Result.WON: p_("games", "Every wish granted"),
        Result.LOST: p_("games", "Lost"),
        Result.FINISHED: p_("games", "Played to the end"),
        Result.GIVEN_UP: p_("games", "Given up"),
        Result.LEFT: p_("games", "Left"),
        Result.NOTHING: p_("games", "Not played"),
    }[result]


def _mean(value: float | None, spec: str) -> str:
    return "-" if value is None else number(value, spec)


def _range(ends: Sequence[float], spec: str) -> str:
    low, high = ends
    return _("{low} to {high}").format(low=number(low, spec), high=number(high, spec))
