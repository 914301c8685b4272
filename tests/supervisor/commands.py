"""Commands that get signals, on a machine of any speed."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

_PATIENT = """
from kanrules.supervisor import signals
signals.PATIENCE = signals.LIMIT = 600
from kanrules.cli import main
main()
"""
PATIENT = [sys.executable, "-c", _PATIENT]
"""The command line, which never ends because it was slow to end."""


@contextmanager
def standing_still(process: subprocess.Popen[str] | subprocess.Popen[bytes]) -> Iterator[None]:
    """Stop a child meanwhile: what is seen of it is still true when a signal reaches it."""
    with suppress(ProcessLookupError):
        os.kill(process.pid, signal.SIGSTOP)
        os.waitid(os.P_PID, process.pid, os.WSTOPPED | os.WEXITED | os.WNOWAIT)
    try:
        yield
    finally:
        with suppress(ProcessLookupError):
            os.kill(process.pid, signal.SIGCONT)


def hears(pid: int) -> bool:
    """Whether a process handles SIGTERM, as a command does from its beginning to its end, and Python does not."""
    try:
        (caught,) = (
            line.split()[1]
            for line in Path(f"/proc/{pid}/status").read_text(encoding="utf-8").splitlines()
            if line.startswith("SigCgt:")
        )
    except (OSError, ValueError):
        return False
    return bool(int(caught, 16) >> (signal.SIGTERM - 1) & 1)
