"""The lesson of Garem: prepared deals, and what each step of them teaches."""

from __future__ import annotations

from typing import Final

from solitaire_tui.language import N_
from solitaire_tui.lesson import Deal, Lesson, Step

_PILES: Final = tuple(f"pile:{at}" for at in range(8))

# Eight base cards, then three play rows.
_BEGINNING: Final = Deal(
    cards="3H KD 7C 2S QH 5D 9S JC  4S AD 8H KC 5C QS 2H 9D  3S 6H TD JH 5S 2C 8D 8S  6C 7D 8C KH 3C TS JD 2D"
)
# A deal of the shuffle of this number, in its tenth play row: all nines are out, and one pile lacks a single card.
_ENDING: Final = Deal(
    number=1607,
    moves=(
        "next 1>1 7>2 2>3 3>5 next 6>4 next 7>6 1>7 next 3>8 7>1 6>3 5>3 4>7 next 1>3 8>3 3>2 5>2 6>2 4>4 2>4 next 3>3 "
        "7>4 2>4 6>6 1>8 next 6>3 5>3 1>2 7>2 next 3>3 7>2 4>1 5>6 6>6 8>5 next 7>3 1>4 2>4 6>6 4>7 next 6>3"
    ),
    wishes={3: N_("a summer by the sea"), 7: N_("a new bicycle")},
)

_ONE: Final = N_("in a game you are free to; the lesson goes card by card")

LESSON: Final = Lesson(
    "garem",
    (
        Step(
            text=N_(
                "These eight base cards are yours to wish upon. Under each grows a pile, upwards from its base card, "
                "and a pile of thirteen grants its wish. {enter} or a click on this text goes on."
            ),
            keys={"enter": "enter"},
            deal=_BEGINNING,
            marks=_PILES,
        ),
        Step(
            text=N_(
                "Open the wishes with {wishes}, write one on any base card, or several, and keep them with Enter. They "
                "can be changed until the first row is dealt; if you wish for nothing, {skip} skips this."
            ),
            keys={"wishes": "wishes", "skip": "new"},
            does="wishes",
        ),
        Step(
            text=N_("Deal the first play row with {next}. From now on the wishes stand."),
            keys={"next": "next_row"},
            moves=("next",),
            by="next_row",
        ),
        Step(
            text=N_(
                "Suits don't matter here: on a 3 goes any 4. Put the {card} from slot 1 on pile 1: press 1, or click "
                "the card and then the pile, or drag it there."
            ),
            cards={"card": "4S"},
            moves=("1>1",),
            otherwise=_ONE,
        ),
        Step(
            text=N_("The ranks go round the corner: after the king comes the ace. Put the {card} on the {base}."),
            cards={"card": "AD", "base": "KD"},
            moves=("2>2",),
            otherwise=_ONE,
        ),
        Step(
            text=N_(
                "Now the {card} would follow the {top} on pile 1, but the gate is shut: no base card gets its second "
                "card until each of the eight has its first. A bar under a pile means that it waits."
            ),
            cards={"card": "5C", "top": "4S"},
            marks=("row:4", "pile:0"),
        ),
        Step(
            text=N_(
                "Three more cards of this row are first ones: put them where they belong, in any order. Each card "
                "goes by its number, and {why} explains a card."
            ),
            keys={"why": "why"},
            moves=("3>3", "4>5", "6>8"),
        ),
        Step(
            text=N_(
                "Nothing more can be placed, and only now may you go on: {next} sets the rest aside for good and deals "
                "the next of twelve rows."
            ),
            keys={"next": "next_row"},
            moves=("next",),
            by="next_row",
            marks=("row:4", "row:6", "row:7"),
        ),
        Step(
            text=N_(
                "Three base cards still wait, the {one}, the {two} and the {three}, and their cards have come. Place "
                "them, and look at the header: the gate opens with the last one."
            ),
            cards={"one": "2S", "two": "5D", "three": "9S"},
            moves=("1>4", "2>6", "3>7"),
            otherwise=N_("first open the gate: the {one}, the {two} and the {three} wait for their first cards"),
        ),
        Step(
            text=N_(
                "The gate is open, in the middle of the row: from now on each pile grows by itself. Three more cards "
                "fit, with nothing to decide about them: {forced} places all such cards at once."
            ),
            keys={"forced": "forced"},
            moves=("4>7", "5>1", "6>2"),
            by="forced",
        ),
        Step(
            text=N_("Place all you can, then deal: {next}."),
            keys={"next": "next_row"},
            moves=("next",),
            by="next_row",
        ),
        Step(
            text=N_("Pile 1 needs a 6. Put the {card} there."),
            cards={"card": "6C"},
            moves=("1>1",),
            otherwise=N_("first put the {card} on pile 1, so that there is something to choose"),
        ),
        Step(
            text=N_(
                "Now piles 1 and 6 both need a 7, and there is one: this is what you decide in Garem. Only whole piles "
                "count, so feed the one that is further on: put the {card} on pile 1."
            ),
            cards={"card": "7D"},
            moves=("2>1",),
            marks=("pile:5",),
            otherwise=N_("first decide about the {card}: it belongs on the taller pile, pile 1"),
            instead={"2>6": N_("pile 6 has two cards and pile 1 has four: the taller one is likelier to get complete")},
        ),
        Step(
            text=N_(
                "Place what else fits, card by card or with {forced}: a card that can be placed never waits. Chains "
                "count too: the {card} follows the 7 you have just placed."
            ),
            cards={"card": "8C"},
            keys={"forced": "forced"},
            moves=("3>1", "4>8", "5>2"),
            by="forced",
        ),
        Step(
            text=N_("So it goes for twelve rows. {enter} goes on with another deal, seven rows later."),
            keys={"enter": "enter"},
        ),
        Step(
            text=N_(
                "All eight 9s are out, so piles 2, 7 and 8, which still need one, can no longer be completed: a cross "
                "under a pile says so. Such a pile still takes cards, but never prefer it."
            ),
            deal=_ENDING,
            marks=("pile:1", "pile:6", "pile:7"),
        ),
        Step(
            text=N_(
                "To count the unseen cards of each rank press {discards}; a line below the cards counts them too where "
                "there is room for it. {hint} advises, and {undo} takes back. Here pile 3 lacks only one card: put the "
                "{card} on it."
            ),
            cards={"card": "5S"},
            keys={"discards": "discards", "hint": "hint", "undo": "undo"},
            moves=("1>3",),
            otherwise=N_("that can wait a moment: the {card} completes pile 3"),
        ),
        Step(
            text=N_(
                "Thirteen cards: pile 3 is complete, and its wish comes true. After the twelfth row the complete piles "
                "are counted; more than three are a marvel. {enter} ends the lesson."
            ),
            keys={"enter": "enter"},
            marks=("pile:2",),
        ),
    ),
    could={"next": N_("you could deal a row, but {why}")},
)
