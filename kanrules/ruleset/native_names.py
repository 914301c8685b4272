"""Names of bundled rulesets in the language of those who play by them.

Only names that the publisher uses itself, and of teaching texts what they are; every other ruleset is called by its one
name in every language.
"""

from __future__ import annotations

from collections.abc import Mapping

NATIVE: Mapping[str, Mapping[str, str]] = {
    "ja": {
        "101": "101競技連盟ルール",
        "doman": "ドマ式麻雀（ファイナルファンタジーXIV）",
        "fight-club": "麻雀格闘倶楽部",
        "gakusei": "学生麻雀連盟",
        "ja-intro": "カンの入門記事",
        "jpml-a-2022": "日本プロ麻雀連盟 Aルール",
        "jpml-a-2023": "日本プロ麻雀連盟 Aルール",
        "jpml-a-2026": "日本プロ麻雀連盟 Aルール",
        "jpml-b": "日本プロ麻雀連盟 Bルール",
        "jpml-wrc": "日本プロ麻雀連盟 WRCルール",
        "m-league": "Mリーグ公式ルール",
        "mahjong-soul": "雀魂",
        "mahjong-soul-3p": "雀魂（三人麻雀）",
        "mu": "麻将連合ルール",
        "npm": "日本プロ麻雀協会ルール",
        "riichi-city": "麻雀一番街",
        "rmu-a": "RMU Aルール",
        "rmu-b": "RMU Bルール",
        "rmu-m": "RMU Mルール",
        "saikouisen": "最高位戦ルール",
        "saikouisen-classic": "最高位戦Classicルール",
        "saikyousen": "麻雀最強戦ルール",
        "sega-mj": "SEGA NET麻雀 MJ",
        "sega-mj-3p": "SEGA NET麻雀 MJ（三人麻雀）",
        "tenhou": "天鳳",
        "tenhou-3p": "天鳳（三人麻雀）",
    },
    "fr": {"fr-intro": "Introduction française au kan, texte pédagogique"},
}
"""Names by language and id."""
DOCUMENTS: Mapping[str, Mapping[str, str]] = {
    "ja": {
        "How to make a kantsu, and what a kan is (in Japanese)": "mahjong-joutatsu.com、カンの入門記事",
        "M.League official rules": "Mリーグ公式ルール",
        "Mahjong Saikyousen 2022, rules": "麻雀最強戦2022 ルール",
        "RMU, rules": "RMUルール",
        "Recorded games of Tenhou, 2008-2024": "天鳳の牌譜（2008〜2024年）",
        "Recorded games of Tenhou with three players": "天鳳の牌譜（三人麻雀）",
        "Saikouisen, competition rules, published at saikouisen.com": "最高位戦 競技規定（saikouisen.com）",
        "Tenhou manual": "天鳳マニュアル",
    },
    "fr": {"Wiki riichi mahjong, Kan (in French)": "Wiki riichi mahjong, Kan"},
    "nl": {"Furiten.nl, chapter VII, wrong kans (in Dutch)": "Furiten.nl, hoofdstuk VII"},
}
"""Titles of documents by the language in which they are written, and by their title in the sources."""


def native_name(id: str, name: str, language: str) -> str:
    """Return the name of a bundled ruleset in a language, or the name that was given."""
    return NATIVE.get(language, {}).get(id, name)


def native_document(title: str, language: str) -> str:
    """Return the title of a document in a language, if it is written in it, or the title that was given."""
    return DOCUMENTS.get(language, {}).get(title, title)
