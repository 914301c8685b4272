"""A class of `kanrules.frozen` is what the standard decorator makes of the same class."""

from __future__ import annotations

import copy
import dataclasses
import inspect
import pickle
import subprocess
import sys
from collections.abc import Callable
from functools import cached_property, partial
from typing import Any

import pytest

from kanrules.frozen import frozen


def classes(slotted: Callable[..., Any], open_: Callable[..., Any]) -> list[type[Any]]:
    @slotted
    class Plain:
        """Two fields, one of them made for each value, one that is neither compared nor shown."""

        seat: int
        tiles: tuple[int, ...] = ()
        notes: list[int] = dataclasses.field(default_factory=list, compare=False, repr=False)

    @open_
    class Checked:
        """Refuses some values."""

        points: int = dataclasses.field(default=0, metadata={"step": 100})

        def __post_init__(self) -> None:
            if self.points % 100:
                raise ValueError(self.points)

        @cached_property
        def han(self) -> int:
            """A cached property needs a `__dict__`."""
            return self.points // 1000

    @slotted
    class Own:
        """Compares and shows itself in its own way."""

        tile: int

        def __eq__(self, other: object) -> bool:
            return isinstance(other, type(self)) and self.tile % 9 == other.tile % 9

        def __hash__(self) -> int:
            return self.tile % 9

        def __repr__(self) -> str:
            return f"<{self.tile}>"

    @slotted
    class Empty:
        """No field at all."""

    @slotted
    class Inherits(Plain):
        """One field more."""

        honba: int = 0

    return [Plain, Checked, Own, Empty, Inherits]


STANDARD_OPEN = partial(dataclasses.dataclass, frozen=True)
LIGHT, STANDARD = classes(frozen, frozen), classes(partial(STANDARD_OPEN, slots=True), STANDARD_OPEN)
ARGUMENTS = [
    ((3,), {}),
    ((3, (1, 2)), {}),
    ((), {}),
    ((), {"seat": 2}),
    ((500,), {}),
    ((501,), {}),
    ((1, 2, 3, 4, 5), {}),
]


def outcome(asked: Callable[[], Any]) -> object:
    try:
        return asked()
    except Exception as error:
        return type(error)


@pytest.mark.parametrize(("light", "standard"), list(zip(LIGHT, STANDARD, strict=True)), ids=lambda one: one.__name__)
def test_it_has_the_fields_and_the_signature(light: type[Any], standard: type[Any]) -> None:
    assert str(inspect.signature(light)) == str(inspect.signature(standard))
    assert [(one.name, one.default, dict(one.metadata)) for one in dataclasses.fields(light)] == [
        (one.name, one.default, dict(one.metadata)) for one in dataclasses.fields(standard)
    ]
    assert light.__match_args__ == standard.__match_args__
    assert hasattr(light, "__dict__") == hasattr(standard, "__dict__")


@pytest.mark.parametrize(("args", "named"), ARGUMENTS)
@pytest.mark.parametrize(("light", "standard"), list(zip(LIGHT, STANDARD, strict=True)), ids=lambda one: one.__name__)
def test_it_makes_and_compares_the_same_values(
    light: type[Any], standard: type[Any], args: tuple[Any, ...], named: dict[str, Any]
) -> None:
    one, other = outcome(lambda: light(*args, **named)), outcome(lambda: standard(*args, **named))
    if isinstance(other, type):
        assert one is other
        return
    assert repr(one) == repr(other)
    again: Any = light(*args, **named)
    assert one == again and hash(one) == hash(again) and one != other
    assert copy.copy(one) == copy.deepcopy(one) == dataclasses.replace(again) == one
    for name in [field.name for field in dataclasses.fields(light)]:
        with pytest.raises(dataclasses.FrozenInstanceError):
            setattr(one, name, 1)
        with pytest.raises(dataclasses.FrozenInstanceError):
            delattr(one, name)


def test_values_that_differ_in_a_compared_field_differ() -> None:
    plain = LIGHT[0]
    assert plain(1) != plain(2) and plain(1, (2,)) != plain(1)
    assert plain(1, notes=[1]) == plain(1, notes=[2])
    assert plain(1).notes is not plain(1).notes


def test_it_goes_through_a_pickle() -> None:
    from kanrules.law.options import Options

    options = Options()
    assert pickle.loads(pickle.dumps(options)) == options
    assert hash(pickle.loads(pickle.dumps(options))) == hash(options)


def test_a_standard_dataclass_may_inherit_from_it() -> None:
    @dataclasses.dataclass(frozen=True)
    class Longer(LIGHT[0]):  # type: ignore[misc]
        honba: int = 0

    assert Longer(1, honba=2) == Longer(1, honba=2) != Longer(1)


def test_the_import_of_the_options_compiles_only_the_constructors_of_its_defaults() -> None:
    script = """
import sys
import kanrules.pieces.melds, kanrules.law.yaku
def note(event, args):
    if event == "compile" and args[1] == "<string>":
        print(args[0].decode().replace("def __create_fn__", "").count("def "))
sys.addaudithook(note)
import kanrules.law.options
"""
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    # The rows of uma, and the two kinds of conditions that a key declares. Python 3.13 also compiles an empty function
    # for each class.
    assert sum(map(int, done.stdout.split())) == 3
