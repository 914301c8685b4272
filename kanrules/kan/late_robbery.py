"""A robbery after the replacement tile: a shouminkan robbed until the discard (`chankan.until`), or the tile of a
daiminkan won on after it was claimed (`kan.late_ron`). The win undoes the kan for scoring.
"""

from __future__ import annotations

from kanrules.kan.findings import find
from kanrules.law.hook_values import Kan
from kanrules.law.options import RobberyUntil
from kanrules.pieces.actions import Discard
from kanrules.pieces.melds import MeldType
from kanrules.pieces.tiles import KIND, Seat
from kanrules.table.state import State

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
        and kan.type is MeldType.SHOUMINKAN
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
        state.let_pass(kan)


def let_late_robbery_pass(state: State, seat: Seat) -> None:
    """Record that a player does not rob the kan. The window closes with the last player who could have robbed it, and
    after a daiminkan with the last who could have called ron.
    """
    assert state.window is not None, "only while the late window is open"
    state.silent.add(seat)
    kan, last = state.window.announced, state.window.last
    if kan is not None:
        left = set(kan.robbable_by)
    else:
        assert last is not None, "the window of a daiminkan keeps the discard that was called"
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
    drawn, is_replaced, place = state.drawn, state.on_replacement, state.replaces_from
    assert state.window is not None, "only while the late window is open"
    taken = state.ura_taken & ~state.window.ura_taken
    restore(state, state.window)
    if taken:
        state.ura_indicators[taken.bit_length() - 1] = drawn
    if not is_replaced or taken:
        return
    # The table of a claimed discard is older than the kan.
    state.replaces_from = place
    tiles, at = state.replacement_place()
    tiles[at] = drawn
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
    assert window is not None, "only while the late window is open"
    kan = window.announced
    if kan is not None and window.turned_early:
        find(state, "robbed late, turned", kan=MeldType.SHOUMINKAN)
    elif state.options.kandora.enabled:
        what = ("won late", MeldType.DAIMINKAN) if kan is None else ("robbed late", MeldType.SHOUMINKAN)
        find(state, what[0], kan=what[1])
    key = "kan.late_ron" if kan is None else "chankan.until"
    for transfer in state.at_once[len(window.at_once) :]:
        find(state, "paid back", "core", key, seat=transfer.source, to=transfer.to, points=transfer.points)
