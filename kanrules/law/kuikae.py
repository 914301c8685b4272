"""Kuikae: what a caller may not discard right after a call, because the call could have used it."""

from __future__ import annotations

from kanrules.law.options import Kuikae
from kanrules.pieces.actions import Chi, Pon
from kanrules.pieces.tiles import KIND

_ALLOWED, _FORBIDDEN = Kuikae.ALLOWED, Kuikae.FORBIDDEN


def kuikae_mask(law: Kuikae, action: Chi | Pon) -> int:
    """Return the kinds that the caller may not discard right after a call, as a mask: the called kind and the other end
    of the run, as far as the rules forbid them.
    """
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
