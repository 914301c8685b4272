"""What the machine asks about a kan: the Protocol that it talks to, since it knows no plugin system.

`kanrules.hooks.judge` implements it over pluggy.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, Protocol, TypeVar

from kanrules.law.options import Instant, Options
from kanrules.law.vocabulary import Call, FifthKan, Foul, FourKans, Kan, Liability, Penalty, Result, Transfer
from kanrules.pieces.tiles import Seat, Tile
from kanrules.rulings import Objection
from kanrules.table.snapshot import Table

TableSource = Callable[[], Table]
"""Makes the frozen snapshot when somebody wants to look."""
Said = TypeVar("Said", covariant=True)
"""What an answer says."""


@dataclass(frozen=True, slots=True)
class HookAnswer(Generic[Said]):
    """One answer to a question about a kan, and who gave it: the plugin by its name, or "core"."""

    value: Said
    by: str = "core"


class Rules(Protocol):
    """The ruleset as hooks and laws see it: every option, by table or by key, and where each comes from."""

    @property
    def id(self) -> str:
        """The id of the ruleset."""
        ...

    @property
    def options(self) -> Options:
        """All options, resolved."""
        ...

    @property
    def plugin(self) -> Mapping[str, Mapping[str, Any]]:
        """By plugin, its own options."""
        ...

    def __getitem__(self, key: str) -> Any:
        """The value of a key such as `kandora.ankan`."""
        ...


class Judge(Protocol):
    """Answers the machine's questions about one ruleset's law."""

    @property
    def options(self) -> Options:
        """The options of the ruleset."""
        ...

    def asks(self, hook: str) -> bool:
        """Whether this hook must be asked; if not, no plugin answers it and core's law is called directly."""
        ...

    def before_kan(self, kan: Kan, table: TableSource) -> list[HookAnswer[Objection]]:
        """All objections to this kan, gravest first."""
        ...

    def reveal_kandora(self, kan: Kan, table: TableSource) -> HookAnswer[Instant]:
        """The instant at which this kan's indicator is turned."""
        ...

    def after_rinshan(self, kan: Kan, tile: Tile | None, table: TableSource) -> None:
        """Lets observers see the replacement tile."""
        ...

    def fifth_kan(self, kan: Kan, table: TableSource) -> HookAnswer[FifthKan]:
        """What this fifth kan is."""
        ...

    def four_kans(self, kan: Kan, table: TableSource) -> HookAnswer[FourKans]:
        """What this fourth kan is, now that it stands."""
        ...

    def rob_kan(self, kan: Kan, seat: Seat, table: TableSource) -> HookAnswer[bool]:
        """Whether this seat, whose hand the tile completes, may rob the kan."""
        ...

    def liability(self, call: Call, table: TableSource) -> list[HookAnswer[Liability]]:
        """Who becomes liable by this call."""
        ...

    def kan_stands(self, kan: Kan, table: TableSource) -> Sequence[HookAnswer[Transfer]]:
        """Who pays at once for this kan."""
        ...

    def payments(self, result: Result, table: TableSource) -> Sequence[HookAnswer[Transfer]]:
        """Payments beside the ordinary ones."""
        ...

    def penalty(self, foul: Foul, table: TableSource) -> HookAnswer[Penalty] | None:
        """What this foul costs; None where no rule says."""
        ...


class HasJudge(Protocol):
    """A ruleset: anything that brings a judge."""

    @property
    def judge(self) -> Judge:
        """Who answers the machine's questions."""
        ...


@dataclass(frozen=True, slots=True)
class Judged:
    """A ruleset as far as the machine needs one: a judge of its own, such as one that is traced."""

    judge: Judge
