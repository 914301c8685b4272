"""A program in a process of its own that answers each line with a line, started without a shell and with a time
limit.
"""

from __future__ import annotations

import contextlib
import queue
import subprocess
import threading
import time
from collections import deque
from collections.abc import Sequence
from typing import IO

from kanrules.supervisor.foreign_programs import KeptProgram

LONGEST = 64 * 1024
"""Maximum size of one answer in bytes."""
_UNREAD = 64
"""Maximum number of unrequested answers in the queue. A program that sends more has to wait."""
_LAST_WORDS = 5.0
"""Seconds to wait for the rest of the standard error of a program that has ended."""


class Silent(Exception):
    """No answer came in time."""


class Gone(Exception):
    """The program has ended, or cannot start. The text says how."""


class TooLong(Exception):
    """An answer was longer than LONGEST."""


class BotProgram:
    """A program that communicates by standard input and output, one line each way.

    Takes the words of its command, split as in a shell but not expanded. Raises Gone if it cannot be started.
    """

    def __init__(self, words: Sequence[str], seconds: float) -> None:
        self.seconds = seconds
        self._owed = 0
        self._answers: queue.Queue[bytes | None] = queue.Queue(_UNREAD)
        self._questions: queue.Queue[bytes | None] = queue.Queue()
        self._complaints: deque[str] = deque(maxlen=5)
        self._too_long = False
        self._stopped = threading.Event()
        pipe = subprocess.PIPE
        try:
            self._kept = KeptProgram(words, stdin=pipe, stdout=pipe, stderr=pipe)
        except (OSError, ValueError) as error:
            raise Gone(f"it cannot be started: {getattr(error, 'strerror', None) or error}") from None
        self._process = self._kept.process
        self._listener = threading.Thread(target=self._overhear, daemon=True)
        self._listener.start()
        for work in (self._write, self._read):
            threading.Thread(target=work, daemon=True).start()

    def ask(self, line: str) -> str:
        """Return the answer to a line. A late answer is never used for another question.

        Raises Silent, TooLong, or Gone.
        """
        self._questions.put(line.encode() + b"\n")
        until = time.monotonic() + self.seconds
        while True:
            try:
                answer = self._answers.get(timeout=max(0.0, until - time.monotonic()))
            except queue.Empty:
                self._owed += 1
                raise Silent from None
            if answer is None:
                if self._too_long:
                    raise TooLong
                raise Gone(self._end())
            if not self._owed:
                return answer.decode("utf-8", "replace").strip()
            self._owed -= 1

    def stop(self, *, at_once: bool = False) -> None:
        """End the program and everything that it has started. It has a second to exit by itself after its input was
        closed, none if `at_once`.
        """
        self._stopped.set()
        self._questions.put(None)
        if not at_once:
            with contextlib.suppress(subprocess.TimeoutExpired):
                self._process.wait(timeout=1)
        self._kept.end()
        # The reader may have to wait for room.
        with contextlib.suppress(queue.Empty):
            while True:
                self._answers.get_nowait()

    def _end(self) -> str:
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(timeout=1)
        # What it said last may not have been read yet. A process that it started may keep the pipe open for ever.
        self._listener.join(timeout=_LAST_WORDS)
        code = self._process.poll()
        how = "it has closed its output" if code is None else f"it has ended with exit code {code}"
        last = next((line for line in reversed(self._complaints) if line), "")
        return f"{how}: {last[:200]}" if last else how

    def _write(self) -> None:
        stream: IO[bytes] = self._process.stdin  # type: ignore[assignment]
        with contextlib.suppress(OSError, ValueError):
            while (line := self._questions.get()) is not None:
                stream.write(line)
                stream.flush()
        with contextlib.suppress(OSError):
            stream.close()

    def _read(self) -> None:
        stream: IO[bytes] = self._process.stdout  # type: ignore[assignment]
        while line := stream.readline(LONGEST + 1):
            if len(line) > LONGEST:
                self._too_long = True
                self._kept.begin_to_end()
                break
            if self._stopped.is_set():
                continue
            self._answers.put(line)
        self._answers.put(None)
        stream.close()

    def _overhear(self) -> None:
        stream: IO[bytes] = self._process.stderr  # type: ignore[assignment]
        while line := stream.readline(LONGEST):
            self._complaints.append(line.decode("utf-8", "replace").strip())
        stream.close()
