"""Shared parts of the writers: the player of a seat, the dora indicators that were turned, and indicators moved to
where a ruleset turns them.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from kanrules.errors import UnreadableError
from kanrules.locale.sentences import number as say_number
from kanrules.pieces.actions import Ankan, Daiminkan, Discard, Draw, Kita, Shouminkan
from kanrules.pieces.events import AT_A_WIN, Turned
from kanrules.pieces.tiles import KIND, RED_FIVES, SORT_KEY, Tile, counts_37, full_set
from kanrules.records.recorded import RecordedHand, RecordedStep, Reveal

_KANS = (Ankan, Daiminkan, Shouminkan)


def indicators(hand: RecordedHand) -> tuple[Tile, ...]:
    """Return all dora indicators that were turned in a hand, including the first, in order."""
    turned = [step.tile for step in hand.steps if isinstance(step, Reveal)]
    return (hand.indicator, *(turned or hand.later_indicators or ()))


def whole_kind(tile: Tile, red_fives: int) -> list[Tile]:
    """Return the four tiles of this tile's kind in a set with this many red fives, sorted."""
    copies = counts_37(full_set(red_fives))
    kind = KIND[tile]
    same = [t for t in (kind, *RED_FIVES) if KIND[t] == kind]
    return sorted([t for t in same for _ in range(copies[t])], key=SORT_KEY.__getitem__)


def with_reveals(hand: RecordedHand, turned: Iterable[tuple[Tile, Turned, int]]) -> RecordedHand:
    """Return a hand whose record keeps no moments, with each dora indicator at the place where it was ruled to turn:
    (tile, moment, number of the kan).

    The result is a new hand whose steps keep their order. Raises UnreadableError if the hand has no such kan.
    """
    steps = [step for step in hand.steps if not isinstance(step, Reveal)]
    kans = [at for at, step in enumerate(steps) if isinstance(step, _KANS)]
    at_place: dict[int, list[RecordedStep]] = {}
    for tile, instant, number in turned:
        if not 1 <= number <= len(kans):
            raise UnreadableError(f"hand {hand.name} has {say_number(len(kans), 'kan')}, not {number}")
        at_place.setdefault(_place(steps, kans, number - 1, instant), []).append(Reveal(tile, instant))
    placed: list[RecordedStep] = []
    for at, step in enumerate(steps):
        placed += at_place.get(at, ())
        placed.append(step)
    placed += at_place.get(len(steps), ())
    return replace(hand, steps=placed, later_indicators=None)


def _place(steps: Sequence[RecordedStep], kans: Sequence[int], number: int, instant: Turned) -> int:
    """Return the index of the step before which the indicator of this kan is inserted."""
    kan = kans[number]
    after = range(kan + 1, len(steps))
    if instant in (Turned.DECLARATION, Turned.ANNOUNCED):
        return kan + 1
    if instant is Turned.RINSHAN_DRAW:
        return next((at + 1 for at in after if isinstance(steps[at], Draw)), len(steps))
    if instant in (Turned.NEXT_KAN_ANNOUNCED, Turned.NEXT_KAN_DECLARATION):
        # The kan's step is its announcement.
        return min(next((at for at in kans if at > kan), len(steps)) + 1, len(steps))
    if instant in (Turned.KITA_ANNOUNCED, Turned.KITA_DECLARATION):
        return min(next((at for at in after if isinstance(steps[at], Kita)), len(steps)) + 1, len(steps))
    if instant in AT_A_WIN:
        return len(steps)
    discard = next((at for at in after if isinstance(steps[at], Discard)), len(steps))
    return min(discard + (instant is Turned.DISCARD_PASSED), len(steps))
