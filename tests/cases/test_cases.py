"""Case files: what they say, what is filled in, what is wrong with them, and how they are judged."""

from __future__ import annotations

import inspect
import json
import subprocess
import sys
import textwrap
from pathlib import Path
from typing import Any

import pytest

from kanrules import Kyoku, load_ruleset
from kanrules.cases.case import CASE, CASE_TABLES
from kanrules.cases.case_key import meant_key
from kanrules.cases.expect import EXPECT
from kanrules.cases.given import GIVEN
from kanrules.cases.quiet import apart
from kanrules.cases.run import position_of
from kanrules.kyoku.machine import Phase
from kanrules.pieces.melds_text import parse_meld
from kanrules.pieces.readings import Concealed, waits_mask
from kanrules.pieces.tiles import KIND, NAMES, SEATS, Seat, counts_37, parse_tiles
from kanrules.ruleset.library import folder
from kanrules.table.position import lying
from kanrules.testing import (
    Case,
    CaseBuilder,
    CaseError,
    Verified,
    parse_cases,
    play_case,
    read_cases,
    unmet_expectations,
    verify_case,
)

EMA, TENHOU = load_ruleset("ema-2016"), load_ruleset("tenhou")
HERE = Path(__file__).parents[1]
FILES = sorted([*(HERE / "cases").glob("*.cases.toml"), *folder().rglob("*.cases.toml")])
ROBBED = """
[[case]]
name = "A robbed kan turns no indicator"
rules = ["ema-2016", "m-league", "tenhou"]
source = "M.League 4-5(5)"

[case.given]
honba = 1
hands = { north = "34p567m123s789s11z" }
melds = { south = ["pon 222p from east"] }
turn = "south"
live = "2p"
indicators = "9s 6m"

[case.play]
lines = \"\"\"
south draws 2p
south shouminkan 2p
north ron
\"\"\"

[case.expect]
order = ["shouminkan", "chankan", "ron"]
never = ["kandora", "rinshan"]
indicators = 1
result = "ron"
yaku = { north = ["chankan"] }
dora = { north = 1 }
payments = { north = 2900, south = -2900 }
"""


def one(text: str) -> Case:
    (case,) = parse_cases(text, "club.cases.toml")
    return case


def given_case(given: str, *lines: str, expect: str = "") -> Case:
    play_text = "\n".join(lines)
    return one(
        f'[[case]]\nname = "a case"\n[case.given]\n{given}\n[case.play]\nlines = """\n{play_text}\n"""\n[case.expect]\n'
        f"{expect}\n"
    )


def problems(case: Case, rules: Any = EMA) -> list[str]:
    with pytest.raises(CaseError) as caught:
        play_case(case, rules)
    return [f"{problem.line}:{problem.column} {problem.code} {problem.message}" for problem in caught.value.problems]


def kyoku(case: Case, rules: Any = EMA) -> Kyoku:
    return play_case(case, rules).kyoku


def result(kyoku: Kyoku) -> str:
    return "ongoing" if kyoku.outcome is None else kyoku.outcome.type.value


# --- the design's own example -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["ema-2016", "m-league", "tenhou"])
def test_the_example_of_the_design_passes_under_its_rulesets(name: str) -> None:
    case = one(ROBBED)
    assert case.all_rules == ("ema-2016", "m-league", "tenhou")
    assert verify_case(case, load_ruleset(name)).why == ""


def test_a_builder_writes_the_same_case_as_a_file() -> None:
    built = (
        CaseBuilder(
            "A robbed kan turns no indicator", rules=["ema-2016", "m-league", "tenhou"], source="M.League 4-5(5)"
        )
        .given(honba=1, hands={"north": "34p567m123s789s11z"}, melds={"south": ["pon 222p from east"]})
        .given(turn="south", live="2p", indicators="9s 6m")
        .play("south draws 2p", "south shouminkan 2p", "north ron")
        .expect(order=["shouminkan", "chankan", "ron"], never=["kandora", "rinshan"], indicators=1, result="ron")
        .expect(yaku={"north": ["chankan"]}, dora={"north": 1}, payments={"north": 2900, "south": -2900})
    )
    read, case = one(ROBBED), built.case()
    assert (case.given, case.lines, case.expect, case.rules, case.source) == (
        read.given,
        read.lines,
        read.expect,
        read.rules,
        read.source,
    )
    assert one(built.text()).lines == read.lines


def test_a_hand_starts_from_a_case() -> None:
    start = Kyoku.from_case(one(ROBBED))
    assert start.phase is Phase.DRAW
    assert start.next_seat is Seat.SOUTH
    assert [str(action) for action in start.legal_actions()] == ["south draws 2p"]
    assert start.honba == 1
    assert Kyoku.from_case(ROBBED, "tenhou").judge.options == TENHOU.options
    # The walls are whole: the hand can be played to its end.
    while start.outcome is None:
        start.push(start.legal_actions()[-1])


# --- filling up -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_whatever_is_filled_up_keeps_to_one_set_of_tiles_and_helps_nobody(path: Path) -> None:
    for case in read_cases(path):
        discarded = {
            KIND[line.tile] for line in case.lines if line.tile is not None and line.verb in ("discards", "riichi")
        }
        for rules in (EMA, TENHOU):
            try:
                position = position_of(case, rules)
            except CaseError:
                continue  # under this ruleset the case cannot be
            assert position.unseen_counts is not None
            unknown = sum(tile is None for tile in (*position.live, *position.replacements))
            assert len(lying(position)) + sum(position.unseen_counts) == 136
            assert sum(position.unseen_counts) >= unknown
            kinds = [0] * 34
            for tile in lying(position):
                kinds[KIND[tile]] += 1
            assert max(kinds) <= 4
            for seat in SEATS:
                hand, given = list(position.hands[seat]), case.given.hands.get(seat, ())
                if seat is position.turn and position.drawn is not None:
                    hand.remove(position.drawn)
                filled = counts_37(hand)
                for tile in given:
                    filled[tile] -= 1
                added = [tile for tile, count in enumerate(filled) for _ in range(count)]
                if len(added) > 1:
                    assert waits_mask(Concealed.of(hand)) == 0, (case.name, seat)
                for tile in added:
                    assert added.count(tile) == 1, "a pair could be called"
                    for other in added:
                        # Where the honours are used up two tiles may lie near each other, but nothing that is discarded
                        # joins them.
                        low, high = sorted((KIND[tile], KIND[other]))
                        if high < 27 and low // 9 == high // 9 and high - low in (1, 2):
                            joins = {low + 1} if high - low == 2 else {low - 1, high + 1}
                            assert not {kind for kind in joins if kind // 9 == low // 9} & discarded, (
                                "a run could be called"
                            )


