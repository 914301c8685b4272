"""`kanrules perft`: positions in four forms, as text and as JSON."""

from __future__ import annotations

import io
import json
from pathlib import Path

import pytest

from kanrules import Kyoku
from kanrules.pack.perft_table import table_rows
from tests.cli.running import run

NAME = "four-kans-two-players-tenhou"


def test_a_position_of_the_pack_has_the_leaves_of_the_table(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = run(capsys, "perft", NAME, "--depth", "2")
    assert (code, err) == (0, "")
    assert [line.split()[:2] for line in out.splitlines()[-2:]] == [["1", "9"], ["2", "90"]]


def test_the_page_shows_what_the_command_prints(capsys: pytest.CaptureFixture[str]) -> None:
    page = (Path(__file__).parents[2] / "docs" / "perft.md").read_text(encoding="utf-8")
    _, out, _ = run(capsys, "perft", NAME, "--depth", "2", "--divide")
    assert out in page


def test_json_has_every_depth_and_the_first_plies(capsys: pytest.CaptureFixture[str]) -> None:
    _, out, _ = run(capsys, "perft", NAME, "--depth", "2", "--divide", "--format", "json")
    found = json.loads(out)
    assert [one["leaves"] for one in found["depths"]] == table_rows()[NAME]["leaves"][:2]
    assert (found["rules"], found["depth"], found["leaves"]) == ("tenhou", 2, 90)
    assert sum(one["leaves"] for one in found["divided"]) == 90


def test_a_case_a_hand_as_text_and_a_deal_are_positions(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def leaves(*words: str) -> int:
        code, out, err = run(capsys, "perft", *words, "--depth", "1", "--format", "json")
        assert code == 0, err
        return int(json.loads(out)["leaves"])

    kyoku = Kyoku("tenhou", 5)
    (tmp_path / "hand.txt").write_text(kyoku.text(), encoding="utf-8")
    drawn = {str(one).removesuffix(" drawn") for one in _after_draw(kyoku).legal_actions()}
    assert leaves(str(tmp_path / "hand.txt"), "--rules", "tenhou") == len(drawn)
    (tmp_path / "deal.json").write_text(json.dumps(table_rows()[NAME]), encoding="utf-8")
    assert leaves(str(tmp_path / "deal.json")) == 9
    cases = "rulesets/casebook/in-riichi.cases.toml"
    assert leaves(str(Path(__file__).parents[2] / cases), "--case", "2", "--rules", "tenhou") == 2
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(kyoku.text().encode()), encoding="utf-8"))
    assert leaves("-", "--rules", "tenhou") == len(drawn)


def _after_draw(kyoku: Kyoku) -> Kyoku:
    kyoku.push(kyoku.legal_actions()[0])
    return kyoku


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("four-kans-two-player", "--depth", "1"), "did you mean four-kans-two-players-tenhou"),
        (("gone.json", "--depth", "1"), "gone.json: No such file"),
        ((NAME, "--depth", "0"), "--depth"),
        ((NAME, "--depth", "1", "--rules", "tenhou-3p"), "do not lead to the position"),
    ],
)
def test_a_wrong_position_or_depth_says_what_is_wrong(
    capsys: pytest.CaptureFixture[str], words: tuple[str, ...], says: str
) -> None:
    code, out, err = run(capsys, "perft", *words)
    assert (code, out) == (2, "") and says in " ".join(err.split())


def test_a_broken_deal_is_refused(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    (tmp_path / "deal.json").write_text('{"wall": "1m"}', encoding="utf-8")
    code, out, err = run(capsys, "perft", str(tmp_path / "deal.json"), "--depth", "1")
    assert (code, out) == (2, "") and "not a deal in the form of the pack" in err
