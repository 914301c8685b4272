"""Fouls around a kan: how they are noted, when the referee rules on them, and how the penalty is applied.

An illegal kan in riichi continues as a kan, as at a real table, and is ruled on when `riichi_kan.illegal_found` says.
Every other illegal kan is void: no tiles are laid out, and the `penalty` hook is asked for its penalty at once. If the
answer names the key `riichi_kan.illegal`, the void kan is ruled on later, as an illegal kan in riichi.
Sources: EMA 2016 3.4.6-3.4.7 and 5.1, M.League 7-2 to 7-4.
"""

from __future__ import annotations

from dataclasses import replace

from kanrules.kan import penalties
from kanrules.kyoku.conclude import conclude
from kanrules.law import payments
from kanrules.law.codes import sentence
from kanrules.law.hook_values import Foul, Noticed, Penalty, PenaltyType, PointsFrom
from kanrules.law.options import ChomboWithWin, FoulFound
from kanrules.law.outcome import Outcome
from kanrules.locale import marked as _N
from kanrules.locale.sentences import say
from kanrules.pieces.events import ResultType
from kanrules.pieces.tiles import Seat
from kanrules.rulings import Finding, Verdict
from kanrules.table.judge import HookAnswer
from kanrules.table.state import State


def discover(state: State, seat: Seat) -> None:
    """Rule on a player's illegal kans in riichi that have just been noticed, if the rules penalize them then.

    Otherwise the hand goes on, and they are penalized at the moment that `riichi_kan.illegal_found` names. Source:
    M.League 7-4(2) (as soon as it is noticed); EMA 2016 3.4.6 and EMA 2025, annex Penalties (determined only at the
    offender's win or at an exhaustive draw).
    """
    moment = state.options.riichi_kan.illegal_found
    for foul in outstanding(state, seat):
        if state.outcome is not None:
            return
        if moment is FoulFound.NOTICED_OR_DRAW or _costs_nothing(state, foul):
            rule(state, foul)
        else:
            state.note(Verdict.PLAY_ON, "KR607", moment.value, "riichi_kan.illegal_found", seat=seat)


def _costs_nothing(state: State, foul: Foul) -> bool:
    """Return True if a foul has no penalty at whatever moment it is found."""
    answers = [
        penalties.cost(state, replace(foul, noticed=Noticed.OWN_WIN if own else foul.noticed)) for own in (False, True)
    ]
    return all(answer is not None and answer.value.type is PenaltyType.NONE for answer in answers)


def outstanding(state: State, seat: Seat) -> list[Foul]:
    """Return this player's illegal kans in riichi that have not been ruled on."""
    return [
        f
        for f in state.fouls
        if f.seat == seat and f.name == "riichi_kan" and not f.corrected and f.at not in state.settled_fouls
    ]


def at_win(state: State, winners: list[Seat], callers: list[Seat]) -> list[Seat]:
    """Rule on fouls as wins are declared, and return the seats whose wins are valid.

    A winner's own foul is discovered with the shown hand, if the rules say so; a win by another player comes before
    other fouls. No win is valid if the hand has ended in a chombo. A win with a hand that is now dead is not valid
    either. A chombo does not end the hand if another of the `callers` on this tile has a valid win; `void_by_win` then
    settles it. Source: EMA 2016 3.4.6 and M.League 7-4(4) (a chombo), MIL 2024 10.3 (a dead hand, and play continues).
    """
    standing = []
    valid_win = any(not outstanding(state, seat) for seat in callers)
    for seat in winners:
        fouls = outstanding(state, seat)
        # Under these rules only an exhaustive draw reveals an illegal kan.
        if fouls and state.options.riichi_kan.illegal_found is FoulFound.DRAW:
            fouls = []
        if fouls and valid_win and _is_chombo(state, replace(fouls[0], noticed=Noticed.OWN_WIN)):
            continue
        if fouls:
            # The hand is looked at once, so it gets one penalty, however many of its kans were illegal.
            state.settled_fouls |= {foul.at for foul in fouls}
            rule(state, replace(fouls[0], noticed=Noticed.OWN_WIN))
            if state.outcome is not None:
                return []
        if not (fouls and state.dead[seat]):
            standing.append(seat)
    return standing


def void_by_win(state: State, winners: list[Seat]) -> list[tuple[Seat, Penalty]]:
    """Settle hidden fouls of the players who did not win, and return the penalties that still count.

    [chombo] says whether such a foul is void or penalized in addition to the win. A foul that only its own player's win
    or an exhaustive draw reveals is void, unless that player called ron on the same tile.
    """
    standing = []
    moment = state.options.riichi_kan.illegal_found
    called = {claim.seat for claim in state.claims}
    for foul in list(state.fouls):
        if foul.seat in winners or foul not in outstanding(state, foul.seat):
            continue
        state.settled_fouls.add(foul.at)
        own = foul.seat in called and moment is not FoulFound.DRAW
        key = "chombo.with_another_win" if own or moment is FoulFound.NOTICED_OR_DRAW else "riichi_kan.illegal_found"
        answer = penalties.cost(state, replace(foul, noticed=Noticed.OWN_WIN if own else foul.noticed))
        if (
            key == "chombo.with_another_win"
            and state.options.chombo.with_another_win is ChomboWithWin.STANDS
            and answer is not None
            and answer.value.type is PenaltyType.CHOMBO
        ):
            state.note(Verdict.CHOMBO, "KR601", "stands", key, seat=foul.seat, foul=foul.name)
            standing.append((foul.seat, _priced(state, foul.seat, answer.value)))
        else:
            state.note(Verdict.NO_PENALTY, "KR604", "void", key, seat=foul.seat, foul=foul.name)
    return standing


