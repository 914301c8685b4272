"""Rows of `without_effect.toml` proved: each change is made, and what it could show stays the same.

KANRULES_LONG=1 tries ten times as much. A row about wording alone has nothing to be tried.
"""

from __future__ import annotations

import ast
import os
import random
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache
from importlib import import_module
from itertools import combinations, permutations, product
from types import ModuleType
from typing import Any

import pytest

from kanrules.kyoku.machine import KyokuMachine
from kanrules.law.options import (
    FifthKanPolicy,
    FourKansDraw,
    FourKansMoment,
    Instant,
    KitaTable,
    North,
    Options,
    OwnStick,
    PendingOnNextKan,
    RiichiKan,
    RiichiKanLevel,
    Rinshan,
    Shown,
    TableTable,
    WinnersSticks,
    WinningDraw,
    Wins,
)
from kanrules.law.scoring import WinningHand, score_hand
from kanrules.pieces.actions import Action, Ankan, Daiminkan, Discard, Shouminkan
from kanrules.pieces.melds import Meld, MeldType
from kanrules.pieces.readings import Concealed, number_sets, number_sets_and_pair
from kanrules.pieces.tiles import Seat
from kanrules.ruleset import load_ruleset
from kanrules.testing.conformance import choose, do
from kanrules.testing.walls import rich_wall
from tests.mutants.law_mutants import ROOT, Place, changed, modules, places, without_effect

SIZE = 10 if os.environ.get("KANRULES_LONG") else 1
WORDING = {"kanrules/law/payments.py _Ledger.take_sticks: sticks > 1 -> (sticks <= 1)"}
"""Changes of a sentence alone."""


@cache
def every_place() -> dict[str, Place]:
    return {
        place.told_apart: place
        for path in modules()
        for place in places(path.read_text(encoding="utf-8"), path.relative_to(ROOT).as_posix())
    }


def with_change(place: Place) -> ModuleType:
    """The module as it is with the change, beside the real one."""
    source = (ROOT / place.module).read_text(encoding="utf-8")
    name = place.module.removesuffix(".py").replace("/", ".")
    module = ModuleType(f"{name}_changed")
    module.__package__ = name.rpartition(".")[0]
    sys.modules[module.__name__] = module
    try:
        exec(compile(changed(source, place), place.module, "exec"), module.__dict__)
    finally:
        del sys.modules[module.__name__]
    return module


# --- what a change could show ----------------------------------------------------------------------------------------


def tiles_of(rng: random.Random, number: int) -> list[int]:
    """Kinds that lie close together, half of the time as pairs: what seven pairs and several readings come from."""
    close = rng.sample(range(34), rng.choice((5, 7, 8, 12, 34)))
    found: list[int] = []
    while len(found) < number:
        kind = rng.choice(close) if rng.random() < 0.9 else rng.randrange(34)
        for _ in range(min(rng.choice((1, 1, 2, 2, 3)), 4 - found.count(kind), number - len(found))):
            found.append(kind)
    return found


def discards(module: ModuleType) -> Iterator[object]:
    rng = random.Random(14)
    for _ in range(12_000 * SIZE):
        hand = Concealed.of(tiles_of(rng, rng.choice((2, 5, 8, 11, 14, 14, 14, 14))))
        yield tuple(hand), tuple(module.waits_by_discard(hand))


