"""The meaning of every value at the table, in the words of a referee.

`explain`, `diff`, `new`, `sheet`, and the reference print these sentences, which are declared with the keys. A key with
a number, a list, or a text has sentences with `{value}` in them.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from kanrules.law.yaku import WORDS
from kanrules.locale.sentences import Named, RulebookText, Sentence, Verbatim, listed, say
from kanrules.ruleset.keys import Takes, file_value, keys


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


def _same(text: str) -> str:
    return text


def meaning(key: str, value: Any, translate: Callable[[str], str] = _same) -> str:
    """Return the meaning of a key's value at the table, as a translatable sentence. `translate` is applied before the
    value is filled in.
    """
    if isinstance(value, RulebookText):
        return value
    declared, value = keys()[key], file_value(value)
    known = declared.sentences
    # A ruleset's own lines are joined into one text; members of any other list are separated by commas.
    text = " ".join(value) if key == "notes.text" else key_value_text(value)
    if isinstance(value, list) and declared.allowed:
        text = listed(Named(one, WORDS[one]) for one in value)
    if text in known and not isinstance(value, (list, dict)) and declared.takes is not Takes.TEXT:
        return translate(known[text])
    nothing = not any(value) if declared.takes is Takes.UMA else not value
    sentence = known.get("none", "") if nothing and not isinstance(value, bool) else ""
    sentence = sentence or known.get("any", "")
    if not sentence:
        raise KeyError(f"{key} has no sentence for {text!r}")
    if sentence == "{value}":
        return text
    return (
        # A number alone is a message elsewhere, with the word for points in it.
        say(sentence, value=text if isinstance(text, Sentence) else Verbatim(text))
        if translate is _same
        else translate(sentence).replace("{value}", translate(text) if isinstance(text, Sentence) else text)
    )
