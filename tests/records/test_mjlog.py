"""What Tenhou's XML may say, and what it may not."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from kanrules.errors import UnreadableError
from kanrules.pieces.actions import Discard
from kanrules.pieces.melds import MeldType
from kanrules.records import Content, Record, Unreadable, mjlog, mjlog_items, read_data
from kanrules.records.mjlog_melds import decode_meld
from kanrules.records.recorded import RecordedHand
from tests.records import formats
from tests.records.formats import shipped


def hands_of(data: bytes) -> list[RecordedHand]:
    (record,) = read_data(data, "game.xml")
    assert isinstance(record, Record), record
    return list(record.hands)


def fault(data: bytes) -> str:
    """The one message that a broken file gives."""
    (record,) = read_data(data, "game.xml")
    if isinstance(record, Unreadable):
        return record.why
    with pytest.raises(UnreadableError) as caught:
        list(record.hands)
    return str(caught.value)


@pytest.fixture(scope="module")
def game() -> bytes:
    return formats.mjlog(shipped("four-kans.mjson.gz"))


def one(hand: str, kind: int = 169) -> bytes:
    head = f'<mjloggm ver="2.3"><SHUFFLE seed="" ref=""/><GO type="{kind}" lobby="0"/><UN n0="a"/><TAIKYOKU oya="0"/>'
    return f"{head}{hand}</mjloggm>".encode()


def dealt(extra: str = "") -> str:
    hands = "".join(f' hai{p}="{",".join(str(13 * p + i) for i in range(13))}"' for p in range(4))
    return f'<INIT seed="0,0,0,1,2,60" ten="250,250,250,250" oya="0"{hands}/>{extra}'


def test_seats_are_the_winds_of_the_hand_and_not_the_players() -> None:
    hands = '<INIT seed="5,1,2,1,2,60" ten="100,200,300,380" oya="1"' + dealt().split('oya="0"')[1]
    (hand,) = hands_of(one(hands + "<U61/><E61/>"))
    assert hand.name == "south-2-1"
    assert hand.players == (1, 2, 3, 0)
    assert hand.scores == (20000, 30000, 38000, 10000)
    assert [str(step) for step in hand.steps] == ["east draws 7p", "east discards 7p drawn"]
    assert hand.hands[0][0] == 13 // 4


def test_a_discard_of_the_piece_just_drawn_is_tsumogiri_and_one_like_it_is_not() -> None:
    drawn = hands_of(one(dealt("<T61/><D61/>")))[0].steps[-1]
    assert isinstance(drawn, Discard) and drawn.tsumogiri
    # 62 is the same kind as 61, both in hand.
    from_hand = hands_of(one(dealt("<T61/><D0/><U63/><E63/><V64/><F64/><W65/><G65/><T62/><D61/>")))[0].steps[-1]
    assert isinstance(from_hand, Discard) and not from_hand.tsumogiri


def test_without_red_fives_a_five_is_a_five() -> None:
    with_reds = hands_of(one(dealt("<T88/><D88/>")))[0]
    without = hands_of(one(dealt("<T88/><D88/>"), kind=169 | 2))[0]
    assert (with_reds.red_fives, str(with_reds.steps[0])) == (3, "east draws 0s")
    assert (without.red_fives, str(without.steps[0])) == (0, "east draws 5s")


def test_a_hand_without_result_breaks_off() -> None:
    (hand,) = hands_of(one(dealt("<T61/>")))
    assert hand.cut and not hand.wins and hand.draw is None


@pytest.mark.parametrize(
    ("kind", "reason"),
    [(0x229, "chip table"), (0x1001 | 8, "unknown kind")],
)
def test_other_games_are_out_of_scope_with_the_reason(kind: int, reason: str) -> None:
    (record,) = read_data(one(dealt(), kind=kind), "x")
    assert isinstance(record, Record)
    assert reason in record.out_of_scope
    assert list(record.hands) == []


def test_a_game_of_three_says_so_and_whoever_deals_a_fourth_hand_in_it_is_told() -> None:
    (record,) = read_data(one(dealt(), kind=185), "x")
    assert isinstance(record, Record)
    assert record.players == 3 and "three players (GO type 185" in record.out_of_scope
    with pytest.raises(UnreadableError, match="hai3 deals tiles to player 3 in a three-player game"):
        list(record.hands)


@pytest.mark.parametrize("kind", [1, 9, 41, 97, 137, 161, 169, 225, 233, 0x101, 0x841])
def test_four_player_tables_are_in_scope_whatever_their_rank_speed_or_stakes(kind: int) -> None:
    (record,) = read_data(one(dealt(), kind=kind), "x")
    assert isinstance(record, Record) and not record.out_of_scope


@pytest.mark.parametrize(
    ("events", "words"),
    [
        ("<T5/>", "tile 5 is drawn, but player 0 holds it"),
        ("<T61/><D61/><T61/>", "tile 61 is drawn, but is in a river"),
        ("<T60/>", "tile 60 is drawn, but is a dora indicator"),
        ("<T61/><D62/>", "tile 62 is discarded, but was never drawn"),
        ("<T61/><D13/>", "tile 13 is discarded, but player 1 holds it"),
        ("<T61/><E13/><D61/><D61/>", "tile 61 is discarded, but is in a river"),
        ('<T61/><DORA hai="61" />', "tile 61 is turned as a dora indicator, but player 0 holds it"),
        ('<T61/><REACH who="0" step="1"/><T62/><E13/>', "player 1 discards after player 0 declared riichi"),
        ('<T61/><REACH who="0" step="1"/><DORA hai="70" />', "no discard follows the riichi"),
        ('<T61/><REACH who="1" step="1"/>', "player 1 declares riichi without having drawn a tile"),
        ('<T61/><D61/><REACH who="2" ten="250,250,240,250" step="2"/>', "riichi of player 2 is paid"),
        ('<N who="1" m="24065" />', "player 1 melds tile 92"),
        ('<T61/><N who="0" m="31008" />', "belongs to another game"),
        ('<N who="7" m="1" />', "expected a player"),
        ('<RYUUKYOKU type="nix" sc="250,0,250,0,250,0,250,0" />', "expected one of nm, yao9"),
        ('<RYUUKYOKU sc="250,0,250,0" />', "expected 8 numbers"),
        ('<RYUUKYOKU sc="&#9;" />', "expected numbers and commas"),
        ('<N who="0" m="1,2" />', "expected 1 number"),
        ('<RYUUKYOKU sc="250,0,250,0,250,0,250,0" /><T61/>', "an event after the end"),
        ('<T61/><AGARI who="0" fromWho="0" machi="62" />', "which was not just drawn"),
        ('<AGARI who="0" fromWho="0" />', "'machi' is missing"),
        ('<T61/><D61/><AGARI who="1" fromWho="2" machi="61" />', "which was not just discarded"),
        ("<KITA/>", "an event that mjlog does not have"),
        ("<T200/>", "an event that mjlog does not have"),
        ("<\N{CJK UNIFIED IDEOGRAPH-96C0}/>", "an event that mjlog does not have"),
    ],
)
def test_an_impossible_event_is_named_with_file_hand_and_event(events: str, words: str) -> None:
    message = fault(one(dealt(events)))
    assert words in message
    assert message.startswith("game.xml: hand east-1-0, event ")


@pytest.mark.parametrize(
    ("hand", "words"),
    [
        (dealt().replace('hai2="26,', 'hai2="25,'), "dealt a second time"),
        (dealt().replace('hai2="26,', 'hai2="'), "hai2 deals 12 tiles; expected 13"),
        (dealt().replace('hai2="26,', 'hai2="136,'), "'136' is not a tile"),
        (dealt().replace("0,0,0,1,2,60", "0,0,0,1,2"), "expected 6 numbers"),
        (dealt().replace("0,0,0,1,2,60", "1,0,0,1,2,60"), "is the hand of dealer 1, but oya=0"),
        (dealt().replace("250,250,250,250", "250,25_0,250,250"), "expected numbers"),
        (dealt().replace("0,0,0,1,2,60", "0,0,0,1,2,5"), "dealt a second time"),
    ],
)
def test_a_deal_that_cannot_be_is_named(hand: str, words: str) -> None:
    assert words in fault(one(hand))


def test_a_file_without_its_kind_of_game_cannot_be_judged() -> None:
    assert "no <GO type>" in fault(one(dealt()).replace(b'<GO type="169" lobby="0"/>', b""))
    assert "appears before the first hand" in fault(one("<T5/>" + dealt()).replace(b"<T5/>", b'<DORA hai="5" /><T5/>'))


def test_xml_that_breaks_off_gives_the_whole_hands_and_then_says_where_it_stopped(game: bytes) -> None:
    at = game.rindex(b"<INIT") + 400
    (record,) = read_data(game[:at], "game.xml")
    assert isinstance(record, Record)
    whole = []
    with pytest.raises(UnreadableError, match=r"game\.xml: hand .*, event \d+: not XML") as caught:
        for hand in record.hands:
            whole.append(hand)
    assert len(whole) == len(shipped("four-kans.mjson.gz")) - 1
    assert "line 1" in str(caught.value)


@pytest.mark.parametrize(
    "broken",
    [
        b"<!DOCTYPE x [<!ENTITY a 'b'>]><mjloggm/>",
        b"<other><mjloggm/></other>",
        b"<mjloggm><T1><T2/></T1></mjloggm>",
        b"<mjloggm>text</mjloggm>",
    ],
)
def test_other_xml_is_refused(broken: bytes) -> None:
    assert fault(broken)


@pytest.mark.parametrize(
    "change",
    [
        lambda data: b"\xef\xbb\xbf" + data,
        lambda data: b'<?xml version="1.0"?>' + data,
        lambda data: data.replace(b"><", b">\n  <"),
        lambda data: re.sub(rb'who="(\d)"', rb"who='\1'", data),
        lambda data: data.replace(b"<TAIKYOKU", b"<!-- a comment --><TAIKYOKU"),
        lambda data: re.sub(rb"<([TUVWDEFG]\d+)/>", rb"<\1></\1>", data),
        lambda data: data.decode().encode("utf-16"),
        lambda data: data.replace(b'n0="a"', 'n0="雀士&amp;"'.encode()),
    ],
)
def test_any_spelling_of_the_same_xml_is_the_same_game(game: bytes, change: object) -> None:
    assert callable(change)
    other = change(game)
    assert other != game
    with pytest.raises(mjlog_items.OtherForm):
        for items in mjlog_items.cut_apart(other):
            for item in items:
                if not isinstance(item, str) or item not in mjlog_items.PLAIN:
                    mjlog_items.split(item)
    if other[:2] != b"\xff\xfe":
        assert hands_of(other) == hands_of(game)
    else:
        assert list(mjlog.read(Content(other, other), "x").hands) == hands_of(game)


def test_who_comes_and_goes_does_not_matter(game: bytes) -> None:
    noise = game.replace(b"<T", b'<BYE who="1" /><UN n1="b" /><T')
    assert hands_of(noise.replace(b'<BYE who="1" /><UN n1="b" /><TAIKYOKU', b"<TAIKYOKU")) == hands_of(game)


def test_every_meld_that_can_be_laid_has_its_bits_and_no_other_bits_are_melds() -> None:
    kinds = dict.fromkeys(MeldType, 0)
    for bits in range(1 << 16):
        try:
            found = decode_meld(bits)
        except UnreadableError:
            continue
        kinds[found.type] += 1
        ids = {found.called, *found.own, *found.pon}
        assert all(0 <= number < 136 for number in ids)
        if found.type is MeldType.CHI:
            runs = sorted(number // 4 for number in ids)
            assert runs == [runs[0], runs[0] + 1, runs[0] + 2] and runs[0] // 9 == runs[2] // 9 < 3
        else:
            assert len({number // 4 for number in ids}) == 1
            assert len(ids) == (3 if found.type is MeldType.PON else 4)
    assert kinds == {
        MeldType.CHI: 21 * 3 * 4**3,  # runs, called tile, copies
        MeldType.PON: 34 * 3 * 4 * 3,  # kinds, called tile, the copy left out, from whom
        MeldType.SHOUMINKAN: 34 * 3 * 4 * 3,
        MeldType.DAIMINKAN: 136 * 3,
        MeldType.ANKAN: 136,
    }


def test_an_unknown_yaku_is_named(game: bytes) -> None:
    assert "yaku 99 of 1 han is not a Tenhou yaku" in fault(game.replace(b'yaku="', b'yaku="99,1,', 1))


def test_who_is_liable_is_read_by_seat() -> None:
    hands = [hand for hand in shipped("majiang.jsonl.gz") if any(win.liable is not None for win in hand.wins)]
    assert hands, "a shipped game has a liable player"
    (again,) = hands_of(formats.mjlog(hands[:1]))
    assert [win.liable for win in again.wins] == [win.liable for win in hands[0].wins]


def test_a_second_win_on_the_same_tile_is_a_win_of_its_own() -> None:
    hand = next(hand for hand in shipped("majiang.jsonl.gz") if len(hand.wins) == 2)
    (again,) = hands_of(formats.mjlog([hand]))
    assert [(win.seat, win.changes) for win in again.wins] == [(win.seat, win.changes) for win in hand.wins]
    assert again.contradictions == []
    assert replace(again, wins=[], steps=[], accepted=None, notes=[]) == replace(
        hand, wins=[], steps=[], final=None, final_points=None
    )
