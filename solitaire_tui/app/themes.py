"""The colours of the table, as Textual themes. Every style of the program is made from their variables."""

from __future__ import annotations

from typing import Final

from textual.theme import Theme

FELT: Final = Theme(
    name="felt",
    dark=True,
    primary="#e8c468",
    secondary="#8fc7a6",
    accent="#ffd75f",
    warning="#ffb86b",
    error="#ff8a80",
    success="#9be29b",
    foreground="#eef3ea",
    background="#14402b",
    surface="#103524",
    panel="#0d2c1e",
    variables={
        "felt": "#1b5439",
        "felt-shadow": "#10351f",
        "felt-muted": "#a9c9b5",
        "paper": "#f8f4e6",
        "paper-odd": "#e9e2cc",
        "paper-picked": "#ffe08a",
        "paper-target": "#cdeccb",
        "paper-hint": "#bfe3f7",
        "suit-red": "#b3122a",
        "suit-black": "#1d2430",
        "dead": "#2c5f46",
        "dead-ink": "#b7cdbf",
        "fallen": "#214a37",
        "back": "#7a2335",
        "back-ink": "#b95a68",
        "bar": "#0d2c1e",
        "bar-text": "#d9e6dc",
        "bar-idle": "#8aa796",
        "mark": "#7a3d00",
    },
)

FELT_LIGHT: Final = Theme(
    name="felt-light",
    dark=False,
    primary="#1f6b45",
    secondary="#3c7a5c",
    accent="#8a4b00",
    warning="#9a4a00",
    error="#a3182b",
    success="#1b6b2f",
    foreground="#1b2a22",
    background="#eef3ec",
    surface="#e3ebe2",
    panel="#d6e1d6",
    variables={
        "felt": "#cfe3d3",
        "felt-shadow": "#a9c4b0",
        "felt-muted": "#3f5a4b",
        "paper": "#fffdf6",
        "paper-odd": "#efe9d8",
        "paper-picked": "#ffe08a",
        "paper-target": "#d2f0a8",
        "paper-hint": "#bfe3f7",
        "suit-red": "#b3122a",
        "suit-black": "#1d2430",
        "dead": "#b5ccbb",
        "dead-ink": "#2f4438",
        "fallen": "#c1d5c6",
        "back": "#2f5f86",
        "back-ink": "#a8c6de",
        "bar": "#d6e1d6",
        "bar-text": "#1b2a22",
        "bar-idle": "#53695d",
        "mark": "#7a3d00",
    },
)

THEMES: Final = (FELT, FELT_LIGHT)
