"""References of values: `RULESET/KEY` names one value of one ruleset, such as `ema-2016/kandora.ankan`."""

from __future__ import annotations

import re
from collections.abc import Iterable

from kanrules.ruleset.keys import keys, other_words

_FORM = re.compile(r"([\w-]{1,80})/([\w.-]{1,80})")
_MOST = 3
"""Maximum number of references that are suggested for an unknown one."""


def value_ref(ruleset: str, key: str) -> str:
    """Return the reference of the value that a ruleset has for a key."""
    return f"{ruleset}/{key}"


def parts_of_ref(text: str) -> tuple[str, str] | None:
    """Return the ruleset and the key that a text names, whether or not they exist; None if it is not a reference."""
    found = _FORM.fullmatch(text.strip())
    return None if found is None else (found[1], found[2])


def near_refs(ruleset: str, key: str, known: Iterable[str]) -> list[str]:
    """Return the references that an unknown one probably means, most likely first; empty if none is close."""
    ids = [ruleset] if ruleset in set(known) else _near_ids(ruleset)
    return [value_ref(id, name) for name in _near_keys(key) for id in ids][:_MOST]


def _near_ids(ruleset: str) -> list[str]:
    from difflib import get_close_matches

    from kanrules.ruleset import library

    editions = library.near(ruleset, _MOST)
    # A similar id may have other editions, which are just as close.
    return (
        list(editions)
        if len(editions) > 1
        else get_close_matches(ruleset.casefold(), library.all_ids(), n=_MOST, cutoff=0.6)
    )


def _near_keys(key: str) -> list[str]:
    from difflib import get_close_matches

    if key in keys():
        return [key]
    field = key.rpartition(".")[2]
    same = [one.name for one in keys().values() if one.field == field]
    alias = other_words().get(key.casefold(), "")
    return [alias] if alias in keys() else same or get_close_matches(key.casefold(), keys(), n=_MOST, cutoff=0.6)
