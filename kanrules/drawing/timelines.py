"""The timeline of a kan: an axis of moments, a lane for each kind of kan, one ruleset or two; lying or upright.

Dotted: the indicator is closed. Thick: it lies open. A flag stands where it is turned. A full diamond is a win that
counts it, an empty one does not. A hollow flag is where a waiting indicator is turned if something else comes first.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby

from kanrules.drawing.canvas import Theme, attribute, fill, line, number, stroke, svg, text
from kanrules.drawing.letters import balanced, broken, ems
from kanrules.locale import marked as _N

Say = Callable[[str], str]
"""Gives the words of a picture in some language; takes them in English."""


@dataclass(frozen=True, slots=True)
class Column:
    """A moment of the way, or a win that may come there."""

    name: str
    words: str
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
class Kita:
    """A north set aside, under one ruleset of three players: it turns no indicator of its own."""

    robbed: str
    """Who may win on it: `no`, `yes`, or in words."""
    rinshan: bool
    """Whether a win on its replacement tile is rinshan kaihou."""
    turned: float | None = None
    """Where on the axis an indicator is turned that waits for a discard; None where it waits on or none ever waits."""
    words: str = ""
    """What becomes of such an indicator; "" where none ever waits."""
    assumed: bool = False
    """Whether no text says so."""


@dataclass(frozen=True, slots=True)
class Side:
    """One ruleset's answers."""

    name: str
    title: str
    """Its name in full."""
    lanes: Mapping[str, Lane]
    ends: tuple[End, End]
    """What a fourth kan does where several players hold the four, and where one does."""
    kita: Kita | None = None
    """What a north set aside does, where norths are."""
    deciders: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """By plugin, what else it decides, in words."""

    def notes(self, say: Say) -> list[str]:
        """A sentence for each plugin."""
        return [
            filled(say(_DECIDES), plugin=plugin, what=f" {say(_AND)} ".join(map(say, decided)))
            for plugin, decided in self.deciders.items()
        ]


BOTH = _N("both")
"""What names a lane that two rulesets share."""
KANS = {"ankan": _N("Ankan"), "daiminkan": _N("Daiminkan"), "shouminkan": _N("Shouminkan")}
"""The kinds of kan as a picture names them."""
_LEGEND = {
    "dotted": _N("indicator closed"),
    "flag": _N("it is turned"),
    "thick": _N("it lies open"),
    "full": _N("this win counts it"),
    "empty": _N("does not"),
}
_LEGEND_EARLY = {
    "next kan": _N("turned here if another kan comes first"),
    "rinshan win": _N("turned here for the win"),
    "robbery": _N("turned here if it can be robbed"),
}
_ALL_COUNT, _ONE_COUNTS, _SOME_COUNT = _N("all three count it"), _N("counts it"), _N("count it")
_FOURTH = _N("Fourth kan")
_WHOSE = (_N("Fourth kan, several hold"), _N("Fourth kan, one holds all"))
_ASSUMED = _N("assumed")
_ASSUMED_LANES = _N("No text found, assumed: {kans}")
_DECIDES, _AND = _N("The plugin {plugin} also decides {what}."), _N("and")
_DIFFERS = _N("differs: {what}")
_WHO_MAY_ROB, _THE_INDICATOR, _WHO_COUNTS = _N("who may rob"), _N("the indicator"), _N("who counts it")
_TITLE, _BESIDE_WORDS = _N("The timeline of a kan"), _N("beside")
_SAID = _N("{kan}: {robbed}; the indicator is {turned}; counted by: {wins}")
_ROBBED_BY = {"no": _N("nobody may rob it"), "yes": _N("it may be robbed")}
_KITA, _KITA_TURNS = _N("Kita"), _N("a kita turns a waiting one here")
_GOES_ON = _N("then as after a kan")
_KITA_SAID, _RINSHAN = (
    _N("{kita}: {robbed}; {waiting}; {rinshan}"),
    _N("a win on its replacement tile is rinshan kaihou"),
)
_NO_RINSHAN, _NONE_WAITS = _N("a win on its replacement tile is no rinshan kaihou"), _N("no indicator waits")
_BY, _NOBODY, _UNSAID = _N("robbed by {who}"), _N("nobody"), _N("assumed: no text found")


