"""Small values for what can be read and what cannot, which every reader and process can exchange."""

from __future__ import annotations

from kanrules.frozen import frozen

BOM = b"\xef\xbb\xbf"
"""Byte order mark that some programs put before UTF-8."""


@frozen
class Unreadable:
    """Something that cannot be read, and why. `foreign` is True if nothing in it looks like a record."""

    file: str
    why: str
    foreign: bool = False


@frozen
class Member:
    """One thing to read, small enough to be sent to another process: a file, a member of an archive, or a line.

    `file` is its name in messages: `a.zip!b.xml`, `games.jsonl:17`.
    """

    path: str
    file: str
    offset: int = -1
    """Offset of the file in its archive; -1 for a file outside an archive."""
    packed: int = 0
    size: int = 0
    method: int = 0
    """Compression method of a zip archive: 0 stored, 8 deflated."""
    crc: int = -1
    in_zip: bool = False
    data: bytes | None = None
    """The unpacked bytes, if they can be read only as a stream (lines, tar.gz)."""


def shown(name: str) -> str:
    """Return a file name that can be printed: bytes that are not UTF-8, and control characters, become question
    marks.
    """
    if name.isprintable():
        return name
    clean = name.encode("utf-8", "surrogateescape").decode("utf-8", "replace")
    return "".join(c if c.isprintable() else "?" for c in clean)


def fault_of_ours(error: Exception) -> str:
    """Return the message for a file on which kanrules itself fails."""
    return f"internal error, a bug in kanrules: {type(error).__name__}: {error}"
