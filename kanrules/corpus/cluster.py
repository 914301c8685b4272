"""The same audit on a Dask cluster: the scheduler hands chunks out, and gives those of a worker that dies to another."""

from __future__ import annotations

import logging
import os
import pickle
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack
from dataclasses import replace
from functools import lru_cache
from itertools import takewhile
from pathlib import Path
from typing import TYPE_CHECKING, Any

import kanrules
from kanrules.corpus.chunks import Chunk, chunks
from kanrules.corpus.pool import AHEAD, CARRIED, DIED, Judged, judge
from kanrules.corpus.record import Audited, Plan
from kanrules.errors import KanrulesError
from kanrules.records import Member, Unreadable

if TYPE_CHECKING:
    from distributed import Client

RECORDS = 64
"""Records a chunk: a scheduler takes about a millisecond for each, a record about four."""
PATIENCE = "15s"
"""How long a scheduler, and its first worker, is waited for."""


def on_cluster(
    paths: Iterable[str | Path],
    plan: Plan,
    address: str,
    *,
    jobs: int | None = None,
    skip: Iterable[str | Path] = (),
    stop: Callable[[], bool] = bool,
) -> Iterator[Judged]:
    """Judges the records under these paths on a cluster and gives them back in order.

    Takes the address of a scheduler, or `local`: then a cluster of so many worker processes is started and ended with the audit. Its
    workers need kanrules, and the files under the same paths. Raises KanrulesError where Dask is missing, nobody answers, or the
    scheduler goes.
    """
    try:
        from distributed import Client, LocalCluster
    except ImportError:
        raise KanrulesError('--dask needs Dask: pip install "kanrules[dask]"') from None
    with ExitStack() as stack:
        try:
            if address == "local":
                cluster = stack.enter_context(
                    LocalCluster(
                        n_workers=jobs or os.cpu_count() or 1, threads_per_worker=1, dashboard_address=None, silence_logs=logging.CRITICAL
                    )
                )
                client = stack.enter_context(Client(cluster, set_as_default=False))
            else:
                client = stack.enter_context(Client(address, timeout=PATIENCE, set_as_default=False))
            client.wait_for_workers(1, timeout=PATIENCE)
        except (OSError, TimeoutError, ValueError) as error:
            raise KanrulesError(f"--dask {address!r}: no scheduler with a worker answers there: {error}") from None
        yield from _hand_out(client, takewhile(lambda _: not stop(), chunks(paths, skip=skip, records=RECORDS)), plan)


def _hand_out(client: Client, work: Iterator[Chunk], plan: Plan) -> Iterator[Judged]:
    law = pickle.dumps(plan)
    waiting: deque[tuple[Chunk, Any]] = deque()
    carried = 0
    exhausted = False
    ahead = AHEAD * max(1, sum(client.ncores().values()))
    while True:
        while not exhausted and len(waiting) < ahead and (carried < CARRIED or not waiting):
            chunk = next(work, None)
            if chunk is None:
                exhausted = True
            else:
                waiting.append((chunk, _submit(client, chunk.members, law)))
                carried += chunk.carried
        if not waiting:
            return
        chunk, future = waiting.popleft()
        carried -= chunk.carried
        results = _result(future)
        if results is None:
            results = []
            for member in chunk.members:
                alone = _result(_submit(client, [member], law))
                results += [Audited(member.file, unreadable=DIED)] if alone is None else alone
        yield chunk, results


def _submit(client: Client, members: list[Member | Unreadable], law: bytes) -> Any:
    there = [replace(one, path=os.path.abspath(one.path)) if isinstance(one, Member) else one for one in members]  # noqa: PTH100
    return client.submit(judge_there, there, law, pure=False)


def _result(future: Any) -> list[Audited] | None:
    """What a worker has judged; None where the records killed one worker after the other."""
    from concurrent.futures import CancelledError

    from distributed import KilledWorker

    try:
        results: list[Audited] = future.result()
    except KilledWorker:
        return None
    except KanrulesError:
        raise
    except (CancelledError, OSError, TimeoutError) as error:
        raise KanrulesError(f"the Dask scheduler is gone: {error or type(error).__name__}; what was judged before is kept") from None
    except Exception as error:
        raise KanrulesError(
            f"the Dask workers cannot judge: {type(error).__name__}: {error}; expected kanrules {kanrules.__version__} on each of them"
        ) from error
    return results


@lru_cache(maxsize=4)
def _loaded(law: bytes) -> Plan:
    plan: Plan = pickle.loads(law)
    return plan


def judge_there(members: list[Member | Unreadable], law: bytes) -> list[Audited]:
    """What a worker does with a chunk: `law` is the pickled plan, loaded once a worker."""
    return judge(members, _loaded(law))
