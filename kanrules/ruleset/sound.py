"""Which texts of ruleset files are sound, remembered from one run to the next: to validate a file takes a quarter of
the time that a command needs to start, most of it to import what validates.

What is kept is no data. A text that was found sound has a mark, an empty file whose name is a hash of that text and of
what it was held against; another text, another version and other keys have other names. So there is nothing in a mark
that could be altered, half written or read by another run at the wrong moment. Marks are believed only in a folder that
nobody but this account can write to. Where none can be kept, every file is validated every time.
"""

from __future__ import annotations

import hashlib
import os
import stat
from functools import cache
from pathlib import Path

from kanrules._version import __version__
from kanrules.installation import cache_folder

MOST = 1000
"""More marks than these are forgotten, all at once."""
_HELD_AGAINST = (
    "law/options.py",
    "law/yaku.py",
    "pieces/melds.py",
    "ruleset/keys.py",
    "ruleset/schema.py",
    "ruleset/file_values.py",
    "rulings.py",
)
"""The files of the package that say what is sound."""


def is_sound(text: str) -> bool:
    """Whether a file with this text was validated before and nothing was wrong with it."""
    try:
        folder = _folder()
        return _own(folder) and (folder / _name(text)).is_file()
    except (OSError, RuntimeError):
        return False


def remember(text: str) -> None:
    """Marks a text in which nothing was found wrong; where it cannot be marked, nothing happens."""
    try:
        folder = _folder()
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        if not _own(folder):
            return
        marks = list(folder.iterdir())
        for mark in marks if len(marks) >= MOST else ():
            mark.unlink(missing_ok=True)
        (folder / _name(text)).touch(mode=0o600)
    except (OSError, RuntimeError):
        return


def _folder() -> Path:
    """The folder of the marks. Raises RuntimeError where the account has no home."""
    return cache_folder() / "sound"


def _own(folder: Path) -> bool:
    """Whether this is a folder of this account, and nobody else can write to it. Raises OSError where there is none."""
    found = folder.lstat()
    if not stat.S_ISDIR(found.st_mode):
        return False
    return os.name == "nt" or (found.st_uid == os.getuid() and not found.st_mode & (stat.S_IWGRP | stat.S_IWOTH))


def _name(text: str) -> str:
    return hashlib.sha256(_law() + text.encode()).hexdigest()


@cache
def _law() -> bytes:
    """A hash of what a file is held against."""
    package = Path(__file__).parents[1]
    return hashlib.sha256(
        b"\0".join([__version__.encode(), *((package / file).read_bytes() for file in _HELD_AGAINST)])
    ).digest()
