"""Words that other rulebooks and programs use for values and rulesets of kanrules. They help hints and search, and are
never accepted in a file. Other words for a key are declared with it.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path

from kanrules.ruleset.problems import close


@cache
def aliases(of: str) -> Mapping[str, Sequence[str]]:
    """Return what other words mean, most likely first: `of` "values", or of bundled "rulesets", with the names of the
    leagues that play by them.
    """
    tables: dict[str, dict[str, list[str]]] = tomllib.loads(
        Path(__file__).with_suffix(".toml").read_text(encoding="utf-8")
    )
    return tables[of]


def named_otherwise(name: str) -> tuple[str, ...]:
    """Return the bundled rulesets that have this other name, however it is spelt; none if there is no such name."""
    word = _bare(name)
    return next((tuple(ids) for other, ids in aliases("rulesets").items() if word and _bare(other) == word), ())


def _bare(name: str) -> str:
    return "".join(character for character in name.casefold() if character.isalnum())


def value_hint(value: str, allowed: Sequence[str]) -> str:
    """Return a hint with the value that was probably meant by a text that a key does not accept."""
    word = value.strip().casefold()
    if meant := [known for known in aliases("values").get(word, ()) if known in allowed]:
        return (
            " or ".join(f'did you mean "{known}"' if known == meant[0] else f'"{known}"' for known in meant[:2]) + "?"
        )
    found = close(value, allowed)
    return f'did you mean "{found}"?' if found else ""
