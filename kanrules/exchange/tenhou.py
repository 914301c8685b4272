"""Tenhou: the bits of a table's type, as in the GO of a record (`<GO type="169"/>`).

They set the length of a game, red fives, open tanyao, and who may play there, but nothing about kans.
"""

from __future__ import annotations

from typing import Any

from kanrules.exchange.fields import CannotSay, Kind, NoEffect, Program, ProgramField, Values, switch

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


def _idle(bit: int, usual: bool, why: str) -> ProgramField:
    return ProgramField(_name(bit), Kind.SWITCH, usual, NoEffect(why))


PROGRAM = Program(
    id="tenhou",
    name="Tenhou",
    version="",
    book="tenhou",
    book_of_three="tenhou-3p",
    three={"table.tiles": "without_2m_8m"},
    fields_of_three=(switch(_name(1), False, {"scoring.red_fives": 0}, {"scoring.red_fives": 2}),),
    seats=_name(4),
    fields=(
        _idle(0, True, "a table with human players"),
        switch(_name(1), False, {"scoring.red_fives": 0}, {"scoring.red_fives": 3}),
        switch(_name(2), False, {"scoring.open_tanyao": False}, {"scoring.open_tanyao": True}),
        switch(_name(3), False, {"game.length": "hanchan"}, {"game.length": "tonpuusen"}),
        switch(_name(4), False, {"table.players": 3}, {}),
        _idle(5, False, "who may join"),
        _idle(6, False, "the time limit for moves"),
        _idle(7, False, "who may join"),
        ProgramField(
            _name(8), Kind.SWITCH, False, CannotSay("a lobby's own rules, which the type does not name", False)
        ),
        ProgramField(
            _name(9), Kind.SWITCH, False, CannotSay("a table with chips, whose rules are not documented", False)
        ),
        _idle(10, False, "what is played for"),
        _idle(11, False, "what is played for"),
    ),
    unwrap=unwrap,
    wrap=wrap,
)
