"""What a second reader found in a page, before looking at the ruleset, is what the ruleset says."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest

from kanrules.desk.casebook import answer_to, cases_by_id
from kanrules.ruleset import load_ruleset
from kanrules.ruleset.keys import file_value
from kanrules.ruleset.native_names import native_clause

HERE = Path(__file__).parent
READ: dict[str, dict[str, Any]] = tomllib.loads((HERE / "second-reading.toml").read_text("utf-8"))
CELLS: dict[str, dict[str, Any]] = tomllib.loads((HERE / "second-reading-cells.toml").read_text("utf-8"))


@pytest.mark.parametrize("id", READ)
def test_a_second_reading_of_the_page_finds_the_values_of_the_ruleset(id: str) -> None:
    rules = load_ruleset(id)
    assert {key: file_value(rules[key]) for key, _, _ in READ[id]["read"]} == {
        key: value for key, value, _ in READ[id]["read"]
    }


@pytest.mark.parametrize("id", READ)
def test_each_value_of_a_second_reading_cites_the_words_that_were_read(id: str) -> None:
    rules, document = load_ruleset(id), READ[id]["document"]
    cited = {key: rules.origin(key).source for key, _, _ in READ[id]["read"]}
    assert {source and source.document for source in cited.values()} == {document}
    words = {key: native_clause(document, source.clause, "ja") for key, source in cited.items() if source}
    assert words == {key: clause for key, _, clause in READ[id]["read"]}


@pytest.mark.parametrize("id", CELLS)
def test_a_second_reading_of_the_page_finds_the_answers_of_the_casebook(id: str) -> None:
    rules, cells = load_ruleset(id), CELLS[id]["read"]
    answers = {case: answer_to(cases_by_id()[case], rules).text for case, _, _ in cells}
    assert answers == {case: answer for case, answer, _ in cells}
    assert rules.extends and all(clause for _, _, clause in cells)
