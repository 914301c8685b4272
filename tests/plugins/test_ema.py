"""EMA 2016 on wrong calls: 3.4.6, 3.4.7, 5.1 and 5.2."""

from __future__ import annotations

import pytest

from kanrules.kan import penalties
from kanrules.kyoku.machine import KyokuMachine
from kanrules.law.hook_values import Foul, Noticed, PenaltyType
from kanrules.pieces.actions import Ron
from kanrules.pieces.tiles import Seat
from kanrules.ruleset import Ruleset, bundled_ids, load_ruleset
from tests.plugins.conftest import Write, codes, played

EMA = load_ruleset("ema-2016")
WRONG_TILES = {"hands": {"south": "123m456p789s1133z"}, "turn": "south", "live": "9p"}


def penalty(
    rules: Ruleset, name: str, *, corrected: bool = False, noticed: Noticed | None = Noticed.AFTER_DISCARD
) -> tuple[PenaltyType | None, str]:
    """Type and code of what this foul costs under the rules, if it is not corrected, after the discard."""
    moment = None if corrected else noticed
    foul = Foul(Seat.SOUTH, name, "", "", corrected=corrected, noticed=moment)
    found = penalties.cost(KyokuMachine(rules, seed=1), foul)
    return (None, "") if found is None else (found.value.type, found.value.code)


def test_a_wrong_kan_that_is_noticed_after_the_discard_makes_the_hand_dead() -> None:
    kyoku = played(EMA, WRONG_TILES, "south draws 9p", "!south ankan 1m").kyoku
    assert kyoku.dead[Seat.SOUTH]
    assert codes(kyoku) == ["ema-602"]


def test_a_wrong_kan_put_right_before_the_discard_costs_nothing() -> None:
    kyoku = played(EMA, WRONG_TILES, "south draws 9p", "!south ankan 1m corrected").kyoku
    assert not any(kyoku.dead)
    assert codes(kyoku) == ["KR606", "ema-601"]
    assert not kyoku.kans


def test_a_hand_made_dead_may_neither_win_nor_call() -> None:
    given = {"hands": {"south": "123m456p789s1133z"}, "turn": "south", "live": "9p 2z 1z"}
    lines = ("south discards 9p", "west discards 2z", "north discards 1z")
    assert Ron(Seat.SOUTH) in played(EMA, given, *lines, "south ron").kyoku.events
    dead = played(EMA, given, "south draws 9p", "!south ankan 1m", *lines)
    assert dead.kyoku.is_tenpai(Seat.SOUTH)
    assert dead.kyoku.legal_actions(Seat.SOUTH) == []


@pytest.mark.parametrize("foul", ["wrong_tiles", "after_call", "last_tile", "fifth_kan"])
def test_every_kind_of_wrong_kan_is_the_books_invalid_kong(foul: str) -> None:
    assert penalty(EMA, foul) == (PenaltyType.DEAD_HAND, "ema-602")
    assert penalty(EMA, foul, corrected=True) == (PenaltyType.NONE, "ema-601")


OPEN_KAN_IN_RIICHI = {"hands": {"south": "34p567m123s99p555z"}, "riichi": ["south"], "turn": "east"}


def test_an_open_kan_in_riichi_is_an_invalid_kong_and_no_chombo() -> None:
    """3.4.6 makes a chombo of an invalid concealed kong after riichi; every other invalid kong is 3.4.7's."""
    claims = ("east draws 5z", "east discards 5z", "!south daiminkan 5z")
    kyoku = played(EMA, OPEN_KAN_IN_RIICHI, *claims).kyoku
    assert kyoku.outcome is None and kyoku.dead[Seat.SOUTH] and not kyoku.kans
    assert codes(kyoku) == ["ema-602"]
    corrected = played(EMA, OPEN_KAN_IN_RIICHI, *claims[:2], claims[2] + " corrected").kyoku
    assert not any(corrected.dead)
    assert codes(corrected) == ["KR606", "ema-601"]
    mil = played(load_ruleset("mil-2024"), OPEN_KAN_IN_RIICHI, *claims).kyoku
    assert codes(mil) == ["KR601"]  # its own words stand


def test_a_wrong_word_may_be_put_right_quickly() -> None:
    assert penalty(EMA, "wrong_word", corrected=True) == (PenaltyType.NONE, "ema-604")


def test_a_tile_from_the_wrong_place_may_be_put_back_before_the_discard() -> None:
    assert penalty(EMA, "replacement_wrongly", corrected=True) == (PenaltyType.NONE, "ema-605")


