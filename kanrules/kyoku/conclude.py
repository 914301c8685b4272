"""The end of a hand, however it ended: payments by plugins, penalties, and scores."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from operator import add
from types import MappingProxyType

from kanrules.law.hook_values import Result, Transfer, TransferType
from kanrules.law.outcome import Outcome
from kanrules.law.payments import transferred
from kanrules.law.scoring import HIDDEN_VALUE
from kanrules.pieces.events import Ended
from kanrules.pieces.tiles import Seat
from kanrules.rulings import Verdict
from kanrules.table.judge import HookAnswer
from kanrules.table.state import Phase, State


def conclude(
    state: State, outcome: Outcome, loser: Seat | None = None, transfers: Callable[[], Iterable[Transfer]] = tuple
) -> None:
    """End the hand: add immediate payments for kans and payments by plugins, note penalties, and change the scores."""
    outcome = state.as_told(outcome)
    hidden = [win.seat for win in outcome.wins if win.value is HIDDEN_VALUE]
    if state.at_once:
        paid = tuple(state.at_once)
        changes_of_kans = transferred(paid, len(outcome.changes))
        outcome = replace(outcome, changes=tuple(map(add, outcome.changes, changes_of_kans)), at_once=paid)
    answers: Sequence[HookAnswer[Transfer]] = (
        state.judge.ask("payments", _result(state, outcome, loser, transfers()), table=state.glance)
        if state.judge.asks("payments") and not hidden
        else ()
    )
    if hidden and state.judge.asks("payments"):
        # The payments that the table announces include those of plugins.
        state.cannot_know("payments", hidden[0])
    if answers:
        changes, sticks = list(outcome.changes), outcome.sticks
        for answer in answers:
            transfer = answer.value
            changes = list(map(add, changes, transferred((transfer,), len(changes))))
            if transfer.to == "table":
                sticks += transfer.points // 1000
            state.note(
                Verdict.PAYS, "KR406", "pays", "", answer.by,
                seat=transfer.source, to=transfer.to, points=transfer.points, why=transfer.why,
            )  # fmt: skip
        paid = tuple(_of_plugin(answer.value) for answer in answers)
        outcome = replace(outcome, changes=tuple(changes), sticks=sticks, transfers=paid)
    if state.penalties:
        outcome = replace(outcome, penalties=tuple(state.penalties))
    finish(state, outcome)


def _of_plugin(transfer: Transfer) -> Transfer:
    """Return a plugin's transfer with the type `plugin`, even if the plugin made it from one of core's."""
    return transfer if transfer.type is TransferType.PLUGIN else replace(transfer, type=TransferType.PLUGIN)


def _result(state: State, outcome: Outcome, loser: Seat | None, transfers: Iterable[Transfer]) -> Result:
    return Result(
        outcome.type.value,
        tuple(win.seat for win in outcome.wins),
        loser,
        MappingProxyType(dict(zip(state.setup.seats, outcome.changes, strict=True))),
        (*outcome.at_once, *transfers),
    )


def finish(state: State, outcome: Outcome) -> None:
    """Close the hand: change the scores and add the end to the events."""
    state.outcome = outcome
    state.window = None
    for seat, points in enumerate(outcome.changes_at_end):
        state.scores[seat] += points
    state.sticks = outcome.sticks
    state.phase = Phase.OVER
    state.events.append(Ended(outcome.type.value))
