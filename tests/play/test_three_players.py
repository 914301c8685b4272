"""Hands and games of three: seats, walls, text, views, and what the places are worth."""

from __future__ import annotations

import random

import pytest

from kanrules import Kyoku, load_ruleset, score
from kanrules.corpus.other_rules import _worth
from kanrules.desk.worth import value_json, value_text
from kanrules.errors import UnreadableError
from kanrules.pieces.actions import Chi, Kita, Ron, Tsumo
from kanrules.pieces.setup import LEFT_OUT, THREE
from kanrules.pieces.tiles import KIND, Seat
from kanrules.play.game import Game

RULES = load_ruleset("tenhou-3p")


def test_the_tiles_of_three_are_all_somewhere_at_any_moment_and_the_points_stay_as_many() -> None:
    kitas = 0
    for seed in range(25):
        chance, kyoku = random.Random(seed), Kyoku(RULES, seed=seed)
        everything = sorted(THREE.tiles(2))
        assert kyoku.scores == [35000] * 3 and len(kyoku.live) == 55
        while kyoku.outcome is None:
            actions = kyoku.legal_actions()
            assert not any(isinstance(action, Chi) for action in actions)
            loved = [a for a in actions if isinstance(a, (Kita, Ron, Tsumo)) or a.word.endswith("kan")]
            kyoku.push(chance.choice(loved or actions))
            assert sorted(tile for tile in kyoku.census() if tile is not None) == everything
        kitas += sum(kyoku.kitas)
        assert sum(kyoku.scores) + 1000 * kyoku.sticks == 105000
    assert kitas > 30


def test_a_hand_of_three_is_text_at_any_moment_and_read_back_it_is_the_same() -> None:
    for seed in range(4):
        chance, kyoku = random.Random(seed), Kyoku(RULES, seed=seed)
        while kyoku.outcome is None:
            text = kyoku.text()
            again = Kyoku.from_text(text, RULES)
            assert again.text() == text and again.legal_actions() == kyoku.legal_actions()
            kyoku.push(chance.choice(kyoku.legal_actions()))


@pytest.mark.parametrize("seed", range(3))
def test_a_seat_of_three_sees_no_tile_of_the_others(seed: int) -> None:
    kyoku = Kyoku(RULES, seed=seed)
    view = kyoku.view(Seat.SOUTH)
    assert len(view.hands) == len(view.kitas) == 3
    assert [set(hand) == {None} for hand in view.hands] == [True, False, True]


def test_a_wall_of_three_has_108_tiles_and_no_5m() -> None:
    wall = THREE.tiles(2)
    with pytest.raises(UnreadableError, match="a wall has 108 tiles, not 136"):
        Kyoku(RULES, wall=[*range(34)] * 4)
    with pytest.raises(UnreadableError, match="this game is played without 2m to 8m, but the wall holds 5m"):
        Kyoku(RULES, wall=[4, *wall[1:]])
    assert not {KIND[tile] for tile in wall} & LEFT_OUT


def test_three_scores_are_wanted_of_three() -> None:
    with pytest.raises(UnreadableError, match="scores are 3, one a seat"):
        Kyoku(RULES, scores=(25000,) * 4)


def test_a_game_of_three_ends_with_an_oka_and_an_uma_of_three() -> None:
    game, chance = Game("tenhou-3p", seed=3), random.Random(3)
    while not game.over:
        while game.kyoku.outcome is None:
            game.kyoku.push(chance.choice(game.kyoku.legal_actions()))
        game.next()
    assert len(game.scores) == 3 and sum(game.final_points()) == 0
    first = max(game.final_points())
    assert first == max(game.scores) - 40000 + 20000 + 15000 + 1000 * game.sticks


def test_norths_set_aside_are_among_the_dora_that_are_told_of_a_win() -> None:
    """The yaku and the dora that a report names come to the han that it names."""
    for kitas in range(5):
        value = score("123456789p11s55z", "5z", rules="tenhou-3p", seat=Seat.SOUTH, round_wind=Seat.EAST, kitas=kitas)
        assert value is not None and (value.kita, value.yaku_han + value.dora_han) == (kitas, value.han)
        assert value_json(value)["dora"] == kitas
        assert (f", dora {kitas}" in value_text(value).replace(";", ",")) is (kitas > 0)
    told = 0
    for seed in range(90):
        chance, kyoku = random.Random(seed), Kyoku("tenhou-3p", seed=seed)
        while kyoku.outcome is None:
            actions = kyoku.legal_actions()
            loved = [action for action in actions if isinstance(action, (Kita, Ron, Tsumo))]
            kyoku.push(chance.choice(loved or actions))
        for win in kyoku.outcome.wins:
            assert win.value.yakuman or win.value.yaku_han + win.value.dora_han == win.value.han
            if win.value.kita:
                told += 1
                assert f", dora {win.value.dora_han}" in _worth(win)
    assert told
