"""Records in files whose path a player typed: where they are, written whole or not at all, and read with care."""

from __future__ import annotations

import os
from contextlib import suppress
from io import BytesIO
from pathlib import Path
from typing import Final

from solitaire_tui.faults import reason
from solitaire_tui.files import replace_file
from solitaire_tui.language import _
from solitaire_tui.record import GameRecord, Played, read_records

_QUOTES: Final = "\"'"


class FileRefused(Exception):
    """A file that can't be used. The message says which and why, in one line for people."""


def path_of(text: str) -> Path:
    """The path that a player typed or pasted: ``~`` is the home folder, quotes around it are left out.

    Raises:
        FileRefused: if it is none.
    """
    name = text.strip()
    if len(name) > 1 and name[0] == name[-1] and name[0] in _QUOTES:
        name = name[1:-1]
    if not name:
        raise FileRefused(_("the name of the file is missing"))
    if not name.isprintable():
        raise FileRefused(_("the name of a file is one line of printable text"))
    try:
        return Path(name).expanduser().absolute()
    except RuntimeError:
        raise FileRefused(_("{path}: no home folder of that name is known").format(path=name)) from None


def check_target(path: Path) -> bool:
    """Check that a file can be written there, as far as can be told beforehand.

    Returns:
        whether there is a file already.

    Raises:
        FileRefused: if there is something else than a file, or no folder for it.
    """
    try:
        if path.is_file():
            return True
        if path.is_dir():
            raise FileRefused(_("{path} is a folder: add the name of a file").format(path=path))
        if os.path.lexists(path):
            raise FileRefused(_("{path} is no ordinary file").format(path=path))
        if not path.parent.is_dir():
            raise FileRefused(_("there is no folder {path}").format(path=path.parent))
    except OSError as error:
        raise FileRefused(f"{path}: {reason(error)}") from None
    return False


def write_file(path: Path, record: GameRecord, *, replace: bool) -> None:
    """Write a record to a file, on the disk when this returns.

    Args:
        path: the file.
        record: what to write.
        replace: whether a file that is there may be replaced; it stays as it was if that fails.

    Raises:
        FileRefused: if it could not be written, or is there and may not be replaced.
    """
    text = record.to_json() + "\n"
    try:
        if replace:
            replace_file(path.resolve(), text)
        else:
            _create(path, text)
    except FileExistsError:
        raise FileRefused(_("{path} is there already").format(path=path)) from None
    except OSError as error:
        raise FileRefused(f"{path}: {reason(error)}") from None


def _create(path: Path, text: str) -> None:
    with path.open("x", encoding="utf-8") as file:
        try:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        except OSError:
            with suppress(OSError):
                path.unlink()
            raise


def read_typed(text: str) -> Played:
    """Read the first record of a file, or of what was pasted in place of its path.

    Raises:
        FileRefused: if the file can't be read.
        RecordError: if there is no record in it that can be used, as far as can be told without playing it.
    """
    if text.lstrip().startswith("{"):
        return next(read_records(BytesIO(text.encode(errors="replace")), _("the pasted text")))
    path = path_of(text)
    try:
        if path.is_dir():
            raise FileRefused(_("{path} is a folder: add the name of a file").format(path=path))
        if path.exists() and not path.is_file():
            raise FileRefused(_("{path} is no ordinary file").format(path=path))  # reading a pipe could take for ever
        with path.open("rb") as stream:
            return next(read_records(stream, str(path)))
    except OSError as error:
        raise FileRefused(f"{path}: {reason(error)}") from None
