"""All readings of a concealed hand (four sets and a pair, seven pairs, thirteen orphans) and its waits, exactly.

Suits do not touch each other, so everything is asked suit by suit of tables that fill themselves on demand; a hand of 3n+1 tiles
is tenpai only where one suit has a tile too many, or two suits lack one each.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from kanrules.errors import UnreadableError
from kanrules.melds import Meld
from kanrules.options import ExhaustedWait
from kanrules.tiles import KIND, NAMES, TERMINALS_AND_HONOURS, Kind, Tile, parse_tiles

SHIFT: tuple[int, ...] = tuple(3 * (kind % 9) for kind in range(34))
"""Where a kind's count stands in the key of its suit: three bits a kind."""
_ONE: tuple[int, ...] = tuple(1 << shift for shift in SHIFT)
Key = int


class Concealed(NamedTuple):
    """A concealed hand: one key a suit (m, p, s, honours), each packing the counts of its kinds in three bits."""

    m: Key
    p: Key
    s: Key
    z: Key

    @classmethod
    def from_counts(cls, counts: Sequence[int]) -> Concealed:
        """From how many of each tile (37 places, as the machine keeps a hand) or of each kind (34 places)."""
        c = counts
        red_m, red_p, red_s = (c[34] << 12, c[35] << 12, c[36] << 12) if len(c) > 34 else (0, 0, 0)
        # Written out, since the machine asks this after every discard.
        return cls(
            (c[0] | c[1] << 3 | c[2] << 6 | c[3] << 9 | c[4] << 12 | c[5] << 15 | c[6] << 18 | c[7] << 21 | c[8] << 24) + red_m,
            (c[9] | c[10] << 3 | c[11] << 6 | c[12] << 9 | c[13] << 12 | c[14] << 15 | c[15] << 18 | c[16] << 21 | c[17] << 24) + red_p,
            (c[18] | c[19] << 3 | c[20] << 6 | c[21] << 9 | c[22] << 12 | c[23] << 15 | c[24] << 18 | c[25] << 21 | c[26] << 24) + red_s,
            c[27] | c[28] << 3 | c[29] << 6 | c[30] << 9 | c[31] << 12 | c[32] << 15 | c[33] << 18,
        )

    @classmethod
    def of(cls, tiles: str | Iterable[Tile]) -> Concealed:
        """From mpsz text or tiles. Raises UnreadableError where the text is no mpsz or a kind stands in it five times."""
        keys = [0, 0, 0, 0]
        for tile in parse_tiles(tiles) if isinstance(tiles, str) else tiles:
            kind = KIND[tile]
            suit, shift = kind // 9, SHIFT[kind]
            if keys[suit] >> shift & 7 == 4:
                raise UnreadableError(f"{tiles!r}: five {NAMES[kind]}; there are four of each kind")
            keys[suit] += 1 << shift
        return cls(*keys)

    def count(self, kind: Kind) -> int:
        """How many tiles of this kind the hand holds."""
        return self[kind // 9] >> SHIFT[kind] & 7

    def plus(self, kind: Kind, number: int = 1) -> Concealed:
        """The hand with so many more tiles of this kind (fewer, if negative)."""
        keys = list(self)
        keys[kind // 9] += number << SHIFT[kind]
        return Concealed(*keys)

    @property
    def size(self) -> int:
        """How many tiles the hand holds."""
        return sum(SUITS[key].size for key in self[:3]) + HONOURS[self.z].size


Set = tuple[Kind, Kind, Kind]


class Reading(NamedTuple):
    """One way to read a complete hand: its sets and its pair (seven pairs: seven pairs and no pair; orphans: the doubled one)."""

    sets: tuple[tuple[Kind, ...], ...]
    pair: Kind | None
    shape: str = "standard"


@dataclass(frozen=True, slots=True)
class Suit:
    """What one suit of a hand can be."""

    size: int
    form: int
    """0: sets; 1: a multiple of three tiles that is no sets; 2: one tile too many; 3: two tiles too many (or one too few)."""
    is_pair: bool
    """Sets and a pair."""
    waits_sets: int
    """Kinds (bits 0-8) that complete it to sets."""
    waits_pair: int
    """Kinds (bits 0-8) that complete it to sets and a pair."""
    tally: int
    """Pairs, singles, threes and fours, tiles inside, distinct orphans, tiles: packed, to be added over the suits."""
    singles: int
    """Kinds held once (bits 0-8)."""


def _counts(key: Key, kinds: int) -> list[int]:
    return [key >> 3 * kind & 7 for kind in range(kinds)]


def _divide(counts: list[int], kinds: int, start: int = 0) -> list[tuple[Set, ...]]:
    """All ways to divide one suit into sets; sets as suit-relative kinds."""
    while start < kinds and not counts[start]:
        start += 1
    if start == kinds:
        return [()]
    found = []
    if counts[start] >= 3:
        counts[start] -= 3
        found += [((start, start, start), *rest) for rest in _divide(counts, kinds, start)]
        counts[start] += 3
    if kinds == 9 and start < 7 and counts[start + 1] and counts[start + 2]:
        for kind in (start, start + 1, start + 2):
            counts[kind] -= 1
        found += [((start, start + 1, start + 2), *rest) for rest in _divide(counts, kinds, start)]
        for kind in (start, start + 1, start + 2):
            counts[kind] += 1
    return found


class _Divisions(dict[Key, tuple[tuple[tuple[Set, ...], int], ...]]):
    """Every division of a suit, as (sets, pair or -1), by its key."""

    def __init__(self, kinds: int) -> None:
        super().__init__()
        self.kinds = kinds

    def __missing__(self, key: Key) -> tuple[tuple[tuple[Set, ...], int], ...]:
        counts = _counts(key, self.kinds)
        size = sum(counts)
        found: list[tuple[tuple[Set, ...], int]] = []
        if size % 3 == 0:
            found = [(sets, -1) for sets in _divide(counts, self.kinds)]
        elif size % 3 == 2:
            for pair in range(self.kinds):
                if counts[pair] >= 2:
                    counts[pair] -= 2
                    found += [(sets, pair) for sets in _divide(counts, self.kinds)]
                    counts[pair] += 2
        self[key] = answer = tuple(found)
        return answer


class _Table(dict[Key, Suit]):
    """What a suit can be, by its key; filled on demand."""

    def __init__(self, kinds: int) -> None:
        super().__init__()
        self.kinds = kinds
        self.divisions = _Divisions(kinds)

    def __missing__(self, key: Key) -> Suit:
        kinds, divisions = self.kinds, self.divisions
        counts = _counts(key, kinds)
        size = sum(counts)
        over = size % 3
        waits = 0
        if over:
            for kind in range(kinds):
                if divisions[key + (1 << 3 * kind)]:
                    waits |= 1 << kind
        complete = bool(divisions[key]) if over != 1 else False
        orphans = range(7) if kinds == 7 else (0, 8)
        inside = size - sum(counts[kind] for kind in orphans)
        tally = (
            counts.count(2)
            + (counts.count(1) << 4)
            + (sum(1 for count in counts if count > 2) << 8)
            + (inside << 12)
            + (sum(1 for kind in orphans if counts[kind]) << 16)
            + (size << 20)
        )
        self[key] = suit = Suit(
            size=size,
            form=(0 if complete else 1) if over == 0 else over + 1,
            is_pair=over == 2 and complete,
            waits_sets=waits if over == 2 else 0,
            waits_pair=waits if over == 1 else 0,
            tally=tally,
            singles=sum(1 << kind for kind in range(kinds) if counts[kind] == 1),
        )
        return suit


SUITS = _Table(9)
HONOURS = _Table(7)

# The forms of the four suits, two bits each, that can be tenpai: one suit over by one, or two over by two; the rest sets.
_LONE = {2 << 2 * suit: suit for suit in range(4)}
_TWO = {(3 << 2 * first) | (3 << 2 * second): (first, second) for first in range(4) for second in range(first + 1, 4)}
_SEVEN_PAIRS = 6 | 1 << 4
_ORPHANS = sum(1 << kind for kind in TERMINALS_AND_HONOURS)


def waits_mask(hand: Concealed) -> int:
    """The kinds that complete a hand of 3n+1 tiles, as a 34-bit mask, by shape alone: a kind held four times is among them.

    Seven pairs and thirteen orphans take a hand of thirteen concealed tiles. Source: EMA 2016 4.2.
    """
    m, p, s, z = SUITS[hand[0]], SUITS[hand[1]], SUITS[hand[2]], HONOURS[hand[3]]
    forms = m.form | p.form << 2 | s.form << 4 | z.form << 6
    mask = 0
    if forms in _LONE:
        mask = m.waits_pair | p.waits_pair << 9 | s.waits_pair << 18 | z.waits_pair << 27
    elif forms in _TWO:
        first, second = _TWO[forms]
        suits = (m, p, s, z)
        if suits[second].is_pair:
            mask = suits[first].waits_sets << 9 * first
        if suits[first].is_pair:
            mask |= suits[second].waits_sets << 9 * second
    tally = m.tally + p.tally + s.tally + z.tally
    if tally >> 20 == 13:
        if tally & 0xFFF == _SEVEN_PAIRS:
            mask |= m.singles | p.singles << 9 | s.singles << 18 | z.singles << 27
        elif not tally >> 12 & 15 and tally >> 16 & 15 >= 12:
            mask |= _ORPHANS if tally >> 16 & 15 == 13 else _missing_orphan(hand)
    return mask


def _missing_orphan(hand: Concealed) -> int:
    return sum(1 << kind for kind in TERMINALS_AND_HONOURS if not hand.count(kind))


class _Kinds(dict[int, tuple[Kind, ...]]):
    """The kinds of a mask, in order."""

    def __missing__(self, mask: int) -> tuple[Kind, ...]:
        self[mask] = kinds = tuple(kind for kind in range(34) if mask >> kind & 1)
        return kinds


KINDS_OF = _Kinds()
"""`KINDS_OF[mask]`: the kinds of a 34-bit mask, in order."""


def waits(hand: Concealed) -> tuple[Kind, ...]:
    """The kinds that complete a hand of 3n+1 tiles, in order."""
    return KINDS_OF[waits_mask(hand)]


def tenpai_waits(hand: Concealed, melds: Sequence[Meld], exhausted: ExhaustedWait) -> int:
    """The waits that make a hand tenpai: those of which its player holds all four count as `tenpai.exhausted_wait` says.

    Takes 3n+1 concealed tiles and the melds; gives a 34-bit mask, 0 for noten. A hand with one living wait is tenpai whatever the
    others are. Source: M.League 3-11 and RMU (own melds count), Tenhou's records (concealed copies only).
    """
    mask = waits_mask(hand)
    if not mask or exhausted is ExhaustedWait.TENPAI:
        return mask
    living = 0
    for kind in KINDS_OF[mask]:
        held = hand.count(kind)
        if exhausted is ExhaustedWait.NOTEN and melds:
            held += sum(1 for meld in melds for tile in meld.tiles if KIND[tile] == kind)
        if held < 4:
            living |= 1 << kind
    return living


def tenpai_discards(hand: Concealed, melds: Sequence[Meld], exhausted: ExhaustedWait) -> int:
    """The kinds whose discard leaves a hand of 3n+2 tiles tenpai, as a 34-bit mask."""
    mask = 0
    suits = [SUITS[hand.m], SUITS[hand.p], SUITS[hand.s], HONOURS[hand.z]]
    # A suit that is far from done keeps every other suit's discards from tenpai; seven pairs and orphans need a look of their own.
    tally = sum(suit.tally for suit in suits)
    special = tally >> 20 == 14 and (tally & 15 >= 5 or tally >> 16 & 15 >= 12)
    for suit in range(4):
        others = [suits[other].form for other in range(4) if other != suit]
        if not special and (others.count(1) or sum(form != 0 for form in others) > 2):
            continue
        key = hand[suit]
        for kind in range(9 * suit, min(9 * suit + 9, 34)):
            if key >> SHIFT[kind] & 7 and tenpai_waits(hand.plus(kind, -1), melds, exhausted):
                mask |= 1 << kind
    return mask


def readings(hand: Concealed) -> tuple[Reading, ...]:
    """Every reading of a complete hand of 3n+2 tiles; none where it is not complete."""
    found: list[Reading] = []
    parts = [SUITS.divisions[hand.m], SUITS.divisions[hand.p], SUITS.divisions[hand.s], HONOURS.divisions[hand.z]]
    if all(parts):
        for m in parts[0]:
            for p in parts[1]:
                for s in parts[2]:
                    for z in parts[3]:
                        chosen = (m, p, s, z)
                        pairs = [9 * suit + pair for suit, (_, pair) in enumerate(chosen) if pair >= 0]
                        if len(pairs) != 1:
                            continue
                        sets = tuple(
                            tuple(9 * suit + kind for kind in one) for suit, (division, _) in enumerate(chosen) for one in division
                        )
                        found.append(Reading(sets, pairs[0]))
    counts = [hand.count(kind) for kind in range(34)]
    if sum(counts) == 14:
        if counts.count(2) == 7:
            found.append(Reading(tuple((kind, kind) for kind in range(34) if counts[kind]), None, "chiitoitsu"))
        if sum(1 for kind in TERMINALS_AND_HONOURS if counts[kind]) == 13 and sum(counts[k] for k in TERMINALS_AND_HONOURS) == 14:
            double = next(kind for kind in TERMINALS_AND_HONOURS if counts[kind] == 2)
            found.append(Reading(tuple((kind,) for kind in sorted(TERMINALS_AND_HONOURS)), double, "kokushi"))
    return tuple(found)


def is_complete(hand: Concealed) -> bool:
    """Whether a hand of 3n+2 tiles is complete in any shape."""
    return bool(readings(hand))

