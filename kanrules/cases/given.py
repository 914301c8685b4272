"""The `[case.given]` table of a case, read but not yet completed."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import field
from types import MappingProxyType
from typing import Any

from kanrules.cases.lines import SEATS
from kanrules.errors import UnreadableError
from kanrules.frozen import dataclass
from kanrules.locale.sentences import number
from kanrules.pieces.melds import Meld, MeldType
from kanrules.pieces.melds_text import parse_meld
from kanrules.pieces.tiles import BY_NAME, NAMES, NORTH, Seat, Tile, parse_tile, parse_tiles
from kanrules.ruleset.problems import close, quote

Report = Callable[[tuple[str | int, ...], str, str], None]
"""Function that takes the path of a value inside `given`, a code, and a message."""


@dataclass(frozen=True, slots=True)
class Given:
    """The part of the position that the case gives."""

    round_wind: Seat = Seat.EAST
    honba: int = 0
    sticks: int | None = None
    scores: Mapping[Seat, int] = field(default_factory=dict)
    hands: Mapping[Seat, tuple[Tile, ...]] = field(default_factory=dict)
    melds: Mapping[Seat, tuple[Meld, ...]] = field(default_factory=dict)
    rivers: Mapping[Seat, tuple[Tile, ...]] = field(default_factory=dict)
    marks: Mapping[Seat, tuple[frozenset[str], ...]] = field(default_factory=dict)
    """Marks of each tile in a river, by seat; see `MARKS`."""
    riichi: tuple[Seat, ...] = ()
    double_riichi: tuple[Seat, ...] = ()
    ippatsu: tuple[Seat, ...] = ()
    dead: tuple[Seat, ...] = ()
    turn: Seat | None = None
    drawn: Tile | None = None
    drawn_from: str = ""
    """The wall of the drawn tile, if the case says so: `live` or `rinshan`."""
    replacing: bool = False
    """True if `turn`'s kan or kita is completed and its replacement tile is still to be drawn."""
    announces: tuple[MeldType | None, Tile] | None = None
    """The kan, or (None) the kita, that `turn` has announced and that can be robbed."""
    live: tuple[Tile, ...] = ()
    live_tiles: int | None = None
    rinshan: tuple[Tile, ...] = ()
    indicators: tuple[Tile, ...] = ()
    ura: tuple[Tile, ...] = ()
    kitas: Mapping[Seat, int] = field(default_factory=dict)
    """Number of norths set aside, by seat."""
    pending: int | tuple[Tile, ...] = 0
    """Kan dora indicators still to be turned: their number, for the last open kans, or the tiles of their kans."""
    turned_by: tuple[Tile, ...] | None = None
    """The kans that turned the dora indicators after the first, by a tile of each; None: those whose indicators do not
    wait, in order.
    """
    wall_break: Seat | None = None
    """Seat at whose wall the deal began."""
    passed: Mapping[Seat, tuple[Tile, ...]] | None = None
    """Tiles that a seat has passed since its furiten last ended. In the first go-around, None derives them from the
    rivers.
    """
    first_go_around: bool = False


def read_given(data: Any, report: Report) -> Given:
    """Return the table `[case.given]`. Mistakes are reported and their keys left out."""
    if not isinstance(data, dict):
        report((), "KR103", "`given` is a table")
        return Given()
    found: dict[str, Any] = {}
    for key, value in data.items():
        reader = _READERS.get(key)
        if reader is None:
            report((key,), "KR101", f"`given` has no key {quote(key)}{meant(key, KEYS, 'its keys are')}")
            continue
        read = reader(value, (key,), report)
        if read is not None:
            found.update(read if key in _SEVERAL else {"round_wind" if key == "round" else key: read})
    return Given(**found)


_OTHER_NAMES = {
    "outcome": "result",
    "end": "result",
    "ending": "result",
    "winner": "result",
    "events": "order",
    "sequence": "order",
    "points": "payments",
    "score": "payments",
    "changes": "payments",
    "pays": "payments",
    "pao": "liable",
    "forbidden": "illegal",
    "refused": "illegal",
    "actions": "play",
    "moves": "play",
    "position": "given",
    "setup": "given",
    "hand": "hands",
    "discards": "rivers",
    "wall": "live",
    "dora": "indicators",
    "keys": "decides",
    "title": "name",
}
"""Words that people write for a key of a case, where no spelling is near."""


def meant(word: object, words: Sequence[str], otherwise: str = "") -> str:
    """Return the end of a message: another name of a known word, the closest known word, or all of them."""
    found = _OTHER_NAMES.get(str(word).casefold(), "")
    found = found if found in words else close(str(word), words)
    return f"; did you mean `{found}`?" if found else f"; {otherwise} {', '.join(words)}" if otherwise else ""


# --- readers: a value, its path, where to report -------------------------------------------------------------------


