"""Hooks and the keys of case files are topics of `explain`, and docs/cases.md has every key with an example that is
read."""

from __future__ import annotations

import json
import tomllib

import pytest

from kanrules.cases.case import CASE, parse_cases
from kanrules.cases.case_key import CaseKey
from kanrules.cases.case_keys import KEYS, LINES
from kanrules.cases.expect import EXPECT, read_expect
from kanrules.cases.given import GIVEN, read_given
from kanrules.cases.lines import VERBS, parse_line
from kanrules.cli import main
from kanrules.desk.explain import look_up
from kanrules.hooks.specs import HOOKS
from kanrules.ruleset import load_ruleset
from kanrules.ruleset.explain import Explanation
from tools.cases_page import case_keys_markdown


def explained(topic: str, rules: str = "") -> Explanation:
    found = look_up(topic, load_ruleset(rules) if rules else None, ())
    assert isinstance(found, Explanation), found
    return found


@pytest.mark.parametrize("hook", HOOKS)
def test_every_hook_is_a_topic(hook: str) -> None:
    found = explained(f"hook {hook}")
    assert found.title.startswith(f"{hook}: a hook of plugins (")
    said = "\n".join(found.lines)
    assert all(f"  {argument} (" in said for argument in HOOKS[hook].arguments)
    assert "  @hookimpl" in said
    bare = explained(hook)
    assert bare == found or f"kanrules explain hook {hook}" in "\n".join(bare.lines)


def test_a_hook_says_where_it_is_asked_and_who_answers() -> None:
    lines = explained("hook penalty", "ema-2016").lines
    assert "Under ema-2016: ema." in lines
    assert "Under tenhou: no plugin." in explained("before_kan", "tenhou").lines
    assert "Asked at these steps of a kan: announced" in explained("before_kan").lines


@pytest.mark.parametrize("key", KEYS, ids=lambda key: key.name)
def test_every_key_of_a_case_is_a_topic(key: CaseKey) -> None:
    found = explained(key.name)
    assert found.topic == key.name
    assert found.text == key.says
    assert f"For example: {key.example}" in found.lines


def test_a_key_that_one_table_has_goes_by_its_own_name() -> None:
    assert explained("live_tiles").topic == "given.live_tiles"
    assert [option.topic for option in explained("given").options] == [key.name for key in GIVEN]


@pytest.mark.parametrize(("slip", "meant"), [("before_kann", "before_kan"), ("given.live_tile", "given.live_tiles")])
def test_a_slip_of_the_pen_is_told_what_was_meant(slip: str, meant: str) -> None:
    assert look_up(slip, None, ()) == meant


def test_the_command_prints_them(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["explain", "given.live_tiles"])
    assert capsys.readouterr().out.startswith("given.live_tiles: a key of [case.given] in a file of cases")
    with pytest.raises(SystemExit):
        main(["explain", "before_kan", "--format", "json"])
    assert json.loads(capsys.readouterr().out)["topic"] == "before_kan"


# --- the reference of case files --------------------------------------------------------------------------------------


def test_every_key_is_on_the_page_of_case_files() -> None:
    page = case_keys_markdown()
    assert all(f"* `{key.key}` (" in page for key in KEYS)


def test_every_expectation_but_the_answer_is_checked() -> None:
    # Refused lines are checked one by one, as they are played.
    assert {key.key for key in EXPECT if key.check is None} == {"answer", "illegal"}


@pytest.mark.parametrize("key", [*GIVEN, *EXPECT], ids=lambda key: key.name)
def test_its_example_is_read(key: CaseKey) -> None:
    wrong: list[str] = []

    def report(path: tuple[str | int, ...], code: str, message: str) -> None:
        wrong.append(message)

    data = tomllib.loads(key.example)
    assert list(data) == [key.key]
    if key.table == "given":
        read_given(data, report)
    else:
        assert read_expect(data, report, lines=5)
    assert wrong == []


def test_the_keys_of_a_case_itself_are_read() -> None:
    (case,) = parse_cases("[[case]]\n" + "\n".join(key.example for key in CASE))
    assert (case.name, case.decides) == ("A robbed kan turns no indicator", ("kandora.robbed_kan",))


def test_every_verb_has_a_line_and_every_line_is_read() -> None:
    for number, (text, _) in enumerate(LINES, 1):
        parse_line(number, text)
    words = " ".join(f"{text} {words}" for text, words in LINES)
    assert all(verb in words for verb in VERBS)
