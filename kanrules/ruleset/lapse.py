"""Keep texts consistent with rules: a text lapses if the keys that it is about have changed since it was written.

A child inherits its parent's values and its parent's texts. If it changes a value, a text about that value would
contradict the rule. The child then has no such text, unless it sets its own. The keys that a text is about are declared
with it in `kanrules.law.tables.text_keys`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

from kanrules.hooks.faults import attribute
from kanrules.ruleset.file_values import DEPARTED
from kanrules.ruleset.keys import Key, keys, tables


def resolved(
    written: Sequence[Mapping[str, Any]], modules: Sequence[tuple[str, object]] = ()
) -> tuple[dict[str, Any], dict[str, str]]:
    """Return the values that apply, and for each lapsed text the key that was changed.

    Takes what each file of a chain states, the ruleset's own first, and its plugins: if a plugin answers a hook with a
    table's name, no value of that table decides alone.
    """
    said: dict[str, Any] = {}
    for one in reversed(written):
        said |= one
    values = {name: value for name, value in said.items() if value is not DEPARTED}
    lapsed = {
        key.name: cause for key in _of_words() if key.name in values if (cause := cause_of(key, written, modules))
    }
    return {name: value for name, value in values.items() if name not in lapsed}, lapsed


@cache
def _of_words() -> tuple[Key, ...]:
    """Return the keys whose texts are about other keys. Only these can lapse, and they are few."""
    return tuple(key for key in keys().values() if key.presupposes or key.describes or key.prices)


def cause_of(key: Key, written: Sequence[Mapping[str, Any]], modules: Sequence[tuple[str, object]] = ()) -> str:
    """Return the key because of which a text has lapsed; "" if it applies. Takes the arguments of `resolved`."""
    below = written[next((at for at, one in enumerate(written) if key.name in one), 0) :]
    for name, needed in key.presupposes:
        if _value(name, written) != needed and keys()[name].table not in _hooks(modules):
            return name
    words = str(_value(key.name, written))
    spoken_of = (*key.describes, *(key.prices if any(sign.isdigit() for sign in words) else ()))
    return next((name for name in spoken_of if _value(name, written) != _value(name, below)), "")


def _value(name: str, written: Sequence[Mapping[str, Any]]) -> Any:
    return next((one[name] for one in written if name in one), keys()[name].default)


def _hooks(modules: Sequence[tuple[str, object]]) -> set[str]:
    """Return the tables for which a plugin implements a hook with the same name."""
    return {
        table
        for table in tables()
        for name, one in modules
        if attribute(name, attribute(name, one, table), "kanrules_impl") is not None
    }
