"""Lists of uma as a file has them: four whole numbers (three where three play), in points, that sum to 0; and the table
of such lists for floating uma.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from kanrules.law.options import Floating, UmaRow
from kanrules.ruleset.keys import Key, Takes
from kanrules.ruleset.numbers import as_list, as_number
from kanrules.ruleset.problems import close, quote, type_word

COUNTS: tuple[str, ...] = ("0", "1", "2", "3", "4")
"""The keys of [game.floating]: how many players stand above the start."""
EXPECTED = "a list of four whole numbers that sum to 0"
_IN_THOUSANDS = 100
"""What nobody means as points: an uma of 15 is one of 15,000."""


class Fault(NamedTuple):
    """What is wrong with a value, and where in it."""

    path: tuple[str | int, ...]
    code: str
    message: str
    expected: tuple[str, ...]
    hint: str


def value_of(key: Key, value: Any) -> UmaRow | Floating:
    """The value of a key that takes uma, as the options hold it. Raises ValueError where `faults` finds any."""
    if next(faults(key, value), None) is not None:
        raise ValueError
    if key.takes is Takes.FLOATING:
        a, b, c, d, e = (_row(value.get(count, (0, 0, 0, 0))) for count in COUNTS)
        return Floating((a, b, c, d, e))
    return _row(value)


def _row(value: Any) -> UmaRow:
    return tuple(value)


def faults(key: Key, value: Any) -> Iterator[Fault]:
    """All that is wrong with the value of a key that takes uma (KR101-KR103)."""
    if key.takes is not Takes.FLOATING:
        yield from _row_faults(key, key.name, value, ())
        return
    if not isinstance(value, dict):
        expected = (f"[{key.name}] with {', '.join(COUNTS)} = [...]",)
        yield Fault((), "KR103", f"`{key.name}` must be a table, not {_said(value)}", expected, "")
        return
    for count, row in value.items():
        if count not in COUNTS:
            hint = f"did you mean `{meant}`?" if (meant := close(str(count), COUNTS)) else ""
            yield Fault((count,), "KR101", f"unknown key `{quote(count)[1:-1]}` in [{key.name}]", COUNTS, hint)
            continue
        yield from _row_faults(key, f"{key.name}.{count}", row, (count,))


def _row_faults(key: Key, name: str, value: Any, path: tuple[str | int, ...]) -> Iterator[Fault]:
    if not isinstance(value, (list, tuple)):
        hint = _meant(as_list(value) if isinstance(value, str) else ())
        hint = hint or "write the points of all four places, like [15000, 5000, -5000, -15000]"
        yield Fault(path, "KR103", f"`{name}` must be a list, not {_said(value)}", (EXPECTED,), hint)
        return
    for number, member in enumerate(value):
        if type(member) is not int:
            message = f"`{name}` is a list of whole numbers, and {quote(member)} is {type_word(member)}"
            yield Fault((*path, number), "KR103", message, (EXPECTED,), _meant(value))
            return
    if len(value) not in (3, 4):
        message = f"`{name}` has {len(value)} {'number' if len(value) == 1 else 'numbers'}, and there are four places"
        yield Fault(path, "KR102", message, (EXPECTED,), "")
        return
    if sum(value):
        yield Fault(path, "KR102", f"`{name}` sums to {quote(sum(value))}, not to 0", (EXPECTED,), "")
        return
    for number, member in enumerate(value):
        if member % key.step or not key.minimum <= member <= (key.maximum or 0):
            small = max(map(abs, value)) <= _IN_THOUSANDS
            hint = f"write points: {quote([1000 * one for one in value])}" if small else ""
            expected = (f"whole numbers from {key.minimum} to {key.maximum}, multiples of {key.step}",)
            yield Fault((*path, number), "KR102", f"`{name}` cannot hold {quote(member)}", expected, hint)
            return


def _meant(members: Sequence[Any]) -> str:
    """The points that are meant by numbers with a point or in quotes, where they can be uma."""
    said = [as_number(f"{one:g}" if isinstance(one, float) else str(one)) for one in members]
    if len(said) not in (3, 4) or not all(said):
        return ""
    points = [int(one) for one in said]
    if max(map(abs, points)) <= _IN_THOUSANDS:
        points = [1000 * one for one in points]
    return "" if sum(points) else f"write {quote(points)}"


def _said(value: Any) -> str:
    return quote(value) if isinstance(value, (dict, bool)) else f"{type_word(value)}, {quote(value)}"
