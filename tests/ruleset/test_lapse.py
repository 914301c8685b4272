"""Words and rules agree: what a text says of a rule lapses where the rule is changed, and a plugin's answer with it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from kanrules.desk.foul import foul
from kanrules.errors import PluginError
from kanrules.hooks.discovery import check_hooks
from kanrules.report.casebook import casebook_grid
from kanrules.report.sheet import sheet
from kanrules.ruleset import Ruleset, load_ruleset
from kanrules.ruleset.diff import chosen, compare
from kanrules.ruleset.keys import keys
from kanrules.ruleset.lint import warnings


def club(folder: Path, text: str, parent: str = "ema-2016", head: str = "", *, local: bool = False) -> Ruleset:
    path = folder / "club.toml"
    path.write_text(f'[ruleset]\nid = "club"\nextends = "{parent}"\n{head}\n{text}\n', encoding="utf-8")
    return load_ruleset(path, allow_local_plugins=local)


def printed(rules: Ruleset) -> str:
    return "\n".join(line.answer[0].text for group in sheet(rules).groups for line in group.lines)


def test_every_key_that_words_are_tied_to_exists_and_takes_the_value() -> None:
    for key in keys().values():
        for name in (*key.describes, *key.prices):
            assert name in keys(), f"{key.name} speaks of {name}"
        for name, value in key.presupposes:
            assert value in keys()[name].allowed, f"{key.name} presupposes {name} = {value}"


def test_a_fifth_kan_that_ends_the_hand_is_no_foul_whatever_a_parent_or_its_plugin_says(tmp_path: Path) -> None:
    rules = club(tmp_path, '[fifth_kan]\npolicy = "abort"')
    found = foul("fifth_kan", rules)
    assert found.word == "no foul" and found.penalty.type == "none" and found.ruling.key == "fifth_kan.policy"
    assert "forbidden fifth kan" not in "\n".join(
        line.subject[0].lower() for group in sheet(rules).groups for line in group.lines
    )
    asked = [
        one for chapter in casebook_grid([rules]).chapters for one in chapter.questions if "fifth" in one.text.lower()
    ]
    costs = [one.answers["club"].text for one in asked if one.id == "cost-of-a-forbidden-fifth-kan"]
    assert costs == ["no foul: A fifth kan ends the hand in an abortive draw."]


def test_words_that_forbid_a_dead_hand_its_own_tiles_lapse_where_they_are_allowed(tmp_path: Path) -> None:
    assert load_ruleset("ema-2016")["penalty.dead_hand_kan"]
    rules = club(tmp_path, '[kan]\ndead_hand = "own_tiles"')
    assert rules["penalty.dead_hand_kan"] == "" and rules.lapsed["penalty.dead_hand_kan"] == "kan.dead_hand"
    assert rules.origin("penalty.dead_hand_kan").is_default
    assert "no kan, concealed or open" not in printed(rules)


def test_words_are_kept_where_nothing_changes_and_where_a_key_is_only_said_again(tmp_path: Path) -> None:
    parent = load_ruleset("ema-2016")
    rules = club(tmp_path, '[kan]\ndead_hand = "forbidden"\n[kandora]\nankan = "declaration"')
    assert not rules.lapsed and rules["penalty.dead_hand_kan"] == parent["penalty.dead_hand_kan"]


def test_a_difference_that_nobody_chose_is_not_counted_as_one(tmp_path: Path) -> None:
    parent, rules = load_ruleset("ema-2016"), club(tmp_path, '[kan]\ndead_hand = "own_tiles"')
    found = compare(parent, rules)
    assert [one.key for one in chosen(found)] == ["kan.dead_hand"]
    lapsed = {one.key: one.meaning_b for one in found if one.lapsed}
    assert set(lapsed) == set(rules.lapsed)
    assert not [one.key for one in found if one.is_assumed], "nothing is assumed where a text has lapsed"
    reason = next(one.meaning_b for one in found if one.key == "kan.dead_hand")
    assert lapsed["penalty.dead_hand_kan"] == f"no longer applies: {reason}"


def test_words_that_a_child_writes_anew_hold_beside_the_rule_that_it_changes(tmp_path: Path) -> None:
    words = load_ruleset("ema-2016")["procedure.ankan"]
    rules = club(tmp_path, f'[kandora]\nankan = "discard"\n[procedure]\nankan = {json.dumps(words)}')
    assert rules["procedure.ankan"] == words and not rules.lapsed.get("procedure.ankan")
    assert not [one for one in warnings(rules) if "procedure.ankan" in one.message], "said again for another rule"


def test_a_figure_in_words_lapses_with_the_price_and_words_without_one_do_not(tmp_path: Path) -> None:
    change = "[chombo]\npoints = 8000"
    mil, m_league = (load_ruleset(name)["penalty.riichi_kan"] for name in ("mil-2024", "m-league"))
    assert "12,000" in mil and not any(sign.isdigit() for sign in m_league)
    assert club(tmp_path, change, "mil-2024")["penalty.riichi_kan"] == ""
    assert club(tmp_path, change, "m-league")["penalty.riichi_kan"] == m_league


def test_words_laid_over_in_an_option_lapse_like_a_files(tmp_path: Path) -> None:
    rules = load_ruleset("ema-2016").with_options({"kan.dead_hand": "own_tiles"})
    assert rules["penalty.dead_hand_kan"] == ""
    assert rules.with_options({"kan.dead_hand": "forbidden"})["penalty.dead_hand_kan"]


def test_own_words_about_what_the_own_lines_rule_out_are_a_line_without_effect(tmp_path: Path) -> None:
    rules = club(tmp_path, '[fifth_kan]\npolicy = "abort"\n[penalty]\nfifth_kan = "A dead hand."')
    (problem,) = [one for one in warnings(rules) if "penalty.fifth_kan" in one.message]
    assert problem.code == "KR109" and "fifth_kan.policy" in problem.message
    assert rules["penalty.fifth_kan"] == ""


PLUGIN = """
from kanrules import FifthKan, Penalty, PenaltyType, hookimpl
{more}
@hookimpl
def penalty(foul):
    return Penalty(PenaltyType.POINTS, 500, code="house-601", text="five hundred")
