"""The end of a game: which hand comes next, when it is the last one, and what the places are worth."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kanrules.law.final_points import final, floating, oka, order, places, shares, thousands, uma
from kanrules.law.game import Deal, GameEnd, PlayedHand, end, first_deal, next_deal
from kanrules.law.options import (
    Bust,
    Extension,
    ExtensionEnds,
    FinalRounding,
    Floating,
    GameLength,
    GameTable,
    SticksLeft,
    Ties,
    UmaBy,
    Yame,
)
from kanrules.pieces.events import ResultType
from kanrules.pieces.tiles import SEATS, Seat
from kanrules.ruleset.keys import Takes, keys
from kanrules.ruleset.model import build_options
from tests.play.whole_games import game_signature

TENHOU = GameTable(
    uma=(20000, 10000, -10000, -20000),
    goal_points=30000,
    extension=Extension.ONE_WIND,
    agari_yame=Yame.AUTOMATIC,
    tenpai_yame=Yame.AUTOMATIC,
    bust=Bust.BELOW_ZERO,
    final_rounding=FinalRounding.THOUSANDS,
)
M_LEAGUE = GameTable(uma=(30000, 10000, -10000, -30000), ties=Ties.SHARE)
EMA = GameTable(start_points=30000, return_points=30000, ties=Ties.SHARE)
JPML = GameTable(
    start_points=30000,
    return_points=30000,
    uma_by=UmaBy.FLOATING,
    floating=Floating(
        (
            (0, 0, 0, 0),
            (12000, -1000, -3000, -8000),
            (8000, 4000, -4000, -8000),
            (8000, 3000, 1000, -12000),
            (0, 0, 0, 0),
        )
    ),
)


# --- final points -----------------------------------------------------------------------------------------------------


def test_the_final_points_of_an_m_league_game_are_those_that_were_published() -> None:
    # Worked at https://subculture-fighting.com/4138: 37,000, 27,300, 23,800 and 11,900 are +57.0, +7.3, -16.2, -48.1.
    assert final((37000, 27300, 23800, 11900), M_LEAGUE).points == (57000, 7300, -16200, -48100)


def test_oka_is_four_times_the_difference_of_return_and_start() -> None:
    # M.League: 25,000 and 30,000 make 20 points, https://note.com/_mikosuki/n/nf4277e8a07a8.
    assert oka(M_LEAGUE) == 20000
    assert oka(EMA) == 0


def test_the_first_takes_oka_and_uma_the_others_their_uma() -> None:
    found = final((10000, 20000, 30000, 40000), M_LEAGUE)
    assert found.places == (4, 3, 2, 1)
    assert found.bonus == (-30000, -10000, 10000, 50000)
    assert found.points == (-50000, -20000, 10000, 60000)


def test_of_an_uma_for_another_number_of_players_the_outer_places_count_and_the_inner_bring_nothing() -> None:
    four, three = GameTable(uma=(15000, 5000, -5000, -15000)), GameTable(uma=(10000, 0, -10000))
    assert uma((40000, 35000, 30000), four) == (15000, 0, -15000)
    assert uma((40000, 30000, 20000, 10000), three) == (10000, 0, 0, -10000)


def test_of_equal_scores_the_nearer_to_the_first_dealer_is_higher() -> None:
    assert places((25000, 25000, 25000, 25000), Ties.SEAT) == (1, 2, 3, 4)
    assert places((20000, 30000, 30000, 20000), Ties.SEAT) == (3, 1, 2, 4)


def test_shared_places_share_what_belongs_to_them() -> None:
    assert places((20000, 30000, 30000, 40000), Ties.SHARE) == (4, 2, 2, 1)
    assert final((20000, 30000, 30000, 40000), EMA).bonus == (-15000, 0, 0, 15000)
    assert final((35000, 35000, 25000, 25000), EMA).bonus == (10000, 10000, -10000, -10000)
    assert final((30000, 30000, 30000, 30000), EMA).bonus == (0, 0, 0, 0)


def test_shared_first_places_share_the_oka_and_the_sticks_too() -> None:
    # M.League shares both between the tied: (50 + 10) / 2.
    assert final((30000, 30000, 20000, 20000), M_LEAGUE).bonus == (30000, 30000, -20000, -20000)
    assert final((29000, 29000, 20000, 20000), M_LEAGUE, sticks=2).bonus == (31000, 31000, -20000, -20000)


def test_what_is_left_of_shared_hundreds_goes_to_the_nearest_to_the_first_dealer() -> None:
    # GGHK 2023, the end of a hanchan, 5: of three who tie, 1000 is 400, 300, 300 and 2000 is 800, 600, 600.
    assert shares(1000, 3) == (400, 300, 300)
    assert shares(2000, 3) == (800, 600, 600)
    assert shares(-10000, 3) == (-3200, -3400, -3400)
    found = final((10000, 29700, 29700, 29600), replace(EMA, uma=(15000, 5100, -5100, -15000)), sticks=1)
    assert found.bonus == (-15000, 10600, 10500, -5100)


@pytest.mark.parametrize(
    ("scores", "above", "points"),
    [
        ((45000, 28000, 25000, 22000), 1, (27000, -3000, -8000, -16000)),
        ((45000, 31000, 25000, 19000), 2, (23000, 5000, -9000, -19000)),
        ((40000, 33000, 31000, 16000), 3, (18000, 6000, 2000, -26000)),
    ],
)
def test_floating_uma_goes_by_how_many_stand_above_the_start(scores: Any, above: int, points: Any) -> None:
    # JPML A: one above +12 -1 -3 -8, two +8 +4 -4 -8, three +8 +3 +1 -12.
    assert floating(scores, JPML) == above
    assert final(scores, JPML).points == points


def test_who_has_exactly_the_start_stands_above_it_only_where_the_book_says_so() -> None:
    scores = (40000, 30000, 26000, 24000)
    assert floating(scores, JPML) == 2
    assert floating(scores, replace(JPML, at_start_counts=False)) == 1


@pytest.mark.parametrize(("score", "rounded"), [(28500, 29000), (-11500, -12000), (499, 0), (-499, 0), (-500, -1000)])
def test_thousands_are_rounded_half_away_from_zero(score: int, rounded: int) -> None:
    assert thousands(score) == rounded


def test_the_first_takes_what_rounding_leaves() -> None:
    # It is the score that is rounded, as Tenhou's records show: 28.5 counts 29, 24.5 counts 25, and -11.5 counts -12.
    found = final((43500, 28500, 24500, 3500), TENHOU)
    assert found.points == (52000, 9000, -15000, -46000)
    assert final((62500, 25500, 23500, -11500), TENHOU).points == (72000, 6000, -16000, -62000)


def test_sticks_that_are_left_go_to_the_first_and_change_no_place() -> None:
    assert final((30000, 29500, 20000, 18500), EMA, sticks=2).points[0] == 30000 - 30000 + 15000 + 2000
    lost = replace(EMA, sticks_left=SticksLeft.LOST)
    assert final((30000, 29500, 20000, 18500), lost, sticks=2).points[0] == 15000
    assert final((29500, 30000, 20000, 18500), EMA, sticks=2).places == (2, 1, 3, 4)


def test_a_penalty_before_uma_changes_places_and_one_after_does_not() -> None:
    scores = (40000, 35000, 25000, 20000)
    before = final(scores, EMA, before_uma=(12000, 0, 0, 0))
    assert before.places == (2, 1, 3, 4) and before.points == (3000, 20000, -10000, -25000)
    after = final(scores, EMA, after_uma=(20000, 0, 0, 0))
    assert after.places == (1, 2, 3, 4) and after.points == (5000, 10000, -10000, -25000)


SCORES = st.tuples(*[st.integers(-300, 1000).map(lambda n: 100 * n)] * 4)
LAWS = st.sampled_from([TENHOU, M_LEAGUE, EMA, JPML, replace(TENHOU, ties=Ties.SHARE), replace(JPML, ties=Ties.SHARE)])


@given(SCORES, LAWS, st.integers(0, 4))
def test_final_points_make_neither_more_nor_less_of_what_was_won(scores: Any, law: GameTable, sticks: int) -> None:
    found = final(scores, law, sticks=sticks)
    assert sum(found.points) == sum(scores) + 1000 * sticks - 4 * law.start_points
    assert sorted(order(scores), key=lambda player: found.places[player]) == list(order(scores))


# --- which hand comes next --------------------------------------------------------------------------------------------


def hand(scores: Any, how: ResultType = ResultType.RON, *, keeps: bool = False, tenpai: bool = False) -> PlayedHand:
    won = keeps and how in (ResultType.RON, ResultType.TSUMO)
    return PlayedHand(how, keeps, won, tenpai, 0, 0, scores)


def test_a_game_begins_in_east_one_with_the_starting_points() -> None:
    assert first_deal(EMA) == Deal(0, 0, 0, 0, (30000, 30000, 30000, 30000))


def test_a_dealer_who_stays_deals_again_and_after_the_fourth_the_wind_turns() -> None:
    deal, scores = Deal(0, 2, 0, 0, (25000,) * 4), (25000, 26000, 24000, 25000)
    kept = PlayedHand(ResultType.EXHAUSTIVE_DRAW, True, False, True, 1, 2, scores)
    assert next_deal(deal, kept) == Deal(0, 2, 1, 2, scores)
    following = next_deal(deal, replace(kept, dealer_keeps=False))
    assert (following.wind, following.dealer, following.number, following.round_wind) == (0, 3, 4, Seat.EAST)
    south = next_deal(following, replace(kept, dealer_keeps=False))
    assert (south.wind, south.dealer, south.round_wind) == (1, 0, Seat.SOUTH)


def test_players_stay_and_seats_move_with_the_deal() -> None:
    deal = Deal(0, 2, 0, 0, (1, 2, 3, 4))
    assert [deal.player(seat) for seat in SEATS] == [2, 3, 0, 1]
    assert [deal.seat(player) for player in range(4)] == [Seat.WEST, Seat.NORTH, Seat.EAST, Seat.SOUTH]
    assert deal.by_seat() == (3, 4, 1, 2)


# --- when a game ends -------------------------------------------------------------------------------------------------

AHEAD = (40000, 30000, 20000, 10000)
LEVEL = (29000, 26000, 24000, 21000)
LAST = (10000, 20000, 30000, 40000)


@pytest.mark.parametrize(("length", "wind"), [("tonpuusen", 0), ("hanchan", 1), ("issou", 3)])
def test_the_last_dealers_hand_in_the_last_wind_ends_the_game(length: str, wind: int) -> None:
    law = replace(EMA, length=GameLength(length))
    assert end(Deal(wind, 3, 0, 0, AHEAD), hand(AHEAD), law) is GameEnd.LAST_HAND
    assert end(Deal(wind, 2, 0, 0, AHEAD), hand(AHEAD), law) is None
    assert end(Deal(wind, 3, 0, 0, AHEAD), hand(AHEAD, keeps=True), law) is None


def test_without_the_goal_another_wind_is_played() -> None:
    assert end(Deal(1, 3, 0, 0, LEVEL), hand(LEVEL), TENHOU) is None
    assert end(Deal(1, 3, 0, 0, AHEAD), hand(AHEAD), TENHOU) is GameEnd.LAST_HAND
    assert end(Deal(1, 3, 0, 0, LEVEL), hand(LEVEL), replace(TENHOU, extension=Extension.NONE)) is GameEnd.LAST_HAND


def test_in_the_extension_any_hand_with_the_goal_ends_the_game_or_only_one_after_which_the_deal_moves_on() -> None:
    deal, again = Deal(2, 0, 0, 0, LEVEL), hand(AHEAD, ResultType.EXHAUSTIVE_DRAW, keeps=True)
    waits = replace(TENHOU, extension_ends=ExtensionEnds.NOT_WHILE_DEALER_REPEATS)
    assert end(deal, again, TENHOU) is GameEnd.GOAL
    assert end(deal, again, waits) is None
    assert end(deal, hand(AHEAD), waits) is GameEnd.GOAL
    assert end(deal, hand(LEVEL), TENHOU) is None


def test_the_last_hand_of_the_extension_ends_the_game_whatever_the_scores() -> None:
    assert end(Deal(2, 3, 0, 0, LEVEL), hand(LEVEL), TENHOU) is GameEnd.EXTENSION_OVER
    assert end(Deal(2, 3, 0, 0, LEVEL), hand(LEVEL, keeps=True), TENHOU) is None


def test_agari_yame_ends_the_game_when_the_dealer_wins_the_last_hand_and_is_first_with_the_goal() -> None:
    deal = Deal(1, 3, 0, 0, LEVEL)
    assert end(deal, hand(LAST, keeps=True), TENHOU) is GameEnd.DEALER_STOPS
    assert end(Deal(1, 2, 0, 0, LEVEL), hand((10000, 20000, 40000, 30000), keeps=True), TENHOU) is None
    assert end(deal, hand(AHEAD, keeps=True), TENHOU) is None
    assert end(deal, hand((20000, 25000, 26000, 29000), keeps=True), TENHOU) is None
    assert end(deal, hand((40000, 10000, 10000, 40000), keeps=True), TENHOU) is None, "of equal scores north is last"


def test_a_dealer_who_may_stop_is_asked() -> None:
    deal, law = Deal(1, 3, 0, 0, LEVEL), replace(TENHOU, agari_yame=Yame.OPTIONAL)
    assert end(deal, hand(LAST, keeps=True), law) is None
    assert end(deal, hand(LAST, keeps=True), law, stop=True) is GameEnd.DEALER_STOPS
    for played in (hand(AHEAD, keeps=True), hand(LAST)):
        with pytest.raises(ValueError, match="may not stop"):
            end(deal, played, law, stop=True)


def test_tenpai_yame_is_of_an_exhaustive_draw_and_no_other() -> None:
    deal = Deal(1, 3, 0, 0, LEVEL)
    drawn = hand(LAST, ResultType.EXHAUSTIVE_DRAW, keeps=True, tenpai=True)
    assert end(deal, drawn, TENHOU) is GameEnd.DEALER_STOPS
    assert end(deal, drawn, replace(TENHOU, tenpai_yame=Yame.OFF)) is None
    assert end(deal, replace(drawn, dealer_tenpai=False), TENHOU) is None
    assert end(deal, hand(LAST, ResultType.SUUCHA_RIICHI, keeps=True), TENHOU) is None


def test_one_point_is_no_bust_where_zero_is() -> None:
    deal, law = Deal(0, 0, 0, 0, LEVEL), replace(EMA, bust=Bust.ZERO)
    assert end(deal, hand((1, 40_000, 40_000, 39_999)), law) is None
    assert end(deal, hand((0, 40_000, 40_000, 40_000)), law) is GameEnd.BUST


def test_a_bust_ends_the_game_below_zero_or_at_it() -> None:
    deal, nothing, debt = Deal(0, 0, 0, 0, LEVEL), (50000, 30000, 20000, 0), (50000, 30000, 20100, -100)
    at = {bust: [end(deal, hand(scores), replace(EMA, bust=bust)) for scores in (nothing, debt)] for bust in Bust}
    assert at == {
        Bust.PLAY_ON: [None, None],
        Bust.BELOW_ZERO: [None, GameEnd.BUST],
        Bust.ZERO: [GameEnd.BUST, GameEnd.BUST],
    }


def test_a_chombo_is_dealt_again_and_ends_no_game() -> None:
    for deal in (Deal(1, 3, 0, 0, LEVEL), Deal(2, 1, 0, 0, LEVEL)):
        assert end(deal, hand(AHEAD, ResultType.CHOMBO, keeps=True), TENHOU) is None


# --- the keys ---------------------------------------------------------------------------------------------------------

WITNESS: dict[str, Any] = {
    "game.goal_points": 30000,
    "game.extension": Extension.ONE_WIND,
    "game.uma": (20000, 10000, -10000, -20000),
}
"""Values under which the others make a difference."""
WORDS = ("game.time_limit", "game.after_time")
"""Keys for the players alone: there is no clock here."""
OTHERS: dict[str, list[Any]] = {
    "game.start_points": [25000, 30000],
    "game.return_points": [25000, 30000],
    "game.goal_points": [0, 30000, 32000],
    "game.uma": [(15000, 5000, -5000, -15000), (20000, 10000, -10000, -20000)],
    "game.floating": [JPML.floating, Floating()],
}


@pytest.mark.parametrize("name", [name for name in keys() if name.startswith("game.") and name not in WORDS])
def test_every_value_of_every_key_of_the_game_does_something(name: str) -> None:
    key = keys()[name]
    values = OTHERS.get(name) or [key.choice(value) if key.choice else value for value in key.allowed]
    more: dict[str, Any] = {}
    if name in ("game.floating", "game.at_start_counts"):
        more = {"game.uma_by": UmaBy.FLOATING, "game.floating": JPML.floating}
    if name == "game.uma_by":
        more = {"game.floating": JPML.floating}
    seen = [game_signature(build_options({**WITNESS, **more, name: value}).game) for value in values]
    assert len(values) > 1 and key.takes is not Takes.TEXT
    assert all(one != other for one, other in combinations(seen, 2)), name
