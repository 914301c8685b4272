"""The values that a ruleset file may have: pydantic types built from `kanrules.ruleset.keys`.

Only this module decides whether a value is valid. The messages for refused values are in `kanrules.ruleset.bad_values`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields
from datetime import date
from functools import cache
from itertools import groupby
from typing import TYPE_CHECKING, Annotated, Any, Literal

from pydantic import (
    AfterValidator,
    BaseModel,
    ConfigDict,
    Discriminator,
    Field,
    GetCoreSchemaHandler,
    GetJsonSchemaHandler,
    Strict,
    Tag,
    TypeAdapter,
    ValidationError,
    ValidationInfo,
    WithJsonSchema,
    create_model,
)
from pydantic.json_schema import JsonSchemaValue
from pydantic_core import CoreSchema, PydanticCustomError, core_schema

from kanrules.ruleset.about import about_problems, miscounted
from kanrules.ruleset.bad_values import BadValue, Error, bad_values, expected_of, named
from kanrules.ruleset.file_values import Head, Written, value_of, written
from kanrules.ruleset.keys import (
    EVENT,
    FLOATING_COUNTS,
    SOURCE,
    TEXT_TABLES,
    Key,
    Takes,
    departing,
    event_key,
    file_value,
    head_key,
    keys,
    source_key,
    source_names,
    tables,
)
from kanrules.ruleset.misplaced import meant_table, undecidable, unknown, unknown_field, unknown_source
from kanrules.ruleset.problems import INVISIBLE, MAX_PROBLEMS, Problem, first_of, quote
from kanrules.ruleset.toml_file import Document
from kanrules.rulings import TextRead

if TYPE_CHECKING:
    from kanrules.ruleset.locate import Path as KeyPath

_CONFIG = ConfigDict(frozen=True, extra="forbid", strict=True)
_TEXT: Any = Annotated[str, Strict()]
_NAME: Any = Annotated[_TEXT, Field(pattern=f"^[^{INVISIBLE}]*$")]
_NUMBER: Any = Annotated[int, Strict()]
_PLACES: Any = Field(min_length=3, max_length=4)
"""Limits on the length of an uma, which has a number for each player."""


@dataclass(frozen=True, eq=False)
class _Then:
    """Validates with a second type what the first has accepted, so that a wrong type is reported before a wrong value.
    The JSON Schema is that of the second type.

    No two are equal: otherwise `Annotated` would treat Literals with the same words in another order as one.
    """

    second: Any

    def __get_pydantic_core_schema__(self, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        return core_schema.chain_schema([handler(source), handler.generate_schema(self.second)])

    def __get_pydantic_json_schema__(self, schema: CoreSchema, handler: GetJsonSchemaHandler) -> JsonSchemaValue:
        found: Any = schema
        return handler(found["steps"][-1])


def _strings(given: Any) -> Any:
    """Accept a text, or a list of strings none of which is empty."""
    strings = given if isinstance(given, list) else [given]
    if given == "" or (strings and all(isinstance(one, str) and one for one in strings)):
        return given
    raise PydanticCustomError("string_type", "neither a string nor a list of strings")


_STRINGS: Any = Annotated[
    Any,
    AfterValidator(_strings),
    WithJsonSchema(
        {
            "anyOf": [
                {"type": "string"},
                {"type": "array", "items": {"type": "string", "minLength": 1}, "minItems": 1},
            ]
        }
    ),
]
"""A text of [penalty] or [procedure]. It is no union, whose errors would name both of its members."""


def _sums_to_0(row: tuple[int, ...]) -> tuple[int, ...]:
    if sum(row):
        raise PydanticCustomError("uma_sum", "the row does not sum to 0")
    return row


def _type(key: Key) -> Any:
    """Return the annotation of a key's field."""
    # A missing parent is reported with KR105, whatever characters its name has.
    text = _NAME if key.table in ("ruleset", "source") and key.name != "ruleset.extends" else _TEXT
    if key.is_text:
        return _STRINGS
    if key.takes is Takes.SWITCH:
        switch: Any = Annotated[bool, Strict()]
        listed: Any = Annotated[tuple.__class_getitem__((_among(text, key.members), ...)), Strict(False)]
        return _switch_or_list(switch, listed) if key.members else switch
    if key.takes is Takes.DATE:
        return Annotated[date, Strict()]
    if key.takes is Takes.LIST:
        return Annotated[tuple.__class_getitem__((_among(text, key.allowed), ...)), Strict(False)]
    if key.takes is Takes.NUMBER and not key.allowed:
        return _limited(key)
    if key.takes is Takes.UMA:
        return _row(key)
    if key.takes is Takes.FLOATING:
        row = _row(key)
        return _created("Floating", "", {f"row_{n}": (row, Field((), alias=n)) for n in FLOATING_COUNTS})
    return _among(_NUMBER if key.takes is Takes.NUMBER else text, key.allowed)


