"""Three players in every format: read, written, read again; and what cannot be, said."""

from __future__ import annotations

import json
import random
import re
from pathlib import Path
from typing import Any

import pytest

from kanrules import Kyoku, load_ruleset
from kanrules.cli import main
from kanrules.errors import UnreadableError
from kanrules.pieces.actions import Ankan, Daiminkan, Kita, Ron, Shouminkan, Tsumo
from kanrules.play import mjai as play_mjai
from kanrules.records import Record, write_mjai, write_tenhou6
from kanrules.records.read_records import read_data
from kanrules.records.recorded import RecordedHand
from kanrules.records.tenhou6 import read_entry
from kanrules.replays.hand import replay_hand
from kanrules.replays.record import Replay
from kanrules.replays.scope import out_of_scope

RULES = load_ruleset("tenhou-3p")
TEHAIS = [
    ["1p", "2p", "3p", "4p", "5p", "6p", "7p", "8p", "9p", "1s", "1s", "N", "N"],
    ["1m", "9m", "2s", "3s", "4s", "6s", "7s", "8s", "E", "E", "S", "W", "N"],
    ["1p", "1p", "4p", "4p", "7p", "7p", "2s", "2s", "9s", "9s", "P", "P", "F"],
]
START: dict[str, Any] = {
    "type": "start_kyoku", "bakaze": "E", "dora_marker": "C", "kyoku": 1, "honba": 0, "kyotaku": 0, "oya": 0,
    "scores": [35000] * 3, "tehais": TEHAIS,
}  # fmt: skip


def played(number: int) -> list[RecordedHand]:
    """Hands of three played here, norths set aside and kans declared wherever they may be."""
    hands = []
    for seed in range(number):
        chance, kyoku = random.Random(seed), Kyoku(RULES, seed=seed)
        dealt = kyoku.copy()
        while kyoku.outcome is None:
            actions = kyoku.legal_actions()
            loved = [a for a in actions if isinstance(a, (Kita, Ron, Tsumo)) or a.word.endswith("kan")]
            kyoku.push(chance.choice(loved or actions))
        hands.append(play_mjai.recorded(dealt, kyoku, kyoku.events))
    return hands


def judged(data: bytes) -> Replay:
    (record,) = read_data(data, "game")
    assert isinstance(record, Record) and record.players == 3 and "three players" in record.out_of_scope
    return Replay(record, RULES)


def mjai(*events: dict[str, Any]) -> list[RecordedHand]:
    data = "\n".join(json.dumps(event) for event in ({"type": "start_game"}, *events)).encode()
    (record,) = read_data(data, "game")
    assert isinstance(record, Record)
    return list(record.hands)


def test_hands_of_three_are_written_as_mjai_and_read_back_without_a_difference() -> None:
    hands = played(30)
    assert sum(isinstance(step, Kita) for hand in hands for step in hand.steps) > 40
    for hand in hands:
        replay = judged("\n".join(write_mjai.lines([hand])).encode())
        assert not replay.differences
        assert [again.recorded.steps for again in replay] == [hand.steps]


def test_hands_of_three_are_written_as_tenhous_json_and_read_back_without_a_difference() -> None:
    for hand in played(30):
        if hand.draw is None and not hand.wins:
            continue
        data = json.dumps(write_tenhou6.game([hand]), ensure_ascii=False).encode()
        value = json.loads(data)
        assert value["name"][3] == "" and value["log"][0][13:16] == [[], [], []] and "三" in value["rule"]["disp"]
        replay = judged(data)
        assert not replay.differences
        assert [step.seat for again in replay for step in again.recorded.steps if isinstance(step, Kita)] == [
            step.seat for step in hand.steps if isinstance(step, Kita)
        ]
        del value["log"][0][13:16]  # as tensoul-py writes it
        assert judged(json.dumps(value).encode()) == replay


