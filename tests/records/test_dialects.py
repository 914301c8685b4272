"""Dialects: what programs write differently, fill without meaning, derive, or leave out, and the rules of a lobby."""

from __future__ import annotations

import gzip
from functools import cache
from typing import Any

import msgspec
import pytest

from kanrules.errors import UnreadableError
from kanrules.pieces.actions import Ankan
from kanrules.pieces.events import ResultType, Turned
from kanrules.records import Record, read_data, write_mjai, write_tenhou6
from kanrules.records.recorded import RecordedHand, Reveal
from kanrules.records.tenhou_lobby import SWITCHES
from kanrules.records.tenhou_names import DRAWS_BY_WORD, JAPANESE
from kanrules.replays import Replay
from kanrules.ruleset import Ruleset, load_ruleset
from kanrules.ruleset.keys import keys
from tests.records.formats import GAMES, MAJIANG_PLACES, WRITERS, limit_of, majiang_game, shipped
from tests.records.selfplay import played


@cache
def tenhou() -> Ruleset:
    return load_ruleset("tenhou")


def replay(data: bytes, rules: Ruleset | None = None) -> Replay:
    (record,) = read_data(data, "x")
    assert isinstance(record, Record), record
    return Replay(record, rules or tenhou())


def differences(data: bytes, rules: Ruleset | None = None) -> list[tuple[str, str, str]]:
    return [(one.recorded, one.ruled, one.code) for _, one in replay(data, rules).differences]


# --- majiang-core and its converter -----------------------------------------------------------------------------------


def majiang() -> Ruleset:
    return load_ruleset("mahjong-soul").with_options(MAJIANG_PLACES, set_by="majiang-core")


def test_the_converters_words_for_draws_are_those_draws() -> None:
    words = {"荒牌平局": "流局", "三家和": "三家和了", "四開槓": "四槓散了"}
    seen = set()
    for line in gzip.decompress((GAMES / "majiang.jsonl.gz").read_bytes()).decode().splitlines():
        other = line
        for own, converted in words.items():
            seen |= {own} if f'"{own}"' in line else set()
            other = other.replace(f'"name":"{own}"', f'"name":"{converted}"')
        assert [hand.result for hand in replay(other.encode())] == [hand.result for hand in replay(line.encode())]
    assert "荒牌平局" in seen


def test_a_winner_without_a_star_is_not_said_to_be_out_of_riichi() -> None:
    line = gzip.decompress((GAMES / "majiang.jsonl.gz").read_bytes()).splitlines()[0]
    game = msgspec.json.decode(line)
    stars = 0
    for event in (event["hule"] for hand in game["log"] for event in hand if "hule" in event):
        stars += "*" in event["shoupai"]
        event["shoupai"] = event["shoupai"].replace("*", "")
    again = replay(msgspec.json.encode(game), majiang())
    assert stars and again.differences == []
    assert again.not_compared["whether the winner was in riichi (not in the record)"] == stars


def test_a_moment_that_the_converter_moves_behind_the_replacement_draw_is_not_compared() -> None:
    """Tenhou turns an ankan's indicator before the replacement draw; majiang-core's own files mean what they say."""
    found = 0
    for seed in range(30):
        hand = played(tenhou(), seed)
        if not any(isinstance(step, Reveal) and step.instant is Turned.DECLARATION for step in hand.steps):
            continue
        text = majiang_game([hand]).decode()
        for own, converted in (
            ("荒牌平局", "流局"),
            ("四開槓", "四槓散了"),
            ("翻牌", "役牌"),
            ("ダブル立直", "両立直"),
        ):
            text = text.replace(own, converted)
        game = msgspec.json.decode(text)
        events = game["log"][0]
        for at in range(len(events) - 1, 0, -1):
            if "kaigang" in events[at - 1] and "gangzimo" in events[at]:
                events[at - 1], events[at] = events[at], events[at - 1]
                found += 1
        moved = replay(msgspec.json.encode(game))
        assert moved.differences == []
        assert any("moment of a dora indicator" in what for what in moved.not_compared)
    assert found


@pytest.mark.parametrize(("score", "rounded"), [(-21500, -51.0), (8500, -21.0)])
def test_final_points_are_rounded_as_javascript_rounds(score: int, rounded: float) -> None:
    from kanrules.replays.continuity import _half_up

    law = majiang().game
    scores = (100000 - score - 50000, 30000, 20000, score)
    assert _half_up(scores, law)[3] == 1000 * (rounded - 20)
    assert sum(_half_up(scores, law)) == 0


