"""The setup of a table as one frozen value per ruleset: number of players, tiles, turn order, and the plan of the
wall.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from kanrules.frozen import frozen
from kanrules.pieces.tiles import KIND, KINDS, SEATS, TILES, Kind, Seat, Tile, counts_37, full_set, next_dora

INDICATORS = 5
"""Number of places for dora indicators in a dead wall, each with one for its ura indicator."""
DEALT = 13
"""Number of tiles dealt to each player."""
LEFT_OUT: frozenset[Kind] = frozenset(range(1, 8))
"""Kinds that are left out with three players: 2m to 8m."""


@frozen
class Setup:
    """The players and tiles at a table before a hand.

    Counted from the end of the wall, the places are: `replacements` replacement tiles, then five pairs of a dora
    indicator with its ura indicator below. The last `undrawn` places are never drawn. If `undrawn` is smaller
    than the number of places, the other places hold the last tiles of the live wall. Each replacement draw shortens the
    live wall, so these tiles are not drawn.
    """

    players: int
    seats: tuple[Seat, ...]
    """The seats, east first. With three players there is no north."""
    after: tuple[Seat, ...]
    """The next seat in turn order, by seat."""
    kinds: tuple[Kind, ...]
    """Every kind in the set."""
    dora_after: tuple[Kind, ...]
    """The dora that each tile indicates: the next kind in the set."""
    undrawn: int
    replacements: int
    live: int
    """Number of draws if no player takes a replacement tile."""

    @property
    def size(self) -> int:
        """Number of tiles in the set."""
        return 4 * len(self.kinds)

    @property
    def own_replacements(self) -> int:
        """Number of replacement tiles behind the live wall."""
        return min(self.replacements, self.undrawn)

    @property
    def own_ura(self) -> int:
        """Number of ura indicators behind the live wall. The others are tiles of the live wall."""
        return min(INDICATORS, max(0, self.undrawn - self.replacements + 1) // 2)

    @property
    def own_indicators(self) -> int:
        """Number of dora indicators behind the live wall. The others are tiles of the live wall."""
        return min(INDICATORS, max(0, self.undrawn - self.replacements) // 2)

    @property
    def unnamed(self) -> int:
        """Number of tiles behind the live wall that are neither replacement tiles nor indicators."""
        return max(0, self.undrawn - self.replacements - 2 * INDICATORS)

    def tiles(self, red_fives: int) -> list[Tile]:
        """Return every tile of the set with this many red fives (as far as their kinds are in the set)."""
        return _tiles(self.kinds, red_fives)

    def copies(self, red_fives: int) -> tuple[int, ...]:
        """Return the number of each of the 37 tiles in the set."""
        return _copies(self.kinds, red_fives)

    def lists(self, tile: Tile) -> bool:
        """Return True if this tile's kind is in the set."""
        return KIND[tile] in self.kinds


def _tiles(kinds: tuple[Kind, ...], red_fives: int) -> list[Tile]:
    found = full_set(red_fives)
    return found if len(kinds) == KINDS else [tile for tile in found if KIND[tile] in kinds]


@cache
def _copies(kinds: tuple[Kind, ...], red_fives: int) -> tuple[int, ...]:
    return tuple(counts_37(_tiles(kinds, red_fives)))


@cache
def setup(players: int = 4, *, without: Iterable[Kind] = (), undrawn: int = 14, replacements: int = 4) -> Setup:
    """Return the setup of a table from the number of players, the kinds left out, and the plan of the wall."""
    left_out = frozenset(without)
    kinds = tuple(kind for kind in range(KINDS) if kind not in left_out)
    seats = SEATS[:players]
    return Setup(
        players=players,
        seats=seats,
        after=tuple(seats[(seat + 1) % players] for seat in seats),
        kinds=kinds,
        dora_after=tuple(_next(tile, left_out) for tile in range(TILES)),
        undrawn=undrawn,
        replacements=replacements,
        live=4 * len(kinds) - DEALT * players - undrawn,
    )


def _next(tile: Tile, left_out: frozenset[Kind]) -> Kind:
    kind = next_dora(tile)
    while kind in left_out:
        kind = next_dora(kind)
    return kind


FOUR = setup()
"""Four players with 136 tiles."""
THREE = setup(3, without=LEFT_OUT, replacements=8)
"""Three players with 108 tiles and eight replacement tiles."""
