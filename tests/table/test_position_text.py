"""Positions as text: what a table tells of itself is read back as the same table, with the same things to do."""

from __future__ import annotations

import os
import random
from collections import Counter
from dataclasses import replace

import pytest

from kanrules.errors import UnreadableError
from kanrules.law.options import Instant
from kanrules.pieces.actions import Discard, Draw, Pass, Ron
from kanrules.pieces.tiles import Seat, parse_tile
from kanrules.play.kyoku import Kyoku
from kanrules.ruleset import Ruleset, load_ruleset
from kanrules.table.snapshot import Table
from kanrules.table.state import Phase
from kanrules.testing import CaseBuilder, parse_cases
from tests.table.compared import without_walls
from tests.table.test_positions import TABLES, dealt, play, random_rules, set_up

GAMES = 8 if os.environ.get("KANRULES_LONG") else 4
"""Hands of each table that seldom comes up."""


def read(text: str, rules: Ruleset) -> Kyoku:
    (case,) = parse_cases(f'[[case]]\nname = "again"\n[case.given]\n{text}')
    return Kyoku.from_case(case, rules)


def told(table: Table) -> Table:
    """The table as far as text can tell it: hidden stay the places of called tiles, what stands in the rulings of kans,
    the instants of indicators.
    """
    kans = tuple(sorted((kan.seat, kan.type, kan.tiles) for kan in table.kans))
    pending = tuple(sorted(table.kans[one.kan - 1].tiles for one in table.pending))
    places = tuple(len(taken) for taken in table.taken)
    owed = tuple(tuple(sorted((one.yakuman, one.seat) for one in mine)) for mine in table.liabilities)
    by_kan = {kan.number: kan.tiles for kan in table.kans}
    after_kan = tuple(tuple(by_kan.get(number) for number in mine) for mine in table.after_kan)
    turned_by = tuple(by_kan.get(number) for number in table.indicator_kans)
    announced = table.announced and replace(table.announced, on_replacement=False)
    return replace(
        table, kans=kans, pending=pending, taken=places, liabilities=owed, announced=announced,
        after_kan=after_kan, indicator_kans=turned_by,
    )  # fmt: skip


def held_to_its_texts(rules: Ruleset, start: Kyoku, chance: random.Random, phases: Counter[Phase]) -> None:
    tables, _ = play(start, chance, silent=False)
    for kyoku in tables[:-1]:
        table = kyoku.table()
        text = table.text()
        again = read(text, rules)
        phases[kyoku.phase] += 1
        assert again.table().text() == text
        if kyoku.phase is Phase.RON:
            # Text knows no ron that waits to be settled: it may be called once more.
            assert again.phase in ((Phase.CLAIM, Phase.ROB) if kyoku.window is None else (Phase.ACT,))
            continue
        assert again.phase == kyoku.phase, text
        # Text knows no robbery after the replacement tile.
        legal = [one for one in kyoku.legal_actions() if kyoku.window is None or not isinstance(one, Ron)]
        assert without_walls(again.legal_actions()) == without_walls(legal), text
        assert told(again.table()) == told(table), text


def test_every_position_is_read_back_with_the_same_things_to_do() -> None:
    chance, phases = random.Random(20261110), Counter[Phase]()
    for _ in range(8):
        rules = random_rules(chance)
        held_to_its_texts(rules, dealt(rules, chance), chance, phases)
    assert set(phases) >= {Phase.DRAW, Phase.ACT, Phase.MUST_DISCARD, Phase.CLAIM, Phase.REPLACE}


@pytest.mark.slow
@pytest.mark.parametrize("name", TABLES)
def test_so_is_every_position_of_what_seldom_comes_up(name: str) -> None:
    chance, phases = random.Random(name), Counter[Phase]()
    wanted = Phase.ROB if "rob" in name else Phase.RON if "two" in name else Phase.DRAW
    for game in range(64):
        rules = random_rules(chance)
        held_to_its_texts(rules, set_up(rules, name), chance, phases)
        if game >= GAMES - 1 and (phases[wanted] or wanted is Phase.DRAW):
            return
    raise AssertionError(f"no table came to {wanted.name}")


LATE = load_ruleset("ema-2016").with_options(
    {
        "kandora.daiminkan": "discard_passed",
        "kandora.shouminkan": "discard_passed",
        "four_kans.several_players": "abort",
        "four_kans.abort_at": "discard_passed",
    }
)


def discarded(given: dict[str, object], tile: str) -> Kyoku:
    """A table of which south has drawn, once it has discarded this tile."""
    kyoku = Kyoku.from_case(CaseBuilder("x").given(turn="south", **given).case(), LATE)
    kyoku.push(Discard(Seat.SOUTH, parse_tile(tile), True))
    return kyoku


def test_the_discard_after_the_fourth_kan_may_be_won_on_and_nothing_else() -> None:
    given = {
        "hands": {"north": "34p567m123s789s11z"}, "riichi": ["north"], "drawn": "2p rinshan",
        "melds": {"south": ["ankan 3333z", "ankan 1111p"], "west": ["ankan 9999m", "ankan 4444z"]},
    }  # fmt: skip
    again = read(discarded(given, "2p").table().text(), LATE)
    assert [str(action) for action in again.legal_actions()] == ["north ron", "everyone passes"]
    again.push(Pass())
    assert again.outcome is not None and again.outcome.type == "four_kans"


