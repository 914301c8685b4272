"""The wall: 136 tiles, of which 52 are dealt, 70 are live, and 14 lie dead: four replacement tiles, five indicators and
their ura.

The dead wall is refilled from the live wall's end after every replacement draw, so that it always has fourteen tiles.
Source: M.League 2-2 to 2-6, EMA 2016 2.6 and 3.3.5.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass

from kanrules.errors import UnreadableError
from kanrules.pieces.tiles import KIND, NAMES, Tile, counts_37, full_set

SIZE, LIVE, REPLACEMENTS, INDICATORS = 136, 70, 4, 5
COPIES: dict[int, tuple[int, ...]] = {red_fives: tuple(counts_37(full_set(red_fives))) for red_fives in (0, 3, 4)}
"""How many of each tile (37 places) a set with so many red fives holds."""


@dataclass(frozen=True, slots=True)
class Wall:
    """A whole wall, dealt: the four hands by seat, the live tiles in the order drawn, and the dead wall's places in
    order.
    """

    hands: tuple[tuple[Tile, ...], ...]
    live: tuple[Tile, ...]
    replacements: tuple[Tile, ...]
    indicators: tuple[Tile, ...]
    ura: tuple[Tile, ...]
    red_fives: int


def shuffled(red_fives: int, seed: int | None) -> list[Tile]:
    """A set with so many red fives (0, 3 or 4), shuffled from the seed."""
    tiles = full_set(red_fives)
    random.Random(seed).shuffle(tiles)
    return tiles


def deal(tiles: Sequence[Tile]) -> Wall:
    """Four tiles to each player three times from east on, then one each; then 70 live tiles and the dead wall.

    Takes 136 tiles: 52 that are dealt, 70 live ones in order, then four replacement tiles, five indicators and five
    ura. Raises UnreadableError where it is not one whole set.
    """
    if len(tiles) != SIZE:
        raise UnreadableError(f"a wall has {SIZE} tiles, not {len(tiles)}")
    kinds = [0] * 34
    for tile in tiles:
        kinds[KIND[tile]] += 1
    for kind, count in enumerate(kinds):
        if count != 4:
            raise UnreadableError(f"a wall holds four {NAMES[kind]}, not {count}")
    hands: list[list[Tile]] = [[], [], [], []]
    for start in range(0, 48, 4):
        hands[start // 4 % 4] += tiles[start : start + 4]
    for seat in range(4):
        hands[seat].append(tiles[48 + seat])
    dead = tiles[52 + LIVE :]
    return Wall(
        hands=tuple(map(tuple, hands)),
        live=tuple(tiles[52 : 52 + LIVE]),
        replacements=tuple(dead[:REPLACEMENTS]),
        indicators=tuple(dead[REPLACEMENTS : REPLACEMENTS + INDICATORS]),
        ura=tuple(dead[REPLACEMENTS + INDICATORS :]),
        red_fives=sum(tile >= 34 for tile in tiles),
    )
