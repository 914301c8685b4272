"""The content of one ruleset file as values, independent of the file and the schema."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from datetime import date
from typing import Any

from kanrules.frozen import frozen
from kanrules.law.options import Floating
from kanrules.locale import marked as _N
from kanrules.locale.sentences import listed, say, text_of
from kanrules.ruleset.keys import FLOATING_COUNTS, Key, Takes, head_key, keys, keys_meant, tables
from kanrules.rulings import DECISION, Grade, Source, TextRead

_DAYS, _REFEREE = _N("{first} to {last}"), _N("head referee: {name}")
DEPARTED = object()
"""What a file says about a key in place of a value if its text departs from its parent's and does not settle the key.
It differs from every value, so a text of the parent about the key lapses.
"""


@frozen
class Head:
    """The table [ruleset]: the identity of the file and its parent."""

    id: str = ""
    name: str = ""
    edition: str = ""
    authority: str = ""
    version: str = ""
    requires: str = ""
    extends: str = ""
    standalone: bool = False
    """True if `extends` only saves typing, so that values not set in this file are assumed."""
    replaces: str = ""
    """Id of the edition that this one replaces."""
    in_force_from: date | None = None
    in_force_until: date | None = None
    text_read: TextRead = TextRead.PARTS
    unread: tuple[str, ...] = ()
    """Chapters of the rulebook that were not read."""
    plugins: tuple[str, ...] = ()
    partial: bool = False


@frozen
class EventHead:
    """The table [event]: a tournament, and what its head referee has decided because the rulebook leaves it open."""

    name: str
    first_day: date | None = None
    last_day: date | None = None
    head_referee: str = ""
    decides: tuple[str, ...] = ()
    """The keys that are decided. Their values are among those of the file."""

    @property
    def source(self) -> Source:
        """The source of its decisions."""
        return Source(self.name, DECISION)

    @property
    def referee(self) -> str:
        """Who decides, in words: the head referee by name; "" if the file names none."""
        return say(_REFEREE, name=self.head_referee) if self.head_referee else ""

    @property
    def said(self) -> str:
        """The event in words: its name, its days, and its head referee."""
        days = [day for day in (self.first_day, self.last_day) if day is not None]
        found: list[str] = [self.name]
        if days:
            found.append(say(_DAYS, first=str(days[0]), last=str(days[-1])) if days[0] < days[-1] else str(days[0]))
        if self.referee:
            found.append(self.referee)
        return listed(found)


@frozen
class Written:
    """The content of one file: its [ruleset], the values of the keys that it sets, its sources, and its plugins'
    tables.
    """

    head: Head
    values: Mapping[str, Any]
    sources: Mapping[str, Source]
    plugins: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    departs: frozenset[str] = frozenset()
    """Keys for which the text of this file departs from its parent's, with or without a value of its own."""
    about: Mapping[str, tuple[tuple[str, ...], ...]] = field(default_factory=dict)
    """For each annotated text, the keys that each of its strings states."""
    event: EventHead | None = None

    def path_of(self, key: str) -> tuple[str, str] | tuple[str, str, str, str]:
        """Return the path in the file of the value of a key: in its table, or among the decisions of the event."""
        table, _, name = key.partition(".")
        if self.event is not None and key in self.event.decides:
            return ("event", "decisions", table, name)
        return (table, name)

    @property
    def unsettled(self) -> frozenset[str]:
        """Keys for which the file departs from its parent without a value of its own."""
        return self.departs - self.values.keys()

    @property
    def stated(self) -> Mapping[str, Any]:
        """What the file says about each key: its value, or `DEPARTED`."""
        return {**dict.fromkeys(self.unsettled, DEPARTED), **self.values} if self.departs else self.values

    def source_of(self, key: str) -> Source | None:
        """Return the source that this file names for a key, or None.

        A source of several keys (`table.*`, `*`) applies to what the file says itself. A source of the key alone also
        applies to a value of the parent.
        """
        sources = self.sources
        if key in sources or not (key in self.values or key in self.departs):
            return sources.get(key)
        return sources.get(f"{key.partition('.')[0]}.*") or sources.get("*")


def written(data: Mapping[str, Any]) -> Written:
    """Return the content of a file in the order of its keys. Takes its data as parsed from TOML and accepted by
    `kanrules.ruleset.schema`.
    """
    head = {name: value_of(head_key(name), value) for name, value in data.get("ruleset", {}).items()}
    values = _values(data)
    sources = {
        key: Source(found["document"], found.get("clause", ""), found.get("url", ""), Grade(found["grade"]))
        for key, found in data.get("source", {}).items()
    }
    departs = frozenset(key for name in data.get("departs", {}).get("keys", ()) for key in keys_meant(name))
    about = {text: tuple(map(tuple, stated)) for text, stated in data.get("about", {}).items()}
    event = None
    if "event" in data:
        given = dict(data["event"])
        decided = _values(given.pop("decisions", {}))
        event = EventHead(**given, decides=tuple(decided))
        values |= decided
        sources |= dict.fromkeys(decided, event.source)
    return Written(Head(**head), values, sources, data.get("plugin", {}), departs, about, event)


def _values(data: Mapping[str, Any]) -> dict[str, Any]:
    """Return the values of keys that are written by table, in the order of the keys' tables."""
    return {
        f"{table}.{name}": value_of(keys()[f"{table}.{name}"], value)
        for table in tables()
        for name, value in data.get(table, {}).items()
    }


def value_of(key: Key, value: Any) -> Any:
    """Return a valid value of a key in the type that the options use."""
    if key.choice is not None:
        return key.choice(value)
    if key.members and not isinstance(value, bool):
        listed = tuple(one for one in key.members if one in value)
        return listed if 0 < len(listed) < len(key.members) else bool(listed)
    if key.is_text and not isinstance(value, str):
        return text_of(value)
    if key.takes in (Takes.LIST, Takes.UMA):
        return tuple(value)
    if key.takes is Takes.FLOATING:
        a, b, c, d, e = (tuple(value.get(count, (0, 0, 0, 0))) for count in FLOATING_COUNTS)
        return Floating((a, b, c, d, e))
    return value
