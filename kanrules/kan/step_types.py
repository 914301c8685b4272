"""The types of a kan's steps: a step, the waits between steps, and how a step ends the hand."""

from __future__ import annotations

from collections.abc import Callable
from enum import StrEnum

from kanrules.frozen import dataclass
from kanrules.pieces.tiles import Seat
from kanrules.table.state import State


class Wait(StrEnum):
    """What the table waits for between two groups of steps."""

    ROBBERY = "robbery window"
    REPLACEMENT = "replacement draw"
    TURN = "win, another kan, or discard"
    CLAIMS = "claims on the discard"


@dataclass(frozen=True, slots=True)
class WayEnd:
    """How a step ends the hand: in a draw of this name, or in a win of `winner` by the fourth kan.

    If `unless` could win on the tile just drawn, the draw waits for that player's action.
    """

    draw: str = ""
    winner: Seat | None = None
    unless: Seat | None = None


@dataclass(frozen=True, slots=True)
class Step:
    """One step of a kan: its name, its law, the function that runs it, and the keys and hooks that decide."""

    name: str
    law: str
    run: Callable[[State], WayEnd | None] | None = None
    wait: Wait | None = None
    keys: tuple[str, ...] = ()
    hooks: tuple[str, ...] = ()
