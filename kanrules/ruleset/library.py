"""Find rulesets: bundled ones, in a wheel, an editable install, or a checkout, and those of other distributions."""

from __future__ import annotations

import re
import sys
from collections.abc import Sequence
from functools import cache
from importlib.machinery import ModuleSpec
from pathlib import Path

from kanrules.installation import distributions_with
from kanrules.ruleset.problems import close

GROUP = "kanrules.rulesets"
"""Entry-point group of distributions that contain rulesets. The value of an entry point is a package whose folder has
the files.
"""

CASES = ".cases.toml"
"""Ending of the names of case files. The cases of `club.toml` are in `club.cases.toml`."""
CASEBOOK = "casebook"
"""Name of a folder next to rulesets whose cases all of them answer."""
NO_RULESETS = frozenset(("pyproject.toml", "kanrules.toml"))
"""Files that may be in a folder of rulesets but are not rulesets."""


_DEVICES = frozenset(
    ("con", "prn", "aux", "nul", *(f"{port}{number}" for port in ("com", "lpt") for number in range(10)))
)
"""Names that Windows does not allow for a file, with any extension."""
_NO_NAME = re.compile(r'[<>:"/\\|?*\x00-\x1f]|^[. ]|[. ]$|^$|.{101}')


def no_file_name(id: str) -> str:
    """Return why an id cannot be the name of a file and of a folder of a site on every system; "" if it can."""
    if id.partition(".")[0].casefold() in _DEVICES:
        return f"Windows reserves the name {id.partition('.')[0]} for a device and could not open such a file"
    if _NO_NAME.search(id):
        return 'not every system allows this as the name of a file: at most 100 characters, without < > : " / \\ | ? *'
    return ""


def is_no_ruleset(path: Path) -> bool:
    """Return True if the name of a TOML file says that it is not a ruleset: cases, or the settings of a folder."""
    return path.name.endswith(CASES) or path.name in NO_RULESETS


@cache
def folder() -> Path:
    """Return the folder of the bundled rulesets.

    A checkout's own `rulesets/` comes first, since an editable install may have an outdated copy of it; an installed
    wheel has `kanrules/_rulesets`.
    """
    package = Path(__file__).resolve().parents[1]
    checkout = package.parent / "rulesets"
    if (package.parent / "pyproject.toml").is_file() and checkout.is_dir():
        return checkout
    return package / "_rulesets"


def is_installed() -> bool:
    """Return True if the bundled rulesets are those of an installed wheel, False in a checkout."""
    return folder().name == "_rulesets"


def is_companion(path: Path) -> bool:
    """Return True if a file is in a subfolder of the bundled rulesets: the casebook, the coverage, or the history."""
    parent = path.parent.resolve()
    return parent != folder() and parent.is_relative_to(folder())


@cache
def bundled() -> dict[str, Path]:
    """Return the file of every bundled ruleset by its id, sorted."""
    files = [path for path in folder().glob("*.toml") if not is_no_ruleset(path)]
    return {path.stem: path for path in sorted(files, key=lambda path: path.stem)}


@cache
def installed() -> dict[str, Path]:
    """Return the file of every ruleset of another distribution by its id. A bundled id is never replaced."""
    found: dict[str, Path] = {}
    if distributions_with(GROUP, tuple(sys.path)) == []:
        return found
    # Imported late: reading distributions imports the email parser.
    from importlib.metadata import entry_points

    for point in sorted(entry_points(group=GROUP), key=lambda point: point.name):
        for base in _folders_of(point.module):
            for path in sorted(base.glob("*.toml")):
                if not is_no_ruleset(path) and path.stem not in bundled():
                    found.setdefault(path.stem, path)
    return found


def _folders_of(package: str) -> list[Path]:
    """Return the folders of a package without importing it: its code must not run because its rulesets are listed.

    A faulty distribution must not hide the others: it has no folder. Asking for one of its ids reports that it is
    missing.
    """
    path: Sequence[str] | None = None
    spec: ModuleSpec | None = None
    parts = package.split(".")
    try:
        for at in range(len(parts)):
            name = ".".join(parts[: at + 1])
            # `importlib.util.find_spec` would import the packages above it.
            found = (finder.find_spec(name, path, None) for finder in sys.meta_path if hasattr(finder, "find_spec"))
            spec = next((one for one in found if one is not None), None)
            path = None if spec is None else spec.submodule_search_locations and list(spec.submodule_search_locations)
            if not path:
                break
        if path:
            return [Path(one) for one in path]
        return [Path(spec.origin).parent] if spec is not None and spec.origin and spec.name == package else []
    except (ImportError, OSError, ValueError, KeyError, AttributeError):
        return []


def bundled_ids() -> tuple[str, ...]:
    """Return the ids of the bundled rulesets, sorted."""
    return tuple(bundled())


def all_ids() -> tuple[str, ...]:
    """Return the ids of the bundled and the installed rulesets, sorted."""
    return tuple(sorted({*bundled(), *installed()}))


def find(name: str) -> Path | None:
    """Return the file of a bundled or installed id, or None."""
    return bundled().get(name) or installed().get(name)


def near(name: str, most: int = 4) -> tuple[str, ...]:
    """Return the ids that an unknown name probably means, most likely first: the ruleset that has this id or this other
    name, the editions of one rulebook, newest first, and ids with a similar spelling.
    """
    from kanrules.ruleset.aliases import named_otherwise

    word = name.strip().casefold().replace("_", "-").replace(" ", "-")
    ids = all_ids()
    if word in ids:
        return (word,)
    if aliased := [one for one in named_otherwise(name) if one in ids]:
        return tuple(aliased[:most])
    family = [one for one in ids if word and one.startswith(f"{word}-")]
    if family:
        return tuple(sorted(family, key=lambda one: (one[-4:] if one[-4:].isdigit() else "", one), reverse=True)[:most])
    if likely := close(word, ids):
        return (likely,)
    return tuple(one for one in ids if len(word) > 2 and word in one.split("-"))[:most]


def meant(name: str) -> str:
    """Return a hint such as `; did you mean ema-2025, ema-2016 or ema-2012?`; "" if there is no good guess."""
    found = near(name)
    if not found:
        return ""
    return f"; did you mean {' or '.join(part for part in (', '.join(found[:-1]), found[-1]) if part)}?"


def near_file(path: Path) -> str:
    """Return the TOML file in the same folder that a misspelt path probably means; "" if there is no good guess."""
    try:
        # A name with control characters would reach the terminal.
        found = close(path.name, [one.name for one in path.parent.glob("*.toml") if one.name.isprintable()])
    except OSError:  # The folder cannot be listed, or its name is too long to be one.
        return ""
    return path.with_name(found).as_posix() if found else ""


def is_path(name: str) -> bool:
    """Return True if a name is a path: it contains a slash or ends in `.toml`."""
    return "/" in name or "\\" in name or name.endswith(".toml")


def table_name(plugin: str) -> str:
    """Return the name of a plugin's own table: its entry point's name, or the stem of its file name."""
    return Path(plugin).stem if is_path(plugin) or plugin.endswith(".py") else plugin


def display(path: Path, given: str = "") -> str:
    """Return the name of a file in messages: as it was given, `rulesets/<id>.toml` for a bundled one, or its path,
    relative to the current folder if possible.
    """
    if given:
        return given.replace("\\", "/")
    if path.parent == folder():
        return f"rulesets/{path.name}"
    try:
        return path.resolve().relative_to(Path.cwd().resolve()).as_posix()
    except ValueError:
        return path.as_posix()
