"""Readings and waits, held to a plain enumerator that shares no code, and to two published packages."""

from __future__ import annotations

import random
from itertools import combinations_with_replacement

import pytest
import xiangting
from mahjong.agari import Agari

from kanrules.errors import UnreadableError
from kanrules.law.options import ExhaustedWait
from kanrules.law.tenpai import tenpai_discards, tenpai_waits
from kanrules.pieces.melds import Meld, MeldType
from kanrules.pieces.melds_text import parse_meld, parse_melds
from kanrules.pieces.readings import (
    Concealed,
    Shape,
    _quickly,
    chi_mask,
    exhausted,
    honour_sets,
    is_far_from_tenpai,
    kinds_of,
    number_sets,
    readings,
    waits_mask,
)
from kanrules.pieces.tiles import BY_NAME, NAMES, Seat, counts_37, parse_tile, parse_tiles
from tests.pieces import naive_readings as naive


def names(kinds):
    return [NAMES[kind] for kind in kinds]


def waiting_kinds(hand):
    return kinds_of(waits_mask(hand))


def hands(seed, number):
    rng = random.Random(seed)
    for i in range(number):
        made = (naive.crowded_hand if i % 2 else naive.hand_of_sets)(rng, sets=(4, 4, 3, 2, 1, 0)[i % 6])
        yield (
            made
            if len(made) == 1 or rng.random() < 0.8
            else [*made[1:], rng.choice([t for t in naive.EVERY if made.count(t) < 4])]
        )


def concealed(tiles):
    return Concealed.of([BY_NAME[tile] for tile in tiles])


def groups(reading):
    """A reading of ours in the words of the plain enumerator."""
    if reading.shape is Shape.KOKUSHI:
        return tuple(sorted((tile,) * (2 if tile == NAMES[reading.pair] else 1) for tile in naive.ORPHANS))
    found = [tuple(names(one)) for one in reading.sets]
    if reading.pair is not None:
        found.append((NAMES[reading.pair],) * 2)
    return tuple(sorted(found))


def test_waits_and_readings_are_those_of_a_plain_enumerator():
    for tiles in hands(31, 1500):
        hand = concealed(tiles)
        expected = naive.waits(tiles)
        assert set(names(kinds_of(waits_mask(hand)))) == expected, tiles
        for tile in expected:
            kind = BY_NAME[tile]
            full = hand.plus(kind)
            found = readings(full, kind)
            assert all(reading.winning == kind for reading in found)
            assert len({groups(reading) for reading in found}) == len(found)
            assert {groups(reading) for reading in found} == naive.readings([*tiles, tile]), (tiles, tile)


def test_well_formed_text_is_read_suit_by_suit_and_never_tile_by_tile():
    rng = random.Random(6)
    for tiles in hands(33, 300):
        suits = [(suit, "".join(tile[0] for tile in tiles if tile[1] == suit)) for suit in "mpsz"]
        # In any order of the suits, and a suit in two parts.
        parts = [(suit, part) for suit, digits in suits for part in (digits[:2], digits[2:]) if part]
        rng.shuffle(parts)
        text = "".join(f"{digits}{suit}" for suit, digits in parts)
        assert _quickly(text) == concealed(tiles), text
    assert _quickly("0m0p0s555z") == Concealed.of("5m5p5s555z")


@pytest.mark.parametrize(
    "text", ["", "123", "123m4", "8z", "9z", "0z", "11111m", "111111m", "1111111m", "1 m", "2m1m1m1m11m", "1111m1111m"]
)
def test_what_is_not_well_formed_is_left_to_the_way_that_explains_it(text):
    assert _quickly(text) is None


def test_a_full_hand_is_complete_exactly_where_it_can_be_read():
    rng = random.Random(5)
    seen = 0
    for tiles in hands(32, 1500):
        full = [*tiles, rng.choice([t for t in naive.EVERY if tiles.count(t) < 4])]
        seen += (complete := bool(naive.readings(full)))
        assert bool(readings(concealed(full), 0)) == complete, full
    assert seen > 50


def unusual(rng):
    hand = (
        [*naive.ORPHANS, rng.choice(naive.ORPHANS)]
        if rng.random() < 0.5
        else [tile for tile in rng.sample(naive.EVERY, 7) for _ in range(2)]
    )
    hand.pop(rng.randrange(14))
    if rng.random() < 0.4:
        hand[rng.randrange(13)] = rng.choice([t for t in naive.EVERY if hand.count(t) < 4])
    return hand


