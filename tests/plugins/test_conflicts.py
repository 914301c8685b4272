"""Where plugins meet: two that answer one question, two of one name, one that means to overrule a line; their options
in cases."""

from __future__ import annotations

import json
import pickle
import subprocess
import sys
from collections.abc import Callable
from importlib.metadata import entry_points
from pathlib import Path
from typing import Any

import pytest

from kanrules.cases.case import CaseBuilder, CaseError, parse_cases
from kanrules.cases.run import play_case
from kanrules.cases.verify import verify_case
from kanrules.cli import main
from kanrules.errors import PluginError
from kanrules.hooks import discovery
from kanrules.hooks.discovery import check_hooks
from kanrules.report.sheet import sheet
from kanrules.ruleset import Ruleset, RulesetError, load_ruleset
from kanrules.ruleset.effects import overruling
from kanrules.ruleset.lint import warnings
from tests.plugins.conftest import Write
from tests.plugins.test_judge import SOUTH_KANS, plugin, under

FIRST = "from kanrules import Instant, hookimpl\n\n\n@hookimpl\ndef reveal_kandora(kan):\n    return Instant.{}\n"
HEAD = '[ruleset]\nid = "club"\nextends = "ema-2016"\nplugins = [{}]\n'


def club(folder: Path, *lines: str, **plugins: str) -> Path:
    for name, text in plugins.items():
        (folder / f"{name}.py").write_text(text, encoding="utf-8")
    listed = ", ".join(f'"./{name}.py"' for name in plugins)
    path = folder / "club.toml"
    path.write_text("\n".join((HEAD.format(listed), *lines, "")), encoding="utf-8")
    return path


def warned(path: Path) -> list[tuple[str, int, str]]:
    return [(one.code, one.line, one.message) for one in warnings(load_ruleset(path, allow_local_plugins=True))]


# --- two that answer one question ------------------------------------------------------------------------------------


def test_two_plugins_that_answer_one_question_are_warned_of(tmp_path: Path) -> None:
    path = club(tmp_path, early=FIRST.format("RINSHAN_DRAW"), late=FIRST.format("DISCARD"))
    said = "the plugins early and late answer reveal_kandora: asked in this order, the first answer counts"
    assert warned(path) == [("KR110", 4, said)]


def test_the_warning_names_first_whom_kanrules_asks_first(tmp_path: Path) -> None:
    late = FIRST.format("DISCARD").replace("@hookimpl", "@hookimpl(tryfirst=True)")
    ((_, _, said),) = warned(club(tmp_path, early=FIRST.format("RINSHAN_DRAW"), late=late))
    assert said.startswith("the plugins late and early answer reveal_kandora: asked in this order")
    last = FIRST.format("DISCARD").replace("@hookimpl", "@hookimpl(trylast=True)")
    ((_, _, said),) = warned(club(tmp_path, early=last, late=FIRST.format("RINSHAN_DRAW")))
    assert said.startswith("the plugins late and early answer")


@pytest.mark.parametrize("listed", [("plain", "around"), ("around", "plain")])
def test_a_wrapper_around_another_plugin_is_warned_of(listed: tuple[str, str], tmp_path: Path) -> None:
    around = (
        "from kanrules import Instant, hookimpl\n\n\n@hookimpl(wrapper=True)\ndef reveal_kandora(kan):\n    yield\n"
        "    return Instant.NEVER\n"
    )
    texts = {"plain": FIRST.format("DISCARD"), "around": around}
    said = "the plugin around wraps reveal_kandora: it may change or drop the answers of plain"
    assert warned(club(tmp_path, **{name: texts[name] for name in listed})) == [("KR110", 4, said)]
    assert warned(club(tmp_path, around=around)) == []


def test_one_plugin_or_two_hooks_that_collect_are_no_conflict(tmp_path: Path) -> None:
    fee = "from kanrules import hookimpl\n\n\n@hookimpl\ndef payments(result):\n    return None\n"
    assert warned(club(tmp_path, one=fee, two=fee, late=FIRST.format("DISCARD"))) == []


