"""Make the pictures in this folder from the real application: ``python screenshots/make.py``.

Each picture is an SVG of the terminal, drawn by Textual's own export. With the argument ``browser`` only the picture of
the game in a browser is made, which needs Chromium.
"""

from __future__ import annotations

import asyncio
import os
import sys
import tempfile
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Final

FOLDER = Path(__file__).resolve().parent
sys.path.insert(0, str(FOLDER.parent))

from solitaire_tui.app.keeping import Keeper  # noqa: E402
from solitaire_tui.app.main import SolitaireApp  # noqa: E402
from solitaire_tui.engine.client import Engine  # noqa: E402
from solitaire_tui.language import use  # noqa: E402
from solitaire_tui.session import Session  # noqa: E402
from solitaire_tui.settings import Settings  # noqa: E402
from solitaire_tui.store.games import Store  # noqa: E402
from solitaire_tui.table.review import ReviewScreen  # noqa: E402
from tests.helpers import recorded_session  # noqa: E402
from tests.store_helpers import FakeClock, simulate  # noqa: E402

DAY = datetime(2026, 3, 14, 12, tzinfo=UTC)
"""When the pictures are taken: the menu names the day."""


def garem(moves: int | None) -> Session:
    """A game of Garem with wishes."""
    session = recorded_session("garem", 5, moves)
    session.wishes = {1: "a long rest", 4: "snow for the holidays", 7: "an old friend's letter"}
    return session


@dataclass(frozen=True)
class Shot:
    """A picture to take.

    Attributes:
        name: of its file.
        session: makes the game on the table; None for the menu.
        size: columns and lines.
        keys: pressed before it is taken.
        settings: those that differ from the defaults.
        played: how many games have been played and kept before.
    """

    name: str
    session: Callable[[], Session | None]
    size: tuple[int, int] = (80, 24)
    keys: tuple[str, ...] = ()
    settings: Mapping[str, bool | str] = field(default_factory=dict)
    played: int = 0


SHOTS: Final = (
    Shot("menu", lambda: None),
    Shot("raspad", lambda: recorded_session("raspad", 0, 6)),
    Shot("raspad-preview", lambda: recorded_session("raspad", 0, 1), keys=("3", "right")),
    Shot("raspad-won", lambda: recorded_session("raspad", 4)),
    Shot("garem", lambda: garem(52), (100, 30), ("o",)),
    Shot("garem-end", lambda: garem(None)),
    Shot("review", lambda: recorded_session("raspad", 0), (100, 30), ("v",)),
    Shot("side-panel", lambda: recorded_session("raspad", 1, 11), (130, 34), ("o", "b"), {"colours": "four"}),
    Shot("small", lambda: recorded_session("raspad", 1, 11), (50, 15)),
    Shot("ascii", lambda: recorded_session("raspad", 0, 8), settings={"cards": "ascii"}),
    Shot("light", lambda: recorded_session("raspad", 0, 8), settings={"theme": "felt-light"}),
    Shot("russian", lambda: recorded_session("raspad", 0, 6), keys=("h",), settings={"language": "ru"}),
    Shot("walnut", lambda: garem(40), settings={"theme": "walnut", "colours": "four"}),
    Shot("lesson", lambda: recorded_session("raspad", 0, 6), keys=("i", "enter", "1")),
    Shot("calendar", lambda: None, keys=("3",), played=160),
    Shot("statistics", lambda: None, (100, 30), ("t", "left", "left"), played=160),
    Shot("settings", lambda: recorded_session("raspad", 0, 6), keys=("comma",)),
)


async def shoot(shot: Shot, home: Path) -> None:
    """Take one picture; games are kept in a folder of its own."""
    settings = Settings.model_validate({"cards": "unicode", "language": "en", "animation": False, **shot.settings})
    clock = FakeClock(DAY - timedelta(days=60))
    with Store.open(home, now=clock) as store:
        simulate(store, clock, shot.played)
    clock.now = DAY
    keeper = Keeper(lambda: Store.open(home, now=clock))
    use(settings.language)
    app = SolitaireApp(shot.session(), engine=Engine(), keeper=keeper, settings=settings)
    async with app.run_test(size=shot.size) as pilot:
        await pilot.pause()
        await pilot.press(*shot.keys)
        await pilot.pause()
        while isinstance(screen := app.screen, ReviewScreen) and not screen.finished:
            await pilot.pause(0.1)
        if isinstance(screen, ReviewScreen):
            screen.action_next_costly()
            await pilot.pause()
        elif shot.keys:
            await pilot.pause(1.0)  # what the adviser has to say
        picture = app.export_screenshot(title="Solitaire TUI")
    lines = [line.rstrip() for line in picture.splitlines()]
    (FOLDER / f"{shot.name}.svg").write_text("\n".join(lines) + "\n", encoding="utf-8")


async def shoot_browser() -> None:
    """Take the picture of a game in a real browser."""
    from tests.browser import Served, browser, until

    with tempfile.TemporaryDirectory() as home:
        session = recorded_session("raspad", 0, 6)
        with Store.open(Path(home), now=lambda: DAY) as store:
            attempt = store.begin(session)
            attempt.saved(session)
            attempt.released(session)
        os.environ["SOLITAIRE_TUI_HOME"] = home
        served = Served(8000)
        try:
            async with browser() as new_tab:
                tab = new_tab()
                await tab.open(served.url)
                await until(lambda: tab.shows("a  Continue Raspad"), "the menu")
                await tab.press("a")
                await until(lambda: tab.shows("Moves: 6"), "the table")
                await tab.press("2")
                await asyncio.sleep(1.0)  # the page draws when it likes
                (FOLDER / "browser.png").write_bytes(await tab.picture())
        finally:
            served.end()


def main() -> None:
    """Take every picture, or that of the browser."""
    if sys.argv[1:] == ["browser"]:
        asyncio.run(shoot_browser())
        return
    for shot in SHOTS:
        with tempfile.TemporaryDirectory() as home:
            asyncio.run(shoot(shot, Path(home)))
        print(FOLDER / f"{shot.name}.svg")


if __name__ == "__main__":
    main()
