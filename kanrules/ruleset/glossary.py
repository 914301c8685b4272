"""The terms of the field, with their meaning, other names, and related keys."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path

from kanrules.frozen import frozen
from kanrules.ruleset.keys import keys


@frozen
class Word:
    """One term: its meaning, and other names for it."""

    meaning: str
    also: tuple[str, ...] = ()
    outside: bool = False
    """True if no key can express it, so that it belongs in [notes]."""


@cache
def glossary() -> Mapping[str, Word]:
    """Return every term of `glossary.toml`, by the spelling that kanrules uses."""
    terms = tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"))
    return {name: Word(**row | {"also": tuple(row.get("also", ()))}) for name, row in terms.items()}


def look_up(word: str) -> str:
    """Return the glossary's spelling of a term or of another name for it; "" if it is unknown."""
    folded = word.strip().casefold().replace("_", " ").replace("-", " ")
    for name, entry in glossary().items():
        names = (name, *entry.also)
        if folded in {other.casefold().replace("_", " ").replace("-", " ") for other in names}:
            return name
    return ""


@cache
def keys_about(name: str) -> tuple[str, ...]:
    """Return the keys whose declarations name this term, in the order that they give, or else in file order."""
    found = [
        (term.partition("|")[2], key.name)
        for key in keys().values()
        for term in key.terms
        if term.partition("|")[0] == name
    ]
    return tuple(key for _, key in sorted(found, key=lambda one: one[0]))


def outside(word: str) -> str:
    """Return a message for a table or key named after something that no key can express; "" for any other name."""
    name = look_up(word)
    if not name or not glossary()[name].outside:
        return ""
    return f"{name}: outside of what kanrules knows; say it in words, as a line of `text` in [notes]"
