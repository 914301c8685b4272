"""`kanrules ask`: the questions of a floor, under every bundled book; what no text says is said first."""

from __future__ import annotations

import io
import json
import subprocess
import sys
from collections.abc import Iterable
from dataclasses import replace
from html import unescape
from pathlib import Path
from unittest import mock

import pytest
from rich.cells import cell_len
from rich.console import Console

from kanrules.cli import main
from kanrules.cli.ask import _print_one
from kanrules.desk.ask import EMPTY, OF_THREE, AnsweredQuestion, SubjectAnswer, ask, casebook_id
from kanrules.desk.case_index import cases_by_id
from kanrules.desk.casebook import answer_to
from kanrules.desk.cited import law
from kanrules.desk.explain import look_up
from kanrules.desk.foul import FOULS, foul
from kanrules.desk.key_statement import key_statement
from kanrules.desk.likeness import OFF, weights
from kanrules.desk.meaning import QuestionMeaning, question_meaning
from kanrules.desk.statement import Statement, price_in_words
from kanrules.desk.subjects import casebook, subjects
from kanrules.desk.topics import heads, merged, topics
from kanrules.hooks.specs import HOOKS
from kanrules.locale import LANGUAGES, translator
from kanrules.ruleset import Ruleset, bundled_ids, load_ruleset
from kanrules.ruleset.effects import holds, mute, silencing
from kanrules.ruleset.key_sentences import meaning as value_sentence
from kanrules.ruleset.keys import TEXT_TABLES, keys
from kanrules.rulings import UNSETTLED, Basis
from kanrules.site.live.ask import answer as page_answer
from kanrules.site.live.cite import law as on_page
from kanrules.site.live.form_fields import FormFields

BOOKS = [load_ruleset(name) for name in bundled_ids()]


@pytest.mark.rest
@pytest.mark.sample(4)
@pytest.mark.parametrize("rules", BOOKS, ids=lambda rules: rules.id)
def test_what_does_not_arise_under_a_book_is_never_answered_as_if_it_did(rules: Ruleset) -> None:
    silent = {key: silencing(key, rules) for key in keys() if silencing(key, rules)}
    assert silent.keys() == mute(rules)
    for key in silent.keys() - {key for key in silent if key.partition(".")[0] in TEXT_TABLES}:
        told = key_statement(key, rules, keys()[key].question)
        if key in rules.unsettled:
            # The text departs from the value that would silence it, so nobody knows whether it arises.
            assert (told.text, told.is_settled, told.ruling.source) == (UNSETTLED, False, None), key
            continue
        assert "does not arise: " in told.text, key
        assert value_sentence(silent[key][0], rules[silent[key][0]]) in told.text
        assert told.ruling.key in silent[key]
        explained = look_up(key, rules, BOOKS)
        assert not isinstance(explained, str)
        assert any("does not arise: " in line for line in explained.lines), key


def test_a_fifth_kan_that_may_not_be_declared_cannot_be_robbed_either() -> None:
    (answer,) = ask("fifth_kan.robbable", [load_ruleset("ema-2016")]).answers[0].statements
    assert answer.text == "does not arise: A fifth kan must not be declared."
    assert answer.ruling.source is not None and answer.ruling.source.clause == "3.3.10 (p. 10)"


def test_the_rows_of_the_topics_name_keys_and_questions_that_exist() -> None:
    assert len({topic.id for topic in topics()}) == len(topics())
    for topic in topics():
        assert {*topic.keys, *topic.beside} <= set(keys()), topic.question
        assert set(topic.casebook) <= set(casebook()), topic.question
        assert topic.keys or topic.unsaid or topic.fact or topic.depends, topic.id
        assert set(topic.hooks) <= set(HOOKS) and (topic.fact or topic.otherwise or not topic.hooks), topic.id
        for choice in topic.depends.choices if topic.depends else ():
            assert choice.name in {*keys(), *casebook()}, choice


