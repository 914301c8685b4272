"""The reference of the hooks: up to date, and every hook with a heading and an example that does what it says."""

from __future__ import annotations

import inspect
import re
import subprocess
import sys
import types
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from kanrules.cases.case import CaseBuilder, parse_cases
from kanrules.cases.run import PlayedCase, play_case
from kanrules.cases.verify import verify_case
from kanrules.hooks import specs as hookspecs
from kanrules.hooks.amending import amendments
from kanrules.hooks.docs import hook as described
from kanrules.hooks.specs import HOOKS
from kanrules.law.hook_values import PenaltyType
from kanrules.law.outcome import Outcome
from kanrules.pieces.tiles import Seat
from kanrules.ruleset import Ruleset, load_ruleset
from kanrules.scaffold import plugin_files
from kanrules.testing import check_plugin

PAGE = Path(__file__).parents[2] / "docs" / "hooks.md"
EXAMPLES = {name: described(name).example for name in HOOKS}


def example(hook: str, rules: str = "ema-2016", **options: Any) -> Ruleset:
    """The ruleset with the example of this hook as its only plugin."""
    module = types.ModuleType("house")
    exec(compile(EXAMPLES[hook], f"<example of {hook}>", "exec", dont_inherit=True), module.__dict__)
    found = replace(load_ruleset(rules), modules=(("house", module),))
    return found.with_options({key.replace("__", "."): value for key, value in options.items()}) if options else found


def run(rules: Ruleset, given: dict[str, Any], *lines: str) -> PlayedCase:
    return play_case(CaseBuilder("an example").given(**given).play(*lines).case(), rules)


def ended(rules: Ruleset, given: dict[str, Any], *lines: str) -> Outcome:
    result = run(rules, given, *lines)
    assert not result.refused, result.refused
    assert result.kyoku.outcome is not None
    return result.kyoku.outcome


def test_before_kan_example_forbids_open_kans_late_in_the_hand() -> None:
    given = {"hands": {"south": "555p"}, "turn": "east", "live": "5p"}
    rules = example("before_kan")
    (refused,) = run(rules, {**given, "live_tiles": 10}, "east discards 5p", "south daiminkan 5p").refused
    assert [objection.code for objection in refused.objections] == ["house-201"]
    assert not run(rules, {**given, "live_tiles": 11}, "east discards 5p", "south daiminkan 5p").refused


def test_reveal_kandora_example_turns_one_indicator_a_chain() -> None:
    given = {"hands": {"south": "111m999s"}, "turn": "south", "live": "1m", "rinshan": "9s 2z"}
    plays = ("south ankan 1m", "south ankan 9s")
    assert len(run(example("reveal_kandora"), given, *plays).kyoku.indicators) == 2
    assert len(run(load_ruleset("ema-2016"), given, *plays).kyoku.indicators) == 3


