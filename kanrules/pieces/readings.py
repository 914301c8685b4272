"""Readings and waits of a concealed hand: four sets and a pair, seven pairs, and thirteen orphans.

A hand is four numbers, one per suit, of nine octal digits each: the copies of 1 to 9 (seven digits for honours). Sets
never cross suits, so the readings of one suit are computed once and cached; waits then take four look-ups. With 3n + 1
tiles, only two cases can be waiting: one suit holds one tile too many (it lacks a tile for sets and a pair) while the
others are sets, or two suits each hold two too many (one is sets and a pair, the other lacks a tile for sets).

Waits here are structure alone: a tile completes the hand even if the player holds all four copies. The ruleset decides
what such a wait is worth (`tenpai_waits`).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from enum import StrEnum
from functools import cache
from itertools import combinations_with_replacement, product
from typing import NamedTuple

from kanrules.errors import UnreadableError
from kanrules.pieces.melds import Meld
from kanrules.pieces.tiles import KIND, MAX_TEXT, NAMES, Kind, Tile, counts_37, format_tiles, parse_tiles

ALL_KINDS = (1 << 34) - 1
_NUMBER_BITS: tuple[int, ...] = tuple(8 ** (8 - i) for i in range(9))
_HONOUR_BITS: tuple[int, ...] = tuple(8 ** (6 - i) for i in range(7))
BITS: tuple[int, ...] = (*_NUMBER_BITS * 3, *_HONOUR_BITS)
"""The number that stands for one copy of each kind in its suit."""
TILE_BITS: tuple[int, ...] = tuple(BITS[kind] for kind in KIND)
"""The same for each tile: a red five counts as a five."""
TILE_SUITS: tuple[int, ...] = tuple(kind // 9 for kind in KIND)
"""Suit of each tile: 0 to 3 for m, p, s, and honours."""
_DIGIT_BITS: dict[str, int] = {"0": _NUMBER_BITS[4], **{str(n + 1): _NUMBER_BITS[n] for n in range(9)}}
_OCTAL = bytes(range(48, 56)) + bytes(b"8" * 248)
_FOURS = 0o444444444
_SUIT, _HONOURS = 0o777777777, 0o7777777
_MIDDLE = 0o077777770


class Concealed(NamedTuple):
    """The concealed tiles of a hand: the number of each kind, ignoring red, packed into one number per suit."""

    m: int
    p: int
    s: int
    z: int

    @classmethod
    def from_counts(cls, counts: Sequence[int]) -> Concealed:
        """Return a hand from 37 counts (red fives apart), as the machine stores it. The counts are not checked."""
        n = int(bytes(counts).translate(_OCTAL), 8)
        reds = n & 0o777
        n >>= 9
        m, p, s, z = n >> 75, n >> 48 & _SUIT, n >> 21 & _SUIT, n & _HONOURS
        if reds:
            m += (reds >> 6) << 12
            p += (reds >> 3 & 7) << 12
            s += (reds & 7) << 12
        return tuple.__new__(cls, (m, p, s, z))

    @classmethod
    def of(cls, hand: Concealed | str | Iterable[Tile]) -> Concealed:
        """Return a hand from mpsz text or tiles. Raises UnreadableError for text that is not mpsz and for more than
        four copies of a tile.
        """
        if isinstance(hand, Concealed):
            return hand
        if isinstance(hand, str):
            return _quickly(hand) or cls._checked(parse_tiles(hand), hand)
        try:
            tiles = list(hand)
        except TypeError:
            raise TypeError(f"{hand!r} is not a hand; expected mpsz text, or tiles as numbers from 0 to 36") from None
        return cls._checked(tiles, None)

    @classmethod
    def _checked(cls, tiles: list[Tile], text: str | None) -> Concealed:
        for tile in tiles:
            if not isinstance(tile, int) or not 0 <= tile < len(NAMES):
                raise UnreadableError(
                    f"{tile!r} is not a tile; expected mpsz text, or tiles as numbers from 0 to {len(NAMES) - 1}"
                )
        kinds = [KIND[tile] for tile in tiles]
        for kind in dict.fromkeys(kinds):
            if kinds.count(kind) > 4:
                shown = repr(format_tiles(tiles) if text is None else text)
                raise UnreadableError(
                    f"{shown} holds {kinds.count(kind)} copies of {NAMES[kind]}; there are four of each tile"
                )
        return cls.from_counts(counts_37(tiles))

    @property
    def size(self) -> int:
        """Number of tiles in the hand."""
        m, p, s, z = self
        return _size(m | p << 27 | s << 54 | z << 81)

    def count(self, kind: Kind) -> int:
        """Return the number of tiles of this kind."""
        return self[kind // 9] // BITS[kind] & 7

    def plus(self, kind: Kind, copies: int = 1) -> Concealed:
        """Return the hand with `copies` more tiles of a kind; fewer if it is negative."""
        suits = list(self)
        suits[kind // 9] += copies * BITS[kind]
        return tuple.__new__(Concealed, suits)

    def kinds(self) -> list[Kind]:
        """Return the tiles, sorted, one entry per copy."""
        return [kind for kind in range(34) for _ in range(self.count(kind))]

    def held_four(self) -> int:
        """Return the kinds of which all four copies are in the hand, as a mask."""
        m, p, s, z = self
        if not (m | p | s | z) & _FOURS:
            return 0
        return sum(1 << kind for kind in range(34) if self.count(kind) >= 4)

    def __str__(self) -> str:
        return format_tiles(self.kinds())


_ALL_ONES = int("1" * 34, 8)


def _size(key: int) -> int:
    return (
        (key & _ALL_ONES).bit_count() + 2 * (key >> 1 & _ALL_ONES).bit_count() + 4 * (key >> 2 & _ALL_ONES).bit_count()
    )


def _quickly(text: str) -> Concealed | None:
    """Return well-formed mpsz read suit by suit; None for anything else, which the slower parser then reports."""
    if len(text) > MAX_TEXT:
        return None
    m = p = s = z = number = length = 0
    for digits, suit in _SUITS(text):
        number += len(digits)
        length += len(digits) + 1
        if suit == "z":
            if "0" in digits or "8" in digits or "9" in digits:
                return None
            z += sum(map(_BIT, digits)) >> 6
        elif suit == "m":
            m += sum(map(_BIT, digits))
        elif suit == "p":
            p += sum(map(_BIT, digits))
        else:
            s += sum(map(_BIT, digits))
    all_ = m | p << 27 | s << 54 | z << 81
    # A fifth copy sets the digit's highest bit and a lower one; eight copies run over into the next kind and lose
    # seven tiles.
    if not number or length != len(text) or all_ & _FOURTH & (all_ << 1 | all_ << 2) or _size(all_) != number:
        return None
    return tuple.__new__(Concealed, (m, p, s, z))


_SUITS = re.compile("([0-9]+)([mpsz])", re.ASCII).findall
_BIT = _DIGIT_BITS.__getitem__
_FOURTH = 4 * _ALL_ONES


class Shape(StrEnum):
    """The three shapes of a winning hand."""

    STANDARD = "standard"
    CHIITOITSU = "chiitoitsu"
    KOKUSHI = "kokushi"


class Reading(NamedTuple):
    """One way to divide a winning hand: its concealed sets and its pair, all tiles as kinds.

    Seven pairs have seven sets of two and no pair. Thirteen orphans have no sets, and the doubled kind as the pair.
    """

    winning: Kind
    sets: tuple[tuple[Kind, ...], ...]
    pair: Kind | None
    shape: Shape = Shape.STANDARD

    def __str__(self) -> str:
        if self.shape is Shape.KOKUSHI:
            assert self.pair is not None, "a standard reading has a pair"
            return f"kokushi {format_tiles((self.pair, self.pair))}"
        parts = [format_tiles(tiles) for tiles in self.sets]
        if self.pair is not None:
            parts.append(format_tiles((self.pair, self.pair)))
        return " ".join(parts)


# The sets of one suit: seven runs, 0 to 6 by their lowest tile, and nine triplets, 7 to 15. The triplets of honours
# are 0 to 6.
_Sets = dict[int, list[tuple[int, ...]]]
_SHAPES: tuple[tuple[int, ...], ...] = (*((i, i + 1, i + 2) for i in range(7)), *((i, i, i) for i in range(9)))
_HONOUR_SHAPES: tuple[tuple[int, ...], ...] = tuple((i, i, i) for i in range(7))


def _divide(shapes: Sequence[tuple[int, ...]], bits: Sequence[int]) -> _Sets:
    """Return every suit of up to four sets, with all ways to divide it. A fifth copy is allowed, since the structure of
    a hand may need one.
    """
    values = [sum(bits[i] for i in shape) for shape in shapes]
    found: _Sets = {}

    def add(key: int, chosen: tuple[int, ...]) -> None:
        found.setdefault(key, []).append(chosen)
        if len(chosen) == 4:
            return
        last = chosen[-1] if chosen else 0
        for one in range(last, len(shapes)):
            if one == last and chosen and shapes[one][0] == shapes[one][2]:
                continue  # six copies
            more = key + values[one]
            if not more & more << 1 & _FOURS:  # six or seven copies
                add(more, (*chosen, one))

    add(0, ())
    return found


@cache
def number_sets() -> _Sets:
    """Return all number suits that consist of sets, with every division. Computed on first use, in a few
    milliseconds.
    """
    return _divide(_SHAPES, _NUMBER_BITS)


@cache
def honour_sets() -> _Sets:
    """Return all honour suits that consist of sets, with their only division."""
    return _divide(_HONOUR_SHAPES, _HONOUR_BITS)


def _with_pair(sets: _Sets, bits: Sequence[int]) -> dict[int, int]:
    found: dict[int, int] = {}
    for key, ways in sets.items():
        number = len(ways)
        for bit in bits:
            more = key + 2 * bit
            if not more & more << 1 & _FOURS:  # six or seven copies
                found[more] = found.get(more, 0) + number
    return found


@cache
def number_sets_and_pair() -> dict[int, int]:
    """Return all number suits that are sets and a pair, with the number of divisions."""
    return _with_pair(number_sets(), _NUMBER_BITS)


@cache
def honour_sets_and_pair() -> dict[int, int]:
    """Return all honour suits that are sets and a pair, with the number of divisions, which is one."""
    return _with_pair(honour_sets(), _HONOUR_BITS)


# What a suit contributes to the hand, in one number so that four of them add up: twelve bits count the suits of each
# role, and twelve more the kinds held once, twice, or more often. Then come the tiles that complete a suit which
# waits or lacks one, and those that complete one which is whole with its pair.
_WAITING = 1
_PAIRED = 1 << 3
_LACKING = 1 << 6
_BROKEN = 1 << 9
_ROLES = 0xFFF
_ONCE, _TWICE, _OFTENER = 1 << 12, 1 << 16, 1 << 20
_HEAD = 0xFFFFFF
_LOW, _HIGH = 24, 58
_TWO_PAIRED, _PAIRED_AND_LACKING = 2 * _PAIRED, _PAIRED + _LACKING
_UNUSUAL_TENPAI = frozenset((13, 11 + 16, 1 + 6 * 16))  # thirteen orphans (on all of them, on one), seven pairs
_UNUSUAL_WIN = frozenset((12 + 16, 7 * 16))


def _lends(key: int, bits: Sequence[int], sets: _Sets, paired: dict[int, int]) -> tuple[int, int, int]:
    """Return the three parts of a suit's contribution to the waits.

    They are its head (counts and role), its waits if it lacks one tile, and its waits if it is whole with a pair.
    """
    ones, twos, fours = key & _ALL_ONES, key >> 1 & _ALL_ONES, key >> 2 & _ALL_ONES
    size = ones.bit_count() + 2 * twos.bit_count() + 4 * fours.bit_count()
    head = _ONCE * (ones & ~twos & ~fours).bit_count()
    head += _TWICE * (twos & ~ones & ~fours).bit_count()
    head += _OFTENER * (ones & twos | fours).bit_count()
    if size % 3 == 0:
        return head + (0 if key in sets else _BROKEN), 0, 0
    whole = paired if size % 3 == 1 else sets
    waits = 0
    place = 1
    for bit in bits:
        if key + bit in whole:
            waits |= place
        place <<= 1
    if size % 3 == 1:
        return head + (_WAITING if waits else _BROKEN), waits, 0
    if key in paired:
        return head + _PAIRED, 0, waits
    return head + (_LACKING if waits else _BROKEN), waits, 0


class _Numbers(dict[int, tuple[int, int, int]]):
    """Contribution of a number suit as m, p, and s, computed on first use."""

    def __missing__(self, key: int) -> tuple[int, int, int]:
        head, low, high = _lends(key, _NUMBER_BITS, number_sets(), number_sets_and_pair())
        one = low << _LOW | high << _HIGH
        found = self[key] = (head + one, head + (one << 9), head + (one << 18)) if one else (head, head, head)
        return found


class _Honours(dict[int, int]):
    """Contribution of an honour suit, computed on first use."""

    def __missing__(self, key: int) -> int:
        head, low, high = _lends(key, _HONOUR_BITS, honour_sets(), honour_sets_and_pair())
        found = self[key] = head + ((low << _LOW | high << _HIGH) << 27)
        return found


_NUMBERS = _Numbers()
_HONOUR = _Honours()


def waits_mask(hand: Sequence[int]) -> int:
    """Return the kinds that complete a hand of 1, 4, 7, 10, or 13 concealed tiles, as a 34-bit mask; 0 if there are
    none.

    Takes a `Concealed`, or the numbers of its suits. Considers structure alone: all three shapes, and a fifth copy
    counts. A hand of another size waits for nothing.
    """
    m, p, s, z = hand
    lent = _NUMBERS[m][0] + _NUMBERS[p][1] + _NUMBERS[s][2] + _HONOUR[z]
    found = _usual_waits(lent)
    held = (lent & _HEAD) >> 12
    if held in _UNUSUAL_TENPAI:
        found |= _unusual_waits(Concealed(m, p, s, z), held)
    return found


def is_far_from_tenpai(suits: Sequence[int]) -> bool:
    """Return True only if no discard makes this hand of 3n + 2 tiles tenpai. This is a quick bound that never includes
    a hand with such a discard.
    """
    m, p, s, z = suits
    lent = _NUMBERS[m][0] + _NUMBERS[p][1] + _NUMBERS[s][2] + _HONOUR[z]
    # Far in all three shapes: four sets and a pair, seven pairs, thirteen orphans.
    far = lent & _ROLES not in _NEAR and lent >> 16 & 15 < 5
    return far and (lent >> 12 & 15 < 10 or not _few_in_the_middle(suits))


def holds_four(suits: Sequence[int]) -> bool:
    """Return True if a hand has all four copies of a kind."""
    m, p, s, z = suits
    return bool((m | p | s | z) & _FOURS)


class _Chis(dict[int, int]):
    """Numbers that a suit can call for chi, as a mask of nine bits. Computed on first use."""

    def __missing__(self, key: int) -> int:
        held = {number for number, bit in enumerate(_NUMBER_BITS) if key // bit & 7}
        runs = [{low, low + 1, low + 2} for low in range(7)]
        found = self[key] = _mask({number for run in runs for number in run if run - {number} <= held})
        return found


_CHIS = _Chis()


def chi_mask(key: int, suit: int) -> int:
    """Return the numbers 0 to 8 that this suit can call for chi with two tiles of its own, as a mask; none for
    honours.
    """
    return 0 if suit == 3 else _CHIS[key]


def _usual_waits(lent: int) -> int:
    """Return the waits of four sets and a pair, from the contributions of the suits."""
    roles = lent & _ROLES
    if roles in (_WAITING, _PAIRED_AND_LACKING):
        return lent >> _LOW & ALL_KINDS
    return lent >> _HIGH if roles == _TWO_PAIRED else 0


def waits_by_discard(hand: Concealed) -> Iterator[tuple[Kind, int]]:
    """Yield each kind whose discard leaves a hand of 3n + 2 tiles waiting, with its waits as a mask."""
    m, p, s, z = hand
    lent = (_NUMBERS[m][0], _NUMBERS[p][1], _NUMBERS[s][2], _HONOUR[z])
    for at in _suits_to_break(hand, lent):
        key, others = hand[at], sum(lent) - lent[at]
        for kind in range(9 * at, min(9 * at + 9, 34)):
            if not key // BITS[kind] & 7:
                continue
            left = key - BITS[kind]
            now = others + (_HONOUR[left] if at == 3 else _NUMBERS[left][at])
            found = _usual_waits(now)
            held = (now & _HEAD) >> 12
            if held in _UNUSUAL_TENPAI:
                found |= _unusual_waits(hand.plus(kind, -1), held)
            if found:
                yield kind, found


def _unusual_waits(hand: Concealed, held: int) -> int:
    """Return the waits of seven pairs and of thirteen orphans, if the numbers of single and paired kinds allow them."""
    if held == 1 + 6 * 16:
        return _mask(_ones(hand))
    if (hand[0] | hand[1] | hand[2]) & _MIDDLE:
        return 0
    kinds = [kind for kind in _ORPHANS if not hand.count(kind)]
    return _mask(kinds or _ORPHANS)


def _ones(hand: Concealed) -> Iterator[Kind]:
    return (kind for kind in range(34) if hand.count(kind) == 1)


_ORPHANS: tuple[Kind, ...] = (0, 8, 9, 17, 18, 26, *range(27, 34))


def _mask(kinds: Iterable[Kind]) -> int:
    return sum(1 << kind for kind in kinds)


def kinds_of(mask: int) -> tuple[Kind, ...]:
    """Return the kinds in a mask, in order."""
    found = []
    while mask:
        low = mask & -mask
        found.append(low.bit_length() - 1)
        mask ^= low
    return tuple(found)


def exhausted(hand: Concealed, melds: Sequence[Meld] = ()) -> int:
    """Return the kinds of which the player holds all four copies, in hand and melds together, as a mask."""
    if not melds:
        return hand.held_four()
    laid = [KIND[tile] for meld in melds for tile in meld.tiles]
    return hand.held_four() | _mask(kind for kind in dict.fromkeys(laid) if laid.count(kind) + hand.count(kind) >= 4)


def _suits_to_break(hand: Concealed, lent: tuple[int, int, int, int]) -> Iterable[int]:
    """Return the suits (0-2, honours 3) from which a discard can leave a hand of 3n + 2 tiles waiting. This is a quick
    bound that never leaves out such a suit.
    """
    heads = sum(lent) & _HEAD
    held = heads >> 12
    if held >> 4 & 15 > 4 or (held & 15 > 9 and _few_in_the_middle(hand)):
        return range(4)
    # Unless the hand is near one of the two unusual shapes, every suit except the discard's must already fit.
    return [at for at in range(4) if heads - lent[at] & _ROLES in _RESTS]


def _few_in_the_middle(hand: Sequence[int]) -> bool:
    """Return True if a discard can leave only terminals and honours."""
    m, p, s, _ = hand
    return _size(m & _MIDDLE | (p & _MIDDLE) << 27 | (s & _MIDDLE) << 54) < 2


_RESTS = frozenset((0, _WAITING, _PAIRED, _LACKING, _TWO_PAIRED, _PAIRED_AND_LACKING))
"""Roles of three suits with which a fourth suit can make a waiting hand."""
_NEAR = frozenset(
    sum(suits)
    for suits in combinations_with_replacement((0, _WAITING, _PAIRED, _LACKING, _BROKEN), 4)
    if any(sum(suits) - suit in _RESTS for suit in suits)
)
"""Roles of four suits from which the discard of one tile can leave a waiting hand."""


Division = tuple[tuple[tuple[Kind, ...], ...], Kind | None]
"""One suit divided into sets, and the pair if it has two more tiles."""


class _Divisions(dict[int, tuple[Division, ...]]):
    """All ways to divide one suit into sets, with a pair if it has two more tiles. Computed on first use."""

    def __init__(self, suit: int) -> None:
        super().__init__()
        self.suit = suit

    def __missing__(self, key: int) -> tuple[Division, ...]:
        first = 9 * self.suit
        bits, shapes, sets = _NUMBER_BITS, _SHAPES, number_sets()
        if self.suit == 3:
            bits, shapes, sets = _HONOUR_BITS, _HONOUR_SHAPES, honour_sets()
        rests: list[tuple[int, Kind | None]] = [(key, None)]
        if _size(key) % 3 == 2:
            rests = [(key - 2 * bit, first + i) for i, bit in enumerate(bits) if key // bit & 7 >= 2]
        found = self[key] = tuple(
            (tuple(sorted(tuple(first + i for i in shapes[one]) for one in chosen)), pair)
            for rest, pair in rests
            for chosen in sets.get(rest, ())
        )
        return found


_DIVISIONS = tuple(_Divisions(suit) for suit in range(4))


def ways(key: int, suit: int) -> int:
    """Return the number of ways to divide a suit into sets, with a pair if it has two more tiles."""
    if suit == 3:
        return len(honour_sets().get(key, ())) or honour_sets_and_pair().get(key, 0)
    return len(number_sets().get(key, ())) or number_sets_and_pair().get(key, 0)


def suit_waits(key: int, suit: int) -> int:
    """Return the positions in a suit whose tile may complete it, with or without a pair, as a mask of nine bits."""
    lent = _HONOUR[key] >> 27 if suit == 3 else _NUMBERS[key][0]
    return (lent >> _LOW | lent >> _HIGH) & 511


def readings(hand: Concealed, winning: Kind) -> tuple[Reading, ...]:
    """Return every way to divide a complete hand of 2, 5, 8, 11, or 14 concealed tiles into sets and a pair; empty if
    it is not complete.

    Takes the hand including its winning tile, and that tile. Readings with the same sets and pair count once.
    """
    m, p, s, z = hand
    head = (_NUMBERS[m][0] + _NUMBERS[p][0] + _NUMBERS[s][0] + _HONOUR[z]) & _HEAD
    found = []
    if head & _ROLES == _PAIRED:
        for (m_sets, m_pair), (p_sets, p_pair), (s_sets, s_pair), (z_sets, z_pair) in product(
            _DIVISIONS[0][m], _DIVISIONS[1][p], _DIVISIONS[2][s], _DIVISIONS[3][z]
        ):
            pair = (
                m_pair
                if m_pair is not None
                else p_pair
                if p_pair is not None
                else s_pair
                if s_pair is not None
                else z_pair
            )
            found.append(Reading(winning, m_sets + p_sets + s_sets + z_sets, pair))
    held = head >> 12
    if held in _UNUSUAL_WIN and (held == 7 * 16 or not (m | p | s) & _MIDDLE):
        twice = [kind for kind in range(34) if hand.count(kind) == 2]
        if held == 7 * 16:
            found.append(Reading(winning, tuple((kind, kind) for kind in twice), None, Shape.CHIITOITSU))
        else:
            found.append(Reading(winning, (), twice[0], Shape.KOKUSHI))
    return tuple(found)
