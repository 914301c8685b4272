"""The yaku by name: one spelling each, in rulesets, cases, JSON and output."""

from __future__ import annotations

YAKU: tuple[str, ...] = (
    "riichi", "double_riichi", "ippatsu", "menzen_tsumo", "pinfu", "tanyao", "iipeikou", "seat_wind", "round_wind", "haku", "hatsu", "chun",
    "rinshan_kaihou", "chankan", "haitei", "houtei", "sanshoku_doujun", "ittsuu", "chanta", "chiitoitsu", "toitoi", "sanankou", "sankantsu",
    "sanshoku_doukou", "honroutou", "shousangen", "honitsu", "junchan", "ryanpeikou", "chinitsu", "renhou",
)  # fmt: skip
"""Every yaku, in the order in which a hand's yaku are named."""
YAKUMAN: tuple[str, ...] = (
    "kokushi", "kokushi_13", "suuankou", "suuankou_tanki", "daisangen", "shousuushii", "daisuushii", "tsuuiisou", "chinroutou", "ryuuiisou",
    "chuuren_poutou", "chuuren_9", "suukantsu", "tenhou", "chiihou",
)  # fmt: skip
"""Every yakuman; `renhou` is one too where the ruleset says so."""
LIABLE_YAKUMAN: tuple[str, ...] = ("daisangen", "daisuushii", "suukantsu")
"""The yakuman that a call can make certain, so that somebody can be liable for them."""
