"""Fouls around a kan: what is noted when one is committed, when it is ruled on, and what it costs.

An illegal kan in riichi goes on as a kan, as at a real table, and is ruled on when `riichi_kan.illegal_found` says.
Every other illegal kan is void: nothing is laid down, and what it costs is asked of the `penalty` hook at once.
Sources: EMA 2016 3.4.6-3.4.7 and 5.1, M.League 7-2 to 7-4.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from kanrules.errors import IllegalAction
from kanrules.kan import way as kan
from kanrules.kyoku import draws
from kanrules.law import payments
from kanrules.law.options import ChomboWithWin, FoulFound
from kanrules.law.outcome import Outcome
from kanrules.law.vocabulary import Foul, Penalty, PenaltyType
from kanrules.pieces.events import ResultType
from kanrules.pieces.tiles import Seat
from kanrules.rulings import Finding, Objection, Verdict

if TYPE_CHECKING:
    from kanrules.kyoku.machine import Kyoku
    from kanrules.pieces.actions import KanAction

NAMES: dict[str, str] = {
    "KR201": "wrong_tiles",
    "KR202": "after_call",
    "KR203": "last_tile",
    "KR209": "fifth_kan",
    "KR210": "riichi_kan",
    "KR214": "dead_hand_kan",
    "KR216": "kan_limit",
    "KR204": "riichi_kan",
    "KR205": "riichi_kan",
    "KR206": "riichi_kan",
    "KR207": "riichi_kan",
    "KR208": "riichi_kan",
    "KR215": "riichi_kan",
}
"""The foul that each objection to a kan makes of it."""
HIDDEN = ("KR204", "KR205", "KR206", "KR207", "KR208", "KR215")
"""Objections that nobody sees before the hand is shown: such a kan goes on."""


def commit(kyoku: Kyoku, action: KanAction, *, name: str, line: int, corrected: bool) -> Foul:
    """A player announces a kan that the law forbids; see `Kyoku.commit`."""
    candidate = None
    try:
        candidate = kan.kan_of(kyoku, action)
        found = kan.objections(kyoku, candidate)
    except IllegalAction as error:
        found = list(error.objections)
    if kyoku.four_kans is not None and kyoku.four_kans.ends_on_discard and candidate is not None:
        found.append(Objection("KR299", "after the fourth kan only ron is offered", "four_kans.several_players"))
    if not found:
        raise ValueError(f"{action} is legal; nothing to find fault with")
    first = found[0]
    foul = Foul(
        action.seat,
        name or NAMES.get(first.code, "wrong_tiles"),
        first.code,
        first.text,
        len(kyoku.events),
        line,
        corrected,
    )
    kyoku.foul_committed(foul)
    if corrected:
        kyoku.find(Verdict.CORRECTED, "KR606", f"{action.seat} puts it right in time; nothing was kanned")
        penalty = kyoku.judge.penalty(foul, kyoku.glance)
        if penalty is not None:
            _price(kyoku, foul, penalty)
        return foul
    if candidate is not None and all(o.code in HIDDEN for o in found) and foul.name == "riichi_kan":
        kyoku._announce(action, candidate)
        if kyoku.outcome is None and kyoku.options.riichi_kan.illegal_found is FoulFound.AT_ONCE:
            _rule(kyoku, foul)
        return foul
    _rule(kyoku, foul)
    return foul


def discover(kyoku: Kyoku, seat: Seat) -> None:
    """The referee finds a player's fouls that nobody had noticed; they are ruled on now."""
    for foul in outstanding(kyoku, seat):
        if kyoku.outcome is None:
            _rule(kyoku, foul)


def outstanding(kyoku: Kyoku, seat: Seat) -> list[Foul]:
    """Illegal kans in riichi of this player that nobody has ruled on yet."""
    return [
        f
        for f in kyoku.fouls
        if f.seat == seat and f.name == "riichi_kan" and not f.corrected and f.at not in kyoku.spared
    ]


def at_win(kyoku: Kyoku, winners: list[Seat]) -> list[Seat]:
    """A win is declared: an offender's own shows the hand and with it the foul, where it is found then; an innocent's
    win comes before other fouls.

    Gives whose wins stand: nobody's where the hand has ended in a chombo, and not that of a hand that is dead now.
    Source: EMA 2016 3.4.6 (a chombo), MIL 2024 10.3 (a dead hand, and play goes on).
    """
    standing = []
    for seat in winners:
        fouls = [] if kyoku.options.riichi_kan.illegal_found is FoulFound.DRAW else outstanding(kyoku, seat)
        if fouls:
            # One look at the hand is one penalty, however many of its kans were wrong.
            kyoku.spared |= {foul.at for foul in fouls}
            _rule(kyoku, replace(fouls[0], at_own_win=True))
            if kyoku.outcome is not None:
                return []
        if not (fouls and kyoku.dead[seat]):
            standing.append(seat)
    return standing


