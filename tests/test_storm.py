"""A storm of keys, clicks, broken drags and resizes over the real app: nothing fails, and no card is lost."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from itertools import count
from typing import Any

import pytest
from textual import events
from textual.geometry import Size
from textual.message import Message
from textual.pilot import Pilot
from textual.widgets import OptionList

from solitaire_tui.app.keymap import APP_ACTIONS, actions_for
from solitaire_tui.app.main import SolitaireApp
from solitaire_tui.app.menu import MenuScreen
from solitaire_tui.app.teaching import open_lesson
from solitaire_tui.game import REGISTRY, load
from solitaire_tui.history import History
from solitaire_tui.session import Session
from solitaire_tui.table.faces import UNICODE
from solitaire_tui.table.lesson import LessonScreen
from solitaire_tui.table.scene import fits
from solitaire_tui.table.screen import TableScreen
from tests.helpers import cards_of

EVENTS = 2_500
"""In each game."""
BATCH = 32
"""Events that are waiting at once; then the app is left to catch up."""

PLAIN_KEYS = ("up", "down", "left", "right", "enter", *"123456789")
OTHER_KEYS = ("tab", "shift+tab", "home", "end", "pageup", "pagedown", "delete", "ctrl+c", "f5", "0", "é", "ctrl+a")
OFTEN = {"undo", "redo", "redo_all", "hint", "close", "lay_down", "next_row", "forced", "unpick"}
"""Actions that play. The others come too, but more seldom, since most of them lead away from the table."""
SIZES = ((80, 24), (100, 40), (40, 12), (60, 18), (120, 30))


class Storm:
    """Draws events by chance, aimed at what the app shows.

    Attributes:
        kinds: how many events of each kind have been drawn.
    """

    def __init__(self, app: SolitaireApp, game_id: str, seed: int) -> None:
        self.app = app
        self.rng = random.Random(seed)
        self.kinds: Counter[str] = Counter()
        actions = [*actions_for(game_id), *APP_ACTIONS]
        self._often = [key for action in actions if action.id in OFTEN for key in action.all_keys]
        self._seldom = [key for action in actions if action.id not in OFTEN for key in action.all_keys]

    def batch(self) -> list[Message]:
        """About ``BATCH`` events; gestures are not cut. Most begin with a way back to the table."""
        batch: list[Message] = []
        if not fits(*self.app.size) and self.rng.random() < 0.7:
            batch.append(resized(*self.rng.choice(SIZES)))
        if not isinstance(self.app.screen, TableScreen) and self.rng.random() < 0.7:
            batch.append(pressed("a" if isinstance(self.app.screen, MenuScreen) else "escape"))
        kinds = (
            self._keys,
            self._play,
            self._click,
            self._drag,
            self._other_click,
            self._wheel,
            self._hover,
            self._resize,
        )
        while len(batch) < BATCH:
            (kind,) = self.rng.choices(kinds, (44, 8, 14, 12, 3, 4, 6, 2))
            drawn = list(kind())
            self.kinds[kind.__name__] += len(drawn)
            batch += drawn
        return batch

    def _keys(self) -> Iterator[Message]:
        (keys,) = self.rng.choices((PLAIN_KEYS, self._often, self._seldom, OTHER_KEYS), (48, 42, 6, 4))
        yield pressed(self.rng.choice(keys))

    def _play(self) -> Iterator[Message]:
        """Some hints in a row, each carried out: games would not get far by chance alone."""
        for _ in range(self.rng.randint(1, 8)):
            yield pressed("h")
            yield pressed("enter")

    def _point(self) -> tuple[int, int]:
        """A cell of the window, oftener than not one with a card."""
        width, height = self.app.size
        screen = self.app.screen
        if self.rng.random() < 0.75 and isinstance(screen, TableScreen) and screen.table.scene is not None:
            corner = screen.table.region.offset
            cards = [card for card in screen.table.scene.cards if card.target]
            if cards:
                card = self.rng.choice(cards)
                return (
                    corner.x + card.x + self.rng.randrange(card.width),
                    corner.y + card.y + self.rng.randrange(card.height),
                )
        return self.rng.randrange(width), self.rng.randrange(height)

    def _click(self) -> Iterator[Message]:
        """One click, or several at once at the same place."""
        at = self._point()
        for _ in range(self.rng.choice((1, 1, 1, 2, 2, 3))):
            yield mouse(events.MouseDown, at, 1)
            yield mouse(events.MouseUp, at, 1)

    def _other_click(self) -> Iterator[Message]:
        at, button = self._point(), self.rng.choice((2, 3, 3, 3))
        yield mouse(events.MouseDown, at, button)
        yield mouse(events.MouseUp, self.rng.choice((at, self._point())), button)

    def _drag(self) -> Iterator[Message]:
        """A drag that ends on a card, beside the table, outside the window, or without any release."""
        yield mouse(events.MouseDown, self._point(), 1)
        for _ in range(self.rng.randint(1, 5)):
            yield mouse(events.MouseMove, self._point(), 1)
        width, height = self.app.size
        (end,) = self.rng.choices(("dropped", "beside", "outside", "lost", "cut"), (45, 15, 10, 20, 10))
        match end:
            case "dropped":
                yield mouse(events.MouseUp, self._point(), 1)
            case "beside":
                bar = self.rng.choice((0, height - 1, max(0, height - 3)))
                yield mouse(events.MouseUp, (self.rng.randrange(width), bar), 1)
            case "outside":
                outside = self.rng.choice(((-3, 2), (width + 5, 3), (4, -2), (2, height + 9)))
                yield mouse(events.MouseUp, outside, 1)
            case "lost":
                yield mouse(events.MouseMove, self._point(), 0)
        self.kinds[end] += 1

    def _wheel(self) -> Iterator[Message]:
        kind = self.rng.choice((events.MouseScrollUp, events.MouseScrollDown, events.MouseScrollLeft))
        for _ in range(self.rng.randint(1, 3)):
            yield mouse(kind, self._point(), 0)

    def _hover(self) -> Iterator[Message]:
        for _ in range(self.rng.randint(1, 4)):
            yield mouse(events.MouseMove, self._point(), 0)

    def _resize(self) -> Iterator[Message]:
        """A window of any size; every other time one in which the game can go on."""
        anywhere = (self.rng.randint(1, 300), self.rng.randint(1, 100))
        tiny = (self.rng.randint(1, 42), self.rng.randint(1, 14))
        yield resized(*self.rng.choice((*SIZES, anywhere, anywhere, anywhere, tiny, tiny, (1, 1), (300, 100))))


def pressed(key: str) -> events.Key:
    named = {"space": " ", "question_mark": "?"}
    return events.Key(key, named.get(key, key if len(key) == 1 else None))


def mouse(kind: type[events.MouseEvent], at: tuple[int, int], button: int) -> events.MouseEvent:
    return kind(None, *at, 0, 0, button, False, False, False, *at)


def resized(width: int, height: int) -> events.Resize:
    return events.Resize(Size(width, height), Size(width, height))


def told(event: Message) -> str:
    """An event in a few words, for messages."""
    match event:
        case events.Key():
            return event.key
        case events.MouseEvent():
            return f"{type(event).__name__} {event.x},{event.y} button {event.button}"
        case events.Resize():
            return f"resize to {event.size.width}x{event.size.height}"
    return repr(event)


def check_app(app: SolitaireApp) -> None:
    """The app lives, every session is whole, and dialogs lie on a table or the menu."""
    assert app.is_running
    for session in app.sessions.values():
        check(session)
    # The screen that the app started with may stay below; no other table or menu lies hidden.
    kinds = {MenuScreen, *(load(game_id).screen() for game_id in REGISTRY)}
    hiding = [screen for screen in app.screen_stack if type(screen) in kinds]
    assert not set(hiding) & set(app.screen_stack[2:]), app.screen_stack
    shown = hiding[-1]
    assert not isinstance(shown, TableScreen) or app.sessions[shown.GAME_ID] is shown.session


def check(session: Session) -> None:
    """No card is lost in any position of the line, and undo all and redo all lead through the same positions."""
    deck = Counter(session.deck)
    history = session.history
    again = History(session.game, session.game.deal(session.rules, session.deck))
    for step in history.steps:
        again.play(*step)
        assert cards_of(again.state) == deck
    assert cards_of(session.state) == deck
    assert again.redo_all() is False
    again.jump(history.cursor)
    assert again.state == history.state
    assert again.undo_all() is (history.cursor > 0)
    assert again.state == history.start


async def to_a_table(pilot: Pilot[None], app: SolitaireApp) -> TableScreen[Any]:
    """Go to a table by keys, from wherever the storm has left the app, and wait until it takes keys."""
    for _ in range(40):
        if isinstance(app.screen, LessonScreen):
            await pilot.press("q")
        elif isinstance(app.screen, TableScreen):
            if app.screen.check_action("menu", ()):
                return app.screen
            await pilot.pause()
        else:
            await pilot.press("a" if isinstance(app.screen, MenuScreen) else "escape")
    raise AssertionError(f"no way back to a table from {app.screen}")


@pytest.mark.parametrize(("game_id", "seed"), [("raspad", 31), ("garem", 32)])
@pytest.mark.campaign
async def test_no_storm_loses_a_card(game_id: str, seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    numbers = count(seed)
    # Asked to leave, even with an answer of yes, the app stays.
    monkeypatch.setattr(SolitaireApp, "exit", lambda *_args, **_options: None)
    monkeypatch.setattr("solitaire_tui.session.new_number", lambda: next(numbers))
    app = SolitaireApp(Session.new(game_id, deal=seed), charset=UNICODE)
    storm = Storm(app, game_id, seed)
    posted, changes, longest = 0, 0, 0
    async with app.run_test(size=(80, 24), tooltips=True, notifications=True) as pilot:
        while posted < EVENTS:
            before = {game: (session, session.history.cursor) for game, session in app.sessions.items()}
            batch = storm.batch()
            for event in batch:
                app.post_message(event)
            posted += len(batch)
            try:
                await pilot.pause()
                check_app(app)
            except BaseException as error:
                last = "\n".join(told(event) for event in batch)
                error.add_note(f"seed {seed}, after {posted} events, at {app.size}; the last:\n{last}")
                raise
            after = {game: (session, session.history.cursor) for game, session in app.sessions.items()}
            changes += before != after
            longest = max(longest, *(session.history.cursor for session in app.sessions.values()))

        # The storm was one: it played, in every way it could, and resized; and the app still does what it is told.
        assert changes >= 8
        assert longest >= 8
        assert min(storm.kinds[kind] for kind in ("_keys", "_click", "_drag", "lost", "outside", "_resize")) >= 3
        app.post_message(resized(100, 40))
        await pilot.pause()
        assert fits(*app.size)
        app.change(keys_preset="standard")  # whatever the storm has chosen on the page of settings
        screen = await to_a_table(pilot, app)
        await pilot.press("U")
        history = screen.session.history
        assert history.state == history.start
        await pilot.press("R")
        assert history.cursor == len(history.steps)
        check(screen.session)
        screen = await to_a_table(pilot, app)
        await pilot.press("U", "h", "enter")
        assert screen.session.history.cursor >= 1
        check(screen.session)


@pytest.mark.parametrize(
    ("game_id", "keys"),
    [
        ("garem", ""),
        ("raspad", "q"),
        ("raspad", "d"),
        ("raspad", "n"),
        ("raspad", "g"),
        ("raspad", "gy"),
        ("garem", "w"),
        ("raspad", "?"),
        ("raspad", "^p"),
    ],
    ids=["table", "menu", "cards", "new deal", "question", "end", "wishes", "rules", "palette"],
)
async def test_every_screen_bears_the_narrowest_windows(game_id: str, keys: str) -> None:
    app = SolitaireApp(Session.new(game_id, deal=1742), charset=UNICODE)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press(*{"^p": ["ctrl+p"], "?": ["question_mark"]}.get(keys, keys))
        for width in (10, 8, 6, 5, 4, 3, 2, 1):
            for height in (24, 1):
                for size in ((width, height), (80, 24)):
                    app.post_message(resized(*size))
                    await pilot.pause()
                    assert app.is_running, f"{width}x{height}"


@pytest.mark.parametrize("game_id", REGISTRY)
async def test_a_table_left_for_the_menu_is_not_in_the_way(game_id: str) -> None:
    """The screen that the app started with shows a hint; on a second one the game goes on; then both are resized."""
    app = SolitaireApp(Session.new(game_id, deal=1742), charset=UNICODE)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("c", "h", "q", "a", *("h", "enter") * 4)
        assert app.sessions[game_id].history.cursor >= 4
        app.post_message(resized(100, 30))
        await pilot.pause()
        check_app(app)


@pytest.mark.parametrize(
    "keys",
    [
        "question_mark q",
        "question_mark question_mark escape escape",
        "q 4 1",
        "q 1 1 u",
        "q 4 3 1 2",
        "g y y",
        "g y u u",
        "d d y escape escape escape",
        "n enter enter enter",
        "n q 1",
        "y q 1 u",
        "ctrl+p down enter enter",
        "ctrl+p escape escape",
        "ctrl+p q enter enter",
        "t right d g R escape t t",
        "t R n enter m q",
        "m f n ctrl+s escape i enter escape m",
        "m enter w right q a y",
    ],
)
async def test_keys_typed_ahead(keys: str) -> None:
    """Keys that are waiting when a screen opens or closes find another one than they were meant for, or none yet."""
    app = SolitaireApp(Session.new("raspad", deal=1742), charset=UNICODE)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("1")
        for _ in range(2):
            for key in keys.split():
                app.post_message(pressed(key))
            await pilot.pause()
            if app.return_code == 0:
                return  # a q that found the menu has left the program
            check_app(app)
        await to_a_table(pilot, app)


@pytest.mark.parametrize("asked", ["lesson", "table", "another table", "statistics"])
async def test_a_screen_asked_for_while_the_program_is_left(asked: str) -> None:
    """A q pressed right after a choice in the menu, say: what was chosen would never be laid."""
    app = SolitaireApp(charset=UNICODE)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        if asked == "another table":
            app.open_table(Session.new("garem", deal=7))
            await pilot.pause()
        app.exit()
        match asked:
            case "lesson":
                open_lesson(app, "raspad")
            case "table" | "another table":
                app.open_table(Session.new("raspad", deal=1742))
            case "statistics":
                app.open_statistics()
        await pilot.pause()
    assert app.return_code == 0


async def test_clicks_ahead_in_the_menu() -> None:
    """Two entries of the menu are clicked before the first one has opened its screen."""
    app = SolitaireApp(Session.new("raspad", deal=1742), charset=UNICODE)
    async with app.run_test(size=(80, 24)) as pilot:
        for first, second in (("rules", "continue-raspad"), ("continue-raspad", "rules"), ("new-garem", "rules")):
            await to_a_table(pilot, app)
            await pilot.press("q")
            assert isinstance(app.screen, MenuScreen)
            menu = app.screen.query_one(OptionList)
            for entry in (first, second):
                at = (menu.content_region.x + 4, menu.content_region.y + menu.get_option_index(entry))
                app.post_message(mouse(events.MouseDown, at, 1))
                app.post_message(mouse(events.MouseUp, at, 1))
            await pilot.pause()
            check_app(app)
            await to_a_table(pilot, app)
