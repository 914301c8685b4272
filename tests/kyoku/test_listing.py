"""The list of legal actions, compared with what `push` accepts; and the numbers from which it is made."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache
from itertools import combinations_with_replacement

import pytest

from kanrules import Kyoku, Ruleset, Seat, load_ruleset
from kanrules.cases.case import CaseBuilder
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
)
from kanrules.pieces.readings import Concealed, waits_mask
from kanrules.pieces.tiles import KIND, TILES, parse_tile
from kanrules.table.state import Phase, State
from tests.differential import three, walls

RULES = ("tenhou", "ema-2016", "rrc-2026", "m-league", "tenhou-3p", "sega-mj-3p")
_rules = cache(load_ruleset)


def hands(rules: Ruleset, seed: int, number: int) -> Iterator[tuple[random.Random, Kyoku]]:
    """Hands on walls that make kans, riichi and wins common."""
    chance = random.Random(seed)
    kinds = walls.WALLS if rules.options.table.players == 4 else three.WALLS_OF_THREE
    for _ in range(number):
        wall = kinds[chance.choice(list(kinds))](chance)
        kyoku = Kyoku(rules.with_options({"scoring.red_fives": 3 if len(wall) == 136 else 2}), wall=wall)
        yield chance, kyoku


def play_one(chance: random.Random, kyoku: Kyoku) -> None:
    """One action, a call, a kan or riichi more often than a discard."""
    legal = kyoku.legal_actions()
    rare = [one for one in legal if not isinstance(one, (Draw, Discard, Ron, Tsumo)) or getattr(one, "riichi", False)]
    kyoku.push(chance.choice(rare if rare and chance.random() < 0.6 else legal))


def conceivable(kyoku: Kyoku) -> Iterator[Action]:
    """Every action of every seat in the one form in which it is listed: a kan by its kind or by the tile that lies
    there, the only drawn tile as tsumogiri.
    """
    last = kyoku.last
    for seat in kyoku.setup.seats:
        hand = kyoku.hands[seat]
        held = [tile for tile in range(TILES) if hand[tile]]
        yield from (
            Ron(seat),
            Tsumo(seat),
            Kyuushu(seat),
            Kita(seat),
            Daiminkan(seat, 0 if last is None else last.tile),
        )
        yield from (Ankan(seat, kind) for kind in range(34))
        # A red five is added to a pon before a plain one.
        added = {KIND[tile]: tile for tile in held}
        yield from (Shouminkan(seat, tile) for tile in added.values())
        for tile in held:
            only_drawn = tile == kyoku.drawn and hand[tile] == 1 and seat == kyoku.turn
            for riichi in (False, True):
                yield Discard(seat, tile, True, riichi)
                if not only_drawn:
                    yield Discard(seat, tile, False, riichi)
        if last is not None:
            for pair in combinations_with_replacement(held, 2):
                yield Chi(seat, last.tile, pair)
                yield Pon(seat, last.tile, pair)


@pytest.mark.parametrize("name", RULES)
def test_every_action_that_push_accepts_is_listed_and_no_other(name: str) -> None:
    asked = 0
    for chance, kyoku in hands(_rules(name), 35, 3):
        while kyoku.outcome is None:
            if kyoku.phase is not Phase.DRAW and chance.random() < 0.12:
                listed = [one for one in kyoku.legal_actions() if not isinstance(one, (Draw, Pass))]
                accepted = {one for one in conceivable(kyoku) if kyoku.is_legal(one)}
                assert len(set(listed)) == len(listed)
                assert set(listed) == accepted, kyoku.text()
                asked += 1
            play_one(chance, kyoku)
    assert asked > 10


@pytest.mark.parametrize(
    ("held", "melds"),
    [
        ("4445677m", ["pon 555z from east", "pon 666z from east"]),
        ("4567m", ["pon 555z from east", "pon 666z from east", "pon 111z from south"]),
    ],
)
def test_a_call_that_leaves_only_tiles_forbidden_by_kuikae_is_not_listed(held: str, melds: list[str]) -> None:
    given = CaseBuilder("kuikae").given(hands={"north": held}, melds={"north": melds}, turn="west", drawn="4m")
    kyoku = Kyoku.from_case(given.case(), _rules("ema-2016"))
    kyoku.push(Discard(Seat.WEST, parse_tile("4m"), tsumogiri=True))
    listed = [one for one in kyoku.legal_actions() if not isinstance(one, (Draw, Pass))]
    with_five_and_six = Chi(Seat.NORTH, parse_tile("4m"), (parse_tile("5m"), parse_tile("6m")))
    assert with_five_and_six not in listed, "only 4m and 7m would be left, and neither may be discarded"
    assert set(listed) == {one for one in conceivable(kyoku) if kyoku.is_legal(one)}, kyoku.text()


@pytest.mark.parametrize("name", RULES)
def test_the_numbers_of_the_suits_and_the_waits_always_fit_the_tiles_of_the_hands(name: str) -> None:
    for chance, kyoku in hands(_rules(name), 7, 6):
        while kyoku.outcome is None:
            play_one(chance, kyoku)
            for seat in kyoku.setup.seats:
                counts = kyoku.hands[seat][:]
                assert kyoku.suits[seat] == [*Concealed.from_counts(counts)]
                if seat == kyoku.turn and kyoku.drawn is not None:
                    counts[kyoku.drawn] -= 1
                waits = 0 if sum(counts) % 3 != 1 else waits_mask(Concealed.from_counts(counts))
                assert kyoku.waits(seat) == waits


def test_a_copy_has_every_field_and_shares_no_list() -> None:
    for chance, kyoku in hands(_rules("ema-2016"), 11, 4):
        while kyoku.outcome is None:
            play_one(chance, kyoku)
        twin = kyoku.copy()
        for field in State.__slots__:
            mine, its = getattr(kyoku, field), getattr(twin, field)
            assert mine == its, field
            if isinstance(mine, (list, set)):
                assert mine is not its, field
            if isinstance(mine, list):
                assert not any(isinstance(row, list) and row is other for row, other in zip(mine, its, strict=True)), (
                    field
                )
