"""The optional packages of kanrules, the commands that install and upgrade, and the cache folder of an account."""

from __future__ import annotations

import os
import shlex
import sys
from collections.abc import Sequence
from importlib.machinery import PathFinder
from pathlib import Path

PACKAGES: dict[str, tuple[str, ...]] = {
    "plot": ("matplotlib>=3.9,<4",),
    "dask": ("distributed>=2024.8,<2028",),
    "parquet": ("pyarrow>=17,<30",),
    "png": ("resvg-py>=0.5,<1",),
    "pdf": (
        "typst>=0.15,<0.16",
        "segno>=1.6,<2",
        "fontpkg-noto-sans>=2.15,<3",
        "noto-cjk-sans-jp-regular>=0.0.1,<1",
        "noto-cjk-sans-jp-bold>=0.0.1,<1",
        "fonttools>=4.50,<5",
    ),
}
"""The packages of each extra in pyproject.toml."""


def distributions_with(text: str, path: Sequence[str]) -> list[str] | None:
    """Return the names of the metadata folders on a path whose entry points contain a text, such as the name of a
    group; None if only `importlib.metadata` can tell. Looking for the text takes a tenth of its time, and hardly
    anyone has another distribution with plugins or rulesets.
    """
    if any(hasattr(finder, "find_distributions") and finder is not PathFinder for finder in sys.meta_path):
        return None
    found = []
    for folder in map(Path, path):
        try:
            inside = os.listdir(folder)  # noqa: PTH208  # making a Path of each entry is slow
        except OSError:
            if folder.is_file():  # an archive
                return None
            continue
        for one in inside:
            if one.endswith(".egg"):
                return None
            if one.endswith((".dist-info", ".egg-info")):
                try:
                    named = (folder / one / "entry_points.txt").read_bytes()
                except OSError:  # it has none
                    continue
                if text.encode() in named:
                    found.append(one)
    return found


def how_to_get(extra: str) -> str:
    """Return the command that installs an extra. Outside a clone it names only the packages of the extra, since a
    package index need not have this version of kanrules.
    """
    root = clone()
    if root is None:
        return f"pip install {' '.join(map(shlex.quote, PACKAGES[extra]))}"
    here = "." if root == Path.cwd().resolve() else root.as_posix()
    return f"pip install -e {shlex.quote(f'{here}[{extra}]')}"


def requirement() -> str:
    """Return what makes pip install this kanrules, with PDF output: the repository or archive that it was installed
    from, if that is on the web, else its version or a later one that keeps what this one promises.

    Source: PEP 610, the file that pip writes next to an installed package.
    """
    import json
    from importlib.metadata import PackageNotFoundError, distribution

    from kanrules._version import __version__

    try:
        origin = json.loads(distribution("kanrules").read_text("direct_url.json") or "{}")
    except (PackageNotFoundError, ValueError):
        origin = {}
    url = str(origin.get("url", ""))
    if not url.startswith(("https:", "ssh:")):
        return f"kanrules[pdf]>={__version__},<{int(__version__.partition('.')[0]) + 1}"
    vcs = origin.get("vcs_info")
    return f"kanrules[pdf] @ {vcs['vcs']}+{url}@{vcs['commit_id']}" if vcs else f"kanrules[pdf] @ {url}"


def how_to_upgrade() -> str:
    """Return how to upgrade kanrules: with git in a clone, otherwise with pip."""
    root = clone()
    return "pip install --upgrade kanrules" if root is None else f"update the clone {root.as_posix()}: git pull"


def clone() -> Path | None:
    """Return the root of the clone that kanrules runs from, or None if it does not run from a clone."""
    root = Path(__file__).resolve().parents[2]
    return root if (root / "pyproject.toml").is_file() and (root / "rulesets").is_dir() else None


CACHE = "KANRULES_CACHE"
"""Environment variable that overrides the cache folder."""


def cache_folder() -> Path:
    """Return the cache folder of this account. It may not exist yet, and its content may be deleted at any time."""
    if named := os.environ.get(CACHE):
        return Path(named)
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local") / "kanrules"
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Caches" / "kanrules"
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "kanrules"
