"""What happened in a play as one comparable value: events, rulings, refused actions, and the end."""

from __future__ import annotations

from typing import Any

from kanrules.cases.case import Case, CaseError
from kanrules.cases.expect import penalty_points
from kanrules.cases.run import play_case
from kanrules.ruleset import Ruleset

NOT_POSSIBLE = "not possible"
"""First element of the signature of a play whose position is impossible under the rules."""


def signature(case: Case, rules: Ruleset) -> tuple[Any, ...]:
    """Return the signature of a play. Two plays with the same signature look the same to every player at the table.

    Raises only PluginError.
    """
    try:
        played = play_case(case, rules)
    except CaseError as error:
        return (NOT_POSSIBLE, tuple(problem.message for problem in error.problems))
    kyoku = played.kyoku
    outcome = kyoku.outcome
    end = None
    if outcome is not None:
        end = (outcome.type, outcome.changes, outcome.wins, outcome.tenpai, outcome.dealer_keeps, outcome.next_honba)
    return (
        tuple(kyoku.events),
        tuple((finding.verdict, finding.code, finding.text, finding.at) for finding in kyoku.findings),
        tuple(
            (refused.line.number, tuple(objection.code for objection in refused.objections))
            for refused in played.refused
        ),
        tuple((fouled.line.number, fouled.codes) for fouled in played.fouls),
        tuple(kyoku.scores),
        kyoku.sticks,
        tuple(penalty_points(kyoku).values()),
        tuple(kyoku.penalties),
        kyoku.indicators,
        end,
    )
