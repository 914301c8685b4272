"""The faces of the 34 kinds, the three red fives, and the back, in 60 x 80 units.

They are drawn in `faces.svg`: pin are discs, sou are bamboo, and characters are brush strokes. Colours are those of a
Japanese set: the sou of an all-green hand are entirely green. A red five must be recognizable without colour and at 24
pixels, so its mark takes space from the picture.
"""

from __future__ import annotations

import re
from functools import cache, lru_cache
from pathlib import Path

from kanrules.drawing.canvas import Theme, number, stroke
from kanrules.locale import marked as _N
from kanrules.locale.sentences import Named, say

WIDTH, HEIGHT, GAP = 60, 80, 2
SUITS = {"m": _N("man"), "p": _N("pin"), "s": _N("sou")}
HONOURS: dict[str, str] = {
    "1z": Named("east", _N("east wind")),
    "2z": Named("south", _N("south wind")),
    "3z": Named("west", _N("west wind")),
    "4z": Named("north", _N("north wind")),
    "5z": _N("white dragon"),
    "6z": _N("green dragon"),
    "7z": _N("red dragon"),
}
_NUMBERED, _RED_FIVE = _N("{number} {suit}"), _N("red {number} {suit}")
INDEX: dict[str, dict[str, str]] = {
    language: dict(zip(HONOURS, letters.split(), strict=True))
    for language, letters in {
        "en": "E S W N Wh Gr Rd", "de": "O S W N We Gr Ro", "fr": "E S O N Bl Ve Ro", "nl": "O Z W N Wi Gr Ro"
    }.items()
}  # fmt: skip
"""The letters in the corners of honours, by language. Japanese has none: the character itself can be read."""
BACK = "back"
FACES = (*(f"{number}{suit}" for suit in SUITS for number in "1234056789"), *HONOURS)
"""Every face that a tile can have, with the red fives among their suits."""

LETTERS: dict[str, tuple[float, str]] = {
    "1": (7, "M1 3L5 0V14"),
    "2": (9, "M.5 4C.5-1.5 8.5-1.5 8.5 4C8.5 7.5 3 9.5.5 14H9"),
    "3": (9, "M.5 1.8C3-1 8.5-.5 8.5 3.5C8.5 6 6.5 7 4 7C6.5 7 9 8 9 10.5C9 15 2.5 15 0 12.2"),
    "4": (10, "M7 14V0L0 10H10"),
    "5": (9, "M8.5 0H1.5L1 6.3C4 4.5 9 5.3 9 9.5C9 14.8 2.5 15 0 12.2"),
    "6": (9, "M7.5 0C3 1.5.5 5 .5 9.5C.5 15.5 9 15.5 9 9.5C9 4.5 1.5 4.5.5 9.5"),
    "7": (9, "M0 0H9L3.5 14"),
    "8": (9, "M4.5 6.6C0 6.6 0 0 4.5 0C9 0 9 6.6 4.5 6.6C-1 6.6-1 14 4.5 14C10 14 10 6.6 4.5 6.6Z"),
    "9": (9, "M1.5 14C6 12.5 8.5 9 8.5 4.5C8.5-1.5 0-1.5 0 4.5C0 9.5 7.5 9.5 8.5 4.5"),
    "E": (8, "M8 0H0V14H8M0 7H7"),
    "S": (9, "M8.5 2.2C7-1 .5-.8.5 3.5C.5 7.5 9 6.5 9 10.5C9 15 1.5 14.8 0 11.8"),
    "W": (13, "M0 0L3.3 14L6.5 3L9.7 14L13 0"),
    "N": (9, "M0 14V0L9 14V0"),
    "G": (10, "M9.5 2.8C7-1.5 0-.8 0 7C0 14.8 8 15 9.5 11.5V8H6"),
    "R": (9, "M0 14V0H4.5C9.5 0 9.5 7.3 4.5 7.3H0M4.5 7.3L9 14"),
    "O": (11, "M5.5 0C-1.8 0-1.8 14 5.5 14C12.8 14 12.8 0 5.5 0Z"),
    "Z": (9, "M0 0H9L0 14H9"),
    "V": (10, "M0 0L5 14L10 0"),
    "B": (9, "M0 0V14H5C10 14 10 6.8 5 6.8H0M0 0H4.5C8.8 0 8.8 6.8 4.5 6.8"),
    "e": (8, "M0 9.5H8C8 4 0 3.5 0 9.5C0 14.8 5.5 14.9 7.5 12.6"),
    "i": (2, "M1 5.5V14M1 .2V.6"),
    "l": (2, "M1 0V14"),
    "o": (8, "M4 5C-1.2 5-1.2 14 4 14C9.2 14 9.2 5 4 5Z"),
    "d": (7, "M7 0V14M7 9.5C7 4 0 4 0 9.5C0 15 7 15 7 9.5"),
    "h": (7, "M0 0V14M0 9C1.5 5 7 4.5 7 9V14"),
    "r": (5, "M0 5V14M0 9C.7 6.5 2.5 4.8 5 5.4"),
}  # fmt: skip
"""Width and strokes of each letter, in a height of 14."""


def name_of(tile: str) -> str:
    """Return the name of a tile for screen readers, in any language: "red 5 pin", "east", "white dragon"."""
    if tile in HONOURS:
        return HONOURS[tile]
    red = tile[0] == "0"
    return say(_RED_FIVE if red else _NUMBERED, number="5" if red else tile[0], suit=SUITS[tile[1]])


def indexed(language: str) -> bool:
    """Return True if tiles have letters in their corners in this language."""
    return language in INDEX


@lru_cache(maxsize=1024)
def face(tile: str, theme: Theme, *, index: str = "en") -> str:
    """Return the picture of a tile with its outline. `back` is a tile face down.

    `index` is the language of the letters in the corners of man and honours; "" leaves them out.
    """
    art = _art()[tile].replace('class="k-', f'class="k{theme[0]}-')
    letters = INDEX.get(index)
    if letters is None or tile[-1] not in "mz":
        return art
    return art + _index(letters.get(tile, "5" if tile[0] == "0" else tile[0]), theme)


@cache
def _art() -> dict[str, str]:
    """Return every tile as `faces.svg` has it: the classes of its shapes name no theme."""
    source = Path(__file__).with_suffix(".svg").read_text(encoding="utf-8")
    return dict(re.findall(r'^<g id="(\w+)"[^>]*>(.*)</g>$', source, re.MULTILINE))


def _index(letters: str, theme: Theme) -> str:
    x, drawn = 0.0, ""
    for letter in letters:
        width, strokes = LETTERS[letter]
        drawn += f'<path d="{strokes}" transform="translate({number(x)})"/>' if x else f'<path d="{strokes}"/>'
        x += width + 3.4
    return (
        '<g transform="translate(6.6 6.6) scale(.8)" stroke-width="2.8" stroke-linecap="round" '
        'stroke-linejoin="round" '
        f"{stroke(theme, 'black')}>{drawn}</g>"
    )
