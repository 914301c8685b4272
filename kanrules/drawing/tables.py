"""A table from above: four hands with their melds and rivers, and in the middle the dora indicators and counters."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from kanrules.drawing.canvas import Theme, escape, line, number, svg, text
from kanrules.drawing.faces import GAP, HEIGHT, WIDTH
from kanrules.drawing.rows import Drawing, Laid, described, drawn_words, hand_row, meld_words, row, width_of
from kanrules.frozen import frozen
from kanrules.locale import ENGLISH, Translator
from kanrules.locale import marked as _N
from kanrules.locale.sentences import say

SIZE = 32
"""Default width of a tile, in pixels."""
_A_ROW = 6
_EDGE = 230
"""Half the width of the square in the middle."""
_RIVER_TOP = _EDGE + 14
_HAND_BOTTOM = 662
_HALF = 692
_INDICATORS = 5


@frozen
class Place:
    """Tiles and labels in front of one player."""

    seat: str
    """Name of the seat: `east`."""
    words: str
    """Labels next to the river: seat, points, riichi, dead hand."""
    concealed: Sequence[Laid]
    drawn: Laid | None
    melds: Sequence[tuple[str, Sequence[Laid]]]
    river: Sequence[Laid]
    riichi: bool = False
    """True if a riichi stick is in front of this player."""


@frozen
class Seen:
    """Contents of a table to draw."""

    places: Sequence[Place | None]
    """Players in the order bottom, right, top, left. None for an empty place."""
    indicators: Sequence[str]
    """Face-up dora indicators in order; "" for an unknown tile."""
    above: Sequence[str]
    """Lines of text above the dora indicators: the round, counters, and riichi sticks."""
    below: Sequence[str]
    """Lines of text below the dora indicators and counters: the number of tiles left in the wall."""
    title: str


def draw_table(
    seen: Seen,
    *,
    theme: Theme = Theme.AUTO,
    size: float = SIZE,
    index: bool = True,
    speak: Translator = ENGLISH,
    own: Mapping[str, str] | None = None,
) -> str:
    """Return a picture of the table."""
    sheet = Drawing(theme, index, speak, own)
    drawn = _middle(sheet, seen)
    for turn, place in enumerate(seen.places):
        if place is not None:
            drawn += _place(sheet, place, -90 * turn)
    inner = f'{sheet.definitions}<g transform="translate({_HALF} {_HALF})">{drawn}</g>'
    return svg(
        inner,
        (2 * _HALF, 2 * _HALF),
        seen.title,
        description=_description(seen, speak),
        theme=theme,
        scale=size / WIDTH,
        ground=True,
    )


def _middle(sheet: Drawing, seen: Seen) -> str:
    shown = [(name, "upright") if name else ("", "down") for name in seen.indicators]
    closed = [("", "down")] * max(0, _INDICATORS - len(shown))
    tiles = [*shown, *closed]
    drawn = (
        f'<g data-part="indicators" transform="translate({number(-0.8 * width_of(tiles) / 2)} '
        f'0)scale(.8)">{row(sheet, tiles, 0, 40)}</g>'
    )
    theme = sheet.theme
    said = "".join(
        text(theme, 0, -52 - 30 * (len(seen.above) - 1 - at), words, 25, bold=not at)
        for at, words in enumerate(seen.above)
    )
    said += "".join(text(theme, 0, 68 + 29 * at, words, 23, colour="muted") for at, words in enumerate(seen.below))
    edge = f"M-{_EDGE} -{_EDGE}H{_EDGE}V{_EDGE}H-{_EDGE}Z"
    return line(theme, edge, "rule", 2) + drawn + said


def _place(sheet: Drawing, place: Place, turn: int) -> str:
    theme = sheet.theme
    hand, end = hand_row(sheet, place.concealed, place.drawn, place.melds, 0, _HAND_BOTTOM)
    drawn = f'<g transform="translate({number(-end / 2)} 0)">{hand}</g>'
    rivers = ""
    # The fourth row may be longer than the others, but no player discards thirty tiles.
    for at in range(0, min(len(place.river), 3 * _A_ROW), _A_ROW):
        last = at == 2 * _A_ROW
        tiles = place.river[at:] if last else place.river[at : at + _A_ROW]
        bottom = _RIVER_TOP + HEIGHT + at // _A_ROW * (HEIGHT + GAP)
        rivers += row(sheet, tiles, -3 * (WIDTH + GAP), bottom)
    drawn += f'<g data-part="river">{rivers}</g>'
    if place.riichi:
        drawn += f'<g data-part="riichi"><title>{escape(sheet.speak(_STICK))}</title>'
        drawn += line(theme, "M-80 216H80", "rule", 14)
        drawn += f"{line(theme, 'M-78 216H78', 'face', 10)}{line(theme, 'M-5 216H5', 'red', 8)}</g>"
    # The label of the player opposite is drawn the right way up.
    across = turn == -180
    where = f"translate(0 {176 if across else 194})" + ("rotate(180)" if across else "")
    upright = f'<g transform="{where}">{text(theme, 0, 0, place.words, 24, bold=True)}</g>'
    return f'<g data-seat="{place.seat}" transform="rotate({turn})">{drawn}{upright}</g>'


_STICK, _INDICATORS_ARE, _HAND, _RIVER = (
    _N("riichi stick"),
    _N("dora indicators: {tiles}"),
    _N("hand: {tiles}"),
    _N("river: {tiles}"),
)


def _description(seen: Seen, speak: Translator) -> str:
    def listed(template: str, tiles: Sequence[Laid]) -> str:
        return speak(say(template, tiles=described(tiles, speak)))

    said = [
        ", ".join([*seen.above, *seen.below]),
        listed(_INDICATORS_ARE, [(name, "upright") for name in seen.indicators]),
    ]
    for place in filter(None, seen.places):
        parts = [place.words, listed(_HAND, place.concealed)]
        parts += [drawn_words(place.drawn, speak)] if place.drawn is not None else []
        parts += [meld_words(kind, laid, speak) for kind, laid in place.melds]
        parts += [listed(_RIVER, place.river)] if place.river else []
        said.append(". ".join(parts))
    return ". ".join(said)
