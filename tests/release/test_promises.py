"""What the last release promised is kept: its names, fields, numbers, hooks, and casebook ids."""

from __future__ import annotations

import subprocess
import tomllib
from pathlib import Path
from typing import Any

import pytest

from tests.house import json_outputs, test_public_names

ROOT = Path(__file__).resolve().parents[2]
LEDGER = "rulesets/casebook/ids.toml"
Ledger = dict[str, dict[str, Any]]


def at_last_release(path: str) -> str:
    """A file of the checkout as the tag of the last release has it, such as v1.0.0."""
    git = ["git", "-C", str(ROOT)]
    described = subprocess.run([*git, "describe", "--tags", "--match=v*", "--abbrev=0"], capture_output=True, text=True)
    if described.returncode:
        pytest.skip("no release has a tag yet")
    shown = [*git, "show", f"{described.stdout.strip()}:{path}"]
    return subprocess.run(shown, capture_output=True, text=True, check=True, encoding="utf-8").stdout


def other_questions(before: Ledger, now: Ledger) -> list[str]:
    """The ids that are gone from the ledger or name another question than before."""
    kept = ("since", "fingerprint")
    return [
        id
        for id, entry in before.items()
        if [now.get(id, {}).get(part) for part in kept] != [entry[part] for part in kept]
    ]


def test_an_id_that_leaves_the_ledger_or_gets_another_question_is_found() -> None:
    before = {"four-kans": {"since": "1.0.0", "fingerprint": "a"}, "fifth-kan": {"since": "1.0.0", "fingerprint": "b"}}
    retired = {**before["four-kans"], "retired": "fifth-kan"}
    assert other_questions(before, {**before, "four-kans": retired, "sixth-kan": {"since": "1.1.0"}}) == []
    assert other_questions(before, {"four-kans": retired}) == ["fifth-kan"]
    assert other_questions(before, {**before, "fifth-kan": {"since": "1.0.0", "fingerprint": "c"}}) == ["fifth-kan"]


@pytest.mark.release
def test_no_name_of_the_last_release_is_gone_without_a_deprecation() -> None:
    before = set(at_last_release("tests/house/public-names.txt").splitlines())
    broken = test_public_names.breaks(before, test_public_names.listed())
    assert [line for line in broken if line not in test_public_names.removed()] == []


@pytest.mark.release
def test_no_field_of_the_last_release_is_gone_without_a_new_number() -> None:
    before = json_outputs.listed(at_last_release("tests/house/promised-fields.txt"))
    assert json_outputs.gone(before, json_outputs.listed()) == []


@pytest.mark.release
def test_every_id_of_the_last_release_names_the_same_question() -> None:
    now = tomllib.loads((ROOT / LEDGER).read_text(encoding="utf-8"))
    assert other_questions(tomllib.loads(at_last_release(LEDGER)), now) == []
