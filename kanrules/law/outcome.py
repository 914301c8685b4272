"""How a hand ended: its type, the winners with their hands, the payments, and the next dealer."""

from __future__ import annotations

from operator import sub

from kanrules.frozen import frozen
from kanrules.law.hook_values import Liability, Penalty, Transfer
from kanrules.law.payments import transferred
from kanrules.law.scoring import Value
from kanrules.pieces.events import ResultType
from kanrules.pieces.tiles import Seat, Tile
from kanrules.rulings import Finding


@frozen
class Claim:
    """A ron that was called and is not settled yet."""

    seat: Seat
    value: Value
    tile: Tile


@frozen
class Win:
    """One winner: the tile, the seat it came from (None for a tsumo), the value of the hand, the liable players, and
    the change of score by seat.
    """

    seat: Seat
    source: Seat | None
    tile: Tile
    value: Value
    liable: tuple[Liability, ...]
    changes: tuple[int, ...]


@frozen
class Outcome:
    """The end of a hand.

    `changes` is by seat and includes sticks, honba, and immediate payments for kans; `sticks` are left on the table.
    `transfers` are paid at the end; those in `at_once` were paid before it.
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
        """Change of score by seat at the end of the hand, without the immediate payments."""
        if not self.at_once:
            return self.changes
        paid = transferred(self.at_once, len(self.changes))
        return tuple(map(sub, self.changes, paid))
