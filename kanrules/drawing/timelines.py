"""The timeline of a kan: an axis of moments, a lane for each kind of kan, one ruleset or two; lying or upright.

Dotted: the indicator is closed. Thick: it lies open. A flag stands where it is turned. A full diamond is a win that
counts it, an empty one does not. A hollow flag is where a waiting indicator is turned if something else comes first.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from xml.sax.saxutils import quoteattr

from kanrules.drawing.canvas import Theme, fill, line, number, stroke, svg, text


@dataclass(frozen=True, slots=True)
class Column:
    """A moment of the way, or a win that may come there."""

    name: str
    words: tuple[str, ...]
    win: bool = False


@dataclass(frozen=True, slots=True)
class Early:
    """Where an indicator is turned before its moment, if something comes first: just before or after a column."""

    why: str
    at: float


@dataclass(frozen=True, slots=True)
class Lane:
    """One kind of kan under one ruleset."""

    turned: str
    """When the indicator is turned, in a few words."""
    instant: str
    """The same as the ruleset writes it."""
    at: float | None
    """Where on the axis, in columns; None where it is never turned."""
    robbed: str
    """Who may rob it: `no`, `yes`, or in words."""
    counts: Mapping[str, bool]
    """By the column of a win, whether it counts the indicator."""
    early: tuple[Early, ...] = ()
    assumed: bool = False
    """Whether no text says so."""


@dataclass(frozen=True, slots=True)
class End:
    """What a fourth kan does: where on the axis the hand ends (None: play goes on), and that in words."""

    at: float | None
    words: str


@dataclass(frozen=True, slots=True)
class Side:
    """One ruleset's answers."""

    name: str
    title: str
    """Its name in full."""
    lanes: Mapping[str, Lane]
    ends: tuple[End, End]
    """What a fourth kan does where several players hold the four, and where one does."""
    notes: tuple[str, ...] = ()


BOTH = "both"
"""What names a lane that two rulesets share."""
_LEGEND_EARLY = {
    "next kan": "turned here if another kan comes first",
    "rinshan win": "turned here for the win",
    "robbery": "turned here if it can be robbed",
}


_FOURTH = "Fourth kan"
_WHOSE = ("Fourth kan, several hold", "Fourth kan, one holds all")


def _ends(sides: Sequence[Side]) -> list[tuple[str, list[tuple[Side, End]]]]:
    """By whose kans the four are, what each ruleset says; whose they are is left out where it is the same for all."""
    if all(several == one for several, one in (side.ends for side in sides)):
        return [(_FOURTH, [(side, side.ends[0]) for side in sides])]
    return [(whose, [(side, side.ends[at]) for side in sides]) for at, whose in enumerate(_WHOSE)]


def title_of(sides: Sequence[Side]) -> str:
    """What the picture is called."""
    return "The timeline of a kan: " + " beside ".join(side.title for side in sides)


def description_of(columns: Sequence[Column], sides: Sequence[Side]) -> str:
    """The picture in words."""
    wins = [(column.name, " ".join(column.words)) for column in columns if column.win]
    said = []
    for side in sides:
        for kan, lane in side.lanes.items():
            counted = [words for name, words in wins if lane.counts[name]]
            robbed = {"no": "nobody may rob it", "yes": "it may be robbed"}.get(lane.robbed, f"robbed by {lane.robbed}")
            said.append(
                f"{side.name}, {kan}: {robbed}; the indicator is {lane.turned}{' (assumed: no text found)' if lane.assumed else ''}; counted by: "
                f"{', '.join(counted) or 'nobody'}"
                + "".join(f"; {_LEGEND_EARLY[early.why]} ({early.why})" for early in lane.early)
            )
        said += [f"{side.name}: {note}" for note in side.notes]
    said += [f"{side.name}, {whose}: {end.words}" for whose, ends in _ends(sides) for side, end in ends]
    return ". ".join(said)


# --- marks -----------------------------------------------------------------------------------------------------------


def _diamond(theme: Theme, x: float, y: float, column: str, *, full: bool, colour: str) -> str:
    path = f"M{number(x)} {number(y - 9)}l9 9l-9 9l-9-9Z"
    colours = (
        f'{fill(theme, colour)}/><path d="{path}" stroke-width="2" {stroke(theme, "ground")}'
        if full
        else f'{fill(theme, "ground")}/><path d="{path}" stroke-width="1.6" {stroke(theme, "ink")}'
    )
    return f'<g data-win="{column}" data-counts="{"yes" if full else "no"}"><path d="{path}" {colours}/></g>'


