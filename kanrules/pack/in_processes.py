"""Write the questions of a pack with several processes: each takes the next question as soon as it is free."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from multiprocessing.connection import wait
from typing import Any

from kanrules.supervisor.workers import GONE, Worker, ended


def answered(answer: Callable[[int], Any], number: int, jobs: int) -> Iterator[Any]:
    """Yield the answers to the questions 0 to `number`, in order. A question whose process dies is answered in this
    process.
    """
    if jobs < 2:
        yield from map(answer, range(number))
        return
    workers: list[Worker] = []
    for _ in range(jobs):
        workers.append(Worker(answer, workers))
    found: dict[int, Any] = {}
    with ended(workers):
        asked = {worker: at for at, worker in enumerate(workers[:number])}
        for worker, at in asked.items():
            worker.give(at)
        following = len(asked)
        for at in range(number):
            while at not in found:
                following = _collect(asked, found, following, number)
            got = found.pop(at)
            yield answer(at) if got is GONE else got


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
