"""What is worked out from a ruleset once, and kept with it."""

from collections.abc import Callable
from typing import Any, TypeVar

_T = TypeVar("_T")


def kept(rules: object, name: object, make: Callable[[], _T]) -> _T:
    """Return what was made of a ruleset under this name before, or make it."""
    # With the ruleset itself and not by its value: an equal one may have another judge.
    found: dict[object, Any] = vars(rules).setdefault("_kept", {})
    if name not in found:
        found[name] = make()
    made: _T = found[name]
    return made
