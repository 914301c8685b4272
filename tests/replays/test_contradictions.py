"""A record that denies itself is a difference with KR112, whatever the ruleset; what cannot be compared is counted."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from kanrules import Ruleset, UnreadableError, audit, load_ruleset
from kanrules.cli import main
from kanrules.records import Record, read_data
from kanrules.records.recorded import RecordedHand
from kanrules.replays import Replay
from tests.mutations.bases import rules, shipped, whole_majiang
from tests.records.formats import mjlog
from tests.records.formats import shipped as hands_of


@pytest.fixture(scope="module")
def tenhou() -> Ruleset:
    return load_ruleset("tenhou")


@pytest.fixture(scope="module")
def game() -> bytes:
    """A game in Tenhou's XML in which somebody says riichi and wins with ura."""
    return next(data for data in shipped("mjlog") if b"doraHaiUra" in data and data.count(b"<INIT") > 2)


def said(data: bytes, rules: Ruleset) -> list[tuple[str, str, str]]:
    (record,) = read_data(data, "x")
    assert isinstance(record, Record), record
    return [(one.code, one.recorded, one.ruled) for _, one in Replay(record, rules).differences]


def first(pattern: bytes, data: bytes, change: bytes) -> bytes:
    changed = re.sub(pattern, change, data, count=1)
    assert changed != data
    return changed


def test_a_valid_game_denies_itself_nowhere(game: bytes, tenhou: Ruleset) -> None:
    assert said(game, tenhou) == []


def test_the_next_hand_begins_with_the_scores_of_the_last(game: bytes, tenhou: Ruleset) -> None:
    at = game.rindex(b"<INIT")
    changed = game[:at] + re.sub(rb'ten="(-?\d+)', lambda found: b'ten="%d' % (int(found[1]) + 100), game[at:], count=1)
    found = said(changed, tenhou)
    assert all(code == "KR112" for code, _, _ in found)
    assert any("scores" in recorded and "the previous hand ended with" in ruled for _, recorded, ruled in found)


def test_a_hand_that_is_not_in_the_record_is_missed(game: bytes, tenhou: Ruleset) -> None:
    starts = [found.start() for found in re.finditer(b"<INIT", game)]
    assert {code for code, _, _ in said(game[: starts[1]] + game[starts[2] :], tenhou)} & {"KR112", "KR506"}


def test_no_hand_follows_the_end_of_the_game(game: bytes, tenhou: Ruleset) -> None:
    last = game[game.rindex(b"<INIT") : -len(b"</mjloggm>")]
    found = said(game.replace(b"</mjloggm>", last + b"</mjloggm>"), tenhou)
    assert any("the game ended with" in ruled for _, _, ruled in found)


def test_a_riichi_that_stands_is_paid(game: bytes, tenhou: Ruleset) -> None:
    found = said(first(rb'<REACH who="\d" ten="[^"]*" step="2" ?/>', game, b""), tenhou)
    assert any(code == "KR112" and recorded.startswith("riichi paid by") for code, recorded, _ in found)


def test_a_win_lists_the_indicators_that_were_turned(game: bytes, tenhou: Ruleset) -> None:
    found = said(first(rb'doraHai="[^"]*"', game, b'doraHai=""'), tenhou)
    assert any(code == "KR112" and "dora indicators none" in recorded for code, recorded, _ in found)


def test_as_many_ura_lie_there_as_the_ruleset_says(game: bytes, tenhou: Ruleset) -> None:
    assert said(game, tenhou.with_options({"dora.ura": False}))
    codes = {code for code, _, _ in said(first(rb'doraHaiUra="[^"]*"', game, b'doraHaiUra=""'), tenhou)}
    assert "KR301" in codes


def test_no_tile_is_shown_twice(game: bytes, tenhou: Ruleset) -> None:
    found = said(first(rb' hai="(\d+),\d+,', game, rb' hai="\1,\1,'), tenhou)
    assert any(code == "KR112" and "twice" in recorded for code, recorded, _ in found)


