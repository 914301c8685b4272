"""Messages for values that pydantic refuses: the code, the text, the expected values, and a hint. This module does not
decide whether a value is valid.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any, NamedTuple

from kanrules.ruleset.aliases import value_hint
from kanrules.ruleset.keys import A_DATE, FLOATING_COUNTS, Key, Takes
from kanrules.ruleset.numbers import as_list, as_number
from kanrules.ruleset.problems import MANY, close, invisible, quote, type_word

Steps = tuple[str | int, ...]
_DATE = re.compile(r"\d{4}-\d\d-\d\d")
_UMA = "a list of four whole numbers that sum to 0"
STRINGS = "a string or a list of strings"
_IN_THOUSANDS = 100
"""Largest number that cannot be meant as points: an uma of 15 means 15,000."""
_WRONG_TYPES = ("bool_type", "int_type", "string_type", "tuple_type", "model_type", "date_type")


_HEAD = {
    "ends_early": "`ruleset.in_force_until` is before `ruleset.in_force_from`",
    "event_ends_early": "`event.last_day` is before `event.first_day`",
    "whole_and_unread": '`ruleset.unread` names chapters, but `ruleset.text_read` is "whole"',
    "replaces_itself": "a ruleset cannot replace itself",
}
"""Messages for keys of [ruleset] and [event] that contradict each other."""


class Error(NamedTuple):
    """One error of pydantic: its type, the path to the value, and the value."""

    kind: str
    path: Steps
    given: Any


class BadValue(NamedTuple):
    """Why a value is refused. `path` leads to the part at fault, such as a list member or a key of a table."""

    path: Steps
    code: str
    message: str
    expected: tuple[str, ...]
    hint: str


def bad_values(key: Key, value: Any, errors: Sequence[Error]) -> list[BadValue]:
    """Return why pydantic refuses the value of a key. The paths of `errors` begin at the value."""
    if key.takes in (Takes.UMA, Takes.FLOATING):
        # One error for each row, since its numbers are often all wrong in the same way.
        rows = {error.path[: 1 if key.takes is Takes.FLOATING else 0]: error for error in reversed(errors)}
        return [_bad_uma(key, value, rows[row], row) for row in reversed(rows)]
    of_list = replace(key, takes=Takes.LIST, allowed=key.members) if key.members else key
    return [_bad_member(of_list, error) if error.path else _bad_value(key, error) for error in errors]


def expected_of(key: Key) -> tuple[str, ...]:
    """Return what a key accepts, as printed after `expected`."""
    if key.takes is Takes.SWITCH:
        return ("true", "false", *((f"a list of: {', '.join(key.members)}",) if key.members else ()))
    if key.takes is Takes.NUMBER and not key.allowed:
        top = f" to {key.maximum}" if key.maximum is not None else " up"
        step = f", a multiple of {key.step}" if key.step > 1 else ""
        return (f"a whole number from {key.minimum}{top}{step}",)
    if key.allowed:
        return tuple(str(value) for value in key.allowed)
    if key.takes is Takes.DATE:
        return (A_DATE,)
    return ("strings",) if key.takes is Takes.LIST else (STRINGS if key.is_text else key.takes.value,)


def named(value: Any) -> str:
    """Return a value preceded by the word for its type."""
    return quote(value) if isinstance(value, (dict, bool)) else f"{type_word(value)}, {quote(value)}"


def _bad_value(key: Key, error: Error) -> BadValue:
    name, expected, value = f"`{key.name}`", expected_of(key), error.given
    if error.kind == "string_pattern_mismatch":
        return BadValue((), "KR102", _unseen(key, value), (), "remove it")
    if error.kind in _HEAD:
        return BadValue((), "KR102", _HEAD[error.kind], (), "")
    if key.takes is Takes.LIST:
        writable = isinstance(value, str) and value.isprintable() and (value in key.allowed or not key.allowed)
        hint = f'write ["{value}"]' if writable else ""
        return BadValue((), "KR103", f"{name} must be a list, not {named(value)}", _list_of(key), hint)
    if error.kind in _WRONG_TYPES:
        needed = "a string" if key.takes is Takes.CHOICE else STRINGS if key.is_text else key.takes.value
        hint = _type_hint(key, value) or _meanings(key)
        return BadValue((), "KR103", f"{name} must be {needed}, not {named(value)}", expected, hint)
    hint = value_hint(value, expected) if isinstance(value, str) else _points_hint(key, value)
    hint = hint or key.beyond or _meanings(key)
    return BadValue((), "KR102", f"{name} cannot be {quote(value)}", expected, hint)


def _bad_member(key: Key, error: Error) -> BadValue:
    name, member = f"`{key.name}`", error.given
    if error.kind in _WRONG_TYPES:
        message = f"{name} is a list of strings, but {quote(member)} is {type_word(member)}"
        return BadValue(error.path, "KR103", message, _list_of(key), "")
    if error.kind == "string_pattern_mismatch":
        return BadValue(error.path, "KR102", _unseen(key, member), (), "remove it")
    expected = expected_of(key)
    hint = dict(key.hints).get(member) or value_hint(member, expected)
    return BadValue(error.path, "KR102", f"{name} cannot hold {quote(member)}", expected, hint)


def _meanings(key: Key) -> str:
    """Return where the values of a key are explained: who writes a sentence in place of one does not know them."""
    known = key.takes is Takes.CHOICE and not key.name.startswith("source.")
    return f"`kanrules explain {key.name}` says what each of them means" if known else ""


def _unseen(key: Key, value: str) -> str:
    return f"`{key.name}` contains the invisible character {invisible(value)}"


def _points_hint(key: Key, value: Any) -> str:
    """Return a hint for points written in thousands."""
    meant = 1000 * value if key.step > 1 and type(value) is int and value else 0
    return f"did you mean {meant}?" if key.minimum <= meant <= (key.maximum or 0) and meant else ""


def _list_of(key: Key) -> tuple[str, ...]:
    if key.name == "ruleset.plugins":
        return ("a list of plugins' names",)
    members = expected_of(key)
    if members == ("strings",):
        return ("a list of strings",)
    more = f", ... ({len(members)} in all)" if len(members) > MANY else ""
    return ("a list of: " + ", ".join(members[:MANY]) + more,)


def _type_hint(key: Key, value: Any) -> str:
    """Return a hint with the same value in the expected type, if that is obvious."""
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
        # TOML reads 25.000 as the float 25; the author meant 25000 points.
        return f"write {1000 * int(value) if key.step > 1 and 0 < value < 1000 else int(value)}"
    if key.takes is Takes.DATE and isinstance(value, datetime):
        return f"write {value.date()}, without a time"
    if key.takes is Takes.DATE and isinstance(value, str) and _DATE.fullmatch(value):
        return f"write {value}, without quotes"
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


# --- uma ------------------------------------------------------------------------------------------------------------


def _bad_uma(key: Key, value: Any, error: Error, row: Steps) -> BadValue:
    """Return the first mistake in one list of points."""
    name, path, given = ".".join(map(str, (key.name, *row))), error.path, error.given
    if error.kind == "model_type":
        expected = (f"[{name}] with {', '.join(FLOATING_COUNTS)} = [...]",)
        return BadValue(path, "KR103", f"`{name}` must be a table, not {named(given)}", expected, "")
    if error.kind in ("extra_forbidden", "invalid_key"):
        hint = f"did you mean `{meant}`?" if (meant := close(str(row[0]), FLOATING_COUNTS)) else ""
        return BadValue(path, "KR101", f"unknown key `{quote(row[0])[1:-1]}` in [{key.name}]", FLOATING_COUNTS, hint)
    points = value[row[0]] if row else value
    if error.kind == "tuple_type":
        hint = _meant(as_list(given) if isinstance(given, str) else ())
        hint = hint or "write the points of all four places, like [15000, 5000, -5000, -15000]"
        return BadValue(path, "KR103", f"`{name}` must be a list, not {named(given)}", (_UMA,), hint)
    if error.kind in _WRONG_TYPES:
        message = f"`{name}` is a list of whole numbers, but {quote(given)} is {type_word(given)}"
        return BadValue(path, "KR103", message, (_UMA,), _meant(points))
    if error.kind in ("too_short", "too_long"):
        count = f"{len(points)} {'number' if len(points) == 1 else 'numbers'}"
        return BadValue(path, "KR102", f"`{name}` has {count}, but there are four places", (_UMA,), "")
    if error.kind == "uma_sum":
        return BadValue(path, "KR102", f"`{name}` sums to {quote(sum(points))}, not to 0", (_UMA,), "")
    small = max(map(abs, points)) <= _IN_THOUSANDS
    hint = f"write points: {quote([1000 * one for one in points])}" if small else ""
    expected = (f"whole numbers from {key.minimum} to {key.maximum}, multiples of {key.step}",)
    return BadValue(path, "KR102", f"`{name}` cannot hold {quote(given)}", expected, hint)


def _meant(members: Sequence[Any]) -> str:
    """Return the points that numbers with a decimal point or in quotes probably mean; "" if they cannot be uma."""
    said = [as_number(f"{one:g}" if isinstance(one, float) else str(one)) for one in members]
    if len(said) not in (3, 4) or not all(said):
        return ""
    points = [int(one) for one in said]
    if max(map(abs, points)) <= _IN_THOUSANDS:
        points = [1000 * one for one in points]
    return "" if sum(points) else f"write {quote(points)}"
