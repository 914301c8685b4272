"""Words that other rulebooks and programs use for values and rulesets of kanrules. They help hints and search, and are
never accepted in a file. Other words for a key are declared with it.
"""

from __future__ import annotations

from collections.abc import Sequence

from kanrules.ruleset.problems import close

VALUE_ALIASES: dict[str, tuple[str, ...]] = {
    "immediate": ("declaration", "at_once"),
    "immediately": ("declaration", "at_once"),
    "instant": ("declaration", "at_once"),
    "now": ("declaration", "at_once"),
    "at once": ("declaration", "at_once"),
    "at_once": ("declaration",),
    "即": ("declaration",),
    "即めくり": ("declaration",),
    "先めくり": ("declaration",),
    "即乗り": ("declaration",),
    "announce": ("announced",),
    "declared": ("declaration",),
    "after_discard": ("discard", "discard_passed"),
    "後めくり": ("discard", "discard_passed"),
    "後乗せ": ("discard", "discard_passed"),
    "delayed": ("discard", "discard_passed"),
    "打牌後": ("discard", "discard_passed"),
    "after_rinshan": ("rinshan_draw",),
    "no": ("never", "off", "none", "forbidden"),
    "false": ("never", "off", "none", "forbidden"),
    "nashi": ("never", "off", "none", "forbidden"),
    "なし": ("never", "off", "none", "forbidden"),
    "無し": ("never", "off", "none", "forbidden"),
    "無": ("never", "off", "none", "forbidden"),
    "none": ("never", "off", "forbidden"),
    "off": ("never", "none", "forbidden"),
    "never": ("off", "none", "forbidden"),
    "disabled": ("off", "never", "none", "forbidden"),
    "forbid": ("forbidden",),
    "禁止": ("forbidden",),
    "yes": ("dealer_keeps", "allowed", "any"),
    "on": ("dealer_keeps",),
    "あり": ("dealer_keeps", "allowed"),
    "有り": ("dealer_keeps", "allowed"),
    "renchan": ("keeps", "dealer_keeps", "tenpai_keeps"),
    "連荘": ("keeps", "dealer_keeps", "tenpai_keeps"),
    "draw": ("abort",),
    "流局": ("abort",),
    "続行": ("play_on",),
    "continue": ("play_on",),
    "atamahane": ("head_bump",),
    "頭ハネ": ("head_bump",),
    "頭跳ね": ("head_bump",),
    "same_shape": ("same_readings",),
    "shape": ("same_readings",),
    "waits": ("same_waits",),
    "待ち": ("same_waits",),
    "面子構成": ("same_readings",),
    "chonbo": ("chombo",),
    "チョンボ": ("chombo",),
    "agari_houki": ("dead_hand",),
    "アガリ放棄": ("dead_hand",),
    "和了放棄": ("dead_hand",),
    "mangan_payment": ("reverse_mangan",),
    "満貫払い": ("reverse_mangan",),
    "13": ("yakuman",),
    "limit": ("yakuman",),
    "役満": ("yakuman",),
    "満貫": ("mangan",),
    "倍満": ("baiman",),
    "三倍満": ("sanbaiman",),
    "大三元": ("daisangen",),
    "大四喜": ("daisuushii",),
    "四槓子": ("suukantsu",),
    "国士": ("kokushi",),
    "国士無双": ("kokushi",),
    "east": ("tonpuusen",),
    "east_only": ("tonpuusen",),
    "tonpuu": ("tonpuusen",),
    "東風戦": ("tonpuusen",),
    "east_south": ("hanchan",),
    "south": ("hanchan",),
    "東南戦": ("hanchan",),
    "半荘": ("hanchan",),
    "一荘": ("issou",),
    "split": ("share",),
    "shared": ("share",),
    "top": ("first",),
    "forced": ("automatic",),
    "allowed": ("optional",),
    "daisushi": ("daisuushii",),
    "daisuushi": ("daisuushii",),
    "suukantu": ("suukantsu",),
}
"""The values that another word may mean, most likely first."""

RULESET_ALIASES: dict[str, tuple[str, ...]] = {
    "majsoul": ("mahjong-soul",),
    "jantama": ("mahjong-soul",),
    "雀魂": ("mahjong-soul",),
    "天鳳": ("tenhou",),
    "mleague": ("m-league",),
    "mリーグ": ("m-league",),
    "europe": ("ema-2025", "ema-2016"),
    "worldriichi": ("wrc-2025",),
    # Leagues and associations that play a bundled ruleset as it is; docs/rulesets.md says where that is written.
    "worldriichileague": ("wrc-2025",),
    "worldriichileague2026": ("wrc-2025",),
    "wrl": ("wrc-2025",),
    "wrl2026": ("wrc-2025",),
    "ara": ("wrc-2025",),
    "nariichi": ("wrc-2025",),
    "emaannotations": ("ema-2025",),
    "warszawa": ("warsaw",),
    "melbourne": ("vic-riichi",),
    "arizona": ("azriichi",),
    "queencityriichi": ("queen-city",),
    "qcr": ("queen-city",),
    "cologne": ("riichi-cologne",),
    "köln": ("riichi-cologne",),
    "最高位戦": ("saikouisen",),
    "最強戦": ("saikyousen",),
    "麻将連合": ("mu",),
    "μ": ("mu",),
}
"""Other names of bundled rulesets, in lower case and without hyphens."""


def value_hint(value: str, allowed: Sequence[str]) -> str:
    """Return a hint with the value that was probably meant by a text that a key does not accept."""
    word = value.strip().casefold()
    if meant := [known for known in VALUE_ALIASES.get(word, ()) if known in allowed]:
        return (
            " or ".join(f'did you mean "{known}"' if known == meant[0] else f'"{known}"' for known in meant[:2]) + "?"
        )
    found = close(value, allowed)
    return f'did you mean "{found}"?' if found else ""
