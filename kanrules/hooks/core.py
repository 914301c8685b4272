"""Core's laws as answers to the hooks. `kanrules.hooks.judge` asks them after every plugin.

A law takes the arguments of its hook, with `options` in place of `rules`. The laws themselves are in `kanrules.kan`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from kanrules.kan import announcement, course, liability, penalties
from kanrules.law.hook_values import Call, Liability
from kanrules.law.options import Options
from kanrules.table.snapshot import Table


def _liability(call: Call, table: Table, options: Options) -> list[Liability]:
    # A look at the table costs more than most calls need.
    return liability.attaches(call, table.melds[call.seat], options) if liability.feeds(call) else []


LAWS: Mapping[str, Callable[..., Any]] = {
    "before_kan": announcement.objections,
    "reveal_kandora": course.reveal_kandora,
    "fifth_kan": course.fifth_kan,
    "four_kans": course.four_kans,
    "rob_kan": course.rob_kan,
    "replacement_from": course.replacement_from,
    "liability": _liability,
    "penalty": penalties.penalty,
}
"""Core's law by hook. For any other hook core has none."""
APART: Mapping[str, tuple[Callable[..., Any], ...]] = {"before_kan": announcement.LAWS[::-1]}
"""The laws of which one in `LAWS` consists. A trace names each of them."""
ALWAYS_ANSWERED = frozenset(hook for hook, law in LAWS.items() if "None" not in law.__annotations__["return"])
"""The hooks that core answers whatever is asked."""
