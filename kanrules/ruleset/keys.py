"""Every key of a ruleset as a value: its table, the type of its value, the allowed values, its default, and its words.

All of it is derived from the declarations in `kanrules.law.tables`.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from dataclasses import Field, fields
from enum import Enum, StrEnum
from functools import cache
from types import MappingProxyType
from typing import Any, get_type_hints

from kanrules.errors import PluginError
from kanrules.frozen import frozen
from kanrules.hooks.faults import attribute, let_pass, one_line
from kanrules.law.key import Clash, Details, Silence, heading, sentences
from kanrules.law.options import Floating, Options, UmaRow
from kanrules.locale.sentences import RulebookText
from kanrules.ruleset.problems import quote
from kanrules.rulings import Grade, TextRead


class Takes(StrEnum):
    """The type of a key's value."""

    CHOICE = "one of"
    SWITCH = "true or false"
    NUMBER = "a whole number"
    LIST = "a list"
    TEXT = "a string"
    UMA = "a list of four whole numbers that sum to 0"
    FLOATING = "a table of such lists"
    DATE = "a date"


A_DATE = "a date, like 2026-04-01"
"""What is expected where a date is wrong."""


@frozen
class Key:
    """One key of a ruleset. `name` is `table.field`; `allowed` lists the possible values, if they can be listed.

    What is not described here is described in `kanrules.law.key`.
    """

    name: str
    takes: Takes
    default: Any
    allowed: tuple[Any, ...] = ()
    """Allowed values as written in a file: text, numbers, true and false. For a list of yaku, its possible members."""
    choice: type[Enum] | None = None
    minimum: int = 0
    maximum: int | None = None
    step: int = 1
    """The number, or each number in a list, must be a multiple of this."""
    hints: tuple[tuple[str, str], ...] = ()
    """Hints for known values that are not accepted."""
    quiet: bool = False
    """True if the default is what every table expects: a poster has a line for it only if something sets it."""
    presupposes: tuple[tuple[str, Any], ...] = ()
    """For a text: the keys, with their values, under which the text applies."""
    describes: tuple[str, ...] = ()
    """For a text: the keys whose values it describes."""
    prices: tuple[str, ...] = ()
    """For a text: the keys whose values are repeated as numbers in it."""
    members: tuple[str, ...] = ()
    words: str = ""
    also: str = ""
    beyond: str = ""
    wall: str = ""
    article: str = ""
    terms: tuple[str, ...] = ()
    silent: tuple[Silence, ...] = ()
    clashes: tuple[Clash, ...] = ()

    @property
    def table(self) -> str:
        """The table of the key."""
        return self.name.partition(".")[0]

    @property
    def is_text(self) -> bool:
        """True for a text about a penalty or a procedure, which a file may write as a list of strings."""
        return self.takes is Takes.TEXT and self.table in TEXT_TABLES

    @property
    def field(self) -> str:
        """The name of the key inside its table."""
        return self.name.partition(".")[2]

    @property
    def title(self) -> str:
        """The title of the key on a rule sheet."""
        return heading(self.words)[0]

    @property
    def question(self) -> str:
        """The question that the key answers."""
        return heading(self.words)[1]

    @property
    def sentences(self) -> Mapping[str, str]:
        """A sentence for each value, by its text ("true", "4", "declaration"); see `kanrules.law.key`."""
        return sentences(self.words)

    @property
    def short_sentences(self) -> Mapping[str, str]:
        """The sentences for a wall; empty if it prints those of a sheet."""
        return sentences(self.wall)


def file_value(value: Any) -> Any:
    """Return a value as a file would hold it: an enum's text, a list for a tuple or a text of several strings, a table
    for floating uma, and anything else unchanged.
    """
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, RulebookText):
        return list(value.strings)
    if isinstance(value, Floating):
        return {str(count): list(row) for count, row in enumerate(value.rows) if any(row)}
    if isinstance(value, (tuple, list)):
        return [file_value(member) for member in value]
    return value


def file_text(value: Any) -> str:
    """Return a value as it would be written on a line of a file."""
    value = file_value(value)
    if isinstance(value, dict):
        rows = ", ".join(f"{name} = {file_text(row)}" for name, row in value.items())
        return f"{{ {rows} }}" if rows else "{}"
    if isinstance(value, list):
        return f"[{', '.join(quote(member, 500) for member in value)}]"
    return quote(value, 200)


def _type_of(field: Field[Any], kind: type[Any]) -> Any:
    """Return the type of a field. Its annotation is mostly a name of the law; any other is compiled for all fields of
    its class.
    """
    home = kind.__module__
    known = vars(sys.modules[home]) if home.startswith(_LAW) else {}
    return known.get(str(field.type)) or _SIMPLE.get(str(field.type)) or get_type_hints(kind)[field.name]


