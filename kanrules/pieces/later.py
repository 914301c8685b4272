"""Frozen values whose fields are computed on first access."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields
from typing import TYPE_CHECKING, Any


class Later:
    """Base of a frozen dataclass that may be made with only some of its fields. `_look` computes each of the others, by
    name, on first access.
    """

    __slots__ = ("__weakref__", "_look")
    _look: Callable[[str], object]

    if not TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any:
            # Python calls this only for a field that is not filled in yet, or for an unknown name.
            if name not in type(self).__dataclass_fields__:
                raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")
            value = self._look(name)
            object.__setattr__(self, name, value)
            return value


def fill(value: Later) -> None:
    """Read every field that has not been read yet."""
    for field in fields(value):  # type: ignore[arg-type]  # every class that derives from `Later` is a dataclass
        getattr(value, field.name)
