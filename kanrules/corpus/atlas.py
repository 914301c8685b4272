"""The atlas: the hands, kans, and points on which any two rulesets rule differently.

As in a comparison with the ruleset that a corpus is judged under, nothing is claimed beyond the first moment at which
play could have differed under either of the two.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from kanrules.corpus.other_rules import HandCompared, Otherwise, points_moved
from kanrules.frozen import frozen
from kanrules.replays.shared import Several, numbers

FOLDED = 4096
"""Number of distinct groupings of rulesets after which they are counted pair by pair, so that memory use stays
constant.
"""
_NEVER = 1 << 30


@dataclass(slots=True)
class Pair:
    """Two rulesets: the hands and kans that they rule differently, and the points that would go to other players."""

    hands: int = 0
    kans: int = 0
    points: int = 0

    def add(self, other: Pair) -> None:
        """Add the counts of another part of the corpus."""
        self.hands += other.hands
        self.kans += other.kans
        self.points += other.points


@frozen
class Ruled:
    """The ruling that a group of rulesets shares on one hand: how it compares, and its payments, if they are
    claimed.
    """

    several: Several
    compared: HandCompared
    changes: tuple[int, ...] | None


@dataclass(slots=True)
class Atlas:
    """What any two of several rulesets rule differently. The first is the ruleset under which the corpus is judged.

    Two atlases can be merged if they have the same rulesets.
    """

    books: tuple[str, ...]
    hands: int = 0
    """Number of hands compared."""
    _partings: dict[tuple[Several, Several], Pair] = field(default_factory=dict)
    """Results by the two sides of a grouping, not yet split into pairs."""
    _pairs: dict[tuple[int, int], Pair] = field(default_factory=dict)

    def add(self, ruled: Sequence[Ruled]) -> None:
        """Count one hand, as ruled by each group of rulesets."""
        self.hands += 1
        for at, one in enumerate(ruled):
            for other in ruled[at + 1 :]:
                found = differ(one, other)
                if found is not None:
                    sides = (min(one.several, other.several), max(one.several, other.several))
                    self._count(sides, found)

    def merge(self, other: Atlas) -> None:
        """Add the results of another part of the corpus."""
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
        """Return what these two rulesets rule differently. Raises ValueError for a ruleset that is not in the atlas."""
        self._fold()
        one, other = self.books.index(first), self.books.index(second)
        return self._pairs.get((min(one, other), max(one, other)), Pair())

    def pairs(self) -> Iterable[tuple[str, str, Pair]]:
        """Yield every pair of rulesets, in order, with their differences."""
        for at, first in enumerate(self.books):
            for second in self.books[at + 1 :]:
                yield first, second, self.pair(first, second)


def differ(one: Ruled, other: Ruled) -> Pair | None:
    """Return what two groups of rulesets rule differently in one hand; None if nothing."""
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
