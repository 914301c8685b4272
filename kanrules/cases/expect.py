"""The `[case.expect]` table of a case, read into values that can be compared."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

from kanrules.cases.given import Report, by_seat, meant, read_seats, read_tiles
from kanrules.cases.lines import SEATS
from kanrules.errors import UnreadableError
from kanrules.frozen import dataclass
from kanrules.law.codes import CODES
from kanrules.law.hook_values import PenaltyType
from kanrules.law.payments import RINSHAN
from kanrules.law.yaku import YAKU, YAKUMAN
from kanrules.pieces.events import ResultType
from kanrules.pieces.tiles import Seat, Tile, parse_tile
from kanrules.ruleset.problems import quote

Expect = Mapping[str, Any]
"""Expectations by key, each in the form that `compare` takes."""

EVENTS: tuple[str, ...] = (
    "draw", "discard", "riichi", "chi", "pon", "daiminkan", "ankan", "shouminkan", "kita", "chankan", "kandora",
    "rinshan", "ron", "tsumo", "payment", "foul",
)  # fmt: skip
"""The words for events, except results."""
RESULTS: tuple[str, ...] = tuple(result.value for result in ResultType)
_WORDS = (*EVENTS, "kyuushu", *(result for result in RESULTS if result not in ("ongoing", "ron", "tsumo")))


@dataclass(frozen=True, slots=True)
class Pattern:
    """An event to look for: its word, with a seat or a tile if needed."""

    text: str
    word: str
    seat: Seat | None = None
    tile: Tile | None = None


@dataclass(frozen=True, slots=True)
class At:
    """A line of the play, a code, or both."""

    line: int | None
    code: str | None

    def __str__(self) -> str:
        return " ".join(part for part in (f"line {self.line}" if self.line else "", self.code or "") if part)


def parse_pattern(text: str) -> Pattern:
    """Return the event pattern of a text such as `kandora`, `south shouminkan`, `kandora 6m`, or `south draw 5p`.

    Raises UnreadableError for anything else.
    """
    word = ""
    seat: Seat | None = None
    tile: Tile | None = None
    for part in text.split():
        if part in SEATS and seat is None:
            seat = SEATS[part]
        elif part in _WORDS and not word:
            word = part
        elif word and tile is None:
            tile = parse_tile(part)
        else:
            raise UnreadableError(f"{text!r}: there is no event {part!r}{meant(part, _WORDS, 'expected one of')}")
    if not word:
        raise UnreadableError(f"{text!r} does not name an event; expected one of {', '.join(_WORDS)}")
    return Pattern(text, word, seat, tile)


def read_expect(data: Any, report: Report, *, lines: int) -> Expect:
    """Return the table `[case.expect]` of a play with this many lines. Mistakes are reported and their keys left
    out.
    """
    if not isinstance(data, dict):
        report((), "KR103", "`expect` is a table")
        return MappingProxyType({})
    found: dict[str, Any] = {}
    for key, value in data.items():
        reader = _READERS.get(key)
        if reader is None:
            report((key,), "KR101", f"`expect` has no key {quote(key)}{meant(key, KEYS, 'its keys are')}")
            continue
        read = reader(value, (key,), report)
        if key in ("illegal", "foul") and read is not None:
            for at in read:
                if at.line is not None and not 1 <= at.line <= lines:
                    report((key,), "KR102", f"there is no line {at.line}; the play has {lines}")
        if read is not None:
            found[key] = read
    return MappingProxyType(found)


_Path = tuple[str | int, ...]


def _ats(value: Any, path: _Path, report: Report) -> tuple[At, ...] | None:
    members = value if isinstance(value, list) else [value] if value != {} else []
    found = []
    for at, member in enumerate(members):
        where = (*path, at) if isinstance(value, list) else path
        if not isinstance(member, dict) or not set(member) <= {"line", "code"} or not member:
            report(where, "KR103", f'{quote(member)}: expected {{ line = 3, code = "KR205" }}')
            continue
        line, code = member.get("line"), member.get("code")
        if line is not None and (not isinstance(line, int) or isinstance(line, bool)):
            report((*where, "line"), "KR103", f"{quote(line)} is not the number of a line")
        elif code is not None and not _is_code(code):
            report(
                (*where, "code"),
                "KR102",
                f"{quote(code)} is not a reason code; expected, for example, KR205 or okurikan-201",
            )
        else:
            found.append(At(line, code))
    return tuple(found)


def _is_code(code: Any) -> bool:
    return isinstance(code, str) and (code in CODES or (not code.startswith("KR") and "-" in code))


def _codes(value: Any, path: _Path, report: Report) -> tuple[str, ...] | None:
    members = value if isinstance(value, list) else [value]
    for member in members:
        if not _is_code(member):
            report(path, "KR102", f"{quote(member)} is not a reason code; expected, for example, KR205 or okurikan-201")
            return None
    return tuple(members)


def _patterns(value: Any, path: _Path, report: Report) -> tuple[Pattern, ...] | None:
    members = value if isinstance(value, list) else [value]
    found = []
    for at, member in enumerate(members):
        where = (*path, at) if isinstance(value, list) else path
        if not isinstance(member, str):
            report(where, "KR103", f'{quote(member)} is not a string; expected an event such as "south shouminkan"')
            continue
        try:
            found.append(parse_pattern(member))
        except UnreadableError as error:
            report(where, "KR102", str(error))
    return tuple(found)


def _int(value: Any, path: _Path, report: Report) -> int | None:
    if isinstance(value, int) and not isinstance(value, bool):
        return value
    report(path, "KR103", f"{quote(value)} is not a whole number")
    return None


def _indicators(value: Any, path: _Path, report: Report) -> Any:
    return read_tiles(value, path, report) if isinstance(value, (str, list)) else _int(value, path, report)


def _number_or_seats(value: Any, path: _Path, report: Report) -> Any:
    return by_seat(value, path, report, _int) if isinstance(value, dict) else _int(value, path, report)


def _numbers(value: Any, path: _Path, report: Report) -> Any:
    return by_seat(value, path, report, _int)


def _one_of(words: tuple[str, ...]) -> Callable[[Any, _Path, Report], Any]:
    def read(value: Any, path: _Path, report: Report) -> str | None:
        if value in words:
            return str(value)
        report(path, "KR102", f"{quote(value)}: expected one of {', '.join(words)}{meant(value, words)}")
        return None

    return read


def _yaku(value: Any, path: _Path, report: Report) -> Any:
    def names(member: Any, where: _Path, report: Report) -> tuple[str, ...] | None:
        listed = member if isinstance(member, list) else [member]
        for name in listed:
            # Whether a plugin has a yaku of this name is known when the case is played.
            if not isinstance(name, str) or not re.fullmatch("[a-z][a-z0-9_]*", name):
                report(where, "KR102", f"there is no yaku {quote(name)}{meant(name, (*YAKU, *YAKUMAN))}")
                return None
        return tuple(listed)

    return by_seat(value, path, report, names)


def _liable(value: Any, path: _Path, report: Report) -> Any:
    if not isinstance(value, dict):
        report(path, "KR103", f'{quote(value)}: expected, for example, {{ daisangen = "south" }}')
        return None
    found = {}
    for name, seats in value.items():
        if name != RINSHAN and name not in YAKUMAN:
            report(
                (*path, name), "KR101", f"no player can be liable for {quote(name)}{meant(name, (*YAKUMAN, RINSHAN))}"
            )
            continue
        read = read_seats(seats, (*path, name), report)
        if read:
            found[name] = read
    return MappingProxyType(found)


_penalty_types = _one_of(tuple(penalty.value for penalty in PenaltyType))


def _penalties(value: Any, path: _Path, report: Report) -> Any:
    return by_seat(value, path, report, _penalty_types)


def _answer(value: Any, path: _Path, report: Report) -> str | None:
    if isinstance(value, str) and value.strip():
        return value.strip()
    report(path, "KR103", f"{quote(value)} is not a string; expected the answer in a few words")
    return None


_READERS: dict[str, Callable[[Any, _Path, Report], Any]] = {
    "answer": _answer,
    "illegal": _ats,
    "order": _patterns,
    "never": _patterns,
    "indicators": _indicators,
    "result": _one_of(RESULTS),
    "yaku": _yaku,
    "han": _number_or_seats,
    "fu": _number_or_seats,
    "dora": _number_or_seats,
    "ura": _number_or_seats,
    "payments": _numbers,
    "kita": _numbers,
    "liable": _liable,
    "dealer": _one_of(("keeps", "rotates")),
    "next_honba": _int,
    "sticks": _int,
    "furiten": read_seats,
    "tenpai": read_seats,
    "foul": _ats,
    "penalty": _penalties,
    "penalty_points": _number_or_seats,
    "code": _codes,
}
KEYS: tuple[str, ...] = tuple(_READERS)
"""The keys of `[case.expect]`."""
