"""The folder of the law as data: what may be there, and how it is written."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path

from kanrules.errors import wrong_use
from kanrules.report.law_data import INDEX
from kanrules.supervisor.whole_folder import write_folder


def write_data(target: Path, files: Mapping[str, bytes]) -> None:
    """Write the files to a folder that is new, empty, or holds earlier data, in the place of those.

    Raises UnreadableError if the folder holds anything else, OSError if a file cannot be written; the earlier data then
    stays.
    """
    before = _earlier(target)
    write_folder(target, {path: files[path] for path in (*(files.keys() - {INDEX}), INDEX)}, before)


def _earlier(target: Path) -> set[str]:
    """Return the paths of the earlier data in this folder."""
    if not target.exists():
        return set()
    if not target.is_dir():
        raise wrong_use(f"{target}: this is a file; expected a folder for the data")
    there = [path for path in target.rglob("*") if path.is_symlink() or not path.is_dir()]
    listed = _listed(target / INDEX)
    for path in there:
        if path.is_symlink() or path.relative_to(target).as_posix() not in listed:
            raise wrong_use(
                f"{target} holds other files, such as {path.relative_to(target)}; expected an empty folder, or one "
                "that `kanrules data` has written"
            )
    return {path.relative_to(target).as_posix() for path in there}


def _listed(index: Path) -> set[str]:
    """Return the paths that an index lists, its own included; none if it is not one."""
    try:
        found = json.loads(index.read_text(encoding="utf-8"))
        return {INDEX, *(str(one["path"]) for one in found["files"])} if found["kind"] == "index" else set()
    except (OSError, ValueError, KeyError, TypeError):
        return set()
