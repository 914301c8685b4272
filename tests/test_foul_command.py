"""What `kanrules foul` answers. Expectations are the rulebooks', not the output's."""

from __future__ import annotations

import json

import pytest

from kanrules.cli import main
from kanrules.desk.foul import FOULS
from kanrules.law.options import PenaltyTexts


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    with pytest.raises(SystemExit) as stopped:
        main(list(arguments))
    code = stopped.value.code
    printed = capsys.readouterr()
    return (code if isinstance(code, int) else 0), printed.out, printed.err


def test_every_foul_with_words_in_a_ruleset_can_be_looked_up() -> None:
    assert set(FOULS) == set(PenaltyTexts.__dataclass_fields__) | {"riichi_kan"}


def test_an_illegal_kan_in_riichi_is_a_chombo_in_m_league_by_its_own_clause(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "foul", "riichi_kan", "--rules", "m-league", "--format", "json")
    answer = json.loads(out)
    assert code == 0
    assert answer["penalty"]["type"] == "chombo"
    assert answer["ruling"]["source"]["clause"] == "7-4(2)"  # rulesets.md 2.12
    assert answer["ruling"]["code"] == "KR601"


def test_where_no_text_says_what_a_foul_costs_the_answer_says_so(capsys: pytest.CaptureFixture[str]) -> None:
    # "indicator turned too early": no published penalty found in any ruleset (rulesets.md, dimension 61).
    code, out, _ = run(capsys, "foul", "indicator_wrongly", "--all-rules", "--format", "json")
    assert code == 0
    answers = json.loads(out)["answers"]
    assert len(answers) > 40
    assert {answer["ruling"]["code"] for answer in answers} == {"KR605"}
    assert {answer["ruling"]["text"] for answer in answers} == {"no published penalty found"}


def test_a_misspelt_foul_is_one_line_with_a_hint_and_exit_code_2(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = run(capsys, "foul", "wrong_tile", "--rules", "ema-2016")
    assert code == 2
    assert out == ""
    assert err.splitlines() == ["kanrules: there is no foul 'wrong_tile'; did you mean wrong_tiles?"]


def test_without_a_ruleset_the_ids_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    code, _, err = run(capsys, "foul", "wrong_tiles")
    assert code == 2
    assert "ema-2016" in err and "m-league" in err
