"""What clubs do with kans that no table of options can say: fees, bonuses, a fourth kan that wins, and the liability of old rules.

    [ruleset]
    extends = "ema-2016"
    plugins = ["club"]

    [plugin.club]
    open_kan_fee = 1000

Sources: house rules collected in `docs/`; liability for yakuman that the fourth set fixes: the Houchi rules of 1952.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from kanrules import Call, FourKans, Kan, Liability, MeldType, Result, Seat, Table, Transfer, hookimpl

codes: dict[str, str] = {}

HONOURS = frozenset(range(27, 34))
TERMINALS = frozenset((0, 8, 9, 17, 18, 26))
GREEN = frozenset((19, 20, 21, 23, 25, 32))
KINDS = {"tsuuiisou": HONOURS, "chinroutou": TERMINALS, "ryuuiisou": GREEN}


@dataclass(frozen=True)
class Options:
    """The plugin's table `[plugin.club]`; all of it is off unless set."""

    open_kan_fee: int = 0
    """Points that each open kan costs its player when the hand ends, put on the table; a multiple of 1000."""
    kan_bonus: int = 0
    """Points that each kan brings its player on a win: from who dealt in, or from each of the others on a tsumo."""
    fourth_kan_wins: bool = False
    """The fourth kan of one player wins as it stands."""
    old_liability: tuple[str, ...] = ()
    """Yakuman that the fourth called set makes certain, for which its feeder answers: tsuuiisou, chinroutou, ryuuiisou."""


options = Options


def _options(rules: Any) -> dict[str, Any]:
    table: dict[str, Any] = dict(rules.plugin.get("club", {}))
    return table


@hookimpl
def payments(result: Result, table: Table, rules: Any) -> list[Transfer]:
    """Open kans pay their fee to the table; the winner's kans are paid for."""
    options = _options(rules)
    found: list[Transfer] = []
    fee, bonus = options.get("open_kan_fee", 0), options.get("kan_bonus", 0)
    for kan in table.kans:
        if fee and kan.type != MeldType.ANKAN:
            found.append(Transfer(kan.seat, "table", fee, f"fee for an open kan of {kan.seat}"))
        if bonus and kan.seat in result.winners:
            payers = [result.loser] if result.loser is not None else [seat for seat in Seat if seat != kan.seat]
            found += [Transfer(payer, kan.seat, bonus, f"bonus for a kan of {kan.seat}") for payer in payers if payer is not None]
    return found


@hookimpl
def four_kans(kan: Kan, table: Table, rules: Any) -> FourKans | None:
    """The fourth kan of one player wins, where the club plays so and the ruleset does not end the hand there."""
    owners = {other.seat for other in table.kans} | {kan.seat}
    if not _options(rules).get("fourth_kan_wins") or len(owners) > 1 or rules["four_kans.one_player"] != "play_on":
        return None
    return FourKans.WIN


@hookimpl
def liability(call: Call, table: Table, rules: Any) -> list[Liability]:
    """Who feeds the fourth set of a hand that is then all honours, all terminals or all green answers for it."""
    melds = table.melds[call.seat]
    if call.source is None or len(melds) < 4:
        return []
    found = []
    for yakuman in _options(rules).get("old_liability", ()):
        kinds = KINDS.get(yakuman, frozenset())
        if all(meld.kind in kinds and meld.type != MeldType.CHI for meld in melds):
            found.append(Liability(yakuman, call.source))
    return found