def _number(
    value: Any, path: tuple[str | int, ...], report: Report, least: int = 0, most: int = 1_000_000
) -> int | None:
    if not isinstance(value, int) or isinstance(value, bool):
        report(path, "KR103", f"{quote(value)} is not a whole number")
    elif not least <= value <= most:
        report(path, "KR102", f"{value} is not possible; expected {least} to {most}")
    else:
        return value
    return None


def _flag(value: Any, path: tuple[str | int, ...], report: Report) -> bool | None:
    if isinstance(value, bool):
        return value
    report(path, "KR103", f"{quote(value)} is not true or false")
    return None


def read_seat(value: Any, path: tuple[str | int, ...], report: Report) -> Seat | None:
    """Return the seat of this name; report any other value."""
    if isinstance(value, str) and value in SEATS:
        return SEATS[value]
    report(path, "KR102", f"{quote(value)} is not a seat; expected east, south, west or north")
    return None


def read_seats(value: Any, path: tuple[str | int, ...], report: Report) -> tuple[Seat, ...] | None:
    """Return the seats in a list, or a single one."""
    members = value if isinstance(value, list) else [value]
    found = [
        read_seat(member, (*path, at) if isinstance(value, list) else path, report) for at, member in enumerate(members)
    ]
    return tuple(dict.fromkeys(seat for seat in found if seat is not None))


def read_tiles(value: Any, path: tuple[str | int, ...], report: Report) -> tuple[Tile, ...] | None:
    """Return tiles from mpsz text, or from a list of such texts."""
    text = "".join(value) if isinstance(value, list) and all(isinstance(member, str) for member in value) else value
    if not isinstance(text, str):
        report(path, "KR103", f'{quote(value)} is not a string; expected tiles such as "123m0p77z"')
        return None
    try:
        return tuple(parse_tiles(text))
    except UnreadableError as error:
        report(path, "KR111", str(error))
        return None


def _tile(value: Any, path: tuple[str | int, ...], report: Report) -> Tile | None:
    try:
        return parse_tile(value)
    except (UnreadableError, TypeError):
        report(path, "KR111", f"{quote(value)} is not a tile; expected one such as 5p, 0s or 7z")
        return None


def by_seat(
    value: Any, path: tuple[str | int, ...], report: Report, read: Callable[..., Any]
) -> Mapping[Seat, Any] | None:
    """Return a table whose keys are seats, each value read by `read`."""
    if not isinstance(value, dict):
        report(path, "KR103", f"{quote(value)} is not a table by seat; expected, for example, {{ south = ... }}")
        return None
    found = {}
    for name, member in value.items():
        if name not in SEATS:
            report((*path, name), "KR101", f"{quote(name)} is not a seat; expected east, south, west or north")
            continue
        one = read(member, (*path, name), report)
        if one is not None:
            found[SEATS[name]] = one
    return MappingProxyType(found)


def _hands(value: Any, path: tuple[str | int, ...], report: Report) -> Mapping[Seat, Any] | None:
    return by_seat(value, path, report, read_tiles)


MARKS = ("riichi", "drawn", "hand", "claimable", "kan:TILE")
"""Marks that may follow a tile of a river: it declared riichi, it was tsumogiri or came from the hand (the default), it
can still be claimed, or it followed a kan of this tile in the same turn (`kan:5p`).
"""


def kan_mark(said: frozenset[str]) -> Tile | None:
    """Return the tile of the kan that a discard with these marks followed; None if it followed none."""
    word = next((word for word in said if word.startswith("kan:")), "")
    return parse_tile(word[4:]) if word else None


def _is_mark(word: str) -> bool:
    return word in MARKS[:-1] or (word.startswith("kan:") and BY_NAME.get(word[4:]) is not None)


def _river(
    value: Any, path: tuple[str | int, ...], report: Report
) -> tuple[tuple[Tile, ...], tuple[frozenset[str], ...]] | None:
    members = value if isinstance(value, list) else [value]
    tiles: list[Tile] = []
    marks: list[frozenset[str]] = []
    for at, member in enumerate(members):
        where = (*path, at) if isinstance(value, list) else path
        words = member.split() if isinstance(member, str) else []
        said = frozenset(words[1:])
        if not any(map(_is_mark, said)):
            read = read_tiles(member, where, report)
            if read is None:
                return None
            tiles += read
            marks += [frozenset()] * len(read)
            continue
        tile = _tile(words[0], where, report)
        if tile is None:
            return None
        if not all(map(_is_mark, said)) or said >= {"drawn", "hand"}:
            report(
                where,
                "KR102",
                f"{quote(member)}: a discarded tile may be followed by {', '.join(MARKS)}; drawn or hand",
            )
            return None
        tiles.append(tile)
        marks.append(said)
    if any("claimable" in said for said in marks[:-1]):
        report(path, "KR111", "only the last tile of a river may be claimed")
        return None
    return tuple(tiles), tuple(marks)


