"""The lesson of Raspad: prepared deals, and what each step of them teaches."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from solitaire_tui.language import N_
from solitaire_tui.lesson import Deal, Lesson, Step

_NONE: Final[Mapping[str, str]] = {}
_ROW: Final = tuple(f"table:{at}" for at in range(4))
_HAND: Final = tuple(f"hand:{at}" for at in range(6))

# Six cards for the hand, four for the row; after a close or a lay-down those that are drawn then.
_BEATS: Final = Deal(cards="9S JC 4D QC 6S 8H  7C 9D 5H KS  9C JS 5D  AH TD AC 8S")
_DECAY: Final = Deal(cards="6C TC AH 4D 7S QH  6H AD AC 2S  5S 3H  5C 2H 5D KS")
_LONG_ROW: Final = Deal(cards="2C 3D 4S JC 5H 3S  KH QS JD 9S  QD 8D 3H 3C 4C 2H")
_JOKERS: Final = Deal(cards="RJ 5C 6S 9H TC 2D  BJ KH 6D 4S", rules={"jokers": True})

_SAVE: Final = N_("here the lesson asks for the {hand} on the {table}, and the other cards are needed later")
_NOT_YET: Final = N_("the {hand} still beats the {table}: first beat what can be beaten")
_FIRST_CLOSE: Final = N_("one open card is enough here, so the lesson closes the round and keeps its cards")


def _beat(
    move: str,
    text: str,
    *,
    otherwise: str,
    cards: Mapping[str, str] = _NONE,
    keys: Mapping[str, str] = _NONE,
    deal: Deal | None = None,
    marks: tuple[str, ...] = (),
    instead: Mapping[str, str] = _NONE,
    lay_down: str = _NOT_YET,
) -> Step:
    """A step that waits for one beat, in notation; its texts name the two cards as ``{hand}`` and ``{table}``.

    ``lay_down`` is why the hand is not laid down instead; it is empty where that is not possible.
    """
    hand, table = move.split(">")
    return Step(
        text=text,
        cards={"hand": hand, "table": table, **cards},
        keys=keys,
        deal=deal,
        moves=(move,),
        marks=marks,
        otherwise=otherwise,
        instead={**instead, **({"laydown": lay_down} if lay_down else {})},
    )


def _close(text: str, *, cards: Mapping[str, str] = _NONE, marks: tuple[str, ...] = ()) -> Step:
    """A step that waits for the round to be closed; its text names the key as ``{close}``."""
    return Step(
        text=text,
        cards=cards,
        keys={"close": "close"},
        moves=("close",),
        by="close",
        marks=marks,
        otherwise=_FIRST_CLOSE,
    )


LESSON: Final = Lesson(
    "raspad",
    (
        Step(
            text=N_(
                "Four cards lie in the row, and six are in your hand. Beat all of the row but one, and the round may "
                "be closed. {enter} or a click on this text goes on."
            ),
            keys={"enter": "enter"},
            deal=_BEATS,
            marks=_ROW,
        ),
        _beat(
            "9S>9D",
            N_(
                "A card is beaten by one of the same value, whatever the suit. Play the {hand} on the {table}: press "
                "its number, 1, or click one and then the other, or drag it there."
            ),
            otherwise=_SAVE,
        ),
        _beat(
            "JC>7C",
            N_(
                "A card is also beaten by a higher one of its suit. Play the {hand} on the {table}; where a card "
                "could go to several places, choose one by its number, by the arrows or by a click."
            ),
            otherwise=_SAVE,
            instead={
                "QC>7C": N_("the {hand} is enough: keep the higher card for later"),
                "6S>7C": N_("that works because the {table} is lowered, which is the next thing to learn"),
            },
        ),
        _beat(
            "4D>5H",
            N_(
                "A beaten card lowers its neighbours by one: beside the beaten 9 the {table} counts as 5 and as 4. "
                "So any 4, any 5 and any heart from 4 up beat it. Play the {hand}."
            ),
            otherwise=N_("the lesson uses the lowered value: the {hand}, the lowest card that does, is enough"),
        ),
        _close(
            N_(
                "Only the {last} is open, and one open card may stay: close the round with {close}. You could beat "
                "the last card too, but what you save stays in your hand."
            ),
            cards={"last": "KS"},
            marks=("table:3",),
        ),
        Step(
            text=N_(
                "The table went to the discard pile, the {last} too. The three cards you kept are filled up to six, "
                "then the row to four; so it goes on until the stock is empty and nothing is left to lay."
            ),
            cards={"last": "KS"},
            marks=_HAND,
        ),
        _beat(
            "6S>AH",
            N_(
                "An ace counts as 1 and is weak: an ace or a higher card of its suit beats it, and so does every "
                "number card from 2 to 10. Play the {hand} on the {table}."
            ),
            otherwise=_SAVE,
        ),
        _beat(
            "9C>TD",
            N_(
                "The other ace needs no card: lowered to 0 a card falls apart by itself, and an ace does so beside "
                "any beaten card. Beat the {table}, lowered to 9, with the {hand} and see."
            ),
            marks=("table:2",),
            otherwise=N_("the ace falls apart by itself when the {table} is beaten: play the {hand} on it"),
        ),
        _close(
            N_("The {ace} fell apart and counts as beaten, so one card is open. Close the round with {close}."),
            cards={"ace": "AC"},
            marks=("table:2",),
        ),
        Step(
            text=N_(
                "Now you know what beats what: the same value, higher in suit, what neighbours lower, and aces. "
                "Next come the chains. {enter} lays another row."
            ),
            keys={"enter": "enter"},
        ),
        _beat(
            "6C>6H",
            N_(
                "A card that falls apart lowers its neighbours like any beaten one, so one beat may run along the "
                "row. Play the {hand} on the {table} and watch the aces."
            ),
            deal=_DECAY,
            marks=("table:1", "table:2"),
            otherwise=N_("no card need be spent on an ace here: the {hand} on the {table} makes both fall apart"),
            instead={
                "QH>6H": N_("the aces would fall too, but the {hand} is enough: keep the queen"),
                "7S>2S": N_("first see the chain: play the {hand} on the {table}"),
            },
            lay_down=N_("there is no need: the {hand} on the {table} clears nearly all of the row"),
        ),
        _beat(
            "AH>2S",
            N_(
                "Both aces are gone, and the {table} is lowered to 1: an ace takes it now, and so does any 2 or any "
                "card of its suit, but no other number, for it is no ace. You could close, but an ace is of little "
                "use: play the {hand}."
            ),
            otherwise=N_("the lesson plays the {hand}: an ace beats little else, so it is best spent here"),
            lay_down="",
        ),
        _close(N_("No card is open. Close the round with {close}.")),
        _beat(
            "TC>5C",
            N_(
                "A 2 falls apart between two beaten cards. To beat the 5s on both sides of the {two}, first play the "
                "{hand} on the {table}."
            ),
            cards={"two": "2H"},
            marks=("table:1",),
            otherwise=N_("the {two} needs no card. First play the {hand} on the {table}"),
            instead={
                "5S>5D": N_("that comes next: first play the {hand} on the {table}"),
                "5S>5C": N_("the other 5 is not of clubs, so keep your 5 for it and play the {hand} here"),
            },
        ),
        _beat(
            "5S>5D",
            N_("And now the {hand} on the {table}: the {two} is lowered twice, to 0."),
            cards={"two": "2H"},
            marks=("table:1",),
            otherwise=N_("the {two} needs no card: it falls apart when the {table} is beaten"),
        ),
        _close(
            N_(
                "The {two} fell apart. Only the {last} is open, lowered to a queen: your queen could take it, but the "
                "round may be closed. Press {close}."
            ),
            cards={"two": "2H", "last": "KS"},
            marks=("table:3",),
        ),
        Step(
            text=N_(
                "Often the hand can't do it, and that is no loss yet. {enter} lays such a row; the next steps show "
                "what to do."
            ),
            keys={"enter": "enter"},
        ),
        Step(
            text=N_(
                "Most of your cards beat nothing here. To see why, press {why}: it explains the card under the "
                "cursor, and a right click explains any card. {esc} closes the explanation."
            ),
            keys={"why": "why", "esc": "unpick"},
            deal=_LONG_ROW,
            does="why",
        ),
        Step(
            text=N_("For a move and the reason for it press {hint}; in a game, press it again for the plan."),
            keys={"hint": "hint"},
            does="hint",
        ),
        _beat(
            "JC>JD",
            N_("Only the {hand} beats anything, the {table}. Play it; {enter} plays a move that is shown."),
            keys={"enter": "enter"},
            otherwise=N_("first beat what can be beaten: the {hand} on the {table}"),
        ),
        Step(
            text=N_(
                "Not sure of a move? {undo} takes the last step back, as many as you like, also after the game has "
                "ended. Press {undo}."
            ),
            keys={"undo": "undo"},
            does="undo",
        ),
        _beat(
            "JC>JD",
            N_("The {hand} is in your hand again. Play it on the {table} once more."),
            otherwise=N_("first beat what can be beaten: the {hand} on the {table}"),
        ),
        Step(
            text=N_(
                "Three cards are open, and nothing beats them, so lay down: what is beaten goes, what is open closes "
                "up, your whole hand follows, and you draw six. {laydown} shows the row, {laydown} again does it."
            ),
            keys={"laydown": "lay_down"},
            moves=("laydown",),
            by="lay_down",
            marks=_HAND[:5],
            otherwise=N_("nothing is left here but laying down"),
        ),
        Step(
            text=N_(
                "The round goes on with a row of eight. Lowering ends when you lay down or close: the {nine} counts as "
                "9 again. A row may take several lines; the last card of one and the first of the next are neighbours."
            ),
            cards={"nine": "9S"},
            marks=("table:2",),
        ),
        Step(
            text=N_(
                "In a long row many cards lower their neighbours. Beat all but the {last}, each card with the one "
                "closest in value; {hint} shows a beat."
            ),
            cards={"last": "KH"},
            keys={"hint": "hint"},
            moves=("QD>QS", "8D>9S", "3H>3D", "3C>4S", "4C>5H", "2H>3S"),
            otherwise=N_("the lesson goes another way here, and the hint shows it"),
            instead=dict.fromkeys(
                ("2H>2C", "3C>2C", "4C>2C", "QD>3D", "8D>3D"),
                N_("then a card would be missing in the end: each has its place here, and the hint shows it"),
            )
            | {"laydown": N_("the hand can close this round: look for the beats first")},
        ),
        _close(
            N_(
                "Six cards beat seven, for the 2 fell apart on the way: laying down was no defeat. A deal is lost only "
                "when the stock is empty, more than one card is open and nothing beats any. Close the round with "
                "{close}."
            ),
        ),
        Step(
            text=N_(
                "You may choose to play with two jokers, 54 cards. {enter} shows what they do; without them you know "
                "all of the game."
            ),
            keys={"enter": "enter"},
        ),
        _beat(
            "RJ>KH",
            N_("A joker in the hand beats any card of its colour. Play the {hand} on the {table}."),
            deal=_JOKERS,
            otherwise=N_("nothing else in this hand beats the {table}: that is what the {hand} is for"),
        ),
        _beat(
            "5C>BJ",
            N_(
                "A joker in the row has no value and never falls apart, and nothing beats it while its neighbours are "
                "open. Beside a beaten card any card of its colour takes it: play the {hand} on the {table}."
            ),
            otherwise=N_("the lesson takes the {table} with the {hand}, the lowest black card"),
        ),
        _beat(
            "6S>6D",
            N_("The {hand} on the {table} leaves one card open."),
            otherwise=N_("that leaves as few open, but the lesson plays the {hand} on the {table}"),
            lay_down=N_("then six cards would be open; the {hand} on the {table} leaves only one"),
        ),
        _close(N_("Close the round with {close}.")),
        Step(
            text=N_(
                "That is all of Raspad. Spend low cards first, keep high ones and jokers, think of the chains, and "
                "lay down when you must. {enter} ends the lesson."
            ),
            keys={"enter": "enter"},
        ),
    ),
    could={
        "close": N_("you could close the round, but {why}"),
        "laydown": N_("you could lay down, but {why}"),
    },
)