def test_an_open_tanyao_is_denied_by_a_title_without_its_sign(tenhou: Ruleset) -> None:
    denied = []
    for data in shipped("tenhou6"):
        game = json.loads(data)
        for title in ("般南喰赤", "Thursday", "般南赤"):
            game["rule"]["disp"] = title
            found = said(json.dumps(game).encode(), tenhou)
            assert title == "般南赤" or found == []
            denied += found
    assert denied and {one[:2] for one in denied} == {("KR112", "an open tanyao is counted")}


def test_a_yaku_counts_once_and_a_list_of_yaku_is_of_pairs(game: bytes, tenhou: Ruleset) -> None:
    twice = first(rb'yaku="(\d+,\d+)', game, rb'yaku="\1,\1')
    assert ("KR112", "each yaku counts once") in {(code, ruled) for code, _, ruled in said(twice, tenhou)}
    (record,) = read_data(first(rb'yaku="(\d+),\d+', game, rb'yaku="\1'), "x")
    assert isinstance(record, Record)
    with pytest.raises(UnreadableError, match="expected pairs of a number and its han"):
        list(record.hands)


def test_ura_listed_beside_a_yakuman_are_as_many_as_the_indicators() -> None:
    tried = 0
    for data in whole_majiang():
        game = json.loads(data)
        for win in [event["hule"] for hand in game["log"] for event in hand if "hule" in event]:
            if win.get("damanguan") and win.get("fubaopai"):
                tried += 1
                win["fubaopai"].append(win["fubaopai"][0])
                (found,) = said(json.dumps(game).encode(), rules("mahjong-soul"))
                assert found[0] == "KR301" and "ura" in found[1]
                win["fubaopai"].pop()
    assert tried


def test_final_points_follow_from_the_final_scores(game: bytes, tenhou: Ruleset) -> None:
    found = said(first(rb'owari="(-?\d+),-?[\d.]+', game, rb'owari="\1,99.9'), tenhou)
    assert [code for code, _, _ in found] == ["KR506"]


def test_a_yaku_that_nobody_knows_is_counted_and_the_others_are_compared(tenhou: Ruleset) -> None:
    game = next(data for data in shipped("tenhou6") if "断幺九(1飜)".encode() in data)
    changed = game.replace("断幺九(1飜)".encode(), "大車輪(1飜)".encode(), 1)
    (record,) = read_data(changed, "x")
    assert isinstance(record, Record)
    replayed = Replay(record, tenhou)
    assert replayed.differences == []
    data = replayed.to_json()
    assert list(data["not_compared"].values()) == [1]
    (what,) = [what for hand in replayed for what in hand.not_compared]
    assert "大車輪" in what and "unknown" in what


def test_a_record_that_begins_in_the_middle_says_so_once(tenhou: Ruleset) -> None:
    hands: tuple[RecordedHand, ...] = hands_of("four-kans.mjson.gz")[1:4]
    (record,) = read_data(mjlog(hands), "x")
    assert isinstance(record, Record)
    what = [what for hand in Replay(record, tenhou) for what in hand.not_compared if "tenpai" not in what]
    assert what == [
        "the start of the game (the record does not begin with east 1)",
        "the end of the game (not in the record)",
    ]


def test_audit_counts_what_breaks_off_and_what_was_not_compared(
    game: bytes, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "game.xml"
    path.write_bytes(re.sub(rb"<(AGARI|RYUUKYOKU)[^>]*/>(?=<INIT)", b"", game, count=1))
    (judged,) = audit([path], "tenhou")
    assert judged.broken_off == 1 and sum(judged.not_compared.values()) == 1
    with pytest.raises(SystemExit):
        main(["audit", str(path), "--rules", "tenhou", "--format", "json", "--jobs", "1"])
    data = json.loads(capsys.readouterr().out)
    assert data["broken_off"] == 1 and list(data["not_compared"].values()) == [1]
    with pytest.raises(SystemExit):
        main(["audit", str(path), "--rules", "tenhou", "--jobs", "1"])
    out = capsys.readouterr().out
    assert "broken off: 1 hand whose end is not recorded" in out and "not compared: 1 statement" in out
