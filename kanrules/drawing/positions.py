"""A position as rows of tiles: the players that it names, each with hand and melds, and the dora indicators."""

from __future__ import annotations

from collections.abc import Sequence

from kanrules.drawing.canvas import Theme, svg, text
from kanrules.drawing.faces import HEIGHT, WIDTH
from kanrules.drawing.letters import ems
from kanrules.drawing.rows import Drawing, Laid, described, drawn_words, hand_row, meld_words
from kanrules.frozen import frozen
from kanrules.locale import ENGLISH, Translator

SIZE = 26
"""Default width of a tile, in pixels."""
_LETTERS = 40
_BETWEEN = 44
_BESIDE = 48
_WIDE_FONT = 1.15
"""How much wider than estimated the letters of a reader's own font can be."""


@frozen
class PositionRow:
    """The tiles of one player, or the dora indicators."""

    words: str
    """Label before the tiles, such as the seat."""
    concealed: Sequence[Laid]
    drawn: Laid | None = None
    melds: Sequence[tuple[str, Sequence[Laid]]] = ()

    def described(self, speak: Translator) -> str:
        """Return the row in words."""
        said = [described(self.concealed, speak)] if self.concealed else []
        said += [drawn_words(self.drawn, speak)] if self.drawn is not None else []
        said += [meld_words(kind, laid, speak) for kind, laid in self.melds]
        return f"{self.words}: {'. '.join(said)}"


def draw_position(
    rows: Sequence[PositionRow],
    title: str,
    *,
    theme: Theme = Theme.AUTO,
    speak: Translator = ENGLISH,
) -> str:
    """Return a picture of the rows below each other."""
    sheet = Drawing(theme, speak=speak)
    left = max(ems(row.words) for row in rows) * _LETTERS * _WIDE_FONT + _BESIDE
    inner, bottom, widest = "", 0.0, 0.0
    for row in rows:
        stacked = any(lies == "stacked" for _, laid in row.melds for _, lies in laid)
        bottom += (2 * WIDTH if stacked else HEIGHT) + (_BETWEEN if inner else 0)
        inner += text(theme, 0, bottom - HEIGHT / 2 + _LETTERS / 3, row.words, _LETTERS, anchor="start")
        drawn, end = hand_row(sheet, row.concealed, row.drawn, row.melds, left, bottom)
        inner += drawn
        widest = max(widest, end)
    description = ". ".join(row.described(speak) for row in rows)
    whole = (widest, bottom)
    return svg(sheet.definitions + inner, whole, title, description=description, theme=theme, scale=SIZE / WIDTH)
