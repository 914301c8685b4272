"""The machine as a thing: what push refuses it leaves alone, copies are independent, a position goes on as the hand it
was taken from.
"""

from __future__ import annotations

import copy
import os
import pickle
import random
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from kanrules.cases.case import CaseBuilder, parse_cases
from kanrules.cases.run import play_case
from kanrules.errors import IllegalAction, KanrulesError, UnreadableError
from kanrules.kyoku import machine
from kanrules.kyoku.legal import kuikae_of
from kanrules.law.hook_values import SetAside
from kanrules.law.options import Kuikae
from kanrules.pieces.actions import (
    Action,
    Ankan,
    Chi,
    Daiminkan,
    Discard,
    Draw,
    Kita,
    Kyuushu,
    Pass,
    Pon,
    Ron,
    Shouminkan,
    Tsumo,
)  # fmt: skip
from kanrules.pieces.melds_text import parse_meld
from kanrules.pieces.tiles import KIND, SEATS, TILES, Seat, full_set, parse_tile, parse_tiles
from kanrules.play.kyoku import Kyoku
from kanrules.ruleset import Ruleset, load_ruleset
from kanrules.table import position as positions
from kanrules.table.state import Phase, State
from kanrules.testing.strategies import Play, kyokus, plays

EMA, TENHOU, SOUL = load_ruleset("ema-2016"), load_ruleset("tenhou"), load_ruleset("mahjong-soul")
EXAMPLES = 1000 if os.environ.get("KANRULES_EXPLORE") else 30
SLOW = settings(max_examples=EXAMPLES, deadline=None, suppress_health_check=list(HealthCheck))


def everything(kyoku: Kyoku) -> dict[str, Any]:
    """All that a hand holds, for comparison."""
    return {
        name: getattr(kyoku, name)
        for name in State.__slots__
        if name not in ("judge", "options", "_waits", "objections")
    }


def frozen(kyoku: Kyoku) -> str:
    return repr(everything(kyoku))


def conceivable(kyoku: Kyoku, chance: random.Random) -> list[Action]:
    """Actions of every sort by every seat, most of them nonsense."""
    tile = chance.randrange(TILES)
    held = [t for t in range(34) if kyoku.hands[kyoku.turn][t]] or [tile]
    found: list[Action] = [Pass(), Draw(Seat(chance.randrange(4)), tile)]
    for seat in SEATS:
        some = chance.choice(held)
        found += [
            Draw(seat), Discard(seat, some), Discard(seat, tile), Discard(seat, some, riichi=True),
            Discard(seat, some, tsumogiri=True), Pon(seat, tile, (tile, tile)), Daiminkan(seat, tile),
            Ankan(seat, some), Shouminkan(seat, some), Ron(seat), Tsumo(seat), Kyuushu(seat),
            Chi(seat, chance.randrange(27), (chance.randrange(27), chance.randrange(27))),
        ]  # fmt: skip
        if kyoku.last is not None:
            last = kyoku.last.tile
            found += [Pon(seat, last, (last, last)), Daiminkan(seat, last)]
            if last < 25:
                found.append(Chi(seat, last, (last + 1, last + 2)))
    return found


@SLOW
@given(kyokus(TENHOU), st.integers(0, 10**6))
def test_what_is_not_legal_is_refused_and_changes_nothing(kyoku: Kyoku, seed: int) -> None:
    legal = kyoku.legal_actions()
    before = frozen(kyoku)
    for action in conceivable(kyoku, random.Random(seed)):
        if action in legal or (isinstance(action, Pass) and kyoku.phase in (Phase.CLAIM, Phase.ROB, Phase.RON)):
            continue
        draws_now = [one.seat for one in legal if isinstance(one, Draw)]
        if isinstance(action, Draw) and action.seat in draws_now and action.tile is None:
            continue  # the wall knows which tile it is
        discards = [(one.tile, one.riichi) for one in legal if isinstance(one, Discard)]
        if isinstance(action, Discard) and (action.tile, action.riichi) in discards:
            continue  # whether it was drawn just now makes it no other discard where only one is held
        if isinstance(action, Ankan | Shouminkan | Daiminkan) and any(
            type(one) is type(action) and one.seat == action.seat and KIND[one.tile] == KIND[action.tile]
            for one in legal
        ):
            continue
        with pytest.raises(KanrulesError) as caught:
            kyoku.push(action)
        if isinstance(caught.value, IllegalAction):
            assert all(objection.code and objection.text for objection in caught.value.objections)
        else:
            assert isinstance(caught.value, UnreadableError), action
            assert isinstance(action, Draw)
        assert frozen(kyoku) == before, action


