"""A hand read back from its text: what each line says, and which line is wrong."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any, TypeVar

import msgspec

from kanrules.errors import UnreadableError
from kanrules.law.options import Instant
from kanrules.law.outcome import Claim, Outcome
from kanrules.law.vocabulary import FifthKan, Foul, FourKans, Kan, Liability, Penalty, SetAside, Transfer
from kanrules.pieces import wall as walls
from kanrules.pieces.actions import Discard
from kanrules.pieces.melds import Meld, MeldType
from kanrules.pieces.melds_text import parse_meld
from kanrules.pieces.tiles import BY_NAME, KIND, SEATS, Seat, Tile, counts_37, parse_tile, parse_tiles
from kanrules.play.contradictions import possible
from kanrules.play.written import BARE, HEAD
from kanrules.table.layout import PendingIndicator
from kanrules.table.position import Flags, Position
from kanrules.table.state import Phase

T = TypeVar("T")
MOST = 65536
"""Characters of a text, at most."""
_SEAT: dict[str, Seat] = {str(seat): seat for seat in SEATS}
_SEVERAL = frozenset(("kan", "pending", "decided", "claim", "foul", "penalty"))
"""Words of which there may be several lines."""
_NEEDED = ("round", "honba", "sticks", "scores", "reds", "phase", "turn", "live", "replacements", "indicators", "ura",
           "face_up", *(f"{seat} hand" for seat in SEATS[:3]))  # fmt: skip
_OF_FOUR = "north hand"
"""The line that only four players have."""


def read(text: str) -> tuple[Position, int]:
    """The position of a text, and how many indicators the kan turned that has no replacement tile yet.

    Raises UnreadableError, which quotes the line and says what was expected; TypeError for what is no text.
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
    many: dict[str, list[str]] = {}
    for line in lines[1:]:
        word, _, rest = line.partition(" ")
        if word in _SEVERAL:
            many.setdefault(word, []).append(rest)
            continue
        if word in _SEAT:
            what, _, rest = rest.partition(" ")
            word = f"{word} {what}"
        if word not in _WORDS:
            raise UnreadableError(f"{line[:80]!r}: no line of a hand begins with {word[:40]!r}")
        if word in said:
            raise UnreadableError(f"{line[:80]!r}: a second line {word!r}")
        said[word] = rest
    of_north = [word for word in said if word.startswith("north ")]
    missing = [
        word for word in (*_NEEDED, *([_OF_FOUR] if of_north or not _of_three(said) else [])) if word not in said
    ]
    if missing:
        raise UnreadableError(f"the text of a hand has no line {missing[0]!r}")
    try:
        position, phase, turned = _position(said, many)
    except UnreadableError as error:
        raise UnreadableError(f"the text of a hand: {error.reason}") from None
    possible(position, phase, turned)
    return position, turned


def _of_three(said: dict[str, str]) -> bool:
    """Whether a text without a hand for north is one of three players: it has three scores."""
    return len(said.get("scores", "").split()) == 3


def _position(said: dict[str, str], many: dict[str, list[str]]) -> tuple[Position, Phase, int]:
    get = said.get
    seats = SEATS if _OF_FOUR in said else SEATS[:3]
    river = [_river(get(f"{seat} river", ""), seat) for seat in seats]
    drawn = get("drawn")
    unseen = get("unseen")
    phase = _one_of(_PHASES, said["phase"], "phase")
    turn = _seat(said["turn"])
    rivers = tuple([laid for laid, _ in river])
    position = Position(
        hands=tuple([tuple(parse_tiles(said[f"{seat} hand"])) for seat in seats]),
        indicators=_tiles(said["indicators"]),
        ura=_tiles(said["ura"]),
        live=_tiles(said["live"]),
        replacements=_tiles(said["replacements"]),
        melds=tuple([_melds(get(f"{seat} melds", ""), seat) for seat in seats]),
        kitas=tuple([_number(get(f"{seat} kitas", "0"), "kitas") for seat in seats]),
        rivers=rivers,
        taken=tuple([taken for _, taken in river]),
        round_wind=_seat(said["round"]),
        honba=_number(said["honba"], "honba"),
        sticks=_number(said["sticks"], "sticks"),
        scores=_scores(said["scores"], len(seats)),
        riichi=_flags(get("riichi"), seats),
        double_riichi=_flags(get("double_riichi"), seats),
        ippatsu=_flags(get("ippatsu"), seats),
        dead=_flags(get("dead"), seats),
        turn=turn,
        drawn=None if drawn is None else parse_tile(drawn),
        on_replacement=_bare(said, "rinshan"),
        face_up=_number(said["face_up"], "face_up"),
        pending=tuple([_pending(line) for line in many.get("pending", ())]),
        passed=tuple([_kinds(get(f"{seat} passed")) for seat in seats]),
        first_go_around=_bare(said, "first_go_around"),
        red_fives=_number(said["reds"], "reds"),
        unseen_counts=None if unseen is None else tuple(counts_37(parse_tiles(unseen))),
        liabilities=tuple([_from_json(get(f"{seat} liable", "[]"), _LIABLE, "liable") for seat in seats]),
        kans=tuple([_read_kan(line) for line in many.get("kan", ())]),
        last_discard=rivers[turn][-1] if _is_open(phase, said) and rivers[turn] else None,
        silent=_seats(get("silent")),
        claims=tuple([_from_json(line, _CLAIM, "claim") for line in many.get("claim", ())]),
        announced=_announced(get("announced")),
        open_kita=None if "set_aside" not in said else _read_kita(said["set_aside"]),
        turned_early=_bare(said, "turned_early"),
        replacing=phase is Phase.REPLACE,
        chain=_numbers(get("chain"), "chain"),
        four_kans=None if "four_kans" not in said else _one_of(_FOUR, said["four_kans"], "four_kans"),
        fifth=None if "fifth" not in said else _one_of(_FIFTH, said["fifth"], "fifth"),
        deciders=tuple([_decided(line) for line in many.get("decided", ())]),
        forbidden=_kinds(get("forbidden")),
        refill=_tiles(get("refilled", "")),
        fouls=tuple([_from_json(line, _FOUL, "foul") for line in many.get("foul", ())]),
        settled_fouls=_numbers(get("spared"), "spared", below=True),
        penalties=tuple([_penalty(line) for line in many.get("penalty", ())]),
        at_once=_from_json(get("at_once", "[]"), _AT_ONCE, "at_once"),
        outcome=None if "outcome" not in said else _from_json(said["outcome"], _OUTCOME, "outcome"),
    )
    return position, phase, _number(get("turned", "0"), "turned")


