"""A club's own values can raise questions that its parent never had to answer. Nobody has decided them."""

from __future__ import annotations

from pathlib import Path

import pytest

from kanrules.cli import main
from kanrules.desk.key_statement import key_statement
from kanrules.report.law_book import law_book
from kanrules.report.sheet import sheet
from kanrules.report.sheet_html import sheet_html
from kanrules.ruleset import Ruleset, load_ruleset
from kanrules.ruleset.diff import compare, consequence
from kanrules.ruleset.effects import mute, open_questions
from kanrules.ruleset.keys import file_value
from kanrules.rulings import RAISED

LATER = '[kandora]\ndaiminkan = "discard"\nshouminkan = "discard"\n[four_kans]\nseveral_players = "abort"\n'
PENDING = ("kandora.pending_on_next_kan", "kandora.pending_on_rinshan_win")
DRAW = ("four_kans.abort_at", "four_kans.dealer", "four_kans.riichi_stick")


def club(folder: Path, text: str, parent: str = "ema-2025") -> Ruleset:
    path = folder / "club.toml"
    path.write_text(f'[ruleset]\nid = "club"\nextends = "{parent}"\n{text}')
    return load_ruleset(path)


def test_a_later_indicator_and_a_draw_raise_the_questions_about_them(tmp_path: Path) -> None:
    assert open_questions(club(tmp_path, LATER)) == (*PENDING, *DRAW)


def test_a_question_that_the_club_answers_is_not_open(tmp_path: Path) -> None:
    answered = LATER.replace("[four_kans]\n", '[four_kans]\nabort_at = "discard_passed"\n')
    assert open_questions(club(tmp_path, answered)) == (*PENDING, *DRAW[1:])


def test_a_child_that_changes_nothing_raises_nothing(tmp_path: Path) -> None:
    for parent in ("ema-2025", "tenhou", "m-league", "wrc-2025"):
        assert open_questions(club(tmp_path, "", parent)) == ()
    assert open_questions(load_ruleset("ema-2025")) == (), "no parent"


def test_what_had_an_effect_under_the_parent_is_the_parents_question(tmp_path: Path) -> None:
    for id in ("burton", "warsaw", "jpml-wrc", "tenhou-3p"):
        rules = load_ruleset(id)
        parent = load_ruleset(rules.layers[1].document.path)
        for key in open_questions(rules):
            assert key in mute(parent) and key not in mute(rules) and rules.origin(key).is_default


def test_check_lists_the_open_questions_with_what_is_assumed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    club(tmp_path, LATER)
    with pytest.raises(SystemExit) as ended:
        main(["check", str(tmp_path / "club.toml")])
    assert ended.value.code == 0, "an open question is no mistake"
    out = capsys.readouterr().out
    assert "5 questions that your values raise" in out
    for key in (*PENDING, *DRAW):
        assert f"    {key} = " in out


def test_a_consequence_that_hangs_on_an_open_question_is_said_not_to_be_decided(tmp_path: Path) -> None:
    parent, child = load_ruleset("ema-2025"), club(tmp_path, LATER)
    lines = consequence("kandora.daiminkan", parent, child)
    pending = "a win on the replacement tile counts it; a player who robs the next kan counts it"
    assert lines == [
        "under ema-2025 only: known when the discard is chosen.",
        f"not decided under {child.id}: {pending}.",
    ]
    settled = child.with_options({key: file_value(child[key]) for key in PENDING})
    (line,) = consequence("kandora.daiminkan", parent, settled)
    assert "a win on the replacement tile counts it" in line and "not decided" not in line


def test_no_answer_about_an_open_question_sounds_settled(tmp_path: Path) -> None:
    rules, words = club(tmp_path, LATER), RAISED.partition(";")[0]
    page = sheet(rules)
    assert str(RAISED) in sheet_html(page) and str(RAISED) not in sheet_html(sheet(load_ruleset("ema-2025")))
    lines = {key: line for group in page.groups for line in group.lines for key in line.keys}
    changed = {one.key: one for one in compare(load_ruleset("tenhou"), rules)}
    left = {key: one for one in law_book(rules).open_decisions for key in one.keys}
    for key in (*PENDING, *DRAW):
        told = key_statement(key, rules)
        assert not told.is_settled and told.said.startswith(words), key
        assert lines[key].citation.instead == "not decided" and lines[key].answer[0].text.startswith(words), key
        assert key not in changed or changed[key].meaning_b.startswith(words), key
        decision = left[key].decision
        assert decision is not None and decision.assumed.startswith(words), key


def test_what_another_file_raises_or_an_own_value_settles_is_not_said_to_be_raised(tmp_path: Path) -> None:
    settled = LATER.replace("[four_kans]\n", '[four_kans]\nabort_at = "discard_passed"\n')
    for rules, key in ((club(tmp_path, settled), "four_kans.abort_at"), (load_ruleset("burton"), "four_kans.abort_at")):
        assert not key_statement(key, rules).said.startswith(RAISED.partition(";")[0])
