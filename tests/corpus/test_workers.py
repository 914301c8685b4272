"""Processes that die: nothing is lost but the record that kills them, and the result is the same."""

from __future__ import annotations

import multiprocessing
import os
import signal
import subprocess
import sys
import textwrap
import threading
import time
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from kanrules import Audited, PluginError, audit, load_ruleset
from kanrules.corpus.pool import DIED

GAMES = Path(__file__).parents[1] / "games"
ALL = sorted(GAMES.glob("*.mjson.gz"))


@pytest.fixture(params=["alone", "with a thread beside"], autouse=True)
def _threads(request: pytest.FixtureRequest) -> Iterator[None]:
    """A process with a single thread forks its workers, one with more has them made by another process."""
    if request.param == "alone":
        yield
        return
    over = threading.Event()
    beside = threading.Thread(target=over.wait)
    beside.start()
    yield
    over.set()
    beside.join()


@cache
def alone() -> list[Audited]:
    """What one process finds."""
    return list(audit(ALL, "tenhou"))


@pytest.mark.rest
def test_a_process_killed_in_the_middle_changes_nothing() -> None:
    results = []
    killed = []
    for record in audit(ALL * 2, "tenhou", jobs=2):
        results.append(record)
        if len(results) in (1, 40):
            # The first one's successor may not have been started yet.
            victim = next(child for child in multiprocessing.active_children() if child.pid not in killed)
            assert victim.pid is not None
            os.kill(victim.pid, signal.SIGKILL)
            killed.append(victim.pid)
    assert len(killed) == 2
    assert results == alone() * 2


DEADLY = """
import os
from kanrules import hookimpl

@hookimpl
def after_rinshan(kan, tile, table, rules):
    {what}
"""


def ruleset(folder: Path, what: str) -> Path:
    (folder / "house.py").write_text(DEADLY.format(what=what))
    path = folder / "house.toml"
    path.write_text(
        '[ruleset]\nid = "house"\nname = "House"\nedition = "1"\nextends = "tenhou"\nplugins = ["./house.py"]\n'
    )
    return path


@pytest.mark.rest
def test_a_record_that_kills_every_process_is_named_and_the_others_are_judged(tmp_path: Path) -> None:
    rules = load_ruleset(ruleset(tmp_path, "if kan.number == 4: os._exit(3)"), allow_local_plugins=True)
    plain = {record.file: record for record in alone()}
    deadly = [file for file, record in plain.items() if any(kan.kan == 4 for kan in record.kans)]
    assert deadly
    results = list(audit(ALL, rules, jobs=2))
    assert [record.file for record in results] == [str(path) for path in ALL]
    assert [record.file for record in results if record.unreadable == DIED] == deadly
    for record in results:
        if not record.unreadable:
            assert (record.hands, record.kans) == (plain[record.file].hands, plain[record.file].kans)


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_plugin_at_fault_ends_the_audit_with_its_name(tmp_path: Path, jobs: int) -> None:
    rules = load_ruleset(ruleset(tmp_path, "raise RuntimeError('a slip')"), allow_local_plugins=True)
    with pytest.raises(PluginError, match=r"house.*after_rinshan.*a slip"):
        list(audit(ALL, rules, jobs=jobs))
    assert not multiprocessing.active_children()


@pytest.mark.parametrize("compare", [(), "ema-2016"])
def test_a_plugin_at_fault_is_named_with_the_record_and_the_hand(compare: str, tmp_path: Path) -> None:
    rules = load_ruleset(ruleset(tmp_path, "raise RuntimeError('a slip')"), allow_local_plugins=True)
    first = next(kan for record in alone() for kan in record.kans if not kan.robbed)
    with pytest.raises(PluginError) as found:
        list(audit([first.file], rules, compare=compare, jobs=1))
    assert str(found.value).startswith(f"{first.file}: {first.hand}: plugin 'house', hook after_rinshan: raised")
    assert found.value.plugin == "house"


def test_no_process_is_left_behind_when_nobody_asks_for_more() -> None:
    results = audit(ALL, "tenhou", jobs=2)
    next(results)
    assert len(multiprocessing.active_children()) == 2
    results.close()  # type: ignore[attr-defined]  # a generator
    assert not multiprocessing.active_children()


@pytest.mark.rest
def test_a_script_needs_no_main_guard_to_audit_with_several_processes(tmp_path: Path) -> None:
    script = tmp_path / "script.py"
    script.write_text(
        textwrap.dedent(f"""
        from pathlib import Path
        from kanrules import audit
        print("begins")
        print(sum(record.hands for record in audit(sorted(Path({str(GAMES)!r}).glob("*.mjson.gz")), "tenhou", jobs=2)))
        """)
    )
    run = subprocess.run([sys.executable, str(script)], capture_output=True, text=True, timeout=120, check=False)
    assert run.stderr == ""
    assert run.stdout == f"begins\n{sum(record.hands for record in alone())}\n"


@pytest.mark.skipif(
    not Path("/proc/thread-self/children").exists(), reason="only Linux tells which processes there are"
)
def test_the_workers_of_an_audit_that_is_killed_end_with_it() -> None:
    command = [sys.executable, "-m", "kanrules", "audit", *map(str, ALL * 40), "--rules", "tenhou", "--jobs", "3"]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
        workers: list[int] = []
        until = time.monotonic() + 300
        while len(workers) < 3 and time.monotonic() < until:
            time.sleep(0.05)
            workers = _children(process.pid)
        process.kill()
    assert len(workers) >= 3
    while any(map(_runs, workers)) and time.monotonic() < until:
        time.sleep(0.05)
    assert not any(map(_runs, workers))


def _children(pid: int) -> list[int]:
    """The processes that this one has started and that work for it."""
    try:
        return [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text(encoding="utf-8").split()]
    except OSError:
        return []


def _runs(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False
