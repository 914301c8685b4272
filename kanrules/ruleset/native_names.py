"""Names of bundled rulesets, and words of the documents that they cite, in the language of those who play by them.

Only names that the publisher uses itself, and of teaching texts what they are; every other ruleset is called by its one
name in every language.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

from kanrules.locale import ENGLISH, Translator
from kanrules.ruleset.aliases import aliases
from kanrules.rulings import Grade, Source

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
    "de": {"riichi-cologne": "Riichi Cologne, Hausregeln"},
    "fr": {"fr-intro": "Introduction française au kan, texte pédagogique"},
}
"""Names by language and id."""


def native_name(id: str, name: str, language: str) -> str:
    """Return the name of a bundled ruleset in a language, or the name that was given."""
    return NATIVE.get(language, {}).get(id, name)


def search_words(id: str, *names: str) -> str:
    """Return the words by which a ruleset is found in a list, in lower case: its id, these names, its names in every
    language, and the leagues that play by it.
    """
    native = [of[id] for of in NATIVE.values() if id in of]
    return " ".join((id, *names, *native, *(name for name, ids in aliases("rulesets").items() if id in ids))).casefold()


def native_source(source: Source, speak: Translator) -> Source:
    """Return a source as a print in a language names it. What was counted in records is ours to say in any language; a
    document written in it is called what it calls itself.
    """
    if source.is_decision or speak.language == ENGLISH.language:
        return source
    clause = native_clause(source.document, source.clause, speak.language)
    if source.grade is Grade.RECORDED:
        clause = speak(source.clause)
    return replace(source, document=native_document(source.document, speak.language), clause=clause)


def native_document(title: str, language: str) -> str:
    """Return the title of a document in a language, if it is written in it, or the title that was given."""
    titles: Mapping[str, str] = own_words().get(language, {}).get("documents", {})
    return titles.get(title, title)


def native_clause(title: str, clause: str, language: str) -> str:
    """Return what a document written in a language says at a clause that names a subject, or the clause itself."""
    words: Mapping[str, str] = own_words().get(language, {}).get("words", {}).get(title, {})
    return words.get(clause, clause)


@cache
def own_words() -> Mapping[str, Any]:
    """Return the titles and the words of the documents that are not in English, by language."""
    # Imported late: nothing in English needs it.
    import tomllib

    return tomllib.loads((Path(__file__).parent / "own_words.toml").read_text("utf-8"))
