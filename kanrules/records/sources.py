"""Find records in files, folders, gzip, zip, and tar, recognized by their first bytes and never by name.

Everything is limited: a record may have 64 MiB unpacked, and nothing may unpack to more than 200 times its packed size
(beyond a free 4 MiB), ten times the ratio of real records. Nothing is written to disk, and archives inside archives are
not opened.
"""

from __future__ import annotations

import heapq
import io
import os
import re
import stat
import struct
import tarfile
import zipfile
import zlib
from collections.abc import Collection, Iterable, Iterator
from pathlib import Path
from typing import IO, Self

from kanrules.errors import UnreadableError
from kanrules.records.formats import game_a_line
from kanrules.records.members import Member, Unreadable, fault_of_ours, shown
from kanrules.records.zip_directory import Directory, Entry

MAX_RECORD = 64 << 20
"""Maximum size of one record, unpacked, in bytes."""
MAX_RATIO = 200
"""Maximum ratio of unpacked to packed size."""
FREE = 4 << 20
"""Size in bytes below which the ratio is not checked."""
_CHUNK = 1 << 16
_USUAL = 1 << 17
"""Number of bytes to read first. Nearly every record is smaller."""
_HEAD = 1 << 12
_TELLING = 512
"""Number of bytes that identify a record or an archive: the longest mark is a tar archive's, from byte 257 on."""
_LONG_LINE = 199
"""Maximum length of a first line that is not a whole game."""
_MORE_HEADER = (
    tarfile.GNUTYPE_LONGNAME, tarfile.GNUTYPE_LONGLINK, tarfile.XHDTYPE, tarfile.XGLTYPE, tarfile.SOLARIS_XHDTYPE
)  # fmt: skip
_RUN = 20_000
"""Number of names in a folder that are sorted at a time."""
_MAX_HEADER = 1 << 20
"""Maximum size in bytes of a long name or of notes on a member in a tar archive."""
_PAX = frozenset((tarfile.XHDTYPE, tarfile.XGLTYPE, tarfile.SOLARIS_XHDTYPE))
_NOTE = re.compile(rb"([0-9]{1,7}) [^=\n]+=")
_DIGITS = re.compile(rb"[0-9]{256}")
"""More digits in a row than any name or number has. tarfile searches a row of them in quadratic time."""
_NEGATIVE = "a member of negative size"
_ENDS = 16
"""Number of reads at the end of a stream before an error says that there is no more."""
_ZIP_FAULTS = (
    zipfile.BadZipFile,
    ValueError,
    NotImplementedError,
    EOFError,
    struct.error,
    KeyError,
    OverflowError,
    IndexError,
)


def too_big(packed: int, unpacked: int) -> bool:
    """Return True if the unpacked size is too large for the packed size."""
    return unpacked > FREE and unpacked > MAX_RATIO * packed


class CutOffError(UnreadableError):
    """A gzip stream that ends too early."""

    def __init__(self, data: bytes) -> None:
        super().__init__("the gzip data is truncated")
        self.data = data
        """What could be unpacked."""


class _Inflating(io.RawIOBase):
    """The unpacked bytes of a gzip stream, as far as it goes. Refuses a stream that expands too much."""

    def __init__(self, source: IO[bytes]) -> None:
        self.source = source
        self.inflater = zlib.decompressobj(31)
        self.taken = 0
        self.given = 0
        self.rest = b""
        self.started = False
        self.truncated = False
        """Whether the stream ended too early."""

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: object) -> int:
        view = memoryview(buffer)  # type: ignore[arg-type]  # any writable buffer
        data = self._some(len(view))
        view[: len(data)] = data
        return len(data)

    def _some(self, most: int) -> bytes:
        while True:
            if self.inflater.eof:
                # gzip members may follow one another; zero bytes may pad the end.
                self.rest = self.inflater.unused_data.lstrip(b"\0") or self._more().lstrip(b"\0")
                if not self.rest:
                    return b""
                self.inflater = zlib.decompressobj(31)
                self.started = False
            packed = self.rest or self._more()
            self.rest = b""
            if not packed:
                if not self.started and not self.taken:
                    raise UnreadableError("the file is empty")
                self.truncated = True
                return b""
            try:
                data = self.inflater.decompress(packed, most)
            except zlib.error as error:
                raise UnreadableError(f"not gzip: {error}") from None
            self.started = True
            self.rest = self.inflater.unconsumed_tail
            self.given += len(data)
            if too_big(self.taken, self.given):
                raise UnreadableError(f"unpacks to more than {MAX_RATIO} times its size; refused")
            if data:
                return data

    def _more(self) -> bytes:
        data = self.source.read(_CHUNK)
        self.taken += len(data)
        return data


