"""What `kanrules foul` answers. Expectations are the rulebooks', not the output's."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from kanrules import load_ruleset
from kanrules.cli import main
from kanrules.desk.foul import FOULS
from kanrules.law.codes import CODES
from kanrules.law.options import PenaltyTexts
from kanrules.ruleset import bundled_ids
from kanrules.rulings import UNSETTLED


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    with pytest.raises(SystemExit) as stopped:
        main(list(arguments))
    code = stopped.value.code
    printed = capsys.readouterr()
    return (code if isinstance(code, int) else 0), printed.out, printed.err


def test_every_foul_can_be_looked_up_that_has_words_in_a_ruleset_or_that_a_kan_can_be() -> None:
    of_kans = {row.foul for row in CODES.values() if row.foul}
    assert set(FOULS) == set(PenaltyTexts.__dataclass_fields__) | of_kans


@pytest.mark.parametrize("name", FOULS)
def test_every_foul_is_answered_whether_or_not_a_ruleset_has_words_for_it(
    capsys: pytest.CaptureFixture[str], name: str
) -> None:
    # A kan beyond `kan.max_per_player` was a foul in a case and unknown to this command.
    code, out, _ = run(capsys, "foul", name, "--rules", "tenhou")
    assert code == 0
    assert FOULS[name] in out


def test_an_illegal_kan_in_riichi_is_a_chombo_in_m_league_by_its_own_clause(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "foul", "riichi_kan", "--rules", "m-league", "--format", "json")
    answer = json.loads(out)
    assert code == 0
    # It has a condition, so its type alone would be false.
    assert answer["penalty"]["type"] == "as_stated" and answer["text"].startswith("Chombo, as soon as it is noticed")
    # Its words decide, and their clauses stand in every line (rulesets.md 2.12).
    assert answer["source"] == answer["ruling"]["source"] and answer["source"]["clause"] == "7-4(2), 7-4(4)"
    assert answer["ruling"]["code"] == "KR601"


def test_where_no_text_says_what_a_foul_costs_the_answer_says_so(capsys: pytest.CaptureFixture[str]) -> None:
    # "the wrong tile turned": one published remedy in the referee guide of RRC (1.9); others price any exposed tile.
    code, out, _ = run(capsys, "foul", "indicator_wrong_tile", "--all-rules", "--format", "json")
    assert code == 0
    answers = json.loads(out)["answers"]
    assert len(answers) > 40
    priced = {name for name in bundled_ids() if load_ruleset(name)["penalty.indicator_wrong_tile"]}
    assert {"ema-2016", "ema-2025", "gghk-2023", "rrc-2026", "wrc-2025"} <= priced and "m-league" not in priced
    unread = "The sheet of 1 April 2026, except what two repositories encode from it"
    silent = [answer["ruling"] for answer in answers if answer["rules"] not in priced]
    assert len(silent) == len(answers) - len(priced)
    assert {ruling["code"] for ruling in silent} == {"KR605"}
    assert {ruling["text"] for ruling in silent} == {
        f"Not read by kanrules. Look in the rulebook: {unread}.",
        "No source found. The head referee decides.",
        UNSETTLED,
    }


def test_a_misspelt_foul_is_one_line_with_a_hint_and_exit_code_2(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = run(capsys, "foul", "wrong_tile", "--rules", "ema-2016")
    assert code == 2
    assert out == ""
    assert err.splitlines() == ["kanrules: there is no foul 'wrong_tile'; did you mean wrong_tiles?"]


def test_without_a_ruleset_the_ids_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    code, _, err = run(capsys, "foul", "wrong_tiles")
    assert code == 2
    assert "ema-2016" in err and "m-league" in err


def test_what_an_illegal_kan_costs_at_its_players_own_win_is_said_beside_its_price(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    club = tmp_path / "club.toml"
    club.write_text(
        '[ruleset]\nid = "club"\nextends = "m-league"\n[riichi_kan]\n'
        'illegal_on_win = "chombo_and_dead_hand"\nillegal_found = "win_or_draw"\n'
    )
    code, out, _ = run(capsys, "foul", "riichi_kan", "--rules", str(club), "--format", "json")
    answer = json.loads(out)
    assert code == 0
    assert answer["penalty"]["type"] is None and [step["then"] for step in answer["penalty"]["steps"]] == ["chombo"] * 2
    assert "found at the offender's own win: the points of a chombo and a dead hand" in answer["text"]


def test_a_forbidden_fifth_kan_costs_what_its_key_says_even_where_a_plugin_prices_wrong_kans(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    club = tmp_path / "club.toml"
    for line, penalty, key in (
        ("", "dead_hand", "penalty.fifth_kan"),
        ('[fifth_kan]\nillegal = "chombo"\n', "chombo", "fifth_kan.illegal"),
    ):
        club.write_text(f'[ruleset]\nid = "club"\nextends = "ema-2016"\n{line}')
        _, out, _ = run(capsys, "foul", "fifth_kan", "--rules", str(club), "--format", "json")
        answer = json.loads(out)
        assert (answer["penalty"]["steps"][-1]["then"], answer["ruling"]["key"]) == (penalty, key)


# --- what no text says is said first ------------------------------------------------------------------------------


def test_a_default_is_said_to_be_one_before_what_it_is(capsys: pytest.CaptureFixture[str]) -> None:
    _, out, _ = run(capsys, "foul", "riichi_kan", "--rules", "wrc-2022")
    assumed = "No source found; kanrules assumes this: an illegal kan in riichi is a chombo. "
    assert out.splitlines()[1].strip().startswith(assumed + "An illegal kan in riichi is penalized only if"), (
        "an assumption has its condition, too"
    )
    _, out, _ = run(capsys, "foul", "riichi_kan", "--rules", "wrc-2022", "--format", "json")
    answer = json.loads(out)
    assert answer["source"] is None and answer["text"].startswith(assumed)


def test_defaults_are_counted_apart_from_what_a_text_says(capsys: pytest.CaptureFixture[str]) -> None:
    _, out, _ = run(capsys, "foul", "riichi_kan", "--all-rules", "--format", "json")
    answers = json.loads(out)["answers"]
    told = sum(answer["source"] is not None for answer in answers)
    nobody = sum(answer["basis"] == "unsaid" for answer in answers)
    _, out, _ = run(capsys, "foul", "riichi_kan", "--all-rules")
    assert (
        out.splitlines()[-1]
        == f"{told} settled by the rulebook, {len(answers) - told - nobody} assumed, {nobody} without an answer"
    )
    text, default = out.split("No source found; kanrules assumes this.")
    assert "m-league" in text and "wrc-2022" in default and "m-league" not in default


def test_riichi_kan_casebook_diff_and_sheet_say_first_what_no_text_says(capsys: pytest.CaptureFixture[str]) -> None:
    _, out, _ = run(capsys, "riichi-kan", "5556888s678p123m", "--draw", "8s", "--all-rules")
    told, default = out.split("No source found; kanrules assumes this.")
    assert "ema-2016" in told and "wrc-2014" in default and " assumed" in default
    _, out, _ = run(capsys, "casebook", "daiminkan", "turned", "--rules", "101,tenhou", "--to", "md")
    assert "No source found; kanrules assumes this: once the kan is completed" in out
    _, out, _ = run(capsys, "casebook", "daiminkan", "turned", "--rules", "101", "--format", "json")
    assert json.loads(out)["chapters"][0]["questions"][0]["answers"]["101"]["source"] is None
    _, out, _ = run(capsys, "diff", "101", "tenhou")
    assert "No source found; kanrules assumes this: The kan dora indicator of a daiminkan is turned" in out
    _, out, _ = run(capsys, "sheet", "101")
    assert "No source found; kanrules assumes this. The kan dora indicator of a daiminkan is turned" in out
    _, out, _ = run(capsys, "sheet", "ema-2016")
    assert "| The kan dora indicator of a daiminkan is turned" in out


def test_hypothetical_questions_are_shown_only_where_they_are_asked_for(capsys: pytest.CaptureFixture[str]) -> None:
    asked = ("casebook", "--rules", "ema-2016", "--format", "json")
    books, every = (
        [one for chapter in json.loads(run(capsys, *asked, *more)[1])["chapters"] for one in chapter["questions"]]
        for more in ((), ("--hypothetical",))
    )
    assert all(not one["supposes"] for one in books) and any(one["supposes"] for one in every)
    assert {one["number"] for one in books} == {one["number"] for one in every if not one["supposes"]}
    code, _, err = run(capsys, "casebook", "Suppose", "okuri-kan", "is", "allowed", "--rules", "ema-2016")
    assert code == 2 and "--hypothetical" in err


def test_no_foul_is_said_once(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    club = tmp_path / "lively-club.toml"
    head = '[ruleset]\nid = "lively-club"\nname = "Lively club"\nedition = "2026"\nauthority = "Lively club"\n'
    club.write_text(f'{head}extends = "ema-2016"\n[fifth_kan]\npolicy = "abort"\n', encoding="utf-8")
    _, out, _ = run(capsys, "foul", "fifth_kan", "--rules", str(club))
    assert out.count("no foul") == 1


@pytest.mark.parametrize("name", [[], [""]], ids=["none", "empty"])
def test_without_a_name_all_fouls_are_listed_for_programs_too(
    name: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    code, out, _ = run(capsys, "foul", *name, "--format", "json")
    assert code == 0 and set(json.loads(out)["fouls"]) == set(FOULS)
