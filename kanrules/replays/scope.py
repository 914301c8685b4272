"""Which records a ruleset can judge."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kanrules.records.model import Record

if TYPE_CHECKING:
    from kanrules.ruleset import Ruleset

_WORDS = {3: "three", 4: "four"}


def out_of_scope(record: Record, rules: Ruleset) -> str:
    """Why this ruleset cannot judge the record: another number of players, or rules of its own that no ruleset says;
    empty where it can.
    """
    players = rules.options.table.players
    if record.players == 3 and players == 3:
        return ""
    if record.out_of_scope or record.players == players:
        return record.out_of_scope
    return f"{_WORDS[record.players]} players, and {rules.id} is for {_WORDS[players]}"
