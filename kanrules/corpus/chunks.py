"""Cut a corpus into chunks of work: small, picklable, in the order of the corpus, and made only as they are needed."""

from __future__ import annotations

import os
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from kanrules.records import Member, Unreadable, list_members

RECORDS = 16
"""Maximum number of records in a chunk."""
BYTES = 1 << 20
"""Maximum number of bytes that a chunk carries, if its records can be read only as a stream."""
LIGHT = 1 << 13
"""Number of characters of file names that fit into the buffer of any pipe."""


@dataclass(slots=True)
class Chunk:
    """A few records to judge, and how far the corpus has been read with them."""

    members: list[Member | Unreadable] = field(default_factory=list)
    carried: int = 0
    """Number of bytes that the chunk carries."""
    weight: int = 0
    """Number of bytes read from files up to this chunk, since the previous one. The sum is the size of the corpus."""

    @property
    def light(self) -> bool:
        """True if the chunk is small enough for a pipe's buffer even if nothing reads it yet."""
        names = sum(
            len(member.file) + (len(member.path) if isinstance(member, Member) else 0) for member in self.members
        )
        return not self.carried and names < LIGHT


def chunks(
    paths: Iterable[str | Path],
    *,
    skip: Iterable[str | Path] = (),
    records: int = RECORDS,
    read_as: Collection[str] = (),
) -> Iterator[Chunk]:
    """Yield the content of these paths as chunks. `skip` names files that are not part of it, such as the report being
    written, `read_as` formats of other packages.
    """
    left_out = {_identity(path) for path in skip}
    left_out.discard(None)
    chunk = Chunk()
    for path in paths:
        at = _Progress()
        for member in list_members(path, read_as):
            if (
                left_out
                and isinstance(member, Member)
                and member.path != at.path
                and _identity(member.path) in left_out
            ):
                continue
            chunk.weight += at.passed(member)
            if isinstance(member, Member) and member.data is not None:
                chunk.carried += len(member.data)
            chunk.members.append(member)
            if len(chunk.members) >= records or chunk.carried >= BYTES:
                yield chunk
                chunk = Chunk()
        chunk.weight += at.rest()
    if chunk.members or chunk.weight:
        yield chunk


def _identity(path: str | Path) -> tuple[int, int] | None:
    try:
        status = Path(path).stat()
    except (OSError, ValueError):
        return None
    return status.st_dev, status.st_ino


class _Progress:
    """Tracks how far a file has been read, by the packed size of its members."""

    def __init__(self) -> None:
        self.path = ""
        self.size = 0
        self.done = 0
        self.packed = 1

    def passed(self, member: Member | Unreadable) -> int:
        """Return the number of bytes read once this member is done, since the previous one."""
        if isinstance(member, Unreadable):
            return 0
        before = 0
        if member.path != self.path:
            before = self.rest()
            self.path, self.done = member.path, 0
            self.size = _size(member.path)
            # The content of a gzip stream takes about a tenth of its size in the file.
            self.packed = 10 if member.data is not None and member.path.endswith((".gz", ".tgz")) else 1
        if member.data is not None:
            step = len(member.data) // self.packed
        elif member.offset < 0:
            step = self.size
        else:
            step = member.packed or member.size
        step = min(step, self.size - self.done)
        self.done += step
        return before + step

    def rest(self) -> int:
        """Return the number of bytes of the file after its last member."""
        rest, self.done = self.size - self.done, self.size
        return rest


def _size(path: str) -> int:
    try:
        return os.stat(path).st_size  # noqa: PTH116  # a Path for each of a million files takes three times as long
    except (OSError, ValueError):
        return 0


def corpus_size(paths: Iterable[str | Path], *, at_most: int = 200_000) -> int | None:
    """Return the total size of all files under these paths, for the length of a progress bar; None if there are more
    than `at_most` files.
    """
    total = files = 0
    folders: list[str] = []
    for path in paths:
        if os.path.isdir(path):  # noqa: PTH112  # odd bytes stay cheap
            folders.append(os.fspath(path))
        else:
            total += _size(os.fspath(path))
    while folders:
        try:
            with os.scandir(folders.pop()) as found:
                for entry in found:
                    files += 1
                    if files > at_most:
                        return None
                    if entry.is_dir(follow_symlinks=False):
                        folders.append(entry.path)
                    else:
                        total += _size(entry.path)
        except OSError:
            continue
    return total
