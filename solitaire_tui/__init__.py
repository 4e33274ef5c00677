"""Solitaire TUI: the patiences Raspad and Garem on a full-screen table in the terminal."""

__version__ = "0.1.0"
