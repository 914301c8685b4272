"""`kanrules ask`: the questions of a floor, under every bundled book; what no text says is said first."""

from __future__ import annotations

import json
from collections.abc import Iterable
from html import unescape
from pathlib import Path

import pytest

from kanrules.cli import main
from kanrules.desk.ask import EMPTY, TopicAnswer, ask, of_case, of_key
from kanrules.desk.casebook import answer_to, cases_by_id
from kanrules.desk.cited import law
from kanrules.desk.explain import look_up
from kanrules.desk.foul import FOULS, foul
from kanrules.desk.meaning import meant
from kanrules.desk.subjects import casebook
from kanrules.desk.topics import ALSO_TOLD, TOPICS
from kanrules.locale import translator
from kanrules.ruleset import Ruleset, bundled_ids, load_ruleset
from kanrules.ruleset.effects import holds, mute, silencing
from kanrules.ruleset.key_sentences import meaning
from kanrules.ruleset.keys import TEXT_TABLES, keys
from kanrules.rulings import UNSETTLED, Basis, undecided
from kanrules.site.live.cite import law as on_page

BOOKS = [load_ruleset(name) for name in bundled_ids()]


@pytest.mark.parametrize("rules", BOOKS, ids=lambda rules: rules.id)
def test_what_does_not_arise_under_a_book_is_never_answered_as_if_it_did(rules: Ruleset) -> None:
    silent = {key: silencing(key, rules) for key in keys() if silencing(key, rules)}
    assert silent.keys() == mute(rules)
    for key in silent.keys() - {key for key in silent if key.partition(".")[0] in TEXT_TABLES}:
        told = of_key(keys()[key].question, key, rules)
        if key in rules.unsettled:
            # The text departs from the value that would silence it, so nobody knows whether it arises.
            assert (told.text, told.unsaid, told.ruling.source) == (UNSETTLED, True, None), key
            continue
        assert "does not arise: " in told.text, key
        assert meaning(silent[key][0], rules[silent[key][0]]) in told.text
        assert told.ruling.key in silent[key]
        explained = look_up(key, rules, BOOKS)
        assert not isinstance(explained, str)
        assert any("does not arise: " in line for line in explained.lines), key


def test_a_fifth_kan_that_may_not_be_declared_cannot_be_robbed_either() -> None:
    (answer,) = ask("can a fifth kan be robbed", [load_ruleset("ema-2016")]).answers
    assert answer.text == "does not arise: A fifth kan must not be declared."
    assert answer.ruling.source is not None and answer.ruling.source.clause == "3.3.10 (p. 10)"


def test_the_rows_of_the_topics_name_keys_and_questions_that_exist() -> None:
    assert len({topic.id for topic in TOPICS}) == len(TOPICS)
    for topic in TOPICS:
        assert {*topic.keys, *topic.beside} <= set(keys()), topic.question
        assert set(topic.casebook) <= set(casebook()), topic.question
        assert topic.keys or topic.unsaid or topic.fact or topic.depends, topic.id
        for choice in topic.depends.choices if topic.depends else ():
            assert choice.name in {*keys(), *casebook()}, choice


def may_say(rules: Ruleset) -> set[str]:
    """Every sentence that stands in the book, its plugins, the catalogue or the casebook."""
    found = {str(rules[key]) for key in keys() if key.partition(".")[0] in TEXT_TABLES}
    found |= {holds(key, rules) for key in keys() if key.partition(".")[0] not in TEXT_TABLES}
    found |= {text for name in FOULS for text in (foul(name, rules).text, foul(name, rules).said)}
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
        # A known rule comes before what no text says.
        assert [answer.unsaid for answer in own] == sorted(answer.unsaid for answer in own)
        for key in () if topic.depends else topic.keys:
            (answer,) = (each for each in own if each.key == key)
            settled = bool(rules[key])
            if key.partition(".")[0] not in TEXT_TABLES:
                settled = any(not rules.origin(one).is_default for one in silencing(key, rules) or (key,))
            assert answer.unsaid is not settled, (topic.question, key)
        for answer in answers:
            assert answer.rules is rules
            if topic.fact and answer.text == topic.fact:
                assert answer.ruling.key == ""
            elif topic.moot and answer.text == topic.moot.says:
                assert all(rules[key] == value for key, value in topic.moot.values)
                assert answer.ruling.source is not None
            elif answer.depends:
                for choice in answer.depends[0].choices:
                    assert choice.unsaid or choice.text in sentences, choice.text
            elif not answer.unsaid:
                assert answer.text in sentences, answer.text
                assert answer.ruling.source is not None or answer.ruling.plugin != "core", answer.text
            elif answer.key and not answer.ruling.code and answer.topic in casebook():
                assert answer.ruling.source is None


