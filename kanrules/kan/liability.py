"""Sekinin barai: which calls make a player liable for another player's yakuman.

Liability belongs to a call and is never lost. A pon that later becomes a shouminkan keeps its feeder. A shouminkan and
an ankan have no feeder, so they never make a player liable.
"""

from __future__ import annotations

from collections.abc import Sequence

from kanrules.kan.findings import find
from kanrules.law.hook_values import Call, Kan, Liability
from kanrules.law.options import Options, RinshanLiability
from kanrules.pieces.melds import Meld, MeldType
from kanrules.pieces.tiles import DRAGONS, EAST, WINDS, Kind, Seat
from kanrules.table.judge import HookAnswer
from kanrules.table.state import State

_SETS: tuple[tuple[str, tuple[Kind, ...]], ...] = (("daisangen", DRAGONS), ("daisuushii", WINDS))


def attaches(call: Call, melds: Sequence[Meld], options: Options) -> list[Liability]:
    """Return the liabilities that this call creates. The player who feeds the last set that a yakuman needs
    (the third dragon, the fourth wind, or the fourth kan) is liable for it.

    Takes the pon or daiminkan, all melds of its caller including the new one, and the options ([sekinin_barai]:
    `yakuman`, `concealed_sets_count`, `completed_by_kan`). Returns one Liability for each yakuman, and none for a
    shouminkan or an ankan. Only a daiminkan feeds the fourth kan. Source: M.League 8-1, EMA 2016 3.3.9, both in
    [sekinin_barai] of their rulesets.
    """
    if call.source is None or not feeds(call):
        return []
    law = options.sekinin_barai
    by_kan = call.type is MeldType.DAIMINKAN
    kind = call.kind
    concealed = law.concealed_sets_count

    def counting(yakuman: str) -> list[Meld]:
        counts = concealed if isinstance(concealed, bool) else yakuman in concealed
        return [meld for meld in melds if meld.is_open or counts]

    found = []
    for yakuman, sets in _SETS:
        if kind not in sets or yakuman not in law.yakuman or (by_kan and not law.completed_by_kan):
            continue
        if len({meld.kind for meld in counting(yakuman) if meld.type is not MeldType.CHI} & set(sets)) == len(sets):
            found.append(Liability(yakuman, call.source))
    if by_kan and "suukantsu" in law.yakuman and sum(meld.is_kan for meld in counting("suukantsu")) == 4:
        found.append(Liability("suukantsu", call.source))
    return found


def feeds(call: Call) -> bool:
    """Return True for a daiminkan and for a pon of an honour tile. Any other call completes no dragons, no winds, and
    no four kans for which its feeder could be liable.
    """
    return call.type is MeldType.DAIMINKAN or (call.type is MeldType.PON and call.kind >= EAST)


def of_call(state: State, call: Call) -> list[HookAnswer[Liability]]:
    """Return who becomes liable through this call, whose meld is already on the table, and who decides it."""
    if state.judge.asks("liability"):
        return list(state.judge.answers("liability", call, table=state.glance))
    melds = state.melds[call.seat]
    # Three melds are the fewest that complete the dragons. With fewer, core's law makes no player liable.
    if len(melds) < len(DRAGONS):
        return []
    return [HookAnswer(found) for found in attaches(call, melds, state.options)]


def by_call(state: State, call: Call) -> None:
    """Record in the state who becomes liable through this call."""
    for answer in of_call(state, call):
        liability = answer.value
        state.liabilities[call.seat].append(liability)
        find(state, "liable", answer.by, liable=liability.seat, seat=call.seat, yakuman=liability.yakuman)


def feeder(state: State) -> Seat | None:
    """Return the player who is liable for a win on the replacement tile now, or None.

    It is the feeder of the daiminkan in this chain of kans, as far as the rules extend the liability.
    """
    law = state.options.sekinin_barai.daiminkan_rinshan
    if not state.on_replacement or not state.chain or law is RinshanLiability.NONE:
        return None
    # Kans that follow on replacement tiles extend the chain; the daiminkan that began it stays its first.
    first = state.chain[0]
    if (
        not isinstance(first, Kan)
        or first.type is not MeldType.DAIMINKAN
        or (law is RinshanLiability.REPLACEMENT_ONLY and len(state.chain) > 1)
    ):
        return None
    return first.source
