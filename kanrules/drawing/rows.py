"""Rows of tiles: a single tile, a meld, or a hand. The position of each tile is a word: upright, turned, stacked,
down.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from kanrules.drawing.canvas import Theme, number, svg, text
from kanrules.drawing.faces import BACK, FACES, GAP, HEIGHT, WIDTH, face, indexed, name_of
from kanrules.locale import ENGLISH, Translator
from kanrules.locale import marked as _N
from kanrules.locale.sentences import say

Laid = tuple[str, str]
"""Name of a tile, and its position: `upright`, `turned`, `stacked` (on the turned tile before it), or `down`."""
SIZE = 48
"""Default width of a tile, in pixels."""
_TALL = 2 * WIDTH + GAP
_APART = 24
_WAYS = {
    "turned": _N("{tile}, sideways"),
    "stacked": _N("{tile}, on top of the sideways tile"),
    "down": _N("{tile}, face down"),
}
_UNSEEN, _DRAWN, _MELD = _N("a face-down tile"), _N("drawn: {tile}"), _N("{meld}: {tiles}")


@lru_cache(maxsize=4096)
def lying(tile: str, lies: str, speak: Translator) -> str:
    """Return a tile and its position in words; "" for a hidden tile."""
    if not tile or tile == BACK:
        return speak(_UNSEEN)
    name = name_of(tile)
    return speak(name if lies == "upright" else say(_WAYS[lies], tile=name))


@dataclass(slots=True)
class Drawing:
    """A picture in progress. Each tile face is defined once and used everywhere."""

    theme: Theme
    index: bool = True
    speak: Translator = ENGLISH
    own: Mapping[str, str] | None = None
    """Pictures of tiles to use instead of the built-in ones."""
    faces: dict[str, str] = field(default_factory=dict)

    def put(self, tile: str, x: float, y: float, lies: str = "upright") -> str:
        """Return one tile with its upper left corner at this place."""
        shown = BACK if lies == "down" else tile
        turned = lies in ("turned", "stacked")
        known = bool(tile) and tile != BACK
        title = lying(tile, lies, self.speak)
        where = (
            f"translate({number(x)} {number(y + WIDTH)})rotate(-90)"
            if turned
            else f"translate({number(x)} {number(y)})"
        )
        named = f' data-tile="{tile}"' if known else ""
        return (
            f'<g{named} data-lies="{lies}" transform="{where}"><title>{title}</title>'
            f'<use href="#{self._face(shown)}"/></g>'
        )

    @property
    def language(self) -> str:
        """The language of the letters in tile corners; "" if there are none."""
        return self.speak.language if self.index and indexed(self.speak.language) else ""

    def name(self, tile: str) -> str:
        """Return the id of a tile face. Equal ids always mean equal pictures, because several pictures may share a
        page.
        """
        if self.own is not None:
            return f"own-{tile}"
        mark = {"": "", "en": "i"}.get(self.language, f"i{self.language}")
        return f"k{self.theme[0]}{mark}-{tile}"

    def _face(self, tile: str) -> str:
        name = self.name(tile)
        if name not in self.faces:
            drawn = face(tile, self.theme, index=self.language) if self.own is None else self.own[tile]
            self.faces[name] = f'<g id="{name}">{drawn}</g>'
        return name

    @property
    def definitions(self) -> str:
        """The `<defs>` element with the tile faces in use."""
        return f"<defs>{''.join(self.faces.values())}</defs>"


def face_name(tile: str, speak: Translator) -> str:
    """Return the id of a tile face in the `sprite` of the same language."""
    return Drawing(Theme.AUTO, speak=speak).name(tile)


def sprite(speak: Translator) -> str:
    """Return a hidden picture with every tile face, for the hands, melds, and tables of the same page and language."""
    sheet = Drawing(Theme.AUTO, speak=speak)
    for name in (*FACES, BACK):
        sheet.put(name if name != BACK else "", 0, 0, "down" if name == BACK else "upright")
    return f'<svg xmlns="http://www.w3.org/2000/svg" width="0" height="0" aria-hidden="true">{sheet.definitions}</svg>'


def tile(
    name: str, *, theme: Theme = Theme.AUTO, size: float = SIZE, index: bool = True, speak: Translator = ENGLISH
) -> str:
    """Return a picture of one tile."""
    drawn = face(name, theme, index=speak.language if index else "")
    inner = f'<g data-tile="{name}" data-lies="upright">{drawn}</g>'
    return svg(inner, (WIDTH, HEIGHT), speak(name_of(name)), theme=theme, scale=size / WIDTH)


def width_of(laid: Sequence[Laid]) -> float:
    """Return the width of a row of tiles."""
    wide = sum((HEIGHT if lies == "turned" else WIDTH) + GAP for _, lies in laid if lies != "stacked")
    return max(0, wide - GAP)


def row(sheet: Drawing, laid: Iterable[Laid], x: float, bottom: float) -> str:
    """Return tiles side by side on one line, starting at x. The middle of the table is upward."""
    drawn, turned_at = "", x
    for name, lies in laid:
        if lies == "stacked":
            drawn += sheet.put(name, turned_at, bottom - _TALL, lies)
        elif lies == "turned":
            turned_at = x
            drawn += sheet.put(name, x, bottom - WIDTH, lies)
            x += HEIGHT + GAP
        else:
            drawn += sheet.put(name, x, bottom - HEIGHT, lies)
            x += WIDTH + GAP
    return drawn


def _height_of(melds: Iterable[Sequence[Laid]]) -> float:
    return _TALL if any(lies == "stacked" for laid in melds for _, lies in laid) else HEIGHT


def meld(
    laid: Sequence[Laid],
    title: str,
    *,
    kind: str = "",
    caption: str = "",
    theme: Theme = Theme.AUTO,
    size: float = SIZE,
    index: bool = True,
    speak: Translator = ENGLISH,
) -> str:
    """Return a picture of a meld, with a caption below it if one is given."""
    sheet = Drawing(theme, index, speak)
    width, height = width_of(laid), _height_of([laid])
    drawn = f'<g data-meld="{kind}">{row(sheet, laid, 0, height)}</g>'
    if caption:
        letters = _letters(size)
        drawn += text(theme, width / 2, height + 1.1 * letters, caption, letters, colour="muted")
        height += 1.5 * letters
    whole = (width, height)
    said = f"{title} ({caption})" if caption else title
    return svg(
        sheet.definitions + drawn, whole, said, description=described(laid, speak), theme=theme, scale=size / WIDTH
    )


def _letters(size: float) -> float:
    """Return the size of a caption: readable below small tiles too, and no wider than an ankan."""
    return min(30, max(17, 17 * SIZE / size))


def described(laid: Iterable[Laid], speak: Translator = ENGLISH) -> str:
    """Return tiles in words, from left to right."""
    return "; ".join(lying(name, lies, speak) for name, lies in laid)


def drawn_words(laid: Laid, speak: Translator) -> str:
    """Return the drawn tile in words."""
    return speak(say(_DRAWN, tile=lying(*laid, speak)))


def meld_words(kind: str, laid: Iterable[Laid], speak: Translator) -> str:
    """Return a meld in words: its kind, and its tiles from left to right."""
    return speak(say(_MELD, meld=kind, tiles=described(laid, speak)))


def hand_row(
    sheet: Drawing,
    concealed: Sequence[Laid],
    drawn: Laid | None,
    melds: Sequence[tuple[str, Sequence[Laid]]],
    x: float,
    bottom: float,
) -> tuple[str, float]:
    """Return a hand on one line from x on, and the x at which it ends.

    The drawn tile is set apart from the concealed tiles and the melds.
    """
    inner = f'<g data-part="concealed">{row(sheet, concealed, x, bottom)}</g>'
    x += width_of(concealed)
    if drawn is not None:
        x += _APART / 2
        inner += f'<g data-part="drawn">{row(sheet, [drawn], x, bottom)}</g>'
        x += WIDTH
    for kind, laid in melds:
        x += _APART
        inner += f'<g data-part="meld" data-meld="{kind}">{row(sheet, laid, x, bottom)}</g>'
        x += width_of(laid)
    return inner, x


def hand(
    concealed: Sequence[str],
    title: str,
    *,
    drawn: str | None = None,
    melds: Sequence[tuple[str, Sequence[Laid]]] = (),
    caption: str = "",
    theme: Theme = Theme.AUTO,
    size: float = SIZE,
    index: bool = True,
    speak: Translator = ENGLISH,
    own: Mapping[str, str] | None = None,
) -> str:
    """Return a picture of a hand: its tiles, the drawn tile set apart, and its melds."""
    sheet = Drawing(theme, index, speak, own)
    height = _height_of(laid for _, laid in melds)
    tiles = [(name, "upright") for name in concealed]
    inner, width = hand_row(sheet, tiles, None if drawn is None else (drawn, "upright"), melds, 0, height)
    if caption:
        letters = _letters(size)
        inner += text(theme, width, height + 1.1 * letters, caption, letters, anchor="end", colour="muted")
        height += 1.5 * letters
    said = [described(tiles, speak)]
    said += [drawn_words((drawn, "upright"), speak)] if drawn is not None else []
    said += [meld_words(kind, laid, speak) for kind, laid in melds]
    return svg(
        sheet.definitions + inner,
        (width, height),
        title,
        description=". ".join(part for part in said if part),
        theme=theme,
        scale=size / WIDTH,
    )
