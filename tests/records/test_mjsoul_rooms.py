"""A room of Mahjong Soul with its own rules is judged under them; what kanrules cannot say of them is out of scope."""

from __future__ import annotations

import json
import random
from collections import Counter
from dataclasses import fields
from pathlib import Path
from typing import Any

import msgspec
import pytest

from kanrules.cli import main
from kanrules.errors import UnreadableError
from kanrules.kyoku.machine import KyokuMachine
from kanrules.pieces.actions import Daiminkan, Discard, Draw, Ron
from kanrules.pieces.tiles import SEATS, Seat, full_set, parse_tiles
from kanrules.records import Record, read_data
from kanrules.records.mjsoul_messages import SCHEMA, _camel
from kanrules.records.mjsoul_room import KNOWN, NO_LAW, OTHER_GAMES, SWITCHED_OFF, SWITCHED_ON, Room, of_rule, room
from kanrules.records.recorded import RecordedHand
from kanrules.replays import Replay
from kanrules.replays.room import own_rules
from kanrules.ruleset import Ruleset, load_ruleset
from tests.records.formats import mjsoul_answer, shipped, soul_game, wire
from tests.records.selfplay import hands_of, played, recorded

USUAL = load_ruleset("mahjong-soul")
FIRST_GROUP: dict[str, Any] = {
    "time_fixed": 5, "time_add": 20, "dora_count": 3, "shiduan": 1, "init_point": 25000, "fandian": 30000,
    "bianjietishi": True, "ai_level": 1, "fanfu": 1,
}  # fmt: skip
"""What a room writes in which nobody changed anything."""
SECOND_GROUP: dict[str, Any] = {
    "can_jifei": True, "tianbian_value": 0, "liqibang_value": 1000, "changbang_value": 300, "noting_fafu_1": 1000,
    "noting_fafu_2": 1500, "noting_fafu_3": 3000, "have_liujumanguan": True, "have_qieshangmanguan": False,
    "have_biao_dora": True, "have_gang_biao_dora": True, "ming_dora_immediately_open": False, "have_li_dora": True,
    "have_gang_li_dora": True, "have_sifenglianda": True, "have_sigangsanle": True, "have_sijializhi": True,
    "have_jiuzhongjiupai": True, "have_sanjiahele": False, "have_toutiao": False, "have_helelianzhuang": True,
    "have_helezhongju": True, "have_tingpailianzhuang": True, "have_tingpaizhongju": True, "have_yifa": True,
    "have_nanruxiru": True, "jingsuanyuandian": 25000, "shunweima_2": 5, "shunweima_3": -5, "shunweima_4": -15,
}  # fmt: skip
WHOLE = FIRST_GROUP | SECOND_GROUP


def head(rule: dict[str, Any], mode: int = 2) -> dict[str, Any]:
    return {"config": {"category": 1, "mode": {"mode": mode, "detail_rule": rule}, "meta": {"room_id": 1}}}


def record_of(hands: list[RecordedHand], rule: dict[str, Any], mode: int = 2) -> Record:
    (record,) = read_data(soul_game(hands, **head(rule, mode)), "room")
    assert isinstance(record, Record), record
    return record


# --- every field ------------------------------------------------------------------------------------------------------


def test_every_field_of_a_room_is_known_and_stands_in_one_table() -> None:
    fields_of_rule = [field.name for field in SCHEMA["GameDetailRule"].values()]
    assert len(fields_of_rule) == 67
    assert set(fields_of_rule) == KNOWN
    tables: list[set[str]] = [set(NO_LAW), set(OTHER_GAMES), set(SWITCHED_ON), set(SWITCHED_OFF)]
    assert sum(map(len, tables)) == len(set.union(*tables)) == 67 - 9


def test_every_key_that_a_room_can_set_is_one_of_the_ruleset_and_changes_it() -> None:
    for keys in (*SWITCHED_ON.values(), *SWITCHED_OFF.values()):
        if isinstance(keys, dict):
            changed = USUAL.with_options(keys)
            for key in keys:
                assert changed[key] != USUAL[key], key


