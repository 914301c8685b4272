"""Draws that end a hand, and the order in which they are asked where several fall on one discard."""

from __future__ import annotations

from kanrules.kyoku.conclude import conclude
from kanrules.law.options import AbortiveDraw, Dealer, FourKansMoment, Stick
from kanrules.law.outcome import Outcome
from kanrules.law.vocabulary import FourKans
from kanrules.pieces.events import ResultType
from kanrules.pieces.tiles import WINDS
from kanrules.rulings import Verdict
from kanrules.table.state import Phase, State

# Python 3.11 looks an enum's member up in a tenth of a microsecond, which is long where it happens with every tile.
_ABORT, _WIN, _OFF = FourKans.ABORT, FourKans.WIN_ON_PASSED_DISCARD, AbortiveDraw.OFF

ORDER: tuple[str, ...] = ("ron", "sanchahou", "four_kans", "suufon_renda", "suucha_riichi", "exhaustive_draw")
"""Which comes first where several fall on one discard."""


def on_passing(state: State) -> str | None:
    """What ends the hand if nobody wins on this discard: a draw, or suukantsu that wins by it; None where nothing does.
    The wall's end is not among them.

    Takes the table with a discard that may still be claimed; changes nothing.
    """
    if state.four_kans is _ABORT:
        return "four_kans"
    if state.four_kans is _WIN:
        return "suukantsu"
    if len(state.ron_kinds) == len(state.hands) and not state.go_around_over and state.ron_kinds[0] in WINDS:
        same = len(set(state.ron_kinds)) == 1 and all(len(river) == 1 for river in state.rivers)
        if same and state.options.draws.suufon_renda is not _OFF:
            return "suufon_renda"
    if state.riichi_unpaid is not None and all(state.riichi) and state.options.draws.suucha_riichi is not _OFF:
        return "suucha_riichi"
    return None


def ends_unless_won(state: State) -> bool:
    """Whether the player has drawn the fourth kan's replacement tile and may only win on it or let the hand end, as
    `four_kans.abort_at = "rinshan_draw"` has it.
    """
    return (
        state.four_kans is _ABORT
        and state.phase is Phase.ACT
        and state.on_replacement
        and state.options.four_kans.abort_at is FourKansMoment.RINSHAN_DRAW
    )


def settle_riichi(state: State, ends: str | None) -> None:
    """A riichi that nobody won on stands and is paid; where four kans end the hand on it, as `four_kans.riichi_stick`
    says.
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
    """Ends the hand in this abortive draw: nobody pays, the sticks stay, one honba is added; the rules say who deals
    next.
    """
    result = ResultType(why)
    if result is ResultType.FOUR_KANS:
        # Where the hand ends with the discard, before it can be won on, the riichi on it has not been settled yet.
        settle_riichi(state, why)
        keeps = state.options.four_kans.dealer is Dealer.KEEPS
    elif result is ResultType.FIFTH_KAN:
        keeps = state.options.fifth_kan.dealer is Dealer.KEEPS
    else:
        keeps = getattr(state.options.draws, why) is not AbortiveDraw.DEALER_ROTATES
    if ends_together(state, why):
        state.note(Verdict.DRAW, "KR504", "first", draw=why, order=", ".join(ORDER))
    nothing = (0,) * state.setup.players
    conclude(state, Outcome(result, nothing, dealer_keeps=keeps, next_honba=state.honba + 1, sticks=state.sticks))


def ends_together(state: State, why: str) -> bool:
    """Whether another draw falls on the same discard as this one."""
    return why == "four_kans" and state.phase is Phase.CLAIM and not state.live
