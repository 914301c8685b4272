"""Whatever a referee asks is answered in the language asked for; citations and JSON stay as they are."""

from __future__ import annotations

import io
import json
import re
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from kanrules.cases.case import read_cases
from kanrules.cli import main
from kanrules.desk.case_index import TITLES, chapters
from kanrules.desk.foul import FOULS
from kanrules.desk.meaning import question_meaning
from kanrules.desk.subjects import casebook, subjects
from kanrules.desk.topics import topics
from kanrules.kan.course import WAY
from kanrules.law.codes import CODES
from kanrules.law.yaku import WORDS
from kanrules.locale import _AS_WRITTEN, LANGUAGES, Translator, translator
from kanrules.locale.sentences import say
from kanrules.ruleset.glossary import glossary
from kanrules.ruleset.keys import keys, table_words
from kanrules.ruleset.library import bundled_ids
from kanrules.ruleset.load import load_ruleset
from tests.locale.begun import skip_if_begun_only
from tests.locale.everything import every_message_translated, wide
from tools.translations import read

OTHERS = [language for language in LANGUAGES if language != "en"]
ROOT = Path(__file__).parents[2]
GAME = str(ROOT / "tests" / "games" / "four-kans.mjson.gz")
WRONG = str(ROOT / "tests" / "locale" / "wrong.toml")
"""Cases of which each key of `expect` is wrong."""
POSITION = """
[[case]]
name = "X"
[case.given]
hands = { north = "34p567m123s789s11z" }
melds = { south = ["pon 222p from east"] }
turn = "south"
live = "2p"
indicators = "9s 6m"
[case.play]
lines = '''
south draws 2p
west ankan 1z
south shouminkan 2p
north ron
'''
"""
ASKED = [
    ["pay", "daisangen", "--winner", "west", "--liable", "daisangen=south", "--by", "north", "--honba", "2", "--rules",
     "ema-2016"],
    ["pay", "daisangen", "tsuuiisou", "--winner", "south", "--liable", "daisangen=west", "--sticks", "2", "--rules",
     "m-league"],
    ["pay", "daisangen", "suukantsu", "--winner", "south", "--liable", "daisangen=west", "--liable", "suukantsu=north",
     "--honba", "3",
     "--rules", "wrc-2025"],
    ["pay", "--han", "3", "--fu", "60", "--winner", "S", "--liable", "rinshan=west", "--rules", "m-league"],
    ["pay", "--hand", "34p567m99s", "--melds", "daiminkan 5555z, pon 222s", "--win", "2p", "--with", "rinshan",
     "--winner", "W", "--all-rules"],
    ["pay", "mangan", "--winner", "east", "--by", "south", "--rules", "tenhou"],
    ["foul", "riichi_kan", "--rules", "m-league"],
    ["foul", "fifth_kan", "--rules", "tenhou"],
    ["foul", "indicator_wrong_tile", "--all-rules"],
    ["foul", "riichi_kan", "--all-rules"],
    ["foul"],
    ["riichi-kan", "3335666p111456s", "--draw", "3p", "--rules", "m-league"],
    ["riichi-kan", "3444m778899s333z", "--draw", "4m", "--rules", "tenhou"],
    ["riichi-kan", "1123456788999s", "--draw", "9s", "--all-rules"],
    ["riichi-kan", "6677778888999s", "--draw", "9s", "--all-rules"],
    ["ask", "indicator forgotten", "--rules", "ema-2016"],
    ["ask", "dead wall", "--all-rules"],
    ["ask", "time is up in the middle of a kan", "--rules", "tenhou"],
    ["explain", "KR205", "--rules", "ema-2016"],
    ["explain", "kan", "--rules", "m-league"],
    ["explain", "kan"],
    ["explain", "kandora", "--rules", "tenhou"],
    ["explain", "kandora"],
    ["explain", "riichi_kan.level", "--rules", "tenhou"],
    ["explain", "furiten", "--rules", "tenhou"],
    ["explain", "game", "--rules", "tenhou"],
    ["explain", "dead wall replenish"],
    ["casebook", "--rules", "ema-2016,tenhou"],
    ["casebook", "robbed"],
    ["casebook", "--rules", "m-league", "--to", "md"],
    ["casebook", "--to", "html", "--rules", "m-league,tenhou"],
    ["replay", GAME, "--rules", "tenhou", "--compare", "ema-2016"],
    ["replay", GAME, "--rules", "ema-2016"],
    ["replay", GAME, "--rules", "ema-2016", "--to", "html"],
    ["verify", "-", "--rules", "tenhou"],
    ["verify", "-", "--rules", "tenhou", "--to", "html"],
    ["verify", WRONG, "--rules", "tenhou"],
    ["draw", "table", "-", "--rules", "tenhou"],
    ["draw", "hand", "123m46p", "--draw", "1z", "--melds", "ankan 5505p", "--rules", "m-league"],
]  # fmt: skip
"""What is asked; each in every language."""
_ENGLISH = re.compile(r"\b(the|is|are|of|by|with|and|no|not|from|which|when|may|what|who|an?|wins?|under|default)\b")


