"""The Python files that tests look into, parsed once for all tests of a process."""

from __future__ import annotations

import ast
from functools import cache
from pathlib import Path


@cache
def parsed(path: Path) -> ast.Module:
    """The tree of a file, which tests read and never change."""
    return ast.parse(path.read_text(encoding="utf-8"))
