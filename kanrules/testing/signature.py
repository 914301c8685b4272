"""What happened in a play as one comparable value: events, refused actions, payments, and the end, without reasons."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, NamedTuple

from kanrules.cases.case import Case, CaseError
from kanrules.cases.expect import penalty_points
from kanrules.cases.run import play_case
from kanrules.law.hook_values import Penalty
from kanrules.pieces.tiles import Seat
from kanrules.ruleset import Ruleset


class PlaySignature(NamedTuple):
    """What happened in a play, as every player at the table sees it. Codes and sentences are no part of it: two plays
    that refuse the same action for different reasons are the same.
    """

    events: tuple[Any, ...]
    refused: tuple[int, ...] = ()
    """The lines that were refused."""
    fouled: tuple[int, ...] = ()
    """The lines that were fouls."""
    scores: tuple[int, ...] = ()
    sticks: int = 0
    penalty_points: tuple[Any, ...] = ()
    penalties: tuple[tuple[Seat, Penalty], ...] = ()
    dead: tuple[bool, ...] = ()
    liabilities: tuple[tuple[Any, ...], ...] = ()
    indicators: tuple[Any, ...] = ()
    end: tuple[Any, ...] | None = None
    possible: bool = True
    """False if the position is impossible under the rules; `events` then says why."""


def signature(case: Case, rules: Ruleset) -> PlaySignature:
    """Return the signature of a play. Two plays with the same signature look the same to every player at the table.

    Raises only PluginError.
    """
    try:
        played = play_case(case, rules)
    except CaseError as error:
        return PlaySignature(tuple(problem.message for problem in error.problems), possible=False)
    kyoku = played.kyoku
    outcome = kyoku.outcome
    end = None
    if outcome is not None:
        end = (outcome.type, outcome.changes, outcome.wins, outcome.tenpai, outcome.dealer_keeps, outcome.next_honba)
    return PlaySignature(
        tuple(kyoku.events),
        tuple(refused.line.number for refused in played.refused),
        tuple(fouled.line.number for fouled in played.fouls),
        tuple(kyoku.scores),
        kyoku.sticks,
        tuple(penalty_points(kyoku).values()),
        tuple((seat, replace(penalty, code="", text="", key="")) for seat, penalty in kyoku.penalties),
        tuple(kyoku.dead),
        tuple(map(tuple, kyoku.liabilities)),
        tuple(kyoku.indicators),
        end,
    )
