"""The `[case.given]` table of a case, read but not yet completed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from functools import partial
from types import MappingProxyType
from typing import Any

from kanrules.cases import case_key
from kanrules.cases.case_key import BY_SEAT, NUMBER, CaseKey, Path, Reader, Report, read_rows
from kanrules.cases.lines import SEATS
from kanrules.errors import UnreadableError
from kanrules.frozen import frozen
from kanrules.locale.sentences import number
from kanrules.pieces.melds import Meld, MeldType
from kanrules.pieces.melds_text import parse_meld
from kanrules.pieces.tiles import BY_NAME, NAMES, NORTH, Seat, Tile, parse_tile, parse_tiles
from kanrules.ruleset.problems import quote


@frozen
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


# --- readers: a value, its path, where to report -------------------------------------------------------------------


def _number(value: Any, path: Path, report: Report, least: int = 0, most: int = 1_000_000) -> int | None:
    if not isinstance(value, int) or isinstance(value, bool):
        report(path, "KR103", f"{quote(value)} is not a whole number")
    elif not least <= value <= most:
        report(path, "KR102", f"{value} is not possible; expected {least} to {most}")
    else:
        return value
    return None


def _flag(value: Any, path: Path, report: Report) -> bool | None:
    if isinstance(value, bool):
        return value
    report(path, "KR103", f"{quote(value)} is not true or false")
    return None


def read_seat(value: Any, path: Path, report: Report) -> Seat | None:
    """Return the seat of this name; report any other value."""
    if isinstance(value, str) and value in SEATS:
        return SEATS[value]
    report(path, "KR102", f"{quote(value)} is not a seat; expected east, south, west or north")
    return None


def read_seats(value: Any, path: Path, report: Report) -> tuple[Seat, ...] | None:
    """Return the seats in a list, or a single one."""
    members = value if isinstance(value, list) else [value]
    found = [
        read_seat(member, (*path, at) if isinstance(value, list) else path, report) for at, member in enumerate(members)
    ]
    return tuple(dict.fromkeys(seat for seat in found if seat is not None))


def read_tiles(value: Any, path: Path, report: Report) -> tuple[Tile, ...] | None:
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


def _tile(value: Any, path: Path, report: Report) -> Tile | None:
    try:
        return parse_tile(value)
    except (UnreadableError, TypeError):
        report(path, "KR111", f"{quote(value)} is not a tile; expected one such as 5p, 0s or 7z")
        return None


def by_seat(value: Any, path: Path, report: Report, read: Reader) -> Mapping[Seat, Any] | None:
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


def _hands(value: Any, path: Path, report: Report) -> Mapping[Seat, Any] | None:
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


def _river(value: Any, path: Path, report: Report) -> tuple[tuple[Tile, ...], tuple[frozenset[str], ...]] | None:
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


def _rivers(value: Any, path: Path, report: Report) -> Mapping[str, Any] | None:
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


def _drawn(value: Any, path: Path, report: Report) -> Mapping[str, Any] | None:
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


def _scores(value: Any, path: Path, report: Report) -> Mapping[Seat, Any] | None:
    def one(member: Any, where: Path, report: Report) -> int | None:
        return _number(member, where, report, least=-1_000_000)

    if isinstance(value, list):
        if len(value) not in (3, 4):
            report(path, "KR102", f"{number(len(value), 'score')}; expected four, east first")
            return None
        value = {str(seat): one for seat, one in zip(Seat, value, strict=False)}
    return by_seat(value, path, report, one)


def _kitas(value: Any, path: Path, report: Report) -> Mapping[Seat, Any] | None:
    def one(member: Any, where: Path, report: Report) -> int | None:
        return _number(member, where, report, most=4)

    return by_seat(value, path, report, one)


def _pending(value: Any, path: Path, report: Report) -> int | tuple[Tile, ...] | None:
    return read_tiles(value, path, report) if isinstance(value, (str, list)) else _number(value, path, report, most=4)


def _melds(value: Any, path: Path, report: Report) -> Mapping[Seat, Any] | None:
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


# --- the table -----------------------------------------------------------------------------------------------------

_key = partial(CaseKey, "given")
GIVEN: tuple[CaseKey, ...] = (
    _key("round", "a seat", "Round wind. Default: east.", 'round = "south"', read_seat),
    _key("honba", NUMBER, "Number of honba. Default: none.", "honba = 2", _number),
    _key(
        "sticks",
        NUMBER,
        "Number of riichi sticks on the table. Default: one for each player in riichi.",
        "sticks = 1",
        _number,
    ),
    _key(
        "scores",
        f"{BY_SEAT}, or a list of four",
        "Scores. Default: 25000 each, less the player's own riichi stick.",
        "scores = { east = 31000, south = 19000 }",
        _scores,
    ),
    _key(
        "hands",
        BY_SEAT,
        "Concealed tiles without the tile just drawn; incomplete hands are filled up.",
        'hands = { south = "555z34p", north = "34p567m123s789s11z" }',
        _hands,
        also=("hand",),
    ),
    _key(
        "melds",
        BY_SEAT,
        "Melds, earliest first: type, tiles (the called one first, the added one last), discarder.",
        'melds = { south = ["pon 222p from east", "ankan 1111z", "chi 345s"] }',
        _melds,
    ),
    _key(
        "kitas",
        BY_SEAT,
        "With three players: number of norths that each player has set aside.",
        "kitas = { south = 2 }",
        _kitas,
    ),
    _key(
        "rivers",
        BY_SEAT,
        f"Discards in order; called tiles may be left out. A single tile may be followed by {', '.join(MARKS)}.",
        'rivers = { east = ["19m5s", "5p riichi drawn claimable"] }',
        _rivers,
        also=("discards",),
    ),
    _key("riichi", case_key.SEATS, "Players in riichi.", 'riichi = ["south"]', read_seats),
    _key(
        "double_riichi",
        case_key.SEATS,
        "Players in double riichi; they need not be listed in `riichi` as well.",
        'double_riichi = ["south"]',
        read_seats,
    ),
    _key("ippatsu", case_key.SEATS, "Players who would still score ippatsu.", 'ippatsu = ["south"]', read_seats),
    _key("dead", case_key.SEATS, "Players with a dead hand.", 'dead = ["west"]', read_seats),
    _key(
        "turn",
        "a seat",
        "Player whose turn it is. Default: the player who acts in the first line, or east.",
        'turn = "south"',
        read_seat,
    ),
    _key(
        "drawn",
        "text",
        "The tile just drawn, followed by `rinshan` or `live` if it matters; `announces ankan 5p` for a kan that may "
        "be robbed; only `rinshan` for a replacement tile not yet drawn.",
        'drawn = "5p rinshan"',
        _drawn,
    ),
    _key(
        "live",
        "tiles",
        "The next tiles of the live wall, in order; later tiles are unknown.",
        'live = "2p7z"',
        read_tiles,
        also=("wall",),
    ),
    _key("live_tiles", NUMBER, "Number of tiles left in the live wall.", "live_tiles = 3", _number),
    _key("rinshan", "tiles", "The next replacement tiles, in order.", 'rinshan = "2p"', read_tiles),
    _key(
        "indicators",
        "tiles",
        "Dora indicators from the first on, including those face down.",
        'indicators = "9s 6m"',
        read_tiles,
        also=("dora",),
    ),
    _key("ura", "tiles", "Ura dora indicators, in the same order.", 'ura = "9m 4m"', read_tiles),
    _key(
        "pending",
        f"{NUMBER}, or tiles",
        "Pending kan dora indicators: their number (of the last open kans), or the tiles of their kans.",
        'pending = "5z"',
        _pending,
    ),
    _key(
        "turned_by",
        "tiles",
        "The kans that turned the indicators after the first, by a tile of each; unless said, those whose indicators "
        "do not wait, in order.",
        'turned_by = "1z5p"',
        read_tiles,
    ),
    _key(
        "wall_break",
        "a seat",
        "The seat at whose wall the deal began, for plugins that ask (wareme).",
        'wall_break = "south"',
        read_seat,
    ),
    _key(
        "passed",
        BY_SEAT,
        "Winning tiles that were passed since furiten last ended; in the first go-around, the rivers show them.",
        'passed = { north = "2p" }',
        _hands,
    ),
    _key(
        "first_go_around",
        "true or false",
        "True if no call has interrupted the first go-around yet.",
        "first_go_around = true",
        _flag,
    ),
)
"""The keys of `[case.given]`."""
_ROWS = {row.key: row for row in GIVEN}
_SEVERAL = ("rivers", "drawn")
"""Keys that set several fields of `Given`."""


def read_given(data: Any, report: Report) -> Given:
    """Return the table `[case.given]`. Mistakes are reported and their keys left out."""
    found: dict[str, Any] = {}
    for key, read in read_rows("given", data, _ROWS, report).items():
        found.update(read if key in _SEVERAL else {"round_wind" if key == "round" else key: read})
    return Given(**found)
