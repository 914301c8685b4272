"""Ron on a discard that was claimed for a daiminkan (`kan.late_ron`): a late ron undoes the kan."""

from __future__ import annotations

import random
from typing import Any

import pytest

from kanrules import (
    Ankan,
    Daiminkan,
    Discard,
    Draw,
    IllegalAction,
    Kyoku,
    Pass,
    Ron,
    Ruleset,
    Seat,
    Tsumo,
    load_ruleset,
)
from kanrules.pieces.actions import Action
from kanrules.pieces.tiles import parse_tile
from kanrules.play.perft import perft
from kanrules.table.state import Phase
from kanrules.testing import CaseBuilder
from tests.kan.test_late_robbery import result

EAST, SOUTH, WEST, NORTH = Seat
TWO = parse_tile("2p")
GIVEN: dict[str, Any] = {
    "hands": {"south": "222p333s789m1155z", "north": "34p567m567s666z99m", "west": "78p567m111s888s99s"},
    "riichi": ["north"],
    "ippatsu": ["north"],
    "indicators": "1m 8m",
    "sticks": 1,
    "turn": "east",
    "live": "2p4z",
}


def rules(*, late_ron: bool = True, **options: Any) -> Ruleset:
    changed = {key.replace("__", "."): value for key, value in options.items()}
    return load_ruleset("ema-2016").with_options({"kan.late_ron": late_ron, **changed})


def discarded(ruleset: Ruleset, rinshan: str = "1p4z", *, declares: bool = False, **given: Any) -> Kyoku:
    """East has discarded 2p, for which north waits and of which south holds three."""
    case = CaseBuilder("late").given(**{**GIVEN, "rinshan": rinshan, **given}).case()
    kyoku = Kyoku.from_case(case, ruleset)
    kyoku.push(Draw(EAST, TWO))
    kyoku.push(Discard(EAST, TWO, True, declares))
    return kyoku


def claimed(ruleset: Ruleset, rinshan: str = "1p4z", **given: Any) -> Kyoku:
    kyoku = discarded(ruleset, rinshan, **given)
    kyoku.push(Daiminkan(SOUTH, TWO))
    return kyoku


def replaced(ruleset: Ruleset, rinshan: str = "1p4z", **given: Any) -> Kyoku:
    kyoku = claimed(ruleset, rinshan, **given)
    kyoku.push(Draw(SOUTH, parse_tile(rinshan[:2])))
    return kyoku


@pytest.mark.parametrize("at", [claimed, replaced])
def test_a_late_ron_counts_as_one_on_the_discard_itself(at: Any) -> None:
    early, late = discarded(rules()), at(rules())
    assert len(late.indicators) > len(early.indicators) and late.kans
    assert not any(late.ippatsu)
    for kyoku in (early, late):
        kyoku.push(Ron(NORTH))
    assert result(late) == result(early)
    assert late.outcome is not None and "ippatsu" in late.outcome.wins[0].value.yaku
    assert [f.code for f in late.findings if "undone" in f.text] == ["KR303"]


@pytest.mark.parametrize("at", [claimed, replaced])
def test_without_the_key_no_ron_comes_after_the_claim(at: Any) -> None:
    kyoku = at(rules(late_ron=False))
    assert Ron(NORTH) not in kyoku.legal_actions()
    with pytest.raises(IllegalAction, match="can no longer be won on") as refused:
        kyoku.push(Ron(NORTH))
    assert [(one.code, one.key) for one in refused.value.objections] == [("KR211", "kan.late_ron")]


@pytest.mark.parametrize(
    "closing", [Discard(SOUTH, parse_tile("5z"), False), Ankan(SOUTH, parse_tile("3s"))], ids=["discard", "another kan"]
)
def test_the_time_ends_with_the_next_act_of_the_caller(closing: Action) -> None:
    kyoku = replaced(rules(), "3s1p")
    assert kyoku.legal_actions(NORTH) == [Ron(NORTH), Pass(NORTH)]
    kyoku.push(closing)
    assert kyoku.window is None and Ron(NORTH) not in kyoku.legal_actions(NORTH)


