"""The card table as one widget: it paints a scene line by line and tells what the mouse does to which card."""

from __future__ import annotations

from dataclasses import dataclass, replace
from time import monotonic
from typing import TYPE_CHECKING, Final

from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.color import Color
from textual.geometry import Region
from textual.message import Message
from textual.strip import Strip
from textual.timer import Timer
from textual.widget import Widget

from solitaire_tui.table.faces import UNICODE, Charset, Mark, Piece
from solitaire_tui.table.paint import FELT, Line, Marks, Span, changed, flatten, paint, paint_card
from solitaire_tui.table.palette import GROUNDS, NO_INK, ink
from solitaire_tui.table.scene import Placed, Scene
from solitaire_tui.table.seam import Seam

if TYPE_CHECKING:
    from solitaire_tui.table.motion import Glide
    from solitaire_tui.table.player import Budget, Player

_STRIPS: Final = 512
"""How many painted lines are kept."""


class CardTable(Widget, can_focus=True):
    """Paints one scene at a time and posts messages about clicks, hovering and dragging."""

    ALLOW_SELECT = False

    @dataclass
    class Clicked(Message):
        """A card or label was clicked.

        Attributes:
            target: what lies there; empty for the bare table.
            twice: whether it was a double click.
        """

        target: str
        twice: bool

    @dataclass
    class Explained(Message):
        """The right button was pressed on a target."""

        target: str

    @dataclass
    class Hovered(Message):
        """The pointer came over another target; empty when it left."""

        target: str

        def can_replace(self, message: Message) -> bool:
            return isinstance(message, CardTable.Hovered)

    @dataclass
    class DragBegan(Message):
        """A card was taken up by the mouse."""

        target: str

    @dataclass
    class Dropped(Message):
        """A dragged card was let go.

        Attributes:
            source: the card.
            target: what it was dropped on; empty when the drag was cancelled or ended beside everything.
        """

        source: str
        target: str

    @dataclass
    class Resized(Message):
        """The table has another size now, so that its scene has to be laid out again."""

    @dataclass
    class Wheeled(Message):
        """The wheel was turned; ``lines`` is -1 for up and 1 for down."""

        lines: int

    @dataclass
    class Rested(Message):
        """What moved has come to its end by itself."""

    def __init__(self, *, charset: Charset = UNICODE, id: str | None = None) -> None:  # noqa: A002
        super().__init__(id=id)
        self.charset = charset
        self.draggable: frozenset[str] = frozenset()
        self._colours = "two"
        self._scene: Scene | None = None
        self._marks = Marks()
        self._lines: list[Line] = []
        self._overlay: dict[int, Line] = {}
        self._strips: dict[tuple[Line, int], Strip] = {}
        self._style_cache: dict[tuple[str, str], Style] = {}
        self._hover = ""
        self._pointer: tuple[int, int] | None = None
        self._pressed: Placed | None = None
        self._grab = (0, 0)
        self._dragging = False
        self._swallow_click = False
        self._dropped: Placed | None = None
        self.clock = monotonic
        self._player: Player | None = None
        self._budget: Budget | None = None
        self._frames: Timer | None = None

    @property
    def scene(self) -> Scene | None:
        """The scene that is shown; None while the window is too small."""
        return self._scene

    @property
    def dragging(self) -> str:
        """The target that is being dragged; empty if none is."""
        return self._pressed.target if self._dragging and self._pressed else ""

    @property
    def moving(self) -> bool:
        """Whether cards are still on their way to where the scene has them."""
        return self._player is not None

    def show(self, scene: Scene, marks: Marks, glide: Glide | None = None) -> None:
        """Show a scene; only what differs from the one before is painted again.

        Args:
            scene: what lies on the table from now on.
            marks: what stands out.
            glide: how the cards get there to be seen; None for at once. The same cards again let them glide on.
        """
        before, dropped = self._scene, self._dropped
        self._scene, self._marks, self._dropped = scene, marks, None
        if glide is not None:
            self._set_out(before, dropped, glide)
        elif before is None or before.cards != scene.cards:
            self._halt()
        if self._player is None or not (self._show_frame(self._player.scene(self.clock())) or glide is None):
            self._halt()
            self._put(paint(scene, marks, self.charset))
        if self._pointer is not None and self._pressed is None:
            self._hover_over(scene.hit(*self._pointer))  # another card may lie there now

    def show_message(self, *texts: str) -> None:
        """Show nothing but some lines of text in the middle."""
        self._halt()
        self._scene = None
        width, height = self.size
        lines: list[Line] = [()] * height
        top = max(0, (height - len(texts)) // 2)
        for y, text in enumerate(texts, top):
            if y < height:
                span = Span(max(0, (width - len(text)) // 2), Piece(self.charset.text(text), FELT, "label"))
                lines[y] = (span,)
        self._put(lines)

    def _put(self, lines: list[Line], *, frame: bool = False) -> bool:
        """Have lines painted where they differ; False for a frame that would be too much to write just now."""
        before = self._lines
        whole = len(before) != len(lines)
        if self._budget is None:
            differ = [] if whole else changed(before, lines)
        else:
            from solitaire_tui.table.player import writing

            now = self.clock()
            differ, size = writing(before, lines, self.size.width, self._cuts())
            if not whole:  # the picture of a table that opens is no part of the motion
                if frame and not self._budget.affords(size, now):
                    return False
                self._budget.spend(size, now)
        self._lines = lines
        regions = [Region(max(0, x), y, end - max(0, x), 1) for y, x, end in differ if end > 0]
        if whole:
            self.refresh()
        elif regions:
            self.refresh(*regions)
        return True

    def _cuts(self) -> list[int]:
        """The cells at which the seam below cuts the lines."""
        edges = (edge for seam in self.screen.query(Seam) for edge in (seam.region.x, seam.region.right))
        return [edge - self.region.x for edge in edges if 0 < edge - self.region.x < self.size.width]

    # Motion. The scene is the new one from the first frame on; what is on its way is only to be seen.

    def _set_out(self, before: Scene | None, dropped: Placed | None, glide: Glide) -> None:
        """Begin the way from the scene before to the present one, in place of whatever still moves."""
        from solitaire_tui.table.motion import pieces
        from solitaire_tui.table.player import FRAME, Budget, Player

        self._halt()
        assert self._scene is not None
        found = pieces(before, self._scene, glide, dropped)
        if found:
            self._player = Player(found, self.clock())
            self._budget = self._budget or Budget()
            self._frames = self.set_interval(FRAME, self.advance)

    def _show_frame(self, due: Scene | None) -> bool:
        """Show what is due of the motion; False if it is over, or cannot even begin."""
        return due is not None and self._put(paint(due, self._marks, self.charset), frame=True)

    def advance(self) -> None:
        """Show the next frame, or the end: what the timer does thirty times a second."""
        if self._player is None:
            return
        due = self._player.scene(self.clock())
        if due is None:
            self.finish()
            self.post_message(self.Rested())
        else:
            self._show_frame(due)

    def finish(self) -> None:
        """Show at once where what still moves will come to."""
        if self._player is not None:
            self._halt()
            if self._scene is not None:
                self._put(paint(self._scene, self._marks, self.charset))

    def _halt(self) -> None:
        self._player = None
        if self._frames is not None:
            self._frames.stop()
            self._frames = None

    def render_line(self, y: int) -> Strip:
        width = self.size.width
        line = self._lines[y] if y < len(self._lines) else ()
        if y in self._overlay:
            return self._strip(line + self._overlay[y], width)
        key = (line, width)
        strip = self._strips.get(key)
        if strip is None:
            if len(self._strips) >= _STRIPS:
                self._strips.clear()
            strip = self._strips[key] = self._strip(line, width)
        return strip

    def _strip(self, line: Line, width: int) -> Strip:
        pieces = flatten(line, width)
        return Strip([Segment(text, self._style(ground, ink)) for text, ground, ink in pieces], width)

    def _style(self, ground: str, ink_name: str) -> Style:
        """Foreground and text style of the ink on the background of the ground."""
        style = self._style_cache.get((ground, ink_name))
        if style is None:
            variables = self.app.theme_variables
            style = Style(bgcolor=Color.parse(variables[GROUNDS[ground]]).rich_color)
            if ink_name != NO_INK:
                variable, attributes = ink(ink_name, self._colours)
                style += Style.parse(attributes) + Style(color=Color.parse(variables[variable]).rich_color)
            self._style_cache[ground, ink_name] = style
        return style

    @property
    def colours(self) -> str:
        """How many colours the suits have: ``two`` or ``four``."""
        return self._colours

    @colours.setter
    def colours(self, colours: str) -> None:
        if colours != self._colours:
            self._colours = colours
            self._forget_styles()
            self.refresh()

    def notify_style_update(self) -> None:
        super().notify_style_update()
        self._forget_styles()

    def _forget_styles(self) -> None:
        self._style_cache.clear()
        self._strips.clear()

    # The mouse. A press on a card may become a click or a drag; which one shows when the pointer moves.

    def _target_at(self, event: events.MouseEvent) -> str:
        return self._scene.hit(event.x, event.y) if self._scene else ""

    def on_mouse_down(self, event: events.MouseDown) -> None:
        self.finish()
        self.cancel_drag()
        self._dropped = None
        self._swallow_click = False
        target = self._target_at(event)
        if event.button == 3:
            self.post_message(self.Explained(target))
        elif event.button == 1 and target in self.draggable and self._scene:
            self._pressed = self._scene.find(target)
            if self._pressed:
                self._grab = (event.x - self._pressed.x, event.y - self._pressed.y)
                self.capture_mouse()

    def on_mouse_move(self, event: events.MouseMove) -> None:
        if self._pressed is not None and not event.button:
            self.cancel_drag()  # The release was lost, as when it happened outside the window.
        self._pointer = (event.x, event.y)
        if self._pressed is None:
            self._hover_over(self._target_at(event))
            return
        x, y = event.x - self._grab[0], event.y - self._grab[1]
        if not self._dragging:
            if (x, y) == (self._pressed.x, self._pressed.y):
                return
            self._dragging = True
            self.post_message(self.DragBegan(self._pressed.target))
        self._move_overlay(x, y)
        self._hover_over(self._target_at(event))

    def on_mouse_up(self, event: events.MouseUp) -> None:
        pressed, dragging = self._pressed, self._dragging
        self._end_drag()
        if pressed is not None and dragging:
            self._dropped = replace(pressed, x=event.x - self._grab[0], y=event.y - self._grab[1])
            target = self._target_at(event)
            self.post_message(self.Dropped(pressed.target, target))
            self.post_message(self.Hovered(self._hover))
            # A card let go where it was taken up has been clicked, with an unsteady hand.
            self._swallow_click = target != pressed.target

    def on_click(self, event: events.Click) -> None:
        swallow, self._swallow_click = self._swallow_click, False
        if event.button == 1 and not swallow:
            self.post_message(self.Clicked(self._target_at(event), event.chain == 2))

    def on_mouse_scroll_up(self, event: events.MouseScrollUp) -> None:
        event.stop()
        self.post_message(self.Wheeled(-1))

    def on_mouse_scroll_down(self, event: events.MouseScrollDown) -> None:
        event.stop()
        self.post_message(self.Wheeled(1))

    def on_leave(self, event: events.Leave) -> None:
        self._pointer = None
        if self._pressed is None:
            self._hover_over("")

    def on_resize(self) -> None:
        self._halt()
        self.post_message(self.Resized())

    def on_hide(self) -> None:
        self.finish()
        self.cancel_drag()

    def _hover_over(self, target: str) -> None:
        if target != self._hover:
            self._hover = target
            self.post_message(self.Hovered(target))

    def _move_overlay(self, x: int, y: int) -> None:
        assert self._pressed is not None
        pressed = self._pressed
        moved = Placed(pressed.target, pressed.card, pressed.face, pressed.size, x, y, z=1000)
        before, self._overlay = self._overlay, paint_card(moved, len(self._lines), Mark.PICKED, self.charset)
        self.refresh(*self._overlay_regions(before), *self._overlay_regions(self._overlay))

    def _overlay_regions(self, overlay: dict[int, Line]) -> list[Region]:
        regions = []
        for y, line in overlay.items():
            left = max(0, min(span.x for span in line))
            right = max(span.x + len(span.piece.text) for span in line)
            if right > left:
                regions.append(Region(left, y, right - left, 1))
        return regions

    def _end_drag(self) -> None:
        if self._pressed is not None:
            self.release_mouse()
        if self._overlay:
            regions = self._overlay_regions(self._overlay)
            self._overlay = {}
            if regions:
                self.refresh(*regions)
        self._pressed = None
        self._dragging = False

    def cancel_drag(self) -> None:
        """Put a dragged card back."""
        pressed, dragging = self._pressed, self._dragging
        self._end_drag()
        if pressed is not None and dragging:
            self.post_message(self.Dropped(pressed.target, ""))