def _is_open(phase: Phase, said: dict[str, str]) -> bool:
    """Whether a discard may be claimed."""
    return phase is Phase.CLAIM or (phase is Phase.RON and "announced" not in said)


_WORDS = frozenset((
    *_NEEDED, *BARE, "drawn", "rinshan", "refilled", "unseen", "riichi", "double_riichi", "ippatsu", "dead",
    "forbidden", "silent", "announced", "set_aside", _OF_FOUR, "chain", "four_kans", "fifth", "spared", "at_once",
    "turned", "outcome", *(f"{seat} {word}" for seat in SEATS for word in ("melds", "kitas", "river", "passed",
    "liable")),
))  # fmt: skip
_PHASES = {phase.name.lower(): phase for phase in Phase}
_FOUR = {value.value: value for value in FourKans}
_FIFTH = {value.value: value for value in FifthKan}
_INSTANTS = {value.value: value for value in Instant}
_KANS = {kind.value: kind for kind in (MeldType.ANKAN, MeldType.DAIMINKAN, MeldType.SHOUMINKAN)}
_LIABLE = msgspec.json.Decoder(tuple[Liability, ...])
_CLAIM, _FOUL, _PENALTY = msgspec.json.Decoder(Claim), msgspec.json.Decoder(Foul), msgspec.json.Decoder(Penalty)
_AT_ONCE, _OUTCOME = msgspec.json.Decoder(tuple[Transfer, ...]), msgspec.json.Decoder(Outcome)


def _from_json(text: str, decoder: msgspec.json.Decoder[T], word: str) -> T:
    try:
        return decoder.decode(text)
    except (msgspec.MsgspecError, ValueError, RecursionError) as error:
        raise UnreadableError(f"{word} {text[:60]}: {error}") from None


def _one_of(words: dict[str, T], text: str, what: str) -> T:
    found = words.get(text)
    if found is None:
        raise UnreadableError(f"{what} {text[:40]!r}: expected one of {', '.join(words)}")
    return found


def _bare(said: dict[str, str], word: str) -> bool:
    rest = said.get(word)
    if rest:
        raise UnreadableError(f"{word} {rest[:40]!r}: nothing stands after {word!r}")
    return rest is not None


def _seat(text: str) -> Seat:
    found = _SEAT.get(text)
    if found is None:
        raise UnreadableError(f"{text[:40]!r} is no seat; expected east, south, west or north")
    return found


def _seats(text: str | None) -> tuple[Seat, ...]:
    if text is None:
        return ()
    found = tuple(map(_seat, text.split(" ")))
    if len(set(found)) != len(found):
        raise UnreadableError(f"{text[:60]!r} names a seat twice")
    return found


def _flags(text: str | None, seats: Sequence[Seat]) -> Flags:
    found = _seats(text)
    return tuple([seat in found for seat in seats])


def _number(text: str, what: str, *, below: bool = False) -> int:
    digits = text[1:] if below and text.startswith("-") else text
    # Nothing on a table has more digits, and what Python takes for digits in other scripts is none here.
    if not (digits.isascii() and digits.isdigit() and len(digits) <= 12):
        raise UnreadableError(f"{what} {text[:40]!r}: expected a whole number")
    return int(text)


def _numbers(text: str | None, what: str, *, below: bool = False) -> tuple[int, ...]:
    return () if text is None else tuple([_number(one, what, below=below) for one in text.split(" ")])


