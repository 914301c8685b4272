"""`kanrules ask`: the questions of a floor, under every bundled book; what no text says is said first."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Iterable
from pathlib import Path

import pytest

from kanrules.cli import main
from kanrules.desk.ask import EMPTY, TopicAnswer, ask, of_case, of_key
from kanrules.desk.casebook import CasebookAnswer as CasebookAnswer
from kanrules.desk.casebook import Clause, answer_to, cases_by_id
from kanrules.desk.explain import look_up
from kanrules.desk.foul import FOULS, foul
from kanrules.desk.lexicon import also, concepts
from kanrules.desk.subjects import Subject, casebook, meant, subjects
from kanrules.desk.topics import TOPICS
from kanrules.errors import UnreadableError
from kanrules.locale import translator
from kanrules.ruleset import Ruleset, bundled_ids, load_ruleset
from kanrules.ruleset.catalogue import CATALOGUE, meaning
from kanrules.ruleset.effects import holds, mute, silencing
from kanrules.ruleset.keys import TEXT_TABLES, keys
from kanrules.rulings import UNSAID

BOOKS = [load_ruleset(name) for name in bundled_ids()]
FLOOR = {
    "The kan dora indicator was forgotten, and the next player has drawn": (
        "indicator forgotten", "the new dora was not flipped and the next player has drawn",
        "we forgot to turn the kandora", "ドラ表示牌をめくり忘れた", "槓ドラのめくり忘れ", "indicateur oublié",
        "dorawijzer vergeten", "Dora-Indikator vergessen",
    ),
    "The kan dora indicator was turned too early": (
        "indicator turned too early", "an open kan and the dora was flipped too soon", "kan dora revealed early",
        "indicateur retourné trop tôt", "dorawijzer te vroeg omgedraaid", "Indikator zu früh aufgedeckt",
        "槓ドラを早くめくった",
    ),
    "The kan dora indicator was turned, and then the kan was robbed": (
        "indicator turned, then the kan is robbed", "dora flipped then chankan", "ドラをめくった後に槍槓",
        "Indikator aufgedeckt, dann Kan geraubt",
    ),
    "The wrong tile was turned as kan dora indicator, or ura dora was seen": (
        "wrong tile turned as indicator", "ura seen", "somebody saw the ura dora", "mauvais indicateur retourné",
        "falscher Indikator umgedreht",
    ),
    "The replacement tile was taken from the wrong end": (
        "replacement tile from the wrong end", "rinshan drawn from the wrong side of the wall",
        "tuile de remplacement du mauvais côté", "vervangende steen van de verkeerde kant",
        "Ersatzstein vom falschen Ende", "嶺上牌を間違った場所から取った",
    ),
    "The replacement tile was taken before the four tiles were shown": (
        "replacement taken before the four were shown", "drew rinshan before showing the four tiles",
        "Ersatzstein gezogen, bevor die vier Steine gezeigt wurden",
    ),
    "A discard was made without taking the replacement tile": (
        "discard without the replacement tile", "forgot the replacement tile and discarded", "嶺上牌を取り忘れた",
        "tuile de remplacement oubliée", "vervangende steen vergeten", "Ersatzstein vergessen",
    ),
    "Chankan was called after the replacement tile was taken": (
        "chankan called after the replacement", "robbing called after rinshan was drawn", "嶺上牌の後の槍槓",
    ),
    "Pon and kan were called at once, or the word was changed": (
        "pon and kan called at once", "said pon, then changed the word to kan", "pon en kan tegelijk geroepen",
        "ポンとカンを同時に発声",
    ),
    "The dead wall has 13 or 15 tiles at the last tile": (
        "dead wall of 13 at the last tile", "dead wall has 15 tiles", "dead wall replenish", "王牌が13枚",
        "le mur mort a treize tuiles", "dode muur van 15", "tote Mauer mit 13 Steinen",
    ),
    "A meld is laid out the wrong way, and furiten is disputed": (
        "meld laid the wrong way and furiten disputed", "wrong tile sideways in a meld",
    ),
    "A hand is a tile short after a kan": (
        "a hand one tile short after a kan", "too few tiles after kan", "カンの後に少牌", "te weinig stenen na een kan",
    ),
    "Time was called during a kan": (
        "time called during a kan", "the bell rang in the middle of a kan", "カンの途中で時間切れ",
        "tijd tijdens een kan",
    ),
}  # fmt: skip
"""Every question of a floor, in words that people use."""


def test_every_question_of_a_floor_is_a_topic_and_every_topic_is_asked_here() -> None:
    assert [topic.question for topic in TOPICS] == list(FLOOR)


@pytest.mark.parametrize(("topic", "words"), [(topic, words) for topic, ways in FLOOR.items() for words in ways])
def test_a_question_of_a_floor_is_understood_in_the_words_that_people_use(topic: str, words: str) -> None:
    assert meant(words)[0].question == topic


QUESTIONS = [
    (language, words, named)
    for language, rows in tomllib.loads((Path(__file__).parent / "questions.toml").read_text(encoding="utf-8")).items()
    for words, named in rows.items()
]


def names_of(subject: Subject) -> str:
    """The key, the casebook id and the question of a subject."""
    return f"{subject.key} {subject.case.id if subject.case else ''} {subject.question}".casefold()


@pytest.mark.parametrize(("language", "words", "named"), QUESTIONS)
def test_what_a_referee_asks_is_among_the_answers(language: str, words: str, named: list[str]) -> None:
    def are_meant(subjects: Iterable[Subject]) -> list[Subject]:
        texts = [(subject, names_of(subject)) for subject in subjects]
        return [subject for subject, text in texts if any(name.casefold() in text for name in named)]

    # Some words of a language are known only from the translations of the questions.
    if not any(translator(language).knows(subject.question) for subject in are_meant(subjects())):
        pytest.skip("not translated yet, see .ci/release")
    answers = meant(words, language)
    assert are_meant(answers), [subject.question for subject in answers]


def test_four_in_five_questions_of_referees_are_meant_first() -> None:
    first = [
        any(name.casefold() in names_of(found[0]) for name in named)
        for language, words, named in QUESTIONS
        if (found := meant(words, language))
    ]
    assert sum(first) >= 0.8 * len(QUESTIONS)


@pytest.mark.parametrize("rules", BOOKS, ids=lambda rules: rules.id)
def test_what_does_not_arise_under_a_book_is_never_answered_as_if_it_did(rules: Ruleset) -> None:
    silent = {key: silencing(key, rules) for key in keys() if silencing(key, rules)}
    assert silent.keys() == mute(rules)
    for key in silent.keys() - {key for key in silent if key.partition(".")[0] in TEXT_TABLES}:
        told = of_key(CATALOGUE[key].question, key, rules)
        assert "does not arise: " in told.text, key
        assert meaning(silent[key][0], rules[silent[key][0]]) in told.text
        assert told.ruling.key in silent[key]
        explained = look_up(key, rules, BOOKS)
        assert not isinstance(explained, str)
        assert any("does not arise: " in line for line in explained.lines), key


def test_a_fifth_kan_that_may_not_be_declared_cannot_be_robbed_either() -> None:
    (answer,) = ask("can a fifth kan be robbed", [load_ruleset("ema-2016")]).answers
    assert answer.text == "does not arise: A fifth kan must not be declared."
    assert answer.ruling.source is not None and answer.ruling.source.clause == "3.3.10"


def test_other_ways_to_ask_are_ways_to_ask_for_something_that_there_is() -> None:
    assert set(also()) <= {*keys(), *casebook()}


def test_a_misspelt_question_is_understood_all_the_same() -> None:
    assert meant("indicater forgoten")[0].question == TOPICS[0].question


def test_the_rows_of_the_topics_name_keys_and_questions_that_exist() -> None:
    for topic in TOPICS:
        assert {*topic.keys, *topic.beside} <= set(keys()), topic.question
        assert set(topic.casebook) <= set(casebook()), topic.question
        assert topic.keys or topic.unsaid


def may_say(rules: Ruleset) -> set[str]:
    """Every sentence that stands in the book, its plugins, the catalogue or the casebook."""
    found = {str(rules[key]) for key in keys() if key.partition(".")[0] in TEXT_TABLES}
    found |= {holds(key, rules) for key in keys() if key.partition(".")[0] not in TEXT_TABLES}
    for name in FOULS:
        answer = foul(name, rules)
        found |= {answer.penalty.text, f"{answer.penalty.text}; {answer.words}"}
    found |= {answer_to(case, rules).text for case in casebook().values()}
    return found


def said(answers: Iterable[TopicAnswer], topic: str) -> list[TopicAnswer]:
    return [answer for answer in answers if answer.topic == topic]


@pytest.mark.parametrize("rules", BOOKS, ids=lambda rules: rules.id)
def test_under_every_book_a_question_of_a_floor_is_answered_from_its_words_and_never_by_a_guess(rules: Ruleset) -> None:
    sentences = may_say(rules)
    for topic in TOPICS:
        answers = ask(topic.question, [rules]).answers
        own = said(answers, topic.question)
        assert own, topic.question
        # What no text says stands first, and says so.
        assert [answer.unsaid for answer in own] == sorted((answer.unsaid for answer in own), reverse=True)
        for key in topic.keys:
            (answer,) = (each for each in own if each.key == key)
            settled = bool(rules[key])
            if key.partition(".")[0] not in TEXT_TABLES:
                settled = any(not rules.origin(one).is_default for one in silencing(key, rules) or (key,))
            assert answer.unsaid is not settled, (topic.question, key)
        for answer in answers:
            assert answer.rules is rules
            if not answer.unsaid:
                assert answer.text in sentences, answer.text
                assert answer.ruling.source is not None or answer.ruling.plugin != "core", answer.text
            elif answer.key and not answer.ruling.code and answer.topic in casebook():
                assert answer.ruling.source is None


def test_a_rulebook_without_a_penalty_for_a_wrong_indicator_is_said_to_have_none_and_others_are_quoted() -> None:
    answers = said(ask("indicator forgotten", BOOKS).answers, TOPICS[0].question)
    priced = {True: 0, False: 0}
    for answer in answers:
        if answer.key == "penalty.indicator_wrongly":
            words = answer.rules[answer.key]
            priced[bool(words)] += 1
            if words:
                assert (answer.text, answer.ruling.source is None) == (words, False)
            else:
                assert answer.text == f"{UNSAID} for the penalty: {FOULS['indicator_wrongly']}"
                assert (answer.ruling.code, answer.ruling.source) == ("KR605", None)
    assert all(priced.values())


def test_a_book_with_words_is_quoted_with_its_clause() -> None:
    answers = ask("pon or kan, the word was changed", [load_ruleset("m-league")]).answers
    (answer,) = (each for each in answers if each.key == "penalty.wrong_word")
    assert answer.text == "The player can no longer win this hand."
    assert answer.ruling.source is not None and answer.ruling.source.clause == "7-2(2)"


def test_a_value_that_no_text_sets_is_called_a_default() -> None:
    book = load_ruleset("kenko")
    assert book.origin("kandora.robbed_kan").is_default
    (answer,) = (
        each for each in ask("indicator turned then robbed", [book]).answers if each.key == "kandora.robbed_kan"
    )
    assert (
        answer.text
        == f"No source found; kanrules assumes this: {meaning('kandora.robbed_kan', book['kandora.robbed_kan'])}"
    )
    assert answer.ruling.to_json()["source"] is None


def test_words_of_a_club_answer_a_forgotten_replacement_tile(tmp_path: object) -> None:
    path = Path(str(tmp_path)) / "club.toml"
    words = "The hand is dead."
    path.write_text(f'[ruleset]\nid = "club"\nname = "Club"\n[penalty]\nreplacement_forgotten = "{words}"\n')
    for question in ("discard without the replacement tile", "one tile short after a kan"):
        first = ask(question, [load_ruleset(path)]).answers[0]
        assert (first.text, first.key) == (words, "penalty.replacement_forgotten")


def test_the_casebook_and_the_keys_are_asked_too() -> None:
    assert meant("may thirteen orphans rob an ankan?")[0].question == "May thirteen orphans rob an ankan?"
    assert meant("red fives")[0].key == "scoring.red_fives"
    assert meant("riichi kan")[0].key == "riichi_kan.level"
    answers = ask("may thirteen orphans rob an ankan", [load_ruleset("ema-2016"), load_ruleset("m-league")]).answers
    first = {answer.rules.id: answer for answer in said(answers, "May thirteen orphans rob an ankan?")}
    assert first["ema-2016"].key == "chankan.ankan"
    assert first["ema-2016"].text.startswith("yes") and first["m-league"].text.startswith("no")


def test_a_hypothetical_question_of_the_casebook_is_no_answer() -> None:
    assert not any(case.options for case in casebook().values())


@pytest.mark.parametrize("question", ["pizza", "xyzzy", "????"])
def test_what_nobody_knows_anything_about_is_not_answered(question: str) -> None:
    with pytest.raises(UnreadableError, match="nothing is known about"):
        ask(question, BOOKS[:1])


def test_words_of_all_languages_mean_the_same_thing() -> None:
    assert (
        concepts("dead wall")
        == concepts("王牌")
        == concepts("mur mort")
        == concepts("dode muur")
        == concepts("tote Mauer")
    )
    assert (
        concepts("replacement tile")
        == concepts("嶺上牌")
        == concepts("tuile de remplacement")
        == concepts("Ersatzstein")
    )


# --- the command


def run(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    with pytest.raises(SystemExit) as stopped:
        main(["ask", *words])
    printed = capsys.readouterr()
    return (stopped.value.code if isinstance(stopped.value.code, int) else 0), printed.out, printed.err


@pytest.mark.parametrize("words", [(), ("",), ("  ", "\t")])
def test_an_empty_question_is_one_message_and_exit_code_2(
    words: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(capsys, *words, "--rules", "tenhou") == (2, "", f"kanrules: {EMPTY}\n")


def test_json_has_the_question_and_answers_with_the_envelope(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "indicator", "forgotten", "--rules", "ema-2016", "--format", "json")
    told = json.loads(out)
    assert code == 0
    assert set(told) == {"kanrules", "schema", "question", "answers"}
    assert told["question"] == "indicator forgotten"
    for answer in told["answers"]:
        assert set(answer) == {"topic", "id", "text", "rules", "key", "ruling"}
        assert answer["id"] is None or cases_by_id()[answer["id"]].question == answer["topic"]
        assert answer["rules"] == "ema-2016"
        assert answer["key"] == answer["ruling"]["key"]
    first = told["answers"][0]
    assert (first["key"], first["ruling"]["source"]) == ("penalty.indicator_wrongly", None)


def test_every_book_is_asked_with_those_without_a_text_first(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "replacement tile from the wrong end", "--all-rules", "--format", "json")
    told = [answer for answer in json.loads(out)["answers"] if answer["key"] == "penalty.replacement_wrongly"]
    assert code == 0
    assert {answer["rules"] for answer in told} == set(bundled_ids())
    unsaid = [answer["ruling"]["source"] is None for answer in told]
    assert unsaid == sorted(unsaid, reverse=True) and 0 < unsaid.count(False) < len(unsaid)
    text = run(capsys, "replacement tile from the wrong end", "--all-rules")[1].splitlines()
    assert text[1].strip().startswith(UNSAID) and "rulesets" in text[1]
    assert any("singapore" in line for line in text)


def test_the_text_names_the_ruleset_and_each_clause(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "robbed kan indicator already turned", "--rules", "ema-2016")
    assert code == 0
    assert out.startswith("under EMA Riichi rules 2016\n")
    for words in (
        "no source found for the penalty",
        "kandora.robbed_kan = hidden",
        "4.2.1",
        "casebook: Is the kan dora indicator of a robbed",
    ):
        assert words in out


def test_wrong_use_is_one_message(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(capsys, "pizza", "--rules", "tenhou")[0] == 2
    code, out, err = run(capsys, "dead wall", "--rules", "tenhou", "--all-rules")
    assert (code, out) == (2, "") and "give one of the two" in err
    code, out, err = run(capsys, "dead wall")
    assert (code, out) == (2, "") and err.startswith("kanrules: name a ruleset with --rules")


def test_a_title_of_the_catalogue_is_a_question_that_can_be_asked() -> None:
    # Each key can be found by the words of its own question.
    for name in keys():
        found = meant(CATALOGUE[name].question)
        assert found, name
        held = {subject.key for subject in found} | {
            key for subject in found if subject.topic for key in (*subject.topic.keys, *subject.topic.beside)
        }
        assert name in held or any(subject.case and name in subject.case.decides for subject in found), name


def test_nowhere_is_it_said_twice_that_no_text_was_found() -> None:
    asked = 0
    for rules in BOOKS:
        for case in casebook().values():
            answer = of_case(case, rules)
            asked += answer.unsaid
            openings = (UNSAID, rules.assumed.partition(";")[0].rstrip("."))
            opens = sum(answer.text.startswith(each) for each in openings)
            twice = sum(answer.text.count(each) for each in openings)
            assert opens == twice == answer.unsaid, (case.question, rules)
    assert asked > 3000


def test_an_answer_that_begins_with_no_is_called_a_default_like_any_other() -> None:
    said = CasebookAnswer("no kandora", (Clause("kandora.enabled", False, None),)).said
    assert said == "No source found; kanrules assumes this: no kandora"
