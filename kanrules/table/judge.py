"""The protocol of the judge, which answers the machine's questions about a kan, so that the machine need not know the
plugin system.

`kanrules.hooks.judge` implements it with pluggy.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Generic, Protocol, TypeVar

from kanrules.frozen import dataclass
from kanrules.law.hook_values import (
    Call,
    CompleteHand,
    Dora,
    FifthKan,
    Foul,
    FourKans,
    Kan,
    Liability,
    Penalty,
    Result,
    Transfer,
    Yaku,
)
from kanrules.law.options import Instant, Options
from kanrules.pieces.tiles import Seat, Tile
from kanrules.rulings import Objection
from kanrules.table.snapshot import Table

TableSource = Callable[[], Table]
"""Function that makes the frozen snapshot when it is needed."""
Said = TypeVar("Said", covariant=True)
"""Type of an answer."""


@dataclass(frozen=True, slots=True)
class HookAnswer(Generic[Said]):
    """One answer to a question about a kan, with who gave it: the name of the plugin, or "core"."""

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
        """Return True if this hook must be asked. Otherwise no plugin answers it, and core's law is called directly."""
        ...

    def before_kan(self, kan: Kan, table: TableSource) -> list[HookAnswer[Objection]]:
        """Return all objections to this kan, most serious first."""
        ...

    def reveal_kandora(self, kan: Kan, table: TableSource) -> HookAnswer[Instant]:
        """Return the moment at which this kan's dora indicator is turned."""
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

    def kans_end(self, kan: Kan, table: TableSource) -> HookAnswer[FourKans] | None:
        """Return `ABORT` if one of the first three kans ends the hand; None if it does not."""
        ...

    def rob_kan(self, kan: Kan, seat: Seat, table: TableSource) -> HookAnswer[bool]:
        """Return True if this seat, whose hand the tile completes, may rob the kan."""
        ...

    def yaku(self, win: CompleteHand, table: TableSource) -> Sequence[HookAnswer[Yaku]]:
        """Return the yaku of plugins in this hand."""
        ...

    def dora(self, win: CompleteHand, table: TableSource) -> HookAnswer[Dora] | None:
        """Return the dora of this hand if a plugin counts them; None if core does."""
        ...

    def liability(self, call: Call, table: TableSource) -> list[HookAnswer[Liability]]:
        """Return the liabilities that this call creates."""
        ...

    def kan_stands(self, kan: Kan, table: TableSource) -> Sequence[HookAnswer[Transfer]]:
        """Return the immediate payments for this kan."""
        ...

    def payments(self, result: Result, table: TableSource) -> Sequence[HookAnswer[Transfer]]:
        """Return payments in addition to the ordinary ones."""
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
