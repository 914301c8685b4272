"""A hand as text, at any moment: one line a fact, each begun with its word; read back it is the same hand.

What is usual is not written: nobody in riichi, no kan, no foul. Tiles are mpsz; `?3` are three tiles that nobody knows.
A river's tiles have a `d` behind them where they were just drawn, an `r` with riichi, a `c` where they were called.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache

import msgspec

from kanrules.law.vocabulary import Kan, SetAside
from kanrules.locale.sentences import english
from kanrules.pieces.actions import Discard
from kanrules.pieces.melds_text import write_meld
from kanrules.pieces.tiles import KINDS, NAMES, SEATS, Seat, Tile, format_tiles
from kanrules.table.position import Flags, Position, phase_of

HEAD = "kanrules hand 1"
"""The first line; the number goes up where an older reader would misread a text."""
BARE = ("first_go_around", "turned_early")
"""Words that say all."""
_ENCODER = msgspec.json.Encoder(enc_hook=english)


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
    for word in BARE:
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
