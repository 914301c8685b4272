"""Actions of players, with one frozen class each. `Kyoku.push` takes them, and `Kyoku.legal_actions` lists them.

As text, an action is a line in the play of a case; `kanrules.parse_action` reads it back. An invalid seat raises
TypeError, an invalid tile UnreadableError.
"""

from __future__ import annotations

from functools import lru_cache
from typing import ClassVar

from kanrules.errors import UnreadableError
from kanrules.frozen import dataclass
from kanrules.locale import marked as _N
from kanrules.locale.sentences import Sentence, say
from kanrules.pieces.tiles import KIND, NAMES, SEATS, SORT_KEY, TILES, Seat, Tile, format_tiles


def check_seat(seat: object) -> None:
    """Raise TypeError for an invalid seat."""
    if not isinstance(seat, Seat):
        raise TypeError(f"{seat!r} is not a seat; expected Seat.EAST, Seat.SOUTH, Seat.WEST or Seat.NORTH")


def check_tile(tile: object) -> None:
    """Raise TypeError for a value that is not a tile, and UnreadableError for a number outside the range of tiles."""
    if not isinstance(tile, int):
        raise TypeError(f'{tile!r} is not a tile; expected an int as of parse_tiles("5p")')
    if not 0 <= tile < TILES:
        raise UnreadableError(f"{tile} is not a tile; expected 0 to {TILES - 1}: 34 kinds and three red fives")


def _two(using: object) -> tuple[Tile, Tile]:
    """Return the two tiles of a call, sorted as in a hand."""
    if not isinstance(using, (tuple, list)) or len(using) != 2:
        raise TypeError(f"{using!r}: a chi or pon is made with two tiles of the hand")
    first, second = using
    check_tile(first)
    check_tile(second)
    return (first, second) if SORT_KEY[first] <= SORT_KEY[second] else (second, first)


_SAID = (
    _N("{seat} draws {tile}"), _N("{seat} draws"), _N("{seat} discards {tile}"), _N("{seat} riichi {tile}"),
    _N("{seat} discards {tile} drawn"), _N("{seat} riichi {tile} drawn"),
    _N("{seat} chi {tile} with {using}"), _N("{seat} pon {tile} with {using}"), _N("{seat} pon {tile}"),
    _N("{seat} daiminkan {tile}"), _N("{seat} ankan {tile}"), _N("{seat} shouminkan {tile}"), _N("{seat} ron"),
    _N("{seat} tsumo"), _N("{seat} kyuushu"), _N("{seat} passes"), _N("everyone passes"),
)  # fmt: skip
"""Actions as messages for translators."""
_PLACES = ("seat", "_verb", "tile", "_with", "using")
"""Names of the words of an action as text, in order. A name with an underscore is for a fixed word."""


class _ActionWords:
    """Base of actions: describes an action in the words of a line in a case, in any language."""

    __slots__ = ()

    @property
    def said(self) -> Sentence:
        """The player and the action in words."""
        words = str(self).split()
        if words[0] == "everyone":
            return say(str(self))
        told = dict(zip(_PLACES, words, strict=False))
        template = " ".join(word if place.startswith("_") else f"{{{place}}}" for place, word in told.items())
        return say(template, **told)


@dataclass(frozen=True, slots=True)
class Draw(_ActionWords):
    """A player draws from the live wall, or takes the replacement tile after a kan. `tile` is None if the machine takes
    it from its wall.
    """

    word: ClassVar[str] = "draw"
    seat: Seat
    tile: Tile | None = None

    def __post_init__(self) -> None:
        check_seat(self.seat)
        if self.tile is not None:
            check_tile(self.tile)

    def __str__(self) -> str:
        return f"{self.seat} draws" + ("" if self.tile is None else f" {NAMES[self.tile]}")


@dataclass(frozen=True, slots=True)
class Discard(_ActionWords):
    """A player discards. `tsumogiri` is True for the tile just drawn; `riichi` is True if the discard declares
    riichi.
    """

    word: ClassVar[str] = "discard"
    seat: Seat
    tile: Tile
    tsumogiri: bool = False
    riichi: bool = False

    def __post_init__(self) -> None:
        check_seat(self.seat)
        check_tile(self.tile)

    def __str__(self) -> str:
        drawn = " drawn" if self.tsumogiri else ""
        return f"{self.seat} {'riichi' if self.riichi else 'discards'} {NAMES[self.tile]}{drawn}"


@dataclass(frozen=True, slots=True)
class Chi(_ActionWords):
    """The next player calls the last discard for chi, with the two tiles `using`, sorted."""

    word: ClassVar[str] = "chi"
    seat: Seat
    tile: Tile
    using: tuple[Tile, Tile]

    def __post_init__(self) -> None:
        check_seat(self.seat)
        check_tile(self.tile)
        object.__setattr__(self, "using", _two(self.using))

    def __str__(self) -> str:
        return f"{self.seat} chi {NAMES[self.tile]} with {format_tiles(self.using)}"


