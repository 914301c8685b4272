"""The meld bit field of Tenhou's XML: sixteen bits with the meld, its tiles, and the player a tile was called from."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from kanrules.errors import UnreadableError
from kanrules.pieces.melds import MeldType
from kanrules.pieces.tiles import SORT_KEY, Tile

IDS = 136
RED_IDS = {16: 34, 52: 35, 88: 36}
WITH_REDS: tuple[Tile, ...] = tuple(RED_IDS.get(i, i // 4) for i in range(IDS))
"""The tile of each of the 136 numbers, in a set where the first five of each suit is red."""
WITHOUT_REDS: tuple[Tile, ...] = tuple(i // 4 for i in range(IDS))


class TenhouMeld(NamedTuple):
    """A meld as the bit field describes it. Numbers are Tenhou's 0-135."""

    type: MeldType
    offset: int
    """Distance in seats from the caller to the discarder: 0 for an ankan, and that of the pon for a shouminkan."""
    called: int
    """Number of the called tile, of the added one for a shouminkan, or of the first for an ankan."""
    own: tuple[int, ...]
    """Numbers of the tiles that leave the caller's hand. For a shouminkan only the added one."""
    pon: tuple[int, ...] = ()
    """Numbers of the three tiles of the pon that a shouminkan extends."""


def decode_meld(bits: int) -> TenhouMeld:
    """Return the meld of the number in `m`.

    Sixteen bits are a chi (0x4), a pon (0x8), a shouminkan (0x10), a nuki (0x20, three players), or another kan. They
    hold the source seat (2 bits), the type of meld, which copies, and the kind of tile with the called one. Raises
    UnreadableError for bits that no meld has. Source: recorded games.
    """
    offset = bits & 3
    if not 0 <= bits < 1 << 16:
        raise UnreadableError(f"meld {bits} does not fit into 16 bits")
    if bits & 4:
        base, place = divmod(bits >> 10, 3)
        if base >= 21 or offset != 3 or bits & 0x200:
            raise UnreadableError(
                f"meld {bits} is not a chi: {'not called from the left' if offset != 3 else 'no such run'}"
            )
        first = (base // 7 * 9 + base % 7) * 4
        run = [first + (bits >> 3 & 3), first + 4 + (bits >> 5 & 3), first + 8 + (bits >> 7 & 3)]
        called = run.pop(place)
        return TenhouMeld(MeldType.CHI, offset, called, tuple(run))
    if bits & 0x18:
        kind, place = divmod(bits >> 9, 3)
        if kind >= 34 or not offset or bits & 0x180 or bits & 0x18 == 0x18:
            raise UnreadableError(
                f"meld {bits} is not a pon: {'called from no player' if not offset else 'no such tiles'}"
            )
        four = [kind * 4 + i for i in range(4)]
        # The copy that is not part of the pon. Of a shouminkan, it is the added tile.
        fourth = four.pop(bits >> 5 & 3)
        if bits & 0x10:
            return TenhouMeld(MeldType.SHOUMINKAN, offset, fourth, (fourth,), tuple(four))
        called = four.pop(place)
        return TenhouMeld(MeldType.PON, offset, called, tuple(four))
    if bits & 0x20:
        raise UnreadableError(f"meld {bits} belongs to another game: a tile is set aside, as with three players")
    called = bits >> 8
    if called >= IDS or bits & 0xC0:
        raise UnreadableError(f"meld {bits} is not a kan: no such tile")
    four = [called // 4 * 4 + i for i in range(4)]
    if not offset:
        return TenhouMeld(MeldType.ANKAN, 0, called, tuple(four))
    four.remove(called)
    return TenhouMeld(MeldType.DAIMINKAN, offset, called, tuple(four))


class MjlogCall(NamedTuple):
    """A meld with its tiles, for sets with or without red fives."""

    meld: TenhouMeld
    tile: Tile
    """The called tile, the added one of a shouminkan, or the kind of an ankan."""
    using: tuple[Tile, ...]
    """The tiles from the hand, in the order of a sorted hand."""


@lru_cache(maxsize=1 << 16)
def call(bits: int, reds: bool) -> MjlogCall:
    """Return the meld of these bits with its tiles."""
    found = decode_meld(bits)
    tiles = WITH_REDS if reds else WITHOUT_REDS
    tile = found.called // 4 if found.type is MeldType.ANKAN else tiles[found.called]
    return MjlogCall(found, tile, tuple(sorted([tiles[i] for i in found.own], key=SORT_KEY.__getitem__)))