class _AsOpened(io.RawIOBase):
    """A file with the length that it had when opened, so that a growing file comes to an end."""

    def __init__(self, source: IO[bytes]) -> None:
        self.source = source
        self.left = os.fstat(source.fileno()).st_size - source.tell()

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: object) -> int:
        view = memoryview(buffer)  # type: ignore[arg-type]  # any writable buffer
        data = self.source.read(min(self.left, len(view)))
        view[: len(data)] = data
        self.left -= len(data)
        return len(data)


def gunzip(data: bytes) -> bytes:
    """Return the bytes of this gzip stream, at most `MAX_RECORD`.

    Raises UnreadableError if it is broken or too big; CutOffError, with what could be unpacked, if it ends too early.
    """
    # Nearly every record is one small stream, which needs no reader around it.
    inflater = zlib.decompressobj(31)
    try:
        whole = inflater.decompress(data, FREE)
    except zlib.error:
        whole = b""
    if inflater.eof and not inflater.unused_data:
        return whole
    unpacked = _Inflating(io.BytesIO(data))
    whole = bounded(io.BufferedReader(unpacked))
    if unpacked.truncated:
        raise CutOffError(whole)
    return whole


def bounded(source: IO[bytes] | io.BufferedReader) -> bytes:
    """Return the content of a stream. Raises UnreadableError for more than `MAX_RECORD` bytes."""
    # A read allocates as much as it may return, and nearly every record is small.
    data = source.read(_USUAL)
    if len(data) == _USUAL:
        data += source.read(MAX_RECORD + 1 - _USUAL)
    if len(data) > MAX_RECORD:
        raise UnreadableError(f"more than {MAX_RECORD >> 20} MiB; records are smaller")
    return data


def _is_gzip(head: bytes) -> bool:
    return head[:2] == b"\x1f\x8b"


def _is_zip(head: bytes) -> bool:
    return head[:4] in (b"PK\x03\x04", b"PK\x05\x06")


def _is_tar(head: bytes) -> bool:
    return head[257:262] == b"ustar"


def _unpacked_head(head: bytes) -> bytes:
    """Return the first unpacked bytes of a gzip stream, enough to identify them; empty if they are damaged."""
    try:
        return zlib.decompressobj(31).decompress(head, _TELLING)
    except zlib.error:
        return b""


def _is_one_record(head: bytes) -> bool:
    """Return True if a file that begins like this is certainly one record: not an archive, and not one game per line
    (whose first line is long).
    """
    if len(head) < 300 or _is_tar(head) or _is_zip(head) or _is_gzip(head):
        return False
    return head[:1] == b"<" or (head[:1] == b"{" and b"\n" in head[:_LONG_LINE])


def _foreign_packing(head: bytes) -> str:
    for magic, name in (
        (b"BZh", "bzip2"),
        (b"\xfd7zXZ\0", "xz"),
        (b"(\xb5/\xfd", "zstd"),
        (b"7z\xbc\xaf\x27\x1c", "7z"),
        (b"Rar!", "rar"),
    ):
        if head.startswith(magic):
            return f"packed with {name}, which kanrules does not read; expected a plain file, gzip, zip or tar"
    return ""


def list_members(path: Path | str, read_as: Collection[str] = ()) -> Iterator[Member | Unreadable]:
    """Yield everything to read under this path, by name: the file itself, a folder's files, an archive's members, or a
    file's lines.

    Nothing is parsed. What cannot be opened is yielded as an Unreadable. Every Member can be pickled and read elsewhere
    with `read_member`.
    """
    name = os.fspath(path)
    try:
        mode = os.stat(name).st_mode  # noqa: PTH116  # see _file
        if stat.S_ISDIR(mode):
            yield from _folder(name, read_as)
        elif stat.S_ISREG(mode):
            yield from _file(name, read_as)
        else:
            yield Unreadable(shown(name), "not a file or a folder")
    except OSError as error:
        yield Unreadable(shown(name), error.strerror or str(error))
    except ValueError as error:  # a null character in a name
        yield Unreadable(shown(name), str(error))


