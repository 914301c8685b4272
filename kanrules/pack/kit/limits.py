"""Run an engine in a process of its own, with a time limit for each task. Works without kanrules.

An engine that does not answer in time is stopped together with the programs it started, and the next task gets a new
one. What an engine prints goes to standard error, up to a limit. If this program ends in any way, so does the engine.
"""

from __future__ import annotations

import faulthandler
import os
import signal
import sys
import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from multiprocessing import get_context, parent_process
from multiprocessing.connection import Connection, wait
from pathlib import Path
from typing import Any

from .table import Engine, NotInstalled, WrongEngine

START = 120.0
"""Seconds that an engine has to start."""
SHOWN = 20_000
"""Number of bytes that an engine may print during one task; the rest is not shown."""
_GRACE = 10.0
"""Seconds after the limit at which an engine that nobody stops any more stops by itself."""


@dataclass(frozen=True)
class Stopped:
    """The engine gave no result for a task. The text says why."""

    why: str


class Crashed(Exception):
    """The engine ended or was too slow while it started. The text says which."""


@dataclass(frozen=True)
class About:
    """The engine that runs: its name, its version, and what it says that it plays."""

    name: str
    version: str
    plays: dict[str, Any]


Task = Callable[[Engine, Any], Any]
"""A function of a module, called with the engine and one item."""


class Runner:
    """Runs a task on an engine, item by item. With a limit of 0 seconds, in this process and without a limit.

    `make` returns the engine; it is a function of a module, or a partial of one. Raises NotInstalled,
    WrongEngine, or Crashed if the engine does not start.
    """

    def __init__(self, make: Callable[[], Engine], task: Task, limit: float) -> None:
        self._make, self._task, self._limit = make, task, limit
        self._engine: Engine | None = None
        self._process: _Process | None = None
        if limit:
            self._process = _Process(make, task, limit)
            self.about = self._process.about
        else:
            self._engine = make()
            self.about = about(self._engine)

    def __enter__(self) -> Runner:
        return self

    def __exit__(self, *error: object) -> None:
        if self._process is not None:
            self._process.close()
        if self._engine is not None:
            self._engine.close()

    def results(self, items: Iterable[Any]) -> Iterator[Any]:
        """Yield the result for each item, in order, or `Stopped`."""
        for item in items:
            if self._engine is not None:
                yield self._task(self._engine, item)
                continue
            if self._process is None:
                self._process = _Process(self._make, self._task, self._limit)
            result = self._process.ask(item)
            if isinstance(result, Stopped):
                self._process.kill()
                self._process = None
            yield result


def ended(main: Callable[..., int], pack: Path) -> int:
    """Run a command on a pack and return its exit code, 141 if nobody reads its output any more."""
    try:
        code = main(pack=pack)
        sys.stdout.flush()
    except BrokenPipeError:
        # What is still in the buffer is written when Python ends.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 141
    return code


def about(engine: Engine) -> About:
    """Return what an engine says about itself."""
    return About(engine.name, engine.version, dict(getattr(engine, "plays", {})))


class _Process:
    """An engine in its process."""

    def __init__(self, make: Callable[[], Engine], task: Task, limit: float) -> None:
        self._limit = limit
        # A fork would hold what this program has open, and not every system has it.
        context = get_context("spawn")
        self._pipe, its = context.Pipe()
        self._process = context.Process(target=_serve, args=(its, make, task, limit))
        self._process.start()
        its.close()
        try:
            said = self._take(START)
        except BaseException:
            self.kill()
            raise
        if isinstance(said, Stopped):
            self.kill()
            raise Crashed(f"it does not start: {said.why}")
        if isinstance(said, (NotInstalled, WrongEngine)):
            self.kill()
            raise said
        self.about: About = said

    def ask(self, item: Any) -> Any:
        """Return the result for an item, or `Stopped`."""
        try:
            self._pipe.send(item)
            return self._take(self._limit)
        except OSError:
            return Stopped(self._ended())
        except BaseException:
            self.kill()
            raise

    def _take(self, seconds: float) -> Any:
        try:
            if self._pipe.poll(seconds):
                return self._pipe.recv()
        except (EOFError, OSError):
            return Stopped(self._ended())
        return Stopped(f"no answer within {seconds:g} s")

    def _ended(self) -> str:
        self._process.join(5)
        code = self._process.exitcode
        return f"it ended by signal {-code}" if code is not None and code < 0 else f"it ended with exit code {code}"

    def close(self) -> None:
        """End the engine in good order."""
        with suppress(OSError):
            self._pipe.send(_END)
        self._process.join(5)
        self.kill()

    def kill(self) -> None:
        """Stop the engine and the programs that it started."""
        pid = self._process.pid
        if pid is not None and hasattr(os, "killpg"):
            with suppress(OSError):
                os.killpg(pid, signal.SIGKILL)
        self._process.kill()
        self._process.join()
        self._pipe.close()


_END = "end"


def _serve(pipe: Connection, make: Callable[[], Engine], task: Task, limit: float) -> None:
    """Do tasks until the other end says so, or is gone."""
    if hasattr(os, "setsid"):
        os.setsid()
    threading.Thread(target=_end_with_parent, daemon=True).start()
    printed = _Printed()
    try:
        try:
            engine = make()
        except (NotInstalled, WrongEngine) as error:
            pipe.send(error)
            return
        pipe.send(about(engine))
        with suppress(EOFError, OSError):
            while (item := pipe.recv()) != _END:
                printed.begin()
                # Ends this process even if nobody is left to stop it and the engine lets no other thread run.
                faulthandler.dump_traceback_later(limit + _GRACE, exit=True, file=printed.nowhere)
                result = task(engine, item)
                faulthandler.cancel_dump_traceback_later()
                sys.stdout.flush()
                pipe.send(result)
        engine.close()
    finally:
        printed.end()


def _end_with_parent() -> None:
    """Stop this process and its programs when the process that started it is gone."""
    parent = parent_process()
    assert parent is not None, "this runs in a process that multiprocessing started"
    wait([parent.sentinel])
    if hasattr(os, "killpg"):
        os.killpg(0, signal.SIGKILL)
    os._exit(1)


class _Printed:
    """Passes what this process and its programs print on to standard error, up to `SHOWN` bytes for each task."""

    def __init__(self) -> None:
        self._left = SHOWN
        self._kept = os.dup(2)
        self.nowhere = Path(os.devnull).open("w", encoding="utf-8")  # noqa: SIM115 - as long as the process lives
        ours, its = os.pipe()
        os.dup2(its, 1)
        os.dup2(its, 2)
        os.close(its)
        self._thread = threading.Thread(target=self._pass_on, args=(ours,), daemon=True)
        self._thread.start()

    def begin(self) -> None:
        """Begin the next task."""
        self._left = SHOWN

    def _pass_on(self, pipe: int) -> None:
        while data := os.read(pipe, 1 << 16):
            shown, self._left = data[: max(self._left, 0)], self._left - len(data)
            if shown and self._left < 0:
                shown += b"\n(it prints more, which is not shown)\n"
            with suppress(OSError):
                os.write(self._kept, shown)

    def end(self) -> None:
        """Show what is left."""
        for stream in (sys.stdout, sys.stderr):
            with suppress(OSError, ValueError):
                stream.flush()
        os.dup2(self._kept, 1)
        os.dup2(self._kept, 2)
        self._thread.join(1)