@pytest.mark.parametrize(
    "rule",
    [
        {},
        FIRST_GROUP,
        WHOLE,
        {key: value for key, value in WHOLE.items() if value},
        FIRST_GROUP | dict.fromkeys(SECOND_GROUP, 0) | dict.fromkeys(OTHER_GAMES, 0),
        WHOLE | {"time_fixed": 60, "init_point": 30000, "can_jifei": False, "have_nanruxiru": False, "shunweima_2": 10},
    ],
    ids=["nothing", "plain room", "all", "all, zeros left out", "plain room, zeros filled in", "points and time"],
)
def test_a_room_that_says_what_is_played_anyway_changes_nothing(rule: dict[str, Any]) -> None:
    assert of_rule(rule).options == {} and not of_rule(rule).out_of_scope


def test_whatever_a_room_says_it_is_out_of_scope_or_a_ruleset() -> None:
    chance = random.Random(8)
    counted: Counter[bool] = Counter()
    values = (0, 1, False, True, 2, 3, 4, -1, 100, 150, 300, 1000, 3000, 2**40, 10**30, None, "x")
    for _ in range(3000):
        rule = dict(chance.choice((WHOLE, FIRST_GROUP, {})))
        names = chance.sample(sorted(KNOWN - OTHER_GAMES.keys()), chance.randint(1, 3))
        rule |= {name: chance.choice(values) for name in names}
        found = of_rule(rule)
        counted[bool(found.out_of_scope)] += 1
        if not found.out_of_scope:
            USUAL.with_options(found.options)
    assert min(counted[True], counted[False]) > 500


def test_a_record_without_a_head_or_a_mode_is_of_a_plain_room() -> None:
    for none in ({}, {"config": None}, {"config": {}}, {"config": {"mode": None}}, {"config": {"mode": {"mode": 1}}}):
        assert room(none) == Room()


@pytest.mark.parametrize(
    ("change", "options"),
    [
        ({"ming_dora_immediately_open": True}, {"kandora.daiminkan": "rinshan_draw",
                                                "kandora.shouminkan": "rinshan_draw"}),
        ({"have_toutiao": True}, {"wins.simultaneous": "head_bump"}),
        ({"have_sanjiahele": 1}, {"draws.sanchahou": "dealer_keeps"}),
        ({"have_qieshangmanguan": True}, {"scoring.kiriage_mangan": True}),
        ({"have_gang_biao_dora": False}, {"kandora.enabled": False}),
        ({"have_li_dora": False}, {"dora.ura": False}),
        ({"have_gang_li_dora": False}, {"kandora.ura": False}),
        ({"have_sigangsanle": False}, {"four_kans.several_players": "play_on"}),
        ({"have_sifenglianda": False}, {"draws.suufon_renda": "off"}),
        ({"have_sijializhi": False}, {"draws.suucha_riichi": "off"}),
        ({"have_jiuzhongjiupai": False}, {"draws.kyuushu_kyuuhai": "off"}),
        ({"have_liujumanguan": False}, {"draws.nagashi_mangan": "off"}),
        ({"have_tingpailianzhuang": False}, {"draws.exhaustive_dealer": "rotates"}),
        ({"have_yifa": False}, {"riichi.ippatsu": False}),
        ({"have_helelianzhuang": False}, {"wins.dealer": "rotates"}),
        ({"disable_angang_guoshi": 1}, {"chankan.ankan": "never"}),
        ({"disable_leijiyiman": True}, {"scoring.thirteen_han": "sanbaiman"}),
        ({"disable_double_yakuman": 1}, {"scoring.double_yakuman": []}),
        ({"disable_composite_yakuman": 1}, {"scoring.yakuman_limit": 1}),
        ({"disable_double_wind_four_fu": 1}, {"scoring.double_wind_pair_fu": 2}),
        ({"enable_shiti": 1}, {"calls.kuikae": "allowed"}),
        ({"enable_nontsumo_liqi": 1}, {"riichi.min_live_tiles": 0}),
        ({"enable_renhe": 1}, {"scoring.renhou": "mangan"}),
        ({"enable_renhe": 2}, {"scoring.renhou": "yakuman"}),
        ({"shiduan": 0}, {"scoring.open_tanyao": False}),
        ({"dora_count": 4}, {"scoring.red_fives": 4}),
        ({"changbang_value": 1500}, {"wins.honba_value": 1500}),
        ({"noting_fafu_1": 500, "noting_fafu_2": 750, "noting_fafu_3": 1500}, {"draws.noten_payment": 1500}),
        ({"have_toutiao": True, "have_li_dora": False}, {"wins.simultaneous": "head_bump", "dora.ura": False}),
    ],
)  # fmt: skip
def test_what_a_room_changes_is_laid_over_the_platforms_ruleset(
    change: dict[str, Any], options: dict[str, Any]
) -> None:
    rule = WHOLE | change
    for spelt in (rule, {key: value for key, value in rule.items() if value}):
        assert of_rule(spelt).options == options
    (record,) = read_data(soul_game([played(USUAL, 1)], **head(rule)), "room")
    assert isinstance(record, Record)
    changed = own_rules(record, USUAL)
    assert {key: changed[key] for key in options} == {key: USUAL.with_options(options)[key] for key in options}