def filled(message: str, **values: str) -> str:
    """The message with the values put in."""
    for name, value in values.items():
        message = message.replace(f"{{{name}}}", value)
    return message


def _ends(sides: Sequence[Side]) -> list[tuple[str, list[tuple[Side, End]]]]:
    """By whose kans the four are, what each ruleset says; whose they are is left out where it is the same for all."""
    if all(several == one for several, one in (side.ends for side in sides)):
        return [(_FOURTH, [(side, side.ends[0]) for side in sides])]
    return [(whose, [(side, side.ends[at]) for side in sides]) for at, whose in enumerate(_WHOSE)]


def title_of(sides: Sequence[Side], say: Say = str) -> str:
    """What the picture is called."""
    return f"{say(_TITLE)}: " + f" {say(_BESIDE_WORDS)} ".join(side.title for side in sides)


def description_of(columns: Sequence[Column], sides: Sequence[Side], say: Say = str) -> str:
    """The picture in words."""
    wins = [column for column in columns if column.win]
    said = []
    for side in sides:
        for kan, lane in side.lanes.items():
            counted = [say(win.words) for win in wins if lane.counts[win.name]]
            robbed = _ROBBED_BY.get(lane.robbed)
            sentence = filled(
                say(_SAID),
                kan=say(KANS[kan]),
                robbed=say(robbed) if robbed else filled(say(_BY), who=say(lane.robbed)),
                turned=say(lane.turned) + (f" ({say(_UNSAID)})" if lane.assumed else ""),
                wins=", ".join(counted) or say(_NOBODY),
            )
            said.append(f"{side.name}, {sentence}" + "".join(f"; {say(_LEGEND_EARLY[one.why])}" for one in lane.early))
        if side.kita is not None:
            said.append(f"{side.name}, {_kita_words(side.kita, say)}")
        said += [f"{side.name}: {note}" for note in side.notes(say)]
    said += [f"{side.name}, {say(whose)}: {say(end.words)}" for whose, ends in _ends(sides) for side, end in ends]
    return ". ".join(said)


def _kita_words(kita: Kita, say: Say) -> str:
    robbed = _ROBBED_BY.get(kita.robbed)
    sentence = filled(
        say(_KITA_SAID),
        kita=say(_KITA),
        robbed=say(robbed) if robbed else filled(say(_BY), who=say(kita.robbed)),
        waiting=say(kita.words or _NONE_WAITS),
        rinshan=say(_RINSHAN if kita.rinshan else _NO_RINSHAN),
    )
    return sentence + (f" ({say(_UNSAID)})" if kita.assumed else "")


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
        f'<g data-flag="{data}" data-x="{number(x)}">{pole}<path d="{cloth}" '
        f"{fill(theme, 'ground' if hollow else colour)}/>"
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


def _differs(one: Lane, other: Lane, say: Say) -> str:
    said = [_WHO_MAY_ROB] * (one.robbed != other.robbed)
    said += [_THE_INDICATOR] * ((one.at, one.early) != (other.at, other.early))
    said += [_WHO_COUNTS] * (not said and one.counts != other.counts)
    return filled(say(_DIFFERS), what=", ".join(map(say, said)))


def _early(sides: Sequence[Side], *, of_kita: bool = True) -> list[str]:
    found = {early.why for side in sides for lane in side.lanes.values() for early in lane.early}
    turns = any(side.kita is not None and side.kita.turned is not None for side in sides)
    return [words for why, words in _LEGEND_EARLY.items() if why in found] + [_KITA_TURNS] * (turns and of_kita)


def _kitas(sides: Sequence[Side]) -> list[tuple[str, str, Kita]]:
    """The lanes of a kita with their names and colours; two rulesets that agree share one."""
    found = [
        (side.name, colour, side.kita)
        for side, colour in zip(sides, ("accent", "ink"), strict=False)
        if side.kita is not None
    ]
    if len(found) == 2 and replace(found[0][2], assumed=False) == replace(found[1][2], assumed=False):
        return [(BOTH, "ink", found[0][2])]
    return found


_OF_KITA = ("announced", "robbery", "declaration", "replacement", "rinshan_win")
"""The moments of a kita; what follows is that of a kan."""


