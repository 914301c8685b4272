"""Walls for generated hands: shuffled ones, and ones in which triplets and their fourth tiles make many kans."""

from __future__ import annotations

import random

from kanrules.pieces.tiles import KIND, KINDS, Tile, full_set


def plain_wall(chance: random.Random, red_fives: int = 0) -> list[Tile]:
    """Return a shuffled wall."""
    tiles = full_set(red_fives)
    chance.shuffle(tiles)
    return tiles


def rich_wall(chance: random.Random, red_fives: int = 0) -> list[Tile]:
    """Return a wall of 136 tiles that deals triplets and lets many of their fourth tiles be drawn early, in `Kyoku`'s
    order.
    """
    rest = plain_wall(chance, red_fives)
    by_kind: dict[int, list[Tile]] = {kind: [] for kind in range(KINDS)}
    for tile in rest:
        by_kind[KIND[tile]].append(tile)
    kinds = list(range(KINDS))
    chance.shuffle(kinds)
    hands: list[list[Tile]] = [[], [], [], []]
    early: list[Tile] = []
    for seat in range(4):
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
    replacements = [early.pop() for _ in range(4)]
    live = early + left
    dead = [live.pop() for _ in range(10)]
    dealt = [hands[start // 4 % 4][start // 16 * 4 + at] for start in range(0, 48, 4) for at in range(4)]
    return [*dealt, *(hand[12] for hand in hands), *live, *replacements, *dead]
