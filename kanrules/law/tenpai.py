"""Which hands wait: the law of a wait of which the player holds all four."""

from __future__ import annotations

from collections.abc import Sequence

from kanrules.law.options import ExhaustedWait
from kanrules.pieces.melds import Meld
from kanrules.pieces.readings import Concealed, exhausted, waits_by_discard, waits_mask


def tenpai_waits(hand: Concealed, melds: Sequence[Meld], exhausted_wait: ExhaustedWait) -> int:
    """The waits that make a hand tenpai, as a mask: a hand is noten where every wait is a tile of which its player
    holds all four.

    `noten_concealed` looks at the concealed tiles alone, `noten` at the melds too, `tenpai` lets every wait count.
    Source: M.League 3-11 (melds too); the key `tenpai.exhausted_wait`. For furiten every wait counts: ask `waits_mask`.
    """
    return _counting(waits_mask(hand), hand, melds, exhausted_wait)


def _counting(found: int, hand: Concealed, melds: Sequence[Meld], exhausted_wait: ExhaustedWait) -> int:
    if not found or exhausted_wait is ExhaustedWait.TENPAI:
        return found
    return found & ~(hand.held_four() if exhausted_wait is ExhaustedWait.NOTEN_CONCEALED else exhausted(hand, melds))


def tenpai_discards(hand: Concealed, melds: Sequence[Meld], exhausted_wait: ExhaustedWait) -> int:
    """The kinds whose discard leaves a hand of 3n + 2 tiles tenpai, as a mask."""
    found = 0
    gone = exhausted(hand, melds)
    for kind, waits in waits_by_discard(hand):
        if waits & ~gone or _counting(waits, hand.plus(kind, -1), melds, exhausted_wait):
            found |= 1 << kind
    return found
