"""Audit on a Dask cluster: the scheduler distributes chunks, and reassigns those of a lost worker."""

from __future__ import annotations

import logging
import multiprocessing
import os
import pickle
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager, nullcontext, suppress
from dataclasses import replace
from functools import lru_cache
from importlib.util import find_spec
from itertools import takewhile
from multiprocessing import forkserver
from pathlib import Path
from typing import TYPE_CHECKING

from kanrules._version import __version__
from kanrules.corpus.audited import Audited, AuditPlan
from kanrules.corpus.chunks import Chunk, chunks
from kanrules.corpus.pool import AHEAD, CARRIED, DIED, Judged, few_collections, judge
from kanrules.errors import KanrulesError, PluginError
from kanrules.installation import how_to_get
from kanrules.records import Member, Unreadable
from kanrules.supervisor.foreign_programs import temporary_folder
from kanrules.supervisor.workers import keep_sockets, no_interrupts, without_main

if TYPE_CHECKING:
    from distributed import Client, Future

LOCAL = "local"
RECORDS = 64
"""Records per chunk. A scheduler needs about a millisecond for each chunk, a record about four."""
_CALM = {
    "distributed.worker.profile.enabled": False,
    "distributed.worker.memory.monitor-interval": "1s",
    "distributed.admin.tick.interval": "1s",
    "distributed.admin.system-monitor.interval": "10s",
    "distributed.scheduler.active-memory-manager.start": False,
    "distributed.diagnostics.nvml": False,
}
"""Settings that collect fewer metrics on a local cluster, which would take about a fifth of its time."""
_NO_DASHBOARD = {"dashboard": False, "dashboard_address": "127.0.0.1:0"}
"""Settings without the dashboard. The address is needed too, or Dask serves its pages on a port of its own and warns if
another cluster uses it.
"""
PATIENCE = 15.0
"""Seconds to wait for a scheduler or a worker."""


def on_cluster(
    paths: Iterable[str | Path],
    plan: AuditPlan,
    address: str,
    *,
    jobs: int | None = None,
    skip: Iterable[str | Path] = (),
    stop: Callable[[], bool] = bool,
) -> Iterator[Judged]:
    """Judge the records under these paths on a cluster; yield them in order.

    Takes the address of a scheduler, or `local`: then a cluster with this many worker processes is started and ends
    with the audit. Its workers need kanrules, and the files under the same paths. Raises KanrulesError if Dask is
    missing, if no scheduler answers, or if the scheduler or the last worker is lost.
    """
    work = takewhile(lambda _: not stop(), chunks(paths, skip=skip, records=RECORDS, read_as=plan.read_as))
    with _Cluster(address, jobs, pickle.dumps(plan)) as cluster:
        waiting: deque[tuple[Chunk, Future[list[Audited]]]] = deque()
        carried = 0
        exhausted = False
        while True:
            with cluster.at_work():
                while not exhausted and len(waiting) < AHEAD * cluster.size and (carried < CARRIED or not waiting):
                    chunk = next(work, None)
                    if chunk is None:
                        exhausted = True
                    else:
                        waiting.append((chunk, cluster.submit(chunk.members)))
                        carried += chunk.carried
                if not waiting:
                    return
                chunk, future = waiting.popleft()
                carried -= chunk.carried
                results = cluster.results(future, chunk.members)
            yield chunk, results