_TAGS = ("<switch>", "<list>")
"""Names of the two types of a switch that may be a list, in the paths of pydantic's errors."""


def _switch_or_list(switch: Any, listed: Any) -> Any:
    """Return the type of a switch that may be a list, too. A list is reported as a list, anything else as a switch."""
    return Annotated[
        Annotated[switch, Tag(_TAGS[0])] | Annotated[listed, Tag(_TAGS[1])],
        Discriminator(lambda value: _TAGS[isinstance(value, list)]),
    ]


def _among(kind: Any, allowed: tuple[Any, ...]) -> Any:
    """Return the type restricted to these values, or unrestricted if none are given."""
    # A Literal of numbers alone would accept true for 1.
    return Annotated[kind, _Then(Literal.__getitem__(allowed))] if allowed else kind


def _limited(key: Key) -> Any:
    return Annotated[_NUMBER, Field(ge=key.minimum, le=key.maximum, multiple_of=key.step if key.step > 1 else None)]


def _row(key: Key) -> Any:
    """Return the type of points for each place. The sum is checked before the limits, so that its message comes
    first.
    """
    numbers: Any = tuple.__class_getitem__((_NUMBER, ...))
    points: Any = tuple.__class_getitem__((_limited(key), ...))
    sums: Any = Annotated[numbers, Strict(False), _PLACES, AfterValidator(_sums_to_0)]
    return Annotated[sums, _Then(Annotated[points, _PLACES])]


def _created(name: str, description: str, members: dict[str, Any]) -> type[BaseModel]:
    return create_model(name, __config__=_CONFIG, __doc__=description or None, **members)


@cache
def file_model() -> type[BaseModel]:
    """Return the model of a ruleset file."""
    head = _created(
        "Head",
        "What the file is and what it stands on.",
        {one.name: _head_field(one.name, one.default) for one in fields(Head)},
    )
    made: dict[str, Any] = {"ruleset": (head, Field(default_factory=dict))}
    for table, kind in tables().items():
        members = {key.field: (_type(key), file_value(key.default)) for key in keys().values() if key.table == table}
        section = _created(kind.__name__, (kind.__doc__ or "").strip(), members)
        made[table] = (section, Field(default_factory=dict))
    made["plugin"] = (dict[str, dict[str, Any]], Field(default_factory=dict))
    source = _created(
        "SourceTable",
        "Where the value of a key is written.",
        {name: (_source_type(name), ... if name in ("document", "grade") else "") for name in SOURCE},
    )
    decisions = _created(
        "Decisions",
        "What the head referee has decided because the rulebook leaves it open: keys by table.",
        {table: made[table] for table in tables()},
    )
    asked: dict[str, Any] = {
        name: (_event_type(name), ... if name == "name" else Field(default_factory=lambda: None)) for name in EVENT
    }
    asked["decisions"] = (decisions, Field(default_factory=dict))
    event = _created("EventTable", "The event for which the ruleset is written.", asked)
    made["event"] = (event, Field(default_factory=lambda: None))
    departs = _created(
        "Departs",
        "Keys for which the text departs from its parent's: the parent's value and clause are not its law.",
        {"keys": (_type(departing()), ())},
    )
    made["departs"] = (departs, Field(default_factory=dict))
    names: Any = Literal.__getitem__(source_names())
    made["source"] = (dict.__class_getitem__((names, source)), Field(default_factory=dict))
    texts: Any = Literal.__getitem__(tuple(key.name for key in keys().values() if key.is_text))
    stated: Any = Literal.__getitem__(tuple(key.name for key in keys().values() if key.table not in TEXT_TABLES))
    lists: Any = Annotated[tuple.__class_getitem__((stated, ...)), Strict(False)]
    strings: Any = Annotated[tuple.__class_getitem__((lists, ...)), Strict(False)]
    made["about"] = (dict.__class_getitem__((texts, strings)), Field(default_factory=dict))
    return _created("RulesetFile", "A ruleset of kanrules.", made)


def _event_type(name: str) -> Any:
    kind = _type(event_key(name))
    if name == "name":
        return Annotated[kind, Field(min_length=1)]
    return Annotated[kind, AfterValidator(_not_before_first)] if name == "last_day" else kind


