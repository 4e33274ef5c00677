"""Make the pictures in this folder from the real application: ``python screenshots/make.py``.

Each picture is an SVG of the terminal, drawn by Textual's own export.
"""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Callable
from pathlib import Path

FOLDER = Path(__file__).resolve().parent
sys.path.insert(0, str(FOLDER.parent))

from solitaire_tui.app.main import SolitaireApp  # noqa: E402
from solitaire_tui.app.themes import FELT, FELT_LIGHT  # noqa: E402
from solitaire_tui.engine.client import Engine  # noqa: E402
from solitaire_tui.session import Session  # noqa: E402
from solitaire_tui.table.faces import ASCII, UNICODE, Charset  # noqa: E402
from solitaire_tui.table.review import ReviewScreen  # noqa: E402
from tests.helpers import recorded_session  # noqa: E402


def garem(moves: int | None) -> Session:
    """A game of Garem with wishes."""
    session = recorded_session("garem", 5, moves)
    session.wishes = {1: "a long rest", 4: "snow for the holidays", 7: "an old friend's letter"}
    return session


Shot = tuple[str, Callable[[], Session | None], tuple[int, int], list[str], Charset, str]
SHOTS: list[Shot] = [
    ("menu", lambda: None, (80, 24), [], UNICODE, FELT.name),
    ("raspad", lambda: recorded_session("raspad", 0, 6), (80, 24), [], UNICODE, FELT.name),
    ("raspad-preview", lambda: recorded_session("raspad", 0, 1), (80, 24), ["3", "right"], UNICODE, FELT.name),
    ("raspad-won", lambda: recorded_session("raspad", 4), (80, 24), [], UNICODE, FELT.name),
    ("garem", lambda: garem(52), (100, 30), ["o"], UNICODE, FELT.name),
    ("review", lambda: recorded_session("raspad", 0), (100, 30), ["v"], UNICODE, FELT.name),
    ("garem-end", lambda: garem(None), (80, 24), [], UNICODE, FELT.name),
    ("small", lambda: recorded_session("raspad", 1, 11), (50, 15), [], UNICODE, FELT.name),
    ("ascii", lambda: recorded_session("raspad", 0, 8), (80, 24), [], ASCII, FELT.name),
    ("light", lambda: recorded_session("raspad", 0, 8), (80, 24), [], UNICODE, FELT_LIGHT.name),
]


async def shoot(shot: Shot) -> None:
    """Take one picture."""
    name, session, size, keys, charset, theme = shot
    app = SolitaireApp(session(), charset=charset, engine=Engine())
    app.theme = theme
    app.animation_level = "none"
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        await pilot.press(*keys)
        await pilot.pause()
        while isinstance(screen := app.screen, ReviewScreen) and not screen.finished:
            await pilot.pause(0.1)
        if isinstance(screen, ReviewScreen):
            screen.action_next_costly()
            await pilot.pause()
        elif "o" in keys:
            await pilot.pause(1.0)
        picture = app.export_screenshot(title="Solitaire TUI")
    lines = [line.rstrip() for line in picture.splitlines()]
    (FOLDER / f"{name}.svg").write_text("\n".join(lines) + "\n", encoding="utf-8")


def main() -> None:
    """Take every picture."""
    for shot in SHOTS:
        asyncio.run(shoot(shot))
        print(FOLDER / f"{shot[0]}.svg")


if __name__ == "__main__":
    main()
