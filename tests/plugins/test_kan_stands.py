"""What is paid at once for a kan: on the spot, counted at the end of the hand, never twice."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

import pytest

from kanrules import Kan, Kyoku, Result, Table, Transfer, hookimpl, load_ruleset
from kanrules.cases.case import parse_cases
from kanrules.cases.verify import verify_case
from kanrules.errors import PluginError
from kanrules.kan import WAY
from kanrules.pieces.actions import PASS, Action, Ankan, Daiminkan, Discard, Draw, Kyuushu, Ron, Shouminkan, Tsumo
from kanrules.pieces.events import Ended, KandoraTurned, KanPayment, RinshanDraw
from kanrules.pieces.tiles import Seat
from kanrules.records import Record, read_data, write_mjai
from kanrules.records.recorded import RecordedDraw, RecordedHand, RecordedPayment
from kanrules.replays.hand import replay_hand
from kanrules.replays.statements import after
from kanrules.ruleset import Ruleset
from kanrules.table import position
from kanrules.testing.walls import rich_wall
from tests.plugins.conftest import Write, codes, played

AT_ONCE = ('extends = "ema-2016"\nplugins = ["club"]', "[plugin.club]", "kan_pays_at_once = 1000")
FED = {"hands": {"south": "999s", "west": "34p567m123s666z99m"}, "turn": "east", "live": "9s", "live_tiles": 3}
FEEDS = ("east discards 9s", "south daiminkan 9s")


def with_plugin(plugin: object, rules: str = "ema-2016") -> Ruleset:
    return replace(load_ruleset(rules), modules=(("stranger", plugin),), plugins=("stranger",))


class Sticks:
    """A kan costs its player so many points, laid on the table."""

    def __init__(self, points: int) -> None:
        self.points = points

    @hookimpl
    def kan_stands(self, kan: Kan) -> Transfer:
        return Transfer(kan.seat, "table", self.points, "kan")


def test_who_feeds_a_kan_pays_before_the_replacement_tile_is_drawn(house: Write) -> None:
    kyoku = played(house(*AT_ONCE), FED, *FEEDS).kyoku
    assert kyoku.scores == [24000, 26000, 25000, 25000]
    kinds = [type(event) for event in kyoku.events]
    assert kinds.index(KanPayment) < kinds.index(KandoraTurned) < kinds.index(RinshanDraw)
    assert codes(kyoku).count("KR406") == 1


def test_an_ankan_is_paid_by_each_of_the_others(house: Write) -> None:
    given = {"hands": {"south": "999s"}, "turn": "south", "live": "9s"}
    assert played(house(*AT_ONCE), given, "south ankan 9s").kyoku.scores == [24000, 28000, 24000, 24000]


def test_a_robbed_kan_is_paid_by_nobody(house: Write) -> None:
    given = {
        "hands": {"north": "34p567m123s666z99m"},
        "melds": {"south": ["pon 222p from east"]},
        "turn": "south",
        "live": "2p",
    }
    paid, free = (
        played(rules, given, "south shouminkan 2p", "north ron")
        for rules in (house(*AT_ONCE), load_ruleset("ema-2016"))
    )
    assert paid.changes == free.changes


def test_what_was_paid_at_once_is_counted_at_the_end_and_not_paid_again(house: Write) -> None:
    result = played(house(*AT_ONCE), FED, *FEEDS, "south discards 2p", "west ron")
    outcome = result.kyoku.outcome
    assert outcome is not None
    (win,) = outcome.wins
    paid = (-1000, 1000, 0, 0)
    assert outcome.at_once == (Transfer(Seat.EAST, Seat.SOUTH, 1000, "south's daiminkan"),)
    assert outcome.changes == tuple(a + b for a, b in zip(win.changes, paid, strict=True))
    assert outcome.changes_at_end == win.changes
    assert tuple(result.changes.values()) == outcome.changes
    assert sum(outcome.changes) == 0


def test_a_case_counts_it_among_its_payments(house: Write) -> None:
    text = """
