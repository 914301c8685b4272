"""What one ruleset file says, as values: no file and no schema is known here."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date
from typing import Any

from kanrules.law.options import Floating
from kanrules.ruleset.keys import FLOATING_COUNTS, Key, Takes, head_key, keys, tables
from kanrules.rulings import Grade, Source, TextRead


@dataclass(frozen=True, slots=True)
class Head:
    """[ruleset]: what the file is and what it stands on."""

    id: str = ""
    name: str = ""
    edition: str = ""
    authority: str = ""
    version: str = ""
    requires: str = ""
    extends: str = ""
    standalone: bool = False
    """`extends` only saves typing: what this file does not set is assumed."""
    replaces: str = ""
    """The edition that this one replaces, by its id."""
    in_force_from: date | None = None
    in_force_until: date | None = None
    text_read: TextRead = TextRead.PARTS
    unread: tuple[str, ...] = ()
    """The chapters of the rulebook that nobody has read."""
    plugins: tuple[str, ...] = ()
    partial: bool = False


@dataclass(frozen=True, slots=True)
class Written:
    """What one file says: its [ruleset], the values of the keys that it sets, its sources, its plugins' tables."""

    head: Head
    values: Mapping[str, Any]
    sources: Mapping[str, Source]
    plugins: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)

    def source_of(self, key: str) -> Source | None:
        """The source that this file names for a key. A source of several keys (`table.*`, `*`) is that of the values
        which the file sets; a source of the key alone also cites a value of the parent.
        """
        names = (key, f"{key.partition('.')[0]}.*", "*") if key in self.values else (key,)
        return next((self.sources[name] for name in names if name in self.sources), None)


def written(data: Mapping[str, Any]) -> Written:
    """The values of a file's tables, in the order of the file's keys; takes them as TOML gives them, found sound by
    `kanrules.ruleset.schema`.
    """
    head = {name: value_of(head_key(name), value) for name, value in data.get("ruleset", {}).items()}
    values = {
        f"{table}.{name}": value_of(keys()[f"{table}.{name}"], value)
        for table in tables()
        for name, value in data.get(table, {}).items()
    }
    sources = {
        key: Source(found["document"], found.get("clause", ""), found.get("url", ""), Grade(found["grade"]))
        for key, found in data.get("source", {}).items()
    }
    return Written(Head(**head), values, sources, data.get("plugin", {}))


def value_of(key: Key, value: Any) -> Any:
    """A valid value of a key as the options hold it."""
    if key.choice is not None:
        return key.choice(value)
    if key.takes in (Takes.LIST, Takes.UMA):
        return tuple(value)
    if key.takes is Takes.FLOATING:
        a, b, c, d, e = (tuple(value.get(count, (0, 0, 0, 0))) for count in FLOATING_COUNTS)
        return Floating((a, b, c, d, e))
    return value