class _Cluster:
    """A scheduler and its workers. A local one is started here, and restarted if records have killed all its
    workers.
    """

    def __init__(self, address: str, jobs: int | None, law: bytes) -> None:
        self.address = address
        self.size = jobs or os.cpu_count() or 1
        self.law = law
        self.stack = ExitStack()
        self.client: Client

    def __enter__(self) -> _Cluster:
        with self.at_work():
            self.start()
        return self

    def at_work(self) -> AbstractContextManager[None]:
        """Return the context in which processes of a local cluster may start, including replacements for one that
        died.
        """
        return without_main() if self.address == LOCAL else nullcontext()

    def __exit__(self, *_: object) -> None:
        self.stack.close()

    def start(self) -> None:
        settings: dict[str, object] = {}
        if self.address == LOCAL:
            # A record that has killed two workers would also kill the third.
            settings["distributed.scheduler.allowed-failures"] = 1
            settings |= _CALM
            if _serve_forks():
                settings["distributed.worker.multiprocessing-method"] = "forkserver"
        try:
            import dask.config
            from distributed import Client, LocalCluster
        except ImportError:
            raise KanrulesError(f"--dask needs Dask: {how_to_get('dask')}") from None
        self.stack.enter_context(_silent())
        try:
            if self.address == LOCAL:
                # Dask leaves its lock files, and of a killed audit everything, in the folder for temporary files.
                settings["temporary-directory"] = str(self.stack.enter_context(temporary_folder()))
                self.stack.enter_context(dask.config.set(settings))
                with no_interrupts():
                    cluster = LocalCluster(
                        n_workers=self.size,
                        threads_per_worker=1,
                        silence_logs=logging.CRITICAL + 1,
                        scheduler_kwargs=_NO_DASHBOARD,
                    )
                self.stack.enter_context(cluster)
                self.client = self.stack.enter_context(Client(cluster, set_as_default=False))
                self.client.register_worker_callbacks(few_collections)
            else:
                client = Client.__new__(Client)
                # A client that finds no scheduler must be closed here: left to the garbage collector, it may close
                # itself while another one's thread starts, and wait for ever.
                self.stack.callback(_close, client)
                client.__init__(self.address, timeout=PATIENCE, set_as_default=False)  # type: ignore[misc]  # see above
                self.client = client
            self.client.wait_for_workers(1, timeout=PATIENCE)
            self.size = max(1, sum(self.client.nthreads().values()))
        except (OSError, TimeoutError, ValueError) as error:
            self.stack.close()
            raise KanrulesError(f"--dask {self.address!r}: no scheduler with a worker answers: {error}") from None
        except RuntimeError as error:  # a Nanny whose process was killed as it started
            self.stack.close()
            raise KanrulesError(f"--dask {self.address!r}: its workers did not start: {error}") from None

    def submit(self, members: list[Member | Unreadable]) -> Future[list[Audited]]:
        """Submit some records with absolute paths, because workers may have another working folder."""
        there = [replace(one, path=os.path.abspath(one.path)) if isinstance(one, Member) else one for one in members]  # noqa: PTH100
        return self.client.submit(judge_there, there, self.law, pure=False)

    def results(self, future: Future[list[Audited]], members: list[Member | Unreadable]) -> list[Audited]:
        """Return what a worker has judged. Records that kill one worker after another are tried alone, and are then
        unreadable.
        """
        found = self.wait(future, members)
        if found is not None:
            return found
        if len(members) == 1:
            return [Audited(members[0].file, unreadable=DIED)]
        return [audited for member in members for audited in self.results(self.submit([member]), [member])]

    def wait(self, future: Future[list[Audited]], members: list[Member | Unreadable]) -> list[Audited] | None:
        """Return the results; None if the records killed their workers."""
        from concurrent.futures import CancelledError

        from distributed import KilledWorker

        alone_since: float | None = None
        while True:
            if future.client is not self.client:
                future = self.submit(members)  # it was already lost with the cluster
            try:
                results: list[Audited] = future.result(timeout=1)
                return results
            except KilledWorker:
                return None
            except TimeoutError:
                alone_since = None if self.client.nthreads() else alone_since or time.monotonic()
                if alone_since is not None and time.monotonic() - alone_since > PATIENCE:
                    self.renew()
                    alone_since = None
            except KanrulesError:
                raise
            except (CancelledError, OSError) as error:
                # What Dask reports depends on which of its connections broke first.
                raise KanrulesError(
                    f"the Dask scheduler at {self.address} is gone; the results so far are kept"
                ) from error
            except Exception as error:
                text = f"the Dask workers cannot judge records: {type(error).__name__}: {error}"
                raise KanrulesError(f"{text}; expected kanrules {__version__} on each of them") from error

    def renew(self) -> None:
        """Start a local cluster again after all its workers were lost."""
        if self.address != LOCAL:
            raise KanrulesError(f"no Dask worker is left at {self.address}; the results so far are kept")
        self.stack.close()
        self.start()


def _close(client: Client) -> None:
    with suppress(AttributeError):  # it failed before there was anything to close
        client.close()


@contextmanager
def _silent() -> Iterator[None]:
    """Silence Dask's log in this context. The errors of kanrules say what users need to know, without Dask's
    tracebacks.
    """
    names = [name for name in logging.root.manager.loggerDict if name.partition(".")[0] == "distributed"]
    levels = [(logger, logger.level) for logger in map(logging.getLogger, names)]
    for logger, _ in levels:
        logger.setLevel(logging.CRITICAL + 1)
    try:
        yield
    finally:
        for logger, level in levels:
            logger.setLevel(level)


_LAW = ("kanrules.ruleset.load", "kanrules.ruleset.schema")
"""Modules that a worker needs to load its ruleset."""


def _serve_forks() -> bool:
    """Start a fork server that has loaded Dask and kanrules, so that each worker starts at once. Return False if that
    is not possible.
    """
    if "forkserver" not in multiprocessing.get_all_start_methods() or find_spec("distributed") is None:
        return False
    keep_sockets()
    with no_interrupts(), without_main():
        multiprocessing.get_context("forkserver").set_forkserver_preload(["distributed", __name__, *_LAW])
        forkserver.ensure_running()
    return True


@lru_cache(maxsize=4)
def _loaded(law: bytes) -> AuditPlan:
    plan: AuditPlan = pickle.loads(law)
    return plan


def judge_there(members: list[Member | Unreadable], law: bytes) -> list[Audited]:
    """Judge a chunk in a worker. `law` is the pickled plan, loaded once per worker."""
    try:
        return judge(members, _loaded(law))
    except Exception:
        raise
    except BaseException as error:  # an exception of a plugin: it would end the worker
        text = f"{type(error).__name__} was raised by a plugin while a record was judged"
        raise PluginError(text) from None
