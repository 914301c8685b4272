"""How the differential runner's players choose from a menu that both engines offer."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Mapping

from kanrules.pack.kit.table import (
    ANKAN,
    CHI,
    DAIMINKAN,
    DISCARD,
    HORA,
    KAKAN,
    KITA,
    ORDER,
    PON,
    REACH,
    RYUKYOKU,
    Act,
    kind,
)

STYLES: dict[str, dict[str, float]] = {
    "any": {},
    "kans": {ANKAN: 1, KAKAN: 1, DAIMINKAN: 1, PON: 0.8, CHI: 0.05, REACH: 0.4, HORA: 0.3, RYUKYOKU: 0.1},
    "closed": {ANKAN: 0.9, KAKAN: 1, DAIMINKAN: 0.1, PON: 0.05, CHI: 0.0, REACH: 1, HORA: 0.8, RYUKYOKU: 0.3},
    "caller": {ANKAN: 0.5, KAKAN: 0.9, DAIMINKAN: 0.3, PON: 0.9, CHI: 0.7, REACH: 0.5, HORA: 0.9, RYUKYOKU: 0.3},
    "passing": {ANKAN: 0.9, KAKAN: 0.9, DAIMINKAN: 0.5, PON: 0.5, CHI: 0.2, REACH: 0.9, HORA: 0.05, RYUKYOKU: 0.0},
    "robbing": {ANKAN: 0.2, KAKAN: 1, DAIMINKAN: 0, PON: 1, CHI: 0, REACH: 0.2, HORA: 1, RYUKYOKU: 0},
    "to the last tile": {
        ANKAN: 0.3,
        KAKAN: 0.4,
        DAIMINKAN: 0.1,
        PON: 0.2,
        CHI: 0.2,
        REACH: 0.3,
        HORA: 0.02,
        RYUKYOKU: 0,
    },
}
"""By style, how gladly each act is done; `any` takes each with the same chance."""


def choose(menu: Iterable[Act], hand: Counter[str], style: str, chance: random.Random, *, turn: bool) -> Act | None:
    """What a player of this style does; None lets it pass. The same menu and chance give the same answer everywhere."""
    acts = sorted(menu)
    if style == "any":
        options: list[Act | None] = [*acts] if turn else [*acts, None]
        return chance.choice(options)
    wishes: Mapping[str, float] = STYLES[style]
    for word in (HORA, KITA, ANKAN, KAKAN, DAIMINKAN, REACH, RYUKYOKU, PON, CHI):
        can = [act for act in acts if act[0] == word]
        if can and chance.random() < wishes.get(word, 0.8):
            return chance.choice(can)
    discards = [act for act in acts if act[0] == DISCARD]
    if not turn or not discards:
        return None if not turn else chance.choice(acts)
    if chance.random() < 0.15:
        return chance.choice(discards)
    return min(discards, key=lambda act: (_worth(act[1], hand), chance.random()))


def _worth(tile: str, hand: Counter[str]) -> float:
    kinds: Counter[int] = Counter()
    for held, copies in hand.items():
        kinds[ORDER[kind(held)] // 2] += copies
    at = ORDER[kind(tile)] // 2
    worth = 3.0 * kinds[at]
    if at < 27:
        for step, near in ((1, 1.6), (2, 0.8)):
            for other in (at - step, at + step):
                if 0 <= other < 27 and other // 9 == at // 9:
                    worth += near * min(kinds[other], 1)
    return worth
