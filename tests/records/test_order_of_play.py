"""Tenhou's JSON says what each player took and threw, not who was next: the order is found again, the only one there
is."""

from __future__ import annotations

import os
import random
import time
from collections import Counter
from itertools import pairwise
from typing import Any

import msgspec
import pytest

from kanrules.errors import UnreadableError
from kanrules.pieces.actions import Chi, Daiminkan, Discard, Pon
from kanrules.pieces.events import ResultType
from kanrules.pieces.tiles import full_set
from kanrules.records import Record, Unreadable, read_data, tenhou6, write_tenhou6
from kanrules.records.builder import HandBuilder
from kanrules.records.recorded import RecordedHand
from kanrules.ruleset import load_ruleset
from tests.records.formats import shipped, without_reveals
from tests.records.selfplay import played
from tests.records.test_round_trips import ALL_GAMES

RULES = ("mahjong-soul", "tenhou", "ema-2016")
CALLS = (0.2, 0.5, 0.95)
HANDS = int(os.environ.get("KANRULES_ORDERS", "450")) // 3
"""Hands of each part of a test."""


def back(hand: RecordedHand) -> RecordedHand:
    (record,) = read_data(msgspec.json.encode(write_tenhou6.game([hand])), "again")
    assert isinstance(record, Record)
    (again,) = record.hands
    return again


def orders(entry: list[Any]) -> int:
    """In how many orders the entries of a hand fit together."""
    takes = [tenhou6._takes(entry[5 + 3 * player], player) for player in range(4)]
    drops = [tenhou6._drops(entry[6 + 3 * player], player) for player in range(4)]
    return sum(1 for _ in tenhou6.plans(entry[0][0] % 4, takes, drops))


def thrown_twice(hand: RecordedHand) -> int:
    """Calls of a tile that its player had thrown before or throws again: two discards that each may be the called
    one."""
    steps = without_reveals(hand)
    thrown = Counter((step.seat, step.tile) for step in steps if isinstance(step, Discard))
    pairs = pairwise(steps)
    return sum(
        isinstance(call, Chi | Pon | Daiminkan) and isinstance(last, Discard) and thrown[last.seat, last.tile] > 1
        for last, call in pairs
    )


