"""Walls of the differential runner for three players."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence

from kanrules.pieces.setup import THREE
from kanrules.pieces.tiles import NORTH, Tile
from tests.differential.walls import laid

Chooser = Callable[[random.Random], list[Tile]]
SUITS = (9, 18)
"""Where the suits begin that have runs."""


def plain(chance: random.Random) -> list[Tile]:
    """A shuffled wall."""
    return laid(chance, [[], [], []])


def rich(chance: random.Random) -> list[Tile]:
    """Triplets in every hand, their fourth tiles and the norths early."""
    kinds = [kind for kind in THREE.kinds if kind != NORTH]
    chance.shuffle(kinds)
    hands = [[kind for kind in kinds[3 * seat : 3 * seat + 3] for _ in range(3)] for seat in range(3)]
    return laid(chance, hands, [*kinds[:9], NORTH, NORTH, NORTH, NORTH])


def norths(chance: random.Random) -> list[Tile]:
    """The norths with one or two players and among the first draws: four kitas of one, kitas beside kans."""
    held = chance.choice((1, 2, 3, 3, 4))
    seat, other = chance.sample(range(3), 2)
    kinds = chance.sample([kind for kind in THREE.kinds if kind != NORTH], 3)
    hands: list[list[int]] = [[], [], []]
    hands[seat] = [NORTH] * held + [kind for kind in kinds for _ in range(3)]
    hands[other] = [NORTH] * chance.randrange(5 - held)
    return laid(chance, hands, [*kinds, *[NORTH] * (4 - held - len(hands[other]))])


def quads(chance: random.Random) -> list[Tile]:
    """Kans on replacement tiles: one or two players hold triplets, and the fourth tiles come early."""
    kinds = chance.sample([kind for kind in THREE.kinds if kind != NORTH], 8)
    first, second = sorted(chance.sample(range(3), 2))
    hands: list[list[int]] = [[], [], []]
    for at, kind in enumerate(kinds):
        hands[first if at < 4 else second] += [kind] * (3 if at % 4 < 3 else 2)
    return laid(chance, hands, [kind for at, kind in enumerate(kinds) for _ in range(1 if at % 4 < 3 else 2)])


def _sets(chance: random.Random, hand: list[int], hands: Sequence[Sequence[int]], sets: int) -> None:
    def free(kind: int) -> int:
        return 0 if kind == NORTH else 4 - sum(other.count(kind) for other in hands)

    for _ in range(sets):
        if chance.random() < 0.4:
            hand += [chance.choice([kind for kind in THREE.kinds if free(kind) >= 3])] * 3
        else:
            runs = [base + low for base in SUITS for low in range(7) if all(free(base + low + at) for at in range(3))]
            start = chance.choice(runs)
            hand += [start, start + 1, start + 2]


def robbers(chance: random.Random) -> list[Tile]:
    """One holds norths and draws more; others are tenpai on a north, or on a tile that is added to a pon."""
    seats = chance.sample(range(3), 3)
    hands: list[list[int]] = [[], [], []]
    kind = NORTH if chance.random() < 0.7 else chance.choice([k for k in THREE.kinds if 10 <= k <= 16 or 19 <= k <= 25])
    hands[seats[0]] += [kind] * (chance.choice((0, 1)) if kind == NORTH else 2)
    early = [kind]
    for seat in seats[1 : chance.choice((2, 3))]:
        hand = hands[seat]
        if kind == NORTH:
            hand.append(NORTH)
            _sets(chance, hand, hands, 4)
        elif all(sum(other.count(one) for other in hands) < 4 for one in (kind - 1, kind + 1)):
            hand += [kind - 1, kind + 1]
            _sets(chance, hand, hands, 2)
    while sum(hand.count(kind) for hand in hands) + len(early) > 4:
        next(hand for hand in hands if kind in hand).remove(kind)
    return laid(chance, hands, early)


def ready(chance: random.Random) -> list[Tile]:
    """Three hands that are tenpai or nearly so: riichi by everybody, wins on one tile, kans and kitas in riichi."""
    hands: list[list[int]] = [[], [], []]

    def free(kind: int) -> int:
        return 4 - sum(hand.count(kind) for hand in hands)

    for hand in hands:
        _sets(chance, hand, hands, 3)
        hand += [chance.choice([kind for kind in THREE.kinds if free(kind) >= 2])] * 2
        start = chance.choice(
            [base + low for base in SUITS for low in range(8) if free(base + low) and free(base + low + 1)]
        )
        hand += [start, start + 1]
    early = [kind for kind in THREE.kinds if any(hand.count(kind) == 3 for hand in hands) and free(kind)]
    return laid(chance, hands, [*early[:6], *[NORTH] * min(2, free(NORTH))])


def liable(chance: random.Random) -> list[Tile]:
    """Dragons or winds in pairs and triplets with one player: somebody becomes liable."""
    kinds = chance.choice(([31, 32, 33], [27, 28, 29, 30]))
    seat = chance.randrange(3)
    hands: list[list[int]] = [[], [], []]
    for kind in kinds:
        hands[seat] += [kind] * chance.choice((2, 2, 3))
    pair = chance.choice([0, 8, *range(9, 27)])
    hands[seat] = [*hands[seat][:11], pair, pair]
    return laid(chance, hands, [kind for kind in kinds for _ in range(4 - hands[seat].count(kind))])


def orphans(chance: random.Random) -> list[Tile]:
    """Thirteen orphans in wait, often on the north, and quads of orphans with another."""
    kinds = [0, 8, 9, 17, 18, 26, 27, 28, 29, 30, 31, 32, 33]
    missing = NORTH if chance.random() < 0.5 else chance.choice(kinds)
    seat, other = chance.sample(range(3), 2)
    hands: list[list[int]] = [[], [], []]
    hands[seat] = [kind for kind in kinds if kind != missing]
    if chance.random() < 0.6:
        hands[seat].append(chance.choice([kind for kind in kinds if kind != missing]))
    else:
        hands[seat].append(chance.randrange(10, 17))
    hands[other] = [missing] * (1 if missing == NORTH else 3)
    return laid(chance, hands, [missing])


WALLS_OF_THREE: dict[str, Chooser] = {
    "plain": plain,
    "rich": rich,
    "norths": norths,
    "quads": quads,
    "robbers": robbers,
    "ready": ready,
    "liable": liable,
    "orphans": orphans,
}
