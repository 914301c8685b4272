"""What clubs do with kans: fees, a bonus, a fourth kan that wins, liability as in old rules."""

from __future__ import annotations

import pytest

from kanrules.cases.run import PlayedCase
from kanrules.pieces.tiles import Seat
from kanrules.ruleset import Ruleset, RulesetError
from tests.plugins.conftest import Write, codes, played

HEAD = 'extends = "m-league"\nplugins = ["club"]'
WEST_WAITS_5P = "46p123789m11s"
"""With three haku in a meld: haku, 30 fu, 1000 points."""


def club(house: Write, *lines: str, head: str = HEAD) -> Ruleset:
    return house(head, "[plugin.club]", *lines)


def scores(result: PlayedCase) -> tuple[int, ...]:
    return tuple(result.changes[seat] for seat in Seat)


def daiminkan_then_ron(rules: Ruleset) -> PlayedCase:
    """South kans east's 9s openly, then discards 5p, on which west wins 1000 points."""
    given = {
        "hands": {"south": "999s123456p1z", "west": WEST_WAITS_5P},
        "melds": {"west": ["pon 555z from east"]},
        "turn": "east",
        "live": "9s",
        "rinshan": "5p",
        "indicators": "3z 3z",
    }
    return played(rules, given, "east discards 9s", "south daiminkan 9s", "south discards 5p", "west ron")


def test_a_club_that_asks_for_nothing_changes_nothing(house: Write) -> None:
    assert scores(daiminkan_then_ron(club(house))) == (0, -1000, 1000, 0)


def test_an_open_kan_costs_its_fee_which_lies_on_the_table(house: Write) -> None:
    result = daiminkan_then_ron(club(house, "open_kan_fee = 1000"))
    assert scores(result) == (0, -2000, 1000, 0)
    assert result.kyoku.sticks == 1
    assert "KR406" in codes(result.kyoku)


def test_a_fee_is_paid_on_a_four_kan_draw_too(house: Write) -> None:
    rules = club(house, "open_kan_fee = 2000", "[four_kans]", 'several_players = "abort"')
    given = {
        "hands": {"south": "999s2244m", "west": "1199m1199p2244p6z"},
        "melds": {"south": ["ankan 1111z"], "north": ["ankan 2222z", "daiminkan 3333z from east"]},
        "turn": "east",
        "live": "9s",
        "rinshan": "6z",
    }
    result = played(rules, given, "east discards 9s", "south daiminkan 9s", "south discards 6z")
    assert result.kyoku.outcome is not None
    assert result.kyoku.outcome.type == "four_kans"
    assert scores(result) == (0, -2000, 0, -2000)
    assert result.kyoku.sticks == 4


def test_an_ankan_costs_no_fee(house: Write) -> None:
    rules = club(house, "open_kan_fee = 1000", "kan_bonus = 1000")
    given = {"hands": {"south": "999s123456p1123m"}, "turn": "south", "live": "9s", "rinshan": "1m"}
    result = played(rules, given, "south ankan 9s", "south tsumo")
    assert result.kyoku.sticks == 0
    assert "fee" not in " ".join(finding.text for finding in result.kyoku.findings)


def test_a_robbed_kan_costs_no_fee_since_it_never_stood(house: Write) -> None:
    given = {
        "hands": {"north": "34p567m123s789s11z"},
        "melds": {"south": ["pon 222p from east"]},
        "turn": "south",
        "live": "2p",
    }
    free, charged = (
        played(club(house, line), given, "south shouminkan 2p", "north ron")
        for line in ("open_kan_fee = 0", "open_kan_fee = 1000")
    )
    assert scores(free) == scores(charged)
    assert charged.kyoku.sticks == 0


def test_a_winner_is_paid_for_each_kan_by_who_dealt_in(house: Write) -> None:
    given = {
        "hands": {"west": WEST_WAITS_5P},
        "melds": {"west": ["ankan 5555z"]},
        "turn": "east",
        "live": "5p",
    }
    rules = (club(house, f"kan_bonus = {bonus}") for bonus in (0, 1000))
    plain, paid = (scores(played(one, given, "east discards 5p", "west ron")) for one in rules)
    assert [after - before for before, after in zip(plain, paid, strict=True)] == [-1000, 0, 1000, 0]


def test_a_winner_by_tsumo_is_paid_for_each_kan_by_everybody(house: Write) -> None:
    given = {
        "hands": {"west": "46p11s"},
        "melds": {"west": ["ankan 5555z", "ankan 6666z", "chi 123m"]},
        "turn": "west",
        "live": "5p",
    }
    rules = (club(house, f"kan_bonus = {bonus}") for bonus in (0, 1000))
    plain, paid = (scores(played(one, given, "west draws 5p", "west tsumo")) for one in rules)
    assert [after - before for before, after in zip(plain, paid, strict=True)] == [-2000, -2000, 6000, -2000]


