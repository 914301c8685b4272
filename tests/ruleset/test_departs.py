"""Where a text departs from its parent's, neither the parent's value, nor its clause, nor its plugin answers."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from kanrules.cli import main
from kanrules.desk.ask import ask
from kanrules.desk.foul import foul
from kanrules.report.law_data import law_data
from kanrules.report.sheet import sheet
from kanrules.ruleset import Problem, Ruleset, load_ruleset
from kanrules.ruleset.answered_hooks import hooks_of
from kanrules.ruleset.diff import compare
from kanrules.ruleset.keys import keys
from kanrules.ruleset.lint import warnings
from kanrules.rulings import UNSETTLED, Grade

Load = Callable[..., Ruleset]
Problems = Callable[..., list[Problem]]
Run = Callable[..., str]
EMA = 'extends = "ema-2016"'


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Run:
    """Runs a command and gives what it prints."""

    def runner(*argv: str) -> str:
        with pytest.raises(SystemExit) as ended:
            main(list(argv))
        assert not ended.value.code
        return capsys.readouterr().out

    return runner


def departing(*names: str) -> str:
    return f"[departs]\nkeys = {json.dumps(names)}\n"


def lines(rules: Ruleset) -> dict[str, str]:
    """The sheet's answer for each key."""
    return {key: line.answer[0].text for group in sheet(rules).groups for line in group.lines for key in line.keys}


def test_no_departing_key_has_the_value_or_the_clause_of_its_parent(load: Load) -> None:
    parent = load_ruleset("ema-2016")
    cited = [key for key in keys() if parent.origin(key).source is not None]
    rules = load(departing(*cited), head=EMA)
    assert rules.unsettled == tuple(cited) and not rules.sourced and not rules.lapsed
    for key in cited:
        assert rules[key] == keys()[key].default
        assert rules.origin(key).source is None and rules.origin(key).is_default, key


def test_a_clubs_own_bust_does_not_become_play_on_below_zero(load: Load) -> None:
    said = lines(load(departing("game.bust"), head=EMA))["game.bust"]
    assert said == UNSETTLED
    assert lines(load(head=EMA))["game.bust"] != said


def test_a_whole_table_departs_and_keeps_the_files_own_words(load: Load) -> None:
    text = departing("penalty.*") + '[penalty]\nura_seen = "A warning."\n'
    rules = load(text, head=EMA)
    fouls = {key for key in keys() if key.startswith("penalty.")}
    assert set(rules.unsettled) == fouls - {"penalty.ura_seen"}
    assert rules["penalty.ura_seen"] == "A warning."
    assert foul("ura_seen", rules).text == "A warning."
    for key in rules.unsettled:
        found = foul(key.partition(".")[2], rules)
        assert found.text == UNSETTLED or found.subject == "riichi_kan", key
        assert found.ruling.source is None or found.subject == "riichi_kan", key


def test_the_place_where_a_text_departs_is_named(load: Load) -> None:
    cited = '[source."penalty.*"]\ndocument = "Our page"\nclause = "Lower penalties"\ngrade = "official"\n'
    rules = load(departing("penalty.*", "game.bust") + cited, head=EMA)
    departs = rules.origin("penalty.wrong_tiles").departs
    assert departs is not None and (str(departs), departs.grade) == ("Our page Lower penalties", Grade.OFFICIAL)
    own = rules.origin("game.bust").departs
    assert own is not None and (own.document, own.grade) == ("club", Grade.OWN)
    assert not warnings(rules)
    printed = {key: line.citation for group in sheet(rules).groups for line in group.lines for key in line.keys}
    assert printed["penalty.wrong_tiles"].clause == "Lower penalties" and printed["penalty.wrong_tiles"].is_default


def test_a_grandchild_can_settle_what_its_parent_left_open_and_inherits_the_gap_otherwise(
    load: Load, write: Callable[..., Path]
) -> None:
    write("middle", departing("game.bust", "game.uma"), head=EMA)
    rules = load('[game]\nbust = "below_zero"\n', head='extends = "middle.toml"')
    assert rules["game.bust"] == "below_zero" and not rules.origin("game.bust").is_default
    assert rules.unsettled == ("game.uma",)


