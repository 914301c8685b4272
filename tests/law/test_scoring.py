"""What a hand is worth, option by option, and against every recorded win that is at hand."""

from __future__ import annotations

import gzip
import re
import zipfile
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kanrules.law.limits import Limit
from kanrules.law.options import (
    DoraTable,
    KitaTable,
    North,
    NorthInHand,
    Options,
    Renhou,
    Riichi,
    Rinshan,
    Ryuuiisou,
    Scoring,
    TableTable,
    ThirteenHan,
)
from kanrules.law.scoring import Value, WinningHand, counted_multiple, limit_of, score_hand, yakuman_value
from kanrules.law.yaku import YAKU, YAKUMAN
from kanrules.pieces.actions import Ankan, Chi, Daiminkan, Discard, Draw, Pon, Shouminkan
from kanrules.pieces.melds import Meld, MeldType
from kanrules.pieces.tiles import KIND, SEATS, Seat, Tile, parse_tile, parse_tiles, sort_tiles
from kanrules.records import Content, mjlog
from kanrules.records.recorded import RecordedHand, RecordedWin

E, S, W, N = Seat


def meld(text: str) -> Meld:
    """`pon 555z`, `ankan 1111z`, `chi 234m`: called from the player to the left, of no matter here."""
    word, tiles = text.split()
    held = tuple(sort_tiles(parse_tiles(tiles)))
    type_ = MeldType(word)
    if type_ is MeldType.ANKAN:
        return Meld(type_, held)
    return Meld(type_, held, held[0], E, held[0] if type_ is MeldType.SHOUMINKAN else None)


def win(concealed: str, tile: str, *melds: str, seat: Seat = S, **moment: object) -> WinningHand:
    """A hand won by ron unless `tsumo=True`; indicators and ura as mpsz text."""
    for name in ("indicators", "ura"):
        if isinstance(moment.get(name), str):
            moment[name] = tuple(parse_tiles(str(moment[name])))
    moment.setdefault("round_wind", E)
    moment.setdefault("tsumo", False)
    return WinningHand(
        tuple(parse_tiles(concealed)),
        tuple(meld(text) for text in melds),
        parse_tile(tile),
        seat=seat,
        **moment,  # type: ignore[arg-type]
    )


def law(**scoring: object) -> Options:
    return Options(scoring=Scoring(**scoring))  # type: ignore[arg-type]


def worth(hand: WinningHand, options: Options = Options()) -> Value:  # noqa: B008  # frozen
    value = score_hand(hand, options)
    assert value is not None
    return value


# --- han, fu, dora


def test_a_hand_without_yaku_is_worth_nothing() -> None:
    assert score_hand(win("123m456p789s22s44z", "2s", "pon 333z"), Options()) is None
    assert score_hand(win("123m456p789s222s44z", "2s", indicators="1s1s"), Options()) is None


def test_pinfu_riichi_tsumo_is_twenty_fu() -> None:
    value = worth(win("123m456p789s23455s", "4s", tsumo=True, riichi=True))
    assert value.yaku == {"riichi": 1, "menzen_tsumo": 1, "pinfu": 1}
    assert (value.han, value.fu, value.base) == (3, 20, 640)
    assert value.points(dealer=False, tsumo=True) == 1300 + 700 + 700


def test_seven_pairs_are_twenty_five_fu() -> None:
    value = worth(win("1133m5577p2288s44z", "4z"))
    assert (value.yaku, value.fu, value.base) == ({"chiitoitsu": 2}, 25, 400)
    assert value.points(dealer=False, tsumo=False) == 1600


def test_the_dearest_reading_counts() -> None:
    value = worth(win("111222333m99p789s", "9s", tsumo=True))
    assert value.yaku == {"menzen_tsumo": 1, "pinfu": 1, "iipeikou": 1, "junchan": 3}


def test_dora_count_every_indicator_and_red_fives_and_ura_apart() -> None:
    value = worth(win("123m406p789s11222z", "2z", riichi=True, indicators="1z1z9m", ura="4p"))
    assert (value.dora, value.red, value.ura) == (3 + 3 + 1, 1, 1)
    assert value.han == 2 + 9


