"""Which hands are tenpai, in particular when the player holds all four of every tile that they wait for."""

from __future__ import annotations

from collections.abc import Sequence

from kanrules.law.options import ExhaustedWait
from kanrules.pieces.melds import Meld
from kanrules.pieces.readings import Concealed, exhausted, waits_by_discard, waits_mask


def tenpai_waits(hand: Concealed, melds: Sequence[Meld], exhausted_wait: ExhaustedWait) -> int:
    """Return the waits that make a hand tenpai, as a mask. A hand is noten if its player holds all four of every tile
    that it waits for.

    `noten_concealed` counts only concealed tiles, `noten` also the melds, and `tenpai` lets every wait count. Source:
    M.League 3-11 (melds too); the key `tenpai.exhausted_wait`. For furiten every wait counts: use `waits_mask`.
    """
    return _counting(waits_mask(hand), hand, melds, exhausted_wait)


def _counting(found: int, hand: Concealed, melds: Sequence[Meld], exhausted_wait: ExhaustedWait) -> int:
    if not found or exhausted_wait is ExhaustedWait.TENPAI:
        return found
    return found & ~(hand.held_four() if exhausted_wait is ExhaustedWait.NOTEN_CONCEALED else exhausted(hand, melds))


def tenpai_discards(hand: Concealed, melds: Sequence[Meld], exhausted_wait: ExhaustedWait) -> int:
    """Return the kinds whose discard leaves a hand of 3n + 2 tiles tenpai, as a mask."""
    found = 0
    gone = exhausted(hand, melds)
    for kind, waits in waits_by_discard(hand):
        if waits & ~gone or _counting(waits, hand.plus(kind, -1), melds, exhausted_wait):
            found |= 1 << kind
    return found
