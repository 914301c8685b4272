"""Every public value equals its own pickle, and has its hash: workers and caches may pass it on."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from enum import Enum
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import kanrules as k
from kanrules import kan, records
from kanrules.ruleset import Problem, RulesetError
from kanrules.testing import CaseError, NotConforming, parse_cases, play_case, verify_case
from kanrules.testing.conformance import Conformance, PluginFault
from tests.plugins.test_judge import plugin, under
from tools.api_reference import SECTIONS, found

GAMES = Path(__file__).parents[1] / "games"
CASE = """
[[case]]
name = "A kan is robbed"
given.hands = { north = "34p567m123s789s11z" }
given.melds = { south = ["pon 222p from east"] }
play.lines = ["south draws 2p", "south shouminkan 2p", "north ron"]
expect.result = "tsumo"
"""
ANKAN = """
[[case]]
name = "A kan"
given.melds = { south = ["ankan 1111z"] }
"""
PROCESSES = frozenset(
    (
        "Action",
        "Replay",
        "Follow",
        "records.Record",
        "records.HandBuilder",
        "bots.Bot",
        "bots.KanLover",
        "testing.CaseBuilder",
    )
)
"""Public classes that do something over time and are no values, and the base of the actions, of which none is made."""


@cache
def rules() -> k.Ruleset:
    return k.load_ruleset("ema-2016")


def hand_of_a_record() -> records.RecordedHand:
    (record,) = records.open_records([GAMES / "robbed-kans-1.mjson.gz"])
    assert isinstance(record, records.Record)
    return next(hand for hand in record.hands if hand.wins)


@cache
def won() -> k.CompleteHand:
    """A complete hand that a plugin was shown."""
    seen: list[k.CompleteHand] = []
    verify_case(case(), under(plugin(yaku=lambda win: seen.append(win))))
    return seen[0]


def ended() -> k.Result:
    """A result that a plugin was shown."""
    seen: list[k.Result] = []
    verify_case(case(), under(plugin(payments=lambda result: seen.append(result))))
    return seen[0]


def case() -> Any:
    return parse_cases(CASE)[0]


def hand() -> Any:
    return play_case(case(), rules()).kyoku


def kyoku() -> k.Kyoku:
    made = k.Kyoku("tenhou", seed=3)
    for _ in range(9):
        made.push(made.legal_actions()[0])
    return made


def step_that_ran() -> kan.StepRun:
    with kan.watch_steps() as steps:
        verify_case(case(), rules())
    return steps[0]


def game() -> k.Game:
    made = k.Game("tenhou", seed=5)
    while made.kyoku.outcome is None:
        made.kyoku.push(made.kyoku.legal_actions()[0])
    made.next()
    return made


def raised(does: Callable[[], object], kind: type[Exception]) -> Exception:
    with pytest.raises(kind) as caught:
        does()
    return caught.value


def member() -> records.Member:
    return next(iter(records.all_members([GAMES / "robbed-kans-1.mjson.gz"])))


MADE: dict[str, Callable[[], Any]] = {
    "Value": lambda: k.score("123456789m1122z", "2z", rules="tenhou", seat=k.Seat.EAST, round_wind=k.Seat.EAST),
    "Kyoku": kyoku,
    "View": lambda: kyoku().view(k.Seat.SOUTH),
    "Game": game,
    "Perft": lambda: k.perft(kyoku(), 1),
    "kan.Step": lambda: kan.WAY[0],
    "kan.StepRun": lambda: step_that_ran(),
    "Tile": lambda: k.parse_tiles("0p")[0],
    "Meld": lambda: k.Kyoku.from_case(CASE, rules()).table().melds[1][0],
    "Ruleset": rules,
    "ruleset.Origin": lambda: rules().origin("kandora.ankan"),
    "ruleset.Problem": lambda: Problem("a.toml", 3, 1, "KR101", "unknown key"),
    "Ruling": lambda: rules().ruling(hand().findings[0]),
    "Source": lambda: rules().origin("kandora.ankan").source,
    "Audited": lambda: next(iter(k.audit([GAMES / "robbed-kans-1.mjson.gz"], "tenhou"))),
    "records.Member": member,
    "records.Unreadable": lambda: next(iter(records.open_records([Path(__file__)]))),
    "records.Format": lambda: records.FORMATS["mjai"],
    "records.Content": lambda: records.Content(b"{}", b"{}", {}),
    "records.RecordedHand": hand_of_a_record,
    "records.RecordedWin": lambda: hand_of_a_record().wins[0],
    "Table": lambda: kyoku().table(),
    "CompleteHand": won,
    "Yaku": lambda: k.Yaku("kan_furi", 1, reading=won().readings[0]),
    "Dora": lambda: won().dora,
    "Kan": lambda: k.Kyoku.from_case(ANKAN, rules()).kans[0],
    "Call": lambda: k.Call(k.MeldType.PON, k.Seat.EAST, 3, k.Seat.WEST),
    "Result": ended,
    "Foul": lambda: k.Foul(k.Seat.EAST, "after_call", "KR201", "no"),
    "Objection": lambda: k.Objection("house-201", "no", foul="after_call"),
    "Liability": lambda: k.Liability("suukantsu", k.Seat.EAST),
    "Transfer": lambda: k.Transfer(k.Seat.EAST, k.Seat.WEST, 1000, "a fee"),
    "PenaltyStep": lambda: k.PenaltyStep(k.PenaltyType.WARNING, tiles=(1, 2), repeated=False),
    "Penalty": lambda: k.Penalty(k.PenaltyType.POINTS, 1000, code="house-601"),
    "testing.Conformance": lambda: Conformance("house", (PluginFault("hooks", "no"),), ("yaku",), asked={"yaku": 3}),
    "testing.conformance.PluginFault": lambda: PluginFault("hooks", "no"),
    "testing.NotConforming": lambda: NotConforming(Conformance("house", ())),
    "testing.Case": case,
    "testing.CaseError": lambda: raised(lambda: parse_cases("[[case]]\nnme = 3"), CaseError),
    "testing.PlayedCase": lambda: play_case(case(), rules()),
    "testing.Verified": lambda: verify_case(case(), rules()),
    "KanrulesError": lambda: k.KanrulesError("no"),
    "UnreadableError": lambda: raised(lambda: k.parse_tiles("x"), k.UnreadableError),
    "IllegalAction": lambda: raised(lambda: kyoku().push(k.Tsumo(k.Seat.EAST)), k.IllegalAction),
    "RulesetError": lambda: raised(lambda: rules().with_options({"kandora.ankann": 1}), RulesetError),
    "PluginError": lambda: k.PluginError("plugin 'x': no", plugin="x", hint="write yes"),
    "Draw": lambda: k.Draw(k.Seat.EAST, 3),
    "Discard": lambda: k.parse_action("south discards 2p"),
    "Chi": lambda: k.parse_action("south chi 4p with 56p"),
    "Pon": lambda: k.parse_action("south pon 5z"),
    "Daiminkan": lambda: k.parse_action("south daiminkan 5z"),
    "Ankan": lambda: k.parse_action("south ankan 5z"),
    "Shouminkan": lambda: k.parse_action("south shouminkan 5z"),
    "Kita": lambda: k.parse_action("south kita"),
    "Ron": lambda: k.parse_action("north ron"),
    "Tsumo": lambda: k.parse_action("south tsumo"),
    "Pass": lambda: k.parse_action("south passes"),
    "Kyuushu": lambda: k.parse_action("south kyuushu"),
}
OF_A_HAND = {"testing.UnmetExpectation": lambda: verify_case(case(), rules()).differences[0]}
"""Values that show a hand in progress, which holds code of plugins."""
CLASSES = {name: found(name) for names in SECTIONS.values() for name in names if isinstance(found(name), type)}


def test_every_public_class_is_a_value_or_a_process() -> None:
    values = {
        name for name, one in CLASSES.items() if not issubclass(one, Enum) and name not in PROCESSES | set(OF_A_HAND)
    }
    twice = {name for name in values if name.startswith("testing.conformance.")}  # the same classes once more
    assert values - set(MADE) <= twice
    assert set(MADE) <= values


@pytest.mark.parametrize("name", MADE)
def test_a_public_value_equals_its_own_pickle(name: str) -> None:
    value = MADE[name]()
    assert isinstance(value, CLASSES[name])
    again = pickle.loads(pickle.dumps(value))
    assert type(again) is type(value)
    if isinstance(value, Exception):
        assert (str(again), vars(again)) == (str(value), vars(value))
        return
    assert again == value
    if type(value).__hash__ is not None and hashable(value):
        assert hash(again) == hash(value)


def test_a_pickle_of_another_version_with_other_fields_says_so() -> None:
    value = k.riichi_kan("3335666p111456s", "3p", rules="m-league")
    _, (kind,), state = value.__reduce_ex__(4)[:3]  # type: ignore[misc]  # a tuple
    assert kind is type(value) and isinstance(state, list)
    with pytest.raises(pickle.UnpicklingError, match="this KanAnswer was pickled by another version of kanrules"):
        kind.__new__(kind).__setstate__(state[1:])  # as pickle does


@pytest.mark.parametrize("name", OF_A_HAND)
def test_a_hand_in_progress_says_what_to_pickle_instead(name: str) -> None:
    with pytest.raises(TypeError, match=r"pickle its actions, or a kanrules\.Kyoku"):
        pickle.dumps(OF_A_HAND[name]())


def hashable(value: object) -> bool:
    """Whether all fields of a value can be hashed; a frozen value may hold a list or a dictionary."""
    try:
        hash(value)
    except TypeError:
        return False
    return True


@pytest.mark.parametrize("name", [name for name, one in CLASSES.items() if issubclass(one, Enum)])
def test_a_member_of_a_public_enum_is_its_own_pickle(name: str) -> None:
    assert all(pickle.loads(pickle.dumps(member)) is member for member in CLASSES[name])


def test_rulesets_differ_by_a_value_a_source_or_a_plugin() -> None:
    one = rules()
    assert one == k.load_ruleset("ema-2016") != k.load_ruleset("tenhou")
    other = one.with_options({"kandora.ankan": "never"})
    assert one != other == one.with_options({"kandora.ankan": "never"})
    assert under(plugin(rob_kan=lambda kan: None)) != under(plugin(rob_kan=lambda kan: True))
    assert len({one, other, k.load_ruleset("ema-2016")}) == 2


def test_games_differ_by_their_walls_and_by_what_was_played() -> None:
    assert k.Game("tenhou", seed=1) == k.Game("tenhou", seed=1) != k.Game("tenhou", seed=2)
    played = k.Game("tenhou", seed=1)
    played.kyoku.push(played.kyoku.legal_actions()[0])
    assert played != k.Game("tenhou", seed=1)
