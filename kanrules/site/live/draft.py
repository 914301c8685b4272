"""Edit the text of a ruleset: one line changes, all others stay the same."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Collection, Mapping
from functools import cache
from itertools import count
from pathlib import Path
from types import MappingProxyType
from typing import Any

from kanrules.ruleset.keys import Key, Takes, file_text, file_value, keys
from kanrules.ruleset.locate import Positions
from kanrules.ruleset.plugin_rules import OfferedRule, offered
from kanrules.ruleset.problems import quote
from kanrules.ruleset.standalone_toml import ID
from kanrules.ruleset.toml_file import Document, parse_document

_NUMBER = re.compile(r"[+-]?\d[\d_.]*")


def begun(book: str, name: str, taken: Collection[str] = ()) -> str:
    """Return the text of a new ruleset that extends another one and changes nothing yet."""
    return (
        f"[ruleset]\nid = {quote(free_ident(name, taken))}\nname = {quote(name, 200)}\nauthority = {quote(name, 200)}\n"
        f'version = "1"\nextends = {quote(book)}\n'
    )


def ident(name: str) -> str:
    """Return an id made from a name: `Friday Club` becomes friday-club. If no letter or digit is usable, return
    `club`.
    """
    found = "-".join(re.findall(r"[a-z0-9]+", name.lower()))[:40].strip("-")
    return found if ID.fullmatch(found) else "club"


def free_ident(name: str, taken: Collection[str]) -> str:
    """Return an id made from a name that no published ruleset has."""
    found = ident(name)
    if found not in taken:
        return found
    stem = found if found.endswith("-club") else f"{found[:35]}-club"
    tried = (stem if number == 1 else f"{stem[:36]}-{number}" for number in count(1))
    return next(one for one in tried if one not in taken)


def read(text: str) -> dict[str, object] | None:
    """Return the parsed TOML of a text; None if it is not valid."""
    document = _document(text)
    return document.data if document is not None else None


def _document(text: str) -> Document | None:
    """Return the text as it would be read from a file: without a byte order mark, with Unix line endings."""
    document, problems = parse_document(text.encode("utf-8", "surrogatepass"), Path("draft.toml"), "draft.toml")
    return None if document is None or document.broken or problems else document


def literal(key: Key, said: str) -> str:
    """Return what was typed for a key as it would be written in a file. An invalid value is kept as typed, for the
    check to report.
    """
    said = said.strip()
    if key.takes is Takes.SWITCH and said in ("true", "false"):
        return said
    if key.takes is Takes.NUMBER:
        return said if _NUMBER.fullmatch(said) else quote(said, 200)
    if key.takes is Takes.UMA:
        parts = [part.strip() for part in said.strip("[]").split(",") if part.strip()]
        return f"[{', '.join(part if _NUMBER.fullmatch(part) else quote(part, 40) for part in parts)}]"
    # Each line of a text is a string of its own.
    if key.takes is Takes.LIST or (key.is_text and "\n" in said):
        parts = said.split("\n") if not key.allowed else said.replace("\n", ",").split(",")
        return f"[{', '.join(quote(part.strip(), 500) for part in parts if part.strip())}]"
    return quote(said, 500)


def shown(key: Key, value: object) -> str:
    """Return a value as a form field shows it: the reverse of `literal`."""
    value = file_value(value)
    if isinstance(value, list):
        by_line = key.is_text or (key.takes is Takes.LIST and not key.allowed)
        return ("\n" if by_line else ", ").join(map(str, value))
    if isinstance(value, str):
        return value
    return file_text(value)


def put(text: str, name: str, written: str) -> str:
    """Return the text with a key set to `written`, or without the key if `written` is "".

    Returns the text unchanged if it is not valid TOML, or if the change would affect anything else.
    """
    document = _document(text)
    if document is None:
        return text
    text, positions = document.text, document.positions
    *tables, field = name.split(".")
    table = tuple(tables)
    place = positions.places.get((*table, field))
    if place is not None and not written:
        changed = _without(text, positions, table, place.key, place.end)
    elif place is not None:
        changed = f"{text[: place.start]}{written}{text[place.end :]}"
    elif not written:
        return text
    else:
        changed = _with(text, positions, table, f"{field} = {written}")
    return changed if _alike(text, changed, table, field) else text


def _line_end(text: str, at: int) -> int:
    end = text.find("\n", at)
    return len(text) if end < 0 else end + 1


def _without(text: str, positions: Positions, table: tuple[str, ...], start: int, end: int) -> str:
    first = text.rfind("\n", 0, start) + 1
    if text[first:start].strip():
        return text  # inside an inline table, which only the author can edit
    changed = text[:first] + text[_line_end(text, end) :]
    others = [path for path in positions.places if path[:-1] == table]
    header = positions.headers.get(table)
    if len(others) == 1 and header is not None and text[header] == "[":
        # Remove a table that has become empty.
        begin = text.rfind("\n", 0, header) + 1
        rest = changed[_line_end(changed, header) :]
        changed = changed[:begin].rstrip("\n") + "\n" + (f"\n{rest.lstrip()}" if rest.strip() else "")
    return changed


def _with(text: str, positions: Positions, table: tuple[str, ...], line: str) -> str:
    header = positions.headers.get(table)
    body = text if not text or text.endswith("\n") else f"{text}\n"
    if header is None or text[header] != "[":
        return f"{body}\n[{'.'.join(table)}]\n{line}\n"
    ends = [place.end for path, place in positions.places.items() if path[:-1] == table]
    after = _line_end(body, max(ends, default=header))
    return f"{body[:after]}{line}\n{body[after:]}"


def _alike(before: str, after: str, table: tuple[str, ...], field: str) -> bool:
    """Return True if two texts differ at most in one key."""
    found = []
    for text in (before, after):
        try:
            data = tomllib.loads(text)
        except (tomllib.TOMLDecodeError, ValueError, RecursionError):
            return False
        sections: list[Any] = [data]
        for name in table:
            sections.append(sections[-1].get(name) if isinstance(sections[-1], dict) else None)
        if isinstance(sections[-1], dict):
            sections[-1].pop(field, None)
            for name, holder in zip(reversed(table), reversed(sections[:-1]), strict=True):
                if not holder[name]:
                    del holder[name]
        found.append(data)
    try:
        return found[0] == found[1]
    except RecursionError:
        return False


def set_in(text: str) -> dict[str, object]:
    """Return the keys that a text sets itself, with their values."""
    data = read(text) or {}
    found: dict[str, object] = {}
    for name in asked_keys():
        *tables, field = name.split(".")
        section: Any = data
        for table in tables:
            section = section.get(table) if isinstance(section, dict) else None
        if isinstance(section, dict) and field in section:
            found[name] = section[field]
    return found


@cache
def asked_keys() -> Mapping[str, Key]:
    """Return the keys that the composer asks about: those of a ruleset, and the options of local rules."""
    return MappingProxyType({**keys(), **{rule.key.name: rule.key for rule in local_rules()}})


@cache
def local_rules() -> tuple[OfferedRule, ...]:
    """Return the local rules that the composer offers: those of the plugin `club`."""
    return tuple(rule for rule in offered() if rule.plugin == LOCAL)


LOCAL = "club"
"""The plugin whose options are local rules."""


def typed_in(text: str) -> dict[str, str]:
    """Return the form field of each key that a text sets itself. A number is shown as written, even if it is wrong."""
    found, document = set_in(text), _document(text)
    text, places = (document.text, document.positions.places) if document and found else ("", {})
    shown_of = {}
    for name, value in found.items():
        place = places.get(tuple(name.split(".")))
        words = place is None or isinstance(value, (str, list))
        shown_of[name] = (
            shown(asked_keys()[name], value) if words or place is None else text[place.start : place.end].strip()
        )
    return shown_of