def test_an_ankans_indicator_before_the_replacement_draw_is_turned_at_its_declaration() -> None:
    """After an open kan before it, the same place means that one's indicator."""
    kans = [
        hand for hand in shipped("ankan-then-ankan.mjson.gz") if any(isinstance(step, Ankan) for step in hand.steps)
    ]
    moments = {
        step.instant
        for hand in kans
        for again in hands_of(majiang_game([hand]))
        for step in again.steps
        if isinstance(step, Reveal)
    }
    assert Turned.DECLARATION in moments


def test_a_draw_that_pays_but_shows_no_hand_does_not_say_that_nobody_is_tenpai() -> None:
    data = gzip.decompress((GAMES / "majiang-tenpai.json.gz").read_bytes())
    game = msgspec.json.decode(data)
    for event in (event["pingju"] for hand in game["log"] for event in hand if "pingju" in event):
        event["shoupai"] = [""] * 4
    again = replay(msgspec.json.encode(game), majiang())
    assert {code for _, _, code in differences(data, majiang())} == {"KR299", "KR504"}
    assert {one.code for _, one in again.differences} == {"KR504"}
    assert again.not_compared["tenpai players (the record has no shoupai)"]


# --- words for draws --------------------------------------------------------------------------------------------------

DRAWN = ("four-kans", "four-winds", "four-riichi", "nine-kinds", "nagashi-mangan", "four-kan-draws-1", "three-winners")


def drawn(kinds: tuple[ResultType, ...] = tuple(DRAWS_BY_WORD.values())) -> dict[ResultType, RecordedHand]:
    """A hand of each kind of draw."""
    hands = (hand for name in DRAWN for hand in shipped(f"{name}.mjson.gz"))
    return {hand.draw.type: hand for hand in hands if hand.draw is not None and hand.draw.type in kinds}


def test_every_word_that_converters_use_for_a_draw_is_that_draw() -> None:
    hands = drawn()
    for word, kind in DRAWS_BY_WORD.items():
        game = write_tenhou6.game([hands[kind]])
        if game["log"][0][16][0] in ("全員聴牌", "全員不聴") or word in ("全員聴牌", "全員不聴"):
            continue
        game["log"][0][16][0] = word
        (again,) = hands_of(msgspec.json.encode(game))
        assert again.draw is not None and again.draw.type is kind
        assert again.notes == hands_of(write_tenhou6.write([hands[kind]]))[0].notes
    assert len(hands) == 7


@pytest.mark.parametrize("form", ["mjai", "tenhou6", "majiang"])
@pytest.mark.parametrize("word", ["荒牌流局", "no more tiles"])
def test_an_unknown_name_of_a_draw_is_told_from_the_play_and_listed(form: str, word: str) -> None:
    for kind, hand in drawn().items():
        data = named(WRITERS[form]([hand]), word)
        if kind is ResultType.SANCHAHOU:  # any hand could end like this
            with pytest.raises(UnreadableError, match=f"{word}|nomoretiles"):
                hands_of(data)
            continue
        (again,) = hands_of(data)
        assert again.draw is not None and again.draw.type is kind
        assert [note for note in again.notes if note.startswith("the unknown draw ")]


def named(data: bytes, word: str) -> bytes:
    """The record with this name for its draw."""
    lines = []
    for line in data.splitlines():
        value = msgspec.json.decode(line)
        if value.get("type") == "ryukyoku":
            value["reason"] = word
        elif "log" in value and isinstance(value["log"][0][-1], list):
            value["log"][0][16][0] = word
        elif "log" in value:
            value["log"][0][-1]["pingju"]["name"] = word
        lines.append(msgspec.json.encode(value))
    return b"\n".join(lines)


def hands_of(data: bytes) -> list[RecordedHand]:
    (record,) = read_data(data, "x")
    assert isinstance(record, Record), record
    return list(record.hands)


@pytest.mark.parametrize(
    ("name", "word"),
    [
        ("seat_wind", "役牌:自風牌"),
        ("round_wind", "役牌:場風牌"),
        ("double_riichi", "ダブル立直"),
        ("kokushi_13", "国士無双十三面待ち"),
    ],
)
def test_yaku_in_the_words_of_mahjong_soul_are_known_in_tenhous_json(name: str, word: str) -> None:
    assert JAPANESE[word] == name


