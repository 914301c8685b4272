"""One question, one answer: `ask`, the casebook, `explain`, the page, the sheet, and the law book say the same. That a
changed key changes the sheet and the casebook together is tested in `test_one_truth.py`.
"""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from kanrules import Ruleset, load_ruleset
from kanrules.desk.ask import ask, casebook_id
from kanrules.desk.casebook import NOT_ASKED, answer_to
from kanrules.desk.explain import look_up
from kanrules.desk.key_statement import key_statement
from kanrules.desk.statement import Statement
from kanrules.desk.subjects import casebook
from kanrules.report.law_book import law_book
from kanrules.report.rule_line import RuleLine
from kanrules.report.sheet import sheet
from kanrules.ruleset import bundled_ids
from kanrules.ruleset.effects import mute
from kanrules.ruleset.explain import Explanation
from kanrules.ruleset.key_sentences import meaning
from kanrules.ruleset.keys import Takes, keys
from kanrules.site.live.answer import answer as on_the_page

BOOKS = [
    "ema-2016",
    *(one for one in bundled_ids() if one != "ema-2016" and load_ruleset(one).options.table.players == 4),
]
ASKED = 100
PARTS = 36
QUESTIONS = tuple(casebook().items())[:ASKED]


def page(question: str, rules: str) -> dict[str, Any]:
    fields = [("question", question), ("rules", rules)]
    found = json.loads(on_the_page(json.dumps({"tool": "ask", "fields": fields})))
    said: dict[str, Any] = json.loads(found["json"])
    return said


@cache
def lines(rules: str) -> tuple[dict[str, RuleLine], str]:
    """The lines of a sheet by the keys that they are about, and all its answers."""
    found = [line for group in sheet(load_ruleset(rules)).groups for line in group.lines]
    return {key: line for line in found for key in line.keys}, " ".join(line.answer[0].text for line in found)


def of_the_sheet(told: Statement, rules: Ruleset) -> int:
    """Compare the sheet's words with those of `ask` for every deciding key, and its assumptions with the casebook's."""
    by_key, said = lines(rules.id)
    silent = mute(rules)
    compared = 0
    for clause in told.clauses:
        if not clause.key:
            continue  # The book's own clause for a rule that every ruleset has.
        key = keys()[clause.key]
        if clause.plugin or clause.key in silent or key.quiet or key.takes not in (Takes.CHOICE, Takes.SWITCH):
            continue
        holds = meaning(clause.key, rules[clause.key])
        assert holds in str(key_statement(clause.key, rules).text) and holds in said, clause.key
        if (line := by_key.get(clause.key)) is not None and line.keys == (clause.key,):
            assert line.citation.is_default == (clause.source is None), clause.key
        compared += 1
    return compared


@pytest.mark.rest
@pytest.mark.sample(PARTS)
@pytest.mark.parametrize("name", BOOKS)
def test_a_question_has_one_answer_everywhere(name: str) -> None:
    rules = load_ruleset(name)
    compared = on_the_sheet = 0
    for id, case in QUESTIONS:
        told = answer_to(case, rules)
        if told is NOT_ASKED:
            continue
        asked = ask(case.question, [rules])
        first: Statement = asked.answers[0].first
        assert str(told.text) in str(first.text), id
        explained = look_up(id, rules, [rules])
        assert isinstance(explained, Explanation)
        assert str(told.text) in " ".join(map(str, explained.lines)), id
        shown = page(case.question, rules.id)
        assert shown["answers"][0]["text"] == str(first.said), id
        assert [one["id"] for one in shown["answers"]] == [casebook_id(one.first) or None for one in asked.answers], id
        on_the_sheet += of_the_sheet(told, rules)
        compared += 1
    assert compared > ASKED / 2 and on_the_sheet > 5


def test_an_unknown_question_is_unknown_everywhere() -> None:
    rules = load_ruleset("ema-2016")
    question = "how do I cook rice for six"
    assert ask(question, [rules]).doubtful
    assert page(question, rules.id)["doubtful"] is True
    assert isinstance(look_up(question, rules, [rules]), str)


@pytest.mark.sample(PARTS)
@pytest.mark.parametrize("name", BOOKS)
def test_the_examples_of_the_law_book_have_the_answers_of_ask(name: str) -> None:
    rules = load_ruleset(name)
    shown = [example for article in law_book(rules).articles for example in article.examples]
    for example in shown:
        said = ask(casebook()[example.id].question, [rules]).answers[0].first
        assert example.answer.rstrip(".").casefold() in str(said.said).casefold(), example.id
    assert len(shown) > 5


# --- the words of a value that no bundled ruleset has -----------------------------------------------------------------

AFTER_THE_KAN = '[four_kans]\nseveral_players = "abort"\nabort_at = "declaration"\n'
"""Four kans end the hand once the fourth is completed: a moment that no bundled ruleset names."""


def club(folder: Path, lines: str, parent: str = "rrc-2026") -> Ruleset:
    path = folder / "club.toml"
    path.write_text(f'[ruleset]\nid = "club"\nextends = "{parent}"\n{lines}', encoding="utf-8")
    return load_ruleset(path)


def test_a_new_value_leaves_what_is_asked_about_in_the_answer(tmp_path: Path) -> None:
    case = casebook()["dealer-after-four-kan-draw"]
    said = {}
    for dealer in ("keeps", "rotates"):
        rules = club(tmp_path, f'{AFTER_THE_KAN}dealer = "{dealer}"\n')
        said[dealer] = answer_to(case, rules).text
        assert meaning("four_kans.dealer", rules["four_kans.dealer"]) in said[dealer]
        assert meaning("four_kans.abort_at", rules["four_kans.abort_at"]) in said[dealer]
    assert said["keeps"] != said["rotates"]


def test_a_new_value_never_gives_the_reason_of_another_one(tmp_path: Path) -> None:
    rules = club(tmp_path, AFTER_THE_KAN)
    no = [answer_to(case, rules).text for case in casebook().values() if "four_kans.abort_at" in case.decides]
    reasons = [text for text in no if text.startswith(("no:", "no,"))]
    assert reasons and not [text for text in reasons if "announcement ends" in text]
    assert all(meaning("four_kans.abort_at", rules["four_kans.abort_at"]) in text for text in reasons)


def test_an_answer_in_words_names_no_payments_of_a_position_that_nobody_sees(tmp_path: Path) -> None:
    rules = club(tmp_path, '[riichi_kan]\nillegal_on_win = "chombo"\n', "singapore")
    found = [answer_to(case, rules).text for case in casebook().values() if case.is_for(4)]
    assert [text for text in found if "(south " in text or "(east " in text] == []


@pytest.mark.parametrize(
    ("line", "id", "not_said"),
    [
        ('ankan = "never"', "win-after-daiminkan-and-ankan", "kandora.enabled"),
        ('robbed_kan = "revealed"', "robbed-kan-indicator", "kandora.shouminkan"),
    ],
)
def test_a_new_value_is_not_told_next_to_a_rule_that_it_restricts(
    line: str, id: str, not_said: str, tmp_path: Path
) -> None:
    rules = club(tmp_path, f"[kandora]\n{line}\n", "ema-2016")
    assert meaning(not_said, rules[not_said]) not in answer_to(casebook()[id], rules).text