def _folder(path: str, read_as: Collection[str]) -> Iterator[Member | Unreadable]:
    try:
        with os.scandir(path) as found:
            # A link to a folder may lead back here. Only names are kept: there may be millions.
            names = _in_order(entry.name for entry in found if not entry.is_symlink() or not _leads_to_folder(entry))
    except OSError as error:
        yield Unreadable(shown(path), error.strerror or str(error))
        return
    for name in names:
        yield from list_members(os.path.join(path, name), read_as)  # noqa: PTH118  # a Path would lose odd bytes' cheapness


def _in_order(names: Iterable[str]) -> Iterator[str]:
    """Return these names sorted, read all at once and stored compactly."""
    runs: list[str] = []
    some: list[str] = []
    for name in names:
        some.append(name)
        if len(some) >= _RUN:
            some.sort()
            runs.append("/".join(some))  # names never contain it
            some = []
    some.sort()
    return heapq.merge(*map(_apart, runs), some) if runs else iter(some)


def _apart(run: str) -> Iterator[str]:
    at = 0
    while (end := run.find("/", at)) >= 0:
        yield run[at:end]
        at = end + 1
    yield run[at:]


def _leads_to_folder(link: os.DirEntry[str]) -> bool:
    try:
        return link.is_dir()
    except OSError:  # a link to itself: reported when it is opened, and the rest of its folder is read
        return False


def _file(path: str, read_as: Collection[str]) -> Iterator[Member | Unreadable]:
    file = shown(path)
    with open(path, "rb") as source:  # noqa: PTH123  # a Path for each of a million files takes longer than to open them
        head = source.read(_HEAD)
        try:
            if _is_zip(head):
                yield from _zip(path)
            elif _is_tar(head):
                source.seek(0)
                yield from _tar(path, source, streaming=False)
            elif _is_gzip(head):
                if _is_one_record(_unpacked_head(head)):
                    yield Member(path, file)
                    return
                source.seek(0)
                unpacked = _Inflating(io.BufferedReader(_AsOpened(source)))
                stream = io.BufferedReader(unpacked)
                inner = stream.peek(_HEAD)
                if _is_tar(inner):
                    yield from _tar(path, stream, streaming=True)
                elif _is_zip(inner):
                    yield Unreadable(file, "a zip archive inside gzip; unpack it first")
                else:
                    for found in _lines(path, stream, read_as):
                        yield found
                        a_line = isinstance(found, Member) and found.data is not None
                    if unpacked.truncated and a_line:  # a file that is one record says so itself
                        yield Unreadable(file, str(CutOffError(b"")))
            elif packing := _foreign_packing(head):
                yield Unreadable(file, packing, foreign=True)
            else:
                source.seek(0)
                yield from _lines(path, io.BufferedReader(_AsOpened(source)), read_as)
        except UnreadableError as error:
            yield Unreadable(file, str(error))
        except Exception as error:  # no content of a file may stop the next one
            yield Unreadable(file, fault_of_ours(error))


def _lines(path: str, source: IO[bytes] | io.BufferedReader, read_as: Collection[str]) -> Iterator[Member | Unreadable]:
    """Yield a member for each line of a file with one game per line, or one member for any other file."""
    file = shown(path)
    first = source.readline(MAX_RECORD + 1)
    if not game_a_line(first, read_as):
        yield Member(path, file)
        return
    second, number = source.readline(MAX_RECORD + 1), 2
    while second and not second.strip():
        second = source.readline(MAX_RECORD + 1)
        number += 1
    if not second:
        yield Member(path, file, data=first)
        return
    yield Member(path, f"{file}:1", data=first)
    line = second
    while line:
        if len(line) > MAX_RECORD:
            raise UnreadableError(f"line {number} has more than {MAX_RECORD >> 20} MiB; records are smaller")
        if line.strip():
            yield Member(path, f"{file}:{number}", data=line)
        line = source.readline(MAX_RECORD + 1)
        number += 1


