"""Random winning hands scored by ours, RiichiEnv's scorer and majiang-core's: the same han, fu and points."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest

from kanrules.law.scoring import WinningHand, score_hand
from kanrules.pack.kit.table import NotInstalled
from tests.differential import scorers
from tests.differential.near import NEAR

HANDS = 1200


class Ours:
    """Our own scoring as the other one."""

    name = "ours"
    rules = NEAR["riichienv"].rules({})

    def values(self, hands: list[WinningHand]) -> list[tuple[int, int, int] | None]:
        return [scorers.said(score_hand(win, self.rules.options), win) for win in hands]


def made(name: str) -> Any:
    try:
        return scorers.RiichiEnvScorer() if name == "riichienv" else scorers.MajiangScorer(random.Random(0))
    except (ImportError, NotInstalled) as missing:
        pytest.skip(f"{name} is not installed: {missing}")


@pytest.mark.parametrize("name", ["riichienv", "majiang"])
def test_another_scorer_agrees_but_for_what_is_explained(name: str) -> None:
    scorer = made(name)
    counted: Counter[str] = Counter()
    try:
        found = list(scorers.compare(3, iter(range(HANDS)), [scorer], counted))
    finally:
        scorer.close()
    assert [one for one in found if not scorers.class_of(one)] == []
    assert counted[name] == HANDS
    assert min(counted[f"{name} {kind}"] for kind in ("han", "yakuman", "no yaku")) > 20


def test_another_law_of_scoring_shows() -> None:
    other = Ours()
    other.rules = NEAR["riichienv"].rules({}).with_options({"rinshan.tsumo_fu": False}, set_by="test")
    asked = [scorers.hand(f"1:{number}").win for number in range(2000)]
    plain, changed = Ours().values(asked), other.values(asked)
    assert any(one != two for one, two in zip(plain, changed, strict=True))


def test_the_same_number_is_the_same_hand_of_tiles_that_there_are() -> None:
    for number in range(300):
        win = scorers.hand(f"8:{number}").win
        assert win == scorers.hand(f"8:{number}").win
        tiles = [*win.concealed, *(tile for meld in win.melds for tile in meld.tiles)]
        tiles += [tile for tile in (*win.indicators, *win.ura) if tile is not None]
        kinds = Counter(scorers.KIND[tile] for tile in tiles)
        assert max(kinds.values()) <= 4
        assert win == win._replace()
