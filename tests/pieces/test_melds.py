"""How melds lie before their player: which tile is turned, which lies on it, which two of an ankan are face down."""

from __future__ import annotations

import pytest

from kanrules.pieces.melds import AnkanDisplay, Facing, Meld, MeldType
from kanrules.pieces.melds_text import parse_meld
from kanrules.pieces.tiles import NAMES, SEATS, Seat, format_tiles

LEFT, OPPOSITE, RIGHT = Seat.EAST, Seat.NORTH, Seat.WEST
"""The other players as south sees them."""


def lies(meld: Meld, display: AnkanDisplay = AnkanDisplay.OUTER_DOWN) -> str:
    """South's meld from left to right: `<5p>` turned, `+5p` on the turned one, `[]` face down."""
    forms = {Facing.UPRIGHT: "{}", Facing.TURNED: "<{}>", Facing.STACKED: "+{}", Facing.DOWN: "[]"}
    return " ".join(forms[laid.facing].format(NAMES[laid.tile]) for laid in meld.laid(Seat.SOUTH, display))


def meld(text: str) -> Meld:
    return parse_meld(text, Seat.SOUTH)


def test_an_ankan_lies_with_its_two_outer_tiles_face_down_or_its_two_inner_ones() -> None:
    assert lies(meld("ankan 1111z")) == "[] 1z 1z []"
    assert lies(meld("ankan 1111z"), AnkanDisplay.MIDDLE_DOWN) == "1z [] [] 1z"


@pytest.mark.parametrize("display", AnkanDisplay)
@pytest.mark.parametrize("text", ["ankan 5550p", "ankan 5500p", "ankan 0555p"])
def test_a_red_five_of_an_ankan_is_to_be_seen(text: str, display: AnkanDisplay) -> None:
    assert "0p" in lies(meld(text), display)
    assert sorted(laid.tile for laid in meld(text).laid(Seat.SOUTH, display)) == sorted(meld(text).tiles)


@pytest.mark.parametrize(
    ("source", "tiles"),
    [(LEFT, "<9p> 9p 9p 9p"), (OPPOSITE, "9p <9p> 9p 9p"), (RIGHT, "9p 9p 9p <9p>")],
)
def test_the_turned_tile_of_a_daiminkan_points_to_whom_it_came_from(source: Seat, tiles: str) -> None:
    assert lies(meld(f"daiminkan 9999p from {source}")) == tiles


@pytest.mark.parametrize(("source", "tiles"), [(LEFT, "<0p> 5p 5p"), (OPPOSITE, "5p <0p> 5p"), (RIGHT, "5p 5p <0p>")])
def test_the_called_tile_of_a_pon_is_the_turned_one(source: Seat, tiles: str) -> None:
    assert lies(meld(f"pon 055p from {source}")) == tiles


@pytest.mark.parametrize(
    ("source", "tiles"),
    [(LEFT, "<5p> +0p 5p 5p"), (OPPOSITE, "5p <5p> +0p 5p"), (RIGHT, "5p 5p <5p> +0p")],
)
def test_the_tile_added_to_a_pon_lies_on_its_turned_tile(source: Seat, tiles: str) -> None:
    assert lies(meld(f"shouminkan 5550p from {source}")) == tiles


def test_a_chi_has_the_called_tile_turned_at_its_left_end() -> None:
    assert lies(meld("chi 324m")) == "<3m> 2m 4m"


@pytest.mark.parametrize("seat", SEATS)
@pytest.mark.parametrize("word", [MeldType.PON, MeldType.DAIMINKAN, MeldType.SHOUMINKAN])
def test_one_tile_of_an_open_meld_is_turned_and_none_is_lost(seat: Seat, word: MeldType) -> None:
    for source in SEATS:
        if source is not seat:
            called = parse_meld(f"{word} {'7' * (3 if word is MeldType.PON else 4)}s from {source}", seat)
            laid = called.laid(seat)
            assert [one.facing for one in laid].count(Facing.TURNED) == 1
            assert [one.facing for one in laid].count(Facing.STACKED) == (word is MeldType.SHOUMINKAN)
            assert format_tiles([one.tile for one in laid]) == format_tiles(called.tiles)
