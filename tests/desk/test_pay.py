"""Who pays for ordinary hands: by han and fu, by limit, by tiles; the payments are the tables' of every rulebook."""

from __future__ import annotations

import inspect
import re
from typing import Any

import pytest

from kanrules.desk.pay import answer_payment, pay, read_payment_question
from kanrules.errors import UnreadableError
from kanrules.pieces.tiles import Seat
from kanrules.ruleset import bundled_ids, load_ruleset

HAND: dict[str, Any] = {"hand": "34p567m99s", "melds": ["daiminkan 5555z, pon 222s"], "win": "2p"}


def changes(rules: str, *words: str, **said: Any) -> tuple[int, ...]:
    one = answer_payment(read_payment_question(words, said.pop("winner", "south"), **said), load_ruleset(rules))
    assert one.payment is not None
    return one.payment.changes


@pytest.mark.parametrize(
    ("han", "fu", "dealer_ron", "other_ron", "dealer_each", "other_pays"),
    [
        (1, 30, 1500, 1000, 500, (500, 300)),
        (2, 40, 3900, 2600, 1300, (1300, 700)),
        (3, 40, 7700, 5200, 2600, (2600, 1300)),
        (4, 25, 9600, 6400, 3200, (3200, 1600)),
        (5, 0, 12000, 8000, 4000, (4000, 2000)),
        (6, 30, 18000, 12000, 6000, (6000, 3000)),
        (8, 30, 24000, 16000, 8000, (8000, 4000)),
        (11, 30, 36000, 24000, 12000, (12000, 6000)),
    ],
)
def test_han_and_fu_are_paid_as_the_table_says(
    han: int, fu: int, dealer_ron: int, other_ron: int, dealer_each: int, other_pays: tuple[int, int]
) -> None:
    said = {"han": han, "fu": fu}
    assert changes("ema-2016", winner="east", by="west", **said) == (dealer_ron, 0, -dealer_ron, 0)
    assert changes("ema-2016", by="west", **said) == (0, other_ron, -other_ron, 0)
    assert changes("ema-2016", winner="east", **said)[1:] == (-dealer_each,) * 3
    by_dealer, by_others = other_pays
    assert changes("ema-2016", **said) == (-by_dealer, by_dealer + 2 * by_others, -by_others, -by_others)


def test_a_limit_is_paid_by_its_name() -> None:
    assert changes("tenhou", "mangan", winner="east", by="south", honba=2) == (12600, -12600, 0, 0)
    assert changes("tenhou", "Yakuman") == (-16000, 32000, -8000, -8000)


def test_four_han_thirty_fu_are_a_mangan_where_the_book_rounds_up_and_the_ruling_names_the_key() -> None:
    for rules, points in (("ema-2025", 8000), ("ema-2016", 7700)):
        one = answer_payment(read_payment_question([], "south", "west", han=4, fu=30), load_ruleset(rules))
        assert one.payment is not None and one.payment.changes[Seat.SOUTH] == points
        assert [ruling.key for ruling in one.rulings] == ["scoring.kiriage_mangan"]


def test_who_feeds_a_daiminkan_pays_an_ordinary_win_on_its_replacement_tile_only_where_the_book_says_so() -> None:
    said = {"han": 3, "fu": 40, "liable": ["rinshan=west"]}
    assert changes("roku-meikan", **said) == (0, 5200, -5200, 0)
    assert changes("m-league", **said) == (-2600, 5200, -1300, -1300)


def test_a_hand_is_scored_from_its_tiles_under_every_book() -> None:
    # Haku and rinshan kaihou, two han. Fu: 20, haku's daiminkan 16, the tsumo 2: 38, so 40.
    question = read_payment_question([], "west", moments=["rinshan"], **HAND)
    for name in bundled_ids():
        one = answer_payment(question, load_ruleset(name))
        assert one.value is not None and one.payment is not None
        assert one.value.yaku == {"haku": 1, "rinshan_kaihou": 1}
        assert sum(one.payment.changes) == 0
    assert one.to_json()["hand_value"]["fu"] == 40


def test_a_liable_rinshan_says_by_itself_that_the_win_is_on_the_replacement_tile() -> None:
    with_word = read_payment_question([], "west", moments=["rinshan"], liable=["rinshan=south"], **HAND)
    assert read_payment_question([], "west", liable=["rinshan=south"], **HAND) == with_word


def test_a_hand_without_a_yaku_is_paid_nothing_under_that_book_alone() -> None:
    # Open tanyao and nothing else: a yaku in most books, none where tanyao must be closed.
    question = read_payment_question([], "south", "west", hand="234p567m88s34p", melds=["pon 222s"], win="5p")
    assert answer_payment(question, load_ruleset("tenhou")).payment is not None
    closed = load_ruleset("tenhou").with_options({"scoring.open_tanyao": False})
    assert answer_payment(question, closed).payment is None


def test_a_red_five_counts_where_the_book_has_red_fives_and_is_a_five_elsewhere() -> None:
    question = read_payment_question([], "south", "west", hand="234p067m88s34p", melds=["pon 222s"], win="0p")
    found = {name: answer_payment(question, load_ruleset(name)).value for name in ("tenhou", "ema-2016")}
    assert {name: value.red for name, value in found.items() if value is not None} == {"tenhou": 2, "ema-2016": 0}


def test_one_liable_player_need_not_be_named_with_the_one_yakuman() -> None:
    assert read_payment_question(["daisangen"], "s", liable=["W"]) == read_payment_question(
        ["daisangen"], "south", liable=["daisangen=west"]
    )
    tiles = {"hand": "34p99m", "win": "2p", "melds": ["pon 555z, pon 666z, pon 777z"]}
    assert (
        read_payment_question([], "s", liable=["w"], **tiles).liable
        == read_payment_question(["daisangen"], "s", liable=["w"]).liable
    )


