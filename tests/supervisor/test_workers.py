"""Worker processes leave nothing behind, however they are started."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

WITH_A_THREAD = """
import threading, time
from kanrules.supervisor.workers import Worker
threading.Thread(target=time.sleep, args=(300,), daemon=True).start()
worker = Worker(str)
worker.give(7)
print(worker.take(), flush=True)
time.sleep(300)
"""
"""A process with threads does not fork: a server does, and both meet in a temporary folder."""


@pytest.mark.skipif(os.name != "posix", reason="only there a server forks the workers")
def test_a_killed_process_whose_workers_a_server_forks_leaves_no_temporary_file(tmp_path: Path) -> None:
    places = {**os.environ, "TMPDIR": str(tmp_path)}
    with subprocess.Popen([sys.executable, "-c", WITH_A_THREAD], stdout=subprocess.PIPE, env=places) as process:
        assert process.stdout is not None and process.stdout.readline() == b"7\n"
        assert list(tmp_path.iterdir())
        process.kill()
    until = time.monotonic() + 60
    while list(tmp_path.iterdir()) and time.monotonic() < until:
        time.sleep(0.02)
    assert list(tmp_path.iterdir()) == []


REFUSED = """
from kanrules.errors import wrong_use
from kanrules.supervisor.workers import GONE, Worker
def answer(message): raise wrong_use("no such ruleset")
worker = Worker(answer)
worker.give(7)
print(worker.take() is GONE)
"""


def test_what_a_user_did_wrong_is_no_traceback_of_a_worker() -> None:
    ran = subprocess.run([sys.executable, "-c", REFUSED], capture_output=True, text=True, timeout=120)
    assert (ran.stdout, ran.stderr) == ("True\n", "")
