"""`kanrules watch`: what it prints while a game is played, and how it ends."""

from __future__ import annotations

import gzip
import io
import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.running import run

GAME = Path(__file__).parents[1] / "games" / "four-kans.mjson.gz"
LINES = gzip.decompress(GAME.read_bytes())


class _Input(io.TextIOWrapper):
    """Standard input that is no terminal."""


def watch(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], data: bytes, *words: str
) -> tuple[int, str, str]:
    monkeypatch.setattr(sys, "stdin", _Input(io.BytesIO(data)))
    return run(capsys, "watch", *words)


def test_it_prints_the_rulings_of_replay(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = watch(monkeypatch, capsys, LINES, "--rules", "tenhou")
    assert (code, err) == (0, "")
    _, replayed, _ = run(capsys, "replay", str(GAME), "--rules", "tenhou")
    cited = {line.strip() for line in replayed.splitlines() if line.strip().startswith("KR")}
    assert len(cited) > 3 and cited == {line.strip() for line in out.splitlines() if line.strip().startswith("KR")}


def test_under_other_rules_it_ends_with_the_number_of_differences(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    code, out, _ = watch(monkeypatch, capsys, LINES, "--rules", "ema-2016")
    _, replayed, _ = run(capsys, "replay", str(GAME), "--rules", "ema-2016", "--format", "json")
    assert code == 1
    assert out.splitlines()[-1] == f"{json.loads(replayed)['differences']} differences"


def test_as_json_it_is_a_line_for_each_event_that_brings_something_new(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    code, out, _ = watch(monkeypatch, capsys, LINES, "--rules", "tenhou", "--format", "json")
    reports = [json.loads(line) for line in out.splitlines()]
    assert code == 0 and {"schema", "line", "hand", "rulings", "differences", "withdrawn"} <= set(reports[0])
    numbers = [report["line"] for report in reports]
    assert numbers == sorted(set(numbers))
    assert [report["result"] for report in reports if report["result"]].count("ron") >= 2
    for report in reports:
        bases = {ruling["basis"] for ruling in report["rulings"]}
        assert report["basis"] in bases if len(bases) == 1 else (report["basis"] is None) is not bool(bases), report


def test_who_watches_under_an_older_edition_is_told_first(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    _, out, _ = watch(monkeypatch, capsys, LINES, "--rules", "ema-2016")
    assert "ema-2025" in " ".join(out.splitlines()[:2])
    _, out, _ = watch(monkeypatch, capsys, LINES, "--rules", "ema-2016", "--format", "json")
    assert all(json.loads(line)["current_edition"] == "ema-2025" for line in out.splitlines())
    _, out, _ = watch(monkeypatch, capsys, LINES, "--rules", "tenhou", "--format", "json")
    assert not any(json.loads(line)["current_edition"] for line in out.splitlines())


def test_a_line_that_cannot_be_read_is_named_and_the_next_hand_is_watched(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = LINES.splitlines()
    broken = b"\n".join([*lines[:4], b"{", *lines[4:]])
    code, out, err = watch(monkeypatch, capsys, broken, "--rules", "tenhou")
    assert code == 2
    assert err.startswith("kanrules: line 5: ") and err.count("\n") == 1
    assert "ends in exhaustive draw" in out


def test_nothing_is_nothing_to_rule_on(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    assert watch(monkeypatch, capsys, b"", "--rules", "tenhou") == (0, "", "")


def test_a_ruling_is_printed_before_the_next_event_is_read() -> None:
    """The other end of the pipe is open, so nothing may wait in a buffer."""
    lines = LINES.splitlines(keepends=True)
    program = [sys.executable, "-m", "kanrules", "watch", "--rules", "tenhou", "--format", "json"]
    with subprocess.Popen(program, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as watching:
        assert watching.stdin is not None and watching.stdout is not None
        first = next(at for at, line in enumerate(lines) if b'"end_kyoku"' in line)
        watching.stdin.writelines(lines[: first + 1])
        watching.stdin.flush()
        assert json.loads(watching.stdout.readline())["hand"] == "east-1-0"
        watching.stdin.close()
        watching.stdout.read()
        assert watching.wait(300) == 0