def _zip(path: str) -> Iterator[Member | Unreadable]:
    file = shown(path)
    try:
        directory = Directory(path)
        # Members that are refused one by one do not make the others suspect; many that share their bytes do.
        if too_big(Path(path).stat().st_size, sum(info.file_size for info in directory if not _refused(info))):
            yield Unreadable(file, f"unpacks to more than {MAX_RATIO} times its size; refused")
            return
        whole = False
        for info in directory:
            whole |= info.header_offset == 0
            if not info.is_dir():
                yield _zipped(path, f"{file}!{shown(info.filename)}", info, directory.start)
        if not whole and directory.entries:  # the directory of an archive inside it, whose own one is cut off
            yield Unreadable(file, "not a complete zip archive: its directory does not list its first file")
    except _ZIP_FAULTS as error:
        yield Unreadable(file, f"not a complete zip archive: {error}")


def _refused(info: Entry | zipfile.ZipInfo) -> bool:
    return max(info.file_size, info.compress_size) > MAX_RECORD or too_big(info.compress_size, info.file_size)


def _zipped(path: str, name: str, info: Entry | zipfile.ZipInfo, start: int) -> Member | Unreadable:
    if info.flag_bits & 1:
        return Unreadable(name, "encrypted; kanrules does not decrypt records")
    if info.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
        return Unreadable(name, f"packed by zip's method {info.compress_type}; expected stored or deflated")
    if max(info.file_size, info.compress_size) > MAX_RECORD:  # both may be wrong
        return Unreadable(name, f"more than {MAX_RECORD >> 20} MiB; records are smaller")
    if too_big(info.compress_size, info.file_size):
        return Unreadable(name, f"unpacks to more than {MAX_RATIO} times its size; refused")
    if not 0 <= info.header_offset < start:
        return Unreadable(name, "is outside its archive")
    return Member(
        path, name, info.header_offset, info.compress_size, info.file_size, info.compress_type, info.CRC, in_zip=True
    )


class _Header(tarfile.TarInfo):
    """Header of a tar member. A damaged one is reported instead of ending the archive, and none can fill the memory."""

    @classmethod
    def fromtarfile(cls, archive: tarfile.TarFile) -> Self:
        try:
            return super().fromtarfile(archive)
        except (tarfile.InvalidHeaderError, tarfile.TruncatedHeaderError) as error:  # type: ignore[attr-defined]  # they are there
            raise tarfile.ReadError(str(error)) from None

    def _proc_member(self, archive: tarfile.TarFile) -> tarfile.TarInfo:
        if self.type in _MORE_HEADER and self.size > _MAX_HEADER:
            raise tarfile.ReadError(f"a name or note of {self.size} bytes")
        if self.size < 0:
            raise tarfile.ReadError(_NEGATIVE)
        source = archive.fileobj
        if self.type in _PAX:
            notes = source.read(self._block(self.size))  # type: ignore[attr-defined]  # open, and its own
            _check_notes(notes[: self.size])
            archive.fileobj = _ReadAhead(source, notes)  # type: ignore[assignment,arg-type]  # what tarfile asks of it
        try:
            found: tarfile.TarInfo = super()._proc_member(archive)  # type: ignore[misc]  # made to be overridden
        finally:
            archive.fileobj = source
        return found


def _check_notes(notes: bytes) -> None:
    """Raise ReadError unless these notes on a member (pax) are whole, each as long as it says.

    Before Python 3.11.10 and 3.12.6, tarfile needs hours and all the memory for 1 MiB of others (CVE-2024-6232).
    """
    if _DIGITS.search(notes):
        raise tarfile.ReadError("a damaged note on a member")
    at = 0
    while at < len(notes) and notes[at]:
        found = _NOTE.match(notes, at)
        end = at + int(found[1]) if found else 0
        if found is None or not found.end() < end <= len(notes) or notes[end - 1] != 10:
            raise tarfile.ReadError("a damaged note on a member")
        at = end


class _ReadAhead:
    """A stream of which some bytes were read already: the first read returns them."""

    def __init__(self, source: IO[bytes], ahead: bytes) -> None:
        self.source = source
        self.ahead: bytes | None = ahead

    def read(self, size: int) -> bytes:
        ahead, self.ahead = self.ahead, None
        return self.source.read(size) if ahead is None else ahead

    def tell(self) -> int:
        return self.source.tell()

    def seek(self, place: int) -> int:
        return self.source.seek(place)