@pytest.mark.parametrize(
    ("words", "said", "message"),
    [
        ([], {}, "say what was won; expected yakuman"),
        ([], {"fu": 40}, "--fu goes with --han"),
        ([], {"win": "5p"}, "--win goes with --hand"),
        (["mangan"], {"han": 3, "fu": 40}, "the words and --han both describe the hand"),
        ([], {"han": 3}, "expected --fu, such as --fu 40"),
        ([], {"han": 3, "fu": 45}, "fu are 20, 25, or tens from 30 on"),
        ([], {"han": 2, "fu": 20, "by": "west"}, "20 fu are pinfu by tsumo; a ron has 30"),
        ([], {"han": 2, "fu": 25}, "seven pairs by tsumo are three han; of a ron --by says who dealt in"),
        ([], {"han": 1, "fu": 25}, "25 fu are seven pairs"),
        (["mangn"], {}, "did you mean mangan?"),
        (["mangan", "daisangen"], {}, "name only the limit"),
        (
            ["mangan"],
            {"liable": ["west"]},
            "the hand has no yakuman; for a daiminkan's replacement tile say rinshan=west",
        ),
        (["mangan"], {"liable": ["rinshan=west"], "by": "north"}, "a win on the replacement tile is a tsumo"),
        (["mangan"], {"moments": ["ippatsu"]}, "--with goes with --hand"),
        (["mangan"], {"moments": ["chankan"]}, "a robbed kan is a ron"),
        (["daisangen", "tsuuiisou"], {"liable": ["west"]}, "liable for which of daisangen and tsuuiisou?"),
        (["mangan"], {"tsumo": True, "by": "west"}, "--tsumo and --by west"),
        ([], {"hand": "123m"}, "--hand needs the tile that won"),
        ([], {"hand": "123m", "win": "5p"}, "3 tiles; expected 13"),
        ([], {**HAND, "win": "8p"}, "the hand is not complete with 8p"),
        ([], {**HAND, "win": "x"}, "--win: "),
        ([], {**HAND, "moments": ["rinhsan"]}, "did you mean rinshan?"),
        ([], {**HAND, "moments": ["riichi"]}, "a player in riichi has called nothing"),
        ([], {**HAND, "moments": ["chankan"]}, "a robbed kan is a ron"),
        ([], {**HAND, "moments": ["rinshan"], "by": "south"}, "a win on the replacement tile is a tsumo"),
        ([], {"hand": "1111z234m55p678s9s", "win": "1z"}, "5 copies of 1z"),
    ],
)
def test_what_cannot_be_asked_is_refused_in_one_sentence(words: list[str], said: dict[str, Any], message: str) -> None:
    with pytest.raises(UnreadableError) as refused:
        read_payment_question(words, "east", **said)
    assert message in str(refused.value)
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize(("hand", "win"), [("123456789m1234p", "1p"), ("234m345p5566s777z", "5s")])
def test_a_hand_is_said_as_it_was_written_though_it_holds_the_tile_that_won(hand: str, win: str) -> None:
    assert str(read_payment_question([], "west", hand=hand, win=win).said).startswith(f"west wins {hand} on {win}")


WRONG_CALLS: list[tuple[str | list[str], str, dict[str, Any], str]] = [
    ("x: mangan", "", {}, "`winners` 'x' is not a seat"),
    ("south: mangan", "south", {}, "`by` south: south won"),
    ("south: mangan", "west: foo", {}, "`by` 'west: foo': expected a seat alone"),
    ("south: 123m", "", {}, 'expected `win`, such as win="5p"'),
    ("south: riichi", "", {}, "expected yakuman (daisangen), a limit (mangan), 3/40, or tiles with `win`"),
    ("south: 34p567m123s666z99m", "", {"win": "9s"}, "34p567m123s666z99m with `win` 9s: the hand is not complete"),
    ("south: 34p567m123s666z99m", "", {"win": "2p", "indicators": "xx"}, "`indicators`: 'xx'"),
    (
        "south: 34p567m123s666z99m, chankan",
        "",
        {"win": "2p"},
        "chankan: a robbed kan is a ron; name its player with `by`",
    ),
    ("south: rinshan, 3/40", "west", {}, "rinshan, chankan, and the like go with tiles, where"),
    ("south: 2/25", "", {}, "2/25: seven pairs by tsumo are three han; of a ron `by` says"),
    ("south: tenhou", "west", {}, "leave `by` out"),
    ("south: daisangen, liable rinshan=west", "north", {}, "liable rinshan with `by` north"),
    ("south: mangan", "", {"round_wind": "x"}, "`round_wind` 'x' is not a seat"),
    ("south: mangan", "", {"riichi": ["x"]}, "`riichi` 'x' is not a seat"),
    ("south: mangan", "", {"honba": -1}, "`honba` -1: expected 0 or more"),
    ("south: mangan", "", {"sticks": -1}, "`sticks` -1: expected 0 or more"),
]


@pytest.mark.parametrize(("winners", "by", "said", "message"), WRONG_CALLS)
def test_a_wrong_call_from_python_is_refused_in_terms_of_its_parameters(
    winners: str | list[str], by: str, said: dict[str, Any], message: str
) -> None:
    with pytest.raises(UnreadableError) as refused:
        pay(winners, by, rules="ema-2025", **said)
    assert message in str(refused.value)
    assert "--" not in str(refused.value)
    named = set(re.findall(r"`(\w+)`", str(refused.value)))
    assert named <= set(inspect.signature(pay).parameters)