@SLOW
@given(kyokus(SOUL))
def test_everything_that_is_listed_as_legal_can_be_pushed(kyoku: Kyoku) -> None:
    for action in kyoku.legal_actions():
        twin = kyoku.copy()
        twin.push(action)
        assert twin.events != kyoku.events or isinstance(action, Pass)


@SLOW
@given(kyokus(TENHOU))
def test_the_legal_actions_of_all_seats_are_the_legal_actions(kyoku: Kyoku) -> None:
    by_seat = {str(action) for seat in SEATS for action in kyoku.legal_actions(seat)}
    alone = {str(Pass(seat)) for seat in SEATS}
    assert by_seat - alone == {str(action) for action in kyoku.legal_actions()}


@SLOW
@given(kyokus(TENHOU))
def test_whoever_could_claim_a_tile_is_told_that_it_may_pass(kyoku: Kyoku) -> None:
    for seat in SEATS:
        own = kyoku.legal_actions(seat)
        claims = any(isinstance(action, Ron | Chi | Pon | Daiminkan) for action in own)
        assert (Pass(seat) in own) == claims


@SLOW
@given(kyokus(EMA), st.integers(0, 10**6))
def test_a_copy_is_independent(kyoku: Kyoku, seed: int) -> None:
    before = frozen(kyoku)
    twin = kyoku.copy()
    assert frozen(twin) == before
    chance = random.Random(seed)
    for _ in range(40):
        if twin.outcome is None:
            twin.push(chance.choice(twin.legal_actions()))
    assert frozen(kyoku) == before


@settings(max_examples=2 * EXAMPLES, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.sampled_from(("tenhou", "ema-2016", "mahjong-soul")).flatmap(lambda name: kyokus(load_ruleset(name))))
def test_a_table_told_as_text_and_read_again_is_the_same_table(kyoku: Kyoku) -> None:
    picture = kyoku.table()
    (case,) = parse_cases('[[case]]\nname = "again"\n[case.given]\n' + picture.text())
    rules = next(rules for rules in (EMA, TENHOU, SOUL) if rules.options == kyoku.options)
    again = Kyoku.from_case(case, rules).table()
    assert again.text() == picture.text()
    assert again.hands == picture.hands
    assert again.indicators == picture.indicators
    assert [[meld.type for meld in melds] for melds in again.melds] == [
        [meld.type for meld in melds] for melds in picture.melds
    ]
    assert again.furiten == picture.furiten
    assert again.last_discard == picture.last_discard
    assert sorted((one.yakuman, one.seat) for mine in again.liabilities for one in mine) == sorted(
        (one.yakuman, one.seat) for mine in picture.liabilities for one in mine
    )


@SLOW
@given(plays(TENHOU, fouls=True))
def test_the_same_hand_played_twice_is_ruled_on_alike(first: Play) -> None:
    again = first.again()
    assert frozen(again) == frozen(first.kyoku)


@pytest.mark.parametrize("rules", [EMA, TENHOU], ids=lambda rules: rules.id)
def test_a_seed_deals_the_same_hand_every_time(rules: Ruleset) -> None:
    assert frozen(Kyoku(rules, 7)) == frozen(Kyoku(rules, 7))
    assert frozen(Kyoku(rules, 7)) != frozen(Kyoku(rules, 8))


def test_a_wall_is_dealt_four_by_four_and_its_end_is_the_dead_wall() -> None:
    wall = full_set(0)
    kyoku = Kyoku(EMA, wall=wall)
    assert kyoku.concealed(Seat.EAST) == sorted([*wall[0:4], *wall[16:20], *wall[32:36], wall[48]])
    assert kyoku.concealed(Seat.NORTH) == sorted([*wall[12:16], *wall[28:32], *wall[44:48], wall[51]])
    assert list(reversed(kyoku.live)) == wall[52:122]
    assert kyoku.replacements == wall[122:126]
    assert kyoku.indicators == (wall[126],)
    assert kyoku.ura_indicators == wall[131:]


