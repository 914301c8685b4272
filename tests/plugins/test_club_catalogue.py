"""The catalogue of `club`: every option has a case whose ruling changes without it, and all of it is said."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from kanrules_club import CATALOGUE

from kanrules import PluginError, Ruleset, Seat, Transfer, load_ruleset
from kanrules.cases.case import Case, read_cases
from kanrules.cases.verify import verify_case
from kanrules.hooks.answers import check_answer
from kanrules.locale.sentences import Sentence, say
from kanrules.report.law_book import law_book
from kanrules.report.sheet import sheet
from kanrules.ruleset.answered_hooks import hooks_of
from kanrules.ruleset.diff import compare
from kanrules.ruleset.explain import Explanation, explain
from kanrules.ruleset.plugin_rules import OfferedRule, offered, plugin_rules
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
    assert hooks_of(asked("ema-2016"), "club") == []


@pytest.fixture
def house(tmp_path: Path) -> Callable[..., Ruleset]:
    def write(*lines: str) -> Ruleset:
        path = tmp_path / "house.toml"
        head = ("[ruleset]", 'id = "house"', 'extends = "ema-2016"', 'plugins = ["club"]', "", "[plugin.club]")
        path.write_text("\n".join((*head, *lines, "")), encoding="utf-8")
        return load_ruleset(path)

    return write


House = Callable[..., Ruleset]


def test_a_journal_alone_appears_nowhere(house: House) -> None:
    rules = house("journal = true")
    assert "club" not in str(sheet(rules))
    assert compare(load_ruleset("ema-2016"), rules) == []
    assert hooks_of(rules, "club") == ["after_rinshan"]


@pytest.mark.rest
@pytest.mark.sample(3)
@pytest.mark.parametrize("rule", [rule for rule in offered() if rule.plugin == "club"], ids=lambda rule: rule.option)
def test_a_set_option_is_a_rule_in_every_output(rule: OfferedRule, house: House) -> None:
    rules, plain = house(rule.line), load_ruleset("ema-2016")
    (own,) = (one for one in plugin_rules(rules) if one.is_set and one.plugin == "club")
    printed = sheet(rules)
    assert own.sentence in str(printed)
    (told,) = (one for one in compare(plain, rules) if one.key == rule.key.name)
    assert (told.meaning_a, told.meaning_b) == ("This rule is not used.", own.sentence)
    assert (told.origin_b.line, told.origin_b.source is not None) == (7, True)
    overruled = {line.keys for group in printed.groups for line in group.lines if "Decided by" in str(line.answer)}
    assert {key for keys in overruled for key in keys} <= set(rule.keys)


@pytest.mark.parametrize("rule", [rule for rule in offered() if rule.plugin == "club"], ids=lambda rule: rule.option)
def test_an_option_is_explained_by_its_key_and_by_its_name(rule: OfferedRule) -> None:
    by_key, by_name = (explain(topic, None, ()) for topic in (rule.key.name, rule.option))
    assert isinstance(by_key, Explanation)
    assert by_key == by_name
    assert by_key.text == rule.text
    assert [option.text for option in by_key.options] == [said for _, said in rule.choices]
    where = by_key.lines[2]
    assert where == "An invented example: no source was found." if rule.seen is None else rule.seen.document in where
    assert "{" not in "".join([by_key.text, *by_key.lines])


@pytest.mark.rest
def test_a_book_states_every_option_that_is_set(house: House) -> None:
    lines = [rule.line for rule in offered() if rule.plugin == "club" and not rule.choices]
    rules = house(*lines)
    book = str(law_book(rules))
    for rule in plugin_rules(rules):
        if rule.is_set and rule.plugin == "club":
            assert rule.sentence in book, rule.option


def test_the_plugin_is_explained_by_its_options() -> None:
    found = explain("club", None, ())
    assert isinstance(found, Explanation)
    assert {option.topic.partition(" ")[0] for option in found.options} == {rule.name for rule in CATALOGUE} - NO_RULE


def test_a_sentence_of_a_plugin_may_be_translatable() -> None:
    text = say("{points} points", points=1000)
    assert type(text) is Sentence
    check_answer("club", "kan_stands", Transfer(Seat.EAST, Seat.SOUTH, 1000, text))
    with pytest.raises(PluginError, match="at most 1,000 characters"):
        check_answer("club", "kan_stands", Transfer(Seat.EAST, Seat.SOUTH, 1000, say("{a}", a="x" * 2000)))
