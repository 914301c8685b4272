"""Tiles: 34 kinds of four, three of them with a red five, written in mpsz.

A tile is a small int, like a square in a chess library: 0-33 are the kinds `1m`..`9m 1p`..`9p 1s`..`9s 1z`..`7z` (east
south west north haku hatsu chun), and 34-36 the red fives `0m 0p 0s`. `KIND[tile]` is the kind without the red mark.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from enum import IntEnum

from kanrules.errors import UnreadableError
from kanrules.locale import marked as _N
from kanrules.locale.sentences import Named

Tile = int
"""A tile: 0-33 for a plain tile of that kind, 34-36 for a red five."""
Kind = int
"""A kind of tile, 0-33."""

KINDS = 34
TILES = 37
RED_FIVES: tuple[Tile, ...] = (34, 35, 36)
FIVES: tuple[Kind, ...] = (4, 13, 22)
KIND: tuple[Kind, ...] = (*range(34), *FIVES)
RED_OF: tuple[Tile | None, ...] = tuple(dict(zip(FIVES, RED_FIVES, strict=True)).get(kind) for kind in range(KINDS))
"""Red five of each kind; None for the kinds that have none."""
BIT: tuple[int, ...] = tuple(1 << kind for kind in KIND)
"""Bit of a tile's kind in a 34-bit mask."""
NAMES: tuple[str, ...] = (
    *(f"{n}{suit}" for suit in "mps" for n in range(1, 10)),
    *(f"{n}z" for n in range(1, 8)),
    "0m",
    "0p",
    "0s",
)
BY_NAME: dict[str, Tile] = {name: tile for tile, name in enumerate(NAMES)}
TERMINALS_AND_HONOURS: frozenset[Kind] = frozenset((0, 8, 9, 17, 18, 26, *range(27, 34)))
EAST, NORTH, HAKU, HATSU, CHUN = 27, 30, 31, 32, 33
WINDS: tuple[Kind, ...] = (27, 28, 29, 30)
DRAGONS: tuple[Kind, ...] = (31, 32, 33)

# In a sorted hand, a red five comes next to its plain fives: 4m 0m 5m 6m.
SORT_KEY: tuple[int, ...] = (*(2 * k for k in range(34)), *(2 * k - 1 for k in FIVES))


class Seat(IntEnum):
    """A seat, by its wind in this hand. East deals, and the turn passes east, south, west, north."""

    EAST = 0
    SOUTH = 1
    WEST = 2
    NORTH = 3

    def __str__(self) -> str:
        return _SEAT_WORDS[self]

    @property
    def wind(self) -> Kind:
        """Tile of this seat's wind."""
        return 27 + int(self)


SEATS: tuple[Seat, ...] = tuple(Seat)


def wind(name: Seat | str) -> Named:
    """Return the name of a round wind, translatable. It is not a seat."""
    return Named(str(name), _WINDS[str(name)])


_WINDS = {
    "east": _N("east wind"), "south": _N("south wind"), "west": _N("west wind"), "north": _N("north wind")
}  # fmt: skip
_SEAT_WORDS = (_N("east"), _N("south"), _N("west"), _N("north"))


def next_dora(indicator: Tile) -> Kind:
    """Return the kind that an indicator makes dora: the one that follows it (9 to 1, north to east, chun to haku).

    Takes the indicator, red or not. Source: M.League 2-6, EMA 2016 2.5.
    """
    kind = KIND[indicator]
    if kind < 27:
        return kind + 1 if kind % 9 < 8 else kind - 8
    if kind < 31:
        return 27 + (kind - 26) % 4
    return 31 + (kind - 30) % 3


def parse_tile(text: str) -> Tile:
    """Return the tile of an mpsz name: `5p`, `0p`, `7z`. Raises UnreadableError for anything else."""
    try:
        return BY_NAME[text]
    except KeyError:
        raise UnreadableError(
            f"{_shown(text)} is not a tile; expected a digit and a suit, such as 5p, 0s (a red five) or 7z (chun)"
        ) from None


