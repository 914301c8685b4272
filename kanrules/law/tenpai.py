"""Which hands wait: the law of a wait of which the player holds all four."""

from __future__ import annotations

from collections.abc import Sequence

from kanrules.law.options import ExhaustedWait
from kanrules.pieces.melds import Meld
from kanrules.pieces.readings import BITS, Concealed, exhausted, suits_to_break, waits_mask


def tenpai_waits(hand: Concealed, melds: Sequence[Meld], exhausted_wait: ExhaustedWait) -> int:
    """The waits that make a hand tenpai, as a mask: a hand is noten where every wait is a tile of which its player
    holds all four.

    `noten_concealed` looks at the concealed tiles alone, `noten` at the melds too, `tenpai` lets every wait count.
    Source: M.League 3-11 (melds too); the key `tenpai.exhausted_wait`. For furiten every wait counts: ask `waits_mask`.
    """
    found = waits_mask(hand)
    if not found or exhausted_wait is ExhaustedWait.TENPAI:
        return found
    return found & ~(hand.held_four() if exhausted_wait is ExhaustedWait.NOTEN_CONCEALED else exhausted(hand, melds))


def tenpai_discards(hand: Concealed, melds: Sequence[Meld], exhausted_wait: ExhaustedWait) -> int:
    """The kinds whose discard leaves a hand of 3n + 2 tiles tenpai, as a mask."""
    found = 0
    for at in suits_to_break(hand):
        for kind in range(9 * at, min(9 * at + 9, 34)):
            if hand[at] // BITS[kind] & 7 and tenpai_waits(hand.plus(kind, -1), melds, exhausted_wait):
                found |= 1 << kind
    return found
