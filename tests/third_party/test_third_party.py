"""Plugins that the core has never seen, found like anybody's, pass or fail the kit for the right reasons."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from kanrules.cli import main
from kanrules.hooks import judge as plugins
from kanrules.ruleset import RulesetError, load_ruleset
from kanrules.testing import CaseBuilder, check_plugin, play_case
from kanrules.testing.conformance import Conformance, NotConforming, conformance

SOURCES = Path(__file__).parent / "plugins"
FAULTY = ("liar", "mutator", "thief", "raiser", "overruler", "forgetful", "counterfeiter", "misspelt", "stranger")
HANDS = 60


@pytest.fixture(scope="module", autouse=True)
def strangers(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Two distributions of strangers, installed as pip would leave them: modules and their metadata on the path."""
    site = tmp_path_factory.mktemp("site")
    points = {
        "teahouse": ["teahouse = teahouse", "okurikan = okurikan"],
        "faulty": [f"{name} = faulty:{name}" for name in FAULTY],
    }
    for name, lines in points.items():
        info = site / f"{name}-1.0.dist-info"
        info.mkdir()
        (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n", encoding="utf-8")
        (info / "entry_points.txt").write_text("[kanrules]\n" + "\n".join(lines) + "\n", encoding="utf-8")
    before = list(sys.path)
    sys.path[:0] = [str(site), str(SOURCES)]
    yield
    sys.path[:] = before


def faults(name: str) -> dict[str, str]:
    """What the kit finds wrong with this plugin, by check."""
    report = conformance(name, hands=HANDS)
    assert not report.passed
    return {fault.check: fault.text for fault in report.faults}


# --- good ones -----------------------------------------------------------------------------------------------------


@pytest.mark.rest
@pytest.mark.parametrize("name", ["okurikan", "teahouse"])
@pytest.mark.usefixtures("seats_of_a_key")
def test_a_strangers_plugin_that_answers_only_what_no_key_says_conforms(name: str) -> None:
    report: Conformance = check_plugin(name, hands=HANDS, allow_silent=True)
    assert report.hands >= HANDS
    assert report.kans > HANDS


def test_strangers_plugins_are_listed_with_their_distribution() -> None:
    listed = {plugin.name: plugin.distribution for plugin in plugins.installed()}
    assert listed["teahouse"] == listed["okurikan"] == "teahouse"


def test_a_strangers_plugin_changes_rulings_only_where_a_ruleset_lists_it(tmp_path: Path) -> None:
    path = tmp_path / "house.toml"
    path.write_text('[ruleset]\nid = "house"\nextends = "ema-2016"\nplugins = ["okurikan"]\n', encoding="utf-8")
    hand = {
        "hands": {"south": "1111z34m678m999p"},
        "riichi": ["south"],
        "ippatsu": ["south"],
        "turn": "south",
        "live": "7s",
    }
    case = CaseBuilder("okuri-kan").given(**hand).play("south draws 7s", "south ankan 1z").case()
    assert [one.code for one in play_case(case, load_ruleset("ema-2016")).refused[0].objections] == ["KR206"]
    assert not play_case(case, load_ruleset(path)).refused


# --- wrong ones ----------------------------------------------------------------------------------------------------


@pytest.mark.usefixtures("seats_of_a_key")
def test_a_plugin_that_lies_about_types_fails() -> None:
    found = faults("liar")
    assert "answered 'discard' (str), expected Instant or None; did you mean Instant.DISCARD?" in found["hooks"]


@pytest.mark.parametrize(("name", "hook"), [("mutator", "after_rinshan"), ("thief", "before_kan")])
@pytest.mark.usefixtures("seats_of_a_key")
def test_a_plugin_that_changes_what_it_is_shown_fails(name: str, hook: str) -> None:
    assert f"the arguments of hook {hook} were changed" in faults(name)["mutation"]


@pytest.mark.usefixtures("seats_of_a_key")
def test_a_plugin_that_raises_fails_with_one_error_that_names_hook_and_line() -> None:
    text = faults("raiser")["hooks"]
    assert text.startswith("plugin 'raiser', hook reveal_kandora: raised KeyError: 3 (faulty.py:")


@pytest.mark.rest
@pytest.mark.usefixtures("seats_of_a_key")
def test_a_plugin_that_overrules_a_key_fails_and_every_such_key_is_named() -> None:
    found = faults("overruler")
    assert set(found) == {"mute keys"}
    for key in ("kandora.ankan", "kandora.daiminkan", "kandora.shouminkan"):
        assert key in found["mute keys"]
    assert "four_kans" not in found["mute keys"]


@pytest.mark.usefixtures("seats_of_a_key")
def test_a_plugin_that_rules_otherwise_the_second_time_fails() -> None:
    assert "same rulings" in faults("forgetful")


@pytest.mark.usefixtures("seats_of_a_key")
def test_a_plugin_that_pays_in_coins_that_are_no_sticks_fails() -> None:
    assert "expected whole sticks of 1000 for the table, not 300" in faults("counterfeiter")["hooks"]


@pytest.mark.usefixtures("seats_of_a_key")
def test_a_misspelt_hook_fails_at_registration() -> None:
    assert faults("misspelt") == {
        "registration": "plugin 'misspelt': there is no hook 'reveal_kan_dora'; did you mean 'reveal_kandora'?"
    }


@pytest.mark.usefixtures("seats_of_a_key")
def test_a_misspelt_argument_fails_at_registration() -> None:
    assert "hook rob_kan: there is no argument 'player'" in faults("stranger")["registration"]


@pytest.mark.usefixtures("seats_of_a_key")
def test_check_plugin_raises_for_a_faulty_plugin() -> None:
    with pytest.raises(NotConforming, match="did you mean 'reveal_kandora'"):
        check_plugin("misspelt", hands=1)


def test_a_ruleset_that_lists_a_misspelt_plugin_is_refused_at_its_line(tmp_path: Path) -> None:
    path = tmp_path / "house.toml"
    path.write_text('[ruleset]\nid = "house"\nplugins = ["okurikan", "misspelt"]\n', encoding="utf-8")
    with pytest.raises(RulesetError) as refused:
        load_ruleset(path)
    (problem,) = refused.value.problems
    assert (problem.line, problem.column, problem.code) == (3, 24, "KR108")


def test_a_plugin_that_every_ruleset_refuses_is_listed_with_its_fault(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as end:
        main(["plugins", "misspelt", "liar"])
    assert end.value.code == 0
    of = dict(re.findall(r"^(\S+) 1\.0 .*\n((?:  .*\n)+)", capsys.readouterr().out, re.M))
    fault = "plugin 'misspelt': there is no hook 'reveal_kan_dora'; did you mean 'reveal_kandora'?"
    assert " ".join(of["misspelt"].split()) == f"fault {fault}"
    assert "answers   reveal_kandora" in of["liar"]


def test_a_faulty_plugin_never_shows_a_traceback(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "house.toml"
    path.write_text('[ruleset]\nid = "house"\nextends = "tenhou"\nplugins = ["liar"]\n', encoding="utf-8")
    game = Path(__file__).parents[1] / "games" / "open-kan-then-ankan-1.mjson.gz"
    with pytest.raises(SystemExit) as end:
        main(["replay", str(game), "--rules", str(path)])
    assert end.value.code == 2
    shown = capsys.readouterr()
    assert "plugin 'liar', hook reveal_kandora: answered 'discard' (str)" in shown.err
    assert "Traceback" not in shown.err + shown.out


@pytest.mark.rest
@pytest.mark.parametrize(("name", "code"), [("okurikan", 0), ("misspelt", 1), ("nobodys", 2)])
@pytest.mark.usefixtures("seats_of_a_key")
def test_conformance_from_the_shell_says_so_with_its_exit_code(
    name: str, code: int, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as end:
        main(["conformance", name, "--hands", "5", "--allow-silent"])
    assert end.value.code == code
