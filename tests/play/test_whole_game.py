"""`Game`: hands follow each other by renchan, honba and sticks until [game] ends it, and the points add up."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path
from random import Random

import pytest

from kanrules import Game, Kyoku, Seat, load_ruleset
from kanrules.law.game import Deal
from kanrules.pieces.actions import Action, Discard, Draw, Pass, Ron, Tsumo


def play(kyoku: Kyoku, choice: Random) -> None:
    """Plays a hand to its end: wins are taken, tiles discarded as drawn or at random, nothing is called."""
    while kyoku.outcome is None:
        actions: list[Action] = kyoku.legal_actions()
        wins = [one for one in actions if isinstance(one, (Ron, Tsumo))]
        quiet = [one for one in actions if isinstance(one, (Discard, Draw, Pass))]
        kyoku.push(wins[0] if wins else choice.choice(quiet or actions))


def finish(game: Game, seed: int) -> list[tuple[int, int, int]]:
    choice, seen = Random(seed), []
    while not game.over:
        seen.append((game.deal.wind, game.deal.dealer, game.deal.honba))
        play(game.kyoku, choice)
        game.next()
    return seen


@pytest.mark.parametrize("name", ["ema-2025", "m-league", "tenhou", "jpml-a-2026", "tori-casual"])
def test_a_game_is_played_to_its_end_and_its_points_add_up(name: str) -> None:
    for seed in range(3):
        game = Game(name, seed=seed)
        seen = finish(game, seed)
        assert game.over and game.ended is not None
        assert sorted(game.places()) == [1, 2, 3, 4] or game.rules.game.ties == "share"
        lost = 1000 * game.sticks if game.rules.game.sticks_left == "lost" else 0
        assert sum(game.final_points()) == -lost
        assert sum(game.scores) + 1000 * game.sticks == 4 * game.rules.game.start_points
        for before, after in pairwise(seen):
            assert after[:2] == before[:2] or after[0] * 4 + after[1] == before[0] * 4 + before[1] + 1


def test_the_same_seed_is_the_same_game() -> None:
    first, second = Game("ema-2025", seed=7), Game("ema-2025", seed=7)
    assert finish(first, 1) == finish(second, 1)
    assert first.final_points() == second.final_points()


def test_players_stay_and_seats_move() -> None:
    game, choice = Game("ema-2025", seed=3), Random(5)
    assert game.player(Seat.EAST) == 0 and game.seat(3) is Seat.NORTH
    while game.deal.dealer == 0:
        play(game.kyoku, choice)
        game.next()
    assert game.player(Seat.EAST) == 1 and game.seat(0) is Seat.NORTH


def test_next_waits_for_the_end_of_the_hand_and_stops_at_the_end_of_the_game() -> None:
    game = Game("ema-2025", seed=1)
    with pytest.raises(ValueError, match="the hand is not over"):
        game.next()
    with pytest.raises(ValueError, match="the game is not over"):
        game.final_points()
    assert not game.may_stop
    finish(game, 1)
    with pytest.raises(ValueError, match="the game is over"):
        game.next()


def test_a_partial_ruleset_is_refused_unless_asked_for() -> None:
    with pytest.raises(ValueError, match="partial"):
        Game("km-1")
    assert not Game("km-1", partial=True).over


def test_a_ruleset_may_be_given_by_name_path_or_itself(tmp_path: Path) -> None:
    path = tmp_path / "club.toml"
    path.write_text('[ruleset]\nid = "club"\nextends = "ema-2016"\n[game]\nstart_points = 20000\n', encoding="utf-8")
    assert Game(path).scores == (20000,) * 4
    assert Game(load_ruleset(path)).scores == (20000,) * 4


LAST_WIN = """
[[case]]
name = "The dealer of the last hand wins by tsumo"
[case.given]
hands = { east = "123m456m789m11s23p" }
turn = "east"
live = "1p"
scores = { east = 30000 }
[case.play]
lines = "east draws 1p"
"""


def test_a_dealer_may_stop_only_where_the_book_leaves_it_to_the_dealer() -> None:
    for yame, may in (("off", False), ("optional", True)):
        rules = load_ruleset("ema-2016").with_options({"game.agari_yame": yame})
        game = Game(rules, seed=1)
        game.deal = Deal(1, 3, 0, 0, game.scores)
        game.kyoku = Kyoku.from_case(LAST_WIN, rules)
        game.kyoku.push(Draw(Seat.EAST, game.kyoku.live[-1]))
        assert not game.may_stop
        game.kyoku.push(Tsumo(Seat.EAST))
        assert game.may_stop is may
        if may:
            game.next(stop=True)
            assert game.ended == "dealer_stops" and game.places()[3] == 1
        else:
            with pytest.raises(ValueError, match="may not stop"):
                game.next(stop=True)
            game.next()
            assert not game.over and game.deal.dealer == 3 and game.deal.honba == 1


def test_a_chombo_after_uma_takes_points_from_the_final_result_alone() -> None:
    game = Game("ema-2025", seed=2)
    finish(game, 2)
    before, places = game.final_points(), game.places()
    game.lost[1] += 20000
    assert game.final_points() == (before[0], before[1] - 20000, before[2], before[3])
    assert game.places() == places


def test_a_chombo_before_uma_takes_the_place_too() -> None:
    game = Game(load_ruleset("ema-2025").with_options({"chombo.pays": "before_uma", "chombo.points": 12000}), seed=2)
    finish(game, 2)
    first = game.places().index(1)
    game.lost[first] += 80000
    assert game.places()[first] == 4