def test_a_losers_kans_bring_nothing(house: Write) -> None:
    rules = club(house, "kan_bonus = 1000")
    assert scores(daiminkan_then_ron(rules)) == (0, -1000, 1000, 0)


FOURTH = {
    "hands": {"south": "111p9s"},
    "melds": {"south": ["ankan 1111z", "ankan 2222z", "daiminkan 9999p from west"]},
    "turn": "east",
    "live": "1p",
    "rinshan": "3s",
}


def test_the_fourth_kan_of_one_player_wins_as_it_stands(house: Write) -> None:
    result = played(club(house, "fourth_kan_wins = true"), FOURTH, "east discards 1p", "south daiminkan 1p")
    assert result.kyoku.outcome is not None
    (win,) = result.kyoku.outcome.wins
    assert (win.seat, list(win.value.yakuman)) == (Seat.SOUTH, ["suukantsu"])
    assert [finding.plugin for finding in result.kyoku.findings if finding.code == "KR505"] == ["club"]


def test_the_feeder_of_a_fourth_kan_that_wins_answers_for_suukantsu(house: Write) -> None:
    result = played(club(house, "fourth_kan_wins = true"), FOURTH, "east discards 1p", "south daiminkan 1p")
    assert scores(result) == (-32000, 32000, 0, 0)


def test_four_kans_of_two_players_win_nothing(house: Write) -> None:
    given = {
        "hands": {"south": "111p9s123m"},
        "melds": {"south": ["ankan 1111z", "ankan 2222z"], "north": ["ankan 3333z"]},
        "turn": "east",
        "live": "1p",
        "rinshan": "3s",
    }
    result = played(club(house, "fourth_kan_wins = true"), given, "east discards 1p", "south daiminkan 1p")
    assert result.kyoku.outcome is None
    assert [finding.plugin for finding in result.kyoku.findings if finding.code == "KR502"] == ["core"]


def test_where_the_ruleset_ends_the_hand_at_the_fourth_kan_its_line_is_not_overruled(house: Write) -> None:
    rules = club(house, "fourth_kan_wins = true", "[four_kans]", 'one_player = "abort"', 'abort_at = "declaration"')
    result = played(rules, FOURTH, "east discards 1p", "south daiminkan 1p")
    assert result.kyoku.outcome is not None
    assert result.kyoku.outcome.type == "four_kans"


OLD = 'old_liability = ["tsuuiisou", "chinroutou", "ryuuiisou"]'


def liable(rules: Ruleset, hand: str, melds: list[str], tile: str, word: str = "pon") -> list[tuple[str, str]]:
    """Who answers for what once south has called east's tile."""
    given = {"hands": {"south": hand}, "melds": {"south": melds}, "turn": "east", "live": tile}
    kyoku = played(rules, given, f"east discards {tile}", f"south {word} {tile}").kyoku
    return [(one.yakuman, str(one.seat)) for one in kyoku.liabilities[Seat.SOUTH]]


HONOURS = ["pon 111z from west", "pon 222z from north", "pon 555z from west"]


def test_who_feeds_the_fourth_set_of_honours_answers_for_tsuuiisou(house: Write) -> None:
    assert liable(club(house, OLD), "66z3z9m", HONOURS, "6z") == [("tsuuiisou", "east")]


def test_the_third_set_of_honours_makes_nobody_liable(house: Write) -> None:
    assert liable(club(house, OLD), "55z3z9m123p", HONOURS[:2], "5z") == []


def test_who_feeds_the_fourth_set_of_terminals_answers_for_chinroutou(house: Write) -> None:
    terminals = ["pon 111m from west", "pon 999m from north", "pon 111p from west"]
    assert liable(club(house, OLD), "99s3z9p", terminals, "9s") == [("chinroutou", "east")]


def test_a_run_of_234s_is_green(house: Write) -> None:
    green = ["chi 234s", "pon 666s from north", "pon 888s from west"]
    assert liable(club(house, OLD), "66z3z9p", green, "6z") == [("ryuuiisou", "east")]


def test_a_set_of_another_colour_makes_nobody_liable(house: Write) -> None:
    assert liable(club(house, OLD), "66z3z9m", [*HONOURS[:2], "pon 222m from west"], "6z") == []


def test_only_the_yakuman_that_the_club_names_make_liable(house: Write) -> None:
    assert liable(club(house, 'old_liability = ["chinroutou"]'), "66z3z9m", HONOURS, "6z") == []


