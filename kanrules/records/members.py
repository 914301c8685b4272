"""What there is to read, and what cannot be read: small values that every reader and every process knows."""

from __future__ import annotations

from dataclasses import dataclass

BOM = b"\xef\xbb\xbf"
"""With which some programs begin a text in UTF-8."""


@dataclass(frozen=True, slots=True)
class Unreadable:
    """Something that cannot be read, and why; `foreign` where nothing in it says that it is a record at all."""

    file: str
    why: str
    foreign: bool = False


@dataclass(frozen=True, slots=True)
class Member:
    """One thing to read, small enough to be handed to another process: a file, a member of an archive, or a line.

    `file` is how it is called in messages: `a.zip!b.xml`, `games.jsonl:17`.
    """

    path: str
    file: str
    offset: int = -1
    """Where it begins in an archive; -1 for a whole file."""
    packed: int = 0
    size: int = 0
    method: int = 0
    """How zip packed it: 0 stored, 8 deflated."""
    crc: int = -1
    in_zip: bool = False
    data: bytes | None = None
    """The unpacked bytes, where they could only be had by streaming (lines, tar.gz)."""


def shown(name: str) -> str:
    """A file name as it may be printed: bytes that are not UTF-8 and control characters become a question mark."""
    if name.isprintable():
        return name
    clean = name.encode("utf-8", "surrogateescape").decode("utf-8", "replace")
    return "".join(c if c.isprintable() else "?" for c in clean)


def fault_of_ours(error: Exception) -> str:
    """What is said of a file on which kanrules itself fails."""
    return f"internal error, a fault of kanrules: {type(error).__name__}: {error}"
