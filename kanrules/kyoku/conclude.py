"""The end of a hand, whatever has ended it: what plugins add, penalties, scores."""

from __future__ import annotations

from dataclasses import replace
from operator import add
from types import MappingProxyType

from kanrules.law.outcome import Outcome
from kanrules.law.payments import transferred
from kanrules.law.vocabulary import Result
from kanrules.pieces.events import Ended
from kanrules.pieces.tiles import SEATS, Seat
from kanrules.rulings import Verdict
from kanrules.table.state import Phase, State


def conclude(state: State, outcome: Outcome, loser: Seat | None = None) -> None:
    """The hand ends: what was paid at once for kans is counted, plugins add their payments (fees of kans, bonuses), its
    penalties are noted, and scores move.
    """
    if state.at_once:
        paid = tuple(state.at_once)
        a, b, c, d = map(add, outcome.changes, transferred(paid))
        outcome = replace(outcome, changes=(a, b, c, d), at_once=paid)
    result = Result(
        outcome.type.value,
        tuple(win.seat for win in outcome.wins),
        loser,
        MappingProxyType(dict(zip(SEATS, outcome.changes, strict=True))),
    )
    answers = tuple(state.judge.payments(result, state.glance))
    if answers:
        changes, sticks = list(outcome.changes), outcome.sticks
        for answer in answers:
            transfer = answer.value
            changes[transfer.source] -= transfer.points
            if transfer.to == "table":
                sticks += transfer.points // 1000
            else:
                changes[transfer.to] += transfer.points
            state.note(
                Verdict.PAYS, "KR406", "pays", "", answer.by,
                seat=transfer.source, to=transfer.to, points=transfer.points, why=transfer.why,
            )  # fmt: skip
        a, b, c, d = changes
        outcome = replace(
            outcome, changes=(a, b, c, d), sticks=sticks, transfers=tuple(answer.value for answer in answers)
        )
    if state.penalties:
        outcome = replace(outcome, penalties=tuple(state.penalties))
    finish(state, outcome)


def finish(state: State, outcome: Outcome) -> None:
    """The hand is over: scores move, and the end stands among the events."""
    state.outcome = outcome
    changes = outcome.changes_at_end
    for seat in SEATS:
        state.scores[seat] += changes[seat]
    state.sticks = outcome.sticks
    state.phase = Phase.OVER
    state.events.append(Ended(outcome.type.value))
