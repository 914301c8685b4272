"""Run a foreign program, and end everything that it has started when it ends or when its owner does.

    python -I -S keeper.py LIFELINE FOLDER [WORD...]

LIFELINE is the number of an inherited pipe: when its other end closes, the owner is gone, even if it was killed.
FOLDER is then deleted; `-` stands for none. Without words there is no program, only the folder.

On Linux every orphan among the program's processes is handed to the keeper, so none escapes by leaving its process
group. Elsewhere the keeper kills the program's process group. The script needs nothing but the standard library, and of
that only what loads quickly.
"""

from __future__ import annotations

import contextlib
import os
import select
import signal
import sys
import time

PR_SET_PDEATHSIG = 1
PR_SET_CHILD_SUBREAPER = 36
UNKILLABLE = 5.0
"""Seconds to wait for processes that do not die, such as those of another user."""


def main(lifeline: int, folder: str, words: list[str]) -> int:
    """Keep a program. Returns its exit code: negative for the signal that ended it."""
    inbox, outbox = os.pipe()
    os.set_blocking(outbox, False)
    signal.set_wakeup_fd(outbox)
    for one in (signal.SIGCHLD, signal.SIGTERM):
        signal.signal(one, lambda *_: None)
    _prctl(PR_SET_CHILD_SUBREAPER)
    code = 0
    program = _start(words) if words else 0
    nothing = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):  # only the program may hold its pipes open
        os.dup2(nothing, stream)
    owner_gone = False
    while True:
        ready, _, _ = select.select([lifeline, inbox], [], [])
        if lifeline in ready or signal.SIGTERM in os.read(inbox, 4096):
            owner_gone = True
            break
        ended = _reap()
        if program in ended:
            code = os.waitstatus_to_exitcode(ended[program])
            break
    _end(program)
    if owner_gone and folder != "-":
        import shutil

        shutil.rmtree(folder, ignore_errors=True)
    return code


def _start(words: list[str]) -> int:
    owner = os.getpid()
    program = os.fork()
    if program:
        return program
    try:
        os.setpgid(0, 0)
        signal.set_wakeup_fd(-1)
        for name in ("SIGPIPE", "SIGXFSZ", "SIGCHLD", "SIGTERM", "SIGINT"):
            signal.signal(getattr(signal, name), signal.SIG_DFL)
        signal.pthread_sigmask(signal.SIG_SETMASK, ())
        _prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
        if os.getppid() == owner:
            os.execvp(words[0], words)
    except OSError as error:
        os.write(2, f"{words[0]}: {error.strerror}\n".encode())
    finally:
        os._exit(127)


def _prctl(option: int, value: int = 1) -> None:
    if sys.platform == "linux":
        import ctypes

        ctypes.CDLL(None).prctl(option, value, 0, 0, 0)


def _reap() -> dict[int, int]:
    """Collect ended children and return their wait statuses by process id."""
    ended: dict[int, int] = {}
    while True:
        try:
            child, status = os.waitpid(-1, os.WNOHANG)
        except ChildProcessError:
            return ended
        if not child:
            return ended
        ended[child] = status


def _end(program: int) -> None:
    """Kill what is left, until there is nothing."""
    until = time.monotonic() + UNKILLABLE
    while time.monotonic() < until:
        found = _stop_all()
        if program:
            _signal(-program, signal.SIGKILL)
        for process in found:
            _signal(process, signal.SIGKILL)
        _reap()
        try:
            os.waitpid(-1, os.WNOHANG)
        except ChildProcessError:
            return
        time.sleep(0.002)


def _stop_all() -> set[int]:
    """Stop every process below this one and return their ids. The set is empty on systems other than Linux.

    A program that forks without end outruns one who kills its processes from a list: each list is old when it is
    complete. A stopped process cannot fork, and it is not collected, so its children stay where they are. Following
    each child at once is faster than forking, and therefore catches up.
    """
    stopped: set[int] = set()
    while True:
        before = len(stopped)
        following = _children(os.getpid())
        while following:
            process = following.pop()
            if process not in stopped:
                _signal(process, signal.SIGSTOP)
                stopped.add(process)
            following += _children(process)
        if len(stopped) == before:  # otherwise one may have been forking while its children were read
            return stopped


def _children(parent: int) -> list[int]:
    """Return the children of a process. The list is empty on systems other than Linux."""
    found: list[int] = []
    with contextlib.suppress(OSError):
        # A Path for each would take longer than a fork.
        for task in os.listdir(f"/proc/{parent}/task"):  # noqa: PTH208
            with open(f"/proc/{parent}/task/{task}/children", "rb", buffering=0) as file:  # noqa: PTH123
                found += map(int, file.read().split())
    return found


def _signal(process: int, signum: int) -> None:
    with contextlib.suppress(OSError):
        os.kill(process, signum)


if __name__ == "__main__":
    ended = main(int(sys.argv[1]), sys.argv[2], sys.argv[3:])
    if ended < 0:
        signal.set_wakeup_fd(-1)
        if -ended not in (signal.SIGKILL, signal.SIGSTOP):
            signal.signal(-ended, signal.SIG_DFL)
        os.kill(os.getpid(), -ended)
    os._exit(ended if ended >= 0 else 128 - ended)