def test_who_pays_for_a_replacement_win_is_said_by_the_rule_before_what_holds_otherwise(tmp_path: Path) -> None:
    path = tmp_path / "club.toml"
    path.write_text(
        '[ruleset]\nid = "club"\nextends = "wrc-2025"\n[sekinin_barai]\ndaiminkan_rinshan = "replacement_only"\n'
    )
    for rules in (load_ruleset(path), load_ruleset("ema-2016"), load_ruleset("m-league")):
        told = ask("who pays for a win on the replacement tile", [rules]).answers[0]
        assert told.first.depends[0].choices[0].when == "a daiminkan"
        assert told.first.depends[0].choices[0].ruling.key == "sekinin_barai.daiminkan_rinshan"
        assert "all other players pay, unless one of them is liable" in told.statements[1].text


def test_what_holds_under_every_ruleset_points_to_a_plugin_that_may_decide_otherwise(tmp_path: Path) -> None:
    path = tmp_path / "late.toml"
    path.write_text(
        '[ruleset]\nid = "late"\nextends = "ema-2025"\nplugins = ["club"]\n[plugin.club]\nkan_after_call = true\n'
    )
    with_club, without = load_ruleset(path), load_ruleset("ema-2025")
    for topic in (one for one in topics() if one.fact or one.otherwise):
        says = topic.fact or topic.otherwise
        (own,), (plain,) = (
            [answer for answer in ask(topic.id, [rules]).answers[0].statements if answer.ruling.key == ""][:1]
            for rules in (with_club, without)
        )
        assert plain.text == says
        seen = "before_kan" in topic.hooks
        assert own.text == says + (" (see plugin club)" if seen else ""), topic.id
        assert own.ruling.source is not None and own.ruling.source.document.endswith("without such a plugin") == seen


def may_say(rules: Ruleset) -> set[str]:
    """Every sentence that stands in the book, its plugins, the catalogue or the casebook."""
    found = {str(rules[key]) for key in keys() if key.partition(".")[0] in TEXT_TABLES}
    found |= {holds(key, rules) for key in keys() if key.partition(".")[0] not in TEXT_TABLES}
    found |= {text for name in FOULS for text in (foul(name, rules).text, foul(name, rules).said)}
    found |= {price_in_words(step) for name in FOULS for step in foul(name, rules).steps}
    found |= {answer_to(case, rules).text for case in casebook().values()}
    return found


def said(answers: Iterable[Statement], topic: str) -> list[Statement]:
    return [answer for answer in answers if answer.question == topic]


@pytest.mark.rest
@pytest.mark.sample(4)
@pytest.mark.parametrize("rules", BOOKS, ids=lambda rules: rules.id)
def test_under_every_book_a_question_of_a_floor_is_answered_from_its_words_and_never_by_a_guess(rules: Ruleset) -> None:
    sentences = may_say(rules)
    for topic in topics():
        answers = ask(topic.id, [rules]).answers[0].statements
        own = said(answers, topic.question)
        assert own, topic.question
        for key in () if topic.depends else topic.keys[:1]:
            (answer,) = (each for each in own if each.ruling.key in (key, *silencing(key, rules)))
            settled = bool(rules[key])
            if key.partition(".")[0] not in TEXT_TABLES:
                settled = any(not rules.origin(one).is_default for one in silencing(key, rules) or (key,))
            assert answer.is_settled is settled, (topic.question, key)
        for answer in answers:
            assert answer.ruling.ruleset == rules.id
            if answer.text in {topic.fact, topic.otherwise} - {""}:
                assert answer.ruling.key == ""
            elif topic.moot and answer.text == topic.moot.says:
                assert all(rules[key] == value for key, value in topic.moot.values)
                assert answer.ruling.source is not None
            elif answer.depends:
                for choice in answer.depends[0].choices:
                    assert not choice.is_settled or choice.text in sentences, choice.text
            elif answer.is_settled:
                assert answer.text in sentences, answer.text
                assert answer.ruling.source is not None or answer.ruling.plugin != "core", answer.text
            elif answer.ruling.key and not answer.ruling.code and answer.question in casebook():
                assert answer.ruling.source is None


