"""Run the program with ``python -m solitaire_tui``."""

from solitaire_tui.cli import main

if __name__ == "__main__":
    main()
