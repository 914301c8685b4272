"""Read the directory of a zip archive entry by entry, so that an archive of a million records does not fill the memory.

The standard library keeps every entry, about a kilobyte each. It is used if there are few; a long directory is read
here, as PKWARE's APPNOTE 4.3 and 4.5 describe it, including zip64.
"""

from __future__ import annotations

import struct
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import IO, NamedTuple

FEW = 20_000
"""Maximum number of entries for which the standard library reads the directory."""
_END = struct.Struct("<4s4H2LH")
_LOCATOR = struct.Struct("<4sLQL")
_END64 = struct.Struct("<4sQ2H2L4Q")
_ENTRY = struct.Struct("<4s4B4HL2L5H2L")
_CHUNK = 1 << 16


class Entry(NamedTuple):
    """A member of a zip archive, with the field names of the standard library."""

    filename: str
    flag_bits: int
    compress_type: int
    CRC: int
    compress_size: int
    file_size: int
    header_offset: int

    def is_dir(self) -> bool:
        """Return True if the entry is a folder."""
        return self.filename.endswith("/")


class Directory:
    """The entries of a zip archive. Each iteration reads them again. Raises zipfile.BadZipFile if they cannot be
    read.
    """

    def __init__(self, path: str) -> None:
        self.path = path
        with Path(path).open("rb") as source:
            self.entries, self.size, self.start, self.shift = _find(source)
        self.few: list[zipfile.ZipInfo] | None = None
        if self.entries <= FEW:
            with zipfile.ZipFile(path) as archive:
                self.few = archive.infolist()
                self.start = archive.start_dir

    def __iter__(self) -> Iterator[Entry | zipfile.ZipInfo]:
        if self.few is not None:
            yield from self.few
        else:
            with Path(self.path).open("rb") as source:
                source.seek(self.start)
                yield from _entries(source, self.size, self.shift)


def _find(source: IO[bytes]) -> tuple[int, int, int, int]:
    """Return the number of entries, the size of the directory in bytes, where it begins, and the amount by which all
    stated offsets are off.
    """
    end = source.seek(0, 2)
    at = max(0, end - _END.size - 0xFFFF)
    source.seek(at)
    tail = source.read()
    found = tail.rfind(b"PK\x05\x06")
    if found < 0 or len(tail) - found < _END.size:
        raise zipfile.BadZipFile("it has no directory at the end")
    _, _, _, _, entries, size, offset, _ = _END.unpack_from(tail, found)
    place = at + found
    if place >= _LOCATOR.size:
        source.seek(place - _LOCATOR.size)
        signature, _, end64, _ = _LOCATOR.unpack(source.read(_LOCATOR.size))
        if signature == b"PK\x06\x07":
            source.seek(min(end64, end))
            data = source.read(_END64.size)
            if len(data) < _END64.size or data[:4] != b"PK\x06\x06":
                # Something precedes the archive: the record is where it was written, right before its locator.
                end64 = place - _LOCATOR.size - _END64.size
                source.seek(max(0, end64))
                data = source.read(_END64.size)
            if len(data) < _END64.size or data[:4] != b"PK\x06\x06":
                raise zipfile.BadZipFile("its zip64 directory is not at the stated place")
            *_, entries, size, offset = _END64.unpack(data)
            place = end64
    start = place - size
    if start < 0 or offset > start:
        raise zipfile.BadZipFile("its directory is longer than the file")
    return entries, size, start, start - offset


def _entries(source: IO[bytes], size: int, shift: int) -> Iterator[Entry]:
    data = b""
    at = left = 0
    left = size

    def need(count: int) -> None:
        nonlocal data, at, left
        if len(data) - at < count:
            more = source.read(min(left, max(_CHUNK, count)))
            left -= len(more)
            data, at = data[at:] + more, 0
            if len(data) < count:
                raise zipfile.BadZipFile("its directory is truncated")

    while left or at < len(data):
        need(_ENTRY.size)
        fields = _ENTRY.unpack_from(data, at)
        if fields[0] != b"PK\x01\x02":
            raise zipfile.BadZipFile("its directory is damaged")
        flags, method = fields[5], fields[6]
        crc, packed, unpacked = fields[9], fields[10], fields[11]
        name_length, extra_length, comment_length = fields[12:15]
        offset = fields[18]
        need(_ENTRY.size + name_length + extra_length + comment_length)
        at += _ENTRY.size
        raw = data[at : at + name_length]
        extra = data[at + name_length : at + name_length + extra_length]
        at += name_length + extra_length + comment_length
        # In zip64, a value with all bits set is in the extra field instead.
        if 0xFFFFFFFF in (packed, unpacked, offset):
            unpacked, packed, offset = _wide(extra, unpacked, packed, offset)
        # `zipfile` cuts a name at its first NUL, too.
        name = raw.decode("utf-8" if flags & 0x800 else "cp437", "replace").split("\0")[0]
        yield Entry(name, flags, method, crc, packed, unpacked, offset + shift)


def _wide(extra: bytes, *values: int) -> tuple[int, int, int]:
    """Return the zip64 values of an entry, which replace those marked as too big."""
    at = 0
    while at + 4 <= len(extra):
        tag, length = struct.unpack_from("<HH", extra, at)
        if tag == 1:
            field = extra[at + 4 : at + 4 + length]
            wide = iter(struct.unpack(f"<{len(field) // 8}Q", field[: len(field) // 8 * 8]))
            found = [next(wide, value) if value == 0xFFFFFFFF else value for value in values]
            return found[0], found[1], found[2]
        at += 4 + length
    return values[0], values[1], values[2]
