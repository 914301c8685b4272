"""The same audit on a Dask cluster: a real scheduler and two workers on this machine, one of them killed in the
middle.
"""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path

import pytest

from kanrules import KanrulesError, PluginError, audit, load_ruleset
from kanrules.cli import main
from kanrules.corpus import cluster
from tests.supervisor.commands import PATIENT

GAMES = Path(__file__).parents[1] / "games"
ALL = sorted(GAMES.glob("*.mjson.gz"))

pytestmark = [
    pytest.mark.needs("distributed"),
    # Dask leaves sockets to the collector when a worker is killed under it.
    pytest.mark.filterwarnings("ignore::ResourceWarning"),
    pytest.mark.filterwarnings("ignore::DeprecationWarning"),
]


def until(true: Callable[[], bool], seconds: float = 60) -> None:
    """Waits for something that other processes bring about."""
    end = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < end
        time.sleep(0.05)


@contextmanager
def started(*arguments: str, tmp_path: Path, says: str) -> Iterator[tuple[subprocess.Popen[bytes], str]]:
    """A process of Dask's command line, once it has said so; with the line in which it did."""
    log = tmp_path / f"{'-'.join(word for word in arguments if word.isalnum())}-{time.monotonic_ns()}.log"
    environment = {**os.environ, "DASK_DISTRIBUTED__SCHEDULER__ALLOWED_FAILURES": "1"}
    with log.open("wb") as out:
        process = subprocess.Popen(
            [sys.executable, "-m", "distributed.cli." + arguments[0], *arguments[1:]],
            stdout=out,
            stderr=out,
            env=environment,
            cwd=tmp_path,
        )
        try:
            until = time.monotonic() + 60
            while time.monotonic() < until and process.poll() is None:
                line = next((line for line in log.read_text().splitlines() if says in line), "")
                if line:
                    break
                time.sleep(0.05)
            else:
                pytest.fail(f"{arguments} did not start:\n{log.read_text()[-2000:]}")
            yield process, line
        finally:
            process.kill()
            process.wait()


@contextmanager
def scheduler(tmp_path: Path) -> Iterator[tuple[str, list[subprocess.Popen[bytes]]]]:
    """A scheduler with two workers, all three processes of their own on loopback; its address, the workers, and last
    the scheduler.
    """
    with ExitStack() as stack:
        itself, line = stack.enter_context(
            started(
                "dask_scheduler",
                "--host",
                "127.0.0.1",
                "--port",
                "0",
                "--no-dashboard",
                tmp_path=tmp_path,
                says="Scheduler at:",
            )
        )
        address = line.split()[-1]
        workers = [
            stack.enter_context(
                started(
                    "dask_worker",
                    address,
                    "--nthreads",
                    "1",
                    "--no-nanny",
                    "--no-dashboard",
                    "--name",
                    f"w{number}",
                    tmp_path=tmp_path,
                    says="Registered to:",
                )
            )[0]
            for number in range(2)
        ]
        yield address, [*workers, itself]


def test_a_worker_killed_in_the_middle_changes_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster, "RECORDS", 4)
    corpus = ALL * 3
    alone = list(audit(corpus, "tenhou", compare=["ema-2016"]))
    with scheduler(tmp_path) as (address, workers):
        results = []
        for record in audit(corpus, "tenhou", compare=["ema-2016"], dask=address):
            results.append(record)
            if len(results) == 20:
                workers[0].send_signal(signal.SIGKILL)
        assert workers[0].wait() == -signal.SIGKILL
    assert results == alone


def test_paths_are_found_by_workers_that_stand_elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(GAMES)
    with scheduler(tmp_path) as (address, _):  # its workers stand in tmp_path
        (record,) = audit("four-kans.mjson.gz", "tenhou", dask=address)
    assert (record.file, record.hands, record.unreadable) == ("four-kans.mjson.gz", 7, "")


def test_a_record_that_kills_worker_after_worker_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "house.py").write_text(
        "import os\nfrom kanrules import hookimpl\n\n@hookimpl\ndef after_rinshan(kan, tile, table, rules):\n"
        "    if kan.number == 4:\n        os._exit(3)\n"
    )
    path = tmp_path / "house.toml"
    path.write_text(
        '[ruleset]\nid = "house"\nname = "House"\nedition = "1"\nextends = "tenhou"\nplugins = ["./house.py"]\n'
    )
    rules = load_ruleset(path, allow_local_plugins=True)
    some = [GAMES / "robbed-kans-1.mjson.gz", GAMES / "four-kans.mjson.gz", GAMES / "liability-4.mjson.gz"]
    monkeypatch.setattr(cluster, "PATIENCE", 300.0)  # workers start anew, however slow the machine is
    first, second, third = audit(some, rules, dask="local", jobs=2)
    assert "died" in second.unreadable
    assert first.hands and third.hands and not first.unreadable and not third.unreadable


def test_a_plugin_at_fault_ends_the_audit_with_its_name(tmp_path: Path) -> None:
    (tmp_path / "house.py").write_text(
        "from kanrules import hookimpl\n\n@hookimpl\ndef after_rinshan(kan, tile, table, rules):\n"
        "    raise RuntimeError('a slip')\n"
    )
    path = tmp_path / "house.toml"
    path.write_text(
        '[ruleset]\nid = "house"\nname = "House"\nedition = "1"\nextends = "tenhou"\nplugins = ["./house.py"]\n'
    )
    rules = load_ruleset(path, allow_local_plugins=True)
    with pytest.raises(PluginError, match=r"house.*after_rinshan.*a slip"):
        list(audit(ALL[:3], rules, dask="local", jobs=1))


