"""The shape of a ruleset file: pydantic models made from `kanrules.law.options`, and their errors in an organizer's
words.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import fields
from functools import cache, partial
from typing import TYPE_CHECKING, Annotated, Any, Literal

from pydantic import (
    AfterValidator,
    BaseModel,
    ConfigDict,
    Field,
    PlainValidator,
    Strict,
    ValidationError,
    create_model,
)
from pydantic_core import ErrorDetails

from kanrules.ruleset import uma
from kanrules.ruleset.aliases import KEY_ALIASES, value_hint
from kanrules.ruleset.glossary import outside
from kanrules.ruleset.keys import HEAD, SOURCE, Key, Takes, keys, tables
from kanrules.ruleset.numbers import as_number
from kanrules.ruleset.problems import MANY, Problem, close, quote, type_word
from kanrules.ruleset.read import Document
from kanrules.ruleset.written import Head, Written, written
from kanrules.rulings import Grade

if TYPE_CHECKING:
    from kanrules.ruleset.locate import Path as KeyPath

_CONFIG = ConfigDict(frozen=True, extra="forbid", strict=True)


class SourceTable(BaseModel):
    """[source."table.key"]: where the value of a key is written."""

    model_config = _CONFIG

    document: Annotated[str, Field(min_length=1)]
    clause: str = ""
    url: str = ""
    grade: Annotated[Grade, Strict(False)]


def _type(key: Key) -> Any:
    """The annotation of a key's field."""
    if key.takes is Takes.CHOICE:
        return Annotated[key.choice, Strict(False)]
    if key.takes is Takes.SWITCH:
        return bool
    if key.takes is Takes.LIST:
        member: Any = Literal.__getitem__(key.allowed) if key.allowed else str
        return Annotated[tuple.__class_getitem__((member, ...)), Strict(False)]
    if key.takes is Takes.NUMBER and key.allowed:
        # A Literal of numbers would take true for 1.
        return Annotated[int, AfterValidator(_among(key.allowed))]
    if key.allowed:
        return Literal.__getitem__(key.allowed)
    if key.takes is Takes.NUMBER:
        return Annotated[int, Field(ge=key.minimum, le=key.maximum, multiple_of=key.step)]
    if key.takes in (Takes.UMA, Takes.FLOATING):
        return Annotated[Any, PlainValidator(partial(uma.value_of, key))]
    return str


def _among(allowed: tuple[int, ...]) -> Callable[[int], int]:
    def check(value: int) -> int:
        if value not in allowed:
            raise ValueError
        return value

    return check


def table_model(name: str, found: Mapping[str, Key] | list[Key], description: str = "") -> type[BaseModel]:
    """The model of one table of options."""
    members = found.values() if isinstance(found, Mapping) else found
    made: dict[str, Any] = {key.field: (_type(key), key.default) for key in members}
    return _created(name, description, made)


def _created(name: str, description: str, members: dict[str, Any]) -> type[BaseModel]:
    return create_model(name, __config__=_CONFIG, __doc__=description or None, **members)


def _head() -> dict[str, Any]:
    """The fields of [ruleset]."""
    kinds = {Takes.TEXT: str, Takes.SWITCH: bool, Takes.LIST: Annotated[tuple[str, ...], Strict(False)]}
    return {one.name: (kinds[HEAD[one.name]], one.default) for one in fields(Head)}


@cache
def file_model() -> type[BaseModel]:
    """The model of a whole file."""
    head = _created("Head", "What the file is and what it stands on.", _head())
    made: dict[str, Any] = {"ruleset": (head, head())}
    for table, kind in tables().items():
        section = table_model(
            kind.__name__, [key for key in keys().values() if key.table == table], (kind.__doc__ or "").strip()
        )
        made[table] = (section, section())
    made["plugin"] = (dict[str, dict[str, Any]], {})
    made["source"] = (dict[str, SourceTable], {})
    return _created("RulesetFile", "A ruleset of kanrules.", made)


