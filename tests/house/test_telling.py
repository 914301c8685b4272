"""What a failing test says last, and the order in which tests run."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from kanrules import Kyoku, load_ruleset
from kanrules.testing import parse_cases, play_case
from tests import telling, tiers
from tests.cli.running import run

CASE = """
[[case]]
name = "An ankan turns an indicator"
rules = ["tenhou"]
given = { hands = { south = "555z" }, turn = "south" }
play = { lines = "south draws 5z\\nsouth ankan 5z" }
expect = { indicators = 7 }
"""


def said(request: pytest.FixtureRequest, fails: Callable[[], None]) -> str:
    """What is said after the sentence of the test."""
    with pytest.raises(AssertionError) as failure:
        fails()
    sentence, _, rest = telling.told(request.node, failure.value).partition("\n")
    assert sentence.startswith("a failure ")
    return rest


def test_a_failure_about_a_hand_shows_the_table_and_what_was_done_last(request: pytest.FixtureRequest) -> None:
    def fails() -> None:
        kyoku = Kyoku(load_ruleset("ema-2016"), seed=7)
        kyoku.push(kyoku.legal_actions()[0])
        assert not kyoku.events

    lines = said(request, fails).splitlines()
    assert lines[0].startswith("east round, 0 honba")
    assert [line.split()[:2] for line in lines if line.startswith(">")] == [[">", "east"]]
    assert lines[-1].startswith("after Draw(seat=<Seat.EAST: 0>")
    assert len(lines) < telling.LINES


def test_a_failure_about_a_case_names_it_and_its_ruleset(request: pytest.FixtureRequest) -> None:
    def fails() -> None:
        rules = load_ruleset("tenhou")
        played = play_case(parse_cases(CASE, "club.cases.toml")[0], rules)
        assert played.kyoku.outcome is not None

    assert said(request, fails).splitlines()[:2] == [
        "case 'An ankan turns an indicator' (club.cases.toml:2)",
        "under tenhou",
    ]


def test_a_failure_after_a_command_shows_what_it_printed_from_the_first_case_that_failed(
    request: pytest.FixtureRequest, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    path = tmp_path / "club.cases.toml"
    path.write_text(CASE, encoding="utf-8")

    def fails() -> None:
        assert run(capsys, "verify", str(path))[::2] == (0, "")

    first, _, third, *_ = said(request, fails).splitlines()
    assert "FAIL" in first and "An ankan turns an indicator" in first
    assert "expected 7" in third


def test_a_failure_about_small_values_alone_shows_them(request: pytest.FixtureRequest) -> None:
    def fails() -> None:
        hand, waits = "3335666p111456s", 3
        assert len(hand) == waits

    assert said(request, fails) == "hand = '3335666p111456s'; waits = 3"


@pytest.mark.parametrize("kan", ["ankan"])
def test_a_failure_of_which_nothing_else_is_known_ends_with_the_sentence_of_its_test(
    request: pytest.FixtureRequest, kan: str
) -> None:
    error = KeyError("four_kans")
    assert telling.told(request.node, error) == (
        "a failure of which nothing else is known ends with the sentence of its test: ankan"
    )


def test_the_law_runs_before_what_is_built_on_it_and_the_house_comes_last() -> None:
    files = [
        "tests/house/test_names.py",
        "tests/cli/test_help.py",
        "tests/kan/test_liability.py",
        "tests/law/test_game.py",
    ]
    assert sorted(files, key=tiers.order) == files[::-1]


def test_every_place_of_the_law_is_there() -> None:
    root = Path(__file__).parents[2]
    assert [place for place in (*tiers.LAW, *tiers.QUICK, tiers.HOUSE) if not (root / place).exists()] == []
