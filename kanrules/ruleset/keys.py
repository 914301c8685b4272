"""Every key of a ruleset as a value: its table, what kind of thing it takes, what is allowed, its default.

All of it is read off `kanrules.law.options`: types, defaults, and as metadata what a type cannot say.
"""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from enum import Enum, StrEnum
from functools import cache
from types import MappingProxyType
from typing import Any, get_type_hints

from kanrules.hooks.faults import attribute
from kanrules.law import options
from kanrules.law.options import Floating, Options, UmaRow
from kanrules.rulings import Grade, TextRead


class Takes(StrEnum):
    """What kind of value a key takes."""

    CHOICE = "one of"
    SWITCH = "true or false"
    NUMBER = "a whole number"
    LIST = "a list"
    TEXT = "a text"
    UMA = "a list of four whole numbers that sum to 0"
    FLOATING = "a table of such lists"
    DATE = "a date"


@dataclass(frozen=True, slots=True)
class Key:
    """One key of a ruleset: `name` is table and field with a dot between; `allowed` lists what it takes where that is a
    list.
    """

    name: str
    takes: Takes
    default: Any
    allowed: tuple[Any, ...] = ()
    """Values as they stand in a file: text, numbers, true and false; for a list of yaku, its possible members."""
    choice: type[Enum] | None = None
    minimum: int = 0
    maximum: int | None = None
    step: int = 1
    """Of a number, or of each number in a list: what it is a multiple of."""
    hints: tuple[tuple[str, str], ...] = ()
    """What to say about values that are known and not taken."""
    quiet: bool = False
    """Without a text it says what every table expects: a page for the wall has a line on it only where something sets
    it.
    """
    presupposes: tuple[tuple[str, Any], ...] = ()
    """Of words: the keys, and their values, without which they say nothing."""
    describes: tuple[str, ...] = ()
    """Of words: the keys whose values they describe."""
    prices: tuple[str, ...] = ()
    """Of words: the keys whose values a figure in them repeats."""

    @property
    def table(self) -> str:
        """The table it stands in."""
        return self.name.partition(".")[0]

    @property
    def field(self) -> str:
        """Its name inside its table."""
        return self.name.partition(".")[2]


def file_value(value: Any) -> Any:
    """A value as a file would hold it: an enum's text, a list for a tuple, a table for floating uma, all else as it
    is.
    """
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, Floating):
        return {str(count): list(row) for count, row in enumerate(value.rows) if any(row)}
    if isinstance(value, (tuple, list)):
        return [file_value(member) for member in value]
    return value


def keys_of(table: str, kind: type[Any]) -> list[Key]:
    """The keys of one table, read off a frozen dataclass with a default for every field. Raises TypeError for a field
    of another type.
    """
    hints = get_type_hints(kind)
    default = kind()
    found = []
    for field in fields(kind):
        name, hint, value = f"{table}.{field.name}", hints[field.name], getattr(default, field.name)
        limits: tuple[int, int | None] = field.metadata.get("limits", (0, None))
        step: int = field.metadata.get("step", 1)
        allowed: tuple[Any, ...] = tuple(field.metadata.get("allowed", ()))
        known: tuple[tuple[str, str], ...] = tuple(field.metadata.get("hints", ()))
        if isinstance(hint, type) and issubclass(hint, Enum):
            found.append(Key(name, Takes.CHOICE, value, tuple(member.value for member in hint), hint))
        elif hint is bool:
            found.append(Key(name, Takes.SWITCH, value, (True, False)))
        elif hint is int:
            found.append(Key(name, Takes.NUMBER, value, allowed, None, *limits, step))
        elif hint is str:
            found.append(
                Key(
                    name,
                    Takes.TEXT,
                    value,
                    allowed,
                    presupposes=tuple(field.metadata.get("presupposes", {}).items()),
                    describes=tuple(field.metadata.get("describes", ())),
                    prices=tuple(field.metadata.get("prices", ())),
                )
            )
        elif hint == tuple[str, ...]:
            found.append(Key(name, Takes.LIST, value, allowed, hints=known))
        elif hint == UmaRow:
            found.append(Key(name, Takes.UMA, value, (), None, *limits, step))
        elif hint is Floating:
            found.append(Key(name, Takes.FLOATING, value, (), None, *limits, step))
        else:
            meant = "; write tuple[str, ...]" if getattr(hint, "__origin__", hint) in (list, set, tuple) else ""
            raise TypeError(f"{name}: a key cannot take {hint!r}{meant}")
    quiet = {f"{table}.{field.name}" for field in fields(kind) if field.metadata.get("quiet")}
    return [replace(key, quiet=key.name in quiet) for key in found]


