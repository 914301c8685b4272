"""All programs whose rules can be imported, and the choice of the program that wrote a file."""

from __future__ import annotations

from functools import cache
from types import MappingProxyType
from typing import Any

from kanrules.errors import wrong_use
from kanrules.exchange import majiang, mjsoul, pantheon, riichi_advanced, riichienv, tenhou
from kanrules.exchange.fields import Program, Values
from kanrules.ruleset.problems import quote


@cache
def programs() -> MappingProxyType[str, Program]:
    """Return every program by the name that `--from` takes."""
    modules = (majiang, riichienv, mjsoul, pantheon, riichi_advanced, tenhou)
    found = [module.PROGRAM for module in modules]
    return MappingProxyType({program.id: program for program in found})


def program(name: str) -> Program:
    """Return the program of this name. Raises UnreadableError for an unknown name."""
    found = programs().get(name)
    if found is None:
        raise wrong_use(f"unknown program {quote(name)}; expected one of: {', '.join(programs())}")
    return found


def recognise(document: Any, display: str) -> tuple[Program, Values]:
    """Return the program whose fields a document has, with its settings.

    Raises UnreadableError if no program has any of them, or if two have equally many.
    """
    counted = []
    for one in programs().values():
        settings = one.unwrap(document)
        if settings is not None and (known := len(settings.keys() & one.named().keys())):
            counted.append((known, one, settings))
    most = [found for found in counted if found[0] == max(known for known, _, _ in counted)]
    if not most:
        raise wrong_use(f"{display}: contains no field of {_any()}; use --from if it is from one of them")
    if len(most) > 1:
        which = " and ".join(one.title for _, one, _ in most)
        raise wrong_use(f"{display}: its fields match {which}; use --from")
    return most[0][1], most[0][2]


def settings_of(one: Program, document: Any, display: str) -> Values:
    """Return the settings of a document of this program. Raises UnreadableError if it has none of its fields."""
    settings = one.unwrap(document)
    if settings is not None and settings.keys() & one.named().keys():
        return settings
    for other in programs().values():
        found = other.unwrap(document)
        if found is not None and found.keys() & other.named().keys():
            raise wrong_use(
                f"{display}: contains no field of {one.title}, but fields of {other.title}; use --from {other.id}"
            )
    raise wrong_use(f"{display}: contains no field of {one.title}")


def _any() -> str:
    names = [one.name for one in programs().values()]
    return f"{', '.join(names[:-1])} or {names[-1]}"
