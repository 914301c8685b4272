"""What lies on the table at one moment, cards open: the fields of a `Table`, which asks the rooms beside this one."""

from __future__ import annotations

from dataclasses import dataclass

from kanrules.law.options import Instant
from kanrules.law.vocabulary import Kan, Liability, SetAside
from kanrules.pieces.actions import Discard
from kanrules.pieces.later import Later
from kanrules.pieces.melds import Meld
from kanrules.pieces.tiles import Seat, Tile


@dataclass(frozen=True, slots=True)
class PendingIndicator:
    """An indicator that waits to be turned: of which kan of the hand, when it is due, and which plugin says so."""

    kan: int
    """Its number in the hand."""
    instant: Instant
    """When it is due."""
    plugin: str = "core"
    """Who says so."""


@dataclass(frozen=True, slots=True)
class Layout(Later):
    """All that lies on the table. Everything listed by seat has an entry for each player, east first."""

    round_wind: Seat
    """The prevalent wind, as a seat."""
    honba: int
    """Counters on the table."""
    sticks: int
    """Riichi sticks on the table, 1000 points each."""
    scores: tuple[int, ...]
    """As they stand now."""
    hands: tuple[tuple[Tile, ...], ...]
    """Concealed tiles, sorted, a drawn tile among them."""
    melds: tuple[tuple[Meld, ...], ...]
    """Earliest first."""
    rivers: tuple[tuple[Discard, ...], ...]
    """All discards in order, called ones too."""
    taken: tuple[tuple[int, ...], ...]
    """Places in the river that others called."""
    riichi: tuple[bool, ...]
    """Who is in riichi, by seat: `table.riichi[kan.seat]`."""
    double_riichi: tuple[bool, ...]
    """Whose riichi is a double one."""
    ippatsu: tuple[bool, ...]
    """Who would still win with ippatsu."""
    first_go_around: bool
    """Whether no call has yet interrupted the first turns."""
    passed: tuple[int, ...]
    """By seat, a 34-bit mask of kinds let pass since temporary (or riichi) furiten last ended."""
    turn: Seat
    """Whose turn it is; after a discard, whose it was."""
    drawn: Tile | None
    """The tile that `turn` has drawn and not yet discarded."""
    live_tiles: int
    """Left to draw in the live wall."""
    rinshan_left: int
    """Replacement tiles left."""
    indicators: tuple[Tile | None, ...]
    """Face up, in order; None where a record never showed the tile."""
    ura: tuple[Tile | None, ...]
    """Under the face-up ones, in order."""
    pending: tuple[PendingIndicator, ...]
    """Indicators that wait to be turned, the older first."""
    kans: tuple[Kan, ...]
    """Kans that stand, in order."""
    liabilities: tuple[tuple[Liability, ...], ...]
    """By the seat whose hand it is about."""
    last_discard: Discard | None
    """The discard that may still be claimed."""
    dead_hands: tuple[Seat, ...]
    """Seats whose hands are dead."""
    on_replacement: bool = False
    """Whether `drawn` is a replacement tile."""
    announced: Kan | SetAside | None = None
    """The kan or kita that may be robbed now: it does not stand yet."""
    replacing: bool = False
    """Whether the last kan or kita stands and its replacement tile is yet to come."""
    kitas: tuple[int, ...] = (0, 0, 0, 0)
    """How many norths each has set aside."""
