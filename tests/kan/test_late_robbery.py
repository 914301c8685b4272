"""How long a shouminkan may be robbed (`chankan.until`): a late robbery undoes the kan for scoring."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kanrules import (
    Ankan,
    Discard,
    Draw,
    IllegalAction,
    Kan,
    Kyoku,
    Pass,
    Pon,
    ReplacementFrom,
    Ron,
    Ruleset,
    Seat,
    Shouminkan,
    Transfer,
    Tsumo,
    hookimpl,
    load_ruleset,
    replay,
)
from kanrules.law.hook_values import FourKans
from kanrules.law.outcome import Outcome
from kanrules.pieces.actions import Action
from kanrules.pieces.tiles import Tile, full_set, parse_tile, parse_tiles
from kanrules.rulings import Verdict
from kanrules.table import position as positions
from kanrules.table.state import Phase
from kanrules.testing import CaseBuilder
from kanrules.testing.conformance import with_plugin
from tests.hooks.test_wall_and_win import Source

EAST, SOUTH, WEST, NORTH = Seat
GIVEN: dict[str, Any] = {
    "hands": {"south": "3334567s", "north": "34p567m567s666z99m", "west": "78p567m111s555z99s"},
    "melds": {"south": ["pon 222p from east", "pon 777z from west"]},
    "riichi": ["north"],
    "ippatsu": ["north"],
    "indicators": "1m 8m",
    "ura": "8p 8p",
    "sticks": 1,
    "turn": "south",
    "live": "2p4z",
}


def rules(until: str = "discard", base: str = "ema-2025", **options: Any) -> Ruleset:
    changed = {key.replace("__", "."): value for key, value in options.items()}
    return load_ruleset(base).with_options({"chankan.until": until, **changed})


def announced(ruleset: Ruleset, rinshan: str = "1p4z", **given: Any) -> Kyoku:
    """South has drawn 2p and announced a shouminkan of it; north waits for 2p."""
    case = CaseBuilder("late").given(**{**GIVEN, "rinshan": rinshan, **given}).case()
    kyoku = Kyoku.from_case(case, ruleset)
    kyoku.push(Draw(SOUTH, parse_tile("2p")))
    kyoku.push(Shouminkan(SOUTH, parse_tile("2p")))
    return kyoku


def replaced(ruleset: Ruleset, rinshan: str = "1p4z", **given: Any) -> Kyoku:
    kyoku = announced(ruleset, rinshan, **given)
    kyoku.push(Draw(SOUTH, parse_tile(rinshan[:2])))
    return kyoku


def result(kyoku: Kyoku) -> tuple[Outcome | None, object]:
    return kyoku.outcome, (kyoku.scores, kyoku.sticks, kyoku.indicators, kyoku.ippatsu, kyoku.liabilities, kyoku.kans)


def test_a_late_robbery_counts_as_one_before_the_replacement_tile() -> None:
    early, late = announced(rules()), replaced(rules())
    early.push(Ron(NORTH))
    assert late.indicators != early.indicators, "the kan dora indicator is turned before the replacement tile"
    late.push(Ron(NORTH))
    assert late.outcome is not None
    assert result(late) == result(early)
    (win,) = late.outcome.wins
    assert {"riichi", "ippatsu", "chankan"} <= set(win.value.yaku)
    (undone,) = (f for f in late.findings if f.code == "KR303" and f.verdict is Verdict.NOT_TURNED)
    assert "shouminkan" in undone.text


@pytest.mark.parametrize("place", ReplacementFrom)
def test_a_position_with_an_announced_kan_knows_where_its_replacement_tile_comes_from(place: ReplacementFrom) -> None:
    under = with_plugin(rules(), "house", Source(place), {})
    kyoku = announced(under)
    assert kyoku.phase is Phase.ROB
    again = Kyoku.from_position(under, positions.of(kyoku))
    assert again.replacement_place()[1] == kyoku.replacement_place()[1]
    assert again.replaces_from is kyoku.replaces_from is place


def test_only_a_player_who_waits_for_the_tile_is_told_that_a_kan_cannot_be_robbed() -> None:
    """While thirteen orphans may rob an ankan, another hand may not."""
    hands = {"south": "999m123p456s789p", "north": "11m19p19s1234567z", "east": "78m123s456p789s55p"}
    case = CaseBuilder("ankan").given(hands=hands, turn="south", live="9m").case()
    kyoku = Kyoku.from_case(case, rules(chankan__ankan="kokushi"))
    kyoku.push(Draw(SOUTH, parse_tile("9m")))
    kyoku.push(Ankan(SOUTH, parse_tile("9m")))
    assert kyoku.phase is Phase.ROB
    codes = {}
    for seat in (EAST, WEST):
        with pytest.raises(IllegalAction) as refused:
            kyoku.push(Ron(seat))
        codes[seat] = refused.value.objections[0].code
    assert codes == {EAST: "KR211", WEST: "KR299"}


@pytest.mark.parametrize("place", ReplacementFrom)
def test_a_late_robbery_puts_the_replacement_tile_back_where_it_came_from(place: ReplacementFrom) -> None:
    kyoku = announced(with_plugin(rules(), "house", Source(place), {}))
    walls = kyoku.live[:], kyoku.ura_indicators[:], kyoku.replacements[:]
    kyoku.push(next(action for action in kyoku.legal_actions() if isinstance(action, Draw)))
    assert (kyoku.live, kyoku.ura_indicators, kyoku.replacements) != walls
    kyoku.push(Ron(NORTH))
    assert (kyoku.live, kyoku.ura_indicators, kyoku.replacements) == walls


def test_a_kan_that_stands_can_no_longer_be_robbed() -> None:
    kyoku = replaced(rules("stands"))
    with pytest.raises(IllegalAction, match="can no longer be robbed") as refused:
        kyoku.push(Ron(NORTH))
    assert [o.code for o in refused.value.objections] == ["KR211"]
    assert Ron(NORTH) not in kyoku.legal_actions()


@pytest.mark.parametrize(
    "closing",
    [Discard(SOUTH, parse_tile("7s"), False), Ankan(SOUTH, parse_tile("3s")), Tsumo(SOUTH)],
    ids=["discard", "another kan", "win on the replacement tile"],
)
def test_the_window_closes_with_the_next_act_of_its_player(closing: Discard | Ankan | Tsumo) -> None:
    rinshan = "3s1p" if isinstance(closing, Ankan) else "4s1p"
    kyoku = replaced(rules(), rinshan)
    assert Ron(NORTH) in kyoku.legal_actions(NORTH)
    kyoku.push(closing)
    assert kyoku.window is None
    if kyoku.outcome is None:
        assert Ron(NORTH) not in kyoku.legal_actions(NORTH)


def test_passing_makes_furiten_when_the_window_closes_and_before_ron_on_the_discard() -> None:
    kyoku = replaced(rules(), "5p1p")
    assert not kyoku.is_furiten(NORTH)
    kyoku.push(Discard(SOUTH, parse_tile("5p"), True))
    assert kyoku.is_furiten(NORTH)
    with pytest.raises(IllegalAction, match="furiten"):
        kyoku.push(Ron(NORTH))


def test_a_pass_is_final() -> None:
    kyoku = replaced(rules())
    kyoku.push(Pass(NORTH))
    assert kyoku.window is None
    assert kyoku.is_furiten(NORTH)
    early = announced(rules())
    early.push(Pass(NORTH))
    early.push(Draw(SOUTH, parse_tile("1p")))
    assert early.window is None
    assert Ron(NORTH) not in early.legal_actions()
    everyone = announced(rules())
    everyone.push(Pass())
    assert everyone.phase is Phase.REPLACE
    everyone.push(Draw(SOUTH, parse_tile("1p")))
    assert everyone.window is None


@pytest.mark.parametrize("until", ["stands", "discard"])
def test_a_kan_that_was_passed_binds_as_much_under_both_values(until: str) -> None:
    discards: tuple[list[Action], ...] = (
        [Discard(SOUTH, parse_tile("1p"), True), Draw(WEST, parse_tile("4z")), Discard(WEST, parse_tile("4z"), True)],
        [Discard(SOUTH, parse_tile("7s"), False)],
    )
    for acts in discards:
        kyoku = replaced(rules(until), riichi=[], ippatsu=[])
        for act in acts:
            kyoku.push(act)
        assert kyoku.is_furiten(NORTH)


def test_two_players_may_rob_late_and_one_of_them_alone() -> None:
    given: dict[str, Any] = {"hands": {**GIVEN["hands"], "west": "34p123m111s555z99p"}}
    early, late = announced(rules(), **given), replaced(rules(), **given)
    for kyoku in (early, late):
        kyoku.push(Ron(WEST))
        assert kyoku.phase is Phase.RON
        assert Ron(NORTH) in kyoku.legal_actions(NORTH)
    assert late.view(NORTH).drawn is None
    assert late.view(NORTH).legal_actions() == [Ron(NORTH), Pass(NORTH)]
    for kyoku in (early, late):
        kyoku.push(Ron(NORTH))
    assert result(late) == result(early)
    early, late = announced(rules(), **given), replaced(rules(), **given)
    for kyoku in (early, late):
        kyoku.push(Ron(WEST))
        kyoku.push(Pass(NORTH))
        if kyoku.outcome is None:
            kyoku.push(Pass())
    assert result(late) == result(early)


def test_liability_of_a_fourth_kan_falls_away_with_it() -> None:
    given: dict[str, Any] = {
        "hands": {"south": "3s", "north": "34p567m567s666z99m"},
        "melds": {"south": ["pon 222p from east", "ankan 1111z", "ankan 2222s", "ankan 3333z"]},
    }
    ruleset = rules(base="tenhou", four_kans__one_player="abort")
    early, late = announced(ruleset, "1p", **given), replaced(ruleset, "1p", **given)
    before, after = early.four_kans, late.four_kans
    for kyoku in (early, late):
        kyoku.push(Ron(NORTH))
    assert (before, after, late.four_kans) == (None, FourKans.ABORT, None)
    assert result(late) == result(early)


def test_a_hand_in_the_window_can_be_written_copied_and_undone() -> None:
    kyoku = replaced(rules())
    texts = Kyoku.from_text(kyoku.text(), kyoku.rules)
    placed = Kyoku.from_position(kyoku.rules, positions.of(kyoku))
    copied = kyoku.copy()
    copied.push(Discard(SOUTH, parse_tile("1p"), True))
    copied.pop()
    assert kyoku == texts == placed == copied
    for twin in (kyoku, texts, placed, copied):
        assert twin.legal_actions(NORTH) == [Ron(NORTH), Pass(NORTH)]
        twin.push(Ron(NORTH))
        assert result(twin) == result(kyoku)
    kyoku.pop()
    assert kyoku.window is not None
    assert kyoku.legal_actions(NORTH) == [Ron(NORTH), Pass(NORTH)]


KANS = ["pon 222p from east", "ankan 1111z", "ankan 2222s", "ankan 3333z"]
FED = ["pon 222p from east", "daiminkan 5555z from west", "pon 666z from west", "pon 777z from east"]
TABLES: tuple[dict[str, Any], ...] = (
    {},
    {"riichi": [], "ippatsu": []},
    {"double_riichi": ["north"]},
    {"hands": {"south": "3s", "north": "34p567m567s99m666s"}, "melds": {"south": KANS}, "rinshan": "1p"},
    {"hands": {"south": "3s", "north": "34p567m567s99m123s"}, "melds": {"south": FED}},
    {"hands": {**GIVEN["hands"], "west": "34p123m111s555z99p"}, "live": "2p4z1z", "dead": ["west"]},
)
VALUES: dict[str, list[Any]] = {
    "kandora.shouminkan": ["declaration", "rinshan_draw", "discard", "discard_passed", "never"],
    "kandora.robbed_kan": ["hidden", "revealed"],
    "chankan.ippatsu": [True, False],
    "four_kans.one_player": ["play_on", "abort", "win_on_passed_discard"],
    "four_kans.several_players": ["play_on", "abort"],
    "four_kans.abort_at": ["rinshan_draw", "discard", "discard_passed"],
    "wall.refill": ["always", "never"],
    "wins.honba": ["each", "first"],
}


@settings(deadline=None)
@given(st.sampled_from(TABLES), st.fixed_dictionaries({key: st.sampled_from(of) for key, of in VALUES.items()}))
def test_no_value_of_another_key_makes_a_late_robbery_count_otherwise(
    table: dict[str, Any], values: dict[str, Any]
) -> None:
    ruleset = load_ruleset("ema-2025").with_options({"chankan.until": "discard", **values})
    early, late = announced(ruleset, **table), replaced(ruleset, **table)
    if late.outcome is None:
        for kyoku in (early, late):
            kyoku.push(Ron(NORTH))
        assert result(late) == result(early)
    else:
        assert late.outcome.type == "four_kans", "no window is left after the hand"


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(8))
def test_games_under_both_values_differ_in_late_robberies_alone(seed: int) -> None:
    """Whoever robs at the announcement plays the same hand; whoever waits may still rob, and it counts the same."""
    robbed = 0
    chance = random.Random(seed)
    for _ in range(40):
        kyoku = announced(rules(), riichi=[], ippatsu=[], live="2p" + "1z2z3z6m9s" * 2)
        early = kyoku.copy()
        early.push(Ron(NORTH))
        kyoku.push(Draw(SOUTH, parse_tile("1p")))
        while kyoku.outcome is None:
            if kyoku.window is not None:
                twin = Kyoku.from_text(kyoku.text(), kyoku.rules)
                twin.push(Ron(NORTH))
                assert result(twin) == result(early)
                robbed += 1
            kyoku.push(chance.choice(kyoku.legal_actions()))
    assert robbed


class Fee:
    """A kan costs its player 1,000 points, half to the player on the right and half to the table."""

    @hookimpl
    def kan_stands(self, kan: Kan) -> list[Transfer]:
        return [Transfer(kan.seat, WEST, 500, "kan"), Transfer(kan.seat, "table", 1000, "kan")]


def test_what_was_paid_for_the_kan_is_paid_back() -> None:
    ruleset = replace(rules(), modules=(("fee", Fee()),), plugins=("fee",))
    early, late = announced(ruleset), replaced(ruleset)
    assert (late.scores[SOUTH], late.sticks) == (early.scores[SOUTH] - 1500, early.sticks + 1)
    for kyoku in (early, late):
        kyoku.push(Ron(NORTH))
    assert result(late) == result(early)
    assert [f.text for f in late.findings if "back" in f.text] == [
        "west pays south back 500: the kan is robbed and undone",
        "table pays south back 1000: the kan is robbed and undone",
    ]


def test_a_late_robbery_by_another_player_is_not_seen_before_it_is_settled() -> None:
    given: dict[str, Any] = {"hands": {**GIVEN["hands"], "west": "34p123m111s555z99p"}}
    waiting, called = replaced(rules(), **given), replaced(rules(), **given)
    called.push(Ron(WEST))
    for seat in (EAST, SOUTH, NORTH):
        assert called.view(seat) == waiting.view(seat)
        assert called.view(seat).legal_actions() == waiting.view(seat).legal_actions()


def test_a_player_whose_hand_is_dead_robs_no_kan_late_either() -> None:
    early, late = announced(rules(), dead=["north"]), replaced(rules(), dead=["north"])
    for kyoku in (early, late):
        assert Ron(NORTH) not in kyoku.legal_actions()


def test_bots_are_asked_once_before_the_draw() -> None:
    kyoku = announced(rules())
    kyoku.settle([])
    assert kyoku.window is None
    kyoku.push(Draw(SOUTH, parse_tile("1p")))
    assert all(action.seat is SOUTH for action in kyoku.legal_actions())


def a_deal() -> list[Tile]:
    """A wall in which east discards 2p, south calls pon and draws the fourth 2p in the next turn, and north waits for
    it.
    """
    dealt = ["2p19m19s19p123457z", "22p1458m258s1347z", "2459m2589s23557z", "34p567m567s666z99m"]
    live, rest = parse_tiles("8p2z9s1z2p"), full_set(0)
    hands = [parse_tiles(hand) for hand in dealt]
    for tile in [*live, *(tile for hand in hands for tile in hand)]:
        rest.remove(tile)
    in_order = [tile for turn in range(0, 12, 4) for hand in hands for tile in hand[turn : turn + 4]]
    return [*in_order, *(hand[12] for hand in hands), *live, *rest]


def test_a_late_robbery_in_a_record_is_replayed() -> None:
    ruleset = rules()
    kyoku = Kyoku(ruleset, wall=a_deal())
    two = parse_tile("2p")
    for action in (
        Draw(EAST), Discard(EAST, two, False), Pon(SOUTH, two, (two, two)), Discard(SOUTH, parse_tile("1z"), False),
        Draw(WEST), Discard(WEST, parse_tile("2z"), False), Draw(NORTH), Discard(NORTH, parse_tile("9s"), True),
        Draw(EAST), Discard(EAST, parse_tile("1z"), False), Draw(SOUTH), Shouminkan(SOUTH, two), Draw(SOUTH),
        Ron(NORTH),
    ):  # fmt: skip
        kyoku.push(action)
    assert kyoku.outcome is not None
    events = [{"type": "start_game"}, *kyoku.to_mjai(), {"type": "end_game"}]
    assert [event["type"] for event in events[-6:-2]] == ["kakan", "dora", "tsumo", "hora"]
    (hand,) = replay(events, ruleset)
    assert (hand.differences, hand.kyoku.outcome) == ([], kyoku.outcome)
    (late,) = replay(events, rules("stands"))
    assert "KR211" in [difference.code for difference in late.differences]


def test_the_replacement_tile_of_a_late_robbery_goes_back_to_the_end_of_a_wall_without_a_dead_wall() -> None:
    early, late = announced(rules(wall__undrawn=0)), replaced(rules(wall__undrawn=0))
    rest = early.live[1:]
    late.push(Ron(NORTH))
    assert late.live == [parse_tile("1p"), *rest]
