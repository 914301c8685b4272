"""Draws that end a hand early, and their order if one discard causes several."""

from __future__ import annotations

from kanrules.kyoku.conclude import conclude
from kanrules.law.hook_values import FifthKan, FourKans
from kanrules.law.options import AbortiveDraw, Dealer, FourKansMoment, Stick
from kanrules.law.outcome import Outcome
from kanrules.law.several_rons import dealer_stays_after_draw
from kanrules.pieces.events import ResultType
from kanrules.pieces.tiles import WINDS
from kanrules.rulings import Verdict
from kanrules.table.state import Phase, State

ORDER: tuple[str, ...] = ("ron", "sanchahou", "four_kans", "suufon_renda", "suucha_riichi", "exhaustive_draw")
"""Order in which the possible ends of a hand apply to one discard."""


def on_passing(state: State) -> str | None:
    """Return what ends the hand if no player wins on this discard: a draw, or suukantsu by four kans; None if nothing
    does.

    The end of the wall is not included. Takes the table with a discard that may still be claimed, and changes nothing.
    """
    if state.four_kans is FourKans.ABORT:
        return "four_kans"
    if state.four_kans is FourKans.WIN_ON_PASSED_DISCARD:
        return "suukantsu"
    if state.fifth is FifthKan.ABORT_ON_PASSED_DISCARD:
        return "fifth_kan"
    if len(state.ron_kinds) == len(state.hands) and not state.go_around_over and state.ron_kinds[0] in WINDS:
        # A kita that players let pass is in `ron_kinds` too and need not end the first go-around, so check the rivers.
        same = len(set(state.ron_kinds)) == 1 and all(len(river) == 1 for river in state.rivers)
        if same and state.options.draws.suufon_renda is not AbortiveDraw.OFF:
            return "suufon_renda"
    # Only the discard that declares the last riichi can cause this draw.
    if (
        state.riichi_unpaid is not None
        and all(state.riichi)
        and state.options.draws.suucha_riichi is not AbortiveDraw.OFF
    ):
        return "suucha_riichi"
    return None


def ends_unless_won(state: State) -> bool:
    """Return True if the player has drawn the fourth kan's replacement tile and may only win on it or let the hand end,
    under `four_kans.abort_at = "rinshan_draw"`.
    """
    return (
        state.four_kans is FourKans.ABORT
        and state.phase is Phase.ACT
        and state.on_replacement
        and state.options.four_kans.abort_at is FourKansMoment.RINSHAN_DRAW
    )


def settle_riichi(state: State, ends: str | None) -> None:
    """Settle a riichi whose discard has passed, by paying the stick. If four kans end the hand on that discard,
    `four_kans.riichi_stick` decides.
    """
    seat = state.riichi_unpaid
    if seat is None:
        return
    state.riichi_unpaid = None
    if ends == "four_kans" and state.options.four_kans.riichi_stick is Stick.UNPAID:
        state.riichi[seat] = state.ippatsu[seat] = False
    else:
        state.scores[seat] -= 1000
        state.sticks += 1


def abort(state: State, why: str) -> None:
    """End the hand in this abortive draw: no one pays, the riichi sticks stay, one honba is added, and the rules decide
    the next dealer.
    """
    result = ResultType(why)
    if result is ResultType.FOUR_KANS:
        # If the hand ends with the discard, before a ron on it, the riichi of that discard is not settled yet.
        settle_riichi(state, why)
        keeps = state.options.four_kans.dealer is Dealer.KEEPS
    elif result is ResultType.FIFTH_KAN:
        keeps = state.options.fifth_kan.dealer is Dealer.KEEPS
    else:
        keeps = dealer_stays_after_draw(getattr(state.options.draws, why))
    if ends_together(state, why):
        state.note(Verdict.DRAW, "KR504", "first", draw=why, order=", ".join(ORDER))
    nothing = (0,) * state.setup.players
    conclude(state, Outcome(result, nothing, dealer_keeps=keeps, next_honba=state.honba + 1, sticks=state.sticks))


def ends_together(state: State, why: str) -> bool:
    """Return True if the same discard also causes another draw."""
    return why == "four_kans" and state.phase is Phase.CLAIM and not state.live
