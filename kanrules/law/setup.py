"""The setup that a ruleset plays with. Four players use all tiles and no kita, whatever the keys say."""

from __future__ import annotations

from functools import lru_cache

from kanrules.law.options import Options, TileSet
from kanrules.pieces.setup import LEFT_OUT, Setup, setup

START_SCORES = {4: 25000, 3: 35000}
"""Default score of each player at the start of a hand, by number of players."""


def setup_of(options: Options) -> Setup:
    """Return the setup of a ruleset's table, from [table] and [wall]. Rulesets with equal keys share one frozen
    value.
    """
    table, wall = options.table, options.wall
    return _setup(table.players, table.tiles, wall.undrawn, wall.replacements)


def has_kita(options: Options) -> bool:
    """Return True if norths can be set aside, which needs three players."""
    return options.kita.enabled and options.table.players == 3


@lru_cache(maxsize=64)
def _setup(players: int, tiles: TileSet, undrawn: int, replacements: int) -> Setup:
    without = LEFT_OUT if players == 3 and tiles is TileSet.WITHOUT_2M_8M else frozenset()
    return setup(players, without=without, undrawn=undrawn, replacements=replacements)
