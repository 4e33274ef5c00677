"""The commands of a game in lines of text: their names in both languages, and what they do. Pure data."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from solitaire_tui.language import N_
from solitaire_tui.plain.vocabulary import plain


@dataclass(frozen=True, slots=True)
class Command:
    """Something that can be typed.

    Attributes:
        id: the name of the method that does it, without ``do_``; a command that plays a move has none.
        names: what it is called, in English and in Russian; the first of each is the one shown. What the full-screen
            table calls it is among them, so that a word learned there does here too.
        help: what it does, in a sentence.
        takes: what may be typed after it; empty for nothing.
        game: the game it belongs to; empty for all.
        move: the move it plays, in notation; empty for another kind of command.
    """

    id: str
    names: Mapping[str, tuple[str, ...]]
    help: str
    takes: str = ""
    game: str = ""
    move: str = ""

    def shown(self, language: str) -> str:
        """Its name in a language."""
        return self.names[language][0]


def _named(english: str, russian: str) -> Mapping[str, tuple[str, ...]]:
    return {"en": tuple(english.split("|")), "ru": tuple(russian.split("|"))}


COMMANDS: Final = (
    Command("help", _named("help|commands|?", "помощь|справка|команды"), N_("List the commands.")),
    Command("where", _named("where|position|look", "где|положение"), N_("Tell the position, or where a card is."),
            N_("alone or with a card")),
    Command("moves", _named("moves|list|m", "ходы|список"), N_("List the legal moves; a number plays one.")),
    Command("why", _named("why|why not|y", "почему|почему нет"),
            N_("Explain a card, or why a move is possible or not."), N_("alone, with a card or with a move")),
    Command("hint", _named("hint|h", "подсказка|совет"), N_("Advise a move, and why.")),
    Command("plan", _named("plan", "план"), N_("Advise all moves of this round or row.")),
    Command("chances", _named("chances|odds|o", "шансы"), N_("Tell what the adviser expects.")),
    Command("peek", _named("peek|p", "подсмотреть"),
            N_("Tell whether this can still be won, every card known; marks the game.")),
    Command("close", _named("close|c", "закрыть|закрыть кон"), N_("Close the round."), game="raspad",
            move="close"),
    Command("lay_down", _named("lay down|laydown|l", "выложить"), N_("Lay the hand down."), game="raspad",
            move="laydown"),
    Command("next_row", _named("next|next row|c", "дальше|ряд|следующий ряд|новый ряд"), N_("Deal the next play row."),
            game="garem", move="next"),
    Command("forced", _named("forced|all forced|a", "вынужденные|без выбора"),
            N_("Place every card on which there is nothing to decide."), game="garem"),
    Command("wish", _named("wish", "желание"),
            N_("Write a wish on a base card, before the first play row. The pile alone reads it, “none” removes it."),
            N_("with a pile and a text"), game="garem"),
    Command("wishes", _named("wishes|w", "желания"), N_("Read the wishes."), game="garem"),
    Command("cards", _named("cards|d", "карты"), N_("Count the unseen cards and list those that are out.")),
    Command("undo", _named("undo|u", "отменить|отмена"), N_("Take the last step back.")),
    Command("redo", _named("redo|r", "вернуть|повторить"), N_("Play the step again that was taken back.")),
    Command("restart", _named("restart|undo all", "заново|сначала|отменить все"),
            N_("Take everything back to the deal.")),
    Command("redo_all", _named("redo all", "вернуть все"), N_("Play every step again that was taken back.")),
    Command("new", _named("new|n", "новая|новый|сдать"), N_("Deal another game."),
            N_("alone, or with a number or code")),
    Command("give_up", _named("give up|g", "сдаться"), N_("Give this deal up.")),
    Command("rules", _named("rules", "правила"), N_("Read the rules.")),
    Command("quit", _named("quit|exit|q", "выход|выйти"), N_("End; the game is kept.")),
)  # fmt: skip
"""Every command, in the order of the help."""


def commands_for(game_id: str) -> tuple[Command, ...]:
    """The commands that a game has."""
    return tuple(command for command in COMMANDS if command.game in ("", game_id))


def find(text: str, game_id: str) -> tuple[Command, str] | None:
    """The command that a line begins with and what follows it; None if it begins with none.

    The longest name counts, so that ``redo all`` is not ``redo``. What a command takes nothing after is no command
    with more words behind it: ``close`` may be followed by nothing.
    """
    line = plain(text) or text.strip()
    best: tuple[int, Command, str] | None = None
    for command in commands_for(game_id):
        for name in (name for names in command.names.values() for name in names):
            rest = _after(line, name)
            if rest is not None and (not rest or command.takes) and (best is None or len(name) > best[0]):
                best = (len(name), command, rest)
    return None if best is None else (best[1], best[2])


def _after(line: str, name: str) -> str | None:
    if line == name:
        return ""
    return line[len(name) + 1 :] if line.startswith(name + " ") else None
