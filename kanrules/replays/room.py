"""Judge a record under the rules of its own table, if it states them and you ask for its platform's usual ruleset."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kanrules.records.recorded import Record

if TYPE_CHECKING:
    from kanrules.ruleset import Ruleset

SET_BY = "the room's own rules"


def own_rules(record: Record, rules: Ruleset) -> Ruleset:
    """Return the ruleset with the room's keys on top if it is the platform's ruleset or a child of it; otherwise the
    ruleset unchanged.

    Under any other ruleset the question is what that ruleset would decide, so the room's rules do not matter.
    """
    if not record.room or all(layer.written.head.id != record.platform for layer in rules.layers):
        return rules
    return rules.with_options(record.room, set_by=SET_BY)


def told(record: Record, rules: Ruleset) -> str:
    """Return what was added to this ruleset, in one line; "" if nothing was."""
    if own_rules(record, rules) is rules:
        return ""
    words = ", ".join(f"{key} = {_text(value)}" for key, value in sorted(record.room.items()))
    return f"{SET_BY}: {words}"


def _text(value: object) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    return f'"{value}"' if isinstance(value, str) else str(value)