[[case]]
name = "Fed and won"
[case.given]
hands = { south = "999s", west = "34p567m123s666z99m" }
turn = "east"
live = "9s"
[case.play]
lines = "east discards 9s\\nsouth daiminkan 9s"
[case.expect]
payments = { east = -1000, south = 1000, west = 0, north = 0 }
order = ["south daiminkan", "east payment", "kandora", "rinshan"]
never = ["west payment"]
"""
    (case,) = parse_cases(text)
    assert verify_case(case, house(*AT_ONCE)).why == ""
    assert "no `east payment`" in verify_case(case, load_ruleset("ema-2016")).why


def test_the_table_is_paid_in_sticks_that_the_winner_takes() -> None:
    result = played(with_plugin(Sticks(2000)), FED, *FEEDS)
    assert (result.kyoku.scores[Seat.SOUTH], result.kyoku.sticks) == (23000, 2)
    won = played(with_plugin(Sticks(2000)), FED, *FEEDS, "south discards 2p", "west ron")
    free = played(load_ruleset("ema-2016"), FED, *FEEDS, "south discards 2p", "west ron")
    assert won.changes[Seat.WEST] == free.changes[Seat.WEST] + 2000
    assert (won.kyoku.sticks, sum(won.kyoku.scores)) == (0, 100_000)


@pytest.mark.parametrize("points", [500, 1500])
def test_the_table_is_paid_in_whole_thousands_or_the_answer_is_refused(points: int) -> None:
    with pytest.raises(PluginError, match=f"expected whole sticks of 1000 for the table, not {points}"):
        played(with_plugin(Sticks(points)), FED, *FEEDS)


def test_the_hook_of_the_end_is_told_what_was_paid_at_once() -> None:
    seen: list[int] = []

    class Looks(Sticks):
        @hookimpl
        def payments(self, result: Result) -> None:
            seen.append(result.payments[Seat.SOUTH])

    for points in (0, 1000):
        played(with_plugin(Looks(points)), FED, *FEEDS, "south discards 2p", "west ron")
    assert seen[-1] == seen[0] - 1000


def test_the_hook_sees_that_the_replacement_tile_is_yet_to_come_after_the_fourth_kan_too() -> None:
    seen: list[tuple[int, bool]] = []

    class Looks:
        @hookimpl
        def kan_stands(self, kan: Kan, table: Table) -> None:
            seen.append((kan.number, table.replacing))

    three = {"east": ["ankan 1111z", "ankan 2222z"], "south": ["ankan 3333z"]}
    played(with_plugin(Looks()), {"melds": three, "hands": {"south": "444z"}, "turn": "south", "drawn": "4z"},
           "south ankan 4z")  # fmt: skip
    assert set(seen) == {(4, True)}


def test_the_step_stands_after_liability_and_before_four_kans() -> None:
    names = [step.name for step in WAY]
    at = next(at for at, step in enumerate(WAY) if "kan_stands" in step.hooks)
    assert names.index("liability") == at - 1
    assert names.index("four kans completed") == at + 1


def kan_lover(kyoku: Kyoku, chance: random.Random) -> Action:
    """A kan where one may be declared, else a draw, a discard or a pass; nobody wins."""
    legal = [a for a in kyoku.legal_actions() if not isinstance(a, Ron | Tsumo | Kyuushu)]
    kans = [a for a in legal if isinstance(a, Ankan | Daiminkan | Shouminkan)]
    plain = [a for a in legal if isinstance(a, Draw) or (isinstance(a, Discard) and not a.riichi)]
    return chance.choice(kans or plain or [PASS])


def test_a_position_remembers_what_was_paid(house: Write) -> None:
    rules, chance = house(*AT_ONCE), random.Random(3)
    kyoku = Kyoku(rules, wall=rich_wall(chance))
    while not kyoku.at_once:
        kyoku.push(kan_lover(kyoku, chance))
    again = Kyoku.from_position(rules, position.of(kyoku))
    while kyoku.outcome is None:
        action = kan_lover(kyoku, chance)
        kyoku.push(action)
        again.push(action)
    assert again.outcome is not None
    assert again.outcome.changes == kyoku.outcome.changes
    assert again.outcome.at_once == kyoku.outcome.at_once != ()


# --- records -------------------------------------------------------------------------------------------------------


def recorded(rules: Ruleset, seed: int) -> RecordedHand:
    """A hand of players who love kans and never win, as a record of it."""
    chance = random.Random(seed)
    wall = rich_wall(chance)
    kyoku = Kyoku(rules, wall=wall)
    start = [kyoku.concealed(seat) for seat in Seat]
    steps: list[Any] = []
    while kyoku.outcome is None:
        action = kan_lover(kyoku, chance)
        drawn = isinstance(action, Draw)
        kyoku.push(action)
        if action is not PASS:
            steps.append(Draw(kyoku.turn, kyoku.drawn) if drawn else action)
    outcome = kyoku.outcome
    at_once = [
        RecordedPayment(event.kan, event.seat, event.to, event.points)
        for event in kyoku.events
        if isinstance(event, KanPayment)
    ]
    return RecordedHand(
        round_wind=Seat.EAST, number=1, honba=0, sticks=0, scores=(25000, 25000, 25000, 25000), players=(0, 1, 2, 3),
        hands=tuple(map(tuple, start)), indicator=kyoku.dora_indicators[0] or 0, red_fives=0, steps=steps,
        draw=RecordedDraw(outcome.type, outcome.changes_at_end, outcome.tenpai), at_once=at_once,
    )  # fmt: skip


@pytest.mark.parametrize("pays", [("[plugin.club]", "kan_pays_at_once = 1000"), ()])
def test_mjai_keeps_what_was_paid_at_once(house: Write, pays: tuple[str, ...]) -> None:
    rules = house(AT_ONCE[0], *pays, "[scoring]", "red_fives = 0", "[kandora]", "enabled = false")
    hand = recorded(rules, 3)
    assert bool(hand.at_once) is bool(pays)
    (record,) = read_data("\n".join(write_mjai.lines([hand])).encode(), "again")
    assert isinstance(record, Record)
    (again,) = record.hands
    assert again.at_once == hand.at_once
    assert replay_hand(rules, again).differences == []
    scores, sticks = after(again)
    assert sum(scores) + 1000 * sticks == 100_000
    if pays:
        assert sum(abs(one.points) for one in hand.at_once) > 0
        free = house(AT_ONCE[0], "[scoring]", "red_fives = 0", "[kandora]", "enabled = false")
        found = replay_hand(free, again).differences
        assert {one.code for one in found} == {"KR406"}
        assert len(found) == len(again.at_once)
        unpaid = replace(again, at_once=[])
        ruled = [one.ruled for one in replay_hand(rules, unpaid).differences]
        assert len(ruled) == len(again.at_once)
        assert all("immediately" in one for one in ruled)


def test_a_kan_is_asked_about_once_however_it_is_looked_at() -> None:
    asked: list[int] = []

    class Counts:
        @hookimpl
        def kan_stands(self, kan: Kan, table: Table) -> None:
            asked.append(kan.number)
            assert table.kans[-1] == kan

    kyoku = played(with_plugin(Counts()), FED, *FEEDS, "south discards 2p", "west ron").kyoku
    assert isinstance(kyoku.events[-1], Ended)
    kyoku.legal_actions()
    assert asked == [1]


# --- three players -------------------------------------------------------------------------------------------------

THREE = ("[table]", "players = 3", 'tiles = "without_2m_8m"', "[wall]", "replacements = 8")


def test_at_a_table_of_three_two_pay_for_an_ankan(house: Write) -> None:
    rules = house('extends = "tenhou"\nplugins = ["club"]', "[plugin.club]", "kan_pays_at_once = 1000", *THREE)
    kyoku = played(rules, {"hands": {"south": "999s"}, "turn": "south", "live": "9s"}, "south ankan 9s").kyoku
    before = kyoku.scores[Seat.SOUTH] - 2000
    assert kyoku.scores == [before - 1000, before + 2000, before - 1000]


def test_who_is_not_at_the_table_neither_pays_nor_is_paid(house: Write) -> None:
    class North:
        @hookimpl
        def kan_stands(self, kan: Kan) -> Transfer:
            return Transfer(Seat.NORTH, kan.seat, 1000, "kan")

    rules = replace(house('extends = "tenhou"', *THREE), modules=(("stranger", North()),), plugins=("stranger",))
    with pytest.raises(PluginError, match=r"plugin 'stranger', hook kan_stands: .*, but the north seat is empty"):
        played(rules, {"hands": {"south": "999s"}, "turn": "south", "live": "9s"}, "south ankan 9s")