def test_an_ankan_counts_as_a_set_where_the_ruleset_says_so(house: Write) -> None:
    melds = ["ankan 1111z", *HONOURS[1:]]
    assert liable(club(house, OLD), "66z3z9m", melds, "6z") == [("tsuuiisou", "east")]
    assert liable(club(house, OLD, "[sekinin_barai]", "concealed_sets_count = false"), "66z3z9m", melds, "6z") == []


def test_a_daiminkan_completes_the_sets_where_the_ruleset_says_so(house: Write) -> None:
    assert liable(club(house, OLD), "666z9m", HONOURS, "6z", "daiminkan") == [("tsuuiisou", "east")]
    assert (
        liable(club(house, OLD, "[sekinin_barai]", "completed_by_kan = false"), "666z9m", HONOURS, "6z", "daiminkan")
        == []
    )


def test_who_is_liable_pays_all_of_a_tsumo_and_the_ruling_names_the_plugin(house: Write) -> None:
    given = {"hands": {"south": "66z3z9m"}, "melds": {"south": HONOURS}, "turn": "east", "live": "6z 8p 8p 8p 3z"}
    call = ("east discards 6z", "south pon 6z", "south discards 9m")
    around = ("west discards 8p", "north discards 8p", "east discards 8p")
    result = played(club(house, OLD), given, *call, *around, "south draws 3z", "south tsumo")
    assert scores(result) == (-32000, 32000, 0, 0)
    assert [finding.plugin for finding in result.kyoku.findings if finding.code == "KR401"] == ["club"]


@pytest.mark.parametrize(
    ("line", "column", "code", "says"),
    [
        ("open_kan_fee = 1500", 16, "KR102", "1500"),
        ("open_kan_fee = true", 16, "KR103", "whole number"),
        ("kan_bonus = -1", 13, "KR102", "-1"),
        ('fourth_kan_wins = "yes"', 19, "KR103", "true or false"),
        ('old_liability = ["tsuuiisou", "toitoi"]', 31, "KR102", "toitoi"),
        ("openkan_fee = 1000", 1, "KR101", "openkan_fee"),
    ],
)
def test_every_option_is_checked_with_line_and_column(
    house: Write, line: str, column: int, code: str, says: str
) -> None:
    with pytest.raises(RulesetError) as refused:
        club(house, line)
    (problem,) = refused.value.problems
    assert (problem.line, problem.column, problem.code) == (6, column, code)
    assert says in problem.message


ANKAN = {"hands": {"south": "999s"}, "live": "9s", "turn": "south", "rinshan": "5p"}


def test_a_journal_notes_each_replacement_tile(house: Write, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level("INFO", "kanrules.club"):
        played(club(house, "journal = true"), ANKAN, "south ankan 9s")
    assert caplog.messages == ["south takes 5p for the ankan, 3 replacement tiles left"]


def test_without_a_journal_nothing_is_noted(house: Write, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level("INFO", "kanrules.club"):
        played(club(house), ANKAN, "south ankan 9s")
    assert caplog.messages == []


def test_kan_furi_wins_on_the_discard_after_a_kan_without_another_yaku(house: Write) -> None:
    given = {
        "hands": {"south": "999s123456p1z", "west": "46p123789m11s"},
        "melds": {"west": ["pon 222z from east"]},
        "turn": "east",
        "live": "9s",
        "rinshan": "5p",
        "indicators": "3z 3z",
    }
    lines = ("east discards 9s", "south daiminkan 9s", "south discards 5p", "west ron")
    outcome = played(club(house, "kan_furi = 2"), given, *lines).kyoku.outcome
    assert outcome is not None
    assert outcome.wins[0].value.yaku == {"kan_furi": 2}


def test_the_ura_of_a_kan_count_for_its_player_alone(house: Write) -> None:
    """South has a kan, west wins in riichi: the ura under the first indicator counts, that of south's kan does not."""
    given = {
        "hands": {"south": "777z", "west": "46p123789m555s22z"},
        "riichi": ["west"],
        "turn": "south",
        "live": "7z",
        "rinshan": "9p",
        "indicators": "9m 9m",
        "ura": "1z 1z",
    }
    lines = ("south ankan 7z", "south discards 9p", "west draws 5p", "west tsumo")
    for options, ura in (((), 4), (("private_kan_ura = true",), 2)):
        outcome = played(club(house, *options), given, *lines).kyoku.outcome
        assert outcome is not None
        assert outcome.wins[0].value.ura == ura


def test_the_third_kan_ends_the_hand(house: Write) -> None:
    given = {
        "hands": {"south": "999s"},
        "melds": {"north": ["ankan 1111z"], "west": ["ankan 2222z"]},
        "turn": "south",
        "live": "9s",
        "rinshan": "1p",
    }
    outcome = played(club(house, "abort_at_kan = 3"), given, "south ankan 9s", "south discards 1p").kyoku.outcome
    assert outcome is not None
    assert outcome.type == "four_kans"