def test_an_indicator_turned_before_the_discard_is_called_early_only_where_none_is_due_at_once() -> None:
    (topic,) = (topic for topic in topics() if topic.id == "dora-early")
    assert topic.moot is not None
    timed = [key for key, _ in topic.moot.values if key != "kandora.enabled"]
    for rules in BOOKS:
        due = {str(rules[key]) for key in timed} if rules["kandora.enabled"] else set()
        stated = not any(rules.origin(key).is_default for key, _ in topic.moot.values)
        texts = [answer.text for answer in said(ask(topic.id, [rules]).answers[0].statements, topic.question)]
        assert (topic.moot.says in texts) is (stated and due == {"declaration"}), rules.id
    assert topic.moot.says in [
        answer.text for answer in ask(topic.id, [load_ruleset("ema-2025")]).answers[0].statements
    ]


@pytest.mark.rest
def test_an_answer_that_is_the_same_in_every_case_leaves_no_fact_open() -> None:
    alike = 0
    for rules in BOOKS:
        for topic in topics():
            for answer in said(ask(topic.id, [rules]).answers[0].statements, topic.question) if topic.depends else ():
                for fact in answer.depends:
                    assert len({(choice.said, choice.is_settled) for choice in fact.choices}) > 1, (rules.id, topic.id)
                alike += not answer.depends
    assert alike
    first = ask("last-draw", [load_ruleset("ema-2025")]).answers[0].first
    assert (first.text, first.depends, first.ruling.key) == ("no", (), "kan.min_live_tiles")


def test_a_rulebook_without_a_penalty_for_a_wrong_indicator_is_said_to_have_none_and_others_are_quoted() -> None:
    topic = "The wrong tile was turned as kan dora indicator"
    answers = said((one for answer in ask("dora-wrong", BOOKS).answers for one in answer.statements), topic)
    priced = {True: 0, False: 0}
    for answer in answers:
        if answer.ruling.key == "penalty.indicator_wrong_tile":
            rules = load_ruleset(answer.ruling.ruleset)
            words = rules[answer.ruling.key]
            priced[bool(words)] += 1
            if words:
                assert (answer.text, answer.ruling.source is None) == (words, False)
            else:
                assert answer.text == rules.undecided(answer.ruling.key)
                assert (answer.ruling.code, answer.ruling.source) == ("KR605", None)
    assert all(priced.values())


def test_a_book_with_words_is_quoted_with_its_clause() -> None:
    answer = ask("pon or kan, the word was changed", [load_ruleset("m-league")]).answers[0].first
    assert answer.ruling.key == "penalty.wrong_word"
    assert answer.text == "The player can no longer win this hand."
    assert answer.ruling.source is not None and answer.ruling.source.clause == "7-2(2)"


def test_a_value_that_no_text_sets_is_called_a_default() -> None:
    book = load_ruleset("kenko")
    assert book.origin("kandora.robbed_kan").is_default
    (answer,) = (
        each for each in ask("robbed-kan-dora", [book]).answers[0].statements if each.ruling.key == "kandora.robbed_kan"
    )
    assert (
        answer.said
        == f"No source found; kanrules assumes this: {value_sentence('kandora.robbed_kan', book['kandora.robbed_kan'])}"
    )
    assert answer.ruling.to_json()["source"] is None


def test_words_of_a_club_answer_a_forgotten_replacement_tile(tmp_path: object) -> None:
    path = Path(str(tmp_path)) / "club.toml"
    words = "The hand is dead."
    path.write_text(f'[ruleset]\nid = "club"\nname = "Club"\n[penalty]\nreplacement_forgotten = "{words}"\n')
    for question in ("discard without the replacement tile", "one tile short after a kan"):
        first = ask(question, [load_ruleset(path)]).answers[0].first
        assert (first.text, first.ruling.key) == (words, "penalty.replacement_forgotten")


