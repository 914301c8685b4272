"""Which hooks the plugins of a ruleset answer. A judge is not needed for that: it would load the machine."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from kanrules.hooks.discovery import Implementation
from kanrules.hooks.guards import asked_of, unasked
from kanrules.ruleset.kept import kept

# A ruleset asks this module about itself, so its type cannot be imported here.


def _asked(rules: Any) -> dict[str, list[Implementation]]:
    return {name: asked_of(name, plugin, unasked(name, plugin, rules)) for name, plugin in rules.modules}


def hooks_of(rules: Any, name: str, *, apart_from: Collection[str] = ()) -> list[str]:
    """Return the hooks that the plugin of this name answers under a ruleset, without those that only the functions in
    `apart_from` answer.
    """
    functions = kept(rules, "asked", lambda: _asked(rules)).get(name, ())
    return sorted({one.hook for one in functions if one.attribute not in apart_from})


def is_answered(rules: Any, *hooks: str) -> bool:
    """Return True if a plugin of the ruleset answers one of these hooks under it."""
    asked = kept(rules, "asked", lambda: _asked(rules))
    return any(one.hook in hooks for functions in asked.values() for one in functions)
