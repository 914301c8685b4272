"""The wall as a setup plans it: thirteen tiles dealt to each player, the live wall, and behind it the replacement
tiles, five dora indicators, and five ura indicators.

With four players, 52 tiles are dealt, 70 are live, and 14 are in the dead wall. After every replacement draw the dead
wall is refilled from the end of the live wall, so that it always has fourteen tiles. Source: M.League 2-2 to 2-6, EMA
2016 2.6 and 3.3.5. With three players, 39 are dealt and 55 are live. The fourth and fifth pairs of indicators are the
last four of these; the kans that turn them keep them from being drawn. Source: walls of Tenhou's games, rebuilt.
"""

from __future__ import annotations

import random
from collections.abc import Sequence

from kanrules.errors import UnreadableError
from kanrules.frozen import frozen
from kanrules.pieces.setup import DEALT, FOUR, INDICATORS, Setup
from kanrules.pieces.tiles import KIND, NAMES, Tile

SIZE, LIVE, REPLACEMENTS = FOUR.size, FOUR.live, FOUR.replacements
"""Numbers of tiles in a wall for four players: all, live, and replacement tiles."""
COPIES: dict[int, tuple[int, ...]] = {red_fives: FOUR.copies(red_fives) for red_fives in (0, 2, 3, 4)}
"""Number of each tile (37 counts) in a set of 136, by number of red fives."""


@frozen
class Wall:
    """A dealt wall: the hands by seat, the live tiles in drawing order, and the places of the dead wall in order.

    An indicator that the setup keeps among the live tiles is in both. `unnamed` tiles are behind the live wall and
    never seen.
    """

    hands: tuple[tuple[Tile, ...], ...]
    live: tuple[Tile, ...]
    replacements: tuple[Tile, ...]
    indicators: tuple[Tile, ...]
    ura: tuple[Tile, ...]
    red_fives: int
    unnamed: tuple[Tile, ...] = ()


def shuffled(red_fives: int, seed: int | None, setup: Setup = FOUR) -> list[Tile]:
    """Return a set with this many red fives, shuffled from the seed."""
    tiles = setup.tiles(red_fives)
    random.Random(seed).shuffle(tiles)
    return tiles


def deal(tiles: Sequence[Tile], setup: Setup = FOUR) -> Wall:
    """Deal four tiles to each player three times from east on, then one each. The live tiles and the dead wall follow.

    Takes the whole set in that order (with four players 136 tiles: 52 that are dealt, 70 live ones, then four
    replacement tiles, five dora indicators, five ura indicators). Raises UnreadableError if it is not one whole set.
    """
    if len(tiles) != setup.size:
        raise UnreadableError(f"a wall has {setup.size} tiles, not {len(tiles)}")
    kinds = [0] * 34
    for tile in tiles:
        kinds[KIND[tile]] += 1
    for kind, count in enumerate(kinds):
        if count and kind not in setup.kinds:
            raise UnreadableError(f"this game is played without 2m to 8m, but the wall holds {NAMES[kind]}")
    for kind in setup.kinds:
        if kinds[kind] != 4:
            raise UnreadableError(f"a wall holds four {NAMES[kind]}, not {kinds[kind]}")
    players = setup.players
    hands: list[list[Tile]] = [[] for _ in setup.seats]
    rounds = DEALT - 1
    for start in range(0, rounds * players, 4):
        hands[start // 4 % players] += tiles[start : start + 4]
    for seat in setup.seats:
        hands[seat].append(tiles[rounds * players + seat])
    dealt = DEALT * players
    live, dead = tiles[dealt : dealt + setup.live], list(tiles[dealt + setup.live :])
    own = setup.own_replacements
    replacements, dead = dead[:own], dead[own:]
    indicators, dead = dead[: setup.own_indicators], dead[setup.own_indicators :]
    ura, unnamed = dead[: setup.own_ura], dead[setup.own_ura :]
    first = setup.replacements
    replacements += [live[_from_end(setup, place)] for place in range(own, first)]
    indicators += [live[_from_end(setup, first + 1 + 2 * at)] for at in range(len(indicators), INDICATORS)]
    ura += [live[_from_end(setup, first + 2 * at)] for at in range(len(ura), INDICATORS)]
    return Wall(
        hands=tuple(map(tuple, hands)),
        live=tuple(live),
        replacements=tuple(replacements),
        indicators=tuple(indicators),
        ura=tuple(ura),
        red_fives=sum(tile >= 34 for tile in tiles),
        unnamed=tuple(unnamed),
    )


def _from_end(setup: Setup, place: int) -> int:
    """Return the position in the live wall, counted from its end, of a dead-wall place that is a tile of the live
    wall.
    """
    return setup.undrawn - place - 1
