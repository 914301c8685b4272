"""`kanrules play`: whole games, who won them, every fault named, the records written."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from kanrules.cli import main
from kanrules.replays.record import replay
from tests.bots import programs


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[object, str, str]:
    with pytest.raises(SystemExit) as stopped:
        main(["play", *arguments])
    printed = capsys.readouterr()
    return stopped.value.code, printed.out, printed.err


def test_games_of_our_bots_are_counted_and_their_records_replay(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "games"
    code, said, _ = run(capsys, "--rules", "ema-2025", "--games", "2", "--out", str(out))
    assert code == 0 and said.startswith("2 games, ") and "kan-lover" in said and "none" in said
    files = sorted(out.iterdir())
    assert [path.name for path in files] == ["game-00001.mjson", "game-00002.mjson"]
    assert not any(replay(path, "ema-2025").differences for path in files)
    code, _, error = run(capsys, "--rules", "ema-2025", "--out", str(out))
    assert code == 2 and "already exists; choose a folder without games" in error


@pytest.mark.rest
def test_a_fault_is_a_finding(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    bot = programs.written(tmp_path, programs.NO_WORD)
    code, said, _ = run(capsys, "--rules", "tenhou", "--bot", bot, "--format", "json")
    report = json.loads(said)
    assert code == 1 and report["rules"] == "tenhou" and report["schema"] == 1
    assert [one["game_count"] for one in report["bots"]] == [4]
    (game,) = report["games"]
    assert {fault["kind"] for fault in game["faults"]} == {"nonsense"}
    assert report["bots"][0]["fault_counts"] == {"nonsense": len(game["faults"])}
    code, said, _ = run(capsys, "--rules", "tenhou", "--bot", bot)
    assert code == 1 and "hand 1, player 0" in said and "not mjai: type is 'fold'" in said


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--rules", "d-league"], "d-league is partial: too few of its rules are known to play a game"),
        (["--rules", "tenhou", "--bot", "no-such-bot"], "no executable program 'no-such-bot'"),
        (["--rules", "tenhou", "--bot", ""], "a bot is the command of a program; this one is empty"),
        (
            ["--rules", "tenhou", "--timeout", "0"],
            "--timeout 0 leaves no time for an answer; expected a number of seconds, such as 5",
        ),
        (
            ["--rules", "tenhou", "--timeout", "nan"],
            "--timeout nan leaves no time for an answer; expected a number of seconds, such as 5",
        ),
    ],
    ids=lambda value: " ".join(value)[:40] if isinstance(value, list) else "",
)
def test_wrong_use_is_said_before_the_first_game(
    arguments: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    code, _, error = run(capsys, *arguments)
    assert (code, error.strip()) == (2, f"kanrules: {message}")


def test_the_folder_may_be_no_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    taken = tmp_path / "games"
    taken.write_text("", encoding="utf-8")
    code, _, error = run(capsys, "--rules", "tenhou", "--out", str(taken))
    assert code == 2 and "cannot be created" in error
