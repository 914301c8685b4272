"""Whose dora the indicators of a kan make."""

from __future__ import annotations

from kanrules import CompleteHand, MeldType
from kanrules.law.hook_values import DoraIndicator
from kanrules.locale import marked as _N
from kanrules_club.local_rule import RULES_OF_JAPAN, LocalRule, seen


def own_kan(_: bool, indicator: DoraIndicator, win: CompleteHand) -> bool:
    """Leave out the indicator of another player's kan."""
    return indicator.ura or indicator.kan is None or indicator.kan.seat == win.seat


def own_ura(_: bool, indicator: DoraIndicator, win: CompleteHand) -> bool:
    """Leave out the ura indicator of another player's kan."""
    return not indicator.ura or indicator.kan is None or indicator.kan.seat == win.seat


def ura_of_ankan(_: bool, indicator: DoraIndicator, win: CompleteHand) -> bool:
    """Leave out the ura indicator of an open kan."""
    return not indicator.ura or indicator.kan is None or indicator.kan.type is MeldType.ANKAN


DORA = ("dora",)
RULES = (
    LocalRule(
        "private_kandora", False, _N("The kan dora of a kan count only for the player who declared it."), own_kan, DORA
    ),
    LocalRule(
        "private_kan_ura", False, _N("Ura dora of a kan count only for the player who declared it."), own_ura, DORA
    ),
    LocalRule(
        "kan_ura_of_ankan",
        False,
        _N("Of the kans, only an ankan has ura dora."),
        ura_of_ankan,
        DORA,
        seen(RULES_OF_JAPAN, "http://www10.plala.or.jp/rascalhp/mj5.htm", "5-04"),
        qualifies=("kandora.ura",),
    ),
)
"""Each law says whether an indicator counts for a winner."""