def _kita_columns(columns: Sequence[Column]) -> list[Column]:
    return [column for column in columns if column.name in _OF_KITA]


def _kita_lane(name: str, lane: Kita, xs: Sequence[float], y: float, colour: str, theme: Theme, say: Say) -> str:
    """One lane of a kita: its moments at these places, and the turn that goes on."""
    end = xs[-1] + (xs[-1] - xs[-2]) / 2
    drawn = line(
        theme, f"M{number(xs[0])} {number(y)}H{number(end)}M{number(end - 8)} {number(y - 6)}l8 6l-8 6", colour, 1.5
    )
    drawn += line(theme, "".join(f"M{number(x)} {number(y - 6)}v12" for x in xs[:-1]), "ink", 2)
    for at, said in ((1, lane.robbed), (4, "yes" if lane.rinshan else "no")):
        parts, size = _lines(say(said), xs[1] - xs[0], 12.5)
        for line_at, part in enumerate(parts):
            drawn += text(
                theme,
                xs[at],
                y + 21 + 13 * line_at,
                part,
                size,
                colour="muted" if said == "no" else "ink",
                bold=said != "no",
            )
    if lane.turned is not None:
        before = int(lane.turned)
        x = xs[before] + (lane.turned - before) * (xs[before + 1] - xs[before])
        drawn += _flag(theme, x, y, "ink", 22, "kita", hollow=True)
    return f'<g data-kita="{attribute("" if name is BOTH else name)[1:-1]}">{drawn}</g>'