def read_file(document: Document) -> tuple[Written | None, list[Problem]]:
    """What the file says, or all that is wrong with its shape (KR101-KR103), in file order."""
    data = {name: value for name, value in document.data.items() if not name.startswith("\0")}
    problems = list(_source_keys(document, data))
    sound = True
    try:
        file_model().model_validate(data)
    except ValidationError as error:
        found = [
            one
            for one in error.errors(include_url=False, include_context=False)
            # What is missing may stand in a line that could not be read.
            if not _nested_source(one["loc"]) and not (document.broken and one["type"] == "missing")
        ]
        for one in found:
            problems += _uma_problems(document, data, one) or [_translate(document, data, one)]
        problems += [inner for one in found for inner in _inside_misspelt(document, data, tuple(one["loc"]))]
        sound = False
    if problems or not sound:
        unique = {(p.line, p.column, p.code, p.message): p for p in problems}
        return None, sorted(unique.values(), key=lambda problem: (problem.line, problem.column))
    return written(data), []


def check_value(key: Key, value: Any) -> tuple[Any, tuple[str, str, tuple[str, ...], str] | None]:
    """A single value for a key, validated like a file's; or code, message, what was expected and a hint."""
    model = _single(key)
    try:
        return getattr(model.model_validate({key.field: value}), key.field), None
    except ValidationError:
        return None, explain_value(key, value)


@cache
def _single(key: Key) -> type[BaseModel]:
    return table_model("Value", [key])


# --- errors in an organizer's words --------------------------------------------------------------------------------


def expected_of(key: Key) -> tuple[str, ...]:
    """What a key takes, as it is printed after `expected`."""
    if key.takes is Takes.SWITCH:
        return ("true", "false")
    if key.takes is Takes.NUMBER and not key.allowed:
        top = f" to {key.maximum}" if key.maximum is not None else " up"
        step = f", a multiple of {key.step}" if key.step > 1 else ""
        return (f"a whole number from {key.minimum}{top}{step}",)
    if key.allowed:
        return tuple(str(value) for value in key.allowed)
    return ("texts",) if key.takes is Takes.LIST else (key.takes.value,)


def explain_value(key: Key, value: Any) -> tuple[str, str, tuple[str, ...], str]:
    """Code, message, what was expected and a hint for a value that a key cannot take."""
    name, expected = f"`{key.name}`", expected_of(key)
    if key.takes in (Takes.UMA, Takes.FLOATING):
        _, code, message, expected, hint = next(uma.faults(key, value))
        return code, message, expected, hint
    if key.takes is Takes.LIST:
        if not isinstance(value, (list, tuple)):
            hint = f'write ["{value}"]' if isinstance(value, str) and (value in key.allowed or not key.allowed) else ""
            return "KR103", f"{name} must be a list, not {_a(value)}", _list_of(expected), hint
        for member in value:
            if not isinstance(member, str):
                return (
                    "KR103",
                    f"{name} is a list of texts, and {quote(member)} is {type_word(member)}",
                    _list_of(expected),
                    "",
                )
            if key.allowed and member not in key.allowed:
                hint = dict(key.hints).get(member) or value_hint(member, expected)
                return "KR102", f"{name} cannot hold {quote(member)}", expected, hint
    wanted = {Takes.CHOICE: str, Takes.TEXT: str, Takes.SWITCH: bool, Takes.NUMBER: int}.get(key.takes, str)
    if not isinstance(value, wanted) or (wanted is int and isinstance(value, bool)):
        return "KR103", f"{name} must be {_needs(key)}, not {_a(value)}", expected, _type_hint(key, value)
    hint = value_hint(value, expected) if isinstance(value, str) else _points_hint(key, value)
    return "KR102", f"{name} cannot be {quote(value)}", expected, hint


def _points_hint(key: Key, value: Any) -> str:
    """Points that were written in thousands."""
    meant = 1000 * value if key.step > 1 and type(value) is int and value else 0
    return f"did you mean {meant}?" if key.minimum <= meant <= (key.maximum or 0) and meant else ""


def _list_of(members: tuple[str, ...]) -> tuple[str, ...]:
    if members == ("texts",):
        return ("a list of texts",)
    more = f", ... ({len(members)} in all)" if len(members) > MANY else ""
    return ("a list of: " + ", ".join(members[:MANY]) + more,)


