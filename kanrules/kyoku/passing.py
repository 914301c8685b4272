"""What happens when a discard passes: its riichi becomes valid, kan dora indicators due now are turned, and draws are
declared.
"""

from __future__ import annotations

from kanrules.errors import HandEnds, IllegalAction
from kanrules.kan import late_robbery
from kanrules.kan.course import KAN
from kanrules.kan.way import Pause, WayEnd
from kanrules.kyoku import abortive_draws, wins
from kanrules.kyoku.ends import carry_out
from kanrules.law.codes import objection
from kanrules.pieces.actions import Action, Draw, Pass
from kanrules.pieces.tiles import KIND, Seat
from kanrules.table.state import State


def let_pass_alone(state: State, action: Pass, seat: Seat) -> bool:
    """Record one player's pass. Return True if every other player has answered now, so that play continues as if all
    passed.
    """
    announced, last = state.announced, state.last
    if state.window is not None:
        announced = state.window.announced
    owner = announced.seat if announced is not None else last.seat if last is not None else None
    called = {claim.seat for claim in state.claims}
    if seat == owner:
        raise IllegalAction([objection("KR299", "own_tile", action=action, seat=seat)])
    if seat in state.silent or seat in called:
        raise IllegalAction([objection("KR299", "answered", action=action, seat=seat)])
    state.silent.add(seat)
    return len(state.silent | called) == state.setup.players - 1


def let_late_robbery_pass(state: State, action: Pass, seat: Seat) -> None:
    """Record that one player does not rob the last shouminkan, whose replacement tile is already drawn."""
    if seat == state.turn:
        raise IllegalAction([objection("KR299", "own_tile", action=action, seat=seat)])
    if seat in state.silent:
        raise IllegalAction([objection("KR299", "answered", action=action, seat=seat)])
    late_robbery.let_late_robbery_pass(state, seat)


def let_discard_pass(state: State) -> None:
    """Let the discard pass without a ron: its riichi is valid and paid, kan dora indicators due now are turned, and
    draws are declared.
    """
    if not state.due:
        return
    state.due = False
    # Asked before the riichi is settled: a draw by riichi of all players depends on whether this discard declared one.
    ends = abortive_draws.on_passing(state)
    if state.watch_passes:
        _note_yakuless(state)
    abortive_draws.settle_riichi(state, ends)
    end = KAN.walk(state, state.kans[-1], Pause.CLAIMS) if state.kans else None
    # The steps of a kan carry out four kans and suukantsu themselves. Only the other draws are left.
    if end is None and ends is not None:
        end = WayEnd(ends)
    carry_out(state, end)


def pass_before(state: State, action: Action) -> None:
    """Let the discard pass before a call or a draw. Raises HandEnds if the hand ends there."""
    ends = abortive_draws.on_passing(state)
    if ends is not None:
        raise HandEnds([objection("KR299", "hand_ends", action=action, by=ends)], ends)
    # Checked before anything changes, so that a refused draw leaves the table as it was.
    if isinstance(action, Draw) and action.tile is not None and state.live[-1] is None:
        state.check_unseen(action.tile)
    let_discard_pass(state)


def _note_yakuless(state: State) -> None:
    """Note players who passed a tile that would have won without a yaku. Under `furiten.without_yaku = false` it does
    not make them furiten.
    """

    last = state.last
    if last is None:
        return
    kind = KIND[last.tile]
    for seat in state.setup.seats:
        if (
            seat != last.seat
            and not state.is_hidden(seat)
            and state.waits(seat) >> kind & 1
            and wins.value_of_ron(state, seat) is None
        ):
            state.yakuless.add((seat, len(state.ron_kinds) - 1))
