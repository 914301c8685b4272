"""Whoever annotates code that uses kanrules can import every type: those of public signatures are public."""

from __future__ import annotations

import builtins
import collections.abc
import inspect
import re
import typing
from collections.abc import Iterator
from importlib import import_module
from typing import Any

import kanrules.types
from tests.house.test_public_names import MODULES
from tools.hooks_page import is_internal

WORD = re.compile(r"\b[A-Z]\w+\b")
OF_PYTHON = {*vars(builtins), *typing.__all__, *collections.abc.__all__}
OF_PYTHON |= {"Path", "FilePath", "ModuleType", "Random", "Enum", "StrEnum", "Counter", "EAST"}
"""Names of Python and its library. `FilePath` is a `Path`, and `EAST` a member of `Seat`."""


def signatures() -> Iterator[tuple[str, object]]:
    """Every annotation of a public function, or of a public member of a public class, with its place."""
    for module in map(import_module, MODULES):
        for name in module.__all__:
            found = getattr(module, name)
            if inspect.isfunction(found):
                yield from ((f"{name}({one})", said) for one, said in found.__annotations__.items())
            elif inspect.isclass(found):
                for kind in found.__mro__[:-1]:
                    yield from of_class(name, kind)


def of_class(name: str, kind: type[Any]) -> Iterator[tuple[str, object]]:
    if not kind.__module__.startswith("kanrules"):
        return
    for field, said in vars(kind).get("__annotations__", {}).items():
        if not field.startswith("_") and not is_internal(kind, field):
            yield f"{name}.{field}", said
    for member, value in vars(kind).items():
        if (member.startswith("_") and member != "__init__") or is_internal(kind, member):
            continue
        function = value.fget if isinstance(value, property) else getattr(value, "func", None)
        function = function or getattr(value, "__func__", value)
        if inspect.isfunction(function):
            said_of = function.__annotations__.items()
            yield from ((f"{name}.{member}", said) for one, said in said_of if not is_internal(kind, one))


def test_every_type_of_a_public_signature_is_public() -> None:
    public = set(kanrules.types.__all__) | OF_PYTHON
    public |= {name for module in MODULES for name in import_module(module).__all__}
    found = list(signatures())
    assert len(found) > 1000
    hidden: dict[str, str] = {}
    for place, said in found:
        text = said if isinstance(said, str) else getattr(said, "__name__", str(said))
        for word in WORD.findall(re.sub(r"Literal\[[^]]*\]", "", text)):
            if word not in public:
                hidden.setdefault(word, place)
    assert hidden == {}


def test_no_type_is_listed_that_no_signature_names() -> None:
    text = " ".join(said if isinstance(said, str) else getattr(said, "__name__", str(said)) for _, said in signatures())
    assert sorted(set(kanrules.types.__all__) - set(WORD.findall(text))) == []
