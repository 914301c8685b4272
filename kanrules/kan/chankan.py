"""Chankan: who may rob a kan, and the consequences of a robbed kan."""

from __future__ import annotations

from kanrules.kan.kandora import reveal_kandora, turn, turned_before_robbery
from kanrules.law.hook_values import Kan, SetAside
from kanrules.law.options import AnkanRobbery, Instant, Options, RobberyUntil
from kanrules.pieces.actions import Ankan, Discard, Shouminkan
from kanrules.pieces.events import Turned
from kanrules.pieces.melds import MeldType
from kanrules.pieces.readings import Concealed, waits_mask
from kanrules.pieces.tiles import KIND, TERMINALS_AND_HONOURS, Seat, counts_37
from kanrules.rulings import Finding, Verdict
from kanrules.table.snapshot import Table
from kanrules.table.state import State

_ANKAN, _DAIMINKAN, _SHOUMINKAN = MeldType.ANKAN, MeldType.DAIMINKAN, MeldType.SHOUMINKAN
_TURNED = Verdict.TURNED


def rob_kan(kan: Kan, seat: Seat, table: Table, options: Options) -> bool:
    """Return True if this seat may rob the kan: a shouminkan always, an ankan never or only with thirteen orphans.

    Source: the key `chankan.ankan`.
    """
    if kan.type is MeldType.SHOUMINKAN:
        return True
    if kan.type is MeldType.DAIMINKAN or options.chankan.ankan is AnkanRobbery.NEVER:
        return False
    return waits_on_kokushi(table, seat, KIND[kan.tile])


def waits_on_kokushi(table: Table, seat: Seat, kind: int) -> bool:
    """Return True if this tile completes thirteen orphans for this seat."""
    counts = counts_37(table.hands[seat])
    if (
        table.melds[seat]
        or kind not in TERMINALS_AND_HONOURS
        or not waits_mask(Concealed.from_counts(counts)) >> kind & 1
    ):
        return False
    # Such a tile could also complete seven pairs or four sets. With twelve of the thirteen kinds, it cannot.
    return sum(1 for orphan in TERMINALS_AND_HONOURS if counts[orphan]) >= 12


def ankan_may_be_robbed(state: State) -> bool:
    """Return True if a key or a plugin could let a player rob an ankan."""
    return state.options.chankan.ankan is not AnkanRobbery.NEVER or state.judge.asks("rob_kan")


def _may_rob(state: State, kan: Kan, seat: Seat) -> bool:
    answer = state.judge.decide("rob_kan", kan, seat, table=state.glance)
    return rob_kan(kan, seat, state.glance(), state.options) if answer is None else answer.value is True


def with_robbers(state: State, kan: Kan) -> Kan:
    """Return the same kan with the seats that may rob it: their hands are complete with its tile, and the rules allow
    the ron.
    """
    # Its tile was a discard, on which every player could already call ron.
    if kan.type is _DAIMINKAN:
        return kan
    kind = KIND[kan.tile]
    # Only the shape counts here. Furiten and yaku are checked when a player claims the win.
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
    if kan.robbable_by and turned_before_robbery(kan, state.options):
        turn(state, kan.number, Turned.ANNOUNCED)
        state.note(_TURNED, "KR303", "turned", "kandora.robbed_kan")
        state.turned_early = True


def robbed(state: State, kan: Kan | SetAside) -> None:
    """Rule on the kan dora indicator of a robbed kan: the kan was never completed, so it stays face down. A kita has
    none.
    """
    if isinstance(kan, Kan) and state.options.kandora.enabled and not state.turned_early:
        never = reveal_kandora(kan, state.options) is Instant.NEVER
        key = f"kandora.{kan.type}" if never else "kandora.robbed_kan"
        state.note(Verdict.NOT_TURNED, "KR303", "robbed", key, kan=kan.type)


# --- a robbery after the replacement tile --------------------------------------------------------------------------

_STAY = frozenset((
    "claims", "dead", "dora_indicators", "events", "findings", "fouls", "lenient", "objections", "settled_fouls",
    "penalties", "silent", "unseen_counts", "ura_indicators",
))  # fmt: skip
"""What a late robbery does not undo: what was said and found since, and which tiles have been seen."""