def test_a_red_five_is_a_five_to_an_indicator() -> None:
    assert worth(win("123m406p789s11222z", "2z", indicators="4p")).dora == 1
    assert worth(win("123m456p789s11222z", "2z", indicators="0p")).dora == 1


def test_tiles_of_melds_count_as_dora() -> None:
    assert worth(win("123m456p11z", "1z", "ankan 6666z", "pon 222s", indicators="5z1s")).dora == 4 + 3


def test_an_unknown_indicator_counts_nothing() -> None:
    hand = win("123m456p789s11222z", "2z", riichi=True)
    assert worth(hand._replace(indicators=(None, parse_tile("1z")), ura=(None,))).dora == 3


def test_ura_count_for_riichi_only_and_where_the_ruleset_has_them() -> None:
    hand = win("123m456p789s11222z", "2z", riichi=True, ura="1z")
    assert worth(hand).ura == 3
    assert worth(hand._replace(riichi=False)).ura == 0
    assert worth(hand, Options(dora=DoraTable(ura=False))).ura == 0
    assert worth(hand._replace(riichi=False, double_riichi=True)).ura == 3


def test_dora_alone_do_not_win_a_yakuman_anything() -> None:
    value = worth(win("111222333z44z555m", "5m", indicators="1z1z1z"))
    assert value.yakuman == {"shousuushii": 1}
    assert (value.dora, value.base, value.limit) == (0, 8000, Limit.YAKUMAN)


# --- options of [scoring]


def test_open_tanyao_is_a_yaku_only_where_the_ruleset_has_it() -> None:
    hand = win("234m456p678s22s", "2s", "pon 333s")
    assert worth(hand).yaku == {"tanyao": 1}
    assert score_hand(hand, law(open_tanyao=False)) is None
    assert worth(win("234m456p678s33322s", "2s"), law(open_tanyao=False)).yaku == {"tanyao": 1}


def test_kiriage_rounds_four_han_thirty_and_three_han_sixty_up_to_mangan() -> None:
    kiriage, plain = Scoring(kiriage_mangan=True), Scoring()
    for han, fu in ((4, 30), (3, 60)):
        assert limit_of(han, fu, plain) == (Limit.NONE, 1920)
        assert limit_of(han, fu, kiriage) == (Limit.MANGAN, 2000)
    for han, fu in ((4, 25), (3, 50), (2, 110)):
        assert limit_of(han, fu, kiriage)[0] is Limit.NONE
        assert limit_of(han, fu, kiriage) == limit_of(han, fu, plain)


@pytest.mark.parametrize(
    ("han", "limit", "base"),
    [
        (5, "mangan", 2000),
        (6, "haneman", 3000),
        (7, "haneman", 3000),
        (8, "baiman", 4000),
        (10, "baiman", 4000),
        (11, "sanbaiman", 6000),
        (12, "sanbaiman", 6000),
    ],
)
def test_limits_go_by_han(han: int, limit: str, base: int) -> None:
    assert limit_of(han, 30, Scoring()) == (limit, base)


def test_four_han_forty_fu_is_mangan() -> None:
    assert limit_of(4, 40, Scoring()) == (Limit.MANGAN, 2000)
    assert limit_of(3, 70, Scoring()) == (Limit.MANGAN, 2000)


@pytest.mark.parametrize(
    ("thirteen", "limit", "base"),
    [
        (ThirteenHan.SANBAIMAN, Limit.SANBAIMAN, 6000),
        (ThirteenHan.YONBAIMAN, Limit.YONBAIMAN, 8000),
        (ThirteenHan.YAKUMAN, Limit.YAKUMAN, 8000),
    ],
)
def test_thirteen_han_are_worth_what_the_ruleset_says(thirteen: ThirteenHan, limit: Limit, base: int) -> None:
    hand = win("22334455667788s", "8s", riichi=True, indicators="1s")
    value = worth(hand, law(thirteen_han=thirteen))
    assert value.han >= 13
    assert not value.yakuman
    assert (value.limit, value.base) == (limit, base)


