"""The definition of a record format: how it is recognized, read, and written."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from kanrules.frozen import frozen
from kanrules.records.recorded import Record, RecordedHand


@frozen
class Content:
    """The content of a file, of a member of an archive, or of a line, as a format sees it."""

    data: bytes
    """All bytes, unpacked, without a byte order mark."""
    start: bytes
    """The beginning of the file without leading white space. Of a large file, only the first 4,096 bytes."""
    value: Any = None
    """The decoded JSON: of the first line if that is a complete value, or else of all bytes. None if it is not JSON."""


@frozen
class Format:
    """A record format: its sniffer, its reader, and, if kanrules can write it, its writer.

    Another package adds a format with an entry point of the group `kanrules.formats` that names such a value.
    """

    name: str
    """Value of `Record.format`, and name of the entry point."""
    sniff: Callable[[Content], bool]
    """Function that returns True if the content is a record of this format. It never raises, and never uses the file
    name.
    """
    read: Callable[[Content, str], Record]
    """Function that returns the record. The string is the name used in messages. Raises UnreadableError with hand and
    event.
    """
    write: Callable[[Iterable[RecordedHand]], bytes] | None = None
    """Function that returns a whole game in this format. Raises UnreadableError for what the format cannot express."""
    spans_lines: bool = False
    """True if a record consists of many lines of JSON, as in mjai. If False, each line that is a complete JSON value
    is a record.
    """
    split: Callable[[Content], list[Content]] | None = None
    """Function that returns the games of a file with several, for a format whose games follow one another."""