def test_the_casebook_and_the_keys_are_asked_too() -> None:
    assert question_meaning("red fives").near[0].subject.key == "scoring.red_fives"
    assert question_meaning("riichi kan").near[0].subject.name == "kan-in-riichi"
    answers = ask("thirteen-orphans-rob-an-ankan", [load_ruleset("ema-2016"), load_ruleset("m-league")]).answers
    first = {answer.rules.id: answer.first.depends[0].choices[0] for answer in answers if answer.first.depends}
    assert first["ema-2016"].when == "an ankan, by thirteen orphans" and first["ema-2016"].text == "yes"
    assert first["m-league"].text.startswith("no")


def test_a_hypothetical_question_of_the_casebook_is_no_answer() -> None:
    assert not any(case.options for case in casebook().values())


@pytest.mark.parametrize("question", ["pizza", "????", "recipe for apple pie"])
def test_what_no_rule_is_about_is_doubtful_and_still_has_the_nearest_subjects(question: str) -> None:
    asked = ask(question, BOOKS[:1])
    assert asked.doubtful and not asked.sure and len(asked.answers) == 3


@pytest.mark.rest
def test_every_merged_question_is_another_name_of_its_subject_and_is_answered_first() -> None:
    for name, head in heads().items():
        (near,) = question_meaning(name).near
        assert (near.subject.name, near.chance) == (head, 1.0)
        if name not in subjects():
            continue
        for rules in (load_ruleset("ema-2025"), load_ruleset("tenhou-3p")):
            first = ask(name, [rules]).answers[0].first
            if first.depends and name in {choice.subject for choice in first.depends[0].choices}:
                assert first.depends[0].choices[0].subject == name


def test_answers_that_are_the_same_under_these_rules_are_one_card() -> None:
    rules = load_ruleset("ema-2025")
    near = (
        question_meaning("kan-layout").near[0],
        question_meaning("kan-not-announced").near[0],
        question_meaning("when-dora").near[0],
    )
    near = tuple(replace(one, chance=0.3) for one in near)
    with mock.patch("kanrules.desk.ask.question_meaning", return_value=QuestionMeaning(near, doubtful=False)):
        cards = ask("?", [rules]).cards()
    assert [[answer.near.subject.name for answer in card] for card in cards] == [
        ["kan-layout", "kan-not-announced"], ["when-dora"],
    ]  # fmt: skip


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


def test_json_has_three_subjects_the_best_first_with_the_envelope(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "indicator", "forgotten", "--rules", "ema-2016", "--format", "json")
    told = json.loads(out)
    assert code == 0, "what a rulebook leaves open is an answer"
    assert set(told) == {"kanrules", "schema", "in_force_until", "current_edition", "question", "doubtful", "answers"}
    assert (told["question"], told["doubtful"]) == ("indicator forgotten", False)
    assert len({answer["subject"] for answer in told["answers"]}) == len(told["answers"]) == 3
    chances = [answer["chance"] for answer in told["answers"]]
    assert chances == sorted(chances, reverse=True) and chances[-1] >= 0 and sum(chances) <= 1
    basis = {"basis", "reason", "source", "sources", "assumes", "clauses"}
    statement = {"topic", "id", "text", "rules", "key", *basis, "depends", "steps", "ruling"}
    for answer in told["answers"]:
        assert set(answer) == {"subject", "chance", "question", "also", *statement}
        assert answer["subject"] in subjects() and answer["subject"] not in heads()
        for one in (answer, *answer["also"]):
            assert statement <= set(one)
            assert one["id"] is None or cases_by_id()[one["id"]].question == one["topic"]
            assert one["rules"] == "ema-2016" and one["key"] == one["ruling"]["key"]
    first = told["answers"][0]
    assert (first["subject"], first["key"]) == ("dora-late", "penalty.indicator_late")
    assert first["ruling"]["source"] is None
    assert "procedure.indicator" in [one["key"] for one in first["also"]]


