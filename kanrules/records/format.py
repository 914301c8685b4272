"""A record format as kanrules knows it: how it is recognised, read and written."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from kanrules.records.recorded import Record, RecordedHand


@dataclass(frozen=True, slots=True)
class Content:
    """The content of a file, an archive's member or a line, as a format sees it."""

    data: bytes
    """All bytes, unpacked, without a byte order mark."""
    start: bytes
    """How it begins, without leading white space: of a large file only the first 4,096 bytes."""
    value: Any = None
    """The decoded JSON: of the first line if that is a whole value, else of all bytes. None if it is not JSON."""


@dataclass(frozen=True, slots=True)
class Format:
    """A record format: its sniffer, its reader and, if kanrules can write it, its writer.

    A distribution adds a format of its own by an entry point of the group `kanrules.formats` that names such a value.
    """

    name: str
    """What `Record.format` says; also the name of the entry point."""
    sniff: Callable[[Content], bool]
    """Returns whether the content is a record of this format. It never raises, and never goes by a file's name."""
    read: Callable[[Content, str], Record]
    """Returns the record. The text is the name for messages. Raises UnreadableError, with hand and event."""
    write: Callable[[Iterable[RecordedHand]], bytes] | None = None
    """Returns a whole game in this format. Raises UnreadableError for what the format cannot say."""
    spans_lines: bool = False
    """Whether a record is many lines of JSON, as in mjai. If not, each line that is a whole JSON value is a record."""
