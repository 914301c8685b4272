"""Keep texts consistent with rules: a string of a text lapses if what it states has changed since it was written.

A child inherits its parent's values and its parent's texts. If it changes a value, a string that states this value
would contradict the rule, so it goes, and the other strings of the text stay. The file that writes a text says in
[about] which keys each of its strings states. A text without an entry lapses as a whole, by the keys that are declared
with it in `kanrules.law.tables.text_keys`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

from kanrules.frozen import frozen
from kanrules.hooks.faults import attribute
from kanrules.locale.sentences import strings_of, text_of
from kanrules.ruleset.file_values import DEPARTED, Written
from kanrules.ruleset.keys import Key, keys, tables


@frozen
class Lapse:
    """One string of a text that no longer applies."""

    string: str
    cause: str
    """The key whose value has changed since the string was written."""


States = Mapping[str, Mapping[str, Any]]
"""By sentence of a plugin, the keys that it states, each with its value."""


def resolved(
    written: Sequence[Written], modules: Sequence[tuple[str, object]] = (), states: Mapping[str, States] = {}
) -> tuple[dict[str, Any], dict[str, tuple[Lapse, ...]]]:
    """Return the values that apply, and for each text that has lapsed, whole or in part, the strings that went.

    Takes the content of each file of a chain, the ruleset's own first, and its plugins: if a plugin answers a hook with
    a table's name, no value of that table decides alone. `states` has, for each text that a plugin writes, what its
    sentences state.
    """
    said: dict[str, Any] = {}
    for one in reversed(written):
        said |= one.stated
    values = {name: value for name, value in said.items() if value is not DEPARTED}
    lapsed = {key.name: gone for key in _texts() if values.get(key.name) and (gone := lapses(key, written, modules))}
    for name, stated in states.items():
        needed = {one: stated.get(one, {}) for one in strings_of(values.get(name, ""))}
        broken = {one: _broken(keys, written) for one, keys in needed.items()}
        if gone := tuple(Lapse(one, cause) for one, cause in broken.items() if cause):
            lapsed[name] = gone
    for name, gone in lapsed.items():
        # Equal strings of one text state the same, so they go together.
        went = {one.string for one in gone}
        left = text_of(one for one in strings_of(values[name]) if one not in went)
        if left:
            values[name] = left
        else:
            del values[name]
    return values, lapsed


def _broken(needed: Mapping[str, Any], written: Sequence[Written]) -> str:
    """Return the first of these keys that has another value; "" if none has."""
    return next((name for name, value in needed.items() if _value(name, written) != value), "")


@cache
def _texts() -> tuple[Key, ...]:
    return tuple(key for key in keys().values() if key.is_text)


def lapses(key: Key, written: Sequence[Written], modules: Sequence[tuple[str, object]] = ()) -> tuple[Lapse, ...]:
    """Return the strings of a text that no longer apply. Takes the arguments of `resolved`."""
    # A key that a child departs from has no text below: `resolved` has dropped it.
    at = next((at for at, one in enumerate(written) if key.name in one.values), None)
    if at is None:
        return ()
    below = written[at:]
    strings = strings_of(below[0].values[key.name])
    stated = below[0].about.get(key.name)
    if stated is not None:
        causes = ((string, _changed(names, written, below)) for string, names in zip(strings, stated, strict=True))
        return tuple(Lapse(string, cause) for string, cause in causes if cause)
    cause = _supposed(key, written, modules) or _changed(_about(key, strings), written, below)
    return tuple(Lapse(string, cause) for string in strings) if cause else ()


def _about(key: Key, strings: Sequence[str]) -> tuple[str, ...]:
    """Return the keys that a text without an entry in [about] may state."""
    return (*key.describes, *(key.prices if any(sign.isdigit() for one in strings for sign in one) else ()))


def _supposed(key: Key, written: Sequence[Written], modules: Sequence[tuple[str, object]]) -> str:
    """Return a key without whose value a text has no subject; "" if all of them have it."""
    for name, needed in key.presupposes:
        if _value(name, written) != needed and keys()[name].table not in _hooks(modules):
            return name
    return ""


def _changed(names: Sequence[str], written: Sequence[Written], below: Sequence[Written]) -> str:
    """Return the first of these keys that has another value than in the files `below`; "" if none has."""
    return next((name for name in names if _value(name, written) != _value(name, below)), "")


def _value(name: str, written: Sequence[Written]) -> Any:
    for one in written:
        if name in (stated := one.stated):
            return stated[name]
    return keys()[name].default


def _hooks(modules: Sequence[tuple[str, object]]) -> set[str]:
    """Return the tables for which a plugin implements a hook with the same name."""
    return {
        table
        for table in tables()
        for name, one in modules
        if attribute(name, attribute(name, one, table), "kanrules_impl") is not None
    }
