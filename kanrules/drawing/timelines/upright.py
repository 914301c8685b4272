"""The timeline upright: the moments from above downward, for a phone or a card."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from kanrules.drawing.canvas import Theme, attribute, fill, line, number, svg, text
from kanrules.drawing.letters import balanced, broken, ems
from kanrules.drawing.timelines.answers import (
    ASSUMED,
    BOTH,
    KANS,
    KITA,
    ROBBED_BY,
    Column,
    Lane,
    Say,
    Side,
    description_of,
    ends_of,
    filled,
    said_of_kita,
    title_of,
)
from kanrules.drawing.timelines.legend import drawn_legend, legend_rows
from kanrules.drawing.timelines.marks import (
    OF_KITA,
    columns_of_kita,
    drawn_kita,
    fitted,
    heading_of,
    in_lines,
    kitas_of,
    shortened,
    tracks_of,
    turn_mark,
    width,
    win_mark,
)
from kanrules.locale import marked as _N

_ASSUMED_LANES = _N("No text found, assumed: {kans}")
_WIDE = 358


@dataclass(frozen=True, slots=True)
class Upright:
    """How much room an upright picture takes."""

    down: float = 55
    top: float = 104
    heading: bool = True
    row: float = 24
    """How high a line of the legend is."""


PHONE = Upright()
CARD = Upright(down=28, top=34, heading=False, row=18)
"""Letters of 12 units are 8 points high on 84.5 millimetres."""
_ORPHANS = _N("orphans")


def upright(
    columns: Sequence[Column],
    sides: Sequence[Side],
    *,
    theme: Theme = Theme.AUTO,
    say: Say = str,
    room: Upright = PHONE,
    legend: bool = True,
) -> str:
    """The moments from above downward, for a phone: 358 units wide; without `legend` what the marks mean stands
    elsewhere.
    """
    two = len(sides) == 2
    if not room.heading and any(len(balanced(say(KANS[kan]), 82 / 12)) > 1 for kan in sides[0].lanes):
        room = replace(room, top=room.top + 13)

    def y(at: float) -> float:
        return room.top + at * room.down

    bottom = y(len(columns) - 1) + min(26, room.down * 0.6)
    drawn = heading_of(sides, 34, theme, say) if room.heading else ""
    for at, column in enumerate(columns):
        if column.win:
            drawn += (
                f'<rect x="0" y="{number(y(at) - room.down / 2)}" width="{_WIDE}" height="{number(room.down)}" '
                f"{fill(theme, 'band')}/>"
            )
        parts, size = fitted(say(column.words), 104, 14 if room.heading else 13)
        for line_at, part in enumerate(parts):
            below = (line_at - (len(parts) - 1) / 2) * (16 if room.heading else 14)
            drawn += text(theme, 4, y(at) + 5 + below, part, size, anchor="start", bold=not column.win)
    for lane_at, kan in enumerate(sides[0].lanes):
        middle = 146 + 83 * lane_at
        parts = balanced(say(KANS[kan]), 82 / 12)
        for line_at, part in enumerate(parts):
            below = (48 if room.heading else 16) + 13 * (line_at - len(parts) + 1 if room.heading else line_at)
            drawn += text(theme, middle, below, part, 12, bold=True)
        tracks = tracks_of(kan, sides)
        for side_at, (name, colour, lane) in enumerate(tracks):
            x = middle if len(tracks) == 1 else middle - 14 + 38 * side_at
            if two:
                shown = say(BOTH) if name is BOTH else "AB"[side_at]
                drawn += text(theme, x, 68, shown, 13, colour=colour, bold=True)
            drawn += _upright_lane(
                columns, kan, name, lane, x, colour, theme, say, room, narrow=len(tracks) == 2, two=two
            )
    low: float = bottom + (8 if room.heading else 2)
    if two:
        for mark, colour, side in zip("AB", ("accent", "ink"), sides, strict=True):
            low += 22
            drawn += text(
                theme, 4, low, f"{mark}: {shortened(side.name, 36)}", 14, anchor="start", colour=colour, bold=True
            )
    for whose, ends in ends_of(sides):
        low += 24 if room.heading else 18
        # A card has no line for each.
        short = not room.heading and (width(say(whose), 13) + width(say(ends[0][1].words), 13, bold=False) < _WIDE - 50)
        drawn += text(theme, 18 if short else 4, low, say(whose) + ":" * short, 13, anchor="start", bold=True)
        for side_at, (side, end) in enumerate(ends):
            low += 0 if short else 20 if room.heading else 16
            mark = f"{'AB'[side_at]}: " if two else ""
            sign = (
                line(theme, f"M4 {number(low - 11)}l7 6l-7 6", "ink", 2)
                if end.at is None
                else f'<rect x="4" y="{number(low - 13)}" width="6" height="15" {fill(theme, "ink")}/>'
            )
            beside = 32 + width(say(whose), 13) if short else 18
            parts = broken(mark + say(end.words), (_WIDE - 22) / 15.5)
            said = sign
            for at, part in enumerate(parts):
                low += 17 * (at > 0)
                said += text(theme, beside, low, part, 13, anchor="start")
            ended = "" if end.at is None else number(end.at)
            drawn += f'<g data-end="{whose}" data-rules={attribute(side.name)} data-at="{ended}">{said}</g>'
    for name, colour, kita in kitas_of(sides) if room.heading else ():
        low += 30
        mark = "" if not two else say(BOTH) if name is BOTH else "AB"[[side.name for side in sides].index(name)]
        titled = say(KITA) + (f" ({mark})" if mark else "") + (f", {say(ASSUMED)}" if kita.assumed else "")
        drawn += text(theme, 4, low, titled, 13, anchor="start", colour=colour, bold=True)
        xs = [36 + 69 * at for at in range(len(OF_KITA))]
        for at, (x, column) in enumerate(zip(xs, columns_of_kita(columns), strict=True)):
            # Every other word stands above its neighbours, so that a long one has room.
            (words,), size = in_lines(say(column.words), 1), 12.5
            half = width(words, size) / 2 + 2
            centre = min(max(x, half), _WIDE - half)
            drawn += text(theme, centre, low + (17 if at % 2 else 31), words, size)
        low += 28 + (34 if kita.turned is not None else 18)
        drawn += drawn_kita(name, kita, xs, low, colour, theme, say)
        low += 21 + 13 * (len(fitted(say(kita.robbed), 69, 12.5)[0]) - 1)
    for side_at, side in enumerate(sides):
        # A card has no room for the lane of a kita.
        kita_words = [] if room.heading or side.kita is None else [said_of_kita(side.kita, say)]
        for note in (*kita_words, *_assumed(side, say), *side.notes(say)):
            for part in broken(f"{'AB'[side_at]}: {note}" if two else note, (_WIDE - 8) / 15):
                low += 20 if room.heading else 16
                drawn += text(theme, 4, low, part, 13, anchor="start")
    if legend:
        low += 14 if room.heading else 8
        drawn += line(theme, f"M0 {number(low)}H{_WIDE}", "rule", 1)
        low += 26 if room.heading else 20
        drawn += drawn_legend(sides, 4, low, _WIDE, theme, say, room.row, of_kita=bool(room.heading))
        low += room.row * (legend_rows(sides, _WIDE, say, of_kita=bool(room.heading)) - 1)
    return svg(
        drawn,
        (_WIDE, low + (16 if room.heading else 8)),
        title_of(sides, say),
        description=description_of(columns, sides, say),
        theme=theme,
        ground=True,
    )


def marks(sides: Sequence[Side], *, theme: Theme = Theme.AUTO, say: Say = str, room: Upright = CARD) -> str:
    """What the marks of an upright picture mean, as a picture of its own."""
    of_kita = bool(room.heading)
    drawn = drawn_legend(sides, 4, 16, _WIDE, theme, say, room.row, of_kita=of_kita)
    height = 24 + room.row * (legend_rows(sides, _WIDE, say, of_kita=of_kita) - 1)
    return svg(drawn, (_WIDE, height), say(_MARKS), theme=theme, ground=True)


_MARKS = _N("What the marks mean")


def _upright_lane(
    columns: Sequence[Column],
    kan: str,
    name: str,
    lane: Lane,
    x: float,
    colour: str,
    theme: Theme,
    say: Say,
    room: Upright,
    *,
    narrow: bool,
    two: bool,
) -> str:
    def y(at: float) -> float:
        return room.top + at * room.down

    bottom = y(len(columns) - 1) + min(26, room.down * 0.6)
    open_from = bottom if lane.at is None else y(lane.at)
    drawn = line(theme, f"M{number(x)} {number(y(0))}V{number(open_from)}", "rule", 2, dashes="2 5")
    if lane.at is not None:
        drawn += line(theme, f"M{number(x)} {number(open_from)}V{number(bottom)}", colour, 5)
    robbery = next(at for at, one in enumerate(columns) if one.name == "robbery")
    ticks = [at for at, one in enumerate(columns) if not one.win and at != robbery]
    drawn += line(theme, "".join(f"M{number(x - 6)} {number(y(at))}h12" for at in ticks), "ink", 2)
    words = say(lane.robbed if lane.robbed in ROBBED_BY else _ORPHANS)
    if narrow and ems(words) > 1.9:
        words = "13" if lane.robbed not in ROBBED_BY else shortened(words, 3)
    half = 16 if narrow else 4 + ems(words) * 7.5
    drawn += (
        f'<rect x="{number(x - half)}" y="{number(y(robbery) - 11)}" width="{number(2 * half)}" height="22" '
        f"{fill(theme, 'ground')}/>"
    )
    nobody = lane.robbed == "no"
    drawn += text(theme, x, y(robbery) + 5, words, 13, colour="muted" if nobody else "ink", bold=not nobody)
    if lane.at is not None:
        drawn += f'<circle cx="{number(x)}" cy="{number(open_from)}" r="5.5" {fill(theme, colour)}/>'
        drawn += turn_mark(theme, x, open_from + 1, colour, 24 if room.heading else 20, lane.instant)
    for early in lane.early:
        stands = y(early.at) + (8 if room.heading else 6)
        drawn += turn_mark(theme, x - 29, stands, "ink", 16 if room.heading else 14, early.why, hollow=True)
    for at, one in enumerate(columns):
        if one.win:
            counts = lane.counts[one.name]
            drawn += win_mark(theme, x, y(at), one.name, full=counts, colour=colour)
            if not two:
                said, dim = (say("yes"), "ink") if counts else (say("no"), "muted")
                drawn += text(theme, x + 14, y(at) + 5, said, 13, anchor="start", colour=dim, bold=counts)
    rules = "" if name is BOTH else name
    return f'<g data-kan="{kan}" data-rules={attribute(rules)}>{drawn}</g>'


def _assumed(side: Side, say: Say) -> list[str]:
    kans = [say(KANS[kan]).lower() for kan, lane in side.lanes.items() if lane.assumed]
    return [filled(say(_ASSUMED_LANES), kans=", ".join(kans))] if kans else []