@pytest.mark.parametrize(
    "kita",
    [
        {"type": "kita", "actor": 0, "pai": "N"},
        {"type": "nukidora", "actor": 0, "pai": "N"},
        {"type": "nukidora", "actor": 0},
        {"type": "kita", "actor": 0, "consumed": ["N"], "tsumogiri": False},
    ],
)
@pytest.mark.parametrize("padding", [[], [[]], [["?"] * 13]])
def test_mjai_says_kita_in_several_ways_and_pads_or_not(kita: dict[str, Any], padding: list[list[str]]) -> None:
    start = {**START, "tehais": TEHAIS + padding, "scores": [35000] * 3 + [0] * len(padding)}
    (hand,) = mjai(start, {"type": "tsumo", "actor": 0, "pai": "2m".replace("2m", "9m")}, kita)
    assert [step.word for step in hand.steps] == ["draw", "kita"]
    assert len(hand.scores) == len(hand.hands) == len(hand.players) == 3


DRAWN: dict[str, Any] = {"type": "tsumo", "actor": 0, "pai": "9m"}


@pytest.mark.parametrize(
    ("events", "message"),
    [
        (({"type": "tsumo", "actor": 3, "pai": "9m"},), "player 3; expected 0 to 2"),
        ((DRAWN, {"type": "kita", "actor": 3, "pai": "N"}), "player 3; expected 0 to 2"),
        (({"type": "tsumo", "actor": 0, "pai": "5m"},), "5m is in play, but three-player games have no 2m to 8m"),
        ((DRAWN, {"type": "kita", "actor": 0, "pai": "W"}),
            "player 0 sets 3z aside; only a north (4z) may be set aside"),
        ((DRAWN, {"type": "kita", "actor": 2, "pai": "N"}), "player 2 does not hold 4z"),
        (
            (DRAWN, {"type": "dahai", "actor": 0, "pai": "9m", "tsumogiri": True},
             {"type": "tsumo", "actor": 1, "pai": "N"}, {"type": "kita", "actor": 1},
             {"type": "tsumo", "actor": 1, "pai": "N"}),
            "a fifth 4z",
        ),
    ],
)  # fmt: skip
def test_what_three_players_cannot_do_is_said(events: tuple[dict[str, Any], ...], message: str) -> None:
    start = START
    if "fifth" in message:
        start = {**START, "tehais": [TEHAIS[0], TEHAIS[1], [*TEHAIS[2][:12], "N"]]}
    with pytest.raises(UnreadableError, match=re.escape(message)):
        mjai(start, *events)


def test_a_tile_that_is_no_north_is_not_set_aside_in_tenhous_json() -> None:
    (hand,) = played(1)
    value = write_tenhou6.game([hand])
    text = json.dumps(value).replace('"f44"', '"f43"')
    assert "f43" in text
    with pytest.raises(UnreadableError, match=re.escape("'f43' sets 3z aside; only a north (f44) may be set aside")):
        list(judged(text.encode()))


@pytest.mark.parametrize(
    ("title", "said"),
    [
        (True, "hand 1: player 3 is dealt tiles in a three-player game; expected players 0 to 2"),
        (
            False,
            (
                "player 3 is dealt tiles but never draws or discards; in a three-player game, the fourth player's "
                "entries are empty"
            ),
        ),
    ],
)
def test_a_fourth_hand_in_tenhous_json_of_three_is_said(title: bool, said: str) -> None:
    hand = next(hand for hand in played(30) if hand.wins or hand.draw is not None)
    value = write_tenhou6.game([hand])
    value["log"][0][13] = list(value["log"][0][4])
    if not title:
        del value["rule"]["disp"]
    with pytest.raises(UnreadableError, match=re.escape(said)):
        for record in read_data(json.dumps(value).encode(), "game"):
            assert isinstance(record, Record)
            list(record.hands)


def soul(*messages: tuple[str, dict[str, Any]]) -> bytes:
    names = {f"tiles{player}": [_soul(tile) for tile in tiles] for player, tiles in enumerate(TEHAIS)}
    names["tiles0"] = [*names["tiles0"], "9m"]
    start = {"chang": 0, "ju": 0, "ben": 0, "liqibang": 0, "scores": [35000] * 3, "doras": ["7z"], **names}
    actions = [{"name": ".lq.RecordNewRound", "data": start}]
    return json.dumps(actions + [{"name": f".lq.{name}", "data": data} for name, data in messages]).encode()


