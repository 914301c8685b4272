"""Answer numbered questions with several processes: each takes the next question as soon as it is free."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator, Sequence
from multiprocessing.connection import wait
from typing import Any

from kanrules.supervisor.workers import GONE, Worker, ended


@contextlib.contextmanager
def answering(answer: Callable[[int], Any], number: int, jobs: int, *, again: bool = True) -> Iterator[Iterator[Any]]:
    """Answer the questions 0 to `number` with so many processes, and give the answers in order.

    The processes start at once, so that this process can do other work before it takes the answers. A question whose
    process dies is answered in this process, or with `GONE` if it is not to be asked again. With one job, this process
    answers all of them.
    """
    if jobs < 2:
        yield map(answer, range(number))
        return
    workers: list[Worker] = []
    with ended(workers):
        for _ in range(min(jobs, number)):
            workers.append(Worker(answer, workers))
        asked = {worker: at for at, worker in enumerate(workers)}
        for worker, at in asked.items():
            worker.give(at)
        yield _in_order(answer if again else None, asked, number)


def _in_order(answer: Callable[[int], Any] | None, asked: dict[Worker, int], number: int) -> Iterator[Any]:
    """Yield the answers in order. Takes the question that each process has been given."""
    found: dict[int, Any] = {}
    following = len(asked)
    for at in range(number):
        while at not in found:
            following = _collect(asked, found, following, number)
        got = found.pop(at)
        yield answer(at) if got is GONE and answer is not None else got


def _collect(asked: dict[Worker, int], found: dict[int, Any], following: int, number: int) -> int:
    """Wait for answers, and give each free worker the next question. Return the number of questions given."""
    ready: Sequence[Any] = wait([worker.pipe for worker in asked])
    for worker in [one for one in asked if one.pipe in ready]:
        at = asked.pop(worker)
        found[at] = worker.take()
        if found[at] is GONE:
            worker.replace()
        if following < number:
            asked[worker] = following
            worker.give(following)
            following += 1
    return following
