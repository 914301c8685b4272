"""One term for one thing in each language, and its typography. `docs/translating.md` has the terms."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path

import pytest

from kanrules.locale import LANGUAGES
from tests.locale.begun import skip_if_begun_only
from tools.translations import read

ROOT = Path(__file__).parents[2]
OTHERS = [language for language in LANGUAGES if language != "en"]
CODE = re.compile(
    r"`[^`]*`|[a-z.]+ = (?:\"[^\"]*\"|\[[^\]]*\]|\w+)|[\w-]*\.toml|--[a-z-]+|west: [\w/]+|\{\w+\}|\bid\b", re.ASCII
)
"""What is never translated: keys, values and options."""
LETTER = r"[^\W\d_]"
JAPANESE = "ぁ-んァ-ヶー一-龠々"

NOT_SAID: dict[str, dict[str, str]] = {
    "de": {
        r"\b[Ss]peis|\bgespeis": "den Stein abwerfen, der Abwerfende",
        r"\bGeber": "Dealer",
        "Unentschieden": "Remis",
        r"\b[Bb]eraubte?s? Kita": "ein Kita rauben",
        r"\bKans\b": "Kan (one form for singular and plural)",
        r"\b(das|ein|kein) Honba": "die Honba",
        r"Rinshan-Gewinn": "Gewinn auf den Ersatzstein",
    },
    "fr": {
        r"\b[Cc]arrés?\b": "kan",
        r"\bmises?\b": "bâton de riichi",
        r"\bnourri": "fournir",
        "mur vif": "mur vivant",
        r"\bnullités?\b": "annulation (abortive), donne nulle (exhaustive)",
        r"kaihou|kyuushu|\b(un|le|du|ce) shouminkan|suukantsu|kokushi musou": "kaihō, kyūshu, shōminkan, sūkantsu",
    },
    "nl": {
        r"\b[Dd]ealer\b|\b[Dd]eler\b": "Oost",
        r"staafje|stokje": "riichi-inzet",
        "dertien wezen": "kokushi musou",
        r"\bvoedd?[te]\b|\bvoeder\b": "de steen geven",
        "plug-in": "plugin",
    },
    "ja": {
        r"四カン|暗カン|カンドラ|加カン": "槓",
        r"嶺上開槓": "嶺上開花",
        r"振聴": "フリテン",
        "責任払いを負う者": "責任者",
    },
}
"""What a translation does not say, by language, with the term that it uses instead."""

TYPOGRAPHY: dict[str, dict[str, str]] = {
    "de": {
        r"\"": "„quotes“",
        r"”": "„quotes“",
        rf"(?<={LETTER})'(?={LETTER})": "’",
        r"„[^“]*$": "a quotation mark that is never closed",
        r" [;:!?]": "no space before punctuation",
    },
    "fr": {
        r"\"": "« guillemets »",
        rf"(?<={LETTER})'(?={LETTER})": "’",
        r"[^\u202f]»|«(?!\u202f)": "narrow no-break spaces inside « »",
        rf"(?<=[\w)}}’])[;!?](?=\s|$)|(?<={LETTER}):(?=\s|$)": "a narrow no-break space before ; : ! ?",
        "\u00a0| [;:!?»]": "narrow no-break spaces (U+202F)",
    },
    "nl": {
        r"\"|„|‘": "“quotes”",
        rf"(?<={LETTER})'(?={LETTER})": "’",
        r" [;:!?]": "no space before punctuation",
    },
    "ja": {
        r"\"|“|”": "「」",
        rf"(?<=[{JAPANESE}])[,.!?;]": "、。！？",
        rf"\([^()]*[{JAPANESE}][^()]*\)": "（）",
        rf"(?<=[{JAPANESE}]) (?=[{JAPANESE}])": "no space between words",
        rf"(?<=[{JAPANESE}]): ?": "：",
        r"(?<=\d)~(?=\d)": "〜",
    },
}
"""What is not the punctuation of a language, with what is."""


@lru_cache
def sentences(language: str) -> tuple[str, ...]:
    """Every translation, without what is not translated."""
    return tuple(CODE.sub("x", str(message.string)) for message in read(ROOT, language) if message.id)


def marked(language: str, rules: dict[str, str]) -> Iterator[str]:
    for pattern, instead in rules.items():
        for sentence in sentences(language):
            if found := re.search(pattern, sentence):
                yield f"{found.group()!r}, not {instead}: {sentence}"


@pytest.mark.parametrize("language", OTHERS)
def test_one_thing_has_one_term(language: str) -> None:
    skip_if_begun_only(language)
    assert list(marked(language, NOT_SAID[language])) == []


@pytest.mark.parametrize("language", OTHERS)
def test_punctuation_is_that_of_the_language(language: str) -> None:
    skip_if_begun_only(language)
    assert list(marked(language, TYPOGRAPHY[language])) == []


def test_french_never_leaves_an_article_before_a_name_that_may_begin_with_a_vowel() -> None:
    # What the program fills in may be an ankan, or the seat of east: "le ankan" and "de Est" are not French.
    bare = re.compile(r"\b(?:[Ll][ea]|[DdNnSs]e|[Qq]ue|[Jj]usque) \{(?:kan|seat|event|call|who)\}")
    said = [str(message.string) for message in read(ROOT, "fr") if message.id]
    assert [sentence for sentence in said if bare.search(sentence)] == []
    assert bare.search("taxe pour le {kan} de {seat}")


@pytest.mark.parametrize(
    ("language", "sentence"),
    [
        ("de", 'Der Geber sagt "Kan"'),
        ("fr", "Le carré est volé : qui paie ?"),
        ("nl", 'De dealer zegt "kan"'),
        ("ja", "槓ドラはいつめくるか?"),
    ],
)
def test_the_eye_sees_a_wrong_term_and_wrong_punctuation(language: str, sentence: str) -> None:
    rules = {**NOT_SAID[language], **TYPOGRAPHY[language]}
    assert any(re.search(pattern, sentence) for pattern in rules)


TERMS: dict[str, dict[str, str]] = {
    "replacement tile": {
        "de": "Ersatzst", "fr": "de remplacement|rinshan", "nl": "vervangende ste|rinshan", "ja": "嶺上"},
    "dead wall": {"de": r"\btote", "fr": "murs? mort", "nl": "dode", "ja": "王牌"},
    "dead hand": {"de": r"\btote?", "fr": r"\bmorte", "nl": "dode|dood", "ja": "アガリ放棄"},
    "riichi stick": {"de": "Stab|Stäbe", "fr": "bâton", "nl": "inzet", "ja": "リーチ棒|供託"},
    "liable": {"de": "haft", "fr": "responsab", "nl": "aansprakelijk", "ja": "責任|包"},
}  # fmt: skip
"""The term of a thing, by language."""

SAID_OTHERWISE = (
    "A replacement tile is drawn",
    "The replacement tile: ",
    "The dead wall: ",
    "for example: ",
    "Another winner: ",
)
"""Beginnings of sentences that define a thing or show what to type."""


@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize("thing", TERMS)
def test_a_sentence_about_a_thing_has_its_term(thing: str, language: str) -> None:
    """Short Japanese answers (あり, なし) leave the subject to the line, so only whole sentences are held to it."""
    skip_if_begun_only(language)
    term = re.compile(TERMS[thing][language], re.IGNORECASE)
    about = [
        message
        for message in read(ROOT, language)
        if message.id
        and re.search(rf"\b{thing}s?\b", str(message.id))
        and len(str(message.string)) > 24
        and not str(message.id).startswith(SAID_OTHERWISE)
    ]
    assert len(about) > 10
    missing = [f"{message.id} | {message.string}" for message in about if not term.search(str(message.string))]
    assert missing == []


BY_NAME = {"13 orphans only"}
"""Messages in which another language has a name for the number."""


def numbers(text: str) -> list[str]:
    """Every number of a text, without the separator of thousands."""
    bare = re.sub(r"\{[^}]*\}", "", text)
    return sorted(re.findall(r"\d+", re.sub(r"(?<=\d)[.,\u202f\u00a0 ](?=\d{3}(?!\d))", "", bare)))


@pytest.mark.parametrize("language", [one for one in OTHERS if one != "ja"])
def test_a_translation_has_the_numbers_of_its_message(language: str) -> None:
    """Points, penalties, clauses: a number that is lost or changed is another rule. Japanese writes some as words."""
    wrong = [
        f"{message.id} | {message.string}"
        for message in read(ROOT, language)
        if message.id
        and message.string
        and message.id not in BY_NAME
        and numbers(str(message.id)) != numbers(str(message.string))
    ]
    assert wrong == []