def _soul(tile: str) -> str:
    return f"{'ESWNPFC'.index(tile) + 1}z" if tile in "ESWNPFC" else tile


@pytest.mark.parametrize(
    ("messages", "said"),
    [
        ((("RecordBaBei", {"seat": 3}),), "player 3; expected 0 to 2"),
        ((("RecordBaBei", {"seat": 2}),), "player 2 does not hold 4z"),
        ((("RecordBaBei", {"seat": 0, "tile": "3z"}),), "player 0 sets 3z aside; only a north (4z) may be set aside"),
        (
            (("RecordBaBei", {"seat": 0}), ("RecordDealTile", {"seat": 0, "tile": "5m"})),
            "5m is in play, but three-player games have no 2m to 8m",
        ),
    ],
)
def test_what_three_players_cannot_do_is_said_of_mahjong_souls_messages(
    messages: tuple[tuple[str, dict[str, Any]], ...], said: str
) -> None:
    with pytest.raises(UnreadableError, match=re.escape(said)):
        for record in read_data(soul(*messages), "game"):
            assert isinstance(record, Record)
            list(record.hands)


MJLOG = (
    '<mjloggm ver="2.3"><GO type="185" lobby="0"/><UN n0="a" n1="b" n2="c" n3=""/><TAIKYOKU oya="0"/>'
    '<INIT seed="0,0,0,1,2,132" ten="350,350,350,0" oya="0" hai0="36,40,44,48,53,56,60,64,68,72,73,120,121" '
    'hai1="0,32,76,80,84,92,96,100,108,109,112,116,122" hai2="37,38,49,50,61,62,77,78,104,105,124,125,128" hai3=""/>'
    "{events}</mjloggm>"
)


@pytest.mark.parametrize(
    ("events", "said"),
    [
        ('<T33/><N who="3" m="31008"/>', "player 3 acts in a three-player game; expected 0 to 2"),
        ("<W33/>", "player 3 acts in a three-player game; expected 0 to 2"),
        ("<T33/><G33/>", "player 3 acts in a three-player game; expected 0 to 2"),
        ('<T33/><N who="0" m="29728"/>', "player 0 sets 3z aside; only a north (4z) may be set aside"),
        ("<T17/>", "tile 17 is drawn, but is one of 2m to 8m, which three-player games do not use"),
    ],
)
def test_what_three_players_cannot_do_is_said_of_tenhous_xml(events: str, said: str) -> None:
    with pytest.raises(UnreadableError, match=re.escape(said)):
        for record in read_data(MJLOG.replace("{events}", events).encode(), "game"):
            assert isinstance(record, Record)
            list(record.hands)


@pytest.mark.parametrize("place", [4, 5, 2])
def test_a_5m_in_tenhous_json_of_three_is_said(place: int) -> None:
    (hand,) = played(1)
    value = write_tenhou6.game([hand])
    value["log"][0][place][0] = 15
    with pytest.raises(UnreadableError, match="5m is in play, but three-player games have no 2m to 8m"):
        list(judged(json.dumps(value).encode()))


def test_a_north_of_mahjong_soul_is_set_aside_and_is_told_from_other_dora() -> None:
    (record,) = read_data(
        soul(
            ("RecordBaBei", {"seat": 0, "moqie": False}),
            ("RecordDealTile", {"seat": 0, "tile": "1s", "left_tile_count": 53}),
            ("RecordHule", {
                "delta_scores": [24000, -12000, -12000],
                "hules": [{
                    "seat": 0, "zimo": True, "qinjia": True, "hu_tile": "1s", "hand": [], "count": 8,
                    "fans": [{"id": 34, "val": 1}, {"id": 4, "val": 1}],
                }],
            }),
        ),
        "game",
    )  # fmt: skip
    assert isinstance(record, Record) and record.players == 3
    (hand,) = record.hands
    assert [step.word for step in hand.steps] == ["draw", "kita", "draw"]
    assert hand.wins[0].yaku == {"kita": 1, "rinshan_kaihou": 1} and hand.wins[0].changes == (24000, -12000, -12000)