@pytest.mark.parametrize(
    ("change", "words"),
    [
        *(({name: 1}, f"{name} is 1: {why}") for name, why in OTHER_GAMES.items()),
        ({"fanfu": 2}, "fanfu is 2: a win needs more than one han"),
        ({"liqibang_value": 500}, "liqibang_value is 500: kanrules supports only riichi sticks of 1,000"),
        ({"changbang_value": 9000}, "supports only honba in hundreds up to 3,000"),
        (
            {"noting_fafu_1": 1},
            "noting_fafu_1 is 1: kanrules supports only noten payments that are one sum in hundreds",
        ),
        ({"have_biao_dora": False}, "have_biao_dora is False: no dora at all"),
        ({"changbang_value": 250}, "supports only honba in hundreds up to 3,000"),
        ({"dora_count": 2}, "dora_count is 2: kanrules supports 0, 3 or 4 red fives"),
        ({"enable_renhe": 3}, "enable_renhe is 3: its value is not documented"),
        ({"liqibang_value": 0, "changbang_value": 0}, "states only part of its rules"),
        ({"new_mode": 1}, "new_mode is 1, which is unknown"),
        ({"_sigangbaopai": True}, "_sigangbaopai is True, which is unknown"),
        ({"have_toutiao": "yes"}, "have_toutiao is 'yes': expected a number or a boolean"),
    ],
)
def test_what_kanrules_cannot_say_of_a_room_is_out_of_scope_with_the_reason(change: dict[str, Any], words: str) -> None:
    scope = of_rule(WHOLE | change).out_of_scope
    assert words in scope
    record = record_of([played(USUAL, 1)], WHOLE | change)
    assert record.out_of_scope == scope and list(record.hands) == []


def test_a_room_says_its_red_fives_or_its_tiles_show_them() -> None:
    assert of_rule(WHOLE | {"dora_count": 0}).options == {"scoring.red_fives": 0}
    left_out = {key: value for key, value in WHOLE.items() if key != "dora_count"}
    assert of_rule(left_out).red_fives is None
    for reds in (0, 3, 4):
        hands = [played(USUAL, seed, red_fives=reds) for seed in range(6)]
        for rule in (WHOLE | {"dora_count": reds}, left_out):
            assert {hand.red_fives for hand in record_of(hands, rule).hands} == {reds}
    with pytest.raises(UnreadableError, match="this game has no red fives"):
        list(record_of([played(USUAL, 1)], WHOLE | {"dora_count": 0}).hands)


def test_a_field_that_is_not_known_and_not_set_changes_nothing() -> None:
    for unset in (0, False, None, ""):
        assert not of_rule(WHOLE | {"new_mode": unset}).out_of_scope


def test_a_mode_of_three_players_is_out_of_scope() -> None:
    assert record_of([played(USUAL, 1)], WHOLE, mode=12).out_of_scope == "three players (mode 12)"
    assert "an unknown mode" in record_of([played(USUAL, 1)], WHOLE, mode=22).out_of_scope


def test_a_rule_in_the_older_place_is_read_as_well() -> None:
    older = {"config": {"mode": {"mode": 2, "extendinfo": '{"dora_count":4,"init_point":25000,"shiduan":1}'}}}
    assert room(older).options == {"scoring.red_fives": 4}
    for strange in ("x", "[]", "[" * 5000):
        assert "unknown extendinfo" in room({"config": {"mode": {"extendinfo": strange}}}).out_of_scope


