"""Tenhou's names of yaku and draws, by number in its XML and in Japanese in its JSON."""

from __future__ import annotations

from kanrules.pieces.events import ResultType

YAKU: tuple[str, ...] = (
    "menzen_tsumo", "riichi", "ippatsu", "chankan", "rinshan_kaihou", "haitei", "houtei", "pinfu", "tanyao", "iipeikou",
    "seat_wind", "seat_wind", "seat_wind", "seat_wind", "round_wind", "round_wind", "round_wind", "round_wind", "haku",
    "hatsu", "chun", "double_riichi", "chiitoitsu", "chanta", "ittsuu", "sanshoku_doujun", "sanshoku_doukou",
    "sankantsu", "toitoi", "sanankou", "shousangen", "honroutou", "ryanpeikou", "junchan", "honitsu", "chinitsu",
    "renhou", "tenhou", "chiihou", "daisangen", "suuankou", "suuankou_tanki", "tsuuiisou", "ryuuiisou", "chinroutou",
    "chuuren_poutou", "chuuren_9", "kokushi", "kokushi_13", "daisuushii", "shousuushii", "suukantsu",
    "dora", "ura", "red",
)  # fmt: skip
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

JAPANESE: dict[str, str] = {
    "門前清自摸和": "menzen_tsumo", "立直": "riichi", "一発": "ippatsu", "槍槓": "chankan",
    "嶺上開花": "rinshan_kaihou", "海底摸月": "haitei", "河底撈魚": "houtei", "平和": "pinfu", "断幺九": "tanyao",
    "一盃口": "iipeikou", "自風 東": "seat_wind", "自風 南": "seat_wind", "自風 西": "seat_wind",
    "自風 北": "seat_wind", "場風 東": "round_wind", "場風 南": "round_wind", "場風 西": "round_wind",
    "場風 北": "round_wind", "役牌 白": "haku", "役牌 發": "hatsu", "役牌 中": "chun", "両立直": "double_riichi",
    "七対子": "chiitoitsu", "混全帯幺九": "chanta", "一気通貫": "ittsuu", "三色同順": "sanshoku_doujun",
    "三色同刻": "sanshoku_doukou", "三槓子": "sankantsu", "対々和": "toitoi", "三暗刻": "sanankou",
    "小三元": "shousangen", "混老頭": "honroutou", "二盃口": "ryanpeikou", "純全帯幺九": "junchan", "混一色": "honitsu",
    "清一色": "chinitsu", "人和": "renhou", "天和": "tenhou", "地和": "chiihou", "大三元": "daisangen",
    "四暗刻": "suuankou", "四暗刻単騎": "suuankou_tanki", "字一色": "tsuuiisou", "緑一色": "ryuuiisou",
    "清老頭": "chinroutou", "九蓮宝燈": "chuuren_poutou", "純正九蓮宝燈": "chuuren_9", "国士無双": "kokushi",
    "国士無双１３面": "kokushi_13", "大四喜": "daisuushii", "小四喜": "shousuushii", "四槓子": "suukantsu",
    "ドラ": "dora", "裏ドラ": "ura", "赤ドラ": "red", "抜きドラ": "kita",
}  # fmt: skip
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