_LAW = "kanrules.law."
_SIMPLE: dict[str, Any] = {"bool": bool, "int": int, "str": str, "tuple[str, ...]": tuple[str, ...]}
_SIMPLE["bool | tuple[str, ...]"] = bool | tuple[str, ...]
_TAKES: tuple[tuple[Any, Takes], ...] = (
    (bool, Takes.SWITCH),
    (int, Takes.NUMBER),
    (str, Takes.TEXT),
    (tuple[str, ...], Takes.LIST),
    (UmaRow, Takes.UMA),
    (Floating, Takes.FLOATING),
    (bool | tuple[str, ...], Takes.SWITCH),
)


def keys_of(table: str, kind: type[Any]) -> list[Key]:
    """Return the keys of one table, derived from a frozen dataclass with a default for every field. Raises TypeError
    for a field of an unsupported type.
    """
    default = kind()
    return [_key(f"{table}.{field.name}", _type_of(field, kind), getattr(default, field.name), field.metadata)
            for field in fields(kind)]  # fmt: skip


def _key(name: str, hint: Any, default: Any, declared: Mapping[str, Any]) -> Key:
    details = {detail: declared[detail] for detail in declared if detail in _DETAILS}
    details |= {detail: tuple(details[detail]) for detail in ("allowed", "hints") if detail in details}
    if "limits" in declared:
        details["minimum"], details["maximum"] = declared["limits"]
    if "presupposes" in declared:
        details["presupposes"] = tuple(declared["presupposes"].items())
    if isinstance(hint, type) and issubclass(hint, Enum):
        details["allowed"] = tuple(one.value for one in hint if not getattr(one, "only_hooks", False))
        return Key(name, Takes.CHOICE, default, choice=hint, **details)
    takes = next((takes for known, takes in _TAKES if hint == known), None)
    if takes is None:
        meant = "; write tuple[str, ...]" if getattr(hint, "__origin__", hint) in (list, set, tuple) else ""
        raise TypeError(f"{name}: a key cannot take {hint!r}{meant}")
    if takes is Takes.SWITCH:
        details["allowed"] = (True, False)
    return Key(name, takes, default, **details)


_DETAILS = {*Details.__annotations__, "words", "hints"} - {"limits", "presupposes", "hook"}


def alternatives(key: Key, value: Any) -> list[Any]:
    """Return other values of a key as written in a file: all of them if they can be listed, otherwise some."""
    now = file_value(value)
    match key.takes:
        case Takes.CHOICE | Takes.SWITCH:
            found: list[Any] = list(key.allowed)
        case Takes.NUMBER:
            most = key.maximum if key.maximum is not None else now + 5 * key.step
            found = list(key.allowed) or [key.minimum, now - key.step, now + key.step, most]
            found = [one for one in dict.fromkeys(found) if key.allowed or key.minimum <= one <= most]
        case Takes.LIST:
            changed = [[one for one in now if one != member] for member in now]
            found = [*changed, *([*now, member] for member in key.allowed if member not in now), []]
        case Takes.TEXT:
            found = ["other words"]
        case _:
            found = []
    return [one for one in found if one != now]


PLUGIN = "plugin."
"""Prefix of the key of a plugin's option: `plugin.NAME.KEY`."""


def keys_of_plugin(name: str, plugin: object) -> dict[str, Key]:
    """Return the options that a plugin declares (`options`, a frozen dataclass) by name; empty if it declares none.

    Raises PluginError for a type that no option can have, for metadata in another form, and for annotations that raise.
    """
    kind = attribute(name, plugin, "options")
    if not isinstance(kind, type):
        return {}
    try:
        for field in fields(kind):
            for detail in field.metadata.keys() & _METADATA:
                given, (fits, example) = field.metadata[detail], _METADATA[detail]
                if not fits(given):
                    text = f"plugin {name!r}, {PLUGIN}{name}.{field.name}: {detail} is {one_line(given)}"
                    raise PluginError(text, plugin=name, hint=f"write {example}")
        return {key.name.rpartition(".")[2]: key for key in keys_of(f"{PLUGIN}{name}", kind)}
    except PluginError:
        raise
    except BaseException as error:  # annotations are untrusted code
        let_pass(error)
        if not isinstance(error, TypeError):
            text = f"plugin {name!r}: its options cannot be read: {one_line(error, str)}"
            raise PluginError(text, plugin=name) from error
        raise PluginError(
            f"plugin {name!r}, {error}", plugin=name, hint="an option is bool, int, str, an enum, or tuple[str, ...]"
        ) from error


def _are_limits(given: Any) -> bool:
    return isinstance(given, (list, tuple)) and [type(one) for one in given] in ([int, int], [int, type(None)])


def _are_values(given: Any) -> bool:
    listed = isinstance(given, (list, tuple, range, set, frozenset))
    return listed and bool(given) and all(isinstance(one, (int, str)) for one in given)


_METADATA: dict[str, tuple[Callable[[Any], bool], str]] = {
    "limits": (_are_limits, '"limits": (1, 9)'),
    "step": (lambda given: type(given) is int, '"step": 100'),
    "allowed": (_are_values, '"allowed": (1, 2, 3)'),
}
"""The form of what a plugin may say of an option, with an example."""


