"""Chunks of a corpus judged by processes of one computer, in order; a process that dies costs only its own record."""

from __future__ import annotations

import contextlib
import gc
import multiprocessing
import signal
import sys
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from itertools import product
from multiprocessing import resource_tracker
from multiprocessing.connection import Connection, wait
from pathlib import Path
from types import ModuleType

from kanrules.corpus.audited import Audited, AuditPlan, audit_members
from kanrules.corpus.chunks import Chunk
from kanrules.errors import KanrulesError, PluginError
from kanrules.records import Member, Unreadable

AHEAD = 4
"""Chunks per process that may be judged before the oldest has come back."""
CARRIED = 32 << 20
"""Maximum number of bytes carried by all running chunks."""
SELDOM = 20_000
"""Number of new objects before the garbage collector searches the young generation for cycles."""
DIED = "the process that read it died (killed, or out of memory), and so did a second one"

Judged = tuple[Chunk, list[Audited]]


def judge(members: Iterable[Member | Unreadable], plan: AuditPlan) -> list[Audited]:
    """Judge some records, in order."""
    return list(audit_members(members, plan))


def in_this_process(chunks: Iterable[Chunk], plan: AuditPlan) -> Iterator[Judged]:
    """Judge chunk by chunk without other processes."""
    for chunk in chunks:
        with _collecting_seldom():
            judged = judge(chunk.members, plan)
        yield chunk, judged


def in_processes(chunks: Iterable[Chunk], plan: AuditPlan, jobs: int) -> Iterator[Judged]:
    """Judge chunks with this many processes and yield them in order.

    Only a few chunks are in progress at a time, so memory stays flat. If a process dies, its chunk is judged again in a
    new one, record by record; a record that kills that one too is unreadable. Raises KanrulesError if no process can be
    started.
    """
    workers: list[_Worker] = []
    source = enumerate(chunks)
    given: dict[int, Chunk] = {}
    done: dict[int, list[Audited]] = {}
    following = carried = number = 0
    chunk: Chunk | None = None
    exhausted = False
    try:
        for _ in range(jobs):
            workers.append(_Worker(plan, workers))
        while True:
            # First one chunk for each process, then a second one to continue with while the results of the first are
            # processed.
            for held, worker in product((0, 1), workers):
                if len(worker.held) != held or len(given) >= AHEAD * jobs or (given and carried >= CARRIED):
                    continue
                if chunk is None and not exhausted:
                    number, chunk = next(source, (-1, None))
                    exhausted = chunk is None
                if chunk is not None and (not held or chunk.light):
                    given[number] = chunk
                    carried += chunk.carried
                    worker.give(number, chunk)
                    chunk = None
            while following in done:
                judged = given.pop(following)
                carried -= judged.carried
                yield judged, done.pop(following)
                following += 1
            busy = {worker.pipe: worker for worker in workers if worker.held}
            if not busy:
                if exhausted and not given:
                    return
                continue
            for pipe in wait(list(busy)):
                worker = busy[pipe]  # type: ignore[index]  # only pipes were waited for
                results = worker.take()
                if results is not None:
                    done[worker.held.popleft()] = results
                else:
                    lost = list(worker.held)
                    worker.replace()
                    done.update({one: _carefully(given[one], plan, workers) for one in lost})
    finally:
        for worker in workers:
            worker.dismiss()
        for worker in workers:
            worker.end()


def _carefully(chunk: Chunk, plan: AuditPlan, others: list[_Worker]) -> list[Audited]:
    """Judge the chunk of a dead process again, in a new process and record by record."""
    results: list[Audited] = []
    worker = _Worker(plan, others)
    try:
        for member in chunk.members:
            worker.give(0, Chunk([member]))
            found = worker.take()
            if found is None:
                found = [Audited(member.file, unreadable=DIED)]
                worker.replace()
            results += found
    finally:
        worker.dismiss()
        worker.end()
    return results