def _scores(text: str, players: int) -> tuple[int, ...]:
    found = _numbers(text, "scores", below=True)
    if len(found) != players:
        raise UnreadableError(f"scores {text[:60]!r}: expected {'four' if players == 4 else 'three'}, one a seat")
    return found


def _tiles(text: str) -> tuple[Tile | None, ...]:
    if "?" not in text:
        return tuple(parse_tiles(text))
    tiles: list[Tile | None] = []
    for word in text.split(" "):
        if word.startswith("?"):
            count = _number(word[1:], "?")
            if count > walls.SIZE:
                raise UnreadableError(f"{word} are more tiles than there are")
            tiles += [None] * count
        else:
            tiles += parse_tiles(word)
    return tuple(tiles)


def _kinds(text: str | None) -> int:
    mask = 0
    if text is not None:
        for tile in parse_tiles(text):
            mask |= 1 << KIND[tile]
    return mask


def _melds(text: str, seat: Seat) -> tuple[Meld, ...]:
    return tuple([_read_meld(one, seat) for one in text.split(", ")]) if text else ()


_read_meld = lru_cache(maxsize=4096)(parse_meld)


def _river(text: str, seat: Seat) -> tuple[tuple[Discard, ...], tuple[int, ...]]:
    if not text:
        return (), ()
    words = text.split(" ")
    taken = tuple([at for at, word in enumerate(words) if word[-1:] == "c"])
    return tuple([_laid(word, seat) for word in words]), taken


@lru_cache(maxsize=4096)
def _laid(word: str, seat: Seat) -> Discard:
    tile, marks = BY_NAME.get(word[:2]), word[2:]
    if tile is None or marks not in _MARKS:
        raise UnreadableError(f"{word[:40]!r} is no discard; expected a tile such as 5m, and d, r or c behind it")
    return Discard(seat, tile, "d" in marks, "r" in marks)


_MARKS = frozenset(("", "d", "r", "c", "dr", "dc", "rc", "drc"))


def _pending(text: str) -> PendingIndicator:
    number, _, rest = text.partition(" ")
    instant, _, plugin = rest.partition(" ")
    return PendingIndicator(
        _number(number, "pending"), _one_of(_INSTANTS, instant, "pending"), _plugin(plugin, "pending")
    )


def _plugin(name: str, word: str) -> str:
    if not name or name.split() != [name]:
        raise UnreadableError(f"{word}: {name[:40]!r} is no name of a plugin")
    return name


def _decided(text: str) -> tuple[str, str]:
    hook, _, plugin = text.partition(" ")
    if hook not in ("four_kans", "fifth_kan"):
        raise UnreadableError(f"decided {hook[:40]!r}: expected four_kans or fifth_kan")
    return hook, _plugin(plugin, "decided")


def _penalty(text: str) -> tuple[Seat, Penalty]:
    seat, _, rest = text.partition(" ")
    return _seat(seat), _from_json(rest, _PENALTY, "penalty")


def _announced(text: str | None) -> Kan | SetAside | None:
    if text is None:
        return None
    return _read_kita(text) if text.split(" ")[1:2] == [SetAside.type] else _read_kan(text)


def _read_kita(text: str) -> SetAside:
    words = text.split(" ")
    if len(words) < 3 or words[1] != SetAside.type:
        raise UnreadableError(f"kita {text[:60]!r}: expected such as '1 kita south'")
    rest = words[3:]
    robbers: tuple[Seat, ...] = ()
    if "robbable" in rest:
        at = rest.index("robbable")
        rest, robbers = rest[:at], _seats(" ".join(rest[at + 1 :]))
    if rest not in ([], ["riichi"], ["rinshan"], ["riichi", "rinshan"]):
        raise UnreadableError(f"kita {text[:60]!r}: {' '.join(rest)[:40]!r} is not expected there")
    return SetAside(_seat(words[2]), _number(words[0], "kita"), "riichi" in rest, "rinshan" in rest, robbers)


def _read_kan(text: str) -> Kan:
    words = text.split(" ")
    if len(words) < 5:
        raise UnreadableError(f"kan {text[:60]!r}: expected such as '1 ankan south 1z 1111z'")
    number, kind, seat, tile, tiles = words[:5]
    rest = iter(words[5:])
    said: dict[str, Any] = {}
    for word in rest:
        if word in said:
            raise UnreadableError(f"kan {text[:60]!r}: {word!r} twice")
        match word:
            case "called":
                said[word] = parse_tile(next(rest, ""))
            case "from":
                said[word] = _seat(next(rest, ""))
            case "riichi" | "rinshan":
                said[word] = True
            case "robbable":
                said[word] = _seats(" ".join(rest))
            case _:
                raise UnreadableError(f"kan {text[:60]!r}: {word[:40]!r} is not expected there")
    return Kan(
        _one_of(_KANS, kind, "kan"),
        _seat(seat),
        parse_tile(tile),
        tuple(parse_tiles(tiles)),
        said.get("called"),
        said.get("from"),
        _number(number, "kan"),
        said.get("riichi", False),
        said.get("rinshan", False),
        said.get("robbable", ()),
    )
