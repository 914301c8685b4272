"""The table as every referee may see it: a frozen picture of one hand, cards open. Hooks receive it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from kanrules.actions import Discard
from kanrules.judge import Kan, Liability
from kanrules.melds import Meld
from kanrules.options import Instant
from kanrules.readings import Concealed, waits_mask
from kanrules.tiles import KIND, Seat, Tile, counts_37


@dataclass(frozen=True, slots=True)
class PendingIndicator:
    """An indicator that waits to be turned: of which kan of the hand, and when it is due."""

    kan: int
    instant: Instant


@dataclass(frozen=True, slots=True)
class Table:
    """One hand at one moment. Everything listed by seat has four entries, east first."""

    round_wind: Seat
    honba: int
    sticks: int
    """Riichi sticks on the table, 1000 points each."""
    scores: tuple[int, ...]
    hands: tuple[tuple[Tile, ...], ...]
    """Concealed tiles, sorted, a drawn tile among them."""
    melds: tuple[tuple[Meld, ...], ...]
    rivers: tuple[tuple[Discard, ...], ...]
    """All discards in order, called ones too."""
    taken: tuple[tuple[int, ...], ...]
    """Places in the river that others called."""
    riichi: tuple[bool, ...]
    double_riichi: tuple[bool, ...]
    ippatsu: tuple[bool, ...]
    first_go_around: bool
    """Whether no call has yet interrupted the first turns."""
    passed: tuple[int, ...]
    """By seat, a 34-bit mask of kinds let pass since temporary (or riichi) furiten last ended."""
    turn: Seat
    drawn: Tile | None
    live_tiles: int
    rinshan_left: int
    indicators: tuple[Tile | None, ...]
    """Face up, in order; None where a record never showed the tile."""
    ura: tuple[Tile | None, ...]
    """Under the face-up ones, in order."""
    pending: tuple[PendingIndicator, ...]
    kans: tuple[Kan, ...]
    """Kans that stand, in order."""
    liabilities: tuple[tuple[Liability, ...], ...]
    """By the seat whose hand it is about."""
    last_discard: Discard | None
    """The discard that may still be claimed."""
    dead_hands: tuple[Seat, ...]

    def waits(self, seat: Seat) -> int:
        """The kinds that complete this seat's hand, as a 34-bit mask; a drawn tile is left out of account."""
        counts = counts_37(self.hands[seat])
        if self.drawn is not None and self.turn == seat:
            counts[self.drawn] -= 1
        return waits_mask(Concealed.from_counts(counts)) if sum(counts) % 3 == 1 else 0

    @property
    def furiten(self) -> tuple[bool, ...]:
        """By seat: a wait lies in one's own river, or was let pass since furiten last ended.

        Source: EMA 2016 3.4.5; which event ends the temporary kind is `furiten.temporary_ends`.
        """
        return tuple(
            bool(self.waits(seat) & (self.passed[seat] | _kinds(discard.tile for discard in self.rivers[seat]))) for seat in Seat
        )


def _kinds(tiles: Iterable[Tile]) -> int:
    mask = 0
    for tile in tiles:
        mask |= 1 << KIND[tile]
    return mask
