"""The licences of everything that a browser loads from a site: they ask whoever passes the programs on to name them."""

from __future__ import annotations

import zipfile
from collections.abc import Iterator
from importlib.metadata import distribution
from pathlib import Path
from typing import TYPE_CHECKING

from kanrules._version import __version__

if TYPE_CHECKING:
    from kanrules.site.runtime import Runtime

_RULE = "=" * 72


def licences(runtime: Runtime) -> bytes:
    """Return the text of `licences.txt`: each program of the live part, its version, and its licence."""
    pins = runtime.pins
    own = distribution("kanrules").read_text("licenses/LICENSE") or "MIT"
    parts = [
        (f"kanrules {__version__}", own),
        # Neither package brings its text along. The MPL asks for the place of the source.
        (
            f"Pyodide {pins.version}",
            (
                "Mozilla Public License 2.0: https://www.mozilla.org/MPL/2.0/\n"
                f"The source is at https://github.com/pyodide/pyodide/tree/{pins.version}"
            ),
        ),
        (
            f"Python {pins.python}",
            (
                "Copyright (c) 2001 Python Software Foundation. All rights reserved.\n"
                f"Python Software Foundation License 2: https://docs.python.org/{pins.python}/license.html"
            ),
        ),
        *(one for wheel in runtime.wheels for one in _of(wheel)),
    ]
    return "\n".join(f"{_RULE}\n{name}\n{_RULE}\n\n{text.strip()}\n" for name, text in parts).encode()


def _of(wheel: Path) -> Iterator[tuple[str, str]]:
    name, version, *_ = wheel.name.split("-")
    with zipfile.ZipFile(wheel) as archive:
        texts = [
            archive.read(one).decode()
            for one in sorted(archive.namelist())
            if ".dist-info/" in one and one.rpartition("/")[2].upper().startswith(("LICEN", "COPYING", "NOTICE"))
        ]
    yield f"{name} {version}", "\n\n".join(texts)
