"""Write one row per kan as it arrives: JSON lines, or Parquet if pyarrow is installed."""

from __future__ import annotations

import errno
import io
import tempfile
from collections.abc import Iterable
from functools import cached_property
from importlib.util import find_spec
from itertools import islice
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any, Protocol

import msgspec

from kanrules.corpus.audited import KanRow
from kanrules.errors import KanrulesError, wrong_use
from kanrules.installation import how_to_get
from kanrules.locale.sentences import english
from kanrules.records import Member, Unreadable, list_members, read_member
from kanrules.supervisor.whole_file import WholeFile

if TYPE_CHECKING:
    import pyarrow
    from pyarrow.parquet import ParquetWriter

_START = 4096
GROUP = 20_000
"""Number of rows in a Parquet row group."""
RESERVE = 4 << 20
"""Number of bytes reserved on the disk, so that a Parquet file can still be completed when the disk is full."""


def may_be_written_over(path: Path, audited: Iterable[str | Path]) -> bool:
    """Return True if an existing file may be replaced by the output.

    A record never may, wherever it is and whatever links lead to it. Among the audited files, only the output of an
    earlier audit may.
    """
    with path.open("rb") as file:
        start = file.read(_START)
    if not start or _written_before(start):
        return True
    if any(_holds_record(member) for member in list_members(path)):
        return False
    place = path.resolve()
    return not any(place.is_relative_to(Path(one).resolve()) for one in audited)


def _written_before(start: bytes) -> bool:
    """Return True if a file begins like rows, a report, or a plot written by an audit."""
    if start.startswith(b"{"):
        try:
            first = msgspec.json.decode(start.partition(b"\n")[0])
        except (msgspec.DecodeError, RecursionError):
            return False
        return isinstance(first, dict) and first.keys() >= {"file", "hand", "kan", "type", "in_riichi", "instant"}
    if start.startswith((b"PAR1", b"\x89PNG")) or b"<svg" in start:
        return True
    return b"\nkanrules " in start or b'<meta name="generator" content="kanrules audit">' in start


def _holds_record(member: Member | Unreadable) -> bool:
    if isinstance(member, Unreadable):
        return not member.foreign
    return any(not isinstance(one, Unreadable) or not one.foreign for one in islice(read_member(member), 1))


class FullError(KanrulesError):
    """Rows can no longer be written, most often because the disk is full. Earlier rows are kept."""


class KanRows(Protocol):
    """A destination for rows."""

    written: int

    def add(self, rows: Iterable[KanRow]) -> None:
        """Write these rows. Raises FullError if that fails."""
        ...

    def close(self, *, named: bool = True) -> None:
        """Write the remaining rows and give the file its name, or forget it. Raises FullError if that fails."""
        ...


def open_rows(path: str) -> KanRows:
    """Return a file for rows, by its extension `.jsonl` or `.parquet`. An existing file is replaced.

    Raises UnreadableError for any other name, KanrulesError if pyarrow is missing, OSError if the file cannot be
    created.
    """
    suffix = Path(path).suffix.lower()
    if suffix == ".jsonl":
        return JsonLines(path)
    if suffix == ".parquet":
        return Parquet(path)
    raise wrong_use(f"--out {path!r}: expected a file name that ends in .jsonl or .parquet")


class JsonLines:
    """Rows as JSON, one per line; the file appears when it is closed, and every line in it is complete."""

    def __init__(self, path: str) -> None:
        self.path = path
        self.written = 0
        self.full = False
        self.whole = WholeFile(path)
        self.file = self.whole.file
        self.encoder = msgspec.json.Encoder(enc_hook=english)

    def add(self, rows: Iterable[KanRow]) -> None:
        """Write these rows. Raises FullError if the disk is full; the file then contains only complete lines."""
        lines = [self.encoder.encode(row) + b"\n" for row in rows]
        data = b"".join(lines)
        at = 0
        try:
            while at < len(data):
                at += self.file.write(data[at:])
        except OSError as error:
            whole = data.rfind(b"\n", 0, at) + 1
            self.written += data.count(b"\n", 0, whole)
            _cut(self.file, at - whole)
            self.full = True
            raise FullError(_full(self.path, self.written, error)) from None
        self.written += len(lines)

    def close(self, *, named: bool = True) -> None:
        """Give the file its name, or forget it. After a full disk it has a name only if it has a row."""
        if not named or (self.full and not self.written):
            self.whole.drop()
            return
        try:
            self.whole.finish()
        except OSError as error:
            raise FullError(_full(self.path, self.written, error)) from None


def _cut(file: io.FileIO, surplus: int) -> None:
    """Remove the incomplete line at the end of a file."""
    if surplus:
        try:
            file.truncate(file.tell() - surplus)
        except OSError:
            return


