"""Remember from one run to the next which ruleset files are valid. Validation takes a quarter of the start of a
command, most of it to import pydantic.

The cache stores no data. A valid text has a mark: an empty file whose name is a hash of the text and of everything it
was validated against. Another text, another version, or other keys give another name. A mark has no content, so none
can be altered, half written, or read by another run at the wrong moment. Marks are trusted only in a folder that
only this account can write to. Without such a folder, every file is validated every time.
"""

from __future__ import annotations

import hashlib
import os
import re
import stat
from functools import cache
from pathlib import Path

from kanrules._version import __version__
from kanrules.installation import cache_folder
from kanrules.ruleset import library
from kanrules.ruleset.parsed_ahead import compiled_path

MOST = 1000
"""Maximum number of marks; then the older half is deleted."""
SHIPPED = ("sound.txt", "sound-own.txt")
"""Files in the archives of a site with the hashes of rulesets that were validated when they were made. No installation
of kanrules has them.
"""
_NAME = re.compile("[0-9a-f]{64}")
_HELD_AGAINST = (
    "law/key.py",
    "law/options.py",
    "law/tables/*.py",
    "law/yaku.py",
    "pieces/melds.py",
    "ruleset/keys.py",
    "ruleset/schema.py",
    "ruleset/file_values.py",
    "rulings.py",
)
"""Files of the package, by pattern, that decide whether a ruleset is valid."""


def is_sound(text: str, plugin: Path | None = None) -> bool:
    """Return True if a file with this text was found valid before, or when the archive with this library was made.

    The tables of the file are valid without the options of a plugin being valid: these have a mark of their own, for
    which `plugin` is the folder of the plugin's modules.
    """
    if is_shipped(text):
        return True
    if library.is_installed() and compiled_path(text).is_file():
        # A wheel has only rulesets that the tests have validated; in a checkout they may be changed with the schema.
        return True
    try:
        folder = _folder()
        return _own(folder) and (folder / _name(text, plugin)).is_file()
    except (OSError, RuntimeError):
        return False


def is_shipped(text: str) -> bool:
    """Return True if a file with this text was found valid when the archive with this library was made."""
    return bool(shipped := _shipped()) and hash_of(text) in shipped


def hash_of(text: str) -> str:
    """Return the line of a text in the files of `SHIPPED`."""
    return hashlib.sha256(text.encode()).hexdigest()


@cache
def _shipped() -> frozenset[str]:
    folder = Path(__file__).parent
    return frozenset(
        line for name in SHIPPED if (folder / name).is_file() for line in (folder / name).read_text("utf-8").split()
    )


def remember(text: str, plugin: Path | None = None) -> None:
    """Mark a text as valid, or the options in it of the plugin in this folder. Does nothing if it cannot be marked."""
    try:
        folder = _folder()
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        if not _own(folder):
            return
        _forget_old(folder)
        (folder / _name(text, plugin)).touch(mode=0o600)
    except (OSError, RuntimeError):
        return


def _forget_old(folder: Path) -> None:
    marks = [one for one in folder.iterdir() if _NAME.fullmatch(one.name)]
    if len(marks) >= MOST:
        # Only empty files are marks; anything else of that name belongs to something else.
        ages = {one: found for one in marks if stat.S_ISREG((found := one.lstat()).st_mode) and not found.st_size}
        for mark in sorted(ages, key=lambda one: ages[one].st_mtime)[: MOST // 2]:
            mark.unlink(missing_ok=True)


def _folder() -> Path:
    """Return the folder of the marks. Raises RuntimeError if the account has no home folder."""
    return cache_folder() / "sound"


def _own(folder: Path) -> bool:
    """Return True if this is a folder of this account that no other account can write to. Raises OSError if it does not
    exist.
    """
    found = folder.lstat()
    if not stat.S_ISDIR(found.st_mode):
        return False
    return os.name == "nt" or (found.st_uid == os.getuid() and not found.st_mode & (stat.S_IWGRP | stat.S_IWOTH))


def _name(text: str, plugin: Path | None = None) -> str:
    modules = b"" if plugin is None else _law_of(plugin)
    return hashlib.sha256(_law() + modules + text.encode()).hexdigest()


@cache
def _law_of(plugin: Path) -> bytes:
    """Return a hash of everything that declares the options of a plugin."""
    return hashlib.sha256(b"\0".join(file.read_bytes() for file in sorted(plugin.glob("*.py")))).digest()


@cache
def _law() -> bytes:
    """Return a hash of everything that a file is validated against."""
    package = Path(__file__).parents[1]
    return hashlib.sha256(
        b"\0".join(
            [
                __version__.encode(),
                *(file.read_bytes() for files in _HELD_AGAINST for file in sorted(package.glob(files))),
            ]
        )
    ).digest()