def test_every_book_is_asked_with_those_without_a_text_first(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "replacement-wrong-place", "--all-rules", "--format", "json")
    told = json.loads(out)["answers"]
    assert code == 0 and {answer["subject"] for answer in told} == {"replacement-wrong-place"}
    assert {answer["rules"] for answer in told} == set(bundled_ids())
    unsaid = [answer["ruling"]["source"] is None for answer in told]
    assert unsaid == sorted(unsaid, reverse=True) and 0 < unsaid.count(False) < len(unsaid)
    text = run(capsys, "replacement-wrong-place", "--all-rules")[1].splitlines()
    assert "rulesets" in " ".join(text[1:3])
    assert any("singapore" in line for line in text)


def test_the_text_names_the_ruleset_and_the_clause_and_more_what_belongs_to_it(
    capsys: pytest.CaptureFixture[str],
) -> None:
    code, out, _ = run(capsys, "robbed-kan-dora", "--rules", "ema-2016")
    assert code == 0
    assert out.startswith("under EMA Riichi rules 2016\n\nA kan is robbed. Is its kan dora indicator turned?")
    assert "4.2.1" in out and meaning_of("chankan.until") not in flat(out)
    code, out, _ = run(capsys, "robbed-kan-dora", "--rules", "ema-2016", "--more")
    assert code == 0 and meaning_of("chankan.until") in flat(out)


def flat(text: str) -> str:
    return " ".join(text.split())


def meaning_of(key: str) -> str:
    return holds(key, load_ruleset("ema-2016"))


@pytest.mark.rest
@pytest.mark.sample(7)
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("book", ["ema-2025", "its child"])
def test_every_answer_fits_a_terminal_of_24_lines(book: str, language: str, tmp_path: Path) -> None:
    child = tmp_path / "child.toml"
    child.write_text(
        '[ruleset]\nid = "child"\nname = "A club"\nedition = "2026"\nextends = "ema-2025"\n[kan]\nmin_live_tiles = 2\n',
        encoding="utf-8",
    )
    rules = load_ruleset("ema-2025" if book == "ema-2025" else child)
    speak = translator(language)
    names = sorted({heads().get(name, name) for name in weights().names} - {OFF})
    answers = [SubjectAnswer(question_meaning(name).near[0], rules) for name in names]
    for at, name in enumerate(names):
        shown = [answers[at - step] for step in range(3)]
        for chance in (0.9, 0.5):
            asked = AnsweredQuestion(
                "?", tuple(with_chance(one, chance / (1 + at)) for at, one in enumerate(shown)), False
            )
            screen = io.StringIO()
            _print_one(Console(file=screen, width=80, emoji=False), asked, rules, speak, more=False)
            lines = screen.getvalue().splitlines()
            # One line is the prompt, and one may name a later edition.
            assert len(lines) <= 22 and max(map(cell_len, lines)) <= 80, (name, chance, screen.getvalue())
            assert "%" not in screen.getvalue() or "%" in "".join(speak(one.question) for one in shown)
            unfolded = "".join(screen.getvalue().split())
            assert all("".join(speak(one.question).split()) in unfolded for one in shown), (name, screen.getvalue())


def with_chance(answer: SubjectAnswer, chance: float) -> SubjectAnswer:
    """Return an answer with another chance, with the rulings that are worked out already."""
    other = SubjectAnswer(replace(answer.near, chance=chance), answer.rules)
    vars(other).update(first=answer.first, helps=answer.helps, statements=answer.statements)
    return other