TSUUIISOU_DAISANGEN = win("11122z", "2z", "pon 555z", "pon 666z", "pon 777z")


def test_yakuman_add_up_as_far_as_the_ruleset_lets_them() -> None:
    for limit, base in ((1, 8000), (2, 16000), (0, 16000)):
        value = worth(TSUUIISOU_DAISANGEN, law(yakuman_limit=limit))
        assert value.yakuman == {"daisangen": 1, "tsuuiisou": 1}
        assert value.base == base


def test_of_yakuman_that_do_not_all_count_the_dearest_do() -> None:
    assert counted_multiple((1, 2, 1), Scoring(yakuman_limit=1)) == 2
    assert counted_multiple((1, 2, 1), Scoring(yakuman_limit=2)) == 3
    assert counted_multiple((1, 2, 1), Scoring(yakuman_limit=0)) == 4


@pytest.mark.parametrize(
    ("name", "hand"),
    [
        ("kokushi_13", win("119m19p19s1234567z", "1m")),
        ("suuankou_tanki", win("111m222p333s44455z", "5z")),
        ("daisuushii", win("11122233344455z", "5z", seat=W)),
        ("chuuren_9", win("11112345678999m", "1m")),
    ],
)
def test_a_yakuman_is_double_only_where_the_ruleset_lists_it(name: str, hand: WinningHand) -> None:
    single, double = worth(hand, law(yakuman_limit=1)), worth(hand, law(yakuman_limit=1, double_yakuman=(name,)))
    assert single.yakuman[name] == 1
    assert single.base == 8000
    assert double.yakuman[name] == 2
    assert double.base == 16000


@pytest.mark.parametrize(
    ("name", "hand"),
    [
        ("kokushi", win("119m19p19s1234567z", "9m")),
        ("suuankou", win("111m222p333s44455z", "4z", tsumo=True)),
        ("chuuren_poutou", win("11112345678999m", "2m")),
    ],
)
def test_the_narrow_wait_is_never_the_wide_yakuman(name: str, hand: WinningHand) -> None:
    assert worth(hand, law(double_yakuman=("kokushi_13", "suuankou_tanki", "chuuren_9"))).yakuman == {name: 1}


def test_a_double_wind_pair_is_two_or_four_fu() -> None:
    hand = win("123m789m999s56p11z4p", "4p", seat=E, riichi=True)
    assert worth(hand, law(double_wind_pair_fu=2)).fu == 40  # 30 + 8 + 2
    assert worth(hand, law(double_wind_pair_fu=4)).fu == 50  # 30 + 8 + 4
    for fu in (2, 4):
        assert worth(hand._replace(seat=S), law(double_wind_pair_fu=fu)).fu == 40


def test_a_double_wind_triplet_is_two_han_whatever_its_pair_is_worth() -> None:
    for fu in (2, 4):
        value = worth(win("123m456p789s22s111z", "9s", seat=E), law(double_wind_pair_fu=fu))
        assert value.yaku == {"seat_wind": 1, "round_wind": 1}
        assert worth(win("123m456p789s22s111z", "9s", seat=S), law(double_wind_pair_fu=fu)).yaku == {"round_wind": 1}


RENHOU = win("123m456p789s44z111s", "9s", first_turn=True)
RENHOU_DEAR = win("22334455667788s", "8s", first_turn=True)


def test_renhou_is_nothing_where_the_ruleset_does_not_have_it() -> None:
    assert score_hand(RENHOU, law(renhou=Renhou.NONE)) is None
    assert score_hand(RENHOU, law(renhou=Renhou.MANGAN, without_yaku=("renhou",))) is None


@pytest.mark.parametrize(
    ("renhou", "base"), [(Renhou.MANGAN, 2000), (Renhou.MANGAN_ADDED, 2000), (Renhou.BAIMAN, 4000)]
)
def test_renhou_is_worth_what_the_ruleset_says(renhou: Renhou, base: int) -> None:
    value = worth(RENHOU, law(renhou=renhou))
    assert value.yaku == {"renhou": 8 if renhou is Renhou.BAIMAN else 5}
    assert value.han == value.yaku["renhou"]
    assert value.base == base