def test_seven_pairs_and_thirteen_orphans_wait_as_a_plain_enumerator_says():
    rng = random.Random(6)
    tenpai = 0
    for _ in range(400):
        tiles = unusual(rng)
        expected = naive.waits(tiles)
        tenpai += bool(expected)
        assert set(names(kinds_of(waits_mask(concealed(tiles))))) == expected, tiles
        for tile in expected:
            found = {groups(reading) for reading in readings(concealed([*tiles, tile]), BY_NAME[tile])}
            assert found == naive.readings([*tiles, tile])
    assert tenpai > 200


def test_waits_agree_with_xiangting_and_mahjong_but_for_fifth_copies():
    agari = Agari()
    rng = random.Random(7)
    some = [*hands(33, 1200), *(unusual(rng) for _ in range(300))]
    some += [[NAMES[i // 4] for i in rng.sample(range(136), 13)] for _ in range(500)]
    for tiles in some:
        hand = concealed(tiles)
        counts = counts_37([BY_NAME[tile] for tile in tiles])[:34]
        ours = waits_mask(hand) & ~hand.held_four()
        missing, needed = xiangting.calculate_necessary_tiles(counts, xiangting.PlayerCount.FOUR)
        if waits_mask(hand) == ours:
            assert ours == (needed if missing == 1 else 0), tiles
        theirs = 0
        for kind in range(34):
            if counts[kind] < 4:
                counts[kind] += 1
                theirs |= agari.is_agari(counts) << kind
                counts[kind] -= 1
        assert ours == theirs, tiles


def test_every_number_suit_of_sets_is_in_the_table_with_all_its_divisions():
    shapes = [(i, i + 1, i + 2) for i in range(7)] + [(i, i, i) for i in range(9)]
    expected = {}
    for number in range(5):
        for chosen in combinations_with_replacement(shapes, number):
            tiles = sorted(tile for shape in chosen for tile in shape)
            if max(map(tiles.count, tiles), default=0) <= 5:
                expected.setdefault(tuple(tiles), set()).add(chosen)
    found = {}
    for key, divisions in number_sets().items():
        tiles = tuple(i for i in range(9) for _ in range(key // 8 ** (8 - i) & 7))
        found[tiles] = {tuple(shapes[one] for one in division) for division in divisions}
        assert len(divisions) == len(found[tiles])
    assert found == expected
    assert len(honour_sets()) == sum([1, 7, 21, 35, 35])


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("5z", "5z"),
        ("3334m", "2m 4m 5m"),
        ("3335s", "4s 5s"),
        ("2223456m", "1m 3m 4m 6m 7m"),
        ("1112345678999p", "1p 2p 3p 4p 5p 6p 7p 8p 9p"),
        ("2344445688m", "1m 4m 7m 8m"),
        ("19m19p19s1234567z", "1m 9m 1p 9p 1s 9s 1z 2z 3z 4z 5z 6z 7z"),
        ("19m19p19s1234566z", "7z"),
        ("1122334455667m", "1m 4m 7m"),
        ("1122m3344p5566s7z", "7z"),
        ("1111m3344p5566s7z", ""),
        ("123m456p789s1122z", "1z 2z"),
        ("147m258p369s1234z", ""),
    ],
)
def test_known_waits(text, expected):
    assert names(kinds_of(waits_mask(Concealed.of(text)))) == expected.split()


def test_a_red_five_is_a_five():
    assert Concealed.of("40m0p67s0s") == Concealed.of("45m5p567s")
    assert Concealed.from_counts(counts_37(parse_tiles("340m550p0s"))) == Concealed.of("345m555p5s")


def test_text_tiles_and_counts_give_the_same_hand():
    for tiles in hands(34, 300):
        numbers = [BY_NAME[tile] for tile in tiles]
        hand = Concealed.of(numbers)
        assert (
            hand
            == Concealed.of("".join(tiles))
            == Concealed.of(" ".join(tiles))
            == Concealed.from_counts(counts_37(numbers))
        )
        assert Concealed.of(str(hand)) == hand
        assert hand.size == len(tiles)
        assert [hand.count(kind) for kind in range(34)] == counts_37(numbers)[:34]
        assert sorted(numbers) == hand.kinds()


def test_two_readings_of_one_win_are_both_given():
    found = [str(reading) for reading in readings(Concealed.of("222333444p123m11z"), parse_tile("1m"))]
    assert sorted(found) == ["123m 222p 333p 444p 11z", "123m 234p 234p 234p 11z"]


class TestExhaustedWaits:
    """A wait of which the player holds all four: dimension of every league's book."""

    def test_a_hand_that_waits_only_for_a_tile_it_holds_four_times_is_noten(self):
        hand = Concealed.of("1111m456p789s123s")
        assert names(kinds_of(waits_mask(hand))) == ["1m"]
        assert tenpai_waits(hand, (), ExhaustedWait.NOTEN_CONCEALED) == 0
        assert tenpai_waits(hand, (), ExhaustedWait.NOTEN) == 0
        assert tenpai_waits(hand, (), ExhaustedWait.TENPAI) == waits_mask(hand)

    def test_one_living_wait_is_enough(self):
        # 555 666 and a single 6, or 55 666 and 56: three waits, of which 6p is held four times.
        hand = Concealed.of("5556666p456789s")
        assert names(kinds_of(waits_mask(hand))) == ["4p", "6p", "7p"]
        assert names(kinds_of(tenpai_waits(hand, (), ExhaustedWait.NOTEN_CONCEALED))) == ["4p", "7p"]

    @pytest.mark.parametrize(("law", "tenpai"), [("noten_concealed", True), ("noten", False), ("tenpai", True)])
    def test_a_wait_that_lies_in_ones_own_kan_counts_as_the_book_says(self, law, tenpai):
        # 13p waits for 2p alone, and the four 2p are this player's kan.
        hand, melds = Concealed.of("13p456s789s11z"), (parse_meld("ankan 2222p"),)
        assert bool(tenpai_waits(hand, melds, ExhaustedWait(law))) is tenpai

    def test_a_fourth_copy_in_a_pon_and_in_hand_are_added_up(self):
        hand, melds = Concealed.of("5579p123s"), (parse_meld("pon 888p from east"), parse_meld("chi 678p"))
        assert exhausted(hand, melds) == 1 << BY_NAME["8p"]
        assert tenpai_waits(hand, melds, ExhaustedWait.NOTEN) == 0
        assert tenpai_waits(hand, melds, ExhaustedWait.NOTEN_CONCEALED) == 1 << BY_NAME["8p"]


def test_riichi_discards_are_those_that_leave_a_wait():
    rng = random.Random(8)
    found = 0
    for i in range(600):
        tiles = (
            unusual(rng)
            if i % 3 == 0
            else [NAMES[n // 4] for n in rng.sample(range(136), 13)]
            if i % 10 == 1
            else next(hands(i, 1))
        )
        tiles = [*tiles, rng.choice([t for t in naive.EVERY if tiles.count(t) < 4])]
        for law in ExhaustedWait:
            expected = 0
            for kind in {BY_NAME[tile] for tile in tiles}:
                if tenpai_waits(concealed(tiles).plus(kind, -1), (), law):
                    expected |= 1 << kind
            assert tenpai_discards(concealed(tiles), (), law) == expected, tiles
            found += bool(expected)
    assert found > 300


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("55555m", "'55555m' holds 5 copies of 5m; there are four of each tile"),
        ("5555m0m", "'5555m0m' holds 5 copies of 5m; there are four of each tile"),
        ("22222222m", "'22222222m' holds 8 copies of 2m; there are four of each tile"),
        ("1" * 64 + "m", "holds 64 copies of 1m; there are four of each tile"),
        ("123", "'123': the last digits have no suit; expected m, p, s or z after them"),
        ("8z", "'8z': there is no tile '8z'; honours are 1z to 7z"),
        ("0z", "'0z': there is no tile '0z'; honours are 1z to 7z"),
        ("12m0z", "'12m0z': there is no tile '0z'; honours are 1z to 7z"),
        ("m", "'m': suit 'm' at place 1 has no digits before it; expected tiles such as 123m55z"),
        ("12x", "'12x': 'x' at place 3 is not mpsz; expected digits and the suits m, p, s, z"),
        ("1 2m", "'1 2m': the digits before place 2 have no suit; expected m, p, s or z after them"),
        ("١m", "'١m': '١' at place 1 is not mpsz; expected digits and the suits m, p, s, z"),
    ],
)
def test_text_that_is_no_hand_is_refused_with_its_place(text, message):
    with pytest.raises(UnreadableError) as error:
        Concealed.of(text)
    assert message in str(error.value)


@pytest.mark.parametrize("tiles", [[37], [-1], ["5m"], [1.0]])
def test_tiles_that_are_no_tiles_are_refused(tiles):
    with pytest.raises(UnreadableError, match="is not a tile"):
        Concealed.of(tiles)


def test_melds_are_written_as_in_case_files():
    assert parse_meld("pon 555p from east") == Meld(MeldType.PON, (13, 13, 13), 13, Seat.EAST)
    assert parse_meld("ankan 1111z") == Meld(MeldType.ANKAN, (27,) * 4)
    assert parse_meld("daiminkan 5555z from west") == Meld(MeldType.DAIMINKAN, (31,) * 4, 31, Seat.WEST)
    assert parse_meld("chi 234m") == Meld(MeldType.CHI, (1, 2, 3), 1)
    assert parse_meld("chi 423m", Seat.SOUTH) == Meld(MeldType.CHI, (1, 2, 3), 3, Seat.EAST)
    assert parse_meld("shouminkan 5550p from north") == Meld(MeldType.SHOUMINKAN, (35, 13, 13, 13), 13, Seat.NORTH, 35)
    assert parse_meld("kakan 0555p from north").called == 35
    assert parse_melds("ankan 1111z, ankan 2222z") == (parse_meld("ankan 1111z"), parse_meld("ankan 2222z"))
    for text in ("pon 055s from north", "ankan 5550m", "daiminkan 7777z from south"):
        meld = parse_meld(text)
        assert parse_meld(str(meld)).tiles == meld.tiles


@pytest.mark.parametrize(
    ("text", "seat", "message"),
    [
        ("", None, "'' is not a meld; expected, for example, \"pon 555p from east\""),
        ("pong 555p", None, "'pong 555p': 'pong' is not a meld; expected chi, pon, ankan, daiminkan or shouminkan"),
        ("pon", None, "'pon' is not a meld; expected, for example, \"pon 555p from east\""),
        ("pon 555p off east", None, "'pon 555p off east' is not a meld; expected, for example,"),
        ("pon 555p from", None, "'pon 555p from' is not a meld; expected, for example,"),
        ("pon 5555p", None, "'pon 5555p': a pon has 3 tiles, not 4"),
        ("ankan 111z", None, "'ankan 111z': an ankan has 4 tiles, not 3"),
        ("pon 556p", None, "'pon 556p': the tiles of a pon are all alike; 5p and 6p are not"),
        ("chi 134m", None, "'chi 134m': a chi is three tiles in a row of one suit, such as 234m"),
        ("chi 891m", None, "'chi 891m': a chi is three tiles in a row of one suit, such as 234m"),
        ("chi 9m12p", None, "'chi 9m12p': a chi is three tiles in a row of one suit, such as 234m"),
        ("chi 123z", None, "'chi 123z': a chi is three tiles in a row of one suit, such as 234m"),
        ("pon 55xp", None, "'pon 55xp': '55xp': 'x' at place 3 is not mpsz"),
        ("pon 555p from left", None, "'pon 555p from left': 'left' is not a seat; expected east, south, west or north"),
        (
            "ankan 1111z from east",
            None,
            "'ankan 1111z from east': an ankan is not called from a player; leave out 'from east'",
        ),
        ("pon 555p", Seat.WEST, "'pon 555p': expected from whom it was called, such as 'pon 555p from south'"),
        (
            "pon 555p from west",
            Seat.WEST,
            "'pon 555p from west': it is west's own meld; expected another seat after 'from'",
        ),
        ("chi 234m from east", Seat.WEST, "'chi 234m from east': west can only chi from south, the player before"),
    ],
)
def test_text_that_is_no_meld_is_refused(text, seat, message):
    with pytest.raises(UnreadableError) as error:
        parse_meld(text, seat)
    assert message in str(error.value)


def test_kinds_of_a_mask_come_in_order():
    assert kinds_of(1 << 33 | 1 << 4 | 1) == (0, 4, 33)
    assert kinds_of(0) == ()


def test_a_hand_that_is_far_from_tenpai_has_no_discard_that_makes_it_tenpai():
    rng, near = random.Random(9), 0
    for made in hands(35, 3000):
        free = [tile for tile in naive.EVERY if made.count(tile) < 4]
        whole = [*made, *rng.sample(free, 1)] if len(made) % 3 == 1 else made
        if len(whole) % 3 != 2:
            continue
        # Two tiles changed at most: hands around the border.
        for _ in range(rng.randrange(3)):
            whole[rng.randrange(len(whole))] = rng.choice([tile for tile in naive.EVERY if whole.count(tile) < 4])
        hand = concealed(whole)
        tenpai = tenpai_discards(hand, (), ExhaustedWait.TENPAI)
        near += bool(tenpai)
        assert not (is_far_from_tenpai(hand) and tenpai), whole
    assert near > 300
    assert all(map(is_far_from_tenpai, map(Concealed.of, ("114m2258p339s1123z", "1479m258p369s1234z"))))
    assert not is_far_from_tenpai(Concealed.of("19m19p19s1234567z5m"))


def test_a_suit_calls_chi_with_two_tiles_that_make_a_run():
    rng = random.Random(2)
    for _ in range(300):
        counts = [rng.choice((0, 0, 1, 2, 4)) for _ in range(9)]
        held = {number for number, count in enumerate(counts) if count}
        runs = [(low, low + 1, low + 2) for low in range(7)]
        expected = {one for run in runs for one in run if {*run} - {one} <= held}
        key = Concealed.from_counts([*counts, *[0] * 28]).m
        assert set(kinds_of(chi_mask(key, rng.randrange(3)))) == expected
    assert chi_mask(Concealed.of("1234567z").z, 3) == 0