# --- judged -----------------------------------------------------------------------------------------------------------


def open_kan(rules: Ruleset) -> RecordedHand:
    """South calls a kan of east's discard and throws a tile; later nobody wins."""
    for seed in range(400):
        hand = played(rules, seed, calls=0.9)
        if any(isinstance(step, Daiminkan) for step in hand.steps):
            return hand
    raise AssertionError


def test_open_indicators_turned_at_once_are_no_difference_in_a_room_that_turns_them_so() -> None:
    rule = WHOLE | {"ming_dora_immediately_open": True}
    at_once = USUAL.with_options({"kandora.daiminkan": "rinshan_draw", "kandora.shouminkan": "rinshan_draw"})
    hand = open_kan(at_once)
    assert Replay(record_of([hand], rule), USUAL).differences == []
    assert {d.code for _, d in Replay(record_of([hand], WHOLE), USUAL).differences} >= {"KR305"}
    # And the platform's usual instants are none of such a room's.
    late = open_kan(USUAL)
    assert Replay(record_of([late], WHOLE), USUAL).differences == []
    assert {d.code for _, d in Replay(record_of([late], rule), USUAL).differences} >= {"KR305"}


def two_wait(rules: Ruleset) -> RecordedHand:
    """East throws what south and west both wait for, and both call ron as far as the rules let them."""
    dealt = [parse_tiles("147m258p369s1234z"), parse_tiles("234m234p234s5566z"), parse_tiles("345m345p345s6777z")]
    rest = full_set(3)
    for tile in (*dealt[0], *dealt[1], *dealt[2], 32):
        rest.remove(tile)
    dealt.append([rest.pop() for _ in range(13)])
    wall = [dealt[seat][4 * part + at] for part in range(3) for seat in range(4) for at in range(4)]
    wall += [*(hand[12] for hand in dealt), *rest[:4], 32, *rest[4:]]
    kyoku = KyokuMachine(rules, wall=wall)
    for seat, tile in zip((*SEATS, SEATS[0]), (*rest[:4], 32), strict=True):
        kyoku.push(Draw(seat))
        kyoku.push(Discard(seat, tile, tsumogiri=True))
    kyoku.settle([Ron(Seat.SOUTH), Ron(Seat.WEST)][: 1 if rules["wins.simultaneous"] == "head_bump" else 2])
    return recorded(kyoku, hands_of(wall))


def test_head_bump_is_no_difference_in_a_room_that_has_it() -> None:
    hand = two_wait(USUAL.with_options({"wins.simultaneous": "head_bump"}))
    assert [win.seat for win in hand.wins] == [Seat.SOUTH]
    assert Replay(record_of([hand], WHOLE | {"have_toutiao": True}), USUAL).differences == []
    hand = two_wait(USUAL)
    assert len(hand.wins) == 2
    assert Replay(record_of([hand], WHOLE), USUAL).differences == []
    (found,) = Replay(record_of([hand], WHOLE | {"have_toutiao": True}), USUAL).differences
    assert "west does not win: head bump" in found[1].ruled


def test_a_child_of_the_platforms_ruleset_gets_the_rooms_rules_and_no_other_ruleset_does(tmp_path: Path) -> None:
    record = record_of([played(USUAL, 1)], WHOLE | {"have_toutiao": True})
    child = tmp_path / "club.toml"
    child.write_text(
        '[ruleset]\nid = "club"\nname = "Club"\nedition = "1"\nauthority = "Club"\nextends = "mahjong-soul"\n'
    )
    for rules in (USUAL, load_ruleset(str(child))):
        assert own_rules(record, rules)["wins.simultaneous"].value == "head_bump"
    for name in ("ema-2016", "tenhou"):
        rules = load_ruleset(name)
        assert own_rules(record, rules) is rules


def test_a_record_of_a_plain_room_is_judged_under_the_ruleset_itself() -> None:
    assert own_rules(record_of([played(USUAL, 1)], WHOLE), USUAL) is USUAL


