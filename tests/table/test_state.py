"""The state of the machine: every slot says what it holds."""

from __future__ import annotations

import inspect
from random import Random

import pytest

from kanrules import (
    Ankan,
    Chi,
    Daiminkan,
    Discard,
    Draw,
    Kita,
    Kyoku,
    Pass,
    Pon,
    Shouminkan,
    UnreadableError,
    load_ruleset,
)
from kanrules.kyoku.machine import KyokuMachine
from kanrules.pieces.tiles import Seat, full_set
from kanrules.table.state import State


def test_every_slot_of_the_state_says_what_it_holds() -> None:
    assert len(State.__slots__) > 50
    for name in State.__slots__:
        words = inspect.getdoc(State.__dict__[name])
        assert words and words[0].isupper() and words.endswith("."), name


def test_every_slot_is_filled_and_nothing_lies_beside_them() -> None:
    kyoku = KyokuMachine(load_ruleset("tenhou"), seed=1)
    assert [name for name in State.__slots__ if not hasattr(kyoku, name)] == []
    assert not hasattr(kyoku, "__dict__")


def test_a_deal_that_shows_more_of_a_tile_than_there_are_is_refused() -> None:
    rules = load_ruleset("tenhou")
    hands = [list(range(at, at + 13)) for at in (0, 1, 2)]
    State.dealt(rules, [*hands, [0, 0, *range(3, 14)]], [0])
    with pytest.raises(UnreadableError, match="the deal holds more 1m than there are"):
        State.dealt(rules, [*hands, [0, 0, 0, *range(3, 13)]], [0])


@pytest.mark.parametrize("shown", range(6))
def test_a_hand_dealt_from_a_record_has_five_indicators_and_five_ura_seen_or_not(shown: int) -> None:
    hands = [list(range(at, at + 13)) for at in (0, 1, 2, 3)]
    seen = [20 + at for at in range(shown)]
    state = State.dealt(load_ruleset("tenhou"), hands, seen, ura=seen)
    unseen = [None] * (5 - shown)
    assert state.dora_indicators == state.ura_indicators == [*seen, *unseen]
    assert (len(state.live), len(state.replacements), len(state.dead_wall)) == (70, 4, 14)
    assert (state.round_wind, state.honba, state.sticks, state.red_fives) == (Seat.EAST, 0, 0, 0)
    assert state.scores == [25000] * 4


@pytest.mark.parametrize("kans", range(6))
def test_the_first_four_replacement_tiles_are_the_dead_walls_and_a_fifth_is_the_last_live_tile(kans: int) -> None:
    state = State(load_ruleset("tenhou"), wall=sorted(full_set(3)))
    walls = [*state.replacements, state.live[4]]
    assert len(set(walls)) > 1 and state.live[4] != state.live[-1]
    for expected in walls[:kans]:
        assert state.replacement_tile() == expected
        assert state.take_replacement(None) == expected
    assert len(state.live) == 70 - kans


def test_a_hand_begins_in_the_east_round_without_counters_or_sticks() -> None:
    state = State(load_ruleset("tenhou"))
    assert (state.round_wind, state.honba, state.sticks) == (Seat.EAST, 0, 0)


def test_a_fifth_copy_of_a_tile_is_never_seen() -> None:
    hands = [[0, *range(at, at + 12)] for at in (1, 2, 3, 4)]
    state = State.dealt(load_ruleset("tenhou"), hands, [30])
    with pytest.raises(UnreadableError, match="1m turns up more often than there are copies"):
        state.check_unseen(0)
    state.check_unseen(1)
    # Of the north that is turned one copy is gone.
    for left in (3, 2, 1):
        assert state.unseen_counts is not None and state.unseen_counts[30] == left
        state.check_unseen(30)
        state.unseen_counts[30] -= 1
    with pytest.raises(UnreadableError, match="4z turns up"):
        state.check_unseen(30)


@pytest.mark.parametrize("rules", ["tenhou", "tenhou-3p"])
@pytest.mark.parametrize("seed", range(12))
def test_the_first_go_around_lasts_until_a_call_or_until_the_last_first_discard_is_let_pass(
    rules: str, seed: int
) -> None:
    kyoku, pick = Kyoku(rules, seed=seed), Random(seed)
    ended = False
    for _ in range(40):
        actions = kyoku.legal_actions()
        if not actions:
            break
        quiet = [one for one in actions if isinstance(one, (Pass, Draw, Discard))]
        action = pick.choice(quiet if quiet and pick.random() < 0.9 else actions)
        kyoku.push(action)
        table = kyoku.table()
        discards = sum(map(len, table.rivers))
        # Kept apart from what the machine keeps: what has been done, and whose first discard was the last one.
        ended |= isinstance(action, (Pon, Chi, Ankan, Daiminkan, Shouminkan, Kita))
        ended |= isinstance(action, Draw) and discards >= len(table.rivers)
        if kyoku.outcome is None:
            assert table.first_go_around is not ended, (action, kyoku)