def _full(path: str, written: int, error: OSError) -> str:
    kept = f"the first {written} rows are kept; later rows are not written" if written else "no row is written"
    return f"{path}: {error.strerror or error}; {kept}"


class Parquet:
    """Rows in Parquet. Some disk space is reserved first, so that the file can be completed when the disk is full."""

    def __init__(self, path: str) -> None:
        if find_spec("pyarrow") is None:
            raise KanrulesError(f"Parquet needs pyarrow: {how_to_get('parquet')}; or write .jsonl")
        self.path = path
        self.written = 0
        self.rows: list[KanRow] = []
        self.sink = _Sink(path)

    @cached_property
    def schema(self) -> pyarrow.Schema:
        """The columns. pyarrow starts threads, so it is loaded when the workers have been forked."""
        import pyarrow

        return _schema(pyarrow)

    @cached_property
    def writer(self) -> ParquetWriter:
        """The writer; it writes the beginning of the file."""
        from pyarrow.parquet import ParquetWriter

        return ParquetWriter(self.sink, self.schema, compression="zstd")

    def add(self, rows: Iterable[KanRow]) -> None:
        """Take these rows, which are written when a group is full. Raises FullError if the disk is full."""
        self.rows += rows
        if len(self.rows) >= GROUP:
            self._flush()

    def _flush(self) -> None:
        import pyarrow

        columns = {name: [getattr(row, name) for row in self.rows] for name in self.schema.names}
        try:
            self.writer.write_table(pyarrow.table(columns, schema=self.schema))
        except OSError as error:
            raise self._lost(error) from None
        self.written += len(self.rows)
        self.rows = []
        if self.sink.full is not None:
            full, self.sink.full = self.sink.full, None
            self._end()
            raise FullError(_full(self.path, self.written, full))

    def close(self, *, named: bool = True) -> None:
        """Write the remaining rows and close the file, or forget it."""
        if self.sink.closed:
            return
        if not named:
            self.sink.close()
            return
        if self.rows:
            self._flush()
        self._end()

    def _end(self) -> None:
        try:
            self.writer.close()
            self.sink.finish()
        except OSError as error:
            raise self._lost(error) from None

    def _lost(self, error: OSError) -> FullError:
        self.sink.close()
        return FullError(
            f"{self.path}: {error.strerror or error}; the file cannot be completed and is not written; free some "
            "space, or write .jsonl"
        )


class _Sink(io.RawIOBase):
    """A file with a reserve, which is released when the disk is full so that the file can still be completed."""

    def __init__(self, path: str) -> None:
        self.whole = WholeFile(path)
        self.file: IO[bytes] = self.whole.file
        self.full: OSError | None = None
        self.reserve: IO[bytes] | None = None
        try:
            # It has no name: nobody has to delete it if this process is killed.
            self.reserve = tempfile.TemporaryFile(dir=Path(path).parent, buffering=0)  # noqa: SIM115  # it stays open
            written = 0
            while written < RESERVE:
                written += self.reserve.write(bytes(RESERVE - written))
        except OSError as error:
            self.give_up_reserve()
            self.whole.drop()
            raise OSError(
                error.errno, f"{error.strerror}: a Parquet file needs {RESERVE >> 20} MiB or more", path
            ) from None

    def give_up_reserve(self) -> None:
        """Release the reserve."""
        if self.reserve is not None:
            self.reserve.close()
            self.reserve = None

    def writable(self) -> bool:
        return True

    def tell(self) -> int:
        return self.file.tell()

    def write(self, data: Any) -> int:
        view = memoryview(data).cast("B")
        at = 0
        while at < len(view):
            try:
                at += self.file.write(view[at:])
            except OSError as error:
                if self.reserve is None or error.errno not in (errno.ENOSPC, errno.EDQUOT, errno.EFBIG):
                    raise
                self.full = error
                self.give_up_reserve()
        return len(view)

    def finish(self) -> None:
        """Give the file its name."""
        self.give_up_reserve()
        super().close()
        self.whole.finish()

    def close(self) -> None:
        """Forget the file, unless it is finished."""
        if not self.closed:
            super().close()
            self.give_up_reserve()
            self.whole.drop()


def _schema(pyarrow: Any) -> pyarrow.Schema:
    text, words, flag = pyarrow.string(), pyarrow.list_(pyarrow.string()), pyarrow.bool_()
    types = {
        "kan": pyarrow.int8(), "in_riichi": flag, "on_replacement": flag, "robbed": flag, "rinshan_win": flag,
        "differences": words, "compare": words, "not_compared": pyarrow.int16(), "broken_off": flag,
    }  # fmt: skip
    return pyarrow.schema([(name, types.get(name, text)) for name in KanRow.__match_args__])