class _NoEndlessEnd:
    """A stream for tarfile, which would otherwise keep reading at the end for the announced size of a member."""

    def __init__(self, source: IO[bytes] | io.BufferedReader) -> None:
        self.source = source
        self.nothing = 0

    def read(self, size: int) -> bytes:
        data = self.source.read(size)
        self.nothing = 0 if data else self.nothing + 1
        if self.nothing > _ENDS:
            raise tarfile.ReadError("it is truncated")
        return data


def _tar(path: str, source: IO[bytes] | io.BufferedReader, *, streaming: bool) -> Iterator[Member | Unreadable]:
    file = shown(path)
    try:
        stream = _NoEndlessEnd(source) if streaming else source
        size = None if streaming else os.fstat(source.fileno()).st_size
        with tarfile.open(fileobj=stream, mode="r|" if streaming else "r:", tarinfo=_Header) as archive:  # type: ignore[call-overload]  # any file
            for info in archive:
                if size is not None and info.offset >= size:
                    break  # it has grown since
                if info.size < 0:  # stated by a note; the next header would be an earlier one
                    raise tarfile.ReadError(_NEGATIVE)
                if info.isdir():
                    continue
                name = f"{file}!{shown(info.name)}"
                if not info.isreg() or info.issparse():
                    yield Unreadable(name, "not a regular file in its archive", foreign=True)
                elif info.size > MAX_RECORD:
                    yield Unreadable(name, f"more than {MAX_RECORD >> 20} MiB; records are smaller")
                elif streaming:
                    part = archive.extractfile(info)
                    data = b"" if part is None else bounded(part)
                    yield Member(path, name, data=data)
                else:
                    yield Member(path, name, info.offset_data, info.size, info.size)
                if size is not None and info.offset_data + info.size > size:
                    raise tarfile.ReadError("it is truncated")
                archive.members = []  # a stream of a million members must not pile up
    except (tarfile.TarError, ValueError, EOFError, struct.error, OverflowError, RecursionError) as error:
        # tarfile calls itself for each of the headers that a member may have
        yield Unreadable(
            file, str(error) if isinstance(error, UnreadableError) else f"not a complete tar archive: {error}"
        )


def read_bytes(member: Member) -> bytes:
    """Return the unpacked bytes of a member, however it is packed. Raises UnreadableError if that fails."""
    data = member.data
    if data is None:
        try:
            data = _stored(member)
        except OSError as error:
            raise UnreadableError(error.strerror or str(error)) from None
    packed = _is_gzip(data)
    if packed:
        data = gunzip(data)
    if packed or member.offset >= 0 or member.data is not None:
        head = data[:_HEAD]
        if _is_zip(head) or _is_tar(head) or _is_gzip(head):
            raise UnreadableError("an archive inside an archive; unpack it first")
    return data


def _stored(member: Member) -> bytes:
    with open(member.path, "rb") as source:  # noqa: PTH123  # see _file
        if member.offset < 0:
            return bounded(source)
        source.seek(member.offset)
        if not member.in_zip:
            data = source.read(member.packed)
            if len(data) != member.size:
                raise UnreadableError("the archive ends inside it")
            return data
        header = source.read(30)
        if len(header) < 30 or header[:4] != b"PK\x03\x04":
            raise UnreadableError("no zip member begins at the place that the archive states")
        skip = int.from_bytes(header[26:28], "little") + int.from_bytes(header[28:30], "little")
        packed = source.read(skip + member.packed)[skip:]
    if len(packed) != member.packed:
        raise UnreadableError("the archive ends inside it")
    if member.method == zipfile.ZIP_DEFLATED:
        try:
            data = zlib.decompressobj(-15).decompress(packed, member.size + 1)
        except zlib.error as error:
            raise UnreadableError(f"damaged in its archive: {error}") from None
    else:
        data = packed
    if len(data) != member.size or zlib.crc32(data) != member.crc:
        raise UnreadableError("damaged in its archive: the size or checksum does not match")
    return data


def all_members(paths: Iterable[Path | str], read_as: Collection[str] = ()) -> Iterator[Member | Unreadable]:
    """Yield the members under all of these paths, one path after the other."""
    for path in paths:
        yield from list_members(path, read_as)
