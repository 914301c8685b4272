"""Chankan: who may rob a kan, and what a robbed kan leaves behind."""

from __future__ import annotations

from kanrules.kan.kandora import turn
from kanrules.law.options import AnkanRobbery, Options, Shown
from kanrules.law.vocabulary import Kan, SetAside
from kanrules.pieces.actions import Ankan, Shouminkan
from kanrules.pieces.events import Turned
from kanrules.pieces.melds import MeldType
from kanrules.pieces.readings import Concealed, waits_mask
from kanrules.pieces.tiles import KIND, TERMINALS_AND_HONOURS, Seat, counts_37
from kanrules.rulings import Finding, Verdict
from kanrules.table.snapshot import Table
from kanrules.table.state import State

_ANKAN, _DAIMINKAN = MeldType.ANKAN, MeldType.DAIMINKAN
_REVEALED, _TURNED = Shown.REVEALED, Verdict.TURNED


def rob_kan(kan: Kan, seat: Seat, table: Table, options: Options) -> bool:
    """True if this seat may rob the kan: a shouminkan always, an ankan never or only with thirteen orphans.

    Source: the key `chankan.ankan`.
    """
    if kan.type is MeldType.SHOUMINKAN:
        return True
    if kan.type is MeldType.DAIMINKAN or options.chankan.ankan is AnkanRobbery.NEVER:
        return False
    return waits_on_kokushi(table, seat, KIND[kan.tile])


def waits_on_kokushi(table: Table, seat: Seat, kind: int) -> bool:
    """True if this seat's hand is thirteen orphans with that tile."""
    counts = counts_37(table.hands[seat])
    if (
        table.melds[seat]
        or kind not in TERMINALS_AND_HONOURS
        or not waits_mask(Concealed.from_counts(counts)) >> kind & 1
    ):
        return False
    return sum(1 for orphan in TERMINALS_AND_HONOURS if counts[orphan]) >= 12


def ankan_may_be_robbed(state: State) -> bool:
    """True if a key or a plugin could let a player rob an ankan."""
    return state.options.chankan.ankan is not AnkanRobbery.NEVER or state.judge.asks("rob_kan")


def _may_rob(state: State, kan: Kan, seat: Seat) -> bool:
    if state.judge.asks("rob_kan"):
        return state.judge.rob_kan(kan, seat, state.glance).value
    return rob_kan(kan, seat, state.glance(), state.options)


def with_robbers(state: State, kan: Kan) -> Kan:
    """Return the same kan with the seats that may rob it: their hands are complete with its tile, and the rules allow
    the ron.
    """
    if kan.type is _DAIMINKAN:
        return kan
    kind = KIND[kan.tile]
    waiting = [seat for seat in state.setup.seats if seat != kan.seat and state.waits(seat) >> kind & 1]
    if not waiting or (kan.type is _ANKAN and not ankan_may_be_robbed(state)):
        return kan
    robbers = tuple(seat for seat in waiting if _may_rob(state, kan, seat))
    if not robbers:
        return kan
    return Kan(
        kan.type,
        kan.seat,
        kan.tile,
        kan.tiles,
        kan.called,
        kan.source,
        kan.number,
        kan.in_riichi,
        kan.on_replacement,
        robbers,
    )


def indicator_before_robbery(state: State) -> None:
    """Turn the kan dora indicator before the robbery window opens, if even a robbed kan shows it."""
    kan = state.announced
    assert isinstance(kan, Kan)
    kandora = state.options.kandora
    if kandora.robbed_kan is _REVEALED and kandora.enabled and kan.robbable_by and kan.number <= 4:
        turn(state, kan.number, Turned.ANNOUNCED)
        state.note(_TURNED, "KR303", "turned", "kandora.robbed_kan")
        state.turned_early = True


def robbed(state: State, kan: Kan | SetAside) -> None:
    """Undo a robbed kan: it was never completed, so its indicator stays face down. A kita has no indicator."""
    if isinstance(kan, Kan) and state.options.kandora.enabled and not state.turned_early:
        state.note(Verdict.NOT_TURNED, "KR303", "robbed", "kandora.robbed_kan", kan=kan.type)


def is_of_robbery(finding: Finding, state: State) -> bool:
    """True if this finding says that the kan announced now is robbed."""
    last = len(state.events) - 1
    # A hand that starts from a position inside the window has no announcement among its events: all events belong to
    # the window.
    while last >= 0 and not isinstance(state.events[last], (Ankan, Shouminkan)):
        last -= 1
    return finding.code == "KR303" and finding.verdict is Verdict.NOT_TURNED and finding.at > last
