"""The local rules of docs/variants.md: each plugin does what its cases say, and conforms."""

from __future__ import annotations

import re
import types
from dataclasses import replace
from pathlib import Path

import pytest

from kanrules import Kyoku, Ruleset, load_ruleset
from kanrules.cases.case import Case, read_cases
from kanrules.cases.verify import verify_case
from kanrules.ruleset.answered_hooks import hooks_of
from kanrules.ruleset.plugin_rules import offered
from kanrules.testing.conformance import conformance

PAGE = Path(__file__).parents[2] / "docs" / "variants.md"
CASES = Path(__file__).parent / "local_rules"
CODE: dict[str, str] = dict(re.findall(r"^```python (\w+)\.py\n(.*?)^```", PAGE.read_text("utf-8"), re.M | re.S))


def module(name: str) -> types.ModuleType:
    made = types.ModuleType(name)
    exec(compile(CODE[name], f"<{name}>", "exec", dont_inherit=True), made.__dict__)
    return made


def under(name: str, rules: str) -> Ruleset:
    return replace(load_ruleset(rules), modules=((name, module(name)),), plugins=(name,))


def test_every_rule_of_the_page_has_cases_and_every_case_its_rule() -> None:
    assert sorted(CODE) == sorted(path.stem for path in CASES.glob("*.toml"))
    assert len(CODE) == 3


def test_the_page_lists_every_rule_of_the_catalogue_with_its_sentence_and_its_source() -> None:
    page = PAGE.read_text("utf-8")
    rows = [line.split(" | ") for line in page.splitlines() if line.startswith("| `") and " = " in line]
    listed = {(row[0].split("`")[1].partition(" ")[0], row[1], row[2].removesuffix(" |")) for row in rows}
    for rule in offered():
        for said in [said for _, said in rule.choices] or [rule.text] if rule.plugin == "club" else []:
            (seen,) = (seen for option, sentence, seen in listed if (option, sentence) == (rule.option, said))
            named = "invented example" if rule.seen is None else rule.seen.document
            assert named in seen and (rule.seen is None or rule.seen.url in seen), rule.option


@pytest.mark.parametrize("line", re.findall(r"^\| `(\w+ = [^`]+)` \| [A-Z]", PAGE.read_text("utf-8"), re.M))
def test_a_ruleset_may_have_each_line_of_the_tables(line: str, tmp_path: Path) -> None:
    path = tmp_path / "club.toml"
    path.write_text(
        f'[ruleset]\nextends = "ema-2025"\nid = "club"\nplugins = ["club"]\n[plugin.club]\n{line}\n', "utf-8"
    )
    assert hooks_of(load_ruleset(path), "club") or line.startswith("kan_furi_after")


PLAYED = ("ema-2016", "tenhou-3p")
"""The rulesets, of four players and of three, that play every case that names none."""


def cases() -> list[tuple[str, Case, str]]:
    found = [(name, case) for name in CODE for case in read_cases(CASES / f"{name}.toml")]
    return [(name, case, rules) for name, case in found for rules in case.rules or PLAYED]


@pytest.mark.parametrize(("name", "case", "rules"), cases(), ids=lambda value: getattr(value, "name", value))
def test_a_local_rule_does_what_its_cases_say_with_four_players_and_with_three(
    name: str, case: Case, rules: str
) -> None:
    verified = verify_case(case, under(name, rules))
    assert verified.why == ""


@pytest.mark.parametrize("name", CODE)
def test_no_ruleset_alone_says_all_of_it(name: str) -> None:
    """Without its plugin every rule fails a case; a case that holds in both shows where the rule ends."""
    cases = read_cases(CASES / f"{name}.toml")
    assert not all(verify_case(case, load_ruleset("ema-2016")).passed for case in cases)


@pytest.mark.parametrize("name", ["own_wind"])
def test_three_play_by_it_too(name: str) -> None:
    rules = under(name, "tenhou-3p")
    for seed in range(3):
        kyoku = Kyoku(rules, seed=seed, wall_break="east")
        while kyoku.outcome is None:
            actions = kyoku.legal_actions()
            kans = [action for action in actions if "kan" in str(action)]
            kyoku.push((kans or actions)[0])
        assert sum(kyoku.scores) + 1000 * kyoku.sticks == 105_000


@pytest.mark.long
@pytest.mark.parametrize("name", CODE)
@pytest.mark.usefixtures("seats_of_a_key")
def test_a_local_rule_conforms(name: str) -> None:
    report = conformance(module(name), name=name, hands=8, allow_silent=True)
    assert report.passed, report
    assert all(report.asked.values())


ROOT = Path(__file__).parents[2]
FAULTY = {"loud", "typo"}
"""Plugins whose faults the page of plugins shows."""
SHOWN = {
    name: code
    for page in ("README.md", "docs/plugins.md", "docs/developers.md")
    for name, code in re.findall(r"^```python (\w+)\.py\n(.*?)^```", (ROOT / page).read_text("utf-8"), re.M | re.S)
    if "@hookimpl" in code and name not in FAULTY
}


@pytest.mark.parametrize("name", SHOWN)
def test_every_plugin_that_a_page_shows_conforms(name: str) -> None:
    made = types.ModuleType(name)
    exec(compile(SHOWN[name], f"<{name}>", "exec", dont_inherit=True), made.__dict__)
    report = conformance(made, name=name, hands=20, allow_silent=True)
    assert [str(fault) for fault in report.faults] == []