@pytest.mark.parametrize(("foul", "code"), [("replacement_wrongly", "ema-605"), ("indicator_early", "ema-612")])
def test_what_costs_nothing_at_any_time_says_so_with_its_clause(foul: str, code: str) -> None:
    assert penalty(EMA, foul) == (PenaltyType.NONE, code)


DEAD = {
    "hands": {"south": "111m456p789s1133z"},
    "dead": ["south"],
    "turn": "east",
}


def test_claiming_a_tile_with_a_dead_hand_is_a_chombo() -> None:
    kyoku = played(EMA, {**DEAD, "live": "1m"}, "east discards 1m", "!south daiminkan 1m").kyoku
    assert kyoku.outcome is not None
    assert kyoku.outcome.type == "chombo"
    assert [seat for seat, _ in kyoku.outcome.penalties] == [Seat.SOUTH]
    assert "ema-603" in codes(kyoku)


def test_claiming_a_tile_with_a_dead_hand_is_a_chombo_even_where_it_is_taken_back() -> None:
    kyoku = played(EMA, {**DEAD, "live": "1m"}, "east discards 1m", "!south daiminkan 1m corrected").kyoku
    assert kyoku.outcome is not None
    assert kyoku.outcome.type == "chombo"


def test_an_ankan_with_a_dead_hand_claims_nothing_and_the_book_names_no_price_for_it() -> None:
    kyoku = played(EMA, {**DEAD, "turn": "south", "live": "1m"}, "south draws 1m", "!south ankan 1m").kyoku
    assert kyoku.outcome is None
    assert codes(kyoku) == ["ema-603"]
    assert kyoku.penalties[0][1].type is PenaltyType.NONE


def test_a_kan_in_riichi_is_judged_by_its_key_and_not_by_the_plugin() -> None:
    assert penalty(EMA, "riichi_kan") == (PenaltyType.CHOMBO, "KR601")
    forgiving = EMA.with_options({"riichi_kan.illegal": "none"})
    assert penalty(forgiving, "riichi_kan") == (PenaltyType.NONE, "KR603")


def test_a_ruleset_with_words_of_its_own_is_not_overruled() -> None:
    own = EMA.with_options({"penalty.wrong_tiles": "A thousand points into the pot."})
    assert penalty(own, "wrong_tiles") == (PenaltyType.NONE, "KR603")
    assert penalty(load_ruleset("mil-2024"), "wrong_tiles") == (PenaltyType.NONE, "KR603")


def test_a_club_may_rule_that_a_wrong_kan_is_never_put_right(house: Write) -> None:
    strict = house('extends = "ema-2016"', "[plugin.ema]", "correctable = false")
    assert penalty(strict, "wrong_tiles", corrected=True) == (PenaltyType.DEAD_HAND, "ema-602")
    assert penalty(strict, "wrong_word", corrected=True) == (PenaltyType.NONE, "ema-604")


def test_the_ruling_names_the_plugin_and_the_clause() -> None:
    kyoku = played(EMA, WRONG_TILES, "south draws 9p", "!south ankan 1m").kyoku
    ruling = EMA.ruling(kyoku.findings[0])
    assert (ruling.plugin, ruling.set_by) == ("ema", "plugin ema")
    assert ruling.source is not None
    assert ruling.source.document.startswith("EMA")
    assert "3.4.7" in ruling.source.clause or "3.4.7" in ruling.text


def test_the_bundled_rulesets_on_top_of_ema_2016_inherit_it() -> None:
    editions = {"ema-2012", "ema-2016", "ema-2025"}
    children = {name for name in bundled_ids() if load_ruleset(name).extends in editions}
    assert children
    assert {name for name in bundled_ids() if "ema" in load_ruleset(name).plugins} == {*editions, *children}
    for name in children:
        assert load_ruleset(name).plugin["ema"]["edition"] == load_ruleset(name).extends.removeprefix("ema-")


def test_every_answer_names_its_clause_and_rulings_cite_it() -> None:
    import kanrules_ema

    from kanrules.desk.foul import foul

    assert kanrules_ema.sources.keys() == kanrules_ema.codes.keys()
    # EMA has no line of its own for a kan on the last tile, and its sentence about an invalid kong covers it.
    ruling = foul("last_tile", load_ruleset("ema-2016")).ruling
    assert ruling.plugin == "ema" and ruling.source == kanrules_ema.sources[ruling.code]
    assert ruling.to_json()["source"] == {
        "document": "EMA Riichi Rules for Japanese Mahjong 2016",
        "clause": "3.4.7 (p. 14), 5.1.4 (p. 25-26)",
        "url": "http://mahjong-europe.org/portal/images/docs/Riichi-rules-2016-EN.pdf",
        "grade": "official",
    }
