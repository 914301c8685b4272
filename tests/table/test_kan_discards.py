"""What a table tells plugins beside the tiles: who plays, which discard followed a kan, which kan turned an indicator,
where the wall was broken.
"""

from __future__ import annotations

import pickle

import pytest

from kanrules import Kyoku, Seat, UnreadableError, load_ruleset
from kanrules.cases.case import CaseBuilder, CaseError, parse_cases
from kanrules.cases.run import play_case
from kanrules.ruleset import Ruleset
from kanrules.table.snapshot import Table

EMA = load_ruleset("ema-2016")
CHAIN = {"hands": {"south": "111m999s"}, "turn": "south", "live": "1m", "rinshan": "9s 2z"}


def table(given: dict[str, object], *lines: str, rules: Ruleset = EMA) -> Table:
    return play_case(CaseBuilder("a table").given(**given).play(*lines).case(), rules).kyoku.table()


def test_a_discard_tells_which_kan_it_followed() -> None:
    seen = table(CHAIN, "south draws 1m", "south ankan 1m", "south discards 9s", "west draws 3z", "west discards 3z")
    assert seen.after_kan == ((), (1,), (0,), ())


def test_after_a_chain_of_kans_it_is_the_last_of_them() -> None:
    seen = table(CHAIN, "south ankan 1m", "south ankan 9s", "south discards 2z")
    assert seen.after_kan[Seat.SOUTH] == (2,)


def test_a_discard_of_a_later_turn_follows_no_kan() -> None:
    lines = ("south ankan 1m", "south discards 9s", "west discards 3z", "north discards 3z", "east discards 3z")
    seen = table(CHAIN, *lines, "south draws 4z", "south discards 4z")
    assert seen.after_kan[Seat.SOUTH] == (1, 0)


def test_a_discard_after_a_pon_follows_no_kan_of_another_player() -> None:
    given = {**CHAIN, "hands": {"south": "111m", "east": "22z"}, "rinshan": "2z"}
    seen = table(given, "south ankan 1m", "south discards 2z", "east pon 2z", "east discards 9p")
    assert seen.after_kan[Seat.EAST] == (0,)


def test_a_kita_after_a_kan_does_not_hide_it() -> None:
    rules = load_ruleset("tenhou-3p")
    given = {"hands": {"south": "111p4z"}, "turn": "south", "live": "1p"}
    seen = table(given, "south ankan 1p", "south kita", "south discards 9s", rules=rules)
    assert seen.after_kan == ((), (1,), ())


def test_an_indicator_tells_which_kan_turned_it_even_out_of_order() -> None:
    """The indicator of the open kan waits for the discard; that of the ankan on its replacement tile does not."""
    late = {"kandora.daiminkan": "discard_passed", "kandora.pending_on_next_kan": "keep"}
    given = {"hands": {"south": "555z999s"}, "turn": "east", "rinshan": "9s 2z"}
    lines = ("east draws 5z", "east discards 5z", "south daiminkan 5z", "south ankan 9s")
    assert table(given, *lines, rules=EMA.with_options(late)).indicator_kans == (0, 2)
    turned = table(given, *lines, "south discards 2z", "west draws 1p", rules=EMA.with_options(late))
    assert turned.indicator_kans == (0, 2, 1)


def test_the_text_of_a_table_keeps_all_of_it() -> None:
    late = EMA.with_options({"kandora.daiminkan": "discard_passed", "kandora.pending_on_next_kan": "keep"})
    given = {"hands": {"south": "555z999s"}, "turn": "east", "rinshan": "9s 2z", "wall_break": "east"}
    lines = ("east draws 5z", "east discards 5z", "south daiminkan 5z", "south ankan 9s", "south discards 2z")
    seen = table(given, *lines, "west draws 1p", rules=late)
    (case,) = parse_cases('[[case]]\nname = "again"\n[case.given]\n' + seen.text())
    again = Kyoku.from_case(case, late).table()
    assert (again.after_kan, again.indicator_kans, again.wall_break) == (((0,), (2,), (), ()), (0, 2, 1), Seat.EAST)


@pytest.mark.parametrize(
    ("given", "says"),
    [
        ({"rivers": {"south": ["5s kan:1m"]}}, "there is no completed kan of 1m by south"),
        ({"rivers": {"south": ["5s kan:xx"]}}, "5s kan:xx"),
        ({"turned_by": "1m"}, "0 indicators have been turned by kans, and turned_by names 1"),
    ],
)
def test_a_case_that_names_a_kan_that_is_not_there_is_refused(given: dict[str, object], says: str) -> None:
    with pytest.raises(CaseError, match=says):
        table(given)


@pytest.mark.parametrize("given", ["east", Seat.EAST])
def test_where_the_wall_was_broken_is_read_from_the_table(given: Seat | str) -> None:
    kyoku = Kyoku("ema-2016", seed=1, wall_break=given)
    assert kyoku.table().wall_break is Seat.EAST
    assert kyoku.copy().table().wall_break is Seat.EAST
    assert pickle.loads(pickle.dumps(kyoku)).table().wall_break is Seat.EAST
    assert Kyoku("ema-2016", seed=1).table().wall_break is None


def test_a_wall_is_broken_at_a_seat() -> None:
    with pytest.raises(UnreadableError, match="'middle' is not a seat"):
        Kyoku("ema-2016", seed=1, wall_break="middle")
    with pytest.raises(TypeError):
        Kyoku("ema-2016", seed=1, wall_break=1.5)  # type: ignore[arg-type]


def test_a_table_names_the_seats_that_play() -> None:
    assert Kyoku("ema-2016", seed=1).table().seats == (Seat.EAST, Seat.SOUTH, Seat.WEST, Seat.NORTH)
    assert Kyoku("tenhou-3p", seed=1).table().seats == (Seat.EAST, Seat.SOUTH, Seat.WEST)
