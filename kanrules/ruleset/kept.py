"""What is worked out from a ruleset once, and kept with it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from kanrules.ruleset.model import Ruleset

_T = TypeVar("_T")


def kept(rules: Ruleset, name: object, make: Callable[[], _T]) -> _T:
    """Return what was made of a ruleset under this name before, or make it."""
    # With the ruleset itself and not by its value: an equal one may have another judge.
    found: dict[object, Any] = vars(rules).setdefault("_kept", {})
    if name not in found:
        found[name] = make()
    made: _T = found[name]
    return made


def variant(rules: Ruleset, key: str, value: Any) -> Ruleset:
    """Return a ruleset with another value for a key. Kept, since many questions try the same values. Raises
    RulesetError for a value that does not fit.
    """
    return kept(rules, (key, repr(value)), lambda: rules.with_options({key: value}))
