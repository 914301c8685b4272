"""The marks of a timeline, and text that fits: diamonds, flags, the lane of a kita, and the heading."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from kanrules.drawing.canvas import Theme, attribute, fill, line, number, stroke, text
from kanrules.drawing.letters import balanced, broken, ems
from kanrules.drawing.timelines.contents import BESIDE_WORDS, BOTH, Column, KitaLane, Lane, Say, Side


def win_mark(theme: Theme, x: float, y: float, column: str, *, full: bool, colour: str) -> str:
    """Return the mark of a win: a full diamond if it counts the kan dora, otherwise an empty one."""
    path = f"M{number(x)} {number(y - 9)}l9 9l-9 9l-9-9Z"
    colours = (
        f'{fill(theme, colour)}/><path d="{path}" stroke-width="2" {stroke(theme, "ground")}'
        if full
        else f'{fill(theme, "ground")}/><path d="{path}" stroke-width="1.6" {stroke(theme, "ink")}'
    )
    return f'<g data-win="{column}" data-counts="{"yes" if full else "no"}"><path d="{path}" {colours}/></g>'


def turn_mark(theme: Theme, x: float, y: float, colour: str, height: float, data: str, *, hollow: bool = False) -> str:
    """Return the flag where a kan dora indicator is turned. It is hollow if only another event turns it there."""
    top = y - height
    cloth = f"M{number(x)} {number(top)}l17 6.5l-17 6.5Z"
    pole = line(theme, f"M{number(x)} {number(y)}V{number(top)}", colour, 2)
    return (
        f'<g data-flag="{data}" data-x="{number(x)}">{pole}<path d="{cloth}" '
        f"{fill(theme, 'ground' if hollow else colour)}/>"
        f'<path d="{cloth}" stroke-width="1.6" stroke-linejoin="round" {stroke(theme, colour)}/></g>'
    )


def shortened(name: str, most: int = 22) -> str:
    """Return a name, shortened to a maximum length."""
    return name if len(name) <= most else name[: most - 1] + "…"


def tracks_of(kan: str, sides: Sequence[Side]) -> list[tuple[str, str, Lane]]:
    """Return the lanes of a kind of kan with their names and colours. Two rulesets that agree share one."""
    lanes = [side.lanes[kan] for side in sides]
    if len(lanes) == 2 and _same(*lanes):
        return [(BOTH, "ink", lanes[0])]
    return [(side.name, colour, lane) for side, colour, lane in zip(sides, ("accent", "ink"), lanes, strict=False)]


def _same(one: Lane, other: Lane) -> bool:
    return replace(one, turned="", instant="", assumed=False) == replace(other, turned="", instant="", assumed=False)


def kitas_of(sides: Sequence[Side]) -> list[tuple[str, str, KitaLane]]:
    """Return the lanes of a kita with their names and colours. Two rulesets that agree share one."""
    found = [
        (side.name, colour, side.kita)
        for side, colour in zip(sides, ("accent", "ink"), strict=False)
        if side.kita is not None
    ]
    if len(found) == 2 and replace(found[0][2], assumed=False) == replace(found[1][2], assumed=False):
        return [(BOTH, "ink", found[0][2])]
    return found


OF_KITA = ("announced", "robbery", "declaration", "replacement", "rinshan_win")
"""The moments of a kita that the timeline shows."""


def columns_of_kita(columns: Sequence[Column]) -> list[Column]:
    """Return the columns of moments that a kita has."""
    return [column for column in columns if column.name in OF_KITA]


def drawn_kita(name: str, lane: KitaLane, xs: Sequence[float], y: float, colour: str, theme: Theme, say: Say) -> str:
    """Return one lane of a kita, with its moments at these positions and an arrow for the turn that continues."""
    end = xs[-1] + (xs[-1] - xs[-2]) / 2
    drawn = line(
        theme, f"M{number(xs[0])} {number(y)}H{number(end)}M{number(end - 8)} {number(y - 6)}l8 6l-8 6", colour, 1.5
    )
    drawn += line(theme, "".join(f"M{number(x)} {number(y - 6)}v12" for x in xs[:-1]), "ink", 2)
    for at, said in ((1, lane.robbed), (4, "yes" if lane.rinshan else "no")):
        parts, size = fitted(say(said), xs[1] - xs[0], 12.5)
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
        drawn += turn_mark(theme, x, y, "ink", 22, "kita", hollow=True)
    return f'<g data-kita="{attribute("" if name is BOTH else name)[1:-1]}">{drawn}</g>'


def heading_of(sides: Sequence[Side], most: int, theme: Theme, say: Say) -> str:
    """Return the heading with the rulesets of a picture, by their ids if their titles are too long."""
    between = f" {say(BESIDE_WORDS)} "
    said = between.join(side.title for side in sides)
    if len(said) > most or width(said, 16) > most * 10.6:
        said = between.join(
            shortened(side.name, most // 2 - 4) if len(sides) == 2 else shortened(side.title, most) for side in sides
        )
    return text(theme, 4, 22, said, 16, anchor="start", bold=True)


SMALLEST = 12.5
"""Smallest letter size to which text is shrunk."""
_BOLD = 1.28
"""Factor by which bold text is wider."""


def width(words: str, size: float, *, bold: bool = True) -> float:
    """Return the width of text at this letter size."""
    return ems(words) * size * (_BOLD if bold else 1.12)


def fitted(words: str, wide: float, size: float) -> tuple[list[str], float]:
    """Return bold words on at most two lines of this width, and their letter size, reduced if needed."""
    while (
        len(found := balanced(words, wide / width("一", size))) > 2 or max(width(part, size) for part in found) > wide
    ):
        if size <= SMALLEST:
            break
        size -= 0.5
    return found, size


def in_lines(words: str, most: int) -> list[str]:
    """Return text on a given number of lines, as narrow as possible."""
    return next(found for tenths in range(10, 10_000) if len(found := broken(words, tenths / 10)) <= most)
