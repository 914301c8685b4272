"""Tiles as they lie side by side: one tile, a meld, a hand. How each lies is said in words: upright, turned, stacked,
down.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from kanrules.drawing.canvas import Theme, number, svg, text
from kanrules.drawing.faces import BACK, FACES, GAP, HEIGHT, WIDTH, face, name_of

Laid = tuple[str, str]
"""A tile's name, and how it lies: `upright`, `turned`, `stacked` (on the turned one before it) or `down`."""
SIZE = 48
"""How many pixels wide a tile is drawn where nobody says."""
_TALL = 2 * WIDTH + GAP
_APART = 24
_WAYS = {"upright": "", "turned": ", turned", "stacked": ", on the turned one", "down": ", face down"}


@dataclass(slots=True)
class Sheet:
    """What is drawn so far; each face once, and used wherever it lies."""

    theme: Theme
    index: bool = True
    faces: dict[str, str] = field(default_factory=dict)

    def put(self, tile: str, x: float, y: float, lies: str = "upright") -> str:
        """One tile, its upper left corner here."""
        shown = BACK if lies == "down" else tile
        turned = lies in ("turned", "stacked")
        known = bool(tile) and tile != BACK
        title = f"{name_of(tile)}{_WAYS[lies]}" if known else "a tile face down"
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

    def _face(self, tile: str) -> str:
        # The same name always stands for the same picture: several pictures may share a page.
        name = f"k{self.theme[0]}{'i' if self.index else ''}-{tile}"
        if name not in self.faces:
            self.faces[name] = f'<g id="{name}">{face(tile, self.theme, index=self.index)}</g>'
        return name

    @property
    def definitions(self) -> str:
        """The faces that are used."""
        return f"<defs>{''.join(self.faces.values())}</defs>"


def sprite(*, theme: Theme = Theme.AUTO) -> str:
    """Every face once, under the names by which hands, melds and tables of the same page use them."""
    sheet = Sheet(theme)
    for name in (*FACES, BACK):
        sheet.put(name if name != BACK else "", 0, 0, "down" if name == BACK else "upright")
    return f'<svg xmlns="http://www.w3.org/2000/svg" width="0" height="0" aria-hidden="true">{sheet.definitions}</svg>'


def tile(name: str, *, theme: Theme = Theme.AUTO, size: float = SIZE, index: bool = True) -> str:
    """One tile as a picture."""
    inner = f'<g data-tile="{name}" data-lies="upright">{face(name, theme, index=index)}</g>'
    return svg(inner, (WIDTH, HEIGHT), name_of(name), theme=theme, scale=size / WIDTH)


def grid(lines: Sequence[Sequence[str]], title: str, *, theme: Theme = Theme.AUTO, size: float = SIZE) -> str:
    """Tiles in lines, as a set is laid out; `back` is one face down."""
    sheet = Sheet(theme)
    drawn = ""
    for at, names in enumerate(lines):
        laid = [("", "down") if name == BACK else (name, "upright") for name in names]
        drawn += row(sheet, laid, 0, HEIGHT + at * (HEIGHT + GAP))
    size_of = (max(map(len, lines)) * (WIDTH + GAP) - GAP, len(lines) * (HEIGHT + GAP) - GAP)
    return svg(sheet.definitions + drawn, size_of, title, theme=theme, scale=size / WIDTH)


def width_of(laid: Sequence[Laid]) -> float:
    """How wide tiles lie."""
    wide = sum((HEIGHT if lies == "turned" else WIDTH) + GAP for _, lies in laid if lies != "stacked")
    return max(0, wide - GAP)


def row(sheet: Sheet, laid: Iterable[Laid], x: float, bottom: float) -> str:
    """Tiles side by side on one line, from x on; the middle of the table is upward."""
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
) -> str:
    """A meld as a picture, with a caption below it where one is given."""
    sheet = Sheet(theme, index)
    width, height = width_of(laid), _height_of([laid])
    drawn = f'<g data-meld="{kind}">{row(sheet, laid, 0, height)}</g>'
    if caption:
        letters = _letters(size)
        drawn += text(theme, width / 2, height + 1.1 * letters, caption, letters, colour="muted")
        height += 1.5 * letters
    whole = (width, height)
    said = f"{title} ({caption})" if caption else title
    return svg(sheet.definitions + drawn, whole, said, description=described(laid), theme=theme, scale=size / WIDTH)


def _letters(size: float) -> float:
    """How large a caption is written: to be read below small tiles too, and no wider than an ankan."""
    return min(30, max(17, 17 * SIZE / size))


def described(laid: Iterable[Laid]) -> str:
    """Tiles in words, left to right."""
    return "; ".join(f"{name_of(name)}{_WAYS[lies]}" if name else "a tile face down" for name, lies in laid)


def hand_row(
    sheet: Sheet,
    concealed: Sequence[Laid],
    drawn: Laid | None,
    melds: Sequence[tuple[str, Sequence[Laid]]],
    x: float,
    bottom: float,
) -> tuple[str, float]:
    """A hand on one line from x on: its tiles, the drawn one apart, its melds, each with its kind; gives where it
    ends.
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
) -> str:
    """A hand as a picture: its tiles, the drawn one apart, its melds."""
    sheet = Sheet(theme, index)
    height = _height_of(laid for _, laid in melds)
    tiles = [(name, "upright") for name in concealed]
    inner, width = hand_row(sheet, tiles, None if drawn is None else (drawn, "upright"), melds, 0, height)
    if caption:
        letters = _letters(size)
        inner += text(theme, width, height + 1.1 * letters, caption, letters, anchor="end", colour="muted")
        height += 1.5 * letters
    said = [described(tiles)]
    said += [f"drawn: {name_of(drawn)}"] if drawn is not None else []
    said += [f"{kind}: {described(laid)}" for kind, laid in melds]
    return svg(
        sheet.definitions + inner,
        (width, height),
        title,
        description=". ".join(part for part in said if part),
        theme=theme,
        scale=size / WIDTH,
    )