def test_no_plugin_of_the_parent_answers_for_a_departing_foul(load: Load) -> None:
    assert foul("wrong_tiles", load(head=EMA)).ruling.plugin == "ema"
    assert foul("wrong_tiles", load(departing("penalty.wrong_tiles"), head=EMA)).text == UNSETTLED
    whole = load(departing("penalty.*"), head=EMA)
    assert hooks_of(whole, "ema") == ["amend_rules", "penalty"]
    assert all(foul(key.partition(".")[2], whole).ruling.plugin == "core" for key in whole.unsettled)
    other = load(departing("penalty.ura_seen"), head=EMA)
    assert foul("wrong_tiles", other).ruling.plugin == "ema", "another foul stays the plugin's"


def test_a_plugin_that_the_file_lists_itself_does_not_answer_either(load: Load) -> None:
    rules = load(departing("penalty.wrong_tiles"), head=f'{EMA}\nplugins = ["ema"]')
    assert foul("wrong_tiles", rules).ruling.plugin == "core"
    assert foul("empty_call", rules).ruling.plugin == "ema"


def test_a_plugin_of_the_parent_neither_amends_nor_overrules_a_departing_key(
    load: Load, write: Callable[..., Path]
) -> None:
    write("middle", '[plugin.wrc]\noptional = ["2.2"]\n', head='extends = "wrc-2022"\nplugins = ["wrc"]')
    amended = load(head='extends = "middle.toml"')
    assert amended["kandora.enabled"] is False and amended["dora.ura"] is False
    rules = load(departing("kandora.enabled"), head='extends = "middle.toml"', name="other")
    assert rules["kandora.enabled"] is True and rules.unsettled == ("kandora.enabled",)
    assert rules["dora.ura"] is False


def test_a_text_of_the_parent_about_a_departing_key_lapses(load: Load) -> None:
    rules = load(departing("kan.dead_hand"), head=EMA)
    assert "an ankan or a shouminkan" in load_ruleset("ema-2016")["penalty.dead_hand_kan"]
    assert "an ankan or a shouminkan" not in rules["penalty.dead_hand_kan"]
    assert rules["penalty.wrong_tiles"] == load_ruleset("ema-2016")["penalty.wrong_tiles"]


def test_every_output_says_that_nobody_decides(load: Load) -> None:
    rules = load(departing("chankan.ankan", "game.bust"), head=EMA)
    known = {one.key: one for one in compare(load_ruleset("ema-2016"), rules)}
    assert known["chankan.ankan"].meaning_b == UNSETTLED
    value = json.loads(law_data([rules])["rulesets/club.json"])["values"]["game.bust"]
    assert (value["value"], value["basis"], value["sentence"]) == (None, "unsaid", UNSETTLED)
    told = [
        one
        for answer in ask("chankan.ankan", [rules]).answers
        for one in answer.statements
        if one.ruling.key == "chankan.ankan"
    ]
    assert told and all(not answer.is_settled and answer.text == UNSETTLED for answer in told)


def test_show_and_its_toml_keep_the_departure(load: Load, run: Run, tmp_path: Path) -> None:
    load(departing("game.bust"), head=EMA)
    alone = tmp_path / "alone" / "club.toml"
    alone.parent.mkdir()
    alone.write_text(run("show", "club.toml", "--toml"), encoding="utf-8")
    again = load_ruleset(alone)
    assert again.unsettled == ("game.bust",) and not again.extends
    assert "unsaid" in run("show", "club.toml", "--origin")
    found = json.loads(run("show", "club.toml", "--format", "json"))["values"]["game.bust"]
    assert (found["value"], found["set_by"]) == (None, "unsaid")


def test_check_names_the_keys_that_nobody_decides(load: Load, run: Run) -> None:
    load(departing("game.bust"), head=EMA)
    note = "1 key without a value where this file departs from ema-2016; the head referee decides: game.bust"
    assert note in run("check", "club.toml")


@pytest.mark.parametrize(
    ("text", "code", "hint"),
    [
        ('keys = ["penalties.*"]', "KR102", 'did you mean "penalty.*"?'),
        ('keys = ["game.busts"]', "KR102", 'did you mean "game.bust"?'),
        ('keys = "penalty.*"', "KR103", 'write ["penalty.*"]'),
        ('key = ["penalty.*"]', "KR101", ""),
        ('keys = ["*"]', "KR102", ""),
    ],
)
def test_a_wrong_name_in_departs_is_an_error_with_its_remedy(
    problems: Problems, text: str, code: str, hint: str
) -> None:
    (found,) = problems(f"[departs]\n{text}\n", head=EMA)
    assert (found.code, found.hint) == (code, hint) and found.line