"""


@pytest.mark.parametrize("answer", ["penalty", "penalty.wrong_tiles"])
def test_a_plugins_answer_lapses_with_the_key_that_it_presupposes(tmp_path: Path, answer: str) -> None:
    more = f'presupposes = {{"{answer}": {{"kan.dead_hand": "forbidden"}}}}'
    (tmp_path / "house.py").write_text(PLUGIN.format(more=more))
    plain = club(tmp_path, "", "tenhou", 'plugins = ["./house.py"]', local=True)
    assert foul("wrong_tiles", plain).penalty.type == "points"  # its judge has been made
    for value, costs in (("forbidden", "points"), ("own_tiles", "none")):
        text = f'[kan]\ndead_hand = "{value}"'
        as_written = club(tmp_path, text, "tenhou", 'plugins = ["./house.py"]', local=True)
        as_set = plain.with_options({"kan.dead_hand": value})
        for rules in (as_written, as_set):
            assert foul("wrong_tiles", rules).penalty.type == costs
            other = foul("empty_call", rules).penalty.type
            assert other == ("none" if answer == "penalty" and value == "own_tiles" else "points")


def test_a_plugin_that_forbids_some_fifth_kans_leaves_their_words_standing(tmp_path: Path) -> None:
    more = "@hookimpl\ndef fifth_kan(kan):\n    return FifthKan.FORBID\n"
    (tmp_path / "house.py").write_text(
        PLUGIN.format(more=more)
        .replace("def penalty", "def payments")
        .replace("(foul)", "(result)")
        .replace("    return Penalty(PenaltyType.POINTS", "    return None and (PenaltyType.POINTS")
        .replace(', code="house-601", text="five hundred"', "")
    )
    text = '[fifth_kan]\npolicy = "abort"\n[penalty]\nfifth_kan = "A dead hand."'
    rules = club(tmp_path, text, "tenhou", 'plugins = ["./house.py"]', local=True)
    assert rules["penalty.fifth_kan"] == "A dead hand."
    assert foul("fifth_kan", rules).text == "A dead hand."


@pytest.mark.parametrize(
    ("presupposes", "said"),
    [
        ([], "not a table of tables"),
        ({"penalty": "forbidden"}, "not a table of tables"),
        ({"penality": {}}, "there is no hook 'penality'"),
        ({"rob_kan.ankan": {}}, "there is no hook"),
        ({"penalty": {"kan.dead": 1}}, "there is no key 'kan.dead'"),
    ],
)
def test_a_plugin_that_presupposes_nonsense_is_refused(presupposes: object, said: str) -> None:
    from types import SimpleNamespace

    import kanrules_ema

    plugin = SimpleNamespace(penalty=kanrules_ema.penalty, presupposes=presupposes)
    with pytest.raises(PluginError, match=said):
        check_hooks("house", plugin)


def test_a_row_that_a_plugin_may_overrule_says_so_in_sheet_casebook_and_explain(tmp_path: Path) -> None:
    from kanrules.report.casebook import casebook_markdown
    from kanrules.ruleset.explain import explain

    (tmp_path / "dealer-dora.py").write_text(
        "from kanrules import Instant, hookimpl\n@hookimpl\ndef reveal_kandora(kan):\n"
        "    return Instant.NEVER if kan.seat == 1 else None\n"
    )
    rules = club(tmp_path, "", "tenhou", 'plugins = ["./dealer-dora.py"]', local=True)
    lines = {line.subject[0]: line for group in sheet(rules).groups for line in group.lines}
    assert "see plugin dealer-dora" in lines["Kan dora of an ankan"].citation.instead
    assert "see plugin" not in lines["Robbing an ankan"].citation.instead
    told = explain("kandora.ankan", rules, [rules])
    assert not isinstance(told, str) and any("see plugin dealer-dora" in line for line in told.lines)
    assert "see plugin dealer-dora" in casebook_markdown(casebook_grid([rules], ["daiminkan", "turned"]))
    way = explain("kan", rules, [rules])
    assert not isinstance(way, str) and any("plugin dealer-dora can decide here" in line for line in way.lines)