def test_a_conflict_among_a_parents_plugins_is_the_parents(tmp_path: Path) -> None:
    club(tmp_path, early=FIRST.format("RINSHAN_DRAW"), late=FIRST.format("DISCARD"))
    child = tmp_path / "child.toml"
    child.write_text('[ruleset]\nid = "child"\nextends = "club.toml"\n', encoding="utf-8")
    assert warned(child) == []


@pytest.mark.parametrize("wrapped", [False, True])
def test_the_trace_shows_the_answer_that_was_overruled(wrapped: bool) -> None:
    from kanrules import Instant, hookimpl

    class Through:
        @hookimpl(wrapper=True)
        def reveal_kandora(self) -> Any:
            return (yield)

    plugins = [plugin(reveal_kandora=lambda kan: Instant.NEVER), plugin(reveal_kandora=lambda kan: Instant.DISCARD)]
    rules = under(*plugins, *([Through()] if wrapped else []))
    case = CaseBuilder("a kan").given(**SOUTH_KANS).play("south ankan 1m").case()
    told = [str(line) for line in play_case(case, rules, trace=True).trace if line.hook == "reveal_kandora"]
    assert "reveal_kandora (south ankan 1m): p1 -> never" in told
    assert told[-1] == "reveal_kandora (south ankan 1m): p2 -> discard, overruled"
    assert not [line for line in told if "core" in line]
    assert play_case(case, rules, trace=True).kyoku.events == play_case(case, rules).kyoku.events


def test_an_overruled_plugin_that_fails_ends_no_hand_because_somebody_watches() -> None:
    from kanrules import Instant

    def fails(kan: Any) -> Any:
        raise ValueError("x")

    rules = under(plugin(reveal_kandora=lambda kan: Instant.NEVER), plugin(reveal_kandora=fails))
    case = CaseBuilder("a kan").given(**SOUTH_KANS).play("south ankan 1m").case()
    (line,) = [str(line) for line in play_case(case, rules, trace=True).trace if "p2" in line.plugin]
    assert "raised ValueError" in line