@cache
def tables() -> MappingProxyType[str, type[Any]]:
    """Return every table of options with its dataclass, in file order."""
    return MappingProxyType({field.name: _type_of(field, Options) for field in fields(Options)})


@cache
def table_words() -> MappingProxyType[str, tuple[str, str]]:
    """Return the title and the subject of every table."""
    return MappingProxyType({field.name: heading(field.metadata["words"]) for field in fields(Options)})


@cache
def other_words() -> MappingProxyType[str, str]:
    """Return the words of other rulebooks and programs, each with the key or the table that it means."""
    tables = {field.name: field.metadata["also"] for field in fields(Options)}
    also = tables | {key.name: key.also for key in keys().values()} | _HEAD_ALSO
    return MappingProxyType({word: name for name, words in also.items() for word in words.split()})


@cache
def keys() -> MappingProxyType[str, Key]:
    """Return every key by name, in file order."""
    return MappingProxyType({key.name: key for table, kind in tables().items() for key in keys_of(table, kind)})


TEXT_TABLES: tuple[str, ...] = ("penalty", "procedure", "notes")
"""Tables of texts for people, which the machine does not read."""
UNPLAYED_TABLES: tuple[str, ...] = (*TEXT_TABLES, "display")
"""Tables that the machine does not read, so that they cannot change how a hand is played."""
HEAD: dict[str, Takes] = {
    "id": Takes.TEXT, "name": Takes.TEXT, "edition": Takes.TEXT, "authority": Takes.TEXT, "version": Takes.TEXT,
    "requires": Takes.TEXT, "extends": Takes.TEXT, "standalone": Takes.SWITCH, "replaces": Takes.TEXT,
    "in_force_from": Takes.DATE, "in_force_until": Takes.DATE, "text_read": Takes.CHOICE, "unread": Takes.LIST,
    "plugins": Takes.LIST, "partial": Takes.SWITCH,
}  # fmt: skip
"""The keys of [ruleset]."""
EVENT: dict[str, Takes] = {
    "name": Takes.TEXT, "first_day": Takes.DATE, "last_day": Takes.DATE, "head_referee": Takes.TEXT,
}  # fmt: skip
"""The keys of [event], apart from the table of its decisions."""
_HEAD_ALSO = {
    "ruleset.authority": "author publisher",
    "ruleset.extends": "base based_on basis from parent extend inherits",
    "ruleset.name": "title",
    "ruleset.edition": "year",
    "event": "tournament",
    "event.decisions": "decision",
    "event.first_day": "begins date dates first_date",
    "event.head_referee": "referee",
    "event.last_day": "ends last_date",
    "source": "sources",
    "plugin": "plugins",
}
"""Other words for the keys of [ruleset], and for the tables that hold no keys of the law."""
SOURCE: tuple[str, ...] = ("document", "clause", "url", "grade")
"""The keys of a [source."..."] table."""
FLOATING_COUNTS: tuple[str, ...] = tuple(map(str, range(len(Floating().rows))))
"""The keys of [game.floating]: the number of players above the start score."""


def head_key(name: str) -> Key:
    """Return a key of [ruleset] as a `Key`."""
    choice = TextRead if HEAD[name] is Takes.CHOICE else None
    return Key(f"ruleset.{name}", HEAD[name], None, tuple(member.value for member in choice or ()), choice)


def event_key(name: str) -> Key:
    """Return a key of [event] as a `Key`."""
    return Key(f"event.{name}", EVENT[name], None)


@cache
def source_names() -> tuple[str, ...]:
    """Return the names that a table of [source] may have: a key, all keys of a table, or all keys."""
    return ("*", *departing().allowed)


@cache
def departing() -> Key:
    """Return the key `departs.keys` as a `Key`: it lists keys and whole tables."""
    return Key("departs.keys", Takes.LIST, (), (*(f"{table}.*" for table in tables()), *keys()))


def keys_meant(name: str) -> tuple[str, ...]:
    """Return the keys that a name in [departs] means: all keys of a table (`table.*`), or the key itself."""
    table = name.removesuffix(".*")
    return (name,) if table == name else tuple(key for key in keys() if key.startswith(f"{table}."))


def source_key(table: str, part: str) -> Key:
    """Return a key of a [source] table as a `Key`. `table` is its name in messages."""
    if part == "grade":
        return Key(f"{table}.grade", Takes.CHOICE, None, tuple(grade.value for grade in Grade), Grade)
    return Key(f"{table}.{part}", Takes.TEXT, "")


def of_three_players() -> tuple[str, ...]:
    """Return the keys that matter only at a three-player table."""
    return ("table.tiles", "wins.tsumo", *(key for key in keys() if key.startswith("kita.")))


def is_in_words(key: str) -> bool:
    """Return True if a key holds a text for people, and not a value that the machine reads."""
    return key.partition(".")[0] in TEXT_TABLES
