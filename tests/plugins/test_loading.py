"""How plugins are loaded: left out by name, with the others that they need, from several files, and in two releases."""

from __future__ import annotations

import contextlib
import json
import pickle
import re
import sys
from pathlib import Path

import pytest

from kanrules import RulesetError, load_ruleset
from kanrules.cases.case import CaseBuilder
from kanrules.cases.run import play_case
from kanrules.cli import main
from kanrules.ruleset.explain import Explanation, explain
from tests.cli.running import run

KAN = CaseBuilder("a kan").given(hands={"south": "555z"}, turn="south", live="5z").play("south ankan 5z").case()
OBJECTS = """from kanrules import Objection, hookimpl


@hookimpl
def before_kan(kan):
    print("asked")
    return Objection("house-201", "the house says no")
"""
HAND = ("riichi-kan", "3335666p111456s", "--draw", "3p")


def club(folder: Path, text: str = OBJECTS, plugins: str = '"./house.py"', *lines: str) -> Path:
    (folder / "house.py").write_text(text, encoding="utf-8")
    path = folder / "club.toml"
    head = f'[ruleset]\nid = "club"\nextends = "tenhou"\nplugins = [{plugins}]\n'
    path.write_text("\n".join((head, *lines, "")), encoding="utf-8")
    return path


def refusal(path: Path) -> str:
    with pytest.raises(RulesetError) as found:
        load_ruleset(path, allow_local_plugins=True)
    return str(found.value)


def objections(path: Path) -> list[str]:
    (refused,) = play_case(KAN, load_ruleset(path, allow_local_plugins=True)).refused
    return [one.text for one in refused.objections]


def test_the_codes_and_the_rule_of_a_local_plugin_are_explained_under_its_ruleset(tmp_path: Path) -> None:
    told = OBJECTS + "codes = {'house-201': 'no kan at all'}\nsheet = 'Nobody may declare a kan.'\n"
    rules = load_ruleset(club(tmp_path, told), allow_local_plugins=True)
    for word, says in {"house-201": "no kan at all", "house": "Nobody may declare a kan."}.items():
        found = explain(word, rules, ())
        assert isinstance(found, Explanation) and found.text == says
        assert isinstance(explain(word, None, ()), str)  # no other ruleset has this plugin


PAYEES = """from dataclasses import dataclass
from enum import StrEnum


class Payee(StrEnum):
    OFF = "off"
    EAST = "east"


@dataclass(frozen=True)
class Options:
    payee: Payee = Payee.OFF
    names: tuple[str, ...] = ()


options = Options
sheet = {"payee": {"east": "A kan costs a fee to east."}, "names": "Names: {value}."}
"""


def test_an_option_of_a_stranger_is_explained_with_the_answer_of_the_ruleset_that_sets_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = club(tmp_path, OBJECTS + PAYEES, '"./house.py"', "[plugin.house]", 'payee = "east"')
    how = ("--rules", str(path), "--allow-local-plugins", "--format", "json")
    found = json.loads(run(capsys, "explain", "plugin.house.payee", *how)[1])
    assert found["options"] == [{"name": '"east"', "text": "A kan costs a fee to east.", "used_by": ["club"]}]
    assert found["text"].startswith("Write `payee") and "no source was found" not in found["text"]
    answer = found["answer"]
    assert (answer["text"], answer["basis"]) == ("A kan costs a fee to east.", "plugin")
    assert (answer["ruling"]["value"], answer["ruling"]["plugin"]) == ("east", "house")
    found = json.loads(run(capsys, "explain", "plugin.house.names", *how)[1])
    assert found["answer"]["text"] == "This rule is not used."


# --- left out ---------------------------------------------------------------------------------------------------------


def test_a_plugin_that_is_left_out_is_not_imported_and_changes_nothing(tmp_path: Path) -> None:
    rules = load_ruleset(club(tmp_path, "raise SystemExit('it ran')"), without=["house"])
    assert (rules.plugins, rules.without, rules.title) == ((), ("house",), "club (without the plugin house)")
    assert not play_case(KAN, rules).refused
    again = pickle.loads(pickle.dumps(rules))
    assert again == rules and again.without == ("house",)


