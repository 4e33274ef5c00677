"""The file from which a study that was killed goes on: JSON Lines, a header and then one line a deal.

A result is written as soon as it is known, so a kill costs only the deals in play and the line being written.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from types import TracebackType
from typing import Any, Self, TextIO

from solitaire_tui.language import _

Scores = dict[int, int | None]
"""The score of each deal by its number; None for undecided."""


class CheckpointRefused(ValueError):
    """The file is no checkpoint of this study; it has been left as it was."""


class Checkpoint:
    """An open checkpoint; a context manager.

    Args:
        path: the file; made if missing.
        study: what the scores depend on, JSON-ready; a file with another header is refused.
        numbers: the deals of the study.

    Attributes:
        scores: what the file held when it was opened.

    Raises:
        CheckpointRefused: if the file is not a checkpoint of this study.
        OSError: if it can't be read or written.
    """

    def __init__(self, path: Path, study: Mapping[str, Any], numbers: range) -> None:
        self._path = path
        self.scores: Scores = {}
        header = json.dumps(study)
        if path.exists() and not path.is_file():
            raise CheckpointRefused(_("{path} is not a file").format(path=path))  # a device might never end
        content = path.read_bytes() if path.exists() else b""
        # What follows the last line end is a line that a kill has torn; all before it was written whole.
        whole = content[: content.rfind(b"\n") + 1]
        if whole:
            lines = whole.decode(errors="replace").splitlines()
            self._check_header(lines[0], study)
            for number, line in enumerate(lines[1:], 2):
                self._read(number, line, numbers)
        elif not header.encode().startswith(content):
            raise CheckpointRefused(_("{path} is not a checkpoint of a study").format(path=path))
        if len(whole) < len(content):
            with path.open("r+b") as file:
                file.truncate(len(whole))
        self._file: TextIO = path.open("a", encoding="utf-8", newline="\n")
        if not whole:
            self._write([header])

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._file.close()

    def add(self, scores: Iterable[tuple[int, int | None]]) -> None:
        """Keep the scores of some deals, safe from a kill once this returns."""
        self._write(json.dumps({"deal": number, "score": score}) for number, score in scores)

    def _write(self, lines: Iterable[str]) -> None:
        self._file.write("".join(line + "\n" for line in lines))
        self._file.flush()

    def _check_header(self, line: str, study: Mapping[str, Any]) -> None:
        found = _object(line)
        if found is None or "study" not in found:
            raise CheckpointRefused(_("{path} is not a checkpoint of a study").format(path=self._path))
        for key in [*study, *found]:
            if found.get(key) != study.get(key):
                text = _("{path} is the checkpoint of another study: {key} is {there} there and {here} here")
                there, here = json.dumps(found.get(key)), json.dumps(study.get(key))
                raise CheckpointRefused(text.format(path=self._path, key=key, there=there, here=here))

    def _read(self, at: int, line: str, numbers: range) -> None:
        found = _object(line) or {}
        number, score = found.get("deal"), found.get("score")
        if (
            found.keys() != {"deal", "score"}
            or type(number) is not int
            or number not in numbers
            or not (score is None or type(score) is int)
            or self.scores.get(number, score) != score
        ):
            text = _("{path}, line {number}: not a result of this study")
            raise CheckpointRefused(text.format(path=self._path, number=at))
        self.scores[number] = score


def _object(line: str) -> dict[str, Any] | None:
    """The JSON object a line holds; None if it holds none."""
    try:
        value = json.loads(line)
    except ValueError:
        return None
    return value if isinstance(value, dict) else None
