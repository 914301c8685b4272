"""Tenhou's names of yaku and draws, by number in its XML and in Japanese in its JSON."""

from __future__ import annotations

from kanrules.pieces.events import ResultType
from kanrules.records.yaku_names import yaku_by

_BY_NUMBER = yaku_by("tenhou")
YAKU: tuple[str, ...] = tuple(_BY_NUMBER[number] for number in range(len(_BY_NUMBER)))
"""Yaku by Tenhou's number, 0-54."""
FIRST_YAKUMAN, LAST_YAKUMAN = 37, 51
YAKUMAN: frozenset[str] = frozenset(YAKU[FIRST_YAKUMAN : LAST_YAKUMAN + 1])

DRAWS: dict[str, ResultType] = {
    "": ResultType.EXHAUSTIVE_DRAW,
    "nm": ResultType.NAGASHI_MANGAN,
    "yao9": ResultType.KYUUSHU_KYUUHAI,
    "kaze4": ResultType.SUUFON_RENDA,
    "reach4": ResultType.SUUCHA_RIICHI,
    "ron3": ResultType.SANCHAHOU,
    "kan4": ResultType.FOUR_KANS,
}
"""Draws by the `type` of RYUUKYOKU. Without one, the wall is empty."""

JAPANESE: dict[str, str] = yaku_by("tenhou_json")
"""Yaku by the name in Tenhou's JSON."""
JAPANESE_DRAWS: dict[str, ResultType] = {
    "流局": ResultType.EXHAUSTIVE_DRAW,
    "全員聴牌": ResultType.EXHAUSTIVE_DRAW,
    "全員不聴": ResultType.EXHAUSTIVE_DRAW,
    "流し満貫": ResultType.NAGASHI_MANGAN,
    "九種九牌": ResultType.KYUUSHU_KYUUHAI,
    "四風連打": ResultType.SUUFON_RENDA,
    "四家立直": ResultType.SUUCHA_RIICHI,
    "三家和了": ResultType.SANCHAHOU,
    "四槓散了": ResultType.FOUR_KANS,
}
"""Draws by the first word of a result in Tenhou's JSON."""