def parse_tiles(text: str) -> list[Tile]:
    """Return the tiles of an mpsz text (`123m40p77z`, spaces allowed), in the order written.

    Raises UnreadableError with the text and the place where it stops being mpsz. The number of copies is not checked.
    """
    if len(text) > MAX_TEXT:
        raise UnreadableError(
            f"{_shown(text)}: {len(text):,} characters; expected tiles, at most {MAX_TEXT:,} characters"
        )
    found, read = bytearray(), 0
    for run in _RUN.finditer(text):
        found += run[1].encode().translate(_BY_DIGIT[run[2]])
        read += run.end() - run.start()
    if read == len(text) and _NONE not in found:
        return list(found)
    return _parse_slowly(text)


MAX_TEXT = 1000
"""Maximum length of a text of tiles: a whole wall with a space after each tile has 408 characters."""
_SHOWN = 60


def _shown(text: str) -> str:
    """Return a text as a message quotes it, shortened."""
    return repr(text) if len(text) <= _SHOWN else f"{text[:_SHOWN]!r}..."


_RUN = re.compile(r"([0-9]+)([mpsz])")
_NONE = 255
_BY_DIGIT: dict[str, bytes] = {
    suit: bytes(BY_NAME.get(f"{chr(code)}{suit}", _NONE) for code in range(256)) for suit in "mpsz"
}
"""Table for `bytes.translate` that turns a digit into a tile, by suit."""


def _parse_slowly(text: str) -> list[Tile]:
    """Do the same one character at a time, for text with spaces and to report the place of a mistake."""
    tiles: list[Tile] = []
    digits: list[str] = []
    for at, char in enumerate(text, 1):
        if char in "0123456789":
            digits.append(char)
        elif char in "mpsz":
            if not digits:
                raise UnreadableError(
                    f"{_shown(text)}: suit {char!r} at place {at} has no digits before it; expected tiles such as "
                    "123m55z"
                )
            for digit in digits:
                tile = BY_NAME.get(digit + char)
                if tile is None:
                    raise UnreadableError(f"{_shown(text)}: there is no tile {digit + char!r}; honours are 1z to 7z")
                tiles.append(tile)
            digits.clear()
        elif not char.isspace():
            raise UnreadableError(
                f"{_shown(text)}: {char!r} at place {at} is not mpsz; expected digits and the suits m, p, s, z"
            )
        elif digits:
            raise UnreadableError(
                f"{_shown(text)}: the digits before place {at} have no suit; expected m, p, s or z after them"
            )
    if digits:
        raise UnreadableError(f"{_shown(text)}: the last digits have no suit; expected m, p, s or z after them")
    return tiles


def format_tiles(tiles: Iterable[Tile]) -> str:
    """Return tiles as mpsz in the given order, with runs of one suit joined: `123m0p77z`."""
    out: list[str] = []
    last = ""
    for tile in tiles:
        if not 0 <= tile < TILES:
            raise UnreadableError(f"{tile} is not a tile; expected 0 to {TILES - 1}: 34 kinds and three red fives")
        name = NAMES[tile]
        if last and name[1] != last:
            out.append(last)
        out.append(name[0])
        last = name[1]
    return "".join(out) + last


def sort_tiles(tiles: Iterable[Tile]) -> list[Tile]:
    """Return tiles in the order of a sorted hand: m p s z, a red five just before the plain fives."""
    return sorted(tiles, key=SORT_KEY.__getitem__)


def counts_37(tiles: Iterable[Tile]) -> list[int]:
    """Return the number of each tile as a list of 37 counts (red fives apart)."""
    counts = [0] * TILES
    for tile in tiles:
        counts[tile] += 1
    return counts


_REDS: dict[int, tuple[int, int, int]] = {0: (0, 0, 0), 2: (0, 1, 1), 3: (1, 1, 1), 4: (1, 2, 1)}


def full_set(red_fives: int) -> list[Tile]:
    """Return the 136 tiles of a set with 0, 2, 3, or 4 red fives (two: 0p and 0s; four: two of them are 0p)."""
    if red_fives not in _REDS:
        raise UnreadableError(f"a set has 0, 2, 3 or 4 red fives, not {red_fives}")
    tiles = [kind for kind in range(KINDS) for _ in range(4)]
    for red, number in zip(RED_FIVES, _REDS[red_fives], strict=True):
        for copy in range(number):
            tiles[KIND[red] * 4 + copy] = red
    return tiles
