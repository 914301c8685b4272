"""The atlas: of every two rulesets, in how many hands, on how many kans and by how many points they rule differently.

As in a comparison with the ruleset that a corpus is judged under, nothing is claimed beyond the first moment at which
play could have differed under either of the two.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from kanrules.corpus.other_rules import HandCompared, Otherwise, points_moved
from kanrules.replays.shared import Several, numbers

FOLDED = 4096
"""After so many partings of different rulesets they are counted pair by pair, so that memory stays flat."""
_NEVER = 1 << 30


@dataclass(slots=True)
class Pair:
    """Two rulesets: the hands and the kans that they rule differently, and the points that would go elsewhere."""

    hands: int = 0
    kans: int = 0
    points: int = 0

    def add(self, other: Pair) -> None:
        """Adds the counts of another part of the corpus."""
        self.hands += other.hands
        self.kans += other.kans
        self.points += other.points


@dataclass(frozen=True, slots=True)
class Ruled:
    """What some rulesets all make of one hand: how it compares, and what it paid, where that is claimed."""

    several: Several
    compared: HandCompared
    changes: tuple[int, ...] | None


@dataclass(slots=True)
class Atlas:
    """Rulesets, the one that the corpus is judged under first, and what every two of them rule differently.

    Two of them merge; both are of the same rulesets.
    """

    books: tuple[str, ...]
    hands: int = 0
    """Hands held against each other."""
    _partings: dict[tuple[Several, Several], Pair] = field(default_factory=dict)
    """By those on the one and those on the other side, what came of it; not every two of them apart yet."""
    _pairs: dict[tuple[int, int], Pair] = field(default_factory=dict)

    def add(self, ruled: Sequence[Ruled]) -> None:
        """Counts one hand, as it was ruled by all of them."""
        self.hands += 1
        for at, one in enumerate(ruled):
            for other in ruled[at + 1 :]:
                found = differ(one, other)
                if found is not None:
                    sides = (min(one.several, other.several), max(one.several, other.several))
                    self._count(sides, found)

    def merge(self, other: Atlas) -> None:
        """Adds what came of another part of the corpus."""
        self.hands += other.hands
        for sides, pair in other._partings.items():
            self._count(sides, pair)
        for both, pair in other._pairs.items():
            self._pairs.setdefault(both, Pair()).add(pair)

    def _count(self, sides: tuple[Several, Several], pair: Pair) -> None:
        self._partings.setdefault(sides, Pair()).add(pair)
        if len(self._partings) > FOLDED:
            self._fold()

    def _fold(self) -> None:
        for (some, others), pair in self._partings.items():
            for first in numbers(some):
                for second in numbers(others):
                    both = (min(first, second), max(first, second))
                    self._pairs.setdefault(both, Pair()).add(pair)
        self._partings.clear()

    def pair(self, first: str, second: str) -> Pair:
        """What these two rulesets rule differently. Raises ValueError for one that is not among them."""
        self._fold()
        one, other = self.books.index(first), self.books.index(second)
        return self._pairs.get((min(one, other), max(one, other)), Pair())

    def pairs(self) -> Iterable[tuple[str, str, Pair]]:
        """Every two rulesets in their order."""
        for at, first in enumerate(self.books):
            for second in self.books[at + 1 :]:
                yield first, second, self.pair(first, second)


def differ(one: Ruled, other: Ruled) -> Pair | None:
    """What two groups of rulesets rule differently in one hand; None where they do not."""
    stop = min(_claimed_to(one.compared), _claimed_to(other.compared))
    first, second = _claimed(one.compared, stop), _claimed(other.compared, stop)
    points = 0
    if one.changes is not None and other.changes is not None:
        points = points_moved(one.changes, other.changes)
    if first == second and not points:
        return None
    ours, theirs = {ruling.kan: ruling for ruling in first}, {ruling.kan: ruling for ruling in second}
    kans = sum(ours.get(kan) != theirs.get(kan) for kan in ours.keys() | theirs.keys() if kan)
    return Pair(1, kans, points)


def _claimed_to(compared: HandCompared) -> int:
    return compared.otherwise[-1].at if compared.open_ended and compared.otherwise else _NEVER


def _claimed(compared: HandCompared, stop: int) -> list[Otherwise]:
    return [ruling for ruling in compared.otherwise if ruling.at <= stop]