def test_renhou_of_four_han_is_added_to_the_other_yaku_and_dora() -> None:
    added = law(renhou=Renhou.FOUR_HAN_ADDED)
    alone = worth(RENHOU, added)
    assert (alone.yaku, alone.han, alone.fu) == ({"renhou": 4}, 4, 40)
    assert worth(RENHOU._replace(indicators=tuple(parse_tiles("9s"))), added).han == 7
    dear = worth(RENHOU_DEAR, added)
    assert dear.yaku == {"pinfu": 1, "tanyao": 1, "ryanpeikou": 3, "chinitsu": 6, "renhou": 4}


def test_ryuuiisou_may_need_hatsu() -> None:
    with_hatsu = law(ryuuiisou=Ryuuiisou.WITH_HATSU)
    bamboo, hatsu = win("22333344666888s", "8s"), win("223344666888s66z", "6z")
    assert worth(bamboo, law()).yakuman == {"ryuuiisou": 1}
    assert worth(bamboo, with_hatsu).yakuman == {}
    assert worth(bamboo, with_hatsu).yaku["chinitsu"] == 6
    assert worth(hatsu, with_hatsu).yakuman == {"ryuuiisou": 1}
    called = win("22s", "2s", "pon 666z", "chi 234s", "pon 888s", "pon 666s")
    assert worth(called, with_hatsu).yakuman == {"ryuuiisou": 1}
    double = law(ryuuiisou=Ryuuiisou.WITH_HATSU, double_yakuman=("ryuuiisou",))
    assert worth(hatsu, double).yakuman == {"ryuuiisou": 2}
    assert worth(hatsu, law(ryuuiisou=Ryuuiisou.WITH_HATSU, without_yaku=("ryuuiisou",))).yakuman == {}


def test_renhou_as_a_yakuman() -> None:
    value = worth(RENHOU, law(renhou=Renhou.YAKUMAN))
    assert (value.yakuman, value.base) == ({"renhou": 1}, 8000)


def test_renhou_that_stands_alone_gives_way_to_a_dearer_hand() -> None:
    alone, added = worth(RENHOU_DEAR, law(renhou=Renhou.MANGAN)), worth(RENHOU_DEAR, law(renhou=Renhou.MANGAN_ADDED))
    assert "renhou" not in alone.yaku
    assert alone.yaku == {"pinfu": 1, "tanyao": 1, "ryanpeikou": 3, "chinitsu": 6}
    assert added.yaku == {**alone.yaku, "renhou": 5}
    assert worth(RENHOU._replace(indicators=tuple(parse_tiles("9s9s9s"))), law(renhou=Renhou.MANGAN)).dora == 0


def test_only_a_ron_before_ones_first_draw_is_renhou() -> None:
    added = law(renhou=Renhou.MANGAN_ADDED)
    assert score_hand(RENHOU._replace(first_turn=False), added) is None
    assert worth(RENHOU._replace(tsumo=True), added).yakuman == {"chiihou": 1}
    assert worth(RENHOU._replace(tsumo=True, seat=E), added).yakuman == {"tenhou": 1}


def test_a_yaku_that_the_book_does_not_have_is_not_counted() -> None:
    hand = win("1133m5577p2288s44z", "4z")
    assert score_hand(hand, law(without_yaku=("chiitoitsu",))) is None
    assert score_hand(hand._replace(riichi=True), law(without_yaku=("chiitoitsu",))) is None
    pinfu = win("123m456p789s23455s", "4s", tsumo=True, riichi=True)
    assert worth(pinfu, law(without_yaku=("menzen_tsumo",))).yaku == {"riichi": 1, "pinfu": 1}
    assert worth(pinfu, law(without_yaku=("riichi",))).yaku == {"menzen_tsumo": 1, "pinfu": 1}
    assert worth(win("119m19p19s1234567z", "1m"), law(without_yaku=("kokushi_13",))).yakuman == {"kokushi": 1}
    assert score_hand(win("119m19p19s1234567z", "1m"), law(without_yaku=("kokushi",))) is None
    assert worth(TSUUIISOU_DAISANGEN, law(without_yaku=("tsuuiisou",))).yakuman == {"daisangen": 1}


