"""The game in a browser: played there in a real one, served to nobody else, kept and ended when it should be."""

from __future__ import annotations

import asyncio
import os
import re
import signal
import socket
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import aiohttp
import pytest
from click.testing import CliRunner

from solitaire_tui.cli import main
from solitaire_tui.extras import REQUIREMENTS
from solitaire_tui.store.kept import Kept
from solitaire_tui.web import command
from solitaire_tui.web.guard import is_own, own_names
from tests.browser import CHROMIUM, Served, browser, until
from tests.store_helpers import fresh, open_store, play
from tests.terminal import alive
from tests.test_cli import refused, run

SESSION, MOVES = fresh("raspad", 0)
"""A recorded game; it begins with a lay-down, 9S>2S and 5S>5C."""


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        return int(taken.getsockname()[1])


@pytest.fixture
def home(monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of the games, in which one with its first move made waits."""
    monkeypatch.setenv("TEXTUAL_ANIMATIONS", "none")  # cards lie where they are clicked at once
    folder = Path(os.environ["SOLITAIRE_TUI_HOME"])
    session = SESSION.again()
    with open_store(folder) as store:
        attempt = store.begin(session)
        play(session, attempt, MOVES[:1])
        attempt.released(session)
    return folder


@pytest.fixture
def served(home: Path) -> Iterator[Served]:
    server = Served(free_port())
    yield server
    if server.process.poll() is None:
        server.end()


def waiting(home: Path) -> Kept:
    with open_store(home) as store:
        return store.unfinished("raspad")[0]


def played(home: Path) -> list[str]:
    """The moves of the game that waits, as whoever takes it up next finds them."""
    with open_store(home) as store:
        session, attempt = store.resume(store.unfinished("raspad")[0].id)
        attempt.released(session)
    return [str(move) for move in session.history.moves]


@pytest.mark.skipif(CHROMIUM is None, reason="there is no chromium (Debian: apt-get install chromium)")
async def test_played_with_keys_and_mouse_in_a_browser(served: Served, home: Path) -> None:
    async with browser() as new_tab:
        tab = new_tab()
        await tab.open(served.url)
        await until(lambda: tab.shows("Raspad: beat the row"), "the menu")
        assert await tab.evaluate("document.title") == "Solitaire TUI"
        await until(lambda: tab.size[0] > 100, "the size of the window")

        await tab.press("2")
        await until(lambda: tab.shows("Garem: new deal"), "the question for the deal")
        await tab.press("Enter")
        await until(lambda: tab.shows("Garem #"), "the table of Garem")
        await tab.press("q")
        await until(lambda: tab.shows("Raspad: beat the row"), "the menu again")
        await tab.press("b")
        await until(lambda: tab.shows("Moves: 1 of 1") and tab.shows("9♠"), "the table of Raspad, in Unicode")
        before = await tab.picture()

        await tab.press("3")
        await until(lambda: tab.shows("9♠ beats"), "the nine picked up")
        await tab.press("ArrowRight")
        await tab.press("Enter")
        await until(lambda: waiting(home).moves == 2, "the move made by keys")
        await until(lambda: tab.shows("Moves: 2 of 2"), "the table after it")

        await tab.click(*tab.place("5♠"))
        await until(lambda: tab.shows("5♠ can beat"), "the five picked up by the mouse")
        await tab.click(*tab.place("5♣"))
        await until(lambda: tab.shows("Moves: 3"), "the move made by the mouse")
        assert await tab.picture() != before
        assert {urlsplit(url).hostname for url in tab.asked if not url.startswith("data:")} == {"127.0.0.1"}
        assert waiting(home).process is not None

        await tab.close()
        await until(lambda: waiting(home).process is None, "the game let go with its tab")
    assert played(home) == [str(move) for move in MOVES[:3]]
    assert served.end() == (0, "")


async def test_only_its_own_page_is_answered(served: Served) -> None:
    own = served.url.rstrip("/")
    port = urlsplit(own).port
    async with aiohttp.ClientSession() as session:

        async def status(path: str, **headers: str) -> int:
            async with session.get(served.url + path, headers=headers) as response:
                return response.status

        async with session.get(served.url) as response:
            page = await response.text()
            policy = response.headers["Content-Security-Policy"]
        assert "frame-ancestors 'none'" in policy
        addresses = [*re.findall(r"""(?:src|href|url)[=(]\s*["']([^"']+)""", page), *re.findall(r"ws:[^\"]+", page)]
        assert len(addresses) == 8
        assert {urlsplit(address).netloc for address in addresses if not address.startswith("data:")} == {
            "",
            f"127.0.0.1:{port}",
        }

        assert await status("", Host=f"evil.example:{port}") == 403
        assert await status("", Origin="http://evil.example") == 403
        assert await status("static/js/textual.js", Host="evil.example") == 403
        assert await status("", Host=f"localhost:{port}", Origin=f"http://localhost:{port}") == 200
        assert await status("../pyproject.toml") == 404
        for origin in (None, "http://evil.example", "null", f"http://localhost:{port}", "http://127.0.0.1:1"):
            with pytest.raises(aiohttp.WSServerHandshakeError) as caught:
                await session.ws_connect(own + "/ws", origin=origin)
            assert caught.value.status == 403


@pytest.mark.parametrize(
    ("host", "origin", "public", "own"),
    [
        ("127.0.0.1:8000", None, False, True),
        ("127.0.0.1:8000", "http://127.0.0.1:8000", False, True),
        ("LOCALHOST:9000", "http://LOCALHOST:9000", False, True),
        ("[::1]:8000", "http://[::1]:8000", False, True),
        ("given:8000", "http://given:8000", False, True),
        ("192.168.1.2:8000", None, False, False),
        ("192.168.1.2:8000", "http://192.168.1.2:8000", True, True),
        ("192.168.1.2:8000", "http://192.168.1.3:8000", True, False),
        ("127.0.0.1.evil.example", None, True, False),
        ("evil.example:8000", "http://evil.example:8000", True, False),
        ("127.0.0.1:8000", "https://127.0.0.1:8000", False, False),
        ("127.0.0.1:8000", "null", False, False),
        ("[::1", None, False, False),
        ("", None, False, False),
        (None, None, False, False),
    ],
)
def test_who_counts_as_own(host: str | None, origin: str | None, public: bool, own: bool) -> None:
    assert is_own(host, origin, own_names(["Given"], public=public), public=public) is own


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT, signal.SIGKILL])
async def test_its_end_ends_the_games(served: Served, home: Path, number: int) -> None:
    async with (
        asyncio.timeout(60),
        aiohttp.ClientSession() as session,
        session.ws_connect(served.url + "ws?width=80&height=24", origin=served.url.rstrip("/")) as page,
    ):
        text = b""
        for key, awaited in (("a", "Raspad: beat the row"), ("", "Lay down")):
            while awaited.encode() not in text:
                message = await page.receive(20)
                assert message.type is aiohttp.WSMsgType.BINARY, message
                text += message.data
            await page.send_json(["stdin", key])
        await page.send_str('["resize", {"width": "many", "height": []}]')
        await page.send_json({"a": 1})
        process = waiting(home).process
        assert process is not None
        served.process.send_signal(number)
        status, said = served.end(number)
        assert (status, said) == (-number if number == signal.SIGKILL else 0, "")
        await until(lambda: not alive(process), "the end of the game")
        await until(lambda: waiting(home).process is None, "the game let go")
    assert played(home) == ["laydown"]


def test_what_can_not_be_served_is_told_in_a_line() -> None:
    for port in ("0", "-1", "65536"):
        refused(run("serve", f"--port={port}"), "--port", port)
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        refused(run("serve", "--port", port), port, "Address already in use")
    refused(run("serve", "--host", "0.0.0.0"), "0.0.0.0", "--public")  # noqa: S104
    refused(run("serve", "--host", "nowhere.invalid"), "nowhere.invalid")
    refused(run("serve", "--host", ""), "--host")


def test_without_the_extra_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(command, "find_spec", lambda name: None)
    result = CliRunner().invoke(main, ["serve"])
    assert (result.exit_code, result.stderr.count("\n")) == (2, 1)
    assert f"{sys.executable} -m pip install 'textual-serve>=1.1.3,<2'" in result.stderr


def test_what_it_says_is_what_the_package_asks_for() -> None:
    project = tomllib.loads((Path(__file__).parent.parent / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    for extra, requirement in REQUIREMENTS.items():
        assert project["optional-dependencies"][extra] == [requirement]


async def test_others_are_served_when_asked(home: Path) -> None:
    port = free_port()
    server = Served(port, "--host", "0.0.0.0", "--public")  # noqa: S104
    try:
        assert server.process.stdout is not None
        assert "plays with your games" in server.process.stdout.readline()
        async with aiohttp.ClientSession() as session, session.get(server.url) as response:
            assert response.status == 200
    finally:
        assert server.end() == (0, "")
