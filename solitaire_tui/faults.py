"""What the operating system says of a file that can't be used, in the language that is spoken."""

from __future__ import annotations

from typing import Final

from solitaire_tui.language import N_, _

COMMON: Final = (
    N_("Address already in use"),
    N_("Bad file descriptor"),
    N_("Cannot assign requested address"),
    N_("Connection refused"),
    N_("Device or resource busy"),
    N_("Disk quota exceeded"),
    N_("File exists"),
    N_("File name too long"),
    N_("Input/output error"),
    N_("Invalid argument"),
    N_("Is a directory"),
    N_("No space left on device"),
    N_("No such file or directory"),
    N_("Not a directory"),
    N_("Operation not permitted"),
    N_("Permission denied"),
    N_("Read-only file system"),
    N_("Too many levels of symbolic links"),
    N_("Too many open files"),
)
"""What it says most often, as the C library has it in English: a catalogue of its own may not be there."""


def reason(error: OSError) -> str:
    """What went wrong, in a few words."""
    return _(error.strerror) if error.strerror else str(error)
