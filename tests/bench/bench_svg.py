"""How long a picture takes: a hand under a millisecond, a timeline under five, a table.

Run: pytest tests/bench/bench_svg.py. The faces of tiles are kept between pictures, as in any program that draws more
than one; every round draws other hands.
"""

from __future__ import annotations

import random
from itertools import cycle

from pytest_benchmark.fixture import BenchmarkFixture

from kanrules import Kyoku, load_ruleset, svg
from kanrules.pieces.tiles import full_set
from kanrules.ruleset import bundled_ids


def test_a_hand_takes_less_than_a_millisecond(benchmark: BenchmarkFixture) -> None:
    rng = random.Random(1)
    hands = cycle([rng.sample([tile for tile in full_set(3) if tile != 31], 8) for _ in range(500)])
    melds = ["daiminkan 5555z from west"]
    benchmark.pedantic(lambda: svg.hand(next(hands), melds=melds), rounds=500, iterations=1, warmup_rounds=50)
    assert benchmark.stats.stats.median < 0.001


def test_a_timeline_takes_less_than_five_milliseconds(benchmark: BenchmarkFixture) -> None:
    books = cycle([load_ruleset(name) for name in bundled_ids()])
    benchmark.pedantic(lambda: svg.timeline(next(books)), rounds=200, iterations=1, warmup_rounds=64)
    assert benchmark.stats.stats.median < 0.005


def test_a_table_takes_less_than_ten_milliseconds(benchmark: BenchmarkFixture) -> None:
    rules = load_ruleset("tenhou")
    tables = cycle([Kyoku(rules, seed=seed).table() for seed in range(50)])
    benchmark.pedantic(lambda: svg.table(next(tables)), rounds=200, iterations=1, warmup_rounds=10)
    assert benchmark.stats.stats.median < 0.010
