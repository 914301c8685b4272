"""The penalties that the bundled plugins carry: which ruleset says what, and what changes without the plugin."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from kanrules.cases.case import Case, CaseBuilder, read_cases
from kanrules.cases.run import play_case
from kanrules.cli import main
from kanrules.desk.foul import FOULS, foul
from kanrules.desk.statement import steps_in_words
from kanrules.law.hook_values import PenaltyType
from kanrules.locale import translator
from kanrules.pieces.tiles import Seat
from kanrules.ruleset import Ruleset, RulesetError, bundled_ids, load_ruleset
from kanrules.ruleset.keys import keys
from kanrules.ruleset.load import load_file
from tests.plugins.conftest import Write

RULESETS = Path(__file__).parents[2] / "rulesets"
EDITIONS = {"ema": ("ema-2012", "ema-2016", "ema-2025"), "wrc": ("wrc-2025",)}
PENALTIES = [key for key in keys() if key.startswith("penalty.")]


def cases_of(plugin: str) -> list[tuple[str, Case]]:
    found = [(name, case) for name in EDITIONS[plugin] for case in read_cases(RULESETS / f"{name}.cases.toml")]
    return [(name, case) for name, case in found if f"{plugin}-6" in str(case.expect)]


@pytest.mark.parametrize("plugin", EDITIONS)
def test_ten_cases_or_more_are_ruled_otherwise_without_the_plugin(plugin: str) -> None:
    found = cases_of(plugin)
    assert len(found) >= 10
    for name, case in found:
        with_it = play_case(case, load_ruleset(name)).kyoku
        without = play_case(case, load_ruleset(name, without=[plugin])).kyoku
        ruled = [[(one.verdict, one.code) for one in kyoku.findings] for kyoku in (with_it, without)]
        assert ruled[0] != ruled[1], (name, case.name)


def book(name: str, plugin: str) -> bool:
    return plugin in load_ruleset(name).plugins


@pytest.mark.parametrize("plugin", EDITIONS)
def test_no_fault_is_stated_by_a_file_and_by_the_plugin(plugin: str) -> None:
    for name in EDITIONS[plugin]:
        rules = load_ruleset(name)
        written = {key for layer in rules.layers for key in layer.written.stated if key.startswith("penalty.")}
        of_plugin = {key for key in PENALTIES if rules.origin(key).set_by == f"plugin {plugin}"}
        assert of_plugin and not written & of_plugin


@pytest.mark.parametrize("plugin", EDITIONS)
def test_every_child_keeps_its_own_word_and_its_gaps(plugin: str) -> None:
    children = [name for name in bundled_ids() if book(name, plugin) and name not in EDITIONS[plugin]]
    assert children
    for name in children:
        rules = load_ruleset(name)
        for key in PENALTIES:
            stated = any(key in layer.written.stated for layer in rules.layers)
            answer = foul(key.partition(".")[2], rules)
            if stated:
                assert rules.origin(key).set_by != f"plugin {plugin}", (name, key)
                assert answer.ruling is None or answer.ruling.plugin == "core", (name, key)


@pytest.mark.parametrize("name", [name for names in EDITIONS.values() for name in names])
def test_every_answer_cites_the_clause_of_its_own_edition(name: str) -> None:
    rules, year = load_ruleset(name), name[-4:]
    for key in PENALTIES:
        origin = rules.origin(key)
        if origin.set_by.startswith("plugin "):
            assert origin.source is not None and year in origin.source.document, key
            assert origin.source.clause, key


@pytest.mark.parametrize("one", ["after_call", "last_tile", "fifth_kan"])
def test_what_ema_2025_leaves_open_stays_open(one: str) -> None:
    rules = load_ruleset("ema-2025")
    assert not rules[f"penalty.{one}"] and "No penalty" not in str(foul(one, rules).text)
    assert load_ruleset("ema-2016")[f"penalty.{one}"]


def test_without_the_plugin_nothing_is_said() -> None:
    for name, plugin in (("ema-2025", "ema"), ("wrc-2025", "wrc")):
        without = load_ruleset(name, without=[plugin])
        assert not any(without[key] for key in PENALTIES)


def test_a_ruleset_on_another_book_hears_nothing_of_emas_clauses(house: Write) -> None:
    rules = house('extends = "tenhou"\nplugins = ["ema"]')
    assert not any(rules[key] for key in PENALTIES)
    rules = house('extends = "tenhou"\nplugins = ["ema"]', "[plugin.ema]", 'edition = "2025"')
    assert rules["penalty.wrong_tiles"] == load_ruleset("ema-2025")["penalty.wrong_tiles"]


def price(rules: Ruleset, line: str) -> tuple[PenaltyType, int]:
    kyoku = play_case(CaseBuilder("a foul").play(line).case(), rules).kyoku
    ((_, penalty),) = kyoku.penalties
    return penalty.type, penalty.points


@pytest.mark.parametrize(
    ("tiles", "kind"), [(1, "none"), (2, "warning"), (4, "warning"), (5, "chombo"), (30, "chombo")]
)
def test_arizona_changes_the_numbers_of_wrc(tiles: int, kind: str) -> None:
    rules = load_ruleset("azriichi")
    assert price(rules, f"south fouls dead_wall_exposed tiles {tiles} repeated")[0] == kind
    found = foul("dead_wall_exposed", rules)
    assert found.ruling is not None and found.ruling.source is not None
    assert found.ruling.source.document.startswith("AZ Riichi"), "the club's page is cited, not WRC's"
    assert [one.document[:9] for one in found.sources] == ["AZ Riichi"]


def test_a_league_changes_one_number_and_the_sentence_follows(house: Write) -> None:
    league = house('extends = "wrc-2025"', "[plugin.wrc]", "repeated_points = 8", "call_with_dead_hand_points = 10")
    assert price(league, "south fouls dead_wall_exposed tiles 2 repeated") == (PenaltyType.POINTS, 8000)
    assert "8 points of the tournament score" in league["penalty.dead_wall_exposed"]
    assert "loses 10 points" in league["penalty.dead_hand_kan"]
    assert price(league, "south fouls dead_hand_kan aware") == (PenaltyType.POINTS, 10000)


def test_optional_rules_are_those_of_2022(house: Write) -> None:
    with pytest.raises(RulesetError, match="optional rules are those of wrc-2022"):
        house('extends = "wrc-2025"', "[plugin.wrc]", 'optional = ["2.1"]')
    assert house('extends = "wrc-2022"', "[plugin.wrc]", 'optional = ["2.1"]')["scoring.red_fives"] == 3


def test_an_own_text_of_a_child_silences_the_plugin_about_that_foul_alone(house: Write) -> None:
    rules = house('extends = "ema-2025"', "[penalty]", 'wrong_tiles = "A thousand points."')
    assert price(rules, "south fouls wrong_tiles noticed after_discard") == (PenaltyType.NONE, 0)
    assert price(rules, "south fouls replacement_forgotten") == (PenaltyType.DEAD_HAND, 0)


def test_a_changed_key_takes_only_the_sentence_about_it(house: Write) -> None:
    rules = house('extends = "ema-2025"', "[riichi_kan]", 'illegal = "dead_hand"')
    assert str(rules["penalty.riichi_kan"]).startswith("Daiminkan:")


def test_several_cases_left_are_for_the_referee() -> None:
    kyoku = play_case(
        CaseBuilder("a foul").play("south fouls dead_wall_exposed").case(), load_ruleset("wrc-2025")
    ).kyoku
    assert kyoku.outcome is None and not kyoku.dead[Seat.SOUTH]
    assert kyoku.findings[-1].verdict == "as_stated"
    assert len(kyoku.penalties[0][1].steps) == 4


@pytest.mark.parametrize(
    ("facts", "verdict"),
    [
        ({}, "depends on the case"),
        ({"tiles": 2, "repeated": True}, "5000 points of the tournament score"),
        ({"tiles": 2}, "depends on the case"),
        ({"tiles": 4}, "dead hand"),
        ({"tiles": 9}, "chombo"),
    ],
)
def test_what_is_known_settles_the_penalty(facts: dict[str, Any], verdict: str) -> None:
    assert foul("dead_wall_exposed", load_ruleset("wrc-2025"), **facts).verdict == verdict


def test_each_case_is_said_with_what_it_depends_on() -> None:
    found = foul("dead_wall_exposed", load_ruleset("wrc-2025"))
    assert [str(one) for one in steps_in_words(found.steps)] == [
        "1 to 2 tiles; the first time: warning",
        "1 to 2 tiles; repeated: 5000 points of the tournament score",
        "3 to 6 tiles: dead hand",
        "7 tiles or more: chombo",
    ]
    wrong = foul("wrong_tiles", load_ruleset("ema-2025"))
    assert [str(one) for one in steps_in_words(wrong.steps)] == [
        "noticed before the replacement tile is drawn: no penalty",
        "otherwise: dead hand",
    ]


def test_the_command_takes_what_is_known(capsys: pytest.CaptureFixture[str]) -> None:
    argv = ["foul", "dead_wall_exposed", "--tiles", "2", "--repeated", "--rules", "wrc-2025", "--format", "json"]
    with pytest.raises(SystemExit) as end:
        main(argv)
    assert end.value.code == 0
    (step,) = json.loads(capsys.readouterr().out)["penalty"]["steps"]
    assert (step["then"], step["points"], step["points_from"]) == ("points", 5000, "tournament")
    with pytest.raises(SystemExit):
        main(["foul", "wrong_tiles", "--noticed", "after_discard", "--rules", "ema-2025"])
    assert "  dead hand:" in capsys.readouterr().out


def test_a_standalone_file_says_the_same(tmp_path: Path) -> None:
    from kanrules.ruleset.standalone_toml import to_toml

    for name in ("ema-2025", "wrc-2025", "azriichi"):
        path = tmp_path / f"our-{name}.toml"
        path.write_text(to_toml(load_ruleset(name)).replace(f'id = "{name}"', f'id = "our-{name}"'), encoding="utf-8")
        again = load_file(path)
        assert [again[key] for key in PENALTIES] == [load_ruleset(name)[key] for key in PENALTIES]
        for one in FOULS:
            assert foul(one, again).text == foul(one, load_ruleset(name)).text


def test_the_sentences_are_said_in_every_language() -> None:
    for language in ("fr", "de", "nl", "ja"):
        speak = translator(language)
        assert speak.knows(load_ruleset("ema-2025")["penalty.wrong_tiles"])
