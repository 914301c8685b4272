"""The position of a probe with other tiles, players, hands, and scores, to prove what a plugin does to a key.

One position proves little: under a rule about honours, a key has no effect whenever the kan is of honours.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from itertools import combinations, product
from typing import Any

from kanrules.pieces.tiles import SEATS
from kanrules.testing.probes import Probe

_TILES = re.compile(r"(?<![\w-])((?:[0-9]+[mpsz])+)(?![\w-])")
_GROUP = re.compile(r"([0-9]+)([mpsz])")
_Rename = Callable[[str, str], tuple[str, str]]


def varied(probe: Probe) -> Iterator[Probe]:
    """Yield the probe with whatever a rule may depend on changed, one thing at a time.

    The suits are exchanged, the numbers mirrored as well, an honour exchanged for a number tile or the other way round,
    two players exchanged, kans given to another player or made open, the last kan made another kan, a player put in
    riichi, a hand made tenpai, and the round, the honba, the sticks, the scores, or the number of live tiles changed.
    Some of these positions are impossible or no longer show what the key does: the caller has to check that.
    """
    yield from (other for other in _others(probe) if (other.given, other.lines) != (probe.given, probe.lines))


def _others(probe: Probe) -> Iterator[Probe]:
    yield _renamed(probe, lambda number, suit: (number, {"m": "p", "p": "s", "s": "m"}.get(suit, suit)))
    yield _renamed(probe, _mirrored)
    # A hand with 34p waits for 5p as well; with 87p it waits for the terminal 9p.
    yield _renamed(probe, _exchanged(("2", "p"), ("5", "p"), both=True))
    yield _renamed(
        probe, lambda number, suit: (str(11 - int(number)) if number > "1" and suit == "p" else number, suit)
    )
    yield _renamed(probe, lambda number, suit: (str(int(number) % 7 + 1), suit) if suit == "z" else (number, suit))
    used = {(number, suit) for text in _texts(probe) for numbers, suit in _GROUP.findall(text) for number in numbers}
    for one, number in product(sorted(tile for tile in used if tile[1] == "z"), (("1", "m"), ("9", "s"))):
        if number in used:
            yield _renamed(probe, _exchanged(one, number, both=True))
    free = _apart(used)
    honour = next(((str(number), "z") for number in range(1, 8) if (str(number), "z") not in used), None)
    for tile in sorted(used):
        to = free if tile[1] == "z" else honour if _alone(*tile, used) else None
        if to is not None:
            yield _renamed(probe, _exchanged(tile, to))
    yield from _other_owners(probe)
    yield _open_kans(probe)
    yield from _other_kans(probe, used)
    yield from _in_riichi(probe)
    yield from _other_players(probe)
    yield from _tenpai(probe, used)
    yield from _another_in_riichi(probe, used)
    yield from _other_times(probe)


def _exchanged(tile: tuple[str, str], to: tuple[str, str], *, both: bool = False) -> _Rename:
    names = {tile: to, to: tile} if both else {tile: to}
    return lambda number, suit: names.get((number, suit), (number, suit))


def _mirrored(number: str, suit: str) -> tuple[str, str]:
    if suit == "z":
        return number, suit
    return ("0" if number == "0" else str(10 - int(number))), {"m": "s", "p": "m", "s": "p"}[suit]


def _alone(number: str, suit: str, used: set[tuple[str, str]]) -> bool:
    """Return True if no other tile of the probe is within two of this one, so that it is part of no sequence."""
    return all(other == number or s != suit or abs(int(other or 5) - int(number)) > 2 for other, s in used)


def _apart(used: set[tuple[str, str]]) -> tuple[str, str] | None:
    """Return a number tile that no tile of the probe can form a sequence with."""
    for suit in "mps":
        for number in "19468":
            if (number, suit) not in used and _alone(number, suit, used):
                return number, suit
    return None


def _texts(probe: Probe) -> Iterator[str]:
    yield from probe.lines
    yield from _strings(probe.given)


def _strings(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for member in value.values():
            yield from _strings(member)
    elif isinstance(value, (list, tuple)):
        for member in value:
            yield from _strings(member)


def _renamed(probe: Probe, rename: _Rename) -> Probe:
    return replace(
        probe,
        given=_mapped(dict(probe.given), rename),
        lines=tuple(_mapped(line, rename) for line in probe.lines),
    )


def _mapped(value: Any, rename: _Rename) -> Any:
    if isinstance(value, str):
        return _TILES.sub(lambda found: _GROUP.sub(lambda group: _tiles(group[1], group[2], rename), found[0]), value)
    if isinstance(value, dict):
        return {key: _mapped(member, rename) for key, member in value.items()}
    return [_mapped(member, rename) for member in value] if isinstance(value, (list, tuple)) else value


def _tiles(numbers: str, suit: str, rename: _Rename) -> str:
    return "".join("".join(rename(number, suit)) for number in numbers)


def _in_riichi(probe: Probe) -> Iterator[Probe]:
    """Yield the probe with a player in riichi who was not, one after the other."""
    riichi = tuple(probe.given.get("riichi", ()))
    for seat in probe.given.get("hands", {}):
        if seat not in riichi and seat not in probe.given.get("melds", {}):
            yield replace(probe, given={**probe.given, "riichi": [*riichi, seat]})


def _other_players(probe: Probe) -> Iterator[Probe]:
    """Yield the probe with two players exchanged, so that others rob, feed, or follow."""
    for one, other in combinations(map(str, SEATS), 2):
        names = {one: other, other: one}
        yield replace(
            probe,
            given=_with_seats(dict(probe.given), names),
            lines=tuple(_with_seats(line, names) for line in probe.lines),
        )


def _with_seats(value: Any, names: Mapping[str, str]) -> Any:
    if isinstance(value, str):
        return _SEATS.sub(lambda found: names.get(found[0], found[0]), value)
    if isinstance(value, dict):
        return {_with_seats(key, names): _with_seats(member, names) for key, member in value.items()}
    return [_with_seats(member, names) for member in value] if isinstance(value, (list, tuple)) else value


_SEATS = re.compile("east|south|west|north")


def _tenpai(probe: Probe, used: set[tuple[str, str]]) -> Iterator[Probe]:
    """Yield the probe with a hand that it leaves open completed to one that is tenpai, with sets of other tiles."""
    free = [(f"{at}{at + 1}{at + 2}", suit) for suit in "mps" for at in (1, 4, 7)]
    free = [(run, suit) for run, suit in free if not any((number, suit) in used for number in run)]
    single = next(((str(number), "z") for number in range(1, 8) if (str(number), "z") not in used), None)
    hands, melds = probe.given.get("hands", {}), probe.given.get("melds", {})
    for seat, hand in hands.items():
        open_places = 13 - 3 * len(melds.get(seat, ())) - sum(len(numbers) for numbers, _ in _GROUP.findall(hand))
        sets, alone = divmod(open_places, 3)
        if 0 < sets <= len(free) and alone < 2 and single is not None:
            added = "".join("".join(run) for run in (*free[:sets], *[single][:alone]))
            yield replace(probe, given={**probe.given, "hands": {**hands, seat: hand + added}})


def _another_in_riichi(probe: Probe, used: set[tuple[str, str]]) -> Iterator[Probe]:
    """Yield the probe with a player in riichi of whom it says nothing, who waits with seven pairs for another tile."""
    pairs = [(number, suit) for suit in "mps" for number in "123456789" if (number, suit) not in used][:7]
    hand = "".join(number * (1 if at == 6 else 2) + suit for at, (number, suit) in enumerate(pairs))
    said = " ".join(_texts(probe)) + " ".join(map(str, probe.given))
    named = {*probe.given.get("hands", {}), *probe.given.get("melds", {}), *probe.given.get("riichi", ())}
    for seat in map(str, SEATS):
        if seat not in named and seat not in said and len(pairs) == 7:
            hands, riichi = probe.given.get("hands", {}), probe.given.get("riichi", ())
            yield replace(probe, given={**probe.given, "hands": {**hands, seat: hand}, "riichi": [*riichi, seat]})


def _other_times(probe: Probe) -> Iterator[Probe]:
    """Yield the probe in another round, early and late in the hand, and with other scores."""
    for facts in _FACTS:
        if facts.keys().isdisjoint(probe.given):
            yield replace(probe, given={**probe.given, **facts})


_FACTS: tuple[dict[str, Any], ...] = (
    {"round": "south"},
    {"honba": 2},
    {"sticks": 2},
    {"live_tiles": 9},
    {"live_tiles": 60},
    {"scores": [40000, 30000, 20000, 10000]},
    {"scores": [10000, 20000, 30000, 40000]},
)


def _other_owners(probe: Probe) -> Iterator[Probe]:
    """Yield the probe with the last kans of a player who has several in the melds of one who has none."""
    melds: dict[str, list[str]] = dict(probe.given.get("melds", {}))
    hands = probe.given.get("hands", {})
    for owner, own in melds.items():
        for seat in map(str, SEATS):
            others = melds.get(seat, [])
            if seat in hands or any("kan" in meld for meld in others):
                continue
            for kept in range(len(own) - 1, 0, -1):
                moved = {**melds, owner: own[:kept], seat: [*others, *own[kept:]]}
                yield replace(probe, given={**probe.given, "melds": moved})


def _open_kans(probe: Probe) -> Probe:
    """Return the probe with every ankan of its melds called from the next player."""
    melds = {
        seat: [_ANKAN.sub(rf"daiminkan \1 from {_next(seat)}", meld) for meld in own]
        for seat, own in probe.given.get("melds", {}).items()
    }
    return replace(probe, given={**probe.given, **({"melds": melds} if melds else {})})


_ANKAN = re.compile("ankan ([0-9]+[mpsz])")


def _next(seat: str, by: int = 1) -> str:
    names = list(map(str, SEATS))
    return names[(names.index(seat) + by) % 4]


def _other_kans(probe: Probe, used: set[tuple[str, str]]) -> Iterator[Probe]:
    """Yield the probe with its last ankan or shouminkan as each type of kan, of honours, fives, and terminals. A
    robbery that follows is left out unless the kan remains a shouminkan of the same tile.
    """
    found = [(at, kan) for at, line in enumerate(probe.lines) if (kan := _KAN.fullmatch(line))]
    if not found or found[-1][0] == 0:
        return
    at, kan = found[-1]
    foul, seat, number, suit = kan.groups()
    before, after = probe.lines[: at - 1], probe.lines[at + 1 :]
    hands, melds = dict(probe.given.get("hands", {})), dict(probe.given.get("melds", {}))
    hand = hands.pop(seat, "").replace(number * 3 + suit, "")
    own = [meld for meld in melds.pop(seat, ()) if not meld.startswith(f"pon {number * 3}{suit}")]
    if probe.lines[at - 1] != f"{seat} draws {number}{suit}":
        return
    quiet = after[1:] if after and after[0].endswith(" ron") else after
    feeder = _next(seat, 3)
    for new in ((number, suit), *_examples(used)):
        tile, three = "".join(new), new[0] * 3 + new[1]
        drawn, with_pon = f"{seat} draws {tile}", [*own, f"pon {three} from {feeder}"]
        for type_, held, lying, fed in (
            ("ankan", hand + three, own, (drawn,)),
            ("shouminkan", hand, with_pon, (drawn,)),
            ("daiminkan", hand + three, own, (f"{feeder} draws {tile}", f"{feeder} discards {tile}")),
        ):
            given = {
                **probe.given,
                "hands": {**hands, **({seat: held} if held else {})},
                "melds": {**melds, **({seat: lying} if lying else {})},
                "turn": seat if type_ != "daiminkan" else feeder,
            }
            rest = after if type_ == "shouminkan" and new == (number, suit) else quiet
            other = replace(probe, given=given, lines=(*before, *fed, f"{foul}{seat} {type_} {tile}", *rest))
            yield other
            if type_ == "ankan":
                for ready in _tenpai(other, used | {new}):
                    yield from _in_riichi(ready)
            if type_ != "daiminkan":
                for owned in (other, *_other_owners(other)):
                    yield replace(
                        owned, given={**owned.given, "drawn": f"{tile} rinshan"}, lines=(*before, *other.lines[at:])
                    )


_KAN = re.compile("(!?)(east|south|west|north) (?:ankan|shouminkan) ([0-9])([mpsz])")


def _examples(used: set[tuple[str, str]]) -> Iterator[tuple[str, str]]:
    """Yield an honour, a five, and a terminal that the probe does not use."""
    for number, suits in (("1234567", "z"), ("5", "mps"), ("19", "mps")):
        free = [(one, suit) for one in number for suit in suits if (one, suit) not in used]
        yield from free[:1]
