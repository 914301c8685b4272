"""The contents of a table at one moment, with all tiles visible: the fields of a `Table`."""

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
    """A pending indicator: the kan it belongs to, when it is due, and which plugin decided that."""

    kan: int
    """Number of the kan in the hand, from 1."""
    instant: Instant
    """Moment at which the indicator is due."""
    plugin: str = "core"
    """Name of the plugin that set this moment."""


@dataclass(frozen=True, slots=True)
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
    """Places in the river of discards that other players called."""
    riichi: tuple[bool, ...]
    """True for each seat in riichi: `table.riichi[kan.seat]`."""
    double_riichi: tuple[bool, ...]
    """True for each seat in double riichi."""
    ippatsu: tuple[bool, ...]
    """True for each seat that would still win with ippatsu."""
    first_go_around: bool
    """True until a call interrupts the first turns."""
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
    """Dora indicators that are face up, in order; None if a record never showed the tile."""
    ura: tuple[Tile | None, ...]
    """Ura indicators under the face-up ones, in order."""
    pending: tuple[PendingIndicator, ...]
    """Pending indicators, oldest first."""
    kans: tuple[Kan, ...]
    """Completed kans, in order."""
    liabilities: tuple[tuple[Liability, ...], ...]
    """Liabilities, by the seat whose hand they concern."""
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
