"""Where things are kept on this machine."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Final

HOME_VARIABLE: Final = "SOLITAIRE_TUI_HOME"
"""The environment variable that names one folder for everything that is kept."""
_APP: Final = "solitaire-tui"


def data_folder() -> Path:
    """The folder of the games: what ``SOLITAIRE_TUI_HOME`` names, else the platform's folder for a user's data.

    It need not exist.
    """
    home = os.environ.get(HOME_VARIABLE)
    if home:
        return Path(home).expanduser()
    from platformdirs import user_data_path

    return user_data_path(_APP, appauthor=False)
