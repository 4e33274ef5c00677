"""Where the program keeps things on this computer; naming a folder neither looks at it nor makes it."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from solitaire_tui.language import _

HOME_VARIABLE: Final = "SOLITAIRE_TUI_HOME"
"""The environment variable that names one folder for everything."""

_APP: Final = "solitaire-tui"


class NoFolder(OSError):
    """The system knows no home folder, so there is no place for a file that would be found again."""


def config_folder(environ: Mapping[str, str] = os.environ) -> Path:
    """The folder of the settings file, absolute.

    It is the one ``SOLITAIRE_TUI_HOME`` names, else the platform's folder for configuration.

    Raises:
        NoFolder: if there is none.
    """
    own = _own_home(environ)
    if own is not None:
        return own
    # Commands that keep nothing do without this import.
    from platformdirs import user_config_path

    return _checked(user_config_path(_APP, appauthor=False))


def data_folder(environ: Mapping[str, str] = os.environ) -> Path:
    """The folder of games and statistics, absolute.

    It is the one ``SOLITAIRE_TUI_HOME`` names, else the platform's folder for data.

    Raises:
        NoFolder: if there is none.
    """
    own = _own_home(environ)
    if own is not None:
        return own
    from platformdirs import user_data_path

    return _checked(user_data_path(_APP, appauthor=False))


def settings_file(environ: Mapping[str, str] = os.environ) -> Path:
    """The settings file.

    Raises:
        NoFolder: as ``config_folder``.
    """
    return config_folder(environ) / "settings.toml"


def _own_home(environ: Mapping[str, str]) -> Path | None:
    named = environ.get(HOME_VARIABLE, "")
    if not named:
        return None
    try:
        # Absolute from now on, whatever the working folder becomes.
        return Path(named).expanduser().absolute()
    except RuntimeError as error:
        raise NoFolder(
            _("{variable}: no home folder is known for {name}").format(variable=HOME_VARIABLE, name=repr(named))
        ) from error


def _checked(folder: Path) -> Path:
    # Without a home folder "~" stays in the path, and a folder of that name would be made wherever we stand.
    if not folder.is_absolute():
        text = _("no home folder is known: set {variable} to a folder to keep things in")
        raise NoFolder(text.format(variable=HOME_VARIABLE))
    return folder
