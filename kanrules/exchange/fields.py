"""The meaning of another program's fields as keys of kanrules.

A program is a table of all its fields. Each sets keys to values, has no effect on the law here, or means something that
kanrules cannot express, so no part of a file is ignored. Rules that the program plays without a field for them are
listed next to the table.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import field
from enum import StrEnum
from pathlib import Path
from types import MappingProxyType
from typing import Any, Protocol

from kanrules.frozen import frozen
from kanrules.ruleset.keys import file_value, keys
from kanrules.ruleset.problems import quote
from kanrules.ruleset.schema import check_value

Values = Mapping[str, Any]
"""Values by key, as written in a file, or by field of a program."""


class Kind(StrEnum):
    """Types of a field's value."""

    SWITCH = "true or false"
    FLAG = "true, false or a whole number"
    """A number that the platform also uses for true."""
    NUMBER = "a whole number"
    TEXT = "a string"
    LIST = "a list"
    TABLE = "an object"


class Meaning(Protocol):
    """The meaning of a field's values."""

    @property
    def keys(self) -> tuple[str, ...]:
        """The keys that the field can set."""

    def read(self, value: Any, settings: Values) -> dict[str, Any] | str:
        """Return the keys that this value sets, or why kanrules cannot express it."""

    def write(self, rules: Values, default: Any, usual: Values) -> Any:
        """Return the value of the field closest to these rules. `usual` is what the program plays if no field sets a
        key.
        """


@frozen
class Cases:
    """A field with a few values. Each sets keys, or is one that kanrules cannot express, with the reason."""

    cases: tuple[tuple[Any, Values | str], ...]

    @property
    def keys(self) -> tuple[str, ...]:
        """The keys that the field can set."""
        return tuple(dict.fromkeys(key for _, said in self.cases if not isinstance(said, str) for key in said))

    def read(self, value: Any, settings: Values) -> dict[str, Any] | str:
        """See `Meaning.read`."""
        for known, said in self.cases:
            if same(known, value):
                return said if isinstance(said, str) else dict(said)
        raise UnknownValue(tuple(known for known, _ in self.cases))

    def write(self, rules: Values, default: Any, usual: Values) -> Any:
        """See `Meaning.write`."""

        def met(case: tuple[Any, Values | str]) -> tuple[int, int, bool]:
            value, said = case
            assert not isinstance(said, str)
            plays = {**usual, **said}
            met = [same(rules[key], plays[key]) for key in self.keys if key in plays]
            return -met.count(False), met.count(True), same(value, default)

        return max((case for case in self.cases if not isinstance(case[1], str)), key=met)[0]


class UnknownValue(Exception):
    """A value that the program does not have. Holds the values that it has."""

    def __init__(self, known: tuple[Any, ...]) -> None:
        self.known = known
        super().__init__(", ".join(quote(value) for value in known))


@frozen
class Number:
    """A field that holds a key's number, in another unit if `scale` is not 1."""

    key: str
    scale: int = 1

    @property
    def keys(self) -> tuple[str, ...]:
        """The keys that the field can set."""
        return (self.key,)

    def read(self, value: Any, settings: Values) -> dict[str, Any] | str:
        """See `Meaning.read`."""
        return checked({self.key: value * self.scale})

    def write(self, rules: Values, default: Any, usual: Values) -> Any:
        """See `Meaning.write`."""
        return rules[self.key] // self.scale


@frozen
class ListMember:
    """A switch that adds members to a list. Fields that share a list build it together."""

    key: str
    members: tuple[str, ...]

    @property
    def keys(self) -> tuple[str, ...]:
        """The keys that the field can set."""
        return (self.key,)

    def read(self, value: Any, settings: Values) -> dict[str, Any] | str:
        """See `Meaning.read`."""
        return {self.key: list(self.members) if value else []}

    def write(self, rules: Values, default: Any, usual: Values) -> Any:
        """See `Meaning.write`."""
        return set(self.members) <= set(rules[self.key])


@frozen
class Own:
    """A field that functions of its program read and write."""

    keys: tuple[str, ...]
    reads: Callable[[Any, Values], dict[str, Any] | str]
    writes: Callable[[Values, Any], Any]

    def read(self, value: Any, settings: Values) -> dict[str, Any] | str:
        """See `Meaning.read`."""
        said = self.reads(value, settings)
        return said if isinstance(said, str) else checked(said)

    def write(self, rules: Values, default: Any, usual: Values) -> Any:
        """See `Meaning.write`."""
        return self.writes(rules, default)


@frozen
class NoEffect:
    """A field that affects neither rulings nor the course of a game."""

    why: str
    keys: tuple[str, ...] = ()

    def read(self, value: Any, settings: Values) -> dict[str, Any] | str:
        """See `Meaning.read`."""
        return f"without effect here: {self.why}"

    def write(self, rules: Values, default: Any, usual: Values) -> Any:
        """See `Meaning.write`."""
        return default


@frozen
class CannotSay:
    """A field for something that kanrules cannot express. `plays` is its one value that matches kanrules."""

    why: str
    plays: Any
    keys: tuple[str, ...] = ()

    def read(self, value: Any, settings: Values) -> dict[str, Any] | str:
        """See `Meaning.read`."""
        return {} if same(value, self.plays) else f"kanrules cannot express: {self.why}"

    def write(self, rules: Values, default: Any, usual: Values) -> Any:
        """See `Meaning.write`."""
        return self.plays


