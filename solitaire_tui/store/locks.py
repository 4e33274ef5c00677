"""Locks on files that end with the process that holds them, however it ends.

A process id alone would not do: the system gives it to another process later. The kernel drops a lock on an open file
when its process dies, by SIGKILL too.
"""

from __future__ import annotations

import contextlib
import os
import re
import secrets
import sys
import time
from pathlib import Path
from typing import Final

_PAUSE: Final = 0.002
"""Seconds between two tries to get a lock."""
_TOKEN: Final = re.compile(r"[0-9]{1,20}-[0-9a-f]{8}")

if sys.platform == "win32":
    import msvcrt

    def _lock(descriptor: int, *, alone: bool) -> None:
        """Lock one byte far behind any text. Windows knows only locks held alone."""
        os.lseek(descriptor, 1 << 20, os.SEEK_SET)
        msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)

else:
    import fcntl

    def _lock(descriptor: int, *, alone: bool) -> None:
        """Lock an open file, alone or beside others that look too; OSError at once if that can't be."""
        fcntl.flock(descriptor, (fcntl.LOCK_EX if alone else fcntl.LOCK_SH) | fcntl.LOCK_NB)


class Lock:
    """A lock held on a file from now until ``release`` or the end of the process."""

    def __init__(self, path: Path, seconds: float = 2.0) -> None:
        """Take the lock, waiting for another holder for so many seconds.

        Raises:
            TimeoutError: if another process went on holding it.
            OSError: if the file can't be made.
        """
        self._path = path
        until = time.monotonic() + seconds
        while not self._taken():
            if time.monotonic() > until:
                raise TimeoutError(f"{path} is locked by another process")
            time.sleep(_PAUSE)

    def _taken(self) -> bool:
        self._descriptor = os.open(self._path, os.O_RDWR | os.O_CREAT, 0o600)
        with contextlib.suppress(OSError):
            _lock(self._descriptor, alone=True)
            # Whoever looked in before it was locked may have taken it for a dead one's and removed it.
            if os.path.samestat(os.fstat(self._descriptor), self._path.stat()):
                return True
        os.close(self._descriptor)
        return False

    def release(self, *, remove: bool = False) -> None:
        """Give the lock up; with ``remove`` its file goes too."""
        with contextlib.suppress(OSError):
            if remove:
                self._path.unlink()
        with contextlib.suppress(OSError):
            os.close(self._descriptor)


def is_locked(path: Path) -> bool:
    """Whether a living process holds the lock on a file; a file that nobody holds is removed."""
    try:
        descriptor = os.open(path, os.O_RDWR)
    except OSError:
        return False
    try:
        _lock(descriptor, alone=False)
    except OSError:
        return True
    else:
        with contextlib.suppress(OSError):
            path.unlink()
        return False
    finally:
        os.close(descriptor)


class Presence:
    """The sign of life of a process, by which others see that the games it holds are in play.

    Attributes:
        token: its name in the database; it begins with the process id.
    """

    def __init__(self, folder: Path | None) -> None:
        """Show a sign of life in a folder; with None, or where files can't be locked, there is none to show."""
        self.token = f"{os.getpid()}-{secrets.token_hex(4)}"
        self._folder = folder
        self._lock: Lock | None = None
        if folder is not None:
            with contextlib.suppress(OSError):
                folder.mkdir(exist_ok=True)
                self._lock = Lock(folder / self.token, 0.2)

    def lives(self, token: str) -> bool:
        """Whether the process of a token is still there."""
        if token == self.token:
            return True
        return self._folder is not None and bool(_TOKEN.fullmatch(token)) and is_locked(self._folder / token)

    def others(self) -> bool:
        """Whether another process uses the store now."""
        if self._folder is None or not self._folder.is_dir():
            return False
        return any(self.lives(path.name) for path in self._folder.iterdir() if path.name != self.token)

    def end(self) -> None:
        """Take the sign of life away."""
        if self._lock is not None:
            self._lock.release(remove=True)
            self._lock = None


def process_of(token: str) -> int:
    """The process id in a token."""
    return int(token.partition("-")[0])
