"""The sheet of a book in the language in which it is written has the book's own title and words, and no English remark.

What is a remark? A clause is a place in a document. A sheet in the language of the document names it in the words of
the document, or says the subject in its language. So a clause of a document in Japanese has, on a Japanese sheet, no
word in Latin letters that begins in lower case, one of a document in French or Dutch no word that only English has.
What a document in English says is cited in English in every language; those documents are listed here, and a document
that is in neither list fails.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape

import pytest

from kanrules.desk.foul import FOULS
from kanrules.desk.key_statement import key_statement
from kanrules.locale import LANGUAGES, translator
from kanrules.report.document import slip_as_html
from kanrules.report.law_book import law_book
from kanrules.report.law_book.article_writer import ArticleWriter
from kanrules.report.law_book.book_html import book_html
from kanrules.report.sheet import SheetMaker, sheet, sheet_markdown
from kanrules.report.sheet_slips import penalty_slip
from kanrules.ruleset import load_ruleset
from kanrules.ruleset.effects import holds, mute
from kanrules.ruleset.keys import keys
from kanrules.ruleset.library import bundled_ids
from kanrules.ruleset.native_names import NATIVE, native_clause, native_document, own_words
from kanrules.rulings import Grade, Source
from kanrules.site.frame import chip
from tests.cli.running import run

CLUBS = "ataki-b d-league donkey dora-1 kenko km-1 m-tokamachi mahjong-to majan-kazan mcww-2015 mj-college nennrin"
OWN = {
    **dict.fromkeys([*NATIVE["ja"], *CLUBS.split(), "parlour-9592", "roku-meikan", "ron2"], "ja"),
    "fr-intro": "fr",
    "furiten-nl": "nl",
    "riichi-cologne": "de",
}
"""The language of each book that is not written in English."""
IN_ENGLISH = (
    "A program's summary of the rules of 25 August 2025",
    "A rules library's notes on liability in Mahjong Soul, Riichi City, M.League and Ron2",
    "Doman Mahjong, Advanced Rules (the publisher's guide)",
    "EMA Riichi Rules for Japanese Mahjong 2016",
    "JPML rules 2026, as encoded in two repositories",
    "Mahjong NY, overview of the Saikouisen tournament rules, 2023",
    "Mahjong Soul, options of friendly rooms as listed in a rules library",
    "Mahjong Soul, tournament presets",
    "Majiang, preset Classic",
    "Pantheon, ruleset jpmlA",
    "ReachMahjong, USPML update on its rules, about 2010",
    "RiichiEnv, issue 43: robbing an ankan with kokushi",
    "RiichiEnv, rules of Mahjong Soul",
    "Rule table of the app MOMO and the tournament presets of Mahjong Soul, which agree",
    "Rule table of the app MOMO, 10 October 2026",
    "Titles of Japanese mahjong, checked against the leagues' pages on 4 May 2026",
    "fivesou, preset JPML 2022",
    "kanachan, replayed against records of Mahjong Soul",
    "mahjong-api, preset JPML A",
    "mahjong-api, preset JPML B",
    "mchjong, docs/RULES.md, after the sheet of 1 April 2026",
    "mchjong, docs/RULES.md: Mahjong Soul official rules",
    "mchjong, docs/RULES.md: preset Mahjong Soul",
    "mchjong, preset League A",
    "mchjong, preset Mahjong Soul",
    "riichi.wiki, Doman Mahjong",
    "riichi.wiki, Kan",
    "riichi.wiki, Mahjong Soul",
    "riichi.wiki, Majsoul",
    "riichi.wiki, Tenhou.net rules",
)
"""Documents in English, and the keys of programs, that books in other languages cite."""
REMARK = {
    "ja": re.compile(r"(?<![A-Za-z.])[a-z]{2,}"),
    "de": re.compile(r"\b(?:the|and|with|after|not|is|by|four|changed|rules)\b"),
    "fr": re.compile(r"\b(?:the|and|with|after|not|is|of|rules|paragraph)\b"),
    "nl": re.compile(r"\b(?:the|and|with|after|not|rules)\b"),
}


def sources() -> Iterator[tuple[str, Source]]:
    for id in bundled_ids():
        rules = load_ruleset(id)
        yield from ((id, source) for layer in rules.layers for source in layer.written.sources.values())


DOCUMENTS = {language: own["documents"] for language, own in own_words().items()}


@pytest.mark.parametrize("language", DOCUMENTS)
def test_no_clause_of_a_document_is_an_english_remark_on_a_sheet_in_its_language(language: str) -> None:
    own = [one for _, one in sources() if one.document in DOCUMENTS[language] and one.grade is not Grade.RECORDED]
    printed = {native_clause(one.document, one.clause, language) for one in own}
    assert printed
    assert {clause for clause in printed if REMARK[language].search(clause)} == set()


@pytest.mark.parametrize("id", ["m-league", "mahjong-soul", "nennrin", "riichi-cologne", "fr-intro"])
def test_slip_foul_answer_page_and_book_name_a_document_as_the_sheet_does(
    id: str, capsys: pytest.CaptureFixture[str]
) -> None:
    rules, language = load_ruleset(id), OWN[id]
    say = translator(language)
    names = {theirs: native_document(theirs, language) for theirs in DOCUMENTS[language]}
    foreign = {english for english, own in names.items() if english != own}
    shown = [slip_as_html(penalty_slip(rules, name, language)) for name in FOULS]
    shown += [chip(source, say) for key in keys() if (source := rules.origin(key).source) is not None]
    shown.append(book_html(law_book(rules, language)))
    for command in (["foul", "riichi_kan"], ["ask", "kandora"]):
        shown.append(run(capsys, *command, "--rules", id, "--lang", language)[1])
    text = unescape(" ".join(shown))
    assert any(own in text for own in names.values())
    assert {english for english in foreign if re.search(rf"{re.escape(english)}(?![^<>]*\bhref)", text)} == set()


def test_every_word_of_a_document_is_printed_for_a_clause_of_a_ruleset() -> None:
    cited = {(one.document, one.clause) for _, one in sources()}
    words = {(title, name) for own in own_words().values() for title, of in own.get("words", {}).items() for name in of}
    assert words - cited == set()


def test_every_document_of_a_book_in_another_language_is_in_that_language_or_known_to_be_in_english() -> None:
    cited = {(OWN[id], one.document) for id, one in sources() if id in OWN}
    assert {title for language, title in cited if title not in DOCUMENTS[language]} == set(IN_ENGLISH)


def test_what_was_counted_in_records_is_said_in_every_language() -> None:
    counted = {one.clause for _, one in sources() if one.grade is Grade.RECORDED and " " in one.clause}
    assert counted
    speak = [translator(language) for language in ("de", "fr", "ja", "nl")]
    assert {(one.language, clause) for one in speak for clause in counted if not one.knows(clause)} == set()


SHEETS = ("m-league", "ja-intro", "fr-intro", "riichi-cologne", "donkey", "nennrin", "roku-meikan", "saikyousen")


@pytest.mark.parametrize("id", [*SHEETS, "furiten-nl"])
def test_no_english_sentence_remains_on_the_sheet_of_a_book_in_its_own_language(id: str) -> None:
    page = sheet_markdown(sheet(load_ruleset(id), [OWN[id]]))
    page = re.sub(r"<http[^>]*>", "", page)
    assert not re.findall(r"\b(?:the|and|with|after|not|undated|rules)\b", page)


def test_the_japanese_sheet_of_the_m_league_states_its_chombo_in_points_of_the_total() -> None:
    page = sheet_markdown(sheet(load_ruleset("m-league"), ["ja"]))
    assert page.startswith("# Mリーグ公式ルール")
    assert "自己のトータルポイントから20ポイント" in page


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("id", ["tenhou-3p", "101", "mahjong-soul"])
def test_a_value_is_said_alike_by_the_sheet_the_book_and_an_answer(id: str, language: str) -> None:
    say, rules = translator(language), load_ruleset(id)
    acting = [key for key in keys() if key not in mute(rules) and not key.startswith("penalty.")]
    maker, book = SheetMaker(rules, [language]), ArticleWriter(rules, say)
    said = {key: say(key_statement(key, rules).text) for key in acting}
    assert said == {key: maker.answer(key, say).text for key in acting} == {key: book.means(key) for key in acting}


def test_a_list_has_the_commas_of_the_language_and_the_words_of_the_table() -> None:
    rules = load_ruleset("mahjong-soul")
    doubled = holds("scoring.double_yakuman", rules)
    assert "kokushi_13" in rules.options.scoring.double_yakuman
    assert "suuankou tanki, kokushi on thirteen tiles, chuuren poutou on nine tiles" in doubled
    assert "四暗刻単騎、国士無双十三面待ち、純正九蓮宝燈" in translator("ja")(doubled)
