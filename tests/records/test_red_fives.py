"""Sets with no, two, three and four red fives are read in every format that can write them."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from kanrules.errors import UnreadableError
from kanrules.pieces.actions import Draw
from kanrules.pieces.events import ResultType, Turned
from kanrules.pieces.tiles import counts_37, full_set, parse_tiles
from kanrules.records import Record, read_data, write_tenhou6
from kanrules.records.builder import HandBuilder, red_fives_seen
from kanrules.records.recorded import RecordedHand, Reveal
from kanrules.replays import Replay
from kanrules.replays.hand import replay_hand
from kanrules.ruleset import Ruleset, load_ruleset
from tests.records.formats import WRITERS
from tests.records.selfplay import played

RULES = load_ruleset("mahjong-soul")


def read(form: str, hands: list[RecordedHand]) -> Record:
    (record,) = read_data(WRITERS[form](hands), "again")
    assert isinstance(record, Record), record
    assert not record.out_of_scope
    return record


def seen(hand: RecordedHand, tile: int) -> int:
    """How many of a tile are dealt and drawn."""
    drawn = [step.tile for step in hand.steps if isinstance(step, Draw)]
    return sum(tiles.count(tile) for tiles in hand.hands) + drawn.count(tile)


def two_0p_in_hand(red_fives: int, rules: Ruleset = RULES) -> list[RecordedHand]:
    """Self-played hands with so many red fives; with four, the first has both 0p in somebody's hands, with two, four
    plain 5m are seen in one.
    """
    hands = [played(rules, seed, red_fives=red_fives) for seed in range(40)]
    if red_fives == 2:
        return sorted(hands, key=lambda hand: -seen(hand, 4))[:12]
    return sorted(hands, key=lambda hand: -sum(tiles.count(35) for tiles in hand.hands))[:12]


# Tenhou has no set of four, nor one of two where four play.
@pytest.mark.rest
@pytest.mark.parametrize(
    ("form", "reds"),
    [(form, reds) for form in WRITERS for reds in (0, 2, 3, 4) if (form, reds) not in (("mjlog", 2), ("mjlog", 4))],
)
def test_a_game_is_read_with_as_many_red_fives_as_it_was_played_with(form: str, reds: int) -> None:
    rules = load_ruleset("tenhou") if form == "mjlog" else RULES  # where a format cannot say another's instants
    hands = two_0p_in_hand(reds, rules)
    judged = Replay(read(form, hands), rules)
    for before, report in zip(hands, judged, strict=True):
        assert report.recorded.red_fives == reds
        # Whether a tile was the one just drawn is not said alike by all formats.
        assert [str(step).removesuffix(" drawn") for step in report.recorded.steps if not isinstance(step, Reveal)] == [
            str(step).removesuffix(" drawn") for step in before.steps if not isinstance(step, Reveal)
        ]
        # Each hand by itself: they were played apart, and none follows from the one before.
        assert replay_hand(rules, report.recorded, keeps_instants=judged.record.keeps_instants).differences == []


@pytest.mark.parametrize("form", [form for form in WRITERS if form != "mjlog"])
def test_a_kan_of_5p_has_both_0p_of_a_set_of_four(form: str) -> None:
    hands = [
        parse_tiles(text)
        for text in ("5500p123m123s123z", "19m19p19s1234567z", "222m222p222s444z6m", "333m333p333s555z6m")
    ]
    hand = HandBuilder(
        round_wind=0, dealer=0, honba=0, sticks=0, scores=[25000] * 4, hands=hands, indicator=8, red_fives=4
    )
    hand.draw(0, 33)
    hand.ankan(0, 35)
    hand.draw(0, 32)
    hand.reveal(25, Turned.RINSHAN_DRAW)
    hand.discard(0, 32)
    hand.draw(1, 7)
    hand.discard(1, 7)
    hand.end_in_draw(ResultType.EXHAUSTIVE_DRAW, [0, 0, 0, 0], [])
    (again,) = read(form, [hand.hand]).hands
    assert again.red_fives == 4
    assert str(again.steps[1]) == "east ankan 5p"


def test_the_set_is_told_by_what_one_hand_shows() -> None:
    assert red_fives_seen([]) == red_fives_seen([[0, 1, 13]]) == 0
    assert red_fives_seen([[35], [35], [34, 36]]) == 3
    assert red_fives_seen([[34], [35, 4, 35]]) == 4
    assert red_fives_seen([[4, 4, 4, 4], [35], [36]]) == 2
    assert red_fives_seen([[4, 4, 4, 4], [34], [35]]) == 3
    assert red_fives_seen([[4, 4, 4, 4]]) == 0
    assert counts_37(full_set(4))[34:] == [1, 2, 1]


@pytest.mark.parametrize("reds", [3, 4])
def test_one_red_five_too_many_is_unreadable(reds: int) -> None:
    hands = [
        parse_tiles(text)
        for text in ("00p123m123s12z789p", "19m19p19s1234567z", "222m222p222s444z6m", "333m333p333s555z6m")
    ]
    game = {"round_wind": 0, "dealer": 0, "honba": 0, "sticks": 0, "scores": [25000] * 4, "indicator": 8}
    with pytest.raises(UnreadableError, match=r"one 0[mp] too many: the set has [12]"):
        HandBuilder(**game, hands=hands, red_fives=reds).draw(0, 35) if reds == 4 else HandBuilder(
            **game, hands=hands, red_fives=reds
        )


def tenhou6(rule: dict[str, Any], reds: int) -> Record | str:
    game = {**write_tenhou6.game(two_0p_in_hand(reds)), "rule": rule}
    (found,) = read_data(msgspec.json.encode(game), "x")
    return found if isinstance(found, Record) else found.why


@pytest.mark.parametrize(
    ("rule", "reds"),
    [
        ({"aka": 0}, 0), ({"aka": 1}, 3), ({"aka": 1}, 4), ({}, 0), ({}, 3), ({}, 4),
        ({"aka51": 0, "aka52": 0, "aka53": 0}, 0), ({"aka51": 1, "aka52": 1, "aka53": 1}, 3),
        ({"aka51": 1, "aka52": 2, "aka53": 1}, 4), ({"aka51": 0, "aka52": 1, "aka53": 1}, 2), ({"aka": 1}, 2), ({}, 2),
    ],
)  # fmt: skip
def test_tenhous_json_says_its_red_fives_or_shows_them(rule: dict[str, Any], reds: int) -> None:
    record = tenhou6(rule, reds)
    assert isinstance(record, Record)
    assert {hand.red_fives for hand in record.hands} == {reds}


def test_a_set_that_kanrules_does_not_have_is_named() -> None:
    why = tenhou6({"aka51": 2, "aka52": 1, "aka53": 1}, 3)
    assert isinstance(why, str) and "expected none, one of each suit, two of the second, or none of the first" in why


@pytest.mark.parametrize("form", ["majiang", "mjsoul-json", "tenhou6"])
def test_a_broken_hand_late_in_a_game_does_not_hide_the_ones_before_it(form: str) -> None:
    hands = two_0p_in_hand(4)[:3]
    game = msgspec.json.decode(WRITERS[form](hands))
    if form == "majiang":
        game["log"][2][0]["qipai"]["shoupai"][1] = "m0x0"
    elif form == "tenhou6":
        game["log"][2][4] = ["x", 52]
    else:
        last = [action for action in game["data"] if action["name"] == ".lq.RecordNewRound"][2]
        last["data"]["tiles1"] = ["0x", 0]
    (record,) = read_data(msgspec.json.encode(game), "x")
    assert isinstance(record, Record)
    assert [next(record.hands).red_fives, next(record.hands).red_fives] == [4, 4]
    with pytest.raises(UnreadableError):
        next(record.hands)


def test_fives_that_do_not_go_with_the_rule_are_all_said_with_their_cause() -> None:
    hands = two_0p_in_hand(0)
    game = {**write_tenhou6.game(hands), "rule": {"disp": "", "aka": 1}}
    shown = {}
    for number, entry in enumerate(game["log"], 1):
        tiles = [tile for at in (2, 4, 5, 7, 8, 10, 11, 13, 14) for tile in entry[at]]
        for five in (15, 25, 35):
            if tiles.count(five) == 4:
                shown.setdefault(five, []).append(number)
    assert {25, 35} & {*shown}, "a game without red fives that shows all four of one"
    (record,) = read_data(msgspec.json.encode(game), "x")
    assert isinstance(record, Record)
    read = []
    with pytest.raises(UnreadableError) as caught:
        for hand in record.hands:
            read.append(hand)
    said = str(caught.value)
    assert "rule does not match the fives that appear: aka is 1, but" in said
    assert len(read) == min(at for numbers in shown.values() for at in numbers) - 1
    for five, numbers in shown.items():
        where = f"hand{'s' if len(numbers) > 1 else ''} {' and '.join(map(str, numbers))}"
        assert f"5{'mps'[five // 10 - 1]} 4 times in {where} (the set has 3)" in said


def test_red_fives_that_the_rule_denies_are_all_said_with_their_cause() -> None:
    game = {**write_tenhou6.game(two_0p_in_hand(4)[:2]), "rule": {"aka51": 1, "aka52": 1, "aka53": 1}}
    (record,) = read_data(msgspec.json.encode(game), "x")
    assert isinstance(record, Record)
    with pytest.raises(UnreadableError, match=r"aka51 is 1, aka52 is 1, aka53 is 1, but 0p 2 times in hands? 1"):
        list(record.hands)
