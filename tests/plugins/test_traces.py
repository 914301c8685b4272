"""`--trace`: which plugin answered which hook with what, in order, on replay, verify and riichi-kan."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from kanrules.cli import main

GAMES = Path(__file__).parents[1] / "games"
GAME = str(GAMES / "open-kan-then-ankan-1.mjson.gz")


@pytest.fixture
def club(tmp_path: Path) -> str:
    path = tmp_path / "house.toml"
    head = '[ruleset]\nid = "house"\nextends = "ema-2016"\nplugins = ["club"]\n'
    path.write_text(f"{head}[plugin.club]\nopen_kan_fee = 1000\n", encoding="utf-8")
    return str(path)


def run(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    with pytest.raises(SystemExit):
        main(list(words))
    return capsys.readouterr().out


def traces(text: str) -> list[dict[str, Any]]:
    (record,) = [json.loads(line) for line in text.splitlines()]
    return [line for hand in record["hands"] for line in hand["trace"]]


def test_a_replay_tells_every_answer_in_order(capsys: pytest.CaptureFixture[str], club: str) -> None:
    told = traces(run(capsys, "replay", GAME, "--rules", club, "--trace", "--format", "json"))
    first_kan = [line for line in told if line["about"] == "south daiminkan 0s"]
    assert [(line["hook"], line["plugin"], line["answer"]) for line in first_kan] == [
        ("before_kan", "core", None),
        ("replacement_from", "core", "dead_wall"),
        ("liability", "core", "nothing"),
        ("reveal_kandora", "core", "declaration"),
    ]
    assert any(
        line["hook"] == "payments" and line["answer"].startswith("south pays table 1000 (fee for") for line in told
    )


def test_a_replay_without_trace_keeps_none(capsys: pytest.CaptureFixture[str], club: str) -> None:
    record = json.loads(run(capsys, "replay", GAME, "--rules", club, "--format", "json"))
    assert not any("trace" in hand for hand in record["hands"])


def test_a_replays_text_has_the_answers_below_each_hand(capsys: pytest.CaptureFixture[str], club: str) -> None:
    lines = run(capsys, "replay", GAME, "--rules", club, "--trace").splitlines()
    at = lines.index("    asked, in order")
    assert lines[at + 1].startswith("      liability (")
    assert any(line.strip() == "reveal_kandora (south daiminkan 0s): core -> declaration" for line in lines)


def test_riichi_kan_tells_only_the_laws_that_object(capsys: pytest.CaptureFixture[str]) -> None:
    out = run(
        capsys, "riichi-kan", "3335666p111456s", "--draw", "6p", "--rules", "ema-2016", "--trace", "--format", "json"
    )
    told = json.loads(out)["trace"]
    assert [line["plugin"] for line in told] == ["core.readings_stay", "core.waits_stay"]


def test_riichi_kan_tells_that_nobody_objects(capsys: pytest.CaptureFixture[str]) -> None:
    out = run(capsys, "riichi-kan", "3335666p111456s", "--draw", "1s", "--rules", "ema-2016", "--trace")
    assert "  before_kan (east ankan 1s): core -> nothing" in out.splitlines()


def test_verify_tells_the_answers_of_each_case(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    cases = tmp_path / "one.cases.toml"
    cases.write_text(
        '[[case]]\nname = "A wrong kan"\nrules = ["ema-2016"]\n[case.given]\nhands = { south = "123m456p789s1133z" '
        '}\nturn = "south"\n'
        'live = "9p"\n[case.play]\nlines = """\nsouth draws 9p\n!south ankan 1m\n"""\n[case.expect]\ncode = '
        '"ema-602"\n',
        encoding="utf-8",
    )
    out = run(capsys, "verify", str(cases), "--trace")
    assert "penalty (south wrong_tiles, noticed after_discard): ema -> dead_hand (ema-602)" in out
