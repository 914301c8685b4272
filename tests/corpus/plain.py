"""One hand compared by itself: what the replays that rulesets share must come to."""

from __future__ import annotations

from kanrules import PluginError, Ruleset, UnreadableError
from kanrules.corpus.other_rules import Comparison, compare_played, may_be_compared
from kanrules.replays.hand import HandReplay, play_hand


def compare_hand(into: Comparison, file: str, base: HandReplay, rules: Ruleset) -> list[str]:
    """Compares a judged hand with what another ruleset makes of the same record; gives the codes that differ, each
    once.

    Takes the comparison that it is counted into, the name of the file, and the hand as replayed under the first
    ruleset.
    """
    if rules.options.table.players != len(base.recorded.players):
        into.other_players += 1
        return []
    if not may_be_compared(base):
        into.skipped += 1
        return []
    try:
        other = play_hand(rules, base.recorded, keeps_instants=not base.derived_instants, while_legal=True)
    except PluginError:
        raise
    except UnreadableError:  # the wall runs out of places for it under these rules
        into.skipped += 1
        return []
    compared = compare_played(base, other)
    into.add(compared, file, base.name)
    return compared.codes
