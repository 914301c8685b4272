"""Where three play, `kita.pon` decides whether a discarded north may be called for a triplet; it bars no other tile."""

from __future__ import annotations

import pytest

from kanrules import Discard, Draw, IllegalAction, Kyoku, Pon, Seat, load_ruleset
from kanrules.pieces.tiles import NAMES, NORTH, parse_tile
from kanrules.testing import CaseBuilder

EAST, SOUTH = Seat.EAST, Seat.SOUTH
KINDS = ["1m", "9m", *(f"{n}{suit}" for suit in "ps" for n in range(1, 10)), *(f"{n}z" for n in range(1, 8))]


def offered(rules: str, kind: str, pon: bool) -> Kyoku:
    """East discards a tile of which south holds two."""
    ruleset = load_ruleset(rules)
    if ruleset.options.table.players == 3:
        ruleset = ruleset.with_options({"kita.pon": pon, "kita.discard": "allowed"})
    given = {"hands": {"south": f"{kind[0]}{kind}"}, "turn": "east", "live": kind}
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


def test_four_call_a_north_as_any_other_honour() -> None:
    kyoku = offered("tenhou", "4z", False)
    kyoku.push(Pon(SOUTH, NORTH, (NORTH, NORTH)))
    assert kyoku.melds[SOUTH][-1].kind == NORTH