def test_after_rinshan_example_notes_the_draw(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level("INFO", "house"):
        run(example("after_rinshan"), {"hands": {"south": "111m"}, "turn": "south", "live": "1m"}, "south ankan 1m")
    assert caplog.messages == ["south draws a replacement tile, 3 left"]


FIFTH = {"hands": {"north": "5555z"}, "turn": "north", "live": "9m"}
ONE_PLAYER = {"south": ["ankan 1111z", "ankan 2222z", "ankan 3333z", "ankan 4444z"]}
TWO_PLAYERS = {"south": ["ankan 1111z", "ankan 2222z"], "east": ["ankan 3333z", "ankan 4444z"]}


def test_fifth_kan_example_lets_nobody_spoil_suukantsu() -> None:
    rules = example("fifth_kan", fifth_kan__policy="abort")
    (refused,) = run(rules, {**FIFTH, "melds": ONE_PLAYER}, "north ankan 5z").refused
    assert [objection.code for objection in refused.objections] == ["KR209"]
    ended = run(rules, {**FIFTH, "melds": TWO_PLAYERS}, "north ankan 5z").kyoku.outcome
    assert ended is not None
    assert ended.type == "fifth_kan"


def test_four_kans_example_lets_one_players_fourth_kan_win() -> None:
    given = {
        "hands": {"south": "111p9s"},
        "melds": {"south": ["ankan 1111z", "ankan 2222z", "daiminkan 9999p from west"]},
        "turn": "east",
        "live": "1p",
    }
    plays = ("east discards 1p", "south daiminkan 1p")
    won = run(example("four_kans"), given, *plays).kyoku.outcome
    assert won is not None
    assert won.type == "tsumo"
    assert run(load_ruleset("ema-2016"), given, *plays).kyoku.outcome is None


THREE = {
    "hands": {"south": "111p9s"},
    "melds": {"north": ["ankan 1111z"], "west": ["ankan 2222z"]},
    "turn": "east",
    "live": "1p",
    "rinshan": "3z",
}


def test_kans_end_example_ends_a_hand_in_which_three_players_have_a_kan() -> None:
    plays = ("east discards 1p", "south daiminkan 1p", "south discards 3z", "west draws 4z")
    assert ended(example("kans_end"), THREE, *plays[:3]).type == "four_kans"
    assert run(load_ruleset("ema-2016"), THREE, *plays).kyoku.outcome is None
    of_two = {**THREE, "melds": {"north": ["ankan 1111z", "ankan 2222z"]}}
    assert run(example("kans_end"), of_two, *plays).kyoku.outcome is None


def test_rob_kan_example_leaves_the_robbery_to_players_in_riichi() -> None:
    given = {
        "hands": {"north": "34p567m123s789s11z"},
        "melds": {"south": ["pon 222p from east"]},
        "turn": "south",
        "live": "2p",
    }
    west = {**given["hands"], "west": "123456789m11p99s"}  # type: ignore[dict-item]
    rules = example("rob_kan")
    assert run(rules, given, "south shouminkan 2p").kyoku.kans[0].robbable_by == (Seat.NORTH,)
    one_in_riichi = run(rules, {**given, "riichi": ["north"]}, "south shouminkan 2p").kyoku
    assert one_in_riichi.kans[0].robbable_by == (Seat.NORTH,)
    another_in_riichi = run(rules, {**given, "riichi": ["west"], "hands": west}, "south shouminkan 2p").kyoku
    assert another_in_riichi.kans[0].robbable_by == ()


def test_yaku_example_gives_a_han_to_a_ron_on_the_discard_after_a_kan() -> None:
    hands = {"north": "34p567m123s99m", "east": "777s"}
    given = {"hands": hands, "melds": {"north": ["pon 222z from south"]}, "turn": "east", "rinshan": "2p"}
    kan = ("east draws 7s", "east ankan 7s", "east discards 2p", "north ron")
    (win,) = ended(example("yaku"), given, *kan).wins
    assert win.value.yaku == {"kan_furi": 1}
    (refused,) = run(example("yaku"), given, "east draws 2p", "east discards 2p", "north ron").refused
    assert [objection.code for objection in refused.objections] == ["KR213"]


def test_dora_example_counts_the_ura_of_ones_own_kans_alone() -> None:
    """Every ura indicator makes 1z a dora, of which north has a pair."""
    given = {
        "hands": {"north": "34p567m123s11z", "south": "777z", "east": "9m"},
        "melds": {"north": ["ankan 8888p"]},
        "riichi": ["north"],
        "turn": "south",
        "indicators": "9s 9s 9s",
        "ura": "4z 4z 4z",
    }
    lines = ("south draws 7z", "south ankan 7z", "south discards 9p", "west draws 9p", "west discards 9p",
             "north draws 2p", "north tsumo")  # fmt: skip
    (win,) = ended(load_ruleset("ema-2016"), given, *lines).wins
    assert win.value.ura == 6
    (win,) = ended(example("dora"), given, *lines).wins
    assert (win.value.ura, win.value.dora) == (4, 3)


def test_liability_example_makes_the_feeder_of_a_third_kan_liable() -> None:
    given = {
        "hands": {"south": "555p"},
        "melds": {"south": ["ankan 1111z", "ankan 2222z"]},
        "turn": "east",
        "live": "5p",
    }
    plays = ("east discards 5p", "south daiminkan 5p")
    found = run(example("liability"), given, *plays).kyoku.liabilities[Seat.SOUTH]
    assert [(one.yakuman, one.seat) for one in found] == [("suukantsu", Seat.EAST)]
    assert run(load_ruleset("ema-2016"), given, *plays).kyoku.liabilities[Seat.SOUTH] == []


def test_kan_stands_example_pays_for_a_kan_of_honours_on_the_spot() -> None:
    given = {"hands": {"south": "111z"}, "turn": "east", "live": "1z"}
    kyoku = run(example("kan_stands"), given, "east discards 1z", "south daiminkan 1z").kyoku
    assert kyoku.outcome is None
    assert kyoku.scores == [24000, 26000, 25000, 25000]
    given = {"hands": {"south": "111p"}, "turn": "east", "live": "1p"}
    assert run(example("kan_stands"), given, "east discards 1p", "south daiminkan 1p").kyoku.at_once == []


def test_payments_example_lays_a_thousand_on_the_table_for_an_open_kan() -> None:
    given = {"hands": {"south": "555p"}, "turn": "east", "live": "5p", "live_tiles": 2}
    result = run(example("payments"), given, "east discards 5p", "south daiminkan 5p", "south discards 9m")
    assert result.kyoku.outcome is not None
    assert result.kyoku.sticks == 1
    assert [(one.source, one.points) for one in result.kyoku.outcome.transfers] == [(Seat.SOUTH, 1000)]


def test_penalty_example_prices_a_kan_right_after_a_call() -> None:
    given = {"hands": {"south": "55p7777z"}, "turn": "east", "live": "5p"}
    for word, expected in (("first", (PenaltyType.WARNING, 0)), ("repeated", (PenaltyType.POINTS, 1000))):
        play = ("east discards 5p", "south pon 5p", f"!south ankan 7z {word}")
        ((seat, one),) = run(example("penalty"), given, *play).kyoku.penalties
        assert (seat, one.type, one.points) == (Seat.SOUTH, *expected)


def test_amend_rules_example_changes_two_keys_at_once() -> None:
    rules = example("amend_rules")
    ((name, module),) = rules.modules
    assert amendments(name, module, rules, {"late": False}) == {}
    assert amendments(name, module, rules, {"late": True}) == {
        "kandora.daiminkan": "discard",
        "kandora.shouminkan": "discard",
    }


@pytest.mark.rest
@pytest.mark.sample(2)
@pytest.mark.parametrize("hook", HOOKS)
@pytest.mark.usefixtures("seats_of_a_key")
def test_every_example_passes_the_kit(hook: str) -> None:
    """What the reference teaches is what `kanrules conformance` asks for."""
    (module,) = dict(example(hook).modules).values()
    report = check_plugin(module, name="house", hands=6, allow_silent=True)
    assert report.hooks == (hook,)
    assert report.asked[hook] > 0


@pytest.mark.parametrize("hook", [hook for hook, spec in HOOKS.items() if spec.decides])
def test_a_case_of_every_example_fails_without_it(hook: str, tmp_path: Path) -> None:
    files = plugin_files("house", hook)
    (tmp_path / "house.py").write_text(files["kanrules_house/__init__.py"], encoding="utf-8")
    text = files["kanrules_house/house.toml"].replace('"house"]', '"./house.py"]')
    (tmp_path / "house.toml").write_text(text, encoding="utf-8")
    rules = load_ruleset(tmp_path / "house.toml", allow_local_plugins=True)
    cases = parse_cases(files["kanrules_house/house.cases.toml"])
    assert all(verify_case(case, rules).passed for case in cases)
    assert not all(verify_case(case, replace(rules, modules=())).passed for case in cases)


# --- the page ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("hook", HOOKS)
def test_every_hook_has_a_heading_and_an_example(hook: str) -> None:
    page = PAGE.read_text(encoding="utf-8")
    assert f"\n## {hook}\n" in page
    assert f"def {hook}(" in EXAMPLES[hook]


def test_every_public_function_of_the_specs_is_a_hook_and_nothing_else_is() -> None:
    own = [one for one in vars(hookspecs).values() if inspect.isfunction(one) and one.__module__ == hookspecs.__name__]
    functions = {one.__name__ for one in own if one.__name__[0] != "_"}
    assert functions == set(HOOKS)
    assert all(hasattr(getattr(hookspecs, hook), "kanrules_spec") for hook in HOOKS)
    assert HOOKS["after_rinshan"].arguments == ("kan", "tile", "table", "rules")


def test_a_ruleset_with_a_plugin_is_read_without_the_machine() -> None:
    program = (
        "import sys, kanrules; kanrules.load_ruleset('ema-2016'); print([m for m in sys.modules if "
        "m.startswith('kanrules.')])"
    )
    shown = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout
    assert "kanrules.hooks.discovery" in shown
    for room in ("table", "kan", "kyoku", "hooks.judge", "hooks.core", "pieces.actions"):
        assert f"'kanrules.{room}'" not in shown, room


def test_every_field_of_what_hooks_see_is_explained() -> None:
    sections = PAGE.read_text(encoding="utf-8").partition("## Arguments and answers")[2].split("\n### ")[1:]
    rows = re.compile(r"^\| `(\w+)` \|.*\|  \|$", re.M)
    blank = {(section.splitlines()[0], row) for section in sections for row in rows.findall(section)}
    assert len(sections) > 15 and not blank


def test_every_argument_is_explained() -> None:
    assert not [(hook, name) for hook in HOOKS for name, _, words in described(hook).arguments if not words]
