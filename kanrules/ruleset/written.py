"""What one ruleset file says, as values: no file and no schema is known here."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from kanrules.ruleset import uma
from kanrules.ruleset.keys import Key, Takes, keys, tables
from kanrules.rulings import Grade, Source


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
    plugins: tuple[str, ...] = ()
    partial: bool = False


@dataclass(frozen=True, slots=True)
class Written:
    """What one file says: its [ruleset], the values of the keys that it sets, its sources, its plugins' tables."""

    head: Head
    values: Mapping[str, Any]
    sources: Mapping[str, Source]
    plugins: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)


def written(data: Mapping[str, Any]) -> Written:
    """The values of a file's tables, in the order of the file's keys; takes them as TOML gives them, found sound by
    `kanrules.ruleset.schema`.
    """
    head = dict(data.get("ruleset", {}))
    if "plugins" in head:
        head["plugins"] = tuple(head["plugins"])
    values = {
        f"{table}.{name}": _value(keys()[f"{table}.{name}"], value)
        for table in tables()
        for name, value in data.get(table, {}).items()
    }
    sources = {
        key: Source(found["document"], found.get("clause", ""), found.get("url", ""), Grade(found["grade"]))
        for key, found in data.get("source", {}).items()
    }
    return Written(Head(**head), values, sources, data.get("plugin", {}))


def _value(key: Key, value: Any) -> Any:
    """The value of a key as the options hold it."""
    if key.choice is not None:
        return key.choice(value)
    if key.takes is Takes.LIST:
        return tuple(value)
    return uma.value_of(key, value) if key.takes in (Takes.UMA, Takes.FLOATING) else value