def test_an_indicator_turned_before_the_discard_is_called_early_only_where_none_is_due_at_once() -> None:
    (topic,) = (topic for topic in TOPICS if topic.id == "dora-early")
    assert topic.moot is not None
    timed = [key for key, _ in topic.moot.values if key != "kandora.enabled"]
    for rules in BOOKS:
        due = {str(rules[key]) for key in timed} if rules["kandora.enabled"] else set()
        stated = not any(rules.origin(key).is_default for key, _ in topic.moot.values)
        texts = [answer.text for answer in said(ask(topic.question, [rules]).answers, topic.question)]
        assert (topic.moot.says in texts) is (stated and due == {"declaration"}), rules.id
    assert topic.moot.says in [answer.text for answer in ask(topic.question, [load_ruleset("ema-2025")]).answers]


def test_an_answer_that_is_the_same_in_every_case_leaves_no_fact_open() -> None:
    alike = 0
    for rules in BOOKS:
        for topic in TOPICS:
            for answer in said(ask(topic.question, [rules]).answers, topic.question) if topic.depends else ():
                for fact in answer.depends:
                    assert len({(choice.text, choice.unsaid) for choice in fact.choices}) > 1, (rules.id, topic.id)
                alike += not answer.depends
    assert alike
    (first, *_) = ask("May a kan be declared with the last tile of the wall?", [load_ruleset("ema-2025")]).answers
    assert (first.text, first.depends, first.key) == ("no", (), "kan.min_live_tiles")


def test_a_long_question_that_nothing_answers_is_repeated_up_to_a_mark() -> None:
    asked = ask("the neighbour has been asleep " * 9, BOOKS[:1])
    assert asked.unknown.endswith("…”.") and len(asked.unknown) < 110


def test_a_rulebook_without_a_penalty_for_a_wrong_indicator_is_said_to_have_none_and_others_are_quoted() -> None:
    topic = "The wrong tile was turned as kan dora indicator"
    answers = said(ask("wrong indicator turned", BOOKS).answers, topic)
    priced = {True: 0, False: 0}
    for answer in answers:
        if answer.key == "penalty.indicator_wrong_tile":
            words = answer.rules[answer.key]
            priced[bool(words)] += 1
            if words:
                assert (answer.text, answer.ruling.source is None) == (words, False)
            else:
                assert answer.text == undecided(answer.rules.assumed_of(answer.key), FOULS["indicator_wrong_tile"])
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
    asked = ask(question, BOOKS[:1])
    assert (asked.known, asked.answers) == (False, ())
    assert asked.unknown == f"No rule found for “{question}”."


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
    assert set(told) == {"kanrules", "schema", "superseded", "question", "known", "answers", "did_you_mean"}
    assert (told["known"], told["did_you_mean"]) == (True, [])
    assert told["question"] == "indicator forgotten"
    for answer in told["answers"]:
        assert set(answer) == {"topic", "id", "text", "rules", "key", "basis", "depends", "ruling"}
        assert answer["id"] is None or cases_by_id()[answer["id"]].question == answer["topic"]
        assert answer["rules"] == "ema-2016"
        assert answer["key"] == answer["ruling"]["key"]
    found = {answer["key"]: answer["ruling"]["source"] for answer in told["answers"]}
    assert next(iter(found)) == "kandora.ankan", "when it is due comes before what is wrong with it"
    assert list(found)[1:3] == ["procedure.indicator", "penalty.indicator_late"], "a known rule comes first"
    assert found["procedure.indicator"]["clause"].startswith("3.3.5") and found["penalty.indicator_late"] is None


def test_every_book_is_asked_with_those_without_a_text_first(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "replacement tile from the wrong end", "--all-rules", "--format", "json")
    told = [answer for answer in json.loads(out)["answers"] if answer["key"] == "penalty.replacement_wrongly"]
    assert code == 0
    assert {answer["rules"] for answer in told} == set(bundled_ids())
    unsaid = [answer["ruling"]["source"] is None for answer in told]
    assert unsaid == sorted(unsaid, reverse=True) and 0 < unsaid.count(False) < len(unsaid)
    text = run(capsys, "replacement tile from the wrong end", "--all-rules")[1].splitlines()
    assert text[1].strip().startswith("No source found; the head referee decides: ") and "rulesets" in text[1]
    assert any("singapore" in line for line in text)


def test_the_text_names_the_ruleset_and_each_clause(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "robbed kan indicator already turned", "--rules", "ema-2016")
    assert code == 0
    assert out.startswith("under EMA Riichi rules 2016\n")
    for words in (
        "chankan.until = discard",
        "kandora.robbed_kan = hidden",
        "4.2.1",
        "casebook: Is the kan dora indicator of a robbed",
    ):
        assert words in out