@pytest.mark.skipif(sys.platform == "win32", reason="needs a signal that can be sent to a group")
def unreadable(folder: Path) -> str:
    """A record that cannot be read: the audit says so as soon as it has judged the first ones."""
    path = folder / "bad.json"
    path.write_text("{")
    return str(path)


def test_ctrl_c_ends_a_local_cluster_without_a_word(tmp_path: Path) -> None:
    out = tmp_path / "kans.jsonl"
    bad = unreadable(tmp_path)
    command = [
        "audit",
        bad,
        *map(str, ALL * 80),
        "--rules",
        "tenhou",
        "--dask",
        "local",
        "--jobs",
        "2",
        "--out",
        str(out),
        "--format",
        "json",
    ]
    process = subprocess.Popen(
        [*PATIENT, *command],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    assert process.stderr is not None and bad in process.stderr.readline()
    os.killpg(process.pid, signal.SIGINT)  # as the terminal does: to the workers as well
    printed, err = process.communicate(timeout=300)
    assert err == ""
    data = json.loads(printed)
    assert process.returncode == 130 and data["interrupted"] is True
    assert len(out.read_text().splitlines()) == sum(data["kans"][kind] for kind in ("ankan", "daiminkan", "shouminkan"))


def test_when_the_last_worker_goes_what_was_judged_is_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster, "RECORDS", 2)
    seen = 0
    with scheduler(tmp_path) as (address, workers):
        results = audit(ALL * 9, "tenhou", dask=address)
        monkeypatch.setattr(cluster, "AHEAD", 1)
        with pytest.raises(
            KanrulesError, match=r"no Dask worker is left at tcp://127\.0\.0\.1:\d+; the results so far are kept"
        ):
            for _ in results:
                monkeypatch.setattr(cluster, "PATIENCE", 3.0)  # to begin may take longer
                seen += 1
                for worker in workers[:2]:
                    worker.send_signal(signal.SIGKILL)
    assert 0 < seen < 9 * len(ALL)


def test_a_scheduler_that_goes_is_told_in_a_sentence_after_what_was_judged(tmp_path: Path) -> None:
    out = tmp_path / "kans.jsonl"
    bad = unreadable(tmp_path)
    with scheduler(tmp_path) as (address, (*_, itself)):
        command = [
            "audit",
            bad,
            *map(str, ALL * 80),
            "--rules",
            "tenhou",
            "--dask",
            address,
            "--out",
            str(out),
            "--format",
            "json",
        ]
        process = subprocess.Popen(
            [sys.executable, "-m", "kanrules", *command], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        )
        assert process.stderr is not None and bad in process.stderr.readline()
        itself.send_signal(signal.SIGKILL)
        printed, err = process.communicate(timeout=300)
    assert err == f"kanrules: the Dask scheduler at {address} is gone; the results so far are kept\n"
    assert process.returncode == 2
    kans = json.loads(printed)["kans"]
    assert len(out.read_text().splitlines()) == sum(kans[kind] for kind in ("ankan", "daiminkan", "shouminkan")) > 0


def test_a_script_needs_no_main_guard_for_a_local_cluster(tmp_path: Path) -> None:
    script = tmp_path / "script.py"
    script.write_text(
        "import multiprocessing, os, signal\nfrom kanrules import audit\nprint('begins')\n"
        f"results = audit({list(map(str, ALL * 9))!r}, 'tenhou', dask='local', jobs=2)\n"
        "hands = next(results).hands\n"
        "os.kill(multiprocessing.active_children()[0].pid, signal.SIGKILL)  # the one that takes its place needs none "
        "either\n"
        "print(hands + sum(record.hands for record in results))\n"
    )
    run = subprocess.run([sys.executable, str(script)], capture_output=True, text=True, timeout=120, check=False)
    assert run.stderr == ""
    assert run.stdout == f"begins\n{9 * sum(record.hands for record in audit(ALL, 'tenhou'))}\n"


def test_a_local_cluster_takes_no_port_that_dask_is_known_by() -> None:
    command = [sys.executable, "-m", "kanrules", "audit", *map(str, ALL[:3]), "--rules", "tenhou", "--dask", "local"]
    with socket.socket() as taken:
        with suppress(OSError):  # somebody has it already
            taken.bind(("127.0.0.1", 8787))
            taken.listen()
        run = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
    assert (run.returncode, run.stderr) == (0, "")


@pytest.mark.parametrize("signum", [None, signal.SIGTERM, signal.SIGKILL])
def test_a_local_cluster_leaves_no_temporary_file(tmp_path: Path, signum: int | None) -> None:
    command = [sys.executable, "-m", "kanrules", "audit", *map(str, ALL), "--rules", "tenhou", "--dask", "local"]
    environment = {**os.environ, "TMPDIR": str(tmp_path)}
    run = subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    if signum is not None:
        until(lambda: any(tmp_path.rglob("*.lock")))
        run.send_signal(signum)
    run.wait(120)
    until(lambda: not any(tmp_path.iterdir()))


def test_nobody_at_the_address_is_said_in_a_sentence(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(cluster, "PATIENCE", 1.0)
    for address in ("tcp://127.0.0.1:9", "nonsense"):
        with pytest.raises(KanrulesError, match="no scheduler with a worker answers"):
            list(audit(ALL[:1], "tenhou", dask=address))
    with pytest.raises(SystemExit) as end:
        main(["audit", str(ALL[0]), "--rules", "tenhou", "--dask", "tcp://127.0.0.1:9"])
    assert end.value.code == 2
    assert "Traceback" not in capsys.readouterr().err
