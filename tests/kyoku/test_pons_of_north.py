"""Where three play, `kita.pon` decides whether a discarded north may be called for pon or kan; it bars no other tile.

Source: https://www.mahjong-rule.jp/kiso/nukidora.html (no pon and no kan of a north).
"""

from __future__ import annotations

import pytest

from kanrules import Daiminkan, Discard, Draw, IllegalAction, Kyoku, Pon, Seat, load_ruleset
from kanrules.pieces.tiles import NAMES, NORTH, parse_tile
from kanrules.testing import CaseBuilder

EAST, SOUTH = Seat.EAST, Seat.SOUTH
KINDS = ["1m", "9m", *(f"{n}{suit}" for suit in "ps" for n in range(1, 10)), *(f"{n}z" for n in range(1, 8))]


def offered(rules: str, kind: str, pon: bool, held: int = 2) -> Kyoku:
    """East discards a tile of which south holds two or three."""
    ruleset = load_ruleset(rules)
    if ruleset.options.table.players == 3:
        ruleset = ruleset.with_options({"kita.pon": pon, "kita.discard": "allowed"})
    given = {"hands": {"south": kind[0] * held + kind[1]}, "turn": "east", "live": kind}
    kyoku = Kyoku.from_case(CaseBuilder("a pon").given(**given).case(), ruleset)
    tile = parse_tile(kind)
    kyoku.push(Draw(EAST, tile))
    kyoku.push(Discard(EAST, tile, True))
    return kyoku


@pytest.mark.parametrize("pon", [False, True], ids=["barred", "allowed"])
@pytest.mark.parametrize("kind", KINDS)
def test_of_all_tiles_only_a_north_is_barred_from_a_pon_and_only_where_the_rules_bar_it(kind: str, pon: bool) -> None:
    kyoku = offered("tenhou-3p", kind, pon)
    tile = parse_tile(kind)
    call = Pon(SOUTH, tile, (tile, tile))
    barred = NAMES[tile] == NAMES[NORTH] and not pon
    assert (call in kyoku.legal_actions(SOUTH)) is not barred
    if barred:
        with pytest.raises(IllegalAction) as refused:
            kyoku.push(call)
        (objection,) = refused.value.objections
        assert (objection.code, objection.key) == ("KR299", "kita.pon")
    else:
        kyoku.push(call)
        assert kyoku.melds[SOUTH][-1].kind == tile


@pytest.mark.parametrize("pon", [False, True], ids=["barred", "allowed"])
@pytest.mark.parametrize("kind", ["1m", "4z"])
def test_a_north_that_is_barred_from_a_pon_is_barred_from_an_open_kan(kind: str, pon: bool) -> None:
    kyoku = offered("tenhou-3p", kind, pon, held=3)
    call = Daiminkan(SOUTH, parse_tile(kind))
    barred = kind == "4z" and not pon
    assert (call in kyoku.legal_actions(SOUTH)) is not barred
    assert kyoku.is_legal(call) is not barred


def test_four_call_a_north_as_any_other_honour() -> None:
    kyoku = offered("tenhou", "4z", False)
    kyoku.push(Pon(SOUTH, NORTH, (NORTH, NORTH)))
    assert kyoku.melds[SOUTH][-1].kind == NORTH
