"""Show a hook the same table with other tiles where the players concerned cannot look.

An honest answer does not change: it would tell a player what no player at the table can know.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from kanrules.law.hook_values import Kan
from kanrules.law.options import Options
from kanrules.law.setup import setup_of
from kanrules.pieces.tiles import NORTH, SEATS, Seat, Tile, sort_tiles
from kanrules.table.snapshot import Table


def concerned(hook: str, about: Sequence[Any]) -> frozenset[Seat] | None:
    """Return the players whose hands a hook may look at; None if it may look at every tile.

    At the end of the hand, `payments` and `dora` see the hands and the ura indicators that are shown there.
    """
    match hook:
        case "rob_kan":
            return frozenset((about[0].seat, about[1]))
        case "liability":
            call = about[0]
            return frozenset((call.seat,) if call.source is None else (call.seat, call.source))
        case "payments" | "dora":
            return None
        case _:
            return frozenset((about[0].seat,))


def with_other_tiles(table: Table, own: frozenset[Seat], options: Options, chance: random.Random) -> Table | None:
    """Return the table with other tiles in the hands of all but these players and under the dora indicators.

    What the players see stays: their hands, waits, and furiten, every meld, discard, and indicator. Returns None if the
    tiles of the table are not those of one set.
    """
    left = list(setup_of(options).copies(options.scoring.red_fives))
    for tile in _seen(table, own):
        left[tile] -= 1
    if min(left) < 0:
        return None
    pool = [tile for tile, count in enumerate(left) for _ in range(count)]
    # Several times as fast as `shuffle`.
    order = memoryview(chance.randbytes(4 * len(pool))).cast("I")
    pool = [tile for _, tile in sorted(zip(order, pool, strict=True))]
    hands = list(table.hands)
    drawn = table.drawn
    for seat in SEATS[: len(hands)]:
        if seat not in own:
            count = len(hands[seat])
            new, pool = pool[:count], pool[count:]
            hands[seat] = tuple(sort_tiles(new))
            if seat == table.turn and drawn is not None and new:
                drawn = new[0]
    ura = tuple(None if tile is None else pool.pop() for tile in table.ura)
    kans = tuple(with_other_robbers(kan, own, chance) for kan in table.kans)
    announced = table.announced
    if isinstance(announced, Kan):
        announced = with_other_robbers(announced, own, chance)
    return replace(table, hands=tuple(hands), drawn=drawn, ura=ura, kans=kans, announced=announced)


def with_other_robbers(kan: Kan, own: frozenset[Seat], chance: random.Random) -> Kan:
    """Return the kan as if other players could rob it: whose hand its tile completes is as hidden as the hand."""
    others = (seat for seat in SEATS if seat != kan.seat and seat not in own and chance.random() < 0.5)
    return replace(kan, robbable_by=tuple(sorted({*own.intersection(kan.robbable_by), *others})))


def _seen(table: Table, own: frozenset[Seat]) -> list[Tile]:
    """Return every tile that these players see."""
    seen: list[Tile] = [tile for seat in own for tile in table.hands[seat]]
    for melds in table.melds:
        seen += [tile for meld in melds for tile in meld.tiles]
    for river, taken in zip(table.rivers, table.taken, strict=True):
        seen += [discard.tile for at, discard in enumerate(river) if at not in taken]
    seen += [tile for tile in table.indicators if tile is not None]
    return seen + [NORTH] * sum(table.kitas)
