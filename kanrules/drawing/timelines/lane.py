"""The geometry of a timeline: the positions of its moments, and the lane of one kind of kan along them."""

from __future__ import annotations

from collections.abc import Sequence

from kanrules.drawing.canvas import Theme, attribute, fill, line, number
from kanrules.drawing.timelines.contents import BOTH, Column, Lane
from kanrules.drawing.timelines.symbols import turn_mark, win_mark
from kanrules.frozen import frozen


@frozen
class PictureRoom:
    """Dimensions of a picture, in its own units."""

    upright: bool
    """True if the moments run downward; otherwise they run from left to right."""
    first: float
    """Position of the first moment."""
    step: float
    """Distance from one moment to the next."""
    beyond: float
    """Length of a lane after the last moment."""
    flag: float
    hollow: float
    """Height of a hollow flag; `flag` is that of a full one."""
    legend: float
    """Height of a row of the legend."""
    titled: bool = True
    """True if the picture names its rulesets. Without a title it is for paper, and denser."""
    above: float = 0
    """Space above the lanes of a kan, if the picture is horizontal."""
    track: float = 62
    """Height of a lane, if the picture is horizontal."""
    end: float = 40
    """Height of the line of a fourth kan, if the picture is horizontal."""
    bracket: float = 13
    """Distance from a lane to the bracket that joins its wins, if the picture is horizontal."""


SCREEN = PictureRoom(upright=False, first=190, step=92, beyond=28, flag=27, hollow=22, legend=24, above=26)
PAPER = PictureRoom(
    upright=False,
    first=152,
    step=78,
    beyond=28,
    flag=25,
    hollow=22,
    legend=24,
    titled=False,
    above=4,
    end=27,
    bracket=9,
)
"""Dimensions on paper, 836 units wide: letters of 12.5 units are 8 points high if the picture is 190 millimetres
wide.
"""
PHONE = PictureRoom(upright=True, first=104, step=55, beyond=26, flag=24, hollow=16, legend=24)
CARD = PictureRoom(upright=True, first=34, step=28, beyond=16.8, flag=20, hollow=14, legend=18, titled=False)
"""Dimensions on a card: letters of 12 units are 8 points high if the picture is 84.5 millimetres wide."""

WINDOW = 11
"""Distance from a lane to the stroke that shows how long its kan may be robbed."""


@frozen
class Axis:
    """The axis of a lane, at a distance (`across`) from the edge of the picture."""

    room: PictureRoom
    columns: Sequence[Column]
    across: float

    def along(self, at: float) -> float:
        """Return the position of a moment on the axis, given in columns."""
        return self.room.first + at * self.room.step

    @property
    def end(self) -> float:
        """The position at which the lane ends."""
        return self.along(len(self.columns) - 1) + self.room.beyond

    def point(self, at: float, aside: float = 0) -> tuple[float, float]:
        """Return the x and y of a moment, or of a place next to the axis."""
        along, across = self.along(at), self.across + aside
        return (across, along) if self.room.upright else (along, across)

    def run(self, start: float, end: float) -> str:
        """Return the path from one position on the axis to another."""
        across = number(self.across)
        if self.room.upright:
            return f"M{across} {number(start)}V{number(end)}"
        return f"M{number(start)} {across}H{number(end)}"

    def window(self, start: float, end: float) -> str:
        """Return the path of the time in which a kan may be robbed: a stroke next to the axis with a closed end."""
        across, closed = number(self.across - WINDOW), number(end - 5)
        if self.room.upright:
            # The words of the robbery are on the axis itself.
            return f"M{across} {number(start + 11)}V{closed}h6"
        return f"M{number(start)} {across}H{closed}v6"

    def tick(self, at: float) -> str:
        """Return the path of a stroke across the axis."""
        x, y = self.point(at, -6)
        return f"M{number(x)} {number(y)}{'h' if self.room.upright else 'v'}12"


def drawn_lane(
    axis: Axis, kan: str, name: str, lane: Lane, colour: str, theme: Theme, *, robbed: str, counted: str
) -> str:
    """Return one lane with its moments, flags, and wins. `robbed` and `counted` are its words, already drawn."""
    room = axis.room
    open_from = axis.end if lane.at is None else axis.along(lane.at)
    drawn = line(theme, axis.run(axis.along(0), open_from), "rule", 2, dashes="2 5")
    if lane.at is not None:
        drawn += line(theme, axis.run(open_from, axis.end), colour, 5)
    # Upright, the words of the robbery are on the axis itself.
    ticked = [at for at, one in enumerate(axis.columns) if not (one.win or (room.upright and one.name == "robbery"))]
    drawn += line(theme, "".join(map(axis.tick, ticked)), "ink", 2) + robbed
    if lane.robbed_until is not None:
        robbery = next(at for at, one in enumerate(axis.columns) if one.name == "robbery")
        stroke = line(theme, axis.window(axis.along(robbery), axis.along(lane.robbed_until)), "ink", 1.5)
        drawn += f'<g data-window="{number(lane.robbed_until)}">{stroke}</g>'
    if lane.at is not None:
        x, y = axis.point(lane.at)
        if room.upright:
            drawn += f'<circle cx="{number(x)}" cy="{number(y)}" r="5.5" {fill(theme, colour)}/>'
        drawn += turn_mark(theme, x, y + room.upright, colour, room.flag, lane.instant)
    for early in lane.early:
        x, y = axis.point(early.at, -29 if room.upright else 0)
        drawn += turn_mark(theme, x, y + room.hollow / 2 * room.upright, "ink", room.hollow, early.why, hollow=True)
    for at, one in enumerate(axis.columns):
        if one.win:
            drawn += win_mark(theme, *axis.point(at), one.name, full=lane.counts[one.name], colour=colour)
    rules = "" if name is BOTH else name
    return f'<g data-kan="{kan}" data-rules={attribute(rules)}>{drawn}{counted}</g>'