def test_wrong_use_is_one_message(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = run(capsys, "dead wall", "--rules", "tenhou", "--all-rules")
    assert (code, out) == (2, "") and "cannot be combined" in err
    code, out, err = run(capsys, "dead wall")
    assert (code, out) == (2, "") and err.startswith("kanrules: name a ruleset with --rules")


def test_a_doubtful_question_lists_titles_and_no_verdicts(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = run(capsys, "recipe for apple pie", "--rules", "tenhou")
    assert (code, err) == (1, "")
    first, *titles = out.splitlines()
    assert first == "This may not be about a kan. Closest rulings:"
    assert len(titles) == 3
    # All that is listed can be asked.
    for title in titles:
        assert run(capsys, title.rpartition(" ")[2], "--rules", "tenhou")[0] == 0
    code, out, err = run(capsys, "recipe for apple pie", "--rules", "tenhou", "--format", "json")
    told = json.loads(out)
    assert (code, err, told["doubtful"], len(told["answers"])) == (1, "", True, 3)


def test_an_answer_stands_under_the_question_that_it_answers(capsys: pytest.CaptureFixture[str]) -> None:
    # Both belong to what becomes of the riichi sticks; the other question is not answered by "yes, play goes on".
    for name in ("riichi-with-discard-after-fourth-kan", "sticks-after-four-kan-draw"):
        out = run(capsys, name, "--rules", "ema-2025")[1]
        assert subjects()[name].question in " ".join(out.split())
    assert subjects()["riichi-with-discard-after-fourth-kan"].question not in " ".join(out.split())


def test_a_case_that_is_the_same_everywhere_is_not_cited_as_of_this_rulebook(
    capsys: pytest.CaptureFixture[str],
) -> None:
    out = " ".join(run(capsys, "kan-after-call", "--rules", "ema-2025")[1].split())
    assert "every ruleset: EMA 2016 3.3.6" in out and out.count("EMA 2016") == 1


def test_an_unsure_answer_has_a_card_for_a_penalty_whose_text_is_a_list_of_sentences() -> None:
    near = tuple(question_meaning(name).near[0] for name in ("illegal-kan", "dora-late", "robbing-a-kan"))
    unsure = QuestionMeaning(tuple(replace(one, chance=0.3) for one in near), doubtful=False)
    with mock.patch("kanrules.desk.ask.question_meaning", return_value=unsure):
        cards = ask("?", [load_ruleset("ema-2025")]).cards()
    assert [[one.near.subject.name for one in card] for card in cards] == [[one.subject.name] for one in near]


def test_the_head_referee_of_an_event_is_named_where_the_rules_decide_nothing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    event = tmp_path / "open.toml"
    text = '[ruleset]\nid = "open"\nextends = "ema-2025"\n[event]\nname = "Open"\nhead_referee = "A. Marlow"\n'
    event.write_text(text, encoding="utf-8")
    for question, named in (("recipe for apple pie", True), ("dora-late", True), ("robbing-a-kan", False)):
        out = run(capsys, question, "--rules", str(event))[1]
        assert ("head referee: A. Marlow" in out) is named, out


def test_an_answer_that_depends_on_a_fact_left_open_shows_each_case(capsys: pytest.CaptureFixture[str]) -> None:
    told = json.loads(run(capsys, "when-dora", "--rules", "m-league", "--format", "json")[1])
    (answer,) = told["answers"]
    (fact,) = answer["depends"]
    assert fact["fact"] == "which kan it is"
    refs = [f"m-league/kandora.{kan}" for kan in ("ankan", "daiminkan", "shouminkan")]
    assert [choice["ref"] for choice in fact["choices"]] == refs
    for choice in fact["choices"]:
        key = choice["ref"].partition("/")[2]
        assert choice["text"].endswith(holds(key, load_ruleset("m-league")))
    text = flat(run(capsys, "when-dora", "--rules", "m-league")[1])
    assert "Which is true?" in text
    assert all(flat(choice["text"]) in text for choice in fact["choices"])


@pytest.mark.rest
def test_nowhere_is_it_said_twice_that_no_text_was_found() -> None:
    asked = 0
    for rules in BOOKS:
        for case in casebook().values():
            told = answer_to(case, rules)
            asked += not told.is_settled
            state = rules.assumed_of(*told.keys)
            state = rules.undecided(*told.keys) if told.basis is Basis.UNSAID else state
            opening = state.partition(";")[0].rstrip(".")
            opens, twice = told.said.startswith(opening), told.said.count(opening)
            assert opens == twice == (not told.is_settled), (case.question, rules)
            assert state != UNSETTLED or told.said == UNSETTLED, (case.question, rules)
    assert asked > 3000


@pytest.mark.parametrize("name", ["ema-2025", "m-league"])
def test_what_no_key_decides_is_said_to_hold_everywhere_and_cites_no_clause_of_the_chosen_book(name: str) -> None:
    rules, seen = load_ruleset(name), set()
    asked = [answer for topic in topics() if topic.fact for answer in ask(topic.id, [rules]).answers[0].statements]
    for answer in [*asked, *(answer_to(case, rules) for case in casebook().values() if case.is_for(4))]:
        if not (answer.ruling.key or answer.depends) and answer.is_settled and answer.ruling.plugin == "core":
            seen.add(casebook_id(answer))
            told, shown = law(answer.ruling), on_page(answer.ruling, translator("en"))
            assert "every ruleset" in told and told.casefold() in unescape(shown).casefold()
            assert "secondary" not in told + shown and "own rule" not in shown
    assert "ippatsu-after-a-kan" in seen and len(seen) > 20


def test_who_asks_for_the_sticks_of_two_robbers_hears_of_all_sticks_where_both_win() -> None:
    both, one = load_ruleset("ema-2025"), load_ruleset("m-league")
    told = [answer.ruling.key for answer in ask("wins.sticks", [both]).answers[0].statements]
    assert told == ["wins.sticks", "wins.own_stick"]
    (answer,) = ask("wins.sticks", [one]).answers[0].statements
    assert answer.ruling.key == "wins.simultaneous"


def test_what_is_merged_is_a_subject_of_its_own_or_a_former_name() -> None:
    assert set(heads().values()) <= set(subjects()) - set(heads())
    assert {name for names in merged().values() for name in names} <= set(subjects())


@pytest.mark.parametrize("name", ["when-dora", "fifth_kan.policy", "riichi_kan.level"])
def test_a_question_that_a_key_answers_starts_no_machine(name: str) -> None:
    program = (
        f"import sys; from kanrules.desk.ask import ask; from kanrules.ruleset import load_ruleset; "
        f"print(ask({name!r}, [load_ruleset('ema-2025')]).answers[0].first.text[:1] == '', [one for one in "
        "('kanrules.kyoku.machine', 'kanrules.cases.case', 'kanrules.desk.casebook') if one in sys.modules])"
    )
    shown = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert shown.stdout.strip() == "False []"


def test_conditions_that_are_sentences_are_not_listed_as_one() -> None:
    said = ask("replacement-wrong-place", [load_ruleset("ema-2025")]).answers[0].first
    whens = [[choice.when for choice in choices] for choices, _ in said.depends[0].alike()]
    assert len(whens) > 2, whens
    assert all(len(one) == 1 for one in whens), whens


@pytest.mark.parametrize(("rules", "offered"), [("ema-2025", True), ("tenhou-3p", False)])
def test_a_question_about_a_table_of_three_leads_to_rules_for_three(
    rules: str, offered: bool, capsys: pytest.CaptureFixture[str]
) -> None:
    said = f"For a table of three, ask under {', '.join(OF_THREE)}."
    assert {load_ruleset(one).options.table.players for one in OF_THREE} == {3}
    assert (said in run(capsys, "ask", "can a kita be robbed", "--rules", rules)[1].replace("\n", " ")) is offered
    given = FormFields((("rules", rules), ("question", "can a kita be robbed")))
    assert ("rules=tenhou-3p" in page_answer(given).html and said in page_answer(given).html) is offered
    assert not ask("can a kan be robbed", [load_ruleset(rules)]).elsewhere
