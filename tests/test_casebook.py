"""The casebook: every bundled ruleset answers every case, alike where its deciding lines are alike."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

import pytest

from kanrules.ruleset import Ruleset, bundled_ids, load_ruleset
from kanrules.ruleset.library import folder
from kanrules.testing import Case, compare, play, read_cases
from kanrules.testing.expect import Expect

CASEBOOK = folder() / "casebook"


@cache
def cases() -> dict[str, tuple[Case, ...]]:
    return {path.name.removesuffix(".cases.toml"): read_cases(path) for path in sorted(CASEBOOK.glob("*.cases.toml"))}


@cache
def rulesets() -> dict[str, Ruleset]:
    return {name: load_ruleset(name) for name in bundled_ids()}


ALL = [pytest.param(case, id=case.name) for chapter in cases().values() for case in chapter]


def variants(case: Case) -> list[tuple[tuple[str, ...], Expect]]:
    """What a case expects, once for every group of rulesets that it tells apart."""
    groups: list[tuple[list[str], Expect]] = []
    for name in bundled_ids():
        expect = case.expected(name)
        for names, known in groups:
            if dict(known) == dict(expect):
                names.append(name)
                break
        else:
            groups.append(([name], expect))
    return [(tuple(names), expect) for names, expect in groups]


def seen(expect: Expect) -> dict[str, Any]:
    """What of an expectation shows at the table; the reason may differ where the tiles do not."""
    shown = {key: value for key, value in expect.items() if key not in ("answer", "code")}
    return {**shown, "illegal": [at.line for at in expect.get("illegal", ())]}


def said(case: Case, rules: Ruleset) -> tuple[str, ...]:
    """What a ruleset says about the keys that decide a case, its `[case.options]` laid over; a plugin may know better than a line."""
    return (*rules.plugins, *(repr(case.options.get(key, rules[key])) for key in case.decides))


@pytest.mark.parametrize("case", ALL)
def test_every_bundled_ruleset_answers_as_its_book_says_and_as_no_other_group_does(case: Case) -> None:
    groups = variants(case)
    for name, rules in rulesets().items():
        played = play(case, rules)
        mine = case.expected(name)
        assert not compare(played, mine), f"{name}: {[difference.text for difference in compare(played, mine)]}"
        for names, expect in groups:
            if name not in names and seen(expect) != seen(mine):
                assert compare(played, expect), f"{name}: what is expected of {', '.join(names)} fits too"


@pytest.mark.parametrize("case", ALL)
def test_rulesets_that_agree_on_the_deciding_keys_give_one_answer(case: Case) -> None:
    found: dict[tuple[str, ...], tuple[str, Mapping[str, Any]]] = {}
    for name, rules in rulesets().items():
        expect = dict(case.expected(name))
        first, same = found.setdefault(said(case, rules), (name, expect))
        assert expect == same, f"{first} and {name} agree on {', '.join(case.decides)}, and the case gives them different answers"


@pytest.mark.parametrize("case", ALL)
def test_each_case_says_where_it_comes_from_what_it_asks_and_what_is_answered(case: Case) -> None:
    assert case.source and case.question and case.lines
    assert case.decides or case.options or len(variants(case)) == 1
    assert not case.rules, "the folder says which rulesets answer: all of them"
    answers = [expect.get("answer", "") for _, expect in variants(case)]
    assert all(answers) and len(set(answers)) == len(answers), answers
    unknown = set(case.all_rules) - set(bundled_ids())
    assert not unknown, f"no ruleset has the id {', '.join(sorted(unknown))}"
    listed = [name for names, _ in case.expect_under for name in names]
    assert len(listed) == len(set(listed)), "a ruleset stands in two groups"
