"""Results of a run of cases: a verdict or ruling for each, and the counts."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from kanrules.desk.play_position import RuledPosition, rule
from kanrules.frozen import frozen

if TYPE_CHECKING:
    from kanrules.cases.verify import Verified

STDIN = "<stdin>"
"""File name of a pasted position."""


@frozen
class CaseRun:
    """One case under one ruleset: whether it met its expectations, or the ruling if a pasted case has none."""

    verified: Verified
    ruled: RuledPosition | None

    def to_json(self, *, trace: bool = False) -> dict[str, Any]:
        """Return a row of `verify --format json`."""
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
            row["trace"] = [line.to_json() for line in verified.played.trace]
        return row


@dataclass(slots=True)
class CaseTally:
    """The runs of one command, with counts. `faults` are the errors of cases that could not be read or played."""

    runs: list[CaseRun] = field(default_factory=list)
    passed: int = 0
    failed: int = 0
    ruled: int = 0
    faults: int = 0

    def add(self, verified: Verified) -> CaseRun:
        """Count one case. A pasted case without expectations counts as ruled on, neither passed nor failed."""
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
        """The exit code: 0 if all passed or were ruled on, 1 if a case failed, 2 if something could not be read."""
        return 2 if self.faults else 1 if self.failed else 0

    def to_json(self, *, trace: bool = False) -> dict[str, Any]:
        """Return the object that `verify --format json` prints. Cases that were ruled on count as passed."""
        rows = [run.to_json(trace=trace) for run in self.runs]
        return {"cases": rows, "passed": self.passed + self.ruled, "failed": self.failed}