@frozen
class ProgramField:
    """One field of a program: its name, its type, its default (None: that of the base ruleset), and its meaning."""

    name: str
    kind: Kind
    default: Any
    means: Meaning


@frozen
class Program:
    """A program whose rules can be imported: its name, the version with these fields, and all fields."""

    id: str
    name: str
    version: str
    fields: tuple[ProgramField, ...]
    always: Values = field(default_factory=dict)
    """Rules that the program plays without a field for them, as found in its source code."""
    three: Values | None = None
    """Rules that the program plays in addition or instead at a three-player table; None if it has no such table, or if
    they are unknown.
    """
    fields_of_three: tuple[ProgramField, ...] = ()
    """Fields with another meaning at a three-player table, instead of those of the same name."""
    seats: str = ""
    """The field for the number of players; "" if its settings do not have it."""
    book: str = ""
    """The ruleset that the program plays except for its fields; "" if there is none."""
    book_of_three: str = ""
    """`book` for a three-player table."""
    presets: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Presets named after a rulebook, with the rulebook or its editions."""
    prepare: Callable[[Values], Values] = dict
    """Function that completes settings that leave something out; raises UnreadableError if that is not possible."""
    unwrap: Callable[[Any], Values | None] = lambda document: document if isinstance(document, dict) else None
    """Function that returns the settings inside a document; None if it contains none."""
    wrap: Callable[[Values], Any] = dict
    """Function that returns the document that contains the settings."""

    @property
    def title(self) -> str:
        """The name and the version."""
        return f"{self.name} {self.version}".strip()

    def named(self) -> dict[str, ProgramField]:
        """Return every field by its name."""
        return {one.name: one for one in self.fields}

    def players(self, settings: Values) -> int:
        """Return the number of players under these settings; 4 if they do not say it."""
        said = settings.get(self.seats)
        return 3 if said is True or same(said, 3) else 4

    def fields_of(self, players: int) -> tuple[ProgramField, ...]:
        """Return the program's fields with their meaning for this number of players."""
        if players == 4:
            return self.fields
        other = {one.name: one for one in self.fields_of_three}
        return tuple(other.get(one.name, one) for one in self.fields)

    def plays(self, players: int) -> dict[str, Any]:
        """Return the rules that the program plays without a field for them, for this number of players."""
        return {**self.always, **(self.three or {})} if players == 3 else dict(self.always)

    def book_of(self, players: int) -> str:
        """Return the ruleset that the program plays except for its fields, for this number of players; "" if there is
        none.
        """
        return self.book_of_three if players == 3 else self.book


def read_program(name: str, own: Mapping[str, Own] = MappingProxyType({}), **functions: Any) -> Program:
    """Return the program whose fields a JSON file of this folder lists.

    A field (or several: `names`) has a `kind`, by default a switch, a `default`, and what it means: `on` and `off`, or
    `cases` of values; the `number` of a key, in `scale`; `members` of a list, if it is on; `no_effect` or `cannot_say`
    with the reason, and what kanrules `plays`; or an entry of `own`. `note` and `notes` say why.
    """
    data = json.loads(Path(__file__).with_name(f"{name}.json").read_text(encoding="utf-8"))
    data.pop("notes", None)
    for part in ("fields", "fields_of_three"):
        data[part] = tuple(_fields(data.get(part, ()), own))
    data["presets"] = {preset: tuple(books) for preset, books in data.get("presets", {}).items()}
    return Program(**data, **functions)


def _fields(rows: Iterable[Mapping[str, Any]], own: Mapping[str, Own]) -> Iterator[ProgramField]:
    for row in rows:
        for name in row.get("names") or (row["name"],):
            kind = Kind[row.get("kind", "switch").upper()]
            yield ProgramField(name, kind, row.get("default"), own[name] if "own" in row else _meaning(row))


def _meaning(row: Mapping[str, Any]) -> Meaning:
    match row:
        case {"on": on, "off": off}:
            return Cases(((True, on), (False, off)))
        case {"cases": cases}:
            return Cases(tuple((value, said) for value, said in cases))
        case {"number": key}:
            return Number(key, row.get("scale", 1))
        case {"member": key, "members": members}:
            return ListMember(key, tuple(members))
        case {"no_effect": why}:
            return NoEffect(why)
        case _:
            return CannotSay(row["cannot_say"], row["plays"])


def switch(name: str, default: Any, on: Values | str, off: Values | str) -> ProgramField:
    """Return a switch whose two values set keys."""
    return ProgramField(name, Kind.SWITCH, default, Cases(((True, on), (False, off))))


def same(a: Any, b: Any) -> bool:
    """Return True if two values are equal in a file: true is not 1, and the order of a list matters only for
    numbers.
    """
    a, b = file_value(a), file_value(b)
    if isinstance(a, list) and isinstance(b, list) and all(isinstance(one, str) for one in (*a, *b)):
        return sorted(a) == sorted(b)
    return isinstance(a, bool) == isinstance(b, bool) and bool(a == b)


def checked(said: dict[str, Any]) -> dict[str, Any] | str:
    """Return the values, or why a key cannot have one of them."""
    for name, value in said.items():
        wrong = check_value(keys()[name], value)[1]
        if wrong is not None:
            return f"kanrules cannot express: {wrong.message}"
    return said
