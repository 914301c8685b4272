"""A hand as text, at any moment: one line for each fact, which starts with its keyword. Reading the text gives the same
hand.

Facts with their usual value are left out: no riichi, no kan, no foul. Tiles are mpsz; `?3` means three unknown tiles.
In a river, `d` follows a tile that was discarded as drawn, `r` a riichi discard, and `c` a called one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Any, TypeVar

import msgspec

from kanrules.errors import UnreadableError
from kanrules.frozen import frozen
from kanrules.law.hook_values import FifthKan, Foul, FourKans, Kan, Liability, Penalty, SetAside, Transfer
from kanrules.law.options import Instant
from kanrules.law.outcome import Claim, Outcome
from kanrules.locale.sentences import english
from kanrules.pieces import wall as walls
from kanrules.pieces.actions import Discard
from kanrules.pieces.melds import Meld, MeldType
from kanrules.pieces.melds_text import parse_meld, write_meld
from kanrules.pieces.tiles import BY_NAME, KIND, KINDS, NAMES, SEATS, Seat, Tile, counts_37, format_tiles, parse_tile
from kanrules.pieces.tiles import parse_tiles as known_tiles
from kanrules.play.contradictions import possible
from kanrules.table.layout import PendingIndicator
from kanrules.table.position import Position, phase_of
from kanrules.table.state import Phase

T = TypeVar("T")
HEAD = "kanrules hand 1"
"""First line of a text. The number increases if an older reader would misread newer texts."""
MOST = 65536
"""Maximum number of characters in a text."""
_WINDOW = "window"
"""First word of the lines that give the table in the robbery window of a shouminkan that may still be robbed."""
_ENCODER = msgspec.json.Encoder(enc_hook=english)


def write(position: Position, turned: int = 0) -> str:
    """Return the text of a position. `turned` is the number of its dora indicators that were turned with the kan whose
    replacement tile is still to be drawn.
    """
    lines = [HEAD, *_written(_FIRST, position), f"phase {phase_of(position).name.lower()}"]
    for seat in SEATS[: len(position.hands)]:
        for line in _OF_SEAT:
            by_seat = getattr(position, line.field)
            said = None if by_seat is None else line.write(by_seat[seat])
            if said is not None:
                lines.append(f"{seat} {line.word} {said}")
        if position.rivers[seat]:
            lines.append(f"{seat} river {_river(position.rivers[seat], position.taken[seat])}")
    lines += _written(_REST, position)
    for line in _SEVERAL:
        lines += [f"{line.word} {line.write(one)}" for one in getattr(position, line.field) or ()]
    if turned:
        lines.append(f"turned {turned}")
    if position.window is not None:
        lines += [f"{_WINDOW} {line}" for line in write(position.window).splitlines()[1:]]
    return "\n".join((*lines, ""))


def _written(table: Sequence[_Line], position: Position) -> Iterable[str]:
    for line in table:
        said = line.write(getattr(position, line.field))
        if said is not None:
            yield f"{line.word} {said}".rstrip()


def read(text: str) -> tuple[Position, int]:
    """Return the position of a text, and the number of dora indicators turned with the kan whose replacement tile is
    still to be drawn.

    Raises UnreadableError, which quotes the line and says what was expected, and TypeError for a value that is not
    text.
    """
    if not isinstance(text, str):
        raise TypeError(f"a hand is read from text, not from {type(text).__name__}")
    if len(text) > MOST:
        raise UnreadableError(f"the text of a hand is at most {MOST} characters long; this one has {len(text)}")
    lines = text.splitlines()
    if not lines or lines[0] != HEAD:
        first = lines[0][:60] if lines else ""
        raise UnreadableError(f"the text of a hand begins with the line {HEAD!r}, not {first!r}")
    said: dict[str, str] = {}
    many: dict[str, list[str]] = {line.word: [] for line in _SEVERAL}
    window: list[str] = []
    for line in lines[1:]:
        word, _, rest = line.partition(" ")
        if word == _WINDOW:
            window.append(rest)
            continue
        if word in many:
            many[word].append(rest)
            continue
        if word in _SEAT:
            what, _, rest = rest.partition(" ")
            word = f"{word} {what}"
        if word not in _WORDS:
            raise UnreadableError(f"{line[:80]!r}: no line of a hand begins with {word[:40]!r}")
        if word in said:
            raise UnreadableError(f"{line[:80]!r}: a second line {word!r}")
        said[word] = rest
    # A text of three players has three scores and no line for north.
    three = len(said.get("scores", "").split()) == 3 and not any(word.startswith("north ") for word in said)
    seats = SEATS[:3] if three else SEATS
    for word in (*_NEEDED, *(f"{seat} hand" for seat in seats)):
        if word not in said:
            raise UnreadableError(f"the text of a hand has no line {word!r}")
    try:
        phase = _one_of(_PHASES)(said["phase"], "phase")
        position, turned = _position(said, many, seats, phase), _number(said.get("turned", "0"), "turned")
    except UnreadableError as error:
        raise UnreadableError(f"the text of a hand: {error.reason}") from None
    if window:
        if any(line.startswith(f"{_WINDOW} ") for line in window):
            raise UnreadableError("the text of a hand: a window has no window of its own")
        position = replace(position, window=read("\n".join((HEAD, *window)))[0])
    possible(position, phase, turned)
    return position, turned


def _position(said: Mapping[str, str], many: Mapping[str, list[str]], seats: Sequence[Seat], phase: Phase) -> Position:
    found: dict[str, Any] = {line.field: line.found(said, line.word) for line in (*_FIRST, *_REST)}
    found |= {line.field: tuple([line.read(one, line.word) for one in many[line.word]]) for line in _SEVERAL}
    found |= {line.field: tuple([line.found(said, f"{seat} {line.word}") for seat in seats]) for line in _OF_SEAT}
    for word in _FLAGS:
        found[word] = tuple([seat in found[word] for seat in seats])
    found["melds"] = tuple([_melds(melds, seat) for melds, seat in zip(found["melds"], seats, strict=True)])
    if len(found["scores"]) != len(seats):
        expected = "four" if len(seats) == 4 else "three"
        raise UnreadableError(f"scores {said['scores'][:60]!r}: expected {expected}, one a seat")
    words = [said.get(f"{seat} river", "").split(" ") if said.get(f"{seat} river") else [] for seat in seats]
    rivers = tuple([tuple([_laid(word, seat) for word in laid]) for seat, laid in zip(seats, words, strict=True)])
    taken = tuple([tuple([at for at, word in enumerate(laid) if word[-1:] == "c"]) for laid in words])
    of_turn = rivers[found["turn"]] if found["turn"] in seats else ()
    # In the phase of ron, too, a discard is claimed unless a kan or kita is.
    claimable = phase is Phase.CLAIM or (phase is Phase.RON and found["announced"] is None)
    last = of_turn[-1] if of_turn and claimable else None
    return Position(**found, rivers=rivers, taken=taken, last_discard=last, replacing=phase is Phase.REPLACE)


# --- values --------------------------------------------------------------------------------------------------------
# A reader takes the text after the word of a line, and the word for its messages.


def _some(write: Callable[[Any], str]) -> Callable[[Any], str | None]:
    """Write a value unless it is None, empty, or zero."""
    return lambda value: write(value) if value else None


def _json(kind: type[T]) -> Callable[[str, str], T]:
    decoder = msgspec.json.Decoder(kind)

    def found(text: str, word: str) -> T:
        try:
            return decoder.decode(text)
        except (msgspec.MsgspecError, ValueError, RecursionError) as error:
            raise UnreadableError(f"{word} {text[:60]}: {error}") from None

    return found


def _to_json(value: object) -> str:
    return _ENCODER.encode(value).decode()


def _one_of(words: Mapping[str, T]) -> Callable[[str, str], T]:
    def found(text: str, word: str) -> T:
        if text not in words:
            raise UnreadableError(f"{word} {text[:40]!r}: expected one of {', '.join(words)}")
        return words[text]

    return found


def _bare(text: str, word: str) -> bool:
    if text:
        raise UnreadableError(f"{word} {text[:40]!r}: nothing stands after {word!r}")
    return True


def _seat(text: str, word: str = "") -> Seat:
    if text not in _SEAT:
        raise UnreadableError(f"{text[:40]!r} is not a seat; expected east, south, west or north")
    return _SEAT[text]


def _seats(text: str, word: str = "") -> tuple[Seat, ...]:
    found = tuple(map(_seat, text.split(" ")))
    if len(set(found)) != len(found):
        raise UnreadableError(f"{text[:60]!r} names a seat twice")
    return found


def _names(values: Iterable[object]) -> str:
    return " ".join(map(str, values))


def _of_flags(flags: Sequence[bool]) -> str | None:
    return _names(seat for seat, flag in zip(SEATS, flags, strict=False) if flag) or None


def _number(text: str, word: str, *, below: bool = False) -> int:
    digits = text[1:] if below and text.startswith("-") else text
    # No number on a table has more digits, and Python would also accept digits of other scripts.
    if not (digits.isascii() and digits.isdigit() and len(digits) <= 12):
        raise UnreadableError(f"{word} {text[:40]!r}: expected a whole number")
    return int(text)


def _numbers(text: str, word: str) -> tuple[int, ...]:
    return tuple([_number(one, word) for one in text.split(" ")])


def _below(text: str, word: str) -> tuple[int, ...]:
    return tuple([_number(one, word, below=True) for one in text.split(" ")])


def _tile(text: str, word: str = "") -> Tile:
    return parse_tile(text)


def _hand(text: str, word: str = "") -> tuple[Tile, ...]:
    return tuple(known_tiles(text))


def _tiles(text: str, word: str = "") -> tuple[Tile | None, ...]:
    if "?" not in text:
        return tuple(known_tiles(text))
    tiles: list[Tile | None] = []
    for part in text.split(" "):
        if part.startswith("?"):
            count = _number(part[1:], "?")
            if count > walls.SIZE:
                raise UnreadableError(f"{part} are more tiles than there are")
            tiles += [None] * count
        else:
            tiles += known_tiles(part)
    return tuple(tiles)


def _run(tiles: Sequence[Tile | None]) -> str:
    """Return tiles of a wall: runs of known ones, and the number of unknown ones between them."""
    words: list[str] = []
    at = 0
    while at < len(tiles):
        end = at
        while end < len(tiles) and (tiles[end] is None) is (tiles[at] is None):
            end += 1
        known = [tile for tile in tiles[at:end] if tile is not None]
        words.append(format_tiles(known) if known else f"?{end - at}")
        at = end
    return " ".join(words)


def _unseen(text: str, word: str = "") -> tuple[int, ...]:
    return tuple(counts_37(known_tiles(text)))


def _counted(counts: Sequence[int]) -> str:
    return format_tiles(tile for tile, count in enumerate(counts) for _ in range(count))


def _kinds(text: str, word: str = "") -> int:
    mask = 0
    for tile in known_tiles(text):
        mask |= 1 << KIND[tile]
    return mask


def _mask(mask: int) -> str:
    return format_tiles(kind for kind in range(KINDS) if mask >> kind & 1)


def _melds(text: str, seat: Seat) -> tuple[Meld, ...]:
    return tuple([_read_meld(one, seat) for one in text.split(", ")]) if text else ()


_meld, _read_meld = lru_cache(maxsize=4096)(write_meld), lru_cache(maxsize=4096)(parse_meld)


def _river(river: Sequence[Discard], taken: Sequence[int]) -> str:
    return " ".join(
        [
            f"{NAMES[one.tile]}{'d' if one.tsumogiri else ''}{'r' if one.riichi else ''}{'c' if at in taken else ''}"
            for at, one in enumerate(river)
        ]
    )


@lru_cache(maxsize=4096)
def _laid(word: str, seat: Seat) -> Discard:
    tile, marks = BY_NAME.get(word[:2]), word[2:]
    if tile is None or marks not in _MARKS:
        raise UnreadableError(f"{word[:40]!r} is not a discard; expected a tile such as 5m, then perhaps d, r or c")
    return Discard(seat, tile, "d" in marks, "r" in marks)


_MARKS = frozenset(("", "d", "r", "c", "dr", "dc", "rc", "drc"))


def _kan_discard(text: str, word: str) -> tuple[Seat, int, int]:
    seat, _, rest = text.partition(" ")
    place, _, kan = rest.partition(" ")
    return _seat(seat), _number(place, word), _number(kan, word)


def _pending(text: str, word: str) -> PendingIndicator:
    number, _, rest = text.partition(" ")
    instant, _, plugin = rest.partition(" ")
    return PendingIndicator(_number(number, word), _one_of(_INSTANTS)(instant, word), _plugin(plugin, word))


def _plugin(name: str, word: str) -> str:
    if not name or name.split() != [name]:
        raise UnreadableError(f"{word}: {name[:40]!r} is not the name of a plugin")
    return name


def _decided(text: str, word: str) -> tuple[str, str]:
    hook, _, plugin = text.partition(" ")
    if hook not in ("four_kans", "fifth_kan"):
        raise UnreadableError(f"{word} {hook[:40]!r}: expected four_kans or fifth_kan")
    return hook, _plugin(plugin, word)


def _penalty(text: str, word: str) -> tuple[Seat, Penalty]:
    seat, _, rest = text.partition(" ")
    return _seat(seat), _PENALTY(rest, word)


def _announced(told: Kan | SetAside) -> str:
    """Return an announced kan or kita as text. A kita names no tile."""
    words = [str(told.number), str(told.type), str(told.seat)]
    if isinstance(told, Kan):
        words += [NAMES[told.tile], format_tiles(told.tiles)]
        words += [] if told.called is None else ["called", NAMES[told.called]]
        words += [] if told.source is None else ["from", str(told.source)]
    words += ["riichi"] * told.in_riichi + ["rinshan"] * told.on_replacement
    return _names([*words, "robbable", *told.robbable_by] if told.robbable_by else words)


def _read_announced(text: str, word: str) -> Kan | SetAside:
    return _read_kita(text, word) if text.split(" ")[1:2] == [SetAside.type] else _read_kan(text, word)


def _read_kita(text: str, word: str) -> SetAside:
    words = text.split(" ")
    if len(words) < 3 or words[1] != SetAside.type:
        raise UnreadableError(f"kita {text[:60]!r}: expected, for example, '1 kita south'")
    said = _rest(f"kita {text[:60]!r}", words[3:], ("riichi", "rinshan", "robbable"))
    return SetAside(_seat(words[2]), _number(words[0], "kita"), "riichi" in said, "rinshan" in said,
                    said.get("robbable", ()))  # fmt: skip


def _read_kan(text: str, word: str) -> Kan:
    words = text.split(" ")
    if len(words) < 5:
        raise UnreadableError(f"kan {text[:60]!r}: expected, for example, '1 ankan south 1z 1111z'")
    said = _rest(f"kan {text[:60]!r}", words[5:], ("called", "from", "riichi", "rinshan", "robbable"))
    return Kan(
        _one_of(_KANS)(words[1], "kan"),
        _seat(words[2]),
        parse_tile(words[3]),
        _hand(words[4]),
        said.get("called"),
        said.get("from"),
        _number(words[0], "kan"),
        "riichi" in said,
        "rinshan" in said,
        said.get("robbable", ()),
    )


def _rest(line: str, words: Sequence[str], expected: Sequence[str]) -> dict[str, Any]:
    """Return the values of the words at the end of a kan or kita."""
    said: dict[str, Any] = {}
    rest = iter(words)
    for word in rest:
        if word in said:
            raise UnreadableError(f"{line}: {word!r} twice")
        if word not in expected:
            raise UnreadableError(f"{line}: {word[:40]!r} is not expected there")
        match word:
            case "called":
                said[word] = parse_tile(next(rest, ""))
            case "from":
                said[word] = _seat(next(rest, ""))
            case "robbable":
                said[word] = _seats(" ".join(rest))
            case _:
                said[word] = True
    return said


# --- the lines -----------------------------------------------------------------------------------------------------

_SEAT: dict[str, Seat] = {str(seat): seat for seat in SEATS}
_PHASES = {phase.name.lower(): phase for phase in Phase}
_INSTANTS = {value.value: value for value in Instant}
_KANS = {kind.value: kind for kind in (MeldType.ANKAN, MeldType.DAIMINKAN, MeldType.SHOUMINKAN)}
_PENALTY = _json(Penalty)


@frozen
class _Line:
    """The line of one field of a position: its keyword, how to write and read it, and the value if there is no line."""

    word: str
    field: str
    write: Callable[[Any], str | None]
    read: Callable[[str, str], Any]
    absent: Any = None

    def found(self, said: Mapping[str, str], word: str) -> Any:
        """Return the value of the line that starts with this word."""
        return self.read(said[word], self.word) if word in said else self.absent


_IF_TRUE: Callable[[Any], str | None] = lambda value: "" if value else None  # noqa: E731
_FIRST = (
    _Line("round", "round_wind", str, _seat),
    _Line("honba", "honba", str, _number),
    _Line("sticks", "sticks", str, _number),
    _Line("scores", "scores", _names, _below),
    _Line("reds", "red_fives", str, _number),
    _Line("turn", "turn", str, _seat),
    _Line("live", "live", _run, _tiles),
    _Line("replacements", "replacements", _run, _tiles),
    _Line("indicators", "indicators", _run, _tiles),
    _Line("ura", "ura", _run, _tiles),
    _Line("face_up", "face_up", str, _number),
)
_NEEDED = ("phase", *(line.word for line in _FIRST))
_OF_SEAT = (
    _Line("hand", "hands", format_tiles, _hand),
    _Line("kitas", "kitas", _some(str), _number, 0),
    # A meld is read together with its seat.
    _Line("melds", "melds", _some(lambda melds: ", ".join(map(_meld, melds))), lambda text, word: text, ""),
    _Line("passed", "passed", _some(_mask), _kinds, 0),
    _Line("liable", "liabilities", _some(_to_json), _json(tuple[Liability, ...]), ()),
)
_FLAGS = ("riichi", "double_riichi", "ippatsu", "dead")
_REST = (
    _Line("drawn", "drawn", lambda tile: None if tile is None else NAMES[tile], _tile),
    _Line("rinshan", "on_replacement", _IF_TRUE, _bare, False),
    _Line("refilled", "refill", _some(_run), _tiles, ()),
    _Line("unseen", "unseen_counts", _some(_counted), _unseen),
    *(_Line(word, word, _of_flags, _seats, ()) for word in _FLAGS),
    _Line("first_go_around", "first_go_around", _IF_TRUE, _bare, False),
    _Line("turned_early", "turned_early", _IF_TRUE, _bare, False),
    _Line("forbidden", "forbidden", _some(_mask), _kinds, 0),
    _Line("silent", "silent", _some(_names), _seats, ()),
    _Line("announced", "announced", _some(_announced), _read_announced),
    _Line("set_aside", "open_kita", _some(_announced), _read_kita),
    _Line("turned_by", "indicator_kans", _some(_names), _numbers),
    _Line("wall_break", "wall_break", lambda seat: None if seat is None else str(seat), _seat),
    _Line("chain", "chain", _some(_names), _numbers, ()),
    _Line("four_kans", "four_kans", _some(str), _one_of({value.value: value for value in FourKans})),
    _Line("fifth", "fifth", _some(str), _one_of({value.value: value for value in FifthKan})),
    _Line("spared", "settled_fouls", _some(_names), _below, ()),
    _Line("at_once", "at_once", _some(_to_json), _json(tuple[Transfer, ...]), ()),
    _Line("outcome", "outcome", _some(_to_json), _json(Outcome)),
)
_SEVERAL = (
    _Line("kan", "kans", _announced, _read_kan),
    _Line("after_kan", "kan_discards", _names, _kan_discard),
    _Line("pending", "pending", lambda one: f"{one.kan} {one.instant} {one.plugin}", _pending),
    _Line("claim", "claims", _to_json, _json(Claim)),
    _Line("foul", "fouls", _to_json, _json(Foul)),
    _Line("penalty", "penalties", lambda penalty: f"{penalty[0]} {_to_json(penalty[1])}", _penalty),
    _Line("decided", "deciders", " ".join, _decided),
)
_WORDS = frozenset((
    *_NEEDED, "turned", *(line.word for line in _REST),
    *(f"{seat} {word}" for seat in SEATS for word in ("river", *(line.word for line in _OF_SEAT))),
))  # fmt: skip
