"""What happens around a game: dealing another, giving up, and the panel at the end.

Dialogs are imported when they are asked for: their widgets would make the first frame wait.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable
from typing import TYPE_CHECKING, ClassVar, Generic, TypeVar

from textual.screen import Screen

from solitaire_tui.app.keymap import key_of
from solitaire_tui.app.opening import DrawnOnce
from solitaire_tui.app.within import InSolitaire
from solitaire_tui.deals import LAST_DEAL
from solitaire_tui.game import Move
from solitaire_tui.language import _
from solitaire_tui.session import Session
from solitaire_tui.table.view import TableView

if TYPE_CHECKING:
    from solitaire_tui.app.newdeal import NewDeal
    from solitaire_tui.table.motion import Glide

ViewT = TypeVar("ViewT", bound=TableView)


class GameFlow(InSolitaire, DrawnOnce, Screen[Session | None], Generic[ViewT]):
    """The part of a table's screen that begins and ends games.

    Attributes:
        session: the game on the table.
        view: what its table shows and says.
    """

    GAME_ID: ClassVar[str]
    VIEW: type[ViewT]

    def __init__(self, session: Session) -> None:
        super().__init__()
        self.session = session
        self.view = self.VIEW(session)

    @property
    def is_strict(self) -> bool:
        """Whether the game is played without undo and hints."""
        return self.solitaire.keeper.is_strict(self.session)

    @abstractmethod
    def say(self, text: str, role: str = "text") -> None:
        """Put a message in the status."""

    @abstractmethod
    def draw(self, glide: Glide | None = None) -> None:
        """Show the present position, and how its cards get there if that is to be seen."""

    @abstractmethod
    def action_review(self) -> None:
        """Review the game so far."""

    @abstractmethod
    def leave_preview(self) -> None:
        """Show the position as it is again."""

    @abstractmethod
    def settle(self) -> None:
        """Have the last action kept, if that has not been done."""

    @abstractmethod
    def play(self, *moves: Move) -> None:
        """Play moves as one step and say what happened, or why not."""

    @abstractmethod
    def action_undo(self) -> None:
        """Take the last step back."""

    @abstractmethod
    def changed(self, message: str, glide: Glide | None = None) -> None:
        """Show a position that has changed, with a message."""

    def action_menu(self) -> None:
        self.solitaire.open_menu()

    def action_lesson(self) -> None:
        from solitaire_tui.app.teaching import learn

        learn(self.solitaire, self.GAME_ID)

    def action_statistics(self) -> None:
        self.settle()
        self.solitaire.open_statistics(self.session)

    def action_games(self) -> None:
        self.settle()
        self.solitaire.open_games()

    def action_new(self) -> None:
        from solitaire_tui.app.dealing import lay

        def dealt(choice: NewDeal | None) -> None:
            if choice is not None:
                lay(self.solitaire, Session.new(choice.game, choice.rules, choice.deal))

        self.solitaire.ask_new_deal(self.GAME_ID, dealt)

    def action_share(self) -> None:
        self.settle()
        self._share()

    def _share(self, then: Callable[[], None] | None = None) -> None:
        """Copy and show the deal's code and result; afterwards do something."""
        from solitaire_tui.app.share import share

        share(self.solitaire, self.session, then)

    def action_give_up(self) -> None:
        if self.session.over:
            self.end()
            return
        from solitaire_tui.app.dealing import what_it_counts
        from solitaire_tui.store.endings import Result

        result = Result.GIVEN_UP if self.session.history.steps else Result.NOTHING
        counts = what_it_counts(self.solitaire.keeper, self.session, result)
        question = _("{game} ends here. {counts}").format(game=self.session.name, counts=counts)
        self.solitaire.confirm(_("Give up?"), question, _("Give up"), _("Go on playing"), self._give_up)

    def _give_up(self) -> None:
        self.settle()
        self.session.given_up = True
        self.changed(_("this deal has been given up"))
        self.end()

    def end(self) -> None:
        """Tell how the game ended and ask what to do next."""
        from solitaire_tui.app.panels import Choice, ChoicePanel

        ending = self.view.ending()
        number = self.session.deal
        choices = [] if self.is_strict else [Choice("undo", "u", _("Undo: take the last step back"))]
        choices.append(Choice("again", "s", _("Same deal again")))
        if self.session.daily is not None:
            choices.append(Choice("calendar", "d", _("Calendar of the daily deals")))
        elif number is not None and number < LAST_DEAL:
            choices.append(Choice("next", "t", _("Next number: #{number}").format(number=number + 1)))
        if self.solitaire.engine is not None and self.session.history.moves:
            choices.append(Choice("review", "v", _("Review: what each move cost")))
        choices += [
            Choice("share", "e", _("Share: copy deal and result")),
            Choice("new", "n", _("New deal")),
            Choice("look", "x", _("Look at the table")),
            Choice("menu", "q", _("Menu")),
        ]
        lines = [self.solitaire.charset.text(line) for line in ending.lines]
        if self.is_active:
            self.app.push_screen(ChoicePanel(ending.title, lines, choices), self._after_end)

    def _after_end(self, choice: str | None) -> None:
        rules = self.session.rules.model_dump()
        match choice:
            case "undo":
                self.action_undo()
            case "again":
                self.solitaire.open_table(self.session.again(), restart=True)
            case "next":
                assert self.session.deal is not None
                self.solitaire.open_table(Session.new(self.GAME_ID, rules, self.session.deal + 1))
            case "new":
                self.solitaire.open_table(Session.new(self.GAME_ID, rules))
            case "calendar":
                self.solitaire.open_calendar(self.GAME_ID)
            case "share":
                self._share(self.end)
            case "review":
                self.action_review()
            case "look":
                self.say(
                    _("{undo} takes the last step back, {give_up} shows again what comes next").format(
                        undo=key_of("undo"), give_up=key_of("give_up")
                    )
                )
                self.draw()
            case "menu":
                self.action_menu()
