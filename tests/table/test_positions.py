"""Positions: a hand that starts from one goes on as the hand it was taken from, at every ply and under any rules."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace
from typing import Any

import pytest

from kanrules.errors import UnreadableError
from kanrules.kan.findings import is_of_robbery
from kanrules.law.hook_values import FifthKan, FourKans
from kanrules.pieces.actions import Action, Ankan, Daiminkan, Discard, Draw, Pass, Ron, Shouminkan, Tsumo
from kanrules.pieces.tiles import SEATS, Seat, parse_tile
from kanrules.play.kyoku import Kyoku
from kanrules.ruleset import Ruleset, load_ruleset
from kanrules.ruleset.keys import Takes, keys
from kanrules.table import position as positions
from kanrules.table.state import Phase
from kanrules.testing import CaseBuilder
from kanrules.testing.conformance import IllegalKans, choose, do
from kanrules.testing.walls import rich_wall

HANDS = 12
PLAYED = [
    name
    for name in keys()
    if name.partition(".")[0] not in ("penalty", "procedure", "ruleset", "scoring")
    and keys()[name].takes in (Takes.CHOICE, Takes.SWITCH)
]
"""The keys that a hand is played by and that have a few values."""


def random_rules(chance: random.Random) -> Ruleset:
    """A ruleset of which a third of all keys has another value, drawn by lot."""
    changed = {key: chance.choice(list(keys()[key].allowed)) for key in PLAYED if chance.random() < 0.35}
    changed["scoring.red_fives"] = chance.choice((0, 3, 4))
    return load_ruleset(chance.choice(("ema-2016", "tenhou", "mahjong-soul", "m-league"))).with_options(changed)


Step = Action | IllegalKans


TWICE_WAITED = {"north": "34p567m123s789s11z", "west": "34p567m456s999m66z"}
TABLES: dict[str, dict[str, Any]] = {
    "a kan that two may rob": {
        "hands": {**TWICE_WAITED, "south": "2p789m"}, "melds": {"south": ["pon 222p from east"]}, "turn": "south",
        "drawn": "9p",
    },
    "a kan that thirteen orphans may rob": {
        "hands": {"south": "1111z", "north": "19m19p19s2345677z"}, "turn": "south", "drawn": "9p",
    },
    "a discard that two may win on": {"hands": TWICE_WAITED, "riichi": ["south"], "turn": "south", "drawn": "2p"},
    "an illegal kan in riichi": {"hands": {"south": "3335666p111456s"}, "riichi": ["south"], "turn": "south",
                                 "drawn": "6p"},
    "a fourth kan, and a fifth": {
        "hands": {"south": "1111m2222m"}, "turn": "south", "drawn": "9p",
        "melds": {"west": ["ankan 3333z", "ankan 1111p"], "north": ["ankan 9999s"]},
    },
    "a fifth kan of a pon": {
        "hands": {"north": "34p567m123s789s11z", "south": "2p"}, "turn": "south", "drawn": "9p",
        "melds": {"south": ["pon 222p from east", "ankan 2222m"],
                  "west": ["ankan 3333z", "ankan 1111p", "ankan 6666s"]},
    },
    "a kan fed by a discard": {
        "hands": {"south": "555p", "west": "1111s"}, "melds": {"south": ["pon 666z from west", "pon 777z from west"]},
        "turn": "east", "drawn": "5p",
    },
}  # fmt: skip
"""Tables that a hand dealt at random seldom comes to."""
PLAYS_ON = {"fifth_kan.policy": "abort", "fifth_kan.robbable": True}


def set_up(rules: Ruleset, name: str) -> Kyoku:
    return Kyoku.from_case(CaseBuilder(name).given(**TABLES[name]).case(), rules)


def dealt(rules: Ruleset, chance: random.Random) -> Kyoku:
    return Kyoku(rules, wall=rich_wall(chance, rules.scoring.red_fives), honba=chance.randint(0, 2))


def play(
    kyoku: Kyoku, chance: random.Random, *, fouls: bool = False, silent: bool = True
) -> tuple[list[Kyoku], list[Step]]:
    """A hand in which kans are loved: its table before each ply and at the end, and the plies.

    Now and then one player alone lets a tile pass, or a referee finds a foul.
    """
    tables, steps = [], []
    while kyoku.outcome is None:
        step: Step = choose(kyoku, chance)
        if isinstance(step, IllegalKans) and not fouls:
            step = chance.choice(kyoku.legal_actions())
        if silent and chance.random() < 0.1:
            answers = [Pass(seat) for seat in SEATS if kyoku.is_legal(Pass(seat))]
            step = chance.choice(answers or [step])
        tables.append(kyoku.copy())
        steps.append(step)
        do(kyoku, step)
    return [*tables, kyoku], steps


def seen(kyoku: Kyoku, events: int = 0, findings: int = 0) -> dict[str, Any]:
    """All that can be seen of a hand, events and rulings from some number on."""
    return {
        "events": kyoku.events[events:],
        "outcome": kyoku.outcome,
        "table": kyoku.table() if kyoku.outcome is None else None,
        "scores": kyoku.scores,
        "sticks": kyoku.sticks,
        "walls": (kyoku.live, kyoku.dead_wall),
        "penalties": kyoku.penalties,
        "chain": kyoku.chain,
        "rulings": [
            (one.verdict, one.code, one.text, one.key, one.plugin, one.at - events) for one in kyoku.findings[findings:]
        ],
    }


def held_to_its_positions(
    rules: Ruleset, start: Kyoku, chance: random.Random, phases: Counter[Phase], *, fouls: bool
) -> None:
    """Starts from every ply of one hand and plays on as that hand did."""
    tables, steps = play(start, chance, fouls=fouls)
    end = tables[-1]
    for at, before in enumerate(tables[:-1]):
        again = Kyoku.from_position(rules, positions.of(before))
        case = (rules.id, at, str(before.phase))
        assert again.legal_actions() == before.legal_actions(), case
        events, findings = len(before.events), len(before.findings)
        assert seen(again) == seen(before, events, findings), case
        for step in steps[at:]:
            do(again, step)
        assert seen(again) == seen(end, events, findings), case
        phases[before.phase] += 1


@pytest.mark.parametrize("fouls", [False, True])
def test_a_hand_that_starts_from_a_position_goes_on_as_the_one_it_was_taken_from(fouls: bool) -> None:
    chance, phases = random.Random(20261101 + fouls), Counter[Phase]()
    for _ in range(HANDS):
        rules = random_rules(chance)
        held_to_its_positions(rules, dealt(rules, chance), chance, phases, fouls=fouls)
    assert set(phases) >= {Phase.DRAW, Phase.ACT, Phase.MUST_DISCARD, Phase.CLAIM, Phase.REPLACE}


@pytest.mark.slow
@pytest.mark.parametrize("name", TABLES)
def test_so_does_a_hand_from_each_ply_of_what_seldom_comes_up(name: str) -> None:
    chance, phases = random.Random(name), Counter[Phase]()
    wanted = {phase for word, phase in (("rob", Phase.ROB), ("two", Phase.RON)) if word in name}
    played = 0
    while played < HANDS or not wanted <= set(phases):
        assert played < 20 * HANDS, wanted
        rules = random_rules(chance)
        held_to_its_positions(rules, set_up(rules, name), chance, phases, fouls=True)
        played += 1


@pytest.mark.long
def test_a_thousand_hands_go_on_from_each_of_their_positions() -> None:
    chance, phases = random.Random(20261103), Counter[Phase]()
    for number in range(1000):
        rules = random_rules(chance)
        start = dealt(rules, chance) if number % 2 else set_up(rules, list(TABLES)[number // 2 % len(TABLES)])
        held_to_its_positions(rules, start, chance, phases, fouls=number % 3 == 0)
    assert set(phases) == set(Phase) - {Phase.OVER}


@pytest.mark.parametrize(("law", "payers"), [("until_discard", [Seat.EAST]), ("replacement_only", [0, 2, 3])])
def test_a_position_keeps_who_fed_the_first_kan_of_a_chain(law: str, payers: list[Seat]) -> None:
    """A daiminkan, an ankan, and a win on its replacement tile: the feeder answers to the discard, or no longer."""
    options = {"sekinin_barai.daiminkan_rinshan": law, "kandora.daiminkan": "declaration"}
    rules = load_ruleset("ema-2016").with_options(options)
    given = {"hands": {"south": "555z1111s234p679m"}, "turn": "east", "drawn": "5z", "rinshan": "9m8m"}
    kyoku = Kyoku.from_case(CaseBuilder("a chain").given(**given).case(), rules)
    dragon, one = parse_tile("5z"), parse_tile("1s")
    south = Seat.SOUTH
    for action in (
        Discard(Seat.EAST, dragon, True),
        Daiminkan(south, dragon),
        Draw(south),
        Ankan(south, one),
        Draw(south),
    ):
        kyoku.push(action)
    again = Kyoku.from_position(rules, positions.of(kyoku))
    for hand in (kyoku, again):
        hand.push(Tsumo(south))
        assert hand.outcome is not None
        assert [seat for seat in SEATS if hand.outcome.changes[seat] < 0] == payers
    assert again.outcome == kyoku.outcome


@pytest.mark.parametrize("face_up", [-1, 0, 6])
def test_one_to_five_indicators_of_a_hand_are_face_up(face_up: int) -> None:
    dealt = positions.of(Kyoku("ema-2016", seed=1))
    with pytest.raises(UnreadableError, match="at least one face up"):
        Kyoku.from_position("ema-2016", replace(dealt, face_up=face_up))


def test_a_hand_set_up_in_a_robbery_window_knows_what_was_said_of_that_robbery() -> None:
    rules = load_ruleset("ema-2016")
    kyoku = set_up(rules, "a kan that two may rob")
    two = parse_tile("2p")
    kyoku.push(Shouminkan(Seat.SOUTH, two))
    again = Kyoku.from_position(rules, positions.of(kyoku))
    again.push(Ron(Seat.NORTH))
    (said,) = [finding for finding in again.findings if finding.code == "KR303"]
    assert is_of_robbery(said, again)


@pytest.mark.parametrize(("earlier", "decided"), [(["ankan 3333z"], None), (["ankan 3333z", "ankan 1111p"], "abort")])
def test_of_an_announced_kan_only_a_fifth_ends_a_hand_that_is_set_up(earlier: list[str], decided: str | None) -> None:
    rules = load_ruleset("ema-2016").with_options({"fifth_kan.policy": "abort", "fifth_kan.robbable": False})
    melds = {"south": ["pon 222p from east", "ankan 2222m"], "west": earlier, "north": ["ankan 6666s"]}
    given = {"hands": {"south": "2p", "east": "34p567m123s789s11z"}, "melds": melds, "turn": "south", "drawn": "9p"}
    kyoku = Kyoku.from_case(CaseBuilder("a kan of a pon").given(**given).case(), rules.with_options(PLAYS_ON))
    kyoku.push(Shouminkan(Seat.SOUTH, parse_tile("2p")))
    position = positions.of(kyoku)
    assert position.announced is not None
    unsaid = replace(position, announced=replace(position.announced, robbable_by=()), fifth=None)
    assert Kyoku.from_position(rules, unsaid).fifth == decided


def test_no_hand_goes_on_from_its_end() -> None:
    chance = random.Random(1)
    tables, _ = play(dealt(load_ruleset("ema-2016"), chance), chance)
    with pytest.raises(ValueError, match="the hand is over"):
        positions.of(tables[-1])


def test_a_position_whose_claimable_tile_is_not_its_last_discard_is_refused() -> None:
    chance = random.Random(2)
    rules = load_ruleset("ema-2016")
    tables, _ = play(dealt(rules, chance), chance)
    position = positions.of(next(table for table in tables if table.phase is Phase.CLAIM))
    assert position.last_discard is not None
    with pytest.raises(UnreadableError, match="that may be claimed is not the last discard of"):
        Kyoku.from_position(rules, replace(position, last_discard=replace(position.last_discard, riichi=True)))


def test_a_position_in_a_robbery_window_keeps_that_its_indicator_lies_turned_already() -> None:
    rules = load_ruleset("ema-2016").with_options(
        {"kandora.robbed_kan": "revealed", "kandora.shouminkan": "declaration"}
    )
    kyoku = set_up(rules, "a kan that two may rob")
    kyoku.push(Shouminkan(Seat.SOUTH, parse_tile("2p")))
    assert kyoku.turned_early
    again = Kyoku.from_position(rules, positions.of(kyoku))
    for hand in (kyoku, again):
        hand.push(Draw(Seat.SOUTH))
        assert hand.face_up == 2, "one kan turns one indicator"


def test_a_position_keeps_what_the_fourth_kan_was_found_to_be() -> None:
    """A plugin may have answered by what then lay on the table; a position that says it is not asked again."""
    options = {"four_kans.several_players": "abort", "four_kans.abort_at": "discard_passed"}
    rules = load_ruleset("ema-2016").with_options(options)
    kyoku = set_up(rules, "a fourth kan, and a fifth")
    for action in (Ankan(Seat.SOUTH, parse_tile("1m")), Draw(Seat.SOUTH)):
        kyoku.push(action)
    taken = positions.of(kyoku)
    assert taken.four_kans is FourKans.ABORT
    for found, ended in ((FourKans.ABORT, "four_kans"), (FourKans.PLAY_ON, None)):
        told = replace(taken, four_kans=found)
        again = Kyoku.from_position(rules, told)
        assert positions.of(again) == told
        again.push(Discard(Seat.SOUTH, parse_tile("9p")))
        again.push(Pass())
        assert (again.outcome and again.outcome.type) == ended


def test_a_position_keeps_what_the_fifth_kan_was_found_to_be() -> None:
    """Between the announcement of a fifth kan and the answer to it; a position that says it is not asked again."""
    options = {
        "four_kans.several_players": "play_on",
        "fifth_kan.policy": "abort",
        "fifth_kan.robbable": True,
    }
    rules = load_ruleset("ema-2016").with_options(options)
    kyoku = set_up(rules, "a fifth kan of a pon")
    kyoku.push(Shouminkan(Seat.SOUTH, parse_tile("2p")))
    taken = positions.of(kyoku)
    assert (kyoku.phase, taken.fifth) == (Phase.ROB, FifthKan.ABORT_IF_NOT_ROBBED)
    for found, ended in ((FifthKan.ABORT_IF_NOT_ROBBED, "fifth_kan"), (FifthKan.PLAY_ON, None)):
        told = replace(taken, fifth=found)
        again = Kyoku.from_position(rules, told)
        assert positions.of(again) == told
        again.push(Pass())
        assert (again.outcome and again.outcome.type) == ended


def test_what_a_fifth_kan_does_is_asked_of_a_fifth_kan_alone() -> None:
    """A position in a robbery window need not say who may rob, nor what a fifth kan does: the rules say both."""
    rules = load_ruleset("ema-2016").with_options({"fifth_kan.policy": "abort", "fifth_kan.robbable": True})
    kans = ["ankan 1111z", "ankan 2222z", "ankan 3333z", "ankan 4444z"]
    for already, found in ((3, None), (4, FifthKan.ABORT_IF_NOT_ROBBED)):
        given = {
            "hands": {"north": "34p567m123s789s55z"},
            "melds": {"south": ["pon 222p from east"], "west": kans[:already]},
            "turn": "south",
            "drawn": "2p",
        }
        kyoku = Kyoku.from_case(CaseBuilder("a window").given(**given).case(), rules)
        kyoku.push(Shouminkan(Seat.SOUTH, parse_tile("2p")))
        taken = positions.of(kyoku)
        assert taken.announced is not None and taken.announced.robbable_by == (Seat.NORTH,)
        others = tuple(one for one in taken.deciders if one[0] != "fifth_kan")
        told = replace(taken, announced=replace(taken.announced, robbable_by=()), fifth=None, deciders=others)
        assert positions.of(Kyoku.from_position(rules, told)) == taken
        assert taken.fifth is found


def test_in_the_first_go_around_only_what_a_player_has_passed_is_kept_from_winning() -> None:
    """West waits for 1m without a yaku and for 4m with tanyao, and these rules call no pass without a yaku furiten."""
    rules = load_ruleset("ema-2016").with_options({"furiten.without_yaku": False, "scoring.renhou": "none"})
    given = {
        "hands": {"east": "1m", "west": "23m666p678s345s55p"},
        "turn": "east",
        "drawn": "9m",
        "first_go_around": True,
        "live": "4m",
    }
    kyoku = Kyoku.from_case(CaseBuilder("a first go-around").given(**given).case(), rules)
    for action in (Discard(Seat.EAST, parse_tile("1m")), Pass(), Draw(Seat.SOUTH)):
        kyoku.push(action)
    kyoku.push(Discard(Seat.SOUTH, parse_tile("4m"), True))
    for hand in (kyoku, Kyoku.from_position(rules, positions.of(kyoku))):
        hand.push(Ron(Seat.WEST))
        assert hand.outcome is not None and hand.outcome.type == "ron"
