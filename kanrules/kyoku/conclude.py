"""The end of a hand, however it ended: payments by plugins, penalties, and scores."""

from __future__ import annotations

from dataclasses import replace
from operator import add
from types import MappingProxyType

from kanrules.law.outcome import Outcome
from kanrules.law.payments import transferred
from kanrules.law.vocabulary import Result
from kanrules.pieces.events import Ended
from kanrules.pieces.tiles import Seat
from kanrules.rulings import Verdict
from kanrules.table.state import Phase, State


def conclude(state: State, outcome: Outcome, loser: Seat | None = None) -> None:
    """End the hand: count immediate payments for kans, add the plugins' payments (fees for kans, bonuses), note
    penalties, and move the scores.
    """
    if state.at_once:
        paid = tuple(state.at_once)
        changes_of_kans = transferred(paid, len(outcome.changes))
        outcome = replace(outcome, changes=tuple(map(add, outcome.changes, changes_of_kans)), at_once=paid)
    result = Result(
        outcome.type.value,
        tuple(win.seat for win in outcome.wins),
        loser,
        MappingProxyType(dict(zip(state.setup.seats, outcome.changes, strict=True))),
    )
    answers = tuple(state.judge.payments(result, state.glance)) if state.judge.asks("payments") else ()
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
        outcome = replace(
            outcome, changes=tuple(changes), sticks=sticks, transfers=tuple(answer.value for answer in answers)
        )
    if state.penalties:
        outcome = replace(outcome, penalties=tuple(state.penalties))
    finish(state, outcome)


def finish(state: State, outcome: Outcome) -> None:
    """Close the hand: move the scores and add the end to the events."""
    state.outcome = outcome
    for seat, points in enumerate(outcome.changes_at_end):
        state.scores[seat] += points
    state.sticks = outcome.sticks
    state.phase = Phase.OVER
    state.events.append(Ended(outcome.type.value))
