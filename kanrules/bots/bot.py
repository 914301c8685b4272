"""The interface of a bot, which sees the view of one seat and chooses an action."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from types import TracebackType
from typing import Any, Protocol, Self

from kanrules.frozen import frozen
from kanrules.pieces.actions import Action
from kanrules.play.view import View


class FaultKind(StrEnum):
    """Mistakes that a bot can make."""

    NONSENSE = "nonsense"
    ILLEGAL = "illegal"
    LATE = "late"
    DIED = "died"


@frozen
class BotFault:
    """A mistake of a bot: its kind, and the mjai event at which it happened. `said` is its answer, shortened."""

    kind: FaultKind
    what: str
    event: str = ""
    said: str = ""

    def __str__(self) -> str:
        at = f" at {self.event}" if self.event else ""
        said = f": {self.said}" if self.said else ""
        return f"{self.what}{at}{said}"


class Misplayed(Exception):
    """A bot has no playable answer. A safe move is made for it."""

    def __init__(self, fault: BotFault) -> None:
        super().__init__(str(fault))
        self.fault = fault


class Bot(Protocol):
    """One player, for one game.

    `act` is called whenever the seat of the view may do something other than draw. It returns one of
    `view.legal_actions()`. `hand_over` and `close` tell the bot what happened since. `name` is the bot's name in
    results and records.
    """

    name: str

    def begin(self, player: int, names: tuple[str, ...]) -> None:
        """Start a game as this player, 0 to 3."""

    def act(self, view: View, *, east: int) -> Action:
        """Return the action of this seat. `east` is the player who is the dealer."""
        ...

    def hand_over(self, view: View, *, east: int) -> None:
        """Tell the bot how the hand ended."""

    def close(self, scores: tuple[int, ...] | None) -> None:
        """Tell the bot that the game ended with these scores by player; None if it was interrupted."""


@dataclass(slots=True)
class Closing:
    """Context that closes the bots, whatever happens in the game."""

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
