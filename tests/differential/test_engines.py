"""How other engines fare on the questions of the pack, and the page that says so."""

from __future__ import annotations

import json
from typing import Any

import pytest

from kanrules.pack.kit import judge
from kanrules.pack.kit.table import NotInstalled
from kanrules.pack.questions import questions
from kanrules.ruleset import load_ruleset
from tests.differential import page
from tests.differential.engines import ENGINES, known

RULES = ("tenhou", "m-league", "tenhou-3p", "sega-mj-3p")


@pytest.fixture(scope="module")
def cases() -> list[dict[str, Any]]:
    return [case for one in questions([load_ruleset(name) for name in RULES], 1, known) for case in one.cases]


@pytest.mark.rest
def test_an_engine_without_tables_of_three_says_so_of_each_case_of_three(cases: list[dict[str, Any]]) -> None:
    of_three = [case for case in cases if case["chapter"] == "three-players"]
    assert of_three
    for case in of_three:
        assert case["cannot_express"]["majiang"]["why"] == {
            "table.players": "majiang-core 1.4.1 has no three-player games"
        }


@pytest.mark.parametrize("name", ENGINES)
def test_an_engine_rules_as_the_page_of_the_docs_says(name: str, cases: list[dict[str, Any]]) -> None:
    try:
        engine = ENGINES[name][0]()
    except NotInstalled as missing:
        pytest.skip(f"{name} is not installed: {missing}")
    try:
        found = list(judge.run(engine, cases))
    finally:
        engine.close()
    kept = json.loads(page.KEPT.read_text(encoding="utf-8"))["engines"][name]["verdicts"]
    # Under two rulesets another book may stand for those that rule alike.
    verdicts = {one.case["id"]: one.verdict for one in found if one.case["id"] in kept}
    assert len(verdicts) > 180
    assert verdicts == {id: kept[id] for id in verdicts}
    assert judge.CANNOT_REACH not in verdicts.values()


def test_the_tables_of_the_docs_are_those_that_the_command_writes() -> None:
    kept = json.loads(page.KEPT.read_text(encoding="utf-8"))
    written = page.PAGE.read_text(encoding="utf-8")
    assert page.with_results(written, kept) == written and page.results(kept) in written
    assert set(kept["engines"]) == set(ENGINES)
    for one in kept["engines"].values():
        assert {id for id, verdict in one["verdicts"].items() if verdict == judge.DIFFERS} <= set(one["why"])


def test_the_long_form_cites_the_clauses_of_every_difference() -> None:
    kept = json.loads(page.KEPT.read_text(encoding="utf-8"))
    text = page.long_form(kept)
    for one in kept["engines"].values():
        for id, verdict in one["verdicts"].items():
            assert verdict != judge.DIFFERS or f"`{id}`" in text
    cited = [clause for one in kept["engines"].values() for found in one["clauses"].values() for clause in found]
    assert text.count("  * ruleset: `") == len(cited)