def test_without_the_round_wind_a_double_wind_counts_once() -> None:
    hand = win("123m456p789s22s111z", "9s", seat=E)
    assert worth(hand, law(without_yaku=("round_wind",))).yaku == {"seat_wind": 1}
    assert worth(hand, law(without_yaku=("seat_wind",))).yaku == {"round_wind": 1}
    assert score_hand(hand, law(without_yaku=("seat_wind", "round_wind"))) is None


def test_a_yakuman_that_the_book_does_not_have_is_not_paid() -> None:
    assert yakuman_value(["tsuuiisou"], law(without_yaku=("tsuuiisou",))).base == 0
    assert yakuman_value(["suuankou_tanki"], law(without_yaku=("suuankou_tanki",))).yakuman == {"suuankou": 1}
    assert yakuman_value(["suuankou_tanki"], law(without_yaku=("suuankou",))).base == 0


def test_the_value_of_named_yakuman() -> None:
    double = law(yakuman_limit=0, double_yakuman=("daisuushii",))
    value = yakuman_value(["daisuushii", "tsuuiisou"], double)
    assert (value.yakuman, value.han, value.base, value.limit) == (
        {"daisuushii": 2, "tsuuiisou": 1},
        39,
        24000,
        Limit.YAKUMAN,
    )
    assert yakuman_value(["daisuushii", "tsuuiisou"], law(yakuman_limit=1)).base == 8000


# --- options of the moment


def test_ippatsu_and_double_riichi_count_where_the_ruleset_has_them() -> None:
    hand = win("123m456p789s11222z", "2z", riichi=True, double_riichi=True, ippatsu=True)
    assert worth(hand).yaku == {"double_riichi": 2, "ippatsu": 1, "seat_wind": 1}
    assert worth(hand, Options(riichi=Riichi(ippatsu=False))).yaku == {"double_riichi": 2, "seat_wind": 1}
    assert worth(hand, Options(riichi=Riichi(double=False))).yaku == {"riichi": 1, "ippatsu": 1, "seat_wind": 1}


RINSHAN = win("123m456p78s33p9s", "9s", "daiminkan 6666z", tsumo=True, rinshan=True, last_tile=True)


def test_a_replacement_tile_is_the_last_tile_only_where_the_ruleset_says_so() -> None:
    assert worth(RINSHAN, Options(rinshan=Rinshan(with_haitei=False))).yaku == {"hatsu": 1, "rinshan_kaihou": 1}
    assert worth(RINSHAN, Options(rinshan=Rinshan(with_haitei=True))).yaku == {
        "hatsu": 1,
        "rinshan_kaihou": 1,
        "haitei": 1,
    }


def test_a_rinshan_win_counts_two_fu_for_the_tsumo_or_none() -> None:
    hand = win("123m456p79s33p8s", "8s", "daiminkan 8888m", tsumo=True, rinshan=True)
    assert worth(hand, Options(rinshan=Rinshan(tsumo_fu=True))).fu == 40  # 20 + 8 + 2 for the wait + 2 for the tsumo
    without = worth(hand, Options(rinshan=Rinshan(tsumo_fu=False)))
    assert without.fu == 30
    assert without.yaku == {"rinshan_kaihou": 1}


def test_without_tsumo_fu_a_tsumo_that_is_no_rinshan_keeps_them() -> None:
    hand = win("123m456p79s33p8s", "8s", "daiminkan 8888m", tsumo=True, last_tile=True)
    assert worth(hand, Options(rinshan=Rinshan(tsumo_fu=False))).fu == 40