def _flag(theme: Theme, x: float, y: float, colour: str, height: float, data: str, *, hollow: bool = False) -> str:
    top = y - height
    cloth = f"M{number(x)} {number(top)}l17 6.5l-17 6.5Z"
    pole = line(theme, f"M{number(x)} {number(y)}V{number(top)}", colour, 2)
    return (
        f'<g data-flag="{data}" data-x="{number(x)}">{pole}<path d="{cloth}" {fill(theme, "ground" if hollow else colour)}/>'
        f'<path d="{cloth}" stroke-width="1.6" stroke-linejoin="round" {stroke(theme, colour)}/></g>'
    )


def _short(name: str, most: int = 22) -> str:
    return name if len(name) <= most else name[: most - 1] + "…"


def _tracks(kan: str, sides: Sequence[Side]) -> list[tuple[str, str, Lane]]:
    """The lanes of a kind of kan with their names and colours; two rulesets that agree share one."""
    lanes = [side.lanes[kan] for side in sides]
    if len(lanes) == 2 and _same(*lanes):
        return [(BOTH, "ink", lanes[0])]
    return [(side.name, colour, lane) for side, colour, lane in zip(sides, ("accent", "ink"), lanes, strict=False)]


def _same(one: Lane, other: Lane) -> bool:
    return (one.at, one.robbed, one.counts, one.early) == (other.at, other.robbed, other.counts, other.early)


def _differs(one: Lane, other: Lane) -> str:
    said = ["who may rob"] * (one.robbed != other.robbed)
    said += ["the indicator"] * ((one.at, one.early) != (other.at, other.early))
    said += ["who counts it"] * (not said and one.counts != other.counts)
    return ", ".join(said)


def _early(sides: Sequence[Side]) -> list[str]:
    found = {early.why for side in sides for lane in side.lanes.values() for early in lane.early}
    return [words for why, words in _LEGEND_EARLY.items() if why in found]


