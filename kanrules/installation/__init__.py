"""What kanrules can do only beside another package, and how that is had from where the user stands."""

from __future__ import annotations

import shlex
from pathlib import Path

PACKAGES = {
    "plot": "matplotlib>=3.9",
    "dask": "distributed>=2024.8",
    "parquet": "pyarrow>=17",
    "png": "resvg-py>=0.5",
    "pdf": "typst>=0.15 segno>=1.6 fontpkg-noto-sans>=2.15 noto-cjk-sans-jp-regular noto-cjk-sans-jp-bold",
}
"""By extra of pyproject.toml, the packages that it brings."""


def how_to_get(extra: str) -> str:
    """The command that installs an extra: that of the clone that kanrules runs from, else the package alone, since an
    index need not have the kanrules that is installed.
    """
    root = clone()
    if root is None:
        return f"pip install {' '.join(map(shlex.quote, PACKAGES[extra].split()))}"
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