def test_without_tsumo_fu_the_yaku_of_every_reading_are_still_found() -> None:
    without = Options(rinshan=Rinshan(tsumo_fu=False), scoring=Scoring(yakuman_limit=0))
    assert worth(win("111222333m55p", "3m", "ankan 4444z", tsumo=True, rinshan=True), without).yakuman == {
        "suuankou": 1
    }
    triplets = win("111222333m55p", "3m", "daiminkan 4444s", tsumo=True, rinshan=True)
    assert worth(triplets, without).yaku == {"rinshan_kaihou": 1, "toitoi": 2, "sanankou": 2}
    runs = win("112233m99p789s", "3m", "daiminkan 1111z", tsumo=True, rinshan=True, seat=W, round_wind=S)
    assert worth(runs, without).yaku == {"rinshan_kaihou": 1, "chanta": 1}
    kans = ("ankan 5555z", "ankan 6666z", "ankan 1111m", "ankan 7777z")
    four_kans = win("22m", "2m", *kans, tsumo=True, rinshan=True)
    assert worth(four_kans, without).yakuman == {"suuankou_tanki": 1, "daisangen": 1, "suukantsu": 1}


def test_a_robbed_kan_is_chankan_and_can_be_ippatsu() -> None:
    hand = win("123m456p78s99m111s9s", "9s", chankan=True, riichi=True, ippatsu=True)
    assert worth(hand).yaku == {"riichi": 1, "ippatsu": 1, "chankan": 1}


def test_the_last_discard_is_houtei_and_the_last_draw_haitei() -> None:
    hand = win("123m456p78s99m9s", "9s", "pon 222m", last_tile=True)
    assert worth(hand).yaku == {"houtei": 1}
    assert worth(hand._replace(tsumo=True)).yaku == {"haitei": 1}


@pytest.mark.parametrize("kitas", range(5))
def test_each_north_that_is_set_aside_is_a_dora(kitas: int) -> None:
    three = Options(table=TableTable(players=3))
    value = worth(win("123p456p789s22s555z", "2s", kitas=kitas), three)
    assert value.han == 1 + kitas
    assert (value.limit, value.base) == limit_of(1 + kitas, 40, three.scoring)
    # Where north follows the indicator each of them is one more.
    assert worth(win("123p456p789s22s555z", "2s", kitas=kitas, indicators="3z"), three).han == 1 + 2 * kitas


def test_five_han_are_a_mangan_whatever_the_fu() -> None:
    for fu in (0, 20, 25, 30, 110):
        assert limit_of(5, fu, Scoring()) == (Limit.MANGAN, 2000)


@pytest.mark.parametrize("tiles", ["123p456p789s22s444z", "123p456p789s222s44z"])
@pytest.mark.parametrize(
    ("law", "wins"), [(NorthInHand.ALLOWED, True), (NorthInHand.YAKUMAN, False), (NorthInHand.NEVER, False)]
)
def test_whether_a_hand_may_win_with_norths_that_are_not_set_aside(tiles: str, law: NorthInHand, wins: bool) -> None:
    three = Options(table=TableTable(players=3), kita=KitaTable(in_hand=law))
    assert (score_hand(win(tiles, "2s", riichi=True), three) is not None) is wins
    # With four players nobody sets a north aside, and the line means nothing.
    assert score_hand(win(tiles, "2s", riichi=True), replace(three, table=TableTable())) is not None


@pytest.mark.parametrize(
    ("law", "wins"), [(NorthInHand.ALLOWED, True), (NorthInHand.YAKUMAN, True), (NorthInHand.NEVER, False)]
)
def test_whether_norths_may_be_part_of_a_yakuman(law: NorthInHand, wins: bool) -> None:
    three = Options(table=TableTable(players=3), kita=KitaTable(in_hand=law))
    assert (score_hand(win("19m19p19s12345677z", "7z"), three) is not None) is wins


@pytest.mark.parametrize(("norths", "han"), [("44z", None), ("444z", 1)])
def test_a_triplet_of_norths_and_no_pair_is_a_yaku_where_north_is_everybodys_wind(norths: str, han: int | None) -> None:
    three = Options(table=TableTable(players=3), kita=KitaTable(north=North.YAKUHAI))
    rest = "123p456p789s222s" if han is None else "123p456p789s22s"
    value = score_hand(win(f"{rest}{norths}", "2s"), three)
    assert (None if value is None else value.han) == han


def test_three_kans_and_four() -> None:
    kans = ("daiminkan 2222m", "ankan 3333p", "shouminkan 4444s")
    assert worth(win("567m88p", "5m", *kans)).yaku == {"tanyao": 1, "sankantsu": 2}
    assert worth(win("88p", "8p", *kans, "ankan 6666s")).yakuman == {"suukantsu": 1}