# --- mjai -------------------------------------------------------------------------------------------------------------


def test_an_unknown_event_without_a_player_is_listed_and_one_with_a_player_ends_the_record() -> None:
    data = write_mjai.write(shipped("four-kans.mjson.gz")[:2])
    first = b'{"type":"hello","protocol":"mjsonp"}\n{"type":"join","name":"a"}\n\n\n'
    tick = data.replace(b'{"type":"end_kyoku"}', b'{"type":"tick","left":3}\n{"type":"end_kyoku"}')
    assert b"tick" in tick
    again = replay(first + tick)
    assert again.differences == [] and len(again.hands) == 2
    assert again.not_compared["the unknown event 'tick'"] == 2
    with pytest.raises(UnreadableError, match="an event that mjai does not have"):
        hands_of(data.replace(b'"type":"kakan"', b'"type":"addkan"'))
    with pytest.raises(UnreadableError, match="player -1"):
        hands_of(data.replace(b'"type":"dahai","actor":0', b'"type":"dahai"'))


def test_ura_dora_that_every_winner_repeats_are_those_of_the_winner_in_riichi() -> None:
    found = 0
    for name in ("several-winners-1.mjson.gz", "several-winners-2.mjson.gz", "three-winners.mjson.gz"):
        for hand in shipped(name):
            in_riichi = {step.seat for step in hand.steps if getattr(step, "riichi", False)}
            ura = next((win.ura for win in hand.wins if win.seat in in_riichi and win.ura), None)
            if ura is None or all(win.seat in in_riichi for win in hand.wins):
                continue
            found += 1
            lines = []
            for line in write_mjai.write([hand]).splitlines():
                event = msgspec.json.decode(line)
                if event["type"] == "hora":
                    event["ura_markers"] = next(
                        other["ura_markers"]
                        for other in map(msgspec.json.decode, write_mjai.write([hand]).splitlines())
                        if other.get("ura_markers")
                    )
                lines.append(msgspec.json.encode(event))
            assert not any("riichi was not declared" in ruled for _, ruled, _ in differences(b"\n".join(lines)))
    assert found


def test_ura_dora_of_a_single_winner_without_riichi_are_a_contradiction() -> None:
    hand = next(
        hand
        for hand in shipped("several-winners-1.mjson.gz")
        if len(hand.wins) == 1 and not any(getattr(step, "riichi", False) for step in hand.steps)
    )
    data = write_mjai.write([hand]).replace(b'"type":"hora"', b'"type":"hora","ura_markers":["1s"]')
    data = data.replace(b'"ura_markers":[],', b"").replace(b',"ura_markers":[]', b"")
    assert any("riichi was not declared" in ruled for _, ruled, _ in differences(data))


# --- lobbies of Tenhou ------------------------------------------------------------------------------------------------

AT_ONCE = {"kandora.daiminkan": "declaration", "kandora.shouminkan": "declaration", "scoring.kiriage_mangan": True}


def in_a_lobby(hand: RecordedHand, first: str, second: str = "00000000", kind: str = "0009", **fields: str) -> bytes:
    """A hand as tenhou.net/6 writes it for a tournament: the type of the table, and the lobby's own rules."""
    for win in hand.wins:
        win.limit = limit_of(win)
    game: dict[str, Any] = write_tenhou6.game([hand])
    csrule = [first, second, *[""] * 43]
    for place, value in fields.items():
        csrule[int(place.removeprefix("at"))] = value
    rule = ["", "", kind, "0", "0", "0", "0"]
    return msgspec.json.encode(game | {"rule": rule, "lobby": 12345, "csrule": csrule})