def _heading(sides: Sequence[Side], most: int, theme: Theme) -> str:
    said = " beside ".join(side.title for side in sides)
    if len(said) > most:
        said = " beside ".join(
            _short(side.name, most // 2 - 4) if len(sides) == 2 else _short(side.title, most) for side in sides
        )
    return text(theme, 4, 22, said, 16, anchor="start", bold=True)


# --- lying -----------------------------------------------------------------------------------------------------------

_STEP, _TRACK, _HEADING = 92, 62, 26


def lying(columns: Sequence[Column], sides: Sequence[Side], *, theme: Theme = Theme.AUTO) -> str:
    """The moments from left to right, a lane a line."""
    two = len(sides) == 2
    first = 226 if two else 190
    wide = first + (len(columns) - 1) * _STEP + 66
    plan = [(kan, _tracks(kan, sides)) for kan in sides[0].lanes]
    height = sum((32 if two else 26) + _TRACK * len(tracks) for _, tracks in plan)
    drawn = ""
    for at, column in enumerate(columns):
        x = first + at * _STEP
        if column.win:
            drawn += (
                f'<rect x="{number(x - 38)}" y="8" width="76" height="{number(height + 54)}" {fill(theme, "band")}/>'
            )
        for line_at, words in enumerate(column.words):
            below = 28 + 17 * line_at + (8 if len(column.words) == 1 else 0)
            drawn += text(theme, x, below, words, 14, bold=not column.win)
    y = 62.0
    for kan, tracks in plan:
        drawn += line(theme, f"M0 {number(y)}H{number(wide)}", "rule", 1)
        drawn += text(theme, 4, y + (24 if two else 32), kan.capitalize(), 16, anchor="start", bold=True)
        if len(tracks) == 2:
            drawn += text(
                theme, 4, y + 43, f"differs: {_differs(tracks[0][2], tracks[1][2])}", 13, anchor="start", colour="muted"
            )
        axis = y + (56 if two else 46)
        for name, colour, lane in tracks:
            if two:
                named = text(theme, first - 16, axis + 5, _short(name), 13, anchor="end", colour=colour, bold=True)
                drawn += named
                if lane.assumed:
                    drawn += text(theme, first - 16, axis + 20, "assumed", 12, anchor="end", colour="muted")
            else:
                said = lane.turned + (", assumed" if lane.assumed else "")
                drawn += text(theme, 4, y + 52, said, 13, anchor="start", colour="muted")
            drawn += _lying_lane(columns, kan, name, lane, axis, first, colour, theme)
            axis += _TRACK
        y += (32 if two else 26) + _TRACK * len(tracks)
    drawn += line(theme, f"M0 {number(y)}H{number(wide)}", "rule", 1)
    for whose, ends in _ends(sides):
        agree = two and ends[0][1] == ends[1][1]
        for said_at, (side, end) in enumerate(ends[:1] if agree else ends):
            y += 40
            if not said_at:
                drawn += text(theme, 4, y + 4, whose, 12.5, anchor="start", bold=True)
            drawn += _lying_end(BOTH if agree else side.name if two else "", end, whose, y, first, len(columns), theme)
    y += 22
    drawn += line(theme, f"M0 {number(y)}H{number(wide)}", "rule", 1)
    y += 26
    drawn += _legend(sides, 4, y, wide, theme)
    y += 24 * _legend_lines(sides, wide) - 24
    for side in sides:
        for note in side.notes:
            y += 22
            drawn += text(theme, 4, y, f"{_short(side.name)}: {note}" if two else note, 13, anchor="start")
    drawn = _heading(sides, int(wide / 11), theme) + f'<g transform="translate(0 {_HEADING})">{drawn}</g>'
    return svg(
        drawn,
        (wide, y + _HEADING + 16),
        title_of(sides),
        description=description_of(columns, sides),
        theme=theme,
        ground=True,
    )


def _lying_lane(
    columns: Sequence[Column], kan: str, name: str, lane: Lane, y: float, first: float, colour: str, theme: Theme
) -> str:
    def x(at: float) -> float:
        return first + at * _STEP

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
    words = lane.robbed.rsplit(" ", 1) if len(lane.robbed) > 6 else [lane.robbed]
    for line_at, part in enumerate(words):
        nobody = lane.robbed == "no"
        drawn += text(
            theme, x(at), y + 21 + 14 * line_at, part, 12.5, colour="muted" if nobody else "ink", bold=not nobody
        )
    if lane.at is not None:
        drawn += _flag(theme, open_from, y, colour, 27, lane.instant)
    for early in lane.early:
        drawn += _flag(theme, x(early.at), y, "ink", 22, early.why, hollow=True)
    wins = [(at, one.name) for at, one in enumerate(columns) if one.win]
    for at, win in wins:
        drawn += _diamond(theme, x(at), y, win, full=lane.counts[win], colour=colour)
    for counted, run in groupby(wins, key=lambda win: lane.counts[win[1]]):
        if counted:
            drawn += _bracket(theme, [x(at) for at, _ in run], y, colour, len(wins))
    rules = "" if name is BOTH else name
    return f'<g data-kan="{kan}" data-rules={quoteattr(rules)}>{drawn}</g>'


def _bracket(theme: Theme, xs: list[float], y: float, colour: str, wins: int) -> str:
    left, right = xs[0] - 16, xs[-1] + 16
    words = "all three count it" if len(xs) == wins == 3 else "counts it" if len(xs) == 1 else "count it"
    path = f"M{number(left)} {number(y + 13)}v6H{number(right)}v-6"
    return line(theme, path, colour, 2) + text(theme, (left + right) / 2, y + 34, words, 12.5, bold=True)


def _lying_end(name: str, end: End, whose: str, y: float, first: float, columns: int, theme: Theme) -> str:
    words = f"{_short(name)}: {end.words}" if name else end.words
    stop = first + (columns - 1) * _STEP + 28 if end.at is None else first + end.at * _STEP
    drawn = line(theme, f"M{number(first)} {number(y)}H{number(stop)}", "ink", 1.5)
    if end.at is None:
        drawn += line(theme, f"M{number(stop - 9)} {number(y - 7)}l9 7l-9 7", "ink", 1.5)
    else:
        drawn += f'<rect x="{number(stop - 4)}" y="{number(y - 13)}" width="8" height="26" {fill(theme, "ink")}/>'
    # Where the hand ends early there is no room left of the bar.
    if end.at is not None and stop - first < 330:
        drawn += text(theme, stop + 14, y + 5, words, 12.5, anchor="start", bold=True)
    else:
        drawn += text(theme, stop - 14, y - 7, words, 12.5, anchor="end", bold=True)
    at = "" if end.at is None else number(end.at)
    return f'<g data-end="{whose}" data-rules={quoteattr("" if name is BOTH else name)} data-at="{at}">{drawn}</g>'


# --- the legend ------------------------------------------------------------------------------------------------------


def _entries(sides: Sequence[Side]) -> list[tuple[str, str, float]]:
    """What the marks mean: the mark, its words, how wide both are."""
    said = [("dotted", "indicator closed"), ("flag", "it is turned"), ("thick", "it lies open")]
    said += [("full", "this win counts it"), ("empty", "does not")]
    said += [("hollow", words) for words in _early(sides)]
    return [(mark, words, 46 + 7.4 * len(words)) for mark, words in said]


def _legend_places(sides: Sequence[Side], wide: float) -> list[tuple[str, str, float, int]]:
    x, row, found = 0.0, 0, []
    for mark, words, width in _entries(sides):
        if x and x + width > wide - 4:
            x, row = 0.0, row + 1
        found.append((mark, words, x, row))
        x += width
    return found


def _legend_lines(sides: Sequence[Side], wide: float) -> int:
    return _legend_places(sides, wide)[-1][3] + 1


def _legend(sides: Sequence[Side], left: float, top: float, wide: float, theme: Theme) -> str:
    drawn = ""
    for mark, words, at, row in _legend_places(sides, wide):
        x, y = left + at, top + 24 * row
        if mark == "dotted":
            drawn += line(theme, f"M{number(x)} {number(y - 4)}h24", "rule", 2, dashes="2 5")
        elif mark == "thick":
            drawn += line(theme, f"M{number(x)} {number(y - 4)}h24", "accent", 5)
        elif mark in ("flag", "hollow"):
            hollow = mark == "hollow"
            drawn += _flag(theme, x + 4, y + 3, "ink" if hollow else "accent", 18, "", hollow=hollow).replace(
                ' data-flag=""', ""
            )
        else:
            diamond = _diamond(theme, x + 12, y - 4, "", full=mark == "full", colour="accent")
            drawn += diamond.replace('data-win="" ', "").replace("data-counts", "data-legend")
        drawn += text(theme, x + 31, y, words, 13, anchor="start", colour="muted")
    return f'<g data-part="legend">{drawn}</g>'


# --- upright ---------------------------------------------------------------------------------------------------------

_WIDE, _DOWN, _TOP = 358, 55, 104
_ROBBED = {"13 orphans alone": "orphans"}


def upright(columns: Sequence[Column], sides: Sequence[Side], *, theme: Theme = Theme.AUTO) -> str:
    """The moments from above downward, for a phone: 358 units wide."""
    two = len(sides) == 2

    def y(at: float) -> float:
        return _TOP + at * _DOWN

    bottom = y(len(columns) - 1) + 26
    drawn = _heading(sides, 34, theme)
    for at, column in enumerate(columns):
        if column.win:
            drawn += (
                f'<rect x="0" y="{number(y(at) - _DOWN / 2)}" width="{_WIDE}" height="{_DOWN}" {fill(theme, "band")}/>'
            )
        for line_at, part in enumerate(column.words):
            below = (line_at - (len(column.words) - 1) / 2) * 16
            drawn += text(theme, 4, y(at) + 5 + below, part, 14, anchor="start", bold=not column.win)
    for lane_at, kan in enumerate(sides[0].lanes):
        middle = 146 + 83 * lane_at
        drawn += text(theme, middle, 48, kan.capitalize(), 12, bold=True)
        tracks = _tracks(kan, sides)
        for side_at, (name, colour, lane) in enumerate(tracks):
            x = middle if len(tracks) == 1 else middle - 14 + 38 * side_at
            if two:
                drawn += text(theme, x, 68, "both" if name is BOTH else "AB"[side_at], 13, colour=colour, bold=True)
            drawn += _upright_lane(columns, kan, name, lane, x, colour, theme, narrow=len(tracks) == 2, two=two)
    low = bottom + 8
    if two:
        for mark, colour, side in zip("AB", ("accent", "ink"), sides, strict=True):
            low += 22
            drawn += text(
                theme, 4, low, f"{mark}: {_short(side.name, 36)}", 14, anchor="start", colour=colour, bold=True
            )
    for whose, ends in _ends(sides):
        low += 24
        drawn += text(theme, 4, low, whose, 14, anchor="start", bold=True)
        for side_at, (side, end) in enumerate(ends):
            low += 20
            mark = f"{'AB'[side_at]}: " if two else ""
            sign = (
                line(theme, f"M4 {number(low - 11)}l7 6l-7 6", "ink", 2)
                if end.at is None
                else f'<rect x="4" y="{number(low - 13)}" width="6" height="15" {fill(theme, "ink")}/>'
            )
            said = sign + text(theme, 18, low, mark + end.words, 14, anchor="start")
            ended = "" if end.at is None else number(end.at)
            drawn += f'<g data-end="{whose}" data-rules={quoteattr(side.name)} data-at="{ended}">{said}</g>'
    for side_at, side in enumerate(sides):
        for note in (*_assumed(side), *side.notes):
            for part in _wrapped(f"{'AB'[side_at]}: {note}" if two else note, 44):
                low += 20
                drawn += text(theme, 4, low, part, 13, anchor="start")
    low += 14
    drawn += line(theme, f"M0 {number(low)}H{_WIDE}", "rule", 1)
    low += 26
    drawn += _legend(sides, 4, low, _WIDE, theme)
    low += 24 * _legend_lines(sides, _WIDE) - 24
    return svg(
        drawn, (_WIDE, low + 16), title_of(sides), description=description_of(columns, sides), theme=theme, ground=True
    )


def _upright_lane(
    columns: Sequence[Column],
    kan: str,
    name: str,
    lane: Lane,
    x: float,
    colour: str,
    theme: Theme,
    *,
    narrow: bool,
    two: bool,
) -> str:
    def y(at: float) -> float:
        return _TOP + at * _DOWN

    bottom = y(len(columns) - 1) + 26
    open_from = bottom if lane.at is None else y(lane.at)
    drawn = line(theme, f"M{number(x)} {number(y(0))}V{number(open_from)}", "rule", 2, dashes="2 5")
    if lane.at is not None:
        drawn += line(theme, f"M{number(x)} {number(open_from)}V{number(bottom)}", colour, 5)
    robbery = next(at for at, one in enumerate(columns) if one.name == "robbery")
    ticks = [at for at, one in enumerate(columns) if not one.win and at != robbery]
    drawn += line(theme, "".join(f"M{number(x - 6)} {number(y(at))}h12" for at in ticks), "ink", 2)
    words = _ROBBED.get(lane.robbed, lane.robbed)
    if narrow and len(words) > 3:
        words = "13"
    half = 16 if narrow else 30
    drawn += f'<rect x="{number(x - half)}" y="{number(y(robbery) - 11)}" width="{2 * half}" height="22" {fill(theme, "ground")}/>'
    nobody = words == "no"
    drawn += text(theme, x, y(robbery) + 5, words, 13, colour="muted" if nobody else "ink", bold=not nobody)
    if lane.at is not None:
        drawn += f'<circle cx="{number(x)}" cy="{number(open_from)}" r="5.5" {fill(theme, colour)}/>'
        drawn += _flag(theme, x, open_from + 1, colour, 24, lane.instant)
    for early in lane.early:
        drawn += _flag(theme, x - 29, y(early.at) + 8, "ink", 16, early.why, hollow=True)
    for at, one in enumerate(columns):
        if one.win:
            counts = lane.counts[one.name]
            drawn += _diamond(theme, x, y(at), one.name, full=counts, colour=colour)
            if not two:
                said, dim = ("yes", "ink") if counts else ("no", "muted")
                drawn += text(theme, x + 14, y(at) + 5, said, 13, anchor="start", colour=dim, bold=counts)
    rules = "" if name is BOTH else name
    return f'<g data-kan="{kan}" data-rules={quoteattr(rules)}>{drawn}</g>'


def _assumed(side: Side) -> list[str]:
    kans = [kan for kan, lane in side.lanes.items() if lane.assumed]
    return [f"No text found, assumed: {', '.join(kans)}"] if kans else []


def _wrapped(words: str, most: int) -> list[str]:
    lines = [""]
    for word in words.split():
        if lines[-1] and len(lines[-1]) + len(word) >= most:
            lines.append("")
        lines[-1] = f"{lines[-1]} {word}".strip()
    return lines
