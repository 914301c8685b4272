"""Walls of the differential runner: plain ones, and ones made for what is rare."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence

from kanrules.pieces.setup import FOUR, THREE
from kanrules.pieces.tiles import KIND, Tile
from kanrules.testing.walls import plain_wall, rich_wall

Chooser = Callable[[random.Random], list[Tile]]


def laid(chance: random.Random, hands: Sequence[Sequence[int]], early: Sequence[int] = ()) -> list[Tile]:
    """A wall for as many players as there are hands, with three red fives (of three players two).

    The hands begin with these kinds (what is missing is filled by chance); the first draws and the replacement tiles
    are shuffled from `early` and twice as many others.
    """
    players = len(hands)
    setup, red_fives = (THREE, 2) if players == 3 else (FOUR, 3)
    left: dict[int, list[Tile]] = {}
    for tile in setup.tiles(red_fives):
        left.setdefault(KIND[tile], []).append(tile)
    for copies in left.values():
        chance.shuffle(copies)
    dealt = [[left[kind].pop() for kind in hand] for hand in hands]
    soon = [left[kind].pop() for kind in early]
    rest = [tile for copies in left.values() for tile in copies]
    chance.shuffle(rest)
    for hand in dealt:
        while len(hand) < 13:
            hand.append(rest.pop())
        chance.shuffle(hand)
    draws = soon + [rest.pop() for _ in range(2 * len(soon))]
    chance.shuffle(draws)
    replaced = 8 if players == 3 else 4
    replacements = [draws.pop() if draws and chance.random() < 0.3 else rest.pop() for _ in range(replaced)]
    dead = [rest.pop() for _ in range(14 - replaced)]
    order = [hand[4 * turn + at] for turn in range(3) for hand in dealt for at in range(4)]
    return [*order, *(hand[12] for hand in dealt), *draws, *rest, *replacements, *dead]


def quads(chance: random.Random) -> list[Tile]:
    """Kans on replacement tiles: one or two players hold triplets, and the fourth tiles come early."""
    kinds = chance.sample(range(34), 8)
    first, second = sorted(chance.sample(range(4), 2))
    hands: list[list[int]] = [[], [], [], []]
    for at, kind in enumerate(kinds):
        hands[first if at < 4 else second] += [kind] * (3 if at % 4 < 3 else 2)
    return laid(chance, hands, [kind for at, kind in enumerate(kinds) for _ in range(1 if at % 4 < 3 else 2)])


def robbers(chance: random.Random) -> list[Tile]:
    """Shouminkans that others wait for: one holds a pair and draws its fourth tile, two or three are tenpai on it."""
    suit = 9 * chance.randrange(3)
    number = chance.randrange(1, 8)
    kind = suit + number
    hands: list[list[int]] = [[], [], [], []]
    seats = chance.sample(range(4), 4)
    hands[seats[0]] += [kind, kind]

    def free(one: int) -> int:
        return 4 - sum(hand.count(one) for hand in hands) - 2 * (one == kind)

    for seat in seats[1 : chance.choice((3, 3, 4))]:
        hand = hands[seat]
        shapes = [(low, high) for low, high in ((-2, -1), (-1, 1), (1, 2)) if number + low >= 0 and number + high <= 8]
        shapes = [two for two in shapes if free(kind + two[0]) > 0 and free(kind + two[1]) > 0]
        if not shapes:
            continue
        low, high = chance.choice(shapes)
        hand += [kind + low, kind + high]
        for _ in range(3):
            starts = [one for one in range(27) if one % 9 < 7 and all(free(one + at) > 0 for at in range(3))]
            start = chance.choice([one for one in starts if not one <= kind <= one + 2])
            hand += [start, start + 1, start + 2]
        hand += [chance.choice([one for one in range(34) if one != kind and free(one) > 1])] * 2
    return laid(chance, hands, [kind, kind])


def ready(chance: random.Random) -> list[Tile]:
    """Four hands that are tenpai or nearly so: riichi by everybody, wins on one tile, kans in riichi."""
    hands: list[list[int]] = [[], [], [], []]

    def free(kind: int) -> int:
        return 4 - sum(hand.count(kind) for hand in hands)

    for hand in hands:
        for _ in range(3):
            if chance.random() < 0.5:
                kind = chance.choice([k for k in range(34) if free(k) >= 3])
                hand += [kind] * 3
            else:
                starts = [k for k in range(27) if k % 9 < 7 and all(free(k + at) for at in range(3))]
                start = chance.choice(starts)
                hand += [start, start + 1, start + 2]
        kind = chance.choice([k for k in range(34) if free(k) >= 2])
        hand += [kind] * 2
        starts = [k for k in range(27) if k % 9 < 8 and free(k) and free(k + 1)]
        start = chance.choice(starts)
        hand += [start, start + 1]
    early = [k for k in range(34) if any(hand.count(k) == 3 for hand in hands) and free(k)]
    return laid(chance, hands, early[:8])


def liable(chance: random.Random) -> list[Tile]:
    """Dragons and winds in pairs and triplets with one player: somebody becomes liable."""
    kinds = chance.choice(([31, 32, 33], [27, 28, 29, 30]))
    seat = chance.randrange(4)
    hands: list[list[int]] = [[], [], [], []]
    for kind in kinds:
        hands[seat] += [kind] * chance.choice((2, 2, 3))
    pair = chance.randrange(27)
    hands[seat] = [*hands[seat][:11], pair, pair]
    return laid(chance, hands, [kind for kind in kinds for _ in range(4 - hands[seat].count(kind))])


def orphans(chance: random.Random) -> list[Tile]:
    """Thirteen orphans in wait, and quads of orphans with another."""
    kinds = [0, 8, 9, 17, 18, 26, 27, 28, 29, 30, 31, 32, 33]
    missing = chance.choice(kinds)
    seat, other = chance.sample(range(4), 2)
    hands: list[list[int]] = [[], [], [], []]
    hands[seat] += [kind for kind in kinds if kind != missing]
    if chance.random() < 0.6:
        hands[seat].append(chance.choice([kind for kind in kinds if kind != missing]))
    else:
        hands[seat].append(chance.choice(range(1, 8)))
    hands[other] += [missing] * 3
    early = [missing] if hands[seat].count(missing) == 0 else []
    return laid(chance, hands, early)


def plain(chance: random.Random) -> list[Tile]:
    """A shuffled wall."""
    return plain_wall(chance, 3)


def rich(chance: random.Random) -> list[Tile]:
    """Triplets, and their fourth tiles early."""
    return rich_wall(chance, 3)


WALLS: dict[str, Chooser] = {
    "plain": plain,
    "rich": rich,
    "quads": quads,
    "robbers": robbers,
    "ready": ready,
    "liable": liable,
    "orphans": orphans,
}
