"""What the JSON formats and Mahjong Soul's wire form may say, and what they may not."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from kanrules.errors import UnreadableError
from kanrules.pieces.events import ResultType, Turned
from kanrules.records import Record, Unreadable, read_data, write_mjai, write_tenhou6
from kanrules.records.recorded import RecordedHand, Reveal
from tests.records.formats import mjsoul_actions, mjsoul_wire, shipped, wire


def record_of(value: object) -> Record:
    (record,) = read_data(value if isinstance(value, bytes) else msgspec.json.encode(value), "game")
    assert isinstance(record, Record), record
    return record


def hands_of(value: object) -> list[RecordedHand]:
    return list(record_of(value).hands)


def fault(value: object) -> str:
    """The one message that a broken record gives."""
    (record,) = read_data(value if isinstance(value, bytes) else msgspec.json.encode(value), "game")
    if isinstance(record, Unreadable):
        return record.why
    with pytest.raises(UnreadableError) as caught:
        list(record.hands)
    return str(caught.value)


# --- mjai -------------------------------------------------------------------------------------------------------------

TEHAIS = [
    ["1m", "2m", "3m", "4m", "5mr", "6m", "7m", "8m", "9m", "E", "E", "E", "E"],
    ["1p", "2p", "3p", "4p", "5p", "6p", "7p", "8p", "9p", "S", "S", "S", "P"],
    ["1s", "2s", "3s", "4s", "5s", "6s", "7s", "8s", "9s", "W", "W", "W", "P"],
    ["1m", "1m", "4p", "4p", "4p", "7s", "7s", "7s", "N", "N", "N", "F", "P"],
]


def start(**change: Any) -> dict[str, Any]:
    deal = {"type": "start_kyoku", "bakaze": "E", "dora_marker": "C", "kyoku": 1, "honba": 0, "kyotaku": 0, "oya": 0}
    return {**deal, "scores": [25000] * 4, "tehais": TEHAIS, **change}


def lines(*events: dict[str, Any]) -> bytes:
    return b"\n".join(msgspec.json.encode(event) for event in ({"type": "start_game"}, *events))


def tsumo(actor: int, pai: str) -> dict[str, Any]:
    return {"type": "tsumo", "actor": actor, "pai": pai}


def dahai(actor: int, pai: str, tsumogiri: bool = True) -> dict[str, Any]:
    return {"type": "dahai", "actor": actor, "pai": pai, "tsumogiri": tsumogiri}


def call(word: str, pai: str, using: str) -> dict[str, Any]:
    return {"type": word, "actor": 1, "target": 0, "pai": pai, "consumed": [using, using]}


@pytest.mark.parametrize(
    ("events", "words"),
    [
        ([tsumo(0, "E")], "a fifth 1z"),
        ([tsumo(0, "5mr")], "one 0m too many: the set has 1"),
        ([tsumo(0, "X")], "'X' is not an mjai tile"),
        ([tsumo(4, "C")], "player 4; expected 0 to 3"),
        ([tsumo(0, "C"), dahai(0, "9p", False)], "player 0 does not hold 9p"),
        ([tsumo(0, "C"), dahai(0, "E")], "is recorded as discarding the tile just drawn"),
        ([tsumo(0, "C"), dahai(0, "C"), call("pon", "S", "S")], "not just discarded"),
        ([tsumo(0, "C"), dahai(0, "C"), call("chi", "C", "S")], "is not a run"),
        ([tsumo(0, "P"), dahai(0, "P"), call("pon", "P", "P")], "player 1 does not hold"),
        ([tsumo(0, "P"), {"type": "ankan", "actor": 0, "consumed": ["P"] * 4}], "does not hold 4 times 5z"),
        (
            [tsumo(0, "P"), {"type": "ankan", "actor": 0, "consumed": ["E", "E", "E", "P"]}],
            "expected four tiles of one kind",
        ),
        (
            [tsumo(0, "P"), {"type": "kakan", "actor": 0, "pai": "P", "consumed": ["P"] * 3}],
            "to a pon that does not exist",
        ),
        ([{"type": "reach", "actor": 0}], "declares riichi without having drawn a tile"),
        (
            [tsumo(0, "P"), {"type": "reach", "actor": 0}, {"type": "ankan", "actor": 0, "consumed": ["E"] * 4}],
            "no discard follows",
        ),
        ([{"type": "hora", "actor": 0, "target": 0, "deltas": [0] * 4}], "has not drawn a tile"),
        ([tsumo(0, "P"), {"type": "hora", "actor": 1, "target": 0, "deltas": [0] * 4}], "has not just discarded"),
        ([tsumo(0, "P"), {"type": "hora", "target": 0, "deltas": [0] * 4}], "actor missing"),
        (
            [tsumo(0, "P"), {"type": "hora", "actor": 0, "target": 0, "pai": "F", "deltas": [0] * 4}],
            "but the last tile is 5z",
        ),
        ([tsumo(0, "P"), {"type": "hora", "actor": 0, "target": 0, "deltas": [0]}], "1 deltas; expected four"),
        ([tsumo(0, "P"), {"type": "ryukyoku", "reason": "tired"}], "'tired' is not a known draw"),
        ([tsumo(0, "P"), {"type": "ryukyoku"}], "no draw is possible here"),
        ([{"type": "ryukyoku", "reason": "fanpai"}, tsumo(0, "P")], "an event after the end"),
        ([{"type": "nukidora", "actor": 0, "pai": "N"}], "an event that mjai does not have"),
        ([{"type": "tsumo", "actor": "zero", "pai": "N"}], "not an mjai event"),
    ],
)
def test_an_impossible_mjai_event_is_named_with_file_hand_and_line(events: list[dict[str, Any]], words: str) -> None:
    message = fault(lines(start(), *events))
    assert words in message
    assert message.startswith("game: hand east-1-0, line ")


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"bakaze": "Q"}, "bakaze 'Q'"),
        ({"oya": 1}, "kyoku 1, oya 1"),
        ({"scores": [25000] * 2}, "2 scores and 4 hands"),
        ({"tehais": None}, "tehais missing"),
        ({"honba": -1}, "-1 honba"),
        ({"tehais": [TEHAIS[0][1:], *TEHAIS[1:]]}, "player 0 is dealt 12 tiles; expected 13"),
        ({"dora_marker": "E"}, "a fifth 1z"),
    ],
)
def test_a_deal_that_cannot_be_is_named(change: dict[str, Any], words: str) -> None:
    assert words in fault(lines(start(**change)))


def test_a_line_that_is_no_json_ends_the_record_there() -> None:
    data = lines(start(), tsumo(0, "P")) + b'\n{"type": "dahai", "act'
    assert "line 4" in fault(data) and "not JSON" in fault(data)


def test_one_players_view_is_out_of_scope() -> None:
    hidden = start(tehais=[TEHAIS[0], ["?"] * 13, ["?"] * 13, ["?"] * 13])
    assert "one player's view" in record_of(lines(hidden)).out_of_scope


def test_three_players_are_out_of_scope_in_mjai() -> None:
    assert "three players" in record_of(lines(start(tehais=TEHAIS[:3], scores=[35000] * 3))).out_of_scope


def test_a_list_of_events_is_the_same_game_as_lines() -> None:
    game = "\n".join(write_mjai.lines(shipped("four-kans.mjson.gz")))
    events = [msgspec.json.decode(line) for line in game.split("\n")]
    assert hands_of(events) == hands_of(game.encode())


def test_an_ending_without_a_reason_is_told_from_the_play() -> None:
    kinds = set()
    for name in ("four-winds", "four-riichi", "three-winners", "nine-kinds", "nagashi-mangan", "four-kan-draws-1"):
        for hand in shipped(f"{name}.mjson.gz"):
            if hand.draw is None:
                continue
            events = list(write_mjai.events(hand))
            for event in events:
                event.pop("reason", None)
            (again,) = hands_of(lines(*events))
            assert again.draw is not None and again.draw.type is hand.draw.type
            kinds.add(hand.draw.type)
    assert len(kinds) == 7


def test_scores_after_the_hand_serve_where_deltas_are_missing() -> None:
    for hand in shipped("several-winners-1.mjson.gz"):
        events = list(write_mjai.events(hand))
        scores = list(events[0]["scores"])
        for event in events:
            if event["type"] == "reach_accepted":
                scores[event["actor"]] -= 1000
            elif event["type"] == "hora":
                scores = [score + delta for score, delta in zip(scores, event.pop("deltas"), strict=True)]
                event["scores"] = list(scores)
        (again,) = hands_of(lines(*events))
        assert [win.changes for win in again.wins] == [win.changes for win in hand.wins]


# --- tenhou.net/6 -----------------------------------------------------------------------------------------------------


def tenhou6(**change: Any) -> dict[str, Any]:
    game = write_tenhou6.game([shipped("four-kans.mjson.gz")[0]])
    return {**game, **change}


def changed(place: int, value: Any) -> dict[str, Any]:
    game = tenhou6()
    game["log"][0][place] = value
    return game


@pytest.mark.parametrize(
    ("place", "value", "words"),
    [
        (0, [16, 0, 0], "round 16"),
        (0, [0, 0], "expected 3 whole numbers"),
        (1, [25000], "expected 4 whole numbers"),
        (2, [], "0 dora indicators"),
        (2, [99], "99 is not a Tenhou tile"),
        (4, [11] * 13, "a fifth 1m"),
        (4, [11], "is dealt 1 tile; expected 13"),
        (5, ["x11"], "is among the drawn tiles"),
        (5, ["c1x"], "is not a call"),
        (5, [[]], "is not a Tenhou tile"),
        (6, ["11a11"], "is among the discards"),
        (6, ["111112a13"], "is not a kan"),
        (6, ["rr"], "is not a riichi"),
        (6, ["r" + "9" * 5000], "is not a riichi"),
        (6, [11] * 200, "a hand has at most 100"),
        (16, ["冗談"], "'冗談' is not a known draw"),
        (16, ["和了", [0, 0, 0, 0]], "for each winner"),
        (16, ["和了", [0, 0, 0, 0], [0, 1, 0, "many points"]], "does not state points"),
        (16, ["和了", [0, 0, 0, 0], [0, 1, 0, "9" * 100_000 + "点"]], "does not state points"),
        (16, [], "is not a result"),
    ],
)
def test_a_part_that_cannot_be_is_named_with_file_and_hand(place: int, value: Any, words: str) -> None:
    message = fault(changed(place, value))
    assert words in message
    assert message.startswith("game: hand 1")


@pytest.mark.parametrize(
    ("place", "value"), [(6, ["9" * 5000]), (2, ["9" * 5000]), (5, ["9" * 5000]), (16, ["和" * 5000])]
)
def test_a_fault_quotes_no_more_than_a_line_of_what_is_wrong(place: int, value: Any) -> None:
    assert len(fault(changed(place, value))) < 200
    assert len(fault(lines(start(), {"type": "tsumo", "actor": 0, "pai": "9" * 5000}))) < 300


def test_draws_and_discards_that_fit_in_no_order_are_said_so() -> None:
    game = tenhou6()
    del game["log"][0][5][-2:]
    assert "do not fit together" in fault(game) or "does not hold" in fault(game)


def test_the_later_of_two_equal_discards_is_called_where_only_that_can_be_played() -> None:
    """North throws 5z twice. East calls the second: after the first it still had one alone."""
    tehais = [
        ["1m", "2m", "3m", "4m", "5mr", "6m", "7m", "8m", "9m", "E", "E", "E", "P"],
        [*TEHAIS[1][:-1], "C"],
        [*TEHAIS[2][:-1], "C"],
        [*TEHAIS[3][:-1], "P"],
    ]
    events = [
        start(tehais=tehais, dora_marker="9s"),
        tsumo(0, "9s"), dahai(0, "9s"), tsumo(1, "F"), dahai(1, "F"), tsumo(2, "F"), dahai(2, "F"),
        tsumo(3, "9s"), dahai(3, "P", False),
        tsumo(0, "P"), dahai(0, "9m", False), tsumo(1, "2p"), dahai(1, "2p"), tsumo(2, "2s"), dahai(2, "2s"),
        tsumo(3, "P"), dahai(3, "P"),
        {"type": "pon", "actor": 0, "target": 3, "pai": "P", "consumed": ["P", "P"]}, dahai(0, "8m", False),
        tsumo(1, "3p"), {"type": "hora", "actor": 1, "target": 1, "deltas": [-500, 1500, -500, -500], "fan": 1,
        "fu": 30},
    ]  # fmt: skip
    (hand,) = hands_of(lines(*events))
    (again,) = hands_of(write_tenhou6.game([hand]))
    assert again.steps == hand.steps


@pytest.mark.parametrize("title", ["三鳳南喰赤", "三般東喰赤－"])
def test_three_players_are_out_of_scope_in_tenhous_json(title: str) -> None:
    assert "three players" in record_of(tenhou6(rule={"disp": title, "aka": 1})).out_of_scope


def test_what_a_record_calls_itself_cannot_command_a_terminal() -> None:
    assert "\x1b" not in record_of(tenhou6(rule={"disp": "三\x1b[31m", "aka": 1})).out_of_scope
    assert "\x1b" not in fault(lines(start()) + b'\n{"type":"tsumo","actor":0,"pai":"\x1b[31m"}')


def test_the_platform_is_told_by_its_rooms() -> None:
    assert record_of(tenhou6(rule={"disp": "鳳南喰赤", "aka": 1})).platform == "tenhou"
    assert record_of(tenhou6(rule={"disp": "Thursday", "aka": 1})).platform == ""


def test_no_red_fives_where_the_rule_says_none() -> None:
    assert "aka is 0, but 0m once in hand 1 (the set has none)" in fault(tenhou6(rule={"disp": "", "aka": 0}))


def test_tenhous_json_keeps_no_instants() -> None:
    record = record_of(tenhou6())
    assert record.keeps_instants is False
    assert not any(isinstance(step, Reveal) for hand in record.hands for step in hand.steps)


# --- Mahjong Soul -----------------------------------------------------------------------------------------------------


def soul() -> list[dict[str, Any]]:
    return mjsoul_actions(shipped("majiang-tenpai.json.gz")[0])


@pytest.mark.parametrize(
    "shape",
    [
        lambda actions: actions,
        lambda actions: {"head": {"uuid": "x"}, "data": actions},
        lambda actions: {"record": {"actions": [{"type": 1, "result": action} for action in actions]}},
        lambda actions: {"data": {"data": {"records": actions}}},
        lambda actions: [{"name": action["name"].removeprefix(".lq."), "data": action["data"]} for action in actions],
    ],
)
def test_an_export_is_found_wherever_the_exporter_put_it(shape: Any) -> None:
    assert hands_of(shape(soul())) == hands_of(soul())


def test_an_indicator_is_turned_with_the_message_that_first_lists_it() -> None:
    instants = {
        step.instant
        for hand in shipped("majiang.jsonl.gz")
        for again in hands_of(mjsoul_wire([hand]))
        for step in again.steps
        if isinstance(step, Reveal)
    }
    assert {Turned.DISCARD, Turned.RINSHAN_DRAW} <= instants


@pytest.mark.parametrize(
    ("at", "data", "words"),
    [
        (0, {"ju": 9}, "dealer 9"),
        (0, {"tiles0": ["1m"]}, "expected 1"),
        (0, {"doras": []}, "no indicator"),
        (0, {"scores": [1, 2]}, "expected 4 numbers"),
        (0, {"scores": 5}, "expected 4 numbers"),
        (1, {"tile": "9x"}, "'9x' is not a tile"),
        (1, {"seat": "north"}, "expected a number"),
        (1, {"seat": 7}, "player 7; expected 0 to 3"),
    ],
)
def test_an_impossible_message_is_named_with_file_and_event(at: int, data: dict[str, Any], words: str) -> None:
    actions = soul()
    actions[at]["data"] |= data
    message = fault(actions)
    assert words in message and message.startswith("game: ")


@pytest.mark.parametrize(
    ("extra", "words"),
    [
        ({"name": ".lq.RecordBaBei", "data": {"seat": 0}}, "three players"),
        ({"name": ".lq.RecordChangeTile", "data": {}}, "other rules"),
    ],
)
def test_other_games_of_the_platform_are_out_of_scope(extra: dict[str, Any], words: str) -> None:
    assert words in record_of([*soul(), extra]).out_of_scope
    deal = soul()
    deal[0]["data"].pop("tiles3")
    assert "no hand of the fourth player" in record_of(deal).out_of_scope
    deal[0]["data"]["scores"].pop()
    assert "three players" in record_of(deal).out_of_scope


@pytest.mark.parametrize("source", [1.0, "1", None, [], {}])
@pytest.mark.parametrize("kind", [0, 1, 2])
def test_a_call_names_by_number_whose_tile_it_takes(kind: int, source: Any) -> None:
    actions = soul()
    data = {"seat": 1, "type": kind, "tiles": ["1m", "2m", "3m"], "froms": [1, 1, source]}
    actions.insert(2, {"name": ".lq.RecordChiPengGang", "data": data})
    assert "expected a player for each" in fault(actions)


def test_an_unknown_message_is_named() -> None:
    actions = soul()
    actions.insert(2, {"name": ".lq.RecordSomethingNew", "data": {}})
    assert "event 3 RecordSomethingNew" in fault(actions)


@pytest.mark.parametrize("cut", [3, 30, 500, -1])
def test_a_wire_form_that_breaks_off_says_so(cut: int) -> None:
    data = mjsoul_wire(shipped("majiang-tenpai.json.gz")[:1])
    assert fault(data[:cut])


def test_a_wire_form_of_another_message_is_named() -> None:
    assert "expected .lq.GameDetailRecords" in fault(wire("Wrapper", {"name": ".lq.ResLogin", "data": b""}))


def test_a_number_longer_than_any_number_is_refused() -> None:
    assert "more than ten bytes" in fault(b"\n\x15.lq.GameDetailRecords\x12" + b"\xff" * 30)


# --- majiang ----------------------------------------------------------------------------------------------------------


def paipu() -> dict[str, Any]:
    import gzip

    from tests.records.formats import GAMES

    value: dict[str, Any] = msgspec.json.decode(gzip.decompress((GAMES / "majiang-tenpai.json.gz").read_bytes()))
    return value


@pytest.mark.parametrize(
    ("event", "words"),
    [
        ({"zimo": {"l": 9, "p": "m1"}}, "l 9"),
        ({"zimo": {"l": 0, "p": "x1"}}, "is not a tile"),
        ({"dapai": {"l": 0, "p": "m1!"}}, "is not a discard"),
        ({"fulou": {"l": 0, "m": "m1"}}, "does not say which player was called"),
        ({"fulou": {"l": 0, "m": "m1+"}}, "is not a call"),
        ({"fulou": {"l": 0, "m": "m1234-"}}, "is not a call"),
        ({"fulou": {"l": 0, "m": "?"}}, "is not a meld"),
        ({"gang": {"l": 0, "m": "m111"}}, "is not an ankan"),
        ({"gang": {"l": 0, "m": "m1111+"}}, "is not a kan in the player's own turn"),
        ({"pingju": {"name": "?", "shoupai": [""] * 4, "fenpei": [0] * 4}}, "'?' is not a known draw"),
        ({"hule": {"l": 0, "baojia": 5, "fenpei": [0] * 4}}, "baojia 5"),
        ({"hule": {"l": 0, "hupai": 5, "fenpei": [0] * 4}}, "hupai 5"),
        (
            {"hule": {"l": 0, "hupai": [{"name": "大三元", "fanshu": "*", "baojia": []}], "fenpei": [0] * 4}},
            "has not drawn a tile",
        ),
        ({"kyuukei": {}}, "an event that majiang-core does not have"),
        ({"zimo": 1}, "is not an event"),
        ([], "is not an event"),
    ],
)
def test_an_impossible_majiang_event_is_named_with_file_hand_and_event(event: Any, words: str) -> None:
    game = paipu()
    game["log"][0].insert(1, event)
    message = fault(game)
    assert words in message
    assert message.startswith("game: hand east-1-0, event 1 ")


def test_one_players_view_is_out_of_scope_in_majiang() -> None:
    game = paipu()
    game["log"][0][0]["qipai"]["shoupai"][1:] = ["", "", ""]
    assert "one player's view" in record_of(game).out_of_scope


def test_a_nine_kinds_draw_of_majiangs_says_so() -> None:
    kinds = {hand.draw.type for hand in shipped("majiang.jsonl.gz") if hand.draw is not None}
    assert {ResultType.EXHAUSTIVE_DRAW, ResultType.FOUR_KANS} <= kinds


# --- what is none of them ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "data",
    [
        b"{}",
        b"[]",
        b"[1, 2]",
        b'{"log": 5}',
        b'{"log": []}',
        b'{"type": 5}',
        b"{",
        b"[[[[",
        b"[" * 100_000,
        b"null",
        b"\xff\xfe",
        b"<a/>",
        b"\n\n",
    ],
)
def test_json_that_is_no_record_is_said_to_be_none(data: bytes) -> None:
    found = list(read_data(data, "x"))
    assert found and all(isinstance(entry, Unreadable) and entry.why for entry in found)
