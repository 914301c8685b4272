"""Tiles from a folder of SVG files, instead of the built-in ones.

The names are those of FluffyStuff's riichi-mahjong-tiles, which are in the public domain: Man1 to Man9, Man5-Dora, the
same for Pin and Sou, Ton, Nan, Shaa, Pei, Haku, Hatsu, Chun, Front and Back.
"""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path

from kanrules.drawing.faces import BACK, FACES, HEIGHT, WIDTH
from kanrules.errors import wrong_use

_SUITS = {"m": "Man", "p": "Pin", "s": "Sou"}
_HONOURS = ("Ton", "Nan", "Shaa", "Pei", "Haku", "Hatsu", "Chun")
_FRONT = "Front"
_MOST = 1_000_000
"""Size of the largest file that is read, in bytes."""


def file_of(tile: str) -> str:
    """Return the name of a tile's file, without its ending: "Man5-Dora", "Ton", "Back"."""
    if tile == BACK:
        return "Back"
    if tile[1] == "z":
        return _HONOURS[int(tile[0]) - 1]
    return f"{_SUITS[tile[1]]}5-Dora" if tile[0] == "0" else f"{_SUITS[tile[1]]}{tile[0]}"


@lru_cache(maxsize=4)
def tiles_of(folder: Path) -> Mapping[str, str]:
    """Return the picture of every tile in a folder, in the units of the built-in ones.

    A file `Front.svg` is drawn below each face. Raises UnreadableError for a missing file, or one that is not SVG.
    """
    missing = [f"{file_of(tile)}.svg" for tile in (*FACES, BACK) if not (folder / f"{file_of(tile)}.svg").is_file()]
    if missing:
        more = f" and {len(missing) - 3} more" if len(missing) > 3 else ""
        raise wrong_use(f"{folder}: no {', '.join(missing[:3])}{more}; a folder of tiles needs all 38")
    front = _picture(folder / f"{_FRONT}.svg") if (folder / f"{_FRONT}.svg").is_file() else ""
    return {
        tile: ("" if tile == BACK else front) + _picture(folder / f"{file_of(tile)}.svg") for tile in (*FACES, BACK)
    }


def _picture(path: Path) -> str:
    """Return a file as an image element. Inside an image, scripts do not run and ids do not clash."""
    with path.open("rb") as file:
        raw = file.read(_MOST + 1)
    if len(raw) > _MOST or b"<svg" not in raw:
        raise wrong_use(f"{path}: not an SVG file of at most {_MOST:,} bytes")
    data = b64encode(raw).decode("ascii")
    return f'<image width="{WIDTH}" height="{HEIGHT}" href="data:image/svg+xml;base64,{data}"/>'
