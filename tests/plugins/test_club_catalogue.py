"""The catalogue of `club`: every option has a case whose ruling changes without it, and all of it is said."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from kanrules_club import CATALOGUE

from kanrules import Ruleset, load_ruleset
from kanrules.cases.case import Case, read_cases
from kanrules.cases.verify import verify_case
from kanrules.testing.conformance import with_plugin

CASES = read_cases(Path(__file__).parent / "club_options.toml")
PREFIX = "plugin.club."
NO_RULE = {"journal"}
"""Options that rule on nothing."""


def asked(rules: str) -> Ruleset:
    import kanrules_club

    return with_plugin(load_ruleset(rules), "club", kanrules_club, {})


def without(case: Case, option: str) -> Case:
    return replace(case, options={key: value for key, value in case.options.items() if key != PREFIX + option})


def of_club(case: Case) -> list[str]:
    return [key.removeprefix(PREFIX) for key in case.options if key.startswith(PREFIX)]


def cases() -> list[tuple[Case, str]]:
    return [(case, rules) for case in CASES for rules in case.rules or ("ema-2016", "tenhou-3p")]


@pytest.mark.parametrize(("case", "rules"), cases(), ids=lambda value: getattr(value, "name", value))
def test_a_local_rule_does_what_its_case_says_with_four_players_and_with_three(case: Case, rules: str) -> None:
    assert verify_case(case, asked(rules)).why == ""


@pytest.mark.parametrize("rule", [rule.name for rule in CATALOGUE if rule.name not in NO_RULE])
def test_each_option_has_a_case_whose_ruling_changes_without_it(rule: str) -> None:
    own = [case for case in CASES if rule in of_club(case)]
    assert own
    assert any(not verify_case(without(case, rule), asked("ema-2016")).passed for case in own)


def test_a_club_that_sets_nothing_is_asked_nothing() -> None:
    assert asked("ema-2016").judge.hooks_of("club") == []
