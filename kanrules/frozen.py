"""Frozen dataclasses that are cheap to define.

`dataclasses.dataclass` compiles six methods for each frozen class, which would be a third of the start of a command.
Here they are shared, and only the constructor is compiled, on its first call. Fields, `replace`, `match`, and pickles
are those of the standard library, and type checkers know the decorator for one of its kind.
"""

from __future__ import annotations

import dataclasses
from functools import cached_property
from operator import attrgetter
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NoReturn, TypeVar, dataclass_transform

if TYPE_CHECKING:
    import inspect
    from collections.abc import Callable

_T = TypeVar("_T")


class _Factory:
    """Stands in a signature for a default that is made for each value."""

    def __repr__(self) -> str:
        return "<factory>"


_FACTORY = _Factory()


class _Signature:
    """The signature of a class, whose constructor it compiles."""

    def __get__(self, _: object, cls: Any) -> inspect.Signature:
        import inspect

        made = inspect.signature(_constructor(cls))
        return made.replace(parameters=list(made.parameters.values())[1:])


@dataclass_transform(frozen_default=True, field_specifiers=(dataclasses.field,))
def frozen(cls: type[_T]) -> type[_T]:
    """Make a class a frozen dataclass. It has slots, unless a cached property needs its `__dict__`."""
    slots = not any(isinstance(member, cached_property) for member in vars(cls).values())
    if any(map(dataclasses.is_dataclass, cls.__mro__[1:])):
        # The standard decorator alone knows what a class inherits.
        return dataclasses.dataclass(frozen=True, slots=slots)(cls)
    made: Any = dataclasses.dataclass(init=False, repr=False, eq=False, slots=slots)(cls)
    made.__dataclass_params__.frozen = True  # so that a frozen dataclass may inherit from it
    compared = tuple(field.name for field in dataclasses.fields(made) if field.compare)
    shown = tuple(field.name for field in dataclasses.fields(made) if field.repr)
    values: Callable[[Any], Any] = attrgetter(*compared) if compared else lambda _: ()

    def __init__(self: Any, *args: Any, **kwargs: Any) -> None:
        # Every start defines most classes of the package and uses few of them. The first call compiles the real
        # constructor and puts it in the place of this one, so that no later call pays for the detour.
        made.__init__ = _constructor(made)
        made.__init__(self, *args, **kwargs)

    def __eq__(self: Any, other: object) -> Any:
        return values(self) == values(other) if other.__class__ is self.__class__ else NotImplemented

    def __hash__(self: Any) -> int:
        return hash(values(self))

    def __repr__(self: Any) -> str:
        return f"{self.__class__.__qualname__}({', '.join([f'{name}={getattr(self, name)!r}' for name in shown])})"

    own = vars(cls)
    made.__init__, made.__signature__ = __init__, _Signature()
    if "__eq__" not in own:
        made.__eq__ = __eq__
    if own.get("__hash__") is None:
        made.__hash__ = __hash__
    if "__repr__" not in own:
        made.__repr__ = __repr__
    made.__setattr__, made.__delattr__ = _no_set, _no_delete
    if slots and "__getstate__" not in own:
        made.__getstate__, made.__setstate__ = _state, _restore
    return made  # type: ignore[no-any-return]


def _constructor(cls: Any) -> Any:
    """Compile the constructor of a class from its fields."""
    known: dict[str, Any] = {"_set": object.__setattr__, "_FACTORY": _FACTORY}
    parameters, lines = ["self"], []
    for field in dataclasses.fields(cls):
        name, value = field.name, field.name
        if field.default is not dataclasses.MISSING:
            known[f"_{name}"] = field.default
            parameters.append(f"{name}=_{name}")
        elif field.default_factory is not dataclasses.MISSING:
            known[f"_{name}"] = field.default_factory
            parameters.append(f"{name}=_FACTORY")
            value = f"_{name}() if {name} is _FACTORY else {name}"
        else:
            parameters.append(name)
        lines.append(f" _set(self, {name!r}, {value})")
    if hasattr(cls, "__post_init__"):
        lines.append(" self.__post_init__()")
    exec("\n".join([f"def __init__({', '.join(parameters)}):", *(lines or [" pass"])]), known)
    known["__init__"].__annotations__ = {field.name: field.type for field in dataclasses.fields(cls)} | {"return": None}
    known["__init__"].__module__ = cls.__module__
    return known["__init__"]


def _no_set(self: object, name: str, value: object) -> NoReturn:
    raise dataclasses.FrozenInstanceError(f"cannot assign to field {name!r}")


def _no_delete(self: object, name: str) -> NoReturn:
    raise dataclasses.FrozenInstanceError(f"cannot delete field {name!r}")


def _state(self: Any) -> list[object]:
    return [_picklable(getattr(self, field.name)) for field in dataclasses.fields(self)]


def _picklable(value: Any) -> Any:
    """Return the value of a field with its read-only mappings, which cannot be pickled, replaced by their content."""
    if type(value) is MappingProxyType:
        return _MappingContent({key: _picklable(member) for key, member in value.items()})
    # Tuples of tiles, by far the most frequent, are left alone.
    if type(value) is tuple and value and type(value[-1]) in (tuple, MappingProxyType):
        return tuple(map(_picklable, value))
    return value


class _MappingContent:
    """The content of a read-only mapping. Its pickle is the mapping again."""

    def __init__(self, content: dict[Any, Any]) -> None:
        self.content = content

    def __reduce__(self) -> tuple[Any, ...]:
        return _read_only, (self.content,)


def _read_only(content: dict[Any, Any]) -> Any:
    return MappingProxyType(content)


def _restore(self: Any, state: list[object]) -> None:
    fields = dataclasses.fields(self)
    if len(fields) != len(state):
        from pickle import UnpicklingError

        why = f"number of values: {len(fields)} expected, {len(state)} found"
        raise UnpicklingError(f"this {type(self).__name__} was pickled by another version of kanrules: {why}")
    for field, value in zip(fields, state, strict=True):
        object.__setattr__(self, field.name, value)
