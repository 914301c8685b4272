"""The faces of the 34 kinds, the three red fives, and the back, in 60 x 80 units.

Pin are discs, sou are bamboo, and characters are strokes. Colours are those of a Japanese set: the sou of an all-green
hand are entirely green.
"""

from __future__ import annotations

import math
from functools import lru_cache

from kanrules.drawing.brush import brushed
from kanrules.drawing.canvas import Theme, fill, number, stroke
from kanrules.drawing.characters import CHARACTERS, LETTERS
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

_GREEN, _RED, _BLUE = "green", "red", "blue"
_PIN: dict[int, tuple[float, tuple[tuple[float, float, str], ...]]] = {
    2: (12.5, ((30, 22.5, _GREEN), (30, 57.5, _BLUE))),
    3: (10.2, ((16, 18, _BLUE), (30, 40, _RED), (44, 62, _GREEN))),
    4: (10.6, ((17, 22, _BLUE), (43, 22, _GREEN), (17, 58, _GREEN), (43, 58, _BLUE))),
    5: (9.4, ((17, 19, _BLUE), (43, 19, _GREEN), (30, 40, _RED), (17, 61, _GREEN), (43, 61, _BLUE))),
    6: (9.3, tuple((x, y, colour) for y, colour in ((16, _GREEN), (42, _RED), (64, _RED)) for x in (17, 43))),
    7: (8.2, ((13, 13, _GREEN), (30, 20.5, _GREEN), (47, 28, _GREEN),
              *((x, y, _RED) for y in (47, 66.5) for x in (17, 43)))),
    8: (8.2, tuple((x, y, _BLUE) for y in (13.5, 31, 49, 66.5) for x in (17, 43))),
    9: (8.1, tuple((x, y, colour) for y, colour in ((16, _GREEN), (40, _RED), (64, _BLUE)) for x in (12.5, 30, 47.5))),
}  # fmt: skip
"""Radius and positions of the discs, by number."""
_SOU: dict[int, tuple[float, float, tuple[tuple[float, float, str], ...]]] = {
    2: (30, 10.5, ((30, 23, _GREEN), (30, 57, _GREEN))),
    3: (30, 10, ((30, 23, _GREEN), (17, 57, _GREEN), (43, 57, _GREEN))),
    4: (30, 10, tuple((x, y, _GREEN) for y in (23, 57) for x in (17, 43))),
    5: (28, 8.6, ((14, 22.5, _GREEN), (46, 22.5, _GREEN), (30, 40, _RED), (14, 57.5, _GREEN), (46, 57.5, _GREEN))),
    6: (30, 9, tuple((x, y, _GREEN) for y in (23.5, 56.5) for x in (14, 30, 46))),
    7: (20.5, 8, ((30, 15.5, _RED), *((x, y, _GREEN) for y in (40, 64.2) for x in (14, 30, 46)))),
    9: (20.5, 8, tuple((x, y, colour)
                       for x, colour in ((14, _GREEN), (30, _RED), (46, _GREEN)) for y in (15.8, 40, 64.2))),
}  # fmt: skip
"""Length, width, and positions of the sticks, by number. The eight has slanted sticks, and the one is a bird."""


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
    if tile == BACK:
        return _outline(theme, "back") + (
            '<path d="M9 9H51V71H9ZM30 24L42 40L30 56L18 40Z" stroke-width="3" stroke-linejoin="round" '
            f"{stroke(theme, 'line')}/>"
        )
    red = tile[0] == "0"
    digit, suit = 5 if red else int(tile[0]), tile[1]
    if suit == "p":
        art = _pin(digit, red, theme)
    elif suit == "s":
        art = _sou(digit, red, theme)
    elif suit == "m":
        art = _character(tile, 18, 6, 32, theme, _RED if red else "black") + _character("man", 13, 40, 34, theme, _RED)
    else:
        art = _honour(tile, theme)
    mark = ""
    if red:
        # A red five must be recognizable without colour and at 24 pixels, so its mark takes space from the picture.
        art = f'<g transform="translate(1.5 9) scale(.87)">{art}</g>'
        mark = f'<path d="M38 2.5H53A4.5 4.5 0 0 1 57.5 7V22Z" data-mark="red" {fill(theme, _RED)}/>'
    letters = INDEX.get(index)
    corner = "" if letters is None or suit not in "mz" else _index(letters.get(tile, str(digit)), theme)
    return _outline(theme, "face") + art + mark + corner


def _outline(theme: Theme, colour: str) -> str:
    return (
        f'<rect x="1" y="1" width="58" height="78" rx="6.5" {fill(theme, "edge")}/>'
        f'<rect x="3" y="3" width="54" height="74" rx="4.5" {fill(theme, colour)}/>'
    )


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


