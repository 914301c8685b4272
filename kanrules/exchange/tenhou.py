"""Tenhou: the bits of a table's type, as in the GO of a record (`<GO type="169"/>`).

They set the length of a game, red fives, open tanyao, and who may play there, but nothing about kans.
"""

from __future__ import annotations

from typing import Any

from kanrules.exchange.fields import Values, read_program

_BITS = 16


def _name(bit: int) -> str:
    return f"type 0x{1 << bit:02x}"


def unwrap(document: Any) -> Values | None:
    """Return the bits of a type, given as a number or inside `type` or `GO.type`."""
    found = document
    for name in ("GO", "type"):
        if isinstance(found, dict):
            found = found.get(name, found)
    if type(found) is not int or not 0 <= found < 1 << _BITS:
        return None
    known = PROGRAM.named()
    names = ((bit, _name(bit)) for bit in range(_BITS))
    return {name: bool(found >> bit & 1) for bit, name in names if name in known or found >> bit & 1}


def wrap(settings: Values) -> Any:
    """Return the type with these bits."""
    return {"type": sum(1 << bit for bit in range(_BITS) if settings.get(_name(bit)))}


PROGRAM = read_program("tenhou", unwrap=unwrap, wrap=wrap)