def _is_chombo(state: State, foul: Foul) -> bool:
    answer = penalties.cost(state, foul)
    return answer is not None and answer.value.type is PenaltyType.CHOMBO


def at_draw(state: State) -> bool:
    """Show the hands in riichi at an exhaustive draw, and rule on illegal kans in them. Return True if the hand ended
    in a chombo.
    """
    for seat in state.setup.seats:
        for foul in outstanding(state, seat):
            rule(state, foul)
            if state.outcome is not None:
                return True
    return False


def rule(state: State, foul: Foul) -> None:
    """Rule on a foul: ask the ruleset for its penalty."""
    price(state, foul, penalties.cost(state, foul))


def report(state: State, foul: Foul) -> Foul:
    """Rule on a foul that is no kan, such as exposed tiles, as the referee is told of it."""
    foul = replace(foul, code="KR608", text=foul.text or sentence("KR608", "told"), at=len(state.events))
    state.foul_committed(foul)
    rule(state, foul)
    return foul


def price(state: State, foul: Foul, answer: HookAnswer[Penalty] | None) -> None:
    """Apply a penalty. None means that no source publishes one. If several cases are left, the referee decides between
    them, and nothing is applied.
    """
    if answer is None:
        answer = HookAnswer(Penalty(PenaltyType.NONE, code="KR605", text=sentence("KR605", "none")))
    if _is_for_later(foul, answer.value):
        later = replace(foul, name="riichi_kan")
        state.fouls[state.fouls.index(foul)] = later
        state.findings.append(
            Finding(
                Verdict.NO_PENALTY, answer.value.code, answer.value.text, answer.value.key, len(state.events), answer.by
            )
        )
        if state.options.riichi_kan.illegal_found is FoulFound.AT_ONCE:
            rule(state, later)
        return
    state.settled_fouls.add(foul.at)
    penalty = _priced(state, foul.seat, answer.value)
    if penalty.steps:
        penalty = replace(penalty, type=PenaltyType.NONE, points=0)
    state.penalties.append((foul.seat, penalty))
    if penalty.type is PenaltyType.DEAD_HAND:
        state.dead[foul.seat] = True
    code = penalty.code or _CODES.get(penalty.type, "KR603")
    text = say(_RULED, seat=foul.seat, foul=foul.name, penalty=penalty.text or penalty.type)
    state.findings.append(Finding(penalties.verdict(penalty), code, text, penalty.key, len(state.events), answer.by))
    if penalty.type is PenaltyType.CHOMBO:
        chombo(state, foul.seat)
    elif penalty.chombo_paid:
        # The hand continues, so no `Outcome` will make this payment.
        for seat, points in enumerate(payments.chombo(foul.seat, state.options).changes):
            state.scores[seat] += points
    elif penalty.type is PenaltyType.POINTS and penalty.points_from is PointsFrom.TABLE:
        state.scores[foul.seat] -= penalty.points


def _is_for_later(foul: Foul, penalty: Penalty) -> bool:
    """Return True if a void kan of a player in riichi is to be ruled on as an illegal kan in riichi. Source: EMA 2016
    3.4.6, where any invalid ankan after riichi is a chombo at a win or at a draw.
    """
    return (
        foul.name != "riichi_kan"
        and not foul.corrected
        and penalty.type is PenaltyType.NONE
        and penalty.key == "riichi_kan.illegal"
    )


_CODES = {PenaltyType.CHOMBO: "KR601", PenaltyType.DEAD_HAND: "KR602"}
_RULED = _N("{seat}, {foul}: {penalty}")
"""Text of a ruling by a plugin, which may use any code of its own."""


def _priced(state: State, seat: Seat, penalty: Penalty) -> Penalty:
    """Return the penalty with the points that only the offender loses, before or after uma, since no player receives
    them.
    """
    if not (penalty.type is PenaltyType.CHOMBO or penalty.chombo_paid) or penalty.points:
        return penalty
    return replace(penalty, points=payments.chombo(seat, state.options).penalty_points)


def chombo(state: State, seat: Seat) -> None:
    """End the hand in a chombo: it is paid as [chombo] says, and the same dealer deals again with the same honba.

    Riichi sticks of this hand are returned if `chombo.sticks_returned` says so; earlier ones stay. Source: EMA 2016
    3.4.6.
    """
    law = state.options.chombo
    payment = payments.chombo(seat, state.options)
    sticks = state.sticks
    if law.sticks_returned:
        for other in state.setup.seats:
            # A riichi whose discard has not passed has put no stick on the table.
            if state.riichi[other] and state.riichi_unpaid != other and sticks:
                state.scores[other] += 1000
                sticks -= 1
    conclude(
        state,
        Outcome(
            ResultType.CHOMBO,
            payment.changes,
            dealer_keeps=True,
            next_honba=state.honba,
            sticks=sticks,
        ),
        transfers=lambda: payment.transfers,
    )
