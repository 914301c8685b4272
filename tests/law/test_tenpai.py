"""Tenpai where hardly a tile is left to wait for."""

from __future__ import annotations

import pytest

from kanrules.law.options import ExhaustedWait
from kanrules.law.tenpai import tenpai_discards
from kanrules.pieces.melds_text import parse_meld
from kanrules.pieces.readings import Concealed
from kanrules.pieces.tiles import Seat, parse_tile


@pytest.mark.parametrize("law", ExhaustedWait)
def test_of_a_wait_for_the_tile_that_is_thrown_its_player_no_longer_holds_all_four(law: ExhaustedWait) -> None:
    hand, melds = Concealed.of("123m456p456s11z"), [parse_meld("pon 555p from east", Seat.SOUTH)]
    assert tenpai_discards(hand, melds, law) >> parse_tile("5p") & 1