def printed(capsys: pytest.CaptureFixture[str], *arguments: object) -> str:
    with pytest.raises(SystemExit):
        main([*map(str, arguments)])
    return capsys.readouterr().out


def test_replay_and_audit_say_the_rooms_own_rules(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "room.json"
    path.write_bytes(soul_game([played(USUAL, 1)], **head(WHOLE | {"have_toutiao": True, "have_li_dora": False})))
    words = 'the room\'s own rules: dora.ura = false, wins.simultaneous = "head_bump"'
    assert words in " ".join(printed(capsys, "replay", path, "--rules", "mahjong-soul").split())
    assert "own rules" not in printed(capsys, "replay", path, "--rules", "ema-2016")
    told = json.loads(printed(capsys, "replay", path, "--rules", "mahjong-soul", "--format", "json"))
    assert told["room"] == {"wins.simultaneous": "head_bump", "dora.ura": False}
    assert "room" not in json.loads(printed(capsys, "replay", path, "--rules", "tenhou", "--format", "json"))
    assert words in " ".join(printed(capsys, "audit", path, "--rules", "mahjong-soul", "-j", "1").split())
    report = json.loads(printed(capsys, "audit", path, "--rules", "mahjong-soul", "-j", "1", "--format", "json"))
    assert report["rooms"] == {words: 1}


# --- the wire form ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("wrapper", ["", ".lq.ResGameRecord", ".lq.Lobby.fetchGameRecord", None, "error"])
def test_a_rooms_rules_are_read_in_the_wire_form(wrapper: str | None) -> None:
    hands = list(shipped("majiang-tenpai.json.gz")[:2])
    data = mjsoul_answer(hands, wire("GameDetailRule", WHOLE | {"have_toutiao": True, "shunweima_3": -5}))
    if wrapper == "error":
        data = b"\n\0" + data
    elif wrapper is not None:
        data = wire("Wrapper", {"name": wrapper or None, "data": data})
    (record,) = read_data(data, "room")
    assert isinstance(record, Record), record
    assert record.room == {"wins.simultaneous": "head_bump"}
    assert len(list(record.hands)) == 2


def test_a_field_that_the_platform_added_is_said_by_its_number() -> None:
    rule = wire("GameDetailRule", WHOLE) + bytes([0xA0, 0x06, 0x01, 0xAA, 0x06, 0x01, 0x78, 0xB5, 0x06, 1, 2, 3, 4])
    (record,) = read_data(mjsoul_answer([played(USUAL, 1)], rule), "room")
    assert isinstance(record, Record)
    assert "field 10" in record.out_of_scope and "which is unknown" in record.out_of_scope


def test_an_answer_without_the_games_data_is_said_so() -> None:
    (found,) = read_data(wire("ResGameRecord", {"head": {"uuid": ".lq.GameDetailRecords"}}), "room")
    assert not isinstance(found, Record) and "download it" in found.why


def test_names_of_fields_may_be_spelt_as_json_spells_them() -> None:
    rule = {_camel(name): value for name, value in (WHOLE | {"have_toutiao": True}).items()}
    assert rule["notingFafu1"] == 1000 and "haveToutiao" in rule
    record_head = {"config": {"mode": {"mode": 2, "detailRule": rule}}}
    (record,) = read_data(
        msgspec.json.encode({"head": record_head, **json.loads(soul_game([played(USUAL, 1)]))} | {"head": record_head}),
        "room",
    )
    assert isinstance(record, Record)
    assert record.room == {"wins.simultaneous": "head_bump"}


def test_the_schema_names_the_fields_by_number() -> None:
    assert SCHEMA["GameDetailRule"][26].name == "have_toutiao"
    assert {"options", "out_of_scope", "red_fives"} == {field.name for field in fields(Room)}


def test_four_players_whose_fourth_hand_is_missing_are_not_called_three() -> None:
    """The scores say how many play."""
    game = json.loads(soul_game(shipped("majiang-tenpai.json.gz")[:1], **head(WHOLE)))
    for message in game["data"]:
        message["data"].pop("tiles3", None)
    (record,) = read_data(json.dumps(game).encode(), "test room")
    assert isinstance(record, Record)
    assert record.players == 4 and "no hand of the fourth player" in record.out_of_scope
