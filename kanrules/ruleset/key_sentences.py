"""The meaning of every value at the table, in the words of a referee.

`explain`, `diff`, `new`, `sheet`, and the reference print these sentences, which are declared with the keys. A key with
a number, a list, or a text has sentences with `{value}` in them.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from kanrules.law.yaku import WORDS
from kanrules.locale.sentences import RulebookText, Verbatim, listed, say
from kanrules.ruleset.keys import Key, Takes, file_value, keys


def key_value_text(value: Any) -> str:
    """Return a value as a file shows it, without quotes. Points for places have signs."""
    value = file_value(value)
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, dict):
        return "; ".join(f"{name}: {key_value_text(row)}" for name, row in value.items()) or "{}"
    if isinstance(value, list) and value and all(type(member) is int for member in value):
        return " / ".join(f"{member:+d}" if member else "0" for member in value)
    if isinstance(value, list):
        return ", ".join(map(str, value)) or "[]"
    return str(value)


def value_words(value: Any) -> str:
    """Return a value as a sentence has it: yaku by their names, a list with the commas of each language."""
    names = file_value(value)
    if isinstance(names, list) and all(isinstance(one, str) for one in names):
        return listed(WORDS.get(one, one) for one in names)
    # A number alone is a message elsewhere, with the word for points in it.
    return Verbatim(key_value_text(value))


def meaning(key: str, value: Any) -> str:
    """Return the meaning of a key's value at the table, as a translatable sentence."""
    if isinstance(value, RulebookText):
        return value
    if key == "notes.text":
        # A ruleset's own lines are one text.
        value = " ".join(value)
    declared = keys()[key]
    said = _sentence(declared, declared.sentences, value)
    if not said:
        raise KeyError(f"{key} has no sentence for {key_value_text(value)!r}")
    return said


def short_meaning(key: str, value: Any) -> str:
    """Return the meaning of a key's value in the few words that a wall has space for; "" if the key has none."""
    return _sentence(keys()[key], keys()[key].short_sentences, value)


def _sentence(declared: Key, known: Mapping[str, str], value: Any) -> str:
    value, text = file_value(value), key_value_text(value)
    if text in known and not isinstance(value, (list, dict)) and declared.takes is not Takes.TEXT:
        return known[text]
    nothing = not any(value) if declared.takes is Takes.UMA else not value
    sentence = known.get("none", "") if nothing and not isinstance(value, bool) else ""
    sentence = sentence or known.get("any", "")
    return text if sentence == "{value}" else say(sentence, value=value_words(value)) if sentence else ""