def keep_window(state: State) -> None:
    """Keep the table of the announcement if the kan may still be robbed after its replacement tile is drawn. A pass is
    final: players who have passed may not rob it later.
    """
    kan = state.announced
    if (
        isinstance(kan, Kan)
        and kan.type is _SHOUMINKAN
        and not state.silent.issuperset(kan.robbable_by)
        and state.options.chankan.until is RobberyUntil.DISCARD
    ):
        state.window = State.copy(state)


def keep_claimed_discard(state: State, caller: Seat) -> None:
    """Keep the table of a discard that a player claims for a daiminkan, if another player may still win on it later. A
    pass is final: players who have passed may not.
    """
    if state.options.kan.late_ron and state.last is not None and _waiting_for(state, state.last, caller) - state.silent:
        state.window = State.copy(state)


def _waiting_for(state: State, discard: Discard, caller: Seat) -> set[Seat]:
    """Return the players whose hand waits for a discard that another player claims."""
    seats = {*state.setup.seats} - {caller, discard.seat}
    return {seat for seat in seats if state.waits(seat) >> KIND[discard.tile] & 1}


def close_window(state: State) -> None:
    """End the time in which the last shouminkan may be robbed, or the tile of the last daiminkan won on. A player who
    let a shouminkan pass becomes furiten; a discard that was passed has its own effect.
    """
    kan = state.window.announced if state.window is not None else None
    state.window = None
    if kan is not None and state.options.chankan.passing_is_furiten:
        state.let_pass(KIND[kan.tile])


def let_late_robbery_pass(state: State, seat: Seat) -> None:
    """Record that a player does not rob the kan. The window closes with the last player who could have robbed it, and
    after a daiminkan with the last who could have called ron.
    """
    assert state.window is not None
    state.silent.add(seat)
    kan, last = state.window.announced, state.window.last
    if kan is not None:
        left = set(kan.robbable_by)
    else:
        assert last is not None
        left = _waiting_for(state, last, state.turn)
    if state.silent.issuperset(left):
        close_window(state)


def as_robbed(state: State) -> State:
    """Return the table on which a ron is judged now: with a late robbery, one on which the kan is undone."""
    if state.window is None:
        return state
    twin = State.copy(state)
    undo(twin)
    return twin


def undo(state: State) -> None:
    """Undo the kan for scoring, as if it had been robbed before its replacement tile, or its tile won on before it was
    claimed. The replacement tile goes back, its kan dora indicator does not count, liability and a fourth kan are
    undone, ippatsu and the first go-around survive, and immediate payments are paid back.
    """
    drawn, is_replaced = state.drawn, state.on_replacement
    assert state.window is not None
    restore(state, state.window)
    if not is_replaced:
        return
    (state.replacements or state.live)[0] = drawn
    if not state.setup.undrawn:
        # The replacement tile is the last tile of the live wall itself.
        state.live[0] = drawn


def restore(state: State, table: State) -> None:
    """Set the state back to an earlier table, except for what a late robbery does not undo."""
    earlier = State.copy(table)
    for name in State.__slots__:
        if name not in _STAY:
            setattr(state, name, getattr(earlier, name))


def note_undone(state: State) -> None:
    """Note what the late robbery undoes."""
    window = state.window
    assert window is not None
    kan = window.announced
    key = "chankan.until" if kan is not None else "kan.late_ron"
    if kan is None:
        if state.options.kandora.enabled:
            state.note(Verdict.NOT_TURNED, "KR303", "undone, won", key, kan=_DAIMINKAN)
    elif window.turned_early:
        state.note(_TURNED, "KR303", "undone, turned", key, kan=_SHOUMINKAN)
    elif state.options.kandora.enabled:
        state.note(Verdict.NOT_TURNED, "KR303", "undone", key, kan=_SHOUMINKAN)
    for transfer in state.at_once[len(window.at_once) :]:
        state.note(
            Verdict.PAYS, "KR406", "paid back", key,
            seat=transfer.source, to=transfer.to, points=transfer.points,
        )  # fmt: skip


def is_of_robbery(finding: Finding, state: State) -> bool:
    """Return True if this finding says that the kan announced now is robbed."""
    last = len(state.events) - 1
    # A hand that starts from a position inside the window has no announcement among its events: all events belong to
    # the window.
    while last >= 0 and not isinstance(state.events[last], (Ankan, Shouminkan)):
        last -= 1
    return finding.code == "KR303" and finding.verdict is Verdict.NOT_TURNED and finding.at > last