def _needs(key: Key) -> str:
    return {
        Takes.CHOICE: "a text",
        Takes.TEXT: "a text",
        Takes.SWITCH: "true or false",
        Takes.NUMBER: "a whole number",
    }.get(key.takes, "a list")


def _a(value: Any) -> str:
    if isinstance(value, (dict, bool)):
        return quote(value)
    return f"{type_word(value)}, {quote(value)}"


def _type_hint(key: Key, value: Any) -> str:
    """The same value in the type that was wanted, where that is plain."""
    if key.takes is Takes.SWITCH and isinstance(value, str):
        word = value.strip().casefold()
        if word in ("true", "yes", "on", "ari", "あり", "有", "有り", "1"):
            return "write true, without quotes"
        if word in ("false", "no", "off", "nashi", "なし", "無", "無し", "0"):
            return "write false, without quotes"
    if key.takes is Takes.SWITCH and isinstance(value, int) and value in (0, 1):
        return f"write {'true' if value else 'false'}"
    if key.takes is Takes.NUMBER and isinstance(value, str) and (number := as_number(value)):
        return f"write {number}, without quotes"
    if (
        key.takes is Takes.NUMBER
        and isinstance(value, float)
        and value == value
        and abs(value) < 1e9
        and value == int(value)
    ):
        # 25.000 is a float of 25 to TOML, and 25000 points to who wrote it.
        return f"write {1000 * int(value) if key.step > 1 and 0 < value < 1000 else int(value)}"
    if key.takes is Takes.TEXT and isinstance(value, (int, float)) and not isinstance(value, bool):
        return f'write "{quote(value)}"'
    if key.takes is Takes.TEXT and isinstance(value, (list, tuple)) and value and isinstance(value[0], str):
        return f"one text alone, such as {quote(value[0])}"
    if key.takes is Takes.CHOICE and isinstance(value, (list, tuple)) and len(value) == 1 and value[0] in key.allowed:
        return f'write "{value[0]}"'
    if key.takes is Takes.CHOICE and isinstance(value, bool):
        off = next((word for word in ("off", "never", "none", "forbidden") if word in key.allowed), "")
        on = [word for word in key.allowed if word != off]
        if off and (not value or len(on) == 1):
            return f'write "{on[0] if value else off}"'
    return ""


def head_key(name: str) -> Key:
    """A key of [ruleset] as the others are."""
    return Key(f"ruleset.{name}", HEAD[name], None)


def _translate(document: Document, data: Mapping[str, Any], error: ErrorDetails) -> Problem:
    """One error of pydantic as a problem with its place."""
    path: KeyPath = tuple(error["loc"])
    value: Any = data
    for step in path:
        try:
            value = value[step]
        except (KeyError, IndexError, TypeError):
            break
    table = str(path[0])
    if error["type"] == "extra_forbidden":
        return unknown(document, path)
    if table == "source" and len(path) >= 2:
        return _source_problem(document, path, error["type"], value)
    if len(path) == 1 or (table in ("plugin", "source") and len(path) == 2):
        shown = ".".join(map(str, path))
        return document.problem("KR103", path, f"`{shown}` must be a table, not {_a(value)}", expected=(f"[{shown}]",))
    if table == "plugin":
        return document.problem("KR103", path, f"`{'.'.join(map(str, path))}` cannot be {quote(value)}")
    name = str(path[1])
    if table == "ruleset":
        if name == "plugins":
            return _plugins_problem(document, path, data["ruleset"]["plugins"], value)
        key = head_key(name)
    else:
        key = keys()[f"{table}.{name}"]
    whole = data[table][name]
    code, message, expected, hint = explain_value(key, [value] if len(path) > 2 else whole)
    return document.problem(code, path, message, expected=expected, hint=hint)


def _uma_problems(document: Document, data: Mapping[str, Any], error: ErrorDetails) -> list[Problem]:
    """All that is wrong with a value of uma, each at its place; none where the error is about something else."""
    path: KeyPath = tuple(error["loc"])
    key = keys().get(".".join(map(str, path[:2])))
    if key is None or len(path) != 2 or key.takes not in (Takes.UMA, Takes.FLOATING):
        return []
    return [
        document.problem(code, (*path, *inner), message, expected=expected, hint=hint, at_key=code == "KR101")
        for inner, code, message, expected, hint in uma.faults(key, data[key.table][key.field])
    ]


