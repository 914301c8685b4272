"""Results of a run of cases: a verdict or ruling for each, and the counts."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from kanrules.desk.play_position import RuledPosition, rule

if TYPE_CHECKING:
    from kanrules.cases.verify import Verified

STDIN = "<stdin>"
"""File name of a pasted position."""


@dataclass(frozen=True, slots=True)
class CaseRun:
    """One case under one ruleset: whether it came out as it expects, or the ruling where a pasted one expects
    nothing.
    """

    verified: Verified
    ruled: RuledPosition | None

    def to_json(self, *, trace: bool = False) -> dict[str, Any]:
        """A row of `verify --format json`."""
        verified, case = self.verified, self.verified.case
        passed = verified.passed or self.ruled is not None
        row: dict[str, Any] = {
            "name": case.name,
            "rules": verified.rules,
            "passed": passed,
            "why": "" if passed else verified.why,
            "file": case.file,
            "line": case.line,
        }
        if self.ruled is not None:
            row["ruling"] = self.ruled.to_json()
        if trace and verified.played is not None:
            row["trace"] = list(verified.played.trace)
        return row


@dataclass(slots=True)
class CaseTally:
    """The runs of one call, counted; `faults` are what could not be read or played."""

    runs: list[CaseRun] = field(default_factory=list)
    passed: int = 0
    failed: int = 0
    ruled: int = 0
    faults: int = 0

    def add(self, verified: Verified) -> CaseRun:
        """Counts one case; a pasted one without expectations is ruled on, neither passed nor failed."""
        run = CaseRun(verified, rule(verified) if verified.case.file == STDIN else None)
        self.runs.append(run)
        if run.ruled is not None:
            self.ruled += 1
        elif verified.passed:
            self.passed += 1
        else:
            self.failed += 1
            self.faults += verified.error is not None
        return run

    @property
    def exit_code(self) -> int:
        """0: all passed or were ruled on; 1: a case failed; 2: something could not be read."""
        return 2 if self.faults else 1 if self.failed else 0

    def to_json(self, *, trace: bool = False) -> dict[str, Any]:
        """The object of `verify --format json`; what was ruled on counts as passed."""
        rows = [run.to_json(trace=trace) for run in self.runs]
        return {"cases": rows, "passed": self.passed + self.ruled, "failed": self.failed}