def test_the_same_case_is_filled_up_the_same_way_every_time() -> None:
    first, second = one(ROBBED), one(ROBBED)
    assert first is not second
    assert position_of(first, EMA) == position_of(second, EMA)


def test_a_filler_is_apart_from_what_makes_neither_a_pair_nor_a_run_with_it() -> None:
    suits = [range(first, first + 9) for first in (0, 9, 18)]
    sets = [{first, first + 1, first + 2} for suit in suits for first in suit[:-2]]
    for kind in range(34):
        for other in range(34):
            assert apart(kind, [other]) is not (kind == other or any({kind, other} <= run for run in sets))


def test_filled_indicators_show_nothing_that_the_case_names() -> None:
    position = position_of(
        given_case('hands = { south = "555z", north = "34p567m123s789s11z" }', "south draws 5z", "south ankan 5z"), EMA
    )
    from kanrules.pieces.tiles import next_dora

    named = {KIND[tile] for tile in parse_tiles("555z34p567m123s789s11z")}
    assert not {next_dora(tile) for tile in (*position.indicators, *position.ura) if tile is not None} & named


def test_a_case_without_a_red_five_is_dealt_without_them() -> None:
    plain = position_of(given_case('hands = { south = "5p" }'), TENHOU)
    assert plain.red_fives == 0
    red = position_of(given_case('hands = { south = "0p" }'), TENHOU)
    assert red.red_fives == 3
    assert parse_tiles("0p")[0] in red.hands[Seat.SOUTH]
    assert all(tile < 34 for tile in plain.hands[Seat.SOUTH])


def test_face_up_are_one_and_the_kans_less_the_pending_ones() -> None:
    melds = 'melds = { south = ["ankan 1111z", "daiminkan 5555z from east"], west = ["ankan 2222z"] }\n'
    assert kyoku(given_case(melds)).face_up == 4
    assert kyoku(given_case(melds + 'turn = "south"\ndrawn = "9m"\npending = 1'), TENHOU).face_up == 3
    assert kyoku(given_case(melds + 'turn = "south"\ndrawn = "9m"\npending = "5z"'), TENHOU).face_up == 3


def test_a_tile_that_a_meld_names_is_added_to_the_river_it_was_called_from() -> None:
    position = position_of(
        given_case('melds = { south = ["pon 555p from east", "chi 423m"] }\nrivers = { east = "1z5p" }'), EMA
    )
    assert [str(discard) for discard in position.rivers[Seat.EAST]] == [
        "east discards 1z",
        "east discards 5p",
        "east discards 4m",
    ]
    assert position.taken[Seat.EAST] == (1, 2)


def test_tiles_that_lie_nowhere_are_away() -> None:
    """They are in no river, so that nobody is furiten by them, and not in the wall."""
    position = position_of(given_case("live_tiles = 3"), EMA)
    assert len(position.live) == 3
    assert all(not river for river in position.rivers)
    assert sum(position.unseen_counts or ()) > 50


def test_sticks_and_scores_follow_from_riichi() -> None:
    position = position_of(given_case('riichi = ["south", "west"]'), EMA)
    assert (position.sticks, position.scores) == (2, (25000, 24000, 24000, 25000))


def test_who_draws_next_is_whoever_acts_first_where_the_case_does_not_say() -> None:
    assert position_of(given_case("", "north draws 1m"), EMA).turn is Seat.NORTH
    assert position_of(given_case("", "north ron"), EMA).turn is Seat.EAST


