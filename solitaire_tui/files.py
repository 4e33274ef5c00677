"""Writing files whole or not at all."""

from __future__ import annotations

import contextlib
import os
import tempfile
from pathlib import Path


def replace_file(file: Path, text: str) -> None:
    """Put a new file in place of this one, in one go and down to the disk.

    Raises:
        OSError: if that fails; the old file is in place then.
    """
    handle, name = tempfile.mkstemp(dir=file.parent, prefix=f".{file.name}-", suffix=".tmp")
    try:
        with os.fdopen(handle, "w", encoding="utf-8", newline="") as stream:
            stream.write(text)
            stream.flush()
            os.fsync(stream.fileno())
        if file.exists():
            Path(name).chmod(file.stat().st_mode & 0o777)
        Path(name).replace(file)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise
    # The new name is on the disk once the folder is; Windows opens no folders and needs none of it.
    with contextlib.suppress(OSError):
        folder = os.open(file.parent, os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)