def void_by_win(kyoku: Kyoku, winners: list[Seat]) -> list[tuple[Seat, Penalty]]:
    """Another player won: hidden fouls of the others are void, or their penalty stands beside the win, as [chombo]
    says.
    """
    standing = []
    for foul in list(kyoku.fouls):
        if foul.seat in winners or foul not in outstanding(kyoku, foul.seat):
            continue
        kyoku.spared.add(foul.at)
        penalty = kyoku.judge.penalty(foul, kyoku.glance)
        if (
            kyoku.options.chombo.with_another_win is ChomboWithWin.STANDS
            and penalty is not None
            and penalty.type is PenaltyType.CHOMBO
        ):
            kyoku.find(
                Verdict.CHOMBO,
                "KR601",
                f"{foul.seat}'s {foul.name} is a chombo although another won",
                "chombo.with_another_win",
            )
            standing.append((foul.seat, _priced(kyoku, foul.seat, penalty)))
        else:
            kyoku.find(
                Verdict.NO_PENALTY,
                "KR604",
                f"{foul.seat}'s {foul.name} is void: another player won",
                "chombo.with_another_win",
            )
    return standing


def at_draw(kyoku: Kyoku) -> bool:
    """An exhaustive draw shows every hand in riichi, and with it an illegal kan. Gives whether the hand ended in a
    chombo.
    """
    for seat in Seat:
        for foul in outstanding(kyoku, seat):
            _rule(kyoku, foul)
            if kyoku.outcome is not None:
                return True
    return False


def _rule(kyoku: Kyoku, foul: Foul) -> None:
    _price(kyoku, foul, kyoku.judge.penalty(foul, kyoku.glance))


def _price(kyoku: Kyoku, foul: Foul, penalty: Penalty | None) -> None:
    kyoku.spared.add(foul.at)
    plugin = kyoku.judge.decided.get("penalty", "core") if penalty is not None else "core"
    if penalty is None:
        penalty = Penalty(PenaltyType.NONE, code="KR605", text="no published penalty found")
    penalty = _priced(kyoku, foul.seat, penalty)
    kyoku.penalties.append((foul.seat, penalty))
    if penalty.type is PenaltyType.CHOMBO:
        verdict, code = Verdict.CHOMBO, "KR601"
    elif penalty.type is PenaltyType.DEAD_HAND:
        verdict, code = Verdict.DEAD_HAND, "KR602"
        kyoku.dead[foul.seat] = True
    else:
        verdict, code = Verdict.NO_PENALTY, penalty.code or "KR603"
    text = f"{foul.seat}, {foul.name}: {penalty.text or penalty.type}"
    kyoku.findings.append(Finding(verdict, penalty.code or code, text, penalty.key, len(kyoku.events), plugin))
    if penalty.type is PenaltyType.CHOMBO:
        chombo(kyoku, foul.seat)
    elif penalty.chombo_paid:
        for seat, points in enumerate(payments.chombo(foul.seat, kyoku.options).changes):
            kyoku.scores[seat] += points
    elif penalty.type is PenaltyType.POINTS and penalty.points:
        kyoku.scores[foul.seat] -= penalty.points


def _priced(kyoku: Kyoku, seat: Seat, penalty: Penalty) -> Penalty:
    """A chombo that the offender alone pays, before uma or after, carries its points with it: nobody is paid them."""
    if not (penalty.type is PenaltyType.CHOMBO or penalty.chombo_paid) or penalty.points:
        return penalty
    return replace(penalty, points=payments.chombo(seat, kyoku.options).penalty_points)


def chombo(kyoku: Kyoku, seat: Seat) -> None:
    """The hand ends in a chombo: it is paid as [chombo] says and dealt again, with the same dealer and honba.

    The sticks of this hand's riichi go back where `chombo.sticks_returned` says so; older ones stay. Source: EMA 2016
    3.4.6.
    """
    law = kyoku.options.chombo
    payment = payments.chombo(seat, kyoku.options).changes
    sticks = kyoku.sticks
    if law.sticks_returned:
        for other in Seat:
            if kyoku.riichi[other] and kyoku.riichi_unpaid != other and sticks:
                kyoku.scores[other] += 1000
                sticks -= 1
    draws.conclude(
        kyoku,
        Outcome(
            ResultType.CHOMBO,
            payment,
            dealer_keeps=True,
            next_honba=kyoku.honba,
            sticks=sticks,
        ),
    )
