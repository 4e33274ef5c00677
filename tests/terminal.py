"""A program run on a pseudo-terminal: started, typed at, resized, timed to its last byte, and cleaned up."""

from __future__ import annotations

import fcntl
import os
import re
import select
import signal
import struct
import subprocess
import sys
import tempfile
import termios
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from types import TracebackType
from typing import Final, NamedTuple, Self

ROOT: Final = Path(__file__).resolve().parents[1]
CAP: Final = 20.0
"""Seconds after which anything waited for counts as never coming."""
PLAY: Final = (sys.executable, "-m", "solitaire_tui", "play")

PRIVATE: Final = re.compile(rb"\x1b\[[<>=?][\d;]*\$?[a-zA-Z]")
"""Private modes and queries, none of which changes what is to be seen."""
_NOT_INHERITED: Final = ("COLUMNS", "LINES", "NO_COLOR", "TERM_PROGRAM", "LC_CTYPE", "LANG")
"""What would make a program look at another terminal than this one."""


class Burst(NamedTuple):
    """What a program wrote until it fell quiet.

    Attributes:
        seconds: from the moment asked about to the arrival of the last byte; the quiet time is not counted.
        size: bytes.
    """

    seconds: float
    size: int


class Terminal:
    """A terminal of its own for one program; as a context manager it ends the program.

    Attributes:
        process: the program.
        output: every byte it has written so far.
        started: when it was started, by ``time.perf_counter``.
    """

    def __init__(
        self, argv: Sequence[str], *, size: tuple[int, int] = (80, 24), env: Mapping[str, str] | None = None
    ) -> None:
        """Start a program in the project's folder.

        Args:
            argv: the program and its arguments.
            size: columns and lines.
            env: what to add to this process's environment.
        """
        inherited = {
            name: value
            for name, value in os.environ.items()
            if name not in _NOT_INHERITED and not name.startswith("TEXTUAL")
        }
        # What the program keeps goes to a folder of its own, so that no game of an earlier one comes back.
        self._home = tempfile.TemporaryDirectory(prefix="solitaire-tui-")
        terminal = {
            "TERM": "xterm-256color",
            "COLORTERM": "truecolor",
            "LC_ALL": "C.UTF-8",
            "SOLITAIRE_TUI_HOME": self._home.name,
            "TEXTUAL_ANIMATIONS": "none",  # a test of motion sets another level
        }
        self.size = size
        self.output = bytearray()
        self._master, slave = os.openpty()
        self._set_size(slave)
        self.started = time.perf_counter()
        self.process = subprocess.Popen(
            argv,
            stdin=slave,
            stdout=slave,
            stderr=slave,
            env=inherited | terminal | dict(env or {}),
            cwd=ROOT,
            start_new_session=True,
        )
        os.close(slave)
        self._open = True

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()
        os.close(self._master)
        self._home.cleanup()

    @property
    def descriptor(self) -> int:
        """The terminal's own end, for reading with other timing than here."""
        return self._master

    def send(self, data: bytes) -> None:
        """Type bytes, or move the mouse with them."""
        os.write(self._master, data)

    def resize(self, columns: int, lines: int) -> None:
        """Give the window another size and tell the program, as a terminal does."""
        self.size = (columns, lines)
        self._set_size(self._master)
        # The terminal does not control the program's session, so the kernel does not send this by itself.
        self.process.send_signal(signal.SIGWINCH)

    def settle(self, quiet: float, *, since: float | None = None, enough: int = 1, cap: float = CAP) -> Burst:
        """Read until the program has been quiet for a while after at least ``enough`` bytes.

        Args:
            quiet: seconds without a byte that count as quiet.
            since: the moment from which to count; now if it is missing.
            enough: how many bytes there must be.
            cap: seconds after which to give up.

        Raises:
            TimeoutError: if there were not enough bytes, or no quiet, before the cap.
        """
        begun = time.perf_counter()
        start = last = begun if since is None else since
        count = 0
        while time.perf_counter() - begun < cap:
            if not (self._open and select.select([self._master], [], [], quiet)[0]):
                if count >= enough:
                    return Burst(last - start, count)
                if not self._open:
                    break
                continue
            count += self._read()
            last = time.perf_counter()
        raise TimeoutError(f"{count} bytes, {enough} expected, or no quiet within {cap:.0f} s: {self.tail}")

    def read_until(self, reached: Callable[[], bool], what: str, cap: float = CAP) -> None:
        """Read until a condition holds.

        Raises:
            TimeoutError: naming ``what``, if it did not hold before the cap or the program's end.
        """
        end = time.perf_counter() + cap
        while not reached():
            if not self._open or time.perf_counter() > end:
                raise TimeoutError(f"{what}: not seen; {self.tail}")
            if select.select([self._master], [], [], 0.05)[0]:
                self._read()

    def wait(self, cap: float = CAP) -> int:
        """Read everything up to the program's end and return its exit status.

        Raises:
            TimeoutError: if it did not end before the cap.
        """
        self.read_until(lambda: not self._open, "the end of the program", cap)
        return self.process.wait(cap)

    @property
    def lines(self) -> list[str]:
        """What the screen shows, each line without the blanks at its end."""
        return self._shown_after(bytes(self.output))[0]

    @property
    def pictures(self) -> list[list[str]]:
        """What the screen has shown whenever the program had drawn something and was at the upper left again."""
        return self._shown_after(*re.split(rb"(?=\x1b\[1;1H)", bytes(self.output)))

    def _shown_after(self, *output: bytes) -> list[list[str]]:
        """The lines after each of several stretches of output."""
        import pyte  # put off: the measurements do without it

        screen = pyte.Screen(*self.size)
        stream = pyte.ByteStream(screen)
        shown = []
        for stretch in output:
            # pyte takes some of the private sequences, such as those for the keyboard, for text.
            stream.feed(PRIVATE.sub(b"", stretch))
            shown.append([line.rstrip() for line in screen.display])
        return shown

    @property
    def echoes(self) -> bool:
        """Whether the terminal shows what is typed and hands it over line by line, as a shell wants it."""
        flags: int = termios.tcgetattr(self._master)[3]
        return bool(flags & termios.ECHO and flags & termios.ICANON)

    @property
    def tail(self) -> str:
        """The end of the output, for messages."""
        return repr(bytes(self.output[-300:]))

    def _read(self) -> int:
        """Read what there is; 0 when the program has closed the terminal."""
        try:
            data = os.read(self._master, 1 << 16)
        except OSError:  # Linux says that the other end was closed by an error.
            data = b""
        if not data:
            self._open = False
        self.output += data
        return len(data)

    def _set_size(self, descriptor: int) -> None:
        columns, lines = self.size
        fcntl.ioctl(descriptor, termios.TIOCSWINSZ, struct.pack("HHHH", lines, columns, 0, 0))


def alive(process: int) -> bool:
    """Whether a process lives; one that has ended and is not waited for does not."""
    try:
        state = Path(f"/proc/{process}/stat").read_text(encoding="utf-8")
    except OSError:
        return False
    return state.rpartition(")")[2].split()[0] != "Z"
