"""Who may rob a kan."""

from __future__ import annotations

from kanrules import Kan, MeldType, Ruleset, Seat, Table
from kanrules.locale import marked as _N
from kanrules_club.local_rule import LocalRule


def in_riichi_only(_: bool, kan: Kan, seat: Seat, table: Table, rules: Ruleset) -> bool | None:
    """Let nobody but a player in riichi rob an ankan."""
    return False if kan.type is MeldType.ANKAN and not table.riichi[seat] else None


def any_hand(_: bool, kan: Kan, seat: Seat, table: Table, rules: Ruleset) -> bool | None:
    """Let any hand that the tile completes rob an ankan."""
    return True if kan.type is MeldType.ANKAN else None


ROB = ("rob_kan",)
RULES = (
    LocalRule(
        "ankan_robbed_in_riichi_only",
        False,
        _N("Only a player in riichi may rob an ankan."),
        in_riichi_only,
        ROB,
        qualifies=("chankan.ankan",),
    ),
    LocalRule(
        "ankan_robbed_by_any_hand",
        False,
        _N("Any hand that the tile completes may rob an ankan."),
        any_hand,
        ROB,
        supersedes=("chankan.ankan",),
    ),
)
