"""Kuikae: what a caller may not discard at once, since the call could have used it."""

from __future__ import annotations

from kanrules.law.options import Kuikae
from kanrules.pieces.actions import Chi, Pon
from kanrules.pieces.tiles import KIND

# Python 3.11 looks an enum's member up in a tenth of a microsecond, which is long where it happens with every call.
_ALLOWED, _FORBIDDEN = Kuikae.ALLOWED, Kuikae.FORBIDDEN


def kuikae_mask(law: Kuikae, action: Chi | Pon) -> int:
    """The kinds that the caller may not discard at once: the one called, and the run's other end, as the rules say."""
    if law is _ALLOWED:
        return 0
    kind = KIND[action.tile]
    mask = 1 << kind
    if law is _FORBIDDEN and isinstance(action, Chi):
        low, high = sorted(KIND[tile] for tile in action.using)
        if kind < low and high % 9 < 8:
            mask |= 1 << (high + 1)
        elif kind > high and low % 9 > 0:
            mask |= 1 << (low - 1)
    return mask
