"""An action as mjai announces it, and back."""

from __future__ import annotations

import random

import pytest

from kanrules import Action, Ankan, Discard, Kyoku, Pass, Ron, Seat, Tsumo, UnreadableError, parse_tiles


@pytest.mark.parametrize("name", ["tenhou", "tenhou-3p"])
@pytest.mark.parametrize("seed", range(6))
def test_every_legal_action_is_read_back_from_its_mjai_form(name: str, seed: int) -> None:
    kyoku, chance = Kyoku(name, seed=seed), random.Random(seed)
    while kyoku.outcome is None:
        for seat in kyoku.setup.seats:
            view = kyoku.view(seat)
            for action in view.legal_actions():
                east = chance.randrange(len(view.scores))
                said = action.to_mjai(view, east=east)
                assert Action.from_mjai(said, view, east=east) == action
                if name == "tenhou" and not isinstance(action, Pass):
                    assert Action.from_mjai(action.to_mjai()) == action, "without a view, too"
        kyoku.push(chance.choice(kyoku.legal_actions()))


def test_a_riichi_is_a_reach_and_its_discard() -> None:
    riichi = Discard(Seat.SOUTH, 8, tsumogiri=True, riichi=True)
    reach, discard = riichi.to_mjai(east=3)
    assert reach == {"type": "reach", "actor": 0}
    assert discard == {"type": "dahai", "actor": 0, "pai": "9m", "tsumogiri": True}
    assert Action.from_mjai([reach, discard], east=3) == riichi


def test_a_win_names_the_player_who_pays() -> None:
    assert Tsumo(Seat.WEST).to_mjai() == [{"type": "hora", "actor": 2, "target": 2}]
    kyoku = Kyoku.from_case(ROBBED, "tenhou")
    kyoku.push(kyoku.legal_actions()[0])
    kyoku.push(next(one for one in kyoku.legal_actions() if one.word == "shouminkan"))
    assert Ron(Seat.NORTH).to_mjai(kyoku.view(Seat.NORTH)) == [{"type": "hora", "actor": 3, "target": 1}]


def test_the_tiles_of_a_kan_are_those_of_the_hand() -> None:
    kyoku = Kyoku.from_case(RED, "tenhou")
    kyoku.push(kyoku.legal_actions()[0])
    (said,) = Ankan(Seat.SOUTH, parse_tiles("5p")[0]).to_mjai(kyoku.view(Seat.SOUTH))
    assert said == {"type": "ankan", "actor": 1, "consumed": ["5pr", "5p", "5p", "5p"]}


@pytest.mark.parametrize(
    "said",
    [
        {},
        {"type": "reach", "actor": 0},
        {"type": "dahai", "actor": 4, "pai": "1m"},
        {"type": "dahai", "actor": 0, "pai": "1z"},
        {"type": "ankan", "actor": 0, "consumed": ["1m"]},
        [],
        [{"type": "dahai", "actor": 0, "pai": "1m"}] * 2,
    ],
    ids=str,
)
def test_what_is_no_action_is_refused(said: dict[str, object]) -> None:
    with pytest.raises(UnreadableError):
        Action.from_mjai(said)


def test_what_is_not_legal_is_refused_with_a_view() -> None:
    view = Kyoku("tenhou", seed=1).view(Seat.EAST)
    with pytest.raises(UnreadableError, match="not legal now"):
        Action.from_mjai({"type": "dahai", "actor": 0, "pai": "1m", "tsumogiri": False}, view)


RED = """
[[case]]
name = "South draws the fourth 5p"
[case.given]
hands = { south = "055p" }
turn = "south"
live = "5p"
"""
ROBBED = """
[[case]]
name = "North can rob south's kan of 2p"
[case.given]
hands = { north = "34p567m123s789s11z" }
melds = { south = ["pon 222p from east"] }
turn = "south"
live = "2p"
"""
