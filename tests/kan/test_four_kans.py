"""Four kans: by whose kans a book decides, and what it says of them."""

from __future__ import annotations

import pytest

from kanrules.cases.case import CaseBuilder
from kanrules.cases.run import play_case
from kanrules.ruleset import load_ruleset

FOUR_OF_ONE = {"south": ["ankan 1111z", "ankan 2222z", "ankan 3333z"]}
FOUR_OF_TWO = {"east": ["ankan 1111z", "ankan 2222z"], "south": ["ankan 3333z"]}


@pytest.mark.parametrize(
    ("melds", "key"), [(FOUR_OF_ONE, "four_kans.one_player"), (FOUR_OF_TWO, "four_kans.several_players")]
)
def test_four_kans_stand_by_the_line_about_one_player_or_about_several(melds: dict[str, list[str]], key: str) -> None:
    rules = load_ruleset("ema-2016").with_options(
        {"four_kans.one_player": "play_on", "four_kans.several_players": "play_on"}
    )
    case = CaseBuilder("the fourth stands").given(melds=melds, hands={"south": "444z"}, turn="south", drawn="4z")
    kyoku = play_case(case.play("south ankan 4z", "south draws 9m").case(), rules).kyoku
    (stand,) = [finding for finding in kyoku.findings if finding.code == "KR502"]
    assert stand.key == key


@pytest.mark.parametrize(
    ("left", "why"), [(0, "no tile is left in the live wall"), (1, "1 tile is left in the live wall; a kan needs 2")]
)
def test_a_kan_without_live_tiles_is_told_apart_from_one_with_too_few(left: int, why: str) -> None:
    rules = load_ruleset("ema-2016").with_options({"kan.min_live_tiles": 2})
    case = CaseBuilder("late").given(hands={"south": "5555z"}, turn="south", drawn="1m", live_tiles=left)
    (refused,) = play_case(case.play("south ankan 5z").case(), rules).refused
    assert [(one.code, one.text) for one in refused.objections] == [("KR203", why)]
