"""What kanrules can do only beside another package, how that is had from where the user stands, and where an account
keeps what need not be made or brought again.
"""

from __future__ import annotations

import os
import shlex
import sys
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
    ),
}
"""By extra of pyproject.toml, the packages that it brings."""


def how_to_get(extra: str) -> str:
    """The command that installs an extra: that of the clone that kanrules runs from, else its packages alone, since an
    index need not have the kanrules that is installed.
    """
    root = clone()
    if root is None:
        return f"pip install {' '.join(map(shlex.quote, PACKAGES[extra]))}"
    here = "." if root == Path.cwd().resolve() else root.as_posix()
    return f"pip install -e {shlex.quote(f'{here}[{extra}]')}"


def how_to_upgrade() -> str:
    """How a newer kanrules is had: in a clone by git, else from where this one came."""
    root = clone()
    return "pip install --upgrade kanrules" if root is None else f"update the clone {root.as_posix()}: git pull"


def clone() -> Path | None:
    """The root of the clone that kanrules runs from, None where it is installed apart from one."""
    root = Path(__file__).resolve().parents[2]
    return root if (root / "pyproject.toml").is_file() and (root / "rulesets").is_dir() else None


CACHE = "KANRULES_CACHE"
"""The environment variable that names another cache folder."""


def cache_folder() -> Path:
    """The folder of this account for what may be thrown away at any time; it need not be there."""
    if named := os.environ.get(CACHE):
        return Path(named)
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local") / "kanrules"
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Caches" / "kanrules"
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "kanrules"
