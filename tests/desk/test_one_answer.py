"""One question, one answer: `ask`, the casebook, `explain`, and the page say the same. That the sheet agrees with the
casebook is tested in `test_one_truth.py`.
"""

from __future__ import annotations

import json
from typing import Any

import pytest

from kanrules import load_ruleset
from kanrules.desk.ask import TopicAnswer, ask
from kanrules.desk.casebook import NOT_ASKED, answer_to
from kanrules.desk.explain import look_up
from kanrules.desk.subjects import casebook
from kanrules.ruleset.explain import Explanation
from kanrules.site.live.answer import answer as on_the_page

BOOKS = ("ema-2016", "tenhou", "m-league", "wrc-2022")
ASKED = 100
PARTS = 5
QUESTIONS = tuple(casebook().items())[:ASKED]


def page(question: str, rules: str) -> dict[str, Any]:
    fields = [("question", question), ("rules", rules)]
    found = json.loads(on_the_page(json.dumps({"tool": "ask", "fields": fields})))
    said: dict[str, Any] = json.loads(found["json"])
    return said


@pytest.mark.sample(PARTS)
@pytest.mark.parametrize("part", range(PARTS))
def test_a_question_has_one_answer_everywhere(part: int) -> None:
    compared = 0
    for at, (id, case) in list(enumerate(QUESTIONS))[part::PARTS]:
        rules = load_ruleset(BOOKS[at % len(BOOKS)])
        told = answer_to(case, rules)
        if told is NOT_ASKED:
            continue
        asked = ask(case.question, [rules])
        first: TopicAnswer = asked.answers[0]
        assert str(told.text) in str(first.text), id
        explained = look_up(id, rules, [rules])
        assert isinstance(explained, Explanation)
        assert str(told.text) in " ".join(map(str, explained.lines)), id
        shown = page(case.question, rules.id)
        assert shown["answers"][0]["text"] == str(first.text), id
        assert [one["id"] for one in shown["answers"]] == [one.id or None for one in asked.answers], id
        compared += 1
    assert compared > ASKED / PARTS / 2


def test_an_unknown_question_is_unknown_everywhere() -> None:
    rules = load_ruleset("ema-2016")
    question = "how do I cook rice for six"
    assert not ask(question, [rules]).known
    assert page(question, rules.id)["known"] is False
    assert isinstance(look_up(question, rules, [rules]), str)
