"""Ctrl-C and SIGTERM end a command with the exit code of a shell, and never leave it hanging."""

from __future__ import annotations

import math
import select
import signal
import subprocess
import sys
import textwrap
import threading
import time
from collections.abc import Callable, Generator, Iterable
from types import FrameType, SimpleNamespace
from typing import Any

import pytest

from kanrules.supervisor import signals as supervisor
from kanrules.supervisor.signals import GentleInterrupts, Interrupted
from kanrules.supervisor.workers import no_interrupts

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="sends signals as on Unix")
NEVER = 600.0
"""Seconds of a limit that no test waits for. However slow the machine is, only what a test does happens in it."""


def started(code: str, *, patience: float = NEVER, limit: float = NEVER, **more: object) -> subprocess.Popen[str]:
    """A script under `Interrupts`, with these limits, that has printed its first line."""
    before = f"""
import itertools, signal, sys, time
from kanrules.supervisor import signals as supervisor
from kanrules.supervisor.signals import *
supervisor.PATIENCE, supervisor.LIMIT = {patience}, {limit}
"""
    process = subprocess.Popen(
        [sys.executable, "-u", "-c", before + textwrap.dedent(code)], stdout=subprocess.PIPE, text=True, **more
    )  # type: ignore[call-overload]  # options of Popen
    assert process.stdout is not None and process.stdout.readline() == "ready\n"
    return process  # type: ignore[no-any-return]


def rest(process: subprocess.Popen[str]) -> str:
    """What it still prints until it ends."""
    try:
        return process.communicate(timeout=NEVER / 2)[0]
    finally:
        process.kill()


WAITS = """
with Interrupts():
    try:
        print("ready")
        time.sleep(300)
    except Interrupted as error:
        print("cleaned up")
        sys.exit(exit_code(error.signum))
"""


@pytest.mark.parametrize(("signum", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143), (signal.SIGHUP, 129)])
def test_a_command_cleans_up_and_says_which_signal_ended_it(signum: int, code: int) -> None:
    process = started(WAITS)
    process.send_signal(signum)
    assert rest(process) == "cleaned up\n"
    assert process.returncode == code


def test_a_cleanup_that_hangs_ends_at_the_limit() -> None:
    process = started(WAITS.replace('print("cleaned up")', "time.sleep(1e6)"), limit=0.3)
    began = time.monotonic()
    process.send_signal(signal.SIGTERM)
    assert rest(process) == "" and process.returncode == 143
    assert time.monotonic() - began >= 0.3


def test_a_command_that_was_asked_to_end_is_gone_after_two_seconds() -> None:
    assert supervisor.PATIENCE < supervisor.LIMIT == 2


def test_a_third_signal_ends_the_process_at_once() -> None:
    process = started("""
    with Interrupts():
        for say in ("ready", "second", "third"):
            try:
                print(say)
                time.sleep(300)
            except Interrupted:
                pass
    """)
    assert process.stdout is not None
    process.send_signal(signal.SIGINT)
    assert process.stdout.readline() == "second\n"
    process.send_signal(signal.SIGINT)
    assert process.stdout.readline() == "third\n"
    process.send_signal(signal.SIGINT)
    assert rest(process) == "" and process.returncode == 130


def test_a_signal_that_the_caller_ignores_stays_ignored() -> None:
    process = started(
        WAITS.replace("time.sleep(300)", "signal.raise_signal(signal.SIGHUP); signal.raise_signal(signal.SIGINT)"),
        preexec_fn=lambda: [signal.signal(one, signal.SIG_IGN) for one in (signal.SIGHUP, signal.SIGINT)],
    )
    assert rest(process) == "" and process.returncode == 0


GENTLE = """
def work():
    try:
        for number in itertools.count(1):
            if number == 4:
                print("ready")
            time.sleep(0.01)
            if interrupts.asked() and {stops}:
                return
            yield number
    finally:
        print("closed")

with GentleInterrupts() as interrupts:
    done = list(interrupts.items(work()))
    print("written", len(done) > 2)
    {after}
    sys.exit(exit_code(interrupts.signum))
"""


def gentle(*, stops: bool, after: str = "", patience: float = NEVER) -> subprocess.Popen[str]:
    return started(GENTLE.format(stops=stops, after=after or "pass"), patience=patience)


def test_running_work_is_finished_and_what_was_done_is_written() -> None:
    process = gentle(stops=True)
    process.send_signal(signal.SIGINT)
    assert rest(process) == "closed\nwritten True\n" and process.returncode == 130


def test_work_that_does_not_finish_is_dropped_after_a_while() -> None:
    process = gentle(stops=False, patience=0.3)
    began = time.monotonic()
    process.send_signal(signal.SIGTERM)
    assert rest(process) == "closed\nwritten True\n" and process.returncode == 143
    assert time.monotonic() - began >= 0.3