@pytest.mark.parametrize(
    ("wall", "message"),
    [
        (full_set(0)[1:], "a wall has 136 tiles, not 135"),
        ([0, *full_set(0)[:-1]], "a wall holds four 1m, not 5"),
    ],
)
def test_a_wall_that_is_none_is_refused(wall: list[int], message: str) -> None:
    with pytest.raises(UnreadableError, match=message):
        Kyoku(EMA, wall=wall)


# --- claims that meet ------------------------------------------------------------------------------------------------


def claimed(rules: Ruleset = EMA) -> Kyoku:
    """East has discarded 2p: south may chi, west may pon or kan, north may ron."""
    given = {"hands": {"south": "13p", "west": "222p", "north": "34p567m123s666z99m"}, "turn": "east", "drawn": "2p"}
    kyoku = Kyoku.from_case(CaseBuilder("claims").given(**given).case(), rules)
    # South must discard before anybody can be asked about the same tile twice: one of the four is in east's hand, three
    # in west's.
    kyoku.push(Discard(Seat.EAST, parse_tile("2p"), True))
    return kyoku


TWO = parse_tile("2p")
CHI = Chi(Seat.SOUTH, TWO, (parse_tile("1p"), parse_tile("3p")))
PON = Pon(Seat.WEST, TWO, (TWO, TWO))
KAN = Daiminkan(Seat.WEST, TWO)
RON = Ron(Seat.NORTH)


@pytest.mark.parametrize(
    ("claims", "stands"),
    [([CHI, PON, RON], [RON]), ([CHI, PON], [PON]), ([CHI, KAN], [KAN]), ([CHI], [CHI]), ([RON, CHI], [RON]), ([], [])],
)
def test_ron_comes_before_pon_and_kan_and_these_before_chi(claims: list[Action], stands: list[Action]) -> None:
    kyoku = claimed()
    assert set(map(str, claims)) <= set(map(str, kyoku.legal_actions()))
    assert kyoku.settle(claims) == stands
    assert (kyoku.outcome is not None) == (RON in stands)


@pytest.mark.parametrize(
    ("priority", "claims", "delayed", "stands"),
    [
        ("pon_and_kan", [CHI, PON], [Seat.WEST], PON),
        ("unless_delayed", [CHI, PON], [], PON),
        ("unless_delayed", [CHI, KAN], [Seat.WEST], CHI),
        ("unless_delayed", [KAN, CHI], [Seat.SOUTH], KAN),
        ("unless_delayed", [PON], [Seat.WEST], PON),
        ("first_call", [CHI, PON], [], CHI),
        ("first_call", [PON, CHI], [], PON),
    ],
)
def test_a_call_that_comes_late_yields_where_the_rules_say_so(
    priority: str, claims: list[Action], delayed: list[Seat], stands: Action
) -> None:
    kyoku = claimed(EMA.with_options({"calls.priority": priority}))
    assert kyoku.settle(claims, delayed) == [stands]
    copied = kyoku.copy()
    copied.push(copied.pop())
    assert copied == kyoku


def test_a_pass_is_kept_to_for_the_tile() -> None:
    kyoku = claimed()
    kyoku.push(Pass(Seat.WEST))
    assert not [action for action in kyoku.legal_actions() if getattr(action, "seat", None) is Seat.WEST]
    with pytest.raises(IllegalAction, match="has let this tile pass"):
        kyoku.push(PON)


@pytest.mark.parametrize("said", [Discard(Seat.SOUTH, 10), Shouminkan(Seat.SOUTH, 10)])
def test_nobody_passes_on_a_tile_of_its_own_nor_twice(said: Action) -> None:
    given = {"hands": {"north": "34p567m123s666z99m"}, "melds": {"south": ["pon 222p from east"]}}
    kyoku = Kyoku.from_case(CaseBuilder("a pass").given(**given, turn="south", drawn="2p").case(), EMA)
    kyoku.push(said)
    with pytest.raises(IllegalAction, match="south passes: the tile is south's own"):
        kyoku.push(Pass(Seat.SOUTH))
    kyoku.push(Pass(Seat.WEST))
    with pytest.raises(IllegalAction, match="west passes: west has already answered"):
        kyoku.push(Pass(Seat.WEST))


def test_a_wait_let_pass_is_not_claimed_by_the_same_player_again() -> None:
    kyoku = claimed()
    kyoku.push(Pass(Seat.NORTH))
    assert RON not in kyoku.legal_actions()


