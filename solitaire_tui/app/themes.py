"""The colours of the table, as Textual themes. Every style of the program is made from their variables.

A theme in colours of its own keeps every text at 4.5:1 or more on its ground, and is mixed so that the nearest of 256
colours are of the same hue (a felt with a little more blue would turn to teal). One in the terminal's sixteen colours
can't know them: it writes in the default colour on the default ground, in black, red or blue on bright white, or in
bright white on blue.
"""

from __future__ import annotations

from typing import Final

from textual.theme import Theme

_DARK_PAPER: Final = {
    # Papers and the inks on them, for a table darker than its cards.
    "paper": "#f8f4e6",
    "paper-odd": "#e9e2cc",
    "paper-picked": "#ffe08a",
    "paper-target": "#cdeccb",
    "paper-hint": "#bfe3f7",
    "suit-red": "#b3122a",
    "suit-black": "#1d222b",
    "suit-green": "#0b5a2c",
    "suit-blue": "#152ea2",
    "gold": "#b07a10",
    "mark": "#5c2d00",
}

FELT: Final = Theme(
    name="felt",
    dark=True,
    primary="#e8c468",
    secondary="#8fc7a6",
    accent="#ffd75f",
    warning="#ffc98a",
    error="#ff8a80",
    success="#9be29b",
    foreground="#eef3ea",
    background="#14402b",
    surface="#0f2e20",
    panel="#0d2c1e",
    variables={
        **_DARK_PAPER,
        "felt": "#1b542e",
        "felt-shadow": "#0f2c1a",
        "felt-muted": "#a9c9b5",
        "felt-text": "#eef3ea",
        "felt-accent": "#ffd75f",
        "cursor": "#ffd75f",
        "felt-error": "#ffa79f",
        "muted": "#a9c9b5",
        "dead": "#2a5f2f",
        "dead-ink": "#c6dacd",
        "fallen": "#1f4a2c",
        "back": "#7a232e",
        "back-ink": "#d98592",
        "bar": "#0d2c1e",
        "bar-text": "#d9e6dc",
        "bar-idle": "#a5c3b0",
    },
)

FELT_LIGHT: Final = Theme(
    name="felt-light",
    dark=False,
    primary="#1f6b45",
    secondary="#3c7a5c",
    accent="#6e4200",
    warning="#8f2d00",
    error="#a3182b",
    success="#1b6b2f",
    foreground="#1b2a22",
    background="#eef3ec",
    surface="#e3ebe2",
    panel="#d6e1d6",
    variables={
        **_DARK_PAPER,
        "paper": "#fffdf6",
        "paper-odd": "#efe9d8",
        "paper-target": "#d2f0a8",
        "felt": "#c2e0c2",
        "felt-shadow": "#9dbf9f",
        "felt-muted": "#2e4a2f",
        "felt-text": "#1b2a22",
        "felt-accent": "#6b2e00",
        "cursor": "#6b2e00",
        "felt-error": "#a3182b",
        "muted": "#2e4a2f",
        "dead": "#a9c8ab",
        "dead-ink": "#2f4438",
        "fallen": "#b3d0b4",
        "back": "#2f5f86",
        "back-ink": "#a8c6de",
        "bar": "#d6e1d6",
        "bar-text": "#1b2a22",
        "bar-idle": "#4a6054",
    },
)

CONTRAST: Final = Theme(
    name="contrast",
    dark=True,
    primary="#ffff00",
    secondary="#ffffff",
    accent="#ffff00",
    warning="#ffd000",
    error="#ffb0b0",
    success="#a0ffa0",
    foreground="#ffffff",
    background="#000000",
    surface="#000000",
    panel="#000000",
    variables={
        "felt": "#000000",
        "felt-shadow": "#000000",
        "felt-muted": "#ffffff",
        "felt-text": "#ffffff",
        "felt-accent": "#ffff00",
        "cursor": "#ffff00",
        "felt-error": "#ffb0b0",
        "muted": "#ffffff",
        "paper": "#ffffff",
        "paper-odd": "#e4e4e4",
        "paper-picked": "#ffff00",
        "paper-target": "#b4ffb4",
        "paper-hint": "#c4ecff",
        "suit-red": "#8f0000",
        "suit-black": "#000000",
        "suit-green": "#004b14",
        "suit-blue": "#0000a8",
        "gold": "#a06a00",
        "mark": "#000000",
        "dead": "#202020",
        "dead-ink": "#ffffff",
        "fallen": "#000000",
        "back": "#00307a",
        "back-ink": "#ffffff",
        "bar": "#000000",
        "bar-text": "#ffffff",
        "bar-idle": "#b8b8b8",
    },
)

