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
DRAWS_BY_WORD: dict[str, ResultType] = {
    word: kind
    for kind, words in (
        (ResultType.EXHAUSTIVE_DRAW, ("流局", "全員聴牌", "全員不聴", "Ryuukyoku", "Exhaustive Draw")),
        (ResultType.NAGASHI_MANGAN, ("流し満貫", "Nagashi Mangan", "Mangan at Draw")),
        (ResultType.KYUUSHU_KYUUHAI, ("九種九牌", "Kyuushu Kyuuhai", "Nine Terminal Abortion")),
        (ResultType.SUUFON_RENDA, ("四風連打", "Suufon Renda", "Four Wind Abortion")),
        (ResultType.SUUCHA_RIICHI, ("四家立直", "Suucha Riichi", "Four Riichi Abortion")),
        (ResultType.SANCHAHOU, ("三家和了", "三家和", "Sanchahou", "Three Ron Abortion")),
        (ResultType.FOUR_KANS, ("四槓散了", "四開槓", "Suukaikan", "Four Kan Abortion")),
    )
    for word in words
}
"""Draws by the first word of a result in Tenhou's JSON: Tenhou's own word first, then those of converters."""
