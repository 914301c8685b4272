"""The kan dora indicator of a robbed kan (`kandora.robbed_kan`), next to the key that times it for its type of kan."""

from __future__ import annotations

from typing import Any

import pytest

from kanrules import Ankan, Draw, Kyoku, Ron, Seat, Shouminkan, load_ruleset
from kanrules.pieces.events import KandoraTurned, Turned
from kanrules.pieces.tiles import parse_tile
from kanrules.rulings import Verdict
from kanrules.testing import CaseBuilder

EAST, SOUTH, WEST, NORTH = Seat
TYPES = ("shouminkan", "ankan")
GIVEN: dict[str, dict[str, Any]] = {
    # North waits for 2p.
    "shouminkan": {
        "hands": {"south": "3334567s", "north": "34p567m567s666z99m", "west": "78p567m111s555z99s"},
        "melds": {"south": ["pon 222p from east", "pon 777z from west"]},
        "riichi": ["north"],
        "live": "2p4z",
    },
    # North waits for 1z with twelve of the thirteen orphans.
    "ankan": {
        "hands": {"south": "111z345678m345s6p", "north": "19m19p19s2345677z", "west": "78p567m111s555s99s"},
        "live": "1z4p",
    },
}


def robbed(kan: str, **kandora: str) -> Kyoku:
    """Return the hand in which north robs south's kan, under EMA 2016 with these values of [kandora]."""
    changed = {f"kandora.{name}": value for name, value in kandora.items()}
    rules = load_ruleset("ema-2016").with_options({"chankan.ankan": "kokushi", **changed})
    case = CaseBuilder("robbed").given(**GIVEN[kan], indicators="1m 8m", turn="south", rinshan="1p4z").case()
    kyoku = Kyoku.from_case(case, rules)
    tile = parse_tile("2p" if kan == "shouminkan" else "1z")
    kyoku.push(Draw(SOUTH, tile))
    kyoku.push(Shouminkan(SOUTH, tile) if kan == "shouminkan" else Ankan(SOUTH, tile))
    kyoku.push(Ron(NORTH))
    return kyoku


def told(kyoku: Kyoku) -> tuple[list[Turned], list[tuple[Verdict, str]]]:
    """Return the moments at which indicators were turned, and what KR303 says with the key it names."""
    turned = [event.instant for event in kyoku.events if isinstance(event, KandoraTurned)]
    return turned, [(finding.verdict, finding.key) for finding in kyoku.findings if finding.code == "KR303"]


@pytest.mark.parametrize("kan", TYPES)
def test_a_robbed_kan_turns_its_indicator_first_where_the_rules_reveal_it(kan: str) -> None:
    said = told(robbed(kan, robbed_kan="revealed"))
    assert said == ([Turned.ANNOUNCED], [(Verdict.TURNED, "kandora.robbed_kan")])


@pytest.mark.parametrize("kan", TYPES)
def test_a_kan_whose_type_never_turns_an_indicator_turns_none_when_robbed(kan: str) -> None:
    said = told(robbed(kan, robbed_kan="revealed", **{kan: "never"}))
    assert said == ([], [(Verdict.NOT_TURNED, f"kandora.{kan}")])


@pytest.mark.parametrize("kan", TYPES)
def test_the_other_type_of_kan_does_not_decide_it(kan: str) -> None:
    (other,) = {*TYPES} - {kan}
    said = told(robbed(kan, robbed_kan="revealed", **{other: "never"}))
    assert said == ([Turned.ANNOUNCED], [(Verdict.TURNED, "kandora.robbed_kan")])


@pytest.mark.parametrize("kan", TYPES)
def test_a_robbed_kan_turns_no_indicator_where_the_rules_hide_it(kan: str) -> None:
    assert told(robbed(kan, robbed_kan="hidden")) == ([], [(Verdict.NOT_TURNED, "kandora.robbed_kan")])
