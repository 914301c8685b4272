"""What sits at the table: a bot sees one seat's view and says what it does."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from types import TracebackType
from typing import Any, Protocol, Self

from kanrules.pieces.actions import Action
from kanrules.play.view import View


class FaultKind(StrEnum):
    """What a bot may do wrong."""

    NONSENSE = "nonsense"
    ILLEGAL = "illegal"
    LATE = "late"
    DIED = "died"


@dataclass(frozen=True, slots=True)
class BotFault:
    """A bot has done something wrong: what, and at which mjai event; `said` is its answer, cut short."""

    kind: FaultKind
    what: str
    event: str = ""
    said: str = ""

    def __str__(self) -> str:
        at = f" at {self.event}" if self.event else ""
        said = f": {self.said}" if self.said else ""
        return f"{self.what}{at}{said}"


class Misplayed(Exception):
    """A bot has no answer that can be played; its turn is played safely."""

    def __init__(self, fault: BotFault) -> None:
        super().__init__(str(fault))
        self.fault = fault


class Bot(Protocol):
    """One player, for one game.

    `act` is asked wherever the seat of the view may do something other than draw; it gives one of
    `view.legal_actions()`, or raises Misplayed. `hand_over` and `close` tell it what it was not asked about.
    """

    name: str

    def begin(self, player: int, names: tuple[str, ...]) -> None:
        """The game begins; this is player 0 to 3."""

    def act(self, view: View, *, east: int) -> Action:
        """What this seat does; `east` is the player who deals."""
        ...

    def hand_over(self, view: View, *, east: int) -> None:
        """The hand has ended."""

    def close(self, scores: tuple[int, ...] | None) -> None:
        """The game has ended with these scores by player; None where it was broken off."""


@dataclass(slots=True)
class Closing:
    """Closes bots whatever happens to the game."""

    bots: tuple[Bot, ...]
    scores: tuple[int, ...] | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        for bot in self.bots:
            bot.close(self.scores)


MjaiEvent = dict[str, Any]