def _head_field(name: str, default: Any) -> tuple[Any, Any]:
    """Return the annotation and the default of a key of [ruleset]."""
    kind, check = _type(head_key(name)), _HEAD_CHECKS.get(name)
    value = Field(default_factory=lambda: None) if default is None else file_value(default)
    return Annotated[kind, AfterValidator(check)] if check else kind, value


def _not_before(until: date, info: ValidationInfo) -> date:
    if (begin := info.data.get("in_force_from")) is not None and until < begin:
        raise PydanticCustomError("ends_early", "the end is before the beginning")
    return until


def _not_before_first(last: date, info: ValidationInfo) -> date:
    if (first := info.data.get("first_day")) is not None and last < first:
        raise PydanticCustomError("event_ends_early", "the last day is before the first")
    return last


def _none_of_a_whole(unread: tuple[str, ...], info: ValidationInfo) -> tuple[str, ...]:
    if unread and info.data.get("text_read") == TextRead.WHOLE:
        raise PydanticCustomError("whole_and_unread", "the whole text was read")
    return unread


def _another(replaced: str, info: ValidationInfo) -> str:
    if replaced and replaced == info.data.get("id"):
        raise PydanticCustomError("replaces_itself", "an edition cannot replace itself")
    return replaced


# Each check can use the keys that `Head` lists before its own.
_HEAD_CHECKS: dict[str, Callable[[Any, ValidationInfo], Any]] = {
    "in_force_until": _not_before,
    "unread": _none_of_a_whole,
    "replaces": _another,
}


def _source_type(name: str) -> Any:
    found = _type(source_key("source", name))
    return Annotated[found, Field(min_length=1)] if name == "document" else found


def read_file(document: Document) -> tuple[Written | None, list[Problem]]:
    """Return the content of the file, or all mistakes in its structure (KR101-KR103), in file order."""
    # A header that could not be read became a table whose name begins with NUL.
    data = {name: value for name, value in document.data.items() if not (document.broken and name.startswith("\0"))}
    errors = _errors(_file(), data)
    if not errors:
        found = written(data)
        problems = [*miscounted(document, found), *_set_twice(document, data)]
        return (None, problems) if problems else (found, [])
    problems = []
    # The errors of one value are reported together: of an uma, one for each row.
    for where, group in groupby(errors, key=lambda error: error.path[:2]):
        if len(problems) > MAX_PROBLEMS:
            break
        problems += _problems(document, data, where, list(group))
    unique = {(p.line, p.column, p.code, p.message): p for p in problems}
    return None, first_of(sorted(unique.values(), key=lambda problem: (problem.line, problem.column)))


def check_value(key: Key, value: Any) -> tuple[Any, BadValue | None]:
    """Return a single value for a key, validated like one in a file, or why it is refused."""
    errors = _errors(_single(key), value)
    return (None, bad_values(key, value, errors)[0]) if errors else (value_of(key, value), None)


@cache
def _file() -> TypeAdapter[Any]:
    return TypeAdapter(file_model())


@cache
def _single(key: Key) -> TypeAdapter[Any]:
    return TypeAdapter(_type(key))


_PARTS = ", ".join(SOURCE)
_DOCUMENT = ("the name of the document",)


def _errors(adapter: TypeAdapter[Any], value: Any) -> list[Error]:
    try:
        adapter.validate_python(value)
    except ValidationError as refused:
        found = refused.errors(include_url=False, include_context=False)
        return [
            Error(error["type"], tuple(part for part in error["loc"] if part not in _TAGS), error["input"])
            for error in found
        ]
    return []


def _problems(document: Document, data: Mapping[str, Any], where: KeyPath, errors: list[Error]) -> list[Problem]:
    """Return the errors of one value or table as problems with their places."""
    table, first = str(where[0]), errors[0]
    if first.kind == "extra_forbidden" and len(first.path) <= 2:
        return [unknown(document, where), *_inside_misspelt(document, data, where)]
    if table == "source" and len(where) == 2:
        return _source_problems(document, where, errors)
    if table == "about" and len(where) == 2:
        return about_problems(document, where, errors)
    if table == "event" and where[1:] in (("name",), ("decisions",)):
        return _event_problems(document, errors)
    if len(where) == 1 or table == "plugin":
        shown = ".".join(map(str, first.path))
        message = f"`{shown}` must be a table, not {named(first.given)}"
        return [document.problem("KR103", first.path, message, expected=(f"[{shown}]",))]
    name = str(where[1])
    key = _OF_FILE[table](name) if table in _OF_FILE else keys()[f"{table}.{name}"]
    return _bad(document, where, key, data[table][name], [error._replace(path=error.path[2:]) for error in errors])


