"""One row a kan, written as it comes: JSON lines, or Parquet where pyarrow is installed."""

from __future__ import annotations

import errno
import io
from collections.abc import Iterable
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any, Protocol

import msgspec

from kanrules.corpus.record import KanRow
from kanrules.errors import KanrulesError, UnreadableError

if TYPE_CHECKING:
    import pyarrow

GROUP = 20_000
"""Rows of a Parquet row group."""
RESERVE = 4 << 20
"""Bytes kept back on the disk, so that a Parquet file can still be finished when it is full."""


class FullError(KanrulesError):
    """Rows cannot be written any more, most often because the disk is full; what was written before is kept."""


class Rows(Protocol):
    """Something that rows are written to."""

    written: int

    def add(self, rows: Iterable[KanRow]) -> None:
        """Writes these rows. Raises FullError where it cannot."""
        ...

    def close(self) -> None:
        """Writes what is left and ends the file. Raises FullError where it cannot."""
        ...


def open_rows(path: str) -> Rows:
    """A file for rows, told by its name: `.jsonl` or `.parquet`; an existing one is written anew.

    Raises UnreadableError for any other name, KanrulesError where pyarrow is missing, OSError where the file cannot be
    made.
    """
    suffix = Path(path).suffix.lower()
    if suffix == ".jsonl":
        return JsonLines(path)
    if suffix == ".parquet":
        return Parquet(path)
    raise UnreadableError(f"--out {path!r}: expected a name that ends in .jsonl or .parquet", code="")


class JsonLines:
    """Rows as JSON, one a line; every line that stands in the file is whole."""

    def __init__(self, path: str) -> None:
        self.path = path
        self.written = 0
        self.file = Path(path).open("wb", buffering=0)  # noqa: SIM115  # it stays open
        self.encoder = msgspec.json.Encoder()

    def add(self, rows: Iterable[KanRow]) -> None:
        """Writes these rows. Raises FullError where the disk is full, with only whole lines left in the file."""
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
            raise FullError(_full(self.path, self.written, error)) from None
        self.written += len(lines)

    def close(self) -> None:
        """Ends the file."""
        try:
            self.file.close()
        except OSError as error:
            raise FullError(_full(self.path, self.written, error)) from None


def _cut(file: io.FileIO, surplus: int) -> None:
    """Takes the beginning of a line that did not fit off the end again."""
    if surplus:
        try:
            file.truncate(file.tell() - surplus)
        except OSError:
            return


def _full(path: str, written: int, error: OSError) -> str:
    return f"{path}: {error.strerror or error}; the first {written} rows are kept, later ones are not written"


class Parquet:
    """Rows in Parquet. A little of the disk is kept back at first, so that the file can be ended properly when the disk
    is full.
    """

    def __init__(self, path: str) -> None:
        try:
            import pyarrow
            from pyarrow import parquet
        except ImportError:
            raise KanrulesError('Parquet needs pyarrow: pip install "kanrules[parquet]", or write .jsonl') from None
        self.pyarrow = pyarrow
        self.path = path
        self.written = 0
        self.rows: list[KanRow] = []
        self.sink = _Sink(path)
        self.schema = _schema(pyarrow)
        try:
            self.writer = parquet.ParquetWriter(self.sink, self.schema, compression="zstd")
        except OSError as error:
            raise self._lost(error) from None

    def add(self, rows: Iterable[KanRow]) -> None:
        """Takes these rows; they are written when a group is full. Raises FullError where the disk is."""
        self.rows += rows
        if len(self.rows) >= GROUP:
            self._flush()

    def _flush(self) -> None:
        columns = {name: [getattr(row, name) for row in self.rows] for name in self.schema.names}
        try:
            self.writer.write_table(self.pyarrow.table(columns, schema=self.schema))
        except OSError as error:
            raise self._lost(error) from None
        self.written += len(self.rows)
        self.rows = []
        if self.sink.full is not None:
            full, self.sink.full = self.sink.full, None
            self._end()
            raise FullError(_full(self.path, self.written, full))

    def close(self) -> None:
        """Writes what is left and ends the file."""
        if self.sink.closed:
            return
        if self.rows:
            self._flush()
        self._end()

    def _end(self) -> None:
        try:
            self.writer.close()
            self.sink.close()
        except OSError as error:
            raise self._lost(error) from None

    def _lost(self, error: OSError) -> FullError:
        self.sink.close()
        return FullError(
            f"{self.path}: {error.strerror or error}; it could not be finished and cannot be read; write .jsonl, or make room"
        )


class _Sink(io.RawIOBase):
    """A file with a reserve beside it, given up when the disk is full so that what is begun can still be ended."""

    def __init__(self, path: str) -> None:
        self.path = path
        self.file: IO[bytes] = Path(path).open("wb", buffering=0)  # noqa: SIM115  # it stays open
        self.full: OSError | None = None
        self.reserve: Path | None = Path(f"{path}.reserve")
        try:
            self.reserve.write_bytes(bytes(RESERVE))
        except OSError as error:
            self.give_up_reserve()
            self.file.close()
            raise OSError(
                error.errno, f"{error.strerror}: a Parquet file needs {RESERVE >> 20} MiB at least", path
            ) from None

    def give_up_reserve(self) -> None:
        """Frees the reserve."""
        if self.reserve is not None:
            self.reserve.unlink(missing_ok=True)
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

    def close(self) -> None:
        if not self.closed:
            super().close()
            self.file.close()
            self.give_up_reserve()


def _schema(pyarrow: Any) -> pyarrow.Schema:
    text, words, flag = pyarrow.string(), pyarrow.list_(pyarrow.string()), pyarrow.bool_()
    types = {
        "kan": pyarrow.int8(), "in_riichi": flag, "on_replacement": flag, "robbed": flag, "rinshan_win": flag, "differences": words,
        "compare": words, "not_compared": pyarrow.int16(), "broken_off": flag,
    }  # fmt: skip
    return pyarrow.schema([(name, types.get(name, text)) for name in KanRow.__slots__])
