"""What is a ply, and what is a leaf: docs/perft.md."""

from __future__ import annotations

import random
from itertools import product
from pathlib import Path

import pytest

from kanrules import Kyoku, Perft, UnreadableError, load_ruleset, perft
from kanrules.pieces.actions import PASS, Action, Chi, Discard, Draw, Pass, Ron
from kanrules.play.perft import ply_text
from kanrules.table.state import Phase
from tests.differential import three, walls

PAGE = (Path(__file__).parents[2] / "docs" / "perft.md").read_text(encoding="utf-8")


def plain(kyoku: Kyoku, depth: int) -> int:
    """The definition, step by step and in no hurry: every leaf is reached by playing all its plies."""
    while kyoku.outcome is None and depth:
        legal = kyoku.legal_actions(kyoku.turn if kyoku.phase in (Phase.ACT, Phase.MUST_DISCARD) else None)
        done = [one for one in legal if not isinstance(one, (Draw, Pass))]
        if not done:
            kyoku.push(legal[-1])
            continue
        if kyoku.phase in (Phase.ACT, Phase.MUST_DISCARD):
            acts = {(one.tile, one.riichi) if isinstance(one, Discard) else one: one for one in reversed(done)}
            choices = [*acts.values(), *[one for one in legal if one == PASS]]
            return sum(plain(after(kyoku, [act]), depth - 1) for act in choices)
        seats = sorted({one.seat for one in done if one.seat is not None})
        menus = [[None, *[one for one in done if one.seat is seat]] for seat in seats]
        return sum(plain(answered(kyoku, seats, claims), depth - 1) for claims in product(*menus))
    return 1


def after(kyoku: Kyoku, actions: list[Action]) -> Kyoku:
    twin = kyoku.copy()
    for action in actions:
        twin.push(action)
    return twin


def answered(kyoku: Kyoku, seats: list, claims: tuple) -> Kyoku:  # type: ignore[type-arg]
    made = [claim for claim in claims if claim is not None]
    if made:
        twin = kyoku.copy()
        twin.settle(sorted(made, key=lambda one: isinstance(one, Chi)))
        return twin
    twin = kyoku.copy()
    for seat in seats:
        if twin.phase is kyoku.phase:
            twin.push(Pass(seat))
    if twin.phase is kyoku.phase:
        twin.push(PASS)
    return twin


@pytest.mark.parametrize("name", ["tenhou", "ema-2016", "m-league", "rrc-2026", "tenhou-3p", "mahjong-soul-3p"])
def test_the_count_is_that_of_the_definition_played_step_by_step(name: str) -> None:
    rules = load_ruleset(name)
    kinds = walls.WALLS if rules.options.table.players == 4 else three.WALLS_OF_THREE
    fives = rules.with_options({"scoring.red_fives": 3 if kinds is walls.WALLS else 2})
    robbed = 0
    for kind in ("ready", "robbers", "quads"):
        chance = random.Random(f"{name}:{kind}")
        kyoku = Kyoku(fives, wall=kinds[kind](chance))
        for _ in range(chance.randrange(4, 30)):
            calm = [one for one in kyoku.legal_actions() if not isinstance(one, Ron)]
            kyoku.push(chance.choice(calm))
        if kyoku.outcome is None:
            robbed += 1
            assert [perft(kyoku, depth).leaves for depth in (1, 2)] == [plain(kyoku, depth) for depth in (1, 2)]
    assert robbed


def test_counting_leaves_the_hand_as_it_was() -> None:
    kyoku = Kyoku("tenhou", 7)
    before = kyoku.text()
    found = perft(kyoku, 2)
    assert isinstance(found, Perft)
    assert kyoku.text() == before and kyoku.actions == []
    assert found.leaves == sum(leaves for _, leaves in found.divided)
    assert found.expanded == len(found.divided)


def test_the_plies_that_are_told_are_counted_one_by_one() -> None:
    told: list[tuple[int, int]] = []
    found = perft(Kyoku("tenhou", 7), 2, told=lambda done, size: told.append((done, size)))
    assert told == [(at + 1, len(found.divided)) for at in range(len(found.divided))]


def test_a_hand_that_is_over_is_one_leaf() -> None:
    kyoku = Kyoku("tenhou", 7)
    while kyoku.outcome is None:
        kyoku.push(kyoku.legal_actions()[-1])
    assert (perft(kyoku, 3).leaves, perft(kyoku, 3).ended) == (1, 1)


def test_a_ply_without_a_claim_is_everyones_pass() -> None:
    assert ply_text(()) == "everyone passes"


def test_a_depth_below_one_and_an_unknown_wall_are_refused() -> None:
    rules = load_ruleset("tenhou")
    with pytest.raises(ValueError, match="depth is 0"):
        perft(Kyoku(rules, 1), 0)
    hands = [list(range(at, at + 13)) for at in (0, 1, 2, 3)]
    with pytest.raises(UnreadableError, match="wall of this position is unknown"):
        perft(Kyoku.dealt(rules, hands, [20]), 1)
