"""What `explain` says under one ruleset: its own value and source, and no list of everybody's."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from kanrules.cli import main


def said(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    with pytest.raises(SystemExit) as stopped:
        main(["explain", *words])
    assert not stopped.value.code
    return capsys.readouterr().out


@pytest.mark.parametrize("topic", ["KR205", "riichi_kan.level"])
def test_under_one_ruleset_its_own_source_stands_there_and_the_others_are_counted(
    topic: str, capsys: pytest.CaptureFixture[str]
) -> None:
    alone, all_of_them = said(capsys, topic, "--rules", "m-league"), said(capsys, topic)
    sources = alone.partition("\nSources\n")[2].splitlines()
    assert sources[0].startswith('  m-league: "same_readings": M.League official rules 4-5(2) (official)')
    others = len(json.loads(said(capsys, topic, "--format", "json"))["sources"]) - 1
    assert others > 10 and sources[-1] == f"  {others} more, from other rulebooks: --format json lists them"
    assert len(all_of_them.splitlines()) > len(alone.splitlines()) + others


def test_a_code_under_a_ruleset_says_what_the_ruleset_answers(capsys: pytest.CaptureFixture[str]) -> None:
    asked = said(capsys, "KR205", "--rules", "m-league")
    said_there = "An ankan after riichi must not change the waits or any reading of the hand"
    assert f"riichi_kan.level  Which ankan may a player in riichi declare? Under m-league: {said_there}" in asked


@pytest.mark.parametrize(
    ("topic", "command"), [("ema-2016", "kanrules show ema-2016"), ("quiet", "kanrules plugins"), ("KR999", "")]
)
def test_the_name_of_a_ruleset_or_of_a_plugin_without_options_is_met_with_its_command(
    topic: str, command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    info = tmp_path / "quiet-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: quiet\nVersion: 1.0\n", encoding="utf-8")
    (info / "entry_points.txt").write_text("[kanrules]\nquiet = quiet\n", encoding="utf-8")
    (tmp_path / "quiet.py").write_text("from kanrules import hookimpl\n", encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(SystemExit) as stopped:
        main(["explain", topic])
    assert stopped.value.code == 2
    told = capsys.readouterr().err
    assert (command in told and "nothing is known" not in told) if command else "did you mean" in told