PLUGIN = "plugin."
"""How the key of a plugin's option begins: `plugin.NAME.KEY`."""


def keys_of_plugin(name: str, plugin: object) -> dict[str, Key]:
    """By name, the options that a plugin declares (`options`, a frozen dataclass); none where it declares none.

    Raises TypeError as `keys_of` does, and whatever reading a stranger's annotations raises.
    """
    kind = attribute(name, plugin, "options")
    if not isinstance(kind, type):
        return {}
    return {key.name.rpartition(".")[2]: key for key in keys_of(f"{PLUGIN}{name}", kind)}


@cache
def tables() -> MappingProxyType[str, type[Any]]:
    """Every table of options and its dataclass, in the order of a file."""
    hints = get_type_hints(Options, vars(options))
    return MappingProxyType({field.name: hints[field.name] for field in fields(Options)})


@cache
def keys() -> MappingProxyType[str, Key]:
    """Every key, in the order of a file."""
    return MappingProxyType({key.name: key for table, kind in tables().items() for key in keys_of(table, kind)})


TEXT_TABLES: tuple[str, ...] = ("penalty", "procedure", "notes")
"""Tables of words for people; the machine reads none of them."""
UNPLAYED_TABLES: tuple[str, ...] = (*TEXT_TABLES, "display")
"""Every table that the machine does not read, so that no play can show what it says."""
HEAD: dict[str, Takes] = {
    "id": Takes.TEXT, "name": Takes.TEXT, "edition": Takes.TEXT, "authority": Takes.TEXT, "version": Takes.TEXT,
    "requires": Takes.TEXT, "extends": Takes.TEXT, "standalone": Takes.SWITCH, "replaces": Takes.TEXT,
    "in_force_from": Takes.DATE, "in_force_until": Takes.DATE, "text_read": Takes.CHOICE, "unread": Takes.LIST,
    "plugins": Takes.LIST, "partial": Takes.SWITCH,
}  # fmt: skip
"""The keys of [ruleset]."""
SOURCE: tuple[str, ...] = ("document", "clause", "url", "grade")
"""The keys of a [source."..."] table."""
FLOATING_COUNTS: tuple[str, ...] = tuple(map(str, range(len(Floating().rows))))
"""The keys of [game.floating]: how many players stand above the start."""


def head_key(name: str) -> Key:
    """A key of [ruleset] as the others are."""
    choice = TextRead if HEAD[name] is Takes.CHOICE else None
    return Key(f"ruleset.{name}", HEAD[name], None, tuple(member.value for member in choice or ()), choice)


@cache
def source_names() -> tuple[str, ...]:
    """The names that a table of [source] may have: of a key, of all keys of a table, of all keys."""
    return ("*", *(f"{table}.*" for table in tables()), *keys())


def source_key(table: str, part: str) -> Key:
    """A key of a table of [source] as the others are; `table` is its name in messages."""
    if part == "grade":
        return Key(f"{table}.grade", Takes.CHOICE, None, tuple(grade.value for grade in Grade), Grade)
    return Key(f"{table}.{part}", Takes.TEXT, "")


def of_three_players() -> tuple[str, ...]:
    """The keys that say something of a table of three players only."""
    return ("table.tiles", "wins.tsumo", *(key for key in keys() if key.startswith("kita.")))
