"""The optional rules of the WRC's book: by their ids, several at once, each with its clause."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from kanrules.cli import main
from kanrules.ruleset import RulesetError, load_ruleset
from tests.plugins.conftest import Write

WRC = 'extends = "wrc-2022"\nplugins = ["wrc"]'


def test_without_an_id_the_book_stays_as_it_is(house: Write) -> None:
    assert house(WRC).values == load_ruleset("wrc-2022").values


def test_one_id_changes_several_keys(house: Write) -> None:
    rules = house(WRC, "[plugin.wrc]", 'optional = ["2.2"]')
    changed = {key: value for key, value in rules.values.items() if value != load_ruleset("wrc-2022")[key]}
    assert changed == {"dora.ura": False, "kandora.enabled": False, "kandora.ura": False}


def test_several_ids_go_together(house: Write) -> None:
    rules = house(WRC, "[plugin.wrc]", 'optional = ["2.1", "2.2"]')
    assert rules["scoring.red_fives"] == 3
    assert rules["kandora.enabled"] is False
    assert {rules.origin(key).set_by for key in ("scoring.red_fives", "kandora.enabled", "dora.ura")} == {"plugin wrc"}


def test_every_changed_value_is_cited_with_the_rules_id(house: Write) -> None:
    rules = house(WRC, "[plugin.wrc]", 'optional = ["2.1"]')
    source = rules.origin("scoring.red_fives").source
    assert source is not None
    assert (source.clause, source.grade) == ("Mod. 2.1", "official")


def test_show_names_the_plugin_beside_the_value(house: Write, capsys: pytest.CaptureFixture[str]) -> None:
    path = house(WRC, "[plugin.wrc]", 'optional = ["2.1"]').path
    with pytest.raises(SystemExit) as end:
        main(["show", str(path), "--origin", "--format", "json"])
    assert end.value.code == 0
    value = json.loads(capsys.readouterr().out)["values"]["scoring.red_fives"]
    assert (value["value"], value["set_by"]) == (3, "plugin wrc")


def test_a_line_of_the_file_itself_holds_against_the_option(house: Write) -> None:
    rules = house(WRC, "[plugin.wrc]", 'optional = ["2.2"]', "[dora]", "ura = true")
    assert rules["dora.ura"] is True
    assert rules["kandora.enabled"] is False


def test_a_child_may_set_a_value_that_its_parents_option_changed(house: Write, tmp_path: Path) -> None:
    house(WRC, "[plugin.wrc]", 'optional = ["2.1"]')
    (tmp_path / "child.toml").write_text(
        '[ruleset]\nid = "child"\nextends = "house.toml"\n[scoring]\nred_fives = 0\n', encoding="utf-8"
    )
    assert load_ruleset(tmp_path / "child.toml")["scoring.red_fives"] == 0


def test_an_unknown_id_is_one_clear_error_at_its_place(house: Write) -> None:
    with pytest.raises(RulesetError) as refused:
        house(WRC, "[plugin.wrc]", 'optional = ["2.1", "7.7"]')
    (problem,) = refused.value.problems
    assert (problem.line, problem.column, problem.code) == (6, 20, "KR102")
    assert problem.expected == ("2.1", "2.2")


def test_an_id_whose_text_was_not_read_says_so_instead_of_guessing(house: Write) -> None:
    with pytest.raises(RulesetError) as refused:
        house(WRC, "[plugin.wrc]", 'optional = ["3.2"]')
    (problem,) = refused.value.problems
    assert "was not read" in problem.hint
    assert "did you mean" not in problem.hint