def test_many_signals_at_once_lose_nothing_that_was_done() -> None:
    process = gentle(stops=False)
    while not select.select([process.stdout], [], [], 0.002)[0]:  # until the work is closed
        process.send_signal(signal.SIGINT)
    assert rest(process) == "closed\nwritten True\n"
    assert process.returncode in (130, -signal.SIGINT), "the last one may hit the interpreter as it goes"


def test_writing_that_hangs_can_be_interrupted() -> None:
    process = gentle(stops=False, after="time.sleep(1e6)", patience=0.1)
    process.send_signal(signal.SIGINT)
    assert process.stdout is not None
    assert [process.stdout.readline() for _ in range(2)] == ["closed\n", "written True\n"]
    time.sleep(0.2)  # it was deaf for `patience`, from before it wrote
    process.send_signal(signal.SIGINT)
    assert rest(process) == "" and process.returncode != 0


def interrupted_before(instruction: int, signals: int) -> tuple[list[int], int]:
    """The items of work that ends by itself when asked to, and how many signals it took. They arrive one by one before
    the instructions of `signals.py` from this one on.
    """
    seen = sent = 0

    def trace(frame: FrameType, event: str, _: object) -> Callable[..., Any] | None:
        nonlocal seen, sent
        if frame.f_code.co_filename != GentleInterrupts.items.__code__.co_filename:
            return None
        frame.f_trace_opcodes = True
        if event == "opcode":
            seen += 1
            if seen > instruction and sent < signals:
                sent += 1
                signal.raise_signal(signal.SIGINT)
        return trace

    def work() -> Generator[int, None, None]:
        for number in range(1, 4):
            if interrupts.asked():
                return
            yield number

    before = sys.gettrace()
    # Python 3.12 traces instructions only if a frame has asked for it before `settrace`.
    sys._getframe().f_trace_opcodes = True
    with GentleInterrupts() as interrupts:
        sys.settrace(trace)
        try:
            done = list(interrupts.items(work()))
        finally:
            sys.settrace(before)
        assert bool(interrupts.signum) == bool(sent)
    return done, sent


@pytest.mark.parametrize("signals", [1, 2, 3, 5])
def test_signals_before_any_instruction_of_the_work_let_the_command_write(
    signals: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    ended: list[int] = []
    monkeypatch.setattr(supervisor, "os", SimpleNamespace(_exit=ended.append))
    monkeypatch.setattr(supervisor, "PATIENCE", NEVER)
    monkeypatch.setattr(supervisor, "LIMIT", NEVER)
    others = set(threading.enumerate())
    instruction = 0
    while (result := interrupted_before(instruction, signals))[1]:
        assert not ended and result[0] == [1, 2, 3][: len(result[0])]
        instruction += 1
    assert instruction > 100 and result == ([1, 2, 3], 0)
    for timer in set(threading.enumerate()) - others:  # one that nobody stopped would end the process later
        timer.join(NEVER / 2)
        assert not timer.is_alive()


def test_a_signal_that_arrives_as_signals_are_blocked_leaves_none_blocked(monkeypatch: pytest.MonkeyPatch) -> None:
    mask = signal.pthread_sigmask

    def arrives(how: int, signals: Iterable[int]) -> set[int | signal.Signals]:
        before = mask(how, signals)
        if how == signal.SIG_BLOCK and signals:
            raise Interrupted(signal.SIGINT)  # as Python does for a signal that came just before
        return before

    monkeypatch.setattr("kanrules.supervisor.workers.signal.pthread_sigmask", arrives)
    before = mask(signal.SIG_BLOCK, ())
    with pytest.raises(Interrupted), no_interrupts(tracked=False):
        pytest.fail("nothing starts")
    assert mask(signal.SIG_BLOCK, ()) == before


def test_a_timer_that_was_about_to_call_as_the_work_ended_interrupts_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    timers: list[Callable[[], None]] = []
    stopped = SimpleNamespace(start=lambda: None, cancel=lambda: None)

    def timer(_: float, does: Callable[[], None]) -> SimpleNamespace:
        timers.append(does)
        return stopped

    monkeypatch.setattr("kanrules.supervisor.signals.threading.Timer", timer)
    with GentleInterrupts() as interrupts:
        for _ in interrupts.items(number for number in (1, 2)):
            signal.raise_signal(signal.SIGINT)
        monkeypatch.setattr("kanrules.supervisor.signals.time.monotonic", lambda: math.inf)  # however slow it is
        timers[0]()
        with pytest.raises(Interrupted):
            signal.raise_signal(signal.SIGINT)