# --- positions that cannot be -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("given", "problem"),
    [
        ('hands = { south = "555p" }\nrivers = { east = "55p" }', "4:19 KR111 five 5p: there are four of each tile"),
        ('hands = { south = "00p" }', "4:19 KR111 two 0p: the set has one red"),
        ('hands = { south = "0m5555p" }', "4:19 KR111 four 5p: the set has three that are not red"),
        ('melds = { south = ["pon 222p"] }',
         '4:20 KR111 \'pon 222p\': expected from whom it was called, such as \'pon 222p from east\''),
        ('melds = { south = ["pon 222p from south"] }',
         "4:20 KR111 'pon 222p from south': it is south's own meld; expected another seat after 'from'"),
        ('melds = { south = ["chi 123m from west"] }',
         "4:20 KR111 'chi 123m from west': south can only chi from east, the player before"),
        ('melds = { south = ["chi 124m"] }',
         "4:20 KR111 'chi 124m': a chi is three tiles in a row of one suit, such as 234m"),
        ('melds = { south = ["pon 223p from east"] }',
         "4:20 KR111 'pon 223p from east': the tiles of a pon are all alike; 2p and 3p are not"),
        ('melds = { south = ["ankan 111z"] }', "4:20 KR111 'ankan 111z': an ankan has 4 tiles, not 3"),
        ('melds = { south = ["kong 1111z"] }',
         "4:20 KR111 'kong 1111z': 'kong' is not a meld; expected chi, pon, ankan, daiminkan or shouminkan"),
        ('hands = { south = "123456789m12345p" }', "4:19 KR111 south holds 14 concealed tiles; there is room for 13"),
        (('melds = { south = ["pon 222p from east"] }\nhands = { south = "123456789m12s" }\n'
          'drawn = "1z"\nturn = "south"'),
         "5:19 KR111 south holds 11 concealed tiles in addition to one meld; there is room for 10"),
        ('melds = { south = ["ankan 1111z", "ankan 2222z", "ankan 3333z", "ankan 4444z", "ankan 5555z"] }',
         "4:19 KR111 south has 5 melds; there is room for four"),
        ('riichi = ["south"]\nmelds = { south = ["pon 222p from east"] }',
         "5:19 KR111 south is in riichi and has called a tile"),
        ('ippatsu = ["south"]', "4:11 KR111 south has ippatsu but is not in riichi"),
        ('riichi = ["south", "west"]\nsticks = 1', "5:10 KR111 1 stick is on the table, but 2 players are in riichi"),
        ('live = "123m"\nlive_tiles = 2', "4:8 KR111 3 live tiles are named and 2 are left"),
        ("live_tiles = 71", "4:14 KR111 71 live tiles cannot be left; at most 70 can"),
        ('melds = { south = ["ankan 1111z"] }\nrinshan = "1234m"',
         "5:11 KR111 4 replacement tiles: after one kans three are left"),
        ('first_go_around = true\nmelds = { south = ["pon 222p from east"] }',
         "4:19 KR111 a call has interrupted the first go-around"),
        ('first_go_around = true\nturn = "south"\nrivers = { east = "12m" }',
         "6:19 KR111 east has discarded 2 tiles in the first go-around, south to draw"),
        ('melds = { south = ["daiminkan 5555z from east"] }\nturn = "south"\npending = 1',
         "6:11 KR111 a kan dora indicator is pending only while south has the replacement tile in hand"),
        ('turn = "south"\ndrawn = "1m"\npending = 1', "6:11 KR111 1 indicator is pending, and south has no kans"),
        ('turn = "south"\ndrawn = "1m"\npending = "5z"',
         "6:11 KR111 the kan dora indicator of a kan of 5z is pending, but there is no such kan"),
        ('indicators = "123456m"', "4:14 KR111 6 indicators; there are five places"),
        ('hands = { nord = "1m" }', '4:11 KR101 "nord" is not a seat; expected east, south, west or north'),
        ('hands = { south = "1x" }',
         "4:19 KR111 '1x': 'x' at place 2 is not mpsz; expected digits and the suits m, p, s, z"),
        ('drawn = "12m"', '4:9 KR111 "12m" is not a tile; expected one such as 5p, 0s or 7z'),
        ('turn = "left"', '4:8 KR102 "left" is not a seat; expected east, south, west or north'),
        ("honba = -1", "4:9 KR102 -1 is not possible; expected 0 to 1000000"),
        ('honba = "1"', '4:9 KR103 "1" is not a whole number'),
        ('hand = "1m"', '4:1 KR101 `given` has no key "hand"; did you mean `hands`?'),
        ('indicator = "1m"', '4:1 KR101 `given` has no key "indicator"; did you mean `indicators`?'),
    ],
)  # fmt: skip
def test_a_position_that_cannot_be_is_an_error_with_line_and_column(given: str, problem: str) -> None:
    with pytest.raises(CaseError) as caught:
        play_case(given_case(given), TENHOU)
    found = [f"{one.line}:{one.column} {one.code} {one.message}" for one in caught.value.problems]
    assert problem in found


def test_four_kans_that_would_have_ended_the_hand_are_no_position() -> None:
    case = given_case('melds = { east = ["ankan 1111z", "ankan 2222z", "ankan 3333z"], south = ["ankan 4444z"] }')
    assert problems(case, TENHOU) == [
        "3:1 KR111 four kans are completed, and these rules would have ended the hand with the fourth"
    ]
    assert len(kyoku(case, EMA).kans) == 4


def test_a_red_five_where_the_ruleset_has_none_is_an_error() -> None:
    assert problems(given_case('hands = { south = "0p" }'), EMA) == [
        "3:1 KR111 the case names a red five, but these rules do not use red fives (scoring.red_fives = 0)"
    ]


def test_every_fault_is_told_at_once_in_the_order_of_the_file() -> None:
    text = (
        ROBBED.replace("honba = 1", 'honba = "x"').replace("north ron", "north rons").replace("dora = {", "doras = {")
    )
    with pytest.raises(CaseError) as caught:
        parse_cases(text, "club.cases.toml")
    assert [(problem.line, problem.code) for problem in caught.value.problems] == [
        (8, "KR103"),
        (19, "KR111"),
        (28, "KR101"),
    ]
    assert str(caught.value).startswith(
        'club.cases.toml:8:9: error[KR103 wrong-type]: "x" is not a whole number\n   |\n 8 | honba = "x"\n'
    )


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("south draw", "expected `south draws TILE`"),
        ("nobody draws 5p", "'nobody' is not a seat"),
        ("south eats 5p", "'eats' is not an action; expected one of draws, discards"),
        ("south discard5 5p", "did you mean `discards`?"),
        ("south ron 5p", "nothing may follow `ron`"),
        ("south chi 5p with 4p", "a chi uses two tiles of the hand, not 1"),
        ("south", "expected a seat and what it does"),
        ("referee looks south", "expected `referee finds SEAT`"),
        ("everyone draws 5p", "expected `everyone passes`"),
        ("south ankan 5p corrected", "only a line that begins with `!` can be corrected"),
        ("south draws 8z", "'8z' is not a tile"),
    ],
)
def test_a_line_that_is_none_is_an_error_where_it_stands(line: str, says: str) -> None:
    with pytest.raises(CaseError) as caught:
        given_case("", "east draws 1m", "# a comment", "", line)
    (problem,) = caught.value.problems
    assert says in problem.message
    assert (problem.line, problem.column, problem.source_line) == (10, 1, line)


