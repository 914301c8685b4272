"""What a set of tiles cannot hold is refused by whatever takes tiles, red fives in a kan included."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from kanrules import Seat, UnreadableError, pay, riichi_kan, score

HAND = "123m456p78s22z"
"""With a kan of fives, this hand waits for 9s and 6s."""


def scored(kan: str, rules: str) -> object:
    return score(HAND, "9s", rules=rules, melds=[kan], seat=Seat.SOUTH, round_wind=Seat.EAST, tsumo=True, rinshan=True)


def paid(kan: str, rules: str) -> object:
    return pay(f"south: {HAND}, {kan}, rinshan", rules=rules, win="9s")


DOORS: dict[str, Callable[[str, str], object]] = {"score": scored, "pay": paid}


@pytest.mark.parametrize("door", DOORS)
@pytest.mark.parametrize(
    ("kan", "words"), [("ankan 5555m", "not red; write a red five as 0m"), ("ankan 0055m", "2 × 0m")]
)
def test_a_kan_of_fives_has_the_red_fives_of_the_set(door: str, kan: str, words: str) -> None:
    with pytest.raises(UnreadableError, match=words):
        DOORS[door](kan, "tenhou")
    DOORS[door]("ankan 0555m", "tenhou")


@pytest.mark.parametrize("door", DOORS)
@pytest.mark.parametrize("kan", ["ankan 5555m", "ankan 0555m"])
def test_without_red_fives_a_red_five_stands_for_an_ordinary_one(door: str, kan: str) -> None:
    DOORS[door](kan, "ema-2016")


def test_a_set_with_two_red_fives_of_one_suit_has_both_in_a_kan() -> None:
    from kanrules import load_ruleset

    four = load_ruleset("tenhou").with_options({"scoring.red_fives": 4})
    for kan, fits in (("ankan 0055p", True), ("ankan 0555p", False), ("ankan 0055s", False)):
        hand = "123m456m78s22z"
        arguments = {"melds": [kan], "seat": Seat.SOUTH, "round_wind": Seat.EAST, "tsumo": True, "rinshan": True}
        if fits:
            assert score(hand, "9s", rules=four, **arguments) is not None  # type: ignore[arg-type]  # a mapping
        else:
            with pytest.raises(UnreadableError):
                score(hand, "9s", rules=four, **arguments)  # type: ignore[arg-type]  # a mapping


@pytest.mark.parametrize("tile", ["indicators", "ura"])
def test_an_indicator_is_a_tile_of_the_set(tile: str) -> None:
    with pytest.raises(UnreadableError, match="5 copies of 1m"):
        score(
            "111123m456p22z99s",
            "9s",
            rules="tenhou",
            seat=Seat.SOUTH,
            round_wind=Seat.EAST,
            riichi=True,
            **{tile: "1m"},
        )  # type: ignore[arg-type]  # one of two names


def test_a_kan_in_riichi_that_names_red_fives_has_those_of_the_set() -> None:
    assert riichi_kan("0555m123456p789s", "9s", kan="5m", rules="tenhou").code
    for hand in ("0055m123456p789s", "0005m123456p789s"):
        with pytest.raises(UnreadableError, match="the set has 1"):
            riichi_kan(hand, "9s", kan="5m", rules="tenhou")


def test_a_robbed_north_is_one_tile_and_not_four() -> None:
    """A north that was set aside is robbed alone; the winner may hold others."""
    answer = pay("south: 123p456p789s11s44z, chankan", "east", rules="tenhou-3p", win="4z")
    assert str(answer.winners[0].seat) == "south"
    with pytest.raises(UnreadableError, match="copies of 4z with the robbed kan"):
        pay("south: 123p456p789s11s44z, chankan", "east", rules="tenhou", win="4z")