def won_at_once() -> dict[str, Any]:
    """A win on the replacement tile of an added kan whose indicator is turned at once and counts: three han, 40 fu."""
    east = [[11, 12, 13, 24, 25, 26, 33, 37, 38, 32, 32, 45, 45], [47, "45p4545", 45, 39], [60, 33, "45k454545"]]
    south = [[14, 14, 15, 16, 17, 18, 19, 21, 22, 23, 27, 28, 29], [44, 42], [60, 60]]
    west = [[14, 15, 16, 17, 18, 19, 21, 22, 23, 27, 28, 29, 31], [45, 43], [60, 60]]
    north = [[15, 16, 17, 18, 19, 21, 22, 23, 27, 28, 29, 31, 31], [46], [60]]
    details = [0, 0, 0, "40符3飜2600点∀", "役牌 白(1飜)", "嶺上開花(1飜)", "ドラ(1飜)"]
    result = ["和了", [7800, -2600, -2600, -2600], details]
    entry = [[0, 0, 0], [25000] * 4, [44, 25], [], *east, *south, *west, *north, result]
    return {"title": ["", ""], "name": ["a", "b", "c", "d"], "rule": {"disp": "", "aka": 0}, "log": [entry]}


def test_the_rules_of_a_lobby_are_read() -> None:
    game = won_at_once()
    assert {code for _, _, code in differences(msgspec.json.encode(game))} >= {"KR305", "KR213"}
    lobby = {"rule": ["", "", "000b", "0", "0", "0", "0"], "lobby": 12345, "csrule": ["0000000A", *[""] * 44]}
    data = msgspec.json.encode(game | lobby)
    again = replay(data)
    assert again.differences == []
    assert dict(again.record.room) == AT_ONCE and "the room's own rules" in again.room
    assert [hand.recorded.red_fives for hand in again] == [0]
    assert replay(data, load_ruleset("ema-2016")).room == ""


def test_every_switch_that_is_read_is_a_key_with_that_value() -> None:
    assert {key for options in SWITCHES.values() for key in options} <= keys().keys()
    for bit, options in SWITCHES.items():
        hand = played(tenhou(), 11)
        (record,) = read_data(in_a_lobby(hand, f"{bit:08x}"), "x")
        assert isinstance(record, Record) and dict(record.room) == options
        tenhou().with_options(options, set_by="the lobby")


@pytest.mark.parametrize(("first", "second"), [("00100000", ""), ("40000000", "00000000"), ("0000000A", "00000001")])
def test_an_unknown_switch_keeps_payments_from_being_compared_and_says_so(first: str, second: str) -> None:
    hand = played(tenhou(), 11)
    assert hand.wins
    changes = hand.wins[0].changes
    assert changes is not None
    hand.wins[0].changes = tuple(2 * change for change in changes)
    again = replay(in_a_lobby(hand, first, second))
    assert again.differences == []
    assert any("it is not known what csrule" in what for what in again.not_compared)
    assert differences(in_a_lobby(hand, "00000002"))


@pytest.mark.parametrize(
    ("place", "value", "words"),
    [("at10", "2000", "a riichi stick is '2000'"), ("at11", "x", "a honba is"), ("at16", "500", "noten payments are")],
)
def test_a_value_that_no_key_can_express_puts_the_game_out_of_scope(place: str, value: str, words: str) -> None:
    again = replay(in_a_lobby(played(tenhou(), 11), "00000000", **{place: value}))
    assert words in again.record.out_of_scope


def test_numbers_of_a_lobby_are_read() -> None:
    again = replay(in_a_lobby(played(tenhou(), 11), "", "", at11="200", at16="500", at17="750", at18="1500"))
    assert dict(again.record.room) == {"wins.honba_value": 600, "draws.noten_payment": 1500}


def test_the_type_of_a_lobbys_table_says_red_fives_and_open_tanyao() -> None:
    rules = tenhou().with_options({"scoring.open_tanyao": False}, set_by="the lobby")
    hand = played(rules, 3, red_fives=0)
    (record,) = read_data(in_a_lobby(hand, "00000000", kind="000f"), "x")
    assert isinstance(record, Record)
    assert dict(record.room) == {"scoring.open_tanyao": False}
    assert [one.red_fives for one in record.hands] == [0]


def test_final_points_of_a_lobby_are_not_compared() -> None:
    game = msgspec.json.decode(in_a_lobby(played(tenhou(), 7), "00000000"))
    hand = played(tenhou(), 7)
    assert hand.draw is not None and hand.draw.changes is not None
    scores = [25000 + hand.draw.changes[hand.players.index(player)] for player in range(4)]
    game["sc"] = [number for score in scores for number in (score, 99.0)]
    again = replay(msgspec.json.encode(game))
    assert again.differences == []
    assert any("the lobby has its own rules" in what for what in again.not_compared)
