"""Fouls around a kan: what is noted when one is committed, when it is ruled on, and what it costs.

An illegal kan in riichi goes on as a kan, as at a real table, and is ruled on when `riichi_kan.illegal_found` says.
Every other illegal kan is void: nothing is laid down, and what it costs is asked of the `penalty` hook at once.
Sources: EMA 2016 3.4.6-3.4.7 and 5.1, M.League 7-2 to 7-4.
"""

from __future__ import annotations

from dataclasses import replace

from kanrules.kan import penalties
from kanrules.kyoku.conclude import conclude
from kanrules.law import payments
from kanrules.law.codes import sentence
from kanrules.law.options import ChomboWithWin, FoulFound
from kanrules.law.outcome import Outcome
from kanrules.law.vocabulary import Foul, Penalty, PenaltyType
from kanrules.locale import marked as _N
from kanrules.locale.sentences import say
from kanrules.pieces.events import ResultType
from kanrules.pieces.tiles import Seat
from kanrules.rulings import Finding, Verdict
from kanrules.table.judge import HookAnswer
from kanrules.table.state import State


def discover(state: State, seat: Seat) -> None:
    """The referee finds a player's fouls that nobody had noticed; they are ruled on now."""
    for foul in outstanding(state, seat):
        if state.outcome is None:
            rule(state, foul)


def outstanding(state: State, seat: Seat) -> list[Foul]:
    """Illegal kans in riichi of this player that nobody has ruled on yet."""
    return [
        f
        for f in state.fouls
        if f.seat == seat and f.name == "riichi_kan" and not f.corrected and f.at not in state.settled_fouls
    ]


def at_win(state: State, winners: list[Seat]) -> list[Seat]:
    """A win is declared: an offender's own shows the hand and with it the foul, where it is found then; an innocent's
    win comes before other fouls.

    Gives whose wins stand: nobody's where the hand has ended in a chombo, and not that of a hand that is dead now.
    Source: EMA 2016 3.4.6 (a chombo), MIL 2024 10.3 (a dead hand, and play goes on).
    """
    standing = []
    for seat in winners:
        fouls = outstanding(state, seat)
        if fouls and state.options.riichi_kan.illegal_found is FoulFound.DRAW:
            fouls = []
        if fouls:
            # One look at the hand is one penalty, however many of its kans were wrong.
            state.settled_fouls |= {foul.at for foul in fouls}
            rule(state, replace(fouls[0], at_own_win=True))
            if state.outcome is not None:
                return []
        if not (fouls and state.dead[seat]):
            standing.append(seat)
    return standing


def void_by_win(state: State, winners: list[Seat]) -> list[tuple[Seat, Penalty]]:
    """Another player won: hidden fouls of the others are void, or their penalty stands beside the win, as [chombo]
    says.
    """
    standing = []
    for foul in list(state.fouls):
        if foul.seat in winners or foul not in outstanding(state, foul.seat):
            continue
        state.settled_fouls.add(foul.at)
        answer = penalties.cost(state, foul)
        if (
            state.options.chombo.with_another_win is ChomboWithWin.STANDS
            and answer is not None
            and answer.value.type is PenaltyType.CHOMBO
        ):
            state.note(Verdict.CHOMBO, "KR601", "stands", "chombo.with_another_win", seat=foul.seat, foul=foul.name)
            standing.append((foul.seat, _priced(state, foul.seat, answer.value)))
        else:
            state.note(Verdict.NO_PENALTY, "KR604", "void", "chombo.with_another_win", seat=foul.seat, foul=foul.name)
    return standing


def at_draw(state: State) -> bool:
    """An exhaustive draw shows every hand in riichi, and with it an illegal kan. Gives whether the hand ended in a
    chombo.
    """
    for seat in state.setup.seats:
        for foul in outstanding(state, seat):
            rule(state, foul)
            if state.outcome is not None:
                return True
    return False


def rule(state: State, foul: Foul) -> None:
    """A foul is ruled on: the ruleset is asked what it costs."""
    price(state, foul, penalties.cost(state, foul))


def price(state: State, foul: Foul, answer: HookAnswer[Penalty] | None) -> None:
    """A foul costs this (None: nothing that anybody has published)."""
    state.settled_fouls.add(foul.at)
    if answer is None:
        answer = HookAnswer(Penalty(PenaltyType.NONE, code="KR605", text=sentence("KR605", "none")))
    penalty = _priced(state, foul.seat, answer.value)
    state.penalties.append((foul.seat, penalty))
    if penalty.type is PenaltyType.CHOMBO:
        verdict, code = Verdict.CHOMBO, "KR601"
    elif penalty.type is PenaltyType.DEAD_HAND:
        verdict, code = Verdict.DEAD_HAND, "KR602"
        state.dead[foul.seat] = True
    else:
        verdict, code = Verdict.NO_PENALTY, penalty.code or "KR603"
    text = say(_RULED, seat=foul.seat, foul=foul.name, penalty=penalty.text or penalty.type)
    state.findings.append(Finding(verdict, penalty.code or code, text, penalty.key, len(state.events), answer.by))
    if penalty.type is PenaltyType.CHOMBO:
        chombo(state, foul.seat)
    elif penalty.chombo_paid:
        for seat, points in enumerate(payments.chombo(foul.seat, state.options).changes):
            state.scores[seat] += points
    elif penalty.type is PenaltyType.POINTS and penalty.points:
        state.scores[foul.seat] -= penalty.points


_RULED = _N("{seat}, {foul}: {penalty}")
"""A foul that a plugin has ruled on may have any code of its own."""


def _priced(state: State, seat: Seat, penalty: Penalty) -> Penalty:
    """A chombo that the offender alone pays, before uma or after, carries its points with it: nobody is paid them."""
    if not (penalty.type is PenaltyType.CHOMBO or penalty.chombo_paid) or penalty.points:
        return penalty
    return replace(penalty, points=payments.chombo(seat, state.options).penalty_points)


def chombo(state: State, seat: Seat) -> None:
    """The hand ends in a chombo: it is paid as [chombo] says and dealt again, with the same dealer and honba.

    The sticks of this hand's riichi go back where `chombo.sticks_returned` says so; older ones stay. Source: EMA 2016
    3.4.6.
    """
    law = state.options.chombo
    payment = payments.chombo(seat, state.options).changes
    sticks = state.sticks
    if law.sticks_returned:
        for other in state.setup.seats:
            if state.riichi[other] and state.riichi_unpaid != other and sticks:
                state.scores[other] += 1000
                sticks -= 1
    conclude(
        state,
        Outcome(
            ResultType.CHOMBO,
            payment,
            dealer_keeps=True,
            next_honba=state.honba,
            sticks=sticks,
        ),
    )