class _Worker:
    """A process that judges one chunk after another, and the pipe to it."""

    def __init__(self, plan: AuditPlan, others: list[_Worker]) -> None:
        self.plan = plan
        self.others = others
        """The other processes of the pool."""
        self.held: deque[int] = deque()
        """The numbers of the chunk that it is judging, and of the next."""
        self._start()

    def _start(self) -> None:
        method = _start_method()
        context = multiprocessing.get_context(method)
        if method == "forkserver":
            context.set_forkserver_preload([__name__])
        self.pipe, theirs = context.Pipe()
        ours: list[Connection] = []
        if method == "fork":
            # It also holds our end of every pipe: until it closes them, no process sees that we have closed ours.
            pipes = [self.pipe, *(other.pipe for other in self.others if other is not self)]
            ours = [pipe for pipe in pipes if not pipe.closed]
        self.process = context.Process(target=_work, args=(theirs, self.plan, ours), daemon=True)  # type: ignore[attr-defined]  # each has one
        try:
            with no_interrupts(), without_main():
                self.process.start()
        except (OSError, EOFError) as error:  # EOFError: the server that forks them was killed
            why = getattr(error, "strerror", "") or str(error) or type(error).__name__
            raise KanrulesError(f"no worker process can be started: {why}; expected room for it, or --jobs 1") from None
        finally:
            theirs.close()

    def give(self, number: int, chunk: Chunk) -> None:
        """Send it a chunk; if it has died, `take` reports that."""
        self.held.append(number)
        with contextlib.suppress(OSError):
            self.pipe.send(chunk.members)

    def take(self) -> list[Audited] | None:
        """Return what it has judged; None if it died. Raises PluginError if a plugin is faulty."""
        try:
            results: list[Audited] | PluginError = self.pipe.recv()
        except (EOFError, OSError):
            return None
        if isinstance(results, PluginError):
            raise results
        return results

    def replace(self) -> None:
        """Replace a process that died by a new one."""
        self.dismiss()
        self.end()
        self.held.clear()
        self._start()

    def dismiss(self) -> None:
        """Let it end once it has judged its chunks."""
        self.pipe.close()

    def end(self) -> None:
        """Wait for its end, with a time limit."""
        self.process.join(2)
        if self.process.is_alive():
            self.process.kill()
            self.process.join()
        self.process.close()


def _start_method() -> str:
    """Return how processes are started: by fork, which is instant and inherits the rulesets, if this process certainly
    has a single thread.

    Forking a process with threads can deadlock; then a server with a single thread forks them, or each is started anew.
    """
    methods = multiprocessing.get_all_start_methods()
    try:
        if "fork" in methods and len(list(Path("/proc/self/task").iterdir())) == 1:
            return "fork"
    except OSError:  # only Linux tells
        pass
    return "forkserver" if "forkserver" in methods else "spawn"


@contextlib.contextmanager
def no_interrupts(*, tracked: bool = True) -> Iterator[None]:
    """Processes and threads started meanwhile, and their children, never see Ctrl-C: only this process handles it."""
    if sys.platform == "win32":
        yield
        return
    if tracked:
        # The first process also starts a resource tracker, whose start unblocks signals; a fork does not need it.
        resource_tracker.ensure_running()
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


@contextlib.contextmanager
def without_main() -> Iterator[None]:
    """Processes started meanwhile do not run the caller's script again: they do not need it."""
    main = sys.modules["__main__"]
    sys.modules["__main__"] = ModuleType("__main__")
    try:
        yield
    finally:
        sys.modules["__main__"] = main


def few_collections() -> None:
    """In a process that only judges, a hand leaves no cycles behind: the collector runs rarely, and never over what was
    loaded.
    """
    gc.freeze()
    gc.set_threshold(SELDOM)


@contextlib.contextmanager
def _collecting_seldom() -> Iterator[None]:
    """The same in a process that also does other things; it is restored afterwards."""
    before = gc.get_threshold()
    gc.set_threshold(SELDOM, *before[1:])
    try:
        yield
    finally:
        gc.set_threshold(*before)


def _work(pipe: Connection, plan: AuditPlan, not_its_own: Sequence[Connection] = ()) -> None:
    """Main loop of a worker, until its pipe closes."""
    for other in not_its_own:
        other.close()
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    few_collections()
    with contextlib.suppress(EOFError, OSError):
        while True:
            members = pipe.recv()
            try:
                results: list[Audited] | PluginError = judge(members, plan)
            except PluginError as error:
                results = PluginError(str(error))
            except BaseException as error:  # Ctrl-C is blocked here: only a plugin can raise this
                results = PluginError(
                    f"{type(error).__name__} was raised while a record was judged: a plugin is at fault"
                )
            pipe.send(results)