# --- the wall ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("refill", "by_kita", "by_kan"), [("always", 1, 1), ("kans_only", 0, 1), ("never", 0, 0)])
def test_a_live_tile_goes_to_the_dead_wall_for_a_kita_and_for_a_kan_as_the_ruleset_says(
    refill: str, by_kita: int, by_kan: int
) -> None:
    given = {"hands": {"south": "44z5555z"}, "turn": "south", "drawn": "1p", "live_tiles": 20}
    rules = load_ruleset("tenhou-3p").with_options({"wall.refill": refill})
    kyoku = Kyoku.from_case(CaseBuilder("three").given(**given).case(), rules)
    kyoku.push(Kita(Seat.SOUTH))
    kyoku.push(Draw(Seat.SOUTH))
    assert kyoku.table().live_tiles == 20 - by_kita
    kyoku.push(Ankan(Seat.SOUTH, parse_tile("5z")))
    kyoku.push(Draw(Seat.SOUTH))
    assert kyoku.table().live_tiles == 20 - by_kita - by_kan


def test_every_kan_moves_the_last_live_tile_to_the_dead_wall() -> None:
    given = {"hands": {"south": "5555z6666z"}, "turn": "south", "drawn": "1m", "live_tiles": 20}
    kyoku = Kyoku.from_case(CaseBuilder("kans").given(**given).case(), EMA)
    tiles = Counter(kyoku.census())
    last, before_last = kyoku.live[0], kyoku.live[1]
    for kind in ("5z", "6z"):
        kyoku.push(Ankan(Seat.SOUTH, parse_tile(kind)))
        kyoku.push(Draw(Seat.SOUTH))
    assert kyoku.live_tiles == 18
    assert kyoku.refill == [last, before_last]
    assert len(kyoku.replacements) + len(kyoku.refill) + 10 == 14
    assert Counter(kyoku.census()) == tiles


def test_the_exact_reason_of_every_refusal_is_told() -> None:
    case = CaseBuilder("two at once").given(hands={"south": "5555z"}, live_tiles=1, dead=["south"])
    result = play_case(case.play("south draws 1m", "south ankan 5z").case(), EMA)
    (refused,) = result.refused
    assert [objection.code for objection in refused.objections] == ["KR214", "KR203"]


def test_a_player_lets_no_tile_of_its_own_pass() -> None:
    case = CaseBuilder("one discard").given(hands={"south": "9m"}, turn="south", drawn="1m", live_tiles=20)
    kyoku = play_case(
        case.play("south discards 1m", "west draws 2p", "west discards 2p", "north draws 3s").case(), EMA
    ).kyoku
    let_pass = kyoku.table().passed
    one, two = 1 << parse_tile("1m"), 1 << parse_tile("2p")
    assert (let_pass[Seat.SOUTH] & (one | two), let_pass[Seat.WEST] & (one | two)) == (two, 0)
    assert let_pass[Seat.EAST] & (one | two) == one | two


def test_of_a_recorded_hand_a_replacement_tile_has_been_seen() -> None:
    hands = [
        parse_tiles(text) for text in ("111z123456789m1p", "2345678p234567s", "2345678p234567s", "9999p9999s11118s")
    ]
    kyoku = Kyoku.dealt(EMA, hands, [parse_tile("5z")])
    honour = parse_tile("1z")
    kyoku.push(Draw(Seat.EAST, honour))
    kyoku.push(Ankan(Seat.EAST, honour))
    kyoku.push(Draw(Seat.EAST, parse_tile("2z")))
    assert kyoku.unseen_counts is not None
    assert [kyoku.unseen_counts[parse_tile(name)] for name in ("1z", "2z", "3z", "5z")] == [0, 3, 4, 3]


def test_a_draw_that_is_refused_does_not_let_the_discard_pass() -> None:
    hands = [
        parse_tiles(text) for text in ("111z123456789m1p", "2345678p234567s", "2345678p234567s", "9999p9999s11118s")
    ]
    kyoku = Kyoku.dealt(EMA, hands, [parse_tile("5z")])
    kyoku.push(Draw(Seat.EAST, parse_tile("2z")))
    kyoku.push(Discard(Seat.EAST, parse_tile("2z"), riichi=True))  # The stick is paid once the discard has passed.
    before = kyoku.text()
    with pytest.raises(UnreadableError, match="9p turns up"):
        kyoku.push(Draw(Seat.SOUTH, parse_tile("9p")))
    assert kyoku.text() == before