def run(capsys: pytest.CaptureFixture[str], words: list[str], language: str) -> str:
    with pytest.raises(SystemExit) as ended:
        main([*words, "--lang", language])
    out = capsys.readouterr()
    assert ended.value.code in (0, 1), out.err
    return out.out


def paste(monkeypatch: pytest.MonkeyPatch) -> None:
    """Puts the position on standard input, and makes the terminal wide."""
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(POSITION.encode()), encoding="utf-8"))
    monkeypatch.setenv("COLUMNS", "4000")


@pytest.mark.rest
@pytest.mark.parametrize("language", ["de", "ja"])
@pytest.mark.parametrize("words", ASKED, ids=lambda words: " ".join(words)[:60])
def test_every_sentence_that_is_shown_is_a_message_for_translators(
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    messages: frozenset[str],
    words: list[str],
    language: str,
) -> None:
    # Every message has a translation here, so English that is left is a text that no translator is given. What the
    # languages do not translate yet is counted by `.ci/release`.
    with every_message_translated(language, messages) as others:
        paste(monkeypatch)
        said = run(capsys, words, language)
    paste(monkeypatch)
    english = run(capsys, words, "en")
    assert not {text for text in others if " " in text and _ENGLISH.search(text) and text in said and not cited(text)}
    # A text that does not go through the translator is the same in both.
    same = set(english.splitlines()) & set(said.splitlines())
    left = {line.strip() for line in same if _ENGLISH.search(line) and len(line.split()) > 3}
    assert not {line for line in left if not cited(line)}


_DOCUMENTS = {
    text
    for name in bundled_ids()
    for rules in [load_ruleset(name)]
    for text in (
        rules.title, rules.name,
        *(str(rules.origin(key).source) for key in rules.values if rules.origin(key).source is not None),
    )
}  # fmt: skip


def cited(text: str) -> bool:
    """Whether a text is a citation: the title of a ruleset, a document with its clause, code of the page."""
    if any(mark in text for mark in (" · ", "<", "{", "http", "//", ";")) or re.match(r"\s*[\w.]+ = ", text):
        return True
    if set(re.split(r"[ ,]+", text)) <= set(bundled_ids()):
        return True
    return any(text in document or document in text for document in _DOCUMENTS if document)


@pytest.mark.rest
@pytest.mark.parametrize(
    "words", [words for words in ASKED if words[0] in ("pay", "foul", "riichi-kan", "ask", "explain", "casebook")]
)
@pytest.mark.parametrize("language", ["ja", "de"])
def test_json_stays_english(capsys: pytest.CaptureFixture[str], words: list[str], language: str) -> None:
    if "--to" in words or words == ["foul"]:
        return
    english = run(capsys, [*words, "--format", "json"], "en")
    assert json.loads(run(capsys, [*words, "--format", "json"], language)) == json.loads(english)


