"""A ron on a kan that falls, since its hand proves dead, is not a robbery: nothing that was ruled on it remains."""

from __future__ import annotations

import pytest

from kanrules import Ankan, Discard, Draw, Kyoku, Ron, Ruleset, Seat, Shouminkan, load_ruleset
from kanrules.pieces.tiles import parse_tile
from kanrules.rulings import Verdict
from kanrules.table import position as positions
from kanrules.testing import CaseBuilder

SOUTH, WEST = Seat.SOUTH, Seat.WEST


@pytest.fixture
def rules() -> Ruleset:
    return load_ruleset("ema-2016").with_options({"riichi_kan.illegal_on_win": "dead_hand"})


def in_the_window(rules: Ruleset) -> Kyoku:
    """West has announced a shouminkan that south waits for; south's own kan in riichi was against the rules."""
    given = {"hands": {"south": "3335666p111456s"}, "melds": {"west": ["pon 444p from north"]}, "riichi": ["south"]}
    given |= {"turn": "south", "live": "6p4p3z", "rinshan": "9m9m"}
    kyoku = Kyoku.from_case(CaseBuilder("a robber that is dead").given(**given).case(), rules)
    kyoku.push(Draw(SOUTH, parse_tile("6p")))
    kyoku.commit(Ankan(SOUTH, parse_tile("6p")))
    for action in (
        Draw(SOUTH, parse_tile("9m")),
        Discard(SOUTH, parse_tile("9m"), True),
        Draw(WEST, parse_tile("4p")),
        Shouminkan(WEST, parse_tile("4p")),
    ):
        kyoku.push(action)
    return kyoku


@pytest.mark.parametrize("set_up", [False, True], ids=["played", "set up in the window"])
def test_a_kan_that_only_a_dead_hand_would_have_robbed_is_ruled_on_as_one_that_nobody_robbed(
    rules: Ruleset, set_up: bool
) -> None:
    kyoku = in_the_window(rules)
    if set_up:
        kyoku = Kyoku.from_position(rules, positions.of(kyoku))
    before = len(kyoku.findings)
    kyoku.push(Ron(SOUTH))
    assert kyoku.dead[SOUTH]
    said = [(finding.code, finding.verdict) for finding in kyoku.findings[before:]]
    assert ("KR303", Verdict.NOT_TURNED) not in said
    kyoku.push(Draw(WEST, parse_tile("9m")))
    kyoku.push(Discard(WEST, parse_tile("9m"), True))
    turned = [finding for finding in kyoku.findings if finding.verdict is Verdict.TURNED]
    assert len(turned) == 2 - set_up, "south's ankan and west's kan turn one each"
