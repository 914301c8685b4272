"""Sekinin barai: which call makes whom liable."""

from __future__ import annotations

import pytest

from kanrules.kan.liability import attaches
from kanrules.law.hook_values import Call, Liability
from kanrules.law.options import Options, SekininBarai
from kanrules.pieces.melds import Meld, MeldType
from kanrules.pieces.tiles import Seat, parse_tile, parse_tiles, sort_tiles

E, S, W, N = Seat
ALL_THREE = Options(sekinin_barai=SekininBarai(yakuman=("daisangen", "daisuushii", "suukantsu")))


def meld(text: str) -> Meld:
    """`pon 555z west`, `ankan 1111z`, `shouminkan 5555z west`, `chi 234m north`."""
    word, tiles, *source = text.split()
    held = tuple(sort_tiles(parse_tiles(tiles)))
    if not source:
        return Meld(MeldType(word), held)
    return Meld(MeldType(word), held, held[0], Seat[source[0].upper()], held[0] if word == "shouminkan" else None)


def after(*melds: str, options: Options = ALL_THREE) -> list[Liability]:
    """Who is liable once south has made the last of these melds."""
    lying = [meld(text) for text in melds]
    last = lying[-1]
    source = last.source if last.type in (MeldType.CHI, MeldType.PON, MeldType.DAIMINKAN) else None
    return attaches(Call(last.type, S, last.tiles[0], source), lying, options)


def law(**changes: object) -> Options:
    return Options(sekinin_barai=SekininBarai(yakuman=("daisangen", "daisuushii", "suukantsu"), **changes))  # type: ignore[arg-type]


def test_who_feeds_the_third_dragon_is_liable_for_daisangen() -> None:
    assert after("pon 555z west", "pon 777z east", "pon 666z north") == [Liability("daisangen", N)]


def test_who_feeds_the_second_dragon_is_not_liable() -> None:
    assert after("pon 555z west", "pon 222s east", "pon 666z north") == []


def test_a_call_of_something_else_after_the_third_dragon_makes_nobody_liable() -> None:
    assert after("pon 555z west", "pon 777z east", "pon 666z north", "pon 222s east") == []
    assert after("pon 555z west", "pon 777z east", "pon 666z north", "chi 234s east") == []


def test_who_feeds_the_fourth_wind_is_liable_for_daisuushii() -> None:
    assert after("pon 111z west", "pon 222z west", "pon 333z east", "pon 444z north") == [Liability("daisuushii", N)]
    assert after("pon 111z west", "pon 222z west", "pon 333z east") == []


def test_a_daiminkan_of_the_last_set_counts_like_a_pon() -> None:
    assert after("pon 555z west", "pon 777z east", "daiminkan 6666z north") == [Liability("daisangen", N)]


def test_a_daiminkan_of_the_last_set_makes_nobody_liable_where_a_kan_does_not_complete_it() -> None:
    by_pon_only = law(completed_by_kan=False)
    assert after("pon 555z west", "pon 777z east", "daiminkan 6666z north", options=by_pon_only) == []
    assert after("pon 555z west", "pon 777z east", "pon 666z north", options=by_pon_only) == [Liability("daisangen", N)]


def test_without_completion_by_kan_the_fourth_kan_still_makes_its_feeder_liable() -> None:
    kans = ("ankan 5555z", "daiminkan 7777z east", "ankan 1111m", "daiminkan 6666z north")
    assert after(*kans, options=law(completed_by_kan=False)) == [Liability("suukantsu", N)]


def test_earlier_ankans_count() -> None:
    assert after("ankan 5555z", "pon 777z east", "pon 666z north") == [Liability("daisangen", N)]


def test_earlier_ankans_do_not_count_where_only_called_sets_do() -> None:
    called_only = law(concealed_sets_count=False)
    assert after("ankan 5555z", "pon 777z east", "pon 666z north", options=called_only) == []
    assert (
        after(
            "ankan 1111m", "daiminkan 2222m east", "daiminkan 3333m east", "daiminkan 4444m north", options=called_only
        )
        == []
    )


def test_ankans_can_count_for_four_kans_alone() -> None:
    kans = law(concealed_sets_count=("suukantsu",))
    assert after("ankan 5555z", "pon 777z east", "pon 666z north", options=kans) == []
    four = ("ankan 1111m", "daiminkan 2222m east", "ankan 3333m", "daiminkan 4444m north")
    assert after(*four, options=kans) == [Liability("suukantsu", N)]


def test_an_ankan_as_the_last_set_makes_nobody_liable() -> None:
    assert after("pon 555z west", "pon 777z east", "ankan 6666z") == []


def test_an_earlier_pon_made_a_shouminkan_still_counts() -> None:
    assert after("shouminkan 5555z west", "pon 777z east", "pon 666z north") == [Liability("daisangen", N)]


def test_a_shouminkan_makes_nobody_newly_liable() -> None:
    assert after("pon 555z west", "pon 777z east", "shouminkan 6666z north") == []
    assert after("ankan 1111m", "ankan 2222m", "ankan 3333m", "shouminkan 4444m east") == []


def test_who_feeds_the_fourth_kan_is_liable_for_suukantsu() -> None:
    assert after("ankan 1111m", "shouminkan 2222m west", "daiminkan 3333m east", "daiminkan 4444m north") == [
        Liability("suukantsu", N)
    ]


def test_who_feeds_the_third_kan_is_not_liable() -> None:
    assert after("ankan 1111m", "pon 222m west", "daiminkan 3333m east", "daiminkan 4444m north") == []


def test_one_call_can_make_its_feeder_liable_for_two_yakuman() -> None:
    kans = ("ankan 5555z", "daiminkan 7777z east", "ankan 1111m", "daiminkan 6666z north")
    assert after(*kans) == [Liability("daisangen", N), Liability("suukantsu", N)]


@pytest.mark.parametrize(
    ("yakuman", "melds"),
    [
        ("daisangen", ("pon 555z west", "pon 777z east", "pon 666z north")),
        ("daisuushii", ("pon 111z west", "pon 222z west", "pon 333z east", "pon 444z north")),
        ("suukantsu", ("ankan 1111m", "ankan 2222m", "ankan 3333m", "daiminkan 4444m east")),
    ],
)
def test_a_yakuman_that_the_ruleset_does_not_name_makes_nobody_liable(yakuman: str, melds: tuple[str, ...]) -> None:
    others = tuple(name for name in ALL_THREE.sekinin_barai.yakuman if name != yakuman)
    assert len(after(*melds)) == 1
    assert after(*melds, options=Options(sekinin_barai=SekininBarai(yakuman=others))) == []


def test_a_chi_is_never_a_set_of_winds_or_dragons() -> None:
    assert attaches(Call(MeldType.CHI, S, parse_tile("4m"), E), [meld("chi 234m east")], ALL_THREE) == []
