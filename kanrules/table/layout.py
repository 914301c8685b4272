"""The contents of a table at one moment, with all tiles visible: the fields of a `Table`."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol

from kanrules.frozen import frozen
from kanrules.law.hook_values import Kan, Liability, SetAside
from kanrules.law.options import Instant, Options
from kanrules.pieces.actions import Discard
from kanrules.pieces.later import Later
from kanrules.pieces.melds import Meld
from kanrules.pieces.tiles import SEATS, Seat, Tile


class HasOptions(Protocol):
    """A ruleset, reduced to what the value of a hand needs."""

    @property
    def options(self) -> Options:
        """Options of the ruleset."""
        ...


@frozen
class PendingIndicator:
    """A kan dora indicator still to be turned: its kan, when it is due, and the plugin that decided that."""

    kan: int
    """Number of the kan in the hand, from 1."""
    instant: Instant
    """Moment at which the indicator is due."""
    plugin: str = "core"
    """Name of the plugin that set this moment."""


@frozen
class Layout(Later):
    """Everything on the table. Fields by seat have one entry per player, east first."""

    round_wind: Seat
    """Round wind, as a seat."""
    honba: int
    """Number of honba."""
    sticks: int
    """Riichi sticks on the table, 1000 points each."""
    scores: tuple[int, ...]
    """Current scores."""
    hands: tuple[tuple[Tile, ...], ...]
    """Concealed tiles, sorted, including a drawn tile."""
    melds: tuple[tuple[Meld, ...], ...]
    """Melds, earliest first."""
    rivers: tuple[tuple[Discard, ...], ...]
    """All discards in order, including called ones."""
    taken: tuple[tuple[int, ...], ...]
    """Indexes of the discards in a river that other players called."""
    riichi: tuple[bool, ...]
    """True for each seat in riichi: `table.riichi[kan.seat]`."""
    double_riichi: tuple[bool, ...]
    """True for each seat in double riichi."""
    ippatsu: tuple[bool, ...]
    """True for each seat that would win with ippatsu now."""
    first_go_around: bool
    """True in the first turns: until a call interrupts them, or every player has made a first discard."""
    passed: tuple[int, ...]
    """Kinds that each seat has passed since temporary (or riichi) furiten last ended, as a 34-bit mask."""
    turn: Seat
    """Seat whose turn it is; after a discard, the seat that discarded."""
    drawn: Tile | None
    """Tile that `turn` has drawn and not yet discarded."""
    live_tiles: int
    """Number of tiles left in the live wall."""
    rinshan_left: int
    """Number of replacement tiles left."""
    indicators: tuple[Tile | None, ...]
    """Face-up dora indicators, in order; None if a record never showed the tile."""
    ura: tuple[Tile | None, ...]
    """Ura indicators under the face-up dora indicators, in order."""
    pending: tuple[PendingIndicator, ...]
    """Kan dora indicators still to be turned, oldest first."""
    kans: tuple[Kan, ...]
    """Completed kans, in order."""
    liabilities: tuple[tuple[Liability, ...], ...]
    """Liabilities by the seat whose hand they concern."""
    last_discard: Discard | None
    """Discard that may still be claimed."""
    dead_hands: tuple[Seat, ...]
    """Seats with a dead hand."""
    on_replacement: bool = False
    """True if `drawn` is a replacement tile."""
    announced: Kan | SetAside | None = None
    """Kan or kita that may be robbed now and is not completed yet."""
    replacing: bool = False
    """True if the last kan or kita is completed and its replacement tile is still to be drawn."""
    kitas: tuple[int, ...] = (0, 0, 0, 0)
    """Number of norths that each seat has set aside."""
    after_kan: tuple[tuple[int, ...], ...] = ((), (), (), ())
    """For each discard of a river, the number of the kan that it followed in the same turn; 0 if it followed none."""
    indicator_kans: tuple[int, ...] = (0,)
    """Number of the kan that turned each face-up indicator; 0 for the first."""
    wall_break: Seat | None = None
    """Seat at whose wall the deal began (`Kyoku(..., wall_break="east")`); None if it is unknown."""

    @property
    def seats(self) -> tuple[Seat, ...]:
        """The seats that play, east first: three or four."""
        return SEATS[: len(self.scores)]


def kans_of(melds: tuple[tuple[Meld, ...], ...], turn: Seat) -> tuple[Kan, ...]:
    """Return the completed kans in these melds, numbered: each seat's in order, and the seat on turn last."""
    found: list[Kan] = []
    for step in range(1, len(melds) + 1):
        seat = SEATS[(turn + step) % len(melds)]
        for meld in melds[seat]:
            if meld.is_kan:
                tile = next(tile for tile in (meld.added, meld.called, meld.tiles[-1]) if tile is not None)
                found.append(Kan(meld.type, seat, tile, meld.tiles, meld.called, meld.source, len(found) + 1))
    return tuple(found)


def turned_by(kans: Iterable[Kan], pending: Iterable[PendingIndicator], face_up: int) -> tuple[int, ...]:
    """Return the number of the kan that turned each face-up indicator, where nothing says that they came in another
    order.
    """
    waiting = {one.kan for one in pending}
    turned = [kan.number for kan in kans if kan.number not in waiting][: face_up - 1]
    return (0, *turned, *(0,) * (face_up - 1 - len(turned)))[:face_up]
