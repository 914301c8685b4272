"""The perft table of the pack, beside engines that share no code with kanrules."""

from __future__ import annotations

import os
from typing import Any

import pytest

from kanrules.pack.kit import tree
from kanrules.pack.kit.judge import engine_of
from kanrules.pack.kit.table import NotInstalled
from kanrules.pack.perft_table import table_rows
from kanrules.ruleset import load_ruleset
from kanrules.ruleset.keys import file_value, keys
from tests.differential.engines import ENGINES
from tests.pack.perft_positions import of_play, why_not

CALL = "it offers chi and pon on the discard after the fourth kan, which only a ron may take"
LAST_TILE = "it offers a kan although no live tile is left to refill the dead wall (M.League 2-3, EMA 2016 3.4.1)"
DIFFERS: dict[tuple[str, str], tuple[int, str]] = {
    ("pymahjong", "four-kans-two-players-tenhou"): (3, CALL),
    ("pymahjong", "ron-on-discard-after-fourth-kan-mahjong-soul"): (3, CALL),
    ("pymahjong", "call-of-discard-after-fourth-kan-mahjong-soul"): (3, CALL),
    ("pymahjong", "ankan-of-the-last-live-tile-tenhou"): (1, LAST_TILE),
    ("pymahjong", "shouminkan-of-the-last-live-tile-mahjong-soul"): (1, LAST_TILE),
    ("pymahjong", "draws-taken-by-a-kan-m-league"): (3, LAST_TILE),
}
"""By engine and position, the first depth at which the engine counts otherwise, and why."""
LONG = bool(os.environ.get("KANRULES_LONG"))
DEPTHS = {"riichienv": 9, "pymahjong": 3} if LONG else {"riichienv": 2, "pymahjong": 2}
ROWS = [*table_rows().values()][:: 1 if LONG else 2]
PYMAHJONG: dict[str, Any] = {"chankan.ankan": "kokushi"}
"""What pymahjong plays otherwise than Tenhou, by key: found by playing it."""


def playable(engine: str, row: dict[str, Any]) -> bool:
    """Whether nothing that an engine plays otherwise, as far as is known, changes the tree of a position."""
    if engine != "pymahjong":
        return tree.settings_of(row, engine) is not None
    tenhou = load_ruleset("tenhou")
    plays = {key: file_value(tenhou[key]) for key in keys() if of_play(key)} | PYMAHJONG
    return len(row["scores"]) == 4 and not why_not(row, load_ruleset(row["rules"]), row["leaves"], plays)


@pytest.mark.parametrize("engine", DEPTHS)
def test_an_engine_that_can_play_the_rules_counts_the_same_leaves(engine: str) -> None:
    try:
        rival = ENGINES[engine][0]()
    except NotInstalled as missing:
        pytest.skip(f"{engine} is not installed: {missing}")
    compared, otherwise = 0, {}
    for row in ROWS:
        if not playable(engine, row):
            continue
        depths = range(1, min(DEPTHS[engine], len(row["leaves"])) + 1)
        found = [tree.counted(rival, row, depth) for depth in depths]
        compared += 1
        first = next((depth for depth, a, b in zip(depths, found, row["leaves"], strict=False) if a != b), 0)
        if first:
            otherwise[engine, row["id"]] = first
    rival.close()
    played = {row["id"] for row in ROWS}
    known = {
        key: depth
        for key, (depth, _) in DIFFERS.items()
        if key[0] == engine and key[1] in played and depth <= DEPTHS[engine]
    }
    assert otherwise == known
    assert compared > (30 if LONG else 15)


class _Anew:
    """Our machine without `copy`: a position is reached by dealing again."""

    name, version = "kanrules", ""

    def __init__(self) -> None:
        its: Any = engine_of("kanrules")
        self.deal, self.menus, self.answer, self.close = its.deal, its.menus, its.answer, its.close


def test_an_engine_without_copies_counts_the_same() -> None:
    for row in list(table_rows().values())[::9]:
        assert tree.counted(_Anew(), row, 2) == row["leaves"][1]  # type: ignore[arg-type]  # what perft needs of an engine
