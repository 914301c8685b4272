"""The timeline of a kan for a wall: few moments and large letters, read from two metres."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise

from kanrules.drawing.canvas import Theme, line, number, svg, text
from kanrules.drawing.letters import balanced
from kanrules.drawing.timelines.contents import (
    ASSUMED,
    KANS,
    ROBBED_UNTIL,
    Column,
    Say,
    Side,
    description_of,
    title_of,
)
from kanrules.drawing.timelines.legend import drawn_legend
from kanrules.drawing.timelines.symbols import fitted, turn_mark, width, win_mark

_WIDE, _FIRST, _LANE = 550.0, 196.0, 50.0
_ANCHORS: tuple[tuple[float, float], ...] = (
    (-1, -60), (0, 0), (1, 66), (2, 104), (3, 156), (4, 194), (5, 208), (6, 264), (7, 292), (8, 326),
)  # fmt: skip
"""Where each moment of a timeline is on this axis. A wall leaves out the moments that no question is about."""
_NAMED: dict[str, float] = {"announced": -0.4, "robbery": 1, "replacement": 3.6, "discard": 6.5}
"""The moments with a name above them, and where it is: the win that follows a moment is below its name."""


def poster_timeline(columns: Sequence[Column], side: Side, melds: Mapping[str, str], say: Say) -> str:
    """Return the timeline of one ruleset as SVG, 550 units wide. A unit is a point if the picture is 194 millimetres
    wide.

    Takes the moments, the ruleset's lanes, a picture of each kind of kan, and the translator.
    """
    theme = Theme.LIGHT
    drawn = ""
    heads = {at: fitted(say(one.words), 76, 12.5) for one in columns if (at := _NAMED.get(one.name)) is not None}
    low = 16.0 + 14 * max(len(parts) for parts, _ in heads.values())
    for at, (parts, size) in heads.items():
        for row, part in enumerate(reversed(parts)):
            drawn += text(theme, _along(at), low - 14 - 14 * row, part, size, bold=True)
    robbery = next(at for at, column in enumerate(columns) if column.name == "robbery")
    for kan, lane in side.lanes.items():
        axis = low + 30
        drawn += line(theme, f"M0 {number(low)}H{number(_WIDE)}", "rule", 0.8)
        drawn += _placed(melds[kan], 0, low + 5, 78, _LANE - 10)
        drawn += text(theme, 86, axis + (0 if lane.assumed else 4), say(KANS[kan]), 14.5, anchor="start", bold=True)
        if lane.assumed:
            drawn += text(theme, 86, axis + 14, say(ASSUMED), 11, anchor="start", colour="muted")
        start, end = _along(0), _WIDE - 4
        turned = None if lane.at is None else _along(lane.at)
        drawn += line(theme, f"M{number(start)} {number(axis - 7)}v14", "ink", 2)
        drawn += line(theme, f"M{number(start)} {number(axis)}H{number(end if turned is None else turned)}", "ink", 1.6,
                      dashes="1.6 4.4")  # fmt: skip
        for event in lane.early:
            drawn += turn_mark(theme, _along(event.at), axis, "ink", 17, event.why, hollow=True)
        if turned is not None:
            drawn += line(theme, f"M{number(turned)} {number(axis)}H{number(end)}", "accent", 4)
            drawn += turn_mark(theme, turned, axis, "accent", 24, "turned")
        for at, column in enumerate(columns):
            if column.name in ("rinshan_win", "ron"):
                drawn += win_mark(theme, _along(at), axis, column.name, full=lane.counts[column.name], colour="accent")
        said = say(lane.robbed if lane.robbed_until is None else ROBBED_UNTIL)
        words = balanced(said, 6.6)
        nobody = lane.robbed == "no"
        for row, part in enumerate(words):
            base = axis + 4 + 12.5 * (row - (len(words) - 1) / 2)
            room = width(part, 12, bold=not nobody) + 8
            drawn += (
                f'<rect x="{number(_along(robbery) - room / 2)}" y="{number(base - 11)}" '
                f'width="{number(room)}" height="14" fill="#fff"/>'
            )
            drawn += text(theme, _along(robbery), base, part, 12, bold=not nobody, colour="muted" if nobody else "ink")
        low += _LANE
    drawn += line(theme, f"M0 {number(low)}H{number(_WIDE)}", "rule", 0.8)
    legend, height = drawn_legend([side], low + 20, _WIDE, theme, say, 20, of_kita=False, of_window=False)
    drawn += legend
    low += 30 + height
    described = description_of(columns, [side], say)
    return svg(drawn, (_WIDE, low + 1), title_of([side], say), description=described, theme=theme)


def _along(at: float) -> float:
    """Return the position of a moment, or of a place between two moments."""
    for (one, left), (other, right) in pairwise(_ANCHORS):
        if one <= at <= other:
            return _FIRST + left + (right - left) * (at - one) / (other - one)
    return _FIRST + _ANCHORS[-1][1]


def _placed(picture: str, x: float, y: float, wide: float, high: float) -> str:
    """Return a picture inside another, as large as fits, at the left."""
    inner = picture[picture.index(">") + 1 : picture.rindex("</svg>")]
    box = picture.split('viewBox="', 1)[1].split('"', 1)[0]
    return (
        f'<svg x="{number(x)}" y="{number(y)}" width="{number(wide)}" height="{number(high)}" viewBox="{box}" '
        f'preserveAspectRatio="xMinYMid meet">{inner}</svg>'
    )