def _character(name: str, x: float, y: float, size: float, theme: Theme, colour: str) -> str:
    width, strokes = CHARACTERS[name]
    return (
        f'<path d="{brushed(strokes, width)}" transform="translate({number(x)} {number(y)}) '
        f'scale({number(size / 100)})" {fill(theme, colour)}/>'
    )


def _honour(tile: str, theme: Theme) -> str:
    if tile == "5z":
        return f'<rect x="14.5" y="26" width="31" height="43" rx="2" stroke-width="5" {stroke(theme, _BLUE)}/>'
    return _character(tile, 7, 24, 46, theme, {"6z": _GREEN, "7z": _RED}.get(tile, "black"))


def _disc(x: float, y: float, radius: float, theme: Theme, colour: str) -> str:
    """Return a disc with a light ring in it: it looks like a disc at 24 pixels, like a coin at 200."""
    at = f'<circle cx="{number(x)}" cy="{number(y)}"'
    return (
        f'{at} r="{number(radius)}" {fill(theme, colour)}/>'
        f'{at} r="{number(radius / 2)}" stroke-width="{number(max(1.4, radius / 5))}" {stroke(theme, "face")}/>'
    )


def _pin(digit: int, red: bool, theme: Theme) -> str:
    if digit == 1:
        petals = "".join(
            (
                f"M{number(30 + 14.2 * math.cos(turn) - 2.5)} {number(40 + 14.2 * math.sin(turn))}a2.5 2.5 0 1 0 5 "
                "0a2.5 2.5 0 1 0-5 0"
            )
            for turn in (math.tau * petal / 8 for petal in range(8))
        )
        return (
            f'<circle cx="30" cy="40" r="21" {fill(theme, _BLUE)}/><path d="{petals}" {fill(theme, "face")}/>'
            f'<circle cx="30" cy="40" r="9.2" {fill(theme, "face")}/>'
            f'<circle cx="30" cy="40" r="6.2" {fill(theme, _RED)}/>'
        )
    radius, discs = _PIN[digit]
    return "".join(_disc(x, y, radius, theme, _RED if red else colour) for x, y, colour in discs)


def _stick(x: float, y: float, length: float, width: float, theme: Theme, colour: str, lean: float = 0) -> str:
    """Return two joints of bamboo with a knot between them."""
    half, left = length / 2, x - width / 2
    joint = f'width="{number(width)}" height="{number(half - 0.9)}" rx="2.6"'
    drawn = (
        f'<rect x="{number(left)}" y="{number(y - half)}" {joint}/>'
        f'<rect x="{number(left)}" y="{number(y + 0.9)}" {joint}/>'
        f'<rect x="{number(left + 1.6)}" y="{number(y - 2)}" width="{number(width - 3.2)}" height="4"/>'
    )
    leaning = f' transform="rotate({number(lean)} {number(x)} {number(y)})"' if lean else ""
    return f"<g {fill(theme, colour)}{leaning}>{drawn}</g>"


def _sou(digit: int, red: bool, theme: Theme) -> str:
    if digit == 1:
        return _bird(theme)
    if digit == 8:
        drawn = ""
        for y, side in ((23.5, 1), (56.5, -1)):
            drawn += _stick(11.5, y, 28, 7, theme, _GREEN) + _stick(48.5, y, 28, 7, theme, _GREEN)
            drawn += _stick(23.6, y, 25, 6.6, theme, _GREEN, -28 * side) + _stick(
                36.4, y, 25, 6.6, theme, _GREEN, 28 * side
            )
        return drawn
    length, width, sticks = _SOU[digit]
    return "".join(_stick(x, y, length, width, theme, _RED if red else colour) for x, y, colour in sticks)


def _bird(theme: Theme) -> str:
    """Return the one sou: a long-tailed bird in profile, unlike any stick even at 24 pixels."""
    return (
        '<path d="M10 68C14 52 20 40 27 33C30 24 37 17 44 19C50 21 51 28 48 33C46 44 40 53 30 55C24 57 18 61 10 68Z" '
        f"{fill(theme, _GREEN)}/>"
        f'<path d="M8 57C13 49 18 43 24 38L21 49C17 52 13 54 8 57Z" {fill(theme, _BLUE)}/>'
        f'<path d="M27 37C34 35 40 38 41 45C35 49 28 47 24 51C23 45 24 40 27 37Z" {fill(theme, "face")}/>'
        '<path d="M28.5 39.5C33 38.5 36.5 40.5 37.5 44C33.5 46 29.5 45 26.7 47C26.4 43.5 27 41 28.5 39.5ZM49 22.5L56 '
        '25.5L49.3 29Z" '
        f"{fill(theme, _RED)}/>"
        f'<circle cx="44" cy="25" r="2.5" {fill(theme, "face")}/>'
        f'<path d="M33 54V68M38.5 50.5V68M29 68.5H43" stroke-width="3" stroke-linecap="round" {stroke(theme, _RED)}/>'
    )
