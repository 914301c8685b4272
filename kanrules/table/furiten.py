"""Furiten: by the player's own discards, and by winning tiles that the player passed.

A passed tile binds until the player's next discard, in riichi until the end of the hand. `furiten.temporary_ends` says
which calls end it earlier.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kanrules.law.options import Options, TemporaryEnds
from kanrules.pieces.actions import Discard
from kanrules.pieces.setup import Setup
from kanrules.pieces.tiles import BIT, Kind, Seat

_ANY_CALL, _OWN_DRAW_OR_CALL = TemporaryEnds.ANY_CALL, TemporaryEnds.OWN_DRAW_OR_CALL


class FuritenState:
    """The part of a table's state that tells who is furiten. `State` holds the fields."""

    __slots__ = ()

    if TYPE_CHECKING:
        options: Options
        setup: Setup
        rivers: list[list[Discard]]
        riichi: list[bool]
        ron_kinds: list[Kind]
        discarded_from: list[int]
        called_at: list[int]
        yakuless: set[tuple[Seat, int]]

        def waits(self, seat: Seat) -> int: ...  # noqa: D102
        def claimable(self) -> Discard | None: ...  # noqa: D102

        def is_offered_discard(self) -> bool: ...  # noqa: D102

    def is_furiten(self, seat: Seat) -> bool:
        """Return True if this seat must not win by ron: a winning tile is in its own river, or it passed one and its
        furiten has not ended.
        """
        waits = self.waits(seat)
        if waits & self.river_mask(seat):
            return True
        # A tile that may still be claimed has not been passed yet.
        end = len(self.ron_kinds) - self.is_offered_discard()
        passed = range(self.discarded_from[seat], end)
        let_pass = [at for at in passed if waits >> self.ron_kinds[at] & 1 and (seat, at) not in self.yakuless]
        # `furiten_from` reads a key, so it is asked last: rulesets that differ in it share most hands.
        return bool(let_pass) and let_pass[-1] >= self.furiten_from(seat)

    def furiten_from(self, seat: Seat) -> int:
        """Return the index in `ron_kinds` from which passed tiles make this seat furiten. Its own discard ends earlier
        furiten, and so do calls as the rules say; in riichi nothing does.
        """
        start = self.discarded_from[seat]
        if self.riichi[seat] or max(self.called_at) <= start:
            return start
        ends = self.options.furiten.temporary_ends
        if ends is _ANY_CALL:
            return max(self.called_at)
        return max(start, self.called_at[seat]) if ends is _OWN_DRAW_OR_CALL else start

    def river_mask(self, seat: Seat) -> int:
        """Return the kinds that this seat has discarded, as a 34-bit mask."""
        mask = 0
        for discard in self.rivers[seat]:
            mask |= BIT[discard.tile]
        return mask

    def passed_masks(self) -> tuple[int, ...]:
        """Return, by seat, the kinds that were passed and still make the player furiten, as 34-bit masks."""
        end = len(self.ron_kinds) - (self.claimable() is not None)
        masks = []
        for seat in self.setup.seats:
            mask = 0
            for at in range(self.furiten_from(seat), end):
                if (seat, at) not in self.yakuless:
                    mask |= 1 << self.ron_kinds[at]
            masks.append(mask)
        return tuple(masks)
