"""The readings of a kan in riichi are shown where they decide."""

from __future__ import annotations

import pytest

from kanrules.api import read_kan_question
from kanrules.desk.riichi_kan import rule_on_kan
from kanrules.report.riichi_kan_picture import picture_html
from kanrules.ruleset import load_ruleset
from tests.cli.running import run

HAND, DRAW = "3335666p111456s", "3p"


@pytest.mark.parametrize(
    ("rules", "level", "compared"),
    [
        ("101", None, False),  # no kan in riichi at all
        ("tenhou", None, False),  # the waits alone
        ("m-league", None, True),
        ("tenhou", "same_readings_and_yaku", True),
        ("m-league", "any", False),
        ("m-league", "forbidden", False),
    ],
)
def test_readings_are_shown_where_the_level_compares_them(rules: str, level: str | None, compared: bool) -> None:
    one = rule_on_kan(read_kan_question(HAND, DRAW), load_ruleset(rules), level)
    assert bool(list(one.readings())) == compared
    assert ("LOST" in picture_html(one).upper()) == compared


def test_a_book_without_kans_in_riichi_gives_this_reason_and_no_other(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "riichi-kan", HAND, "--draw", DRAW, "--rules", "101")
    assert code == 0 and "these rules do not allow a kan in riichi" in out and "KR207" in out
    assert "lost" not in out and "stays" not in out
