"""A journal of replacement tiles for a table with an audience. It rules on nothing."""

from __future__ import annotations

import logging

from kanrules import Kan, Ruleset, Table, Tile, format_tiles
from kanrules_club.local_rule import LocalRule

LOG = logging.getLogger("kanrules.club")


def note(_: bool, kan: Kan, tile: Tile | None, table: Table, rules: Ruleset) -> None:
    """Write a replacement tile to Python's log `kanrules.club`."""
    shown = "an unknown tile" if tile is None else format_tiles([tile])
    LOG.info("%s takes %s for the %s, %d replacement tiles left", kan.seat, shown, kan.type, table.rinshan_left)


RULES = (LocalRule("journal", False, "", note, ("after_rinshan",)),)
