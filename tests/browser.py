"""A real browser, driven through its DevTools protocol: what it asks for, what the terminal in its page shows."""

from __future__ import annotations

import asyncio
import base64
import itertools
import json
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, Final

import aiohttp
import pyte

from tests.terminal import PRIVATE

CHROMIUM: Final = shutil.which("chromium")
"""Where the browser is; None where there is none."""
CAP: Final = 20.0
"""Seconds after which anything waited for counts as never coming."""
_OPTIONS: Final = (
    "--headless=new",
    "--no-sandbox",
    "--disable-gpu",
    "--enable-unsafe-swiftshader",
    "--disable-dev-shm-usage",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
    "--no-default-browser-check",
    # Whatever should ask for another machine finds none.
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
    "--remote-debugging-port=0",
)


async def until(condition: Callable[[], Any], what: str, cap: float = CAP) -> None:
    """Wait until a condition holds.

    Raises:
        TimeoutError: naming ``what``, if it did not hold before the cap.
    """
    loop = asyncio.get_running_loop()
    end = loop.time() + cap
    while not condition():
        if loop.time() > end:
            raise TimeoutError(what)
        await asyncio.sleep(0.02)


class Tab:
    """A tab of the browser that shows the game.

    Attributes:
        asked: every address it has asked for.
        size: columns and lines of the terminal, as the page has told the server last.
    """

    def __init__(self, devtools: aiohttp.ClientWebSocketResponse) -> None:
        self._devtools = devtools
        self._ids = itertools.count(1)
        self._answers: dict[int, asyncio.Future[dict[str, Any]]] = {}
        self._reading = asyncio.get_running_loop().create_task(self._read())
        self._session = ""
        self._target = ""
        self._output = bytearray()
        self.asked: list[str] = []
        self.size = (0, 0)

    async def call(self, method: str, **params: Any) -> dict[str, Any]:
        """Ask the browser for something and return its result."""
        number = next(self._ids)
        answer = self._answers[number] = asyncio.get_running_loop().create_future()
        message: dict[str, Any] = {"id": number, "method": method, "params": params}
        if self._session:
            message["sessionId"] = self._session
        await self._devtools.send_json(message)
        return await asyncio.wait_for(answer, CAP)

    async def open(self, url: str, *, width: int = 1000, height: int = 640) -> None:
        """Open a page in a new tab with a window of so many pixels."""
        self._target = (await self.call("Target.createTarget", url="about:blank"))["targetId"]
        attached = await self.call("Target.attachToTarget", targetId=self._target, flatten=True)
        self._session = attached["sessionId"]
        await self.call("Network.enable")
        await self.call("Page.enable")
        await self.call("Emulation.setFocusEmulationEnabled", enabled=True)
        await self.call(
            "Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=False
        )
        await self.call("Page.navigate", url=url)

    async def close(self) -> None:
        """Close the tab as its user does."""
        self._session = ""
        await self.call("Target.closeTarget", targetId=self._target)

    async def evaluate(self, script: str) -> Any:
        """The value of an expression of the page's own language."""
        result = await self.call("Runtime.evaluate", expression=script, returnByValue=True, awaitPromise=True)
        return result["result"].get("value")

    async def press(self, key: str) -> None:
        """Press a key: a character, Enter or ArrowRight."""
        code, text = {"Enter": (13, "\r"), "ArrowRight": (39, "")}.get(key, (ord(key.upper()[0]), key))
        common = {"key": key, "windowsVirtualKeyCode": code}
        await self.call("Input.dispatchKeyEvent", type="keyDown", text=text, **common)
        await self.call("Input.dispatchKeyEvent", type="keyUp", **common)

    async def click(self, column: int, line: int) -> None:
        """Click into the middle of a cell of the terminal, counted from 0."""
        box = await self.evaluate(
            "(({x, y, width, height}) => [x, y, width, height])"
            "(document.querySelector('.xterm-screen').getBoundingClientRect())"
        )
        x = box[0] + (column + 0.5) * box[2] / self.size[0]
        y = box[1] + (line + 0.5) * box[3] / self.size[1]
        await self.call("Input.dispatchMouseEvent", type="mouseMoved", x=x, y=y)
        for kind in ("mousePressed", "mouseReleased"):
            await self.call("Input.dispatchMouseEvent", type=kind, x=x, y=y, button="left", clickCount=1)

    async def picture(self) -> bytes:
        """The page as a PNG file."""
        return base64.b64decode((await self.call("Page.captureScreenshot"))["data"])

    @property
    def lines(self) -> list[str]:
        """What has been sent to the terminal in the page, as it shows it."""
        screen = pyte.Screen(*self.size)
        pyte.ByteStream(screen).feed(PRIVATE.sub(b"", bytes(self._output)))
        return list(screen.display)

    def shows(self, text: str) -> bool:
        """Whether a text stands in one of the lines."""
        return self.size != (0, 0) and any(text in line for line in self.lines)

    def place(self, text: str) -> tuple[int, int]:
        """Column and line of the first place where a text stands."""
        return next((line.index(text), number) for number, line in enumerate(self.lines) if text in line)

    async def _read(self) -> None:
        async for message in self._devtools:
            data = message.json()
            if "id" in data:
                answer = self._answers.pop(data["id"])
                if "error" in data:
                    answer.set_exception(RuntimeError(data["error"]["message"]))
                else:
                    answer.set_result(data["result"])
            else:
                self._note(data["method"], data["params"])

    def _note(self, event: str, told: dict[str, Any]) -> None:
        if event == "Network.requestWillBeSent":
            self.asked.append(told["request"]["url"])
        elif event == "Network.webSocketCreated":
            self.asked.append(told["url"])
        elif event == "Network.webSocketFrameReceived" and told["response"]["opcode"] == 2:
            self._output += base64.b64decode(told["response"]["payloadData"])
        elif event == "Network.webSocketFrameSent" and told["response"]["opcode"] == 1:
            kind, *rest = json.loads(told["response"]["payloadData"])
            if kind == "resize":
                self.size = (rest[0]["width"], rest[0]["height"])


@asynccontextmanager
async def browser() -> AsyncIterator[Callable[[], Tab]]:
    """Run the browser; what it gives makes tabs."""
    assert CHROMIUM is not None
    with tempfile.TemporaryDirectory(prefix="solitaire-tui-", ignore_cleanup_errors=True) as folder:
        process = subprocess.Popen(
            [CHROMIUM, *_OPTIONS, f"--user-data-dir={folder}", "about:blank"],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
        try:
            file = Path(folder) / "DevToolsActivePort"
            await until(lambda: file.is_file() and file.read_text().count("\n"), "the browser's DevTools")
            port, path = file.read_text().splitlines()
            async with (
                aiohttp.ClientSession() as session,
                session.ws_connect(f"http://127.0.0.1:{port}{path}", max_msg_size=0) as devtools,
            ):
                yield lambda: Tab(devtools)
        finally:
            process.terminate()
            await asyncio.to_thread(process.wait)


class Served:
    """The program's web server, as a process of its own.

    Attributes:
        process: it.
        url: where its page is.
    """

    def __init__(self, port: int, *options: str) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "solitaire_tui", "serve", "--port", str(port), *options],
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            start_new_session=True,
        )
        assert self.process.stdout is not None
        self.said = self.process.stdout.readline()
        self.url = f"http://127.0.0.1:{port}/"

    def end(self, number: int = signal.SIGTERM) -> tuple[int, str]:
        """End it by a signal; its status, and what else it said."""
        self.process.send_signal(number)
        rest, _nothing = self.process.communicate(timeout=CAP)
        return self.process.returncode, rest