def test_a_win_on_the_replacement_tile_ends_the_time_too() -> None:
    kyoku = replaced(rules(), "5z1p", hands={**GIVEN["hands"], "south": "222p333s789m1155z"})
    assert Tsumo(SOUTH) in kyoku.legal_actions(SOUTH)
    kyoku.push(Tsumo(SOUTH))
    assert kyoku.outcome is not None and kyoku.outcome.type == "tsumo"


def test_a_pass_is_final_before_and_after_the_claim() -> None:
    before = discarded(rules())
    before.push(Pass(NORTH))
    before.push(Daiminkan(SOUTH, TWO))
    after = claimed(rules())
    after.push(Pass(NORTH))
    everyone = claimed(rules())
    everyone.push(Pass())
    for kyoku in (before, after, everyone):
        assert kyoku.phase is Phase.REPLACE and Ron(NORTH) not in kyoku.legal_actions()
        kyoku.push(Draw(SOUTH, parse_tile("1p")))
        assert kyoku.window is None and Ron(NORTH) not in kyoku.legal_actions()


def test_neither_the_caller_nor_the_discarder_nor_a_hand_that_does_not_wait_may_win_late() -> None:
    kyoku = replaced(rules())
    assert {action.seat for action in kyoku.legal_actions() if isinstance(action, Ron)} == {NORTH}
    assert claimed(rules(), hands={"south": GIVEN["hands"]["south"]}, riichi=[], ippatsu=[]).window is None


def test_a_riichi_whose_tile_is_won_on_late_is_not_paid() -> None:
    hands = {**GIVEN["hands"], "east": "123m456m789s11p55s"}
    early, late = (at(rules(), hands=hands, declares=True, live="2p" + "1z2z3z4z" * 2) for at in (discarded, replaced))
    assert late.sticks == early.sticks + 1
    for kyoku in (early, late):
        kyoku.push(Ron(NORTH))
    assert result(late) == result(early)


def test_a_hand_in_which_a_late_ron_is_possible_can_be_written_copied_and_undone() -> None:
    for kyoku in (claimed(rules()), replaced(rules())):
        read, copied = Kyoku.from_text(kyoku.text(), kyoku.rules), kyoku.copy()
        kyoku.push(Ron(NORTH))
        for twin in (read, copied):
            assert twin.legal_actions(NORTH) == [Ron(NORTH), Pass(NORTH)]
            twin.push(Ron(NORTH))
            assert result(twin) == result(kyoku)
        kyoku.pop()
        assert kyoku.legal_actions(NORTH) == [Ron(NORTH), Pass(NORTH)]


@pytest.mark.parametrize("seed", range(3))
def test_random_hands_under_both_values_differ_in_late_rons_alone(seed: int) -> None:
    chance, won = random.Random(seed), 0
    for _ in range(20):
        kyoku = claimed(rules(), riichi=[], ippatsu=[], live="2p" + "1z2z3z4z6m2s" * 2)
        early = discarded(rules(), riichi=[], ippatsu=[], live="2p" + "1z2z3z4z6m2s" * 2)
        early.push(Ron(NORTH))
        while kyoku.outcome is None:
            if kyoku.window is not None:
                twin = Kyoku.from_text(kyoku.text(), kyoku.rules)
                twin.push(Ron(NORTH))
                assert result(twin) == result(early)
                won += 1
            kyoku.push(chance.choice(kyoku.legal_actions()))
    assert won


def test_the_number_of_ways_to_play_on_does_not_depend_on_the_key() -> None:
    """`docs/perft.md`: ron on a discard is asked once."""
    counted = [perft(discarded(rules(late_ron=late_ron)), 2) for late_ron in (True, False)]
    assert counted[0] == counted[1]
