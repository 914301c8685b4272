"""The setup of a table: how many play, with which tiles, who follows whom, and the plan of the wall; one frozen value a
ruleset.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache

from kanrules.pieces.tiles import KIND, KINDS, SEATS, TILES, Kind, Seat, Tile, counts_37, full_set, next_dora

INDICATORS = 5
"""How many places of indicators a dead wall has, each with one of ura."""
DEALT = 13
"""How many tiles each player is dealt."""
LEFT_OUT: frozenset[Kind] = frozenset(range(1, 8))
"""2m to 8m, with which three do not play."""


@dataclass(frozen=True, slots=True)
class Setup:
    """Who sits at the table and what lies on it before a hand.

    Counted from the wall's end, the places are: `replacements` replacement tiles, then five pairs, of each the ura
    below its indicator. The last `undrawn` places are never drawn; where that is fewer than all of these, the other
    ones are the last tiles of the live wall, and a replacement draw, which shortens that wall, is what keeps them from
    being drawn.
    """

    players: int
    seats: tuple[Seat, ...]
    """Who plays, east first: nobody sits north where three play."""
    after: tuple[Seat, ...]
    """By seat, who follows."""
    kinds: tuple[Kind, ...]
    """Every kind in the set."""
    dora_after: tuple[Kind, ...]
    """By tile, the dora that it indicates: the next kind in the set."""
    undrawn: int
    replacements: int
    live: int
    """How many tiles are drawn where nobody takes a replacement tile."""

    @property
    def size(self) -> int:
        """How many tiles the set has."""
        return 4 * len(self.kinds)

    @property
    def own_replacements(self) -> int:
        """How many replacement tiles lie behind the live wall."""
        return min(self.replacements, self.undrawn)

    @property
    def own_ura(self) -> int:
        """How many ura lie behind the live wall; the others are tiles of it."""
        return min(INDICATORS, max(0, self.undrawn - self.replacements + 1) // 2)

    @property
    def own_indicators(self) -> int:
        """How many indicators lie behind the live wall; the others are tiles of it."""
        return min(INDICATORS, max(0, self.undrawn - self.replacements) // 2)

    @property
    def unnamed(self) -> int:
        """How many tiles behind the live wall are neither replacement tile nor indicator nor ura."""
        return max(0, self.undrawn - self.replacements - 2 * INDICATORS)

    def tiles(self, red_fives: int) -> list[Tile]:
        """Every tile of the set with so many red fives (as far as their fives are in it)."""
        return _tiles(self.kinds, red_fives)

    def copies(self, red_fives: int) -> tuple[int, ...]:
        """How many of each of the 37 tiles the set holds."""
        return _copies(self.kinds, red_fives)

    def lists(self, tile: Tile) -> bool:
        """Whether this tile is one of the set's kinds."""
        return KIND[tile] in self.kinds


def _tiles(kinds: tuple[Kind, ...], red_fives: int) -> list[Tile]:
    found = full_set(red_fives)
    return found if len(kinds) == KINDS else [tile for tile in found if KIND[tile] in kinds]


@cache
def _copies(kinds: tuple[Kind, ...], red_fives: int) -> tuple[int, ...]:
    return tuple(counts_37(_tiles(kinds, red_fives)))


@cache
def setup(players: int = 4, *, without: Iterable[Kind] = (), undrawn: int = 14, replacements: int = 4) -> Setup:
    """The setup of a table: so many players, a set without these kinds, and the plan of the wall."""
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
