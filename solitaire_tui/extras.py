"""What can be installed besides for a few commands, and the command line that installs it where this program runs."""

from __future__ import annotations

import shlex
import subprocess
import sys
from collections.abc import Mapping, Sequence
from typing import Final

REQUIREMENTS: Final[Mapping[str, str]] = {
    "cluster": "distributed>=2026.1",
    "web": "textual-serve>=1.1.3,<2",
}
"""The requirement of each extra of pyproject.toml that users may want."""


def installing(extra: str) -> str:
    """The command line by which an extra is installed, by what it requires: this program may be in no package index.

    Raises:
        KeyError: if there is no such extra.
    """
    return in_shell([sys.executable, "-m", "pip", "install", REQUIREMENTS[extra]])


def in_shell(argv: Sequence[str]) -> str:
    """A command as it is typed in the shell of this system."""
    return subprocess.list2cmdline(argv) if sys.platform == "win32" else shlex.join(argv)
