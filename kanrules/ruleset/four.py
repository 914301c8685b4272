"""A ruleset of three players: what there is not at its table, and how it would rule at a table of four."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from kanrules.errors import UnreadableError
from kanrules.law.setup import has_kita, setup_of
from kanrules.pieces.melds import Meld, MeldType
from kanrules.pieces.tiles import KIND, NAMES, Seat, Tile

if TYPE_CHECKING:
    from kanrules.law.options import Options
    from kanrules.ruleset.model import Ruleset

FOUR: dict[str, object] = {
    "table.players": 4,
    "wall.replacements": 4,
    "calls.chi": True,
    "wins.honba_value": 300,
    "wins.honba_on_tsumo": "divided",
}
"""What a table of four has where a ruleset is for three."""


def check_table(
    options: Options,
    name: str = "",
    *,
    tiles: Iterable[Tile] = (),
    melds: Iterable[Meld] = (),
    seats: Iterable[Seat | None] = (),
    kitas: int = 0,
) -> None:
    """Where three play nobody sits north, the set is without 2m to 8m, and nobody calls chi, as far as the ruleset says
    so; and no north is set aside where there is no kita. UnreadableError names the first seat, tile or meld that there
    is not. At a table of four nothing else is refused.

    Takes the tiles beside the melds, how many norths are set aside, and the ruleset's id for the words.
    """
    if kitas and not has_kita(options):
        raise UnreadableError(f"no north is set aside{f' under {name}' if name else ''}: there is no kita")
    if options.table.players == 4:
        return
    setup = setup_of(options)
    under = f" under {name}" if name else ""
    for seat in seats:
        if seat is not None and seat not in setup.seats:
            raise UnreadableError(f"nobody sits {seat}: three play{under}")
    melds = tuple(melds)
    for tile in (*tiles, *(tile for meld in melds for tile in meld.tiles)):
        if KIND[tile] not in setup.kinds:
            of = f" of {name}" if name else ""
            raise UnreadableError(f"{NAMES[tile]} is not in the set{of}: three play without 2m to 8m")
    for meld in melds:
        if meld.type is MeldType.CHI and not options.calls.chi:
            raise UnreadableError(f"{meld}: there is no chi{under}, where three play")
        if meld.source is not None and meld.source not in setup.seats:
            raise UnreadableError(f"{meld}: nobody sits {meld.source}; three play{under}")


def at_a_table_of_four(rules: Ruleset) -> Ruleset:
    """The ruleset with what a table of four has laid over it; one of four players as it is."""
    if rules.options.table.players == 4:
        return rules
    found = rules.variants.get("of four")
    if found is None:
        found = rules.variants["of four"] = rules.with_options(FOUR, set_by="a question for four players")
    return found
