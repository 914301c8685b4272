"""What the check of an expectation reads of a case that was played.

A key of a case has its reader and its check in one row, and a case is read with these rows. So the checks know a played
case by what it shows, not by its class, which holds the case.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

from kanrules.cases.lines import PlayLine
from kanrules.frozen import frozen
from kanrules.kyoku.machine import KyokuMachine
from kanrules.pieces.tiles import Seat
from kanrules.ruleset import Ruleset
from kanrules.rulings import Objection


@frozen
class Refused:
    """A line that was refused as illegal: its objections, and the table at that moment."""

    line: PlayLine
    objections: tuple[Objection, ...]
    kyoku: KyokuMachine


@frozen
class Fouled:
    """A line that was played although illegal, with the codes of all objections to it."""

    line: PlayLine
    codes: tuple[str, ...]


class CasePlay(Protocol):
    """A case that was played to its last line under a ruleset, as its checks see it."""

    @property
    def lines(self) -> tuple[PlayLine, ...]:
        """The lines of the case."""

    @property
    def rules(self) -> Ruleset:
        """The ruleset it was played under."""

    @property
    def kyoku(self) -> KyokuMachine:
        """The table afterwards."""

    @property
    def refused(self) -> tuple[Refused, ...]:
        """The lines that were refused as illegal."""

    @property
    def fouls(self) -> tuple[Fouled, ...]:
        """The lines that were played although illegal."""

    @property
    def settled_from(self) -> KyokuMachine | None:
        """The table just before the rons, if the hand ended with them."""

    @property
    def changes(self) -> Mapping[Seat, int]:
        """Change of score since the position, by seat."""