@pytest.mark.parametrize("suit", "mps")
def test_every_run_with_the_tile_may_be_called_by_the_next_player_alone(suit: str) -> None:
    for number in range(1, 10):
        runs = [{low, low + 1, low + 2} - {number} for low in range(1, 8) if low <= number <= low + 2]
        held = "".join(map(str, sorted(set().union(*runs)))) + suit
        case = CaseBuilder("a run").given(hands={"south": held, "west": held}, turn="east", drawn=f"{number}{suit}")
        kyoku = Kyoku.from_case(case.case(), EMA)
        kyoku.push(Discard(Seat.EAST, parse_tile(f"{number}{suit}"), True))
        listed = [action for action in kyoku.legal_actions() if isinstance(action, Chi)]
        called = {frozenset(KIND[tile] % 9 + 1 for tile in action.using) for action in listed}
        assert called >= {frozenset(run) for run in runs}
        assert {action.seat for action in listed} == {Seat.SOUTH}


def test_a_riichi_is_listed_with_the_drawn_tile_and_with_its_twin_from_the_hand() -> None:
    case = CaseBuilder("two alike").given(hands={"south": "123m456p789s1122z"}, turn="south", drawn="9m", live_tiles=20)
    listed = Kyoku.from_case(case.case(), EMA).legal_actions()
    nine = parse_tile("9m")
    assert Discard(Seat.SOUTH, nine, True, True) in listed and Discard(Seat.SOUTH, nine, False, True) not in listed
    twins = CaseBuilder("twins").given(hands={"south": "123m456p789s11z29m"}, turn="south", drawn="9m", live_tiles=20)
    both = Kyoku.from_case(twins.case(), EMA).legal_actions()
    two = parse_tile("2m")
    assert Discard(Seat.SOUTH, two, False, True) in both
    assert len(both) == len(set(map(str, both)))


@pytest.mark.parametrize(
    ("called", "held"), [("3m", "45m"), ("4m", "35m"), ("5m", "34m"), ("7m", "89m"), ("9m", "78m"), ("3m", "333m")]
)
def test_what_may_not_be_discarded_after_a_call_is_read_off_its_tiles(called: str, held: str) -> None:
    case = CaseBuilder("called").given(hands={"south": f"{held}678p1z"}, turn="east", drawn=called, live_tiles=20)
    call = "pon" if held == "333m" else "chi"
    using = "33m" if call == "pon" else held
    kyoku = play_case(case.play(f"east discards {called}", f"south {call} {called} with {using}").case(), EMA).kyoku
    asked = replace(positions.of(kyoku), forbidden=None)
    assert Kyoku.from_position(EMA, asked).forbidden == kyoku.forbidden > 0


@pytest.mark.parametrize("meld", ["ankan 5555z", "daiminkan 5555z from west", "shouminkan 5555z from west"])
@pytest.mark.parametrize("law", Kuikae)
def test_after_a_kan_any_tile_may_be_discarded(meld: str, law: Kuikae) -> None:
    assert kuikae_of(law, parse_meld(meld, Seat.SOUTH)) == 0


@pytest.mark.parametrize(("hand", "code"), [("123456789p11s55z", "KR201"), ("123456789p11s44z", "KR219")])
def test_a_recorded_kita_against_the_law_is_followed_where_there_is_a_north(hand: str, code: str) -> None:
    case = CaseBuilder("in riichi").given(hands={"south": hand}, riichi=["south"], turn="south", drawn="9s")
    kyoku = Kyoku.from_case(case.case(), load_ruleset("tenhou-3p"))
    if code == "KR201":
        with pytest.raises(IllegalAction) as refused:
            kyoku.follow(Kita(Seat.SOUTH))
        assert code in [one.code for one in refused.value.objections]
    else:
        assert [one.code for one in kyoku.follow(Kita(Seat.SOUTH))] == [code]
        assert kyoku.announced is not None or kyoku.kitas[Seat.SOUTH] == 1


