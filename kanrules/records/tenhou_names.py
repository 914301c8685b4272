"""How Tenhou names yaku and draws, by number in its XML and in Japanese in its JSON."""

from __future__ import annotations

from kanrules.events import ResultType

YAKU: tuple[str, ...] = (
    "menzen_tsumo", "riichi", "ippatsu", "chankan", "rinshan_kaihou", "haitei", "houtei", "pinfu", "tanyao", "iipeikou",
    "seat_wind", "seat_wind", "seat_wind", "seat_wind", "round_wind", "round_wind", "round_wind", "round_wind", "haku", "hatsu", "chun",
    "double_riichi", "chiitoitsu", "chanta", "ittsuu", "sanshoku_doujun", "sanshoku_doukou", "sankantsu", "toitoi", "sanankou",
    "shousangen", "honroutou", "ryanpeikou", "junchan", "honitsu", "chinitsu", "renhou",
    "tenhou", "chiihou", "daisangen", "suuankou", "suuankou_tanki", "tsuuiisou", "ryuuiisou", "chinroutou", "chuuren_poutou", "chuuren_9",
    "kokushi", "kokushi_13", "daisuushii", "shousuushii", "suukantsu",
    "dora", "ura", "red",
)  # fmt: skip
"""By Tenhou's number, 0-54."""
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
"""By the `type` of RYUUKYOKU; without one the wall is empty."""
