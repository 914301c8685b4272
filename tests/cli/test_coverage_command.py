"""`kanrules coverage`: every clause with the place it went to."""

from __future__ import annotations

import json

import pytest

from kanrules.ruleset.coverage import covered, read_coverage
from tests.cli.running import run


def test_every_clause_of_the_book_is_printed(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = run(capsys, "coverage", "ema-2016")
    assert (code, err) == (0, "")
    assert all(one.number in out for one in read_coverage("ema-2016").clauses)


def test_as_json_a_clause_has_its_keys_or_the_reason_why_it_has_none(capsys: pytest.CaptureFixture[str]) -> None:
    _, out, _ = run(capsys, "coverage", "rrc-2026", "--format", "json")
    found = json.loads(out)
    assert found["rules"] == "rrc-2026" and found["clauses"]
    assert all(one["keys"] or one["unsaid"] or one["out_of_scope"] for one in found["clauses"])


def test_a_ruleset_without_a_whole_text_is_refused_with_those_that_have_one(
    capsys: pytest.CaptureFixture[str],
) -> None:
    code, out, err = run(capsys, "coverage", "tenhou")
    assert (code, out) == (2, "") and any(name in err for name in covered())