@pytest.mark.parametrize(
    ("expect", "says"),
    [
        ('result = "win"', '"win": expected one of ongoing, ron'),
        ('order = ["kandra"]', "there is no event 'kandra'; did you mean `kandora`?"),
        ('order = ["south"]', "'south' does not name an event"),
        ('yaku = { north = ["Pinfu!"] }', 'there is no yaku "Pinfu!"; did you mean `pinfu`?'),
        ('illegal = { line = 7, code = "KR205" }', "there is no line 7; the play has 1"),
        ('illegal = { line = 1, code = "KR999" }', '"KR999" is not a reason code'),
        ('code = "205"', '"205" is not a reason code'),
        ('liable = { daisangenn = "south" }', 'no player can be liable for "daisangenn"; did you mean `daisangen`?'),
        ('dealer = "stays"', '"stays": expected one of keeps, rotates'),
        ('penalty = { south = "dead hand" }', "did you mean `dead_hand`?"),
        ("payments = 3", "3 is not a table by seat"),
        ('furiten = ["left"]', '"left" is not a seat'),
        ('han = "two"', '"two" is not a whole number'),
    ],
)
def test_an_expectation_that_is_none_is_an_error(expect: str, says: str) -> None:
    with pytest.raises(CaseError) as caught:
        given_case("", "east draws 1m", expect=expect)
    (problem,) = caught.value.problems
    assert says in problem.message
    assert problem.line == 10


def test_a_penalty_that_needs_more_said_is_not_shown_as_none() -> None:
    exposed = given_case("", "south fouls dead_wall_exposed", expect='penalty = { south = "warning" }')
    (unmet,) = verify_case(exposed, "wrc-2025").differences
    assert unmet.text == "south depends on the case; expected south warning"
    told = given_case("", "south fouls dead_wall_exposed tiles 1 first", expect='penalty = { south = "warning" }')
    assert verify_case(told, "wrc-2025").passed


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "there is no case here"),
        ("[[case]]", "a case needs a name"),
        ("[case]\nname = 'x'", "`case` is a list of tables"),
        ("[[cases]]\nname = 'x'", 'a file of cases has no key "cases"; did you mean `case`?'),
        ("[[case]]\nname = 'x'\n[[case]]\nname = 'x'", "a case with this name is already in line 1"),
        ("[[case]]\nname = 'x'\nplays = 1", 'a case has no key "plays"; did you mean `play`?'),
        ("[[case]]\nname = 'x'\nrules = 3", "3 is not a list of rulesets"),
        ("[[case]]\nname = 'x'\n[case.options]\n'kandora.ankann' = 'discard'",
         'a ruleset has no key "kandora.ankann"; did you mean `kandora.ankan`?'),
        ("[[case]]\nname = 'x'\n[[case.expect_under]]\nresult = 'ron'", "`expect_under` needs `rules = [...]`"),
        ("[[case]]\nname = 'x", "KR104"),
    ],
)  # fmt: skip
def test_a_file_that_is_no_file_of_cases_is_an_error(text: str, says: str) -> None:
    with pytest.raises(CaseError, match="error") as caught:
        parse_cases(text, "club.cases.toml")
    assert says in str(caught.value)


def test_a_bad_value_of_an_option_is_an_error_of_the_case() -> None:
    case = CaseBuilder("x").options({"kandora.ankan": "discrad"}).case()
    (problem,) = problems(case)
    assert "KR102" in problem
    assert "discrad" in problem


# --- play -------------------------------------------------------------------------------------------------------------


def test_a_draw_that_contradicts_the_wall_is_an_error() -> None:
    case = given_case('live = "2p"', "south draws 3p")
    assert problems(case) == ["7:1 KR111 south draws 3p, but the next tile of the wall is 2p"]


def test_a_replacement_draw_that_contradicts_the_wall_is_an_error() -> None:
    case = given_case(
        'hands = { south = "5555z" }\nrinshan = "2p"', "south draws 1m", "south ankan 5z", "south draws 3p"
    )
    assert problems(case) == ["10:1 KR111 south draws 3p, but the next replacement tile is 2p"]


def test_a_fifth_tile_cannot_be_drawn() -> None:
    case = given_case('hands = { south = "555p" }\nrivers = { east = "5p" }', "south draws 5p")
    assert problems(case) == ["8:1 KR111 5p turns up more often than there are copies"]


def test_draws_need_not_be_written() -> None:
    written = given_case("", "east draws 9m", "east discards 9m", "south draws 1z", "south discards 1z")
    short = given_case("", "east discards 9m", "south discards 1z")
    assert [str(event) for event in kyoku(short).events] == [str(event) for event in kyoku(written).events]


def test_a_replacement_draw_happens_by_itself() -> None:
    case = given_case('hands = { south = "5555z" }\nrinshan = "9m"', "south draws 1m", "south ankan 5z")
    assert kyoku(case).drawn == parse_tiles("9m")[0]


def test_a_chi_needs_no_tiles_where_one_run_alone_is_possible() -> None:
    lines = ("east draws 4p", "east discards 4p", "south chi 4p")
    assert [str(event) for event in kyoku(given_case('hands = { south = "23p" }', *lines)).events][
        -1
    ] == "south chi 4p with 23p"
    assert problems(given_case('hands = { south = "2356p" }', *lines)) == [
        "9:1 KR111 `south chi 4p`: 3 runs are possible; write `south chi 4p with ...`"
    ]
    assert play_case(given_case("", "south chi 4p"), EMA).refused[0].objections[0].code == "KR202"


def test_a_last_discard_is_passed() -> None:
    case = given_case("live_tiles = 1", "east draws 9m", "east discards 9m")
    assert result(kyoku(case)) == "exhaustive_draw"
    assert result(kyoku(given_case("live_tiles = 2", "east draws 9m", "east discards 9m"))) == "ongoing"


def test_consecutive_rons_answer_one_tile() -> None:
    hands = 'hands = { north = "34p567m123s666z99m", west = "34p789m123s555z99s" }\nturn = "east"'
    both = play_case(given_case(hands, "east draws 2p", "east discards 2p", "west ron", "north ron"), EMA)
    assert not both.refused
    assert both.kyoku.outcome is not None
    assert {win.seat for win in both.kyoku.outcome.wins} == {Seat.WEST, Seat.NORTH}
    alone = play_case(given_case(hands, "east draws 2p", "east discards 2p", "west ron"), EMA)
    assert alone.kyoku.outcome is not None
    assert {win.seat for win in alone.kyoku.outcome.wins} == {Seat.WEST}