_OF_FILE: dict[str, Callable[[str], Key]] = {
    "ruleset": head_key,
    "event": event_key,
    "departs": lambda _: departing(),
}
"""The keys of the tables that hold no keys of the law."""


def _bad(document: Document, where: KeyPath, key: Key, value: Any, errors: list[Error]) -> list[Problem]:
    return [
        document.problem(
            bad.code,
            (*where, *bad.path),
            bad.message,
            expected=bad.expected,
            hint=bad.hint,
            at_key=bad.code == "KR101",
        )
        for bad in bad_values(key, value, errors)
    ]


def _source_problems(document: Document, where: KeyPath, errors: list[Error]) -> list[Problem]:
    """Return the errors of one [source."table.key"] as problems."""
    name, problems = str(where[1]), []
    table = document.data["source"][name]
    called = f"source.{quote(name)}"
    if any(error.path[2:] == ("[key]",) for error in errors):
        problems.append(unknown_source(document, name, table))
        if name in tables() and isinstance(table, dict):
            return problems  # The quotes are missing; every other error comes from that.
    for kind, path, given in errors:
        if len(path) == 2:
            message, expected = f"`{called}` must be a table, not {named(given)}", (f"[{called}] with {_PARTS}",)
            problems.append(document.problem("KR103", path, message, expected=expected))
        elif path[2] == "[key]":
            continue
        elif kind == "extra_forbidden":
            problems.append(unknown(document, path))
        elif kind == "missing":
            # What is missing may be on a line that could not be read.
            if not document.broken:
                part = str(path[2])
                needed = expected_of(source_key(called, part)) if part == "grade" else _DOCUMENT
                message = f"`{called}` has no `{part}`"
                problems.append(document.problem("KR102", where, message, at_key=True, expected=needed))
        elif kind == "string_too_short":
            message = f"`{called}` names no document"
            problems.append(document.problem("KR102", path, message, expected=_DOCUMENT))
        else:
            key = source_key(called, str(path[2]))
            problems += _bad(document, path, key, given, [Error(kind, (), given)])
    return problems


def _event_problems(document: Document, errors: list[Error]) -> list[Problem]:
    """Return the errors of the event's name and of its decisions as problems."""
    problems = []
    for error in errors:
        kind, path, given = error
        if kind in ("missing", "string_too_short"):
            # What is missing may be on a line that could not be read.
            if not document.broken:
                message, expected = "[event] has no `name`", ("the name of the event",)
                problems.append(document.problem("KR102", ("event",), message, at_key=True, expected=expected))
        elif path[1] == "name":
            problems += _bad(document, path, event_key("name"), given, [error._replace(path=())])
        elif kind == "extra_forbidden":
            problems.append(undecidable(document, path))
        elif len(path) < 4:
            message = f"`{'.'.join(map(str, path))}` must be a table, not {named(given)}"
            problems.append(document.problem("KR103", path, message, expected=("keys by table, like kandora.ankan",)))
        else:
            table, field = str(path[2]), str(path[3])
            value = document.data["event"]["decisions"][table][field]
            key = keys()[f"{table}.{field}"]
            problems += _bad(document, path[:4], key, value, [error._replace(path=path[4:])])
    return problems


def _set_twice(document: Document, data: Mapping[str, Any]) -> list[Problem]:
    """Return KR102 for each key that the file both sets and lists among the decisions of its event."""
    return [
        document.problem(
            "KR102", ("event", "decisions", table, field), f"`{table}.{field}` is set in [{table}], too",
            at_key=True, hint="a decision is for what nothing settles; keep one of the two lines",
        )
        for table, decided in data.get("event", {}).get("decisions", {}).items()
        for field in decided if field in data.get(table, {})
    ]  # fmt: skip


def _inside_misspelt(document: Document, data: Mapping[str, Any], where: KeyPath) -> list[Problem]:
    """Return the problems inside a table whose own name is misspelt."""
    table, problems = meant_table(where, data), []
    for field, value in data[str(where[0])].items() if table else ():
        key = keys().get(f"{table}.{field}")
        if key is None:
            problems.append(unknown_field(document, (*where, field), table))
        elif errors := _errors(_single(key), value):
            problems += _bad(document, (*where, field), key, value, errors[:1])
    return problems
