"""Signals that ask this process to end: Ctrl-C, SIGTERM, and a closed terminal."""

from __future__ import annotations

import _thread
import contextlib
import os
import signal
import sys
import threading
import time
from collections.abc import Callable, Generator, Iterator
from types import FrameType, TracebackType
from typing import Any, Self, TypeVar

T = TypeVar("T")

PATIENCE = 1.0
"""Seconds for which running work may continue after the first signal."""
LIMIT = 2.0
"""Seconds after which an interrupted process ends, whatever it is doing."""
NAMES = ("SIGINT", "SIGTERM", "SIGHUP", "SIGBREAK")
"""Names of the signals, as far as the platform has them: SIGHUP exists on Unix, SIGBREAK on Windows."""


class Interrupted(KeyboardInterrupt):
    """A signal asked this process to end."""

    def __init__(self, signum: int) -> None:
        super().__init__(signum)
        self.signum = signum


def exit_code(signum: int) -> int:
    """Return what a shell reports for a process that this signal ended: 130 for Ctrl-C, 143 for SIGTERM."""
    return 128 + signum


@contextlib.contextmanager
def held_back() -> Iterator[None]:
    """Let these signals wait for the end of this context. Processes and threads started in it never hear them."""
    if sys.platform == "win32":
        yield
        return
    # Blocking raises for a signal that has just arrived. Then, too, what was blocked is unblocked.
    before = signal.pthread_sigmask(signal.SIG_BLOCK, ())
    try:
        signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT, signal.SIGTERM, signal.SIGHUP})
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


class Interrupts:
    """Turn signals that ask this process to end into Interrupted, raised in the main thread.

    A second signal raises again; a third one ends the process at once, and so does LIMIT, so that a process that was
    asked to end never hangs. A signal that the caller ignores (as `nohup` does) stays ignored. Outside the main thread,
    nothing changes.
    """

    def __init__(self) -> None:
        self._before: dict[int, Any] = {}
        self._timers: list[threading.Timer] = []
        self._heard = 0
        self.signum = 0
        """The first signal; 0 if there was none."""

    def asked(self) -> bool:
        """Return True as soon as a signal has arrived."""
        return bool(self.signum)

    def __enter__(self) -> Self:
        if threading.current_thread() is threading.main_thread():
            for signum in (getattr(signal, name) for name in NAMES if hasattr(signal, name)):
                if signal.getsignal(signum) not in (signal.SIG_IGN, None):
                    self._before[signum] = signal.signal(signum, self._hear)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        for signum, handler in self._before.items():
            signal.signal(signum, handler)
        self._before.clear()
        self._stop_timers()

    def _hear(self, signum: int, frame: FrameType | None) -> None:
        self.signum = self.signum or signum
        self._heard += 1
        if self._heard > 2:
            os._exit(exit_code(signum))
        self._start_timer(LIMIT, lambda: os._exit(exit_code(signum)))
        raise Interrupted(signum)

    def _start_timer(self, seconds: float, does: Callable[[], None]) -> None:
        # A second signal may interrupt this method anywhere. A timer is in the list before it starts, so none is lost.
        self._stop_timers()
        timer = threading.Timer(seconds, does)
        timer.daemon = True
        self._timers.append(timer)
        timer.start()

    def _stop_timers(self) -> None:
        with contextlib.suppress(IndexError):  # a signal may stop the last one meanwhile
            while True:
                self._timers.pop().cancel()


class GentleInterrupts(Interrupts):
    """Let a command finish and write what it has.

    After the first signal, running work has PATIENCE seconds to finish; a second signal ends it at once. Then the
    command writes its results; another signal interrupts that too, but signals in quick succession count as one.
    """

    def __init__(self) -> None:
        super().__init__()
        self._in_work = self._working = self._again = self._out_of_patience = False
        self._deaf_until = 0.0

    def items(self, work: Generator[T, None, None]) -> Iterator[T]:
        """Yield the items of the work until it is finished or interrupted; then close it."""
        self._in_work = True
        try:
            while not self._again:
                self._working = True
                item = next(work, None)
                self._working = False
                if item is None:
                    return
                yield item
        except Interrupted:
            return
        finally:
            self._working = False
            work.close()
            if self.signum:
                self._ignore_for_a_while()
            self._in_work = False
            self._stop_timers()

    def _hear(self, signum: int, frame: FrameType | None) -> None:
        from_timer, self._out_of_patience = self._out_of_patience, False
        if self._in_work:
            self._hear_in_work(signum)
        elif from_timer:  # it was about to call when it was stopped: nobody sent a signal
            return
        elif time.monotonic() >= self._deaf_until:
            if self.signum:
                super()._hear(signum, frame)
            self.signum = signum
            self._ignore_for_a_while()

    def _hear_in_work(self, signum: int) -> None:
        self._ignore_for_a_while()  # the work may end between this signal and the next
        if not self.signum:
            self.signum = signum
            self._start_timer(PATIENCE, lambda: self._lose_patience(signum))
        elif not self._again:
            self._again = True
            self._start_timer(LIMIT, lambda: os._exit(exit_code(signum)))
            if self._working:  # never while an item is being written
                raise Interrupted(signum)

    def _lose_patience(self, signum: int) -> None:
        self._out_of_patience = True
        _thread.interrupt_main(signal.Signals(signum))

    def _ignore_for_a_while(self) -> None:
        self._deaf_until = time.monotonic() + PATIENCE