@pytest.mark.sample(3)
@pytest.mark.parametrize("part", range(3))
def test_self_played_hands_are_found_again_in_the_order_in_which_they_were_played(part: int) -> None:
    rules = [load_ruleset(name) for name in RULES]
    counted: Counter[str] = Counter()
    for seed in range(part * HANDS, (part + 1) * HANDS):
        hand = played(rules[seed % 3], seed, calls=CALLS[seed // 3 % 3])
        again = back(hand)
        assert again.steps == without_reveals(hand), f"seed {seed}"
        assert [win.changes for win in again.wins] == [win.changes for win in hand.wins]
        counted["calls"] += sum(isinstance(step, Chi | Pon | Daiminkan) for step in hand.steps)
        counted["thrown twice"] += thrown_twice(hand)
    assert counted["calls"] > 3 * HANDS and counted["thrown twice"] > HANDS // 2


@pytest.mark.sample(3)
@pytest.mark.parametrize("part", range(3))
def test_a_hand_that_was_played_fits_in_one_order_only(part: int) -> None:
    rules = [load_ruleset(name) for name in RULES]
    for seed in range(part * HANDS, (part + 1) * HANDS):
        hand = played(rules[seed % 3], seed, calls=CALLS[seed // 3 % 3])
        assert orders(write_tenhou6.hand_entry(hand)) == 1, f"seed {seed}"
    for name in ALL_GAMES:
        for hand in shipped(name):
            assert orders(write_tenhou6.hand_entry(hand)) == 1, f"{name} {hand.name}"


def called_at_the_second_throw(seed: int, times: int) -> RecordedHand:
    """So many times a player throws a tile that the one before it could call, pons, and throws it again: now it is
    called."""
    chance = random.Random(seed)
    kinds = list(range(34))
    chance.shuffle(kinds)
    hands: list[list[int]] = [[], [], [], []]
    turns = []
    for at in range(times):
        thrower, thrown, ponned = at % 4, kinds.pop(), kinds.pop()
        hands[thrower] += [thrown, thrown, ponned, ponned]
        hands[(thrower + 3) % 4] += [thrown, thrown]
        turns.append((thrower, thrown, ponned))
    rest = [tile for tile in full_set(0) if tile in kinds]
    chance.shuffle(rest)
    junk: list[list[int]] = [[], [], [], []]
    for player, held in enumerate(hands):
        junk[player] = [rest.pop() for _ in range(13 - len(held))]
        held += junk[player]
    hand = HandBuilder(
        round_wind=0, dealer=0, honba=0, sticks=0, scores=[25000] * 4, hands=hands, indicator=rest.pop(), red_fives=0
    )
    turn = 0
    for thrower, thrown, ponned in turns:
        while turn != thrower:
            tile = rest.pop()
            hand.draw(turn, tile)
            hand.discard(turn, tile)
            turn = (turn + 1) % 4
        caller, follower = (thrower + 3) % 4, (thrower + 1) % 4
        junk[thrower].append(rest.pop())
        hand.draw(thrower, junk[thrower][-1])
        hand.discard(thrower, thrown)
        hand.draw(follower, ponned)
        hand.discard(follower, ponned)
        hand.pon(thrower, follower, ponned, [ponned, ponned])
        hand.discard(thrower, thrown)
        hand.pon(caller, thrower, thrown, [thrown, thrown])
        hand.discard(caller, junk[caller].pop())
        turn = thrower
    hand.end_in_draw(ResultType.EXHAUSTIVE_DRAW, [0, 0, 0, 0], [])
    return hand.hand


@pytest.mark.parametrize("times", range(1, 9))
def test_a_call_of_the_second_of_two_equal_discards_is_found(times: int) -> None:
    for seed in range(10):
        hand = called_at_the_second_throw(seed, times)
        assert orders(write_tenhou6.hand_entry(hand)) == 1
        assert back(hand).steps == hand.steps


def fault(entry: list[Any]) -> str:
    (found,) = read_data(msgspec.json.encode({"name": [""] * 4, "log": [entry]}), "x")
    if isinstance(found, Unreadable):
        return found.why
    with pytest.raises(UnreadableError) as caught:
        list(found.hands)
    return str(caught.value)


def test_entries_that_fit_in_no_order_are_said_to_fit_in_none() -> None:
    hand = next(h for h in shipped("four-kans.mjson.gz") if any(isinstance(step, Pon) for step in h.steps))
    entry = write_tenhou6.hand_entry(hand)
    for player in range(4):
        entry[5 + 3 * player] = [take for take in entry[5 + 3 * player] if not isinstance(take, str)]
    assert "do not fit together in any order of play" in fault(entry)


def test_entries_made_to_fit_in_endless_orders_are_given_up_in_time() -> None:
    """Everybody always throws the same tile and may always call it from anybody: every turn is a choice."""
    deal = [[0, 0, 0], [25000] * 4, [11], []]
    calls = {0: "c", 1: "p", 2: "p", 3: "p"}
    chance = random.Random(3)
    for _ in range(8):
        entry: list[Any] = [*deal]
        for player in range(4):
            takes = []
            for at in range(100):
                source = (player + 1 + at % 3) % 4
                place = (player - source) % 4
                letter = calls[0] if place == 1 else "p"
                text = {1: f"{letter}222222", 2: f"22{letter}2222", 3: f"2222{letter}22"}[place]
                takes.append(chance.choice([22, 22, text]))
            entry += [[12] * 13, takes, [22] * 100]
        entry.append(["流局"])
        began = time.process_time()
        assert fault(entry)
        assert time.process_time() - began < 60


def test_the_search_has_a_bound(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tenhou6, "MAX_TURNS", 20)
    assert "no order of play was found within 20 turns" in fault(
        write_tenhou6.hand_entry(shipped("four-kans.mjson.gz")[0])
    )
