"""Processes of kanrules that answer one message after another and end when this process does, even if it is killed."""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from multiprocessing import resource_tracker
from multiprocessing.connection import Connection, wait
from multiprocessing.util import Finalize, get_temp_dir
from pathlib import Path
from types import ModuleType
from typing import Any

from kanrules.errors import KanrulesError
from kanrules.supervisor.foreign_programs import KeptProgram
from kanrules.supervisor.signals import held_back

GONE = object()
"""The answer of a worker that has died."""
_LAST = 2.0
"""Seconds that a dismissed worker has to end by itself."""


class Worker:
    """A process that answers each message; a message and its answer can be pickled.

    Takes the function that answers, the other workers of the pool, and a function that the process calls first. The
    worker has its own process group: signals from a terminal reach only this process, which ends its workers. Raises
    KanrulesError if the process cannot be started.
    """

    def __init__(
        self, answer: Callable[[Any], Any], others: Sequence[Worker] = (), begin: Callable[[], None] | None = None
    ) -> None:
        self._answer = answer
        self._others = others
        self._begin = begin
        self._start()

    def _start(self) -> None:
        method = start_method()
        context = multiprocessing.get_context(method)
        if method == "forkserver":
            keep_sockets()
            context.set_forkserver_preload([__name__, self._preloaded()])
        self.pipe, theirs = context.Pipe()
        ours: list[Connection] = []
        if method == "fork":
            # It also holds our end of every pipe: until it closes them, no process sees that we have closed ours.
            pipes = [self.pipe, *(other.pipe for other in self._others if other is not self)]
            ours = [pipe for pipe in pipes if not pipe.closed]
        self.process = context.Process(target=_work, args=(theirs, self._answer, self._begin, ours), daemon=True)  # type: ignore[attr-defined]  # each has one
        try:
            with no_interrupts(), without_main():
                self.process.start()
        except (OSError, EOFError) as error:  # EOFError: the server that forks them was killed
            why = getattr(error, "strerror", "") or str(error) or type(error).__name__
            raise KanrulesError(f"no worker process can be started: {why}; free some memory, or use --jobs 1") from None
        finally:
            theirs.close()

    def _preloaded(self) -> str:
        """Return the module of the function that answers, which each new process would otherwise import again."""
        return str(getattr(self._answer, "func", self._answer).__module__)

    def give(self, message: Any) -> None:
        """Send a message; if the worker has died, `take` reports that."""
        with contextlib.suppress(OSError):
            self.pipe.send(message)

    def take(self) -> Any:
        """Return the next answer, or GONE."""
        try:
            return self.pipe.recv()
        except (EOFError, OSError):
            return GONE

    def replace(self) -> None:
        """Replace a process that died with a new one."""
        self.kill()
        self._start()

    def dismiss(self) -> None:
        """Let it end once it has answered all messages."""
        self.pipe.close()

    def end(self) -> None:
        """Wait until it has ended; kill it if that takes too long."""
        self.process.join(_LAST)
        if self.process.is_alive():
            self.process.kill()
            self.process.join()
        self.process.close()

    def kill(self) -> None:
        """End it at once."""
        self.dismiss()
        self.process.kill()
        self.end()


@contextlib.contextmanager
def ended(workers: list[Worker]) -> Iterator[None]:
    """End these workers: when they have answered if all went well, at once if an exception was raised."""
    try:
        yield
    except BaseException:
        for worker in workers:
            worker.kill()
        raise
    for worker in workers:
        worker.dismiss()
    for worker in workers:
        worker.end()


def start_method() -> str:
    """Return how processes are started: by fork, which is instant and inherits the rulesets, if this process certainly
    has a single thread.

    Forking a process with threads can deadlock; then a server with a single thread forks them, or each is started from
    scratch.
    """
    methods = multiprocessing.get_all_start_methods()
    try:
        if "fork" in methods and len(list(Path("/proc/self/task").iterdir())) == 1:
            return "fork"
    except OSError:  # only Linux tells
        pass
    return "forkserver" if "forkserver" in methods else "spawn"


@cache
def keep_sockets() -> None:
    """Delete the folder that Python's processes use for their sockets, even if this process is killed.

    The folder stays until this process ends, because other code in it may use multiprocessing as well.
    """
    keeper = KeptProgram((), folder=get_temp_dir(), stdin=subprocess.DEVNULL)
    # After multiprocessing has deleted the folder itself, which it does at -100.
    Finalize(None, keeper.end, exitpriority=-200)


@contextlib.contextmanager
def no_interrupts(*, tracked: bool = True) -> Iterator[None]:
    """Keep Ctrl-C from processes and threads started in this context, and from their children: only this process
    handles it.
    """
    if tracked and sys.platform != "win32":
        # The first process also starts a resource tracker, whose start unblocks signals; a fork does not need it.
        with _quiet_tracker():
            resource_tracker.ensure_running()
    with held_back():
        yield


@contextlib.contextmanager
def _quiet_tracker() -> Iterator[None]:
    """Keep a resource tracker started in this context from a warning after Ctrl-C.

    A command that has to end at once leaves its semaphores to the tracker, which deletes them and says so.
    """
    before = list(sys.warnoptions)
    sys.warnoptions.append("ignore::UserWarning:multiprocessing.resource_tracker")
    try:
        yield
    finally:
        sys.warnoptions[:] = before


@contextlib.contextmanager
def without_main() -> Iterator[None]:
    """Keep processes started in this context from running the caller's script again, which they do not need."""
    main = sys.modules["__main__"]
    sys.modules["__main__"] = ModuleType("__main__")
    try:
        yield
    finally:
        sys.modules["__main__"] = main


def _work(
    pipe: Connection,
    answer: Callable[[Any], Any],
    begin: Callable[[], None] | None,
    not_its_own: Sequence[Connection],
) -> None:
    """Main loop of a worker, until its pipe closes."""
    for other in not_its_own:
        other.close()
    _stand_alone()
    # A worker answers through its pipe. What a plugin prints must not mix with the output of the command.
    sys.stdout = sys.stderr
    if begin is not None:
        begin()
    # What a user did wrong is no traceback: the owner works the message out itself, and reports the error.
    with contextlib.suppress(EOFError, OSError, KanrulesError):
        while True:
            pipe.send(answer(pipe.recv()))


def _stand_alone() -> None:
    """Leave the signals of the terminal to the parent, and end as soon as the parent has ended."""
    if sys.platform != "win32":
        os.setpgid(0, 0)
    for name in ("SIGINT", "SIGTERM", "SIGHUP"):
        if hasattr(signal, name):
            signal.signal(getattr(signal, name), signal.SIG_IGN)  # this also forgets one that is pending
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    if sys.platform != "win32":
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGTERM})
    parent = multiprocessing.parent_process()
    if parent is not None:
        threading.Thread(target=_end_with, args=(parent.sentinel,), daemon=True).start()


def _end_with(sentinel: int) -> None:
    wait([sentinel])
    os._exit(1)
