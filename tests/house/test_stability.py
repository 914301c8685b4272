"""Every public name is promised or private, and every JSON output has the number of its form."""

from __future__ import annotations

import ast
import json
import re
import sys
from pathlib import Path
from typing import Any

import click
import pytest

from kanrules._version import __version__
from kanrules.cli.program import program
from kanrules.report.as_json import SCHEMAS
from kanrules.report.law_schema import FORMAT
from tests.cli.running import run
from tests.house.examples import examples
from tests.house.test_public_names import MODULES, listed

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "stability.md").read_text(encoding="utf-8")
KINDS = {"command": "command line", "hook": "hooks", "code": "reason codes", "key": "rulesets", "case": "case files",
         "given": "case files", "expect": "case files"}  # fmt: skip
"""Promise of each kind of line in `public-names.txt`; every other line is a name of a module."""
NO_COMMANDS = {"compose", "interrupted", "unreadable"}
"""JSON outputs that no command prints by itself."""
GAME = str(ROOT / "tests" / "games" / "four-kans.mjson.gz")

CALLS: dict[str, tuple[str, ...]] = {
    "ask": ("four kans", "--rules", "ema-2025"),
    "audit": (GAME, "--rules", "tenhou", "--jobs", "1"),
    "casebook": ("four-kans-two-players", "--rules", "ema-2025"),
    "check": ("rulesets/tenhou.toml",),
    "conformance": ("ema", "--hands", "5"),
    "coverage": ("ema-2025",),
    "diff": ("ema-2016", "ema-2025"),
    "explain": ("KR205",),
    "export": ("tenhou", "--to", "tenhou"),
    "foul": ("wrong_tiles", "--rules", "ema-2025"),
    "history": ("ema-2025",),
    "pay": ("mangan", "--winner", "east", "--by", "south", "--rules", "tenhou"),
    "perft": ("four-kans-two-players-tenhou", "--depth", "1"),
    "play": ("--rules", "tenhou"),
    "plugins": (),
    "replay": (GAME, "--rules", "tenhou"),
    "riichi-kan": ("234567m345p1112s", "--draw", "1s", "--rules", "ema-2025"),
    "rulesets": (),
    "show": ("tenhou",),
    "verify": ("rulesets/tenhou.cases.toml",),
    "watch": ("--rules", "tenhou"),
}
"""An example of each command that prints JSON; `import` and `pack` need files, and have tests below."""


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
        for name, command in program.every().items()
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
    assert set(with_json()) == set(CALLS) | {"import", "pack"}


def printed(text: str) -> list[dict[str, Any]]:
    """The JSON objects in a text: one, or one on each line."""
    try:
        return [json.loads(text)]
    except json.JSONDecodeError:
        return [json.loads(line) for line in text.splitlines()]


@pytest.mark.parametrize("command", sorted(CALLS))
def test_every_json_output_begins_with_the_release_and_the_number_of_its_form(
    command: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(ROOT)
    if command == "watch":
        import gzip
        import io

        monkeypatch.setattr(
            sys, "stdin", io.TextIOWrapper(io.BytesIO(gzip.decompress(Path(GAME).read_bytes())), encoding="utf-8")
        )
    code, out, err = run(capsys, command, *CALLS[command], "--format", "json")
    assert code in (0, 1), err
    found = printed(out)
    assert found
    for one in found:
        assert list(one)[:2] == ["kanrules", "schema"], list(one)
        assert (one["kanrules"], one["schema"]) == (__version__, SCHEMAS[command])


def test_the_reports_of_import_and_pack_begin_alike(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    rule = tmp_path / "m-league.json"
    _, out, _ = run(capsys, "export", "m-league", "--to", "jansou", "--format", "json")
    rule.write_text(json.loads(out)["text"], encoding="utf-8")
    for command in (
        ("import", str(rule), "--from", "jansou"),
        ("pack", "--out", str(tmp_path / "p"), "--rules", "tenhou"),
    ):
        code, out, err = run(capsys, *command, "--format", "json")
        assert code == 0, err
        assert list(json.loads(out))[:2] == ["kanrules", "schema"] and json.loads(out)["schema"] == SCHEMAS[command[0]]


def test_the_page_says_the_numbers_of_today() -> None:
    numbers = PAGE.partition("## Numbers")[2]
    assert set(SCHEMAS.values()) == {1} and FORMAT == 1, "say the new number on the page"
    assert "All of\n  them are 1." in numbers and "It is 1." in numbers


def test_the_page_says_the_exit_codes() -> None:
    assert "0: fine. 1: findings" in promises()["exit codes"] and "2: wrong use" in promises()["exit codes"]