def spoken() -> Iterator[str]:
    """Every English message that an answer can hold and no sheet does."""
    for row in CODES.values():
        yield from (row.says, row.when, row.example, *row.sentences.values())
    yield from (word.meaning for word in glossary().values())
    for step in WAY:
        yield from (step.name, step.law)
    for topic in topics():
        yield from filter(None, (topic.question, topic.unsaid))
    yield from (*FOULS.values(), *WORDS.values(), *TITLES.values())
    for entry in keys().values():
        yield from (entry.title, entry.question)
    for group in table_words().values():
        yield from group
    for _, path in chapters():
        for case in read_cases(path):
            yield case.question
            for name in bundled_ids():
                yield (
                    ""
                    if case.players == 3 and not name.endswith(("-3p", "dora-1"))
                    else str(case.expected(name).get("answer", ""))
                )


def test_every_ruling_question_and_answer_is_a_message_for_translators(messages: frozenset[str]) -> None:
    assert sorted(set(spoken()) - messages - {""}) == []


@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize("topic", topics(), ids=lambda topic: topic.question)
def test_a_question_of_the_floor_is_understood_in_its_language(topic: object, language: str) -> None:
    question = topic.question
    if not translator(language).knows(question):
        pytest.skip("not translated yet, see .ci/release")
    found = question_meaning(translator(language)(question), language).near
    assert question in [one.subject.question for one in found]


def test_words_of_a_club_are_said_to_be_its_own() -> None:
    own = "The loser buys tea."
    with every_message_translated("de", frozenset({"Dead hand.", _AS_WRITTEN})):
        speak = translator("de")
        assert speak.own("Dead hand.") == wide("Dead hand.")
        assert speak.own(own) == wide(_AS_WRITTEN).format(text=own) != own
    assert translator("en").own(own) == own
    assert translator("de").own("") == ""


@pytest.mark.parametrize("language", [code for code in LANGUAGES if code != "en"])
def test_a_translation_that_equals_its_english_is_a_translation(language: str) -> None:
    skip_if_begun_only(language)
    speak = translator(language)
    same = [message.id for message in read(ROOT, language) if message.id and message.string == message.id]
    assert same and [text for text in same if speak.own(text) != text] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_name_of_a_ruleset_is_never_translated(language: str, capsys: pytest.CaptureFixture[str]) -> None:
    # The ruleset tenhou has the name of a yaku.
    for words in (["explain", "kandora"], ["explain", "kandora.ankan"], ["explain", "riichi-after-an-ankan"]):
        said = run(capsys, [*words, "--rules", "tenhou"], language)
        assert "tenhou" in said and not re.search(r"\bTenhou:|\bTenhō|天和", said)


def test_a_sentence_is_said_with_all_that_stands_in_it() -> None:
    inner = say("waits for {waits}", waits="1m")
    with every_message_translated("fr", frozenset({"{now} after {tile}", "waits for {waits}"})):
        said = translator("fr")(say("{now} after {tile}", now=inner, tile="4m"))
    assert said == wide("waits for") + " 1m " + wide("after") + " 4m"
    assert isinstance(translator("fr"), Translator)


def test_a_language_that_there_is_not_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    for words in (["pay", "mangan", "--winner", "east"], ["foul"], ["casebook"], ["ask", "x"], ["explain", "KR205"]):
        with pytest.raises(SystemExit) as ended:
            main([*words, "--lang", "xx"])
        assert ended.value.code == 2
        assert "unknown language 'xx'; expected one of: en, ja, fr, nl, de" in capsys.readouterr().err


def test_the_casebook_is_searched_in_the_language_asked_for(capsys: pytest.CaptureFixture[str]) -> None:
    question = next(iter(casebook().values())).question
    with every_message_translated("de"):
        assert wide(question) in run(capsys, ["casebook", wide(question), "--rules", "ema-2016", "--to", "md"], "de")
    assert len(subjects()) > 100