_PLAIN_ROOM = {"time_fixed": 5, "time_add": 20, "dora_count": 2, "shiduan": 1, "init_point": 35000, "fandian": 40000}


@pytest.mark.parametrize(
    ("rule", "own"),
    [
        (None, False),
        ({}, False),
        (_PLAIN_ROOM | {"fanfu": 1, "ai_level": 1, "bianjietishi": True}, False),
        (_PLAIN_ROOM | {"shiduan": 0}, True),
        (_PLAIN_ROOM | {"fanfu": 2}, True),
        (_PLAIN_ROOM | {"liqibang_value": 1000, "changbang_value": 100}, True),
        (_PLAIN_ROOM | {"have_toutiao": True}, True),
        (_PLAIN_ROOM | {"muyu_mode": 1}, True),
    ],
)
def test_a_room_of_three_is_judged_as_usual_unless_it_sets_rules_of_its_own(
    rule: dict[str, Any] | None, own: bool
) -> None:
    """What the numbers of such a room mean with three players no text explains, so nobody is judged by them."""
    mode = {"mode": 12} | ({} if rule is None else {"detail_rule": rule})
    data = {"head": {"config": {"category": 2, "mode": mode}}, "data": json.loads(soul())}
    (record,) = read_data(json.dumps(data).encode(), "game")
    assert isinstance(record, Record)
    said = "a three-player room with its own rules, whose values are not documented"
    assert out_of_scope(record, load_ruleset("mahjong-soul-3p")) == (said if own else "")
    four = out_of_scope(record, load_ruleset("mahjong-soul"))
    assert four == (said if own else "three players (three scores or three hands)")


def test_a_kita_under_rules_without_one_is_a_difference_and_the_hand_is_not_compared_further() -> None:
    hands = [hand for hand in played(20) if any(isinstance(step, Kita) for step in hand.steps)]
    assert len(hands) > 10
    for hand in hands:
        again = replay_hand(load_ruleset("sega-mj-3p"), hand)
        codes = [one.code for one in again.differences]
        assert "KR217" in codes and again.stopped
        assert again.not_compared[:1] == ["the end of the hand (it could not be followed to there)"]
        at = next(one.at for one in again.differences if one.code == "KR217")
        assert all(one.at <= at for one in again.differences), codes


def test_a_fifth_replacement_tile_under_rules_of_four_is_a_difference() -> None:
    few = RULES.with_options({"wall.replacements": 4}, set_by="test")
    taken = (Kita, Ankan, Daiminkan, Shouminkan)
    many = [hand for hand in played(60) if sum(isinstance(step, taken) for step in hand.steps) > 5]
    assert many
    codes = [{one.code for one in replay_hand(few, hand).differences} for hand in many]
    assert sum("KR221" in found for found in codes) >= len(many) // 2


def test_a_game_of_three_is_compared_under_books_with_and_without_kita(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "game.mjson"
    path.write_text("\n".join(write_mjai.lines(played(1))))
    with pytest.raises(SystemExit) as ended:
        main(["replay", str(path), "--rules", "tenhou-3p", "--compare", "sega-mj-3p,mahjong-soul-3p,tenhou"])
    told = capsys.readouterr()
    assert (ended.value.code, told.err) == (0, "")
    assert "these rules do not use kita (KR217)" in told.out
    assert "Tenhou 2026-08-22: out of scope: three players" in told.out
    assert told.out.splitlines()[-1].endswith("no difference")


def test_the_fourth_place_of_a_round_has_no_dealer_where_three_play() -> None:
    # East 4: a game of four that was cut, with nothing left of its last player.
    entry = [[3, 0, 0], [35000, 35000, 35000, 0], [11], [], *([[11], [], []] * 3), [], [], [], ["流局"]]
    with pytest.raises(UnreadableError, match="player 3 deals in a three-player game"):
        read_entry(entry, 3)
