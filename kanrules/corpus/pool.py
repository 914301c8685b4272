"""Chunks of a corpus judged by the processes of one machine, in order; a process that dies costs nothing but its own
record.
"""

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
"""Chunks a process that may be judged before the oldest has come back."""
CARRIED = 32 << 20
"""Bytes that all chunks under way may carry."""
SELDOM = 20_000
"""How many objects more may be held before the collector looks for circles among the young ones."""
DIED = "the process that read it died (killed, or out of memory), and so did a second one"

Judged = tuple[Chunk, list[Audited]]


def judge(members: Iterable[Member | Unreadable], plan: AuditPlan) -> list[Audited]:
    """Judges some records, in order."""
    return list(audit_members(members, plan))


def in_this_process(chunks: Iterable[Chunk], plan: AuditPlan) -> Iterator[Judged]:
    """Judges chunk by chunk without any other process."""
    for chunk in chunks:
        with _collecting_seldom():
            judged = judge(chunk.members, plan)
        yield chunk, judged


def in_processes(chunks: Iterable[Chunk], plan: AuditPlan, jobs: int) -> Iterator[Judged]:
    """Judges chunks with so many processes and gives them back in order.

    Only a few chunks are under way at a time, so memory stays flat. Where a process dies, what it held is judged again
    in a new one, record by record; a record that kills that one too is unreadable. Raises KanrulesError where no
    process starts.
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
            # Everybody has one chunk first, then a second to go on with while we look at what came of the first.
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
    """Judges again what a process held when it died, in a new one and record by record."""
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
    """A process that judges one chunk after the other, and the pipe to it."""

    def __init__(self, plan: AuditPlan, others: list[_Worker]) -> None:
        self.plan = plan
        self.others = others
        """Those that work beside it."""
        self.held: deque[int] = deque()
        """The numbers of the chunk that it is judging, and of the one after."""
        self._start()

    def _start(self) -> None:
        method = _start_method()
        context = multiprocessing.get_context(method)
        if method == "forkserver":
            context.set_forkserver_preload([__name__])
        self.pipe, theirs = context.Pipe()
        ours: list[Connection] = []
        if method == "fork":
            # It holds our end of every pipe as well: as long as it does, nobody sees that we have closed it.
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
        """Hands it a chunk; where it has died, `take` says so."""
        self.held.append(number)
        with contextlib.suppress(OSError):
            self.pipe.send(chunk.members)

    def take(self) -> list[Audited] | None:
        """What it has judged; None where it died. Raises PluginError where a plugin is at fault."""
        try:
            results: list[Audited] | PluginError = self.pipe.recv()
        except (EOFError, OSError):
            return None
        if isinstance(results, PluginError):
            raise results
        return results

    def replace(self) -> None:
        """Puts a new process in the place of one that died."""
        self.dismiss()
        self.end()
        self.held.clear()
        self._start()

    def dismiss(self) -> None:
        """Lets it end once it has judged what it holds."""
        self.pipe.close()

    def end(self) -> None:
        """Waits for its end, not for ever."""
        self.process.join(2)
        if self.process.is_alive():
            self.process.kill()
            self.process.join()
        self.process.close()


def _start_method() -> str:
    """How processes are started: forked, which takes no time and inherits the rulesets, where this process surely has a
    single thread.

    To fork one with threads in it can lock up; then a server with a single thread forks them, or each is started anew.
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
    """Processes and threads started meanwhile, and what they start in turn, never see Ctrl-C: only the process in front
    answers it.
    """
    if sys.platform == "win32":
        yield
        return
    if tracked:
        # The first process of all brings a resource tracker along, whose start lets signals through again; a fork needs
        # none.
        resource_tracker.ensure_running()
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


@contextlib.contextmanager
def without_main() -> Iterator[None]:
    """Processes started meanwhile do not run the caller's script again: they need nothing of it."""
    main = sys.modules["__main__"]
    sys.modules["__main__"] = ModuleType("__main__")
    try:
        yield
    finally:
        sys.modules["__main__"] = main


def few_collections() -> None:
    """In a process that only judges: a hand leaves no circles behind, so the collector seldom looks, and never at what
    was loaded.
    """
    gc.freeze()
    gc.set_threshold(SELDOM)


@contextlib.contextmanager
def _collecting_seldom() -> Iterator[None]:
    """The same in a process that does other things as well, which is left as it was."""
    before = gc.get_threshold()
    gc.set_threshold(SELDOM, *before[1:])
    try:
        yield
    finally:
        gc.set_threshold(*before)


def _work(pipe: Connection, plan: AuditPlan, not_its_own: Sequence[Connection] = ()) -> None:
    """What a worker does until nobody wants anything of it any more."""
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
            except BaseException as error:  # Ctrl-C is not heard here: whoever raises such is a plugin
                results = PluginError(
                    f"{type(error).__name__} was raised while a record was judged: a plugin is at fault"
                )
            pipe.send(results)
