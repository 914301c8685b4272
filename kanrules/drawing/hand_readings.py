"""A hand and its readings, one below the other. Lost readings are framed and labelled."""

from __future__ import annotations

from collections.abc import Sequence

from kanrules.drawing.canvas import Theme, number, stroke, svg, text
from kanrules.drawing.faces import GAP, HEIGHT, WIDTH
from kanrules.drawing.rows import Drawing, Laid, hand_row, row, width_of
from kanrules.frozen import frozen
from kanrules.locale import ENGLISH, Translator
from kanrules.locale import marked as _N
from kanrules.locale.sentences import say

_LETTERS, _BETWEEN = 26, 30
_LABEL = 190
"""Width for the tile that completes a reading and for the label of the reading."""


_LOST, _STAYS, _WITH = _N("lost"), _N("stays"), _N("with {tile}: {groups}, {what}")


@frozen
class DrawnReading:
    """One reading of a hand: the tile that completes it, its sets and pair as tiles, and whether it is lost."""

    tile: str
    groups: Sequence[Sequence[str]]
    lost: bool


def picture(
    concealed: Sequence[str],
    drawn: str,
    melds: Sequence[tuple[str, Sequence[Laid]]],
    readings: Sequence[DrawnReading],
    *,
    title: str,
    theme: Theme = Theme.AUTO,
    scale: float = 0.6,
    speak: Translator = ENGLISH,
) -> str:
    """Return a picture with the hand at the top, then every reading, each after the tile that completes it."""
    sheet = Drawing(theme, speak=speak)
    lost, stays = speak(_LOST), speak(_STAYS)
    inner, wide = hand_row(sheet, [(one, "upright") for one in concealed], (drawn, "upright"), melds, 0, HEIGHT)
    y: float = HEIGHT + _BETWEEN
    said = []
    for one in readings:
        y += _BETWEEN / 2
        x: float = _LABEL
        tiles = ""
        for group in one.groups:
            laid = [(name, "upright") for name in group]
            tiles += row(sheet, laid, x, y + HEIGHT)
            x += width_of(laid) + 20
        wide = max(wide, x)
        what = lost if one.lost else stays
        words = text(
            theme, WIDTH + 12, y + HEIGHT / 2 + 9, what, _LETTERS, anchor="start", bold=one.lost,
            colour="ink" if one.lost else "muted",
        )  # fmt: skip
        frame = (
            f'<rect x="{_LABEL - 10}" y="{number(y - 8)}" width="{number(x - 20 - _LABEL + 20)}" '
            f'height="{number(HEIGHT + 16)}" '
            f'stroke-width="4" {stroke(theme, "accent")}/>'
            if one.lost
            else ""
        )
        tile = row(sheet, [(one.tile, "upright")], 0, y + HEIGHT)
        inner += (
            f'<g data-reading="{one.tile}" data-stays="{"no" if one.lost else "yes"}">{frame}{tile}{words}{tiles}</g>'
        )
        groups = " ".join("".join(group) for group in one.groups)
        said.append(speak(say(_WITH, tile=one.tile, groups=groups, what=_LOST if one.lost else _STAYS)))
        y += HEIGHT + _BETWEEN / 2
    return svg(
        sheet.definitions + inner, (wide + GAP, y + 12), title, description="; ".join(said), theme=theme, scale=scale
    )
