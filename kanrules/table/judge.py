"""What the machine asks about a kan. It talks to this protocol, since it does not know the plugin system.

`kanrules.hooks.judge` implements it with pluggy.
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
"""Function that makes the frozen snapshot when it is needed."""
Said = TypeVar("Said", covariant=True)
"""Type of an answer."""


@dataclass(frozen=True, slots=True)
class HookAnswer(Generic[Said]):
    """One answer to a question about a kan, and who gave it: the name of the plugin, or "core"."""

    value: Said
    by: str = "core"


class Rules(Protocol):
    """A ruleset as hooks and laws see it: every option, by table or key, and the source of each."""

    @property
    def id(self) -> str:
        """Id of the ruleset."""
        ...

    @property
    def options(self) -> Options:
        """All options, resolved."""
        ...

    @property
    def plugin(self) -> Mapping[str, Mapping[str, Any]]:
        """Each plugin's own options, by plugin name."""
        ...

    def __getitem__(self, key: str) -> Any:
        """Return the value of a key such as `kandora.ankan`."""
        ...


class Judge(Protocol):
    """Answers the machine's questions under one ruleset."""

    @property
    def options(self) -> Options:
        """Options of the ruleset."""
        ...

    def asks(self, hook: str) -> bool:
        """True if this hook must be asked. If not, no plugin answers it, and core's law is called directly."""
        ...

    def before_kan(self, kan: Kan, table: TableSource) -> list[HookAnswer[Objection]]:
        """Return all objections to this kan, gravest first."""
        ...

    def reveal_kandora(self, kan: Kan, table: TableSource) -> HookAnswer[Instant]:
        """Return the moment at which this kan's indicator is turned."""
        ...

    def after_rinshan(self, kan: Kan, tile: Tile | None, table: TableSource) -> None:
        """Show the replacement tile to observers."""
        ...

    def fifth_kan(self, kan: Kan, table: TableSource) -> HookAnswer[FifthKan]:
        """Return what this fifth kan does."""
        ...

    def four_kans(self, kan: Kan, table: TableSource) -> HookAnswer[FourKans]:
        """Return what this fourth kan does, once it is completed."""
        ...

    def rob_kan(self, kan: Kan, seat: Seat, table: TableSource) -> HookAnswer[bool]:
        """True if this seat, whose hand the tile completes, may rob the kan."""
        ...

    def liability(self, call: Call, table: TableSource) -> list[HookAnswer[Liability]]:
        """Return the liabilities that this call creates."""
        ...

    def kan_stands(self, kan: Kan, table: TableSource) -> Sequence[HookAnswer[Transfer]]:
        """Return the immediate payments for this kan."""
        ...

    def payments(self, result: Result, table: TableSource) -> Sequence[HookAnswer[Transfer]]:
        """Return additional payments."""
        ...

    def penalty(self, foul: Foul, table: TableSource) -> HookAnswer[Penalty] | None:
        """Return the penalty for this foul; None if no rule sets one."""
        ...


class HasJudge(Protocol):
    """A ruleset: anything that provides a judge."""

    @property
    def judge(self) -> Judge:
        """The judge that answers the machine's questions."""
        ...


@dataclass(frozen=True, slots=True)
class Judged:
    """A ruleset reduced to what the machine needs: a judge, such as one that is traced."""

    judge: Judge
