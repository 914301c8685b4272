"""A hand as text, at any moment: one line a fact, each begun with its word; read back it is the same hand.

What is usual is not written: nobody in riichi, no kan, no foul. Tiles are mpsz; `?3` are three tiles that nobody knows.
A river's tiles have a `d` behind them where they were just drawn, an `r` with riichi, a `c` where they were called.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Any, TypeVar

import msgspec

from kanrules.errors import UnreadableError
from kanrules.law.options import Instant
from kanrules.law.outcome import Claim, Outcome
from kanrules.law.vocabulary import FifthKan, Foul, FourKans, Kan, Liability, Penalty, SetAside, Transfer
from kanrules.locale.sentences import english
from kanrules.pieces import wall as walls
from kanrules.pieces.actions import Discard
from kanrules.pieces.melds import Meld, MeldType
from kanrules.pieces.melds_text import parse_meld, write_meld
from kanrules.pieces.tiles import (
    BY_NAME,
    KIND,
    KINDS,
    NAMES,
    NORTH,
    RED_FIVES,
    SEATS,
    Seat,
    Tile,
    counts_37,
    format_tiles,
    parse_tile,
    parse_tiles,
)
from kanrules.table.position import Flags, Position, lying, phase_of
from kanrules.table.snapshot import PendingIndicator
from kanrules.table.state import Phase

HEAD = "kanrules hand 1"
"""The first line; the number goes up where an older reader would misread a text."""
MOST = 65536
"""Characters of a text, at most."""
T = TypeVar("T")
_SEAT: dict[str, Seat] = {str(seat): seat for seat in SEATS}
_ENCODER = msgspec.json.Encoder(enc_hook=english)


# --- writing -------------------------------------------------------------------------------------------------------


def write(position: Position, turned: int = 0) -> str:
    """The text of a position; `turned` says how many of its indicators were turned with the kan that has no replacement
    tile yet.
    """
    lines = [
        HEAD,
        f"round {position.round_wind}",
        f"honba {position.honba}",
        f"sticks {position.sticks}",
        f"scores {' '.join(map(str, position.scores))}",
        f"reds {position.red_fives}",
        f"phase {phase_of(position).name.lower()}",
        f"turn {position.turn}",
    ]
    if position.drawn is not None:
        lines.append(f"drawn {NAMES[position.drawn]}")
    if position.on_replacement:
        lines.append("rinshan")
    seats = SEATS[: len(position.hands)]
    for seat in seats:
        _seat_lines(position, seat, lines)
    lines += [f"live {_run(position.live)}".rstrip(), f"replacements {_run(position.replacements)}".rstrip()]
    if position.refill:
        lines.append(f"refilled {_run(position.refill)}")
    lines += [f"indicators {_run(position.indicators)}", f"ura {_run(position.ura)}", f"face_up {position.face_up}"]
    if position.unseen_counts is not None:
        lines.append(
            f"unseen {format_tiles(tile for tile, count in enumerate(position.unseen_counts) for _ in range(count))}"
        )
    for word in ("riichi", "double_riichi", "ippatsu", "dead"):
        flags: Flags = getattr(position, word)
        if True in flags:
            lines.append(f"{word} {_names(seat for seat in seats if flags[seat])}")
    for word in _BARE:
        if getattr(position, word):
            lines.append(word)
    if position.forbidden:
        lines.append(f"forbidden {_mask(position.forbidden)}")
    if position.silent:
        lines.append(f"silent {_names(position.silent)}")
    _rare_lines(position, lines)
    for name, plugin in position.deciders:
        lines.append(f"decided {name} {plugin}")
    if position.at_once:
        lines.append(f"at_once {_json(position.at_once)}")
    if turned:
        lines.append(f"turned {turned}")
    lines.append("")
    return "\n".join(lines)


def _seat_lines(position: Position, seat: Seat, lines: list[str]) -> None:
    lines.append(f"{seat} hand {format_tiles(position.hands[seat])}")
    melds, river = position.melds[seat], position.rivers[seat]
    if position.kitas[seat]:
        lines.append(f"{seat} kitas {position.kitas[seat]}")
    if melds:
        lines.append(f"{seat} melds {', '.join(map(_meld, melds))}")
    if river:
        taken = position.taken[seat]
        lines.append(f"{seat} river {' '.join([_token(discard, at in taken) for at, discard in enumerate(river)])}")
    if position.passed[seat]:
        lines.append(f"{seat} passed {_mask(position.passed[seat])}")
    if position.liabilities is not None and position.liabilities[seat]:
        lines.append(f"{seat} liable {_json(position.liabilities[seat])}")


_meld = lru_cache(maxsize=4096)(write_meld)


def _rare_lines(position: Position, lines: list[str]) -> None:
    lines += [f"kan {_kan(kan)}" for kan in position.kans or ()]
    if position.announced is not None:
        told = _kita(position.announced) if isinstance(position.announced, SetAside) else _kan(position.announced)
        lines.append(f"announced {told}")
    if position.open_kita is not None:
        lines.append(f"set_aside {_kita(position.open_kita)}")
    if position.chain:
        lines.append(f"chain {' '.join(map(str, position.chain))}")
    lines += [f"pending {one.kan} {one.instant} {one.plugin}" for one in position.pending]
    if position.four_kans is not None:
        lines.append(f"four_kans {position.four_kans}")
    if position.fifth is not None:
        lines.append(f"fifth {position.fifth}")
    lines += [f"claim {_json(claim)}" for claim in position.claims]
    lines += [f"foul {_json(foul)}" for foul in position.fouls]
    if position.settled_fouls:
        lines.append(f"spared {' '.join(map(str, position.settled_fouls))}")
    lines += [f"penalty {seat} {_json(penalty)}" for seat, penalty in position.penalties]
    if position.outcome is not None:
        lines.append(f"outcome {_json(position.outcome)}")


def _token(discard: Discard, called: bool) -> str:
    return f"{NAMES[discard.tile]}{'d' * discard.tsumogiri}{'r' * discard.riichi}{'c' * called}"


def _kan(kan: Kan) -> str:
    words = [str(kan.number), str(kan.type), str(kan.seat), NAMES[kan.tile], format_tiles(kan.tiles)]
    if kan.called is not None:
        words += ["called", NAMES[kan.called]]
    if kan.source is not None:
        words += ["from", str(kan.source)]
    words += ["riichi"] * kan.in_riichi + ["rinshan"] * kan.on_replacement
    if kan.robbable_by:
        words += ["robbable", *map(str, kan.robbable_by)]
    return " ".join(words)


def _kita(kita: SetAside) -> str:
    words = [str(kita.number), kita.type, str(kita.seat)]
    words += ["riichi"] * kita.in_riichi + ["rinshan"] * kita.on_replacement
    if kita.robbable_by:
        words += ["robbable", *map(str, kita.robbable_by)]
    return " ".join(words)


def _run(tiles: Sequence[Tile | None]) -> str:
    if None not in tiles:
        return format_tiles(tiles)  # type: ignore[arg-type]  # all of them are known
    words: list[str] = []
    unknown = 0
    known: list[Tile] = []
    for tile in (*tiles, -1):
        if tile is None:
            if known:
                words.append(format_tiles(known))
                known = []
            unknown += 1
            continue
        if unknown:
            words.append(f"?{unknown}")
            unknown = 0
        known.append(tile)
    if len(known) > 1:
        words.append(format_tiles(known[:-1]))
    return " ".join(words)


def _mask(mask: int) -> str:
    return format_tiles(kind for kind in range(KINDS) if mask >> kind & 1)


def _names(seats: Iterable[Seat]) -> str:
    return " ".join(map(str, seats))


def _json(value: object) -> str:
    return _ENCODER.encode(value).decode()


# --- reading -------------------------------------------------------------------------------------------------------

_BARE = ("first_go_around", "turned_early")
"""Words that say all."""
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
    _possible(position, phase, turned)
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
    *_NEEDED, *_BARE, "drawn", "rinshan", "refilled", "unseen", "riichi", "double_riichi", "ippatsu", "dead",
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


# --- what cannot be ------------------------------------------------------------------------------------------------


def _possible(position: Position, phase: Phase, turned: int) -> None:
    """Raises where the lines of a text contradict each other, or say what no table has."""
    for wrong in _wrong(position, phase, turned):
        raise UnreadableError(f"the text of a hand: {wrong}")


def _wrong(position: Position, phase: Phase, turned: int) -> Iterable[str]:
    if position.red_fives not in walls.COPIES:
        yield f"a set has 0, 3 or 4 red fives (2 where three play), not {position.red_fives}"
    copies, lie = walls.COPIES[position.red_fives], lying(position)
    three = len(position.hands) == 3
    for tile in () if three else RED_FIVES:
        if lie.count(tile) > copies[tile]:
            yield f"it holds {lie.count(tile)} {NAMES[tile]}, and there are {copies[tile]}"
    if phase is not phase_of(position):
        yield f"phase {phase.name.lower()} does not fit the rest, which says {phase_of(position).name.lower()}"
    norths = sum(position.kitas)
    if position.on_replacement and not (position.kans or norths):
        yield "a replacement tile is drawn, and no kan stands"
    # What three players' wall is planned like, its ruleset says.
    if not three and (
        len(position.live) > walls.LIVE or len(position.replacements) + len(position.refill) > walls.REPLACEMENTS
    ):
        yield (
            f"a wall has at most {walls.LIVE} live tiles, and {walls.REPLACEMENTS} that replace or have been put in "
            "their place"
        )
    yield from _wrong_kans(position, turned)
    yield from _wrong_answers(position, phase)
    unknown = sum(tile is None for wall in (position.live, position.replacements) for tile in wall)
    if unknown and position.unseen_counts is None:
        yield "tiles of the wall are unknown, and no line says which are unseen"
    if position.unseen_counts is not None and any(
        count > copies[tile] for tile, count in enumerate(position.unseen_counts)
    ):
        yield "more tiles are unseen than there are"


def _wrong_kans(position: Position, turned: int) -> Iterable[str]:
    kans = position.kans or ()
    stand = [
        (seat, meld.type, meld.kind)
        for seat, melds in zip(SEATS, position.melds, strict=False)
        for meld in melds
        if meld.is_kan
    ]
    told = [(kan.seat, kan.type, KIND[kan.tile]) for kan in kans]
    if sorted(stand) != sorted(told) or [kan.number for kan in kans] != list(range(1, len(kans) + 1)):
        yield "its kans are not those of its melds"
    for kan in (*kans, position.announced) if isinstance(position.announced, Kan) else kans:
        if len(kan.tiles) != 4 or len({KIND[tile] for tile in (*kan.tiles, kan.tile)}) != 1:
            yield f"a kan has four tiles of one kind, not {format_tiles(kan.tiles)}"
    numbers = range(1, len(kans) + 1)
    if any(
        number not in numbers
        for number in (*filter(None, position.chain or ()), *(one.kan for one in position.pending))
    ):
        yield "a kan is counted that does not stand"
    shown = position.face_up + len(position.pending)
    if not 1 <= position.face_up <= 5 or shown > 1 + min(len(kans), 4) + position.turned_early:
        yield f"{shown} indicators are turned or wait for it, after {len(kans)} kans"
    if turned > position.face_up - 1:
        yield f"{turned} indicators turned with the last kan, and {position.face_up} lie face up"
    waits_for_kita = position.open_kita is not None and position.open_kita.seat is position.turn and position.live
    if (
        position.replacing
        and not waits_for_kita
        and (not kans or kans[-1].seat is not position.turn or not position.live)
    ):
        yield f"no kan of {position.turn}'s waits for a replacement tile"
    yield from _wrong_word(position, kans)


def _wrong_word(position: Position, kans: Sequence[Kan]) -> Iterable[str]:
    word = position.announced
    if word is None:
        return
    hand, kind = position.hands[word.seat], KIND[word.tile]
    if isinstance(word, SetAside):
        if position.outcome is None and (NORTH not in hand or word.seat is not position.turn):
            yield f"{word.seat} cannot have set a north aside"
        if word.number != sum(position.kitas) + 1 or not position.live:
            yield f"the announced kita is number {word.number}, after {sum(position.kitas)}"
        if word.seat in word.robbable_by:
            yield f"{word.seat} cannot rob its own kita"
        return
    held = sum(KIND[tile] == kind for tile in hand)
    pons = {meld.kind for meld in position.melds[word.seat] if meld.type is MeldType.PON}
    fits = held == 4 if word.type is MeldType.ANKAN else word.tile in hand and kind in pons
    if position.outcome is None and not (fits and word.type is not MeldType.DAIMINKAN and word.seat is position.turn):
        yield f"{word.seat} cannot have announced a kan of {NAMES[word.tile]}"
    if word.number != len(kans) + 1 or not position.live:
        yield f"the announced kan is number {word.number}, after {len(kans)}"
    if word.seat in word.robbable_by:
        yield f"{word.seat} cannot rob its own kan"


def _wrong_answers(position: Position, phase: Phase) -> Iterable[str]:
    tile = None
    if position.announced is not None:
        tile = position.announced.tile
    elif position.last_discard is not None:
        tile = position.last_discard.tile
        if len(position.rivers[position.turn]) - 1 in position.taken[position.turn]:
            yield "the discard that may be claimed was called"
    callers = [claim.seat for claim in position.claims]
    if position.outcome is None and (position.turn in callers or any(claim.tile != tile for claim in position.claims)):
        yield "a ron is called on a tile that does not lie open"
    if len(set(callers)) != len(callers):
        yield "a seat calls ron twice"
    if phase is Phase.CLAIM and position.last_discard is None:
        yield f"{position.turn} has discarded nothing"
    for kind_of_discard in position.rivers:
        if sum(discard.riichi for discard in kind_of_discard) > 1:
            yield "a seat declares riichi twice"
