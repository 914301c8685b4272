"""Choose filler tiles for hands and draws that a case leaves open."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from kanrules.errors import UnreadableError
from kanrules.pieces.tiles import KIND, KINDS, RED_FIVES, TILES, Kind, Tile

Allowed = Callable[[Kind], bool]
"""Condition that decides whether a tile of this kind may be taken."""


def none_of(kinds: set[Kind]) -> Allowed:
    """Return a condition that allows all kinds but these."""
    return lambda kind: kind not in kinds


_RUNS = [{first, first + 1, first + 2} for first in range(25) if first % 9 < 7]
_NEAR = [{kind}.union(*(run for run in _RUNS if kind in run)) for kind in range(KINDS)]
"""For each kind, those with which it makes a pair or part of a run."""
_THIRD = {
    (kind, other): set[Kind]().union(*(run - {kind, other} for run in _RUNS if {kind, other} <= run))
    for kind in range(KINDS)
    for other in _NEAR[kind] - {kind}
}
"""For two kinds of a run, those that complete it."""


def apart(kind: Kind, held: Iterable[Kind]) -> bool:
    """Return True if this kind makes neither a pair nor part of a run with any of these."""
    return _NEAR[kind].isdisjoint(held)


def completing(kind: Kind, held: Iterable[Kind]) -> set[Kind]:
    """Return the kinds that would make a run with this kind and one of `held`."""
    return set[Kind]().union(*(_THIRD[kind, other] for other in held if (kind, other) in _THIRD))


ORDER: tuple[Kind, ...] = tuple(
    kind
    for at, number in enumerate((1, 4, 7, 0, 3, 6, 2, 5, 8))
    for kind in (number, 9 + number, 18 + number, *((27 + at,) if at < 7 else ()))
)
"""Kinds in the order in which filler tiles are taken: suits and honours in turn, 2 5 8 before 1 4 7, so that a filled
hand is far from every win, including nine terminals and honours.
"""


def choose_draw(pool: Sequence[int], hand: Sequence[int], avoid: Iterable[Kind]) -> Tile:
    """Return a tile for a draw that the case leaves open: one that wins for no player and does not match the drawer's
    hand.

    Takes the number left of each tile, the hand as 37 counts, and the kinds to avoid (waits, and what the case names).
    """
    keep = set(avoid)
    held = [KIND[tile] for tile in range(TILES) if hand[tile]]
    levels: tuple[Allowed, ...] = (
        lambda kind: kind not in keep and apart(kind, held),
        lambda kind: kind not in keep and kind not in held,
        lambda kind: kind not in keep,
        lambda kind: True,
    )
    for allowed in levels:
        for kind in ORDER:
            if pool[kind] > 0 and allowed(kind):
                return kind
    left = next((tile for tile in RED_FIVES if pool[tile] > 0), None)
    if left is None:
        raise UnreadableError("no tile is left to draw")
    return left
