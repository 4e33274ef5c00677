"""The application's side of the engine process: one request at a time, its answers given to a callback."""

from __future__ import annotations

import asyncio
import json
import sys
from asyncio.subprocess import DEVNULL, PIPE, Process
from collections.abc import Callable
from contextlib import suppress
from typing import Any, Final

from solitaire_tui.language import _, spoken

Reply = dict[str, Any]

_LINE_LIMIT: Final = 1 << 20
_MOST_STARTS: Final = 3
"""A process that keeps dying is not started again and again."""


class Engine:
    """Asks the engine process. A new request ends the one before; late answers to an old one are dropped."""

    def __init__(self) -> None:
        self._process: Process | None = None
        self._starting: asyncio.Task[None] | None = None
        self._reading: asyncio.Task[None] | None = None
        self._waiting: dict[str, Any] | None = None
        self._callback: Callable[[Reply], None] | None = None
        self._id = 0
        self._starts = 0
        self._closed = False

    @property
    def available(self) -> bool:
        """Whether requests may still get an answer."""
        return not self._closed and self._starts <= _MOST_STARTS

    @property
    def pid(self) -> int | None:
        """The process id while it runs."""
        running = self._process is not None and self._process.returncode is None
        return self._process.pid if running and self._process else None

    def ask(self, callback: Callable[[Reply], None], **request: Any) -> None:
        """Send a request in place of the one before, and give each of its answers to the callback.

        The engine answers in the language that is spoken now.
        An answer is its reply as data; ``{"error": ..., "final": True}`` when there will be none.
        """
        self._id += 1
        self._callback = callback
        self._waiting = {"id": self._id, "language": spoken(), **request}
        self._send()

    def stop(self) -> None:
        """End the present request; nothing more is given to its callback."""
        self._callback = None
        self._id += 1
        if self.pid is not None:
            self._waiting = {"do": "stop"}
            self._send()

    def _send(self) -> None:
        if self.pid is None:
            self._start()
            return
        assert self._process is not None
        assert self._process.stdin is not None
        if self._waiting is not None:
            with suppress(ConnectionError, RuntimeError):
                self._process.stdin.write(json.dumps(self._waiting).encode() + b"\n")
            self._waiting = None

    def _start(self) -> None:
        if self._starting is not None and not self._starting.done():
            return
        self._starts += 1
        if not self.available:
            self._give({"error": _("the adviser's process does not stay alive"), "final": True})
            return
        self._starting = asyncio.get_running_loop().create_task(self._run())

    async def _run(self) -> None:
        command = (sys.executable, "-m", "solitaire_tui.engine")
        try:
            self._process = await asyncio.create_subprocess_exec(
                *command, stdin=PIPE, stdout=PIPE, stderr=DEVNULL, limit=_LINE_LIMIT
            )
        except OSError as error:
            fault = _("the adviser's process can't be started: {fault}").format(fault=error)
            self._give({"error": fault, "final": True})
            return
        if self._closed:
            self._kill()
            return
        self._reading = asyncio.get_running_loop().create_task(self._read(self._process))
        self._send()

    async def _read(self, process: Process) -> None:
        assert process.stdout is not None
        with suppress(ValueError):
            while line := await process.stdout.readline():
                reply = json.loads(line)
                if reply.get("id") == self._id:
                    self._give(reply)
        await process.wait()
        if not self._closed and self._callback is not None:
            self._give({"error": _("the adviser's process has ended"), "final": True})

    def _give(self, reply: Reply) -> None:
        if self._callback is not None:
            self._callback(reply)

    async def close(self) -> None:
        """End the process."""
        self._closed = True
        self._callback = None
        if self._starting is not None:
            with suppress(asyncio.CancelledError):
                await self._starting
        process = self._process
        self._kill()
        if process is not None:
            with suppress(ProcessLookupError):
                await process.wait()
        if self._reading is not None:
            self._reading.cancel()
            with suppress(asyncio.CancelledError):
                await self._reading

    def _kill(self) -> None:
        if self._process is not None and self._process.returncode is None:
            with suppress(ProcessLookupError):
                self._process.kill()
