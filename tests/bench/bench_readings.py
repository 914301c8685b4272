"""Waits and riichi-kan verdicts a second, beside RiichiEnv's Rust (waits alone) and `mahjong` on the same hands in the
same run.

Run: pytest tests/bench/bench_readings.py. Every round gets hands that no round before it has seen; what is remembered
between them is what single suits can be, never a hand. `extra_info` holds the rate. RiichiEnv is timed where it is
installed (`pip install .[rivals]`).
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from mahjong.agari import Agari
from pytest_benchmark.fixture import BenchmarkFixture

from kanrules import api
from kanrules.kan.riichi_kan import explain_kan, verdict
from kanrules.law.options import Options, RiichiKan
from kanrules.law.tenpai import tenpai_discards
from kanrules.pieces.readings import Concealed, kinds_of, waits_mask
from kanrules.pieces.tiles import NAMES, Kind, counts_37, format_tiles, parse_tile

ROUND = 2000
ROUNDS = 15
LAW = RiichiKan()


def tenpai_hands(seed: int, *, triplet: bool) -> Iterator[list[Kind]]:
    """Random tenpai hands of 13 tiles: four sets and a pair, less one tile."""
    rng = random.Random(seed)
    while True:
        tiles: list[Kind] = []
        for _ in range(4):
            if rng.random() < 0.4:
                tiles += [rng.randrange(34)] * 3
            else:
                first = 9 * rng.randrange(3) + rng.randrange(7)
                tiles += [first, first + 1, first + 2]
        tiles += [rng.randrange(34)] * 2
        tiles.pop(rng.randrange(14))
        if max(map(tiles.count, tiles)) > 4 or (triplet and not triplets(tiles)):
            continue
        yield sorted(tiles)


def triplets(tiles: list[Kind]) -> list[Kind]:
    return sorted({tile for tile in tiles if tiles.count(tile) == 3})


def timed(
    benchmark: BenchmarkFixture,
    work: Callable[[list[Any]], object],
    prepare: Callable[[list[Kind]], Any],
    *,
    triplet: bool,
) -> None:
    """Times `work` on fresh hands, made ready by `prepare`, after other hands have filled the tables of the suits."""
    hands = tenpai_hands(1, triplet=triplet)
    work([prepare(next(hands)) for _ in range(20_000)])

    def setup() -> tuple[tuple[list[Any]], dict[str, Any]]:
        return ([prepare(next(hands)) for _ in range(ROUND)],), {}

    benchmark.pedantic(work, setup=setup, rounds=ROUNDS)
    assert benchmark.stats is not None
    benchmark.extra_info["per second"] = round(ROUND / benchmark.stats.stats.median)


def mpsz(tiles: list[Kind]) -> str:
    return format_tiles(tiles)


def with_kan(tiles: list[Kind]) -> tuple[Concealed, Kind]:
    return Concealed.of(tiles), triplets(tiles)[0]


def with_kan_in_text(tiles: list[Kind]) -> tuple[str, str]:
    return mpsz(tiles), NAMES[triplets(tiles)[0]]


def ids(tiles: list[Kind]) -> list[int]:
    return [4 * tile + tiles[:at].count(tile) for at, tile in enumerate(tiles)]


def waiting_kinds(hand: Concealed) -> tuple[Kind, ...]:
    return kinds_of(waits_mask(hand))


def test_waits_from_the_own_type(benchmark: BenchmarkFixture) -> None:
    timed(benchmark, lambda hands: [kinds_of(waits_mask(hand)) for hand in hands], Concealed.of, triplet=False)


def test_waits_from_text(benchmark: BenchmarkFixture) -> None:
    timed(benchmark, lambda hands: [api.waits(hand) for hand in hands], mpsz, triplet=False)


def test_waits_from_the_machines_counts(benchmark: BenchmarkFixture) -> None:
    timed(
        benchmark,
        lambda hands: [kinds_of(waits_mask(Concealed.from_counts(counts))) for counts in hands],
        counts_37,
        triplet=False,
    )


def test_riichi_discards_of_14_tiles(benchmark: BenchmarkFixture) -> None:
    law = Options().tenpai.exhausted_wait
    rng = random.Random(2)

    def fourteen(tiles: list[Kind]) -> Concealed:
        return Concealed.of([*tiles, rng.choice([tile for tile in range(34) if tiles.count(tile) < 4])])

    timed(benchmark, lambda hands: [tenpai_discards(hand, (), law) for hand in hands], fourteen, triplet=False)


def test_verdict_from_the_own_type(benchmark: BenchmarkFixture) -> None:
    timed(benchmark, lambda hands: [verdict(hand, kan, kan, (), LAW) for hand, kan in hands], with_kan, triplet=True)


def test_verdict_from_text(benchmark: BenchmarkFixture) -> None:
    def work(hands: list[tuple[str, str]]) -> list[str]:
        found = []
        for hand, draw in hands:
            kan = parse_tile(draw)
            found.append(verdict(Concealed.of(hand), kan, kan, (), LAW))
        return found

    timed(benchmark, work, with_kan_in_text, triplet=True)


def test_explanation_from_the_own_type(benchmark: BenchmarkFixture) -> None:
    timed(
        benchmark, lambda hands: [explain_kan(hand, kan, kan, (), LAW) for hand, kan in hands], with_kan, triplet=True
    )


def test_answer_with_its_ruling_from_the_own_type(benchmark: BenchmarkFixture) -> None:
    from kanrules.ruleset import load_ruleset

    rules = load_ruleset("ema-2016")
    timed(
        benchmark, lambda hands: [api.riichi_kan(hand, kan, rules=rules) for hand, kan in hands], with_kan, triplet=True
    )


def test_rival_riichienv_waits(benchmark: BenchmarkFixture) -> None:
    riichienv = pytest.importorskip("riichienv")
    evaluator = riichienv.HandEvaluator
    timed(benchmark, lambda hands: [evaluator(hand, []).get_waits() for hand in hands], ids, triplet=False)


def test_rival_riichienv_waits_before_and_after_the_kan(benchmark: BenchmarkFixture) -> None:
    """The nearest that RiichiEnv has to a verdict: the waits alone compared, no readings, the hands made ready
    beforehand.
    """
    riichienv = pytest.importorskip("riichienv")
    evaluator, meld, ankan = riichienv.HandEvaluator, riichienv.Meld, riichienv.MeldType.Ankan

    def prepare(tiles: list[Kind]) -> tuple[list[int], list[int], list[Any]]:
        kan = triplets(tiles)[0]
        hand = ids(tiles)
        return (
            hand,
            [tile for tile in hand if tile // 4 != kan],
            [meld(ankan, [4 * kan + n for n in range(4)], False, -1)],
        )

    def work(hands: list[tuple[list[int], list[int], list[Any]]]) -> list[bool]:
        return [evaluator(hand, []).get_waits() == evaluator(after, melds).get_waits() for hand, after, melds in hands]

    timed(benchmark, work, prepare, triplet=True)


def test_rival_mahjong_waits(benchmark: BenchmarkFixture) -> None:
    agari = Agari()

    def work(hands: list[list[int]]) -> list[list[int]]:
        found = []
        for counts in hands:
            mine = []
            for kind in range(34):
                if counts[kind] < 4:
                    counts[kind] += 1
                    if agari.is_agari(counts):
                        mine.append(kind)
                    counts[kind] -= 1
            found.append(mine)
        return found

    timed(benchmark, work, lambda tiles: counts_37(tiles)[:34], triplet=False)
