"""Determine when the dora indicators of a record were turned, from where the record writes them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from kanrules.errors import UnreadableError
from kanrules.pieces.actions import Ankan, Daiminkan, Discard, Draw, Kita, Shouminkan
from kanrules.pieces.events import Turned
from kanrules.pieces.tiles import NAMES, Tile
from kanrules.records.recorded import RecordedStep, Reveal

_KANS: frozenset[type] = frozenset((Ankan, Shouminkan, Daiminkan))
_MOMENTS: frozenset[type] = _KANS | {Draw, Discard, Kita}


def recorded_reveals(steps: Iterable[RecordedStep], numbers: Sequence[int] = ()) -> list[tuple[Tile, Turned, int]]:
    """Return when the dora indicators of a record were turned, as (tile, moment, number of the kan).

    Log order is not table order: a record writes the indicator that a discard turns directly before that discard. The
    older kan's indicator comes first; Tenhou's and mjai's records agree with that without exception. No format says
    which kan an indicator belongs to. If a kan may turn none, `numbers` names the kans as they are ruled.
    """
    items = list(steps)
    sorts = list(map(type, items))
    reveals: list[tuple[Tile, Turned, int]] = []
    waiting: list[int] = []
    kans = 0
    for at in [at for at, sort in enumerate(sorts) if sort is not Draw and sort is not Discard]:
        sort = sorts[at]
        if sort in _KANS:
            kans += 1
            waiting.append(kans)
        elif sort is Reveal:
            step = items[at]
            assert isinstance(step, Reveal)
            if not waiting:
                raise UnreadableError(f"dora indicator {NAMES[step.tile]} is turned, but no kan has one pending")
            kan = numbers[len(reveals)] if len(reveals) < len(numbers) else waiting[0]
            if kan in waiting:
                waiting.remove(kan)
            reveals.append((step.tile, step.instant or _instant(sorts, at, own=kan == kans), kan))
    return reveals


def _instant(sorts: Sequence[type], at: int, *, own: bool) -> Turned:
    """Return when the indicator at this place was turned. `own` means that no other kan was announced since its own."""
    before = next((sort for sort in reversed(sorts[:at]) if sort in _MOMENTS), None)
    follows = next((sort for sort in sorts[at + 1 :] if sort is not Reveal), None)
    if before in _KANS:
        if follows is None:
            return Turned.ANNOUNCED if own else Turned.NEXT_KAN_ANNOUNCED
        return Turned.DECLARATION if own else Turned.NEXT_KAN_DECLARATION
    if before is Kita:
        return Turned.KITA_ANNOUNCED if follows is None else Turned.KITA_DECLARATION
    if before is Discard:
        return Turned.DISCARD_PASSED
    if follows is None:
        return Turned.RINSHAN_DRAW
    return Turned.NEXT_KAN_ANNOUNCED if follows in _KANS else Turned.DISCARD
