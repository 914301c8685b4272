"""Which tests are of the law, which are quick, and which come last."""

from __future__ import annotations

from functools import cache
from pathlib import PurePosixPath

import pytest

LAW = (
    "tests/pieces",
    "tests/law",
    "tests/table",
    "tests/kan",
    "tests/kyoku",
    "tests/cases",
    "tests/hooks",
    "tests/plugins",
    "tests/desk/test_casebook.py",
    "tests/play",
)
"""Folders and files whose tests state the law, in the order in which they run: a tile before a hand before a game."""
HOUSE = "tests/house"
"""Tests of the repository itself. What a change forgot is of no interest before its rule is right."""
QUICK = (
    "tests/pieces",
    "tests/law",
    "tests/table",
    "tests/kan",
    "tests/kyoku",
    "tests/hooks",
    *(f"tests/cases/{name}.cases.toml" for name in ("draws", "kan_legality", "kan_steps", "three_players", "wins")),
    *(f"tests/plugins/test_{name}.py" for name in ("club", "ema", "wrc", "yaku", "kan_stands", "judge", "transfers")),
    "tests/desk/test_casebook.py",
    "tests/desk/test_one_penalty.py",
)
"""What `pytest -m quick` runs, apart from tests marked `slow`: about 80 seconds of one core."""


@cache  # 17,000 cases are of 350 files: asking for each took a sixth of the time of collecting them
def under(path: str, places: tuple[str, ...]) -> bool:
    """Tell whether a test file is one of these files or in one of these folders."""
    parents = {path, *map(str, PurePosixPath(path).parents)}
    return not parents.isdisjoint(places)


def order(path: str) -> int:
    """Return the place of a test file among all: the law, then what is built on it, then the house."""
    if under(path, (HOUSE,)):
        return len(LAW) + 1
    return next((at for at, place in enumerate(LAW) if under(path, (place,))), len(LAW))


def of(item: pytest.Item) -> str:
    """Return the file of a test, from the root of the checkout."""
    return item.nodeid.partition("::")[0]


def is_quick(item: pytest.Item) -> bool:
    """Tell whether the quick tier runs this test."""
    return under(of(item), QUICK) and item.get_closest_marker("slow") is None
