"""One hand as people hold it: the machine's, with what the machine need not know: names of rulesets, case files.

kyoku = Kyoku("ema-2016", seed=7)
while kyoku.outcome is None:
    kyoku.push(choose(kyoku.legal_actions()))
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Self

from kanrules.kyoku import machine
from kanrules.pieces.tiles import Seat, Tile
from kanrules.ruleset import load_ruleset
from kanrules.table.judge import HasJudge

if TYPE_CHECKING:
    from kanrules.cases.case import Case
    from kanrules.ruleset import Ruleset


class Kyoku(machine.Kyoku):
    """One hand of a table under one ruleset.

    Takes a ruleset, its name or its path; a `seed` shuffles the wall, or `wall` is a whole one: 136 tiles, the first 52
    dealt (three times four each from east, then one each), 70 live ones in order, then the dead wall as four
    replacement tiles in their order, five indicators, five ura.
    """

    __slots__ = ()

    def __init__(
        self,
        rules: HasJudge | str | Path,
        seed: int | None = None,
        *,
        wall: Sequence[Tile] | None = None,
        round_wind: Seat = Seat.EAST,
        honba: int = 0,
        sticks: int = 0,
        scores: Sequence[int] | None = None,
    ) -> None:
        ruleset = load_ruleset(rules) if isinstance(rules, (str, Path)) else rules
        super().__init__(ruleset, seed, wall=wall, round_wind=round_wind, honba=honba, sticks=sticks, scores=scores)

    @classmethod
    def from_case(cls, case: Case | str, rules: Ruleset | str | None = None) -> Self:
        """A hand that starts from what a case file gives (a `kanrules.testing.Case`, or its text), the rest filled in.

        Under `rules` (a ruleset or its name); without, under the first that the case names. Raises UnreadableError
        where it cannot be.
        """
        from kanrules.cases.run import beginning

        ruleset, position = beginning(case, rules)
        return cls.from_position(ruleset, position)
