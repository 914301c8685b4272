"""A table kept by hand: plain lists of tiles, moved about by the words that players say. It knows no law and shares no
code.
"""

from __future__ import annotations

from typing import Any


class NaiveTable:
    """Where the 136 tiles of a wall are after each action."""

    def __init__(self, wall: list[int]) -> None:
        self.hands: list[list[int]] = [[], [], [], []]
        at = 0
        for _ in range(3):
            for seat in range(4):
                self.hands[seat] += wall[at : at + 4]
                at += 4
        for seat in range(4):
            self.hands[seat].append(wall[at])
            at += 1
        self.live = wall[52:122]
        self.replacements = wall[122:126]
        self.dead = wall[126:136]
        self.rivers: list[list[int]] = [[], [], [], []]
        self.melds: list[list[list[int]]] = [[], [], [], []]
        self.kans = 0
        self.points = [25000] * 4
        self.sticks = 0
        self.replacing = False
        self.announced: tuple[int, int] | None = None
        self.unpaid: int | None = None
        self.latest: list[int] | None = None

    def do(self, action: Any) -> None:
        """Moves the tiles of one action."""
        word, seat = type(action).__name__, action.seat
        getattr(self, word.lower())(action, seat)

    def pay_stick(self) -> None:
        if self.unpaid is not None:
            self.points[self.unpaid] -= 1000
            self.sticks += 1
            self.unpaid = None

    def draw(self, action: Any, seat: int) -> None:
        if not self.replacing:
            self.pay_stick()
            self.hands[seat].append(self.live.pop(0))
            return
        self.nobody_robs()
        self.hands[seat].append(self.replacements.pop(0))
        self.dead.append(self.live.pop())
        self.kans += 1
        self.replacing = False

    def discard(self, action: Any, seat: int) -> None:
        self.hands[seat].remove(action.tile)
        self.rivers[seat].append(action.tile)
        self.latest = self.rivers[seat]
        if action.riichi:
            self.unpaid = seat

    def take(self, action: Any, seat: int, own: list[int]) -> None:
        self.pay_stick()
        assert self.latest is not None and self.latest.pop() == action.tile
        for tile in own:
            self.hands[seat].remove(tile)
        self.melds[seat].append([*own, action.tile])

    def chi(self, action: Any, seat: int) -> None:
        self.take(action, seat, list(action.using))

    pon = chi

    def daiminkan(self, action: Any, seat: int) -> None:
        own = [tile for tile in self.hands[seat] if same(tile, action.tile)]
        self.take(action, seat, own)
        self.replacing = True

    def ankan(self, action: Any, seat: int) -> None:
        own = [tile for tile in self.hands[seat] if same(tile, action.tile)]
        for tile in own:
            self.hands[seat].remove(tile)
        self.melds[seat].append(own)
        self.replacing = True

    def shouminkan(self, action: Any, seat: int) -> None:
        self.announced = (action.tile, seat)
        self.replacing = True

    def nobody_robs(self) -> None:
        """The kan that was announced is laid down."""
        if self.announced is None:
            return
        tile, seat = self.announced
        self.announced = None
        self.hands[seat].remove(tile)
        next(meld for meld in self.melds[seat] if len(meld) == 3 and all(same(tile, other) for other in meld)).append(
            tile
        )

    def everything(self) -> list[int]:
        """All tiles, wherever they lie."""
        piles = [
            *self.hands,
            *self.rivers,
            *(meld for melds in self.melds for meld in melds),
            self.live,
            self.replacements,
            self.dead,
        ]
        return sorted(tile for pile in piles for tile in pile)


def same(tile: int, other: int) -> bool:
    """Whether two tiles are of one kind; 34, 35, 36 are the red fives."""
    plain = {34: 4, 35: 13, 36: 22}
    return plain.get(tile, tile) == plain.get(other, other)
