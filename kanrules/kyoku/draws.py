"""Draws that end a hand, and the order in which they are asked where several fall on one discard."""

from __future__ import annotations

from dataclasses import replace
from types import MappingProxyType
from typing import TYPE_CHECKING

from kanrules.kan import way as kan
from kanrules.law.options import AbortiveDraw, Dealer, FourKansMoment, Stick
from kanrules.law.outcome import Outcome
from kanrules.law.vocabulary import FourKans, Result
from kanrules.pieces.events import Ended, ResultType
from kanrules.pieces.tiles import KIND, SEATS, WINDS, Seat
from kanrules.rulings import Verdict
from kanrules.table.state import Phase

if TYPE_CHECKING:
    from kanrules.kyoku.machine import Kyoku

# Python 3.11 looks an enum's member up in a tenth of a microsecond, which is long where it happens with every tile.
_ABORT, _WIN, _OFF = FourKans.ABORT, FourKans.WIN_ON_PASSED_DISCARD, AbortiveDraw.OFF

ORDER: tuple[str, ...] = ("ron", "sanchahou", "four_kans", "suufon_renda", "suucha_riichi", "exhaustive_draw")
"""Which comes first where several fall on one discard."""


def on_passing(kyoku: Kyoku) -> str | None:
    """What ends the hand if nobody wins on this discard: a draw, or suukantsu that wins by it; None where nothing does.
    The wall's end is not among them.

    Takes the table with a discard that may still be claimed; changes nothing.
    """
    if kyoku.four_kans is _ABORT:
        return "four_kans"
    if kyoku.four_kans is _WIN:
        return "suukantsu"
    if len(kyoku.passed) == 4 and not kyoku.interrupted and kyoku.options.draws.suufon_renda is not _OFF:
        kinds = {KIND[river[0].tile] for river in kyoku.rivers if len(river) == 1}
        if len(kinds) == 1 and kinds <= set(WINDS) and all(len(river) == 1 for river in kyoku.rivers):
            return "suufon_renda"
    if kyoku.riichi_unpaid is not None and all(kyoku.riichi) and kyoku.options.draws.suucha_riichi is not _OFF:
        return "suucha_riichi"
    return None


def ends_unless_won(kyoku: Kyoku) -> bool:
    """Whether the player has drawn the fourth kan's replacement tile and may only win on it or let the hand end, as
    `four_kans.abort_at = "rinshan_draw"` has it.
    """
    return (
        kyoku.four_kans is _ABORT
        and kyoku.phase is Phase.ACT
        and kyoku.on_replacement
        and kyoku.options.four_kans.abort_at is FourKansMoment.RINSHAN_DRAW
    )


def let_discard_pass(kyoku: Kyoku) -> None:
    """Nobody has won on the discard: its riichi stands and is paid, indicators due now are turned, draws are
    declared.
    """
    if not kyoku.due:
        return
    kyoku.due = False
    ends = on_passing(kyoku)
    if kyoku.watch_passes:
        _note_yakuless(kyoku)
    _settle_riichi(kyoku, ends)
    if kyoku.kans:
        kan.walk(kyoku, kan.Wait.CLAIMS)
    if ends is not None and kyoku.outcome is None:
        abort(kyoku, ends)


def _settle_riichi(kyoku: Kyoku, ends: str | None) -> None:
    """A riichi that nobody won on stands and is paid; where four kans end the hand on it, as `four_kans.riichi_stick`
    says.
    """
    seat = kyoku.riichi_unpaid
    if seat is None:
        return
    kyoku.riichi_unpaid = None
    if ends == "four_kans" and kyoku.options.four_kans.riichi_stick is Stick.UNPAID:
        kyoku.riichi[seat] = kyoku.ippatsu[seat] = False
    else:
        kyoku.scores[seat] -= 1000
        kyoku.sticks += 1


def _note_yakuless(kyoku: Kyoku) -> None:
    """Under `furiten.without_yaku = false` a tile that completes a hand without a yaku binds nobody who lets it
    pass.
    """
    from kanrules.kyoku import wins as ending

    last = kyoku.last
    if last is None:
        return
    kind = KIND[last.tile]
    for seat in SEATS:
        if seat != last.seat and kyoku.waits(seat) >> kind & 1 and ending.value_of_ron(kyoku, seat) is None:
            kyoku.yakuless.add((seat, len(kyoku.passed) - 1))


def abort(kyoku: Kyoku, why: str) -> None:
    """Ends the hand in this abortive draw: nobody pays, the sticks stay, one honba is added; the rules say who deals
    next.
    """
    result = ResultType(why)
    if result is ResultType.FOUR_KANS:
        # Where the hand ends with the discard, before it can be won on, the riichi on it has not been settled yet.
        _settle_riichi(kyoku, why)
        keeps = kyoku.options.four_kans.dealer is Dealer.KEEPS
    elif result is ResultType.FIFTH_KAN:
        keeps = kyoku.options.fifth_kan.dealer is Dealer.KEEPS
    else:
        keeps = getattr(kyoku.options.draws, why) is not AbortiveDraw.DEALER_ROTATES
    if ends_together(kyoku, why):
        kyoku.find(Verdict.DRAW, "KR504", f"{why} comes first: {', '.join(ORDER)}")
    conclude(kyoku, Outcome(result, (0, 0, 0, 0), dealer_keeps=keeps, next_honba=kyoku.honba + 1, sticks=kyoku.sticks))


def ends_together(kyoku: Kyoku, why: str) -> bool:
    """Whether another draw falls on the same discard as this one."""
    return why == "four_kans" and kyoku.phase is Phase.CLAIM and not kyoku.live


def conclude(kyoku: Kyoku, outcome: Outcome, loser: Seat | None = None) -> None:
    """The hand ends: plugins add their payments (fees of kans, bonuses), its penalties are noted, and scores move."""
    result = Result(
        outcome.type.value,
        tuple(win.seat for win in outcome.wins),
        loser,
        MappingProxyType(dict(zip(SEATS, outcome.changes, strict=True))),
    )
    transfers = tuple(kyoku.judge.payments(result, kyoku.glance))
    if transfers:
        changes, sticks = list(outcome.changes), outcome.sticks
        for transfer in transfers:
            changes[transfer.source] -= transfer.points
            if transfer.to == "table":
                sticks += transfer.points // 1000
            else:
                changes[transfer.to] += transfer.points
            text = f"{transfer.source} pays {transfer.to} {transfer.points}: {transfer.why}"
            kyoku.find(Verdict.PAYS, "KR406", text, plugin=kyoku.judge.author(transfer))
        a, b, c, d = changes
        outcome = replace(outcome, changes=(a, b, c, d), sticks=sticks, transfers=transfers)
    if kyoku.penalties:
        outcome = replace(outcome, penalties=tuple(kyoku.penalties))
    finish(kyoku, outcome)


def finish(kyoku: Kyoku, outcome: Outcome) -> None:
    """The hand is over: scores move, and the end stands among the events."""
    kyoku.outcome = outcome
    for seat in SEATS:
        kyoku.scores[seat] += outcome.changes[seat]
    kyoku.sticks = outcome.sticks
    kyoku.phase = Phase.OVER
    kyoku.events.append(Ended(outcome.type.value))