def _plugins_problem(document: Document, path: KeyPath, plugins: Any, value: Any) -> Problem:
    if not isinstance(plugins, list):
        hint = f'write ["{plugins}"]' if isinstance(plugins, str) and plugins.isprintable() else ""
        return document.problem(
            "KR103",
            path,
            f"`ruleset.plugins` must be a list, not {_a(plugins)}",
            expected=("a list of plugins' names",),
            hint=hint,
        )
    message = f"`ruleset.plugins` is a list of texts, and {quote(value)} is {type_word(value)}"
    return document.problem("KR103", path, message, expected=("a list of plugins' names",))


def _source_keys(document: Document, data: Mapping[str, Any]) -> list[Problem]:
    """Sources of keys that do not exist: pydantic takes any name there."""
    found = data.get("source")
    problems = []
    for name, table in (found if isinstance(found, dict) else {}).items():
        if name in keys():
            continue
        if isinstance(table, dict) and name in tables():
            # [source.kandora.ankan], the quotes forgotten: a table in a table
            inner = next((f"{name}.{field}" for field in table if f"{name}.{field}" in keys()), f"{name}.key")
            hint = f'write [source."{inner}"]'
            problems.append(
                document.problem("KR101", ("source", name), f"unknown key `{name}` in [source]", at_key=True, hint=hint)
            )
            continue
        meant = KEY_ALIASES.get(name.rpartition(".")[2], "")
        close_to = meant if "." in meant else close(name, tuple(keys()))
        hint = f'did you mean [source."{close_to}"]?' if close_to else ""
        message = f"there is no key {quote(name)} for a source"
        problems.append(document.problem("KR101", ("source", name), message, at_key=True, hint=hint))
    return problems


def _nested_source(path: tuple[int | str, ...]) -> bool:
    """Whether a fault lies inside [source.table.key] without quotes, of which the one thing to say was said."""
    return len(path) > 2 and path[0] == "source" and path[1] in tables()


def _source_problem(document: Document, path: KeyPath, kind: str, value: Any) -> Problem:
    if len(path) == 2:
        return document.problem(
            "KR103",
            path,
            f"`source.{quote(path[1])}` must be a table, not {_a(value)}",
            expected=(f"[source.{quote(path[1])}] with document, clause, url, grade",),
        )
    name = f"source.{quote(path[1])}.{path[2]}"
    if kind == "missing":
        grades = tuple(grade.value for grade in Grade)
        expected = grades if path[2] == "grade" else ("the name of the document",)
        return document.problem(
            "KR102", path[:2], f"`source.{quote(path[1])}` has no `{path[2]}`", at_key=True, expected=expected
        )
    key = (
        Key(name, Takes.CHOICE, None, tuple(grade.value for grade in Grade))
        if path[2] == "grade"
        else Key(name, Takes.TEXT, None)
    )
    code, message, expected, hint = explain_value(key, value)
    if path[2] == "document" and value == "":
        message, expected = f"`source.{quote(path[1])}` names no document", ("the name of the document",)
    return document.problem(code, path, message, expected=expected, hint=hint)


