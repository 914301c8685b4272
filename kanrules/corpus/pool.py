"""Judge chunks of a corpus in order, with the processes of one computer. A process that dies costs only the record that
killed it.
"""

from __future__ import annotations

import contextlib
import gc
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from itertools import product
from multiprocessing.connection import wait

from kanrules.corpus.audited import Audited, AuditPlan, audit_members
from kanrules.corpus.chunks import Chunk
from kanrules.errors import PluginError
from kanrules.records import Member, Unreadable
from kanrules.supervisor.workers import GONE, Worker, ended

AHEAD = 4
"""Number of chunks per process that may be judged before the oldest has come back."""
CARRIED = 32 << 20
"""Maximum number of bytes carried by all running chunks."""
SELDOM = 20_000
"""Number of new objects before the garbage collector searches the young generation for cycles."""
DIED = "the process that read it died (killed, or out of memory), and so did a second process"

Judged = tuple[Chunk, list[Audited]]
Members = list[Member | Unreadable]
Answer = list[Audited] | PluginError


def judge(members: Iterable[Member | Unreadable], plan: AuditPlan) -> list[Audited]:
    """Judge some records, in order."""
    return list(audit_members(members, plan))


def in_this_process(chunks: Iterable[Chunk], plan: AuditPlan) -> Iterator[Judged]:
    """Judge chunk after chunk without other processes."""
    for chunk in chunks:
        with _collecting_seldom():
            judged = judge(chunk.members, plan)
        yield chunk, judged


def in_processes(chunks: Iterable[Chunk], plan: AuditPlan, jobs: int) -> Iterator[Judged]:
    """Judge chunks with this many processes and yield them in order.

    Only a few chunks are in progress at a time, so memory use stays constant. If a process dies, its chunk is judged
    again in a new one, record by record; a record that kills that one too is unreadable. Raises KanrulesError if no
    process can be started.
    """
    workers: list[Worker] = []
    held: dict[Worker, deque[int]] = {}
    source = enumerate(chunks)
    given: dict[int, Chunk] = {}
    done: dict[int, list[Audited]] = {}
    following = carried = number = 0
    chunk: Chunk | None = None
    exhausted = False
    answer = partial(_answer, plan)
    with ended(workers):
        for _ in range(jobs):
            workers.append(Worker(answer, workers, few_collections))
            held[workers[-1]] = deque()
        while True:
            # First one chunk for each process, then a second one to continue with while the results of the first are
            # processed.
            for before, worker in product((0, 1), workers):
                if len(held[worker]) != before or len(given) >= AHEAD * jobs or (given and carried >= CARRIED):
                    continue
                if chunk is None and not exhausted:
                    number, chunk = next(source, (-1, None))
                    exhausted = chunk is None
                if chunk is not None and (not before or chunk.light):
                    given[number] = chunk
                    carried += chunk.carried
                    held[worker].append(number)
                    worker.give(chunk.members)
                    chunk = None
            while following in done:
                judged = given.pop(following)
                carried -= judged.carried
                yield judged, done.pop(following)
                following += 1
            busy = {worker.pipe: worker for worker in workers if held[worker]}
            if not busy:
                if exhausted and not given:
                    return
                continue
            for pipe in wait(list(busy)):
                worker = busy[pipe]  # type: ignore[index]  # only pipes were waited for
                results = _results(worker)
                if results is not None:
                    done[held[worker].popleft()] = results
                else:
                    lost = list(held[worker])
                    held[worker].clear()
                    worker.replace()
                    done.update({one: _carefully(given[one], answer, workers) for one in lost})


def _carefully(chunk: Chunk, answer: Callable[[Members], Answer], others: list[Worker]) -> list[Audited]:
    """Judge the chunk of a dead process again, in a new process and record by record."""
    results: list[Audited] = []
    worker = Worker(answer, others, few_collections)
    with ended([worker]):
        for member in chunk.members:
            worker.give([member])
            found = _results(worker)
            if found is None:
                found = [Audited(member.file, unreadable=DIED)]
                worker.replace()
            results += found
    return results


def _results(worker: Worker) -> list[Audited] | None:
    """Return what a worker has judged; None if it died. Raises PluginError if a plugin is faulty."""
    results: Answer | object = worker.take()
    if results is GONE:
        return None
    if isinstance(results, PluginError):
        raise results
    assert isinstance(results, list)
    return results


def few_collections() -> None:
    """Make the garbage collector run rarely in a process that only judges: a hand leaves no cycles behind.

    The collector also skips everything loaded so far.
    """
    gc.freeze()
    gc.set_threshold(SELDOM)


@contextlib.contextmanager
def _collecting_seldom() -> Iterator[None]:
    """Make the garbage collector run rarely in this context, for a process that also does other things."""
    before = gc.get_threshold()
    gc.set_threshold(SELDOM, *before[1:])
    try:
        yield
    finally:
        gc.set_threshold(*before)


def _answer(plan: AuditPlan, members: Members) -> Answer:
    """Judge records in a worker."""
    try:
        return judge(members, plan)
    except PluginError as error:
        return PluginError(str(error))
    except BaseException as error:  # Ctrl-C does not reach a worker: only a plugin can raise this
        return PluginError(f"{type(error).__name__} was raised by a plugin while a record was judged")
