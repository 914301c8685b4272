"""Hypothesis strategies for tiles, hands, walls, positions, and whole plays.

from hypothesis import given from kanrules.testing.strategies import plays

@given(plays("ema-2016"))
def test_five_indicators_at_most(play):
    assert play.kyoku.face_up <= 5
"""

from __future__ import annotations

import random

from hypothesis import strategies as st

from kanrules.frozen import frozen
from kanrules.kyoku.machine import KyokuMachine
from kanrules.pieces.actions import Action
from kanrules.pieces.tiles import KINDS, Tile, full_set, sort_tiles
from kanrules.ruleset import Ruleset, load_ruleset
from kanrules.table import position as positions_
from kanrules.table.position import Position
from kanrules.testing.conformance import IllegalKans, choose, do
from kanrules.testing.walls import plain_wall, rich_wall

Rules = str | Ruleset


@frozen
class Play:
    """A hand played to some point: the wall it was dealt from, the actions, and the table at that point."""

    rules: Ruleset
    wall: tuple[Tile, ...]
    actions: tuple[Action | IllegalKans, ...]
    kyoku: KyokuMachine

    def again(self) -> KyokuMachine:
        """Play the same hand a second time and return it."""
        kyoku = KyokuMachine(self.rules, wall=self.wall)
        for action in self.actions:
            do(kyoku, action)
        return kyoku


def kinds() -> st.SearchStrategy[int]:
    """Return a strategy for the 34 kinds of tiles."""
    return st.integers(0, KINDS - 1)


@st.composite
def hands(draw: st.DrawFn, size: int = 13, red_fives: int = 0) -> tuple[Tile, ...]:
    """Draw this many tiles of one set, sorted."""
    wall = full_set(red_fives)
    places = draw(st.lists(st.integers(0, len(wall) - 1), min_size=size, max_size=size, unique=True))
    return tuple(sort_tiles(wall[place] for place in places))


@st.composite
def walls(draw: st.DrawFn, red_fives: int = 0, *, rich: bool = True) -> tuple[Tile, ...]:
    """Draw a complete wall. A rich one deals triplets, so that many kans are declared."""
    chance = random.Random(draw(st.integers(0, 2**32 - 1)))
    return tuple((rich_wall if rich else plain_wall)(chance, red_fives))


@st.composite
def plays(
    draw: st.DrawFn, rules: Rules = "ema-2016", *, rich: bool = True, whole: bool = True, fouls: bool = False
) -> Play:
    """Draw a hand played by players who like kans, to its end or (`whole=False`) to some moment before it.

    With `fouls`, an illegal kan in riichi is declared now and then.
    """
    ruleset = load_ruleset(rules) if isinstance(rules, str) else rules
    wall = draw(walls(ruleset.scoring.red_fives, rich=rich))
    chance = random.Random(draw(st.integers(0, 2**32 - 1)))
    limit = 1000 if whole else draw(st.integers(0, 130))
    kyoku = KyokuMachine(ruleset, wall=wall)
    actions: list[Action | IllegalKans] = []
    while kyoku.outcome is None and len(actions) < limit:
        action = choose(kyoku, chance)
        if isinstance(action, IllegalKans) and not fouls:
            action = chance.choice(kyoku.legal_actions())
        twin = kyoku.copy()
        do(twin, action)
        if twin.outcome is not None and not whole:
            break
        kyoku = twin
        actions.append(action)
    return Play(ruleset, wall, tuple(actions), kyoku)


def kyokus(rules: Rules = "ema-2016", *, rich: bool = True) -> st.SearchStrategy[KyokuMachine]:
    """Return a strategy for hands in progress."""
    return plays(rules, rich=rich, whole=False).map(lambda play: play.kyoku)


def positions(rules: Rules = "ema-2016", *, rich: bool = True) -> st.SearchStrategy[Position]:
    """Return a strategy for positions that can occur in play, before a draw or with a drawn tile."""
    return kyokus(rules, rich=rich).filter(lambda kyoku: kyoku.phase in (0, 1)).map(positions_.of)