def test_a_command_line_leaves_a_plugin_out_and_says_so(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    how = ("--rules", str(club(tmp_path)), "--allow-local-plugins")
    assert "illegal: the house says no" in run(capsys, *HAND, *how)[1]
    _, out, _ = run(capsys, *HAND, *how, "-p", "no:house")
    assert "the house says no" not in out and out.endswith("without the plugin house (-p no:house)\n")
    _, out, _ = run(capsys, *HAND, *how, "-p", "no:house", "--format", "json")
    assert json.loads(out)["without_plugins"] == ["house"]
    code, out, _ = run(capsys, "check", how[1], "-p", "no:house")
    assert code == 0 and "without the plugin house" in out


def test_what_is_left_out_is_written_like_an_option_of_pytest(capsys: pytest.CaptureFixture[str]) -> None:
    code, _, err = run(capsys, *HAND, "--rules", "tenhou", "-p", "house")
    assert code == 2 and "write no: and the name of a plugin, such as no:club" in err


def test_the_options_of_a_plugin_that_is_left_out_are_not_said_to_be_of_a_plugin_that_is_not_listed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = club(tmp_path, OBJECTS, '"./house.py"', "[plugin.house]", "fee = 1000")
    code, out, err = run(capsys, "check", str(path), "--allow-local-plugins", "-p", "no:house")
    assert code == 0 and "KR109" not in out + err and "not run and not checked: the plugin house" in out


# --- output -----------------------------------------------------------------------------------------------------------


def test_what_a_plugin_prints_goes_to_standard_error(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = club(tmp_path, "print('imported')\n" + OBJECTS)
    _, out, err = run(capsys, *HAND, "--rules", str(path), "--allow-local-plugins", "--format", "json")
    assert json.loads(out) and "the house says no" in out
    assert "imported\n" in err and "asked\n" in err


# --- needs, packages, other releases ----------------------------------------------------------------------------------


def test_a_plugin_names_the_others_that_it_needs(tmp_path: Path) -> None:
    needs = OBJECTS + 'needs = ("club",)\n'
    said = refusal(club(tmp_path, needs))
    assert "plugin 'house' needs the plugin 'club', which this ruleset does not have" in said
    assert load_ruleset(club(tmp_path, needs, '"./house.py", "club"'), allow_local_plugins=True).plugins
    with pytest.raises(RulesetError, match="needs the plugin 'club', which was left out"):
        load_ruleset(club(tmp_path, needs, '"./house.py", "club"'), allow_local_plugins=True, without=["club"])
    assert 'write needs = ("other",)' in refusal(club(tmp_path, OBJECTS + 'needs = "club"\n'))


def test_a_plugin_conforms_only_next_to_the_others_that_it_needs(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    club(tmp_path, OBJECTS + 'needs = ("clubb",)\n')
    code, out, _ = run(capsys, "conformance", str(tmp_path / "house.py"), "--allow-local-plugins", "--hands", "1")
    said = "plugin 'house' needs the plugin 'clubb', which this ruleset does not have; add \"clubb\" to plugins"
    assert code == 1 and f"registration: {said}" in out


def test_a_plugin_that_reads_the_options_of_one_that_it_needs_conforms_with_three_players_too(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    reads = OBJECTS.replace("before_kan(kan)", "before_kan(kan, rules)").replace(
        'print("asked")', "club = rules.plugin"
    )
    path = club(tmp_path, reads.replace("return ", 'return None if club["club"]["kan_furi"] < 9 else '), '"club"')
    with (tmp_path / "house.py").open("a", encoding="utf-8") as house:
        house.write('needs = ("club",)\n')
    words = ("--rules", str(path), "--allow-local-plugins", "--allow-silent", "--hands", "16")
    code, out, _ = run(capsys, "conformance", str(tmp_path / "house.py"), *words)
    assert code == 0 and "plugin 'house' conforms" in out, out


def test_a_local_plugin_may_be_a_folder_of_several_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "dont_write_bytecode", False)
    for name in ("one", "two"):
        package = tmp_path / name / "house"
        package.mkdir(parents=True)
        (package / "__init__.py").write_text("from .words import WHY\n" + OBJECTS.replace('"the house says no"', "WHY"))
        (package / "words.py").write_text(f'WHY = "{name} says no"\n')
        club(tmp_path / name, plugins='"./house"')
    assert objections(tmp_path / "one" / "club.toml") == ["one says no"]
    assert objections(tmp_path / "two" / "club.toml") == ["two says no"]
    (tmp_path / "one" / "house" / "words.py").write_text('WHY = "changed"\n')
    assert objections(tmp_path / "one" / "club.toml") == ["changed"]
    assert not list(tmp_path.rglob("__pycache__"))


def test_a_file_that_imports_its_neighbour_is_told_of_folders(tmp_path: Path) -> None:
    (tmp_path / "neighbour.py").write_text("X = 1\n")
    said = refusal(club(tmp_path, "from neighbour import X\n" + OBJECTS))
    assert 'make a folder house with __init__.py and neighbour.py, list "./house"' in said


def test_a_hook_of_another_release_may_be_optional(tmp_path: Path) -> None:
    later = "\n\n@hookimpl(optionalhook=True)\ndef before_tea(kan, sugar):\n    return None\n"
    assert objections(club(tmp_path, OBJECTS + later)) == ["the house says no"]
    assert "there is no hook 'before_tea'" in refusal(club(tmp_path, OBJECTS + later.replace("optionalhook=True", "")))


def test_several_objections_may_be_a_list(tmp_path: Path) -> None:
    several = OBJECTS.replace(
        'return Objection("house-201", "the house says no")',
        """return [
        Objection("house-201", "the house says no"), Objection("house-202", "the guest agrees")
    ]""",
    )
    assert objections(club(tmp_path, several)) == ["the house says no", "the guest agrees"]


def test_the_mark_of_another_project_is_named(tmp_path: Path) -> None:
    other = "import pluggy\nhookimpl = pluggy.HookimplMarker('kanrule')\n"
    said = refusal(club(tmp_path, other + OBJECTS.replace("Objection, hookimpl", "Objection")))
    assert "before_kan is marked for another project, 'kanrule'" in said


def test_options_that_are_no_class_are_the_plugins_fault(tmp_path: Path) -> None:
    said = refusal(club(tmp_path, OBJECTS + "options = {'x': 1}\n", '"./house.py"', "[plugin.house]", "x = 2"))
    assert "plugin 'house': options is {'x': 1}, expected a dataclass" in said


@pytest.mark.parametrize(
    ("line", "refused"),
    [
        ("codes = 5", "codes is not a dictionary of texts by code"),
        ("codes = ['house-201']", "codes is not a dictionary of texts by code"),
        ("codes = {'house-201': None}", "codes is not a dictionary of texts by code"),
        ("sheet = 5", "sheet is 5"),
        ("sheet = {'late': 'An open kan needs ten live tiles.'}", "sheet: there is no option 'late'"),
        ("options = 5", "options is 5, expected a dataclass"),
        ("presupposes = {'before_kan': {'fifth_kan.policy': 'forbiden'}}", "fifth_kan.policy is never 'forbiden'"),
        ("presupposes = {'before_kan': {'fifth_kan.policy': ['draw']}}", "fifth_kan.policy is never ['draw']"),
    ],
)
def test_what_a_plugin_says_of_itself_has_a_form_that_every_output_can_read(
    tmp_path: Path, line: str, refused: str
) -> None:
    assert refused in refusal(club(tmp_path, f"{OBJECTS}{line}\n"))


@pytest.mark.parametrize(
    ("command", "name", "said"),
    [
        (["sheet", "ema-2025"], "emma", "the rules list no plugin emma; did you mean no:ema?"),
        (["diff", "ema-2025", "tenhou"], "club", "the rules list no plugin club"),
        (["check", "ema-2025"], "club", "the rules list no plugin club"),
        (["diff", "ema-2025", "tenhou"], "ema", ""),
    ],
)
def test_a_plugin_that_is_left_out_in_vain_is_named(
    command: list[str], name: str, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with contextlib.suppress(SystemExit):
        main([*command, "-p", f"no:{name}"])
    out, err = capsys.readouterr()
    assert err == (f"-p no:{name}: {said}\n" if said else "")
    assert ("without the plugin" in out) is not said.startswith("the")


@pytest.mark.parametrize("name", ["houze", "./house.py"])
def test_a_file_that_is_left_out_in_vain_has_the_name_of_its_table(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = club(tmp_path)
    _, out, err = run(capsys, *HAND, "--rules", str(path), "--allow-local-plugins", "-p", f"no:{name}")
    assert err == f"asked\n-p no:{name}: the rules list no plugin {name}; did you mean no:house?\n"
    assert "the house says no" in out and "without the plugin" not in out
    with pytest.warns(UserWarning, match=f"the rules list no plugin {re.escape(name)}; did you mean house"):
        assert load_ruleset(path, allow_local_plugins=True, without=[name]).without == ()
