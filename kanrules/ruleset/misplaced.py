"""Messages for keys and tables that do not exist (KR101), with what was probably meant."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from kanrules.ruleset.glossary import outside
from kanrules.ruleset.keys import EVENT, HEAD, SOURCE, Takes, keys, other_words, source_names, tables
from kanrules.ruleset.locate import Path as KeyPath
from kanrules.ruleset.problems import Problem, close, quote
from kanrules.ruleset.toml_file import Document


def unknown_source(document: Document, name: str, table: Any) -> Problem:
    """Return KR101 for the source of a key that does not exist."""
    if isinstance(table, dict) and name in tables():
        # [source.kandora.ankan] without quotes is a table inside a table.
        whole = "*" if set(table) & set(SOURCE) else "key"
        inner = next((f"{name}.{field}" for field in table if f"{name}.{field}" in keys()), f"{name}.{whole}")
        message, hint = f"unknown key `{name}` in [source]", f'write [source."{inner}"]'
    else:
        meant = other_words().get(name.rpartition(".")[2], "")
        known = [one for one in source_names() if one.endswith("*") == name.endswith("*")]
        close_to = meant if "." in meant else close(name, known)
        message = f"there is no key {quote(name)} for a source"
        hint = f'did you mean [source."{close_to}"]?' if close_to else ""
    return document.problem("KR101", ("source", name), message, at_key=True, hint=hint)


def unknown(document: Document, path: KeyPath) -> Problem:
    """Return KR101 for a key or table that does not exist, with what was probably meant."""
    name = str(path[-1])
    if len(path) == 1:
        known = ("ruleset", "event", *tables(), "plugin", "departs", "about", "source")
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
            "KR101", path, f"the key `{_bare(name)}` is not in a table", at_key=True, hint=_key_hint("", name)
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
        # TOML reads a dotted key as part of the table above it.
        field = next(iter(inner), "key")
        hint = (
            f"below [{table}] this is `{table}.{_bare(name)}.{_bare(field)}`; write `{_bare(field)} = ...` under "
            f"[{_bare(name)}]"
        )
        return document.problem("KR101", path, f"there is no [{_bare(name)}] inside [{table}]", at_key=True, hint=hint)
    return unknown_field(document, path, table)


def undecidable(document: Document, path: KeyPath) -> Problem:
    """Return KR101 for a table or a key of it that no decision of an event can be about."""
    name = str(path[-1])
    if len(path) > 3:
        return unknown_field(document, path, str(path[2]))
    hint = f"write {name} without quotes" if name in keys() else _table_hint(name, tuple(tables()))
    message = f"`{_bare(name)}` cannot be decided: it is not a table of keys"
    return document.problem("KR101", path, message, at_key=True, hint=hint)


def meant_table(path: KeyPath, data: Mapping[str, Any]) -> str:
    """Return the known table that an unknown table name probably means; "" if there is none."""
    name = str(path[0])
    if len(path) != 1 or not isinstance(data.get(name), dict):
        return ""
    meant = other_words().get(name.casefold(), "") or close(name, tuple(tables()))
    return "" if meant not in tables() or outside(name) else meant


def unknown_field(document: Document, path: KeyPath, table: str) -> Problem:
    """Return KR101 for a key that this table does not have. `table` is its correct name, even if the file
    misspells it.
    """
    name = str(path[-1])
    of_table = {"ruleset": tuple(HEAD), "event": (*EVENT, "decisions"), "departs": ("keys",)}
    known = of_table.get(table) or tuple(key.field for key in keys().values() if key.table == table)
    message = f"unknown key `{_bare(name)}` in [{table}]"
    return document.problem("KR101", path, message, at_key=True, expected=known, hint=_key_hint(table, name))


def _bare(name: str) -> str:
    return quote(name)[1:-1]


def _table_hint(name: str, known: tuple[str, ...]) -> str:
    if found := outside(name):
        return found
    if meant := other_words().get(name.casefold(), ""):
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
    """Return a hint with the key that was probably meant.

    Tried in order: another word for it, its words in another order, a similar spelling in this table, the same key of
    another table, and a similar spelling anywhere.
    """
    if found := outside(name):
        return found
    own = {"ruleset": [*HEAD], "event": [*EVENT, "decisions"]}
    here = own.get(table) or [key.field for key in keys().values() if key.table == table]
    meant = other_words().get(name.casefold(), "")
    if meant and meant.partition(".")[2] in here:
        return f"did you mean `{meant.partition('.')[2]}`?"
    if meant and meant in here:
        return f"did you mean `{meant}`?"
    if turned := [field for field in here if sorted(field.split("_")) == sorted(name.split("_"))]:
        return f"did you mean `{turned[0]}`?"
    if longer := [field for field in here if name in field.split("_")]:
        return f"did you mean {' or '.join(f'`{field}`' for field in longer)}?" if len(longer) <= 2 else ""
    if named := [key for key in keys().values() if key.table == table and name in key.allowed]:
        value = f'["{name}"]' if named[0].takes is Takes.LIST else f'"{name}"'
        return f"did you mean {named[0].field} = {value}?" if len(named) == 1 else ""
    if name in tables():
        return f"did you mean [{name}]?"
    elsewhere = [key.table for key in keys().values() if key.field == name and key.table != table]
    if elsewhere:
        return f"`{name}` belongs in {' or '.join(f'[{other}]' for other in elsewhere)}"
    if name in HEAD and table != "ruleset":
        return f"`{name}` belongs in [ruleset]"
    if meant:
        return (
            f"did you mean `{meant.partition('.')[2] or meant}` in [{meant.partition('.')[0]}]?"
            if "." in meant
            else f"did you mean [{meant}]?"
        )
    if found := close(name, here):
        return f"did you mean `{found}`?"
    if found := close(name, tuple(key.field for key in keys().values())):
        return (
            f"did you mean `{found}`, in "
            f"{' or '.join(sorted({f'[{key.table}]' for key in keys().values() if key.field == found}))}?"
        )
    return ""