def _heading(sides: Sequence[Side], most: int, theme: Theme, say: Say) -> str:
    between = f" {say(_BESIDE_WORDS)} "
    said = between.join(side.title for side in sides)
    if len(said) > most or _wide(said, 16) > most * 10.6:
        said = between.join(
            _short(side.name, most // 2 - 4) if len(sides) == 2 else _short(side.title, most) for side in sides
        )
    return text(theme, 4, 22, said, 16, anchor="start", bold=True)


_SMALLEST = 12.5
"""The smallest letters that shrinking words may come to."""
_BOLD = 1.28
"""How much wider bold words run."""


def _wide(words: str, size: float, *, bold: bool = True) -> float:
    return ems(words) * size * (_BOLD if bold else 1.12)


def _lines(words: str, wide: float, size: float, *, bold: bool = True) -> tuple[list[str], float]:
    """Words on two lines of this width at most, and their size: smaller where they need more."""
    while (
        len(found := balanced(words, wide / _wide("一", size, bold=bold))) > 2
        or max(_wide(part, size, bold=bold) for part in found) > wide
    ):
        if size <= _SMALLEST:
            break
        size -= 0.5
    return found, size


def _in_lines(words: str, most: int) -> list[str]:
    """The words on so many lines, as narrow as they can be."""
    return next(found for tenths in range(10, 10_000) if len(found := broken(words, tenths / 10)) <= most)


def _side_by_side(columns: Sequence[Column], step: float, say: Say) -> list[tuple[list[str], float]]:
    """The words over the columns and their sizes: a long word may reach into the room that its neighbour leaves."""
    found = []
    for one in columns:
        parts = balanced(say(one.words), (step - 10) / _wide("一", 14, bold=not one.win))
        found.append((parts if len(parts) <= 2 else _in_lines(say(one.words), 2), 14.0, not one.win))

    def wide(at: int) -> float:
        parts, size, bold = found[at]
        return max(_wide(part, size, bold=bold) for part in parts)

    for _ in range(8):
        tight = [at for at in range(len(found) - 1) if (wide(at) + wide(at + 1)) / 2 > step - 4]
        for at in {beside for one in tight for beside in (one, one + 1)}:
            _, size, bold = found[at]
            lines = 2 if size > _SMALLEST else 3
            found[at] = (_in_lines(say(columns[at].words), lines), max(_SMALLEST, size - 0.5), bold)
        if not tight:
            break
    return [(parts, size) for parts, size, _ in found]


# --- lying -----------------------------------------------------------------------------------------------------------


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
    plan = [(kan, _tracks(kan, sides)) for kan in sides[0].lanes]
    above = 32 if two else room.above
    kitas = _kitas(sides)
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
                shown = say(BOTH) if name is BOTH else _short(name)
                drawn += text(theme, first - 16, axis + 5, shown, 13, anchor="end", colour=colour, bold=True)
                if lane.assumed:
                    drawn += text(theme, first - 16, axis + 20, say(_ASSUMED), 12, anchor="end", colour="muted")
            else:
                said = say(lane.turned) + (f", {say(_ASSUMED)}" if lane.assumed else "")
                for at, part in enumerate(balanced(said, (first - 26) / 14.5)):
                    drawn += text(theme, 4, name_at + 20 + 15 * at, part, 13, anchor="start", colour="muted")
            drawn += _lying_lane(columns, kan, name, lane, axis, first, colour, theme, say, room)
            axis += room.track
        y += above + room.track * len(tracks)
    for at, (name, colour, kita) in enumerate(kitas):
        if not at:
            drawn += line(theme, f"M0 {number(y)}H{number(wide)}", "rule", 1)
            drawn += text(theme, 4, y + 24, say(_KITA), 16, anchor="start", bold=True)
            y += 4
        axis = y + 30
        if two:
            shown = say(BOTH) if name is BOTH else _short(name)
            drawn += text(theme, first - 16, axis + 5, shown, 13, anchor="end", colour=colour, bold=True)
        if kita.assumed:
            drawn += text(
                theme, *((first - 16, axis + 20) if two else (4, y + 40)), say(_ASSUMED), 13,
                anchor="end" if two else "start", colour="muted",
            )  # fmt: skip
        drawn += _kita_lane(name, kita, over[: len(_OF_KITA)], axis, colour, theme, say)
        drawn += text(theme, over[len(_OF_KITA)] - 20, axis + 5, say(_GOES_ON), 13, anchor="start", colour="muted")
        y += room.track
    drawn += line(theme, f"M0 {number(y)}H{number(wide)}", "rule", 1)
    for whose, ends in _ends(sides):
        agree = two and ends[0][1] == ends[1][1]
        for said_at, (side, end) in enumerate(ends[:1] if agree else ends):
            y += room.end
            if not said_at:
                parts, size = _lines(say(whose), first - 16, 12.5)
                for at, part in enumerate(parts):
                    drawn += text(
                        theme, 4, y + 4 + 14 * (at - (len(parts) - 1) / 2), part, size, anchor="start", bold=True
                    )
            named = say(BOTH) if agree else _short(side.name) if two else ""
            words = f"{named}: {say(end.words)}" if named and not agree else say(end.words)
            rules = "" if agree or not two else side.name
            drawn += _lying_end(rules, words, end, whose, y, first, len(columns), theme, room)
    y += 22 if room.heading else 15
    drawn += line(theme, f"M0 {number(y)}H{number(wide)}", "rule", 1)
    y += 26 if room.heading else 21
    drawn += _legend(sides, 4, y, wide, theme, say)
    y += 24 * _legend_lines(sides, wide, say) - 24
    for side in sides:
        for note in side.notes(say):
            for part in broken(f"{_short(side.name)}: {note}" if two else note, (wide - 8) / 15):
                y += 22
                drawn += text(theme, 4, y, part, 13, anchor="start")
    if room.heading:
        drawn = f'<g transform="translate(0 {number(room.heading)})">{drawn}</g>'
        drawn = _heading(sides, int(wide / 11), theme, say) + drawn
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
    parts, size = _lines(say(lane.robbed), room.step + 8, 12.5)
    for line_at, part in enumerate(parts):
        nobody = lane.robbed == "no"
        # Two lines have less room than one.
        below = y + 19 + 13 * line_at if len(parts) > 1 else y + 21
        drawn += text(theme, x(at), below, part, size, colour="muted" if nobody else "ink", bold=not nobody)
    if lane.at is not None:
        drawn += _flag(theme, open_from, y, colour, room.flag, lane.instant)
    for early in lane.early:
        drawn += _flag(theme, x(early.at), y, "ink", 22, early.why, hollow=True)
    wins = [(at, one.name) for at, one in enumerate(columns) if one.win]
    for at, win in wins:
        drawn += _diamond(theme, x(at), y, win, full=lane.counts[win], colour=colour)
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
    if end.at is not None and stop - first < _wide(words, 12.5) + 20:
        drawn += text(theme, stop + 14, y + 5, words, 12.5, anchor="start", bold=True)
    else:
        drawn += text(theme, stop - 14, y - 7, words, 12.5, anchor="end", bold=True)
    at = "" if end.at is None else number(end.at)
    return f'<g data-end="{whose}" data-rules={attribute(rules)} data-at="{at}">{drawn}</g>'


# --- the legend ------------------------------------------------------------------------------------------------------


def _entries(sides: Sequence[Side], say: Say, *, of_kita: bool) -> list[tuple[str, str, float]]:
    """What the marks mean: the mark, its words, how wide both are."""
    said = [(mark, say(words)) for mark, words in _LEGEND.items()]
    said += [("hollow", say(words)) for words in _early(sides, of_kita=of_kita)]
    return [(mark, words, 46 + 14.5 * ems(words)) for mark, words in said]


def _legend_places(
    sides: Sequence[Side], wide: float, say: Say, *, of_kita: bool = True
) -> list[tuple[str, str, float, int]]:
    x, row, found = 0.0, 0, []
    for mark, words, width in _entries(sides, say, of_kita=of_kita):
        if x and x + width > wide - 4:
            x, row = 0.0, row + 1
        found.append((mark, words, x, row))
        x += width
    return found


def _legend_lines(sides: Sequence[Side], wide: float, say: Say, *, of_kita: bool = True) -> int:
    return _legend_places(sides, wide, say, of_kita=of_kita)[-1][3] + 1


def _legend(
    sides: Sequence[Side],
    left: float,
    top: float,
    wide: float,
    theme: Theme,
    say: Say,
    down: float = 24,
    *,
    of_kita: bool = True,
) -> str:
    drawn = ""
    for mark, words, at, row in _legend_places(sides, wide, say, of_kita=of_kita):
        x, y = left + at, top + down * row
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
    drawn = _heading(sides, 34, theme, say) if room.heading else ""
    for at, column in enumerate(columns):
        if column.win:
            drawn += (
                f'<rect x="0" y="{number(y(at) - room.down / 2)}" width="{_WIDE}" height="{number(room.down)}" '
                f"{fill(theme, 'band')}/>"
            )
        parts, size = _lines(say(column.words), 104, 14 if room.heading else 13)
        for line_at, part in enumerate(parts):
            below = (line_at - (len(parts) - 1) / 2) * (16 if room.heading else 14)
            drawn += text(theme, 4, y(at) + 5 + below, part, size, anchor="start", bold=not column.win)
    for lane_at, kan in enumerate(sides[0].lanes):
        middle = 146 + 83 * lane_at
        parts = balanced(say(KANS[kan]), 82 / 12)
        for line_at, part in enumerate(parts):
            below = (48 if room.heading else 16) + 13 * (line_at - len(parts) + 1 if room.heading else line_at)
            drawn += text(theme, middle, below, part, 12, bold=True)
        tracks = _tracks(kan, sides)
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
                theme, 4, low, f"{mark}: {_short(side.name, 36)}", 14, anchor="start", colour=colour, bold=True
            )
    for whose, ends in _ends(sides):
        low += 24 if room.heading else 18
        # A card has no line for each.
        short = not room.heading and (_wide(say(whose), 13) + _wide(say(ends[0][1].words), 13, bold=False) < _WIDE - 50)
        drawn += text(theme, 18 if short else 4, low, say(whose) + ":" * short, 13, anchor="start", bold=True)
        for side_at, (side, end) in enumerate(ends):
            low += 0 if short else 20 if room.heading else 16
            mark = f"{'AB'[side_at]}: " if two else ""
            sign = (
                line(theme, f"M4 {number(low - 11)}l7 6l-7 6", "ink", 2)
                if end.at is None
                else f'<rect x="4" y="{number(low - 13)}" width="6" height="15" {fill(theme, "ink")}/>'
            )
            beside = 32 + _wide(say(whose), 13) if short else 18
            parts = broken(mark + say(end.words), (_WIDE - 22) / 15.5)
            said = sign
            for at, part in enumerate(parts):
                low += 17 * (at > 0)
                said += text(theme, beside, low, part, 13, anchor="start")
            ended = "" if end.at is None else number(end.at)
            drawn += f'<g data-end="{whose}" data-rules={attribute(side.name)} data-at="{ended}">{said}</g>'
    for name, colour, kita in _kitas(sides) if room.heading else ():
        low += 30
        mark = "" if not two else say(BOTH) if name is BOTH else "AB"[[side.name for side in sides].index(name)]
        titled = say(_KITA) + (f" ({mark})" if mark else "") + (f", {say(_ASSUMED)}" if kita.assumed else "")
        drawn += text(theme, 4, low, titled, 13, anchor="start", colour=colour, bold=True)
        xs = [36 + 69 * at for at in range(len(_OF_KITA))]
        for at, (x, column) in enumerate(zip(xs, _kita_columns(columns), strict=True)):
            # Every other word stands above its neighbours, so that a long one has room.
            (words,), size = _in_lines(say(column.words), 1), 12.5
            half = _wide(words, size) / 2 + 2
            centre = min(max(x, half), _WIDE - half)
            drawn += text(theme, centre, low + (17 if at % 2 else 31), words, size)
        low += 28 + (34 if kita.turned is not None else 18)
        drawn += _kita_lane(name, kita, xs, low, colour, theme, say)
        low += 21 + 13 * (len(_lines(say(kita.robbed), 69, 12.5)[0]) - 1)
    for side_at, side in enumerate(sides):
        # A card has no room for the lane of a kita.
        kita_words = [] if room.heading or side.kita is None else [_kita_words(side.kita, say)]
        for note in (*kita_words, *_assumed(side, say), *side.notes(say)):
            for part in broken(f"{'AB'[side_at]}: {note}" if two else note, (_WIDE - 8) / 15):
                low += 20 if room.heading else 16
                drawn += text(theme, 4, low, part, 13, anchor="start")
    if legend:
        low += 14 if room.heading else 8
        drawn += line(theme, f"M0 {number(low)}H{_WIDE}", "rule", 1)
        low += 26 if room.heading else 20
        drawn += _legend(sides, 4, low, _WIDE, theme, say, room.row, of_kita=bool(room.heading))
        low += room.row * (_legend_lines(sides, _WIDE, say, of_kita=bool(room.heading)) - 1)
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
    drawn = _legend(sides, 4, 16, _WIDE, theme, say, room.row, of_kita=of_kita)
    height = 24 + room.row * (_legend_lines(sides, _WIDE, say, of_kita=of_kita) - 1)
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
    words = say(lane.robbed if lane.robbed in _ROBBED_BY else _ORPHANS)
    if narrow and ems(words) > 1.9:
        words = "13" if lane.robbed not in _ROBBED_BY else _short(words, 3)
    half = 16 if narrow else 4 + ems(words) * 7.5
    drawn += (
        f'<rect x="{number(x - half)}" y="{number(y(robbery) - 11)}" width="{number(2 * half)}" height="22" '
        f"{fill(theme, 'ground')}/>"
    )
    nobody = lane.robbed == "no"
    drawn += text(theme, x, y(robbery) + 5, words, 13, colour="muted" if nobody else "ink", bold=not nobody)
    if lane.at is not None:
        drawn += f'<circle cx="{number(x)}" cy="{number(open_from)}" r="5.5" {fill(theme, colour)}/>'
        drawn += _flag(theme, x, open_from + 1, colour, 24 if room.heading else 20, lane.instant)
    for early in lane.early:
        stands = y(early.at) + (8 if room.heading else 6)
        drawn += _flag(theme, x - 29, stands, "ink", 16 if room.heading else 14, early.why, hollow=True)
    for at, one in enumerate(columns):
        if one.win:
            counts = lane.counts[one.name]
            drawn += _diamond(theme, x, y(at), one.name, full=counts, colour=colour)
            if not two:
                said, dim = (say("yes"), "ink") if counts else (say("no"), "muted")
                drawn += text(theme, x + 14, y(at) + 5, said, 13, anchor="start", colour=dim, bold=counts)
    rules = "" if name is BOTH else name
    return f'<g data-kan="{kan}" data-rules={attribute(rules)}>{drawn}</g>'


def _assumed(side: Side, say: Say) -> list[str]:
    kans = [say(KANS[kan]).lower() for kan, lane in side.lanes.items() if lane.assumed]
    return [filled(say(_ASSUMED_LANES), kans=", ".join(kans))] if kans else []
