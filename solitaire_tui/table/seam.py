"""What lies under the table so that less is written to the terminal when a card moves."""

from __future__ import annotations

from textual.strip import Strip
from textual.widget import Widget


class Seam(Widget):
    """A blank widget that the table covers wholly.

    Textual writes a line that has changed from the widget's left edge up to where it has changed, whatever lies between
    included. But it cuts lines where any widget begins or ends, also one that lies underneath, and begins at the last
    cut. Two cuts halve the bytes of a motion.
    """

    ALLOW_SELECT = False

    def render_line(self, y: int) -> Strip:
        return Strip.blank(self.size.width)
