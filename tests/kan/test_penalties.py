"""What a foul around a kan costs by the keys: the price, the code, the key, the words."""

from __future__ import annotations

from collections import Counter

import pytest

from kanrules.desk.foul import FOULS, foul
from kanrules.kan.penalties import penalty
from kanrules.law.hook_values import Foul, Noticed, Penalty, PenaltyType
from kanrules.law.options import (
    FifthKanTable,
    FoulFound,
    FoulOnWin,
    FoulPenalty,
    Options,
    PenaltyTexts,
    RiichiKan,
)
from kanrules.pieces.actions import Ankan
from kanrules.pieces.tiles import Seat, parse_tile
from kanrules.play.kyoku import Kyoku
from kanrules.ruleset import bundled_ids, load_ruleset
from kanrules.rulings import Verdict
from kanrules.testing import CaseBuilder

PRICES = {
    FoulPenalty.CHOMBO: (PenaltyType.CHOMBO, "KR601", "{foul} is a chombo"),
    FoulPenalty.DEAD_HAND: (PenaltyType.DEAD_HAND, "KR602", "{foul} makes the hand dead"),
    FoulPenalty.NONE: (PenaltyType.NONE, "KR603", "{foul} has no penalty"),
}


def asked(name: str, options: Options, *, corrected: bool = False, at_own_win: bool = False) -> Penalty | None:
    return penalty(
        Foul(Seat.SOUTH, name, "", "", corrected=corrected, noticed=Noticed.OWN_WIN if at_own_win else None), options
    )


def told(found: Penalty | None) -> tuple[PenaltyType, str, str]:
    assert found is not None
    return found.type, found.code, str(found.text)


@pytest.mark.parametrize("law", FoulPenalty)
@pytest.mark.parametrize("at_own_win", [False, True])
def test_an_illegal_kan_in_riichi_costs_what_its_key_says_whenever_it_is_found(
    law: FoulPenalty, at_own_win: bool
) -> None:
    found = asked("riichi_kan", Options(riichi_kan=RiichiKan(illegal=law)), at_own_win=at_own_win)
    type_, code, says = PRICES[law]
    assert told(found) == (type_, code, says.format(foul="an illegal kan in riichi"))
    assert found is not None and (found.key, found.chombo_paid) == ("riichi_kan.illegal", False)


@pytest.mark.parametrize("on_win", [one for one in FoulOnWin if one is not FoulOnWin.SAME])
def test_found_at_the_offenders_own_win_it_may_cost_something_else(on_win: FoulOnWin) -> None:
    options = Options(riichi_kan=RiichiKan(illegal=FoulPenalty.CHOMBO, illegal_on_win=on_win))
    found = asked("riichi_kan", options, at_own_win=True)
    foul = "an illegal kan in riichi found at the offender's own win"
    if on_win is FoulOnWin.CHOMBO_AND_DEAD_HAND:
        expected = (PenaltyType.DEAD_HAND, "KR602", f"{foul} costs a chombo and makes the hand dead; play continues")
    else:
        type_, code, says = PRICES[FoulPenalty(on_win.value)]
        expected = (type_, code, says.format(foul=foul))
    assert told(found) == expected
    assert found is not None and found.key == "riichi_kan.illegal_on_win"
    assert found.chombo_paid is (on_win is FoulOnWin.CHOMBO_AND_DEAD_HAND)


@pytest.mark.parametrize(
    ("when", "also"), [(FoulFound.WIN_OR_DRAW, True), (FoulFound.AT_ONCE, False), (FoulFound.DRAW, False)]
)
def test_what_its_own_win_would_cost_is_said_where_it_can_be_found_there(when: FoulFound, also: bool) -> None:
    law = RiichiKan(illegal_on_win=FoulOnWin.DEAD_HAND, illegal_found=when)
    type_, code, text = told(asked("riichi_kan", Options(riichi_kan=law)))
    assert (type_, code) == (PenaltyType.CHOMBO, "KR601")
    more = "; if found at the offender's own win: a dead hand, and play continues"
    assert text == f"an illegal kan in riichi is a chombo{more if also else ''}"


@pytest.mark.parametrize("law", [FoulPenalty.CHOMBO, FoulPenalty.DEAD_HAND])
@pytest.mark.parametrize("words", ["", "The book says so."])
def test_a_fifth_kan_with_a_price_costs_it_in_the_books_own_words_where_it_has_some(
    law: FoulPenalty, words: str
) -> None:
    options = Options(fifth_kan=FifthKanTable(illegal=law), penalty=PenaltyTexts(fifth_kan=words))
    type_, code, says = PRICES[law]
    found = asked("fifth_kan", options)
    assert told(found) == (type_, code, words or says.format(foul="a forbidden fifth kan"))
    assert found is not None and found.key == "fifth_kan.illegal"


@pytest.mark.parametrize("name", ["fifth_kan", "wrong_tiles", "empty_call"])
def test_a_foul_without_a_price_costs_what_the_books_words_say_or_nobody_has_found_it(name: str) -> None:
    found = asked(name, Options(penalty=PenaltyTexts(**{name: "The book says so."})))
    assert told(found) == (PenaltyType.NONE, "KR603", "The book says so.")
    silent = asked(name, Options())
    assert told(silent) == (PenaltyType.NONE, "KR605", "no source found; the referee decides")
    assert found is not None and silent is not None and found.key == silent.key == f"penalty.{name}"


def test_a_foul_that_no_key_names_has_no_key() -> None:
    found = asked("kan_limit", Options())
    assert told(found)[1] == "KR605"
    assert found is not None and found.key == ""


@pytest.mark.parametrize("name", ["riichi_kan", "fifth_kan", "wrong_tiles"])
def test_what_is_put_right_in_time_costs_nothing(name: str) -> None:
    assert asked(name, Options(penalty=PenaltyTexts(wrong_tiles="A chombo.")), corrected=True) is None


def test_a_penalty_that_the_rulebook_states_in_words_is_not_ruled_as_no_penalty() -> None:
    told = 0
    for name in bundled_ids():
        rules = load_ruleset(name)
        for one in FOULS:
            if hasattr(rules.options.penalty, one) and rules[f"penalty.{one}"]:
                told += 1
                assert foul(one, rules).ruling.verdict is not Verdict.NO_PENALTY, (name, one)
    assert told


def test_a_correction_changes_only_what_the_words_of_the_rulebook_say() -> None:
    seen = Counter(
        (asked.ruling.code, asked.text == rules[f"penalty.{one}"])
        for rules in map(load_ruleset, bundled_ids())
        for one in FOULS
        if hasattr(rules.options.penalty, one) and rules[f"penalty.{one}"] and not rules.modules
        for asked in [foul(one, rules, corrected=True)]
        if one != "riichi_kan" and not foul(one, rules).steps and asked.ruling.verdict is not Verdict.RULE
    )
    assert set(seen) == {("KR603", True)}


@pytest.mark.parametrize(("words", "verdict"), [("Dead hand.", Verdict.AS_STATED), ("", Verdict.UNKNOWN)])
def test_the_machine_rules_on_a_wrong_kan_as_the_rulebook_states_it_or_says_that_it_does_not_know(
    words: str, verdict: Verdict
) -> None:
    rules = load_ruleset("ema-2025").with_options({"penalty.wrong_tiles": words})
    kyoku = Kyoku.from_case(CaseBuilder("wrong").given(hands={"south": "555z"}, turn="south", drawn="1m").case(), rules)
    kyoku.commit(Ankan(Seat.SOUTH, parse_tile("5z")))
    assert kyoku.findings[-1].verdict is verdict
