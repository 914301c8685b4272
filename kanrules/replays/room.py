"""A record that says its table's own rules is judged under them, where its platform's usual ones are asked for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kanrules.records.recorded import Record

if TYPE_CHECKING:
    from kanrules.ruleset import Ruleset

SET_BY = "the room's own rules"


def own_rules(record: Record, rules: Ruleset) -> Ruleset:
    """The ruleset with the room's keys laid over it, if it is the platform's or a child of it; else the ruleset as it
    is.

    Under any other ruleset the question is what that one would rule, and the room's rules are none of its business.
    """
    if not record.room or all(layer.written.head.id != record.platform for layer in rules.layers):
        return rules
    return rules.with_options(record.room, set_by=SET_BY)


def told(record: Record, rules: Ruleset) -> str:
    """What was laid over this ruleset, in a line; empty where nothing was."""
    if own_rules(record, rules) is rules:
        return ""
    words = ", ".join(f"{key} = {_text(value)}" for key, value in sorted(record.room.items()))
    return f"{SET_BY}: {words}"


def _text(value: object) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    return f'"{value}"' if isinstance(value, str) else str(value)
