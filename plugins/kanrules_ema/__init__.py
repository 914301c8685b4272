"""EMA's book on wrong calls: which are put right in time, and what the others cost.

A table of options holds one penalty a foul; the book makes it depend on when the mistake is noticed, which is a judgement and so a
plugin. Source: EMA, Riichi rules for Japanese mahjong, 2016, 3.4.6, 3.4.7, 5.1 and 5.2.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from kanrules import Foul, Penalty, PenaltyType, hookimpl

codes = {
    "ema-601": "a kan against the rules, put right before the discard, costs nothing (5.1.4)",
    "ema-602": "a kan against the rules that was not put right in time makes the hand dead (3.4.7)",
    "ema-603": "a dead hand that claims a tile all the same is a chombo (3.4.6)",
    "ema-604": "an empty or corrected call, a tile from the wrong part of the wall and a few exposed tiles cost nothing (5.1, 5.2)",
}

INVALID_KONG = ("wrong_tiles", "after_call", "last_tile", "fifth_kan")
FREE = ("empty_call", "wrong_word", "replacement_wrongly", "dead_wall_exposed")


@dataclass(frozen=True)
class Options:
    """The plugin's table `[plugin.ema]`."""

    correctable: bool = True
    """Whether a wrong kan may still be put right before the discard (5.1.4)."""


options = Options


@hookimpl
def penalty(foul: Foul, rules: Any) -> Penalty | None:
    """A wrong kan is dead unless put right in time; a claim with a dead hand is a chombo; other slips around a kan cost nothing."""
    words = "" if foul.name == "riichi_kan" else rules[f"penalty.{foul.name}"]
    if foul.corrected and foul.name in INVALID_KONG:
        if rules.plugin["ema"]["correctable"]:
            return Penalty(PenaltyType.NONE, code="ema-601", text=words or codes["ema-601"])
        return Penalty(PenaltyType.DEAD_HAND, code="ema-602", text=words or codes["ema-602"])
    if foul.name in INVALID_KONG:
        return Penalty(PenaltyType.DEAD_HAND, code="ema-602", text=words or codes["ema-602"])
    if foul.name == "dead_hand_kan":
        return Penalty(PenaltyType.CHOMBO, code="ema-603", text=words or codes["ema-603"])
    if foul.name in FREE:
        return Penalty(PenaltyType.NONE, code="ema-604", text=words or codes["ema-604"])
    return None