def test_yaku_are_named_in_one_order() -> None:
    value = worth(win("22334455667788s", "8s", riichi=True, ippatsu=True, tsumo=True))
    assert list(value.yaku) == sorted(value.yaku, key=YAKU.index)
    value = worth(win("11122233344455z", "5z", seat=W, tsumo=True), law(yakuman_limit=0))
    assert list(value.yakuman) == sorted(value.yakuman, key=YAKUMAN.index)


def test_one_rulesets_answer_is_not_another_rulesets() -> None:
    hand = win("234m456p678s22s", "2s", "pon 333s")
    assert score_hand(hand, law(open_tanyao=True)) is not None
    assert score_hand(hand, law(open_tanyao=False)) is None
    assert score_hand(hand, law(open_tanyao=True)) is not None


def test_any_called_meld_opens_the_hand_and_an_ankan_does_not() -> None:
    for called in ("chi 234m", "pon 222m", "daiminkan 2222m", "shouminkan 2222m"):
        assert "menzen_tsumo" not in worth(win("456p78s99s222z9s", "9s", called, tsumo=True)).yaku
    assert worth(win("456p78s99s222z9s", "9s", "ankan 2222m", tsumo=True)).yaku == {"menzen_tsumo": 1, "seat_wind": 1}


def test_an_open_run_is_worth_a_han_less() -> None:
    assert worth(win("123456m99s111p9m78m", "9m")).yaku == {"ittsuu": 2}
    assert worth(win("123m99s111p9m78m", "9m", "chi 456m")).yaku == {"ittsuu": 1}


def test_fu_of_kans() -> None:
    for kan, fu in (
        ("daiminkan 2222m", 30),
        ("ankan 2222m", 50),
        ("daiminkan 9999m", 40),
        ("shouminkan 9999m", 40),
        ("ankan 9999m", 70),
    ):
        # 20 open or 30 concealed, the kan's own 8 16 16 32, nothing else
        assert worth(win("456p78s99s456s9s", "9s", kan, chankan=True)).fu == fu


def test_han_of_yaku_are_counted_without_dora() -> None:
    assert worth(win("123m406p789s11222z", "2z", riichi=True, indicators="1z")).yaku_han == 2
    assert worth(TSUUIISOU_DAISANGEN).yaku_han == 26


# --- properties


@given(st.integers(1, 12), st.sampled_from((20, 25, *range(30, 120, 10))), st.booleans())
def test_a_limit_never_falls_with_more_han(han: int, fu: int, kiriage: bool) -> None:
    options = Scoring(kiriage_mangan=kiriage)
    assert limit_of(han, fu, options)[1] <= limit_of(han + 1, fu, options)[1]


@given(st.integers(1, 14), st.sampled_from((20, 25, *range(30, 120, 10))), st.booleans())
def test_a_tsumo_is_worth_a_ron_but_for_rounding(han: int, fu: int, dealer: bool) -> None:
    limit, base = limit_of(han, fu, Scoring())
    value = Value(han=han, fu=fu, limit=limit, base=base)
    ron, tsumo = value.points(dealer=dealer, tsumo=False), value.points(dealer=dealer, tsumo=True)
    assert 0 <= tsumo - base * (6 if dealer else 4) < 300
    assert 0 <= ron - base * (6 if dealer else 4) < 100


# --- recorded games

LOGS = Path(__file__).parents[3] / "shared" / "logs" / "mjlog"