def test_the_json_of_a_trace_marks_what_was_overruled(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = club(tmp_path, early=FIRST.format("RINSHAN_DRAW"), late=FIRST.format("DISCARD"))
    game = Path(__file__).parents[1] / "games" / "open-kan-then-ankan-1.mjson.gz"
    with pytest.raises(SystemExit):
        main(["replay", str(game), "--rules", str(path), "--trace", "--format", "json", "--allow-local-plugins"])
    hands = json.loads(capsys.readouterr().out.splitlines()[0])["hands"]
    told = [line for hand in hands for line in hand["trace"] if line["hook"] == "reveal_kandora"]
    assert {(line["plugin"], line.get("overruled", False)) for line in told} == {("early", False), ("late", True)}


# --- a line that is meant to be overruled -----------------------------------------------------------------------------

LATE = FIRST.format("DISCARD") + '\n\nsupersedes = ("kandora.daiminkan",)\n'


def test_a_line_that_a_plugin_supersedes_has_no_effect(tmp_path: Path) -> None:
    path = club(tmp_path, "[kandora]", 'daiminkan = "never"', 'ankan = "rinshan_draw"', late=LATE)
    assert warned(path) == [("KR109", 7, "`kandora.daiminkan` has no effect here: the plugin late overrides it")]


def test_what_a_parent_says_may_be_superseded_without_a_word(tmp_path: Path) -> None:
    assert warned(club(tmp_path, late=LATE)) == []


@pytest.mark.parametrize(
    ("supersedes", "fault"),
    [
        ('"kandora.daiminkan"', "supersedes is not a list of keys; write supersedes = "),
        ("(1,)", "supersedes is not a list of keys"),
        ('("kandora.daiminkann",)', "there is no key 'kandora.daiminkann'; did you mean 'kandora.daiminkan'?"),
    ],
)
def test_what_a_plugin_supersedes_are_keys(tmp_path: Path, supersedes: str, fault: str) -> None:
    path = club(tmp_path, late=FIRST.format("DISCARD") + f"\nsupersedes = {supersedes}\n")
    with pytest.raises(RulesetError) as refused:
        load_ruleset(path, allow_local_plugins=True)
    (problem,) = refused.value.problems
    assert fault in f"{problem.message}; {problem.hint}"


def test_check_names_a_plugin_that_decides_and_has_no_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for text, said in ((LATE, True), (LATE + 'sheet = "Indicators are turned late."\n', False)):
        path = club(tmp_path, late=text)
        with pytest.raises(SystemExit):
            main(["check", str(path), "--allow-local-plugins"])
        assert ("note: the plugin late answers reveal_kandora, and sheets have no" in capsys.readouterr().out) is said


OPTION = """
from dataclasses import dataclass


@dataclass(frozen=True)
class Options:
    late: bool = True


options = Options
"""


@pytest.mark.parametrize(
    ("names", "off"),
    [
        ('supersedes = {"late": ("kandora.daiminkan",)}', False),
        ('supersedes = {"late": ("kandora.daiminkan",)}\nanswers = {"late": ("reveal_kandora",)}', True),
    ],
)
def test_an_option_supersedes_unless_it_is_off(tmp_path: Path, names: str, off: bool) -> None:
    path = club(tmp_path, "[kandora]", 'daiminkan = "never"', late=FIRST.format("DISCARD") + OPTION + names)
    assert [code for code, _, _ in warned(path)] == ([] if off else ["KR109"])


@pytest.mark.parametrize("keys", ['("kandora.ankan",)', '{"late": ("kandora.ankan",)}'])
def test_a_line_with_an_exception_points_to_the_plugin(tmp_path: Path, keys: str) -> None:
    kan = "from kanrules import hookimpl\n\n\n@hookimpl\ndef before_kan(kan):\n    return None\n"
    plain, told = (
        load_ruleset(club(tmp_path, house=kan + OPTION + more), allow_local_plugins=True)
        for more in ("", f"qualifies = {keys}\n")
    )
    assert (overruling("kandora.ankan", plain), overruling("kandora.ankan", told)) == ((), ("house",))


def test_a_sheet_never_states_what_a_plugin_overrules(tmp_path: Path) -> None:
    robs = "from kanrules import hookimpl\n\n\n@hookimpl\ndef rob_kan(kan):\n    return True\n"
    page = sheet(load_ruleset(club(tmp_path, house=robs), allow_local_plugins=True))
    (line,) = [one for group in page.groups for one in group.lines if "chankan.ankan" in one.keys]
    assert line.answer[0].text.endswith("The plugin house may decide otherwise.")
    (tmp_path / "club").mkdir()
    plain = club(tmp_path / "club", house=robs + 'supersedes = ("chankan.ankan",)\n')
    page = sheet(load_ruleset(plain, allow_local_plugins=True))
    (line,) = [one for group in page.groups for one in group.lines if "chankan.ankan" in one.keys]
    assert line.answer[0].text == "Decided by the plugin house."


@pytest.mark.parametrize("sources", ['["5.1"]', '{"late-601": "5.1"}', "{601: None}"])
def test_what_a_plugin_names_as_sources_are_sources_by_code(tmp_path: Path, sources: str) -> None:
    path = club(tmp_path, late=FIRST.format("DISCARD") + f"\nsources = {sources}\n")
    with pytest.raises(RulesetError) as refused:
        load_ruleset(path, allow_local_plugins=True)
    (problem,) = refused.value.problems
    assert "sources is not a dictionary of sources by code; write sources = " in f"{problem.message}; {problem.hint}"


@pytest.mark.rest
def test_sheet_casebook_and_explain_name_the_plugin_that_supersedes_a_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = "from kanrules import Transfer, hookimpl\n\n\n@hookimpl\ndef payments(result):\n    return None\n\n\n"
    path = club(tmp_path, honba=text + 'supersedes = ("wins.honba_value", "four_kans.dealer")\n')
    for words, said in (
        (("sheet", str(path)), "see plugin honba"),
        (("explain", "wins.honba_value", "--rules", str(path)), "see plugin honba, which may rule differently"),
        (("casebook", "honba", "--rules", str(path)), "(see plugin honba)"),
    ):
        with pytest.raises(SystemExit):
            main([*words, "--allow-local-plugins"])
        assert said in " ".join(capsys.readouterr().out.split()), words


# --- two of one name -----------------------------------------------------------------------------------------------


def distribution(folder: Path, name: str) -> None:
    info = folder / f"{name.replace('-', '_')}-1.0.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n", encoding="utf-8")
    (info / "entry_points.txt").write_text("[kanrules]\nrival = kanrules_club\n", encoding="utf-8")


