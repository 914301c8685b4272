"""The yaku by name, with the same spelling in rulesets, cases, JSON, and output."""

from __future__ import annotations

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
WORDS: dict[str, str] = {name: name.replace("_", " ") for name in (*YAKU, *YAKUMAN)} | {
    "kokushi_13": "kokushi on thirteen tiles",
    "chuuren_9": "chuuren poutou on nine tiles",
}
"""Name of each yaku at the table, for translators."""
