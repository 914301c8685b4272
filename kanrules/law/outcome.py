"""How a hand ended: its type, who won with what, who pays, and what that means for the next hand."""

from __future__ import annotations

from dataclasses import dataclass
from operator import sub

from kanrules.law.payments import transferred
from kanrules.law.scoring import Value
from kanrules.law.vocabulary import Liability, Penalty, Transfer
from kanrules.pieces.events import ResultType
from kanrules.pieces.tiles import Seat, Tile
from kanrules.rulings import Finding


@dataclass(frozen=True, slots=True)
class Claim:
    """A ron that was called and waits to be settled."""

    seat: Seat
    value: Value
    tile: Tile


@dataclass(frozen=True, slots=True)
class Win:
    """One winner: on which tile, from whom (None: self-drawn), the value of the hand, who is liable, change of score by
    seat.
    """

    seat: Seat
    source: Seat | None
    tile: Tile
    value: Value
    liable: tuple[Liability, ...]
    changes: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Outcome:
    """The end of a hand. `changes` is by seat, sticks and honba included, and what was paid at once for kans; `sticks`
    lie on the table afterwards. `transfers` are paid at the end, those `at_once` were paid before it.
    """

    type: ResultType
    changes: tuple[int, ...]
    wins: tuple[Win, ...] = ()
    tenpai: tuple[Seat, ...] = ()
    dealer_keeps: bool = False
    next_honba: int = 0
    sticks: int = 0
    penalties: tuple[tuple[Seat, Penalty], ...] = ()
    transfers: tuple[Transfer, ...] = ()
    findings: tuple[Finding, ...] = ()
    at_once: tuple[Transfer, ...] = ()

    @property
    def changes_at_end(self) -> tuple[int, ...]:
        """By seat, what the end of the hand changes: all but what was paid at once."""
        if not self.at_once:
            return self.changes
        paid = transferred(self.at_once, len(self.changes))
        return tuple(map(sub, self.changes, paid))
