"""Frozen values whose fields are made when somebody looks at them."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any


class Later:
    """A frozen dataclass below this may be made with none or only some of its fields; `_look` makes each of the others,
    by its name, when it is first asked for.
    """

    __slots__ = ("__weakref__", "_look")
    _look: Callable[[str], object]

    if not TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any:
            # Only a field that is not filled in yet comes here, or a name that there is not.
            if name not in type(self).__dataclass_fields__:
                raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")
            value = self._look(name)
            object.__setattr__(self, name, value)
            return value
