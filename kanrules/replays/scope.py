"""Decide which records a ruleset can judge."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kanrules.locale import marked as _N
from kanrules.locale.sentences import Verbatim, say
from kanrules.records.recorded import Record

if TYPE_CHECKING:
    from kanrules.ruleset import Ruleset

_WORDS = {3: _N("three"), 4: _N("four")}
_OTHER_NUMBER = _N("{players} players, but {rules} is for {expected}")


def out_of_scope(record: Record, rules: Ruleset) -> str:
    """Return why this ruleset cannot judge the record (another number of players, or special rules that no ruleset can
    express); "" if it can.
    """
    players = rules.options.table.players
    if record.players == 3 and players == 3:
        return ""
    if record.out_of_scope or record.players == players:
        return record.out_of_scope
    return say(_OTHER_NUMBER, players=_WORDS[record.players], rules=Verbatim(rules.id), expected=_WORDS[players])
