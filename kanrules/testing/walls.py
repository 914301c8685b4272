"""Walls for generated hands: shuffled ones, and ones that deal triplets and their fourth tiles so that kans are
common.
"""

from __future__ import annotations

import random

from kanrules.pieces.setup import FOUR, Setup
from kanrules.pieces.tiles import KIND, Tile


def plain_wall(chance: random.Random, red_fives: int = 0, setup: Setup = FOUR) -> list[Tile]:
    """Return a shuffled wall."""
    tiles = setup.tiles(red_fives)
    chance.shuffle(tiles)
    return tiles


def rich_wall(chance: random.Random, red_fives: int = 0, setup: Setup = FOUR) -> list[Tile]:
    """Return a wall in `Kyoku`'s order that deals triplets and lets many of their fourth tiles be drawn early."""
    rest = plain_wall(chance, red_fives, setup)
    players = setup.players
    by_kind: dict[int, list[Tile]] = {kind: [] for kind in setup.kinds}
    for tile in rest:
        by_kind[KIND[tile]].append(tile)
    kinds = list(setup.kinds)
    chance.shuffle(kinds)
    hands: list[list[Tile]] = [[] for _ in setup.seats]
    early: list[Tile] = []
    for seat in setup.seats:
        for _ in range(chance.choice((1, 2, 2, 3, 3, 4))):
            kind = kinds.pop()
            held = chance.choice((2, 3, 3, 3, 4))
            if len(hands[seat]) + held > 13:
                break
            hands[seat] += by_kind[kind][:held]
            early += by_kind[kind][held:]
            by_kind[kind] = []
    left = [tile for tiles in by_kind.values() for tile in tiles]
    chance.shuffle(left)
    for hand in hands:
        while len(hand) < 13:
            hand.append(left.pop())
        chance.shuffle(hand)
    # The fourth tiles are among the first draws and the replacement tiles.
    early += [left.pop() for _ in range(min(len(left), 24 - min(len(early), 20)))]
    chance.shuffle(early)
    while len(early) < setup.own_replacements:
        early.append(left.pop())
    replacements = [early.pop() for _ in range(setup.own_replacements)]
    rest = early + left
    live, dead = rest[: setup.live], rest[setup.live :][::-1]
    rounds = range(0, 12 * players, 4)
    dealt = [hands[start // 4 % players][start // (4 * players) * 4 + at] for start in rounds for at in range(4)]
    return [*dealt, *(hand[12] for hand in hands), *live, *replacements, *dead]
