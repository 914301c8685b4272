"""Core's own answers as hooks, from the options of the ruleset: `kanrules.hooks.judge` registers them like any
plugin's. The laws themselves stand in `kanrules.kan`.
"""

from __future__ import annotations

from collections.abc import Callable

from kanrules.hooks.marks import hookimpl
from kanrules.kan import chankan, fifth_kan, four_kans, kandora, liability, penalties
from kanrules.law.options import Instant, Options
from kanrules.law.vocabulary import Call, FifthKan, Foul, FourKans, Kan, Liability, Penalty
from kanrules.pieces.tiles import Seat
from kanrules.rulings import Objection
from kanrules.table.judge import Rules
from kanrules.table.snapshot import Table


class CorePlugin:
    """Core's answers from the options of the ruleset."""

    @hookimpl(trylast=True)
    def reveal_kandora(self, kan: Kan, rules: Rules) -> Instant:
        """See `kandora.reveal_kandora`."""
        return kandora.reveal_kandora(kan, rules.options)

    @hookimpl(trylast=True)
    def fifth_kan(self, kan: Kan, rules: Rules) -> FifthKan:
        """See `fifth_kan.fifth_kan`."""
        return fifth_kan.fifth_kan(kan, rules.options)

    @hookimpl(trylast=True)
    def four_kans(self, kan: Kan, table: Table, rules: Rules) -> FourKans:
        """See `four_kans.four_kans`."""
        return four_kans.four_kans(kan, table, rules.options)

    @hookimpl(trylast=True)
    def rob_kan(self, kan: Kan, seat: Seat, table: Table, rules: Rules) -> bool:
        """See `chankan.rob_kan`."""
        return chankan.rob_kan(kan, seat, table, rules.options)

    @hookimpl(trylast=True)
    def liability(self, call: Call, table: Table, rules: Rules) -> list[Liability]:
        """See `liability.attaches`."""
        return liability.attaches(call, table.melds[call.seat], rules.options)

    @hookimpl(trylast=True)
    def penalty(self, foul: Foul, rules: Rules) -> Penalty | None:
        """See `penalties.penalty`."""
        return penalties.penalty(foul, rules.options)


class CoreObjection:
    """One of core's laws about a kan."""

    def __init__(self, law: Callable[[Kan, Table, Options], Objection | None]) -> None:
        self._law = law

    @hookimpl(trylast=True)
    def before_kan(self, kan: Kan, table: Table, rules: Rules) -> Objection | None:
        """See `kanrules.kan.objections`."""
        return self._law(kan, table, rules.options)
