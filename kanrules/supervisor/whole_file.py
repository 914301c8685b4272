"""Files that are written completely or not at all: an earlier file of that name stays until the new one is complete."""

from __future__ import annotations

import contextlib
import errno
import io
import os
import secrets
import stat
from collections.abc import Iterable, Iterator
from pathlib import Path
from types import TracebackType
from typing import Self

from kanrules.supervisor.signals import held_back

_UNNAMED = getattr(os, "O_TMPFILE", 0)
"""Linux can keep a file without a name, which nobody has to delete if this process is killed."""
_OPEN_FILES = Path("/proc/self/fd")
_AT_ONCE = 8
"""Number of files that are written at the same time. Each waits for the disk, which stores several in one go."""


class WholeFile:
    """A file that appears under its name only when it is finished. Bytes go to `file`, which has no buffer.

    Links are followed unless `follow` is False: then a link is replaced like a file. A device or a pipe is written
    directly, and so is an existing file whose folder takes no new files. If it is `new`, an existing file is an error.
    Raises OSError with the given name if the file cannot be written.
    """

    file: io.FileIO

    def __init__(self, path: str | Path, *, follow: bool = True, new: bool = False) -> None:
        self._said = str(path)
        self._new = new
        self._part: Path | None = None
        self._mode: int | None = None
        self._direct = False
        self._path = Path(path)
        with self._named():
            self._target = self._path.resolve() if follow else self._path.absolute()
            there = self._there(follow)
            if new and there is not None:
                raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST))
            if there is not None and stat.S_ISLNK(there.st_mode):
                there = None
            if there is not None and not stat.S_ISREG(there.st_mode):
                self._write_directly()
                return
            # A file that may not be written is not replaced, though its folder would allow it.
            if there is not None and not os.access(self._target, os.W_OK):
                raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
            self._mode = None if there is None else stat.S_IMODE(there.st_mode)
            try:
                self._begin()
            except PermissionError:
                if there is None:
                    raise
                self._write_directly()

    def _there(self, follow: bool) -> os.stat_result | None:
        try:
            return self._path.stat() if follow else self._path.lstat()
        except FileNotFoundError:
            return None

    def _write_directly(self) -> None:
        self._direct = True
        self.file = self._path.open("wb", buffering=0)

    def _begin(self) -> None:
        if _UNNAMED and _OPEN_FILES.exists():
            with contextlib.suppress(OSError):  # not every file system can
                self.file = os.fdopen(os.open(self._target.parent, os.O_WRONLY | _UNNAMED, 0o666), "wb", buffering=0)
                return
        self._part = self._free_name()
        flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0)
        self.file = os.fdopen(os.open(self._part, flags, 0o666), "wb", buffering=0)

    def _free_name(self) -> Path:
        return self._target.with_name(f".{self._target.name[:50]}.{secrets.token_hex(4)}.part")

    def store(self) -> None:
        """Wait until the disk has the bytes. Raises OSError."""
        if not self._direct:
            with self._named():
                os.fsync(self.file.fileno())

    def finish(self) -> None:
        """Store the file and give it its name. Raises OSError; then there is no new file."""
        if self.file.closed:
            return
        try:
            self.store()
            with self._named():
                if not self._direct:
                    self._name()
                self.file.close()
        except BaseException:
            self.drop()
            raise

    def _name(self) -> None:
        if self._mode is not None and os.name == "posix":
            os.fchmod(self.file.fileno(), self._mode)
        if self._part is None:
            if self._mode is None:
                with contextlib.nullcontext() if self._new else contextlib.suppress(FileExistsError):
                    self._link(self._target)
                    return
            self._part = self._free_name()
            self._link(self._part)
        if os.name == "nt":
            self.file.close()
        if self._new:
            os.link(self._part, self._target)  # a rename would replace a file that has come in the meantime
            self._part.unlink()
        else:
            self._part.replace(self._target)
        self._part = None

    def _link(self, name: Path) -> None:
        unnamed = _OPEN_FILES / str(self.file.fileno())
        folder = os.open(_OPEN_FILES, os.O_RDONLY)
        try:
            # With a folder, Python lets the system follow the link, even though the folder is not used.
            os.link(unnamed, name, src_dir_fd=folder, follow_symlinks=True)
        finally:
            os.close(folder)

    def drop(self) -> None:
        """Forget the file: what has been written is lost, and an earlier file of that name stays."""
        with contextlib.suppress(OSError):
            self.file.close()
        if self._part is not None:
            self._part.unlink(missing_ok=True)
            self._part = None

    @contextlib.contextmanager
    def _named(self) -> Iterator[None]:
        try:
            yield
        except OSError as error:
            raise OSError(error.errno, error.strerror or str(error), self._said) from None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if kind is None:
            self.finish()
        else:
            self.drop()


def write_whole(path: str | Path, text: str | bytes, *, follow: bool = True, new: bool = False) -> None:
    """Write a file completely or not at all; text is UTF-8 with Unix line endings.

    Links are followed unless `follow` is False: then a link is replaced like a file. If it is `new`, an existing file
    is an error.

    Raises OSError with the given name if it cannot be written; an existing file is then unchanged.
    """
    write_together([(path, text)], follow=follow, new=new)


def write_together(files: Iterable[tuple[str | Path, str | bytes]], *, follow: bool = True, new: bool = False) -> None:
    """Write files that belong together as `write_whole` writes one: all of them, or none.

    All are stored before one gets its name. The first gets it last, so that it may refer to the others.
    """
    with contextlib.ExitStack() as begun:
        wholes = []
        for path, text in files:
            whole = WholeFile(path, follow=follow, new=new)
            begun.callback(whole.drop)
            _fill(whole, path, text.encode() if isinstance(text, str) else text)
            wholes.append(whole)
        for whole in wholes:
            whole.store()
        with held_back():
            for whole in reversed(wholes):
                whole.finish()


def _fill(whole: WholeFile, path: str | Path, data: bytes) -> None:
    view = memoryview(data)
    try:
        while view:
            view = view[whole.file.write(view) :]
    except OSError as error:
        raise OSError(error.errno, error.strerror or str(error), str(path)) from None


def write_all(files: Iterable[tuple[Path, str | bytes]]) -> None:
    """Write many files, each completely or not at all, several at the same time. Links are replaced like files.

    Raises OSError like `write_whole`; files that were not begun are then not written.
    """
    from concurrent.futures import ThreadPoolExecutor

    pool = ThreadPoolExecutor(_AT_ONCE)
    try:
        for writing in [pool.submit(write_whole, path, data, follow=False) for path, data in files]:
            writing.result()
    finally:
        pool.shutdown(cancel_futures=True)
