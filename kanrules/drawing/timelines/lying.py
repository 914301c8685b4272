"""The timeline as it lies: the moments from left to right, a lane a line."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby

from kanrules.drawing.canvas import Theme, attribute, fill, line, number, svg, text
from kanrules.drawing.letters import balanced, broken
from kanrules.drawing.timelines.answers import (
    ASSUMED,
    BOTH,
    KANS,
    KITA,
    Column,
    End,
    Lane,
    Say,
    Side,
    description_of,
    ends_of,
    filled,
    title_of,
)
from kanrules.drawing.timelines.legend import drawn_legend, legend_rows
from kanrules.drawing.timelines.marks import (
    OF_KITA,
    SMALLEST,
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

_ALL_COUNT, _ONE_COUNTS, _SOME_COUNT = _N("all three count it"), _N("counts it"), _N("count it")
_DIFFERS = _N("differs: {what}")
_WHO_MAY_ROB, _THE_INDICATOR, _WHO_COUNTS = _N("who may rob"), _N("the indicator"), _N("who counts it")
_GOES_ON = _N("then as after a kan")


def _differs(one: Lane, other: Lane, say: Say) -> str:
    said = [_WHO_MAY_ROB] * (one.robbed != other.robbed)
    said += [_THE_INDICATOR] * ((one.at, one.early) != (other.at, other.early))
    said += [_WHO_COUNTS] * (not said and one.counts != other.counts)
    return filled(say(_DIFFERS), what=", ".join(map(say, said)))


def _side_by_side(columns: Sequence[Column], step: float, say: Say) -> list[tuple[list[str], float]]:
    """The words over the columns and their sizes: a long word may reach into the room that its neighbour leaves."""
    found = []
    for one in columns:
        parts = balanced(say(one.words), (step - 10) / width("一", 14, bold=not one.win))
        found.append((parts if len(parts) <= 2 else in_lines(say(one.words), 2), 14.0, not one.win))

    def wide(at: int) -> float:
        parts, size, bold = found[at]
        return max(width(part, size, bold=bold) for part in parts)

    for _ in range(8):
        tight = [at for at in range(len(found) - 1) if (wide(at) + wide(at + 1)) / 2 > step - 4]
        for at in {beside for one in tight for beside in (one, one + 1)}:
            _, size, bold = found[at]
            lines = 2 if size > SMALLEST else 3
            found[at] = (in_lines(say(columns[at].words), lines), max(SMALLEST, size - 0.5), bold)
        if not tight:
            break
    return [(parts, size) for parts, size, _ in found]


@dataclass(frozen=True, slots=True)
class Lying:
    """How much room a picture that lies takes."""

    step: float = 92
    first: float = 190
    track: float = 62
    above: float = 26
    """What a lane has above its track."""
    end: float = 40
    flag: float = 27
    bracket: float = 13
    heading: float = 26
    """Where the rulesets are named; 0 where the page around the picture names them."""


SCREEN = Lying()
PAPER = Lying(step=78, first=152, track=62, above=4, end=27, flag=25, bracket=9, heading=0)
"""836 units wide: letters of 12.5 units are 8 points high on 190 millimetres."""


def lying(
    columns: Sequence[Column],
    sides: Sequence[Side],
    *,
    theme: Theme = Theme.AUTO,
    say: Say = str,
    room: Lying = SCREEN,
) -> str:
    """The moments from left to right, a lane a line."""
    two = len(sides) == 2
    first = 226 if two else room.first
    wide = first + (len(columns) - 1) * room.step + 66
    plan = [(kan, tracks_of(kan, sides)) for kan in sides[0].lanes]
    above = 32 if two else room.above
    kitas = kitas_of(sides)
    height = sum(above + room.track * len(tracks) for _, tracks in plan) + (room.track * len(kitas) + 4 if kitas else 0)
    drawn = ""
    over = [first + at * room.step for at in range(len(columns))]
    for x in (x for x, column in zip(over, columns, strict=True) if column.win):
        drawn += f'<rect x="{number(x - 38)}" y="8" width="76" height="{number(height + 54)}" {fill(theme, "band")}/>'
    # A long word reaches into the band beside it, so that all words come after all bands.
    for x, column, (parts, size) in zip(over, columns, _side_by_side(columns, room.step, say), strict=True):
        for line_at, words in enumerate(parts):
            below = (36, 28 + 17 * line_at, 23 + 15 * line_at)[len(parts) - 1]
            drawn += text(theme, x, below, words, size, bold=not column.win)
    y = 62.0
    for kan, tracks in plan:
        drawn += line(theme, f"M0 {number(y)}H{number(wide)}", "rule", 1)
        axis = y + above + (24 if two else 20 if room.heading else 28)
        name_at = y + 24 if two else axis - 14 if room.heading else y + 20
        drawn += text(theme, 4, name_at, say(KANS[kan]), 16, anchor="start", bold=True)
        if len(tracks) == 2:
            differs = _differs(tracks[0][2], tracks[1][2], say)
            for at, part in enumerate(broken(differs, (first - 50) / 14.5)[:2]):
                drawn += text(theme, 4, y + 43 + 16 * at, part, 13, anchor="start", colour="muted")
        for name, colour, lane in tracks:
            if two:
                shown = say(BOTH) if name is BOTH else shortened(name)
                drawn += text(theme, first - 16, axis + 5, shown, 13, anchor="end", colour=colour, bold=True)
                if lane.assumed:
                    drawn += text(theme, first - 16, axis + 20, say(ASSUMED), 12, anchor="end", colour="muted")
            else:
                said = say(lane.turned) + (f", {say(ASSUMED)}" if lane.assumed else "")
                for at, part in enumerate(balanced(said, (first - 26) / 14.5)):
                    drawn += text(theme, 4, name_at + 20 + 15 * at, part, 13, anchor="start", colour="muted")
            drawn += _lying_lane(columns, kan, name, lane, axis, first, colour, theme, say, room)
            axis += room.track
        y += above + room.track * len(tracks)
    for at, (name, colour, kita) in enumerate(kitas):
        if not at:
            drawn += line(theme, f"M0 {number(y)}H{number(wide)}", "rule", 1)
            drawn += text(theme, 4, y + 24, say(KITA), 16, anchor="start", bold=True)
            y += 4
        axis = y + 30
        if two:
            shown = say(BOTH) if name is BOTH else shortened(name)
            drawn += text(theme, first - 16, axis + 5, shown, 13, anchor="end", colour=colour, bold=True)
        if kita.assumed:
            drawn += text(
                theme, *((first - 16, axis + 20) if two else (4, y + 40)), say(ASSUMED), 13,
                anchor="end" if two else "start", colour="muted",
            )  # fmt: skip
        drawn += drawn_kita(name, kita, over[: len(OF_KITA)], axis, colour, theme, say)
        drawn += text(theme, over[len(OF_KITA)] - 20, axis + 5, say(_GOES_ON), 13, anchor="start", colour="muted")
        y += room.track
    drawn += line(theme, f"M0 {number(y)}H{number(wide)}", "rule", 1)
    for whose, ends in ends_of(sides):
        agree = two and ends[0][1] == ends[1][1]
        for said_at, (side, end) in enumerate(ends[:1] if agree else ends):
            y += room.end
            if not said_at:
                parts, size = fitted(say(whose), first - 16, 12.5)
                for at, part in enumerate(parts):
                    drawn += text(
                        theme, 4, y + 4 + 14 * (at - (len(parts) - 1) / 2), part, size, anchor="start", bold=True
                    )
            named = say(BOTH) if agree else shortened(side.name) if two else ""
            words = f"{named}: {say(end.words)}" if named and not agree else say(end.words)
            rules = "" if agree or not two else side.name
            drawn += _lying_end(rules, words, end, whose, y, first, len(columns), theme, room)
    y += 22 if room.heading else 15
    drawn += line(theme, f"M0 {number(y)}H{number(wide)}", "rule", 1)
    y += 26 if room.heading else 21
    drawn += drawn_legend(sides, 4, y, wide, theme, say)
    y += 24 * legend_rows(sides, wide, say) - 24
    for side in sides:
        for note in side.notes(say):
            for part in broken(f"{shortened(side.name)}: {note}" if two else note, (wide - 8) / 15):
                y += 22
                drawn += text(theme, 4, y, part, 13, anchor="start")
    if room.heading:
        drawn = f'<g transform="translate(0 {number(room.heading)})">{drawn}</g>'
        drawn = heading_of(sides, int(wide / 11), theme, say) + drawn
    return svg(
        drawn,
        (wide, y + room.heading + (16 if room.heading else 8)),
        title_of(sides, say),
        description=description_of(columns, sides, say),
        theme=theme,
        ground=True,
    )


def _lying_lane(
    columns: Sequence[Column],
    kan: str,
    name: str,
    lane: Lane,
    y: float,
    first: float,
    colour: str,
    theme: Theme,
    say: Say,
    room: Lying,
) -> str:
    def x(at: float) -> float:
        return first + at * room.step

    end = x(len(columns) - 1) + 28
    open_from = end if lane.at is None else x(lane.at)
    drawn = line(theme, f"M{number(x(0))} {number(y)}H{number(open_from)}", "rule", 2, dashes="2 5")
    if lane.at is not None:
        drawn += line(theme, f"M{number(open_from)} {number(y)}H{number(end)}", colour, 5)
    drawn += line(
        theme,
        "".join(f"M{number(x(at))} {number(y - 6)}v12" for at, one in enumerate(columns) if not one.win),
        "ink",
        2,
    )
    at = next(at for at, one in enumerate(columns) if one.name == "robbery")
    parts, size = fitted(say(lane.robbed), room.step + 8, 12.5)
    for line_at, part in enumerate(parts):
        nobody = lane.robbed == "no"
        # Two lines have less room than one.
        below = y + 19 + 13 * line_at if len(parts) > 1 else y + 21
        drawn += text(theme, x(at), below, part, size, colour="muted" if nobody else "ink", bold=not nobody)
    if lane.at is not None:
        drawn += turn_mark(theme, open_from, y, colour, room.flag, lane.instant)
    for early in lane.early:
        drawn += turn_mark(theme, x(early.at), y, "ink", 22, early.why, hollow=True)
    wins = [(at, one.name) for at, one in enumerate(columns) if one.win]
    for at, win in wins:
        drawn += win_mark(theme, x(at), y, win, full=lane.counts[win], colour=colour)
    for counted, run in groupby(wins, key=lambda win: lane.counts[win[1]]):
        if counted:
            drawn += _bracket(theme, [x(at) for at, _ in run], y + room.bracket, colour, len(wins), say)
    rules = "" if name is BOTH else name
    return f'<g data-kan="{kan}" data-rules={attribute(rules)}>{drawn}</g>'


def _bracket(theme: Theme, xs: list[float], y: float, colour: str, wins: int, say: Say) -> str:
    left, right = xs[0] - 16, xs[-1] + 16
    words = _ALL_COUNT if len(xs) == wins == 3 else _ONE_COUNTS if len(xs) == 1 else _SOME_COUNT
    path = f"M{number(left)} {number(y)}v6H{number(right)}v-6"
    return line(theme, path, colour, 2) + text(theme, (left + right) / 2, y + 20, say(words), 12.5, bold=True)


def _lying_end(
    rules: str, words: str, end: End, whose: str, y: float, first: float, columns: int, theme: Theme, room: Lying
) -> str:
    stop = first + (columns - 1) * room.step + 28 if end.at is None else first + end.at * room.step
    drawn = line(theme, f"M{number(first)} {number(y)}H{number(stop)}", "ink", 1.5)
    if end.at is None:
        drawn += line(theme, f"M{number(stop - 9)} {number(y - 7)}l9 7l-9 7", "ink", 1.5)
    else:
        drawn += f'<rect x="{number(stop - 4)}" y="{number(y - 11)}" width="8" height="22" {fill(theme, "ink")}/>'
    # Where the hand ends early there is no room left of the bar.
    if end.at is not None and stop - first < width(words, 12.5) + 20:
        drawn += text(theme, stop + 14, y + 5, words, 12.5, anchor="start", bold=True)
    else:
        drawn += text(theme, stop - 14, y - 7, words, 12.5, anchor="end", bold=True)
    at = "" if end.at is None else number(end.at)
    return f'<g data-end="{whose}" data-rules={attribute(rules)} data-at="{at}">{drawn}</g>'
