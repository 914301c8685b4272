"""A plugin sees every payment of a hand one by one, and together they are the changes of score."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from kanrules import Result, Ruleset, Seat, Transfer, TransferType, hookimpl, load_ruleset
from kanrules.cases.case import CaseBuilder
from kanrules.cases.run import play_case
from kanrules.kyoku.machine import KyokuMachine
from kanrules.law import payments as law
from kanrules.records import Record, open_records
from kanrules.replays import Replay
from kanrules.testing.conformance import choose, do

GAMES = sorted((Path(__file__).parents[1] / "games").glob("*.mjson.gz"))
EAST, SOUTH, WEST, NORTH = Seat


class Ledger:
    """Keeps what it sees."""

    def __init__(self) -> None:
        self.results: list[Result] = []

    @hookimpl
    def payments(self, result: Result) -> list[Transfer]:
        self.results.append(result)
        return []


def watched(name: str, **options: Any) -> tuple[Ruleset, Ledger]:
    ledger = Ledger()
    rules = replace(load_ruleset(name), modules=(("house", ledger),), plugins=("house",))
    return rules.with_options({key.replace("__", "."): value for key, value in options.items()}), ledger


def adds_up(result: Result) -> bool:
    return law.transferred(result.transfers, len(result.payments)) == tuple(result.payments.values())


def paid(name: str, given: dict[str, Any], *lines: str, **options: Any) -> list[tuple[object, object, int, str]]:
    rules, ledger = watched(name, **options)
    played = play_case(CaseBuilder("a hand").given(**given).play(*lines).case(), rules)
    assert not played.refused, played.refused
    # A play tries a win before it makes it.
    *tried, result = ledger.results
    assert adds_up(result) and all(one == result for one in tried)
    return [(one.source, one.to, one.points, one.type.value) for one in result.transfers]


RON = {"hands": {"north": "34p567m123s666z99m"}, "turn": "east", "honba": 2, "sticks": 1, "indicators": "3z"}


def test_a_ron_is_paid_in_hand_honba_and_sticks() -> None:
    assert paid("ema-2016", RON, "east draws 2p", "east discards 2p", "north ron") == [
        (EAST, NORTH, 1300, "hand"),
        (EAST, NORTH, 600, "honba"),
        ("table", NORTH, 1000, "stick"),
    ]


def test_a_tsumo_is_paid_by_each_of_the_others() -> None:
    given = {**RON, "turn": "north"}
    found = paid("ema-2016", given, "north draws 2p", "north tsumo")
    assert Counter(type for *_, type in found) == {"hand": 3, "honba": 3, "stick": 1}
    assert {(source, to, points) for source, to, points, type in found if type == "honba"} == {
        (seat, NORTH, 200) for seat in (EAST, SOUTH, WEST)
    }


DRAGONS = [f"pon {n}{n}{n}z from west" for n in (5, 6, 7)]


def test_what_a_liable_player_pays_is_told_apart() -> None:
    given = {"melds": {"south": DRAGONS}, "hands": {"south": "34p11s"}}
    assert paid("ema-2016", given, "south draws 2p", "south tsumo") == [(WEST, SOUTH, 32000, "liability")]
    assert paid("ema-2016", given, "east draws 2p", "east discards 2p", "south ron") == [
        (WEST, SOUTH, 16000, "liability"),
        (EAST, SOUTH, 16000, "hand"),
    ]


TENPAI = {"live_tiles": 0, "turn": "east", "drawn": "9p"}
WAITS = {"south": "34p567m123s666z99m", "west": "34s789m456p777z11s", "north": "345m345s22z22p123p"}


@pytest.mark.parametrize("each", [False, True])
@pytest.mark.parametrize("seats", [("south",), ("south", "west"), ("south", "west", "north")])
def test_noten_payments_name_who_pays_whom(seats: tuple[str, ...], each: bool) -> None:
    given = {**TENPAI, "hands": {seat: WAITS[seat] for seat in seats}}
    found = paid("ema-2016", given, "east discards 9p", draws__noten_each=each)
    assert {type for *_, type in found} == {"noten"}
    payments = len(seats) * (4 - len(seats)) if each else 1
    assert sum(points for *_, points, _ in found) == 3000 * payments
    assert {to for _, to, *_ in found} == {Seat[seat.upper()] for seat in seats}


def test_a_chombo_says_who_is_paid_and_what_nobody_receives() -> None:
    given = {"hands": {"south": "3444m778899s333z"}, "riichi": ["south"]}
    lines = ("south draws 4m", "!south ankan 4m")
    options = {"riichi_kan__illegal": "chombo", "riichi_kan__illegal_found": "at_once", "chombo__points": 8000}
    reverse = paid("ema-2016", given, *lines, **options, chombo__pays="reverse_mangan")
    assert reverse == [(SOUTH, EAST, 4000, "chombo"), (SOUTH, WEST, 2000, "chombo"), (SOUTH, NORTH, 2000, "chombo")]
    alone = paid("ema-2016", given, *lines, **options, chombo__pays="before_uma")
    assert alone == [(SOUTH, "nobody", 8000, "chombo")]


def test_an_abortive_draw_moves_nothing() -> None:
    given = {"hands": {"east": "19m19p19s1234567z"}, "turn": "east", "first_go_around": True}
    assert paid("tenhou", given, "east draws 1m", "east kyuushu") == []


def test_what_was_paid_at_once_for_a_kan_comes_first() -> None:
    class Sichuan(Ledger):
        @hookimpl
        def kan_stands(self, kan: Any) -> Transfer:
            return Transfer(EAST, kan.seat, 1000, "fed a kan")

    ledger = Sichuan()
    rules = replace(load_ruleset("ema-2016"), modules=(("house", ledger),))
    given = {"hands": {"south": "999s", "west": "34p567m123s666z99m"}, "turn": "east", "live": "9s", "rinshan": "2p"}
    lines = ("east discards 9s", "south daiminkan 9s", "south discards 2p", "west ron")
    play_case(CaseBuilder("a hand").given(**given).play(*lines).case(), rules)
    result = ledger.results[-1]
    assert adds_up(result)
    assert [one.type for one in result.transfers] == [TransferType.PLUGIN, TransferType.HAND]


def test_a_transfer_that_a_plugin_makes_of_another_is_the_plugins() -> None:
    class Twice:
        @hookimpl
        def payments(self, result: Result) -> list[Transfer]:
            return [replace(one, why="twice") for one in result.transfers if one.type is TransferType.HAND]

    rules = replace(load_ruleset("ema-2016"), modules=(("house", Twice()),))
    lines = ("east draws 2p", "east discards 2p", "north ron")
    outcome = play_case(CaseBuilder("a hand").given(**RON).play(*lines).case(), rules).kyoku.outcome
    assert outcome is not None
    assert outcome.transfers == (Transfer(EAST, NORTH, 1300, "twice"),)
    assert outcome.changes == (-3200, 0, 0, 4200)


@pytest.mark.parametrize("name", ["mahjong-soul-3p", "sega-mj-3p"])
def test_the_transfers_of_every_hand_add_up_to_its_changes(name: str) -> None:
    rules, ledger = watched(name)
    for number in range(60):
        chance = random.Random(number)
        kyoku = KyokuMachine(rules, number, honba=number % 4, sticks=number % 3)
        while kyoku.outcome is None:
            do(kyoku, choose(kyoku, chance))
    assert len(ledger.results) == 60
    assert all(map(adds_up, ledger.results))
    types = Counter(one.type for result in ledger.results for one in result.transfers)
    assert types


@pytest.mark.slow
@pytest.mark.sample(2)
@pytest.mark.parametrize("name", ["tenhou", "ema-2025", "rmu-a"])
def test_the_transfers_of_recorded_hands_add_up_too(name: str) -> None:
    rules, ledger = watched(name)
    hands = 0
    for record in open_records(GAMES):
        if isinstance(record, Record) and not record.out_of_scope:
            hands += sum(1 for _ in Replay(record, rules))
    assert hands > 300 and len(ledger.results) > 250
    assert all(map(adds_up, ledger.results))
    types = Counter(one.type for result in ledger.results for one in result.transfers)
    assert min(types[type] for type in (TransferType.HAND, TransferType.HONBA, TransferType.NOTEN)) > 50
