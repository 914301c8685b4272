"""Which ankan a player in riichi may declare: five levels of strictness, from never to always.

What may not change is what the hand waits for (`same_waits`), or, more strictly, any way to read it (`same_readings`): in every
winning reading the three tiles must be a triplet. Sources: EMA 2016 3.3.14, M.League 4-5(2), Tenhou's manual.
"""

from __future__ import annotations

from collections.abc import Sequence

from kanrules.melds import Meld
from kanrules.options import RiichiKan, RiichiKanLevel, WinningDraw
from kanrules.readings import Concealed, kinds_of, readings, waits_mask
from kanrules.tiles import Kind


def verdict(hand: Concealed, drawn: Kind, kan: Kind, melds: Sequence[Meld], law: RiichiKan) -> str:
    """The reason code against an ankan in riichi, or an empty string where it is legal.

    Takes the hand without the drawn tile, the drawn kind, the kind of the kan, the melds (ankans) and `[riichi_kan]`.
    """
    held = hand.count(kan)
    if held + (drawn == kan) != 4:
        return "KR201"
    if law.level is RiichiKanLevel.FORBIDDEN:
        return "KR207"
    if law.drawn_tile_only and drawn != kan:
        return "KR206"
    if law.level is RiichiKanLevel.ANY:
        return ""
    bit = 1 << kan
    before = waits_mask(hand)
    if before >> drawn & 1 and law.winning_draw is WinningDraw.FORBIDDEN:
        return "KR215"
    after = waits_mask(after_kan(hand, drawn, kan)) & ~bit
    if law.winning_draw is WinningDraw.IGNORED:
        before &= ~(1 << drawn)
        after &= ~(1 << drawn)
    if before != after:
        return "KR204"
    if law.level is RiichiKanLevel.SAME_WAITS:
        return ""
    if held != 3 or any(not_a_triplet(hand, kan, wait) for wait in kinds_of(before)):
        return "KR205"
    if law.level is RiichiKanLevel.SAME_READINGS_AND_YAKU and not melds and loses_nine_gates(hand, before):
        return "KR208"
    return ""


def after_kan(hand: Concealed, drawn: Kind, kan: Kind) -> Concealed:
    """The concealed hand once the four tiles are laid down and before the replacement tile comes."""
    left = hand.plus(kan, -hand.count(kan))
    return left if drawn == kan else left.plus(drawn)


def not_a_triplet(hand: Concealed, kan: Kind, wait: Kind) -> bool:
    """Whether some reading with this winning tile uses the three tiles otherwise than as a triplet."""
    return any((kan, kan, kan) not in reading.sets for reading in readings(hand.plus(wait), wait))


def loses_nine_gates(hand: Concealed, waits: int) -> bool:
    """Whether a win would be nine gates, which no hand with a kan can be."""
    for suit in range(3):
        if any(key for other, key in enumerate(hand) if other != suit):
            continue
        for wait in kinds_of(waits):
            if wait // 9 != suit:
                continue
            key = hand.plus(wait)[suit]
            counts = [key >> 3 * number & 7 for number in range(9)]
            if counts[0] >= 3 and counts[8] >= 3 and all(counts):
                return True
    return False