def test_two_distributions_of_one_name_are_an_error_that_names_both(tmp_path: Path) -> None:
    distribution(tmp_path / "a", "kanrules-first")
    distribution(tmp_path / "b", "kanrules-second")
    rules = tmp_path / "house.toml"
    rules.write_text('[ruleset]\nid = "house"\nplugins = ["rival"]\n', encoding="utf-8")
    program = "import sys; sys.path += sys.argv[2:]; from kanrules.cli import main; main(['check', sys.argv[1]])"
    command = [sys.executable, "-c", program, str(rules)]
    both = subprocess.run(
        [*command, str(tmp_path / "a"), str(tmp_path / "b")], capture_output=True, text=True, check=False
    )
    assert both.returncode == 1
    said = "plugin 'rival' is installed by 2 distributions, kanrules-first 1.0 and kanrules-second 1.0"
    assert said in both.stdout + both.stderr
    one = subprocess.run([*command, str(tmp_path / "a")], capture_output=True, text=True, check=False)
    assert one.returncode == 0, one.stdout + one.stderr


# --- Ctrl-C ----------------------------------------------------------------------------------------------------------


def test_a_bundled_plugin_is_the_module_that_its_entry_point_names() -> None:
    # Where no other distribution has plugins, it is imported by its name.
    points = {
        point.name: point.value for point in entry_points(group=discovery.GROUP) if point.name in discovery.BUNDLED
    }
    assert points == {name: f"kanrules_{name}" for name in discovery.BUNDLED}


def test_a_keyboard_interrupt_that_a_plugin_raises_is_its_own_fault() -> None:
    def hook(kan: Any) -> Any:
        raise KeyboardInterrupt

    with pytest.raises(PluginError, match=r"^plugin 'p1', hook reveal_kandora: raised KeyboardInterrupt"):
        play_case(
            CaseBuilder("a kan").given(**SOUTH_KANS).play("south ankan 1m").case(), under(plugin(reveal_kandora=hook))
        )


def test_one_that_it_raises_when_it_is_imported_too(tmp_path: Path) -> None:
    with pytest.raises(RulesetError, match=r"plugin '\./house\.py' cannot be run: KeyboardInterrupt"):
        load_ruleset(club(tmp_path, house="raise KeyboardInterrupt"), allow_local_plugins=True)


@pytest.mark.parametrize("own_handler", [False, True])
def test_the_users_ctrl_c_is_nobodys_fault(own_handler: bool) -> None:
    import signal

    def heard(number: int, frame: object) -> None:
        raise KeyboardInterrupt

    def hook(kan: Any) -> Any:
        signal.raise_signal(signal.SIGINT)
        for _ in range(1000):
            pass

    before = signal.signal(signal.SIGINT, heard if own_handler else signal.default_int_handler)
    try:
        with pytest.raises(KeyboardInterrupt):
            play_case(
                CaseBuilder("a kan").given(**SOUTH_KANS).play("south ankan 1m").case(),
                under(plugin(reveal_kandora=hook)),
            )
    finally:
        signal.signal(signal.SIGINT, before)


# --- options of plugins in cases -------------------------------------------------------------------------------------

