"""A command that is killed at any moment leaves no process, no temporary file, and no half file."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.supervisor import kills
from tests.supervisor.commands import PATIENT

pytestmark = pytest.mark.skipif(
    not Path("/proc/self/environ").exists(), reason="needs to see the environment of every process"
)
PATIENCE = 300.0
"""Seconds for everything to end here, on a machine of any speed; `kills.SOON` on a quiet one."""


@pytest.mark.rest
@pytest.mark.parametrize("kind", [*kills.BOTS, "own", "audit jsonl", "audit report", "serve"])
def test_a_killed_command_leaves_nothing_behind(kind: str, tmp_path: Path) -> None:
    # A command works for as long as it is let; the test below kills later, too.
    for kill in kills.plan(1, len(kind), tmp_path, (kind,), latest=1.5):
        assert kills.tried(kill, tmp_path / f"{kill.number}", PATIENCE, PATIENT).faults == []


@pytest.mark.long
@pytest.mark.needs("pyarrow")
def test_two_hundred_killed_commands_leave_nothing_behind(tmp_path: Path) -> None:
    found = [
        kills.tried(kill, tmp_path / f"{kill.number}", PATIENCE, PATIENT) for kill in kills.plan(200, 36, tmp_path)
    ]
    assert [one for one in found if one.faults] == []
