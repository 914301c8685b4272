"""A foreign program ends, with everything that it has started, when it is told to or when its owner ends."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import textwrap
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from kanrules.supervisor.foreign_programs import KeptProgram, run_program, temporary_folder
from tests.supervisor.kills import BOTS, marked

pytestmark = pytest.mark.skipif(not Path("/proc/self/environ").exists(), reason="looks for processes as Linux does")


def here(code: str) -> list[str]:
    return [sys.executable, "-c", textwrap.dedent(code)]


def soon(true: Callable[[], bool]) -> bool:
    """Wait for what other processes bring about, on a machine of any speed."""
    until = time.monotonic() + 300
    # Once is enough: a process that becomes another program has no environment for a moment.
    while not (held := true()) and time.monotonic() < until:
        time.sleep(0.02)
    return held


@pytest.mark.parametrize("habit", BOTS)
def test_whatever_a_program_does_it_ends_with_all_its_children(
    habit: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("MARK_OF_A_TEST", f"{habit}{os.getpid()}")
    mark = f"MARK_OF_A_TEST={habit}{os.getpid()}"
    beginning, _ = BOTS[habit]
    code = f"import os, signal, subprocess, sys, time\n{beginning}\nprint('ready', flush=True)\ntime.sleep(300)"
    kept = KeptProgram([sys.executable, "-c", code], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    assert kept.process.stdout is not None
    assert soon(lambda: len(marked(mark)) >= 2)  # the keeper and the program
    time.sleep(0.5)  # for the habit, which may come later
    kept.end()
    kept.process.stdout.close()
    # `end` has waited for the keeper, and the keeper for all others.
    assert soon(lambda: not marked(mark))


def test_a_program_that_stops_its_keeper_is_ended_all_the_same() -> None:
    code = "import os, signal, time; os.kill(os.getppid(), signal.SIGSTOP); print(flush=True); time.sleep(300)"
    kept = KeptProgram(here(code), stdout=subprocess.PIPE)
    assert kept.process.stdout is not None and kept.process.stdout.readline() == b"\n"
    kept.end()
    assert kept.process.stdout.read() == b"", "the program has ended, too"
    kept.process.stdout.close()


def test_a_program_that_ends_by_itself_leaves_no_children(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MARK_OF_A_TEST", "by itself")
    done = run_program(
        here("""
        import os, subprocess, sys
        child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(300)"], start_new_session=True,
                                 stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        print("done")
        """),
        seconds=60,
    )
    assert (done.returncode, done.stdout) == (0, b"done\n")
    assert not marked("MARK_OF_A_TEST=by itself")


@pytest.mark.parametrize(("code", "expected"), [("raise SystemExit(7)", 7), ("import os; os.kill(os.getpid(), 9)", -9)])
def test_the_exit_code_is_the_programs_own(code: str, expected: int) -> None:
    assert run_program(here(code), seconds=60).returncode == expected


def test_a_program_that_takes_too_long_is_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MARK_OF_A_TEST", "too long")
    with pytest.raises(subprocess.TimeoutExpired):
        run_program(here("import time; time.sleep(300)"), seconds=0.5)
    assert not marked("MARK_OF_A_TEST=too long")


def test_a_program_that_does_not_exist_is_named() -> None:
    done = run_program(["/no/such/program"], seconds=60)
    assert done.returncode == 127 and b"/no/such/program: No such file or directory" in done.stderr


def test_a_temporary_folder_is_deleted_though_its_owner_was_killed(tmp_path: Path) -> None:
    owner = subprocess.Popen(
        here(f"""
        import time
        from pathlib import Path
        from kanrules.supervisor.foreign_programs import temporary_folder
        with temporary_folder(below=Path({str(tmp_path)!r})) as folder:
            (folder / "half.zip").write_bytes(b"half")
            print(folder, flush=True)
            time.sleep(300)
        """),
        stdout=subprocess.PIPE,
        text=True,
    )
    assert owner.stdout is not None
    folder = Path(owner.stdout.readline().strip())
    assert (folder / "half.zip").exists()
    owner.send_signal(signal.SIGKILL)
    owner.wait()
    owner.stdout.close()
    assert soon(lambda: not folder.exists())
    assert list(tmp_path.iterdir()) == []


def test_a_temporary_folder_is_deleted_at_the_end(tmp_path: Path) -> None:
    with temporary_folder(below=tmp_path) as folder:
        (folder / "one").write_text("one")
        assert folder.parent == tmp_path
    assert list(tmp_path.iterdir()) == []