def kans_in_riichi(module: ModuleType) -> Iterator[object]:
    laws = [RiichiKan(level=level, winning_draw=draw) for level, draw in product(RiichiKanLevel, WinningDraw)]
    rng = random.Random(15)
    sets = sorted(key for key in (*number_sets(), *number_sets_and_pair()))
    asked = 0
    while asked < 4000 * SIZE:
        # One suit full of readings, and something in another.
        suit = rng.choice(sets)
        counts = [suit // 8 ** (8 - at) & 7 for at in range(9)]
        number = sum(counts)
        if max(counts) > 4 or not 3 <= number <= 12 or not any(count in (3, 4) for count in counts):
            continue
        at = rng.randrange(3)
        kinds = [9 * at + place for place, count in enumerate(counts) for _ in range(count)]
        other = 9 * ((at + 1) % 3)
        beside = {0: [27], 1: [], 2: rng.choice(([27, 27], [other + 3, other + 4], [other + 8] * 2))}[number % 3]
        kinds += beside
        while len(kinds) < 13:
            kinds += rng.choice(([28] * 3, [29] * 3, [other, other + 1, other + 2]))
        if len(kinds) != 13 or any(kinds.count(kind) > 4 for kind in kinds):
            continue
        hand = Concealed.of(kinds)
        for kan in {kind for kind in kinds if kinds.count(kind) >= 3}:
            for law in laws:
                asked += 1
                drawn = kan if kinds.count(kan) == 3 else rng.choice(kinds)
                yield tuple(hand), drawn, kan, tuple(module.objecting(hand, drawn, kan, (), law))


def wins() -> Iterator[tuple[WinningHand, Options]]:
    """Hands with several readings, and those with norths; under rules of three players and of four."""
    rng = random.Random(16)
    several = [key for key, ways in number_sets().items() if len(ways) > 1]
    several += [key for key, ways in number_sets_and_pair().items() if ways > 1]
    laws = [
        Options(table=TableTable(players=players), kita=KitaTable(north=north), rinshan=Rinshan(tsumo_fu=fu))
        for players, north, fu in product((3, 4), North, (True, False))
    ]
    found = 0
    while found < 1500 * SIZE:
        key = rng.choice(several)
        counts = [key // 8 ** (8 - at) & 7 for at in range(9)]
        kinds = [9 + place for place, count in enumerate(counts) for _ in range(count)]
        if max(counts) > 4:
            continue
        while len(kinds) < 12:
            kinds += rng.choice(([30] * 3, [27] * 3, [31] * 3, [24, 25, 26], [26] * 3, [19, 20, 21]))
        if len(kinds) % 3 == 0:
            kinds += [rng.choice((27, 28, 30, 31, 26, 19))] * 2
        if len(kinds) != 14 or any(kinds.count(kind) > 4 for kind in kinds):
            continue
        found += 1
        winning, law = rng.choice(kinds), rng.choice(laws)
        players = law.table.players
        tsumo = rng.random() < 0.5
        yield (
            WinningHand(
                tuple(kinds), (), winning, tsumo, Seat(rng.randrange(players)), Seat(rng.randrange(2)),
                riichi=rng.random() < 0.5, rinshan=tsumo and rng.random() < 0.5,
                indicators=(rng.randrange(34),), kitas=rng.choice((0, 1, 2, 4)) if players == 3 else 0,
            ),
            law,
        )  # fmt: skip


def values() -> Iterator[object]:
    for win, law in wins():
        yield repr(score_hand(win, law))
        if win.rinshan:
            # A rinshan win with a kan, as it comes about at the table.
            kinds = sorted(win.concealed)
            triplet = next((kind for kind in kinds if kinds.count(kind) == 3 and kind != win.winning_tile), None)
            if triplet is not None:
                rest = tuple(kind for kind in kinds if kind != triplet)
                kan = Meld(MeldType.ANKAN, (triplet,) * 4)
                yield score_hand(
                    WinningHand(rest, (kan,), win.winning_tile, True, win.seat, win.round_wind, rinshan=True), law
                )


def games() -> Iterator[object]:
    """Hands played at random, everything that may be done and everything that is found at each step."""
    for number, name in enumerate(("tenhou", "ema-2016", "mahjong-soul", "tenhou-3p", "wrc-2015")):
        rules = load_ruleset(name)
        for seed in range(3 * SIZE):
            rng = random.Random(100 * number + seed)
            kyoku = KyokuMachine(rules, seed=rng.randrange(10**6))
            while kyoku.outcome is None:
                actions: list[Action] = kyoku.legal_actions()
                yield actions
                calls = [action for action in actions if not isinstance(action, Discard)]
                kyoku.push(rng.choice(calls if calls and rng.random() < 0.6 else actions))
            yield kyoku.events, kyoku.findings, kyoku.scores, kyoku.outcome


def kans() -> Iterator[object]:
    """Hands of players who like kans, under each moment at which four kans end one and each law of the fifth."""
    base = load_ruleset("ema-2016")
    for moment, draw, fifth in product(FourKansMoment, FourKansDraw, FifthKanPolicy):
        given = {"four_kans.abort_at": moment, "four_kans.several_players": draw, "fifth_kan.policy": fifth}
        rules = base.with_options(given)
        for seed in range(3 * SIZE):
            chance = random.Random(seed)
            kyoku = KyokuMachine(rules, wall=rich_wall(chance))
            while kyoku.outcome is None:
                do(kyoku, choose(kyoku, chance))
                yield kyoku.phase, kyoku.four_kans
            yield kyoku.events, kyoku.findings, kyoku.scores, kyoku.outcome


def handed_out(module: ModuleType) -> Iterator[object]:
    """Every way in which up to five sticks are shared by up to three winners, and what the others pay at a draw."""
    for back, divided, sticks, winners in product(OwnStick, WinnersSticks, range(6), (1, 2, 3)):
        options = Options(wins=Wins(own_stick=back, sticks=divided))
        for own in product((False, True), repeat=winners):
            for order in permutations(range(winners)):
                yield module._hand_out(sticks, order, own, options)
    for points, each in product((1000, 1500, 2000, 3000, 4000), (False, True)):
        options = (
            load_ruleset("ema-2016").with_options({"draws.noten_payment": points, "draws.noten_each": each}).options
        )
        for tenpai in (seats for number in range(5) for seats in combinations(Seat, number)):
            yield module.noten_payments(tenpai, options)


def truths(module: ModuleType) -> Iterator[object]:
    for instant, pending, shown in product(Instant, PendingOnNextKan, Shown):
        yield tuple(module.truth(instant, pending, shown).answers)


SHOWN: dict[str, Callable[[ModuleType], Iterator[object]]] = {
    "kanrules/pieces/readings.py": discards,
    "kanrules/kan/kandora_effects.py": truths,
    "kanrules/kan/riichi_kan.py": kans_in_riichi,
    "kanrules/law/payments.py": handed_out,
}
PLAYED = {
    "kanrules/table/state.py": games,
    "kanrules/kan/course.py": kans,
    "kanrules/kyoku/listing.py": games,
    "kanrules/kyoku/machine.py": kans,
}


def assigned(place: Place) -> str:
    """The name to which the module assigns what the change is in."""
    source = (ROOT / place.module).read_text(encoding="utf-8")
    (found,) = (
        node
        for node in ast.parse(source).body
        if isinstance(node, ast.Assign) and node.end_lineno is not None and node.lineno <= place.line <= node.end_lineno
    )
    (target,) = found.targets
    return ast.unparse(target)


def patch(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    """Puts the changed function, or the changed value of the module, in the place of the real one."""
    real: Any = import_module(place.module.removesuffix(".py").replace("/", "."))
    mutant: Any = with_change(place)
    if hasattr(mutant, "KAN"):
        # Nobody asks the module for its steps.
        for name, steps in vars(mutant.KAN).items():
            monkeypatch.setattr(real.KAN, name, steps)
    *owners, name = (place.where.partition("#")[0] or assigned(place)).split(".")
    for owner in owners:
        real, mutant = getattr(real, owner), getattr(mutant, owner)
    monkeypatch.setattr(real, name, getattr(mutant, name))


def test_hands_in_which_players_like_kans_have_fourth_and_fifth_kans() -> None:
    ends = [one[0] for one in kans() if isinstance(one, tuple) and len(one) == 4]
    numbers = Counter(sum(isinstance(event, (Ankan, Daiminkan, Shouminkan)) for event in events) for events in ends)
    assert numbers[4] > 10 and numbers[5] > 5, numbers


@pytest.mark.long
@pytest.mark.parametrize("row", sorted(set(without_effect()) - WORDING))
def test_what_a_change_without_effect_could_show_stays_the_same(row: str, monkeypatch: pytest.MonkeyPatch) -> None:
    place = every_place()[row]
    if place.module in SHOWN:
        shown = SHOWN[place.module]
        real = import_module(place.module.removesuffix(".py").replace("/", "."))
        before, after = list(shown(real)), list(shown(with_change(place)))
    else:
        told = PLAYED.get(place.module, values)
        before = list(told())
        patch(place, monkeypatch)
        after = list(told())
    assert len(before) > 10
    assert before == after