WALNUT: Final = Theme(
    name="walnut",
    dark=True,
    primary="#e0a96d",
    secondary="#c9b18c",
    accent="#ffcf70",
    warning="#ffb457",
    error="#ff9d8a",
    success="#bfd98a",
    foreground="#f5e9d6",
    background="#3b2417",
    surface="#2e1c11",
    panel="#2a190f",
    variables={
        **_DARK_PAPER,
        "paper": "#fbf1dc",
        "paper-odd": "#eddfc2",
        "paper-target": "#dbe8b4",
        "felt": "#562f1b",
        "felt-shadow": "#2c180d",
        "felt-muted": "#dcc3a4",
        "felt-text": "#f5e9d6",
        "felt-accent": "#ffcf70",
        "cursor": "#ffcf70",
        "felt-error": "#ffb3a3",
        "muted": "#dcc3a4",
        "dead": "#6b4a33",
        "dead-ink": "#ecd9c0",
        "fallen": "#47291a",
        "back": "#1f4a4f",
        "back-ink": "#7fb2ac",
        "bar": "#2a190f",
        "bar-text": "#ecdcc5",
        "bar-idle": "#bba285",
    },
)

_ANSI_PAPER: Final = {
    # Of the sixteen colours only these go together whatever they are made of; marks are told by their glyphs.
    **dict.fromkeys(("paper", "paper-odd", "paper-picked", "paper-target", "paper-hint"), "ansi_bright_white"),
    **dict.fromkeys(("suit-black", "suit-green", "mark"), "ansi_black"),  # no green of them is legible on white
    "suit-red": "ansi_red",
    "suit-blue": "ansi_blue",
    "gold": "ansi_yellow",
    "back": "ansi_red",
    "back-ink": "ansi_bright_white",
}

TERMINAL: Final = Theme(
    name="terminal",
    dark=True,
    ansi=True,
    primary="ansi_default",
    secondary="ansi_default",
    accent="ansi_default",
    warning="ansi_default",
    error="ansi_default",
    success="ansi_default",
    foreground="ansi_default",
    background="ansi_default",
    surface="ansi_default",
    panel="ansi_default",
    variables={
        **_ANSI_PAPER,
        **dict.fromkeys(
            ("felt", "felt-muted", "felt-text", "felt-accent", "felt-error", "muted", "dead", "dead-ink", "fallen"),
            "ansi_default",
        ),
        **dict.fromkeys(("bar", "bar-text", "bar-idle"), "ansi_default"),
        "felt-shadow": "ansi_bright_black",
        "cursor": "ansi_bright_magenta",  # seen beside bright white and on black as well
        "ansi-background": "ansi_default",
        "ansi-foreground": "ansi_default",
        "block-cursor-background": "ansi_blue",
        "block-cursor-foreground": "ansi_bright_white",
        "block-cursor-blurred-background": "ansi_blue",
        "block-cursor-blurred-foreground": "ansi_bright_white",
        "input-selection-background": "ansi_blue",
        "input-selection-foreground": "ansi_bright_white",
        **dict.fromkeys(("text-muted", "text-disabled", "foreground-muted"), "ansi_default"),
        **{f"markdown-h{level}-color": "ansi_default" for level in range(1, 7)},
    },
)

THEMES: Final = (FELT, FELT_LIGHT, CONTRAST, WALNUT, TERMINAL)
"""The themes to choose from; the settings know their names."""


def shown_theme(name: str, *, sixteen: bool, no_color: bool) -> Theme:
    """What is shown where a theme was chosen.

    Args:
        name: of the chosen theme.
        sixteen: whether the terminal has sixteen colours at most.
        no_color: whether it is to be left without any.
    """
    chosen = next((theme for theme in THEMES if theme.name == name), FELT)
    fits = not no_color and (not sixteen or chosen is CONTRAST)  # which is made of such colours as all have
    return chosen if fits else TERMINAL