@dataclass(frozen=True, slots=True)
class Pon(_ActionWords):
    """A player calls the last discard for pon, with the two tiles `using`, sorted."""

    word: ClassVar[str] = "pon"
    seat: Seat
    tile: Tile
    using: tuple[Tile, Tile]

    def __post_init__(self) -> None:
        check_seat(self.seat)
        check_tile(self.tile)
        object.__setattr__(self, "using", _two(self.using))

    def __str__(self) -> str:
        return f"{self.seat} pon {NAMES[self.tile]}" + (
            f" with {format_tiles(self.using)}" if self.using != (KIND[self.tile],) * 2 else ""
        )


@dataclass(frozen=True, slots=True)
class Daiminkan(_ActionWords):
    """A player calls the last discard for a kan, with three tiles of its kind in hand."""

    word: ClassVar[str] = "daiminkan"
    seat: Seat
    tile: Tile

    def __post_init__(self) -> None:
        check_seat(self.seat)
        check_tile(self.tile)

    def __str__(self) -> str:
        return f"{self.seat} daiminkan {NAMES[self.tile]}"


@dataclass(frozen=True, slots=True)
class Ankan(_ActionWords):
    """The player whose turn it is declares a kan of four concealed tiles. `tile` is any of them."""

    word: ClassVar[str] = "ankan"
    seat: Seat
    tile: Tile

    def __post_init__(self) -> None:
        check_seat(self.seat)
        check_tile(self.tile)

    def __str__(self) -> str:
        return f"{self.seat} ankan {NAMES[self.tile]}"


@dataclass(frozen=True, slots=True)
class Shouminkan(_ActionWords):
    """The player whose turn it is adds `tile` to a pon."""

    word: ClassVar[str] = "shouminkan"
    seat: Seat
    tile: Tile

    def __post_init__(self) -> None:
        check_seat(self.seat)
        check_tile(self.tile)

    def __str__(self) -> str:
        return f"{self.seat} shouminkan {NAMES[self.tile]}"


@dataclass(frozen=True, slots=True)
class Kita(_ActionWords):
    """The player whose turn it is sets a north aside and takes a replacement tile."""

    word: ClassVar[str] = "kita"
    seat: Seat

    def __post_init__(self) -> None:
        check_seat(self.seat)

    def __str__(self) -> str:
        return f"{self.seat} kita"


@dataclass(frozen=True, slots=True)
class Ron(_ActionWords):
    """A player wins on the last discard, or robs the kan or kita just announced."""

    word: ClassVar[str] = "ron"
    seat: Seat

    def __post_init__(self) -> None:
        check_seat(self.seat)

    def __str__(self) -> str:
        return f"{self.seat} ron"


@dataclass(frozen=True, slots=True)
class Tsumo(_ActionWords):
    """The player whose turn it is wins on the drawn tile."""

    word: ClassVar[str] = "tsumo"
    seat: Seat

    def __post_init__(self) -> None:
        check_seat(self.seat)

    def __str__(self) -> str:
        return f"{self.seat} tsumo"


@dataclass(frozen=True, slots=True)
class Kyuushu(_ActionWords):
    """A player ends the hand on their first draw with nine kinds of terminals and honours."""

    word: ClassVar[str] = "kyuushu"
    seat: Seat

    def __post_init__(self) -> None:
        check_seat(self.seat)

    def __str__(self) -> str:
        return f"{self.seat} kyuushu"


@dataclass(frozen=True, slots=True)
class Pass(_ActionWords):
    """A player lets the last discard, kan, or kita pass. With `seat` None, every player who has not answered passes."""

    word: ClassVar[str] = "passes"
    seat: Seat | None = None

    def __post_init__(self) -> None:
        if self.seat is not None:
            check_seat(self.seat)

    def __str__(self) -> str:
        return f"{'everyone' if self.seat is None else self.seat} passes"


Action = Draw | Discard | Chi | Pon | Daiminkan | Ankan | Shouminkan | Kita | Ron | Tsumo | Kyuushu | Pass
KanAction = Daiminkan | Ankan | Shouminkan

# Draws and discards are four fifths of a hand, so readers and the machine share these ready-made values.
DRAWS: tuple[tuple[Draw, ...], ...] = tuple(tuple(Draw(seat, tile) for tile in range(TILES)) for seat in SEATS)
"""Draws, as `DRAWS[seat][tile]`."""
HAND_DISCARDS: tuple[tuple[Discard, ...], ...] = tuple(
    tuple(Discard(seat, tile) for tile in range(TILES)) for seat in SEATS
)
"""Discards from the hand, as `HAND_DISCARDS[seat][tile]`."""
DRAWN_DISCARDS: tuple[tuple[Discard, ...], ...] = tuple(
    tuple(Discard(seat, tile, tsumogiri=True) for tile in range(TILES)) for seat in SEATS
)
"""Discards of the tile just drawn, as `DRAWN_DISCARDS[seat][tile]`."""
PASS = Pass()


@lru_cache(maxsize=4096)
def chi_or_pon(kind: type[Chi] | type[Pon], seat: Seat, tile: Tile, first: Tile, second: Tile) -> Chi | Pon:
    """Return the chi or pon of this tile with these two. Equal calls share one value, like draws and discards."""
    return kind(seat, tile, (first, second))
