"""Foreign programs that end, with everything that they have started, when this process does."""

from __future__ import annotations

import contextlib
import os
import secrets
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

SUPERVISED = os.name == "posix"
"""True if a keeper can run here. Elsewhere a program is started directly, and only the program itself is killed."""
_STOPPED = 0.3
"""Seconds after which a keeper that has not ended may have been stopped."""
_KEEPER = Path(__file__).with_name("keeper.py")


class KeptProgram:
    """A foreign program below a keeper. Takes its words and the options of subprocess.Popen; no shell runs it.

    Raises OSError if it cannot be started.
    """

    def __init__(self, words: Sequence[str], *, folder: str = "-", **options: Any) -> None:
        self._lifeline = -1
        if not SUPERVISED:
            self.process: subprocess.Popen[bytes] = subprocess.Popen(list(words), **options)
            return
        theirs, self._lifeline = os.pipe()
        command = [sys.executable, "-I", "-S", str(_KEEPER), str(theirs), folder, *words]
        try:
            self.process = subprocess.Popen(command, pass_fds=[theirs], start_new_session=True, **options)
        except BaseException:
            self._cut()
            raise
        finally:
            os.close(theirs)

    def end(self) -> None:
        """End the program and everything that it has started; return when they are gone."""
        self.begin_to_end()
        # A keeper ends by itself within a few seconds. Killing it would let go of everything that it still has to end.
        while True:
            try:
                self.process.wait(_STOPPED if SUPERVISED else None)
                return
            except subprocess.TimeoutExpired:
                self.process.send_signal(signal.SIGCONT)  # its program may have stopped it

    def begin_to_end(self) -> None:
        """Begin to end the program and everything that it has started, without waiting."""
        self._cut()
        if not SUPERVISED:
            self.process.kill()

    def _cut(self) -> None:
        lifeline, self._lifeline = self._lifeline, -1
        if lifeline >= 0:
            os.close(lifeline)


def run_program(
    words: Sequence[str], *, seconds: float, folder: str | Path | None = None
) -> subprocess.CompletedProcess[bytes]:
    """Run a foreign program to its end, with empty standard input; returns its exit code and what it printed.

    Takes a time limit and the folder it starts in. Raises OSError if it cannot be started,
    subprocess.TimeoutExpired if it took too long.
    """
    pipe = subprocess.PIPE
    kept = KeptProgram(words, stdin=subprocess.DEVNULL, stdout=pipe, stderr=pipe, cwd=folder)
    try:
        out, err = kept.process.communicate(timeout=seconds)
    finally:
        kept.end()
        for stream in (kept.process.stdout, kept.process.stderr):
            if stream is not None:
                stream.close()
    return subprocess.CompletedProcess(list(words), kept.process.returncode, out, err)


@contextlib.contextmanager
def temporary_folder(*, below: Path | None = None, prefix: str = "kanrules-") -> Iterator[Path]:
    """Create a folder that is deleted at the end, even if this process is killed."""
    folder = (below or Path(tempfile.gettempdir())).absolute() / f"{prefix}{secrets.token_hex(8)}"
    # The keeper comes first: there is no moment at which nobody would delete the folder.
    keeper = KeptProgram((), folder=str(folder), stdin=subprocess.DEVNULL) if SUPERVISED else None
    try:
        folder.mkdir(mode=0o700)
        yield folder
    finally:
        if keeper is not None:
            keeper.end()
        shutil.rmtree(folder, ignore_errors=True)
