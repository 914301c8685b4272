"""What was done to a hand other than by pushing actions. `Kyoku.actions` lists it, and `push` does it again."""

from __future__ import annotations

from kanrules.frozen import frozen
from kanrules.law.hook_values import Foul, Noticed, facts_in_words
from kanrules.pieces.actions import Action, KanAction
from kanrules.pieces.tiles import Seat


@frozen
class Followed:
    """An action played even if the rules forbid it (`Kyoku.follow`)."""

    action: Action

    def __str__(self) -> str:
        return f"!{self.action}"


@frozen
class Settled:
    """Claims that several players made on one tile (`Kyoku.settle`), and the seats that called late."""

    claims: tuple[Action, ...]
    delayed: tuple[Seat, ...] = ()

    def __str__(self) -> str:
        return f"settled: {', '.join(map(str, self.claims)) or 'everyone passes'}"


@frozen
class Committed:
    """An illegal kan (`Kyoku.commit`)."""

    action: KanAction
    name: str = ""
    line: int = 0
    corrected: bool = False
    noticed: Noticed | None = None
    repeated: bool | None = None
    aware: bool | None = None

    def __str__(self) -> str:
        facts = Foul(
            self.action.seat, corrected=self.corrected, noticed=self.noticed, repeated=self.repeated, aware=self.aware
        )
        return f"!{self.action}{facts_in_words(facts)}"


@frozen
class Reported:
    """A foul that is no illegal kan, and of which the referee was told (`Kyoku.report`)."""

    foul: Foul

    def __str__(self) -> str:
        return f"{self.foul.seat} fouls {self.foul.name}{facts_in_words(self.foul)}"


@frozen
class Discovered:
    """A foul that the referee discovered (`Kyoku.discover`)."""

    seat: Seat

    def __str__(self) -> str:
        return f"referee finds {self.seat}"


Done = Action | Followed | Settled | Committed | Reported | Discovered