def test_an_indicator_that_turns_once_the_discard_has_passed_is_pending_while_it_may_be_claimed() -> None:
    given = {"melds": {"south": ["daiminkan 5555z from east"]}, "drawn": "9p", "pending": 1}
    kyoku = discarded(given, "9p")
    assert [one.instant for one in kyoku.pending] == [Instant.DISCARD_PASSED]
    again = read(kyoku.table().text(), LATE)
    assert again.pending == kyoku.pending and again.face_up == 1
    again.push(Draw(Seat.WEST))
    assert again.face_up == 2


def test_the_last_discard_of_a_hand_may_be_won_on_or_passed() -> None:
    again = read(discarded({"drawn": "9p", "live_tiles": 0}, "9p").table().text(), LATE)
    assert again.legal_actions() == [Pass()]
    again.push(Pass())
    assert again.outcome is not None and again.outcome.type == "exhaustive_draw"


def test_a_table_before_a_draw_that_the_wall_no_longer_has_ends_with_a_pass() -> None:
    kyoku = Kyoku.from_case(CaseBuilder("x").given(turn="south", live_tiles=0).case(), LATE)
    assert kyoku.legal_actions() == [Pass()]
    kyoku.push(Pass())
    assert kyoku.outcome is not None and kyoku.outcome.type == "exhaustive_draw"


def test_a_riichi_whose_discard_may_be_claimed_is_not_paid_yet() -> None:
    given = {"hands": {"south": "34p567m123s789s11z"}, "drawn": "9m"}
    kyoku = Kyoku.from_case(CaseBuilder("x").given(turn="south", **given).case(), LATE)
    kyoku.push(Discard(Seat.SOUTH, parse_tile("9m"), True, riichi=True))
    text = kyoku.table().text()
    assert 'rivers = { south = ["9m riichi drawn claimable"] }' in text
    again = read(text, LATE)
    assert again.scores == [25000] * 4 and again.sticks == 0
    again.push(Draw(Seat.WEST))
    assert again.scores == [25000, 24000, 25000, 25000] and again.sticks == 1


def test_a_river_keeps_what_was_tsumogiri() -> None:
    given = {
        "rivers": {"south": ["19m", "5z drawn", "0p riichi drawn", "3s hand"]},
        "riichi": ["south"],
        "turn": "west",
    }
    river = Kyoku.from_case(CaseBuilder("x").given(**given).case(), load_ruleset("tenhou")).rivers[Seat.SOUTH]
    assert [discard.tsumogiri for discard in river] == [False, False, True, True, False]
    assert [discard.riichi for discard in river] == [False, False, False, True, False]


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"rivers": {"east": ["1m claimable", "2m"]}}, "only the last tile of a river may be claimed"),
        ({"rivers": {"east": ["1m claimable"], "west": ["2m claimable"]}}, "only one discard at a time may be claimed"),
        (
            {"rivers": {"east": ["1m claimed drawn"]}},
            "a discarded tile may be followed by riichi, drawn, hand, claimable",
        ),
        ({"rivers": {"east": ["1m drawn hand"]}}, "a discarded tile may be followed by riichi, drawn, hand, claimable"),
        (
            {"rivers": {"east": ["1m claimable"]}, "turn": "west"},
            "claims on east's discard are open, but west is to draw",
        ),
        (
            {"rivers": {"east": ["1m claimable"]}, "drawn": "2m"},
            "east's discard may be claimed, but a player has drawn",
        ),
        ({"rivers": {"east": ["1m riichi claimable"]}}, "east's discard declares riichi, but east is not in riichi"),
        ({"drawn": "rinshan", "turn": "east"}, "east is to draw a replacement tile, but has no kan"),
        ({"drawn": "2p announces daiminkan 2p"}, "cannot be robbed; expected ankan or shouminkan"),
        ({"drawn": "2p announces shouminkan 2p"}, "east cannot announce a shouminkan of 2p: the tiles are missing"),
        ({"drawn": "2p announces ankan 2p"}, "east cannot announce an ankan of 2p: the tiles are missing"),
        ({"drawn": "2p from north"}, "is not a tile; expected one such as 5p, 0s or 7z"),
        (
            {"drawn": "2p announces ankan 2p", "hands": {"east": "222p"}},
            "nobody may rob east's ankan of 2p",
        ),
    ],
)
def test_what_cannot_be_is_refused_with_the_reason(given: dict[str, object], message: str) -> None:
    with pytest.raises(UnreadableError) as error:
        Kyoku.from_case(CaseBuilder("x").given(**given).case(), LATE)
    assert message in str(error.value) or any(message in one.message for one in getattr(error.value, "problems", ()))


@pytest.mark.long
def test_the_positions_of_five_hundred_hands_are_read_back() -> None:
    chance, phases = random.Random(20261111), Counter[Phase]()
    for number in range(500):
        rules = random_rules(chance)
        start = dealt(rules, chance) if number % 2 else set_up(rules, list(TABLES)[number // 2 % len(TABLES)])
        held_to_its_texts(rules, start, chance, phases)
    assert set(phases) == set(Phase) - {Phase.OVER}
