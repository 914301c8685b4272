"""Core's own answers to the hooks, registered by `kanrules.hooks.judge` like those of any plugin.

The laws themselves are in `kanrules.kan`.
"""

from __future__ import annotations

from collections.abc import Callable

from kanrules.hooks.marks import hookimpl
from kanrules.kan import course, liability, penalties
from kanrules.law.hook_values import Call, FifthKan, Foul, FourKans, Kan, Liability, Penalty
from kanrules.law.options import Instant, Options
from kanrules.pieces.tiles import Seat
from kanrules.rulings import Objection
from kanrules.table.judge import Rules
from kanrules.table.snapshot import Table


class CorePlugin:
    """Core's answers to the hooks, read from the options of the ruleset."""

    @hookimpl(trylast=True)
    def reveal_kandora(self, kan: Kan, rules: Rules) -> Instant:
        """Answer with `course.reveal_kandora`."""
        return course.reveal_kandora(kan, rules.options)

    @hookimpl(trylast=True)
    def fifth_kan(self, kan: Kan, rules: Rules) -> FifthKan:
        """Answer with `course.fifth_kan`."""
        return course.fifth_kan(kan, rules.options)

    @hookimpl(trylast=True)
    def four_kans(self, kan: Kan, table: Table, rules: Rules) -> FourKans:
        """Answer with `course.four_kans`."""
        return course.four_kans(kan, table, rules.options)

    @hookimpl(trylast=True)
    def rob_kan(self, kan: Kan, seat: Seat, table: Table, rules: Rules) -> bool:
        """Answer with `course.rob_kan`."""
        return course.rob_kan(kan, seat, table, rules.options)

    @hookimpl(trylast=True)
    def liability(self, call: Call, table: Table, rules: Rules) -> list[Liability]:
        """Answer with `liability.attaches`."""
        return liability.attaches(call, table.melds[call.seat], rules.options)

    @hookimpl(trylast=True)
    def penalty(self, foul: Foul, rules: Rules) -> Penalty | None:
        """Answer with `penalties.penalty`."""
        return penalties.penalty(foul, rules.options)


class CoreObjection:
    """One of core's laws against a kan, as a plugin of its own so that a trace can name it."""

    def __init__(self, law: Callable[[Kan, Table, Options], Objection | None]) -> None:
        self._law = law

    @hookimpl(trylast=True)
    def before_kan(self, kan: Kan, table: Table, rules: Rules) -> Objection | None:
        """Answer with this law of `kanrules.kan.course`."""
        return self._law(kan, table, rules.options)