def test_a_ron_among_several_that_is_not_legal_is_refused_for_its_own_reason() -> None:
    hands = (
        'hands = { north = "34p567m123s666z99m", west = "34p789m123s555z99s" }\nrivers = { west = "5p" }\nturn = "east"'
    )
    played = play_case(given_case(hands, "east draws 2p", "east discards 2p", "north ron", "west ron"), EMA)
    assert [(refused.line.number, refused.objections[0].code) for refused in played.refused] == [(4, "KR212")]
    assert result(played.kyoku) == "ron"


@pytest.mark.parametrize(("word", "tsumogiri"), [("", True), (" drawn", True), (" hand", False)])
def test_a_line_may_say_whether_the_discard_is_the_tile_just_drawn(word: str, tsumogiri: bool) -> None:
    played = play_case(
        given_case('hands = { south = "9m" }\ndrawn = "9m"\nturn = "south"', f"south discards 9m{word}"), EMA
    )
    (discard,) = played.kyoku.rivers[Seat.SOUTH]
    assert discard.tsumogiri is tsumogiri
    assert not played.refused


@pytest.mark.parametrize("line", ["south discards 9p drawn", "south discards 9m hand", "south riichi 9m hand"])
def test_a_discard_that_is_not_what_its_line_says_is_refused(line: str) -> None:
    played = play_case(given_case('hands = { south = "9p" }\ndrawn = "9m"\nturn = "south"', line), EMA)
    assert [one.code for refused in played.refused for one in refused.objections] == ["KR299"]


def test_everyone_passes_closes_the_claims_on_a_discard() -> None:
    given = 'hands = { north = "34p567m123s789s11z" }\ndrawn = "2p"\nturn = "south"\nriichi = ["north"]'
    played = play_case(given_case(given, "south discards 2p", "everyone passes", "north ron"), EMA)
    assert [refused.line.text for refused in played.refused] == ["north ron"]
    assert played.kyoku.is_furiten(Seat.NORTH)


def test_play_goes_on_after_a_line_that_is_not_legal_and_the_case_fails() -> None:
    case = given_case("", "south draws 9m", "south ankan 9m", "south discards 9m", expect='order = ["discard"]')
    verified = verify_case(case, EMA)
    assert (
        verified.why == "line 2 (`south ankan 9m`) is not legal: south ankan 9m: south holds 1 of the four 9m (KR201)"
    )
    assert verified.played is not None
    assert [event.word for event in verified.played.kyoku.events] == ["draw", "discard"]


def test_the_code_of_an_illegal_line_matches_any_objection() -> None:
    lines = ("south draws 1m", "south ankan 5z")
    given = 'hands = { south = "5555z" }\ndead = ["south"]\nlive_tiles = 1'
    for code in ("KR203", "KR214"):
        assert verify_case(given_case(given, *lines, expect=f'illegal = {{ line = 2, code = "{code}" }}'), EMA).passed
    assert (
        "is illegal, but not because of KR201"
        in verify_case(given_case(given, *lines, expect='illegal = { line = 2, code = "KR201" }'), EMA).why
    )


def test_a_line_expected_to_be_illegal_that_is_legal_fails() -> None:
    case = given_case("", "south draws 9m", expect='illegal = { line = 1, code = "KR299" }')
    assert verify_case(case, EMA).why == "line 1 (`south draws 9m`) is legal, expected KR299"


def test_expectations_under_a_ruleset_override_the_others() -> None:
    text = ROBBED + '[[case.expect_under]]\nrules = ["tenhou", "wrc-2022"]\nindicators = 7\n'
    case = one(text)
    assert case.all_rules == ("ema-2016", "m-league", "tenhou", "wrc-2022")
    assert verify_case(case, EMA).passed
    assert verify_case(case, TENHOU).why == "1 dora indicator face up (9s), expected 7"


def test_options_of_a_case_are_laid_over_the_ruleset() -> None:
    case = (
        CaseBuilder("late")
        .given(hands={"south": "555z"})
        .play("south draws 5z", "south ankan 5z")
        .options({"kandora.ankan": "discard"})
    )
    assert kyoku(case.case()).face_up == 1
    assert (
        kyoku(CaseBuilder("now").given(hands={"south": "555z"}).play("south draws 5z", "south ankan 5z").case()).face_up
        == 2
    )


# --- every key of expect can fail -------------------------------------------------------------------------------------

ILLEGAL = 'hands = { south = "3444m778899s333z", north = "34p567m123s666z99m" }\nriichi = ["south"]'
COMMITTED = ("south draws 4m", "!south ankan 4m", "referee finds south")
WINNING = 'hands = { north = "34p567m123s666z99m" }\nturn = "east"\nhonba = 1\nindicators = "9s"\nura = "1m"'
WON = (WINNING, "east draws 2p", "east discards 2p", "north ron")
DRAGONS = 'melds = { south = ["pon 555z from west", "pon 666z from west", "pon 777z from north"] }'
RIGHT_AND_WRONG: dict[str, tuple[str, tuple[str, ...], str, str]] = {
    "illegal": (
        "",
        ("south draws 9m", "west draws 9m"),
        '{ line = 2, code = "KR299" }',
        '{ line = 2, code = "KR202" }',
    ),
    "order": (WON[0], WON[1:], '["east draw 2p", "north ron"]', '["ron", "discard"]'),
    "never": (WON[0], WON[1:], '["kandora", "west ron", "discard 3p"]', '["discard 2p"]'),
    "indicators": (WON[0], WON[1:], '"9s"', "2"),
    "result": (WON[0], WON[1:], '"ron"', '"tsumo"'),
    "yaku": (WON[0], WON[1:], '{ north = ["hatsu"] }', '{ north = ["hatsu", "pinfu"] }'),
    "han": (WON[0], WON[1:], "2", "{ north = 1 }"),
    "fu": (WON[0], WON[1:], "{ north = 40 }", "30"),
    "dora": (WON[0], WON[1:], "{ north = 1 }", "{ north = 0 }"),
    "ura": (WON[0], WON[1:], "{ north = 0 }", "{ north = 1 }"),
    "payments": (WON[0], WON[1:], "{ north = 2900, east = -2900, south = 0 }", "{ north = 2600 }"),
    "kita": ("", (), "{ south = 0 }", "{ south = 1 }"),
    "liable": (DRAGONS, (), '{ daisangen = "north" }', "{}"),
    "dealer": (WON[0], WON[1:], '"rotates"', '"keeps"'),
    "next_honba": (WON[0], WON[1:], "0", "2"),
    "sticks": ("sticks = 2", (), "2", "0"),
    "furiten": ('hands = { north = "34p567m123s666z99m" }\nrivers = { north = "2p" }', (), '["north"]', "[]"),
    "tenpai": ('hands = { north = "34p567m123s666z99m" }', (), '["north"]', '["north", "east"]'),
    "foul": (ILLEGAL, COMMITTED[:2], '{ line = 2, code = "KR204" }', '{ line = 2, code = "KR206" }'),
    "penalty": (ILLEGAL, COMMITTED, '{ south = "chombo" }', '{ south = "dead_hand" }'),
    "penalty_points": (ILLEGAL, COMMITTED, "{ south = 20000, east = 0 }", "0"),
    "code": (ILLEGAL, COMMITTED, '["KR204", "KR601"]', '"KR602"'),
}


