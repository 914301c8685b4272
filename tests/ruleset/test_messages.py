"""Every broken ruleset in tests/invalid says exactly what its .errors.txt says, from Python and from the command
line.
"""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from kanrules.cli import main
from kanrules.law.codes import CODES
from kanrules.ruleset import RulesetError, examine, load_ruleset
from kanrules.ruleset.lint import warnings

FOLDER = Path(__file__).parent.parent / "invalid"
FILES = sorted(path.name for path in FOLDER.glob("*.toml"))


@pytest.fixture(autouse=True)
def here(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(FOLDER)


def expected(name: str) -> str:
    return Path(name).with_suffix(".errors.txt").read_text(encoding="utf-8").rstrip("\n")


@pytest.mark.parametrize("name", FILES)
def test_the_messages_are_exactly_those_beside_the_file(name: str) -> None:
    rules, problems = examine(Path(name), name)
    found = problems + (warnings(rules) if rules is not None else [])
    assert "\n\n".join(map(str, found)) == expected(name)


@pytest.mark.parametrize("name", FILES)
def test_check_prints_them_and_exits_1_for_errors_0_for_warnings(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stopped:
        main(["check", name])
    printed = capsys.readouterr().out
    assert printed.startswith(expected(name) + "\n\n")
    rules = examine(Path(name), name)[0]
    old = rules is not None and rules.extends == "ema-2016"
    note = rf"{name}: note: ema-2016 was in force until 2025-12-31; ema-2025 replaces it\.\n" if old else ""
    notes = Path(name).with_suffix(".notes.txt")  # of what the file's values change in its rulebook
    if notes.exists():
        note += re.escape(notes.read_text(encoding="utf-8"))
    assert re.fullmatch(
        rf"{note}(\d+ (error|warning|hint)s?(, | and )?)+ in \d files?; more: kanrules explain KR\d+\n",
        printed[len(expected(name)) + 2 :],
    )
    assert stopped.value.code == (1 if "error[" in printed else 0)


@pytest.mark.parametrize("name", FILES)
def test_any_other_command_prints_the_errors_and_exits_2(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    if "error[" not in expected(name):
        load_ruleset(name)  # warnings keep nobody from playing
        return
    with pytest.raises(RulesetError) as refused:
        load_ruleset(name)
    assert {str(problem) for problem in refused.value.problems} == set(expected(name).split("\n\n"))
    with pytest.raises(SystemExit) as stopped:
        main(["show", name])
    assert stopped.value.code == 2
    assert capsys.readouterr().err.startswith(expected(name).split("\n")[0])


def test_every_code_has_a_file() -> None:
    said = "".join(expected(name) for name in FILES)
    slugs = {code: row.slug for code, row in CODES.items() if row.slug}
    assert len(slugs) == 10
    assert [code for code, slug in slugs.items() if f"[{code} {slug}]" not in said] == []


def test_every_file_has_its_messages_and_the_other_way_round() -> None:
    assert {path.name.removesuffix(".errors.txt") for path in FOLDER.glob("*.errors.txt")} == {
        path.stem for path in FOLDER.glob("*.toml")
    }
    assert [path.name for path in FOLDER.glob("*.notes.txt")] == ["repeats.notes.txt"]


def test_json_has_the_same_problems_in_the_same_order(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["check", "bad-value.toml", "--format", "json"])
    found = json.loads(capsys.readouterr().out)["problems"]
    assert [set(one) for one in found] == [
        {"path", "line", "column", "code", "severity", "message", "expected", "hint"}
    ] * len(found)
    assert found[0] == {
        "path": "bad-value.toml",
        "line": 6,
        "column": 9,
        "code": "KR102",
        "severity": "error",
        "message": '`kandora.ankan` cannot be "discrad"',
        "expected": ["declaration", "rinshan_draw", "discard", "discard_passed", "never"],
        "hint": 'did you mean "discard"?',
    }
    heads = [block.split(": ")[0] for block in expected("bad-value.toml").split("\n\n")]
    assert [f"{one['path']}:{one['line']}:{one['column']}" for one in found] == heads


def test_github_annotations_stand_on_one_line_each(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["check", "circle-a.toml", "no-effect.toml", "--format", "github"])
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == (
        "::error file=circle-b.toml,line=3,col=11,title=KR106 circle::`ruleset.extends` forms a circle: "
        'circle-a.toml -> circle-b.toml -> circle-a.toml%0Ainherited: circle-a.toml:3 extends "circle-b.toml"'
    )
    assert [line.split(" ")[0] for line in lines[1:]] == ["::warning"] * 7


def test_a_parents_fault_is_said_once_for_all_its_children(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["check", "grandparent-missing.toml", "parent-missing.toml"])
    printed = capsys.readouterr().out
    assert printed.count('there is no ruleset "ema-2061"') == 1
    assert printed.endswith("2 errors in 1 file; more: kanrules explain KR102\n")
