"""When a record's indicators were turned, from where the record writes them: log order is not table order."""

from __future__ import annotations

from collections.abc import Iterable

from kanrules.actions import Ankan, Daiminkan, Discard, Draw, Shouminkan
from kanrules.errors import UnreadableError
from kanrules.events import Turned
from kanrules.records.model import Reveal, Step
from kanrules.tiles import NAMES, Tile

_KANS = frozenset((Ankan, Shouminkan, Daiminkan))


def recorded_reveals(steps: Iterable[Step]) -> list[tuple[Tile, Turned, int]]:
    """When a record's indicators were turned, as (tile, instant, number of the kan).

    Log order is not table order: a record writes the indicator that a discard turns directly before that discard. The older kan's
    indicator comes first. Tenhou's and mjai's records agree with that without exception.
    """
    items = list(steps)
    reveals: list[tuple[Tile, Turned, int]] = []
    waiting: list[int] = []
    kans = 0
    before_draw = after_discard = False
    for at, step in enumerate(items):
        sort = type(step)
        if sort is Discard:
            after_discard = True
        elif sort is Draw:
            before_draw = after_discard = False
        elif sort in _KANS:
            kans += 1
            waiting.append(kans)
            before_draw, after_discard = True, False
        elif isinstance(step, Reveal):
            if not waiting:
                raise UnreadableError(f"indicator {NAMES[step.tile]} is turned and no kan waits for one")
            kan = waiting.pop(0)
            follows = next((other for other in items[at + 1 :] if type(other) is not Reveal), None)
            if before_draw:
                if follows is None:
                    instant = Turned.NEXT_KAN_ANNOUNCED if kan != kans else Turned.ANNOUNCED
                else:
                    instant = Turned.DECLARATION if kan == kans else Turned.NEXT_KAN_DECLARATION
            elif after_discard:
                instant = Turned.DISCARD_PASSED
            elif follows is None:
                instant = Turned.RINSHAN_DRAW
            elif type(follows) in _KANS:
                instant = Turned.NEXT_KAN_ANNOUNCED
            else:
                instant = Turned.DISCARD
            reveals.append((step.tile, step.instant or instant, kan))
    return reveals