def positions(hand: RecordedHand) -> Iterator[tuple[RecordedWin, WinningHand]]:
    """Each recorded win as a hand to score: tiles from the recorded actions, the moment from the recorded yaku."""
    held: list[list[Tile]] = [list(tiles) for tiles in hand.hands]
    melds: list[list[Meld]] = [[] for _ in SEATS]
    source, offered = E, 0
    for step in hand.steps:
        if isinstance(step, Draw):
            assert step.tile is not None
            held[step.seat].append(step.tile)
        elif isinstance(step, Discard):
            held[step.seat].remove(step.tile)
            source, offered = step.seat, step.tile
        elif isinstance(step, (Chi, Pon)):
            for tile in step.using:
                held[step.seat].remove(tile)
            word = MeldType.CHI if isinstance(step, Chi) else MeldType.PON
            melds[step.seat].append(Meld(word, tuple(sort_tiles((*step.using, offered))), offered, source))
        elif isinstance(step, (Ankan, Daiminkan)):
            own = [tile for tile in held[step.seat] if KIND[tile] == KIND[step.tile]]
            held[step.seat] = [tile for tile in held[step.seat] if tile not in own]
            called = (offered,) if isinstance(step, Daiminkan) else ()
            word = MeldType.DAIMINKAN if called else MeldType.ANKAN
            melds[step.seat].append(
                Meld(word, tuple(sort_tiles((*own, *called))), *called, *((source,) if called else ()))
            )
        elif isinstance(step, Shouminkan):
            held[step.seat].remove(step.tile)
            place = next(
                at
                for at, one in enumerate(melds[step.seat])
                if one.type is MeldType.PON and one.kind == KIND[step.tile]
            )
            pon = melds[step.seat][place]
            tiles = tuple(sort_tiles((*pon.tiles, step.tile)))
            melds[step.seat][place] = Meld(MeldType.SHOUMINKAN, tiles, pon.called, pon.source, step.tile)
    for one in hand.wins:
        assert one.yaku is not None
        assert one.tile is not None
        yaku = one.yaku
        yield (
            one,
            WinningHand(
                tuple(held[one.seat] if one.source is None else (*held[one.seat], one.tile)),
                tuple(melds[one.seat]),
                one.tile,
                one.source is None,
                one.seat,
                hand.round_wind,
                riichi="riichi" in yaku,
                double_riichi="double_riichi" in yaku,
                ippatsu="ippatsu" in yaku,
                rinshan="rinshan_kaihou" in yaku,
                chankan="chankan" in yaku,
                last_tile="haitei" in yaku or "houtei" in yaku,
                first_turn="tenhou" in yaku or "chiihou" in yaku,
                indicators=one.indicators or (),
                ura=one.ura or (),
            ),
        )


@pytest.mark.skipif(not LOGS.is_dir(), reason="the recorded games are not at ../shared/logs")
@pytest.mark.parametrize(
    "archive", ["qualeafclover-riichi_nanimachi-b2.zip", "cozziekuns-hououdb.zip", "huurou-mahjong4.zip"]
)
def test_recorded_wins_are_worth_what_tenhou_paid(archive: str) -> None:
    """Yaku, han, fu, dora and points of the wins in the first files of an archive."""
    wins = 0
    with zipfile.ZipFile(LOGS / archive) as members:
        for name in members.namelist()[:60]:
            data = members.read(name)
            data = gzip.decompress(data) if data[:2] == b"\x1f\x8b" else data
            record = mjlog.read(Content(data, data), name)
            found = re.search(rb'GO type="(\d+)"', data)
            if record.out_of_scope or found is None:
                continue
            scoring = Scoring(
                open_tanyao=not int(found[1]) & 4,
                thirteen_han=ThirteenHan.YAKUMAN,
                yakuman_limit=0,
                double_wind_pair_fu=4,
            )
            options = Options(scoring=scoring)
            for hand in record.hands:
                for recorded, position in positions(hand):
                    value = score_hand(position, options)
                    assert value is not None, (name, hand.name)
                    expected = dict(recorded.yaku or {})
                    dora = tuple(expected.pop(word, 0) for word in ("dora", "ura", "red"))
                    assert (value.yaku or dict.fromkeys(value.yakuman, 13)) == expected, (name, hand.name)
                    assert value.fu == recorded.fu, (name, hand.name)
                    if not value.yakuman:
                        assert (value.dora, value.ura, value.red, value.han) == (*dora, recorded.han), (name, hand.name)
                    points = value.points(dealer=recorded.seat is E, tsumo=recorded.source is None)
                    assert points == recorded.points, (name, hand.name)
                    wins += 1
    assert wins > 0