FEE = """
[[case]]
name = "An open kan costs two thousand"
[case.options]
"plugin.club.open_kan_fee" = 2000
[case.given]
hands = { south = "999s" }
turn = "east"
live = "9s"
live_tiles = 2
[case.play]
lines = "east discards 9s\\nsouth daiminkan 9s\\nsouth discards 1z"
[case.expect]
sticks = 2
"""


def asks_club(house: Write, *lines: str) -> Ruleset:
    return house('extends = "m-league"\nplugins = ["club"]', *lines)


def test_a_case_may_set_the_option_of_a_plugin(house: Write) -> None:
    rules = asks_club(house, "[plugin.club]", "open_kan_fee = 1000")
    (case,) = parse_cases(FEE)
    assert verify_case(case, rules).why == ""
    assert rules.plugin["club"]["open_kan_fee"] == 1000
    (table,) = parse_cases(FEE.replace('"plugin.club.open_kan_fee" = 2000', "plugin.club.open_kan_fee = 2000"))
    assert table.options == case.options


@pytest.mark.parametrize(
    ("option", "said"),
    [
        ("plugin.club.open_kan_fe = 1", "unknown key"),
        ("plugin.club.open_kan_fee = 1500", "`plugin.club.open_kan_fee` cannot be 1500"),
        ("plugin.clubb.open_kan_fee = 1000", "does not ask the plugin"),
    ],
)
def test_a_wrong_option_of_a_plugin_is_said(house: Write, option: str, said: str) -> None:
    (case,) = parse_cases(FEE.replace('"plugin.club.open_kan_fee" = 2000', option))
    with pytest.raises(CaseError, match=said):
        play_case(case, asks_club(house))


def test_a_plugin_that_amends_the_rules_does_it_again_with_its_new_options(house: Write) -> None:
    rules = house('extends = "wrc-2022"\nplugins = ["wrc"]', "[plugin.wrc]", 'optional = ["2.1"]')
    assert (rules["scoring.red_fives"], rules["kandora.enabled"]) == (3, True)
    other = rules.with_options({"draws.noten_payment": 1000, "plugin.wrc.optional": ["2.2"]})
    assert (other["scoring.red_fives"], other["kandora.enabled"], other["draws.noten_payment"]) == (0, False, 1000)
    both = other.with_options({"kandora.enabled": True})
    assert (both["scoring.red_fives"], both["kandora.enabled"], both["dora.ura"]) == (0, True, False)
    again = pickle.loads(pickle.dumps(both))
    assert (again.options, again.plugin) == (both.options, both.plugin)


def test_the_fixture_takes_options_of_plugins(ruleset: Callable[..., Ruleset], house: Write) -> None:
    path = asks_club(house).path
    assert ruleset(path, {"plugin.club.kan_bonus": 500}).plugin["club"]["kan_bonus"] == 500
    with pytest.raises(RulesetError, match=r"must be at least 0|cannot be"):
        ruleset(path, {"plugin.club.kan_bonus": -1})


def test_an_option_that_is_a_list_is_told_how_to_write_it(tmp_path: Path) -> None:
    text = (
        "from dataclasses import dataclass, field\nfrom kanrules import hookimpl\n\n\n@dataclass(frozen=True)\n"
        "class Options:\n"
        "    names: list[str] = field(default_factory=list)\n\n\noptions = Options\n\n\n@hookimpl\ndef rob_kan(kan):\n"
        "    return None\n"
    )
    with pytest.raises(
        RulesetError, match=r"plugin.house.names: a key cannot take list\[str\]; write tuple\[str, ...\]"
    ):
        load_ruleset(club(tmp_path, house=text), allow_local_plugins=True)


def test_the_kit_looks_at_what_is_superseded_before_it_plays() -> None:
    rob = plugin(rob_kan=lambda kan: None)
    rob.supersedes = ("kandora",)  # type: ignore[attr-defined]
    with pytest.raises(PluginError, match="there is no key 'kandora'"):
        check_hooks("rob", rob)
