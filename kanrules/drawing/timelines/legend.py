"""Legend of a timeline: entries in rows, under a picture or as a picture of its own."""

from __future__ import annotations

from collections.abc import Sequence

from kanrules.drawing.canvas import Theme, line, number, text
from kanrules.drawing.letters import ems
from kanrules.drawing.timelines.contents import KITA_TURNS, LEGEND, LEGEND_EARLY, LEGEND_WINDOW, Say, Side
from kanrules.drawing.timelines.symbols import turn_mark, win_mark


def _early(sides: Sequence[Side], *, of_kita: bool) -> list[str]:
    found = {early.why for side in sides for lane in side.lanes.values() for early in lane.early}
    turns = any(side.kita is not None and side.kita.turned is not None for side in sides)
    explained = [words for why, words in LEGEND_EARLY.items() if why in found]
    return [*explained, KITA_TURNS] if turns and of_kita else explained


def _entries(sides: Sequence[Side], say: Say, *, of_kita: bool, of_window: bool) -> list[tuple[str, str, float]]:
    """Return the entries of the legend: the mark, its meaning in words, and the width of both."""
    said = [(mark, say(words)) for mark, words in LEGEND.items()]
    said += [("hollow", say(words)) for words in _early(sides, of_kita=of_kita)]
    if of_window and any(lane.robbed_until is not None for side in sides for lane in side.lanes.values()):
        said.append(("window", say(LEGEND_WINDOW)))
    return [(mark, words, 46 + 14.5 * ems(words)) for mark, words in said]


def _legend_places(
    sides: Sequence[Side], wide: float, say: Say, *, of_kita: bool, of_window: bool
) -> list[tuple[str, str, float, int]]:
    x, row, found = 0.0, 0, []
    for mark, words, width in _entries(sides, say, of_kita=of_kita, of_window=of_window):
        if x and x + width > wide - 4:
            x, row = 0.0, row + 1
        found.append((mark, words, x, row))
        x += width
    return found


def drawn_legend(
    sides: Sequence[Side],
    top: float,
    wide: float,
    theme: Theme,
    say: Say,
    down: float,
    *,
    of_kita: bool,
    of_window: bool,
) -> tuple[str, float]:
    """Return the legend in rows from `top` on, and the distance to its last row."""
    drawn, row = "", 0
    for mark, words, at, row in _legend_places(sides, wide, say, of_kita=of_kita, of_window=of_window):
        x, y = 4 + at, top + down * row
        if mark == "dotted":
            drawn += line(theme, f"M{number(x)} {number(y - 4)}h24", "rule", 2, dashes="2 5")
        elif mark == "thick":
            drawn += line(theme, f"M{number(x)} {number(y - 4)}h24", "accent", 5)
        elif mark == "window":
            drawn += line(theme, f"M{number(x)} {number(y - 9)}h22v9", "ink", 1.5)
        elif mark in ("flag", "hollow"):
            hollow = mark == "hollow"
            drawn += turn_mark(theme, x + 4, y + 3, "ink" if hollow else "accent", 18, "", hollow=hollow).replace(
                ' data-flag=""', ""
            )
        else:
            diamond = win_mark(theme, x + 12, y - 4, "", full=mark == "full", colour="accent")
            drawn += diamond.replace('data-win="" ', "").replace("data-counts", "data-legend")
        drawn += text(theme, x + 31, y, words, 13, anchor="start", colour="muted")
    return f'<g data-part="legend">{drawn}</g>', down * row
