"""Every public name is promised or private, and every JSON output has the number of its form."""

from __future__ import annotations

import ast
import json
import re
from importlib.util import find_spec
from pathlib import Path

import click
import pytest

from kanrules._version import __version__
from kanrules.report.as_json import SCHEMAS
from kanrules.report.law_schema import FORMAT
from tests.cli.running import run
from tests.house.examples import examples
from tests.house.json_outputs import NEVER_FILLED, gone, lines_of, outputs
from tests.house.json_outputs import listed as listed_fields
from tests.house.test_public_names import MODULES, listed
from tools.commands_page import every_command

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "stability.md").read_text(encoding="utf-8")
KINDS = {"command": "command line", "hook": "hooks", "code": "reason codes", "key": "rulesets", "case": "case files",
         "given": "case files", "expect": "case files", "play": "case files", "ruleset": "ids and references",
         "plugin": "hooks", "entry-point": "settings", "environment": "settings", "settings": "settings",
         "action": "settings", "pre-commit": "settings", "pytest": "settings",
         "address": "addresses", "python": "Python"}  # fmt: skip
"""Promise of each kind of line in `public-names.txt`; every other line is a name of a module."""
NO_COMMANDS = {"compose", "interrupted", "unreadable"}
"""JSON outputs that no command prints by itself."""


def promises() -> dict[str, str]:
    """The rows of the table of promises: what is promised, and which."""
    table = PAGE.partition("## What kanrules promises")[2].partition("\nThe public modules")[0]
    return {
        row[0]: row[1] for row in (line.strip("| ").split(" | ") for line in table.splitlines() if line[:2] == "| ")
    }


def with_json() -> dict[str, click.Command]:
    """Every command with an option for JSON, by name."""
    return {
        name: command
        for name, command in every_command().items()
        for one in command.params
        if "--format" in one.opts and "json" in getattr(one.type, "choices", ())
    }


# --- names ------------------------------------------------------------------------------------------------------------


def test_every_public_name_is_of_a_promised_kind() -> None:
    modules = tuple(re.findall(r"^\* `(kanrules[\w.]*)`$", PAGE, re.M))
    assert set(modules) == set(MODULES), "the page lists the public modules"
    for line in listed():
        kind = line.partition(" ")[0]
        assert KINDS.get(kind) in promises() or kind.rpartition(".")[0] in modules, line


def test_examples_that_type_checkers_read_import_what_is_installed() -> None:
    for file, text in examples().items():
        if not file.startswith("tests/"):
            for node in ast.walk(ast.parse(text)):
                modules = [one.name for one in node.names] if isinstance(node, ast.Import) else []
                modules += [node.module or ""] if isinstance(node, ast.ImportFrom) else []
                for module in modules:
                    assert find_spec(module.partition(".")[0]), f"{file}: {module}"


def test_examples_of_the_docs_use_promised_names_only() -> None:
    """A page must not teach what may be gone tomorrow."""
    names, found = listed(), []
    for file, text in examples().items():
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.ImportFrom) and (node.module or "").partition(".")[0] == "kanrules":
                found += [
                    f"{file}: {node.module}.{one.name}"
                    for one in node.names
                    if one.name != "*"
                    and f"{node.module}.{one.name}" not in names
                    and f"{node.module}.{one.name}" not in MODULES
                ]
    assert found == []


# --- JSON -------------------------------------------------------------------------------------------------------------


def test_every_command_with_json_has_a_number_and_every_number_a_command() -> None:
    assert set(with_json()) | NO_COMMANDS == set(SCHEMAS)


@pytest.mark.parametrize("name", [*SCHEMAS, "data"])
def test_every_json_output_has_its_number_first_and_exactly_the_promised_fields(name: str) -> None:
    for one in () if name == "data" else outputs(name):
        assert list(one)[:2] == ["kanrules", "schema"], list(one)
        assert (one["kanrules"], one["schema"]) == (__version__, SCHEMAS[name])
    promised = {line for line in listed_fields() if line.startswith(f"{name}/")}
    now = lines_of(name)
    assert gone(promised, now) == [], "a program may read it: restore the field, or raise the number in SCHEMAS"
    assert sorted(now ^ promised) == [], "run: python -m tests.house.json_outputs"


@pytest.mark.parametrize(
    ("words", "prints"),
    [
        (("check", "nosuch.toml"), True),
        (("verify", "nosuch.cases.toml"), True),
        (("audit", "nosuch", "--rules", "tenhou", "--jobs", "1"), True),
        (("replay", "nosuch", "--rules", "tenhou"), False),
        (("watch", "--rules", "nosuch"), False),
        (("verify", "rulesets/tenhou.cases.toml", "--rules", "nosuch"), False),
        (("ask", "ankan", "--rules", "nosuch"), False),
        (("riichi-kan", "1z", "--draw", "1z", "--rules", "tenhou"), False),
    ],
)
def test_what_cannot_be_read_is_said_on_standard_error_and_json_has_what_could(
    words: tuple[str, ...], prints: bool, capsys: pytest.CaptureFixture[str]
) -> None:
    code, out, err = run(capsys, *words, "--format", "json")
    assert code == 2 and err
    assert bool(out) is prints
    assert not out or json.loads(out)["schema"] == 1


def test_the_list_of_fields_says_what_every_list_and_object_contains() -> None:
    lines = [line.rpartition(" ")[::2] for line in listed_fields()]
    fields, empty = {field for field, _ in lines}, set()
    for field, kind in lines:
        inside = {"array": f"{field}[]", "object": f"{field}."}.get(kind)
        if inside and not any(one.startswith(inside) for one in fields):
            empty.add(field.replace("/1 ", " "))
    assert empty == NEVER_FILLED


def test_a_field_that_is_renamed_retyped_or_dropped_is_gone_unless_the_number_is_raised() -> None:
    promised = {"pay/1 han number", "pay/1 fu number"}
    assert gone(promised, {*promised, "pay/1 dora number"}) == []
    assert gone(promised, {"pay/1 Han number", "pay/1 fu number"}) == ["pay/1 han number"]
    assert gone(promised, {"pay/1 han string", "pay/1 fu number"}) == ["pay/1 han number"]
    assert gone(promised, {"pay/1 fu number"}) == ["pay/1 han number"]
    assert gone(promised, {"pay/2 Han number"}) == []
    assert gone({"pay/2 han number"}, promised) == ["pay/2 han number"], "a number never goes down"
    assert gone(promised, set()) == sorted(promised)


def test_the_page_says_the_numbers_of_today() -> None:
    numbers = PAGE.partition("## Numbers")[2]
    assert set(SCHEMAS.values()) == {1} and FORMAT == 1, "say the new number on the page"
    assert "All of\n  them are 1." in numbers and "It is 1." in numbers


def test_the_page_says_the_exit_codes() -> None:
    assert "0: fine. 1: findings" in promises()["exit codes"] and "2: wrong use" in promises()["exit codes"]
