"""Folders that hold what one command wrote: all of it, or what they held before."""

from __future__ import annotations

import errno
import os
import stat
import sys
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from kanrules.supervisor.foreign_programs import temporary_folder
from kanrules.supervisor.signals import held_back
from kanrules.supervisor.whole_file import write_all

_HERE = -100
_EXCHANGE = 2
"""AT_FDCWD and RENAME_EXCHANGE of Linux."""


def write_folder(
    folder: Path,
    files: Mapping[str, str | bytes],
    earlier: Collection[str] = (),
    *,
    new: bool = False,
    programs: Collection[str] = (),
    watch: Callable[[Iterable[Any], int], Iterable[Any]] | None = None,
) -> None:
    """Write these files, by their paths in the folder, and delete the earlier ones that are not among them.

    Everything is written next to the folder first and then takes its place in one step, so that the folder holds the
    earlier files if anything goes wrong before. Files with the same bytes stay the same files. If the folder also
    holds other files, or cannot be replaced (it is the current folder, or belongs to another account), each file
    takes its place in the folder itself, in the given order; only this last step can then be broken off by a kill. If
    it is `new`, an existing folder is an error. `programs` are the files that can be run. `watch` takes the files and
    their number, and gives them back one by one while it shows how far the work is.

    Raises OSError with the name of the file in the folder.
    """
    target = folder.resolve()
    with _named(folder, target):
        if new and target.exists():
            raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), str(folder))
        with _parents(target), _beside(target) as work:
            staged = work / "new"
            staged.mkdir()
            with _named(folder, staged):
                _stage(staged, target, files, watch)
                for name in programs:
                    (staged / name).chmod(0o755)
            others = _others(target, {*files, *earlier})
            with held_back():
                if _is_first(staged, target, new):
                    return
                if not others and _is_replaceable(target):
                    staged.chmod(stat.S_IMODE(target.stat().st_mode))
                    _exchange(staged, target)
                else:
                    _move_in(staged, target, files, set(earlier))


def _is_first(staged: Path, target: Path, new: bool) -> bool:
    """Give the folder its name if nothing has that name, and return whether it was so. Another command may write the
    same folder at the same moment; the last one then wins, unless the folder has to be new.
    """
    if target.exists():
        return False
    try:
        staged.rename(target)
    except OSError as error:
        if new or error.errno not in (errno.ENOTEMPTY, errno.EEXIST):
            raise
        return False
    return True


@contextmanager
def _named(folder: Path, place: Path) -> Iterator[None]:
    """Say where in the folder an error is, and not where the file was put first."""
    try:
        yield
    except OSError as error:
        path = Path(os.fsdecode(error.filename or folder))
        said = folder / path.relative_to(place) if path.is_relative_to(place) else path
        raise OSError(error.errno, error.strerror or str(error), str(said)) from None


@contextmanager
def _parents(target: Path) -> Iterator[None]:
    """Create the folders above the target; remove them again if the work fails."""
    missing = [one for one in target.parents if not one.exists()]
    target.parent.mkdir(parents=True, exist_ok=True)
    try:
        yield
    except BaseException:
        for one in missing:
            with suppress(OSError):
                one.rmdir()
        raise


@contextmanager
def _beside(target: Path) -> Iterator[Path]:
    """Create a hidden folder next to the target, or inside it if that is the only place. It is deleted at the end, even
    if this process is killed.
    """
    inside = target.is_dir() and (os.path.ismount(target) or not os.access(target.parent, os.W_OK))
    with temporary_folder(below=target if inside else target.parent, prefix=f".{target.name[:50]}.part-") as work:
        yield work


def _stage(
    staged: Path,
    target: Path,
    files: Mapping[str, str | bytes],
    watch: Callable[[Iterable[Any], int], Iterable[Any]] | None,
) -> None:
    for below in {(staged / name).parent for name in files}:
        below.mkdir(parents=True, exist_ok=True)
    found = watch(files.items(), len(files)) if watch is not None else files.items()
    write_all((staged / name, data) for name, data in found if not _kept(staged / name, target / name, data))


def _kept(staged: Path, before: Path, data: str | bytes) -> bool:
    """Return True if the file was there with these bytes, and is now here as well."""
    whole = data.encode() if isinstance(data, str) else data
    with suppress(OSError):  # not every file system has links
        if stat.S_ISREG(before.lstat().st_mode) and before.read_bytes() == whole:
            os.link(before, staged)
            return True
    return False


def _others(target: Path, ours: Collection[str]) -> bool:
    """Return True if the folder holds anything else."""
    for path in target.rglob("*") if target.is_dir() else ():
        hidden = path.relative_to(target).parts[0].startswith(f".{target.name[:50]}.part-")
        if not hidden and (path.is_symlink() or not path.is_dir()) and path.relative_to(target).as_posix() not in ours:
            return True
    return False


def _is_replaceable(target: Path) -> bool:
    """Return True if another folder may take its name."""
    return not (
        Path.cwd().is_relative_to(target)
        or os.path.ismount(target)
        or not os.access(target.parent, os.W_OK)
        or (os.name == "posix" and target.stat().st_uid != os.geteuid())
    )


def _exchange(staged: Path, target: Path) -> None:
    """Let two folders swap names: on Linux in one step, elsewhere in two."""
    if sys.platform == "linux":
        import ctypes

        call = getattr(ctypes.CDLL(None), "renameat2", None)
        if call is not None and call(_HERE, os.fsencode(staged), _HERE, os.fsencode(target), _EXCHANGE) == 0:
            return
    old = staged.with_name("old")
    target.rename(old)
    try:
        staged.rename(target)
    except BaseException:
        old.rename(target)
        raise


def _move_in(staged: Path, target: Path, files: Mapping[str, str | bytes], earlier: set[str]) -> None:
    for below in {(target / name).parent for name in files}:
        below.mkdir(parents=True, exist_ok=True)
    for name in files:
        (staged / name).replace(target / name)
    for name in earlier - files.keys():
        path = target / name
        path.unlink(missing_ok=True)
        while (path := path.parent) != target and not any(path.iterdir()):
            path.rmdir()
