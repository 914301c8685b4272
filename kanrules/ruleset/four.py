"""Three-player rulesets: what does not exist at their table, and how they would rule at a four-player table."""

from __future__ import annotations

from collections.abc import Iterable

from kanrules.errors import UnreadableError, wrong_use
from kanrules.law.options import Options
from kanrules.law.setup import has_kita, setup_of
from kanrules.locale import marked as _N
from kanrules.locale.sentences import say
from kanrules.pieces.melds import Meld, MeldType
from kanrules.pieces.tiles import FIVES, KIND, NAMES, NORTH, RED_FIVES, Seat, Tile
from kanrules.ruleset.kept import kept
from kanrules.ruleset.model import Ruleset

FOUR: dict[str, object] = {
    "table.players": 4,
    "wall.replacements": 4,
    "calls.chi": True,
    "wins.honba_value": 300,
    "wins.honba_on_tsumo": "divided",
}
"""Keys that a three-player ruleset has at a four-player table."""


def check_table(
    options: Options,
    name: str = "",
    *,
    tiles: Iterable[Tile] = (),
    melds: Iterable[Meld] = (),
    seats: Iterable[Seat | None] = (),
    kitas: int = 0,
) -> None:
    """Raise UnreadableError for seats, tiles, and calls that do not exist at this table; it names the first one.

    Three players have no north seat and, as far as the ruleset says so, no 2m to 8m and no chi. Norths are set aside
    only under rules with kita. With four players nothing else is refused. Takes the tiles that are not in melds, the
    number of norths set aside, and the ruleset's id for the message.
    """
    melds = tuple(melds)
    tiles = tuple(tiles)
    if kitas and not has_kita(options):
        raise UnreadableError(f"no north is set aside{f' under {name}' if name else ''}: there is no kita")
    if options.table.players == 4:
        return
    setup = setup_of(options)
    under = f" under {name}" if name else ""
    for seat in seats:
        if seat is not None and seat not in setup.seats:
            raise UnreadableError(f"nobody sits {seat}: three play{under}")
    for tile in (*tiles, *(tile for meld in melds for tile in meld.tiles)):
        if KIND[tile] not in setup.kinds:
            of = f" of {name}" if name else ""
            raise UnreadableError(f"{NAMES[tile]} is not in the set{of}: with three players, there are no 2m to 8m")
    for meld in melds:
        if meld.type is MeldType.CHI and not options.calls.chi:
            raise UnreadableError(f"{meld}: there is no chi{under}, where three play")
        if meld.source is not None and meld.source not in setup.seats:
            raise UnreadableError(f"{meld}: nobody sits {meld.source}; three play{under}")


def check_copies(options: Options, tiles: Iterable[Tile], melds: Iterable[Meld] = (), kitas: int = 0) -> None:
    """Raise UnreadableError for a tile of which the ruleset's set has fewer copies; it names the first one.

    Red fives are tiles of their own: a kan of fives has exactly those of the set. Under rules without red fives, a red
    five stands for an ordinary one.
    """
    named = [*tiles, *(tile for meld in melds for tile in meld.tiles), *[NORTH] * kitas]
    kinds = [KIND[tile] for tile in named]
    for kind in dict.fromkeys(kinds):
        if kinds.count(kind) > 4:
            raise wrong_use(say(_COPIES, count=kinds.count(kind), tile=NAMES[kind]))
    if not options.scoring.red_fives or FIVES_OF_ALL.isdisjoint(named):
        return
    setup = setup_of(options)
    limits = setup.copies(options.scoring.red_fives)
    # A tile that the set of three players lacks is refused by `check_table`.
    for tile in dict.fromkeys(one for one in named if one in FIVES_OF_ALL and KIND[one] in setup.kinds):
        if named.count(tile) > limits[tile]:
            template = _REDS if tile in RED_FIVES else _PLAIN
            red = NAMES[RED_FIVES[FIVES.index(KIND[tile])]]
            raise wrong_use(say(template, count=named.count(tile), tile=NAMES[tile], limit=limits[tile], red=red))


FIVES_OF_ALL = frozenset((*FIVES, *RED_FIVES))
_COPIES = _N("{count} copies of {tile}; there are four of each tile")
_REDS = _N("{count} × {tile}: the set has {limit}")
_PLAIN = _N("{count} × {tile}: the set has {limit} that are not red; write a red five as {red}")


def at_a_table_of_four(rules: Ruleset) -> Ruleset:
    """Return a three-player ruleset with the keys of a four-player table on top; a four-player ruleset unchanged."""
    if rules.options.table.players == 4:
        return rules
    return kept(rules, "of four", lambda: rules.with_options(FOUR, set_by="a question for four players"))
