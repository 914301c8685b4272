"""What happens when a discard passes: its riichi is valid, indicators due now are turned, and draws are declared."""

from __future__ import annotations

from kanrules.errors import HandEnds, IllegalAction
from kanrules.kan import way
from kanrules.kyoku import draws, wins
from kanrules.kyoku.ends import carry_out
from kanrules.law.codes import objection
from kanrules.pieces.actions import Action, Draw, Pass
from kanrules.pieces.tiles import KIND, Seat
from kanrules.table.state import State


def let_pass_alone(state: State, action: Pass, seat: Seat) -> bool:
    """Record one player's pass. Returns True if every other player has answered now, so that play continues as if all
    passed.
    """
    announced, last = state.announced, state.last
    owner = announced.seat if announced is not None else last.seat if last is not None else None
    called = {claim.seat for claim in state.claims}
    if seat == owner:
        raise IllegalAction([objection("KR299", "own_tile", action=action, seat=seat)])
    if seat in state.silent or seat in called:
        raise IllegalAction([objection("KR299", "answered", action=action, seat=seat)])
    state.silent.add(seat)
    return len(state.silent | called) == state.setup.players - 1


def let_discard_pass(state: State) -> None:
    """Let the discard pass without a ron: its riichi is valid and paid, indicators due now are turned, and draws are
    declared.
    """
    if not state.due:
        return
    state.due = False
    ends = draws.on_passing(state)
    if state.watch_passes:
        _note_yakuless(state)
    draws.settle_riichi(state, ends)
    end = way.walk(state, way.Wait.CLAIMS) if state.kans else None
    if end is None and ends is not None:
        end = way.WayEnd(ends)
    carry_out(state, end)


def pass_before(state: State, action: Action) -> None:
    """Let the discard pass before a call or a draw; first refuse the action if the hand would end there."""
    ends = draws.on_passing(state)
    if ends is not None:
        raise HandEnds([objection("KR299", "hand_ends", action=action, by=ends)], ends)
    if isinstance(action, Draw) and action.tile is not None and state.live[-1] is None:
        state.check_unseen(action.tile)
    let_discard_pass(state)


def _note_yakuless(state: State) -> None:
    """Drop the tiles that a player passed without a yaku: under `furiten.without_yaku = false` they do not make the
    player furiten.
    """

    last = state.last
    if last is None:
        return
    kind = KIND[last.tile]
    for seat in state.setup.seats:
        if seat != last.seat and state.waits(seat) >> kind & 1 and wins.value_of_ron(state, seat) is None:
            state.yakuless.add((seat, len(state.ron_kinds) - 1))