@pytest.mark.parametrize("name", ["tenhou", "tenhou-3p", "rmu-a"])
def test_a_recorded_kan_on_the_last_tile_draws_a_replacement_tile_that_nothing_replaces(name: str) -> None:
    given = {"hands": {"south": "123456789p555z"}, "turn": "south", "drawn": "5z", "live_tiles": 0, "rinshan": "9s"}
    kyoku = Kyoku.from_case(CaseBuilder("the last tile").given(**given).case(), load_ruleset(name))
    assert "KR203" in [one.code for one in kyoku.follow(Ankan(Seat.SOUTH, parse_tile("5z")))]
    left = len(kyoku.replacements)
    kyoku.push(Draw(Seat.SOUTH))
    assert (kyoku.drawn, len(kyoku.live), len(kyoku.replacements)) == (parse_tile("9s"), 0, left - 1)


def test_a_recorded_fifth_kan_on_the_last_tile_has_no_replacement_tile() -> None:
    four = ["ankan 1111z", "ankan 2222z", "ankan 3333z"]
    given = {"hands": {"south": "555z"}, "melds": {"east": four, "north": ["ankan 4444z"]}, "turn": "south"}
    case = CaseBuilder("the last tile").given(**given, drawn="5z", live_tiles=0).case()  # type: ignore[arg-type]
    kyoku = Kyoku.from_case(case, EMA)
    kyoku.follow(Ankan(Seat.SOUTH, parse_tile("5z")))
    with pytest.raises(UnreadableError, match="no tile is left"):
        kyoku.push(Draw(Seat.SOUTH, parse_tile("9s")))


def test_a_kita_at_a_wrong_moment_is_told_what_the_table_waits_for() -> None:
    three = load_ruleset("tenhou-3p")
    case = CaseBuilder("robbed").given(
        hands={"south": "44z", "west": "123456789p11s44z"}, riichi=["west"], turn="south", drawn="9s"
    )
    kyoku = Kyoku.from_case(case.case(), three)
    kyoku.push(Kita(Seat.SOUTH))
    assert kyoku.phase is Phase.ROB
    assert isinstance(kyoku.announced, SetAside) and kyoku.announced.number == 1
    assert Kyoku.from_text(kyoku.text(), three) == kyoku
    with pytest.raises(IllegalAction) as refused:
        kyoku.push(Kita(Seat.SOUTH))
    assert [objection.code for objection in refused.value.objections] == ["KR299"]


# --- the fourth replacement tile


def test_with_the_fourth_replacement_tile_that_wins_its_player_wins_or_lets_the_hand_end() -> None:
    rules = EMA.with_options({"four_kans.several_players": "abort", "four_kans.abort_at": "rinshan_draw"})
    case = CaseBuilder("the fourth kan").given(
        melds={"east": ["ankan 1111z", "ankan 2222z"], "south": ["ankan 3333z"]},
        hands={"south": "34p567m99p444z"},
        turn="south",
        drawn="4z",
        rinshan="2p",
    )
    kyoku = Kyoku.from_case(case.case(), rules)
    kyoku.push(Ankan(Seat.SOUTH, parse_tile("4z")))
    kyoku.push(Draw(Seat.SOUTH))
    assert kyoku.legal_actions() == [Tsumo(Seat.SOUTH), Pass()] == kyoku.legal_actions(Seat.SOUTH)
    assert kyoku.legal_actions(Seat.WEST) == []
    before = frozen(kyoku)
    for refused in (Discard(Seat.SOUTH, parse_tile("2p"), True), Draw(Seat.WEST), Pass(Seat.WEST)):
        with pytest.raises(IllegalAction):
            kyoku.push(refused)
    assert frozen(kyoku) == before
    for let_pass in (Pass(), Pass(Seat.SOUTH)):
        twin = kyoku.copy()
        twin.push(let_pass)
        assert twin.outcome is not None and twin.outcome.type == "four_kans"
    kyoku.push(Tsumo(Seat.SOUTH))
    assert kyoku.outcome is not None and kyoku.outcome.type == "tsumo"


@pytest.mark.parametrize("copied", [copy.copy, copy.deepcopy, Kyoku.copy])
def test_a_copy_of_a_hand_however_it_is_made_goes_its_own_way(copied: Callable[[Kyoku], Kyoku]) -> None:
    first = Kyoku(load_ruleset("tenhou"), seed=7)
    before = first.table().text()
    twin = copied(first)
    for _ in range(8):
        twin.push(twin.legal_actions()[0])
    assert first.table().text() == before != twin.table().text()


def test_the_machines_own_hand_holds_its_judge_and_is_not_pickled() -> None:
    with pytest.raises(TypeError, match="pickle its actions"):
        pickle.dumps(machine.KyokuMachine(load_ruleset("tenhou"), seed=7))