def unknown(document: Document, path: KeyPath) -> Problem:
    """KR101 at a key or table that does not exist, with what was probably meant."""
    name = str(path[-1])
    if len(path) == 1:
        known = ("ruleset", *tables(), "plugin", "source")
        if isinstance(document.data[name], dict):
            hint = _table_hint(name, known)
            return document.problem(
                "KR101",
                path,
                f"unknown table [{_bare(name)}]",
                at_key=True,
                expected=tuple(f"[{t}]" for t in known),
                hint=hint,
            )
        return document.problem(
            "KR101", path, f"the key `{_bare(name)}` stands in no table", at_key=True, hint=_key_hint("", name)
        )
    if path[0] == "source":
        hint = close(name, SOURCE)
        message = f"unknown key `{_bare(name)}` in [source.{quote(path[1])}]"
        return document.problem(
            "KR101", path, message, at_key=True, expected=SOURCE, hint=f"did you mean `{hint}`?" if hint else ""
        )
    table = str(path[0])
    inner = document.data[table][name]
    if name in tables() and isinstance(inner, dict):
        # a dotted key, which TOML reads below the table above it
        field = next(iter(inner), "key")
        hint = (
            f"below [{table}] this is `{table}.{_bare(name)}.{_bare(field)}`; write `{_bare(field)} = ...` under "
            f"[{_bare(name)}]"
        )
        return document.problem("KR101", path, f"there is no [{_bare(name)}] inside [{table}]", at_key=True, hint=hint)
    known = tuple(HEAD) if table == "ruleset" else tuple(key.field for key in keys().values() if key.table == table)
    message = f"unknown key `{_bare(name)}` in [{table}]"
    return document.problem("KR101", path, message, at_key=True, expected=known, hint=_key_hint(table, name))


def _inside_misspelt(document: Document, data: Mapping[str, Any], path: KeyPath) -> list[Problem]:
    """What is wrong with the keys of a table whose own name is a slip for a known one."""
    name = str(path[0])
    if len(path) != 1 or not isinstance(data.get(name), dict):
        return []
    meant = KEY_ALIASES.get(name.casefold(), "") or close(name, tuple(tables()))
    if meant not in tables() or outside(name):
        return []
    found = []
    fields = tuple(key.field for key in keys().values() if key.table == meant)
    for field_, value in data[name].items():
        key = keys().get(f"{meant}.{field_}")
        at: KeyPath = (name, field_)
        if key is None:
            text = f"unknown key `{_bare(field_)}` in [{meant}]"
            hint = _key_hint(meant, field_)
            found.append(document.problem("KR101", at, text, at_key=True, expected=fields, hint=hint))
        elif wrong := check_value(key, value)[1]:
            code, text, expected, hint = wrong
            found.append(document.problem(code, at, text, expected=expected, hint=hint))
    return found


def _bare(name: str) -> str:
    return quote(name)[1:-1]


def _table_hint(name: str, known: tuple[str, ...]) -> str:
    if found := outside(name):
        return found
    if meant := KEY_ALIASES.get(name.casefold(), ""):
        return (
            f"did you mean [{meant}]?"
            if "." not in meant
            else f"did you mean `{meant.partition('.')[2]}` in [{meant.partition('.')[0]}]?"
        )
    if fields := [key for key in keys().values() if key.field == name]:
        return f"`{name}` belongs in {' or '.join(f'[{key.table}]' for key in fields)}"
    found = close(name, known)
    return f"did you mean [{found}]?" if found else ""


def _key_hint(table: str, name: str) -> str:
    """What was probably meant: a field's word, a near spelling in this table, the same key of another table, a near
    spelling anywhere.
    """
    if found := outside(name):
        return found
    here = [key.field for key in keys().values() if key.table == table] if table != "ruleset" else list(HEAD)
    meant = KEY_ALIASES.get(name.casefold(), "")
    if meant and meant.partition(".")[2] in here:
        return f"did you mean `{meant.partition('.')[2]}`?"
    if meant and meant in here:
        return f"did you mean `{meant}`?"
    if name in tables():
        return f"did you mean [{name}]?"
    elsewhere = [key.table for key in keys().values() if key.field == name and key.table != table]
    if elsewhere:
        return f"`{name}` belongs in {' or '.join(f'[{other}]' for other in elsewhere)}"
    if name in HEAD and table != "ruleset":
        return f"`{name}` belongs in [ruleset]"
    if found := close(name, here):
        return f"did you mean `{found}`?"
    if meant:
        return (
            f"did you mean `{meant.partition('.')[2] or meant}` in [{meant.partition('.')[0]}]?"
            if "." in meant
            else f"did you mean [{meant}]?"
        )
    if found := close(name, tuple(key.field for key in keys().values())):
        return (
            f"did you mean `{found}`, in "
            f"{' or '.join(sorted({f'[{key.table}]' for key in keys().values() if key.field == found}))}?"
        )
    return ""
