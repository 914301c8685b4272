"""The yaku by name, with the same spelling in rulesets, cases, JSON, and output."""

from __future__ import annotations

from kanrules.locale import marked as _N

YAKU: tuple[str, ...] = (
    "riichi", "double_riichi", "ippatsu", "menzen_tsumo", "pinfu", "tanyao", "iipeikou", "seat_wind", "round_wind",
    "haku", "hatsu", "chun", "rinshan_kaihou", "chankan", "haitei", "houtei", "sanshoku_doujun", "ittsuu", "chanta",
    "chiitoitsu", "toitoi", "sanankou", "sankantsu", "sanshoku_doukou", "honroutou", "shousangen", "honitsu", "junchan",
    "ryanpeikou", "chinitsu", "renhou",
)  # fmt: skip
"""Every yaku, in the order in which a hand's yaku are named."""
YAKUMAN: tuple[str, ...] = (
    "kokushi", "kokushi_13", "suuankou", "suuankou_tanki", "daisangen", "shousuushii", "daisuushii", "tsuuiisou",
    "chinroutou", "ryuuiisou", "chuuren_poutou", "chuuren_9", "suukantsu", "tenhou", "chiihou",
)  # fmt: skip
"""Every yakuman. `renhou` is one too if the ruleset says so."""
LIABLE_YAKUMAN: tuple[str, ...] = ("daisangen", "daisuushii", "suukantsu")
"""Yakuman that a call can make certain, so that a player can be liable for them."""
WORDS: dict[str, str] = {
    "riichi": _N("riichi"),
    "double_riichi": _N("double riichi"),
    "ippatsu": _N("ippatsu"),
    "menzen_tsumo": _N("menzen tsumo"),
    "pinfu": _N("pinfu"),
    "tanyao": _N("tanyao"),
    "iipeikou": _N("iipeikou"),
    "seat_wind": _N("seat wind"),
    "round_wind": _N("round wind"),
    "haku": _N("haku"),
    "hatsu": _N("hatsu"),
    "chun": _N("chun"),
    "rinshan_kaihou": _N("rinshan kaihou"),
    "chankan": _N("chankan"),
    "haitei": _N("haitei"),
    "houtei": _N("houtei"),
    "sanshoku_doujun": _N("sanshoku doujun"),
    "ittsuu": _N("ittsuu"),
    "chanta": _N("chanta"),
    "chiitoitsu": _N("chiitoitsu"),
    "toitoi": _N("toitoi"),
    "sanankou": _N("sanankou"),
    "sankantsu": _N("sankantsu"),
    "sanshoku_doukou": _N("sanshoku doukou"),
    "honroutou": _N("honroutou"),
    "shousangen": _N("shousangen"),
    "honitsu": _N("honitsu"),
    "junchan": _N("junchan"),
    "ryanpeikou": _N("ryanpeikou"),
    "chinitsu": _N("chinitsu"),
    "renhou": _N("renhou"),
    "kokushi": _N("kokushi"),
    "kokushi_13": _N("kokushi on thirteen tiles"),
    "suuankou": _N("suuankou"),
    "suuankou_tanki": _N("suuankou tanki"),
    "daisangen": _N("daisangen"),
    "shousuushii": _N("shousuushii"),
    "daisuushii": _N("daisuushii"),
    "tsuuiisou": _N("tsuuiisou"),
    "chinroutou": _N("chinroutou"),
    "ryuuiisou": _N("ryuuiisou"),
    "chuuren_poutou": _N("chuuren poutou"),
    "chuuren_9": _N("chuuren poutou on nine tiles"),
    "suukantsu": _N("suukantsu"),
    "tenhou": _N("tenhou"),
    "chiihou": _N("chiihou"),
}
"""Name of each yaku at the table, for translators."""
