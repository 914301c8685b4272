"""A penalty is never named without its condition, on whatever front, and under a club's ruleset too."""

from __future__ import annotations

import itertools
from pathlib import Path

import pytest

from kanrules.desk.foul import FOULS, foul, foul_json
from kanrules.desk.key_statement import key_statement
from kanrules.report.rule_line import RuleLine
from kanrules.report.sheet_slips import Blank, penalty_slip
from kanrules.ruleset import Ruleset, load_ruleset
from kanrules.ruleset.effects import mute
from kanrules.ruleset.key_sentences import meaning
from kanrules.rulings import UNSETTLED

LEVELS = ("same_readings", "same_waits", "any")
FOUND = ("at_once", "noticed_or_draw", "win_or_draw", "draw")


def children(folder: Path, parent: str) -> list[Ruleset]:
    """Return rulesets that extend a bundled one and change the keys of a kan in riichi in every combination."""
    made = []
    for at, (level, found, illegal) in enumerate(itertools.product(LEVELS, FOUND, ("chombo", "dead_hand"))):
        path = folder / f"club-{at}.toml"
        path.write_text(
            f'[ruleset]\nid = "club-{at}"\nextends = "{parent}"\n'
            f'[riichi_kan]\nlevel = "{level}"\nillegal = "{illegal}"\nillegal_found = "{found}"\n'
        )
        made.append(load_ruleset(path))
    return made


@pytest.mark.parametrize("parent", ["ema-2025", "ema-2016", "wrc-2025", "m-league", "mil-2024", "tenhou"])
def test_a_penalty_that_waits_for_a_win_or_a_draw_says_so_everywhere(tmp_path: Path, parent: str) -> None:
    for rules in (load_ruleset(parent), *children(tmp_path, parent)):
        answer = foul("riichi_kan", rules)
        if rules.riichi_kan.illegal == "none":
            continue
        when = rules.riichi_kan.illegal_found
        by_text = any("riichi_kan.illegal" in stated for stated in rules.about("penalty.riichi_kan") or ())
        if when != "at_once" and not by_text:
            assert meaning("riichi_kan.illegal_found", when) in answer.text
        conditional = when != "at_once" or bool(rules["penalty.riichi_kan"])
        assert conditional == (answer.verdict.endswith("under a condition") or answer.verdict == "depends on the case")
        assert conditional == (foul_json(answer)["penalty"].get("type") not in ("chombo", "dead_hand"))
        slip = penalty_slip(rules, "riichi_kan")
        (printed,) = [block for block in slip.blocks if isinstance(block, RuleLine)]
        assert printed.answer[0].text == answer.said
        penalty = [block.value for block in slip.blocks if isinstance(block, Blank)][4]
        assert bool(penalty) is not conditional, "the slip names a penalty before its condition"


def test_what_is_left_of_a_text_is_printed_after_the_penalty_that_replaced_the_rest(tmp_path: Path) -> None:
    path = tmp_path / "club.toml"
    path.write_text('[ruleset]\nid = "club"\nextends = "ema-2025"\n[riichi_kan]\nillegal = "dead_hand"\n')
    text = foul("riichi_kan", load_ruleset(path)).text
    assert text.startswith("an illegal kan in riichi makes the hand dead.") and "Daiminkan: corrected before" in text
    assert "Ankan: chombo" not in text


@pytest.mark.parametrize("parent", ["ema-2025", "ema-2016", "wrc-2025", "m-league", "mil-2024", "tenhou"])
def test_ask_and_foul_say_the_same_of_every_foul(tmp_path: Path, parent: str) -> None:
    for rules in (load_ruleset(parent), *children(tmp_path, parent)[::5]):
        for name in FOULS:
            answer = foul(name, rules)
            key = f"penalty.{name}"
            if answer.ruling.code == "KR605" or key in mute(rules) or not hasattr(rules.options.penalty, name):
                continue
            assert key_statement(key, rules).said == answer.said


@pytest.mark.parametrize("name", ["azriichi", "vic-riichi"])
def test_no_penalty_is_named_where_the_text_departs_from_it(name: str) -> None:
    rules = load_ruleset(name)
    answer = foul("riichi_kan", rules)
    assert (answer.verdict, answer.text, answer.steps) == ("unknown", UNSETTLED, ())
    assert [block.value for block in penalty_slip(rules, "riichi_kan").blocks if isinstance(block, Blank)][4] == ""
