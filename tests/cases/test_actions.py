"""Actions as text: each is written as a line of a play, and read back as itself."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest

import kanrules
from kanrules import (
    Action,
    Ankan,
    Chi,
    Daiminkan,
    Discard,
    Draw,
    Kita,
    Kyuushu,
    Pass,
    Pon,
    Ron,
    Seat,
    Shouminkan,
    Tsumo,
    UnreadableError,
    parse_action,
)
from kanrules.pieces.tiles import KIND, SEATS, TILES, parse_tile


def every_action() -> list[Action]:
    """All actions that there are."""
    found: list[Action] = [Pass()]
    for seat in SEATS:
        found += [Draw(seat), Kita(seat), Ron(seat), Tsumo(seat), Kyuushu(seat), Pass(seat)]
        for tile in range(TILES):
            found += [Draw(seat, tile), Daiminkan(seat, tile), Ankan(seat, tile), Shouminkan(seat, tile)]
            found += [Discard(seat, tile, drawn, riichi) for drawn, riichi in product((False, True), repeat=2)]
            same = [other for other in range(TILES) if KIND[other] == KIND[tile]]
            found += [Pon(seat, tile, (first, second)) for first, second in product(same, repeat=2)]
            if KIND[tile] < 27:
                near = [other for other in range(TILES) if 0 < abs(KIND[other] - KIND[tile]) <= 2]
                found += [Chi(seat, tile, (first, second)) for first, second in product(near, repeat=2)]
    return found


def test_every_action_is_read_back_from_its_text() -> None:
    actions = every_action()
    assert [parse_action(str(action)) for action in actions] == actions
    assert len({str(action) for action in actions}) == len(set(actions))


@pytest.mark.parametrize(
    ("text", "action"),
    [
        ("east discards 1m drawn", Discard(Seat.EAST, 0, tsumogiri=True)),
        ("  east   discards 1m hand ", Discard(Seat.EAST, 0)),
        ("north riichi 7z drawn", Discard(Seat.NORTH, 33, True, True)),
        ("south draws", Draw(Seat.SOUTH)),
        ("south kakan 5p", Shouminkan(Seat.SOUTH, parse_tile("5p"))),
        ("south pon 5p with 50p", Pon(Seat.SOUTH, parse_tile("5p"), (parse_tile("0p"), parse_tile("5p")))),
        ("south chi 3m with 21m", Chi(Seat.SOUTH, 2, (0, 1))),
        ("everyone passes", Pass()),
    ],
)
def test_an_action_is_written_as_a_line_of_a_play(text: str, action: Action) -> None:
    assert parse_action(text) == action


@pytest.mark.parametrize(
    "text", ["", "east", "east discards", "east flies 1m", "!east ankan 1m", "referee finds east", "south chi 3m",
             "south pon 5p with 5p", "everyone ron", "Ost discards 1m", "east discards 10m", "east ron 1m",
             "east discards 1m twice"],
)  # fmt: skip
def test_what_is_no_action_is_quoted_with_what_was_expected(text: str) -> None:
    with pytest.raises(UnreadableError) as caught:
        parse_action(text)
    assert text.strip() in str(caught.value)


def test_only_text_is_read() -> None:
    with pytest.raises(TypeError, match="parse_action reads text, not int"):
        parse_action(7)  # type: ignore[arg-type]


def test_the_two_tiles_of_a_call_lie_sorted_however_they_are_given() -> None:
    red, five, four, six = map(parse_tile, ("0m", "5m", "4m", "6m"))
    assert Pon(Seat.SOUTH, five, (five, red)) == Pon(Seat.SOUTH, five, (red, five))
    assert Pon(Seat.SOUTH, five, (five, red)).using == (red, five)
    assert Chi(Seat.SOUTH, four, (six, red)).using == (red, six)


@pytest.mark.parametrize(
    ("made", "error", "says"),
    [
        (lambda: Ankan(Seat.EAST, 99), UnreadableError, "99 is not a tile"),
        (lambda: Discard(Seat.EAST, -1), UnreadableError, "-1 is not a tile"),
        (lambda: Ankan("east", 1), TypeError, "'east' is not a seat"),
        (lambda: Draw(0), TypeError, "0 is not a seat"),
        (lambda: Pass("south"), TypeError, "'south' is not a seat"),
        (lambda: Draw(Seat.EAST, "1m"), TypeError, "'1m' is not a tile"),
        (lambda: Chi(Seat.EAST, 1, (2,)), TypeError, "two tiles"),
        (lambda: Pon(Seat.EAST, 1, (1, 70)), UnreadableError, "70 is not a tile"),
        (lambda: Ron(None), TypeError, "None is not a seat"),
    ],
)
def test_no_action_is_made_of_what_is_no_seat_and_no_tile(made: Any, error: type[Exception], says: str) -> None:
    with pytest.raises(error, match=says):
        made()


def test_reader_and_alias_stand_beside_each_other_at_the_door() -> None:
    assert {"Action", "parse_action"} <= set(kanrules.__all__)
    assert isinstance(Draw(Seat.EAST), Action)