CONTRACT = tuple(row.key for row in EXPECT if row.key != "answer")
"""`answer` is no expectation: it is what a casebook prints."""


@pytest.mark.parametrize("key", CONTRACT)
def test_every_expectation_can_be_met_and_can_fail(key: str) -> None:
    given, lines, right, wrong = RIGHT_AND_WRONG[key]
    rules = EMA.with_options(
        {"chombo.pays": "after_uma", "chombo.points": 20000, "riichi_kan.illegal_found": "noticed_or_draw"}
    )
    assert verify_case(given_case(given, *lines, expect=f"{key} = {right}"), rules).why == ""
    failed = verify_case(given_case(given, *lines, expect=f"{key} = {wrong}"), rules)
    assert [difference.key for difference in failed.differences] == [key]


def test_a_winner_is_not_furiten_for_the_tile_it_won_on() -> None:
    assert verify_case(given_case(WON[0], *WON[1:], expect="furiten = []"), EMA).passed


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("pinfoo", "there is no yaku pinfoo; did you mean pinfu?"),
        ("kan_furi", "there is no yaku kan_furi, and no plugin of this ruleset names yaku"),
    ],
)
def test_a_yaku_that_neither_core_nor_a_plugin_has_fails_with_its_name(name: str, says: str) -> None:
    verified = verify_case(given_case(WON[0], *WON[1:], expect=f'yaku = {{ north = ["{name}"] }}'), EMA)
    assert [difference.text for difference in verified.differences] == [says]


def test_payments_are_the_whole_change_of_score() -> None:
    """The stick of a riichi declared in the play is part of it, whoever takes it."""
    given = 'hands = { south = "34p567m123s789s11z", north = "34p567m789m666z99s" }'
    lines = ("south riichi 9m", "west discards 2p", "south ron", "north ron")
    played = play_case(given_case(given, *lines), EMA)
    assert sum(played.changes.values()) == 0
    assert unmet_expectations(played, one(ROBBED.replace("2900, south = -2900", "0")).expect)


@pytest.mark.parametrize("key", [row.key for row in GIVEN if row.key != "kitas"])
def test_every_key_of_a_position_is_told_by_the_table(key: str) -> None:
    """`Table.text` gives back whatever a case can give, but for what lies hidden in the walls."""
    given: dict[str, Any] = {
        "round": "south", "honba": 2, "sticks": 3, "scores": {"west": 1000}, "hands": {"north": "34p567m123s789s11z"},
        "melds": {"south": ["daiminkan 5555z from east", "chi 423m", "ankan 6666s", "ankan 8888m"]},
        "rivers": {"west": "19m", "south": ["6m kan:6s", "7m"]}, "riichi": ["north"],
        "double_riichi": ["north"], "ippatsu": ["north"], "dead": ["west"], "turn": "south", "drawn": "9p",
        "live": "1z", "live_tiles": 20, "rinshan": "1z", "indicators": "9s", "ura": "8s", "pending": "5z",
        "turned_by": "8m6s", "wall_break": "west",
        "passed": {"north": "2p"}, "first_go_around": False,
    }  # fmt: skip
    assert set(given) == {row.key for row in GIVEN} - {"kitas"}
    rules = TENHOU.with_options({"scoring.red_fives": 0})
    text = Kyoku.from_case(CaseBuilder("x").given(**given).case(), rules).table().text()
    if key in ("live", "rinshan", "first_go_around"):
        assert f"{key} = " not in text
        return
    assert f"{key} = " in text
    again = Kyoku.from_case(one('[[case]]\nname = "x"\n[case.given]\n' + text), rules).table()
    assert again.text() == text


def test_norths_set_aside_are_told_by_the_table_of_three() -> None:
    rules = load_ruleset("tenhou-3p")
    case = CaseBuilder("x").given(kitas={"south": 2}, turn="south", drawn="9p rinshan").case()
    text = Kyoku.from_case(case, rules).table().text()
    assert "kitas = { south = 2 }" in text and "north" not in text
    again = Kyoku.from_case(one('[[case]]\nname = "x"\n[case.given]\n' + text), rules).table()
    assert again.text() == text and again.kitas == (0, 2, 0)


NINTH = """
kitas = { south = 4 }
melds = { west = ["ankan 9999p", "ankan 9999s"], east = ["ankan 2222p", "ankan 1111s"] }
rinshan = "1p"
"""


