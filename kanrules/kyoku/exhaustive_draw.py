"""The exhaustive draw: nagashi mangan, noten payments, and the next dealer."""

from __future__ import annotations

from kanrules.kyoku import fouls
from kanrules.kyoku.conclude import conclude
from kanrules.kyoku.wins import next_hand
from kanrules.law import payments
from kanrules.law.options import ExhaustiveDealer, NagashiMangan, NagashiPays
from kanrules.law.outcome import Outcome
from kanrules.pieces.events import ResultType
from kanrules.pieces.melds import MeldType
from kanrules.pieces.tiles import TERMINALS_AND_HONOURS, Seat
from kanrules.table.state import State

ORPHANS = sum(1 << kind for kind in TERMINALS_AND_HONOURS)
"""Kinds of terminals and honours, as a 34-bit mask."""


def exhaust(state: State) -> None:
    """End the hand with an empty wall: hands in riichi are shown, then nagashi mangan or the noten payments are
    made.
    """
    # Hands in riichi are shown before any payment, and a chombo then replaces the draw.
    if fouls.at_draw(state):
        return
    options = state.options
    tenpai = tuple(seat for seat in state.setup.seats if not state.dead[seat] and state.is_tenpai(seat))
    for seat in state.setup.seats:
        if state.is_hidden(seat) and not state.dead[seat]:
            state.cannot_know("tenpai", seat)
    nagashi = [seat for seat in state.setup.seats if has_nagashi(state, seat)]
    if nagashi:
        own = [seat for seat in nagashi if state.riichi[seat]]
        paid = payments.nagashi(nagashi, options, honba=state.honba, sticks=state.sticks, own_stick=own)
        changes = payments.transferred(paid, state.setup.players)
        if options.draws.nagashi_pays is NagashiPays.AS_WIN:
            after = next_hand(state, dealer_won=Seat.EAST in nagashi)
            outcome = Outcome(ResultType.NAGASHI_MANGAN, changes, tenpai=tenpai, sticks=0, **after)
            conclude(state, outcome, transfers=lambda: paid)
            return
        result = ResultType.NAGASHI_MANGAN
    else:
        result, paid = ResultType.EXHAUSTIVE_DRAW, payments.noten_payments(tenpai, options)
        changes = payments.transferred(paid, state.setup.players)
    keeps = Seat.EAST in tenpai and options.draws.exhaustive_dealer is ExhaustiveDealer.TENPAI_KEEPS
    conclude(
        state,
        Outcome(result, changes, tenpai=tenpai, dealer_keeps=keeps, next_honba=state.honba + 1, sticks=state.sticks),
        transfers=lambda: paid,
    )


def has_nagashi(state: State, seat: Seat) -> bool:
    """Return True if all of this seat's discards were terminals and honours and none was called.

    `draws.nagashi_mangan` says whether the player's own calls rule it out.
    """
    if state.dead[seat] or state.taken[seat] or not state.rivers[seat] or state.river_mask(seat) & ~ORPHANS:
        return False
    law = state.options.draws.nagashi_mangan
    if law is NagashiMangan.CLOSED_ONLY:
        return all(meld.type is MeldType.ANKAN for meld in state.melds[seat])
    return law is not NagashiMangan.OFF
