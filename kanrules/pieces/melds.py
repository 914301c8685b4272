"""Melds: their tiles, the player a tile was called from, and their layout on the table."""

from __future__ import annotations

from dataclasses import replace
from enum import StrEnum
from functools import lru_cache

from kanrules.frozen import frozen
from kanrules.locale import marked as _N
from kanrules.pieces.tiles import KIND, NAMES, Kind, Seat, Tile, format_tiles, sort_tiles

_TYPE_WORDS = (_N("chi"), _N("pon"), _N("ankan"), _N("daiminkan"), _N("shouminkan"))
"""The types of melds, as messages for translators."""


class MeldType(StrEnum):
    """The five types of melds."""

    CHI = "chi"
    PON = "pon"
    ANKAN = "ankan"
    DAIMINKAN = "daiminkan"
    SHOUMINKAN = "shouminkan"


KAN_TYPES = frozenset((MeldType.ANKAN, MeldType.DAIMINKAN, MeldType.SHOUMINKAN))


class Facing(StrEnum):
    """Position of a tile in a meld."""

    UPRIGHT = "upright"
    TURNED = "turned"
    DOWN = "down"
    STACKED = "stacked"


class AnkanDisplay(StrEnum):
    """Which tiles of an ankan are face down."""

    MIDDLE_DOWN = "middle_down"
    OUTER_DOWN = "outer_down"
    EITHER = "either"
    """Either the middle two or the outer two."""
    TWO_DOWN = "two_down"
    """Any two."""


@frozen
class LaidTile:
    """A tile of a meld as it is placed on the table."""

    tile: Tile
    facing: Facing


@frozen
class Meld:
    """A meld: its sorted tiles, the called tile, the player it was called from, and the added tile of a shouminkan.

    `called` and `source` are None for an ankan; a shouminkan keeps those of its pon.
    """

    type: MeldType
    tiles: tuple[Tile, ...]
    called: Tile | None = None
    source: Seat | None = None
    added: Tile | None = None

    @property
    def kind(self) -> Kind:
        """Kind of the meld's first tile, and of all its tiles unless it is a chi."""
        return KIND[self.tiles[0]]

    @property
    def is_kan(self) -> bool:
        """True for the three types of kan."""
        return self.type in KAN_TYPES

    @property
    def is_open(self) -> bool:
        """True if the meld opens the hand, as all but the ankan do."""
        return self.type is not MeldType.ANKAN

    def __str__(self) -> str:
        text = f"{self.type} {format_tiles(self.tiles)}"
        return text if self.source is None else f"{text} from {self.source}"

    def laid(self, seat: Seat, display: AnkanDisplay = AnkanDisplay.OUTER_DOWN) -> tuple[LaidTile, ...]:
        """Return the layout of the meld in front of its player, from left to right. An added tile follows the turned
        tile that it is placed on.

        The turned tile is on the left, in the middle, or on the right, which shows the player it came from. If the
        rules leave open which tiles of an ankan are face down, the outer ones are. Source: M.League 4-5, EMA 2016
        3.3.5-3.3.7 (an ankan with its two inner or two outer tiles face down).
        """
        if self.type is MeldType.ANKAN:
            down = (1, 2) if display is AnkanDisplay.MIDDLE_DOWN else (0, 3)
            # Red fives stay visible.
            *hidden, one, other = sorted(self.tiles, key=lambda tile: tile != KIND[tile])
            order = [one, *hidden, other] if display is AnkanDisplay.MIDDLE_DOWN else [hidden[0], one, other, hidden[1]]
            return tuple(LaidTile(tile, Facing.DOWN if at in down else Facing.UPRIGHT) for at, tile in enumerate(order))
        assert self.called is not None and self.source is not None, (
            "an open meld has the tile and the player it was called from"
        )
        rest = list(self.tiles)
        rest.remove(self.called)
        if self.added is not None:
            rest.remove(self.added)
        rest = sort_tiles(rest)
        from_left = (seat - self.source) % 4  # 1: the player to the left, 2: opposite, 3: to the right
        place = {1: 0, 2: 1, 3: len(rest)}[from_left]
        laid = [LaidTile(tile, Facing.UPRIGHT) for tile in rest]
        turned = [LaidTile(self.called, Facing.TURNED)]
        if self.added is not None:
            turned.append(LaidTile(self.added, Facing.STACKED))
        return (*laid[:place], *turned, *laid[place:])

    def lies(self, seat: Seat, display: AnkanDisplay = AnkanDisplay.OUTER_DOWN) -> tuple[tuple[str, str], ...]:
        """Return the same layout in words, for drawing: the name of each tile and its position."""
        return tuple((NAMES[laid.tile], laid.facing.value) for laid in self.laid(seat, display))

    def _repr_svg_(self) -> str:
        """Return the meld as SVG, for a notebook.

        A meld does not store its owner: a chi comes from the player before, and any other meld is shown as east's, or
        as south's if it came from east. If the source is unknown, no tile of a pon or kan is turned.
        """
        from kanrules.drawing.rows import meld

        kind, title, seat = self.type.value, str(self), Seat.EAST
        if self.source is None and self.type is MeldType.CHI:
            return meld(replace(self, source=Seat.NORTH).lies(seat), title, kind=kind)
        if self.source is None and self.is_open:
            return meld([(NAMES[tile], Facing.UPRIGHT.value) for tile in self.tiles], title, kind=kind)
        if self.source is not None and (self.type is MeldType.CHI or self.source is Seat.EAST):
            seat = Seat((self.source + 1) % 4)
        return meld(self.lies(seat), f"{self}, as it lies before {seat}" if self.is_open else title, kind=kind)


@lru_cache(maxsize=4096)
def called_meld(meld_type: MeldType, tile: Tile, using: tuple[Tile, ...], source: Seat) -> Meld:
    """Return the meld of this call, with its tiles sorted. The same call always gives the same frozen value."""
    return Meld(meld_type, tuple(sort_tiles((*using, tile))), tile, source)
