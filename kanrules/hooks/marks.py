"""The marks of hooks, apart from the specs: a plugin is read without the table and all that lies on it."""

from __future__ import annotations

import pluggy

hookspec = pluggy.HookspecMarker("kanrules")
hookimpl = pluggy.HookimplMarker("kanrules")
"""Marks a function or method as the implementation of the hook of its name."""

ARGUMENTS: dict[str, tuple[str, ...]] = {
    "before_kan": ("kan", "table", "rules"),
    "reveal_kandora": ("kan", "table", "rules"),
    "after_rinshan": ("kan", "tile", "table", "rules"),
    "fifth_kan": ("kan", "table", "rules"),
    "four_kans": ("kan", "table", "rules"),
    "rob_kan": ("kan", "seat", "table", "rules"),
    "liability": ("call", "table", "rules"),
    "payments": ("result", "table", "rules"),
    "penalty": ("foul", "table", "rules"),
    "amend_rules": ("rules", "options"),
}
"""By hook, the arguments of its spec in `kanrules.hooks.specs`, which a test holds to this."""
HOOKS: tuple[str, ...] = tuple(ARGUMENTS)
"""The hooks, in the order in which a kan meets them."""