def _rivers(value: Any, path: tuple[str | int, ...], report: Report) -> Mapping[str, Any] | None:
    found = by_seat(value, path, report, _river)
    if found is None:
        return None
    if sum("claimable" in said for _, marks in found.values() for said in marks) > 1:
        report(path, "KR111", "only one discard at a time may be claimed")
        return None
    return {
        "rivers": MappingProxyType({seat: tiles for seat, (tiles, _) in found.items()}),
        "marks": MappingProxyType({seat: marks for seat, (_, marks) in found.items()}),
    }


_ANNOUNCED = {"ankan": MeldType.ANKAN, "shouminkan": MeldType.SHOUMINKAN, "kakan": MeldType.SHOUMINKAN}


def _drawn(value: Any, path: tuple[str | int, ...], report: Report) -> Mapping[str, Any] | None:
    """Read `5p`, `5p rinshan`, or `5p live`, each with `announces shouminkan 5p` if that can be robbed. `rinshan` alone
    means that the replacement tile is not yet drawn.
    """
    words = value.split() if isinstance(value, str) else []
    if words == ["rinshan"]:
        return {"replacing": True}
    found: dict[str, Any] = {}
    if words[-3:-2] == ["announces"]:
        kind, tile = _ANNOUNCED.get(words[-2]), _tile(words[-1], path, report)
        if tile is None:
            return None
        if kind is None and words[-2] != "kita":
            report(path, "KR102", f"{quote(words[-2])} cannot be robbed; expected ankan or shouminkan, or kita")
            return None
        if kind is None and tile != NORTH:
            report(path, "KR111", f"{NAMES[tile]} cannot be set aside: only a north, 4z, is")
            return None
        found["announces"] = (kind, tile)
        words = words[:-3]
        if not words:
            return found
    if len(words) == 2 and words[1] in ("rinshan", "live"):
        found["drawn_from"] = words.pop()
    tile = _tile(words[0] if len(words) == 1 else value, path, report)
    return None if tile is None else {**found, "drawn": tile}


def _scores(value: Any, path: tuple[str | int, ...], report: Report) -> Mapping[Seat, Any] | None:
    def one(member: Any, where: tuple[str | int, ...], report: Report) -> int | None:
        return _number(member, where, report, least=-1_000_000)

    if isinstance(value, list):
        if len(value) not in (3, 4):
            report(path, "KR102", f"{number(len(value), 'score')}; expected four, east first")
            return None
        value = {str(seat): one for seat, one in zip(Seat, value, strict=False)}
    return by_seat(value, path, report, one)


def _kitas(value: Any, path: tuple[str | int, ...], report: Report) -> Mapping[Seat, Any] | None:
    def one(member: Any, where: tuple[str | int, ...], report: Report) -> int | None:
        return _number(member, where, report, most=4)

    return by_seat(value, path, report, one)


def _pending(value: Any, path: tuple[str | int, ...], report: Report) -> int | tuple[Tile, ...] | None:
    return read_tiles(value, path, report) if isinstance(value, (str, list)) else _number(value, path, report, most=4)


def _melds(value: Any, path: tuple[str | int, ...], report: Report) -> Mapping[Seat, Any] | None:
    if not isinstance(value, dict):
        report(
            path,
            "KR103",
            f'{quote(value)} is not a table by seat; expected, for example, {{ south = ["pon 555p from east"] }}',
        )
        return None
    found = {}
    for name, members in value.items():
        if name not in SEATS:
            report((*path, name), "KR101", f"{quote(name)} is not a seat; expected east, south, west or north")
            continue
        listed = members if isinstance(members, list) else [members]
        melds = []
        for at, member in enumerate(listed):
            where = (*path, name, at) if isinstance(members, list) else (*path, name)
            try:
                if not isinstance(member, str):
                    raise UnreadableError(
                        f'{quote(member)} is not a string; expected a meld such as "pon 555p from east"'
                    )
                melds.append(parse_meld(member, SEATS[name]))
            except UnreadableError as error:
                report(where, "KR111", str(error))
        found[SEATS[name]] = tuple(melds)
    return MappingProxyType(found)


_READERS: dict[str, Callable[[Any, tuple[str | int, ...], Report], Any]] = {
    "round": read_seat,
    "honba": _number,
    "sticks": _number,
    "scores": _scores,
    "hands": _hands,
    "melds": _melds,
    "kitas": _kitas,
    "rivers": _rivers,
    "riichi": read_seats,
    "double_riichi": read_seats,
    "ippatsu": read_seats,
    "dead": read_seats,
    "turn": read_seat,
    "drawn": _drawn,
    "live": read_tiles,
    "live_tiles": _number,
    "rinshan": read_tiles,
    "indicators": read_tiles,
    "ura": read_tiles,
    "pending": _pending,
    "turned_by": read_tiles,
    "wall_break": read_seat,
    "passed": _hands,
    "first_go_around": _flag,
}
_SEVERAL = ("rivers", "drawn")
"""Keys that set several fields of `Given`."""
KEYS: tuple[str, ...] = tuple(_READERS)
"""The keys of `[case.given]`."""
