"""The timeline of a kan as a picture: its moments and lanes, the effect of a fourth kan, notes, and the legend."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import groupby

from kanrules.drawing.canvas import Theme, attribute, fill, line, number, svg, text
from kanrules.drawing.letters import balanced, broken, ems
from kanrules.drawing.timelines.contents import (
    ASSUMED,
    BOTH,
    KANS,
    KITA,
    ROBBED_BY,
    ROBBED_UNTIL,
    Column,
    End,
    Lane,
    Say,
    Side,
    description_of,
    ends_of,
    filled,
    said_of_kita,
    title_of,
)
from kanrules.drawing.timelines.lane import CARD, SCREEN, Axis, PictureRoom, drawn_lane
from kanrules.drawing.timelines.legend import drawn_legend
from kanrules.drawing.timelines.symbols import (
    OF_KITA,
    SMALLEST,
    columns_of_kita,
    drawn_kita,
    fitted,
    heading_of,
    in_lines,
    kitas_of,
    shortened,
    tracks_of,
    width,
)
from kanrules.locale import labelled
from kanrules.locale import marked as _N

_ALL_COUNT, _ONE_COUNTS, _SOME_COUNT = _N("all three count it"), _N("counts it"), _N("count it")
_DIFFERS = _N("differs: {what}")
_WHO_MAY_ROB, _THE_INDICATOR, _WHO_COUNTS = _N("robbery"), _N("kan dora indicator"), _N("wins that count it")
_GOES_ON = _N("then as after a kan")
_ASSUMED_LANES = _N("Assumed: {kans}")
_ORPHANS = _N("orphans")
_MARKS = _N("Legend")
_PHONE = 358


def draw_timeline(
    columns: Sequence[Column],
    sides: Sequence[Side],
    *,
    theme: Theme = Theme.AUTO,
    say: Say = str,
    room: PictureRoom = SCREEN,
    legend: bool = True,
) -> str:
    """Return the timeline of one ruleset or of two, as SVG. With `legend=False`, use `marks` to draw the legend
    separately.
    """
    return (_Upright if room.upright else _Lying)(columns, sides, theme, say, room).picture(legend=legend)


def marks(sides: Sequence[Side], *, theme: Theme, say: Say) -> str:
    """Return the legend of an upright picture on a card as a picture of its own."""
    drawn, height = drawn_legend(sides, 16, _PHONE, theme, say, CARD.legend, of_kita=CARD.titled, of_window=CARD.titled)
    return svg(drawn, (_PHONE, 24 + height), say(_MARKS), theme=theme, ground=True)


class _Timeline:
    """A timeline in progress: what is drawn so far, and its height so far (`low`)."""

    wide: float

    def __init__(
        self, columns: Sequence[Column], sides: Sequence[Side], theme: Theme, say: Say, room: PictureRoom
    ) -> None:
        self.columns, self.sides, self.theme, self.say, self.room = columns, sides, theme, say, room
        self.two = len(sides) == 2
        self.robbery = next(at for at, column in enumerate(columns) if column.name == "robbery")
        self.wins = [(at, column.name) for at, column in enumerate(columns) if column.win]
        # A card has no space for the lane of a kita.
        self.kitas = kitas_of(sides) if room.titled or not room.upright else []
        self.drawn = ""
        self.low = 0.0

    def picture(self, *, legend: bool) -> str:
        """Return the finished picture."""
        roomy, of_two = self.room.titled, self.two
        self.lanes()
        for whose, ends in ends_of(self.sides):
            agree = of_two and ends[0][1] == ends[1][1]
            self.fourth(whose, [(None if agree or not of_two else side, end) for side, end in ends[: 2 - agree]])
        self.after_fourth()
        for side in self.sides:
            for note in self.notes(side):
                for part in broken(f"{self.named(side)}: {note}" if of_two else note, (self.wide - 8) / 15):
                    self.low += 20 if roomy else 16
                    self.words(4, self.low, [part], 13)
        if legend:
            self.low += 14 if roomy else 8
            self.rule()
            self.low += 26 if roomy else 20
            drawn, height = drawn_legend(
                self.sides, self.low, self.wide, self.theme, self.say, self.room.legend, of_kita=bool(self.kitas),
                # Paper has no space for it; there the stroke from the words to the discard says it.
                of_window=roomy,
            )  # fmt: skip
            self.drawn += drawn
            self.low += height
        size = (self.wide, self.low + (16 if roomy else 8))
        described = description_of(self.columns, self.sides, self.say)
        titled = title_of(self.sides, self.say)
        return svg(self.drawn, size, titled, description=described, theme=self.theme, ground=True)

    def words(
        self, x: float, y: float, lines: Sequence[str], size: float, down: float = 0, *, anchor: str = "start",
        colour: str = "ink", bold: bool = False,
    ) -> None:  # fmt: skip
        """Add lines of text, each `down` units below the one before."""
        for at, words in enumerate(lines):
            self.drawn += text(self.theme, x, y + down * at, words, size, anchor=anchor, colour=colour, bold=bold)

    def rule(self) -> None:
        """Draw a line from edge to edge."""
        self.drawn += line(self.theme, f"M0 {number(self.low)}H{number(self.wide)}", "rule", 1)

    def box(self, x: float, y: float, wide: float, high: float, colour: str) -> str:
        """Return a filled rectangle."""
        size = f'width="{number(wide)}" height="{number(high)}"'
        return f'<rect x="{number(x)}" y="{number(y)}" {size} {fill(self.theme, colour)}/>'

    def ended(self, whose: str, side: Side | None, end: End, inner: str) -> None:
        """Add the drawing of the end of a hand."""
        at, rules = "" if end.at is None else number(end.at), "" if side is None else side.name
        self.drawn += f'<g data-end="{whose}" data-rules={attribute(rules)} data-at="{at}">{inner}</g>'

    def named(self, side: Side) -> str:
        """Return the name of one of two rulesets inside the picture."""
        return shortened(side.name)

    def notes(self, side: Side) -> Sequence[str]:
        """Return what the lanes of a ruleset do not show."""
        return side.notes(self.say)

    def lanes(self) -> None:
        """Draw the moments and the lanes."""
        raise NotImplementedError

    def fourth(self, whose: str, ends: Sequence[tuple[Side | None, End]]) -> None:
        """Draw the effect of a fourth kan, by ruleset (None for both)."""
        raise NotImplementedError

    def after_fourth(self) -> None:
        """Draw what comes between the fourth kan and the notes."""


class _Lying(_Timeline):
    """A horizontal timeline: the moments from left to right, one lane per line."""

    def __init__(
        self, columns: Sequence[Column], sides: Sequence[Side], theme: Theme, say: Say, room: PictureRoom
    ) -> None:
        super().__init__(columns, sides, theme, say, replace(room, first=226, above=32) if len(sides) == 2 else room)
        self.over = [self.room.first + at * self.room.step for at in range(len(columns))]
        self.wide = self.over[-1] + 66

    def lanes(self) -> None:
        room = self.room
        heading = 26 if room.titled else 0
        plan = [(kan, tracks_of(kan, self.sides)) for kan in self.sides[0].lanes]
        high = sum(room.above + room.track * len(tracks) for _, tracks in plan) + (
            room.track * len(self.kitas) + 4 if self.kitas else 0
        )
        for at, _ in self.wins:
            self.drawn += self.box(self.over[at] - 38, 8 + heading, 76, high + 54, "band")
        # A long word reaches into the next band, so draw all words after all bands.
        for x, column, (parts, size) in zip(self.over, self.columns, self._heads(), strict=True):
            first, down = ((36, 0), (28, 17), (23, 15))[len(parts) - 1]
            self.words(x, first + heading, parts, size, down, anchor="middle", bold=not column.win)
        if heading:
            self.drawn += heading_of(self.sides, int(self.wide / 11), self.theme, self.say)
        self.low = 62 + heading
        for kan, tracks in plan:
            self._kan(kan, tracks)
        if self.kitas:
            self._kitas()
        self.rule()

    def _heads(self) -> list[tuple[list[str], float]]:
        """Return the words above the columns and their sizes. A long word may use the space that its neighbour
        leaves.
        """
        step, said = self.room.step, [self.say(column.words) for column in self.columns]
        found = [(balanced(words, (step - 10) / width("一", 14, bold=not column.win)), 14.0)
                 for words, column in zip(said, self.columns, strict=True)]  # fmt: skip
        found = [(parts if len(parts) <= 2 else in_lines(words, 2), size)
                 for words, (parts, size) in zip(said, found, strict=True)]  # fmt: skip
        for _ in range(8):
            wide = [max(width(part, size, bold=not column.win) for part in parts)
                    for (parts, size), column in zip(found, self.columns, strict=True)]  # fmt: skip
            tight = [at for at in range(len(found) - 1) if (wide[at] + wide[at + 1]) / 2 > step - 4]
            if not tight:
                break
            for at in {beside for one in tight for beside in (one, one + 1)}:
                size = found[at][1]
                found[at] = (in_lines(said[at], 2 if size > SMALLEST else 3), max(SMALLEST, size - 0.5))
        return found

    def _kan(self, kan: str, tracks: Sequence[tuple[str, str, Lane]]) -> None:
        """Draw the lanes of one kind of kan, with its name and a few words to the left."""
        room, say, top = self.room, self.say, self.low
        self.rule()
        axis = top + room.above + (24 if self.two else 20 if room.titled else 28)
        name_at = top + 24 if self.two else axis - 14 if room.titled else top + 20
        self.words(4, name_at, [say(KANS[kan])], 16, bold=True)
        if len(tracks) == 2:
            differs = _differs(tracks[0][2], tracks[1][2], say)
            self.words(4, top + 43, broken(differs, (room.first - 50) / 14.5)[:2], 13, 16, colour="muted")
        for name, colour, lane in tracks:
            if not self.two:
                said = say(lane.turned) + (f", {say(ASSUMED)}" if lane.assumed else "")
                self.words(4, name_at + 20, balanced(said, (room.first - 26) / 14.5), 13, 15, colour="muted")
            self._name(name, colour, axis, assumed=lane.assumed)
            self._lane(kan, name, colour, lane, Axis(room, self.columns, axis))
            axis += room.track
        self.low += room.above + room.track * len(tracks)

    def _lane(self, kan: str, name: str, colour: str, lane: Lane, axis: Axis) -> None:
        nobody, y = lane.robbed == "no", axis.across
        said = self.say(lane.robbed if lane.robbed_until is None else ROBBED_UNTIL)
        parts, size = fitted(said, self.room.step + 8, 12.5)
        robbed = "".join(
            # Two lines of text have less space than one.
            text(self.theme, self.over[self.robbery], y + (19 if len(parts) > 1 else 21) + 13 * at, part, size,
                 colour="muted" if nobody else "ink", bold=not nobody)
            for at, part in enumerate(parts)
        )  # fmt: skip
        counted = "".join(
            self._bracket([self.over[at] for at, _ in run], y + self.room.bracket, colour)
            for counts, run in groupby(self.wins, key=lambda win: lane.counts[win[1]])
            if counts
        )
        self.drawn += drawn_lane(axis, kan, name, lane, colour, self.theme, robbed=robbed, counted=counted)

    def _bracket(self, xs: Sequence[float], y: float, colour: str) -> str:
        left, right = xs[0] - 16, xs[-1] + 16
        words = _ALL_COUNT if len(xs) == len(self.wins) == 3 else _ONE_COUNTS if len(xs) == 1 else _SOME_COUNT
        path = f"M{number(left)} {number(y)}v6H{number(right)}v-6"
        said = text(self.theme, (left + right) / 2, y + 20, self.say(words), 12.5, bold=True)
        return line(self.theme, path, colour, 2) + said

    def _name(self, name: str, colour: str, y: float, *, assumed: bool) -> None:
        """Draw the name of a ruleset in front of its lane, if there are two of them."""
        if self.two:
            shown = self.say(BOTH) if name is BOTH else shortened(name)
            self.words(self.room.first - 16, y + 5, [shown], 13, anchor="end", colour=colour, bold=True)
            if assumed:
                self.words(self.room.first - 16, y + 20, [self.say(ASSUMED)], 12, anchor="end", colour="muted")

    def _kitas(self) -> None:
        self.rule()
        self.words(4, self.low + 24, [self.say(KITA)], 16, bold=True)
        if self.kitas[0][2].assumed and not self.two:
            self.words(4, self.low + 44, [self.say(ASSUMED)], 13, colour="muted")
        self.low += 4
        for name, colour, kita in self.kitas:
            axis = self.low + 26
            self._name(name, colour, axis, assumed=kita.assumed)
            self.drawn += drawn_kita(name, kita, self.over[: len(OF_KITA)], axis, colour, self.theme, self.say)
            self.words(self.over[len(OF_KITA)] - 20, axis + 5, [self.say(_GOES_ON)], 13, colour="muted")
            self.low += self.room.track

    def fourth(self, whose: str, ends: Sequence[tuple[Side | None, End]]) -> None:
        for at, (side, end) in enumerate(ends):
            self.low += self.room.end
            if not at:
                parts, size = fitted(self.say(whose), self.room.first - 16, 12.5)
                self.words(4, self.low + 11 - 7 * len(parts), parts, size, 14, bold=True)
            words = self.say(end.words) if side is None else f"{self.named(side)}: {self.say(end.words)}"
            axis, y = Axis(self.room, self.columns, self.low), self.low
            stop = axis.end if end.at is None else axis.along(end.at)
            drawn = line(self.theme, axis.run(axis.along(0), stop), "ink", 1.5)
            if end.at is None:
                drawn += line(self.theme, f"M{number(stop - 9)} {number(y - 7)}l9 7l-9 7", "ink", 1.5)
            else:
                drawn += self.box(stop - 4, y - 11, 8, 22, "ink")
            # If the hand ends early, there is no space to the left of the bar.
            if end.at is not None and stop - axis.along(0) < width(words, 12.5) + 20:
                drawn += text(self.theme, stop + 14, y + 5, words, 12.5, anchor="start", bold=True)
            else:
                drawn += text(self.theme, stop - 14, y - 7, words, 12.5, anchor="end", bold=True)
            self.ended(whose, side, end, drawn)

    def after_fourth(self) -> None:
        self.low += 8


def _differs(one: Lane, other: Lane, say: Say) -> str:
    differing = []
    if (one.robbed, one.robbed_until) != (other.robbed, other.robbed_until):
        differing.append(_WHO_MAY_ROB)
    if (one.at, one.early) != (other.at, other.early):
        differing.append(_THE_INDICATOR)
    # Who counts the indicator follows from the other two.
    if not differing and one.counts != other.counts:
        differing.append(_WHO_COUNTS)
    return filled(say(_DIFFERS), what=", ".join(map(say, differing)))


class _Upright(_Timeline):
    """An upright timeline: the moments from top to bottom, for a phone or a card."""

    wide = _PHONE

    def __init__(
        self, columns: Sequence[Column], sides: Sequence[Side], theme: Theme, say: Say, room: PictureRoom
    ) -> None:
        if not room.titled and any(len(_in_lane(kan, say)) > 1 for kan in sides[0].lanes):
            room = replace(room, first=room.first + 13)
        super().__init__(columns, sides, theme, say, room)

    def named(self, side: Side) -> str:
        """Return the letter of a ruleset, which is explained below the lanes."""
        # Two rulesets may have the same name if one of them has other options.
        return "A" if side is self.sides[0] else "B"

    def lanes(self) -> None:
        roomy, axis = self.room.titled, Axis(self.room, self.columns, 0)
        if roomy:
            self.drawn += heading_of(self.sides, 34, self.theme, self.say)
        for at, column in enumerate(self.columns):
            y, down = axis.along(at), 16 if roomy else 14
            if column.win:
                self.drawn += self.box(0, y - self.room.step / 2, self.wide, self.room.step, "band")
            parts, size = fitted(self.say(column.words), 104, 14 if roomy else 13)
            self.words(4, y + 5 - (len(parts) - 1) / 2 * down, parts, size, down, bold=not column.win)
        for lane_at, kan in enumerate(self.sides[0].lanes):
            middle, tracks, parts = 146 + 83 * lane_at, tracks_of(kan, self.sides), _in_lane(kan, self.say)
            self.words(middle, 61 - 13 * len(parts) if roomy else 16, parts, 12, 13, anchor="middle", bold=True)
            for at, (name, colour, lane) in enumerate(tracks):
                x = middle if len(tracks) == 1 else middle - 14 + 38 * at
                if self.two:
                    shown = self.say(BOTH) if name is BOTH else "AB"[at]
                    self.words(x, 68, [shown], 13, anchor="middle", colour=colour, bold=True)
                self._lane(kan, name, colour, lane, replace(axis, across=x), narrow=len(tracks) == 2)
        self.low = axis.end + (8 if roomy else 2)
        for colour, side in zip(("accent", "ink"), self.sides if self.two else (), strict=False):
            self.low += 22
            said = f"{self.named(side)}: {shortened(side.name, 36)}"
            self.words(4, self.low, [said], 14, colour=colour, bold=True)

    def _lane(self, kan: str, name: str, colour: str, lane: Lane, axis: Axis, *, narrow: bool) -> None:
        nobody, words = lane.robbed == "no", self.say(lane.robbed if lane.robbed in ROBBED_BY else _ORPHANS)
        if narrow and ems(words) > 1.9:
            words = "13" if lane.robbed not in ROBBED_BY else shortened(words, 3)
        half = 16 if narrow else 4 + ems(words) * 7.5
        x, y = axis.point(self.robbery)
        robbed = self.box(x - half, y - 11, 2 * half, 22, "ground")
        robbed += text(self.theme, x, y + 5, words, 13, colour="muted" if nobody else "ink", bold=not nobody)
        counted = ""
        for at, win in () if self.two else self.wins:
            said, dim = ("yes", "ink") if lane.counts[win] else ("no", "muted")
            counted += text(self.theme, x + 14, axis.along(at) + 5, self.say(said), 13, anchor="start", colour=dim,
                            bold=lane.counts[win])  # fmt: skip
        self.drawn += drawn_lane(axis, kan, name, lane, colour, self.theme, robbed=robbed, counted=counted)

    def fourth(self, whose: str, ends: Sequence[tuple[Side | None, End]]) -> None:
        roomy, said = self.room.titled, self.say(whose)
        self.low += 24 if roomy else 18
        # A card has no line for each.
        short = not roomy and width(said, 13) + width(self.say(ends[0][1].words), 13, bold=False) < self.wide - 50
        self.words(18 if short else 4, self.low, [self.say(labelled(whose)) if short else said], 13, bold=True)
        for side, end in ends:
            self.low += 0 if short else 20 if roomy else 16
            if end.at is None:
                drawn = line(self.theme, f"M4 {number(self.low - 11)}l7 6l-7 6", "ink", 2)
            else:
                drawn = self.box(4, self.low - 13, 6, 15, "ink")
            words = self.say(end.words) if side is None else f"{self.named(side)}: {self.say(end.words)}"
            for at, part in enumerate(broken(words, (self.wide - 22) / 15.5)):
                self.low += 17 * (at > 0)
                drawn += text(self.theme, 32 + width(said, 13) if short else 18, self.low, part, 13, anchor="start")
            self.ended(whose, side, end, drawn)

    def after_fourth(self) -> None:
        """Draw the lanes of a kita. It has other moments, so each lane has its own axis."""
        for name, colour, kita in self.kitas:
            self.low += 30
            mark = self.say(BOTH) if name is BOTH else "A" if colour == "accent" else "B"
            said = self.say(KITA) + f" ({mark})" * self.two + (f", {self.say(ASSUMED)}" if kita.assumed else "")
            self.words(4, self.low, [said], 13, colour=colour, bold=True)
            xs = [36 + 69 * at for at in range(len(OF_KITA))]
            for at, (x, column) in enumerate(zip(xs, columns_of_kita(self.columns), strict=True)):
                # Every other word is higher than its neighbours, so that long ones fit.
                words, size = in_lines(self.say(column.words), 1), 12.5
                half = width(words[0], size) / 2 + 2
                centre = min(max(x, half), self.wide - half)
                self.words(centre, self.low + (17 if at % 2 else 31), words, size, anchor="middle")
            self.low += 28 + (34 if kita.turned is not None else 18)
            self.drawn += drawn_kita(name, kita, xs, self.low, colour, self.theme, self.say)
            self.low += 21 + 13 * (len(fitted(self.say(kita.robbed), 69, 12.5)[0]) - 1)

    def notes(self, side: Side) -> Sequence[str]:
        """Return what the lanes do not show: a kita that has no lane here, and lanes that no source settles."""
        untold = [] if side.kita is None or self.kitas else [said_of_kita(side.kita, self.say)]
        kans = [self.say(KANS[kan]).lower() for kan, lane in side.lanes.items() if lane.assumed]
        assumed = [filled(self.say(_ASSUMED_LANES), kans=", ".join(kans))] if kans else []
        return [*untold, *assumed, *super().notes(side)]


def _in_lane(kan: str, say: Say) -> list[str]:
    """Return the name of a kan above an upright lane, in lines."""
    return balanced(say(KANS[kan]), 82 / 12)
