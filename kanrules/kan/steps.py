"""What the way of a kan is made of: its steps, the waits between them, and how a step ends the hand."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum

from kanrules.pieces.tiles import Seat
from kanrules.table.state import State


class Wait(StrEnum):
    """What the table waits for between two stretches of the way."""

    ROBBERY = "robbery window"
    REPLACEMENT = "replacement draw"
    TURN = "win, another kan, or discard"
    CLAIMS = "claims on the discard"


@dataclass(frozen=True, slots=True)
class WayEnd:
    """A step of the way ends the hand: in a draw of this name, or with the fourth kan of `winner`, which wins.

    Where `unless` could win on the tile it has drawn, the draw waits for what it does.
    """

    draw: str = ""
    winner: Seat | None = None
    unless: Seat | None = None


@dataclass(frozen=True, slots=True)
class Step:
    """One step of the way: its name, what the law says there, what the machine does, and which keys and hooks
    decide.
    """

    name: str
    law: str
    run: Callable[[State], WayEnd | None] | None = None
    wait: Wait | None = None
    keys: tuple[str, ...] = ()
    hooks: tuple[str, ...] = ()
