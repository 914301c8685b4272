"""The JSON Schema for editors accepts what kanrules accepts, and refuses what kanrules refuses."""

from __future__ import annotations

import json
import subprocess
import sys
import tomllib
from collections.abc import Callable
from datetime import date
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from kanrules.ruleset import Problem, Ruleset
from kanrules.ruleset.keys import Takes, file_value, keys
from kanrules.ruleset.library import bundled
from kanrules.ruleset.reference import json_schema
from kanrules.ruleset.schema import check_value, read_file
from kanrules.ruleset.toml_file import parse_document

TOMBI = Path(sys.executable).with_name("tombi")
"""The checker of an editor, which `.ci/run` installs."""
CLUB = '[ruleset]\nid = "club"\n'
SOURCE = '[source."kandora.ankan"]\n'


@cache
def editor() -> Draft202012Validator:
    """An editor that checks a ruleset with the schema."""
    return Draft202012Validator(json_schema())


def test_the_schema_is_a_valid_schema() -> None:
    Draft202012Validator.check_schema(json_schema())


@pytest.mark.parametrize("path", bundled().values(), ids=lambda path: path.stem)
def test_the_schema_accepts_every_bundled_ruleset(path: Path) -> None:
    data = tomllib.loads(path.read_text(encoding="utf-8"))
    assert [error.message for error in editor().iter_errors(json.loads(json.dumps(data, default=date.isoformat)))] == []


def test_rulesets_of_three_players_with_an_uma_are_among_them() -> None:
    found = [tomllib.loads(path.read_text(encoding="utf-8")) for path in bundled().values()]
    assert any(len(data.get("game", {}).get("uma", ())) == 3 for data in found)


@pytest.mark.parametrize(
    "text",
    [
        '[ruleset]\nname = "Club"\nplugins = "club"\nid = "club"\n',
        '[ruleset]\nid = "club"\npartial = "yes"\n',
        '[ruleset]\nid = "club"\nparent = "ema-2016"\n',
        CLUB + "[kandoro]\n",
        CLUB + "kandora = 1\n",
        CLUB + "[kandora]\nankann = true\n",
        CLUB + '[kandora]\nankan = "discrad"\n',
        CLUB + '[kandora]\nenabled = "on"\n',
        CLUB + "[dora]\nura = 1\n",
        CLUB + "[scoring]\nred_fives = 7\n",
        CLUB + "[scoring]\nred_fives = true\n",
        CLUB + '[scoring]\ndouble_yakuman = ["chanta"]\n',
        CLUB + '[scoring]\ndouble_yakuman = "kokushi"\n',
        CLUB + "[notes]\ntext = [1]\n",
        CLUB + "[game]\nstart_points = 25050\n",
        CLUB + "[game]\nstart_points = -100\n",
        CLUB + "[game]\ntime_limit = 60.5\n",
        CLUB + "[game]\numa = [15000, -15000]\n",
        CLUB + "[game]\numa = [0, 0, 0, 0, 0]\n",
        CLUB + "[game]\numa = [15, 5, -5, -15]\n",
        CLUB + "[game.floating]\n5 = [0, 0, 0, 0]\n",
        CLUB + "[game.floating]\n1 = [1, 1]\n",
        CLUB + SOURCE + 'document = "Book"\n',
        CLUB + SOURCE + 'document = ""\ngrade = "own"\n',
        CLUB + SOURCE + 'document = "Book"\ngrade = "best"\n',
        CLUB + SOURCE + 'document = "Book"\ngrade = "own"\nchapter = "1"\n',
        CLUB + '[source."kandora.ankann"]\ndocument = "Book"\ngrade = "own"\n',
        CLUB + '[source.kandora.ankan]\ndocument = "Book"\ngrade = "own"\n',
        CLUB + "[plugin]\nclub = 1\n",
    ],
)
def test_what_check_refuses_an_editor_marks(text: str) -> None:
    document, problems = parse_document(text.encode(), Path("club.toml"), "club.toml")
    assert document is not None and not problems
    assert read_file(document)[0] is None
    assert not editor().is_valid(document.data)


def test_of_every_key_the_schema_and_check_accept_the_same_values() -> None:
    given: list[Any] = [True, False, 0, 1, 3, 100, 30_000, 10**9, -1, 1.5, "", "x", "discard", [], ["x"], [1], {}]
    given += [[0, 0, 0], [0, 0, 0, 0], [100, 0, 0, -100], {"0": [0, 0, 0, 0]}, {"9": []}]
    for key in keys().values():
        for value in [*given, *key.allowed, list(key.allowed), file_value(key.default)]:
            marked = not editor().is_valid({"ruleset": {"id": "club"}, key.table: {key.field: value}})
            refused = check_value(key, value)[1] is not None
            assert marked == refused, (key.name, value)


def test_the_schema_says_of_each_choice_what_it_means_in_the_order_in_which_it_lists_them() -> None:
    from kanrules.ruleset.key_sentences import meaning

    schema = json_schema()
    for key in keys().values():
        if key.takes is Takes.CHOICE:
            table = schema["$defs"][schema["properties"][key.table]["$ref"].rpartition("/")[2]]
            found = table["properties"][key.field]
            assert found["enum"] == list(key.allowed)
            assert found["x-taplo"]["docs"]["enumValues"] == [meaning(key.name, value) for value in key.allowed]


@pytest.mark.skipif(not TOMBI.exists(), reason="tombi is not installed")
def test_an_editor_with_tombi_marks_no_bundled_ruleset_and_the_line_of_a_wrong_value(tmp_path: Path) -> None:
    (tmp_path / "kanrules.schema.json").write_text(json.dumps(json_schema()), encoding="utf-8")
    files = [tmp_path / path.name for path in bundled().values()]
    for path, file in zip(bundled().values(), files, strict=True):
        file.write_text("#:schema ./kanrules.schema.json\n" + path.read_text(encoding="utf-8"), encoding="utf-8")
    wrong = tmp_path / "club.toml"
    wrong.write_text(f'#:schema ./kanrules.schema.json\n{CLUB}[kandora]\nankan = "discrad"\n', encoding="utf-8")

    def lint(*given: Path) -> tuple[int, str]:
        done = subprocess.run(
            [TOMBI, "lint", "--offline", *given],
            cwd=tmp_path,
            capture_output=True,
            text=True,
            env={"HOME": str(tmp_path)},
        )
        return done.returncode, done.stdout + done.stderr

    assert lint(*files)[0] == 0
    code, said = lint(wrong)
    assert code == 1 and "discrad" in said and "club.toml:5:9" in said


def test_a_switch_that_may_be_a_list_is_the_short_form_of_the_whole_list(
    load: Callable[..., Ruleset], problems: Callable[..., list[Problem]]
) -> None:
    key = "sekinin_barai.concealed_sets_count"

    def loaded(value: str) -> Any:
        return load(f"[sekinin_barai]\nconcealed_sets_count = {value}\n")[key]

    assert loaded("true") is True and loaded('["suukantsu", "daisangen", "daisuushii"]') is True
    assert loaded("false") is False and loaded("[]") is False
    assert loaded('["suukantsu"]') == ("suukantsu",)
    (text,) = problems('[sekinin_barai]\nconcealed_sets_count = "yes"\n')
    assert text.code == "KR103" and "a list of: daisangen, daisuushii, suukantsu" in text.expected
    (member,) = problems('[sekinin_barai]\nconcealed_sets_count = ["suukantu"]\n')
    assert (member.code, member.hint) == ("KR102", 'did you mean "suukantsu"?')
