"""The web server: a page with a terminal in it, and for each page that is open a game of its own.

The terminal and the talk with the games are those of textual-serve. Its page asks for fonts from elsewhere and its
server answers anybody, so both are our own.
"""

from __future__ import annotations

import asyncio
import html
import signal
import socket
from collections.abc import Awaitable, Callable
from contextlib import suppress
from pathlib import Path
from string import Template
from typing import Any, Final

import textual_serve
from aiohttp import WSMsgType, web
from textual_serve.app_service import AppService
from textual_serve.download_manager import DownloadManager

from solitaire_tui.language import _, spoken
from solitaire_tui.web.guard import is_own, own_names

_HERE: Final = Path(__file__).parent
_TERMINAL: Final = Path(textual_serve.__file__).parent / "static"
_HEARTBEAT: Final = 15.0
"""Seconds after which a browser that does not answer counts as gone."""
_PATIENCE: Final = 5.0
"""Seconds a game has to end in when it is told to."""
_FAREWELL: Final = 1.0
"""Seconds in which a browser that is told that all is over should answer."""
_MOST_CELLS: Final = 1000
_LONGEST_MESSAGE: Final = 1 << 20
_HEADERS: Final = {
    # Nothing from elsewhere, and in no other page's frame, where a click could be meant for something else.
    "Content-Security-Policy": (
        "default-src 'self'; connect-src 'self' ws://{host}; style-src 'self' 'unsafe-inline'; "
        "img-src 'self' data:; frame-ancestors 'none'"
    ),
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
}


class _Game(AppService):
    """The process of a game; the page is told when it ends, however it does."""

    async def run(self) -> None:
        try:
            await super().run()
        finally:
            await self.remote_close()


class Server:
    """Serves the game on a socket."""

    def __init__(self, command: str, names: tuple[str, ...], *, public: bool) -> None:
        """Make a server that does not listen yet.

        Args:
            command: the shell command that starts a game.
            names: host names by which the server may be called, apart from the usual ones.
            public: whether it listens to other computers too.
        """
        self._command = command
        self._public = public
        self._names = own_names(names, public=public)
        self._playing: set[asyncio.Task[Any]] = set()

    def application(self) -> web.Application:
        """What answers the requests."""
        application = web.Application(middlewares=[self._guard])
        application.add_routes(
            [
                web.get("/", self._page),
                web.get("/page.js", self._script),
                web.get("/ws", self._play),
                web.static("/static", _TERMINAL),
            ]
        )
        application.on_shutdown.append(self._end_games)
        return application

    @web.middleware
    async def _guard(
        self, request: web.Request, handler: Callable[[web.Request], Awaitable[web.StreamResponse]]
    ) -> web.StreamResponse:
        host, origin = request.headers.get("Host"), request.headers.get("Origin")
        if not is_own(host, origin, self._names, public=self._public):
            raise web.HTTPForbidden(text=_("This page is not that of the game.") + "\n")
        response = await handler(request)
        if not response.prepared:
            response.headers.update({name: value.format(host=host) for name, value in _HEADERS.items()})
        return response

    async def _page(self, request: web.Request) -> web.StreamResponse:
        texts = {
            "language": spoken(),
            "host": request.headers["Host"],
            "dealing": _("The cards are being brought…"),
            "closed": _("The game has ended here."),
            "again": _("Play on"),
        }
        template = Template((_HERE / "page.html").read_text(encoding="utf-8"))
        page = template.substitute({name: html.escape(text) for name, text in texts.items()})
        return web.Response(text=page, content_type="text/html", headers={"Cache-Control": "no-store"})

    async def _script(self, request: web.Request) -> web.StreamResponse:
        return web.FileResponse(_HERE / "page.js")

    async def _play(self, request: web.Request) -> web.StreamResponse:
        """A page has been opened: start a game, and end it with the page."""
        if "Origin" not in request.headers:
            raise web.HTTPForbidden  # every browser names one here
        websocket = web.WebSocketResponse(timeout=_FAREWELL, heartbeat=_HEARTBEAT, max_msg_size=_LONGEST_MESSAGE)
        await websocket.prepare(request)

        async def show(data: bytes) -> None:
            # Where nobody looks any longer the game's output is still taken, or it would wait for that and not end.
            with suppress(ConnectionError, RuntimeError):
                await websocket.send_bytes(data)

        async def close() -> None:
            await websocket.close()

        game = _Game(
            self._command,
            write_bytes=show,
            write_str=websocket.send_str,
            close=close,
            download_manager=DownloadManager(),
        )
        task = asyncio.current_task()
        assert task is not None
        self._playing.add(task)
        try:
            await game.start(_cells(request.query.get("width"), 80), _cells(request.query.get("height"), 24))
            await _listen(websocket, game)
        except OSError:
            await websocket.close()  # no game can be started
        finally:
            with suppress(TimeoutError):
                await asyncio.wait_for(game.stop(), _PATIENCE)
            self._playing.discard(task)
        return websocket

    async def _end_games(self, _application: web.Application) -> None:
        for task in self._playing:
            task.cancel()
        if self._playing:
            await asyncio.wait(self._playing, timeout=_PATIENCE + 1)


async def _listen(websocket: web.WebSocketResponse, game: AppService) -> None:
    """Pass on what the page sends, to its end."""
    async for message in websocket:
        if message.type is not WSMsgType.TEXT:
            continue
        try:
            said = message.json()
        except ValueError:
            return
        match said:
            case ["stdin", str(keys)]:
                await game.send_bytes(keys.encode("utf-8", "replace"))
            case ["resize", {"width": width, "height": height}]:
                await game.set_terminal_size(_cells(width, 80), _cells(height, 24))
            case ["ping", sent]:
                await websocket.send_json(["pong", sent])
            case ["blur"]:
                await game.blur()
            case ["focus"]:
                await game.focus()
            case _:
                pass


def _cells(value: object, default: int) -> int:
    """A width or a height that a page has sent."""
    try:
        return min(max(int(str(value)), 1), _MOST_CELLS)
    except ValueError:
        return default


def run(listening: socket.socket, command: str, names: tuple[str, ...], *, public: bool) -> None:
    """Serve the game on a socket until Ctrl-C or SIGTERM; then the games are ended and kept.

    Args:
        listening: the socket.
        command: the shell command that starts a game.
        names: host names by which the server may be called, apart from the usual ones.
        public: whether other computers reach the socket too.
    """
    with suppress(KeyboardInterrupt):
        asyncio.run(_serve(listening, Server(command, names, public=public)))


async def _serve(listening: socket.socket, server: Server) -> None:
    ended = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        with suppress(NotImplementedError):  # on Windows, where Ctrl-C cancels this task
            loop.add_signal_handler(number, ended.set)
    runner = web.AppRunner(server.application(), access_log=None, shutdown_timeout=_FAREWELL)
    await runner.setup()
    try:
        await web.SockSite(runner, listening).start()
        await ended.wait()
    finally:
        await runner.cleanup()