def test_wrong_use_is_one_message(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = run(capsys, "dead wall", "--rules", "tenhou", "--all-rules")
    assert (code, out) == (2, "") and "cannot be combined" in err
    code, out, err = run(capsys, "dead wall")
    assert (code, out) == (2, "") and err.startswith("kanrules: name a ruleset with --rules")


def test_a_question_that_no_rule_is_near_is_told_so_with_the_nearest_questions(
    capsys: pytest.CaptureFixture[str],
) -> None:
    code, out, err = run(capsys, "may a spectator point out a missed kan", "--rules", "tenhou")
    assert (code, err) == (1, "")
    assert out.startswith("No rule found for “may a spectator point out a missed kan”.\n")
    *nearest, again = out.splitlines()[2:]
    assert [line[:4] for line in nearest] == ["  1.", "  2.", "  3."]
    assert run(capsys, again.rpartition(" ")[2], "--rules", "tenhou")[0] == 0
    code, out, err = run(capsys, "may a spectator point out a missed kan", "--rules", "tenhou", "--format", "json")
    told = json.loads(out)
    assert (code, err, told["known"], told["answers"]) == (1, "", False, [])
    assert 0 < len(told["did_you_mean"]) <= 3
    assert all(set(near) == {"id", "question"} for near in told["did_you_mean"])
    # All that is suggested can be asked.
    for near in told["did_you_mean"]:
        assert run(capsys, near["question"], "--rules", "tenhou")[0] == 0


def test_an_answer_that_depends_on_a_fact_left_open_shows_each_case(capsys: pytest.CaptureFixture[str]) -> None:
    told = json.loads(run(capsys, "when is the kan dora turned", "--rules", "m-league", "--format", "json")[1])
    ((fact,),) = (answer["depends"] for answer in told["answers"])
    assert fact["fact"] == "which kan it is"
    refs = [f"m-league/kandora.{kan}" for kan in ("ankan", "daiminkan", "shouminkan")]
    assert [choice["ref"] for choice in fact["choices"]] == refs
    for choice in fact["choices"]:
        key = choice["ref"].partition("/")[2]
        assert choice["text"].endswith(holds(key, load_ruleset("m-league")))
    text = " ".join(run(capsys, "when is the kan dora turned", "--rules", "m-league")[1].split())
    assert "It depends on which kan it is:" in text
    assert all(" ".join(choice["text"].split()) in text for choice in fact["choices"])


def test_a_title_of_the_catalogue_is_a_question_that_can_be_asked() -> None:
    # Each key can be found by the words of its own question.
    for name in keys():
        found = meant(keys()[name].question)
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
            told = answer_to(case, rules)
            state = rules.assumed_of(*told.keys)
            state = undecided(state) if told.basis is Basis.UNSAID else state
            opening = state.partition(";")[0].rstrip(".")
            opens, twice = answer.text.startswith(opening), answer.text.count(opening)
            assert opens == twice == answer.unsaid, (case.question, rules)
            assert state != UNSETTLED or answer.text == UNSETTLED, (case.question, rules)
    assert asked > 3000


@pytest.mark.parametrize("name", ["ema-2025", "m-league"])
def test_what_no_key_decides_is_said_to_hold_everywhere_and_cites_no_clause_of_the_chosen_book(name: str) -> None:
    rules, seen = load_ruleset(name), set()
    asked = [answer for topic in TOPICS if topic.fact for answer in ask(topic.question, [rules]).answers]
    for answer in [*asked, *(of_case(case, rules) for case in casebook().values() if case.is_for(4))]:
        if not (answer.key or answer.depends or answer.unsaid) and answer.ruling.plugin == "core":
            seen.add(answer.id)
            told, shown = law(answer.ruling), on_page(answer.ruling, translator("en"))
            assert "every ruleset" in told and told.casefold() in unescape(shown).casefold()
            assert "secondary" not in told + shown and "own rule" not in shown
    assert "ippatsu-after-a-kan" in seen and len(seen) > 20


def test_who_asks_for_the_sticks_of_two_robbers_hears_of_all_sticks_where_both_win() -> None:
    text = "Two players win on the robbed kan, who takes the riichi sticks?"
    both, one = load_ruleset("ema-2025"), load_ruleset("m-league")
    assert [answer.key for answer in ask(text, [both]).answers] == ["wins.simultaneous", "wins.sticks"]
    assert [answer.key for answer in ask(text, [one]).answers] == ["wins.simultaneous"]


def test_what_is_told_with_a_casebook_question_is_one_of_the_keys_that_decide_it() -> None:
    for id, told in ALSO_TOLD.items():
        assert set(told) <= set(casebook()[id].decides), id