@pytest.mark.rest
@pytest.mark.parametrize(
    ("given", "lines", "said"),
    [
        ('hands = { north = "1p" }', "south draws 4z", "the north seat is empty: these rules are for three players"),
        (
            'hands = { south = "5m" }',
            "south draws 4z",
            "5m is not in the set: with three players, there are no 2m to 8m",
        ),
        ("", "south draws 5m", "5m is not in the set: with three players, there are no 2m to 8m"),
        ("", "south draws 1p\nnorth discards 1p", "the north seat is empty: these rules are for three players"),
        ("", "south kita 3z", "only a north is set aside; expected `south kita`"),
        ("kitas = { south = 3, west = 2 }", "south draws 1p", "five 4z: there are four of each tile"),
        (
            NINTH,
            "south draws 1p",
            "1 replacement tiles: after four kans and four kitas none are left",
        ),
    ],
)
def test_what_cannot_be_at_a_table_of_three_is_said(given: str, lines: str, said: str) -> None:
    text = f'[[case]]\nname = "x"\n[case.given]\nturn = "south"\n{given}\n[case.play]\nlines = """\n{lines}\n"""\n'
    done = verify("-", "--rules", "tenhou-3p", stdin=text)
    assert done.returncode != 0 and said in done.stdout + done.stderr, done.stdout


# --- the command ------------------------------------------------------------------------------------------------------


def verify(*arguments: str, stdin: str = "", cwd: Path | None = None) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "kanrules", "verify", *arguments]
    return subprocess.run(command, input=stdin, capture_output=True, text=True, check=False, cwd=cwd)


def test_verify_runs_a_pasted_case() -> None:
    done = verify("-", stdin=ROBBED)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.splitlines()[-1] == "3 passed, 0 failed"


def test_verify_shows_the_first_difference_and_the_table_at_that_moment() -> None:
    done = verify("-", "--rules", "tenhou", stdin=ROBBED.replace("north ron", "west ron"))
    assert done.returncode == 1
    assert "FAIL  A robbed kan turns no indicator  tenhou" in done.stdout
    assert "illegal: line 3 (`west ron`) is not legal: west ron: 2p does not complete the hand (KR299)" in done.stdout
    assert "> 3  west ron   <- here" in done.stdout
    assert "pon 222p from east" in done.stdout
    assert "waits 25p" in done.stdout
    assert "0 passed, 1 failed" in done.stdout


def test_verify_tells_the_same_in_json() -> None:
    done = verify(
        "-", "--rules", "tenhou,ema-2016", "--format", "json", stdin=ROBBED.replace("indicators = 1", "indicators = 2")
    )
    told = json.loads(done.stdout)
    assert (told["kanrules"], told["schema"], told["passed"], told["failed"]) == (
        __import__("kanrules").__version__,
        1,
        0,
        2,
    )
    first, second = told["cases"]
    assert (first["name"], first["rules"], first["passed"]) == ("A robbed kan turns no indicator", "tenhou", False)
    assert first["why"] == "1 dora indicator face up (9s), expected 2"
    assert second["rules"] == "ema-2016"
    assert done.returncode == 1


@pytest.mark.rest
def test_verify_finds_the_cases_beside_a_ruleset(tmp_path: Path) -> None:
    (tmp_path / "club.toml").write_text(
        '[ruleset]\nid = "club"\nextends = "ema-2016"\n[kandora]\nrobbed_kan = "revealed"\n'
    )
    cases = ROBBED.replace('rules = ["ema-2016", "m-league", "tenhou"]\n', "")
    (tmp_path / "club.cases.toml").write_text(cases)
    for named in ("club.toml", "club.cases.toml", "."):
        done = verify(named, cwd=tmp_path)
        assert (done.returncode, done.stderr) == (1, ""), named
        assert "`kandora` must not happen" in done.stdout
    assert verify("club.cases.toml", "--rules", "ema-2016", cwd=tmp_path).returncode == 0


@pytest.mark.rest
def test_a_path_of_a_ruleset_is_relative_to_the_file(tmp_path: Path) -> None:
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "house.toml").write_text('[ruleset]\nid = "house"\nextends = "ema-2016"\n')
    (tmp_path / "in" / "x.cases.toml").write_text(
        ROBBED.replace('["ema-2016", "m-league", "tenhou"]', '["./house.toml"]')
    )
    assert verify("in/x.cases.toml", cwd=tmp_path).returncode == 0


def test_verify_traces_the_answers_of_the_hooks() -> None:
    done = verify("-", "--trace", "--rules", "ema-2016", stdin=ROBBED)
    assert "rob_kan" in done.stdout
    assert "core -> yes" in done.stdout


@pytest.mark.parametrize(
    ("lines", "place"),
    [
        ("rules = ['ema-2016', 'emma-2016']", ':2:22: error[KR105 no-ruleset]: there is no ruleset "emma-2016"'),
        ("expect_under = [{ rules = ['tenhu'] }]", ':2:28: error[KR105 no-ruleset]: there is no ruleset "tenhu"'),
        ("rules = ['nothere.toml']", ":2:10: error[KR104 unreadable]: there is no such file"),
        ("rules = ['bad.toml']", "bad.toml:3:9: error[KR102 bad-value]"),
    ],
)
def test_a_ruleset_that_a_case_names_and_that_is_not_there_is_said_where_it_is_named(
    lines: str, place: str, tmp_path: Path
) -> None:
    (tmp_path / "bad.toml").write_text("ruleset.id = 'bad'\n[kandora]\nankan = 'x'\n")
    own = "" if lines.startswith("rules") else "rules = ['ema-2016']\n"
    (tmp_path / "x.cases.toml").write_text(f"[[case]]\n{lines}\nname = 'x'\n{own}")
    done = verify("x.cases.toml", cwd=tmp_path)
    assert done.returncode == 2 and place in done.stderr


