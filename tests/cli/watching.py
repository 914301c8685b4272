"""See every file that Python code opens for writing, creates, renames, or deletes, every connection, and every program
that is started, while a command runs.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path
from typing import Any

_WRITES = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND
_PATHS = {
    "os.mkdir": 1, "os.remove": 1, "os.rmdir": 1, "os.truncate": 1, "os.utime": 1, "os.chmod": 1, "os.chown": 1,
    "os.rename": 2, "os.link": 2, "os.symlink": 2, "shutil.rmtree": 1, "tempfile.mkstemp": 1, "tempfile.mkdtemp": 1,
}  # fmt: skip
"""Events by their number of paths."""
_STARTS = ("subprocess.Popen", "os.system", "os.exec", "os.posix_spawn", "os.fork", "os.forkpty")
_NETWORK = ("socket.connect", "socket.bind", "socket.getaddrinfo", "socket.gethostbyname", "socket.gethostbyaddr")


@dataclass(slots=True)
class Seen:
    """What a command did."""

    written: set[Path] = field(default_factory=set)
    read: set[Path] = field(default_factory=set)
    started: list[str] = field(default_factory=list)
    network: list[str] = field(default_factory=list)


_watching: list[Seen] = []
"""An audit hook cannot be removed: it looks here whether anybody watches."""


def _hook(event: str, arguments: tuple[Any, ...]) -> None:
    if not _watching:
        return
    seen = _watching[-1]
    if event == "open":
        path, mode, flags = arguments
        if isinstance(path, (str, bytes)):
            writes = flags & _WRITES if isinstance(flags, int) else set(mode or "") & set("wax+")
            (seen.written if writes else seen.read).add(_path(path))
    elif event in _PATHS:
        for path in arguments[: _PATHS[event]]:
            if isinstance(path, (str, bytes, os.PathLike)):
                seen.written.add(_path(path))
    elif event in _STARTS:
        seen.started.append(f"{event} {str(arguments[:2])[:600]}")
    elif event in _NETWORK:
        seen.network.append(f"{event} {arguments[1:]}")


def _path(path: Any) -> Path:
    return Path(os.path.abspath(os.fsdecode(path)))  # noqa: PTH100  # a link itself, not where it leads


sys.addaudithook(_hook)


@contextmanager
def watched() -> Iterator[Seen]:
    """What happens in this process meanwhile."""
    seen = Seen()
    _watching.append(seen)
    try:
        yield seen
    finally:
        _watching.remove(seen)


def unasked(seen: Seen, words: list[str]) -> list[str]:
    """What a command did that its words do not ask for. SECURITY.md: it writes only what they name, opens no
    connection, and starts no foreign program.
    """
    written = [str(path) for path in sorted(seen.written) if not is_named(path, words)]
    # The keeper is no foreign program: it deletes a temporary folder if the command is killed.
    started = [one for one in seen.started if not one.startswith("os.fork") and "keeper.py" not in one]
    # Python's own processes (multiprocessing) talk through a socket in a temporary folder.
    own = ("/pymp-", "multiprocessing")
    return [one for one in (*written, *seen.network, *started) if not any(part in str(one) for part in own)]


def is_named(path: Path, words: list[str]) -> bool:
    """Whether the words of a command say that this file or folder is written, or Python itself keeps its bytecode
    there.
    """
    named = [Path(word).absolute() for before, word in pairwise(words) if before in ("--out", "-o", "--report")]
    if words[0] == "new":
        named.append(Path(words[2].removesuffix(".toml")).absolute())
        named.append(Path(f"kanrules-{words[2]}" if words[1] == "plugin" else "kanrules.schema.json").absolute())
    for one in named:
        beside = path.parent == one.parent and path.name.removeprefix(".").startswith(one.stem)
        # A folder is written next to the one whose place it takes.
        hidden = any(part.parent == one.parent and part.name.startswith(f".{one.name}.part-") for part in path.parents)
        # A file without a name yet is opened through its folder.
        if path in (one, one.parent) or one in path.parents or beside or hidden:
            return True
    library = [Path(sys.prefix), Path(sys.base_prefix), Path(__file__).parents[2]]
    bytecode = "__pycache__" in path.parts and any(path.is_relative_to(one) for one in library)
    if "--report" in words and path.name == "matplotlib":  # where it keeps its list of fonts
        return True
    return bytecode or path.is_relative_to("/proc/self/fd") or path == Path(os.devnull)
