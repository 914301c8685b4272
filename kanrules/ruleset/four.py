"""A ruleset of three players as it would rule at a table of four, for questions that name four players."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from kanrules.errors import UnreadableError
from kanrules.law.setup import setup_of
from kanrules.pieces.tiles import KIND, NAMES, Tile

if TYPE_CHECKING:
    from kanrules.ruleset.model import Ruleset

FOUR: dict[str, object] = {
    "table.players": 4,
    "wall.replacements": 4,
    "calls.chi": True,
    "wins.honba_value": 300,
    "wins.honba_on_tsumo": "divided",
}
"""What a table of four has where a ruleset is for three."""


def check_set(tiles: Iterable[Tile], rules: Ruleset) -> None:
    """A hand that is put to one ruleset is of its tiles; raises UnreadableError, which names the first that is not.

    Where every ruleset is asked, one of three players answers as it would at a table of four.
    """
    kinds = setup_of(rules.options).kinds
    for tile in tiles:
        if KIND[tile] not in kinds:
            raise UnreadableError(f"{NAMES[tile]} is not in the set of {rules.id}: three play without 2m to 8m")


def at_a_table_of_four(rules: Ruleset) -> Ruleset:
    """The ruleset with what a table of four has laid over it; one of four players as it is."""
    if rules.options.table.players == 4:
        return rules
    found = rules.variants.get("of four")
    if found is None:
        found = rules.variants["of four"] = rules.with_options(FOUR, set_by="a question for four players")
    return found