@pytest.mark.rest
@pytest.mark.parametrize(
    ("arguments", "stdin", "says"),
    [
        (("no-such.cases.toml",), "", "no-such.cases.toml: No such file"),
        (("ema-2017",), "", "ema-2017: not a case file or a ruleset; did you mean `ema-2016`?"),
        (("-",), "[[case]]\nname = 'x'\n", "no ruleset is named"),
        (("-", "--rules", "ema-2017"), ROBBED, 'there is no ruleset "ema-2017"'),
        (("-",), ROBBED.replace("222p from", "222p form"), "error[KR111"),
        (("-",), ROBBED.replace('"ema-2016"', '"ema-2017"'), 'there is no ruleset "ema-2017"'),
    ],
)
def test_what_cannot_be_read_is_one_message_and_exit_code_2(arguments: tuple[str, ...], stdin: str, says: str) -> None:
    done = verify(*arguments, stdin=stdin)
    assert done.returncode == 2
    assert says in done.stderr
    assert "Traceback" not in done.stderr + done.stdout


def test_a_position_that_cannot_be_is_exit_code_2_and_the_others_go_on() -> None:
    impossible = ROBBED.replace("A robbed", "An impossible").replace('"9s 6m"', '"2p 2p"')
    done = verify("-", "--rules", "ema-2016", stdin=ROBBED + impossible)
    assert done.returncode == 2
    assert "five 2p: there are four of each tile" in done.stdout
    assert "1 passed, 1 failed" in done.stdout


# --- pytest -----------------------------------------------------------------------------------------------------------


@pytest.mark.rest
def test_pytest_collects_case_files(tmp_path: Path) -> None:
    (tmp_path / "good.cases.toml").write_text(ROBBED)
    (tmp_path / "bad.cases.toml").write_text(ROBBED.replace("indicators = 1", "indicators = 2"))
    (tmp_path / "broken.cases.toml").write_text(ROBBED.replace("222p from", "222p form"))
    (tmp_path / "test_kit.py").write_text(
        "def test_it(ruleset, case, verify):\n"
        "    built = case('x').given(hands={'south': '555z'}).play('south draws 5z', 'south ankan 5z')\n"
        "    verify(built.expect(indicators=2), ruleset('ema-2016'))\n"
        "    verify(built.expect(indicators=1), ruleset('ema-2016', {'kandora.ankan': 'discard'}))\n"
        "\n"
        "def test_it_fails(ruleset, case, verify):\n"
        "    built = case('x').given(hands={'south': '555z'}).play('south draws 5z', 'south ankan 5z')\n"
        "    verify(built.expect(indicators=1), ruleset('ema-2016'))\n"
    )
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", str(tmp_path)]
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=tmp_path)
    assert "1 error" in done.stdout
    assert "broken.cases.toml:10:20: error[KR111" in done.stdout
    (tmp_path / "broken.cases.toml").unlink()
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=tmp_path)
    assert "4 failed, 4 passed" in done.stdout
    assert "1 dora indicator face up (9s), expected 2" in done.stdout
    assert "bad.cases.toml::A robbed kan turns no indicator [m-league]" in done.stdout


def test_a_verified_case_says_what_it_was_played_under() -> None:
    verified = verify_case(one(ROBBED), EMA)
    assert isinstance(verified, Verified)
    assert (verified.rules, verified.passed, verified.case.name) == (
        "ema-2016",
        True,
        "A robbed kan turns no indicator",
    )


@pytest.mark.rest
def test_a_bundled_ruleset_answers_the_casebook_beside_it() -> None:
    done = verify("m-league")
    assert (done.returncode, done.stderr) == (0, "")
    assert "rulesets/casebook/" in done.stdout
    assert done.stdout.splitlines()[-1].endswith(" passed, 0 failed")
    assert {line.split()[-1] for line in done.stdout.splitlines() if line.startswith("  pass")} == {"m-league"}


@pytest.mark.parametrize(
    ("written", "river", "called", "added"),
    [
        ("pon 055p", "", "0p", None),
        ("pon 505p", "", "5p", None),
        ("pon 055p", "5p", "5p", None),
        ("pon 505p", "0p", "0p", None),
        ("pon 055p", "5p0p", "0p", None),
        ("daiminkan 0555p", "", "0p", None),
        ("shouminkan 0555p", "", "0p", "5p"),
        ("shouminkan 5550p", "", "5p", "0p"),
    ],
)
def test_the_tile_written_first_was_called_unless_the_river_shows_another(
    written: str, river: str, called: str, added: str | None
) -> None:
    # One reader of melds for cases, the command line and Python; two read "pon 055p" differently once.
    rivers = f'rivers = {{ east = "{river}" }}\n' if river else ""
    (case,) = parse_cases(
        f'[[case]]\nname = "x"\n[case.given]\n{rivers}melds = {{ south = ["{written} from east"] }}\n'
    )
    table = Kyoku.from_case(case, load_ruleset("tenhou")).table()
    (meld,) = table.melds[Seat.SOUTH]
    assert NAMES[meld.called if meld.called is not None else -1] == called
    assert (None if meld.added is None else NAMES[meld.added]) == added
    (place,) = table.taken[Seat.EAST]
    assert NAMES[table.rivers[Seat.EAST][place].tile] == called
    again = parse_meld(table.text().partition('melds = { south = ["')[2].partition('"')[0], Seat.SOUTH)
    assert again == meld


def test_another_word_for_a_key_of_a_case_names_the_key() -> None:
    for rows in (GIVEN, EXPECT, (*CASE, *CASE_TABLES)):
        words = [word for row in rows for word in row.also]
        assert len(set(words)) == len(words)
        assert set(words) & {row.key for row in rows} == set()
    assert meant_key("outcome", EXPECT) == "; did you mean `result`?"
    assert meant_key("actions", CASE_TABLES) == "; did you mean `play`?"
    # Where the key has no such word, the spelling decides.
    assert meant_key("honbaa", GIVEN) == "; did you mean `honba`?"


def test_the_example_of_a_builder_holds_under_every_ruleset() -> None:
    """The docstring is on the page of the library, so it has to play."""
    told: dict[str, Any] = {"CaseBuilder": CaseBuilder}
    exec(textwrap.dedent(inspect.cleandoc(CaseBuilder.__doc__ or "").partition("For example:\n\n")[2]), told)
    for rules in (EMA, TENHOU):
        assert verify_case(told["case"], rules).differences == ()
