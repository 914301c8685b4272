"""What one asks of a hand at every ply: its text and back, a seat's view, whether an action is legal, undoing.

    pytest tests/bench/bench_kyoku.py --benchmark-only

Each is measured at forty plies of a hand full of kans, one after the other; `extra_info` says what one takes, in
microseconds: the quickest round's and the median's.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest

from kanrules import Kyoku, Seat, load_ruleset
from kanrules.testing.walls import rich_wall

Bench = Any
TENHOU = load_ruleset("tenhou")


@pytest.fixture(scope="module")
def plies() -> list[Kyoku]:
    """Forty tables of hands that were played by lot, spread over them."""
    chance, tables = random.Random(16), []
    for _ in range(4):
        kyoku = Kyoku(TENHOU, wall=rich_wall(chance, 3))
        while kyoku.outcome is None:
            tables.append(kyoku.copy())
            kyoku.push(chance.choice(kyoku.legal_actions()))
    return tables[:: len(tables) // 40][:40]


def measure(benchmark: Bench, work: Callable[[], object], times: int) -> None:
    benchmark.pedantic(work, rounds=60, warmup_rounds=2)
    for name in ("min", "median"):
        benchmark.extra_info[f"{name}_us"] = round(getattr(benchmark.stats.stats, name) / times * 1e6, 1)


def test_text(benchmark: Bench, plies: list[Kyoku]) -> None:
    measure(benchmark, lambda: [kyoku.text() for kyoku in plies], len(plies))


def test_from_text(benchmark: Bench, plies: list[Kyoku]) -> None:
    texts = [kyoku.text() for kyoku in plies]
    measure(benchmark, lambda: [Kyoku.from_text(text, TENHOU) for text in texts], len(plies))


def test_view(benchmark: Bench, plies: list[Kyoku]) -> None:
    measure(benchmark, lambda: [kyoku.view(Seat.SOUTH) for kyoku in plies], len(plies))


def test_view_and_its_legal_actions(benchmark: Bench, plies: list[Kyoku]) -> None:
    measure(benchmark, lambda: [kyoku.view(Seat.SOUTH).legal_actions() for kyoku in plies], len(plies))


def test_whether_an_action_is_legal(benchmark: Bench, plies: list[Kyoku]) -> None:
    asked = [(kyoku, kyoku.legal_actions()[-1]) for kyoku in plies]
    measure(benchmark, lambda: [kyoku.is_legal(action) for kyoku, action in asked], len(asked))


def test_doing_and_undoing(benchmark: Bench, plies: list[Kyoku]) -> None:
    asked = [(kyoku.copy(), kyoku.legal_actions()[-1]) for kyoku in plies]

    def work() -> None:
        for kyoku, action in asked:
            kyoku.push(action)
            kyoku.pop()

    measure(benchmark, work, len(asked))
